"""Navigation (OPS-A5): what its results do to a raid."""

from __future__ import annotations


def lost_after(result: str, lost: bool, *, finds: bool = True) -> bool:
    """Return whether a raid is lost after a roll: lost marks it, on course clears it unless `finds` is False, a decoy leaves it as it
    was (OPS-A5.lost, OPS-A5.found)."""
    return {"lost": True, "on_course": lost and not finds}.get(result, lost)


def diverts(*, bad_weather: bool, lost: bool, decoyed: bool, die: int | None = None) -> bool:
    """Return whether a raid that reached its objective diverts to its secondary (OPS-A5.divert).

    It does for bad weather over the objective, and, when lost, on a die of 4-6; a decoyed raid never does (OPS-A5.decoy).
    """
    if decoyed:
        return False
    return bad_weather or (lost and die is not None and die >= 4)


def divert_needs_die(*, bad_weather: bool, lost: bool, decoyed: bool) -> bool:
    """Return whether `diverts` depends on a die."""
    return lost and not bad_weather and not decoyed
