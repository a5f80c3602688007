"""Changes of a position that a seat of a flight cannot notice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from bob.core.dice import Stream
from bob.core.kit import WorldChange, changes
from bob.tactical.cards.flight import BOMBS, NO_ROUNDS, TORPEDO
from bob.tactical.cards.hidden import pile
from bob.tactical.cards.position import NOBODY, Craft
from bob.tactical.cards_classic.position import OVER, PREPARE, FlightPosition


def hidden_of_flight(seat: str) -> Mapping[str, WorldChange]:
    """The changes by name."""
    return changes(seat, hands, pile, altitudes, loads)


def hidden_of_flight_in_day(seat: str) -> Mapping[str, WorldChange]:
    """The changes of an engagement of a day: nothing is chosen in secret, and the enemy's units are hidden, too."""
    return changes(seat, hands, pile, quality)


def _other_crafts(seat: str, position: FlightPosition) -> Iterator[Craft]:
    return (craft for craft in position.crafts if position.seats[craft.seat] != seat)


def hands(seat: str, position: FlightPosition, stream: Stream) -> None:
    """Hands and mini-hands of the other side."""
    faces = sorted(position.deck.faces)
    for craft in _other_crafts(seat, position):
        craft.hand = tuple([stream.choose(faces) for _ in craft.hand])


def altitudes(seat: str, position: FlightPosition, stream: Stream) -> None:
    """Altitudes that the other side has chosen and not shown."""
    if position.phase == PREPARE:
        for craft in _other_crafts(seat, position):
            low, high = position.bands[craft.number]
            if craft.altitude < 0 <= craft.start and high > low:
                craft.start = low + (craft.start - low + 1) % (high - low + 1)


def loads(seat: str, position: FlightPosition, stream: Stream) -> None:
    """Loads that the other side has chosen and not shown."""
    if position.phase == PREPARE:
        for craft in _other_crafts(seat, position):
            sortie = position.sorties[craft.number]
            if sortie.planned:
                sortie.planned = BOMBS if sortie.planned == TORPEDO else TORPEDO


def quality(seat: str, position: FlightPosition, stream: Stream) -> None:
    """Change the enemy's units, as far as their aircraft reveal them."""
    if position.phase == OVER:
        return
    for craft in _other_crafts(seat, position):
        more = stream.choose((-1, 1))
        if craft.bomber:
            craft.front, craft.back = (replace(side, st=max(0, side.st + more)) for side in (craft.front, craft.back))
        elif craft.leader == NOBODY:
            craft.front, craft.back = (replace(side, performance=max(1, side.performance + more)) for side in (craft.front, craft.back))
        else:
            position.sorties[craft.number].rounds = stream.choose((NO_ROUNDS, -1, 0))
        craft.now = craft.back if craft.damaged else craft.front
