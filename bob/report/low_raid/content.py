"""The report of a low-level raid: the damage to the targets, each pass of a wave with its attacks, the aircraft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from bob.campaigns.low_raid.game import LowRaid
from bob.campaigns.low_raid.kit import KIT
from bob.campaigns.low_raid.position import LowRaidView, WaveLine
from bob.campaigns.low_raid.telling import LowRaidTeller
from bob.core.match import Match
from bob.report.campaign_content import CampaignReport
from bob.report.parts import Section, TablePart
from bob.words import Words


class RaidContent(CampaignReport):
    """The report of a low-level raid. Nothing of it is hidden from its one player."""

    def __init__(self, match: Match[Any], seat: str, words: Words) -> None:
        assert isinstance(match.game, LowRaid)
        super().__init__(KIT, match, seat, words)
        assert isinstance(self.seen, LowRaidView) and isinstance(self.any_teller, LowRaidTeller)
        self.view, self.teller, self.mission, self.game = self.seen, self.any_teller, self.any_teller.mission, match.game

    @property
    def title(self) -> str:
        return self.words.of(self.mission.name)

    @property
    def subtitle(self) -> str:
        return self.words.of(self.mission.brief)

    @property
    def result(self) -> str:
        if self.outcome is None:
            return self.words("low_raid_report.unfinished", points=self.view.points, wave=self.view.wave, waves=self.view.waves)
        ended = KIT.ended(self.words, self.outcome)
        return self.words("low_raid_report.result", ended=ended[:1].upper() + ended[1:], points=self.view.points)

    def sections(self) -> Sequence[Section]:
        made = [self.targets(), *map(self.flown_pass, self.view.log)]
        return [*made, self.aircraft()] if self.view.log else made

    def targets(self) -> Section:
        """Return the damage to each target with the points for its level; the cost of the losses."""
        heads = tuple(self.words(f"low_raid.page.{name}") for name in ("target", "points", "level", "vp"))
        rows = tuple(
            (self.teller.target(part.target), str(part.damage), self.teller.level(part.target, part.level), str(part.vp))
            for part in self.view.targets
        )
        note = self.words(
            "low_raid_report.losses", lost=self.view.lost, hurt=self.view.hurt, each=self.mission.lost, less=self.mission.hurt
        )
        return Section("points", self.words("low_raid_report.targets"), note, (("", TablePart(heads, rows, (1, 3))),))

    def flown_pass(self, line: WaveLine) -> Section:
        """A pass: the defence's card, the attacks, the losses."""
        words, types = self.words, self.game.raiders_of(self.mission, line.wave)
        wave = words.of(self.mission.wave[line.wave - 1].name)
        title = words("low_raid_report.strafing" if line.strafing else "low_raid_report.bombing", number=line.wave, wave=wave)
        said = [words("low_raid_report.defence", card=words(f"low_raid.row.{line.card}"))]
        for key, numbers in (("lost", line.destroyed), ("hurt", line.damaged)):
            if numbers:
                said.append(words(f"low_raid_report.{key}", aircraft=", ".join(self.teller.raider(n, types[n]) for n in numbers)))
        heads = tuple(words(f"low_raid_report.column.{name}") for name in ("aircraft", "target", "cards", "points"))
        rows = tuple(
            (
                self.teller.raider(run.aircraft, types[run.aircraft]),
                self.teller.target(run.target),
                self.teller.results(run.results),
                str(run.points),
            )
            for run in line.runs
        )
        code = f"wave-{line.wave}{'-guns' if line.strafing else ''}"
        return Section(code, title, " ".join(said), (("", TablePart(heads, rows, (3,), 2)),) if rows else ())

    def aircraft(self) -> Section:
        """The squadron's book: the aircraft by type."""
        words, flown, hurt, lost = self.words, Counter[str](), Counter[str](), Counter[str]()
        for line in self.view.log:
            types = self.game.raiders_of(self.mission, line.wave)
            if not line.strafing:
                flown.update(types)
            hurt.update(types[n] for n in line.damaged)
            lost.update(types[n] for n in line.destroyed)
        heads = tuple(words(f"air_war_report.column.{name}") for name in ("aircraft", "flown", "damaged", "lost"))
        rows = tuple((self.teller.aircraft[code].name, *map(str, (count, hurt[code], lost[code]))) for code, count in flown.items())
        return Section("book", words("low_raid_report.book"), tables=(("", TablePart(heads, rows, (1, 2, 3))),))
