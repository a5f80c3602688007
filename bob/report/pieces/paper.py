"""Pages of pieces: texts that keep to their boxes, aircraft from above, emblems, lines to cut and to fold along."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from bob.chart.marks import CAPITAL, DEPTH, Anchor, Box, ChartPage, FontFace, Glyph, Lettering, Point, Style, TextMark
from bob.chart.page import A4, WHITE, Page, words_of, wrapped
from bob.chart.palette import TABLE
from bob.report.battle_card.leaf import ring
from bob.report.battle_card.outlines import outline
from bob.words import Words

INK, QUIET, RED, SLATE, FAINT = TABLE.ink, "#5E594B", TABLE.red, TABLE.slate, "#CFC9B4"
PALE = {"raf": "#DCE6EA", "luftwaffe": "#E6E3D2"}
"""The ground of a side's pieces."""
DARK = {"raf": "#3F5A68", "luftwaffe": "#55543C"}
MARGIN, HEAD, FOOT = 10.0, 22.0, 14.0
LINE = 1.2
"""The distance of lines, as a share of the size of the letters."""
LEAST = 0.4
"""The least size of letters, in millimetres; a text that is still too long for its box runs on."""


def ground(side: str) -> str:
    return PALE.get(side, PALE["luftwaffe"])


def dark(side: str) -> str:
    return DARK.get(side, DARK["luftwaffe"])


class PiecePage(Page):
    """A page of pieces. `texts` are its texts with the boxes that they must keep to."""

    def __init__(self, part: str, size: tuple[float, float] = A4) -> None:
        super().__init__(size, MARGIN, LINE, "pieces", HEAD)
        self.part = part
        self.texts: list[tuple[TextMark, Box]] = []

    def look(self, face: FontFace, size: float, colour: str = INK) -> Lettering:
        return self.letters(face, round(size, 3), colour)

    def write(
        self, text: str, box: Box, size: float, face: FontFace = "regular", colour: str = INK, at: Anchor = "start", up: float = 0.5
    ) -> float:
        """Write a text within a box, in lines between whole words, smaller where it would not fit; return the end of its last line.

        `up` is its place in the height of the box: 0 at the top, 1 at the foot.
        """
        left, top, right, foot = box
        while True:
            look = self.look(face, size, colour)
            lines = wrapped(look.length, text, right - left)
            high = (CAPITAL + DEPTH + LINE * (len(lines) - 1)) * size
            whole = all(look.length(word) <= right - left for word in words_of(text))
            if (high <= foot - top and whole) or size <= LEAST:
                break
            size = max(LEAST, size * 0.96)
        y = top + (foot - top - high) * up + CAPITAL * size
        x = {"start": left, "middle": (left + right) / 2, "end": right}[at]
        for i, line in enumerate(lines):
            mark = TextMark(look, line, (x, y + LINE * size * i), at)
            self.marks.append(mark)
            self.texts.append((mark, box))
        return y + LINE * size * (len(lines) - 1) + DEPTH * size

    def paragraphs(self, texts: Sequence[tuple[FontFace, str]], box: Box, size: float, gap: float = 0.35) -> float:
        """Texts under one another within a box, all of one size, smaller where they would not go in; where the last ends."""
        left, top, right, foot = box

        def high(size: float) -> float:
            lines = [len(wrapped(self.look(face, size).length, text, right - left)) for face, text in texts]
            return sum((CAPITAL + DEPTH + LINE * (n - 1) + gap) * size for n in lines)

        while high(size) > foot - top and size > LEAST:
            size = max(LEAST, size * 0.97)
        for face, text in texts:
            top = self.write(text, (left, top, right, foot), size, face, up=0.0) + gap * size
        return top

    def aircraft(self, code: str, at: Point, size: float, fill: str | None, stroke: str | None = None, turn: int = 0) -> None:
        """Draw an aircraft from above, its nose upward, or turned clockwise by `turn` degrees."""
        x, y = at
        c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        for part in outline(code):
            points = [(py * size, -px * size) for px, py in part]
            self.shape([tuple((x + px * c - py * s, y + px * s + py * c) for px, py in points)], fill, stroke, 0.2 if stroke else 0.0)

    def emblem(self, side: str, at: Point, size: float) -> None:
        """The roundel or the cross; nothing for a side that is neither."""
        if side in DARK:
            fill, shape = (RED, "sector_station") if side == "raf" else (INK, "balkenkreuz")
            self.marks.append(Glyph(Style(f"pieces-{shape}", fill=fill, stroke=INK, width=0.12, ground=WHITE), shape, at, size))

    def star(self, at: Point, r: float, fill: str) -> None:
        """A leader's star."""
        x, y = at
        points = [ring(x, y, r * (1.0 if i % 2 == 0 else 0.42), 36 * i, 36 * i, 1)[0] for i in range(10)]
        self.shape([tuple(points)], fill, INK, 0.15)

    def cut(self, box: Box) -> None:
        """Draw a line to cut along."""
        self.box(*box, None, INK, 0.15)

    def fold(self, one: Point, other: Point) -> None:
        self.line([one, other], INK, 0.15, (0.3, 0.8))

    def crops(self, lefts: list[float], tops: list[float]) -> None:
        """Marks in the margins at which a knife goes across the whole page."""
        ends = (min(lefts), min(tops), max(lefts), max(tops))
        for x in lefts:
            self.line([(x, ends[1] - 3.5), (x, ends[1] - 1.0)], INK, 0.15)
            self.line([(x, ends[3] + 1.0), (x, ends[3] + 3.5)], INK, 0.15)
        for y in tops:
            self.line([(ends[0] - 3.5, y), (ends[0] - 1.0, y)], INK, 0.15)
            self.line([(ends[2] + 1.0, y), (ends[2] + 3.5, y)], INK, 0.15)


class PiecePages:
    """The pages of a game in their order: `title` is at the head of each, `file_title` is that of the file."""

    def __init__(self, title: str, words: Words, file_title: str = "") -> None:
        self.title, self.words, self.file_title = title, words, file_title or title
        self.pages: list[PiecePage] = []

    def begin(self, part: str, note: str = "", size: tuple[float, float] = A4, beside: str = "") -> PiecePage:
        """Return a new page of a part, its head drawn; `beside` replaces the game's title."""
        page = PiecePage(part, size)
        title = self.words(f"pieces.part.{part}")
        page.write(title, (page.left, 7.0, page.left + 70, 14.0), 5.2, "bold")
        page.write(beside or self.title, (page.left + 74, 7.0, page.right, 14.0), 3.6, "semibold", QUIET, "end")
        page.line([(page.left, 14.6), (page.right, 14.6)], INK, 0.4)
        if note:
            page.write(note, (page.left, 15.4, page.right, 20.6), 2.7, "italic", QUIET, up=0.0)
        self.pages.append(page)
        return page

    def places(self, part: str, note: str, groups: list[list[tuple[float, float]]], gap: float) -> Iterator[tuple[PiecePage, Box]]:
        """Places for pieces of those sizes, each group in rows of its own, on as many pages as it takes."""
        page, x, y, deep = self.begin(part, note), MARGIN, HEAD, 0.0
        for group in groups:
            for number, (wide, high) in enumerate(group):
                if not number or x + wide > page.right + 0.01:
                    x, y, deep = MARGIN, y + (deep + gap if deep else 0.0), 0.0
                if y + high > page.height - FOOT:
                    page, x, y, deep = self.begin(part, note), MARGIN, HEAD, 0.0
                yield page, (x, y, x + wide, y + high)
                x += wide + gap
                deep = max(deep, high)

    def leaves(self) -> list[ChartPage]:
        """All pages, numbered, with a line of 50 mm to see whether the printer kept the size."""
        words = self.words
        for number, page in enumerate(self.pages, 1):
            y = page.height - 6.0
            text = words("pieces.page", part=words(f"pieces.part.{page.part}"), page=number, pages=len(self.pages))
            page.write(text, (page.right - 70, y - 2.5, page.right, y + 1.5), 2.5, "regular", QUIET, "end")
            page.line([(page.left, y + 0.6), (page.left + 50, y + 0.6)], INK, 0.2)
            for x in (page.left, page.left + 50):
                page.line([(x, y - 0.4), (x, y + 1.6)], INK, 0.2)
            page.write(words("pieces.scale"), (page.left + 52, y - 2.5, page.left + 110, y + 1.5), 2.3, "regular", QUIET)
        return [page.page(self.file_title, words.language) for page in self.pages]
