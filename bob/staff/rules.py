"""What an officer works out from a view and the public world alone: legality, times, distances. Never from the position."""

from __future__ import annotations

import datetime as dt
from collections import deque
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple

from bob import hexes
from bob.hexes import Hex
from bob.operations.orders import (
    Done,
    DropRaid,
    FormWing,
    Pancake,
    PatrolSweep,
    Pick,
    PlanRaid,
    Readiness,
    Recall,
    Scramble,
    Seal,
    SendTo,
)
from bob.operations.planning import Fault, faults, turns_home
from bob.operations.position import GROUND, Leg, PlannedUnit, Position, RaidPlan, Sky
from bob.operations.view import Common, LuftwaffeView, RafView, SquadronView, TrackView
from bob.operations.world import World, world
from bob.units import Posting, order_of_battle

AHEAD = 30
"""Turns that a plot is carried on, as the rule of the meeting point does (OPS-B6.5)."""

FITTED, FITTED_TURNS = 3, 6
"""How many plots, and of how many turns, a course is fitted to."""

SURENESS = (0.1, 0.16, 0.44, 0.44, 2.0)
"""What a plot of each level counts in fitting a course: the less it may lie off, the more."""

SLOWEST, FAST, FASTEST = 2.5, 4.0, 5.0
"""Hexes a turn that a raid under way flies: rough plots are not believed beyond what bombers do, sure ones not beyond fighters."""

FAR = 99
"""A distance from the shore for hexes that it is not reckoned for."""


class Meeting(NamedTuple):
    """Where a squadron would be on a track's way, and in how many turns."""

    hex: Hex
    turns: int


class Rules:
    """The public world as an officer uses it."""

    def __init__(self, surroundings: World) -> None:
        self.world = surroundings
        self.shore = _shore(surroundings)
        self.sectors = [place for place in surroundings.theatre.of_kind("sector_station") if place.hex is not None]
        self._posted: dict[str, dict[str, Posting]] = {}

    # ---- tracks

    def way(self, track: TrackView) -> tuple[Hex, ...]:
        """Where a track would be now and in each of the next turns if it held its course; it ends at the edge of the map."""
        last, step = track.last.hex, track.course or (0.0, 0.0)
        found = []
        for turns in range(AHEAD + 1):
            ahead = track.age + turns
            h = hexes.rounded(last.q + step[0] * ahead, last.r + step[1] * ahead)
            if h not in self.world.theatre.grounds:
                break
            found.append(h)
        return tuple(found)

    def foreseen(self, track: TrackView) -> tuple[Hex, ...]:
        """The way of a track by the line that best fits its last plots, the surer ones counting for more."""
        plots = timed(track)
        found = _fitted(plots[-FITTED:])
        if found is None:
            return self.way(track)
        (q, r), (dq, dr) = found
        way = []
        for turns in range(AHEAD + 1):
            ahead = track.last.turn + track.age - plots[-1][0] + turns
            h = hexes.rounded(q + dq * ahead, r + dr * ahead)
            if h not in self.world.theatre.grounds:
                break
            way.append(h)
        return tuple(way)

    def from_shore(self, h: Hex) -> int:
        """How many hexes a hex lies from British soil; 0 over it."""
        return self.shore.get(h, FAR)

    # ---- squadrons

    def home_in(self, s: SquadronView, h: Hex, field: str | None = None) -> int:
        """The turns from a hex to a squadron's field, or to another."""
        return turns_home(self.world, h, field or s.station, self.world.types[s.aircraft].mp)

    def spare(self, s: SquadronView) -> int:
        """The turns of fuel that a squadron in the air need not keep for the way home."""
        return s.fuel - self.home_in(s, s.hex)

    def met(self, s: SquadronView, way: Sequence[Hex]) -> Meeting | None:
        """The meeting point that the rules compute for a squadron, or None when it is out of reach (OPS-B6.5)."""
        kind = self.world.types[s.aircraft]
        ground = s.box in GROUND
        speed = kind.points(s.angels)
        for turns, h in enumerate(way):
            if hexes.distance(s.hex, h) <= speed * max(0, turns - ground):
                fuel = kind.endurance if ground else s.fuel
                return Meeting(h, turns) if turns + self.home_in(s, h) <= fuel else None
        return None

    def far_enough(self, s: SquadronView, h: Hex) -> bool:
        """Whether a squadron can fly to a hex and home again (OPS-B2.5)."""
        kind = self.world.types[s.aircraft]
        fuel = kind.endurance if s.box in GROUND else s.fuel
        return h in self.world.theatre.grounds and -(-hexes.distance(s.hex, h) // kind.mp) + self.home_in(s, h) <= fuel

    def controlled(self, view: RafView, s: SquadronView) -> bool:
        """Whether the Sector controls a squadron where it is (OPS-B6.2)."""
        if s.sector in view.rooms_hit:
            return False
        return s.box in GROUND or self.heard(s, s.hex)

    def heard(self, s: SquadronView, h: Hex, beyond: int = 0) -> bool:
        """Whether a Sector's radio reaches a hex, or so many hexes short of it."""
        station = self.world.fields.get(s.sector)
        return station is not None and hexes.distance(h, station.near) <= s.radio_range + beyond

    def flown(self, s: SquadronView, goal: int) -> tuple[int, ...]:
        """The hexes that a squadron has flown after each turn in the air when it climbs to a height first; -1 while it climbs."""
        kind = self.world.types[s.aircraft]
        return _flown(kind.mp, 0 if s.box in GROUND else s.angels, goal)

    def height(self, s: SquadronView, angels: int) -> int:
        """The height that a squadron can take, as near as may be."""
        return max(0, min(self.world.types[s.aircraft].ceiling, angels - angels % 2))

    # ---- plans

    def posted(self, common: Common) -> dict[str, Posting]:
        """The Luftwaffe's units of the day by name."""
        if common.date not in self._posted:
            day = dt.date.fromisoformat(common.date)
            self._posted[common.date] = {u.unit: u for u in order_of_battle(day, off_map=True) if u.side == "luftwaffe"}
        return self._posted[common.date]

    def faults(self, common: Common, plan: RaidPlan, others: Sequence[RaidPlan]) -> list[Fault]:
        """What is wrong with a draft (OPS-B3.2)."""
        return faults(self.world, _bare(common), plan, others)


class Tote:
    """The tote of one turn: what may still be ordered off while orders are given one after another (OPS-B6.4)."""

    def __init__(self, rules: Rules, view: RafView) -> None:
        self.rules = rules
        self.view = view
        self.scrambled = view.scrambled
        self.committed = view.committed
        self.open = {f.place: max(0, f.capacity - f.damage - f.used) for f in view.fields}
        for s in view.squadrons:
            if s.scrambling:
                self.open[s.station] = self.open.get(s.station, 0) - 1

    def may_scramble(self, s: SquadronView) -> bool:
        """Whether a squadron is Ready, controlled, and within the limits of the turn and of its field."""
        if s.box != "ready" or s.strength <= 0 or s.scrambling or s.sector in self.view.rooms_hit:
            return False
        if not s.emergency and self.scrambled + weight(s) > self.view.scramble_limit:
            return False
        return self.open.get(s.station, 0) > 0

    def off(self, s: SquadronView) -> None:
        """A squadron was ordered off."""
        self.open[s.station] -= 1
        if not s.emergency:
            self.scrambled += weight(s)


def weight(s: SquadronView) -> float:
    """What a squadron counts against limits: a flight is half of one."""
    return 0.5 if s.flight else 1.0


@cache
def rules() -> Rules:
    """The rules with the shipped world."""
    return Rules(world())


def _shore(surroundings: World) -> dict[Hex, int]:
    """By hex, how far it is from British soil."""
    grounds = surroundings.theatre.grounds
    found = {h: 0 for h, g in grounds.items() if g.british}
    queue = deque(found)
    while queue:
        h = queue.popleft()
        for n in hexes.neighbours(h):
            if n in grounds and n not in found:
                found[n] = found[h] + 1
                queue.append(n)
    return found


@lru_cache(maxsize=64)
def _day(date: str, turns: int, turn: int, phase: Literal["planning", "orders"], clock: str) -> Position:
    minutes = int(clock[:2]) * 60 + int(clock[3:]) - 5 * (turn - 1)
    return Position(
        scenario="",
        title={},
        date=dt.date.fromisoformat(date),
        start=minutes,
        turn=turn,
        turns=turns,
        period=0,
        phase=phase,
        response_level=0,
        scramble_limit=0,
        switches={},
        bands={},
        sky=Sky({}, "none", None, "fair", 0, -2),
        raids={},
        squadrons={},
        airfields={},
        patrols=[],
    )


def _bare(common: Common) -> Position:
    """An empty position with the day's date, clock and length: all that the check of a plan asks for."""
    return _day(common.date, common.turns, common.turn, "planning" if common.phase == "planning" else "orders", common.clock)


@lru_cache(maxsize=4096)
def _flown(mp: int, angels: int, goal: int) -> tuple[int, ...]:
    """By turns in the air, the hexes flown; -1 while the height is not reached. Two points a turn go into the climb (OPS-A9.4)."""
    found = [0 if angels >= goal else -1]
    hexes_flown = 0
    for _ in range(AHEAD):
        if angels < goal:
            angels = min(goal, angels + (8 if angels < 6 else 6 if angels <= 18 else 4))
            hexes_flown += max(0, mp - 2)
        else:
            hexes_flown += mp + (angels >= 16)
        found.append(hexes_flown if angels >= goal else -1)
    return tuple(found)


def timed(track: TrackView) -> tuple[tuple[int, Hex, int], ...]:
    """A track's plots as turn, hex and level. A tally in combat shows where a raid stands when the next turn begins."""
    found: list[tuple[int, Hex, int]] = []
    for i, plot in enumerate(track.plots):
        turn = plot.turn
        before = track.plots[i - 1] if i else None
        if plot.source == "tally" and (before is None or before.turn == turn or before.source != "tally"):
            turn += 1
        if found and found[-1][0] >= turn:
            found.pop()
        found.append((turn, plot.hex, plot.level))
    return tuple(found)


@lru_cache(maxsize=1024)
def _fitted(plots: tuple[tuple[int, Hex, int], ...]) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Where a track was at its last plot and what it moves in a turn, by least squares; None for too few plots."""
    last = plots[-1][0]
    plots = tuple(p for p in plots if last - p[0] <= FITTED_TURNS)
    if len(plots) < 2 or last - plots[0][0] < 2:
        return None
    weights = [SURENESS[level] for _, _, level in plots]
    total = sum(weights)
    mean = sum(w * (turn - last) for w, (turn, _, _) in zip(weights, plots, strict=True)) / total
    spread = sum(w * (turn - last - mean) ** 2 for w, (turn, _, _) in zip(weights, plots, strict=True))
    at, moves = [], []
    for axis in (0, 1):
        middle = sum(w * h[axis] for w, (_, h, _) in zip(weights, plots, strict=True)) / total
        slope = sum(w * (turn - last - mean) * (h[axis] - middle) for w, (turn, h, _) in zip(weights, plots, strict=True)) / spread
        at.append(middle - slope * mean)
        moves.append(slope)
    dq, dr = moves
    speed = (abs(dq) + abs(dr) + abs(dq + dr)) / 2
    likely = min(max(speed, SLOWEST), FASTEST if plots[-1][2] >= 4 else FAST)
    if speed > 0.8:
        dq, dr = dq * likely / speed, dr * likely / speed
    if plots[-1][2] >= 4:
        at = [float(plots[-1][1].q), float(plots[-1][1].r)]
    return (at[0], at[1]), (dq, dr)


# ---- whether an order still stands


def stands(rules: Rules, view: Any, order: Any) -> bool:
    """Whether an order is legal as far as a view shows."""
    if isinstance(view, RafView):
        return _raf_stands(rules, view, order)
    if isinstance(view, LuftwaffeView):
        return _luftwaffe_stands(rules, view, order)
    return False


def _raf_stands(rules: Rules, view: RafView, order: Any) -> bool:
    if isinstance(order, Pick):
        return view.choice is not None and set(order.names) <= set(view.choice["options"])
    if view.choice is not None:
        return False
    if isinstance(order, Done):
        return True
    squadrons = {s.unit: s for s in view.squadrons if s.box != "gone"}
    if isinstance(order, FormWing):
        found = [squadrons[unit] for unit in order.units if unit in squadrons]
        return len(found) == len(order.units) and may_form(rules, view, found, order.field)
    s = squadrons.get(order.unit)
    if s is None:
        return False
    if isinstance(order, Readiness):
        step = (s.box, order.box)
        upward = {("released", "available"), ("available", "ready"), ("available", "released"), ("ready", "available")}
        return step in upward and s.becoming != order.box
    if isinstance(order, Scramble):
        return (Tote(rules, view).may_scramble(s)) and _goal_stands(rules, view, s, order)
    flying = s.box == "airborne" and rules.controlled(view, s)
    if isinstance(order, SendTo):
        return flying and _goal_stands(rules, view, s, order)
    if isinstance(order, Pancake):
        return flying and (order.field is None or may_land(rules, view, s, order.field))
    return False


def _goal_stands(rules: Rules, view: RafView, s: SquadronView, order: Scramble | SendTo) -> bool:
    if order.angels != rules.height(s, order.angels) or (order.hex is None) == (order.track is None):
        return False
    if order.hex is not None:
        return rules.far_enough(s, order.hex)
    track = next((t for t in view.tracks if t.number == order.track and t.level > 0 and not t.faded), None)
    return track is not None and rules.met(s, rules.way(track)) is not None


def may_land(rules: Rules, view: RafView, s: SquadronView, field: str) -> bool:
    """Whether a squadron in the air reaches a field."""
    return any(f.place == field for f in view.fields) and rules.home_in(s, s.hex, field) <= s.fuel


def may_form(rules: Rules, view: RafView, squadrons: Sequence[SquadronView], field: str) -> bool:
    """Whether squadrons may form a Wing over a field (OPS-B2.6)."""
    if not 2 <= len(squadrons) <= 5 or len({s.group for s in squadrons}) != 1 or all(f.place != field for f in view.fields):
        return False
    over = rules.world.fields[field].near
    return all(s.box == "airborne" and s.wing is None and rules.controlled(view, s) and hexes.distance(s.hex, over) <= 1 for s in squadrons)


def _luftwaffe_stands(rules: Rules, view: LuftwaffeView, order: Any) -> bool:
    if isinstance(order, Pick):
        return view.choice is not None and set(order.names) <= set(view.choice["options"])
    if view.choice is not None:
        return False
    planning = view.common.phase == "planning"
    if isinstance(order, Seal | PlanRaid | DropRaid) != planning:
        return False
    raids = {r.code: r for r in view.raids}
    if isinstance(order, PlanRaid):
        return not rules.faults(view.common, order.plan, [r.plan for r in view.raids])
    if isinstance(order, DropRaid):
        return order.raid in raids and all(r.plan.joins != order.raid for r in view.raids)
    if isinstance(order, Recall):
        return order.raid in raids and raids[order.raid].state in ("flying", "planned")
    if isinstance(order, PatrolSweep):
        plan = sweep_plan(rules, view, order)
        return plan is not None and not rules.faults(view.common, plan, [])
    return isinstance(order, Seal | Done)


def sweep_plan(rules: Rules, view: LuftwaffeView, order: PatrolSweep) -> RaidPlan | None:
    """The Freie Jagd that a Channel patrol box would fly, or None for an empty box (OPS-B9.2)."""
    if not 1 <= order.box <= len(view.patrols) or not view.patrols[order.box - 1]:
        return None
    turn = view.common.turn
    units = tuple(PlannedUnit(u.unit, "sweep", min(u.strength, u.sent), order.angels) for u in view.patrols[order.box - 1])
    form_at = rules.world.theatre.find("Cap Gris-Nez").near
    return RaidPlan(f"patrol_{order.box}_{turn}", "freie_jagd", form_at, turn, order.angels, units, (Leg(order.hex, order.angels),))
