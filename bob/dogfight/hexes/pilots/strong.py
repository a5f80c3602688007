"""The strong pilot: for every activation he tries the likeliest places, looks what the enemy could answer there, and what he could do next.

He searches so many places and no more, whatever the clock says, and throws nothing: the same view gives the same order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bob.dogfight.hexes import courses, formations, gunnery
from bob.dogfight.hexes import orders as o
from bob.dogfight.hexes.courses import Way
from bob.dogfight.hexes.data import HexTables
from bob.dogfight.hexes.geometry import REACH, facings_over
from bob.dogfight.hexes.pilots.judgement import PlaceJudgement
from bob.dogfight.hexes.pilots.look_ahead import moved_to, near, reason
from bob.dogfight.hexes.pilots.sound import SHOT, SoundHexPilot, said
from bob.dogfight.hexes.pilots.worth import best_shot, shot_worth
from bob.dogfight.hexes.position import NOBODY, Go, HexAircraft, HexPosition
from bob.dogfight.hexes.sheet import Flying
from bob.dogfight.hexes.view import HexTableView
from bob.hexes import Hex, distance
from bob.kit import Decision


@dataclass(frozen=True, slots=True)
class HexBudget:
    """How much the strong pilot looks at: the places that he tries of those that please him at once, and the speed points that he looks
    ahead, for himself and for the enemy."""

    places: int = 12
    own: int = 3
    theirs: int = 3
    follow: int = 3


ANSWERED = 0.7
"""How much the enemy's best answer counts."""
FOLLOWED = 0.35
"""How much his own next shot counts, which the enemy may still spoil."""

WAITS = 0.03
"""How much sooner he activates who has a speed point more."""


@dataclass(frozen=True, slots=True)
class TriedCourse:
    """What an activation could be: its worth, the first order of it, and why."""

    worth: float
    order: Any
    why: str


class StrongHexPilot(SoundHexPilot):
    """Searches an activation. He sees what the sound pilot sees."""

    def __init__(self, seat: str, tables: HexTables, budget: HexBudget | None = None) -> None:
        super().__init__(seat, tables)
        self.budget = budget if budget is not None else HexBudget()

    def _fly(self, sheet: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        go = sheet.go
        assert go is not None
        lead = sheet.aircraft[go.active[0]]
        if lead.dash.bomber or any(isinstance(order, o.Bomb) for order in listed):
            return super()._fly(sheet, view, listed)
        search = ActivationSearch(sheet, lead.side, self.budget)
        found = search.activation(go, listed)
        return said(found.order, found.why) if found is not None else super()._fly(sheet, view, listed)

    def _go(self, sheet: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        names = [order for order in listed if isinstance(order, o.Activate) and not sheet.aircraft[order.aircraft].dash.bomber]
        usual = super()._go(sheet, view, listed)
        if len(names) < 2 or not isinstance(usual.order, o.Activate):
            return usual
        side = sheet.aircraft[names[0].aircraft].side
        search = ActivationSearch(sheet, side, self.budget)
        best: tuple[float, Any] | None = None
        kept = sheet.go
        for order in names:
            a = sheet.aircraft[order.aircraft]
            sheet.go = Go(side, seat=a.seat, active=tuple([m.number for m in formations.of(sheet, a)]))
            found = search.activation(sheet.go, ())
            if found is not None:
                gain = found.worth - search.judge.value(a) + WAITS * a.speed
                if best is None or gain > best[0] + 1e-9:
                    best = gain, order
        sheet.go = kept
        return said(best[1], "activates") if best is not None else usual


class ActivationSearch:
    """The answers of the enemy are worked out once; then each place is tried against them."""

    def __init__(self, sheet: HexPosition, side: int, budget: HexBudget) -> None:
        self.sheet, self.side, self.budget = sheet, side, budget
        self.judge = PlaceJudgement(sheet, side)
        self.mine = [a for a in sheet.aircraft if a.side == side and not a.out]
        self.answers = [(e, self._places(e)) for e in self.judge.enemies if e.speed and not e.fired and e.dash.guns]
        self.now = self.threat({})

    def _places(self, e: HexAircraft) -> list[tuple[Hex, int, int, int]]:
        """Where an enemy could fire from in his next activation, and with what speed left."""
        go = Go(e.side, seat=e.seat, active=(e.number,))
        speed, e.speed = e.speed, min(e.speed, self.budget.theirs)
        found = courses.ways(self.sheet, go, manoeuvres=not self.sheet.terms.altimeter and e.speed < 4)
        e.speed = speed
        near_us = [way for way in found if any(distance(way.at[0], a.at) <= REACH + self.budget.own for a in self.mine)]
        return [(e.at, e.facing, e.level, e.speed), *[(way.at[0], way.facing, way.level, way.speed) for way in near_us]]

    def threat(self, hit: dict[int, float]) -> float:
        """What the enemy's best answers take, each of his aircraft against each of ours; `hit` is how likely he falls first."""
        taken = {a.at for a in self.mine}
        worst = [0.0] * len(self.mine)
        for e, places in self.answers:
            kept = e.at, e.facing, e.level, e.formation
            e.formation = NOBODY
            stays = 1.0 - hit.get(e.number, 0.0)
            for at, facing, level, _ in places:
                if at in taken:
                    continue
                for i, a in enumerate(self.mine):
                    over = facings_over(at, a.at)
                    if not over:
                        continue
                    for gun in e.dash.guns:
                        if not over & gunnery.bears(facing, gun.arc):
                            continue
                        e.at, e.facing, e.level = at, facing, level
                        if gunnery.shot_refusal(self.sheet, e, a, gun.arc) is None:
                            found = stays * shot_worth(self.sheet, e, a, gun.arc, 1.4 if a.leader else 1.0)
                            worst[i] = max(worst[i], found)
            e.at, e.facing, e.level, e.formation = kept
        return 0.5 * max(worst, default=0.0) + 0.5 * sum(worst)

    def activation(self, go: Go, listed: Sequence[Any]) -> TriedCourse | None:
        """The best that the active aircraft can do, from where it is in its activation. `listed` are the orders that it has, none for an
        aircraft that would only now be activated."""
        sheet, judge = self.sheet, self.judge
        flying = [sheet.aircraft[n] for n in go.active]
        lead = flying[0]
        begun = bool(listed)
        may_fire = len(flying) == 1 and not go.shot and not lead.fired
        before = judge.parts(lead)
        stays = sum(before)
        found: list[TriedCourse] = []
        shot = best_shot(sheet, lead, judge.foes) if may_fire and not (go.displaced and o.END not in listed) else None
        if shot is not None and shot[0] >= SHOT:
            order = o.Fire(shot[1], shot[2])
            if not begun or order in listed:
                worth = shot[0] + self._stand(lead, stays, self._hit(lead, shot))
                found.append(TriedCourse(worth - (0.0 if go.displaced else 0.02), order, "fires"))
        if o.END in listed:
            found.append(TriedCourse(self._stand(lead, stays, {}) + self._next(flying, may_fire), o.END, "in_place"))
        tried: list[tuple[float, int, Way, int, tuple[float, int, str] | None]] = []
        for n, (way, over) in enumerate(near(sheet, go, flying, self.budget.own)):
            if begun and way.orders[0] not in listed:
                continue
            with moved_to(flying, way, over):
                worth = judge.value(lead)
                aim = best_shot(sheet, lead, judge.foes) if may_fire else None
            if aim is not None and aim[0] < SHOT:
                aim = None
            tried.append((worth + (aim[0] if aim is not None else 0.0), -n, way, over, aim))
        tried.sort(key=lambda one: (-one[0], -one[1]))
        for worth, _, way, over, aim in tried[: self.budget.places]:
            with moved_to(flying, way, over):
                hit = self._hit(lead, aim) if aim is not None else {}
                value = self._stand(lead, worth, hit)
                if aim is None:
                    value += self._next(flying, may_fire)
                why = "to_fire" if aim is not None else reason(judge, lead, before)
            found.append(TriedCourse(value, way.orders[0], why))
        return max(found, key=lambda course: course.worth, default=None)

    def _stand(self, a: HexAircraft, worth: float, hit: dict[int, float]) -> float:
        """The worth of a place with the enemy's answer taken off."""
        return worth - ANSWERED * (self.threat(hit) - self.now)

    def _next(self, flying: Sequence[HexAircraft], may_fire: bool) -> float:
        """What the aircraft could shoot at in its next activation, if nothing changed."""
        lead = flying[0]
        if not may_fire or not lead.speed or not any(distance(lead.at, e.at) <= REACH + self.budget.follow for e in self.judge.enemies):
            return 0.0
        go = Go(self.side, seat=lead.seat, active=tuple([a.number for a in flying]))
        best = 0.0
        for way, over in near(self.sheet, go, flying, self.budget.follow):
            if not self._bears(way.at[0], way.facing, lead):
                continue
            with moved_to(flying, way, over):
                shot = best_shot(self.sheet, lead, self.judge.foes)
            if shot is not None and shot[0] > best:
                best = shot[0]
        return FOLLOWED * best

    def _bears(self, at: Hex, facing: int, a: Flying) -> bool:
        for e in self.judge.enemies:
            over = facings_over(at, e.at)
            if over and any(over & gunnery.bears(facing, gun.arc) for gun in a.dash.guns):
                return True
        return False

    def _hit(self, a: HexAircraft, shot: tuple[float, int, str]) -> dict[int, float]:
        """How likely an aim falls, about."""
        other = self.sheet.aircraft[shot[1]]
        return {shot[1]: min(1.0, shot[0] / self.judge.foes[shot[1]] / max(1, other.structure))}
