"""The planning room: drafts, the route on the map, faults at their places, the seal."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from bob.core.game import REFEREE
from bob.core.hexes import Hex
from bob.day.rules.in_flight import ALOFT
from bob.day.state.orders import DropRaid, Recall
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.map import PlottingTable
from bob.desk.panels.planner import Planner
from bob.desk.panels.planner.reports import Reports
from bob.desk.panels.planner.spots import spot_menu
from bob.desk.session.session import DeskSession
from bob.staff.advice.planning import mending
from bob.words import LANGUAGES
from tests.desk.rooms import on_from, session_at, settings_in, spoken
from tests.sizes import some

DAY = "15_september_1940"


@pytest.fixture
def planner(qtbot: QtBot, tmp_path: Path) -> Planner:
    made = Planner(session_at(DAY, 0, LUFTWAFFE), settings_in(tmp_path))
    qtbot.addWidget(made)
    made.resize(620, 960)
    made.show()
    made.select("battersea")
    return made


def too_many(planner: Planner) -> None:
    plan = planner.plan()
    assert plan is not None
    planner.edit(replace(plan, units=(replace(plan.units[0], aircraft=79), *plan.units[1:])))


def test_all_raids_of_the_plan_stand_on_the_clock(planner: Planner, qtmodeltester: object) -> None:
    view = planner.session.view(LUFTWAFFE)
    assert [b.code for b in planner.gantt.raids.bars] == [r.plan.code for r in view.raids]
    qtmodeltester.check(planner.gantt.raids)  # type: ignore[attr-defined]
    for bar, raid in zip(planner.gantt.raids.bars, view.raids, strict=True):
        assert bar.form == raid.plan.form_turn <= bar.end
        if raid.plan.primary is not None and bar.bombs is not None:
            assert bar.form < bar.bombs <= bar.end


def test_the_form_shows_the_raid_chosen(planner: Planner) -> None:
    plan = planner.plan()
    assert plan is not None
    title = next(raid.title["en"] for raid in planner.session.view(LUFTWAFFE).raids if raid.plan.code == "battersea")
    assert planner.form.code.text() == title and planner.form.code.isReadOnly()
    assert planner.form.form_time.clock == "11:35"
    assert planner.form.primary.value == plan.primary
    assert planner.units.table.rowCount() == len(plan.units)
    assert planner.route.table.rowCount() == 1 + len(plan.route) + 1 + len(plan.home)
    assert planner.timetable.table.rowCount() == len(planner.session.timetable(plan))


def test_changes_are_drafts_until_they_are_ordered(planner: Planner) -> None:
    number = planner.session.number
    planner.form.form_angels.setValue(18)
    assert planner.session.number == number
    assert planner.plan().form_angels == 18  # type: ignore[union-attr]
    assert planner.gantt.raids.bars[4].changed
    assert "1" in planner.summary.text()
    planner.put_on_plan()
    assert planner.session.number == number + 1
    assert not planner.drafts
    raid = next(r for r in planner.session.view(LUFTWAFFE).raids if r.plan.code == "battersea")
    assert raid.plan.form_angels == 18
    planner.session.undo()
    assert planner.plan().form_angels == 16  # type: ignore[union-attr]


def test_going_back_to_what_stands_on_the_plan(planner: Planner) -> None:
    planner.form.form_angels.setValue(18)
    planner.forget()
    assert planner.plan().form_angels == 16 and not planner.drafts  # type: ignore[union-attr]
    planner.form.form_angels.setValue(18)
    planner.form.form_angels.setValue(16)
    assert not planner.drafts


@pytest.mark.rule("OPS-B3.2")
def test_a_fault_stands_at_its_place_with_its_rule_and_an_offer(planner: Planner, qtbot: QtBot) -> None:
    too_many(planner)
    assert planner.tabs.tabText(1).startswith("✕")
    assert planner.units.table.item(0, 0).text().startswith("✕")
    assert not planner.put.isEnabled() and "OPS-B3.2" in planner.put.toolTip()
    assert planner.gantt.raids.bars[4].faults == 1
    with qtbot.waitSignal(planner.complaints.timer.timeout):
        pass
    texts = list(spoken(planner.complaints))
    assert any("OPS-B2.1" in text for text in texts)
    button = next(b for b in planner.complaints.findChildren(QPushButton) if b.text().startswith("Send 19"))
    button.click()
    assert planner.plan().units[0].aircraft == 19  # type: ignore[union-attr]
    assert planner.faults == []


def test_a_faulty_raid_is_not_ordered(planner: Planner) -> None:
    too_many(planner)
    number = planner.session.number
    planner.put_on_plan()
    assert planner.session.number == number
    assert planner.summary.text().startswith("✕")


# The route on the map


def test_the_route_lies_on_the_map(planner: Planner) -> None:
    plan = planner.plan()
    assert plan is not None
    hexes = [p.hex for p in planner.overlay.points]
    assert hexes[0] == plan.form_at and hexes[1 : 1 + len(plan.route)] == [leg.hex for leg in plan.route]
    assert planner.overlay.target == 1 + len(plan.route)
    assert planner.overlay.points[planner.overlay.target].fixed
    assert planner.overlay.points[0].label == "11:35"
    assert planner.overlay.ghosts


@pytest.mark.parametrize("row", [0, 1, 2, 4])
def test_a_point_is_dragged(planner: Planner, row: int) -> None:
    before = planner.overlay.points[row].hex
    goal = Hex(before.q + 1, before.r)
    planner.overlay.dragged.emit(row, goal)
    assert planner.overlay.points[row].hex == goal
    assert len(planner.overlay.points) == 5
    planner.overlay.moved.emit(row, before)
    assert not planner.drafts


def test_dragging_never_waits(planner: Planner) -> None:
    """A step of a drag, all panels shown anew, takes under 50 ms of work."""
    for kind, angels in list(planner._cold):
        planner.session.world.seeing(kind, angels)
    before = planner.overlay.points[1].hex
    taken = []
    for k in range(8):
        start = time.thread_time()
        planner.overlay.dragged.emit(1, Hex(before.q + k % 3, before.r - 1))
        taken.append(time.thread_time() - start)
    assert sorted(taken)[2] < 0.05


def test_the_target_does_not_move(planner: Planner) -> None:
    assert planner.overlay.target == 3
    planner.overlay.moved.emit(3, Hex(30, 20))
    assert not planner.drafts


@pytest.mark.parametrize("row", [1, 2, 3, 4, 5])
def test_a_point_is_added_where_it_was_asked_and_taken_out(planner: Planner, row: int) -> None:
    before = [p.hex for p in planner.overlay.points]
    h = planner.session.world.theatre.find("Hastings").near
    planner.overlay.added.emit(row, h)
    after = [p.hex for p in planner.overlay.points]
    assert after == [*before[:row], h, *before[row:]]
    planner.overlay.removed.emit(row)
    assert [p.hex for p in planner.overlay.points] == before


def test_formation_and_target_stay(planner: Planner) -> None:
    planner.overlay.removed.emit(0)
    planner.overlay.removed.emit(3)
    assert not planner.drafts


def test_the_profile_goes_turn_by_turn(planner: Planner, qtbot: QtBot) -> None:
    profile = planner.profile
    assert "RDF sees it from" in profile.summary() and "bombs at" in profile.summary()
    with qtbot.waitSignal(planner.hex_asked) as signal:
        qtbot.keyClick(profile, Qt.Key.Key_End)
    assert profile.survey is not None
    assert signal.args == [profile.survey.turns[-1].hex]
    assert "Angels" in profile.accessibleDescription()
    assert any("Must leave by" in profile.fuel_text(f) for f in profile.survey.fuel)
    assert "turns home at" in profile.summary()


def test_the_cross_beside_a_unit_and_a_point_has_room(planner: Planner) -> None:
    """The mark on the button is painted: its column is as wide as the button wants to be."""
    for page in (planner.units, planner.route):
        table = page.table
        last = table.columnCount() - 1
        crosses = [cross for row in range(table.rowCount()) if (cross := table.cellWidget(row, last)) is not None]
        assert crosses and all(cross.sizeHint().width() <= table.columnWidth(last) for cross in crosses)


# New raids, copies, sealing


def test_a_new_raid_from_a_template_to_the_plan(planner: Planner) -> None:
    planner.begin("freie_jagd")
    assert planner.code == "freie_jagd_1" and planner.faults
    assert not planner.form.code.isReadOnly()
    planner.form.code.setText("dawn_sweep")
    planner.form.code.editingFinished.emit()
    assert planner.code == "dawn_sweep" and set(planner.drafts) == {"dawn_sweep"}
    planner.forces.show()
    row = next(row for row in planner.forces.model.shown if row.kind == "single_seat_fighter" and row.reaches is not False)
    planner.forces.added.emit([row.posting.unit])
    assert planner.faults == []
    planner.put_on_plan()
    assert "dawn_sweep" in {r.plan.code for r in planner.session.view(LUFTWAFFE).raids}
    planner.strike()
    assert "dawn_sweep" not in {r.plan.code for r in planner.session.view(LUFTWAFFE).raids}


def test_a_copy_is_a_draft(planner: Planner) -> None:
    planner.duplicate()
    assert planner.code == "Battersea railways: KG 76 (2)", "it is called after the raid that it is like"
    assert planner.plan().form_turn == 32 + 12  # type: ignore[union-attr]
    planner.strike()
    assert not planner.drafts


def test_a_raid_that_is_met_cannot_be_struck(planner: Planner) -> None:
    view = planner.session.view(LUFTWAFFE)
    met = next(r.plan.joins for r in view.raids if r.plan.joins)
    planner.select(met)
    planner.strike()
    assert "OPS-B3.4" in planner.summary.text()


@pytest.mark.rule("OPS-B3.3")
def test_the_seal_tells_first_what_it_seals(planner: Planner) -> None:
    planner.form.form_angels.setValue(18)
    planner.seal_plan()
    assert planner.session.view(LUFTWAFFE).common.phase == "planning"
    assert "raids 15" in planner.summary.text() and "lost: 1" in planner.summary.text()
    planner.select("portland")
    planner.seal_plan()
    assert planner.session.view(LUFTWAFFE).common.phase == "planning"
    planner.seal_plan()
    view = planner.session.match.view(LUFTWAFFE)
    assert view.common.phase != "planning" and view.seals


def test_a_raid_in_the_air_is_recalled(qtbot: QtBot, tmp_path: Path) -> None:
    session, flying = next(
        (s, r.plan.code)
        for s in on_from(DAY, 30, LUFTWAFFE)
        for raids in [s.view(LUFTWAFFE).raids]
        for r in raids
        if r.state == "flying" and s.check(LUFTWAFFE, Recall(r.plan.code)) is None and any(other.state == "ended" for other in raids)
    )
    made = Planner(session, settings_in(tmp_path))
    qtbot.addWidget(made)
    made.select(flying)
    assert not made.form.isEnabled() and made.put.isHidden()
    assert made.recall.isEnabled()
    made.recall.click()
    called = next(r.called for r in session.view(LUFTWAFFE).raids if r.plan.code == flying)
    assert called is not None and called.kind == "recall"
    assert not made.recall.isEnabled() and made.summary.text() == "Being called: come home"
    ended = next(r.plan.code for r in session.view(LUFTWAFFE).raids if r.state == "ended")
    made.select(ended)
    assert not made.recall.isEnabled() and "[OPS-" in made.recall.toolTip()


def at_the_hour(qtbot: QtBot, tmp_path: Path) -> Planner:
    """The planner at three o'clock on 18 August, when raids have flown, fly and wait."""
    made = Planner(session_at("18_august_1940", 37, LUFTWAFFE), settings_in(tmp_path))
    qtbot.addWidget(made)
    assert made.session.view(LUFTWAFFE).plan_open
    return made


def test_on_the_hour_sealed_raids_stand_and_new_ones_are_drawn(qtbot: QtBot, tmp_path: Path) -> None:
    made = at_the_hour(qtbot, tmp_path)
    view = made.session.view(LUFTWAFFE)
    waiting = next(r.plan.code for r in view.raids if r.state == "planned")
    made.select(waiting)
    assert made.planning and not made.editing and not made.form.isEnabled() and made.drop.isEnabled() and not made.put.isEnabled()
    assert "[OPS-C4.1]" in made.summary.text()
    made.begin("reconnaissance")
    plan = made.plan()
    assert plan is not None and plan.form_turn >= view.turn + 12
    kenley = made.session.world.targets["Kenley"].hex
    assert kenley is not None
    offered = [action.text() for action in spot_menu(made, kenley, plan, made).actions()]
    assert any(text.startswith("Look at Kenley") for text in offered) and not any(text.startswith("Bomb") for text in offered)
    assert made.editing and made.form.isEnabled()
    made.edit(replace(plan, primary="Kenley", route=(), home=(), units=()))
    while made.faults:
        (offer, *_) = [o for f in made.faults for o in mending.offers(made._bench(view, made.plan()), made.plan(), f, made._check)]  # type: ignore[arg-type]
        made.edit(offer.plan)
    made.put_on_plan()
    assert next(r.added for r in made.session.view(LUFTWAFFE).raids if r.plan.code == made.code) == view.turn
    made.strike()
    made.select(waiting)
    made.strike()
    assert made.session.view(LUFTWAFFE).struck_codes == (waiting,)


def test_on_the_hour_a_raid_under_seal_is_radioed_at_its_counter(qtbot: QtBot, tmp_path: Path) -> None:
    """A right click on a counter in the air asks the table for the calls; way-points are for raids that may be changed."""
    made = at_the_hour(qtbot, tmp_path)
    view = made.session.view(LUFTWAFFE)
    flies = next(r for r in view.raids if r.state in ALOFT)
    table = PlottingTable(made.session.world, made.settings)
    qtbot.addWidget(table)
    table.resize(900, 600)
    table.show()
    table.set_route(made.overlay)
    table.show_view(view)
    asked: list[tuple[str, object]] = []
    wanted: list[object] = []
    table.context_requested.connect(lambda kind, key, *_: asked.append((kind, key)))
    made.overlay.asked.disconnect()
    made.overlay.asked.connect(lambda h, _: wanted.append(h))

    def ask(kind: str, key: str) -> None:
        place = table.where(kind, key)
        assert place is not None
        table.centre_on(*place)
        table.settle()
        box = table.box_of(kind, key)
        assert box is not None
        row = next(b for b in table.table.blocks if any((r.kind, r.key) == (kind, key) for r in b.rows))
        line = table.scene.blocks.row_box(row, (kind, key))
        assert line is not None
        at = (box.topLeft() + line.center()).toPoint()
        QApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, table.mapToGlobal(at)))

    made.select(flies.code)
    assert made.overlay.stands and not made.editing
    ask("raid", flies.code)
    assert asked == [("raid", flies.code)] and wanted == []
    made.begin("reconnaissance")
    assert made.editing and not made.overlay.stands
    ask("raid", flies.code)
    assert asked == [("raid", flies.code)] * 2 and wanted == []
    at = QPoint(5, 300)
    QApplication.sendEvent(table, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, table.mapToGlobal(at)))
    assert len(wanted) == 1 and len(asked) == 2, "elsewhere the plan that is drawn is asked"


def test_the_hours_order_is_told_and_then_given(qtbot: QtBot, tmp_path: Path) -> None:
    made = at_the_hour(qtbot, tmp_path)
    made.select(next(r.plan.code for r in made.session.view(LUFTWAFFE).raids if r.state == "planned"))
    made.strike()
    made.seal_plan()
    assert "raids added 0" in made.summary.text() and made.session.view(LUFTWAFFE).plan_open
    made.seal_plan()
    assert not made.session.view(LUFTWAFFE).plan_open and made.seal.isHidden()


def test_an_hours_order_that_changes_nothing_is_given_at_once(qtbot: QtBot, tmp_path: Path) -> None:
    made = at_the_hour(qtbot, tmp_path)
    made.seal_plan()
    assert not made.session.view(LUFTWAFFE).plan_open


def test_a_raid_is_flown_again_with_what_its_units_have(qtbot: QtBot, tmp_path: Path) -> None:
    made = at_the_hour(qtbot, tmp_path)
    view = made.session.view(LUFTWAFFE)
    swept = next(r for r in view.raids if r.plan.type == "freie_jagd" and r.units and all(u.state == "landed" for u in r.units))
    made.select(swept.plan.code)
    made.copy.click()
    plan = made.plan()
    assert plan is not None and made.copy.text() == "Fly again" and made.faults == []
    assert [u.aircraft for u in plan.units] == [
        min(p.aircraft, 3 * u.strength // 4) for p, u in zip(swept.plan.units, swept.units, strict=True)
    ]


def callable_raids(session: DeskSession) -> list[str]:
    """The raids of a full hour, with others still to come, that may be sent higher, lower and to their secondary targets."""
    view = session.view(LUFTWAFFE)
    waits = view.plan_open and any(r.state == "planned" for r in view.raids)
    return [r.plan.code for r in view.raids if waits and r.state == "flying" and r.plan.secondary and not r.bombed]


def test_the_radio_offers_the_calls_and_says_why_not(qtbot: QtBot, tmp_path: Path) -> None:
    session, code = next((s, code) for s in on_from(DAY, 20, LUFTWAFFE) for code in callable_raids(s))
    made = Planner(session, settings_in(tmp_path))
    qtbot.addWidget(made)
    raids = session.view(LUFTWAFFE).raids
    made.select(code)
    actions = made.radio.menu().actions()
    assert [a.isEnabled() for a in actions[:3]] == [True] * 3 and not made.radio.isHidden()
    actions[1].trigger()
    assert made.summary.text() == "Being called: 2 Angels higher"
    assert not made.radio.isEnabled() and all("[OPS-C4.2]" in a.toolTip() for a in made.radio.menu().actions())
    raid = next(r for r in raids if r.plan.code == made.code)
    assert any(raid.title["en"] in a.toolTip() for a in made.radio.menu().actions()), "a raid is called as the plan calls it"
    assert made.form.code.text() == raid.title["en"]
    made.select(next(r.plan.code for r in raids if r.state == "planned"))
    assert made.radio.isHidden()


def test_reports_of_the_ground_stand_with_their_age(qtbot: QtBot, tmp_path: Path) -> None:
    session = session_at("18_august_1940", 37, LUFTWAFFE)
    made = Reports(session, settings_in(tmp_path))
    qtbot.addWidget(made)
    account = session.view(LUFTWAFFE).reports
    assert account and made.table.rowCount() == len(account)
    assert made.table.item(0, 0).text() == f"{5 * (37 - account[-1].seen)} min"  # type: ignore[union-attr]
    with qtbot.waitSignal(made.selected) as shown:
        made.table.cellClicked.emit(0, 1)
    assert shown.args is not None and shown.args[0] == "place"
    session.sit(RAF)
    assert made.table.rowCount() == 0 and not [text for text in spoken(made) if account[-1].target in text]


def test_drafts_come_back_with_the_file(qtbot: QtBot, tmp_path: Path) -> None:
    session = session_at(DAY, 0, LUFTWAFFE)
    session.keep_in(tmp_path / "game.bob1940")
    made = Planner(session, settings_in(tmp_path))
    qtbot.addWidget(made)
    made.select("battersea")
    made.form.form_angels.setValue(18)
    again = Planner(session, settings_in(tmp_path))
    qtbot.addWidget(again)
    assert again.drafts["battersea"].form_angels == 18
    session.close()


@pytest.mark.slow
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_every_word_is_there_in_both_languages(planner: Planner, language: str) -> None:
    planner.settings.set_language(language)
    for code in [b.code for b in planner.gantt.raids.bars]:
        planner.select(code)
        planner.complaints.work_out()
        assert all("{" not in text for text in spoken(planner))
    assert planner.tabs.tabText(3) == {"en": "Timetable", "fr": "Horaire"}[language]


def test_the_raf_finds_nothing_of_the_plan(planner: Planner) -> None:
    too_many(planner)
    planner.seal_plan()
    titles = [b.title for b in planner.gantt.raids.bars]
    units = {u.unit for r in planner.session.view(LUFTWAFFE).raids for u in r.plan.units}
    planner.session.sit(RAF)
    texts = [text for text in spoken(planner) if text]
    assert not [t for t in texts if any(name in t for name in (*titles, *units))]
    assert planner.overlay.points == [] and planner.overlay.ghosts == []
    planner.session.sit(LUFTWAFFE)
    assert planner.gantt.raids.bars


def test_the_referee_looks_and_changes_nothing(planner: Planner) -> None:
    planner.session.sit(REFEREE)
    assert planner.gantt.raids.bars and not planner.form.isEnabled()
    plan = planner.plan()
    assert plan is not None
    planner.edit(replace(plan, form_turn=40))
    planner.begin("main")
    assert not planner.drafts
    assert planner.session.check(REFEREE, DropRaid("battersea")) is not None


def test_no_words_lie_on_others_on_a_small_screen(planner: Planner) -> None:
    planner.resize(436, 690)
    for tab in range(planner.tabs.count()):
        planner.tabs.setCurrentIndex(tab)
        QApplication.processEvents()
        for text in (planner.exposure, planner.form.clock):
            assert not text.isVisible() or text.height() >= text.heightForWidth(text.width()), text.text()
        assert planner.exposure.geometry().top() >= planner.tabs.geometry().bottom()


def test_an_empty_order_of_battle_says_what_leaves_it_empty(planner: Planner) -> None:
    forces, words = planner.forces, planner.settings.words
    forces.show()
    taken = next(row.posting.unit for row in forces.rows if row.aboard)
    forces.search.setText(taken)
    forces.boxes["use"].setCurrentIndex(forces.boxes["use"].findData("free"))
    assert not forces.model.shown and "none is “Free then”" in forces.count.text()
    forces.search.setText("no such unit")
    assert forces.count.text() == words("desk_planner.forces.count", count=0, of=len(forces.rows))


def test_what_is_believed_has_room_for_what_it_says(qtbot: QtBot, tmp_path: Path) -> None:
    made = Reports(session_at("18_august_1940", 37, LUFTWAFFE), settings_in(tmp_path))
    qtbot.addWidget(made)
    made.resize(330, 300)
    made.show()
    report = made.table.horizontalHeader().sectionSize(made.table.columnCount() - 1)
    assert report > made.table.viewport().width() / 3
    account = made.table.item(0, made.table.columnCount() - 1)
    assert account is not None and account.text().startswith("Crews: ")
    QApplication.processEvents()
    made.resize(300, 300)
    QApplication.processEvents()
    for row in range(made.table.rowCount()):
        assert made.table.rowHeight(row) >= made.table.sizeHintForRow(row), "no report is cut off"


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_low_window_no_text_of_the_form_is_cut(language: str, qtbot: QtBot, tmp_path: Path) -> None:
    """At 1280 by 800 the planner scrolls rather than to squeeze its form, once the faults of a raid are listed."""
    settings = settings_in(tmp_path)
    settings.set_language(language)
    planner = Planner(session_at(DAY, 0, LUFTWAFFE), settings)
    qtbot.addWidget(planner)
    planner.resize(440, 690)
    planner.show()
    planner.select("battersea")
    too_many(planner)
    form = planner.form
    qtbot.waitUntil(lambda: form.height() >= form.minimumSizeHint().height() and form.note.height() > 1, timeout=2000)
    for field in (form.primary, form.secondary, form.code):
        assert field.height() >= field.minimumSizeHint().height()
    assert planner.splitter.height() > planner.tall.viewport().height()
