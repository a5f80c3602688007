"""The miniatures dogfight as it is played from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from bob.core.dice import Dice, SeededDice, Stream
from bob.core.game import Event, Game
from bob.core.kit import Casting, Contest, Player, Setting, Teller, WorldChange, cast, game_of
from bob.tactical.debrief import Shot, card_of
from bob.tactical.engagement import Engagement, Result
from bob.tactical.flier import Flier
from bob.tactical.miniatures import debrief, hidden, resolver
from bob.tactical.miniatures.data import shipped
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.kit import PILOTS, USUAL_PILOT, SkiesKit
from bob.tactical.miniatures.mixes import mixed
from bob.tactical.miniatures.options import RANDOM_SCENARIO, shipped_scenarios
from bob.tactical.miniatures.orders import sort_key
from bob.tactical.miniatures.pilots import KINDS, SoundMiniaturePilot
from bob.tactical.miniatures.telling import MiniatureTeller, short_name
from bob.tactical.miniatures.view import MiniatureTableView
from bob.tactical.models import numbered
from bob.tactical.slot import Drawn
from bob.words import Words

_MIXES = 500
"""The number of mixtures of all options that the fuzzer plays."""


class LoadedSkiesKit(SkiesKit):
    """The miniatures dogfight."""

    def make(self, own: Path | None = None) -> MiniatureDogfight:
        return MiniatureDogfight.over(own) if own is not None else MiniatureDogfight()

    def with_file(self, game: Game[Any], path: Path) -> tuple[MiniatureDogfight, str]:
        return _miniatures(game).with_scenario(path)

    def scenarios(self, words: Words) -> Mapping[str, str]:
        found = {code: words.of(scenario.name, code) for code, scenario in shipped_scenarios().items()}
        return {**found, RANDOM_SCENARIO: words("skies.scenario.random")}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        forces = _miniatures(game).terms_of(scenario, options, SeededDice(Stream.of(0, "casting"))).forces
        return cast({force.seat: force.seat for force in forces}, forces[0].seat, USUAL_PILOT)

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        tables = _miniatures(game).tables

        def made() -> SoundMiniaturePilot:
            return KINDS[name](seat, tables)

        return Flier(name, seat, PILOTS, made)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        return MiniatureTeller(words, _miniatures(game).tables, lambda number: numbered(words, (), number))

    def sort_key(self, order: Any) -> Any:
        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        return hidden.hidden(seat)

    # ---- an engagement of the day

    def drawn_up(self, engagement: Engagement, dice: Dice) -> Drawn:
        return resolver.drawn_up(engagement, dice)

    def begin(self, drawn: Drawn, dice: Dice) -> tuple[Any, list[Event]]:
        return _miniatures(self.game).setup_terms(drawn.terms, dice)

    def result(self, engagement: Engagement, position: Any, models: tuple[str, ...], dice: Dice) -> Result:
        return resolver.result(engagement, position, models, dice)

    def dogfight_teller(self, words: Words, model: Callable[[int], str]) -> Teller:
        return MiniatureTeller(words, shipped(), model)

    def names_worn(self, battle: object, models: Sequence[str | None]) -> Mapping[int, str]:
        if not isinstance(battle, MiniatureTableView):
            return {}
        return {number: short_name(battle, shipped(), number, models) for number in range(len(battle.aircraft))}

    def debrief(self, words: Words, events: Sequence[Event]) -> list[Shot]:
        teller = MiniatureTeller(words, shipped())
        return debrief.shots(events, partial(card_of, words, teller.names.card))

    def invariants(self, position: Any, models: tuple[str, ...]) -> None:
        super().invariants(position, models)
        assert len(models) == len(position.aircraft), models

    # ---- the fuzzer

    def contest(self) -> Contest:
        return Contest(
            (
                *(Setting(code) for code in shipped_scenarios()),
                Setting(RANDOM_SCENARIO),
                *(Setting(*mixed(number)) for number in range(_MIXES)),
            ),
            most=60000,
        )


def _miniatures(game: Game[Any]) -> MiniatureDogfight:
    return game_of(MiniatureDogfight, game)
