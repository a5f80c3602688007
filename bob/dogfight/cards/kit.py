"""The card dogfight as it is played from outside."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from bob.dice import Dice
from bob.dogfight.engagement import Engagement, Result
from bob.dogfight.slot import Drawn, Tactical
from bob.errors import UsageError
from bob.game import Choices, Event, Game
from bob.kit import RANDOM, Casting, Contest, Decision, Player, Setting, Teller, WorldChange, cast
from bob.words import Words

if TYPE_CHECKING:
    from bob.dogfight.cards.game import CardDogfight
    from bob.dogfight.cards.pilots import Pilot

USUAL_PILOT = "sound"
PILOTS = (USUAL_PILOT, "strong")
"""The pilots beside `random`, the usual one first."""


class CardFlier:
    """A pilot as a player: made anew for each order, with its number in his seed, so that he is the same in a game opened again."""

    heed: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: str, game: CardDogfight) -> None:
        if name not in PILOTS:
            raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join((RANDOM, *PILOTS)))
        self.name, self.seat, self.seed, self.game = name, seat, seed, game
        self._pilot: tuple[object, Pilot] | None = None

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        from bob.dogfight.cards.pilots import pilot

        same = view.terms if self.name == USUAL_PILOT else (view.terms, number)  # whose thoughts hang on no seed
        if self._pilot is None or self._pilot[0] != same:
            self._pilot = same, pilot(self.name, self.seat, f"{self.seed}/{number}", view.terms, self.game)
        return [Decision(self._pilot[1].decide(view, choices), "staff.why.flies")]


class CardsKit(Tactical):
    """The card dogfight."""

    name: ClassVar[str] = "cards"
    begins: ClassVar[str] = "battle"
    turning: ClassVar[str] = "game_turn"
    brief: ClassVar[frozenset[str] | None] = frozenset({"shot_down", "flipped", "bombs_dropped", "went_home"})
    usual: ClassVar[str] = "first_match"
    flags: ClassVar[frozenset[str]] = frozenset({"option", "cards", "tournament"})
    endings: ClassVar[tuple[str, ...]] = tuple(f"cards.outcome.{code}" for code in ("shot_down", "damage", "points", "draw"))

    def make(self, own: Path | None = None) -> CardDogfight:
        from bob.dogfight.cards.data import laid_over
        from bob.dogfight.cards.game import CardDogfight

        return CardDogfight(laid_over(own) if own is not None else None)

    def scenarios(self, words: Words) -> Mapping[str, str]:
        from bob.dogfight.cards.data import shipped
        from bob.dogfight.cards.game import shipped_scenarios
        from bob.dogfight.cards.telling import CardTeller

        teller = CardTeller(words, shipped())
        return {code: teller.scenario(code) for code in shipped_scenarios()}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        from bob.dogfight.cards.data import ALLIED
        from bob.dogfight.cards.game import CardDogfight
        from bob.dogfight.cards.options import terms

        assert isinstance(game, CardDogfight)
        return cast({p.seat: p.side for p in terms(scenario, options, game.scenarios, game.tables).players}, ALLIED, PILOTS[0])

    def players(self, seat: str) -> tuple[str, ...]:
        return (*PILOTS, RANDOM)

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        from bob.dogfight.cards.game import CardDogfight

        assert isinstance(game, CardDogfight)
        return CardFlier(name, seat, seed, game)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        from bob.dogfight.cards.game import CardDogfight
        from bob.dogfight.cards.telling import CardTeller

        assert isinstance(game, CardDogfight)
        return CardTeller(words, game.tables)

    def sort_key(self, order: Any) -> Any:
        from bob.dogfight.cards.orders import sort_key

        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        from bob.dogfight.cards import hidden

        return hidden.hidden(seat)

    # ---- an engagement of the day

    def drawn_up(self, engagement: Engagement, dice: Dice) -> Drawn:
        from bob.dogfight import by_cards

        return by_cards.drawn_up(engagement, dice)

    def on_paper(self, engagement: Engagement) -> Drawn:
        from bob.dogfight import by_cards

        return by_cards.on_paper(engagement)

    def begin(self, drawn: Drawn, dice: Dice) -> tuple[Any, list[Event]]:
        from bob.dogfight.cards.game import CardDogfight

        assert isinstance(self.game, CardDogfight)
        return self.game.setup_terms(drawn.terms, dice)

    def seen(self, position: Any, seat: str) -> Any:
        from bob.dogfight import by_cards
        from bob.dogfight.cards.game import CardDogfight

        assert isinstance(self.game, CardDogfight)
        return by_cards.known(self.game.view(position, seat), self.game.tables)

    def hidden_in_day(self, seat: str) -> Mapping[str, WorldChange]:
        from bob.dogfight.cards import hidden

        return hidden.hidden_in_day(seat)

    def result(self, engagement: Engagement, position: Any, models: tuple[str, ...], dice: Dice) -> Result:
        from bob.dogfight import by_cards

        return by_cards.result(engagement, position, models, dice)

    def dogfight_teller(self, words: Words, model: Callable[[int], str]) -> Teller:
        from bob.dogfight.cards.data import shipped
        from bob.dogfight.cards.telling import IN_DAY, CardTeller

        return CardTeller(words, shipped(), model, IN_DAY)

    def account(self, words: Words, events: Sequence[Event], model: Callable[[int], str], aircraft: Callable[[str], str]) -> list[str]:
        from bob.dogfight.cards import accounts

        return accounts.account(words, events, aircraft)

    def invariants(self, position: Any, models: tuple[str, ...]) -> None:
        super().invariants(position, models)
        assert len(models) == len(position.crafts), models

    # ---- the fuzzer

    def contest(self) -> Contest:
        return Contest(
            (
                Setting("duel", weight=2),
                Setting("duel", {"pilots": True, "vp_limit": 30, "year": 1945, "balance": True}, 2),
                Setting("first_match", {"bonus_cards": True, "oots_answered_as_ims": True, "flip": "exceed"}, 2),
                Setting("pairs", {"bonus_cards": True, "decks": 2}, 2),
                Setting("teams", {"wingmen": True, "theatre": "europe"}, 2),
                Setting("free_for_all", {"pilots": True}, 2),
                Setting("raid", weight=2),
                Setting("raid", {"wingmen": True, "decks": 3, "mission": True}),
            ),
            most=60000,
        )


KIT = CardsKit()
