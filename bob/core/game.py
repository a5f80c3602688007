"""The contract of every game, and its common services: the record, replay, undo, the log of a seat.

A `Game` knows rules and no state; a position is typed data and no rules; a `Match` is one game being played. The orders of a seat are
frozen dataclasses with a class variable `code`. An order that is not legal raises `Refused` and changes nothing.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Generic, Self, TypeVar, get_type_hints

from bob.core.codec import CodecError, decode, encode
from bob.core.dice import Dice, Stream
from bob.core.errors import BobError, Refused, shown
from bob.core.own_files import as_folder
from bob.core.ranges import Described, check_forms

P = TypeVar("P")

REFEREE = "referee"
"""The seat that sees all and may correct; every game has it."""


@dataclass(slots=True)
class Event:
    """Something that happened: a code, its figures, and the seats that are informed (the referee always is). Treat as immutable; it is
    not frozen because games make them by the hundred thousand, and a frozen one takes three times as long to make."""

    code: str
    data: Mapping[str, Any]
    to: tuple[str, ...] = ()
    rule: str | None = None


def as_seen(seat: str, event: Event) -> Event:
    """Return an event as given to a seat, without the other recipients, who would reveal their knowledge."""
    return event if seat == REFEREE or event.to == (seat,) else replace(event, to=(seat,))


@dataclass(frozen=True, slots=True)
class Choices:
    """The current options of a seat: all of `listed`, and all orders that fit one of the `described` forms and the game's own check.

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
class _RawChoices:
    listed: tuple[Any, ...]
    described: tuple[Described, ...]


@dataclass(frozen=True, slots=True)
class PendingFight:
    """A fight within a game: its number, and whether it is being flown, so that a pilot may fly for a person."""

    number: int
    flown: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: a code of the words, the points of each seat, the winner if any."""

    code: str
    points: Mapping[str, float]
    winner: str | None


class Game(ABC, Generic[P]):
    """One kind of game. Its methods are pure but for `apply`, which changes the position it is given."""

    name: ClassVar[str]
    order_types: ClassVar[tuple[type, ...]]
    own_names: ClassVar[tuple[str, ...]] = ()
    """The files that a user may lay over what ships, by name or pattern."""
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
    def to_move(self, position: P) -> tuple[str, ...]:
        """The seats that owe a decision now; none when the game is over."""

    @abstractmethod
    def choices(self, position: P, seat: str) -> Choices:
        """Return the current options of a seat, the listed orders sorted; empty for a seat that owes nothing."""

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
        """Return the outcome, or None while the game goes on."""

    @abstractmethod
    def invariants(self, position: P) -> None:
        """Raise AssertionError when the position breaks an invariant."""

    @abstractmethod
    def dump(self, position: P) -> str:
        """The position as a page that a person can read and paste into a test."""

    @abstractmethod
    def parse(self, text: str) -> P:
        """The position of a page made by `dump`. Raises BobError."""

    # ---- what most games do without

    def writer(self) -> Callable[[P], str]:
        """Return a writer of the positions of one match, one after another, equal to `dump`: it may cache its last result."""
        return self.dump

    @property
    def open_rolls(self) -> frozenset[str]:
        """Return the purposes of the rolls that are open to all seats."""
        return frozenset()

    @property
    def own_rolls(self) -> frozenset[str]:
        """The purposes of the rolls that a seat sees when they are its own. All the rest only the referee sees."""
        return frozenset()

    def sees_own(self, seat: str, purpose: str, by: str) -> bool:
        """Return whether a seat sees a roll because it is its own."""
        return by == seat and purpose in self.own_rolls

    @property
    def unthrown(self) -> frozenset[str]:
        """Return the purposes of the rolls that no person throws: they would reveal a secret, or are impossible by hand."""
        return frozenset()

    def allies(self, position: P, seat: str) -> tuple[str, ...]:
        """Return the seats of the side of a seat, itself among them; in a team there are several."""
        return (seat,)

    def referee_decides(self, position: P) -> bool:
        """Return whether the owed decision is the referee's, in a game with one."""
        return False

    def pending(self, position: P) -> PendingFight | None:
        """The fight within the game that it waits for."""
        return None

    def seals(self, events: Sequence[Event]) -> list[bool]:
        """Return for each seal opened by a finished game whether the sealed content equals the revealed one."""
        return []

    # ---- given for nothing

    def rules_by_game(self) -> dict[str, int]:
        """The number of its rules, and of those of each game that is played inside it, by name."""
        return {self.name: self.rules}

    def read_view(self, data: Any) -> Any:
        """The view that a JSON value was made of by `encode`, of the kind that `view` gives. Raises CodecError."""
        return decode(get_type_hints(type(self).view)["return"], data)

    def read_choices(self, data: Any) -> Choices:
        """The choices that a JSON value was made of by `encode`. Raises BobError."""
        raw: _RawChoices = decode(_RawChoices, data)
        return Choices(tuple([self.order(order) for order in raw.listed]), raw.described)

    @property
    def own(self) -> Mapping[str, str]:
        """The user's own files that are laid over what ships, by name: they are kept in the record."""
        return {}

    @classmethod
    def over(cls, folder: Path) -> Self:
        """The game with a user's own files of a folder laid over what ships. Raises BobError."""
        raise BobError("game.no_own", name=cls.name)

    def with_own(self, own: Mapping[str, str]) -> Self:
        """This game with those files laid over what ships. Raises BobError for files that are wrong, or that it does not take."""
        if not self.own_names:
            return self if not own else self.over(Path())
        if not own:
            return type(self)()
        with as_folder(own, self.own_names) as folder:
            return self.over(folder)

    def order(self, data: Any) -> Any:
        """Return the order of a JSON value. Raises Refused with the fault."""
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


_SORTED = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def dumps(value: Any) -> str:
    """JSON that is the same bytes for the same value."""
    return _SORTED.encode(value)


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
