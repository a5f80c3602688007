"""The codes of tables by the words that a person types."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bob.text import plain
from bob.words import LANGUAGES, Words


@cache
def _spoken(choices: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for code in choices:
        found[plain(code)] = code
        for language in LANGUAGES:
            words = Words(language)
            if words.has(f"tables.choice.{code}"):
                found.setdefault(plain(words(f"tables.choice.{code}")), code)
    return found


def choice_code(choices: Sequence[str], text: str) -> str:
    """The code that a person means by a word in either language; the text itself when nothing fits."""
    return _spoken(tuple(choices)).get(plain(text), text)
