"""A position as a page of text that a person can read and paste into a test, and back."""

from __future__ import annotations

import dataclasses
import typing
from typing import Any

from bob.core.codec import decode, encode
from bob.core.game import Outcome
from bob.tactical.hexes.data import HexTables
from bob.tactical.hexes.position import Go, HexAircraft, HexPosition, HexTerms, Shot
from bob.tactical.page import no_part, page_block, page_blocks, page_line

_SKIPPED = ("terms", "tables", "aircraft", "go", "shots", "outcome")
_DERIVED = ("dash", "rank", "rule")


def dump(position: HexPosition) -> str:
    """Lines `name = value`: the terms, the table; then a block for each aircraft, the go, each shot."""
    lines = [page_line("terms", position.terms)]
    for f in dataclasses.fields(HexPosition):
        if f.name not in _SKIPPED:
            lines.append(page_line(f.name, getattr(position, f.name)))
    if position.outcome is not None:
        lines.append(page_line("outcome", position.outcome))
    for a in position.aircraft:
        title, *rest = page_block(f"aircraft {a.number}", a, _DERIVED)
        lines += [title, page_line("type", a.dash.code), *rest]
    if position.go is not None:
        lines += page_block("go", position.go)
    for shot in position.shots:
        lines += page_block("shot", shot)
    return "\n".join(lines) + "\n"


def parse(text: str, tables: HexTables) -> HexPosition:
    """The position of such a page. Raises BobError."""
    blocks = page_blocks(text)
    top = blocks[0][1]
    outcome = top.pop("outcome", None)
    values: dict[str, Any] = {"terms": decode(HexTerms, top.pop("terms", None), "terms"), "tables": tables}
    hints = typing.get_type_hints(HexPosition)
    for name, value in top.items():
        if name not in hints or name in _SKIPPED:
            raise no_part(name)
        values[name] = decode(hints[name], value, name)
    missing = {"seats", "sides", "side_of"} - set(values)
    if missing:
        raise no_part(sorted(missing)[0])
    made = HexPosition(**values)
    for title, block in blocks[1:]:
        if title.startswith("aircraft"):
            made.aircraft.append(_aircraft(title, block, tables))
        elif title == "go":
            made.go = decode(Go, block, title)
        elif title == "shot":
            made.shots.append(decode(Shot, block, title))
        else:
            raise no_part(title)
    made.outcome = decode(Outcome, outcome, "outcome") if outcome is not None else None
    return made


def _aircraft(title: str, block: dict[str, Any], tables: HexTables) -> HexAircraft:
    code, leader = block.pop("type", None), block.get("leader", "")
    if code not in tables.aircraft:
        raise no_part(f"{title}.type")
    if leader and leader not in tables.leaders and leader not in tables.classes:
        raise no_part(f"{title}.leader")
    raw = {name: value for name, value in block.items() if name not in _DERIVED}
    made: HexAircraft = decode(HexAircraft, {**raw, "dash": encode(tables.aircraft[code])}, title)
    made.dash, made.rank, made.rule = tables.aircraft[code], tables.leader_class(leader), tables.rule(leader)
    return made
