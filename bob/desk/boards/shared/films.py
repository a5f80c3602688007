"""Movement as animation: aircraft along their paths, tracer, bursts, as a film with a length in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPointF

import bob.desk  # noqa: F401


@dataclass(frozen=True, slots=True)
class Still:
    """The place of an aircraft at a moment, in units of the table; the direction of its nose, as the game counts it; its level."""

    at: QPointF
    angle: float
    level: float


@dataclass(slots=True)
class FlownPath:
    """An aircraft on its way, from one moment to another."""

    number: int
    start: float
    end: float
    stills: list[Still]

    def still(self, now: float) -> Still:
        part = min(1.0, max(0.0, (now - self.start) / max(1.0, self.end - self.start))) * (len(self.stills) - 1)
        i = min(int(part), len(self.stills) - 2)
        one, other, share = self.stills[i], self.stills[i + 1], part - i
        return Still(
            one.at + (other.at - one.at) * share,
            one.angle + (other.angle - one.angle) * share,
            one.level + (other.level - one.level) * share,
        )


@dataclass(frozen=True, slots=True)
class Flash:
    """Something seen for a moment: tracer from one point to another, or a burst."""

    kind: str
    start: float
    end: float
    one: QPointF
    other: QPointF


@dataclass(slots=True)
class Film:
    """A film of simultaneous events, with a length in milliseconds."""

    flown: list[FlownPath] = field(default_factory=list)
    flashes: list[Flash] = field(default_factory=list)
    gone: dict[int, float] = field(default_factory=dict)
    """Until when an aircraft that fell is still seen."""
    length: float = 0.0

    def still(self, number: int, now: float) -> Still | None:
        """Return the place of an aircraft; None for one that the film does not move."""
        mine = [f for f in self.flown if f.number == number]
        if not mine:
            return None
        current = next((f for f in mine if now < f.end), mine[-1])
        return current.still(now)

    def hasten(self, share: float) -> None:
        """Show all of it in so much of its time."""
        for flown in self.flown:
            flown.start *= share
            flown.end *= share
        self.flashes = [Flash(f.kind, f.start * share, f.end * share, f.one, f.other) for f in self.flashes]
        self.gone = {number: end * share for number, end in self.gone.items()}
        self.length *= share
