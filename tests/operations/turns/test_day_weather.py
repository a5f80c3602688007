"""Weather by the hour, the wind, cloud and barrages in whole turns of a day (OPS-C6, OPS-C9.4, OPS-A7, OPS-A4.m2)."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from bob.core.codec import encode
from bob.core.dice import SeededDice, Stream
from bob.core.game import dumps
from bob.core.hexes import Hex, distance
from bob.day.rules.timetable import timetable, types_of
from bob.day.rules.weather import at as weather_at
from bob.day.rules.weather import scripted
from bob.day.rules.winds import blown, heading
from bob.day.scenarios.scenario import find, setup
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan
from bob.day.state.scenario_lines import ScriptLine, WindLine
from bob.day.state.sky import HeadWind, WeatherTurn, WindTurn
from tests.operations.build import BOMBERS, CHANNEL, ESCORT, GAME, SWEEP, W, at, day, describe, raid, sky, squadron, step, unit
from tests.operations.quiet_turns import quiet, turn_over

NORTH_WEST = HeadWind(315, 1)


def under(*script: WeatherTurn, winds: tuple[WindTurn, ...] = (), **given: Any) -> DayPosition:
    p = day(raids=given.pop("raids", [quiet()]), **given)
    p.sky.script, p.sky.winds = list(script), list(winds)
    return p


# The script


@pytest.mark.rule("OPS-C6.1")
@pytest.mark.rule("OPS-B4.2")
def test_the_weather_of_a_turn_comes_before_its_event_and_both_sides_are_told() -> None:
    p = under(WeatherTurn(5, ("london", "kenley"), "rain", "fair", (0, 6)))
    assert turn_over(p) and p.sky.zones["london"].now == "fair"
    events = turn_over(p)
    codes = [e.code for e in events]
    assert p.turn == 5 and codes.index("weather_turned") < codes.index("random_event")
    assert describe(events, "weather_turned")[0].data == {"zones": ["london", "kenley"], "weather": "rain"}
    assert set(describe(events, "weather_turned")[0].to) == {RAF, LUFTWAFFE}
    h = next(h for h in sorted(W.theatre.grounds) if W.ground(h).zone == "kenley")
    assert [weather_at(W, p, h, angels) for angels in (0, 6, 8)] == ["rain", "rain", "fair"]
    for seat in (RAF, LUFTWAFFE):
        common = GAME.view(p, seat).common
        assert (common.weather["london"], common.levels["london"], common.weather["debden"]) == ("rain", (0, 6), "fair")


@pytest.mark.rule("OPS-C6.1")
@pytest.mark.rule("OPS-A1.12")
def test_a_change_of_weather_turns_over_what_stands_until_the_script_changes_that_zone() -> None:
    """2d6 of 9 on the weather table: Duxford, Middle Wallop and Northolt turn."""
    first, second = WeatherTurn(4, ("duxford",), "cloudy", "rain"), WeatherTurn(6, ("duxford",), "haze", "fog")
    p = under(first, second)
    turn_over(p, 6, 6, 4, 5)
    assert (p.turn, p.sky.zones["duxford"].now, p.sky.zones["middle_wallop"].now) == (4, "rain", "overcast")
    turn_over(p)
    assert p.sky.zones["duxford"].now == "rain"
    turn_over(p)
    assert (p.sky.zones["duxford"].now, p.sky.zones["middle_wallop"].now) == ("haze", "overcast")


@pytest.mark.rule("OPS-C6.1")
def test_a_line_that_says_what_was_said_before_leaves_what_was_turned_over() -> None:
    p = day()
    lines = (ScriptLine("10:00", "cloudy"), ScriptLine("11:00", "cloudy"), ScriptLine("12:00", "cloudy", ("london",), (2, 4)))
    scripted(W, p.sky, p.start, lines, ())
    assert p.sky.zones["debden"].now == "cloudy" and p.sky.zones["debden"].bad == "overcast"
    assert [(t.turn, t.zones, t.levels) for t in p.sky.script] == [(19, ("london",), (2, 4))]


@pytest.mark.rule("OPS-C6.1")
@pytest.mark.rule("OPS-B4.3")
def test_neither_side_sees_the_script() -> None:
    with_one = under(WeatherTurn(9, ("london",), "rain", "fog"), winds=(WindTurn(9, "headwind", 90, 4),))
    without = under()
    for seat in (RAF, LUFTWAFFE):
        views = [(dumps(encode(GAME.view(p, seat))), dumps(encode(GAME.choices(p, seat)))) for p in (with_one, without)]
        assert views[0] == views[1]


@pytest.mark.rule("OPS-C6.1")
@pytest.mark.rule("OPS-A7.t")
def test_the_wind_turns_by_the_hour() -> None:
    p = under(winds=(WindTurn(4, "crosswind_16"), WindTurn(5, "headwind", 300, 3)))
    events = turn_over(p)
    assert (p.sky.wind, p.sky.crosswind_from, p.head_wind) == ("crosswind_16", 16, None)
    assert set(describe(events, "wind_turned")[0].to) == {RAF, LUFTWAFFE}
    turn_over(p)
    assert (p.sky.crosswind_from, p.head_wind) == (None, HeadWind(300, 3))
    assert GAME.view(p, LUFTWAFFE).head_wind == GAME.view(p, RAF).common.head_wind == HeadWind(300, 3)
    scripted(W, p.sky, p.start, (), (WindLine("09:00", "headwind", 10, 2), WindLine("12:00", "none")))
    assert p.head_wind == HeadWind(10, 2) and [(w.turn, w.wind) for w in p.sky.winds] == [(19, "none")]


@pytest.mark.rule("OPS-B1.7")
@pytest.mark.rule("OPS-A4.m2")
@pytest.mark.parametrize(
    ("weather", "levels", "lost"), [("rain", (0, 10), 3), ("fog", (0, 2), 3), ("overcast", (0, 6), 3), ("overcast", None, 0)]
)
def test_low_cloud_or_rain_over_its_field_costs_a_unit_that_lands_with_fuel_in_hand(
    weather: str, levels: tuple[int, int] | None, lost: int
) -> None:
    """Cap Gris-Nez lies under the weather of the Straits; a 5 less 4 is 1 on the table, 3 aircraft of a Gruppe."""
    home = unit(ESCORT, "close_escort", h=at("Colembert"), angels=0, state="going_home", used=8)
    p = under(raids=[raid(at("Colembert"), home, state="returning"), quiet()])
    for zone in p.sky.zones.values():
        zone.good, zone.good_levels = weather, levels
    events = turn_over(p, *([2, 3] if lost else []))
    assert (home.state, 27 - home.strength) == ("landed", lost) and bool(describe(events, "lost_landing")) == (lost > 0)


# The wind


def toward(degrees: int, far: int) -> Hex:
    """A hex so far from the middle of the Channel, in about that direction."""
    ring = [h for h in W.theatre.grounds if distance(h, CHANNEL) == far]
    return min(ring, key=lambda h: (abs((heading(W, CHANNEL, h) - degrees + 180) % 360 - 180), h))


@pytest.mark.rule("OPS-C6.2")
@pytest.mark.parametrize(
    ("n", "lost"),
    [(1, [0, 0, 0, 1, 0, 0, 0, 1]), (2, [0, 1, 0, 1, 0, 1, 0, 1]), (3, [0, 1, 1, 1, 0, 1, 1, 1]), (4, [1] * 8)],
)
def test_a_head_wind_takes_n_hexes_in_every_four_turns(n: int, lost: list[int]) -> None:
    ahead, astern = toward(315, 8), toward(135, 8)
    wind = HeadWind(315, n)
    assert [-blown(W, wind, turn, CHANNEL, ahead, False) for turn in range(1, 9)] == lost
    assert [blown(W, wind, turn, CHANNEL, astern, True) for turn in range(1, 9)] == lost
    assert all(blown(W, wind, turn, CHANNEL, astern, False) == 0 for turn in range(1, 9))


@pytest.mark.rule("OPS-C6.2")
def test_within_sixty_degrees_it_is_a_head_wind() -> None:
    for h in W.theatre.grounds:
        if distance(h, CHANNEL) == 9:
            off = abs((heading(W, CHANNEL, h) - 315 + 180) % 360 - 180)
            assert blown(W, HeadWind(315, 4), 1, CHANNEL, h, False) == (-1 if off <= 60 else 0)
            assert blown(W, HeadWind(315, 4), 1, CHANNEL, h, True) == (-1 if off <= 60 else 1 if off >= 120 else 0)
    assert blown(W, None, 4, CHANNEL, toward(315, 8), False) == 0 == blown(W, HeadWind(315, 4), 0, CHANNEL, toward(315, 8), False)


def out_and_home(far: Hex) -> RaidPlan:
    return RaidPlan("raid", "feint", CHANNEL, 3, 8, (PlannedUnit(BOMBERS, "bomber", 27, 8),), (Leg(far, 8),), home=(Leg(CHANNEL, 8),))


@pytest.mark.rule("OPS-C6.2")
@pytest.mark.rule("OPS-A7.t")
def test_a_raid_flies_as_its_timetable_says_in_the_wind_that_blew_when_it_was_drawn() -> None:
    """Out against the wind, home with it: sixteen hexes take 6 turns in still air, and one more with 2 hexes lost in four."""
    far = toward(315, 16)
    made = out_and_home(far)
    types = types_of(W, W.luftwaffe(day().date), made)
    still, windy = timetable(W, made, types, None), timetable(W, made, types, HeadWind(315, 2))
    assert next(s.turn for s in still if s.leg == 1) == 9 and next(s.turn for s in windy if s.leg == 1) == 10
    assert windy[-1].turn - next(s.turn for s in windy if s.leg == 1) < still[-1].turn - next(s.turn for s in still if s.leg == 1)
    flown = raid(CHANNEL, unit(h=CHANNEL, angels=8), plan_=made, kind="feint", angels=8)
    p = day(raids=[flown, quiet()])
    p.sky.wind, p.sky.wind_hexes = "headwind", 2
    found = [(p.turn, flown.hex)]
    while flown.state == "flying" and p.turn < windy[-1].turn:
        turn_over(p)
        found.append((p.turn - 1, flown.hex))
    assert found[2:] == [(s.turn, s.hex) for s in windy[1 : len(found) - 1]]


@pytest.mark.rule("OPS-C6.2")
def test_a_scenario_says_what_wind_its_plans_were_drawn_in() -> None:
    p = setup(W, find("15_september_1940"), {}, SeededDice(Stream.of(1, "wind")))
    assert p.head_wind == p.sky.head_wind


# Cloud


@pytest.mark.rule("OPS-C6.3")
@pytest.mark.rule("OPS-A6.t")
@pytest.mark.parametrize(
    ("angels", "levels", "hexes"), [(6, None, 3), (4, None, 0), (12, None, 3), (14, None, 0), (4, (2, 4), 3), (6, (2, 4), 0)]
)
def test_only_a_unit_in_the_cloud_s_own_levels_is_scattered(angels: int, levels: tuple[int, int] | None, hexes: int) -> None:
    far = step(CHANNEL, 3, 12)
    made = dataclasses.replace(out_and_home(far), form_turn=1, form_angels=angels, route=(Leg(far, angels),))
    bomber, high = unit(h=CHANNEL, angels=angels), unit(SWEEP, "high_cover", h=CHANNEL, angels=min(34, angels + 10))
    p = day(raids=[raid(CHANNEL, bomber, high, plan_=made, angels=angels), quiet()], sky=sky("overcast"))
    for zone in p.sky.zones.values():
        zone.good_levels = levels
    events = turn_over(p, *([1, 1] if hexes else []))
    assert bomber.in_cloud == hexes and high.in_cloud == 0
    assert bomber.disruption == (3 if hexes else 0) and bool(describe(events, "disrupted")) == (hexes > 0)


@pytest.mark.rule("OPS-C6.3")
@pytest.mark.rule("OPS-A6.t")
def test_hexes_of_one_turn_alone_count() -> None:
    """One overcast hex in each of two turns is not two: nobody rolls."""
    far = step(CHANNEL, 3, 12)
    line = [step(CHANNEL, 3, n) for n in range(13)]
    made = dataclasses.replace(out_and_home(far), form_turn=1)
    bomber = unit(h=CHANNEL, angels=8)
    p = day(raids=[raid(CHANNEL, bomber, plan_=made, angels=8), quiet()])
    counted = []
    for entered in (line[1:4], line[4:7]):
        zones = {W.ground(h).zone for h in entered}
        assert zones == {"english_channel"}
        counted.append(len(entered))
    p.sky.zones["english_channel"] = dataclasses.replace(p.sky.zones["english_channel"], good="overcast", good_levels=(8, 8))
    turn_over(p, 6, 6)
    first = bomber.in_cloud
    turn_over(p, 6, 6)
    assert (first, bomber.in_cloud) == (3, 3) == tuple(counted)


# Barrages


@pytest.mark.rule("OPS-C9.4")
@pytest.mark.rule("OPS-B10.2")
@pytest.mark.parametrize(("angels", "counts"), [(4, True), (6, False)])
def test_every_barrage_hex_on_the_way_counts(angels: int, counts: bool) -> None:
    """Over Dover three hexes a turn: each hex of balloons that a low raid enters takes its own roll."""
    start, way = _through_balloons()
    made = dataclasses.replace(out_and_home(way[-1]), form_at=start, form_turn=1, form_angels=angels, route=(Leg(way[-1], angels),))
    low = unit(h=start, angels=angels)
    p = day(raids=[raid(start, low, plan_=made, angels=angels), quiet()])
    over = [h for h in way[1:4] if h in W.balloons]
    assert len(over) >= 2
    events = turn_over(p, *([6, 6] * 12 if counts else []))
    assert len({e.data["hex"] for e in describe(events, "balloons_hit")}) == (len(over) if counts else 0)


def _through_balloons() -> tuple[Hex, list[Hex]]:
    """A straight way over hexes of balloons, and where it begins."""
    for h in sorted(W.balloons):
        for direction in range(6):
            way = [step(h, direction, n) for n in range(-1, 8)]
            if (
                all(w in W.theatre.grounds for w in way)
                and sum(w in W.balloons for w in way[1:4]) >= 2
                and not any(w in W.guns for w in way[:5])
            ):
                return way[0], way
    for h in sorted(W.balloons):
        for direction in range(6):
            way = [step(h, direction, n) for n in range(-1, 8)]
            if all(w in W.theatre.grounds for w in way) and sum(w in W.balloons for w in way[1:4]) >= 2:
                return way[0], way
    raise AssertionError("no barrage of two hexes in a line")


def test_a_squadron_is_not_scattered_by_cloud() -> None:
    s = squadron(hex=CHANNEL, angels=8)
    p = day(squadrons=[s], raids=[quiet()], sky=sky("overcast"))
    turn_over(p)
    assert s.disruption == 0
