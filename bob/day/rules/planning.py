"""Planning (OPS-B3): checking a raid as it is drawn, its timetable, and sealing the plan."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.units import Aircraft, Posting
from bob.day.rules.convoys import expected
from bob.day.rules.rendezvous import take_offs
from bob.day.rules.timetable import Step, attack, legs, timetable, turns_home, types_of, used_at_formation
from bob.day.state.known import KnownToLuftwaffe
from bob.day.state.position import PART
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES, PlannedUnit, RaidPlan, Role
from bob.day.state.sorties import UnitFlight, most_sorties, serviceable, turnaround
from bob.day.state.world import World

BOMBERS = ("bomber", "dive_bomber")
MEETING = 2
"""Within how many hexes a return escort finds its raid (OPS-B3.4)."""
FORMS_WITHIN = 2
"""Hexes from the far shore within which a raid may form (OPS-C1.6)."""
AIMED = 3
"""The number of iterations for a convoy's place and the turn of arrival."""
MOST_CIRCLING = 6
"""Turns for which a feint may circle where it gathers (OPS-C1.4)."""
LONGEST_CODE = 40
"""Letters of the longest name of a raid."""
MOST_LOOKING = 3
"""Aircraft that reconnaissance sends at most (OPS-C4.4)."""
WANTED: Mapping[str, Role] = {
    "main": "bomber",
    "dive_bombing": "bomber",
    "jabo": "jabo",
    "freie_jagd": "sweep",
    "return_escort": "return_escort",
    "reconnaissance": "reconnaissance",
}
"""The role without which a raid is not what its type says."""
ON_CONVOYS = ("main", "dive_bombing", "low_level", "jabo")
"""The types of raid that may aim at a convoy."""
SWEEPS = "patrol_"
"""The prefix of the codes of started Channel patrols (OPS-B9.2); forbidden for plans."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a plan: a key of the words, the rule it breaks, its place on the route, and a remedy.

    `stage` is its source: the plan as drawn, its timetable, or a warning, with which the plan is still valid. The place is `form`,
    `primary`, `secondary`, `unit:NAME`, or `leg:N` with N from 0, the target counted among the way-points.
    """

    key: str
    rule: str
    place: str
    values: Mapping[str, Any]
    mend: str | None = None
    stage: Literal["drawn", "flown", "warning"] = "drawn"


def aimed(world: World, known: KnownToLuftwaffe, plan: RaidPlan) -> RaidPlan:
    """Return a plan aimed at its convoy's expected place on arrival, by the known facts and the current wind (OPS-C5.4)."""
    seen = known.sighting(plan.convoy) if plan.convoy is not None else None
    types = types_of(world, world.luftwaffe(known.settings.order_of_battle), plan)
    if seen is None or plan.form_at not in world.theatre.grounds:
        return replace(plan, aim=None)
    found = replace(plan, aim=seen.hex)
    for _ in range(AIMED):
        arrival = next((s.turn for s in timetable(world, found, types, known.head_wind) if s.at_target), plan.form_turn)
        found = replace(plan, aim=expected(world, seen, arrival))
    return found


def faults(world: World, known: KnownToLuftwaffe, plan: RaidPlan, others: Iterable[RaidPlan]) -> list[Fault]:
    """Everything wrong with a plan, in the order of the route (OPS-B3.2)."""
    units = world.luftwaffe(known.settings.order_of_battle)
    if plan.convoy is not None and plan.aim is None:
        plan = aimed(world, known, plan)
    found: list[Fault] = [*_formation_faults(world, known, plan), *_unit_faults(world, units, plan)]
    found.extend(_route_faults(world, known, plan))
    if found:
        return found
    flown = [*_flight_faults(world, known, units, plan), *_meeting_faults(world, known, units, plan, list(others))]
    flown += _hour_faults(world, known, units, plan)
    return [replace(fault, stage="flown") for fault in flown]


def warnings(world: World, known: KnownToLuftwaffe, plan: RaidPlan, others: Iterable[RaidPlan]) -> list[Fault]:
    """Return the warnings about a plan without a fault: escorts that turn home before the bombs fall or the bombers are over France."""
    units = world.luftwaffe(known.settings.order_of_battle)
    steps = timetable(world, plan, types_of(world, units, plan), known.head_wind)
    bombs = next((i for i, step in enumerate(steps) if step.at_target), None)
    found: list[Fault] = []
    if known.phase == "planning" and (off := take_offs(world, units, plan)) and min(off.values()) < 1:
        early, first = min(off.items(), key=lambda taken: taken[1])
        where = f"unit:{early}"
        found.append(
            Fault(
                "plan.off_early",
                "OPS-C1.1",
                where,
                {"unit": early, "time": known.clock(first), "first": known.clock(1)},
                stage="warning",
            )
        )
    met = next((other for other in others if other.code == plan.joins), None)
    theirs = timetable(world, met, types_of(world, units, met), known.head_wind) if met is not None else []
    meet = _turn_of_meeting(steps, theirs)
    for unit in plan.units:
        fighter = _Fighter.of(world, units[unit.unit], plan, unit)
        if bombs is not None and unit.role not in BOMBING_ROLES and (gone := fighter.leaves(steps)) is not None and gone <= bombs:
            time, fall = known.clock(steps[gone].turn), known.clock(steps[bombs].turn)
            found.append(
                Fault(
                    "plan.escort_leaves",
                    "OPS-B11.1",
                    f"unit:{unit.unit}",
                    {"unit": unit.unit, "time": time, "bombs": fall},
                    stage="warning",
                )
            )
        if met is not None and meet is not None:
            way = [step for step in theirs if step.turn >= meet]
            safe = next((i for i, step in enumerate(way) if _far_shore(world, step.hex)), len(way) - 1)
            gone = fighter.leaves(way, meet - plan.form_turn)
            if gone is not None and gone < safe:
                found.append(
                    Fault(
                        "plan.return_leaves",
                        "OPS-B11.1",
                        f"unit:{unit.unit}",
                        {"unit": unit.unit, "raid": met.code, "time": known.clock(way[gone].turn)},
                        stage="warning",
                    )
                )
    return found


@dataclass(frozen=True, slots=True)
class _Fighter:
    """A fighter unit of a plan with the fuel that it has at formation; bombers fly on whatever their fuel."""

    world: World
    kind: Aircraft
    base: str
    left: int

    @staticmethod
    def of(world: World, posted: Posting, plan: RaidPlan, unit: PlannedUnit) -> _Fighter:
        kind = world.types[posted.aircraft]
        used = used_at_formation(world, kind, posted.station, plan.form_at, unit.angels)
        return _Fighter(world, kind, posted.station, kind.endurance - used)

    def spare(self, h: Hex, flown: int) -> int:
        """Return its spare turns when it turns home from a hex after a number of turns."""
        return self.left - flown - turns_home(self.world, h, self.base, self.kind.mp)

    def leaves(self, steps: Sequence[Step], flown: int = 0) -> int | None:
        """The index of the step at whose end it turns home for want of fuel; None when it can stay to the end (OPS-B11.1)."""
        if not self.kind.fighter:
            return None
        for i, step in enumerate(steps):
            ahead = steps[min(i + 1, len(steps) - 1)].hex
            if self.spare(step.hex, flown + i) <= 0 or self.spare(ahead, flown + i + 1) < 0:
                return i
        return None


def stays_until(world: World, posted: Posting, left: int, steps: Sequence[Step]) -> int | None:
    """The index of the step at whose end a unit with so much fuel at formation turns home for want of it; None: never (OPS-B11.1)."""
    return _Fighter(world, world.types[posted.aircraft], posted.station, left).leaves(steps)


def _far_shore(world: World, h: Hex) -> bool:
    ground = world.ground(h)
    return ground.terrain != "sea" and not ground.british


def _turn_of_meeting(steps: Sequence[Step], theirs: Sequence[Step]) -> int | None:
    """The turn in which a return escort that waits at the end of its route meets its raid (OPS-B3.4)."""
    if not steps:
        return None
    end = steps[-1]
    return next((s.turn for s in theirs if s.turn > end.turn and hexes.distance(s.hex, end.hex) <= MEETING), None)


def _formation_faults(world: World, known: KnownToLuftwaffe, plan: RaidPlan) -> list[Fault]:
    found: list[Fault] = []
    unfit = not plan.code.strip() or not plan.code.isprintable() or len(plan.code) > LONGEST_CODE or PART in plan.code
    if unfit or (known.phase == "planning" and plan.code.startswith(SWEEPS)):
        found.append(Fault("plan.code", "OPS-B3.1", "form", {}))
    if plan.form_at not in world.theatre.grounds:
        found.append(Fault("plan.off_map", "OPS-B3.1", "form", {"hex": plan.form_at.label}))
    elif not _may_form(world, known, plan):
        found.append(Fault("plan.form_far", "OPS-C1.6", "form", {"hex": plan.form_at.label, "most": FORMS_WITHIN}))
    if not 1 <= plan.form_turn <= known.turns:
        found.append(Fault("plan.form_time", "OPS-B3.2", "form", {"last": known.clock(known.turns)}, "later"))
    if plan.form_angels % 2 or not 0 <= plan.form_angels <= 34:
        found.append(Fault("plan.angels", "OPS-B2.2", "form", {"angels": plan.form_angels}))
    return found


def _may_form(world: World, known: KnownToLuftwaffe, plan: RaidPlan) -> bool:
    """Return whether a raid may form there: over the far shore or close to it, or where one from bases off the map enters it (OPS-C1.6)."""
    if any(h in world.far_shore for h in hexes.disc(plan.form_at, FORMS_WITHIN)):
        return True
    units = world.luftwaffe(known.settings.order_of_battle)
    bases = [world.base(units[u.unit].station) for u in plan.units if u.unit in units and units[u.unit].station in world.far_fields]
    return any(base.off and hexes.distance(base.near, plan.form_at) <= FORMS_WITHIN for base in bases)


def _unit_faults(world: World, units: Mapping[str, Posting], plan: RaidPlan) -> list[Fault]:
    found: list[Fault] = []

    def fault(key: str, rule: str, unit: PlannedUnit, mend: str | None = None, **values: Any) -> None:
        found.append(Fault(key, rule, f"unit:{unit.unit}", {"unit": unit.unit, **values}, mend))

    if not plan.units:
        found.append(Fault("plan.no_units", "OPS-B3.1", "form", {}))
    names = [u.unit for u in plan.units]
    lowest = min((u.angels for u in plan.units if u.role in BOMBING_ROLES), default=plan.form_angels)
    for unit in plan.units:
        posted = units.get(unit.unit)
        if posted is None:
            fault("plan.unknown_unit", "OPS-B3.1", unit)
            continue
        if posted.station not in world.far_fields:
            fault("plan.no_field", "OPS-B3.2", unit, station=posted.station)
        if names.count(unit.unit) > 1:
            fault("plan.unit_twice", "OPS-B3.1", unit)
        kind = world.types[posted.aircraft]
        if not 1 <= unit.aircraft <= posted.strength:
            fault("plan.aircraft", "OPS-B2.1", unit, "fewer", strength=posted.strength)
        if unit.angels % 2 or not 0 <= unit.angels <= kind.ceiling:
            fault("plan.ceiling", "OPS-B2.2", unit, "lower", ceiling=kind.ceiling)
        if unit.role == "bomber" and kind.kind not in (*BOMBERS, "reconnaissance", "floatplane"):
            fault("plan.role_bomber", "OPS-B3.1", unit)
        if unit.role == "jabo" and not kind.jabo:
            fault("plan.role_jabo", "OPS-B3.1", unit)
        if unit.role in (*ESCORT_ROLES, "sweep", "strafe", "return_escort") and not kind.fighter:
            fault("plan.role_fighter", "OPS-B3.1", unit)
        if (
            plan.type == "dive_bombing"
            and unit.role == "bomber"
            and kind.code not in ("ju_87b", "ju_87r", "ju_88a")
            and kind.kind != "dive_bomber"
        ):
            fault("plan.dive_type", "OPS-B3.1", unit)
        if unit.role == "close_escort" and abs(unit.angels - lowest) > world.figures["escort"]["close_angels"]:
            fault("plan.close_height", "OPS-B8.2", unit, "nearer", angels=lowest)
        if unit.role == "high_cover" and unit.angels <= lowest:
            fault("plan.high_height", "OPS-B8.2", unit, "higher", angels=lowest)
    roles = {u.role for u in plan.units}
    wanted = WANTED.get(plan.type)
    if wanted is not None and wanted not in roles:
        found.append(Fault(f"plan.needs_{wanted}", "OPS-B3.1", "form", {}))
    if plan.type in ("freie_jagd", "return_escort") and roles - {wanted}:
        found.append(Fault("plan.only_fighters", "OPS-B3.1", "form", {}))
    looks = plan.type == "reconnaissance"
    if looks and (len(plan.units) > 1 or sum(u.aircraft for u in plan.units) > MOST_LOOKING):
        found.append(Fault("plan.reconnaissance", "OPS-C4.4", "form", {"most": MOST_LOOKING}, "fewer"))
    for unit in plan.units:
        if (unit.role == "reconnaissance") != looks:
            fault("plan.role_reconnaissance", "OPS-C4.4", unit)
    return found


def _route_faults(world: World, known: KnownToLuftwaffe, plan: RaidPlan) -> list[Fault]:
    found: list[Fault] = []
    for nth, leg in enumerate((*plan.route, *plan.home)):
        # A way-point's number counts the target among them, as `legs` does.
        i = nth + (nth >= len(plan.route) and (plan.primary is not None or plan.aim is not None))
        if leg.hex not in world.theatre.grounds:
            found.append(Fault("plan.off_map", "OPS-B3.1", f"leg:{i}", {"hex": leg.hex.label}))
        if leg.angels % 2 or not 0 <= leg.angels <= 34:
            found.append(Fault("plan.angels", "OPS-B2.2", f"leg:{i}", {"angels": leg.angels}))
    needs_target = plan.type in ("main", "dive_bombing", "low_level", "jabo", "reconnaissance")
    for name, key in ((plan.primary, "primary"), (plan.secondary, "secondary")):
        if name is not None and name not in world.targets:
            found.append(Fault("plan.unknown_target", "OPS-B3.1", key, {"name": name}))
    found.extend(_convoy_faults(known, plan))
    if needs_target and plan.primary is None and plan.convoy is None:
        found.append(Fault("plan.needs_target", "OPS-B3.1", "primary", {}))
    if plan.secondary is not None and plan.secondary == plan.primary:
        found.append(Fault("plan.same_target", "OPS-B3.1", "secondary", {}))
    if plan.primary is None and plan.convoy is None and not plan.route and plan.type != "feint":
        found.append(Fault("plan.no_route", "OPS-B3.1", "form", {}))
    if plan.low and plan.type != "jabo":
        found.append(Fault("plan.low", "OPS-C7.4", "form", {}))
    if attack(plan) == "low" and plan.route and plan.route[-1].angels > 2:
        found.append(Fault("plan.low_height", "OPS-B3.1", f"leg:{len(plan.route) - 1}", {"angels": plan.route[-1].angels}, "lower"))
    if not 0 <= plan.circling <= (MOST_CIRCLING if plan.type == "feint" and not plan.route and plan.primary is None else 0):
        found.append(Fault("plan.circling", "OPS-C1.4", "form", {"most": MOST_CIRCLING}))
    if (plan.type == "return_escort") != (plan.joins is not None):
        found.append(Fault("plan.joins", "OPS-B3.4", "form", {}))
    return found


def _convoy_faults(known: KnownToLuftwaffe, plan: RaidPlan) -> list[Fault]:
    """Return the faults of a raid on a convoy: an unknown convoy, or a target on land as well (OPS-C5.4)."""
    if plan.convoy is None:
        return [Fault("plan.aim_at_nothing", "OPS-C5.4", "primary", {})] if plan.aim is not None else []
    if plan.primary is not None or plan.type not in ON_CONVOYS:
        return [Fault("plan.convoy_beside", "OPS-C5.4", "primary", {})]
    if known.sighting(plan.convoy) is None or plan.aim is None:
        return [Fault("plan.convoy_unknown", "OPS-C5.4", "primary", {"number": plan.convoy})]
    return []


def _flight_faults(world: World, known: KnownToLuftwaffe, units: Mapping[str, Posting], plan: RaidPlan) -> list[Fault]:
    """Faults that only the timetable shows: climbs that fail, endurance that does not last."""
    found: list[Fault] = []
    types = types_of(world, units, plan)
    steps = timetable(world, plan, types, known.head_wind)
    way_points, target = legs(world, plan)
    bombs = next((i for i, step in enumerate(steps) if step.at_target), None)
    if steps[-1].leg < len(way_points):
        found.append(Fault("plan.too_long", "OPS-B3.2", f"leg:{steps[-1].leg}", {}))
    for i, goal in enumerate(way_points):
        arrived = next((s for s in steps if s.hex == goal.hex and s.leg == i and s.angels < goal.angels), None)
        if arrived is not None and i != target:
            rule = "OPS-A9.3" if any(not t.fighter for t in types) else "OPS-A9.4"
            found.append(Fault("plan.climb", rule, f"leg:{i}", {"angels": goal.angels, "reached": arrived.angels}, "lower"))
    for unit in plan.units:
        posted = units[unit.unit]
        kind = world.types[posted.aircraft]
        highest = max((leg.angels for leg in way_points), default=plan.form_angels) + unit.angels - plan.form_angels
        if highest > kind.ceiling:
            found.append(
                Fault(
                    "plan.ceiling",
                    "OPS-B2.2",
                    f"unit:{unit.unit}",
                    {"unit": unit.unit, "ceiling": kind.ceiling},
                    "lower",
                )
            )
        used = used_at_formation(world, kind, posted.station, plan.form_at, unit.angels)
        left = kind.endurance - used
        speed = kind.mp
        if kind.kind == "single_seat_fighter" and plan.type not in ("freie_jagd", "jabo", "reconnaissance"):
            # An escort may leave early (OPS-B11.1), but must at least come out and home again from the first way-point.
            first = next((s for s in steps if s.leg >= 1), steps[-1])
            needed = first.turn - steps[0].turn + turns_home(world, first.hex, posted.station, speed)
        else:
            needed = steps[-1].turn - steps[0].turn + turns_home(world, steps[-1].hex, posted.station, speed)
        gone = _Fighter.of(world, posted, plan, unit).leaves(steps) if unit.role in BOMBING_ROLES else None
        if gone is not None and bombs is not None and gone <= bombs and needed <= left:
            found.append(
                Fault(
                    "plan.turns_back",
                    "OPS-B11.1",
                    f"unit:{unit.unit}",
                    {"unit": unit.unit, "time": known.clock(steps[gone].turn), "bombs": known.clock(steps[bombs].turn)},
                    "shorter",
                )
            )
        if needed > left:
            found.append(
                Fault("plan.endurance", "OPS-B2.5", f"unit:{unit.unit}", {"unit": unit.unit, "needed": needed, "left": left}, "shorter")
            )
    return found


def span(world: World, known: KnownToLuftwaffe, plan: RaidPlan) -> tuple[int, int]:
    """The turns between which a raid's units are busy: from the first take-off until they are home."""
    units = world.luftwaffe(known.settings.order_of_battle)
    steps = timetable(world, plan, types_of(world, units, plan), known.head_wind)
    if not steps:
        return plan.form_turn, plan.form_turn
    begin = min(take_offs(world, units, plan).values(), default=plan.form_turn)
    slowest = max(
        (
            turns_home(world, steps[-1].hex, units[u.unit].station, world.types[units[u.unit].aircraft].mp)
            for u in plan.units
            if u.unit in units
        ),
        default=0,
    )
    if plan.type in ("freie_jagd", "return_escort") and plan.primary is None:
        # Fighters stay at the end of their route as long as their endurance lets them.
        kinds = {u: (world.types[units[u.unit].aircraft], units[u.unit].station) for u in plan.units if u.unit in units}
        left = (k.endurance - used_at_formation(world, k, base, plan.form_at, u.angels) for u, (k, base) in kinds.items())
        return begin, max(steps[-1].turn + slowest, plan.form_turn + max(left, default=0))
    return begin, steps[-1].turn + slowest + plan.circling


def sorties(world: World, known: KnownToLuftwaffe, unit: str, raid: str, others: Iterable[RaidPlan]) -> list[UnitFlight]:
    """Return the flights of a unit beside a raid: past ones as flown, the rest as planned (OPS-C4.1)."""
    found = []
    for other in others:
        planned = next((u for u in other.units if u.unit == unit), None)
        if other.code == raid or planned is None:
            continue
        under_way = known.raid(other.code)
        late = under_way.form_turn - other.form_turn if under_way is not None else 0
        first, last = span(world, known, other)
        flown = next((u for u in under_way.units if u.unit == unit), None) if under_way is not None else None
        if flown is None:
            if under_way is None or under_way.state != "ended":
                found.append(UnitFlight(other.code, first, last + late, planned.aircraft))
        elif flown.state in ("landed", "lost"):
            found.append(UnitFlight(other.code, flown.took_off, flown.down, flown.strength))
        elif flown.state == "going_home":
            down = known.turn + turns_home(world, flown.hex, flown.base, world.types[flown.aircraft].mp)
            found.append(UnitFlight(other.code, flown.took_off, down, flown.strength))
        else:
            found.append(UnitFlight(other.code, flown.took_off, max(known.turn + 1, last + late), flown.strength))
    return sorted(found, key=lambda s: (s.first, s.raid))


def busy(world: World, known: KnownToLuftwaffe, raid: str, out: tuple[int, int], others: Iterable[RaidPlan]) -> dict[str, str]:
    """Return by unit the obstacle to a raid that is out from turn to turn: another raid, flown with or rested after, or the unit's
    Channel patrol (OPS-B9.1, OPS-C4.1)."""
    units = world.luftwaffe(known.settings.order_of_battle)
    first, last = out
    plans = [other for other in others if other.code != raid]
    found: dict[str, str] = {}
    for name in dict.fromkeys(u.unit for other in plans for u in other.units if u.unit in units):
        rest = turnaround(world, world.types[units[name].aircraft])
        flown = [s for s in sorties(world, known, name, raid, plans) if first < s.last + rest and s.first < last + rest]
        if flown:
            found[name] = flown[0].raid
    for i, box in enumerate(known.patrols, 1):
        if not raid.startswith(f"{SWEEPS}{i}_"):
            found.update((u.unit, f"{SWEEPS}{i}") for u in box)
    return dict(sorted(found.items()))


def _meeting_faults(
    world: World, known: KnownToLuftwaffe, units: Mapping[str, Posting], plan: RaidPlan, others: list[RaidPlan]
) -> list[Fault]:
    found: list[Fault] = []
    names = {u.unit for u in plan.units}
    beside = [other for other in others if names & {u.unit for u in other.units}]
    out = span(world, known, plan)
    kept = busy(world, known, plan.code, out, beside)
    for unit in plan.units:
        found.extend(_again_faults(world, known, plan, unit, units[unit.unit], out, beside, kept.get(unit.unit)))
    if plan.joins is not None and all(other.code != plan.joins for other in others):
        found.append(Fault("plan.joins_unknown", "OPS-B3.4", "form", {"raid": plan.joins}))
    for other in others:
        if other.code == plan.joins:
            found.extend(_escort_faults(world, known, plan, other))
    return found


def _again_faults(
    world: World,
    known: KnownToLuftwaffe,
    plan: RaidPlan,
    unit: PlannedUnit,
    posted: Posting,
    out: tuple[int, int],
    others: list[RaidPlan],
    keeps: str | None,
) -> list[Fault]:
    """Faults of a unit that flies more than once: it is in the air, not ready again, has not that many left, or has flown enough."""
    place, kind = f"unit:{unit.unit}", world.types[posted.aircraft]
    flown = sorties(world, known, unit.unit, plan.code, others)
    if keeps is not None:
        if keeps.startswith(SWEEPS) and all(s.raid != keeps for s in flown):
            return [Fault("plan.busy", "OPS-B9.1", place, {"unit": unit.unit, "raid": keeps})]
        sortie = next(s for s in flown if s.raid == keeps)
        if out[0] <= sortie.last and sortie.first <= out[1]:
            return [Fault("plan.busy", "OPS-B3.1", place, {"unit": unit.unit, "raid": keeps}, "later")]
        rest = turnaround(world, kind)
        until = known.clock((sortie.last if sortie.first < out[0] else out[1]) + rest)
        return [
            Fault("plan.turnaround", "OPS-C4.1", place, {"unit": unit.unit, "raid": keeps, "minutes": 5 * rest, "time": until}, "later")
        ]
    if len(flown) >= most_sorties(world, kind):
        return [Fault("plan.sorties", "OPS-C4.1", place, {"unit": unit.unit, "most": most_sorties(world, kind)})]
    before = [s for s in flown if s.first < out[0]]
    if before and unit.aircraft > (left := serviceable(world, before[-1].back)):
        return [Fault("plan.aircraft_back", "OPS-C4.1", place, {"unit": unit.unit, "left": left}, "fewer")]
    return []


def _hour_faults(world: World, known: KnownToLuftwaffe, units: Mapping[str, Posting], plan: RaidPlan) -> list[Fault]:
    """Faults of a raid by the hours of the day: not home by its last turn, or added on the hour with too little notice (OPS-C4.1)."""
    if plan.code.startswith(SWEEPS):
        return []
    found = []
    earliest = known.turn + int(world.figures["again"]["notice"])
    first, last = span(world, known, plan)
    if last > known.turns:
        found.append(Fault("plan.home_late", "OPS-C4.1", "form", {"time": known.clock(last), "last": known.clock(known.turns)}, "sooner"))
    if known.phase == "planning":
        return found
    if plan.form_turn < earliest:
        found.append(Fault("plan.notice", "OPS-C4.1", "form", {"time": known.clock(earliest)}, "later"))
    if first <= known.turn:
        unit = min(take_offs(world, units, plan).items(), key=lambda found: found[1])[0]
        found.append(Fault("plan.take_off", "OPS-C4.1", f"unit:{unit}", {"unit": unit, "time": known.clock(first)}, "later"))
    return found


def _escort_faults(world: World, known: KnownToLuftwaffe, plan: RaidPlan, met: RaidPlan) -> list[Fault]:
    """Faults of a return escort: its raid does not come to where it waits, or comes when its fuel is gone (OPS-B3.4)."""
    units = world.luftwaffe(known.settings.order_of_battle)
    steps = timetable(world, plan, types_of(world, units, plan), known.head_wind)
    meet = _turn_of_meeting(steps, timetable(world, met, types_of(world, units, met), known.head_wind))
    if meet is None:
        return [Fault("plan.no_meeting", "OPS-B3.4", "form", {"raid": met.code, "time": known.clock(steps[-1].turn)}, "later")]
    found = []
    for unit in plan.units:
        fighter = _Fighter.of(world, units[unit.unit], plan, unit)
        waits = [*steps, *(replace(steps[-1], turn=turn) for turn in range(steps[-1].turn + 1, meet))]
        gone = fighter.leaves(waits)
        if gone is not None:
            found.append(
                Fault(
                    "plan.home_before",
                    "OPS-B3.4",
                    f"unit:{unit.unit}",
                    {"unit": unit.unit, "raid": met.code, "time": known.clock(waits[gone].turn), "meets": known.clock(meet)},
                    "later",
                )
            )
    return found
