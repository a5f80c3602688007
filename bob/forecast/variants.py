"""Variants to hold beside a forecast: the plan later, higher, with another escort, without the sweep; or orders given now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from bob.core import hexes
from bob.core.errors import UsageError
from bob.day.rules.planning import Fault
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES, Leg, PlannedUnit, RaidPlan
from bob.day.state.time_of_day import MINUTES
from bob.day.state.view import LuftwaffeView
from bob.forecast.question import ForecastQuestion
from bob.staff.rules import Rules

HOUR = 12
HIGHER = 4
LOW = ("low_level", "jabo", "reconnaissance")
"""The types of raid whose height is not to be changed."""

Plans = tuple[RaidPlan, ...]


@dataclass(frozen=True, slots=True)
class PlanVariant:
    """Another plan, by the name of the change and its object; with the faults that keep it from being flown."""

    name: str
    of: str
    asked: ForecastQuestion
    faults: tuple[Fault, ...] = ()


def variants(rules: Rules, asked: ForecastQuestion) -> Iterator[PlanVariant]:
    """The plans beside the one that is asked about, as far as there is something to change."""
    view = asked.view
    assert isinstance(view, LuftwaffeView)
    plans = tuple(raid.plan for raid in view.raids)
    for name, change in _CHANGES.items():
        changed, of = change(rules, view, plans)
        if changed == plans:
            continue
        yield PlanVariant(name, of, asked.planned(changed), _faults(rules, view, changed))


def with_orders(rules: Rules, asked: ForecastQuestion, orders: Iterable[object]) -> PlanVariant:
    """The same day with these orders given now, and nothing else ordered this turn. Raises UsageError outside the phase of orders, Refused
    for an order that cannot be given."""
    if asked.view.common.phase != "orders":
        raise UsageError("forecast.order_now")
    given = []
    for order in orders:
        if (refused := rules.refusal(asked.view, order)) is not None:
            raise refused
        given.append(order)
    return PlanVariant("orders", "", replace(asked, first=tuple(given)))


Changed = tuple[Plans, str]


def _faults(rules: Rules, view: LuftwaffeView, plans: Plans) -> tuple[Fault, ...]:
    """The faults that keep the plans from being flown together."""
    return tuple(fault for plan in plans for fault in rules.faults(view, plan, [other for other in plans if other is not plan]))


def _postponed(rules: Rules, view: LuftwaffeView, plans: Plans) -> Changed:
    """All an hour later, or half an hour where the day is too short for an hour; with the minutes."""
    for turns in (HOUR, HOUR // 2):
        changed = tuple(replace(plan, form_turn=plan.form_turn + turns) for plan in plans)
        if not _faults(rules, view, changed):
            break
    return changed, f"{MINUTES * turns}"


def _higher(rules: Rules, view: LuftwaffeView, plans: Plans) -> Changed:
    """All raids that fly high 4 Angels higher, as far as their aircraft can."""

    def raised(plan: RaidPlan) -> RaidPlan:
        if plan.type in LOW or plan.low:
            return plan
        units = rules.posted(view)
        room = min(rules.world.types[units[u.unit].aircraft].ceiling - u.angels for u in plan.units)
        up = min(HIGHER, room - room % 2)
        if up <= 0:
            return plan
        return replace(
            plan,
            form_angels=plan.form_angels + up,
            units=tuple(replace(u, angels=u.angels + up) for u in plan.units),
            route=tuple(Leg(leg.hex, leg.angels + up) for leg in plan.route),
        )

    return tuple(map(raised, plans)), ""


def _more_escort(rules: Rules, view: LuftwaffeView, plans: Plans) -> Changed:
    """A Gruppe of fighters more as high cover of the largest raid of bombers."""
    raid = max((plan for plan in plans if _bombers(plan)), key=_bombers, default=None)
    if raid is None:
        return plans, ""
    for unit in _free(rules, view, plans, raid):
        above = min(rules.world.types[rules.posted(view)[unit].aircraft].ceiling, raid.form_angels + 6)
        cover = PlannedUnit(unit, "high_cover", rules.posted(view)[unit].strength, above)
        more = replace(raid, units=(*raid.units, cover))
        if not rules.faults(view, more, [plan for plan in plans if plan is not raid]):
            return tuple(more if plan is raid else plan for plan in plans), unit
    return plans, ""


def _bombers(plan: RaidPlan) -> int:
    return sum(u.aircraft for u in plan.units if u.role in BOMBING_ROLES)


def _free(rules: Rules, view: LuftwaffeView, plans: Plans, raid: RaidPlan) -> list[str]:
    """The single-seat fighters that fly with no raid and no patrol, those nearest to where the raid forms first."""
    busy = {u.unit for plan in plans for u in plan.units} | {u.unit for box in view.patrols for u in box}
    found = [
        (hexes.distance(rules.world.base(u.station).near, raid.form_at) + rules.world.base(u.station).off, name)
        for name, u in rules.posted(view).items()
        if name not in busy and u.station in rules.world.far_fields and rules.world.types[u.aircraft].kind == "single_seat_fighter"
    ]
    return [name for _, name in sorted(found)]


def _no_escort(rules: Rules, view: LuftwaffeView, plans: Plans) -> Changed:
    """Return the plans without escorts, to measure their value."""
    return tuple(
        replace(plan, units=kept) if _bombers(plan) and (kept := tuple(u for u in plan.units if u.role not in ESCORT_ROLES)) else plan
        for plan in plans
    ), ""


def _no_sweeps(rules: Rules, view: LuftwaffeView, plans: Plans) -> Changed:
    """Return the plans without the raids of fighters alone."""
    kept = tuple(plan for plan in plans if plan.type != "freie_jagd")
    return (kept if kept else plans), ""


_CHANGES: Mapping[str, Callable[[Rules, LuftwaffeView, Plans], Changed]] = {
    "later": _postponed,
    "higher": _higher,
    "more_escort": _more_escort,
    "no_escort": _no_escort,
    "no_sweeps": _no_sweeps,
}
