"""The loaders of the map: places, lanes, areas and the coastline, from files to frozen values, checked."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from bob.core.codec import CodecError, Key
from bob.core.errors import DataError, phrase
from bob.core.ranges import OneOf, Text, Whole
from bob.data.toml_files import Between, Distinct, PointsOrMore, read_toml

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

Latitude = Annotated[float, Between(40, 65)]
Longitude = Annotated[float, Between(-20, 20)]
Coordinates = tuple[Latitude, Longitude]
PlaceName = Annotated[str, Text(200, 1)]
Source = Annotated[str, Text(2000, 1)]

_NEEDED: dict[str, tuple[str, ...]] = {
    "sector_station": ("group", "sector"),
    "raf_airfield": ("group", "sector"),
    "luftwaffe_airfield": ("luftflotte",),
    "chain_home": ("line_of_shoot",),
    "gun_area": ("factor", "radius_miles"),
    "balloon_barrage": ("radius_miles",),
}


class Degrees:
    """A direction of the compass."""

    @staticmethod
    def check(value: object, place: str) -> None:
        if not (isinstance(value, int | float) and 0 <= value < 360):
            raise CodecError(place, phrase("expect.degrees"), value)


@dataclass(frozen=True, slots=True)
class Record:
    """A place as its file has it; what follows the source only some kinds have."""

    kind: Annotated[str, OneOf(KINDS)]
    name: PlaceName
    latitude: Annotated[Latitude, Key("lat")]
    longitude: Annotated[Longitude, Key("lon")]
    source: Source
    group: int | None = None
    sector: str | None = None
    command: str | None = None
    aka: tuple[str, ...] | None = None
    since: Annotated[dt.date | None, Key("from")] = None
    off_air: tuple[dt.date, dt.date] | None = None
    line_of_shoot: Annotated[float, Degrees()] | None = None
    line_of_shoot_origin: str | None = None
    height_m: float | None = None
    luftflotte: int | None = None
    units: tuple[str, ...] | None = None
    role: str | None = None
    country: str | None = None
    attacked: tuple[dt.date, ...] | None = None
    feature: str | None = None
    factor: Annotated[int, Whole(1, 4)] | None = None
    radius_miles: float | None = None
    guns: int | None = None
    balloons: int | None = None
    origin: str | None = None
    note: str | None = None

    def __post_init__(self) -> None:
        for key in _NEEDED.get(self.kind, ()):
            if getattr(self, key) is None:
                raise CodecError(key, phrase("expect.needed_of", kind=self.kind), phrase("expect.nothing"))

    @property
    def extra(self) -> dict[str, Any]:
        """Return the attributes that not every place has."""
        return _optional_fields(self)


@dataclass(frozen=True, slots=True)
class _Places:
    place: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class LaneRecord:
    """A convoy lane as its file has it: latitude and longitude of each turning point."""

    name: PlaceName
    kind: Literal["convoy_lane"]
    points: Annotated[tuple[Coordinates, ...], PointsOrMore(2)]
    source: Source
    unread: ClassVar[tuple[str, ...]] = ("origin", "note")


@dataclass(frozen=True, slots=True)
class _Lanes:
    lane: Annotated[tuple[LaneRecord, ...], Distinct("name")]


@dataclass(frozen=True, slots=True)
class AreaRecord:
    """An area as its file has it: a ring by the names of its nodes."""

    name: PlaceName
    ring: Annotated[tuple[str, ...], PointsOrMore(3)]
    code: str | None = None
    group: int | None = None
    station: str | None = None
    letter: str | None = None
    source: str | None = None
    origin: str | None = None
    fr: str | None = None
    side: str | None = None
    note: str | None = None

    @property
    def extra(self) -> dict[str, Any]:
        """Return the attributes that not every area has."""
        return _optional_fields(self)


@dataclass(frozen=True, slots=True)
class _Areas:
    nodes: Mapping[str, Coordinates]
    area: Annotated[tuple[AreaRecord, ...], Distinct("name"), Distinct("code")]


def _optional_fields(record: Record | AreaRecord) -> dict[str, Any]:
    """Return the optional fields present in a file, by name."""
    return {f.name: value for f in fields(record) if f.default is None and (value := getattr(record, f.name)) is not None}


def load_places(folder: Path) -> list[Record]:
    """All places. Raises DataError."""
    records: dict[tuple[str, str], Record] = {}
    for stem in PLACE_FILES:
        top = read_toml(folder / f"{stem}.toml")
        for i, record in enumerate(top.read(_Places).place):
            if records.setdefault((record.kind, record.name), record) is not record:
                top.fail(f"place[{i}].name", phrase("expect.other_name", kind=record.kind), record.name)
    return list(records.values())


def load_lanes(folder: Path) -> tuple[LaneRecord, ...]:
    """The convoy lanes. Raises DataError."""
    return read_toml(folder / "lanes.toml").read(_Lanes).lane


def load_areas(path: Path) -> list[tuple[AreaRecord, list[Coordinates]]]:
    """The areas of a file of shared nodes and rings, each with the points of its ring. Raises DataError."""
    file = read_toml(path).read(_Areas)
    for i, area in enumerate(file.area):
        for k, name in enumerate(area.ring):
            if name not in file.nodes:
                raise DataError(path, f"area[{i}].ring[{k}]", phrase("expect.node"), name)
    return [(area, [file.nodes[name] for name in area.ring]) for area in file.area]


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
