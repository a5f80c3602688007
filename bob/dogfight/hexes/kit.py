"""The hex dogfight as it is played from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from bob.dice import Dice, SeededDice, Stream
from bob.dogfight.engagement import Engagement, Result
from bob.dogfight.flier import Flier
from bob.dogfight.models import numbered
from bob.dogfight.slot import Drawn, Tactical
from bob.game import Event, Game
from bob.kit import RANDOM, Casting, Contest, Player, Setting, Teller, WorldChange, cast
from bob.words import Words

if TYPE_CHECKING:
    from bob.dogfight.hexes.game import HexDogfight
    from bob.dogfight.hexes.pilots import SoundHexPilot

_MIXES = 500
"""How many mixtures of all options the fuzzer plays."""
USUAL_PILOT = "sound"
PILOTS = (USUAL_PILOT, "strong", "weak")
"""The pilots beside `random`, the usual one first."""


class HexesKit(Tactical):
    """The hex dogfight."""

    name: ClassVar[str] = "hexes"
    brief: ClassVar[frozenset[str] | None] = frozenset({"hit", "destroyed", "destroyed_by", "collided", "left_sheet", "dry", "ship_sunk"})
    usual: ClassVar[str] = "duel"
    flags: ClassVar[frozenset[str]] = frozenset({"option", "hexes", "tournament"})
    endings: ClassVar[tuple[str, ...]] = tuple(f"hexes.outcome.{code}" for code in ("draw", "last", "points"))

    def make(self, own: Path | None = None) -> HexDogfight:
        from bob.dogfight.hexes.game import HexDogfight

        return HexDogfight.over(own) if own is not None else HexDogfight()

    def with_file(self, game: Game[Any], path: Path) -> tuple[HexDogfight, str]:
        from bob.dogfight.hexes.game import HexDogfight

        assert isinstance(game, HexDogfight)
        return game.with_mission(path)

    def scenarios(self, words: Words) -> Mapping[str, str]:
        from bob.dogfight.hexes.options import RANDOM_MISSION, shipped_missions

        shipped = {code: words.of(mission.name, code) for code, mission in shipped_missions().items()}
        return {**shipped, RANDOM_MISSION: words("hexes.mission.random")}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        from bob.dogfight.hexes.game import HexDogfight

        assert isinstance(game, HexDogfight)
        players = game.terms_of(scenario, options, SeededDice(Stream.of(0, "casting"))).players
        return cast({player.seat: player.side for player in players}, players[0].side, USUAL_PILOT)

    def players(self, seat: str) -> tuple[str, ...]:
        return (*PILOTS, RANDOM)

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        from bob.dogfight.hexes.game import HexDogfight

        assert isinstance(game, HexDogfight)
        tables = game.tables

        def made() -> SoundHexPilot:
            from bob.dogfight.hexes.pilots import KINDS

            return KINDS[name](seat, tables)

        return Flier(name, seat, PILOTS, made)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        from bob.dogfight.hexes.game import HexDogfight
        from bob.dogfight.hexes.telling import HexTeller

        assert isinstance(game, HexDogfight)
        return HexTeller(words, game.tables, lambda number: numbered(words, (), number))

    def sort_key(self, order: Any) -> Any:
        from bob.dogfight.hexes.orders import sort_key

        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        from bob.dogfight.hexes import hidden

        return hidden.hidden(seat)

    # ---- an engagement of the day

    def drawn_up(self, engagement: Engagement, dice: Dice) -> Drawn:
        from bob.dogfight import by_hexes

        return by_hexes.drawn_up(engagement, dice)

    def on_paper(self, engagement: Engagement) -> Drawn:
        from bob.dogfight import by_hexes

        return by_hexes.on_paper(engagement)

    def begin(self, drawn: Drawn, dice: Dice) -> tuple[Any, list[Event]]:
        from bob.dogfight.hexes.game import HexDogfight

        assert isinstance(self.game, HexDogfight)
        return self.game.setup_terms(drawn.terms, dice)

    def seen(self, position: Any, seat: str) -> Any:
        from bob.dogfight import by_hexes

        return by_hexes.known(self.game.view(position, seat))

    def told(self, events: Sequence[Event], position: Any) -> Sequence[Event]:
        from bob.dogfight import by_hexes

        return by_hexes.told(events, position)

    def hidden_in_day(self, seat: str) -> Mapping[str, WorldChange]:
        from bob.dogfight.hexes import hidden

        return hidden.hidden_in_day(seat)

    def result(self, engagement: Engagement, position: Any, models: tuple[str, ...], dice: Dice) -> Result:
        from bob.dogfight import by_hexes

        return by_hexes.result(engagement, position, models, dice)

    def dogfight_teller(self, words: Words, model: Callable[[int], str]) -> Teller:
        from bob.dogfight.hexes.data import shipped
        from bob.dogfight.hexes.telling import HexTeller

        return HexTeller(words, shipped(), model)

    def invariants(self, position: Any, models: tuple[str, ...]) -> None:
        super().invariants(position, models)
        assert len(models) == len(position.aircraft), models

    # ---- the fuzzer

    def contest(self) -> Contest:
        from bob.dogfight.hexes.mixes import mixed

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


KIT = HexesKit()
