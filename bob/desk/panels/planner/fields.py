"""Small fields of the planning form: a list that can be searched, a height in even Angels, a time in steps of five minutes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from PySide6.QtCore import Qt, QTime, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QCompleter, QSpinBox, QTimeEdit, QWidget

from bob.core.text import plain
from bob.data.theatre import Place
from bob.day.state.position import Grade
from bob.day.state.time_of_day import MINUTES
from bob.desk.base.theme.theme import inset
from bob.words import Words


class Picker(QComboBox):
    """A list to choose from by typing any part of a name. Emits `picked` with the entry's value when a person chooses one."""

    picked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(10)
        self.setMaxVisibleItems(16)
        self._value: Any = None
        completer = QCompleter(self.model(), self)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.setCompleter(completer)
        self.activated.connect(lambda _: self._done())
        line = self.lineEdit()
        assert line is not None
        line.editingFinished.connect(self._done)

    def fill(self, entries: Sequence[tuple[str, Any]], value: Any) -> None:
        """Show these entries, one of them chosen. Emits nothing."""
        self.blockSignals(True)
        if [(self.itemText(i), self.itemData(i)) for i in range(self.count())] != list(entries):
            self.clear()
            for text, data in entries:
                self.addItem(text, data)
        self.put(value)
        self.blockSignals(False)

    def put(self, value: Any) -> None:
        """Choose an entry by its value; one that is not there is shown as it is."""
        self._value = value
        self.blockSignals(True)
        at = next((i for i in range(self.count()) if self.itemData(i) == value), -1)
        self.setCurrentIndex(at)
        self.setEditText(self.itemText(at) if at >= 0 else str(value or ""))
        line = self.lineEdit()
        if line is not None and not line.hasFocus():
            line.setCursorPosition(0)  # a name without room is cut at its end
        self.blockSignals(False)

    @property
    def value(self) -> Any:
        return self._value

    def _done(self) -> None:
        text = self.currentText()
        at = next((i for i in range(self.count()) if self.itemText(i) == text), -1)
        if at < 0:
            typed = plain(text)
            fits = [i for i in range(self.count()) if typed and typed in plain(self.itemText(i))]
            at = fits[0] if fits else -1
        if at < 0:
            value = self.understood(text)
            if value is None:
                self.put(self._value)
                return
        else:
            value = self.itemData(at)
        if value != self._value:
            self.put(value)
            self.picked.emit(value)
        else:
            self.put(value)

    def understood(self, text: str) -> Any:
        """Return the value of a text that is on no list; None for no value."""
        return None

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class AngelsBox(QSpinBox):
    """A height in thousands of feet, always even. Emits `changed_by_hand`."""

    changed_by_hand = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inset(self)
        self.setRange(0, 34)
        self.setSingleStep(2)
        self.setKeyboardTracking(False)
        self.valueChanged.connect(self.changed_by_hand)

    def put(self, value: int) -> None:
        """Show a height. Emits nothing."""
        self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class CountBox(AngelsBox):
    """A number of aircraft."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(1, 80)
        self.setSingleStep(1)


class TimeBox(QTimeEdit):
    """A time of day in steps of five minutes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        inset(self)
        self.setDisplayFormat("HH:mm")
        self.setKeyboardTracking(False)

    def stepBy(self, steps: int) -> None:
        self.setTime(self.time().addSecs(60 * MINUTES * steps))

    def put(self, clock: str) -> None:
        """Show a time. Emits nothing."""
        self.blockSignals(True)
        self.setTime(QTime.fromString(clock, "HH:mm"))
        self.blockSignals(False)

    @property
    def clock(self) -> str:
        return self.time().toString("HH:mm")

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def target_entries(
    words: Words, targets: Iterable[tuple[str, Place]], wanted: Callable[[Place], Grade] | None = None
) -> list[tuple[str, str]]:
    """The targets as entries `Lympne · RAF airfield`: by name, by kind and name where kinds share it; with its grade."""
    kinds: dict[str, list[Place]] = {}
    for key, place in targets:
        if ":" in key:
            kinds.setdefault(place.name, []).append(place)
    found = []
    for name, here in kinds.items():
        for place in here:
            text = f"{name} · {words(f'cli.kind.{place.kind}')}"
            if wanted is not None:
                text = f"{text} · {words(f'worth.grade.{wanted(place)}')}"
            found.append((text, name if len(here) == 1 else f"{place.kind}:{name}"))
    return sorted(found, key=lambda entry: (plain(entry[0]), entry[1]))
