"""A sound officer of the land campaigns: a Resource is spent where it gains more than it would later, a plan is what flies best by dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bob.campaigns.land import orders as o
from bob.campaigns.land.campaign_data import LandCampaign
from bob.campaigns.land.mission import carried, nearest, target_card
from bob.campaigns.land.officers.outlooks import LATER, NOW, WarOutlooks
from bob.campaigns.land.planning import set_altitude
from bob.campaigns.land.position import AirGroup, AirWarPosition, AirWarTerms, enemy_of
from bob.campaigns.land.sequence import row_of
from bob.campaigns.land.view import AirWarView, SeenGroup
from bob.campaigns.localised_name import Named
from bob.campaigns.sides import SIDES
from bob.core.dice import Stream
from bob.core.errors import phrase
from bob.core.game import Choices
from bob.core.kit import Decision

if TYPE_CHECKING:
    from bob.campaigns.land.game import AirWar

DRAWS = 12
"""The number of times that the missions to come are drawn."""
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
        """Choose the Resource with the greatest gain now, with the gain of the others in later missions."""
        campaign = self.game.tables.campaigns[view.sheet]
        left, unused = view.missions - view.mission, dict(view.unused)
        theirs = unused[enemy_of(self.seat)]
        now = {n: self._gain(view.sheet, view.target, n, theirs) for n in numbers}
        later = self._later_gains(campaign, view.period, numbers) if left else {}
        drawn = self._missions_to_come(campaign, view, left)
        best = max(numbers, key=lambda n: (now[n] + sum(_shared_out(later, targets, n) for targets in drawn) / len(drawn), -n))
        mean = sum(later[target, best] for targets in drawn for target in targets) / max(1, left * len(drawn))
        values = {"resource": Named(campaign.resources(self.seat)[best].name), "gain": f"{now[best]:+.1f}", "later": f"{mean:+.1f}"}
        return Decision(o.PickResource(best), "air_war.why.resource" if left else "air_war.why.last_resource", values)

    def _gain(self, page: str, target: int, number: int, theirs: Sequence[int], runs: int = NOW) -> float:
        """The points that an own Resource gains in a mission against one of those of the enemy."""
        with_it, without = (self.outlooks.against(page, target, self.seat, n, theirs, runs) for n in (number, None))
        return self.sign * (with_it - without)

    def _later_gains(self, campaign: LandCampaign, period: str, numbers: Sequence[int]) -> dict[tuple[int, int], float]:
        """The gain of each Resource in each mission of the period, against any of the enemy's."""
        theirs, targets = sorted(campaign.resources(enemy_of(self.seat))), sorted(set(campaign.period_of(period).missions.values()))
        return {(target, n): self._gain(campaign.code, target, n, theirs, LATER) for target in targets for n in numbers}

    def _missions_to_come(self, campaign: LandCampaign, view: AirWarView, left: int) -> list[list[int]]:
        """Targets of the missions to come, drawn by cards a number of times."""
        cards, stream = self.game.classic.deck, Stream.of(view.mission, f"officer/{view.sheet}")
        rows = campaign.period_of(view.period).missions
        pool = [rows[row] for row in (row_of(cards.faces[code]) for code in cards.whole) if row in rows]
        return [[stream.choose(pool) for _ in range(left)] for _ in range(DRAWS)]

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


def _shared_out(gains: Mapping[tuple[int, int], float], targets: Sequence[int], gone: int) -> float:
    """Return the gain of the Resources left without one, each in one of these missions: the greatest gains first."""
    pairs = [(gain, place, n) for (target, n), gain in gains.items() if n != gone for place, to in enumerate(targets) if to == target]
    total, flown, used = 0.0, set(), set()
    for gain, place, n in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if place not in flown and n not in used:
            flown.add(place)
            used.add(n)
            total += gain
    return total


def _makes_needless(one: Any, other: Any) -> bool:
    """Return whether one order makes the other needless."""
    return type(one) is type(other) and one.group == other.group
