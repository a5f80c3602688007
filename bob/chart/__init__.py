"""The wall map of the theatre as a display list, in the palettes of a plotting table.

`chart` makes a `ChartPage`; `bob.chart.svg` writes it as SVG, `bob.chart.qt` as PNG and PDF. Importing this package is cheap.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bob.chart.marks import ChartPage
    from bob.data.theatre import Theatre
    from bob.words import Words

LAYERS = (
    "coast",
    "coverage",
    "hexes",
    "observers",
    "guns",
    "radio",
    "zones",
    "sectors",
    "lanes",
    "graticule",
    "balloons",
    "landmarks",
    "targets",
    "towns",
    "rdf",
    "airfields",
)
"""The layers in drawing order. Sea and land are always there."""

DEFAULT_LAYERS = ("coast", "hexes", "sectors", "graticule", "towns", "rdf", "airfields")
"""The layers shown by default."""

PALETTES = ("table", "night", "contrast")

__all__ = ["DEFAULT_LAYERS", "LAYERS", "PALETTES", "chart"]


def chart(
    theatre: Theatre,
    words: Words,
    layers: Sequence[str] = DEFAULT_LAYERS,
    angels: int = 18,
    palette: str = "table",
    sector: str | None = None,
) -> ChartPage:
    """The chart of a theatre with these layers, whatever their order, in the language of `words`.

    `angels` is the height of the RDF coverage in thousands of feet; `sector`, a Sector's name or code, keeps the radio circles to that
    Sector's station. Raises UsageError for an unknown layer, palette or Sector.
    """
    from bob.chart.drawing import draw

    return draw(theatre, words, tuple(layers), angels, palette, sector)
