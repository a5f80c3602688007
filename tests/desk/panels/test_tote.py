"""The tote: what stands on it, how it is sorted, told and drawn."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from bob.core.game import REFEREE
from bob.data.theatre import Theatre
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.view import RafView, SquadronView
from bob.day.telling.period_names import Names
from bob.desk.base.theme.theme import dress
from bob.desk.map.lists import COLUMNS, Lists, bearing, things
from bob.desk.panels.tote import Tote
from bob.desk.panels.tote.model import MIME, ToteColumn
from bob.staff.advice.fighter_command.tote_rows import LAMPS, Wanted, coming, describe, doing, due, limits, number, rows, totals
from bob.words import LANGUAGES, Words
from tests.desk.rooms import match_at, session_at, settings_in, spoken
from tests.sizes import some

DAY = "15_september_1940"
TURN = 38


@pytest.fixture(scope="module")
def view() -> RafView:
    found = match_at(DAY, TURN).view(RAF)
    assert isinstance(found, RafView)
    return found


@pytest.fixture
def tote(qtbot: QtBot, tmp_path: Path) -> Tote:
    made = Tote(session_at(DAY, TURN, RAF), settings_in(tmp_path))
    qtbot.addWidget(made)
    made.resize(520, 900)
    made.show()
    return made


def one(view: RafView, **values: object) -> SquadronView:
    return replace(view.squadrons[0], **values)


# The rows


@pytest.mark.parametrize(
    ("unit", "shown"),
    [("92 Squadron", "92"), ("92 Squadron A", "92 A"), ("1 Squadron RCAF", "1 RCAF"), ("Fighter Interception Unit", "FIU"), ("32", "32")],
)
def test_units_go_by_their_numbers(unit: str, shown: str) -> None:
    assert number(unit) == shown


def test_every_squadron_stands_once_under_its_sector_and_11_group_first(view: RafView) -> None:
    found = rows(view, Wanted(), {"Kenley": "B"})
    units = [s.unit for row in found for s in row.squadrons]
    assert sorted(units) == sorted(s.unit for s in view.squadrons if s.box != "gone")
    assert [row.group for row in found] == sorted((row.group for row in found), key=(11, 10, 12).index)
    assert next(row for row in found if row.sector == "Kenley").title == "B Kenley"
    assert all(s.sector == row.sector for row in found if not row.wing for s in row.squadrons)
    wings = {s.wing for s in view.squadrons if s.wing is not None}
    assert wings and {row.squadrons[0].wing for row in found if row.wing} == wings, "a Wing is one block, whole"
    assert all(
        len({s.wing for s in row.squadrons}) == 1 and row.squadrons[0].unit in str(row.squadrons[0].wing) for row in found if row.wing
    )


@pytest.mark.parametrize(
    ("wanted", "fits"),
    [
        (Wanted(group=11), lambda s: s.group == 11),
        (Wanted(shown="ready"), lambda s: s.box == "ready"),
        (Wanted(shown="airborne"), lambda s: s.box == "airborne"),
        (Wanted(shown="ground"), lambda s: s.box not in ("airborne", "gone")),
        (Wanted(shown="turnaround"), lambda s: s.box in ("landed", "rearm_1", "rearm_2")),
        (Wanted(text="hornchurch"), lambda s: "Hornchurch" in (s.station, s.sector)),
        (Wanted(text="303"), lambda s: s.unit == "303 Squadron"),
        (Wanted(text="nobody"), lambda s: False),
    ],
)
def test_the_filter_keeps_what_fits(view: RafView, wanted: Wanted, fits: object) -> None:
    found = {s.unit for row in rows(view, wanted, {}) for s in row.squadrons}
    assert found == {s.unit for s in view.squadrons if s.box != "gone" and fits(s)}  # type: ignore[operator]


@pytest.mark.parametrize(("sort", "key"), [("strength", lambda s: s.strength), ("next", lambda s: s.turns_to_next or 99)])
def test_sorting_is_within_a_sector(view: RafView, sort: str, key: object) -> None:
    for row in rows(view, Wanted(sort=sort), {}):
        if row.wing:
            flown = {s.unit for s in view.squadrons if s.wing == row.squadrons[0].wing}
            assert len(flown) > 1 and {s.unit for s in row.squadrons} == flown, "a Wing stands together, its first on top"
            continue
        values = [key(s) for s in row.squadrons]  # type: ignore[operator]
        assert values == sorted(values)


def test_the_groups_add_up(view: RafView) -> None:
    found = totals(view)
    assert sum(t.aircraft for t in found) == sum(s.strength for s in view.squadrons if s.box != "gone")
    assert sum(t.airborne for t in found) == sum(s.box == "airborne" for s in view.squadrons)


@pytest.mark.rule("OPS-B6.2")
def test_on_the_ground_control_hangs_on_the_operations_room_alone(view: RafView) -> None:
    lost = replace(view, squadrons=(one(view, box="ready", controlled=False, sector="Kenley"),))
    assert rows(lost, Wanted(), {})[0].squadrons[0].controlled
    assert not rows(replace(lost, rooms_hit=("Kenley",)), Wanted(), {})[0].squadrons[0].controlled


@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize(
    ("values", "en"),
    [
        ({"box": "airborne", "vector": {"kind": "raid", "track": 3, "angels": 18, "hex": "", "field": None}}, "→ H3, A18"),
        ({"box": "airborne", "vector": {"kind": "hex", "track": None, "angels": 12, "hex": "3417", "field": None}}, "→ 3417, A12"),
        ({"box": "airborne", "vector": {"kind": "home", "track": None, "angels": 0, "hex": "", "field": "Kenley"}}, "Home to Kenley"),
        ({"box": "airborne", "vector": None}, "Orbits"),
        ({"box": "airborne", "tally": 3, "stance": "avoid", "disruption": 2}, "Tally H3 · Avoid · Dis 2"),
        ({"box": "ready", "emergency": True}, "Emergency"),
        ({"box": "ready"}, ""),
    ],
)
def test_what_a_squadron_does_is_told(view: RafView, values: dict[str, object], en: str, language: str) -> None:
    bare = one(view, vector=None, tally=None, stance="any_enemy", disruption=0, emergency=False, wing=None, scrambling=False)
    text = doing(Words(language), replace(bare, **values), {3: "H3"})
    assert (text == en) if language == "en" else bool(text) == bool(en)


def test_the_time_to_the_next_state(view: RafView) -> None:
    soon = one(view, box="available", becoming="ready", turns_to_next=2, scrambling=False)
    assert coming(Words("en"), soon) == "Ready, 10 min"
    assert due(soon) == pytest.approx(1 / 3)
    assert due(one(view, becoming=None, turns_to_next=None)) is None
    assert coming(Words("fr"), replace(soon, scrambling=True)) == "Décollage\u00a0!"


def test_all_about_a_squadron(view: RafView) -> None:
    s = one(view, box="airborne", angels=18, fuel=3, controlled=False, ammo="low")
    text = describe(Words("en"), s, {}, "Hurricane I")
    for part in (s.unit, "Hurricane I", "Angels 18", "15 minutes", "not controlled", "low"):
        assert part in text
    alone = Words("en")("desk_tote.tip.by_itself")
    assert alone in text and alone not in describe(Words("en"), replace(s, controlled=True), {}, "Hurricane I")
    assert alone not in describe(Words("en"), replace(s, box="ready"), {}, "Hurricane I")
    used, level = limits(Words("en"), replace(view, scrambled=1.5, scramble_limit=4, committed=20.0, response_level=19))
    assert "1.5 of 4" in used and "OPS-B6.4" in used
    assert "20" in level and "19" in level


# The model and the widget


def test_the_model_is_sound(tote: Tote, qtmodeltester: object) -> None:
    qtmodeltester.check(tote.model)  # type: ignore[attr-defined]


def test_one_lamp_is_lit_and_it_is_said(tote: Tote) -> None:
    words = tote.settings.words
    for s in tote.session.view(RAF).squadrons:
        index = tote.model.index_of(s.unit)
        lit = [c for c in ToteColumn if 1 <= c <= len(LAMPS) and index.siblingAtColumn(c).data()]
        assert len(lit) == (s.box != "gone"), s.unit
        if lit:
            assert lit[0] - 1 == LAMPS.index(s.box)
            assert index.siblingAtColumn(lit[0]).data() == words(f"ops.box.{s.box}")
        assert s.unit in index.data(Qt.ItemDataRole.AccessibleTextRole)


@pytest.mark.parametrize("theme", some(["table", "night", "contrast"]))
def test_a_lit_lamp_can_be_told_without_colour(qtbot: QtBot, qapp: object, tmp_path: Path, theme: str) -> None:
    """In grey, a lit lamp has ink of its own letter in it and a dark one has not."""
    settings = settings_in(tmp_path, theme=theme)
    dress(qapp, settings)  # type: ignore[arg-type]
    made = Tote(session_at(DAY, TURN, RAF), settings)
    qtbot.addWidget(made)
    made.resize(560, 1400)
    made.show()
    ready = next(s for s in made.session.view(RAF).squadrons if s.box == "ready" and not s.scrambling)
    index = made.model.index_of(ready.unit)
    made.board.scrollTo(index)
    picture = made.board.viewport().grab().toImage()

    def spread(column: ToteColumn) -> int:
        rect = made.board.visualRect(index.siblingAtColumn(column)).adjusted(7, 7, -7, -7)
        greys = [
            QColor(picture.pixel(x, y)).lightness() for x in range(rect.left(), rect.right()) for y in range(rect.top(), rect.bottom())
        ]
        return max(greys) - min(greys)

    assert spread(ToteColumn.READY) > 60
    assert spread(ToteColumn.LANDED) < 30


def test_selection_goes_both_ways(tote: Tote, qtbot: QtBot) -> None:
    unit = tote.session.view(RAF).squadrons[5].unit
    with qtbot.assertNotEmitted(tote.selected):
        tote.select(unit)
    assert tote.chosen() == (unit,)
    other = tote.model.index_of(tote.session.view(RAF).squadrons[9].unit)
    with qtbot.waitSignal(tote.selected) as signal:
        tote.board.setCurrentIndex(other)
    assert signal.args == [tote.model.squadron(other).unit]  # type: ignore[union-attr]
    tote.select("no such squadron")
    assert tote.chosen() == ()


def test_a_sector_folds_and_stays_folded(tote: Tote) -> None:
    head = tote.model.index(1, 0)
    tote.board.setExpanded(head, False)
    tote.search.setText("a")
    tote.search.setText("")
    assert not tote.board.isExpanded(tote.model.index(1, 0))
    hidden = tote.model.sectors[1].squadrons[0].unit
    tote.select(hidden)
    assert tote.board.isExpanded(tote.model.index(1, 0))


def test_a_dragged_squadron_carries_its_name(tote: Tote) -> None:
    index = tote.model.index_of("303 Squadron")
    mime = tote.model.mimeData([index])
    assert bytes(mime.data(MIME).data()).decode() == "303 Squadron"
    assert not tote.model.mimeData([tote.model.index(0, 0)]).hasFormat(MIME)
    assert not tote.board.stand("303 Squadron", "hurricane_i").isNull()


def test_narrow_boards_keep_lamps_and_strength(tote: Tote, qtbot: QtBot) -> None:
    tote.resize(390, 700)
    qtbot.waitUntil(lambda: tote.board.isColumnHidden(ToteColumn.AMMO))
    assert not any(tote.board.isColumnHidden(c) for c in (*range(9), ToteColumn.FUEL, ToteColumn.DOING))
    tote.resize(700, 700)
    qtbot.waitUntil(lambda: not tote.board.isColumnHidden(ToteColumn.AMMO))


def test_another_language_at_once(tote: Tote) -> None:
    tote.settings.set_language("fr")
    assert tote.groups.itemText(0) == "Tous les Groupes"
    assert tote.model.headerData(ToteColumn.READY, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole).startswith("Prête")
    assert "sec" not in tote.model.index(0, 0).data().lower().replace("secteur", "")


def test_the_luftwaffe_finds_nothing_on_the_tote(tote: Tote) -> None:
    unit = next(s.unit for s in tote.session.view(RAF).squadrons if s.box == "ready")
    tote.select(unit)
    tote.open_strip("scramble")
    tote.session.sit(LUFTWAFFE)
    secret = {s.unit for s in tote.session.match.view(RAF).squadrons}
    assert not [text for text in spoken(tote) if any(name in text for name in secret)]
    tote.session.sit(REFEREE)
    assert tote.model.index_of(unit).isValid()


# The lists


def test_the_lists_show_what_the_view_has_and_no_more(qtbot: QtBot, tmp_path: Path, theatre: Theatre) -> None:
    session = session_at(DAY, TURN, RAF)
    made = Lists(session, settings_in(tmp_path))
    qtbot.addWidget(made)
    view = session.view(RAF)
    plots = [t for t in view.tracks if not t.faded and t.level > 0]
    kinds = [t.what for t in made.model.things]
    assert kinds.count("plot") == len(plots)
    assert kinds.count("squadron") == len(view.squadrons), "every one, those that are no more too"
    assert kinds.count("raid") == 0
    session.sit(LUFTWAFFE)
    assert {t.what for t in made.model.things} <= {"raid", "patrol"}
    session.sit(REFEREE)
    assert {t.what for t in made.model.things} >= {"plot", "squadron", "raid"}
    for language in LANGUAGES:
        assert all(len(t.cells) == len(t.order) == len(COLUMNS) for t in things(session.view(REFEREE), Words(language), Names(theatre)))


def test_the_lists_sort_by_what_a_cell_means(qtbot: QtBot, tmp_path: Path, qtmodeltester: object) -> None:
    made = Lists(session_at(DAY, TURN, RAF), settings_in(tmp_path))
    qtbot.addWidget(made)
    qtmodeltester.check(made.model)  # type: ignore[attr-defined]
    made.kinds.setCurrentIndex(made.kinds.findData("squadron"))
    made.kinds.activated.emit(made.kinds.currentIndex())
    made.table.sortByColumn(4, Qt.SortOrder.AscendingOrder)
    strengths = [int(made.sorted.index(row, 4).data()) for row in range(made.sorted.rowCount())]
    assert strengths == sorted(strengths) and len(strengths) > 30
    made.table.sortByColumn(1, Qt.SortOrder.AscendingOrder)
    first = [made.sorted.index(row, 1).data() for row in range(5)]
    assert first[0].startswith("1 ") and [int(name.split()[0]) for name in first] == sorted(int(name.split()[0]) for name in first)
    made.search.setText("hornchurch")
    assert 0 < made.sorted.rowCount() < 8


def test_a_row_of_the_lists_is_chosen_both_ways(qtbot: QtBot, tmp_path: Path) -> None:
    made = Lists(session_at(DAY, TURN, RAF), settings_in(tmp_path))
    qtbot.addWidget(made)
    with qtbot.assertNotEmitted(made.selected):
        made.select("squadron", "303 Squadron")
    assert made.chosen() == ("squadron", "303 Squadron")
    with qtbot.waitSignal(made.selected) as signal:
        made.table.selectRow(0)
    assert signal.args == list(made.chosen() or ())


@pytest.mark.parametrize(("step", "degrees"), [((0, -1), 0), ((0, 1), 180), ((1, -0.5), 90), ((-1, 0.5), 270), ((1, 0), 120)])
def test_the_course_in_degrees(step: tuple[float, float], degrees: int) -> None:
    assert bearing(step) == degrees
