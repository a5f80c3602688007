"""The officers by name."""

from __future__ import annotations

from collections.abc import Mapping

from bob.core.errors import UsageError
from bob.day.state.position import LUFTWAFFE, RAF
from bob.staff.controller import Controller
from bob.staff.doctrine import DOCTRINES
from bob.staff.draft import COMMANDS
from bob.staff.luftwaffe import Commander
from bob.staff.officer import Officer
from bob.staff.random_officer import Fuzz

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
    return Commander(COMMANDS[name], seed, plan=plan)


def title_key(name: str) -> str:
    """The words for an officer's name."""
    return f"staff.officer.{name}"
