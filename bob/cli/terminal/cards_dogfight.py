"""A dogfight by cards inside a day, in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from bob.cli.terminal.books import NumbersAlone
from bob.cli.terminal.cards_text import CardsBook, TableTeller
from bob.core.game import Event
from bob.day.state.view import EngagementView
from bob.day.telling.period_names import Names
from bob.tactical.cards import CardDogfight
from bob.tactical.cards.resolver import PARTIES
from bob.tactical.cards.view import CardTableView, SeenCraft
from bob.tactical.models import model_name, numbered
from bob.tactical.slot import Tactical
from bob.words import Words

_SIDES = {party: side for side, party in PARTIES.items()}


class FightTeller(TableTeller):
    """A dogfight of a day in words: own aircraft by their units, the enemy's by their types."""

    __slots__ = ()

    def fought(self, s: EngagementView | None) -> None:
        """The aircraft are those of this dogfight from now on."""
        self.seen(s.battle if s is not None else None)
        if s is None or s.battle is None:
            return
        types = {craft.number: self.called(craft.number) for craft in s.battle.aircraft}
        types |= {number: name for number in types if (name := model_name(self.words, s.models, number)) is not None}
        self._named = types

    def called(self, number: int) -> str:
        name = super().called(number)
        return name if number in self._named else numbered(self.words, (), number)

    def event(self, event: Event) -> str:
        if event.code == "shot_down":  # its victory points are none of the day's
            return self.words("play.fight.shot_down", aircraft=self.called(event.data["aircraft"]))
        return super().event(event)

    def _value(self, name: str, value: Any) -> Any:
        return super()._value(name, _SIDES.get(value, value) if name in ("side", "winner") else value)


class CardsDogfight(NumbersAlone, CardsBook):
    """The pages of a dogfight by cards."""

    scored: ClassVar[bool] = False
    in_play: ClassVar[str] = "game_turn"
    teller: FightTeller

    def __init__(self, words: Words, kit: Tactical, names: Names) -> None:
        self.brief, self.begins = kit.brief, kit.begins
        game = kit.game
        assert isinstance(game, CardDogfight)
        super().__init__(words, game, FightTeller(words, game))
        self._whole = True

    def fought(self, s: EngagementView | None) -> None:
        self.teller.fought(s)

    def event(self, event: Event) -> str:
        return self.teller.event(event)

    def blocks(self, s: EngagementView, *, whole: bool) -> tuple[str, list[str]]:
        self._whole = whole
        return self.head(s.battle), self.page(s.battle)

    def hands(self, view: CardTableView) -> Sequence[SeenCraft]:
        asked = (view.chain.to,) if view.chain is not None else view.following or ((view.active,) if view.active >= 0 else ())
        return view.aircraft if self._whole or not asked else [craft for craft in view.aircraft if craft.number in asked]
