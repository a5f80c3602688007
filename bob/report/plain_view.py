"""A view field by field, for games that have no page of their own."""

from __future__ import annotations

from typing import Any

from bob.codec import encode
from bob.words import Words


def figures(value: Any, words: Words) -> list[str]:
    """A view as lines: a field a line, what lies in it behind it."""
    data = encode(value)
    lines = []
    for name, found in data.items() if isinstance(data, dict) else ():
        lines.append(f"{name.replace('_', ' ')}: {plain_value(found, words)}")
    return lines


def plain_value(value: Any, words: Words) -> str:
    """A JSON value in a line."""
    if isinstance(value, dict):
        return "; ".join(f"{key.replace('_', ' ')} {plain_value(found, words)}" for key, found in value.items()) or "–"
    if isinstance(value, list):
        return ", ".join(plain_value(found, words) for found in value) or "–"
    if isinstance(value, bool):
        return words("play.plain.yes" if value else "play.plain.no")
    return "–" if value is None else str(value)
