"""The bombers that the orders of a day ask for, and those that come to targets of the orders (OPS-D2.4).

Without this a Luftwaffe that stays at home, or bombs what nobody ordered, would win every day on which the raids of history cost more than
they brought.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from bob.day.state.directives import grade_of, grade_of_convoys, shipped_directives
from bob.day.state.position import DayPosition, Directive, Grade
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.world import World

ROLES = ("bomber", "jabo")
"""The roles of those that the orders ask for."""
SHARES: dict[Grade, float] = {"principal": 1.0, "ordered": 1.0, "allowed": 0.5, "none": 0.0}
"""The share of a bomber that counts, by the grade of its target."""


def share_of(world: World, directive: Directive, plan: RaidPlan, *, secondary: bool = False) -> float:
    """Return the share of each bomber of a raid that counts, by its target; 0 for a raid without one."""
    if plan.convoy is not None and not secondary:
        return SHARES[grade_of_convoys(directive)]
    place = world.targets.get((plan.secondary if secondary else plan.primary) or "")
    return SHARES[grade_of(world, directive, place)] if place is not None else 0.0


def planned(world: World, directive: Directive, plans: Iterable[RaidPlan]) -> int:
    """Return the number of bombers that some plans send against targets of the orders; those against allowed ones count half."""
    return math.floor(sum(share_of(world, directive, plan) * u.aircraft for plan in plans for u in plan.units if u.role in ROLES))


def short(world: World, p: DayPosition) -> int:
    """Return the number of bombers short of the orders at the end of a day. A unit counts as it was sent if it bombed, was made to
    jettison, or was shot down to the last."""
    if p.directive is None:
        return 0
    came = 0.0
    for raid in p.raids.values():
        sent = sum(u.sent for u in raid.units if u.role in ROLES and (u.bombed or u.jettisoned or u.strength == 0))
        if sent:
            came += sent * share_of(world, p.directive, raid.plan, secondary=raid.diverted)
    return max(0, p.directive.bombers - math.floor(came))


def cost(bombers: int) -> float:
    """Return the points that so many bombers short cost the Luftwaffe."""
    return bombers * shipped_directives().worth.short
