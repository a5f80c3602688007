"""The land campaigns as they are played from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bob.campaigns.land.game import AirWar
from bob.campaigns.land.hidden import hidden
from bob.campaigns.land.kit import CAMPAIGNS, AirWarKit
from bob.campaigns.land.officers import AirWarOfficer, war_outlooks_of
from bob.campaigns.land.orders import OWN, Ready, sort_key
from bob.campaigns.land.telling import AirWarTeller
from bob.campaigns.matches import LOTS
from bob.campaigns.sides import SIDES, side_of
from bob.core.dice import Stream
from bob.core.game import Choices, Game
from bob.core.kit import Casting, Contest, Decision, Player, Setting, Teller, WorldChange, cast, game_of
from bob.tactical.cards.linking import hidden_of_flight
from bob.tactical.cards_classic.kit import FLIGHT_PILOTS
from bob.tactical.cards_classic.loaded import FlightFlier
from bob.words import Words


class SquadronLeader:
    """Plays a side of a land campaign: a pilot for its flights, and for all else an officer, or lots."""

    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: str, game: AirWar) -> None:
        self.name, self.seat, self.seed = name, seat, seed
        self._pilot = FlightFlier(FLIGHT_PILOTS[0] if name == LOTS else name, side_of(seat), seed, game.flights)
        self._officer = AirWarOfficer(side_of(seat), game, war_outlooks_of(game)) if name != LOTS else None

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        if not any(isinstance(order, OWN) for order in choices.listed):
            return self._pilot.orders(view.flight, choices, number)
        if self._officer is not None:
            return self._officer.decide(view, choices, number)
        stream = Stream.of(f"{self.seed}/{number}", f"squadron/{self.seat}")
        if Ready() in choices.listed and stream.below(2):
            return [Decision(Ready(), "staff.why.chance")]  # a plan can be changed for ever
        return [Decision(stream.choose(choices.listed), "staff.why.chance")]


class LoadedAirWarKit(AirWarKit):
    """The land campaigns."""

    def make(self, own: Path | None = None) -> AirWar:
        return AirWar.over(own) if own is not None else AirWar()

    def scenarios(self, words: Words) -> Mapping[str, str]:
        sheets = self.make().tables.campaigns
        return {code: words.of(sheets[code].name) for code in CAMPAIGNS}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        return cast(game_of(AirWar, game).teams_of(options), SIDES[1], FLIGHT_PILOTS[0])

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        played = game_of(AirWar, game)
        return SquadronLeader(name, seat, seed, played)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        played = game_of(AirWar, game)
        return AirWarTeller(words, played.tables, played.tables.campaigns[scenario], played.flights.tables)

    def sort_key(self, order: Any) -> Any:
        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        played = game_of(AirWar, game)
        return hidden(played, side_of(seat), hidden_of_flight(side_of(seat)))

    def contest(self) -> Contest:
        return Contest(
            (
                *(Setting(code, {"quick": True}, 2) for code in CAMPAIGNS),
                *(Setting(code, {"missions": 2}) for code in CAMPAIGNS),
                *(Setting(code, {"quick": True, "targets_keep_damage": True, "pilots_lost": "out"}) for code in CAMPAIGNS),
                Setting("channel_battle", {"missions": 2, "angle_of_attack": True, "lone_wingman": "leads", "both_in_a_turn": True}),
                Setting("london", {"missions": 2, "axis_players": 3, "allied_players": 2}),
                Setting("autumn", {"missions": 2, "strafe_only_flak_attacks": 2, "wingman_attacks": "all", "flip": "exceed"}),
            ),
            most=60000,
        )
