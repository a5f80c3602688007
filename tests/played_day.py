"""What tests of a day that is played share: answers that let it go on, and what a seat must not be told."""

from __future__ import annotations

from typing import Any

from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.words import Words

EN = Words("en")
NAMES = ("1", "501 Squadron", "32 Squadron", "54 Squadron")
ON = "done\n" + "".join(f"pick {name}\n" for name in NAMES)


def secrets_of(scenario: str, seat: str) -> list[str]:
    """What the other side may not read: names of units and raids; a sweep and a squadron may share a number, never a name."""
    match: Match[Any] = Match.new(OperationalDay(), scenario, 3)
    if seat == "raf":
        plans = [raid.plan for raid in match.position.raids.values()]
        return (
            [u.unit for plan in plans for u in plan.units]
            + [f'"{plan.code}"' for plan in plans if plan.code not in match.position.sky.zones]
            + ["JG", "KG", "Gruppe"]
        )
    return [*match.position.squadrons, '"tracks"', '"squadrons"', match.position.salt]
