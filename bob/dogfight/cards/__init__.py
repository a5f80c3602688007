"""The card dogfight: Action cards, positions, reactions, bombers."""

from bob.dogfight.cards.game import CardDogfight

__all__ = ["CardDogfight"]
