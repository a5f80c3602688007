"""The page of a position as lines `name = value`, in blocks with a title in brackets: the reading and writing that the games of a
dogfight share."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from bob.core.codec import encode
from bob.core.errors import BobError, phrase

PageBlocks = list[tuple[str, dict[str, Any]]]
"""The title of each block, the first without one, and its values by their names, in JSON's own kinds."""


_UNICODE = json.JSONEncoder(ensure_ascii=False)


def page_line(name: str, value: Any) -> str:
    """A line of a page."""
    return f"{name} = {value if type(value) is int else _UNICODE.encode(encode(value))}"


def page_block(title: str, value: Any, skipped: tuple[str, ...] = ()) -> list[str]:
    """A block of the fields that differ from their defaults."""
    lines = [f"[{title}]"]
    for f in dataclasses.fields(value):
        if f.name not in skipped and (f.default is dataclasses.MISSING or getattr(value, f.name) != f.default):
            lines.append(page_line(f.name, getattr(value, f.name)))
    return lines


def page_blocks(text: str) -> PageBlocks:
    """The blocks of a page; blank lines and those that begin with # say nothing. Raises BobError that names the line."""
    blocks: PageBlocks = [("", {})]
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        if stripped.startswith("[") and stripped.endswith("]"):
            blocks.append((stripped[1:-1], {}))
            continue
        name, _, value = stripped.partition("=")
        try:
            blocks[-1][1][name.strip()] = json.loads(value)
        except (ValueError, RecursionError) as error:
            raise BobError("error.page", line=number, expected=phrase("expect.page_line")) from error
    return blocks


def no_part(name: str) -> BobError:
    """A part that a page lacks, or has and may not have."""
    return BobError("error.page_name", name=name)
