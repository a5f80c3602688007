"""The part of a day's file that a side knows from the beginning (OPS-D6.1); every other entry has its default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Literal

from bob.data.units import Side
from bob.day.scenarios.scenario import Scenario
from bob.day.scenarios.scenario_files import DayFile, FreeFile

Knowledge = Literal["both", "raf", "luftwaffe", "neither"]

KNOWLEDGE: Mapping[str, Knowledge] = {
    "code": "both",
    "title": "both",
    "brief": "both",
    "date": "both",
    "order_of_battle": "both",
    "start": "both",
    "turns": "both",
    "period": "both",
    "response_level": "both",
    "bands": "both",
    "source": "both",
    "switches": "both",
    "lesson": "both",
    "raf": "raf",
    "scramble_limit": "raf",
    "damage": "raf",
    "fighter_command": "raf",
    "stations_off": "raf",
    "stations_on": "raf",
    "rooms_hit": "raf",
    "emergency_rooms": "raf",
    "left": "raf",
    "convoy": "raf",
    "expected": "raf",
    "directive": "luftwaffe",
    "effort": "luftwaffe",
    "patrols": "luftwaffe",
    "raid": "luftwaffe",
    "briefing": "neither",
    "weather": "neither",
    "ground": "neither",
}
"""The side that knows each entry of a day's file. The present weather and the convoys sighted are in the views."""


def known_to(scenario: Scenario, side: Side) -> Scenario:
    """Return the scenario without the entries hidden from a side. The entries of a free day are ranges, known to both.

    The Luftwaffe's own entries are left out as well: its view has all of them, and its raids refer to hidden convoys.
    """
    file = scenario.file
    if isinstance(file, FreeFile):
        return scenario
    open_to = ("both", "raf") if side == "raf" else ("both",)
    known = {f.name: getattr(file, f.name) for f in fields(DayFile) if KNOWLEDGE[f.name] in open_to}
    if side == "raf":
        known["convoy"] = tuple(replace(line, known=False) for line in file.convoy)
    return replace(scenario, file=DayFile(**known), briefing={}, path=Path(scenario.path.name))
