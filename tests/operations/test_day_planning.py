"""Planning (OPS-B3): every fault of a plan, the order in which a plan may change, the seal, the return escort."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable
from typing import Any

import pytest

from bob.core import hexes
from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.core.hexes import Hex
from bob.core.match import Match
from bob.day.phases.raids import movement_phase
from bob.day.rules.hourly_plan import digest, verified
from bob.day.rules.legality import FaultyPlan
from bob.day.rules.planning import busy, faults, span
from bob.day.rules.rendezvous import take_offs
from bob.day.rules.timetable import legs, timetable, turns_home, types_of, used_at_formation
from bob.day.scenarios.scenario import find, scenarios, setup
from bob.day.state.orders import Done, DropRaid, PatrolSweep, PlanRaid, Scramble, Seal
from bob.day.state.position import DayPosition, Raid
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from bob.day.state.sky import HeadWind
from tests.operations.build import (
    BOMBERS,
    ESCORT,
    GAME,
    HIGH,
    JABOS,
    MORE_BOMBERS,
    STUKAS,
    SWEEP,
    ZERSTOERER,
    W,
    at,
    day,
    describe,
    order,
    plan,
    play,
    raid,
    refusal,
    step,
    sweep_plan,
    unit,
)

B, E = PlannedUnit(BOMBERS, "bomber", 27, 14), PlannedUnit(ESCORT, "close_escort", 27, 16)
GRIS_NEZ, DUNGENESS = at("Cap Gris-Nez"), at("Dungeness")


def planning(*plans: RaidPlan) -> DayPosition:
    return day(phase="planning", step=0, turn=1, raids=[Raid(p, {}, form_turn=p.form_turn) for p in plans])


def keys(given: RaidPlan, *others: RaidPlan) -> list[tuple[str, str, str]]:
    """The faults of a plan: key, rule, place."""
    return [(f.key.removeprefix("plan."), f.rule, f.place) for f in faults(W, planning(*others), given, others)]


def test_the_plans_of_these_tests_have_no_fault() -> None:
    assert keys(plan()) == [] and keys(sweep_plan()) == []


FAULTS: dict[str, tuple[Callable[[], RaidPlan], str, str]] = {
    "code": (lambda: plan(""), "OPS-B3.1", "form"),
    "code ": (lambda: plan("x" * 41), "OPS-B3.1", "form"),
    "code  ": (lambda: plan("patrol_1_5"), "OPS-B3.1", "form"),
    "off_map": (lambda: plan(form_at=Hex(-3, 0)), "OPS-B3.1", "form"),
    "off_map ": (lambda: plan(route=(Leg(DUNGENESS, 14), Leg(Hex(200, 0), 14))), "OPS-B3.1", "leg:1"),
    "form_far": (lambda: plan(form_at=at("Maidstone")), "OPS-C1.6", "form"),
    "circling": (lambda: plan(circling=1), "OPS-C1.4", "form"),
    "form_time": (lambda: plan(form_turn=0), "OPS-B3.2", "form"),
    "form_time ": (lambda: plan(form_turn=61), "OPS-B3.2", "form"),
    "angels": (lambda: plan(form_angels=13), "OPS-B2.2", "form"),
    "angels ": (lambda: plan(route=(Leg(DUNGENESS, 15),)), "OPS-B2.2", "leg:0"),
    "angels  ": (lambda: plan(home=(Leg(DUNGENESS, 36),)), "OPS-B2.2", "leg:2"),
    "no_units": (lambda: plan(units=()), "OPS-B3.1", "form"),
    "unknown_unit": (lambda: plan(units=(B, PlannedUnit("I./XY 99", "close_escort", 9, 14))), "OPS-B3.1", "unit:I./XY 99"),
    "no_field": (lambda: plan(units=(B, PlannedUnit("I./ZG 76", "close_escort", 5, 14))), "OPS-B3.2", "unit:I./ZG 76"),
    "unit_twice": (lambda: plan(units=(B, B, E)), "OPS-B3.1", f"unit:{BOMBERS}"),
    "aircraft": (lambda: plan(units=(PlannedUnit(BOMBERS, "bomber", 31, 14),)), "OPS-B2.1", f"unit:{BOMBERS}"),
    "aircraft ": (lambda: plan(units=(PlannedUnit(BOMBERS, "bomber", 0, 14),)), "OPS-B2.1", f"unit:{BOMBERS}"),
    "ceiling": (lambda: plan(units=(PlannedUnit(BOMBERS, "bomber", 27, 30),), form_angels=30), "OPS-B2.2", f"unit:{BOMBERS}"),
    "role_bomber": (lambda: plan(units=(B, PlannedUnit(ESCORT, "bomber", 27, 14))), "OPS-B3.1", f"unit:{ESCORT}"),
    "role_jabo": (lambda: plan(units=(B, PlannedUnit(ESCORT, "jabo", 27, 14))), "OPS-B3.1", f"unit:{ESCORT}"),
    "role_fighter": (lambda: plan(units=(B, PlannedUnit(MORE_BOMBERS, "close_escort", 27, 14))), "OPS-B3.1", f"unit:{MORE_BOMBERS}"),
    "role_fighter ": (lambda: plan(units=(B, PlannedUnit(MORE_BOMBERS, "strafe", 27, 14))), "OPS-B3.1", f"unit:{MORE_BOMBERS}"),
    "dive_type": (lambda: plan(kind="dive_bombing"), "OPS-B3.1", f"unit:{BOMBERS}"),
    "close_height": (lambda: plan(units=(B, PlannedUnit(ESCORT, "close_escort", 27, 20))), "OPS-B8.2", f"unit:{ESCORT}"),
    "close_height ": (lambda: plan(units=(B, PlannedUnit(ESCORT, "close_escort", 27, 8))), "OPS-B8.2", f"unit:{ESCORT}"),
    "high_height": (lambda: plan(units=(B, PlannedUnit(HIGH, "high_cover", 27, 14))), "OPS-B8.2", f"unit:{HIGH}"),
    "needs_bomber": (lambda: plan(units=(E,)), "OPS-B3.1", "form"),
    "needs_jabo": (lambda: plan(kind="jabo"), "OPS-B3.1", "form"),
    "needs_sweep": (lambda: sweep_plan(units=(PlannedUnit(SWEEP, "close_escort", 27, 20),)), "OPS-B3.1", "form"),
    "only_fighters": (lambda: sweep_plan(units=(PlannedUnit(SWEEP, "sweep", 27, 20), B)), "OPS-B3.1", "form"),
    "unknown_target": (lambda: plan(primary="Atlantis"), "OPS-B3.1", "primary"),
    "unknown_target ": (lambda: plan(secondary="Atlantis"), "OPS-B3.1", "secondary"),
    "needs_target": (lambda: plan(primary=None), "OPS-B3.1", "primary"),
    "same_target": (lambda: plan(secondary="Biggin Hill"), "OPS-B3.1", "secondary"),
    "no_route": (lambda: sweep_plan(route=()), "OPS-B3.1", "form"),
    "low_height": (lambda: plan(kind="low_level", route=(Leg(DUNGENESS, 4),)), "OPS-B3.1", "leg:0"),
    "joins": (lambda: plan(joins="other"), "OPS-B3.4", "form"),
    "joins ": (
        lambda: dataclasses.replace(sweep_plan(units=(PlannedUnit(SWEEP, "return_escort", 27, 20),)), type="return_escort"),
        "OPS-B3.4",
        "form",
    ),
    "joins_unknown": (
        lambda: dataclasses.replace(sweep_plan(units=(PlannedUnit(SWEEP, "return_escort", 27, 20),), joins="x"), type="return_escort"),
        "OPS-B3.4",
        "form",
    ),
    "climb": (lambda: plan(route=(Leg(step(GRIS_NEZ, 5, 2), 24), Leg(DUNGENESS, 24))), "OPS-A9.3", "leg:0"),
    "climb ": (lambda: sweep_plan(route=(Leg(step(GRIS_NEZ, 0, 1), 34), Leg(DUNGENESS, 34))), "OPS-A9.4", "leg:0"),
    "endurance": (
        lambda: sweep_plan(route=tuple(Leg(at(n), 20) for n in ("Dover Castle", "Duxford", "Dover Castle", "Duxford", "Dover Castle"))),
        "OPS-B2.5",
        f"unit:{SWEEP}",
    ),
    "endurance ": (
        lambda: plan(units=(B, E), form_at=at("Le Touquet-Étaples"), route=(Leg(at("Duxford"), 14),)),
        "OPS-B2.5",
        f"unit:{ESCORT}",
    ),
}


@pytest.mark.rule("OPS-B3.1")
@pytest.mark.rule("OPS-B3.2")
@pytest.mark.parametrize("name", FAULTS)
def test_each_fault_is_named_with_its_rule_and_place_and_refused(name: str) -> None:
    made, rule, place = FAULTS[name]
    given = made()
    assert (name.strip(), rule, place) in keys(given)
    with pytest.raises(FaultyPlan) as refused:
        GAME.check(planning(), "luftwaffe", PlanRaid(given))
    assert refused.value.key == "ops.refused.plan" and len(refused.value.faults) == len(keys(given))


@pytest.mark.rule("OPS-B3.2")
def test_a_way_point_above_the_bombers_ceiling_is_a_fault() -> None:
    he111 = next(u for u in W.luftwaffe(day().date).values() if u.aircraft == "he_111h" and u.station in W.far_fields and u.strength >= 9)
    base = W.base(he111.station).near
    far = Leg(step(base, 0, 20), 26)
    given = plan(units=(PlannedUnit(he111.unit, "bomber", 9, 14),), form_at=base, route=(far,), home=())
    assert ("ceiling", "OPS-B2.2", f"unit:{he111.unit}") in keys(given)
    assert "ceiling" not in {k for k, *_ in keys(dataclasses.replace(given, route=(dataclasses.replace(far, angels=24),)))}


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.parametrize(("angels", "close"), [(10, True), (18, True), (8, False), (20, False)])
def test_close_escort_flies_within_four_angels(angels: int, close: bool) -> None:
    found = keys(plan(units=(B, PlannedUnit(ESCORT, "close_escort", 27, angels))))
    assert ("close_height" not in {k for k, *_ in found}) == close


@pytest.mark.rule("OPS-B3.1")
def test_the_kinds_of_raid_that_need_what_they_need() -> None:
    dive = plan(kind="dive_bombing", units=(PlannedUnit(STUKAS, "bomber", 27, 14),), primary="Lympne", home=())
    assert keys(dive) == []
    jabo = plan(
        kind="jabo",
        units=(PlannedUnit(JABOS, "jabo", 20, 12), PlannedUnit(ZERSTOERER, "high_cover", 20, 16)),
        form_angels=12,
        route=(Leg(DUNGENESS, 12),),
        home=(),
    )
    assert keys(jabo) == []
    low = plan(kind="low_level", units=(PlannedUnit(BOMBERS, "bomber", 9, 0),), form_angels=0, route=(Leg(DUNGENESS, 2),), home=())
    assert keys(low) == []
    feint = plan(kind="feint", primary=None, secondary=None)
    assert keys(feint) == []


@pytest.mark.rule("OPS-B3.1")
def test_a_unit_cannot_be_in_two_raids_at_once_nor_on_a_channel_patrol() -> None:
    other = plan("other", form_turn=20)
    assert keys(plan(), other) == [("busy", "OPS-B3.1", f"unit:{name}") for name in (BOMBERS, ESCORT)]
    last = span(W, day(), plan())[1]
    climb = other.form_turn - span(W, day(), other)[0]
    later = dataclasses.replace(other, form_turn=last + climb)
    assert {k for k, *_ in keys(plan(), later)} == {"busy"}
    assert {k for k, *_ in keys(plan(), dataclasses.replace(later, form_turn=later.form_turn + 1))} == {"turnaround"}
    p = planning()
    p.patrols[2] = [unit(ESCORT, "sweep")]
    assert [(f.key, f.rule) for f in faults(W, p, plan(), [])] == [("plan.busy", "OPS-B9.1")]


@pytest.mark.rule("OPS-B3.1")
def test_a_freie_jagd_keeps_its_unit_as_long_as_its_endurance_lasts() -> None:
    first, last = span(W, day(), sweep_plan())
    climb = 3  # to 20 Angels
    assert (first, last) == (5 - climb, 5 + 16 - 3)
    again = sweep_plan("again", form_turn=last + climb)
    assert [k for k, *_ in keys(again, sweep_plan())] == ["busy"]
    rested = dataclasses.replace(again, form_turn=last + climb + 12, units=(PlannedUnit(SWEEP, "sweep", 20, 20),))
    assert keys(rested, sweep_plan()) == []
    assert [k for k, *_ in keys(dataclasses.replace(rested, form_turn=rested.form_turn - 1), sweep_plan())] == ["turnaround"]


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.parametrize("code", [c for c in sorted(scenarios()) if not find(c).free])
def test_the_scenarios_plans_fly(code: str) -> None:
    """The drafts of the history: nothing is wrong with them but returns of strength that are lower than what flew."""
    p = setup(W, find(code), {}, SeededDice(Stream.of(1, "game")))
    plans = [r.plan for r in p.raids.values()]
    assert {f.key for given in plans for f in faults(W, p, given, plans)} <= {"plan.aircraft"}


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.parametrize("seed", range(12))
def test_a_drawn_day_has_no_fault(seed: int) -> None:
    p = setup(W, find("free"), {}, SeededDice(Stream.of(seed, "game")))
    plans = [r.plan for r in p.raids.values()]
    assert [f for given in plans for f in faults(W, p, given, plans)] == []


@pytest.mark.rule("OPS-B3.1")
def test_a_raid_is_put_on_the_plan_changed_and_struck_off() -> None:
    p = planning()
    events = order(p, "luftwaffe", PlanRaid(plan()))
    assert describe(events, "planned")[0].to == ("luftwaffe",) and list(p.raids) == ["raid"]
    order(p, "luftwaffe", PlanRaid(plan(form_turn=8)))
    assert p.raids["raid"].form_turn == 8 and len(p.raids) == 1
    order(p, "luftwaffe", DropRaid("raid"))
    assert p.raids == {}
    assert refusal(p, "luftwaffe", DropRaid("raid")) == ("no_raid", "OPS-B3.1")
    assert refusal(p, "luftwaffe", Done()) == ("planning", "OPS-B3.2")
    assert refusal(p, "raf", Scramble("1", 2, hex=GRIS_NEZ))[0] == "not_owing"


@pytest.mark.rule("OPS-B3.4")
def test_a_raid_that_others_join_is_not_struck_off_first() -> None:
    back = dataclasses.replace(sweep_plan("back", units=(PlannedUnit(SWEEP, "return_escort", 27, 20),), joins="raid"), type="return_escort")
    p = planning(plan(), back)
    assert refusal(p, "luftwaffe", DropRaid("raid")) == ("joined", "OPS-B3.4")
    order(p, "luftwaffe", DropRaid("back"))
    order(p, "luftwaffe", DropRaid("raid"))


@pytest.mark.rule("OPS-B3.3")
def test_the_digest_is_of_the_whole_plan_and_its_salt_and_not_of_the_order_of_raids() -> None:
    a, b = plan("a"), sweep_plan("b")
    sealed = digest([a, b], "salt")
    assert digest([b, a], "salt") == sealed and len(sealed) == 64
    assert verified([a, b], "salt", sealed)
    assert not verified([a], "salt", sealed)
    assert not verified([a, b], "pepper", sealed)
    assert not verified([dataclasses.replace(a, form_turn=6), b], "salt", sealed)
    assert not verified([a, dataclasses.replace(b, route=(Leg(DUNGENESS, 20),))], "salt", sealed)


@pytest.mark.rule("OPS-B3.3")
def test_the_seal_is_told_to_both_and_the_plan_is_revealed_and_checked_after_the_game() -> None:
    match: Match[DayPosition] = Match.new(GAME, "one_raid", "seal")
    sealed = match.play("luftwaffe", Seal())
    (event,) = [e for e in sealed.events if e.code == "sealed"]
    assert set(event.to) == {"raf", "luftwaffe"} and not sealed.free
    assert match.view("raf").seals == {"luftwaffe": event.data["digest"]}
    box = next(i for i, found in enumerate(match.position.patrols, 1) if found)
    while match.to_move == ("raf",):
        match.play("raf", GAME.choices(match.position, "raf").listed[0])
    match.play("luftwaffe", PatrolSweep(box, DUNGENESS, 20))
    while match.to_move:
        seat = match.to_move[0]
        match.play(seat, GAME.choices(match.position, seat).listed[0])
    (revealed,) = [e for e in match.entries[-1].events if e.code == "revealed"]
    assert revealed.data["kept"] is True and set(revealed.to) == {"raf", "luftwaffe"}
    plans = [GAME.order({"code": "plan_raid", "plan": given}).plan for given in revealed.data["plans"]]
    assert [given.code for given in plans] == ["sweep", "biggin_hill"]
    assert [hour["turn"] for hour in revealed.data["hours"]] == [1, 7, 19, 31][: len(revealed.data["hours"])]
    assert verified(plans, revealed.data["hours"][0]["salt"], event.data["digest"])


@pytest.mark.rule("OPS-B3.3")
def test_after_the_seal_nothing_of_the_plan_can_change() -> None:
    p = planning(plan())
    GAME.apply(p, "luftwaffe", Seal(), ScriptedDice([3, 4]))
    for given in (PlanRaid(plan(form_turn=9)), DropRaid("raid"), Seal()):
        assert refusal(p, "luftwaffe", given) == ("no_hour", "OPS-C4.1")


@pytest.mark.rule("OPS-B3.4")
def test_a_return_escort_waits_for_its_raid_meets_it_and_takes_over() -> None:
    meet = step(DUNGENESS, 3, 2)
    back = RaidPlan(
        "back", "return_escort", at("Colembert"), 1, 16, (PlannedUnit(ESCORT, "return_escort", 27, 16),), (Leg(meet, 16),), joins="raid"
    )
    waiting = raid(meet, unit(ESCORT, "return_escort", angels=16), code="back", plan_=back, angels=16, leg=1)
    bombers = raid(step(meet, 0, 9), unit(angels=14), leg=3, plan_=plan(form_turn=1, home=(Leg(meet, 14), Leg(GRIS_NEZ, 14))), bombed=True)
    bombers.leg = legs(W, bombers.plan)[1] + 1  # type: ignore[operator]
    p = day(raids=[bombers, waiting], turn=6)
    seen = []
    for _ in range(4):
        found = play(p)
        movement_phase(found)
        seen.append((len(bombers.units), waiting.state))
        if describe(found, "return_escort_met"):
            break
        p.turn += 1
    (met,) = describe(found, "return_escort_met")
    assert (met.to, met.data, met.rule) == (("luftwaffe",), {"raid": "back", "met": "raid"}, "OPS-B3.4")
    assert seen[0] == (1, "flying") and seen[-1] == (2, "ended")
    assert [(u.unit, u.role) for u in bombers.units] == [(BOMBERS, "bomber"), (ESCORT, "close_escort")]
    assert bombers.units[1].offset == 2
    p.turn += 1
    movement_phase(play(p))
    assert bombers.units[1].hex == bombers.hex and bombers.units[1].angels == 16


@pytest.mark.rule("OPS-B3.4")
def test_a_return_escort_of_a_raid_that_has_ended_goes_home_when_it_must() -> None:
    meet = step(DUNGENESS, 3, 2)
    back = RaidPlan(
        "back", "return_escort", at("Colembert"), 1, 16, (PlannedUnit(ESCORT, "return_escort", 27, 16),), (Leg(meet, 16),), joins="raid"
    )
    waiting = raid(meet, unit(ESCORT, "return_escort", angels=16, used=10), code="back", plan_=back, angels=16, leg=1)
    p = day(raids=[raid(meet, state="ended"), waiting], turn=6)
    p.raids["raid"].units = []
    for _ in range(6):
        movement_phase(play(p))
        p.turn += 1
    assert waiting.units[0].state == "going_home"


@pytest.mark.rule("OPS-B3.4")
@pytest.mark.parametrize("code", ["15_august_1940", "18_august_1940", "15_september_1940", "7_september_1940"])
def test_return_escorts_of_the_scenarios_have_a_plan_of_their_own(code: str) -> None:
    p = setup(W, find(code), {}, SeededDice(Stream.of(1, "game")))
    backs = [r.plan for r in p.raids.values() if r.plan.type == "return_escort"]
    for given in backs:
        assert given.joins in p.raids and all(u.role == "return_escort" for u in given.units)
        met = timetable(W, p.raids[given.joins].plan, types_of(W, W.luftwaffe(p.date), p.raids[given.joins].plan), None)
        mine = timetable(W, given, types_of(W, W.luftwaffe(p.date), given), None)
        assert any(s.hex == mine[-1].hex and s.turn >= mine[-1].turn for s in met), given.code


@pytest.mark.rule("OPS-B3.2")
def test_the_timetable_is_what_the_raid_flies() -> None:
    given = plan(form_turn=1, home=(Leg(DUNGENESS, 14), Leg(GRIS_NEZ, 8)))
    steps = timetable(W, given, types_of(W, W.luftwaffe(day().date), given), None)
    flying = raid(GRIS_NEZ, unit(angels=14), unit(ESCORT, "close_escort", angels=16), plan_=given)
    p = day(raids=[flying], turn=1)
    for s in steps[1:]:
        p.turn = s.turn
        movement_phase(play(p))
        assert (flying.hex, flying.leg) == (s.hex, s.leg) and flying.angels == s.angels
        assert (flying.state == "over_target") == s.at_target
        if s.at_target:
            flying.state, flying.bombed = "flying", True


@pytest.mark.rule("OPS-A9.3")
def test_a_bomber_climbs_once_a_turn_even_where_two_legs_meet() -> None:
    """One hex and two Angels to the first way-point; what is left of the turn may move, not climb again."""
    near = step(GRIS_NEZ, 5, 1)
    given: Any = plan(
        form_turn=1, form_angels=10, units=(PlannedUnit(BOMBERS, "bomber", 27, 10),), route=(Leg(near, 12), Leg(step(near, 5, 8), 20))
    )
    steps = timetable(W, given, types_of(W, W.luftwaffe(day().date), given), None)
    heights = [s.angels for s in steps[:6]]
    assert all(b - a <= 2 for a, b in itertools.pairwise(heights)), heights


BOUNDS: dict[str, tuple[Callable[[int], RaidPlan], tuple[int, ...], tuple[int, ...], str]] = {
    "form_turn": (lambda n: plan(form_turn=n), (1, 2, 60), (0, 61), "form_time"),
    "form_angels": (lambda n: plan(form_angels=n), (0, 2, 34), (-2, 36, 1), "angels"),
    "leg": (lambda n: plan(route=(Leg(DUNGENESS, n),)), (0, 2, 34), (-2, 36, 33), "angels"),
    "unit": (lambda n: plan(units=(PlannedUnit(BOMBERS, "bomber", 9, n),)), (0, 2, 24), (-2, 30, 13), "ceiling"),
    "aircraft": (lambda n: plan(units=(PlannedUnit(BOMBERS, "bomber", n, 14),)), (1, 2, 30), (0, 31), "aircraft"),
    "code": (lambda n: plan("x" * n), (1, 40), (0, 41), "code"),
    "circling": (lambda n: plan(kind="feint", route=(), primary=None, secondary=None, home=(), circling=n), (0, 6), (-1, 7), "circling"),
    "low": (lambda n: plan(kind="low_level", route=(Leg(DUNGENESS, n),)), (0, 2), (4,), "low_height"),
    "looking": (
        lambda n: plan(kind="reconnaissance", units=(PlannedUnit(BOMBERS, "reconnaissance", n, 14),)),
        (1, 3),
        (4,),
        "reconnaissance",
    ),
    "high": (lambda n: plan(units=(B, PlannedUnit(HIGH, "high_cover", 9, n))), (16, 24), (14, 12), "high_height"),
    "shore": (
        lambda n: plan(form_at=next(h for h in sorted(W.theatre.grounds) if min(hexes.distance(h, f) for f in W.far_shore) == n)),
        (0, 2),
        (3,),
        "form_far",
    ),
}


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.parametrize("name", BOUNDS)
def test_what_is_at_a_bound_is_no_fault_and_what_is_beyond_is(name: str) -> None:
    made, within, beyond, key = BOUNDS[name]
    for n in within:
        assert key not in {k for k, *_ in keys(made(n))}, n
    for n in beyond:
        assert key in {k for k, *_ in keys(made(n))}, n


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.rule("OPS-A7.t")
@pytest.mark.parametrize("wind", [None, HeadWind(315, 2), HeadWind(135, 4)])
@pytest.mark.parametrize(
    "given",
    [
        plan(form_turn=1, route=(Leg(step(GRIS_NEZ, 5, 3), 14), Leg(step(GRIS_NEZ, 5, 3), 14), Leg(DUNGENESS, 14))),
        plan(form_turn=1, route=(Leg(step(GRIS_NEZ, 5, 2), 16), Leg(DUNGENESS, 12)), home=(Leg(DUNGENESS, 8), Leg(GRIS_NEZ, 4))),
        plan(form_turn=1, kind="feint", primary=None, secondary=None, route=(Leg(step(GRIS_NEZ, 5, 1), 14), Leg(step(GRIS_NEZ, 5, 6), 20))),
        plan(form_turn=1, route=(), home=()),
        sweep_plan(form_turn=1, form_angels=8, route=(Leg(step(GRIS_NEZ, 5, 1), 12), Leg(step(GRIS_NEZ, 5, 9), 30), Leg(GRIS_NEZ, 2))),
    ],
)
def test_every_raid_flies_as_its_timetable_says(given: RaidPlan, wind: HeadWind | None) -> None:
    """Way-points twice in one place, at the very end of a turn's way, climbs and dives, with any wind."""
    units = [unit(u.unit, u.role, angels=u.angels, strength=u.aircraft) for u in given.units]
    for u in units:
        u.endurance = 99
    flown = raid(given.form_at, *units, kind=given.type, angels=given.form_angels, plan_=given)
    steps = timetable(W, given, types_of(W, W.luftwaffe(day().date), given), wind)
    p = day(raids=[flown], turn=1, turns=200)
    if wind is not None:
        p.sky.wind, p.sky.blows_from, p.sky.wind_hexes = "headwind", wind.blows_from, wind.hexes
    for s in steps[1:]:
        p.turn = s.turn
        movement_phase(play(p))
        assert (flown.hex, flown.leg, flown.angels) == (s.hex, s.leg, s.angels), s
        assert (flown.state == "over_target") == s.at_target
        if s.at_target:
            flown.state, flown.bombed = "flying", True


@pytest.mark.rule("OPS-B3.2")
def test_a_route_that_no_turn_ends_is_a_fault() -> None:
    route = (Leg(at("Duxford"), 14), Leg(at("Exeter"), 14)) * 15
    found = faults(W, planning(), plan(kind="feint", route=route, primary=None, secondary=None, home=()), [])
    (long,) = [f for f in found if f.key == "plan.too_long"]
    assert (long.rule, long.stage) == ("OPS-B3.2", "flown") and 0 < int(long.place.removeprefix("leg:")) < 29


@pytest.mark.rule("OPS-B2.5")
@pytest.mark.parametrize("kind", ["main", "jabo"])
def test_fuel_that_just_lasts_is_no_fault_and_a_turn_less_is(kind: str) -> None:
    """An escort must come to the first way-point and home from there; others fly all of their route, and home from its end."""
    zerstoerer = PlannedUnit(JABOS, "jabo", 9, 14)
    made: Any = plan(kind=kind, units=(B, E) if kind == "main" else (zerstoerer,), home=(Leg(DUNGENESS, 14),))
    judged = made.units[-1]
    posted = W.luftwaffe(day().date)[judged.unit]
    flier = W.types[posted.aircraft]
    steps = timetable(W, made, types_of(W, W.luftwaffe(day().date), made), None)
    end = next(s for s in steps if s.leg >= 1) if kind == "main" else steps[-1]
    needed = end.turn - steps[0].turn + turns_home(W, end.hex, posted.station, flier.mp)
    used = used_at_formation(W, flier, posted.station, made.form_at, judged.angels)
    for endurance, faulty in ((needed + used, False), (needed + used - 1, True)):
        other = dataclasses.replace(W, types={**W.types, posted.aircraft: dataclasses.replace(flier, endurance=endurance)})
        found = [f for f in faults(other, planning(), made, []) if f.key == "plan.endurance"]
        assert [(f.place, f.values["needed"], f.values["left"]) for f in found] == (
            [(f"unit:{judged.unit}", needed, needed - 1)] if faulty else []
        )


@pytest.mark.rule("OPS-C4.1")
def test_a_raid_added_on_the_hour_has_its_notice_takes_off_later_and_is_home_by_the_last_turn() -> None:
    p = day(turn=7, turns=200)

    def late(given: RaidPlan) -> list[str]:
        return [f.key.removeprefix("plan.") for f in faults(W, p, given, [])]

    assert late(sweep_plan(form_turn=19)) == [] and late(sweep_plan(form_turn=18)) == ["notice"]
    climb = 40 - span(W, p, plan(form_turn=40))[0]
    assert climb > 12 and late(plan(form_turn=7 + climb)) == ["take_off"] and late(plan(form_turn=8 + climb)) == []
    last = span(W, p, sweep_plan(form_turn=19))[1]
    for end, found in ((last, []), (last - 1, ["home_late"])):
        p.turns = end
        assert late(sweep_plan(form_turn=19)) == found
    p.phase = "planning"
    assert late(sweep_plan(form_turn=8)) == []


@pytest.mark.rule("OPS-C4.1")
def test_a_raid_is_busy_from_its_first_take_off_till_its_slowest_is_home_and_a_feint_as_long_as_it_circles() -> None:
    units = W.luftwaffe(day().date)
    given = plan(form_turn=20)
    steps = timetable(W, given, types_of(W, units, given), None)
    home = max(turns_home(W, steps[-1].hex, units[u.unit].station, W.types[units[u.unit].aircraft].mp) for u in given.units)
    assert span(W, day(), given) == (min(take_offs(W, units, given).values()), steps[-1].turn + home)
    feint = plan(kind="feint", form_turn=20, route=(), primary=None, secondary=None, home=())
    still, long = span(W, day(), feint), span(W, day(), dataclasses.replace(feint, circling=6))
    assert (long[0], long[1] - still[1]) == (still[0], 6)
    assert span(W, day(), dataclasses.replace(given, units=())) == (20, 20)


@pytest.mark.rule("OPS-B9.1")
@pytest.mark.rule("OPS-C4.1")
def test_what_keeps_a_unit_is_another_raid_its_rest_or_its_patrol_but_not_the_raid_itself() -> None:
    first, last = span(W, day(), plan(form_turn=20))
    p = planning()
    p.patrols = [[unit("I./JG 51", "sweep")], [unit(ESCORT, "sweep")], *([[]] * 4)]
    others = [plan("other", form_turn=20)]
    rest = 30
    for out, kept in (((first, last), True), ((last + rest - 1, 200), True), ((last + rest, 200), False), ((1, 2), True)):
        found = busy(W, p, "raid", out, others)
        assert (found.get(BOMBERS) == "other") == kept, out
        assert found["I./JG 51"] == "patrol_1" and list(found) == sorted(found)
    assert BOMBERS not in busy(W, p, "other", (first, last), others)
    assert "I./JG 51" not in busy(W, p, "patrol_1_5", (first, last), []) and ESCORT in busy(W, p, "patrol_1_5", (first, last), [])
