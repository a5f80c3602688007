"""The names of games, sides and aircraft on pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from bob.words import Words


class NamedSetup(Protocol):
    """A mission or a scenario of a file, with its name and its story by language."""

    @property
    def name(self) -> Mapping[str, str]: ...

    @property
    def text(self) -> Mapping[str, str]: ...


def heading_of(words: Words, key: str, code: str, setups: Mapping[str, NamedSetup]) -> tuple[str, str]:
    """Return the title of a game's set-up and its story: those of its file, or for one without a file the words of the key."""
    title = words(key) if words.has(key) else code
    if code not in setups:
        return title, ""
    return words.of(setups[code].name, title), words.of(setups[code].text, "")


def side_name(words: Words, side: str) -> str:
    """Return the short name of a side or a seat; the code of one of the user's own."""
    key = f"cli.side.{side}"
    return words(key) if words.has(key) else side.replace("_", " ").capitalize()


def label_of(words: Words, side: str, number: int) -> str:
    """The number on the counter of an aircraft of a side, as on a battle card: R1, L4."""
    key = f"card.cards.model_{side}"
    return words(key, number=number) if words.has(key) else f"{side[:1].upper()}{number}"
