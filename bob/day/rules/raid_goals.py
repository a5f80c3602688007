"""The goals of raids, by name: targets of the map, and convoys by the Luftwaffe's numbers (OPS-C5.4)."""

from __future__ import annotations

from dataclasses import replace

from bob.day.rules.convoys import SIGHTED
from bob.day.state.raid_plan import RaidPlan


def aims(plan: RaidPlan) -> tuple[str, ...]:
    """Return a raid's goals, first and second; a convoy as `sighted:1`."""
    return tuple(name for name in (first_aim(plan), plan.secondary) if name is not None)


def first_aim(plan: RaidPlan) -> str | None:
    """Return a raid's first goal."""
    return f"{SIGHTED}{plan.convoy}" if plan.convoy is not None else plan.primary


def sent_against(plan: RaidPlan, name: str | None) -> RaidPlan:
    """Return the plan with another first goal, a target or a convoy; without one for None."""
    if name is not None and name.startswith(SIGHTED):
        return replace(plan, primary=None, convoy=int(name.removeprefix(SIGHTED)), aim=None)
    return replace(plan, primary=name, convoy=None, aim=None)
