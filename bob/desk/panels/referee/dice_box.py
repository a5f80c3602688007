"""Dice thrown by hand on a real table, asked for roll by roll."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter, QDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from bob.core.dice import Throw, parse_faces
from bob.core.errors import DiceError
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.session.session import DiceBrokenOff
from bob.driver import ALIKE, REST, AskDice
from bob.driver.dice_asked import dice_text, head_text, subject_text
from bob.driver.drawn_cards import DRAWS, ROWS, pattern_of


class DiceBox(QDialog):
    """Asks for dice thrown by hand: their side, their purpose, their subject. The program rolls only when one of its buttons is pressed:
    this roll, all for the same purpose, or the whole order; cancelling takes the whole order back."""

    def __init__(self, settings: Settings, throw: Throw, subject: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = settings.words
        self.settings = settings
        self.throw = throw
        self.is_card = throw.purpose in DRAWS
        self.setWindowTitle(words("desk.dice.title"))
        self.typed = ""
        self.head = QLabel(head_text(words, throw))
        theme.kind(self.head, "heading")
        self.subject = QLabel(subject)
        self.subject.setVisible(bool(subject))
        self.dice = QLabel(dice_text(words, throw))
        for label in (self.head, self.subject, self.dice):
            label.setWordWrap(True)
        self.field = QLineEdit()
        self.field.setAccessibleName(words("desk.dice.title"))
        self.field.setAccessibleDescription(f"{self.head.text()}. {subject}")
        self.field.setFont(theme.font(settings, 22, bold=True))
        self.field.setPlaceholderText(" ".join(["?"] * throw.count))
        if self.is_card:
            titles = QCompleter([words(f"air_war.row.{row}") for row in ROWS], self)
            titles.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            self.field.setCompleter(titles)
        self.fault = QLabel()
        theme.kind(self.fault, "warning")
        self.fault.setWordWrap(True)
        stop = self._button("break_off", self.reject)
        go = QPushButton(words("desk.dice.take"))
        theme.kind(go, "primary")
        go.setDefault(True)
        go.clicked.connect(self._take)
        row = QHBoxLayout()
        row.addWidget(stop)
        row.addStretch()
        row.addWidget(self._button("program", lambda: self._leave("")))
        row.addWidget(self._button("alike", lambda: self._leave(ALIKE)))
        row.addWidget(self._button("rest", lambda: self._leave(REST)))
        row.addWidget(go)
        body = QVBoxLayout(self)
        for widget in (self.head, self.subject, self.dice, self.field, self.fault):
            body.addWidget(widget)
        body.addLayout(row)
        self.setMinimumWidth(round(560 * settings.scale))
        self.field.setFocus()

    def _button(self, name: str, do: Callable[[], object]) -> QPushButton:
        words = self.settings.words
        button = QPushButton(words(f"desk.dice.{name}"))
        button.setAutoDefault(False)
        if words.has(f"desk.dice.{name}_tip"):
            button.setToolTip(words(f"desk.dice.{name}_tip"))
        button.clicked.connect(lambda _=False: do())
        return button

    def _take(self) -> None:
        text = self.field.text()
        try:
            if self.is_card and not text.strip().isdigit():
                text = pattern_of(self.settings.words, text)
            else:
                parse_faces(text, self.throw.count, self.throw.sides)
        except DiceError as error:
            self.fault.setText(error.describe(self.settings.words))
            self.field.selectAll()
            return
        self.typed = text
        self.accept()

    def _leave(self, typed: str) -> None:
        """Let the program roll."""
        self.typed = typed
        self.accept()


def dice_asker(settings: Settings, parent: Callable[[], QWidget | None], names: Callable[[], Names | None]) -> AskDice:
    """Return a function that asks for dice in a dialog, with the names of the day. It raises DiceBrokenOff when the dialog is closed."""

    def ask(throw: Throw) -> str | None:
        known = names()
        subject = subject_text(settings.words, known, throw) if known is not None else ""
        box = DiceBox(settings, throw, subject, parent())
        taken = box.exec() == QDialog.DialogCode.Accepted
        typed = box.typed
        box.deleteLater()
        if not taken:
            raise DiceBrokenOff
        return typed

    return ask
