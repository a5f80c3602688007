"""The carrier campaigns as they are played from outside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from bob.campaign.matches import LOTS
from bob.dogfight.cards.classic.kit import FLIGHT_PILOTS
from bob.errors import UsageError
from bob.game import Game
from bob.kit import RANDOM, Casting, Contest, Kit, Player, Setting, Teller, WorldChange, cast
from bob.words import Words

if TYPE_CHECKING:
    from bob.campaign.carriers.game import Carriers

CARRIER_SHEETS = ("convoys", "fleet_air_arm", "coral_sea", "midway")


class CarriersKit(Kit):
    """The carrier campaigns."""

    name: ClassVar[str] = "carriers"
    usual: ClassVar[str] = CARRIER_SHEETS[0]
    flags: ClassVar[frozenset[str]] = frozenset({"option", "carriers", "tournament"})
    endings: ClassVar[tuple[str, ...]] = tuple(f"carriers.outcome.{code}" for code in ("axis", "allied", "draw"))

    def make(self, own: Path | None = None) -> Carriers:
        from bob.campaign.carriers.game import Carriers

        return Carriers.over(own) if own is not None else Carriers()

    def scenarios(self, words: Words) -> Mapping[str, str]:
        sheets = self.make().tables.sheets
        return {code: words.of(sheets[code].name) for code in CARRIER_SHEETS}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        return cast({"axis": "axis", "allied": "allied"}, "allied", FLIGHT_PILOTS[0])

    def players(self, seat: str) -> tuple[str, ...]:
        return (*FLIGHT_PILOTS, LOTS, RANDOM)

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        from bob.campaign.carriers.game import Carriers
        from bob.campaign.carriers.officers import FleetOfficer

        assert isinstance(game, Carriers)
        if name not in (*FLIGHT_PILOTS, LOTS):
            raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join((RANDOM, *FLIGHT_PILOTS, LOTS)))
        return FleetOfficer(name, seat, seed, game)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        from bob.campaign.carriers.game import Carriers
        from bob.campaign.carriers.telling import CarrierTeller

        assert isinstance(game, Carriers)
        return CarrierTeller(words, game.tables, game.tables.sheets[scenario], game.flights.tables)

    def sort_key(self, order: Any) -> Any:
        from bob.campaign.carriers.orders import sort_key

        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        from bob.campaign.carriers.game import Carriers
        from bob.campaign.carriers.hidden import hidden
        from bob.dogfight.cards.classic.kit import KIT as FLIGHT

        assert isinstance(game, Carriers)
        return hidden(game, seat, FLIGHT.hidden(game.flights, seat))

    def contest(self) -> Contest:
        return Contest(
            (
                *(Setting(code, {"quick": True}, 2) for code in CARRIER_SHEETS),
                *(Setting(code, {"turns": 2}) for code in CARRIER_SHEETS),
                Setting("fleet_air_arm", {"turns": 2, "angle_of_attack": True, "pilots_lost": "out", "lone_wingman": "leads"}),
            ),
            most=60000,
        )


KIT = CarriersKit()
