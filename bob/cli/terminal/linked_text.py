"""A campaign in the terminal: the sheet, the mission in hand, the score, and the dogfight when one is fought."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bob.campaigns.linked import Campaign
from bob.campaigns.linked.position import ARROW, BATTLE, CampaignPosition
from bob.campaigns.linked.telling import CampaignTeller
from bob.campaigns.linked.view import CampaignView
from bob.cli.terminal.cards_text import CardsBook, tell_by_battle
from bob.core.game import Event
from bob.core.kit import seat_text
from bob.core.text import neat
from bob.words import Words


class CampaignBook:
    """The pages of a campaign."""

    def __init__(self, words: Words, game: Any, position: CampaignPosition) -> None:
        assert isinstance(game, Campaign)
        self.words = words
        self.cards = CardsBook(words, game.cards)
        self.teller = CampaignTeller(words, game.campaign(position), self.cards.teller)

    def look(self, view: CampaignView) -> None:
        self.cards.look(view.battle)

    def order(self, order: Any, seat: str) -> str:
        return self.teller.order(order, seat)

    def describe(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]:
        return tell_by_battle(self.cards.teller, events, self.teller.event)

    def value(self, value: Any) -> str:
        return self.cards.value(value)

    def head(self, view: CampaignView) -> str:
        return self.words(
            "play.campaign.head",
            campaign=self.teller.campaign(),
            mission=view.mission,
            missions=view.missions,
            phase=self.teller.phase(view.phase),
            side=seat_text(self.words, view.initiative),
            total=view.total,
        )

    def page(self, view: CampaignView) -> list[str]:
        """The sheet between dogfights; during one, the mission in a line and the table."""
        lines = self._mission(view)
        if view.phase == BATTLE and view.battle is not None:
            return [*lines, self.cards.head(view.battle), *self.cards.page(view.battle)]
        return [*self._campaign(view), *lines, *self._score(view)]

    def _campaign(self, view: CampaignView) -> list[str]:
        words = self.words
        heads = [words(f"play.campaign.column.{name}") for name in ("arrows", "bombs", "flak", "status", "target")]
        rows = []
        for target in view.targets:
            arrows = [str(a.number) for a in view.arrows if a.target == target.code and a.open]
            status = words(f"campaign.status.{target.status}")
            if target.holder is not None:
                status = f"{status} ({seat_text(words, target.holder)})"
            bombs = f"{target.damaged}/{target.destroyed}"
            rows.append([", ".join(arrows) or "–", bombs, str(target.flak), status, self.teller.target(target.code)])
        return [neat(heads, rows)]

    def _mission(self, view: CampaignView) -> list[str]:
        """Return the mission in hand: target, options, this seat's secret choices."""
        words, teller = self.words, self.teller
        lines = []
        if view.arrow is not None and view.phase != ARROW:
            target = next((a.target for a in view.arrows if a.number == view.arrow), None)
            if target is not None:
                lines.append(words("play.campaign.mission", arrow=view.arrow, target=teller.target(target)))
        for side, option in view.options:
            lines.append(words("play.campaign.option", side=seat_text(words, side), option=teller.option(side, option)))
        if not view.options and view.own_option is not None:
            lines.append(words("play.campaign.own_option", option=teller.option(view.seat, view.own_option)))
        if view.flak is not None:
            lines.append(words("play.campaign.own_flak", pattern=words(f"campaign.pattern.{view.flak}")))
        for number, pattern in view.patterns:
            lines.append(words("play.campaign.bombing", aircraft=teller.cards.name(number), pattern=words(f"campaign.pattern.{pattern}")))
        return lines

    def _score(self, view: CampaignView) -> list[str]:
        """The score sheet, if a mission has been flown."""
        words = self.words
        if not view.score_sheet:
            return []
        heads = [words(f"play.campaign.column.{name}") for name in ("number", "attacker", "axis", "allied", "result", "status", "target")]
        rows = [
            [
                str(m.number),
                seat_text(words, m.attacker),
                str(m.axis.total),
                str(m.allied.total),
                str(m.result),
                words(f"campaign.status.{m.status}"),
                self.teller.target(m.target),
            ]
            for m in view.score_sheet
        ]
        return ["", neat(heads, rows, right=(0, 2, 3, 4))]


def book(words: Words, game: Any, position: CampaignPosition, scenario: str) -> CampaignBook:
    """The pages of a campaign."""
    return CampaignBook(words, game, position)
