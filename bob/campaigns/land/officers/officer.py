"""A sound officer of the land campaigns: a Resource is spent where it gains more than it would later, a plan is what flies best by dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from bob.campaigns.land import orders as o
from bob.campaigns.land.campaign_data import LandCampaign
from bob.campaigns.land.mission import carried, nearest, target_card
from bob.campaigns.land.officers.outlooks import LATER, NOW, WarOutlooks, WarPicks
from bob.campaigns.land.planning import set_altitude
from bob.campaigns.land.position import AirGroup, AirWarPosition, AirWarTerms
from bob.campaigns.land.sequence import row_of
from bob.campaigns.land.view import AirWarView, SeenGroup
from bob.campaigns.localised_name import Named
from bob.campaigns.sides import SIDES
from bob.core.errors import phrase
from bob.core.game import Choices
from bob.core.kit import Decision

if TYPE_CHECKING:
    from bob.campaigns.land.game import AirWar

DOUBT = 0.3
"""The least gain in points that changes a plan."""


class AirWarOfficer:
    """Chooses for one side of a land campaign, from the view of its seat and the public sheets."""

    def __init__(self, seat: str, game: AirWar, outlooks: WarOutlooks) -> None:
        self.seat, self.game, self.outlooks = seat, game, outlooks
        self.sign = 1 if seat == SIDES[0] else -1

    def decide(self, view: AirWarView, choices: Choices, number: int) -> list[Decision]:
        """Return its orders: a Resource, or its whole plan."""
        listed = choices.listed
        numbers = [order.number for order in listed if isinstance(order, o.PickResource)]
        return [self._resource(view, numbers)] if numbers else self._plan(view, listed)

    # ---- Resources

    def _resource(self, view: AirWarView, numbers: Sequence[int]) -> Decision:
        """Choose the Resource that gains most now, beside its average gain in a mission to come."""
        campaign = self.game.tables.campaigns[view.sheet]
        left = view.missions - view.mission
        now = {n: self._gain(view.sheet, view.target, n) for n in numbers}
        share = left / (len(numbers) - 1) if len(numbers) > 1 else 0.0
        later = {n: self._later_gain(campaign, view.period, n) if left else 0.0 for n in numbers}
        best = max(numbers, key=lambda n: (now[n] - min(1.0, share) * later[n], -n))
        values = {"resource": Named(campaign.resources(self.seat)[best].name), "gain": f"{now[best]:+.1f}", "later": f"{later[best]:+.1f}"}
        return Decision(o.PickResource(best), "air_war.why.resource" if left else "air_war.why.last_resource", values)

    def _gain(self, page: str, target: int, number: int, runs: int = NOW) -> float:
        """The points that an own Resource gains in a mission."""
        picks: WarPicks = (number, None) if self.seat == SIDES[0] else (None, number)
        return self.sign * (self.outlooks.of(page, target, picks, runs) - self.outlooks.of(page, target, (None, None), runs))

    def _later_gain(self, campaign: LandCampaign, period: str, number: int) -> float:
        """Return its average gain in a mission of the period, weighted by the number of cards that lead to each."""
        cards = self.game.classic.deck
        rows = Counter(row_of(cards.faces[code]) for code in cards.whole)
        missions = campaign.period_of(period).missions
        whole = sum(rows[row] for row in missions)
        return sum(rows[row] * self._gain(campaign.code, target, number, LATER) for row, target in sorted(missions.items())) / whole

    # ---- plans

    def _plan(self, view: AirWarView, listed: Sequence[Any]) -> list[Decision]:
        """Choose crews, loads and altitudes one after another, each the best with those already decided; then Ready."""
        position = self._position(view)
        found: list[Decision] = []
        crew = next((order for order in listed if isinstance(order, o.SetCrew)), None)
        if crew is not None:
            return [self._crew(view, listed)]
        best = self.outlooks.planned(position) * self.sign if any(not isinstance(order, o.Ready) for order in listed) else 0.0
        for order in listed:
            if isinstance(order, o.Ready):
                continue
            tried = position.copy()
            self._carry_out(tried, order)
            worth = self.outlooks.planned(tried) * self.sign
            if worth > best + DOUBT:
                found = [d for d in found if not _makes_needless(d.order, order)]
                key = "load" if isinstance(order, o.SetLoad) else "altitude"
                aircraft = self.game.classic.aircraft[position.groups[order.group].aircraft].name
                how = phrase(f"air_war.load.{order.load}") if isinstance(order, o.SetLoad) else phrase(f"air_war.altitude.{order.altitude}")
                values = {"aircraft": aircraft, "how": how, "gain": f"{worth - best:+.1f}"}
                found.append(Decision(order, f"air_war.why.{key}", values))
                position, best = tried, worth
        return [*found, Decision(o.Ready(), "air_war.why.ready")]

    def _crew(self, view: AirWarView, listed: Sequence[Any]) -> Decision:
        """A Crew leads the largest group that has none."""
        groups = {group.number: group for group in view.groups}
        crews = [order for order in listed if isinstance(order, o.SetCrew)]
        best = max(crews, key=lambda order: (groups[order.group].count, -order.group, -order.aircraft))
        return Decision(best, "air_war.why.crew", {"aircraft": self.game.classic.aircraft[groups[best.group].aircraft].name})

    def _carry_out(self, position: AirWarPosition, order: Any) -> None:
        if isinstance(order, o.SetLoad):
            position.groups[order.group].load = order.load
        else:
            set_altitude(position, self.game.tables, self.game.classic.aircraft, order.group, order.altitude)

    def _position(self, view: AirWarView) -> AirWarPosition:
        """Return the current mission as its side sees it, with the usual plans for the enemy."""
        position = AirWarPosition(view.sheet, AirWarTerms(targets_keep_damage=view.damage > 0), target=view.target, mission=view.mission)
        position.picks, position.turns, position.log = dict(view.picks), view.turns, list(view.log)
        position.groups = [self._group(position, seen) for seen in view.groups]
        return position

    def _group(self, position: AirWarPosition, seen: SeenGroup) -> AirGroup:
        card = self.game.classic.aircraft[seen.aircraft]
        page = self.game.tables.campaigns[position.sheet].target_of(position.target)
        target = target_card(position, self.game.tables)
        altitude = seen.altitude or nearest(card.bands, page.altitude)
        load = seen.load if seen.load is not None else carried(card, target is not None and target.naval, altitude)
        return AirGroup(
            seen.number, seen.side, seen.aircraft, seen.count, seen.element, altitude, load, seen.extra, seen.free, seen.airman, seen.crews
        )


def _makes_needless(one: Any, other: Any) -> bool:
    """Return whether one order makes the other needless."""
    return type(one) is type(other) and one.group == other.group
