"""Any game by itself at the screen, on the plain sheet: begun, played, kept, opened again, taken back, handed over, looked back at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QSpinBox
from pytestqt.qtbot import QtBot

import bob.desk  # noqa: F401
from bob.core.dice import Stream
from bob.desk.base.settings import Settings
from bob.desk.boards.registry import apart, panel_of
from bob.desk.boards.shared.game_panel import GamePanel
from bob.desk.boards.shared.lists import line_text
from bob.desk.boards.shared.plain_panel import PlainPanel
from bob.desk.boards.shared.plain_setup import PlainSetup
from bob.desk.boards.shared.window import GameWindow, opened
from bob.desk.session.files import Files, game_called, game_title, name_shown
from bob.desk.session.own_game import OwnGame
from bob.desk.window.window import DeskWindow
from bob.driver.game_plan import GamePlan
from bob.driver.game_titles import title_of
from bob.games import kit, names, registered
from bob.words import Words
from tests.desk.desks import own_game
from tests.pursuit.kit import KIT

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

PERSONS = {"raf": "human", "luftwaffe": "human"}


@pytest.fixture(autouse=True)
def with_pursuit() -> Iterator[None]:
    with registered(KIT):
        yield


def shown(qtbot: QtBot, settings: Settings, table: OwnGame) -> PlainPanel:
    panel = PlainPanel(settings, table)
    qtbot.addWidget(panel, before_close_func=lambda s: s.table.close())
    panel.resize(1280, 800)
    panel.show()
    panel.begin()
    return panel


def settled(qtbot: QtBot, table: OwnGame) -> None:
    qtbot.waitUntil(lambda: not table.is_thinking)


def window_of(qtbot: QtBot, settings: Settings, seats: dict[str, str]) -> GameWindow:
    files = Files(settings)
    made = opened(settings, files, files.begin(GamePlan("pursuit", "even", "1", seats)))
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    return made


def test_every_game_but_the_day_has_a_name_and_a_sheet() -> None:
    assert set(apart()) == set(names()) - {"day"} and "pursuit" in apart()
    for game in apart():
        assert issubclass(panel_of(kit(game)), GamePanel)
        for language in ("en", "fr"):
            assert title_of(Words(language), game) and (game == "pursuit" or title_of(Words(language), game) != game.capitalize())


def test_it_is_begun_from_the_first_screen_and_played_to_its_end(qtbot: QtBot, settings: Settings) -> None:
    desk = DeskWindow(settings)
    qtbot.addWidget(desk)
    desk.show()

    def accept() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, PlainSetup) and set(box.seats) == {"raf", "luftwaffe"}
        box.seed.setText("7")
        box.go.click()

    QTimer.singleShot(0, accept)
    desk.start.games["pursuit"].click()
    window = desk.findChild(GameWindow)
    assert isinstance(window, GameWindow) and isinstance(window.panel, PlainPanel)
    panel, table = window.panel, window.table
    assert table.save is not None and table.save.path in settings.recent and table.match.header.seed == "7"
    for _ in range(60):
        settled(qtbot, table)
        if table.outcome is not None:
            break
        QTest.keyClick(panel.orders, Qt.Key.Key_Return)
    assert table.outcome is not None and panel.who.text() == KIT.ended(settings.words, table.outcome).capitalize()
    assert panel.go.text() == settings.words("desk_game.again") and panel.log.count() > 3
    path = table.save.path
    window.close()
    QApplication.processEvents()
    desk.open_path(path)
    again = [w for w in desk.findChildren(GameWindow) if w.isVisible()]
    assert len(again) == 1 and again[0].table.outcome == table.outcome
    again[0].close()


def test_a_broken_off_dialog_begins_nothing(qtbot: QtBot, settings: Settings) -> None:
    desk = DeskWindow(settings)
    qtbot.addWidget(desk)
    desk.show()

    def reject() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QDialog)
        box.reject()

    QTimer.singleShot(0, reject)
    desk.play_apart("pursuit")
    assert not desk.findChildren(GameWindow) and not list(settings.games_folder.glob("pursuit*"))


def test_what_is_described_is_given_by_a_form_and_taken_back(qtbot: QtBot, settings: Settings) -> None:
    window = window_of(qtbot, settings, PERSONS)
    panel, table = window.panel, window.table
    assert isinstance(panel, PlainPanel)
    QTest.mouseClick(panel.blank_button, Qt.MouseButton.LeftButton)
    spin = panel.forms[0].findChild(QSpinBox, "by")
    assert isinstance(spin, QSpinBox)
    spin.setValue(2)
    panel.forms[0].button.click()
    assert table.view.brace == {table.seated: 2} and panel.undo_button.isEnabled()
    panel.undo_button.click()
    assert table.view.brace == {} and not panel.undo_button.isEnabled() and panel.undo_button.toolTip()


def test_two_persons_hand_the_screen_over_and_see_their_own(qtbot: QtBot, settings: Settings) -> None:
    window = window_of(qtbot, settings, PERSONS)
    panel, table = window.panel, window.table
    assert isinstance(panel, PlainPanel)
    for _ in range(4):
        assert table.view is None and panel.stack.currentWidget() is panel.blank
        assert panel.orders.count() == panel.log.count() == panel.seen.topLevelItemCount() == 0 and not window.back.isEnabled()
        (mover,) = table.match.to_move
        assert Words(settings.language)(f"play.seat.{mover}") in panel.blank_text.text()
        QTest.mouseClick(panel.blank_button, Qt.MouseButton.LeftButton)
        assert table.view.seat == table.seated == mover
        assert panel.orders.count() and panel.seen.topLevelItemCount()
        panel.forms[0].button.click()
        assert set(table.view.brace) == {table.seated}, "nobody sees how the other has braced himself"
        QTest.keyClick(panel.orders, Qt.Key.Key_Return)


def test_one_looks_back_at_what_one_saw(qtbot: QtBot, settings: Settings) -> None:
    window = window_of(qtbot, settings, {"raf": "human", "luftwaffe": "steady"})
    panel, table = window.panel, window.table
    assert isinstance(panel, PlainPanel)
    for _ in range(3):
        settled(qtbot, table)
        QTest.keyClick(panel.orders, Qt.Key.Key_Return)
    settled(qtbot, table)
    now = table.view
    window.back.click()
    assert window.history.isVisible()
    for place, number in enumerate(table.stops):
        window.history.slider.setValue(place)
        assert table.shown == number and table.view == table.game.view(table.match.at(number), "raf")
        assert place == len(table.stops) - 1 or all(at <= number for at, _ in table.log)
        if place < len(table.stops) - 1:
            assert not panel.orders.count() and table.undo_reason() == "desk.refused.past"
    window.history.slider.setValue(0)
    assert table.view.turn < now.turn
    window.history.now.click()
    assert table.view == now and panel.orders.count() and not window.history.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(set(names()) - {"day"}))
def test_the_plain_sheet_plays_every_game(qtbot: QtBot, settings: Settings, game: str) -> None:
    found = kit(game)
    casting = found.casting(found.make(), found.usual, {})
    panel = shown(qtbot, settings, own_game(found.usual, "1", casting.alone, game=game))
    table = panel.table
    assert isinstance(table, OwnGame)
    for step in range(12):
        settled(qtbot, table)
        if table.outcome is not None:
            break
        assert panel.orders.count() or panel.forms
        assert all(panel.orders.item(i).text() for i in range(panel.orders.count()))
        before = table.number
        if panel.orders.count():
            QTest.keyClick(panel.orders, Qt.Key.Key_Return)
        else:  # what a person would write into a form
            panel.give(table.game.sample(table.match.position, table.seated, Stream.of(step, "forms")))
        assert table.number > before, step
    settings.set_language("fr" if settings.language == "en" else "en")
    assert panel.seen.topLevelItemCount() and panel.log.count()


@pytest.mark.slow
def test_its_pieces_are_printed_from_its_window(qtbot: QtBot, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files, path = Files(settings), tmp_path / "pieces.pdf"
    made = opened(settings, files, files.begin(GamePlan("hexes", "duel", "1", {"raf": "human", "luftwaffe": "human"})))
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(made)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    assert not made.pieces.isHidden() and not made.pieces.isEnabled()  # nobody sits at the screen
    made.table.sit("raf")
    with qtbot.waitSignal(made.writer.notice) as account:
        made.pieces.click()
        assert not made.pieces.isEnabled() and made.writer.busy and not path.exists(), "the desk goes on meanwhile"
    assert path.read_bytes().startswith(b"%PDF-") and made.pieces.isEnabled()
    assert str(path) in account.args[0] and account.args[1] is True
    box = made.findChild(QMessageBox)
    assert box is not None and not box.isModal() and str(path) in box.text()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "nowhere" / "x.pdf"), ""))
    with qtbot.waitSignal(made.writer.notice) as account:
        made.pieces.click()
    assert account.args[1] is False and "nowhere" in account.args[0]
    assert window_of(qtbot, settings, PERSONS).pieces.isHidden()


def test_a_line_of_what_happened_ends_once() -> None:
    assert line_text("the RAF draws: 4") == "The RAF draws: 4."
    assert line_text("Luftwaffe joue Dégagez !") == "Luftwaffe joue Dégagez !"
    assert line_text("it ended.") == "It ended."


def test_a_file_is_called_by_titles_and_by_nothing_that_a_system_refuses(settings: Settings) -> None:
    plan = GamePlan("hexes", "two_pairs", "1", {})
    assert game_called(plan, Words("en")) == "A dogfight on hexes, Two pairs"
    assert game_called(plan, Words("fr")) == "Un combat sur hexagones, Deux paires"
    assert "/" not in game_called(GamePlan("hexes", "folder/own.toml", "1", {}), Words("en"))


@pytest.mark.parametrize("number", ["", " 2"])
def test_a_game_begun_in_another_language_is_listed_in_this_one(number: str) -> None:
    french, english = (game_called(GamePlan("hexes", "two_pairs", "1", {}), Words(code)) for code in ("fr", "en"))
    day = {code: game_title("18_august_1940", code) for code in ("fr", "en")}
    assert french != english and day["fr"] != day["en"]
    for was, now in ((french, english), (day["fr"], day["en"])):
        assert name_shown(Path(f"{was}{number}.bob1940"), "en") == f"{now}{number}"
        assert name_shown(Path(f"{now}{number}.bob1940"), "fr") == f"{was}{number}"
        assert name_shown(Path(f"{now}{number}.bob1940"), "en") == f"{now}{number}"
    assert name_shown(Path(f"Our Tuesday game{number}.bob1940"), "fr") == f"Our Tuesday game{number}"
