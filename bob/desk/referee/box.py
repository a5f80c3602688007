"""The referee's seat: dice that are typed, corrections with their reason, notes for a side, both rooms side by side."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args, get_type_hints

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
from bob.operations.orders import Correct, Note
from bob.operations.position import LUFTWAFFE, RAF
from bob.operations.telling import refusal
from bob.operations.view import RefereeView
from bob.sitting import REST
from bob.sitting.drawn_cards import DRAWS, ROWS, pattern_of

CORRECTABLE: tuple[str, ...] = get_args(get_type_hints(Correct)["what"])


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
        for what in CORRECTABLE:
            self.what.addItem(words(f"desk.correct.of_{what}"), what)
        self.what.currentIndexChanged.connect(lambda _: self._names())
        self.name = QComboBox()
        self.name.setEditable(True)
        self.value = QComboBox()
        self.value.setEditable(True)
        self.reason = QLineEdit()
        for key, field in (("what", self.what), ("name", self.name), ("value", self.value), ("reason", self.reason)):
            self.form.addRow(words(f"desk.correct.{key}"), field)
        self._names()

    def _names(self) -> None:
        """Offer what there is of that kind."""
        view = self.session.view(REFEREE)
        assert isinstance(view, RefereeView)
        words = self.settings.words
        what = self.what.currentData()
        names: list[tuple[str, str]] = []
        values: list[tuple[str, str]] = []
        if what.startswith("squadron"):
            names = [(s.unit, s.unit) for s in view.raf.squadrons]
        elif what == "raid_unit_strength":
            names = [(f"{r.code}/{u.unit}", f"{r.code}/{u.unit}") for r in view.luftwaffe.raids for u in r.units]
        elif what == "airfield_damage":
            names = [(f.place, f.place) for f in view.raf.fields]
        elif what == "zone_weather":
            names = [(words(f"tables.zone.{zone}"), zone) for zone in view.raf.common.weather]
            values = [(words(f"log.what.{value}"), value) for value in ("good", "bad")]
        if what == "squadron_box":
            values = [(words(f"ops.box.{box}"), box) for box in ("released", "available", "ready", "landed", "rearm_1", "rearm_2")]
        for box, options in ((self.name, names), (self.value, values)):
            box.clear()
            for text, data in options:
                box.addItem(text, data)
        self.name.setEnabled(what != "points")

    def order(self) -> Correct:
        def chosen(box: QComboBox) -> str:
            at = box.findText(box.currentText())
            return str(box.itemData(at)) if at >= 0 else box.currentText().strip()

        return Correct(self.what.currentData(), chosen(self.name), chosen(self.value), self.reason.text())


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
