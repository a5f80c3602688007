"""Pursuit's rules. In turn each seat shoots at an enemy model or holds; before that it may brace itself, unseen by the other.

A shot throws a die against 4, more by how far the shooter braced itself; a model that is hit is down. After `turns` turns it is over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from bob.core.codec import decode, encode
from bob.core.dice import Dice, Stream
from bob.core.errors import BobError, Refused, UsageError
from bob.core.game import REFEREE, Choices, Event, Game, Log, Outcome, dumps
from bob.core.ranges import Described, Field, Whole

SEATS = ("luftwaffe", "raf")
MOST_BRACE = 2
SCENARIOS: Mapping[str, Mapping[str, int]] = {"even": {"raf": 3, "luftwaffe": 3}, "outnumbered": {"raf": 2, "luftwaffe": 4}}


@dataclass(frozen=True, slots=True)
class Shoot:
    """Shoot at a model of the enemy's."""

    code: ClassVar[str] = "shoot"
    target: int


@dataclass(frozen=True, slots=True)
class Hold:
    """Let the turn pass."""

    code: ClassVar[str] = "hold"


@dataclass(frozen=True, slots=True)
class Brace:
    """Be readier for the next shot. Nobody else sees it, and it may be taken back."""

    code: ClassVar[str] = "brace"
    by: int


@dataclass(frozen=True, slots=True)
class PursuitTerms:
    """How many models each side has, and how many turns it lasts."""

    models: Mapping[str, int]
    turns: int = 4


@dataclass(slots=True)
class PursuitPosition:
    """The whole truth. Models are numbered, the RAF's first."""

    terms: PursuitTerms
    moves: int = 0
    down: list[int] = field(default_factory=list)
    brace: dict[str, int] = field(default_factory=dict)

    @property
    def mover(self) -> str:
        return SEATS[self.moves % 2]

    def of(self, side: str) -> range:
        """The numbers of a side's models."""
        raf = self.terms.models["raf"]
        return range(raf) if side == "raf" else range(raf, raf + self.terms.models["luftwaffe"])

    def left(self, side: str) -> list[int]:
        """The models of a side that still fly."""
        return [number for number in self.of(side) if number not in self.down]

    @property
    def over(self) -> bool:
        return self.moves >= 2 * self.terms.turns or not all(self.left(side) for side in SEATS)


@dataclass(frozen=True, slots=True)
class PursuitView:
    """What a seat sees: all but how far the other has braced itself."""

    seat: str
    turn: int
    mover: str
    flying: Mapping[str, tuple[int, ...]]
    brace: Mapping[str, int]


def enemy_of(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


class Pursuit(Game[PursuitPosition]):
    """The game."""

    name: ClassVar[str] = "pursuit"
    order_types: ClassVar[tuple[type, ...]] = (Shoot, Hold, Brace)

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[PursuitPosition, list[Event]]:
        if scenario not in SCENARIOS or set(options) - {"turns"}:
            raise UsageError("error.usage", what=f"{scenario} {dumps(encode(options))}")
        return self.begun(decode(PursuitTerms, {"models": SCENARIOS[scenario], **options}))

    def begun(self, terms: PursuitTerms) -> tuple[PursuitPosition, list[Event]]:
        """A new position."""
        log = Log()
        log.tell("drawn_up", SEATS, "PUR-1", **terms.models)
        return PursuitPosition(terms), log.events

    def seats(self, position: PursuitPosition) -> tuple[str, ...]:
        return SEATS

    def to_move(self, position: PursuitPosition) -> tuple[str, ...]:
        return () if position.over else (position.mover,)

    def choices(self, position: PursuitPosition, seat: str) -> Choices:
        if seat not in self.to_move(position):
            return Choices()
        brace = Described("brace", (Field("by", Whole(0, MOST_BRACE)),))
        return Choices((Hold(), *(Shoot(number) for number in position.left(enemy_of(seat)))), (brace,))

    def check(self, position: PursuitPosition, seat: str, order: Any) -> None:
        if seat not in self.to_move(position):
            raise Refused("ops.refused.not_owing", rule="PUR-2", seat=seat)
        try:
            self.choices(position, seat).check(order)
        except Refused as error:
            raise Refused(error.key, rule="PUR-4", **error.values) from error

    def apply(self, position: PursuitPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        log = Log()
        if isinstance(order, Brace):
            position.brace[seat] = order.by
            log.tell("braced", (seat,), "PUR-3", by=order.by)
            return log.events
        if isinstance(order, Shoot):
            hit = dice.roll("shot", 1, by=seat).total + position.brace.pop(seat, 0) > 4
            if hit:
                position.down.append(order.target)
            log.tell("shot_down" if hit else "missed", SEATS, "PUR-4", model=order.target)
        position.moves += 1
        return log.events

    def view(self, position: PursuitPosition, seat: str) -> PursuitView:
        brace = dict(position.brace) if seat == REFEREE else {s: by for s, by in position.brace.items() if s == seat}
        flying = {side: tuple(position.left(side)) for side in SEATS}
        return PursuitView(seat, position.moves // 2 + 1, position.mover, flying, brace)

    def sample(self, position: PursuitPosition, seat: str, stream: Stream) -> Any:
        choices = self.choices(position, seat)
        return self.order(choices.described[0].sample(stream)) if stream.below(5) == 0 else stream.choose(choices.listed)

    def outcome(self, position: PursuitPosition) -> Outcome | None:
        if not position.over:
            return None
        left = {side: len(position.left(side)) for side in SEATS}
        winner = max(left, key=left.__getitem__) if left["raf"] != left["luftwaffe"] else None
        return Outcome("pursuit.won" if winner else "pursuit.drawn", {s: float(count) for s, count in left.items()}, winner)

    def invariants(self, position: PursuitPosition) -> None:
        assert 0 <= position.moves <= 2 * position.terms.turns
        assert len(set(position.down)) == len(position.down) <= sum(position.terms.models.values())
        assert all(0 <= by <= MOST_BRACE for by in position.brace.values())

    def dump(self, position: PursuitPosition) -> str:
        return json.dumps(encode(position), indent=1)

    def parse(self, text: str) -> PursuitPosition:
        try:
            return decode(PursuitPosition, json.loads(text))
        except ValueError as error:
            raise BobError("error.position", why=str(error)) from error
