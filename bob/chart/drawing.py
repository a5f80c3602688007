"""A chart from a theatre: the paper, the layers in order, the names, the furniture."""

from __future__ import annotations

from pathlib import Path

from bob.chart import LAYERS
from bob.chart.draft import Draft
from bob.chart.furniture import furnish
from bob.chart.ground import base, coast, graticule, grid, sectors, towns, zones
from bob.chart.marks import ChartPage, Frame
from bob.chart.palette import BY_NAME
from bob.chart.points import airfields, landmarks, rdf, targets
from bob.chart.reach import balloons, coverage, guns, lanes, observers, radio
from bob.core.errors import UsageError
from bob.core.text import plain
from bob.data.theatre import Theatre
from bob.data.toml_files import read_toml
from bob.words import Words

WIDTH, HEIGHT = 420.0, 594.0
"""The sheet in millimetres: A2 upright, less where the legend is short."""
_LEFT = 20.0
_TOP = 45.0


def draw(theatre: Theatre, words: Words, layers: tuple[str, ...], angels: int, palette: str, sector: str | None) -> ChartPage:
    """Return a chart; see `bob.chart.chart`."""
    for name in layers:
        if name not in LAYERS:
            raise UsageError("map.unknown_layer", name=name, choices=", ".join(LAYERS))
    if palette not in BY_NAME:
        raise UsageError("map.unknown_palette", name=palette, choices=", ".join(BY_NAME))
    station = _station(theatre, sector)
    colours = BY_NAME[palette]
    shown = tuple(name for name in LAYERS if name in layers)
    frame = _frame(theatre)
    draft = Draft(theatre, words, colours, frame, read_toml(Path(__file__).with_name("lettering.toml")), shown)
    base(draft)
    plainly = {
        "coast": coast,
        "hexes": grid,
        "observers": observers,
        "guns": guns,
        "zones": zones,
        "sectors": sectors,
        "lanes": lanes,
        "graticule": graticule,
        "balloons": balloons,
        "landmarks": landmarks,
        "targets": targets,
        "towns": towns,
        "rdf": rdf,
        "airfields": airfields,
    }
    for name in shown:
        if name == "coverage":
            coverage(draft, angels)
        elif name == "radio":
            radio(draft, station)
        else:
            plainly[name](draft)
    draft.place_names()
    furniture, height = furnish(draft, WIDTH, HEIGHT, angels)
    return ChartPage(words("map.title"), words.language, WIDTH, height, colours.paper, frame, draft.layers(), furniture)


def _frame(theatre: Theatre) -> Frame:
    """The map as wide as the sheet allows, with room below for the legend."""
    across, down = theatre.east - theatre.west, theatre.south - theatre.north
    scale = min((WIDTH - 2 * _LEFT) / across, (HEIGHT - _TOP - 105) / down)
    return Frame(theatre.west, theatre.north, (WIDTH - across * scale) / 2, _TOP, across * scale, down * scale, scale)


def _station(theatre: Theatre, sector: str | None) -> str | None:
    """The name of the Sector's station."""
    if sector is None:
        return None
    stations = theatre.of_kind("sector_station")
    for station in stations:
        if plain(sector) in (plain(station.name), plain(str(station.extra.get("sector", "")))):
            return station.name
    raise UsageError("map.unknown_sector", name=sector, choices=", ".join(s.name for s in stations))
