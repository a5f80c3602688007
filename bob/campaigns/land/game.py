"""The land campaigns as a game of the contract. A mission's flight is played inside the same position."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from bob.campaigns.flight_campaign import FlightCampaign
from bob.campaigns.land import checks, page, planning
from bob.campaigns.land import orders as o
from bob.campaigns.land.campaign_data import LandCampaign, WarTables
from bob.campaigns.land.campaign_files import OWN_FILES, laid_over, shipped_war
from bob.campaigns.land.mission import unused
from bob.campaigns.land.position import OVER, PLAN, RESOURCE, AirWarPosition, AirWarTerms
from bob.campaigns.land.sequence import LandRun
from bob.campaigns.land.view import AirWarView, to_move, view
from bob.core.dice import Dice
from bob.core.errors import Refusal, Refused, UsageError
from bob.core.game import Event
from bob.core.own_files import there
from bob.tactical.cards.linking import FlightGame
from bob.tactical.cards_classic.data import CLASSIC_OWN_FILES, ClassicTables

ALL_OWN_FILES = (*OWN_FILES, *CLASSIC_OWN_FILES)
"""The files that a user may lay over ours."""

OPTION_NAMES = tuple(f.name for f in dataclasses.fields(AirWarTerms))
_PHASE_OF: Mapping[type, str] = {
    o.PickResource: RESOURCE,
    o.SetAltitude: PLAN,
    o.SetLoad: PLAN,
    o.SetCrew: PLAN,
    o.Ready: PLAN,
}
OPEN_ROLLS = ("card", "cup", "face", "quick_card", "quick_target", "quick_attack", "quick_damage", "quick_turrets")


class AirWar(FlightCampaign[AirWarPosition]):
    """A campaign of missions drawn by card, each flown with the classic cards."""

    name: ClassVar[str] = "air_war"
    rules: ClassVar[int] = 5
    order_types: ClassVar[tuple[type, ...]] = o.ORDER_TYPES
    own_orders: ClassVar[tuple[type, ...]] = o.OWN
    own_names: ClassVar[tuple[str, ...]] = ALL_OWN_FILES

    def __init__(self, tables: WarTables | None = None, flights: FlightGame | None = None) -> None:
        self.flights = flights if flights is not None else FlightGame()
        self.tables = tables if tables is not None else shipped_war(self.flights.tables.aircraft)

    @property
    def classic(self) -> ClassicTables:
        """The tables of the cards that its flights are flown with."""
        return self.flights.tables

    @property
    def open_rolls(self) -> frozenset[str]:
        return self.flights.open_rolls | {f"air_war.dice.{name}" for name in OPEN_ROLLS}

    def setup(self, scenario: str, options: Mapping[str, Any], dice: Dice) -> tuple[AirWarPosition, list[Event]]:
        if scenario not in self.tables.campaigns:
            raise UsageError("air_war.error.no_sheet", found=scenario, choices=", ".join(sorted(self.tables.campaigns)))
        for name in options:
            if name not in OPTION_NAMES:
                raise UsageError("air_war.error.no_option", found=name, choices=", ".join(OPTION_NAMES))
        campaign = self.tables.campaigns[scenario]
        terms = self.terms_by(AirWarTerms, options, campaign.edition)
        periods = [period.code for period in campaign.period]
        if terms.period not in ("", *periods):
            raise UsageError("air_war.error.no_period", found=terms.period, choices=", ".join(periods))  # CAM-24.41
        position = AirWarPosition(scenario, terms)
        run = self._run(position, dice)
        run.begin_campaign()
        return position, self.to_teams(position, [*run.events, *self.leader_events(position)])

    def sides_to_move(self, position: AirWarPosition) -> tuple[str, ...]:
        return to_move(position, self.flights)

    def apply_of_side(self, position: AirWarPosition, seat: str, order: Any, dice: Dice) -> list[Event]:
        run = self._run(position, dice)
        if isinstance(order, o.PickResource):
            run.pick_resource(seat, order.number)
        elif isinstance(order, o.SetAltitude):
            run.set_altitude(seat, order.group, order.altitude)
        elif isinstance(order, o.SetLoad):
            run.set_load(seat, order.group, order.load)
        elif isinstance(order, o.SetCrew):
            run.set_crew(seat, order.group, order.aircraft)
        elif isinstance(order, o.Ready):
            run.ready(seat)
        else:
            run.flight_order(seat, order)
        return run.events

    def view_of_side(self, position: AirWarPosition, seat: str) -> AirWarView:
        return view(position, self.tables, self.classic.aircraft, self.flights, seat)

    def invariants(self, position: AirWarPosition) -> None:
        checks.check(position, self.tables, self.classic.aircraft, self.flights)
        assert (position.phase == OVER) != bool(self.to_move(position)), "somebody must owe a decision until it is over"

    def dump(self, position: AirWarPosition) -> str:
        return page.dump(position, self.flights)

    def parse(self, text: str) -> AirWarPosition:
        position = page.parse(text, self.flights)
        if position.sheet not in self.tables.campaigns:
            raise UsageError("air_war.error.no_sheet", found=position.sheet, choices=", ".join(sorted(self.tables.campaigns)))
        return position

    # ---- the user's own sheets

    @property
    def own(self) -> Mapping[str, str]:
        return {**self.classic.own, **self.tables.own}

    @classmethod
    def over(cls, folder: Path) -> AirWar:
        """The game with a folder of the user's own sheets, cards and aircraft laid over ours. Raises BobError."""
        there(folder, ALL_OWN_FILES)
        flights = FlightGame.with_cards_of(folder)
        crafts = flights.tables.aircraft
        cls.check_editions(folder, "land/*.toml", flights)
        own_campaigns = any(any(folder.glob(name)) for name in OWN_FILES)
        return cls(laid_over(folder, crafts) if own_campaigns else shipped_war(crafts), flights)

    # ---- inside

    def campaign(self, position: AirWarPosition) -> LandCampaign:
        """The sheet that a position is played on."""
        return self.tables.campaigns[position.sheet]

    def _run(self, position: AirWarPosition, dice: Dice) -> LandRun:
        return LandRun(position, self.tables, self.classic, self.flights, dice)

    def _orders(self, position: AirWarPosition, seat: str) -> list[Any]:
        """All legal orders of a seat outside a flight."""
        if position.flight is not None or seat not in self.sides_to_move(position):
            return []
        if position.phase == RESOURCE:
            return [o.PickResource(number) for number in unused(position, self.campaign(position), seat)]
        return planning.orders(position, self.tables, self.classic.aircraft, seat)

    def _refused(self, key: str, rule: str) -> Refused:
        return Refused(f"air_war.refuse.{key}", rule=rule)

    def _why_not(self, position: AirWarPosition, seat: str, order: Any) -> Refusal:
        """Return the reason why an order is not legal."""
        if not isinstance(order, o.OWN):
            return "no_flight", "CAM-24.1b"
        if position.phase != _PHASE_OF[type(order)]:
            return "other_phase", "CAM-24.1b"
        if seat not in self.sides_to_move(position):
            return "not_your_decision", "CAM-24.52" if position.phase == RESOURCE else "CAM-24.1b"
        if isinstance(order, o.PickResource):
            used = order.number in position.used[seat]
            return ("resource_used", "CAM-24.53a") if used else ("no_such_resource", "CAM-24.52")
        return planning.refusal(position, self.tables, self.classic.aircraft, seat, order)
