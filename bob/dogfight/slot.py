"""The slot for tactical games: what a game must be able to do for an engagement of the day to be fought out in it (OPS-B8.4 to OPS-B8.6).

Those that ship are declared in `SHIPPED`; whatever carries them finds them by `shipped`, or is given them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from bob.dice import Dice
from bob.dogfight.engagement import Engagement, Result
from bob.dogfight.scale import scale
from bob.game import Event, Game
from bob.kit import GamePart, Kit, PlainTeller, Teller, WorldChange, in_words
from bob.words import Words

QUICK, TABLE, ASK = "quick", "table", "ask"
OTHER_WAYS = (QUICK, TABLE, ASK)
"""The ways to resolve an engagement beside the tactical games: by dice, at the players' own table, as its chooser says then."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a dogfight begins from: its terms, which `encode` takes, the unit of each model by its number, how many aircraft a model is."""

    terms: Any
    models: tuple[str, ...]
    scale: int


class Tactical(Kit):
    """A game that engagements can be fought out in. Its seats are the sides `raf` and `luftwaffe` then.

    All that it is to know of an engagement it gets by the `Engagement`; it never sees the day.
    """

    begins: ClassVar[str] = ""
    """The event with which a dogfight begins; empty where no event says so."""
    turning: ClassVar[str] = "turn"
    """The event with which a turn of a dogfight begins."""
    brief: ClassVar[frozenset[str] | None] = None
    """The events that tell what became of aircraft: of a dogfight that is past no others are told. None for all."""

    @property
    def game(self) -> Game[Any]:
        """The game as it ships, made once."""
        return _made(self)

    @abstractmethod
    def drawn_up(self, engagement: Engagement, dice: Dice) -> Drawn:
        """The engagement set out; what is left over whole models goes by the dice (OPS-B8.5)."""

    @abstractmethod
    def on_paper(self, engagement: Engagement) -> Drawn:
        """The same without dice."""

    @abstractmethod
    def begin(self, drawn: Drawn, dice: Dice) -> tuple[Any, list[Event]]:
        """The position in which it begins, and what happened in making it."""

    def seen(self, position: Any, seat: str) -> Any:
        """What a seat may see of the dogfight: no more of the enemy than a side may know of his units before it."""
        return self.game.view(position, seat)

    def told(self, events: Sequence[Event], position: Any) -> Sequence[Event]:
        """What happened in the dogfight, with the seats that may learn of it there: no more than `seen` shows."""
        return events

    def hidden_in_day(self, seat: str) -> Mapping[str, WorldChange]:
        """What a side cannot know of a dogfight of the day, as changes of its position."""
        return self.hidden(self.game, seat)

    @abstractmethod
    def result(self, engagement: Engagement, position: Any, models: tuple[str, ...], dice: Dice) -> Result:
        """The outcome of a dogfight that is over, as the engagement's. Its `resolver` is the game's name."""

    @in_words
    def scale(self, raf: int, luftwaffe: int) -> int:
        """How many aircraft a model would stand for where so many meet: what both sides know before it is chosen."""
        return scale(raf, luftwaffe)

    @in_words
    def called(self, words: Words) -> str:
        """How an engagement is resolved in it: `by cards`."""
        key = f"ops.how.{self.name}"
        return words(key) if words.has(key) else self.name.replace("_", " ")

    @in_words
    def about(self, words: Words, scale: int) -> str:
        """What is said of it before it is chosen."""
        key = f"engagement.about.{self.name}"
        if words.has(key):
            return words(f"{key}_scaled", scale=scale) if scale > 1 else words(key)
        return words("engagement.about.game", game=self.called(words))

    def dogfight_teller(self, words: Words, model: Callable[[int], str]) -> Teller:
        """Who tells the orders and events of a dogfight of the day; `model` names its aircraft by their numbers."""
        return PlainTeller()

    def account(self, words: Words, events: Sequence[Event], model: Callable[[int], str], aircraft: Callable[[str], str]) -> list[str]:
        """What became of the aircraft in each turn of a dogfight, told afterwards; empty for a turn in which nothing did.

        One line for all where no event begins a turn. `model` names aircraft by their numbers, `aircraft` types by their codes.
        """
        teller = self.dogfight_teller(words, model)
        turns: list[list[str]] = [] if any(event.code == self.turning for event in events) else [[]]
        for event in events:
            if event.code == self.turning:
                turns.append([])
            elif turns and (self.brief is None or event.code in self.brief):
                turns[-1].append(teller.event(event))
        return [words.parted(told) for told in turns]

    def invariants(self, position: Any, models: tuple[str, ...]) -> None:
        """Raise AssertionError when a position of an engagement breaks what must always hold."""
        self.game.invariants(position)


@cache
def _made(kit: Tactical) -> Game[Any]:
    return kit.make()


Slot = Mapping[str, Tactical]
"""The tactical games that a day can be fought out in, by name."""
SHIPPED: Sequence[GamePart[Tactical]] = (
    GamePart("bob.dogfight.cards.kit:KIT"),
    GamePart("bob.dogfight.hexes.kit:KIT"),
    GamePart("bob.dogfight.skies.kit:KIT"),
)
"""The tactical games that ship with the program."""


@cache
def shipped() -> Slot:
    """The tactical games that ship with the program, by name, sorted."""
    return {kit.name: kit for kit in sorted((declared.load() for declared in SHIPPED), key=lambda kit: kit.name)}


def how_told(words: Words, how: str, slot: Slot) -> str:
    """A way to resolve an engagement, in words."""
    return slot[how].called(words) if how in slot else words(f"ops.how.{how}")
