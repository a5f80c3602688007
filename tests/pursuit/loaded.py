"""The half of Pursuit's kit that needs its rules: what it takes to play it alone, and to fight an engagement of the day out in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bob.core.dice import Dice, Stream
from bob.core.errors import UsageError
from bob.core.game import Choices, Event, Game
from bob.core.kit import HUMAN, Casting, Contest, Decision, Player, Setting, Teller, WorldChange, changes
from bob.data.units import SIDES
from bob.tactical import fates
from bob.tactical.engagement import Engagement, Result, enemy
from bob.tactical.scale import aircraft_lost, scaled
from bob.tactical.slot import Drawn
from bob.words import Words
from tests.pursuit.game import SCENARIOS, Pursuit, PursuitTerms
from tests.pursuit.kit import SHOWN, STEADY, PursuitKit


class Steady:
    """A pilot who braces himself and shoots at the first that he sees."""

    name = STEADY
    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, seat: str) -> None:
        self.seat = seat

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        return [Decision(choices.listed[-1], "staff.why.flies")]


class PursuitTeller:
    """Tells Pursuit; `model` names an aircraft by its number."""

    def __init__(self, words: Words, model: Callable[[int], str] = str) -> None:
        self.words, self.model = words, model

    def event(self, event: Event) -> str:
        return self._describe(event.code, event.data)

    def order(self, order: Any, seat: str) -> str:
        return self._describe(order.code, {name: getattr(order, name) for name in type(order).__dataclass_fields__ if name != "code"})

    def _describe(self, code: str, data: Mapping[str, Any]) -> str:
        named = {name: self.model(value) if name in ("model", "target") else value for name, value in data.items()}
        return SHOWN[code][self.words.language].format(**named)


class LoadedPursuitKit(PursuitKit):
    """The half that needs the rules."""

    def make(self, own: Path | None = None) -> Pursuit:
        return Pursuit()

    def scenarios(self, words: Words) -> Mapping[str, str]:
        return {code: code for code in SCENARIOS}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        usual = dict.fromkeys(SIDES, STEADY)
        return Casting(usual | {"raf": HUMAN}, usual)

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        if name != STEADY:
            raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join(self.players(seat)))
        return Steady(seat)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        return PursuitTeller(words)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        def brace(seat: str, position: Any, stream: Stream) -> None:
            other = enemy(seat)  # type: ignore[arg-type]
            position.brace[other] = 1 + position.brace.get(other, 0)

        return changes(seat, brace)

    def contest(self) -> Contest:
        return Contest((Setting("even"), Setting("outnumbered", {"turns": 6})), most=200)

    def sort_key(self, order: Any) -> Any:
        return order.code, getattr(order, "target", 0)

    # ---- an engagement of the day

    def drawn_up(self, engagement: Engagement, dice: Dice) -> Drawn:
        n, given = scaled(engagement, dice)
        units = [f.unit for side in SIDES for f, count in zip(engagement.of(side), given[side], strict=True) for _ in range(count)]
        return Drawn(PursuitTerms({side: sum(counts) for side, counts in given.items()}), tuple(units), n)

    def begin(self, drawn: Drawn, dice: Dice) -> tuple[Any, list[Event]]:
        return self.make().begun(drawn.terms)

    def result(self, engagement: Engagement, position: Any, models: tuple[str, ...], dice: Dice) -> Result:
        losses = []
        for force in engagement.forces:
            mine = [number for number, unit in enumerate(models) if unit == force.unit]
            armed = any(foe.shoots for foe in engagement.of(enemy(force.side)))
            down = sum(number in position.down for number in mine) if armed else 0
            lost = aircraft_lost(down, len(mine), force.count, dice, by=force.side)
            losses.append(fates.crews(engagement, fates.after(force, lost, 0, shot_at=armed), dice))
        return fates.outcome(engagement, losses, engagement.length, self.name, dice)

    def dogfight_teller(self, words: Words, model: Callable[[int], str]) -> Teller:
        return PursuitTeller(words, model)

    def invariants(self, position: Any, models: tuple[str, ...]) -> None:
        super().invariants(position, models)
        assert len(models) == sum(position.terms.models.values())
