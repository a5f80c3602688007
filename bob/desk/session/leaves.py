"""Pages ready to be written: they hold all their contents and may be laid out and written on any thread."""

from __future__ import annotations

import base64
import copy
from collections.abc import Callable
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QRectF, QSize
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPicture
from PySide6.QtSvg import QSvgGenerator

from bob.chart.marks import ChartPage
from bob.chart.qt import Painting, pdf_of
from bob.chart.svg import FONTS, font_file, to_svg
from bob.core.atomic_files import put_files
from bob.core.errors import BobError, UsageError
from bob.core.match import Match
from bob.data.theatre import Theatre
from bob.day.telling.period_names import Names
from bob.desk.base.theme.theme import family
from bob.desk.base.widgets.background import TellsProgress, no_progress
from bob.desk.session.print_page import Document, Pen, Setter, count_pages
from bob.words import Words

if TYPE_CHECKING:
    from bob.report.content import Content
    from bob.report.story import SeenDay

DPI = 1200
_SVG = 10.0
"""User units in a millimetre of SVG."""


class Leaves(Protocol):
    """The pages of a sheet."""

    title: str

    @property
    def layout(self) -> QPageLayout:
        """The layout of a page."""
        ...

    def draw(self, device: QPagedPaintDevice, dots: float, tell: TellsProgress = no_progress) -> None:
        """Paint all pages on a paged device with `dots` per inch. Raises BobError when it cannot be begun."""
        ...

    def svg(self, tell: TellsProgress = no_progress) -> list[str]:
        """The pages as SVG."""
        ...


def write(leaves: Leaves, file: FilePath, tell: TellsProgress = no_progress) -> list[FilePath]:
    """Write leaves as PDF, SVG or HTML by the ending of the file (an SVG has one file for each page); the files written.

    They come into their place when they are whole: who breaks it off leaves nothing behind. Raises BobError.
    """
    if file.suffix.lower() == ".pdf":
        return put_files({file: pdf_of(leaves.title, DPI, lambda writer: leaves.draw(writer, DPI, tell))})
    if file.suffix.lower() == ".html":
        if not isinstance(leaves, DayLeaves):
            raise UsageError("desk_sheets.ending", path=str(file))
        return put_files({file: leaves.html()})
    pages = leaves.svg(tell)
    return put_files({file.with_name(_page_name(file.stem, i)): page for i, page in enumerate(pages)})


def _page(*, across: bool) -> QPageLayout:
    turned = QPageLayout.Orientation.Landscape if across else QPageLayout.Orientation.Portrait
    return QPageLayout(QPageSize(QPageSize.PageSizeId.A4), turned, QMarginsF(0, 0, 0, 0))


# ---- a document laid out from blocks


class DocumentLeaves:
    """The pages of a document."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.title = f"{document.title} · {document.foot}"

    @property
    def layout(self) -> QPageLayout:
        return _page(across=self.document.across)

    def draw(self, device: QPagedPaintDevice, dots: float, tell: TellsProgress = no_progress) -> None:
        pages = count_pages(self.document)
        device.setPageLayout(self.layout)
        painter = QPainter()
        if not painter.begin(device):
            raise BobError("error.write", path="-", why="Qt")
        done = 1

        def new_page() -> None:
            nonlocal done
            tell(done, pages)
            done += 1
            device.newPage()

        try:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
            painter.scale(dots / 25.4, dots / 25.4)
            tell(0, pages)
            Setter(self.document, Pen(painter), new_page).run(pages)
        finally:
            painter.end()

    def svg(self, tell: TellsProgress = no_progress) -> list[str]:
        pages = count_pages(self.document)
        width, height = self.document.size
        made: list[str] = []
        painters: list[tuple[QPainter, QSvgGenerator, QBuffer]] = []

        def new_page() -> None:
            close()
            tell(len(made), pages)
            buffer = QBuffer()
            buffer.open(QIODevice.OpenModeFlag.WriteOnly)
            generator = QSvgGenerator()
            generator.setOutputDevice(buffer)
            generator.setSize(QSize(round(width * _SVG), round(height * _SVG)))
            generator.setViewBox(QRectF(0, 0, width * _SVG, height * _SVG))
            generator.setResolution(round(25.4 * _SVG))
            generator.setTitle(self.document.title)
            generator.setDescription(self.document.foot)
            painter = QPainter()
            if not painter.begin(generator):
                raise BobError("error.write", path="SVG", why="Qt")
            painter.scale(_SVG, _SVG)
            pen.painter = painter
            painters.append((painter, generator, buffer))

        def close() -> None:
            while painters:
                painter, generator, buffer = painters.pop()
                painter.end()
                del generator
                made.append(_with_fonts(bytes(buffer.data().data()).decode()))

        pen = Pen(None, outlines=True)
        try:
            new_page()
            Setter(self.document, pen, new_page).run(pages)
        finally:
            close()
        return made


def _page_name(stem: str, number: int) -> str:
    return f"{stem}-{number + 1}.svg" if number else f"{stem}.svg"


def _with_fonts(body: str) -> str:
    """An SVG with the shipped letters in it if it writes text, as the map's names are."""
    if "<text" not in body:
        return body
    faces = []
    for face, (_, weight, slant) in FONTS.items():
        data = base64.b64encode(font_file(face).read_bytes()).decode("ascii")
        source = f"src: url(data:font/otf;base64,{data})"
        faces.append(f"@font-face {{ font-family: '{family()}'; font-weight: {weight}; font-style: {slant}; {source} }}")
    style = "<style>" + " ".join(faces) + "</style>"
    return body.replace("<defs>", f"{style}<defs>", 1)


def recorded(box: QRectF, draw: Callable[[QPainter, QRectF], None]) -> Callable[[QPainter, QRectF], None]:
    """Return a recording of a drawing for a box of that size, to be repeated on any thread: its source may change or go."""
    picture = QPicture()
    painter = QPainter(picture)
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    draw(painter, QRectF(0, 0, box.width(), box.height()))
    painter.end()

    def repeat(painter: QPainter, place: QRectF) -> None:
        device = painter.device()
        painter.save()
        painter.translate(place.topLeft())
        painter.scale(place.width() / box.width(), place.height() / box.height())
        # Qt enlarges a picture by the dots of the device; the pages are measured already.
        painter.scale(picture.logicalDpiX() / device.logicalDpiX(), picture.logicalDpiY() / device.logicalDpiY())
        painter.drawPicture(0, 0, picture)
        painter.restore()

    return repeat


# ---- the report of the day


class ReportLeaves:
    """The pages of the report, laid out by the package of reports."""

    def __init__(self, title: str, pages: list[ChartPage]) -> None:
        self.title = title
        self.pages = pages

    @property
    def layout(self) -> QPageLayout:
        return _page(across=False)

    def draw(self, device: QPagedPaintDevice, dots: float, tell: TellsProgress = no_progress) -> None:
        device.setPageLayout(self.layout)
        painter = QPainter()
        if not painter.begin(device):
            raise BobError("error.write", path="-", why="Qt")
        try:
            painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
            for i, page in enumerate(self.pages):
                tell(i, len(self.pages))
                if i:
                    device.newPage()
                painter.save()
                painter.scale(dots / 25.4, dots / 25.4)
                Painting(page).draw(painter, live_text=True)
                painter.restore()
        finally:
            painter.end()

    def svg(self, tell: TellsProgress = no_progress) -> list[str]:
        made = []
        for i, page in enumerate(self.pages):
            tell(i, len(self.pages))
            made.append(to_svg(page))
        return made


def frozen(match: Match[Any]) -> Match[Any]:
    """Return a copy of a match in its current state, which does not go on with the other."""
    held = copy.copy(match)
    held.entries, held.position, held.keep = list(match.entries), copy.deepcopy(match.position), None
    held._snapshots, held.history = dict(match._snapshots), match.history.upto(len(match.entries) - 1)
    return held


class DayLeaves(ReportLeaves):
    """The report of a day, which is a page for a screen as well."""

    def __init__(self, content: Content, theatre: Theatre) -> None:
        from bob.report.paper import ReportPages

        super().__init__(content.title, ReportPages(content, theatre).pages())
        self.content, self.theatre = content, theatre

    def html(self) -> str:
        """The report as one HTML file."""
        from bob.report.html import html

        return html(self.content, self.theatre)


def report(match: Match[Any] | SeenDay, seat: str, words: Words, theatre: Theatre) -> Callable[[TellsProgress], ReportLeaves]:
    """Return a function that lays out the report of a match from a seat's view, in the current state of the match."""
    held = frozen(match) if isinstance(match, Match) else match

    def made(tell: TellsProgress = no_progress) -> ReportLeaves:
        return DayLeaves(account_by(held, seat, words, theatre, tell), theatre)

    return made


def account_by(match: Match[Any] | SeenDay, seat: str, words: Words, theatre: Theatre, tell: TellsProgress = no_progress) -> Content:
    """Return the contents of the report of a match from a seat's view. The match must not go on meanwhile."""
    from bob.report.content import Content
    from bob.report.story import story

    tale = story(match, seat, tell) if isinstance(match, Match) else match.story(tell)
    return Content(match, tale, words, Names(theatre))
