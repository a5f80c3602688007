"""Work at the table that every chapter shares: events, drawing, discarding, shuffling."""

from __future__ import annotations

from bob.core.dice import SecretStream, secret
from bob.core.errors import Refusal, Refused
from bob.tactical.cards.position import CardPosition, Craft
from bob.tactical.execution import DogfightRun


def refused(why: Refusal) -> Refused:
    return Refused(f"cards.refuse.{why[0]}", rule=why[1])


class CardRun(DogfightRun[CardPosition]):
    """One order of the card dogfight being carried out."""

    __slots__ = ()

    def shuffle(self) -> None:
        """Put the draw pile in a random order by one roll (DIF-003)."""
        SecretStream.of(secret(self.dice, "cards.dice.shuffle"), "shuffle").shuffle(self.position.pile)

    def draw(self, craft: Craft, count: int, why: str) -> None:
        """Draw `count` cards; when the pile is out the discards are shuffled, when both are out the draw is lost (GAP-01)."""
        if count <= 0:
            return
        position = self.position
        pile = position.pile
        if len(pile) < count and position.discard:
            self.refill(count)
        cards = tuple(pile[: -count - 1 : -1])
        del pile[-count:]
        craft.hand += cards
        self.tell("drew", aircraft=craft.number, count=len(cards), why=why)
        if cards:
            self.tell_only(craft.seat, "drawn", aircraft=craft.number, cards=cards)

    def refill(self, count: int) -> None:
        """Ensure that `count` cards can be drawn, as far as there are discards (GAP-01)."""
        position = self.position
        pile = position.pile
        if len(pile) >= count or not position.discard:
            return
        kept = [pile.pop() for _ in range(len(pile))]
        # What is left is drawn first; the discards come under it.
        pile.extend(sorted(position.discard))
        position.discard.clear()
        self.tell("reshuffled", cards=len(pile))
        self.shuffle()
        pile.extend(reversed(kept))

    def spend(self, craft: Craft, card: str) -> None:
        """Take a card out of the hand of an aircraft and lay it among the cards played (DIF-108)."""
        hand = craft.hand
        at = hand.index(card)
        craft.hand = hand[:at] + hand[at + 1 :]
        self.position.played.append(card)

    def throw(self, craft: Craft, card: str) -> None:
        """Take a card out of the hand of an aircraft and discard it."""
        hand = craft.hand
        at = hand.index(card)
        craft.hand = hand[:at] + hand[at + 1 :]
        self.position.discard.append(card)

    def clear_played(self) -> None:
        """Discard all cards of a resolved action (DIF-108)."""
        self.position.discard.extend(self.position.played)
        self.position.played.clear()
