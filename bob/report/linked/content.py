"""The report of linked missions: their state, the score sheet, and each mission with its options and the source of its points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.campaigns.linked import Campaign
from bob.campaigns.linked.kit import KIT
from bob.campaigns.linked.position import Mission
from bob.campaigns.linked.telling import CampaignTeller
from bob.campaigns.linked.view import CampaignView
from bob.campaigns.sides import SIDES
from bob.core.kit import seat_text
from bob.core.match import Match
from bob.report.campaign_content import CampaignReport
from bob.report.parts import Section, TablePart
from bob.words import Words


class LinkedContent(CampaignReport):
    """The report of linked missions. All of it is also on the score sheet of both sides."""

    def __init__(self, match: Match[Any], seat: str, words: Words) -> None:
        assert isinstance(match.game, Campaign)
        super().__init__(KIT, match, seat, words)
        assert isinstance(self.seen, CampaignView) and isinstance(self.any_teller, CampaignTeller)
        self.view, self.teller = self.seen, self.any_teller

    @property
    def subtitle(self) -> str:
        return self.teller.game()

    @property
    def result(self) -> str:
        ended = self.words(self.outcome.code) if self.outcome is not None else self.words("campaign.report.goes_on")
        flown, missions = len(self.view.score_sheet), self.view.missions
        return self.words(
            "campaign.report.result", ended=ended[:1].upper() + ended[1:], total=self.view.total, flown=flown, missions=missions
        )

    def sections(self) -> Sequence[Section]:
        return [self.score(), *map(self.mission, self.view.score_sheet)]

    def score(self) -> Section:
        """The score sheet."""
        words = self.words
        heads = tuple(
            words(f"play.campaign.column.{name}") for name in ("number", "attacker", "axis", "allied", "result", "status", "target")
        )
        rows = tuple(
            (
                str(m.number),
                seat_text(words, m.attacker),
                *map(str, (m.axis.total, m.allied.total, m.result)),
                words(f"campaign.status.{m.status}"),
                self.teller.target(m.target),
            )
            for m in self.view.score_sheet
        )
        return Section("missions", words("campaign.report.missions"), tables=(("", TablePart(heads, rows, (0, 2, 3, 4), 6)),))

    def mission(self, flown: Mission) -> Section:
        """Return a mission's options, bombs, and the points of both sides."""
        words = self.words
        picks = {"axis": flown.axis_option, "allied": flown.allied_option}
        said = [words("play.campaign.option", side=seat_text(words, side), option=self.teller.option(side, picks[side])) for side in SIDES]
        said.append(words("campaign.report.bombs", bombs=flown.bombs, status=words(f"campaign.status.{flown.status}")))
        heads = tuple(words(f"campaign.report.column.{name}") for name in ("side", "target", "aircraft", "times", "option", "total"))
        rows = tuple(
            (seat_text(words, side), *map(str, (p.target, p.aircraft, p.times, p.option, p.total)))
            for side, p in zip(SIDES, (flown.axis, flown.allied), strict=True)
        )
        title = words("campaign.report.mission", number=flown.number, target=self.teller.target(flown.target))
        return Section(f"mission-{flown.number}", title, " · ".join(said), (("", TablePart(heads, rows, (1, 2, 3, 4, 5))),))
