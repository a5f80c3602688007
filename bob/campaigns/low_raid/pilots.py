"""The program's leader of a raid: each aircraft goes where it is worth most, and comes back to strafe only where that pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from bob.campaigns.land.sequence import row_of
from bob.campaigns.low_raid.campaign_data import ALERTED, LowRaidMission, RaidTables, RaidTarget
from bob.campaigns.low_raid.orders import Allot, SendIn, StrafeTargets, TurnHome
from bob.campaigns.low_raid.position import LowRaidView, Raider, SeenRaider
from bob.campaigns.low_raid.sequence import bomb_cards
from bob.core.game import Choices
from bob.core.kit import Decision


class RaidLeader:
    """Allots the targets of a wave at once, the best first."""

    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, tables: RaidTables) -> None:
        self.name, self.seat, self.tables = name, seat, tables

    def orders(self, view: LowRaidView, choices: Choices, number: int) -> list[Decision]:
        mission = self.tables.campaigns[view.sheet]
        if StrafeTargets() in choices.listed:
            again = self._gain(view, mission) > self._price(mission, len(view.raiders))
            return [Decision(StrafeTargets(), "low_raid.why.strafe") if again else Decision(TurnHome(), "low_raid.why.home")]
        return [*self._allotted(view, mission, choices), Decision(SendIn(), "low_raid.why.send")]

    def _allotted(self, view: LowRaidView, mission: LowRaidMission, choices: Choices) -> list[Decision]:
        damage = {part.target: float(part.damage) for part in view.targets}
        made = []
        for raider in view.raiders:
            count = bomb_cards(self.tables.cards, _as_raider(raider), view.altitude)
            gains = {t.code: _worth(t, damage[t.code] + count * self._per_card(t)) - _worth(t, damage[t.code]) for t in mission.target}
            best = max(sorted(gains), key=lambda code: gains[code])
            damage[best] += count * self._per_card(mission.target_of(best))
            order = Allot(raider.number, best)
            if order in choices.listed:
                made.append(Decision(order, "low_raid.why.best"))
        return made

    def _per_card(self, target: RaidTarget) -> float:
        """The points that a bombing card brings on the average."""
        deck = self.tables.cards.deck
        return sum(target.points[deck.faces[face].bombing] for face in deck.whole) / len(deck.whole)

    def _gain(self, view: LowRaidView, mission: LowRaidMission) -> float:
        """Return the worth of a pass with the guns."""
        deck = self.tables.cards.deck
        share = sum(deck.faces[face].strafing for face in deck.whole) / len(deck.whole)
        damage = {part.target: float(part.damage) for part in view.targets}
        before = sum(_worth(target, damage[target.code]) for target in mission.target)
        for raider in view.raiders:
            card = self.tables.cards.aircraft[raider.aircraft]
            if raider.status != "destroyed" and raider.target and not card.formed:
                bursts = (card.back if raider.status == "damaged" else card.front).bursts
                damage[raider.target] += max(1, bursts) * share * mission.target_of(raider.target).strafe
        return sum(_worth(target, damage[target.code]) for target in mission.target) - before

    def _price(self, mission: LowRaidMission, flying: int) -> float:
        """Return the mean cost of the defence, once it is awake."""
        deck = self.tables.cards.deck
        rows = [mission.defence[ALERTED][row_of(deck.faces[face])] for face in deck.whole]
        each = sum(min(row.destroyed, flying) * mission.lost + min(row.damaged, flying) * mission.hurt for row in rows)
        return each / len(rows)


def _as_raider(seen: SeenRaider) -> Raider:
    return Raider(seen.number, seen.aircraft, seen.target, seen.status)


def _worth(target: RaidTarget, damage: float) -> float:
    """The victory points of so much damage, with the way to the next level reckoned in."""
    steps: Sequence[tuple[float, float]] = [(float(level.least), float(level.vp)) for level in target.levels]
    for (low, vp), (high, more) in pairwise(steps):
        if damage < high:
            return vp + (more - vp) * (damage - low) / (high - low)
    return steps[-1][1]
