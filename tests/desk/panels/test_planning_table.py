"""The planning table: templates, raids dragged in time, the order of battle, files, copies, proposals; all of it can be taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bob.day.state.position import LUFTWAFFE
from bob.day.state.raid_plan import ESCORT_ROLES, RaidPlan
from bob.day.state.view import LuftwaffeView
from bob.desk.panels.planner import Planner
from bob.desk.panels.planner.dragged import in_hand, units_of
from bob.desk.panels.planner.new_raid import NewRaidBox
from bob.staff.advice.planning.raid_templates import shipped_templates
from tests.desk.rooms import session_at, settings_in

DAY = "18_august_1940"


@pytest.fixture
def planner(qtbot: QtBot, tmp_path: Path) -> Planner:
    made = Planner(session_at(DAY, 0, LUFTWAFFE), settings_in(tmp_path))
    qtbot.addWidget(made)
    made.resize(620, 960)
    made.show()
    made.forces.resize(700, 320)
    made.forces.show()
    qtbot.addWidget(made.forces)
    return made


def view_of(planner: Planner) -> LuftwaffeView:
    view = planner.view()
    assert view is not None
    return view


def plan_of(planner: Planner) -> RaidPlan:
    plan = planner.plan()
    assert plan is not None
    return plan


def begun(planner: Planner, code: str = "airfield", goal: str = "Biggin Hill") -> RaidPlan:
    template = next(t for t in shipped_templates(planner.session.world).template if t.code == code)
    planner.begin_from(template, goal)
    return plan_of(planner)


def over(planner: Planner) -> int:
    """The turn in which the raid chosen is over its target."""
    times = planner.times_of(view_of(planner), plan_of(planner))
    assert times is not None and times.there is not None
    return times.there


# ---- templates


def test_a_raid_from_a_template_is_whole_and_can_be_ordered(planner: Planner) -> None:
    plan = begun(planner)
    assert plan.code == "Biggin Hill" and plan.primary == "Biggin Hill" and planner.faults == []
    assert [u.role for u in plan.units] == ["bomber", "close_escort", "high_cover"]
    assert planner.remarks == []
    planner.put_on_plan()
    assert view_of(planner).raid("Biggin Hill") is not None and not planner.drafts
    assert begun(planner).code == "Biggin Hill 2", "a second one has a name of its own"
    assert not {u.unit for u in plan_of(planner).units} & {u.unit for u in plan.units}


@pytest.mark.slow
def test_the_box_draws_what_it_shows(planner: Planner, qtbot: QtBot) -> None:
    box = NewRaidBox(planner, planner)
    qtbot.addWidget(box)
    assert not box.ok.isEnabled(), "nothing is chosen to go for"
    QTest.keyClicks(box.search, "biggin")
    assert box.goal == "Biggin Hill" and box.ok.isEnabled() and box.drawn is not None
    assert all(u.unit in box.preview.text() for u in box.drawn.units) and "over target" in box.preview.text()
    soonest = box.there
    assert soonest is None
    box.soon.setChecked(False)
    box.time.setTime(box.time.time().addSecs(3600))
    assert box.drawn is not None and box.there is not None
    times = planner.times_of(view_of(planner), box.drawn)
    assert times is not None and times.there == box.there
    planner.take_drawn(box.drawn)
    assert over(planner) == box.there and planner.held == {"Biggin Hill": box.there}
    box.kinds.setCurrentRow(box.kinds.count() - 1)
    assert box.empty == "reconnaissance" and box.ok.isEnabled() and box.drawn is None


# ---- the clock


def test_the_time_over_target_is_given_and_the_rest_reckoned_backwards(planner: Planner) -> None:
    begun(planner)
    before = planner.times_of(view_of(planner), plan_of(planner))
    assert before is not None and before.there is not None
    assert before.off < before.forms < before.there < before.lands
    planner.form.there.setTime(planner.form.there.time().addSecs(30 * 60))
    after = planner.times_of(view_of(planner), plan_of(planner))
    assert after == before.later(6)
    planner.edit(replace(plan_of(planner), form_at=planner.session.world.theatre.find("Calais").near))
    assert over(planner) == before.there + 6, "the way there has changed, the time over target has not"
    planner.form.hold.click()
    assert not planner.held
    planner.edit(replace(plan_of(planner), form_turn=plan_of(planner).form_turn + 2))
    assert planner.form.there.clock == view_of(planner).common.time_of(over(planner))


def test_another_time_of_formation_lets_the_held_one_go(planner: Planner) -> None:
    plan = begun(planner)
    assert planner.held == {plan.code: over(planner)}
    planner.form.form_time.setTime(planner.form.form_time.time().addSecs(600))
    assert plan_of(planner).form_turn == plan.form_turn + 2 and not planner.held


def test_a_bar_is_dragged_in_time_and_snaps_to_turns(planner: Planner, qtbot: QtBot) -> None:
    plan = begun(planner)
    there, gantt = over(planner), planner.gantt
    QApplication.processEvents()
    start = gantt.bar_box(plan.code).center()
    row = [b.code for b in gantt.raids.bars].index(plan.code)
    width = gantt.visualRect(gantt.raids.index(row, 1)).width() - 12
    first, last = 1, max(b.end for b in gantt.raids.bars) + 1
    end = start + QPointF(12.3 * width / (last - first), 0)
    qtbot.mousePress(gantt.viewport(), Qt.MouseButton.LeftButton, pos=start.toPoint())
    qtbot.mouseMove(gantt.viewport(), end.toPoint())
    turns = gantt.raids.later(plan.code)
    assert 11 <= turns <= 13 and plan_of(planner) == plan, "nothing is changed before it is let go"
    qtbot.mouseRelease(gantt.viewport(), Qt.MouseButton.LeftButton, pos=end.toPoint())
    assert plan_of(planner).form_turn == plan.form_turn + turns and over(planner) == there + turns == planner.held[plan.code]
    assert gantt.raids.shifted is None
    planner.undo()
    assert plan_of(planner) == plan


def test_a_bar_is_moved_by_keys_and_one_undo_takes_it_all_back(planner: Planner, qtbot: QtBot) -> None:
    plan = begun(planner)
    for key, held in ((Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier), (Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)):
        qtbot.keyClick(planner.gantt, key, held)
    assert plan_of(planner).form_turn == plan.form_turn + 7
    qtbot.keyClick(planner.gantt, Qt.Key.Key_Left)
    assert plan_of(planner).form_turn == plan.form_turn + 6
    planner.undo()
    assert plan_of(planner) == plan
    planner.redo()
    assert plan_of(planner).form_turn == plan.form_turn + 6


# ---- the order of battle


def test_the_order_of_battle_is_sifted_and_several_units_are_added_at_once(planner: Planner) -> None:
    plan = begun(planner)
    forces = planner.forces
    assert forces.rows and all(not row.busy for row in forces.model.shown), "free ones are shown first"
    forces.boxes["kind"].setCurrentIndex(forces.boxes["kind"].findData("bomber"))
    forces.boxes["fleet"].setCurrentIndex(forces.boxes["fleet"].findData("3"))
    forces.reach.setChecked(True)
    shown = forces.model.shown
    assert shown and all(row.kind == "bomber" and row.fleet == "3" and row.reaches for row in shown)
    forces.list.selectRow(0)
    assert plan_of(planner) == plan, "choosing adds nothing"
    forces.list.selectAll()
    units = forces.units()
    assert len(units) == len(shown) > 1 and str(len(units)) in forces.add.text()
    forces.add.click()
    assert [u.unit for u in plan_of(planner).units[3:]] == units and not forces.units()
    planner.undo()
    assert plan_of(planner) == plan, "one step"


def test_escorts_and_patrols_stand_in_one_list(planner: Planner) -> None:
    forces = planner.forces
    forces.boxes["use"].setCurrentIndex(forces.boxes["use"].findData("fighters_used"))
    shown = {row.posting.unit for row in forces.model.shown}
    view = view_of(planner)
    guards = {u.unit for r in view.raids for u in r.plan.units if u.role in (*ESCORT_ROLES, "sweep", "return_escort")}
    assert shown == guards | {u.unit for box in view.patrols for u in box} and any(box for box in view.patrols)
    lines = [forces.model.index(i, 5).data() for i in range(forces.model.rowCount())]
    assert all(lines) and any("Channel patrol" in text for text in lines) and any("–" in text for text in lines)


def test_units_fall_on_the_raid_that_they_are_dropped_on(planner: Planner) -> None:
    plan = begun(planner)
    other = view_of(planner).raids[0].plan.code
    planner.select(other)
    row = next(row for row in planner.forces.rows if row.kind == "single_seat_fighter" and not row.tasks)
    data = planner.forces.model.mimeData([planner.forces.model.index(0, 0)])
    assert units_of(data) == (planner.forces.model.shown[0].posting.unit,)
    QApplication.processEvents()
    at = planner.gantt.bar_box(plan.code).center()
    dragged = in_hand([row.posting.unit])
    drop = QDropEvent(at, Qt.DropAction.CopyAction, dragged, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    planner.gantt.dropEvent(drop)
    assert planner.code == plan.code and plan_of(planner).units[-1].unit == row.posting.unit


# ---- undo


@pytest.mark.slow
def test_orders_and_drafts_are_taken_back_in_their_order(planner: Planner) -> None:
    number, before = planner.session.number, [r.code for r in view_of(planner).raids]
    begun(planner)
    planner.put_on_plan()
    planner.clear_plan()
    assert not view_of(planner).raids and not planner.drafts
    planner.undo()
    assert [r.code for r in view_of(planner).raids] == [*before, "Biggin Hill"]
    planner.undo()
    assert planner.drafts and view_of(planner).raid("Biggin Hill") is None
    planner.undo()
    assert not planner.drafts and planner.session.number == number and not planner.may_undo
    for _ in range(3):
        planner.redo()
    assert not view_of(planner).raids and not planner.may_redo
    for _ in range(3):
        planner.undo()
    assert [r.code for r in view_of(planner).raids] == before


def test_what_was_ordered_elsewhere_ends_what_can_be_taken_back(planner: Planner) -> None:
    begun(planner)
    planner.put_on_plan()
    planner.session.undo()
    assert not planner.may_undo and not planner.may_redo


# ---- copies and files


def test_a_raid_is_copied_as_text_and_pasted_under_a_name_of_its_own(planner: Planner) -> None:
    plan = begun(planner)
    planner.copy_raid()
    assert 'primary = "Biggin Hill"' in QApplication.clipboard().text()
    planner.paste_raid()
    assert plan_of(planner) == replace(plan, code="Biggin Hill 2") and len(planner.drafts) == 2
    QApplication.clipboard().setText("nonsense =")
    planner.paste_raid()
    assert "clipboard" in planner.summary.text() and len(planner.drafts) == 2


@pytest.mark.slow
def test_a_plan_is_saved_and_loaded(planner: Planner, tmp_path: Path) -> None:
    begun(planner)
    plans = planner.drawn_beside(view_of(planner), None)
    planner.save_to(tmp_path / "plan.toml")
    planner.clear_plan()
    planner.load_from(tmp_path / "plan.toml")
    assert {p.code: p for p in planner.drawn_beside(view_of(planner), None)} == {p.code: p for p in plans}
    planner.put_all()
    assert not planner.drafts and {r.code for r in view_of(planner).raids} == {p.code for p in plans}


@pytest.mark.parametrize(
    ("wrong", "place"),
    [
        ('form_time = "12:', "raid[0].form_time"),
        ('unit = "I./KG 99"', "raid[0].units[0].unit"),
        ("form_angels = 17", "raid[0].form_angels"),
        ('primary = "Nowhere Hall"', "raid[0].primary"),
        ("[[raid", "plan.toml"),
    ],
)
def test_a_wrong_file_names_its_place_and_changes_nothing(planner: Planner, tmp_path: Path, wrong: str, place: str) -> None:
    path = tmp_path / "plan.toml"
    planner.select("kenley_high")
    planner.save_to(path)
    text = path.read_text("utf-8")
    key = wrong.partition(" =")[0]
    lines = [line for line in text.splitlines() if key in line]
    if key == "unit":
        text = text.replace(text.partition('unit = "')[2].partition('"')[0], "I./KG 99", 1)
    elif wrong == "[[raid":
        text = text.replace("[[raid]]", wrong, 1)
    else:
        text = text.replace(lines[0], "form_time = 12" if key == "form_time" else wrong, 1)
    path.write_text(text, "utf-8")
    before = planner.drawn_beside(view_of(planner), None)
    planner.load_from(path)
    wording = planner.summary.text()
    assert wording.startswith("✕") and str(path) in wording and place in wording and "expected" in wording
    assert planner.drawn_beside(view_of(planner), None) == before and not planner.drafts and not planner.may_undo


# ---- proposals


def test_nothing_of_the_other_side_is_in_what_the_table_draws_or_says(planner: Planner, qtbot: QtBot, tmp_path: Path) -> None:
    """Two days that differ only in what the RAF has: templates, proposals, complaints and the order of battle are the same."""

    def shown(table: Planner) -> list[object]:
        found: list[object] = [begun(table)]
        table.edit(replace(plan_of(table), primary=None))
        table.complaints.work_out()
        found += [table.complaints.faults, [offer.plan for offer in table.complaints.offers]]
        table.forces.show()
        found.append([table.forces.model.cells(row) for row in table.forces.rows])
        table.propose("kesselring", whole=False)
        qtbot.waitUntil(lambda: not table.is_proposing)
        return [*found, dict(table.drafts), table.summary.text()]

    session = session_at(DAY, 0, LUFTWAFFE)
    for squadron in session.match.position.squadrons.values():
        squadron.strength, squadron.box, squadron.station = 1, "released", "Duxford"
    other = Planner(session, settings_in(tmp_path))
    qtbot.addWidget(other)
    qtbot.addWidget(other.forces)
    other.show()
    assert shown(planner) == shown(other)


@pytest.mark.slow
def test_an_officer_proposes_a_raid_beside_what_is_drawn_and_a_whole_plan_in_its_place(planner: Planner, qtbot: QtBot) -> None:
    codes = [r.code for r in view_of(planner).raids]
    planner.propose("kesselring", whole=False)
    qtbot.waitUntil(lambda: not planner.is_proposing)
    assert len(planner.drafts) == 1 and planner.faults == [] and "Kesselring" in planner.summary.text()
    planner.put_on_plan()
    assert not planner.drafts
    planner.propose("sperrle", whole=True)
    qtbot.waitUntil(lambda: not planner.is_proposing)
    assert not view_of(planner).raids and len(planner.drafts) > 3
    planner.put_all()
    assert not planner.drafts
    for _ in range(4):
        planner.undo()
    assert [r.code for r in view_of(planner).raids] == codes and not planner.drafts
