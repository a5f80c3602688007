"""The slot for tactical games: the interface of a game for an engagement of the day to be fought out in it (OPS-B8.4 to OPS-B8.6).

Those that ship are declared in `SHIPPED`; other code finds them by `shipped`, or is given them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from bob.core.dice import Dice
from bob.core.game import Event, Game
from bob.core.kit import GamePart, Kit, PlainTeller, Teller, WorldChange, in_words
from bob.tactical import engagement_figures, on_table
from bob.tactical.debrief import Shot
from bob.tactical.engagement import Engagement, Result
from bob.tactical.scale import scale
from bob.words import Words

QUICK, TABLE, ASK = "quick", "table", "ask"
OTHER_WAYS = (QUICK, TABLE, ASK)
"""The ways to resolve an engagement beside the tactical games: by dice, at the players' own table, as its chooser says then."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """The start of a dogfight: its terms, which `encode` takes, the unit of each model by its number, the number of aircraft for each
    model."""

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
    least_scale: ClassVar[int] = 1
    """The least number of aircraft behind a model of the day."""
    brief: ClassVar[frozenset[str] | None] = None
    """The events about the fate of aircraft: the only ones shown of a dogfight that is past. None for all."""

    @property
    def game(self) -> Game[Any]:
        """The game as it ships, made once."""
        return _make_game(self)

    def tables(self, engagement: Engagement) -> tuple[Engagement, ...]:
        """Return the tables of an engagement, one or two, each to be drawn up by itself (OPS-D1.1): by the game's own share of a
        formation, one with all of it for a game without."""
        shares = engagement_figures.shares_of(self.name)
        return on_table.tables(engagement, shares, self.scale) if shares is not None else (engagement,)

    @abstractmethod
    def drawn_up(self, engagement: Engagement, dice: Dice) -> Drawn:
        """Return the engagement set up; models for the remainders go by the dice (OPS-B8.5)."""

    @abstractmethod
    def begin(self, drawn: Drawn, dice: Dice) -> tuple[Any, list[Event]]:
        """The position in which it begins, and what happened in making it."""

    def seen(self, position: Any, seat: str) -> Any:
        """Return a seat's view of the dogfight: it knows no more of the enemy than the side knew of their units before."""
        return self.game.view(position, seat)

    def seen_in_day(self, events: Sequence[Event], position: Any) -> Sequence[Event]:
        """Return the events of the dogfight, with the seats that may learn of them: no more than `seen` shows."""
        return events

    def hidden_in_day(self, seat: str) -> Mapping[str, WorldChange]:
        """Return the changes of a position that a side cannot notice in a dogfight of the day."""
        return self.hidden(self.game, seat)

    @abstractmethod
    def result(self, engagement: Engagement, position: Any, models: tuple[str, ...], dice: Dice) -> Result:
        """The outcome of a dogfight that is over, as the engagement's. Its `resolver` is the game's name."""

    @in_words
    def scale(self, raf: int, luftwaffe: int) -> int:
        """Return the number of aircraft for each model in a meeting of this size: both sides know it before the game is chosen."""
        return scale(raf, luftwaffe, self.least_scale)

    @in_words
    def title(self, words: Words) -> str:
        """Return the name of this way to resolve an engagement: `by cards`."""
        key = f"ops.how.{self.name}"
        return words(key) if words.has(key) else self.name.replace("_", " ")

    @in_words
    def about(self, words: Words) -> str:
        """Return its description for the choice."""
        key = f"engagement.about.{self.name}"
        return words(key) if words.has(key) else words("engagement.about.game", game=self.title(words))

    @in_words
    def stakes(self, words: Words, scale: int) -> tuple[str, ...]:
        """Return the aircraft behind a model and the booking of its fall (OPS-D1.8), as no or one sentence."""
        if engagement_figures.shares_of(self.name) is None:
            return (words("flown.stakes.scale", scale=scale),) if scale > 1 else ()
        if scale == 1:
            return (words("flown.stakes.one"),)
        return tuple([words("flown.stakes.many", scale=scale, lost=lost) for lost in self.lost_behind(words)])

    @in_words
    def lost_behind(self, words: Words) -> tuple[str, ...]:
        """Return the part of the aircraft behind a fallen model that is lost, as no or one text."""
        shares = engagement_figures.shares_of(self.name)
        if shares is None:
            return ()
        lost, bombers = (
            words(
                "flown.stakes.half" if share <= engagement_figures.HALF else "flown.stakes.more" if share < 100 else "flown.stakes.all",
                share=share,
            )
            for share in (shares.destroyed, shares.destroyed_bombers)
        )
        return (lost if lost == bombers else words("flown.stakes.bombers", lost=lost, bombers=bombers),)

    def dogfight_teller(self, words: Words, model: Callable[[int], str]) -> Teller:
        """Return the writer of orders and events of a dogfight of the day; `model` names its aircraft by their numbers."""
        return PlainTeller()

    def account(self, words: Words, events: Sequence[Event], model: Callable[[int], str], aircraft: Callable[[str], str]) -> list[str]:
        """Return the fates of the aircraft in each turn of a past dogfight; empty for a turn without.

        One line for all where no event begins a turn. `model` names aircraft by their numbers, `aircraft` types by their codes.
        """
        teller = self.dogfight_teller(words, model)
        turns: list[list[str]] = [] if any(event.code == self.turning for event in events) else [[]]
        for event in events:
            if event.code == self.turning:
                turns.append([])
            elif turns and (self.brief is None or event.code in self.brief):
                turns[-1].append(teller.event(event))
        return [words.separated(lines) for lines in turns]

    def labels(self, words: Words, events: Sequence[Event]) -> Mapping[int, str]:
        """Return the names of models on the table by their numbers, where they are other than those."""
        return {}

    def names_worn(self, battle: object, models: Sequence[str | None]) -> Mapping[int, str]:
        """Return the names that models wear on their sheet, by a view of the dogfight; none for a game without such numbers."""
        return {}

    def debrief(self, words: Words, events: Sequence[Event]) -> list[Shot]:
        """Return the shots of a dogfight of the day by its events, with cards in words; none for a game that does not list them."""
        return []

    def invariants(self, position: Any, models: tuple[str, ...]) -> None:
        """Raise AssertionError when a position of an engagement breaks an invariant."""
        self.game.invariants(position)


@cache
def _make_game(kit: Tactical) -> Game[Any]:
    return kit.make()


Slot = Mapping[str, Tactical]
"""The tactical games that a day can be fought out in, by name."""
SHIPPED: Sequence[GamePart[Tactical]] = (
    GamePart("bob.tactical.cards.kit:KIT"),
    GamePart("bob.tactical.cards_classic.kit:KIT"),
    GamePart("bob.tactical.hexes.kit:KIT"),
    GamePart("bob.tactical.miniatures.kit:KIT"),
)
"""The tactical games that ship with the program."""


@cache
def shipped() -> Slot:
    """The tactical games that ship with the program, by name, sorted."""
    return {kit.name: kit for kit in sorted((declared.load() for declared in SHIPPED), key=lambda kit: kit.name)}


def how_text(words: Words, how: str, slot: Slot) -> str:
    """A way to resolve an engagement, in words."""
    return slot[how].title(words) if how in slot else words(f"ops.how.{how}")
