"""The theatre: real geography on the hexes (OPS-B1)."""

from __future__ import annotations

import itertools
import math
import tomllib
from typing import Any

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Point, Polygon

from bob.core import hexes
from bob.core.resources import data_folder
from bob.data.map_files import KINDS
from bob.data.theatre import Ground, Theatre, great_circle
from tests.zones import ZONES

FEW = settings(max_examples=200, deadline=None, database=None)

# Latitude and longitude, from any atlas.
TOWNS = {
    "Exeter": (50.722, -3.533, "england"),
    "Peterborough": (52.573, -0.240, "england"),
    "London": (51.507, -0.128, "england"),
    "Ryde": (50.725, -1.165, "england"),
    "Lowestoft": (52.481, 1.748, "england"),
    "Cardiff": (51.481, -3.179, "wales"),
    "Swindon": (51.560, -1.780, "england"),
    "Norwich": (52.630, 1.297, "england"),
    "Rennes": (48.114, -1.680, "france"),
    "Paris": (48.857, 2.352, "france"),
    "Calais": (50.948, 1.860, "france"),
    "Cherbourg": (49.633, -1.616, "france"),
    "Bruges": (51.209, 3.225, "belgium"),
    "Middelburg": (51.499, 3.614, "netherlands"),
    "Guernsey": (49.450, -2.570, "channel_islands"),
}
AT_SEA = {
    "off Lowestoft": (52.48, 2.00),
    "mid-Channel": (50.00, -1.00),
    "Lyme Bay": (50.45, -3.00),
    "Goodwin Sands": (51.25, 1.75),
    "North Sea": (52.30, 2.60),
}
FAR_AWAY = {
    "Newcastle": (54.97, -1.61),
    "Liverpool": (53.41, -2.98),
    "Brest": (48.39, -4.49),
    "Lyon": (45.76, 4.84),
    "Brussels": (50.85, 4.35),
}
CONTINENT = ("france", "belgium", "netherlands", "channel_islands")


def ground_at(theatre: Theatre, latitude: float, longitude: float) -> Ground:
    h = theatre.hex_of(latitude, longitude)
    assert h is not None
    return theatre.grounds[h]


def raw_places() -> list[dict[str, Any]]:
    """The places as the files have them, read without the loader."""
    found: list[dict[str, Any]] = []
    for path in sorted(data_folder("maps").glob("*.toml")):
        found.extend(tomllib.loads(path.read_text(encoding="utf-8")).get("place", []))
    return found


# OPS-B1.1 and OPS-B1.2: scale and reach


@pytest.mark.rule("OPS-B1.1")
def test_a_hex_is_five_miles_across_its_flats(theatre: Theatre) -> None:
    assert theatre.across == 5
    steps = list(theatre.graph.edges)
    assert {round(math.dist(theatre.middle(a), theatre.middle(b)), 9) for a, b in steps} == {5.0}
    for a, b in steps[::10]:
        earth = [theatre.projection.to_earth(*theatre.middle(h)) for h in (a, b)]
        assert great_circle(*earth) == pytest.approx(5, rel=0.005)


@pytest.mark.rule("OPS-B1.1")
def test_the_flats_of_a_hex_lie_above_and_below(theatre: Theatre) -> None:
    outline = Polygon(theatre.outline(hexes.Hex(30, 10)))
    west, north, east, south = outline.bounds
    assert south - north == pytest.approx(5)
    assert east - west == pytest.approx(10 / math.sqrt(3))
    assert outline.area == pytest.approx(25 * math.sqrt(3) / 2)


@pytest.mark.rule("OPS-B1.2")
@pytest.mark.parametrize("name", TOWNS)
def test_towns_lie_on_the_map_on_land_in_their_country(theatre: Theatre, name: str) -> None:
    latitude, longitude, country = TOWNS[name]
    ground = ground_at(theatre, latitude, longitude)
    assert ground.terrain in ("land", "coast")
    assert ground.country == country
    assert ground.british == (country in ("england", "wales"))


@pytest.mark.rule("OPS-B1.2")
@pytest.mark.parametrize("name", AT_SEA)
def test_the_sea_about_the_coasts_is_on_the_map(theatre: Theatre, name: str) -> None:
    ground = ground_at(theatre, *AT_SEA[name])
    assert (ground.terrain, ground.land, ground.country, ground.british) == ("sea", 0, None, False)


@pytest.mark.parametrize("name", FAR_AWAY)
def test_what_lies_beyond_is_off_the_map(theatre: Theatre, name: str) -> None:
    assert theatre.hex_of(*FAR_AWAY[name]) is None


@pytest.mark.parametrize(
    ("latitude", "longitude", "terrain"),
    [(51.507, -0.128, "land"), (50.0, -1.0, "sea"), (51.127, 1.313, "coast"), (50.968, 1.85, "coast"), (48.857, 2.352, "land")],
)
def test_land_sea_and_coast_of_known_hexes(theatre: Theatre, latitude: float, longitude: float, terrain: str) -> None:
    assert ground_at(theatre, latitude, longitude).terrain == terrain


# OPS-B1.3: the projection, and hexes that follow from it


@pytest.mark.rule("OPS-B1.3")
@FEW
@given(latitude=st.floats(40, 65), longitude=st.floats(-20, 20))
def test_the_projection_goes_there_and_back(theatre: Theatre, latitude: float, longitude: float) -> None:
    back = theatre.projection.to_earth(*theatre.projection.to_plane(latitude, longitude))
    assert back == pytest.approx((latitude, longitude), abs=1e-9)


@pytest.mark.rule("OPS-B1.3")
@FEW
@given(across=st.floats(0, 1), down=st.floats(0, 1), bearing=st.floats(0, 360))
def test_a_mile_on_the_map_is_a_mile_on_the_earth(theatre: Theatre, across: float, down: float, bearing: float) -> None:
    x = theatre.west + across * (theatre.east - theatre.west)
    y = theatre.north + down * (theatre.south - theatre.north)
    turn = math.radians(bearing)
    mile = theatre.miles((x, y), (x + math.sin(turn), y + math.cos(turn)))
    assert mile == pytest.approx(1, rel=0.005)


@pytest.mark.parametrize(
    ("a", "b", "miles", "within"),
    [
        ((51.140, 1.371), (50.870, 1.583), 20.8, 0.3),  # South Foreland to Cap Gris-Nez: the width of the Straits
        ((51.507, -0.128), (48.857, 2.352), 213.5, 1),  # London to Paris: 344 km
        ((50.0, 0.0), (51.0, 0.0), 69.09, 0.05),  # a degree of latitude
        ((0.0, 0.0), (90.0, 0.0), 3958.7613 * math.pi / 2, 1e-6),
        ((0.0, 0.0), (0.0, 180.0), 3958.7613 * math.pi, 1e-6),
        ((51.5, 0.1), (51.5, 0.1), 0.0, 1e-12),
    ],
)
def test_great_circles(a: tuple[float, float], b: tuple[float, float], miles: float, within: float) -> None:
    assert great_circle(a, b) == pytest.approx(miles, abs=within)
    assert great_circle(b, a) == great_circle(a, b)


def test_north_is_up_in_the_middle_and_leans_inward_at_the_sides(theatre: Theatre) -> None:
    for latitude, longitude in ((49.0, -3.5), (51.0, 0.1), (52.5, 3.0)):
        here = theatre.projection.to_plane(latitude, longitude)
        there = theatre.projection.to_plane(latitude + 0.01, longitude)
        leaning = math.degrees(math.atan2(there[0] - here[0], here[1] - there[1]))
        assert theatre.projection.north(*here) == pytest.approx(leaning, abs=0.001)


@pytest.mark.rule("OPS-B1.3")
@FEW
@given(across=st.floats(0.05, 0.95), down=st.floats(0.05, 0.95))
def test_a_point_lies_in_its_hex(theatre: Theatre, across: float, down: float) -> None:
    x = theatre.west + across * (theatre.east - theatre.west)
    y = theatre.north + down * (theatre.south - theatre.north)
    h = theatre.hex_at(x, y)
    assert h is not None
    assert Polygon(theatre.outline(h)).distance(Point(x, y)) < 1e-6


@pytest.mark.rule("OPS-B1.3")
def test_the_hex_of_every_place_follows_from_its_latitude_and_longitude(theatre: Theatre) -> None:
    for place in theatre.places:
        spot = theatre.projection.to_plane(place.latitude, place.longitude)
        assert (place.x, place.y) == spot
        assert place.hex == theatre.hex_of(place.latitude, place.longitude)
        assert place.near in theatre.grounds
        if place.hex is not None:
            assert (place.near, place.off) == (place.hex, 0)
            assert Polygon(theatre.outline(place.hex)).distance(Point(spot)) < 1e-6
        else:
            assert place.off >= 1
    for raw in raw_places():
        assert not {"hex", "x", "y"} & set(raw), raw["name"]


@pytest.mark.rule("OPS-B1.3")
def test_land_sea_and_coast_follow_from_the_coastline(theatre: Theatre) -> None:
    assert len(theatre.grounds) == theatre.columns * theatre.rows == 5390
    grounds = list(theatre.grounds.values())
    for g in grounds:
        assert g.terrain == ("sea" if g.land < 0.02 else "land" if g.land > 0.98 else "coast")
        assert (g.country is None) == (g.terrain == "sea")
    for g in [g for g in grounds if 0 < g.land < 1] + grounds[::50]:
        outline = Polygon(theatre.outline(g.hex))
        assert g.land == pytest.approx(outline.intersection(theatre.land).area / outline.area, abs=2e-4)
        assert theatre.frame.buffer(1e-9).contains(outline)
    assert {g.terrain for g in grounds} == {"land", "coast", "sea"}


def test_a_theatre_off_the_map_still_has_a_nearest_hex(theatre: Theatre) -> None:
    for column, row, x, y in ((0, 0, -900, -900), (76, 0, 900, -900), (0, 69, -900, 900), (76, 69, 900, 900)):
        assert hexes.distance(theatre.nearest_hex(x, y), hexes.at_offset(column, row)) <= 1
    for g in list(theatre.grounds.values())[::97]:
        assert theatre.nearest_hex(g.x + 1, g.y - 1) == g.hex


# OPS-B1.4: places


@pytest.mark.rule("OPS-B1.4")
def test_every_place_has_coordinates_and_a_source(theatre: Theatre) -> None:
    raw = raw_places()
    assert len(raw) == len(theatre.places)
    assert sorted((p["kind"], p["name"], float(p["lat"]), float(p["lon"])) for p in raw) == sorted(
        (p.kind, p.name, p.latitude, p.longitude) for p in theatre.places
    )
    for place in theatre.places:
        assert len(place.source) > 5, place.name
        assert place.kind in KINDS
    assert all(len(lane.source) > 5 for lane in theatre.lanes)


@pytest.mark.rule("OPS-B1.4")
@pytest.mark.parametrize(
    ("kinds", "least", "on_map"),
    [
        (("sector_station",), 10, True),
        (("sector_station", "raf_airfield"), 40, True),
        (("chain_home",), 20, False),
        (("chain_home_low",), 15, False),
        (("luftwaffe_airfield",), 60, True),
        (("port", "docks", "factory", "oil", "power", "rail", "town", "headquarters"), 80, True),
        (("landmark",), 60, True),
        (("gun_area",), 12, True),
        (("balloon_barrage",), 12, True),
    ],
)
def test_there_are_enough_places_of_each_kind(theatre: Theatre, kinds: tuple[str, ...], least: int, on_map: bool) -> None:
    found = [p for p in theatre.of_kind(*kinds) if p.hex is not None or not on_map]
    assert len(found) >= least


@pytest.mark.rule("OPS-B1.4")
def test_every_kind_of_target_and_the_lanes_are_there(theatre: Theatre) -> None:
    assert {p.kind for p in theatre.places if p.hex is not None} == set(KINDS) - {"convoy_lane"}
    assert len(theatre.lanes) >= 3
    for lane in theatre.lanes:
        points = [Point(p) for p in lane.line.coords]
        assert sum(theatre.land.contains(p) for p in points) <= len(points) / 10, lane.name


@pytest.mark.rule("OPS-B1.4")
def test_airfields_lie_on_land_of_their_own_side(theatre: Theatre) -> None:
    for place in theatre.of_kind("sector_station", "raf_airfield", "luftwaffe_airfield"):
        if place.hex is None:
            continue
        ground = theatre.grounds[place.hex]
        assert ground.terrain != "sea" or theatre.land.distance(Point(place.x, place.y)) < 2.5, place.name
        if ground.country is not None:
            assert ground.british == (place.kind != "luftwaffe_airfield"), place.name


@pytest.mark.rule("OPS-B1.4")
def test_ports_lie_by_the_coast(theatre: Theatre) -> None:
    ports = [p for p in theatre.of_kind("port") if p.hex is not None]
    assert {"Dover Harbour", "Portsmouth Dockyard", "Sheerness Dockyard"} <= {p.name for p in ports}
    for port in ports:
        assert theatre.land.boundary.distance(Point(port.x, port.y)) < 2.5, port.name


# OPS-B1.5: weather zones


@pytest.mark.rule("OPS-B1.5")
@pytest.mark.rule("OPS-A11.zones")
def test_fourteen_zones_part_the_map_north_of_the_french_coast(theatre: Theatre) -> None:
    assert [zone.code for zone in theatre.zones] == ZONES
    for a, b in itertools.combinations(theatre.zones, 2):
        assert a.shape.intersection(b.shape).area < 1e-6, (a.code, b.code)
    continent = shapely.union_all([theatre.country_land[code] for code in CONTINENT])
    whole = theatre.frame.difference(continent)
    assert shapely.union_all([zone.shape for zone in theatre.zones]).symmetric_difference(whole).area < 1e-6


@pytest.mark.rule("OPS-B1.5")
def test_the_french_side_takes_the_weather_of_the_nearest_sea(theatre: Theatre) -> None:
    shapes = {zone.code: zone.shape for zone in theatre.zones}
    seas = ("english_channel", "dover_straits", "north_sea")
    ashore = 0
    for ground in theatre.grounds.values():
        middle = Point(ground.x, ground.y)
        if ground.country in CONTINENT and theatre.land.intersects(middle):
            ashore += 1
            assert ground.zone in seas
            assert shapes[ground.zone].distance(middle) <= min(shapes[sea].distance(middle) for sea in seas) + 1e-9
        else:
            assert shapes[ground.zone].intersects(middle), ground.hex.label
    assert ashore > 1500


@pytest.mark.rule("OPS-B1.5")
@pytest.mark.parametrize(
    ("latitude", "longitude", "zone"),
    [
        (51.507, -0.128, "london"),
        (51.331, 0.033, "biggin_hill"),
        (52.091, 0.132, "duxford"),
        (50.0, -1.0, "english_channel"),
        (51.0, 1.5, "dover_straits"),
        (52.3, 2.6, "north_sea"),
        (50.948, 1.86, "dover_straits"),
        (50.726, 1.7, "dover_straits"),
        (50.7, 2.2, "dover_straits"),
        (49.633, -1.616, "english_channel"),
        (51.209, 3.225, "north_sea"),
    ],
)
def test_known_places_have_their_weather_zone(theatre: Theatre, latitude: float, longitude: float, zone: str) -> None:
    assert ground_at(theatre, latitude, longitude).zone == zone


# OPS-B1.6: Sectors


@pytest.mark.rule("OPS-B1.6")
def test_the_sectors_cover_british_land_without_overlap(theatre: Theatre) -> None:
    assert {
        "Filton", "Middle Wallop", "Tangmere", "Kenley", "Biggin Hill", "Hornchurch", "North Weald", "Northolt", "Debden", "Duxford",
    } <= {sector.name for sector in theatre.sectors}  # fmt: skip
    for a, b in itertools.combinations(theatre.sectors, 2):
        assert a.shape.intersection(b.shape).area < 1e-6, (a.code, b.code)
    covered = shapely.union_all([sector.shape for sector in theatre.sectors])
    assert theatre.british_land.intersection(theatre.frame).difference(covered).area < 1e-6
    assert all(g.sector is not None for g in theatre.grounds.values() if theatre.british_land.intersects(Point(g.x, g.y)))


@pytest.mark.rule("OPS-B1.6")
def test_every_station_and_airfield_lies_in_its_sector(theatre: Theatre) -> None:
    stations = {p.name for p in theatre.of_kind("sector_station")}
    shapes = {sector.name: sector.shape for sector in theatre.sectors}
    for sector in theatre.sectors:
        assert sector.extra["station"] in stations
    for place in theatre.of_kind("sector_station", "raf_airfield"):
        assert place.extra["sector"] in stations, place.name
        assert place.extra["group"] in (10, 11, 12), place.name
        if place.kind == "sector_station":
            assert place.extra["sector"] == place.name
        if place.hex is not None:
            assert shapes[place.extra["sector"]].covers(Point(place.x, place.y)), place.name
