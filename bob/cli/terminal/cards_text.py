"""A card dogfight in the terminal: the table as a seat sees it, and the numbered list of its possible orders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from bob.cli.keyboard import COMMON, SHORTHAND, Keyboard, usage, vocabulary
from bob.cli.terminal.books import Book, blocks, chosen, game_book, numbered, outcome_text
from bob.core.codec import encode, parsed
from bob.core.errors import UsageError
from bob.core.game import REFEREE, Event, Outcome, dumps
from bob.core.kit import seat_text
from bob.core.text import neat, plain
from bob.driver import Driver
from bob.tactical.cards import CardDogfight
from bob.tactical.cards.position import NOBODY, PICK
from bob.tactical.cards.telling import CardTeller
from bob.tactical.cards.view import CardTableView, SeenChain, SeenCraft
from bob.words import Words

_BATTLE_BEGINS = ("battle", "begins")
"""The events that remove the aircraft of an earlier battle; a campaign's mission by dice has no `battle`."""
_FLAGS = ("acted", "absent", "loaded", "damaged", "agile_used")


class TableTeller(CardTeller):
    """A dogfight in words, with aircraft by their type and sides by their name. The game decides on the hands that a view shows; all
    that it holds is written."""

    __slots__ = ("_named",)

    def __init__(self, words: Words, game: CardDogfight) -> None:
        super().__init__(words, game.tables, self.called)
        self._named: Mapping[int, str] = {}

    def called(self, number: int) -> str:
        """An aircraft by its type, numbered where there are several of it."""
        mine = self._named.get(number)
        if mine is None:
            return str(number)
        same = sorted(n for n, name in self._named.items() if name == mine)
        return mine if len(same) == 1 else f"{mine} {same.index(number) + 1}"

    def seen(self, view: CardTableView | None) -> None:
        """The aircraft are those of this table from now on."""
        self._named = {craft.number: self._type(craft.type) for craft in view.aircraft} if view is not None else {}

    def battle_of(self, events: Sequence[Event]) -> None:
        """The aircraft are those that these events of one battle reveal."""
        self._named = {e.data["aircraft"]: self._type(e.data["type"]) for e in events if e.code == "revealed"}

    def _value(self, name: str, value: Any) -> Any:
        if name in ("seat", "side", "winner", "seats") and isinstance(value, str):
            return "–" if value == "none" else seat_text(self.words, value)
        if value == "none":
            return "–"
        return super()._value(name, value)


class CardsBook:
    """The pages of a dogfight."""

    scored: ClassVar[bool] = True
    """True when victory points matter."""

    def __init__(self, words: Words, game: CardDogfight, teller: TableTeller | None = None) -> None:
        self.words = words
        self.teller = teller if teller is not None else TableTeller(words, game)

    def look(self, view: CardTableView | None) -> None:
        self.teller.seen(view)

    def order(self, order: Any, seat: str) -> str:
        return self.teller.order(order)

    def describe(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]:
        """The sentences of events from the first of all on, each with its number in the log."""
        return tell_by_battle(self.teller, events, self.teller.event)

    def value(self, value: Any) -> str:
        """Return the words that distinguish an order from another that reads the same."""
        if isinstance(value, bool):
            return self.words("play.table.climb" if value else "play.table.dive")
        if isinstance(value, tuple):
            return ", ".join(self.teller.card(str(member)) for member in value) or "–"
        return "–" if value is None else self.teller.card(str(value))

    def head(self, view: CardTableView) -> str:
        phase = self.teller.phase(view.phase)
        if view.turn < 1:
            return phase
        return self.words("play.table.head", turn=view.turn, turns=view.turns, phase=phase)

    def page(self, view: CardTableView) -> list[str]:
        """Return the table: aircraft, piles, own hands, and the question to be answered."""
        words, teller = self.words, self.teller
        lines: list[str] = []
        if view.phase == PICK and view.picks:
            lines.append(words("play.table.picks", picks=", ".join(self._pick(*pick) for pick in view.picks)))
        if view.aircraft:
            heads = [words(f"play.table.column.{name}") for name in ("aircraft", "side", "altitude", "hits", "hand", "stands")]
            lines.append(neat(heads, [self._row(view, craft) for craft in view.aircraft]))
        lines.append(words("play.table.piles", pile=view.pile, discard=len(view.discard)))
        if self.scored and any(view.score):
            score = ", ".join(f"{seat_text(words, side)} {vp}" for side, vp in zip(view.parties, view.score, strict=False))
            lines.append(words("play.table.points", points=score))
        for craft in self.hands(view):
            if craft.cards is not None and not craft.bomber and not craft.out:
                key = "play.table.hand" if view.seat == REFEREE else "play.table.own_hand"
                lines.append(words(key, aircraft=teller.called(craft.number), cards=self._cards(craft.cards)))
        if view.chain is not None:
            lines += self._window(view.chain)
        elif view.following:
            asked = ", ".join(teller.called(number) for number in view.following)
            lines.append(words("play.table.asked", aircraft=asked))
        return lines

    def hands(self, view: CardTableView) -> Sequence[SeenCraft]:
        """The aircraft whose hands are shown, as far as they are seen."""
        return view.aircraft

    def _pick(self, aircraft: str, pilot: str | None) -> str:
        tables = self.teller.tables
        name = tables.aircraft[aircraft].name
        return name if pilot is None else f"{name} ({tables.pilots[pilot].name})"

    def _cards(self, cards: Sequence[str]) -> str:
        counted = Counter(self.teller.card(card) for card in cards)
        return " · ".join(f"{name} ×{count}" if count > 1 else name for name, count in sorted(counted.items())) or "–"

    def _row(self, view: CardTableView, craft: SeenCraft) -> list[str]:
        teller = self.teller
        name = ("▸ " if craft.number == view.active else "  ") + teller.called(craft.number)
        altitude = teller.altitude(craft.altitude) if craft.altitude is not None else "–"
        hand = "–" if craft.bomber else str(craft.hand)
        return [
            name,
            seat_text(self.words, craft.seat),
            altitude,
            f"{craft.hits}/{craft.ratings.airframe}",
            hand,
            self._stands(view, craft),
        ]

    def _stands(self, view: CardTableView, craft: SeenCraft) -> str:
        """Return the position of an aircraft relative to its enemies, and all else that is known of it."""
        words, teller = self.words, self.teller
        if craft.out:
            return words("play.table.out")
        said = []
        for other in view.aircraft:
            relation = craft.level if craft.holds == other.number else -other.level if other.holds == craft.number else 0
            if relation:
                said.append(f"{teller.position(relation)} ({teller.called(other.number)})")
        said += [words(f"play.table.flag.{flag}") for flag in _FLAGS if getattr(craft, flag)]
        if craft.pilot is not None:
            pilots = teller.tables.pilots
            said.append(pilots[craft.pilot].name if craft.pilot in pilots else craft.pilot)
        if craft.picked != NOBODY:
            said.append(words("play.table.after", target=teller.called(craft.picked)))
        if craft.leader != NOBODY:
            said.append(words("play.table.wingman", leader=teller.called(craft.leader)))
        if craft.bomber and craft.row != NOBODY:
            said.append(words("play.table.place", row=craft.row, column=craft.column))
        if craft.evasive:
            said.append(words("play.table.evasive", count=craft.evasive))
        if craft.next_hits:
            said.append(words("play.table.next_hits", count=craft.next_hits))
        if craft.markers:
            said.append(words("play.table.markers", count=craft.markers))
        return ", ".join(said)

    def _window(self, chain: SeenChain) -> list[str]:
        """An action that is being answered."""
        words, teller = self.words, self.teller
        card = teller.card(chain.card) if chain.card is not None else "–"
        action = words(f"cards.action.{chain.action}")
        lines = [words("play.table.window", actor=teller.called(chain.actor), action=action, target=teller.called(chain.target), card=card)]
        if chain.stage == "react":
            lines.append(words("play.table.answer", to=teller.called(chain.to), what=teller.answered(chain.key)))
        else:
            lines.append(words(f"play.table.stage.{chain.stage}", to=teller.called(chain.to)))
        if len(chain.played) > 1:
            lines.append(words("play.table.played", cards=" · ".join(teller.card(code) for code in chain.played)))
        return lines


def tell_by_battle(teller: TableTeller, events: Iterable[tuple[int, Event]], tell: Any) -> list[tuple[int, str]]:
    """Events in words, the aircraft of each battle named as that battle revealed them."""
    found: list[tuple[int, str]] = []
    battle: list[tuple[int, Event]] = []

    def close() -> None:
        teller.battle_of([event for _, event in battle])
        found.extend((number, tell(event)) for number, event in battle)
        battle.clear()

    for number, event in events:
        if event.code in _BATTLE_BEGINS:
            close()
        battle.append((number, event))
    close()
    return found


def book(words: Words, game: Any, position: Any, scenario: str) -> CardsBook:
    """The pages of a card dogfight by itself."""
    return CardsBook(words, game)


class NumberedTerminal(Keyboard):
    """Plays a dogfight or a campaign at the keyboard, by numbers."""

    def __init__(self, driver: Driver, words: Words, book: Book) -> None:
        super().__init__(driver, words)
        self.book = book
        self._commands = {**vocabulary(COMMON), **SHORTHAND}

    def seat_name(self, seat: str) -> str:
        return seat_text(self.words, seat)

    def state(self, seat: str) -> int:
        return self.driver.number(seat)

    def ended(self, outcome: Outcome) -> list[str]:
        return outcome_text(self.words, self.driver.match.game, outcome)

    def obey(self, seat: str, line: str) -> None:
        order = self._written(line) if line.startswith("{") else chosen(line, self.driver.choices(seat).listed)
        if order is not None:
            self.driver.give(seat, order)
            return
        name, _, rest = line.partition(" ")
        self.common(seat, self._command(name), rest.strip())

    def _written(self, line: str) -> Any:
        """An order written out, as it goes over lines of JSON: for those that are too many to list. Raises Refused."""
        return self.driver.match.game.order(parsed(line))

    def _command(self, text: str) -> str:
        """The command that a word means; it may be cut short. Raises UsageError."""
        word = plain(text) or text
        if word in self._commands:
            return self._commands[word]
        found = sorted({command for name, command in self._commands.items() if name.startswith(word)})
        if len(found) > 1:
            raise UsageError("play.which_command", text=text[:40], choices=", ".join(found))
        if not found:
            raise UsageError("play.table.no_command", text=text[:40], choices=", ".join(COMMON))
        return found[0]

    def help(self, seat: str, about: str) -> None:
        count = len(self.driver.choices(seat).listed)
        self.print([self.words("play.table.help", count=count), *[usage(self.words, command) for command in COMMON]])

    def page(self, seat: str) -> None:
        book = self.book
        view = self.driver.match.view(seat)
        book.look(view)
        print("── " + book.head(view))
        print(blocks(book.page(view)))
        print()
        choices = self.driver.choices(seat)
        self.print(numbered(book, choices.listed, seat), 7)
        self.print([self.words("play.table.described", form=dumps(encode(form))) for form in choices.described])

    def describe(self, seat: str, since: int = 0) -> list[str]:
        return [text for number, text in self.book.describe(self.driver.log(seat)) if number >= since]


def terminal(driver: Driver, words: Words) -> NumberedTerminal:
    """The terminal of every game but a day."""
    return NumberedTerminal(driver, words, game_book(words, driver.match))
