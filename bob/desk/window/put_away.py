"""Removal of a person's open widgets before the next person sits down."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QApplication, QDialog, QLabel, QLineEdit, QMenu, QToolTip, QWidget


def put_away(window: QWidget) -> None:
    """Close the menus, tips and boxes of a window, and empty the clipboard and the system's selection."""
    for shown in QApplication.topLevelWidgets():
        if shown.windowType() == Qt.WindowType.Popup and shown.isVisible():
            shown.close()
    QToolTip.hideText()
    for tip in QApplication.topLevelWidgets():
        if isinstance(tip, QLabel) and tip.inherits("QTipLabel"):
            tip.hide()  # which Qt would leave for a third of a second
            tip.clear()
    for box in window.findChildren(QDialog):
        if box.isVisible():
            box.reject()
    for menu in window.findChildren(QMenu):
        menu.close()
    for line in window.findChildren(QLineEdit):
        text = line.text()
        line.clear()
        line.setText(text)  # clears the undo history: Ctrl+Z in a field would restore the text
    clipboard = QApplication.clipboard()
    clipboard.clear()
    if clipboard.supportsSelection():
        clipboard.clear(QClipboard.Mode.Selection)
