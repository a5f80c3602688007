"""A flight in the terminal: the leg and the target, the aircraft, the own hands, the question to be answered or resolved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from bob.cli.terminal.books import NumbersAlone
from bob.core.game import REFEREE, Event
from bob.core.kit import game_of, seat_text
from bob.core.text import neat
from bob.day.state.view import EngagementView
from bob.day.telling.period_names import Names
from bob.staff.advice.fights.flight_consequences import FlightConsequences
from bob.staff.advice.fights.flight_orders import FlightLines
from bob.tactical.cards.telling import IN_DAY
from bob.tactical.cards_classic.game import FlightGame
from bob.tactical.cards_classic.telling import FlightTeller, names_seen
from bob.tactical.cards_classic.view import FlightView, SeenSortie
from bob.tactical.models import model_name
from bob.tactical.slot import Tactical
from bob.words import Words


class FlightBook:
    """The pages of a flight, by itself or inside a campaign."""

    target_line: ClassVar[str] = "play.flight.target"
    """The key of the line about the target."""

    def __init__(self, words: Words, teller: FlightTeller) -> None:
        self.words, self.teller = words, teller
        self._view: FlightView | None = None

    def look(self, view: FlightView | None) -> None:
        """The orders to come are those of this view."""
        self._view = view

    def order(self, order: Any, seat: str) -> str:
        """An order as a line, with its effect where the view is known."""
        return self._lines(self._view).line(order) if self._view is not None else self.teller.order(order, seat)

    def _lines(self, view: FlightView) -> FlightLines:
        then = FlightConsequences(view, self.words, self.teller, self.teller.tables)
        return FlightLines(view, self.words, self.teller, then, ())

    def describe(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]:
        return [(number, self.teller.event(event)) for number, event in events]

    def value(self, value: Any) -> str:
        """Return the words that distinguish an order from another that reads the same."""
        if isinstance(value, tuple):
            return ", ".join(self.teller.card(str(member)) for member in value) or "–"
        return "–" if value is None else self.teller.card(str(value))

    def head(self, view: FlightView) -> str:
        words = self.words
        phase = words(f"flight.phase.{view.step}")
        if view.turn < 1:
            return phase
        leg = words(f"flight.leg.{view.leg}")
        return words("play.flight.head", turn=view.turn, leg=leg, leg_turn=view.leg_turn, leg_turns=view.leg_turns, phase=phase)

    def page(self, view: FlightView) -> list[str]:
        words, teller = self.words, self.teller
        lines: list[str] = []
        if view.target is not None:
            target = view.target
            named = teller.target(target.name)
            lines.append(words(self.target_line, target=named, area=target.area_flak, flak=target.target_flak, points=view.points))
        if view.looks:
            lines.append(words("play.flight.looks", looks=view.looks))
        if view.cloudy:
            lines.append(words("play.flight.clouds"))
        heads = [words(f"play.table.column.{name}") for name in ("aircraft", "side", "altitude", "hits", "hand", "stands")]
        lines.append(neat(heads, [self._row(view, craft) for craft in view.aircraft]))
        lines.append(words("play.table.piles", pile=view.pile, discard=len(view.discard)))
        for craft in view.aircraft:
            if craft.cards and not craft.out:
                key = "play.table.hand" if view.seat == REFEREE else "play.table.own_hand"
                lines.append(words(key, aircraft=teller.name(craft.number), cards=self._cards(craft.cards)))
        asked = self._lines(view).asked() if view.seat in view.owing else ()
        return [*lines, *self._window(view), *(text for text in asked[:1] if text)]

    def _cards(self, cards: Sequence[str]) -> str:
        counted = Counter(self.teller.card(card) for card in cards)
        return " · ".join(f"{name} ×{count}" if count > 1 else name for name, count in sorted(counted.items())) or "–"

    def _row(self, view: FlightView, craft: SeenSortie) -> list[str]:
        words, teller = self.words, self.teller
        hand = str(craft.hand)
        if craft.leader >= 0:
            hand = words("play.flight.state.mini_hands", offense=craft.offense, defense=craft.defense)
        elif craft.formed:
            hand = words("play.flight.state.mini_hands", offense=craft.ratings.dt, defense=craft.ratings.st)
        return [
            ("▸ " if craft.number == view.active else "  ") + teller.name(craft.number),
            seat_text(words, craft.seat),
            teller.altitude(craft.altitude) if craft.altitude is not None else "–",
            f"{craft.hits}/{craft.ratings.airframe}",
            hand,
            self._stands(view, craft),
        ]

    def _stands(self, view: FlightView, craft: SeenSortie) -> str:
        """Return the position of an aircraft relative to its enemies, and all else that is known of it."""
        words, teller = self.words, self.teller
        if craft.out:
            return words(f"play.flight.state.{craft.out}")
        said = []
        for other in view.aircraft:
            relation = craft.level if craft.holds == other.number else -other.level if other.holds == craft.number else 0
            if relation:
                said.append(f"{teller.position(relation)} ({teller.name(other.number)})")
        said += [words(f"play.flight.state.{flag}") for flag in ("damaged", "acted") if getattr(craft, flag)]
        if craft.load:
            said.append(words(f"flight.load.{craft.load}"))
        if craft.zone:
            said.append(words(f"flight.zone.{craft.zone}"))
        if craft.airman is not None:
            said.append(teller.airman(craft.airman))
        if craft.markers:
            said.append(words("play.table.markers", count=craft.markers))
        return ", ".join(said)

    def _window(self, view: FlightView) -> list[str]:
        """Return the question to be answered or resolved."""
        words, teller = self.words, self.teller
        lines = []
        if view.assault is not None:
            attacker = teller.name(view.assault.attacker)
            if view.assault.target < 0:
                lines.append(words("play.flight.attack", attacker=attacker))
            else:
                lines.append(words("play.flight.attack_on", attacker=attacker, target=teller.name(view.assault.target)))
        exchange = view.exchange
        if exchange is not None:
            action = words(f"flight.action.{exchange.action}")
            target = teller.name(exchange.target) if exchange.target >= 0 else "–"
            card = teller.card(exchange.card)
            lines.append(words("play.table.window", actor=teller.name(exchange.actor), action=action, target=target, card=card))
            if exchange.shot:
                lines.append(words("play.flight.shot", card=teller.card(exchange.shot)))
            if len(view.played) > 1:
                lines.append(words("play.table.played", cards=" · ".join(teller.card(card) for card in view.played)))
        passage = view.passage
        if passage is not None and passage.mode:
            name = teller.name(passage.aircraft)
            if passage.results:
                results = ", ".join(words(f"flight.result.{result}") for result in passage.results)
                lines.append(words("play.flight.bombs", aircraft=name, mode=words(f"flight.mode.{passage.mode}"), results=results))
            if passage.flak:
                lines.append(words("play.flight.flak", aircraft=name, cards=self._cards(passage.flak)))
        if view.following:
            lines.append(words("play.table.asked", aircraft=", ".join(teller.name(number) for number in view.following)))
        return lines


class FlightDogfight(NumbersAlone, FlightBook):
    """The pages of a classic flight of a day: own aircraft by their units, the enemy's by their types."""

    in_play = "game_turn"
    target_line = "play.flight.target_of_day"

    def __init__(self, words: Words, kit: Tactical, names: Names) -> None:
        self.brief, self.begins = kit.brief, kit.begins
        self._tables, self._names = game_of(FlightGame, kit.game).tables, list[str]()
        super().__init__(words, FlightTeller(words, self._tables, name=self._called, seats=IN_DAY))

    def _called(self, number: int) -> str:
        return self._names[number] if 0 <= number < len(self._names) else self.words("log.part.model", number=number + 1)

    def fought(self, s: EngagementView | None) -> None:
        """Call the aircraft of this engagement by their names from now on."""
        self.look(s.battle if s is not None else None)
        if s is not None and s.battle is not None:
            seen = names_seen(s.battle, self.words, self._tables)
            self._names = [model_name(self.words, s.models, number) or name for number, name in enumerate(seen)]

    def event(self, event: Event) -> str:
        return self.teller.event(event)

    def blocks(self, s: EngagementView, *, whole: bool) -> tuple[str, list[str]]:
        return self.head(s.battle), self.page(s.battle)


def book(words: Words, game: Any, position: Any, scenario: str) -> FlightBook:
    """The pages of a flight by itself."""
    assert isinstance(game, FlightGame)
    return FlightBook(words, FlightTeller(words, game.tables, position.flight))
