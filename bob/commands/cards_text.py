"""A card dogfight in the terminal: the table as a seat sees it, and the numbered list of what it may order."""

from __future__ import annotations

import dataclasses
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from bob.commands.session import Session, told
from bob.commands.terminal import CLEAR, Ended
from bob.dogfight.cards import CardDogfight
from bob.dogfight.cards.position import NOBODY, PICK
from bob.dogfight.cards.telling import Teller
from bob.dogfight.cards.view import SeenAircraft, SeenChain, TableView
from bob.errors import BobError, UsageError
from bob.game import Event, Outcome
from bob.text import neat, plain, width
from bob.words import LANGUAGES, Words

COMMANDS = ("page", "undo", "log", "help", "save", "quit")
_SHORTHAND = {"?": "help", "h": "help", "q": "quit", "u": "undo"}
_LOG_LINES = 20
_BATTLE_BEGINS = ("battle", "begins")
"""With these events the aircraft of a battle before are gone; a campaign's mission by dice has no `battle`."""
_FLAGS = ("acted", "absent", "loaded", "damaged", "agile_used")
SEATS = ("axis", "allied", "rot_1", "rot_2", "red", "blue", "green", "one", "two", "three", "referee")
"""The seats of the shipped scenarios, which have names; a seat of the user's own goes by its code."""


def seat_name(words: Words, seat: str) -> str:
    return words(f"play.seat.{seat}") if seat in SEATS else seat


def outcome_told(words: Words, outcome: Outcome) -> list[str]:
    """How a dogfight or a campaign ended, with the points of each seat."""
    lines = [words("play.table.over", outcome=words(outcome.code))]
    if outcome.winner is not None:
        lines.append(words("play.table.winner", seat=seat_name(words, outcome.winner)))
    points = ", ".join(f"{seat_name(words, seat)} {points:g}" for seat, points in outcome.points.items())
    return [*lines, words("play.table.points", points=points)]


class TableTeller(Teller):
    """Tells a dogfight with aircraft by their type and sides by their name. Whose hands are seen is the game's business: it tells
    what it is given."""

    __slots__ = ("_named",)

    def __init__(self, words: Words, game: CardDogfight) -> None:
        super().__init__(words, game.tables, self.called)
        self._named: dict[int, str] = {}

    def called(self, number: int) -> str:
        """An aircraft by its type, numbered where there are several of it."""
        mine = self._named.get(number)
        if mine is None:
            return str(number)
        same = sorted(n for n, name in self._named.items() if name == mine)
        return mine if len(same) == 1 else f"{mine} {same.index(number) + 1}"

    def seen(self, view: TableView | None) -> None:
        """The aircraft are those of this table from now on."""
        self._named = {craft.number: self._type(craft.type) for craft in view.aircraft} if view is not None else {}

    def battle_of(self, events: Sequence[Event]) -> None:
        """The aircraft are those that these events of one battle reveal."""
        self._named = {e.data["aircraft"]: self._type(e.data["type"]) for e in events if e.code == "revealed"}

    def _value(self, name: str, value: Any) -> Any:
        if name in ("seat", "side", "winner", "seats") and isinstance(value, str):
            return "–" if value == "none" else seat_name(self.words, value)
        if value == "none":
            return "–"
        return super()._value(name, value)


class Book(Protocol):
    """What the terminal asks of a game's pages."""

    def head(self, view: Any) -> str: ...

    def page(self, view: Any) -> list[str]: ...

    def look(self, view: Any) -> None: ...

    def order(self, order: Any, seat: str) -> str: ...

    def told(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]: ...

    def value(self, value: Any) -> str: ...


class CardsBook:
    """The pages of a dogfight."""

    def __init__(self, words: Words, game: CardDogfight) -> None:
        self.words = words
        self.teller = TableTeller(words, game)

    def look(self, view: TableView | None) -> None:
        self.teller.seen(view)

    def order(self, order: Any, seat: str) -> str:
        return self.teller.order(order)

    def told(self, events: Iterable[tuple[int, Event]]) -> list[tuple[int, str]]:
        """The sentences of events from the first of all on, each with the number of its entry."""
        return tell_by_battle(self.teller, events, self.teller.event)

    def value(self, value: Any) -> str:
        """What tells an order from another that reads the same."""
        if isinstance(value, bool):
            return self.words("play.table.climb" if value else "play.table.dive")
        if isinstance(value, tuple):
            return ", ".join(self.teller.card(str(member)) for member in value) or "–"
        return "–" if value is None else self.teller.card(str(value))

    def head(self, view: TableView) -> str:
        phase = self.teller.phase(view.phase)
        if view.turn < 1:
            return phase
        return self.words("play.table.head", turn=view.turn, turns=view.turns, phase=phase)

    def page(self, view: TableView) -> list[str]:
        """The table: aircraft, piles, own hands, and what is to be answered."""
        words, teller = self.words, self.teller
        lines: list[str] = []
        if view.phase == PICK and view.picks:
            lines.append(words("play.table.picks", picks=", ".join(self._pick(*pick) for pick in view.picks)))
        if view.aircraft:
            heads = [words(f"play.table.column.{name}") for name in ("aircraft", "side", "altitude", "hits", "hand", "stands")]
            lines.append(neat(heads, [self._row(view, craft) for craft in view.aircraft]))
        lines.append(words("play.table.piles", pile=view.pile, discard=len(view.discard)))
        if any(view.score):
            score = ", ".join(f"{seat_name(words, side)} {vp}" for side, vp in zip(view.parties, view.score, strict=False))
            lines.append(words("play.table.points", points=score))
        for craft in view.aircraft:
            if craft.cards is not None and not craft.bomber and not craft.out:
                lines.append(words("play.table.own_hand", aircraft=teller.called(craft.number), cards=self._cards(craft.cards)))
        if view.chain is not None:
            lines += self._window(view.chain)
        elif view.following:
            asked = ", ".join(teller.called(number) for number in view.following)
            lines.append(words("play.table.asked", aircraft=asked))
        return lines

    def _pick(self, aircraft: str, pilot: str | None) -> str:
        tables = self.teller.tables
        name = tables.aircraft[aircraft].name
        return name if pilot is None else f"{name} ({tables.pilots[pilot].name})"

    def _cards(self, cards: Sequence[str]) -> str:
        counted = Counter(self.teller.card(card) for card in cards)
        return " · ".join(f"{name} ×{count}" if count > 1 else name for name, count in sorted(counted.items())) or "–"

    def _row(self, view: TableView, craft: SeenAircraft) -> list[str]:
        teller = self.teller
        name = ("▸ " if craft.number == view.active else "  ") + teller.called(craft.number)
        altitude = teller.altitude(craft.altitude) if craft.altitude is not None else "–"
        hand = "–" if craft.bomber else str(craft.hand)
        return [
            name,
            seat_name(self.words, craft.seat),
            altitude,
            f"{craft.hits}/{craft.ratings.airframe}",
            hand,
            self._stands(view, craft),
        ]

    def _stands(self, view: TableView, craft: SeenAircraft) -> str:
        """How an aircraft stands to its enemies, and what else is to be known of it."""
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


def numbered(book: Book, orders: Sequence[Any], seat: str) -> list[str]:
    """The orders in words; two that read the same are told apart by what differs in them."""
    said = [book.order(order, seat) for order in orders]
    twice = {text for text, count in Counter(said).items() if count > 1}
    for text in twice:
        places = [i for i, other in enumerate(said) if other == text]
        names = [f.name for f in dataclasses.fields(orders[places[0]])]
        differ = [name for name in names if len({getattr(orders[i], name) for i in places}) > 1]
        for i in places:
            said[i] = f"{text} ({'; '.join(book.value(getattr(orders[i], name)) for name in differ)})"
    return [f"{i:>3}  {text}" for i, text in enumerate(said, 1)]


class TableTerminal:
    """Plays a session of a dogfight or a campaign at the keyboard, by numbers."""

    def __init__(self, session: Session, words: Words, book: Book) -> None:
        self.session = session
        self.words = words
        self.book = book
        self._sitting: str | None = None
        self._shown: tuple[str, int] | None = None
        self._heard: dict[str, int] = {}
        self._commands = {command: command for command in COMMANDS} | _SHORTHAND
        for language in LANGUAGES:
            for command in COMMANDS:
                for name in Words(language)(f"play.usage.{command}").partition(" ")[0].split("|"):
                    self._commands.setdefault(plain(name), command)

    @property
    def hot_seat(self) -> bool:
        """Whether people share the keyboard."""
        return len(self.session.outside) > 1

    def run(self) -> int:
        """Play until the game is over or the player leaves."""
        try:
            self._play()
        except (Ended, EOFError):
            print()
            save = self.session.save
            print(self.words("play.kept", file=save.path) if save is not None else self.words("play.not_kept"))
        return 0

    def _play(self) -> None:
        session = self.session
        while True:
            session.advance()
            seat = session.owing
            if seat is None:
                self._end()
                return
            if self.hot_seat and seat != self._sitting:
                self._hand_over(seat)
            if self._shown != (seat, session.number):
                self._shown = (seat, session.number)
                self._news(seat)
                self._page(seat)
            line = input(f"{seat_name(self.words, seat)}> ")
            if line.strip():
                self._carry_out(seat, line.strip())

    def _hand_over(self, seat: str) -> None:
        """The screen is emptied, and nothing is shown until the other player is there."""
        self._sitting = seat
        print(CLEAR + self.words("play.hand_over", seat=seat_name(self.words, seat)))
        input()
        print(CLEAR, end="")

    def _end(self) -> None:
        session, match = self.session, self.session.match
        seat = session.outside[0] if session.outside else match.game.seats(match.position)[0]
        self._news(seat)
        result = match.game.outcome(match.position)
        if result is not None:
            print("\n".join(outcome_told(self.words, result)))
        if session.save is not None:
            print(self.words("play.kept", file=session.save.path))

    # ---- one line

    def _carry_out(self, seat: str, line: str) -> None:
        try:
            self._obey(seat, line)
        except BobError as error:
            print("  " + told(self.words, error))

    def _obey(self, seat: str, line: str) -> None:
        session, words = self.session, self.words
        listed = session.match.game.choices(session.match.position, seat).listed
        name, _, rest = line.partition(" ")
        if name.isascii() and name.isdigit() and not rest:
            number = int(name) if len(name) < 6 else 0
            if not 1 <= number <= len(listed):
                raise UsageError("play.table.no_number", text=name[:10], count=len(listed))
            session.play(seat, listed[number - 1])
            return
        command = self._command(name)
        if command == "quit":
            raise Ended
        if command == "undo":
            entry = session.undo(seat)
            self._heard[seat] = min(self._heard.get(seat, 0), entry.number)
            print(words("play.undone"))
        elif command == "log":
            rest = rest.strip()
            lines = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else _LOG_LINES
            self._print([text for _, text in self._told(seat)[-lines:]] if lines else [])
        elif command == "save":
            self._save(rest.strip())
        elif command == "page":
            self._page(seat)
        else:
            self._help(len(listed))

    def _command(self, text: str) -> str:
        """The command that a word means; it may be cut short. Raises UsageError."""
        word = plain(text) or text
        if word in self._commands:
            return self._commands[word]
        found = sorted({command for name, command in self._commands.items() if name.startswith(word)})
        if len(found) > 1:
            raise UsageError("play.which_command", text=text[:40], choices=", ".join(found))
        if not found:
            raise UsageError("play.table.no_command", text=text[:40], choices=", ".join(COMMANDS))
        return found[0]

    def _help(self, count: int) -> None:
        self._print([self.words("play.table.help", count=count), *[self.words(f"play.usage.{command}") for command in COMMANDS]])

    def _save(self, rest: str) -> None:
        if not rest or "\0" in rest:
            if self.session.save is None:
                raise UsageError("play.save_where")
            print(self.words("play.kept", file=self.session.save.path))
            return
        self.session.store(rest)
        print(self.words("play.kept", file=rest))

    # ---- what is shown

    def _page(self, seat: str) -> None:
        match, book = self.session.match, self.book
        view = match.view(seat)
        book.look(view)
        print("── " + book.head(view))
        for block in book.page(view):
            print(block if "\n" in block else textwrap.fill(block, width(), subsequent_indent="    "))
        print()
        self._print(numbered(book, match.game.choices(match.position, seat).listed, seat), 7)

    def _told(self, seat: str) -> list[tuple[int, str]]:
        return self.book.told(self.session.log(seat))

    def _news(self, seat: str) -> None:
        """What the seat has learnt since it was last told."""
        since = self._heard.get(seat, 0)
        lines = [text for number, text in self._told(seat) if number >= since]
        self._heard[seat] = self.session.number
        self._print(lines)
        if lines:
            print()

    def _print(self, lines: Sequence[str], indent: int = 4) -> None:
        for line in lines:
            print(textwrap.fill(line, width(), initial_indent="  ", subsequent_indent=" " * indent))


def terminal(session: Session, words: Words) -> TableTerminal:
    """The terminal of a dogfight or a campaign."""
    game = session.match.game
    if isinstance(game, CardDogfight):
        return TableTerminal(session, words, CardsBook(words, game))
    from bob.commands.campaign_text import CampaignBook

    return TableTerminal(session, words, CampaignBook(words, game, session.match.position))
