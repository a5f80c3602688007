"""The box of sheets: which sheet, onto paper or into a file, as PDF or SVG."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout

from bob.desk import theme
from bob.desk.room import Room
from bob.desk.settings import Settings
from bob.errors import BobError

ENDINGS = ("pdf", "svg")


class SheetBox(QDialog):
    """Writes or prints a sheet. `written` are the files of the last one."""

    def __init__(self, room: Room, settings: Settings) -> None:
        from bob.desk.sheets import kinds

        super().__init__(room)
        self.room = room
        self.settings = settings
        self.written: list[Path] = []
        words = settings.words
        self.setWindowTitle(words("desk.sheets.title"))
        self.what, self.form = QComboBox(), QComboBox()
        for kind in kinds(room.session):
            self.what.addItem(words(f"desk_sheets.kind.{kind}"), kind)
        for ending in ENDINGS:
            self.form.addItem(ending.upper(), ending)
        self.file = QLineEdit()
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
        self.told = QLabel()
        self.told.setWordWrap(True)
        where = QHBoxLayout()
        where.addWidget(self.file, 1)
        where.addWidget(self.browse)
        rows = QFormLayout()
        rows.addRow(words("desk.sheets.what"), self.what)
        rows.addRow(words("desk.sheets.form"), self.form)
        rows.addRow(words("desk.sheets.file"), where)
        buttons = QHBoxLayout()
        buttons.addWidget(self.preview)
        buttons.addStretch()
        buttons.addWidget(self.write)
        body = QVBoxLayout(self)
        body.addLayout(rows)
        body.addWidget(self.told)
        body.addLayout(buttons)
        self.setMinimumWidth(round(560 * settings.scale))
        self.what.currentIndexChanged.connect(lambda _: self._named())
        self.form.currentIndexChanged.connect(lambda _: self._named())
        self._named()
        self.write.setFocus()

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
        from bob.desk.sheets import export

        words = self.settings.words
        try:
            self.written = export(self.what.currentData(), self.room.session, self.file.text(), self.settings, self.room.table)
        except BobError as error:
            self.told.setText(error.told(words))
            return
        self.told.setText(words("desk.sheets.written", names=", ".join(path.name for path in self.written)))

    def _preview(self) -> None:
        from bob.desk.sheets import preview

        if not preview(self.what.currentData(), self.room.session, self.settings, self, self.room.table):
            self.told.setText(self.settings.words("desk.sheets.no_printer"))
