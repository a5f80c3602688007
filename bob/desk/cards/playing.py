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
from bob.dogfight.cards.data import Tables
from bob.dogfight.cards.pilots.pilot import Pilot
from bob.dogfight.cards.pilots.roster import pilot
from bob.dogfight.cards.position import Position, Terms
from bob.dogfight.cards.view import TableView
from bob.errors import BobError, Refused
from bob.game import REFEREE, Choices, Entry, Event, Match, Outcome
from bob.save import Save, SaveError

HUMAN = "human"
SEATS = "seats"
"""The draft of a save that tells who plays which seat."""


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

    def __init__(
        self, match: Match[Position], seats: Mapping[str, str], save: Save | None = None, *, pause: int = 0, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        assert isinstance(match.game, CardDogfight)
        self.match, self.save, self.game = match, save, match.game
        self.seats = dict(seats)
        self.pause = pause
        """Milliseconds before a pilot's order is carried out, so that it can be followed."""
        self.persons = tuple(seat for seat in match.game.seats(match.position) if seats.get(seat, HUMAN) == HUMAN)
        self._sitting = self.persons[0] if len(self.persons) == 1 else ("" if self.persons else REFEREE)
        terms = match.position.terms
        self._pilots: dict[str, Pilot] = {
            seat: pilot(seats[seat], seat, match.header.seed, terms, self.game)
            for seat in match.game.seats(match.position)
            if seat not in self.persons
        }
        self._staff = Background(self)
        self._staff.ready.connect(self._thought)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._give)
        self._ready: tuple[str, Any] | None = None
        self._told_over = False
        self._view: tuple[int, str, TableView] | None = None

    # ---- making and opening

    @classmethod
    def new(cls, plan: CardPlan, path: os.PathLike[str] | str | None = None, *, pause: int = 0) -> CardTable:
        """A new battle, kept in a file from the start when there is a path. Raises BobError."""
        game = CardDogfight()
        if path is None:
            return cls(Match.new(game, plan.scenario, plan.seed, plan.options), plan.seats, pause=pause)
        save, match = Save.begin(path, game, plan.scenario, plan.seed, plan.options)
        save.put_draft(SEATS, dict(plan.seats))
        return cls(match, plan.seats, save, pause=pause)

    @classmethod
    def open(cls, path: os.PathLike[str] | str, *, pause: int = 0) -> CardTable:
        """A battle from its file. Raises BobError."""
        save, match = Save.open(path, {CardDogfight.name: CardDogfight()})
        try:
            seats = save.draft_of_kind(SEATS, dict[str, str]) or {}
            if set(seats) != set(match.game.seats(match.position)):
                raise SaveError("save.damaged_draft", path, name=SEATS)
            return cls(match, seats, save, pause=pause)
        except BaseException:
            save.close()
            raise

    def close(self) -> None:
        """Interrupt the pilots and close the file."""
        self._timer.stop()
        self._staff.stop()
        if self.save is not None:
            self.save.close()
            self.save = self.match.keep = None

    # ---- what the seat at the screen may know

    @property
    def tables(self) -> Tables:
        return self.game.tables

    @property
    def terms(self) -> Terms:
        return self.match.position.terms

    @property
    def sitting(self) -> str:
        """The seat whose eyes the screen has; empty while the screen changes hands."""
        return self._sitting

    @property
    def view(self) -> TableView | None:
        """The table as the seat at the screen sees it; None while the screen changes hands."""
        if not self.sitting:
            return None
        key = len(self.match.entries), self.sitting
        if self._view is None or self._view[:2] != key:
            view: TableView = self.match.view(self.sitting)
            self._view = (*key, view)
        return self._view[2]

    @property
    def choices(self) -> Choices:
        """What the seat at the screen may order now."""
        if self.sitting not in self.persons or self.sitting not in self.match.owing:
            return Choices()
        return self.game.choices(self.match.position, self.sitting)

    @property
    def log(self) -> list[tuple[int, Event]]:
        """What the seat at the screen learnt."""
        return self.match.log(self.sitting) if self.sitting else []

    @property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.match.position)

    @property
    def is_thinking(self) -> bool:
        return self._staff.busy or self._timer.isActive()

    # ---- playing

    def sit(self, seat: str) -> None:
        """The person of that seat sits down at the screen. Raises Refused for a seat that no person plays."""
        if seat not in self.persons:
            raise Refused("desk.refused.not_a_person")
        self._sitting = seat
        self.changed.emit()
        self.advance()

    def play(self, order: Any) -> Entry | None:
        """Carry out an order of the seat at the screen; None, and `failed` tells why, when it cannot be."""
        seat = self.sitting
        try:
            entry = self.match.play(seat, order)
        except BobError as error:
            self.failed.emit(error)
            return None
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
        owing = self.match.owing
        flown = next((seat for seat in owing if seat in self._pilots), None)
        if flown is not None:
            view, choices = self.match.view(flown), self.game.choices(self.match.position, flown)
            thinker = self._pilots[flown]
            self._staff.start(flown, lambda _: [thinker.decide(view, choices)])
            self.thinking.emit(True)
        elif owing and self.sitting not in owing:
            self._sitting = ""
            self.changed.emit()
            self.handover.emit(owing[0])

    def _settled(self) -> None:
        if len(self.match.entries) % 64 == 0:
            self.match.snapshot()
        self.changed.emit()
        self.advance()

    def _thought(self, seat: str, found: object) -> None:
        if isinstance(found, BaseException):
            self.thinking.emit(False)
            raise found
        assert isinstance(found, list)
        self._ready = (seat, found[0])
        self._timer.start(self.pause)

    def _give(self) -> None:
        """Carry out what a pilot has decided; he thinks again when the table has changed under him."""
        assert self._ready is not None
        seat, order = self._ready
        self._ready = None
        self.thinking.emit(False)
        try:
            self.match.play(seat, order)
        except Refused:
            self.advance()
            return
        except BobError as error:
            self.failed.emit(error)
            return
        self._settled()

    # ---- undo

    def undo_reason(self) -> str | None:
        """Why the last order cannot be taken back (a key of the words), or None when it can."""
        reason = self.match.undo_refused()
        if reason is None and self.match.entries[-1].seat != self.sitting:
            return "game.undo_revealed"
        return reason

    def undo(self) -> None:
        """Take the last order back, if that is allowed; else `failed` tells why."""
        reason = self.undo_reason()
        try:
            if reason is not None:
                raise Refused(reason)
            self.match.undo()
        except BobError as error:
            self.failed.emit(error)
            return
        self._view = None
        self.changed.emit()
