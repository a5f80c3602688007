"""Finding places by what people type, and map files that are not whole."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bob.core.errors import DataError, UsageError
from bob.core.hexes import from_label
from bob.core.resources import data_folder
from bob.data.theatre import Theatre, great_circle, polygons
from tests.sizes import some


def refused(theatre: Theatre, text: str, kinds: tuple[str, ...] = ()) -> UsageError:
    with pytest.raises(UsageError) as caught:
        theatre.find(text, kinds)
    return caught.value


# Finding by name


@pytest.mark.parametrize(
    ("text", "kind", "name"),
    [
        ("Biggin Hill", "sector_station", "Biggin Hill"),
        ("biggin hill", "sector_station", "Biggin Hill"),
        ("  BIGGIN-HILL ", "sector_station", "Biggin Hill"),
        ("guines sud", "luftwaffe_airfield", "Guînes-Süd"),
        ("Guînes-Süd", "luftwaffe_airfield", "Guînes-Süd"),
        ("etampes mondesir", "luftwaffe_airfield", "Étampes-Mondésir"),
        ("Wissant-Audembert", "luftwaffe_airfield", "Audembert"),
        ("flushing", "luftwaffe_airfield", "Vlissingen"),
        ("landmark:Dunkirk", "landmark", "Dunkirk"),
        ("chain_home:dunkirk", "chain_home", "Dunkirk"),
        ("port: dover harbour", "port", "Dover Harbour"),
        ("Dover", "chain_home", "Dover"),
        ("balloon_barrage:Dover", "balloon_barrage", "Dover"),
        ("landmark:Beachy Head", "landmark", "Beachy Head"),
    ],
)
def test_a_place_is_found_by_name(theatre: Theatre, text: str, kind: str, name: str) -> None:
    place = theatre.find(text)
    assert (place.kind, place.name) == (kind, name)


def test_kinds_given_beside_the_name_narrow_the_search(theatre: Theatre) -> None:
    assert theatre.find("Dover", ("gun_area",)).kind == "gun_area"
    assert refused(theatre, "Dover", ("port",)).key == "error.no_place"


def test_every_place_is_found_by_its_kind_and_name(theatre: Theatre) -> None:
    for place in theatre.places:
        assert theatre.find(f"{place.kind}:{place.name}") is place


def test_a_name_of_two_places_apart_asks_which(theatre: Theatre) -> None:
    error = refused(theatre, "Dunkirk")
    assert error.key == "error.which_place"
    assert error.values["choices"] == "chain_home:Dunkirk, landmark:Dunkirk"


@pytest.mark.parametrize(
    ("text", "near"),
    [("Manstn", "Manston"), ("big", "Biggin Hill"), ("tangmer", "Tangmere"), ("Guine", "Guînes-West"), ("foo:Dover", "Dover")],
)
def test_an_unknown_name_suggests_what_was_meant(theatre: Theatre, text: str, near: str) -> None:
    error = refused(theatre, text)
    assert error.key == "error.no_place"
    assert error.values["name"] == text
    assert near in error.values["near"].split(", ")
    assert len(error.values["near"].split(", ")) <= 5


@pytest.mark.parametrize("text", ["", " ", "xyzzy", ":", "-", "日本", "٣٧٠٦"])
def test_a_name_like_no_other_suggests_nothing(theatre: Theatre, text: str) -> None:
    assert refused(theatre, text).values["near"] == "-"


# Positions


def test_a_position_is_a_label_a_latitude_and_longitude_or_a_name(theatre: Theatre) -> None:
    assert theatre.position(" 3706 ") == theatre.middle(from_label("3706"))
    assert theatre.position("0000") == theatre.middle(from_label("0000"))
    assert theatre.position("51.33,0.03") == theatre.projection.to_plane(51.33, 0.03)
    assert theatre.position(" 51.33 , 0.03 ") == theatre.projection.to_plane(51.33, 0.03)
    kenley = theatre.find("Kenley")
    assert theatre.position("kenley") == (kenley.x, kenley.y)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("7700", "error.off_map"),
        ("7670", "error.off_map"),
        ("9999", "error.off_map"),
        ("10,10", "error.coordinates"),
        ("51,21", "error.coordinates"),
        ("66,0", "error.coordinates"),
        ("nan,nan", "error.coordinates"),
        ("inf,0", "error.coordinates"),
        ("51,east", "error.no_place"),
        ("1,2,3", "error.no_place"),
        ("370", "error.no_place"),
        ("", "error.no_place"),
        ("Dunkirk", "error.which_place"),
    ],
)
def test_a_position_that_cannot_be_is_refused(theatre: Theatre, text: str, key: str) -> None:
    with pytest.raises(UsageError) as caught:
        theatre.position(text)
    assert caught.value.key == key
    assert theatre.position("7669") == theatre.middle(from_label("7669"))


def test_hexes_and_miles_between_two_points(theatre: Theatre) -> None:
    biggin, gris_nez = theatre.find("Biggin Hill"), theatre.find("Cap Gris-Nez")
    a, b = (biggin.x, biggin.y), (gris_nez.x, gris_nez.y)
    miles = great_circle((biggin.latitude, biggin.longitude), (gris_nez.latitude, gris_nez.longitude))
    assert theatre.miles(a, b) == pytest.approx(miles, abs=1e-6)
    assert 73 < miles < 77
    assert theatre.hexes_between(a, b) == theatre.hexes_between(b, a) == 16
    assert theatre.hexes_between(a, a) == 0


def test_the_polygons_of_any_shape(theatre: Theatre) -> None:
    assert sum(p.area for p in polygons(theatre.british_land)) == pytest.approx(theatre.british_land.area)
    assert polygons(theatre.coverage(theatre.of_kind("chain_home")[0], 0)) == []
    assert polygons(theatre.lanes[0].line) == []


# Files that are not whole

MAPS = data_folder("maps")


def broken(folder: Path, file: str, place: str, *parts: str) -> None:
    """The folder is refused, and the error names the file, the place in it, and what was expected."""
    with pytest.raises(DataError) as caught:
        Theatre.load(folder)
    error = caught.value
    assert error.file == str(folder / file)
    assert error.place == place
    text = str(error)
    assert f"{folder / file}: at {place}: expected " in text
    for word in parts:
        assert word in text, text


@pytest.fixture
def maps(tmp_path: Path) -> Path:
    return Path(shutil.copytree(MAPS, tmp_path / "maps"))


def change(maps: Path, file: str, old: str, new: str) -> None:
    """Change the first place where the text stands."""
    path = maps / file
    path.chmod(0o644)
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


FIRST_CH = 'kind = "chain_home"\nlat = 54.187'
FIRST_GUN = 'kind = "gun_area"\nlat = 51.535\nlon = -0.110\nfactor = 4'

CASES = [
    ("unknown kind", "landmarks.toml", 'kind = "landmark"', 'kind = "volcano"',
     "place[0].kind", ["one of ", "landmark", "'volcano'"]),
    ("missing source", "rdf.toml", 'source = "Wood & Dempster, The Narrow Margin; position: Staxton Wold, TA 024779"\n', "",
     "place[0].source", ["a text", "found nothing"]),
    ("empty source", "landmarks.toml", "source = \"Wikipedia, 'Beachy Head'\"", 'source = " "',
     "place[0].source", ["a text"]),
    ("missing latitude", "landmarks.toml", "lat = 50.737\n", "", "place[0].lat", ["a number"]),
    ("latitude of another continent", "landmarks.toml", "lat = 50.737", "lat = 5.0737",
     "place[0].lat", ["a number from 40 to 65", "5.0737"]),
    ("longitude as a text", "landmarks.toml", "lon = 0.247", 'lon = "0.247"', "place[0].lon", ["a number", "'0.247'"]),
    ("not a number", "landmarks.toml", "lon = 0.247", "lon = nan", "place[0].lon", ["a number from -20 to 20"]),
    ("same name twice", "landmarks.toml", 'name = "Dungeness"', 'name = "Beachy Head"',
     "place[1].name", ["no other landmark has", "'Beachy Head'"]),
    ("unknown key", "landmarks.toml", "lat = 50.737", 'hex = "4033"\nlat = 50.737', "place[0].hex", ["one of "]),
    ("no line of shoot", "rdf.toml", f"{FIRST_CH}\nlon = -0.431\nline_of_shoot = 70\n", f"{FIRST_CH}\nlon = -0.431\n",
     "place[0].line_of_shoot", ["every chain_home has"]),
    ("line of shoot beyond the circle", "rdf.toml", "line_of_shoot = 70", "line_of_shoot = 360",
     "place[0].line_of_shoot", ["degrees from 0 up to 360"]),
    ("no Sector", "raf_airfields.toml", 'sector = "Filton"\n', "", "place[0].sector", ["every sector_station has"]),
    ("no Luftflotte", "luftwaffe_airfields.toml", "luftflotte = 2\n", "",
     "place[0].luftflotte", ["every luftwaffe_airfield has"]),
    ("factor of guns", "defences.toml", FIRST_GUN, FIRST_GUN[:-1] + "5", "place[0].factor", ["a whole number from 1 to 4"]),
    ("unknown node", "sectors.toml", '"mid_eddystone"', '"atlantis"',
     "area[0].ring[2]", ["a name from [nodes]", "'atlantis'"]),
    ("node of one number", "weather_zones.toml", "[nodes]\n", "[nodes]\nnowhere = [51.0]\n",
     "nodes.nowhere", ["2 members"]),
    ("node far away", "weather_zones.toml", "[nodes]\n", "[nodes]\nnowhere = [1.0, 2.0]\n",
     "nodes.nowhere[0]", ["a number from 40 to 65", "1.0"]),
    ("ring that crosses itself", "weather_zones.toml", '[\n    "london_sw", "london_w",', '[\n    "london_w", "london_sw",',
     "London", ["a ring that does not cross itself"]),
    ("ring without nodes", "countries.toml", "ring = [", "ring = []\nrest = [", "area[0].ring", ["3 points or more"]),
    ("area named twice", "sectors.toml", 'name = "Pembrey"', 'name = "St Eval"', "area[1].name", ["a value used once"]),
    ("sea zone renamed", "weather_zones.toml", 'code = "north_sea"', 'code = "german_ocean"',
     "area", ["the sea zone north_sea"]),
    ("lane of one point", "lanes.toml", "points = [\n    [51.490, 0.770],", "points = [[51.490, 0.770]]\nrest = [\n",
     "lane[0].points", ["2 points or more"]),
    ("point of a lane far away", "lanes.toml", "[51.490, 0.770]", "[0.770, 51.490]",
     "lane[0].points[0][0]", ["a number from 40 to 65", "0.77"]),
    ("frame too small", "theatre.toml", "east = 170.0", "east = -167.0", "frame.east", ["at least two hexes"]),
    ("one parallel", "theatre.toml", "parallels = [49.0, 52.0]", "parallels = [49.0]",
     "projection.parallels", ["two latitudes"]),
    ("no TOML", "theatre.toml", "[frame]", "[frame", "-", ["TOML"]),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "place", "told"), [case[1:] for case in some(CASES)], ids=[case[0] for case in some(CASES)])
def test_a_broken_file_is_named_with_its_place(maps: Path, file: str, old: str, new: str, place: str, told: list[str]) -> None:
    change(maps, file, old, new)
    broken(maps, file, place, *told)


@pytest.mark.parametrize("file", sorted(path.name for path in MAPS.iterdir()))
def test_a_missing_file_is_named(maps: Path, file: str) -> None:
    (maps / file).unlink()
    broken(maps, file, "-")


@pytest.mark.parametrize(
    ("text", "place", "told"),
    [
        ("{", "-", "a GeoJSON file"),
        ("[]", "features", "a list of polygons"),
        ('{"features": []}', "features", "a list of polygons"),
        ('{"features": [{}]}', "features[0].geometry", "a polygon of"),
        ('{"features": [{"geometry": {"type": "Point", "coordinates": [0, 50]}}]}', "features[0].geometry.type", "Polygon"),
        ('{"features": [{"geometry": {"type": "Polygon", "coordinates": [[["a", "b"]]]}}]}', "features[0].geometry", "a polygon of"),
        ('{"features": [{"geometry": {"type": "Polygon", "coordinates": [[[1]]]}}]}', "features[0].geometry", "a polygon of"),
    ],
)
def test_a_broken_coastline_is_named_with_its_place(maps: Path, text: str, place: str, told: str) -> None:
    (maps / "coastline.geojson").chmod(0o644)
    (maps / "coastline.geojson").write_text(text, encoding="utf-8")
    broken(maps, "coastline.geojson", place, told)


def test_a_file_that_is_not_utf_8_is_named(maps: Path) -> None:
    path = maps / "landmarks.toml"
    path.chmod(0o644)
    path.write_bytes(b"# Cap Gris-Nez, \xe9t\xe9\n")
    broken(maps, "landmarks.toml", "byte 16", "UTF-8 text")


def test_a_whole_copy_of_the_maps_loads(maps: Path, theatre: Theatre) -> None:
    copied = Theatre.load(maps)
    assert copied.grounds == theatre.grounds
    assert copied.places == theatre.places
