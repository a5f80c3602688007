"""How far units can still fly and come home."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from bob.core.hexes import at_offset, distance
from bob.day.rules.reach import _KEPT, FlyingRange, Reach, left_at_formation, of_plan, of_raid, of_squadron, of_units, spare
from bob.day.state.raid_plan import PlannedUnit, RaidPlan
from bob.day.state.view import RaidUnitView, RaidView, SquadronView
from bob.day.state.world import World, world
from bob.staff.rules import rules
from tests.desk.table_views import busiest


@pytest.fixture(scope="module")
def theworld() -> World:
    return world()


def squadron(box: str, **changes: Any) -> SquadronView:
    found = next(s for s in busiest()[0].squadrons if s.box == box and s.strength > 0 and (box != "airborne" or s.fuel > 4))
    return dataclasses.replace(found, **changes)


def unit(aircraft: str, base: str, state: str = "with_raid") -> RaidUnitView:
    return RaidUnitView(aircraft, aircraft, "sweep", base, 20, 20, at_offset(44, 30), 16, 9, 0, "full", state)


@pytest.mark.slow
@pytest.mark.rule("OPS-B2.5")
@pytest.mark.parametrize(("box", "changes"), [("airborne", {}), ("ready", {}), ("airborne", {"fuel": 3}), ("airborne", {"fuel": 0})])
def test_a_squadron_reaches_just_the_hexes_that_the_game_lets_it_be_sent_to(theworld: World, box: str, changes: dict[str, int]) -> None:
    s = squadron(box, **changes)
    r = of_squadron(theworld, s)
    assert r is not None
    assert Reach(theworld).within(r) == {h for h in theworld.theatre.grounds if rules().far_enough(s, h)}


def test_what_is_gone_reaches_nothing(theworld: World) -> None:
    for changes in ({"box": "gone"}, {"strength": 0}):
        assert of_squadron(theworld, dataclasses.replace(squadron("ready"), **changes)) is None


@pytest.mark.rule("OPS-B2.4")
def test_what_keeps_with_its_raid_flies_at_the_pace_of_the_slowest_and_goes_home_at_its_own(theworld: World) -> None:
    sempy = theworld.base("Sempy").name
    found = of_units(theworld, [unit("bf_109e_4", sempy), unit("do_17z", sempy), unit("bf_109e_4", sempy, "going_home")], 16)
    assert [(r.out, r.back) for r in found] == [(3, 4), (3, 3), (4, 4)]
    assert [r.out for r in of_units(theworld, [unit("bf_109e_4", sempy)], 16)] == [5]
    assert of_units(theworld, [unit("bf_109e_4", sempy, "landed"), unit("bf_109e_4", "nowhere")], 16) == []


def test_a_raid_may_go_on_as_long_as_it_has_fuel_to_spare(theworld: World) -> None:
    base = theworld.base("Sempy")
    at = base.near
    for left in (0, 1, 2, 5):
        r = FlyingRange("bf_109e_4", "Sempy", at, left, 4, 4)
        area = Reach(theworld).within(r)
        most = max((distance(at, h) for h in area), default=-1)
        assert (most, spare(theworld, r)) == ({0: 0, 1: 0, 2: 4, 5: 8}[left], left)
        assert area <= Reach(theworld).one_way(r)


@pytest.mark.rule("OPS-A3.table")
def test_a_plan_reaches_from_its_form_up_with_what_the_way_there_leaves(theworld: World) -> None:
    view = busiest()[1]
    posted = rules().posted(view)
    raid = next(r for r in view.raids if any(theworld.types[posted[u.unit].aircraft].kind == "single_seat_fighter" for u in r.plan.units))
    found = of_plan(theworld, raid.plan, posted)
    assert len(found) == len(raid.plan.units)
    for planned, r in zip(raid.plan.units, found, strict=True):
        kind = theworld.types[r.aircraft]
        assert r.at == raid.plan.form_at and r.base == posted[planned.unit].station
        assert r.left == left_at_formation(theworld, posted[planned.unit], raid.plan.form_at, planned.angels)
        assert (r.left < kind.endurance) == kind.fighter
    planned_view = dataclasses.replace(raid, state="planned")
    assert of_raid(theworld, planned_view, posted) == found
    assert of_raid(theworld, dataclasses.replace(raid, state="ended"), posted) == []


def test_a_plan_in_the_making_with_what_nobody_knows_reaches_nothing(theworld: World) -> None:
    posted = rules().posted(busiest()[1])
    plan = RaidPlan("x", "freie_jagd", at_offset(44, 30), 3, 16, (PlannedUnit("nobody", "sweep", 10, 16),), ())
    assert of_plan(theworld, plan, posted) == []


def test_a_raid_under_way_tells_its_units(theworld: World) -> None:
    view = busiest()[1]
    posted = rules().posted(view)
    raid: RaidView = next(r for r in view.raids if r.state == "flying" and r.units)
    flying = [u for u in raid.units if u.state in ("with_raid", "going_home")]
    assert [(r.aircraft, r.at, r.left, r.base) for r in of_raid(theworld, raid, posted)] == [
        (u.aircraft, u.hex, u.fuel, u.base) for u in flying
    ]


def test_no_more_distances_are_kept_than_are_worth_it_and_those_asked_for_last(theworld: World) -> None:
    area = Reach(theworld)
    hexes = sorted(theworld.theatre.grounds)[: _KEPT + 2]
    for h in (*hexes[:_KEPT], hexes[0], *hexes[_KEPT:]):
        assert area.one_way(FlyingRange("do_17z", "Sempy", h, 1, 3, 3)) >= {h}
    assert list(area._far) == [*hexes[3:_KEPT], hexes[0], *hexes[_KEPT:]]


@pytest.mark.rule("OPS-B2.5")
def test_what_is_to_spare_is_what_the_way_home_leaves(theworld: World) -> None:
    base = theworld.base("Sempy").near
    for far, home in ((0, 0), (1, 1), (4, 1), (5, 2), (12, 3)):
        at = next(h for h in sorted(theworld.theatre.grounds) if distance(h, base) == far)
        assert spare(theworld, FlyingRange("bf_109e_4", "Sempy", at, 9, 4, 4)) == 9 - home
