"""The named errors. Each carries a key of the words and its values, so that it can be told in either language."""

from __future__ import annotations

import reprlib
from typing import Any


class BobError(Exception):
    """Base of all errors that a person may see: a key of the words, the values it needs, and the rule broken, if any."""

    def __init__(self, key: str, *, rule: str | None = None, **values: Any) -> None:
        super().__init__(key)
        self.key = key
        self.values = values
        self.rule = rule

    def __str__(self) -> str:
        from bob.words import Words

        return self.told(Words("en"))

    def told(self, words: Any) -> str:
        """The error in the language of `words`, with its rule in brackets."""
        text: str = words(self.key, **self.values)
        return f"{text} [{self.rule}]" if self.rule else text


def _shown(found: object) -> str:
    """What was found, short enough for one line however large it is."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = 160
    return short.repr(found)


class UsageError(BobError):
    """A word, option or value that a person typed cannot be understood."""


class DataError(BobError):
    """A data file is wrong. Names the file, the place in it and what was expected."""

    def __init__(self, file: object, place: str, expected: str, found: object = None) -> None:
        super().__init__(
            "error.data" if found is None else "error.data_found",
            file=str(file),
            place=place,
            expected=expected,
            found=_shown(found),
        )
        self.file = str(file)
        self.place = place


class DiceError(BobError):
    """Dice that cannot fall so: wrong count, wrong face, or no dice left in a script."""


class Refused(BobError):
    """An order that the rules do not allow. Nothing has changed."""
