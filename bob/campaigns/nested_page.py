"""The page of a campaign's position: lines `name = value`, then under a title the page of the game that is played inside it."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Collection
from typing import Any, TypeVar

from bob.core.codec import decode
from bob.core.game import Game
from bob.tactical.page import no_part, page_blocks, page_line

T = TypeVar("T")


def dump_nested(position: Any, inner: str, game: Game[Any]) -> str:
    """The page of a position whose field `inner` holds one of another game, or None."""
    names = [f.name for f in dataclasses.fields(position) if f.name != inner]
    text = "\n".join(page_line(name, getattr(position, name)) for name in names) + "\n"
    nested = getattr(position, inner)
    return text if nested is None else f"{text}[{inner}]\n{game.dump(nested)}"


def parse_nested(text: str, kind: type[T], inner: str, game: Game[Any], needed: Collection[str]) -> T:
    """The position of such a page. Raises BobError."""
    hints = typing.get_type_hints(kind, include_extras=True)
    lines = text.splitlines()
    at = next((i for i, line in enumerate(lines) if line.strip() == f"[{inner}]"), len(lines))
    (_, top), *others = page_blocks("\n".join(lines[:at]))
    for name in (*[title for title, _ in others], *top):
        if name not in hints or name == inner:
            raise no_part(name)
    values = {name: decode(hints[name], value, name) for name, value in top.items()}
    if at < len(lines):
        values[inner] = game.parse("\n".join(lines[at + 1 :]))
    for name in needed:
        if name not in values:
            raise no_part(name)
    return kind(**values)
