"""The drawing of orders on the table: the way of an order in preparation, of those ordered off, and the patrol lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QPolygonF

import bob.desk  # noqa: F401
from bob.chart.livery import plaque
from bob.chart.palette import Palette
from bob.core.hexes import Hex
from bob.desk.map.sprites import face
from bob.desk.map.tags import beside
from bob.desk.map.textures import colour

if TYPE_CHECKING:
    from bob.chart.view_camera import Camera
    from bob.day.state.world import World
    from bob.desk.session.foretold import ReachForecast


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A patrol line as it is drawn: its ends, the same for a point, and its text."""

    a: Hex
    b: Hex
    text: str


class OrderOverlay(QObject):
    """A drawing over a table. An order in preparation is shown by `preview`; this class gives none."""

    changed = Signal()

    def __init__(self, world: World, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.world = world
        self.seen: tuple[ReachForecast, ...] = ()
        """The foreseen effects shown now."""
        self.off: tuple[ReachForecast, ...] = ()
        """The squadrons that were ordered off."""
        self.lines: tuple[DrawnLine, ...] = ()
        self._taken: list[QRectF] = []
        self._shown: set[tuple[int, int, str]] = set()

    def preview(self, seen: Sequence[ReachForecast]) -> None:
        """Show orders that are being thought of; none takes them away."""
        if self.seen != tuple(seen):
            self.seen = tuple(seen)
            self.changed.emit()

    def show_orders(self, off: Sequence[ReachForecast], lines: Sequence[DrawnLine]) -> None:
        """Show the ways of squadrons ordered off and the patrol lines."""
        if (self.off, self.lines) != (tuple(off), tuple(lines)):
            self.off, self.lines = tuple(off), tuple(lines)
            self.changed.emit()

    def clear(self) -> None:
        """Forget all: another person comes."""
        self.seen, self.off, self.lines = (), (), ()
        self.changed.emit()

    # ---- drawing

    def draw(self, painter: QPainter, camera: Camera, palette: Palette, size: float, blocks: Sequence[QRectF] = ()) -> None:
        """Draw over the counters; texts keep clear of their blocks if possible."""
        self._taken, self._shown = list(blocks), set()
        for line in self.lines:
            self._line(painter, camera, palette, size, line)
        friend, brass = plaque(palette, "friend").ground, palette.brass_ink if not palette.patterns else palette.ink
        for seen in self.off:
            if all(other.unit != seen.unit for other in self.seen):
                self._way(painter, camera, palette, size, seen, friend, bold=False)
        for seen in self.seen:
            self._way(painter, camera, palette, size, seen, brass, bold=True)

    def _point_at(self, camera: Camera, h: Hex) -> QPointF:
        return QPointF(*camera.to_screen(*self.world.theatre.middle(h)))

    def _way(self, painter: QPainter, camera: Camera, palette: Palette, size: float, seen: ReachForecast, ink: str, *, bold: bool) -> None:
        """A way to where it ends, with time and height there; of the raid that it meets the way till then."""
        start, goal = self._point_at(camera, seen.start), self._point_at(camera, seen.goal)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if bold and len(seen.raid) > 1:
            raid = QPen(colour(palette.red, 0.9), 1.8, Qt.PenStyle.DotLine)
            painter.setPen(raid)
            painter.drawPolyline(QPolygonF([self._point_at(camera, h) for h in seen.raid]))
        for pen in (QPen(colour(palette.paper, 0.8), 4.6 if bold else 3.4), QPen(colour(ink), 2.4 if bold else 1.5)):
            if not bold:
                pen.setStyle(Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawLine(start, goal)
        r = (6.5 if bold else 4.0) * size
        painter.setPen(QPen(colour(ink), 2.2 if bold else 1.5))
        painter.drawLine(goal + QPointF(-r, -r), goal + QPointF(r, r))
        painter.drawLine(goal + QPointF(-r, r), goal + QPointF(r, -r))
        self._tag(painter, palette, goal, r + 3, f"{seen.clock} · {seen.angels}", size, bold=bold)

    def _line(self, painter: QPainter, camera: Camera, palette: Palette, size: float, line: DrawnLine) -> None:
        a, b = self._point_at(camera, line.a), self._point_at(camera, line.b)
        ink = plaque(palette, "friend").ground
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(ink, 0.9), 2.0, Qt.PenStyle.DashDotLine))
        if line.a != line.b:
            painter.drawLine(a, b)
        for end in (a, b):
            painter.drawEllipse(end, 6.0 * size, 6.0 * size)
        self._tag(painter, palette, (a + b) / 2, 8, line.text, size, bold=False)

    def _tag(self, painter: QPainter, palette: Palette, at: QPointF, off: float, text: str, size: float, *, bold: bool) -> None:
        """Write a text beside a place, once for all with the same text there; above on the right if possible, else where it covers the
        least."""
        said = round(at.x()), round(at.y()), text
        if said in self._shown:
            return
        self._shown.add(said)
        letters = face("semibold" if bold else "regular", (12.0 if bold else 10.5) * size)
        measure = QFontMetricsF(letters)
        wide, high = measure.horizontalAdvance(text) + 8, measure.height() + 2
        box = beside(at, off, wide, high, self._taken)
        self._taken.append(box)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(palette.paper, 0.92))
        painter.drawRoundedRect(box, 2, 2)
        painter.setPen(colour(palette.ink))
        painter.setFont(letters)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
