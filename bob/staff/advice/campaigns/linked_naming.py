"""Events of a campaign described with the names of the aircraft of their mission."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bob.campaigns.linked.telling import CampaignTeller
from bob.core.game import Event
from bob.staff.advice.campaigns.linked_chronicle import MissionAccount


def names_in(mission: MissionAccount, teller: CampaignTeller) -> dict[int, str]:
    """The aircraft of a mission by their numbers: the type, and a number where there are several of it."""
    many = Counter(craft.type for craft in mission.crafts.values())
    count: Counter[str] = Counter()
    found = {}
    for craft in mission.crafts.values():
        count[craft.type] += 1
        name = teller.cards.tables.aircraft[craft.type].name
        found[craft.number] = f"{name} ({count[craft.type]})" if many[craft.type] > 1 else name
    return found


class NamingTeller:
    """Describes a log from its first event to its last: each mission's aircraft are named by their types."""

    def __init__(self, teller: CampaignTeller) -> None:
        self.teller = teller
        self._names: dict[int, dict[int, str]] = {}
        self._mission = 0
        teller.cards.name = self._name

    def know(self, missions: Iterable[MissionAccount]) -> None:
        """Learn what flew in these missions."""
        self._names = {mission.number: names_in(mission, self.teller) for mission in missions}

    def event(self, event: Event) -> str:
        """An event as a line."""
        if event.code == "mission":
            self._mission = event.data["number"]
        return self.teller.event(event)

    def _name(self, number: int) -> str:
        return self._names.get(self._mission, {}).get(number, str(number + 1))
