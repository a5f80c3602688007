"""Plans, crews, stations and doctrines of historical days changed in one way each, by common seeds, beside the days as they are (OPS-D4).

The anchors of tables/anchors.toml say which way a figure of a changed day goes, and by how much.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from bob.core.dice import Dice
from bob.core.game import Event
from bob.core.kit import Player
from bob.core.match import Match
from bob.core.ranges import Text
from bob.core.resources import data_folder
from bob.core.workers import Workers
from bob.data.toml_files import Between, read_toml
from bob.day.game import OperationalDay
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.raid_plan import ESCORT_ROLES, PlannedUnit
from bob.day.state.sorties import serviceable
from bob.day.state.world import world
from bob.forecast import AT_ONCE, summary
from bob.forecast.measure import DayObserver, great_fought, great_met, value

if TYPE_CHECKING:
    from bob.staff.doctrine import Doctrine

AnchoredName = Literal["vp", "luftwaffe_lost", "bombers_lost", "raf_lost", "bombing", "raids_met", "great_met", "great_fought", "warning"]
AS_IT_IS = "as_it_is"
GUARDS = (*ESCORT_ROLES, "sweep", "return_escort")
"""The roles of fighters that fly for others."""
SOUTH_EAST = ("Pevensey", "Rye", "Dover", "Dunkirk", "Canewdon")
"""Five Chain Home stations."""


@dataclass(frozen=True, slots=True)
class PlanAnchor:
    """An expectation: bounds of the difference in a figure between a changed day and the day `than`.

    They are in the figure's own unit, or in `per_cent` of the other day's.
    """

    rule: Annotated[str, Text(20, 1)]
    change: Annotated[str, Text(40, 1)]
    figure: AnchoredName
    least: Annotated[float, Between(-1000, 1000)]
    most: Annotated[float, Between(-1000, 1000)]
    why: Annotated[str, Text(300, 1)]
    than: Annotated[str, Text(40, 1)] = AS_IT_IS
    per_cent: bool = False
    days: tuple[str, ...] = ()
    """The only days that it holds on; all where none is named."""


@dataclass(frozen=True, slots=True)
class AnchorException:
    """Days that the expectation of an anchor does not fit, and the reason."""

    change: Annotated[str, Text(40, 1)]
    figures: tuple[AnchoredName, ...]
    days: tuple[str, ...]
    why: Annotated[str, Text(300, 1)]

    def fits(self, anchor: PlanAnchor, scenario: str) -> bool:
        """Return whether it excepts an anchor on a day."""
        return self.change == anchor.change and anchor.figure in self.figures and scenario in self.days


@dataclass(frozen=True, slots=True)
class PlanAnchors:
    """The anchors of a file, and their exceptions."""

    origin: Literal["designed"]
    anchor: tuple[PlanAnchor, ...]
    exception: tuple[AnchorException, ...] = ()


@cache
def _shipped() -> PlanAnchors:
    return load_anchors(data_folder("tables") / "anchors.toml")


def anchors() -> tuple[PlanAnchor, ...]:
    """The shipped anchors. Raises DataError."""
    return _shipped().anchor


def exceptions() -> tuple[AnchorException, ...]:
    """The shipped exceptions. Raises DataError."""
    return _shipped().exception


def load_anchors(path: Path) -> PlanAnchors:
    """The anchors of a file and their exceptions. Raises DataError."""
    node = read_toml(path)
    found = node.read(PlanAnchors)
    for line in (*node.tables("anchor"), *node.tables("exception")):
        for key in ("change", "than"):
            if line.maybe(key, str) is not None:
                line.text(key, tuple(CHANGES))
    return found


# ---- the changes


@dataclass(frozen=True, slots=True)
class DayChange:
    """One change of a day: of its position at the beginning, of the Luftwaffe's crews, of Park's doctrine."""

    position: Callable[[DayPosition], None] | None = None
    crews: str | None = None
    doctrine: Callable[[Doctrine], Doctrine] | None = None


def _plans(p: DayPosition, change: Callable[[PlannedUnit], PlannedUnit | None]) -> None:
    """Change each unit of the planned raids; a raid that has none left is struck."""
    for code, raid in list(p.raids.items()):
        units = tuple([changed for unit in raid.plan.units if (changed := change(unit)) is not None])
        if units:
            raid.plan = replace(raid.plan, units=units)
        else:
            del p.raids[code]


def _change_without(*roles: str) -> Callable[[DayPosition], None]:
    return partial(_plans, change=lambda unit: None if unit.role in roles else unit)


def _cut(most: int) -> Callable[[DayPosition], None]:
    """Cut the units of fighters; one that flies again sends the part of `most` that can (OPS-C4.1)."""

    def change(p: DayPosition) -> None:
        flown: dict[str, int] = {}
        for raid in sorted(p.raids.values(), key=lambda raid: raid.plan.form_turn):
            units = []
            for unit in raid.plan.units:
                if unit.role in GUARDS:
                    left = serviceable(world(), flown[unit.unit]) if unit.unit in flown else most
                    flown[unit.unit] = min(left, unit.aircraft)
                    unit = replace(unit, aircraft=flown[unit.unit])
                units.append(unit)
            raid.plan = replace(raid.plan, units=tuple(units))

    return change


def _no_fighters(p: DayPosition) -> None:
    _change_without(*GUARDS)(p)
    p.patrols = [[] for _ in p.patrols]


def _squadrons(level: str) -> Callable[[DayPosition], None]:
    def change(p: DayPosition) -> None:
        for squadron in p.squadrons.values():
            squadron.experience = level

    return change


def _shaken(p: DayPosition) -> None:
    for squadron in p.squadrons.values():
        if squadron.group == 11:
            squadron.disruption = 1


def _stations_off(p: DayPosition) -> None:
    off = [f"chain_home:{name}" for name in SOUTH_EAST]
    p.damaged_stations += [name for name in off if name not in p.silent_stations]


CHANGES: Mapping[str, DayChange] = {
    AS_IT_IS: DayChange(),
    "no_escort": DayChange(_change_without(*ESCORT_ROLES)),
    "no_fighters": DayChange(_no_fighters),
    "fighters_20": DayChange(_cut(20)),
    "fighters_12": DayChange(_cut(12)),
    "fighters_4": DayChange(_cut(4)),
    "no_sweeps": DayChange(_change_without("sweep")),
    "raf_green": DayChange(_squadrons("green")),
    "raf_veteran": DayChange(_squadrons("veteran")),
    "luftwaffe_green": DayChange(crews="green"),
    "luftwaffe_regular": DayChange(crews="regular"),
    "luftwaffe_veteran": DayChange(crews="veteran"),
    "group_11_shaken": DayChange(_shaken),
    "stations_off": DayChange(_stations_off),
    "leave_sweeps": DayChange(doctrine=lambda d: replace(d, sweep_share=0.0, spitfires="bombers_only", hurricanes="bombers_only")),
    "twice_as_many": DayChange(doctrine=lambda d: replace(d, aircraft=max(1, round(d.aircraft / 2)))),
    "half_as_many": DayChange(doctrine=lambda d: replace(d, aircraft=2 * d.aircraft)),
    "refuse_all": DayChange(doctrine=lambda d: replace(d, hurricanes="avoid", spitfires="avoid")),
    "never_scramble": DayChange(doctrine=lambda d: replace(d, most=0, patrols=0)),
    "all_out": DayChange(
        doctrine=lambda d: replace(d, aircraft=2, most=99, unknown=4, reserve=0.0, standing=1.0, sweep_share=1.0, overdraw=0)
    ),
    "wings_always": DayChange(doctrine=lambda d: replace(d, wing=3, wing_time=7, pairs=False, pair_time=0, early=6, late=14)),
}
"""Each change of a day by its name."""


class ChangedDay(OperationalDay):
    """The day as it begins with a change; its records are not kept."""

    def __init__(self, change: DayChange) -> None:
        super().__init__()
        self.change = change

    def setup(self, scenario: str, options: Mapping[str, object], dice: Dice) -> tuple[DayPosition, list[Event]]:
        position, events = super().setup(scenario, options, dice)
        if self.change.position is not None:
            self.change.position(position)
        return position, events


@cache
def _changed_day(name: str) -> ChangedDay:
    return ChangedDay(CHANGES[name])


@dataclass(frozen=True, slots=True)
class AnchorJob:
    """One run of a changed day."""

    scenario: str
    change: str
    seed: str


def flown(job: AnchorJob) -> dict[str, float]:
    """Play a changed day out by Park and Kesselring: its figures, those that it has."""
    return played(_changed_day(job.change), job.scenario, job.seed)


def played(game: ChangedDay, scenario: str, seed: str) -> dict[str, float]:
    """Play a day out with its change by Park and Kesselring: its figures, those that it has."""
    from bob.driver import play_out
    from bob.staff.controller import Controller
    from bob.staff.doctrine import PARK
    from bob.staff.loaded import DeskOfficer

    change = game.change
    match: Match[DayPosition] = Match.new(game, scenario, seed)
    doctrine = PARK.under(match.position.settings.instructions)
    if change.doctrine is not None:
        doctrine = change.doctrine(doctrine)
    park: Player = DeskOfficer(Controller(replace(doctrine, stages={}), seed), seed, game)
    observer = DayObserver(match)

    def look(*_: object) -> None:
        observer.look()
        if change.crews is not None:
            p = match.position
            for unit in (*(u for raid in p.raids.values() for u in raid.units), *(u for box in p.patrols for u in box)):
                unit.experience = change.crews

    play_out(match, {LUFTWAFFE: "kesselring", RAF: park}, look, looked_back=False)
    summed, measured = summary(match), observer.measured()
    found = {
        "vp": float(summed["vp"]),
        "luftwaffe_lost": float(summed[LUFTWAFFE]["lost"]),
        "bombers_lost": float(summed[LUFTWAFFE]["lost_bombers"]),
        "raf_lost": float(summed[RAF]["lost"] - summed[RAF]["on_ground"]),
        "on_ground": float(summed[RAF]["on_ground"]),
        "bombing": float(summed["points"].get("bombing", 0.0)),
        "decisive": float(summed["outcome"] == "luftwaffe_decisive"),
    }
    more = {
        "raids_met": value(measured, "raids_met"),
        "great_met": great_met(measured),
        "great_fought": great_fought(measured),
        "warning": value(measured, "warning"),
    }
    return found | {name: known for name, known in more.items() if known is not None}


# ---- what they come to


@dataclass(frozen=True, slots=True)
class AnchoredFigure:
    """An anchor on a day: the mean of the figure as it is and changed, their difference with half its 95 % interval."""

    anchor: PlanAnchor
    scenario: str
    before: float
    after: float
    difference: float
    give: float
    excused: str = ""
    """The reason of the day's exception; empty for a day under the anchor."""

    @property
    def holds(self) -> bool:
        """True where the interval reaches into the bounds."""
        return self.difference + self.give >= self.anchor.least and self.difference - self.give <= self.anchor.most

    def as_json(self) -> dict[str, object]:
        """The fixed form for programs."""
        a = self.anchor
        return {
            "scenario": self.scenario,
            "rule": a.rule,
            "change": a.change,
            "than": a.than,
            "figure": a.figure,
            "per_cent": a.per_cent,
            "expected": [a.least, a.most],
            "before": round(self.before, 2),
            "after": round(self.after, 2),
            "difference": round(self.difference, 2),
            "give": round(self.give, 2),
            "holds": self.holds,
            "excused": self.excused,
        }


def held(
    anchor: PlanAnchor, scenario: str, before: Sequence[Mapping[str, float]], after: Sequence[Mapping[str, float]]
) -> AnchoredFigure | None:
    """Hold an anchor on days flown by common seeds; None where they have nothing of the kind."""
    pairs = [(b[anchor.figure], a[anchor.figure]) for b, a in zip(before, after, strict=True) if anchor.figure in b and anchor.figure in a]
    if not pairs:
        return None
    first, second = (statistics.fmean(values) for values in zip(*pairs, strict=True))
    of = 100 / first if anchor.per_cent and first else 1.0
    apart = [a - b for b, a in pairs]
    give = 1.96 * statistics.stdev(apart) / len(apart) ** 0.5 if len(apart) > 1 else 0.0
    excused = next((exception.why for exception in exceptions() if exception.fits(anchor, scenario)), "")
    return AnchoredFigure(anchor, scenario, first, second, of * (second - first), abs(of) * give, excused)


def hold(asked: Sequence[PlanAnchor], scenarios: Sequence[str], runs: int, seed: str, workers: Workers) -> Iterator[list[AnchoredFigure]]:
    """Fly each day as it is and with each change that an anchor asks for, so often by common seeds: the anchors of a day as it ends."""
    wanted = {
        scenario: list(dict.fromkeys(name for a in asked if not a.days or scenario in a.days for name in (a.than, a.change)))
        for scenario in scenarios
    }
    jobs = [AnchorJob(scenario, name, f"{seed}/{i}") for scenario in scenarios for name in wanted[scenario] for i in range(runs)]
    results = workers.each(flown, jobs, AT_ONCE)
    for scenario in scenarios:
        played = {name: [next(results) for _ in range(runs)] for name in wanted[scenario]}
        found = [held(a, scenario, played[a.than], played[a.change]) for a in asked if not a.days or scenario in a.days]
        yield [figure for figure in found if figure is not None]
