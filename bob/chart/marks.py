"""The display list of a chart: the content, position and style of each mark, independent of any renderer.

Marks of a map layer have their places on the plane (statute miles); marks of the furniture have theirs on the paper (millimetres). Every
size - of lines, letters and symbols - is in millimetres of paper.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bob.chart.metrics import LETTERS, WIDTHS

Point: TypeAlias = tuple[float, float]
Ring: TypeAlias = tuple[Point, ...]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

Quad: TypeAlias = tuple[Point, Point, Point, Point]
FontFace = Literal["regular", "italic", "semibold", "bold"]
Anchor = Literal["start", "middle", "end"]

CAPITAL = 0.7
"""Height of a capital as a share of the size of the letters."""
DEPTH = 0.23
"""The depth of letters such as g below the line, as a share of the size."""

_INDEX = {letter: i for i, letter in enumerate(LETTERS)}
_INDEX["\u00a0"] = _INDEX[" "]  # which no line breaks at
_DEEP = frozenset("gjpqyçÇ,;()[]QJ")


@dataclass(frozen=True, slots=True)
class Style:
    """The style of a path, dots or a symbol.

    `ground` fills the pale parts of a symbol; `opacity` is that of the fill, `stroke_opacity` that of the line.
    """

    name: str
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    stroke_opacity: float = 1.0
    ground: str | None = None


@dataclass(frozen=True, slots=True)
class Lettering:
    """The style of letters: `size` of the em, `spacing` added after each letter, a `halo` of that colour around them."""

    name: str
    face: FontFace
    size: float
    colour: str
    halo: str | None = None
    halo_width: float = 0.0
    spacing: float = 0.0
    opacity: float = 1.0

    def length(self, text: str) -> float:
        """Return the length of a text on paper, in millimetres."""
        widths = WIDTHS[self.face]
        em = sum(widths[_INDEX[c]] if c in _INDEX else 700 for c in text) / 1000
        return em * self.size + self.spacing * max(0, len(text) - 1)


@dataclass(frozen=True, slots=True)
class Path:
    """Lines or a filled shape. Closed rings are filled by the even-odd rule, so a hole is a ring like any other.

    `link` is the target of a click, where there is one.
    """

    style: Style
    rings: tuple[Ring, ...]
    closed: bool = False
    title: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Dots:
    """Round dots as wide as the style's line."""

    style: Style
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Glyph:
    """A symbol of `bob.chart.symbols`, `size` millimetres high, with a title for its object."""

    style: Style
    shape: str
    at: Point
    size: float
    title: str = ""


@dataclass(frozen=True, slots=True)
class TextMark:
    """A line of letters; `at` is on its base line, `turn` in degrees clockwise."""

    lettering: Lettering
    text: str
    at: Point
    anchor: Anchor = "start"
    turn: float = 0.0

    def box(self, at: Point) -> Quad:
        """Return the corners of the letters on paper for an anchor at `at`."""
        return line_box(self.lettering, self.text, at, self.anchor, self.turn)


@dataclass(frozen=True, slots=True)
class Letters:
    """A text with spaced letters, each with the middle of its foot at a place and turned clockwise."""

    lettering: Lettering
    text: str
    places: tuple[tuple[float, float, float], ...]


Mark: TypeAlias = Path | Dots | Glyph | TextMark | Letters


@dataclass(frozen=True, slots=True)
class Layer:
    """A named layer of the map: its marks, and its names, which are drawn above the marks of all layers."""

    name: str
    title: str
    marks: tuple[Mark, ...]
    names: tuple[TextMark | Letters, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """The place of the plane on the paper."""

    west: float
    north: float
    left: float
    top: float
    width: float
    height: float
    scale: float

    def to_paper(self, point: Point) -> Point:
        """The place on paper of a point of the plane."""
        return self.left + (point[0] - self.west) * self.scale, self.top + (point[1] - self.north) * self.scale

    def to_plane(self, point: Point) -> Point:
        """The point of the plane of a place on paper."""
        return self.west + (point[0] - self.left) / self.scale, self.north + (point[1] - self.top) / self.scale


@dataclass(frozen=True, slots=True)
class ChartPage:
    """A whole chart, `width` by `height` millimetres."""

    title: str
    language: str
    width: float
    height: float
    paper: str
    frame: Frame
    layers: tuple[Layer, ...]
    furniture: tuple[Mark, ...]

    def layer(self, name: str) -> Layer:
        """The layer of that name. Raises KeyError."""
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise KeyError(name)


def line_box(lettering: Lettering, text: str, at: Point, anchor: Anchor, turn: float) -> Quad:
    """Return the corners of a line of letters on paper, clockwise from its upper left."""
    length = lettering.length(text)
    start = {"start": 0.0, "middle": -length / 2, "end": -length}[anchor]
    top = -CAPITAL * lettering.size
    foot = DEPTH * lettering.size if _DEEP.intersection(text) else 0.02 * lettering.size
    return turned(at, turn, ((start, top), (start + length, top), (start + length, foot), (start, foot)))


def letter_boxes(letters: Letters, frame: Frame) -> list[Quad]:
    """Return the corners of each letter on paper."""
    boxes: list[Quad] = []
    for letter, (x, y, turn) in zip(letters.text, letters.places, strict=True):
        if letter != " ":
            boxes.append(line_box(letters.lettering, letter, frame.to_paper((x, y)), "middle", turn))
    return boxes


def turned(at: Point, turn: float, corners: Quad) -> Quad:
    """Corners turned clockwise about the origin and carried to a point."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    a, b, d, e = ((at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in corners)
    return a, b, d, e
