"""Pieces for a real table written from the desk: where to is asked, and while they are drawn and written the desk goes on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from bob.core.errors import BobError
from bob.desk.base.settings import Settings
from bob.desk.base.widgets.background import Background

PDF = "PDF (*.pdf)"
PAGES = f"HTML (*.html);;{PDF}"


class PieceWriter(QObject):
    """Writes one PDF at a time."""

    changed = Signal()
    """It has begun or ended: `busy`."""
    notice = Signal(str, bool)
    """The message of the result, and whether the file was written."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        self._work = Background(self)
        self._work.ready.connect(self._ready)

    @property
    def host(self) -> QWidget:
        """Return a widget beside the written one; owned by Qt alone, so that a closed window is freed."""
        host = self.parent()
        assert isinstance(host, QWidget)
        return host

    @property
    def busy(self) -> bool:
        return self._work.busy

    def ask(self, title: str, usual: Path, write: Callable[[Path], int], kinds: str = PDF) -> None:
        """Ask where, and let `write` do it; it says how many pages, or raises BobError, on a thread of its own."""
        name, _ = QFileDialog.getSaveFileName(self.host, title, str(usual), kinds)
        if name:
            self._work.start(name, lambda tell: write(Path(name)))
            self.changed.emit()

    def stop(self) -> None:
        """Wait until the current file is complete on the disk, without a message."""
        self._work.stop()

    def _ready(self, name: str, found: object) -> None:
        words = self.settings.words
        self.changed.emit()
        if isinstance(found, BobError):
            self.notice.emit(found.describe(words), False)
        elif isinstance(found, BaseException):
            raise found
        else:
            self.notice.emit(words("pieces.written", path=name, pages=found), True)
