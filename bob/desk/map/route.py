"""A route drawn on the table and edited there: way-points that can be dragged, added and removed, with faults and times at their places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen, QPolygonF

import bob.desk  # noqa: F401
from bob.chart.palette import Palette
from bob.chart.view_camera import Camera
from bob.core.hexes import Hex
from bob.day.state.raid_plan import RaidPlan
from bob.desk.map.sprites import face
from bob.desk.map.tags import beside
from bob.desk.map.textures import colour

if TYPE_CHECKING:
    from bob.desk.map.canvas import Canvas

_NEAR = 11.0
_BANNER = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap
_CORNERS = (232.0, 132.0)
"""Room left for the small map and for the rose."""


@dataclass(frozen=True, slots=True)
class WayPoint:
    """A way-point as it is drawn: its hex and height, a word beside it, and its faults."""

    hex: Hex
    angels: int | None = None
    label: str = ""
    fault: str = ""
    fixed: bool = False


class RouteOverlay(QObject):
    """A route on the table.

    Dragging a way-point emits `moved`; a click on a line between two, or anywhere while drawing, `added` before the index given; Delete
    or a right click `removed`. The overlay changes nothing itself: its owner answers with `set_route`.
    """

    moved = Signal(int, object)
    dragged = Signal(int, object)
    added = Signal(int, object)
    removed = Signal(int)
    selected = Signal(int)
    asked = Signal(object, object)
    """A right click on a hex without a way-point: the hex, and the place on the screen for a menu."""
    ended = Signal()
    """The drawing was ended, by Escape or a double click."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.points: list[WayPoint] = []
        self.ghosts: list[tuple[Hex, str]] = []
        self.target: int | None = None
        self.plan: RaidPlan | None = None
        self.chosen = -1
        self.drawing = False
        """While true every click on the map adds a way-point after `tail`, or at the end when there is none."""
        self.tail = -1
        self.stands = False
        """True when the route is only shown: the raid is sealed, or already on its way."""
        self.hint = ""
        """The text at the head of the map."""
        self._mouse: Hex | None = None
        self._table: Canvas | None = None
        self._drag: tuple[int, Hex] | None = None
        self._fresh = False
        self._taken: list[QRectF] = []

    def attach(self, table: Canvas) -> None:
        """Set the table for the route."""
        self._table = table

    def set_route(
        self, points: Sequence[WayPoint | tuple[Hex, int | None, str, str]], target: int | None = None, plan: RaidPlan | None = None
    ) -> None:
        """The way-points, as `WayPoint` or (hex, angels, label, fault); which of them is the target; the plan that they are of."""
        self.points = [p if isinstance(p, WayPoint) else WayPoint(*p) for p in points]
        self.target, self.plan = target, plan
        if self.chosen >= len(self.points):
            self.chosen = -1
        self._changed()

    def set_ghosts(self, ghosts: Sequence[tuple[Hex, str]]) -> None:
        """Set the places of the raid in time: a hex and a time each."""
        self.ghosts = list(ghosts)
        self._changed()

    def choose(self, index: int) -> None:
        """Choose a way-point; -1 for none."""
        if index != self.chosen and -1 <= index < len(self.points):
            self.chosen = index
            self.selected.emit(index)
            self._changed()

    def _changed(self) -> None:
        if self._table is not None:
            self._table.refresh_limits()

    # ---- finding

    def _is_other_raid(self, at: QPointF) -> bool:
        """Return whether the counter of another raid is under a place on the screen."""
        if self._table is None or self.plan is None:
            return False
        found = self._table.scene.hit(self._table.camera, at.x(), at.y())
        return found is not None and found.kind == "raid" and found.key != self.plan.code

    def _places(self, camera: Camera) -> list[QPointF]:
        assert self._table is not None
        middle = self._table.world.theatre.middle
        found = [QPointF(*camera.to_screen(*middle(p.hex))) for p in self.points]
        if self._drag is not None and self._drag[0] < len(found):
            found[self._drag[0]] = QPointF(*camera.to_screen(*middle(self._drag[1])))
        return found

    def point_at(self, at: QPointF) -> int:
        """The way-point under a place on the screen; -1 for none."""
        if self._table is None:
            return -1
        for i, place in reversed(list(enumerate(self._places(self._table.camera)))):
            if (place - at).manhattanLength() <= _NEAR * 1.4:
                return i
        return -1

    def line_at(self, at: QPointF) -> int:
        """Return the way-point before which a new one would be inserted, on the line under a place on the screen; -1 for none."""
        if self._table is None:
            return -1
        places = self._places(self._table.camera)
        for i, (a, b) in enumerate(pairwise(places)):
            along = b - a
            length = along.x() ** 2 + along.y() ** 2
            if length < 1:
                continue
            share = ((at.x() - a.x()) * along.x() + (at.y() - a.y()) * along.y()) / length
            if 0 < share < 1:
                off = at - (a + along * share)
                if off.x() ** 2 + off.y() ** 2 <= 49:
                    return i + 1
        return -1

    def _hex(self, at: QPointF) -> Hex | None:
        assert self._table is not None
        return self._table.world.theatre.hex_at(*self._table.camera.to_plane(at.x(), at.y()))

    # ---- the mouse and the keys; each tells whether the route took the event

    def press(self, event: QMouseEvent) -> bool:
        """Begin to drag a way-point, or add one."""
        if self._table is None or event.button() != Qt.MouseButton.LeftButton:
            return False
        at = event.position()
        index = self.point_at(at)
        h = self._hex(at)
        if index < 0 and h is not None:
            after = self.tail if 0 <= self.tail < len(self.points) else len(self.points) - 1
            before = after + 1 if self.drawing else self.line_at(at)
            if before >= 0:
                self.added.emit(before, h)
                index = before if before < len(self.points) and self.points[before].hex == h else -1
                if index < 0:
                    return True
        if index < 0:
            return False
        self.choose(index)
        if not self.points[index].fixed:
            self._drag = index, self.points[index].hex
        return True

    def move(self, event: QMouseEvent) -> bool:
        """Drag it along the hexes."""
        if self._drag is None:
            self._mouse = self._hex(event.position()) if self.drawing else None
            if self.drawing:
                self._changed()
            return False
        h = self._hex(event.position())
        if h is not None and h != self._drag[1]:
            self._drag = self._drag[0], h
            self.dragged.emit(*self._drag)
        return True

    def release(self, event: QMouseEvent) -> bool:
        """Set it down."""
        if self._drag is None:
            return False
        index, h = self._drag
        self._drag = None
        if index < len(self.points) and self.points[index].hex != h:
            self.moved.emit(index, h)
        return True

    def double_click(self, event: QMouseEvent) -> bool:
        """End the drawing: the first click of the two has set the last way-point."""
        if self.drawing:
            self.ended.emit()
            return True
        return self.point_at(event.position()) >= 0

    def context(self, event: QContextMenuEvent) -> bool:
        """Remove the way-point under the mouse; elsewhere ask for the menu of the place. A fixed route, and another raid's counter,
        leave the menu to the table."""
        if self.stands or self._is_other_raid(QPointF(event.pos())):
            return False
        index = self.point_at(QPointF(event.pos()))
        if index >= 0 and not self.points[index].fixed:
            self.removed.emit(index)
            return True
        h = self._hex(QPointF(event.pos()))
        if h is None or not self.points or event.reason() == QContextMenuEvent.Reason.Keyboard:
            return False
        self.asked.emit(h, event.globalPos())
        return True

    def key(self, event: QKeyEvent) -> bool:
        """Delete removes the chosen way-point, the arrows with Alt move it, Page Up and Down go along the route.

        Escape ends the drawing, or lets go.
        """
        if self.drawing and event.key() == Qt.Key.Key_Escape:
            self.ended.emit()
            return True
        if event.key() in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp) and self.points:
            step = 1 if event.key() == Qt.Key.Key_PageDown else -1
            self.choose(max(0, min(len(self.points) - 1, self.chosen + step)))
            return True
        if not 0 <= self.chosen < len(self.points):
            return False
        point = self.points[self.chosen]
        steps = {Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1), Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0)}
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and not point.fixed:
            self.removed.emit(self.chosen)
            return True
        if event.modifiers() & Qt.KeyboardModifier.AltModifier and event.key() in steps and not point.fixed and self._table is not None:
            dq, dr = steps[Qt.Key(event.key())]
            h = Hex(point.hex.q + dq, point.hex.r + dr)
            if h in self._table.world.theatre.grounds:
                self.moved.emit(self.chosen, h)
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.choose(-1)
            return True
        return False

    # ---- drawing

    def draw(self, painter: QPainter, camera: Camera, palette: Palette, size: float) -> None:
        """The route over the map."""
        places = self._places(camera)
        ink = colour(palette.luftwaffe)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for pen in (QPen(colour(palette.paper, 0.85), 6), QPen(ink, 2.4)):
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(places))
        assert self._table is not None
        if self.drawing and not self._table.printing:
            self._draw_drawing(painter, camera, palette, size, places)
        self._draw_ghosts(painter, camera, palette, size)
        mark = 7 * size
        self._taken = [*self._table.scene.boxes(camera), *(QRectF(p.x() - mark, p.y() - mark, 2 * mark, 2 * mark) for p in places)]
        for i, (point, at) in enumerate(zip(self.points, places, strict=True)):
            self._draw_point(painter, palette, size, i, point, at)

    def _draw_drawing(self, painter: QPainter, camera: Camera, palette: Palette, size: float, places: Sequence[QPointF]) -> None:
        """Draw the way to the mouse, and the effect of a click."""
        assert self._table is not None
        if self._mouse is not None and places:
            goal = QPointF(*camera.to_screen(*self._table.world.theatre.middle(self._mouse)))
            painter.setPen(QPen(colour(palette.luftwaffe), 1.6, Qt.PenStyle.DashLine))
            painter.drawLine(places[self.tail if 0 <= self.tail < len(places) else -1], goal)
        if not self.hint:
            return
        letters = face("semibold", 13 * size)
        left, room = _CORNERS[0], self._table.width() - sum(_CORNERS)
        box = QRectF(left, 12, max(200.0, room), 200)
        wrapped = QFontMetricsF(letters).boundingRect(box.adjusted(10, 6, -10, 0), _BANNER, self.hint)
        paper = wrapped.adjusted(-12, -7, 12, 7)
        painter.setPen(QPen(colour(palette.ink if palette.patterns else palette.brass), 1.6))
        painter.setBrush(colour(palette.paper, 0.95))
        painter.drawRoundedRect(paper, 3, 3)
        painter.setPen(colour(palette.ink))
        painter.setFont(letters)
        painter.drawText(wrapped, _BANNER, self.hint)

    def _draw_ghosts(self, painter: QPainter, camera: Camera, palette: Palette, size: float) -> None:
        assert self._table is not None
        painter.setFont(face("regular", 10.5 * size))
        for h, text in self.ghosts:
            x, y = camera.to_screen(*self._table.world.theatre.middle(h))
            painter.setPen(QPen(colour(palette.ink, 0.8), 1))
            painter.setBrush(colour(palette.paper, 0.9))
            painter.drawEllipse(QPointF(x, y), 2.6 * size, 2.6 * size)
            painter.setPen(colour(palette.quiet))
            painter.drawText(QRectF(x - 30, y + 3 * size, 60, 14 * size), Qt.AlignmentFlag.AlignCenter, text)

    def _draw_point(self, painter: QPainter, palette: Palette, size: float, i: int, point: WayPoint, at: QPointF) -> None:
        r = 6.5 * size
        chosen = i == self.chosen
        if chosen:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colour(palette.brass if not palette.patterns else palette.ink), 2.8))
            painter.drawEllipse(at, r + 4.5, r + 4.5)
        painter.setPen(QPen(colour(palette.luftwaffe), 2))
        painter.setBrush(colour(palette.paper))
        if i == self.target:
            painter.setPen(QPen(colour(palette.red), 2.2))
            painter.drawEllipse(at, r, r)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(at + QPointF(dx, dy) * r * 0.4, at + QPointF(dx, dy) * r * 1.6)
        elif point.fixed:
            painter.drawRect(QRectF(at.x() - r * 0.8, at.y() - r * 0.8, r * 1.6, r * 1.6))
        else:
            painter.drawEllipse(at, r * 0.85, r * 0.85)
        text = "  ".join(part for part in (str(point.angels) if point.angels is not None else "", point.label) if part)
        if text:
            self._tag(painter, palette, at, r + 4, text, palette.ink, size)
        if point.fault:
            painter.setPen(QPen(colour(palette.paper), 1.2))
            painter.setBrush(colour(palette.red))
            corner = at + QPointF(-r - 5 * size, -r - 5 * size)
            painter.drawPolygon(
                QPolygonF([corner + QPointF(0, -7 * size), corner + QPointF(7 * size, 6 * size), corner + QPointF(-7 * size, 6 * size)])
            )
            painter.setFont(face("bold", 10.5 * size))
            painter.setPen(colour(palette.paper))
            painter.drawText(QRectF(corner.x() - 8, corner.y() - 6 * size, 16, 13 * size), Qt.AlignmentFlag.AlignCenter, "!")
            if chosen or (self._drag is not None and self._drag[0] == i):
                self._tag(painter, palette, at, r + 4, point.fault, palette.red, size)

    def _tag(self, painter: QPainter, palette: Palette, at: QPointF, off: float, text: str, ink: str, size: float) -> None:
        letters = face("semibold", 11.5 * size)
        measure = QFontMetricsF(letters)
        box = beside(at, off, measure.horizontalAdvance(text) + 8, measure.height() + 1, self._taken)
        self._taken.append(box)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(palette.paper, 0.88))
        painter.drawRoundedRect(box, 2, 2)
        painter.setPen(colour(ink))
        painter.setFont(letters)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
