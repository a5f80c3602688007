"""Guns, losses and points, played in whole turns of a day (OPS-A15, OPS-B8.7, OPS-B9.2, OPS-B10.1, OPS-B12.1)."""

from __future__ import annotations

from typing import Any

import pytest

from bob.day.state.orders import Done, PatrolSweep
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, ScoredPoints
from bob.day.state.raid_plan import Leg, PlannedUnit
from tests.operations.build import (
    BOMBERS,
    CHANNEL,
    ESCORT,
    GAME,
    JABOS,
    PLAIN,
    SEA,
    SWEEP,
    W,
    at,
    day,
    describe,
    plan,
    points,
    raid,
    refusal,
    squadron,
    step,
    unit,
)
from tests.operations.turns.test_day_convoys import convoy
from tests.operations.whole_turns import DiceByPurpose, alike, circling, known, whole_turn

ONLY_GUNS = next(h for h in sorted(W.guns) if W.guns[h].ceiling == 34 and h not in W.balloons)
FACTOR = W.guns[ONLY_GUNS].factor
UNSEEN = (1, 1)


def faces(total: int) -> tuple[int, int]:
    return max(1, total - 6), total - max(1, total - 6)


# ---- guns (OPS-B10.1), and who has enough of them (OPS-B8.7)


def fired_at(total: int, bomber: Any, angels: int = 8, fighters: int | None = None) -> tuple[DayPosition, list[Any]]:
    """A turn of a stack over guns that roll so much; fighters without rounds so many hexes away."""
    bomber.angels = angels
    guard = [] if fighters is None else [squadron(hex=step(ONLY_GUNS, 0, fighters), angels=20, ammo="none", stance="avoid")]
    p = day(raids=[circling(ONLY_GUNS, units=[bomber], angels=angels)], squadrons=guard)
    dice = DiceByPurpose(flak=faces(total), tally=UNSEEN)
    events = whole_turn(p, dice=dice)
    assert dice.count("flak") == 1
    return p, events


@pytest.mark.rule("OPS-B10.1")
@pytest.mark.rule("OPS-A15.3")
@pytest.mark.parametrize(("total", "disrupted", "down"), [(8, 0, 0), (9, 1, 0), (10, 1, 0), (11, 0, 1), (12, 1, 1)])
def test_guns_by_their_total(total: int, disrupted: int, down: int) -> None:
    bomber = unit(h=ONLY_GUNS)
    p, events = fired_at(total - FACTOR, bomber)
    assert (bomber.disruption, 27 - bomber.strength) == (disrupted, down)
    assert len(describe(events, "flak", RAF)) == len(describe(events, "flak", LUFTWAFFE)) == int(total > 8)
    assert p.score == -2.0 * down


@pytest.mark.rule("OPS-B10.1")
@pytest.mark.parametrize(
    ("angels", "fighters", "worth"), [(10, None, 0), (12, None, -1), (14, None, -1), (16, None, -2), (8, 1, -2), (8, 2, 0), (12, 0, -3)]
)
def test_guns_shoot_worse_high_up_and_near_their_own_fighters(angels: int, fighters: int | None, worth: int) -> None:
    for total, disrupted in ((8, 0), (9, 1)):
        bomber = unit(h=ONLY_GUNS)
        fired_at(total - FACTOR - worth, bomber, angels, fighters)
        assert bomber.disruption == disrupted


@pytest.mark.rule("OPS-B8.7")
@pytest.mark.parametrize(
    ("sent", "disruption", "role", "turns"),
    [(27, 2, "bomber", False), (27, 3, "bomber", True), (9, 0, "bomber", False), (9, 1, "bomber", True)],
)
def test_bombers_at_their_maximum_turn_for_home_and_jettison(sent: int, disruption: int, role: str, turns: bool) -> None:
    bomber = unit(h=ONLY_GUNS, strength=sent, disruption=disruption)
    p, events = fired_at(9 - FACTOR, bomber)
    assert (bomber.state == "going_home", bomber.jettisoned) == (turns, turns)
    assert bool(describe(events, "jettisoned", LUFTWAFFE)) == turns and not describe(events, "jettisoned", RAF)
    whole_turn(p, dice=DiceByPurpose(flak=(1, 1)))
    assert (bomber.hex != ONLY_GUNS) == turns


# ---- points for aircraft (OPS-A15.2, OPS-A15.3, OPS-A15.4)


@pytest.mark.rule("OPS-A15.3")
@pytest.mark.parametrize(("name", "role", "scored"), [(BOMBERS, "bomber", -1.5), (JABOS, "jabo", -1.0), (ESCORT, "close_escort", -1.0)])
@pytest.mark.parametrize("england", [True, False])
def test_points_of_who_is_shot_down_by_kind_and_place(name: str, role: str, scored: float, england: bool) -> None:
    """By guns on land, or by those of a convoy's escorts at sea."""
    made = convoy(escorts=2)
    h = ONLY_GUNS if england else made.hex
    p = day(raids=[circling(h, units=[unit(name, role, h=h, angels=8)], angels=8)])
    p.convoys = {made.code: made}
    whole_turn(p, dice=DiceByPurpose(flak=faces(11 - (FACTOR if england else 2))))
    assert p.raids["raid"].units[0].strength == 26 and W.ground(h).british == england
    assert p.score == scored - (0.5 if england else 0.0)


@pytest.mark.rule("OPS-A15.2")
@pytest.mark.parametrize(("h", "each"), [(PLAIN, 1.0), (CHANNEL, 1.5)])
def test_points_of_the_raf_s_losses_by_place(h: Any, each: float) -> None:
    s = squadron(hex=h, angels=10, stance="avoid", strength=12)
    hunters = unit(SWEEP, "sweep", h=h, angels=20, strength=30, experience="veteran")
    p = day(raids=[circling(h, units=[hunters], angels=20, kind="freie_jagd")], squadrons=[s])
    whole_turn(p, dice=DiceByPurpose(tally=(6, 6)))
    found = points(p)
    assert s.lost > 0 and sum(found[code] for code in found if code.startswith("raf")) == each * s.lost
    assert found.get("raf_not_over_england", 0.0) == (each - 1.0) * s.lost


@pytest.mark.rule("OPS-A15.4")
@pytest.mark.parametrize(("before", "die", "scored"), [(0, 3, 0), (0, 4, 1), (3, 1, 1), (3, 5, 2), (4, 3, 0), (2, 6, 2)])
def test_every_four_balloon_points_are_one(before: int, die: int, scored: float) -> None:
    dover = at("Dover Castle")
    jabo = unit(JABOS, "jabo", h=dover, angels=4)
    p = day(raids=[circling(dover, units=[jabo], angels=4, kind="jabo")], balloons=before)
    events = whole_turn(p, dice=DiceByPurpose(flak=(1, 1), balloons=(1, 1), balloon_points=(die,)))
    assert [e.data["points"] for e in describe(events, "balloons_shot", RAF)] == [die]
    assert p.balloons == before + die and points(p).get("balloon_points", 0.0) == scored


# ---- Channel patrols that go off (OPS-A15.7, OPS-B9.2)


@pytest.mark.rule("OPS-A15.7")
@pytest.mark.rule("OPS-B9.2")
@pytest.mark.parametrize("boxes", [(), (1,), (1, 3)])
def test_a_patrol_that_goes_off_costs_two_points_and_draws_nobody_any_more(boxes: tuple[int, ...]) -> None:
    p = day(squadrons=[squadron(hex=SEA, angels=12)])
    p.patrols[0], p.patrols[2] = [unit(ESCORT, "sweep")], [unit(SWEEP, "sweep")]
    goal = step(SEA, 5, 12)
    sent = [PatrolSweep(box, goal, 20) for box in boxes]
    events = whole_turn(p, luftwaffe=sent, dice=DiceByPurpose(channel_patrol=(1,), tally=(6, 6)))
    assert points(p).get("patrol_freie_jagd", 0.0) == -2.0 * len(boxes) and len(describe(events, "patrol_sweep", LUFTWAFFE)) == len(boxes)
    assert not describe(events, "patrol_sweep", RAF) and bool(describe(events, "patrol_attack", RAF)) == (1 not in boxes)
    flown = [u for r in p.raids.values() for u in r.units]
    assert [u.unit for u in flown] == [ESCORT, SWEEP][: len(boxes)] and {u.role for u in flown} <= {"sweep"}
    if boxes:
        assert refusal(p, LUFTWAFFE, sent[0])[1] == "OPS-B9.2"
        assert {r.plan.type for r in p.raids.values()} == {"freie_jagd"}


# ---- the end of the day (OPS-A15.6, OPS-B12.1)


def last_turn(p: DayPosition) -> list[Any]:
    dice = DiceByPurpose()
    events = [e for seat in (LUFTWAFFE, RAF) for e in GAME.apply(p, seat, Done(), dice)]
    GAME.invariants(p)
    assert p.phase == "over"
    return events


@pytest.mark.rule("OPS-A15.6")
@pytest.mark.parametrize(("state", "units", "scored"), [("returning", 1, -0.5), ("flying", 3, -1.5), ("planned", 2, 0.0)])
def test_half_a_point_for_every_unit_of_a_return_escort_that_flew(state: str, units: int, scored: float) -> None:
    flown = tuple(PlannedUnit(name, "return_escort", 27, 16) for name in (ESCORT, SWEEP, "III./JG 51")[:units])
    made = plan("back", "return_escort", flown, form_turn=1 if state != "planned" else 90, primary=None, secondary=None, home=())
    r = raid(SEA, *(unit(u.unit, "return_escort") for u in flown), code="back", plan_=made, state=state)
    if state == "planned":
        r.units = []
    p = day(turn=60, turns=60, raids=[r])
    events = last_turn(p)
    assert points(p).get("return_escort", 0.0) == scored == describe(events, "over", RAF)[0].data["points"]


@pytest.mark.rule("OPS-B12.1")
@pytest.mark.parametrize(
    ("score", "band"),
    [
        (20.0, "luftwaffe_decisive"),
        (19.5, "luftwaffe_marginal"),
        (10.0, "luftwaffe_marginal"),
        (9.5, "draw"),
        (0.5, "draw"),
        (0.0, "raf_marginal"),
        (-11.5, "raf_marginal"),
        (-12.0, "raf_decisive"),
    ],
)
def test_the_score_is_shown_by_band_with_where_it_came_from_when_the_day_is_over_and_not_before(score: float, band: str) -> None:
    days = []
    for scored in (score, 0.25):
        p = day(turn=59, turns=60, raids=[circling(CHANNEL)])
        p.points = [ScoredPoints(2, "OPS-A13.table", "bombing", 1, scored, "Kenley")]
        whole_turn(p)
        days.append(p)
    alike(known(days[0]), known(days[1]))
    assert all(GAME.view(days[0], seat).score is None for seat in (RAF, LUFTWAFFE))
    events = last_turn(days[0])
    for seat in (RAF, LUFTWAFFE):
        (over,) = describe(events, "over", seat)
        assert (over.data["points"], over.data["band"]) == (score, band) and GAME.view(days[0], seat).score == score
        assert [(one["where"], one["points"]) for one in over.data["came_from"]] == [("Kenley", score)]


# ---- a return escort (OPS-B3.4)


@pytest.mark.rule("OPS-B3.4")
@pytest.mark.parametrize(
    ("apart", "state", "takes_over"), [(0, "flying", True), (2, "flying", True), (3, "flying", False), (0, "planned", False)]
)
def test_a_return_escort_takes_over_the_raid_that_it_meets_at_its_way_point(apart: int, state: str, takes_over: bool) -> None:
    h = step(CHANNEL, 0, 6)
    met = circling(h, 27)
    met.state = state  # type: ignore[assignment]
    made = plan(
        "back", "return_escort", (PlannedUnit(ESCORT, "return_escort", 27, 16),), form_turn=1, form_angels=16,
        route=(Leg(step(h, 3, apart), 16),), primary=None, secondary=None, home=(), joins="raid", form_at=step(h, 3, apart + 3),
    )  # fmt: skip
    escort = unit(ESCORT, "return_escort", h=made.form_at, angels=16)
    r = raid(made.form_at, escort, code="back", angels=16, plan_=made)
    p = day(raids=[met, r])
    if state == "planned":
        met.units, met.form_turn = [], 50
    assert not describe(whole_turn(p), "return_escort_met") and escort.hex == step(h, 3, apart)
    events = whole_turn(p)
    assert [e.to for e in describe(events, "return_escort_met")] == [(LUFTWAFFE,)] * takes_over
    assert (escort in met.units, escort.role == "close_escort") == (takes_over, takes_over)
    if takes_over:
        assert (escort.hex, escort.angels - met.angels) == (h, 2)
