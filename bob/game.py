"""The contract of every game, and what it gives for nothing: the record, replay, undo, the log of a seat.

A `Game` knows rules and no state; a position is typed data and no rules; a `Match` is one game being played. The orders of a seat
are frozen dataclasses with a class variable `code`. An order that is not legal raises `Refused` and changes nothing.
"""

from __future__ import annotations

import json
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from bob import fair
from bob.codec import CodecError, decode, encode
from bob.dice import Dice, Ledger, Roll, ScriptedDice, SecretStream, SeededDice, Stream
from bob.errors import BobError, Refused, shown
from bob.own_files import digest_of
from bob.past import Past, Row
from bob.ranges import Described, check_forms

P = TypeVar("P")

REFEREE = "referee"
"""The seat that sees all and may correct; every game has it."""

FORMAT = 1
"""The version of the form of records."""


class Order(Protocol):
    """What a seat decides: a frozen dataclass."""

    code: ClassVar[str]


@dataclass(slots=True)
class Event:
    """Something that happened: a code, its figures, and the seats that learn of it (the referee always does). Nobody changes one; it is
    not frozen because games make them by the hundred thousand, and a frozen one takes three times as long to make."""

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
class NewRules:
    """From here on a record goes by other rules than before: the numbers of each game's. The program enters it, no seat orders it."""

    rules: Mapping[str, int]
    code: ClassVar[str] = "new_rules"


@dataclass(frozen=True, slots=True)
class FormerOrder:
    """An order of former rules that those of today do not know: as it was kept."""

    data: Mapping[str, Any]

    @property
    def code(self) -> str:
        return str(self.data["code"])


@dataclass(frozen=True, slots=True)
class Bout:
    """A fight within a game: its number, and whether it is being flown, so that a pilot may fly for a person."""

    number: int
    flown: bool


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
    rules: ClassVar[int] = 1
    """The number of its rules: raised when the same orders and dice no longer give the same game."""

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

    # ---- what most games do without

    @property
    def open_rolls(self) -> frozenset[str]:
        """The purposes of the rolls that lie open to all seats."""
        return frozenset()

    @property
    def own_rolls(self) -> frozenset[str]:
        """The purposes of the rolls that a seat sees when they are its own. All the rest only the referee sees."""
        return frozenset()

    @property
    def unthrown(self) -> frozenset[str]:
        """The purposes of the rolls that no person throws: they would give a secret away, or nobody could throw them."""
        return frozenset()

    def referee_decides(self, position: P) -> bool:
        """Whether the decision that is owed is the referee's, where somebody sits as one."""
        return False

    def bout(self, position: P) -> Bout | None:
        """The fight within the game that it waits for."""
        return None

    def seals(self, events: Sequence[Event]) -> list[bool]:
        """Of each seal that a finished game has opened, whether what was sealed is what was laid open."""
        return []

    # ---- given for nothing

    def rules_by_game(self) -> dict[str, int]:
        """The number of its rules, and of those of each game that is played inside it, by name."""
        return {self.name: self.rules}

    @property
    def own(self) -> Mapping[str, str]:
        """The user's own files that are laid over what ships, by name: they are kept in the record."""
        return {}

    def with_own(self, own: Mapping[str, str]) -> Game[P]:
        """This game with those files laid over what ships. Raises BobError for files that are wrong, or that it does not take."""
        if own:
            raise BobError("game.no_own", name=self.name)
        return self

    def order(self, data: Any) -> Any:
        """The order of a JSON value. Raises Refused that says what is wrong with it."""
        kinds = {kind.code: kind for kind in self.order_types}  # type: ignore[attr-defined]
        code = data.get("code") if isinstance(data, Mapping) else None
        if not isinstance(code, str) or code not in kinds:
            found = code[:40] if isinstance(code, str) else shown(data, 40)
            raise Refused("game.unknown_order", found=found, choices=", ".join(sorted(kinds)))
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
    links: Mapping[str, str] = field(default_factory=dict)
    """What the seats gave for its dice, when the dice are fair."""

    def as_json(self) -> dict[str, Any]:
        """The fixed form of a record's line."""
        return {
            "number": self.number,
            "seat": self.seat,
            "order": dict(self.order.data) if isinstance(self.order, FormerOrder) else encode(self.order),
            "rolls": [[r.purpose, list(r.faces), r.sides, r.by, r.origin] for r in self.rolls],
            "events": [encode(e) for e in self.events],
            "free": self.free,
        } | ({"links": dict(self.links)} if self.links else {})


def entry_from_json(data: Any, game: Game[Any], *, former: bool = False) -> Entry:
    """The entry of a record's line; a `former` one, of rules before today's, may hold an order unknown today. Raises BobError."""
    raw = data if _is_plain(data) else encode(decode(_RawEntry, data))
    order = None if raw["number"] == 0 and raw["order"] is None else _order(raw["order"], game, former)
    rolls = tuple([Roll(purpose, tuple(faces), sides, by, origin) for purpose, faces, sides, by, origin in raw["rolls"]])
    events = tuple([Event(e["code"], e["data"], tuple(e["to"]), e["rule"]) for e in raw["events"]])
    return Entry(raw["number"], raw["seat"], order, rolls, events, raw["free"], raw.get("links", {}))


_ENTRY, _EVENT, _ROLL = {"number", "seat", "order", "rolls", "events", "free"}, {"code", "data", "to", "rule"}, [str, list, int, str, str]


def _is_plain(data: Any) -> bool:
    """Whether a record's line is of the fixed form, in plain letters: nearly all are, and `decode` says what is wrong with others."""
    return (
        type(data) is dict
        and data.keys() == _ENTRY
        and type(data["number"]) is int
        and _plain(data["seat"])
        and type(data["free"]) is bool
        and type(data["rolls"]) is list
        and all(type(r) is list and _is_plain_roll(r) for r in data["rolls"])
        and type(data["events"]) is list
        and all(type(e) is dict and e.keys() == _EVENT and _is_plain_event(e) for e in data["events"])
    )


def _is_plain_event(e: Mapping[str, Any]) -> bool:
    return (
        _plain(e["code"])
        and (e["rule"] is None or _plain(e["rule"]))
        and type(e["data"]) is dict
        and type(e["to"]) is list
        and _plain(*e["to"])
    )


def _is_plain_roll(roll: Sequence[Any]) -> bool:
    return [type(value) for value in roll] == _ROLL and _plain(roll[0], roll[3], roll[4]) and all(type(face) is int for face in roll[1])


def _plain(*texts: Any) -> bool:
    return all(type(text) is str and text.isascii() for text in texts)


def _order(data: Any, game: Game[Any], former: bool) -> Any:
    if is_new_rules(data):
        return decode(NewRules, data)
    try:
        return game.order(data)
    except Refused:
        if former and isinstance(data, Mapping) and isinstance(data.get("code"), str):
            return FormerOrder(data)
        raise


def is_new_rules(order: Any) -> bool:
    """Whether the order of a record's line says that other rules begin."""
    return isinstance(order, Mapping) and order.get("code") == NewRules.code


@dataclass(frozen=True, slots=True)
class _RawEntry:
    number: int
    seat: str
    order: Any
    rolls: tuple[tuple[str, tuple[int, ...], int, str, str], ...]
    events: tuple[Event, ...]
    free: bool
    links: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Header:
    """What a record begins with."""

    game: str
    scenario: str
    seed: str
    options: Mapping[str, Any]
    format: int = FORMAT
    rules: Mapping[str, int] = field(default_factory=dict)
    """The numbers of the rules that it began with, by game; empty in records from before they were numbered."""
    own: Mapping[str, str] = field(default_factory=dict)
    """The user's own files that are laid over what ships, by name."""
    own_digest: str = ""
    """By which two people can tell whether they play with the same files."""

    fair: Mapping[str, str] = field(default_factory=dict)
    """The secret of each seat's chain, when the dice are fair."""

    @classmethod
    def of(
        cls,
        game: Game[Any],
        scenario: str,
        seed: int | str,
        options: Mapping[str, Any] | None = None,
        secrets: Mapping[str, str] | None = None,
    ) -> Header:
        """The header of a new match; `secrets` are those of its seats, for dice that can be checked."""
        return cls(
            game.name,
            scenario,
            str(seed),
            dict(options or {}),
            rules=game.rules_by_game(),
            own=dict(game.own),
            own_digest=digest_of(game.own),
            fair=dict(secrets or {}),
        )


class NotFollowing(BobError):
    """An entry of a record does not follow from those before it: its number, and why."""

    def __init__(self, number: int, why: Exception) -> None:
        super().__init__("game.record_differs", number=number)
        self.number = number
        self.why = why


class Keeper(Protocol):
    """Stores a record as it grows. An entry that `append` let pass is acknowledged; one that it refuses never happened."""

    def append(self, entry: Entry, row: Row | None = None) -> None:
        """Store an entry and, in the same breath, the row of its position."""
        ...

    def drop(self, number: int) -> None: ...


class Match(Generic[P]):
    """One game being played: a position, its record, and the dice. A keeper stores each entry before `play` returns."""

    def __init__(self, game: Game[P], header: Header, keep: Keeper | None = None) -> None:
        self.game = game
        self.header = header
        self.keep = keep
        self.entries: list[Entry] = []
        self.position: P
        self.past = Past()
        """The positions that are kept in a file."""
        self.since = 0
        """The number of the first entry that the rules of today made; those before it are only what was kept of them."""
        self._stream = SecretStream.of(header.seed, "game")
        self._rolled = 0
        """How many entries took a link of each seat."""
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
        return cls.begun(game, Header.of(game, scenario, seed, options), keep, dice)

    @classmethod
    def begun(cls, game: Game[P], header: Header, keep: Keeper | None = None, dice: Callable[[SeededDice], Dice] | None = None) -> Match[P]:
        """The match of a header, set up."""
        match = cls(game, header, keep)
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

    @classmethod
    def opened(cls, game: Game[P], header: Header, entries: Sequence[Entry], past: Past) -> Match[P]:
        """The match of a record that goes on from its last kept position; what no position was kept of is replayed.

        Where its rules are not those of today, `since` is past its end, and it can be played on after `begin_new_rules`. Raises
        NotFollowing when what is replayed does not follow, and BobError when the kept position is none of this game.
        """
        begun, rules = rules_of(header, entries)
        last = past.last
        if last is None or not rules:
            match = cls(game, header)
            match.past = past
            try:
                match._go_on(entries)
                return match
            except NotFollowing:
                if last is None:
                    raise
        match = cls(game, header)
        match.past = past
        match.entries = list(entries[: last + 1])
        match.position = match._parsed(last)
        match._stream.count = sum(drawn(entry) for entry in match.entries)
        match._rolled = sum(bool(entry.links) for entry in match.entries)
        match._go_on(entries[last + 1 :])
        match.since = begun if goes_by(rules, game) else len(entries)
        return match

    def keep_past(self) -> None:
        """See to it that the past holds the position as it is now."""
        number = len(self.entries) - 1
        if self.past.row(number) is None:
            self.past.put(number, self.past.next(number, self.game.dump(self.position)))

    def begin_new_rules(self) -> None:
        """Enter that the rules of today begin here, for a match opened of former ones. Raises what the keeper raises."""
        rules = self.game.rules_by_game()
        before = rules_of(self.header, self.entries)[1]
        log = Log()
        log.tell("new_rules", self.game.seats(self.position), before=rules_number(before), now=rules_number(rules))
        self._enter(Entry(len(self.entries), REFEREE, NewRules(rules), (), tuple(log.events), False))
        self.since = len(self.entries) - 1

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
        self.past.drop(entry.number)
        self.position = self.at(len(self.entries) - 1)
        return entry

    def at(self, number: int) -> P:
        """A position of its own, as it was after the entry of that number. Raises IndexError when there is none.

        Raises BobError when it was made by former rules and was not kept.
        """
        if not 0 <= number < len(self.entries):
            raise IndexError(number)
        start = max((n for n in self._snapshots if n <= number), default=-1)
        if start != number and self.past.row(number) is not None:
            return self._parsed(number)
        if start >= self.since:
            position: P = pickle.loads(self._snapshots[start])
        elif self.since:
            raise BobError("game.past_not_kept", number=number)
        else:
            start = 0
            position, _ = self.set_up(ScriptedDice(faces_of(self.entries[0])))
        for entry in self.entries[start + 1 : number + 1]:
            self._carried_on(position, entry)
        return position

    def positions(self) -> Iterator[P]:
        """The position after each entry, in order; each is changed into the next. Raises BobError as `at` does."""
        position = self.at(0)
        yield position
        for entry in self.entries[1:]:
            if entry.number < self.since:
                position = self.at(entry.number)
            else:
                self._carried_on(position, entry)
            yield position

    def branch(self, number: int) -> Match[P]:
        """A new match that shares the record up to the entry of that number. Raises IndexError when there is none, and BobError as `at`."""
        if not 0 <= number < len(self.entries):
            raise IndexError(number)
        if not self.since:
            return Match.replayed(self.game, self.header, self.entries[: number + 1])
        return Match.opened(self.game, self.header, self.entries[: number + 1], self.past.upto(number))

    def snapshot(self) -> None:
        """Remember the position as it is now, so that going back is quick."""
        self._snapshots[len(self.entries) - 1] = pickle.dumps(self.position, protocol=5)

    # ---- inside

    def _dice(self, dress: Callable[[SeededDice], Dice] | None) -> Dice:
        stream = self._stream
        if self.header.fair:
            stream = fair.stream(self.header.seed, fair.links(self.header.fair, self._rolled + 1))
        seeded = SeededDice(stream, Ledger())
        return dress(seeded) if dress is not None else seeded

    def _links(self, origins: Iterable[str]) -> dict[str, str]:
        """What the seats give for the dice of an entry."""
        if not self.header.fair or "seeded" not in origins:
            return {}
        return fair.links(self.header.fair, self._rolled + 1)

    def set_up(self, dice: Dice) -> tuple[P, list[Event]]:
        """The position that the header and these dice give, and what happened in making it. Changes nothing."""
        position, events = self.game.setup(self.header.scenario, self.header.options, dice)
        if self.header.fair:
            seats = self.game.seats(position)
            events = [Event("committed", fair.published(self.header.seed, self.header.fair), seats), *events]
        return position, events

    def _first(self, dice: Dice) -> Entry:
        """Set the position up; the entry of that."""
        self.position, events = self.set_up(dice)
        links = self._links(roll.origin for roll in dice.ledger.rolls)
        return Entry(0, REFEREE, None, tuple(dice.ledger.rolls), tuple(events), False, links)

    def _begin(self, dice: Dice) -> None:
        self._enter(self._first(dice))

    def _entry(self, seat: str, order: Any, dice: Dice, events: Sequence[Event], before: tuple[str, ...]) -> Entry:
        """The entry of an order just carried out; `before` owed a decision then. It is free when nobody else learnt a thing."""
        free = not dice.ledger.rolls and self.owing == before and all(set(e.to) <= {seat} for e in events)
        links = self._links(roll.origin for roll in dice.ledger.rolls)
        return Entry(len(self.entries), seat, order, tuple(dice.ledger.rolls), tuple(events), free, links)

    def _enter(self, entry: Entry) -> Entry:
        if self.keep is not None:
            row = self.past.next(entry.number, self.game.dump(self.position))
            self.keep.append(entry, row)
            self.past.put(entry.number, row)
        self.entries.append(entry)
        self._rolled += bool(entry.links)
        return entry

    def _parsed(self, number: int) -> P:
        """The kept position of that number. Raises BobError."""
        page = self.past.page(number)
        assert page is not None
        return self.game.parse(page)

    def _carried_on(self, position: P, entry: Entry) -> None:
        """Change a position as a recorded entry did."""
        if not isinstance(entry.order, NewRules):
            self.game.apply(position, entry.seat, entry.order, ScriptedDice(faces_of(entry)))

    def _go_on(self, entries: Iterable[Entry]) -> None:
        """Carry recorded entries out once more. Raises NotFollowing."""
        for entry in entries:
            try:
                self._again(entry)
            except Exception as error:  # whatever the rules of another version stumble over
                raise NotFollowing(entry.number, error) from error

    def _again(self, entry: Entry) -> None:
        """Carry a recorded entry out once more, with its own dice."""
        if entry.number != len(self.entries):
            raise BobError("game.record_gap", number=entry.number, expected=len(self.entries))
        if isinstance(entry.order, NewRules):
            raise BobError("game.record_differs", number=entry.number)
        dice = ScriptedDice(faces_of(entry))
        if entry.number == 0:
            again = self._first(dice)
        else:
            self.game.check(self.position, entry.seat, entry.order)
            before = self.owing
            events = self.game.apply(self.position, entry.seat, entry.order, dice)
            again = self._entry(entry.seat, entry.order, dice, events, before)
        origins = [roll.origin for roll in entry.rolls]
        links = self._links(origins)
        rolls = [replace(roll, origin=origin) for roll, origin in zip(again.rolls, origins, strict=False)]
        if (
            dice.left
            or len(again.rolls) != len(origins)
            or dumps(replace(again, rolls=tuple(rolls), links=links).as_json()) != dumps(entry.as_json())
        ):
            raise BobError("game.record_differs", number=entry.number)
        self._stream.count += drawn(entry)
        self._rolled += bool(links)
        self.entries.append(entry)


def faces_of(entry: Entry) -> list[int]:
    """The faces of all dice of an entry, in order."""
    return [face for roll in entry.rolls for face in roll.faces]


def drawn(entry: Entry) -> int:
    """How many values the dice of an entry took from the seeded stream."""
    return sum(len(roll.faces) for roll in entry.rolls if roll.origin == "seeded")


def rules_of(header: Header, entries: Sequence[Entry]) -> tuple[int, Mapping[str, int]]:
    """The rules that a record goes by at its end, by game, and the number of the entry with which they begin."""
    found = next((entry for entry in reversed(entries) if isinstance(entry.order, NewRules)), None)
    return (found.number, found.order.rules) if found is not None else (0, header.rules)


def rules_number(rules: Mapping[str, int]) -> str:
    """The numbers of these rules as one, for persons: those of the games in the order of their names."""
    return ".".join(str(rules[name]) for name in sorted(rules)) or "0"


def goes_by(rules: Mapping[str, int], game: Game[Any]) -> bool:
    """Whether these are the rules of a game as it is today; one that may be played inside it and was not there yet does not matter."""
    today = game.rules_by_game()
    return bool(rules) and all(today.get(name) == number for name, number in rules.items())


def first_difference(game: Game[Any], header: Header, entries: Sequence[Entry]) -> int | None:
    """The number of the first entry that the seed does not give again, or None when the whole record follows from its seed.

    Entries with typed dice are replayed as typed. Raises BobError for a record of which a part was made by other rules than today's.
    """
    begun, rules = rules_of(header, entries)
    if begun or (rules and not goes_by(rules, game)):
        raise BobError("game.not_rolled_again")
    match: Match[Any] = Match(game, header)
    for number, entry in enumerate(entries):
        try:
            if any(roll.origin == "typed" for roll in entry.rolls):
                match._again(entry)
            elif number == 0:
                match = Match.begun(game, header)
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
