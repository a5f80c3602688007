"""The figures of the model around the tables, from tables/operational.toml, each checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bob.core.errors import phrase
from bob.data.toml_files import Node, read_toml
from bob.data.weathers import WEATHERS

WHOLE: Mapping[str, tuple[str, ...]] = {
    "units": ("gruppe", "squadron", "staffel_most", "flight_most"),
    "units.max_disruption": ("gruppe", "squadron", "flight"),
    "detection": (
        *("raise_at", "lower_at", "per_gruppen", "gruppe_mod", "staffel_mod", "two_kinds", "three_stations", "outer_quarter"),
        *("low_over_land", "sound", "fade", "aside_beyond", "low_at", "merged_most"),
        *("merge_hexes", "merge_angels", "part_hexes", "part_angels", "x_at", "inshore"),
    ),
    "control": ("fixes", "no_fix", "ring_turns", "ring_most"),
    "control.capacity": ("sector_station", "raf_airfield"),
    "readiness": (
        "released_to_available",
        "available_to_ready",
        "landed",
        "rearm_1",
        "rearm_2",
        "no_ammunition",
        "damaged_field",
        "rearm_1_hurricane",
        "rest",
    ),
    "tally": ("at", "controlled_3", "controlled_2", "large", "above", "up_sun", "haze", "bombers"),
    "requests": ("at", "group_10", "group_12", "group_12_wing", "wing", "near"),
    "escort": (
        *("high_cover_at", "close_at", "close_angels", "high_hexes", "wing_most", "sweep_hexes"),
        *("steps", "fuel", "out_of_place", "left"),
    ),
    "flak": (
        *("per_angels", "from_angels", "friends_near", "disruption_at", "one_at", "both_at", "airfield_factor", "airfield_ceiling"),
        *("light_angels", "balloon_angels", "balloon_at"),
    ),
    "again": (
        *("bombers", "dive_bombers", "fighters", "back", "back_of", "fighter_sorties", "other_sorties"),
        *("notice", "response"),
    ),
    "radio": ("bombers", "fighters", "deaf", "lend_hexes", "step"),
    "claims": ("high_at",),
    "ground": ("hangars_at", "hangars", "days"),
}
"""The whole numbers of each part."""
DIVISORS = frozenset(("gruppe", "squadron", "per_gruppen", "per_angels", "ring_turns", "back_of", "steps", "rest"))
"""Figures by which is divided."""
BY_LEVEL = ("error_hexes", "error_angels", "error_strength")
LEVELS_LISTED = 5
"""The levels of a track, from 0 to 4."""
STATIONS_LISTED = 3
"""The numbers of Chain Home stations that limit a level, from 0 to 2."""
MARKERS = ("yellow", "green", "red", "blue")
MOST = 100


def load_figures(path: Path) -> Mapping[str, Any]:
    """The figures of a file by part and name. Raises DataError."""
    top = read_toml(path)
    top.text("origin", ("designed",))
    nodes: dict[str, Node] = {"": top}
    found: dict[str, dict[str, Any]] = {"": {}}
    for part, keys in WHOLE.items():
        outer, _, name = part.rpartition(".")
        nodes[part] = node = nodes[outer].table(name)
        found[part] = found[outer][name] = {key: node.whole(key, 1 if key in DIVISORS else -MOST, MOST) for key in keys}
    detection = nodes["detection"]
    found["detection"] |= {key: _whole_list(detection, key, LEVELS_LISTED, 0) for key in BY_LEVEL}
    found["detection"]["alone"] = _whole_list(detection, "alone", STATIONS_LISTED, 0)
    layers, markers = top.table("layers"), top.table("markers")
    found[""]["layers"] = {weather: _whole_list(layers, weather, 2, -2) for weather in WEATHERS}
    found[""]["markers"] = {marker: _sides(markers, marker) for marker in MARKERS}
    for node in (*nodes.values(), layers, markers):
        node.done()
    return found[""]


def _whole_list(node: Node, key: str, count: int, least: int) -> list[int]:
    values = node.list_of(key, int)
    if len(values) != count or not all(least <= value <= MOST for value in values):
        node.fail(key, phrase("expect.whole_list", count=count, least=least, most=MOST), values)
    return values


def _sides(node: Node, key: str) -> list[str]:
    values = node.list_of(key, str)
    if len(values) != 2 or not set(values) <= set(WEATHERS):
        node.fail(key, phrase("expect.two_weathers", choices=", ".join(WEATHERS)), values)
    return values
