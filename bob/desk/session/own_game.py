"""A game by itself at the screen: the match, who plays which seat, and the players of the program, who think off the interface's thread."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, Choices, Event, Outcome
from bob.core.kit import Decision, Teller
from bob.core.record import Entry
from bob.desk.base.widgets.background import Background
from bob.desk.session.screen_game import ScreenGame
from bob.driver import AnyDriver, AnyRecord, Thought
from bob.files import Save
from bob.games import kit
from bob.words import Words


class OwnGame(ScreenGame):
    """A game by itself, at the screen."""

    over = Signal()

    def __init__(self, core: AnyDriver, *, pause: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.core, self.game = core, core.match.game
        self.kit = kit(self.game.name)
        self.pause = pause
        """Milliseconds before an order of the program is carried out, so that it can be followed."""
        self.persons = tuple(seat for seat in core.outside if seat != REFEREE)
        self._driver = self.persons[0] if len(self.persons) == 1 else ("" if self.persons else REFEREE)
        self._staff = Background(self)
        self._staff.ready.connect(self._thought)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._give)
        self._ready: tuple[Thought, list[Decision]] | None = None
        self._thinks: Thought | None = None
        self._over_announced = False
        self._hastened = False
        self._at: int | None = None
        self._view: tuple[int, str, Any] | None = None

    @property
    def match(self) -> AnyRecord:
        """The entries as far as they are here."""
        return self.core.match

    @property
    def alone(self) -> bool:
        return not self.core.two_sided

    @property
    def save(self) -> Save | None:
        """The file, if there is one."""
        return self.core.save

    @property
    def seats(self) -> Mapping[str, str]:
        """Return the player of each seat."""
        return self.core.seats

    def close(self) -> None:
        """Interrupt the players and close the file."""
        self._timer.stop()
        self._staff.stop()
        self.core.release()

    # ---- what the seat at the screen may know

    @property
    def scenario(self) -> str:
        return self.match.header.scenario

    @property
    def seated(self) -> str:
        """The seat whose eyes the screen has; empty while the screen changes hands."""
        return self._driver

    @property
    def view(self) -> Any:
        """The game as the seat at the screen sees it, at the place that is looked at; None while the screen changes hands."""
        if not self.seated:
            return None
        key = self.shown, self.seated
        if self._view is None or self._view[:2] != key:
            seen = self.core.view(self.seated) if self._at is None else self.core.view_after(self._at, self.seated)
            self._view = (*key, seen)
        return self._view[2]

    @property
    def choices(self) -> Choices:
        """Return the current options of the seat at the screen; none while the past is shown."""
        if self._at is not None or self.seated not in self.persons or self.seated not in self.match.to_move:
            return Choices()
        return self.core.choices(self.seated)

    @property
    def log(self) -> list[tuple[int, Event]]:
        """Return the events known to the seat at the screen, up to the shown place."""
        if not self.seated:
            return []
        if self._at is None:
            return self.core.log(self.seated)
        return [(number, event) for number, event in self.match.log(self.seated) if number <= self._at]

    @property
    def outcome(self) -> Outcome | None:
        return self.core.outcome if self._at is None else None

    @property
    def is_past(self) -> bool:
        return self._at is not None

    @property
    def is_thinking(self) -> bool:
        return self._staff.busy or self._timer.isActive()

    def teller(self, words: Words) -> Teller:
        return self.kit.teller(words, self.game, self.match.header.scenario)

    # ---- the past

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.match.entries) - 1

    @property
    def shown(self) -> int:
        """The number of the entry after which the game is shown."""
        return self.number if self._at is None else self._at

    @property
    def stops(self) -> list[int]:
        """Return the entries at which the seat at the screen may stop: those with an order or event of its own, the first and the last."""
        if not self.seated:
            return []
        known = {number for number, _ in self.match.log(self.seated)}
        known |= {entry.number for entry in self.match.entries if entry.seat == self.seated}
        return sorted(known | {0, self.number})

    def look(self, number: int | None) -> None:
        """Show the game as it was after the entry of that number; None for the present."""
        at = None if number is None or number >= self.number else max(0, number)
        if at != self._at:
            self._at = at
            self.changed.emit()

    # ---- playing

    def sit(self, seat: str) -> None:
        """The person of that seat sits down at the screen. Raises Refused for a seat that no person plays."""
        self.core.screen.sit(seat)
        self._driver, self._at = seat, None
        self.changed.emit()
        self.advance()

    def play(self, order: Any) -> Entry | None:
        """Carry out an order of the seat at the screen; on an error return None and emit `failed`."""
        try:
            self.core.give(self.seated, order)
        except BobError as error:
            self.failed.emit(error)
            return None
        entry = self.match.entries[-1]
        self._settled()
        return entry

    def refusal(self, order: Any) -> BobError | None:
        if self._at is not None or self.seated not in self.persons:
            return Refused("desk.refused.past" if self._at is not None else "sitting.not_a_person")
        try:
            self.core.check(self.seated, order)
        except Refused as error:
            return error
        return None

    def advance(self) -> None:
        """Start a player of the program, ask the next person to the screen, or announce the end of the game."""
        if self.core.is_over:
            if not self._over_announced:
                self._over_announced = True
                if not self.seated:
                    self._driver = self.persons[0]
                self.over.emit()
                self.changed.emit()
            return
        if self.is_thinking:
            return
        to_move, thinker = self.core.to_move, self.core.thinker
        if thinker is not None:
            self._thinks = self.core.thought(thinker)
            self._staff.start(thinker, self._thinks.think)
            self.thinking.emit(True)
        elif self.seated not in to_move and (called := next((seat for seat in to_move if seat in self.persons), None)) is not None:
            self._driver, self._at = "", None
            self.changed.emit()
            self.handover.emit(called)

    def _settled(self) -> None:
        self.changed.emit()
        self.advance()

    def _thought(self, seat: str, found: object) -> None:
        if isinstance(found, BaseException):
            self.thinking.emit(False)
            raise found
        assert isinstance(found, list) and self._thinks is not None
        self._ready = self._thinks, found
        self._timer.start(0 if self._hastened else self.pause)

    def hasten(self, on: bool) -> None:
        self._hastened = on
        if on and self._timer.isActive():
            self._timer.start(0)

    def _give(self) -> None:
        """Carry out the decision of a player; ask again when the game has changed in the meantime."""
        assert self._ready is not None
        thought, found = self._ready
        self._ready = None
        self.thinking.emit(False)
        try:
            self.core.take(thought, found)
        except BobError as error:
            self.failed.emit(error)
            return
        self._settled()

    # ---- undo

    def undo_reason(self) -> str | None:
        """Return why the last order cannot be taken back (a key of the words), or None when it can."""
        if self._at is not None:
            return "desk.refused.past"
        return self.core.undo_reason(self.seated)

    def undo(self) -> None:
        """Take the last order back, if that is allowed; else emit `failed`."""
        try:
            if (reason := self.undo_reason()) is not None:
                raise Refused(reason)
            self.core.undo(self.seated)
        except BobError as error:
            self.failed.emit(error)
            return
        self._view = None
        self.changed.emit()
