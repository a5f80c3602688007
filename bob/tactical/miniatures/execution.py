"""Work at the table that every chapter shares: events, dice, drawing, discarding, shuffling."""

from __future__ import annotations

from typing import Any

from bob.core.dice import SecretStream, secret
from bob.core.errors import Refusal, Refused
from bob.tactical.execution import DogfightRun
from bob.tactical.miniatures.position import MiniaturePosition

ACE_FACE = 6
"""The die has an ace of spades in place of the 6: a success (BRS-C04)."""


def refused(why: Refusal) -> Refused:
    return Refused(f"skies.refuse.{why[0]}", rule=why[1])


def aces(faces: tuple[int, ...]) -> int:
    """Return the number of Ace faces."""
    return faces.count(ACE_FACE)


class MiniatureRun(DogfightRun[MiniaturePosition]):
    """One order of the miniatures dogfight being carried out."""

    __slots__ = ()

    def throw(self, purpose: str, count: int, side: int) -> tuple[int, ...]:
        """Throw `count` dice; none for none."""
        if count <= 0:
            return ()
        return self.dice.roll(f"skies.dice.{purpose}", count, by=self.position.seats[side]).faces

    def shuffle(self, cards: list[Any], purpose: str) -> None:
        """Put a pile in a random order by one roll."""
        SecretStream.of(secret(self.dice, f"skies.dice.{purpose}"), "shuffle").shuffle(cards)

    def level(self, number: int, to: int, why: str, rule: str) -> None:
        """Bring an aircraft to a level."""
        a = self.position.aircraft[number]
        if to != a.level:
            a.level = to
            self.tell("level", rule=rule, aircraft=number, level=to, why=why)

    # ---- cards

    def draw(self, side: int) -> None:
        """Deal up to the hand's limit; an empty pile is refilled from the discards; when both are out none is dealt (BRS-059, BRS-061)."""
        position = self.position
        hand, pile = list(position.hands[side]), position.piles[side]
        drawn: list[str] = []
        while len(hand) + len(drawn) < position.limits[side]:
            if not pile:
                self._refill(side)
                if not pile:
                    break
            drawn.append(pile.pop())
        if drawn:
            position.hands[side] = tuple(sorted(hand + drawn))
            self.tell("dealt", rule="BRS-059", seat=position.seats[side], count=len(drawn))
            self.tell_only(side, "drawn", cards=tuple(sorted(drawn)))

    def _refill(self, side: int) -> None:
        position = self.position
        if position.discards[side]:
            position.piles[side].extend(sorted(position.discards[side]))
            position.discards[side] = []
            self.shuffle(position.piles[side], "shuffle")
            self.tell("reshuffled", rule="BRS-061", seat=position.seats[side], cards=len(position.piles[side]))

    def out_of_hand(self, side: int, card: str) -> None:
        """Take a card out of a hand."""
        hand = list(self.position.hands[side])
        hand.remove(card)
        self.position.hands[side] = tuple(hand)

    def into_hand(self, side: int, card: str) -> None:
        self.position.hands[side] = tuple(sorted((*self.position.hands[side], card)))
