"""Writing sheets: to PDF, to SVG (a file for each page), and to the printer by way of a preview."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path as FilePath

from PySide6.QtCore import QMarginsF, QRectF, QSize
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QWidget

from bob.chart.palette import BY_NAME
from bob.chart.svg import FONTS, font_file, to_svg
from bob.desk.paint import Painting
from bob.desk.session import Session
from bob.desk.settings import Settings
from bob.desk.sheets import content
from bob.desk.sheets.page import Art, Document, Layout, Pen, count_pages
from bob.desk.table import PlottingTable, PrintOptions
from bob.desk.theme import family
from bob.errors import BobError, UsageError
from bob.operations.telling import Names

KINDS = ("map", "tote", "raids", "log", "report")
_DPI = 1200
_SVG = 10.0
"""User units in a millimetre of SVG."""


def kinds(session: Session) -> tuple[str, ...]:
    """The sheets that the seat at the screen can have now."""
    view = session.view(session.seat)
    lacking = {"tote": content.raf_of(view) is None, "raids": content.luftwaffe_of(view) is None}
    return tuple(kind for kind in KINDS if not lacking.get(kind))


def export(kind: str, session: Session, path: FilePath | str, settings: Settings, table: PlottingTable | None = None) -> list[FilePath]:
    """Write a sheet as PDF or SVG by the ending of the path; the files written (an SVG has one for each page).

    `table` is the plotting table whose map is printed as seen. Raises UsageError for an unknown kind or ending, BobError when it
    cannot be written.
    """
    file = FilePath(path)
    if kind not in kinds(session):
        raise UsageError("desk_sheets.unknown", kind=kind, choices=", ".join(kinds(session)))
    if file.suffix.lower() not in (".pdf", ".svg"):
        raise UsageError("desk_sheets.ending", path=str(file))
    pdf = file.suffix.lower() == ".pdf"
    if kind == "report":
        return _report(session, settings, file, pdf)
    document = make(kind, session, settings, table)
    return [_pdf(document, file)] if pdf else _svg(document, file)


def make(kind: str, session: Session, settings: Settings, table: PlottingTable | None = None) -> Document:
    """The sheet of a kind, but for the report, which has pages of its own."""
    words, names = settings.words, Names(session.world.theatre)
    if kind == "map":
        return _map(session, settings, table)
    makers = {"tote": content.tote, "raids": content.raids, "log": content.log}
    return makers[kind](session, words, names)


def _map(session: Session, settings: Settings, table: PlottingTable | None) -> Document:
    """The map as seen on the table, or all of it when there is none; in the colours of paper."""
    shown = table
    if shown is None:
        shown = PlottingTable(session.world, settings)
        shown.resize(1400, 900)
        shown.show_view(session.view(session.seat))
        shown.fit()
    palette = BY_NAME["contrast"] if settings.theme == "contrast" else BY_NAME["table"]

    def draw(painter: QPainter, box: QRectF) -> None:
        assert shown is not None
        shown.render_to(painter, box, PrintOptions(whole=table is None, palette=palette))

    return content.document("map", session, settings.words, (Art(0.0, draw),), across=table is not None and table.width() > table.height())


# ---- files


def _writable(file: FilePath) -> None:
    try:
        with file.open("wb"):
            pass
    except OSError as error:
        raise BobError("error.write", path=str(file), why=error.strerror or str(error)) from error


def paint(document: Document, device: QPagedPaintDevice, dots: float) -> None:
    """Paint all pages on a paged device of so many dots to the inch. Raises BobError when it cannot be begun."""
    pages = count_pages(document)
    device.setPageLayout(_page_layout(document))
    painter = QPainter()
    if not painter.begin(device):
        raise BobError("error.write", path="-", why="Qt")
    try:
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        painter.scale(dots / 25.4, dots / 25.4)
        Layout(document, Pen(painter), device.newPage).run(pages)
    finally:
        painter.end()


def _page_layout(document: Document) -> QPageLayout:
    turned = QPageLayout.Orientation.Landscape if document.across else QPageLayout.Orientation.Portrait
    return QPageLayout(QPageSize(QPageSize.PageSizeId.A4), turned, QMarginsF(0, 0, 0, 0))


def _pdf(document: Document, file: FilePath) -> FilePath:
    _writable(file)
    writer = QPdfWriter(str(file))
    writer.setResolution(_DPI)
    writer.setTitle(f"{document.title} · {document.foot}")
    writer.setCreator("bob-1940")
    paint(document, writer, _DPI)
    return file


def _svg(document: Document, file: FilePath) -> list[FilePath]:
    """A file for each page; the second is NAME-2.svg."""
    pages = count_pages(document)
    width, height = document.size
    made: list[FilePath] = []
    painters: list[tuple[QPainter, QSvgGenerator]] = []

    def new_page() -> None:
        close()
        place = file if not made else file.with_name(f"{file.stem}-{len(made) + 1}{file.suffix}")
        _writable(place)
        generator = QSvgGenerator()
        generator.setFileName(str(place))
        generator.setSize(QSize(round(width * _SVG), round(height * _SVG)))
        generator.setViewBox(QRectF(0, 0, width * _SVG, height * _SVG))
        generator.setResolution(round(25.4 * _SVG))
        generator.setTitle(document.title)
        generator.setDescription(document.foot)
        painter = QPainter()
        if not painter.begin(generator):
            raise BobError("error.write", path=str(place), why="Qt")
        painter.scale(_SVG, _SVG)
        pen.painter = painter
        painters.append((painter, generator))
        made.append(place)

    def close() -> None:
        while painters:
            painter, generator = painters.pop()
            painter.end()
            del generator
            _embed_fonts(made[-1])

    pen = Pen(None, outlines=True)
    new_page()
    try:
        Layout(document, pen, new_page).run(pages)
    finally:
        close()
    return made


def _embed_fonts(file: FilePath) -> None:
    """Put the shipped letters into an SVG that writes text, as the map's names are."""
    body = file.read_text(encoding="utf-8")
    if "<text" not in body:
        return
    faces = []
    for face, (_, weight, slant) in FONTS.items():
        data = base64.b64encode(font_file(face).read_bytes()).decode("ascii")
        source = f"src: url(data:font/otf;base64,{data})"
        faces.append(f"@font-face {{ font-family: '{family()}'; font-weight: {weight}; font-style: {slant}; {source} }}")
    style = "<style>" + " ".join(faces) + "</style>"
    file.write_text(body.replace("<defs>", f"{style}<defs>", 1), encoding="utf-8")


def _report(session: Session, settings: Settings, file: FilePath, pdf: bool) -> list[FilePath]:
    """The report of the day as the house of reports writes it, by the eyes of the seat at the screen."""
    from bob.report import paper
    from bob.report.content import Content
    from bob.report.story import story

    names = Names(session.world.theatre)
    told = Content(session.match, story(session.match, session.seat), settings.words, names)
    _writable(file)
    if pdf:
        paper.save_pdf(told, session.world.theatre, file)
        return [file]
    made: list[FilePath] = []
    for i, page in enumerate(paper.Layout(told, session.world.theatre).pages()):
        place = file if not i else file.with_name(f"{file.stem}-{i + 1}{file.suffix}")
        _writable(place)
        place.write_text(to_svg(page), encoding="utf-8")
        made.append(place)
    return made


# ---- the printer


def preview(kind: str, session: Session, settings: Settings, parent: QWidget | None = None, table: PlottingTable | None = None) -> bool:
    """Show a sheet as it will come from the printer, and print it from there. False when this Qt cannot print."""
    try:
        from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
    except ImportError:
        return False
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    draw = painter_of(kind, session, settings, table)
    printer.setPageLayout(_page_layout(make(kind, session, settings, table)) if kind != "report" else _upright())
    dialog = QPrintPreviewDialog(printer, parent)
    dialog.setWindowTitle(settings.words(f"desk_sheets.kind.{kind}"))
    dialog.paintRequested.connect(lambda device: draw(device, float(device.resolution())))
    dialog.resize(900, 760)
    dialog.exec()
    return True


def _upright() -> QPageLayout:
    return QPageLayout(QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))


def painter_of(
    kind: str, session: Session, settings: Settings, table: PlottingTable | None = None
) -> Callable[[QPagedPaintDevice, float], None]:
    """What paints a sheet on any paged device of so many dots to the inch."""
    if kind != "report":
        document = make(kind, session, settings, table)
        return lambda device, dots: paint(document, device, dots)

    from bob.report import paper
    from bob.report.content import Content
    from bob.report.story import story

    told = Content(session.match, story(session.match, session.seat), settings.words, Names(session.world.theatre))
    pages = [Painting(page) for page in paper.Layout(told, session.world.theatre).pages()]

    def draw(device: QPagedPaintDevice, dots: float) -> None:
        painter = QPainter(device)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        for i, page in enumerate(pages):
            if i:
                device.newPage()
            painter.save()
            painter.scale(dots / 25.4, dots / 25.4)
            page.draw(painter, live_text=True)
            painter.restore()
        painter.end()

    return draw
