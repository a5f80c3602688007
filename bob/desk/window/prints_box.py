"""The box of sheets: which sheet, onto paper or into a file, as PDF or SVG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.progress import Progress
from bob.desk.base.widgets.background import Background, TellsProgress
from bob.desk.window.room import DayArea

if TYPE_CHECKING:
    from bob.desk.panels.prints.export import Making


class ClerkBox(QDialog):
    """A dialog whose work a clerk does off the interface's thread, with a bar; Escape breaks the work off, then closes."""

    done_with = Signal()
    """The clerk's work has ended: done, failed or broken off."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.progress = Progress(settings)
        self.clerk = Background(self)
        self.clerk.progressed.connect(self.progress.put)
        self.clerk.ready.connect(self._ready)
        self.progress.stop.clicked.connect(self.break_off)
        self.notice = QLabel()
        self.notice.setWordWrap(True)

    def buttons(self) -> tuple[QWidget, ...]:
        """Return the widgets that are disabled while the clerk works."""
        raise NotImplementedError

    def came(self, what: str, found: Any) -> None:
        """The clerk is done with that."""
        raise NotImplementedError

    def set_to_work(self, what: str, work: Any) -> None:
        """Give the clerk some work; its parts report their progress."""
        self.notice.setText("")
        for widget in self.buttons():
            widget.setEnabled(False)
        self.progress.begin()
        self.clerk.start(what, work)

    def break_off(self) -> None:
        """Break the clerk's work off."""
        if self.clerk.cancel():
            self._end()
            self.notice.setText(self.settings.words("desk.progress.stopped"))
            self.done_with.emit()

    def _end(self) -> None:
        self.progress.end()
        for widget in self.buttons():
            widget.setEnabled(True)

    def _ready(self, what: str, found: object) -> None:
        self._end()
        if isinstance(found, BobError):
            self.notice.setText(found.describe(self.settings.words))
        elif isinstance(found, BaseException):
            self.done_with.emit()
            raise found
        else:
            self.came(what, found)
        self.done_with.emit()

    def reject(self) -> None:
        """Escape: break the work off if there is any, else close."""
        if self.clerk.busy:
            self.break_off()
        else:
            super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.clerk.stop()
        event.accept()


class PrintBox(ClerkBox):
    """Writes or prints a sheet. `files_written` are the files of the last one."""

    def __init__(self, room: DayArea, settings: Settings, kind: str = "") -> None:
        from bob.desk.panels.prints import kinds

        super().__init__(settings, room)
        self.room = room
        self.files_written: list[Path] = []
        words = settings.words
        self.setWindowTitle(words("desk.sheets.title"))
        self.what, self.form = QComboBox(), QComboBox()
        for known in kinds(room.session):
            self.what.addItem(words(f"desk_sheets.kind.{known}"), known)
        self.what.setCurrentIndex(max(0, self.what.findData(kind)))
        self.file = QLineEdit()
        self.file.setAccessibleName(words("desk.sheets.file"))
        self.browse = QPushButton(words("desk.settings.browse"))
        self.browse.setAutoDefault(False)
        self.browse.clicked.connect(self._browse)
        self.preview = QPushButton(words("desk.sheets.preview"))
        self.preview.setAutoDefault(False)
        self.preview.clicked.connect(self._preview)
        self.write = QPushButton(words("desk.sheets.write"))
        theme.kind(self.write, "primary")
        self.write.setDefault(True)
        self.write.clicked.connect(self._write)
        where = QHBoxLayout()
        where.addWidget(self.file, 1)
        where.addWidget(self.browse)
        rows = QFormLayout()
        rows.addRow(words("desk.sheets.what"), self.what)
        rows.addRow(words("desk.sheets.form"), self.form)
        rows.addRow(words("desk.sheets.file"), where)
        last = QHBoxLayout()
        last.addWidget(self.preview)
        last.addWidget(self.progress, 1)
        last.addWidget(self.write)
        body = QVBoxLayout(self)
        body.addLayout(rows)
        body.addWidget(self.notice)
        body.addLayout(last)
        self.setMinimumWidth(round(560 * settings.scale))
        self.what.currentIndexChanged.connect(lambda _: self._forms())
        self.form.currentIndexChanged.connect(lambda _: self._named())
        self._forms()
        self.write.setFocus()

    def buttons(self) -> tuple[QWidget, ...]:
        return self.what, self.form, self.file, self.browse, self.preview, self.write

    def _forms(self) -> None:
        """Offer the formats of the sheet."""
        from bob.desk.panels.prints import endings

        before = self.form.currentData()
        self.form.blockSignals(True)
        self.form.clear()
        for ending in endings(self.what.currentData()):
            self.form.addItem(ending.upper(), ending)
        self.form.setCurrentIndex(max(0, self.form.findData(before)))
        self.form.blockSignals(False)
        self._named()

    def _named(self) -> None:
        save = self.room.session.save
        stem = save.path.stem if save is not None else self.room.session.match.header.scenario
        folder = save.path.parent if save is not None else Path.home()
        self.file.setText(str(folder / f"{stem}, {self.what.currentText()}.{self.form.currentData()}"))

    def _browse(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, self.windowTitle(), self.file.text())
        if name:
            self.file.setText(name)

    def _write(self) -> None:
        from bob.desk.panels.prints import check, write

        kind, file = self.what.currentData(), Path(self.file.text())
        try:
            check(kind, self.room.session, file)
        except BobError as error:
            self.notice.setText(error.describe(self.settings.words))
            return
        if (making := self._making(kind)) is None:
            return

        def work(tell: TellsProgress) -> list[Path]:
            return write(making(tell), file, tell)

        self.set_to_work("write", work)

    def _preview(self) -> None:
        if (making := self._making(self.what.currentData())) is not None:
            self.set_to_work("preview", making)

    def _making(self, kind: str) -> Making | None:
        """Return the function that lays the sheet out; None, after a message, while its contents are still coming."""
        from bob.desk.panels.prints import prepare

        try:
            return prepare(kind, self.room.session, self.settings, self.room.table)
        except BobError as error:
            self.notice.setText(error.describe(self.settings.words))
            return None

    def came(self, what: str, found: Any) -> None:
        from bob.desk.panels.prints import preview

        words = self.settings.words
        if what == "preview":
            try:
                if not preview(found, self):
                    self.notice.setText(words("desk.sheets.no_printer"))
            except BobError as error:
                self.notice.setText(error.describe(words))
            return
        self.files_written = found
        self.notice.setText(words("desk.sheets.written", names=", ".join(path.name for path in self.files_written)))
        self.write.setFocus()
