"""A Luftwaffe commander's orders on the hour: cancel or replan raids against finished targets, add second waves against the others, and
reconnaissance (OPS-C4.1, OPS-C4.4)."""

from __future__ import annotations

from dataclasses import replace

from bob.core.dice import Stream
from bob.core.kit import Decision
from bob.day.state.orders import DropRaid, PlanRaid, Seal
from bob.day.state.raid_plan import BOMBING_ROLES, RaidPlan
from bob.day.state.view import LuftwaffeView, RaidView
from bob.staff.beliefs import Belief, beliefs, fit
from bob.staff.raid_planner import CommanderProfile, added, look
from bob.staff.rules import Rules

AFTER = "_anew"
"""The suffix of a replanned raid's code."""


def hour(rules: Rules, view: LuftwaffeView, profile: CommanderProfile, stream: Stream, own_plan: bool) -> list[Decision]:
    """Return the hour's orders, the seal last. A commander with another's plan adds a wave only when most of the plan has failed so far,
    and only of units that have flown today."""
    notice = view.common.turn + int(rules.world.figures["again"]["notice"])
    known = beliefs(view)
    out = _planned_again(rules, view, known, notice)
    if not out and notice + 6 <= view.common.turns:
        units = fit(rules, view, again=not own_plan)
        more = own_plan or _goes_badly(view)
        found = (_wave(rules, view, profile, stream, units, known, notice) if more else None) or _look(rules, view, profile, known, notice)
        out += [found] if found is not None else []
    raids = sum(r.state != "ended" for r in view.raids) + sum(d.order.code == "plan_raid" for d in out)
    raids -= sum(d.order.code == "drop_raid" for d in out)
    key = "staff.why.seal_hour" if out else "staff.why.keep_plan"
    return [*out, Decision(Seal(), key, {"raids": raids})]


def _planned_again(rules: Rules, view: LuftwaffeView, known: dict[str, Belief], notice: int) -> list[Decision]:
    """Redirect raids that have not begun from finished targets to their secondaries."""
    joined = {raid.plan.joins for raid in view.raids}
    for raid in view.raids:
        plan = raid.plan
        belief = known.get(plan.primary or "")
        if raid.state != "planned" or belief is None or not belief.done or plan.secondary is None or plan.code in joined:
            continue
        if plan.form_turn < notice or ((other := known.get(plan.secondary)) is not None and other.done):
            continue
        renewed = replace(plan, code=f"{plan.code}{AFTER}", primary=plan.secondary, secondary=None)
        others = [r.plan for r in view.raids if r.code != raid.code]
        if rules.faults(view, renewed, others):
            continue
        drop = Decision(DropRaid(raid.code), "staff.why.drop_done", {"raid": raid.code, "target": plan.primary})
        again = Decision(PlanRaid(renewed), "staff.why.plan_anew", {"raid": renewed.code, "target": renewed.primary})
        return [drop, again]
    return []


def _wave(
    rules: Rules,
    view: LuftwaffeView,
    profile: CommanderProfile,
    stream: Stream,
    units: dict[str, int],
    known: dict[str, Belief],
    notice: int,
) -> Decision | None:
    """A second wave, while there is still one to send."""
    sent = [raid for raid in view.raids if raid.added and raid.plan.type != "reconnaissance" and not raid.code.endswith(AFTER)]
    aims = {raid.plan.primary for raid in view.raids if raid.state == "planned"}
    failed = dict.fromkeys(raid.plan.primary for raid in view.raids if _failed(raid))
    wanted = [t for t in failed if t is not None and t not in aims and not ((belief := known.get(t)) and belief.done)]
    if len(sent) >= profile.second_waves or not wanted:
        return None
    drawn = added(rules, view, profile, stream, units, wanted, notice)
    return Decision(PlanRaid(drawn.plan), drawn.why_key, drawn.why_values) if drawn is not None else None


def _goes_badly(view: LuftwaffeView) -> bool:
    """Return whether most of the finished raids with bombers have not bombed."""
    over = [raid for raid in view.raids if raid.state in ("returning", "ended") and any(u.role in BOMBING_ROLES for u in raid.plan.units)]
    return 2 * sum(_failed(raid) for raid in over) > len(over)


def _failed(raid: RaidView) -> bool:
    """Return whether a raid with bombers is over and has not bombed."""
    return raid.state in ("returning", "ended") and not raid.bombed and any(u.role in BOMBING_ROLES for u in raid.plan.units)


def _look(rules: Rules, view: LuftwaffeView, profile: CommanderProfile, known: dict[str, Belief], notice: int) -> Decision | None:
    """Order reconnaissance of the field or station with the most claims since the last one."""
    looks: list[RaidPlan] = [raid.plan for raid in view.raids if raid.plan.type == "reconnaissance"]
    if sum(plan.code.startswith("look_") for plan in looks) >= profile.looks:
        return None
    seen = {plan.primary for plan in looks}
    claimed = [target for target, belief in known.items() if (belief.lost or belief.off) and not belief.seen and target not in seen]
    for target in sorted(claimed, key=lambda t: (-known[t].lost, t)):
        drawn = look(rules, view, profile, fit(rules, view, again=False), target, notice)
        if drawn is not None:
            return Decision(PlanRaid(drawn.plan), drawn.why_key, drawn.why_values)
    return None
