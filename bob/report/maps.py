"""The map of a report: the chart of the theatre, cut to where things happened, with raids, plots and squadrons drawn on it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from bob.chart import chart
from bob.chart.marks import ChartPage, Dots, Frame, Glyph, Layer, Lettering, Letters, Mark, Path, Point, Style, TextMark
from bob.chart.palette import BY_NAME, Palette
from bob.core.hexes import Hex, from_label
from bob.core.text import capital
from bob.data.theatre import Theatre
from bob.day.state.world import world
from bob.day.telling.period_names import raid_called
from bob.day.telling.plot_figures import height_text, strength_text
from bob.report.story import CombatAccount, RaidStory, Story
from bob.words import LANGUAGES, Words

LAYERS = ("coast", "sectors", "towns", "airfields")
CLOCK = {
    "table": {"red": "#C0392B", "yellow": "#C79A12", "blue": "#2F6EA5"},
    "night": {"red": "#E2665A", "yellow": "#EBC656", "blue": "#6FA8DC"},
}
"""The colours of the Sector clock's segments, on a light and on a dark ground."""
EYES = {
    "truth": ("raids", "squadrons", "combats"),
    "raf": ("plots", "squadrons", "combats"),
    "luftwaffe": ("planned", "raids", "combats"),
    "all": ("planned", "raids", "plots", "squadrons", "combats"),
}
"""The layers of the map in each view."""
WIDE, HIGH = 178.0, 128.0
"""The map on paper, in millimetres."""
_MARGIN = 14.0
_LEAST = 95.0
"""Miles that are shown at least, from west to east."""


def sheet(tale: Story, theatre: Theatre, words: Words, palette: str = "table", layers: Iterable[str] | None = None) -> ChartPage:
    """Return the map of a story as a chart of its own. `layers` limits the drawing to some of: planned, raids, plots, squadrons,
    combats."""
    whole = _wall_chart(theatre, words.language, palette)
    frame = _frame(tale, theatre)
    factor = min(1.0, frame.scale / whole.frame.scale)
    shrink = _Shrink(factor)
    seen = _Seen(frame)
    ground = tuple(
        Layer(
            layer.name,
            layer.title,
            tuple(shrink.mark(m) for m in layer.marks if seen.mark(m)),
            tuple(n for n in map(shrink.name, layer.names) if seen.name(n)),
        )
        for layer in whole.layers
    )
    drawn = Draughtsman(tale, theatre, words, BY_NAME[palette], 1 / frame.scale).layers()
    kept = tuple(layer for layer in drawn if layers is None or layer.name in layers)
    return ChartPage(words("report.map"), words.language, frame.width, frame.height, whole.paper, frame, (*ground, *kept), ())


def land_ready(theatre: Theatre) -> None:
    """Draw the land of sheets beforehand, in each language: it takes a second, once."""
    for language in LANGUAGES:
        _wall_chart(theatre, language, "table")


@lru_cache(maxsize=4)
def _wall_chart(theatre: Theatre, language: str, palette: str) -> ChartPage:
    return chart(theatre, Words(language), layers=LAYERS, palette=palette)


def _frame(tale: Story, theatre: Theatre) -> Frame:
    """The part of the map where things happened, in the shape of the paper."""
    spots = [spot.hex for raid in tale.raids for spot in raid.path]
    spots += [plot.hex for track in tale.tracks for plot in track.plots]
    spots += [spot.hex for s in tale.squadrons for sortie in s.sorties for spot in sortie]
    spots += [from_label(c.hex) for c in tale.combats]
    if not spots:
        spots = [theatre.find(name).near for name in ("Kenley", "Cap Gris-Nez")]
    xs, ys = zip(*(theatre.middle(h) for h in spots), strict=True)
    west, east, north, south = min(xs) - _MARGIN, max(xs) + _MARGIN, min(ys) - _MARGIN, max(ys) + _MARGIN
    wide = max(east - west, (south - north) * WIDE / HIGH, _LEAST)
    wide = min(wide, theatre.east - theatre.west, (theatre.south - theatre.north) * WIDE / HIGH)
    high = wide * HIGH / WIDE
    left = min(max((west + east - wide) / 2, theatre.west), theatre.east - wide)
    top = min(max((north + south - high) / 2, theatre.north), theatre.south - high)
    return Frame(left, top, 0.0, 0.0, WIDE, HIGH, WIDE / wide)


def raid_name(raid: RaidStory, words: Words) -> str:
    """Return a raid's title, else a name from its code."""
    return words.of(raid.title) or capital(raid_called(words, raid.code, {}))


def raid_letters(tale: Story) -> dict[str, str]:
    """Return by code the letter of a raid on the map and in the lists; only raids that flew have one."""
    flown = [raid.code for raid in sorted(tale.raids, key=lambda r: (r.form_turn, r.code)) if raid.path]
    return {code: chr(65 + i) if i < 26 else f"{chr(65 + i // 26 - 1)}{chr(65 + i % 26)}" for i, code in enumerate(flown)}


class _Seen:
    """A test for marks that show in a frame."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        edge = 12 / frame.scale
        self.west, self.north = frame.west - edge, frame.north - edge
        self.east, self.south = frame.west + frame.width / frame.scale + edge, frame.north + frame.height / frame.scale + edge

    def _box(self, points: Iterable[Point]) -> bool:
        xs, ys = zip(*points, strict=True)
        return bool(max(xs) >= self.west and min(xs) <= self.east and max(ys) >= self.north and min(ys) <= self.south)

    def mark(self, mark: Mark) -> bool:
        if isinstance(mark, Path):
            return any(ring and self._box(ring) for ring in mark.rings)
        if isinstance(mark, Dots):
            return bool(mark.points) and self._box(mark.points)
        return self._box([mark.at]) if isinstance(mark, Glyph | TextMark) else self._box([(x, y) for x, y, _ in mark.places])

    def name(self, mark: TextMark | Letters) -> bool:
        """Return whether a name is wholly in the frame."""
        f = self.frame
        corners = [f.to_paper((x, y)) for x, y, _ in mark.places] if isinstance(mark, Letters) else list(mark.box(f.to_paper(mark.at)))
        return all(0.5 <= x <= f.width - 0.5 and 0.5 <= y <= f.height - 0.5 for x, y in corners)


class _Shrink:
    """Makes lines, letters and signs smaller, as the map is smaller than the wall chart."""

    def __init__(self, factor: float) -> None:
        self.factor = factor
        self._letters = max(factor, 0.62)
        self._styles: dict[str, Style] = {}

    def _style(self, style: Style) -> Style:
        f = self.factor
        made = replace(style, width=style.width * max(f, 0.6), dash=tuple(d * f for d in style.dash))
        return self._styles.setdefault(style.name, made)

    def _lettering(self, look: Lettering) -> Lettering:
        f = self._letters
        return replace(look, size=look.size * f, halo_width=look.halo_width * f, spacing=look.spacing * f)

    def mark(self, mark: Mark) -> Mark:
        if isinstance(mark, TextMark | Letters):
            return self.name(mark)
        if isinstance(mark, Glyph):
            return replace(mark, style=self._style(mark.style), size=mark.size * self._letters)
        return replace(mark, style=self._style(mark.style))

    def name(self, mark: TextMark | Letters) -> TextMark | Letters:
        return replace(mark, lettering=self._lettering(mark.lettering))


class Draughtsman:
    """A drawing of the events. `mm` is the number of miles in a millimetre of paper."""

    def __init__(self, tale: Story, theatre: Theatre, words: Words, palette: Palette, mm: float) -> None:
        self.mm = mm
        self._taken: list[tuple[float, float, float, float]] = []
        self.tale = tale
        self.theatre = theatre
        self.words = words
        self.palette = palette
        p, clock = palette, CLOCK.get(palette.name, CLOCK["table"])
        self.route = Style("story-route", stroke=p.quiet, width=0.3, dash=(1.2, 0.9))
        self.raid = Style("story-raid", stroke=p.ink, width=0.75, stroke_opacity=0.85)
        self.friend = Style("story-friend", stroke=p.slate, width=0.42, stroke_opacity=0.9)
        self.dot = Style("story-dot", stroke=p.ink, width=1.5)
        self.thread = Style("story-thread", stroke=p.quiet, width=0.22, stroke_opacity=0.8)
        self.plots = {name: Style(f"story-{name}", fill=colour, stroke=p.paper, width=0.14) for name, colour in clock.items()}
        self.fight = Style("story-fight", stroke=p.red, width=0.7)
        self.hold = Style("story-hold", fill=p.red, opacity=0.0)
        self.bomb = Style("story-bomb", fill=p.red, stroke=p.paper, width=0.2)
        self.label = Lettering("story-label", "bold", 3.0, p.ink, p.paper, 0.8)
        self.letter = Lettering("story-letter", "bold", 1.5, "#FFFFFF" if p.name == "table" else p.paper)
        self.small = Lettering("story-small", "semibold", 2.3, p.slate, p.paper, 0.7)
        self.number = Lettering("story-number", "bold", 2.3, p.red, p.paper, 0.7)

    def _write(self, names: list[TextMark], look: Lettering, text: str, at: Point, *, must: bool) -> None:
        """Write a name beside a point, free of other names of its layer; omit it where there is no room, unless it must be there."""
        long, high = look.length(text), look.size
        tries = [(1.6, 0.35 * high), (-1.6 - long, 0.35 * high), (-long / 2, -1.7), (-long / 2, 1.7 + 0.7 * high)]
        tries += [(1.4, -1.2 - i * high) for i in range(3)] + [(-1.4 - long, 1.4 + (i + 0.7) * high) for i in range(3)]
        for right, down in tries:
            x, y = self._shifted(at, right, down)
            box = (x, y - high * self.mm, x + long * self.mm, y)
            if not any(box[0] < b[2] and b[0] < box[2] and box[1] < b[3] and b[1] < box[3] for b in self._taken):
                self._taken.append(box)
                names.append(TextMark(look, text, (x, y)))
                return
        if must:
            names.append(TextMark(look, text, self._shifted(at, *tries[0])))

    def layers(self) -> list[Layer]:
        """The layers, those below first."""
        return [self._planned(), self._squadrons(), self._raids(), self._plots(), self._combats()]

    def _layer(self, name: str, marks: list[Mark], names: list[TextMark]) -> Layer:
        self._taken.clear()
        return Layer(name, self.words(f"report.layer.{name}"), tuple(marks), tuple(names))

    def _planned(self) -> Layer:
        marks: list[Mark] = []
        for raid in self.tale.raids:
            points = [self.theatre.middle(h) for h in self._route(raid)]
            if len(points) > 1:
                marks.append(Path(self.route, (tuple(points),), title=self.raid_name(raid)))
        return self._layer("planned", marks, [])

    def _route(self, raid: RaidStory) -> list[Hex]:
        plan = raid.plan
        found = [plan.form_at, *(leg.hex for leg in plan.route)]
        if plan.aim is not None:
            found.append(plan.aim)
        elif plan.primary is not None:
            found.append(world().targets[plan.primary].near)
        return [*found, *(leg.hex for leg in plan.home)]

    def _shifted(self, point: Point, right: float, down: float) -> Point:
        """Return a point moved by millimetres of paper."""
        return point[0] + right * self.mm, point[1] + down * self.mm

    def raid_name(self, raid: RaidStory) -> str:
        """A raid's title, else its code."""
        return raid_name(raid, self.words)

    def _raids(self) -> Layer:
        marks: list[Mark] = []
        names: list[TextMark] = []
        letters = raid_letters(self.tale)
        for raid in self.tale.raids:
            points = [self.theatre.middle(spot.hex) for spot in raid.path]
            if not points:
                continue
            title = self.raid_name(raid)
            if len(points) > 1:
                marks.append(Path(self.raid, (tuple(points),), title=title))
            marks.append(Dots(self.dot, tuple(points)))
            marks += self._head(points, Style("story-head", fill=self.palette.ink))
            self._write(names, self.label, letters[raid.code], points[0], must=True)
        return self._layer("raids", marks, names)

    def _head(self, points: list[Point], style: Style) -> list[Mark]:
        """An arrow's head at the end of a way."""
        moved = [p for p in points if p != points[-1]]
        if not moved:
            return []
        (ax, ay), (bx, by) = moved[-1], points[-1]
        return [Path(style, (_triangle(bx, by, math.atan2(by - ay, bx - ax), 2.6 * self.mm),), closed=True)]

    def _plots(self) -> Layer:
        marks: list[Mark] = []
        names: list[TextMark] = []
        for track in self.tale.tracks:
            points = [self.theatre.middle(plot.hex) for plot in track.plots]
            if len(points) > 1:
                marks.append(Path(self.thread, (tuple(points),)))
            for i, plot in enumerate(track.plots):
                x, y = points[i]
                before = next((p for p in reversed(points[:i]) if p != points[i]), None)
                after = next((p for p in points[i + 1 :] if p != points[i]), None)
                turn = _angle(before if before is not None else points[i], points[i] if before is not None or after is None else after)
                strength, angels = strength_text(plot.strength, plot.level), height_text(plot.angels, plot.level)
                clock = self.tale.clock(plot.turn)
                text = self.words("report.plot", label=track.label, clock=clock, strength=strength, angels=angels)
                shape = _triangle(x, y, turn, 3.2 * self.mm)
                marks.append(Path(self.plots[plot.colour], (shape,), closed=True, title=text))
                letter = self.words(f"play.clock_letter.{plot.colour}")
                names.append(TextMark(self.letter, letter, self._shifted(points[i], 0.0, 0.6), "middle"))
            self._write(names, self.label, track.label, points[-1], must=True)
        return self._layer("plots", marks, names)

    def _squadrons(self) -> Layer:
        marks: list[Mark] = []
        names: list[TextMark] = []
        for s in self.tale.squadrons:
            for sortie in s.sorties:
                points = list(dict.fromkeys(self.theatre.middle(spot.hex) for spot in sortie))
                if len(points) > 1:
                    marks.append(Path(self.friend, (tuple(points),), title=s.last.unit))
                    marks += self._head(points, Style("story-friend-head", fill=self.palette.slate))
                self._write(names, self.small, s.last.unit.replace(" Squadron", ""), points[-1], must=False)
        return self._layer("squadrons", marks, names)

    def _combats(self) -> Layer:
        marks: list[Mark] = []
        names: list[TextMark] = []
        places: dict[str, list[CombatAccount]] = {}
        for c in self.tale.combats:
            places.setdefault(c.hex, []).append(c)
        for label, here in places.items():
            x, y = at = self.theatre.middle(from_label(label))
            arm, hold = 1.5 * self.mm, 2.2 * self.mm
            cross = (((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm)))
            marks.append(Path(self.fight, cross))
            # The area for the pointer is larger than the strokes.
            square = ((x - hold, y - hold), (x + hold, y - hold), (x + hold, y + hold), (x - hold, y + hold))
            text = "\n".join(self.words("report.combat_at", number=c.number, clock=self.tale.clock(c.turn)) for c in here)
            marks.append(Path(self.hold, (square,), closed=True, title=text, link=f"#{here[0].anchor}"))
            self._write(names, self.number, ", ".join(str(c.number) for c in here), at, must=True)
        bombs = [h for h in self.tale.happenings if h.event.code == "bombed"]
        for h in bombs:
            x, y = self.theatre.middle(from_label(h.event.data["hex"]))
            rays = [((2.4, 1.1)[i % 2] * self.mm, math.pi * i / 6) for i in range(12)]
            star = tuple((x + r * math.cos(turn), y + r * math.sin(turn)) for r, turn in rays)
            marks.append(Path(self.bomb, (star,), closed=True, title=self.words("report.bombs_at", clock=self.tale.clock(h.turn))))
        return self._layer("combats", marks, names)


def _angle(a: Point, b: Point) -> float:
    return math.atan2(b[1] - a[1], b[0] - a[0])


def _triangle(x: float, y: float, turn: float, size: float) -> tuple[Point, ...]:
    """An arrow's head with its middle at a point."""
    c, d = math.cos(turn) * size, math.sin(turn) * size
    corners = ((0.6, 0.0), (-0.4, 0.38), (-0.22, 0.0), (-0.4, -0.38))
    return tuple((x + along * c - aside * d, y + along * d + aside * c) for along, aside in corners)
