"""Invariants of a land campaign."""

from __future__ import annotations

from bob.campaigns.land import mission as m
from bob.campaigns.land.campaign_data import WarTables
from bob.campaigns.land.campaign_files import AIR_ARM_OF
from bob.campaigns.land.planning import ClassicCards
from bob.campaigns.land.position import BOMBS, FLIGHT, LOADS, OVER, PHASES, PLAN, RESOURCE, AirWarPosition
from bob.campaigns.land.scoring import target_points
from bob.campaigns.land.sequence import length, period
from bob.campaigns.sides import SIDES
from bob.tactical.cards.linking import FlightGame
from bob.tactical.cards_classic.data import HEAVY_BOMBER


def check(position: AirWarPosition, tables: WarTables, cards: ClassicCards, game: FlightGame) -> None:
    """Raise AssertionError when the position breaks an invariant."""
    campaign = tables.campaigns[position.sheet]
    assert position.phase in PHASES
    assert (position.phase == OVER) == (position.outcome is not None), "over without an outcome"
    assert (position.phase == FLIGHT) == (position.flight is not None), "a flight out of its phase"
    in_hand = position.phase != OVER
    assert len(position.log) == position.mission - in_hand and position.mission <= length(position, campaign), "the Log Sheet is not whole"
    for side in SIDES:
        used = position.used[side]
        assert len(set(used)) == len(used) <= position.mission and set(used) <= set(campaign.resources(side)), "a Resource used twice"
    _log(position, tables)
    if not in_hand:
        assert not position.groups and not position.picks
        return
    assert position.target == period(position, campaign).missions[position.card]
    if position.phase == RESOURCE:
        assert not position.groups and len(position.picks) < len(SIDES)
        return
    entry = m.entry_of(position, tables)
    assert [group.number for group in position.groups] == list(range(len(position.groups)))
    assert len(position.turns) == len(entry.turns) and min(position.turns) >= 0
    counters = {counter.code: counter for counter in tables.counters}
    skilled = []
    for group in position.groups:
        card = cards[group.aircraft]
        assert group.element == (not card.formed) and (group.count <= 2 or card.formed) and group.load in LOADS
        assert group.altitude in m.levels_of(card), f"{group.aircraft} at {group.altitude}"
        assert group.load != BOMBS or card.bomb_capable
        assert group.element or group.airman is None
        assert not group.crews or (card.kind == HEAVY_BOMBER and set(dict(group.crews)) <= set(range(group.count)))
        assert len(dict(group.crews)) == len(group.crews), "two Crews in one aircraft"
        for airman in group.airmen:
            counter = counters[airman.counter]
            assert counter.air_arm == AIR_ARM_OF.get(card.nation) and counter.type in (None, card.type) and counter.crew != group.element
            skilled += [counter.code] if counter.faces[airman.face].skilled else []
    assert len(set(skilled)) == len(skilled), "a Skilled Pilot in two aircraft"
    assert position.phase == PLAN or not position.crews
    if position.flight is not None:
        game.invariants(position.flight)
        assert game.outcome(position.flight) is None


def _log(position: AirWarPosition, tables: WarTables) -> None:
    """Every line of the log adds up, target damage too."""
    campaign = tables.campaigns[position.sheet]
    damage: dict[int, int] = {}
    for number, flown in enumerate(position.log, 1):
        entry = campaign.target_of(flown.target)
        assert flown.number == number and flown.damage >= 0
        assert sum(line.points for line in flown.lines) == sum(flown.points(side) for side in SIDES)
        assert all(line.points > 0 and line.side in SIDES and line.craft < len(flown.fates) for line in flown.lines)
        assert all(fate.by < len(flown.fates) for fate in flown.fates)
        if flown.level and entry.sheet is not None:
            before = damage.get(flown.target, 0) if position.terms.targets_keep_damage else 0
            due = target_points(tables.targets[entry.sheet], before, flown.damage)
            assert due == sum(line.points for line in flown.lines if line.what == "target")
            damage[flown.target] = before + flown.damage
