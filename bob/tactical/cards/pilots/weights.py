"""The sound pilot's weights; the unit is one hit on an undamaged aircraft."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the sound pilot, in hits."""

    hit: float = 1.0
    flip: float = 1.27
    """More, for a hit that turns the card to its Damaged side."""
    kill: float = 5.0
    """More, for the hit that shoots down."""
    side: float = 0.21
    """Being Advantaged."""
    tail: float = 2.07
    """Being Tailing."""
    card: float = 1.19
    """A card drawn."""
    defend: float = 1.15
    """The factor of a counter's worth."""
    attack: float = 0.9
    """The factor of a shooting card's worth."""
    escape: float = 0.3
    """More, for the last counter against a shot, while an enemy may still shoot."""
    surplus: float = 0.52
    """The share of a card's worth that remains when the draw would replace it."""
    strip: float = 0.53
    """A counter that the enemy spends."""
    back: float = 0.16
    """The chance that an own counter to a counter holds."""
    contact: float = 0.37
    """Meeting an enemy in the own turn, for each shot in the hand."""
    apart: float = 2.02
    """Each level between the aircraft and the nearest enemy, as a loss."""
    low: float = 0.22
    """A card more a turn by the altitude, for each turn that is left."""
    break_off: float = 2.0
    """Shaking off an enemy that holds a position."""
    flee: float = 0.61
    """Keeping away, when ahead, in the last turns."""
    first: float = 0.19
    """Positions before shots."""
    start: int = 2
    """The altitude of the start."""
