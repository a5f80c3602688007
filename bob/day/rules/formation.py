"""Formation of raids (OPS-A2): what its results do to the escort."""

from __future__ import annotations


def escorts_missing(result: str, escorts: int) -> int:
    """How many escort units miss the rendezvous: half of them, rounded up, or all (OPS-A2.half, OPS-A2.none)."""
    if result == "half_escort":
        return (escorts + 1) // 2
    return escorts if result == "no_escort" else 0


def bombers_disrupted(result: str, bombers: int) -> int:
    """How many bomber units take one disruption level (OPS-A2.disruption)."""
    return min(1, bombers) if result == "disruption" else 0
