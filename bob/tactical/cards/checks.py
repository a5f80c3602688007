"""Invariants of a position."""

from __future__ import annotations

from collections import Counter

from bob.tactical.cards.data import VERY_HIGH
from bob.tactical.cards.position import ALTITUDES, FORMATION, NOBODY, OVER, PAIR, PICK, CardPosition


def check(position: CardPosition) -> None:
    """Raise AssertionError when the position breaks an invariant."""
    _cards(position)
    for craft in position.crafts:
        _aircraft(position, craft.number)
    for number in range(len(position.crafts)):
        held = [c for c in position.crafts if c.holds == number]
        assert sum(1 for c in held if c.level == 1) <= 2, f"more than two Advantaged on {number}"  # DIF-167
        assert sum(1 for c in held if c.level == 2) <= 1, f"more than one Tailing {number}"  # DIF-168
    cells = [(c.seat, c.altitude, c.row, c.column) for c in position.crafts if c.bomber and not c.out and c.row != NOBODY]
    assert len(cells) == len(set(cells)), "two bombers in one place"
    assert (position.phase == OVER) == (position.outcome is not None), "over without an outcome"
    assert (position.phase == OVER) != bool(position.owing), "somebody must owe a decision until it is over"
    assert position.pending is not None or not position.played, "cards played lie about"


def _cards(position: CardPosition) -> None:
    """Every card is in a hand, in a pile or on the table (DIF-002)."""
    found = Counter(position.pile) + Counter(position.discard) + Counter(position.played)
    for craft in position.crafts:
        found.update(craft.hand)
    terms = position.terms
    assert found == Counter(position.deck.pile(terms.decks, terms.theatre)), "the deck is not whole"


def _aircraft(position: CardPosition, number: int) -> None:
    craft = position.crafts[number]
    assert craft.number == number
    if position.phase not in (PICK, PAIR, ALTITUDES):
        assert 0 <= craft.altitude <= VERY_HIGH, f"{number} flies nowhere"
    assert craft.now is craft.back if craft.damaged else craft.now is craft.front, f"{number} shows the wrong side"
    assert craft.hits >= 0 and craft.markers >= 0 and craft.bursts_used >= 0 and craft.next_hits >= 0 and craft.evasive >= 0
    if craft.out:
        assert not craft.hand and craft.holds == NOBODY, f"{number} is out and still holds something"
    else:
        assert craft.hits < craft.back.airframe, f"{number} should have fallen"
        reach = craft.front.airframe + (position.terms.flip == "exceed")
        assert craft.damaged == (craft.hits >= reach), f"{number} shows the wrong side for {craft.hits} hits"
    if craft.holds != NOBODY:
        held = position.crafts[craft.holds]
        assert craft.level in (1, 2) and held.party != craft.party and not held.out, f"{number} holds what it cannot"
        assert held.holds != number, f"{number} and {held.number} hold each other"
        assert held.altitude == craft.altitude or position.pending is not None, f"{number} holds another level"  # DIF-163
        assert not craft.bomber, f"bomber {number} holds a position"
        assert not held.bomber or position.active == number, f"{number} still holds a bomber"  # DIF-234
    else:
        assert craft.level == 0
    if craft.bomber and craft.hand:
        assert number in position.turrets, f"bomber {number} holds cards"
    assert craft.bomber or craft.row == NOBODY or position.phase == FORMATION
