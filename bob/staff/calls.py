"""A Luftwaffe commander's radio calls to raids in flight: home, on to the secondary, out of the cloud, escorts for those without
(OPS-C4.2)."""

from __future__ import annotations

from typing import Any

from bob.core import hexes
from bob.core.kit import Decision
from bob.day.state.orders import ChangeHeight, LendEscorts, Recall, ToSecondary
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES
from bob.day.state.view import LuftwaffeView, RaidView
from bob.staff.beliefs import Belief, beliefs
from bob.staff.muster import escorts, strength, with_raid
from bob.staff.raid_planner import CommanderProfile
from bob.staff.rules import Rules

LENT_FROM = 2
"""The escort units that a raid must have to lend some."""


def calls(rules: Rules, view: LuftwaffeView, profile: CommanderProfile) -> list[Decision]:
    """Return at most one call to each raid, and only those that would be received now."""
    out = []
    known = beliefs(view)
    called: set[str] = set()
    for raid in view.raids:
        if raid.state != "flying" or raid.bombed or raid.called is not None or raid.code in called:
            continue
        found = (
            _recall(rules, view, raid, profile)
            or _to_secondary(rules, view, raid, known)
            or _escorts(rules, view, raid, called)
            or _height(rules, view, raid)
        )
        if found is not None and rules.stands(view, found.order):
            called.add(found.order.raid)
            out.append(found)
    return out


def _recall(rules: Rules, view: LuftwaffeView, raid: RaidView, profile: CommanderProfile) -> Decision | None:
    """Raids that lost their escort and are badly shaken turn home, unless the target is close."""
    bombers = with_raid(raid, BOMBING_ROLES)
    if not bombers or not any(u.role in ESCORT_ROLES for u in raid.plan.units) or strength(with_raid(raid, ESCORT_ROLES)):
        return None
    sent, left = sum(u.sent for u in raid.units if u.role in BOMBING_ROLES), strength(bombers)
    shaken = sum(u.disruption for u in bombers) / len(bombers)
    far = to_target(rules, raid)
    if far > profile.press_on and (shaken >= profile.shaken or left <= profile.left * sent):
        return Decision(Recall(raid.code), "staff.why.recall", {"raid": raid.code, "left": left, "sent": sent})
    return None


def _to_secondary(rules: Rules, view: LuftwaffeView, raid: RaidView, known: dict[str, Belief]) -> Decision | None:
    """A raid whose target was done with since it formed goes on to its secondary."""
    plan = raid.plan
    first, second = known.get(plan.primary or ""), known.get(plan.secondary or "")
    if plan.secondary is None or raid.diverted or first is None or not first.done or (second is not None and second.done):
        return None
    values: dict[str, Any] = {"raid": raid.code, "target": plan.primary, "other": plan.secondary}
    return Decision(ToSecondary(raid.code), "staff.why.to_secondary", values)


def _escorts(rules: Rules, view: LuftwaffeView, bare: RaidView, called: set[str]) -> Decision | None:
    """Bombers that have no escort any more get one of a raid close by that has several."""
    if not with_raid(bare, ("bomber",)) or strength(with_raid(bare, ESCORT_ROLES)):
        return None
    for raid in view.raids:
        there = escorts(raid)
        if raid.code == bare.code or raid.code in called or raid.state != "flying" or len(there) < LENT_FROM:
            continue
        order = LendEscorts(raid.code, bare.code, (min(there, key=lambda u: (u.strength, u.unit)).unit,))
        if hexes.distance(raid.hex, bare.hex) <= rules.world.figures["radio"]["lend_hexes"] and rules.stands(view, order):
            values = {"units": ", ".join(order.units), "raid": raid.code, "other": bare.code}
            return Decision(order, "staff.why.lend_escorts", values)
    return None


def _height(rules: Rules, view: LuftwaffeView, raid: RaidView) -> Decision | None:
    """Bombers in cloud climb or come down out of it where 2,000 feet are enough (OPS-A6)."""
    weather, (least, most) = view.common.skies[rules.world.ground(raid.hex).zone]
    if weather != "overcast" or not least <= raid.angels <= most or not with_raid(raid, ("bomber",)):
        return None
    for up, out in ((True, raid.angels + 2 > most), (False, raid.angels - 2 < least)):
        order = ChangeHeight(raid.code, up)
        if out and rules.stands(view, order):
            return Decision(order, f"staff.why.height_{'up' if up else 'down'}", {"raid": raid.code})
    return None


def to_target(rules: Rules, raid: RaidView) -> int:
    """Return the distance of a raid from its target."""
    return 0 if raid.plan.primary is None else hexes.distance(raid.hex, rules.world.targets[raid.plan.primary].near)
