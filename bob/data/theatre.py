"""The theatre: real geography on a hex map, loaded from maps/ and checked.

Everything on the plane is in statute miles, x to the east and y to the south, with hex column 0, row 0 in the north-west.
Geometry is built once and shared; a theatre is never changed after `load`.
"""

from __future__ import annotations

import datetime as dt
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.geometry.base import BaseGeometry

from bob.core import hexes
from bob.core.errors import DataError, UsageError, phrase
from bob.core.hexes import Hex
from bob.core.resources import data_folder
from bob.core.text import plain
from bob.data.map_files import KINDS, AreaRecord, Record, load_areas, load_coastline, load_lanes, load_places
from bob.data.sensors import Sensors
from bob.data.toml_files import read_toml

if TYPE_CHECKING:
    import networkx as nx


EARTH_MILES = 3958.7613


@dataclass(frozen=True, slots=True)
class Projection:
    """Lambert's conformal conic projection on a sphere, with its middle and its two true parallels in degrees."""

    latitude: float
    longitude: float
    parallel_1: float
    parallel_2: float

    def _cone(self) -> tuple[float, float, float]:
        p1, p2 = math.radians(self.parallel_1), math.radians(self.parallel_2)
        t1, t2 = math.tan(math.pi / 4 + p1 / 2), math.tan(math.pi / 4 + p2 / 2)
        n = math.log(math.cos(p1) / math.cos(p2)) / math.log(t2 / t1)
        f = EARTH_MILES * math.cos(p1) * t1**n / n
        return n, f, f / math.tan(math.pi / 4 + math.radians(self.latitude) / 2) ** n

    def to_plane(self, latitude: float, longitude: float) -> tuple[float, float]:
        """Return the coordinates of a place on the plane."""
        n, f, rho_0 = self._cone()
        rho = f / math.tan(math.pi / 4 + math.radians(latitude) / 2) ** n
        theta = n * math.radians(longitude - self.longitude)
        return rho * math.sin(theta), rho * math.cos(theta) - rho_0

    def to_earth(self, x: float, y: float) -> tuple[float, float]:
        """Latitude and longitude of a point of the plane; the inverse of `to_plane`."""
        n, f, rho_0 = self._cone()
        rho = math.copysign(math.hypot(x, y + rho_0), n)
        theta = math.atan2(x, y + rho_0)
        latitude = 2 * math.atan((f / rho) ** (1 / n)) - math.pi / 2
        return math.degrees(latitude), self.longitude + math.degrees(theta / n)

    def north(self, x: float, y: float) -> float:
        """Return the direction of true north at a point, in degrees clockwise of the map's top."""
        rho_0 = self._cone()[2]
        return -math.degrees(math.atan2(x, y + rho_0))


def great_circle(a: tuple[float, float], b: tuple[float, float]) -> float:
    """Statute miles between two places given by latitude and longitude."""
    la, lb = math.radians(a[0]), math.radians(b[0])
    h = math.sin((lb - la) / 2) ** 2 + math.cos(la) * math.cos(lb) * math.sin(math.radians(b[1] - a[1]) / 2) ** 2
    return 2 * EARTH_MILES * math.asin(min(1.0, math.sqrt(h)))


Terrain = Literal["land", "coast", "sea"]

SEA_ZONES = ("english_channel", "dover_straits", "north_sea")
BRITISH = ("england", "wales")
_COAST_SHARE = 0.02
"""A hex with less land (or sea) than this share counts as all sea (or all land)."""
_LABEL = re.compile(r"\d{4}")
"""The label of a hex."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The terrain of a hex. `zone` and `sector` are codes; `country` is None at sea."""

    hex: Hex
    x: float
    y: float
    terrain: Terrain
    land: float
    country: str | None
    zone: str
    sector: str | None

    @property
    def british(self) -> bool:
        """Over England, for all that the rules count there; Wales is counted with it."""
        return self.country in BRITISH


def _dated(value: Any) -> Any:
    """Return an attribute of a place, days as text."""
    if isinstance(value, tuple) and value and isinstance(value[0], dt.date):
        return [str(day) for day in value]
    return str(value) if isinstance(value, dt.date) else value


@dataclass(frozen=True, slots=True)
class Place:
    """A place with its true position. `hex` is None off the map; `near` is the map's nearest hex, `off` the hexes beyond it."""

    kind: str
    name: str
    latitude: float
    longitude: float
    x: float
    y: float
    hex: Hex | None
    near: Hex
    off: int
    source: str
    extra: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        """The fixed form for programs."""
        return {
            "kind": self.kind,
            "name": self.name,
            "latitude": self.latitude,
            "longitude": self.longitude,
            "hex": self.hex.label if self.hex is not None else None,
            "source": self.source,
            **{"from" if key == "since" else key: _dated(value) for key, value in self.extra.items()},
        }


@dataclass(frozen=True, slots=True)
class Area:
    """A Sector, a weather zone or a country, as a shape on the plane."""

    code: str
    name: str
    shape: BaseGeometry
    extra: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Lane:
    """A convoy lane as a line on the plane."""

    name: str
    line: LineString
    source: str


class Theatre:
    """The whole map. Build it with `Theatre.load`."""

    def __init__(self, folder: Path) -> None:
        frame = read_toml(folder / "theatre.toml")
        projection = frame.table("projection")
        parallels = projection.list_of("parallels", float)
        if len(parallels) != 2 or not 0 < parallels[0] < parallels[1] < 80:
            projection.fail("parallels", phrase("expect.parallels"), parallels)
        self.projection = Projection(
            projection.number("latitude", -80, 80), projection.number("longitude", -180, 180), parallels[0], parallels[1]
        )
        edges = frame.table("frame")
        self.west, self.north = edges.number("west", -1000, 1000), -edges.number("north", -1000, 1000)
        self.east, self.south = edges.number("east", -1000, 1000), -edges.number("south", -1000, 1000)
        self.across = edges.number("hex_miles", 1, 50)
        if self.east - self.west < 2 * self.across or self.south - self.north < 2 * self.across:
            edges.fail("east", phrase("expect.frame"))
        self.name = frame.text("name")
        frame.text("source")
        self.frame: Polygon = box(self.west, self.north, self.east, self.south)
        self.sensors = Sensors.load()
        self._folder = folder
        self._coast_file = folder / frame.text("coastline")
        for node in (frame, projection, edges):
            node.done()
        self.countries = self._areas("countries.toml")
        self.zones = self._areas("weather_zones.toml")
        self.sectors = self._areas("sectors.toml")
        self._build_land()
        self._clip()
        self._build_grounds()
        self.places = tuple(sorted((self._place(r) for r in load_places(folder)), key=lambda p: (KINDS.index(p.kind), p.name)))
        stations = {p.name for p in self.of_kind("sector_station")}
        for place in self.of_kind("sector_station", "raf_airfield"):
            if place.extra["sector"] not in stations:
                raise DataError(folder / "raf_airfields.toml", f"{place.name}.sector", phrase("expect.station_name"), place.extra["sector"])
        self.lanes = tuple(Lane(r.name, LineString([self.projection.to_plane(*p) for p in r.points]), r.source) for r in load_lanes(folder))
        self._coverage: dict[tuple[str, int, bool], BaseGeometry] = {}

    @classmethod
    def load(cls, folder: Path | None = None) -> Theatre:
        """The theatre of that folder, else the shipped one. Raises DataError."""
        return cls(folder if folder is not None else data_folder("maps"))

    # ---- building

    def _areas(self, file: str) -> list[Area]:
        path = self._folder / file
        return [self._area(path, record, ring) for record, ring in load_areas(path)]

    def _area(self, path: Path, record: AreaRecord, ring: Sequence[tuple[float, float]]) -> Area:
        shape = Polygon([self.projection.to_plane(*point) for point in ring])
        if not shape.is_valid:
            raise DataError(path, record.name, phrase("expect.ring"), shapely.is_valid_reason(shape))
        return Area(record.code or record.name.lower().replace(" ", "_"), record.name, shape, record.extra)

    def _build_land(self) -> None:
        shapes: list[Polygon] = []
        for rings in load_coastline(self._coast_file):
            if not rings or any(len(ring) < 4 for ring in rings):
                raise DataError(self._coast_file, f"features[{len(shapes)}].geometry", phrase("expect.rings"), len(rings))
            outer, *holes = [[self.projection.to_plane(latitude, longitude) for longitude, latitude in ring] for ring in rings]
            shapes.append(Polygon(outer, holes))
            if not shapes[-1].is_valid:
                raise DataError(
                    self._coast_file,
                    f"features[{len(shapes) - 1}].geometry",
                    phrase("expect.simple_polygon"),
                    shapely.is_valid_reason(shapes[-1]),
                )
        self.land: BaseGeometry = shapely.union_all(shapes)
        self.country_land: dict[str, BaseGeometry] = {c.code: c.shape.intersection(self.land) for c in self.countries}
        self.british_land: BaseGeometry = shapely.union_all([self.country_land[code] for code in BRITISH])
        self.far_land: BaseGeometry = shapely.union_all([shape for code, shape in self.country_land.items() if code not in BRITISH])

    def _clip(self) -> None:
        """Zones: the frame without the far shore, parted among them. Sectors: clipped to the frame."""
        shore = self.frame.difference(self.far_land)
        self.zones = [Area(a.code, a.name, a.shape.intersection(shore), a.extra) for a in self.zones]
        clipped = [Area(a.code, a.name, a.shape.intersection(self.frame), a.extra) for a in self.sectors]
        self.sectors = [a for a in clipped if not a.shape.is_empty]
        overlap = sum(zone.shape.area for zone in self.zones) - shore.area
        uncovered = shore.area - shapely.union_all([zone.shape for zone in self.zones]).area
        if abs(overlap) > 1e-3 or uncovered > 1e-3:
            raise DataError(
                self._folder / "weather_zones.toml",
                "area",
                phrase("expect.parted"),
                f"{overlap:.3f}, {uncovered:.3f}",
            )
        for code in SEA_ZONES:
            if not any(zone.code == code for zone in self.zones):
                raise DataError(self._folder / "weather_zones.toml", "area", phrase("expect.sea_zone", code=code), phrase("expect.nothing"))

    def _build_grounds(self) -> None:
        column_width = self.across * math.sqrt(3) / 2
        size = self.across / math.sqrt(3)
        self.columns = int((self.east - self.west - 2 * size) // column_width) + 1
        self.rows = int((self.south - self.north - self.across * 1.5) // self.across) + 1
        self._x0 = self.west + size
        self._y0 = self.north + self.across / 2
        cells = [hexes.at_offset(column, row) for column in range(self.columns) for row in range(self.rows)]
        middles = [self.middle(h) for h in cells]
        shapely.prepare(self.land)
        outlines = shapely.polygons([hexes.corners(x, y, self.across) for x, y in middles])
        inside = shapely.contains_properly(self.land, outlines)
        touching = shapely.intersects(self.land, outlines)
        full = self.across**2 * math.sqrt(3) / 2
        mixed = [i for i in range(len(cells)) if touching[i] and not inside[i]]
        shares = [1.0 if whole else 0.0 for whole in inside]
        pieces = shapely.intersection(outlines[mixed], self._near_coast())
        for i, area in zip(mixed, shapely.area(pieces), strict=True):
            shares[i] = float(area) / full
        xs, ys = [m[0] for m in middles], [m[1] for m in middles]
        countries = self._inside([Area(c.code, c.name, c.shape, {}) for c in self.countries], xs, ys)
        zones = self._inside(self.zones, xs, ys)
        sectors = self._inside(self.sectors, xs, ys)
        self.grounds: dict[Hex, Ground] = {}
        for i, h in enumerate(cells):
            share = shares[i]
            terrain: Terrain = "sea" if share < _COAST_SHARE else "land" if share > 1 - _COAST_SHARE else "coast"
            country = countries[i] if terrain != "sea" else None
            zone = zones[i] or self._nearest_sea(xs[i], ys[i])
            self.grounds[h] = Ground(h, xs[i], ys[i], terrain, round(share, 4), country, zone, sectors[i])

    def _near_coast(self) -> BaseGeometry:
        return self.land.intersection(self.frame)

    def _inside(self, areas: Sequence[Area], xs: Sequence[float], ys: Sequence[float]) -> list[str | None]:
        found: list[str | None] = [None] * len(xs)
        for area in areas:
            shapely.prepare(area.shape)
            for i, hit in enumerate(shapely.intersects_xy(area.shape, xs, ys)):
                if hit and found[i] is None:
                    found[i] = area.code
        return found

    def _nearest_sea(self, x: float, y: float) -> str:
        point = Point(x, y)
        return min((zone for zone in self.zones if zone.code in SEA_ZONES), key=lambda zone: zone.shape.distance(point)).code

    def _place(self, record: Record) -> Place:
        x, y = self.projection.to_plane(record.latitude, record.longitude)
        h = self.hex_at(x, y)
        near = h if h is not None else self.nearest_hex(x, y)
        off = hexes.distance(self._raw_hex(x, y), near)
        return Place(record.kind, record.name, record.latitude, record.longitude, x, y, h, near, off, record.source, record.extra)

    # ---- the plane and the hexes

    def middle(self, h: Hex) -> tuple[float, float]:
        """The middle of a hex on the plane."""
        x, y = hexes.centre(h, self.across)
        return x + self._x0, y + self._y0

    def outline(self, h: Hex) -> list[tuple[float, float]]:
        """The corners of a hex on the plane."""
        return hexes.corners(*self.middle(h), self.across)

    def _raw_hex(self, x: float, y: float) -> Hex:
        return hexes.containing(x - self._x0, y - self._y0, self.across)

    def hex_at(self, x: float, y: float) -> Hex | None:
        """The hex of a point of the plane, or None off the map."""
        h = self._raw_hex(x, y)
        return h if h in self.grounds else None

    def hex_of(self, latitude: float, longitude: float) -> Hex | None:
        """The hex of a place on the earth, or None off the map."""
        return self.hex_at(*self.projection.to_plane(latitude, longitude))

    def nearest_hex(self, x: float, y: float) -> Hex:
        """The hex of the map nearest to a point of the plane."""
        column, row = hexes.offset(self._raw_hex(x, y))
        h = hexes.at_offset(min(max(column, 0), self.columns - 1), min(max(row, 0), self.rows - 1))
        return min((n for n in (h, *hexes.neighbours(h)) if n in self.grounds), key=lambda n: (math.dist(self.middle(n), (x, y)), n))

    @cached_property
    def graph(self) -> nx.Graph:
        """The hexes as nodes, with an edge between neighbours."""
        import networkx as nx

        graph: nx.Graph = nx.Graph()
        graph.add_nodes_from(self.grounds)
        graph.add_edges_from((h, n) for h in self.grounds for n in hexes.neighbours(h)[:3] if n in self.grounds)
        return graph

    # ---- finding

    @cached_property
    def _by_name(self) -> dict[str, list[Place]]:
        found: dict[str, list[Place]] = {}
        for place in self.places:
            for name in (place.name, *place.extra.get("aka", ())):
                known = found.setdefault(plain(name), [])
                if place not in known:
                    known.append(place)
        return found

    def find(self, text: str, kinds: Sequence[str] = ()) -> Place:
        """The place of that name, accents and case aside; `kind:name` picks among places that share a name.

        Where the same name means several places within a hex of each other, the weightiest kind is taken. Raises UsageError
        when there is none, or when it could be places apart from each other.
        """
        head, _, tail = text.partition(":")
        if tail and head.strip() in KINDS:
            kinds, text = (head.strip(),), tail
        found = [p for p in self._by_name.get(plain(text), []) if not kinds or p.kind in kinds]
        if not found:
            raise UsageError("error.no_place", name=text, near=", ".join(self._similar(plain(text), kinds)) or "-")
        if any(math.dist((p.x, p.y), (found[0].x, found[0].y)) > 2 * self.across for p in found):
            raise UsageError("error.which_place", name=text, choices=", ".join(f"{p.kind}:{p.name}" for p in found))
        return found[0]

    def label_of(self, text: str) -> str:
        """The label of a hex, given by that label or by the name of a place. Raises UsageError."""
        if _LABEL.fullmatch(text):
            return text
        place = self.find(text)
        return place.hex.label if place.hex is not None else place.near.label

    def _similar(self, wanted: str, kinds: Sequence[str]) -> list[str]:
        import difflib

        known = {name: places[0].name for name, places in self._by_name.items() if not kinds or any(p.kind in kinds for p in places)}
        starting = [name for name in known if wanted and name.startswith(wanted)]
        return [known[name] for name in dict.fromkeys(starting + difflib.get_close_matches(wanted, known, n=4, cutoff=0.6))][:5]

    def of_kind(self, *kinds: str) -> list[Place]:
        """The places of these kinds, in the order of the map's list."""
        return [p for p in self.places if p.kind in kinds]

    def position(self, text: str) -> tuple[float, float]:
        """A point of the plane from a hex label, `latitude,longitude`, or the name of a place. Raises UsageError."""
        text = text.strip()
        if len(text) == 4 and text.isascii() and text.isdigit():
            h = hexes.from_label(text)
            if h not in self.grounds:
                raise UsageError("error.off_map", text=text, last=hexes.at_offset(self.columns - 1, self.rows - 1).label)
            return self.middle(h)
        parts = text.split(",")
        if len(parts) == 2:
            try:
                latitude, longitude = float(parts[0]), float(parts[1])
            except ValueError:
                pass
            else:
                if not (40 <= latitude <= 65 and -20 <= longitude <= 20):
                    raise UsageError("error.coordinates", text=text)
                return self.projection.to_plane(latitude, longitude)
        place = self.find(text)
        return place.x, place.y

    def miles(self, a: tuple[float, float], b: tuple[float, float]) -> float:
        """True statute miles between two points of the plane."""
        return great_circle(self.projection.to_earth(*a), self.projection.to_earth(*b))

    def hexes_between(self, a: tuple[float, float], b: tuple[float, float]) -> int:
        """Hexes between two points of the plane, on or off the map."""
        return hexes.distance(self._raw_hex(*a), self._raw_hex(*b))

    # ---- RDF and radio

    def coverage(self, station: Place, angels: int, mobile: bool = False) -> BaseGeometry:
        """Return the coverage of an RDF station at a height, or of a mobile one in its place, as a shape on the plane."""
        key = (f"{station.kind}:{station.name}", self.sensors.band(station.kind, angels), mobile)
        if key not in self._coverage:
            self._coverage[key] = self._seen(station, angels, mobile)
        return self._coverage[key]

    def _seen(self, station: Place, angels: int, mobile: bool) -> BaseGeometry:
        reach = self.sensors.reach(station.kind, angels, mobile) * self.across
        if reach <= 0:
            return Polygon()
        middle = (station.x, station.y)
        if station.kind == "chain_home_low":
            return Point(middle).buffer(reach, quad_segs=24).difference(self.land)
        bearing = station.extra["line_of_shoot"] + self.projection.north(*middle)
        half = self.sensors.arc / 2
        steps = [bearing - half + self.sensors.arc * i / 48 for i in range(49)]
        rim = [(middle[0] + reach * math.sin(math.radians(d)), middle[1] - reach * math.cos(math.radians(d))) for d in steps]
        return Polygon([middle, *rim]).difference(self.british_land)

    def chain_coverage(self, angels: int, without: Iterable[str] = (), mobile: Iterable[str] = ()) -> BaseGeometry:
        """Return the coverage of the whole chain at a height, without the named stations; those of `mobile` have mobile ones in their
        place."""
        dark, half = set(without), set(mobile)
        shapes = [self.coverage(s, angels, s.name in half) for s in self.of_kind("chain_home", "chain_home_low") if s.name not in dark]
        return shapely.union_all(shapes).intersection(self.frame)

    def hexes_in(self, shape: BaseGeometry) -> frozenset[Hex]:
        """Return the hexes with their middle in a shape."""
        cells = list(self.grounds.values())
        shapely.prepare(shape)
        hits = shapely.intersects_xy(shape, [g.x for g in cells], [g.y for g in cells])
        return frozenset(g.hex for g, hit in zip(cells, hits, strict=True) if hit)

    def radio_circle(self, station: Place, fit: Literal["hf", "vhf"], bonuses: int = 0) -> Polygon:
        """Return the range of a Sector station's radio, as a circle on the plane."""
        return Point(station.x, station.y).buffer(self.sensors.radio(fit, bonuses) * self.across, quad_segs=24)

    def observer_corps(self) -> BaseGeometry:
        """Return the area of the Observer Corps: England and Wales and a little out to sea."""
        return self.british_land.buffer(self.sensors.offshore * self.across, quad_segs=6).intersection(self.frame)


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """The polygons of a shape, whatever it is made of."""
    if isinstance(shape, Polygon):
        return [] if shape.is_empty else [shape]
    if isinstance(shape, MultiPolygon):
        return list(shape.geoms)
    return [p for part in getattr(shape, "geoms", ()) for p in polygons(part)]
