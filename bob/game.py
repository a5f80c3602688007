"""The contract of every game, and what it gives for nothing: the record, replay, undo, the log of a seat.

A `Game` knows rules and no state; a position is typed data and no rules; a `Match` is one game being played. The orders of a seat
are frozen dataclasses with a class variable `code`. An order that is not legal raises `Refused` and changes nothing.
"""

from __future__ import annotations

import json
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from bob.codec import CodecError, decode, encode
from bob.dice import Dice, Ledger, Roll, ScriptedDice, SeededDice, Stream
from bob.errors import BobError, Refused, shown
from bob.ranges import Described, check_forms

P = TypeVar("P")

REFEREE = "referee"
"""The seat that sees all and may correct; every game has it."""

FORMAT = 1
"""The version of the form of records."""


class Order(Protocol):
    """What a seat decides: a frozen dataclass."""

    code: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: a code, its figures, and the seats that learn of it (the referee always does)."""

    code: str
    data: Mapping[str, Any]
    to: tuple[str, ...] = ()
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Choices:
    """What a seat may order now: all of `listed`, and whatever fits one of the `described` forms and the game's own check.

    A kind of order may have several forms. A game on an open table checks its orders by them.
    """

    listed: tuple[Any, ...] = ()
    described: tuple[Described, ...] = ()

    def check(self, order: Any) -> None:
        """Raise Refused unless the order is listed or fits a described form."""
        if order in self.listed:
            return
        codes = sorted({form.code for form in (*self.listed, *self.described)})
        if order.code not in codes:
            raise Refused("game.not_now", code=order.code, choices=", ".join(codes) or "–")
        forms = tuple(form for form in self.described if form.code == order.code)
        if not forms:
            raise Refused("game.not_listed", code=order.code, found=shown(encode(order)))
        try:
            check_forms(forms, encode(order))
        except CodecError as error:
            raise Refused("game.bad_order", code=order.code, **error.values) from error


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a code of the words, the points of each seat, the winner if any."""

    code: str
    points: Mapping[str, float]
    winner: str | None


class Game(ABC, Generic[P]):
    """One kind of game. Its methods are pure but for `apply`, which changes the position it is given."""

    name: ClassVar[str]
    order_types: ClassVar[tuple[type, ...]]

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        order_types = cls.__dict__.get("order_types")
        if isinstance(order_types, tuple):
            codes_once(cls.__name__, order_types)

    @abstractmethod
    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[P, list[Event]]:
        """A new position and what happened in making it. Raises BobError for an unknown scenario or option."""

    @abstractmethod
    def seats(self, position: P) -> tuple[str, ...]:
        """The seats that play, without the referee."""

    @abstractmethod
    def owing(self, position: P) -> tuple[str, ...]:
        """The seats that owe a decision now; none when the game is over."""

    @abstractmethod
    def choices(self, position: P, seat: str) -> Choices:
        """What a seat may order now, the listed orders sorted; empty for a seat that owes nothing."""

    @abstractmethod
    def check(self, position: P, seat: str, order: Any) -> None:
        """Raise Refused, with the reason and the rule, when the order is not legal. Changes nothing."""

    @abstractmethod
    def apply(self, position: P, seat: str, order: Any, dice: Dice) -> list[Event]:
        """Carry out an order that `check` let pass and run on until a seat owes a decision."""

    @abstractmethod
    def view(self, position: P, seat: str) -> Any:
        """All that a seat may know, as a frozen value that `encode` takes; the referee's holds all."""

    @abstractmethod
    def sample(self, position: P, seat: str, stream: Stream) -> Any:
        """One legal order of a seat that owes a decision: for random officers and the fuzzer."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def invariants(self, position: P) -> None:
        """Raise AssertionError when the position breaks what must always hold."""

    @abstractmethod
    def dump(self, position: P) -> str:
        """The position as a page that a person can read and paste into a test."""

    @abstractmethod
    def parse(self, text: str) -> P:
        """The position of a page made by `dump`. Raises BobError."""

    # ---- given for nothing

    def order(self, data: Any) -> Any:
        """The order of a JSON value. Raises Refused that says what is wrong with it."""
        kinds = {kind.code: kind for kind in self.order_types}  # type: ignore[attr-defined]
        code = data.get("code") if isinstance(data, Mapping) else None
        if not isinstance(code, str) or code not in kinds:
            raise Refused("game.unknown_order", found=str(code)[:40], choices=", ".join(sorted(kinds)))
        try:
            return decode(kinds[code], data)
        except CodecError as error:
            raise Refused("game.bad_order", code=code, **error.values) from error

    def draw(self, choices: Choices, stream: Stream) -> Any:
        """One of the choices at random: a listed order, or one drawn from a described form. Raises IndexError when there is none."""
        number = stream.below(len(choices.listed) + len(choices.described))
        if number < len(choices.listed):
            return choices.listed[number]
        return self.order(choices.described[number - len(choices.listed)].sample(stream))


def codes_once(name: str, order_types: Iterable[type]) -> None:
    """Raise TypeError unless each kind of order has a code that no other of the game has."""
    seen: dict[str, type] = {}
    for kind in order_types:
        code = getattr(kind, "code", None)
        if not isinstance(code, str):
            raise TypeError(f"{name}: the order {kind.__name__} has no code")
        if seen.setdefault(code, kind) is not kind:
            raise TypeError(f"{name}: {kind.__name__} and {seen[code].__name__} have the same code {code!r}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One order of a record with what came of it. Number 0 is the setup and has no order."""

    number: int
    seat: str
    order: Any
    rolls: tuple[Roll, ...]
    events: tuple[Event, ...]
    free: bool

    def as_json(self) -> dict[str, Any]:
        """The fixed form of a record's line."""
        return {
            "number": self.number,
            "seat": self.seat,
            "order": encode(self.order),
            "rolls": [[r.purpose, list(r.faces), r.sides, r.by, r.origin] for r in self.rolls],
            "events": [encode(e) for e in self.events],
            "free": self.free,
        }


def entry_from_json(data: Any, game: Game[Any]) -> Entry:
    """The entry of a record's line. Raises BobError."""
    raw: _RawEntry = decode(_RawEntry, data)
    rolls = tuple(Roll(purpose, tuple(faces), sides, by, origin) for purpose, faces, sides, by, origin in raw.rolls)  # type: ignore[arg-type]
    order = None if raw.number == 0 and raw.order is None else game.order(raw.order)
    return Entry(raw.number, raw.seat, order, rolls, raw.events, raw.free)


@dataclass(frozen=True, slots=True)
class _RawEntry:
    number: int
    seat: str
    order: Any
    rolls: tuple[tuple[str, tuple[int, ...], int, str, str], ...]
    events: tuple[Event, ...]
    free: bool


@dataclass(frozen=True, slots=True)
class Header:
    """What a record begins with."""

    game: str
    scenario: str
    seed: str
    options: Mapping[str, Any]
    format: int = FORMAT


class Keeper(Protocol):
    """Stores a record as it grows. An entry that `append` let pass is acknowledged; one that it refuses never happened."""

    def append(self, entry: Entry) -> None: ...

    def drop(self, number: int) -> None: ...


class Match(Generic[P]):
    """One game being played: a position, its record, and the dice. A keeper stores each entry before `play` returns."""

    def __init__(self, game: Game[P], header: Header, keep: Keeper | None = None) -> None:
        self.game = game
        self.header = header
        self.keep = keep
        self.entries: list[Entry] = []
        self.position: P
        self._stream = Stream.of(header.seed, "game")
        self._snapshots: dict[int, bytes] = {}

    @classmethod
    def new(
        cls,
        game: Game[P],
        scenario: str,
        seed: int | str,
        options: Mapping[str, Any] | None = None,
        *,
        keep: Keeper | None = None,
        dice: Callable[[SeededDice], Dice] | None = None,
    ) -> Match[P]:
        """A new match, set up. `dice` may put typed dice before the seeded ones."""
        match = cls(game, Header(game.name, scenario, str(seed), dict(options or {})), keep)
        match._begin(match._dice(dice))
        return match

    @classmethod
    def replayed(cls, game: Game[P], header: Header, entries: Iterable[Entry], keep: Keeper | None = None) -> Match[P]:
        """The match of a record, with its recorded dice. Raises BobError when the record does not follow from itself."""
        match = cls(game, header, None)
        for entry in entries:
            match._again(entry)
        if not match.entries:
            raise BobError("game.record_gap", number="-", expected=0)
        match.keep = keep
        return match

    # ---- playing

    @property
    def owing(self) -> tuple[str, ...]:
        return self.game.owing(self.position)

    def play(self, seat: str, order: Any, dice: Callable[[SeededDice], Dice] | None = None) -> Entry:
        """Check and carry out an order; the entry it made. Raises Refused, and then nothing has changed."""
        self.game.check(self.position, seat, order)
        before = self.game.owing(self.position)
        count = self._stream.count
        thrown = self._dice(dice)
        try:
            events = self.game.apply(self.position, seat, order, thrown)
            return self._enter(self._entry(seat, order, thrown, events, before))
        except BaseException:
            # The order was broken off half-way (typing was cancelled, the disk is full, a fault): go back to the last whole entry.
            self._stream.count = count
            self.position = self.at(len(self.entries) - 1)
            raise

    def view(self, seat: str) -> Any:
        """All that a seat may know of the position."""
        return self.game.view(self.position, seat)

    def log(self, seat: str) -> list[tuple[int, Event]]:
        """The events that a seat learnt of, each with the number of its entry."""
        return [(e.number, event) for e in self.entries for event in e.events if seat == REFEREE or seat in event.to]

    # ---- undo and the time machine

    def undo_refused(self) -> str | None:
        """Why the last order cannot be taken back (a key of the words), or None when it can."""
        if len(self.entries) < 2:
            return "game.undo_nothing"
        last = self.entries[-1]
        if last.rolls:
            return "game.undo_dice"
        return None if last.free else "game.undo_revealed"

    def undo(self) -> Entry:
        """Take the last order back and give its entry. Raises Refused at a roll, a reveal or a change of seat."""
        reason = self.undo_refused()
        if reason is not None:
            raise Refused(reason)
        if self.keep is not None:
            self.keep.drop(self.entries[-1].number)
        entry = self.entries.pop()
        self._snapshots.pop(entry.number, None)
        self.position = self.at(len(self.entries) - 1)
        return entry

    def at(self, number: int) -> P:
        """A position of its own, as it was after the entry of that number. Raises IndexError when there is none."""
        if not 0 <= number < len(self.entries):
            raise IndexError(number)
        start = max((n for n in self._snapshots if n <= number), default=None)
        if start is not None:
            position: P = pickle.loads(self._snapshots[start])
        else:
            start = 0
            position, _ = self._set_up(ScriptedDice(f for r in self.entries[0].rolls for f in r.faces))
        for entry in self.entries[start + 1 : number + 1]:
            self.game.apply(position, entry.seat, entry.order, ScriptedDice(f for r in entry.rolls for f in r.faces))
        return position

    def branch(self, number: int) -> Match[P]:
        """A new match that shares the record up to the entry of that number. Raises IndexError when there is none."""
        if not 0 <= number < len(self.entries):
            raise IndexError(number)
        return Match.replayed(self.game, self.header, self.entries[: number + 1])

    def snapshot(self) -> None:
        """Remember the position as it is now, so that going back is quick."""
        self._snapshots[len(self.entries) - 1] = pickle.dumps(self.position, protocol=5)

    # ---- inside

    def _dice(self, dress: Callable[[SeededDice], Dice] | None) -> Dice:
        seeded = SeededDice(self._stream, Ledger())
        return dress(seeded) if dress is not None else seeded

    def _set_up(self, dice: Dice) -> tuple[P, list[Event]]:
        return self.game.setup(self.header.scenario, self.header.options, dice)

    def _begin(self, dice: Dice) -> None:
        self.position, events = self._set_up(dice)
        self._enter(Entry(0, REFEREE, None, tuple(dice.ledger.rolls), tuple(events), False))

    def _entry(self, seat: str, order: Any, dice: Dice, events: Sequence[Event], before: tuple[str, ...]) -> Entry:
        """The entry of an order just carried out; `before` owed a decision then. It is free when nobody else learnt a thing."""
        free = not dice.ledger.rolls and self.owing == before and all(set(e.to) <= {seat} for e in events)
        return Entry(len(self.entries), seat, order, tuple(dice.ledger.rolls), tuple(events), free)

    def _enter(self, entry: Entry) -> Entry:
        if self.keep is not None:
            self.keep.append(entry)
        self.entries.append(entry)
        return entry

    def _again(self, entry: Entry) -> None:
        """Carry a recorded entry out once more, with its own dice."""
        if entry.number != len(self.entries):
            raise BobError("game.record_gap", number=entry.number, expected=len(self.entries))
        dice = ScriptedDice([f for r in entry.rolls for f in r.faces])
        if entry.number == 0:
            self.position, events = self._set_up(dice)
            again = Entry(0, REFEREE, None, tuple(dice.ledger.rolls), tuple(events), False)
        else:
            self.game.check(self.position, entry.seat, entry.order)
            before = self.owing
            events = self.game.apply(self.position, entry.seat, entry.order, dice)
            again = self._entry(entry.seat, entry.order, dice, events, before)
        origins = [roll.origin for roll in entry.rolls]
        rolls = [replace(roll, origin=origin) for roll, origin in zip(again.rolls, origins, strict=False)]
        if dice.left or len(again.rolls) != len(origins) or dumps(replace(again, rolls=tuple(rolls)).as_json()) != dumps(entry.as_json()):
            raise BobError("game.record_differs", number=entry.number)
        self._stream.count += sum(len(r.faces) for r in entry.rolls if r.origin == "seeded")
        self.entries.append(entry)


def first_difference(game: Game[Any], header: Header, entries: Sequence[Entry]) -> int | None:
    """The number of the first entry that the seed does not give again, or None when the whole record follows from its seed.

    Entries with typed dice are replayed as typed.
    """
    match: Match[Any] = Match(game, header)
    for number, entry in enumerate(entries):
        try:
            if any(roll.origin == "typed" for roll in entry.rolls):
                match._again(entry)
            elif number == 0:
                match = Match.new(game, header.scenario, header.seed, header.options)
            else:
                match.play(entry.seat, entry.order)
        except BobError:
            return number
        if match.entries[-1].as_json() != entry.as_json():
            return number
    return None


def dumps(value: Any) -> str:
    """JSON that is the same bytes for the same value."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def secret_free(view: Any) -> str:
    """A view as text, for comparing what two seats' worlds look like."""
    return dumps(encode(view))


@dataclass(slots=True)
class Log:
    """Collects the events of one order."""

    events: list[Event] = field(default_factory=list)

    def tell(self, code: str, to: Iterable[str] = (), rule: str | None = None, **data: Any) -> None:
        """Enter an event for these seats."""
        self.events.append(Event(code, data, tuple(to), rule))
