"""One game at the screen: the match, its file, its seats, and the officers, who think off the interface's thread.

A widget asks for `session.view(session.seat)` and for nothing else of the position. `seat` is the viewing seat, `seated` the one that
gives orders; they differ when the referee looks into a room, or a player looks at a finished game.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from bob.core.errors import BobError, Refused
from bob.core.game import REFEREE, Choices, PendingFight
from bob.core.kit import HUMAN, Decision
from bob.core.record import Entry
from bob.data.units import SIDES
from bob.day.state.orders import Fly, InName, Pick, Readiness, WentBack, given
from bob.desk.base.widgets.background import Background
from bob.desk.session.fliers import Cockpit
from bob.desk.session.seat_views import SeatViews
from bob.desk.session.standing import StandingBook
from bob.driver import AnyDriver, AskDice, DiceBrokenOff, Driver, Thought
from bob.files import Cipher, Save, SaveError
from bob.files.proof import first_forged
from bob.games import kit
from bob.staff.fliers import Fliers
from bob.staff.kit import DayKit
from bob.staff.loaded import after
from bob.staff.roster import OFFICERS, officer
from bob.words import Words

__all__ = ["HUMAN", "AskDice", "DeskSession", "DiceBrokenOff", "Setup"]


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a new game: scenario, seed and options, the players of the seats, and the source of the dice: typed, or committed to
    by all."""

    scenario: str
    seed: str
    seats: Mapping[str, str]
    options: Mapping[str, Any]
    typed: bool = False
    fair: bool = False
    locked: bool = False
    """True if its file is locked by passphrases of two persons."""
    own: Path | None = None
    """The file of the day, where it is one of a user's own."""
    yesterday: Path | None = None
    """The save of an earlier day that left the ground as this one finds it."""


class SeveralRefused(Refused):
    """Several orders of a group that were refused, each for its own reason."""

    def __init__(self, errors: Sequence[Refused]) -> None:
        super().__init__("desk.refused.several", rule=errors[0].rule, count=len(errors), first=errors[0])
        self.errors = tuple(errors)


class DeskSession(SeatViews):
    """One game at the screen."""

    entry_added = Signal(object)
    """An entry as the seat at the screen may know it: order, rolls and events of others are left out."""
    refused = Signal(object)
    """An order was refused (a BobError)."""
    failed = Signal(object)
    """Something could not be kept or read (a BobError)."""
    thinking = Signal(bool)
    thought = Signal(int, int)
    """Progress of the thinking officer: options weighed and their total, where known."""
    moved = Signal()
    """The dogfight by cards in hand has gone on, or who flies in it has changed. Nothing else has."""
    over = Signal()
    handover = Signal(str)
    """Another person owes the decision: hide everything and ask that person to sit down, then call `sit`."""

    def __init__(self, core: AnyDriver, parent: QObject | None = None) -> None:
        super().__init__(core, parent)
        core.on_entry = self._entered
        self.paused = False
        self._staff = Background(self)
        self._staff.ready.connect(self._decided)
        self._staff.progressed.connect(self.thought)
        self._thinks: Thought | None = None
        self.proof = "former" if core.match.since else ""
        """The proof of a loaded file's log: `checking`, `forged`, `former` for a log made by former rules; empty when it is proved."""
        self._prover = Background(self)
        self._prover.ready.connect(self._proved)
        self.cockpit = Cockpit(self)
        self.cockpit.decided.connect(self._take)
        self.cockpit.failed.connect(self._grounded)
        self._undone: list[tuple[str, Any]] = []
        self._over_announced = False
        self._let = -1
        self._several = False
        """True while several orders are given as one change."""
        self._was = self._pending
        self.book = StandingBook(self)
        """The standing orders of who sits at the screen."""
        self._advice: tuple[tuple[int, str], tuple[str, ...]] | None = None
        self.gate: Callable[[str, Any], Refused | None] | None = None
        """Refuses an order of a person that the rules would allow: used by a lesson."""

    # ---- making and opening

    @classmethod
    def new(
        cls, setup: Setup, path: os.PathLike[str] | str | None = None, ask: AskDice | None = None, cipher: Cipher | None = None
    ) -> DeskSession:
        """A new game, kept in a file from the start when there is a path, which a `cipher` locks. Raises BobError."""
        of = setup.scenario, setup.seed, setup.options, setup.seats
        game = kit(DayKit.name).make()
        if setup.own is not None:
            game, _ = kit(DayKit.name).with_file(game, setup.own)
        if setup.yesterday is not None:
            game = after(game, setup.scenario, setup.yesterday)
        return cls(Driver.new(game, *of, path, ask=ask, typed=setup.typed, fair=setup.fair, cipher=cipher))

    @classmethod
    def open(cls, path: os.PathLike[str] | str, ask: AskDice | None = None) -> DeskSession:
        """A day from its file. Raises SaveError."""
        day = kit(DayKit.name).make()
        return cls(Driver.open(path, {day.name: day}, ask=ask))

    def prove(self) -> None:
        """Check the log of a game that was opened, on another thread: a file can be made whose events never happened."""
        match, usual = self.truth().for_looking(), self.proof
        self.proof = "checking"

        def proved(tell: Callable[[int, int], None]) -> str:
            return "forged" if first_forged(match, tell) is not None else usual

        self._prover.start("", proved)
        self.changed.emit()

    def _proved(self, seat: str, found: object) -> None:
        self.proof = found if isinstance(found, str) else "forged"
        if self.proof == "forged":
            self.failed.emit(BobError("locks.forged_log"))
        self.changed.emit()

    def close(self) -> None:
        """End the officers' thoughts and close the file."""
        self._prover.stop()
        self._staff.stop()
        self.cockpit.stop()
        self.core.close()

    @property
    def save(self) -> Save | None:
        """The file, if there is one."""
        return self.core.save

    @property
    def fliers(self) -> Fliers:
        """Return the players of dogfights."""
        return self.core.fliers

    # ---- seats

    @property
    def to_move(self) -> tuple[str, ...]:
        """Return the seats that owe a decision. A referee decides how engagements are resolved and enters their results."""
        return self.core.to_move

    @property
    def waiting(self) -> str | None:
        """The person who owes a decision first; the one at the screen if that is one of them."""
        return self.core.screen.waiting

    def sit(self, seat: str) -> None:
        """Let another person sit down. Raises Refused for a seat that no person plays."""
        self.core.screen.sit(seat)
        self._undone.clear()
        self._at = None
        self._pen = ""
        self._show(seat)

    # ---- orders

    @property
    def choices(self) -> Choices:
        """Return the current options of the seat at the screen."""
        return self.core.choices(self.hand) if self.live else Choices()

    def check(self, seat: str, order: Any) -> Refused | None:
        """Return the error with which an order would be refused now, or None when it may be given."""
        try:
            self._may(seat, order)
            self.core.check(seat, order)
        except Refused as error:
            return error
        return None

    def play(self, seat: str, order: Any) -> Entry:
        """Carry out an order of the seat at the screen, or send it to where the game is played; the last entry then. Raises Refused or
        BobError, and then nothing has changed."""
        try:
            self._may(seat, order)
            self._keep_views()
            if seat == self.seated:
                self.core.give(seat, order)
            else:
                self.core.give(self.seated, InName(seat, order))
        except Refused as error:
            self.refused.emit(error)
            raise
        except BobError as error:
            self.failed.emit(error)
            raise
        entry = self.match.entries[-1]
        self._undone.clear()
        self.cockpit.cancel()
        self.advance()
        return entry

    def play_all(self, seat: str, orders: Sequence[Any]) -> list[tuple[Any, Refused]]:
        """Carry out several orders: a refused one stops none of the others. Return those refused with their reasons, all at once. Raises
        BobError for an order that could not be saved."""
        refused: list[tuple[Any, Refused]] = []
        self._several = True
        try:
            for order in orders:
                error = self.check(seat, order)
                if error is None:
                    try:
                        self.play(seat, order)
                    except Refused as found:
                        error = found
                if error is not None:
                    refused.append((order, error))
        finally:
            self._several = False
            if len(refused) < len(orders):
                self.changed.emit()
        if refused:
            self.refused.emit(refused[0][1] if len(refused) == 1 else SeveralRefused([error for _, error in refused]))
        return refused

    def _may(self, seat: str, order: Any) -> None:
        if self._at is not None:
            raise Refused("desk.refused.past")
        if seat not in (self.seated, self.hand):
            raise Refused("desk.refused.not_sitting")
        if self.gate is not None and (refused := self.gate(seat, order)) is not None:
            raise refused

    def _keep_views(self) -> None:
        """A dialog over a half-done order still finds the views that there were."""
        for shown in (self._seat, self.hand, self.seated):
            self._view(self.number, shown)

    def _entered(self, entry: Entry) -> None:
        """Announce an entry that has been saved."""
        was, self._was = self._was, self._pending
        self._keep_views()
        self.entry_added.emit(self.heard(entry))
        if isinstance(given(entry.seat, entry.order)[1], Fly) and was is not None and was == self._was:
            self.moved.emit()
        elif not self._several:
            self.changed.emit()

    def advance(self) -> None:
        """Start the officers, ask another person to the screen, or announce the end of the day."""
        if self.is_over:
            if not self._over_announced:
                self._over_announced = True
                self.over.emit()
            return
        seat, called = self.core.thinker, self.core.screen.called
        self._pass_pen()
        if seat is not None and seat != self._pen and not self.paused:
            if not self.watching or self.number <= self._let or self.aloft:
                self._think(seat)
        elif called is not None:
            self.handover.emit(called)

    def take_pen(self, seat: str) -> None:
        """Let the referee give orders in the name of a side, or only in the referee's own. Raises Refused without a referee."""
        if self.seated != REFEREE:
            raise Refused("desk.refused.not_sitting")
        if seat:
            self.cancel()
        self._pen = seat
        self.changed.emit()
        self.advance()

    def _pass_pen(self) -> None:
        """Of two sides that persons play the pen goes over to the one that still owes orders."""
        to_move = self.core.to_move
        other = next((seat for seat in SIDES if seat in to_move and seat in self.core.outside), "")
        if self._pen and self._pen not in to_move and other:
            self._pen = other
            self.changed.emit()

    @property
    def watching(self) -> bool:
        """Return whether officers play both sides: then they play one step for each call of `step`."""
        return all(self.core.played_for(side) for side in SIDES)

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
    def _pending(self) -> PendingFight | None:
        return self.core.pending

    @property
    def aloft(self) -> bool:
        """Return whether a dogfight is in progress."""
        return self._pending is not None and self._pending.flown

    def flier(self, seat: str) -> str | None:
        """The pilot who flies for a person in the dogfight in hand; None when that person does."""
        return self.core.pilot_of(seat)

    def let_fly(self, seat: str, name: str | None, *, always: bool = False) -> None:
        """Let a pilot fly for a person in the dogfight in hand, or in all that come; None gives the stick back. Raises Refused."""
        if seat != self.seated and self.seated != REFEREE:
            raise Refused("desk.refused.not_sitting")
        try:
            self.core.let_fly(seat, name, always=always)
        except SaveError as error:
            self.failed.emit(error)
        self.cockpit.cancel()
        self.moved.emit()
        self.advance()

    def _take(self, thought: Thought, found: list[Decision]) -> None:
        """Give the decision of an officer or a pilot; repeat the thought if the position has changed."""
        if self.paused:
            return
        self._keep_views()
        try:
            self.core.take(thought, found)
        except BobError as error:
            self._grounded(error)
            return
        self.advance()

    def _grounded(self, error: object) -> None:
        """Stop after an order of the program that could not be saved, until the person continues."""
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
        thought = self.core.thought(seat)
        if self._pending is not None:
            self.cockpit.think(thought)
            return
        self._thinks = thought
        self._staff.start(seat, thought.think)
        self.thinking.emit(True)

    def _decided(self, seat: str, found: object) -> None:
        """Give the decision of an officer; skip orders that the game refuses."""
        self.thinking.emit(False)
        if isinstance(found, BaseException):
            self.paused = True
            self.changed.emit()
            raise found
        if self._thinks is not None and isinstance(found, list):
            self._take(self._thinks, found)

    def cancel(self) -> None:
        """Break the officers' thoughts off; nothing of them is given."""
        if self._staff.cancel():
            self.thinking.emit(False)
        self.cockpit.cancel()

    def advised_pick(self) -> tuple[str, ...]:
        """Return the answer of the seat's usual officer to the open choice; empty for none."""
        seat = self.hand
        key = (self.number, seat)
        if self._advice is None or self._advice[0] != key:
            found = officer(OFFICERS[seat][0], self.match.header.seed, seat).orders(self.view(seat), self.rules)
            self._advice = key, next((d.order.names for d in found if isinstance(d.order, Pick)), ())
        names = self._advice[1]
        choice = self.view(seat).choice or {"options": [], "count": 0}
        return names if len(names) == choice["count"] and set(names) <= set(choice["options"]) else ()

    def advised_readiness(self) -> tuple[Readiness, ...]:
        """The squadrons that the usual officer of the seat at the screen would bring to Ready for what comes towards their Sectors."""
        seat = self.hand
        found = officer(OFFICERS[seat][0], self.match.header.seed, seat).orders(self.view(seat), self.rules)
        called = [d.order for d in found if isinstance(d.order, Readiness) and d.why_key == "staff.why.ready"]
        return tuple(order for order in called if self.check(seat, order) is None)

    # ---- undo

    def undo_reason(self) -> str | None:
        """Return why the last order cannot be taken back (a key of the words), or None when it can."""
        if self._at is not None:
            return "desk.refused.past"
        reason = self.core.undo_reason(self.seated)
        return self.core.back_refused(self.number - 1) if reason is not None and self._own_last else reason

    @property
    def _own_last(self) -> bool:
        """Return whether the referee at the screen gave the last order: the referee may take back orders that others have seen."""
        last = self.match.entries[-1]
        return self.seated == last.seat == REFEREE and last.order is not None and not isinstance(last.order, WentBack)

    def undo(self) -> Entry:
        """Take the last order back. Raises Refused with the reason."""
        reason = self.undo_reason()
        try:
            if reason is not None:
                raise Refused(reason)
            entry = self.match.last_order(self.seated)
            if self.core.undo_reason(self.seated) is None:
                self.core.undo(self.seated)
            else:
                last = self.match.entries[-1]
                heard = {seat for event in last.events for seat in event.to}
                self.core.go_back(last.number - 1, WentBack(False, tuple(sorted(heard))))
        except Refused as error:
            self.refused.emit(error)
            raise
        except BobError as error:
            self.failed.emit(error)
            raise
        assert entry is not None
        self._restored(entry.number)
        if not self.core.may_go_forward:
            self._undone.append((entry.seat, entry.order))
        self.changed.emit()
        return entry

    def _restored(self, number: int) -> None:
        """Drop the cached views of the entries from that number on."""
        self._views = OrderedDict((key, view) for key, view in self._views.items() if key[0] < number)
        self._was, self._at = self._pending, None

    @property
    def redoable(self) -> bool:
        return (bool(self._undone) or self.core.may_go_forward) and self.live

    # ---- the referee goes back and forward

    def back_reason(self, number: int) -> str | None:
        """Return why the referee cannot go back to the state after the entry of that number (a key of the words); None when it is
        possible."""
        return self.core.back_refused(number) if self.seated == REFEREE else "desk.refused.not_sitting"

    def turn_start(self) -> int:
        """The entry after which the turn that is looked at began; now that of this turn, or of the one before where nothing has been
        ordered since."""
        at = self.turn_began(self.shown + 1)
        ordered = any(not isinstance(entry.order, WentBack) for entry in self.match.entries[at + 1 :])
        return at if self._at is not None or ordered else self.turn_began(at)

    def go_back(self, number: int) -> None:
        """Go back to the state after the entry of that number and inform both sides. Raises Refused."""
        self._go(number + 1, lambda: self.core.go_back(number, WentBack(False, SIDES)))

    def go_forward(self) -> None:
        """Return to the state before the last step back and inform both sides. Raises Refused."""
        self._go(self.number, lambda: self.core.go_forward(WentBack(True, SIDES)))

    def _go(self, number: int, go: Callable[[], object]) -> None:
        try:
            reason = None if self.seated == REFEREE else "desk.refused.not_sitting"
            if reason is not None:
                raise Refused(reason)
            self.cancel()
            go()
        except Refused as error:
            self.refused.emit(error)
            raise
        except BobError as error:
            self.failed.emit(error)
            raise
        self._over_announced = False
        self._undone.clear()
        self._restored(number)
        self._pass_pen()
        self.paused = self.core.thinker is not None  # the referee has something to do before the officers go on
        self.looked.emit()
        self.changed.emit()

    def redo(self) -> Entry | None:
        """Give the order that was taken back last once more. Raises Refused."""
        if not self.redoable:
            return None
        if self.core.may_go_forward:
            self.go_forward()
            return self.match.entries[-1]
        seat, order = self._undone[-1]
        rest = self._undone[:-1]
        entry = self.play(seat, order)
        self._undone = rest
        self.changed.emit()
        return entry

    # ---- files

    def branched(self, path: os.PathLike[str] | str, number: int) -> DeskSession:
        """A new game in a file of its own, from the entry of that number on. Raises SaveError, IndexError."""
        return DeskSession(self.core.branched(path, number))

    def keep_in(self, path: os.PathLike[str] | str, cipher: Cipher | None = None) -> None:
        """Keep the game in a new file from now on, locked as before or by a `cipher`. Raises SaveError."""
        self.core.keep_in(path, cipher)

    def draft(self, key: str) -> Any:
        """A JSON value kept in the file beside the record: a plan in the making, notes. None when there is none."""
        try:
            return self.core.draft(self.seated, key)
        except SaveError:
            return None

    def waits_for(self, words: Words) -> str:
        """Describe the wait when the person at the screen owes nothing."""
        return words("desk.status.waiting")

    def put_draft(self, key: str, value: Any) -> None:
        """Keep a JSON value in the file for the seat at the screen; None takes it away."""
        if self.save is None or self.save.read_only:
            return
        try:
            self.core.put_draft(self.seated, key, value)
        except SaveError as error:
            self.failed.emit(error)
