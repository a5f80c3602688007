"""A mission drawn by the dice: forces of as many points on both sides, and what sky they meet in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.core.dice import Dice, Stream
from bob.data.units import SIDES
from bob.tactical.hexes.data import HexTables

POINTS = 88
"""The points of a side where none are agreed: four Spitfires."""
LEAST = 22
MOST = 220
MOST_AIRCRAFT = 22
SILVER = "silver"


def random_terms(options: Mapping[str, Any], tables: HexTables, dice: Dice) -> dict[str, Any]:
    """The terms of a mission as its file would give them; the option `limit` gives the points of a side (FIS-260, FIS-261)."""
    stream = Stream.of("/".join(map(str, dice.roll("hexes.dice.mission", 4, sides=100).faces)), "mission")
    wanted = options.get("limit", POINTS)
    points = min(MOST, max(LEAST, wanted)) if isinstance(wanted, int) and not isinstance(wanted, bool) else POINTS
    made: dict[str, Any] = {
        "turns": 8,
        "limit": points,
        "cloud_count": stream.below(8),
        "altimeter": stream.below(2) == 0,
        "deflection": stream.below(3) == 0,
        "players": [{"seat": side, "side": side, "aircraft": _force(side, points, tables, stream)} for side in SIDES],
    }
    if made["altimeter"]:
        made["altitude_fire"] = made["above"] = True
    if stream.below(3) == 0:
        made["wind"] = {"to": stream.below(6), "force": 1 + stream.below(3)}
    return made


def _force(side: str, points: int, tables: HexTables, stream: Stream) -> list[dict[str, Any]]:
    """Fighters of one or two types, a leader if the points allow; the last point is spent where it can be."""
    fighters = sorted((dash for dash in tables.aircraft.values() if dash.side == side and not dash.bomber), key=lambda dash: dash.code)
    affordable = [dash for dash in fighters if dash.points <= points] or fighters[:1]
    types = [stream.choose(affordable), stream.choose(affordable)]
    silver = tables.classes[SILVER].points
    led = points >= silver + 2 * types[0].points
    left = points - (silver if led else 0)
    found: list[dict[str, Any]] = []
    while len(found) < MOST_AIRCRAFT:
        can = [dash for dash in (types if len(found) else types[:1]) if dash.points <= left] or [d for d in affordable if d.points <= left]
        if not can and found:
            break
        dash = stream.choose(can or types[:1])
        left -= dash.points
        found.append({"type": dash.code, **({"leader": SILVER} if led and not found else {})})
    return found
