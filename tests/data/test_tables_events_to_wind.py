"""Part A of the operations ledger, A1 to A7: every cell, every modifier, by figures written out from the ledger."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from bob.core.dice import Ledger, ScriptedDice
from bob.core.errors import UsageError
from bob.data.tables import Lookup, Tables

TABLES = Tables.shipped()
TWO_DICE = list(itertools.product(range(1, 7), repeat=2))
ONE_DIE = [(face,) for face in range(1, 7)]
WEATHERS = ["fair", "scattered", "haze", "cloudy", "dense_haze", "overcast", "fog", "rain"]


def look(name: str, faces: tuple[int, ...] = (), readings: dict[str, str] | None = None, **given: object) -> Lookup:
    return TABLES.rolled(name).look_up(faces, readings=readings, **given)


def applied(found: Lookup) -> list[tuple[str, int]]:
    return [(m.rule, m.value) for m in found.modifiers]


def row(found: Any, rows: list[tuple[int, Any]]) -> Any:
    """The cell of the first row whose greatest total is not below the total."""
    return next(cell for greatest, cell in rows if found <= greatest)


# A1 Random events

EVENTS: dict[int, tuple[str, dict[str, int]]] = {
    2: ("good_conditions", {"hf_range": 3}),
    3: ("group_scramble", {"scramble_limit": 2}),
    4: ("dispersal_dash", {}),
    5: ("navigation_test", {}),
    6: ("emergency_scramble", {"within_hexes": 4}),
    7: ("nothing", {}),
    8: ("turnaround", {}),
    9: ("sector_scramble", {"scramble_limit": 1}),
    10: ("impromptu_detachment", {"within_hexes": 3}),
    11: ("clear_radio", {"hf_range": 3}),
    12: ("weather_change", {"zones": 3}),
}


@pytest.mark.rule("OPS-A1.2")
@pytest.mark.rule("OPS-A1.3")
@pytest.mark.rule("OPS-A1.4")
@pytest.mark.rule("OPS-A1.5")
@pytest.mark.rule("OPS-A1.6")
@pytest.mark.rule("OPS-A1.7")
@pytest.mark.rule("OPS-A1.8")
@pytest.mark.rule("OPS-A1.9")
@pytest.mark.rule("OPS-A1.10")
@pytest.mark.rule("OPS-A1.11")
@pytest.mark.rule("OPS-A1.12")
@pytest.mark.parametrize("faces", TWO_DICE)
def test_random_event_of_every_fall(faces: tuple[int, int]) -> None:
    found = look("random_event", faces)
    code, figures = EVENTS[sum(faces)]
    assert found.result == code
    assert found.rule == f"OPS-A1.{sum(faces)}"
    assert found.total == sum(faces)
    assert found.modifiers == ()
    assert {key: value for key, value in found.details.items() if not key.startswith("check_")} == figures


@pytest.mark.rule("OPS-A1.det1")
@pytest.mark.parametrize("faces", TWO_DICE)
def test_a_one_checks_the_detected_and_a_six_the_undetected(faces: tuple[int, int]) -> None:
    details = look("random_event", faces).details
    assert details["check_detected"] is (1 in faces)
    assert details["check_undetected"] is (6 in faces)


@pytest.mark.rule("OPS-A1.7")
def test_the_raf_rolls_for_random_events_with_two_dice() -> None:
    ledger = Ledger()
    found = TABLES.rolled("random_event").roll(ScriptedDice([6, 1], ledger))
    assert (found.result, found.dice) == ("nothing", (6, 1))
    assert [(r.purpose, r.faces, r.sides, r.by) for r in ledger.rolls] == [("random_event", (6, 1), 6, "raf")]


# A2 Formation

FORMATION = {
    "I": [(6, "on_time"), (7, "on_time"), (8, "on_time"), (9, "delay1"), (11, "delay2"), (99, "special")],
    "II": [(6, "on_time"), (7, "on_time"), (8, "delay1"), (9, "delay2"), (11, "delay3"), (99, "special")],
    "III": [(6, "on_time"), (7, "delay1"), (8, "delay2"), (9, "delay3"), (11, "delay3"), (99, "special")],
}
FORMATION_COLUMN = dict(zip(WEATHERS, ["I", "I", "I", "II", "II", "III", "III", "III"], strict=True))
RAID_TYPES = ["main", "dive_bombing", "low_level", "feint", "jabo", "freie_jagd"]


@pytest.mark.rule("OPS-A2.table")
@pytest.mark.parametrize("weather", WEATHERS)
def test_formation_of_every_total(weather: str) -> None:
    for faces, shift in itertools.product(TWO_DICE, (-1, 0, 3)):
        given: dict[str, object] = {-1: {"type": "jabo"}, 0: {}, 3: {"angels": 18, "gruppen": 6}}[shift]
        found = look("formation", faces, weather=weather, **given)
        assert found.total == sum(faces) + shift
        assert found.column == FORMATION_COLUMN[weather]
        assert found.result == row(sum(faces) + shift, FORMATION[FORMATION_COLUMN[weather]]), (faces, given)


@pytest.mark.rule("OPS-A2.m1")
@pytest.mark.parametrize("raid", RAID_TYPES)
@pytest.mark.parametrize("angels", range(0, 35, 2))
def test_formation_height_adds_one_from_14_and_two_instead_from_18(angels: int, raid: str) -> None:
    height = 0 if angels < 14 else 1 if angels <= 16 else 2
    expected = [("OPS-A2.m3", -1)] if raid in ("jabo", "freie_jagd") else [("OPS-A2.m1", height)] if height else []
    found = look("formation", (3, 4), weather="fair", angels=angels, type=raid)
    assert applied(found) == expected
    assert found.total == 7 + sum(value for _, value in expected)


@pytest.mark.rule("OPS-A2.m2")
@pytest.mark.parametrize("raid", RAID_TYPES)
@pytest.mark.parametrize(("gruppen", "large"), [(0, False), (1, False), (5, False), (6, True), (7, True), (60, True)])
def test_formation_of_six_gruppen_adds_one(gruppen: int, large: bool, raid: str) -> None:
    found = look("formation", (3, 4), weather="fair", gruppen=gruppen, type=raid)
    expected = [("OPS-A2.m3", -1)] if raid in ("jabo", "freie_jagd") else [("OPS-A2.m2", 1)] if large else []
    assert applied(found) == expected


@pytest.mark.rule("OPS-A2.m3")
@pytest.mark.parametrize(("raid", "total"), list(zip(RAID_TYPES, [7, 7, 7, 7, 6, 6], strict=True)))
def test_formation_of_a_sweep_or_jabos_takes_one_off(raid: str, total: int) -> None:
    assert look("formation", (3, 4), weather="rain", type=raid).total == total


@pytest.mark.rule("OPS-A2.m1")
@pytest.mark.rule("OPS-A2.m2")
@pytest.mark.rule("OPS-A2.m3")
def test_formation_modifiers_stack_except_for_sweeps_and_jabos() -> None:
    assert applied(look("formation", (4, 5), weather="fair", angels=20, gruppen=8)) == [("OPS-A2.m1", 2), ("OPS-A2.m2", 1)]
    assert look("formation", (4, 5), weather="fair", angels=20, gruppen=8).result == "special"
    assert look("formation", (4, 5), weather="fair", angels=20, gruppen=8, type="freie_jagd").result == "on_time"
    assert look("formation", (4, 5), weather="fair").result == "delay1"


@pytest.mark.rule("OPS-A2.delay")
def test_a_delay_is_that_many_turns() -> None:
    by_result = {found.result: found.details for found in (look("formation", f, weather=w) for f in TWO_DICE for w in WEATHERS)}
    assert {code: details.get("turns") for code, details in by_result.items()} == {
        "on_time": 0,
        "delay1": 1,
        "delay2": 2,
        "delay3": 3,
        "special": None,
    }
    assert by_result["special"]["roll"] == "formation_special"


def test_formation_needs_the_weather() -> None:
    with pytest.raises(UsageError) as caught:
        look("formation", (3, 4))
    assert (caught.value.key, caught.value.values["name"]) == ("error.circumstance_missing", "weather")


SPECIAL = {
    "I": ["delay3", "on_time", "on_time", "on_time", "half_escort", "no_escort"],
    "II": ["delay3", "delay2", "on_time", "disruption", "half_escort", "no_escort"],
    "III": ["delay3", "delay3", "disruption", "disruption", "half_escort", "no_escort"],
}


@pytest.mark.rule("OPS-A2.special")
@pytest.mark.parametrize("weather", WEATHERS)
@pytest.mark.parametrize("face", range(1, 7))
def test_special_formation(face: int, weather: str) -> None:
    found = look("formation_special", (face,), weather=weather)
    assert found.result == SPECIAL[FORMATION_COLUMN[weather]][face - 1]
    assert (found.total, found.modifiers) == (face, ())
    assert found.details["turns"] == {"delay2": 2, "delay3": 3}.get(str(found.result), 0)
    assert found.details.get("levels") == (1 if found.result == "disruption" else None)


@pytest.mark.rule("OPS-A2.special")
def test_special_formation_knows_no_modifiers() -> None:
    assert TABLES.rolled("formation_special").modifiers == ()
    with pytest.raises(UsageError):
        look("formation_special", (3,), weather="fair", type="jabo")


# A3 Endurance


@pytest.mark.rule("OPS-A3.table")
@pytest.mark.parametrize(
    ("angels", "turns"),
    list(zip(range(0, 35, 2), [1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 5, 6, 7, 8], strict=True)),
)
def test_endurance_used_by_height(angels: int, turns: int) -> None:
    found = look("endurance", angels=angels)
    assert (found.result, found.total, found.dice, found.modifiers) == (turns, turns, (), ())


@pytest.mark.rule("OPS-A3.table")
@pytest.mark.parametrize("angels", [-2, 1, 7, 36])
def test_endurance_takes_even_heights_up_to_34_only(angels: int) -> None:
    with pytest.raises(UsageError):
        look("endurance", angels=angels)


@pytest.mark.rule("OPS-A3.far")
@pytest.mark.parametrize(("hexes", "more"), [(0, 0), (1, 0), (3, 0), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3), (43, 10), (44, 11)])
@pytest.mark.parametrize("boxes", [0, 1, 3])
def test_endurance_of_a_far_airfield(hexes: int, more: int, boxes: int) -> None:
    found = look("endurance", angels=22, hexes=hexes, boxes=boxes)
    assert found.result == found.total == 4 + more + boxes
    assert applied(found) == [("OPS-A3.far", worth) for worth in (more, boxes) if worth]


# A4 Return to base

RETURN: dict[int, list[tuple[int, tuple[int, int]]]] = {
    0: [(1, (3, 1)), (4, (1, 0)), (7, (0, 0)), (9, (0, 0)), (99, (0, 0))],
    1: [(1, (12, 4)), (4, (9, 3)), (7, (6, 2)), (9, (3, 1)), (99, (0, 0))],
    2: [(1, (18, 6)), (4, (15, 5)), (7, (12, 4)), (9, (9, 3)), (99, (6, 2))],
    3: [(1, (24, 8)), (4, (24, 8)), (7, (20, 7)), (9, (18, 6)), (99, (15, 5))],
}
RETURN_SHIFTS = [
    ({"max_disruption": a, "bad_weather": b, "raf": c}, 1 * a - 4 * b + 2 * c) for a, b, c in itertools.product((False, True), repeat=3)
]


@pytest.mark.rule("OPS-A4.table")
@pytest.mark.rule("OPS-A4.m1")
@pytest.mark.rule("OPS-A4.m2")
@pytest.mark.rule("OPS-A4.m3")
@pytest.mark.parametrize("late", [0, 1, 2, 3])
@pytest.mark.parametrize(("given", "shift"), RETURN_SHIFTS)
def test_return_to_base_of_every_total(late: int, given: dict[str, bool], shift: int) -> None:
    for faces in TWO_DICE:
        found = look("return_to_base", faces, late=late, **given)
        large, small = row(sum(faces) + shift, RETURN[late])
        assert found.total == sum(faces) + shift
        assert found.result == f"{large}/{small}", (faces, given)
        assert found.details == {"squadron_or_gruppe": large, "flight_or_staffel": small}


@pytest.mark.rule("OPS-A4.m1")
@pytest.mark.rule("OPS-A4.m2")
@pytest.mark.rule("OPS-A4.m3")
@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({}, []),
        ({"max_disruption": True}, [("OPS-A4.m1", 1)]),
        ({"bad_weather": True}, [("OPS-A4.m2", -4)]),
        ({"raf": True}, [("OPS-A4.m3", 2)]),
        ({"max_disruption": True, "bad_weather": True, "raf": True}, [("OPS-A4.m1", 1), ("OPS-A4.m2", -4), ("OPS-A4.m3", 2)]),
    ],
)
def test_return_to_base_modifiers(given: dict[str, bool], expected: list[tuple[str, int]]) -> None:
    assert applied(look("return_to_base", (3, 4), late=1, **given)) == expected


@pytest.mark.rule("OPS-A4.m1")
def test_maximum_disruption_helps_as_printed_and_harms_by_the_other_reading() -> None:
    table = TABLES.rolled("return_to_base")
    assert [(s.name, s.readings, s.default) for s in table.switches] == [("return_disruption", ("as_printed", "harmful"), "as_printed")]
    for readings, total, result in (
        ({}, 8, "3/1"),
        ({"return_disruption": "as_printed"}, 8, "3/1"),
        ({"return_disruption": "harmful"}, 6, "6/2"),
    ):
        found = look("return_to_base", (3, 4), readings, late=1, max_disruption=True)
        assert (found.total, found.result) == (total, result)
        assert look("return_to_base", (3, 4), readings, late=1).total == 7
    with pytest.raises(UsageError):
        look("return_to_base", (3, 4), {"return_disruption": "neither"}, late=1)


@pytest.mark.rule("OPS-A4.over")
@pytest.mark.parametrize(("late", "lost"), [(3, False), (4, True), (5, True), (60, True)])
def test_more_than_three_turns_late_is_lost(late: int, lost: bool) -> None:
    for faces in TWO_DICE:
        found = look("return_to_base", faces, late=late, raf=True)
        assert (found.result == "lost") is lost
        assert found.details.get("rule") == ("OPS-A4.over" if lost else None)


# A5 Navigation

NAVIGATION = {
    "fair": [(3, "decoyed"), (4, "lost"), (5, "on_course"), (6, "on_course"), (7, "on_course"), (99, "on_course")],
    "scattered": [(3, "decoyed"), (4, "decoyed"), (5, "lost"), (6, "on_course"), (7, "on_course"), (99, "on_course")],
    "cloudy": [(3, "decoyed"), (4, "decoyed"), (5, "lost"), (6, "lost"), (7, "on_course"), (99, "on_course")],
    "overcast": [(3, "lost"), (4, "lost"), (5, "lost"), (6, "lost"), (7, "lost"), (99, "on_course")],
}
NAVIGATION_COLUMN = dict(zip(WEATHERS, ["fair", *["scattered"] * 2, *["cloudy"] * 2, *["overcast"] * 3], strict=True))


@pytest.mark.rule("OPS-A5.table")
@pytest.mark.rule("OPS-A5.m2")
@pytest.mark.rule("OPS-A5.m3")
@pytest.mark.rule("OPS-A5.decoy")
@pytest.mark.parametrize("weather", WEATHERS)
def test_navigation_of_every_total(weather: str) -> None:
    column = NAVIGATION_COLUMN[weather]
    for faces, crosswind, lost, en_route in itertools.product(TWO_DICE, *[(False, True)] * 3):
        total = sum(faces) - crosswind - 2 * lost
        printed = row(total, NAVIGATION[column])
        found = look("navigation", faces, weather=weather, crosswind=crosswind, lost=lost, en_route=en_route)
        turned = en_route and printed == "decoyed"
        assert (found.total, found.column) == (total, column)
        assert found.result == ("lost" if turned else printed), (faces, crosswind, lost, en_route)
        assert found.becomes == ("OPS-A5.decoy" if turned else None)
        assert applied(found) == [("OPS-A5.m2", -1)] * crosswind + [("OPS-A5.m3", -2)] * lost


@pytest.mark.rule("OPS-A5.m1")
@pytest.mark.parametrize("distance", [0, 1])
@pytest.mark.parametrize("between", WEATHERS)
@pytest.mark.parametrize("over", WEATHERS)
def test_a_landmark_helps_only_when_it_can_be_seen(distance: int, between: str, over: str) -> None:
    clear = over not in ("overcast", "fog", "rain")
    helps = clear and (distance == 0 or between == "fair")
    given = {"weather": "haze", "landmark_distance": distance, "landmark_weather": over, "weather_between": between}
    found = look("navigation", (2, 3), landmark=True, **given)
    assert applied(found) == ([("OPS-A5.m1", 1)] if helps else [])
    assert found.result == ("on_course" if helps else "lost")
    assert applied(look("navigation", (2, 3), landmark=False, **given)) == []


@pytest.mark.rule("OPS-A5.m1")
@pytest.mark.parametrize("weather", WEATHERS)
def test_a_landmark_lies_under_the_weather_of_the_raid_unless_told_otherwise(weather: str) -> None:
    here = look("navigation", (3, 4), weather=weather, landmark=True)
    near = look("navigation", (3, 4), weather=weather, landmark=True, landmark_distance=1)
    assert here.total == (7 if weather in ("overcast", "fog", "rain") else 8)
    assert near.total == (8 if weather == "fair" else 7)


@pytest.mark.rule("OPS-A5.m1")
@pytest.mark.rule("OPS-A5.m2")
@pytest.mark.rule("OPS-A5.m3")
def test_navigation_modifiers_stack() -> None:
    found = look("navigation", (4, 4), weather="scattered", landmark=True, crosswind=True, lost=True)
    assert applied(found) == [("OPS-A5.m1", 1), ("OPS-A5.m2", -1), ("OPS-A5.m3", -2)]
    assert (found.total, found.result) == (6, "on_course")


# A6 Cohesion, A7 Winds


@pytest.mark.rule("OPS-A6.t")
@pytest.mark.rule("OPS-A6.m")
@pytest.mark.parametrize("hexes", [2, 3, 4, 5, 9, 60])
def test_cohesion_in_cloud(hexes: int) -> None:
    for faces in TWO_DICE:
        found = look("cloud_cohesion", faces, overcast_hexes=hexes)
        total = sum(faces) - (hexes - 2)
        assert (found.total, found.result) == (total, row(total, [(2, 3), (5, 2), (8, 1), (99, 0)]))
        assert applied(found) == ([("OPS-A6.m", 2 - hexes)] if hexes > 2 else [])


@pytest.mark.rule("OPS-A6.t")
@pytest.mark.parametrize("hexes", [0, 1])
def test_cohesion_needs_two_overcast_hexes(hexes: int) -> None:
    with pytest.raises(UsageError):
        look("cloud_cohesion", (3, 4), overcast_hexes=hexes)


@pytest.mark.rule("OPS-A7.t")
@pytest.mark.parametrize("faces", TWO_DICE)
def test_winds(faces: tuple[int, int]) -> None:
    found = look("wind", faces)
    height = row(sum(faces), [(3, None), (5, None), (7, 20), (9, 16), (11, 12), (12, 8)])
    assert found.result == (f"crosswind_{height}" if height else "headwind" if sum(faces) <= 3 else "none")
    assert (found.details.get("crosswind_from"), found.modifiers) == (height, ())
