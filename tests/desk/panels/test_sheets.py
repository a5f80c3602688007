"""Sheets: what stands on them, how they are set, and the files that they make."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

pytest.importorskip("PySide6.QtWidgets")

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from pytestqt.qtbot import QtBot

from bob.core.errors import BobError, UsageError
from bob.core.game import REFEREE
from bob.data.theatre import Theatre
from bob.data.units import aircraft_types
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.period_names import Names
from bob.desk.map import PlottingTable
from bob.desk.panels.prints import KINDS, content, export, kinds
from bob.desk.panels.prints.export import make, prepare
from bob.desk.session.print_page import Art, Break, Document, Heading, Para, Pen, PrintColumn, PrintTable, Setter, count_pages
from bob.desk.session.session import DeskSession
from bob.words import LANGUAGES, Words
from tests.desk.rooms import session_at, settings_in
from tests.sizes import some

pytestmark = pytest.mark.usefixtures("qapp")

DAY = "15_september_1940"
TURN = 38


def text_of(document: Document) -> str:
    """All words of a document."""
    parts = [document.title, document.room, document.when, document.foot]
    for block in document.blocks:
        if isinstance(block, Heading):
            parts += [block.text, block.note]
        elif isinstance(block, Para):
            parts.append(block.text)
        elif isinstance(block, PrintTable):
            parts += [c.head for c in block.columns] + [cell for row in block.rows for cell in row]
    return "\n".join(parts)


def words_of(path: Path) -> str:
    """The text of a PDF."""
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext")
    return subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, text=True, check=True).stdout


@pytest.fixture(scope="module")
def raf() -> DeskSession:
    return session_at(DAY, TURN, RAF)


@pytest.fixture(scope="module")
def luftwaffe() -> DeskSession:
    return session_at(DAY, TURN, LUFTWAFFE)


# Setting pages


def document(*blocks: Heading | Para | PrintTable | Art | Break) -> Document:
    return Document("Title", "Room", "When", "Foot", blocks)


@pytest.mark.parametrize(("rows", "pages"), [(1, 1), (30, 1), (80, 2), (300, 7)])
def test_tables_flow_from_page_to_page(rows: int, pages: int) -> None:
    grid = PrintTable((PrintColumn("a", 1), PrintColumn("b", 2, "right")), tuple((str(i), "x") for i in range(rows)), 3.0)
    assert count_pages(document(grid)) == pages


def test_breaks_and_drawings_take_their_room() -> None:
    drawn: list[QRectF] = []

    def draw(_: QPainter, box: QRectF) -> None:
        drawn.append(box)

    assert count_pages(document(Para("a"), Break(), Para("b"), Break(), Break())) == 3
    assert count_pages(document(Art(200.0, draw), Art(100.0, draw))) == 2
    assert count_pages(document(Heading("only a head"))) == 1
    assert drawn == []


def test_a_head_is_not_left_alone_at_the_foot() -> None:
    starts: list[tuple[int, str]] = []

    class Spy(Setter):
        def _heading(self, block: Heading) -> None:
            starts.append((self.page, block.text))
            super()._heading(block)

    filler = Art(238.0, lambda _p, _b: None)
    Spy(document(filler, Heading("next"), Para("text")), Pen(None), lambda: None).run()
    assert starts == [(2, "next")]


def test_lines_are_wrapped_and_long_words_cut() -> None:
    pen = Pen(None)
    lines = pen.wrapped("one two three " * 10 + "x" * 200, 3.0, 40.0)
    assert all(pen.width(line, 3.0) <= 40.0 for line in lines)
    assert "".join(lines).replace(" ", "") == ("onetwothree" * 10 + "x" * 200)
    assert pen.wrapped("", 3.0, 40.0) == [""]


# What stands on them


def test_each_seat_has_its_own_sheets(raf: DeskSession, luftwaffe: DeskSession) -> None:
    assert kinds(raf) == ("map", "tote", "log", "report")
    assert kinds(luftwaffe) == ("map", "raids", "log", "report")
    assert kinds(session_at(DAY, TURN, REFEREE)) == KINDS


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_state_sheet_has_every_squadron(raf: DeskSession, theatre: Theatre, language: str) -> None:
    text = text_of(content.tote(raf, Words(language), Names(theatre)))
    for s in raf.view(RAF).squadrons:
        if s.box != "gone":
            assert s.station in text
    assert "{" not in text
    assert ("Squadron states" if language == "en" else "État des escadrilles") in text
    assert "B Kenley" in text and "303" in text


@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_raid_orders_have_every_raid_with_its_units(luftwaffe: DeskSession, theatre: Theatre, language: str) -> None:
    text = text_of(content.raids(luftwaffe, Words(language), Names(theatre)))
    for raid in luftwaffe.view(LUFTWAFFE).raids:
        assert Words(language).of(raid.title) in text
        assert all(u.unit in text for u in raid.plan.units)
    assert "{" not in text


@pytest.mark.parametrize("seat", [RAF, LUFTWAFFE, REFEREE])
@pytest.mark.parametrize("language", some(LANGUAGES))
def test_the_log_has_what_the_seat_heard(theatre: Theatre, seat: str, language: str) -> None:
    session = session_at(DAY, TURN, seat)
    found = content.log(session, Words(language), Names(theatre))
    grid = found.blocks[0]
    assert isinstance(grid, PrintTable)
    assert len([row for row in grid.rows if len(row) > 1]) <= len(session.log(seat))
    assert all(len(row) == 1 or len(row) == len(grid.columns) for row in grid.rows)
    assert "{" not in text_of(found)


@pytest.mark.slow
def test_no_sheet_tells_the_other_side_s_secrets(raf: DeskSession, luftwaffe: DeskSession, tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    raids = [r.title["en"] for r in raf.match.view(LUFTWAFFE).raids if r.title]
    gruppen = {u.unit for r in raf.match.view(LUFTWAFFE).raids for u in r.plan.units}
    for kind in kinds(raf):
        text = words_of(export(kind, raf, tmp_path / f"{kind}.pdf", settings)[0])
        assert not [name for name in (*raids, *gruppen) if name in text], kind
    lines = [event.data["foes"] for _, event in luftwaffe.log(LUFTWAFFE) if event.code in ("met", "combat")]
    met = " ".join(aircraft_types()[aircraft].name for foes in lines for aircraft, _, _ in foes)  # the report tells what it met
    for kind in kinds(luftwaffe):
        text = words_of(export(kind, luftwaffe, tmp_path / f"{kind}.pdf", settings)[0])
        found = re.findall(r"\d Squadron|Hurricane|Spitfire", text)
        assert not [name for name in found if kind != "report" or name not in met], kind


# Files


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["map", "tote", "log", "report"])
def test_a_pdf_of_each_kind(raf: DeskSession, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"{kind}.pdf"
    assert export(kind, raf, path, settings_in(tmp_path)) == [path]
    assert path.read_bytes().startswith(b"%PDF-")
    if kind != "report":
        pages = count_pages(make(kind, raf, settings_in(tmp_path)))
        assert f"{pages}/{pages}" in words_of(path).replace(" ", "")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["map", "raids", "log", "report"])
def test_an_svg_of_each_kind_has_a_file_for_each_page(luftwaffe: DeskSession, tmp_path: Path, kind: str) -> None:
    files = export(kind, luftwaffe, tmp_path / "sheet.svg", settings_in(tmp_path, "fr"))
    if kind != "report":
        assert len(files) == count_pages(make(kind, luftwaffe, settings_in(tmp_path, "fr")))
    assert [f.name for f in files[:2]] == ["sheet.svg", "sheet-2.svg"][: len(files)]
    for file in files:
        root = ET.fromstring(file.read_text(encoding="utf-8"))
        assert root.tag.endswith("svg")
        text = file.read_text(encoding="utf-8")
        assert "<text" not in text or "@font-face" in text, "letters are shapes, or their font is in the file"


def test_a_french_sheet_of_orders_calls_every_place_by_its_french_name(luftwaffe: DeskSession, tmp_path: Path) -> None:
    text = words_of(export("raids", luftwaffe, tmp_path / "raids.pdf", settings_in(tmp_path, "fr"))[0])
    assert "Douvres, facteur" in text and "Anvers-Deurne" in text
    assert not re.findall(r"\bDover\b|\bAntwerp\b", text)


@pytest.mark.slow
def test_the_map_is_printed_as_seen(qtbot: QtBot, raf: DeskSession, tmp_path: Path) -> None:
    settings = settings_in(tmp_path)
    table = PlottingTable(raf.world, settings)
    qtbot.addWidget(table)
    table.resize(900, 500)
    table.show_view(raf.view(RAF))
    table.grab()
    table.fit()
    before = table.camera.scale
    wide = make("map", raf, settings, table)
    assert wide.across and not make("map", raf, settings).across
    export("map", raf, tmp_path / "seen.pdf", settings, table)
    assert table.camera.scale == before
    assert (tmp_path / "seen.pdf").stat().st_size > 20_000


def test_paper_is_white_and_dark_enough_in_one_ink(raf: DeskSession, tmp_path: Path) -> None:
    """In grey: white paper, and ink that is nearly black."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("no pdftoppm")
    export("tote", raf, tmp_path / "tote.pdf", settings_in(tmp_path, theme="night"))
    subprocess.run(["pdftoppm", "-gray", "-r", "60", "-f", "1", "-l", "1", str(tmp_path / "tote.pdf"), str(tmp_path / "page")], check=True)
    data = next(tmp_path.glob("page*.pgm")).read_bytes()
    pixels = data.split(b"\n", 3)[3]
    assert pixels.count(255) > len(pixels) * 0.4
    assert min(pixels) < 70


@pytest.mark.slow
def test_the_printer_gets_the_same_pages(raf: DeskSession, tmp_path: Path) -> None:
    from PySide6.QtGui import QPdfWriter

    for kind in ("tote", "report"):
        writer = QPdfWriter(str(tmp_path / f"{kind}.pdf"))
        writer.setResolution(300)
        prepare(kind, raf, settings_in(tmp_path))(lambda done, whole: None).draw(writer, 300.0)
        del writer
        assert (tmp_path / f"{kind}.pdf").stat().st_size > 10_000


@pytest.mark.parametrize(("kind", "name"), [("raids", "a.pdf"), ("nothing", "a.pdf"), ("tote", "a.png"), ("tote", "a")])
def test_what_cannot_be_written_is_refused(raf: DeskSession, tmp_path: Path, kind: str, name: str) -> None:
    with pytest.raises(UsageError):
        export(kind, raf, tmp_path / name, settings_in(tmp_path))
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("kind", ["tote", "map", "report"])
@pytest.mark.parametrize("ending", some(["pdf", "svg"]))
def test_a_folder_that_is_not_there(raf: DeskSession, tmp_path: Path, kind: str, ending: str) -> None:
    with pytest.raises(BobError):
        export(kind, raf, tmp_path / "nowhere" / f"a.{ending}", settings_in(tmp_path))
