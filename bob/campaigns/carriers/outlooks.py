"""The outlook of a turn of a carrier campaign: simulated by dice a number of times, from the facts that both sides know."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

from bob.campaigns.carriers.campaign_data import CarrierCampaign, DamageTrack
from bob.campaigns.carriers.orders import OWN
from bob.campaigns.carriers.position import OVER, PLAN, RESOURCE, CarrierPosition, CarrierTerms, TurnPlan
from bob.campaigns.carriers.view import CarrierView
from bob.campaigns.data_cache import DataCache
from bob.campaigns.sides import SIDES
from bob.core.dice import SeededDice, Stream

if TYPE_CHECKING:
    from bob.campaigns.carriers.game import Carriers

RUNS = 6
"""The number of simulations of a turn. Two turns are compared by the same dice."""

FleetPicks = tuple[int | None, int | None]
"""The Resources of both sides, in the order of the sides."""
Operations = tuple[str, str]
"""Their Flight Operations."""
Ticks = Mapping[str, float]
"""The mean number of boxes that a turn ticks, by base."""


class FleetOutlooks:
    """The results of turns. They are cached, since they depend on the sheet and on the bases' losses by damage alone."""

    def __init__(self, game: Carriers) -> None:
        self.game = game
        self._found: dict[tuple[object, ...], Ticks] = {}

    def swing(self, view: CarrierView, operations: Operations, picks: FleetPicks, tactics: tuple[str, str]) -> float:
        """By how much the Axis gains on the Allies in the turn in hand: boxes by what those at that place of a track are worth."""
        campaign = self.game.tables.campaigns[view.sheet]
        damage = {base.base: base.damage for base in view.bases}
        ticks = self.of(campaign, damage, operations, picks, tactics)
        total = 0.0
        for base in campaign.base:
            more = worth(base.track, damage[base.code] + ticks.get(base.code, 0.0)) - worth(base.track, damage[base.code])
            total += more if base.side != SIDES[0] else -more
        return total

    def of(
        self, campaign: CarrierCampaign, damage: Mapping[str, int], operations: Operations, picks: FleetPicks, tactics: tuple[str, str]
    ) -> Ticks:
        """The mean of all runs."""
        state = {base.code: _state(base.track, damage[base.code]) for base in campaign.base}
        key = (campaign.code, tuple(state.values()), operations, picks, tactics)
        if key not in self._found:
            total = dict.fromkeys(state, 0.0)
            for run in range(RUNS):
                for code, boxes in self._flown(campaign, state, operations, picks, tactics, run).items():
                    total[code] += (boxes - state[code]) / RUNS
            self._found[key] = total
        return self._found[key]

    def _flown(
        self,
        campaign: CarrierCampaign,
        state: dict[str, int],
        operations: Operations,
        picks: FleetPicks,
        tactics: tuple[str, str],
        run: int,
    ) -> dict[str, int]:
        """The tracks after one turn by dice, each side forming its flights as its officer would."""
        from bob.campaigns.carriers.officers import FormingOfficer

        game = self.game
        plans = {side: TurnPlan(tactic, code) for side, tactic, code in zip(SIDES, tactics, operations, strict=True)}
        position = CarrierPosition(
            campaign.code, CarrierTerms(quick=True, turns=20), phase=RESOURCE, turn=1, plans=plans, tracks=dict(state)
        )
        dice = SeededDice(Stream.of(run, f"turn/{campaign.code}"))
        forming = {side: FormingOfficer(side, game) for side in SIDES}
        for side, number in zip(SIDES, picks, strict=True):
            game.run(position, dice).take_resource(side, number)
        while position.phase not in (PLAN, OVER):
            side = game.to_move(position)[0]
            for decision in forming[side].form(game.view(position, side), game.choices(position, side).listed):
                assert isinstance(decision.order, OWN)
                game.apply(position, side, decision.order, dice)
        return position.tracks


def _state(track: DamageTrack, damage: int) -> int:
    """Return the least damage that takes as many aircraft off the base: turns of the same state have the same results."""
    steps = [0, *[box for box, _ in (*track.strike, *track.cap) if box <= damage]]
    return max(steps)


def worth(track: DamageTrack, damage: float) -> float:
    """Return the worth of `damage` boxes, interpolated between the steps of a track."""
    points = [(0, 0), *track.vps]
    for (box, vp), (further, more) in pairwise(points):
        if damage < further:
            return vp + (more - vp) * (damage - box) / (further - box)
    return float(points[-1][1])


_KEPT: DataCache[Carriers, FleetOutlooks] = DataCache(lambda game: (game.tables, game.flights.tables), FleetOutlooks)


def fleet_outlooks_of(game: Carriers) -> FleetOutlooks:
    """The outlooks of a game: they are the same for both sides, and for all games over the same data."""
    return _KEPT.of(game)
