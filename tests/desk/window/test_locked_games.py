"""Locked games at the desk: offered to two, asked for at opening, never copied in plain; a log from a file is checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLineEdit
from pytestqt.qtbot import QtBot

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.day.state.orders import Done
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.panels.log.panel import LogPanel
from bob.desk.session.files import Files, Unlock
from bob.desk.session.session import DeskSession, Setup
from bob.desk.window.hot_seat import Blank
from bob.desk.window.start.passphrase_box import PassphraseBox, unlocked
from bob.desk.window.start.screen import StartScreen
from bob.driver import SEATS, Driver
from bob.files import Cipher, Locked, Save, SaveError
from bob.files.cipher import ScryptCost
from bob.games import games
from tests.desk.desks import BOTH, RAF_SEATS, lesson
from tests.sizes import some

pytestmark = [
    pytest.mark.usefixtures("qapp"),
    pytest.mark.qt_log_level_fail("WARNING"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]
GIVEN = {"raf": "the secret of Uxbridge", "luftwaffe": "das Geheimnis von Brüssel"}


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Cipher, "usual", ScryptCost(4, 8, 1))


def says(given: dict[str, str]) -> Unlock:
    """Somebody who types these passphrases."""

    def typed(error: Locked, opening: Callable[[dict[str, str]], None]) -> bool:
        opening(given)
        return True

    return typed


def test_a_wrong_passphrase_is_asked_for_again_in_the_same_box(qtbot: QtBot, settings: Settings) -> None:
    """It says whose is wrong, keeps what the other typed, and opens when it is right; who gives up has opened nothing."""
    files = Files(settings)
    files.lock = lambda sides: Cipher.made(GIVEN)
    session = files.new(Setup("lesson", "1", BOTH, {}, locked=True))
    assert session.save is not None
    path = session.save.path
    session.close()
    said: list[str] = []

    def type_them() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, PassphraseBox) and list(box.fields) == ["luftwaffe", "raf"]
        ok = box.buttons.button(QDialogButtonBox.StandardButton.Ok)
        box.fields["luftwaffe"].setText(GIVEN["luftwaffe"])
        for typed in ("", "not the one", GIVEN["raf"]):
            assert box.isVisible()
            box.fields["raf"].setText(typed)
            qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)
            said.append(box.fault.text() if box.isVisible() else "open")
            if box.isVisible():
                assert box.focusWidget() is box.fields["raf"] and box.fields["luftwaffe"].text() == GIVEN["luftwaffe"]

    files.unlock = lambda error, opening: unlocked(settings, error, opening, None)
    QTimer.singleShot(0, type_them)
    core = files.open(path)
    assert core.seats == BOTH
    core.close()
    assert said[0] and "RAF" in said[1] and said[0] != said[1] and said[2] == "open"
    QTimer.singleShot(0, lambda: QApplication.activeModalWidget().reject())  # type: ignore[union-attr]
    with pytest.raises(Locked):
        files.open(path)


def test_two_persons_are_offered_a_lock_and_one_is_not(qtbot: QtBot, settings: Settings) -> None:
    start = StartScreen(settings)
    qtbot.addWidget(start)
    start.show()
    for way in ("raf", "luftwaffe", "both", "referee", "watch", "raf"):
        start.way.setCurrentIndex(start.way.findData(way))
        start.way.activated.emit(start.way.currentIndex())
        start.locked.setChecked(True)
        assert start.locked.isVisible() == start.setup().locked == (way in ("both", "referee"))
        start.locked.setChecked(False)
        assert not start.setup().locked


def test_a_new_game_is_locked_and_opening_asks(settings: Settings) -> None:
    files = Files(settings)
    setup = Setup("lesson", "1", BOTH, {}, locked=True)
    with pytest.raises(BobError):
        files.new(setup)
    assert not list(settings.games_folder.iterdir()), "nobody said a passphrase: nothing was begun"
    asked: list[object] = []
    files.lock = lambda sides: (asked.append(tuple(sides)), Cipher.made(GIVEN))[1]
    session = files.new(setup)
    assert asked == [("raf", "luftwaffe")] and session.save is not None
    path = session.save.path
    session.close()
    before = path.read_bytes()
    with pytest.raises(Locked):
        files.open(path)
    files.unlock = says({**GIVEN, "raf": "another secret"})
    with pytest.raises(SaveError) as caught:
        files.open(path)
    assert caught.value.key == "save.wrong_passphrase" and path.read_bytes() == before
    files.unlock = says(GIVEN)
    core = files.open(path)
    assert core.seats == BOTH
    core.close()


def test_the_sides_are_asked_in_one_order(qtbot: QtBot, settings: Settings) -> None:
    asked = []
    for sides, new in ((("raf", "luftwaffe"), True), (("luftwaffe", "raf"), False)):
        box = PassphraseBox(settings, sides, True, new)
        qtbot.addWidget(box)
        asked.append(list(box.fields))
    assert asked[0] == asked[1]


def test_save_as_between_two_makes_no_plain_copy(settings: Settings) -> None:
    files = Files(settings)
    session = files.new(Setup("lesson", "1", BOTH, {}))
    with pytest.raises(BobError):
        files.save_as(session, settings.games_folder / "copy")
    assert len(list(settings.games_folder.glob("*.bob1940"))) == 1
    files.lock = lambda sides: Cipher.made(GIVEN)
    path = files.save_as(session, settings.games_folder / "copy")
    again = files.save_as(session, settings.games_folder / "copy of the copy")
    session.close()
    for file in (path, again):
        with pytest.raises(Locked):
            Save.open(file, games())
        core = Driver.open(file, games(), key=GIVEN)
        assert core.seats == BOTH
        core.close()


def test_save_as_of_ones_own_game_stays_plain(settings: Settings) -> None:
    files = Files(settings)
    session = files.new(Setup("lesson", "1", RAF_SEATS, {}))
    path = files.save_as(session, settings.games_folder / "copy")
    session.close()
    with Save.open(path, games())[0] as save:
        assert save.cipher is None


def test_a_damaged_locked_game_is_recovered_with_its_passphrases(settings: Settings) -> None:
    files = Files(settings)
    files.lock, files.unlock = lambda sides: Cipher.made(GIVEN), says(GIVEN)
    session = files.new(Setup("lesson", "1", BOTH, {}, locked=True))
    assert session.save is not None
    path = session.save.path
    session.close()
    path.write_bytes(bytes(100) + path.read_bytes()[100:])
    out, found = files.recover(path)
    assert found.entries_kept == 1
    with pytest.raises(Locked):
        Save.open(out, games())


def test_the_box_of_new_passphrases_says_what_is_wrong(qtbot: QtBot, settings: Settings) -> None:
    box = PassphraseBox(settings, ("raf", "luftwaffe"), True, True)
    qtbot.addWidget(box)
    box.show()
    assert all(field.echoMode() == QLineEdit.EchoMode.Password and field.accessibleName() for field in box.findChildren(QLineEdit))

    def typed(**texts: str) -> None:
        for seat in box.fields:
            box.fields[seat].setText(texts.get(seat, ""))
            box.again[seat].setText(texts.get(f"{seat}_again", texts.get(seat, "")))
        box.accept()

    for texts in ({}, {"raf": "short", "luftwaffe": "short"}, GIVEN | {"raf_again": "another one"}, GIVEN | {"referee": "short"}):
        typed(**texts)
        assert box.cipher is None and box.fault.isVisible() and box.result() == 0
    typed(**GIVEN)
    assert box.cipher is not None and box.cipher.envelope.referee is None and box.result() == 1
    box.clear()
    assert not box.given


@pytest.mark.parametrize("language", some(["en", "fr"]))
def test_who_takes_the_screen_as_referee_is_told_that_it_shows_all(qtbot: QtBot, settings: Settings, language: str) -> None:
    settings.set_language(language)
    blank = Blank(settings)
    qtbot.addWidget(blank)
    blank.ask("raf")
    plain = blank.hint.text(), blank.button.text()
    blank.ask(REFEREE)
    assert (blank.hint.text(), blank.button.text()) == (
        settings.words("desk.hand_over.hint_referee"),
        settings.words("desk.hand_over.button_referee"),
    )
    assert plain != (blank.hint.text(), blank.button.text())


# ---- a log that a file brings


def shown_log(qtbot: QtBot, path: Path, settings: Settings) -> tuple[DeskSession, LogPanel, list[str]]:
    """The log of a game that is opened, and what is said of it, first and last."""
    session = DeskSession.open(path)
    panel = LogPanel(session, settings, Names(session.world.theatre))
    qtbot.addWidget(panel)
    panel.show()
    lines: list[object] = []
    session.failed.connect(lines.append)
    session.prove()
    said = [panel.proof.text() if panel.proof.isVisible() else ""]
    qtbot.waitUntil(lambda: session.proof != "checking")
    said.append(panel.proof.text() if panel.proof.isVisible() else "")
    assert len(lines) == (session.proof == "forged")
    return session, panel, said


def test_a_forged_event_is_not_shown_without_telling(qtbot: QtBot, settings: Settings, tmp_path: Path) -> None:
    path, forged = tmp_path / "a.bob1940", tmp_path / "forged.bob1940"
    session = lesson(RAF_SEATS, path)
    match = session.match
    session.core.advance()
    session.core.give("raf", Done())
    raws = [json.loads(json.dumps(entry.as_json())) for entry in match.entries]
    raws[-1]["events"].append({"code": "turn", "data": {"turn": 4, "clock": "12.00"}, "to": ["raf"], "rule": None})
    rows = {entry.number: match.history.row(entry.number) for entry in match.entries}
    session.close()
    Save.written(forged, match.header, "1", raws, [(SEATS, RAF_SEATS)], rows).close()
    for language in ("en", "fr"):
        settings.set_language(language)
        honest, panel, said = shown_log(qtbot, path, settings)
        assert said == [settings.words("locks.checking"), ""] and honest.proof == ""
        honest.close()
        cheated, panel, said = shown_log(qtbot, forged, settings)
        assert said == [settings.words("locks.checking"), settings.words("locks.forged_log")]
        assert panel.model.lines[-1].clock == "12.00", "it is shown, and told of"
        cheated.close()


def test_a_new_game_needs_no_check(qtbot: QtBot, settings: Settings) -> None:
    session = lesson(RAF_SEATS)
    panel = LogPanel(session, settings, Names(session.world.theatre))
    qtbot.addWidget(panel)
    panel.show()
    assert not panel.proof.isVisible() and session.proof == ""
    session.close()
