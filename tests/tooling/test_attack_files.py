"""Every kind of file that a user can write, spoilt at random: it loads or is refused in words that name the place, in bounded time."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import BobError, DataError
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.data.tables import Tables
from bob.day.game import OperationalDay
from bob.day.scenarios.scenario_files import load
from bob.tactical.cards import data as cards
from bob.tactical.cards.game import load_scenarios
from bob.words import Words
from tests.sizes import WHOLE, some
from tools.attack.files import FileKind, attempt, kinds, lines, run
from tools.attack.mutate import as_toml, bitten, places, spoilt

COUNT = 10 if WHOLE else 5
"""How many spoilt files of each kind; `python -m tools.attack.files` tries thousands."""
TABLES = data_folder("tables")
LOWEST = f"raf_decisive = {tomllib.loads((TABLES / 'scenarios' / 'one_raid.toml').read_text())['bands']['raf_decisive']}\n"
"""The line of *One raid* with its lowest band of points."""


@pytest.mark.slow
@pytest.mark.parametrize("name", some(sorted(kinds())))
def test_a_spoilt_file_loads_or_is_refused_in_words(name: str) -> None:
    report = run(COUNT, "ci", (name,))[name]
    assert report.faults == []
    assert report.refused and report.loaded + report.refused == COUNT


@pytest.mark.parametrize("name", some(sorted(kinds())))
def test_the_shipped_file_loads(name: str, tmp_path: Path) -> None:
    kind = kinds()[name]
    for path in {*kind.beside, kind.shipped}:
        (tmp_path / path.name).write_bytes(path.read_bytes())
    kind.load(tmp_path / kind.shipped.name)


def test_a_spoilt_plan_is_refused_in_words() -> None:
    report = lines(300, "ci")
    assert report.faults == [] and report.refused > 100


def test_the_same_seed_spoils_the_same_way() -> None:
    tree = tomllib.loads((TABLES / "scenarios" / "one_raid.toml").read_text("utf-8"))
    assert as_toml(spoilt(tree, Stream.of(1, "x"))) == as_toml(spoilt(tree, Stream.of(1, "x")))
    assert bitten(b"a = 1\n" * 40, Stream.of(1, "x")) == bitten(b"a = 1\n" * 40, Stream.of(1, "x"))
    assert tomllib.loads(as_toml(tree)) == tree and ("raid", 0, "code") in places(tree)


def test_a_fault_of_a_loader_is_seen() -> None:
    def faulty(path: Path) -> None:
        raise KeyError(path)

    kind = FileKind("faulty", TABLES / "sensors.toml", faulty)
    with pytest.raises(KeyError):
        attempt(kind, 0, "x")


# ---- what fell


def changed(tmp_path: Path, path: Path, *changes: tuple[str, str]) -> Path:
    text = path.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) >= 1, old
        text = text.replace(old, new, 1)
    (tmp_path / path.name).write_text(text, "utf-8")
    return tmp_path / path.name


def test_a_modifier_beyond_measure_is_refused_at_once(tmp_path: Path) -> None:
    text = (TABLES / "operations" / "formation.toml").read_text("utf-8")
    at = text.index("value = ", text.index("[[modifier]]"))
    (tmp_path / "formation.toml").write_text(text[:at] + "value = 2147483648 #" + text[at + 8 :], "utf-8")
    with pytest.raises(DataError) as error:
        Tables.shipped(tmp_path)["formation"]
    assert error.value.place.endswith("value")


@pytest.mark.parametrize("into", ["{}", "[]", "true", "1.5", '["a"]'])
def test_what_a_result_becomes_is_a_result(tmp_path: Path, into: str) -> None:
    name = next(p.stem for p in sorted((TABLES / "operations").glob("*.toml")) if "[[becomes]]" in p.read_text("utf-8"))
    text = (TABLES / "operations" / f"{name}.toml").read_text("utf-8")
    line = next(line for line in text.splitlines() if line.startswith("into = "))
    changed(tmp_path, TABLES / "operations" / f"{name}.toml", (line, f"into = {into}"))
    with pytest.raises(DataError) as error:
        Tables.shipped(tmp_path)[name]
    assert error.value.place.startswith("becomes")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        (LOWEST, "", "bands.raf_decisive"),
        (LOWEST, "raf_decisive = 99\n", "bands"),
        (LOWEST, "raf_decisive = nan\n", "bands.raf_decisive"),
        ('start = "10:30"', 'start = "24:30"', "start"),
        ("turns = 36", "turns = 100000", "turns"),
        ("date = 1940-08-29", "date = 1941-08-29", "date"),
        ("date = 1940-08-29", "date = 1940-08-29T10:00:00", "date"),
        ('london_haze = "haze_0_4"', 'london_haze = "smog"', "weather.london_haze"),
        ("bad_zones = []", 'bad_zones = ["atlantis"]', "weather.bad_zones[0]"),
        ('boxes = [["I./JG 51"]', 'boxes = [["I./JG 999"]', "patrols.boxes[0][0]"),
        ('unit = "79 Squadron"', 'unit = "799 Squadron"', "raf[0].unit"),
        ('code = "biggin_hill"', 'code = "sweep"', "raid[1].code"),
        ('form_time = "10:45"', 'form_time = "10:25"', "raid[0].form_time"),
        ("form_angels = 22", "form_angels = 21", "raid[0].form_angels"),
        ('form_at = "Cap Blanc-Nez"', 'form_at = "Atlantis"', "raid[0].form_at"),
        ('primary = "Biggin Hill"', 'primary = "Atlantis"', "raid[1].primary"),
        ("at = [50.84, 0.66]", "at = [50.84, inf]", "raid[1].home[0].at"),
        ('role = "sweep", aircraft = 27', 'role = "sweep", aircraft = 0', "raid[0].units[0].aircraft"),
        ('unit = "III./JG 26"', 'unit = "92 Squadron"', "raid[0].units[0].unit"),
        ("[switches]", "[switches]\nlondon_haze_6 = 'never'", "switches.london_haze_6"),
        ("[switches]", "[switches]\nnonsense = 'x'", "switches"),
        ("response_level = 9", "response_level = 9\nnonsense = 1", "nonsense"),
    ],
)
def test_a_scenario_is_checked_before_the_day_begins(tmp_path: Path, old: str, new: str, place: str) -> None:
    path = changed(tmp_path, TABLES / "scenarios" / "one_raid.toml", (old, new))
    with pytest.raises(DataError) as error:
        kinds()["scenario/one_raid.toml"].load(path)
    assert error.value.file == str(path) and error.value.place == place
    assert error.value.describe(Words("fr")) != error.value.describe(Words("en"))


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("raids = [1, 3]", "raids = [3, 1]", "period[0].raids"),
        ("to = 1940-08-07", "to = 1940-07-07", "period[0].to"),
        ("to = 1940-08-07", "to = 1940-07-10\nx = 1", "period[0].x"),
        ("number = 2", "number = 1", "period[1].number"),
        ("luftflotte = { 2 = 70, 3 = 30 }", "luftflotte = { 2 = 0 }", "draw.luftflotte"),
        ("luftflotte = { 2 = 70, 3 = 30 }", "luftflotte = { 2 = 70, 5 = 30 }", "draw.form_at"),
        ('"Cap Gris-Nez"', '"Atlantis"', "draw.form_at.2[0]"),
        ("main = [12, 18]", "main = [12, 17]", "draw.angels.main[1]"),
        ("types = { main = 40", "types = { mein = 40", "period[0].types"),
    ],
)
def test_what_a_free_day_is_drawn_from_is_checked(tmp_path: Path, old: str, new: str, place: str) -> None:
    path = changed(tmp_path, TABLES / "scenarios" / "free.toml", (old, new))
    with pytest.raises(DataError) as error:
        kinds()["scenario/free.toml"].load(path)
    assert error.value.place == place


def test_a_file_in_another_encoding_is_told_so(tmp_path: Path) -> None:
    shipped = TABLES / "cards" / "aircraft.toml"
    text = shipped.read_text("utf-8")
    path = tmp_path / "aircraft.toml"
    path.write_text(text, "utf-16")
    with pytest.raises(DataError) as error:
        cards.load_aircraft(path)
    assert "UTF-16" in error.value.describe(Words("en")) and "UTF-8" in error.value.describe(Words("fr"))
    path.write_text(text, "utf-8-sig")
    assert cards.load_aircraft(path).keys() == cards.load_aircraft(shipped).keys()


@pytest.mark.parametrize("text", ["[duel", "duel = 3", "[duel]\nturns = 'x'", "[duel]\nnonsense = 1"])
def test_a_battle_of_ones_own_is_refused_in_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "scenarios.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError):
        load_scenarios(path)


def test_switches_of_a_game_are_texts_by_name() -> None:
    for wrong in ([], "x", {"a": 1}):
        with pytest.raises(BobError):
            Match.new(OperationalDay(), "one_raid", 1, {"switches": wrong})
    assert encode(load(TABLES / "scenarios" / "one_raid.toml"))["code"] == "one_raid"


def test_a_number_beyond_measure_on_the_coast_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "coastline.geojson"
    path.write_text('{"features": [{"geometry": {"type": "Polygon", "coordinates": [[[1' + "0" * 400 + ", 51]]]}}]}", "utf-8")
    with pytest.raises(DataError) as error:
        kinds()["map/coastline.geojson"].load(path)
    assert error.value.place == "features[0].geometry"


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("raise_at = 7", "raise_at = 7.5", "detection.raise_at"),
        ("raise_at = 7\n", "", "detection.raise_at"),
        ("per_angels = 4", "per_angels = 0", "flak.per_angels"),
        ("error_hexes = [0, 2, 1, 1, 0]", "error_hexes = [0, 2, 1, 1]", "detection.error_hexes"),
        ("[tally]", "[tally]\nnonsense = 1", "tally.nonsense"),
        ('yellow = ["fair", "dense_haze"]', 'yellow = ["fair", "smog"]', "markers.yellow"),
        ("fog = [0, 2]", "fog = [0]", "layers.fog"),
        ("squadron = 3, flight = 2", "squadron = 3", "units.max_disruption.flight"),
    ],
)
def test_the_figures_of_the_model_are_checked(tmp_path: Path, old: str, new: str, place: str) -> None:
    path = changed(tmp_path, TABLES / "operational.toml", (old, new))
    with pytest.raises(DataError) as error:
        kinds()["units/operational.toml"].load(path)
    assert error.value.file == str(path) and error.value.place == place
    assert error.value.describe(Words("fr")) != error.value.describe(Words("en"))
