"""The papers of a room, at a window: slips as they come, hand-outs that open, the terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from bob.core.codec import CodecError, decode
from bob.core.game import REFEREE
from bob.desk.base.settings import Settings
from bob.desk.panels.network.hand_out_view import HandOutView
from bob.desk.panels.network.joined import Joined
from bob.desk.panels.network.push_box import PushBox
from bob.desk.panels.network.slip_panel import SlipPanel
from bob.desk.panels.network.terms_box import TermsBox
from bob.rooms.hand_outs import HandedPage


class PaperWindow(Protocol):
    """A window at which papers come."""

    settings: Settings


class RoomPapers(QObject):
    """The papers of the room whose game a window has."""

    def __init__(self, window: PaperWindow) -> None:
        super().__init__(cast(QWidget, window))
        self.window = window
        self.joined: Joined | None = None
        self.panel: SlipPanel | None = None
        self.open: HandOutView | None = None
        """The hand-out that was opened last."""
        self._known: set[str] | None = None
        self._slips: dict[int, str] = {}

    @property
    def _overlay(self) -> QWidget:
        return cast(QWidget, self.window)

    def join(self, joined: Joined, panel: SlipPanel) -> None:
        """Show the papers of a room."""
        self.joined, self.panel = joined, panel
        self._known, self._slips = None, {}
        joined.room_changed.connect(lambda: self._came(joined))
        panel.hand_out_asked.connect(self.show_hand_out)
        panel.terms_asked.connect(self.terms)
        panel.push_asked.connect(self.push)
        if joined.room.room:
            self._came(joined)

    # ---- what comes

    def _came(self, joined: Joined) -> None:
        """Open new hand-outs; show a new slip, or the outcome of one's own."""
        if joined is not self.joined:
            return
        room, words = joined.room, self.window.settings.words
        referee = joined.membership.seat == REFEREE
        known, self._known = self._known, {one.id for one in room.hand_outs}
        slips, self._slips = self._slips, {slip.number: slip.state for slip in room.slips}
        if known is None:
            return
        for slip in room.slips:
            if slips.get(slip.number) == slip.state or self.panel is None:
                continue
            order_words = self.panel.tell()
            as_seen = {"state": slip.state, "order": slip.order, "given": slip.given, "seat": slip.seat, "text": slip.text}
            if referee and slip.state == "waiting":
                self._say(words("desk_join.room.slip_came", name=slip.name, text=order_words.slip(as_seen)))
            elif not referee and slip.state != "waiting":
                became = [words.label(order_words.became(as_seen), order_words.slip(as_seen)), slip.answer]
                self._say(words("desk_join.room.slip_became", text=" ".join(part for part in became if part)))
        fresh = [one for one in room.hand_outs if one.id not in known]
        if fresh and not referee:
            self._say(words("desk_join.room.sheet", title=words.of(fresh[-1].title)))
            self.show_hand_out(fresh[-1].id)

    def _say(self, text: str) -> None:
        say = getattr(self.window, "say", None)
        if say is not None:
            say(text)

    # ---- requests

    def show_hand_out(self, ident: str) -> None:
        """Open a hand-out."""
        joined = self.joined
        if joined is None:
            return

        def came(answer: Mapping[str, Any]) -> None:
            settings = self.window.settings
            try:
                page: HandedPage = decode(HandedPage, answer["pages"][settings.words.language])
                by = str(answer["head"]["name"])
            except (CodecError, KeyError, TypeError):
                return
            if joined is self.joined:
                self.open = HandOutView(page, by, settings, self._overlay)
                self.open.destroyed.connect(self._closed)
                self.open.show()

        joined.line.ask_hand_out(ident, came)

    def _closed(self) -> None:
        self.open = None

    def terms(self) -> None:
        """Show the terms."""
        if self.joined is not None:
            box = TermsBox(self.joined, self.window.settings, self._overlay)
            box.exec()
            box.deleteLater()

    def push(self) -> None:
        """Choose a sheet for another screen."""
        if self.joined is not None:
            box = PushBox(self.joined, self.window.settings, self._overlay)
            box.exec()
            box.deleteLater()
