"""A carrier campaign in the terminal: the tracks, the turn, the flight that is formed, and the flight while it is flown."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bob.campaigns.carriers.campaign_data import FlightOperation
from bob.campaigns.carriers.game import Carriers
from bob.campaigns.carriers.orders import OWN, PlanTurn
from bob.campaigns.carriers.position import PLAN, CarrierPosition
from bob.campaigns.carriers.telling import CarrierTeller
from bob.campaigns.carriers.view import CarrierView
from bob.campaigns.sides import SIDES
from bob.cli.terminal.cards_classic_text import FlightBook
from bob.core.codec import encode
from bob.core.game import Event
from bob.core.kit import seat_text
from bob.core.text import neat
from bob.report.plain_view import plain_value
from bob.words import Words


class CarriersBook:
    """The pages of a carrier campaign."""

    def __init__(self, words: Words, game: Any, scenario: str) -> None:
        assert isinstance(game, Carriers)
        self.words, self.game = words, game
        self.teller = CarrierTeller(words, game.tables, game.tables.campaigns[scenario], game.flights.tables)
        self.past = CarrierTeller(words, game.tables, game.tables.campaigns[scenario], game.flights.tables)
        self.view: CarrierView | None = None
        self.flights = FlightBook(words, self.teller.flights)

    def look(self, view: CarrierView) -> None:
        self.view = view
        self.teller.look(view)
        self.flights = FlightBook(self.words, self.teller.flights)
        self.flights.look(view.flight)

    def order(self, order: Any, seat: str) -> str:
        """An order; a plan with the aircraft that it sends and keeps, those of a group with its aircraft."""
        if not isinstance(order, OWN):
            return self.flights.order(order, seat)
        text = self.teller.order(order, seat)
        if isinstance(order, PlanTurn) and seat in SIDES:
            return self._plan(text, self.teller.data.operations(seat)[order.operation])
        number = getattr(order, "group", None)
        if self.view is not None and self.view.flight is None and number is not None:
            group = next((g for g in self.view.groups if g.number == number), None)
            if group is not None:
                return self.words("play.air_war.of_group", order=text, aircraft=self.teller.aircraft(group.aircraft))
        return text

    def _plan(self, text: str, operation: FlightOperation) -> str:
        strike, cap = (self.teller.forces(flyers) for flyers in (operation.strike, operation.cap))
        key = "plan_forces" if operation.strike else "plan_no_strike"
        return self.words(f"carriers.page.{key}", order=text, strike=strike, cap=cap)

    def describe(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]:
        return [(number, self.past.event(event)) for number, event in events]

    def value(self, value: Any) -> str:
        return plain_value(encode(value), self.words, "flight")

    def head(self, view: CarrierView) -> str:
        axis, allied = (dict(view.totals)[side] for side in SIDES)
        phase = self.words(f"carriers.phase.{view.phase}")
        return self.words(
            "carriers.page.head", sheet=self.teller.campaign(), turn=view.turn, turns=view.turns, phase=phase, axis=axis, allied=allied
        )

    def page(self, view: CarrierView) -> list[str]:
        """The tracks and the turn; then the flight, while one is formed or flown."""
        lines = [self._tracks(view), "", *self._turn(view)]
        if view.flight is not None:
            return [*lines, self.flights.head(view.flight), *self.flights.page(view.flight)]
        return [*lines, *self._formed(view)]

    def _tracks(self, view: CarrierView) -> str:
        words = self.words
        heads = [words(f"carriers.page.{name}") for name in ("base", "side", "damage", "vp", "strike", "cap")]
        rows = []
        for seen in view.bases:
            boxes = self.teller.data.base_of(seen.base).track.boxes
            less = [f"−{n}" if n else "–" for n in (seen.strike_less, seen.cap_less)]
            rows.append([self.teller.base(seen.base), seat_text(words, seen.side), f"{seen.damage}/{boxes}", str(seen.vp), *less])
        return neat(heads, rows, right=(2, 3, 4, 5))

    def _turn(self, view: CarrierView) -> list[str]:
        """Tactics, Operations and Resources: both sides' once shown, one's own before."""
        words, teller, lines = self.words, self.teller, []
        if view.phase == PLAN:
            lines.append(words("carriers.ranges"))
        for side, plan in view.plans:
            tactic, operation = words(f"carriers.tactic.{plan.tactic}"), teller.operation(side, plan.operation)
            lines.append(words("carriers.page.plan", side=seat_text(words, side), tactic=tactic, operation=operation))
        if not view.plans and view.own_plan is not None:
            tactic, operation = words(f"carriers.tactic.{view.own_plan.tactic}"), teller.operation(view.seat, view.own_plan.operation)
            lines.append(words("carriers.page.own_plan", tactic=tactic, operation=operation))
        for side, number in view.picks:
            lines.append(words("carriers.page.resource", side=seat_text(words, side), resource=teller.resource(number)))
        if not view.picks and view.picked:
            lines.append(words("carriers.page.own_resource", resource=teller.resource(view.own_pick)))
        if view.sortie is not None:
            kind, target = words(f"carriers.sortie.{view.sortie.kind}"), teller.base(view.sortie.target)
            lines.append(words("carriers.page.sortie", side=seat_text(words, view.sortie.side), kind=kind, target=target))
        if view.fewer:
            lines.append(words("carriers.page.fewer", count=view.fewer))
        return lines

    def _formed(self, view: CarrierView) -> list[str]:
        """Return the own aircraft of the flight that is being formed."""
        words, teller = self.words, self.teller
        if not view.groups:
            return []
        heads = [words(f"carriers.page.{name}") for name in ("group", "aircraft", "altitude", "load", "airman")]
        rows = []
        for group in view.groups:
            airman = ", ".join(teller.airman(airman.key) for airman in group.airmen) or "–"
            aircraft = words("plain.count", name=teller.aircraft(group.aircraft), count=group.count)
            altitude, load = words(f"air_war.altitude.{group.altitude}"), words(f"air_war.load.{group.load}")
            rows.append([str(group.number + 1), aircraft, altitude, load, airman])
        return ["", neat(heads, rows, right=(0,))]


def book(words: Words, game: Any, position: CarrierPosition, scenario: str) -> CarriersBook:
    """The pages of a carrier campaign."""
    return CarriersBook(words, game, scenario)
