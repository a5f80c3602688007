"""The names of seas and countries, spread over the map."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path as FilePath

import bob.chart
from bob.chart.curves import spread
from bob.chart.draft import Draft
from bob.data.toml_files import Node, read_toml
from bob.words import Words

LETTERS = read_toml(FilePath(bob.chart.__file__).with_name("lettering.toml"))
"""The letters of the chart beside the places of the theatre."""


@dataclass(frozen=True, slots=True)
class WideName:
    """A name spread over the map; its size in millimetres of the chart, its letters each with its place and turn."""

    text: str
    size: float
    colour: str
    opacity: float
    water: bool
    letters: tuple[tuple[str, float, float, float], ...]


def courses(draft: Draft, words: Words) -> list[WideName]:
    p = draft.palette
    found: list[WideName] = []
    for kind, ink, opacity in (("water", p.slate, 0.8), ("country", p.quiet, 0.5)):
        for node in LETTERS.tables(kind):
            name = node.text("name")
            text = words(f"map.{kind}.{name}")
            start, middle, end = (draft.frame.to_paper(draft.plane(*_pair(node, i))) for i in range(3))
            places = spread(text, start, middle, end, draft.frame)
            letters = tuple((letter, x, y, turn) for letter, (x, y, turn) in zip(text, places, strict=True))
            found.append(WideName(text, node.number("size", 1, 20), ink, opacity, kind == "water", letters))
    return found


def _pair(node: Node, i: int) -> tuple[float, float]:
    latitude, longitude = node.list_of("course", list)[i]
    return float(latitude), float(longitude)
