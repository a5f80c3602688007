"""What the RDF chain, the observers and the radio reach (OPS-B5, OPS-B6), and ways over the hexes."""

from __future__ import annotations

import itertools
import math

import networkx as nx
import pytest
import shapely
from shapely.geometry import Point, box

from bob.core import hexes
from bob.core.errors import DataError, UsageError
from bob.core.hexes import Hex
from bob.data.sensors import Sensors
from bob.data.theatre import Place, Theatre, great_circle
from bob.data.toml_files import Node

SENSORS = Sensors.load()
CHAIN_HOME = {0: 0, 2: 5, 4: 8, 6: 11, 8: 13, 10: 15, 12: 15, 14: 18, 16: 18, 18: 21, 20: 21, 22: 24, 24: 24, 28: 24, 34: 24}
CHAIN_HOME_LOW = {0: 4, 2: 8, 4: 10, 6: 10, 12: 10, 18: 10, 20: 10, 22: 0, 24: 0, 34: 0}
EARTH_MILES = 3958.7613


def away(theatre: Theatre, station: Place, bearing: float, miles: float) -> Point:
    """The point so many miles from a station on a true bearing, by the great circle."""
    lat, lon = math.radians(station.latitude), math.radians(station.longitude)
    turn, arc = math.radians(bearing), miles / EARTH_MILES
    there = math.asin(math.sin(lat) * math.cos(arc) + math.cos(lat) * math.sin(arc) * math.cos(turn))
    east = math.atan2(math.sin(turn) * math.sin(arc) * math.cos(lat), math.cos(arc) - math.sin(lat) * math.sin(there))
    return Point(theatre.projection.to_plane(math.degrees(there), math.degrees(lon + east)))


def station(theatre: Theatre, name: str) -> Place:
    return theatre.find(name, ("chain_home", "chain_home_low"))


def test_the_helper_goes_as_far_as_it_says(theatre: Theatre) -> None:
    ventnor = station(theatre, "Ventnor")
    there = theatre.projection.to_earth(*away(theatre, ventnor, 135, 100).coords[0])
    assert great_circle((ventnor.latitude, ventnor.longitude), there) == pytest.approx(100, abs=1e-6)
    assert there[0] < ventnor.latitude
    assert there[1] > ventnor.longitude


# OPS-B5.3: Chain Home


@pytest.mark.rule("OPS-B5.3")
@pytest.mark.parametrize(("angels", "reach"), CHAIN_HOME.items())
def test_chain_home_reaches_by_height(angels: int, reach: int) -> None:
    assert SENSORS.reach("chain_home", angels) == reach


@pytest.mark.rule("OPS-B5.3")
@pytest.mark.parametrize(("angels", "reach"), [(10, 15), (18, 21), (22, 24), (34, 24)])
def test_every_chain_home_station_sees_its_arc_out_to_its_range(theatre: Theatre, angels: int, reach: int) -> None:
    for place in theatre.of_kind("chain_home"):
        seen = theatre.coverage(place, angels)
        ahead = place.extra["line_of_shoot"]
        for off in (-74, -40, 0, 25, 74):
            inside = away(theatre, place, ahead + off, reach * 5 * 0.98)
            assert seen.intersects(inside) == (not theatre.british_land.intersects(inside)), (place.name, off)
            assert not seen.intersects(away(theatre, place, ahead + off, reach * 5 * 1.02)), (place.name, off)


@pytest.mark.rule("OPS-B5.3")
def test_the_arc_of_a_chain_home_station_ends_75_degrees_to_each_side(theatre: Theatre) -> None:
    tried = 0
    for place in theatre.of_kind("chain_home"):
        seen = theatre.coverage(place, 14)
        for side in (-1, 1):
            for share in (0.3, 0.6, 0.9):
                inside = away(theatre, place, place.extra["line_of_shoot"] + side * 74, 90 * share)
                if not theatre.british_land.intersects(inside):
                    tried += 1
                    assert seen.intersects(inside), (place.name, side)
                assert not seen.intersects(away(theatre, place, place.extra["line_of_shoot"] + side * 76, 90 * share)), (place.name, side)
    assert tried > 40


@pytest.mark.rule("OPS-B5.3")
def test_chain_home_sees_nothing_behind_it_or_over_british_land(theatre: Theatre) -> None:
    for place in theatre.of_kind("chain_home"):
        seen = theatre.coverage(place, 22)
        assert seen.intersection(theatre.british_land).area < 1e-6, place.name
        for off in (100, 140, 180, 220, 260):
            assert not seen.intersects(away(theatre, place, place.extra["line_of_shoot"] + off, 15)), (place.name, off)


@pytest.mark.rule("OPS-B5.3")
def test_chain_home_sees_over_the_french_coast(theatre: Theatre) -> None:
    dover = station(theatre, "chain_home:Dover")
    for latitude, longitude in ((50.958, 1.852), (50.73, 1.61), (50.75, 2.25)):
        spot = Point(theatre.projection.to_plane(latitude, longitude))
        assert theatre.land.intersects(spot)
        assert theatre.coverage(dover, 18).intersects(spot)


@pytest.mark.rule("OPS-B5.3")
def test_a_height_between_two_lines_takes_the_lower_and_the_ground_is_never_seen(theatre: Theatre) -> None:
    for place in theatre.of_kind("chain_home"):
        assert theatre.coverage(place, 0).is_empty
        for between, line in ((12, 10), (16, 14), (20, 18), (30, 22)):
            assert theatre.coverage(place, between).equals(theatre.coverage(place, line))
        areas = [theatre.coverage(place, angels).area for angels in (0, 2, 4, 6, 8, 10, 14, 18, 22)]
        assert areas == sorted(set(areas))


# OPS-B5.4: Chain Home Low


@pytest.mark.rule("OPS-B5.4")
@pytest.mark.parametrize(("angels", "reach"), CHAIN_HOME_LOW.items())
def test_chain_home_low_reaches_by_height(angels: int, reach: int) -> None:
    assert SENSORS.reach("chain_home_low", angels) == reach


@pytest.mark.rule("OPS-B5.4")
@pytest.mark.parametrize(("angels", "reach"), [(0, 4), (2, 8), (4, 10), (20, 10)])
def test_chain_home_low_sees_all_round_over_the_sea_alone(theatre: Theatre, angels: int, reach: int) -> None:
    over_sea = 0
    for place in theatre.of_kind("chain_home_low"):
        seen = theatre.coverage(place, angels)
        assert seen.intersection(theatre.land).area < 1e-6
        for bearing in range(0, 360, 30):
            inside = away(theatre, place, bearing, reach * 5 * 0.98)
            over_sea += not theatre.land.intersects(inside)
            assert seen.intersects(inside) == (not theatre.land.intersects(inside)), (place.name, bearing)
            assert not seen.intersects(away(theatre, place, bearing, reach * 5 * 1.02)), (place.name, bearing)
    assert over_sea > 60


@pytest.mark.rule("OPS-B5.4")
def test_chain_home_low_sees_nothing_above_twenty_angels(theatre: Theatre) -> None:
    for place in theatre.of_kind("chain_home_low"):
        assert not theatre.coverage(place, 20).is_empty
        assert theatre.coverage(place, 22).is_empty


# OPS-B5.5 and OPS-B5.7


@pytest.mark.rule("OPS-B5.5")
def test_the_observer_corps_sees_over_england_and_two_hexes_out_to_sea(theatre: Theatre) -> None:
    watched = theatre.hexes_in(theatre.observer_corps())
    at_sea = 0
    for h, ground in theatre.grounds.items():
        miles = theatre.british_land.distance(Point(ground.x, ground.y))
        if miles < 9.9:
            at_sea += miles > 0
            assert h in watched, (h.label, miles)
        elif miles > 10:
            assert h not in watched, (h.label, miles)
    assert at_sea > 150
    assert (SENSORS.observers["fair"], SENSORS.observers["haze"], SENSORS.offshore) == (2, 1, 2)


@pytest.mark.rule("OPS-B5.7")
@pytest.mark.parametrize(("name", "angels"), [("Ventnor", 18), ("Dover", 4), ("Worth Matravers", 10), ("Foreness", 2)])
def test_a_damaged_station_leaves_a_gap(theatre: Theatre, name: str, angels: int) -> None:
    whole, torn = theatre.chain_coverage(angels), theatre.chain_coverage(angels, without=[name])
    own = theatre.coverage(station(theatre, name), angels).intersection(theatre.frame)
    gap = whole.difference(torn)
    assert torn.difference(whole).area < 1e-6
    assert own.difference(whole).area < 1e-6
    assert gap.area > 25
    assert gap.difference(own).area < 1e-6
    assert theatre.hexes_in(torn) < theatre.hexes_in(whole)


@pytest.mark.rule("OPS-B5.7")
def test_the_chain_without_any_station_sees_nothing(theatre: Theatre) -> None:
    stations = [p.name for p in theatre.of_kind("chain_home", "chain_home_low")]
    assert len(set(stations)) == len(stations)  # else damage to one would put out two
    assert theatre.chain_coverage(18, without=stations).is_empty
    assert theatre.hexes_in(theatre.chain_coverage(18, without=stations)) == frozenset()


@pytest.mark.rule("OPS-B5.7")
@pytest.mark.parametrize("angels", [0, 2, 10, 18, 34])
def test_the_hexes_seen_are_those_whose_middle_lies_in_the_shape_shown(theatre: Theatre, angels: int) -> None:
    shape = theatre.chain_coverage(angels)
    assert theatre.hexes_in(shape) == {h for h, g in theatre.grounds.items() if shape.intersects(Point(g.x, g.y))}
    alone = shapely.union_all([theatre.coverage(s, angels) for s in theatre.of_kind("chain_home", "chain_home_low")])
    assert shape.symmetric_difference(alone.intersection(theatre.frame)).area < 1e-6
    assert sum(theatre.grounds[h].terrain == "sea" for h in theatre.hexes_in(shape)) > 100


def test_hexes_in_a_box(theatre: Theatre) -> None:
    h = hexes.from_label("3040")
    x, y = theatre.middle(h)
    assert theatre.hexes_in(box(x - 1, y - 1, x + 1, y + 1)) == {h}
    assert theatre.hexes_in(box(x - 1, y - 6, x + 1, y + 6)) == {h, Hex(h.q, h.r - 1), Hex(h.q, h.r + 1)}
    assert theatre.hexes_in(theatre.frame) == set(theatre.grounds)


# OPS-B6.2: radio


@pytest.mark.rule("OPS-B6.2")
@pytest.mark.parametrize(("fit", "bonuses", "reach"), [("hf", 0, 8), ("hf", 1, 11), ("hf", 2, 14), ("vhf", 0, 16), ("vhf", 2, 16)])
def test_radio_reaches_round_a_sector_station(theatre: Theatre, fit: str, bonuses: int, reach: int) -> None:
    kenley = theatre.find("Kenley", ("sector_station",))
    circle = theatre.radio_circle(kenley, fit, bonuses)  # type: ignore[arg-type]
    assert SENSORS.radio(fit, bonuses) == reach  # type: ignore[arg-type]
    for bearing in range(0, 360, 15):
        assert circle.contains(away(theatre, kenley, bearing, reach * 5 * 0.99)), bearing
        assert not circle.contains(away(theatre, kenley, bearing, reach * 5 * 1.01)), bearing


# The loader of the sensors


@pytest.mark.parametrize("ranges", [[[0]], [[0, 1, 2]], [[0, -1]], [[2, 5], [2, 6]], [[4, 5], [2, 6]], [["0", 1]], [[0, 1.5]]], ids=str)
def test_ranges_must_be_pairs_that_rise(ranges: list[object], tmp_path: object) -> None:
    from bob.data.sensors import _ranges

    with pytest.raises(DataError, match=r"the heights rising"):
        _ranges(Node(tmp_path / "sensors.toml", "chain_home", {"ranges": ranges}))  # type: ignore[operator]


# The graph of hexes


def test_the_graph_joins_every_hex_to_its_neighbours(theatre: Theatre) -> None:
    graph = theatre.graph
    assert set(graph.nodes) == set(theatre.grounds)
    assert graph.number_of_nodes() == 5390
    assert nx.is_connected(graph)
    for h, degree in graph.degree:
        assert 2 <= degree <= 6
        assert set(graph[h]) == {n for n in hexes.neighbours(h) if n in theatre.grounds}
    assert sum(degree == 6 for _, degree in graph.degree) == 75 * 68


def over(theatre: Theatre, *terrains: str):  # type: ignore[no-untyped-def]
    return lambda a, b, data: 1 if theatre.grounds[b].terrain in terrains else None


def test_a_way_overland_avoids_the_sea(theatre: Theatre) -> None:
    dover, exeter = hexes.from_label("5027"), hexes.from_label("0232")
    way = hexes.path(theatre.graph, dover, exeter, over(theatre, "land", "coast"))
    assert (way[0], way[-1]) == (dover, exeter)
    assert all(hexes.distance(a, b) == 1 for a, b in itertools.pairwise(way))
    assert all(theatre.grounds[h].terrain != "sea" for h in way)
    assert len(way) - 1 >= hexes.distance(dover, exeter) == len(hexes.path(theatre.graph, dover, exeter)) - 1


def test_a_ship_from_the_downs_to_lyme_bay_keeps_to_the_sea(theatre: Theatre) -> None:
    start, goal = theatre.hex_of(51.25, 1.75), theatre.hex_of(50.45, -3.0)
    assert start is not None
    assert goal is not None
    way = hexes.path(theatre.graph, start, goal, over(theatre, "sea"))
    assert {theatre.grounds[h].terrain for h in way} == {"sea"}
    assert len(way) - 1 > 40


def test_there_is_no_way_overland_from_dover_to_calais(theatre: Theatre) -> None:
    with pytest.raises(UsageError) as caught:
        hexes.path(theatre.graph, hexes.from_label("5027"), hexes.from_label("5629"), over(theatre, "land", "coast"))
    assert caught.value.key == "error.no_path"
    assert caught.value.values == {"start": "5027", "goal": "5629"}
    with pytest.raises(UsageError, match="9900"):
        hexes.path(theatre.graph, hexes.from_label("5027"), hexes.from_label("9900"))
