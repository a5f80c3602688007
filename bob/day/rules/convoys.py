"""Convoys (OPS-C5.1): how they move along their lanes, who sees them, and where they will be."""

from __future__ import annotations

import math

from bob.core import hexes
from bob.core.dice import Dice
from bob.core.hexes import Hex
from bob.data.weathers import CLOUD
from bob.day.rules.convoy_lanes import lane_hexes
from bob.day.rules.movement import way
from bob.day.rules.weather import layers
from bob.day.rules.winds import heading
from bob.day.state.convoy_state import ConvoySighting, DayConvoy
from bob.day.state.execution import Play
from bob.day.state.groups import groups
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.day.state.world import World

TURNS_A_HEX = 7
"""Turns in which a convoy makes a hex: 7½ knots."""
SEEN_WITHIN, WATCHED_WITHIN = 3, 5
"""Hexes at which a raid sees a convoy in clear weather, and Cap Gris-Nez in any."""
WATCH = "Cap Gris-Nez"
SIGHTED = "sighted:"
"""The prefix of the Luftwaffe's names for convoys, before their numbers."""
MISCOUNT = 30
"""The greatest error in the count of a convoy's ships, in per cent."""
LOOKED_AT = 4
"""Hexes of the lane from which a convoy's course is derived."""
PATROLLED = 2
"""Hexes from a convoy at which an RAF patrol looks out the better (OPS-C5.2)."""


def under_way(p: DayPosition) -> list[DayConvoy]:
    """The convoys at sea."""
    return [convoy for convoy in p.convoys.values() if convoy.state == "under_way"]


def balloons_over(world: World, p: DayPosition, h: Hex) -> bool:
    """Return whether barrage balloons fly over a hex: those of the land, or a convoy's."""
    return h in world.balloons or any(convoy.hex == h and convoy.balloons > 0 for convoy in under_way(p))


def move(play: Play) -> None:
    """Step 1, before the event: every convoy is where its lane and its speed have brought it (OPS-B4.2)."""
    p = play.p
    for convoy in p.convoys.values():
        if convoy.state not in ("to_come", "under_way") or p.turn < convoy.entered:
            continue
        lane = lane_hexes(play.world, convoy.lane)
        made = (p.turn - convoy.entered) // TURNS_A_HEX
        if made > abs(convoy.last - convoy.first):
            convoy.state = "in_port"
            play.tell("convoy_in", (RAF,), "OPS-C5.1", convoy=convoy.code)
            continue
        convoy.hex = lane[convoy.first + (made if convoy.last > convoy.first else -made)]
        if convoy.state == "to_come":
            convoy.state = "under_way"
            play.tell("convoy_out", (RAF,), "OPS-C5.1", convoy=convoy.code, hex=convoy.hex.label, ships=convoy.ships)
    watch(play)


def course(world: World, convoy: DayConvoy) -> int:
    """The course of a convoy over the next hexes of its lane, in degrees."""
    lane = lane_hexes(world, convoy.lane)
    at = lane.index(convoy.hex) if convoy.hex in lane else convoy.first
    on = min(at + LOOKED_AT, convoy.last) if convoy.last > convoy.first else max(at - LOOKED_AT, convoy.last)
    if on == at:  # at the end of its way: the course that brought it there
        at -= 1 if convoy.last > convoy.first else -1
    return round(heading(world, lane[at], lane[on])) % 360


def in_sight(world: World, p: DayPosition, convoy: DayConvoy, h: Hex, angels: int) -> bool:
    """Return whether a raid in a hex at a height sees a convoy: near enough, and no cloud, fog or rain between (OPS-C5.1)."""
    if convoy.state != "under_way" or hexes.distance(h, convoy.hex) > SEEN_WITHIN:
        return False
    return not any(layers(world, p, here, 0, angels) & CLOUD for here in way(h, convoy.hex))


def watch(play: Play) -> None:
    """The Luftwaffe sees what convoys it can: from Cap Gris-Nez, and from its raids (OPS-C5.1)."""
    p = play.p
    if not p.convoys:
        return
    post = play.world.theatre.find(WATCH).near
    up = groups(p)
    for convoy in under_way(p):
        watched = hexes.distance(post, convoy.hex) <= WATCHED_WITHIN
        if watched or any(in_sight(play.world, p, convoy, g.hex, g.angels) for g in up):
            sight(play, convoy)


def sight(play: Play, convoy: DayConvoy) -> None:
    """The Luftwaffe has a convoy's place, course and ships as it counts them."""
    p = play.p
    again = convoy.seen is None or convoy.seen.turn < p.turn - 1
    if convoy.number is None:
        convoy.number = 1 + sum(other.number is not None for other in p.convoys.values())
    play.about(place=convoy.code, hex=convoy.hex.label)
    see(play.world, p, convoy, play.dice)
    if again and (seen := convoy.seen) is not None:
        play.tell("convoy_seen", (LUFTWAFFE,), "OPS-C5.1", number=seen.number, hex=seen.hex.label, course=seen.course, ships=seen.ships)


def see(world: World, p: DayPosition, convoy: DayConvoy, dice: Dice) -> None:
    """Record the Luftwaffe's sight of a convoy that has its number.

    Its ships are counted once, and again only when enough have been sunk that the count exceeds any possible error: repeated looks give
    no other counts to average, and no count that falls with each ship and so confirms mere claims (OPS-B4.3, OPS-C4.3).
    """
    assert convoy.number is not None
    least, most = (counted(convoy.afloat, off) for off in (-MISCOUNT, MISCOUNT))
    ships = convoy.seen.ships if convoy.seen is not None else 0
    if not least <= ships <= most:
        off = dice.roll("convoy_count", 1, sides=2 * MISCOUNT + 1, by=LUFTWAFFE).total - 1 - MISCOUNT
        ships = counted(convoy.afloat, off)
    convoy.seen = ConvoySighting(convoy.number, p.turn, convoy.hex, course(world, convoy), ships)


def counted(ships: int, off: int) -> int:
    """Return ships as counted with an error in per cent."""
    return max(1, round(ships * (100 + off) / 100))


def expected(world: World, seen: ConvoySighting, turn: int) -> Hex:
    """Return a convoy's place in a turn, by the course and speed of its last sighting (OPS-C5.4)."""
    miles = max(0, turn - seen.turn) / TURNS_A_HEX * world.theatre.across
    x, y = world.theatre.middle(seen.hex)
    off = math.radians(seen.course)
    return world.theatre.nearest_hex(x + miles * math.sin(off), y - miles * math.cos(off))


def patrolled(p: DayPosition, h: Hex) -> bool:
    """Return whether a patrol in a hex has a convoy to protect (OPS-C5.2)."""
    return any(hexes.distance(h, convoy.hex) <= PATROLLED for convoy in under_way(p))
