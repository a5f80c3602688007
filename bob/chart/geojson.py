"""The theatre as GeoJSON (RFC 7946): the objects of the map in degrees of latitude and longitude, for QGIS and its like.

One collection; each feature has its layer of the map in `layer`. Lines that are straight on the plane are given a point every few miles,
so that they follow the same course on the earth as on the map.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import shapely
from shapely.geometry import MultiPolygon, Point, Polygon, mapping
from shapely.geometry.base import BaseGeometry
from shapely.geometry.polygon import orient

from bob.chart import LAYERS
from bob.core.errors import UsageError
from bob.data.map_files import TARGETS
from bob.data.theatre import Area, Place, Theatre
from bob.words import Words

PLACED = tuple(layer for layer in LAYERS if layer != "graticule")
"""The layers of objects on the ground or above it."""

_DRAWN: Mapping[str, tuple[str, ...]] = {
    "balloons": ("balloon_barrage",),
    "landmarks": ("landmark",),
    "towns": ("town",),
    "rdf": ("chain_home", "chain_home_low"),
    "airfields": ("sector_station", "raf_airfield", "luftwaffe_airfield"),
}
KINDS_OF: Mapping[str, tuple[str, ...]] = {
    **_DRAWN,
    "targets": tuple(kind for kind in TARGETS if not any(kind in kinds for kinds in _DRAWN.values())),
}
"""The kinds of place that are the points of a layer."""

_STEP = 5.0
"""Miles between the points of a straight line."""
_DIGITS = 5
"""Decimals of a degree: a metre."""

GeoFeature = dict[str, Any]


def to_geojson(theatre: Theatre, words: Words, layers: Sequence[str] = PLACED, angels: int = 18, sector: str | None = None) -> str:
    """Layers as the text of a file; `angels` and `sector` as for `bob.chart.chart`. Raises UsageError for an unknown layer or Sector."""
    for name in layers:
        if name not in LAYERS:
            raise UsageError("map.unknown_layer", name=name, choices=", ".join(LAYERS))
    maker = _Features(theatre, words)
    features = [feature for name in PLACED if name in layers for feature in maker.layer(name, angels, sector)]
    head = {"type": "FeatureCollection", "name": words("map.title"), "features": features}
    return json.dumps(head, ensure_ascii=False, separators=(",", ":")).replace('{"type":"Feature"', '\n{"type":"Feature"') + "\n"


class _Features:
    """Makes the features of a theatre."""

    def __init__(self, theatre: Theatre, words: Words) -> None:
        self.theatre = theatre
        self.words = words

    def layer(self, name: str, angels: int, sector: str | None) -> Iterable[GeoFeature]:
        t = self.theatre
        if name in KINDS_OF:
            return self._places(name)
        if name == "radio":
            return self._radio(sector)
        if name == "coverage":
            return self._coverage(angels)
        if name == "zones":
            return self._areas(name, t.zones)
        if name == "sectors":
            return self._areas(name, t.sectors)
        if name == "coast":
            return (self.feature(name, code, shape.intersection(t.frame)) for code, shape in sorted(t.country_land.items()))
        if name == "observers":
            return [self.feature(name, self.words("map.layer.observers"), t.observer_corps())]
        if name == "lanes":
            there = [(lane, lane.line.intersection(t.frame)) for lane in t.lanes if lane.line.intersects(t.frame)]
            return [self.feature(name, lane.name, line, source=lane.source) for lane, line in there]
        return self._guns() if name == "guns" else self._hexes()

    def feature(self, layer: str, name: str, shape: BaseGeometry, **more: Any) -> GeoFeature:
        """A shape of the plane as a feature."""
        properties = {"layer": layer, "layer_name": self.words(f"map.layer.{layer}"), "name": name, **more}
        return {"type": "Feature", "geometry": self._on_earth(shape), "properties": properties}

    def _on_earth(self, shape: BaseGeometry) -> Any:
        def degrees(x: float, y: float) -> tuple[float, float]:
            latitude, longitude = self.theatre.projection.to_earth(x, y)
            return round(longitude, _DIGITS), round(latitude, _DIGITS)

        fine = shape if isinstance(shape, Point) else shapely.segmentize(shape, _STEP)
        placed = shapely.transform(fine, lambda points: [degrees(x, y) for x, y in points])
        if isinstance(placed, Polygon):
            placed = orient(placed)  # the outer ring goes against the clock
        elif isinstance(placed, MultiPolygon):
            placed = MultiPolygon([orient(part) for part in placed.geoms])
        return mapping(placed)

    def _places(self, layer: str) -> Iterator[GeoFeature]:
        for place in self.theatre.of_kind(*KINDS_OF[layer]):
            if place.hex is not None:
                yield self._place(layer, place, Point(place.x, place.y))

    def _place(self, layer: str, place: Place, shape: BaseGeometry) -> GeoFeature:
        kind = {"kind": place.kind, "kind_name": self.words(f"cli.kind.{place.kind}")}
        return self.feature(layer, place.name, shape, **kind, hex=place.near.label, source=place.source)

    def _areas(self, layer: str, areas: Sequence[Area]) -> Iterator[GeoFeature]:
        for area in areas:
            yield self.feature(layer, area.name, area.shape, code=area.code)

    def _guns(self) -> Iterator[GeoFeature]:
        for place in self.theatre.of_kind("gun_area"):
            shape = Point(place.x, place.y).buffer(place.extra["radius_miles"], quad_segs=16)
            if shape.intersects(self.theatre.frame):
                yield self._place("guns", place, shape.intersection(self.theatre.frame))

    def _coverage(self, angels: int) -> Iterator[GeoFeature]:
        for station in self.theatre.of_kind("chain_home", "chain_home_low"):
            seen = self.theatre.coverage(station, angels).intersection(self.theatre.frame)
            if not seen.is_empty:
                yield self.feature("coverage", station.name, seen, kind=station.kind, angels=angels)

    def _radio(self, sector: str | None) -> Iterator[GeoFeature]:
        stations = [s for s in self.theatre.of_kind("sector_station") if s.hex is not None]
        if sector is not None and sector not in [s.name for s in stations]:
            raise UsageError("map.unknown_sector", name=sector, choices=", ".join(s.name for s in stations))
        for station in stations:
            for fit in ("hf", "vhf"):
                if sector in (None, station.name):
                    circle = self.theatre.radio_circle(station, fit).intersection(self.theatre.frame)
                    yield self.feature("radio", f"{station.name} {fit.upper()}", circle, station=station.name, fit=fit)

    def _hexes(self) -> Iterator[GeoFeature]:
        for h, ground in self.theatre.grounds.items():
            shape = Polygon(self.theatre.outline(h))
            yield self.feature("hexes", h.label, shape, terrain=ground.terrain, land=ground.land, zone=ground.zone, sector=ground.sector)
