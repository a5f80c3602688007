"""A controller's reading of the table: the threats, their ways, their worth in squadrons."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.rules.movement import way as way_between
from bob.day.rules.tracks import known_bombers
from bob.day.state.view import RafView, TrackView
from bob.staff.doctrine import Doctrine
from bob.staff.rules import USUAL_ANGELS, Rules, reported_angels

GUESSED_STRENGTH = 20
GUESSED_SPEED = 3
MIDDLE = {10: 5, 30: 20, 60: 45, 100: 80, 150: 130}
"""The assumed strength of a raid for a band of strength, by the band's upper end."""
FRESH, FRESH_INLAND = 4, 3
"""Turns for which a plot is believed, out at sea and over land."""

MAY_BE_OURS = 4
"""The distance from squadrons out over the sea within which an unidentified plot may be theirs, in hexes."""

BARE = 5
"""A raid is bare while fewer than 1/BARE of the squadrons that it needs are sent against it."""

BOMBER, FIGHTER = 3.0, 0.5
"""The weight of a counted bomber and of a counted fighter in the answer to a raid, of an aircraft of unknown kind 1: the bombers are what
is to be stopped, with escort or without."""

AWAY = 4
"""The increase of a homeward raid's distance from the shore, in hexes."""

COASTING = 6
"""Hexes from the shore within which a track that does not go away is a threat, whatever its course."""

INLAND_WITHIN = 14
"""Turns within which a track that will come over land is a threat."""


@dataclass(slots=True)
class Threat:
    """A track as a controller sees it: its way as plotted and as assumed, and the squadrons sent against it. It may be inbound, gather
    over France, or linger off the coast without going home."""

    track: TrackView
    plotted: tuple[Hex, ...]
    way: tuple[Hex, ...]
    strength: int
    reported: bool
    angels: int
    inland_in: int
    inbound: bool
    gathering: bool
    lingers: bool
    need: int
    guessed: bool = False
    """True if it has no course yet: its way is that of a raid from there."""
    over_land: int = 0
    """Turns since it was first plotted over land."""
    have: float = 0.0
    sent: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        return self.track.number

    @property
    def lacking(self) -> float:
        return self.need - self.have

    @property
    def bare(self) -> bool:
        """Return whether so little is sent against it that it is worth meeting deep inland, too."""
        return self.have < self.need / BARE


def threats(rules: Rules, view: RafView, doctrine: Doctrine) -> list[Threat]:
    """Return the tracks on the table, the soonest over land first, a presumed Freie Jagd last."""
    found = [_threat(rules, track, doctrine) for track in view.tracks if track.level > 0 and not track.faded]
    out = [s.hex for s in view.squadrons if s.box == "airborne" and rules.from_shore(s.hex) > 0]
    for threat in found:
        if not threat.reported and any(hexes.distance(threat.track.last.hex, h) <= MAY_BE_OURS for h in out):
            threat.need = 0  # it may be they (OPS-C2.3)
    bombers = any(t.inbound and t.angels < doctrine.sweep for t in found)
    sweeps = [t.number for t in found if t.reported and t.angels >= doctrine.sweep]
    for threat in found:
        if threat.number in sweeps and threat.need:
            share = doctrine.sweep_share if bombers else max(doctrine.sweep_share, 0.5)
            threat.need = math.floor(threat.need * share) if bombers else max(1, math.floor(threat.need * share))
    return sorted(found, key=lambda t: (not t.inbound, bombers and t.number in sweeps, t.inland_in, -t.strength, t.number))


def _threat(rules: Rules, track: TrackView, doctrine: Doctrine) -> Threat:
    plotted = rules.way(track)
    strength = _strength(track)
    angels = reported_angels(track)
    way = rules.foreseen(track)
    homeward = _flies_home(rules, track)
    gathering = not homeward and rules.gathers(track)
    guessed = gathering or _unsure(rules, track, way, doctrine)
    if guessed and not homeward:
        way = _guess(rules, track)
    away = [rules.from_shore(h) for h in way[: INLAND_WITHIN + 1]]
    inland_in = next((turns for turns, miles in enumerate(away) if miles == 0), 99)
    inbound = inland_in < 99 and not (homeward and rules.gathers(track))
    if inland_in == 0 and len(away) > 3 and away[3] > doctrine.out:
        inbound = False  # on its way out
    if track.age > (FRESH_INLAND if rules.from_shore(track.last.hex) == 0 else FRESH):
        inbound = False  # its place is unknown; over land it would have been seen
    lingers = (
        not inbound and track.age <= FRESH and 0 < away[0] <= doctrine.watch and away[min(3, len(away) - 1)] <= away[0] + 1
        if away
        else False
    )
    if lingers and away[0] <= COASTING and not gathering and not homeward:
        inbound, inland_in = True, 1 + math.ceil(away[0] / GUESSED_SPEED)  # along the shore, or over ships: its turn inland is unknown
    need = 0
    if inbound:
        if strength is None:
            need = doctrine.unknown
        elif strength > doctrine.single or track.level < 3:
            need = max(1, math.ceil(_weighed(track, strength, doctrine) / doctrine.aircraft))
        if doctrine.pairs and need > 1:
            need += need % 2
        need = min(need, doctrine.most)
        if gathering:
            need = math.floor(need * doctrine.gathering) if strength is not None else 0
    return Threat(
        track,
        plotted,
        way,
        strength if strength is not None else GUESSED_STRENGTH,
        strength is not None,
        angels if angels is not None else USUAL_ANGELS,
        inland_in,
        inbound,
        gathering,
        lingers,
        need,
        guessed,
        _over_land(rules, track),
    )


def _weighed(track: TrackView, strength: int, doctrine: Doctrine) -> float:
    """Return a raid's strength as the answer weighs it: by the kinds of its aircraft once they are counted; where the doctrine meets
    small raids in strength, too, the middle between it and a great raid (the geometric mean)."""
    bombers = known_bombers(track.plots)
    weight = strength if bombers is None else BOMBER * min(bombers, strength) + FIGHTER * max(0, strength - bombers)
    return math.sqrt(weight * doctrine.great) if doctrine.great else weight


def _flies_home(rules: Rules, track: TrackView) -> bool:
    """Return whether a track has left its nearest point to the shore by more than the error of plots."""
    return rules.from_shore(track.last.hex) >= min(rules.from_shore(p.hex) for p in track.plots) + AWAY


def _strength(track: TrackView) -> int | None:
    """Return the last reported strength of a track, of a band its middle, or None."""
    last = next((p for p in reversed(track.plots) if p.strength is not None), None)
    if last is None or last.strength is None:
        return None
    return MIDDLE.get(last.strength, last.strength) if last.level == 2 else last.strength


def _over_land(rules: Rules, track: TrackView) -> int:
    """The turns since a track was first plotted over land; 0 out at sea."""
    first = next((p.turn for p in track.plots if rules.from_shore(p.hex) == 0), None)
    return track.last.turn + track.age - first if first is not None else 0


def _unsure(rules: Rules, track: TrackView, way: tuple[Hex, ...], doctrine: Doctrine) -> bool:
    """Return whether a track near the coast has no course yet, or one that few and rough plots do not support."""
    if not way or rules.from_shore(way[0]) > doctrine.watch:
        return False
    if track.course is None:
        return True
    if len(track.plots) > 3 or track.level > 2:
        return False
    away = [rules.from_shore(h) for h in way[: INLAND_WITHIN + 1]]
    return 0 not in away and away[min(3, len(away) - 1)] <= away[0]


def _guess(rules: Rules, track: TrackView) -> tuple[Hex, ...]:
    """Return the way of a raid without a course: straight for the nearest Sector station, as bombers fly."""
    at = track.last.hex
    over = rules.landfall(at)
    goal = min((place.near for place in rules.sectors), key=lambda h: (hexes.distance(over, h), h))
    line = [*way_between(at, over), *way_between(over, goal)[1:]]
    flown = max(0, track.age)  # a tally in a fight plots it for the next turn
    return tuple(line[min(len(line) - 1, GUESSED_SPEED * (flown + turns))] for turns in range(INLAND_WITHIN + 1))


def near(way: tuple[Hex, ...], h: Hex, within: int, turns: int) -> bool:
    """Return whether a way comes within a distance of a hex in a number of turns."""
    return any(hexes.distance(h, at) <= within for at in way[: turns + 1])
