"""A day is played in the world that it was given: map, tables, types, order of battle; never in the shipped one behind its back."""

from __future__ import annotations

import importlib
import json
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import bob.day
import bob.staff
from bob.core.game import REFEREE
from bob.core.hexes import Hex, disc, distance
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.world import World, world
from bob.driver import driver_among
from bob.games import game
from bob.staff.rules import rules
from tests.operations.build import W

BEHIND = ("world", "shipped_units", "aircraft_types", "order_of_battle")
"""What would bring the shipped surroundings in."""


@pytest.fixture
def other() -> World:
    """A world in which 213 Squadron was never formed, Hurricanes climb less high and Sector stations control one squadron more."""
    w = world()
    figures = dict(w.figures) | {"control": dict(w.figures["control"])}
    figures["control"]["capacity"] = {kind: n + 1 for kind, n in w.figures["control"]["capacity"].items()}
    types = dict(w.types) | {"hurricane_i": replace(w.types["hurricane_i"], ceiling=w.types["hurricane_i"].ceiling - 4)}
    units = tuple(u for u in w.units if u.name != "213 Squadron")
    return replace(w, figures=figures, types=types, units=units, chains={}, _seeing={}, _posted={})


@pytest.fixture
def alone(other: World, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """The other world, while nobody in operations and staff can ask for the shipped one."""

    def behind(*_: Any, **__: Any) -> Any:
        raise AssertionError("the shipped world was asked for")

    for package in (bob.day, bob.staff):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(found.name)
            for name in BEHIND:
                if hasattr(module, name):
                    monkeypatch.setattr(sys.modules[found.name], name, behind)
    yield other


def test_a_day_is_played_in_the_world_that_it_was_given(alone: World) -> None:
    day = OperationalDay(alone)
    match: Match[Any] = Match.new(day, "one_raid", 3)
    p = match.position
    assert "213 Squadron" not in p.squadrons and "1 Squadron" in p.squadrons
    driver = driver_among(match, {RAF: "park", LUFTWAFFE: "kesselring"})
    while p.turn < 14 and match.to_move:
        driver.step()
        p = match.position
        for viewer in (RAF, LUFTWAFFE, REFEREE):
            match.view(viewer)
            day.choices(p, viewer) if viewer in match.to_move else None
    aloft = [s for s in p.squadrons.values() if s.box == "airborne"]
    assert aloft and all(s.angels <= alone.types[s.aircraft].ceiling for s in aloft)
    assert day.parse(day.dump(p)) == p


def test_fields_and_height_are_those_of_the_world_given(other: World) -> None:
    theirs, ours = (Match.new(OperationalDay(w), "one_raid", 3).position for w in (other, None))
    assert {name: f.capacity - 1 for name, f in theirs.airfields.items()} == {name: f.capacity for name, f in ours.airfields.items()}
    assert set(ours.squadrons) - set(theirs.squadrons) == {"213 Squadron"}


def test_each_world_has_its_rules(other: World) -> None:
    assert rules(other).world is other and rules(other) is rules(other)
    assert rules() is rules(world()) and rules().world is world()


def test_officers_of_the_kit_play_in_the_world_of_their_game(alone: World) -> None:
    from bob.games import kit

    day = OperationalDay(alone)
    match: Match[Any] = Match.new(day, "one_raid", 3)
    player = kit("day").player("kesselring", LUFTWAFFE, "3", day)
    given = player.orders(match.view(LUFTWAFFE), day.choices(match.position, LUFTWAFFE), 0)
    for decision in given:
        match.play(LUFTWAFFE, decision.order)
    assert given and match.position.phase != "planning"


@pytest.mark.parametrize("scenario", ["one_raid"])
def test_dumping_a_position_changes_nothing(scenario: str) -> None:
    """Neither the position nor the dogfight in it is another object afterwards, however often it is dumped."""
    day = game("day")
    match: Match[Any] = Match.new(day, scenario, 3, {"engagements": "cards"})
    driver = driver_among(match, {RAF: "park", LUFTWAFFE: "kesselring"})
    while match.position.combat.now is None or match.position.combat.now.battle is None:
        driver.step()
    p = match.position
    fight, battle = p.combat.now, p.combat.now.battle
    first = day.dump(p)
    assert p.combat.now is fight and fight.battle is battle and day.dump(p) == first
    assert json.loads(first)["combat"]["now"]["battle"]


def test_the_far_shore_is_land_that_is_not_british_and_observers_stand_on_british_land() -> None:
    w = world()
    grounds = w.theatre.grounds
    assert w.far_shore == {h for h, g in grounds.items() if g.terrain != "sea" and not g.british}
    for reach, seen in w.observed.items():
        assert seen <= set(grounds)
        assert {h for h, g in grounds.items() if g.british} <= seen
        assert all(any(grounds[n].british for n in disc(h, reach) if n in grounds) for h in seen)


# ---- what is reckoned once from the map


def near(h: Hex, others: Iterable[Hex]) -> int:
    return min(distance(h, other) for other in others)


@pytest.mark.rule("OPS-B10.1")
def test_guns_and_balloons_stand_as_far_as_the_map_has_them_the_strongest_of_each_hex() -> None:
    theatre, figures = W.theatre, W.figures["flak"]
    areas = [place for place in theatre.of_kind("gun_area") if place.hex is not None]
    fields = {p.near for p in W.fields.values() if p.hex is not None and p.extra.get("command") == "fighter"}
    for h in theatre.grounds:
        factors = [a.extra["factor"] for a in areas if distance(h, a.near) <= round(a.extra["radius_miles"] / theatre.across)]
        guns = W.guns.get(h)
        if factors:
            assert guns is not None and (guns.factor, guns.ceiling) == (max(factors), 34)
        elif h in fields:
            assert guns is not None and (guns.factor, guns.ceiling) == (figures["airfield_factor"], figures["airfield_ceiling"])
        else:
            assert guns is None
    barrages = [place for place in theatre.of_kind("balloon_barrage") if place.hex is not None]
    reach = {place.name: round(place.extra["radius_miles"] / theatre.across) for place in barrages}
    assert W.balloons == {h for h in theatre.grounds if any(distance(h, b.near) <= reach[b.name] for b in barrages)}


@pytest.mark.rule("OPS-C1.6")
@pytest.mark.rule("OPS-C2.3")
@pytest.mark.rule("OPS-B5.5")
def test_shores_are_as_wide_as_the_rules_have_them() -> None:
    grounds = W.theatre.grounds
    british = [h for h, g in grounds.items() if g.british]
    assert W.far_shore == {h for h, g in grounds.items() if g.terrain != "sea" and not g.british}
    assert W.coast == {h for h, g in grounds.items() if g.terrain == "coast"}
    shore, coast = list(W.far_shore), [h for h in british if grounds[h].terrain == "coast"]
    inshore = W.figures["detection"]["inshore"]
    for h in sorted(grounds)[::7]:
        assert (h in W.barred) == (near(h, shore) <= 1)
        assert (h in W.inshore) == (near(h, british) <= inshore)
        for reach, seen in W.observed.items():
            assert (h in seen) == (grounds[h].british or near(h, coast) <= reach)


@pytest.mark.rule("OPS-C7.2")
@pytest.mark.rule("OPS-B5.3")
def test_how_near_a_station_is_counts_as_a_share_of_its_range() -> None:
    dover, sensors = W.station_hexes["chain_home", "Dover"], W.theatre.sensors
    for angels in (2, 8, 22):
        band = sensors.band("chain_home", angels)
        whole, half = sensors.reach("chain_home", band), sensors.reach("chain_home", band, mobile=True)
        assert half == whole // 2
        mobile = W.seen_by_mobile("chain_home", "Dover", angels)
        assert mobile and mobile == {h: distance(h, dover) / half for h in mobile} and max(mobile.values()) < 1.4
        fixed = {h: dict(seen)["Dover"] for h, seen in W.seeing("chain_home", angels).items() if "Dover" in dict(seen)}
        assert len(fixed) > len(mobile) and fixed == {h: distance(h, dover) / whole for h in fixed}
    assert W.seen_by_mobile("chain_home", "Dover", 0) == {}
