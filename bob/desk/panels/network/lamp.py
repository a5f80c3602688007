"""The lamp of the line: quiet while all is well."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.network.joined import Joined


class ConnectionLamp(QPushButton):
    """Shows that the line is lost, or an order on its way; a click tries the line at once."""

    def __init__(self, joined: Joined, settings: Settings) -> None:
        super().__init__()
        self.joined, self.settings = joined, settings
        theme.kind(self, "flat")
        self.clicked.connect(joined.line.try_now)
        joined.line_changed.connect(self.refresh)
        joined.room_changed.connect(self.refresh)
        settings.language_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show how the line is."""
        text, tip = line_text(self.joined, self.settings)
        self.setText(text)
        self.setToolTip(tip)
        self.setAccessibleName(text)
        self.setVisible(bool(text))


def line_text(joined: Joined, settings: Settings) -> tuple[str, str]:
    """Return the state of the line and its text: lost, with a lamp; held by the umpire; waiting for others of the side; an order on its
    way. Empty when all is well."""
    words, line = settings.words, joined.line
    if not line.up:
        why = line.why.describe(words) if line.why is not None else "–"
        return f"● {words('desk_join.ended' if line.over else 'desk_join.lost')}", words("desk_join.lost_tip", why=why)
    if joined.room.held:
        return words("desk_join.held"), ""
    if joined.room.waits:
        return words("desk_join.waits"), ""
    room = joined.room
    if (
        room.me is not None
        and room.you in room.ready
        and any(o.present and o.seat == room.me.seat and o.id not in room.ready for o in room.members)
    ):
        return words("desk_join.ready"), ""
    return (words("desk_join.under_way"), "") if joined.core is not None and joined.core.under_way else ("", "")
