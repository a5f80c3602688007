"""The strong pilot: for the likeliest flights it looks at the results of the dice, the answers of each enemy, and the next actions of its
friends.

It searches a fixed number of flights, whatever the clock, and throws no dice: the same view gives the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bob.core.kit import Decision
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.candidates import COARSE, FlightSteps
from bob.tactical.miniatures.data import GREAT_CLIMB, HIGH_ALTITUDE, MiniatureTables
from bob.tactical.miniatures.pilots.judgement import BOMBS, FAR, LATER, MiniatureJudgement
from bob.tactical.miniatures.pilots.movers import Mover
from bob.tactical.miniatures.pilots.sound import PlannedFlight, SoundMiniaturePilot, best_flight, best_flights, outmanoeuvring, said
from bob.tactical.miniatures.pilots.worth import chance, exchange, of_drop
from bob.tactical.miniatures.position import MiniatureAircraft, MiniaturePosition, Volley
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.cards import code_of
from bob.tactical.miniatures.rules.geometry import within
from bob.tactical.miniatures.rules.odds import more


@dataclass(frozen=True, slots=True)
class MiniatureBudget:
    """The size of the strong pilot's search: the flights tried of those with the best first scores, and the steps of the others'
    flights."""

    flights: int = 16
    theirs: FlightSteps = COARSE


REPLIES, FOLLOWS = 0.5, 0.2
"""The weights of the enemies' best replies, and of the friends' actions still possible this turn."""
KEEN = 1.0
"""The further worth of a hit on a squadron that the next chit makes break off."""


class MiniatureSearch:
    """The aircraft that act before the active one does again; its orders are tried against their possible actions then."""

    def __init__(self, position: MiniaturePosition, a: MiniatureAircraft, budget: MiniatureBudget) -> None:
        self.position, self.a = position, a
        self.judge = MiniatureJudgement(position, a, keen=KEEN)
        armed = [f for f in self.judge.near if f.guns and f.when > LATER]
        self.enemies = [Mover(position, f.aircraft, a, f.when, budget.theirs, KEEN) for f in armed]
        friends = [b for b in position.flying() if b.side == a.side and b is not a and not b.zoom and b.firepower]
        self.friends = [Mover(position, b, a, 1.0, budget.theirs, KEEN) for b in friends if within(a.at, b.at, FAR)]

    def outlook(self, *changed: MiniatureAircraft) -> float:
        """Return the worth of the likely replies to the current places; `changed` are the aircraft that have changed, beside the active
        one."""
        varying = tuple(sorted({self.a.number, *[b.number for b in changed]}))
        found = -REPLIES * sum(mover.when * mover.best(varying) for mover in self.enemies if not mover.aircraft.out)
        return found + FOLLOWS * sum(mover.best(varying) for mover in self.friends)

    def flight(self, plan: PlannedFlight) -> float:
        """Return the worth of a flight with its tail, its action and the replies."""
        a, flight = self.a, plan.flight
        if flight.left or plan.action == BOMBS:
            return plan.worth
        kept = a.at, a.heading, a.level
        a.at, a.heading, a.level = flight.at, flight.heading, a.level - flight.burns
        worth = self.judge.stands(flight, kept[2])
        tails = [self.position.aircraft[n] for n in standing.can_tail(self.position, a)]
        b = max(tails, key=lambda b: (self.drop(b), -b.number), default=None)
        if b is not None and b.level:
            worth += self.drop(b)
            b.level -= 1
            worth += self.action(self.orders(), b)[0]
            b.level += 1
        else:
            worth += self.action(self.orders())[0]
        a.at, a.heading, a.level = kept
        return worth

    def drop(self, b: MiniatureAircraft) -> float:
        """Return the worth in itself of bringing an enemy down by a level."""
        return of_drop(self.position, b, b.level, 0) if b.level else 0.0

    def orders(self) -> list[Any]:
        """The actions that are worth a thought where the aircraft is now: the best shot, a climb, the best outmanoeuvre."""
        position, a = self.position, self.a
        found: list[Any] = []
        shots = [(exchange(position, a, b, KEEN), -b.number) for b in standing.targets(position, a)]
        if shots and max(shots)[0] > 0:
            found.append(o.ShootAt(-max(shots)[1]))
        if standing.climb_refusal(position, a) is None:
            found.append(o.GainHeight())
        tried = [b for b in standing.enemies(position, a) if standing.outmanoeuvre_refusal(position, a, b) is None]
        lowered = [(outmanoeuvring(position, a, o.Outmanoeuvre(b.number)), -b.number) for b in tried]
        if lowered:
            found.append(o.Outmanoeuvre(-max(lowered)[1]))
        return found

    def action(self, orders: Sequence[Any], *changed: MiniatureAircraft) -> tuple[float, Any]:
        """The best of some actions with what follows, and it; None for none of them."""
        calm = self.outlook(*changed)
        best: tuple[float, Any] = (calm, None)
        for order in orders:
            found = self.option(order, calm, changed)
            if found > best[0] + 1e-9:
                best = found, order
        return best

    def option(self, order: Any, calm: float, changed: tuple[MiniatureAircraft, ...]) -> float:
        position, a = self.position, self.a
        if isinstance(order, o.GainHeight):
            codes = [code_of(card) for card in (order.card, order.bonus) if card is not None]
            kept, a.level = a.level, min(standing.ceiling(a), a.level + (2 if GREAT_CLIMB in codes else 1))
            levels = self.judge.levels
            found = levels[a.level] - levels[kept] + self.outlook(*changed) + (0.1 if HIGH_ALTITUDE in codes else 0.0) - 0.02 * len(codes)
            a.level = kept
            return found
        b = position.aircraft[order.target]
        if isinstance(order, o.ShootAt):
            likely = chance(position, Volley(a.number, b.number, guns=True))
            worth = exchange(position, a, b, KEEN)
        else:
            dice = a.ps + a.type.agility + (position.tables.card(order.card).value if order.card is not None else 0)
            likely, worth = more(dice, b.ps + b.type.agility), 0.0
            worth = likely * self.drop(b) - 0.01 * (order.card is not None)
        kept_level, kept_out = b.level, b.out
        if b.level:
            b.level -= 1
        elif not b.type.multi:
            b.out = "down"
        after = self.outlook(b, *changed)
        b.level, b.out = kept_level, kept_out
        return worth + likely * after + (1 - likely) * calm


class StrongMiniaturePilot(SoundMiniaturePilot):
    """Searches an activation, with the sound pilot's view."""

    def __init__(self, seat: str, tables: MiniatureTables, budget: MiniatureBudget | None = None) -> None:
        super().__init__(seat, tables)
        self.budget = budget if budget is not None else MiniatureBudget()

    def plan(self, position: MiniaturePosition, side: int, a: MiniatureAircraft) -> PlannedFlight | None:
        judge = MiniatureJudgement(position, a, keen=KEEN)
        if judge.goal is not None or not judge.near:
            return best_flight(judge, self.ways(position, side, a))
        likeliest = best_flights(judge, self.ways(position, side, a), self.budget.flights)
        search = MiniatureSearch(position, a, self.budget)
        tried = [(search.flight(plan), -n) for n, plan in enumerate(likeliest)]
        return likeliest[-max(tried)[1]] if tried else None

    def _act(self, position: MiniaturePosition, side: int, listed: Sequence[Any]) -> Decision:
        usual = super()._act(position, side, listed)
        a = position.active
        orders = [order for order in listed if isinstance(order, o.ShootAt | o.GainHeight | o.Outmanoeuvre)]
        if isinstance(usual.order, o.DropOn) or not orders:
            return usual
        found = MiniatureSearch(position, a, self.budget).action(orders)[1]
        if found is None:
            return said(o.NoMore(), "nothing")
        why = {o.ShootAt: "fires", o.GainHeight: "climbs", o.Outmanoeuvre: "outmanoeuvres"}[type(found)]
        return said(found, why)
