"""What a day begins with: wind, haze, zones, weather, time (OPS-A7, A8, A10-A12), the garrison (OPS-B1, B2)."""

from __future__ import annotations

import dataclasses

import pytest

from bob.core.dice import ScriptedDice, SeededDice, Stream
from bob.core.errors import Refused
from bob.data.units import order_of_battle
from bob.day.rules import weather
from bob.day.rules.disruption import most_disruption
from bob.day.rules.planning import faults
from bob.day.rules.weather import at as weather_at
from bob.day.rules.weather import crosswind, drawn, sun_bearing
from bob.day.scenarios.scenario import find, scenarios, setup
from bob.day.state.orders import Split
from bob.day.state.position import DayPosition
from bob.day.state.raid_plan import PlannedUnit
from bob.day.state.world import world
from tests.operations.build import BOMBERS, ESCORT, GAME, W, at, day, order, plan, refusal, sky, squadron, unit

MARKERS = W.figures["markers"]


def sky_of(*faces: int, period: int = 1, **switches: str) -> weather.Sky:
    """A sky rolled with these dice, then a one for each zone's marker."""
    return drawn(W, ScriptedDice([*faces, *([1] * len(W.theatre.zones))]), {}, period, switches)


@pytest.mark.rule("OPS-A7.t")
@pytest.mark.parametrize(
    ("faces", "wind", "least"),
    [
        ((1, 1), "headwind", None),
        ((1, 2), "headwind", None),
        ((2, 2), "none", None),
        ((2, 3), "none", None),
        ((3, 3), "crosswind_20", 20),
        ((3, 4), "crosswind_20", 20),
        ((4, 4), "crosswind_16", 16),
        ((4, 5), "crosswind_16", 16),
        ((5, 5), "crosswind_12", 12),
        ((5, 6), "crosswind_12", 12),
        ((6, 6), "crosswind_8", 8),
    ],
)
def test_the_wind_of_the_day(faces: tuple[int, int], wind: str, least: int | None) -> None:
    p = day(sky=sky_of(*faces, 1, 1))
    assert p.sky.wind == wind
    blowing = [angels for angels in range(0, 36, 2) if crosswind(p, angels)]
    assert blowing == ([] if least is None else list(range(least, 36, 2)))


@pytest.mark.rule("OPS-A8.t")
@pytest.mark.parametrize(
    ("die", "switch", "kind", "most"),
    [
        (1, "as_printed", "fair", -2),
        (2, "as_printed", "haze", 4),
        (3, "as_printed", "haze", 4),
        (4, "as_printed", "haze", 8),
        (5, "as_printed", "dense_haze", 4),
        (6, "as_printed", "dense_haze", 4),
        (6, "up_to_8", "dense_haze", 8),
        (5, "up_to_8", "dense_haze", 4),
    ],
)
def test_haze_lies_over_london_alone_up_to_its_height(die: int, switch: str, kind: str, most: int) -> None:
    found = sky_of(1, 1, die, 1, london_haze_6=switch)
    for zone in found.zones.values():
        zone.good, zone.is_bad = "fair", False
    p = day(sky=found)
    london = next(h for h, g in W.theatre.grounds.items() if g.zone == "london")
    hazy = [angels for angels in range(0, 36, 2) if weather_at(W, p, london, angels) == kind]
    assert hazy == (list(range(0, 36, 2)) if kind == "fair" else list(range(0, most + 2, 2)))
    assert weather_at(W, p, at("Dover Castle"), 0) == "fair"


@pytest.mark.rule("OPS-A8.t")
def test_the_worse_of_haze_and_zone_counts() -> None:
    found = dataclasses.replace(sky("cloudy"), london_haze="haze", haze_least=0, haze_most=8)
    p = day(sky=found)
    london = next(h for h, g in W.theatre.grounds.items() if g.zone == "london")
    assert [weather_at(W, p, london, angels) for angels in (0, 6, 8, 12, 14)] == ["haze", "haze", "cloudy", "cloudy", "fair"]


@pytest.mark.rule("OPS-A10.t")
@pytest.mark.rule("OPS-A11.setup")
@pytest.mark.parametrize(
    ("die", "period", "zones"),
    [(1, 1, 0), (2, 4, 0), (3, 1, 3), (4, 2, 4), (5, 3, 5), (6, 4, 6), (1, 5, 3), (2, 5, 4), (3, 5, 5), (4, 5, 6), (6, 5, 6)],
)
def test_the_first_so_many_zones_of_the_row_are_bad_at_the_start(die: int, period: int, zones: int) -> None:
    row = ["english_channel", "dover_straits", "middle_wallop", "tangmere", "kenley", "biggin_hill"]
    found = sky_of(1, 1, 1, die, *((3, 4) if zones else ()), period=period)
    assert {code for code, zone in found.zones.items() if zone.is_bad} == set(row[:zones])


@pytest.mark.rule("OPS-A10.t")
@pytest.mark.parametrize(
    ("die", "colours"),
    [
        (1, ("yellow", "green", "red")),
        (3, ("yellow", "green", "blue")),
        (4, ("green", "blue")),
        (5, ("yellow", "blue")),
        (6, ("blue", "red")),
    ],
)
def test_the_markers_of_the_zones_are_drawn_from_those_of_the_roll(die: int, colours: tuple[str, ...]) -> None:
    count = len(W.theatre.zones)
    for pick, colour in enumerate(colours, 1):
        dice = ScriptedDice([1, 1, 1, die, *((3, 4) if die > 2 else ()), *([pick] * count)])
        found = drawn(W, dice, {}, 1)
        assert not dice.left
        assert {(z.good, z.bad) for z in found.zones.values()} == {tuple(MARKERS[colour])}


@pytest.mark.rule("OPS-A11.zones")
def test_every_zone_has_weather() -> None:
    assert set(sky_of(1, 1, 1, 1).zones) == {z.code for z in W.theatre.zones}
    assert len(W.theatre.zones) == 14


def test_what_a_scenario_gives_is_not_rolled() -> None:
    dice = ScriptedDice([])
    found = drawn(W, dice, {"wind": "none", "london_haze": "haze_0_8", "bad_zones": ["kenley"], "good": "haze", "bad": "rain"}, 3)
    assert (found.wind, found.haze_most) == ("none", 8)
    assert {code for code, zone in found.zones.items() if zone.now == "rain"} == {"kenley"}


@pytest.mark.rule("OPS-A12.table")
@pytest.mark.parametrize(
    ("start", "bearing"),
    [
        ("06:30", 90),
        ("09:30", 135),
        ("11:00", 135),
        ("11:55", 135),
        ("12:00", 180),
        ("12:30", 180),
        ("13:55", 180),
        ("14:00", 225),
        ("15:00", 225),
        ("16:30", 225),
        ("18:00", 270),
    ],
)
def test_the_sun_stands_where_the_table_has_it_and_south_at_half_past_twelve(start: str, bearing: int) -> None:
    hour, minute = map(int, start.split(":"))
    assert sun_bearing(day(start=60 * hour + minute, turn=1)) == bearing


@pytest.mark.rule("OPS-A12.table")
def test_the_sun_moves_on_with_the_day() -> None:
    bearings = [sun_bearing(day(start=390, turn=turn)) for turn in range(1, 160)]
    assert bearings == sorted(bearings) and set(bearings) == {90, 135, 180, 225, 270}


@pytest.mark.slow
@pytest.mark.rule("OPS-A12.table")
def test_a_free_day_begins_at_an_hour_of_the_table() -> None:
    starts = {setup(world(), find("free"), {"period": 3}, SeededDice(Stream.of(seed, "game"))).clock(1) for seed in range(40)}
    assert starts <= {"06:30", "09:30", "11:00", "12:30", "15:00", "16:30", "18:00"} and len(starts) >= 5


@pytest.mark.rule("OPS-B1.1")
def test_a_turn_is_five_minutes_and_a_hex_five_miles() -> None:
    p = day(start=630, turn=1)
    assert [p.clock(turn) for turn in (1, 2, 13)] == ["10:30", "10:35", "11:30"]
    assert W.theatre.across == 5


@pytest.mark.rule("OPS-B1.6")
@pytest.mark.rule("OPS-B2.2")
@pytest.mark.parametrize("code", sorted(scenarios()))
def test_every_scenario_begins_in_order(code: str) -> None:
    p = setup(world(), find(code), {}, SeededDice(Stream.of(7, "game")))
    GAME.invariants(p)
    assert p.phase == "planning" and p.turn == 1
    for s in p.squadrons.values():
        assert s.box in ("released", "available", "ready", "rearm_1", "rearm_2") and s.disruption == 0 and s.ammo == "full"
        assert s.experience in ("green", "regular", "veteran") and 1 <= s.strength <= 24
        assert W.fields[s.sector].kind == "sector_station" and s.station in p.airfields


@pytest.mark.rule("OPS-B2.1")
def test_a_squadron_has_twelve_aircraft_and_a_gruppe_thirty() -> None:
    assert (W.figures["units"]["squadron"], W.figures["units"]["gruppe"], W.figures["units"]["staffel_most"]) == (12, 30, 9)
    squadrons = [u.strength for u in order_of_battle(day().date) if u.side == "raf"]
    assert max(squadrons) == 12 and squadrons.count(12) >= 5


@pytest.mark.rule("OPS-B2.1")
@pytest.mark.parametrize(("strength", "halves"), [(12, (6, 6)), (11, (6, 5)), (2, (1, 1))])
def test_a_squadron_splits_into_two_flights(strength: int, halves: tuple[int, int]) -> None:
    p = day(
        squadrons=[
            squadron("1", "available"),
            squadron(box="ready", strength=strength, lost=3, sorties=9, contacts=2),
            squadron("9", "ready"),
        ],
        emergency=["79 Squadron"],
    )
    order(p, "raf", Split("79 Squadron"))
    assert list(p.squadrons) == ["1", "79 Squadron A", "79 Squadron B", "9"]
    flights = [p.squadrons[f"79 Squadron {x}"] for x in "AB"]
    assert tuple(f.strength for f in flights) == halves and all(f.flight for f in flights)
    assert [(f.lost, f.sorties, f.contacts) for f in flights] == [(3, 9, 2), (0, 0, 0)], "what it did is counted once"
    assert p.emergency == ["79 Squadron A", "79 Squadron B"]
    assert refusal(p, "raf", Split("79 Squadron A")) == ("split", "OPS-B2.1")


@pytest.mark.rule("OPS-B2.1")
@pytest.mark.parametrize(
    "given", [{"box": "airborne"}, {"box": "rearm_1"}, {"box": "landed"}, {"strength": 1}, {"becoming": "ready", "due": 9}]
)
def test_only_a_squadron_at_rest_on_the_ground_splits(given: dict[str, object]) -> None:
    p = day(squadrons=[squadron(**({"box": "available"} | given))])  # type: ignore[arg-type]
    assert refusal(p, "raf", Split("79 Squadron")) == ("split", "OPS-B2.1")


@pytest.mark.rule("OPS-B2.3")
@pytest.mark.parametrize(("sent", "most"), [(30, 4), (10, 4), (9, 2), (3, 2)])
def test_the_most_disruption_of_raiders_by_those_sent(sent: int, most: int) -> None:
    assert most_disruption(W, unit(sent=sent, strength=1)) == most


@pytest.mark.rule("OPS-B2.3")
@pytest.mark.parametrize(("strength", "flight", "most"), [(12, False, 3), (1, False, 3), (12, True, 2), (6, True, 2)])
def test_the_most_disruption_of_a_squadron_and_of_a_flight(strength: int, flight: bool, most: int) -> None:
    assert most_disruption(W, squadron(strength=strength, flight=flight)) == most


@pytest.mark.rule("OPS-B2.4")
@pytest.mark.parametrize(
    ("aircraft", "low", "high"),
    [
        ("hurricane_i", 4, 5),
        ("spitfire_i", 4, 5),
        ("bf_109e_4", 4, 5),
        ("bf_110c", 4, 5),
        ("defiant_i", 3, 4),
        ("do_17z", 3, 3),
        ("he_111h", 3, 3),
        ("ju_87b", 3, 3),
    ],
)
def test_movement_points_by_type_and_height(aircraft: str, low: int, high: int) -> None:
    kind = W.types[aircraft]
    assert [kind.points(angels) for angels in (0, 14, 16, 26)] == [low, low, high, high]
    assert kind.points(20, level_flight=False) == low


@pytest.mark.rule("OPS-B2.5")
@pytest.mark.parametrize(
    ("aircraft", "turns"),
    [("bf_109e_4", 16), ("bf_110c", 36), ("do_17z", 60), ("he_111p", 60), ("ju_87b", 30), ("hurricane_i", 17), ("spitfire_i", 17)],
)
def test_endurance_by_type(aircraft: str, turns: int) -> None:
    assert W.types[aircraft].endurance == turns


@pytest.mark.rule("OPS-B2.2")
@pytest.mark.parametrize("angels", [-2, 3, 36])
def test_heights_are_even_and_within_the_scale(angels: int) -> None:
    found = {f.key for f in faults(W, day(phase="planning"), plan(form_angels=angels), [])}
    assert "plan.angels" in found


def test_an_unknown_scenario_option_is_refused() -> None:
    from bob.core.errors import UsageError

    with pytest.raises(UsageError):
        setup(world(), find("free"), {"period": 6}, SeededDice(Stream.of(1, "game")))
    assert issubclass(Refused, Exception)


def test_the_builder_is_in_order() -> None:
    p: DayPosition = day(full=True)
    GAME.invariants(p)
    assert faults(W, day(phase="planning"), plan(), []) == []
    assert plan().units == (PlannedUnit(BOMBERS, "bomber", 27, 14), PlannedUnit(ESCORT, "close_escort", 27, 16))
