"""The rungs of the alert ladder: each raid with its time to the coast, its goal, the squadrons sent, their meeting and the odds.

All from the RAF's view: the knowledge of a controller at the table, and no more. No Qt.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.rules.control import Meeting
from bob.day.rules.readiness import weight
from bob.day.rules.tracks import known_bombers
from bob.day.rules.wings import stack_of
from bob.day.state.orders import Scramble
from bob.day.state.view import RafView, SquadronView, TrackView
from bob.day.state.world import World
from bob.staff.advice.map.counters import height, strength
from bob.staff.controller import COAST
from bob.staff.doctrine import PARK
from bob.staff.rules import Rules
from bob.staff.threats import FRESH, GUESSED_SPEED, Threat, threats

MAKES_FOR = ("sector_station", "raf_airfield", "chain_home", "docks", "factory", "port")
"""Kinds of places on a raid's way that may be its goal."""

NAMED = 2
"""Possible goals that are named."""

SOON = 4
"""Turns to the coast from which a raid presses."""

FITTED_OVER = 6
"""Turns of a course over which its speed is read."""

HOUR = 12
"""Turns in an hour."""

SLOWEST = 80
"""Miles in the hour below which no raid flies: it circles, or its plots are too rough."""

FEW = 2
"""Aircraft of a raid that only reconnoitres: it is shown, and never pressing."""

TURNS_OUT = 4
"""Turns in which a raid that has turned for home is well out to sea."""

HALF = 0.5
"""A shortfall of up to half a squadron is ignored."""

NEAR = 2
"""Turns to the coast up to which raids are as near as those over land."""

ABOUT = 2
"""Hexes around such a post within which a patrolling squadron counts as waiting for the raid."""

OLD = 4
"""Turns since the last plot after which a raid is never pressing: twenty minutes."""


@dataclass(frozen=True, slots=True)
class Rung:
    """A raid on the ladder. Turns count from now: `coast` is None when the raid is not coming, 0 when it is over land. `foes` is None
    without a reported strength."""

    number: int
    label: str
    strength: str
    height: str
    mph: int | None
    coast: int | None
    goals: tuple[tuple[str, int], ...]
    sent: tuple[str, ...]
    aircraft: int
    foes: int | None
    meet: int | None
    need: int
    have: float
    age: int
    gathering: bool = False
    """True over the far shore: its times assume that it sets out now."""
    guessed: bool = False
    """True without a course: its way and times are a guess."""
    low: bool = False
    """True when the squadrons sent could meet it, but none in time at the height ordered."""
    missed: int = 0
    """Squadrons sent that do not catch it on its present course; they do not count."""
    over_land: int = 0
    """Turns since it was first plotted over land."""
    post: Hex | None = None
    """Of one that gathers: where it would cross the coast, and squadrons wait for it."""
    waiting: int = 0
    """Squadrons sent that wait there."""
    bombers: int | None = None
    """The bombers in it, where they were counted."""

    @property
    def lacking(self) -> bool:
        """True when more squadrons should be sent."""
        return self.need - self.have > HALF

    @property
    def pressing(self) -> bool:
        """True when it cannot wait: it is coming, near or over land, in strength, plotted recently, and too few squadrons are sent."""
        few = self.foes is not None and self.foes <= FEW
        return self.lacking and not few and not self.old and self.coast is not None and self.coast <= SOON

    @property
    def old(self) -> bool:
        """True when its last plot is too old for a question about it."""
        return self.age >= OLD

    @property
    def spent(self) -> bool:
        """True when as many squadrons are sent as advised, but they lack aircraft or ammunition."""
        return self.lacking and self.coming >= self.need

    @property
    def coming(self) -> int:
        """Squadrons sent that reach it."""
        return len(self.sent) - self.missed


def rungs(rules: Rules, view: RafView, ordered: Mapping[str, Scramble]) -> list[Rung]:
    """Return the rungs, the most pressing first; those going home last, those of long ago not at all. `ordered` holds the scrambles
    ordered this turn."""
    found: list[Rung] = []
    taken: set[str] = set()
    for threat in threats(rules, view, PARK):
        if threat.track.age <= FRESH:
            rung = _rung(rules, view, threat, ordered, taken)
            taken.update(rung.sent)
            found.append(rung)
    return sorted(found, key=_order)


def _order(rung: Rung) -> tuple[float, ...]:
    """Return the sort key of a rung: pressing raids first, then those that come; at equal nearness the one that lacks most."""
    coast = rung.coast or 0
    return not rung.pressing, rung.coast is None, coast if coast > NEAR else 0, rung.have - rung.need, -(rung.foes or 0), rung.number


def _rung(rules: Rules, view: RafView, threat: Threat, ordered: Mapping[str, Scramble], taken: Collection[str]) -> Rung:
    """Return a rung; squadrons in `taken` wait for another raid."""
    track, post = threat.track, _post(rules, threat)
    off = {unit: order for unit, order in ordered.items() if order.track == track.number}
    sent = [s for s in view.squadrons if against(s, track.number) or (s.scrambling and s.unit in off)]
    wait = [s for s in view.squadrons if s.unit not in taken and s not in sent and waits(s, post, ordered.get(s.unit))]
    led = [(s, off[s.unit].angels if s.unit in off else s.vector["angels"] if s.vector is not None else s.angels) for s in sent]
    led = [(s, angels) for s, angels in led if s.tally != track.number]
    meets = [found.turns for s, angels in led if (found := _meeting(rules, view, s, track, angels)) is not None]
    sent += wait
    missed = [s for s, _ in led if _meeting(rules, view, s, track) is None]
    low = not meets and len(missed) < len(led)
    here = any(s.tally == track.number for s in sent)
    speed = _speed(threat)
    coming = threat.inbound and not (speed is None and not threat.guessed and _goes_out(rules, track))
    coast, rough = _coast(rules, threat, speed)
    return Rung(
        track.number,
        track.label,
        strength(track),
        height(track),
        speed,
        coast if coming else None,
        _goals(rules.world, threat, coast) if coming else (),
        tuple(s.unit for s in sent),
        sum(s.strength for s in sent),
        threat.strength if threat.reported else None,
        0 if here else min(meets, default=None),
        threat.need,
        sum(weight(s) * (1.0 if s.ammo == "full" else 0.5) for s in sent if s not in missed),
        track.age,
        threat.gathering,
        threat.guessed or rough,
        low and not here,
        len(missed),
        threat.over_land,
        post,
        len(wait),
        known_bombers(track.plots),
    )


def _post(rules: Rules, threat: Threat) -> Hex | None:
    """Return the hex where squadrons wait for a raid that gathers: its course is unknown, but it must cross the coast."""
    if not threat.gathering:
        return None
    return next((h for h in threat.way if rules.from_shore(h) <= COAST and h not in rules.world.barred), None)


def waits(s: SquadronView, post: Hex | None, order: Scramble | None) -> bool:
    """Return whether a squadron patrols at the waiting place of a raid, or is ordered off to it."""
    if post is None or s.strength <= 0 or s.tally is not None:
        return False
    vector = s.vector or {}
    at = hexes.from_label(vector["hex"]) if s.box == "airborne" and vector.get("kind") == "hex" else None
    if s.scrambling and order is not None:
        at = order.hex
    return at is not None and hexes.distance(at, post) <= ABOUT


def _coast(rules: Rules, threat: Threat, speed: int | None) -> tuple[int, bool]:
    """Return the turns until a raid is over land, and whether that is an estimate: the earliest possible turn if its plots give no speed
    that a raid can fly at. A raid that was plotted out at sea just now is not over land yet."""
    track, away = threat.track, rules.from_shore(threat.track.last.hex)
    rough = speed is None and not threat.guessed and threat.inland_in > 0
    soonest = max(0, math.ceil(away / GUESSED_SPEED) - max(0, track.age))
    found = min(threat.inland_in, soonest) if rough else threat.inland_in
    return max(found, int(away > 0 and track.age <= 0)), rough


def against(s: SquadronView, number: int) -> bool:
    """Return whether a squadron fights a raid, is led to it, or is ordered off against it."""
    return s.strength > 0 and (s.tally == number or (s.vector is not None and s.vector.get("track") == number))


def _meeting(rules: Rules, view: RafView, s: SquadronView, track: TrackView, angels: int | None = None) -> Meeting | None:
    """Return the meeting of a squadron, with its Wing, and a raid at a height; in level flight without one."""
    return rules.met(s, rules.way(track), angels, stack_of(view.squadrons, s))


def _goes_out(rules: Rules, track: TrackView) -> bool:
    """Return whether a track has just turned for the sea: by its older plots it circles, but its last two lead out."""
    way = rules.way(track)
    return len(way) > TURNS_OUT and rules.from_shore(way[TURNS_OUT]) > PARK.out


def _speed(threat: Threat) -> int | None:
    """Miles in the hour by the course that is fitted to its plots, to the next ten; None while there is none, or none that it can keep."""
    turns = min(len(threat.way) - 1, FITTED_OVER)
    if threat.track.course is None or threat.guessed or turns < 2:
        return None
    flown = hexes.distance(threat.way[0], threat.way[turns]) / turns
    mph = round(flown * 5 * HOUR / 10) * 10
    return mph if mph >= SLOWEST else None


def _goals(world: World, threat: Threat, coast: int) -> tuple[tuple[str, int], ...]:
    """Return the possible goals on its way or beside it, with the turns to the nearest point, the soonest first. Over the sea it has
    none before it is over land."""
    if not threat.inbound:
        return ()
    found = []
    for place in world.theatre.of_kind(*MAKES_FOR):
        if place.hex is None:
            continue
        away, turns = min((hexes.distance(at, place.hex), turns) for turns, at in enumerate(threat.way))
        if away <= 1:
            found.append((max(turns, coast), away, place.name))
    return tuple((name, turns) for turns, _, name in sorted(found)[:NAMED])
