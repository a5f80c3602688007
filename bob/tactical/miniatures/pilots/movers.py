"""The aircraft that act before an aircraft does again: the most that each of them can do, wherever it flies."""

from __future__ import annotations

from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.candidates import FlightSteps, flights
from bob.tactical.miniatures.pilots.judgement import UNITS, Foe, MiniatureJudgement
from bob.tactical.miniatures.position import FLY, MiniatureAircraft, MiniatureGo, MiniaturePosition
from bob.tactical.miniatures.rules import standing
from bob.tactical.miniatures.rules.geometry import PER, within
from bob.tactical.miniatures.rules.standing import RANGE

NOWHERE_NEAR = (10**6, 10**6)
"""The place given to an aircraft that is out of the way."""
FlownTo = tuple[int, int, float, float, int]
"""A point, a heading as a step ahead, how much advantage is burnt to get there."""


class Mover:
    """An aircraft that may still act: the places that it can fly to, and the scoring of the table for it.

    Of the enemies in its reach only some change from one query to the next; the best against the others is cached.
    """

    __slots__ = ("_known", "aircraft", "foes", "judge", "places", "reach", "when")

    def __init__(
        self, position: MiniaturePosition, a: MiniatureAircraft, active: MiniatureAircraft, when: float, fine: FlightSteps, keen: float
    ) -> None:
        self.aircraft, self.when = a, when
        self.judge = MiniatureJudgement(position, a, keen=keen)
        self.reach = a.speed * PER + RANGE
        near = [f for f in self.judge.near if f.number == active.number or within(f.aircraft.at, a.at, self.reach)]
        self.foes: dict[int, Foe] = {f.number: f for f in near}
        self.places = places(position, a, fine)
        self._known: dict[tuple[int, tuple[int, ...]], tuple[float, float]] = {}

    def best(self, varying: tuple[int, ...]) -> float:
        """Return the most that it can do now; `varying` are the aircraft that have changed since it was created."""
        changed = [self.foes[n] for n in varying if n in self.foes]
        for foe in changed:
            b = foe.aircraft
            foe.level, (foe.x, foe.y), (foe.fx, foe.fy) = b.level, NOWHERE_NEAR if b.out else b.at, UNITS[b.heading]
        key = self.aircraft.level, tuple([foe.number for foe in changed])
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._best_attack([foe for foe in self.foes.values() if foe not in changed], climbs=False)
        opens, then = self._best_attack([foe for foe in changed if self._comes_to(foe)], climbs=True)
        return max(opens, known[0]) + max(then, known[1])

    def _comes_to(self, foe: Foe) -> bool:
        dx, dy = foe.x - self.aircraft.at.x, foe.y - self.aircraft.at.y
        return dx * dx + dy * dy <= self.reach * self.reach

    def _best_attack(self, foes: list[Foe], climbs: bool) -> tuple[float, float]:
        """Return its best opening shot at some enemies, and the best action against them from the places that it can fly to."""
        judge, a, levels = self.judge, self.aircraft, self.judge.levels
        top = standing.ceiling(a) if climbs else 0
        if not foes:
            return 0.0, levels[a.level + 1] - levels[a.level] if a.level < top else 0.0
        judge.near, judge.top = foes, top
        ux, uy = UNITS[a.heading]
        best = 0.0
        for x, y, hx, hy, burnt in self.places:
            if burnt <= a.level:
                found = judge.gain(x, y, hx, hy, a.level - burnt)[0] - (levels[a.level] - levels[a.level - burnt])
                if found > best:
                    best = found
        return judge.shot(a.at.x, a.at.y, ux, uy, a.level), best


def places(position: MiniaturePosition, a: MiniatureAircraft, fine: FlightSteps) -> list[FlownTo]:
    """Return the places that an aircraft can fly to in its next activation, by open facts."""
    kept = position.go, position.stage, position.hands
    position.go, position.stage, position.hands = MiniatureGo(a.number), FLY, [(), ()]
    ways = [way for way in flights(position, a.side, fine) if not way.left and (not way.burns or isinstance(way.order, o.MoveOn))]
    position.go, position.stage, position.hands = kept
    return [(*way.at, *UNITS[way.heading], int(way.burns)) for way in ways]
