"""A cache of officers' findings for all games over the same data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

G = TypeVar("G")
Made = TypeVar("Made")

MOST = 4
"""The number of sets of data in the cache: the shipped one, and folders of the user's own."""


class DataCache(Generic[G, Made]):
    """A value made from a game once, and cached for every game whose data are the very same."""

    def __init__(self, data: Callable[[G], tuple[object, ...]], make: Callable[[G], Made]) -> None:
        self._data, self._make = data, make
        self._cache: list[tuple[tuple[object, ...], Made]] = []

    def of(self, game: G) -> Made:
        """Return the cached value for a game of these data, or make it now."""
        data = self._data(game)
        for kept, made in self._cache:
            if all(one is other for one, other in zip(kept, data, strict=True)):
                return made
        self._cache = [(data, self._make(game)), *self._cache[: MOST - 1]]
        return self._cache[0][1]
