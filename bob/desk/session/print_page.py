"""Sheets of A4 laid out from blocks: heads, paragraphs, tables, drawings. Measured in millimetres, black on white, read in one ink."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QTransform

import bob.desk  # noqa: F401
from bob.chart.marks import FontFace
from bob.chart.page import A4, WHITE, wrapped
from bob.chart.svg import FONTS
from bob.desk.base.theme.theme import family

Align = Literal["left", "right", "middle"]

INK, QUIET, RULE, TINT = "#1B1A17", "#55524A", "#8C8776", "#ECE8DC"
_EM = 64
"""Letters are measured at this size, in pixels, and scaled."""
_LEADING = 1.28
_MARGIN = 14.0
_HEAD, _FOOT = 24.0, 9.0


@dataclass(frozen=True, slots=True)
class PrintColumn:
    """A column of a table: its head, its share of the width, how it is set."""

    head: str
    share: float
    align: Align = "left"
    face: FontFace = "regular"


@dataclass(frozen=True, slots=True)
class Heading:
    """A head over what follows; it is never left alone at the foot of a page."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Para:
    """A paragraph."""

    text: str
    size: float = 3.3
    face: FontFace = "regular"


@dataclass(frozen=True, slots=True)
class PrintTable:
    """A table whose head is repeated on each page. A row of one cell goes across as a small head."""

    columns: tuple[PrintColumn, ...]
    rows: tuple[tuple[str, ...], ...]
    size: float = 2.9


@dataclass(frozen=True, slots=True)
class Art:
    """A drawing of a height, 0 for all that is left of a page; it is given the painter and its box in millimetres."""

    height: float
    draw: Callable[[QPainter, QRectF], None]


@dataclass(frozen=True, slots=True)
class Break:
    """A new page."""


Block = Heading | Para | PrintTable | Art | Break


@dataclass(frozen=True, slots=True)
class Document:
    """A printed document: its titles, its blocks, whether the page is landscape."""

    title: str
    room: str
    when: str
    foot: str
    blocks: tuple[Block, ...]
    across: bool = False

    @property
    def size(self) -> tuple[float, float]:
        return (A4[1], A4[0]) if self.across else A4


def face_font(face: FontFace) -> QFont:
    """A face of the shipped letters, `_EM` pixels high."""
    made = QFont(family())
    made.setPixelSize(_EM)
    made.setWeight(QFont.Weight(FONTS[face][1]))
    made.setItalic(FONTS[face][2] == "italic")
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


class Pen:
    """Writes on a page in millimetres. With `outlines` letters become shapes, so that a file needs no font."""

    def __init__(self, painter: QPainter | None, *, outlines: bool = False) -> None:
        self.painter = painter
        self.outlines = outlines
        self._fonts: dict[FontFace, tuple[QFont, QFontMetricsF]] = {}

    def _font(self, face: FontFace) -> tuple[QFont, QFontMetricsF]:
        if face not in self._fonts:
            made = face_font(face)
            self._fonts[face] = made, QFontMetricsF(made)
        return self._fonts[face]

    def width(self, text: str, size: float, face: FontFace = "regular") -> float:
        """Return the length of a text, in millimetres."""
        return self._font(face)[1].horizontalAdvance(text) * size / _EM

    def wrapped(self, text: str, size: float, room: float, face: FontFace = "regular") -> list[str]:
        """A text in lines that fit a width; a word that is too long is cut."""
        length = partial(self.width, size=size, face=face)
        return [line for piece in text.split("\n") for line in wrapped(length, piece, room)]

    def write(self, x: float, y: float, text: str, size: float, face: FontFace = "regular", ink: str = INK, align: Align = "left") -> None:
        """A line with its foot at y; x is its left end, its right end or its middle."""
        painter = self.painter
        if painter is None or not text:
            return
        font, metrics = self._font(face)
        scale = size / _EM
        length = metrics.horizontalAdvance(text) * scale
        left = x - {"left": 0.0, "right": length, "middle": length / 2}[align]
        if self.outlines:
            raw = QPainterPath()
            raw.addText(0, 0, font, text)
            move = QTransform().translate(left, y).scale(scale, scale)
            painter.fillPath(move.map(raw), QColor(ink))
            return
        painter.save()
        painter.translate(left, y)
        painter.scale(scale, scale)
        painter.setFont(font)
        painter.setPen(QColor(ink))
        painter.drawText(QPointF(0, 0), text)
        painter.restore()

    def rule(self, x: float, y: float, to: float, width: float = 0.2, ink: str = INK) -> None:
        """A line from left to right."""
        if self.painter is not None:
            pen = QPen(QColor(ink), width)
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
            self.painter.setPen(pen)
            self.painter.drawLine(QPointF(x, y), QPointF(to, y))

    def fill(self, box: QRectF, ink: str) -> None:
        if self.painter is not None:
            self.painter.fillRect(box, QColor(ink))


def room(*, across: bool) -> QRectF:
    """The box that a drawing has which takes a whole page."""
    width, height = Document("", "", "", "", (), across).size
    return QRectF(_MARGIN, _HEAD + 1, width - 2 * _MARGIN, height - _MARGIN - _FOOT - _HEAD - 1)


class Setter:
    """Sets a document page by page. `new_page` is called between pages and gives the painter to go on with."""

    def __init__(self, document: Document, pen: Pen, new_page: Callable[[], object]) -> None:
        self.document = document
        self.pen = pen
        self.new_page = new_page
        self.page = 1
        self.pages = 0
        self.width, self.height = document.size
        self.left, self.right = _MARGIN, self.width - _MARGIN
        self.top, self.foot = _HEAD, self.height - _MARGIN - _FOOT
        self.y = self.top

    def run(self, pages: int = 0) -> int:
        """Set it all; how many pages it took. `pages` is written at the foot of each."""
        self.pages, self.page = pages, 1
        self._furniture()
        blocks = self.document.blocks
        for i, block in enumerate(blocks):
            if isinstance(block, Break):
                if self.y > self.top:
                    self._turn()
            elif isinstance(block, Heading):
                follows = 22.0 if i + 1 < len(blocks) else 10.0
                if self.y + follows > self.foot:
                    self._turn()
                self._heading(block)
            elif isinstance(block, Para):
                self._para(block)
            elif isinstance(block, PrintTable):
                self._grid(block)
            else:
                self._art(block)
        return self.page

    def _turn(self) -> None:
        self.page += 1
        self.new_page()
        self._furniture()

    def _furniture(self) -> None:
        """The head with its double rule, the foot with its number."""
        pen, d = self.pen, self.document
        pen.fill(QRectF(0, 0, self.width, self.height), WHITE)
        pen.write(self.left, 13.2, d.room.upper(), 2.9, "semibold", QUIET)
        pen.write(self.right, 13.2, d.when, 2.9, "semibold", QUIET, "right")
        pen.write(self.width / 2, 14.2, d.title, 5.4, "bold", INK, "middle")
        pen.rule(self.left, 16.8, self.right, 0.7)
        pen.rule(self.left, 17.9, self.right, 0.2)
        foot = self.height - 9.5
        pen.rule(self.left, foot - 3.6, self.right, 0.2)
        pen.write(self.left, foot, d.foot, 2.5, "regular", QUIET)
        number = f"{self.page} / {self.pages}" if self.pages else str(self.page)
        pen.write(self.right, foot, number, 2.7, "semibold", INK, "right")
        self.y = self.top

    def _heading(self, block: Heading) -> None:
        self.y += 6.4 if self.y > self.top else 3.2
        self.pen.write(self.left, self.y, block.text, 4.0, "bold")
        if block.note:
            at = self.left + self.pen.width(block.text, 4.0, "bold") + 3
            self.pen.write(at, self.y, block.note, 3.0, "regular", QUIET)
        self.pen.rule(self.left, self.y + 1.4, self.right, 0.25, RULE)
        self.y += 3.6

    def _para(self, block: Para) -> None:
        step = block.size * _LEADING
        for line in self.pen.wrapped(block.text, block.size, self.right - self.left, block.face):
            if self.y + step > self.foot:
                self._turn()
            self.y += step
            self.pen.write(self.left, self.y, line, block.size, block.face)
        self.y += step * 0.45

    def _widths(self, block: PrintTable) -> list[float]:
        whole = sum(c.share for c in block.columns)
        return [(self.right - self.left) * c.share / whole for c in block.columns]

    def _heads(self, block: PrintTable, widths: Sequence[float]) -> None:
        if not any(c.head for c in block.columns):
            return
        size = block.size * 0.92
        self.y += size * 1.5
        x = self.left
        for column, width in zip(block.columns, widths, strict=True):
            at = {"left": x + 0.8, "right": x + width - 2.2, "middle": x + width / 2}[column.align]
            self.pen.write(at, self.y, column.head, size, "semibold", QUIET, column.align)
            x += width
        self.y += size * 0.5
        self.pen.rule(self.left, self.y, self.right, 0.35)

    def _grid(self, block: PrintTable) -> None:
        widths = self._widths(block)
        step = block.size * _LEADING
        if self.y + step * 4 > self.foot:
            self._turn()
        self._heads(block, widths)
        striped = 0
        for n, row in enumerate(block.rows):
            across = len(row) == 1
            if across:
                lines = [self.pen.wrapped(row[0], block.size, self.right - self.left, "bold")]
            else:
                cells = zip(block.columns, widths, row, strict=True)
                lines = [self.pen.wrapped(text, block.size, width - 1.6, c.face) for c, width, text in cells]
            high = max(map(len, lines)) * step + block.size * (0.8 if across else 0.42)
            # A small head takes the line after it along.
            if self.y + high + (step * 1.5 if across and n + 1 < len(block.rows) else 0) > self.foot:
                self._turn()
                self._heads(block, widths)
                striped = 0
            if across:
                striped = 0
            elif striped % 2:
                self.pen.fill(QRectF(self.left, self.y + 0.15, self.right - self.left, high - 0.1), TINT)
            striped += not across
            self._row(block, widths, lines, step, across)
            self.y += high
            self.pen.rule(self.left, self.y, self.right, 0.35 if across else 0.1, INK if across else RULE)
        self.y += 2.4

    def _row(self, block: PrintTable, widths: Sequence[float], lines: Sequence[Sequence[str]], step: float, across: bool) -> None:
        base = self.y + block.size * (1.25 if across else 1.08)
        if across:
            for k, line in enumerate(lines[0]):
                self.pen.write(self.left + 0.8, base + k * step, line, block.size, "bold")
            return
        x = self.left
        for column, width, cell in zip(block.columns, widths, lines, strict=True):
            at = {"left": x + 0.8, "right": x + width - 2.2, "middle": x + width / 2}[column.align]
            for k, line in enumerate(cell):
                self.pen.write(at, base + k * step, line, block.size, column.face, INK, column.align)
            x += width

    def _art(self, block: Art) -> None:
        high = block.height or self.foot - self.y
        if self.y + high > self.foot + 0.01:
            self._turn()
            high = block.height or self.foot - self.y
        if self.pen.painter is not None:
            self.pen.painter.save()
            block.draw(self.pen.painter, QRectF(self.left, self.y + 1, self.right - self.left, high - 1))
            self.pen.painter.restore()
        self.y += high


def count_pages(document: Document) -> int:
    """Return the number of pages of a document."""
    return Setter(document, Pen(None), lambda: None).run()
