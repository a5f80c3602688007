"""The program's officer for a side of a carrier campaign: decides from the side's view and gives a reason for each order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from bob.campaigns.carriers.campaign_data import LARGE, NO_STRIKE, TACTICS, CarrierCampaign
from bob.campaigns.carriers.orders import OWN, AddToCap, LeaveBehind, PlanTurn, TakeResource
from bob.campaigns.carriers.view import CarrierView, SeenFlyers
from bob.campaigns.land.orders import Ready, SetAltitude, SetCrew
from bob.campaigns.land.position import BOMBS, TORPEDO
from bob.campaigns.matches import LOTS
from bob.campaigns.mixed_strategy import drawn, mixtures
from bob.campaigns.sides import SIDES, side_of
from bob.core.dice import Stream
from bob.core.game import Choices
from bob.core.kit import Decision
from bob.tactical.cards_classic.kit import FLIGHT_PILOTS
from bob.tactical.cards_classic.loaded import FlightFlier

if TYPE_CHECKING:
    from bob.campaigns.carriers.game import Carriers

FOR_A_STRIKE = ("bomb_points", "strike", "scout")
AGAIN = 0.5
"""The cost in victory points of a Large Strike now, since the next turn can have none."""
KEPT = 0.5
"""The share of a Resource's best gain that counts against taking it while it could wait."""
NEAR = TACTICS[0]


class FormingOfficer:
    """Forms the flights of a side: who stays behind, who joins the CAP, where all start."""

    def __init__(self, seat: str, game: Carriers) -> None:
        self.seat, self.game = seat, game

    def form(self, view: CarrierView, listed: Sequence[Any]) -> list[Decision]:
        own = {group.number: group for group in view.groups if group.side == self.seat}
        if isinstance(listed[0], LeaveBehind):
            return [Decision(min(listed, key=lambda order: (self._cost_of_missing(own[order.group]), order.group)), "carriers.why.leave")]
        if isinstance(listed[0], AddToCap):
            named = [order for order in listed if order.aircraft is not None]
            best = max(named, key=lambda order: (self._fights(order.aircraft), order.aircraft), default=listed[0])
            return [Decision(best, "carriers.why.cap")]
        crews = [order for order in listed if isinstance(order, SetCrew)]
        if crews:
            return [Decision(crews[0], "carriers.why.crew")]
        starts = [Decision(order, f"carriers.why.{why}") for order in listed if (why := self._reason_for_other(order, own))]
        return [*starts, Decision(Ready(), "carriers.why.ready")]

    def _cost_of_missing(self, group: SeenFlyers) -> float:
        """Return the cost of missing an aircraft of a group."""
        return 2.0 if group.load in (BOMBS, TORPEDO) else 1.0 + 0.1 * (group.count == 1)

    def _fights(self, aircraft: str) -> int:
        front = self.game.flights.tables.aircraft[aircraft].front
        return front.performance + front.horsepower + front.bursts

    def _reason_for_other(self, order: Any, own: dict[int, SeenFlyers]) -> str:
        """Return the reason to start elsewhere, if there is one: divers come in low, fighters without a load wait high."""
        group = own[order.group] if isinstance(order, SetAltitude) else None
        if group is None or not group.element or group.altitude != "medium":
            return ""
        if group.load == BOMBS:
            dives = "dive" in self.game.flights.tables.aircraft[group.aircraft].front.bombs
            return "low" if dives and order.altitude == "low" else ""
        return "high" if group.load != TORPEDO and order.altitude == "high" else ""


class FleetOfficer(FormingOfficer):
    """Strikes where it pays, takes the Resource that serves the turn, and flies by a pilot of its name.

    The simultaneous choices, Operations and Resources, are drawn from the mix that the enemy cannot exploit.
    """

    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: str, game: Carriers) -> None:
        from bob.campaigns.carriers.outlooks import fleet_outlooks_of

        super().__init__(side_of(seat), game)
        self.name, self.seed, self.outlooks = name, seed, fleet_outlooks_of(game)
        self._pilot = FlightFlier(FLIGHT_PILOTS[0] if name == LOTS else name, side_of(seat), seed, game.flights)

    def orders(self, view: CarrierView, choices: Choices, number: int) -> list[Decision]:
        listed = choices.listed
        if not any(isinstance(order, OWN) for order in listed):
            return self._pilot.orders(view.flight, choices, number)
        stream = Stream.of(f"{self.seed}/{number}", f"fleet/{self.seat}")
        if self.name == LOTS:
            ready = Ready() in listed and stream.below(2)  # altitudes can be changed for ever
            return [Decision(Ready() if ready else stream.choose(listed), "staff.why.chance")]
        campaign = self.game.tables.campaigns[view.sheet]
        if isinstance(listed[0], PlanTurn):
            return [self._plan(view, campaign, listed, stream)]
        if isinstance(listed[0], TakeResource):
            return [self._resource(view, campaign, listed, stream)]
        return self.form(view, listed)

    # ---- the turn

    def _plan(self, view: CarrierView, campaign: CarrierCampaign, listed: Sequence[PlanTurn], stream: Stream) -> Decision:
        """Choose an Operation of the mix against all that the enemy may fly, and the nearest Tactic: damaged aircraft come home the
        easier."""
        own = sorted({order.operation for order in listed})
        rows, columns = [self._open(view, campaign, side, own) for side in SIDES]
        last = view.turn >= view.turns
        table = [[self._operations(view, campaign, (row, column), last) for column in columns] for row in rows]
        shares = mixtures(table, 200)[SIDES.index(self.seat)]
        code = own[drawn(shares, stream)]
        tactic = min((order.tactic for order in listed if order.operation == code), key=TACTICS.index)
        size = campaign.operations(self.seat)[code].size
        key = "hold" if size == NO_STRIKE else "large" if size == LARGE else "small"
        return Decision(next(order for order in listed if (order.operation, order.tactic) == (code, tactic)), f"carriers.why.{key}")

    def _open(self, view: CarrierView, campaign: CarrierCampaign, side: str, own: Sequence[str]) -> list[str]:
        """The Operations open to a side: no Large Strike twice running (CAM-25.42b)."""
        operations = campaign.operations(side)
        if side == self.seat:
            return list(own)
        before = getattr(view.history[-1], side).operation if view.history else None
        barred = before is not None and operations[before].size == LARGE
        return sorted(code for code, found in operations.items() if not (barred and found.size == LARGE))

    def _operations(self, view: CarrierView, campaign: CarrierCampaign, codes: tuple[str, str], last: bool) -> float:
        """Return the Axis's gain by a pair of Operations, less the cost of a Large Strike the turn after it."""
        found = self.outlooks.swing(view, codes, (None, None), (NEAR, NEAR))
        for side, code, sign in zip(SIDES, codes, (1, -1), strict=True):
            if not last and campaign.operations(side)[code].size == LARGE:
                found -= sign * AGAIN
        return found

    def _resource(self, view: CarrierView, campaign: CarrierCampaign, listed: Sequence[TakeResource], stream: Stream) -> Decision:
        """Choose the Resource with the best gain against all that the enemy may take: any not yet used (CAM-25.52a)."""
        plans, unused = dict(view.plans), dict(view.unused)
        operations = (plans[SIDES[0]].operation, plans[SIDES[1]].operation)
        tactics = (plans[SIDES[0]].tactic, plans[SIDES[1]].tactic)
        left = view.turns - view.turn
        rows, columns = [(None, *unused[side]) for side in SIDES]
        swing = self.outlooks.swing
        alone = {side: dict.fromkeys(open_, 0.0) for side, open_ in zip(SIDES, (rows, columns), strict=True)}
        nothing = swing(view, operations, (None, None), tactics)
        for n in rows:
            alone[SIDES[0]][n] = swing(view, operations, (n, None), tactics) - nothing
        for n in columns:
            alone[SIDES[1]][n] = nothing - swing(view, operations, (None, n), tactics)
        likely = {side: self._likely_resources(campaign, side, gains, left) for side, gains in alone.items()}
        table = [
            [
                swing(view, operations, (a, b), tactics)
                - self._stored(campaign, SIDES[0], a, left)
                + self._stored(campaign, SIDES[1], b, left)
                for b in likely[SIDES[1]]
            ]
            for a in likely[SIDES[0]]
        ]
        shares = mixtures(table, 200)[SIDES.index(self.seat)]
        number = likely[self.seat][drawn(shares, stream)]
        if number is None:
            return Decision(TakeResource(None), "carriers.why.spare")
        kinds = {effect.kind for effect in campaign.resources(self.seat)[number].effects}
        return Decision(TakeResource(number), "carriers.why.attack" if kinds & set(FOR_A_STRIKE) else "carriers.why.defend")

    def _likely_resources(self, campaign: CarrierCampaign, side: str, gains: dict[int | None, float], left: int) -> list[int | None]:
        """The Resources that a side may well take now: the four that gain most by themselves, and none."""
        best = sorted(gains, key=lambda n: (self._stored(campaign, side, n, left) - gains[n], n if n is not None else 0))
        return sorted({None, *best[:4]}, key=lambda n: -1 if n is None else n)

    def _stored(self, page: CarrierCampaign, side: str, number: int | None, left: int) -> float:
        """Return the worth of a Resource for a turn to come, while there are turns for all that are left."""
        return KEPT if number is not None and left else 0.0
