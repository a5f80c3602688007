"""What a record that is over proves: its commitments, its links, its rolls, its seals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bob import fair
from bob.errors import BobError
from bob.match import Match, first_difference


@dataclass(frozen=True, slots=True)
class Proof:
    """One thing that was looked at, and whether it holds; None where there is nothing to look at."""

    what: str
    holds: bool | None
    values: Mapping[str, Any] = field(default_factory=dict)


def committed(match: Match[Any]) -> dict[str, str]:
    """What each party published before the first roll; empty when the dice were not fair."""
    found = next((event for event in match.entries[0].events if event.code == "committed"), None)
    return dict(found.data) if found is not None else {}


def proofs(match: Match[Any]) -> Iterator[Proof]:
    """All that the record of a match can prove."""
    yield Proof("record", True, {"count": len(match.entries)})  # opening it has seen to that
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
