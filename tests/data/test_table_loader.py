"""The loader of tables refuses whatever is not whole, and says in which file, where, and what it expected."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bob.core.errors import DataError, UsageError
from bob.core.resources import data_folder
from bob.data.tables import ListTable, Tables

SHIPPED = data_folder("tables") / "operations"


def changed(folder: Path, name: str, *changes: tuple[str, str]) -> Path:
    """A copy of a shipped table in the folder, with some of its text changed; each old text must be there just once."""
    text = (SHIPPED / f"{name}.toml").read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path, tables: Tables, place: str, *words: str) -> None:
    """The table is refused, and the error names the file, the place, and what was expected."""
    with pytest.raises(DataError) as caught:
        tables[path.stem]
    error = caught.value
    assert error.file == str(path)
    assert error.place == place
    text = str(error)
    for word in (str(path), f"at {place}:" if place else "", "expected ", *words):
        assert word in text, text


ROW_7 = '{ roll = "7", I = "on_time", II = "on_time", III = "delay1" }'
HARMFUL = 'value = -1\nwhen = { max_disruption = true }\nreading = { return_disruption = "harmful" }'
LARGE = 'when = { gruppen = "6..", type = { but = ["freie_jagd", "jabo"] } }'
GROUND_12 = '{ roll = "12", result = "2/5" }'

CASES = [
    # The rows.
    ("gap", "formation", [('roll = "10..11"', 'roll = "11"')],
     "row", ["just one row for a total of 10", "found nothing"]),
    ("gap of a whole row", "wind", [('  { roll = "4..5", result = "none" },\n', "")],
     "row", ["just one row for a total of 4"]),
    ("overlap", "formation", [('roll = "9"', 'roll = "8..9"')],
     "row", ["just one row for a total of 8", "8, 8..9"]),
    ("missing lower end", "return_to_base", [('roll = "..1"', 'roll = "0..1"')],
     "row", ["just one row for a total of -3", "nothing"]),
    ("missing upper end", "formation", [('roll = "12.."', 'roll = "12"')],
     "row", ["just one row for a total of 13", "nothing"]),
    ("end that modifiers reach", "bad_weather_zones", [('roll = "6.."', 'roll = "6"')],
     "row", ["just one row for a total of 7"]),
    ("two open ends", "cloud_cohesion", [('roll = "3..5"', 'roll = "..5"')],
     "row", ["just one row for a total of", "..2, ..5"]),
    ("gap of heights", "endurance", [('angels = "30"', 'angels = "28"')],
     "row", ["just one entry for angels 28", "26..28, 28"]),
    ("word without a row", "bombing", [('{ unit = "fighter_staffel",', '{ unit = "fighter_gruppe",')],
     "row", ["one entry for unit fighter_gruppe"]),
    ("word unknown", "bombing", [('{ unit = "fighter_staffel",', '{ unit = "airship",')],
     "row[3].unit", ["one of bomber_gruppe", "'airship'"]),
    ("no rows", "wind", [("row = [", "rows = [")],
     "row", ["a list", "nothing"]),
    # The cells.
    ("missing cell", "formation", [(', III = "delay1" }', " }")],
     "row[1].III", ["nothing"]),
    ("surplus cell", "formation", [(', III = "delay1" }', ', III = "delay1", IV = "delay1" }')],
     "row[1].IV", ["one of I, II, III", "'IV'"]),
    ("unknown result", "formation", [(ROW_7, ROW_7.replace("delay1", "delay9"))],
     "row[1].III", ["a result of this table: on_time, delay1", "'delay9'"]),
    ("result of the wrong type", "formation", [(ROW_7, ROW_7.replace('"delay1"', "1.5"))],
     "row[1].III", ["a result", "1.5"]),
    ("result true", "formation", [(ROW_7, ROW_7.replace('"delay1"', "true"))],
     "row[1].III", ["a result", "True"]),
    ("pair cut short", "ground_damage", [(GROUND_12, GROUND_12.replace("2/5", "2"))],
     "row[8].result", ["a result of this table", "'2'"]),
    ("pair of three", "ground_damage", [(GROUND_12, GROUND_12.replace("2/5", "2/5/7"))],
     "row[8].result", ["'2/5/7'"]),
    ("pair in words", "ground_damage", [(GROUND_12, GROUND_12.replace("2/5", "two/5"))],
     "row[8].result", ["'two/5'"]),
    ("dash in the middle", "bombing", [("4 = 3, 5 = 1 }", '4 = "-", 5 = 1 }')],
     "row[0].4", ["a result", "'-'"]),
    ("zone unknown", "weather", [('["duxford", "debden", "north_weald"', '["duxford", "berlin", "north_weald"')],
     "row[0].result", ["filton", "berlin"]),
    ("zone twice", "weather", [('["duxford", "debden", "north_weald"', '["duxford", "debden", "debden"')],
     "row[0].result", ["names nothing twice"]),
    ("result that no row gives", "formation", [(ROW_7, ROW_7), ("special = {", "never = { turns = 9 }\nspecial = {")],
     "results.never", ["some row gives"]),
    # The spans.
    ("span of words", "formation", [('roll = "10..11"', 'roll = "ten"')],
     "row[4].roll", ["a span such as 7, 8..9, ..6 or 12..", "'ten'"]),
    ("span of three dots", "formation", [('roll = "10..11"', 'roll = "10...11"')],
     "row[4].roll", ["a span such as", "'10...11'"]),
    ("span with a hyphen", "formation", [('roll = "10..11"', 'roll = "10-11"')],
     "row[4].roll", ["a span such as", "'10-11'"]),
    ("span of dots alone", "formation", [('roll = "10..11"', 'roll = ".."')],
     "row[4].roll", ["a span such as", "'..'"]),
    ("span backward", "formation", [('roll = "10..11"', 'roll = "11..10"')],
     "row[4].roll", ["a span that goes upward", "'11..10'"]),
    ("empty span", "formation", [('roll = "10..11"', 'roll = ""')],
     "row[4].roll", ["a text"]),
    ("number for a span", "formation", [('roll = "10..11"', "roll = 10")],
     "row[4].roll", ["a text", "found 10"]),
    ("bad span of a modifier", "formation", [('gruppen = "6.."', 'gruppen = "six"')],
     "modifier[2].when.gruppen", ["a span such as", "'six'"]),
    # The columns.
    ("column value unknown", "formation", [('II = ["cloudy", "dense_haze"]', 'II = ["cloudy", "snow"]')],
     "columns.II", ["one of fair", "'snow'"]),
    ("column value twice", "formation", [('II = ["cloudy", "dense_haze"]', 'II = ["cloudy", "dense_haze", "rain"]')],
     "columns", ["weather rain", "II, III"]),
    ("column value missing", "formation", [('II = ["cloudy", "dense_haze"]', 'II = ["cloudy"]')],
     "columns", ["weather dense_haze", "nothing"]),
    ("number without a column", "return_to_base", [('"4+" = "4.."', '"4+" = "5.."')],
     "columns", ["just one entry for late 4", "nothing"]),
    ("shift left out", "bombing", [("3 = 3\n4 = 4", "3 = 4\n4 = 5")],
     "columns", ["consecutive shifts that include 0"]),
    ("columns by something unknown", "formation", [('columns_by = "weather"', 'columns_by = "moon"')],
     "columns_by", ["circumstance of this table", "'moon'"]),
    # The circumstances.
    ("circumstance unknown", "formation", [('"gruppen", "type"]', '"gruppen", "type", "moon"]')],
     "circumstances", ["circumstances.toml", "'moon'"]),
    ("modifier by something unknown", "formation", [(LARGE, LARGE.replace("gruppen", "moon"))],
     "modifier[2].when.moon", ["circumstance of this table"]),
    ("choice unknown", "formation", [('type = ["freie_jagd", "jabo"] }', 'type = ["freie_jagd", "picnic"] }')],
     "modifier[3].when.type", ["jabo", "picnic"]),
    ("but of something unknown", "formation", [(LARGE, LARGE.replace('"jabo"', '"picnic"'))],
     "modifier[2].when.type", ["freie_jagd", "picnic"]),
    ("not but", "formation", [(LARGE, LARGE.replace("but", "bar"))],
     "modifier[2].when.type", ["{but = [...]}"]),
    ("flag that is a word", "navigation", [("when = { crosswind = true }", 'when = { crosswind = "yes" }')],
     "modifier[2].when.crosswind", ["yes or no"]),
    ("none of something unknown", "bombing", [("none_of = { cloudy", "none_of = { moon")],
     "modifier[1].when.none_of.moon", ["circumstance of this table"]),
    ("number out of its limits", "endurance", [("defaults = { hexes = 0,", "defaults = { hexes = -1,")],
     "defaults.hexes", ["from 0 to 200", "-1"]),
    ("default that is no choice", "formation", [('type = "main" }', 'type = "picnic" }')],
     "defaults.type", ["picnic"]),
    ("default that is missing", "endurance", [("defaults = { hexes = 0, boxes = 0 }", "defaults = { hexes = 0 }")],
     "defaults.boxes", ["from 0 to 50"]),
    ("default of what is required", "formation", [('type = "main" }', 'type = "main", weather = "fair" }')],
     "defaults.weather", ["not required"]),
    ("default by something unknown", "navigation", [('weather_between = "@weather"', 'weather_between = "@lost"')],
     "defaults.weather_between", ["@ and the name"]),
    ("required but unknown", "formation", [('required = ["weather"]', 'required = ["weather", "moon"]')],
     "required", ["a circumstance of this table", "'moon'"]),
    ("counted by a word", "endurance", [('per = { of = "hexes", step = 4 }', 'per = { of = "wings", step = 4 }')],
     "modifier[0].per.of", ["one of angels, hexes"]),
    # The keys and their types.
    ("unknown key", "wind", [('rows_by = "dice"', 'rows_by = "dice"\ncolour = "red"')],
     "colour", ["one of ", "'colour'"]),
    ("unknown key of a modifier", "formation", [(LARGE, LARGE + "\nunless = true")],
     "modifier[2].unless", ["one of ", "'unless'"]),
    ("unknown key of a switch", "return_to_base",
     [('readings = ["as_printed", "harmful"]', 'readings = ["as_printed", "harmful"]\nhow = 1')],
     "switch[0].how", ["one of"]),
    ("unknown key of a face", "random_event", [("face = 6\n", "face = 6\nsides = 6\n")],
     "face[1].sides", ["one of"]),
    ("face of no die", "random_event", [("face = 6\n", "face = 7\n")],
     "face[1].face", ["a whole number from 1 to 6", "found 7"]),
    ("wrong name", "wind", [('name = "wind"', 'name = "winds"')],
     "name", ["wind", "'winds'"]),
    ("no name", "wind", [('name = "wind"', "")],
     "name", ["a text", "nothing"]),
    ("wrong kind", "wind", [('kind = "rolled"', 'kind = "drawn"')],
     "kind", ["one of rolled, list", "'drawn'"]),
    ("rule of the wrong type", "wind", [('rule = "OPS-A7.t"', "rule = 7")],
     "rule", ["a text", "found 7"]),
    ("value of the wrong type", "return_to_base", [("value = -4", 'value = "-4"')],
     "modifier[2].value", ["a whole number", "'-4'"]),
    ("value of half", "return_to_base", [("value = -4", "value = -4.5")],
     "modifier[2].value", ["a whole number", "-4.5"]),
    ("value of true", "return_to_base", [("value = -4", "value = true")],
     "modifier[2].value", ["a whole number", "True"]),
    ("dice of the wrong type", "wind", [('dice = "2d6"', "dice = 2")],
     "dice", ["a text", "found 2"]),
    ("dice in words", "wind", [('dice = "2d6"', 'dice = "two"')],
     "dice", ["dice such as 2d6", "'two'"]),
    ("dice without a use", "endurance", [('rows_by = "angels"', 'rows_by = "angels"\ndice = "2d6"')],
     "rows_by", ["dice when the table has dice"]),
    ("takes something unknown", "weather", [('take = "zones"', 'take = "hexes"')],
     "take", ["circumstance of this table", "'hexes'"]),
    # The readings.
    ("reading leaves two", "london_haze", [('london_haze_6 = "up_to_8" }', 'london_haze_6 = "as_printed" }')],
     "row", ["a total of 6", "'6, 6'"]),
    ("reading leaves a gap", "london_haze", [('london_haze_6 = "as_printed" }', 'london_haze_6 = "up_to_8" }')],
     "row", ["a total of 6", "found nothing"]),
    ("another reading leaves a gap", "london_haze",
     [('  { roll = "6", result = "dense_haze_0_8", reading = { london_haze_6 = "up_to_8" } },\n', "")],
     "row", ["a total of 6", "found nothing"]),
    ("reading unknown", "return_to_base", [(HARMFUL, HARMFUL.replace("harmful", "kind"))],
     "modifier[1].reading.return_disruption", ["as_printed, harmful", "'kind'"]),
    ("switch unknown", "return_to_base", [(HARMFUL, HARMFUL.replace("return_d", "d"))],
     "modifier[1].reading.disruption", ["a switch of this table"]),
    ("switch of one reading", "london_haze", [('readings = ["as_printed", "up_to_8"]', 'readings = ["as_printed"]')],
     "switch[0].readings", ["two readings or more"]),
    # What only an overlay can do wrong.
    ("changed dice", "wind", [('dice = "2d6"', 'dice = "1d6"'), ('"2..3"', '"1..3"')],
     "dice", ["as in the shipped table: 2, 6", "1, 6"]),
    ("new result", "wind",
     [("[results]\n", "[results]\ngale = {}\n"), ('"crosswind_8" }', '"gale" }'), ("crosswind_8 = { crosswind_from = 8 }", "")],
     "results", ["only results of the shipped table: headwind", "gale"]),
    ("circumstance dropped", "endurance",
     [('"hexes", "boxes"]', '"hexes"]'), (", boxes = 0", ""), ('of = "boxes", step = 1', 'of = "hexes", step = 9')],
     "circumstances", ["angels, hexes, boxes"]),
    # The lists.
    ("entry twice", "victory_points", [('code = "fighter_shot_down"', 'code = "raf_shot_down"')],
     "entry[3].code", ["a value used once", "'raf_shot_down'"]),
    ("entry without a code", "victory_points", [('code = "fighter_shot_down", ', "")],
     "entry[3].code", ["a text", "nothing"]),
    ("entry unknown", "movement", [('code = "dive"', 'code = "loop"')],
     "entry", ["move, dive", "loop"]),
    ("entry left out", "victory_points", [('  { rule = "OPS-A15.7", code = "patrol_freie_jagd", points = -2, each = 1 },\n', "")],
     "entry", ["patrol_freie_jagd"]),
    ("unknown key of a list", "victory_points", [('kind = "list"', 'kind = "list"\nscore = 1')],
     "score", ["one of ", "'score'"]),
    ("list made a table", "movement", [('kind = "list"', 'kind = "rolled"')],
     "rows_by", ["a text", "nothing"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "changes", "place", "words"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_a_broken_table_is_refused(tmp_path: Path, name: str, changes: list[tuple[str, str]], place: str, words: list[str]) -> None:
    refused(changed(tmp_path, name, *changes), Tables.shipped(tmp_path), place, *words)


# Files


def test_a_file_that_is_not_toml(tmp_path: Path) -> None:
    path = changed(tmp_path, "wind", ("row = [", "row = [["))
    refused(path, Tables.shipped(tmp_path), "-", "TOML")


def test_an_empty_file(tmp_path: Path) -> None:
    path = tmp_path / "wind.toml"
    path.touch()
    refused(path, Tables.shipped(tmp_path), "name", "a text", "nothing")


@pytest.mark.parametrize(("raw", "byte"), [(b"\xff", 0), (b'name = "w\xefnd"', 9), (b'name = "wind" # \xe9t\xe9', 16)])
def test_a_file_that_is_not_utf_8(tmp_path: Path, raw: bytes, byte: int) -> None:
    path = tmp_path / "wind.toml"
    path.write_bytes(raw)
    refused(path, Tables.shipped(tmp_path), f"byte {byte}", "UTF-8 text")


def test_a_shipped_file_that_is_missing(tmp_path: Path) -> None:
    shutil.copytree(SHIPPED, tmp_path / "operations")
    (tmp_path / "operations" / "wind.toml").unlink()
    tables = Tables(tmp_path / "operations")
    refused(tmp_path / "operations" / "wind.toml", tables, "-", "a readable file")
    assert tables.rolled("time").look_up((1, 1)).result == "06:30"


def test_a_folder_that_is_missing(tmp_path: Path) -> None:
    with pytest.raises(UsageError) as caught:
        Tables.shipped(tmp_path / "nowhere")
    assert str(tmp_path / "nowhere") in str(caught.value)
    (tmp_path / "file").touch()
    with pytest.raises(UsageError):
        Tables.shipped(tmp_path / "file")


@pytest.mark.parametrize(
    ("old", "new", "place", "words"),
    [
        ('[landmark]\nkind = "flag"', '[landmark]\nkind = "flags"', "landmark.kind", "one of flag, number, choice"),
        ('[landmark]\nkind = "flag"', '[landmark]\nkind = "flag"\nleast = 0', "landmark.least", "one of kind"),
        ("least = 0\nmost = 34\nstep = 2", "least = 0\nstep = 2", "angels.most", "a whole number"),
        ("least = 0\nmost = 34\nstep = 2", "least = 36\nmost = 34\nstep = 2", "angels.most", "at least 36"),
        ("least = 0\nmost = 34\nstep = 2", "least = 0\nmost = 34\nstep = -2", "angels.step", "a whole number from 1 to 9999"),
        ("least = 0\nmost = 34\nstep = 2", 'least = 0\nmost = "34"\nstep = 2', "angels.most", "a whole number"),
        ('choices = ["main", ', 'choices = [7, "main", ', "type.choices[0]", "a text"),
        ('[landmark]\nkind = "flag"', '[landmark]\nkind = "flag"\n[landmark]', "-", "TOML"),
    ],
)
def test_broken_circumstances(tmp_path: Path, old: str, new: str, place: str, words: str) -> None:
    folder = tmp_path / "operations"
    shutil.copytree(SHIPPED, folder)
    text = (folder / "circumstances.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / "circumstances.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        Tables(folder)["formation"]
    assert (caught.value.file, caught.value.place) == (str(folder / "circumstances.toml"), place)
    assert words in str(caught.value)


def test_a_table_that_nobody_knows() -> None:
    with pytest.raises(UsageError) as caught:
        Tables.shipped()["winds"]
    assert "winds" in str(caught.value) and "random_event" in str(caught.value)


# Good overlays


def test_a_good_overlay_is_used_and_the_rest_stays(tmp_path: Path) -> None:
    path = changed(tmp_path, "bombing", ("0 = 10, 1 = 9", "0 = 11, 1 = 9"), ("value = -2", "value = -1"))
    tables = Tables.shipped(tmp_path)
    bombing = tables.rolled("bombing")
    assert bombing.file == str(path)
    assert bombing.look_up(unit="bomber_gruppe").result == 11
    assert bombing.look_up(unit="bomber_gruppe", not_tallied=True).result == 15
    assert Tables.shipped().rolled("bombing").look_up(unit="bomber_gruppe").result == 10
    assert tables["wind"].file == str(SHIPPED / "wind.toml")


def test_a_good_overlay_of_a_list(tmp_path: Path) -> None:
    changed(tmp_path, "victory_points", ('code = "balloon_points", points = 1, each = 4', 'code = "balloon_points", points = 2, each = 5'))
    table = Tables.shipped(tmp_path)["victory_points"]
    assert isinstance(table, ListTable)
    assert table["balloon_points"].values == {"points": 2, "each": 5}


def test_the_last_overlay_lies_on_top(tmp_path: Path) -> None:
    for folder, event in (("low", "turnaround"), ("high", "clear_radio")):
        (tmp_path / folder).mkdir()
        changed(tmp_path / folder, "random_event", ('result = "nothing" }', f'result = "{event}" }}'), ("\nnothing = {}", ""))
    changed(tmp_path / "low", "wind", ('"4..5", result = "none"', '"4..5", result = "headwind"'), ("\nnone = {}", ""))
    tables = Tables.shipped(tmp_path / "low", tmp_path / "high")
    assert tables.rolled("random_event").look_up((3, 4)).result == "clear_radio"
    assert tables.rolled("wind").look_up((2, 2)).result == "headwind"


def test_a_broken_overlay_beneath_a_good_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / "low").mkdir()
    (tmp_path / "high").mkdir()
    changed(tmp_path / "high", "wind")
    path = changed(tmp_path / "low", "wind", ('roll = "12"', 'roll = "13"'))
    refused(path, Tables.shipped(tmp_path / "low", tmp_path / "high"), "row", "a total of 12")


def test_a_table_is_read_once_and_only_when_asked_for(tmp_path: Path) -> None:
    path = changed(tmp_path, "wind")
    (tmp_path / "time.toml").write_text("broken", encoding="utf-8")
    tables = Tables.shipped(tmp_path)
    first = tables["wind"]
    path.unlink()
    assert tables["wind"] is first
    with pytest.raises(DataError):
        tables["time"]
