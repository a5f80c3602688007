"""Rules of engagement (OPS-C3.3): whom a squadron looks for and attacks, and for whom it waits."""

from __future__ import annotations

from bob.core import hexes
from bob.day.rules.wings import stack_of
from bob.day.state.execution import Play
from bob.day.state.groups import Group
from bob.day.state.known import KnownSquadron, KnownToRaf
from bob.day.state.position import RAF, Squadron, StanceKind

WAITS = 4
"""Turns that a squadron waits for another."""


def take(squadron: Squadron, stance: StanceKind = "any_enemy", waits_for: str | None = None) -> None:
    """A squadron goes by these rules from now on; any others are forgotten."""
    squadron.stance, squadron.waits_for, squadron.waited = stance, waits_for, 0


def circular(known: KnownToRaf, squadron: KnownSquadron, other: KnownSquadron) -> bool:
    """Return whether a squadron would in the end wait for itself, or for its own Wing."""
    own = {s.unit for s in stack_of(known.every_squadron(), squadron)}
    seen: set[str] = set()
    at: KnownSquadron | None = other
    while at is not None and at.unit not in seen:
        if at.unit in own:
            return True
        seen.add(at.unit)
        at = known.squadron(at.waits_for) if at.waits_for is not None else None
    return False


def looks_for(squadron: Squadron, group: Group) -> bool:
    """Return whether a squadron tallies such an enemy: one that avoids, none; one that goes for bombers only, no fighters alone."""
    return squadron.stance != "avoid" and (squadron.stance != "bombers_only" or bool(group.bombers))


def look_away(squadron: Squadron, found: list[Group]) -> None:
    """Drop a tally that new rules of engagement exclude."""
    if squadron.tally is not None and not any(g.code == squadron.tally and looks_for(squadron, g) for g in found):
        squadron.tally = None


def turns_to(squadron: Squadron, group: Group, now: Group | None) -> bool:
    """Return whether a squadron would leave the enemy in sight for this one: for bombers, when it goes for them first."""
    return squadron.stance == "bombers_first" and bool(group.bombers) and (now is None or not now.bombers)


def attacks(squadron: Squadron, group: Group) -> bool:
    """Return whether its rules let a squadron attack an enemy in sight."""
    return squadron.stance != "wait" and looks_for(squadron, group)


def meet(play: Play) -> None:
    """End the wait of squadrons that have waited long enough, have met the other, or wait for one that is not in the air."""
    for squadron in play.p.squadrons.values():
        if squadron.box != "airborne" or squadron.stance != "wait":
            continue
        other = play.p.squadrons.get(squadron.waits_for or "")
        squadron.waited += 1
        gone = other is None or (other.box != "airborne" and not other.scrambling)
        if gone or squadron.waited > WAITS or (other is not None and other.box == "airborne" and near(squadron, other)):
            end_wait(play, squadron)


def near(squadron: Squadron, other: Squadron) -> bool:
    return hexes.distance(squadron.hex, other.hex) <= 1


def end_wait(play: Play, squadron: Squadron) -> None:
    """A squadron that waited attacks any enemy from now on."""
    if squadron.last is None:  # out of range there is no report (OPS-C8.1)
        play.tell("wait_over", (RAF,), "OPS-C3.3", unit=squadron.unit, other=squadron.waits_for)
    take(squadron)
