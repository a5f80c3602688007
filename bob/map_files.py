"""The loaders of the map: places, lanes, areas and the coastline, from files to frozen values, checked."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bob.errors import DataError, phrase
from bob.toml_files import Node, read_toml

KINDS: tuple[str, ...] = (
    "sector_station",
    "raf_airfield",
    "luftwaffe_airfield",
    "chain_home",
    "chain_home_low",
    "port",
    "docks",
    "factory",
    "oil",
    "power",
    "rail",
    "town",
    "headquarters",
    "gun_area",
    "balloon_barrage",
    "landmark",
    "convoy_lane",
)
"""The kinds of places, the weightiest first."""

TARGETS = (
    "sector_station",
    "raf_airfield",
    "chain_home",
    "chain_home_low",
    "port",
    "docks",
    "factory",
    "oil",
    "power",
    "rail",
    "town",
    "headquarters",
)
"""The kinds that a raid may be sent against."""

PLACE_FILES = ("raf_airfields", "luftwaffe_airfields", "rdf", "targets", "landmarks", "defences")

_EXTRA: dict[str, type] = {
    "group": int,
    "sector": str,
    "command": str,
    "aka": list,
    "from": dt.date,
    "line_of_shoot": float,
    "line_of_shoot_origin": str,
    "height_m": float,
    "luftflotte": int,
    "units": list,
    "role": str,
    "country": str,
    "attacked": list,
    "feature": str,
    "factor": int,
    "radius_miles": float,
    "guns": int,
    "balloons": int,
    "origin": str,
    "note": str,
}
"""The further keys that a place may have, and what each must be."""

_AREA_EXTRA: dict[str, type] = {
    "group": int,
    "station": str,
    "letter": str,
    "source": str,
    "origin": str,
    "fr": str,
    "side": str,
    "note": str,
}
"""The further keys that an area may have."""

_NEEDED: dict[str, tuple[str, ...]] = {
    "sector_station": ("group", "sector"),
    "raf_airfield": ("group", "sector"),
    "luftwaffe_airfield": ("luftflotte",),
    "chain_home": ("line_of_shoot",),
    "gun_area": ("factor", "radius_miles"),
    "balloon_barrage": ("radius_miles",),
}


@dataclass(frozen=True, slots=True)
class Record:
    """A place as its file has it."""

    kind: str
    name: str
    latitude: float
    longitude: float
    source: str
    extra: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LaneRecord:
    """A convoy lane as its file has it: latitude and longitude of each turning point."""

    name: str
    points: tuple[tuple[float, float], ...]
    source: str


@dataclass(frozen=True, slots=True)
class AreaRecord:
    """An area as its file has it: a ring of latitude and longitude."""

    code: str
    name: str
    ring: tuple[tuple[float, float], ...]
    extra: Mapping[str, Any]


def load_places(folder: Path) -> list[Record]:
    """All places. Raises DataError."""
    records: list[Record] = []
    seen: set[tuple[str, str]] = set()
    for stem in PLACE_FILES:
        top = read_toml(folder / f"{stem}.toml")
        for node in top.tables("place"):
            record = _place(node)
            if (record.kind, record.name) in seen:
                node.fail("name", phrase("expect.other_name", kind=record.kind), record.name)
            seen.add((record.kind, record.name))
            records.append(record)
        top.done()
    return records


def _place(node: Node) -> Record:
    kind = node.text("kind", KINDS)
    extra: dict[str, Any] = {key: value for key, expected in _EXTRA.items() if (value := node.maybe(key, expected)) is not None}
    for key in _NEEDED.get(kind, ()):
        if key not in extra:
            node.fail(key, phrase("expect.needed_of", kind=kind), phrase("expect.nothing"))
    if not 0 <= extra.get("line_of_shoot", 0.0) < 360:
        node.fail("line_of_shoot", phrase("expect.degrees"), extra["line_of_shoot"])
    if not 1 <= extra.get("factor", 1) <= 4:
        node.fail("factor", phrase("expect.whole", least=1, most=4), extra["factor"])
    node.list_of("aka", str, required=False)
    node.list_of("units", str, required=False)
    node.list_of("attacked", dt.date, required=False)
    record = Record(kind, node.text("name"), node.number("lat", 40, 65), node.number("lon", -20, 20), node.text("source"), extra)
    node.done()
    return record


def load_lanes(folder: Path) -> list[LaneRecord]:
    """The convoy lanes. Raises DataError."""
    top = read_toml(folder / "lanes.toml")
    lanes: list[LaneRecord] = []
    for node in top.tables("lane"):
        if any(lane.name == node.get("name", str) for lane in lanes):
            node.fail("name", phrase("expect.once"), node.get("name", str))
        node.text("kind", ("convoy_lane",))
        node.maybe("origin", str)
        node.maybe("note", str)
        points = tuple(_point(node, f"points[{i}]", p) for i, p in enumerate(node.list_of("points", list)))
        if len(points) < 2:
            node.fail("points", phrase("expect.points_or_more", least=2), len(points))
        lanes.append(LaneRecord(node.text("name"), points, node.text("source")))
        node.done()
    top.done()
    return lanes


def _point(node: Node, key: str, value: Any) -> tuple[float, float]:
    if not (isinstance(value, list) and len(value) == 2 and all(isinstance(v, int | float) and not isinstance(v, bool) for v in value)):
        node.fail(key, phrase("expect.latitude_longitude"), value)
    latitude, longitude = value
    if not (40 <= latitude <= 65 and -20 <= longitude <= 20):
        node.fail(key, phrase("expect.latitude_longitude"), value)
    return float(latitude), float(longitude)


def load_areas(path: Path) -> list[AreaRecord]:
    """The areas of a file of shared nodes and rings. Raises DataError."""
    top = read_toml(path)
    nodes = top.table("nodes")
    points = {name: _point(nodes, name, nodes.data[name]) for name in nodes}
    areas: list[AreaRecord] = []
    for node in top.tables("area"):
        ring: list[tuple[float, float]] = []
        for i, name in enumerate(node.list_of("ring", str)):
            if name not in points:
                node.fail(f"ring[{i}]", phrase("expect.node"), name)
            ring.append(points[name])
        if len(ring) < 3:
            node.fail("ring", phrase("expect.points_or_more", least=3), len(ring))
        name = node.text("name")
        code = node.maybe("code", str) or name.lower().replace(" ", "_")
        if any(other.code == code for other in areas):
            node.fail("name", phrase("expect.once"), name)
        extra = {key: value for key, kind in _AREA_EXTRA.items() if (value := node.maybe(key, kind)) is not None}
        areas.append(AreaRecord(code, name, tuple(ring), extra))
        node.done()
    top.done()
    return areas


def _on_earth(longitude: float, latitude: float) -> tuple[float, float]:
    if not (40 <= latitude <= 65 and -20 <= longitude <= 20):
        raise ValueError(f"{longitude}, {latitude} lies far from the map")
    return longitude, latitude


def load_coastline(path: Path) -> Iterator[list[list[tuple[float, float]]]]:
    """The rings (outer first) of each polygon of land, as longitude and latitude. Raises DataError."""
    try:
        data = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(path, "-", phrase("expect.geojson"), str(error)) from error
    features = data.get("features") if isinstance(data, dict) else None
    if not isinstance(features, list) or not features:
        raise DataError(path, "features", phrase("expect.polygons"), features)
    for i, feature in enumerate(features):
        try:
            geometry = feature["geometry"]
            if geometry["type"] != "Polygon":
                raise DataError(path, f"features[{i}].geometry.type", phrase("expect.one_of", choices="Polygon"), geometry["type"])
            yield [[_on_earth(float(p[0]), float(p[1])) for p in ring] for ring in geometry["coordinates"]]
        except (LookupError, TypeError, ValueError, ArithmeticError) as error:
            raise DataError(path, f"features[{i}].geometry", phrase("expect.polygon"), repr(error)) from error
