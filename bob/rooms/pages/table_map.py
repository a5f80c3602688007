"""The table in a browser: the land once, as a picture that stays, and over it a side's view, as a drawing that changes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from markupsafe import Markup

from bob.chart import chart
from bob.chart.marks import ChartPage, Frame
from bob.chart.svg import to_svg
from bob.core.hexes import Hex
from bob.core.text import capital
from bob.data.theatre import Theatre
from bob.day.state.raid_parts import together
from bob.day.state.view import DayView, LuftwaffeView, PlotView, RafView, RefereeView, TrackView
from bob.day.telling.period_names import Names
from bob.day.telling.plot_figures import known_height, known_strength, strength_and_bombers
from bob.day.telling.view_tables import bearing, on_the_table, sent_to, short
from bob.rooms.pages.markup import el, joined
from bob.words import Words

LAYERS = ("coast", "sectors", "towns", "rdf", "airfields")
_UNIT = 10.0
"""User units in a millimetre of the chart, as `bob.chart.svg` has them."""
_FACES = re.compile(r'^@font-face\{font-family:"Cabin";font-weight:(?:600;font-style:normal|400;font-style:italic).*\n', re.MULTILINE)
_PATH = re.compile(r'(?<= d=")M[-0-9. LMZh]+(?=")')
_POINT = re.compile(r"([ML])(-?[\d.]+) (-?[\d.]+)|Z|h0")
_CORNERS = ("Warmwell", "Cap Gris-Nez", "Debden", "Cherbourg")
"""The places that bound the part of the map shown first: west, east, north, south."""
_SIZE = 62.0
"""The height of letters in user units."""
_SIZES = {"own": 54.0, "quiet": 48.0, "small": 44.0}
_TRAIL = 7


# ---- the land


@cache
def land(theatre: Theatre, language: str, palette: str) -> str:
    """Return the land as one SVG file, without the details that make no visible difference: furniture, slanted and half-bold letters,
    tenths of its units."""
    page = replace(_chart(theatre, language, palette), furniture=())
    return _PATH.sub(_tight, _FACES.sub("", to_svg(page)))


def _tight(found: re.Match[str]) -> str:
    """A path by its steps, in whole units; a step that leads nowhere is left out."""
    out, x, y = [], 0, 0
    for point in _POINT.finditer(found[0]):
        if point[1] is None:
            out.append(point[0].lower())
            continue
        to = round(float(point[2])), round(float(point[3]))
        if point[1] == "M" and out and out[-1] == "h0":  # dot after dot
            out.append(f"m{to[0] - x} {to[1] - y}")
        elif point[1] == "M":
            out.append(f"M{to[0]} {to[1]}")
        elif to != (x, y):
            out.append(f"l{to[0] - x} {to[1] - y}")
        x, y = to
    return "".join(out)


@cache
def _chart(theatre: Theatre, language: str, palette: str) -> ChartPage:
    return chart(theatre, Words(language), layers=LAYERS, palette=palette)


@dataclass(frozen=True, slots=True)
class MapPart:
    """A part of the map in user units."""

    left: float
    top: float
    width: float
    height: float

    @property
    def box(self) -> str:
        return f"{self.left:.0f} {self.top:.0f} {self.width:.0f} {self.height:.0f}"

    @property
    def fragment(self) -> str:
        """The fragment that makes the address of the land show this part of it."""
        return f"#svgView(viewBox({self.box.replace(' ', ',')}))"


@cache
def windows(theatre: Theatre) -> tuple[MapPart, MapPart]:
    """The part where a day is fought, and the whole map."""
    f = _frame(theatre)
    whole = MapPart(f.left * _UNIT, f.top * _UNIT, f.width * _UNIT, f.height * _UNIT)
    west, east, north, south = (f.to_paper(theatre.position(name)) for name in _CORNERS)
    edge = 6.0
    left, top = west[0] - edge, north[1] - edge
    right, foot = east[0] + 3 * edge, south[1] + edge
    return MapPart(left * _UNIT, top * _UNIT, (right - left) * _UNIT, (foot - top) * _UNIT), whole


@cache
def _frame(theatre: Theatre) -> Frame:
    return _chart(theatre, "en", "table").frame


# ---- what is on it


@dataclass(slots=True)
class MapDrawing:
    """A drawing of a view; names keep off each other where they can."""

    theatre: Theatre
    words: Words
    names: Names
    taken: list[tuple[float, float, float, float]] = field(default_factory=list)
    both: bool = False
    """True when both sides are on the table; then the names of one are small."""

    def drawn(self, view: DayView) -> Markup:
        """Return the drawing of all pieces on the table."""
        if isinstance(view, RefereeView):
            self.both = True
            raf = self.raf(view.raf)
            return joined(self.luftwaffe(view.luftwaffe), raf)
        return self.raf(view) if isinstance(view, RafView) else self.luftwaffe(view)

    def at(self, h: Hex) -> tuple[float, float]:
        """The middle of a hex in user units."""
        x, y = _frame(self.theatre).to_paper(self.theatre.middle(h))
        return x * _UNIT, y * _UNIT

    # ---- the RAF's table

    def raf(self, view: RafView) -> Markup:
        tracks = on_the_table(view)
        marks = [self._track(view, track) for track in tracks]
        flying: dict[Hex, list[str]] = {}
        rings: dict[Hex, int] = {}
        for s in view.squadrons:
            if s.box == "airborne":
                flying.setdefault(s.hex, []).append(f"{short(s.unit)} A{s.angels}")
                rings[s.hex] = max(rings.get(s.hex, 0), s.ring)
        stands = [self._stand(h, units, rings[h]) for h, units in flying.items()]
        ships = [self._ship(c.hex, self.names.convoy(self.words, c.code)) for c in view.convoys if c.state == "under_way"]
        return joined(ships, marks, stands)

    def _track(self, view: RafView, track: TrackView) -> Markup:
        plots = track.plots[-_TRAIL:]
        arrows = []
        for n, plot in enumerate(plots):
            before = plots[n - 1].hex if n else None
            turn = _way(self.at(before), self.at(plot.hex)) if before is not None and before != plot.hex else None
            if turn is None:
                turn = bearing(track.course) if track.course is not None and track.course != (0.0, 0.0) else None
            arrows.append(self._arrow(plot, turn, last=n == len(plots) - 1, faint=len(plots) - n > 4))
        strength, height = known_strength(track.plots), known_height(track.plots)
        free = not sent_to(view, track) and not track.tallied_by
        label = f"{track.label} {strength} A{height}"
        text = self.words(
            "pages.plot_told",
            label=track.label,
            strength=strength_and_bombers(self.words, track.plots),
            angels=height,
            place=self.names.at(self.words, track.last.hex.label),
        )
        x, y = self.at(track.last.hex)
        unmet = el("circle", cx=_n(x), cy=_n(y), r=58, class_="unmet") if free else None
        return el("g", el("title", text), arrows, unmet, self._label((x, y), label, "hostile"))

    def _arrow(self, plot: PlotView, turn: float | None, *, last: bool, faint: bool) -> Markup:
        x, y = self.at(plot.hex)
        size = 34.0 if last else 24.0
        kind = f"plot {plot.colour}{'' if last else ' old'}{' faint' if faint else ''}{' vague' if plot.level < 2 else ''}"
        if turn is None:
            mark = el("circle", cx=_n(x), cy=_n(y), r=_n(size * 0.7), class_=kind)
        else:
            mark = el("path", d=_triangle(x, y, turn, size), class_=kind)
        letter = self.words(f"play.clock_letter.{plot.colour}")
        return joined(mark, el("text", letter, x=_n(x), y=_n(y + 10), class_="letter") if last else None)

    def _stand(self, h: Hex, units: Sequence[str], ring: int) -> Markup:
        x, y = self.at(h)
        halo = el("circle", cx=_n(x), cy=_n(y), r=_n(ring * 112.0), class_="ring") if ring else None
        mark = el("rect", x=_n(x - 17), y=_n(y - 17), width=34, height=34, class_="friend")
        shown = units[0] if len(units) == 1 else f"{units[0]} +{len(units) - 1}"
        return el("g", el("title", ", ".join(units)), halo, mark, self._label((x, y), shown, "own"))

    def _ship(self, h: Hex, name: str) -> Markup:
        x, y = self.at(h)
        return el(
            "g", el("title", name), el("path", d=f"M{_n(x - 26)} {_n(y)}h52l-12 18h-28z", class_="ship"), self._label((x, y), name, "quiet")
        )

    # ---- the Luftwaffe's

    def luftwaffe(self, view: LuftwaffeView) -> Markup:
        marks = []
        for raid in view.raids:
            title = raid_named(self.names, self.words, raid.code)
            route = [self.at(h) for h in (raid.plan.form_at, *(leg.hex for leg in raid.plan.route), *(leg.hex for leg in raid.plan.home))]
            if raid.state == "ended":
                continue
            way = el("path", d=_line(route), class_="route") if len(route) > 1 else None
            if raid.state == "planned":
                x, y = route[0]
                forms = el("circle", cx=_n(x), cy=_n(y), r=20, class_="forming")
                marks.append(el("g", el("title", title), way, forms, None if self.both else self._label((x, y), title, "quiet")))
                continue
            main, apart = together(raid)
            here = [raid.hex] if main else []
            spots = dict.fromkeys([*here, *(units[0].hex for units in apart)])
            crosses = [self._cross(h) for h in spots]
            at = self.at(next(iter(spots), raid.hex))
            marks.append(
                el("g", el("title", title), way, crosses, self._label(at, f"{title} A{raid.angels}", "small" if self.both else "raid"))
            )
        ships = [self._ship(c.hex, self.words("pages.convoy", number=c.number)) for c in view.convoys]
        return joined(ships, marks)

    def _cross(self, h: Hex) -> Markup:
        x, y = self.at(h)
        return el("path", d=f"M{_n(x - 8)} {_n(y - 26)}h16v18h18v16h-18v18h-16v-18h-18v-16h18z", class_="cross")

    # ---- names

    def _label(self, at: tuple[float, float], text: str, kind: str) -> Markup:
        """Return a name beside a point, at a place free of other names if there is one."""
        x, y = at
        size = _SIZES.get(kind, _SIZE)
        long, high = 0.56 * size * len(text), size
        tries = [
            (34.0, 20.0),
            (-34.0 - long, 20.0),
            (-long / 2, -44.0),
            (-long / 2, 86.0),
            (34.0, 86.0),
            (34.0, -44.0),
            (-34.0 - long, 86.0),
        ]
        tries += [(-34.0 - long, -44.0), (34.0, 150.0), (34.0, -110.0), (-34.0 - long, 150.0), (-34.0 - long, -110.0)]
        places = [(x + right, y + down) for right, down in tries]
        free = next((spot for spot in places if self._free(spot, long, high)), places[0])
        self.taken.append((free[0], free[1] - high, free[0] + long, free[1]))
        return el("text", text, x=_n(free[0]), y=_n(free[1]), class_=f"name {kind}")

    def _free(self, spot: tuple[float, float], long: float, high: float) -> bool:
        left, foot = spot
        near, _ = windows(self.theatre)
        if left < near.left + near.width < left + long:
            return False  # half of it would be cut off
        return not any(left < b[2] and b[0] < left + long and foot - high < b[3] and b[1] < foot for b in self.taken)


def raid_named(names: Names, words: Words, code: str) -> str:
    """A raid by its title alone; `code` may have a sign after it."""
    plain, _, sign = code.partition(" ")
    title = names.titles.get(plain)
    text = words.of(title) if title is not None else capital(plain.replace("_", " "))
    return f"{text} {sign}" if sign else text


def _n(value: float) -> str:
    return f"{value:.0f}"


def _way(a: tuple[float, float], b: tuple[float, float]) -> float:
    """The direction from one point to another, in degrees from the top."""
    return math.degrees(math.atan2(b[0] - a[0], a[1] - b[1])) % 360


def _triangle(x: float, y: float, turn: float, size: float) -> str:
    """An arrow's head about a point, that shows the way."""
    corners = ((0.0, -1.25), (0.85, 0.9), (0.0, 0.5), (-0.85, 0.9))
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return _line([(x + size * (a * c - b * s), y + size * (a * s + b * c)) for a, b in corners]) + "Z"


def _line(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)
