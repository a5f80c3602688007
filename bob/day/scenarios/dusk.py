"""Damage that outlasts a day, and the days that begin with it (OPS-C7.2)."""

from __future__ import annotations

from bob.core.errors import UsageError
from bob.data.units import LAST_DAY
from bob.day.rules.ground import ROOM
from bob.day.scenarios.scenario import Scenario
from bob.day.state.position import DayPosition
from bob.day.state.scenario_lines import LeftLine


def left_by(p: DayPosition) -> tuple[LeftLine, ...]:
    """The damage that outlasts the day. Craters are filled and hangars cleared overnight."""
    found = []
    for key, until in sorted(p.left.items()):
        kind, _, name = key.partition(":")
        until = min(until, LAST_DAY)
        if kind == ROOM:
            found.append(LeftLine("room", name, until))
        else:
            found.append(LeftLine("mobile" if key in p.mobile_stations else "station", key, until))
    return tuple(found)


def after(text: str, scenario: Scenario, yesterday: DayPosition) -> str:
    """The file of a day with the damage left by a finished earlier day. Raises UsageError."""
    if yesterday.phase != "over":
        raise UsageError("ops.ground_not_over")
    if scenario.free:
        raise UsageError("ops.ground_free", scenario=scenario.code)
    if scenario.date <= yesterday.date:
        raise UsageError("ops.ground_earlier", scenario=scenario.code, date=yesterday.date.isoformat())
    lines = [f'\n[[left]]\nwhat = "{line.what}"\nname = "{line.name}"\nuntil = {line.until}\n' for line in left_by(yesterday)]
    return "".join([text.rstrip("\n"), "\n", *lines])
