"""What other programs take from ours: the map as GeoJSON, lists as CSV."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LinearRing, shape

from bob.chart import LAYERS, chart
from bob.chart.geojson import KINDS_OF, PLACED, to_geojson
from bob.chart.marks import TextMark
from bob.cli import main
from bob.core.errors import UsageError
from bob.core.text import csv_text
from bob.data.theatre import Theatre
from bob.data.units import aircraft_types, order_of_battle
from bob.report.loose_pieces import SIDE, bare, counters, grid_of
from bob.words import Words


@pytest.fixture(scope="module")
def features(theatre: Theatre) -> list[dict[str, Any]]:
    found = json.loads(to_geojson(theatre, Words("en")))
    assert found["type"] == "FeatureCollection" and set(found) == {"type", "name", "features"}
    listed: list[dict[str, Any]] = found["features"]
    return listed


def rings(geometry: Any) -> list[Any]:
    return geometry["coordinates"] if geometry["type"] == "Polygon" else [r for p in geometry["coordinates"] for r in p]


@pytest.mark.slow
def test_every_layer_is_there_and_every_shape_is_whole(theatre: Theatre, features: list[dict[str, Any]]) -> None:
    assert {feature["properties"]["layer"] for feature in features} == set(PLACED) == set(LAYERS) - {"graticule"}
    for feature in features:
        assert feature["type"] == "Feature" and feature["properties"]["name"]
        found = shape(feature["geometry"])
        assert found.is_valid and not found.is_empty
        west, south, east, north = found.bounds
        assert -8 < west <= east < 6 and 47 < south <= north < 55, feature["properties"]


@pytest.mark.slow
def test_outer_rings_go_against_the_clock_and_holes_with_it(features: list[dict[str, Any]]) -> None:
    for feature in features:
        kind = feature["geometry"]["type"]
        if kind in ("Polygon", "MultiPolygon"):
            parts = [feature["geometry"]["coordinates"]] if kind == "Polygon" else feature["geometry"]["coordinates"]
            for outer, *holes in parts:
                assert LinearRing(outer).is_ccw and outer[0] == outer[-1]
                assert not any(LinearRing(hole).is_ccw for hole in holes)


def test_places_lie_where_they_lie_and_hexes_hold_them(theatre: Theatre, features: list[dict[str, Any]]) -> None:
    by_name = {(f["properties"].get("kind"), f["properties"]["name"]): f for f in features if f["geometry"]["type"] == "Point"}
    wanted = {kind for kinds in KINDS_OF.values() for kind in kinds}
    there = [place for place in theatre.places if place.hex is not None and place.kind in wanted]
    assert len(there) > 500
    hexes = {f["properties"]["name"]: shape(f["geometry"]) for f in features if f["properties"]["layer"] == "hexes"}
    assert len(hexes) == len(theatre.grounds)
    for place in there:
        found = by_name[place.kind, place.name]
        longitude, latitude = found["geometry"]["coordinates"]
        same = [p for p in there if (p.kind, p.name) == (place.kind, place.name)]
        assert any(abs(longitude - p.longitude) < 1e-4 and abs(latitude - p.latitude) < 1e-4 for p in same), place.name
        assert hexes[found["properties"]["hex"]].buffer(0.002).contains(shape(found["geometry"])), place.name


@pytest.mark.slow
def test_what_is_asked_for_is_written(theatre: Theatre, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "map.geojson"
    assert main(["map", "--out", str(path), "--layers", "radio,towns", "--sector", "kenley", "--lang", "fr"]) == 0
    found = json.loads(path.read_text("utf-8"))
    radio = [f["properties"] for f in found["features"] if f["properties"]["layer"] == "radio"]
    assert {p["station"] for p in radio} == {"Kenley"} and {p["fit"] for p in radio} == {"hf", "vhf"}
    assert {f["properties"]["layer_name"] for f in found["features"]} == {"Radio", "Villes"}
    assert main(["map", "--out", str(path)]) == 0
    assert {f["properties"]["layer"] for f in json.loads(path.read_text("utf-8"))["features"]} == set(PLACED)
    low, high = (to_geojson(theatre, Words("en"), ["coverage"], angels) for angels in (2, 20))
    assert len(json.loads(low)["features"]) < len(json.loads(high)["features"])
    with pytest.raises(UsageError):
        to_geojson(theatre, Words("en"), ["moon"])
    with pytest.raises(UsageError):
        to_geojson(theatre, Words("en"), ["radio"], sector="Nowhere")


# ---- lists


@pytest.mark.parametrize("line", ["forces 1940-08-18", "places --kind chain_home", "scenarios", "aircraft", "tables"])
def test_a_list_is_the_same_as_csv_and_as_json(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*line.split(), "--json"]) == 0
    records = json.loads(capsys.readouterr().out)
    assert main([*line.split(), "--csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert len(rows) == len(records) > 3
    for row, record in zip(rows, records, strict=True):
        for key, value in record.items():
            if isinstance(value, str | int | float) and not isinstance(value, bool):
                assert row[key] == str(value)
            elif value is None:
                assert row[key] == ""


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=("Cs",), exclude_characters="\r\0")), min_size=2, max_size=2)))
def test_any_text_comes_back_and_none_is_a_formula(rows: list[list[str]]) -> None:
    found = list(csv.reader(io.StringIO(csv_text(["a", "b"], rows), newline="")))
    assert found[0] == ["a", "b"] and len(found) == len(rows) + 1
    for given_row, row in zip(rows, found[1:], strict=True):
        for text, cell in zip(given_row, row, strict=True):
            assert cell in (text, f"'{text}")
            assert not cell.startswith(("=", "@")) and (cell[:1] not in "+-" or not cell or cell[1:].replace(".", "", 1).isdigit())


# ---- a virtual table


def test_the_grid_of_the_bare_map_is_where_its_hexes_are(theatre: Theatre) -> None:
    page = bare(chart(theatre, Words("en"), ("hexes",)))
    assert not page.furniture and (page.frame.left, page.frame.top) == (0, 0)
    grid = grid_of(theatre, page, 4000)
    scale = 4000 / page.width
    for h in list(theatre.grounds)[::97]:
        column, row = int(h.label[:2]), int(h.label[2:])
        x, y = page.frame.to_paper(theatre.middle(h))
        reckoned = grid.x + column * grid.column, grid.y + (row + 0.5 * (column % 2)) * grid.row
        assert reckoned == pytest.approx((x * scale, y * scale), abs=0.01)
    assert (grid.columns, grid.rows) == (theatre.columns, theatre.rows)


def test_every_unit_of_a_day_has_a_counter_of_its_own_with_its_name_and_number() -> None:
    units = order_of_battle(dt.date(1940, 8, 18))
    page, placed = counters(units, aircraft_types(), Words("en"), "Counters")
    assert len({one.code for one in placed}) == len(placed) == len(units) > 100
    assert all(one.left + SIDE <= page.width and one.top + SIDE <= page.height for one in placed)
    texts = [mark.text for mark in page.furniture if isinstance(mark, TextMark)]
    assert {"501 Squadron", "III./JG 26"} <= set(texts)
    for mark in page.furniture:
        if isinstance(mark, TextMark):
            assert mark.lettering.length(mark.text) <= SIDE, mark.text


@pytest.mark.slow
def test_the_pictures_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("PySide6.QtGui")
    assert main(["vassal", "1940-08-18", "--out", str(tmp_path), "--lang", "fr"]) == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert {"theatre.png", "counters.png", "grid.txt", "unit_501.png"} <= names
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in tmp_path.glob("*.png"))
    assert re.search(r"0000 .*: \d+\.\d\d, \d+\.\d\d", (tmp_path / "grid.txt").read_text("utf-8"))
    assert main(["vassal", "1940-08-18", "--out", str(tmp_path / "nowhere")]) == 2
