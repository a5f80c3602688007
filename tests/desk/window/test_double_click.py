"""A game that the system hands to the program, as by a double click: opened, or told in the window why not."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import bob.desk

# isort: split
from PySide6.QtCore import QSize
from pytestqt.qtbot import QtBot

from bob.desk.app import badge
from bob.desk.base.settings import Settings
from bob.desk.session.files import Files
from bob.desk.session.session import Setup
from bob.desk.window.window import DeskWindow
from bob.files import formats
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


HANDED = """
import sys
from pathlib import Path
from bob.desk.app import application
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFileOpenEvent
app = application()
app.handed.connect(lambda path: print(path.name, isinstance(path, Path)))
app.sendEvent(app, QFileOpenEvent(QUrl.fromLocalFile(sys.argv[1])))
"""


@pytest.mark.slow
def test_a_running_program_is_told_of_what_it_is_handed(tmp_path: Path) -> None:
    """By a program of its own: there is one application in each."""
    here = Path(bob.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", HANDED, str(tmp_path / "raid.bob1940")], capture_output=True, text=True, cwd=here, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "raid.bob1940 True\n", "")


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
        older.setattr(formats, "FORMAT", formats.FORMAT - 1)
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
