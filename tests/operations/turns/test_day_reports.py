"""What the Luftwaffe is told of the ground (OPS-C4.3, OPS-C4.4), and Jabos (OPS-C7.4), in whole turns."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core import hexes
from bob.core.game import Event, as_seen, secret_free
from bob.day.phases import raids
from bob.day.state.position import LUFTWAFFE, RAF, Airfield, DayPosition, GroundReport, Raid
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from tests.operations.build import (
    BOMBERS,
    GAME,
    JABOS,
    MORE_BOMBERS,
    PLAIN,
    W,
    at,
    day,
    describe,
    over,
    plan,
    points,
    raid,
    sky,
    squadron,
    unit,
)
from tests.operations.test_day_planning import keys
from tests.operations.whole_turns import DiceByPurpose, whole_turn

TRUE, HIGH = (3,), (2,)


def home(p: DayPosition, r: Raid, **faces: Any) -> list[Event]:
    """Turns until all of a raid is down; its units are put over their fields as soon as they fly home."""
    events: list[Event] = []
    for _ in range(40):
        events += whole_turn(p, dice=DiceByPurpose(**{"navigation": (6, 6), **faces}))
        for u in r.units:
            if u.state == "going_home":
                u.hex, u.angels, u.beyond = W.base(u.base).near, 0, 0
        if r.state == "ended":
            return events
    raise AssertionError("never home")


def over_target(target: str, *units: Any, **given: Any) -> Raid:
    r = over(target, *units, home=(), **given) if "home" in given else over(target, *units, **given)
    r.state, r.leg = "flying", 0
    return r


def reports(p: DayPosition) -> list[tuple[Any, ...]]:
    """What each report says: who, target, capacity lost, station, aircraft."""
    return [(x.by, x.target, x.lost, x.off, x.aircraft) for x in GAME.view(p, LUFTWAFFE).reports]


# Crews


@pytest.mark.rule("OPS-C4.3")
@pytest.mark.parametrize(("hit", "lost"), [((5,), 2), ((3,), 1), ((1,), 0)])
@pytest.mark.parametrize(("claim", "more"), [((1,), 1), ((2,), 1), ((3,), 0), ((6,), 0)])
def test_crews_claim_the_truth_on_three_to_six_and_a_level_too_much_on_one_or_two(
    hit: tuple[int], lost: int, claim: tuple[int], more: int
) -> None:
    s = squadron(box="ready")
    r = over_target("Biggin Hill")
    p = day(raids=[r], squadrons=[s], turns=90)
    home(p, r, airfield_damage=hit, ground_damage=(5, 6), claim=claim)
    assert p.airfields["Biggin Hill"].damage == lost and s.lost == 4
    assert reports(p) == [("crews", "Biggin Hill", min(2, lost + more), None, 4 * (1 + more))]


@pytest.mark.rule("OPS-C4.3")
@pytest.mark.rule("OPS-B4.2")
def test_they_tell_when_the_first_bombing_unit_has_landed_and_once() -> None:
    units = [unit(angels=14), unit(MORE_BOMBERS, angels=14), unit("I./JG 3", "close_escort", angels=16)]
    r = over_target("Biggin Hill", *units)
    p = day(raids=[r], turns=90)
    while not r.bombed:
        whole_turn(p, dice=DiceByPurpose(navigation=(6, 6)))
    raids.leave(play_of(p), r, r.units[2])
    put_home(r, 2)
    whole_turn(p)
    assert r.units[2].state == "landed" and reports(p) == [], "the escort has nothing to tell"
    raids.leave(play_of(p), r, r.units[1])
    put_home(r, 1)
    events = whole_turn(p)
    assert (r.units[1].state, len(reports(p))) == ("landed", 1)
    assert events.index(describe(events, "ground_report")[0]) > events.index(describe(events, "raider_landed")[0])
    assert describe(events, "ground_report")[0].to == (LUFTWAFFE,)
    home(p, r)
    assert len(reports(p)) == 1


def play_of(p: DayPosition) -> Any:
    from tests.operations.build import play

    return play(p)


def put_home(r: Raid, nth: int) -> None:
    u = r.units[nth]
    u.hex, u.angels, u.beyond = W.base(u.base).near, 0, 0


@pytest.mark.rule("OPS-C4.3")
@pytest.mark.parametrize(("dice", "claim", "off"), [((6, 6), TRUE, True), ((1, 1), TRUE, False), ((1, 1), HIGH, True)])
def test_of_an_rdf_station_crews_tell_whether_it_is_damaged(dice: tuple[int, int], claim: tuple[int], off: bool) -> None:
    r = over_target("chain_home:Rye", kind="dive_bombing", secondary=None)
    p = day(raids=[r], turns=90)
    home(p, r, rdf_damage=dice, claim=claim)
    assert reports(p) == [("crews", "chain_home:Rye", None, off, None)]


@pytest.mark.rule("OPS-C4.3")
def test_nobody_tells_of_what_bombs_leave_no_mark_on_nor_of_a_raid_that_never_came_home() -> None:
    docks = over_target("docks:Tilbury" if "docks:Tilbury" in W.targets else next(k for k in W.targets if k.startswith("docks:")))
    p = day(raids=[docks], turns=90)
    home(p, docks)
    assert reports(p) == []
    r = over_target("Biggin Hill")
    p = day(raids=[r], turns=90)
    while not r.bombed:
        whole_turn(p, dice=DiceByPurpose(navigation=(6, 6)))
    r.units[0].strength, r.units[0].state = 0, "lost"
    for _ in range(5):
        whole_turn(p)
    assert reports(p) == [] and r.state == "ended"


@pytest.mark.rule("OPS-C4.3")
@pytest.mark.rule("OPS-A5.decoy")
@pytest.mark.parametrize("claim", [TRUE, HIGH])
def test_a_decoyed_raid_claims_the_first_level_and_knows_of_nothing(claim: tuple[int]) -> None:
    r = over_target("Biggin Hill", h=PLAIN)
    r.hex, r.state = W.targets["Biggin Hill"].near, "flying"
    p = day(raids=[r], squadrons=[squadron(box="ready")], turns=90)
    events = home(p, r, navigation=(1, 1), claim=claim)
    assert r.decoyed and p.airfields["Biggin Hill"].damage == 0
    assert reports(p) == [("crews", "Biggin Hill", 1, None, 0)]
    mine = [e for e in events if LUFTWAFFE in e.to]
    assert not any("decoyed" in str(e.data) for e in mine)
    assert [e.data["target"] for e in describe(mine, "bombed")] == ["Biggin Hill"]
    assert "navigation" not in GAME.own_rolls and "claim" not in GAME.own_rolls


def bombed_twice(change: str) -> tuple[DayPosition, list[Event]]:
    """A raid on Biggin Hill in two worlds that differ in what its crews cannot see."""
    r = over_target("Biggin Hill")
    p = day(raids=[r], squadrons=[squadron(box="ready", station="Hornchurch")], turns=90)
    faces: dict[str, Any] = {"airfield_damage": (3,), "claim": TRUE, "navigation": (6, 6)}
    if change == "room":
        faces["sector_damage"] = (6, 6)
    elif change == "decoyed":
        faces["navigation"] = (1, 1)
    elif change == "tallied":
        r.units[0].tallied = True
    elif change == "damaged":
        p.airfields["Biggin Hill"].damage = 1
    elif change == "committed":
        p.response_level = 0
    return p, home(p, r, **faces)


@pytest.mark.rule("OPS-C4.3")
@pytest.mark.rule("OPS-B4.3")
@pytest.mark.parametrize("change", ["room", "decoyed", "tallied", "damaged", "committed"])
def test_two_days_that_differ_in_rooms_decoys_tallies_or_points_are_one_day_to_the_luftwaffe(change: str) -> None:
    (p, events), (other, other_events) = bombed_twice("same"), bombed_twice(change)
    assert secret_free(GAME.view(p, LUFTWAFFE)) == secret_free(GAME.view(other, LUFTWAFFE))
    mine, theirs = ([(e.code, dict(e.data), e.rule) for e in found if LUFTWAFFE in e.to] for found in (events, other_events))
    assert mine == theirs
    heard = [[as_seen(LUFTWAFFE, e) for e in found if LUFTWAFFE in e.to] for found in (events, other_events)]
    assert heard[0] == heard[1], "nor does it read who else was told"
    assert change == "committed" or (points(p), p.rooms_hit, p.airfields) != (points(other), other.rooms_hit, other.airfields)


# Reconnaissance


def looking(target: str = "Biggin Hill", **given: Any) -> RaidPlan:
    values: dict[str, Any] = {
        "units": (PlannedUnit(BOMBERS, "reconnaissance", 3, 20),),
        "form_angels": 20,
        "route": (Leg(at("Dungeness"), 20),),
        "primary": target,
        "secondary": None,
        "home": (),
    }
    return plan("look", "reconnaissance", **(values | given))


@pytest.mark.rule("OPS-C4.4")
@pytest.mark.rule("OPS-B3.1")
def test_reconnaissance_is_one_unit_of_one_to_three_aircraft_with_a_target() -> None:
    assert keys(looking()) == []
    for aircraft, ok in ((1, True), (3, True), (4, False)):
        found = keys(looking(units=(PlannedUnit(BOMBERS, "reconnaissance", aircraft, 20),)))
        assert found == ([] if ok else [("reconnaissance", "OPS-C4.4", "form")])
    two = (PlannedUnit(BOMBERS, "reconnaissance", 1, 20), PlannedUnit(MORE_BOMBERS, "reconnaissance", 1, 20))
    assert ("reconnaissance", "OPS-C4.4", "form") in keys(looking(units=two))
    assert ("role_reconnaissance", "OPS-C4.4", f"unit:{BOMBERS}") in keys(looking(units=(PlannedUnit(BOMBERS, "bomber", 3, 20),)))
    assert ("role_reconnaissance", "OPS-C4.4", f"unit:{BOMBERS}") in keys(plan(units=(PlannedUnit(BOMBERS, "reconnaissance", 3, 14),)))
    assert ("needs_target", "OPS-B3.1", "primary") in keys(looking(primary=None))


@pytest.mark.rule("OPS-C4.4")
def test_reconnaissance_rolls_for_nothing_when_it_forms() -> None:
    p = day(raids=[Raid(looking(), {}, form_turn=5)], turn=5, turns=90)
    dice = DiceByPurpose(formation=(6, 6))
    whole_turn(p, dice=dice)
    assert p.raids["look"].state == "flying" and dice.rolled("formation") == []


def looked(weather: str = "fair", **given: Any) -> tuple[DayPosition, Raid]:
    r = raid(W.targets["Biggin Hill"].near, unit(BOMBERS, "reconnaissance", strength=3, angels=20), plan_=looking(form_turn=1), angels=20)
    p = day(raids=[r], squadrons=[squadron(box="ready"), squadron("32", "airborne"), squadron("501", "ready", station="Kenley")], turns=90)
    p.sky = sky(weather)
    p.airfields["Biggin Hill"].damage = 1
    r.leg = 1
    return p, r


@pytest.mark.rule("OPS-C4.4")
def test_who_reaches_the_target_brings_the_truth_of_that_turn_after_landing() -> None:
    p, r = looked()
    whole_turn(p)
    assert r.done and reports(p) == [] and points(p) == {} and not describe(whole_turn(p), "bombed")
    p.airfields["Biggin Hill"].damage, p.squadrons["79 Squadron"].strength = 2, 5
    dice = DiceByPurpose()
    while r.units[0].state != "landed":
        put_home(r, 0)
        whole_turn(p, dice=dice)
    assert reports(p) == [("reconnaissance", "Biggin Hill", 1, None, 12), ("reconnaissance", "Kenley", 0, None, 12)]
    assert dice.rolled("claim") == [] and {x.seen for x in GAME.view(p, LUFTWAFFE).reports} == {3}


@pytest.mark.rule("OPS-C4.4")
@pytest.mark.parametrize(("weather", "seen"), [("fair", 2), ("scattered", 2), ("haze", 0), ("cloudy", 0), ("overcast", 0)])
def test_it_sees_the_ground_in_fair_to_scattered_weather(weather: str, seen: int) -> None:
    p, r = looked(weather)
    blind = describe(whole_turn(p), "nothing_seen")
    assert len(r.done) == seen
    assert [(event.to, event.data) for event in blind] == (
        [] if seen else [((LUFTWAFFE,), {"raid": r.plan.code, "target": r.plan.primary})]
    )


@pytest.mark.rule("OPS-C4.4")
def test_who_is_shot_down_on_the_way_home_tells_nothing() -> None:
    p, r = looked()
    whole_turn(p)
    r.units[0].strength, r.units[0].state = 0, "lost"
    for _ in range(4):
        whole_turn(p)
    assert reports(p) == []


@pytest.mark.rule("OPS-C4.4")
def test_it_looks_at_all_targets_within_a_hex_and_at_stations() -> None:
    p, r = looked()
    assert hexes.distance(W.targets["Kenley"].near, r.hex) == 1 < hexes.distance(W.targets["Gravesend"].near, r.hex)
    whole_turn(p)
    assert [x.target for x in r.done] == ["Biggin Hill", "Kenley"]
    station = "chain_home:Rye"
    over_rye = raid(W.targets[station].near, unit(BOMBERS, "reconnaissance", strength=1), plan_=looking(station, form_turn=1), leg=1)
    p = day(raids=[over_rye], turns=90, damaged_stations=[station])
    whole_turn(p)
    assert next(x for x in over_rye.done if x.target == "Rye" or x.target == station).off is True


@pytest.mark.rule("OPS-C4.3")
@pytest.mark.rule("OPS-C4.4")
def test_a_town_is_not_told_nor_hit_as_the_airfield_of_its_name() -> None:
    town = "town:Croydon"
    assert W.targets[town].kind == "town" and W.targets["Croydon"].kind == "raf_airfield"
    above = raid(W.targets[town].near, unit(BOMBERS, "reconnaissance", strength=1), plan_=looking(town, form_turn=1), leg=1)
    field = Airfield("Croydon", 4)
    p = day(raids=[above], squadrons=[squadron(box="ready", station="Croydon")], turns=90)
    p.airfields["Croydon"] = field
    whole_turn(p)
    near = hexes.distance(W.targets[town].near, W.targets["Croydon"].near) <= 1
    assert [x.target for x in above.done if "Croydon" in x.target] == (["Croydon"] if near else [])
    for navigation in ((6, 6), (1, 1)):
        bombers, s = over_target(town), squadron(box="ready", station="Croydon")
        bombers.hex, bombers.state = W.targets[town].near, "flying"
        p = day(raids=[bombers], squadrons=[s], turns=90)
        p.airfields["Croydon"] = field
        home(p, bombers, navigation=navigation, airfield_damage=(5,), ground_damage=(6, 6))
        assert bombers.bombed and bombers.decoyed is (navigation == (1, 1))
        assert reports(p) == [] and field.damage == 0 and s.lost == 0


@pytest.mark.rule("OPS-C4.3")
def test_the_raf_sees_no_report() -> None:
    p = day()
    before = secret_free(GAME.view(p, RAF))
    p.reports.append(GroundReport(3, 2, "crews", "raid", "Kenley", 1))
    assert secret_free(GAME.view(p, RAF)) == before and reports(p)


# Jabos


@pytest.mark.rule("OPS-C7.4")
@pytest.mark.parametrize(("low", "angels"), [(False, 8), (True, 2)])
@pytest.mark.parametrize(("dice", "damaged"), [((2, 3), True), ((2, 2), False)])
def test_jabos_dive_on_a_station_or_attack_it_low_as_planned(low: bool, angels: int, dice: tuple[int, int], damaged: bool) -> None:
    given = plan("raid", "jabo", form_turn=1, primary="chain_home:Rye", secondary=None, low=low, route=(), home=(), form_angels=angels)
    r = raid(W.targets["chain_home:Rye"].near, unit(JABOS, "jabo", angels=angels), plan_=given, angels=angels)
    p = day(raids=[r], turns=90)
    whole_turn(p, dice=DiceByPurpose(navigation=(6, 6), rdf_damage=dice))
    assert r.bombed and p.damaged_stations == (["chain_home:Rye"] if damaged else [])


@pytest.mark.rule("OPS-C7.4")
@pytest.mark.rule("OPS-A13.m2")
def test_their_bombs_take_the_column_of_a_dive_or_of_a_low_attack() -> None:
    worth = []
    for kind, role, low in (("jabo", "jabo", False), ("jabo", "jabo", True), ("main", "jabo", False)):
        given = plan("raid", kind, form_turn=1, primary="Biggin Hill", secondary=None, low=low, route=(), home=(), form_angels=2)
        r = raid(W.targets["Biggin Hill"].near, unit(JABOS, role, angels=2, tallied=True), plan_=given, angels=2)
        p = day(raids=[r], turns=90)
        p.airfields["Biggin Hill"] = Airfield("Biggin Hill", 2)
        whole_turn(p, dice=DiceByPurpose(navigation=(6, 6)))
        worth.append(points(p)["bombing"])
    assert worth == [9.0, 9.0, 6.0]


@pytest.mark.rule("OPS-C7.4")
def test_only_a_jabo_raid_is_planned_low_and_then_comes_in_at_two_angels_or_less() -> None:
    units = (PlannedUnit(JABOS, "jabo", 20, 8),)
    low = {"units": units, "form_angels": 8, "home": (), "low": True}
    assert keys(plan(kind="jabo", **(low | {"route": (Leg(at("Dungeness"), 2),)}))) == []
    assert keys(plan(kind="jabo", **(low | {"route": (Leg(at("Dungeness"), 4),)}))) == [("low_height", "OPS-B3.1", "leg:0")]
    assert ("low", "OPS-C7.4", "form") in keys(plan(low=True))
