"""The keys: of the window, the table and the tote, in one list; bound anew, refused where they clash, remembered, shown where they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QTreeWidgetItemIterator
from pytestqt.qtbot import QtBot

from bob.day.state.orders import Resolve
from bob.day.state.position import RAF
from bob.desk.base.settings import Settings, keys
from bob.desk.base.theme.qt_words import speak
from bob.desk.boards.fights.ask_page import KEYS as FIGHT_KEYS
from bob.desk.map.layers import KEYS, LAYERS
from bob.desk.panels.tote.board import Tote
from bob.desk.panels.tote.order_keys import ORDERS
from bob.desk.session.session import Setup
from bob.desk.window.help.box import HelpBox
from bob.desk.window.palette_box import PaletteBox
from bob.desk.window.settings.box import SettingsBox
from bob.desk.window.teaching import LESSON_SEED
from bob.desk.window.window import DeskWindow
from bob.words import LANGUAGES
from tests.desk.desks import RAF_SEATS, quiet, settings_in
from tests.desk.fighting import fly_until, in_hand, window_at
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

NONE, SHIFT, CTRL, PAD = (
    Qt.KeyboardModifier.NoModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.KeypadModifier,
)


@pytest.fixture
def window(qtbot: QtBot, window: DeskWindow) -> DeskWindow:
    assert window.begin(Setup("lesson", LESSON_SEED, RAF_SEATS, {}))
    assert window.session is not None
    quiet(qtbot, window.session)
    return window


@pytest.fixture
def box(qtbot: QtBot, window: DeskWindow) -> SettingsBox:
    made = SettingsBox(window.settings, window.actions_, window)
    qtbot.addWidget(made)
    return made


def bind(box: SettingsBox, code: str, key: str) -> str:
    """Bind as a person does; what the box says against it."""
    walk = QTreeWidgetItemIterator(box.list)
    while (item := walk.value()) is not None and item.data(0, Qt.ItemDataRole.UserRole) != code:
        walk += 1
    assert item is not None, code
    box.list.setCurrentItem(item)
    box.edit.setKeySequence(QKeySequence(key))
    box.edit.editingFinished.emit()
    return box.clash.text()


def tote_of(window: DeskWindow) -> Tote:
    tote = window.docks.panels["tote"]
    assert isinstance(tote, Tote)
    return tote


# ---- what a key is


@pytest.mark.parametrize(
    ("keys_", "key", "held", "meant"),
    [
        ("R", Qt.Key.Key_R, NONE, True),
        ("R", Qt.Key.Key_R, SHIFT, False),
        ("R", Qt.Key.Key_R, CTRL, False),
        ("Shift+A", Qt.Key.Key_A, SHIFT, True),
        ("+ | =", Qt.Key.Key_Plus, SHIFT, True),
        ("+ | =", Qt.Key.Key_Plus, PAD, True),
        ("+ | =", Qt.Key.Key_Equal, NONE, True),
        ("Ctrl++", Qt.Key.Key_Plus, CTRL | SHIFT, True),
        ("F12", Qt.Key.Key_F12, NONE, True),
        ("F12", Qt.Key.Key_F12, SHIFT, False),
        ("", Qt.Key.Key_R, NONE, False),
    ],
)
def test_what_a_press_means(tmp_path: Path, keys_: str, key: Qt.Key, held: Qt.KeyboardModifier, meant: bool) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, key, held)
    assert (keys.pressed(settings_in(tmp_path), {"table.x": keys_}, event) == "table.x") == meant


@pytest.mark.parametrize(
    ("keys_", "fixed"),
    [("Tab", True), ("Escape", True), ("Shift+Left", True), ("Ctrl+Left", False), ("R", False), ("F2", False), ("", False)],
)
def test_which_keys_cannot_be_bound(keys_: str, fixed: bool) -> None:
    assert keys.is_fixed(keys_) == fixed


def test_both_enter_keys_have_one_name() -> None:
    speak("en")
    assert keys.describe(keys.sequences("Return | Enter")) == "Enter"
    assert keys.describe(keys.sequences("Ctrl+Return | Ctrl+Enter | F2")) == "Ctrl+Enter, F2"


# ---- all in one list


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_no_two_usual_keys_clash(window: DeskWindow, language: str) -> None:
    window.settings.set_language(language)
    codes = {entry.code for entry in window.actions_}
    assert {*KEYS, *FIGHT_KEYS, *(f"tote.{name}" for name in ORDERS)} <= codes
    for entry in window.actions_:
        assert window.actions_.title(entry.group)
        for sequence in entry.keys:
            assert window.actions_.clash(entry.code, sequence.toString()) is None, entry.code
    window.settings.set_language("en")


def test_what_the_panels_do_is_in_the_palette_and_is_done_from_it(qtbot: QtBot, window: DeskWindow) -> None:
    assert window.room is not None
    palette = PaletteBox(window.actions_, window.settings, window)
    qtbot.addWidget(palette)
    qtbot.keyClicks(palette.search, "layer: rdf")
    top = palette.list.topLevelItem(0)
    assert top is not None
    assert (top.text(0), top.text(1), top.text(2)) == ("Layer: RDF", "Plotting table", "R")
    window.actions_["table.rdf"].trigger()
    assert window.room.table.layers.is_shown("rdf")
    window.actions_.refresh()
    assert window.actions_["table.rdf"].isChecked()
    assert not window.actions_["tote.scramble"].isEnabled()
    tote_of(window).select("501 Squadron")
    window.actions_.refresh()
    assert window.actions_["tote.scramble"].isEnabled()
    window.actions_["tote.scramble"].trigger()
    assert tote_of(window).strip.order == "scramble"


def test_the_height_of_the_coverage_has_keys(qtbot: QtBot, window: DeskWindow) -> None:
    assert window.room is not None
    table = window.room.table
    before = table.layers.angels
    qtbot.keyClick(table, Qt.Key.Key_A)
    assert (table.layers.angels, table.layers.is_shown("rdf")) == (before + 2, True)
    qtbot.keyClick(table, Qt.Key.Key_A, SHIFT)
    assert table.layers.angels == before


# ---- bound anew


@pytest.mark.parametrize("layer", some(LAYERS), ids=lambda layer: layer.name)
def test_every_layer_can_have_another_key(qtbot: QtBot, window: DeskWindow, box: SettingsBox, tmp_path: Path, layer: object) -> None:
    assert window.room is not None
    name, usual = layer.name, layer.key  # type: ignore[attr-defined]
    table = window.room.table
    chip = next(c for c in table.chips.chips if c.kind.name == name)
    assert chip.cap == usual
    assert bind(box, f"table.{name}", "Y") == ""
    before = table.layers.is_shown(name)
    qtbot.keyClick(table, usual.lower())
    assert table.layers.is_shown(name) == before
    qtbot.keyClick(table, "y")
    assert table.layers.is_shown(name) != before
    assert chip.cap == "Y"
    assert "Y" in chip.toolTip()
    assert window.actions_.keys(f"table.{name}") == "Y"
    window.settings._store.sync()
    assert keys.shown(Settings.in_file(tmp_path / "settings.ini"), f"table.{name}", usual) == "Y"
    box.usual.click()
    assert chip.cap == usual


def test_an_order_of_the_tote_can_have_another_key(qtbot: QtBot, window: DeskWindow, box: SettingsBox) -> None:
    tote = tote_of(window)
    assert bind(box, "tote.scramble", "K") == ""
    ready = next(s.unit for s in window.session.view(RAF).squadrons if s.box == "ready")  # type: ignore[union-attr]
    tote.select(ready)
    qtbot.keyClick(tote.board, "s")
    assert not tote.strip.isVisible()
    qtbot.keyClick(tote.board, "k")
    assert tote.strip.order == "scramble"
    assert tote.strip.buttons["scramble"].text().endswith("  K")
    box.all_usual.click()
    assert tote.strip.buttons["scramble"].text().endswith("  S")


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_sheet_of_an_engagement_has_its_keys_in_palette_settings_and_help(
    qtbot: QtBot, window: DeskWindow, box: SettingsBox, language: str
) -> None:
    window.settings.set_language(language)
    words = window.settings.words
    helped = HelpBox(window.settings, window.actions_, window)
    qtbot.addWidget(helped)
    palette = PaletteBox(window.actions_, window.settings, window)
    qtbot.addWidget(palette)
    for code, usual in FIGHT_KEYS.items():
        entry = window.actions_.entries[code]
        assert (usual, f"{words('desk_fights.name')} · {entry.text()}") in helped.pairs["keys"]
        assert bind(box, code, usual) == ""
        palette.search.setText(entry.text())
        found = [item for i in range(palette.list.topLevelItemCount()) if (item := palette.list.topLevelItem(i)) is not None]
        assert not entry.action.isEnabled() and entry.why is not None, "nobody fights"
        grey = entry.action.text()
        assert grey.startswith(entry.text()) and grey.endswith(words(entry.why() or "")), "what is grey says why"
        assert (grey, words("desk_fights.name"), usual) in [(item.text(0), item.text(1), item.text(2)) for item in found]


@pytest.mark.slow
def test_the_keys_of_the_sheet_of_an_engagement_can_be_others(qtbot: QtBot, window: DeskWindow, box: SettingsBox) -> None:
    session = window_at(qtbot, window, RAF_SEATS)
    panel = window.fights
    assert panel is not None
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    assert bind(box, "fights.map", "Y") == bind(box, "fights.cards", "W") == ""
    assert panel.ask.map.text().endswith("(Y)")
    assert panel.ask.ways["cards"].text().endswith("(W)")
    qtbot.keyClick(panel.ask, "m")
    assert panel.isVisible()
    qtbot.keyClick(panel.ask, "y")
    assert not panel.isVisible()
    assert not window.actions_["fights.cards"].isEnabled()
    window.actions_["decide"].trigger()
    qtbot.keyClick(panel.ask, "c")
    assert panel.page == "ask"
    qtbot.keyClick(panel.ask, "w")
    quiet(qtbot, session)
    assert panel.page == "cards" and in_hand(session)
    window.actions_.refresh()
    assert [code for code in FIGHT_KEYS if window.actions_[code].isEnabled()] == ["fights.map"]
    window.actions_["fights.map"].trigger()
    assert not panel.isVisible()


@pytest.mark.slow
def test_the_key_of_the_shots_can_be_another(qtbot: QtBot, window: DeskWindow, box: SettingsBox) -> None:
    session = window_at(qtbot, window, RAF_SEATS)
    panel = window.fights
    assert panel is not None
    assert bind(box, "fights.shots", "X") == ""
    qtbot.keyClick(panel.ask, "x")
    assert panel.page == "ask" and in_hand(session), "it belongs to the page afterwards"
    session.play(RAF, Resolve("cards"))
    fly_until(qtbot, session, lambda: False)
    assert panel.page == "after" and panel.after.shots.text().endswith("(X)")
    qtbot.keyClick(panel.after, "d")
    assert not panel.after.lists_shots
    qtbot.keyClick(panel.after, "x")
    assert panel.after.lists_shots
    window.actions_.refresh()
    assert [code for code in FIGHT_KEYS if window.actions_[code].isEnabled()] == ["fights.map", "fights.shots"]
    window.actions_["fights.shots"].trigger()
    assert not panel.after.lists_shots


CLASHES: list[tuple[str, str, list[str]]] = [
    ("fights.cards", "T", ["T", "The engagement", "At my own table"]),
    ("fights.cards", "R", ["R", "The engagement", "Do so for the rest of the day"]),
    ("fights.cards", "N", []),
    ("table.rdf", "N", ["N", "Plotting table", "Layer: Names"]),
    ("table.rdf", "Ctrl+K", ["Ctrl+K", "Help", "Everything that can be done"]),
    ("undo", "R", ["R", "Plotting table", "Layer: RDF"]),
    ("tote.scramble", "R", ["R", "Tote", "Ready"]),
    ("table.rdf", "Left", ["Left"]),
    ("undo", "Tab", ["Tab"]),
    ("table.rdf", "S", []),
    ("tote.scramble", "N", []),
    ("table.rdf", "Ctrl+F2", []),
]
"""An action, a key for it, and what is told against it."""


def test_a_clash_is_refused_and_told(window: DeskWindow, box: SettingsBox) -> None:
    for code, key, against in CLASHES:
        box.all_usual.click()
        before = window.actions_.keys(code)
        text = bind(box, code, key)
        assert bool(text) == bool(against), (code, key)
        assert all(part in text for part in against), (code, key, text)
        assert window.actions_.keys(code) == (before if against else key), (code, key)
        if against:
            assert keys.describe([box.edit.keySequence()]) == before.partition(", ")[0], (code, key)


def test_a_key_can_be_taken_away(qtbot: QtBot, window: DeskWindow, box: SettingsBox) -> None:
    assert window.room is not None
    bind(box, "table.rdf", "Y")
    box.none.click()
    assert window.actions_.keys("table.rdf") == ""
    assert next(c for c in window.room.table.chips.chips if c.kind.name == "rdf").cap == ""
    assert bind(box, "table.names", "R") == ""
    assert window.actions_.keys("table.names") == "R"


def test_what_is_bound_goes_before_what_a_language_would_give(window: DeskWindow, box: SettingsBox) -> None:
    assert bind(box, "tote.ready", "D") == ""
    window.settings.set_language("fr")
    assert window.actions_.keys("tote.ready") == "D"
    assert window.actions_.keys("tote.available") == ""
    window.settings.set_language("en")
    assert window.actions_.keys("tote.available") == "A"


def test_keys_have_names_in_the_language(window: DeskWindow) -> None:
    assert window.actions_.keys("decide") == "Enter"
    window.settings.set_language("fr")
    assert window.actions_.keys("decide") == "Entrée"
    window.settings.set_language("en")
    assert window.actions_.keys("decide") == "Enter"
