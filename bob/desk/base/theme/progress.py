"""A calm progress bar. It moves only on reports, never by itself."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QToolButton, QWidget

import bob.desk  # noqa: F401
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme

LATER = 300
"""Milliseconds that a work may take before its bar is shown."""


class WorkBar(QProgressBar):
    """The bar: filled so far, or hatched while nothing is known."""

    def __init__(self, settings: Settings, *, on_strip: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self._on_strip = on_strip
        self.setTextVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.put(0, 0)

    def sizeHint(self) -> QSize:
        return QSize(round(260 * self.settings.scale), round(7 * self.settings.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def put(self, done: int, whole: int) -> None:
        """Show progress; a whole of 0 for unknown."""
        self.setRange(0, max(0, whole))
        self.setValue(max(0, min(done, whole)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        tones = theme.look(self.settings)
        ink, fill = (tones.strip_quiet, tones.brass) if self._on_strip else (tones.quiet, tones.brass)
        if tones.plain:
            fill = tones.strip_ink if self._on_strip else tones.ink
        painter = QPainter(self)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QColor(ink))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
        inner = box.adjusted(1.5, 1.5, -1.5, -1.5)
        if self.maximum() > 0:
            inner.setWidth(inner.width() * self.value() / self.maximum())
            painter.fillRect(inner, QColor(fill))
        else:
            painter.fillRect(inner, QBrush(QColor(fill), Qt.BrushStyle.BDiagPattern))
        painter.end()


class Progress(QWidget):
    """A bar with a button to break the work off. It appears when a work has taken a while."""

    shown = Signal(bool)

    def __init__(self, settings: Settings, *, on_strip: bool = False, later: int = LATER, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.bar = WorkBar(settings, on_strip=on_strip)
        self.stop = QToolButton()
        self.stop.setObjectName("stop")
        self.stop.setStyleSheet("padding: 0; margin: 0;")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.bar, 1)
        row.addWidget(self.stop)
        policy = self.sizePolicy()
        policy.setRetainSizeWhenHidden(not on_strip)
        policy.setVerticalPolicy(QSizePolicy.Policy.Fixed)
        self.setSizePolicy(policy)
        self.later = later
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.show)
        settings.language_changed.connect(self.retranslate)
        settings.text_size_changed.connect(self.retranslate)
        self.retranslate()
        self.hide()

    def setVisible(self, visible: bool) -> None:
        super().setVisible(visible)
        self.shown.emit(visible)

    def retranslate(self) -> None:
        words = self.settings.words
        side = round(19 * self.settings.scale)
        self.stop.setFixedSize(side, side)
        self.stop.setText("✕")
        self.stop.setToolTip(words("desk.progress.stop"))
        self.stop.setAccessibleName(words("desk.progress.stop"))
        self.bar.setAccessibleName(words("desk.progress.name"))

    def begin(self, *, now: bool = False) -> None:
        """A work has begun: its bar comes after a while, or now."""
        if self.isHidden() and (now or not self._timer.isActive()):
            self.put(0, 0)
            self._timer.start(0 if now else self.later)

    def put(self, done: int, whole: int, text: str = "") -> None:
        """Show progress, also in words."""
        self.bar.put(done, whole)
        self.bar.setToolTip(text)
        self.bar.setAccessibleDescription(text)

    def end(self) -> None:
        """The work is done, or broken off."""
        self._timer.stop()
        self.hide()
