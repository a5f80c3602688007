"""A day as a side knows it from the beginning (OPS-D6.1): what it cannot know is as in a file without that entry."""

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
    "stations_off": "raf",
    "rooms_hit": "raf",
    "emergency_rooms": "raf",
    "convoy": "raf",
    "directive": "luftwaffe",
    "patrols": "luftwaffe",
    "raid": "luftwaffe",
    "briefing": "neither",
    "weather": "neither",
    "ground": "neither",
}
"""The side that knows an entry of a day's file. What a side learns by looking (the weather now, a convoy) is in its view."""


def known_to(scenario: Scenario, side: Side) -> Scenario:
    """The scenario as a side knows it. The entries of a free day are ranges, which both know.

    The Luftwaffe's own entries are left out as well: its raids refer to convoys that it does not know, and its view has all of them.
    """
    file = scenario.file
    if isinstance(file, FreeFile):
        return scenario
    kept = ("both", "raf") if side == "raf" else ("both",)
    known = {f.name: getattr(file, f.name) for f in fields(DayFile) if KNOWLEDGE[f.name] in kept}
    if side == "raf":
        known["convoy"] = tuple(replace(line, known=False) for line in file.convoy)
    return replace(scenario, file=DayFile(**known), briefing={}, path=Path(scenario.path.name))
