"""The deciding facts of a day, those that move the points one way or the other, found by comparing the days that have them with the
rest."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bob.day.state.position import RAF
from bob.forecast.fates import DayFate
from bob.forecast.sureness import student

Fact = tuple[str, str]
"""A kind of fact, and the raid, squadron or officer that it is of."""

MOST = 4
"""The most facts shown."""
LEAST_SHARE, LEAST_DAYS = 0.05, 10
"""The least share of the days, and the least number, that must have a fact, and that must lack it."""
DECIDED_FROM = 2 * LEAST_DAYS
"""The least number of days for any facts."""
DOUBT = 0.05
"""The greatest probability that any of the facts compared is shown though none decides anything."""
ALIKE = 0.8
"""The correlation from which two facts count as one."""
OVER_TARGET = frozenset({"cloud", "no_escort"})
"""The facts that only a raid over its target can have: days on which it does not come so far say nothing of them."""


@dataclass(frozen=True, slots=True)
class DecidingFact:
    """A fact, in what share of the days it is, how much more the Luftwaffe scores with it than without, half the width of the interval of
    that, and what share of the spread of the points it accounts for. The intervals of all the facts compared hold together in 95 of a
    hundred forecasts: the greatest of many differences is great by chance too."""

    kind: str
    of: str
    share: float
    gain: float
    half: float
    weight: float

    def as_json(self) -> dict[str, Any]:
        figures = {"share": self.share, "gain": self.gain, "half": self.half, "weight": self.weight}
        return {"fact": self.kind, "of": self.of, **{name: round(figure, 3) for name, figure in figures.items()}}


def facts(day: DayFate, raids: Sequence[str], seat: str) -> Iterable[Fact]:
    """Yield the facts of a flown day, of these raids, and for the RAF of its squadrons that met any: the Luftwaffe knows none by name."""
    yield "enemy", day.enemy
    for raid in (raid for raid in day.raids if raid.code in raids):
        if raid.met is not None:
            yield ("met_before" if raid.before else "met_after"), raid.code
            if raid.above:
                yield "raf_above", raid.code
        if raid.cloud:
            yield "cloud", raid.code
        if raid.off_course:
            yield "off_course", raid.code
        if raid.escorts == 0:
            yield "no_escort", raid.code
        if len(raid.squadrons) >= 3:
            yield "many", raid.code
        if raid.warning is not None and raid.warning <= 2:
            yield "late_warning", raid.code
        if raid.dropped == "no" and raid.formed is None:
            yield "not_formed", raid.code
    if seat != RAF:
        return
    for squadron in sorted({unit for raid in day.raids for unit in raid.squadrons}):
        yield "engaged", squadron


def deciders(days: Iterable[DayFate], raids: Sequence[str], seat: str) -> tuple[DecidingFact, ...]:
    """The facts with most weight, the heaviest first; none where the days are too few or too alike to say."""
    points = array("d")
    having: dict[Fact, array[int]] = {}
    came: dict[str, array[int]] = {code: array("L") for code in raids}
    for i, day in enumerate(days):
        points.append(day.points)
        for fact in dict.fromkeys(facts(day, raids, seat)):
            having.setdefault(fact, array("L")).append(i)
        for raid in day.raids:
            if raid.bombers is not None and raid.code in came:
                came[raid.code].append(i)
    n = len(points)
    if n < DECIDED_FROM or min(points) == max(points):
        return ()
    mean = math.fsum(points) / n
    off = array("d", [point - mean for point in points])
    least = max(LEAST_DAYS, LEAST_SHARE * n)
    among = {fact: came[fact[1]] if fact[0] in OVER_TARGET else range(n) for fact in having}
    looked_at = {fact: with_it for fact, with_it in having.items() if least <= len(with_it) <= len(among[fact]) - least}
    doubt = DOUBT / max(1, len(looked_at))
    squares = math.fsum(point * point for point in off)
    weighed = ((fact, _weighed(fact, with_it, among[fact], off, squares, doubt)) for fact, with_it in looked_at.items())
    found = [(fact, made) for fact, made in weighed if made is not None]
    taken: list[tuple[DecidingFact, frozenset[int]]] = []
    for fact, decider in sorted(found, key=lambda f: (-f[1].weight, f[0])):
        days_with = frozenset(having[fact])
        if all(abs(_correlation(days_with, other, n)) < ALIKE for _, other in taken):
            taken.append((decider, days_with))
        if len(taken) == MOST:
            break
    return tuple(decider for decider, _ in taken)


def _weighed(
    fact: Fact, with_it: Sequence[int], among: Sequence[int], off: Sequence[float], squares: float, doubt: float
) -> DecidingFact | None:
    """A fact that changes the points, but for so much doubt; None for one that may not. It is compared with the rest of the days `among`
    which it can be. `off` is how far each day's points are from the mean of all, `squares` the sum of their squares. The error is the
    greater of Welch's and of that of one spread for all: few days with the fact may be alike by chance, as points are skewed."""
    n, have = len(among), len(with_it)
    rest = n - have
    one, all_of_them = [off[i] for i in with_it], [off[i] for i in among]
    total, own = math.fsum(one), math.fsum(point * point for point in one)
    without, others = math.fsum(all_of_them) - total, math.fsum(point * point for point in all_of_them) - own
    gain = total / have - without / rest
    first = max(0.0, own - total * total / have) / (have - 1) / have
    second = max(0.0, others - without * without / rest) / (rest - 1) / rest
    if first + second == 0:
        return None
    free = (first + second) ** 2 / (first**2 / (have - 1) + second**2 / (rest - 1))
    within = (first * have * (have - 1) + second * rest * (rest - 1)) / (n - 2)
    half = student(free, 1 - doubt) * math.sqrt(max(first + second, within / have + within / rest))
    if abs(gain) <= half:
        return None
    share = have / n
    return DecidingFact(fact[0], fact[1], have / len(off), gain, half, share * (1 - share) * gain * gain * n / squares)


def _correlation(a: frozenset[int], b: frozenset[int], n: int) -> float:
    both, p, q = len(a & b) / n, len(a) / n, len(b) / n
    return (both - p * q) / math.sqrt(p * (1 - p) * q * (1 - q))
