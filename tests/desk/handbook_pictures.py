"""Takes all pictures of the handbook from real games, in every language: `python tests/desk/handbook_pictures.py [NAME...] [--out FOLDER]`.

A NAME is a scene of `handbook_scenes` (all by default). A game is played once; at each moment it is shown in one language after the other.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.desk.screenshots import in_few_colours, settle  # isort: skip - it says where Qt draws, before any Qt

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from bob.chart.marks import ChartPage
from bob.chart.qt import Painting
from bob.desk.app import application
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.session.session import DeskSession, Setup
from bob.desk.window.room import DayArea
from bob.desk.window.window import DeskWindow
from bob.words import LANGUAGES
from tests.desk.desks import first_order

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "handbook" / "pictures"
SIZE = (1200, 750)
"""Of a whole window: its letters are still read when the page is printed."""


@dataclass(slots=True)
class Camera:
    """The window of the desk, and where its pictures go."""

    window: DeskWindow
    folder: Path

    @property
    def settings(self) -> Settings:
        return self.window.settings

    @property
    def session(self) -> DeskSession:
        session = self.window.session
        assert session is not None
        return session

    @property
    def room(self) -> DayArea:
        room = self.window.room
        assert room is not None
        return room

    def each(self, name: str, make: Callable[[], QImage]) -> None:
        """A picture in every language, English last, so that the desk goes on in it."""
        for language in reversed(LANGUAGES):
            self.settings.set_language(language)
            settle(self.window)
            self._keep(make(), language, name)

    def _keep(self, picture: QImage, language: str, name: str) -> None:
        path = self.folder / language / f"{name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        in_few_colours(picture).save(str(path), "PNG", 0)
        print(path, path.stat().st_size, flush=True)

    def whole(self, name: str) -> None:
        """The whole window."""
        self.each(name, lambda: self.window.grab().toImage())

    def middle(self, name: str, width: int, height: int) -> None:
        """The middle of the window, of a page with little on it."""
        box = QRect(0, 0, width, height)
        box.moveCenter(self.window.rect().center())
        self.each(name, lambda: self.window.grab(box).toImage())

    def part(self, name: str, *widgets: QWidget, margin: int = 0) -> None:
        """That part of the window which these widgets take."""

        def taken() -> QImage:
            box = QRect()
            for widget in widgets:
                box = box.united(QRect(widget.mapTo(self.window, widget.rect().topLeft()), widget.size()))
            return self.window.grab(box.adjusted(-margin, -margin, margin, margin).intersected(self.window.rect())).toImage()

        self.each(name, taken)

    def dock(self, name: str, *docks: str) -> None:
        """Docks of the window with their titles."""
        for dock in docks:
            self.window.docks.reveal(dock)
        self.part(name, *(self.window.docks[dock] for dock in docks))

    def floated(self, name: str, dock: str, width: int, height: int) -> None:
        """A dock torn off, as large as what it has to tell."""
        found = self.window.docks[dock]
        self.window.docks.reveal(dock)
        found.setFloating(True)
        found.resize(width, height)
        self.each(name, lambda: found.grab().toImage())
        found.setFloating(False)

    def box(self, name: str, make: Callable[[], QWidget], size: QSize | None = None) -> None:
        """A box or a menu of its own, made anew in each language, as large as it asks for unless it is said."""

        def taken() -> QImage:
            box = make()
            box.show()
            box.resize(size or box.sizeHint().expandedTo(box.size()))  # the screen that is drawn without is small
            settle(self.window)
            picture = box.grab().toImage()
            box.close()
            box.deleteLater()
            return picture

        self.each(name, taken)

    def pages(self, name: str, make: Callable[[], list[ChartPage]], *, width: int = 560) -> None:
        """Printed pages, one beside the other."""

        def taken() -> QImage:
            from PySide6.QtGui import QPainter

            pages = make()
            heights = [round(width * page.height / page.width) for page in pages]
            picture = QImage(width * len(pages) + 12 * (len(pages) - 1), max(heights), QImage.Format.Format_RGB32)
            picture.fill(0xFFBBBBBB)
            painter = QPainter(picture)
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
            for i, page in enumerate(pages):
                painter.resetTransform()
                painter.translate(i * (width + 12), 0)
                painter.fillRect(0, 0, width, heights[i], 0xFFFFFFFF)
                painter.scale(width / page.width, width / page.width)
                Painting(page).draw(painter)
            painter.end()
            return picture

        self.each(name, taken)

    def begin(self, setup: Setup) -> None:
        assert self.window.begin(setup)
        QApplication.processEvents()

    def play_until(self, there: Callable[[DeskSession], bool]) -> None:
        """Play as the desk offers it until something is so; who is to decide sits down."""
        session = self.session
        while not session.is_over and not there(session):
            QApplication.processEvents()
            if session.is_thinking:
                continue
            if self.window.handing_over:
                self.window.blank.taken.emit(session.waiting or session.seated)
            elif session.watching:
                session.step()
            elif session.waiting is not None:
                session.play(session.hand, first_order(self.room.decisions.queue))


def main(arguments: list[str]) -> int:
    from tests.desk.handbook_scenes import SCENES

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(SCENES))
    parser.add_argument("--out", type=Path, default=FOLDER)
    args = parser.parse_args(arguments)
    app = application()
    home = Path(tempfile.gettempdir()) / "bob-1940"  # always the same, for it is read in pictures
    kept: list[object] = []  # what a window that is closed may still ask for
    for name in args.names or SCENES:
        shutil.rmtree(home, ignore_errors=True)
        home.mkdir()
        settings = Settings.in_file(home / "settings.ini")
        settings.set_games_folder(home / "games")
        settings.set_language("en")
        settings.set_animate(False)
        settings.set_hints(False)
        theme.dress(app, settings)
        window = DeskWindow(settings)
        window.resize(*SIZE)
        window.show()
        SCENES[name](Camera(window, args.out))
        window.close()
        kept += [settings, window]
    shutil.rmtree(home, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
