"""The page of a position: JSON with one line for each squadron, raid, track and airfield."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.core.game import dumps


class PositionWriter:
    """Writes one page after another of a match. A part equal to the page before is taken over, not written again."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str | int], tuple[Any, str]] = {}

    def page(self, data: Mapping[str, Any]) -> str:
        """The page of an encoded position."""
        lines = []
        for key, value in data.items():
            if isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values()):
                inner = ",\n".join(f"  {dumps(k)}: {self._line(key, k, v)}" for k, v in value.items())
                lines.append(f'"{key}": {{\n{inner}\n}}')
            elif isinstance(value, list) and value and all(isinstance(v, dict) for v in value):
                inner = ",\n".join(f"  {self._line(key, i, v)}" for i, v in enumerate(value))
                lines.append(f'"{key}": [\n{inner}\n]')
            else:
                lines.append(f'"{key}": {self._line(key, "", value)}')
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def _line(self, key: str, member: str | int, value: Any) -> str:
        known = self._known.get((key, member))
        if known is not None and known[0] == value:
            return known[1]
        line = dumps(value)
        self._known[key, member] = value, line
        return line
