"""The tables: every entry as the rules' designed set has it, errors that name file and place, a user's folder laid over ours."""

from __future__ import annotations

import shutil
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.core.errors import BobError, DataError, UsageError
from bob.core.resources import data_folder
from bob.tactical.hexes import HexDogfight
from bob.tactical.hexes.data import CARDS, MARKERS, laid_over, load_tables, shipped

TABLES = shipped()
FOLDER = data_folder("tables") / "hexes"

# Type: bomber, speed, guns, rotation, loop, roll, Immelmann, split-S, zoom, dive, structure, armour, speed dice, fuel, points.
NINE: dict[str, tuple[Any, ...]] = {
    "spitfire_i": (False, 6, {"front": 3}, 1, 2, 1, 2, 2, 2, 2, 2, 0, 0, 14, 22),
    "hurricane_i": (False, 5, {"front": 3}, 1, 2, 1, 2, 2, 2, 2, 2, 0, 0, 14, 18),
    "defiant_i": (False, 5, {"turret": 3}, 2, 3, 2, 3, 3, 3, 2, 2, 0, 0, 14, 14),
    "bf_109e": (False, 6, {"front": 3}, 1, 3, 1, 2, 2, 2, 1, 2, 0, 0, 10, 22),
    "bf_110c": (False, 6, {"front": 4, "rear": 1}, 2, 4, 2, 3, 3, 3, 2, 2, 0, 1, 18, 20),
    "ju_87b": (True, 4, {"front": 2, "rear": 1}, 2, 4, 3, 0, 3, 0, 1, 2, 0, 0, 14, 11),
    "he_111h": (True, 4, {"front": 1, "rear": 2}, 2, 0, 0, 0, 0, 0, 0, 2, 2, 0, 20, 16),
    "do_17z": (True, 4, {"front": 1, "rear": 2}, 2, 0, 0, 0, 0, 0, 3, 2, 1, 0, 18, 14),
    "ju_88a": (True, 5, {"front": 1, "rear": 2}, 2, 0, 0, 0, 0, 0, 2, 2, 1, 1, 18, 18),
}


@pytest.mark.rule("FIS-110")
@pytest.mark.rule("FIS-D10")
@pytest.mark.rule("FIS-D18")
@pytest.mark.parametrize("code", NINE)
def test_the_nine_dashboards(code: str) -> None:
    d = TABLES.aircraft[code]
    c = d.costs
    guns = {gun.arc: gun.dice for gun in d.guns}
    costs = (c.loop, c.roll, c.immelmann, c.split_s, c.zoom, c.dive)
    assert (d.bomber, d.speed, guns, d.rotation, *costs, d.structure, d.armour, d.quick, d.fuel, d.points) == NINE[code]
    assert (d.special is None) == (code in ("ju_87b", "do_17z"))


def test_every_type_of_the_day_has_a_dashboard() -> None:
    day = [entry["code"] for entry in tomllib.loads((data_folder("tables") / "aircraft.toml").read_text(encoding="utf-8"))["aircraft"]]
    for code in day:
        dash = TABLES.stand_in(code)
        assert dash is not None, code
    flown = Counter(code for dash in TABLES.aircraft.values() for code in dash.flies_for)
    assert set(flown) == set(day) and max(flown.values()) == 1
    assert TABLES.stand_in("ufo") is None


@pytest.mark.rule("FIS-D30")
@pytest.mark.rule("FIS-D31")
def test_the_deck_has_forty_cards_of_four_timings() -> None:
    assert set(TABLES.cards) == set(CARDS) and len(TABLES.pile()) == 40
    timings = Counter(TABLES.cards[code].timing for code in TABLES.pile())
    assert timings == {"initiative": 6, "own": 14, "opponent": 12, "either": 8}
    copies = [2, 2, 2, 3, 3, 2, 2, 2, 2, 4, 2, 2, 2, 2, 2, 2, 2, 1, 1]
    assert [TABLES.cards[code].copies for code in CARDS] == copies


@pytest.mark.rule("FIS-D20")
def test_the_bag_has_twenty_four_markers() -> None:
    assert [TABLES.markers[code] for code in MARKERS] == [4, 3, 3, 3, 3, 2, 1, 1, 4]


@pytest.mark.rule("FIS-D40")
def test_the_historical_leaders_fly_their_own_type() -> None:
    found = {leader.code: (leader.aircraft, leader.rule) for leader in TABLES.leaders.values()}
    assert found == {
        "malan": (("spitfire_i",), "close_range"),
        "bader": (("hurricane_i",), "cover"),
        "galland": (("bf_109e",), "aim"),
        "moelders": (("bf_109e",), "slip"),
    }


# ---- loading

FAULTS = [
    ("aircraft.toml", "speed = 6", "speed = 99", "aircraft[0].speed"),
    ("aircraft.toml", "guns = { front = 3 }", "guns = { nose = 3 }", "aircraft[0].guns.nose"),
    ("aircraft.toml", 'code = "hurricane_i"', 'code = "spitfire_i"', "code"),
    ("aircraft.toml", "rotation = 1\n", "", "aircraft[0].rotation"),
    ("aircraft.toml", "fuel = 14", "fuel = 14\ncolour = 1", "aircraft[0].colour"),
    ("aircraft.toml", 'when = "dodge"', 'when = "tea"', "aircraft[0].special.when"),
    ("aircraft.toml", "loop = 2", "pirouette = 2", "aircraft[0].manoeuvres.pirouette"),
    ("deck.toml", 'code = "tally_ho"', 'code = "tea_time"', "card[0].code"),
    ("deck.toml", 'timing = "initiative"', 'timing = "own"', "card[0].timing"),
    ("deck.toml", '"blank", "blank"]', '"blank"]', "die"),
    ("markers.toml", 'code = "engine"', 'code = "teapot"', "marker[0].code"),
    ("markers.toml", "copies = 4", "copies = -4", "marker[0].copies"),
    ("leaders.toml", 'code = "gold"', 'code = "tin"', "class[1].code"),
    ("leaders.toml", 'rule = "slip"', 'rule = "sleep"', "leader[3].rule"),
    ("leaders.toml", '"hurricane_i"', '"typhoon"', "leader[1].aircraft"),
]


@pytest.mark.parametrize(("name", "old", "new", "place"), FAULTS)
def test_a_fault_is_told_by_file_and_place(name: str, old: str, new: str, place: str, tmp_path: Path) -> None:
    folder = tmp_path / "hexes"
    shutil.copytree(FOLDER, folder)
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        load_tables(folder)
    assert caught.value.file.endswith(name) and place in caught.value.place
    assert str(caught.value)


@pytest.mark.slow
@given(st.sampled_from(["aircraft.toml", "deck.toml", "markers.toml", "leaders.toml"]), st.integers(0, 10_000), st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_a_torn_file_is_an_error_or_is_read_but_never_a_crash(name: str, place: int, cut: int) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "hexes"
        shutil.copytree(FOLDER, folder)
        text = (folder / name).read_text(encoding="utf-8")
        at = place % len(text)
        (folder / name).write_text(text[:at] + text[at + cut * 7 :], encoding="utf-8")
        try:
            load_tables(folder)
        except BobError as error:
            assert str(error)


# ---- a user's own folder

OWN = """
[[aircraft]]
code = "spitfire_i"
name = "My Spitfire"
side = "raf"
bomber = false
speed = 7
guns = { front = 4 }
rotation = 1
manoeuvres = { loop = 1 }
structure = 3
armour = 0
quick = 0
fuel = 14
points = 30
flies_for = ["spitfire_i"]
origin = "source"
source = "my box"
"""


def test_ones_own_folder_lies_over_ours(tmp_path: Path) -> None:
    (tmp_path / "aircraft.toml").write_text(OWN, encoding="utf-8")
    (tmp_path / "missions").mkdir()
    mission = (FOLDER / "missions" / "duel.toml").read_text(encoding="utf-8")
    (tmp_path / "missions" / "mine.toml").write_text(mission.replace("turns = 8", "turns = 3"), encoding="utf-8")
    tables = laid_over(tmp_path)
    assert tables.aircraft["spitfire_i"].speed == 7 and tables.aircraft["bf_109e"] == TABLES.aircraft["bf_109e"]
    assert tables.cards == TABLES.cards and tables.leaders == TABLES.leaders
    game = HexDogfight.over(tmp_path)
    assert game.tables == tables and game.missions["mine"].terms["turns"] == 3 and "duel" in game.missions
    with pytest.raises(UsageError):
        laid_over(tmp_path / "nowhere")


def test_a_deck_of_ones_own_takes_the_place_of_ours(tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text(
        'origin = "source"\nsource = "my box"\ndie = ["critical", "critical", "damage", "damage", "special", "blank"]\n'
        '[[card]]\ncode = "tally_ho"\ntiming = "initiative"\ncopies = 20\nvalue = 1\n',
        encoding="utf-8",
    )
    (tmp_path / "markers.toml").write_text(
        'origin = "source"\nsource = "my box"\n[[marker]]\ncode = "plain"\ncopies = 9\n', encoding="utf-8"
    )
    tables = laid_over(tmp_path)
    assert tables.pile() == ["tally_ho"] * 20 and tables.bag() == ["plain"] * 9 and tables.die[1] == "critical"
