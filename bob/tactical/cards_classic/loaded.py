"""The flight as it is played from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bob.core.dice import Dice
from bob.core.errors import UsageError
from bob.core.game import Choices, Event, Game
from bob.core.kit import RANDOM, Casting, Contest, Decision, Player, Setting, Teller, WorldChange, cast, game_of
from bob.tactical.cards import debrief
from bob.tactical.cards.data import ALLIED
from bob.tactical.cards.orders import sort_key
from bob.tactical.cards.telling import IN_DAY
from bob.tactical.cards_classic import resolver
from bob.tactical.cards_classic.data import classic_laid_over, classic_tables
from bob.tactical.cards_classic.game import FlightGame, shipped_flights
from bob.tactical.cards_classic.hidden import hidden_of_flight, hidden_of_flight_in_day
from bob.tactical.cards_classic.kit import FLIGHT_PILOTS, FlightKit
from bob.tactical.cards_classic.pilots import StrongFlier, flown_by_rule
from bob.tactical.cards_classic.position import FlightPosition
from bob.tactical.cards_classic.telling import FlightTeller, names_in_events
from bob.tactical.cards_classic.view import FlightView
from bob.tactical.debrief import Shot
from bob.tactical.engagement import Engagement, Result
from bob.tactical.slot import Drawn
from bob.words import Words


class FlightFlier:
    """A pilot as a player: its orders depend only on its view, so that it plays the same in a reopened game."""

    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: str, game: FlightGame) -> None:
        if name not in FLIGHT_PILOTS:
            raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join((RANDOM, *FLIGHT_PILOTS)))
        self.name, self.seat, self.game = name, seat, game
        self._strong = StrongFlier(seed, game) if name == FLIGHT_PILOTS[1] else None

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        return [self._strong.decide(view, choices) if self._strong is not None else flown_by_rule(view, choices, self.game.tables)]


def _with_place(event: Event, position: FlightPosition) -> Event:
    """Return the event that reveals an aircraft with its place in its Element or formation, for who reads it without a view."""
    return replace(event, data={**event.data, "place": position.sorties[event.data["aircraft"]].place})


class LoadedFlightKit(FlightKit):
    """The card dogfight in its classic edition: whole flights."""

    def make(self, own: Path | None = None) -> FlightGame:
        return FlightGame(classic_laid_over(own) if own is not None else None)

    def scenarios(self, words: Words) -> Mapping[str, str]:
        teller = FlightTeller(words, classic_tables())
        return {code: teller.scenario(code) for code in shipped_flights()}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        played = game_of(FlightGame, game)
        return cast({side.seat: side.side for side in played.terms(scenario, options).sides}, ALLIED, FLIGHT_PILOTS[0])

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        played = game_of(FlightGame, game)
        return FlightFlier(name, seat, seed, played)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        played = game_of(FlightGame, game)
        return FlightTeller(words, played.tables, played.flights.get(scenario))

    def sort_key(self, order: Any) -> Any:
        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        return hidden_of_flight(seat)

    # ---- an engagement of the day

    def drawn_up(self, engagement: Engagement, dice: Dice) -> Drawn:
        return resolver.drawn_up(engagement, dice)

    def begin(self, drawn: Drawn, dice: Dice) -> tuple[FlightPosition, list[Event]]:
        position, events = game_of(FlightGame, self.game).setup_terms(drawn.terms, dice)
        return position, [_with_place(event, position) if event.code == "revealed" else event for event in events]

    def seen(self, position: FlightPosition, seat: str) -> FlightView:
        played = game_of(FlightGame, self.game)
        return resolver.known(played.view(position, seat), played.tables)

    def hidden_in_day(self, seat: str) -> Mapping[str, WorldChange]:
        return hidden_of_flight_in_day(seat)

    def result(self, engagement: Engagement, position: FlightPosition, models: tuple[str, ...], dice: Dice) -> Result:
        return resolver.result(engagement, position, models, dice)

    def dogfight_teller(self, words: Words, model: Callable[[int], str]) -> Teller:
        return FlightTeller(words, classic_tables(), name=model, seats=IN_DAY)

    def labels(self, words: Words, events: Sequence[Event]) -> Mapping[int, str]:
        return names_in_events(events, words, classic_tables())

    def debrief(self, words: Words, events: Sequence[Event]) -> list[Shot]:
        return debrief.shots(events, FlightTeller(words, classic_tables(), name=str, seats=IN_DAY).card)

    def invariants(self, position: FlightPosition, models: tuple[str, ...]) -> None:
        super().invariants(position, models)
        assert len(models) == len(position.crafts), models

    # ---- the fuzzer

    def contest(self) -> Contest:
        doubtful = {
            "flip": "exceed",
            "angle_of_attack": True,
            "strafe_only_flak_attacks": 2,
            "strafing_skips_play": False,
            "both_in_a_turn": True,
            "first_skip": "side",
            "wingman_attacks": "all",
            "lone_wingman": "leads",
        }
        stay = {"edition": {"leave": "never"}}
        return Contest(
            (
                Setting("rail_complex", stay, 2),
                Setting("carrier_strike", stay, 2),
                Setting("elements", weight=2),
                Setting("heavy_raid", stay),
                Setting("look"),
                Setting("rail_complex", {"edition": doubtful}),
                Setting("heavy_raid", {"edition": {**doubtful, "lone_wingman": "leaves", "leave": "never"}}),
                Setting("carrier_strike", {"edition": {"helpers": False, "loaded": "none"}}),
                Setting("rail_complex"),
                Setting("rail_complex", {**stay, "target_bound": 0}, 2),
                Setting("carrier_strike", {**stay, "target_bound": 0}, 2),
            ),
        )
