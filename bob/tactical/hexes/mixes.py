"""Battles with all options mixed at random, for the fuzzer and the tests."""

from __future__ import annotations

from typing import Any

from bob.core.dice import Stream
from bob.tactical.hexes.data import shipped

TABLES = shipped()
TYPES = sorted(TABLES.aircraft)
LEADERS = ("", "", "silver", "gold", *sorted(TABLES.leaders))
SEATS = {"raf": ("red", "blue", "green"), "luftwaffe": ("schwarm", "rotte", "stab")}


def mixed(seed: int) -> tuple[str, dict[str, Any]]:
    """A mission and options: sides of one to three players, any aircraft, leaders, wingmen, weather, and every switch."""
    s = Stream.of(seed, "mix")
    switches = ("deflection", "slip_limit", "altitude_fire", "above", "fuel", "wep_once", "named", "new_clouds")
    options: dict[str, Any] = {name: s.below(2) == 0 for name in switches}
    options["limit"], options["handicap"], options["aims"] = 0, {}, []
    options["altimeter"] = s.below(3) > 0
    options["night"] = s.below(5) == 0
    options["structure"] = s.choose((0, 0, 1, 3))
    options["columns"], options["rows"] = s.choose((11, 14, 21)), s.choose((8, 11, 15))
    options["cloud_count"] = s.choose((0, 4))
    options["turns"] = s.choose((3, 8))
    if s.below(2):
        options["wind"] = {"to": s.below(6), "force": 1 + s.below(3)}
    options["first"] = s.choose(("raf", "luftwaffe")) if s.below(5) == 0 else None
    if s.below(4) == 0:
        options["aims"] = [{"side": "luftwaffe", "kind": "exit", "points": 2, "of": "bomber", "edge": "west"}]
    most = 1 + s.below(3)
    options["players"] = [_player(s, seat, side) for side, seats in SEATS.items() for seat in seats[:most]]
    return "free_hunt", options


def _player(s: Stream, seat: str, side: str) -> dict[str, Any]:
    leader = s.choose(LEADERS)
    type_ = TABLES.leaders[leader].aircraft[0] if leader in TABLES.leaders else s.choose(TYPES)
    one = s.choose(TYPES)
    aircraft: list[dict[str, Any]] = [{"type": type_, "leader": leader, "guns": s.choose((0, 0, 2))}]
    for _ in range(s.below(4)):
        mount: dict[str, Any] = {"type": one if s.below(2) else s.choose(TYPES), "fuel": -s.choose((0, 0, 6))}
        if leader and s.below(2):
            mount["wingman_of"] = 0
        aircraft.append(mount)
    return {"seat": seat, "side": side, "aircraft": aircraft, "cards": s.choose((0, 0, 2))}
