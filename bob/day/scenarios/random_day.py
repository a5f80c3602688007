"""The free scenario: a day drawn by dice from the figures of tables/scenarios/free.toml (all designed)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bob.core import hexes
from bob.core.dice import Dice
from bob.core.errors import UsageError
from bob.core.hexes import Hex
from bob.data.tables import Table
from bob.data.units import Posting
from bob.day.rules.convoy_lanes import lane_hexes
from bob.day.rules.convoys import see
from bob.day.rules.ground import start_repairs
from bob.day.rules.planning import aimed, faults
from bob.day.rules.victory import aircraft_planned, bombers_planned, grade_of
from bob.day.rules.weather import drawn, scripted
from bob.day.scenarios.scenario_files import Draw, FreeFile, Period
from bob.day.state.convoy_state import DayConvoy
from bob.day.state.directives import directive_of
from bob.day.state.efforts import EFFORTS, USUAL, at_hand, size_of, weights_in
from bob.day.state.position import DayPosition, Effort, Raid
from bob.day.state.raid_plan import Leg, PlannedUnit, RaidPlan, RaidType
from bob.day.state.scenario_lines import ScriptLine, WindLine, reading
from bob.day.state.settings import settings_of
from bob.day.state.world import World

LAST_FORMATION = 24
"""Turns before the end of the day after which no raid is to form."""
SECONDARY_WITHIN = 15
"""The greatest distance of a secondary from its primary, in hexes."""
TRIES = 40
"""The number of redraws of a faulty raid before it is left out."""
ASKED = 0.75
"""The share of the drawn bombers that the orders of the day ask for (OPS-D2.4)."""
GIVEN = 1.25
"""The aircraft that the orders give for each one that is drawn (OPS-D2.5)."""


class _Drawer:
    """Draws one day; holds the data shared by the parts of a draw."""

    def __init__(self, w: World, p: DayPosition, general: Draw, period: Period, dice: Dice) -> None:
        self.world = w
        self.p = p
        self.general = general
        self.period = period
        self.dice = dice
        self.units = w.luftwaffe(p.settings.order_of_battle)
        self.free = {name: u for name, u in self.units.items() if u.station in w.far_fields}
        self.towards: dict[str, str] = {}
        bombers, fighters = at_hand(w, self.units)
        self.share = size_of(p.effort).sends(bombers, fighters) / size_of(USUAL).sends(bombers, fighters)
        """The aircraft of the day by those of a usual one."""

    def between(self, span: Sequence[int]) -> int:
        return int(span[0]) + self.dice.roll("free", 1, sides=int(span[1]) - int(span[0]) + 1).total - 1

    def of_the_day(self, span: Sequence[int]) -> int:
        """A number drawn from a range of a usual day and scaled by the effort; the rest of a whole one is drawn."""
        whole, rest = divmod(round(100 * self.between(span) * self.share), 100)
        return whole + self.chance(rest)

    def chance(self, per_cent: int) -> bool:
        return self.dice.roll("free", 1, sides=100).total <= per_cent

    def weighted(self, weights: Mapping[str, int]) -> str:
        left = self.dice.roll("free", 1, sides=sum(weights.values())).total
        for name, weight in weights.items():
            left -= weight
            if left <= 0:
                return name
        raise AssertionError("weights that do not add up")

    def one(self, items: Sequence[Any]) -> Any:
        return items[self.dice.roll("free", 1, sides=len(items)).total - 1]

    def spot(self, name: str) -> Hex:
        theatre = self.world.theatre
        return theatre.nearest_hex(*theatre.position(name))

    def strength(self, unit: Posting) -> int:
        return max(1, unit.strength * self.between(self.general.strength_share) // 100)

    def formations(self, raids: int) -> list[int]:
        """The turns in which raids form, one after another; those that the day has no time for go with the first."""
        turns: list[int] = []
        for _ in range(raids):
            turn = turns[-1] + self.between(self.general.raid_gap) if turns else self.p.turns
            turns.append(turn if turn <= self.p.turns - LAST_FORMATION else self.between(self.general.first_raid))
        return sorted(turns)

    def with_no_raid(self) -> list[str]:
        """The Gruppen of single-seat fighters that may fly Channel patrols (OPS-B9.1), by name."""
        busy = {u.unit for r in self.p.raids.values() for u in r.plan.units}
        return [u.unit for u in self.of_role(("single_seat_fighter",), "2") if u.unit not in busy]

    def of_role(self, roles: Sequence[str], fleet: str) -> list[Posting]:
        """Return the free units of some roles in a fleet, by name; a fleet is recognised by its field."""
        found = [
            u
            for u in self.free.values()
            if self.world.types[u.aircraft].kind in roles
            and str(self.world.far_fields[u.station].extra["luftflotte"]) == fleet
            and u.strength > 9
        ]
        return sorted(found, key=lambda u: u.unit)

    def target(self, form_at: Hex, beside: Hex | None = None) -> str | None:
        """A target within reach, and near another if that is named."""
        kinds = {kind: weight for kind, weight in self.period.targets.items() if weight}
        kind = self.weighted(kinds)
        places = []
        for place in self.world.theatre.of_kind(kind):
            if place.hex is None or hexes.distance(place.hex, form_at) > self.period.reach:
                continue
            if beside is not None and hexes.distance(place.hex, beside) > SECONDARY_WITHIN:
                continue
            if self.p.directive is not None and grade_of(self.world, self.p.directive, place) == "none":
                continue
            times = 2 if any(self.period.since <= day <= self.period.to for day in place.extra.get("attacked", ())) else 1
            key = place.name if self.world.targets.get(place.name) is place else f"{place.kind}:{place.name}"
            places.extend([key] * times)
        return self.one(places) if places else None

    def raid(self, number: int, turn: int, kind: RaidType, convoy: int | None = None) -> RaidPlan | None:
        """One raid without a fault, against that convoy if one is named, or None when none was found."""
        for _ in range(TRIES):
            plan = self._raid(number, turn, kind) if convoy is None else self._convoy_raid(number, turn, kind, convoy)
            if plan is not None and not faults(self.world, self.p, plan, [r.plan for r in self.p.raids.values()]):
                return plan
        return None

    def _raid(self, number: int, turn: int, kind: RaidType) -> RaidPlan | None:
        fleet = self.weighted({str(k): v for k, v in self.general.luftflotte.items()})
        form_at = self.spot(self.one(self.general.form_at[fleet]))
        low, high = self.general.angels[kind]
        angels = low + 2 * (self.between([0, (high - low) // 2]) if high > low else 0)
        units = self._units(kind, fleet, angels)
        if not units:
            return None
        crossings = [self.spot(name) for name in self.general.cross[fleet]]
        if kind in ("freie_jagd", "feint"):
            spot = str(self.one(self.general.cross[fleet]))
            cross = self.spot(spot)
            self.towards[f"{kind}_{number}"] = spot.rpartition(":")[2]
            back = (Leg(form_at, angels),) if kind == "feint" else ()
            return RaidPlan(f"{kind}_{number}", kind, form_at, turn, angels, units, (Leg(cross, angels),), home=back)
        name = self.target(form_at)
        if name is None:
            return None
        goal = self.world.targets[name].near
        best = min(crossings, key=lambda h: (hexes.distance(form_at, h) + hexes.distance(h, goal), h))
        cross = best if self.chance(60) else self.one(crossings)
        second = self.target(form_at, goal)
        return RaidPlan(
            f"raid_{number}",
            kind,
            form_at,
            turn,
            angels,
            units,
            (Leg(cross, angels),) if hexes.distance(cross, goal) > 1 else (),
            name,
            second if second != name else None,
            (Leg(cross, angels),) if hexes.distance(cross, goal) > 1 else (),
        )

    def _convoy_raid(self, number: int, turn: int, kind: RaidType, convoy: int) -> RaidPlan | None:
        fleet = self.weighted({str(k): v for k, v in self.general.luftflotte.items()})
        form_at = self.spot(self.one(self.general.form_at[fleet]))
        low, _ = self.general.angels[kind]
        units = self._units(kind, fleet, low)
        if not units:
            return None
        plan = RaidPlan(f"convoy_raid_{number}", kind, form_at, turn, low, units, (), home=(Leg(form_at, low),), convoy=convoy)
        return aimed(self.world, self.p, plan)

    def convoys(self) -> list[int]:
        """Put convoys on their lanes; the numbers of those that the Luftwaffe knows of (OPS-C5.1)."""
        names = list(self.general.convoys)
        known: list[int] = []
        for i in range(1, self.between(self.period.convoys) + 1):
            lane_name = str(self.one(self.general.lanes))
            lane = lane_hexes(self.world, lane_name)
            begin = self.between([0, len(lane) * 2 // 3])
            first, last = (begin, len(lane) - 1) if self.chance(50) else (len(lane) - 1 - begin, 0)
            name = names.pop(names.index(self.one(names)))
            ships, escorts, balloons = self.between(self.general.ships), self.between([0, 2]), self.between([0, 8])
            titles = {language: text.format(target=name) for language, text in self.general.names["called"].both().items()}
            convoy = DayConvoy(f"convoy_{i}", titles, lane_name, first, last, 1, ships, escorts, balloons, lane[first], "under_way")
            self.p.convoys[convoy.code] = convoy
            if self.chance(self.general.convoy_known):
                known.append(len(known) + 1)
                convoy.number = known[-1]
                see(self.world, self.p, convoy, self.dice)
        return known

    def _units(self, kind: str, fleet: str, angels: int) -> tuple[PlannedUnit, ...]:
        if kind == "freie_jagd":
            fighters = self.of_role(("single_seat_fighter",), fleet)
            return (PlannedUnit((u := self.one(fighters)).unit, "sweep", self.strength(u), angels),) if fighters else ()
        if kind == "jabo":
            jabos = [u for u in self.of_role(("single_seat_fighter", "heavy_fighter"), fleet) if self.world.types[u.aircraft].jabo]
            if not jabos:
                return ()
            u = self.one(jabos)
            aircraft = self.strength(u)
            return (PlannedUnit(u.unit, "jabo", aircraft, angels), *self._escort(fleet, aircraft, angels, {u.unit}))
        roles = ("dive_bomber",) if kind == "dive_bombing" else ("bomber",)
        bombers = self.of_role(roles, fleet)
        if not bombers:
            return ()
        small = kind in ("low_level", "feint") or self.p.effort == "rest" or self.chance(self.general.staffel_share)
        count = 1 if small else self.between(self.period.gruppen)
        chosen: list[PlannedUnit] = []
        for _ in range(count):
            left = [u for u in bombers if u.unit not in {c.unit for c in chosen}]
            if not left:
                break
            u = self.one(left)
            chosen.append(PlannedUnit(u.unit, "bomber", min(9, u.strength) if small else self.strength(u), angels))
        if kind in ("low_level", "feint"):
            return tuple(chosen)
        return (*chosen, *self._escort(fleet, sum(c.aircraft for c in chosen), angels, {c.unit for c in chosen}))

    def _escort(self, fleet: str, bombers: int, angels: int, taken: set[str]) -> tuple[PlannedUnit, ...]:
        least, most = (round(10 * x) for x in self.period.escort_ratio)
        wanted = bombers * self.between([least, most]) / 10
        found: list[PlannedUnit] = []
        fighters = [u for u in self.of_role(("single_seat_fighter", "heavy_fighter"), fleet) if u.unit not in taken]
        while sum(u.aircraft for u in found) < wanted and fighters:
            u = self.one(fighters)
            fighters.remove(u)
            role = "high_cover" if self.chance(self.period.high_cover_share) else "close_escort"
            height = min(self.world.types[u.aircraft].ceiling, angels + self.general.escort_above[role])
            found.append(PlannedUnit(u.unit, role, self.strength(u), height))  # type: ignore[arg-type]
        return tuple(found)

    def title(self, plan: RaidPlan) -> dict[str, str]:
        """Return the title of a raid: its goal, and the unit that leads it."""
        place = self.world.targets.get(plan.primary or "")
        target = place.name if place is not None else self.towards.get(plan.code, "")
        by_type = {"freie_jagd": "sweep", "feint": "feint", "jabo": "jabo", "low_level": "low"}
        station = place is not None and place.kind.startswith("chain_home")
        name = self.general.names[by_type.get(plan.type) or ("station" if station else "target")]
        if plan.convoy is not None:
            name, target = self.general.names["convoy"], str(plan.convoy)
        return {language: text.format(target=target, units=plan.units[0].unit) for language, text in name.both().items()}

    def weather(self) -> None:
        """The weather and the wind of the hours to come (OPS-C6.1)."""
        w, p = self.world, self.p
        rows, winds = w.tables["weather"], w.tables["wind"]
        assert isinstance(rows, Table) and isinstance(winds, Table)
        script, blows = [], []
        for hour in range(p.start // 60 + 1, min(23, (p.start + 5 * (p.turns - 1)) // 60) + 1):
            if self.chance(self.general.weather_turns):
                zones = rows.roll(self.dice, zones=3).result
                assert isinstance(zones, tuple)
                script.append(ScriptLine(f"{hour:02d}:00", self.weighted(self.period.sky), tuple(map(str, zones))))
            if self.chance(self.general.wind_turns):
                blows.append(WindLine(f"{hour:02d}:00", str(winds.roll(self.dice).result)))
        scripted(w, p.sky, p.start, script, blows)

    def wear(self) -> None:
        """Apply the losses of the days before: squadrons short of aircraft, airfields with craters (OPS-C7.1)."""
        for squadron in self.p.squadrons.values():
            squadron.strength = max(1, squadron.strength - self.between(self.general.away))
        fields = sorted(name for name in self.p.airfields if self.world.fields[name].extra.get("group") == 11)
        for _ in range(self.between(self.period.damage)):
            if fields:
                field = self.p.airfields[self.one(fields)]
                fields.remove(field.place)
                field.damage = min(1, field.capacity)
        start_repairs(self.p)


def weather_to_come(w: World, p: DayPosition, file: FreeFile, dice: Dice) -> None:
    """Draw the weather and the wind of the hours after this turn in place of the day's own script, for a seat without knowledge of it."""
    period = next((period for period in file.period if period.number == p.period), file.period[0])
    p.sky.script, p.sky.winds = [], []
    _Drawer(w, p, file.draw, period, dice).weather()
    p.sky.script = [line for line in p.sky.script if line.turn > p.turn]
    p.sky.winds = [line for line in p.sky.winds if line.turn > p.turn]


def patrols_unknown(w: World, p: DayPosition, file: FreeFile, dice: Dice) -> None:
    """Draw the Channel patrols in place of the day's own, for a seat without knowledge of them."""
    from bob.day.scenarios.scenario import patrols

    period = next((period for period in file.period if period.number == p.period), file.period[0])
    drawer = _Drawer(w, p, file.draw, period, dice)
    names, boxes = drawer.with_no_raid(), drawer.between(period.patrols)
    drawn = [names.pop(names.index(drawer.one(names))) for _ in range(min(boxes, len(names)))]
    p.patrols = patrols(w, p, [[name] for name in drawn])


def _effort(asked: object, period: int, dice: Dice) -> Effort:
    """The effort asked for, else one that is drawn as usual in the period. Raises UsageError."""
    if asked is None:
        lots = [effort for effort, weight in weights_in(period).items() for _ in range(weight)]
        return lots[dice.roll("free", 1, sides=len(lots)).total - 1]
    if asked not in EFFORTS:
        raise UsageError("ops.no_effort", found=str(asked)[:40], choices=", ".join(EFFORTS))
    return next(effort for effort in EFFORTS if effort == asked)


def draw(w: World, file: FreeFile, options: Mapping[str, Any], switches: dict[str, str], dice: Dice) -> DayPosition:
    """A day of the period asked for (option `period`, else drawn). Raises UsageError for a period that there is not."""
    from bob.day.scenarios.scenario import garrison, patrols, stand_by

    general, switches = file.draw, {**file.switches, **switches}
    periods = {period.number: period for period in file.period}
    number = options.get("period")
    if number is None:
        number = dice.roll("free", 1, sides=len(periods)).total
    if isinstance(number, bool) or not isinstance(number, int) or number not in periods:
        raise UsageError("ops.no_period", found=number, choices=", ".join(map(str, sorted(periods))))
    period = periods[number]
    days = (period.to - period.since).days
    date: dt.date = period.since + dt.timedelta(days=dice.roll("free", 1, sides=days + 1).total - 1)
    hours = w.tables["time"]
    assert isinstance(hours, Table)
    hour, minute = str(hours.roll(dice).result).split(":")
    p = DayPosition(
        scenario=file.code,
        title=file.title.both(),
        date=date,
        start=int(hour) * 60 + int(minute),
        turn=1,
        turns=period.turns,
        period=number,
        phase="planning",
        response_level=0,
        scramble_limit=file.scramble_limit,
        switches=switches,
        bands={},
        settings=settings_of(date),
        sky=drawn(w, dice, {}, number, switches),
        raids={},
        squadrons={},
        airfields={},
        patrols=[],
    )
    p.directive = directive_of(date) if reading(switches, "worth") == "directive" else None
    garrison(w, p)
    stand_by(w, p)
    p.effort = _effort(options.get("effort"), number, dice)
    drawer = _Drawer(w, p, general, period, dice)
    wanted = max(1, drawer.of_the_day(period.raids))
    kinds: list[Any] = [drawer.weighted(period.types) for _ in range(wanted)] + ["freie_jagd"] * drawer.of_the_day(period.sweeps)
    kinds += ["feint"] * drawer.chance(period.feint_chance) + ["low_level"] * drawer.chance(period.low_chance)
    for i, (turn, kind) in enumerate(zip(drawer.formations(len(kinds)), kinds, strict=True), 1):
        plan = drawer.raid(i, turn, kind)
        if plan is not None:
            p.raids[plan.code] = Raid(plan, drawer.title(plan), form_turn=plan.form_turn)
    for number in drawer.convoys():
        if drawer.chance(general.convoy_attacked):
            dives = "dive_bombing" in period.types
            at = min(drawer.between(general.first_raid) + 12 * drawer.between([0, 2]), p.turns - 12)
            plan = drawer.raid(number, at, "dive_bombing" if dives else "main", number)
            if plan is not None:
                p.raids[plan.code] = Raid(plan, drawer.title(plan), form_turn=plan.form_turn)
    if p.directive is not None:
        plans = [raid.plan for raid in p.raids.values()]
        asked = int(ASKED * bombers_planned(w, p.directive, plans))
        p.directive = replace(p.directive, bombers=asked, aircraft=round(GIVEN * aircraft_planned(plans)))
    p.response_level = drawer.between(period.response_level)  # a separate draw: both sides know it
    p.bands = period.bands.times(max(1, wanted))
    boxes = drawer.between(period.patrols)
    p.patrols = patrols(w, p, [[name] for name in drawer.with_no_raid()[:boxes]])
    drawer.weather()
    drawer.wear()
    return p
