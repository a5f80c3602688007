"""The hex dogfight as it is played from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bob.core.dice import Dice, SeededDice, Stream
from bob.core.game import Event, Game
from bob.core.kit import Casting, Contest, Player, Setting, Teller, WorldChange, cast, game_of
from bob.tactical.debrief import Shot, card_of, speed_points
from bob.tactical.engagement import Engagement, Result
from bob.tactical.flier import Flier
from bob.tactical.hexes import debrief, hidden, resolver
from bob.tactical.hexes.data import shipped
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.kit import PILOTS, USUAL_PILOT, HexesKit
from bob.tactical.hexes.mixes import mixed
from bob.tactical.hexes.options import RANDOM_MISSION, shipped_missions
from bob.tactical.hexes.orders import sort_key
from bob.tactical.hexes.pilots import KINDS, SoundHexPilot
from bob.tactical.hexes.telling import HexTeller, name_of
from bob.tactical.hexes.view import HexTableView
from bob.tactical.models import numbered
from bob.tactical.slot import Drawn
from bob.words import Words

_MIXES = 500
"""The number of mixtures of all options that the fuzzer plays."""


class LoadedHexesKit(HexesKit):
    """The hex dogfight."""

    def make(self, own: Path | None = None) -> HexDogfight:
        return HexDogfight.over(own) if own is not None else HexDogfight()

    def with_file(self, game: Game[Any], path: Path) -> tuple[HexDogfight, str]:
        played = game_of(HexDogfight, game)
        return played.with_mission(path)

    def scenarios(self, words: Words) -> Mapping[str, str]:
        shipped = {code: words.of(mission.name, code) for code, mission in shipped_missions().items()}
        return {**shipped, RANDOM_MISSION: words("hexes.mission.random")}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        played = game_of(HexDogfight, game)
        players = played.terms_of(scenario, options, SeededDice(Stream.of(0, "casting"))).players
        return cast({player.seat: player.side for player in players}, players[0].side, USUAL_PILOT)

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        played = game_of(HexDogfight, game)
        tables = played.tables

        def made() -> SoundHexPilot:
            return KINDS[name](seat, tables)

        return Flier(name, seat, PILOTS, made)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        played = game_of(HexDogfight, game)
        return HexTeller(words, played.tables, lambda number: numbered(words, (), number))

    def sort_key(self, order: Any) -> Any:
        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        return hidden.hidden(seat)

    # ---- an engagement of the day

    def drawn_up(self, engagement: Engagement, dice: Dice) -> Drawn:
        return resolver.drawn_up(engagement, dice)

    def begin(self, drawn: Drawn, dice: Dice) -> tuple[Any, list[Event]]:
        return game_of(HexDogfight, self.game).setup_terms(drawn.terms, dice)

    def seen(self, position: Any, seat: str) -> Any:
        return resolver.known(self.game.view(position, seat))

    def seen_in_day(self, events: Sequence[Event], position: Any) -> Sequence[Event]:
        return resolver.seen_in_day(events, position)

    def hidden_in_day(self, seat: str) -> Mapping[str, WorldChange]:
        return hidden.hidden_in_day(seat)

    def result(self, engagement: Engagement, position: Any, models: tuple[str, ...], dice: Dice) -> Result:
        return resolver.result(engagement, position, models, dice)

    def dogfight_teller(self, words: Words, model: Callable[[int], str]) -> Teller:
        return HexTeller(words, shipped(), model)

    def names_worn(self, battle: object, models: Sequence[str | None]) -> Mapping[int, str]:
        if not isinstance(battle, HexTableView):
            return {}
        return {number: name_of(battle, number, models) for number in range(len(battle.aircraft))}

    def debrief(self, words: Words, events: Sequence[Event]) -> list[Shot]:
        teller = HexTeller(words, shipped())
        return debrief.shots(events, shipped().die, partial(card_of, words, teller.card), partial(speed_points, words))

    def invariants(self, position: Any, models: tuple[str, ...]) -> None:
        super().invariants(position, models)
        assert len(models) == len(position.aircraft), models

    # ---- the fuzzer

    def contest(self) -> Contest:
        return Contest(
            (
                Setting("duel", weight=3),
                Setting("duel", {"altimeter": True, "fuel": True, "deflection": True, "slip_limit": True, "cloud_count": 3}, 2),
                Setting("duel", {"structure": 2, "turns": 12, "night": True, "named": True, "wep_once": True}, 2),
                Setting("duel", {"altimeter": True, "altitude_fire": True, "above": True, "wind": {"to": 2, "force": 3}}, 2),
                Setting("free_hunt", weight=2),
                Setting("free_hunt", {"altimeter": True, "fuel": True, "new_clouds": True}),
                Setting("random"),
                *[Setting(*mixed(number)) for number in range(_MIXES)],
            ),
            most=60000,
        )
