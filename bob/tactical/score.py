"""The score of many games: won, drawn, lost, the share of wins and its interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any


@dataclass(slots=True)
class Score:
    """Won, drawn, lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def add(self, won: bool | None) -> None:
        if won is None:
            self.drawn += 1
        elif won:
            self.won += 1
        else:
            self.lost += 1

    def plus(self, other: Score) -> None:
        self.won, self.drawn, self.lost = self.won + other.won, self.drawn + other.drawn, self.lost + other.lost

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def share(self) -> float:
        """The share of wins, a draw counted as half a win."""
        return (self.won + self.drawn / 2) / self.games if self.games else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return wilson(self.share, self.games)

    def as_json(self) -> dict[str, Any]:
        low, high = self.interval
        figures = {"share": round(self.share, 4), "low": round(low, 4), "high": round(high, 4)}
        return {"won": self.won, "drawn": self.drawn, "lost": self.lost, **figures}


def wilson(share: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """Return Wilson's interval for a share of `games` games; with draws among them it is a little too wide."""
    if games == 0:
        return 0.0, 1.0
    square = z * z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = z * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def share_text(score: Score) -> str:
    """A share in per cent with its interval."""
    low, high = score.interval
    return f"{100 * score.share:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
