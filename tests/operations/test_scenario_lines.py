"""What a dated scenario's file may say of weather by the hour, convoys and the ground, and how it is refused what makes no sense."""

from __future__ import annotations

from pathlib import Path

import pytest

from bob.errors import DataError
from bob.operations.scenario_files import Check, DayFile, load
from bob.resources import data_folder
from tests.operations.build import W

PLAIN = (data_folder("tables") / "scenarios" / "one_raid.toml").read_text()
TOP, REST = PLAIN.split("[title]", 1)

GOOD = {
    "script": '[[weather.script]]\nat = "12:00"\nzones = ["london"]\nweather = "rain"\nlevels = [0, 6]\nflips_to = "fair"\n',
    "winds": '[[weather.winds]]\nat = "12:00"\nwind = "headwind"\nfrom = 300\nhexes = 2\n',
    "damage": '[[damage]]\nfield = "Manston"\ncapacity = 1\n',
    "ground": '[[ground]]\nfield = "Detling"\nsquadrons = 2\n',
    "convoy": '[[convoy]]\ncode = "a"\nname = { en = "A", fr = "A" }\nlane = "CW/CE Channel coastal route"\nat = "Dungeness"\n'
    'towards = "Portland Bill"\nships = 20\n',
}
"""By part, lines that are in order."""


def written(folder: Path, *lines: str, top: str = "") -> Path:
    path = folder / "a_day.toml"
    path.write_text(f"{TOP}{top}\n[title]{REST}\n" + "\n".join(lines))
    return path


def checked(path: Path) -> None:
    file = load(path)
    assert isinstance(file, DayFile)
    Check(W, path).day(file)


def test_lines_in_order_are_read(tmp_path: Path) -> None:
    checked(written(tmp_path, *GOOD.values(), top='stations_off = ["Ventnor"]\nrooms_hit = ["Kenley"]\nemergency_rooms = ["Hornchurch"]'))


@pytest.mark.parametrize(
    ("part", "old", "new", "place"),
    [
        ("script", '"london"', '"nowhere"', "weather.script[0].zones[0]"),
        ("script", "12:00", "12:30", "weather.script[0].at"),
        ("script", "[0, 6]", "[6, 0]", "weather.script[0].levels"),
        ("script", "[0, 6]", "[0, 5]", "weather.script[0].levels[1]"),
        ("script", '"rain"', '"snow"', "weather.script[0].weather"),
        ("winds", "headwind", "gale", "weather.winds[0].wind"),
        ("winds", "hexes = 2", "hexes = 5", "weather.winds[0].hexes"),
        ("winds", "from = 300", "from = 360", "weather.winds[0].from"),
        ("winds", "12:00", "12:05", "weather.winds[0].at"),
        ("damage", "Manston", "Nowhere", "damage[0].field"),
        ("ground", "Detling", "Biggin Hill", "ground[0].field"),
        ("ground", "squadrons = 2", "squadrons = 7", "ground[0].squadrons"),
        ("convoy", "CW/CE Channel coastal route", "Thames", "convoy[0].lane"),
        ("convoy", '"Dungeness"', '"Duxford"', "convoy[0].at"),
        ("convoy", '"Portland Bill"', '"Dungeness"', "convoy[0].towards"),
        ("convoy", "ships = 20", "ships = 0", "convoy[0].ships"),
        ("convoy", "ships = 20", 'ships = 20\nenters = "03:00"', "convoy[0].enters"),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_by_its_place(tmp_path: Path, part: str, old: str, new: str, place: str) -> None:
    assert old in GOOD[part]
    with pytest.raises(DataError) as refused:
        checked(written(tmp_path, GOOD[part].replace(old, new)))
    assert refused.value.values["place"] == place


def test_a_raid_joins_one_that_is_there(tmp_path: Path) -> None:
    path, sweep = tmp_path / "a_day.toml", '[[raid]]\ncode = "sweep"\n'
    assert sweep in PLAIN
    path.write_text(PLAIN.replace(sweep, f'{sweep}joins = "biggin_hill"\n'))
    checked(path)
    path.write_text(PLAIN.replace(sweep, f'{sweep}joins = "nobody"\n'))
    with pytest.raises(DataError) as refused:
        checked(path)
    assert refused.value.values["place"] == "raid[0].joins"


@pytest.mark.parametrize("part", ["script", "winds", "damage", "ground", "convoy"])
def test_nothing_is_said_twice(tmp_path: Path, part: str) -> None:
    with pytest.raises(DataError):
        checked(written(tmp_path, GOOD[part], GOOD[part]))


@pytest.mark.parametrize("top", ['stations_off = ["Poling Magna"]', 'rooms_hit = ["Manston"]', 'emergency_rooms = ["Manston"]'])
def test_only_what_stands_on_the_map_can_be_damaged(tmp_path: Path, top: str) -> None:
    with pytest.raises(DataError):
        checked(written(tmp_path, top=top))


@pytest.mark.parametrize("known", [True, False])
def test_a_raid_aims_at_a_convoy_only_where_it_is_known(tmp_path: Path, known: bool) -> None:
    convoy = GOOD["convoy"] + ("known = true\n" if known else "")
    path = written(tmp_path, convoy)
    aimed = path.read_text().replace('primary = "', 'convoy = "a"\nnote = "', 1)
    assert aimed != path.read_text()
    path.write_text(aimed)
    if known:
        checked(path)
        return
    with pytest.raises(DataError) as refused:
        checked(path)
    assert str(refused.value.values["place"]).endswith(".convoy")
