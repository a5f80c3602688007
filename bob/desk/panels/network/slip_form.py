"""An order on a slip, as editable fields: height, course, squadron, place, each in the words of the day."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QCompleter, QFormLayout, QLabel, QLineEdit, QSizePolicy, QSpinBox, QWidget

from bob.core.errors import BobError
from bob.core.ranges import Board, Described, Maybe, OneOf, Range, Whole
from bob.data.theatre import Theatre
from bob.desk.base.theme import theme
from bob.rooms.order_wording import OrderWords

_LABEL = re.compile(r"\d{4}")
_NONE = "–"


def place_names(theatre: Theatre) -> list[str]:
    """The places that may be typed for a hex."""
    kinds = ("sector_station", "raf_airfield", "town", "port", "luftwaffe_airfield", "landmark")
    return sorted({place.name for place in theatre.of_kind(*kinds) if place.hex})


class SlipForm(QWidget):
    """The fields of one order. `described` gives the possible values, `theatre` the names of places for a hex."""

    def __init__(
        self,
        order_words: OrderWords,
        data: Mapping[str, Any],
        described: Sequence[Described],
        theatre: Theatre | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.notice, self.data, self.theatre = order_words, data, theatre
        self.fields: dict[str, QWidget] = {}
        self.named: dict[str, QLabel] = {}
        """The names of hexes, each below its field."""
        self._reads: dict[str, Callable[[], Any]] = {}
        ranges: dict[str, Range] = {}
        for form in described:
            if form.code == data.get("code"):
                for part in form.fields:
                    ranges.setdefault(part.name, part.kind)
        rows = QFormLayout(self)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        for name, value in data.items():
            if name == "code":
                continue
            kind = ranges.get(name)
            if value is None and kind is None:
                continue  # there is nothing that it could be
            field = self._field(name, value, kind)
            field.setAccessibleName(order_words.field(name))
            self.fields[name] = field
            rows.addRow(order_words.field(name), field)
            if name in self.named:
                rows.addRow("", self.named[name])

    def order(self) -> dict[str, Any]:
        """Return the order on the form, in its JSON form. Raises BobError for an unknown place."""
        found = dict(self.data)
        for name, read in self._reads.items():
            found[name] = read()
        return found

    # ---- fields

    def _field(self, name: str, value: Any, kind: Range | None) -> QWidget:
        blank = value is None or isinstance(kind, Maybe)
        inner = kind.of if isinstance(kind, Maybe) else kind
        if isinstance(inner, OneOf):
            return self._choice(name, value, list(inner.choices), blank)
        if isinstance(value, bool):
            return self._choice(name, value, [True, False], blank=False)
        if isinstance(inner, Whole) and not blank:
            return self._number(name, value, inner)
        if isinstance(inner, Board) or (inner is None and isinstance(value, str) and _LABEL.fullmatch(value)):
            return self._place(name, value)
        if isinstance(value, int):
            return self._number(name, value, Whole(0, 999))
        if isinstance(value, str):
            line = QLineEdit(value)
            self._reads[name] = line.text
            return line
        shown = QLabel(self.notice.value(name, value) if value not in (None, [], {}) else _NONE)
        shown.setWordWrap(True)
        shown.setTextFormat(Qt.TextFormat.PlainText)
        return shown

    def _choice(self, name: str, value: Any, choices: list[Any], blank: bool) -> QWidget:
        box = QComboBox()
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(14)
        options = ([None] if blank or value is None else []) + [one for one in choices if one is not None]
        if value is not None and value not in options:
            options.insert(0, value)
        for one in options:
            box.addItem(_NONE if one is None else self.notice.value(name, one))
        box.setCurrentIndex(options.index(value) if value in options else 0)
        self._reads[name] = lambda: options[box.currentIndex()]
        return box

    def _number(self, name: str, value: int, kind: Whole) -> QWidget:
        spin = QSpinBox()
        spin.setRange(min(kind.least, value), max(kind.most, value))
        spin.setSingleStep(kind.step)
        spin.setValue(value)
        theme.inset(spin)
        self._reads[name] = spin.value
        return spin

    def _place(self, name: str, value: str | None) -> QWidget:
        line = QLineEdit(value or "")
        theatre = self.theatre
        if theatre is not None:
            known = QCompleter(place_names(theatre), line)
            known.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            line.setCompleter(known)
        called = self.named[name] = QLabel()
        called.setTextFormat(Qt.TextFormat.PlainText)
        called.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)  # a long name makes the form no wider
        theme.kind(called, "quiet")

        def read() -> str | None:
            text = line.text().strip()
            if not text:
                return None
            return theatre.label_of(text) if theatre is not None else text

        def tell(text: str) -> None:
            try:
                found = read()
            except BobError:
                found = None
            called.setText(self.notice.value("hex", found) if found is not None and _LABEL.fullmatch(found) else "")

        line.textChanged.connect(tell)
        tell(line.text())

        def alone(text: str) -> None:
            """To a place, or against a raid: not both."""
            other = self.fields.get("track")
            if text.strip() and isinstance(other, QComboBox):
                other.setCurrentIndex(0)

        line.textEdited.connect(alone)
        self._reads[name] = read
        return line
