"""An engagement of a day in the terminal: what is known of it, the dogfight by cards, and what was heard of dogfights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from bob.commands.cards_text import CardsBook, TableTeller, blocks
from bob.dogfight.by_cards import PARTIES
from bob.dogfight.cards import CardDogfight
from bob.dogfight.cards.view import SeenAircraft, TableView
from bob.dogfight.engagement import Force
from bob.game import Event, Match
from bob.operations.orders import Resolve
from bob.operations.situation import about_way, facts, headline
from bob.operations.telling import Names, code_word, sentence
from bob.operations.view import EngagementView, FoeView
from bob.report.gather import gathered
from bob.text import neat
from bob.words import Words

TOLD_BRIEFLY = ("shot_down", "flipped", "bombs_dropped", "went_home")
"""What is told of a dogfight that one did not fly."""
_SIDES = {party: side for side, party in PARTIES.items()}


class FightTeller(TableTeller):
    """Tells a dogfight of a day: own aircraft go by their units, the enemy's by their types."""

    __slots__ = ()

    def fought(self, s: EngagementView | None) -> None:
        """The aircraft are those of this dogfight from now on."""
        self.seen(s.battle if s is not None else None)
        if s is None or s.battle is None:
            return
        types = {craft.number: self.called(craft.number) for craft in s.battle.aircraft}
        for number, unit in enumerate(s.models):
            if unit is not None and number in types:
                among = [n for n, other in enumerate(s.models) if other == unit]
                one = self.words("log.part.strength", unit=unit, count=among.index(number) + 1)
                types[number] = one if len(among) > 1 else unit
        self._named = types

    def called(self, number: int) -> str:
        name = super().called(number)
        return name if number in self._named else self.words("log.part.model", number=number + 1)

    def event(self, event: Event) -> str:
        if event.code == "shot_down":  # its victory points are none of the day's
            return self.words("play.fight.shot_down", aircraft=self.called(event.data["aircraft"]))
        return super().event(event)

    def _value(self, name: str, value: Any) -> Any:
        return super()._value(name, _SIDES.get(value, value) if name in ("side", "winner") else value)


class FightBook(CardsBook):
    """The pages of an engagement."""

    scored: ClassVar[bool] = False
    teller: FightTeller

    def __init__(self, words: Words, game: CardDogfight, names: Names) -> None:
        super().__init__(words, game, FightTeller(words, game))
        self.names = names
        self._whole = True

    def text(self, s: EngagementView, *, whole: bool = True) -> str:
        """An engagement as far as it is known: the dogfight while one is flown, else who meets whom, and how. Unless the `whole` is
        wanted, only the hands are shown that matter for the next order."""
        self.teller.fought(s)
        self._whole = whole
        title = f"── {self.words('engagement.caption', number=s.number, clock=s.clock)}: {headline(s, self.words, self.names)}"
        if s.battle is None:
            return "\n".join((blocks([title]), "", self._facts(s), "", self._forces(s)))
        told = self.words("play.fight.dogfight", head=self.head(s.battle))
        if s.scale > 1:
            told += " " + self.words("play.fight.scale", scale=s.scale)
        return blocks([title, told, *self.page(s.battle)])

    def hands(self, view: TableView) -> Sequence[SeenAircraft]:
        asked = (view.chain.to,) if view.chain is not None else view.following or ((view.active,) if view.active >= 0 else ())
        return view.aircraft if self._whole or not asked else [craft for craft in view.aircraft if craft.number in asked]

    def ways(self, s: EngagementView, listed: Sequence[Any]) -> list[str]:
        """The ways to resolve it that are among these orders, numbered, each with its command."""
        found = []
        for i, order in enumerate(listed, 1):
            if isinstance(order, Resolve):
                about = about_way(self.words, s, order.how, self.names.slot)
                usage = f"play.usage.{order.how}"
                command = self.words(usage).partition(" ")[0].partition("|")[0] if self.words.has(usage) else order.how
                found.append(self.words("play.fight.way_line", number=i, command=command, about=about))
        return found

    def _facts(self, s: EngagementView) -> str:
        return neat(["", ""], [[name, told] for name, told in facts(s, self.words)])

    def _forces(self, s: EngagementView) -> str:
        """Both sides, one unit or type a line; of an enemy only what is seen."""
        words = self.words
        rows = [self._force(f) for f in s.own] + [self._force(f) for f in s.foes]
        heads = [words(f"play.fight.column.{name}") for name in ("unit", "aircraft", "count", "angels", "state")]
        return neat(heads, rows, right=(2, 3))

    def _force(self, f: Force | FoeView) -> list[str]:
        words = self.words
        seen = [self.names.aircraft(f.aircraft), str(f.count), str(f.angels)]
        if isinstance(f, FoeView):
            return [words("play.fight.enemy"), *seen, ""]
        state = [code_word(words, "experience", f.experience)]
        if f.fighter and f.ammo != "full":
            state.append(words("play.ammo", ammo=code_word(words, "ammo", f.ammo)))
        if f.disruption:
            state.append(words("play.fight.shaken", count=f.disruption))
        if f.side != "raf":
            state.append(code_word(words, "role", f.role))
        if f.fighter:
            state.append(words("play.fight.fuel", minutes=5 * max(0, f.fuel)))
        return [f.unit, *seen, ", ".join(state)]


class Chronicle:
    """What seats have learnt of a day, as sentences. The aircraft of each dogfight have the names that they had in it."""

    def __init__(self, match: Match[Any], words: Words, names: Names, book: FightBook) -> None:
        self.match = match
        self.words = words
        self.names = names
        self.teller = book.teller
        self._fought: dict[tuple[str, int], EngagementView | None] = {}

    def told(
        self, seat: str, log: Sequence[tuple[int, Event]], since: int = 0, flown: Callable[[int], bool] = lambda number: True
    ) -> list[str]:
        """The sentences of a seat's log from the entry of that number on. Of dogfights for which `flown` says no only the worst is told."""
        place = _Place()
        for entry, event in log:
            if entry >= since:
                break
            place.follow(entry, event)
        found = []
        for entry, event in gathered(self.words, [item for item in log if item[0] >= since]):
            place.follow(entry, event)
            if event.code != "dogfight":
                found.append(sentence(self.words, event, self.names))
            elif event.data["what"] in TOLD_BRIEFLY or (flown(place.number) and not place.setting_up):
                found.append(self._dogfight(seat, place.begun, event))
        return found

    def _dogfight(self, seat: str, begun: int, event: Event) -> str:
        if (seat, begun) not in self._fought:
            view = self.match.game.view(self.match.at(begun), seat) if begun >= 0 else None
            self._fought[seat, begun] = view.engagement if view is not None else None
        self.teller.fought(self._fought[seat, begun])
        data = {name: value for name, value in event.data.items() if name not in ("game", "what")}
        told = self.words("log.dogfight", told=self.teller.event(Event(event.data["what"], data, event.to, event.rule)))
        return told[:1].upper() + told[1:]


@dataclass(slots=True)
class _Place:
    """Where in a log one is: the number of the engagement, the entry in which its dogfight began, and whether the table is being set up,
    which nobody has to be told who sees it."""

    number: int = -1
    begun: int = -1
    setting_up: bool = False

    def follow(self, entry: int, event: Event) -> None:
        """Go on by an event."""
        if event.code in ("met", "resolver"):
            self.number = int(event.data["number"])
        elif event.code == "dogfight":
            what = event.data["what"]
            self.begun = entry if what == "battle" else self.begun
            self.setting_up = what == "battle" or (self.setting_up and what != "game_turn")
