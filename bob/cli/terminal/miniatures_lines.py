"""The language of a dogfight of miniatures, by itself or inside a day: flights as words and inches, shots, one word to set all up."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache
from typing import Any

from bob.cli.terminal.books import FlownSeat, set_in
from bob.cli.terminal.miniatures_text import MiniatureScreens
from bob.core.errors import UsageError
from bob.core.text import plain
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.data import DEFENSIVE_TACTICS, GREAT_CLIMB, GREAT_DIVE, HIGH_ALTITUDE, STALKER, TIGHT_TURN
from bob.tactical.miniatures.pilots import setting_up
from bob.tactical.miniatures.position import CLOUDS, NOWHERE, PLACE, TARGETED, MiniaturePosition
from bob.tactical.miniatures.rules import cards
from bob.tactical.miniatures.rules.geometry import PER, Spot
from bob.tactical.miniatures.rules.movement import BRAKE, HARD
from bob.words import LANGUAGES, Words

VERBS = ("forward", "dive", "turn", "left", "right", "brake", "hard", "tight", "great", "climb", "shoot", "outmanoeuvre", "bomb")
MORE_VERBS = ("tail", "activate", "pass")
BESIDE = ("after", "high", "stalker")
"""The words that only follow others."""
_SPLIT = re.compile(r",(?!\d)|[\s;°″]+")
_NUMBER = re.compile(r"\d{1,3}([.,]\d{1,2})?")


@dataclass(slots=True)
class _Flight:
    """A move or a dive as it is being read."""

    code: str
    distance: int
    turn: int | None = None
    after: int | None = None


@dataclass(slots=True)
class _Read:
    """The state of parsing a line: its words, and the orders so far."""

    text: str
    words: list[str]
    orders: list[Any] = field(default_factory=list)
    flight: _Flight | None = None
    burn: str | None = None
    card: str | None = None
    after: int | None = None

    def next(self) -> str:
        return self.words.pop(0) if self.words else ""


class MiniatureLines:
    """Carries out the lines that only this game knows."""

    own = ("hand", "cloud", "deploy")

    def __init__(self, book: MiniatureScreens) -> None:
        self.book = book
        self.words = book.words

    def listing(self, listed: Sequence[Any], lines: Sequence[str]) -> str:
        """Return the possible orders, line by line."""
        return set_in(lines)

    # ---- flights, shots and the other actions

    def typed(self, at: FlownSeat, line: str) -> bool:
        """Give the orders of a line one after another; return False where its first word begins none. Raises UsageError for a line
        without meaning, when nothing has been given; Refused at an order that is not legal, when those before it stay given."""
        words = [word for word in _SPLIT.split(line) if word]
        if not words or self._verb(words[0]) not in (*VERBS, *MORE_VERBS):
            return False
        view = at.view()
        self.book.look(view)
        orders = self._orders(view, _Read(line, words))
        for order in orders:
            at.give(order)
        return True

    def _verb(self, word: str) -> str:
        return miniature_words().get(plain(word), "")

    def _orders(self, view: Any, read: _Read) -> list[Any]:
        """The orders that a line means. Raises UsageError."""
        position = self.book.thought
        while read.words:
            word = read.next()
            verb = self._verb(word)
            if verb in ("forward", "dive"):
                self._close(position, read)
                read.flight = _Flight(verb, self._inches(read))
            elif verb in ("left", "right"):
                self._turn(view, position, read, self._degrees(read) * (1 if verb == "right" else -1))
            elif verb in ("brake", "hard"):
                read.burn = BRAKE if verb == "brake" else HARD
            elif verb in ("tight", "great"):
                read.card = TIGHT_TURN if verb == "tight" else GREAT_DIVE
            elif verb == "after":
                read.after = self._inches(read)
            elif verb != "turn":
                self._close(position, read)
                read.orders.append(self._act(view, position, read, verb, word))
        self._close(position, read)
        return read.orders

    def _turn(self, view: Any, position: MiniaturePosition, read: _Read, degrees: int) -> None:
        """A turn: of the flight before it, of the aircraft that is shot at, or a hard one before the move."""
        if read.flight is not None and read.flight.turn is None:
            read.flight.turn = degrees
            return
        self._close(position, read)
        if view.stage == TARGETED:
            read.orders.append(self._defensive(view, position, degrees))
        else:
            read.orders.append(o.TurnHard(degrees))

    def _close(self, position: MiniaturePosition, read: _Read) -> None:
        """A flight that has been read to its end becomes an order."""
        flight = read.flight
        if flight is None:
            return
        card = self._held(position, read.card, read) if read.card is not None else None
        if flight.code == "dive":
            read.orders.append(o.DiveFor(flight.distance, flight.turn or 0, card))
        else:
            read.orders.append(o.MoveOn(flight.distance, flight.turn or 0, read.burn, card, read.after))
        read.flight, read.burn, read.card, read.after = None, None, None, None

    def _held(self, position: MiniaturePosition, code: str, read: _Read | None = None) -> str:
        """Return the card of a kind in the hand that fits the active aircraft; if none does, the name of one. Raises UsageError."""
        view = self.book.view
        assert view is not None
        fit = [card for card in view.hand if cards.code_of(card) == code]
        of = position.active.type.code if position.go is not None else ""
        return next((card for card in fit if cards.type_of(card) in ("", of)), fit[0] if fit else f"{code}@{of}")

    def _act(self, view: Any, position: MiniaturePosition, read: _Read, verb: str, word: str) -> Any:
        """An order that is no flight. Raises UsageError."""
        if verb == "pass":
            return o.NoMore()
        if verb == "climb":
            return self._climb(position, read)
        if verb == "bomb":
            return o.DropOn(self._count(read) - 1)
        if verb in ("shoot", "outmanoeuvre", "tail", "activate"):
            number = self._aircraft(read)
            if verb == "outmanoeuvre":
                stalks = bool(read.words) and self._verb(read.words[0]) == "stalker" and bool(read.next())
                return o.Outmanoeuvre(number, self._held(position, STALKER).partition("@")[0] if stalks else None)
            return {"shoot": o.ShootAt, "tail": o.TailEnemy, "activate": o.ActivateOne}[verb](number)
        raise self._not_understood(read, word)

    def _climb(self, position: MiniaturePosition, read: _Read) -> o.GainHeight:
        """`climb`, `climb great`, `climb high`, `climb high great`."""
        named: list[str] = []
        while read.words and self._verb(read.words[0]) in ("great", "high"):
            named.append(self._verb(read.next()))
        great = self._held(position, GREAT_CLIMB) if "great" in named else None
        if "high" in named:
            return o.GainHeight(HIGH_ALTITUDE, great)
        return o.GainHeight(great)

    def _defensive(self, view: Any, position: MiniaturePosition, degrees: int) -> o.PlayAction:
        """Defensive Tactics on the aircraft that is attacked; with a bonus card where it turns farther than the card alone allows."""
        assert view.attack is not None
        target = (view.attack.volley.at,)
        order = o.PlayAction(DEFENSIVE_TACTICS, target, None, degrees)
        if abs(degrees) > cards.turn_of(position, None):
            side = position.seats.index(view.seat)
            bonus = next(iter(cards.bonuses(position, side, DEFENSIVE_TACTICS)), None)
            order = replace(order, bonus=bonus)
        return order

    # ---- parts of a line

    def _not_understood(self, read: _Read, word: str) -> UsageError:
        return UsageError("skies.page.not_understood", text=read.text[:80], word=word[:20] or "–", example=self.book.said("example"))

    def _number(self, read: _Read) -> Decimal:
        word = read.next()
        if not (word.isascii() and _NUMBER.fullmatch(word)):
            raise self._not_understood(read, word)
        return Decimal(word.replace(",", "."))

    def _inches(self, read: _Read) -> int:
        return int(self._number(read) * PER)

    def _degrees(self, read: _Read) -> int:
        return self._count(read)

    def _count(self, read: _Read) -> int:
        """A whole number."""
        found = self._number(read)
        if found != int(found):
            raise self._not_understood(read, str(found))
        return int(found)

    def _aircraft(self, read: _Read) -> int:
        """An aircraft by its letter, or its number counted from 1. Raises UsageError."""
        word = read.next()
        letters = {letter: number for number, letter in self.book.letters.items()}
        if word in letters:
            return letters[word]
        if word.isascii() and word.isdigit() and 1 <= int(word[:4]) <= len(letters):
            return int(word) - 1
        raise UsageError("skies.page.which", text=word[:20] or "–", choices=", ".join(letters))

    # ---- commands

    def command(self, at: FlownSeat, name: str, words: list[str]) -> None:
        """Carry out one of the commands. Raises UsageError, Refused."""
        self.book.look(at.view())
        carry_out: Mapping[str, Callable[[FlownSeat, list[str]], None]] = {
            "hand": self._hand, "cloud": self._cloud, "deploy": self._deploy,
        }  # fmt: skip
        carry_out[name](at, [word for part in words for word in _SPLIT.split(part) if word])

    def _hand(self, at: FlownSeat, words: list[str]) -> None:
        """Show the effects of the cards in hand."""
        names = self.book.teller.names
        hand = dict.fromkeys(at.view().hand)
        at.print([f"{names.card(card)} ({names.kind(card)}; {names.retention(card)}): {names.text(card)}" for card in hand] or ["–"])

    def _cloud(self, at: FlownSeat, words: list[str]) -> None:
        """Lay a cloud at a point; without one, where it makes sense."""
        view = at.view()
        if words:
            read = _Read(" ".join(words), words)
            at.give(o.LayCloud(Spot(self._inches(read), self._inches(read))))
        elif view.stage == CLOUDS and view.seat in view.owing:
            at.give(setting_up.cloud(self.book.thought, view.seats.index(view.seat)))
        else:
            raise UsageError("skies.page.nothing_to_lay")

    def _deploy(self, at: FlownSeat, words: list[str]) -> None:
        """Place an aircraft at a point with a heading; without them, all that wait, in a line that faces the enemy."""
        if words:
            read = _Read(" ".join(words), words)
            number = self._aircraft(read)
            at.give(o.Deploy(number, Spot(self._inches(read), self._inches(read)), self._degrees(read)))
            return
        view = at.view()
        if view.stage != PLACE or view.seat not in view.owing:
            raise UsageError("skies.page.nothing_to_deploy")
        while view is not None and view.stage == PLACE and view.seat in view.owing:
            self.book.look(view)
            side = view.seats.index(view.seat)
            assert any(a.side == side and a.at == NOWHERE for a in view.aircraft)
            at.give(setting_up.deploy(self.book.thought, side))
            view = at.view()


@cache
def miniature_words() -> Mapping[str, str]:
    """Return the words that may be typed, in every language, with their meanings."""
    found: dict[str, str] = {}
    for name in (*VERBS, *MORE_VERBS, *BESIDE):
        for language in LANGUAGES:
            found.update({plain(word): name for word in Words(language)(f"skies.typed.{name}").split("|")})
    return found
