"""A position of a flight as a page of text that a person can read and paste into a test, and back."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any

from bob.core.codec import decode
from bob.core.game import Outcome
from bob.tactical.cards.flight import FlightTerms
from bob.tactical.cards.position import CardSeat, CardTerms, Craft, Following, Stall
from bob.tactical.cards_classic.data import ClassicTables
from bob.tactical.cards_classic.position import Assault, Exchange, FlightPosition, Passage, Scored, Sortie
from bob.tactical.cards_classic.setup import lay_cards
from bob.tactical.page import no_part, page_blocks, page_line

_PENDING: dict[str, type] = {"following": Following, "stall": Stall}
_PARTS: dict[str, type] = {"exchange": Exchange, "assault": Assault, "passage": Passage}
_DEFAULTS = {
    kind: {f.name: f.default for f in dataclasses.fields(kind) if f.default is not dataclasses.MISSING} for kind in (Craft, Sortie)
}
_LAID = ("bands", "cards", "norden")
"""The fields that are read off the aircraft cards when a page is read."""
_SKIPPED = ("terms", "deck", "crafts", "sorties", "scored", "pending", "outcome", "flight", *_LAID, *_PARTS)
_NOT_WRITTEN = ("score", "picks", "naming_pilot", "order", "speed_target", "speed_points", "declared", "turrets", "drawn")


def dump_flight(position: FlightPosition) -> str:
    """Return lines `name = value`: the terms, the table, a block for each aircraft (without values as at the start), and pending
    decisions."""
    lines = [page_line("flight", position.flight)]
    for f in dataclasses.fields(FlightPosition):
        if f.name not in _SKIPPED and f.name not in _NOT_WRITTEN:
            lines.append(page_line(f.name, getattr(position, f.name)))
    if position.outcome is not None:
        lines.append(page_line("outcome", position.outcome))
    for craft, sortie in zip(position.crafts, position.sorties, strict=True):
        lines.append(f"[aircraft {craft.number}]")
        lines += _block(craft)
        lines.append(f"[sortie {craft.number}]")
        lines += _block(sortie)
    for scored in position.scored:
        lines.append("[scored]")
        lines += [page_line(f.name, getattr(scored, f.name)) for f in dataclasses.fields(Scored)]
    for name, kind in (*_PENDING.items(), *_PARTS.items()):
        found = position.pending if name in _PENDING else getattr(position, name)
        if isinstance(found, kind):
            lines.append(f"[{name}]")
            lines += [page_line(f.name, getattr(found, f.name)) for f in dataclasses.fields(kind)]
    return "\n".join(lines) + "\n"


def _block(value: Craft | Sortie) -> list[str]:
    defaults = _DEFAULTS[type(value)]
    return [
        page_line(f.name, getattr(value, f.name))
        for f in dataclasses.fields(value)
        if f.name != "now" and not (f.name in defaults and getattr(value, f.name) == defaults[f.name])
    ]


def parse_flight(text: str, tables: ClassicTables) -> FlightPosition:
    """The position of such a page. Raises BobError."""
    blocks = page_blocks(text)
    top = blocks[0][1]
    outcome = top.pop("outcome", None)
    flight: FlightTerms = decode(FlightTerms, top.pop("flight", None), "flight")
    seats = tuple([CardSeat(side.seat, side.side) for side in flight.sides])
    values: dict[str, Any] = {"terms": CardTerms(seats, flip=flight.edition.flip), "deck": tables.deck, "flight": flight, "score": [0, 0]}
    hints = typing.get_type_hints(FlightPosition)
    for name, value in top.items():
        if name not in hints or name in _SKIPPED or name in _NOT_WRITTEN:
            raise no_part(name)
        values[name] = decode(hints[name], value, name)
    for name in ("parties", "party_of", "seats"):
        if name not in values:
            raise no_part(name)
    position = FlightPosition(**values)
    for title, block in blocks[1:]:
        kind = title.partition(" ")[0]
        if kind == "aircraft":
            craft: Craft = decode(Craft, {**block, "now": block.get("front")}, title)
            craft.now = craft.back if craft.damaged else craft.front
            if craft.type not in tables.aircraft:
                raise no_part(craft.type)
            position.crafts.append(craft)
        elif kind == "sortie":
            position.sorties.append(decode(Sortie, block, title))
        elif kind == "scored":
            position.scored.append(decode(Scored, block, title))
        elif kind in _PENDING:
            position.pending = decode(_PENDING[kind], block, title)
        elif kind in _PARTS:
            setattr(position, kind, decode(_PARTS[kind], block, title))
        else:
            raise no_part(title)
    if len(position.sorties) != len(position.crafts):
        raise no_part("sortie")
    lay_cards(position, tables)
    position.outcome = decode(Outcome, outcome, "outcome") if outcome is not None else None
    return position
