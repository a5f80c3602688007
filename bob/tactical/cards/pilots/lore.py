"""A sound pilot's knowledge of the deck."""

from __future__ import annotations

from bob.tactical.cards.data import ActionCard, Deck
from bob.tactical.cards.orders import ACE_MARKER

MOST = 24
"""Hands are counted up to here."""


class Lore:
    """A pilot's knowledge of a deck: the use of each card, and the chance that a number of unseen cards holds no answer."""

    __slots__ = ("answered", "attack", "defend", "no_answer", "no_evasive", "shot_answers")

    def __init__(self, deck: Deck) -> None:
        cards = list(deck.cards.values())
        total = sum(sum(c.copies) for c in cards) or 1

        def share(codes: frozenset[str]) -> float:
            return sum(sum(deck.cards[code].copies) for code in codes) / total

        self.answered = {key: share(codes) for key, codes in deck.answers.items()}
        self.no_answer = {key: [(1 - s) ** n for n in range(MOST)] for key, s in self.answered.items()}
        evasive = share(frozenset(c.code for c in cards if c.action == "evasive"))
        self.no_evasive = [(1 - evasive) ** n for n in range(MOST)]
        self.shot_answers = deck.answers["ims"]
        self.defend = {c.code: self._defend(c) for c in cards} | {ACE_MARKER: 1.0}
        self.attack = {c.code: self._attack(c) for c in cards} | {ACE_MARKER: 0.6}

    def _defend(self, card: ActionCard) -> float:
        """Return the worth of a card as an answer: most are played to shots and Manoeuvres."""
        if "any" in card.react_to:
            return 1.0
        worth = 0.0
        for key, weight in (("ims", 0.45), ("manoeuvre", 0.2), ("oots", 0.1), ("tight_turn", 0.15), ("barrel_roll", 0.1), ("yo_yo", 0.05)):
            if key in card.react_to:
                worth += weight
        return worth + (0.7 if card.action == "evasive" else 0.0)

    def _attack(self, card: ActionCard) -> float:
        if card.fuel_tank:
            return 0.8
        if card.action == "attack":
            return 0.3 + 0.3 * card.hits - 0.05 * card.bursts + (0.2 if card.title == "oots" else 0.0)
        if card.action == "plus_hit":
            return 0.3
        return 0.1 * card.manoeuvre + (0.1 if card.action in ("barrel_roll", "scissors", "altitude") else 0.0)
