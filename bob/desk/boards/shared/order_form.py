"""An order that is described by its fields: a field of the screen for each, made by its range. Any game's orders fit."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QPushButton, QSpinBox, QWidget

from bob.core.ranges import Described, OneOf, Range, Whole
from bob.report.plain_view import PlainWords


class OrderForm(QWidget):
    """The fields of one described form, and the button that gives the order."""

    def __init__(self, form: Described, words: PlainWords, give: Callable[[dict[str, Any]], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.form = form
        self.readers: dict[str, Callable[[], Any]] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        self.button = QPushButton(words.order(form.code))
        self.button.clicked.connect(lambda: give(self.value()))
        row.addWidget(self.button)
        for field in form.fields:
            made, read = _field(field.kind, field.name, words)
            label = QLabel(words.field(field.name))
            label.setBuddy(made)
            made.setAccessibleName(label.text())
            made.setObjectName(field.name)
            self.readers[field.name] = read
            row.addWidget(label)
            row.addWidget(made)
        row.addStretch()

    def value(self) -> dict[str, Any]:
        """The order in its JSON form, as the fields say."""
        return {"code": self.form.code, **{name: read() for name, read in self.readers.items()}}


def _field(kind: Range, name: str, words: PlainWords) -> tuple[QWidget, Callable[[], Any]]:
    """The widget for a range, and what reads it: a list, a number, or a line of JSON for whatever else there is."""
    if isinstance(kind, OneOf):
        box = QComboBox()
        for choice in kind.choices:
            box.addItem(words.value(choice, name), choice)
        return box, box.currentData
    if isinstance(kind, Whole):
        spin = QSpinBox()
        spin.setRange(kind.least, kind.most)
        spin.setSingleStep(kind.step)
        return spin, spin.value
    line = QLineEdit()
    return line, partial(_read, line)


def _read(line: QLineEdit) -> Any:
    """Return the typed text as JSON, else unchanged."""
    try:
        return json.loads(line.text())
    except (ValueError, RecursionError):
        return line.text()
