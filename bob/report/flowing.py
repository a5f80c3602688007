"""A report that flows down pages of paper, for any game: heads, paragraphs and tables, laid out as display lists."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import Generic, TypeVar

from bob.chart.marks import ChartPage, FontFace, Lettering, Path, Style
from bob.chart.page import A4, Page, shared, wrapped
from bob.chart.palette import TABLE
from bob.core.atomic_files import put_file
from bob.report.join import joined
from bob.report.parts import Account, ReportContent, Section, TablePart

WIDTH, HEIGHT = A4
LEFT, TOP, FOOT = 16.0, 16.0, 18.0
ROOM = WIDTH - 2 * LEFT
LINE = 1.32
"""The distance of lines, as a share of the size of the letters."""
GAP = 2.6
"""The space between the columns of a table."""
C = TypeVar("C", bound=ReportContent)


def save_pages(pages: Sequence[ChartPage], path: FilePath, page: str = "a4") -> None:
    """Write sheets as the pages of one PDF. Raises BobError without Qt, or when it cannot be written."""
    from bob.chart.qt import pdf

    put_file(path, joined([pdf(chart_page, page) for chart_page in pages]))


class FlowingPages(Generic[C]):
    """Flows a report down the pages."""

    def __init__(self, content: C) -> None:
        self.content = content
        p = TABLE
        self.rule = Style("paper-rule", stroke=p.ink, width=0.25)
        self.hair = Style("paper-hair", stroke="#CFC5A8", width=0.18)
        self._pages: list[Page] = []
        self._new_page()

    def pages(self) -> list[ChartPage]:
        """The whole report."""
        self._head()
        for section in self.content.sections():
            self._part(section)
        self._paragraph(self.content.imprint, 2.7, colour=TABLE.quiet)
        return self._finished()

    def _finished(self) -> list[ChartPage]:
        return [self._chart_page(i) for i in range(len(self._pages))]

    # ---- pages

    def _new_page(self) -> None:
        self._page = Page(A4, LEFT, LINE, "paper", TOP)
        self._pages.append(self._page)

    def _need(self, room: float) -> None:
        if self._page.y + room > HEIGHT - FOOT:
            self._new_page()

    def _chart_page(self, number: int) -> ChartPage:
        words, page = self.content.words, self._pages[number]
        foot = HEIGHT - FOOT + 8
        quiet = self._look("regular", 2.7, TABLE.quiet)
        page.text(quiet, self.content.title, (LEFT, foot))
        page.text(quiet, words("report.page", number=number + 1, count=len(self._pages)), (WIDTH - LEFT, foot), "end")
        return page.page(self.content.title, words.language)

    # ---- letters

    def _look(self, face: FontFace, size: float, colour: str) -> Lettering:
        return self._page.letters(face, size, colour)

    def _paragraph(self, text: str, size: float, face: FontFace = "regular", colour: str = TABLE.ink, indent: float = 0.0) -> None:
        look = self._look(face, size, colour)
        for line in wrapped(look.length, text, ROOM - indent):
            self._need(size * LINE)
            self._page.y += size * LINE
            self._page.text(look, line, (LEFT + indent, self._page.y))
        self._page.y += size * 0.35

    def _section(self, title: str) -> None:
        self._need(26.0)
        self._page.y += 5.0
        self._paragraph(title, 4.6, "bold", TABLE.red)

    def _line(self, y: float, style: Style) -> None:
        self._page.marks.append(Path(style, (((LEFT, y), (WIDTH - LEFT, y)),)))

    # ---- parts

    def _head(self) -> None:
        content = self.content
        self._paragraph(content.subtitle, 3.4, "semibold", TABLE.brass_ink)
        self._paragraph(content.title, 7.6, "bold")
        self._paragraph(content.result, 4.6, "semibold")
        self._page.y += 2.0
        self._line(self._page.y, self.rule)
        self._page.y += 2.0

    def _part(self, section: Section) -> None:
        if sum(len(table.rows) for _, table in section.tables) <= 3:
            self._need(48.0)  # so little is not torn apart
        self._section(section.title)
        if section.note:
            self._paragraph(section.note, 3.3)
        for caption, table in section.tables:
            if caption:
                self._paragraph(caption, 3.5, "bold")
            self._table(table)
        for account in section.accounts:
            self._account(account)

    def _account(self, account: Account) -> None:
        """Write an account of an engagement, for games that have them."""
        raise NotImplementedError

    # ---- tables

    def _table(self, table: TablePart, size: float = 2.9) -> None:
        if not table.rows:
            self._paragraph(self.content.words("report.none"), size)
            return
        look, head = self._look("regular", size, TABLE.ink), self._look("semibold", size, TABLE.quiet)
        widths = self._widths(table, look, head)
        self._row(table.heads, widths, head, table.right)
        self._line(self._page.y + 0.9, self.rule)
        self._page.y += 1.0
        for row in table.rows:
            lines = max(len(wrapped(look.length, cell, width)) for cell, width in zip(row, widths, strict=True))
            if self._page.y + lines * size * LINE + 2 > HEIGHT - FOOT:
                self._new_page()
                self._row(table.heads, widths, head, table.right)
                self._line(self._page.y + 0.9, self.rule)
                self._page.y += 1.0
            self._row(row, widths, look, table.right)
            self._line(self._page.y + 0.9, self.hair)
            self._page.y += 1.0
        self._page.y += 3.0

    def _widths(self, table: TablePart, look: Lettering, head: Lettering, whole: float = ROOM) -> list[float]:
        """Return the widths of the columns: each as wide as it needs; where that is too much, the long ones share the rest."""
        need = [max([head.length(title), *(look.length(row[i]) for row in table.rows)]) + 0.2 for i, title in enumerate(table.heads)]
        room = whole - GAP * (len(need) - 1)
        if sum(need) <= room:
            need[table.wide] += room - sum(need)
            return need
        return shared(need, room, power=0.5)

    def _row(self, cells: tuple[str, ...], widths: list[float], look: Lettering, right: tuple[int, ...]) -> None:
        x, deepest = LEFT, self._page.y
        for i, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            y = self._page.y
            for line in wrapped(look.length, cell, width):
                y += look.size * LINE
                self._page.text(look, line, (x + (width if i in right else 0.0), y), "end" if i in right else "start")
            deepest = max(deepest, y)
            x += width + GAP
        self._page.y = deepest
