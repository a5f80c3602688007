"""Standing orders at work: once a turn, when the player at the screen is asked for orders, they give theirs and report them."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from bob.core.errors import BobError
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.session.foretold import raf_view
from bob.desk.session.session import DeskSession
from bob.desk.session.standing import Deed
from bob.desk.session.standing_wishes import Wish, wishes
from bob.desk.session.standing_wording import wish_text

MOST_SHOWN = 6
"""Deeds of one turn shown on the table; the page has all."""


class StandingDesk(QObject):
    """Lets the standing orders act, through the ordinary orders of the seat that gives them."""

    announced = Signal(str)
    """The deeds of the standing orders, in words."""
    changed = Signal()
    """The standing orders, or their deeds, have changed."""

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings, self.names = session, settings, names
        self._acted: dict[str, int] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self.act)
        session.changed.connect(self._start_timer)
        session.thinking.connect(lambda _: self._start_timer())

    def again(self) -> None:
        """Let changed standing orders act in this turn, too."""
        self._acted.pop(self.session.seated, None)
        self.changed.emit()
        self.session.changed.emit()

    def _start_timer(self) -> None:
        """Start the timer: the standing orders act after the current order, and not while an officer gives orders."""
        if self.session.book.active() and not self._timer.isActive():
            self._timer.start()

    def act(self) -> None:
        """Give the orders due now from the standing orders, once a turn."""
        session = self.session
        seat = session.seated
        if not session.live or session.is_over or session.is_thinking or seat not in session.to_move:
            return
        turn = session.view(seat).common.turn
        if self._acted.get(seat) == turn:
            return
        self._acted[seat] = turn
        found = [wish for wish in wishes(session) if wish.acts]
        if not found:
            return
        try:
            refused = session.play_all(seat, [wish.order for wish in found])
        except BobError:
            return
        lost = [order for order, _ in refused]
        self._tell([wish for wish in found if wish.order not in lost])

    def _tell(self, done: list[Wish]) -> None:
        if not done:
            return
        words, view = self.settings.words, raf_view(self.session)
        common = view.common if view is not None else self.session.view(self.session.seated).common
        self.session.book.note(tuple(Deed(common.clock, wish.what, dict(wish.values)) for wish in done))
        lines = [wish_text(words, self.names, wish.what, wish.values) for wish in done]
        self.changed.emit()
        line = words("desk_orders.standing.did", told=words.separated(lines[:MOST_SHOWN]))
        self.announced.emit(
            line if len(lines) <= MOST_SHOWN else f"{line} {words('desk_orders.standing.more', more=len(lines) - MOST_SHOWN)}"
        )
