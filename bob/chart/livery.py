"""The colours of counters in each palette: plaques, stands, arrows of the Sector clock. Each colour has its notches or its shape."""

from __future__ import annotations

from dataclasses import dataclass

from bob.chart.palette import Palette


@dataclass(frozen=True, slots=True)
class Plaque:
    """A kind of block: its ground, its letters, its edge and how thick that is, the letters of its title."""

    ground: str
    ink: str
    edge: str
    width: float
    title: str
    dashed: bool = False
    opacity: float = 1.0
    double: bool = False


CLOCK = {"red": "#C0392B", "yellow": "#E0B030", "blue": "#2F6EA5"}
NOTCHES = {"red": 0, "yellow": 1, "blue": 2}
"""Notches of each colour."""

_TABLE = {
    "hostile": Plaque("#F8F0D6", "#2B2A26", "#2B2A26", 1.1, "#A33B2E"),
    "unknown": Plaque("#E4E2D6", "#2B2A26", "#2B2A26", 1.1, "#2B2A26", dashed=True),
    "unheard": Plaque("#DFE5E3", "#2F4A57", "#2F4A57", 1.1, "#2F4A57", dashed=True, opacity=0.92),
    "friend": Plaque("#2F4A57", "#F6F1E2", "#15262E", 1.1, "#FFFFFF"),
    "convoy": Plaque("#E9EEF0", "#22343C", "#3E5661", 1.1, "#22343C"),
    "sighting": Plaque("#E4E2D6", "#4C6470", "#4C6470", 1.0, "#3E5661", dashed=True, opacity=0.9),
    "own": Plaque("#4F5648", "#F3EFDF", "#23271F", 1.1, "#FFFFFF"),
    "planned": Plaque("#F2EDDC", "#5A5749", "#5A5749", 1.0, "#3B392F", dashed=True, opacity=0.86),
    "truth": Plaque("#26241F", "#EFE6CF", "#EFE6CF", 1.1, "#E8C66A", double=True),
}
_NIGHT = {
    "hostile": Plaque("#DCCFA6", "#1A1914", "#0B0F0E", 1.1, "#8E2A1E"),
    "unknown": Plaque("#A8A795", "#14140F", "#0B0F0E", 1.1, "#14140F", dashed=True),
    "unheard": Plaque("#22313A", "#B8CFD9", "#9DBAC6", 1.1, "#B8CFD9", dashed=True, opacity=0.92),
    "friend": Plaque("#9DBAC6", "#0E1A20", "#0B1013", 1.1, "#06222E"),
    "convoy": Plaque("#1B2A30", "#D7E4EA", "#86A3B0", 1.1, "#E6EFF3"),
    "sighting": Plaque("#1D2421", "#86A3B0", "#86A3B0", 1.0, "#B8CFD9", dashed=True, opacity=0.92),
    "own": Plaque("#8C9480", "#11140E", "#0B0F0E", 1.1, "#0B0F0A"),
    "planned": Plaque("#1D2421", "#B9B49F", "#8A8878", 1.0, "#D8D2BC", dashed=True, opacity=0.9),
    "truth": Plaque("#0A0C0B", "#E9E2CC", "#E9E2CC", 1.1, "#D2B15E", double=True),
}
_CONTRAST = {
    "hostile": Plaque("#FFFFFF", "#000000", "#000000", 1.6, "#000000"),
    "unknown": Plaque("#FFFFFF", "#000000", "#000000", 1.6, "#000000", dashed=True),
    "unheard": Plaque("#FFFFFF", "#000000", "#000000", 1.2, "#000000", dashed=True),
    "friend": Plaque("#000000", "#FFFFFF", "#000000", 1.6, "#FFFFFF"),
    "convoy": Plaque("#FFFFFF", "#000000", "#000000", 1.4, "#000000"),
    "sighting": Plaque("#FFFFFF", "#000000", "#000000", 1.0, "#000000", dashed=True),
    "own": Plaque("#000000", "#FFFFFF", "#000000", 1.6, "#FFFFFF"),
    "planned": Plaque("#FFFFFF", "#000000", "#000000", 1.0, "#000000", dashed=True),
    "truth": Plaque("#000000", "#FFFFFF", "#FFFFFF", 1.6, "#FFFFFF", double=True),
}
_ALL = {"table": _TABLE, "night": _NIGHT, "contrast": _CONTRAST}


def plaque(palette: Palette, look: str) -> Plaque:
    """The look of a kind of block. Raises KeyError for an unknown one."""
    return _ALL.get(palette.name, _TABLE)[look]


def clock_colour(palette: Palette, name: str) -> str:
    """The colour of a segment of the Sector clock."""
    if palette.patterns:
        return {"red": "#000000", "yellow": "#FFFFFF", "blue": "#888888"}.get(name, "#000000")
    return CLOCK.get(name, palette.ink)
