"""The house's measures only get better: figures as `tools/house/figures.toml` has them, and each measure on small made-up sources."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import bob
from tools.house import __main__ as command
from tools.house import deeds, ratchet
from tools.house.layout import Language, Layout, language, layout
from tools.house.measures import Measured, Place, measures
from tools.house.profiling import Walks
from tools.house.ratchet import Taken
from tools.house.sources import gather, house, parts

ROOT = Path(__file__).parents[1]
LAYOUT = Layout(
    layers=(("words",), ("dice", "hexes"), ("chart",), ("report",), ("desk",)),
    exceptions=frozenset({("report", "desk")}),
    floors=(("base", ("desk", "desk.looks", "desk.window.answers")), ("window", ("desk.window",))),
    day=(("state", ("day.state",)), ("rules", ("day.rules", "day.forms")), ("game", ("day",))),
    qt=("PySide6",),
    qt_homes=("desk", "chart.qt"),
)
LANGUAGE = Language(
    words=frozenset({"told", "sheet"}),
    modules=frozenset({"past"}),
    heads=re.compile("(?:What|Who)\\b"),
    patterns={"anew": re.compile(r"\banew\b", re.IGNORECASE), "he": re.compile(r"\b(?:he|his)\b", re.IGNORECASE)},
)
CLASSES = {
    "bob/dice.py": "class Die:\n    sides = 6\n    top = 6\n\n\nclass _Own:\n    pass\n",
    "bob/hexes.py": "from bob.dice import Die\n\n\nclass _Own(Die):\n    pass\n\n\nclass Both(_Own, Die, Other[int]):\n    pass\n",
}

CASES: dict[str, tuple[dict[str, str], list[str]]] = {
    "upward_imports": (
        {
            "bob/__init__.py": "import bob.dice\n",
            "bob/dice.py": (
                "from bob import hexes, words\n\ndef f():\n    from bob.chart.coast import draw, fill\n    load('bob.chart.coast:draw')\n"
            ),
            "bob/chart/coast.py": "from bob import __version__\nfrom bob.dice import Die\n",
            "bob/report/page.py": "from bob.desk import looks\n",
        },
        [
            "bob/__init__.py:1: bob imports dice",
            "bob/dice.py:1: dice imports hexes",
            "bob/dice.py:4: dice imports chart.coast",
            "bob/dice.py:5: dice imports chart.coast",
        ],
    ),
    "upward_exceptions": (
        {"bob/report/page.py": "from bob.desk import looks\nfrom bob.desk.looks import ink\n", "bob/desk/looks.py": ""},
        ["bob/report/page.py:1: report.page imports desk.looks", "bob/report/page.py:2: report.page imports desk.looks"],
    ),
    "upward_floors": (
        {
            "bob/desk/looks/ink.py": (
                "from bob.desk.window import room\nROOM = Part('bob.desk.window.room:DayArea')\nfrom bob.desk.window.answers import ask\n"
            ),
            "bob/desk/window/room.py": "from bob.desk.looks import ink\n",
            "bob/desk/window/answers.py": "",
        },
        ["bob/desk/looks/ink.py:1: desk.looks.ink (base) imports desk.window.room (window)"],
    ),
    "upward_day": (
        {
            "bob/day/state/sky.py": "from bob.day.rules import winds\nfrom bob.day import forms\n",
            "bob/day/rules/winds.py": "from bob.day.state import sky\nfrom bob.day import forms, game\n",
            "bob/day/forms.py": "",
            "bob/day/game.py": "from bob.day.rules import winds\n",
        },
        [
            "bob/day/rules/winds.py:2: day.rules.winds (rules) imports day.game (game)",
            "bob/day/state/sky.py:1: day.state.sky (state) imports day.rules.winds (rules)",
            "bob/day/state/sky.py:2: day.state.sky (state) imports day.forms (rules)",
        ],
    ),
    "unplaced_modules": (
        {"bob/__init__.py": "", "bob/stray.py": "", "bob/desk/__init__.py": "", "bob/desk/stray.py": "", "bob/desk/looks/ink.py": ""},
        ["bob/desk/stray.py: has no floor", "bob/stray.py: has no layer"],
    ),
    "loose_modules": (
        {"bob/__init__.py": "", "bob/__main__.py": "", "bob/dice.py": "", "bob/chart/coast.py": ""},
        ["bob/dice.py: lies loose"],
    ),
    "full_folders": ({f"bob/chart/part{number}.py": "" for number in range(31)}, ["bob/chart: 31 files"]),
    "files_beyond": ({f"bob/chart/part{number}.py": "" for number in range(33)}, ["bob/chart: 33 files"]),
    "full_folders_tests": ({f"tests/desk/test_{number}.py": "" for number in range(31)}, ["tests/desk: 31 files"]),
    "lines": (
        {"bob/dice.py": "a = 1\nb = 2\n", "bob/chart/coast.py": "a = 1\n", "bob/chart/ink.py": "a = 1\n"},
        ["bob/chart: 2 lines", "bob/dice: 2 lines"],
    ),
    "qt_free_desk": (
        {
            "bob/desk/__init__.py": "",
            "bob/desk/looks/ink.py": "from PySide6.QtGui import QPen\n",
            "bob/desk/looks/rows.py": "import bob.dice\n",
            "bob/dice.py": "",
        },
        ["bob/desk/looks/rows.py: 1 lines without Qt"],
    ),
    "qt_outside": (
        {
            "bob/chart/qt.py": "import PySide6\n",
            "bob/chart/coast.py": "def f():\n    from PySide6 import QtGui\n",
            "bob/dice.py": "import PySide6.QtCore\n",
            "bob/desk/looks/ink.py": "from PySide6.QtGui import QPen\n",
        },
        ["bob/chart/coast.py:2: imports PySide6", "bob/dice.py:1: imports PySide6.QtCore"],
    ),
    "word_told": (
        {
            "bob/dice.py": (
                "from bob.words import told\n\n\nclass ToldRoll:\n    def told_once(self, who_told):\n        '''Told.'''\n"
                "        return self.untold + toldest + TOLD + f(told=1) + 'told'\n\n\nlast = ToldRoll().told_once(1)\n"
            )
        },
        [
            "bob/dice.py:4: ToldRoll",
            "bob/dice.py:5: told_once",
            "bob/dice.py:5: who_told",
            "bob/dice.py:10: ToldRoll",
            "bob/dice.py:10: told_once",
        ],
    ),
    "module_names": (
        {"bob/past.py": "", "bob/chart/past/__init__.py": "", "bob/chart/past/coast.py": ""},
        ["bob/chart/past/__init__.py: is named past", "bob/past.py: is named past"],
    ),
    "docstring_patterns": (
        {"bob/dice.py": '"""Roll anew."""\nSIDES = 6\n"""He asks\n   for his."""\n\n\ndef f():\n    """A roll."""\n    return "anew"\n'},
        ["bob/dice.py:1: Roll anew.", "bob/dice.py:3: He asks for his."],
    ),
    "docstring_he": ({"bob/dice.py": '"""Roll anew."""\nSIDES = 6\n"""The sheet he has."""\n'}, ["bob/dice.py:3: The sheet he has."]),
    "docstring_heads": (
        {"bob/dice.py": '"""What is rolled."""\n\n\nclass A:\n    """Whole or not."""\n\n    b = 1\n    """Who rolls."""\n'},
        ["bob/dice.py:1: What is rolled.", "bob/dice.py:8: Who rolls."],
    ),
    "connections": (
        {"bob/desk/looks/ink.py": "a.clicked.connect(f)\nconnect(a)\na.disconnect()\n", "bob/dice.py": "a.connect(b)\n"},
        ["bob/desk/looks/ink.py:1: a.clicked.connect"],
    ),
    "callables": (
        {
            "bob/desk/looks/ink.py": (
                "class A:\n    until: Callable[[], int]\n\n    def __init__(self):\n        self.ask: Callable[[], bool] | None = None\n"
                "        self.rows: dict[str, Callable[[], int]] = {}\n        self.here = 1\n"
            )
        },
        ["bob/desk/looks/ink.py:5: self.ask: Callable[[], bool] | None"],
    ),
    "signals": ({"bob/desk/looks/ink.py": "class A:\n    moved = Signal(int)\n"}, ["bob/desk/looks/ink.py:2: Signal(int)"]),
    "longest_class": (
        CLASSES,
        [
            "bob/dice.py:1: Die, 3 lines with its bases",
            "bob/dice.py:6: _Own, 2 lines with its bases",
            "bob/hexes.py:4: _Own, 5 lines with its bases",
            "bob/hexes.py:8: Both, 7 lines with its bases",
        ],
    ),
    "long_classes": (
        {
            "bob/dice.py": "class Die:\n" + "    side = 1\n" * 400,
            "bob/hexes.py": "from bob.dice import Die\n\n\nclass Long(Die):\n" + "    side = 1\n" * 100,
        },
        ["bob/hexes.py:4: Long, 502 lines with its bases"],
    ),
    "any": (
        {"bob/dice.py": "from typing import Any\n\na: Any = 1\nb: list[Any] = []\nc = 'Any'\n"},
        ["bob/dice.py:3: Any", "bob/dice.py:4: Any"],
    ),
    "kit_imports": (
        {
            "bob/chart/kit.py": "import bob.dice\n\n\nclass Kit:\n    def a(self):\n        from bob.hexes import Hex, Side\n",
            "bob/chart/coast.py": "def f():\n    import bob.dice\n",
        },
        ["bob/chart/kit.py:6: imports Hex of bob.hexes", "bob/chart/kit.py:6: imports Side of bob.hexes"],
    ),
    "kit_asserts": (
        {
            "bob/chart/kit.py": "def f(a):\n    assert isinstance(a, int)\n    assert a\n",
            "bob/chart/coast.py": "def f(a):\n    assert isinstance(a, int)\n",
        },
        ["bob/chart/kit.py:2: assert isinstance(a, int)"],
    ),
    "asserts": (
        {
            "bob/chart/kit.py": "def f(a):\n    assert isinstance(a, int)\n    assert a\n",
            "bob/chart/coast.py": "def f(a):\n    assert a is None or isinstance(a, int)\n",
        },
        ["bob/chart/coast.py:2: assert a is None or isinstance(a, int)", "bob/chart/kit.py:2: assert isinstance(a, int)"],
    ),
}
FIGURES = {"files_beyond": 3, "lines": 4, "longest_class": 7}
"""The figures that are not the number of places."""


def checkout(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def taken(folder: Path, files: dict[str, str]) -> dict[str, Taken]:
    found = Measured(house(checkout(folder, files)), LAYOUT, LANGUAGE)
    return {one.measure.name: one for one in ratchet.take(found)}


def describe(places: Iterable[Place]) -> list[str]:
    return [str(place) for place in places]


@pytest.fixture(scope="module")
def today() -> tuple[Taken, ...]:
    return ratchet.take(ratchet.measured())


@pytest.mark.smoke
def test_no_measure_got_worse_and_better_ones_are_written_back(today: tuple[Taken, ...]) -> None:
    faults = ratchet.faults(today, ratchet.figures())
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("name", CASES)
def test_a_measure_counts_its_places(name: str, tmp_path: Path) -> None:
    files, places = CASES[name]
    one = taken(tmp_path, files)[name]
    assert describe(one.places) == places
    assert one.figure == FIGURES.get(name, len(places))


def test_every_measure_has_a_case() -> None:
    apart = {"word_sheet", "docstring_anew"}
    assert {measure.name for measure in measures(LANGUAGE)} - apart == set(CASES)


def test_identifiers_are_split_at_underscores_and_capitals() -> None:
    assert parts("told_of") == ("told", "of")
    assert parts("HexSheetBox2") == ("hex", "sheet", "box")
    assert parts("_sitting__at") == ("sitting", "at")
    assert parts("SHEET") == ()
    assert parts("untold") == ("untold",)


def test_every_fact_has_its_line_and_asynchronous_names_are_left_out() -> None:
    source = gather("bob/dice.py", "async def told():\n    from bob import hexes\n    return lambda told: told\n")
    assert source.identifiers == [(3, "told"), (3, "told")]
    assert [(found.module, found.name, found.inside) for found in source.imports] == [("bob", "hexes", True)]


def test_the_longest_name_places_a_module() -> None:
    assert LAYOUT.floor("desk.window.answers") == 0
    assert LAYOUT.floor("desk.window.answers.deeper") == 0
    assert LAYOUT.floor("desk.window.room") == 1
    assert LAYOUT.floor("desk.window_room") is None
    assert LAYOUT.member("chart.coast") == "chart"


def test_a_checkout_brings_its_own_layout(tmp_path: Path) -> None:
    floors = '[[floors]]\nname = "base"\nmodules = []\n[[day]]\nname = "state"\nmodules = []\n'
    text = 'layers = [["one"], ["two"]]\nexceptions = []\nqt = ["PySide6"]\nqt_homes = []\n' + floors
    assert layout(tmp_path).order == layout().order
    assert layout(checkout(tmp_path, {"tools/house/layout.toml": text})).order == {"one": 0, "two": 1}


def test_the_layout_and_the_language_name_nothing_twice() -> None:
    today = layout()
    assert len(today.order) == sum(map(len, today.layers))
    assert len(today.levels) == sum(len(modules) for _, modules in today.floors)
    assert len(today.day_levels) == sum(len(modules) for _, modules in today.day)
    assert {"told", "sheet", "sitting", "owing"} <= language().words
    assert len(language().patterns) == 10


SOURCE = "told = 1\n"


@pytest.mark.parametrize(
    ("baseline", "fault"),
    [
        ({"word_told": 1}, None),
        ({"word_told": 2}, "word_told: better, 1 instead of 2: write it back with python -m tools.house --write"),
        ({}, "word_told: has no figure yet: write it back with python -m tools.house --write"),
        ({"word_told": 0}, "word_told: worse, 1 instead of 0 (identifiers with the word told). New:\n  all places: "),
        ({"word_told": 1, "word_gone": 1}, "word_gone: a figure without a measure: write the figures with"),
    ],
)
def test_better_is_written_back_and_worse_is_a_fault(baseline: dict[str, int], fault: str | None, tmp_path: Path) -> None:
    one = taken(tmp_path, {"bob/dice.py": SOURCE})["word_told"]
    faults = ratchet.faults([one], baseline, tmp_path)
    assert len(faults) == (fault is not None)
    assert fault is None or faults[0].startswith(fault)


def test_a_figure_with_slack_may_differ_a_little(tmp_path: Path) -> None:
    one = taken(tmp_path, {"bob/dice.py": "a = 1\n" * 100})["lines"]
    verdicts = [(baseline, one.verdict(baseline)) for baseline in (97, 99, 100, 102, 103)]
    assert verdicts == [(97, "worse"), (99, "same"), (100, "same"), (102, "same"), (103, "better")]


def test_what_is_shown_only_is_no_fault_and_not_written(tmp_path: Path) -> None:
    one = taken(tmp_path, {"bob/dice.py": '"""Roll anew."""\n'})["docstring_anew"]
    assert one.figure == 1
    assert ratchet.faults([one], {}, tmp_path) == []
    assert ratchet.written([one], {}) == {}


def test_a_worse_figure_is_written_by_name_only(tmp_path: Path) -> None:
    one = taken(tmp_path, {"bob/dice.py": SOURCE})["word_told"]
    assert ratchet.written([one], {"word_told": 0}) == {"word_told": 0}
    assert ratchet.written([one], {"word_told": 0}, ["word_told"]) == {"word_told": 1}
    assert ratchet.written([one], {"word_told": 5, "word_gone": 3}) == {"word_told": 1}
    assert ratchet.written([one], {}) == {"word_told": 1}


def test_figures_are_read_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "figures.toml"
    assert ratchet.figures(path) == {}
    one = taken(tmp_path, {"bob/dice.py": SOURCE})["word_told"]
    ratchet.write([one], path)
    ratchet.write(deeds.taken({"menu": Counter({"dice.py": 3})}), path, ratchet.WALKS)
    assert ratchet.figures(path) == {"word_told": 1}
    assert ratchet.figures(path, ratchet.WALKS) == {"walk_menu_files": 1, "walk_menu_calls": 3, "walk_all_files": 1, "walk_all_calls": 3}
    ratchet.write([], path)
    assert ratchet.figures(path) == {}
    assert len(ratchet.figures(path, ratchet.WALKS)) == 4


def test_what_only_moved_is_not_new() -> None:
    before = [Place("a.py", 1, "told"), Place("a.py", 5, "told_of"), Place("b.py", 1, "told")]
    today = [
        Place("a.py", 9, "told"),
        Place("c.py", 1, "told_of"),
        Place("c.py", 2, "told"),
        Place("c.py", 3, "told"),
        Place("c.py", 4, "t"),
    ]
    assert ratchet.new(today, before) == [Place("c.py", 3, "told"), Place("c.py", 4, "t")]


def test_a_worse_figure_shows_what_is_new_since_the_figures_were_written(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=A", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        subprocess.run(["git", "-C", str(tmp_path), *identity, *arguments], check=True, capture_output=True)

    checkout(tmp_path, {"bob/dice.py": "told = 1\n", "tests/__init__.py": "", "tools/house/figures.toml": "[figures]\nword_told = 1\n"})
    git("init", "-q")
    git("add", ".")
    git("commit", "-q", "-m", "Write the figures")
    checkout(tmp_path, {"bob/dice.py": "\n\ntold = 1\ntold_of = 2\n"})
    git("add", ".")
    git("commit", "-q", "-m", "Name something badly")
    faults = ratchet.faults(
        [one for one in ratchet.take(ratchet.measured(tmp_path)) if one.measure.name == "word_told"], {"word_told": 1}, tmp_path
    )
    assert faults == ["word_told: worse, 2 instead of 1 (identifiers with the word told). New:\n  bob/dice.py:4: told_of"]


def test_the_command_prints_a_table_and_places_of_any_checkout(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = str(checkout(tmp_path, {"bob/dice.py": SOURCE}))
    assert command.main(["--root", root]) == 0
    assert re.search(r"^word_told +1 +\d+  identifiers with the word told$", capsys.readouterr().out, re.MULTILINE)
    assert command.main(["--root", root, "--places", "word_told"]) == 0
    assert capsys.readouterr().out == "bob/dice.py:1: told\n"
    with pytest.raises(SystemExit):
        command.main(["--root", root, "--write"])
    assert "are for this checkout only" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        command.main(["--root", root, "--places", "word_fine"])
    assert "word_fine is no measure" in capsys.readouterr().err


def test_walks_are_counted_by_deed_file_and_all_together() -> None:
    found = deeds.taken({"menu": Counter({"desk/a.py": 3, "dice.py": 5}), "give": Counter({"dice.py": 2, "match.py": 1})})
    figures = {one.measure.name: one.figure for one in found}
    assert figures == {
        "walk_menu_files": 2,
        "walk_menu_calls": 8,
        "walk_give_files": 2,
        "walk_give_calls": 3,
        "walk_all_files": 3,
        "walk_all_calls": 11,
    }
    assert describe(found[0].places) == ["bob/dice.py: 5 calls", "bob/desk/a.py: 3 calls"]
    assert ratchet.faults(found[:1], {"walk_menu_files": 9}, table=ratchet.WALKS) == [
        "walk_menu_files: better, 2 instead of 9: write it back with python -m tools.house --write --walks"
    ]


def test_a_deed_within_another_counts_for_itself() -> None:
    source = (
        "def keep():\n    return tell()\n\ndef tell():\n    return [n for n in range(3)]\n\ndef give():\n    keep()\n    return tell()\n"
    )
    names: dict[str, Any] = {}
    exec(compile(source, str(Path(bob.__file__).parent / "made_up.py"), "exec"), names)
    walks = Walks({names["keep"].__code__: "disk"})
    with walks.watch("give"):
        names["give"]()
    assert walks.found["give"] == {"made_up.py": 2}
    assert walks.found["disk"] == {"made_up.py": 2}
    assert sys.getprofile() is None


@pytest.mark.slow
def test_no_walk_got_longer_and_shorter_ones_are_written_back() -> None:
    done = subprocess.run([sys.executable, "-m", "tools.house", "--walks"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert re.search(r"^walk_all_calls +\d+ +\d+ ", done.stdout, re.MULTILINE)
