"""The strong pilot: tries every course and shot of all its aircraft, counts the worth of speed points to both sides, and flies by full
power where it serves.

The search is bounded by the speed points looked ahead, not by a clock, and throws no dice: the same view gives the same order. (Answers
of the enemy, searched two and three deep by the same judgement, made it weaker.)
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from bob.core.hexes import distance
from bob.core.kit import Decision
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.pilots import open_sky
from bob.tactical.hexes.pilots.balance import Balance, TriedShot
from bob.tactical.hexes.pilots.judgement import PlaceJudgement
from bob.tactical.hexes.pilots.look_ahead import AHEAD_BY, boosted, moved_to, reason
from bob.tactical.hexes.pilots.open_sky import Rest
from bob.tactical.hexes.pilots.sound import SoundHexPilot, said
from bob.tactical.hexes.pilots.tempo import tempo
from bob.tactical.hexes.pilots.worth import best_shot, weights
from bob.tactical.hexes.position import NOBODY, Go, HexAircraft, HexPosition
from bob.tactical.hexes.view import HexTableView

FOUGHT = 9
"""The distance of an enemy within which the search is used; without one the pilot flies as the sound pilot does."""
LEAST = 0.1
"""The least worth of a shot to be considered."""
PLAYED = 0.05
"""The least gain for which a card is played."""
LOW = 4
"""The fuel at which a reserve tank is opened."""
DIE = 0.02
"""The cost of turning a speed point into a die, beside the worth of the point."""


@dataclass(frozen=True, slots=True)
class Course:
    """One activation tried: the aircraft and its place of rest, its target before or after that, the first order, and the gain of the
    shot."""

    a: HexAircraft
    rest: Rest | None
    shot: TriedShot | None
    order: Any
    gain: float = 0.0
    worth: float = 0.0


class StrongHexPilot(SoundHexPilot):
    """Searches an activation, with the sound pilot's view."""

    worth_a_card = 0.15

    def _fly(self, mat: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        go = mat.go
        assert go is not None
        lead = mat.aircraft[go.active[0]]
        bombs = any(isinstance(order, o.Bomb) for order in listed)
        if lead.dash.bomber or len(go.active) > 1 or bombs or not _fights(mat, lead):
            return super()._fly(mat, view, listed)
        search = ActivationSearch(mat, lead.side, listed, self._cool(view, lead, listed))
        found = search.best([(lead, go)])
        card = self._card_to_fly(mat, lead, go, listed, found.worth if found is not None else -9.0)
        if card is not None:
            return said(card, "card")
        return said(found.order, self._reason(mat, found)) if found is not None else super()._fly(mat, view, listed)

    def _card_to_fly(self, mat: HexPosition, lead: HexAircraft, go: Go, listed: Sequence[Any], worth: float) -> o.PlayCard | None:
        """Return the card that makes more of this activation: a turn for nothing, a cheaper manoeuvre. Hands go at the end of the turn, so
        that a card costs no more than another in the same go."""
        best: tuple[float, o.PlayCard | None] = (worth + PLAYED, None)
        for order in listed:
            if not isinstance(order, o.PlayCard) or order.card not in ("hard_turn", "aerobatics"):
                continue
            turned = (
                replace(go, hard_turn=True) if order.card == "hard_turn" else replace(go, aerobatics=mat.tables.cards[order.card].value)
            )
            found = ActivationSearch(mat, lead.side).best([(lead, turned)])
            if found is not None and found.worth > best[0]:
                best = found.worth, order
        return best[1]

    def _go(self, mat: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Decision:
        card = self._card_to_go(mat, view, listed)
        if card is not None:
            return said(card, "card")
        usual = super()._go(mat, view, listed)
        if not isinstance(usual.order, o.Activate):
            return usual
        names = {order.aircraft: order for order in listed if isinstance(order, o.Activate)}
        able = [mat.aircraft[n] for n in names]
        able = [a for a in able if not a.dash.bomber and a.formation == NOBODY and _fights(mat, a)]
        if len(names) < 2 or mat.aircraft[usual.order.aircraft] not in able:
            return usual
        search = ActivationSearch(mat, able[0].side)
        found = search.best([(a, Go(a.side, seat=a.seat, active=(a.number,))) for a in able])
        return said(names[found.a.number], "activates") if found is not None else usual

    def _card_to_go(self, mat: HexPosition, view: HexTableView, listed: Sequence[Any]) -> Any:
        """Return the best card before an activation: speed points, a cloud between guns and their targets, a marker off an engine."""
        side = view.side_of[view.seats.index(self.seat)]
        foes = [b for b in mat.aircraft if b.side != side and not b.out]
        best: tuple[float, Any] = (PLAYED, None)
        for order in listed:
            worth = 0.0
            if isinstance(order, o.PlayCard) and order.aircraft != NOBODY:
                a = mat.aircraft[order.aircraft]
                if a.dash.bomber or a.formation != NOBODY or not _fights(mat, a):
                    continue
                worth = self._worth_of(mat, a, order, foes)
            elif isinstance(order, o.ShiftCloud):
                worth = _shelter(mat, side, foes, order)
            if worth > best[0] + 1e-9:
                best = worth, order
        return best[1]

    def _worth_of(self, mat: HexPosition, a: HexAircraft, order: o.PlayCard, foes: Sequence[HexAircraft]) -> float:
        """Return the worth of a card played on an aircraft that is about to fly."""
        if order.card == "second_pass":
            return _again(mat, a)
        if order.card == "quick_hands":
            burns = order.choice == "overheat" and "engine" in a.criticals
            return 1.0 if burns else 0.12 if order.choice == "overheat" and a.speed <= 2 else 0.0
        if order.card == "reserve_tank" and mat.terms.fuel:
            return 0.3 if a.fuel <= LOW else 0.0
        if order.card in ("full_throttle", "reserve_tank"):
            more = mat.tables.cards["full_throttle"].value if order.card == "full_throttle" else 1
            gain = tempo(a, foes, a.speed + more) - tempo(a, foes, a.speed)
            return gain + (0.2 if a.speed <= 1 else 0.0)
        return 0.0

    def _price(self, view: HexTableView, speed: int) -> float:
        """Return the structure that `speed` speed points would have taken later, from the aircraft that has just fired and from the
        others."""
        shot = view.shots[-1]
        target = view.aircraft[shot.target]
        others = [b for b in view.aircraft if b.side != target.side and not b.out]
        fired = () if shot.answering else (shot.shooter,)
        return tempo(target, others, target.speed, fired) - tempo(target, others, target.speed - speed, fired) + DIE * speed

    def _reason(self, mat: HexPosition, found: Course) -> str:
        if isinstance(found.order, o.Fire):
            return "fires"
        if found.rest is None:
            return "in_place"
        if found.shot is not None:
            return "to_fire"
        judge = PlaceJudgement(mat, found.a.side)
        before = judge.parts(found.a)
        with moved_to([found.a], found.rest):
            return reason(judge, found.a, before)


def _fights(mat: HexPosition, a: HexAircraft) -> bool:
    return any(b.side != a.side and not b.out and distance(b.at, a.at) <= FOUGHT for b in mat.aircraft)


def _again(mat: HexPosition, a: HexAircraft) -> float:
    """Return the gain of an aircraft that may fire once more this turn over one that may not."""
    if not (a.fired and a.speed):
        return 0.0
    found = []
    for fired in (False, True):
        a.fired = fired
        course = ActivationSearch(mat, a.side).best([(a, Go(a.side, seat=a.seat, active=(a.number,)))])
        found.append(course.gain if course is not None else 0.0)
    return found[0] - found[1]


def _shelter(mat: HexPosition, side: int, foes: Sequence[HexAircraft], order: o.ShiftCloud) -> float:
    """Return the fire of enemies that a shifted cloud stops, less that of a side's own aircraft."""

    def fire(shooters: Sequence[HexAircraft], of: int) -> float:
        shots = [best_shot(mat, a, weights(mat, of)) for a in shooters if a.speed and not a.fired]
        return sum(shot[0] for shot in shots if shot is not None)

    def standing() -> float:
        return fire([a for a in mat.aircraft if a.side == side and not a.out], side) - fire(foes, 1 - side)

    before, clouds = standing(), mat.clouds
    mat.clouds = sorted([cloud for cloud in clouds if cloud != order.at] + [order.to])
    gain = standing() - before
    mat.clouds = clouds
    return gain


class ActivationSearch:
    """Every course that some aircraft of a side can fly, with the best shot before or after it.

    `listed` are the orders of an activation under way, `boosts` those of war emergency power among them that are thought of.
    """

    def __init__(self, mat: HexPosition, side: int, listed: Sequence[Any] | None = None, boosts: Sequence[Any] = ()) -> None:
        self.mat = mat
        self.balance = Balance(mat, side)
        self.listed = frozenset(listed) if listed is not None else None
        self.boosts = boosts

    def best(self, movers: Sequence[tuple[HexAircraft, Go]]) -> Course | None:
        """Return the course that improves the side's balance most; None when there is none."""
        best: tuple[float, Course] | None = None
        for a, go in movers:
            before = self.balance.stands(a)
            for course in self._courses(a, go):
                with self._flown(course):
                    worth = self.balance.stands(a) - before + course.gain
                if best is None or worth > best[0] + 1e-9:
                    best = worth, course
        return replace(best[1], worth=best[0]) if best is not None else None

    @contextmanager
    def _flown(self, course: Course) -> Iterator[None]:
        """The sheet once a course is flown, for as long as it lasts; its shot drains the target."""
        a, shot = course.a, course.shot
        kept = a.at, a.facing, a.level, a.speed, a.fired
        if shot is not None:
            shot.target.speed -= shot.drains
            a.fired = True
        if course.rest is not None:
            (a.at,), a.facing, a.level, a.speed, _ = course.rest
        try:
            yield
        finally:
            a.at, a.facing, a.level, a.speed, a.fired = kept
            if shot is not None:
                shot.target.speed += shot.drains

    def _may(self, order: Any) -> bool:
        return self.listed is None or order in self.listed

    def _courses(self, a: HexAircraft, go: Go) -> Iterator[Course]:
        may_fire = not go.shot and not a.fired and bool(a.dash.guns)
        now = self.balance.best_shot(a) if may_fire else None
        if now is not None and (now.worth < LEAST or not self._may(o.Fire(now.target.number, now.arc))):
            now = None
        if go.displaced:
            if now is not None:
                yield Course(a, None, now, o.Fire(now.target.number, now.arc), now.worth)
            if self._may(o.END):
                yield Course(a, None, None, o.END)
        for rest in self._rests(a, go):
            if not self._may(rest.order):
                continue
            shot: TriedShot | None = None
            if may_fire:
                with moved_to([a], rest):
                    shot = self.balance.best_shot(a)
            if now is not None and not go.displaced:
                yield Course(a, rest, now, o.Fire(now.target.number, now.arc), now.worth)
            if shot is not None and shot.worth >= LEAST:
                yield Course(a, rest, shot, rest.order, shot.worth)
            yield Course(a, rest, None, rest.order)

    def _rests(self, a: HexAircraft, go: Go) -> Iterator[Rest]:
        """Yield the places of rest; the heat of a cool engine counts for nothing."""
        speed = min(a.speed, AHEAD_BY)
        over = a.speed - speed
        for rest in open_sky.rests(self.mat, go, a, speed, manoeuvres=True):
            yield rest._replace(speed=rest.speed + over)
        if self.boosts:
            yield from boosted(self.mat, go, a, self.boosts)
