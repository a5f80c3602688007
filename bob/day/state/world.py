"""The constant data of a day: theatre, tables, types, figures. Built once and shared by all games."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from bob.core import hexes
from bob.core.hexes import Hex
from bob.core.resources import data_folder
from bob.data.tables import Tables
from bob.data.theatre import Ground, Place, Theatre
from bob.data.units import Aircraft, Posting, Unit, aircraft_types, posted, shipped_units
from bob.day.state.figures import load_figures

if TYPE_CHECKING:
    from bob.day.state.command_network import Holding

AIRFIELDS = ("sector_station", "raf_airfield")


@dataclass(frozen=True, slots=True)
class Guns:
    """A gun-defended area or an airfield's light guns: its factor, and the height up to which it fires."""

    name: str
    factor: int
    ceiling: int


@dataclass(slots=True, eq=False)
class World:
    """The frozen surroundings of every position: `units` of the order of battle, `away` their stations off the map.

    The far shore is all land not British; to it and next to it Fighter Command sends no squadron: those hexes are `barred` (OPS-C1.6).
    Land and the waters close to Britain are `inshore` (OPS-C2.3). `chains` caches the working parts of the chain of command, by the
    links broken; `ways_out` the units' ways to the places where their raids form, `lanes` the hexes of convoy lanes.
    """

    theatre: Theatre
    tables: Tables
    types: Mapping[str, Aircraft]
    units: tuple[Unit, ...]
    away: frozenset[str]
    figures: Mapping[str, Any]
    fields: dict[str, Place]
    far_fields: dict[str, Place]
    targets: dict[str, Place]
    stations: dict[str, Place]
    station_hexes: dict[tuple[str, str], Hex]
    landmarks: frozenset[Hex]
    coast: frozenset[Hex]
    guns: dict[Hex, Guns]
    balloons: frozenset[Hex]
    observed: dict[int, frozenset[Hex]]
    far_shore: frozenset[Hex]
    barred: frozenset[Hex]
    inshore: frozenset[Hex]
    chains: dict[tuple[tuple[str, ...], tuple[str, ...]], Holding] = field(default_factory=dict)
    ways_out: dict[tuple[str, str, Hex, int], tuple[tuple[Hex, int, int], ...]] = field(default_factory=dict)
    climb: str = "paper"
    _by_type: list[World] = field(default_factory=list)
    lanes: dict[str, tuple[Hex, ...]] = field(default_factory=dict)
    _seeing: dict[tuple[str, int], dict[Hex, tuple[tuple[str, float], ...]]] = field(default_factory=dict)
    _mobile: dict[tuple[str, str, int], dict[Hex, float]] = field(default_factory=dict)
    _posted: dict[dt.date, Mapping[str, Posting]] = field(default_factory=dict)

    def ground(self, h: Hex) -> Ground:
        return self.theatre.grounds[h]

    def order_of_battle(self, day: dt.date, off_map: bool = False) -> list[Posting]:
        """Return the posting of every unit on a day; those on stations off the map only if asked for."""
        return posted(self.units, self.away, day, off_map)

    def luftwaffe(self, day: dt.date) -> Mapping[str, Posting]:
        """The Luftwaffe's units of a day by name, those off the map among them."""
        if day not in self._posted:
            found = {u.unit: u for u in self.order_of_battle(day, off_map=True) if u.side == "luftwaffe"}
            self._posted[day] = MappingProxyType(found)
        return self._posted[day]

    def seeing(self, kind: str, angels: int) -> dict[Hex, tuple[tuple[str, float], ...]]:
        """By hex, the stations of a kind that see a height there, each with its distance as a share of its range."""
        band = self.theatre.sensors.band(kind, angels)
        key = (kind, band)
        if key not in self._seeing:
            found: dict[Hex, list[tuple[str, float]]] = {}
            reach = self.theatre.sensors.reach(kind, band)
            if reach:
                for station in self.theatre.of_kind(kind):
                    for h in self.theatre.hexes_in(self.theatre.coverage(station, band)):
                        found.setdefault(h, []).append((station.name, hexes.distance(h, station.near) / reach))
            self._seeing[key] = {h: tuple(sorted(seen)) for h, seen in found.items()}
        return self._seeing[key]

    def seen_by_mobile(self, kind: str, name: str, angels: int) -> dict[Hex, float]:
        """The hexes that a mobile station sees in the place of another, each with its distance as a share of its range (OPS-C7.2)."""
        band = self.theatre.sensors.band(kind, angels)
        key = (kind, name, band)
        if key not in self._mobile:
            reach = self.theatre.sensors.reach(kind, band, mobile=True)
            station = next(s for s in self.theatre.of_kind(kind) if s.name == name)
            inside = self.theatre.hexes_in(self.theatre.coverage(station, band, mobile=True)) if reach else ()
            self._mobile[key] = {h: hexes.distance(h, station.near) / reach for h in inside}
        return self._mobile[key]

    def under(self, switches: Mapping[str, str]) -> World:
        """These surroundings as the switches of a day read them: the paper's climb, or that of the types (OPS-C9.6)."""
        if switches.get("climb") != "by_type" or self.climb == "by_type":
            return self
        if not self._by_type:
            self._by_type.append(replace(self, climb="by_type", ways_out={}))
        return self._by_type[0]

    def base(self, name: str) -> Place:
        """An airfield of either side by name. Raises KeyError."""
        return self.fields.get(name) or self.far_fields[name]


@cache
def world() -> World:
    """The shipped world."""
    theatre = Theatre.load()
    figures = load_figures(data_folder("tables") / "operational.toml")
    fields = {p.name: p for p in theatre.of_kind(*AIRFIELDS)}
    targets: dict[str, Place] = {}
    from bob.data.map_files import TARGETS

    for place in theatre.of_kind(*TARGETS):
        if place.hex is not None:
            targets.setdefault(place.name, place)
            targets.setdefault(f"{place.kind}:{place.name}", place)
    coast = frozenset(h for h, g in theatre.grounds.items() if g.terrain == "coast")
    landmarks = frozenset(p.hex for p in theatre.of_kind("landmark") if p.hex is not None)
    units, away = shipped_units()
    far = frozenset(h for h, g in theatre.grounds.items() if g.terrain != "sea" and not g.british)
    return World(
        theatre=theatre,
        tables=Tables.shipped(),
        types=aircraft_types(),
        units=units,
        away=away,
        figures=figures,
        fields=fields,
        far_fields={p.name: p for p in theatre.of_kind("luftwaffe_airfield")},
        targets=targets,
        stations={p.name: p for p in theatre.of_kind("chain_home", "chain_home_low")},
        station_hexes={(p.kind, p.name): p.near for p in theatre.of_kind("chain_home", "chain_home_low")},
        landmarks=landmarks,
        coast=coast,
        guns=_guns(theatre, figures["flak"]),
        balloons=_hexes_within(theatre, "balloon_barrage"),
        far_shore=far,
        barred=frozenset(n for h in far for n in (h, *hexes.neighbours(h)) if n in theatre.grounds),
        inshore=frozenset(
            n
            for h, g in theatre.grounds.items()
            if g.british
            for n in hexes.disc(h, figures["detection"]["inshore"])
            if n in theatre.grounds
        ),
        observed={reach: _observed(theatre, reach) for reach in sorted(set(theatre.sensors.observers.values()))},
    )


def _observed(theatre: Theatre, reach: int) -> frozenset[Hex]:
    """Return the hexes over Britain, and those within a distance out to sea."""
    shore = [h for h, g in theatre.grounds.items() if g.british]
    return frozenset(n for h in shore for n in hexes.disc(h, reach if theatre.grounds[h].terrain == "coast" else 0) if n in theatre.grounds)


def _circle(theatre: Theatre, place: Place) -> list[Hex]:
    reach = round(place.extra["radius_miles"] / theatre.across)
    return [h for h in hexes.disc(place.near, reach) if h in theatre.grounds]


def _hexes_within(theatre: Theatre, kind: str) -> frozenset[Hex]:
    return frozenset(h for place in theatre.of_kind(kind) if place.hex is not None for h in _circle(theatre, place))


def _guns(theatre: Theatre, figures: Mapping[str, Any]) -> dict[Hex, Guns]:
    """By hex the strongest guns: an area's at any height, an airfield's own only low down (OPS-B10.1)."""
    found: dict[Hex, Guns] = {}
    for place in theatre.of_kind(*AIRFIELDS):
        if place.hex is not None and place.extra.get("command") == "fighter":
            found[place.hex] = Guns(place.name, figures["airfield_factor"], figures["airfield_ceiling"])
    for place in theatre.of_kind("gun_area"):
        if place.hex is None:
            continue
        for h in _circle(theatre, place):
            if h not in found or found[h].factor < place.extra["factor"] or found[h].ceiling < 34:
                found[h] = Guns(place.name, place.extra["factor"], 34)
    return found
