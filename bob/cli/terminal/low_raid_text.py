"""A low-level raid in the terminal: the targets and their state, the wave in hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bob.campaigns.low_raid.game import LowRaid
from bob.campaigns.low_raid.position import OVER, LowRaidPosition, LowRaidView, Raider
from bob.campaigns.low_raid.sequence import bomb_cards
from bob.campaigns.low_raid.telling import LowRaidTeller
from bob.core.game import Event
from bob.core.text import neat
from bob.words import Words


class LowRaidBook:
    """The pages of a raid."""

    def __init__(self, words: Words, game: Any, position: LowRaidPosition) -> None:
        assert isinstance(game, LowRaid)
        self.words, self.cards = words, game.tables.cards
        self.mission = game.mission(position)
        self.teller = LowRaidTeller(words, self.mission, self.cards.aircraft)

    def look(self, view: LowRaidView) -> None:
        """Do nothing: the pages depend on no earlier view."""

    def order(self, order: Any, seat: str) -> str:
        return self.teller.order(order, seat)

    def describe(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]:
        return [(number, self.teller.event(event)) for number, event in events]

    def value(self, value: Any) -> str:
        return str(value)

    def head(self, view: LowRaidView) -> str:
        words = self.words
        return words(
            "low_raid.page.head",
            sheet=words.of(self.mission.name),
            wave=view.wave,
            waves=view.waves,
            phase=words(f"low_raid.phase.{view.phase}"),
            alarm=words(f"low_raid.alarm.{view.alarm}"),
            altitude=words(f"low_raid.altitude.{view.altitude}"),
            points=str(view.points).replace("-", "−"),
        )

    def page(self, view: LowRaidView) -> list[str]:
        return [self._targets(view), "", *self._wave(view), self.words("low_raid.page.losses", lost=view.lost, hurt=view.hurt)]

    def _targets(self, view: LowRaidView) -> str:
        heads = [self.words(f"low_raid.page.{name}") for name in ("target", "points", "level", "vp", "next")]
        rows = []
        for seen in view.targets:
            target = self.mission.target_of(seen.target)
            further = [str(level.least) for level in target.levels if level.least > seen.damage]
            level = self.teller.level(seen.target, seen.level)
            rows.append([self.teller.target(seen.target), str(seen.damage), level, str(seen.vp), further[0] if further else "–"])
        return neat(heads, rows, right=(1, 3, 4))

    def _wave(self, view: LowRaidView) -> list[str]:
        """The aircraft, their bombing cards and targets."""
        if view.phase == OVER:
            return []
        heads = [self.words(f"low_raid.page.{name}") for name in ("aircraft", "cards", "status", "target")]
        rows = []
        for seen in view.raiders:
            count = bomb_cards(self.cards, Raider(seen.number, seen.aircraft, seen.target, seen.status), view.altitude)
            target = self.teller.target(seen.target) if seen.target else "–"
            rows.append([self.teller.raider(seen.number, seen.aircraft), str(count), self.words(f"low_raid.status.{seen.status}"), target])
        return [neat(heads, rows, right=(1,)), ""]


def book(words: Words, game: Any, position: LowRaidPosition, scenario: str) -> LowRaidBook:
    """The pages of a raid."""
    return LowRaidBook(words, game, position)
