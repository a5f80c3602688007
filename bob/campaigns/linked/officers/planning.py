"""The choice of a mission: its outlook, and the missions after it."""

from __future__ import annotations

from bob.campaigns.linked.campaign_data import Arrow, LinkedCampaign
from bob.campaigns.linked.officers.outlooks import Outlooks
from bob.campaigns.linked.position import DAMAGED, DESTROYED, INTACT, CampaignPosition, CampaignTerms, Marker, enemy_of
from bob.campaigns.linked.sequence import arrow_refusal

AHEAD = 3
"""The number of missions looked at, the current one among them."""
BREADTH = 4
"""The number of later missions looked at, the best by themselves."""

Markers = dict[str, Marker]


class Plan:
    """The future missions of one campaign. Both sides are taken to choose the best for themselves."""

    def __init__(self, campaign: LinkedCampaign, outlooks: Outlooks) -> None:
        self.campaign = campaign
        self.outlooks = outlooks
        self._cache: dict[tuple[object, ...], float] = {}

    def open(self, markers: Markers, side: str, mission: int) -> list[Arrow]:
        """The arrows that a side could fly along."""
        position = CampaignPosition(self.campaign.code, CampaignTerms(), side, mission=mission, markers=markers)
        return [arrow for arrow in self.campaign.arrows.values() if arrow_refusal(position, arrow, side) is None]

    def worth(self, arrow: Arrow, markers: Markers, mission: int, ahead: int = AHEAD) -> float:
        """Return a mission's gain to its side, with that of the missions after it."""
        found, side, enemy = self.outlooks.of(self.campaign, arrow.number), arrow.side, enemy_of(arrow.side)
        if ahead <= 1 or mission >= self.campaign.missions:
            return found.swing
        after = {status: {**markers, arrow.target: Marker(side, status)} for status in (DAMAGED, DESTROYED)}
        return (
            found.swing
            + found.chances[DESTROYED] * self.rest(after[DESTROYED], side, mission + 1, ahead - 1)
            - found.chances[DAMAGED] * self.rest(after[DAMAGED], enemy, mission + 1, ahead - 1)
            - found.chances[INTACT] * self.rest(markers, enemy, mission + 1, ahead - 1)
        )

    def rest(self, markers: Markers, side: str, mission: int, ahead: int) -> float:
        """Return the gain of the missions from this one on to the side that has the initiative."""
        key = (tuple(sorted((code, m.side, m.status) for code, m in markers.items())), side, mission, ahead)
        if key not in self._cache:
            self._cache[key] = self._rest(markers, side, mission, ahead)
        return self._cache[key]

    def _rest(self, markers: Markers, side: str, mission: int, ahead: int) -> float:
        found = self.open(markers, side, mission)
        if not found:
            enemy = enemy_of(side)
            return -self.rest(markers, enemy, mission, ahead) if self.open(markers, enemy, mission) else 0.0
        if ahead > 1:
            found = sorted(found, key=lambda arrow: (-self.outlooks.of(self.campaign, arrow.number).swing, arrow.number))[:BREADTH]
        return max([self.worth(arrow, markers, mission, ahead) for arrow in found])

    def initiative(self, markers: Markers, side: str, target: str, mission: int) -> tuple[float, float]:
        """Return the worth to a side after this mission of keeping the initiative, and of holding the target Damaged."""
        if mission >= self.campaign.missions:
            return 0.0, 0.0
        enemy, ahead = enemy_of(side), AHEAD - 1
        held = {status: {**markers, target: Marker(side, status)} for status in (DAMAGED, DESTROYED)}
        lost = -self.rest(markers, enemy, mission + 1, ahead)
        damaged = -self.rest(held[DAMAGED], enemy, mission + 1, ahead)
        return self.rest(held[DESTROYED], side, mission + 1, ahead) - damaged, damaged - lost
