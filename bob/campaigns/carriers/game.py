"""The carrier campaigns as a game of the contract. A Strike's flight is played inside the same position."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from bob.campaigns.carriers import checks, forming
from bob.campaigns.carriers import orders as o
from bob.campaigns.carriers.campaign_data import TACTICS, CarrierCampaign, CarrierTables
from bob.campaigns.carriers.campaign_files import OWN_FILES, carriers_over, shipped_carriers
from bob.campaigns.carriers.position import FLIGHT, FORM, OVER, PLAN, RESOURCE, CarrierPosition, CarrierTerms
from bob.campaigns.carriers.sequence import CarrierRun, operation_refused, plans_open, resources_open, tactic_refused
from bob.campaigns.carriers.view import CarrierView, to_move, view
from bob.campaigns.flight_campaign import FlightCampaign
from bob.campaigns.land import orders as war
from bob.campaigns.nested_page import dump_nested, parse_nested
from bob.core.dice import Dice
from bob.core.errors import Refusal, Refused, UsageError
from bob.core.game import Event
from bob.core.own_files import there
from bob.tactical.cards.linking import FlightGame
from bob.tactical.cards_classic.data import CLASSIC_OWN_FILES

ALL_OWN_FILES = (*OWN_FILES, *CLASSIC_OWN_FILES)
"""The files that a user may lay over ours."""

OPTION_NAMES = tuple(f.name for f in dataclasses.fields(CarrierTerms))
_PHASE_OF: Mapping[type, str] = {
    o.PlanTurn: PLAN,
    o.TakeResource: RESOURCE,
    o.LeaveBehind: FORM,
    o.AddToCap: FORM,
    war.SetAltitude: FORM,
    war.SetLoad: FORM,
    war.SetCrew: FORM,
    war.Ready: FORM,
}
OPEN_ROLLS = ("carriers.dice.cap", "carriers.dice.sight", "carriers.dice.recovery", "air_war.dice.cup", "air_war.dice.face")
QUICK_ROLLS = ("quick_card", "quick_target", "quick_attack", "quick_damage", "quick_turrets")


class Carriers(FlightCampaign[CarrierPosition]):
    """A campaign of Strikes between two Fleets."""

    name: ClassVar[str] = "carriers"
    rules: ClassVar[int] = 4
    order_types: ClassVar[tuple[type, ...]] = o.ORDER_TYPES
    own_orders: ClassVar[tuple[type, ...]] = o.OWN
    own_names: ClassVar[tuple[str, ...]] = ALL_OWN_FILES

    def __init__(self, tables: CarrierTables | None = None, flights: FlightGame | None = None) -> None:
        self.flights = flights if flights is not None else FlightGame()
        self.tables = tables if tables is not None else shipped_carriers(self.flights.tables.aircraft)

    @property
    def open_rolls(self) -> frozenset[str]:
        return self.flights.open_rolls | {*OPEN_ROLLS, *(f"air_war.dice.{name}" for name in QUICK_ROLLS)}

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[CarrierPosition, list[Event]]:
        if scenario not in self.tables.campaigns:
            raise UsageError("carriers.error.no_sheet", found=scenario, choices=", ".join(sorted(self.tables.campaigns)))
        for name in options:
            if name not in OPTION_NAMES:
                raise UsageError("carriers.error.no_option", found=name, choices=", ".join(OPTION_NAMES))
        terms = self.terms_by(CarrierTerms, options, self.tables.campaigns[scenario].edition)
        position = CarrierPosition(scenario, terms)
        run = self.run(position, dice)
        run.tell("campaign", "CAM-25.1a", sheet=scenario)
        run.begin_turn()
        return position, self.to_teams(position, [*run.events, *self.leader_events(position)])

    def sides_to_move(self, position: CarrierPosition) -> tuple[str, ...]:
        return to_move(position, self.flights)

    def apply_of_side(self, position: CarrierPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        run = self.run(position, dice)
        if isinstance(order, o.PlanTurn):
            run.plan(seat, order.tactic, order.operation)
        elif isinstance(order, o.TakeResource):
            run.take_resource(seat, order.number)
        elif isinstance(order, o.LeaveBehind):
            run.leave_behind(seat, order.group)
        elif isinstance(order, o.AddToCap):
            run.add_to_cap(seat, order.aircraft)
        elif isinstance(order, war.SetAltitude):
            run.set_altitude(seat, order.group, order.altitude)
        elif isinstance(order, war.SetLoad):
            run.set_load(seat, order.group, order.load)
        elif isinstance(order, war.SetCrew):
            run.set_crew(seat, order.group, order.aircraft)
        elif isinstance(order, war.Ready):
            run.say_ready(seat)
        else:
            run.flight_order(seat, order)
        return run.events

    def view_of_side(self, position: CarrierPosition, seat: str) -> CarrierView:
        return view(position, self.tables, self.flights, seat)

    def invariants(self, position: CarrierPosition) -> None:
        checks.check(position, self.tables, self.flights)
        assert (position.phase == OVER) != bool(self.to_move(position)), "somebody must owe a decision until it is over"

    def dump(self, position: CarrierPosition) -> str:
        return dump_nested(position, "flight", self.flights)

    def parse(self, text: str) -> CarrierPosition:
        position = parse_nested(text, CarrierPosition, "flight", self.flights, ("sheet", "terms"))
        if position.sheet not in self.tables.campaigns:
            raise UsageError("carriers.error.no_sheet", found=position.sheet, choices=", ".join(sorted(self.tables.campaigns)))
        return position

    # ---- the user's own sheets

    @property
    def own(self) -> Mapping[str, str]:
        return {**self.flights.own, **self.tables.own}

    @classmethod
    def over(cls, folder: Path) -> Carriers:
        """The game with a folder of the user's own campaigns, target sheets, counters and cards laid over ours. Raises BobError."""
        there(folder, ALL_OWN_FILES)
        flights = FlightGame.with_cards_of(folder)
        cls.check_editions(folder, "carriers/*.toml", flights)
        return cls(carriers_over(folder, flights.tables.aircraft), flights)

    # ---- inside

    def campaign(self, position: CarrierPosition) -> CarrierCampaign:
        """The sheet that a position is played on."""
        return self.tables.campaigns[position.sheet]

    def run(self, position: CarrierPosition, dice: Dice) -> CarrierRun:
        return CarrierRun(position, self.tables, self.flights, dice)

    def _orders(self, position: CarrierPosition, seat: str) -> list[Any]:
        """All legal orders of a seat outside a flight."""
        if position.phase == FLIGHT or seat not in self.sides_to_move(position):
            return []
        campaign = self.campaign(position)
        if position.phase == PLAN:
            return [o.PlanTurn(tactic, code) for tactic, code in plans_open(position, campaign, seat)]
        if position.phase == RESOURCE:
            return [o.TakeResource(number) for number in resources_open(position, campaign, seat)]
        return forming.orders(position, self.tables, self.flights.tables.aircraft, seat)

    def _refused(self, key: str, rule: str) -> Refused:
        return Refused(f"carriers.refuse.{key}", rule=rule)

    def _why_not(self, position: CarrierPosition, seat: str, order: Any) -> Refusal:
        """Return the reason why an order is not legal."""
        if not isinstance(order, o.OWN):
            return "no_flight", "CAM-25.1b"
        if position.phase != _PHASE_OF[type(order)]:
            return "other_phase", "CAM-25.1b"
        if seat not in self.sides_to_move(position):
            return "not_your_decision", "CAM-25.1b"
        campaign = self.campaign(position)
        if isinstance(order, o.PlanTurn):
            if order.tactic not in TACTICS or order.operation not in campaign.operations(seat):
                return ("no_such_tactic", "CAM-25.32a") if order.tactic not in TACTICS else ("no_such_operation", "CAM-25.42a")
            before = getattr(position.turns[-1], seat)
            if tactic_refused(before, order.tactic):
                return "tactic_too_far", "CAM-25.32b"
            assert operation_refused(before, order.operation, campaign, seat)
            return "large_again", "CAM-25.42b"
        if isinstance(order, o.TakeResource):
            if order.number in position.used[seat]:
                return "resource_used", "CAM-25.52c"
            known = {found.number for found in campaign.resource}
            return ("resource_reserved", "CAM-25.52e") if order.number in known else ("no_such_resource", "CAM-25.52b")
        return forming.refusal(position, self.tables, self.flights.tables.aircraft, seat, order)
