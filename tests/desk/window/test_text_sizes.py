"""Every size of text at 1280×800: nothing cut, nothing over anything else, all within the window; changed at once, both ways."""

from __future__ import annotations

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QEvent, QRect, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QTabBar, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from bob.desk.base.settings import THEMES
from bob.desk.base.theme.flow import Tall, WrappedRow
from bob.desk.panels.planner.planner import Planner
from bob.desk.panels.tote.board import Tote
from bob.desk.session.session import Setup
from bob.desk.window.teaching import LESSON_SEED
from bob.desk.window.window import DeskWindow
from bob.words import LANGUAGES
from tests.desk.desks import LUFTWAFFE_SEATS, RAF_SEATS, quiet
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("dressed"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

SIZES = (100, 125, 150)
WINDOW = QRect(0, 0, 1280, 800)
SEATS = {"raf": RAF_SEATS, "luftwaffe": LUFTWAFFE_SEATS}


def settled() -> None:
    """All layouts done, and what was to be deleted gone."""
    for _ in range(6):
        QApplication.processEvents()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def begin(qtbot: QtBot, window: DeskWindow, seats: dict[str, str]) -> None:
    assert window.begin(Setup("lesson", LESSON_SEED, seats, {}))
    assert window.session is not None
    quiet(qtbot, window.session)
    settled()


def place(window: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())


def open_docks(window: DeskWindow) -> dict[str, QRect]:
    """Where the docks lie that are to be seen."""
    return {name: dock.geometry() for name, dock in window.docks.docks.items() if not dock.visibleRegion().isEmpty()}


def cut(root: QWidget) -> list[str]:
    """Buttons whose text has no room, and lists to choose from whose choice is cut."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.visibleRegion().isEmpty():  # docks behind others lie outside the window
            continue
        if isinstance(widget.parent(), WrappedRow) and not widget.parentWidget().rect().contains(widget.geometry()):
            found.append(f"{type(widget).__name__} out of its row: {widget.geometry()}")
        if isinstance(widget, QPushButton | QToolButton) and widget.text():
            need = widget.fontMetrics().horizontalAdvance(widget.text().replace("&", ""))
            if widget.width() < need + 4:
                found.append(f"{widget.text()}: {widget.width()} for {need}")
        if isinstance(widget, QComboBox) and not widget.isEditable() and isinstance(widget.parent(), WrappedRow):
            need = widget.fontMetrics().horizontalAdvance(widget.currentText())
            if widget.width() < need + 20:
                found.append(f"{widget.currentText()}: {widget.width()} for {need}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize("size", some(SIZES))
@pytest.mark.parametrize("seats", SEATS)
def test_the_room_has_room_for_all(qtbot: QtBot, window: DeskWindow, seats: str, size: int, language: str) -> None:
    settings = window.settings
    settings.set_language(language)
    settings.set_text_size(size)
    begin(qtbot, window, SEATS[seats])
    for look in some(THEMES if size == SIZES[-1] else THEMES[:1]):  # a theme has its own edges, which tell where room is scarce
        settings.set_theme(look)
        settled()
        assert window.size() == WINDOW.size()
        docks = open_docks(window)
        assert ({"tote", "ladder"} if seats == "raf" else {"planner", "log"}) <= set(docks)
        centre = window.stack.geometry()
        for name, lies in {"centre": centre, "strip": place(window, window.strip), **docks}.items():
            assert WINDOW.contains(lies), (name, lies)
        for name, lies in docks.items():
            assert not lies.intersects(centre), (name, lies, centre)
            assert not any(lies.intersects(other) for code, other in docks.items() if code != name), name
        assert cut(window) == []
        phase = window.strip.phase
        assert phase.fontMetrics().horizontalAdvance(phase.text()) <= phase.width()
    assert window.room is not None
    assert window.room.table.width() >= 480 and window.room.table.height() >= 300
    window.docks.reveal("timeline")
    settled()
    assert window.docks.panels["timeline"].width() >= 380
    assert cut(window) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", some(SIZES))
def test_the_titles_of_docks_grow_with_the_text(qtbot: QtBot, window: DeskWindow, size: int) -> None:
    begin(qtbot, window, RAF_SEATS)
    window.settings.set_text_size(size)
    settled()
    title = window.docks["tote"].titleBarWidget()
    assert isinstance(title, QLabel)
    assert title.text() == window.docks["tote"].windowTitle()
    assert title.fontInfo().pixelSize() == round(13 * size / 100)
    assert title.height() >= title.fontMetrics().height()


def no_tab_twice(window: DeskWindow) -> bool:
    """Whether no dock has a tab in two rows that are seen."""
    rows = [row for row in window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly) if row.isVisible()]
    inside = [row for row in rows if window.rect().intersects(row.geometry())]
    names = [row.tabText(i) for row in inside for i in range(row.count())]
    return len(names) == len(set(names))


@pytest.mark.slow
@pytest.mark.parametrize("seats", some(SEATS))
def test_larger_text_and_back_leaves_all_as_it_was(qtbot: QtBot, window: DeskWindow, seats: str) -> None:
    begin(qtbot, window, SEATS[seats])
    before = open_docks(window)
    assert {"ladder" if seats == "raf" else "timeline", "log"} <= set(before)
    window.settings.set_text_size(150)
    settled()
    assert window.docks.cramped
    beside = ("timeline", "forces", "forecast", "results", "reports") if seats == "luftwaffe" else ("timeline", "ladder")
    assert set(window.tabifiedDockWidgets(window.docks["log"])) == {window.docks[name] for name in beside}
    assert no_tab_twice(window)
    window.settings.set_text_size(100)
    settled()
    assert no_tab_twice(window)
    after = open_docks(window)
    assert set(after) == set(before)
    assert all(abs(after[n].width() - before[n].width()) <= 12 and abs(after[n].height() - before[n].height()) <= 12 for n in before)


@pytest.mark.slow
def test_an_arrangement_is_kept_for_each_room_and_for_large_letters(qtbot: QtBot, window: DeskWindow) -> None:
    window.settings.set_text_size(150)
    begin(qtbot, window, RAF_SEATS)
    window.actions_["dock_log"].trigger()
    settled()
    assert not window.docks["log"].visibleRegion().isEmpty(), "it lay behind another"
    window.actions_["dock_log"].trigger()
    assert window.docks["log"].isHidden()
    window.close_game()
    window.settings.set_text_size(100)
    begin(qtbot, window, RAF_SEATS)
    assert not window.docks["log"].isHidden()
    window.close_game()
    window.settings.set_text_size(150)
    begin(qtbot, window, RAF_SEATS)
    assert window.docks["log"].isHidden()


@pytest.mark.slow
def test_what_is_decided_has_its_size_at_once(qtbot: QtBot, window: DeskWindow) -> None:
    from bob.day.state.position import RAF

    begin(qtbot, window, RAF_SEATS)
    session, room = window.session, window.room
    assert session is not None and room is not None
    while room.decisions.first is None or room.decisions.first.code != "raid":
        session.play(RAF, room.decisions.queue[-1].order)
        quiet(qtbot, session)
    assert room.card.isVisible()
    for size in (150, 100):
        window.settings.set_text_size(size)
        settled()
        buttons = room.card.findChildren(QPushButton)
        assert len(buttons) >= 3
        assert all(room.card.rect().contains(place(room.card, button)) for button in buttons)
        assert cut(room.card) == []


@pytest.mark.slow
def test_the_planner_scrolls_where_it_is_too_low(qtbot: QtBot, window: DeskWindow) -> None:
    window.settings.set_text_size(150)
    begin(qtbot, window, LUFTWAFFE_SEATS)
    planner = window.docks.panels["planner"]
    assert isinstance(planner, Planner)
    bar = planner.tall.verticalScrollBar()
    assert bar.maximum() > 0
    planner.profile.setFocus()
    settled()
    planner.tall.ensureWidgetVisible(planner.complaints)
    settled()
    assert not planner.complaints.visibleRegion().isEmpty()
    assert not planner.seal.visibleRegion().isEmpty()


@pytest.mark.parametrize("language", some(LANGUAGES))
@pytest.mark.parametrize("size", some(SIZES))
def test_the_first_screen_fits(qtbot: QtBot, window: DeskWindow, size: int, language: str) -> None:
    window.settings.set_language(language)
    window.settings.set_text_size(size)
    settled()
    start = window.start
    assert start.scroll_area.horizontalScrollBar().maximum() == 0
    assert start.scroll_area.verticalScrollBar().maximum() == 0
    for box in (start.way, start.raf, start.luftwaffe, start.dice):
        assert box.fontMetrics().horizontalAdvance(box.currentText()) + 24 <= box.width()
    assert cut(start) == []


# ---- a row that goes on in a second line


@pytest.mark.parametrize(
    ("width", "lines"),
    [(700, [[0, 1, 2]]), (330, [[0, 1], [2]]), (150, [[0], [1], [2]])],
)
def test_a_flow_takes_as_many_lines_as_it_needs(qtbot: QtBot, width: int, lines: list[list[int]]) -> None:
    from PySide6.QtCore import QMargins

    flow = WrappedRow(QMargins(4, 4, 4, 4), 6)
    qtbot.addWidget(flow)
    parts = [QWidget() for _ in range(3)]
    for part in parts[:2]:
        part.setMinimumSize(140, 20)
        flow.add(part)
    flow.add_wide(parts[2], 100)
    flow.resize(width, flow.heightForWidth(width))
    flow.show()
    tops = sorted({part.y() for part in parts})
    assert [[i for i, part in enumerate(parts) if part.y() == top] for top in tops] == lines
    assert parts[2].geometry().right() == width - 5
    assert all(flow.rect().contains(part.geometry()) for part in parts)
    parts[0].hide()
    settled()
    assert parts[1].y() == 4


def test_a_tall_panel_is_never_narrower_than_what_it_holds(qtbot: QtBot) -> None:
    inner = QWidget()
    inner.setMinimumSize(300, 900)
    tall = Tall(inner)
    qtbot.addWidget(tall)
    tall.resize(400, 200)
    tall.show()
    assert tall.minimumSizeHint().width() >= 300
    assert tall.minimumSizeHint().height() < 200
    assert tall.verticalScrollBar().maximum() == 700


@pytest.mark.slow
def test_the_tote_keeps_its_filters(qtbot: QtBot, window: DeskWindow) -> None:
    window.settings.set_text_size(150)
    begin(qtbot, window, RAF_SEATS)
    tote = window.docks.panels["tote"]
    assert isinstance(tote, Tote)
    assert tote.search.width() >= 120
