"""Named features of the map: places with their symbols, Sectors and zones; the scale from which each is shown."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from PySide6.QtCore import QPointF

from bob.chart.ground import town_called
from bob.chart.marks import FontFace, Point
from bob.chart.patterns import rings
from bob.chart.spread_names import LETTERS
from bob.data.theatre import Place, Theatre
from bob.desk.map.outlines import outline
from bob.words import Words

LabelInk = Literal["ink", "quiet", "slate", "red", "brass_ink", "luftwaffe"]


@dataclass(frozen=True, slots=True)
class PlaceLook:
    """The look of a kind of place: symbol, its size in pixels and first scale; letters and their first scale; its rank in choosing a
    place."""

    shape: str
    size: float
    since: float
    face: FontFace
    letters: float
    named: float
    priority: float
    fill: LabelInk
    ink: LabelInk
    spacing: float = 0.0
    upper: bool = False


LOOKS: dict[str, PlaceLook] = {
    "sector_station": PlaceLook("sector_station", 14, 0, "bold", 12.5, 0, 10, "red", "ink"),
    "fighter": PlaceLook("airfield", 9.5, 0, "regular", 11.5, 4.2, 50, "slate", "ink"),
    "field": PlaceLook("field", 7, 5, "regular", 11, 8.5, 66, "slate", "slate"),
    "luftwaffe_airfield": PlaceLook("balkenkreuz", 9.5, 0, "italic", 11.5, 5.4, 60, "luftwaffe", "ink"),
    "chain_home": PlaceLook("mast", 15, 0, "semibold", 11, 5.4, 41, "brass_ink", "brass_ink"),
    "chain_home_low": PlaceLook("beam", 11, 4.2, "regular", 11, 8.5, 42, "brass_ink", "brass_ink"),
    "headquarters": PlaceLook("flag", 10, 4, "regular", 11, 8, 54, "ink", "ink"),
    "port": PlaceLook("anchor", 10.5, 4, "regular", 11, 8, 68, "ink", "ink"),
    "docks": PlaceLook("crane", 10, 5, "regular", 11, 11, 70, "ink", "ink"),
    "oil": PlaceLook("tank", 9, 5, "regular", 11, 11, 72, "ink", "ink"),
    "power": PlaceLook("bolt", 10, 5, "regular", 11, 11, 73, "ink", "ink"),
    "factory": PlaceLook("works", 9.5, 5, "regular", 11, 11, 74, "ink", "ink"),
    "rail": PlaceLook("rails", 9.5, 5, "regular", 11, 11, 76, "ink", "ink"),
    "town_1": PlaceLook("city", 8, 0, "semibold", 12, 0, 25, "ink", "ink"),
    "town_2": PlaceLook("town", 6, 3.4, "regular", 11.5, 4.2, 40, "ink", "ink"),
    "town_3": PlaceLook("town", 5, 7, "regular", 11, 8, 62, "ink", "ink"),
    "headland": PlaceLook("headland", 5, 8, "italic", 11, 8.5, 80, "quiet", "quiet"),
    "hill": PlaceLook("hill", 7, 8, "italic", 11, 8.5, 81, "quiet", "quiet"),
    "monument": PlaceLook("monument", 8, 8, "italic", 11, 8.5, 81, "quiet", "quiet"),
    "junction": PlaceLook("junction", 8, 8, "italic", 11, 11, 82, "quiet", "quiet"),
    "water": PlaceLook("", 0, 8, "italic", 11, 8.5, 78, "slate", "slate"),
    "capital": PlaceLook("", 0, 0, "bold", 14.5, 0, 3, "ink", "ink", 2.2),
    "sector": PlaceLook("", 0, 0, "semibold", 11.5, 0, 15, "red", "red", 2.0, True),
    "zone": PlaceLook("", 0, 0, "italic", 11, 4.0, 22, "slate", "slate", 1.6, True),
}
TARGETS = ("headquarters", "port", "docks", "oil", "power", "factory", "rail")


@dataclass(frozen=True, slots=True)
class Feature:
    """A named feature. `key` is its name in signals; `area` is the room for its name, for a feature without a symbol."""

    look: str
    name: str
    at: Point
    key: str = ""
    layer: str = ""
    extra: str = ""
    spots: Callable[[], tuple[tuple[Point, float], ...]] | None = None


def key_of(place: Place) -> str:
    """Return the name of a place in the signals of the table."""
    return f"{place.kind}:{place.name}"


@lru_cache(maxsize=6)
def gazetteer(theatre: Theatre, language: str) -> tuple[Feature, ...]:
    """All features, the weightiest first."""
    t, words = theatre, Words(language)
    found: list[Feature] = []
    for node in LETTERS.tables("built"):
        at = node.maybe("at", list)
        if at is not None:
            found.append(
                Feature("capital", town_called(words, node.text("name")), t.projection.to_plane(float(at[0]), float(at[1])), layer="names")
            )
    for place in t.places:
        look = _look(place)
        if look and _is_inside(t, (place.x, place.y)):
            found.append(Feature(look, place.name, (place.x, place.y), key_of(place), _layer(place.kind)))
    ranks: dict[str, int] = {}
    table = LETTERS.table("rank")
    for rank in (1, 3):
        ranks.update(dict.fromkeys(table.list_of(str(rank), str), rank))
    for place in t.of_kind("town"):
        if _is_inside(t, (place.x, place.y)):
            found.append(Feature(f"town_{ranks.get(place.name, 2)}", town_called(words, place.name), (place.x, place.y), key_of(place)))
    more = LETTERS.table("towns")
    for rank in (1, 2, 3):
        for name, latitude, longitude in more.list_of(str(rank), list):
            where = t.projection.to_plane(float(latitude), float(longitude))
            if _is_inside(t, where):
                found.append(Feature(f"town_{rank}", town_called(words, str(name)), where))
    for area in t.sectors:
        letter = area.extra.get("letter")
        name = f"{area.name} · {letter}" if letter else area.name
        shape = area.shape.intersection(t.frame)
        found.append(Feature("sector", name, (0.0, 0.0), "", "sectors", spots=lambda s=shape: _places_within(s, 0.12)))  # type: ignore[misc]
    for zone in t.zones:
        shape = zone.shape.intersection(t.frame)
        text = words(f"map.zone.{zone.code}")
        found.append(Feature("zone", text, (0.0, 0.0), "", "weather", zone.code, lambda s=shape: _places_within(s, -0.18)))  # type: ignore[misc]
    return tuple(sorted(found, key=lambda f: (LOOKS[f.look].priority, f.name, f.at)))


def _look(place: Place) -> str:
    if place.kind == "raf_airfield":
        return "fighter" if place.extra.get("command") == "fighter" else "field"
    if place.kind == "landmark":
        feature = str(place.extra.get("feature", "headland"))
        kinds = {"headland": "headland", "hill": "hill", "monument": "monument", "rail": "junction", "town": ""}
        return kinds.get(feature, "headland" if feature == "island" else "water")
    return place.kind if place.kind in LOOKS else ""


def _layer(kind: str) -> str:
    return "targets" if kind in TARGETS else ""


def _is_inside(theatre: Theatre, at: Point, margin: float = 2.0) -> bool:
    t = theatre
    return t.west + margin < at[0] < t.east - margin and t.north + margin < at[1] < t.south - margin


def _places_within(shape: Any, lean: float) -> tuple[tuple[Point, float], ...]:
    """Places of the plane over a shape, best near its middle; `lean` moves the best place up or down by that share of its height."""
    west, north, east, south = shape.bounds
    middle = shape.representative_point() if not shape.contains(shape.centroid) else shape.centroid
    cx, cy = float(middle.x), float(middle.y) + lean * (south - north)
    step = max(1.6, math.sqrt(shape.area) / 22)
    points = [
        (west + i * step, north + j * step) for i in range(int((east - west) / step) + 1) for j in range(int((south - north) / step) + 1)
    ]
    path = outline(rings(shape), True)
    found = [((x, y), math.hypot((x - cx) * 0.7, y - cy) / 14) for x, y in points if path.contains(QPointF(x, y))]
    found.sort(key=lambda s: s[1])
    return tuple(found[:260])
