"""The content of a hand-out: a note and sheets of a game as one seat sees it, written out in each language, as parts that a page and a
desk lay out for themselves. It holds nothing beyond the parts shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bob.chart.svg import to_svg
from bob.core.game import REFEREE, Event
from bob.core.kit import record_event, seat_text
from bob.core.match import Match
from bob.core.text import capital
from bob.day.game import OperationalDay
from bob.day.state.view import Common, LuftwaffeView, RafView, RefereeView
from bob.day.telling.briefings import Briefed, briefed
from bob.day.telling.period_names import Names, code_word
from bob.games import kit
from bob.post.day_tables import DayTables
from bob.post.page import drawn
from bob.report.content import Content
from bob.report.maps import sheet
from bob.report.parts import Section, TablePart
from bob.report.plain_view import PlainRow, PlainWords
from bob.report.story import story
from bob.words import Words

DAY_HAND_OUTS = ("map", "state", "weather", "briefing", "log", "report")
PLAIN_HAND_OUTS = ("state", "log")
"""The sheets of any game other than a day; a note may go with them."""
_TURNS = 24
"""Number of turns, counted from the last, in the log of a sheet."""
_EVENTS = 60


@dataclass(frozen=True, slots=True)
class HandedPart:
    """A part of a hand-out: lines, tables each with its caption, a drawing."""

    code: str
    title: str
    lines: tuple[str, ...] = ()
    tables: tuple[tuple[str, TablePart], ...] = ()
    drawing: str = ""
    """An SVG drawing."""


@dataclass(frozen=True, slots=True)
class HandedPage:
    """A hand-out in one language."""

    title: str
    whose: str
    """The seat whose view it shows, and its reader."""
    moment: str
    parts: tuple[HandedPart, ...] = ()


def hand_outs_of(match: Match[Any]) -> tuple[str, ...]:
    """The sheets that a game has."""
    return DAY_HAND_OUTS if isinstance(match.game, OperationalDay) else PLAIN_HAND_OUTS


def handed_page(match: Match[Any], viewer: str, pages: Sequence[str], title: str, text: str, words: Words) -> HandedPage:
    """Return a hand-out of the present game as a seat sees it, in one language; without sheets no seat is needed."""
    writer = _DayWriter(match, viewer, words) if isinstance(match.game, OperationalDay) else _Writer(match, viewer, words)
    parts = [HandedPart("note", words("hand_out.kind.note"), tuple(text.split("\n")))] if text else []
    parts += [part for kind in hand_outs_of(match) if kind in pages for part in writer.made(kind)]
    kinds = [kind for kind in hand_outs_of(match) if kind in pages] or ["note"]
    usual = words.separated(words(f"hand_out.kind.{kind}") for kind in kinds)
    whose = "" if not pages else words("hand_out.truth") if viewer == REFEREE else words("hand_out.eyes", seat=seat_text(words, viewer))
    return HandedPage(title or capital(usual), whose, writer.moment, tuple(parts))


class _Writer:
    """Writer for any game: its view field by field, and the log of the seat."""

    def __init__(self, match: Match[Any], viewer: str, words: Words) -> None:
        self.match, self.viewer, self.words = match, viewer, words

    @property
    def moment(self) -> str:
        scenario = self.match.header.scenario
        return kit(self.match.game.name).scenarios(self.words).get(scenario, scenario)

    def made(self, kind: str) -> Iterator[HandedPart]:
        """Yield the parts of a sheet; none where it has no content."""
        title = self.words(f"hand_out.kind.{kind}")
        if kind == "log":
            yield HandedPart(kind, title, tuple(self._describe()) or (self.words("hand_out.nothing"),))
        else:
            yield HandedPart(kind, title, tuple(_lines(PlainWords(self.words, self.match.game.name).rows(self.match.view(self.viewer)))))

    def _describe(self) -> Iterator[str]:
        teller = kit(self.match.game.name).teller(self.words, self.match.game, self.match.header.scenario)
        lines = [record_event(self.words, event) or teller.event(event) for _, event in self.match.log(self.viewer)]
        yield from map(capital, lines[-_EVENTS:])


def _lines(rows: Sequence[PlainRow], deep: int = 0) -> Iterator[str]:
    for row in rows:
        yield "\u2003" * deep + (f"{row.name}: {row.value}" if row.value else row.name)
        yield from _lines(row.rows, deep + 1)


class _DayWriter(_Writer):
    """A day: its map, boards, weather, briefing, log and report."""

    def __init__(self, match: Match[Any], viewer: str, words: Words) -> None:
        super().__init__(match, viewer, words)
        game = match.game
        assert isinstance(game, OperationalDay)
        world = game.world
        self.theatre = world.theatre
        names = Names(world.theatre, game.slot)
        view: Any = match.view(viewer or REFEREE)
        log: Sequence[tuple[int, Event]] = match.log(viewer) if viewer else ()
        rooms: tuple[RafView | LuftwaffeView, ...] = (view.raf, view.luftwaffe) if isinstance(view, RefereeView) else (view,)
        names.learn(view)
        self.names = names
        self.days = [DayTables(room, log, world, words, names) for room in rooms]

    @property
    def common(self) -> Common:
        return self.days[0].view.common

    @property
    def moment(self) -> str:
        return self.words.label(self.words.of(self.common.title), self.days[0].moment)

    def made(self, kind: str) -> Iterator[HandedPart]:
        yield from getattr(self, f"_{kind}")(kind, self.words(f"hand_out.kind.{kind}"))

    def _map(self, kind: str, title: str) -> Iterator[HandedPart]:
        first, *others = self.days
        chart = first.map()
        if others:
            tale = replace(first.tale(), seat=REFEREE, raids=others[0].tale().raids)
            chart = sheet(tale, self.theatre, self.words)
            chart = replace(chart, layers=(*chart.layers, first.here()))
        yield HandedPart(kind, title, drawing=drawn(to_svg(chart)))

    def _state(self, kind: str, title: str) -> Iterator[HandedPart]:
        for day in self.days:
            lines = tuple(day.state()[1:])
            if lines or day is not self.days[0]:
                yield HandedPart(kind, seat_text(self.words, day.view.seat) if len(self.days) > 1 else title, lines)
            yield from map(_of_section, day.sections())

    def _weather(self, kind: str, title: str) -> Iterator[HandedPart]:
        words, common = self.words, self.common
        heads = tuple(words(f"hand_out.column.{name}") for name in ("zone", "weather", "levels"))
        rows = tuple(
            (words(f"tables.zone.{zone}"), code_word(words, "weather", weather), f"{base}–{top}" if top else "–")
            for zone, (weather, (base, top)) in sorted(common.skies.items())
        )
        yield HandedPart(kind, title, (self.days[0].boards.weather(self.days[0].view),), (("", TablePart(heads, rows, wide=1)),))

    def _briefing(self, kind: str, title: str) -> Iterator[HandedPart]:
        for day in self.days:
            parts = briefed(
                self.words,
                self.match.header.scenario,
                day.view.seat,
                begun=Briefed.on(day.view),
            )
            if parts:
                called = self.words.label(title, seat_text(self.words, day.view.seat)) if len(self.days) > 1 else title
                yield HandedPart(kind, called, tuple(part for text in parts for part in text.split("\n") if part.strip()))

    def _log(self, kind: str, title: str) -> Iterator[HandedPart]:
        texts = self.days[0].describe(-1)[-_TURNS:]
        if not texts:
            yield HandedPart(kind, title, (self.words("hand_out.nothing"),))
            return
        heads = (self.words("hand_out.column.time"), self.words("hand_out.column.what"))
        rows = tuple((clock if n == 0 else "", line) for clock, lines in reversed(texts) for n, line in enumerate(lines))
        yield HandedPart(kind, title, tables=(("", TablePart(heads, rows, wide=1)),))

    def _report(self, kind: str, title: str) -> Iterator[HandedPart]:
        content = Content(self.match, story(self.match, self.viewer), self.words, self.names)
        yield HandedPart(kind, title, (content.subtitle, content.result))
        yield from map(_of_section, content.sections())


def _of_section(section: Section) -> HandedPart:
    """A section of a report: its engagements as lines and tables like the others."""
    lines = [section.note] if section.note else []
    tables = list(section.tables)
    for account in section.accounts:
        lines += [account.head, account.arose, *account.resolved]
        tables += [(" – ".join(part for part in (account.head, sight.title) if part), sight.units) for sight in account.sights]
    plain = tuple((caption, replace(table, links=())) for caption, table in tables)
    return HandedPart(section.code, section.title, tuple(line for line in lines if line), plain)
