"""The map on the desk of a campaign: its targets and their state, the ways to them, and which of them may be chosen."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen, QPixmap, QTransform, QWheelEvent
from PySide6.QtWidgets import QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme.emblem import emblem
from bob.desk.base.theme.lettering import MIDDLE, letters
from bob.desk.campaigns.room.map_ground import CampaignGround
from bob.desk.campaigns.room.papers import CampaignPaper, PaperSpot, draw_mark
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.staff.advice.campaigns.room_state import DAMAGED, DESTROYED, CampaignRoute, CampaignTarget

DISC = 12.0
"""The radius of a target on the map, in pixels."""
NEAREST = 6.0
"""The largest zoom."""
SHORT = 92.0
"""The length of a raid's arrow from its own bases, in pixels."""


@dataclass(frozen=True, slots=True)
class MapArrow:
    """A drawn route: start, bend, end, and the place of its number."""

    route: CampaignRoute
    start: QPointF
    bend: QPointF
    end: QPointF

    @property
    def badge(self) -> QPointF:
        """Return the place of its number: on the bend, nearer to the start."""
        t = 0.3
        return self.start * (1 - t) ** 2 + self.bend * (2 * t * (1 - t)) + self.end * t**2


class TheatreMap(CampaignPaper):
    """The map. A target or an arrow that is pointed at arms its order."""

    def __init__(self, settings: Settings, model: CampaignModel, parent: QWidget | None = None) -> None:
        super().__init__(settings, model, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(320, 200)
        self._near, self._shift = 1.0, QPointF()
        self._held: tuple[QPointF, QPointF] | None = None
        self._ground = CampaignGround(())
        self._picture: tuple[Any, QPixmap] | None = None
        self.towns: list[str] = []
        """The towns that were drawn last."""

    def sizeHint(self) -> QSize:
        return QSize(560, 420)

    def refresh(self) -> None:
        places = tuple([t.at for t in self.model.state.targets if t.at is not None])
        if places != self._ground.places:
            self._ground = CampaignGround(places)
            self._near, self._shift = 1.0, QPointF()
        super().refresh()

    # ---- the eye

    def _eye(self, box: QRectF) -> QTransform:
        """From miles to pixels."""
        frame = self._ground.frame()
        scale = min(box.width() / frame.width(), box.height() / frame.height()) * self._near
        middle = box.center() + self._shift
        made = QTransform().translate(middle.x(), middle.y()).scale(scale, scale)
        return made.translate(-frame.center().x(), -frame.center().y())

    def draw_near(self, step: float, at: QPointF | None = None) -> None:
        """Look from nearer or from farther away; `at` stays where it is."""
        near = max(1.0, min(NEAREST, self._near * step))
        about = (at if at is not None else QRectF(self.rect()).center()) - QRectF(self.rect()).center()
        self._shift = about - (about - self._shift) * (near / self._near) if near > 1 else QPointF()
        self._near = near
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.draw_near(1.2 if event.angleDelta().y() > 0 else 1 / 1.2, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        if not event.isAccepted() and self._near > 1:
            self._held = event.position(), self._shift
            event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            self._shift = self._held[1] + event.position() - self._held[0]
            self.update()
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._held = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {"+": 1.25, "-": 0.8}.get(event.text())
        if step is None:
            super().keyPressEvent(event)
        else:
            self.draw_near(step)

    # ---- drawing

    def draw(self, painter: QPainter, box: QRectF) -> None:
        inner = box.adjusted(5, 5, -5, -5)
        eye = self._eye(inner)
        painter.save()
        painter.setClipRect(inner)
        painter.drawPixmap(inner.topLeft(), self._ground_picture(inner, eye))
        spots = self._spots(eye, inner)
        arrows = self._arrows(spots)
        badged = [arrow for arrow in arrows if self._is_badged(arrow.route)]
        armed = self.model.armed
        for arrow in sorted(arrows, key=lambda a: (a.route.order is not None and a.route.order == armed, a.route.is_open)):
            self._draw_arrow(painter, arrow, arrow.route.order is not None and arrow.route.order == armed)
        for target in self.model.state.targets:
            if target.code in spots:
                self._draw_target(painter, target, spots[target.code])
        names = self._names(painter, inner, spots, [arrow.badge for arrow in badged])
        self.towns = self._ground.paint_towns(painter, eye, inner, self.look, self.settings.words, self.scale, names)
        for arrow in badged:
            self._draw_badge(painter, arrow, arrow.route.order is not None and arrow.route.order == armed)
        painter.restore()
        painter.setPen(QPen(QColor(self.look.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(inner)

    def _ground_picture(self, inner: QRectF, eye: QTransform) -> QPixmap:
        """Return the ground, drawn again after a change of look."""
        settings = self.settings
        key = (inner, eye, settings.theme, settings.language, settings.scale, self._ground, self.devicePixelRatioF())
        if self._picture is None or self._picture[0] != key:
            ratio = self.devicePixelRatioF()
            made = QPixmap(round(inner.width() * ratio), round(inner.height() * ratio))
            made.setDevicePixelRatio(ratio)
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-inner.topLeft())
            self._ground.paint(painter, eye, inner, self.look, settings.words, self.scale)
            painter.end()
            self._picture = key, made
        return self._picture[1]

    def _is_badged(self, route: CampaignRoute) -> bool:
        """Return whether a route has its number: one that can be chosen or is being flown; if there is none, the open ones."""
        state = self.model.state
        if any(other.order is not None for other in state.routes):
            return route.order is not None
        return route.target == state.chosen if state.chosen else route.is_open

    def _spots(self, eye: QTransform, inner: QRectF) -> dict[str, QPointF]:
        """Return the places of the targets on the screen; overlapping ones are moved apart, those beyond the map are put at its edge."""
        found: dict[str, QPointF] = {}
        least = DISC * self.scale * 2.1
        if not self._ground.places:
            return self._face_to_face(inner)
        for target in self.model.state.targets:
            if target.at is None:
                continue
            home = eye.map(self._ground.plane(target.at))
            if self._near == 1.0:
                room = inner.adjusted(least, least, -least, -least)
                home = QPointF(min(room.right(), max(room.left(), home.x())), min(room.bottom(), max(room.top(), home.y())))
            tries = [QPointF()] + [
                QPointF(math.cos(a * math.pi / 4), math.sin(a * math.pi / 4)) * least * far for far in (0.6, 1.1) for a in range(8)
            ]
            free = [home + t for t in tries if all(math.dist((home + t).toTuple(), o.toTuple()) >= least for o in found.values())]
            found[target.code] = free[0] if free else home
        return found

    def _face_to_face(self, inner: QRectF) -> dict[str, QPointF]:
        """Return the places of targets without geographical ones: each side's below each other, the Allies on the left."""
        found = {}
        for share, axis in ((0.26, False), (0.74, True)):
            own = [target for target in self.model.state.targets if (target.side == "axis") == axis]
            for i, target in enumerate(own):
                y = inner.top() + inner.height() * (i + 1) / (len(own) + 1)
                found[target.code] = QPointF(inner.left() + inner.width() * share, y)
        return found

    def _bases(self, spots: dict[str, QPointF]) -> dict[str, QPointF]:
        """From where each side sets out: the middle of its own targets."""
        state = self.model.state
        found: dict[str, QPointF] = {}
        for side in {route.side for route in state.routes}:
            own = [spots[t.code] for t in state.targets if t.side == side and t.code in spots]
            if own:
                found[side] = QPointF(sum(p.x() for p in own) / len(own), sum(p.y() for p in own) / len(own))
        return found

    def _arrows(self, spots: dict[str, QPointF]) -> list[MapArrow]:
        bases = self._bases(spots)
        made = []
        for route in self.model.state.routes:
            if route.target not in spots:
                continue
            end = spots[route.target]
            if route.start in spots:
                start = spots[route.start]
            else:
                base = bases.get(route.side, end + QPointF(0, SHORT))
                way = base - end
                far = math.hypot(way.x(), way.y()) or 1.0
                start = end + way * (min(far, SHORT * self.scale) / far)
            way = end - start
            far = math.hypot(way.x(), way.y()) or 1.0
            side = QPointF(-way.y(), way.x()) * (0.12 if route.side == "axis" else -0.12)
            end = end - way * min(0.45, (DISC * self.scale + 4) / far)
            made.append(MapArrow(route, start, (start + end) / 2 + side, end))
        return made

    def _draw_arrow(self, painter: QPainter, arrow: MapArrow, armed: bool) -> None:
        route, look = arrow.route, self.look
        flown = route.target == self.model.state.chosen and route.is_open and route.order is None
        tone = QColor(look.brass if armed else self.side_tone(route.side))
        if not armed and not self._is_badged(route):
            tone.setAlphaF(0.4 if look.plain else 0.22)
        path = QPainterPath(arrow.start)
        path.quadTo(arrow.bend, arrow.end)
        width = (5.0 if armed or flown else 2.6 if route.order is not None else 1.8) * self.scale
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if armed:
            painter.setPen(QPen(QColor(look.ink), width + 2.4))
            painter.drawPath(path)
        painter.setPen(QPen(tone, width, Qt.PenStyle.SolidLine if route.is_open else Qt.PenStyle.DashLine))
        painter.drawPath(path)
        angle = math.radians(-path.angleAtPercent(1.0))
        size = 7 + width * 1.6
        head = QPainterPath(arrow.end + QPointF(math.cos(angle), math.sin(angle)) * 4)
        for turn in (2.6, -2.6):
            head.lineTo(arrow.end + QPointF(math.cos(angle + turn), math.sin(angle + turn)) * size)
        head.closeSubpath()
        painter.setPen(QPen(QColor(look.ink), 0.8) if armed else Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        painter.drawPath(head)

    def _draw_badge(self, painter: QPainter, arrow: MapArrow, armed: bool) -> None:
        """Draw the number of a route on its arrow, as the handle for a click."""
        route, look = arrow.route, self.look
        r = 9.0 * self.scale
        box = QRectF(arrow.badge.x() - r, arrow.badge.y() - r, 2 * r, 2 * r)
        painter.setOpacity(1.0 if route.is_open or armed else 0.55)
        painter.setPen(QPen(QColor(look.brass if armed or route.order is not None else look.line), 3 if armed else 2))
        painter.setBrush(QColor(look.panel))
        painter.drawEllipse(box)
        self.letter(painter, box.adjusted(2, 1, -2, -1), MIDDLE, route.number, 11, self.side_tone(route.side).name(), bold=True)
        painter.setOpacity(1.0)
        self.spots.append(PaperSpot(box.adjusted(-3, -3, 3, 3), route.hint, route.order))

    def _draw_target(self, painter: QPainter, target: CampaignTarget, at: QPointF) -> None:
        look, r = self.look, DISC * self.scale
        disc = QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r)
        orders = [route.order for route in self.model.state.routes if route.target == target.code and route.order is not None]
        armed = self.model.armed in orders and bool(orders)
        chosen = armed or target.code == self.model.state.chosen
        if target.status:
            _smoke(painter, at, r, QColor(look.ink), target.status == DESTROYED)
        painter.setPen(QPen(QColor(look.brass if chosen else self.side_tone(target.side)), 4 if chosen else 2))
        painter.setBrush(QColor(look.panel))
        painter.drawEllipse(disc)
        ink = QColor(look.red) if target.status and not look.plain else QColor(look.ink)
        if target.circle:
            self.letter(painter, disc.adjusted(3, 2, -3, -2), MIDDLE, target.circle, 13, ink.name(), bold=True)
        else:
            draw_mark(painter, target.symbol, at, r * 1.25, ink, QColor(look.panel))
        if target.status in (DAMAGED, DESTROYED):
            painter.setPen(QPen(QColor(look.red), 2.6))
            painter.drawLine(at + QPointF(-r, r), at + QPointF(r, -r))
            if target.status == DESTROYED:
                painter.drawLine(at + QPointF(-r, -r), at + QPointF(r, r))
        if target.holder:
            flag = at + QPointF(r * 0.95, -r * 0.95)
            tone = self.side_tone(target.holder)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tone)
            painter.drawEllipse(flag, r * 0.62, r * 0.62)
            emblem(painter, flag, r * 0.4, target.holder, QColor(look.panel), tone)
        self.spots.append(PaperSpot(disc.adjusted(-2, -2, 2, 2), target.hint, orders[0] if orders else None))

    def _looked_at(self) -> frozenset[str]:
        """The targets of the mission in hand and of the order looked at."""
        state, armed = self.model.state, self.model.armed
        found = {route.target for route in state.routes if route.order is not None and route.order == armed}
        return frozenset(found | {state.chosen} - {""})

    def _names(self, painter: QPainter, inner: QRectF, spots: dict[str, QPointF], badges: list[QPointF]) -> list[QRectF]:
        """The names of the targets, each where it covers least; what discs, badges and names take up."""
        r = DISC * self.scale
        taken = [QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r) for at in (*spots.values(), *badges)]
        font = letters(round(12 * self.scale), True)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        chosen = self._looked_at()
        for target in sorted(self.model.state.targets, key=lambda target: target.code not in chosen):
            at = spots.get(target.code)
            if at is None or not inner.contains(at):
                continue
            wide, high = metrics.horizontalAdvance(target.name) + 6, metrics.height()
            middle, beside, near = at - QPointF(wide, high) / 2, r + 3, r * 0.8
            places = [
                _within(QRectF(middle + QPointF(x, y), QSizeF(wide, high)), inner)
                for x, y in (
                    *((way * (beside + wide / 2), 0.0) for way in (1, -1)),
                    *((0.0, way * (r + 2 + high / 2)) for way in (1, -1)),
                    *((across * (near + wide / 2), down * (r * 0.7 + high / 2)) for across in (1, -1) for down in (1, -1)),
                )
            ]

            def cost(place: QRectF) -> float:
                return sum(_area(place.intersected(other)) for other in taken)

            best = min(places, key=cost)
            if cost(best) > 0.12 * wide * high and target.code not in chosen:
                continue  # no space: only its symbol, and its name in the tip
            taken.append(best)
            halo = QPainterPath()
            halo.addText(best.left() + 3, best.top() + metrics.ascent(), font, target.name)
            paper = QColor(self.look.chart.land)
            painter.setPen(QPen(paper, 3.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
            painter.setBrush(paper)
            painter.drawPath(halo)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.look.ink))
            painter.drawPath(halo)
        return taken


def _within(box: QRectF, room: QRectF) -> QRectF:
    """Return the box moved inside the room by the shortest way."""
    across = max(0.0, room.left() - box.left()) + min(0.0, room.right() - box.right())
    down = max(0.0, room.top() - box.top()) + min(0.0, room.bottom() - box.bottom())
    return box.translated(across, down)


def _area(box: QRectF) -> float:
    return max(0.0, box.width()) * max(0.0, box.height())


def _smoke(painter: QPainter, at: QPointF, r: float, ink: QColor, thick: bool) -> None:
    """Smoke over a target that was hit."""
    painter.setPen(Qt.PenStyle.NoPen)
    for i, (x, y, size) in enumerate(((0.5, -1.0, 0.5), (1.0, -1.7, 0.62), (1.7, -2.2, 0.7), (2.5, -2.6, 0.6))[: 4 if thick else 2]):
        tone = QColor(ink)
        tone.setAlpha(110 - 22 * i)
        painter.setBrush(tone)
        painter.drawEllipse(at + QPointF(x, y) * r, r * size, r * size * 0.8)
