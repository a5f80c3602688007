"""The land campaigns as they are played from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from bob.campaign.matches import LOTS
from bob.dice import Stream
from bob.dogfight.cards.classic.kit import FLIGHT_PILOTS, FlightFlier
from bob.game import Choices, Game
from bob.kit import RANDOM, Casting, Contest, Decision, Kit, Player, Setting, Teller, WorldChange, cast
from bob.words import Words

if TYPE_CHECKING:
    from bob.campaign.air_war.game import AirWar

SHEETS = ("channel_battle", "eagle_attack", "sector_airfields", "london", "autumn", "counter_raids")


class SquadronLeader:
    """Plays a side of a land campaign: a pilot for its flights, and for all else an officer, or lots."""

    heed: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: str, game: AirWar) -> None:
        from bob.campaign.air_war.officers import AirWarOfficer, war_outlooks_of

        self.name, self.seat, self.seed = name, seat, seed
        self._pilot = FlightFlier(FLIGHT_PILOTS[0] if name == LOTS else name, seat, seed, game.flights)
        self._officer = AirWarOfficer(seat, game, war_outlooks_of(game)) if name != LOTS else None

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        from bob.campaign.air_war.orders import OWN, Ready

        if not any(isinstance(order, OWN) for order in choices.listed):
            return self._pilot.orders(view.flight, choices, number)
        if self._officer is not None:
            return self._officer.decide(view, choices, number)
        stream = Stream.of(f"{self.seed}/{number}", f"squadron/{self.seat}")
        if Ready() in choices.listed and stream.below(2):
            return [Decision(Ready(), "staff.why.chance")]  # a plan can be changed for ever
        return [Decision(stream.choose(choices.listed), "staff.why.chance")]


class AirWarKit(Kit):
    """The land campaigns."""

    name: ClassVar[str] = "air_war"
    usual: ClassVar[str] = SHEETS[0]
    flags: ClassVar[frozenset[str]] = frozenset({"option", "air_war", "tournament"})
    endings: ClassVar[tuple[str, ...]] = tuple(
        f"air_war.outcome.{code}" for code in ("axis_major", "axis_minor", "draw", "allied_minor", "allied_major")
    )

    def make(self, own: Path | None = None) -> AirWar:
        from bob.campaign.air_war.game import AirWar

        return AirWar.over(own) if own is not None else AirWar()

    def scenarios(self, words: Words) -> Mapping[str, str]:
        return {code: words.of(sheet.name) for code, sheet in self.make().tables.sheets.items()}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        from bob.campaign.air_war.sheets import SIDES

        return cast({side: side for side in SIDES}, SIDES[1], FLIGHT_PILOTS[0])

    def players(self, seat: str) -> tuple[str, ...]:
        return (*FLIGHT_PILOTS, LOTS, RANDOM)

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        from bob.campaign.air_war.game import AirWar

        assert isinstance(game, AirWar)
        return SquadronLeader(name, seat, seed, game)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        from bob.campaign.air_war.game import AirWar
        from bob.campaign.air_war.telling import AirWarTeller

        assert isinstance(game, AirWar)
        return AirWarTeller(words, game.tables, game.tables.sheets[scenario], game.flights.tables)

    def sort_key(self, order: Any) -> Any:
        from bob.campaign.air_war.orders import sort_key

        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        from bob.campaign.air_war.game import AirWar
        from bob.campaign.air_war.hidden import hidden
        from bob.dogfight.cards.linking import hidden_of_flight

        assert isinstance(game, AirWar)
        return hidden(game, seat, hidden_of_flight(seat))

    def contest(self) -> Contest:
        return Contest(
            (
                *(Setting(code, {"quick": True}, 2) for code in SHEETS),
                *(Setting(code, {"missions": 2}) for code in SHEETS),
                *(Setting(code, {"quick": True, "targets_keep_damage": True, "pilots_lost": "out"}) for code in SHEETS),
                Setting("channel_battle", {"missions": 2, "angle_of_attack": True, "lone_wingman": "leads", "both_in_a_turn": True}),
                Setting("autumn", {"missions": 2, "strafe_only_flak_attacks": 2, "wingman_attacks": "all", "flip": "exceed"}),
            ),
            most=60000,
        )


KIT = AirWarKit()
