"""The layers of the sheet, painted from below: the country and the grid, lights, clouds, ships, aircraft, lines, bursts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from bob.chart.tones import Look
from bob.core.hexes import Hex, at_offset, centre
from bob.desk.base.settings import Settings
from bob.desk.base.theme.lettering import MIDDLE, letters, mix
from bob.desk.boards.hexes import markers
from bob.desk.boards.hexes.camera import CORNER, MatCamera, ahead, outline
from bob.desk.boards.shared.aircraft import tone_of
from bob.desk.boards.shared.films import Film, Still
from bob.desk.boards.shared.ground import Country, paint_country
from bob.desk.boards.shared.marks import draw_burst, draw_chosen, draw_sights
from bob.staff.advice.fights.hexes_lights import Lights
from bob.tactical.hexes.position import NOBODY, HexTerms
from bob.tactical.hexes.view import HexTableView, SeenAircraft


@dataclass(frozen=True, slots=True)
class BoardScene:
    """The painted scene: a view through a camera in a look, with its lights, at a moment of a film."""

    view: HexTableView
    camera: MatCamera
    look: Look
    lights: Lights
    film: Film
    now: float
    keyed: bool

    @property
    def px(self) -> float:
        return self.camera.scale

    def place(self, a: SeenAircraft) -> tuple[QPointF, float, float]:
        """Return the visible place of an aircraft: its pixel, its nose, its level."""
        still: Still | None = self.film.still(a.number, self.now) if self.film.length else None
        if still is None:
            return self.camera.to_screen(a.at), float(a.facing), float(a.level)
        return still.at * self.camera.scale + self.camera.at, still.angle, still.level


# ---- the ground

HAZE = 90
"""The strength of the haze over the country, of 255: the hexes are seen before the hedges."""


def ground(size: QSize, ratio: float, camera: MatCamera, terms: HexTerms, look: Look, settings: Settings, below: Country) -> QPixmap:
    """The country below, the grid over it, and the numbers of columns and rows at its edge, as a picture."""
    made = QPixmap(round(size.width() * ratio), round(size.height() * ratio))
    made.setDevicePixelRatio(ratio)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inverse, _ = camera.transform().inverted()
    seen = inverse.mapRect(QRectF(0, 0, size.width(), size.height())).adjusted(-0.2, -0.2, 0.2, 0.2)
    painter.save()
    painter.setTransform(camera.transform(), True)
    paint_country(painter, below, look, seen)
    if not look.plain:
        haze = QColor(look.room)
        haze.setAlpha(HAZE)
        painter.fillRect(seen, haze)
    if terms.night and not look.plain:
        painter.fillRect(seen, QColor(6, 12, 26, 120 if not look.dark else 90))
    _veil_beyond(painter, terms, look, seen)
    painter.restore()
    _grid(painter, camera, terms, look)
    _edge_numbers(painter, camera, terms, look, settings)
    painter.end()
    return made


def _veil_beyond(painter: QPainter, terms: HexTerms, look: Look, seen: QRectF) -> None:
    """Veil the area beyond the sheet."""
    veil = QPainterPath()
    veil.addRect(seen)
    inside = QPainterPath()
    top = QPolygonF(_rim(terms))
    inside.addPolygon(top)
    shade = QColor(look.room)
    shade.setAlpha(196 if not look.plain else 255)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(shade)
    painter.drawPath(veil.subtracted(inside))
    edge = QPen(QColor(look.ink), 0.03)
    painter.setPen(edge)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(top)


def _rim(terms: HexTerms) -> list[QPointF]:
    """The outer edge of all hexes, clockwise."""
    half = CORNER / 2
    found: list[QPointF] = []
    for c in range(terms.columns):
        x, y = centre(at_offset(c, 0), 1.0)
        found += [QPointF(x - half, y - 0.5), QPointF(x + half, y - 0.5)]
    right = [(terms.columns - 1, r) for r in range(terms.rows)]
    for c, r in right:
        x, y = centre(at_offset(c, r), 1.0)
        found += [QPointF(x + CORNER, y), QPointF(x + half, y + 0.5)]
    for c in reversed(range(terms.columns)):
        x, y = centre(at_offset(c, terms.rows - 1), 1.0)
        found += [QPointF(x + half, y + 0.5), QPointF(x - half, y + 0.5)]
    for r in reversed(range(terms.rows)):
        x, y = centre(at_offset(0, r), 1.0)
        found += [QPointF(x - CORNER, y), QPointF(x - half, y - 0.5)]
    return found


def _grid(painter: QPainter, camera: MatCamera, terms: HexTerms, look: Look) -> None:
    """The hexes, lightly drawn; more with the scale."""
    tone = QColor(look.ink)
    tone.setAlpha(round(min(110, 46 + camera.scale * 0.6)) if not look.plain else 150)
    painter.save()
    painter.setTransform(camera.transform(), True)
    pen = QPen(tone, max(0.7, camera.scale * 0.012) / camera.scale)
    painter.setPen(pen)
    path = QPainterPath()
    for c in range(terms.columns):
        for r in range(terms.rows):
            corners = outline(at_offset(c, r))
            # Three sides of each: the others are its neighbours'.
            path.moveTo(corners.at(3))
            for i in (4, 5, 0):
                path.lineTo(corners.at(i))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()


def _edge_numbers(painter: QPainter, camera: MatCamera, terms: HexTerms, look: Look, settings: Settings) -> None:
    """The numbers of columns and rows at the edge of the sheet, and in every hex when one is near."""
    px = camera.scale
    painter.setFont(letters(round(max(8.0, min(15 * settings.scale, px * 0.26)))))
    painter.setPen(QColor(look.ink))
    for c in range(terms.columns):
        at = camera.to_screen(at_offset(c, 0)) - QPointF(0, px * 0.5 + 8)
        painter.drawText(QRectF(at.x() - 20, at.y() - 9, 40, 18), MIDDLE, f"{c:02d}")
    for r in range(terms.rows):
        at = camera.to_screen(at_offset(0, r)) - QPointF(px * CORNER + 9, 0)
        painter.drawText(QRectF(at.x() - 12, at.y() - 9, 24, 18), MIDDLE, f"{r:02d}")
    if px < 66:
        return
    tone = QColor(look.ink)
    tone.setAlpha(130)
    painter.setPen(tone)
    painter.setFont(letters(round(px * 0.13)))
    for c in range(terms.columns):
        for r in range(terms.rows):
            h = at_offset(c, r)
            at = camera.to_screen(h)
            painter.drawText(QRectF(at.x() - px / 2, at.y() - px * 0.49, px, px * 0.18), MIDDLE, h.label)


# ---- all that changes


def paint(painter: QPainter, scene: BoardScene) -> None:
    """Paint all the contents and lights of the sheet."""
    _lit(painter, scene)
    _cloudy(painter, scene)
    _ships(painter, scene)
    _ties(painter, scene)
    _courses(painter, scene)
    _flying(painter, scene)
    _sight(painter, scene)
    _flashes(painter, scene)


def _outlines(scene: BoardScene, hexes: Iterable[Hex], share: float) -> QPainterPath:
    """Hexes, or so much of each about its middle, on the screen."""
    path = QPainterPath()
    for at in hexes:
        path.addPolygon(outline(at, share))
        path.closeSubpath()
    return scene.camera.transform().map(path)


def reach(painter: QPainter, scene: BoardScene) -> None:
    """Light the possible hexes with the points left there, and the places. The light does not change with the pointer."""
    lights, look, px = scene.lights, scene.look, scene.px
    painter.setPen(Qt.PenStyle.NoPen)
    if look.plain:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#000000"), 1))
        painter.drawPath(_outlines(scene, lights.reach, 0.8))
        painter.setPen(QPen(QColor("#000000"), 1.5, Qt.PenStyle.DashLine))
        painter.drawPath(_outlines(scene, lights.places, 0.86))
    else:
        brass = QColor("#FBE7A1" if not look.dark else look.brass)
        most = max(lights.reach.values(), default=1) or 1
        for points in sorted(set(lights.reach.values())):
            brass.setAlpha(62 + round(88 * points / most) if not look.dark else 30 + round(60 * points / most))
            painter.fillPath(_outlines(scene, [at for at, left in lights.reach.items() if left == points], 0.96), brass)
        brass.setAlpha(150 if not look.dark else 76)
        painter.fillPath(_outlines(scene, lights.places, 0.96), brass)
    if lights.reach and px >= 26:
        tone = QColor(look.ink)
        tone.setAlpha(190)
        painter.setPen(tone)
        painter.setFont(letters(round(max(8.0, px * 0.24)), True))
        held = {a.at for a in scene.view.aircraft if not a.out}
        for at, left in lights.reach.items():
            if at not in held:
                where = scene.camera.to_screen(at)
                painter.drawText(QRectF(where.x() - px / 2, where.y() - px / 2, px, px), MIDDLE, str(left))


def _lit(painter: QPainter, scene: BoardScene) -> None:
    """The firing template, and the hexes that are pointed and aimed at."""
    lights, look = scene.lights, scene.look
    painter.setPen(Qt.PenStyle.NoPen)
    warm = QColor("#E8A23C") if not look.plain else QColor("#000000")
    for at, away in lights.template.items():
        warm.setAlpha(max(44, 142 - 26 * away))
        if look.plain:
            painter.setBrush(QBrush(QColor("#000000"), Qt.BrushStyle.BDiagPattern))
            painter.drawPolygon(scene.camera.transform().map(outline(at, 0.9)))
        else:
            painter.fillPath(_outlines(scene, [at], 0.98), warm)
    for spot, width in ((lights.pointed, 2.0), (lights.aimed, 2.5)):
        if spot is not None:
            painter.setPen(QPen(QColor(look.brass if not look.plain else look.ink), width + (1 if scene.keyed else 0)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolygon(scene.camera.transform().map(outline(spot, 0.97)))


def _cloudy(painter: QPainter, scene: BoardScene) -> None:
    for at in scene.view.clouds:
        markers.draw_cloud(painter, scene.camera.to_screen(at), scene.px, scene.look, at.q * 7 + at.r * 3)


def _ships(painter: QPainter, scene: BoardScene) -> None:
    view = scene.view
    for ship, left in zip(view.terms.ships, view.ships, strict=True):
        side = view.sides.index(ship.side)
        tone = tone_of(scene.look, view.sides, side)
        angle = 90.0 + 20 * math.sin(ship.at.q * 1.7)
        markers.draw_ship(painter, scene.camera.to_screen(ship.at), scene.px, scene.look, left, ship.structure, tone, angle)


def _ties(painter: QPainter, scene: BoardScene) -> None:
    """Formations: a band between neighbours that fly as one."""
    view, look = scene.view, scene.look
    flying = [a for a in view.aircraft if not a.out and a.formation != NOBODY]
    for i, a in enumerate(flying):
        for b in flying[i + 1 :]:
            if a.formation == b.formation and a.seat == b.seat and _is_near(a, b):
                one, other = scene.place(a)[0], scene.place(b)[0]
                tone = QColor(look.brass if not look.plain else look.ink)
                tone.setAlpha(170)
                pen = QPen(tone, max(3.0, scene.px * 0.1))
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                painter.drawLine(one, other)


def _is_near(a: SeenAircraft, b: SeenAircraft) -> bool:
    dq, dr = a.at.q - b.at.q, a.at.r - b.at.r
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2 == 1


def _courses(painter: QPainter, scene: BoardScene) -> None:
    """The way flown so far, and the way that a click would fly."""
    lights, look, px = scene.lights, scene.look, scene.px
    for hexes, style, alpha in ((lights.trail, Qt.PenStyle.SolidLine, 150), (lights.course, Qt.PenStyle.DashLine, 255)):
        points = [scene.camera.to_screen(h) for h in hexes]
        if len(points) < 2:
            continue
        tone = QColor(look.chart.brass_ink)
        tone.setAlpha(alpha)
        pen = QPen(tone, max(2.0, px * 0.055), style)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))
    at = lights.pointed
    if at is not None and lights.facings:
        _facings(painter, scene, at)
    for ghost in lights.ghosts:
        a = scene.view.aircraft[ghost.number]
        skin = tone_of(look, scene.view.sides, a.side)
        markers.draw_aircraft(painter, scene.camera.to_screen(ghost.at), a, skin, ghost.facing, px, ghost=True)


def _facings(painter: QPainter, scene: BoardScene, at: Hex) -> None:
    """The facings that can be had in a hex: a wedge at each side, with the speed points left."""
    look, px = scene.look, scene.px
    where = scene.camera.to_screen(at)
    chosen = next((g.facing for g in scene.lights.ghosts if g.at == at), -1)
    for facing, left in scene.lights.facings.items():
        way = ahead(facing)
        across = QPointF(-way.y(), way.x())
        tip, base = where + way * (px * 0.66), where + way * (px * 0.5)
        wide = px * (0.17 if facing == chosen else 0.12)
        painter.setPen(QPen(QColor(look.chart.paper), 1))
        painter.setBrush(QColor(look.brass if facing == chosen else look.quiet) if not look.plain else QColor("#000000"))
        painter.drawPolygon(QPolygonF([tip, base + across * wide, base - across * wide]))
        size = max(9.0, px * 0.2)
        box = QRectF(0, 0, size * 1.4, size * 1.3)
        box.moveCenter(where + way * (px * 0.83))
        paper = QColor(look.chart.paper)
        paper.setAlpha(225)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(paper)
        painter.drawEllipse(box)
        painter.setPen(QColor(look.ink))
        painter.setFont(letters(round(size), facing == chosen))
        painter.drawText(box, MIDDLE, str(left))


def _flying(painter: QPainter, scene: BoardScene) -> None:
    view, look, px = scene.view, scene.look, scene.px
    altimeter = view.terms.altimeter
    seen = [a for a in view.aircraft if not a.out and a.at.q >= -1 and (a.at.q, a.at.r) != (-1, -1)]
    seen += [a for a in view.aircraft if a.out and scene.film.length and scene.now < scene.film.gone.get(a.number, 0)]
    places = {a.number: scene.place(a) for a in seen}
    for a in seen:
        at, angle, level = places[a.number]
        height = level if altimeter else 2.0
        markers.draw_shadow(painter, at, a, angle, px, height)
    for a in seen:
        if not a.out:
            markers.draw_speed(painter, places[a.number][0], a, px, look)
    for a in seen:
        at, angle, _ = places[a.number]
        _rings(painter, scene, a, at)
        markers.draw_smoke(painter, at, a, angle, px, look)
        markers.draw_aircraft(painter, at, a, tone_of(look, view.sides, a.side), angle, px)
    for a in seen if px >= 24 else ():
        if not a.out:
            markers.draw_tag(painter, places[a.number][0], a, tone_of(look, view.sides, a.side), px, look, altimeter)


def _rings(painter: QPainter, scene: BoardScene, a: SeenAircraft, at: QPointF) -> None:
    """Draw a brass ring for the chosen one, a lighter one for those that may be activated, a red one for possible targets."""
    lights, look, px = scene.lights, scene.look, scene.px
    if a.number in lights.movable or a.number in lights.chosen:
        draw_chosen(painter, at, px * 0.5, look, a.number in lights.chosen)
    if a.number in lights.targets:
        draw_sights(painter, at, px * 0.52, look)


def _sight(painter: QPainter, scene: BoardScene) -> None:
    """A line of sight in ink, broken where something cuts it."""
    line, look, px = scene.lights.line, scene.look, scene.px
    if line is None:
        return
    one, other = scene.camera.to_screen(line.start), scene.camera.to_screen(line.end)
    long = other - one
    length = math.hypot(long.x(), long.y())
    if length < 1:
        return
    unit = long / length
    start, end = one + unit * (px * 0.42), other - unit * (px * 0.5)
    cut = scene.camera.to_screen(line.cuts[0].at) if line.cuts else None
    broken = end
    if cut is not None:
        along = (cut - one).x() * unit.x() + (cut - one).y() * unit.y()
        broken = one + unit * along
    tone = QColor(look.ink if not line.barred and cut is None else look.red)
    painter.setPen(QPen(QColor(look.chart.paper), max(3.4, px * 0.08)))
    painter.drawLine(start, end)
    painter.setPen(QPen(tone, max(1.8, px * 0.04)))
    painter.drawLine(start, broken)
    if cut is not None:
        painter.setPen(QPen(tone, max(1.4, px * 0.03), Qt.PenStyle.DotLine))
        painter.drawLine(broken, end)
        r = px * 0.16
        painter.setPen(QPen(tone, max(2.4, px * 0.06)))
        across = QPointF(-unit.y(), unit.x())
        for sign in (-1, 1):
            painter.drawLine(broken - (unit + across * sign) * r, broken + (unit + across * sign) * r)


def _flashes(painter: QPainter, scene: BoardScene) -> None:
    """Tracer and bursts of the moment."""
    if not scene.film.length:
        return
    px, look = scene.px, scene.look
    for flash in scene.film.flashes:
        if not flash.start <= scene.now < flash.end:
            continue
        share = (scene.now - flash.start) / (flash.end - flash.start)
        one, other = (p * scene.camera.scale + scene.camera.at for p in (flash.one, flash.other))
        if flash.kind == "burst":
            draw_burst(painter, one, share, px * 0.85, look.plain)
            continue
        way = other - one
        tone = QColor("#F2C84B") if not look.plain else QColor("#000000")
        pen = QPen(tone, max(2.0, px * 0.05))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        for i in range(6):
            at = (share * 1.5 - i * 0.11) % 1.0
            if share * 1.5 - i * 0.11 < 0:
                continue
            painter.setPen(QPen(QColor(0, 0, 0, 90), pen.widthF() + 1.6))
            painter.drawLine(one + way * at, one + way * min(1.0, at + 0.07))
            painter.setPen(pen)
            painter.drawLine(one + way * at, one + way * min(1.0, at + 0.07))


def paint_compass(painter: QPainter, room: QRectF, terms: HexTerms, look: Look, scale: float) -> None:
    """North, and where the wind blows to with its force."""
    r = 19 * scale
    at = QPointF(room.right() - r * 1.7, room.bottom() - r * 1.7)
    paper = QColor(look.chart.paper)
    paper.setAlpha(215)
    painter.setPen(QPen(QColor(look.line if not look.plain else look.ink), 1))
    painter.setBrush(paper)
    painter.drawEllipse(at, r * 1.35, r * 1.35)
    ink = QColor(look.ink)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon(QPolygonF([at + QPointF(0, -r * 0.72), at + QPointF(r * 0.2, 0), at + QPointF(-r * 0.2, 0)]))
    painter.setBrush(mix(look.ink, look.chart.paper, 0.6))
    painter.drawPolygon(QPolygonF([at + QPointF(0, r * 0.72), at + QPointF(r * 0.2, 0), at + QPointF(-r * 0.2, 0)]))
    painter.setPen(ink)
    painter.setFont(letters(round(11 * scale), True))
    painter.drawText(QRectF(at.x() - r, at.y() - r * 1.34, 2 * r, r * 0.62), MIDDLE, "N")
    wind = terms.wind
    if wind is None:
        return
    way = ahead(wind.to)
    across = QPointF(-way.y(), way.x())
    tone = QColor(look.chart.slate)
    painter.setPen(QPen(tone, 2.2 * scale))
    for i in range(wind.force):
        base = at + across * (r * 0.4 * (i - (wind.force - 1) / 2))
        painter.drawLine(base - way * r, base + way * r)
        for sign in (-1, 1):
            painter.drawLine(base + way * r, base + way * (r * 0.7) + across * (r * 0.18 * sign))
