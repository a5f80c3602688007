"""A kit: the interface for playing a game from outside, beside its rules. Commands, fuzzer, desk and tests know games by their kits alone.

A kit is a class of two halves: `kit.py` of a game declares its data, `loaded.py` beside it has the methods that need the rules. The
second half is imported on the first call of one of them (`on_demand`).
"""

from __future__ import annotations

from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import Refused, UsageError
from bob.core.fair import PROGRAM
from bob.core.game import Choices, Event, Game, Outcome, PendingFight, dumps
from bob.core.match import Match
from bob.words import Words

HUMAN = "human"
RANDOM = "random"
"""A player of every game: a random legal order. No kit makes it, since it reads the position: `Game.sample` gives its orders."""


# ---- players


@dataclass(frozen=True, slots=True)
class Decision:
    """An order and its reason: a key of the words and the values that go into it."""

    order: Any
    why_key: str
    why_values: Mapping[str, Any] = field(default_factory=dict)


class Player(Protocol):
    """Plays a seat for the program: an officer or a pilot. It gets the seat's view and choices, never a position."""

    name: str
    seat: str
    on_entry: Callable[[int, int], None] | None
    """The listener to the number of options weighed and their total; it may raise to cancel."""

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        """Return all orders on this view, to be given one after another; the last ends the seat's turn, unless it is refused.

        `number` is the number of entries of the record: the random stream depends on it, so that a repeated call gives the same.
        """
        ...


@dataclass(frozen=True, slots=True)
class Casting:
    """The seats of a new game, and their players: the default for unnamed seats, and for those beside named ones."""

    alone: Mapping[str, str]
    others: Mapping[str, str] = field(default_factory=dict)


def cast(sides: Mapping[str, str], own_side: str, others: str) -> Casting:
    """The seats of a game by their side: a person takes the first of `own_side`, a player of the program the others."""
    own = next((seat for seat, side in sides.items() if side == own_side), next(iter(sides)))
    usual = dict.fromkeys(sides, others)
    return Casting(usual | {own: HUMAN}, usual)


# ---- parts of a game

PartType = TypeVar("PartType")
CallableType = TypeVar("CallableType", bound=Callable[..., object])
DESK, TERMINAL, REPORT = FACES = ("desk", "terminal", "report")
"""The faces of the program that may have parts of their own for a game. Each declares them in its module `registry`."""


@dataclass(frozen=True, slots=True)
class GamePart(Generic[PartType]):
    """A part of a game that is imported when it is first asked for."""

    path: str
    """Its module and its name there: `module:name`."""

    def load(self) -> PartType:
        """Import it. Raises ImportError when it is not there."""
        try:
            found: PartType = resolve_name(self.path)
        except (ImportError, AttributeError, ValueError) as error:
            raise ImportError(f"the part {self.path!r} of a game cannot be imported: {error}") from error
        return found


def parts_of(kit: Kit, face: str, declared: Mapping[str, PartType], plain: PartType) -> PartType:
    """The parts that a face declares for a game; the plain ones if its kit asks for them. Raises LookupError when neither does."""
    if kit.name in declared:
        return declared[kit.name]
    if face not in kit.plain:
        raise LookupError(f"the {face} declares no parts for the game {kit.name!r}, and its kit does not name the {face} in `plain`")
    return plain


# ---- telling


class Teller(Protocol):
    """Describes a game's own orders and events, in one language."""

    def event(self, event: Event, /) -> str: ...

    def order(self, order: Any, seat: str, /) -> str: ...


# ---- secrets

WorldChange = Callable[[Any, Stream], None]
"""A function that changes facts of a position that some seat cannot know."""


def changes(seat: str, *made: Callable[[str, Any, Stream], None]) -> dict[str, WorldChange]:
    """The changes for a seat, by their names."""
    return {change.__name__: partial(change, seat) for change in made}


# ---- the fuzzer


@dataclass(frozen=True, slots=True)
class Setting:
    """A scenario with its options, and how often it comes up."""

    scenario: str
    options: Mapping[str, Any] = field(default_factory=dict)
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Contest:
    """A game as the fuzzer plays it. `audit` checks a finished match; `most` bounds the orders without progress and the whole game;
    `besides` gives now and then an order outside the owed ones, with its seat: the referee's, or a standing one."""

    settings: tuple[Setting, ...]
    most_free: int = 400
    most: int = 20000
    audit: Callable[[Match[Any]], None] | None = None
    besides: Callable[[Match[Any], Stream], tuple[str, Any] | None] | None = None


# ---- the kit


def in_words(method: CallableType) -> CallableType:
    """Mark a method of all kits that needs words alone: the half of a kit that is loaded on demand may not replace it."""
    method.__in_words__ = True  # type: ignore[attr-defined]
    return method


class Kit(ABC):
    """One game as it is played from outside."""

    name: ClassVar[str]
    """The name of its `Game`."""
    usual: ClassVar[str]
    """The scenario that is played when none is named."""
    flags: ClassVar[frozenset[str]] = frozenset({"option"})
    """The options of `bob play` that this game takes beside those of all games."""
    endings: ClassVar[tuple[str, ...]]
    """The codes of its outcomes: each has a golden playthrough."""
    plain: ClassVar[frozenset[str]] = frozenset()
    """The faces that have no parts of its own and show it on plain pages."""

    @abstractmethod
    def make(self, own: Path | None = None) -> Game[Any]:
        """The game; with a folder of the user's own data laid over what ships. Raises BobError, for games that take none too."""

    def with_file(self, game: Game[Any], path: Path) -> tuple[Game[Any], str]:
        """The game with a scenario that a user has written, and the scenario's code. Raises BobError, for games that take none too."""
        raise UsageError("play.no_files", game=self.name)

    @abstractmethod
    def scenarios(self, words: Words) -> Mapping[str, str]:
        """The scenarios by their codes, with their titles."""

    @abstractmethod
    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        """Return the players of the seats of a new game. Raises BobError for an unknown scenario or option."""

    @abstractmethod
    def players(self, seat: str) -> tuple[str, ...]:
        """The names of the program's players for a seat, the usual one first; `random` is among them."""

    @abstractmethod
    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        """A player of that name, not `random`. Raises UsageError if there is no such player."""

    @abstractmethod
    def contest(self) -> Contest:
        """Return the game as the fuzzer plays it."""

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        """Return the hidden facts of a seat, as changes of a position, by name: each leaves all that the seat gets unchanged. Used by
        attacks on the secrets of the game."""
        return {}

    def sort_key(self, order: Any) -> Any:
        """Return the sort key of a listed order."""
        return dumps(encode(order))

    def pilots(self, game: Game[Any]) -> tuple[str, ...]:
        """Return the players that may play for a person in the games within this one."""
        return ()

    def pilot(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        """A player for the games within this one alone. Raises UsageError."""
        raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join(self.pilots(game)))

    def check_seen(self, game: Game[Any], view: Any, choices: Choices, order: Any) -> None:
        """Raise Refused if the seat's view and choices show that its order is not legal: for callers without the position."""
        choices.check(order)

    def pending_seen(self, view: Any) -> PendingFight | None:
        """The fight within the game that it waits for, by a seat's view."""
        return None

    def settled(self, scenario: str, options: Mapping[str, Any], persons: Sequence[str]) -> dict[str, Any]:
        """Return the options of a new game, including those that depend on the seats played from outside. Raises UsageError for one that
        the scenario would ignore."""
        return dict(options)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        """Return the describer of its orders and events."""
        return PlainTeller()

    # ---- by post

    last_words: ClassVar[frozenset[str]] = frozenset()
    """The codes of the orders that end a seat's part of this moment, where its orders are independent of each other."""

    def moment(self, view: Any) -> Any:
        """Return the key of the moment in which a seat orders without seeing the results of each order, as a JSON value: while it stays
        the same the seat may go on by post. None where each order determines the next choices."""
        return None

    def doubt(self, game: Game[Any], view: Any, order: Any) -> Refused | None:
        """Return why the rules do not allow an order, as far as a seat's view shows it by itself."""
        return None

    @in_words
    def ended(self, words: Words, outcome: Outcome) -> str:
        """Describe the outcome."""
        return words(outcome.code) if words.has(outcome.code) else outcome.code


# ---- the two halves of a kit

KitType = TypeVar("KitType", bound=Kit)
GameType = TypeVar("GameType", bound=Game[Any])


def on_demand(declared: Callable[..., KitType], path: str, *given: object) -> KitType:
    """A kit with the data of `declared`. The kit at `path` is imported and made with `given` when one of its methods is first called."""
    made: Any = _on_demand(declared, path, given)
    found: KitType = made
    return found


@cache
def _on_demand(declared: type, path: str, given: tuple[object, ...]) -> Kit:
    part: GamePart[Callable[..., Kit]] = GamePart(path)
    whole = cache(lambda: part.load()(*given))

    def forwarded(name: str) -> object:
        if isinstance(getattr(declared, name), property):
            return property(lambda self: getattr(whole(), name))
        return lambda self, *args, **kwargs: getattr(whole(), name)(*args, **kwargs)

    methods: dict[str, object] = {name: forwarded(name) for name in loaded_methods(declared)}
    methods["__reduce__"] = lambda self: (on_demand, (declared, path, *given))
    made: Kit = ABCMeta(declared.__name__, (declared,), methods)()
    return made


def loaded_methods(declared: type) -> set[str]:
    """The public methods and properties of a kit that its declared half lacks, but for those that need words alone."""
    found = {name: getattr(declared, name) for name in dir(declared) if not name.startswith("_") and name not in vars(declared)}
    return {
        name
        for name, value in found.items()
        if isinstance(value, property) or (callable(value) and not getattr(value, "__in_words__", False))
    }


def game_of(kind: type[GameType], game: Game[Any]) -> GameType:
    """The game of a kit, by its own type."""
    assert isinstance(game, kind)
    return game


def record_event(words: Words, event: Event) -> str | None:
    """Describe an event of the record itself, for any game; None for an event of a game."""
    if event.code == "new_rules":
        return words("game.event.new_rules", **event.data)
    if event.code == "committed":
        return words("game.event.committed", marks=marks_text(words, event.data))
    return None


def marks_text(words: Words, marks: Mapping[str, str]) -> str:
    """Describe the digest that each party published before the first roll, cut to a length that a person can compare."""
    return ", ".join(words("game.event.mark", party=_party(words, party), mark=mark[:16]) for party, mark in marks.items())


def _party(words: Words, party: str) -> str:
    if party == PROGRAM:
        return words("game.event.program")
    return words(f"ops.seat.{party}") if words.has(f"ops.seat.{party}") else party


def seat_text(words: Words, seat: str) -> str:
    """The name of a seat; a further one of a side by its number, one of the user's own by its code."""
    key = f"play.seat.{seat}"
    if words.has(key):
        return words(key)
    side, _, number = seat.partition("_")
    if number.isdigit() and words.has(f"play.seat.{side}"):
        return words("play.seat.numbered", side=words(f"play.seat.{side}"), number=number)
    return seat.replace("_", " ").capitalize()


class PlainTeller:
    """Describes by codes and figures: for a game without words of its own yet."""

    def event(self, event: Event) -> str:
        return _figures(event.code, event.data)

    def order(self, order: Any, seat: str) -> str:
        return _figures(order.code, {name: getattr(order, name) for name in type(order).__dataclass_fields__ if name != "code"})


def _figures(code: str, values: Mapping[str, Any]) -> str:
    text = ", ".join(f"{name} {value}" for name, value in values.items())
    said = code.replace("_", " ")
    return f"{said}: {text}" if text else said
