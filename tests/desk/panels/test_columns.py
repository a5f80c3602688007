"""Columns that give way, and come back: in the tote and in the map as a list; what is cut is read by the keys alone."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu, QToolTip
from pytestqt.qtbot import QtBot

from bob.day.state.position import RAF
from bob.desk.base.settings import Settings
from bob.desk.base.theme.columns import Columns, columns_of
from bob.desk.map.lists import COLUMNS, Lists
from bob.desk.panels.tote import Tote
from bob.desk.panels.tote.model import ToteColumn
from tests.desk.rooms import session_at, settings_in

DAY, TURN = "15_september_1940", 38


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path)


def listed(qtbot: QtBot, settings: Settings, width: int) -> Lists:
    made = Lists(session_at(DAY, TURN, RAF), settings)
    qtbot.addWidget(made)
    made.resize(width, 400)
    made.show()
    made.refresh()
    QApplication.processEvents()
    return made


def shown(made: Lists) -> set[str]:
    return {name for i, name in enumerate(COLUMNS) if not made.table.isColumnHidden(i)}


def test_columns_give_way_in_order_of_worth_and_the_name_and_strength_stay(qtbot: QtBot, settings: Settings) -> None:
    made = listed(qtbot, settings, 1400)
    assert shown(made) == set(COLUMNS)
    before = set(COLUMNS)
    for width in (1000, 800, 700, 560, 430):
        made.resize(width, 400)
        QApplication.processEvents()
        now = shown(made)
        assert now <= before and {"name", "place", "strength"} <= now
        widths = sum(made.table.columnWidth(i) for i in range(len(COLUMNS)) if not made.table.isColumnHidden(i))
        assert widths <= made.table.viewport().width() + 1 or now == {"name", "place", "strength"}
        before = now
    assert before < set(COLUMNS)


def test_the_menu_at_the_header_calls_a_column_back_for_good_and_leaves_it_to_the_room_again(qtbot: QtBot, settings: Settings) -> None:
    made = listed(qtbot, settings, 560)
    age = COLUMNS.index("age")
    assert made.table.isColumnHidden(age)
    menu = made.columns.menu()
    names = [action.data() for action in menu.actions() if action.isCheckable()]
    assert set(names) == set(COLUMNS) - {"name"}
    next(action for action in menu.actions() if action.data() == "age").trigger()
    assert not made.table.isColumnHidden(age)
    other = listed(qtbot, settings, 560)
    assert not other.table.isColumnHidden(age)
    menu = other.columns.menu()
    next(action for action in menu.actions() if action.data() == "strength").trigger()
    assert other.table.isColumnHidden(COLUMNS.index("strength"))
    next(a for a in other.columns.menu().actions() if a.text() == settings.words("desk.columns.as_room")).trigger()
    assert other.table.isColumnHidden(age) and not other.table.isColumnHidden(COLUMNS.index("strength"))


def test_the_tote_has_the_menu_too(qtbot: QtBot, settings: Settings) -> None:
    tote = Tote(session_at(DAY, TURN, RAF), settings)
    qtbot.addWidget(tote)
    tote.resize(390, 700)
    tote.show()
    qtbot.waitUntil(lambda: tote.board.isColumnHidden(ToteColumn.AMMO))
    assert columns_of(tote.board) is tote.columns
    tote.columns.wish(ToteColumn.AMMO, True)
    assert not tote.board.isColumnHidden(ToteColumn.AMMO)
    made = tote.columns.menu()
    assert isinstance(made, QMenu)
    assert all(action.text() and action.text() != action.data() for action in made.actions() if action.isCheckable())
    tote.activateWindow()
    tote.board.setFocus()
    qtbot.waitUntil(tote.board.hasFocus)
    tote.header.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(lambda: bool(QToolTip.text()))
    assert QToolTip.text() == tote.header.toolTip() and tote.header.toolTip().count("\n") >= 4


def test_who_has_no_mouse_reads_a_row_that_is_cut(qtbot: QtBot, settings: Settings) -> None:
    made = listed(qtbot, settings, 430)
    made.activateWindow()
    made.table.setFocus()
    qtbot.waitUntil(made.table.hasFocus)
    qtbot.keyClick(made.table, Qt.Key.Key_Down)
    index = made.table.currentIndex()
    assert made.columns.is_cut(index)
    qtbot.waitUntil(lambda: QToolTip.text() == index.data(Qt.ItemDataRole.ToolTipRole), timeout=2000)
    qtbot.keyClick(made.table, Qt.Key.Key_Escape)
    assert isinstance(made.columns, Columns)


def test_a_list_is_copied_for_a_spreadsheet_with_every_column(qtbot: QtBot, settings: Settings) -> None:
    made = listed(qtbot, settings, 430)
    copied = next(action for action in made.columns.menu().actions() if action.text() == settings.words("desk.columns.copy"))
    copied.trigger()
    heads, *rows = list(csv.reader(io.StringIO(QApplication.clipboard().text())))
    assert len(heads) == len(COLUMNS) and all(heads)
    model = made.table.model()
    assert len(rows) == model.rowCount() > 3
    names = [str(model.index(row, COLUMNS.index("name")).data()) for row in range(model.rowCount())]
    assert [row[COLUMNS.index("name")] for row in rows] == names
