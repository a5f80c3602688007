"""The worth of courses and shots as the strong pilot weighs them: shots by their chances, places as the sound pilot sees them, and the
speed points that both sides have left by experience."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from bob.core.hexes import distance
from bob.tactical.hexes import hints
from bob.tactical.hexes.data import Gun, Special
from bob.tactical.hexes.pilots.judgement import PlaceJudgement
from bob.tactical.hexes.pilots.tempo import tempo
from bob.tactical.hexes.pilots.worth import SPENT, weights
from bob.tactical.hexes.position import NOBODY, HexAircraft, HexPosition
from bob.tactical.hexes.rules import gunnery, odds
from bob.tactical.hexes.rules.geometry import facings_over
from bob.tactical.hexes.rules.shooting import COUNTER_RADIUS

TEMPO = 0.75
"""The worth of a point of structure that speed points promise, beside a whole aircraft."""
COUNTERED = 0.3
"""The cost of a wingman's answer to an aircraft that fires at its leader (FIS-194)."""


@cache
def outcome(
    die: tuple[str, ...], attack: int, special: Special | None, dodge: int, answer: Special | None, speed: int, structure: int
) -> tuple[float, int]:
    """The share of a target that a shot takes, and the speed points that its dodge costs, if it dodges as pilots do."""
    share = spent = 0.0
    for (criticals, damages), chance in odds.results(die, attack, special).items():
        if not criticals + damages:
            continue
        best: tuple[float, float, int] | None = None
        for points in range(speed + 1):
            left = odds.left(die, criticals, damages, criticals + damages + dodge + points, answer)
            lost = sum(min(n, structure) * part for n, part in enumerate(left)) + sum(left[structure:])
            if best is None or lost + SPENT * points < best[0]:
                best = lost + SPENT * points, lost, points
        assert best is not None
        share += chance * min(1.0, best[1] / structure)
        spent += chance * best[2]
    return share, round(spent)


class TriedShot(NamedTuple):
    """A shot that an aircraft could fire: its worth, its target, its arc, and the speed points that it costs the target."""

    worth: float
    target: HexAircraft
    arc: str
    drains: int


class Balance:
    """The balance of a sheet for a side; its aircraft may be moved between questions."""

    def __init__(self, mat: HexPosition, side: int) -> None:
        self.mat = mat
        self.judge = PlaceJudgement(mat, side)
        self.theirs = [a for a in mat.aircraft if a.side != side and not a.out]
        self.worth = weights(mat, side)
        self._friends = sum(a.side == side and not a.out for a in mat.aircraft) > 1
        self._guards = [b for b in self.theirs if b.wingman_of != NOBODY and not b.fired and b.speed and b.dash.guns]
        self._shots: dict[tuple[object, ...], tuple[float, int]] = {}

    def stands(self, a: HexAircraft) -> float:
        """Return the worth of its place to an aircraft, with the speed points that are left on both sides."""
        over = not a.speed and not any(b.speed for b in self.mat.aircraft)
        return self.judge.place(a) + (0.0 if over else TEMPO * tempo(a, self.theirs, a.speed))

    def best_shot(self, a: HexAircraft) -> TriedShot | None:
        """The best shot of an aircraft from where it is."""
        best: TriedShot | None = None
        for other in self.theirs:
            over = facings_over(a.at, other.at)
            if not over:
                continue
            for gun in a.dash.guns:
                if over & gunnery.bears(a.facing, gun.arc):
                    worth, drains = self._shot(a, other, gun)
                    if worth > 0.0 and (best is None or worth > best.worth):
                        best = TriedShot(worth, other, gun.arc, drains)
        return best

    def _shot(self, a: HexAircraft, other: HexAircraft, gun: Gun) -> tuple[float, int]:
        """Return the worth of a shot, and the speed points that it drains; cached for the same relative places."""
        mat = self.mat
        clouds = mat.clouds
        key = (
            *(a.number, other.number, other.at.q - a.at.q, other.at.r - a.at.r, a.facing, other.facing, a.level, other.level),
            *(other.speed, gun.arc, bool(clouds) and other.at in clouds),
        )
        found = self._shots.get(key)
        if found is None:
            found = self._shots[key] = self._worked_out(a, other, gun.arc)
        if found[0] and (clouds or self._friends) and gunnery.line_refusal(mat, a, other.at, other.level) is not None:
            return 0.0, 0
        answers = sum(b.wingman_of == other.number and distance(b.at, a.at) <= COUNTER_RADIUS for b in self._guards)
        return (found[0] - COUNTERED * answers, found[1]) if answers else found

    def _worked_out(self, a: HexAircraft, other: HexAircraft, arc: str) -> tuple[float, int]:
        """The same, clouds and friends on the line apart."""
        mat = self.mat
        kept = a.formation, a.fired
        a.formation, a.fired = NOBODY, False
        why = gunnery.shot_refusal(mat, a, other, arc)
        a.formation, a.fired = kept
        if why is not None and why[0] not in ("in_cloud", "cloud_between", "friend_between"):
            return 0.0, 0
        attack = max(1, gunnery.total(gunnery.attack_reasons(mat, a, other, arc)))
        dodge = gunnery.total(gunnery.dodge_reasons(mat, a, other))
        special, answer = hints.special_of(a, "attack", other, arc, distance(a.at, other.at)), hints.special_of(other, "dodge")
        share, drains = outcome(mat.tables.die, attack, special, dodge, answer, min(other.speed, 6), max(1, other.structure))
        return share * self.worth[other.number], min(drains, other.speed)
