"""Enter in a field ends the entry there; it does not go on with the turn behind the writer's back."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

import bob.desk  # noqa: F401

FIELDS = (QLineEdit, QAbstractSpinBox, QComboBox, QPlainTextEdit, QTextEdit)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FieldsFirst(QObject):
    """Keeps Enter from the window's shortcuts while a field of that window has the focus."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._field: QWidget | None = None
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._moved)

    def _moved(self, _: QWidget | None, now: QWidget | None) -> None:
        if self._field is not None:
            self._field.removeEventFilter(self)
            self._field.destroyed.disconnect(self._gone)
        page = isinstance(now, QTextEdit | QPlainTextEdit) and now.isReadOnly()  # it is read, and keeps no key
        self._field = now if isinstance(now, FIELDS) and not page else None
        if self._field is not None:
            self._field.installEventFilter(self)
            self._field.destroyed.connect(self._gone)

    def _gone(self) -> None:
        self._field = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Claim Enter for the field."""
        return claims_enter(event)


def claims_enter(event: QEvent) -> bool:
    """Return whether an event asks for a claim on Enter, which else continues the turn; then claim it for the caller."""
    if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
        bare = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if bare and event.key() in ENTER:
            event.accept()
            return True
    return False
