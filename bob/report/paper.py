"""A report as pages of paper: the same content as the HTML, laid out as display lists and written by Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path as FilePath
from typing import TypeAlias

from bob.chart.marks import Anchor, ChartPage, Lettering, Mark, Path, Point, Style
from bob.chart.page import WHITE, wrapped
from bob.chart.palette import TABLE
from bob.core.game import REFEREE
from bob.data.theatre import Theatre
from bob.report import maps, timeline
from bob.report.content import Content
from bob.report.flowing import FOOT, GAP, HEIGHT, LEFT, LINE, ROOM, WIDTH, FlowingPages, save_pages
from bob.report.maps import EYES
from bob.report.parts import Account, FightSeen
from bob.report.timeline import StoryRow

_Piece: TypeAlias = tuple[Lettering, str, float, Anchor]
"""Some letters on a line, with their distance from its left."""


def save_pdf(content: Content, theatre: Theatre, path: FilePath) -> None:
    """Write the report as a PDF of A4 pages. Raises BobError without Qt, or when it cannot be written."""
    save_pages(ReportPages(content, theatre).pages(), path)


class ReportPages(FlowingPages[Content]):
    """Flows the report of a day down the pages, with its maps and its timeline."""

    def __init__(self, content: Content, theatre: Theatre) -> None:
        super().__init__(content)
        self.theatre = theatre

    def pages(self) -> list[ChartPage]:
        """The whole report."""
        content = self.content
        self._head()
        sections = content.sections()
        between: list[Callable[[], None]] = [partial(self._part, section) for section in sections]
        between.insert(min(1, len(between)), self._timeline)
        for eye in ("truth", "raf", "luftwaffe") if content.tale.seat == REFEREE else ("all",):
            self._map(eye)
            if between:
                between.pop(0)()
        for part in between:
            part()
        self._log()
        self._dice()
        self._paragraph(content.imprint, 2.7, colour=TABLE.quiet)
        return self._finished()

    # ---- parts

    def _account(self, account: Account) -> None:
        """An engagement, the sides beside each other; on one page where that leaves no great gap."""
        size, gap = 2.9, 6.0
        line = size * LINE
        text, quiet = self._look("regular", size, TABLE.ink), self._look("regular", size, TABLE.quiet)
        bold, number = self._look("bold", 3.4, TABLE.ink), self._look("bold", 3.4, TABLE.red)
        wide = (ROOM - gap * (len(account.sights) - 1)) / len(account.sights)
        columns = [self._sight(sight, wide, size) for sight in account.sights]
        resolved = " ".join(account.resolved)
        depth = max(map(len, columns)) + len(wrapped(text.length, account.arose, ROOM)) + len(wrapped(quiet.length, resolved, ROOM))
        self._need(min(depth * line + 11.0, 110.0))
        self._line(self._page.y + 0.5, self.hair)
        self._page.y += 5.2
        self._page.text(number, account.number, (LEFT, self._page.y))
        self._page.text(quiet, account.score, (WIDTH - LEFT, self._page.y), "end")
        for i, part in enumerate(wrapped(bold.length, account.head, ROOM - 8.0 - 4.0 - quiet.length(account.score))):
            self._page.y += bold.size * LINE if i else 0.0
            self._page.text(bold, part, (LEFT + 8.0, self._page.y))
        self._page.y += 0.6
        self._paragraph(account.arose, size)
        for i in range(max(map(len, columns))):
            self._need(line)
            self._page.y += line
            for k, column in enumerate(columns):
                for look, words, x, anchor in column[i] if i < len(column) else ():
                    self._page.text(look, words, (LEFT + k * (wide + gap) + x, self._page.y), anchor)
        self._page.y += 1.2
        self._paragraph(resolved, size, colour=TABLE.quiet)
        self._page.y += 1.6

    def _sight(self, sight: FightSeen, wide: float, size: float) -> list[list[_Piece]]:
        """Return one side's sight, line by line."""
        text, head = self._look("regular", size, TABLE.ink), self._look("semibold", size - 0.2, TABLE.quiet)
        title = self._look("bold", size, TABLE.slate if sight.side == "raf" else TABLE.red)
        rows: list[list[_Piece]] = [[(title, sight.title, 0.0, "start")]] if sight.title else []
        rows += [[(text, part, 0.0, "start")] for line in sight.before for part in wrapped(text.length, line, wide)]
        widths = self._widths(sight.units, text, head, wide)
        for look, cells in ((head, sight.units.heads), *((text, row) for row in sight.units.rows)):
            parts = [wrapped(look.length, cell, width) for cell, width in zip(cells, widths, strict=True)]
            for i in range(max(map(len, parts))):
                row: list[_Piece] = []
                x = 0.0
                for k, (lines, width) in enumerate(zip(parts, widths, strict=True)):
                    if i < len(lines):
                        row.append((look, lines[i], x + width, "end") if k in sight.units.right else (look, lines[i], x, "start"))
                    x += width + GAP
                rows.append(row)
        return rows + [[(text, part, 0.0, "start")] for line in sight.after for part in wrapped(text.length, line, wide)]

    def _map(self, eye: str) -> None:
        """A map, on a page that has none yet."""
        words = self.content.words
        drawn = maps.sheet(self.content.tale, self.theatre, words, "table", EYES[eye])
        high = drawn.frame.height
        if self._page.layers or self._page.y + high + 22 > HEIGHT - FOOT:
            self._new_page()
        self._section(words("report.map") if eye == "all" else words(f"report.eyes.{eye}"))
        frame = replace(drawn.frame, left=LEFT, top=self._page.y)
        corners = ((LEFT, self._page.y), (LEFT + ROOM, self._page.y), (LEFT + ROOM, self._page.y + high), (LEFT, self._page.y + high))
        self._page.marks.append(Path(self.rule, (corners,), closed=True))
        self._page.frame, self._page.layers = frame, drawn.layers
        self._page.y += high + 1.0
        if eye in ("truth", "all"):
            self._paragraph(words("report.map_note"), 2.8, colour=TABLE.quiet)

    def _timeline(self) -> None:
        words, tale = self.content.words, self.content.tale
        shown = timeline.rows(tale, words)
        if not shown:
            return
        first, last = timeline.span(tale, shown)
        step, left = 3.6, LEFT + 46.0
        wide = WIDTH - LEFT - left
        look, small = self._look("regular", 2.6, TABLE.ink), self._look("regular", 2.5, TABLE.quiet)
        every = next(n for n in (1, 2, 3, 6, 12, 24, 48) if (last - first) / n <= 13)

        def x(turn: float) -> float:
            return left + wide * (turn - first) / max(1, last - first)

        self._section(words("report.section.timeline"))
        at = 0
        while at < len(shown):
            here = shown[at : at + max(4, int((HEIGHT - FOOT - self._page.y - 10) / step))]
            if self._page.y + 10 + step * len(here) > HEIGHT - FOOT:
                self._new_page()
                continue
            top = self._page.y + 4
            for turn in range(first, last + 1, every):
                self._page.marks.append(Path(self.hair, (((x(turn), top + 1), (x(turn), top + 1.5 + step * len(here))),)))
                self._page.text(small, tale.clock(turn), (x(turn), top), "middle")
            for i, row in enumerate(here):
                y = top + 2.2 + step * i
                name = wrapped(look.length, row.name, 44.0)
                self._page.text(look, name[0] + ("…" if len(name) > 1 else ""), (left - 2, y + 1.9), "end")
                self._page.marks += self._bars(row, y, x)
            at += len(here)
            self._page.y = top + 3 + step * len(here)

    def _bars(self, row: StoryRow, y: float, x: Callable[[float], float]) -> list[Mark]:
        p = TABLE
        marks: list[Mark] = []
        bar = Style(f"paper-bar-{row.side}", fill=p.slate if row.side == "raf" else p.ink, opacity=0.65 if row.side == "raf" else 0.3)
        for stretch in row.bars:
            a, b = x(stretch.first), max(x(stretch.last), x(stretch.first) + 0.8)
            marks.append(Path(bar, (((a, y), (b, y), (b, y + 2.2), (a, y + 2.2)),), closed=True))
        for tick in row.ticks:
            at = x(tick.turn + (0.5 if tick.kind != "plot" else 0.0))
            if tick.kind == "plot":
                style = Style(f"paper-plot-{tick.colour}", fill=maps.CLOCK["table"][tick.colour])
                marks.append(Path(style, (((at, y - 0.4), (at + 1.4, y + 1.1), (at, y + 2.6)),), closed=True))
            elif tick.kind == "combat":
                fight = Style("paper-fight", stroke=p.red, width=0.5)
                marks.append(Path(fight, (((at - 0.9, y), (at + 0.9, y + 2.2)), ((at - 0.9, y + 2.2), (at + 0.9, y)))))
            else:
                star: tuple[Point, ...] = ((at - 1.2, y + 1.1), (at, y - 0.1), (at + 1.2, y + 1.1), (at, y + 2.3))
                marks.append(Path(Style("paper-bombs", fill=p.red, stroke=WHITE, width=0.15), (star,), closed=True))
        return marks

    def _log(self) -> None:
        content = self.content
        self._section(content.words("report.section.log"))
        clock = self._look("bold", 3.0, TABLE.ink)
        for turn in content.turns():
            self._need(9.0)
            self._line(self._page.y + 1.0, self.hair)
            self._page.y += 1.2
            self._page.text(clock, turn.clock, (LEFT, self._page.y + 3.0 * LINE))
            for to, line in turn.lines:
                who = content.who(to)
                self._paragraph(content.words.label(who, line) if who else line, 3.0, indent=14.0)

    def _dice(self) -> None:
        """The dice turn by turn, run on to save paper."""
        content, tale = self.content, self.content.tale
        if tale.seat != REFEREE:
            return
        self._section(content.words("report.section.dice"))
        self._paragraph(content.dice_note(), 3.0)
        by_turn: dict[int, list[str]] = {}
        for turn, _, roll in tale.rolls:
            faces = "+".join(map(str, roll.faces)) + ("" if roll.sides == 6 else f"/{roll.sides}")
            by_turn.setdefault(turn, []).append(f"{content.purpose(roll.purpose)} {faces}")
        for turn, lines in by_turn.items():
            self._paragraph(f"{tale.clock(turn)}  {' · '.join(lines)}", 2.5)
