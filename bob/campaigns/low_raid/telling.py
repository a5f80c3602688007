"""Orders and events of a low-level raid in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.campaigns.low_raid.campaign_data import LowRaidMission
from bob.campaigns.low_raid.orders import Allot
from bob.core.game import Event
from bob.tactical.cards_classic.data import ClassicAircraft
from bob.words import Words


class LowRaidTeller:
    """Writer of a raid's log in one language."""

    __slots__ = ("aircraft", "mission", "words")

    def __init__(self, words: Words, mission: LowRaidMission, aircraft: Mapping[str, ClassicAircraft]) -> None:
        self.words, self.mission, self.aircraft = words, mission, aircraft

    def raider(self, number: int, code: str) -> str:
        """An aircraft by its type and its number in the wave."""
        return self.words("low_raid.raider", aircraft=self.aircraft[code].name, number=number + 1)

    def target(self, code: str) -> str:
        return self.words.of(self.mission.target_of(code).name)

    def level(self, target: str, code: str) -> str:
        return self.words.of(next(level for level in self.mission.target_of(target).levels if level.code == code).name)

    def results(self, results: tuple[str, ...]) -> str:
        """The results of the cards drawn, in their order."""
        return ", ".join(self.words(f"low_raid.result.{result}") for result in results) or self.words("low_raid.result.none")

    def struck(self, counts: Mapping[str, object]) -> str:
        """Describe the effects of the defence on a wave."""
        done = [name for name in ("lowered", "cards", "damaged", "destroyed") if counts[name]]
        return ", ".join(self.words(f"low_raid.struck.{name}", count=counts[name]) for name in done) or self.words("low_raid.struck.none")

    def order(self, order: Any, seat: str = "") -> str:
        if isinstance(order, Allot):
            known = order.target in {target.code for target in self.mission.target}
            target = self.target(order.target) if known else order.target
            return self.words("low_raid.order.allot", number=order.aircraft + 1, target=target)
        return self.words(f"low_raid.order.{order.code}")

    def event(self, event: Event) -> str:
        data = event.data
        values: dict[str, Any] = dict(data)
        if "number" in data and isinstance(data.get("aircraft"), str):
            values["aircraft"] = self.raider(data["number"], data["aircraft"])
        if "target" in data:
            values["target"] = self.target(data["target"])
        if "results" in data:
            values["results"] = self.results(tuple(data["results"]))
        if event.code == "raid":
            values["sheet"] = self.words.of(self.mission.name)
        elif event.code == "wave":
            values["wave"] = self.words.of(self.mission.wave[data["number"] - 1].name)
            values["alarm"] = self.words(f"low_raid.alarm.{data['alarm']}")
        elif event.code == "defence":
            values["card"] = self.words(f"low_raid.row.{data['card']}")
            values["effect"] = self.struck(data)
        elif event.code == "hit":
            values["status"] = self.words(f"low_raid.status.{data['status']}")
        elif event.code == "level":
            values["level"] = self.level(data["target"], data["level"])
        elif event.code == "raid_over":
            values["end"] = self.words(f"low_raid.outcome.{data['end']}")
        return self.words(f"low_raid.event.{event.code}", **values)
