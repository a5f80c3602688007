"""The window as it is set up: docks, theme, language, palette, keys; the referee, the hot seat, the menus of the table."""

from __future__ import annotations

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from bob.core.dice import Throw
from bob.core.game import REFEREE
from bob.day.corrections import CORRECTIONS
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import THEMES
from bob.desk.map.plotting_desk import PlottingDesk, standing
from bob.desk.panels.referee.box import CorrectBox, NoteBox
from bob.desk.panels.referee.dice_box import DiceBox
from bob.desk.window.help.box import rules_text, terms
from bob.desk.window.palette_box import PaletteBox, matches
from bob.desk.window.settings.box import SettingsBox
from bob.desk.window.window import DeskWindow
from bob.words import LANGUAGES, Words
from tests.desk.desks import BOTH, LUFTWAFFE_SEATS, RAF_SEATS, REFEREED, WATCHED, first_order, quiet
from tests.desk.windows import begin
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]


# Docks, theme, language, palette, keys


@pytest.mark.slow
def test_docks_are_kept_for_each_room(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    assert window.docks.has("tote") and not window.docks.has("planner")
    window.actions_["dock_log"].trigger()
    assert window.docks["log"].isHidden()
    window.actions_["bare"].trigger()
    assert all(dock.isHidden() for dock in window.docks.docks.values())
    window.actions_["bare"].trigger()
    assert not window.docks["tote"].isHidden()
    window.close_game()
    begin(qtbot, window)
    assert window.docks["log"].isHidden()
    window.actions_["usual"].trigger()
    assert not window.docks["log"].isHidden()


@pytest.mark.slow
@pytest.mark.parametrize("seats", some([RAF_SEATS, LUFTWAFFE_SEATS]))
def test_language_theme_and_text_change_at_once(qtbot: QtBot, window: DeskWindow, seats: dict[str, str]) -> None:
    begin(qtbot, window, seats)
    strip = window.strip
    english = strip.decide.text(), window.actions_["new"].text(), window.docks["log"].windowTitle(), window.windowTitle()
    window.actions_["language"].trigger()
    french = strip.decide.text(), window.actions_["new"].text(), window.docks["log"].windowTitle(), window.windowTitle()
    assert all(a != b for a, b in zip(english, french, strict=True))
    for theme in some(THEMES):
        window.settings.set_theme(theme)
        window.settings.larger(1)
        QApplication.processEvents()
        window.grab()


@pytest.mark.slow
def test_every_action_has_words_and_no_two_share_keys(window: DeskWindow) -> None:
    taken: dict[str, str] = {}
    for entry in window.actions_:
        for language in LANGUAGES:
            window.settings.set_language(language)
            assert entry.text()
        for sequence in entry.action.shortcuts():
            assert not sequence.isEmpty(), entry.code
            text = sequence.toString()
            assert text not in taken, (text, entry.code, taken.get(text))
            taken[text] = entry.code
    window.settings.set_language("en")


def test_keys_can_be_bound_anew(qtbot: QtBot, window: DeskWindow) -> None:
    box = SettingsBox(window.settings, window.actions_, window)
    qtbot.addWidget(box)
    items = box.list.findItems("Take the last order back", Qt.MatchFlag.MatchContains | Qt.MatchFlag.MatchRecursive)
    box.list.setCurrentItem(items[0])
    box.edit.setKeySequence(QKeySequence("Ctrl+N"))
    box._bind()
    assert box.clash.text()
    assert window.actions_.keys("undo") == "Ctrl+Z"
    box.edit.setKeySequence(QKeySequence("Ctrl+U"))
    box._bind()
    assert window.actions_.keys("undo") == "Ctrl+U"
    box._reset()
    assert window.actions_.keys("undo") == "Ctrl+Z"


def test_the_palette_finds_and_does(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    box = PaletteBox(window.actions_, window.settings, window)
    qtbot.addWidget(box)
    box.show()
    qtbot.keyClicks(box.search, "night")
    top = box.list.topLevelItem(0)
    assert top is not None and "Night" in top.text(0)
    qtbot.keyClick(box.search, Qt.Key.Key_Return)
    assert box.chosen is not None
    assert box.chosen.code == "theme_night"
    other = PaletteBox(window.actions_, window.settings, window)
    qtbot.addWidget(other)
    qtbot.keyClicks(other.search, "zzzz")
    assert other.list.topLevelItemCount() == 0
    assert not other.empty.isHidden()


@pytest.mark.parametrize(
    ("search", "text", "rank"),
    [
        ("", "Undo", 0),
        ("und", "Undo", 0),
        ("back last", "Take the last order back", 1),
        ("tlo", "Take the last order", 2),
        ("x", "Undo", None),
    ],
)
def test_how_the_palette_matches(search: str, text: str, rank: int | None) -> None:
    assert matches(search, text) == rank


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_help_holds_every_rule_and_term(language: str) -> None:
    words = Words(language)
    rules = dict(rules_text(words))
    assert len(rules) > 100
    assert "OPS-B6.5" in rules
    assert len(terms(words)) >= 20
    assert all(term and text for term, text in terms(words))


# The referee, the hot seat


@pytest.mark.slow
def test_the_referee_corrects_and_notes(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, REFEREED)
    session = window.session
    assert session is not None
    window.hand_over(REFEREE)
    assert window.handing_over
    window.blank.button.click()
    assert session.seat == REFEREE
    box = CorrectBox(session, window.settings, window)
    qtbot.addWidget(box)
    for i in range(box.what.count()):
        box.what.setCurrentIndex(i)
        if (what := box.what.currentData()) is not None:
            of = CORRECTIONS[what].names
            names = of(session.world, session.match.position) if of is not None else ()
            assert box.name.count() == len([name for name in names if name]), "nobody is in the air yet, and no convoy at sea"
    assert {box.what.itemData(i) for i in range(box.what.count())} == {None, *CORRECTIONS} - {"random_event"}
    box.what.setCurrentIndex(box.what.findData("squadron_strength"))
    box.name.setCurrentText("501 Squadron")
    box.value.setEditText("7")
    box._give()
    assert box.fault.text()
    assert box.was.text() == "12"
    box.reason.setText("a test")
    box._give()
    assert box.result() == QDialog.DialogCode.Accepted
    assert session.match.entries[-1].events[0].data["was"] == "12"
    assert next(s for s in session.view(REFEREE).raf.squadrons if s.unit == "501 Squadron").strength == 7
    note = NoteBox(session, window.settings, window)
    qtbot.addWidget(note)
    note.text.setPlainText("Well done")
    note._give()
    assert session.match.entries[-1].events[0].code == "note"
    window.actions_["look_raf"].trigger()
    assert session.seat == RAF and session.seated == REFEREE
    assert window.room is not None and window.room.table.view.seat == RAF  # type: ignore[union-attr]
    window.actions_["look_referee"].trigger()
    assert session.seat == REFEREE


def test_typed_dice(qtbot: QtBot, window: DeskWindow) -> None:
    box = DiceBox(window.settings, Throw("random_event", 2, 6, RAF))
    qtbot.addWidget(box)
    for wrong in ("7,1", "3", "a b", ""):
        box.field.setText(wrong)
        box._take()
        assert box.fault.text()
    box.field.setText("3 4")
    box._take()
    assert box.typed == "3 4"

    def close() -> None:
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, DiceBox) and widget.isVisible():
                widget.reject()

    QTimer.singleShot(0, close)
    from bob.desk.session.session import DiceBrokenOff

    with pytest.raises(DiceBrokenOff):
        assert window.files.ask is not None
        window.files.ask(Throw("random_event", 2, 6, RAF))


@pytest.mark.slow
def test_a_game_of_two_goes_round(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, BOTH)
    session, room = window.session, window.room
    assert session is not None and room is not None
    for expected in (LUFTWAFFE, RAF, LUFTWAFFE, RAF):
        assert window.handing_over
        assert window.blank.seat == expected
        window.blank.button.click()
        assert not window.handing_over
        assert session.seat == expected
        assert room.table.view is not None and room.table.view.seat == expected
        while not window.handing_over:
            session.play(expected, first_order(room.decisions.queue))


# The table's menus


@pytest.mark.slow
def test_what_may_be_done_is_offered_at_the_thing(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window)
    session, room = window.session, window.room
    assert session is not None and room is not None
    while not session.view(RAF).tracks:
        session.play(RAF, room.decisions.queue[-1].order)
        quiet(qtbot, session)
    track = session.view(RAF).tracks[0].number
    desk: PlottingDesk = room.desk
    menu = desk.menu("squadron", "501 Squadron", None)
    assert [a.isEnabled() for a in menu.actions() if a.text() == "To Ready"] == [False]
    assert all(a.toolTip() for a in menu.actions() if not a.isSeparator())
    senders = desk.menu("track", track, None)
    assert senders.actions()
    inner = next(menu for a in senders.actions() if (menu := a.menu()) is not None)
    assert inner is not None
    inner.actions()[0].trigger()
    assert any(s.scrambling for s in session.view(RAF).squadrons)
    assert "minutes" in desk.reach_text("54 Squadron", ("track", track)) or desk.reach_text("54 Squadron", ("track", track))
    session.look(0)
    assert desk.menu("track", track, None).isEmpty()


def test_a_view_without_who_owes_is_the_same(qtbot: QtBot, window: DeskWindow) -> None:
    begin(qtbot, window, WATCHED)
    assert window.session is not None
    view = window.session.view(REFEREE)
    assert standing(view) == standing(standing(view))
    assert standing(view).raf.common.owing == ()
