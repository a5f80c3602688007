"""Part A of the operations ledger, A8 to A15: every cell, every modifier, by figures written out from the ledger and its source."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from bob.core.errors import UsageError
from bob.data.tables import ListRow, ListTable, Lookup, Tables
from tests import zones

TABLES = Tables.shipped()
TWO_DICE = list(itertools.product(range(1, 7), repeat=2))
FLAG = (False, True)


def look(name: str, faces: tuple[int, ...] = (), readings: dict[str, str] | None = None, **given: object) -> Lookup:
    return TABLES.rolled(name).look_up(faces, readings=readings, **given)


def applied(found: Lookup) -> list[tuple[str, int]]:
    return [(m.rule, m.value) for m in found.modifiers]


def entry(table: str, code: str) -> ListRow:
    found = TABLES[table]
    assert isinstance(found, ListTable)
    return found[code]


def row(found: int, rows: list[tuple[int, Any]]) -> Any:
    """The cell of the first row whose greatest total is not below the total."""
    return next(cell for greatest, cell in rows if found <= greatest)


# A8 London haze


@pytest.mark.rule("OPS-A8.t")
@pytest.mark.parametrize(
    ("face", "reading", "weather", "most"),
    [
        *((1, reading, None, None) for reading in ("as_printed", "up_to_8")),
        *((face, reading, "haze", 4) for reading in ("as_printed", "up_to_8") for face in (2, 3)),
        *((4, reading, "haze", 8) for reading in ("as_printed", "up_to_8")),
        *((5, reading, "dense_haze", 4) for reading in ("as_printed", "up_to_8")),
        (6, "as_printed", "dense_haze", 4),
        (6, "up_to_8", "dense_haze", 8),
    ],
)
def test_london_haze(face: int, reading: str, weather: str | None, most: int | None) -> None:
    expected = {"weather": weather, "least": 0, "most": most} if weather else {}
    found = look("london_haze", (face,), {"london_haze_6": reading})
    assert found.details == expected
    assert found.result == (f"{weather}_0_{most}" if weather else "none")
    if reading == "as_printed":
        assert look("london_haze", (face,)) == found


# A9 Movement


@pytest.mark.parametrize(
    ("rule", "code", "figures"),
    [
        pytest.param("OPS-A9.1", "move", {"hexes": 1, "free_dive": 2}, marks=pytest.mark.rule("OPS-A9.1")),
        pytest.param("OPS-A9.2", "dive", {"to": "any", "bombers": "dive_bombing"}, marks=pytest.mark.rule("OPS-A9.2")),
        pytest.param("OPS-A9.3", "bomber_climb", {"most_mp": 1, "first": [2], "second": []}, marks=pytest.mark.rule("OPS-A9.3")),
        pytest.param(
            "OPS-A9.4",
            "fighter_climb",
            {"most_mp": 2, "first": [2], "first_low": [2, 4], "low_below": 6, "second": [2, 4]},
            marks=pytest.mark.rule("OPS-A9.4"),
        ),
        pytest.param("OPS-A9.5", "high_climb", {"above": 20, "each": 2}, marks=pytest.mark.rule("OPS-A9.5")),
        pytest.param("OPS-A9.6", "balbo_climb", {"each": 2}, marks=pytest.mark.rule("OPS-A9.6")),
    ],
)
def test_movement_figures(rule: str, code: str, figures: dict[str, object]) -> None:
    found = entry("movement", code)
    assert (found.rule, dict(found.values)) == (rule, figures)


@pytest.mark.parametrize(("name", "count"), [("movement", 6), ("victory_points", 11)])
def test_lists_hold_nothing_more_and_are_not_rolled(name: str, count: int) -> None:
    table = TABLES[name]
    assert isinstance(table, ListTable)
    assert len(table.entries) == len({e.code for e in table.entries}) == count
    with pytest.raises(UsageError):
        TABLES.rolled(name)


# A10 Bad-weather zones, A11 Weather

ZONES: dict[int, tuple[int, list[str]]] = {
    1: (0, ["yellow", "green", "red"]),
    2: (0, ["yellow", "green", "red"]),
    3: (3, ["yellow", "green", "blue"]),
    4: (4, ["green", "blue"]),
    5: (5, ["yellow", "blue"]),
    6: (6, ["blue", "red"]),
    7: (6, ["blue", "red"]),
    8: (6, ["blue", "red"]),
}


@pytest.mark.rule("OPS-A10.t")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(("period", "more"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 2)])
def test_bad_weather_zones(face: int, period: int, more: int) -> None:
    found = look("bad_weather_zones", (face,), period=period)
    zones, markers = ZONES[face + more]
    assert (found.result, found.details["markers"], found.total) == (zones, markers, face + more)
    assert applied(found) == ([("OPS-A10.t", 2)] if more else [])


WEATHER = {
    2: "Duxford; Debden; North Weald; North Sea; Hornchurch; Dover Straits",
    3: "Hornchurch; Biggin Hill; Kenley; Tangmere; North Sea; North Weald",
    4: "English Channel; Dover Straits; Biggin Hill; Hornchurch; Kenley; North Sea",
    5: "Biggin Hill; Hornchurch; North Sea; London; North Weald; Debden",
    6: "Kenley; Biggin Hill; Hornchurch; North Weald; London; Northolt",
    7: "English Channel; Dover Straits; Middle Wallop; Tangmere; Kenley; Biggin Hill",
    8: "Filton; Middle Wallop; English Channel; Tangmere; Dover Straits; Kenley",
    9: "Duxford; Middle Wallop; Northolt; London; Debden; North Weald",
    10: "North Sea; Dover Straits; Hornchurch; London; Northolt; North Weald",
    11: "Northolt; London; Hornchurch; North Sea; Middle Wallop; Filton",
    12: "Debden; Duxford; Northolt; London; Middle Wallop; Filton",
}


@pytest.mark.rule("OPS-A11.table")
@pytest.mark.parametrize("faces", TWO_DICE)
def test_weather_zones_of_every_fall(faces: tuple[int, int]) -> None:
    expected = tuple(WEATHER[sum(faces)].lower().replace(" ", "_").split(";_"))
    assert look("weather", faces).result == expected


@pytest.mark.rule("OPS-A11.setup")
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 6])
def test_the_first_zones_of_the_row_in_order(count: int) -> None:
    for total in range(2, 13):
        faces = (max(1, total - 6), total - max(1, total - 6))
        expected = tuple(WEATHER[total].lower().replace(" ", "_").split(";_"))
        assert look("weather", faces, zones=count).result == expected[:count]


@pytest.mark.rule("OPS-A11.zones")
def test_the_fourteen_weather_zones() -> None:
    named = {zone for faces in TWO_DICE for zone in look("weather", faces).result}  # type: ignore[union-attr]
    assert named == set(zones.ZONES)


# A12 Time of day

TIMES = [
    (3, ("06:30", "dawn", "E")),
    (4, ("09:30", "mid_morning", "SE")),
    (6, ("11:00", "late_morning", "SE")),
    (7, ("12:30", "early_afternoon", "SW")),
    (8, ("15:00", "mid_afternoon", "SW")),
    (10, ("16:30", "late_afternoon", "SW")),
    (12, ("18:00", "dusk", "W")),
]


@pytest.mark.rule("OPS-A12.table")
@pytest.mark.parametrize("faces", TWO_DICE)
def test_time_of_day_and_sun(faces: tuple[int, int]) -> None:
    found = look("time", faces)
    clock, part, sun = row(sum(faces), TIMES)
    assert (found.result, found.details) == (clock, {"part": part, "sun": sun})


# A13 Bombing

POINTS: dict[str, list[int]] = {
    "bomber_gruppe": [20, 15, 10, 9, 7, 5, 3, 1],
    "bomber_staffel": [6, 5, 3, 2, 1, 1, 0, 0],
    "fighter_gruppe": [12, 9, 6, 5, 4, 3, 2, 1],
    "fighter_staffel": [4, 3, 2, 1, 1, 0, 0, 0],
}
STRAFING: dict[str, list[int]] = {"strafing_gruppe": [2, 1, 1, 0, 0, 0], "strafing_staffel": [1, 0, 0, 0, 0, 0]}
SHIFTED: list[tuple[int, dict[str, object]]] = [
    (-3, {"not_tallied": True, "low": True}),
    (-2, {"not_tallied": True}),
    (-1, {"dive": True}),
    (0, {}),
    (1, {"secondary": True}),
    (2, {"lost": True}),
    (3, {"decoyed": True, "secondary": True}),
    (4, {"bad_weather": True}),
    (5, {"bad_weather": True, "secondary": True}),
    (6, {"bad_weather": True, "lost": True}),
    (14, {"bad_weather": True, "lost": True, "disruption": 4}),
]


@pytest.mark.rule("OPS-A13.table")
@pytest.mark.rule("OPS-A13.col")
@pytest.mark.parametrize("unit", POINTS)
@pytest.mark.parametrize(("shift", "given"), SHIFTED)
def test_bombing_points_of_every_column_and_no_further(unit: str, shift: int, given: dict[str, object]) -> None:
    found = look("bombing", unit=unit, **given)
    column = min(max(shift, -2), 5)
    assert (found.total, found.column) == (shift, str(column))
    assert found.result == POINTS[unit][column + 2]
    assert found.dice == ()


@pytest.mark.parametrize(
    ("rule", "given", "value"),
    [
        pytest.param(rule, given, value, marks=pytest.mark.rule(rule))
        for rule, given, value in [
            ("OPS-A13.m1", {"not_tallied": True}, -2),
            ("OPS-A13.m1", {"not_tallied": False}, 0),
            ("OPS-A13.m2", {"low": True}, -1),
            ("OPS-A13.m2", {"dive": True}, -1),
            ("OPS-A13.m2", {"low": True, "dive": True}, -1),
            ("OPS-A13.m3", {"angels": 14}, 0),
            ("OPS-A13.m3", {"angels": 16}, 0),
            ("OPS-A13.m3", {"angels": 18}, 1),
            ("OPS-A13.m3", {"angels": 20}, 2),
            ("OPS-A13.m3", {"angels": 26}, 5),
            ("OPS-A13.m3", {"angels": 34}, 9),
            ("OPS-A13.m4", {"disruption": 0}, 0),
            ("OPS-A13.m4", {"disruption": 1}, 2),
            ("OPS-A13.m4", {"disruption": 2}, 4),
            ("OPS-A13.m4", {"disruption": 4}, 8),
            ("OPS-A13.m5", {"cloudy": True}, 2),
            ("OPS-A13.m5", {"weather": "cloudy"}, 2),
            ("OPS-A13.m5", {"cloudy": True, "weather": "cloudy"}, 2),
            ("OPS-A13.m5", {"weather": "fair"}, 0),
            ("OPS-A13.m5", {"weather": "scattered"}, 0),
            ("OPS-A13.m5", {"weather": "haze"}, 0),
            ("OPS-A13.m6", {"secondary": True}, 1),
            ("OPS-A13.m6", {"secondary": False}, 0),
            ("OPS-A13.m7", {"lost": True}, 2),
            ("OPS-A13.m7", {"decoyed": True}, 2),
            ("OPS-A13.m7", {"lost": True, "decoyed": True}, 2),
            ("OPS-A13.m8", {"bad_weather": True}, 4),
            ("OPS-A13.m8", {"weather": "overcast"}, 4),
            ("OPS-A13.m8", {"weather": "fog"}, 4),
            ("OPS-A13.m8", {"weather": "rain"}, 4),
            ("OPS-A13.m8", {"bad_weather": True, "weather": "rain"}, 4),
        ]
    ],
)
@pytest.mark.parametrize("unit", POINTS)
def test_each_bombing_shift(unit: str, rule: str, given: dict[str, object], value: int) -> None:
    found = look("bombing", unit=unit, **given)
    assert applied(found) == ([(rule, value)] if value else [])
    assert found.result == POINTS[unit][min(max(value, -2), 5) + 2]


@pytest.mark.rule("OPS-A13.nobonus")
@pytest.mark.parametrize("attack", ["low", "dive"])
@pytest.mark.parametrize(
    ("given", "shift"),
    [
        ({"cloudy": True}, 2),
        ({"weather": "cloudy"}, 2),
        ({"lost": True}, 2),
        ({"decoyed": True}, 2),
        ({"bad_weather": True}, 4),
        ({"weather": "overcast"}, 4),
        ({"weather": "fog"}, 4),
        ({"weather": "rain"}, 4),
        ({"weather": "scattered"}, -1),
        ({"weather": "haze"}, -1),
        ({"secondary": True}, 0),
        ({"not_tallied": True}, -3),
    ],
)
def test_no_low_or_dive_bonus_in_cloud_when_lost_or_in_bad_weather(attack: str, given: dict[str, object], shift: int) -> None:
    assert look("bombing", unit="bomber_gruppe", **given, **{attack: True}).total == shift


@pytest.mark.rule("OPS-A13.col")
def test_all_bombing_shifts_add_up() -> None:
    flags = dict.fromkeys(("not_tallied", "cloudy", "secondary", "decoyed", "bad_weather"), True)
    found = look("bombing", unit="bomber_gruppe", angels=20, disruption=1, **flags)
    assert sorted(applied(found)) == [
        ("OPS-A13.m1", -2),
        ("OPS-A13.m3", 2),
        ("OPS-A13.m4", 2),
        ("OPS-A13.m5", 2),
        ("OPS-A13.m6", 1),
        ("OPS-A13.m7", 2),
        ("OPS-A13.m8", 4),
    ]
    assert (found.total, found.column, found.result) == (11, "5", 1)
    kind = look("bombing", unit="bomber_gruppe", not_tallied=True, low=True, angels=22)
    assert (kind.total, kind.result) == (0, 10)


@pytest.mark.rule("OPS-A13.strafe")
@pytest.mark.rule("OPS-A13.table")
@pytest.mark.parametrize("unit", STRAFING)
@pytest.mark.parametrize(("disruption", "column"), [(0, 0), (1, 2), (2, 4), (3, 5), (4, 5)])
def test_strafing_takes_the_shift_of_disruption_and_no_other(unit: str, disruption: int, column: int) -> None:
    flags = ("not_tallied", "low", "dive", "cloudy", "secondary", "lost", "decoyed", "bad_weather")
    extras: list[dict[str, Any]] = [{}, *({flag: True} for flag in flags), dict.fromkeys(flags, True)]
    for extra in [*extras, {"angels": 34}, {"weather": "cloudy"}, {"weather": "rain"}]:
        found = look("bombing", unit=unit, disruption=disruption, **extra)
        assert applied(found) == ([("OPS-A13.m4", 2 * disruption)] if disruption else []), extra
        assert (found.column, found.result) == (str(column), STRAFING[unit][column])


@pytest.mark.rule("OPS-A13.table")
@pytest.mark.parametrize("unit", STRAFING)
def test_strafing_points_of_every_column(unit: str) -> None:
    strafing = next(r for r in TABLES.rolled("bombing").rows if r.word == unit)
    assert strafing.cells == (None, None, *STRAFING[unit])


@pytest.mark.rule("OPS-A13.strafe")
def test_disruption_counts_for_strafing_alone_by_the_printed_note() -> None:
    printed = {"strafing_shifts": "as_printed"}
    for unit in (*POINTS, *STRAFING):
        assert look("bombing", unit=unit, disruption=1).total == 2
        assert look("bombing", (), printed, unit=unit, disruption=1).total == (2 if unit in STRAFING else 0)
        assert look("bombing", (), {"strafing_shifts": "only_disruption"}, unit=unit, disruption=1).total == 2


# A14 Damage

DAMAGE = [({"all_disrupted": disrupted, "lost": lost}, -1 * disrupted - 3 * lost) for disrupted, lost in itertools.product(FLAG, FLAG)]
GROUND = {5: (0, 1), 6: (0, 1), 7: (0, 2), 8: (1, 2), 9: (1, 3), 10: (1, 3), 11: (2, 4), 12: (2, 5)}


def damage(name: str, faces: tuple[int, ...], given: dict[str, bool], shift: int) -> Lookup:
    """The lookup, once its total and its modifiers are what they must be."""
    found = look(f"{name}_damage", faces, **given)
    rule = f"OPS-A14.{name}"
    assert found.total == sum(faces) + shift
    assert applied(found) == [(rule, -1)] * given["all_disrupted"] + [(rule, -3)] * given["lost"]
    assert found.rule == rule
    return found


@pytest.mark.rule("OPS-A14.airfield")
@pytest.mark.parametrize(("given", "shift"), DAMAGE)
def test_damage_to_an_airfield(given: dict[str, bool], shift: int) -> None:
    for face in range(1, 7):
        found = damage("airfield", (face,), given, shift)
        less = row(face + shift, [(2, 0), (4, 1), (6, 2)])
        assert (found.result, found.details["capacity"]) == (f"capacity_minus_{less}" if less else "none", -less)


@pytest.mark.rule("OPS-A14.sector")
@pytest.mark.parametrize(("given", "shift"), DAMAGE)
def test_damage_to_a_sector_station(given: dict[str, bool], shift: int) -> None:
    for faces in TWO_DICE:
        assert damage("sector", faces, given, shift).result == ("operations_room_hit" if sum(faces) + shift >= 11 else "none")


@pytest.mark.rule("OPS-A14.ground")
@pytest.mark.parametrize(("given", "shift"), DAMAGE)
def test_damage_to_squadrons_on_the_ground(given: dict[str, bool], shift: int) -> None:
    for faces in TWO_DICE:
        available, otherwise = GROUND.get(sum(faces) + shift, (0, 0))
        found = damage("ground", faces, given, shift)
        assert (found.result, found.details) == (f"{available}/{otherwise}", {"available": available, "otherwise": otherwise})


@pytest.mark.rule("OPS-A14.rdf")
@pytest.mark.parametrize(("given", "shift"), DAMAGE)
def test_damage_to_an_rdf_station_never_by_level_bombing(given: dict[str, bool], shift: int) -> None:
    for faces in TWO_DICE:
        assert damage("rdf", faces, given, shift).result == ("damaged" if sum(faces) + shift >= 5 else "none")
        assert look("rdf_damage", faces, level=True, **given).result == "none"


# A15 Other victory points


@pytest.mark.parametrize(
    ("rule", "code", "points", "each"),
    [
        pytest.param(rule, code, points, each, marks=pytest.mark.rule(rule))
        for rule, code, points, each in [
            ("OPS-A15.1", "raf_on_ground", 0.5, 1),
            ("OPS-A15.2", "raf_shot_down", 1, 1),
            ("OPS-A15.2", "raf_not_over_england", 0.5, 1),
            ("OPS-A15.3", "fighter_shot_down", -1, 1),
            ("OPS-A15.3", "bomber_shot_down", -1.5, 1),
            ("OPS-A15.3", "luftwaffe_over_england", -0.5, 1),
            ("OPS-A15.4", "balloon_points", 1, 4),
            ("OPS-A15.5", "squadron_beyond_response", 3, 1),
            ("OPS-A15.5", "flight_beyond_response", 1.5, 1),
            ("OPS-A15.6", "return_escort", -0.5, 1),
            ("OPS-A15.7", "patrol_freie_jagd", -2, 1),
        ]
    ],
)
def test_other_victory_points(rule: str, code: str, points: float, each: int) -> None:
    found = entry("victory_points", code)
    assert (found.rule, dict(found.values)) == (rule, {"points": points, "each": each})
