"""What is rolled as a day begins and planned on the hour, in whole turns of it (OPS-A8, OPS-A10 to OPS-A12, OPS-B1.6, OPS-B3.1)."""

from __future__ import annotations

from typing import Any

import pytest

from bob.day.rules.weather import drawn
from bob.day.state.orders import PlanRaid, Seal
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.raid_plan import PlannedUnit
from tests.operations.build import BOMBERS, CHANNEL, ESCORT, GAME, W, at, day, describe, plan, squadron
from tests.operations.whole_turns import DiceByPurpose, circling, whole_turn

LONDON = next(h for h in sorted(W.theatre.grounds) if W.ground(h).zone == "london")
FAIR: dict[str, Any] = {"wind": "none", "good": "fair", "bad_zones": []}


# ---- haze over London (OPS-A8)


@pytest.mark.rule("OPS-A8.t")
@pytest.mark.parametrize(
    ("die", "shown", "switches"),
    [
        (1, ("fair", 0, -2), {}),
        (2, ("haze", 0, 4), {}),
        (3, ("haze", 0, 4), {}),
        (4, ("haze", 0, 8), {}),
        (5, ("dense_haze", 0, 4), {}),
        (6, ("dense_haze", 0, 4), {}),
        (6, ("dense_haze", 0, 8), {"london_haze_6": "up_to_8"}),
    ],
)
def test_haze_over_london_hides_what_flies_in_it(die: int, shown: tuple[str, int, int], switches: dict[str, str]) -> None:
    """A 7 is a tally, if no haze lies between."""
    for angels in (4, 6, 8, 10):
        made = drawn(W, DiceByPurpose(london_haze=(die,)), FAIR, 3, switches)
        p = day(sky=made, switches=switches, raids=[circling(LONDON, 27, angels=angels)], squadrons=[squadron(hex=LONDON, angels=angels)])
        events = whole_turn(p, dice=DiceByPurpose(tally=(3, 4), flak=(1, 1), balloons=(1, 1)))
        assert bool(describe(events, "tally", "raf")) == (angels > shown[2]), angels
        assert GAME.view(p, "raf").common.london_haze == GAME.view(p, LUFTWAFFE).common.london_haze == shown


# ---- bad weather (OPS-A10, OPS-A11)

ZONES = {
    2: "duxford debden north_weald north_sea hornchurch dover_straits",
    3: "hornchurch biggin_hill kenley tangmere north_sea north_weald",
    4: "english_channel dover_straits biggin_hill hornchurch kenley north_sea",
    5: "biggin_hill hornchurch north_sea london north_weald debden",
    6: "kenley biggin_hill hornchurch north_weald london northolt",
    7: "english_channel dover_straits middle_wallop tangmere kenley biggin_hill",
    8: "filton middle_wallop english_channel tangmere dover_straits kenley",
    9: "duxford middle_wallop northolt london debden north_weald",
    10: "north_sea dover_straits hornchurch london northolt north_weald",
    11: "northolt london hornchurch north_sea middle_wallop filton",
    12: "debden duxford northolt london middle_wallop filton",
}
FOURTEEN = {zone for row in ZONES.values() for zone in row.split()}
GOOD = {"fair": "dense_haze", "scattered": "cloudy", "haze": "fog", "cloudy": "overcast"}
"""What the markers show on both sides: yellow, green, red, blue."""


def begun(roll: int, die: int, period: int, marker: int) -> dict[str, str]:
    """The weather of every zone that both sides are shown after a turn of a day whose weather was rolled."""
    total = (max(1, roll - 6), roll - max(1, roll - 6))
    dice = DiceByPurpose(weather=total, bad_weather_zones=(die,), weather_marker=(marker,), london_haze=(1,), wind=(2, 2))
    p = day(period=period, sky=drawn(W, dice, {}, period))
    whole_turn(p)
    weather: dict[str, str] = GAME.view(p, RAF).common.weather
    assert GAME.view(p, LUFTWAFFE).common.weather == weather
    return weather


@pytest.mark.rule("OPS-A11.table")
@pytest.mark.rule("OPS-A11.setup")
@pytest.mark.rule("OPS-A11.zones")
@pytest.mark.parametrize("roll", ZONES)
def test_the_first_zones_of_the_row_begin_bad_and_the_rest_of_the_fourteen_good(roll: int) -> None:
    weather = begun(roll, 3, 1, 1)
    first = ZONES[roll].split()[:3]
    assert weather == {zone: "dense_haze" if zone in first else "fair" for zone in FOURTEEN} and len(weather) == 14


@pytest.mark.rule("OPS-A10.t")
@pytest.mark.rule("OPS-A11.setup")
@pytest.mark.parametrize(
    ("die", "period", "bad", "markers"),
    [
        (1, 4, 0, ("fair", "scattered", "haze")),
        (2, 1, 0, ("fair", "scattered", "haze")),
        (3, 1, 3, ("fair", "scattered", "cloudy")),
        (4, 1, 4, ("scattered", "cloudy")),
        (5, 1, 5, ("fair", "cloudy")),
        (6, 4, 6, ("cloudy", "haze")),
        (1, 5, 3, ("fair", "scattered", "cloudy")),
        (3, 5, 5, ("fair", "cloudy")),
        (4, 5, 6, ("cloudy", "haze")),
    ],
)
def test_how_many_zones_are_bad_and_what_the_markers_show(die: int, period: int, bad: int, markers: tuple[str, ...]) -> None:
    """In the row of a 7; one more for each marker in the pool."""
    first = ZONES[7].split()[:bad]
    for i, good in enumerate(markers, 1):
        assert begun(7, die, period, i) == {zone: GOOD[good] if zone in first else good for zone in FOURTEEN}


# ---- the hour of a free day (OPS-A12)


@pytest.mark.rule("OPS-A12.table")
@pytest.mark.parametrize(
    ("roll", "clock", "sun"),
    [
        ((1, 2), "06:30", 90.0),
        ((2, 2), "09:30", 135.0),
        ((3, 4), "12:30", 180.0),
        ((4, 5), "16:30", 225.0),
        ((5, 6), "18:00", 270.0),
    ],
)
def test_a_free_day_begins_at_the_hour_rolled_under_its_sun(roll: tuple[int, int], clock: str, sun: float) -> None:
    dice = DiceByPurpose(time=roll)
    p, _ = GAME.setup("free", {"period": 1}, dice)
    assert GAME.view(p, RAF).common.clock == clock
    GAME.apply(p, LUFTWAFFE, Seal(), dice)
    whole_turn(p, dice=dice)
    view = GAME.view(p, RAF).common
    hours, minutes = clock.split(":")
    assert view.clock == f"{hours}:{int(minutes) + 5:02d}" and view.sun == sun


@pytest.mark.rule("OPS-B1.6")
def test_every_sector_of_the_ledger_has_its_squadrons_and_controls_them() -> None:
    p = day(full=True)
    whole_turn(p)
    sectors = {s.sector for s in GAME.view(p, RAF).squadrons}
    for name in (
        "Filton",
        "Middle Wallop",
        "Tangmere",
        "Kenley",
        "Biggin Hill",
        "Hornchurch",
        "North Weald",
        "Northolt",
        "Debden",
        "Duxford",
    ):
        assert name in sectors
        s = next(s for s in p.squadrons.values() if s.sector == name)
        assert GAME.view(p, RAF).squadron(s.unit).controlled
    assert sectors >= {"Coltishall", "Wittering"}


# ---- a plan on the hour (OPS-B3.1)


@pytest.mark.rule("OPS-B3.1")
@pytest.mark.parametrize("height", [12, 14])
def test_a_raid_forms_where_when_and_how_high_it_was_planned(height: int) -> None:
    units = (PlannedUnit(BOMBERS, "bomber", 27, height), PlannedUnit(ESCORT, "close_escort", 20, height + 2))
    made = plan("late", form_turn=32, form_angels=height, units=units)
    p = day(turn=7, raids=[circling(CHANNEL, 27)])
    whole_turn(p, luftwaffe=[PlanRaid(made)])
    r = p.raids["late"]
    while p.turn <= 32:
        assert r.state in ("planned", "gathering")
        whole_turn(p, dice=DiceByPurpose(formation=(1, 1)))
    assert (r.state, r.hex, r.angels) == ("flying", at("Cap Gris-Nez"), height)
    assert [(u.unit, u.role, u.strength, u.angels) for u in r.units] == [(u.unit, u.role, u.aircraft, u.angels) for u in units]
