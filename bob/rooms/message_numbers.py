"""The numbers of notes and slips. Each sender and reader have a lane of their own: no two lanes share a number, and what goes on in one
leaves no gap in another and pushes nothing out of it. So nobody can count by them what others write to each other."""

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
    """One of so many lanes."""

    place: int
    lanes: int

    def of(self, made: Sequence[Paper]) -> tuple[Paper, ...]:
        """What is in the lane."""
        return tuple(one for one in made if one.number % self.lanes == self.place)

    def next(self, made: Sequence[Numbered]) -> int:
        """The next number in the lane."""
        found = self.of(made)
        return (found[-1].number if found else self.place) + self.lanes

    def kept(self, made: Sequence[Paper], most: int) -> tuple[Paper, ...]:
        """All, but of the lane no more than the last so many."""
        gone = {one.number for one in self.of(made)[:-most]}
        return tuple(one for one in made if one.number not in gone)
