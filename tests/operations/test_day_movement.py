"""Movement of raids and squadrons (OPS-A9, OPS-B2.4), and cohesion in cloud (OPS-A6)."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core import hexes
from bob.data.tables import ListTable
from bob.day.phases import radio_calls
from bob.day.phases.raids import movement_phase
from bob.day.phases.squadrons import movement_phase as raf_movement
from bob.day.rules.movement import fly
from bob.day.state.orders import Recall
from bob.day.state.position import DayPosition, Vector
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from tests.operations.build import (
    BOMBERS,
    CHANNEL,
    ESCORT,
    INLAND,
    SEA,
    STUKAS,
    W,
    at,
    day,
    describe,
    order,
    plan,
    play,
    raid,
    refusal,
    rolls,
    sky,
    squadron,
    step,
    unit,
)

TABLE = W.tables["movement"]
assert isinstance(TABLE, ListTable)


def towards(*legs: tuple[int, int], **given: Any) -> RaidPlan:
    """A plan northward from SEA: way-points so many hexes out, at these heights."""
    return plan(
        form_turn=1,
        form_at=SEA,
        route=tuple(Leg(step(SEA, 0, n), angels) for n, angels in legs),
        primary=None,
        secondary=None,
        home=(),
        **given,
    )


def moved(p: DayPosition, turns: int = 1, *faces: int) -> list[tuple[int, int]]:
    """Hexes from SEA and height of the raid at the end of each turn."""
    found = []
    for _ in range(turns):
        movement_phase(play(p, *faces))
        found.append((hexes.distance(SEA, p.raids["raid"].hex), p.raids["raid"].angels))
        p.turn += 1
    return found


@pytest.mark.rule("OPS-A9.1")
@pytest.mark.rule("OPS-B2.4")
@pytest.mark.parametrize(
    ("names", "angels", "speed"),
    [((BOMBERS,), 14, 3), ((BOMBERS,), 18, 3), ((STUKAS,), 14, 3), ((ESCORT,), 14, 4), ((ESCORT,), 16, 5), ((BOMBERS, ESCORT), 16, 3)],
)
def test_a_raid_flies_at_the_speed_of_its_slowest(names: tuple[str, ...], angels: int, speed: int) -> None:
    units = [
        unit(n, "sweep" if n == ESCORT and len(names) == 1 else "bomber" if n != ESCORT else "close_escort", angels=angels) for n in names
    ]
    planned = tuple(PlannedUnit(u.unit, u.role, u.strength, angels) for u in units)
    p = day(raids=[raid(SEA, *units, plan_=towards((12, angels), form_angels=angels, units=planned), angels=angels)])
    assert moved(p, 2) == [(speed, angels), (2 * speed, angels)]
    assert all(u.hex == p.raids["raid"].hex and u.used == 2 for u in p.raids["raid"].units)


@pytest.mark.rule("OPS-A9.3")
@pytest.mark.parametrize("start", [4, 14, 20])
def test_bombers_climb_two_angels_a_turn_for_one_point(start: int) -> None:
    p = day(raids=[raid(SEA, unit(angels=start), plan_=towards((12, start + 6), form_angels=start), angels=start)])
    assert moved(p, 4) == [(2, start + 2), (4, start + 4), (6, start + 6), (9, start + 6)]


@pytest.mark.rule("OPS-A9.1")
def test_a_move_dives_two_angels_a_hex_for_nothing() -> None:
    p = day(raids=[raid(SEA, unit(angels=14), plan_=towards((9, 4)), angels=14)])
    assert moved(p, 3) == [(3, 8), (6, 4), (9, 4)]


@pytest.mark.rule("OPS-A9.2")
@pytest.mark.parametrize(("bomber", "dives", "left", "angels"), [(True, False, 2, 12), (True, True, 1, 0), (False, True, 1, 0)])
def test_one_point_more_dives_all_the_way_but_level_bombers_may_not(bomber: bool, dives: bool, left: int, angels: int) -> None:
    assert isinstance(TABLE, ListTable)
    goal = step(SEA, 0, 1)
    assert fly(TABLE, SEA, 14, goal, 0, 3, bomber=bomber, dives=dives) == ([goal], angels, left)


@pytest.mark.rule("OPS-A9.4")
@pytest.mark.rule("OPS-A9.5")
@pytest.mark.parametrize(
    ("start", "goal", "after", "went"),
    [(0, 20, 8, 2), (6, 20, 12, 2), (16, 20, 20, 3), (20, 30, 24, 2), (0, 2, 2, 3), (0, 4, 4, 3), (0, 6, 6, 2)],
)
def test_a_squadron_climbs_with_two_points_and_flies_with_the_rest(start: int, goal: int, after: int, went: int) -> None:
    s = squadron(hex=INLAND, angels=start, vector=Vector("hex", step(INLAND, 0, 12), goal))
    p = day(squadrons=[s])
    raf_movement(play(p))
    assert s.angels == after
    assert hexes.distance(INLAND, s.hex) in (went, 4 - 2, 4 - 1) and s.used == 1


@pytest.mark.rule("OPS-B2.4")
@pytest.mark.parametrize(("angels", "speed"), [(14, 4), (16, 5)])
def test_a_squadron_in_level_flight(angels: int, speed: int) -> None:
    s = squadron(hex=INLAND, angels=angels, vector=Vector("hex", step(INLAND, 3, 12), angels))
    raf_movement(play(day(squadrons=[s])))
    assert (hexes.distance(INLAND, s.hex), s.angels) == (speed, angels)


def test_way_points_are_flown_in_order_within_a_turn() -> None:
    given = towards((2, 14), (1, 14))
    p = day(raids=[raid(SEA, plan_=given)])
    assert moved(p, 1) == [(1, 14)] and p.raids["raid"].leg == 2


@pytest.mark.rule("OPS-B4.0")
def test_a_raid_that_formed_this_turn_does_not_move_yet() -> None:
    p = day(raids=[raid(SEA, plan_=towards((9, 14)), form_turn=3)], turn=3)
    assert moved(p, 2) == [(0, 14), (3, 14)]


@pytest.mark.rule("OPS-B3.1")
def test_a_raid_halts_over_its_target_until_the_bombs_have_fallen() -> None:
    r = raid(step(at("Biggin Hill"), 2, 2), plan_=plan(form_turn=1, route=(), home=(Leg(SEA, 14),)))
    p = day(raids=[r])
    movement_phase(play(p))
    assert r.hex == at("Biggin Hill") and r.state == "over_target" and r.leg == 1


@pytest.mark.rule("OPS-B3.1")
def test_at_the_end_of_its_route_a_raid_breaks_up_and_each_unit_flies_home() -> None:
    r = raid(SEA, unit(), unit(ESCORT, "close_escort", angels=16), plan_=towards((0, 14)), leg=1)
    p = day(raids=[r], turn=5)
    movement_phase(play(p))
    assert r.state == "returning" and [u.state for u in r.units] == ["going_home", "going_home"]
    assert [u.used for u in r.units] == [1, 1]
    assert [hexes.distance(SEA, u.hex) for u in r.units] == [3, hexes.distance(SEA, W.base("Colembert").near)]
    assert [u.beyond for u in r.units] == [W.base("Le Culot").off, 0]


@pytest.mark.rule("OPS-B11.1")
def test_who_leaves_a_raid_this_turn_flies_home_from_the_next() -> None:
    r = raid(SEA, unit(), unit(ESCORT, "close_escort", angels=16, used=13), plan_=towards((12, 14)))
    p = day(raids=[r], turn=5)
    movement_phase(play(p))
    escort = r.units[1]
    assert (escort.state, escort.used, hexes.distance(SEA, escort.hex)) == ("going_home", 14, 3)
    p.turn += 1
    movement_phase(play(p))
    assert escort.used == 15


def test_off_map_fields_cost_the_hexes_beyond_the_edge() -> None:
    base = W.base("Le Culot")
    u = unit(h=base.near, state="going_home", beyond=base.off)
    r = raid(SEA, u, state="returning")
    u.hex, u.angels = base.near, 0
    p = day(raids=[r])
    left = []
    for _ in range(3):
        movement_phase(play(p))
        left.append(u.beyond)
    assert base.off == 9 and left == [6, 3, 0]


@pytest.mark.rule("OPS-C4.2")
def test_a_raid_is_recalled_in_the_air_and_not_before_it_takes_off() -> None:
    p = day(
        raids=[
            raid(SEA, code="up"),
            raid(SEA, unit("II./KG 3"), code="down", state="planned"),
            raid(SEA, unit("C"), code="back", state="returning"),
        ]
    )
    p.raids["down"].units = []
    assert all(e.to == ("luftwaffe",) for e in order(p, "luftwaffe", Recall("up")))
    radio_calls.phase(play(p, 3, 4))
    assert p.raids["up"].state == "returning" and p.raids["up"].units[0].state == "going_home"
    assert refusal(p, "luftwaffe", Recall("down")) == ("not_up", "OPS-C4.2")
    for code in ("back", "up", "none"):
        assert refusal(p, "luftwaffe", Recall(code)) == ("no_raid", "OPS-B3.1")


# A6: cohesion in cloud


def through(crossed: int, *faces: int, units: int = 1) -> tuple[DayPosition, Any]:
    """A raid of fighters that crosses so many overcast hexes over the Channel in one move."""
    names = ("A", "B", "C")
    made = [unit(n, "sweep", aircraft="bf_109e_4", angels=8) for n in names[:units]]
    given = plan(
        "raid",
        "freie_jagd",
        form_turn=1,
        form_at=CHANNEL,
        form_angels=8,
        route=(Leg(step(CHANNEL, 3, crossed), 8),),
        primary=None,
        secondary=None,
        home=(),
    )
    p = day(raids=[raid(CHANNEL, *made, plan_=given, angels=8)], sky=sky("overcast"))
    q = play(p, *faces)
    movement_phase(q)
    assert all(u.in_cloud == crossed for u in p.raids["raid"].units if u.state == "with_raid")
    return p, q


@pytest.mark.rule("OPS-A6.t")
@pytest.mark.rule("OPS-A6.m")
@pytest.mark.parametrize(
    ("crossed", "faces", "levels"),
    [
        (2, (1, 1), 3),
        (2, (1, 2), 2),
        (2, (2, 3), 2),
        (2, (3, 3), 1),
        (2, (4, 4), 1),
        (2, (4, 5), 0),
        (3, (4, 5), 1),
        (3, (5, 5), 0),
        (3, (1, 2), 3),
        (4, (5, 5), 1),
        (4, (5, 6), 0),
        (4, (2, 2), 3),
    ],
)
def test_a_move_through_cloud_scatters_by_the_hexes_crossed(crossed: int, faces: tuple[int, int], levels: int) -> None:
    p, q = through(crossed, *faces)
    assert p.raids["raid"].units[0].disruption == levels
    assert [e.data["levels"] for e in describe(q, "disrupted", "luftwaffe")] == ([levels] if levels else [])


@pytest.mark.rule("OPS-A6.t")
def test_one_overcast_hex_scatters_nobody_and_every_unit_rolls_for_itself() -> None:
    assert rolls(through(1)[1], "cloud_cohesion") == 0
    p, q = through(2, 1, 1, 6, 6, 3, 3, units=3)
    assert rolls(q, "cloud_cohesion") == 3 and [u.disruption for u in p.raids["raid"].units] == [3, 0, 1]


@pytest.mark.rule("OPS-A6.t")
@pytest.mark.rule("OPS-B2.3")
def test_a_staffel_scattered_to_its_maximum_goes_home() -> None:
    r = raid(
        CHANNEL,
        unit(strength=9, angels=8),
        unit("II./KG 3", angels=8),
        plan_=plan(
            form_turn=1, form_at=CHANNEL, form_angels=8, route=(Leg(step(CHANNEL, 3, 6), 8),), primary=None, secondary=None, home=()
        ),
        angels=8,
    )
    p = day(raids=[r], sky=sky("overcast"))
    movement_phase(play(p, 1, 1, 6, 6))
    assert [(u.state, u.disruption, u.jettisoned) for u in r.units] == [("going_home", 2, True), ("with_raid", 0, False)]


@pytest.mark.rule("OPS-A6.t")
@pytest.mark.parametrize(
    ("weather", "angels", "counts"),
    [("overcast", 14, False), ("overcast", 4, False), ("overcast", 12, True), ("rain", 8, False), ("cloudy", 10, False)],
)
def test_only_overcast_at_the_raids_height_counts(weather: str, angels: int, counts: bool) -> None:
    p = day(raids=[raid(SEA, unit(angels=angels), plan_=towards((12, angels), form_angels=angels), angels=angels)], sky=sky(weather))
    q = play(p, 6, 6)
    movement_phase(q)
    assert rolls(q, "cloud_cohesion") == int(counts)


@pytest.mark.rule("OPS-A9.4")
@pytest.mark.parametrize(
    ("angels", "goal", "mp", "height", "entered"),
    [
        (0, 12, 4, 8, 2),
        (0, 12, 2, 8, 0),
        (0, 12, 1, 4, 0),
        (0, 12, 0, 0, 0),
        (4, 8, 4, 8, 3),
        (4, 6, 4, 6, 3),
        (8, 12, 4, 12, 2),
        (8, 12, 1, 10, 0),
        (22, 26, 4, 26, 2),
        (22, 24, 4, 24, 3),
    ],
)
def test_a_climb_takes_no_more_points_than_it_needs_or_there_are(angels: int, goal: int, mp: int, height: int, entered: int) -> None:
    table = W.tables["movement"]
    assert isinstance(table, ListTable)
    flown, reached, left = fly(table, SEA, angels, step(SEA, 0, 9), goal, mp, bomber=False, dives=True)
    assert (reached, len(flown), left) == (height, entered, 0)


@pytest.mark.rule("OPS-A9.1")
@pytest.mark.rule("OPS-A9.2")
@pytest.mark.parametrize(
    ("far", "mp", "dives", "height", "left"),
    [
        (2, 3, True, 4, 0),
        (2, 2, True, 10, 0),
        (2, 3, False, 10, 1),
        (0, 1, True, 4, 0),
        (0, 0, True, 14, 0),
        (3, 9, False, 8, 6),
        (9, 3, True, 8, 0),
    ],
)
def test_a_dive_is_free_on_the_way_and_takes_a_point_at_its_end(far: int, mp: int, dives: bool, height: int, left: int) -> None:
    table = W.tables["movement"]
    assert isinstance(table, ListTable)
    _, reached, kept = fly(table, SEA, 14, step(SEA, 0, far), 4, mp, bomber=not dives, dives=dives)
    assert (reached, kept) == (height, left)
    _, reached, kept = fly(table, SEA, 14, step(SEA, 0, far), 4, mp, bomber=True, dives=dives)
    assert (reached, kept) == (height, left), "a dive bomber is as free as a fighter"
