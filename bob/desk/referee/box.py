"""The referee's seat: dice that are typed, corrections with their reason, notes for a side, both rooms side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from bob.desk.game.session import DiceBrokenOff, Session
from bob.desk.game.typed_dice import dice_told, purpose_told
from bob.desk.looks import theme
from bob.desk.settings import Settings
from bob.dice import parse_faces
from bob.errors import BobError, DiceError
from bob.game import REFEREE
from bob.operations.corrections import CORRECTIONS, stands
from bob.operations.named import Names
from bob.operations.orders import Correct, Note
from bob.operations.position import LUFTWAFFE, RAF
from bob.operations.telling import refusal
from bob.sitting import REST
from bob.sitting.drawn_cards import DRAWS, ROWS, pattern_of


class DiceBox(QDialog):
    """Asks for dice that somebody rolled. Empty lets the program roll; breaking off takes the whole order back."""

    def __init__(self, settings: Settings, purpose: str, count: int, sides: int, by: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = settings.words
        self.settings = settings
        self.count, self.sides, self.is_card = count, sides, purpose in DRAWS
        self.setWindowTitle(words("desk.dice.title"))
        self.typed = ""
        what = QLabel(purpose_told(words, purpose))
        theme.kind(what, "heading")
        dice = QLabel(dice_told(words, purpose, count, sides, by))
        dice.setWordWrap(True)
        self.field = QLineEdit()
        self.field.setAccessibleName(words("desk.dice.title"))
        self.field.setFont(theme.font(settings, 22, bold=True))
        self.field.setPlaceholderText(", ".join(["?"] * count))
        if self.is_card:
            titles = QCompleter([words(f"air_war.row.{row}") for row in ROWS], self)
            titles.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.field.setCompleter(titles)
        self.fault = QLabel()
        theme.kind(self.fault, "warning")
        self.fault.setWordWrap(True)
        roll = QPushButton(words("desk.dice.program"))
        roll.setAutoDefault(False)
        roll.clicked.connect(self._program)
        rest = QPushButton(words("desk.dice.rest"))
        rest.setAutoDefault(False)
        rest.setToolTip(words("desk.dice.rest_tip"))
        rest.clicked.connect(self._rest)
        stop = QPushButton(words("desk.dice.break_off"))
        stop.setAutoDefault(False)
        stop.clicked.connect(self.reject)
        go = QPushButton(words("desk.dice.take"))
        theme.kind(go, "primary")
        go.setDefault(True)
        go.clicked.connect(self._take)
        row = QHBoxLayout()
        row.addWidget(stop)
        row.addStretch()
        row.addWidget(rest)
        row.addWidget(roll)
        row.addWidget(go)
        body = QVBoxLayout(self)
        for widget in (what, dice, self.field, self.fault):
            body.addWidget(widget)
        body.addLayout(row)
        self.setMinimumWidth(round(420 * settings.scale))
        self.field.setFocus()

    def _take(self) -> None:
        text = self.field.text()
        try:
            if self.is_card and not text.strip().isdigit():
                text = pattern_of(self.settings.words, text)
            else:
                parse_faces(text, self.count, self.sides)
        except DiceError as error:
            self.fault.setText(error.told(self.settings.words))
            return
        self.typed = text
        self.accept()

    def _program(self) -> None:
        self.typed = ""
        self.accept()

    def _rest(self) -> None:
        self.typed = REST
        self.accept()


def dice_asker(settings: Settings, parent: Callable[[], QWidget | None]) -> Callable[[str, int, int, str], str | None]:
    """What asks for dice in a dialog. It raises DiceBrokenOff when that is closed."""

    def ask(purpose: str, count: int, sides: int, by: str) -> str | None:
        box = DiceBox(settings, purpose, count, sides, by, parent())
        taken = box.exec() == QDialog.DialogCode.Accepted
        typed = box.typed
        box.deleteLater()
        if not taken:
            raise DiceBrokenOff
        return typed

    return ask


class _OrderBox(QDialog):
    """A small form that gives an order, or says why not."""

    def __init__(self, session: Session, settings: Settings, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.setWindowTitle(title)
        self.form = QFormLayout()
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        theme.kind(self.fault, "warning")
        self.buttons = QDialogButtonBox()
        self.go = self.buttons.addButton(settings.words("desk.box.give"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(settings.words("desk.box.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        theme.kind(self.go, "primary")
        self.buttons.accepted.connect(self._give)
        self.buttons.rejected.connect(self.reject)
        body = QVBoxLayout(self)
        body.addLayout(self.form)
        body.addWidget(self.fault)
        body.addWidget(self.buttons)
        self.setMinimumWidth(round(460 * settings.scale))

    def order(self) -> Any:
        raise NotImplementedError

    def _give(self) -> None:
        try:
            self.session.play(REFEREE, self.order())
        except BobError as error:
            self.fault.setText(refusal(self.settings.words, error))
            return
        self.accept()


class CorrectBox(_OrderBox):
    """Sets something right, with the reason that the log will keep."""

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        words = settings.words
        super().__init__(session, settings, words("desk.correct.title"), parent)
        self.what = QComboBox()
        for what in CORRECTIONS:
            self.what.addItem(words(f"desk.correct.of_{what}"), what)
        self.what.currentIndexChanged.connect(lambda _: self._names())
        self.name = QComboBox()
        self.name.setEditable(True)
        self.value = QComboBox()
        self.value.setEditable(True)
        self.reason = QLineEdit()
        self.was, self.hint = QLabel(), QLabel()
        self.hint.setWordWrap(True)
        theme.kind(self.hint, "quiet")
        self.names = Names(session.world.theatre)
        self.names.learn(session.view(REFEREE))
        self.name.currentTextChanged.connect(lambda _: self._show_now())
        rows = (("what", self.what), ("name", self.name), ("was", self.was), ("value", self.value))
        for key, field in rows:
            self.form.addRow(words(f"desk.correct.{key}"), field)
        self.form.addRow("", self.hint)
        self.form.addRow(words("desk.correct.reason"), self.reason)
        self._names()

    def _names(self) -> None:
        """Offer what there is of that kind."""
        what, session = self.what.currentData(), self.session
        self._fill(self.name, CORRECTIONS[what].names(session.world, session.match.position), what)
        self.name.setEnabled(what != "points")
        self._fill(self.value, CORRECTIONS[what].values, what)
        words = self.settings.words
        placed = what.endswith("_hex")
        hint = "hint_plot_false" if what == "plot_false" else "hint_hex" if placed else "hint_free"
        self.hint.setText("" if CORRECTIONS[what].values else words(f"desk.correct.{hint}"))
        self._show_now()

    def _fill(self, box: QComboBox, options: Sequence[str], what: str) -> None:
        box.blockSignals(True)
        box.clear()
        for option in options:
            box.addItem(self._told(what, option), option)
        box.blockSignals(False)

    def _told(self, what: str, option: str) -> str:
        """A name or a value in words."""
        words = self.settings.words
        if what in ("raid_hex", "raid_angels"):
            return self.names.raid(words, option)
        if what == "plot_struck" and option.isdigit():
            return self.names.track(int(option))
        for key in (f"tables.zone.{option}", f"ops.box.{option}", f"ops.ammo.{option}", f"log.what.{option}"):
            if words.has(key):
                return words(key)
        return option

    def _show_now(self) -> None:
        """What it is before it is changed."""
        session, words, what = self.session, self.settings.words, self.what.currentData()
        found = stands(session.world, session.match.position, what, self._picked(self.name))
        self.was.setText(words("desk.correct.was_none") if not found else self._told("", found))

    def _picked(self, box: QComboBox) -> str:
        at = box.findText(box.currentText())
        return str(box.itemData(at)) if at >= 0 else box.currentText().strip()

    def order(self) -> Correct:
        return Correct(self.what.currentData(), self._picked(self.name), self._picked(self.value), self.reason.text())


class NoteBox(_OrderBox):
    """A note for one side."""

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None) -> None:
        words = settings.words
        super().__init__(session, settings, words("desk.note.title"), parent)
        self.to = QComboBox()
        for seat in (RAF, LUFTWAFFE):
            self.to.addItem(words(f"ops.seat.{seat}"), seat)
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(round(90 * settings.scale))
        self.form.addRow(words("desk.note.to"), self.to)
        self.form.addRow(words("desk.note.text"), self.text)
        self.setWindowModality(Qt.WindowModality.WindowModal)

    def order(self) -> Note:
        return Note(self.to.currentData(), self.text.toPlainText().strip())
