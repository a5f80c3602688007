"""The table's places of Fighter Command's own squadrons (OPS-C8.1): by a fix, by dead reckoning, or as last heard.

A squadron without a fix flies by its own reckoning, which may be a hex out: the table shows the reckoning, the day uses the true place.
"""

from __future__ import annotations

from collections.abc import Mapping

from bob.core.hexes import DIRECTIONS, Hex
from bob.day.state.execution import Play
from bob.day.state.position import RAF, DayPosition, Squadron
from bob.day.state.world import World

WAYS_ASTRAY = 7
"""True, or a hex off in one of six directions: an even chance for each."""


def fixed(world: World, p: DayPosition) -> frozenset[str]:
    """Return the units in the air that can be fixed: a number of the first up of each Sector, those of them whose sets are on; a Wing if
    one can."""
    most = world.figures["control"]["fixes"]
    by_sector: dict[str, list[Squadron]] = {}
    for squadron in p.squadrons.values():
        if squadron.box == "airborne":
            by_sector.setdefault(squadron.sector, []).append(squadron)
    found = {s.unit: s for up in by_sector.values() for s in sorted(up, key=lambda s: s.took_off)[:most] if s.fixing}
    wings = {s.wing for s in found.values() if s.wing is not None}
    return frozenset(s.unit for up in by_sector.values() for s in up if s.unit in found or s.wing in wings)


def ring(figures: Mapping[str, int], squadron: Squadron, fix: bool, turn: int) -> int:
    """Within how many hexes of where the table shows it a squadron in the air may be."""
    unsure = 0 if fix else 1
    if squadron.last is None:
        return unsure
    return int(min(figures["ring_most"], unsure + max(0, turn - squadron.last.turn) // figures["ring_turns"]))


def set_out(play: Play, squadron: Squadron) -> None:
    """A squadron takes off: on 1 or 2 its set stays off for this sortie."""
    squadron.took_off = play.p.turn
    squadron.fixing = play.roll("fix", 1, by=RAF, unit=squadron.unit) > play.world.figures["control"]["no_fix"]
    squadron.astray, squadron.last, squadron.crossed = None, None, False


def reckon(play: Play, squadron: Squadron, fix: bool) -> None:
    """Update the reckoning before the move: with a fix it is corrected, without one it goes astray, once a sortie and a Wing as one; the
    error is hidden."""
    if fix:
        squadron.astray = None
    elif squadron.astray is None:
        led = [s for s in play.p.squadrons.values() if squadron.wing is not None and s.wing == squadron.wing and s.astray is not None]
        at = squadron.hex
        play.about(unit=squadron.unit)
        squadron.astray = led[0].astray if led else play.dice.roll("astray", 1, sides=WAYS_ASTRAY, by=RAF).total - 1
        put(play.world, squadron, at)


def put(world: World, squadron: Squadron, reckoned: Hex) -> None:
    """It believes to have come to a hex: it is there, or as far off as it is astray. Over its field it sees where it is, and at the
    edge of the map."""
    squadron.hex = reckoned
    if squadron.astray:
        off = DIRECTIONS[squadron.astray - 1]
        there = Hex(reckoned.q + off.q, reckoned.r + off.r)
        home = squadron.vector is not None and squadron.vector.kind == "home" and squadron.vector.hex == reckoned
        if home or there not in world.theatre.grounds:
            squadron.astray = 0
        else:
            squadron.hex = there


def reports(play: Play, squadron: Squadron) -> None:
    """It is heard, from however far: a tally, a combat over. The table shows it there in the next turn."""
    if squadron.last is not None:
        squadron.last = squadron.noted(play.p.turn + 1)
