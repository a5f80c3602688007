"""Movement as animation: aircraft along their paths, tracer, bursts; in the order of the events. It can be skipped."""

from __future__ import annotations

from collections.abc import Sequence

from bob.core.game import Event
from bob.core.hexes import Hex, from_label
from bob.desk.boards.hexes.camera import middle
from bob.desk.boards.shared.films import Film, Flash, FlownPath, Still
from bob.tactical.hexes.data import DIVE, ZOOM
from bob.tactical.hexes.rules import flight
from bob.tactical.hexes.rules.geometry import TURN, around
from bob.tactical.hexes.view import HexTableView

STEP = 95
"""Milliseconds that a step takes."""
TRACER, BURST = 420, 620
MOST = 2600
"""The longest animation of simultaneous events in milliseconds: more of them are shown faster."""


def steps_on(at: Hex, facing: int, level: int, path: Sequence[str], altimeter: bool) -> list[tuple[Hex, int, int]]:
    """Return the state of a single aircraft after each step of a path: hex, facing (running on past a whole turn), level."""
    found = []
    for step in path:
        way = step.partition("/")[0]
        kind = way.rstrip("0123456789+-")
        levels = int(way[len(kind) :] or 0)
        if kind.startswith("turn_"):
            facing += {"turn_left": -1, "turn_right": 1}.get(kind, 0)
        elif kind in TURN:
            at = around(at)[(facing + TURN[kind]) % 6]
            level += levels
        elif kind in (*flight.KINDS, ZOOM, DIVE):
            at, turned, level = flight.end_of(at, facing % 6, level, kind, levels, altimeter)
            facing += (turned - facing) % 6
        found.append((at, facing, level))
    return found


def film(before: HexTableView, after: HexTableView, events: Sequence[Event]) -> Film:
    """The film of what happened between two views."""
    made = Film()
    altimeter = after.terms.altimeter
    paths: dict[int, list[str]] = {}
    now = 0.0
    spots = {a.number: a.at for a in before.aircraft}

    def fly(numbers: Sequence[int]) -> None:
        nonlocal now
        longest = 0.0
        for number in numbers:
            path = paths.pop(number, [])
            longest = max(longest, _flown(made, before, after, number, path, now, altimeter))
            spots[number] = after.aircraft[number].at if not after.aircraft[number].out else spots[number]
        now += longest

    for event in events:
        data = event.data
        if event.code == "stepped":
            paths.setdefault(data["aircraft"], []).append(data["step"])
        elif event.code == "flew":
            paths[data["aircraft"]] = list(data["path"])
        elif event.code == "counters":
            fly(list(paths))
            number = data["aircraft"]
            one = before.aircraft[number]
            end = from_label(data["at"])
            turn = (data["facing"] - one.facing + 3) % 6 - 3
            last = Still(middle(end), one.facing + turn, data["level"])
            made.flown.append(FlownPath(number, now, now + STEP * 4, [Still(middle(one.at), one.facing, one.level), last]))
            spots[number] = end
            now += STEP * 4
        elif event.code in ("shot", "destroyed", "ship_hit"):
            fly(list(paths))
            now = _shown(made, event, spots, now)
    fly(list(paths))
    for a in before.aircraft:
        there = after.aircraft[a.number]
        moved = not there.out and not a.out and (a.at, a.facing) != (there.at, there.facing)
        if moved and all(f.number != a.number for f in made.flown) and a.at.q >= 0:
            turn = (there.facing - a.facing + 3) % 6 - 3
            still = Still(middle(there.at), a.facing + turn, there.level)
            made.flown.append(FlownPath(a.number, 0.0, STEP * 2.0, [Still(middle(a.at), a.facing, a.level), still]))
            now = max(now, STEP * 2.0)
    made.length = now
    if now > MOST:
        made.hasten(MOST / now)
    return made


def _flown(made: Film, before: HexTableView, after: HexTableView, number: int, path: list[str], now: float, altimeter: bool) -> float:
    one, other = before.aircraft[number], after.aircraft[number]
    if one.out or one.at.q < 0 or not path:
        return 0.0
    if one.at == other.at and one.facing == other.facing and not other.out:
        return 0.0
    stills = [Still(middle(one.at), one.facing, one.level)]
    found = steps_on(one.at, one.facing, one.level, path, altimeter)
    stills += [Still(middle(at), facing, level) for at, facing, level in found]
    if not other.out and found and (found[-1][0] != other.at):
        stills[-1] = Still(middle(other.at), found[-1][1], other.level)
    length = STEP * len(path)
    made.flown.append(FlownPath(number, now, now + length, stills))
    return length


def _shown(made: Film, event: Event, spots: dict[int, Hex], now: float) -> float:
    data = event.data
    number = data["aircraft"]
    one = middle(spots[number])
    if event.code == "shot":
        made.flashes.append(Flash("tracer", now, now + TRACER, one, middle(spots[data["target"]])))
        return now + TRACER
    if event.code == "ship_hit":
        made.flashes.append(Flash("tracer", now, now + TRACER, one, middle(from_label(data["at"]))))
        return now + TRACER
    made.flashes.append(Flash("burst", now, now + BURST, one, one))
    made.gone[number] = now + BURST * 0.5
    return now + BURST
