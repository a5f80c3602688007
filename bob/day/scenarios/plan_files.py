"""Plans as files: raids as a day's file has them (`[[raid]]`, docs/scenarios.md), for another evening, another day, or a friend.

A day's own file can be read as a plan, too. A file is read whole and checked before anything is made of it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, ClassVar

from bob.core.errors import DataError, phrase
from bob.core.hexes import Hex
from bob.core.text import capital
from bob.data.toml_files import Distinct, Node, read_text, read_toml
from bob.day.scenarios.scenario import plan_of
from bob.day.scenarios.scenario_files import Check, DayFile, RaidLines
from bob.day.state.raid_plan import Leg, RaidPlan
from bob.day.state.scenario_forms import Day, StoryLine, minutes
from bob.day.state.view import LuftwaffeView
from bob.day.state.world import World

ENDING = ".toml"

_NAMED = ("landmark", "luftwaffe_airfield", "town", "port", "raf_airfield", "sector_station")
"""The kinds of place that name a hex in a file, in order of preference."""


@dataclass(frozen=True, slots=True)
class PlanFile:
    """A plan: its raids, and the day that it was drawn up for."""

    raid: Annotated[tuple[RaidLines, ...], Distinct("code")]
    date: Day | None = None
    scenario: StoryLine | None = None
    unread: ClassVar[tuple[str, ...]] = ("origin", "note", "source", "why")


# ---- writing


def spot(world: World, h: Hex) -> str:
    """Return a hex as a file names it: a place in it, or its label."""
    found = [place for place in world.theatre.of_kind(*_NAMED) if place.hex == h]
    for place in sorted(found, key=lambda p: (_NAMED.index(p.kind), p.name)):
        names = [p for p in world.theatre.places if p.name == place.name]
        if len(names) == 1 and world.theatre.hex_at(*world.theatre.position(place.name)) == h:
            return place.name
    return h.label


def _text(value: str) -> str:
    """A text as TOML has it: JSON's way is among its own."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _way(world: World, legs: Iterable[Leg]) -> str:
    return "[" + ", ".join(f"{{ at = {_text(spot(world, leg.hex))}, angels = {leg.angels} }}" for leg in legs) + "]"


def raid_toml(world: World, view: LuftwaffeView, plan: RaidPlan) -> str:
    """One raid as a day's file has it; a convoy is named by the Luftwaffe's number."""
    known = view.raid(plan.code)
    plain = capital(plan.code.replace("_", " "))
    title = {language: (known.title if known is not None else {}).get(language) or plain for language in ("en", "fr")}
    lines = [
        "[[raid]]",
        f"code = {_text(plan.code)}",
        f"name = {{ en = {_text(title['en'])}, fr = {_text(title['fr'])} }}",
        f"type = {_text(plan.type)}",
        f"form_at = {_text(spot(world, plan.form_at))}",
        f"form_time = {_text(view.common.time_of(plan.form_turn))}",
        f"form_angels = {plan.form_angels}",
        "units = [",
        *(f"    {{ unit = {_text(u.unit)}, role = {_text(u.role)}, aircraft = {u.aircraft}, angels = {u.angels} }}," for u in plan.units),
        "]",
        f"route = {_way(world, plan.route)}",
        f"home = {_way(world, plan.home)}",
    ]
    for key in ("primary", "secondary", "joins"):
        if (value := getattr(plan, key)) is not None:
            lines.append(f"{key} = {_text(value)}")
    if plan.convoy is not None:
        lines.append(f'convoy = "{plan.convoy}"')
    if plan.circling:
        lines.append(f"circling = {plan.circling}")
    if plan.low:
        lines.append("low = true")
    return "\n".join(lines) + "\n"


def plan_toml(world: World, view: LuftwaffeView, plans: Iterable[RaidPlan]) -> str:
    """A plan as a file."""
    head = [
        "# A plan of raids, drawn up at the planning table. Its raids have the form of those of a day's file (docs/scenarios.md).",
        "",
        f"date = {view.common.date}",
        f"scenario = {_text(view.common.scenario)}",
        "",
    ]
    return "\n".join([*head, *(raid_toml(world, view, plan) for plan in plans)])


# ---- reading


def plans_read(world: World, view: LuftwaffeView, path: Path) -> list[RaidPlan]:
    """The raids of a plan's file, or of a day's, for the day in hand. Raises DataError."""
    return _plans(world, view, read_toml(path))


def plans_pasted(world: World, view: LuftwaffeView, text: str, name: str) -> list[RaidPlan]:
    """The same of a text; `name` is what faults call it. Raises DataError."""
    return _plans(world, view, read_text(Path(name), text))


def _plans(world: World, view: LuftwaffeView, node: Node) -> list[RaidPlan]:
    day = node.read(DayFile) if "bands" in node.data else None
    file = day if day is not None else node.read(PlanFile)
    check, units = Check(world, node.file), world.luftwaffe(view.settings.order_of_battle)
    check.need(file.raid, "raid", "expect.value", "[]")
    first = minutes(view.common.time_of(1))
    found = []
    for i, raid in enumerate(file.raid):
        place = f"raid[{i}]"
        check.need(minutes(raid.form_time) >= first, f"{place}.form_time", "expect.after", raid.form_time, first=view.common.time_of(1))
        check.need(raid.units, f"{place}.units", "expect.value", "[]")
        for k, line in enumerate(raid.units):
            check.need(line.unit in units, f"{place}.units[{k}].unit", "expect.unit_of_day", line.unit)
        check.need(raid.convoy is None or raid.primary is None, f"{place}.convoy", "expect.no_primary", raid.convoy)
        plan = plan_of(check, first, raid, place, _numbers(check, view, day, raid, place))
        filled = tuple(u if u.aircraft else replace(u, aircraft=max(1, units[u.unit].strength)) for u in plan.units)
        found.append(replace(plan, units=filled))
    codes = [plan.code for plan in found]
    for i, plan in enumerate(found):
        known = plan.joins is None or plan.joins in codes or view.raid(plan.joins) is not None
        check.need(known, f"raid[{i}].joins", "expect.one_of", plan.joins, choices=", ".join(codes))
    return found


def _numbers(check: Check, view: LuftwaffeView, day: DayFile | None, raid: RaidLines, place: str) -> Mapping[str, int]:
    """The Luftwaffe's numbers of the convoys that a raid may name: of those that are known in the day in hand, by number; by the codes
    that a day's file gives them where that is read."""
    known = {str(convoy.number): convoy.number for convoy in view.convoys}
    codes: Sequence[str] = [line.code for line in day.convoy if line.known] if day is not None else ()
    known.update({code: number for number, code in enumerate(codes, 1) if str(number) in known})
    if raid.convoy is not None and raid.convoy not in known:
        raise DataError(check.path, f"{place}.convoy", phrase("expect.one_of", choices=", ".join(known) or "–"), raid.convoy)
    return known
