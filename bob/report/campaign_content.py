"""The head and the tables that reports of campaigns share, and the writing of a report to a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bob import __version__
from bob.campaigns.land.book import BookLine, TypeLine
from bob.campaigns.land.campaign_data import AirmanCounter
from bob.campaigns.land.position import FLAK, NOBODY, AircraftFate, BombResult
from bob.campaigns.land.telling import airman_text, face_of
from bob.core.atomic_files import put_file
from bob.core.kit import Kit, seat_text
from bob.core.match import Match
from bob.report.parts import ReportContent, Section, TablePart
from bob.words import Words


def save_text(content: ReportContent, path: Path) -> int:
    """Write a report, as a page for a screen or as a PDF by the ending; return the number of pages."""
    if path.suffix.lower() == ".html":
        from bob.report.html import account_html

        put_file(path, account_html(content))
        return 1
    from bob.report.flowing import FlowingPages, save_pages

    pages = FlowingPages(content).pages()
    save_pages(pages, path)
    return len(pages)


class CampaignReport:
    """The head of a campaign's report, for one seat."""

    def __init__(self, kit: Kit, match: Match[Any], seat: str, words: Words) -> None:
        self.words, self.header, self.entries = words, match.header, len(match.entries)
        self.outcome = match.game.outcome(match.position)
        self.seen: Any = match.game.view(match.position, seat)
        self.any_teller: Any = kit.teller(words, match.game, match.header.scenario)

    @property
    def title(self) -> str:
        return str(self.any_teller.campaign())

    @property
    def imprint(self) -> str:
        """The settings of the game; its seed only once it is over."""
        if self.outcome is None:
            return self.words("report.made_by_quiet", scenario=self.title, version=__version__)
        seed = self.header.seed
        return self.words("report.made_by", scenario=self.title, seed=seed, entries=self.entries, version=__version__)


class FlightTables:
    """The tables of flights by the classic cards, and of the squadrons' book, that land and carrier campaigns share."""

    def __init__(self, words: Words, aircraft: Callable[[str], str], counters: Sequence[AirmanCounter]) -> None:
        self.words, self.aircraft_named, self.counters = words, aircraft, counters

    def column(self, code: str) -> str:
        return self.words(f"air_war_report.column.{code}")

    def named(self, fate: AircraftFate) -> str:
        """Return an aircraft by its type, with its airman."""
        name = self.aircraft_named(fate.aircraft)
        return name if fate.airman is None else f"{name}, {face_of(self.counters, fate.airman.key).name}"

    def fates(self, fates: Sequence[AircraftFate]) -> TablePart:
        """Return the fate of each aircraft, and its victor."""
        words = self.words
        heads = tuple(self.column(name) for name in ("side", "aircraft", "role", "fate", "by"))
        rows = []
        for fate in fates:
            by = "–"
            if fate.by == FLAK:
                by = words("air_war_report.flak")
            elif fate.by != NOBODY:
                by = self.named(fates[fate.by])
            role, came = words(f"air_war.role.{fate.role}"), words(f"air_war.fate.{fate.fate}")
            rows.append((seat_text(words, fate.side), self.named(fate), role, came, by))
        return TablePart(heads, tuple(rows), (), 1)

    def bombs(self, fates: Sequence[AircraftFate], results: Sequence[BombResult]) -> TablePart:
        """Return each result that counts on the target."""
        words = self.words
        heads = tuple(self.column(name) for name in ("aircraft", "mode", "result", "points"))
        rows = [
            (self.named(fates[r.craft]), words(f"flight.mode.{r.mode}"), words(f"flight.result.{r.result}"), str(r.points)) for r in results
        ]
        return TablePart(heads, tuple(rows), (3,))

    def pilots(self, book: Sequence[BookLine], flights: str) -> Section:
        """Return the pilots that have flown, and their flights: `flights` heads the numbers of the missions or turns."""
        words = self.words
        heads = (*(self.column(name) for name in ("pilot", "unit", "side")), flights, self.column("kills"), self.column("shot_down"))
        rows = []
        for line in book:
            face = face_of(self.counters, line.airman.key)
            kills: dict[str, int] = {}
            for code in line.kills:
                kills[self.aircraft_named(code)] = kills.get(self.aircraft_named(code), 0) + 1
            rows.append(
                (
                    airman_text(words, face),
                    face.unit or "–",
                    seat_text(words, line.side),
                    ", ".join(map(str, line.missions)),
                    ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in sorted(kills.items())) or "–",
                    ", ".join(map(str, line.shot_down)) or "–",
                )
            )
        note = words("air_war_report.book_note") if rows else words("air_war_report.no_pilots")
        tables = (("", TablePart(heads, tuple(rows), (), 4)),) if rows else ()
        return Section("book", words("air_war_report.section.book"), note, tables)

    def types(self, types: Sequence[TypeLine]) -> Section:
        """Return the results of the aircraft of each type."""
        heads = tuple(self.column(name) for name in ("side", "aircraft", "flown", "damaged", "lost", "victories"))
        rows = tuple(
            (seat_text(self.words, x.side), self.aircraft_named(x.aircraft), *map(str, (x.flown, x.damaged, x.lost, x.kills)))
            for x in types
        )
        return Section("aircraft", self.words("air_war_report.section.aircraft"), tables=(("", TablePart(heads, rows, (2, 3, 4, 5), 1)),))
