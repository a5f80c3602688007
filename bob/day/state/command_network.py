"""The chain of command as a graph (OPS-B6.1): RDF station, Filter Room, Group, Sector, squadron; and the parts cut off by a broken link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bob.day.state.known import KnownToRaf, Links
from bob.day.state.world import World

if TYPE_CHECKING:
    import networkx as nx

FILTER_ROOM = "filter_room"


@dataclass(frozen=True, slots=True)
class Holding:
    """The working part of the chain: the Sectors that orders reach, the stations whose plots come through (`chain_home:Dover`)."""

    sectors: frozenset[str]
    stations: frozenset[str]


def holding(world: World, links: Links) -> Holding:
    """Return the working part of the chain with the links that are broken now."""
    import networkx as nx

    broken = (tuple(links.rooms_hit), tuple(links.silent_stations))
    if broken not in world.chains:
        graph = _graph(world, links)
        below, above = nx.descendants(graph, FILTER_ROOM), nx.ancestors(graph, FILTER_ROOM)
        world.chains[broken] = Holding(
            frozenset(str(graph.nodes[n]["name"]) for n in below if graph.nodes[n]["kind"] == "sector"), frozenset(above)
        )
    return world.chains[broken]


def chain(world: World, known: KnownToRaf) -> nx.DiGraph:
    """The chain down to every squadron; broken links are not in it."""
    graph = _graph(world, known)
    for squadron in known.every_squadron():
        graph.add_node(f"squadron:{squadron.unit}", kind="squadron", name=squadron.unit)
        graph.add_edge(f"sector:{squadron.sector}", f"squadron:{squadron.unit}")
    return graph


def _graph(world: World, links: Links) -> nx.DiGraph:
    import networkx as nx

    graph: nx.DiGraph = nx.DiGraph()
    graph.add_node(FILTER_ROOM, kind="filter_room", name=FILTER_ROOM)
    for place in world.theatre.of_kind("chain_home", "chain_home_low"):
        station = f"{place.kind}:{place.name}"
        graph.add_node(station, kind=place.kind, name=place.name)
        if station not in links.silent_stations:
            graph.add_edge(station, FILTER_ROOM)
    for place in world.theatre.of_kind("sector_station"):
        group, sector = f"group:{place.extra['group']}", f"sector:{place.name}"
        graph.add_node(group, kind="group", name=str(place.extra["group"]))
        graph.add_node(sector, kind="sector", name=place.name)
        graph.add_edge(FILTER_ROOM, group)
        if place.name not in links.rooms_hit:
            graph.add_edge(group, sector)
    return graph
