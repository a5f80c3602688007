"""Plans that stand: every raid that ships passes its own check, and escorts do what their plan says when it is flown (OPS-B3.2)."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from bob.core.errors import Refused
from bob.core.hexes import Hex, distance
from bob.core.match import Match
from bob.day.phases.raids import formation_phase, movement_phase
from bob.day.rules.legality import Unsealed, sealable
from bob.day.rules.planning import Fault, aimed, faults, stays_until, warnings
from bob.day.rules.routing import FAIR, along, around, danger
from bob.day.rules.timetable import timetable, turns_home, types_of, used_at_formation
from bob.day.scenarios.scenario import _parted, scenarios
from bob.day.state.orders import DropRaid, PlanRaid, Seal
from bob.day.state.position import LUFTWAFFE, DayPosition, Raid
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from bob.day.state.sky import Levels
from tests.operations.build import ESCORT, GAME, SWEEP, W, at, day, describe, order, plan, play, step

DAYS = [(code, seed) for code, s in scenarios().items() for seed in (range(1, 6) if s.free else (1,))]


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.parametrize(("scenario", "seed"), DAYS)
def test_every_raid_that_ships_passes_its_own_check(scenario: str, seed: int) -> None:
    p = Match.new(GAME, scenario, seed).position
    plans = [raid.plan for raid in p.raids.values()]
    assert plans and {plan.code: [f.key for f in faults(W, p, plan, plans)] for plan in plans} == {plan.code: [] for plan in plans}
    assert GAME.choices(p, LUFTWAFFE).listed == (Seal(),)


def planned(*plans: RaidPlan) -> DayPosition:
    p = day(phase="planning")
    p.raids = {x.code: Raid(x, {}, form_turn=x.form_turn) for x in plans}
    return p


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.rule("OPS-B3.3")
def test_a_plan_with_a_fault_is_not_sealed() -> None:
    good, bad = plan("good"), plan("bad", form_turn=60, units=(PlannedUnit("III./KG 3", "bomber", 99, 14),))
    p = planned(good, bad)
    with pytest.raises(Unsealed) as refused:
        GAME.check(p, LUFTWAFFE, Seal())
    assert (refused.value.values["raid"], refused.value.rule) == ("bad", "OPS-B3.2")
    assert [f.key for f in refused.value.faults] == ["plan.aircraft"]
    assert GAME.choices(p, LUFTWAFFE).listed == () and not sealable(W, p)
    order(p, LUFTWAFFE, DropRaid("bad"))
    assert GAME.choices(p, LUFTWAFFE).listed == (Seal(),)
    GAME.check(p, LUFTWAFFE, Seal())


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.rule("OPS-B3.4")
def test_a_raid_moved_away_from_its_return_escort_is_found_when_the_plan_is_sealed() -> None:
    raid_plan = plan("raid")
    back = escort(raid_plan)
    p = planned(raid_plan, back)
    GAME.check(p, LUFTWAFFE, Seal())
    order(p, LUFTWAFFE, PlanRaid(replace(raid_plan, form_turn=raid_plan.form_turn + 20)))
    with pytest.raises(Refused) as refused:
        GAME.check(p, LUFTWAFFE, Seal())
    assert refused.value.key == "ops.refused.seal" and refused.value.values["raid"] == "back"


# Escorts


def escort(met: RaidPlan, **given: object) -> RaidPlan:
    """A return escort that waits for a raid where it is two turns after its bombs."""
    steps = timetable(W, met, types_of(W, W.luftwaffe(day().date), met), None)
    bombs = next(i for i, s in enumerate(steps) if s.at_target)
    meet = steps[bombs + 3]
    made = RaidPlan(
        "back", "return_escort", at("Calais"), meet.turn - 5, 18, (PlannedUnit(SWEEP, "return_escort", 20, 18),), (Leg(meet.hex, 18),)
    )
    return replace(made, joins=met.code, **given)  # type: ignore[arg-type]


def found(x: RaidPlan, *others: RaidPlan) -> list[Fault]:
    p = planned(*others)
    return faults(W, p, x, others) or warnings(W, p, x, others)


@pytest.mark.rule("OPS-B3.4")
def test_a_return_escort_must_meet_its_raid() -> None:
    met = plan("raid")
    assert found(escort(met), met) == []
    late = escort(met, form_turn=met.form_turn + 40)
    assert [(f.key, f.rule, f.stage) for f in found(late, met)] == [("plan.no_meeting", "OPS-B3.4", "flown")]
    elsewhere = escort(met, route=(Leg(at("Calais"), 18), Leg(at("Dungeness"), 18)))
    far = plan("raid", primary="Duxford", secondary=None, route=(Leg(at("North Foreland"), 14),), home=())
    assert "plan.no_meeting" in [f.key for f in found(elsewhere, far)]


@pytest.mark.rule("OPS-B3.4")
@pytest.mark.rule("OPS-B11.1")
def test_a_return_escort_must_not_be_home_before_its_bombers() -> None:
    """Too early it has gone home; a little early it cannot see them over France; too late they are past."""
    met = plan("raid", form_turn=25)
    seen = [[f.key for f in found(escort(met, form_turn=turn), met)] for turn in range(1, 45)]
    expected = [["plan.home_before"]] * 16 + [["plan.return_leaves"]] * 8 + [[]] * 7 + [["plan.no_meeting"]] * 13
    assert seen == expected


@pytest.mark.rule("OPS-B11.1")
def test_an_escort_that_turns_back_before_the_bombs_fall_is_named_and_does_so_when_it_is_flown() -> None:
    """The warning tells the turn in which the unit leaves in play."""
    x = plan("raid", primary="Duxford", secondary=None, route=(Leg(at("North Foreland"), 14),), home=())
    p = planned(x)
    assert faults(W, p, x, []) == []
    named = {f.values["unit"]: f.values["time"] for f in warnings(W, p, x, []) if f.key == "plan.escort_leaves"}
    assert set(named) == {ESCORT}
    p.phase, p.turn = "orders", x.form_turn
    q = play(p, 2, 3)
    formation_phase(q)
    left = None
    while left is None and p.turn < x.form_turn + 40:
        movement_phase(q)
        left = next((p.clock() for e in describe(q, "escort_left") if e.data["unit"] == ESCORT), None)
        p.turn += 1
    assert left == named[ESCORT]


@pytest.mark.rule("OPS-B11.1")
def test_fighter_bombers_that_turn_back_before_their_bombs_fall_are_a_fault() -> None:
    p = Match.new(GAME, "15_september_1940", 1).position
    x = p.raids["london_jabo"].plan
    assert faults(W, p, x, []) == []
    far = replace(x, form_at=at("Cap Gris-Nez"))
    assert [(f.key, f.rule, f.stage) for f in faults(W, p, far, [])] == [("plan.turns_back", "OPS-B11.1", "flown")]
    detour = replace(x, home=(Leg(Hex(33, 4), 20),))  # a way home that is cut short for want of fuel, after the bombs
    jabo = W.luftwaffe(p.date)["II.(S)/LG 2"]
    steps = timetable(W, detour, types_of(W, W.luftwaffe(p.date), detour), p.head_wind)
    left = W.types[jabo.aircraft].endurance - used_at_formation(W, W.types[jabo.aircraft], jabo.station, detour.form_at, 20)
    gone, bombs = stays_until(W, jabo, left, steps), next(i for i, step in enumerate(steps) if step.at_target)
    assert gone is not None and gone > bombs and faults(W, p, detour, []) == []


# Ways round


def skies(**zones: tuple[str, Levels]) -> dict[str, tuple[str, Levels]]:
    """By zone, the weather and its levels: fair but for those named."""
    return dict.fromkeys(day().sky.zones, FAIR) | zones


@pytest.mark.rule("OPS-B10.1")
def test_a_way_round_is_less_dangerous_and_not_much_longer() -> None:
    start, goal = at("Calais"), W.targets["Hornchurch"].near
    fair = skies()
    led = around(W, fair, start, goal, 14)
    ways = [start, goal], [start, *led, goal]
    straight, round_about = (along(W, fair, way, 14) for way in ways)
    assert straight == 12.5 and round_about == 0
    lengths = [sum(distance(a, b) for a, b in pairwise(way)) for way in ways]
    assert lengths[0] < lengths[1] <= lengths[0] + straight
    assert around(W, fair, start, W.targets["Duxford"].near, 14) == []


@pytest.mark.rule("OPS-A6.t")
def test_a_way_round_bad_weather_is_for_heights_that_have_it() -> None:
    start, goal = at("North Foreland"), W.targets["Duxford"].near
    least, most = W.figures["layers"]["overcast"]
    overcast = skies(debden=("overcast", (least, most)))
    assert around(W, overcast, start, goal, most + 2) == [] and around(W, overcast, start, goal, least) != []
    higher = skies(debden=("overcast", (least + 4, most + 8)))
    assert around(W, higher, start, goal, least + 2) == [] != around(W, higher, start, goal, most + 2)


@pytest.mark.rule("OPS-B10.1")
@pytest.mark.rule("OPS-A6.t")
def test_what_is_dangerous_in_a_hex_is_so_up_to_the_guns_ceiling_and_at_the_weathers_levels() -> None:
    armed = next(h for h in sorted(W.guns) if W.guns[h].ceiling < 34)
    guns = W.guns[armed]
    assert [danger(W, skies(), armed, angels) for angels in (0, guns.ceiling, guns.ceiling + 2)] == [guns.factor / 2, guns.factor / 2, 0]
    free = next(h for h in sorted(W.theatre.grounds) if h not in W.guns)
    zone = W.ground(free).zone
    for weather, counts in (("overcast", 1.0), ("rain", 1.0), ("cloudy", 0.0)):
        clouded = skies(**{zone: (weather, (4, 8))})
        assert [danger(W, clouded, free, angels) for angels in (2, 4, 6, 8, 10)] == [0, counts, counts, counts, 0]
    assert along(W, skies(), [step(armed, 0, 1), armed, step(armed, 3, 1)], 0) >= guns.factor / 2, "it is passed"
    assert danger(W, {}, free, 8) == 0, "nothing is said of its sky"


@pytest.mark.rule("OPS-C5.4")
def test_raids_that_ship_fly_to_where_their_convoy_will_be_and_others_have_no_place_of_their_own() -> None:
    found = Counter[bool]()
    for code, s in scenarios().items():
        p = Match.new(GAME, code, 1).position
        for x in (raid.plan for raid in p.raids.values()):
            found[x.convoy is not None] += not s.free
            assert x.aim == (aimed(W, p, x).aim if x.convoy is not None else None) and (x.aim is None) == (x.convoy is None)
    assert all(found.values()) and len(found) == 2


@pytest.mark.rule("OPS-B3.4")
def test_of_a_raids_return_escorts_those_fly_that_there_are_and_that_come_so_far() -> None:
    """They form over their own field, so that they are where the raid comes out a turn before it; the others stay at home."""
    p = day(date=dt.date(1940, 8, 13))
    units = W.luftwaffe(p.date)
    meet = at("Dungeness")
    fighters = [u for u in units.values() if u.aircraft.startswith("bf_109")]
    away = next(u for u in fighters if u.station not in W.far_fields)
    far = next(u for u in fighters if u.station in W.far_fields and distance(W.base(u.station).near, meet) > 28)
    near = units[ESCORT]
    backs = [PlannedUnit(name, "return_escort", 9, 16) for name in ("I./XY 99", away.unit, far.unit, near.unit)]
    raid = replace(plan(), units=(PlannedUnit("I./KG 3", "bomber", 27, 14), *backs))
    main, *found = _parted(W, p, raid)
    assert [u.unit for u in main.units] == ["I./KG 3"]
    (escort,) = found
    assert (escort.code, escort.joins, escort.type, escort.units) == ("raid_return_4", "raid", "return_escort", (backs[3],))
    assert escort.form_at == W.base(near.station).near and escort.form_angels == 16 and escort.route[0].angels == 16
    steps = timetable(W, main, types_of(W, units, main), None)
    meets = next((s for s in steps if s.leg > 1 and not W.ground(s.hex).british), steps[-1])
    turns = -(-distance(escort.form_at, meets.hex) // W.types[near.aircraft].mp)
    assert escort.route[0].hex == meets.hex and escort.form_turn == max(1, meets.turn - turns - 1)
    alone = replace(raid, type="return_escort", joins="x", units=tuple(backs))
    assert _parted(W, p, alone) == [alone]
    sent = replace(plan(), units=(PlannedUnit("I./KG 3", "bomber", 0, 14), PlannedUnit("I./XY 99", "high_cover", 0, 20)))
    assert [u.aircraft for u in _parted(W, p, sent)[0].units] == [units["I./KG 3"].strength, 1], "all that it has"


@pytest.mark.rule("OPS-B11.1")
def test_a_fighter_turns_home_by_the_fuel_it_has_and_the_way_home_from_where_it_would_be_next() -> None:
    units = W.luftwaffe(day().date)
    given = replace(plan(), route=(Leg(at("Dungeness"), 14), Leg(at("Maidstone"), 14)), home=(Leg(at("Cap Gris-Nez"), 14),))
    steps, posted = timetable(W, given, types_of(W, units, given), None), units[ESCORT]
    home = [turns_home(W, s.hex, posted.station, W.types[posted.aircraft].mp) for s in steps]
    ends = set()
    for left in range(1, 40):
        found = stays_until(W, posted, left, steps)
        ends.add(found)
        for i in range(len(steps) if found is None else found):
            assert left - i > home[i] and left - i - 1 >= home[min(i + 1, len(steps) - 1)], "it could stay till then"
        if found is not None:
            assert left - found <= home[found] or left - found - 1 < home[min(found + 1, len(steps) - 1)], "and no longer"
    assert None in ends and len(ends) > 5
    bombers = units["I./KG 3"]
    assert stays_until(W, bombers, 1, steps) is None, "bombers fly on"
