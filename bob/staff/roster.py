"""The officers by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bob.core.dice import Stream
from bob.core.errors import UsageError
from bob.core.game import Game
from bob.core.kit import Decision
from bob.day.state.position import LUFTWAFFE, RAF
from bob.staff.controller import Controller
from bob.staff.doctrine import DOCTRINES
from bob.staff.luftwaffe import Commander
from bob.staff.officer import Officer
from bob.staff.raid_planner import PROFILES
from bob.staff.rules import Rules


class Fuzz:
    """Gives a random legal order. It needs the game and the position, so it may not have a real seat."""

    name = "random"
    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, seat: str, seed: int | str) -> None:
        self.seat = seat
        self.stream = Stream.of(seed, f"officer/{self.name}/{seat}")

    def sample(self, game: Game[Any], position: Any) -> Any:
        """One legal order."""
        return game.sample(position, self.seat, self.stream)

    def orders(self, view: Any, game_rules: Rules) -> list[Decision]:
        """Return nothing: the orders come from `sample`."""
        return []


OFFICERS: Mapping[str, tuple[str, ...]] = {
    RAF: ("park", "leigh_mallory", "dowding", "random"),
    LUFTWAFFE: ("kesselring", "sperrle", "random"),
}
"""The names of the officers of each seat; the first is the usual one."""


def officer(name: str, seed: int | str, seat: str | None = None, *, plan: bool = False) -> Officer:
    """The officer of that name; `random` needs the seat. Raises UsageError."""
    seats = [s for s, names in OFFICERS.items() if name in names and seat in (None, s)]
    if len(seats) != 1:
        known = ", ".join(dict.fromkeys(n for s, names in OFFICERS.items() for n in names if seat in (None, s)))
        raise UsageError("staff.no_officer", name=name, choices=known)
    if name == "random":
        return Fuzz(seats[0], seed)
    if name in DOCTRINES:
        return Controller(DOCTRINES[name], seed)
    return Commander(PROFILES[name], seed, plan=plan)


def title_key(name: str) -> str:
    """The words for an officer's name."""
    return f"staff.officer.{name}"
