"""Dice: seeded streams, scripted dice, dice typed in by a referee, and one ledger of every roll.

A stream is a pair of whole numbers (its key and the number of values drawn), so a position can store it, copy it and go back to it, the
same on every machine and in every version of Python. Games roll by a `SecretStream`, whose values reveal nothing of the next ones;
thoughts and samples come from the quicker `Stream`.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import ClassVar, Literal, Protocol, Self, TypeVar

from bob.core.errors import DiceError

Origin = Literal["seeded", "scripted", "typed"]
T = TypeVar("T")

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def stream_key(seed: int | str, name: str, size: int = 8) -> int:
    """Return the key of the stream `name` of a game with this seed, with a size in bytes."""
    digest = hashlib.sha256(f"{seed}/{name}".encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:size], "big")


class Stream:
    """A seeded stream of whole numbers that knows its place. The values come from SplitMix64: quick, and no secret."""

    __slots__ = ("count", "key")

    KEY_BYTES: ClassVar[int] = 8

    def __init__(self, key: int, count: int = 0) -> None:
        self.key = key
        self.count = count

    @classmethod
    def of(cls, seed: int | str, name: str) -> Self:
        """The stream of that name from its beginning."""
        return cls(stream_key(seed, name, cls.KEY_BYTES))

    def bits(self) -> int:
        """The next 64 bits."""
        self.count += 1
        z = (self.key + self.count * _GAMMA) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1."""
        return (self.bits() * n) >> 64

    def die(self, sides: int = 6) -> int:
        """One die of that many sides."""
        return (self.bits() * sides >> 64) + 1

    def unit(self) -> float:
        """A number from 0 up to, but not, 1."""
        return (self.bits() >> 11) / (1 << 53)

    def choose(self, items: Sequence[T]) -> T:
        """One of the items. Raises IndexError when there are none."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order, in place."""
        bits = self.bits
        for i in range(len(items) - 1, 0, -1):
            j = (bits() * (i + 1)) >> 64
            items[i], items[j] = items[j], items[i]

    def copy(self) -> Self:
        """The same stream at the same place."""
        return type(self)(self.key, self.count)


class SecretStream(Stream):
    """A stream that cannot be seen through: its values are BLAKE2b of a key of 256 bits and of their place."""

    __slots__ = ("_block", "_words")

    KEY_BYTES: ClassVar[int] = 32

    def __init__(self, key: int, count: int = 0) -> None:
        super().__init__(key, count)
        self._block = -1
        self._words: tuple[int, ...] = ()

    def bits(self) -> int:
        place = self.count & 7
        block = self.count >> 3
        if block != self._block:
            key = self.key.to_bytes(self.KEY_BYTES, "big")
            self._words = struct.unpack(">8Q", hashlib.blake2b(block.to_bytes(8, "big"), key=key).digest())
            self._block = block
        self.count += 1
        return self._words[place]


@dataclass(frozen=True, slots=True)
class Roll:
    """One entry of the ledger: what for, which faces, of what dice, for whom, and where they came from."""

    purpose: str
    faces: tuple[int, ...]
    sides: int = 6
    by: str = ""
    origin: Origin = "seeded"

    @property
    def total(self) -> int:
        return sum(self.faces)


@dataclass(slots=True)
class Ledger:
    """Every roll of a game, in order."""

    rolls: list[Roll] = field(default_factory=list)

    def add(self, roll: Roll) -> Roll:
        self.rolls.append(roll)
        return roll


def checked(faces: Sequence[int], count: int, sides: int) -> tuple[int, ...]:
    """The faces, when that many dice of that many sides can fall so. Raises DiceError."""
    if len(faces) != count:
        raise DiceError("error.dice_count", expected=count, found=len(faces))
    for face in faces:
        if not 1 <= face <= sides:
            raise DiceError("error.dice_face", face=face, sides=sides)
    return tuple(faces)


def parse_faces(text: str, count: int, sides: int) -> tuple[int, ...]:
    """The faces in a text such as `3,5` or `3 5`, or `35` where each is one figure; `00` on two ten-sided dice is 100. Raises DiceError."""
    parts = text.replace(",", " ").split()
    if len(parts) == 1 and len(parts[0]) == count > 1 and sides < 10 and parts[0].isascii() and parts[0].isdigit():
        parts = list(parts[0])
    if (count, sides, parts) == (1, 100, ["00"]):
        return (sides,)
    faces: list[int] = []
    for part in parts:
        if not (part.isascii() and part.isdigit() and len(part) <= 4):
            raise DiceError("error.dice_text", text=part)
        faces.append(int(part))
    return checked(faces, count, sides)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that a person must throw: purpose, number, sides, seat, and the subject by kind."""

    purpose: str
    count: int
    sides: int
    by: str
    about: Mapping[str, str] = field(default_factory=dict)


class Dice(Protocol):
    """The interface of dice for rules."""

    ledger: Ledger

    def roll(self, purpose: str, count: int = 2, *, sides: int = 6, by: str = "") -> Roll:
        """Roll `count` dice and enter them in the ledger. Raises DiceError."""
        ...


class SeededDice:
    """Dice that fall by a stream."""

    __slots__ = ("ledger", "stream")

    def __init__(self, stream: Stream, ledger: Ledger | None = None) -> None:
        self.stream = stream
        self.ledger = ledger if ledger is not None else Ledger()

    def roll(self, purpose: str, count: int = 2, *, sides: int = 6, by: str = "") -> Roll:
        faces = tuple([self.stream.die(sides) for _ in range(count)])
        return self.ledger.add(Roll(purpose, faces, sides, by, "seeded"))


class ScriptedDice:
    """Dice that fall as written beforehand: for tests, replays and worked examples."""

    __slots__ = ("_left", "ledger")

    def __init__(self, faces: Iterable[int], ledger: Ledger | None = None) -> None:
        self._left = list(faces)
        self.ledger = ledger if ledger is not None else Ledger()

    @property
    def left(self) -> tuple[int, ...]:
        """The faces not used yet."""
        return tuple(self._left)

    def roll(self, purpose: str, count: int = 2, *, sides: int = 6, by: str = "") -> Roll:
        if len(self._left) < count:
            raise DiceError("error.dice_script_out", purpose=purpose)
        faces = checked(self._left[:count], count, sides)
        del self._left[:count]
        return self.ledger.add(Roll(purpose, faces, sides, by, "scripted"))


class TypedDice:
    """Dice that a referee rolls and types in.

    `ask` returns the typed answer; an empty answer, or None, lets the program roll instead. `about` is the subject of the next dice.
    """

    __slots__ = ("about", "ask", "instead", "ledger")

    def __init__(self, ask: Callable[[Throw], str | None], instead: SeededDice) -> None:
        self.about: Mapping[str, str] = {}
        self.ask = ask
        self.instead = instead
        self.ledger = instead.ledger

    def roll(self, purpose: str, count: int = 2, *, sides: int = 6, by: str = "") -> Roll:
        typed = self.ask(Throw(purpose, count, sides, by, self.about))
        if typed is None or not typed.strip():
            return self.instead.roll(purpose, count, sides=sides, by=by)
        return self.ledger.add(Roll(purpose, parse_faces(typed, count, sides), sides, by, "typed"))

    def draw(self, purpose: str, pile: Sequence[str], by: str = "") -> int:
        """Draw as `draw` does: a place in the pile is typed as dice are, or a pattern of the card's code (`scissors*`), for the first
        match. Raises DiceError."""
        typed = self.ask(Throw(purpose, 1, len(pile), by, self.about))
        if typed is None or not typed.strip():
            return self.instead.roll(purpose, 1, sides=len(pile), by=by).total - 1
        text = typed.strip()
        place = next((i for i, code in enumerate(pile) if fnmatchcase(code, text)), None)
        faces = (place + 1,) if place is not None else parse_faces(text, 1, len(pile))
        return self.ledger.add(Roll(purpose, faces, len(pile), by, "typed")).total - 1


def draw(dice: Dice, purpose: str, pile: Sequence[str], by: str = "") -> int:
    """The place in a pile from which a card is drawn; of a pile that was shuffled all are alike. Raises DiceError."""
    if isinstance(dice, TypedDice):
        return dice.draw(purpose, pile, by)
    return dice.roll(purpose, 1, sides=len(pile), by=by).total - 1


SECRET_COUNT, SECRET_SIDES = 5, 2**31
"""The dice of a secret: 155 bits."""


def secret(dice: Dice, purpose: str) -> str:
    """A text that cannot be guessed, by one roll: the seed of a shuffle, the salt of a seal."""
    return "".join(f"{face - 1:08x}" for face in dice.roll(purpose, SECRET_COUNT, sides=SECRET_SIDES).faces)
