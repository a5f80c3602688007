"""A strong pilot of flights: tries its orders on likely flights, and plays each on with the sound pilot's rules.

Every order has the same guesses and the same draws. The worse half is dropped after each round, and the sound pilot's own order
is kept unless another is better by more than chance. Its thoughts follow from the view alone.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, cast

from bob.core.dice import SeededDice, Stream
from bob.core.game import Choices
from bob.core.kit import Decision
from bob.tactical.cards import orders as o
from bob.tactical.cards_classic import legal, steps
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.aftermath import WORTH, tally
from bob.tactical.cards_classic.execution import FlightRun
from bob.tactical.cards_classic.game import FlightGame
from bob.tactical.cards_classic.pilots.glimpse import Glimpse
from bob.tactical.cards_classic.pilots.sight import FlightReader
from bob.tactical.cards_classic.pilots.sound import SoundFlier
from bob.tactical.cards_classic.position import BOMB_TURN, FIGHT, HOMEBOUND, INGRESS, OUTBOUND, OVER, PREPARE, SWAP, FlightPosition
from bob.tactical.cards_classic.view import FlightView

_LONGEST = 500
"""No line is played on for more orders than this."""
_SAME = (o.Climb, o.Discard)
"""Orders tried only with the card of least worth."""


SPREAD = 5.0
"""The lead in points that makes a win likely."""
PART, CARD, ADVANTAGED, TAILING, LOAD = 0.5, 0.2, 0.4, 1.2, 2.0
"""The worth in points of: a hit, as a share of what its last one brings; a card in a hand; the two Positions; a bomb not yet dropped."""


@dataclass(frozen=True, slots=True)
class FlightBudget:
    """The limit of the search for a decision."""

    sims: int = 64
    """The lines played out."""
    widest: int = 8
    turns: int = 1
    """The number of further game turns of a line, which goes on until the target is behind."""
    doubt: float = 1.0
    """The number of standard errors that another order must be better by."""


_RANK = attrgetter("rank")


class _Quiet(FlightRun):
    """Carries orders out without events."""

    __slots__ = ()

    def tell(self, what: str, /, rule: str | None = None, **data: Any) -> None:
        pass

    def tell_only(self, to: int, what: str, /, rule: str | None = None, **data: Any) -> None:
        pass


class StrongFlier:
    """Searches over what its seat does not see."""

    __slots__ = ("budget", "game", "seed")

    def __init__(self, seed: str, game: FlightGame, budget: FlightBudget | None = None) -> None:
        self.seed, self.game = seed, game
        self.budget = budget if budget is not None else FlightBudget()

    def decide(self, view: FlightView, choices: Choices) -> Decision:
        listed = choices.listed
        sound = SoundFlier(view, self.game.tables)
        order, why = sound.choose(listed)
        if len(listed) > 1 and view.phase not in (PREPARE, SWAP):
            tried = _worth_trying(sound, order, listed)
            best = self._search(view, listed, tried[: self.budget.widest])
            if best != order:
                return Decision(best, "flight.reason.tried")
        return Decision(order, f"flight.reason.{why}")

    # ---- inside

    def _search(self, view: FlightView, listed: Sequence[Any], tried: Sequence[Any]) -> Any:
        """Return the best of the orders, the sound pilot's first."""
        if len(tried) == 1:
            return tried[0]
        name = f"{view.turn}/{view.phase}/{view.active}/{view.pile}/{len(view.discard)}/{len(view.played)}"
        stream = Stream.of(self.seed, f"pilot/strong/{view.seat}/{name}")
        reader = FlightReader(view, listed, self.game.tables)
        seat = view.parties.index(next(seen.side for seen in view.aircraft if seen.seat == view.seat))
        left = list(range(len(tried)))
        values: list[list[float]] = [[] for _ in tried]
        rounds = max(1, math.ceil(math.log2(len(tried))))
        for number in range(rounds):
            for _ in range(max(1, self.budget.sims // rounds // len(left))):
                world, key = reader.world(stream), stream.bits()
                for i in left:
                    values[i].append(self._line(world.copy(), seat, tried[i], key))
            if number + 1 < rounds:
                better = sorted(left, key=lambda i: -sum(values[i]))[: max(2, (len(left) + 1) // 2)]
                left = sorted({0, *better})
        return tried[self._best(values, left)]

    def _best(self, values: Sequence[Sequence[float]], left: Sequence[int]) -> int:
        best = max(left, key=lambda i: (sum(values[i]), -i))
        if best == 0:
            return 0
        leads = [a - b for a, b in zip(values[best], values[0], strict=True)]
        n = len(leads)
        mean = sum(leads) / n
        spread = math.sqrt(sum([(x - mean) ** 2 for x in leads]) / max(1, n - 1))
        return best if mean > self.budget.doubt * spread / math.sqrt(n) else 0

    def _line(self, position: FlightPosition, seat: int, order: Any, key: int) -> float:
        """Carry the order out, play on, and judge where it ends: 1 is won, 0 lost."""
        run = _Quiet(position, SeededDice(Stream(key)))
        game, tables = self.game, self.game.tables
        last = position.turn + self.budget.turns
        for _ in range(_LONGEST):
            game._carry_out(run, order)
            steps.proceed(run, tables)
            if position.phase == OVER or (position.turn > last and position.leg in (FIGHT, HOMEBOUND) and _between(position)):
                break
            name = position.owing[0]
            listed = legal.flight_orders(position, name, tables)
            if len(listed) == 1:
                order = listed[0]
                continue
            listed.sort(key=_RANK)
            order = SoundFlier(cast(FlightView, Glimpse(position, name)), tables).choose(tuple(listed))[0]
        return judged(position, seat)


def _worth_trying(sound: SoundFlier, first: Any, listed: Sequence[Any]) -> list[Any]:
    """The orders to try, the sound pilot's first; of those that differ by the card that pays only the cheapest."""
    tried = [first]
    for kind in _SAME:
        alike = [order for order in listed if isinstance(order, kind)]
        if alike and not isinstance(first, kind):
            tried.append(min(alike, key=lambda order: sound.worth(order.card) if order.card is not None else 0.0))
    rest = [order for order in listed if not isinstance(order, _SAME) and order != first]
    return tried + [order for order in rest if not isinstance(order, f.QuitFlight) or sound.view.aircraft[order.aircraft].damaged]


def _between(position: FlightPosition) -> bool:
    """Return whether nothing is under way but the turn of an aircraft."""
    return position.exchange is None and position.assault is None and position.passage is None and position.pending is None


def judged(position: FlightPosition, seat: int) -> float:
    """Return the chance that the seat's side wins, by the points and the promise of the table."""
    totals = tally(position)
    lead = float(totals[seat] - totals[1 - seat])
    if position.phase == OVER:
        return _logistic(lead / SPREAD)
    bombing = position.bombing_party()
    for craft in position.crafts:
        if craft.out:
            continue
        sign = 1.0 if craft.party == seat else -1.0
        sortie = position.sorties[craft.number]
        damaged, destroyed = WORTH[sortie.kind]
        if craft.damaged:
            share = (craft.hits - craft.front.airframe) / max(1, craft.back.airframe - craft.front.airframe)
            lead -= sign * PART * (destroyed - damaged) * max(0.0, share)
        else:
            lead -= sign * PART * damaged * craft.hits / craft.front.airframe
        if not craft.bomber:
            lead += sign * (CARD * len(craft.hand) + (0.0, ADVANTAGED, TAILING)[craft.level])
        if sortie.load and craft.party == bombing and position.leg in (OUTBOUND, INGRESS, BOMB_TURN):
            lead += sign * LOAD
    return _logistic(lead / SPREAD)


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x)) if x > -40.0 else 0.0
