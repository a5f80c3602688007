"""Work at the table that every chapter shares: events, dice, drawing, discarding, shuffling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core.dice import SecretStream, secret
from bob.core.errors import Refusal, Refused
from bob.core.game import Event
from bob.tactical.execution import DogfightRun
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.position import HexAircraft, HexPosition, SeenPlace


def refused(why: Refusal) -> Refused:
    return Refused(f"hexes.refuse.{why[0]}", rule=why[1])


class HexRun(DogfightRun[HexPosition]):
    """One order of the hex dogfight being carried out."""

    __slots__ = ()

    def side(self, side: int) -> str:
        return self.position.sides[side]

    def throw(self, purpose: str, count: int, seat: int) -> tuple[int, ...]:
        """Combat dice, as faces from 1 to 6."""
        return self.dice.roll(f"hexes.dice.{purpose}", count, by=self.position.seats[seat]).faces

    def die(self, purpose: str, seat: int, sides: int = 6) -> int:
        return self.dice.roll(f"hexes.dice.{purpose}", 1, sides=sides, by=self.position.seats[seat]).faces[0]

    def shuffle(self, cards: list[Any], purpose: str) -> None:
        """Put a pile in a random order by one roll."""
        SecretStream.of(secret(self.dice, f"hexes.dice.{purpose}"), "shuffle").shuffle(cards)

    def names(self, faces: Sequence[int]) -> tuple[str, ...]:
        """The symbols on the dice."""
        die = self.position.tables.die
        return tuple([die[face - 1] for face in faces])

    def draw(self, seat: int, count: int) -> None:
        """Deal `count` cards; an empty pile is refilled from the discards, and when both are out no card is dealt (FIS-030)."""
        position = self.position
        cards: list[str] = []
        for _ in range(count):
            if not position.pile:
                self.refill()
            if not position.pile:
                break
            cards.append(position.pile.pop())
        position.hands[seat] = tuple(sorted((*position.hands[seat], *cards)))
        self.tell("dealt", seat=position.seats[seat], count=len(cards))
        if cards:
            self.tell_only(seat, "drawn", cards=tuple(sorted(cards)))

    def refill(self) -> None:
        """Shuffle the discards into a new draw pile (FIS-030)."""
        position = self.position
        if position.discard:
            position.pile = sorted(position.discard)
            position.discard = []
            self.shuffle(position.pile, "shuffle")
            self.tell("reshuffled", rule="FIS-030", cards=len(position.pile))

    def discard(self, seat: int, card: str) -> None:
        """Take a card out of a hand and discard it."""
        position = self.position
        hand = list(position.hands[seat])
        hand.remove(card)
        position.hands[seat] = tuple(hand)
        position.discard.append(card)

    def play(self, seat: int, card: str, **data: Any) -> None:
        """Spend the card of a window (FIS-021)."""
        self.commit()
        self.discard(seat, card)
        self.position.carded[seat] = True
        self.tell("played", seat=self.position.seats[seat], card=card, **data)

    def remember(self) -> None:
        """Keep the places of the active aircraft, as long as their owner may take steps back."""
        position = self.position
        go = position.go
        assert go is not None
        if not go.before:
            go.before = tuple([_place(position.aircraft[n]) for n in go.active])

    def commit(self) -> None:
        """Show the others the steps made since the last time."""
        position = self.position
        go = position.go
        if go is None or not go.before:
            return
        path, before, go.path, go.before = go.path, go.before, (), ()
        others = tuple([s for i, s in enumerate(position.seats) if i != go.seat])
        for place in before:
            a = position.aircraft[place.number]
            to = a.at.label if on_mat(position.terms, a.at) else ""
            data = {
                "aircraft": a.number,
                "start": place.at.label,
                "to": to,
                "path": path,
                "facing": a.facing,
                "level": a.level,
                "speed": a.speed,
            }
            self.events.append(Event("flew", data, others))


def _place(a: HexAircraft) -> SeenPlace:
    return SeenPlace(a.number, a.at, a.facing, a.level, a.speed, a.fuel, a.shocked, a.tail)
