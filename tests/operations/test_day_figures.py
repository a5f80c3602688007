"""The figures that refusals, faults and events give: those of what happened, to the one."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from bob.core.errors import Refused
from bob.day.rules.planning import faults, span, warnings
from bob.day.rules.readiness import settle
from bob.day.rules.rendezvous import take_offs
from bob.day.rules.requests import readiness_to_help
from bob.day.rules.timetable import timetable, turns_home, types_of, used_at_formation
from bob.day.state.orders import FormWing, PatrolSweep, Readiness, Scramble, SendTo
from bob.day.state.position import Committed, DayPosition, Raid
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from tests.operations.build import (
    BIGGIN,
    BOMBERS,
    ESCORT,
    GAME,
    HIGH,
    INLAND,
    W,
    at,
    day,
    describe,
    order,
    plan,
    play,
    points,
    raid,
    squadron,
    step,
    sweep_plan,
    track,
    unit,
)
from tests.operations.whole_turns import whole_turn


def why(p: DayPosition, given: Any, seat: str = "raf") -> dict[str, Any]:
    """What a refusal says beside its words."""
    try:
        GAME.check(p, seat, given)
    except Refused as error:
        return dict(error.values)
    raise AssertionError(f"not refused: {given}")


# ---- readiness


@pytest.mark.rule("OPS-B7.2")
@pytest.mark.rule("OPS-B7.4")
@pytest.mark.parametrize(
    ("box", "due", "wanted", "turns"),
    [
        ("released", None, "available", 12),
        ("available", None, "ready", 3),
        ("ready", None, "available", 0),
        ("available", None, "released", 0),
        ("rearm_2", 4, "ready", 3),
        ("rearm_2", 6, "ready", 3),
        ("rearm_2", 8, "ready", 5),
    ],
)
def test_an_order_of_readiness_says_after_how_many_turns(box: str, due: int | None, wanted: Any, turns: int) -> None:
    s = squadron(box=box, due=due, becoming="available" if due else None)
    p = day(squadrons=[s], turn=3)
    (event,) = describe(order(p, "raf", Readiness(s.unit, wanted)), "readiness_ordered")
    assert dict(event.data) == {"unit": s.unit, "box": wanted, "turns": turns}
    if box == "rearm_2":
        (event,) = describe(order(p, "raf", Readiness(s.unit, "available")), "readiness_ordered")
        assert event.data["turns"] == (due or 0) - 3 and s.ready_on is None


@pytest.mark.rule("OPS-B6.4")
@pytest.mark.parametrize(("damage", "capacity"), [(0, 2), (1, 1), (2, 0)])
def test_a_full_field_is_refused_with_what_it_can_take(damage: int, capacity: int) -> None:
    units = [squadron(str(i), "ready") for i in range(4)]
    p = day(squadrons=units, scramble_limit=9)
    p.airfields["Biggin Hill"].damage = damage
    for i in range(capacity):
        order(p, "raf", Scramble(str(i), 16, hex=INLAND))
    assert why(p, Scramble("3", 16, hex=INLAND)) == {"unit": "3", "field": "Biggin Hill", "capacity": capacity}


@pytest.mark.rule("OPS-B6.4")
def test_flights_count_half_against_the_limit_and_an_order_given_again_nothing() -> None:
    units = [squadron("1", "ready"), squadron("a", "ready", flight=True), squadron("b", "ready", flight=True, station="Hornchurch")]
    other = squadron("2", "ready", station="Kenley", sector="Kenley")
    p = day(squadrons=[*units, other], scramble_limit=2)
    order(p, "raf", Scramble("1", 16, hex=INLAND))
    order(p, "raf", Scramble("a", 16, hex=INLAND))
    assert why(p, Scramble("2", 16, hex=INLAND)) == {"unit": "2", "limit": 2}
    order(p, "raf", Scramble("b", 16, hex=INLAND))
    order(p, "raf", Scramble("1", 14, hex=INLAND))
    shown = GAME.view(p, "raf")
    assert shown.scrambled == 2.0 and len(shown.taking_off()) == 3


@pytest.mark.rule("OPS-A15.5")
@pytest.mark.parametrize(("level", "crossed", "lost"), [(2, 0, 4.5), (3, 0, 1.5), (4, 0, 0.0), (2, 1, 0.0), (1, 1, 1.5)])
def test_each_squadron_and_flight_beyond_the_response_level_costs_points(level: int, crossed: int, lost: float) -> None:
    """Three squadrons and a flight; each added raid that crossed the coast has raised the level by two."""
    p = day(response_level=level)
    p.commitments = [Committed("1", False), Committed("2", False), Committed("3", False), Committed("4", True)]
    found = play(p)
    settle(found, crossed)
    assert p.score == lost
    raised = describe(found, "response_raised")
    assert [dict(e.data) for e in raised] == ([{"raids": 1, "level": level + 2}] if crossed else [])
    assert [s.where for s in p.points] == {4.5: ["3", "4"], 1.5: ["4"], 0.0: []}[lost]


# ---- what is out of bounds


@pytest.mark.rule("OPS-B2.2")
@pytest.mark.parametrize(("apart", "fits"), [(0, True), (-2, True), (2, False), (-1, False)])
def test_a_height_is_even_and_no_higher_than_the_ceiling(apart: int, fits: bool) -> None:
    ceiling = W.types["hurricane_i"].ceiling
    p = day(squadrons=[squadron(hex=BIGGIN)])
    given = SendTo("79 Squadron", ceiling + apart, hex=INLAND)
    if fits:
        order(p, "raf", given)
    else:
        assert why(p, given) == {"angels": ceiling + apart, "ceiling": ceiling}
    order(p, "raf", SendTo("79 Squadron", 0, hex=INLAND))
    assert why(p, SendTo("79 Squadron", -2, hex=INLAND)) == {"angels": -2, "ceiling": ceiling}


PATROLS = [(1, 18, True), (1, 0, True), (1, 36, False), (1, 17, False), (0, 18, False), (2, 18, False), (7, 18, False)]


@pytest.mark.rule("OPS-B9.2")
@pytest.mark.parametrize(("box", "angels", "fits"), PATROLS)
def test_a_patrol_is_one_of_the_six_boxes_that_holds_somebody(box: int, angels: int, fits: bool) -> None:
    p = day()
    p.patrols[0] = [unit("I./JG 51", "sweep")]
    given = PatrolSweep(box, at("Dover Castle"), angels)
    if fits:
        GAME.check(p, "luftwaffe", given)
    else:
        assert why(p, given, "luftwaffe") == ({"box": box} if box != 1 else {"angels": angels, "ceiling": 34})


@pytest.mark.rule("OPS-B2.6")
def test_who_is_too_far_off_to_form_a_wing_is_named_with_the_field() -> None:
    p = day(squadrons=[squadron("1", hex=step(BIGGIN, 0, 1)), squadron("2", hex=step(BIGGIN, 0, 2))])
    assert why(p, FormWing(("1", "2"), "Biggin Hill")) == {"unit": "2", "field": "Biggin Hill"}


# ---- faults and warnings of plans


def fault(given: RaidPlan, key: str, *others: RaidPlan, p: DayPosition | None = None) -> dict[str, Any]:
    found = faults(W, p if p is not None else day(phase="planning", turn=1), given, others)
    return dict(next(f.values for f in found if f.key == f"plan.{key}"))


@pytest.mark.rule("OPS-B3.2")
def test_a_fault_says_what_is_allowed() -> None:
    b = PlannedUnit(BOMBERS, "bomber", 27, 14)
    p = day(phase="planning", turn=1)
    assert fault(plan(form_turn=61), "form_time") == {"last": p.clock(60)}
    assert fault(plan(units=(PlannedUnit(BOMBERS, "bomber", 99, 14),)), "aircraft")["strength"] == W.luftwaffe(p.date)[BOMBERS].strength
    assert fault(plan(units=(b, PlannedUnit(ESCORT, "close_escort", 9, 24))), "close_height") == {"unit": ESCORT, "angels": 14}
    assert fault(plan(units=(b, PlannedUnit(HIGH, "high_cover", 9, 14))), "high_height") == {"unit": HIGH, "angels": 14}
    assert fault(plan(units=(PlannedUnit(BOMBERS, "bomber", 9, 34),)), "ceiling") == {"unit": BOMBERS, "ceiling": W.types["do_17z"].ceiling}
    assert fault(plan(form_at=at("Maidstone")), "form_far") == {"hex": at("Maidstone").label, "most": 2}
    looking = plan(kind="reconnaissance", units=(PlannedUnit(BOMBERS, "reconnaissance", 4, 14),))
    assert fault(looking, "reconnaissance") == {"most": 3}
    assert fault(plan(circling=1), "circling") == {"most": 6}
    climbing = plan(route=(Leg(step(at("Cap Gris-Nez"), 5, 2), 24), Leg(at("Dungeness"), 24)))
    reached = next(s for s in timetable(W, climbing, types_of(W, W.luftwaffe(p.date), climbing), None) if s.hex == climbing.route[0].hex)
    assert fault(climbing, "climb") == {"angels": 24, "reached": reached.angels}


@pytest.mark.rule("OPS-C4.1")
def test_a_fault_of_the_hour_says_from_when_and_until_when() -> None:
    p = day(turn=7, turns=40)
    assert fault(sweep_plan(form_turn=9), "notice", p=p) == {"time": p.clock(19)}
    late = fault(sweep_plan(form_turn=38), "home_late", p=p)
    assert late["last"] == p.clock(40) and late["time"] > late["last"]
    early = fault(plan(form_turn=19), "take_off", p=p)
    assert early["unit"] == BOMBERS and early["time"] <= p.clock()


@pytest.mark.rule("OPS-C4.1")
def test_a_unit_that_flies_again_is_told_how_many_are_left_and_how_long_it_rests() -> None:
    first = sweep_plan("first", form_turn=5)
    p = day(phase="planning", turn=1, turns=250)
    later = sweep_plan("later", form_turn=30)
    for given, other in ((first, later), (later, first)):
        rests = fault(given, "turnaround", other, p=p)
        assert (rests["minutes"], rests["time"]) == (60, p.clock(span(W, p, first)[1] + 12))
    again = fault(sweep_plan(form_turn=60), "aircraft_back", first, p=p)
    assert again["left"] == 27 * 3 // 4
    few = tuple(dataclasses.replace(u, aircraft=9) for u in first.units)
    flown = [dataclasses.replace(first, code=str(n), form_turn=5 + 60 * n) for n in range(3)]
    assert fault(sweep_plan(form_turn=240, units=few), "sorties", *flown, p=p)["most"] == 3


@pytest.mark.rule("OPS-B11.1")
def test_an_escort_that_turns_home_before_the_bombs_is_warned_of_with_both_times() -> None:
    units = W.luftwaffe(day().date)
    given = plan(form_turn=9, route=(Leg(at("Dungeness"), 14), Leg(at("Maidstone"), 14)), primary="Duxford", secondary=None)
    p = day(phase="planning", turn=1)
    steps = timetable(W, given, types_of(W, units, given), None)
    bombs = next(i for i, s in enumerate(steps) if s.at_target)
    posted = units[ESCORT]
    kind = W.types[posted.aircraft]
    left = kind.endurance - used_at_formation(W, kind, posted.station, given.form_at, 16)

    def spare(i: int, at_: int) -> int:
        return left - i - turns_home(W, steps[min(at_, len(steps) - 1)].hex, posted.station, kind.mp)

    gone = next(i for i in range(len(steps)) if spare(i, i) <= 0 or spare(i + 1, i + 1) < 0)
    assert gone < bombs
    (warned,) = (found for found in warnings(W, p, given, []) if found.key != "plan.off_early")
    assert (warned.key, warned.stage, warned.place) == ("plan.escort_leaves", "warning", f"unit:{ESCORT}")
    assert warned.values == {"unit": ESCORT, "time": p.clock(steps[gone].turn), "bombs": p.clock(steps[bombs].turn)}
    assert warnings(W, p, dataclasses.replace(given, primary="Lympne", form_turn=20), []) == []


@pytest.mark.rule("OPS-C1.1")
def test_who_takes_off_before_the_day_begins_is_told_of_in_the_first_plan_alone() -> None:
    units, p = W.luftwaffe(day().date), day(phase="planning", turn=1)
    given = plan(form_turn=20)
    ahead = 20 - min(take_offs(W, units, given).values())

    def warned(form_turn: int) -> list[str]:
        return [found.key for found in warnings(W, p, dataclasses.replace(given, form_turn=form_turn), [])]

    assert warned(1 + ahead) == [] and warned(ahead) == ["plan.off_early"]
    p.phase, p.turn = "orders", 3
    assert warned(ahead) == []


# ---- what the table shows


@pytest.mark.rule("OPS-B11.1")
def test_an_escort_that_warns_and_leaves_does_so_by_its_own_fuel() -> None:
    """With two turns over it says nothing, with one it warns, with none it leaves."""
    found = {}
    for over in (0, 1, 2):
        escort = unit(ESCORT, "close_escort", h=INLAND, angels=16)
        r = raid(INLAND, unit(h=INLAND), escort, plan_=plan("raid", "feint", form_turn=1, route=(), primary=None, home=(), circling=30))
        p = day(raids=[r])
        home = turns_home(W, INLAND, escort.base, W.types[escort.aircraft].mp)
        escort.used = escort.endurance - home - over - 1
        p.raids["late"] = Raid(sweep_plan("late", form_turn=50), {}, form_turn=50)
        events = whole_turn(p)
        found[over] = [e.code for e in events if e.code.startswith("escort_") and e.data["unit"] == ESCORT]
    assert found == {0: ["escort_left"], 1: ["escort_warns"], 2: []}


@pytest.mark.rule("OPS-B5.8")
def test_a_track_shows_its_age_its_label_and_who_sees_it() -> None:
    seen = track("raid", 4, 2, (3, BIGGIN), (5, INLAND))
    s = squadron(tally="raid")
    p = day(turn=7, squadrons=[s, squadron("2", tally="other")], raids=[raid(INLAND)], tracks=[seen])
    (shown,) = GAME.view(p, "raf").tracks
    assert (shown.number, shown.label, shown.age, shown.tallied_by, shown.level, shown.faded) == (4, "H4", 2, (s.unit,), 2, False)
    assert shown.last.hex == INLAND and points(p) == {}


@pytest.mark.rule("OPS-B7.4")
@pytest.mark.parametrize(("turn", "ready_in"), [(3, 3), (5, 1), (6, 0), (8, 0)])
def test_the_tote_tells_in_how_many_turns_who_rearms_is_ready(turn: int, ready_in: int) -> None:
    p = day(squadrons=[squadron(box="rearm_2", due=9, becoming="available", ready_on=6)], turn=turn)
    (shown,) = GAME.view(p, "raf").squadrons
    assert (shown.ready_in, shown.turns_to_next, shown.ready_ordered) == (ready_in, 9 - turn, True)


@pytest.mark.rule("OPS-C3.2")
@pytest.mark.rule("OPS-D4.13")
@pytest.mark.parametrize("group_12", ["squadrons", "wing"])
@pytest.mark.parametrize("largest", [2, 3])
@pytest.mark.parametrize("group", [10, 12])
def test_only_12_group_lets_a_whole_wing_go_sooner_where_it_helps_by_wings(group: int, largest: int, group_12: str) -> None:
    own = 3 if group == 10 else 1 if largest == 3 and group_12 == "wing" else -1
    for before in (0, 2):
        assert readiness_to_help(W, group, group_12, largest, before) == own + before
