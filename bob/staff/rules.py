"""Facts that an officer derives from a view and the public world alone: legality, times, distances. Never from the position."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from bob.core import hexes
from bob.core.errors import Refused
from bob.core.hexes import Hex
from bob.data.units import Posting
from bob.day.rules import control, legality, reach
from bob.day.rules.climbing import legs
from bob.day.rules.control import AHEAD, Meeting
from bob.day.rules.planning import Fault, faults, warnings
from bob.day.state.orders import FormWing
from bob.day.state.position import GROUND
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import LuftwaffeView, RafView, SquadronView, TrackView
from bob.day.state.world import World, world
from bob.tactical.slot import shipped

FITTED, FITTED_TURNS = 3, 6
"""The number of plots, and of turns, for the fit of a course."""

SURENESS = (0.1, 0.16, 0.44, 0.44, 2.0)
"""The weight of a plot of each level in the fit of a course: the smaller its possible error, the greater."""

SLOWEST, FAST, FASTEST = 2.5, 4.0, 5.0
"""Hexes a turn that a raid under way flies: rough plots are not believed beyond what bombers do, sure ones not beyond fighters."""

MOVING = 1.3
"""Hexes a turn below which the rough plots of what circles may seem to go somewhere."""

USUAL_ANGELS, ABOVE = 16, 2
"""The height for a raid of unreported height, and of a patrol; the height above a raid at which to meet it."""

FAR = 99
"""A distance from the shore for hexes that it is not reckoned for."""


class Rules:
    """The public world as an officer uses it."""

    def __init__(self, surroundings: World) -> None:
        self.world = surroundings
        self.shore = _shore(surroundings)
        self._coast = {h for sea, far in self.shore.items() if far == 1 for h in hexes.neighbours(sea) if self.from_shore(h) == 0}
        self._landfalls: dict[Hex, Hex] = {}
        self.sectors = [place for place in surroundings.theatre.of_kind("sector_station") if place.hex is not None]

    # ---- tracks

    def way(self, track: TrackView) -> tuple[Hex, ...]:
        """Return the place of a track now and in each of the next turns if it kept its course; it ends at the edge of the map."""
        return control.carried_on(self.world, track, track.age)

    def foreseen(self, track: TrackView) -> tuple[Hex, ...]:
        """The way of a track by the line that best fits its last plots, the surer ones counting for more."""
        plots = timed(track)
        found = _fitted(plots[-FITTED:])
        if found is None:
            return self.way(track)
        (q, r), (dq, dr) = found
        way, passed = [], track.last.turn + track.age - plots[-1][0]
        for ahead in range(passed, passed + AHEAD + 1):
            h = hexes.rounded(q + dq * ahead, r + dr * ahead)
            if h not in self.world.theatre.grounds:
                break
            way.append(h)
        return tuple(way)

    def gathers(self, track: TrackView) -> bool:
        """Return whether a track stays over the far shore, as far as its plots show (OPS-C1.2)."""
        if track.last.hex not in self.world.barred:
            return False
        found = _fitted(timed(track)[-FITTED:])
        return found is None or _hexes(*found[1]) <= MOVING

    def from_shore(self, h: Hex) -> int:
        """Return the distance of a hex from British soil; 0 over it."""
        return self.shore.get(h, FAR)

    def landfall(self, h: Hex) -> Hex:
        """Return the nearest British hex."""
        if h not in self._landfalls:
            self._landfalls[h] = min(self._coast, key=lambda at: (hexes.distance(h, at), at)) if self.from_shore(h) else h
        return self._landfalls[h]

    # ---- squadrons

    def home_in(self, s: SquadronView, h: Hex, field: str | None = None) -> int:
        """The turns from a hex to a squadron's field, or to another."""
        return reach.home_in(self.world, s, h, field)

    def spare(self, s: SquadronView) -> int:
        """The turns of fuel that a squadron in the air need not keep for the way home."""
        return s.fuel - self.home_in(s, s.hex)

    def met(self, s: SquadronView, way: Sequence[Hex], angels: int | None = None, stack: Sequence[SquadronView] = ()) -> Meeting | None:
        """The meeting point that the rules compute for a squadron, or for the Wing that it leads, at a height; None out of reach
        (OPS-B6.5)."""
        return reach.met(self.world, s, way, angels, stack)

    def far_enough(self, s: SquadronView, h: Hex) -> bool:
        """Return whether a squadron can fly to a hex and home again (OPS-B2.5)."""
        return reach.reaches(self.world, s, h)

    def controlled(self, view: RafView, s: SquadronView) -> bool:
        """Return whether the Sector controls a squadron at its place (OPS-B6.2)."""
        return control.in_control(self.world, view, s)

    def in_radio_range(self, s: SquadronView, h: Hex, beyond: int = 0) -> bool:
        """Return whether a Sector's radio reaches a hex, or falls short by at most `beyond` hexes."""
        station = self.world.fields.get(s.sector)
        return station is not None and hexes.distance(h, station.near) <= s.radio_range + beyond

    def may_scramble(self, view: RafView, s: SquadronView) -> bool:
        """Return whether a squadron on the ground may scramble, to any place (OPS-B6.4)."""
        return not s.scrambling and _passes(legality.check_off, self.world, view, s)

    def may_form(self, view: RafView, squadrons: Sequence[SquadronView], field: str) -> bool:
        """Return whether squadrons may form a Wing over a field (OPS-B2.6)."""
        return self.stands(view, FormWing(tuple([s.unit for s in squadrons]), field))

    def stands(self, view: RafView | LuftwaffeView, order: Any) -> bool:
        """Return whether an order of a view's seat is legal as far as the view shows."""
        return self.refusal(view, order) is None

    def refusal(self, view: RafView | LuftwaffeView, order: Any) -> Refused | None:
        """Return the error that would refuse an order of a view's seat, by the view, or None.

        During a tactical game its own choices define the legal orders: here all is refused.
        """
        try:
            legality.check_to_move(view, view.seat, view.common.owing)
            if view.engagement is not None and view.engagement.battle is not None:
                return Refused("ops.refused.dogfight_first", rule="OPS-B8.4")
            legality.check(self.world, view, view.seat, order, shipped())
        except Refused as refusal:
            return refusal
        return None

    def flown(self, s: SquadronView, goal: int) -> tuple[int, ...]:
        """The hexes that a squadron has flown after each turn in the air when it climbs to a height first, as its type does (OPS-C9.6); -1
        while it climbs."""
        return _flown(self.world, s.aircraft, 0 if s.box in GROUND else s.angels, goal)

    def height(self, s: SquadronView, angels: int) -> int:
        """The height that a squadron can take, as near as may be."""
        return max(0, min(self.world.types[s.aircraft].ceiling, angels - angels % 2))

    def suggested(self, s: SquadronView, track: TrackView | None = None) -> int:
        """Return the height at which to send a squadron: somewhat above a raid's reported height; without a raid, its current one."""
        if track is None:
            return self.height(s, s.angels or USUAL_ANGELS)
        figure = reported_angels(track)
        return self.height(s, (USUAL_ANGELS if figure is None else figure) + ABOVE)

    # ---- plans

    def posted(self, view: LuftwaffeView) -> Mapping[str, Posting]:
        """The Luftwaffe's units of the day by name."""
        return self.world.luftwaffe(view.settings.order_of_battle)

    def faults(self, view: LuftwaffeView, plan: RaidPlan, others: Sequence[RaidPlan]) -> list[Fault]:
        """Return the faults of a draft (OPS-B3.2)."""
        return faults(self.world, view, plan, others)

    def warnings(self, view: LuftwaffeView, plan: RaidPlan, others: Sequence[RaidPlan]) -> list[Fault]:
        """Return the warnings about a draft without a fault."""
        return warnings(self.world, view, plan, others)


def ordered_off(view: RafView, unit: str) -> RafView:
    """The view as it will be when a squadron has been ordered off, for the orders that follow (OPS-B6.4)."""
    return replace(view, squadrons=tuple([replace(s, scrambling=True) if s.unit == unit else s for s in view.squadrons]))


def _passes(check: Callable[..., None], *given: Any) -> bool:
    try:
        check(*given)
    except Refused:
        return False
    return True


def reported_angels(track: TrackView) -> int | None:
    """Return the last reported height of a track, or None."""
    return next((p.angels for p in reversed(track.plots) if p.angels is not None), None)


@cache
def rules(surroundings: World | None = None) -> Rules:
    """The rules with a world, made once for each; without one, with the shipped world."""
    return Rules(surroundings) if surroundings is not None else rules(world())


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


@lru_cache(maxsize=4096)
def _flown(surroundings: World, aircraft: str, angels: int, goal: int) -> tuple[int, ...]:
    """By turns in the air, the hexes flown; -1 while the height is not reached."""
    return tuple([far if up >= goal else -1 for far, up in legs(surroundings, (aircraft,), angels, goal, "single", AHEAD)])


def timed(track: TrackView) -> tuple[tuple[int, Hex, int], ...]:
    """Return a track's plots as turn, hex and level. A tally in combat shows the place of a raid at the start of the next turn."""
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


def _hexes(dq: float, dr: float) -> float:
    """Return the length of a move in hexes."""
    return (abs(dq) + abs(dr) + abs(dq + dr)) / 2


@lru_cache(maxsize=1024)
def _fitted(plots: tuple[tuple[int, Hex, int], ...]) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return a track's place at its last plot and its move in a turn, by least squares; None for too few plots."""
    last = plots[-1][0]
    plots = tuple(p for p in plots if last - p[0] <= FITTED_TURNS)
    if len(plots) < 2 or last - plots[0][0] < 2:
        return None
    weights = [SURENESS[level] for _, _, level in plots]
    total = math.fsum(weights)
    mean = math.fsum(w * (turn - last) for w, (turn, _, _) in zip(weights, plots, strict=True)) / total
    spread = math.fsum(w * (turn - last - mean) ** 2 for w, (turn, _, _) in zip(weights, plots, strict=True))
    at, moves = [], []
    for axis in (0, 1):
        middle = math.fsum(w * h[axis] for w, (_, h, _) in zip(weights, plots, strict=True)) / total
        slope = math.fsum(w * (turn - last - mean) * (h[axis] - middle) for w, (turn, h, _) in zip(weights, plots, strict=True)) / spread
        at.append(middle - slope * mean)
        moves.append(slope)
    dq, dr = moves
    speed = _hexes(dq, dr)
    likely = min(max(speed, SLOWEST), FASTEST if plots[-1][2] >= 4 else FAST)
    if speed > MOVING:
        dq, dr = dq * likely / speed, dr * likely / speed
    if plots[-1][2] >= 4:
        at = [float(plots[-1][1].q), float(plots[-1][1].r)]
    return (at[0], at[1]), (dq, dr)
