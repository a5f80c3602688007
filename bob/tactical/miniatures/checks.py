"""Invariants of a position."""

from __future__ import annotations

from collections import Counter

from bob.tactical.miniatures.data import REMOVE
from bob.tactical.miniatures.position import ADVANTAGED, KEEP, NOWHERE, OVER, STAGES, MiniaturePosition
from bob.tactical.miniatures.rules import decks
from bob.tactical.miniatures.rules.geometry import CIRCLE, PER, on_table


def check(position: MiniaturePosition) -> None:
    """Raise AssertionError when the position breaks an invariant."""
    terms = position.terms
    assert position.stage in STAGES, position.stage
    assert (position.stage == OVER) == (position.outcome is not None) == (not position.owing)
    assert position.turn <= terms.turns
    for i, a in enumerate(position.aircraft):
        assert a.number == i
        assert a.out in ("", "down", "left", "safe", "broke"), a.out
        assert 0 <= a.level <= ADVANTAGED and 0 <= a.heading < CIRCLE and a.chits >= 0
        assert a.type.multi or not a.chits, f"{i} has a chit on its base"
        if not a.out and position.turn:
            assert on_table(a.at, terms.width * PER, terms.height * PER), f"{i} is off the table"
            assert not a.type.multi or (a.chits < a.type.engines and a.speed), f"{i} should be down"
    standing = Counter(a.at for a in position.flying() if a.at != NOWHERE)
    assert all(count == 1 for count in standing.values()), "two bases at one point"  # BRS-C30
    for side in (0, 1):
        assert min(position.chits[side]) >= 0
        _cards(position, side)
    if position.stage not in (OVER,):
        assert position.stage == KEEP or position.go is not None or not position.played


def _cards(position: MiniaturePosition, side: int) -> None:
    """Of every card of the deck there is one, in hand, pile or discards or on the table, until it is removed."""
    force, tables = position.terms.forces[side], position.tables
    if not position.terms.deck:
        assert not (position.hands[side] or position.piles[side] or position.discards[side])
        return
    found = Counter(position.hands[side]) + Counter(position.piles[side]) + Counter(position.discards[side])
    found += Counter(played.card for played in position.played if played.seat == side)
    traits = Counter(decks.trait_cards(force, tables))
    for card in traits.keys() | found.keys():
        if "@" in card and tables.card(card).retention != REMOVE:
            assert found[card] == traits[card], f"{card}: {found[card]} of {traits[card]}"
    others = sum(count for card, count in found.items() if "@" not in card)
    most = len(force.abilities)
    most += len(force.doctrine) if force.doctrine is not None else tables.sizes.doctrines(len(force.aircraft))
    most += len(force.theatre) if force.theatre is not None else tables.sizes.theatre
    assert others <= most
    extra = force.cards if position.turn <= 1 else 0
    assert len(position.hands[side]) <= position.limits[side] + max(extra, force.cards) + (position.turn == 0) * 20
