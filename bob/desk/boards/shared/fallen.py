"""The fall of an ace: a slip over the board of a dogfight, for a moment, with a line of the log."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.widgets.vignette import Vignette

SHOWN = 4500
"""Milliseconds that the slip stays."""


class LossNotice(QFrame):
    """The slip. It takes no keys, and goes by itself or by a click."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setObjectName("sheet")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.vignette, self.head, self.text = Vignette(settings), QLabel(), QLabel()
        self.text.setWordWrap(True)
        row, texts = QHBoxLayout(self), QVBoxLayout()
        row.addWidget(self.vignette, 0, Qt.AlignmentFlag.AlignTop)
        texts.addWidget(self.head)
        texts.addWidget(self.text)
        row.addLayout(texts, 1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def show_fallen(self, names: list[str], top: int) -> None:
        """Show the fallen, at the left below the head of the sheet."""
        words, scale = self.settings.words, self.settings.scale
        self.vignette.show_kind("lost")
        self.head.setFont(theme.font(self.settings, 15, bold=True))
        self.head.setText(words("desk_game.fallen"))
        self.text.setText("\n".join(names))
        self.text.setFixedWidth(round(190 * scale))
        self.setAccessibleName(f"{self.head.text()}: {', '.join(names)}")
        self.show()
        self.adjustSize()
        self.move(14, top + 12)
        self.raise_()
        self._timer.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hide()
