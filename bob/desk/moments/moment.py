"""Which events make a moment, how much it weighs, and what its card says. No Qt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from bob.game import Event
from bob.hexes import Hex, from_label
from bob.operations.named import Names
from bob.operations.telling import sentence
from bob.theatre import Theatre
from bob.words import Words

MomentKind = Literal["combat", "bombs", "hit", "lost"]

KINDS: dict[str, tuple[MomentKind, int]] = {
    "room_hit": ("hit", 9),
    "squadron_destroyed": ("lost", 8),
    "combat": ("combat", 7),
    "station_damaged": ("hit", 6),
    "bombed": ("bombs", 5),
    "met": ("combat", 4),
    "unit_destroyed": ("lost", 3),
    "field_damaged": ("hit", 2),
}
"""The events that make a moment: of which kind, and how heavy."""

NAMED = ("sector", "field", "station")
"""Where an event without a hex tells its place by name."""

MOST = 4
"""As many moments of one turn are shown; the log has all."""


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that has just happened, where, and what is said of it."""

    code: str
    kind: MomentKind
    weight: int
    hex: Hex | None
    text: str


def moments(words: Words, names: Names, theatre: Theatre, events: Iterable[Event]) -> list[Moment]:
    """The moments among events, the heaviest kept, in the order in which they happened.

    An engagement that is over tells more than that it began: only its end is kept.
    """
    told = list(events)
    over = {event.data["number"] for event in told if event.code == "combat"}
    found = []
    for event in told:
        kind, weight = KINDS.get(event.code, ("combat", 0))
        if not weight or (event.code == "met" and event.data["number"] in over):
            continue
        found.append(Moment(event.code, kind, weight, _place(theatre, event), sentence(words, event, names)))
    kept = sorted(found, key=lambda moment: -moment.weight)[:MOST]
    return [moment for moment in found if moment in kept]


def _place(theatre: Theatre, event: Event) -> Hex | None:
    label = event.data.get("hex")
    if isinstance(label, str):
        return from_label(label)
    name = next((event.data[key] for key in NAMED if key in event.data), None)
    return next((place.hex for place in theatre.places if place.name == name), None)
