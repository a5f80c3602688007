"""The low-level raid as it is played from outside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from bob.errors import UsageError
from bob.game import Game
from bob.kit import HUMAN, RANDOM, Casting, Contest, Kit, Player, Setting, Teller
from bob.words import Words

if TYPE_CHECKING:
    from bob.campaign.low_raid.game import LowRaid

RAIDS = ("croydon", "kenley")


class LowRaidKit(Kit):
    """The solitaire campaign."""

    name: ClassVar[str] = "low_raid"
    usual: ClassVar[str] = RAIDS[0]
    flags: ClassVar[frozenset[str]] = frozenset({"option", "low_raid"})
    endings: ClassVar[tuple[str, ...]] = tuple(f"low_raid.outcome.{code}" for code in ("failure", "slight", "success", "triumph"))

    def make(self, own: Path | None = None) -> LowRaid:
        from bob.campaign.low_raid.game import LowRaid

        return LowRaid.over(own) if own is not None else LowRaid()

    def scenarios(self, words: Words) -> Mapping[str, str]:
        return {code: words.of(sheet.name) for code, sheet in self.make().tables.sheets.items()}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        from bob.campaign.low_raid.game import LowRaid

        assert isinstance(game, LowRaid)
        if scenario not in game.tables.sheets:
            raise UsageError("low_raid.error.no_raid", found=scenario, choices=", ".join(sorted(game.tables.sheets)))
        side = game.tables.sheets[scenario].side
        return Casting({side: HUMAN}, {side: self.players(side)[0]})

    def players(self, seat: str) -> tuple[str, ...]:
        from bob.campaign.low_raid.pilots import RAID_LEADERS

        return (*RAID_LEADERS, RANDOM)

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        from bob.campaign.low_raid.game import LowRaid
        from bob.campaign.low_raid.pilots import RAID_LEADERS, RaidLeader

        assert isinstance(game, LowRaid)
        if name not in RAID_LEADERS:
            raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join((RANDOM, *RAID_LEADERS)))
        return RaidLeader(name, seat, game.tables)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        from bob.campaign.low_raid.game import LowRaid
        from bob.campaign.low_raid.telling import LowRaidTeller

        assert isinstance(game, LowRaid)
        return LowRaidTeller(words, game.tables.sheets[scenario], game.tables.cards.aircraft)

    def sort_key(self, order: Any) -> Any:
        from bob.campaign.low_raid.orders import sort_key

        return sort_key(order)

    def contest(self) -> Contest:
        return Contest(
            (
                *(Setting(code, weight=2) for code in RAIDS),
                *(Setting(code, {"strafing": False, "alarm": "alerted"}) for code in RAIDS),
            ),
            most=2000,
        )


KIT = LowRaidKit()
