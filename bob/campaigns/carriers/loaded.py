"""The carrier campaigns as they are played from outside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bob.campaigns.carriers.game import Carriers
from bob.campaigns.carriers.hidden import hidden
from bob.campaigns.carriers.kit import CARRIER_CAMPAIGNS, CarriersKit
from bob.campaigns.carriers.officers import FleetOfficer
from bob.campaigns.carriers.orders import sort_key
from bob.campaigns.carriers.telling import CarrierTeller
from bob.campaigns.matches import LOTS
from bob.campaigns.sides import side_of
from bob.core.errors import UsageError
from bob.core.game import Game
from bob.core.kit import RANDOM, Casting, Contest, Player, Setting, Teller, WorldChange, cast, game_of
from bob.tactical.cards_classic.kit import FLIGHT_PILOTS
from bob.tactical.cards_classic.kit import KIT as FLIGHT
from bob.words import Words


class LoadedCarriersKit(CarriersKit):
    """The carrier campaigns."""

    def make(self, own: Path | None = None) -> Carriers:
        return Carriers.over(own) if own is not None else Carriers()

    def scenarios(self, words: Words) -> Mapping[str, str]:
        pages = self.make().tables.campaigns
        return {code: words.of(pages[code].name) for code in CARRIER_CAMPAIGNS}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        return cast(game_of(Carriers, game).teams_of(options), "allied", FLIGHT_PILOTS[0])

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        played = game_of(Carriers, game)
        if name not in (*FLIGHT_PILOTS, LOTS):
            raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join((RANDOM, *FLIGHT_PILOTS, LOTS)))
        return FleetOfficer(name, seat, seed, played)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        played = game_of(Carriers, game)
        return CarrierTeller(words, played.tables, played.tables.campaigns[scenario], played.flights.tables)

    def sort_key(self, order: Any) -> Any:
        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        played = game_of(Carriers, game)
        return hidden(played, side_of(seat), FLIGHT.hidden(played.flights, side_of(seat)))

    def contest(self) -> Contest:
        return Contest(
            (
                *(Setting(code, {"quick": True}, 2) for code in CARRIER_CAMPAIGNS),
                *(Setting(code, {"turns": 2}) for code in CARRIER_CAMPAIGNS),
                Setting("midway", {"turns": 2, "allied_players": 3}),
                Setting("fleet_air_arm", {"turns": 2, "angle_of_attack": True, "pilots_lost": "out", "lone_wingman": "leads"}),
            ),
            most=60000,
        )
