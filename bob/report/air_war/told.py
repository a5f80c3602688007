"""A land campaign told: how it stands, the missions flown and where each point came from, the pilots' book, the aircraft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bob import __version__
from bob.campaign.air_war.game import AirWar
from bob.campaign.air_war.kit import KIT
from bob.campaign.air_war.position import FLAK, NOBODY, AircraftFate, FlownMission
from bob.campaign.air_war.sheets import SIDES
from bob.campaign.air_war.telling import AirWarTeller
from bob.campaign.air_war.view import AirWarView
from bob.kit import seat_told
from bob.match import Match
from bob.report.parts import Section, TablePart
from bob.words import Words

SOURCES = ("target", "success", "destroyed", "pilot", "damaged", "home")
"""Where points come from."""


class AirWarContent:
    """What the report of a land campaign says. All of it stands on the Log Sheets of both sides."""

    def __init__(self, match: Match[Any], seat: str, words: Words) -> None:
        assert isinstance(match.game, AirWar)
        self.words, self.header, self.entries = words, match.header, len(match.entries)
        self.over = match.game.outcome(match.position) is not None
        self.view: AirWarView = match.game.view(match.position, seat)
        teller = KIT.teller(words, match.game, match.header.scenario)
        assert isinstance(teller, AirWarTeller)
        self.teller = teller

    @property
    def title(self) -> str:
        return self.teller.campaign()

    @property
    def subtitle(self) -> str:
        return self.teller.period(self.view.period)

    @property
    def result(self) -> str:
        standing = self.words(f"air_war.standing.{self.view.standing}")
        key = "result" if self.over else "unfinished"
        axis, allied = (points for _, points in self.view.totals)
        flown = len(self.view.log)
        standing = standing[:1].upper() + standing[1:] if self.over else standing
        return self.words(f"air_war_report.{key}", standing=standing, axis=axis, allied=allied, flown=flown, missions=self.view.missions)

    @property
    def imprint(self) -> str:
        header = self.header
        if not self.over:
            return self.words("report.made_by_quiet", scenario=self.teller.campaign(), version=__version__)
        return self.words("report.made_by", scenario=self.teller.campaign(), seed=header.seed, entries=self.entries, version=__version__)

    def sections(self) -> Sequence[Section]:
        if not self.view.log:
            return [Section("standing", self._title("standing"), self.words("report.none"))]
        return [self.standing(), self.missions(), *map(self.mission, self.view.log), self.pilots(), self.aircraft()]

    # ---- how it stands

    def standing(self) -> Section:
        """The points of both sides by where they came from."""
        rows = []
        for source in SOURCES:
            points = [sum(x.points for f in self.view.log for x in f.lines if (x.side, x.what) == (side, source)) for side in SIDES]
            if any(points):
                rows.append((self.words(f"air_war_report.source.{source}"), *map(str, points)))
        rows.append((self.words("air_war_report.total"), *(str(points) for _, points in self.view.totals)))
        heads = (self._column("source"), *self._sides())
        return Section("points", self._title("standing"), tables=(("", TablePart(heads, tuple(rows), (1, 2))),))

    def missions(self) -> Section:
        heads = (self._column("number"), self._column("target"), self._column("came"), *self._sides())
        rows = [
            (
                str(flown.number),
                self.teller.target(flown.target),
                self._came(flown),
                *(str(flown.points(side)) for side in SIDES),
            )
            for flown in self.view.log
        ]
        links = tuple(f"mission-{flown.number}" for flown in self.view.log)
        return Section("missions", self._title("missions"), tables=(("", TablePart(heads, tuple(rows), (0, 3, 4), 1, links)),))

    def _came(self, flown: FlownMission) -> str:
        """What came of it: the damage and its level, or whether it was done."""
        entry = self.teller.sheet.target_of(flown.target)
        if flown.level:
            return self.words("air_war_report.damage", points=flown.damage, level=self.teller.level(entry, flown.level))
        if entry.award:
            return self.words("air_war_report.done" if flown.success else "air_war_report.not_done")
        return "–"

    # ---- one mission

    def mission(self, flown: FlownMission) -> Section:
        """Resources, aircraft with their fates, bombs, and each point."""
        words, teller = self.words, self.teller
        picks = {"axis": flown.axis_resource, "allied": flown.allied_resource}
        said = [
            words("play.air_war.resource", side=seat_told(words, side), resource=teller.resource(side, picks[side]))
            for side in SIDES
            if picks[side]
        ]
        tables = [(words("air_war_report.caption.aircraft"), self._fates(flown))]
        if flown.results:
            tables.append((words("air_war_report.caption.bombs"), self._bombs(flown)))
        if flown.lines:
            tables.append((words("air_war_report.caption.points"), self._points(flown)))
        title = words("air_war_report.mission", number=flown.number, target=teller.target(flown.target))
        return Section(f"mission-{flown.number}", title, " ".join(said), tuple(tables))

    def _fates(self, flown: FlownMission) -> TablePart:
        words = self.words
        heads = tuple(self._column(name) for name in ("side", "aircraft", "role", "fate", "by"))
        rows = []
        for fate in flown.fates:
            by = "–"
            if fate.by == FLAK:
                by = words("air_war_report.flak")
            elif fate.by != NOBODY:
                by = self._named(flown.fates[fate.by])
            rows.append(
                (
                    seat_told(words, fate.side),
                    self._named(fate),
                    words(f"air_war.role.{fate.role}"),
                    words(f"air_war.fate.{fate.fate}"),
                    by,
                )
            )
        return TablePart(heads, tuple(rows), (), 1)

    def _named(self, fate: AircraftFate) -> str:
        """An aircraft by its type, with who is in it."""
        name = self.teller.aircraft(fate.aircraft)
        return name if fate.airman is None else f"{name}, {self.teller.airman_named(fate.airman.key)}"

    def _bombs(self, flown: FlownMission) -> TablePart:
        words = self.words
        heads = tuple(self._column(name) for name in ("aircraft", "mode", "result", "points"))
        rows = [
            (
                self._named(flown.fates[found.craft]),
                words(f"flight.mode.{found.mode}"),
                words(f"flight.result.{found.result}"),
                str(found.points),
            )
            for found in flown.results
        ]
        return TablePart(heads, tuple(rows), (3,))

    def _points(self, flown: FlownMission) -> TablePart:
        heads = tuple(self._column(name) for name in ("side", "source", "aircraft", "points"))
        rows = [
            (
                seat_told(self.words, line.side),
                self.words(f"air_war_report.source.{line.what}"),
                self._named(flown.fates[line.craft]) if line.craft != NOBODY else "–",
                str(line.points),
            )
            for line in flown.lines
        ]
        return TablePart(heads, tuple(rows), (3,), 2)

    # ---- the squadrons' book

    def pilots(self) -> Section:
        words, teller = self.words, self.teller
        heads = tuple(self._column(name) for name in ("pilot", "unit", "side", "flights", "kills", "shot_down"))
        rows = []
        for line in self.view.book:
            counter = next(c for c in teller.tables.counters if c.code == line.airman.counter)
            kills = Counter(teller.aircraft(code) for code in line.kills)
            rows.append(
                (
                    teller.airman(line.airman.key),
                    counter.faces[line.airman.face].unit or "–",
                    seat_told(words, line.side),
                    ", ".join(map(str, line.missions)),
                    ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in sorted(kills.items())) or "–",
                    ", ".join(map(str, line.shot_down)) or "–",
                )
            )
        note = words("air_war_report.book_note") if rows else words("air_war_report.no_pilots")
        tables = (("", TablePart(heads, tuple(rows), (), 4)),) if rows else ()
        return Section("book", self._title("book"), note, tables)

    def aircraft(self) -> Section:
        heads = tuple(self._column(name) for name in ("side", "aircraft", "flown", "damaged", "lost", "victories"))
        rows = tuple(
            (seat_told(self.words, x.side), self.teller.aircraft(x.aircraft), *map(str, (x.flown, x.damaged, x.lost, x.kills)))
            for x in self.view.types
        )
        return Section("aircraft", self._title("aircraft"), tables=(("", TablePart(heads, rows, (2, 3, 4, 5), 1)),))

    # ---- words

    def _title(self, code: str) -> str:
        return self.words(f"air_war_report.section.{code}")

    def _column(self, code: str) -> str:
        return self.words(f"air_war_report.column.{code}")

    def _sides(self) -> tuple[str, ...]:
        return tuple(seat_told(self.words, side) for side in SIDES)


CONTENT = AirWarContent
