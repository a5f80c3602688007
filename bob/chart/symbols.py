"""The symbols of a chart as outlines: one unit high around the origin, x to the right and y down."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Literal

from bob.chart.marks import Point, Ring

Ink = Literal["main", "ground", "line"]
"""Filled in the style's colour, filled in its pale ground, or only drawn as a line."""


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a symbol. `line` parts are open unless `closed`; `main` and `ground` parts are closed and outlined where `edged`."""

    ink: Ink
    rings: tuple[Ring, ...]
    closed: bool = True
    edged: bool = False


def _circle(x: float, y: float, r: float, n: int = 32) -> Ring:
    return tuple((x + r * math.cos(2 * math.pi * i / n), y + r * math.sin(2 * math.pi * i / n)) for i in range(n))


def _arc(x: float, y: float, r: float, start: float, end: float, n: int = 14) -> Ring:
    steps = [math.radians(start + (end - start) * i / n) for i in range(n + 1)]
    return tuple((x + r * math.cos(a), y + r * math.sin(a)) for a in steps)


def _box(left: float, top: float, right: float, bottom: float) -> Ring:
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def _line(*rings: tuple[Point, ...]) -> Part:
    return Part("line", rings, closed=False)


def _cross(arm: float, half: float) -> Ring:
    return (
        (-half, -arm), (half, -arm), (half, -half), (arm, -half), (arm, half), (half, half),
        (half, arm), (-half, arm), (-half, half), (-arm, half), (-arm, -half), (-half, -half),
    )  # fmt: skip


_WORKS: Ring = (
    (-0.45, 0.4), (-0.45, -0.45), (-0.27, -0.45), (-0.27, 0.06), (-0.03, -0.14),
    (-0.03, 0.06), (0.21, -0.14), (0.21, 0.06), (0.45, -0.14), (0.45, 0.4),
)  # fmt: skip

_SHAPES: dict[str, tuple[Part, ...]] = {
    "sector_station": (
        Part("ground", (_circle(0, 0, 0.5),), edged=True),
        Part("main", (_circle(0, 0, 0.385), _circle(0, 0, 0.25))),
        Part("main", (_circle(0, 0, 0.13),)),
    ),
    "airfield": (Part("ground", (_circle(0, 0, 0.4),), edged=True), Part("main", (_circle(0, 0, 0.15),))),
    "field": (Part("ground", (_circle(0, 0, 0.36),), edged=True),),
    "balkenkreuz": (Part("ground", (_cross(0.5, 0.235),)), Part("main", (_cross(0.47, 0.125),))),
    "mast": (
        Part("ground", (((-0.30, 0.5), (0, -0.56), (0.30, 0.5)),)),
        _line(
            ((-0.25, 0.5), (-0.03, -0.5), (0.03, -0.5), (0.25, 0.5)),
            ((-0.2, 0.28), (0.12, -0.08), (-0.08, -0.26)),
            ((0.2, 0.28), (-0.12, -0.08), (0.08, -0.26)),
            ((-0.3, -0.3), (0.3, -0.3)),
            ((-0.24, -0.46), (0.24, -0.46)),
        ),
    ),
    "beam": (
        Part("ground", (_circle(0, -0.12, 0.34),)),
        _line(((0, 0.45), (0, -0.1)), ((-0.2, 0.45), (0.2, 0.45)), _arc(0, -0.1, 0.2, 205, 335), _arc(0, -0.1, 0.38, 205, 335)),
        Part("main", (_circle(0, -0.1, 0.09, 14),)),
    ),
    "anchor": (
        _line(
            ((0, -0.24), (0, 0.46)),
            ((-0.2, -0.14), (0.2, -0.14)),
            _arc(0, 0.08, 0.38, 12, 168),
            (*_circle(0, -0.37, 0.11, 16), (0.11, -0.37)),
        ),
    ),
    "crane": (
        Part("main", (_box(-0.42, 0.22, 0.42, 0.42),)),
        _line(((-0.2, 0.3), (-0.2, -0.32), (0.36, -0.32), (0.36, -0.02)), ((-0.2, -0.06), (0.06, -0.32)), ((-0.38, -0.32), (-0.2, -0.32))),
    ),
    "works": (Part("main", (_WORKS,)),),
    "tank": (
        Part("main", (_box(-0.32, -0.2, 0.32, 0.4),)),
        Part("main", (_arc(0, -0.2, 0.32, 180, 360),)),
        Part("ground", (_box(-0.32, -0.03, 0.32, 0.04), _box(-0.32, 0.17, 0.32, 0.24))),
    ),
    "bolt": (Part("main", (((0.12, -0.5), (-0.3, 0.1), (-0.04, 0.1), (-0.14, 0.5), (0.3, -0.12), (0.03, -0.12)),)),),
    "rails": (
        _line(
            ((-0.16, -0.45), (-0.16, 0.45)),
            ((0.16, -0.45), (0.16, 0.45)),
            ((-0.32, -0.27), (0.32, -0.27)),
            ((-0.32, 0), (0.32, 0)),
            ((-0.32, 0.27), (0.32, 0.27)),
        ),
    ),
    "flag": (_line(((-0.3, -0.48), (-0.3, 0.48))), Part("main", (((-0.3, -0.46), (0.42, -0.22), (-0.3, 0.04)),))),
    "town": (Part("ground", (_circle(0, 0, 0.4),), edged=True),),
    "city": (Part("ground", (_circle(0, 0, 0.46),), edged=True), Part("main", (_circle(0, 0, 0.22),))),
    "headland": (Part("main", (_circle(0, 0, 0.24, 16),)),),
    "hill": (Part("main", (((0, -0.42), (0.42, 0.34), (-0.42, 0.34)),)),),
    "monument": (_line(((0, -0.5), (0, 0.1)), ((-0.2, -0.3), (0.2, -0.3))), Part("main", (_box(-0.28, 0.02, 0.28, 0.46),))),
    "junction": (_line(((-0.4, 0), (0.4, 0)), ((-0.2, -0.2), (-0.2, 0.2)), ((0.06, -0.2), (0.06, 0.2)), ((0.3, -0.2), (0.3, 0.2))),),
    "ring": (Part("line", (_circle(0, 0, 0.42, 20),)),),
    "north": (
        Part("main", (((0, -0.5), (0.11, 0.5), (0, 0.4)),)),
        Part("ground", (((0, -0.5), (-0.11, 0.5), (0, 0.4)),), edged=True),
    ),
}

NAMES = tuple(_SHAPES)


@cache
def parts(shape: str) -> tuple[Part, ...]:
    """The parts of a symbol in drawing order. Raises KeyError for an unknown one."""
    return _SHAPES[shape]
