"""The report of a land campaign: its state, the missions flown and the source of each point, the pilots' book, the aircraft."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.campaigns.land.game import AirWar
from bob.campaigns.land.kit import KIT
from bob.campaigns.land.position import NOBODY, FlownMission
from bob.campaigns.land.telling import AirWarTeller
from bob.campaigns.land.view import AirWarView
from bob.campaigns.sides import SIDES
from bob.core.kit import seat_text
from bob.core.match import Match
from bob.report.campaign_content import CampaignReport, FlightTables
from bob.report.parts import Section, TablePart
from bob.words import Words

SOURCES = ("target", "success", "destroyed", "pilot", "damaged", "home")
"""The sources of points."""


class AirWarContent(CampaignReport):
    """The report of a land campaign. All of it is also on the Log Sheets of both sides."""

    def __init__(self, match: Match[Any], seat: str, words: Words) -> None:
        assert isinstance(match.game, AirWar)
        super().__init__(KIT, match, seat, words)
        assert isinstance(self.seen, AirWarView) and isinstance(self.any_teller, AirWarTeller)
        self.view, self.teller = self.seen, self.any_teller
        self.flights = FlightTables(words, self.teller.aircraft, self.teller.tables.counters)

    @property
    def subtitle(self) -> str:
        return self.teller.period(self.view.period)

    @property
    def result(self) -> str:
        standing = self.words(f"air_war.standing.{self.view.standing}")
        over = self.outcome is not None
        key = "result" if over else "unfinished"
        axis, allied = (points for _, points in self.view.totals)
        flown = len(self.view.log)
        standing = standing[:1].upper() + standing[1:] if over else standing
        return self.words(f"air_war_report.{key}", standing=standing, axis=axis, allied=allied, flown=flown, missions=self.view.missions)

    def sections(self) -> Sequence[Section]:
        if not self.view.log:
            return [Section("standing", self._title("standing"), self.words("report.none"))]
        return [self.standing(), self.missions(), *map(self.mission, self.view.log), *self.book()]

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
                self._mission_result(flown),
                *(str(flown.points(side)) for side in SIDES),
            )
            for flown in self.view.log
        ]
        links = tuple(f"mission-{flown.number}" for flown in self.view.log)
        return Section("missions", self._title("missions"), tables=(("", TablePart(heads, tuple(rows), (0, 3, 4), 1, links)),))

    def _mission_result(self, flown: FlownMission) -> str:
        """Return the result of a mission: the damage and its level, or success and failure."""
        entry = self.teller.data.target_of(flown.target)
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
            words("play.air_war.resource", side=seat_text(words, side), resource=teller.resource(side, picks[side]))
            for side in SIDES
            if picks[side]
        ]
        tables = [(words("air_war_report.caption.aircraft"), self.flights.fates(flown.fates))]
        if flown.results:
            tables.append((words("air_war_report.caption.bombs"), self.flights.bombs(flown.fates, flown.results)))
        if flown.lines:
            tables.append((words("air_war_report.caption.points"), self._points(flown)))
        title = words("air_war_report.mission", number=flown.number, target=teller.target(flown.target))
        return Section(f"mission-{flown.number}", title, " ".join(said), tuple(tables))

    def _points(self, flown: FlownMission) -> TablePart:
        heads = tuple(self._column(name) for name in ("side", "source", "aircraft", "points"))
        rows = [
            (
                seat_text(self.words, line.side),
                self.words(f"air_war_report.source.{line.what}"),
                self.flights.named(flown.fates[line.craft]) if line.craft != NOBODY else "–",
                str(line.points),
            )
            for line in flown.lines
        ]
        return TablePart(heads, tuple(rows), (3,), 2)

    # ---- the squadrons' book

    def book(self) -> tuple[Section, Section]:
        """The pilots and crews, and the aircraft by type."""
        return self.flights.pilots(self.view.book, self._column("flights")), self.flights.types(self.view.types)

    # ---- words

    def _title(self, code: str) -> str:
        return self.words(f"air_war_report.section.{code}")

    def _column(self, code: str) -> str:
        return self.words(f"air_war_report.column.{code}")

    def _sides(self) -> tuple[str, ...]:
        return tuple(seat_text(self.words, side) for side in SIDES)
