"""The named errors. Each carries a key of the words and its values, for a message in either language."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of an error that is translated with its message: a key of the words and the values it needs."""

    key: str
    values: Mapping[str, Any]

    def __str__(self) -> str:
        from bob.words import Words

        return self.describe(Words("en"))

    def describe(self, words: Any) -> str:
        """The phrase in the language of `words`."""
        text: str = words(self.key, **self.values)
        return text


def phrase(key: str, **values: Any) -> Phrase:
    """The phrase of that key; its values may be phrases themselves."""
    return Phrase(key, values)


class BobError(Exception):
    """Base of all errors that a person may see: a key of the words, the values it needs, and the rule broken, if any."""

    def __init__(self, key: str, *, rule: str | None = None, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = {name: _cut(value) for name, value in values.items()}
        self.rule = rule

    def __str__(self) -> str:
        from bob.words import Words

        return self.describe(Words("en"))

    def describe(self, words: Any) -> str:
        """The error in the language of `words`, with its rule in brackets."""
        text: str = words(self.key, **self.values)
        return f"{text} [{self.rule}]" if self.rule else text


LONGEST = 1200
"""The longest part of a given text that an error repeats."""


def _cut(value: Any) -> Any:
    """A value as an error keeps it: no text without end, no half characters, no number of thousands of figures."""
    if isinstance(value, str):
        value = value.encode("utf-8", "backslashreplace").decode()
        return value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > LONGEST:
        return shown(value)
    return value


def shown(found: object, most: int = 80) -> str:
    """Return a found value, short enough for one line, and writable whatever its characters."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = short.maxlong = most
    try:
        text = short.repr(found)
    except ValueError:  # a whole number of thousands of figures
        text = type(found).__name__
    text = text.encode("utf-8", "backslashreplace").decode()
    return text if len(text) <= most else f"{text[: most - 1]}…"


class UsageError(BobError):
    """A word, option or value that a person typed cannot be understood."""


class DataError(BobError):
    """A data file is wrong. Names the file, the place in it and the expected form."""

    def __init__(self, file: object, place: str, expected: Phrase, found: object = None) -> None:
        super().__init__(
            "error.data" if found is None else "error.data_found",
            file=str(file),
            place=place,
            expected=expected,
            found=found if isinstance(found, Phrase) else shown(found, 160),
        )
        self.file = str(file)
        self.place = place


class DiceError(BobError):
    """Dice that cannot fall so: wrong count, wrong face, or no dice left in a script."""


Refusal = tuple[str, str]
"""The reason why an order is not legal: a key of the words, and the rule."""


class Refused(BobError):
    """An order that the rules do not allow. Nothing has changed.

    `hidden` marks that a fact decided which the seat cannot know; key and values then reveal nothing of it.
    """

    def __init__(self, key: str, *, rule: str | None = None, hidden: bool = False, **values: Any) -> None:
        super().__init__(key, rule=rule, **values)
        self.hidden = hidden
