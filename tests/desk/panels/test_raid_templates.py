"""Templates of raids: the file that is shipped, what is drawn from it on many days, and files that are wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from bob.core.errors import DataError
from bob.core.resources import data_folder
from bob.day.state.position import LUFTWAFFE
from bob.day.state.world import world
from bob.desk.session.session import DeskSession
from bob.staff.advice.planning.back_timing import times
from bob.staff.advice.planning.raid_templates import TemplateDesk, filled, goals, load_templates, shipped_templates
from tests.desk.rooms import session_at
from tests.sizes import some

pytestmark = pytest.mark.usefixtures("qapp")

DAYS = ("10_july_1940", "one_raid", "30_september_1940", "15_september_1940", "18_august_1940")
CODES = [template.code for template in shipped_templates(world()).template]


def desk(session: DeskSession) -> TemplateDesk:
    view = session.view(LUFTWAFFE)
    return TemplateDesk(session.world, view, session.rules.posted(view), tuple(r.code for r in view.raids), session.remarks)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("day", some(DAYS))
def test_a_template_gives_a_raid_without_a_fault(day: str, code: str) -> None:
    table = desk(session_at(day, 0, LUFTWAFFE))
    file = shipped_templates(table.world)
    template = next(t for t in file.template if t.code == code)
    known = goals(table.world, table.view, template)
    goal = next((name for name in ("Lympne", "Dover Harbour", "Dungeness", "chain_home:Dover") if name in known), known[0])
    plan = filled(table, file, template, goal)
    assert [f for f in table.check(plan) if f.stage != "warning"] == []
    assert {u.role for u in plan.units} <= {line.role for line in template.units}
    clock = times(table.world, table.view, table.posted, plan)
    assert clock is not None and clock.there is not None and clock.off >= 1
    found = times(table.world, table.view, table.posted, filled(table, file, template, goal, clock.there + 6))
    assert found is not None and found.there == clock.there + 6


def test_what_only_looks_is_called_so() -> None:
    table = replace(desk(session_at("18_august_1940", 0, LUFTWAFFE)), looks="Look at {}".format)
    file = shipped_templates(table.world)
    looks = next(t for t in file.template if t.type == "reconnaissance")
    bombs = next(t for t in file.template if t.code == "airfield")
    assert filled(table, file, looks, "Manston").code == "Look at Manston"
    assert filled(table, file, bombs, "Manston").code == "Manston"


def test_the_asked_for_kinds_are_there() -> None:
    kinds = {template.code: template.type for template in shipped_templates(world()).template}
    assert kinds["airfield"] == "main" and kinds["low"] == "low_level" and kinds["hunt"] == "freie_jagd" and kinds["jabo"] == "jabo"
    assert "shipping" in kinds


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ('"Calais", ', '"Atlantis", ', "form_at[0]"),
        ('targets = ["sector_station", "raf_airfield"]', 'targets = ["castle"]', "template[0].targets[0]"),
        ("angels = 16", "angels = 17", "template[0].angels"),
        ('classes = ["bomber"] }', 'classes = ["zeppelin"] }', "template[0].units[0].classes[0]"),
        ('code = "strong"', 'code = "airfield"', "template[1].code"),
        ('over = ["Dungeness", ', 'over = ["Lyonesse", ', "template[6].over[0]"),
        ("angels = 16", "angels = 16\naltitude = 16", "template[0].altitude"),
    ],
)
def test_a_wrong_file_names_its_place(tmp_path: Path, before: str, after: str, place: str) -> None:
    text = (data_folder("tables") / "raid_templates.toml").read_text("utf-8")
    assert before in text
    path = tmp_path / "templates.toml"
    path.write_text(text.replace(before, after, 1), "utf-8")
    with pytest.raises(DataError) as error:
        load_templates(world(), path)
    assert (error.value.file, error.value.place) == (str(path), place), str(error.value)
