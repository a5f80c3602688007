"""Coming home (OPS-A4, OPS-B11): escorts that leave in time and warn before, late landings."""

from __future__ import annotations

from typing import Any

import pytest

from bob.core import hexes
from bob.core.dice import Stream
from bob.core.match import Match
from bob.day.phases.landing import phase
from bob.day.phases.raids import movement_phase
from bob.day.rules.readiness import home_vector
from bob.day.rules.timetable import turns_home
from bob.day.state.position import DayPosition, RaidUnit, Squadron
from bob.day.state.raid_plan import Leg
from tests.operations.build import (
    BOMBERS,
    ESCORT,
    GAME,
    SEA,
    STUKAS,
    SWEEP,
    W,
    at,
    day,
    describe,
    plan,
    play,
    points,
    raid,
    rolls,
    sky,
    squadron,
    step,
    sweep_plan,
    unit,
)


def dice(total: int) -> tuple[int, int]:
    return max(1, total - 6), total - max(1, total - 6)


def down(
    total: int, late: int, name: str = SWEEP, *, weather: str = "fair", switches: dict[str, str] | None = None, **given: Any
) -> tuple[RaidUnit, Any]:
    """A unit of the Luftwaffe that lands so many turns past its endurance, with this total on the dice."""
    u = unit(name, given.pop("role", "sweep"), **({"state": "going_home", "strength": 27} | given))
    u.hex, u.used = W.base(u.base).near, u.endurance + late
    p = day(raids=[raid(SEA, u, state="returning")], sky=sky(weather), switches=switches or {})
    q = play(p, *dice(total))
    phase(q)
    return u, q


def landed(total: int, late: int, weather: str = "fair", field: str = "Biggin Hill", **given: Any) -> tuple[Squadron, Any]:
    """The same for a squadron."""
    s = squadron(hex=at(field), **given)
    s.vector, s.used = home_vector(W, s, field), s.endurance + late
    q = play(day(squadrons=[s], sky=sky(weather)), *dice(total))
    phase(q)
    return s, q


@pytest.mark.rule("OPS-B11.2")
@pytest.mark.rule("OPS-C2.5")
def test_when_some_have_landed_a_raid_is_where_the_others_still_fly() -> None:
    home, far = unit(BOMBERS, state="going_home"), unit(ESCORT, "close_escort", h=SEA, state="going_home", strength=12)
    home.hex = W.base(home.base).near
    r = raid(home.hex, home, far, state="returning")
    phase(play(day(raids=[r])))
    assert (home.state, far.state) == ("landed", "going_home")
    assert (r.hex, r.angels) == (SEA, far.angels)


@pytest.mark.rule("OPS-A4.table")
@pytest.mark.rule("OPS-B11.2")
@pytest.mark.parametrize(
    ("total", "losses"),
    [
        (2, (1, 9, 15, 24)),
        (4, (1, 9, 15, 24)),
        (5, (0, 6, 12, 20)),
        (7, (0, 6, 12, 20)),
        (8, (0, 3, 9, 18)),
        (9, (0, 3, 9, 18)),
        (10, (0, 0, 6, 15)),
        (12, (0, 0, 6, 15)),
    ],
)
def test_a_gruppe_that_lands_late_loses_aircraft(total: int, losses: tuple[int, ...]) -> None:
    for late, lost in enumerate(losses):
        u, q = down(total, late)
        assert (u.strength, u.state) == (27 - lost, "landed")
        assert rolls(q, "return_to_base") == 1
        assert [e.data["back"] for e in describe(q, "raider_landed", "luftwaffe")] == [27 - lost]
        assert points(q.p) == {}


@pytest.mark.rule("OPS-A4.table")
@pytest.mark.parametrize(("total", "late", "lost"), [(2, 0, 0), (2, 1, 3), (5, 1, 2), (8, 2, 3), (10, 3, 5), (2, 3, 8)])
def test_a_staffel_loses_fewer(total: int, late: int, lost: int) -> None:
    assert down(total, late, strength=9)[0].strength == 9 - lost
    assert down(total, late, strength=9, sent=27)[0].strength == max(
        0, 9 - {(2, 0): 1, (2, 1): 9, (5, 1): 6, (8, 2): 9, (10, 3): 15, (2, 3): 24}[total, late]
    )


@pytest.mark.rule("OPS-A4.table")
def test_never_more_than_it_has() -> None:
    u, _ = down(2, 3, strength=12)
    assert (u.strength, u.state) == (0, "lost")


@pytest.mark.rule("OPS-B11.2")
@pytest.mark.parametrize("early", [0, 1, 9])
def test_with_fuel_in_hand_it_lands_without_a_roll(early: int) -> None:
    u, q = down(2, -early)
    assert rolls(q, "return_to_base") == (early == 0) and u.strength == (26 if early == 0 else 27)


@pytest.mark.rule("OPS-A4.m2")
@pytest.mark.rule("OPS-B11.2")
@pytest.mark.parametrize(("weather", "lost"), [("fog", 3), ("rain", 3), ("overcast", 0), ("dense_haze", 0)])
def test_bad_weather_on_the_field_asks_for_a_roll_whatever_the_fuel(weather: str, lost: int) -> None:
    """Overcast lies from 6 Angels up: at 0 there is none of it."""
    u, q = down(5, -9, weather=weather)
    assert (rolls(q, "return_to_base"), 27 - u.strength) == (lost > 0, lost)


@pytest.mark.rule("OPS-A4.over")
def test_more_than_three_turns_late_it_is_lost() -> None:
    for late in (4, 9, 60, 61, 200):
        u, _ = down(12, late)
        assert (u.strength, u.state) == (0, "lost")


@pytest.mark.rule("OPS-A4.m1")
@pytest.mark.parametrize(
    ("disruption", "switch", "lost"), [(0, "as_printed", 3), (3, "as_printed", 3), (4, "as_printed", 0), (4, "harmful", 3)]
)
def test_the_maximum_of_disruption_shifts_by_the_scenarios_reading(disruption: int, switch: str, lost: int) -> None:
    """A 9 loses 3 of a Gruppe one turn late; +1 makes it a 10, none; -1 an 8, still 3."""
    assert down(9, 1, disruption=disruption, switches={"return_disruption": switch})[0].strength == 27 - lost


@pytest.mark.rule("OPS-A4.m1")
def test_a_staffel_has_its_own_maximum() -> None:
    assert down(9, 1, strength=9, disruption=2)[0].strength == 9
    assert down(9, 1, strength=9, disruption=1)[0].strength == 8


@pytest.mark.rule("OPS-A4.m2")
@pytest.mark.parametrize(("weather", "lost"), [("fair", 3), ("rain", 6), ("fog", 6), ("overcast", 3), ("cloudy", 3), ("dense_haze", 3)])
def test_bad_weather_on_the_ground_makes_it_worse(weather: str, lost: int) -> None:
    """A 9 - 4 is a 5. Overcast begins at 6 Angels."""
    assert down(9, 1, weather=weather)[0].strength == 27 - lost


@pytest.mark.rule("OPS-A4.m2")
def test_the_weather_is_that_of_the_field_on_which_it_lands() -> None:
    for field, lost in (("Lympne", 6), ("Hornchurch", 0)):
        s = squadron(hex=at(field), endurance=17)
        s.vector, s.used = home_vector(W, s, field), 18
        q = play(day(squadrons=[s], sky=sky("fair", biggin_hill="rain")), *dice(8))
        phase(q)
        assert s.lost == lost, field  # 8 + 2 = 10: none; 8 + 2 - 4 = 6: six
        assert s.station == field


@pytest.mark.rule("OPS-A4.m3")
@pytest.mark.parametrize(("total", "late", "lost"), [(2, 0, 1), (3, 0, 0), (2, 1, 9), (3, 1, 6), (6, 1, 3), (8, 1, 0), (7, 2, 9)])
def test_the_raf_lands_easier(total: int, late: int, lost: int) -> None:
    s, q = landed(total, late)
    assert (s.strength, s.lost) == (12 - lost, lost) and s.box == "landed"
    assert [e.to for e in describe(q, "lost_landing")] == [("raf",)] * bool(lost)


@pytest.mark.rule("OPS-A4.table")
@pytest.mark.rule("OPS-A4.over")
def test_a_flight_lands_as_one_and_a_squadron_may_be_lost() -> None:
    assert landed(3, 1, flight=True, strength=6)[0].strength == 4
    s, _ = landed(12, 4)
    assert (s.box, s.strength, s.vector) == ("gone", 0, None)


@pytest.mark.rule("OPS-B11.2")
def test_only_who_is_over_the_field_lands() -> None:
    u = unit(SWEEP, "sweep", state="going_home", h=step(W.base("Caffiers").near, 0))
    off = unit(BOMBERS, h=W.base("Le Culot").near, state="going_home", beyond=1)
    s = squadron(hex=step(at("Biggin Hill"), 0))
    s.vector = home_vector(W, s)
    q = play(day(raids=[raid(SEA, u, off, state="returning")], squadrons=[s]))
    phase(q)
    assert (u.state, off.state, s.box) == ("going_home", "going_home", "airborne")


@pytest.mark.rule("OPS-B6.4")
def test_where_no_field_is_open_a_squadron_waits_three_turns_and_then_comes_down_all_the_same() -> None:
    s = squadron(hex=at("Lympne"), station="Lympne")
    s.vector = home_vector(W, s)
    p = day(squadrons=[s])
    for field in p.airfields.values():
        field.damage = field.capacity
    for late, waits in ((0, True), (2, True), (3, False)):
        s.used = s.endurance + late
        q = play(p, 6, 6)
        phase(q)
        assert bool(describe(q, "waits_to_land")) == waits


@pytest.mark.rule("OPS-B6.4")
def test_from_a_field_knocked_out_a_squadron_goes_on_to_the_nearest_open_one() -> None:
    s = squadron(hex=at("Gravesend"), station="Gravesend")
    s.vector = home_vector(W, s)
    p = day(squadrons=[s])
    p.airfields["Gravesend"].damage = 1
    q = play(p)
    phase(q)
    nearest = min(("Biggin Hill", "Hornchurch", "Lympne", "Kenley"), key=lambda name: hexes.distance(at(name), s.hex))
    assert s.vector is not None and (s.vector.kind, s.vector.field) == ("home", nearest) and s.box == "airborne"
    assert [e.to for e in describe(q, "sent_elsewhere")] == [("raf",)]


# B11: escorts leave in time


def flown(
    name: str, role: str, legs: tuple[tuple[int, int], ...], used: int, angels: int = 16, base: str | None = None
) -> tuple[DayPosition, RaidUnit, list[str]]:
    """A unit with a raid of bombers that flies on northward; what was told of it until it is home."""
    u = unit(name, role, angels=angels, used=used, **({"base": base} if base else {}))
    way = tuple(Leg(step(SEA, d, n), 14) for d, n in legs)
    r = raid(SEA, unit(), u, plan_=plan(form_turn=1, form_at=SEA, route=way, primary=None, secondary=None, home=()))
    p = day(raids=[r], turn=5)
    codes = []
    for _ in range(40):
        q = play(p)
        movement_phase(q)
        codes.extend([f"{e.code}@{p.turn}" for e in q.log.events if e.code in ("escort_left", "escort_warns") and e.data["unit"] == name])
        if u.state == "going_home" and u.hex == W.base(u.base).near:
            break
        p.turn += 1
    return p, u, codes


@pytest.mark.rule("OPS-B11.1")
@pytest.mark.parametrize("used", range(3, 11))
@pytest.mark.parametrize("legs", [((0, 25),), ((5, 30),), ((0, 6), (3, 20)), ((1, 3), (0, 22))])
def test_escorts_leave_in_time_to_be_home_and_warn_the_turn_before(used: int, legs: tuple[tuple[int, int], ...]) -> None:
    _, u, codes = flown(ESCORT, "close_escort", legs, used)
    left = [c for c in codes if c.startswith("escort_left")]
    assert len(left) == 1
    turn = int(left[0].split("@")[1])
    assert f"escort_warns@{turn - 1}" in codes, codes
    assert u.used <= u.endurance, (u.used, u.endurance)


@pytest.mark.rule("OPS-B11.1")
def test_nobody_leaves_early_by_more_than_the_way_needs() -> None:
    for used in range(3, 11):
        _, u, _ = flown(ESCORT, "close_escort", ((0, 25),), used)
        assert u.endurance - u.used <= 2


@pytest.mark.rule("OPS-B11.1")
def test_bombers_do_not_leave() -> None:
    _, u, codes = flown(STUKAS, "bomber", ((0, 6),), 29)
    assert codes == [] and u.role == "bomber"


@pytest.mark.rule("OPS-B11.1")
def test_a_sweep_at_the_end_of_its_route_stays_until_it_must_go() -> None:
    u = unit(SWEEP, "sweep", angels=20, used=3)
    r = raid(at("Dover Castle"), u, plan_=sweep_plan(form_turn=1), angels=20, leg=1)
    p = day(raids=[r], turn=5)
    away = turns_home(W, r.hex, "Caffiers", 4)
    stayed = 0
    while u.state == "with_raid":
        movement_phase(play(p))
        stayed += 1
        p.turn += 1
    assert (stayed, u.used, r.loiter) == (16 - 3 - away, 16 - away, stayed)


@pytest.mark.rule("OPS-B11.1")
@pytest.mark.parametrize("seed", range(6))
def test_in_whole_games_no_fighter_is_late_because_it_left_late(seed: int) -> None:
    """Only a fight after its turn for home can make it late, by the turns that the fight took."""
    match: Match[DayPosition] = Match.new(GAME, "free", f"late/{seed}", {"period": 3})
    stream = Stream.of(seed, "late")
    while match.to_move:
        seat = match.to_move[0]
        match.play(seat, GAME.sample(match.position, seat, stream))
    for r in match.position.raids.values():
        for u in r.units:
            if W.types[u.aircraft].fighter and u.state == "landed":
                assert u.used <= u.endurance + 3, (r.plan.code, u)  # a turn for each of its fights
