"""A position as a page of text that a person can read and paste into a test, and back."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any

from bob.core.codec import decode
from bob.core.game import Outcome
from bob.tactical.cards.data import CardTables
from bob.tactical.cards.position import CardPosition, CardTerms, Chain, Craft, Following, Giving, Pending, Stall
from bob.tactical.page import no_part, page_blocks, page_line

_PENDING: dict[str, type] = {"chain": Chain, "following": Following, "stall": Stall, "giving": Giving}
_DEFAULTS = {f.name: f.default for f in dataclasses.fields(Craft) if f.default is not dataclasses.MISSING}
_SKIPPED = ("terms", "deck", "crafts", "pending", "outcome")


def dump(position: CardPosition) -> str:
    """Return lines `name = value`: the terms, the table, a block for each aircraft (without values as at the start), and pending
    decisions."""
    lines = [page_line("terms", position.terms)]
    for f in dataclasses.fields(CardPosition):
        if f.name not in _SKIPPED:
            lines.append(page_line(f.name, getattr(position, f.name)))
    if position.outcome is not None:
        lines.append(page_line("outcome", position.outcome))
    for craft in position.crafts:
        lines.append(f"[aircraft {craft.number}]")
        for f in dataclasses.fields(Craft):
            value = getattr(craft, f.name)
            if f.name == "now" or (f.name in _DEFAULTS and value == _DEFAULTS[f.name]):
                continue
            lines.append(page_line(f.name, value))
    for name, kind in _PENDING.items():
        if isinstance(position.pending, kind):
            lines.append(f"[{name}]")
            lines += [page_line(f.name, getattr(position.pending, f.name)) for f in dataclasses.fields(kind)]
    return "\n".join(lines) + "\n"


def parse(text: str, tables: CardTables) -> CardPosition:
    """The position of such a page. Raises BobError."""
    blocks = page_blocks(text)
    top = blocks[0][1]
    outcome = top.pop("outcome", None)
    values: dict[str, Any] = {"terms": decode(CardTerms, top.pop("terms", None), "terms"), "deck": tables.deck}
    hints = _hints()
    for name, value in top.items():
        if name not in hints or name in _SKIPPED:
            raise no_part(name)
        values[name] = decode(hints[name], value, name)
    crafts: list[Craft] = []
    pending: Pending | None = None
    for title, block in blocks[1:]:
        if title.startswith("aircraft"):
            craft: Craft = decode(Craft, {**block, "now": block.get("front")}, title)
            craft.now = craft.back if craft.damaged else craft.front
            crafts.append(craft)
        elif title in _PENDING:
            pending = decode(_PENDING[title], block, title)
        else:
            raise no_part(title)
    missing = {"seats", "parties", "party_of"} - set(values)
    if missing:
        raise no_part(sorted(missing)[0])
    made = CardPosition(**values, crafts=crafts, pending=pending)
    made.outcome = decode(Outcome, outcome, "outcome") if outcome is not None else None
    return made


def _hints() -> dict[str, Any]:
    return typing.get_type_hints(CardPosition)
