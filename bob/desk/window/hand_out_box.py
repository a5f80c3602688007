"""The box in which the referee chooses what to hand to which side."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.day.state.orders import Note
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.sentences import refusal
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.widgets.background import TellsProgress
from bob.desk.map import PlottingTable
from bob.desk.panels.prints import Leaves, print_on
from bob.desk.panels.referee.hand_outs import FORMS, HAND_OUTS, HandOutWish, Pile, hand_out, keep_wish, last_wish, lay_out, pile
from bob.desk.session.session import DeskSession
from bob.desk.window.prints_box import ClerkBox


class HandOutBox(ClerkBox):
    """Hands sheets out. `files_written` are the files of the last time, `printed` how many sheets went to the printer."""

    def __init__(self, session: DeskSession, settings: Settings, table: PlottingTable, parent: QWidget | None = None) -> None:
        super().__init__(settings, parent)
        self.session = session
        self.table = table
        self.files_written: list[Path] = []
        self.printed = 0
        words = settings.words
        self.setWindowTitle(words("desk.hand_out.title"))
        self.seats = {seat: QCheckBox(words(f"desk.seat.{seat}")) for seat in (RAF, LUFTWAFFE)}
        self.hand_outs = {page: QCheckBox(words(f"desk.hand_out.{page}")) for page in HAND_OUTS}
        self.framed = QCheckBox(words("desk.hand_out.framed"))
        self.note = QPlainTextEdit()
        self.note.setTabChangesFocus(True)
        self.note.setFixedHeight(round(72 * settings.scale))
        self.note.setToolTip(words("desk.hand_out.note_tip"))
        self.form = QComboBox()
        for form in FORMS:
            self.form.addItem(words("desk.hand_out.paper") if form == "paper" else form.upper(), form)
        self.folder = QLineEdit()
        self.browse = QPushButton(words("desk.settings.browse"))
        self.show_folder = QPushButton(words("desk.hand_out.open"))
        self.go = QPushButton(words("desk.hand_out.go"))
        theme.kind(self.go, "primary")
        self.go.setDefault(True)
        self._arrange()
        self.browse.clicked.connect(self._browse)
        self.show_folder.clicked.connect(self._show_folder)
        self.go.clicked.connect(self._give)
        self.form.currentIndexChanged.connect(lambda _: self._fit())
        self.hand_outs["map"].toggled.connect(lambda _: self._fit())
        self._show(last_wish(settings))
        self.go.setFocus()

    def _arrange(self) -> None:
        words = self.settings.words
        sides = QHBoxLayout()
        for box in self.seats.values():
            sides.addWidget(box)
        sides.addStretch()
        what = QVBoxLayout()
        what.setSpacing(4)
        for page, box in self.hand_outs.items():
            what.addWidget(box)
            if page == "map":
                part = QHBoxLayout()
                part.addSpacing(24)
                part.addWidget(self.framed)
                what.addLayout(part)
        where = QHBoxLayout()
        where.addWidget(self.folder, 1)
        where.addWidget(self.browse)
        rows = QFormLayout()
        rows.addRow(words("desk.hand_out.to"), sides)
        rows.addRow(words("desk.hand_out.what"), what)
        rows.addRow(words("desk.hand_out.note"), self.note)
        rows.addRow(words("desk.hand_out.form"), self.form)
        rows.addRow(words("desk.hand_out.folder"), where)
        own = QLabel(words("desk.hand_out.own"))
        own.setWordWrap(True)
        theme.kind(own, "quiet")
        last = QHBoxLayout()
        for button in (self.browse, self.show_folder):
            button.setAutoDefault(False)
        self.show_folder.hide()
        last.addWidget(self.show_folder)
        last.addWidget(self.progress, 1)
        last.addWidget(self.go)
        body = QVBoxLayout(self)
        body.addLayout(rows)
        body.addWidget(own)
        body.addWidget(self.notice)
        body.addLayout(last)
        self.setMinimumWidth(round(600 * self.settings.scale))

    def _show(self, wish: HandOutWish) -> None:
        for seat, box in self.seats.items():
            box.setChecked(seat in wish.seats)
        for page, box in self.hand_outs.items():
            box.setChecked(page in wish.sheets)
        self.framed.setChecked(wish.framed)
        self.form.setCurrentIndex(max(0, self.form.findData(wish.form)))
        save = self.session.save
        usual = save.path.with_suffix("") if save is not None else Path.home()
        self.folder.setText(str(Path(wish.folder) if wish.folder and Path(wish.folder).is_dir() else usual))
        self._fit()

    def _fit(self) -> None:
        paper = self.form.currentData() == "paper"
        self.folder.setEnabled(not paper)
        self.browse.setEnabled(not paper)
        self.framed.setEnabled(self.hand_outs["map"].isChecked())

    def wish(self) -> HandOutWish:
        """Return the current choice."""
        return HandOutWish(
            tuple(seat for seat, box in self.seats.items() if box.isChecked()),
            tuple(page for page, box in self.hand_outs.items() if box.isChecked()),
            self.framed.isChecked(),
            self.form.currentData(),
            self.folder.text().strip(),
        )

    def buttons(self) -> tuple[QWidget, ...]:
        return (*self.seats.values(), *self.hand_outs.values(), self.framed, self.note, self.form, self.folder, self.browse, self.go)

    def _end(self) -> None:
        super()._end()
        self._fit()

    def _browse(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.windowTitle(), self.folder.text())
        if name:
            self.folder.setText(name)

    def _show_folder(self) -> None:
        if self.files_written:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.files_written[-1].parent.parent)))

    def _give(self) -> None:
        words = self.settings.words
        wish, note = self.wish(), self.note.toPlainText().strip()
        if not wish.seats or not (wish.sheets or note):
            self.notice.setText(words("desk.hand_out.nothing" if wish.seats else "desk.hand_out.nobody"))
            return
        keep_wish(self.settings, wish)
        try:
            for seat in wish.seats if note else ():
                self.session.play(REFEREE, Note(seat, note))
            frame = self.table.camera if wish.framed else None
            piles = [pile(self.session, self.settings, seat, wish.sheets, note, frame) for seat in wish.seats]
        except BobError as error:
            self.notice.setText(refusal(words, error))
            return
        self.note.clear()
        self.show_folder.hide()
        if wish.form == "paper":
            self.set_to_work("paper", lambda tell: lay_out(piles, tell))
            return

        def work(tell: TellsProgress) -> list[Path]:
            return hand_out(piles, Path(wish.folder), wish.form, tell)

        self.set_to_work("write", work)

    def came(self, what: str, found: Any) -> None:
        words = self.settings.words
        if what == "paper":
            self._print(found)
            return
        self.files_written = found
        self.notice.setText(words("desk.hand_out.done", names=" · ".join(dict.fromkeys(path.parent.name for path in self.files_written))))
        self.show_folder.setVisible(bool(self.files_written))

    def _print(self, pages: list[tuple[Pile, str, Leaves]]) -> None:
        """Send the sheets to a printer, chosen once, each as a separate job."""
        words = self.settings.words
        try:
            from PySide6.QtPrintSupport import QPrintDialog, QPrinter
        except ImportError:
            self.notice.setText(words("desk.sheets.no_printer"))
            return
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        dialog = QPrintDialog(printer, self)
        if dialog.exec() != QPrintDialog.DialogCode.Accepted:
            return
        self.printed = 0
        file = printer.outputFileName()
        try:
            for one, name, leaves in pages:
                printer.setDocName(f"{one.name}, {name}")
                if file:  # one for each sheet
                    printer.setOutputFileName(str(Path(file).with_name(f"{Path(file).stem}, {one.name}, {name}.pdf")))
                print_on(leaves, printer)
                self.printed += 1
        except BobError as error:
            self.notice.setText(refusal(words, error))
            return
        self.notice.setText(words("desk.hand_out.printed", count=self.printed))
