"""One game at the screen: the match, its file, who sits where, and the officers, who think off the interface's thread.

A widget asks for `session.view(session.seat)` and for nothing else of the position. `seat` is whose eyes the screen has, `sitting` who
gives orders; they differ when the referee looks into a room, or somebody looks at a finished game.
"""

from __future__ import annotations

import copy
import os
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from bob.desk.fights.fliers import Cockpit
from bob.desk.game.background import Background, Tell
from bob.desk.game.eyes import HUMAN, OUTSIDE, OWN_ROLLS, Eyes
from bob.desk.game.typed import AskDice, DiceBrokenOff, dresser
from bob.errors import BobError, Refused
from bob.game import REFEREE, Choices, Entry, Match
from bob.games import game as game_of
from bob.games import games, kit, only_a_day
from bob.operations.day import OperationalDay
from bob.operations.orders import Done, Fly, Pick, Seal
from bob.operations.position import LUFTWAFFE, RAF, Fight
from bob.save import Save, SaveError
from bob.staff.fliers import Fliers
from bob.staff.officer import Officer
from bob.staff.runner import OFFICERS, officer

__all__ = ["HUMAN", "AskDice", "DiceBrokenOff", "Session", "Setup"]

SIDES = (RAF, LUFTWAFFE)
SEATS = "seats"
SCREEN = "screen"
FLIERS = "fliers"
"""The drafts of a save: who plays which seat, how the dice fall, who flies in dogfights for the persons."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What a new game is made of: the scenario, its seed and options, who sits where, and whether the dice are typed."""

    scenario: str
    seed: str
    seats: Mapping[str, str]
    options: Mapping[str, Any]
    typed: bool = False


class Session(Eyes):
    """One game at the screen."""

    entry_added = Signal(object)
    """An entry as the seat at the screen may know it: order, rolls and events of others are left out."""
    refused = Signal(object)
    """An order was refused (a BobError)."""
    failed = Signal(object)
    """Something could not be kept or read (a BobError)."""
    thinking = Signal(bool)
    thought = Signal(int, int)
    """How many of so many things the officer who thinks has weighed, where he can say."""
    moved = Signal()
    """The dogfight by cards in hand has gone on, or who flies in it has changed. Nothing else has."""
    over = Signal()
    handover = Signal(str)
    """Another person owes the decision: hide everything and ask that person to sit down, then call `sit`."""

    def __init__(
        self,
        match: Match[Any],
        seats: Mapping[str, str],
        save: Save | None = None,
        *,
        typed: bool = False,
        ask: AskDice | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(match, seats, parent)
        self.save = save
        self.typed = typed
        self.ask = ask
        self.paused = False
        self._officers: dict[str, Officer] = {
            seat: officer(name, match.header.seed, seat) for seat, name in seats.items() if name not in OUTSIDE
        }
        self._staff = Background(self)
        self._staff.ready.connect(self._decided)
        self._staff.told.connect(self.thought)
        self.fliers = Fliers()
        self.cockpit = Cockpit(match.header.seed, self, match.game.slot if isinstance(match.game, OperationalDay) else {})
        self.cockpit.decided.connect(self._flown)
        self.cockpit.failed.connect(self._grounded)
        self._undone: list[tuple[str, Any]] = []
        self._told_over = False
        self._let = -1
        self._advice: tuple[tuple[int, str], tuple[str, ...]] | None = None

    # ---- making and opening

    @classmethod
    def new(cls, setup: Setup, path: os.PathLike[str] | str | None = None, ask: AskDice | None = None) -> Session:
        """A new game, kept in a file from the start when there is a path. Raises BobError."""
        game = game_of("day")
        dress = dresser(ask, lambda *_: True) if setup.typed and ask is not None else None
        if path is None:
            save, match = None, Match.new(game, setup.scenario, setup.seed, setup.options, dice=dress)
        else:
            save, match = Save.begin(path, game, setup.scenario, setup.seed, setup.options, dice=dress)
            save.put_draft(SEATS, dict(setup.seats))
            if setup.typed:
                save.put_draft(SCREEN, {"typed": True})
        return cls(match, setup.seats, save, typed=setup.typed, ask=ask)

    @classmethod
    def open(cls, path: os.PathLike[str] | str, ask: AskDice | None = None) -> Session:
        """A game from its file. Raises SaveError."""
        save, match = Save.open(path, games())
        try:
            only_a_day(match, path)
            seats = save.draft_of_kind(SEATS, dict[str, str]) or {RAF: HUMAN, LUFTWAFFE: HUMAN}
            if not set(SIDES) <= set(seats) <= {*SIDES, REFEREE}:
                raise SaveError("save.damaged_draft", path, name=SEATS)
            screen = save.draft_of_kind(SCREEN, dict[str, bool]) or {}
            made = cls(match, seats, save, typed=screen.get("typed", False), ask=ask)
            made.fliers = Fliers(save.draft(FLIERS), kit(match.game.name).pilots(match.game))
            return made
        except BaseException:
            save.close()
            raise

    def close(self) -> None:
        """End the officers' thoughts and close the file."""
        self._staff.stop()
        self.cockpit.stop()
        if self.save is not None:
            self.save.close()

    # ---- who sits where

    @property
    def owing(self) -> tuple[str, ...]:
        """Who owes a decision. Where a referee sits, he says how engagements are resolved and brings their results."""
        fight = self._fight
        if fight is not None and fight.battle is None and REFEREE in self.persons:
            return (REFEREE,)
        return self.match.owing

    @property
    def waiting(self) -> str | None:
        """The person who owes a decision first; the one at the screen if that is one of them."""
        owing = [seat for seat in self.owing if self.seats.get(seat) in OUTSIDE and not self._by_pilot(seat)]
        return self.sitting if self.sitting in owing else owing[0] if owing else None

    def sit(self, seat: str) -> None:
        """Let another person sit down. Raises Refused for a seat that no person plays."""
        if seat not in self.persons:
            raise Refused("desk.refused.not_a_person")
        self.sitting = seat
        self._at = None
        self._show(seat)

    # ---- orders

    @property
    def choices(self) -> Choices:
        """What the seat at the screen may order now."""
        return self.match.game.choices(self.match.position, self.sitting) if self.live else Choices()

    def check(self, seat: str, order: Any) -> Refused | None:
        """Why an order would be refused now, or None when it may be given."""
        try:
            self._may(seat)
            self.match.game.check(self.match.position, seat, order)
        except Refused as error:
            return error
        return None

    def play(self, seat: str, order: Any) -> Entry:
        """Carry out an order of the seat at the screen. Raises Refused or BobError, and then nothing has changed."""
        try:
            self._may(seat)
            entry = self._play(seat, order)
        except Refused as error:
            self.refused.emit(error)
            raise
        except BobError as error:
            self.failed.emit(error)
            raise
        self._undone.clear()
        self.cockpit.cancel()
        self.advance()
        return entry

    def _may(self, seat: str) -> None:
        if self._at is not None:
            raise Refused("desk.refused.past")
        if seat != self.sitting:
            raise Refused("desk.refused.not_sitting")

    def _play(self, seat: str, order: Any) -> Entry:
        for shown in (self._seat, self.sitting):
            self._view(self.number, shown)  # a dialog over half-done orders still finds the view it had
        dress = dresser(self.ask, self._types) if self.typed and self.ask is not None else None
        before = self._fight.engagement.number if self._fight is not None else -1
        entry = self.match.play(seat, order, dress)
        if entry.number % 64 == 0:
            self.match.snapshot()
        self.entry_added.emit(self.heard(entry))
        fight = self._fight
        if isinstance(order, Fly) and fight is not None and fight.battle is not None and fight.engagement.number == before:
            self.moved.emit()
        else:
            self.changed.emit()
        return entry

    def _types(self, purpose: str, by: str) -> bool:
        """Whether the person at the screen types a roll: the referee all of them, a side those of its own that it may see."""
        return self.sitting == REFEREE or (by == self.sitting and purpose in OWN_ROLLS)

    def advance(self) -> None:
        """Let the officers think, ask another person to the screen, or tell that the day is over."""
        if self.is_over:
            if not self._told_over:
                self._told_over = True
                self.over.emit()
            return
        owing = self.owing
        seat = next((s for s in owing if s in self._officers or self._by_pilot(s)), None)
        if seat is not None and not self.paused:
            if not self.watching or self.number <= self._let or self.aloft:
                self._think(seat)
        elif self.sitting in SIDES and self.sitting not in owing and self.waiting is not None:
            self.handover.emit(self.waiting)

    @property
    def watching(self) -> bool:
        """Whether officers play both sides: then they play a step each time that `step` is called."""
        return all(side in self._officers for side in SIDES)

    def step(self) -> None:
        """Let the officers of both sides give their orders once."""
        if not self.is_thinking:
            self._let = self.number
            self.advance()

    def pause(self, paused: bool) -> None:
        """Stop the officers, or let them go on."""
        self.paused = paused
        if paused:
            self.cancel()
        else:
            self.advance()
        self.changed.emit()

    # ---- engagements

    @property
    def _fight(self) -> Fight | None:
        return self.match.position.combat.now if self.match.position.phase == "engagement" else None

    @property
    def aloft(self) -> bool:
        """Whether a dogfight by cards is in hand."""
        return self._fight is not None and self._fight.battle is not None

    def flier(self, seat: str) -> str | None:
        """The pilot who flies for a person in the dogfight in hand; None when that person does."""
        fight = self._fight
        return self.fliers.name(seat, fight.engagement.number) if fight is not None else self.fliers.always(seat)

    def let_fly(self, seat: str, name: str | None, *, always: bool = False) -> None:
        """Let a pilot fly for a person in the dogfight in hand, or in all that come; None gives the stick back. Raises Refused."""
        if seat != self.sitting and self.sitting != REFEREE:
            raise Refused("desk.refused.not_sitting")
        fight = self._fight
        self.fliers.choose(seat, name, fight.engagement.number if fight is not None and not always else None)
        if self.save is not None and not self.save.read_only:
            try:
                self.save.put_draft(FLIERS, self.fliers.as_json())
            except SaveError as error:
                self.failed.emit(error)
        self.cockpit.cancel()
        self.moved.emit()
        self.advance()

    def _by_pilot(self, seat: str) -> bool:
        """Whether a pilot flies for the person of that seat."""
        return self.aloft and seat not in self._officers and self.flier(seat) is not None

    def _flown(self, seat: str, order: Any) -> None:
        """A pilot's order is ready. What the game refuses, as the table has changed under him, he thinks over again."""
        if self.paused or seat not in self.owing:
            return
        try:
            self._play(seat, order)
        except Refused:
            pass
        except BobError as error:
            self._grounded(error)
            return
        self.advance()

    def _grounded(self, error: object) -> None:
        """A pilot's order could not be kept: nobody goes on before the person says so."""
        self.paused = True
        self.failed.emit(error)
        self.changed.emit()

    # ---- officers

    @property
    def is_thinking(self) -> bool:
        return self._staff.busy or self.cockpit.busy

    def _think(self, seat: str) -> None:
        if self.is_thinking:
            return
        number = self.number
        by = self._officers.get(seat)
        if self._fight is not None and not hasattr(by, "sample"):
            choices = self.match.game.choices(self.match.position, seat)
            self.cockpit.think(seat, self._view(number, seat), choices, None if by is not None else self.flier(seat))
            return
        assert by is not None
        if hasattr(by, "sample"):
            stand_in = copy.deepcopy(self.match.position)
            game = self.match.game

            def work(tell: Tell) -> list[Any]:
                return [by, by.sample(game, stand_in)]
        else:
            view = self._view(number, seat)
            thinker = copy.deepcopy(by)
            known = self.rules

            def work(tell: Tell) -> list[Any]:
                thinker.heed = tell
                try:
                    return [thinker, *(d.order for d in thinker.orders(view, known))]
                finally:
                    thinker.heed = None

        self._staff.start(seat, work)
        self.thinking.emit(True)

    def _decided(self, seat: str, found: object) -> None:
        """An officer's orders are ready; what the game refuses is passed over."""
        self.thinking.emit(False)
        if isinstance(found, BaseException):
            self.paused = True
            self.changed.emit()
            raise found
        if self.paused or seat not in self.owing or not isinstance(found, list):
            return
        self._officers[seat], *orders = found
        ended = False
        try:
            for order in orders:
                try:
                    self._play(seat, order)
                except Refused:
                    continue
                ended = ended or isinstance(order, Done | Seal | Pick)
            if not ended and seat in self.match.owing and self._fight is None and not hasattr(self._officers[seat], "sample"):
                choices = self.match.game.choices(self.match.position, seat)
                self._play(seat, choices.listed[0] if choices.listed else self._any_pick(seat))
        except BobError as error:
            self.paused = True
            self.failed.emit(error)
            self.changed.emit()
            return
        self.advance()

    def _any_pick(self, seat: str) -> Pick:
        choice = self.match.view(seat).choice
        return Pick(tuple(choice["options"][: choice["count"]]))

    def cancel(self) -> None:
        """Break the officers' thoughts off; nothing of them is given."""
        if self._staff.cancel():
            self.thinking.emit(False)
        self.cockpit.cancel()

    def advised_pick(self) -> tuple[str, ...]:
        """What the usual officer of the seat at the screen would answer to the choice that is open; empty when he would not."""
        seat = self.sitting
        key = (self.number, seat)
        if self._advice is None or self._advice[0] != key:
            found = officer(OFFICERS[seat][0], self.match.header.seed, seat).orders(self.view(seat), self.rules)
            self._advice = key, next((d.order.names for d in found if isinstance(d.order, Pick)), ())
        names = self._advice[1]
        choice = self.view(seat).choice or {"options": [], "count": 0}
        return names if len(names) == choice["count"] and set(names) <= set(choice["options"]) else ()

    # ---- undo

    def undo_reason(self) -> str | None:
        """Why the last order cannot be taken back (a key of the words), or None when it can."""
        if self._at is not None:
            return "desk.refused.past"
        reason = self.match.undo_refused()
        if reason is None and self.match.entries[-1].seat != self.sitting:
            return "game.undo_revealed"
        return reason

    def undo(self) -> Entry:
        """Take the last order back. Raises Refused with the reason."""
        reason = self.undo_reason()
        try:
            if reason is not None:
                raise Refused(reason)
            entry = self.match.undo()
        except Refused as error:
            self.refused.emit(error)
            raise
        except BobError as error:
            self.failed.emit(error)
            raise
        self._views = OrderedDict((key, view) for key, view in self._views.items() if key[0] < entry.number)
        self._undone.append((entry.seat, entry.order))
        self.changed.emit()
        return entry

    @property
    def redoable(self) -> bool:
        return bool(self._undone) and self.live

    def redo(self) -> Entry | None:
        """Give the order that was taken back last once more. Raises Refused."""
        if not self.redoable:
            return None
        seat, order = self._undone[-1]
        rest = self._undone[:-1]
        entry = self.play(seat, order)
        self._undone = rest
        self.changed.emit()
        return entry

    # ---- files

    def branched(self, path: os.PathLike[str] | str, number: int) -> Session:
        """A new game in a file of its own, from the entry of that number on. Raises SaveError, IndexError."""
        match = self.match.branch(number)
        made = Session(match, self.seats, None, typed=self.typed, ask=self.ask)
        made.keep_in(path)
        return made

    def keep_in(self, path: os.PathLike[str] | str) -> None:
        """Keep the game in a new file from now on. Raises SaveError."""
        if self.save is not None:
            self.save.copy_to(path)
            fresh, match = Save.open(path, games(), verify=False)
            self.save.close()
            self.save, match.keep = fresh, None
            self.match.keep = fresh
            return
        drafts = [(SEATS, dict(self.seats)), (FLIERS, self.fliers.as_json())]
        self.save = Save.of(path, self.match, [*drafts, (SCREEN, {"typed": True})] if self.typed else drafts)

    def draft(self, key: str) -> Any:
        """A JSON value kept in the file beside the record: a plan in the making, notes. None when there is none."""
        try:
            return self.save.draft(f"{self.sitting}/{key}") if self.save is not None else None
        except SaveError:
            return None

    def put_draft(self, key: str, value: Any) -> None:
        """Keep a JSON value in the file for the seat at the screen; None takes it away."""
        if self.save is None or self.save.read_only:
            return
        try:
            self.save.put_draft(f"{self.sitting}/{key}", value)
        except SaveError as error:
            self.failed.emit(error)
