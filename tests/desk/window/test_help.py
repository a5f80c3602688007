"""The help: F1 opens the handbook at what has the keys, with its rules; its pages, links, search, and the tables that are looked up."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListWidget, QWidget
from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401
from bob.data.handbook import handbook
from bob.day.state.orders import Resolve
from bob.desk.base.settings import Settings
from bob.desk.boards.cards.card_panel import CardPanel
from bob.desk.boards.cards.setting_up import CardSetup
from bob.desk.panels.planner.new_raid import NewRaidBox
from bob.desk.panels.planner.planner import Planner
from bob.desk.window.help.box import PAGES, HelpBox, rules_text
from bob.desk.window.help.places import PLACES, ROOMS, HelpPlace, place_of, place_of_game
from bob.desk.window.window import DeskWindow
from bob.games import names
from bob.words import LANGUAGES, Words
from tests.desk.desks import LUFTWAFFE_SEATS, RAF_SEATS, own_game
from tests.desk.fighting import window_at
from tests.desk.handbook_tables import FOLDER, glossary_table, key_tables, with_tables
from tests.desk.windows import begin
from tests.sizes import some
from tests.sources import ROOT, nodes

pytestmark = [
    pytest.mark.usefixtures("dressed"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


def helped(window: DeskWindow) -> HelpBox:
    assert window._help is not None and window._help.isVisible()
    return window._help


def at(box: HelpBox) -> tuple[str, str]:
    """The page and the heading at the top of what is shown."""
    assert box.tabs.currentIndex() == PAGES.index("handbook")
    leaves = box.handbook.leaves
    page = handbook(box.settings.language).page(leaves.page)
    assert page is not None
    top, block, heading = leaves.verticalScrollBar().value(), leaves.document().begin(), -1
    while block.isValid() and leaves.document().documentLayout().blockBoundingRect(block).top() <= top + 10:
        heading += bool(block.blockFormat().headingLevel())
        block = block.next()
    return page.name, page.sections[max(0, heading)].anchor


# ---- where it leads


PLACED = [*PLACES.values(), *ROOMS.values(), *(place_of_game(name) for name in names() if name != "day")]


def test_every_place_of_the_help_is_there() -> None:
    rules = {code for code, _ in rules_text(Words("en"))}
    for place in PLACED:
        page = handbook("en").page(place.page)
        assert page is not None and (not place.anchor or place.anchor in page.anchors), place
        assert set(place.rules) <= rules, place


@pytest.mark.slow
def test_every_class_that_has_a_place_is_there() -> None:
    import ast

    classes = {node.name for path in (ROOT / "desk").rglob("*.py") for node in nodes(path) if isinstance(node, ast.ClassDef)}
    assert set(PLACES) - classes == set()


@pytest.mark.slow
def test_f1_opens_the_page_of_what_has_the_keys(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, RAF_SEATS)
    assert window.room is not None
    for name in ("tote", "ladder", "log", "lists", "orders", "dice", "timeline"):
        window.docks.reveal(name)
        window.actions_["handbook"].trigger()
        QApplication.processEvents()
        panel = window.docks.panels[name]
        place = place_of(panel)
        assert place is not None, name
        box = helped(window)
        assert (box.handbook.leaves.page, box.handbook._rules) == (place.page, place.rules)
        box.hide()
    window.room.table.setFocus()
    window.actions_["handbook"].trigger()
    assert helped(window).handbook.leaves.page == ROOMS["raf"].page


@pytest.mark.slow
def test_f1_on_the_first_page_and_in_the_planner(qtbot: QtBot, window: DeskWindow) -> None:
    window.actions_["handbook"].trigger()
    assert helped(window).handbook.leaves.page == "index"
    helped(window).hide()
    begin(qtbot, window, LUFTWAFFE_SEATS)
    window.docks.reveal("planner")
    window.actions_["handbook"].trigger()
    assert at(helped(window))[0] == "luftwaffe"


@pytest.mark.slow
def test_f1_over_an_engagement(qtbot: QtBot, window: DeskWindow) -> None:
    session = window_at(qtbot, window, RAF_SEATS)
    window.actions_["handbook"].trigger()
    assert helped(window).handbook.leaves.page == "fights"
    helped(window).hide()
    session.play("raf", Resolve("cards"))
    qtbot.waitUntil(lambda: not session.is_thinking)
    window.actions_["handbook"].trigger()
    assert helped(window).handbook.leaves.page == "cards"


@pytest.mark.slow
def test_f1_in_a_dialog_opens_the_handbook_over_it(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, LUFTWAFFE_SEATS)
    planner = window.docks.panels["planner"]
    assert isinstance(planner, Planner)
    box = NewRaidBox(planner, window)
    qtbot.addWidget(box)
    box.show()
    box.activateWindow()
    box.search.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is box.search)
    QTest.keyClick(box.search, Qt.Key.Key_F1)
    found = box.findChildren(HelpBox)
    assert len(found) == 1 and found[0].isVisible() and found[0].handbook.leaves.page == "luftwaffe"
    found[0].hide()
    box.search.setFocus()
    QTest.keyClick(box.search, Qt.Key.Key_F1)
    assert box.findChildren(HelpBox) == found, "one is enough"


@pytest.mark.parametrize("game", [name for name in names() if name != "day"])
def test_a_game_has_a_page_or_a_section(game: str) -> None:
    assert game in (place_of_game(game).page, place_of_game(game).anchor)


def test_a_sheet_and_its_dialog_lead_to_the_game(qtbot: QtBot, settings: Settings) -> None:
    panel = CardPanel(settings, own_game("duel", "keys", {"allied": "human", "axis": "sound"}))
    qtbot.addWidget(panel, before_close_func=lambda s: s.table.close())
    dialog = CardSetup(settings, None)
    qtbot.addWidget(dialog)
    assert (place_of(panel.findChild(QListWidget) or panel), place_of(dialog)) == (HelpPlace("cards"), HelpPlace("cards", "begin"))
    nothing = QWidget()
    qtbot.addWidget(nothing)
    assert place_of(nothing) is None and place_of(None) is None


# ---- the page


@pytest.fixture
def box(qtbot: QtBot, window: DeskWindow) -> HelpBox:
    window.help("handbook")
    QApplication.processEvents()
    return helped(window)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_shown_with_its_pictures_no_wider_than_itself(qtbot: QtBot, box: HelpBox, language: str) -> None:
    box.settings.set_language(language)
    leaves = box.handbook.leaves
    for page in some(handbook(language).pages):
        leaves.show_page(page.name)
        QApplication.processEvents()
        text = leaves.toPlainText()
        assert text.startswith(page.title.replace("\u00a0", " ")) and "{#" not in text
        assert leaves.horizontalScrollBar().maximum() == 0, page.name
        assert text.count("\ufffc") == page.text.count("!["), page.name


def test_a_place_opens_at_its_heading_with_its_rules(qtbot: QtBot, box: HelpBox) -> None:
    box.show_place(PLACES["Tote"])
    QApplication.processEvents()
    assert at(box) == ("controller", "tote")
    assert "OPS-B7.1" in box.handbook.rules.text() and not box.handbook.rules.isHidden()
    box.handbook.rules.linkActivated.emit("OPS-B7.1")
    assert box.tabs.currentIndex() == PAGES.index("rules") and box.searches["rules"].text() == "OPS-B7.1"
    box.show_place(HelpPlace("forecast"))
    assert box.handbook.rules.isHidden()


def test_a_link_leads_to_a_page_and_nothing_outside(qtbot: QtBot, box: HelpBox) -> None:
    leaves = box.handbook.leaves
    leaves.anchorClicked.emit(QUrl("fights.md#rule"))
    QApplication.processEvents()
    assert at(box) == ("fights", "rule")
    assert box.handbook.list.currentItem().text() == handbook("en").page("fights").title  # type: ignore[union-attr]
    leaves.anchorClicked.emit(QUrl("https://example.org/fights.md"))
    leaves.anchorClicked.emit(QUrl("no_such_page.md"))
    assert leaves.page == "fights"


def test_a_search_goes_through_the_whole_handbook(qtbot: QtBot, box: HelpBox) -> None:
    contents, search = box.handbook.list, box.handbook.search
    assert contents.count() == len(handbook("en").pages)
    search.setText("alert ladder")
    assert "The alert ladder" in contents.item(0).text()
    contents.setCurrentRow(0)
    QApplication.processEvents()
    assert at(box) == ("controller", "ladder")
    search.setText("zeppelins over Paris")
    assert contents.count() == 1 and contents.item(0).flags() == Qt.ItemFlag.NoItemFlags
    search.clear()
    assert contents.count() == len(handbook("en").pages)


@pytest.mark.slow
def test_another_language_shows_the_same_page(qtbot: QtBot, box: HelpBox) -> None:
    box.show_place(HelpPlace("luftwaffe"))
    box.settings.set_language("fr")
    found = handbook("fr").page("luftwaffe")
    assert found is not None and box.handbook.leaves.toPlainText().startswith(found.title.replace("\u00a0", " "))
    box.settings.set_language("en")


# ---- what is looked up


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keys_that_pages_speak_of_are_keys_of_the_desk(qtbot: QtBot, window: DeskWindow, language: str) -> None:
    window.settings.set_language(language)
    known = {key for rows in key_tables(window.actions_).values() for keys, _ in rows for key in keys.split(", ")}
    known |= {"Ctrl+comma", "Ctrl+virgule"}
    for page in handbook(language).pages:
        named = re.findall(r"\b(?:(?:Ctrl|Shift|Maj)\+)+\w+|\bF\d+\b", re.sub(r"`[^`]*`", "", page.text))
        assert set(named) - known <= KEYS_OF_PANELS[language], page.name


KEYS_OF_PANELS = {"en": {"Shift+Enter", "Shift+Space", "Ctrl+C"}, "fr": {"Maj+Entrée", "Maj+Espace", "Ctrl+C"}}
"""Keys that a panel takes by itself, or the terminal."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_and_glossary_are_the_desk_s(qtbot: QtBot, window: DeskWindow, language: str) -> None:
    """`python tests/desk/handbook_tables.py` writes them anew."""
    window.settings.set_language(language)
    for name, tables in (("keys", key_tables(window.actions_)), ("glossary", glossary_table(window.settings.words))):
        page = (FOLDER / language / f"{name}.md").read_text("utf-8")
        assert with_tables(page, tables).replace("\u00a0", " ") == page
