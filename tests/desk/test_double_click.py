"""A game that the system hands to the program, as by a double click: opened, or told in the window why not."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

import bob.desk  # noqa: F401

# isort: split
from PySide6.QtCore import QSize, QUrl
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bob.desk.app import OpensFiles, badge
from bob.desk.game.files import Files
from bob.desk.game.session import Setup
from bob.desk.settings import Settings
from bob.desk.window.window import DeskWindow
from bob.save import forms
from bob.words import LANGUAGES
from tests.desk.desks import RAF_SEATS


@pytest.fixture
def game(settings: Settings) -> Path:
    """A game that was closed as it should be."""
    session = Files(settings).new(Setup("lesson", "1", RAF_SEATS, {}))
    assert session.save is not None
    path = session.save.path
    session.close()
    return path


def test_a_running_program_opens_what_it_is_handed(qtbot: QtBot, window: DeskWindow, game: Path) -> None:
    opens = OpensFiles(window.open_path, window)
    window.installEventFilter(opens)
    assert QApplication.sendEvent(window, QFileOpenEvent(QUrl.fromLocalFile(str(game))))
    assert window.session is not None and window.session.save is not None
    assert window.session.save.path == game


def empty(path: Path) -> None:
    path.write_bytes(b"")


def other(path: Path) -> None:
    path.write_text("no game")


def database(path: Path) -> None:
    path.unlink()
    with sqlite3.connect(path) as con:
        con.execute("CREATE TABLE of_others (a)")
    con.close()


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("harm", [empty, other, database, folder, gone])
def test_what_cannot_be_opened_is_told_in_the_window(window: DeskWindow, game: Path, harm: Callable[[Path], None], language: str) -> None:
    harm(game)
    window.settings.set_language(language)
    window.open_path(game)
    assert window.room is None
    assert window.start.fault.isVisible()
    assert game.name in window.start.fault.text()
    assert "bob recover" not in window.start.fault.text(), "there is no terminal here"


def test_a_game_of_a_newer_version_is_told(window: DeskWindow, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr(forms, "FORMAT", forms.FORMAT - 1)
        window.open_path(game)
    assert window.room is None
    assert window.start.fault.text().endswith("install the newer version")


def test_a_game_that_another_program_plays_is_told(window: DeskWindow, game: Path, settings: Settings) -> None:
    elsewhere = Files(settings).open(game)
    try:
        window.open_path(game)
        assert window.room is None
        assert game.name in window.start.fault.text()
    finally:
        elsewhere.close()
    window.open_path(game)
    assert window.room is not None


def test_a_damaged_game_goes_on_with_what_is_whole(window: DeskWindow, game: Path) -> None:
    raw = bytearray(game.read_bytes())
    raw[0:16] = bytes(16)
    game.write_bytes(raw)
    window.open_path(game)
    assert window.session is not None and window.session.save is not None
    assert window.session.save.path.name == f"{game.stem} 2.bob1940"


def test_a_folder_for_games_that_is_away_is_told_when_a_game_is_to_be_kept(window: DeskWindow, settings: Settings, tmp_path: Path) -> None:
    away = tmp_path / "away"
    away.write_text("no folder")
    settings.set_games_folder(away / "games")
    assert settings.games_folder == away / "games"
    assert not window.begin(Setup("lesson", "1", RAF_SEATS, {}))
    assert str(away) in window.start.fault.text()
    away.unlink()
    assert window.begin(Setup("lesson", "1", RAF_SEATS, {}))
    shutil.rmtree(away, ignore_errors=True)


def test_the_badge_is_had_in_every_size(qtbot: QtBot) -> None:
    assert {QSize(16, 16), QSize(48, 48), QSize(256, 256)} <= set(badge().availableSizes())
