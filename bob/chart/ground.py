"""The ground of a chart: sea, land, coast, borders, towns, weather zones, Sectors, hexes and degrees."""

from __future__ import annotations

import math
from collections.abc import Callable

import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from bob.chart.draft import Draft, stroke, swatch
from bob.chart.labels import NameSpot
from bob.chart.marks import Dots, Glyph, Lettering, Path, Point, Ring
from bob.chart.patterns import rings, smooth, stipple, strokes
from bob.core import hexes
from bob.core.text import plain
from bob.data.theatre import SEA_ZONES, Area
from bob.words import Words


def base(draft: Draft) -> None:
    """Sea and land, always drawn."""
    t, p = draft.theatre, draft.palette
    draft.fill("base", draft.style("sea", fill=p.sea), rings(t.frame))
    for n, (miles, strength) in enumerate(((1.3, 0.75), (2.8, 0.5), (4.6, 0.3))):
        edge = strokes(t.land.buffer(miles, quad_segs=6).boundary.intersection(t.frame))
        style = draft.style(f"water-{n}", stroke=p.water, width=0.14, stroke_opacity=strength)
        draft.draw("base", style, edge)
    draft.fill("base", draft.style("land", fill=p.land), rings(t.british_land.intersection(t.frame)))
    draft.fill("base", draft.style("far", fill=p.far), rings(t.far_land.intersection(t.frame)))
    if p.patterns:
        far_dots = draft.style("far-dots", stroke=p.ink, width=0.2, stroke_opacity=0.7)
        draft.dots("base", far_dots, stipple(t.far_land.intersection(t.frame), 1.7, 0.0))
    shore = draft.style("land-sample", fill=p.land, stroke=p.coast, width=0.28)
    far = draft.style("far-sample", fill=p.far, stroke=p.coast, width=0.28)
    draft.legend("land", draft.words("map.legend.england"), swatch(shore))
    dots = [Dots(draft.style("far-dots", stroke=p.ink, width=0.2, stroke_opacity=0.7), _grid_dots(1.2))] if p.patterns else []
    draft.legend("land", draft.words("map.legend.far"), swatch(far), *dots)


def coast(draft: Draft) -> None:
    """The coastline, borders, rivers, built-up areas, and the names of seas and countries."""
    t, p, words = draft.theatre, draft.palette, draft.words
    inner = t.land.intersection(t.frame)
    built = draft.style("built", stroke=p.quiet, width=0.34, stroke_opacity=0.8)
    for node in draft.data.tables("built"):
        ring = [draft.plane(*_pair(point)) for point in node.list_of("ring", list)]
        draft.dots("coast", built, stipple(Polygon(ring).intersection(inner), 0.82))
        at = node.maybe("at", list)
        if at is not None:
            big = draft.lettering("capital", "bold", 3.6, p.ink, spacing=0.55)
            draft.wish(3, "coast", town_called(draft.words, node.text("name")), big, _spots_near(draft, draft.plane(*_pair(at))))
    river = draft.style("river", stroke=p.water, width=0.2 if p.patterns else 0.3)
    for node in draft.data.tables("river"):
        course = shapely.intersection(LineString(smooth([draft.plane(*_pair(point)) for point in node.list_of("course", list)])), inner)
        draft.draw("coast", river, strokes(course), node.text("name"))
    shores = strokes(shapely.intersection(t.land.boundary, t.frame))
    borders = strokes(_borders(draft).intersection(t.frame))
    border = draft.style("border", stroke=p.quiet, width=0.22, dash=(2.4, 0.9, 0.4, 0.9), stroke_opacity=0.85)
    draft.draw("coast", border, borders)
    draft.draw("coast", draft.style("coast", stroke=p.coast, width=0.34), shores)
    draft.keep_off(shores, 1.9)
    draft.keep_off(borders, 0.5)
    for node in draft.data.tables("water"):
        a, b, c = (draft.plane(*_pair(point)) for point in node.list_of("course", list))
        size = node.number("size", 1, 20)
        look = draft.lettering(f"water-{size:g}".replace(".", "-"), "italic", size, p.slate, opacity=0.92)
        draft.wish_spread(1, "coast", words("map.water." + node.text("name")), look, (a, b, c), _shifts(6, 1.0))
    for node in draft.data.tables("country"):
        a, b, c = (draft.plane(*_pair(point)) for point in node.list_of("course", list))
        size = node.number("size", 1, 20)
        look = draft.lettering(f"country-{size:g}".replace(".", "-"), "regular", size, p.quiet, opacity=0.72)
        draft.wish_spread(35, "coast", words("map.country." + node.text("name")), look, (a, b, c), _shifts(16, 1.5))
    draft.legend("land", words("map.legend.built"), Dots(built, _grid_dots(0.95)))
    draft.legend("land", words("map.legend.border"), stroke(border))


def town_called(words: Words, name: str) -> str:
    """A town as the language of the map letters it."""
    key = f"map.town.{plain(name).replace(' ', '_')}"
    return words(key) if words.has(key) else name


def towns(draft: Draft) -> None:
    """Towns of the theatre and towns for the eye, by how great they are."""
    p = draft.palette
    ranks: dict[str, int] = {}
    table = draft.data.table("rank")
    for rank in (1, 3):
        ranks.update(dict.fromkeys(table.list_of(str(rank), str), rank))
    known = [place for place in draft.theatre.of_kind("town") if draft.visible(place)]
    found: list[tuple[int, str, Point]] = [(ranks.get(place.name, 2), place.name, (place.x, place.y)) for place in known]
    more = draft.data.table("towns")
    for rank in (1, 2, 3):
        found += [(rank, str(name), draft.plane(float(la), float(lo))) for name, la, lo in more.list_of(str(rank), list)]
    style = draft.style("town", fill=p.ink, stroke=p.ink, width=0.19, ground=p.paper)
    looks = {
        1: (draft.lettering("city", "semibold", 2.75, p.ink), "city", 1.9, 25),
        2: (draft.lettering("town", "regular", 2.3, p.ink), "town", 1.45, 40),
        3: (draft.lettering("small", "regular", 1.95, p.ink), "town", 1.1, 62),
    }
    for rank, name, at in sorted(found):
        look, shape, size, priority = looks[rank]
        if not draft.inside(at):
            continue
        draft.symbol(priority, "towns", style, shape, at, size, town_called(draft.words, name), look, move=1.2)
    draft.legend("land", draft.words("map.legend.city"), Glyph(style, "city", (0, 0), 1.9))
    draft.legend("land", draft.words("map.legend.town"), Glyph(style, "town", (0, 0), 1.45))


def zones(draft: Draft) -> None:
    """Weather zones: dotted lines and names."""
    t, p, words = draft.theatre, draft.palette, draft.words
    style = draft.style("zone", stroke=p.slate, width=0.5, dash=(0.0, 1.25))
    edges = strokes(_shared(draft, t.zones))
    draft.draw("zones", style, edges)
    draft.keep_off(edges, 0.4)
    look = draft.lettering("zone", "italic", 2.35, p.slate, spacing=0.75)
    for zone in t.zones:
        if zone.code in SEA_ZONES and "coast" in draft.shown:
            continue
        draft.wish(22, "zones", words(f"map.zone.{zone.code}").upper(), look, _spots_within(draft, zone.shape.intersection(t.frame), -0.18))
    draft.legend("lines", words("map.legend.zone"), stroke(style))


def sectors(draft: Draft) -> None:
    """Sector boundaries in thin red, with the Sector's name and letter."""
    t, p, words = draft.theatre, draft.palette, draft.words
    style = draft.style("sector", stroke=p.red, width=0.36, stroke_opacity=0.9, dash=(4.2, 0.9) if p.patterns else ())
    edges = strokes(_shared(draft, t.sectors))
    draft.draw("sectors", style, edges)
    draft.keep_off(edges, 0.9)
    for area in t.sectors:
        letter = area.extra.get("letter")
        name = f"{area.name.upper()} · {letter}" if letter else area.name.upper()
        look = draft.lettering("sector", "semibold", 2.6, p.red, spacing=1.15, opacity=0.95)
        draft.wish(15, "sectors", name, look, _spots_within(draft, area.shape.intersection(t.frame), 0.12))
    draft.legend("lines", words("map.legend.sector"), stroke(style))


def grid(draft: Draft) -> None:
    """The hexes, as faint lines."""
    t, p = draft.theatre, draft.palette
    style = draft.style("hex", stroke=p.ink, width=0.1, stroke_opacity=p.grid)
    zigzags: list[Ring] = []
    flats: list[Ring] = []
    for column in range(t.columns):
        left: list[Point] = []
        right: list[Point] = []
        for row in range(t.rows):
            c = t.outline(hexes.at_offset(column, row))
            left += [c[4], c[3]]
            right += [c[5], c[0]]
            flats.append((c[4], c[5]))
        c = t.outline(hexes.at_offset(column, t.rows - 1))
        flats.append((c[2], c[1]))
        zigzags.append((*left, c[2]))
        if column == t.columns - 1:
            zigzags.append((*right, c[1]))
    draft.draw("hexes", style, (*zigzags, *flats))
    sample = draft.style("hex-sample", stroke=p.ink, width=0.14, stroke_opacity=min(1.0, p.grid * 3.2))
    cells = [tuple(hexes.corners(x, y, 2.6)) for x, y in ((-2.25, -0.65), (0, 0.65), (2.25, -0.65))]
    draft.legend("lines", draft.words("map.legend.hex"), Path(sample, tuple(cells), closed=True))


def graticule(draft: Draft) -> None:
    """Small crosses where whole degrees meet; the border carries the figures."""
    t, p = draft.theatre, draft.palette
    style = draft.style("degree", stroke=p.ink, width=0.2, stroke_opacity=0.75)
    arm = 2.1 / draft.frame.scale
    marks: list[Ring] = []
    for latitude in range(46, 56):
        for longitude in range(-6, 7):
            x, y = draft.plane(latitude, longitude)
            if not (t.west + arm < x < t.east - arm and t.north + arm < y < t.south - arm):
                continue
            turn = math.radians(t.projection.north(x, y))
            dx, dy = arm * math.sin(turn), -arm * math.cos(turn)
            marks += [((x - dx, y - dy), (x + dx, y + dy)), ((x + dy, y - dx), (x - dy, y + dx))]
            draft.keep_off(marks[-2:], 3.1)
    draft.draw("graticule", style, tuple(marks))
    draft.legend("lines", draft.words("map.legend.graticule"), Path(style, (((-2.1, 0), (2.1, 0)), ((0, -2.1), (0, 2.1)))))


# ---- helpers


def _shifts(count: int, step: float) -> list[Point]:
    """Moves on paper, the smallest first."""
    moves = [(x * step, y * step) for x in range(-count, count + 1) for y in range(-count, count + 1)]
    return sorted(moves, key=lambda d: (math.hypot(*d), d))


def _pair(value: list[object]) -> tuple[float, float]:
    latitude, longitude = value
    return float(str(latitude)), float(str(longitude))


def _spots_near(draft: Draft, at: Point) -> Callable[[Lettering], list[NameSpot]]:
    """Spots over a point, the nearest first."""
    x, y = draft.frame.to_paper(at)

    def spots(look: Lettering) -> list[NameSpot]:
        drop = 0.35 * look.size
        return [
            NameSpot((x + dx, y + dy + drop), "middle", 0.0, math.hypot(dx, dy) / 3)
            for dx, dy in ((i * 1.2, j * 1.0) for i in range(-16, 17) for j in range(-16, 17))
        ]

    return spots


def _spots_within(draft: Draft, shape: BaseGeometry, lean: float) -> Callable[[Lettering], list[NameSpot]]:
    """Spots over a shape, best near its middle; `lean` moves the best place up (negative) or down by that share of its height."""

    def spots(look: Lettering) -> list[NameSpot]:
        west, north, east, south = shape.bounds
        middle = shape.representative_point() if not shape.contains(shape.centroid) else shape.centroid
        cx, cy = float(middle.x), float(middle.y) + lean * (south - north)
        step = max(1.6, math.sqrt(shape.area) / 26)
        xs: list[float] = []
        ys: list[float] = []
        for i in range(int((east - west) / step) + 1):
            for j in range(int((south - north) / step) + 1):
                xs.append(west + i * step)
                ys.append(north + j * step)
        shapely.prepare(shape)
        inside = shapely.contains_xy(shape, xs, ys)
        found: list[NameSpot] = []
        for x, y, hit in zip(xs, ys, inside, strict=True):
            if hit:
                px, py = draft.frame.to_paper((x, y))
                found.append(NameSpot((px, py + 0.35 * look.size), "middle", 0.0, math.hypot((x - cx) * 0.7, y - cy) / 14))
        found.sort(key=lambda s: s.cost)
        return found[:420]

    return spots


def _borders(draft: Draft) -> BaseGeometry:
    """The lines between countries, over land."""
    t = draft.theatre
    lines: list[BaseGeometry] = [country.shape.boundary for country in t.countries]
    inland = t.land.buffer(-0.4)
    shared = [a.intersection(b) for i, a in enumerate(lines) for b in lines[i + 1 :]]
    return shapely.union_all(shared).intersection(inland)


def _shared(draft: Draft, areas: list[Area]) -> BaseGeometry:
    """The boundaries of areas, each line once, without those that only follow the far shore or the frame."""
    t = draft.theatre
    lines = shapely.union_all([area.shape.boundary for area in areas])
    shore = shapely.union_all([t.far_land.boundary, t.frame.boundary]).buffer(0.15)
    return lines.difference(shore)


def _grid_dots(gap: float) -> tuple[Point, ...]:
    """Dots over a sample of the legend."""
    return tuple(
        (-4.2 + i * gap + (gap / 2 if j % 2 else 0), -1.9 + j * gap * 0.85)
        for j in range(int(3.8 / (gap * 0.85)) + 1)
        for i in range(int(8.4 / gap))
    )
