"""The own action cards: what each does, when it may be played, and which can be played now."""

from __future__ import annotations

from bob.desk.boards.shared.card_hand import CardFace, CardHand
from bob.tactical.hexes.telling import HexTeller

STRIPES = {"initiative": "brass", "opponent": "slate", "own": "red", "either": "ink"}
"""The tone of a card's edge, by when it may be played."""


class ActionHand(CardHand):
    """The hand of a hex dogfight."""

    def show_hand(self, cards: tuple[str, ...], legal: frozenset[str], chosen: str, teller: HexTeller | None) -> None:
        """Show these cards, those that can be played now and the one that the order looked at plays."""
        faces = [_face(card, teller) for card in cards] if teller is not None else []
        self.show_cards(faces, legal, chosen, self.settings.words("desk_hexes.no_hand") if teller is not None else "")


def _face(card: str, teller: HexTeller) -> CardFace:
    stripe = STRIPES[teller.tables.cards[card].timing]
    return CardFace(card, teller.card(card), teller.timing(card), teller.card_text(card), stripe)
