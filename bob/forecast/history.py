"""The historical figures of a day, by aspect, and the aims for many runs of it (OPS-B13, OPS-C10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, get_args

from bob.core.errors import phrase
from bob.core.ranges import Whole
from bob.core.resources import data_folder
from bob.data.toml_files import Between, Distinct, Node, read_toml
from bob.day.scenarios.scenario import Scenario, scenarios
from bob.day.state.scenario_forms import Clock, minutes

Figure = Annotated[float, Between(0, 5000)]
AspectName = Literal[
    "luftwaffe_lost",
    "raf_lost",
    "raf_on_ground",
    "luftwaffe_sorties",
    "raf_sorties",
    "squadrons_engaged",
    "raids_met",
    "contact_share",
    "warning",
    "warning_low",
    "first_up",
    "landing_share",
    "raf_above",
    "raf_above_fighters",
    "fields_hit",
    "stations_hit",
]
ASPECTS: tuple[AspectName, ...] = get_args(AspectName)
LOSSES = ("luftwaffe_lost", "raf_lost")
"""The aspects that OPS-B13 tests."""


@dataclass(frozen=True, slots=True)
class RecordedAspect:
    """An aspect of a day in the sources, with low and high as the ends of their figures. `true` is the figure for the comparison with
    the runs, by default the middle; `part` the hours in which it is counted, by default the whole day. `source_fr` is the source for
    French readers, where it holds more than authors and titles."""

    name: AspectName
    low: Figure
    high: Figure
    source: str
    true: Figure | None = None
    part: tuple[Annotated[str, Clock()], Annotated[str, Clock()]] | None = None
    source_fr: str = ""

    @property
    def figure(self) -> float:
        return self.true if self.true is not None else (self.low + self.high) / 2

    @property
    def sources(self) -> dict[str, str]:
        """The source as readers of each language have it."""
        return {"en": self.source, "fr": self.source_fr or self.source.replace(";", " ;")}

    @property
    def hours(self) -> tuple[int, int] | None:
        """The part of the day in minutes after midnight."""
        return (minutes(self.part[0]), minutes(self.part[1])) if self.part is not None else None

    @property
    def describe(self) -> str:
        """The historical figures in print."""
        return span(self.low, self.high)

    @property
    def part_text(self) -> str:
        """The suffix of the aspect's name where it counts only in some hours."""
        return f", {self.part[0]}-{self.part[1]}" if self.part is not None else ""


def span(low: float, high: float) -> str:
    """Return the range from one figure to another in print."""
    return f"{low:g}" if low == high else f"{low:g}-{high:g}"


@dataclass(frozen=True, slots=True)
class RecordedDay:
    """A day as history had it; the model is tuned on it, or only held beside it (OPS-C10.2).

    `share` is how much of the whole day's sorties the scenario plays, per cent (OPS-C10.1); the aspects are of that part.
    """

    scenario: str
    tuned: bool
    aspect: tuple[RecordedAspect, ...]
    share: Annotated[int, Whole(1, 100)] = 100


@dataclass(frozen=True, slots=True)
class AimedMedian:
    """The range aimed at for the median of an aspect on any day."""

    name: AspectName
    rule: str
    least: Figure
    most: Figure
    source: str


@dataclass(frozen=True, slots=True)
class RecordedHistory:
    """The whole file."""

    day: Annotated[tuple[RecordedDay, ...], Distinct("scenario")]
    target: Annotated[tuple[AimedMedian, ...], Distinct("name")]


@cache
def history() -> RecordedHistory:
    """The shipped history. Raises DataError."""
    return load_history(data_folder("tables") / "history.toml", scenarios())


def load_history(path: Path, known: Mapping[str, Scenario]) -> RecordedHistory:
    """The history of a file about these scenarios. Raises DataError."""
    node = read_toml(path)
    found = node.read(RecordedHistory)
    for i, day in enumerate(found.day):
        if day.scenario not in known:
            node.fail(f"day[{i}].scenario", phrase("expect.one_of", choices=", ".join(known)), day.scenario)
        for j, aspect in enumerate(day.aspect):
            _check(node, f"day[{i}].aspect[{j}]", day.aspect[:j], aspect)
    for i, target in enumerate(found.target):
        if target.most < target.least:
            node.fail(f"target[{i}].most", phrase("expect.between", least=target.least, most=5000), target.most)
    return found


def _check(node: Node, place: str, before: tuple[RecordedAspect, ...], aspect: RecordedAspect) -> None:
    if aspect.high < aspect.low:
        node.fail(f"{place}.high", phrase("expect.between", least=aspect.low, most=5000), aspect.high)
    if not aspect.low <= aspect.figure <= aspect.high:
        node.fail(f"{place}.true", phrase("expect.between", least=aspect.low, most=aspect.high), aspect.true)
    if any((a.name, a.part) == (aspect.name, aspect.part) for a in before):
        node.fail(f"{place}.name", phrase("expect.once"), aspect.name)
