"""A card dogfight at the screen: the match, who plays which seat, and the pilots, who think off the interface's thread."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from bob.desk.cards.battle import Battle
from bob.desk.game.background import Background
from bob.dogfight.cards import CardDogfight
from bob.dogfight.cards.data import CardTables
from bob.dogfight.cards.position import CardTerms
from bob.dogfight.cards.view import CardTableView
from bob.errors import BobError
from bob.game import REFEREE, Choices, Event, Outcome
from bob.kit import Decision
from bob.record import Entry
from bob.save import Save
from bob.sitting import Sitting, Thought


@dataclass(frozen=True, slots=True)
class CardPlan:
    """What a battle is made of."""

    scenario: str
    seed: str
    seats: Mapping[str, str]
    """Each seat and who plays it: `human`, or a pilot of the roster."""
    options: Mapping[str, Any] = field(default_factory=dict)


class CardTable(Battle):
    """A battle that is a game of its own, at the screen."""

    over = Signal()

    def __init__(self, core: Sitting, *, pause: int = 0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        assert isinstance(core.match.game, CardDogfight)
        self.core, self.match, self.game = core, core.match, core.match.game
        self.pause = pause
        """Milliseconds before a pilot's order is carried out, so that it can be followed."""
        self.persons = tuple(seat for seat in core.outside if seat != REFEREE)
        self._sitting = self.persons[0] if len(self.persons) == 1 else ("" if self.persons else REFEREE)
        self._staff = Background(self)
        self._staff.ready.connect(self._thought)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._give)
        self._ready: tuple[Thought, list[Decision]] | None = None
        self._thinks: Thought | None = None
        self._told_over = False
        self._view: tuple[int, str, CardTableView] | None = None

    # ---- making and opening

    @classmethod
    def new(cls, plan: CardPlan, path: os.PathLike[str] | str | None = None, *, pause: int = 0) -> CardTable:
        """A new battle, kept in a file from the start when there is a path. Raises BobError."""
        return cls(Sitting.new(CardDogfight(), plan.scenario, plan.seed, plan.options, plan.seats, path), pause=pause)

    @classmethod
    def open(cls, path: os.PathLike[str] | str, *, pause: int = 0) -> CardTable:
        """A battle from its file; persons play the seats of which it says nothing. Raises BobError."""
        return cls(Sitting.open(path, {CardDogfight.name: CardDogfight()}), pause=pause)

    @property
    def save(self) -> Save | None:
        """The file, if there is one."""
        return self.core.save

    @property
    def seats(self) -> Mapping[str, str]:
        """Who plays which seat."""
        return self.core.seats

    def close(self) -> None:
        """Interrupt the pilots and close the file."""
        self._timer.stop()
        self._staff.stop()
        self.core.close()
        self.core.save = self.match.keep = None

    # ---- what the seat at the screen may know

    @property
    def tables(self) -> CardTables:
        return self.game.tables

    @property
    def terms(self) -> CardTerms:
        terms: CardTerms = self.match.position.terms
        return terms

    @property
    def sitting(self) -> str:
        """The seat whose eyes the screen has; empty while the screen changes hands."""
        return self._sitting

    @property
    def view(self) -> CardTableView | None:
        """The table as the seat at the screen sees it; None while the screen changes hands."""
        if not self.sitting:
            return None
        key = len(self.match.entries), self.sitting
        if self._view is None or self._view[:2] != key:
            view: CardTableView = self.match.view(self.sitting)
            self._view = (*key, view)
        return self._view[2]

    @property
    def choices(self) -> Choices:
        """What the seat at the screen may order now."""
        if self.sitting not in self.persons or self.sitting not in self.match.owing:
            return Choices()
        return self.core.choices(self.sitting)

    @property
    def log(self) -> list[tuple[int, Event]]:
        """What the seat at the screen learnt."""
        return self.core.log(self.sitting) if self.sitting else []

    @property
    def outcome(self) -> Outcome | None:
        return self.core.outcome

    @property
    def is_thinking(self) -> bool:
        return self._staff.busy or self._timer.isActive()

    # ---- playing

    def sit(self, seat: str) -> None:
        """The person of that seat sits down at the screen. Raises Refused for a seat that no person plays."""
        self.core.screen.sit(seat)
        self._sitting = seat
        self.changed.emit()
        self.advance()

    def play(self, order: Any) -> Entry | None:
        """Carry out an order of the seat at the screen; None, and `failed` tells why, when it cannot be."""
        try:
            self.core.give(self.sitting, order)
        except BobError as error:
            self.failed.emit(error)
            return None
        entry = self.match.entries[-1]
        self._settled()
        return entry

    def advance(self) -> None:
        """Let a pilot think, ask the next person to the screen, or tell that the battle is over."""
        if self.outcome is not None:
            if not self._told_over:
                self._told_over = True
                if not self.sitting:
                    self._sitting = self.persons[0]
                self.over.emit()
                self.changed.emit()
            return
        if self.is_thinking:
            return
        owing, thinker = self.core.owing, self.core.thinker
        if thinker is not None:
            self._thinks = self.core.thought(thinker)
            self._staff.start(thinker, self._thinks.think)
            self.thinking.emit(True)
        elif owing and self.sitting not in owing:
            self._sitting = ""
            self.changed.emit()
            self.handover.emit(owing[0])

    def _settled(self) -> None:
        self.changed.emit()
        self.advance()

    def _thought(self, seat: str, found: object) -> None:
        if isinstance(found, BaseException):
            self.thinking.emit(False)
            raise found
        assert isinstance(found, list) and self._thinks is not None
        self._ready = self._thinks, found
        self._timer.start(self.pause)

    def _give(self) -> None:
        """Carry out what a pilot has decided; he thinks again when the table has changed under him."""
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
        """Why the last order cannot be taken back (a key of the words), or None when it can."""
        return self.core.undo_reason(self.sitting)

    def undo(self) -> None:
        """Take the last order back, if that is allowed; else `failed` tells why."""
        try:
            self.core.undo(self.sitting)
        except BobError as error:
            self.failed.emit(error)
            return
        self._view = None
        self.changed.emit()
