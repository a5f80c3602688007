"""The papers on the desk of a campaign: their common part, and the desk under them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QRadialGradient
from PySide6.QtWidgets import QToolTip, QWidget

from bob.chart.symbols import NAMES, parts
from bob.chart.tones import Look
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.lettering import fitted, mix
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.desk.map.outlines import outline
from bob.words import spaced

WOOD = {"table": "#54483A", "night": "#120F0B", "contrast": "#FFFFFF"}
"""The desk, by theme."""
LAMP = {"table": "#FFE9B8", "night": "#E8C784"}
EDGE = 7
"""Of the desk around a paper, in pixels."""


@dataclass(frozen=True, slots=True)
class PaperSpot:
    """A part of a paper with a description, and an order for a click."""

    box: QRectF
    hint: str = ""
    order: Any = None


class DeskTop(QWidget):
    """The desk, with the light of a lamp on it."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        settings.theme_changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(WOOD[self.settings.theme]))
        if (lamp := LAMP.get(self.settings.theme)) is None:
            return
        light = QRadialGradient(QPointF(self.width() * 0.42, self.height() * 0.3), max(self.width(), self.height()) * 0.75)
        for at, alpha in ((0.0, 96), (0.45, 40), (1.0, 0)):
            tone = QColor(lamp)
            tone.setAlpha(alpha)
            light.setColorAt(at, tone)
        painter.fillRect(self.rect(), light)


class CampaignPaper(QWidget):
    """A paper on the desk. While it is drawn it notes its spots; the pointer and the arrow keys find them."""

    def __init__(self, settings: Settings, model: CampaignModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.model = settings, model
        self.spots: list[PaperSpot] = []
        self.setMouseTracking(True)
        model.changed.connect(self.refresh)
        for signal in (settings.theme_changed, settings.language_changed, settings.text_size_changed):
            signal.connect(self.refresh)

    # ---- drawing

    def refresh(self) -> None:
        """Show the model's current contents. Extended by a paper whose size depends on them."""
        self.updateGeometry()
        self.update()

    @property
    def look(self) -> Look:
        return theme.look(self.settings)

    @property
    def scale(self) -> float:
        return self.settings.scale

    def draw(self, painter: QPainter, box: QRectF) -> None:
        """Draw the contents of the paper, and store its spots."""
        raise NotImplementedError

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.spots.clear()
        box = QRectF(self.rect()).adjusted(EDGE, EDGE, -EDGE, -EDGE)
        self.lay(painter, box)
        self.draw(painter, box)

    def lay(self, painter: QPainter, box: QRectF) -> None:
        """Lay the sheet itself, ringed when it has the keys."""
        lay_paper(painter, box, self.look)
        if self.hasFocus():
            painter.setPen(QPen(QColor(self.look.brass), 4 if self.look.plain else 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box)

    def letter(self, painter: QPainter, box: QRectF, flags: int, text: str, pixels: float, tone: str = "", *, bold: bool = False) -> None:
        """A text in a box at the text size chosen, smaller if it must be."""
        fitted(painter, box, flags, held_together(text), pixels * self.scale, tone or self.look.ink, bold)

    def side_tone(self, side: str) -> QColor:
        """The colour of a side."""
        chart = self.look.chart
        return QColor({"allied": chart.slate, "axis": chart.luftwaffe}.get(side, self.look.quiet))

    # ---- pointing

    def spot_at(self, at: QPointF) -> PaperSpot | None:
        """Return the spot there; the last drawn is on top."""
        return next((spot for spot in reversed(self.spots) if spot.box.contains(at)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._point(event, self.model.picked)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._point(event, self.model.taken)

    def _point(self, event: QMouseEvent, signal: Any) -> None:
        found = self.spot_at(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        if found is not None and found.order is not None:
            signal.emit(found.order)
        else:
            event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        found = self.spot_at(event.position())
        ready = found is not None and found.order is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if ready else Qt.CursorShape.ArrowCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        orders = list(dict.fromkeys(spot.order for spot in self.spots if spot.order is not None))
        if step is None or not orders:
            super().keyPressEvent(event)
            return
        now = orders.index(self.model.armed) if self.model.armed in orders else (-1 if step > 0 else 0)
        self.model.picked.emit(orders[(now + step) % len(orders)])

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            found = self.spot_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), found.hint if found is not None else "", self)
            return True
        return super().event(event)


def held_together(text: str) -> str:
    """A text in which no line begins with a sign of French punctuation, nor ends with an opening one."""
    return spaced(text).replace(" ·", "\u00a0·")


def lay_paper(painter: QPainter, box: QRectF, look: Look) -> None:
    """A sheet of paper with its shadow."""
    painter.setPen(Qt.PenStyle.NoPen)
    if not look.plain:
        for grow, alpha in ((3.0, 26), (1.5, 40)):
            painter.setBrush(QColor(0, 0, 0, alpha))
            painter.drawRect(box.translated(grow, grow))
    painter.setPen(QPen(QColor(look.line), 2 if look.plain else 1))
    painter.setBrush(QColor(look.panel))
    painter.drawRect(box)


def draw_mark(painter: QPainter, shape: str, at: QPointF, size: float, ink: QColor, ground: QColor) -> None:
    """A symbol of the chart, or a plain disc for a name that is none."""
    pen = QPen(ink, max(1.0, size * 0.07))
    for part in parts(shape if shape in NAMES else "field"):
        path = outline([tuple((at.x() + x * size, at.y() + y * size) for x, y in ring) for ring in part.rings], part.closed)
        painter.setPen(pen if part.edged or part.ink == "line" else Qt.PenStyle.NoPen)
        painter.setBrush({"main": ink, "ground": ground, "line": QColor(0, 0, 0, 0)}[part.ink])
        painter.drawPath(path)


def pale(look: Look, tone: str, share: float) -> QColor:
    """A tone mixed into the paper; the paper itself in black and white."""
    return QColor(look.panel) if look.plain else mix(look.panel, tone, share)
