"""Rules of raids whose likeliest misreading a function's own test would not show, played in whole turns (OPS-A9, B3, B5, B10, C6)."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.state.orders import PlanRaid, Scramble, Seal
from bob.day.state.position import Raid
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from tests.operations.build import (
    BOMBERS,
    CHANNEL,
    ESCORT,
    INLAND,
    JABOS,
    SEA,
    STUKAS,
    W,
    at,
    day,
    describe,
    order,
    plan,
    raid,
    refusal,
    squadron,
    step,
    sweep_plan,
    unit,
)
from tests.operations.whole_turns import DiceByPurpose, circling, whole_turn

# ---- balloons (OPS-B10.2)

DOVER = at("Dover Castle")
LOST = (6, 6)


def flown_over(*units: Any, kind: str = "jabo", angels: int = 4) -> tuple[Hex, Any]:
    """A raid that flies three hexes, the second of them Dover's barrage."""
    assert DOVER in W.balloons
    line = hexes.line(step(DOVER, 2, 2), step(DOVER, 5, 10))
    flown: RaidPlan = plan("raid", kind, form_turn=1, form_angels=angels, route=(Leg(line[8], angels),), primary=None, home=())
    return line[0], raid(line[0], *units, kind=kind, angels=angels, plan_=flown)


@pytest.mark.rule("OPS-B10.2")
@pytest.mark.parametrize(("angels", "caught"), [(2, True), (4, True), (6, False)])
def test_who_flies_through_a_barrage_is_caught_by_its_own_height(angels: int, caught: bool) -> None:
    """The raid is at 4; a unit of it flies above or below."""
    jabo = unit(JABOS, "jabo", aircraft="bf_110d", angels=angels, strength=9)
    _, r = flown_over(jabo)
    dice = DiceByPurpose(balloons=LOST, flak=(1, 1), balloon_points=(5,))
    events = whole_turn(day(raids=[r]), dice=dice)
    assert (r.hex != DOVER and DOVER.label in {e.data["hex"] for e in describe(events, "balloons_hit")}) or not caught
    assert bool(describe(events, "balloons_hit")) == bool(describe(events, "balloons_shot")) == caught == (jabo.strength < 9)


@pytest.mark.rule("OPS-B10.2")
@pytest.mark.parametrize(("role", "shoots"), [("jabo", True), ("bomber", False), ("close_escort", False)])
def test_who_stays_in_a_barrage_is_caught_again_and_only_attacking_fighters_shoot_balloons(role: str, shoots: bool) -> None:
    low = unit(JABOS, role, aircraft="bf_110d", h=DOVER, angels=4, strength=20)
    p = day(raids=[circling(DOVER, units=[low], angels=4)])
    for turn in (1, 2):
        dice = DiceByPurpose(balloons=LOST, flak=(1, 1), balloon_points=(5,))
        events = whole_turn(p, dice=dice)
        assert len(describe(events, "balloons_hit", "raf")) == 1 and low.strength == 20 - turn
        assert dice.count("balloon_points") == shoots


# ---- dives (OPS-A9.1, OPS-A9.2)


@pytest.mark.rule("OPS-A9.1")
@pytest.mark.rule("OPS-A9.2")
@pytest.mark.parametrize(("kind", "name", "height"), [("main", BOMBERS, 10), ("dive_bombing", STUKAS, 4)])
def test_level_bombers_lose_two_angels_a_hex_and_dive_bombers_dive_at_the_end(kind: str, name: str, height: int) -> None:
    goal = step(CHANNEL, 3, 2)
    made = plan("raid", kind, form_turn=1, route=(Leg(goal, 4),), primary=None, home=())
    r = raid(CHANNEL, unit(name), kind=kind, plan_=made)
    whole_turn(day(raids=[r]))
    assert (r.units[0].hex, r.units[0].angels) == (goal, height)


@pytest.mark.rule("OPS-A9.2")
@pytest.mark.rule("OPS-C9.2")
@pytest.mark.parametrize(("name", "role", "height"), [(BOMBERS, "bomber", 10), (STUKAS, "dive_bomber", 10), (ESCORT, "close_escort", 0)])
def test_bombers_come_down_two_angels_a_hex_over_their_field_and_fighters_as_they_like(name: str, role: str, height: int) -> None:
    home = unit(name, role, angels=14, state="going_home")
    field = W.base(home.base).near
    home.hex = next(h for h in sorted(W.theatre.grounds) if hexes.distance(h, field) == 2)
    r = raid(home.hex, home, state="returning")
    whole_turn(day(raids=[r, circling(SEA, code="other")]))
    assert (home.hex, home.state, home.angels) == (field, "landed", height)


# ---- the wind (OPS-A7, OPS-C6.2)


@pytest.mark.rule("OPS-A7.t")
@pytest.mark.rule("OPS-C6.2")
@pytest.mark.parametrize(("blows_from", "out", "home"), [(0, 2, 2), (180, 3, 4), (90, 3, 3)])
@pytest.mark.parametrize("leads_home", [False, True])
def test_a_head_wind_takes_a_hex_and_gives_it_back_on_the_way_home_alone(blows_from: int, out: int, home: int, leads_home: bool) -> None:
    """Bombers of three points fly north, in a wind of four hexes in four turns: on their way out, or home as a raid; beside them one
    flies home by itself."""
    goal = step(CHANNEL, 0, 9)
    leg = (Leg(goal, 14),)
    made = plan("raid", "feint", form_turn=1, route=() if leads_home else leg, primary=None, home=leg if leads_home else ())
    r = raid(CHANNEL, unit(h=CHANNEL), plan_=made)
    field = next(place for place in W.far_fields.values() if not place.off)
    back = unit("alone", aircraft="do_17z", base=field.name, state="going_home")
    back.hex = hexes.line(field.near, step(field.near, 3, 9))[9]
    assert back.hex in W.theatre.grounds
    other = raid(back.hex, back, code="other", state="returning")
    p = day(raids=[r, other])
    p.sky.wind, p.sky.blows_from, p.sky.wind_hexes = "headwind", blows_from, 4
    start = back.hex
    whole_turn(p)
    assert hexes.distance(CHANNEL, r.hex) == (home if leads_home else out)
    assert hexes.distance(start, back.hex) == home


# ---- a plan with a fault (OPS-B3.2)

FAULTY = {
    "endurance": sweep_plan(
        "late", form_turn=30, route=tuple(Leg(at(n), 20) for n in ("Dover Castle", "Duxford", "Dover Castle", "Duxford"))
    ),
    "climb": plan("late", form_turn=30, route=(Leg(step(at("Cap Gris-Nez"), 5, 2), 24), Leg(at("Dungeness"), 24))),
    "close_height": plan("late", form_turn=30, units=(PlannedUnit(BOMBERS, "bomber", 27, 14), PlannedUnit(ESCORT, "close_escort", 27, 20))),
}


@pytest.mark.rule("OPS-B3.2")
@pytest.mark.parametrize("name", FAULTY)
def test_on_the_hour_no_raid_with_a_fault_comes_on_the_plan_or_under_its_seal(name: str) -> None:
    p = day(turn=7, raids=[circling(SEA)])
    assert p.plan_open
    assert refusal(p, "luftwaffe", PlanRaid(FAULTY[name]))[0] == "plan"
    p.raids["late"] = Raid(FAULTY[name], {}, form_turn=30, added=7)
    assert refusal(p, "luftwaffe", Seal()) == ("seal", "OPS-B3.2")
    order(p, "luftwaffe", PlanRaid(plan("late", form_turn=30)))
    whole_turn(p)
    assert p.raids["late"].plan == plan("late", form_turn=30) and not p.plan_open


# ---- what radar sees (OPS-B5.3)

SEEN = {"detection": (6, 6)}


def nearest(h: Hex, kind: str) -> int:
    return min(hexes.distance(h, s) for (k, _), s in W.station_hexes.items() if k == kind)


@pytest.mark.rule("OPS-B5.3")
@pytest.mark.parametrize(
    ("apart", "angels", "seen"),
    [(12, 0, False), (14, 6, False), (11, 8, True), (16, 8, False), (13, 10, True), (10, 2, False), (12, 22, True)],
)
def test_chain_home_sees_about_as_far_out_to_sea_as_the_height_lets_it(apart: int, angels: int, seen: bool) -> None:
    """Before Dover, and as far from any other; Chain Home Low is out of it."""
    dover = W.station_hexes["chain_home", "Dover"]
    spot = next(
        h
        for h, stations in sorted(W.seeing("chain_home", 22).items())
        if nearest(h, "chain_home") == hexes.distance(h, dover) == apart <= nearest(h, "chain_home_low") and "Dover" in dict(stations)
    )
    p = day(raids=[circling(spot, 27, angels=angels)], squadrons=[squadron(box="ready")])
    whole_turn(p, dice=DiceByPurpose(**SEEN))
    assert bool(p.tracks) == seen


@pytest.mark.rule("OPS-B5.3")
@pytest.mark.rule("OPS-C7.1")
@pytest.mark.parametrize(("date", "who"), [((1940, 8, 12), "Ventnor"), ((1940, 8, 14), None), ((1940, 8, 24), "Bembridge")])
def test_ventnor_is_silent_after_its_raid_and_bembridge_sees_only_from_the_23rd(date: tuple[int, int, int], who: str | None) -> None:
    p = day(full=True, date=dt.date(*date), raids=[circling(step(at("Ventnor"), 3, 2), 27, angels=6)])
    whole_turn(p, dice=DiceByPurpose(**SEEN))
    sources = {plot.source for t in p.tracks for plot in t.plots}
    assert sources & {"Ventnor", "Bembridge"} == ({who} if who else set())


@pytest.mark.rule("OPS-B13.4")
@pytest.mark.rule("OPS-B5.3")
def test_a_high_raid_is_seen_eighty_miles_out_and_the_first_squadron_is_up_twenty_minutes_before_the_coast() -> None:
    """Bombers of three hexes a turn from France at 22 Angels; who is Ready scrambles at the first plot."""
    home = at("Biggin Hill")
    coast = [h for h, g in W.theatre.grounds.items() if g.british and g.terrain == "coast"]
    start = step(home, 3, 30)
    r = raid(start, unit(h=start, angels=22), angels=22, plan_=plan("raid", form_turn=1, form_at=start, form_angels=22, route=(), home=()))
    s = squadron(box="ready")
    p = day(raids=[r], squadrons=[s])
    dice = DiceByPurpose(**SEEN)
    seen_at = up = 0
    for _ in range(12):
        first = bool(p.tracks) and not seen_at
        if first:
            seen_at = min(hexes.distance(r.hex, h) for h in coast)
        whole_turn(p, *([Scramble(s.unit, 20, hex=INLAND)] if first else []), dice=dice)
        if W.ground(r.hex).british:
            break
        up += s.box == "airborne"
    assert seen_at >= 16 and 20 <= 5 * up <= 35, (seen_at, up)


@pytest.mark.rule("OPS-A4.table")
@pytest.mark.rule("OPS-B11.2")
@pytest.mark.parametrize(("over", "lost"), [(1, 0), (0, 1), (-1, 9)])
def test_who_lands_in_the_turn_in_which_its_fuel_runs_out_rolls_and_a_turn_sooner_does_not(over: int, lost: int) -> None:
    """A 2 on the table: one of a Gruppe in that very turn, nine in the next."""
    home = unit(ESCORT, "close_escort", h=W.base("Colembert").near, angels=0, state="going_home", strength=27)
    home.used = home.endurance - over - 1
    r = raid(home.hex, home, state="returning")
    dice = DiceByPurpose(return_to_base=(1, 1))
    whole_turn(day(raids=[r, circling(CHANNEL, code="other")]), dice=dice)
    assert (home.state, 27 - home.strength, dice.count("return_to_base")) == ("landed", lost, int(over < 1))
