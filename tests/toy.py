"""A game of a few lines that has all that the contract knows: two seats, hidden cards, dice, free planning, an order that reveals.

Each seat holds cards that the other does not see. In its turn a seat may plan (free, seen by nobody), show a card (seen by both, its
points count), or strike (two dice, then the other's turn), or wait (nothing happens but the turn). After `rounds` turns it is over.
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
from bob.core.ranges import Described, Field, Text, Whole

SEATS = ("blue", "red")
LONGEST = 900


@dataclass(frozen=True, slots=True)
class Plan:
    """Note a text at a place, to be seen by nobody else."""

    place: int
    text: str
    code: ClassVar[str] = "plan"


@dataclass(frozen=True, slots=True)
class Show:
    """Lay a card open."""

    card: int
    code: ClassVar[str] = "show"


@dataclass(frozen=True, slots=True)
class Strike:
    """Throw the dice and hand the turn over."""

    code: ClassVar[str] = "strike"


@dataclass(frozen=True, slots=True)
class Wait:
    """Hand the turn over."""

    code: ClassVar[str] = "wait"


@dataclass(slots=True)
class ToyPosition:
    """The whole truth."""

    turn: int
    rounds: int
    hands: dict[str, list[int]]
    points: dict[str, int]
    plans: dict[str, dict[int, str]] = field(default_factory=lambda: {seat: {} for seat in SEATS})

    @property
    def mover(self) -> str:
        return SEATS[self.turn % 2]


@dataclass(frozen=True, slots=True)
class ToyView:
    """What a seat sees: its own hand and plans, how many cards the other holds, the points."""

    seat: str
    turn: int
    hands: Mapping[str, tuple[int, ...]]
    held: Mapping[str, int]
    points: Mapping[str, int]
    plans: Mapping[str, Mapping[int, str]]


class Toy(Game[ToyPosition]):
    """The toy game; its scenarios are `short` and `long`."""

    name = "toy"
    order_types = (Plan, Show, Strike, Wait)

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[ToyPosition, list[Event]]:
        if scenario not in ("short", "long") or set(options) - {"rounds", "cards"}:
            raise UsageError("error.usage", what=f"{scenario} {dumps(encode(options))}")
        log = Log()
        cards = options.get("cards", 3)
        hands = {seat: sorted(dice.roll(f"hand of {seat}", cards, sides=10, by=seat).faces) for seat in SEATS}
        for seat in SEATS:
            log.tell("dealt", (seat,), cards=tuple(hands[seat]))
        log.tell("begun", SEATS, scenario=scenario)
        position = ToyPosition(0, options.get("rounds", 6 if scenario == "short" else 100_000), hands, dict.fromkeys(SEATS, 0))
        return position, log.events

    def seats(self, position: ToyPosition) -> tuple[str, ...]:
        return SEATS

    def to_move(self, position: ToyPosition) -> tuple[str, ...]:
        return (position.mover,) if position.turn < position.rounds else ()

    def choices(self, position: ToyPosition, seat: str) -> Choices:
        if seat not in self.to_move(position):
            return Choices()
        shows = [Show(card) for card in sorted(set(position.hands[seat]))]
        plan = Described("plan", (Field("place", Whole(0, 9)), Field("text", Text(LONGEST))))
        return Choices((*shows, Strike(), Wait()), (plan,))

    def check(self, position: ToyPosition, seat: str, order: Any) -> None:
        if seat not in self.to_move(position):
            raise Refused("game.bad_order", rule="TOY-1", code=order.code, place="seat", expected=self.to_move(position), found=seat)
        if isinstance(order, Show) and order.card not in position.hands[seat]:
            raise Refused("game.bad_order", rule="TOY-2", code="show", place="card", expected=position.hands[seat], found=order.card)
        if isinstance(order, Plan) and not (0 <= order.place < 10 and len(order.text) <= LONGEST):
            raise Refused("game.bad_order", rule="TOY-3", code="plan", place="place", expected="0 to 9", found=order.place)

    def apply(self, position: ToyPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        log = Log()
        match order:
            case Plan(place, text):
                position.plans[seat][place] = text
                log.tell("planned", (seat,), "TOY-3", place=place, text=text)
            case Show(card):
                position.hands[seat].remove(card)
                position.points[seat] += card
                log.tell("shown", SEATS, "TOY-2", seat=seat, card=card)
            case Strike():
                position.turn += 1
                hit = dice.roll("strike", by=seat).total
                if hit == 12:
                    hit += dice.roll("once more", 1, by=seat).total
                position.points[seat] += hit
                log.tell("struck", SEATS, "TOY-4", seat=seat, hit=hit)
            case Wait():
                position.turn += 1
        return log.events

    def view(self, position: ToyPosition, seat: str) -> ToyView:
        seen = SEATS if seat == REFEREE else (seat,)
        return ToyView(
            seat,
            position.turn,
            {name: tuple(position.hands[name]) for name in seen},
            {name: len(position.hands[name]) for name in SEATS},
            dict(position.points),
            {name: dict(position.plans[name]) for name in seen},
        )

    def sample(self, position: ToyPosition, seat: str, stream: Stream) -> Any:
        listed = self.choices(position, seat).listed
        if stream.below(2):
            return Plan(stream.below(10), "— Eagle Day " + "x" * stream.below(LONGEST - 20))
        return stream.choose(listed)

    def outcome(self, position: ToyPosition) -> Outcome | None:
        if position.turn < position.rounds:
            return None
        blue, red = (position.points[seat] for seat in SEATS)
        return Outcome("toy.over", dict(position.points), None if blue == red else SEATS[red > blue])

    def invariants(self, position: ToyPosition) -> None:
        assert 0 <= position.turn <= position.rounds
        assert set(position.hands) == set(position.points) == set(position.plans) == set(SEATS)
        assert all(points >= 0 for points in position.points.values())

    def dump(self, position: ToyPosition) -> str:
        return json.dumps(encode(position), indent=1, ensure_ascii=False)

    def parse(self, text: str) -> ToyPosition:
        try:
            data = json.loads(text)
        except ValueError as error:
            raise BobError("error.usage", what=str(error)) from error
        return decode(ToyPosition, data)


TOY = Toy()
GAMES: Mapping[str, Game[Any]] = {"toy": TOY}
