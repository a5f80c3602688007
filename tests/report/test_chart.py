"""The chart: its layers, its names, its SVG."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
import tomllib
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
import shapely

import bob.chart
from bob.chart import DEFAULT_LAYERS, LAYERS, PALETTES, chart
from bob.chart.labels import overlap
from bob.chart.marks import ChartPage, Dots, Glyph, Lettering, Letters, Style, TextMark, letter_boxes
from bob.chart.marks import Path as Lines
from bob.chart.metrics import LETTERS, WIDTHS
from bob.chart.svg import INKSCAPE, to_svg
from bob.chart.symbols import NAMES, parts
from bob.core.errors import UsageError
from bob.data.theatre import Theatre
from bob.words import LANGUAGES, Words, chapter
from tests.sizes import some

BUSY = {"zones and targets": ("coast", "towns", "zones", "targets", "landmarks", "lanes"), "default": DEFAULT_LAYERS, "all": LAYERS}


@pytest.fixture(scope="module")
def whole(theatre: Theatre) -> ChartPage:
    return chart(theatre, Words("en"), LAYERS)


@pytest.fixture(scope="module")
def plain(theatre: Theatre) -> ChartPage:
    return chart(theatre, Words("en"))


def names_of(page: ChartPage) -> list[TextMark | Letters]:
    return [name for layer in page.layers for name in layer.names]


def boxes_of(page: ChartPage, name: TextMark | Letters) -> list[shapely.Polygon]:
    quads = letter_boxes(name, page.frame) if isinstance(name, Letters) else [name.box(page.frame.to_paper(name.at))]
    return [shapely.Polygon(quad) for quad in quads]


def test_importing_the_package_loads_neither_qt_nor_shapely() -> None:
    code = "import sys, bob.chart; bob.chart.LAYERS; print('shapely' in sys.modules, 'PySide6' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("layer", some(LAYERS))
def test_each_layer_alone_draws_and_is_told_in_the_legend(theatre: Theatre, layer: str) -> None:
    page = chart(theatre, Words("en"), (layer,))
    assert [each.name for each in page.layers] == ["base", layer]
    assert page.layer(layer).marks
    assert page.layer("base").marks
    bare = chart(theatre, Words("en"), ())
    assert len(page.furniture) > len(bare.furniture)


@pytest.mark.slow
@pytest.mark.parametrize("shown", some(BUSY))
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_no_name_lies_over_another(theatre: Theatre, shown: str, language: str) -> None:
    page = chart(theatre, Words(language), BUSY[shown])
    boxes = [(name.text, box, i) for i, name in enumerate(names_of(page)) for box in boxes_of(page, name)]
    tree = shapely.STRtree([box for _, box, _ in boxes])
    clashes = [
        (boxes[a][0], boxes[b][0])
        for a, b in tree.query([box for _, box, _ in boxes], predicate="intersects").T
        if boxes[a][2] < boxes[b][2] and boxes[a][1].intersection(boxes[b][1]).area > 1e-6
    ]
    assert clashes == []


@pytest.mark.slow
@pytest.mark.parametrize("shown", some(BUSY))
def test_no_name_covers_the_middle_of_a_symbol_or_leaves_the_map(theatre: Theatre, shown: str) -> None:
    chart_page = chart(theatre, Words("en"), BUSY[shown])
    f = chart_page.frame
    symbols = [m for layer in chart_page.layers if layer.name != "balloons" for m in layer.marks if isinstance(m, Glyph)]
    boxes = [box for name in names_of(chart_page) for box in boxes_of(chart_page, name)]
    tree = shapely.STRtree(boxes)
    covered = [m.title for m in symbols if len(tree.query(shapely.Point(f.to_paper(m.at)).buffer(m.size * 0.3), predicate="intersects"))]
    assert covered == []
    page = shapely.box(f.left, f.top, f.left + f.width, f.top + f.height)
    assert all(page.contains(box) for box in boxes)


@pytest.mark.slow
def test_the_furniture_stays_on_the_paper_and_its_words_apart(whole: ChartPage) -> None:
    texts = [m for m in whole.furniture if isinstance(m, TextMark)]
    boxes = [shapely.Polygon(t.box(t.at)) for t in texts]
    paper = shapely.box(0, 0, whole.width, whole.height)
    assert [t.text for t, box in zip(texts, boxes, strict=True) if not paper.contains(box)] == []
    tree = shapely.STRtree(boxes)
    pairs = [(texts[a].text, texts[b].text) for a, b in tree.query(boxes, predicate="intersects").T if a < b]
    assert pairs == []


@pytest.mark.slow
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_legend_of_all_layers_fits_its_columns(theatre: Theatre, language: str) -> None:
    page = chart(theatre, Words(language), LAYERS)
    texts = [m for m in page.furniture if isinstance(m, TextMark)]
    for a, b in combinations(texts, 2):
        assert not overlap(a.box(a.at), b.box(b.at)), (a.text, b.text)
    assert page.height <= 594


def test_every_sector_and_sector_station_on_the_map_is_named(theatre: Theatre, plain: ChartPage) -> None:
    written = {name.text for name in plain.layer("sectors").names}
    for sector in theatre.sectors:
        assert any(sector.name.upper() in text for text in written), sector.name
    stations = {p.name for p in theatre.of_kind("sector_station") if p.hex is not None}
    assert stations <= {name.text for name in plain.layer("airfields").names}
    assert "LONDON" in {name.text for name in plain.layer("coast").names}


@pytest.mark.slow
@pytest.mark.parametrize("shown", some(BUSY))
def test_great_names_are_there_however_full_the_map(theatre: Theatre, shown: str) -> None:
    texts = {name.text for name in names_of(chart(theatre, Words("en"), BUSY[shown]))}
    assert {"LONDON", "ENGLISH CHANNEL", "NORTH SEA", "STRAIT OF DOVER", "Bristol", "Calais", "Portsmouth"} <= texts


def test_a_french_map_letters_towns_in_french(theatre: Theatre) -> None:
    drawn = chart(theatre, Words("fr"))
    texts = {mark.text for name in ("coast", "towns") for mark in drawn.layer(name).names}
    assert {"LONDRES", "Dunkerque", "Ostende", "Douvres"} <= texts and not {"LONDON", "Dunkirk", "Ostend", "Dover"} & texts
    assert "Dunkirk" in {mark.text for mark in drawn.layer("rdf").names}  # that of Kent


def test_a_name_is_not_written_twice_beside_itself(plain: ChartPage) -> None:
    seen: dict[str, list[tuple[float, float]]] = {}
    for name in names_of(plain):
        if isinstance(name, TextMark):
            x, y = plain.frame.to_paper(name.at)
            for ox, oy in seen.get(name.text, []):
                assert abs(x - ox) + abs(y - oy) > 10, name.text
            seen.setdefault(name.text, []).append((x, y))


@pytest.mark.slow
def test_symbols_lie_near_their_places(theatre: Theatre, whole: ChartPage) -> None:
    places = {(p.kind, p.name): p for p in theatre.places}
    kinds = {"mast": "chain_home", "beam": "chain_home_low", "sector_station": "sector_station", "balkenkreuz": "luftwaffe_airfield"}
    for layer in whole.layers:
        for mark in layer.marks:
            if isinstance(mark, Glyph) and mark.shape in kinds:
                place = places[kinds[mark.shape], mark.title]
                assert abs(mark.at[0] - place.x) + abs(mark.at[1] - place.y) < 4, mark.title


def test_kinds_differ_by_shape_and_not_by_colour_alone(whole: ChartPage) -> None:
    used = {m.shape for layer in whole.layers for m in layer.marks if isinstance(m, Glyph)}
    outlines = {shape: parts(shape) for shape in used}
    assert len(set(outlines.values())) == len(outlines)
    assert used <= set(NAMES)


@pytest.mark.smoke
@pytest.mark.parametrize("palette", some(PALETTES))
def test_one_name_means_one_style(theatre: Theatre, palette: str) -> None:
    page = chart(theatre, Words("en"), LAYERS, palette=palette)
    styles: dict[str, Style] = {}
    looks: dict[str, Lettering] = {}
    for mark in [m for layer in page.layers for m in (*layer.marks, *layer.names)] + list(page.furniture):
        if isinstance(mark, TextMark | Letters):
            assert looks.setdefault(mark.lettering.name, mark.lettering) == mark.lettering
        else:
            assert styles.setdefault(mark.style.name, mark.style) == mark.style
            assert not isinstance(mark, Lines) or all(len(ring) > 1 for ring in mark.rings)
            assert not isinstance(mark, Dots) or mark.points


def test_coverage_follows_the_height_and_the_radio_the_sector(theatre: Theatre) -> None:
    low = chart(theatre, Words("en"), ("coverage",), angels=2)
    high = chart(theatre, Words("en"), ("coverage",), angels=22)
    assert low.layer("coverage") != high.layer("coverage")
    assert "chain home low" not in " ".join(m.text for m in high.furniture if isinstance(m, TextMark)).lower()
    everyone = chart(theatre, Words("en"), ("radio",))
    one = chart(theatre, Words("en"), ("radio",), sector="biggin hill")
    titles = {m.title for m in one.layer("radio").marks if isinstance(m, Lines)}
    assert titles == {"Biggin Hill HF", "Biggin Hill VHF"}
    assert len(everyone.layer("radio").marks) > 20


@pytest.mark.parametrize("angels", [0, 1, 5, 40])
def test_any_height_can_be_drawn(theatre: Theatre, angels: int) -> None:
    assert chart(theatre, Words("fr"), ("coverage", "rdf"), angels=angels).layers


@pytest.mark.parametrize(
    ("options", "key"),
    [
        ({"layers": ("cost",)}, "map.unknown_layer"),
        ({"palette": "sepia"}, "map.unknown_palette"),
        ({"sector": "Wick"}, "map.unknown_sector"),
    ],
)
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_what_is_unknown_is_refused_in_words(theatre: Theatre, options: dict[str, object], key: str, language: str) -> None:
    with pytest.raises(UsageError) as caught:
        chart(theatre, Words(language), **options)  # type: ignore[arg-type]
    assert caught.value.key == key
    assert str(caught.value.values["choices"]) in caught.value.describe(Words(language))


def test_the_order_of_the_layers_asked_for_does_not_matter(theatre: Theatre, plain: ChartPage) -> None:
    assert chart(theatre, Words("en"), tuple(reversed(DEFAULT_LAYERS))) == plain


# ---- SVG


@pytest.mark.slow
@pytest.mark.parametrize("palette", some(PALETTES))
def test_the_svg_is_well_formed_with_a_group_for_each_layer(theatre: Theatre, palette: str) -> None:
    text = to_svg(chart(theatre, Words("fr"), LAYERS, palette=palette), named=True)
    root = ElementTree.fromstring(text)
    spaces = {"s": "http://www.w3.org/2000/svg"}
    groups = {g.get("id"): g for g in root.iterfind(".//s:g", spaces)}
    for layer in ("base", *LAYERS):
        title = groups[f"layer-{layer}"].find("s:title", spaces)
        assert title is not None and title.text == Words("fr")(f"map.layer.{layer}")
    assert text.count("@font-face") == 4
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    links = {e.get("href", "")[1:] for e in root.iterfind(".//s:use", spaces)}
    assert links <= set(ids)
    classes = set(re.findall(r'class="([^"]+)"', text))
    assert {c for c in classes if f".{c}{{" not in text} == set()
    called = [g.get(f"{{{INKSCAPE}}}label") for g in groups.values() if g.get(f"{{{INKSCAPE}}}groupmode") == "layer"]
    assert len(called) == len(set(called)) and {"Aérodromes", "Aérodromes\u00a0: noms", "Cadre et légende"} <= set(called)
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "").replace(INKSCAPE, "")
    assert not re.search(r"\b(nan|inf)\b", re.sub(r"base64,[^)]+", "", text))


def test_the_svg_has_every_place_on_the_map_by_name(theatre: Theatre, whole: ChartPage) -> None:
    text = to_svg(whole).replace("&amp;", "&")
    there = [p for p in theatre.places if p.hex is not None and p.kind not in ("gun_area", "landmark") and inside(theatre, p.x, p.y)]
    assert [p.name for p in there if p.name not in text] == []
    assert [lane.name for lane in theatre.lanes if lane.line.intersects(theatre.frame) and lane.name not in text] == []


def inside(theatre: Theatre, x: float, y: float) -> bool:
    return theatre.west + 2 < x < theatre.east - 2 and theatre.north + 2 < y < theatre.south - 2


@pytest.mark.slow
def test_the_svg_is_the_same_whatever_the_hash_seed(whole: ChartPage) -> None:
    code = (
        "import hashlib; from bob.chart import LAYERS, chart; from bob.chart.svg import INKSCAPE, to_svg; "
        "from bob.data.theatre import Theatre;"
        "from bob.words import Words; print(hashlib.sha256(to_svg(chart(Theatre.load(), Words('en'), LAYERS)).encode()).hexdigest())"
    )
    ours = hashlib.sha256(to_svg(whole).encode()).hexdigest()
    for seed in some(("1", "77")):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        assert done.stdout.strip() == ours


# ---- words, fonts, data


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_all_words_are_in_the_font(language: str) -> None:
    for key, entry in chapter("map").items():
        assert entry[language].strip(), key
        if not key.startswith(("map.unknown", "map.bad", "map.no_")):
            bare = re.sub(r"\{\w+\}", "", entry[language])
            assert set(bare.replace("\u00a0", " ")) <= set(LETTERS), key


def test_every_word_of_the_chapter_is_used() -> None:
    folder = Path(bob.chart.__file__).parent
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    lettering = (folder / "lettering.toml").read_text(encoding="utf-8")
    for key in chapter("map"):
        head, _, last = key.rpartition(".")
        reported = (
            f'"{key}"' in source
            or f'"{last}"' in source
            or f'"{last}"' in lettering
            or (head == "map.town" and f'"{last}"' in lettering.casefold())
        )
        assert reported or head in ("map.zone", "map.layer", "map.legend", "map.legend.group"), key


def test_names_fit_the_widths_of_the_font() -> None:
    assert len({len(widths) for widths in WIDTHS.values()} | {len(LETTERS)}) == 1
    look = Lettering("x", "regular", 10.0, "#000000", spacing=1.0)
    assert look.length("") == 0
    assert look.length("AB") == pytest.approx(look.length("A") + look.length("B") + 1.0)


def test_the_widths_are_those_of_the_shipped_fonts() -> None:
    tools = pytest.importorskip("fontTools.ttLib")
    from bob.chart.svg import FONTS, font_file

    for face in FONTS:
        font = tools.TTFont(font_file(face))
        known, widths = font.getBestCmap(), font["hmtx"]
        assert [widths[known[ord(letter)]][0] for letter in LETTERS] == list(WIDTHS[face])


def test_the_lettering_file_names_only_known_words_and_places_on_the_map(theatre: Theatre) -> None:
    data = tomllib.loads((Path(bob.chart.__file__).parent / "lettering.toml").read_text(encoding="utf-8"))
    words = Words("en")
    for kind in ("water", "country"):
        for entry in data[kind]:
            assert words.has(f"map.{kind}.{entry['name']}")
    for rank in ("1", "2", "3"):
        for name, latitude, longitude in data["towns"][rank]:
            assert theatre.hex_of(latitude, longitude) is not None, name
    known = {p.name for p in theatre.of_kind("town")}
    assert {name for names in data["rank"].values() for name in names} <= known
