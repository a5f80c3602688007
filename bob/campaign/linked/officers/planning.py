"""Which mission to fly: what it may come to, and what it leads to."""

from __future__ import annotations

from bob.campaign.linked.officers.outlooks import Outlooks
from bob.campaign.linked.position import DAMAGED, DESTROYED, INTACT, CampaignPosition, CampaignTerms, Marker, enemy_of
from bob.campaign.linked.sequence import arrow_refusal
from bob.campaign.linked.sheets import Arrow, CampaignSheet

AHEAD = 3
"""So many missions are looked at, the one in hand among them."""
BREADTH = 4
"""Of those after it, the best so many by themselves."""

Markers = dict[str, Marker]


class Plan:
    """The missions of one campaign as they stand, thought on. Both sides are taken to choose what gains them most."""

    def __init__(self, sheet: CampaignSheet, outlooks: Outlooks) -> None:
        self.sheet = sheet
        self.outlooks = outlooks
        self._kept: dict[tuple[object, ...], float] = {}

    def open(self, markers: Markers, side: str, mission: int) -> list[Arrow]:
        """The arrows that a side could fly along."""
        position = CampaignPosition(self.sheet.code, CampaignTerms(), side, mission=mission, markers=markers)
        return [arrow for arrow in self.sheet.arrows.values() if arrow_refusal(position, arrow, side) is None]

    def worth(self, arrow: Arrow, markers: Markers, mission: int, ahead: int = AHEAD) -> float:
        """What a mission gains its side, with what it leads to."""
        found, side, enemy = self.outlooks.of(self.sheet, arrow.number), arrow.side, enemy_of(arrow.side)
        if ahead <= 1 or mission >= self.sheet.missions:
            return found.swing
        after = {status: {**markers, arrow.target: Marker(side, status)} for status in (DAMAGED, DESTROYED)}
        return (
            found.swing
            + found.chances[DESTROYED] * self.rest(after[DESTROYED], side, mission + 1, ahead - 1)
            - found.chances[DAMAGED] * self.rest(after[DAMAGED], enemy, mission + 1, ahead - 1)
            - found.chances[INTACT] * self.rest(markers, enemy, mission + 1, ahead - 1)
        )

    def rest(self, markers: Markers, side: str, mission: int, ahead: int) -> float:
        """What the missions from this one on gain the side that has the initiative."""
        key = (tuple(sorted((code, m.side, m.status) for code, m in markers.items())), side, mission, ahead)
        if key not in self._kept:
            self._kept[key] = self._rest(markers, side, mission, ahead)
        return self._kept[key]

    def _rest(self, markers: Markers, side: str, mission: int, ahead: int) -> float:
        found = self.open(markers, side, mission)
        if not found:
            enemy = enemy_of(side)
            return -self.rest(markers, enemy, mission, ahead) if self.open(markers, enemy, mission) else 0.0
        if ahead > 1:
            found = sorted(found, key=lambda arrow: (-self.outlooks.of(self.sheet, arrow.number).swing, arrow.number))[:BREADTH]
        return max([self.worth(arrow, markers, mission, ahead) for arrow in found])

    def initiative(self, markers: Markers, side: str, target: str, mission: int) -> tuple[float, float]:
        """What it is worth to a side after this mission to keep the initiative, and to hold the target Damaged."""
        if mission >= self.sheet.missions:
            return 0.0, 0.0
        enemy, ahead = enemy_of(side), AHEAD - 1
        held = {status: {**markers, target: Marker(side, status)} for status in (DAMAGED, DESTROYED)}
        lost = -self.rest(markers, enemy, mission + 1, ahead)
        damaged = -self.rest(held[DAMAGED], enemy, mission + 1, ahead)
        return self.rest(held[DESTROYED], side, mission + 1, ahead) - damaged, damaged - lost
