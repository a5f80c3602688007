"""For those who do without mouse or eyes: everything has a name, can be reached by keys, and shows that it has the focus."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTabBar, QWidget
from pytestqt.qtbot import QtBot

from bob.day.state.orders import Resolve
from bob.desk.base.theme.icons import SHARP, icon
from bob.desk.boards.cards.card_panel import CardPanel
from bob.desk.boards.registry import apart, setup_of
from bob.desk.boards.shared.window import opened
from bob.desk.panels.network.join_box import JoinBox
from bob.desk.panels.planner.planner import Planner
from bob.desk.panels.tote.board import Tote
from bob.desk.session.session import Setup
from bob.desk.window.palette_box import PaletteBox
from bob.desk.window.prints_box import PrintBox
from bob.desk.window.settings.box import SettingsBox
from bob.desk.window.teaching import LESSON_SEED
from bob.desk.window.window import DeskWindow
from bob.games import kit
from bob.words import LANGUAGES
from tests.desk.desks import LUFTWAFFE_SEATS, RAF_SEATS, own_game, quiet
from tests.desk.fighting import in_hand, window_at
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("dressed"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


def begin(qtbot: QtBot, window: DeskWindow, seats: dict[str, str]) -> None:
    assert window.begin(Setup("lesson", LESSON_SEED, seats, {}))
    assert window.session is not None
    quiet(qtbot, window.session)
    QApplication.processEvents()


def panel(window: DeskWindow, name: str) -> None:
    window.docks.reveal(name)
    QApplication.processEvents()


# ---- the screens


def start(qtbot: QtBot, window: DeskWindow) -> QWidget:
    return window


def start_with_rules(qtbot: QtBot, window: DeskWindow) -> QWidget:
    window.start.more.click()
    return window


def fighter_command(qtbot: QtBot, window: DeskWindow) -> QWidget:
    begin(qtbot, window, RAF_SEATS)
    tote = window.docks.panels["tote"]
    assert isinstance(tote, Tote)
    tote.select("501 Squadron")
    tote.open_strip("scramble")
    assert window.room is not None
    window.room.time_bar.open()
    window.room.notice.tell("something", "OPS-B6.5")
    return window


def lists(qtbot: QtBot, window: DeskWindow) -> QWidget:
    begin(qtbot, window, RAF_SEATS)
    panel(window, "lists")
    panel(window, "dice")
    return window


def _planner(tab: int) -> Callable[[QtBot, DeskWindow], QWidget]:
    def show(qtbot: QtBot, window: DeskWindow) -> QWidget:
        begin(qtbot, window, LUFTWAFFE_SEATS)
        planner = window.docks.panels["planner"]
        assert isinstance(planner, Planner)
        planner.tabs.setCurrentIndex(tab)
        return window

    return show


def _settings(tab: int) -> Callable[[QtBot, DeskWindow], QWidget]:
    def show(qtbot: QtBot, window: DeskWindow) -> QWidget:
        box = SettingsBox(window.settings, window.actions_, window)
        qtbot.addWidget(box)
        box.tabs.setCurrentIndex(tab)
        head = box.list.topLevelItem(0)
        assert head is not None
        first = head.child(0)
        assert first is not None
        box.list.setCurrentItem(first)
        box.show()
        return box

    return show


def _help(page: str) -> Callable[[QtBot, DeskWindow], QWidget]:
    def show(qtbot: QtBot, window: DeskWindow) -> QWidget:
        window.help(page)
        assert window._help is not None
        return window._help

    return show


def palette(qtbot: QtBot, window: DeskWindow) -> QWidget:
    box = PaletteBox(window.actions_, window.settings, window)
    qtbot.addWidget(box)
    box.show()
    return box


def sheets(qtbot: QtBot, window: DeskWindow) -> QWidget:
    begin(qtbot, window, RAF_SEATS)
    assert window.room is not None
    box = PrintBox(window.room, window.settings)
    qtbot.addWidget(box)
    box.show()
    return box


def cards(qtbot: QtBot, window: DeskWindow) -> QWidget:
    panel = CardPanel(window.settings, own_game("duel", "keys", {"allied": "human", "axis": "sound"}))
    qtbot.addWidget(panel, before_close_func=lambda s: s.table.close())
    panel.resize(1280, 800)
    panel.show()
    panel.begin()
    qtbot.waitUntil(lambda: not panel.table.is_thinking)
    return panel


def _fight(how: str) -> Callable[[QtBot, DeskWindow], QWidget]:
    """The sheet of an engagement: asking, at one's own table, by cards, and telling how it ended."""

    def show(qtbot: QtBot, window: DeskWindow) -> QWidget:
        session = window_at(qtbot, window, RAF_SEATS)
        panel = window.fights
        assert panel is not None
        if how == "ask":
            panel.ask.rule.click()
        elif how == "after":
            while in_hand(session):
                session.play(session.seated, Resolve("quick"))
                quiet(qtbot, session)
        else:
            session.play(session.seated, Resolve(how))  # type: ignore[arg-type]
            quiet(qtbot, session)
        assert panel.page == how
        return window

    return show


def welcome(qtbot: QtBot, window: DeskWindow) -> QWidget:
    window.welcome()
    return window


def _setting_up(game: str) -> Callable[[QtBot, DeskWindow], QWidget]:
    """What is asked before a game of another kind begins."""

    def show(qtbot: QtBot, window: DeskWindow) -> QWidget:
        box = setup_of(kit(game))(window.settings, window)
        qtbot.addWidget(box)
        box.show()
        return box

    return show


def _other(game: str) -> Callable[[QtBot, DeskWindow], QWidget]:
    """A game of another kind in its window, as it begins when nothing is changed."""

    def show(qtbot: QtBot, window: DeskWindow) -> QWidget:
        box = setup_of(kit(game))(window.settings, window)
        core = window.files.begin(box.plan())
        box.deleteLater()
        made = opened(window.settings, window.files, core, window)
        qtbot.addWidget(made)
        qtbot.waitUntil(lambda: not made.table.is_thinking)
        return made

    return show


def join(qtbot: QtBot, window: DeskWindow) -> QWidget:
    box = JoinBox(window.settings, window)
    qtbot.addWidget(box)
    box.show()
    return box


SCREENS = {
    "start": start,
    "welcome": welcome,
    "join": join,
    **{f"setting_up_{game}": _setting_up(game) for game in apart()},
    **{f"other_{game}": _other(game) for game in apart()},
    "start_with_rules": start_with_rules,
    "fighter_command": fighter_command,
    "lists": lists,
    **{f"planner_{i}": _planner(i) for i in range(4)},
    **{f"settings_{i}": _settings(i) for i in range(2)},
    **{f"help_{page}": _help(page) for page in ("rules", "glossary", "keys", "about")},
    "palette": palette,
    "sheets": sheets,
    "cards": cards,
    **{f"fight_{how}": _fight(how) for how in ("ask", "table", "cards", "after")},
}


def focusable(root: QWidget) -> list[QWidget]:
    """What can have the focus now: shown, enabled, in sight of its window."""
    return [
        w
        for w in root.findChildren(QWidget)
        if w.focusPolicy() != Qt.FocusPolicy.NoFocus
        and w.focusProxy() is None
        and w.window() is root
        and w.isVisible()
        and w.isEnabled()
        and not (isinstance(w, QTabBar) and w.x() < 0)
    ]


def describe(widget: QWidget) -> str:
    """What a screen reader calls it."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return widget.accessibleName() or (interface.text(QAccessible.Text.Name) if interface is not None else "")


def called(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName()} in {type(widget.parent()).__name__}"


def unseen(root: QWidget) -> list[str]:
    """What can have the focus and looks the same without it."""
    found = []
    for widget in focusable(root):
        if not widget.isVisible():
            continue
        widget.clearFocus()
        without = widget.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        QApplication.processEvents()
        if widget.hasFocus() and widget.grab().toImage() == without:
            found.append(called(widget))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("screen", some(SCREENS))
def test_everything_that_takes_the_focus_has_a_name_and_shows_it(qtbot: QtBot, window: DeskWindow, screen: str) -> None:
    window.settings.set_language(LANGUAGES[-1])
    root = SCREENS[screen](qtbot, window)
    for language in reversed(LANGUAGES):
        window.settings.set_language(language)
        QApplication.processEvents()
        found = focusable(root)
        assert found
        assert [called(w) for w in found if not describe(w).strip()] == []
    root.activateWindow()
    qtbot.waitUntil(root.isActiveWindow)
    for look in ("table", "contrast"):
        window.settings.set_theme(look)
        QApplication.processEvents()
        assert unseen(root) == [], look


@pytest.mark.slow
@pytest.mark.parametrize(
    "screen", some(["start", "start_with_rules", "fighter_command", "planner_0", "settings_0", "settings_1", "sheets"])
)
def test_tab_goes_everywhere(qtbot: QtBot, window: DeskWindow, screen: str) -> None:
    root = SCREENS[screen](qtbot, window)
    root.activateWindow()
    qtbot.waitUntil(root.isActiveWindow)
    wanted = {w for w in focusable(root) if w.focusPolicy() & Qt.FocusPolicy.TabFocus}
    seen: set[QWidget] = set()
    for _ in range(300):
        focus = QApplication.focusWidget()
        if focus is not None:
            seen.add(focus)
        if wanted <= seen:
            break
        QTest.keyClick(focus or root, Qt.Key.Key_Tab)
    grouped = {w for w in wanted - seen if getattr(w, "group", lambda: None)() is not None}
    assert [called(w) for w in wanted - seen - grouped] == []


@pytest.mark.slow
def test_a_key_goes_from_panel_to_panel(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, RAF_SEATS)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    room = window.room
    assert room is not None
    panel(window, "lists")
    room.table.setFocus()
    shown = [name for name, dock in window.docks.docks.items() if not dock.isHidden()]
    assert set(shown) >= {"tote", "lists", "timeline", "log"}
    places = []
    for _ in range(len(shown) + 1):
        window.actions_["next_panel"].trigger()
        focus = QApplication.focusWidget()
        assert focus is not None
        places.append(next((n for n in shown if window.docks.panels[n].isAncestorOf(focus) or window.docks.panels[n] is focus), "table"))
    assert places == [*shown, "table"]
    window.actions_["previous_panel"].trigger()
    focus = QApplication.focusWidget()
    assert focus is not None
    assert window.docks.panels[shown[-1]].isAncestorOf(focus)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_icons_are_drawn_for_dense_screens(ratio: float) -> None:
    picture = icon("run", "#000000", 18).pixmap(QSize(18, 18), ratio)
    assert picture.width() == round(18 * ratio)
    assert ratio <= SHARP
