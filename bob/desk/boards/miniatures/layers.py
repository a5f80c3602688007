"""The layers of the cloth, painted from below: country and table edge, strips and arcs, clouds, bases, stands and aircraft, the stick."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient

from bob.chart.coast import Lie
from bob.chart.tones import Look
from bob.desk.base.settings import Settings
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, letters, mix
from bob.desk.boards.miniatures import figures
from bob.desk.boards.miniatures.camera import ClothCamera, cloth_of, heading_way, inched
from bob.desk.boards.shared.aircraft import SideTone, blank_picture, tone_of
from bob.desk.boards.shared.films import Film, Still
from bob.desk.boards.shared.ground import Country, country_of, paint_country
from bob.desk.boards.shared.marks import draw_burst, draw_chosen, draw_sights
from bob.staff.advice.fights.miniatures_lights import MiniatureLights, Stick
from bob.tactical.miniatures.position import NOWHERE, MiniatureAircraft, MiniatureTerms
from bob.tactical.miniatures.rules.geometry import PER
from bob.tactical.miniatures.rules.standing import BOMBING, RANGE
from bob.tactical.miniatures.view import MiniatureTableView

PLATED = 11.5
"""From how many pixels an inch aircraft have their plates."""
RULER = 34
"""The room for the inches beside the cloth, in pixels."""
GRAIN = 2.6
"""The inches of the cloth that are a unit of the country painted on it."""


@dataclass(frozen=True, slots=True)
class ClothScene:
    """The painted scene: a view through a camera in a look, with its lights, at a moment of a film; `aces` are the names of named Aces."""

    view: MiniatureTableView
    camera: ClothCamera
    look: Look
    lights: MiniatureLights
    film: Film
    now: float
    keyed: bool
    aces: Mapping[str, str]
    scale: float
    squadrons: tuple[tuple[int, int, int, str], ...] = ()

    @property
    def px(self) -> float:
        return self.camera.scale

    def tone(self, a: MiniatureAircraft) -> SideTone:
        return tone_of(self.look, self.view.seats, a.side)

    def still(self, a: MiniatureAircraft) -> Still:
        """Return the visible place of an aircraft."""
        found = self.film.still(a.number, self.now) if self.film.length else None
        return found if found is not None else Still(inched(a.at), float(a.heading), float(a.level))

    def screen(self, at: QPointF) -> QPointF:
        return at * self.camera.scale + self.camera.at


# ---- the cloth


def country_under(terms: MiniatureTerms, lie: Lie) -> Country:
    """The country painted on the cloth; its coast keeps clear of ships to be bombed."""
    room = 0.0, 0.0, terms.width / GRAIN, terms.height / GRAIN
    afloat: list[tuple[float, float]] = []
    if terms.strike is not None and lie == Lie():
        afloat = [(spot.x / PER / GRAIN, spot.y / PER / GRAIN) for spot in terms.strike.targets if not terms.strike.strafe]
    return country_of(room, tuple(afloat), f"cloth {terms.width}x{terms.height}", lie)


def cloth(size: QSize, ratio: float, camera: ClothCamera, terms: MiniatureTerms, lie: Lie, look: Look, settings: Settings) -> QPixmap:
    """The painted cloth on its table under the lamp, as a picture."""
    made = QPixmap(round(size.width() * ratio), round(size.height() * ratio))
    made.setDevicePixelRatio(ratio)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    whole = QRectF(0, 0, size.width(), size.height())
    _table_top(painter, whole, look)
    edge = camera.transform().mapRect(cloth_of(terms))
    if not look.plain:
        for i in range(6):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(0, 0, 0, 14))
            painter.drawRoundedRect(edge.adjusted(-i, -i, 3 + 2 * i, 4 + 2 * i), 4, 4)
    painter.save()
    painter.setClipRect(edge)
    painter.setTransform(camera.transform(), True)
    painter.scale(GRAIN, GRAIN)
    inverse, _ = camera.transform().inverted()
    seen = inverse.mapRect(whole).intersected(cloth_of(terms))
    grain = QRectF(seen.topLeft() / GRAIN, seen.size() / GRAIN)
    paint_country(painter, country_under(terms, lie), look, grain.adjusted(-0.1, -0.1, 0.1, 0.1))
    painter.restore()
    painter.save()
    painter.setClipRect(edge)
    if not look.plain:
        _weave(painter, edge, look, camera.scale)
        _lamp(painter, edge, look)
    painter.restore()
    _rim(painter, edge, terms, camera, look, settings)
    painter.end()
    return made


def _table_top(painter: QPainter, whole: QRectF, look: Look) -> None:
    """The wood of the table."""
    if look.plain:
        painter.fillRect(whole, QColor("#FFFFFF"))
        return
    wood = QLinearGradient(whole.topLeft(), whole.bottomRight())
    one, other = ("#7A5A3A", "#5E432A") if not look.dark else ("#2A2018", "#1A1410")
    wood.setColorAt(0, QColor(one))
    wood.setColorAt(1, QColor(other))
    painter.fillRect(whole, wood)
    painter.setPen(QPen(QColor(0, 0, 0, 22), 1))
    y = whole.top()
    i = 0
    while y < whole.bottom():
        painter.drawLine(QPointF(whole.left(), y), QPointF(whole.right(), y + 3 * math.sin(i)))
        y += 5 + 4 * abs(math.sin(i * 1.7))
        i += 1


def _weave(painter: QPainter, edge: QRectF, look: Look, px: float) -> None:
    """The threads of the cloth, barely seen."""
    tone = QColor(0, 0, 0, 10) if not look.dark else QColor(255, 255, 255, 7)
    tile, pen = blank_picture(6, 1.0)
    pen.setPen(QPen(tone, 1))
    pen.drawLine(0, 1, 6, 1)
    pen.drawLine(0, 4, 6, 4)
    pen.drawLine(2, 0, 2, 6)
    pen.end()
    painter.fillRect(edge, QBrush(tile))


def _lamp(painter: QPainter, edge: QRectF, look: Look) -> None:
    """The light of a lamp over the middle, and the dusk at the edges."""
    light = QRadialGradient(edge.center() - QPointF(0, edge.height() * 0.08), max(edge.width(), edge.height()) * 0.66)
    light.setColorAt(0, QColor(255, 236, 190, 34 if not look.dark else 26))
    light.setColorAt(0.55, QColor(255, 236, 190, 0))
    light.setColorAt(1, QColor(20, 14, 6, 70 if not look.dark else 120))
    painter.fillRect(edge, light)


def _rim(painter: QPainter, edge: QRectF, terms: MiniatureTerms, camera: ClothCamera, look: Look, settings: Settings) -> None:
    """The edge of the cloth with a mark at every inch, a figure at every sixth."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ink = QColor(look.ink if not look.dark else look.quiet)
    painter.setPen(QPen(ink, 1.4))
    painter.drawRect(edge)
    tone = QColor("#F3E7C8") if not look.plain else QColor("#000000")
    painter.setPen(QPen(tone, 1))
    painter.setFont(letters(round(max(8.0, min(13 * settings.scale, camera.scale * 0.5)))))
    for way, count in (("x", terms.width), ("y", terms.height)):
        for i in range(count + 1):
            long = 5 if i % 6 == 0 else 2.5
            if way == "x":
                x = edge.left() + i * camera.scale
                painter.drawLine(QPointF(x, edge.top() - long), QPointF(x, edge.top()))
                painter.drawLine(QPointF(x, edge.bottom()), QPointF(x, edge.bottom() + long))
                box = QRectF(x - 20, edge.top() - 19, 40, 14)
            else:
                y = edge.top() + i * camera.scale
                painter.drawLine(QPointF(edge.left() - long, y), QPointF(edge.left(), y))
                painter.drawLine(QPointF(edge.right(), y), QPointF(edge.right() + long, y))
                box = QRectF(edge.left() - 26, y - 8, 20, 16)
            if i % 6 == 0 and (box.top() >= 0 or way == "y"):  # no half figures where the cloth fills the room
                painter.drawText(box, MIDDLE, str(i))


# ---- all that changes


def paint(painter: QPainter, scene: ClothScene) -> None:
    """Paint all the contents and lights of the cloth."""
    _strips(painter, scene)
    _squadrons(painter, scene)
    _aims(painter, scene)
    _arcs(painter, scene)
    _spans(painter, scene)
    _flying(painter, scene)
    _ghost(painter, scene)
    for stick in scene.lights.sticks:
        _stick(painter, scene, stick)
    _flashes(painter, scene)


def _strips(painter: QPainter, scene: ClothScene) -> None:
    """Draw the strips of the placing side, and the edges for a safe departure."""
    view, look = scene.view, scene.look
    strip = scene.lights.strip
    if strip is not None:
        box = QRectF(scene.camera.to_screen(strip.first), scene.camera.to_screen(strip.last))
        tone = QColor(look.brass)
        tone.setAlpha(62)
        painter.setPen(QPen(QColor(look.brass), 1.6, Qt.PenStyle.DashLine))
        painter.setBrush(tone if not look.plain else Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
    edge = scene.camera.transform().mapRect(cloth_of(view.terms))
    for exit in view.terms.exits:
        tone = tone_of(look, view.seats, view.seats.index(exit.seat)).skin
        ends = {
            "north": (edge.topLeft(), edge.topRight()),
            "south": (edge.bottomLeft(), edge.bottomRight()),
            "west": (edge.topLeft(), edge.bottomLeft()),
            "east": (edge.topRight(), edge.bottomRight()),
        }
        one, other = ends[exit.edge]
        painter.setPen(QPen(tone, 4, Qt.PenStyle.DashLine))
        painter.drawLine(one, other)
        out = heading_way({"north": 0, "east": 90, "south": 180, "west": 270}[exit.edge])
        across = QPointF(-out.y(), out.x())
        for i in range(1, 6):
            at = one + (other - one) * (i / 6) - out * 12
            painter.setPen(QPen(tone, 3))
            for sign in (-1, 1):
                painter.drawLine(at + out * 9, at + across * (7 * sign))


def _long(text: str, chits: int, scale: float) -> float:
    """Return the width of a squadron's line with its Boom chits."""
    return QFontMetricsF(letters(round(12.5 * scale), True)).horizontalAdvance(text) + 16 + (chits * 2.1 + 1) * 8 * scale


def _squadrons(painter: QPainter, scene: ClothScene) -> None:
    """Each side's squadrons with their Boom chits, and how many more they bear: beside the cloth, at its edge where there is no room."""
    view, look, scale = scene.view, scene.look, scene.scale
    edge, room = scene.camera.transform().mapRect(cloth_of(view.terms)), scene.camera.room
    ruler, least = RULER * scale, min(scale, 1.0)
    aside = min(edge.left() - ruler - room.left(), room.right() - edge.right() - 6)
    while scale > least and any(_long(text, chits, scale) > aside for _, _, chits, text in scene.squadrons):
        scale = max(least, scale - 0.1)
    high, r = 21 * scale, 8 * scale
    for side in (0, 1):
        y = edge.top() + 5 if view.terms.forces[side].edge in ("north", "west") else edge.bottom() - 5
        way = 1 if y < edge.center().y() else -1
        for _, _, chits, text in [found for found in scene.squadrons if found[0] == side]:
            wide = _long(text, chits, scale)
            if view.terms.forces[side].edge in ("south", "east"):
                left = edge.right() + 6 if edge.right() + 6 + wide < room.right() else edge.right() - wide - 6
            else:
                left = edge.left() - ruler - wide if edge.left() - ruler - wide > room.left() else edge.left() + 6
            box = QRectF(left, y if way > 0 else y - high, wide, high)
            paper = QColor(look.chart.paper)
            paper.setAlpha(225 if not look.plain else 255)
            painter.setPen(QPen(written_in(look, view.seats, side), 1.4))
            painter.setBrush(paper)
            painter.drawRoundedRect(box, 4, 4)
            painter.setFont(letters(round(12.5 * scale), True))
            painter.setPen(written_in(look, view.seats, side) if not look.plain else QColor(look.ink))
            painter.drawText(box.adjusted(8, 0, 0, 0), LEFT | BASE, text)
            for i in range(chits):
                at = QPointF(box.right() - r * 1.3 - i * r * 2.1, box.center().y())
                figures.draw_boom(painter, at, r, look)
            y += way * (high + 3)


def _aims(painter: QPainter, scene: ClothScene) -> None:
    strike = scene.view.terms.strike
    for i, target in enumerate(strike.targets if strike is not None else ()):
        reach = BOMBING / PER * scene.px
        figures.draw_target(painter, scene.camera.to_screen(target.spot), scene.px, reach, i + 1, scene.look)


def _wedge(at: QPointF, heading: float, middle: float, wide: float, reach: float) -> QPainterPath:
    """A part of a circle about a heading."""
    path = QPainterPath(at)
    start = 90 - (heading + middle) + wide / 2
    path.arcTo(QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach), start, -wide)
    path.closeSubpath()
    return path


def _arcs(painter: QPainter, scene: ClothScene) -> None:
    """The arcs and the nine inches of an aircraft looked at, or of the ghost: the front as a warm light, where weapons bear hatched."""
    lights, look = scene.lights, scene.look
    if lights.arcs_of < 0:
        return
    a = scene.view.aircraft[lights.arcs_of]
    ghost = lights.ghost
    if ghost is not None and ghost.number == a.number:
        at, heading = scene.camera.to_screen(ghost.at), float(ghost.heading)
    else:
        still = scene.still(a)
        at, heading = scene.screen(still.at), still.angle
    reach = RANGE / PER * scene.px
    if a.firepower:
        front = _wedge(at, heading, 0, 90, reach)
        glow = QRadialGradient(at, reach)
        warm = QColor("#F0B44C")
        warm.setAlpha(120 if not look.dark else 70)
        glow.setColorAt(0, warm)
        warm.setAlpha(46 if not look.dark else 26)
        glow.setColorAt(1, warm)
        painter.setPen(QPen(QColor(look.chart.brass_ink), 1.2))
        painter.setBrush(glow if not look.plain else QBrush(QColor("#000000"), Qt.BrushStyle.Dense7Pattern))
        painter.drawPath(front)
    bearing = {"front": 0, "right": 90, "rear": 180, "left": 270}
    for side in sorted({arc for i, weapon in enumerate(a.type.weapons) if a.firepower_of(i) for arc in weapon.arcs}):
        painter.setPen(QPen(QColor(look.red), 1.0, Qt.PenStyle.DotLine))
        hatch = QColor(look.red)
        hatch.setAlpha(90)
        painter.setBrush(QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        painter.drawPath(_wedge(at, heading, bearing[side], 90, reach * 0.999))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    line = QColor(look.ink)
    line.setAlpha(110)
    painter.setPen(QPen(line, 1, Qt.PenStyle.DashLine))
    painter.drawEllipse(at, reach, reach)
    for way in (45, 135, 225, 315):
        painter.drawLine(at + heading_way(heading + way) * (scene.px * 0.8), at + heading_way(heading + way) * reach)


def _spans(painter: QPainter, scene: ClothScene) -> None:
    """Draw the reach of the active aircraft: a rule straight ahead from the least to the most."""
    span, look = scene.lights.span, scene.look
    if span is None:
        return
    a = scene.view.aircraft[span.number]
    at, way = scene.camera.to_screen(a.at), heading_way(a.heading)
    across = QPointF(-way.y(), way.x())
    px = scene.px / PER
    start, end = at + way * (span.least * px), at + way * (span.most * px)
    painter.setPen(QPen(QColor(look.chart.paper), max(5.0, scene.px * 0.3)))
    painter.drawLine(start, end)
    painter.setPen(QPen(QColor(look.brass if not look.plain else look.ink), max(3.0, scene.px * 0.2)))
    painter.drawLine(start, end)
    painter.setPen(QPen(QColor(look.ink), 1.2))
    for part in range(-(-span.least // PER), span.most // PER + 1):
        mark = at + way * (part * PER * px)
        painter.drawLine(mark - across * (scene.px * 0.16), mark + across * (scene.px * 0.16))
    painter.setPen(QPen(QColor(look.ink), 1.0, Qt.PenStyle.DotLine))
    painter.drawLine(at, start)


def _flying(painter: QPainter, scene: ClothScene) -> None:
    view, look, px = scene.view, scene.look, scene.px
    seen = [a for a in view.aircraft if not a.out and a.at != NOWHERE]
    seen += [a for a in view.aircraft if a.out and scene.film.length and scene.now < scene.film.gone.get(a.number, 0)]
    stills = {a.number: scene.still(a) for a in seen}
    spots = {number: scene.screen(still.at) for number, still in stills.items()}
    lights = scene.lights
    for a in seen:
        _rings(painter, scene, a, spots[a.number])
        figures.draw_base(painter, spots[a.number], a, stills[a.number].angle, px, scene.tone(a), look)
    for i, cloud in enumerate(view.clouds):
        figures.draw_miniature_cloud(painter, scene.camera.to_screen(cloud), px, look, i)
    if lights.cloud is not None:
        painter.setOpacity(0.7)
        figures.draw_miniature_cloud(painter, scene.camera.to_screen(lights.cloud), px, look, len(view.clouds))
        painter.setOpacity(1.0)
    for a in seen:
        still = stills[a.number]
        figures.draw_shade(painter, spots[a.number], a, still.angle, px, figures.height_of(still.level))
    for a in sorted(seen, key=lambda a: (stills[a.number].level, spots[a.number].y())):
        still, spot = stills[a.number], spots[a.number]
        height = figures.height_of(still.level)
        figures.draw_stand(painter, spot, height, px, look)
        figures.draw_miniature(painter, spot - QPointF(0, height * px), a, still.angle, still.level, px, scene.tone(a))
    if px >= PLATED:
        _plates(painter, scene, [a for a in seen if not a.out], spots)


def _plates(painter: QPainter, scene: ClothScene, seen: list[MiniatureAircraft], spots: Mapping[int, QPointF]) -> None:
    """A plate for each aircraft, at the side of its base where it hides least."""
    px, reach = scene.px, scene.px * 1.15
    taken = [QRectF(spot.x() - px * 0.9, spot.y() - px * 1.2, px * 1.8, px * 1.9) for spot in spots.values()]
    for a in sorted(seen, key=lambda a: (a.number not in scene.lights.chosen, a.number)):
        spot = spots[a.number]
        wide, high = figures.plate_size(a, px, scene.scale)
        ways = [(0.0, reach + high / 2), (0.0, -reach - high), (wide / 2 + reach, 0.0), (-wide / 2 - reach, 0.0)]
        ways += [(x, y) for x in (wide / 2 + reach * 0.5, -wide / 2 - reach * 0.5) for y in (reach, -reach)]
        boxes = [QRectF(spot.x() + x - wide / 2, spot.y() + y - high / 2, wide, high) for x, y in ways]
        best = min(range(len(boxes)), key=lambda i: (round(_hidden(boxes[i], taken)), i))
        taken.append(boxes[best])
        figures.draw_plate(painter, boxes[best], a, scene.tone(a), scene.look)
        ace = scene.aces.get(a.ace, "")
        if ace:
            below = boxes[best].bottom() if boxes[best].center().y() >= spot.y() else boxes[best].top() - high
            figures.draw_name(painter, QPointF(boxes[best].center().x(), below + high * 0.55), ace, high, scene.look)


def _hidden(box: QRectF, taken: list[QRectF]) -> float:
    """Return the area of these boxes that a box would hide."""
    common = [box.intersected(other) for other in taken]
    return sum(part.width() * part.height() for part in common)


def _rings(painter: QPainter, scene: ClothScene, a: MiniatureAircraft, at: QPointF) -> None:
    """Draw a brass ring for the chosen one, a lighter one for those that may be activated; red arcs for possible targets, wedges at a
    tail."""
    lights, look, px = scene.lights, scene.look, scene.px
    r = px * 1.25
    if a.number in lights.movable or a.number in lights.chosen:
        draw_chosen(painter, at, r, look, a.number in lights.chosen)
    if a.number in lights.targets:
        draw_sights(painter, at, r, look)
    if a.number in lights.tails:
        back = heading_way(scene.still(a).angle + 180)
        _sign(painter, at + back * (r * 1.4), "↓", look.red, scene)
    if a.number in lights.menaced_by:
        _sign(painter, at - QPointF(0, r * 1.4), "!", look.red, scene)


def _sign(painter: QPainter, at: QPointF, text: str, tone: str, scene: ClothScene) -> None:
    r = max(8.0, scene.px * 0.36)
    painter.setPen(QPen(QColor(scene.look.chart.paper), 1.4))
    painter.setBrush(QColor(tone))
    painter.drawEllipse(at, r, r)
    painter.setPen(QColor(scene.look.chart.paper if not scene.look.dark else "#14110A"))
    painter.setFont(letters(round(r * 1.5), True))
    painter.drawText(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r), MIDDLE, text)


def _ghost(painter: QPainter, scene: ClothScene) -> None:
    """The ghost of the move on tracing paper, with the way that it would fly."""
    ghost, look, px = scene.lights.ghost, scene.look, scene.px
    if ghost is None:
        return
    a = scene.view.aircraft[ghost.number]
    tone = scene.tone(a)
    bad = ghost.out and ghost.out != "safe"
    ink = QColor(look.red if bad else look.chart.brass_ink)
    for start, end in ghost.ways:
        one, other = scene.camera.to_screen(start), scene.camera.to_screen(end)
        painter.setPen(QPen(QColor(look.chart.paper), max(3.4, px * 0.14)))
        painter.drawLine(one, other)
        painter.setPen(QPen(ink, max(2.0, px * 0.08), Qt.PenStyle.DashLine))
        painter.drawLine(one, other)
    at = scene.camera.to_screen(ghost.at)
    paper = QColor(look.chart.paper)
    paper.setAlpha(110)
    painter.setPen(QPen(ink, 1.2, Qt.PenStyle.DashLine))
    painter.setBrush(paper)
    painter.drawEllipse(at, px * 1.3, px * 1.3)
    figures.draw_miniature(painter, at, a, ghost.heading, ghost.level, px, tone, ghost=True)
    nose = heading_way(ghost.heading)
    painter.setPen(QPen(ink, max(2.0, px * 0.07)))
    painter.drawLine(at + nose * (px * 1.1), at + nose * (px * 1.9))
    figures.draw_level(painter, at + heading_way(ghost.heading + 115) * (px * 1.25), ghost.level, max(6.5, px * 0.27), look)
    if bad:
        r = px * 0.8
        painter.setPen(QPen(QColor(look.red), max(3.0, px * 0.16)))
        painter.drawLine(at - QPointF(r, r), at + QPointF(r, r))
        painter.drawLine(at - QPointF(-r, r), at + QPointF(-r, r))


def _stick(painter: QPainter, scene: ClothScene, stick: Stick) -> None:
    """A stick of wood with brass ends and a mark at every inch, or a bare line of sight; broken where a cloud cuts it."""
    look, px = scene.look, scene.px
    one, other = scene.camera.to_screen(stick.start), scene.camera.to_screen(stick.end)
    long = other - one
    length = math.hypot(long.x(), long.y())
    if length < 2:
        return
    way = long / length
    across = QPointF(-way.y(), way.x())
    barred = stick.barred or bool(stick.cuts)
    if stick.bare:
        tone = QColor(look.red if barred else look.ink)
        painter.setPen(QPen(QColor(look.chart.paper), max(3.4, px * 0.14)))
        painter.drawLine(one, other)
        painter.setPen(QPen(tone, max(1.8, px * 0.07), Qt.PenStyle.DashLine if barred else Qt.PenStyle.SolidLine))
        painter.drawLine(one, other)
    else:
        wide = max(5.0, px * 0.22)
        painter.save()
        painter.translate(one)
        painter.rotate(math.degrees(math.atan2(long.y(), long.x())))
        body = QRectF(0, -wide / 2, length, wide)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(0, 0, 0, 60))
        painter.drawRect(body.translated(2, 3))
        painter.setPen(QPen(QColor("#4A3317") if not look.plain else QColor("#000000"), 1))
        painter.setBrush(QColor("#D8B377") if not look.plain else QColor("#FFFFFF"))
        painter.drawRect(body)
        painter.setBrush(QColor(look.brass))
        cap = min(px * 0.3, length / 4)
        painter.drawRect(QRectF(0, -wide / 2, cap, wide))
        painter.drawRect(QRectF(length - cap, -wide / 2, cap, wide))
        i = 1
        while i * px < length:
            painter.drawLine(QPointF(i * px, -wide / 2), QPointF(i * px, wide / 2 if i % 3 == 0 else 0))
            i += 1
        painter.restore()
        _measure(painter, scene, stick, one + long / 2 + across * (wide + 12 * scene.scale))
    for cloud in stick.cuts:
        at = scene.camera.to_screen(cloud)
        along = (at - one).x() * way.x() + (at - one).y() * way.y()
        spot = one + way * min(length, max(0.0, along))
        r = max(7.0, px * 0.4)
        painter.setPen(QPen(QColor(look.red), max(2.6, px * 0.12)))
        for sign in (-1, 1):
            painter.drawLine(spot - (way + across * sign) * r, spot + (way + across * sign) * r)


def _measure(painter: QPainter, scene: ClothScene, stick: Stick, at: QPointF) -> None:
    length = math.hypot(stick.end.x - stick.start.x, stick.end.y - stick.start.y) / PER
    text = f"{length:.1f}″"
    painter.setFont(letters(round(14 * scene.scale), True))
    wide = painter.fontMetrics().horizontalAdvance(text) + 12
    box = QRectF(at.x() - wide / 2, at.y() - 11 * scene.scale, wide, 22 * scene.scale)
    painter.setPen(QPen(QColor(scene.look.line), 1))
    painter.setBrush(QColor(scene.look.chart.paper))
    painter.drawRoundedRect(box, 4, 4)
    painter.setPen(QColor(scene.look.ink))
    painter.drawText(box, MIDDLE, text)


def _flashes(painter: QPainter, scene: ClothScene) -> None:
    """Tracer and bursts of the moment."""
    px, look = scene.px, scene.look
    for flash in scene.film.flashes:
        if not (scene.film.length and flash.start <= scene.now < flash.end):
            continue
        share = (scene.now - flash.start) / (flash.end - flash.start)
        one, other = scene.screen(flash.one), scene.screen(flash.other)
        if flash.kind == "burst":
            draw_burst(painter, one, share, px * 2.4, look.plain)
            continue
        way = other - one
        tone = QColor("#F2C84B") if not look.plain else QColor("#000000")
        for i in range(7):
            part = share * 1.5 - i * 0.1
            if not 0 <= part < 1:
                continue
            for dress, wide in ((QColor(0, 0, 0, 90), 1.6), (tone, 0.0)):
                pen = QPen(dress, max(2.0, px * 0.1) + wide)
                pen.setCapStyle(Qt.PenCapStyle.RoundCap)
                painter.setPen(pen)
                painter.drawLine(one + way * part, one + way * min(1.0, part + 0.06))


def written_in(look: Look, seats: tuple[str, ...], side: int) -> QColor:
    """The tone in which a side is written."""
    return mix(tone_of(look, seats, side).skin.name(), look.ink, 0.15)
