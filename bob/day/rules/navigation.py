"""Navigation (OPS-A5): the roll, its effect on a raid, and the diversion."""

from __future__ import annotations

from bob.core import hexes
from bob.data.weathers import BAD, WEATHERS
from bob.day.rules.weather import at, between, crosswind
from bob.day.state.execution import Play
from bob.day.state.position import LUFTWAFFE, Raid
from bob.day.state.scenario_lines import reading

DIVERT_FROM = 4
"""A lost raid diverts on this or more of 1d6 (OPS-A5.divert)."""


def navigate(play: Play, raid: Raid, *, objective: bool) -> str:
    """Roll for navigation (OPS-A5.table), return the result, and mark the raid lost or found."""
    world, p = play.world, play.p
    weather = at(world, p, raid.hex, raid.angels)
    marks = world.landmarks | world.coast
    own = between(world, p, raid.hex, 0, raid.angels)
    # The clearest mark counts; between the raid and a mark beside it lies the air of both hexes.
    near = [
        (apart, max(own, sky, key=WEATHERS.index), sky)
        for h in (raid.hex, *hexes.neighbours(raid.hex))
        if h in marks
        for apart, sky in [(int(h != raid.hex), between(world, p, h, 0, raid.angels))]
    ]
    apart, clear, mark = min(near, key=lambda n: (n[2] in BAD, n[0] == 1 and n[1] != "fair", n[0]), default=(1, own, own))
    found = play.table(
        "navigation",
        LUFTWAFFE,
        about={"raid": raid.plan.code, "hex": raid.hex.label},
        weather=weather,
        landmark=bool(near),
        landmark_distance=apart,
        landmark_weather=mark,
        weather_between=clear,
        crosswind=crosswind(p, raid.angels),
        lost=raid.lost,
        en_route=not objective,
    )
    result = str(found.result)
    raid.lost = lost_after(result, raid.lost, finds=reading(p.switches, "lost_found") == "finds")
    raid.decoyed = result == "decoyed"
    believed = "lost" if raid.lost else "on_course"  # the crews do not know of a decoy (OPS-C4.3)
    # Told on the way, it would say that the raid stands on the RAF's table (OPS-A1.5, OPS-B4.3).
    play.tell("navigation", (LUFTWAFFE,) if objective else (), "OPS-A5.table", raid=raid.plan.code, result=believed)
    return result


def lost_after(result: str, lost: bool, *, finds: bool = True) -> bool:
    """Return whether a raid is lost after a roll: lost marks it, on course clears it unless `finds` is False, a decoy leaves it as it
    was (OPS-A5.lost, OPS-A5.found)."""
    return {"lost": True, "on_course": lost and not finds}.get(result, lost)


def roll_to_divert(play: Play, raid: Raid, *, bad_weather: bool) -> bool:
    """Roll whether a raid that lost its way diverts; no die where it does not matter (OPS-A5.divert)."""
    if not divert_needs_die(bad_weather=bad_weather, lost=raid.lost, decoyed=raid.decoyed):
        return False
    return play.roll("divert", 1, by=LUFTWAFFE, raid=raid.plan.code) >= DIVERT_FROM


def diverts(*, bad_weather: bool, decoyed: bool, strayed: bool) -> bool:
    """Return whether a raid that reached its objective diverts to its secondary: for bad weather over the objective, or by the die of a
    lost raid (OPS-A5.divert). A decoyed raid never does (OPS-A5.decoy)."""
    return not decoyed and (bad_weather or strayed)


def divert_needs_die(*, bad_weather: bool, lost: bool, decoyed: bool) -> bool:
    """Return whether a raid rolls to divert."""
    return lost and not bad_weather and not decoyed
