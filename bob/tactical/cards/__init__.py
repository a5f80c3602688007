"""The card dogfight: Action cards, positions, reactions, bombers."""

from bob.tactical.cards.game import CardDogfight

__all__ = ["CardDogfight"]
