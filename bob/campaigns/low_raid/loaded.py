"""The low-level raid as it is played from outside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bob.campaigns.low_raid.game import LowRaid
from bob.campaigns.low_raid.kit import RAID_LEADERS, RAIDS, LowRaidKit
from bob.campaigns.low_raid.orders import sort_key
from bob.campaigns.low_raid.pilots import RaidLeader
from bob.campaigns.low_raid.telling import LowRaidTeller
from bob.core.errors import UsageError
from bob.core.game import Game
from bob.core.kit import HUMAN, RANDOM, Casting, Contest, Player, Setting, Teller, game_of
from bob.words import Words


class LoadedLowRaidKit(LowRaidKit):
    """The solitaire campaign."""

    def make(self, own: Path | None = None) -> LowRaid:
        return LowRaid.over(own) if own is not None else LowRaid()

    def scenarios(self, words: Words) -> Mapping[str, str]:
        return {code: words.of(mission.name) for code, mission in self.make().tables.campaigns.items()}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        played = game_of(LowRaid, game)
        if scenario not in played.tables.campaigns:
            raise UsageError("low_raid.error.no_raid", found=scenario, choices=", ".join(sorted(played.tables.campaigns)))
        side = played.tables.campaigns[scenario].side
        return Casting({side: HUMAN}, {side: self.players(side)[0]})

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        played = game_of(LowRaid, game)
        if name not in RAID_LEADERS:
            raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join((RANDOM, *RAID_LEADERS)))
        return RaidLeader(name, seat, played.tables)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        played = game_of(LowRaid, game)
        return LowRaidTeller(words, played.tables.campaigns[scenario], played.tables.cards.aircraft)

    def sort_key(self, order: Any) -> Any:
        return sort_key(order)

    def contest(self) -> Contest:
        return Contest(
            (
                *(Setting(code, weight=2) for code in RAIDS),
                *(Setting(code, {"strafing": False, "alarm": "alerted"}) for code in RAIDS),
            ),
            most=2000,
        )
