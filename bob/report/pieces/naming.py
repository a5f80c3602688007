"""What sides and aircraft are called on pieces."""

from __future__ import annotations

from bob.words import Words


def side_name(words: Words, side: str) -> str:
    """The short name of a side; of one of the user's own its code."""
    key = f"cli.side.{side}"
    return words(key) if words.has(key) else side


def label_of(words: Words, side: str, number: int) -> str:
    """The number on the counter of an aircraft of a side, as on a battle card: R1, L4."""
    key = f"card.cards.model_{side}"
    return words(key, number=number) if words.has(key) else f"{side[:1].upper()}{number}"
