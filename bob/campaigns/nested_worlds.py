"""Changes of a campaign's position that a side cannot notice in the game played inside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.core.dice import Stream
from bob.core.kit import WorldChange


def nested_worlds(inner: Mapping[str, WorldChange], field: str) -> dict[str, WorldChange]:
    """The changes of the game in that field of the position, while there is one; by the field's name and theirs."""

    def within(change: WorldChange) -> WorldChange:
        def made(position: Any, stream: Stream) -> None:
            nested = getattr(position, field)
            if nested is not None:
                change(nested, stream)

        return made

    return {f"{field}_{name}": within(change) for name, change in inner.items()}
