"""Something that a sheet names in every language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bob.words import Words


@dataclass(frozen=True, slots=True)
class Named:
    """Puts itself into words, as an error or a phrase does."""

    names: Mapping[str, str]

    def describe(self, words: Words) -> str:
        return words.of(self.names)
