"""The Luftwaffe's commanders: plans without a fault, recalls, patrols, the escort that stays behind."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bob.core.dice import Stream
from bob.core.kit import Decision
from bob.core.match import Match
from bob.day.rules.victory import grade_of
from bob.day.state.orders import Done, DropRaid, PatrolSweep, Pick, PlanRaid, Recall, Seal
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES
from bob.day.state.view import LuftwaffeView, RaidUnitView, RaidView
from bob.staff.luftwaffe import Commander
from bob.staff.raid_planner import PROFILES, draft
from tests.staff.scenes import GAME, staff_rules

COMMANDERS = ("kesselring", "sperrle")
DAYS = ("15_august_1940", "18_august_1940", "7_september_1940", "15_september_1940")


def planning(scenario: str, seed: int = 1) -> LuftwaffeView:
    view: LuftwaffeView = Match.new(GAME, scenario, seed).view("luftwaffe")
    return view


def decide(view: LuftwaffeView, name: str = "kesselring", seed: int = 1, plan: bool = False) -> list[Decision]:
    return Commander(PROFILES[name], seed, plan=plan).orders(view, staff_rules())


def plans(name: str, scenario: str, seed: int = 1) -> list[Any]:
    return [d.order.plan for d in decide(planning(scenario), name, seed, plan=True) if isinstance(d.order, PlanRaid)]


@pytest.mark.parametrize("name", COMMANDERS)
def test_the_plan_that_there_is_stands(name: str) -> None:
    assert [d.order for d in decide(planning("15_september_1940"), name)] == [Seal()]


@pytest.mark.parametrize("name", COMMANDERS)
def test_without_a_plan_they_make_one(name: str) -> None:
    found = decide(replace(planning("one_raid"), raids=()), name)
    assert isinstance(found[-1].order, Seal) and any(isinstance(d.order, PlanRaid) for d in found)


@pytest.mark.parametrize("name", COMMANDERS)
def test_a_plan_made_afresh_strikes_the_old_one_out_first(name: str) -> None:
    found = [d.order for d in decide(planning("15_september_1940"), name, plan=True)]
    kinds = [order.code for order in found]
    assert kinds == sorted(kinds) and kinds[-1] == "seal"
    joined = [i for i, order in enumerate(found) if isinstance(order, DropRaid) and "return" in order.raid]
    assert joined == [0, 1]


@pytest.mark.parametrize("name", COMMANDERS)
@pytest.mark.parametrize("scenario", DAYS)
@pytest.mark.rule("OPS-B3.2")
def test_what_they_plan_has_no_fault_and_bombers_have_escorts(name: str, scenario: str) -> None:
    view = planning(scenario)
    for seed in (1, 2, 3):
        found = plans(name, scenario, seed)
        assert sum(any(u.role in BOMBING_ROLES for u in p.units) and p.type != "feint" for p in found) >= 1
        for i, plan in enumerate(found):
            assert staff_rules().faults(view, plan, found[:i]) == []
            if plan.type in ("main", "dive_bombing"):
                assert any(u.role in ESCORT_ROLES for u in plan.units)
        flying = {u.unit for box in view.patrols for u in box}
        assert not any(u.unit in flying for p in found for u in p.units)


def test_kesselring_feints_and_sweeps_ahead_of_his_raids() -> None:
    found = plans("kesselring", "18_august_1940")
    first = min(p.form_turn for p in found if p.type == "main")
    assert any(p.type == "feint" and p.form_turn < first for p in found)
    assert any(p.type == "freie_jagd" and p.form_turn <= first for p in found)
    world = staff_rules().world
    for feint in (p for p in found if p.type == "feint"):
        assert not any(world.ground(leg.hex).british for leg in feint.route)


def test_sperrle_dives_in_august_and_not_in_september() -> None:
    assert any(p.type == "dive_bombing" for p in plans("sperrle", "18_august_1940"))
    assert not any(p.type == "dive_bombing" for p in plans("sperrle", "15_september_1940"))


def test_targets_are_those_that_the_days_orders_want() -> None:
    world = staff_rules().world
    for day in ("18_august_1940", "15_september_1940"):
        view = planning(day)
        assert view.directive is not None
        aimed = {p.primary for s in range(4) for p in plans("kesselring", day, s) if p.primary}
        assert len(aimed) > 3 and all(grade_of(world, view.directive, world.targets[name]) != "none" for name in aimed)


def test_targets_without_orders_are_those_of_the_time() -> None:
    targets = staff_rules().world.targets
    view = replace(planning("15_september_1940"), directive=None)
    found = draft(staff_rules(), view, PROFILES["kesselring"], Stream.of(1, "test"))
    assert {targets[d.plan.primary].kind for d in found if d.plan.primary} <= {"docks", "rail", "power", "factory"}


# ---- in the turns


def flying_view(**changes: Any) -> tuple[LuftwaffeView, RaidView]:
    """The raid of `one_raid` over the Straits, its escort with it unless `escort` is 0; its bombers as told."""
    view = planning("one_raid")
    raid = next(r for r in view.raids if r.code == "biggin_hill")
    state = {"strength": 18, "disruption": 0, "escort": 20} | changes
    units = []
    for u in raid.plan.units:
        bomber = u.role in BOMBING_ROLES
        strength = state["strength"] if bomber else state["escort"]
        kind = "do_17z" if bomber else "bf_109e_4"
        units.append(
            RaidUnitView(
                u.unit,
                kind,
                u.role,
                "arras",
                strength,
                u.aircraft,
                raid.plan.form_at,
                u.angels,
                12,
                state["disruption"] if bomber else 0,
                "full",
                "with_raid" if strength else "lost",
            )
        )
    up = replace(raid, state="flying", hex=raid.plan.form_at, leg=state.get("leg", 1), form_turn=6, units=tuple(units))
    common = replace(view.common, phase="orders", turn=state.get("turn", 12))
    return replace(view, common=common, raids=(up,)), up


@pytest.mark.parametrize(
    ("changes", "recalled"),
    [
        ({}, False),
        ({"escort": 0}, False),
        ({"escort": 0, "disruption": 3}, True),
        ({"escort": 0, "strength": 6}, True),
        ({"disruption": 3, "strength": 6}, False),
    ],
)
def test_only_what_is_bare_and_badly_shaken_is_recalled(changes: dict[str, int], recalled: bool) -> None:
    view, raid = flying_view(**changes)
    found = [d.order for d in decide(view)]
    assert (Recall(raid.code) in found) == recalled and found[-1] == Done()


def test_near_the_target_they_press_on() -> None:
    view, raid = flying_view(escort=0, disruption=3)
    assert raid.plan.primary is not None
    near = replace(raid, hex=staff_rules().world.targets[raid.plan.primary].near)
    assert [d.order for d in decide(replace(view, raids=(near,)))] == [Done()]


def test_a_raid_without_escort_gets_a_patrol_once() -> None:
    view, raid = flying_view(escort=0, leg=0, turn=7)
    found = [d for d in decide(view) if isinstance(d.order, PatrolSweep)]
    assert [d.order.box for d in found] == [1] and found[0].why_values["raid"] == raid.code
    assert not any(isinstance(d.order, PatrolSweep) for d in decide(flying_view(leg=0, turn=7)[0]))
    sent = replace(raid, code="patrol_1_7", plan=replace(raid.plan, code="patrol_1_7", form_turn=7))
    assert not any(isinstance(d.order, PatrolSweep) for d in decide(replace(view, raids=(raid, sent))))


def test_the_weakest_escorts_stay_behind() -> None:
    view, raid = flying_view()
    names = [u.unit for u in raid.units if u.role in ESCORT_ROLES]
    weak = replace(raid, units=tuple(replace(u, strength=5) if u.unit == names[1] else u for u in raid.units))
    asked = {"kind": "half_escort", "options": names, "count": 1}
    found = decide(replace(view, raids=(weak,), choice=asked))
    assert [d.order for d in found] == [Pick((names[1],))]
