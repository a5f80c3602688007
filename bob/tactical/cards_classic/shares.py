"""The aircraft that a decision of a flight is about, for teams whose players share out the aircraft of their side."""

from __future__ import annotations

from bob.tactical.cards.position import NOBODY, Following, Stall
from bob.tactical.cards_classic.position import PREPARE, RELEASE, STAND_OFF, SWAP, FlightPosition
from bob.tactical.cards_classic.responses import responders
from bob.tactical.cards_classic.steps import to_decide, to_swap


def units_of(position: FlightPosition, seat: str) -> tuple[str, ...]:
    """The units of a seat in their order: Elements, then Formations."""
    found = next(side for side in position.flight.sides if side.seat == seat)
    return (*[element.unit for element in found.elements], *[formation.unit for formation in found.formations])


def asked_unit(position: FlightPosition, seat: str) -> str | None:
    """Return the unit of a seat that its decision is about; None where it is about all of them, or about which."""
    number = _asked_aircraft(position)
    if number == NOBODY or position.seats[position.crafts[number].seat] != seat:
        return None
    return position.sorties[number].unit


def _asked_aircraft(position: FlightPosition) -> int:
    """The aircraft that is asked; by open facts alone."""
    pending, exchange, assault = position.pending, position.exchange, position.assault
    if isinstance(pending, Following):
        return int(pending.queue[0][0])
    if isinstance(pending, Stall):
        return pending.aircraft
    if exchange is not None:
        if exchange.stage == "fire":
            return exchange.target
        able = responders(position, exchange)
        return able[0].number if able else NOBODY
    if position.passage is not None:
        return position.passage.queue[0]
    if assault is not None:
        return NOBODY if assault.stage == "name" else assault.attacker
    if position.active != NOBODY:
        return position.active
    if position.phase in (PREPARE, RELEASE):
        return NOBODY
    craft = to_swap(position) if position.phase == SWAP else to_decide(position) if position.phase == STAND_OFF else None
    return craft.number if craft is not None else NOBODY
