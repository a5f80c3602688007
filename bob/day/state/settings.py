"""The settings of a day that would else go by the calendar (OPS-D4.13): those of its file, else of the time of its order of battle."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, ClassVar

from bob.core.ranges import OneOf
from bob.data.map_files import Record
from bob.data.theatre import Place
from bob.data.units import FIRST_DAY
from bob.day.state.directives import DirectiveLines, orders_of
from bob.day.state.position import DaySettings

INSTRUCTIONS: Mapping[str, dt.date] = {"coast": FIRST_DAY, "land": dt.date(1940, 8, 19), "london": dt.date(1940, 9, 7)}
"""The stages of 11 Group's instructions to its controllers, and since when each held: raids are met at the coast and over convoys; by
Park's instruction of 19 August over land and in strength; over London in pairs, with all that flies."""

GROUP_12: Mapping[str, dt.date] = {"squadrons": FIRST_DAY, "wing": dt.date(1940, 9, 7)}
"""The ways in which 12 Group helps, and since when: by squadrons, or more gladly with a whole Sector's Wing (OPS-C3.2)."""


@dataclass(frozen=True, slots=True)
class FighterCommandLines:
    """Fighter Command's settings in a day's file; one left out is as on the day of its order of battle."""

    instructions: Annotated[str, OneOf(tuple(INSTRUCTIONS))] | None = None
    group_12: Annotated[str, OneOf(tuple(GROUP_12))] | None = None
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "why", "source")


def _at(stages: Mapping[str, dt.date], day: dt.date) -> str:
    """The stage that holds on a day."""
    return [name for name, since in stages.items() if since <= day][-1]


@cache
def settings_of(day: dt.date) -> DaySettings:
    """All settings as they were on a day of the battle."""
    return DaySettings(day, _at(INSTRUCTIONS, day), _at(GROUP_12, day), orders_of(day).code)


def settings_in(posted_on: dt.date, lines: FighterCommandLines | None, directive: DirectiveLines | None) -> DaySettings:
    """The settings of a day's file with the order of battle of a day."""
    lines = lines if lines is not None else FighterCommandLines()
    usual = settings_of(posted_on)
    return DaySettings(
        usual.order_of_battle,
        lines.instructions or usual.instructions,
        lines.group_12 or usual.group_12,
        (directive.orders if directive is not None else None) or usual.orders,
    )


def stations_of(places: Iterable[Place] | Iterable[Record], day: dt.date) -> tuple[list[str], list[str]]:
    """The RDF stations among some places that were not built yet on a day, and those that were off the air (OPS-C7.1)."""
    absent, silent = [], []
    for place in places:
        since, off_air = place.extra.get("since"), place.extra.get("off_air")
        if since is not None and day < since:
            absent.append(f"{place.kind}:{place.name}")
        elif off_air is not None and off_air[0] <= day <= off_air[1]:
            silent.append(f"{place.kind}:{place.name}")
    return absent, silent
