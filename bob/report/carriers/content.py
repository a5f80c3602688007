"""The report of a carrier campaign: the tracks, the turns with their plans, each flight, the squadrons' book."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.campaigns.carriers.game import Carriers
from bob.campaigns.carriers.kit import KIT
from bob.campaigns.carriers.position import FlownSortie, TurnPlan
from bob.campaigns.carriers.telling import CarrierTeller
from bob.campaigns.carriers.view import CarrierView
from bob.campaigns.land.book import book, types
from bob.campaigns.sides import SIDES
from bob.core.kit import seat_text
from bob.core.match import Match
from bob.report.campaign_content import CampaignReport, FlightTables
from bob.report.parts import Section, TablePart
from bob.words import Words


class CarrierContent(CampaignReport):
    """The report of a carrier campaign. All of it is also on the tracks and Log Sheets of both sides: of the turn in hand it has only
    the part that both have shown."""

    def __init__(self, match: Match[Any], seat: str, words: Words) -> None:
        assert isinstance(match.game, Carriers)
        super().__init__(KIT, match, seat, words)
        assert isinstance(self.seen, CarrierView) and isinstance(self.any_teller, CarrierTeller)
        self.view, self.teller, self.campaign = self.seen, self.any_teller, self.any_teller.data
        self.pilots_lost = match.position.terms.pilots_lost
        self.flights = FlightTables(words, self.teller.aircraft, self.teller.tables.counters)

    @property
    def subtitle(self) -> str:
        return self.words("carriers_report.turns", count=self.view.turns)

    @property
    def result(self) -> str:
        totals = dict(self.view.totals)
        if self.outcome is None:
            return self.words("carriers_report.unfinished", turn=self.view.turn, turns=self.view.turns, **totals)
        ended = KIT.ended(self.words, self.outcome)
        return self.words("carriers_report.result", ended=ended[:1].upper() + ended[1:], **totals)

    def sections(self) -> Sequence[Section]:
        log = self.view.log
        made = [self.tracks()]
        if self.view.history:
            made.append(self.turns())
        made += [self.flight(i, flown) for i, flown in enumerate(log)]
        if log:
            made += [self.flights.pilots(book(log, self.pilots_lost), self._column("turns")), self.flights.types(types(log))]
        return made

    def tracks(self) -> Section:
        """Return the Damage Track of every base, with its value."""
        words = self.words
        heads = tuple(self._column(name) for name in ("base", "side", "boxes", "vp"))
        rows = []
        for seen in self.view.bases:
            boxes = words("carriers_report.of", damage=seen.damage, boxes=self.campaign.base_of(seen.base).track.boxes)
            if seen.out:
                boxes = words("carriers_report.out", boxes=boxes)
            rows.append((self.teller.base(seen.base), seat_text(words, seen.side), boxes, str(seen.vp)))
        return Section("points", words("carriers_report.section.tracks"), tables=(("", TablePart(heads, tuple(rows), (3,), 0)),))

    def turns(self) -> Section:
        """Return the plans of both sides, turn by turn."""
        heads = (self._column("turn"), *(seat_text(self.words, side) for side in SIDES))
        rows = []
        for line in self.view.history:
            axis = self._planned("axis", line.axis, line.axis_resource)
            rows.append((str(line.turn), axis, self._planned("allied", line.allied, line.allied_resource)))
        return Section("turns", self.words("carriers_report.section.turns"), tables=(("", TablePart(heads, tuple(rows), (0,), 1)),))

    def _planned(self, side: str, plan: TurnPlan, number: int | None) -> str:
        operation = self.teller.operation(side, plan.operation)
        parts = f"{self.words(f'carriers.tactic.{plan.tactic}')}, {operation}"
        if number is None:
            return parts
        name = self.words.of(self.campaign.resources(side)[number].name)
        return self.words("carriers_report.planned", plan=parts, resource=name)

    def flight(self, place: int, flown: FlownSortie) -> Section:
        """Return a flight: its aircraft and their fates, the aircraft shot down, the boxes ticked, the Damaged landings."""
        words, sortie = self.words, flown.sortie
        kind, target = words(f"carriers.sortie.{sortie.kind}"), self.teller.base(sortie.target)
        title = words("carriers_report.flight", turn=flown.turn, side=seat_text(words, sortie.side), kind=kind, target=target)
        said = [] if flown.fought else [words("carriers_report.not_fought")]
        said += [words("carriers_report.ticked", base=self.teller.base(base), boxes=boxes) for base, boxes in flown.ticks if boxes]
        tables = [(words("air_war_report.caption.aircraft"), self.flights.fates(flown.fates))] if flown.fates else []
        if flown.results:
            tables.append((words("air_war_report.caption.bombs"), self.flights.bombs(flown.fates, flown.results)))
        if flown.recoveries:
            tables.append((words("carriers_report.recoveries"), self._recoveries(flown)))
        return Section(f"flight-{place + 1}", title, " ".join(said), tuple(tables))

    def _recoveries(self, flown: FlownSortie) -> TablePart:
        words = self.words
        heads = (self.flights.column("aircraft"), self._column("cards"), self._column("landed"))
        rows = [
            (self.flights.named(flown.fates[r.craft]), str(r.cards), words(f"carriers_report.{'landed' if r.landed else 'ditched'}"))
            for r in flown.recoveries
        ]
        return TablePart(heads, tuple(rows), (1,))

    def _column(self, code: str) -> str:
        return self.words(f"carriers_report.column.{code}")
