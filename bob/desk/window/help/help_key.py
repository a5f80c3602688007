"""The key of the help where the desk's window has not the keys: in dialogs, and in games with windows of their own."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

import bob.desk  # noqa: F401
from bob.desk.base.settings import Settings
from bob.desk.base.settings import keys as bindings
from bob.desk.session.actions import Actions
from bob.desk.window.help.box import HelpBox
from bob.desk.window.help.places import place_of


class HelpKey(QObject):
    """Opens the handbook over the focused window, at the page for the focused widget."""

    def __init__(self, window: QWidget, settings: Settings, actions: Actions) -> None:
        super().__init__(window)
        self.window, self.settings, self.actions_ = window, settings, actions
        self._watched: QWidget | None = None
        self._box: HelpBox | None = None
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._moved)

    def _moved(self, _: QWidget | None, now: QWidget | None) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
            self._watched.destroyed.disconnect(self._gone)
        outside = now is not None and now.window() is not self.window and not isinstance(now.window(), HelpBox)
        self._watched = now if outside else None
        if self._watched is not None:
            self._watched.installEventFilter(self)
            self._watched.destroyed.connect(self._gone)

    def _gone(self) -> None:
        self._watched = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the key where the focused widget has a page."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent) or not isinstance(watched, QWidget):
            return False
        if not bindings.is_pressed(self.actions_.entries["handbook"].keys, event):
            return False
        place = place_of(watched)
        if place is None:
            return False
        if self._box is None or self._box.parentWidget() is not watched.window():
            self._box = HelpBox(self.settings, self.actions_, watched.window())
            self._box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            self._box.destroyed.connect(self._closed)
        self._box.show_place(place)
        return True

    def _closed(self) -> None:
        self._box = None
