"""The evening of a day: the facts that decided it, claims beside the truth unit by unit, and history beside the game.

All of it needs the whole truth, so it is shown only after the day.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bob.core.match import Match
from bob.core.text import capital
from bob.data.units import SIDES
from bob.day.rules.reach import FLYING
from bob.day.rules.victory import cap_of, grade_of, grade_of_convoys
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.state.world import world
from bob.day.telling.period_names import Names, code_word, figure, listed
from bob.day.telling.target_notes import grade_text
from bob.forecast.history import RecordedAspect, history
from bob.forecast.measure import BOMBER_RAIDS, DayObserver, value
from bob.report.maps import raid_name
from bob.report.parts import Section, TablePart
from bob.report.story import Story
from bob.tactical.engagement import enemy
from bob.words import Words

MOST_FACTS = 4
ABOVE = ("advantage", "bounce")
"""Fighter Command's postures above the enemy; `BELOW` has the same as seen from the other side."""
BELOW = ("disadvantage", "bounced")
CLOSE = 3.0
"""The greatest distance to the next result, in points, for which the report mentions it."""
STEP = 0.5
"""The smallest step of points."""
EDGES = ("raf_decisive", "raf_marginal", "luftwaffe_marginal", "luftwaffe_decisive")
BANDS = ("raf_decisive", "raf_marginal", "draw", "luftwaffe_marginal", "luftwaffe_decisive")


@dataclass(slots=True)
class UnitTally:
    """The claims of a unit, the enemy's true losses to it, its own losses, and its number of fights."""

    unit: str
    aircraft: str = ""
    fights: int = 0
    claims: int = 0
    truth: int = 0
    lost: int = 0


def parted(total: int, weights: Sequence[int]) -> list[int]:
    """A number parted in proportion to weights, whole, the largest remainders first; of equal ones the first."""
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    shares = [total * weight // whole for weight in weights]
    order = sorted(range(len(weights)), key=lambda i: (-(total * weights[i] % whole), i))
    for i in order[: total - sum(shares)]:
        shares[i] += 1
    return shares


def lost(report: Mapping[str, Any]) -> int:
    """Return the losses of a side in an engagement."""
    return sum(int(n) for n in report["lost"].values())


def tallies(tale: Story, side: str) -> list[UnitTally]:
    """Every unit of a side that fought. What several claimed together, and what fell to them, is parted by their aircraft."""
    types = {s.last.unit: s.last.aircraft for s in tale.squadrons} | {u.unit: u.aircraft for raid in tale.raids for u in raid.units}
    found: dict[str, UnitTally] = {}
    for c in tale.combats:
        own, other = c.report(side), c.report(enemy(side))
        if not c.over or own is None:
            continue
        units = [(str(unit), int(n)) for unit, n in own["units"]]
        weights = [n for _, n in units]
        claimed = parted(int(own["claims"]), weights)
        fell = parted(lost(other) if other is not None else 0, weights)
        for (unit, _), claims, truth in zip(units, claimed, fell, strict=True):
            tally = found.setdefault(unit, UnitTally(unit, types.get(unit, "")))
            tally.fights += 1
            tally.claims += claims
            tally.truth += truth
            tally.lost += int(own["lost"].get(unit, 0))
    return sorted(found.values(), key=lambda t: (-t.claims, -t.truth, t.unit))


class Evening:
    """The evening of a finished story in full. `match` is its game."""

    def __init__(self, match: Match[Any], tale: Story, words: Words, names: Names) -> None:
        assert tale.outcome is not None and tale.raf and tale.luftwaffe, "the truth is told when the day is over"
        self.match, self.tale, self.words, self.names = match, tale, words, names

    def sections(self) -> list[Section]:
        """Return the sections: the deciding facts, the day's orders, unit by unit, beside history."""
        units, past, orders = self.units(), self.history(), self.orders()
        fought = any(part.rows for _, part in units)
        return [
            Section("decided", self._title("decided"), " ".join(self.decided())),
            Section("orders", self._title("orders"), self.words("report.orders_note") if orders.rows else "", (("", orders),)),
            Section("units", self._title("units"), self.words("report.units_note") if fought else "", units),
            Section("history", self._title("history"), self.words("report.history_note") if past.rows else "", (("", past),)),
        ]

    def _title(self, code: str) -> str:
        return self.words(f"report.section.{code}")

    # ---- unit by unit

    def units(self) -> tuple[tuple[str, TablePart], ...]:
        """Return squadrons and Gruppen: the claims of each beside its true victories, and its losses."""
        heads = tuple(self.words(f"report.column.{code}") for code in ("unit", "aircraft", "fights", "claims", "truth", "lost"))
        made = []
        for side in SIDES:
            found = tallies(self.tale, side)
            rows = [
                (t.unit, self.names.aircraft(t.aircraft) if t.aircraft else "", *map(str, (t.fights, t.claims, t.truth, t.lost)))
                for t in found
            ]
            if found:
                sums = (sum(t.claims for t in found), sum(t.truth for t in found), sum(t.lost for t in found))
                rows.append((self.words("report.all_units"), "", "", *map(str, sums)))
            made.append((self.words(f"report.units_of.{side}"), TablePart(heads, tuple(rows), right=(2, 3, 4, 5))))
        return tuple(made)

    # ---- by the orders of the day

    def orders(self) -> TablePart:
        """The bombed targets with their grade, the points on each, the part of these that counted, and the cap (OPS-D2); empty without a
        directive."""
        words, p = self.words, self.match.position
        heads = tuple(words(f"report.column.{code}") for code in ("target", "wanted", "fell", "counted", "in_full"))
        if p.directive is None:
            return TablePart(heads, ())
        theatre = world()
        came: dict[str, float] = dict.fromkeys(p.bombed, 0.0)
        for point in self.tale.points:
            if point["code"] == "bombing":
                name = str(point["where"]).rpartition(": ")[0]
                place = theatre.targets.get(name)
                key = name if place is None else f"{place.kind}:{place.name}"
                came[key] = came.get(key, 0.0) + float(point["points"])
        rows = []
        for key, counts in sorted(came.items(), key=lambda found: (-found[1], found[0])):
            place = theatre.targets.get(key)
            grade = grade_of(theatre, p.directive, place) if place is not None else grade_of_convoys(p.directive)
            fell, full = figure(words, p.bombed.get(key, 0.0)), str(cap_of(theatre, place)) if place is not None and grade != "none" else ""
            name = self.names.convoy(words, key) if place is None else self.names.target(words, key)
            rows.append((capital(name), grade_text(words, grade), fell, figure(words, counts), full))
        return TablePart(heads, tuple(rows), right=(2, 3, 4), wide=0)

    # ---- beside history

    def history(self) -> TablePart:
        """Return the recorded figures of the day beside those of the game; empty where there is no record."""
        words = self.words
        heads = tuple(words(f"report.column.{code}") for code in ("aspect", "played", "history", "source"))
        day = next((day for day in history().day if day.scenario == self.match.header.scenario), None)
        if day is None:
            return TablePart(heads, ())
        measured = DayObserver(self.match).measured()
        rows = []
        for aspect in day.aspect:
            if aspect.name in ("warning", "warning_low", "first_up"):  # measured only while a day runs
                continue
            found = value(measured, aspect.name, aspect.hours)
            played = "–" if found is None else figure(words, round(found))
            rows.append((self._aspect(aspect), played, self._span(aspect), words.of(aspect.sources)))
        return TablePart(heads, tuple(rows), right=(1, 2), wide=3)

    def _aspect(self, aspect: RecordedAspect) -> str:
        return capital(self.words(f"calibration.aspect.{aspect.name}")) + aspect.part_text.replace("-", "–")

    def _span(self, aspect: RecordedAspect) -> str:
        """Return the recorded figures, from the least to the most."""
        ends = [figure(self.words, end) for end in dict.fromkeys((aspect.low, aspect.high))]
        return "–".join(ends)

    # ---- what decided it

    def decided(self) -> list[str]:
        """Return the three or four facts that decided the day, the weightiest first; after them the aircraft still in the air."""
        return [*[*self._facts()][:MOST_FACTS], *self._airborne_lines()]

    def _facts(self) -> Iterator[str]:
        yield from self._points()
        yield from self._raids()
        yield from self._height()
        yield from self._cost()
        yield from self._close()

    def _points(self) -> Iterator[str]:
        """Yield the greatest sources of points, of the winner first."""
        outcome = self.tale.outcome
        assert outcome is not None
        sums: dict[tuple[bool, str], float] = defaultdict(float)
        for point in self.tale.points:
            sums[float(point["points"]) > 0, str(point["code"])] += float(point["points"])
        order = (True, False) if outcome.points[LUFTWAFFE] > 0 else (False, True)
        for positive in order:
            of_side = {code: abs(total) for (sign, code), total in sums.items() if sign == positive and total}
            if not of_side:
                continue
            most = min(of_side, key=lambda code: (-of_side[code], code))
            yield self.words(
                f"report.decided.points_{LUFTWAFFE if positive else RAF}",
                total=figure(self.words, sum(of_side.values())),
                what=code_word(self.words, "award", most),
                points=figure(self.words, of_side[most]),
            )

    def _raids(self) -> Iterator[str]:
        """Yield the number of raids with bombs that were met, and those that bombed unmet."""
        raids = [raid for raid in self.tale.raids if raid.plan.type in BOMBER_RAIDS and raid.units]
        if not raids:
            return
        fought = {str(c.luftwaffe["raid"]) for c in self.tale.combats if c.luftwaffe is not None}
        free = [raid_name(raid, self.words) for raid in raids if raid.bombed and raid.code not in fought]
        met = sum(raid.code in fought for raid in raids)
        if free:
            shown = listed(self.words, free[:3])
            key = "raids_unmet" if len(free) <= 3 else "raids_unmet_more"
            yield self.words(f"report.decided.{key}", raids=len(raids), met=met, unmet=len(free), names=shown)
        else:
            yield self.words("report.decided.raids_met", raids=len(raids), met=met)

    def _height(self) -> Iterator[str]:
        """Yield the side that was above when the fights began."""
        lines = [c.raf["posture"] for c in self.tale.combats if c.over and c.raf is not None]
        above, below = sum(p in ABOVE for p in lines), sum(p in BELOW for p in lines)
        if not lines:
            yield self.words("report.decided.no_fights")
            return
        key = "height_raf" if above > below else "height_luftwaffe" if below > above else "height_even"
        yield self.words(f"report.decided.{key}", fights=len(lines), above=above, below=below)

    def _cost(self) -> Iterator[str]:
        """Yield the losses of each side in its fights."""
        over = [c for c in self.tale.combats if c.over]
        sums = {side: sum(lost(report) for c in over if (report := c.report(side)) is not None) for side in SIDES}
        if any(sums.values()):
            yield self.words("report.decided.cost", raf=sums[RAF], luftwaffe=sums[LUFTWAFFE])

    def _airborne_lines(self) -> Iterator[str]:
        """Yield the aircraft in the air at the end of the day; none of them counts as lost."""
        raf = sum(s.last.box == "airborne" for s in self.tale.squadrons)
        luftwaffe = sum(u.strength > 0 and u.state in (*FLYING, "gathering") for raid in self.tale.raids for u in raid.units)
        if raf or luftwaffe:
            yield self.words("report.aloft", raf=raf, luftwaffe=luftwaffe)

    def _close(self) -> Iterator[str]:
        """Yield the distance to another result, where it is small."""
        outcome, bands = self.tale.outcome, self.match.position.bands
        if outcome is None or outcome.code not in BANDS or not bands:
            return
        points, at = outcome.points[LUFTWAFFE], BANDS.index(outcome.code)
        more = EDGES[at : at + 1]
        fewer = EDGES[at - 1 : at] if at else ()
        # The Luftwaffe's bands begin at their edge, the RAF's end at theirs.
        up = [bands[edge] - points + (STEP if edge.startswith(RAF) else 0) for edge in more]
        down = [points - bands[edge] + (0 if edge.startswith(RAF) else STEP) for edge in fewer]
        ways = [(gap, "more", at + 1) for gap in up] + [(gap, "fewer", at - 1) for gap in down]
        gap, way, to = min(ways)
        if gap <= CLOSE:
            yield self.words(f"report.decided.close_{way}", points=figure(self.words, gap), band=code_word(self.words, "band", BANDS[to]))
