"""Changes of a position that a seat of the miniatures dogfight cannot notice; attacks on the secrets use them to make other worlds that
look the same to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bob.core.dice import Stream
from bob.core.kit import WorldChange, changes
from bob.tactical.miniatures.data import ABILITY
from bob.tactical.miniatures.position import NO_ROUNDS, OVER, MiniatureForce, MiniaturePosition

LONGEST = 40
"""The most turns that a battle has."""


def hidden(seat: str) -> Mapping[str, WorldChange]:
    """The changes by name."""
    return changes(seat, cards, order, packs, rounds)


def cards(seat: str, position: MiniaturePosition, stream: Stream) -> None:
    """Exchange the other player's cards between hand and pile."""
    for side, name in enumerate(position.seats):
        if name != seat:
            held, pile = list(position.hands[side]), position.piles[side]
            mixed = held + pile
            stream.shuffle(mixed)
            position.hands[side], position.piles[side] = tuple(sorted(mixed[: len(held)])), mixed[len(held) :]


def order(seat: str, position: MiniaturePosition, stream: Stream) -> None:
    """Shuffle both piles."""
    for pile in position.piles:
        stream.shuffle(pile)


def packs(seat: str, position: MiniaturePosition, stream: Stream) -> None:
    """Change the other player's deck: other Doctrine, Theatre and Ability cards in hand and pile, and in the terms."""
    if position.stage == OVER or not position.terms.deck:
        return
    for side, name in enumerate(position.seats):
        if name != seat:
            position.hands[side] = tuple(sorted(_other_card(position, card, stream) for card in position.hands[side]))
            position.piles[side] = [_other_card(position, card, stream) for card in position.piles[side]]
    forces = tuple([force if force.seat == seat else _packed(position, force, stream) for force in position.terms.forces])
    position.terms = replace(position.terms, forces=forces)


def rounds(seat: str, position: MiniaturePosition, stream: Stream) -> None:
    """Change the rounds and the endurance of the other player's aircraft; not while one of them fires."""
    if position.stage == OVER or position.attack is not None:
        return
    forces = list(position.terms.forces)
    later = position.turn + 1  # whoever had to leave before has left
    for side, name in enumerate(position.seats):
        if name != seat:
            mounts = [
                replace(mount, guns=stream.choose((NO_ROUNDS, -1, 0)), leaves=stream.choose((0, min(LONGEST, later + stream.below(8)))))
                for mount in forces[side].aircraft
            ]
            forces[side] = replace(forces[side], aircraft=tuple(mounts))
            for a, mount in zip([a for a in position.aircraft if a.side == side], mounts, strict=True):
                a.guns, a.leaves = mount.guns, mount.leaves
    position.terms = replace(position.terms, forces=tuple(forces))


def _other_card(position: MiniaturePosition, card: str, stream: Stream) -> str:
    """Another card of its kind that is played before the battle if it is; a trait stays."""
    if "@" in card:
        return card
    cards = position.tables.cards
    return stream.choose([code for code in position.tables.of_kind(cards[card].kind) if cards[code].deployment == cards[card].deployment])


def _packed(position: MiniaturePosition, force: MiniatureForce, stream: Stream) -> MiniatureForce:
    tables = position.tables
    count = len(force.aircraft)
    doctrine, theatre = (
        tuple([stream.choose(tables.of_kind(kind)) for _ in range(most)])
        for kind, most in (("doctrine", tables.sizes.doctrines(count)), ("theatre", tables.sizes.theatre))
    )
    abilities = tuple([stream.choose(tables.of_kind(ABILITY)) for _ in force.abilities])
    return replace(force, doctrine=doctrine, theatre=theatre, abilities=abilities)
