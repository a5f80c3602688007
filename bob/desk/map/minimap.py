"""The small map: the whole theatre, the counters as dots, and the frame of the table's visible part."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF, QWheelEvent
from PySide6.QtWidgets import QWidget

import bob.desk  # noqa: F401
from bob.chart.livery import plaque
from bob.desk.map.canvas import Canvas
from bob.desk.map.state import GroundState
from bob.desk.map.textures import colour


class Minimap(QWidget):
    """A small map of a table. A click or a drag moves the table there, the wheel zooms it."""

    def __init__(self, table: Canvas, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = table
        self.setMinimumSize(110, 116)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._ground: tuple[object, QPixmap] | None = None
        for signal in (table.moved, table.view_shown, table.layers.changed):
            signal.connect(self.update)
        for name in ("theme_changed", "language_changed", "text_size_changed"):
            found = getattr(table.settings, name, None)
            if found is not None:
                found.connect(self.retranslate)
        self.retranslate()

    def retranslate(self, *_: object) -> None:
        """Apply the current words and colours."""
        words = self.table.settings.words
        self.setAccessibleName(words("desk_table.minimap"))
        self.setToolTip(words("desk_table.minimap_about"))
        self._ground = None
        self.update()

    def sizeHint(self) -> QSize:
        """A little higher than wide, as the map is."""
        return QSize(210, 220)

    @property
    def _scale(self) -> float:
        c = self.table.camera
        return min((self.width() - 4) / (c.east - c.west), (self.height() - 4) / (c.south - c.north))

    def _to_widget(self, x: float, y: float) -> QPointF:
        c, s = self.table.camera, self._scale
        return QPointF(self.width() / 2 + (x - (c.west + c.east) / 2) * s, self.height() / 2 + (y - (c.north + c.south) / 2) * s)

    def _picture(self) -> QPixmap:
        t, c, s = self.table, self.table.camera, self._scale
        state = GroundState(frozenset(("weather",)), weather=t.ground_state().weather)
        key = (self.size(), state, t.ground)
        if self._ground is None or self._ground[0] != key:
            ratio = self.devicePixelRatioF()
            made = QPixmap(round((c.east - c.west) * s * ratio), round((c.south - c.north) * s * ratio))
            made.setDevicePixelRatio(ratio)
            painter = QPainter(made)
            # Patterns would be too coarse here: the ground is painted larger and made smaller.
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            big = QPixmap(made.width() * 2, made.height() * 2)
            inner = QPainter(big)
            t.ground.paint(inner, c.west * s * 2 * ratio, c.north * s * 2 * ratio, big.width(), big.height(), s * 2 * ratio, state)
            inner.end()
            painter.drawPixmap(QRectF(0, 0, made.width() / ratio, made.height() / ratio), big, QRectF(big.rect()))
            painter.end()
            self._ground = key, made.copy()
        return self._ground[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        """The map, the dots, the frame."""
        t, p = self.table, self.table.settings.palette
        c = t.camera
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(t.ground.outside))
        painter.drawPixmap(self._to_widget(c.west, c.north), self._picture())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for block in sorted(t.table.blocks, key=lambda b: b.look == "friend"):
            at = self._to_widget(*block.at)
            look = plaque(p, block.look)
            painter.setPen(QPen(colour(p.paper), 0.8))
            if block.look in ("friend", "unheard", "own", "truth", "planned", "convoy", "sighting"):
                painter.setBrush(colour(look.ground))
                painter.drawEllipse(at, 2.6, 2.6)
            else:
                painter.setBrush(colour(p.red if block.unanswered else p.paper))
                painter.setPen(QPen(colour(p.paper if block.unanswered else p.red), 0.8 if block.unanswered else 1.2))
                painter.drawPolygon(QPolygonF([at + QPointF(0, -3.8), at + QPointF(3.8, 0), at + QPointF(0, 3.8), at + QPointF(-3.8, 0)]))
        west, north, east, south = c.seen()
        frame = QRectF(self._to_widget(max(west, c.west), max(north, c.north)), self._to_widget(min(east, c.east), min(south, c.south)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(p.paper, 0.9), 3.6))
        painter.drawRect(frame)
        painter.setPen(QPen(colour(p.brass if not p.patterns else p.ink), 1.8))
        painter.drawRect(frame)
        if self.hasFocus():
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        painter.end()

    def _go(self, at: QPointF) -> None:
        c, s = self.table.camera, self._scale
        x = (at.x() - self.width() / 2) / s + (c.west + c.east) / 2
        y = (at.y() - self.height() / 2) / s + (c.north + c.south) / 2
        self.table.centre_on(x, y)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go along."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom the table."""
        self.table.zoom(2 ** (event.angleDelta().y() / 480))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the table with the arrow keys by a part of its view."""
        w, h = self.table.width() / 4, self.table.height() / 4
        moves = {Qt.Key.Key_Left: (-w, 0), Qt.Key.Key_Right: (w, 0), Qt.Key.Key_Up: (0, -h), Qt.Key.Key_Down: (0, h)}
        if event.key() in moves:
            self.table.pan(*moves[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)
