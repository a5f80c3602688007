"""What officers have found out, kept for all games over the same data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

G = TypeVar("G")
Made = TypeVar("Made")

MOST = 4
"""For so many sets of data it is kept: the shipped one, and folders of the user's own."""


class KeptByData(Generic[G, Made]):
    """What is made of a game once, and kept for every game whose data are the very same."""

    def __init__(self, data: Callable[[G], tuple[object, ...]], make: Callable[[G], Made]) -> None:
        self._data, self._make = data, make
        self._kept: list[tuple[tuple[object, ...], Made]] = []

    def of(self, game: G) -> Made:
        """What was made for a game of these data, or what is made now."""
        data = self._data(game)
        for kept, made in self._kept:
            if all(one is other for one, other in zip(kept, data, strict=True)):
                return made
        self._kept = [(data, self._make(game)), *self._kept[: MOST - 1]]
        return self._kept[0][1]
