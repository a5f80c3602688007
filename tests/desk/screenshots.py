"""Makes the pictures of the README from a real game: `python tests/desk/screenshots.py [FOLDER]`, docs/pictures by default.

The day is 15 September 1940 with a fixed seed, played by the offers of the desk itself, so that the pictures stay true.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

import bob.desk  # noqa: F401 - before any Qt
from bob.desk import theme
from bob.desk.app import application
from bob.desk.session import Setup
from bob.desk.settings import THEMES, Settings
from bob.desk.window import DeskWindow
from tests.desk.desks import LUFTWAFFE_SEATS, RAF_SEATS, WATCHED, first_order

DAY = "15_september_1940"
SEED = "1940"
TURN = {"raf": 69, "luftwaffe": 67, "referee": 69}
"""The busiest turns: the afternoon's columns over Kent."""


def settle(window: DeskWindow) -> None:
    """Let the table draw all that it puts off."""
    for _ in range(80):
        QApplication.processEvents()
        time.sleep(0.002)
    if window.room is not None:
        window.room.table.settle()
        if window.room.second is not None:
            window.room.second.settle()
    QApplication.processEvents()


def play(window: DeskWindow, turn: int) -> None:
    """Play to a turn as the desk offers it."""
    session, room = window.session, window.room
    assert session is not None
    assert room is not None
    while not session.is_over and session.match.position.turn < turn:
        QApplication.processEvents()
        if session.is_thinking:
            continue
        if session.watching:
            session.step()
        elif session.waiting == session.sitting:
            session.play(session.sitting, first_order(room.decisions.queue))


def in_few_colours(picture: QImage) -> QImage:
    """The picture with its 256 commonest colours: a quarter of the bytes, and nothing that the eye would miss."""
    rgb = picture.convertToFormat(QImage.Format.Format_RGB32)
    width, height = rgb.width(), rgb.height()
    pixels = np.frombuffer(rgb.constBits(), np.uint8).reshape(height, rgb.bytesPerLine() // 4, 4)[:, :width, 2::-1].astype(np.int32)
    bins = (pixels[..., 0] >> 3 << 10) | (pixels[..., 1] >> 3 << 5) | (pixels[..., 2] >> 3)
    _codes, place, count = np.unique(bins.ravel(), return_inverse=True, return_counts=True)
    flat = pixels.reshape(-1, 3)
    means = np.stack([np.bincount(place, flat[:, c]) / count for c in range(3)], axis=1)
    kept = np.argsort(-count, kind="stable")[:256]
    nearest = np.array([int(((means[kept] - mean) ** 2).sum(axis=1).argmin()) for mean in means], np.uint8)
    indexed = QImage(width, height, QImage.Format.Format_Indexed8)
    indexed.setColorTable([0xFF000000 | int(r) << 16 | int(g) << 8 | int(b) for r, g, b in means[kept].round()])
    np.frombuffer(indexed.bits(), np.uint8).reshape(height, indexed.bytesPerLine())[:, :width] = nearest[place].reshape(height, width)
    return indexed


def save(window: DeskWindow, folder: Path, name: str) -> None:
    settle(window)
    path = folder / f"{name}.png"
    in_few_colours(window.grab().toImage()).save(str(path), "PNG")
    print(path)


def rooms(window: DeskWindow, settings: Settings, folder: Path) -> None:
    """Both rooms in all themes, and the referee's two tables."""
    for name, seats in (("raf", RAF_SEATS), ("luftwaffe", LUFTWAFFE_SEATS)):
        window.begin(Setup(DAY, SEED, seats, {}))
        if name == "luftwaffe":
            save(window, folder, "planning")
        play(window, TURN[name])
        for look in THEMES:
            settings.set_theme(look)
            save(window, folder, f"{name}-{look}")
        settings.set_theme("table")
        settings.set_language("fr")
        save(window, folder, f"{name}-french")
        settings.set_language("en")
    window.begin(Setup(DAY, SEED, WATCHED, {}))
    play(window, TURN["referee"])
    window.actions_["side_by_side"].trigger()
    save(window, folder, "referee")


def main(folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    app = application()
    with tempfile.TemporaryDirectory() as home:
        settings = Settings.in_file(Path(home) / "settings.ini")
        settings.set_games_folder(home)
        settings.set_language("en")
        settings.set_animate(False)
        theme.dress(app, settings)
        window = DeskWindow(settings)
        window.resize(1920, 1080)
        window.show()
        save(window, folder, "start")
        rooms(window, settings, folder)
        window.begin_lesson()
        assert window.lesson is not None
        while window.lesson.step.code != "scramble":
            QApplication.processEvents()
            if window.lesson.step.until is None:
                window.lesson.forward()
            elif window.session is not None and not window.session.is_thinking:
                window.strip.decide.click()
        save(window, folder, "lesson")
        window.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2] / "docs" / "pictures"))
