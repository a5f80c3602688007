"""The schemas of people's files: those in docs/schemas are up to date, what ships fits, and what they refuse the loaders refuse too."""

from __future__ import annotations

import copy
import datetime as dt
import json
import os
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from bob.campaigns.linked.campaign_data import load_campaign_file
from bob.cli import main
from bob.core.errors import DataError
from bob.core.resources import data_folder
from bob.data.table_files import load as load_table
from bob.data.toml_files import read_toml
from bob.data.units import load_aircraft
from bob.day.scenarios.plan_files import PlanFile
from bob.day.scenarios.scenario_files import load as load_day
from bob.schemas import FILES, SchemaFile, schema_of, shipped_of, write_schemas
from bob.tactical.cards import data as cards
from bob.tactical.cards_classic.data import load_classic_aircraft, load_classic_deck, load_display
from bob.tactical.cards_classic.editions import load_editions
from bob.tactical.hexes import data as hexes
from bob.tactical.hexes.options import load_mission
from bob.tactical.miniatures import data as skies
from bob.tactical.miniatures.builder import read_squadron
from bob.tactical.miniatures.options import load_scenario
from bob.words import Words
from tests.sizes import some
from tests.sources import ROOT

DOCS = ROOT.parent / "docs" / "schemas"
NAMES = [file.name for file in FILES]
BY_NAME = {file.name: file for file in FILES}
SHIPPED = [pytest.param(file, path, id=f"{path.parent.name}/{path.stem}") for file in FILES for path in shipped_of(file)]


@cache
def checker(name: str) -> Draft7Validator:
    return Draft7Validator(schema_of(BY_NAME[name], Words("en")))


def plain(value: Any) -> Any:
    """A value of TOML as JSON has it: a date is a text."""
    if isinstance(value, dict):
        return {key: plain(member) for key, member in value.items()}
    if isinstance(value, list):
        return [plain(member) for member in value]
    return value.isoformat() if isinstance(value, dt.date | dt.time) else value


def toml(value: Any) -> str:
    """A value in one line of TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(member)}" for key, member in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return value.isoformat() if isinstance(value, dt.date) else json.dumps(value, ensure_ascii=False)


def put(path: Path, data: dict[str, Any]) -> Path:
    path.write_text("".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in data.items()), "utf-8")
    return path


def faults(name: str, data: Any) -> list[str]:
    return [f"{fault.json_path}: {fault.message[:120]}" for fault in checker(name).iter_errors(plain(data))]


# ---- what is published


def test_the_schemas_in_docs_are_up_to_date() -> None:
    made = write_schemas(Words("en"))
    assert {path.name: path.read_text("utf-8") for path in DOCS.glob("*.json")} == made, "bob schemas --out docs/schemas --lang en"


def test_a_command_writes_them_and_lists_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schemas", "--out", str(tmp_path), "--lang", "fr"]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {f"{name}.json" for name in NAMES}
    assert json.loads((tmp_path / "day.json").read_text("utf-8"))["title"] == "une journée datée"
    assert main(["schemas", "--lang", "en"]) == 0
    text = capsys.readouterr().out
    assert all(f"{name}.json" in text for name in NAMES)
    assert main(["schemas", "--out", str(tmp_path / "nowhere")]) == 2


@pytest.mark.parametrize("name", NAMES)
def test_a_schema_is_one(name: str) -> None:
    Draft7Validator.check_schema(checker(name).schema)
    named = set(_refs(checker(name).schema))
    assert named == set(checker(name).schema.get("definitions", {}))


def _refs(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(ref := schema.get("$ref"), str):
            yield ref.rpartition("/")[2]
        for member in schema.values():
            yield from _refs(member)
    elif isinstance(schema, list):
        for member in schema:
            yield from _refs(member)


@pytest.mark.parametrize(("file", "path"), SHIPPED)
def test_what_ships_fits_and_names_its_schema(file: SchemaFile, path: Path) -> None:
    text = path.read_text("utf-8")
    assert faults(file.name, tomllib.loads(text)) == []
    head, _, named = text.partition("\n")[0].partition(" ")
    assert head == "#:schema" and Path(os.path.normpath(path.parent / named)) == DOCS / f"{file.name}.json"


def test_every_file_that_can_be_laid_over_has_one_schema() -> None:
    known = [path for file in FILES for path in shipped_of(file)]
    assert len(known) == len(set(known))
    tables = data_folder("tables")
    for folder in ("cards", "hexes", "hexes/missions", "skies", "skies/scenarios", "skies/squadrons", "scenarios"):
        assert set((tables / folder).glob("*.toml")) <= set(known), folder
    for folder in ("land", "carriers", "low_raid", "."):
        assert set((tables / "campaign" / folder).glob("*.toml")) <= set(known), folder


# ---- what is refused

Path_ = tuple[str | int, ...]


def places(value: Any, at: Path_ = ()) -> Iterator[Path_]:
    """Where something stands in a file."""
    members: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield (*at, key)
        yield from places(member, (*at, key))


def within(value: Any, at: Path_) -> Any:
    for key in at:
        value = value[key]
    return value


ODD = st.sampled_from([0, -1, 1, 7, 10_000, 0.5, True, "", " ", "x", "raf", "12:00", "25:61", [], [1], ["x", "x"], {}, {"en": "x"}])


@st.composite
def changed(draw: st.DrawFn, data: dict[str, Any]) -> dict[str, Any]:
    """A file with one thing left out, put in, or something odd in its place."""
    made = copy.deepcopy(data)
    at = draw(st.sampled_from(sorted(places(made), key=repr)))
    inner = within(made, at[:-1])
    how = draw(st.sampled_from(["replaced", "left out", "put in"]))
    if how == "left out":
        del inner[at[-1]]
    elif how == "put in" and isinstance(inner, dict):
        inner["no_such_key"] = draw(ODD)
    else:
        inner[at[-1]] = draw(ODD)
    return made


def _table(path: Path) -> object:
    return load_table((data_folder("tables") / "operations", path.parent), path.stem)


def _leaders(path: Path) -> object:
    return hexes.load_leaders(path, hexes.shipped().aircraft, {})


LOADERS: dict[str, Callable[[Path], object]] = {
    "day": load_day,
    "free_day": load_day,
    "table": _table,
    "aircraft": load_aircraft,
    "cards_aircraft": cards.load_aircraft,
    "cards_deck": cards.load_deck,
    "cards_pilots": lambda path: cards.load_pilots(path, cards.shipped().aircraft),
    "classic_aircraft": load_classic_aircraft,
    "classic_deck": load_classic_deck,
    "classic_display": load_display,
    "editions": load_editions,
    "hexes_aircraft": hexes.load_aircraft,
    "hexes_deck": hexes.load_deck,
    "hexes_markers": hexes.load_markers,
    "hexes_leaders": _leaders,
    "hexes_mission": lambda path: load_mission(path, hexes.shipped()),
    "skies_aircraft": skies.load_miniature_aircraft,
    "skies_cards": skies.load_miniature_cards,
    "skies_scenario": lambda path: load_scenario(path, skies.shipped()),
    "skies_squadron": read_squadron,
    "campaign_sheet": lambda path: load_campaign_file(path, cards.shipped()),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", some(tuple(LOADERS)))
def test_what_a_schema_refuses_its_loader_refuses_too(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp(name)
    sources = shipped_of(BY_NAME[name])
    smallest = sorted(sources, key=lambda path: (path.stat().st_size, path.name))[:4]

    @settings(max_examples=40, deadline=None, derandomize=True, database=None)
    @given(st.data())
    def tried(data: st.DataObject) -> None:
        path = data.draw(st.sampled_from(smallest))
        made = data.draw(changed(tomllib.loads(path.read_text("utf-8"))))
        if faults(name, made):
            with pytest.raises(DataError):
                LOADERS[name](put(folder / path.name, made))

    tried()


WRONG: list[tuple[str, str, Path_, Any]] = [
    ("day", "lesson.toml", ("start",), "24:00"),
    ("day", "lesson.toml", ("period",), 6),
    ("day", "lesson.toml", ("period",), "1"),
    ("day", "lesson.toml", ("title",), {"en": "A day"}),
    ("day", "lesson.toml", ("title", "de"), "Ein Tag"),
    ("day", "lesson.toml", ("bands", "raf_decisive"), "many"),
    ("day", "lesson.toml", ("raid", 0, "form_angels"), 23),
    ("day", "lesson.toml", ("raid", 0, "type"), "bombers"),
    ("day", "lesson.toml", ("raid", 0, "units", 0, "aircraft"), 81),
    ("day", "lesson.toml", ("raid", 0, "units", 0, "role"), "pilot"),
    ("day", "lesson.toml", ("raid", 0, "route"), [{"at": "Kenley", "angels": 36}]),
    ("day", "lesson.toml", ("raid", 0, "form_heights"), 3),
    ("day", "lesson.toml", ("weather",), {"script": [{"at": "12:00", "weather": "snow"}]}),
    ("day", "lesson.toml", ("ground",), [{"field": "Detling", "squadrons": 7}]),
    ("day", "lesson.toml", ("convoy",), [{"code": "peewit"}]),
    ("free_day", "free.toml", ("draw", "strength_share"), [10, 20, 30]),
    ("table", "bombing.toml", ("kind",), "rolling"),
    ("table", "wind.toml", ("dice",), "two dice"),
    ("table", "wind.toml", ("row", 0, "roll"), "1-3"),
    ("cards_aircraft", "aircraft.toml", ("aircraft", 0, "front", "dt"), 3),
    ("cards_aircraft", "aircraft.toml", ("aircraft", 0, "nation"), "spain"),
    ("cards_aircraft", "aircraft.toml", ("aircraft", 0, "from_source"), ["front.luck"]),
    ("cards_deck", "deck.toml", ("card", 0, "copies", "europe"), 56),
    ("classic_aircraft", "classic_aircraft.toml", ("aircraft", 0, "front", "points"), 0),
    ("hexes_deck", "deck.toml", ("die",), ["blank"] * 5),
    ("hexes_markers", "markers.toml", ("marker", 0, "code"), "luck"),
    ("hexes_mission", "duel.toml", ("players", 0, "aircraft", 0, "at"), "12"),
    ("hexes_mission", "duel.toml", ("ground",), "moon"),
    ("skies_scenario", "pairs.toml", ("width",), 200),
    ("skies_squadron", "92_squadron.toml", ("side",), "usaaf"),
    ("campaign_sheet", "london_1940.toml", ("target", 0, "bombs"), [3]),
    ("campaign_sheet", "london_1940.toml", ("option", 0, "effects", 0, "kind"), "luck"),
]


@pytest.mark.parametrize(
    ("name", "file", "at", "value"), WRONG, ids=lambda part: "-".join(map(str, part)) if isinstance(part, tuple) else ""
)
def test_schema_and_loader_refuse_what_is_wrong(name: str, file: str, at: Path_, value: Any, tmp_path: Path) -> None:
    path = next(path for path in shipped_of(BY_NAME[name]) if path.name == file)
    data = tomllib.loads(path.read_text("utf-8"))
    within(data, at[:-1])[at[-1]] = value
    assert faults(name, data)
    with pytest.raises(DataError):
        LOADERS[name](put(tmp_path / file, data))


@pytest.mark.parametrize("force", ["2 L/W ju_87b", "L ju_87b", "4 do_17z", "L/W spitfire_i"])
def test_forces_stand_in_the_notation_of_the_sheets(force: str) -> None:
    path = next(path for path in shipped_of(BY_NAME["land_campaign"]) if path.stem == "london")
    data = tomllib.loads(path.read_text("utf-8"))
    data["target"][0]["attackers"] = [force]
    assert faults("land_campaign", data) == []
    for wrong in (f"{force} or so", "ju_87b", "0 L ju_87b", ""):
        data["target"][0]["attackers"] = [wrong]
        assert faults("land_campaign", data), wrong


def test_a_plan_is_a_days_raids(tmp_path: Path) -> None:
    day = tomllib.loads((data_folder("tables") / "scenarios" / "lesson.toml").read_text("utf-8"))
    plan = {"date": dt.date(1940, 8, 18), "scenario": "lesson", "raid": day["raid"]}
    assert faults("plan", plan) == [] and read_toml(put(tmp_path / "plan.toml", plan)).read(PlanFile).raid
    assert faults("plan", {**plan, "raid": [{}]}) and faults("plan", {"date": dt.date(1940, 8, 18)})
