"""Guesses at the hidden facts of a seat: whole positions that agree with its view."""

from __future__ import annotations

from collections import Counter

from bob.core.dice import Stream
from bob.tactical.cards.pilots.sight import HIDDEN
from bob.tactical.cards.position import NOBODY, CardPosition


class Guesser:
    """Deals the unseen cards to the hidden hands and the draw pile. The table is a reader's; it is not changed."""

    __slots__ = ("_table", "_unseen")

    def __init__(self, table: CardPosition) -> None:
        self._table = table
        terms = table.terms
        left = Counter(table.deck.pile(terms.decks, terms.theatre))
        left.subtract(table.discard)
        left.subtract(table.played)
        for craft in table.crafts:
            left.subtract([card for card in craft.hand if card != HIDDEN])
        self._unseen = [card for card, count in sorted(left.items()) for _ in range(max(0, count))]

    @property
    def unseen(self) -> tuple[str, ...]:
        """Return the cards that are hidden in a hand or the pile, sorted."""
        return tuple(self._unseen)

    def world(self, stream: Stream) -> CardPosition:
        """One position that might be the true one."""
        position = self._table.copy()
        cards = self._unseen[:]
        stream.shuffle(cards)
        for craft in position.crafts:
            if HIDDEN in craft.hand:
                craft.hand = tuple([cards.pop() if card == HIDDEN else card for card in craft.hand])
            if craft.altitude == NOBODY and craft.start == NOBODY:
                craft.start = 1
        position.pile = cards
        if position.terms.free_for_all:
            stream.shuffle(position.order)
        return position
