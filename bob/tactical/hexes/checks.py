"""Invariants of a position."""

from __future__ import annotations

from collections import Counter

from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.position import FLY, LEVEL, NOBODY, NOWHERE, OVER, OVERHEAT, PLACE, STAGES, TOP, HexPosition
from bob.tactical.hexes.rules import cards, formations


def check(position: HexPosition) -> None:
    """Raise AssertionError when the position breaks an invariant."""
    _cards(position)
    _markers(position)
    active = position.go.active if position.go is not None else ()
    for i, a in enumerate(position.aircraft):
        assert a.number == i
        assert a.out in ("", "down", "collided", "left", "dry", "home"), a.out
        assert a.speed >= 0 and a.fuel >= 0 and a.overheat >= 0 and a.shocked >= 0, f"{i} has less than nothing"
        assert 0 <= a.facing <= 5 and 0 <= a.level <= TOP and (position.terms.altimeter or a.level == 0), f"{i} flies nowhere"
        if a.out:
            assert a.at == NOWHERE and a.speed == 0 and a.formation == NOBODY, f"{i} is out and still there"
        elif position.turn:
            assert on_mat(position.terms, a.at), f"{i} is off the sheet"
            assert a.structure > 0, f"{i} should be down"
    under_way = position.stage in (FLY, OVERHEAT) or (position.stage == LEVEL and position.then == FLY)
    standing = Counter([a.at for a in position.flying() if a.at != NOWHERE and not (under_way and a.number in active)])
    assert all(count == 1 for count in standing.values()), "two aircraft in one hex"  # FIS-054
    for number in {a.formation for a in position.aircraft} - {NOBODY}:
        group = [a for a in position.aircraft if a.formation == number]
        assert 2 <= len(group) <= formations.MOST and number == min(a.number for a in group), f"formation {number}"
        assert len(formations.groups(group)) == 1 and len({a.seat for a in group}) == 1, f"formation {number} has come apart"  # FIS-068
    assert all(on_mat(position.terms, at) for at in position.clouds) and len(set(position.clouds)) == len(position.clouds)
    assert position.stage in STAGES, position.stage
    assert (position.stage == OVER) == (position.outcome is not None), "over without an outcome"
    assert (position.stage == OVER) != bool(position.owing), "somebody must owe a decision until it is over"
    assert all(position.side_of[position.seats.index(s)] >= 0 for s in position.owing)
    assert len(position.ships) == len(position.terms.ships) and min(position.ships, default=0) >= 0
    assert not position.shots or position.go is not None
    assert position.stage != PLACE or position.queue
    assert all(code in cards.AT for code in position.pile)


def _cards(position: HexPosition) -> None:
    """Every card is in a hand or in a pile (FIS-017)."""
    found = Counter(position.pile) + Counter(position.discard)
    for hand in position.hands:
        found.update(hand)
    if position.offer is not None:
        assert position.offer[2] in position.hands[position.offer[0]]
        assert not position.returned or position.returned in position.hands[position.offer[1]]
    assert found == Counter(position.tables.pile()), "the deck is not whole"


def _markers(position: HexPosition) -> None:
    """No more markers are out than there are (FIS-D20)."""
    held = Counter(position.bag)
    for a in position.flying():
        held.update(a.unseen)
        held.update(a.criticals)
    assert held <= Counter(position.tables.bag()), "too many markers"
