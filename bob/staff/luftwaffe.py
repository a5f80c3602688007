"""The Luftwaffe's commanders: keep the plan there is or draw up their own, call raids in flight, lend a patrol, add raids on the hour."""

from __future__ import annotations

from bob.core.kit import Decision
from bob.day.state.orders import Done, DropRaid, PatrolSweep, Pick, PlanRaid, Seal
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES
from bob.day.state.view import LuftwaffeView
from bob.staff.calls import calls
from bob.staff.hour_orders import hour
from bob.staff.muster import escorts, strength, with_raid
from bob.staff.officer import StaffOfficer
from bob.staff.raid_planner import PROFILES, CommanderProfile, draft
from bob.staff.rules import Rules

__all__ = ["PROFILES", "Commander"]

SWEEP_ANGELS = (22, 20, 18)


class Commander(StaffOfficer):
    """The commander of a Luftflotte. With `plan` the scenario's raids are replaced by the commander's own."""

    def __init__(self, profile: CommanderProfile, seed: int | str, *, plan: bool = False) -> None:
        super().__init__(profile.name, "luftwaffe", seed)
        self.profile = profile
        self.plan = plan

    def orders(self, view: LuftwaffeView, game_rules: Rules) -> list[Decision]:
        """The plan, the turn's orders, or the answer to a choice."""
        if view.choice is not None:
            return [weakest_missing(view)]
        if view.common.phase == "planning":
            return self._planning(view, game_rules)
        out = calls(game_rules, view, self.profile)
        support = self._support(view, game_rules)
        if support is not None:
            out.append(support)
        if view.plan_open:
            out += hour(game_rules, view, self.profile, self.thoughts(view.common.turn), self.plan)
        flying = sum(r.state in ("flying", "over_target") for r in view.raids)
        return [*out, Decision(Done(), "staff.why.raids_flying", {"raids": flying})]

    def _planning(self, view: LuftwaffeView, rules: Rules) -> list[Decision]:
        if view.raids and not self.plan and rules.stands(view, Seal()):
            return [Decision(Seal(), "staff.why.keep_plan", {"raids": len(view.raids)})]
        out = []
        for raid in sorted(view.raids, key=lambda r: (r.plan.joins is None, r.code)):
            out.append(Decision(DropRaid(raid.code), "staff.why.drop", {"raid": raid.code}))
        drafted = draft(rules, view, self.profile, self.thoughts(0), self.weighed)
        out.extend(Decision(PlanRaid(d.plan), d.why_key, d.why_values) for d in drafted)
        return [*out, Decision(Seal(), "staff.why.seal", {"raids": len(drafted)})]

    def _support(self, view: LuftwaffeView, rules: Rules) -> Decision | None:
        """A Channel patrol flies ahead of a raid whose escort failed to come, if it can; one at a time, for it costs points."""
        turn = view.common.turn
        if any(r.code.startswith("patrol_") and turn - r.plan.form_turn < 12 for r in view.raids):
            return None
        planned = {u.unit for r in view.raids if r.state != "ended" for u in r.plan.units}
        for raid in view.raids:
            wanted = sum(u.aircraft for u in raid.plan.units if u.role in ESCORT_ROLES)
            if raid.state != "flying" or raid.bombed or raid.leg > 0 or turn > raid.form_turn + 3 or not wanted:
                continue
            if 3 * strength(escorts(raid)) > wanted or strength(with_raid(raid, BOMBING_ROLES)) < self.profile.worth_support:
                continue
            ends = [leg.hex for leg in raid.plan.route]
            if raid.plan.primary is not None:
                ends.insert(0, rules.world.targets[raid.plan.primary].near)
            for box, units in enumerate(view.patrols, 1):
                if not units or any(u.unit in planned for u in units):
                    continue
                for angels in SWEEP_ANGELS:
                    for h in ends:
                        order = PatrolSweep(box, h, angels)
                        if rules.stands(view, order):
                            return Decision(order, "staff.why.patrol_sweep", {"box": box, "raid": raid.code, "hex": h.label})
        return None


def weakest_missing(view: LuftwaffeView) -> Decision:
    """The answer to a choice: the weakest escorts miss the rendezvous."""
    assert view.choice is not None
    strengths = {u.unit: u.strength for r in view.raids for u in r.units if u.state == "with_raid"}
    options = sorted(view.choice["options"], key=lambda name: (strengths.get(name, 0), name))
    names = tuple(options[: view.choice["count"]])
    return Decision(Pick(names), "staff.why.half_escort", {"units": ", ".join(names)})
