"""The ranges of RDF, radio, observers, guns, balloons; and the convoy lanes."""

from __future__ import annotations

import math
from collections.abc import Callable

import shapely
from shapely.geometry import Point as Spotlight

from bob.chart.draft import Draft, stroke, swatch
from bob.chart.labels import NameSpot
from bob.chart.marks import Glyph, Lettering, Path, Point, Ring
from bob.chart.patterns import beads, hatch, rings, strokes
from bob.data.theatre import Lane


def coverage(draft: Draft, angels: int) -> None:
    """Draw the coverage of the chain at a height: Chain Home under a tint, Chain Home Low under ruled lines."""
    t, p, words = draft.theatre, draft.palette, draft.words
    shores = t.land.boundary.buffer(0.2)
    for kind, key in (("chain_home", "home"), ("chain_home_low", "low")):
        seen = shapely.union_all([t.coverage(s, angels) for s in t.of_kind(kind)]).intersection(t.frame)
        if seen.is_empty:
            continue
        edge = strokes(shapely.intersection(seen.boundary, t.frame.buffer(-0.05)).difference(shores))
        tint = draft.style(f"seen-{key}", fill=p.brass, opacity=0.16)
        if kind == "chain_home":
            line = draft.style("edge-home", stroke=p.brass_ink, width=0.45)
            if p.patterns:
                draft.draw("coverage", draft.style("rule-home", stroke=p.ink, width=0.1, stroke_opacity=0.5), hatch(seen, 3.6, 45))
            else:
                draft.fill("coverage", tint, rings(seen))
                draft.tint(seen, tint.opacity)
            sample = swatch(draft.style("sample-home", fill=p.brass, opacity=0.16, stroke=p.brass_ink, width=0.45))
            if p.patterns:
                sample = swatch(draft.style("sample-home", stroke=p.brass_ink, width=0.45))
            draft.legend("rdf", words("map.legend.coverage_home", angels=angels), sample)
        else:
            line = draft.style("edge-low", stroke=p.brass_ink, width=0.34, dash=(1.6, 0.9))
            ruled = draft.style("rule-low", stroke=p.brass_ink, width=0.12, stroke_opacity=0.55)
            draft.draw("coverage", ruled, hatch(seen, 1.15, 0))
            rows: tuple[Ring, ...] = tuple(((-4.5, y), (4.5, y)) for y in (-1.35, 0.0, 1.35))
            box = swatch(draft.style("sample-low", stroke=p.brass_ink, width=0.34, dash=(1.6, 0.9)))
            draft.legend("rdf", words("map.legend.coverage_low", angels=angels), Path(ruled, rows), box)
        draft.draw("coverage", line, tuple(part for part in edge if shapely.LineString(part).length > 4))


def radio(draft: Draft, sector: str | None) -> None:
    """The radio circles of the Sector stations, or of one: HF solid, VHF dashed."""
    t, p, words = draft.theatre, draft.palette, draft.words
    looks = {
        "hf": draft.style("hf", stroke=p.slate, width=0.28, stroke_opacity=0.8),
        "vhf": draft.style("vhf", stroke=p.slate, width=0.28, stroke_opacity=0.8, dash=(2.6, 1.3)),
    }
    for station in t.of_kind("sector_station"):
        if sector is not None and station.name != sector:
            continue
        for fit in ("vhf", "hf"):
            circle = t.radio_circle(station, "hf" if fit == "hf" else "vhf")
            draft.draw("radio", looks[fit], strokes(shapely.intersection(circle.boundary, t.frame)), f"{station.name} {fit.upper()}")
    draft.legend("rdf", words("map.legend.hf", miles=round(t.sensors.radio("hf") * t.across)), stroke(looks["hf"]))
    draft.legend("rdf", words("map.legend.vhf", miles=round(t.sensors.radio("vhf") * t.across)), stroke(looks["vhf"]))


def observers(draft: Draft) -> None:
    """Draw the edge of the Observer Corps' sight, with short teeth to the inside."""
    t, p = draft.theatre, draft.palette
    style = draft.style("observers", stroke=p.slate, width=0.3, dash=(1.1, 0.5, 0.25, 0.5))
    teeth = draft.style("teeth", stroke=p.slate, width=0.22, stroke_opacity=0.8)
    area = t.observer_corps()
    draft.draw("observers", style, strokes(shapely.intersection(area.boundary, t.frame.buffer(-0.05))))
    marks: list[Ring] = []
    inner = t.frame.buffer(-1)
    for ring in rings(area):
        closed = [*ring, ring[0]]
        line = shapely.LineString(closed)
        for i in range(int(line.length / 3.4)):
            a, b = line.interpolate(i * 3.4), line.interpolate(i * 3.4 + 0.2)
            length = math.dist((a.x, a.y), (b.x, b.y)) or 1.0
            nx, ny = -(b.y - a.y) / length, (b.x - a.x) / length
            sign = 1.0 if area.contains(Spotlight(a.x + nx * 0.5, a.y + ny * 0.5)) else -1.0
            if inner.contains(a):
                marks.append(((a.x, a.y), (a.x + sign * nx * 1.1, a.y + sign * ny * 1.1)))
    draft.draw("observers", teeth, tuple(marks))
    ticks: tuple[Ring, ...] = tuple(((x, 0.0), (x, 1.2)) for x in (-3.4, -1.1, 1.1, 3.4))
    draft.legend("rdf", draft.words("map.legend.observers"), stroke(style), Path(teeth, ticks))


def guns(draft: Draft) -> None:
    """Gun areas, hatched the closer the heavier."""
    t, p = draft.theatre, draft.palette
    style = draft.style("guns", stroke=p.red, width=0.17, stroke_opacity=0.8)
    edge = draft.style("guns-edge", stroke=p.red, width=0.26)
    areas = [(s.extra["factor"], s.name, Spotlight(s.x, s.y).buffer(s.extra["radius_miles"], quad_segs=16)) for s in t.of_kind("gun_area")]
    covered: shapely.geometry.base.BaseGeometry = shapely.Polygon()
    for factor, name, shape in sorted(areas, key=lambda a: (-a[0], a[1])):
        rest = shape.intersection(t.frame).difference(covered)
        draft.draw("guns", style, hatch(rest, 3.0 - 0.55 * factor, 45), name)
        draft.draw("guns", edge, strokes(shapely.intersection(shape.boundary, t.frame)))
        covered = covered.union(shape)
    sample: tuple[Ring, ...] = tuple(((x, 2.1), (x + 3.4, -1.3)) for x in (-4.2, -2.9, -1.6, -0.3, 1.0))
    draft.legend("defence", draft.words("map.legend.guns"), Path(style, sample), Path(edge, (_ellipse(4.6, 2.2),), closed=True))


def balloons(draft: Draft) -> None:
    """Balloon barrages as rings of small rings."""
    t, p = draft.theatre, draft.palette
    style = draft.style("balloon", stroke=p.ink, width=0.2, ground=p.paper)
    for place in t.of_kind("balloon_barrage"):
        radius = place.extra["radius_miles"]
        around = max(6, round(2 * math.pi * radius * draft.frame.scale / 1.9))
        circle = rings(Spotlight(place.x, place.y).buffer(radius, quad_segs=16))
        for x, y in (b for ring in circle for b in beads(ring, around)):
            if t.frame.contains(Spotlight(x, y)):
                draft.add("balloons", Glyph(style, "ring", (x, y), 1.05, place.name))
    draft.legend("defence", draft.words("map.legend.balloons"), *(Glyph(style, "ring", at, 1.05) for at in beads(_ellipse(3.2, 1.7), 8)))


def lanes(draft: Draft) -> None:
    """Convoy lanes as long dashes, the two great ones named along the line."""
    t, p, words = draft.theatre, draft.palette, draft.words
    style = draft.style("lane", stroke=p.slate, width=0.55, dash=(3.2, 1.5), stroke_opacity=0.85)
    look = draft.lettering("lane", "italic", 2.0, p.slate, spacing=0.25)
    longest = sorted(t.lanes, key=lambda lane: (-lane.line.length, lane.name))
    for lane in t.lanes:
        course = strokes(shapely.intersection(lane.line, t.frame))
        draft.draw("lanes", style, course, lane.name)
        draft.keep_off(course, 1.3)
    for lane, key in zip(longest[:2], ("coastal", "east") if longest and "CW" in longest[0].name else (), strict=False):
        draft.wish(45.5, "lanes", words(f"map.lane.{key}"), look, _spots_along(draft, lane))
    draft.legend("defence", words("map.legend.lane"), stroke(style))


def _spots_along(draft: Draft, lane: Lane) -> Callable[[Lettering], list[NameSpot]]:
    """Spots along a line, above and below it, turned with it where it is nearly straight."""

    def spots(look: Lettering) -> list[NameSpot]:
        text_miles = 46.0 / draft.frame.scale
        found: list[NameSpot] = []
        steps = int((lane.line.length - text_miles) / 4)
        for i in range(max(0, steps)):
            start = i * 4.0
            pieces = [lane.line.interpolate(start + text_miles * k / 4) for k in range(5)]
            a, middle, b = pieces[0], pieces[2], pieces[4]
            if a.x > b.x:
                a, b = b, a
            turn = math.degrees(math.atan2(b.y - a.y, b.x - a.x))
            chord = shapely.LineString([a, b])
            bow = max(chord.distance(piece) for piece in pieces)
            at: Point = draft.frame.to_paper((middle.x, middle.y))
            nx, ny = -math.sin(math.radians(turn)), math.cos(math.radians(turn))
            for off in (-1.1 - bow * draft.frame.scale, 2.4 + bow * draft.frame.scale):
                found.append(NameSpot((at[0] + nx * off, at[1] + ny * off), "middle", round(turn, 2), bow * 1.5 + abs(turn) / 20))
        return sorted(found, key=lambda s: s.cost)

    return spots


def _ellipse(a: float, b: float) -> Ring:
    return tuple((a * math.cos(2 * math.pi * i / 40), b * math.sin(2 * math.pi * i / 40)) for i in range(40))
