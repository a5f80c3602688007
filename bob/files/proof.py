"""The proof of a record: its events follow from its orders and dice; when it is over, its commitments, links, rolls and seals hold too.

The checksums of a file detect accidental changes. A person with knowledge of them can write other events into it and seal them again;
that is detected here, by carrying all orders out once more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bob.core import fair
from bob.core.errors import BobError
from bob.core.match import Match, first_difference
from bob.core.position_history import WHOLE


@dataclass(frozen=True, slots=True)
class Proof:
    """A fact that was checked, and whether it holds; None where there is nothing to check."""

    what: str
    holds: bool | None
    values: Mapping[str, Any] = field(default_factory=dict)


def committed(match: Match[Any]) -> dict[str, str]:
    """Return the commitments that each party published before the first roll; empty when the dice were not fair."""
    found = next((event for event in match.entries[0].events if event.code == "committed"), None)
    return dict(found.data) if found is not None else {}


def _ignore_progress(done: int, whole: int) -> None:
    """Ignore the progress."""


def first_forged(match: Match[Any], tell: Callable[[int, int], None] = _ignore_progress, *, each: int = WHOLE) -> int | None:
    """Return the number of the first entry with events, or with a kept position, that do not follow from its order and its own dice;
    None when all do. The entries before `match.since` went by former rules and are trusted. Of the kept positions one in several is
    checked, and the last. `tell` is called with the progress, and may raise."""
    game, history, count = match.game, match.history, len(match.entries)
    for number, again in enumerate(match.derived(), match.since):
        tell(number, count)
        if again is None:
            return number
        if (number % each == 0 or number == count - 1) and history.page(number) not in (None, game.dump(again)):
            return number
    return None


def record(match: Match[Any]) -> Iterator[Proof]:
    """Yield the proof that the record follows from itself; possible for a game in progress, too."""
    try:
        forged = first_forged(match, each=1)
    except BobError:
        forged = match.since
    if match.since:
        yield Proof("former_record", None, {"count": match.since})
    if forged is not None:
        yield Proof("forged", False, {"number": forged})
    elif match.since < len(match.entries):
        yield Proof("record", True, {"count": len(match.entries) - match.since})


def proofs(match: Match[Any]) -> Iterator[Proof]:
    """All that the record of a match that is over can prove."""
    yield from record(match)
    marks, header = committed(match), match.header
    if not marks:
        yield Proof("fair", None)
    else:
        yield Proof("commitments", marks == fair.published(header.seed, header.fair))
        rolled = [entry for entry in match.entries if any(roll.origin == "seeded" for roll in entry.rolls)]
        broken = fair.broken_link(marks, [(entry.number, entry.links) for entry in rolled])
        yield Proof("links", broken is None, {"count": len(rolled)})
    yield _rolls(match)
    seals = match.game.seals([event for entry in match.entries for event in entry.events])
    if seals:
        yield Proof("seals", all(seals), {"count": len(seals)})


def _rolls(match: Match[Any]) -> Proof:
    try:
        number = first_difference(match.game, match.header, match.entries)
    except BobError:
        return Proof("former", None)
    if number is not None:
        return Proof("rolls_bad", False, {"number": number})
    rolls = [roll for entry in match.entries for roll in entry.rolls]
    return Proof("rolls", True, {"count": len(rolls), "typed": sum(roll.origin == "typed" for roll in rolls)})
