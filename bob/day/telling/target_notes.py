"""Notes on targets for a planner (OPS-D2.1): grade, distance, guns, last report; and the orders of a day in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import asdict, dataclass

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.theatre import Place
from bob.day.rules.convoys import SIGHTED
from bob.day.rules.timetable import turns_home, used_at_formation
from bob.day.rules.victory import (
    aircraft_planned,
    bombers_planned,
    cap_of,
    cost_of_beyond,
    cost_of_short,
    grade_of,
    grade_of_convoys,
    grades_under,
    worth_of,
)
from bob.day.state.directives import GRADES, known_directive
from bob.day.state.position import Directive, Grade, GroundReport
from bob.day.state.time_of_day import MINUTES
from bob.day.state.view import LuftwaffeView
from bob.day.state.world import World
from bob.day.telling.period_names import figure, listed, place_name
from bob.day.telling.sentences import ground_text
from bob.words import Words

HEX_MILES = 5
SHARES = {1.5: "1½", 0.5: "½", 0.25: "¼"}


@dataclass(frozen=True, slots=True)
class TargetNote:
    """A target as a planner sees it: its grade (None without a directive), the points that count in full, the miles from where a raid
    forms, the reach of the single-seaters from there, the factor of its guns, balloons, and the newest report."""

    name: str
    grade: Grade | None
    cap: int
    miles: int
    escorted: bool
    guns: int
    balloons: bool
    report: GroundReport | None

    def text(self, words: Words, now: int, short: bool = False) -> str:
        """The note in a line; a `short` one leaves out the cap."""
        parts = [grade_text(words, self.grade)] if self.grade is not None else []
        if self.grade not in (None, "none") and self.cap and not short:
            parts.append(words("worth.note.cap", points=self.cap))
        parts.append(words("worth.note.miles", miles=self.miles))
        parts.append(words("worth.note.escorted" if self.escorted else "worth.note.not_escorted"))
        parts.append(words("worth.note.guns", factor=self.guns) if self.guns else words("worth.note.no_guns"))
        if self.balloons:
            parts.append(words("worth.note.balloons"))
        if self.report is not None:
            ago = MINUTES * (now - self.report.seen)
            parts.append(words("worth.note.report", told=ground_text(words, asdict(self.report)), minutes=ago))
        return " · ".join(parts)


class TargetNotes:
    """Notes on targets for raids that form over one hex."""

    def __init__(self, world: World, view: LuftwaffeView, form_at: Hex) -> None:
        self.world, self.view, self.form_at = world, view, form_at
        self._latest = {report.target: report for report in view.reports}
        self._fighters = self._spare()

    @property
    def wanted(self) -> Callable[[Place], Grade] | None:
        """The grade of each target; None without a directive."""
        return grades_under(self.world, self.view.directive) if self.view.directive is not None else None

    def _spare(self) -> list[tuple[str, int, int]]:
        """The single-seaters that could be along, as base, speed and turns of fuel left where the raid forms; the best few."""
        found = []
        for posted in self.world.luftwaffe(self.view.settings.order_of_battle).values():
            kind = self.world.types[posted.aircraft]
            if kind.kind != "single_seat_fighter" or posted.station not in self.world.far_fields:
                continue
            left = kind.endurance - used_at_formation(self.world, kind, posted.station, self.form_at, 18)
            found.append((posted.station, kind.mp, left))
        return sorted(set(found), key=lambda f: (-f[2], f[0]))[:3]

    def _escorted(self, h: Hex) -> bool:
        out = hexes.distance(self.form_at, h)
        return any(-(-out // mp) + turns_home(self.world, h, base, mp) <= left for base, mp, left in self._fighters)

    def of(self, name: str) -> TargetNote | None:
        """The note on a target or a known convoy by the name for a plan; None for another name."""
        world, view = self.world, self.view
        if name.startswith(SIGHTED):
            seen = view.sighting(int(name.removeprefix(SIGHTED)))
            if seen is None:
                return None
            grade = grade_of_convoys(view.directive) if view.directive is not None else None
            miles = HEX_MILES * hexes.distance(self.form_at, seen.hex)
            return TargetNote(name, grade, 0, miles, self._escorted(seen.hex), 0, False, self._latest.get(name))
        place = world.targets.get(name)
        if place is None:
            return None
        grade = grade_of(world, view.directive, place) if view.directive is not None else None
        guns = world.guns.get(place.near)
        return TargetNote(
            name,
            grade,
            cap_of(world, place) if grade is not None else 0,
            HEX_MILES * hexes.distance(self.form_at, place.near),
            self._escorted(place.near),
            guns.factor if guns is not None else 0,
            place.near in world.balloons,
            self._report(place),
        )

    def _report(self, place: Place) -> GroundReport | None:
        found = (self._latest.get(key) for key in (place.name, f"{place.kind}:{place.name}"))
        return next((r for r in found if r is not None and self.world.targets.get(r.target) is place), None)


def worth_text(words: Words, grade: Grade) -> str:
    """The worth of a point at a target of a grade: `1½`."""
    worth = worth_of(grade)
    return SHARES.get(worth) or figure(words, worth)


def grade_text(words: Words, grade: Grade) -> str:
    """A grade and its worth: `principal, counts 1½`."""
    if grade == "none":
        return words("worth.note.none")
    return words("worth.note.grade", grade=words(f"worth.grade.{grade}"), worth=worth_text(words, grade))


def orders_lines(words: Words, directive: Directive) -> list[str]:
    """The orders of a day, a line for each grade, single targets first."""
    lines = []
    for grade in GRADES[:3]:
        single = [place_name(words, name.rpartition(":")[2]) for name, wanted in directive.targets.items() if wanted == grade]
        kinds = [words(f"worth.target_kind.{kind}") for kind, wanted in directive.kinds.items() if wanted == grade]
        if single or kinds:
            targets = listed(words, [*single, *kinds])
            lines.append(words("worth.orders.line", grade=words(f"worth.grade.{grade}"), worth=worth_text(words, grade), targets=targets))
    asked = [words("worth.orders.bombers", count=directive.bombers, points=_short(words))] if directive.bombers else []
    if directive.aircraft:
        asked.append(words("worth.orders.aircraft", count=directive.aircraft, points=_points(words, cost_of_beyond(1))))
    return [words("worth.orders.head"), *lines, words("worth.orders.rest"), *asked]


def bombers_line(words: Words, world: World, view: LuftwaffeView) -> str:
    """The bombers that the plan sends against targets of the orders beside those asked for; empty where none are."""
    directive = view.directive
    if directive is None or not directive.bombers:
        return ""
    found = bombers_planned(world, directive, [raid.plan for raid in view.raids])
    key = "planned_short" if found < directive.bombers else "planned"
    return words(f"worth.orders.{key}", planned=found, asked=directive.bombers, points=_short(words))


def aircraft_line(words: Words, view: LuftwaffeView) -> str:
    """The aircraft on a plan beside those that its orders give; empty where they give any number."""
    if view.directive is None or not view.directive.aircraft:
        return ""
    found, given = aircraft_planned(raid.plan for raid in view.raids), view.directive.aircraft
    key = "sent_beyond" if found > given else "sent"
    return words(f"worth.orders.{key}", planned=found, given=given, points=_points(words, cost_of_beyond(1)))


def orders_line(words: Words, world: World, view: LuftwaffeView) -> str:
    """The bombers and the aircraft of the plan beside the numbers in its orders; empty without such numbers."""
    return " ".join(filter(None, (bombers_line(words, world, view), aircraft_line(words, view))))


def _short(words: Words) -> str:
    """The points that a bomber short of the orders costs: `1½`."""
    return _points(words, cost_of_short(1))


def _points(words: Words, points: float) -> str:
    return SHARES.get(points) or figure(words, points)


def period_line(words: Words, date: dt.date) -> str:
    """The line on the enemy's targets of late, as controllers of Fighter Command know them."""
    kinds = known_directive(date).kinds
    targets = [words(f"worth.target_kind.{kind}") for grade in GRADES[:2] for kind, wanted in kinds.items() if wanted == grade]
    return words("worth.orders.period", targets=listed(words, targets))
