"""A position as a page of text that a person can read and paste into a test, and back."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any

from bob.core.codec import decode, encode
from bob.core.game import Outcome
from bob.tactical.miniatures.data import MiniatureTables
from bob.tactical.miniatures.position import MiniatureAircraft, MiniatureAttack, MiniatureGo, MiniaturePosition, MiniatureTerms
from bob.tactical.page import no_part, page_block, page_blocks, page_line

_SKIPPED = ("terms", "tables", "aircraft", "go", "attack", "outcome")


def dump(position: MiniaturePosition) -> str:
    """Lines `name = value`: the terms, the table; then a block for each aircraft, the activation, the attack."""
    lines = [page_line("terms", position.terms)]
    lines += [page_line(f.name, getattr(position, f.name)) for f in dataclasses.fields(MiniaturePosition) if f.name not in _SKIPPED]
    if position.outcome is not None:
        lines.append(page_line("outcome", position.outcome))
    for a in position.aircraft:
        title, *rest = page_block(f"aircraft {a.number}", a, ("type",))
        lines += [title, page_line("type", a.type.code), *rest]
    if position.go is not None:
        lines += page_block("go", position.go)
    if position.attack is not None:
        lines += page_block("attack", position.attack)
    return "\n".join(lines) + "\n"


def parse(text: str, tables: MiniatureTables) -> MiniaturePosition:
    """The position of such a page. Raises BobError."""
    blocks = page_blocks(text)
    top = blocks[0][1]
    outcome = top.pop("outcome", None)
    values: dict[str, Any] = {"terms": decode(MiniatureTerms, top.pop("terms", None), "terms"), "tables": tables}
    hints = typing.get_type_hints(MiniaturePosition)
    for name, value in top.items():
        if name not in hints or name in _SKIPPED:
            raise no_part(name)
        values[name] = decode(hints[name], value, name)
    if "seats" not in values:
        raise no_part("seats")
    made = MiniaturePosition(**values)
    for title, block in blocks[1:]:
        if title.startswith("aircraft"):
            code = block.pop("type", None)
            if code not in tables.aircraft:
                raise no_part(f"{title}.type")
            made.aircraft.append(decode(MiniatureAircraft, {**block, "type": encode(tables.aircraft[code])}, title))
            made.aircraft[-1].type = tables.aircraft[code]
        elif title == "go":
            made.go = decode(MiniatureGo, block, title)
        elif title == "attack":
            made.attack = decode(MiniatureAttack, block, title)
        else:
            raise no_part(title)
    made.outcome = decode(Outcome, outcome, "outcome") if outcome is not None else None
    return made
