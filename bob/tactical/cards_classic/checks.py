"""Invariants of a flight."""

from __future__ import annotations

from collections import Counter

from bob.tactical.cards.position import NOBODY
from bob.tactical.cards_classic.position import OUTSIDE, OVER, OVERHEAD, PREPARE, STAGES, STAND_OFF, FlightPosition


def check_flight(position: FlightPosition) -> None:
    """Raise AssertionError when the position breaks an invariant."""
    found = Counter(position.pile) + Counter(position.discard) + Counter(position.played)
    for craft in position.crafts:
        found.update(craft.hand)
    assert found == Counter(position.deck.whole), "the deck is not whole"
    assert position.phase in STAGES and len(position.sorties) == len(position.crafts)
    for number in range(len(position.crafts)):
        _aircraft(position, number)
        held = [c for c in position.crafts if c.holds == number]
        assert sum(1 for c in held if c.level == 1) <= 2, f"more than two Advantaged on {number}"
        assert sum(1 for c in held if c.level == 2) <= 1, f"more than one Tailing {number}"
    over = position.phase == OVER
    assert over == (position.outcome is not None), "over without an outcome"
    assert over != bool(position.owing), "somebody must owe a decision until it is over"
    busy = position.exchange is not None or position.passage is not None
    assert busy or not position.played, "cards lie about"
    assert all(scored.points >= 0 for scored in position.scored)


def _aircraft(position: FlightPosition, number: int) -> None:
    craft, sortie = position.crafts[number], position.sorties[number]
    assert craft.number == number
    low, high = position.bands[number]
    if position.phase != PREPARE and not craft.out:
        assert low <= craft.altitude <= high, f"{number} flies where its card forbids it"  # CAM-16.22
    assert craft.now is craft.back if craft.damaged else craft.now is craft.front, f"{number} shows the wrong side"
    assert craft.markers >= 0 and craft.bursts_used >= 0
    if craft.out:
        assert not craft.hand and craft.holds == NOBODY, f"{number} is out and still holds something"
        assert all(other.holds != number for other in position.crafts), f"{number} is out and still held"
    else:
        assert craft.hits < craft.back.airframe, f"{number} should have fallen"
        reach = craft.front.airframe + (position.flight.edition.flip == "exceed")
        assert craft.damaged == (craft.hits >= reach), f"{number} shows the wrong side for {craft.hits} points"
    if craft.damaged:
        assert craft.bomber or not sortie.load, f"{number} is Damaged and Loaded"  # CAM-15.2f
        assert sortie.formation == NOBODY, f"{number} is Damaged and in a Formation"  # CAM-17.28a
    if craft.holds != NOBODY:
        held = position.crafts[craft.holds]
        assert position.leads(craft) and position.leads(held), f"{number} has a Position that it cannot have"  # CAM-17.23a, CAM-S.2e
        assert craft.level in (1, 2) and held.party != craft.party and not held.out and held.holds != number
        assert held.altitude == craft.altitude or position.pending is not None, f"{number} holds another level"
        assert position.sorties[held.number].zone == sortie.zone or position.phase == STAND_OFF  # CAM-S.8b
    else:
        assert craft.level == 0
    if not position.leads(craft):
        serving = position.assault is not None or position.passage is not None or position.exchange is not None
        assert not craft.hand or serving, f"{number} holds cards for nothing"
        leader = position.crafts[craft.leader] if craft.leader != NOBODY else None
        if leader is not None and not leader.out and not craft.out and position.pending is None:
            assert leader.altitude == craft.altitude and position.sorties[leader.number].zone == sortie.zone
    assert sortie.zone != OUTSIDE or not craft.bomber, "bombers do not stand off"  # CAM-GAP-26
    assert sortie.zone != OVERHEAD or sortie.overflew or position.phase == STAND_OFF
