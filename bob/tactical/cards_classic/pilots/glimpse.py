"""A position as the rules of the sound pilot read it: quicker than the whole view, for lines that are played on."""

from __future__ import annotations

from bob.tactical.cards.position import Craft, Following
from bob.tactical.cards_classic.execution import kind_of
from bob.tactical.cards_classic.position import FlightPosition, Sortie


class _Seen:
    """An aircraft."""

    __slots__ = (
        *("number", "type", "ratings", "damaged", "hits", "out", "altitude", "leader", "wingman", "formed", "holds", "level"),
        *("hand", "cards", "seat", "kind", "load", "zone", "busy", "side"),
    )

    def __init__(self, craft: Craft, sortie: Sortie, seat: str, side: str, own: bool) -> None:
        self.number = craft.number
        self.type = craft.type
        self.ratings = craft.now
        self.damaged = craft.damaged
        self.hits = craft.hits
        self.out = craft.out
        self.altitude = craft.altitude
        self.leader = craft.leader
        self.wingman = craft.wingman
        self.formed = craft.bomber
        self.holds = craft.holds
        self.level = craft.level
        self.hand = len(craft.hand)
        self.cards = tuple([kind_of(face) for face in craft.hand]) if own else None
        self.seat = seat
        self.side = side
        self.kind = sortie.kind
        self.load = sortie.load
        self.zone = sortie.zone
        self.busy = sortie.busy


class _Over:
    """An aircraft over the target."""

    __slots__ = ("aircraft",)

    def __init__(self, aircraft: int) -> None:
        self.aircraft = aircraft


class Glimpse:
    """A flight under way, as a seat sees it."""

    __slots__ = ("active", "aircraft", "assault", "bombing", "exchange", "following", "leg", "passage", "phase", "seat", "target")

    def __init__(self, position: FlightPosition, seat: str) -> None:
        self.seat = seat
        index, seats, sorties = position.seats.index(seat), position.seats, position.sorties
        parties = position.parties
        self.aircraft = [
            _Seen(craft, sorties[craft.number], seats[craft.seat], parties[craft.party], craft.seat == index) for craft in position.crafts
        ]
        self.active, self.leg, self.phase = position.active, position.leg, position.phase
        self.bombing, self.target = position.flight.bombing, position.flight.target
        self.exchange, self.assault, pending = position.exchange, position.assault, position.pending
        passage = position.passage
        self.passage = _Over(passage.queue[0]) if passage is not None and passage.queue else None
        self.following = [number for number, _ in pending.queue] if isinstance(pending, Following) else []
