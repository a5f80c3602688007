"""Changes of a position that a seat of the card dogfight cannot notice; attacks on the secrets use them to make other worlds that look
the same to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from bob.core.dice import Stream
from bob.core.kit import WorldChange, changes
from bob.tactical.cards.data import NO_ROUNDS
from bob.tactical.cards.position import ALTITUDES, FORMATION, NOBODY, OVER, PICK, CardMount, CardPosition, Craft

if TYPE_CHECKING:
    from collections.abc import Mapping


def hidden(seat: str) -> Mapping[str, WorldChange]:
    """The changes by name."""
    return changes(seat, hands, pile, picks, altitudes, formation)


def hidden_in_day(seat: str) -> Mapping[str, WorldChange]:
    """In a dogfight of the day the enemy's units too: how good, how tired, how much ammunition."""
    return {**hidden(seat), **changes(seat, quality)}


def _other_crafts(seat: str, position: CardPosition) -> Iterator[Craft]:
    return (craft for craft in position.crafts if position.seats[craft.seat] != seat)


def hands(seat: str, position: CardPosition, stream: Stream) -> None:
    cards = sorted(position.deck.cards)
    for craft in _other_crafts(seat, position):
        craft.hand = tuple([stream.choose(cards) for _ in craft.hand])


def pile(seat: str, position: CardPosition, stream: Stream) -> None:
    stream.shuffle(position.pile)


def picks(seat: str, position: CardPosition, stream: Stream) -> None:
    """Change the aircraft that others have picked and not shown."""
    if position.phase == PICK:
        position.picks = [
            made if name == seat or naming else tuple(reversed(made)) if len(made) > 1 else ()
            for name, made, naming in zip(position.seats, position.picks, position.naming_pilot, strict=True)
        ]


def altitudes(seat: str, position: CardPosition, stream: Stream) -> None:
    """The altitudes that others have chosen and not shown."""
    if position.phase == ALTITUDES:
        for craft in _other_crafts(seat, position):
            if craft.altitude < 0 <= craft.start:
                craft.start = (craft.start + 1) % 3


def formation(seat: str, position: CardPosition, stream: Stream) -> None:
    """The places in formations that are still being made."""
    if position.phase == FORMATION:
        for craft in _other_crafts(seat, position):
            if craft.row != NOBODY:
                craft.row, craft.column = craft.row + 1, 2 - craft.column


def quality(seat: str, position: CardPosition, stream: Stream) -> None:
    """Change the enemy's units, as far as their cards reveal them."""
    if position.phase == OVER:
        return
    for craft in _other_crafts(seat, position):
        bursts = craft.now.bursts if craft.bomber else stream.choose((NO_ROUNDS, craft.now.bursts))
        craft.now = replace(craft.now, performance=max(1, craft.now.performance + stream.choose((-1, 1))), bursts=bursts)
    players = [
        player if player.seat == seat else replace(player, aircraft=tuple([_other_mount(mount, stream) for mount in player.aircraft]))
        for player in position.terms.players
    ]
    position.terms = replace(position.terms, players=tuple(players))


def _other_mount(mount: CardMount, stream: Stream) -> CardMount:
    bursts, rounds = stream.choose((-9, -1, 0)), stream.choose((True, False))
    return replace(mount, performance=mount.performance - 1, bursts=bursts, rounds=rounds, extra_cards=mount.extra_cards + 1, st=-1)
