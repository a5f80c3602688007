"""The page of a side's sheet, readable in any browser: the question, the news, the map, the room in tables, and instructions for the
answer.

It is plain ASCII and requests nothing from anywhere: letters that are not ASCII are written by their numbers, there is no script, no
font and no picture but the map, which is drawn in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from bob.chart.svg import to_svg
from bob.core.game import Outcome
from bob.core.kit import record_event, seat_text
from bob.core.text import capital
from bob.day.game import OperationalDay
from bob.day.state.view import LuftwaffeView, RafView
from bob.day.telling.period_names import Names
from bob.driver import Driver
from bob.games import kit
from bob.post.answer import ENDING
from bob.post.day_tables import DayTables
from bob.post.turn_file import BEGIN, END, TurnFileHead
from bob.report.html import document, styles, table_html
from bob.report.plain_view import PlainRow, PlainWords
from bob.words import Words

_OWN = """
.asked, .notes { border: 1px solid var(--line); border-left: 6px solid var(--red); padding: .7rem 1rem; border-radius: .3rem }
.asked { background: var(--sheet) }
.asked p { margin: 0 0 .3rem }
.notes { border-left-color: var(--brass) }
.plain ul { margin: .1rem 0 .3rem; padding-left: 1.2rem }
code, pre { font: .82rem/1.4 ui-monospace, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; white-space: pre-wrap }
.how code { display: block; background: var(--sheet); border: 1px solid var(--line); padding: .4rem .7rem; margin: .3rem 0 .7rem }
@media print { details { display: none } }
"""
_POLICY = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>"


def page_of(driver: Driver, head: TurnFileHead, notes: Sequence[str], words: Words) -> str:
    """The page of a seat's sheet of this moment, with room for its lines."""
    text = _Writer(driver, head, notes, words).page()
    return text.encode("ascii", "xmlcharrefreplace").decode()


class _Writer:
    def __init__(self, driver: Driver, head: TurnFileHead, notes: Sequence[str], words: Words) -> None:
        self.driver, self.head, self.notes, self.words = driver, head, notes, words
        match = driver.match
        self.view = match.view(head.seat)
        self.log = driver.log(head.seat)
        self.teller = kit(match.game.name).teller(words, match.game, match.header.scenario)
        self.day: DayTables | None = None
        if isinstance(match.game, OperationalDay) and isinstance(self.view, RafView | LuftwaffeView):
            names = Names(match.game.world.theatre, match.game.slot)
            self.day = DayTables(self.view, self.log, match.game.world, words, names)

    def page(self) -> str:
        words, match = self.words, self.driver.match
        seat = seat_text(words, self.head.seat)
        scenario = kit(match.game.name).scenarios(words).get(match.header.scenario, match.header.scenario)
        title = self.day.title if self.day is not None else scenario
        eyebrow = words("post.page.eyebrow", seat=seat, sheet=self.head.sheet)
        moment = f"<p class='result'>{escape(self.day.moment)}</p>" if self.day is not None else ""
        body = [
            f"<header><p class='eyebrow'>{escape(eyebrow)}</p><h1>{escape(title)}</h1>{moment}</header>",
            self._asked(),
            self._notes(),
            self._describe(),
            *(self._day(self.day) if self.day is not None and self.view.engagement is None else [self._plain_view()]),
            self._instructions(),
            f"<footer><p>{escape(words('post.page.foot'))}</p></footer>",
            f"<details><summary>{escape(words('post.page.lines'))}</summary>{BEGIN}{END}</details>",
        ]
        whole = document(f"{title} · {eyebrow}", words.language, styles() + _OWN, body)
        return whole.replace("</title>", f"</title>\n{_POLICY}", 1)

    def _section(self, key: str, inner: str, kind: str = "") -> str:
        look = f' class="{kind}"' if kind else ""
        return f"<section{look}><h2>{escape(self.words(key))}</h2>{inner}</section>"

    def _asked(self) -> str:
        if self.driver.is_over:
            return self._section("post.page.over", _paragraphs(_ending_lines(self.driver, self.words)), "asked")
        lines = self.day.asked() if self.day is not None else [self.words("post.asked.order")]
        listed = self.driver.choices(self.head.seat).listed
        text = ""
        if listed and (self.day is None or self.view.engagement is not None):
            text = "<ol>" + "".join(f"<li>{escape(self.teller.order(order, self.head.seat))}</li>" for order in listed) + "</ol>"
        return self._section("post.page.asked", _paragraphs(lines) + text, "asked")

    def _notes(self) -> str:
        return self._section("post.page.notes", _paragraphs(self.notes), "notes") if self.notes else ""

    def _describe(self) -> str:
        """The log since the last sheet."""
        if self.day is not None:
            turns = self.day.describe(self.head.since)
        else:
            lines = [self._event(event) for number, event in self.log if number > self.head.since]
            turns = [("", lines)] if lines else []
        if not turns:
            return self._section("post.page.told", _paragraphs([self.words("post.page.nothing")]))
        rows = "".join(f"<dt>{escape(clock)}</dt><dd>{_paragraphs(lines)}</dd>" for clock, lines in turns)
        return self._section("post.page.told", f'<dl class="log">{rows}</dl>')

    def _event(self, event: Any) -> str:
        return record_event(self.words, event) or self.teller.event(event)

    def _day(self, day: DayTables) -> Iterator[str]:
        yield self._section("report.map", f"<figure>{drawn(to_svg(day.map()))}</figure>", "sheet")
        yield f'<section class="state">{_paragraphs(day.state())}</section>'
        for section in day.sections():
            tables = "".join(table_html(table, caption) for caption, table in section.tables)
            yield f'<section id="{section.code}"><h2>{escape(section.title)}</h2>{tables}</section>'

    def _plain_view(self) -> str:
        """The view field by field: of a game that has no tables here."""
        rows = PlainWords(self.words, self.driver.match.game.name).rows(self.view)
        return self._section("post.page.view", _rows(rows), "plain")

    def _instructions(self) -> str:
        if self.driver.is_over:
            return ""
        words, seat = self.words, self.head.seat
        page = f"{seat}-{self.head.sheet:04}.html"
        commands = "".join(
            f"<p>{escape(words(f'post.page.how_{what}'))}</p><code>{escape(line)}</code>"
            for what, line in (
                ("typed", f"bob post --answer {page} --key {seat}-invitation.json --out {seat}-{self.head.sheet:04}{ENDING}"),
                ("file", f"bob post --answer {page} --key {seat}-invitation.json --orders FILE"),
            )
        )
        if self.day is not None and self.view.engagement is None:
            typed = "".join(f"<li>{escape(usage)}</li>" for usage in self.day.usages())
            commands += f"<p>{escape(words('post.page.how_orders'))}</p><ul>{typed}</ul>"
        return self._section("post.page.how", commands, "how")


def _ending_lines(driver: Driver, words: Words) -> list[str]:
    outcome: Outcome | None = driver.outcome
    if outcome is None:
        return [words("post.page.over_plain")]
    points = ", ".join(f"{seat_text(words, seat)} {words.figure(f'{points:g}')}" for seat, points in outcome.points.items())
    return [capital(kit(driver.match.game.name).ended(words, outcome)), words("play.table.points", points=points)]


def _paragraphs(lines: Sequence[str]) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)


def drawn(svg: str) -> str:
    """Return a drawing without its head and its fonts: it takes the page's own letters."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"@font-face\s*\{[^}]*\}\n?", "", svg)
    return re.sub(r'<svg ([^>]*?)width="[^"]*" height="[^"]*"', r'<svg class="map" role="img" \1', svg, count=1).strip()


def _rows(rows: Sequence[PlainRow]) -> str:
    inner = "".join(f"<li>{escape(row.name)}: {escape(row.value)}{_rows(row.rows)}</li>" for row in rows)
    return f"<ul>{inner}</ul>" if inner else ""
