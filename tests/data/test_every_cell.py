"""Every cell of every rolled table, for every fall of its dice and the extremes of each circumstance."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from bob.data.table_files import ORDER
from bob.data.tables import Circumstance, ListTable, Lookup, Table, Tables
from tests.zones import ZONES

TABLES = Tables.shipped()

LISTS = {"movement", "victory_points"}
ROLLED = [name for name in ORDER if name not in LISTS]
DAMAGE_RESULTS = {"0/0", "0/1", "0/2", "1/2", "1/3", "2/4", "2/5"}
RETURN_RESULTS = {"3/1", "1/0", "0/0", "12/4", "9/3", "6/2", "18/6", "15/5", "24/8", "20/7", "lost"}

CODES: dict[str, set[str | int]] = {
    "random_event": {
        "good_conditions",
        "group_scramble",
        "dispersal_dash",
        "navigation_test",
        "emergency_scramble",
        "nothing",
        "turnaround",
        "sector_scramble",
        "impromptu_detachment",
        "clear_radio",
        "weather_change",
    },
    "formation": {"on_time", "delay1", "delay2", "delay3", "special"},
    "formation_special": {"on_time", "delay2", "delay3", "disruption", "half_escort", "no_escort"},
    "return_to_base": RETURN_RESULTS,
    "navigation": {"on_course", "lost", "decoyed"},
    "cloud_cohesion": {0, 1, 2, 3},
    "wind": {"headwind", "none", "crosswind_20", "crosswind_16", "crosswind_12", "crosswind_8"},
    "london_haze": {"none", "haze_0_4", "haze_0_8", "dense_haze_0_4", "dense_haze_0_8"},
    "bad_weather_zones": {0, 3, 4, 5, 6},
    "time": {"06:30", "09:30", "11:00", "12:30", "15:00", "16:30", "18:00"},
    "bombing": {20, 15, 12, 10, 9, 7, 6, 5, 4, 3, 2, 1, 0},
    "airfield_damage": {"none", "capacity_minus_1", "capacity_minus_2"},
    "sector_damage": {"none", "operations_room_hit"},
    "ground_damage": DAMAGE_RESULTS,
    "rdf_damage": {"none", "damaged"},
}
"""The results of each table; every one of them must come up, and no other. (Endurance and weather are checked apart.)"""

IN_FULL = ("unit", "type", "disruption")
KEYS = {"table", "rule", "dice", "modifiers", "total", "row", "column", "result", "details", "by_rule"}


def extremes(table: Table, name: str, circumstance: Circumstance) -> list[Any]:
    """All values of what picks a row or a column and of a few others; of the rest the least and the greatest."""
    if circumstance.kind == "flag":
        return [False, True]
    if circumstance.kind == "choice":
        whole = name in (table.rows_by, table.columns_by, *IN_FULL)
        return list(circumstance.choices) if whole else [circumstance.choices[0], circumstance.choices[-1]]
    if name in (table.rows_by, table.columns_by, *IN_FULL):
        return list(range(circumstance.least, circumstance.most + 1, circumstance.step))
    return [circumstance.least, circumstance.most]


@cache
def answers(name: str) -> list[Lookup]:
    """What a table answers in every case."""
    table, found = TABLES.rolled(name), []
    for faces, readings, given in every_case(table):
        found.append(table.look_up(faces, readings=readings, **given))
        assert found[-1].dice == faces, (faces, readings, given)
    return found


def every_case(table: Table) -> Iterator[tuple[tuple[int, ...], dict[str, str], dict[str, Any]]]:
    names = list(table.circumstances)
    given = [extremes(table, name, circumstance) for name, circumstance in table.circumstances.items()]
    falls = list(table.every_roll())
    for chosen in itertools.product(*(switch.readings for switch in table.switches)):
        readings = dict(zip((switch.name for switch in table.switches), chosen, strict=True))
        for values in itertools.product(*given):
            for faces in falls:
                yield faces, readings, dict(zip(names, values, strict=True))


def test_the_tables_and_their_order() -> None:
    assert tuple(TABLES.names) == tuple(ORDER)
    assert {name for name in ORDER if isinstance(TABLES[name], ListTable)} == LISTS


@pytest.mark.slow
@pytest.mark.parametrize("name", ROLLED)
def test_every_cell_answers_with_a_result_that_is_known(name: str) -> None:
    table = TABLES.rolled(name)
    results: set[Any] = set()
    forms: dict[str, dict[str, Any]] = {}
    for found in answers(name):
        assert found.table == name
        assert all(m.value for m in found.modifiers)
        if table.rows_by == "dice":
            assert found.total == sum(found.dice) + sum(m.value for m in found.modifiers)
        results.add(found.result)
        forms.setdefault(f"{found.row} {found.column} {found.modifiers} {found.result} {found.details}", found.as_json())
    if name == "weather":
        assert all(isinstance(result, tuple) and len(result) in (1, 6) and set(result) <= set(ZONES) for result in results)
    elif name == "endurance":
        # Heights give 1 to 8, a far airfield up to 200 / 4 more, boxes off the map up to 50 more.
        assert results == {height + far + boxes for height in range(1, 9) for far in (0, 50) for boxes in (0, 50)}
    else:
        assert results == CODES[name]
    assert all(type(result) in (str, int, tuple) for result in results)
    for form in forms.values():
        assert set(form) == KEYS
        assert json.loads(json.dumps(form, allow_nan=False)) == form


@pytest.mark.slow
@pytest.mark.parametrize("name", ROLLED)
def test_every_row_and_column_can_be_reached(name: str) -> None:
    table = TABLES.rolled(name)
    reached = {(found.row, found.column) for found in answers(name)}
    columns = [column.label for column in table.columns] if table.columns_by else [None]
    cells = {(row.label, column) for row in table.rows for column, cell in zip(columns, row.cells, strict=True) if cell is not None}
    # Strafing shifts by disruption alone, two columns a level.
    odd_shifts = {(unit, column) for unit in ("strafing_gruppe", "strafing_staffel") for column in ("1", "3")}
    assert reached == cells - (odd_shifts if name == "bombing" else set())


@pytest.mark.parametrize("name", ORDER)
def test_the_whole_table_as_json(name: str) -> None:
    table = TABLES[name]
    form = table.as_json()
    assert json.loads(json.dumps(form, allow_nan=False)) == form
    assert form["table"] == name
    assert form["rule"].startswith("OPS-A")
    if isinstance(table, ListTable):
        assert set(form) == {"table", "rule", "dice", "entries"}
        assert form["dice"] is None
        assert all(line["rule"].startswith("OPS-A") and line["code"] for line in form["entries"])
        return
    assert set(form) == {
        "table", "rule", "dice", "rows_by", "columns_by", "columns", "rows", "modifiers", "circumstances",
        "switches", "details", "faces", "becomes",
    }  # fmt: skip
    assert form["dice"] == {"endurance": None, "bombing": None}.get(name, "1d6" if name in ONE_DIE else "2d6")
    assert all(len(row["results"]) == max(1, len(form["columns"])) for row in form["rows"])


ONE_DIE = {"formation_special", "london_haze", "bad_weather_zones", "airfield_damage"}


def test_the_form_of_formation() -> None:
    form = TABLES["formation"].as_json()
    assert form["columns_by"] == "weather"
    assert form["columns"] == [
        {"label": "I", "for": ["fair", "scattered", "haze"]},
        {"label": "II", "for": ["cloudy", "dense_haze"]},
        {"label": "III", "for": ["overcast", "fog", "rain"]},
    ]
    assert form["rows"][2] == {"dice": "8", "results": ["on_time", "delay1", "delay2"]}
    assert {"rule": "OPS-A2.m3", "value": -1, "when": {"all_of": [{"name": "type", "is": ["freie_jagd", "jabo"]}]}} in form["modifiers"]
    assert form["circumstances"]["weather"]["required"] is True
    assert form["circumstances"]["angels"] == {"kind": "number", "required": False, "default": 0, "least": 0, "most": 34, "step": 2}
    assert form["details"]["delay2"] == {"turns": 2}
    assert form["switches"] == {}


def test_the_form_of_switches_faces_and_counted_modifiers() -> None:
    assert TABLES["london_haze"].as_json()["switches"] == {
        "london_haze_6": {"rule": "OPS-A8.t", "readings": ["as_printed", "up_to_8"], "default": "as_printed"}
    }
    assert {"dice": "6", "reading": {"london_haze_6": "up_to_8"}, "results": ["dense_haze_0_8"]} in TABLES["london_haze"].as_json()["rows"]
    assert TABLES["random_event"].as_json()["faces"] == [
        {"face": 1, "triggers": "check_detected", "rule": "OPS-A1.det1"},
        {"face": 6, "triggers": "check_undetected", "rule": "OPS-A1.det1"},
    ]
    assert TABLES["random_event"].as_json()["rows"][0] == {"dice": "2", "rule": "OPS-A1.2", "results": ["good_conditions"]}
    not_strafing = {"all_of": [{"name": "unit", "is_not": ["strafing_gruppe", "strafing_staffel"]}]}
    counted = {"rule": "OPS-A13.m3", "value": 1, "when": not_strafing, "per": "angels", "above": 16, "step": 2}
    assert counted in TABLES["bombing"].as_json()["modifiers"]
    assert TABLES["weather"].as_json()["rows"][0]["results"][0][:2] == ["duxford", "debden"]


def test_a_lookup_says_what_it_did() -> None:
    found = TABLES.rolled("navigation").look_up((1, 3), weather="scattered", crosswind=True, en_route=True)
    assert found.as_json() == {
        "table": "navigation",
        "rule": "OPS-A5.table",
        "dice": [1, 3],
        "modifiers": [{"rule": "OPS-A5.m2", "value": -1}],
        "total": 3,
        "row": "..3",
        "column": "scattered",
        "result": "lost",
        "details": {},
        "by_rule": "OPS-A5.decoy",
    }
