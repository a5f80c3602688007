"""Officers play whole matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bob.errors import Refused, UsageError
from bob.game import Match
from bob.kit import Decision
from bob.operations.orders import Done, Pick, Seal
from bob.operations.position import LUFTWAFFE, RAF
from bob.staff.controller import Controller
from bob.staff.doctrine import DOCTRINES
from bob.staff.draft import COMMANDS
from bob.staff.fights import Pilots
from bob.staff.fuzz import Fuzz
from bob.staff.luftwaffe import Commander
from bob.staff.officer import Officer
from bob.staff.rules import Rules
from bob.staff.rules import rules as shipped_rules

OFFICERS: Mapping[str, tuple[str, ...]] = {
    RAF: ("park", "leigh_mallory", "dowding", "random"),
    LUFTWAFFE: ("kesselring", "sperrle", "random"),
}
"""The names of the officers of each seat; the first is the usual one."""


@dataclass(slots=True)
class Report:
    """How the officers did: orders that they gave, and how many of them the game refused."""

    orders: int = 0
    refused: int = 0


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


def play_out(
    match: Match[Any],
    officers: Mapping[str, Officer],
    rules: Rules | None = None,
    tell: Callable[[str, Decision], None] | None = None,
) -> Report:
    """Play a match to its end; `tell` hears of every order given and its reason. An order that is refused is passed over."""
    rules = rules if rules is not None else shipped_rules()
    report = Report()
    pilots = Pilots(match.header.seed)
    while owing := match.owing:
        play_seat(match, owing[0], officers[owing[0]], rules, report, tell, pilots)
    return report


def play_seat(
    match: Match[Any],
    seat: str,
    officer: Officer,
    rules: Rules,
    report: Report,
    tell: Callable[[str, Decision], None] | None = None,
    pilots: Pilots | None = None,
) -> None:
    """Give all that an officer orders on what his seat sees now; in a dogfight by cards a pilot flies for him."""
    if isinstance(officer, Fuzz):
        match.play(seat, officer.sample(match.game, match.position))
        report.orders += 1
        return
    if match.position.phase == "engagement":
        staff = pilots if pilots is not None else Pilots(match.header.seed)
        decision = staff.answer(match.view(seat), match.game.choices(match.position, seat))
        match.play(seat, decision.order)
        report.orders += 1
        if tell is not None:
            tell(seat, decision)
        return
    entries = len(match.entries)
    passed = True
    for decision in officer.orders(match.view(seat), rules):
        try:
            match.play(seat, decision.order)
        except Refused:
            report.refused += 1
            passed = False
            continue
        passed = isinstance(decision.order, Done | Seal | Pick)
        report.orders += 1
        if tell is not None:
            tell(seat, decision)
    if not passed or len(match.entries) == entries:
        choices = match.game.choices(match.position, seat)
        match.play(seat, choices.listed[0] if choices.listed else _any_pick(match, seat))


def _any_pick(match: Match[Any], seat: str) -> Any:
    choice = match.view(seat).choice
    return Pick(tuple(choice["options"][: choice["count"]]))
