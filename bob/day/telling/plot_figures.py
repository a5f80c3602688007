"""The reported strength and height of a raid, in short: the same on blocks, in lists, in the log and on paper (OPS-B5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bob.day.rules.tracks import BANDS, known_bombers
from bob.words import Words


def strength_text(strength: int | None, level: int) -> str:
    """The strength of a plot in short: sure, about, a band such as `30+`, or unknown (OPS-B5.1)."""
    if strength is None:
        return "?"
    if level != 2:
        return str(strength) if level >= 4 else f"~{strength}"
    above = [low for low, high in zip(BANDS, (*BANDS[1:], strength), strict=True) if low < strength <= high]
    return f"{above[0]}+" if above else f"≤{strength}"


def height_text(angels: int | None, level: int) -> str:
    """The height of a plot in short: sure, about, or unknown (OPS-B5.1)."""
    return "?" if angels is None else str(angels) if level >= 4 else f"~{angels}"


class ReportedPlot(Protocol):
    """A plot's statement about a raid."""

    @property
    def level(self) -> int: ...

    @property
    def strength(self) -> int | None: ...

    @property
    def angels(self) -> int | None: ...

    @property
    def bombers(self) -> int | None: ...


def known_strength(plots: Sequence[ReportedPlot]) -> str:
    """Return the last reported strength of a raid in short: the same everywhere."""
    last = next((plot for plot in reversed(plots) if plot.strength is not None), None)
    return strength_text(last.strength, last.level) if last is not None else "?"


def known_height(plots: Sequence[ReportedPlot]) -> str:
    """Return the last reported height of a raid in short."""
    last = next((plot for plot in reversed(plots) if plot.angels is not None), None)
    return height_text(last.angels, last.level) if last is not None else "?"


def bombers_text(words: Words, strength: int, bombers: int | None) -> str:
    """Return the text of the bombers in a strength, `12 bombers`, or an empty one before they are counted."""
    if bombers is None:
        return ""
    if not bombers:
        return words("log.strength.bombers_none")
    if bombers >= strength:
        return words("log.strength.bombers_all")
    return words("log.strength.bombers_one" if bombers == 1 else "log.strength.bombers", bombers=bombers)


def known_kinds(words: Words, plots: Sequence[ReportedPlot]) -> str:
    """Return the text of the bombers in a raid as last counted, or an empty one before that."""
    strength = next((plot.strength for plot in reversed(plots) if plot.strength is not None), 0)
    return bombers_text(words, strength, known_bombers(plots))


def joined(*texts: str) -> str:
    """Texts in a row with commas between those that are not empty."""
    return ", ".join(text for text in texts if text)


def strength_and_bombers(words: Words, plots: Sequence[ReportedPlot]) -> str:
    """Return the last reported strength of a raid with the bombers in it, where they were counted: `34, 12 bombers`."""
    return joined(known_strength(plots), known_kinds(words, plots))
