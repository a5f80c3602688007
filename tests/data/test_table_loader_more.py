"""The loader of tables refuses what would fall or mislead only later."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_table_loader import changed
from test_table_loader_mutations import PROFILE, TREES, dumped, mutated

from bob.core.errors import DataError
from bob.data.tables import Table, Tables

STRAFING = '"strafing_staffel", "-2" = "-", "-1" = "-", 0 = 1, 1 = 0, 2 = 0, 3 = 0, 4 = 0, 5 = 0 }'
SHIFTS = '"-2" = -2\n"-1" = -1\n0 = 0\n1 = 1\n2 = 2\n3 = 3\n4 = 4\n5 = 5\n'
NINES = "9" * 5000
NOTHING = ('result = "nothing" }', "result = %s }"), ("\nnothing = {}", "")

CASES = [
    # The loader itself falls with another error than DataError.
    ("narrow that is a number", "formation", [('dice = "2d6"', 'dice = "2d6"\nnarrow = { weather = 3 }')]),
    ("narrow to a number", "formation", [('dice = "2d6"', 'dice = "2d6"\nnarrow = { weather = [3] }')]),
    ("no shifts at all", "bombing", [(SHIFTS, "")]),
    ("number of 5000 figures", "wind", [('rolled"', f'rolled"\nx = {NINES}')]),
    ("span of 5000 figures", "wind", [('"2..3"', f'"2..{NINES}"')]),
    ("key 5000 deep", "wind", [('kind = "rolled"', "kind" + ".a" * 5000 + " = 1")]),
    # It loads, and a lookup or its JSON falls.
    ("test of no values", "formation", [('when = { type = ["freie_jagd", "jabo"] }', "when = { type = [] }")]),
    ("row of dashes alone", "bombing", [(STRAFING, STRAFING.replace("= 1", "= 0").replace("= 0", '= "-"'))]),
    ("acts on a column there is not", "random_event", [('rows_by = "dice"', 'rows_by = "dice"\nacts_on = "column"')]),
    ("acts on results that are words", "formation", [('rows_by = "dice"', 'rows_by = "dice"\nacts_on = "result"')]),
    ("default from another kind", "navigation", [("landmark_distance = 0", 'landmark_distance = "@weather"')]),
    ("pair of 5000 figures", "ground_damage", [("2/5", f"2/{NINES}")]),
    ("figure that is a date", "random_event", [("scramble_limit = 2", "scramble_limit = 1940-08-18")]),
    ("figure that is no number", "random_event", [("scramble_limit = 2", "scramble_limit = nan")]),
    # It loads and answers, wrongly or with what no rule knows.
    ("labels that are not their shifts", "bombing", [("\n0 = 0\n1 = 1\n", "\n1 = 0\n0 = 1\n")]),
    ("result that is a number", "random_event", [(old, new.replace("%s", "99")) for old, new in NOTHING]),
    ("result that is an empty list", "random_event", [(old, new.replace("%s", "[]")) for old, new in NOTHING]),
    ("but of a span, which is read without the but", "formation", [('gruppen = "6.."', 'gruppen = { but = "6.." }')]),
    ("becomes something unknown", "navigation", [('into = "lost"', 'into = "lots"')]),
    ("something unknown becomes", "navigation", [('result = "decoyed"\ninto', 'result = "decoyd"\ninto')]),
    ("narrow of something unknown", "formation", [('dice = "2d6"', 'dice = "2d6"\nnarrow = { moon = ["full"] }')]),
    ("counted in steps of none", "endurance", [("step = 4", "step = 0")]),
    ("counted in steps backward", "endurance", [("step = 4", "step = -4")]),
    ("what is taken is dropped", "weather", [('take = "zones"\n', "")]),
    ("zone that the shipped table does not know", "weather", [('  "filton", "middle', '  "berlin", "filton", "middle')]),
    ("figure that is a word", "random_event", [("scramble_limit = 2", 'scramble_limit = "two"')]),
    ("figure left out", "random_event", [("{ scramble_limit = 2 }", "{}")]),
    ("figure unknown", "random_event", [("scramble_limit = 2", "scramble_limt = 2")]),
    ("trigger unknown", "random_event", [('triggers = "check_detected"', 'triggers = "party"')]),
    ("list figure left out", "victory_points", [('code = "balloon_points", points = 1,', 'code = "balloon_points",')]),
    ("list figure unknown", "victory_points", [("points = 1, each = 4", "points = 1, pionts = 1, each = 4")]),
    ("list figure of the wrong type", "victory_points", [("points = 1, each = 4", 'points = "1", each = 4')]),
    # Harmless, but surely a slip.
    ("circumstance twice", "formation", [('"gruppen", "type"]', '"gruppen", "type", "type"]')]),
    ("column value twice", "formation", [('II = ["cloudy", "dense_haze"]', 'II = ["cloudy", "cloudy", "dense_haze"]')]),
    ("reading twice", "london_haze", [('readings = ["as_printed", "up_to_8"]', 'readings = ["as_printed", "up_to_8", "up_to_8"]')]),
    ("figures of another script", "ground_damage", [("2/5", "٢/٥")]),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "changes"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_a_broken_table_is_refused(tmp_path: Path, name: str, changes: list[tuple[str, str]]) -> None:
    path = changed(tmp_path, name, *changes)
    with pytest.raises(DataError) as caught:
        Tables.shipped(tmp_path)[name]
    assert caught.value.file == str(path)
    assert str(path) in str(caught.value)


@pytest.mark.slow
@PROFILE
@given(data=st.data(), name=st.sampled_from(sorted(TREES)))
def test_a_mutated_table_that_loads_answers_every_fall(data: st.DataObject, name: str) -> None:
    text = "\n".join(f"{dumped(key)} = {dumped(value)}" for key, value in mutated(data, name).items())
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / f"{name}.toml").write_text(text, encoding="utf-8")
        try:
            table = Tables.shipped(Path(folder))[name]
        except DataError:
            return
    json.dumps(table.as_json(), allow_nan=False)
    if not isinstance(table, Table):
        return
    flags = {name: True for name, known in table.circumstances.items() if known.kind == "flag"}
    needed = {name: table.circumstances[name] for name in table.required}
    given_ = {name: known.choices[0] if known.kind == "choice" else known.least for name, known in needed.items() if known.kind != "flag"}
    for faces in table.every_roll():
        for more in ({}, flags):
            json.dumps(table.look_up(faces, **(dict.fromkeys(set(needed) - set(given_), False) | given_ | more)).as_json(), allow_nan=False)
