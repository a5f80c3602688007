"""Who commands a side of a carrier campaign for the program: he sees its view and says in words why he orders what he does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bob.campaign.air_war.orders import Ready, SetAltitude, SetCrew
from bob.campaign.air_war.position import BOMBS, TORPEDO, enemy_of
from bob.campaign.air_war.sheets import Flyers
from bob.campaign.carriers.orders import OWN, AddToCap, LeaveBehind, PlanTurn, TakeResource
from bob.campaign.carriers.sheets import LARGE, NO_STRIKE, TACTICS, CarrierSheet
from bob.campaign.carriers.view import CarrierView, SeenFlyers
from bob.dogfight.cards.classic.data import FIGHTER
from bob.dogfight.cards.classic.kit import FlightFlier
from bob.game import Choices
from bob.kit import Decision

if TYPE_CHECKING:
    from bob.campaign.carriers.game import Carriers

WORTH = {"dive": 1.3, "torpedo": 1.2, "saturation": 0.9, "level": 0.8}
"""The points that an aircraft brings on the average that gets through, by what it attacks with."""
OWN_LOSS = 0.22
"""The share of a Strike's aircraft that it costs on the average."""
FOR_A_STRIKE = ("bomb_points", "strike", "scout")
FOR_THE_DEFENCE = ("out_turns", "out_of_sight", "extra_cap", "cap", "clouds")


class FleetOfficer:
    """Strikes where it pays, takes what serves the turn, and flies by a pilot of his name."""

    heed: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: str, game: Carriers) -> None:
        self.name, self.seat, self.seed, self.game = name, seat, seed, game
        self._pilot = FlightFlier(name, seat, seed, game.flights)

    def orders(self, view: CarrierView, choices: Choices, number: int) -> list[Decision]:
        listed = choices.listed
        if not any(isinstance(order, OWN) for order in listed):
            return self._pilot.orders(view.flight, choices, number)
        sheet = self.game.tables.sheets[view.sheet]
        if isinstance(listed[0], PlanTurn):
            return [self._plan(view, sheet, listed)]
        if isinstance(listed[0], TakeResource):
            return [self._resource(view, sheet, listed)]
        return self._form(view, listed)

    # ---- the turn

    def _plan(self, view: CarrierView, sheet: CarrierSheet, listed: Sequence[PlanTurn]) -> Decision:
        """The Operation that promises most, and as near as may be: who is hurt comes home the easier."""
        own = next(base for base in view.bases if base.base == sheet.fleet_of(self.seat).code)
        values = {code: self._promise(sheet, code, own.strike_less) for code in sheet.operations(self.seat)}
        best = max(listed, key=lambda order: (values[order.operation], -TACTICS.index(order.tactic), order.operation))
        size = sheet.operations(self.seat)[best.operation].size
        key = "hold" if size == NO_STRIKE else "large" if size == LARGE else "small"
        return Decision(best, f"carriers.why.{key}")

    def _promise(self, sheet: CarrierSheet, code: str, less: int) -> float:
        """The boxes that an Operation may tick, less those that it may cost; a Fleet counts more than another target."""
        operation = sheet.operations(self.seat)[code]
        if operation.size == NO_STRIKE:
            return 0.6
        target = sheet.base_of(operation.target)
        naval = self.game.tables.targets[target.sheet].naval
        flown = sum(self._aircraft(flyers) for flyers in operation.strike)
        brings = sum(self._brings(flyers, naval) for flyers in operation.strike) * max(0, flown - less) / flown
        cap = sum(self._aircraft(flyers) for flyers in operation.cap)
        return brings * (1.0 if target.fleet else 0.55) - OWN_LOSS * max(0, flown - less) + 0.25 * cap

    def _aircraft(self, flyers: Flyers) -> int:
        card = self.game.flights.tables.aircraft[flyers.aircraft]
        return flyers.count * (2 if flyers.wingmen and not card.formed else 1)

    def _brings(self, flyers: Flyers, naval: bool) -> float:
        card = self.game.flights.tables.aircraft[flyers.aircraft]
        modes = dict(card.front.bombs)
        if card.torpedo and naval:
            return self._aircraft(flyers) * WORTH["torpedo"]
        worth = max((WORTH.get(mode, 0.0) * max(1, rating) for mode, rating in modes.items()), default=0.0)
        lowered = 0.45 if naval and card.formed else 1.0  # Saturation against a ship
        return self._aircraft(flyers) * worth * lowered * (0.5 if card.kind == FIGHTER else 1.0)

    def _resource(self, view: CarrierView, sheet: CarrierSheet, listed: Sequence[TakeResource]) -> Decision:
        """What helps the own Strike, if it is the larger one; else what helps against the enemy's."""
        sizes = {side: sheet.operations(side)[plan.operation].size for side, plan in view.plans}
        mine, theirs = sizes[self.seat], sizes[enemy_of(self.seat)]
        attack = mine != NO_STRIKE and (mine == LARGE or theirs != LARGE)
        wanted = (FOR_A_STRIKE, FOR_THE_DEFENCE) if attack else (FOR_THE_DEFENCE, FOR_A_STRIKE)
        useful = [kind for kinds in wanted for kind in kinds if mine != NO_STRIKE or kind not in FOR_A_STRIKE]
        useful = [kind for kind in useful if theirs != NO_STRIKE or kind not in FOR_THE_DEFENCE]
        open_ = {order.number: order for order in listed}
        for kind in useful:
            for found in sheet.resources(self.seat).values():
                if found.effect(kind) and found.number in open_:
                    return Decision(open_[found.number], "carriers.why.attack" if kind in FOR_A_STRIKE else "carriers.why.defend")
        return Decision(open_[None], "carriers.why.spare")

    # ---- a flight

    def _form(self, view: CarrierView, listed: Sequence[Any]) -> list[Decision]:
        own = {group.number: group for group in view.groups if group.side == self.seat}
        if isinstance(listed[0], LeaveBehind):
            return [Decision(min(listed, key=lambda order: (self._missed(own[order.group]), order.group)), "carriers.why.leave")]
        if isinstance(listed[0], AddToCap):
            named = [order for order in listed if order.aircraft is not None]
            best = max(named, key=lambda order: (self._fights(order.aircraft), order.aircraft), default=listed[0])
            return [Decision(best, "carriers.why.cap")]
        crews = [order for order in listed if isinstance(order, SetCrew)]
        if crews:
            return [Decision(crews[0], "carriers.why.crew")]
        starts = [Decision(order, f"carriers.why.{why}") for order in listed if (why := self._better(order, own))]
        return [*starts, Decision(Ready(), "carriers.why.ready")]

    def _missed(self, group: SeenFlyers) -> float:
        """How much an aircraft of a group would be missed."""
        return 2.0 if group.load in (BOMBS, TORPEDO) else 1.0 + 0.1 * (group.count == 1)

    def _fights(self, aircraft: str) -> int:
        front = self.game.flights.tables.aircraft[aircraft].front
        return front.performance + front.horsepower + front.bursts

    def _better(self, order: Any, own: dict[int, SeenFlyers]) -> str:
        """Why to start elsewhere, if one should: divers come in low, fighters without a load wait high."""
        group = own[order.group] if isinstance(order, SetAltitude) else None
        if group is None or not group.element or group.altitude != "medium":
            return ""
        if group.load == BOMBS:
            dives = "dive" in self.game.flights.tables.aircraft[group.aircraft].front.bombs
            return "low" if dives and order.altitude == "low" else ""
        return "high" if group.load != TORPEDO and order.altitude == "high" else ""
