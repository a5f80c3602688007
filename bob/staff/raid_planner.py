"""Drawing up raids: targets of the period, timing, escorts, routes round guns and RDF, sweeps and feints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bob.core import hexes
from bob.core.dice import Stream
from bob.core.hexes import Hex
from bob.data.theatre import Place
from bob.data.units import Posting
from bob.day.rules.movement import way
from bob.day.rules.planning import Fault, span
from bob.day.rules.victory import cap_of, counted_points, grade_of, kind_of, wanted, worth_of
from bob.day.state.efforts import EffortLines, at_hand, size_of
from bob.day.state.position import Directive
from bob.day.state.raid_plan import BOMBING_ROLES, FIGHTING, Leg, PlannedUnit, RaidPlan, RaidType, Role
from bob.day.state.view import LuftwaffeView
from bob.staff.rules import Rules

TRIES = 10
LOOKS_FROM = 20
"""The Angels from which reconnaissance looks at the ground."""
FIRST_FORMATION, LAST_FORMATION = 10, 24
"""Turns after the beginning of the day, and before its end, between which the waves begin: what gathers takes off by day and comes home."""
TOGETHER = 3
"""The turns within which the raids of a wave form."""
WAVES_APART = 8
"""The least turns between two waves."""
COVER = 2.2
"""The fighters that a day sends for each bomber at least, escorts and sweeps together."""
SWEEPING = 0.25
"""The least share of a wave's fighters that sweep when there are raids to escort."""
SWEEPS = 4
"""The most sweeps in a wave."""
COLUMNS = 2
"""The Gruppen of bombers in a raid beyond which it may have any number up to the most: great days had columns and single Gruppen."""
GRUPPE_SCORES = 12.0
"""The points that a Gruppe is expected to score (OPS-A13)."""
SERVICEABLE = 0.7
"""The share of its aircraft that a Gruppe sends at least."""
SPARE = 0.1
"""The share of a Gruppe sent beyond the day's share of fighters, because Gruppen out of reach stay at home."""
REACH, REACH_OF_DIVES = 18, 16
"""Hexes from where a raid forms to its target at most: the escort sets it, and dive-bombers keep to the coast."""
NEAR, DETOUR, SECONDARIES = 15, 10, 3
"""The greatest distance of a secondary from its primary and the greatest detour on the way home, in hexes; the number of targets nearest
to that way from which it is drawn."""

TARGETS_AS_PRINTED: Mapping[str, tuple[str, ...]] = {
    "channel": ("port",),
    "eagle": ("raf_airfield", "sector_station", "chain_home", "port"),
    "stations": ("sector_station", "sector_station", "raf_airfield", "factory", "oil"),
    "london": ("docks", "docks", "rail", "power", "factory"),
    "london_and_works": ("docks", "docks", "rail", "power", "factory"),
    "jabos": ("docks", "factory", "sector_station", "rail"),
}
"""By the orders of a time, the kinds of target on the map that officers choose from on a day with `worth = "printed"`; a kind named twice
comes up twice as often. With `worth = "directive"` they choose by tables/directives.toml."""
DIVES = ("channel", "eagle")
"""The orders under which dive bombers are used; later they were kept for the landing."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """A Luftflotte as a planner uses it: where its raids form, and where they may cross the coast."""

    number: str
    form_at: tuple[str, ...]
    cross: tuple[str, ...]


FLEET_2 = Fleet(
    "2",
    ("Cap Gris-Nez", "Cap Blanc-Nez", "Calais"),
    ("Dungeness", "South Foreland", "Folkestone Harbour", "North Foreland", "landmark:Beachy Head", "Foulness Point"),
)
FLEET_3 = Fleet(
    "3",
    ("Pointe de Barfleur", "Cap de la Hague", "Cap d'Antifer"),
    ("St Catherine's Point", "Selsey Bill", "The Needles", "landmark:Beachy Head", "Portland Bill"),
)


@dataclass(frozen=True, slots=True)
class CommanderProfile:
    """A commander's way to plan and lead; a fleet named twice in `fleets` gives twice as many raids for its fighters. On the hours of a
    day the commander adds up to `second_waves`, and sends reconnaissance for up to `looks`."""

    name: str
    fleets: tuple[Fleet, ...]
    gruppen: int
    escorts: float
    angels: int
    feint: bool
    dives: bool
    shaken: float
    left: float
    press_on: int
    worth_support: int
    second_waves: int
    looks: int


PROFILES: Mapping[str, CommanderProfile] = {
    "kesselring": CommanderProfile(
        name="kesselring",
        fleets=(FLEET_2, FLEET_2, FLEET_3),
        gruppen=3,
        escorts=2.0,
        angels=16,
        feint=True,
        dives=False,
        shaken=2.0,
        left=0.5,
        press_on=3,
        worth_support=20,
        second_waves=2,
        looks=3,
    ),
    "sperrle": CommanderProfile(
        name="sperrle",
        fleets=(FLEET_3, FLEET_2),
        gruppen=3,
        escorts=1.5,
        angels=14,
        feint=False,
        dives=True,
        shaken=1.5,
        left=0.6,
        press_on=2,
        worth_support=30,
        second_waves=3,
        looks=2,
    ),
}


@dataclass(frozen=True, slots=True)
class DrawnRaid:
    """A raid without a fault, and why it was drawn so."""

    plan: RaidPlan
    why_key: str
    why_values: Mapping[str, Any]


def draft(
    rules: Rules, view: LuftwaffeView, profile: CommanderProfile, stream: Stream, weighed: Callable[[int, int], None] | None = None
) -> list[DrawnRaid]:
    """A day's raids, none with a fault, in the order of their waves. `weighed` hears how far into the day they are drawn."""
    return _Planner(rules, view, profile, stream).day(weighed)


def added(
    rules: Rules,
    view: LuftwaffeView,
    profile: CommanderProfile,
    stream: Stream,
    fit: Mapping[str, int],
    wanted: Collection[str],
    first: int,
) -> DrawnRaid | None:
    """Return one more raid without a fault, by these units with that many aircraft, against one of the targets; None when there is none."""
    planner = _Planner(rules, view, profile, stream, wanted)
    planner.units = {name: replace(planner.units[name], strength=count) for name, count in fit.items()}
    planner.others = [raid.plan for raid in view.raids]
    for fleet in profile.fleets:
        for i in range(TRIES):
            if planner.keep(planner.raid(fleet, first + i // 3, view.common.turn * 10 + i), "staff.why.plan_wave"):
                return planner.found[0]
    return None


def another(rules: Rules, view: LuftwaffeView, profile: CommanderProfile, stream: Stream, others: Collection[RaidPlan]) -> list[DrawnRaid]:
    """A raid more beside all that are drawn, without a fault, by units that none of them has; none when none can be."""
    planner = _Planner(rules, view, profile, stream)
    planner.others = list(others)
    planner.taken.update((u.unit, None) for plan in others for u in plan.units)
    codes = {plan.code for plan in others}
    number = next(n for n in range(1, 1000) if not codes & {f"main_{n}", f"dive_bombing_{n}"})
    first = 4 if view.common.phase == "planning" else view.turn + int(rules.world.figures["again"]["notice"])
    for fleet in profile.fleets:
        for i in range(TRIES):
            if planner.keep(planner.raid(fleet, first + i + stream.below(3), number), "staff.why.plan_raid"):
                return planner.found
    return []


def look(rules: Rules, view: LuftwaffeView, profile: CommanderProfile, fit: Mapping[str, int], target: str, first: int) -> DrawnRaid | None:
    """A single aircraft of reconnaissance to a target; None when none can go (OPS-C4.4)."""
    planner = _Planner(rules, view, profile, Stream.of(0, "look"))
    planner.others = [raid.plan for raid in view.raids]
    goal = rules.world.targets[target].near
    fleets = sorted(profile.fleets, key=lambda f: hexes.distance(planner.spot(f.form_at[0]), goal))
    scouts = [u for u in planner.units.values() if u.role == "reconnaissance" and fit.get(u.unit, 0) > 0]
    for fleet in fleets[:1]:
        form_at = planner.spot(fleet.form_at[0])
        for unit in scouts:
            angels = min(LOOKS_FROM, rules.world.types[unit.aircraft].ceiling)
            flown = (PlannedUnit(unit.unit, "reconnaissance", 1, angels),)
            plan = RaidPlan(f"look_{view.common.turn}", "reconnaissance", form_at, first, angels, flown, (), target)
            if planner.keep(plan, "staff.why.plan_look"):
                return planner.found[0]
    return None


class _Planner:
    """Plans one day, or additions to it."""

    def __init__(self, rules: Rules, view: LuftwaffeView, profile: CommanderProfile, stream: Stream, wanted: Collection[str] = ()) -> None:
        self.rules = rules
        self.world = rules.world
        self.view = view
        self.profile = profile
        self.stream = stream
        self.units = rules.posted(view)
        self.taken: dict[str, None] = {u.unit: None for box in view.patrols for u in box}
        self.found: list[DrawnRaid] = []
        self.others: list[RaidPlan] = []
        self.gruppen = profile.gruppen
        """The Gruppen of bombers in a raid."""
        self.escorts = profile.escorts
        """The fighters for each bomber of a raid."""
        self.wanted = wanted
        """The targets to choose from; without any those of the period."""

    def day(self, weighed: Callable[[int, int], None] | None) -> list[DrawnRaid]:
        """Waves of the day's effort, each with its part of the bombers and of the fighters that the day sends."""
        turns = self.view.common.turns
        size = size_of(self.view.effort)
        bombers, fighters = at_hand(self.world, self.units)
        covered = fighters * size.fighters / 100
        asked = self.view.directive.bombers if self.view.directive is not None else 0
        sent = max(size.asked * asked, min(bombers * size.bombers / 100, covered / COVER))
        self.escorts = min(self.profile.escorts, (1 - SWEEPING) * covered / max(1.0, sent))
        starts = self._starts(size)
        for i, turn in enumerate(starts):
            if weighed is not None:
                weighed(turn, turns)
            part = (i + 1) / len(starts)
            self._wave(size, turn, i + 1, sent * part, covered * part)
        return self.found

    def _starts(self, size: EffortLines) -> list[int]:
        """The turns in which the waves begin to form."""
        first, last = FIRST_FORMATION, max(FIRST_FORMATION, self.view.common.turns - LAST_FORMATION)
        waves = min(size.waves, 1 + (last - first) // WAVES_APART)
        if waves == 1:
            return [first + self.stream.below(last - first + 1)]
        gap = min((last - first) // (waves - 1), size.apart)
        begin = first + self.stream.below(last - first - gap * (waves - 1) + 1)
        return [begin + gap * i + self.stream.below(4) for i in range(waves)]

    def _wave(self, size: EffortLines, turn: int, number: int, bombers: float, fighters: float) -> None:
        """Draw raids close together up to a number of bombers for the day, a feint before them, and sweeps ahead by the other fighters."""
        raids, gruppe = 0, self._gruppe()
        for _ in range(TRIES * (2 + round(bombers / gruppe))):
            if self._sent(BOMBING_ROLES) + gruppe / 2 > bombers and (raids or number > 1):
                break
            most = min(size.gruppen, self.profile.gruppen, round((bombers - self._sent(BOMBING_ROLES)) / gruppe))
            self.gruppen = (1 + self.stream.below(most)) if most > COLUMNS else max(1, most)
            raids += self.keep(self.raid(self._fleet(), turn + raids % TOGETHER, len(self.found) + 1), "staff.why.plan_raid")
        if raids > 1 and self.profile.feint:
            self.keep(self._feint(self.profile.fleets[0], turn - 3, number), "staff.why.plan_feint")
        for i in range(SWEEPS if raids else 1):
            if self._sent(FIGHTING) + gruppe / 2 < fighters:
                self.keep(self._sweep(self._fleet(), turn - 1 + i, len(self.found) + 1), "staff.why.plan_sweep")

    def _gruppe(self) -> int:
        """The aircraft of a Gruppe of bombers at hand."""
        posted = [u for u in self.units.values() if self.world.types[u.aircraft].kind == "bomber" and u.strength >= 12]
        strengths = sorted(self._serviceable(u) for u in posted)
        return strengths[len(strengths) // 2] if strengths else 1

    def _sent(self, roles: Collection[str]) -> int:
        """The aircraft in some roles in the raids drawn so far."""
        return sum(u.aircraft for drawn in self.found for u in drawn.plan.units if u.role in roles)

    def _fleet(self) -> Fleet:
        """Return a fleet by lot, weighted by its free single-seat fighters and by its rank with the commander."""
        weights = [sum(u.strength for u in self._of(fleet, ("single_seat_fighter",), 10)) for fleet in self.profile.fleets]
        if not any(weights):
            return self.profile.fleets[0]
        lot = self.stream.below(sum(weights))
        return next(fleet for i, fleet in enumerate(self.profile.fleets) if lot < sum(weights[: i + 1]))

    def keep(self, plan: RaidPlan | None, key: str) -> bool:
        """Put a plan among the drafts if it has no fault; escorts that cannot come along stay at home."""
        if plan is None:
            return False
        plan = self._timed(plan)
        for _ in range(len(plan.units)):
            found = self._faults(plan)
            if not found:
                break
            weak = [u for u in plan.units if any(f.place == f"unit:{u.unit}" for f in found)]
            if not weak or any(u.role not in ("close_escort", "high_cover") for u in weak):
                return False
            plan = _without(plan, weak)
        if self._faults(plan) or (key == "staff.why.plan_raid" and not any(u.role in ("close_escort", "high_cover") for u in plan.units)):
            return False
        self.taken.update((u.unit, None) for u in plan.units)
        target = plan.primary or plan.route[-1].hex.label
        values: dict[str, Any] = {"raid": plan.code, "target": target}
        if key != "staff.why.plan_look":  # always one aircraft
            values["aircraft"] = sum(u.aircraft for u in plan.units)
        self.found.append(DrawnRaid(plan, key, values))
        return True

    def _timed(self, plan: RaidPlan) -> RaidPlan:
        """A plan put off until its units take off by day, and brought forward until they are home by its end."""
        if any(self.units[u.unit].station not in self.world.far_fields for u in plan.units):
            return plan
        first, last = span(self.world, self.view, plan)
        soonest = 1 if self.view.common.phase == "planning" else self.view.turn + 1
        turn = max(plan.form_turn, plan.form_turn + soonest - first)
        latest = plan.form_turn + self.view.common.turns - last
        return replace(plan, form_turn=max(min(turn, latest), plan.form_turn + soonest - first))

    def _faults(self, plan: RaidPlan) -> list[Fault]:
        return self.rules.faults(self.view, plan, [*self.others, *(d.plan for d in self.found)])

    # ---- the raids

    def raid(self, fleet: Fleet, turn: int, number: int) -> RaidPlan | None:
        dives = self.profile.dives and number % 2 == 1 and self.view.settings.orders in DIVES
        form_at = self.spot(self.stream.choose(fleet.form_at))
        angels = self.profile.angels - (2 if dives else 0)
        bombers = self._bombers(fleet, dives)
        target = self._target(form_at, dives)
        if not bombers or target is None:
            return None
        goal = self.world.targets[target].near
        cross = self._crossing(fleet, form_at, goal, angels)
        route = (Leg(cross, angels),) if hexes.distance(cross, goal) > 1 and hexes.distance(cross, form_at) > 1 else ()
        units = [PlannedUnit(u.unit, "bomber", self._serviceable(u), angels) for u in bombers]
        escort = self._escort(fleet, form_at, sum(u.aircraft for u in units), angels)
        kind: RaidType = "dive_bombing" if dives else "main"
        secondary = self._secondary(target, cross, form_at, REACH_OF_DIVES if dives else REACH)
        return RaidPlan(f"{kind}_{number}", kind, form_at, turn, angels, (*units, *escort), route, target, secondary, route)

    def _sweep(self, fleet: Fleet, turn: int, number: int) -> RaidPlan | None:
        form_at = self.spot(fleet.form_at[0])
        fighters = self._fighters(fleet, form_at, ("single_seat_fighter",))
        if not fighters:
            return None
        goal = self.spot(fleet.cross[self.stream.below(2)])
        units = tuple(PlannedUnit(u.unit, "sweep", self._serviceable(u), 22) for u in fighters[:2])
        return RaidPlan(f"sweep_{number}", "freie_jagd", form_at, turn, 22, units, (Leg(goal, 22),))

    def _feint(self, fleet: Fleet, turn: int, number: int) -> RaidPlan | None:
        """A Staffel flies at another stretch of coast than the raids will, and turns back before it."""
        form_at = self.spot(fleet.form_at[-1])
        bombers = self._bombers(fleet, False)
        if not bombers:
            return None
        coast = self.spot(fleet.cross[-1])
        line = way(form_at, coast)
        turning = line[max(1, len(line) - 3)]
        unit = PlannedUnit(bombers[-1].unit, "bomber", min(9, bombers[-1].strength), 14)
        return RaidPlan(f"feint_{number}", "feint", form_at, turn, 14, (unit,), (Leg(turning, 14),), home=(Leg(form_at, 14),))

    # ---- the parts

    def spot(self, name: str) -> Hex:
        theatre = self.world.theatre
        return theatre.nearest_hex(*theatre.position(name))

    def _of(self, fleet: Fleet, kinds: tuple[str, ...], least: int) -> list[Posting]:
        return [
            u
            for u in self.units.values()
            if u.unit not in self.taken
            and u.strength >= least
            and self.world.types[u.aircraft].kind in kinds
            and u.station in self.world.far_fields
            and str(self.world.far_fields[u.station].extra["luftflotte"]) == fleet.number
        ]

    def _serviceable(self, unit: Posting) -> int:
        """The aircraft that a Gruppe sends: a whole day's plan leaves those behind that are under repair, an all-out one few fighters."""
        wanted = size_of(self.view.effort).fighters / 100 + SPARE if self.world.types[unit.aircraft].fighter else 0.0
        return max(min(unit.strength, 12), round(min(1.0, max(SERVICEABLE, wanted)) * unit.strength))

    def _bombers(self, fleet: Fleet, dives: bool) -> list[Posting]:
        """Gruppen of one type, those of one Geschwader first: they fly at one pace."""
        found = sorted(self._of(fleet, ("dive_bomber",) if dives else ("bomber",), 12), key=lambda u: u.unit)
        if not found:
            return []
        lead = self.stream.choose(found)
        alike = [u for u in found if u.aircraft == lead.aircraft]
        alike.sort(key=lambda u: (u is not lead, _geschwader(u) != _geschwader(lead), u.unit))
        return alike[: self.gruppen]

    def _fighters(self, fleet: Fleet, form_at: Hex, kinds: tuple[str, ...]) -> list[Posting]:
        """Free fighters, those nearest to the rendezvous first: they have the most fuel over England."""

        def far(u: Posting) -> tuple[int, int, str]:
            place = self.world.base(u.station)
            return hexes.distance(place.near, form_at) + place.off, -u.strength, u.unit

        return sorted(self._of(fleet, kinds, 10), key=far)

    def _escort(self, fleet: Fleet, form_at: Hex, bombers: int, angels: int) -> list[PlannedUnit]:
        wanted = self.escorts * bombers
        found: list[PlannedUnit] = []
        for u in self._fighters(fleet, form_at, ("single_seat_fighter", "heavy_fighter")):
            if sum(x.aircraft for x in found) >= wanted:
                break
            role: Role = "close_escort" if len(found) % 2 == 0 else "high_cover"
            height = min(self.world.types[u.aircraft].ceiling, angels + (2 if role == "close_escort" else 6))
            found.append(PlannedUnit(u.unit, role, self._serviceable(u), height))
        return found

    def _target(self, form_at: Hex, dives: bool) -> str | None:
        """A target of the period within reach of the escort; dive-bombers keep to the coast."""
        kinds = TARGETS_AS_PRINTED[self.view.settings.orders]
        reach = REACH_OF_DIVES if dives else REACH
        if self.wanted:
            near = [name for name in self.wanted if hexes.distance(self.world.targets[name].near, form_at) <= reach]
            return self.stream.choose(near) if near else None
        if self.view.directive is not None:
            return self._ordered_target(self.view.directive, form_at, reach)
        kind = self.stream.choose(kinds)
        places = [place for place in self._british(kind) if hexes.distance(place.near, form_at) <= reach]
        return self._named(self.stream.choose(places)) if places else None

    def _british(self, kind: str) -> list[Place]:
        """The targets of a kind on the map, of airfields those of Fighter Command."""
        return [
            place
            for place in self.world.theatre.of_kind(kind)
            if place.hex is not None
            and self.world.ground(place.hex).british
            and (kind != "raf_airfield" or place.extra.get("command") == "fighter")
        ]

    def _ordered_target(self, directive: Directive, form_at: Hex, reach: int) -> str | None:
        """A target that the day's orders want, the more wanted the likelier: a kind first, so that many fields do not count for more."""
        kinds: dict[str, list[str]] = {}
        for name, place, grade in wanted(self.world, directive):
            if hexes.distance(place.near, form_at) <= reach and (kind := kind_of(self.world, place)) is not None:
                kinds.setdefault(f"{grade}:{kind.code}", []).append(name)
        if not kinds:
            return None
        fewest = {kind: min(self._aimed(name) for name in names) for kind, names in kinds.items()}
        alike = Counter(kind.partition(":")[0] for kind in kinds)
        lots = {k: self._lots(directive, names[0], fewest[k], alike[k.partition(":")[0]]) for k, names in kinds.items()}
        chosen = self.stream.choose([kind for kind, count in lots.items() for _ in range(count)])
        names = [name for name in kinds[chosen] if self._aimed(name) == fewest[chosen]]
        names.sort(key=lambda name: (hexes.distance(self.world.targets[name].near, form_at), name))
        return self.stream.choose(names[: (len(names) + 1) // 2])

    def _lots(self, directive: Directive, name: str, aimed: int, alike: int) -> int:
        """The lots of a target's kind: the more its orders want it, the fewer kinds are wanted as much, and the more is left of it after
        the raids at it so far."""
        place, points = self.world.targets[name], GRUPPE_SCORES * self.gruppen
        left = counted_points(points, aimed * points, cap_of(self.world, place)) / points
        return max(1, round(40 * left * worth_of(grade_of(self.world, directive, place)) ** 2 / alike))

    def _aimed(self, name: str) -> int:
        """The number of raids at a target so far."""
        return sum(plan.primary == name for plan in (*self.others, *(drawn.plan for drawn in self.found)))

    def _choices(self) -> list[str]:
        """All targets that the day's orders want, or those of the period."""
        if self.wanted:
            return list(self.wanted)
        if self.view.directive is not None:
            return [name for name, _, _ in wanted(self.world, self.view.directive)]
        kinds = TARGETS_AS_PRINTED[self.view.settings.orders]
        return [self._named(place) for kind in dict.fromkeys(kinds) for place in self._british(kind)]

    def _secondary(self, primary: str, cross: Hex, form_at: Hex, reach: int) -> str | None:
        """One of the targets nearest to the primary and the way home from it."""
        goal = self.world.targets[primary].near
        home = hexes.distance(goal, cross)
        near = []
        for name in self._choices():
            at = self.world.targets[name].near
            out, detour = hexes.distance(goal, at), hexes.distance(goal, at) + hexes.distance(at, cross) - home
            if name != primary and out <= NEAR and detour <= DETOUR and hexes.distance(at, form_at) <= reach:
                near.append((detour, out, name))
        return self.stream.choose(sorted(near)[:SECONDARIES])[2] if near else None

    def _named(self, place: Place) -> str:
        """A target as a plan names it."""
        return place.name if self.world.targets.get(place.name) is place else f"{place.kind}:{place.name}"

    def _crossing(self, fleet: Fleet, form_at: Hex, goal: Hex, angels: int) -> Hex:
        """The stretch of coast with the least guns and RDF on the way, allowing for its length."""
        spots = [self.spot(name) for name in fleet.cross]
        return min(spots, key=lambda h: (self._danger(form_at, h, angels) + self._danger(h, goal, angels), h))

    def _danger(self, a: Hex, b: Hex, angels: int) -> float:
        seen = self.world.seeing("chain_home", angels)
        total = 0.0
        for h in way(a, b)[1:]:
            guns = self.world.guns.get(h)
            total += 1.0 + (0.5 * guns.factor if guns is not None and guns.ceiling >= angels else 0.0) + 0.05 * len(seen.get(h, ()))
        return total


def _without(plan: RaidPlan, units: list[PlannedUnit]) -> RaidPlan:
    gone = {u.unit for u in units}
    left = tuple(u for u in plan.units if u.unit not in gone)
    return replace(plan, units=left)


def _geschwader(unit: Posting) -> str:
    """The Geschwader that a Gruppe is of: `KG 2` of `III./KG 2`."""
    return unit.unit.rpartition("/")[2]
