"""The numbers of notes and slips. Each pair of sender and reader has a lane of its own: no two lanes share a number, and no lane affects
the numbers or the contents of another. So the numbers disclose nothing of others' correspondence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar


class Numbered(Protocol):
    @property
    def number(self) -> int: ...


Paper = TypeVar("Paper", bound=Numbered)


@dataclass(frozen=True, slots=True)
class PaperLane:
    """One lane, at `place` among `lanes`."""

    place: int
    lanes: int

    def of(self, made: Sequence[Paper]) -> tuple[Paper, ...]:
        """Return the papers in the lane."""
        return tuple(one for one in made if one.number % self.lanes == self.place)

    def next(self, made: Sequence[Numbered]) -> int:
        """The next number in the lane."""
        found = self.of(made)
        return (found[-1].number if found else self.place) + self.lanes

    def kept(self, made: Sequence[Paper], most: int) -> tuple[Paper, ...]:
        """Return all papers, but of the lane only the last `most`."""
        gone = {one.number for one in self.of(made)[:-most]}
        return tuple(one for one in made if one.number not in gone)
