"""The card dogfight as it is played from outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from bob.core.dice import Dice
from bob.core.errors import UsageError
from bob.core.game import Choices, Event, Game
from bob.core.kit import RANDOM, Casting, Contest, Decision, Player, Setting, Teller, WorldChange, cast, game_of
from bob.data.units import aircraft_types
from bob.tactical.cards import debrief, hidden, resolver
from bob.tactical.cards.data import ALLIED, laid_over, shipped
from bob.tactical.cards.game import CardDogfight, shipped_scenarios
from bob.tactical.cards.kit import PILOTS, USUAL_PILOT, CardsKit
from bob.tactical.cards.options import terms
from bob.tactical.cards.orders import sort_key
from bob.tactical.cards.pilots import Pilot, pilot
from bob.tactical.cards.telling import IN_DAY, CardTeller
from bob.tactical.debrief import Shot
from bob.tactical.engagement import Engagement, Result
from bob.tactical.slot import Drawn
from bob.words import Words

FATES = {"shot_down": "down", "flipped": "damaged", "went_home": "home", "bombs_dropped": "bombs"}
"""The events that change the fate of a model, and the words for it."""


def account(words: Words, events: Sequence[Event], aircraft: Callable[[str], str]) -> list[str]:
    """Return a line for each game turn: models shot down, damaged, home or without their bombs; empty for a turn without. `aircraft`
    names types."""
    mounts = {event.data["aircraft"]: event.data["type"] for event in events if event.code == "revealed"}

    def model(code: str) -> str:
        """A type on the table; one of the user's own cards by its code."""
        if code in aircraft_types():
            return aircraft(code)
        cards = shipped().aircraft
        return cards[code].name if code in cards else code

    found = []
    for fell in _game_turns(events):
        parts = []
        for what, numbers in fell.items():
            kinds = Counter(model(mounts.get(number, "")) for number in numbers)
            if kinds:
                said = ", ".join(words("report.fight.some", count=n, aircraft=kind) for kind, n in kinds.items())
                parts.append(words(f"report.fell.{what}", models=said))
        found.append(words.separated(parts))
    return found


def _game_turns(events: Sequence[Event]) -> list[dict[str, list[int]]]:
    """Return for each game turn the models by fate; one that was damaged and then fell counts only as fallen."""
    found: list[dict[str, list[int]]] = []
    for event in events:
        if event.code == "game_turn":
            found.append({name: [] for name in FATES.values()})
        elif event.code in FATES and found:
            number = event.data["aircraft"]
            if event.code == "shot_down" and number in found[-1]["damaged"]:
                found[-1]["damaged"].remove(number)
            found[-1][FATES[event.code]].append(number)
    return found


class CardFlier:
    """A pilot as a player: created for each order with its number in the seed, so that it plays the same in a reopened game."""

    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, name: str, seat: str, seed: str, game: CardDogfight) -> None:
        if name not in PILOTS:
            raise UsageError("pilots.no_pilot", name=name[:60], choices=", ".join((RANDOM, *PILOTS)))
        self.name, self.seat, self.seed, self.game = name, seat, seed, game
        self._pilot: tuple[object, Pilot] | None = None

    def orders(self, view: Any, choices: Choices, number: int) -> list[Decision]:
        same = view.terms if self.name == USUAL_PILOT else (view.terms, number)  # the usual pilot uses no seed
        if self._pilot is None or self._pilot[0] != same:
            self._pilot = same, pilot(self.name, self.seat, f"{self.seed}/{number}", view.terms, self.game)
        return [Decision(self._pilot[1].decide(view, choices), "staff.why.flies")]


class LoadedCardsKit(CardsKit):
    """The card dogfight."""

    def make(self, own: Path | None = None) -> CardDogfight:
        return CardDogfight(laid_over(own) if own is not None else None)

    def scenarios(self, words: Words) -> Mapping[str, str]:
        teller = CardTeller(words, shipped())
        return {code: teller.scenario(code) for code in shipped_scenarios()}

    def casting(self, game: Game[Any], scenario: str, options: Mapping[str, Any]) -> Casting:
        played = game_of(CardDogfight, game)
        return cast({p.seat: p.side for p in terms(scenario, options, played.scenarios, played.tables).players}, ALLIED, PILOTS[0])

    def player(self, name: str, seat: str, seed: str, game: Game[Any]) -> Player:
        played = game_of(CardDogfight, game)
        return CardFlier(name, seat, seed, played)

    def teller(self, words: Words, game: Game[Any], scenario: str) -> Teller:
        played = game_of(CardDogfight, game)
        return CardTeller(words, played.tables)

    def sort_key(self, order: Any) -> Any:
        return sort_key(order)

    def hidden(self, game: Game[Any], seat: str) -> Mapping[str, WorldChange]:
        return hidden.hidden(seat)

    # ---- an engagement of the day

    def drawn_up(self, engagement: Engagement, dice: Dice) -> Drawn:
        return resolver.drawn_up(engagement, dice)

    def begin(self, drawn: Drawn, dice: Dice) -> tuple[Any, list[Event]]:
        return game_of(CardDogfight, self.game).setup_terms(drawn.terms, dice)

    def seen(self, position: Any, seat: str) -> Any:
        played = game_of(CardDogfight, self.game)
        return resolver.known(played.view(position, seat), played.tables)

    def hidden_in_day(self, seat: str) -> Mapping[str, WorldChange]:
        return hidden.hidden_in_day(seat)

    def result(self, engagement: Engagement, position: Any, models: tuple[str, ...], dice: Dice) -> Result:
        return resolver.result(engagement, position, models, dice)

    def dogfight_teller(self, words: Words, model: Callable[[int], str]) -> Teller:
        return CardTeller(words, shipped(), model, IN_DAY)

    def labels(self, words: Words, events: Sequence[Event]) -> Mapping[int, str]:
        return debrief.labels(events, {code: card.name for code, card in shipped().aircraft.items()})

    def debrief(self, words: Words, events: Sequence[Event]) -> list[Shot]:
        return debrief.shots(events, CardTeller(words, shipped(), str, IN_DAY).card)

    def account(self, words: Words, events: Sequence[Event], model: Callable[[int], str], aircraft: Callable[[str], str]) -> list[str]:
        return account(words, events, aircraft)

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
