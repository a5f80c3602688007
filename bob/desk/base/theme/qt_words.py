"""Qt's own words in the language of the desk: the names of keys, the buttons of its file and print windows."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtWidgets import QApplication

import bob.desk  # noqa: F401

_NAME = "qt words"


def speak(language: str) -> None:
    """Let Qt speak a language from now on; it keeps to English where it was shipped without it."""
    app = QApplication.instance()
    if app is None:
        return
    for old in app.findChildren(QTranslator, _NAME):
        app.removeTranslator(old)
        old.setParent(None)
        old.deleteLater()
    if language == "en":
        return
    made = QTranslator(app)
    made.setObjectName(_NAME)
    if made.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(made)
    else:
        made.deleteLater()
