"""Every word that a person reads, in English and French.

The entries lie in one TOML file a chapter, both languages side by side; the first part of a key names its chapter,
and a chapter is read when it is first asked for.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "fr")

_HERE = Path(__file__).resolve().parent


def chapters() -> list[str]:
    """The names of all chapters."""
    return sorted(path.stem for path in _HERE.glob("*.toml"))


_SPACED = re.compile(r" (?=[:;?!»%])|(?<=«) ")
_THOUSANDS = re.compile(r"(?<=\d) (?=\d{3}\b)")


def spaced(text: str) -> str:
    """A French text with the spaces that no line may break at: before a colon and the like, within quotation marks and figures."""
    return _THOUSANDS.sub("\u00a0", _SPACED.sub("\u00a0", text))


def typeset(text: str, language: str) -> str:
    """A text of the data as it is printed: apostrophes that are raised and curved, in French the spaces that no line may break at."""
    text = text.replace("'", "’")
    return spaced(text) if language == "fr" else text


@cache
def chapter(name: str) -> dict[str, dict[str, str]]:
    """The entries of a chapter by their full key: `{"cli.usage": {"en": ..., "fr": ...}}`."""
    path = _HERE / f"{name}.toml"
    if not path.is_file():
        return {}
    with path.open("rb") as stream:
        tree = tomllib.load(stream)
    entries: dict[str, dict[str, str]] = {}

    def walk(prefix: str, node: dict[str, Any]) -> None:
        if set(node) == set(LANGUAGES) and all(isinstance(text, str) for text in node.values()):
            entries[prefix] = {"en": node["en"], "fr": spaced(node["fr"])}
            return
        for key, value in node.items():
            walk(f"{prefix}.{key}", value)

    walk(name, tree)
    return entries


def system_language() -> str:
    """French when the system's locale is French, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable)
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"


class Words:
    """The words of one language. Calling it with a key and the values gives the text."""

    __slots__ = ("language",)

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"unknown language {language!r}, expected one of {LANGUAGES}")
        self.language = language

    def __call__(self, key: str, **values: Any) -> str:
        """The text of `key` with `values` put in; errors and phrases among them tell themselves. Raises KeyError for an unknown key."""
        entry = chapter(key.partition(".")[0]).get(key)
        if entry is None:
            raise KeyError(f"no words for {key!r}")
        text = entry[self.language]
        return (
            text.format(**{name: value.describe(self) if hasattr(value, "describe") else value for name, value in values.items()})
            if values
            else text
        )

    def label(self, name: str, account: object) -> str:
        """A name and what is told of it: `Kenley: Ready`, in French with its space before the colon."""
        return f"{name}\u00a0: {account}" if self.language == "fr" else f"{name}: {account}"

    def separated(self, lines: Iterable[object]) -> str:
        """Things told one after another with semicolons between them, which in French have their space."""
        return ("\u00a0; " if self.language == "fr" else "; ").join(map(str, lines))

    def figure(self, text: str) -> str:
        """A figure as this language writes it: `62.5`, in French `62,5`."""
        return text.replace(".", ",") if self.language == "fr" else text

    def of(self, texts: Mapping[str, str], usual: str = "") -> str:
        """Return a name that the data give, in this language; `usual` where they give none."""
        return typeset(texts.get(self.language, usual), self.language)

    def has(self, key: str) -> bool:
        """Return whether there is an entry of this key."""
        return key in chapter(key.partition(".")[0])
