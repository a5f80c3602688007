"""The sound pilot: keeps to the table, climbs when there is nothing better, fires by the odds, gets on tails, breaks when hunted.

It throws no dice and keeps no memory: its order follows from its view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bob.core.game import Choices
from bob.core.kit import Decision
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.candidates import FINE, FlightSteps, MiniatureCourse, flights
from bob.tactical.miniatures.data import HIGH_ALTITUDE, LEAD, MiniatureTables
from bob.tactical.miniatures.pilots import hands, setting_up
from bob.tactical.miniatures.pilots.judgement import BOMBS, CLIMB, OUTMANOEUVRE, SHOOT, TAIL, UNITS, MiniatureJudgement
from bob.tactical.miniatures.pilots.worth import BOMB, exchange, of_drop, of_levels, supporters
from bob.tactical.miniatures.position import (
    ACTION,
    ANSWER,
    BEGIN,
    CHOOSE,
    CLOUDS,
    DEFEND,
    DEPLOYED,
    DODGED,
    FIRING,
    FLY,
    FOLLOW,
    KEEP,
    LATE,
    PLACE,
    REACT,
    TARGETED,
    THROW,
    MiniatureAircraft,
    MiniaturePosition,
)
from bob.tactical.miniatures.position import TAIL as WHOM_TO_TAIL
from bob.tactical.miniatures.rules import legal, movement, standing
from bob.tactical.miniatures.rules.cards import code_of
from bob.tactical.miniatures.rules.geometry import PER, forward, on_table, within
from bob.tactical.miniatures.rules.odds import more
from bob.tactical.miniatures.view import MiniatureTableView, imagined

MEETS = 20 * PER
"""The distance of an enemy within which a pilot considers burning advantage."""
HUNTED = 0.3
"""The least danger for the reason that the pilot breaks."""


@dataclass(frozen=True, slots=True)
class PlannedFlight:
    """A flight with its worth and its purpose."""

    worth: float
    flight: MiniatureCourse
    action: str
    whom: int


class SoundMiniaturePilot:
    """Decides for one seat, from its view and its choices."""

    wary = True
    """The flag of a pilot that considers the enemy's guns."""
    fine: FlightSteps = FINE
    burns = True
    """The flag of a pilot that burns advantage."""

    def __init__(self, seat: str, tables: MiniatureTables) -> None:
        self.seat, self.tables = seat, tables

    def decide(self, view: MiniatureTableView, choices: Choices) -> Decision:
        """Return the next order of the seat, and its reason."""
        listed = choices.listed
        if len(listed) == 1 and not choices.described:
            return said(listed[0], "only")
        position = imagined(view, self.tables)
        side = view.seats.index(self.seat)
        return self._decision_at(position, side, view.stage, listed)

    def _decision_at(self, position: MiniaturePosition, side: int, stage: str, listed: Sequence[Any]) -> Decision:
        if stage in (FLY, BEGIN):
            return self._fly(position, side, listed)
        if stage in (ACTION, FOLLOW):
            return self._act(position, side, listed)
        if stage == CHOOSE:
            return said(self._choose(position, side, listed), "activates")
        if stage == WHOM_TO_TAIL:
            return said(self._tail(position, listed), "tails")
        if stage == ANSWER:
            return said(hands.answer(position, listed), "answers")
        if stage == DEFEND:
            return said(hands.defence(position, listed), "defends")
        if stage == KEEP:
            return said(hands.keep(position, side), "keeps")
        if stage == CLOUDS:
            return said(setting_up.cloud(position, side), "set_up")
        if stage == PLACE:
            return said(setting_up.deploy(position, side), "set_up")
        if stage == DEPLOYED:
            return said(setting_up.deployment_card(position, side, listed), "card")
        return self._card(position, side, stage, listed)

    # ---- cards

    def _card(self, position: MiniaturePosition, side: int, stage: str, listed: Sequence[Any]) -> Decision:
        if stage == THROW:
            order = hands.throw(position, side)
            return said(order, "throws" if order.cards else "keeps_cards")
        plays = [order for order in listed if isinstance(order, o.PlayAction)]
        found: Any = None
        if stage == FIRING:
            found = hands.firing(position, side, plays)
        elif stage == TARGETED:
            found = hands.targeted(position, side, plays)
        elif stage == DODGED:
            found = hands.dodged(position, side, plays)
        elif stage == LATE and plays:
            found = hands.relief(position, side, plays)
        elif stage == REACT and plays:
            found = plays[0] if position.active.level else None
        return said(found, "card") if found is not None else said(o.NoMore(), "keeps_cards")

    # ---- flying

    def _fly(self, position: MiniaturePosition, side: int, listed: Sequence[Any]) -> Decision:
        a = position.active
        begins = position.stage == BEGIN
        position.stage = FLY
        lead = next((order for order in listed if isinstance(order, o.PlayAction) and code_of(order.card) == LEAD), None)
        shot = None if begins else best_shot(position, a, [order for order in listed if isinstance(order, o.ShootAt)])
        if shot is not None and shot[0] > 0:
            if lead is not None and a.skill < self.tables.cards[LEAD].value:
                return said(lead, "card")
            return said(shot[1], "opens")
        plan = self.plan(position, side, a)
        if lead is not None and a.skill < self.tables.cards[LEAD].value and plan is not None and plan.action in (SHOOT, OUTMANOEUVRE):
            return said(lead, "card")
        if plan is None:
            return said(self._straight(a), "goes_on")
        order = plan.flight.order
        if begins:
            return said(order, "card") if isinstance(order, o.PlayAction) else said(o.NoMore(), "keeps_cards")
        if legal.refusal(position, self.seat, order) is not None:
            return said(self._straight(a), "goes_on")
        return said(order, self._reason(position, a, plan))

    def _straight(self, a: MiniatureAircraft) -> o.MoveOn:
        return o.MoveOn(movement.least(a))

    def plan(self, position: MiniaturePosition, side: int, a: MiniatureAircraft) -> PlannedFlight | None:
        """The best flight of the active aircraft."""
        judge = MiniatureJudgement(position, a, self.wary)
        return best_flight(judge, self.ways(position, side, a))

    def ways(self, position: MiniaturePosition, side: int, a: MiniatureAircraft) -> Iterable[MiniatureCourse]:
        """Return the flights to try: advantage is burnt where an enemy is near, or to stay on the table."""
        met = any(within(a.at, b.at, MEETS) for b in standing.enemies(position, a))
        ahead = forward(a.at, a.heading, movement.least(a))
        bound = not on_table(ahead, position.terms.width * PER, position.terms.height * PER)
        return flights(position, side, self.fine, bound or (self.burns and met))

    def _reason(self, position: MiniaturePosition, a: MiniatureAircraft, plan: PlannedFlight) -> str:
        flight = plan.flight
        judge = MiniatureJudgement(position, a)
        if flight.left:
            return "goes_home" if flight.left == judge.exit else "goes_on"
        if plan.action == BOMBS:
            return "to_bomb"
        (x, y), (hx, hy) = flight.at, UNITS[flight.heading]
        kept, a.at, a.heading = (a.at, a.heading), flight.at, flight.heading
        tails = bool(standing.can_tail(position, a))
        a.at, a.heading = kept
        if plan.action == SHOOT:
            return "to_fire"
        if tails or plan.action == TAIL:
            return "to_tail"
        ux, uy = UNITS[a.heading]
        before = judge.danger(a.at.x, a.at.y, ux, uy, a.level)
        if before > HUNTED and judge.danger(x, y, hx, hy, a.level - flight.burns) < 0.6 * before:
            return "breaks"
        if judge.goal is not None:
            return "goes_home" if judge.exit else "to_target"
        if judge.edge(a.at.x, a.at.y, ux, uy):
            return "turns_in"
        return {CLIMB: "to_climb", OUTMANOEUVRE: "to_outmanoeuvre"}.get(plan.action, "lines_up")

    # ---- the pilot action

    def _act(self, position: MiniaturePosition, side: int, listed: Sequence[Any]) -> Decision:
        a = position.active
        best: tuple[float, Any, str] = (0.0, o.NoMore(), "nothing")
        for order in listed:
            found = (0.0, order, "nothing")
            if isinstance(order, o.ShootAt):
                found = exchange(position, a, position.aircraft[order.target]), order, "fires"
            elif isinstance(order, o.GainHeight):
                found = self._climb(position, a, order), order, "climbs"
            elif isinstance(order, o.Outmanoeuvre):
                found = outmanoeuvring(position, a, order), order, "outmanoeuvres"
            elif isinstance(order, o.DropOn):
                found = BOMB * (a.ps + a.type.engines) / 6, order, "bombs"
            if found[0] > best[0]:
                best = found
        return said(best[1], best[2])

    def _climb(self, position: MiniaturePosition, a: MiniatureAircraft, order: o.GainHeight) -> float:
        levels = of_levels(position, a)
        codes = [code_of(card) for card in (order.card, order.bonus) if card is not None]
        top = min(standing.ceiling(a), a.level + (2 if "great_climb" in codes else 1))
        follows = 0.0
        if HIGH_ALTITUDE in codes:
            tried = [b for b in standing.enemies(position, a) if standing.outmanoeuvre_refusal(position, a, b) is None]
            follows = max((outmanoeuvring(position, a, o.Outmanoeuvre(b.number)) for b in tried), default=0.0)
        return levels[top] - levels[a.level] + follows - 0.02 * len(codes)

    # ---- targets

    def _choose(self, position: MiniaturePosition, side: int, listed: Sequence[Any]) -> Any:
        """Activate the aircraft with the best sum of its shot and half its danger."""

        def urgency(order: o.ActivateOne) -> tuple[float, int]:
            a = position.aircraft[order.aircraft]
            judge = MiniatureJudgement(position, a)
            (x, y), (hx, hy) = a.at, UNITS[a.heading]
            shots = [exchange(position, a, b) for b in standing.targets(position, a)]
            return max(0.0, *shots, 0.0) + 0.5 * judge.danger(x, y, hx, hy, a.level), -a.number

        return max([order for order in listed if isinstance(order, o.ActivateOne)], key=urgency)

    def _tail(self, position: MiniaturePosition, listed: Sequence[Any]) -> Any:
        a = position.active

        def worth(order: o.TailEnemy) -> tuple[float, int]:
            b = position.aircraft[order.aircraft]
            drop = of_drop(position, b, b.level, 0) if b.level else 0.0
            kept, b.level = b.level, max(0, b.level - 1)
            shots = max((exchange(position, a, c) for c in standing.targets(position, a)), default=0.0)
            b.level = kept
            return drop + max(0.0, shots), -b.number

        return max(listed, key=worth)


def best_flight(judge: MiniatureJudgement, ways: Iterable[MiniatureCourse]) -> PlannedFlight | None:
    """The flight that is worth most."""
    return next(iter(best_flights(judge, ways, 1)), None)


def best_flights(judge: MiniatureJudgement, ways: Iterable[MiniatureCourse], count: int) -> list[PlannedFlight]:
    """Return the `count` best flights, the best first. Flights are weighed in the order of their worth without danger, which only
    deducts."""
    tried = []
    for number, flight in enumerate(ways):
        worth, level, action, whom = judge.before_danger(flight)
        tried.append((worth, -number, level, action, whom, flight))
    tried.sort(key=lambda one: (-one[0], -one[1]))
    best: list[PlannedFlight] = []
    for worth, _, level, action, whom, flight in tried:
        if len(best) == count and worth <= best[-1].worth:
            break
        found = judge.after_danger(flight, worth, level)
        if len(best) < count or found > best[-1].worth:
            best.append(PlannedFlight(found, flight, action, whom))
            best.sort(key=lambda plan: -plan.worth)
            del best[count:]
    return best


def best_shot(position: MiniaturePosition, a: MiniatureAircraft, shots: Sequence[o.ShootAt]) -> tuple[float, o.ShootAt] | None:
    """The shot that brings most, its answer taken off."""
    found = [(exchange(position, a, position.aircraft[order.target]), -order.target, order) for order in shots]
    if not found:
        return None
    worth, _, order = max(found)
    return worth, order


def outmanoeuvring(position: MiniaturePosition, a: MiniatureAircraft, order: o.Outmanoeuvre) -> float:
    """Return the gain of an attempt to outmanoeuvre."""
    b = position.aircraft[order.target]
    dice = a.ps + a.type.agility + (position.tables.card(order.card).value if order.card is not None else 0)
    return more(dice, b.ps + b.type.agility) * of_drop(position, b, b.level, supporters(position, a, b)) - 0.01 * (order.card is not None)


def said(order: Any, why: str) -> Decision:
    return Decision(order, f"pilots.skies.{why}")
