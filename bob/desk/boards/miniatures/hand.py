"""The own Action cards as shown: kind, window, effect, fate."""

from __future__ import annotations

from collections.abc import Iterable

from bob.desk.boards.shared.card_hand import CardFace
from bob.tactical.miniatures.telling import MiniatureTeller

STRIPES = {"trait": "ink", "doctrine": "brass", "theatre": "slate", "ability": "red"}
"""The tone of a card's edge, by its kind."""


def faces_of(cards: Iterable[str], teller: MiniatureTeller) -> list[CardFace]:
    """The faces of cards as they are held."""
    return [_face(held, teller) for held in cards]


def _face(held: str, teller: MiniatureTeller) -> CardFace:
    names = teller.names
    card = teller.tables.card(held)
    when = f"{names.kind(held)} · {names.retention(held)}"
    text = names.text(held)
    if card.bonus is not None:
        text += " " + teller.words("desk_skies.held.bonus", card=names.card(card.bonus))
    if card.reaction:
        when += " · " + teller.words("desk_skies.held.reaction")
    return CardFace(held, names.card(held), when, text, STRIPES[card.kind])
