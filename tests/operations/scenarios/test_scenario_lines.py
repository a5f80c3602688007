"""What a dated scenario's file may say of weather by the hour, convoys and the ground, and how it is refused what makes no sense."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from bob.core.dice import SeededDice, Stream
from bob.core.errors import DataError
from bob.core.resources import data_folder
from bob.day.scenarios.scenario import Scenario, setup
from bob.day.scenarios.scenario_files import Check, DayFile, FreeFile, load
from tests.operations.build import W

PLAIN = (data_folder("tables") / "scenarios" / "one_raid.toml").read_text()
TOP, REST = PLAIN.split("[title]", 1)
BANDS = tomllib.loads(PLAIN)["bands"]
BAND = {name: f"{name} = {points}" for name, points in BANDS.items()}
"""The lines of the file that name the bands of points."""

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


DAY = {
    "switches": ("[switches]\n", '[switches]\nclimb = "slowly"\n', "switches.climb"),
    "switch": ("[switches]\n", '[switches]\nweather = "fine"\n', "switches"),
    "haze": ('london_haze = "haze_0_4"', 'london_haze = "thick"', "weather.london_haze"),
    "wind": ("bad_zones = []", 'bad_zones = []\nwind = "gale"', "weather.wind"),
    "bad zone": ("bad_zones = []", 'bad_zones = ["kenley", "nowhere"]', "weather.bad_zones[1]"),
    "boxes": ('[["I./JG 51"], [], [], [], [], []]', "[[], [], [], [], [], [], []]", "patrols.boxes"),
    "box": ('[["I./JG 51"], []', '[[], ["I./JG 51", "79 Squadron"]', "patrols.boxes[1][1]"),
    "code": ('code = "biggin_hill"', 'code = "sweep"', "raid[1].code"),
    "early": ('form_time = "10:45"', 'form_time = "10:25"', "raid[0].form_time"),
    "unit": ('unit = "III./JG 26", role', 'unit = "III./JG 99", role', "raid[0].units[0].unit"),
    "no units": ('[{ unit = "III./JG 26", role = "sweep", aircraft = 27, angels = 22 }]', "[]", "raid[0].units"),
    "bands": (BAND["luftwaffe_marginal"], f"luftwaffe_marginal = {BANDS['luftwaffe_decisive'] + 1}", "bands"),
    "raf bands": (BAND["raf_marginal"], f"raf_marginal = {BANDS['luftwaffe_marginal']}", "bands"),
    "lower": (BAND["raf_marginal"], f"raf_marginal = {BANDS['raf_decisive'] - 1}", "bands"),
}


@pytest.mark.parametrize("name", DAY)
def test_what_a_day_names_must_be_there_and_in_order(tmp_path: Path, name: str) -> None:
    old, new, place = DAY[name]
    assert PLAIN.count(old) == 1
    path = tmp_path / "a_day.toml"
    path.write_text(PLAIN.replace(old, new))
    with pytest.raises(DataError) as refused:
        checked(path)
    assert refused.value.values["place"] == place


def test_bands_may_touch_where_a_side_has_won_decisively(tmp_path: Path) -> None:
    path = tmp_path / "a_day.toml"
    touching = PLAIN
    for side in ("luftwaffe", "raf"):
        touching = touching.replace(BAND[f"{side}_marginal"], f"{side}_marginal = {BANDS[f'{side}_decisive']}")
    assert touching != PLAIN
    path.write_text(touching)
    checked(path)


def test_a_raid_may_form_as_the_day_begins(tmp_path: Path) -> None:
    path = tmp_path / "a_day.toml"
    path.write_text(PLAIN.replace('form_time = "10:45"', 'form_time = "10:30"'))
    checked(path)


FREE = (data_folder("tables") / "scenarios" / "free.toml").read_text()
DRAWN: dict[str, tuple[str, str, str]] = {
    "lanes": ('lanes = ["CW/CE Channel coastal route", "FN/FS East Coast route"]', "lanes = []", "draw.lanes"),
    "lane": ('"FN/FS East Coast route"', '"Thames"', "draw.lanes[1]"),
    "convoys": ('["Acorn", "Beetle", "Cable", "Dredger", "Ferret", "Gannet", "Hatch", "Ivory"]', '["Acorn"]', "draw.convoys"),
    "name": ("target = { en", "goal = { en", "draw.names.target"),
    "fleets": ("luftflotte = { 2 = 70, 3 = 30 }", "luftflotte = { 2 = 0, 3 = 0 }", "draw.luftflotte"),
    "fleet": ("luftflotte = { 2 = 70, 3 = 30 }", "luftflotte = { 2 = 70, 5 = 30 }", "draw.form_at"),
    "above": ("close_escort = 2, high_cover = 6", "close_escort = 2", "draw.escort_above.high_cover"),
    "dates": ("from = 1940-07-10", "from = 1940-08-08", "period[0].to"),
    "raids": ("raids = [1, 3]", "raids = [0, 3]", "period[0].raids"),
    "type": ("types = { main = 40, dive_bombing = 60 }", "types = { main = 40, feint = 60 }", "period[0].types"),
    "types": ("types = { main = 40, dive_bombing = 60 }", "types = { main = 0 }", "period[0].types"),
    "target": ("port = 60, oil = 10", "harbour = 60, oil = 10", "period[0].targets"),
    "targets": (
        "targets = { port = 60, oil = 10, raf_airfield = 10, factory = 5, docks = 15 }",
        "targets = { port = 0 }",
        "period[0].targets",
    ),
    "sky": ("sky = { fair = 20, scattered = 30, cloudy = 30, overcast = 8, rain = 12 }", "sky = { fair = 0 }", "period[0].sky"),
    "switch": ('climb = "by_type"', 'climb = "slowly"', "switches.climb"),
}


@pytest.mark.parametrize("name", DRAWN)
def test_what_a_free_day_is_drawn_from_must_be_there(tmp_path: Path, name: str) -> None:
    old, new, place = DRAWN[name]
    assert old in FREE
    path = tmp_path / "a_free_day.toml"
    path.write_text(FREE.replace(old, new, 1))
    file = load(path)
    assert isinstance(file, FreeFile)
    with pytest.raises(DataError) as refused:
        Check(W, path).free(file)
    assert refused.value.values["place"] == place


def test_a_free_days_first_and_last_date_may_be_one_and_one_raid_is_enough(tmp_path: Path) -> None:
    path = tmp_path / "a_free_day.toml"
    path.write_text(FREE.replace("to = 1940-08-07", "to = 1940-07-10").replace("raids = [1, 3]", "raids = [1, 1]"))
    file = load(path)
    assert isinstance(file, FreeFile)
    Check(W, path).free(file)


@pytest.mark.rule("OPS-C5.1")
@pytest.mark.parametrize(("enters", "turn"), [(None, 1), ("10:30", 1), ("10:35", 2), ("12:00", 19)])
def test_a_convoy_enters_in_the_turn_of_its_time(tmp_path: Path, enters: str | None, turn: int) -> None:
    line = GOOD["convoy"] + (f'enters = "{enters}"\n' if enters else "")
    path = written(tmp_path, line)
    p = setup(W, Scenario.of(path), {}, SeededDice(Stream.of(1, "game")))
    assert p.convoys["a"].entered == turn and p.clock(turn) == (enters or "10:30")
    assert p.convoys["a"].state == ("under_way" if turn == 1 else "to_come")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('primary = "Biggin Hill"', 'primary = "Tonbridge Junction"', "raid[1].primary"),
        ('primary = "Biggin Hill"', 'primary = "Atlantis"', "raid[1].primary"),
        ('secondary = "West Malling"', 'secondary = "Cap Gris-Nez"', "raid[1].secondary"),
        ('form_at = "Cap Gris-Nez"', "form_at = [10.0, 10.0]", "raid[1].form_at"),
    ],
)
def test_a_raid_of_a_day_goes_for_targets_and_forms_on_the_map(tmp_path: Path, old: str, new: str, place: str) -> None:
    assert PLAIN.count(old) == 1
    path = tmp_path / "a_day.toml"
    path.write_text(PLAIN.replace(old, new))
    with pytest.raises(DataError) as refused:
        setup(W, Scenario.of(path), {}, SeededDice(Stream.of(1, "game")))
    assert refused.value.values["place"] == place
