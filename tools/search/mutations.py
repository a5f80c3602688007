"""Changes of a plan: whole plans as a clever player would draw them, and small changes by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from bob.core import hexes
from bob.core.dice import Stream
from bob.core.hexes import Hex
from bob.day.rules.victory import cap_of, wanted, worth_of
from bob.day.state.directives import GRADES
from bob.day.state.position import Grade
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES, Leg, PlannedUnit, RaidPlan, Role
from bob.staff.advice.planning.back_timing import over_at, times
from bob.staff.advice.planning.raid_templates import TemplateDesk, filled, goals, shipped_templates
from tools.search.judging import Judge, Plans

FIGHTERS = (*ESCORT_ROLES, "sweep", "return_escort")
HIGHEST = 30


def bombs(plan: RaidPlan) -> bool:
    """Return whether a raid is to bomb a target."""
    return plan.primary is not None and any(u.role in BOMBING_ROLES for u in plan.units)


def _code(stem: str, plans: Sequence[RaidPlan]) -> str:
    taken = {plan.code for plan in plans}
    return next(code for n in range(1, 1000) if (code := f"{stem}_{n}") not in taken)


def _units(plan: RaidPlan, change: Callable[[PlannedUnit], PlannedUnit | None]) -> RaidPlan | None:
    units = tuple([changed for u in plan.units if (changed := change(u)) is not None])
    return replace(plan, units=units) if units else None


def _each(plans: Plans, change: Callable[[PlannedUnit], PlannedUnit | None]) -> Plans:
    return tuple([changed for plan in plans if (changed := _units(plan, change)) is not None])


def _cut(plans: Plans, roles: Sequence[str], most: int) -> Plans:
    return _each(plans, lambda u: replace(u, aircraft=min(most, u.aircraft)) if u.role in roles else u)


class Mutations:
    """The changes that can be made to the plans of a day."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.world = judge.world
        self.posted = judge.rules.posted(judge.view)
        directive = judge.directive
        self.worth: dict[str, float] = (
            {name: worth_of(grade) * cap_of(self.world, place) for name, place, grade in wanted(self.world, directive)}
            if directive is not None
            else {}
        )
        graded = {name: grade for name, _, grade in wanted(self.world, directive)} if directive is not None else {}
        self.by_grade = {grade: [name for name in self.worth if graded[name] == grade] for grade in GRADES[:3]}

    # ---- whole plans

    def systematic(self) -> Iterator[tuple[str, Plans]]:
        """The plans that anybody would try first, by name."""
        base = self.judge.base
        yield "no escort", _each(base, lambda u: None if u.role in ESCORT_ROLES else u)
        yield "no fighter", _each(base, lambda u: None if u.role in FIGHTERS else u)
        yield "no sweeps", tuple([plan for plan in base if plan.type != "freie_jagd"])
        for most in (12, 20):
            yield f"fighters cut to {most}", _cut(base, FIGHTERS, most)
        for most in (10, 12):
            yield f"bombers cut to {most}", _cut(base, BOMBING_ROLES, most)
        yield "all close", tuple([self._close(plan) for plan in base])
        yield "all high", tuple([self._high(plan, 6) for plan in base])
        yield "high cover at 30", tuple([self._high(plan, 30) for plan in base])
        for ahead in (1, 2, 4):
            yield f"escorts as Freie Jagd {5 * ahead} minutes ahead", self._escorts_ahead(base, ahead)
        yield "in one minute", self._together(base)
        yield "each Gruppe alone", self._alone(base, escorted=False)
        yield "each Gruppe alone, escorts shared out", self._alone(base, escorted=True)
        yield "bombers 8 Angels higher", tuple([self._lifted(plan, 8) for plan in base])
        yield "bombers 4 Angels higher", tuple([self._lifted(plan, 4) for plan in base])
        yield "straight", tuple([replace(plan, route=()) if bombs(plan) else plan for plan in base])
        yield "low, no escort", tuple([low for plan in base if (low := self._low(plan)) is not None])
        for grade in GRADES[:3]:
            for name, plans in self._nearest(base, grade):
                yield name, plans
                yield f"{name}, in one minute", self._together(plans)
                yield (
                    f"{name}, each Gruppe alone, no fighter",
                    self._alone(_each(plans, lambda u: None if u.role in FIGHTERS else u), escorted=False),
                )

    def _nearest(self, plans: Plans, grade: Grade) -> Iterator[tuple[str, Plans]]:
        """All raids to the nearest target of a grade, and each to another of the nearest."""
        names = self.by_grade[grade]
        if not names:
            return
        at = next((plan.form_at for plan in plans if bombs(plan)), None)
        if at is None:
            return
        near = sorted(names, key=lambda name: (hexes.distance(self.world.targets[name].near, at), name))
        yield f"all to the nearest {grade} target ({near[0]})", tuple([self._to(plan, near[0]) if bombs(plan) else plan for plan in plans])
        spread, i = [], 0
        for plan in plans:
            spread.append(self._to(plan, near[i % len(near)]) if bombs(plan) else plan)
            i += bombs(plan)
        yield f"spread over the nearest {grade} targets", tuple(spread)

    def _to(self, plan: RaidPlan, target: str, keep: bool = False) -> RaidPlan:
        route = plan.route if keep else ()
        secondary = plan.secondary if plan.secondary != target else None
        return replace(plan, primary=target, secondary=secondary, convoy=None, aim=None, route=route)

    def _close(self, plan: RaidPlan) -> RaidPlan:
        lowest = min((u.angels for u in plan.units if u.role in BOMBING_ROLES), default=plan.form_angels)

        def change(u: PlannedUnit) -> PlannedUnit:
            return replace(u, role="close_escort", angels=min(self._ceiling(u), lowest + 2)) if u.role == "high_cover" else u

        return _units(plan, change) or plan

    def _high(self, plan: RaidPlan, above: int) -> RaidPlan:
        lowest = min((u.angels for u in plan.units if u.role in BOMBING_ROLES), default=plan.form_angels)

        def change(u: PlannedUnit) -> PlannedUnit:
            return replace(u, role="high_cover", angels=min(self._ceiling(u), HIGHEST, lowest + above)) if u.role in ESCORT_ROLES else u

        return _units(plan, change) or plan

    def _ceiling(self, u: PlannedUnit) -> int:
        ceiling = self.world.types[self.posted[u.unit].aircraft].ceiling
        return ceiling - ceiling % 2

    def _lifted(self, plan: RaidPlan, up: int) -> RaidPlan:
        if plan.low or plan.type in ("low_level", "reconnaissance") or not plan.units:
            return plan
        room = min(self._ceiling(u) - u.angels for u in plan.units)
        up = min(up, room) if up > 0 else max(up, 2 - plan.form_angels)
        return replace(
            plan,
            form_angels=plan.form_angels + up,
            units=tuple(replace(u, angels=u.angels + up) for u in plan.units),
            route=tuple(Leg(leg.hex, max(0, leg.angels + up)) for leg in plan.route),
        )

    def _low(self, plan: RaidPlan) -> RaidPlan | None:
        if not bombs(plan) or plan.type not in ("main", "dive_bombing"):
            return plan
        units = tuple([replace(u, angels=2) for u in plan.units if u.role == "bomber"])
        route = tuple(Leg(leg.hex, 2) for leg in plan.route)
        return replace(plan, type="low_level", form_angels=2, units=units, route=route, home=tuple(Leg(leg.hex, 2) for leg in plan.home))

    def _ahead(self, plan: RaidPlan, units: Sequence[PlannedUnit], turns: int, up: int, plans: Sequence[RaidPlan]) -> RaidPlan:
        """A Freie Jagd of these escorts on the way of a raid, so many turns before it."""
        at = plan.route[-1].hex if plan.route else self._goal(plan)
        high = min([HIGHEST, plan.form_angels + up, *(self._ceiling(u) for u in units)])
        flown = tuple([replace(u, role="sweep", angels=high) for u in units])
        code = _code("ahead", plans)
        return RaidPlan(code, "freie_jagd", plan.form_at, max(1, plan.form_turn - turns), high, flown, (Leg(at, high),))

    def _goal(self, plan: RaidPlan) -> Hex:
        return self.world.targets[plan.primary].near if plan.primary is not None else plan.route[-1].hex

    def _escorts_ahead(self, plans: Plans, turns: int) -> Plans:
        made: list[RaidPlan] = []
        for plan in plans:
            escorts = [u for u in plan.units if u.role in ESCORT_ROLES]
            if not bombs(plan) or not escorts:
                made.append(plan)
                continue
            made.append(replace(plan, units=tuple([u for u in plan.units if u.role not in ESCORT_ROLES])))
            made.append(self._ahead(plan, escorts, turns, 6, [*plans, *made]))
        return tuple(made)

    def _there(self, plan: RaidPlan) -> int | None:
        found = times(self.world, self.judge.view, self.posted, plan)
        return found.there if found is not None else None

    def _together(self, plans: Plans) -> Plans:
        """All raids over their targets in one turn: the middle one's."""
        turns = sorted(there for plan in plans if bombs(plan) and (there := self._there(plan)) is not None)
        if not turns:
            return plans
        middle = turns[len(turns) // 2]
        return tuple([over_at(self.world, self.judge.view, self.posted, plan, middle - (not bombs(plan))) for plan in plans])

    def _alone(self, plans: Plans, *, escorted: bool) -> Plans:
        """Each bomber Gruppe a raid of its own; the escorts shared out in turn, or left at home."""
        made: list[RaidPlan] = []
        for plan in plans:
            bombers = [u for u in plan.units if u.role in BOMBING_ROLES]
            if not bombs(plan) or len(bombers) < 2:
                made.append(plan if escorted or not bombs(plan) else replace(plan, units=tuple(bombers)))
                continue
            rest = [u for u in plan.units if u.role not in BOMBING_ROLES] if escorted else []
            for i, bomber in enumerate(bombers):
                code = plan.code if i == 0 else _code(plan.code[:30], [*plans, *made])
                made.append(replace(plan, code=code, units=(bomber, *rest[i :: len(bombers)])))
        return tuple(made)

    # ---- by chance

    def changed(self, plans: Plans, stream: Stream) -> tuple[str, Plans]:
        """A plan with one change by chance, and its name. A plan without a raid stays as it is."""
        name = stream.choose(list(_CHANGES))
        return name, _CHANGES[name](self, plans, stream) if plans else plans

    def _one(self, plans: Plans, stream: Stream, fit: Callable[[RaidPlan], bool]) -> RaidPlan | None:
        found = [plan for plan in plans if fit(plan)]
        return stream.choose(found) if found else None

    def target(self, plans: Plans, stream: Stream) -> Plans:
        """Another target for a raid, the likelier the more it is worth and the nearer it lies."""
        plan = self._one(plans, stream, bombs)
        if plan is None or not self.worth:
            return plans
        near = [name for name in self.worth if hexes.distance(self.world.targets[name].near, plan.form_at) <= 26 and name != plan.primary]
        near.sort(key=lambda name: (hexes.distance(self.world.targets[name].near, plan.form_at) - self.worth[name] / 6, name))
        if not near:
            return plans
        made = self._to(plan, stream.choose(near[: max(4, len(near) // 3)]), keep=stream.below(3) == 0)
        return _with(plans, plan, made)

    def all_targets(self, plans: Plans, stream: Stream) -> Plans:
        """One target for all raids."""
        names = [name for names in self.by_grade.values() for name in names]
        if not names:
            return plans
        target = stream.choose(names)
        return tuple([self._to(plan, target) if bombs(plan) else plan for plan in plans])

    def time(self, plans: Plans, stream: Stream) -> Plans:
        """A raid earlier or later."""
        plan = stream.choose(plans)
        return _with(plans, plan, replace(plan, form_turn=plan.form_turn + stream.choose((-6, -3, -2, -1, 1, 2, 3, 6))))

    def all_times(self, plans: Plans, stream: Stream) -> Plans:
        """All raids earlier or later, or in one minute."""
        if stream.below(3) == 0:
            return self._together(plans)
        shift = stream.choose((-6, -3, 3, 6, 12))
        return tuple([replace(plan, form_turn=plan.form_turn + shift) for plan in plans])

    def height(self, plans: Plans, stream: Stream) -> Plans:
        """A raid, or all raids that bomb, higher or lower."""
        up = stream.choose((-6, -4, -2, 2, 4, 6))
        if stream.below(2):
            return tuple([self._lifted(plan, up) if bombs(plan) else plan for plan in plans])
        plan = stream.choose(plans)
        return _with(plans, plan, self._lifted(plan, up))

    def escort_height(self, plans: Plans, stream: Stream) -> Plans:
        """High cover higher or lower in all raids."""
        above = stream.choose((2, 4, 8, 10, 12))
        return tuple([self._high(plan, above) if stream.below(2) else self._close(plan) for plan in plans])

    def fewer(self, plans: Plans, stream: Stream) -> Plans:
        """A unit of fighters left at home, or all fighters cut."""
        if stream.below(2):
            most = stream.choose((6, 9, 12, 16))
            return _cut(plans, FIGHTERS, most)
        plan = self._one(plans, stream, lambda plan: any(u.role in FIGHTERS for u in plan.units))
        if plan is None:
            return plans
        gone = stream.choose([u for u in plan.units if u.role in FIGHTERS])
        left = _units(plan, lambda u: None if u is gone else u)
        return _with(plans, plan, *(() if left is None else (left,)))

    def moved(self, plans: Plans, stream: Stream) -> Plans:
        """A unit of escort from one raid to another."""
        plan = self._one(plans, stream, lambda plan: any(u.role in FIGHTERS for u in plan.units))
        goal = self._one(plans, stream, bombs)
        if plan is None or goal is None or plan is goal:
            return plans
        unit = stream.choose([u for u in plan.units if u.role in FIGHTERS])
        role: Role = stream.choose(("close_escort", "high_cover"))
        high = min(self._ceiling(unit), goal.form_angels + (2 if role == "close_escort" else 6))
        left = _units(plan, lambda u: None if u is unit else u)
        made = _with(plans, plan, *(() if left is None else (left,)))
        return _with(made, goal, replace(goal, units=(*goal.units, replace(unit, role=role, angels=high))))

    def ahead(self, plans: Plans, stream: Stream) -> Plans:
        """Escorts of a raid as a Freie Jagd before it, or of all raids."""
        turns = stream.choose((1, 2, 3, 4, 6))
        if stream.below(2):
            return self._escorts_ahead(plans, turns)
        plan = self._one(plans, stream, lambda plan: bombs(plan) and any(u.role in ESCORT_ROLES for u in plan.units))
        if plan is None:
            return plans
        unit = stream.choose([u for u in plan.units if u.role in ESCORT_ROLES])
        left = _units(plan, lambda u: None if u is unit else u)
        assert left is not None
        return _with(plans, plan, left, self._ahead(plan, [unit], turns, stream.choose((4, 6, 8)), plans))

    def rear(self, plans: Plans, stream: Stream) -> Plans:
        """A unit of escort that meets a raid on its way home instead (OPS-B3.4)."""
        plan = self._one(plans, stream, lambda plan: bombs(plan) and any(u.role in ESCORT_ROLES for u in plan.units))
        if plan is None or not plan.home:
            return plans
        unit = stream.choose([u for u in plan.units if u.role in ESCORT_ROLES])
        left = _units(plan, lambda u: None if u is unit else u)
        there = self._there(plan)
        if left is None or there is None:
            return plans
        at, high = plan.home[0].hex, min(self._ceiling(unit), plan.form_angels + 4)
        flown = replace(unit, role="return_escort", angels=high)
        code = _code("rear", plans)
        meets = RaidPlan(code, "return_escort", plan.form_at, plan.form_turn, high, (flown,), (Leg(at, high),), joins=plan.code)
        meets = over_at(self.world, self.judge.view, self.posted, meets, there + stream.below(4))
        return _with(plans, plan, left, meets)

    def size(self, plans: Plans, stream: Stream) -> Plans:
        """Bomber Gruppen cut, in one raid or in all."""
        most = stream.choose((9, 10, 12, 16))
        if stream.below(2):
            return _cut(plans, BOMBING_ROLES, most)
        plan = self._one(plans, stream, bombs)
        cut = None if plan is None else _units(plan, lambda u: replace(u, aircraft=min(most, u.aircraft)) if u.role in BOMBING_ROLES else u)
        return plans if plan is None or cut is None else _with(plans, plan, cut)

    def split(self, plans: Plans, stream: Stream) -> Plans:
        """A raid's Gruppen alone, or all raids'."""
        escorted = bool(stream.below(2))
        if stream.below(3) == 0:
            return self._alone(plans, escorted=escorted)
        plan = self._one(plans, stream, lambda plan: bombs(plan) and sum(u.role in BOMBING_ROLES for u in plan.units) > 1)
        if plan is None:
            return plans
        parts = self._alone((plan,), escorted=escorted)
        taken = {other.code for other in plans if other is not plan}
        if any(part.code in taken for part in parts):
            return plans
        return _with(plans, plan, *parts)

    def join(self, plans: Plans, stream: Stream) -> Plans:
        """Two raids in one."""
        plan, other = self._one(plans, stream, bombs), self._one(plans, stream, bombs)
        if plan is None or other is None or plan is other or plan.type != other.type:
            return plans
        up = plan.form_angels - other.form_angels
        units = tuple([replace(u, angels=min(self._ceiling(u), u.angels + up)) for u in other.units])
        made = _with(plans, other)
        return _with(made, plan, replace(plan, units=(*plan.units, *units)))

    def feint(self, plans: Plans, stream: Stream) -> Plans:
        """A Staffel of a bomber Gruppe as a feint on another stretch of coast, or only gathering."""
        plan = self._one(plans, stream, lambda plan: bombs(plan) and sum(u.role in BOMBING_ROLES for u in plan.units) > 1)
        if plan is None:
            return plans
        unit = stream.choose([u for u in plan.units if u.role in BOMBING_ROLES])
        left = _units(plan, lambda u: None if u is unit else u)
        assert left is not None
        circling = 0 if stream.below(2) else 4
        at = self.world.theatre.nearest_hex(
            *self.world.theatre.position(stream.choose(("Dungeness", "North Foreland", "landmark:Beachy Head")))
        )
        route = () if circling else (Leg(at, plan.form_angels),)
        code = _code("feint", plans)
        turn = max(1, plan.form_turn - stream.choose((1, 2, 4, 6)))
        made = RaidPlan(
            code, "feint", plan.form_at, turn, plan.form_angels, (unit,), route, home=(Leg(plan.form_at, 14),), circling=circling
        )
        return _with(plans, plan, left, made)

    def low(self, plans: Plans, stream: Stream) -> Plans:
        """A raid at low level, without escort."""
        plan = self._one(plans, stream, bombs)
        made = self._low(plan) if plan is not None else None
        return plans if plan is None or made is None else _with(plans, plan, made)

    def dropped(self, plans: Plans, stream: Stream) -> Plans:
        """A raid that stays at home."""
        return _with(plans, stream.choose(plans))

    def way(self, plans: Plans, stream: Stream) -> Plans:
        """A raid straight to its target, or a leg of its way moved."""
        plan = self._one(plans, stream, bombs)
        if plan is None:
            return plans
        if not plan.route or stream.below(2):
            return _with(plans, plan, replace(plan, route=()))
        i = stream.below(len(plan.route))
        spots = list(hexes.disc(plan.route[i].hex, 3))
        legs = [replace(leg, hex=stream.choose(spots)) if k == i else leg for k, leg in enumerate(plan.route)]
        return _with(plans, plan, replace(plan, route=tuple(legs)))

    def more(self, plans: Plans, stream: Stream) -> Plans:
        """A raid more by a template, of units that are free."""
        file = shipped_templates(self.world)
        template = stream.choose([t for t in file.template if t.code not in ("look", "shipping")])
        there = [name for name in goals(self.world, self.judge.view, template) if name in self.worth or template.over]
        if not there:
            return plans
        return (*plans, self.by_template(plans, template.code, stream.choose(there)))

    def by_template(self, plans: Plans, code: str, goal: str, there: int | None = None) -> RaidPlan:
        """A raid drawn by a template beside these, as the planner draws it."""
        file = shipped_templates(self.world)
        template = next(t for t in file.template if t.code == code)

        def check(plan: RaidPlan) -> Sequence[object]:
            others = [other for other in plans if other.code != plan.code]
            return self.judge.rules.faults(self.judge.view, plan, others) or self.judge.rules.warnings(self.judge.view, plan, others)

        desk = TemplateDesk(self.world, self.judge.view, self.posted, [plan.code for plan in plans], check)  # type: ignore[arg-type]
        return filled(desk, file, template, goal, there)


def _with(plans: Plans, old: RaidPlan, *new: RaidPlan) -> Plans:
    """The plans with others in the place of one."""
    return tuple([made for plan in plans for made in (new if plan is old else (plan,))])


_CHANGES: Mapping[str, Callable[[Mutations, Plans, Stream], Plans]] = {
    "target": Mutations.target,
    "target again": Mutations.target,
    "one target": Mutations.all_targets,
    "time": Mutations.time,
    "all times": Mutations.all_times,
    "height": Mutations.height,
    "height of escorts": Mutations.escort_height,
    "fewer fighters": Mutations.fewer,
    "escort moved": Mutations.moved,
    "escort ahead": Mutations.ahead,
    "rear escort": Mutations.rear,
    "smaller Gruppen": Mutations.size,
    "Gruppen alone": Mutations.split,
    "raids joined": Mutations.join,
    "feint": Mutations.feint,
    "low": Mutations.low,
    "raid dropped": Mutations.dropped,
    "way": Mutations.way,
    "one more raid": Mutations.more,
}
