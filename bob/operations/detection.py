"""Detection (OPS-B5): who sees a raid, what the RAF is told of it, and how a plot grows old."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from bob import hexes
from bob.hexes import Hex
from bob.operations.chain import holding
from bob.operations.groups import Group, seen_together
from bob.operations.known import KnownTrack
from bob.operations.play import Play
from bob.operations.position import RAF, DayPosition, Plot, Track
from bob.operations.weather import at
from bob.operations.world import World
from bob.weathers import BAD, CLOUD, HAZE

BANDS = (10, 30, 60, 100)
"""Upper bounds of the strengths that a plot of level 2 tells apart."""


KEPT = 3
"""Within how many hexes a squadron keeps the sight of what it has tallied."""

ASIDE = {1: -2, 2: -1, 3: 0, 4: 0, 5: 1, 6: 2}
"""By a die, how many hexes to the right a far plot is moved (OPS-C2.1)."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What sees aircraft now: the sensors by name, the modifier to the check, and the nearest RDF station unless others see them, too."""

    sources: tuple[str, ...]
    modifier: int
    rdf_alone: Hex | None = None


@dataclass(frozen=True, slots=True)
class Watched:
    """What is checked and plotted as one: a group, or the groups that one track stands for (OPS-C2.2)."""

    track: Track | None
    groups: tuple[Group, ...]

    @property
    def lead(self) -> Group:
        """The largest, by which it is placed; the first of equals."""
        return max(self.groups, key=lambda g: g.strength)

    @property
    def strength(self) -> int:
        return sum(g.strength for g in self.groups)


def gruppen(target: Watched, staffel_most: int) -> tuple[int, int]:
    """How many Gruppen and how many Staffeln fly together, by what is left of each unit."""
    flying = [u.strength for g in target.groups for u in g.units]
    return sum(n > staffel_most for n in flying), sum(0 < n <= staffel_most for n in flying)


def seen(world: World, p: DayPosition, target: Watched) -> Sight | None:
    """What could see a target where it is, or None (OPS-B5.3 to OPS-B5.6)."""
    figures = world.figures["detection"]
    lead = target.lead
    h, angels = lead.hex, lead.angels
    working = holding(world, p).stations
    stations: list[tuple[float, str, str]] = []
    kinds = 0
    for kind in ("chain_home", "chain_home_low"):
        here = [s for s in world.seeing(kind, angels).get(h, ()) if f"{kind}:{s[0]}" in working]
        kinds += bool(here)
        stations.extend((share, name, kind) for name, share in here)
    observed, by_sound = _observed(world, p, h, angels)
    if not stations and not observed:
        return None
    kinds += observed
    modifier = 0
    groups, singles = gruppen(target, world.figures["units"]["staffel_most"])
    if groups > 1:
        modifier += figures["gruppe_mod"] * ((groups - 1) // figures["per_gruppen"])
    if groups == 0 and singles <= 1:
        modifier += figures["staffel_mod"]
    if kinds >= 2:
        modifier += figures["two_kinds"]
    if len(stations) >= 3:
        modifier += figures["three_stations"]
    if stations and not observed and all(share > 0.75 for share, _, _ in stations):
        modifier += figures["outer_quarter"]
    if lead.raid.plan.type == "low_level" and world.ground(h).terrain != "sea":
        modifier += figures["low_over_land"]
    if by_sound and not stations:
        modifier += figures["sound"]
    names = tuple(name for _, name, _ in sorted(stations))
    alone = None
    if not observed:
        alone = min((world.station_hexes[kind, name] for _, name, kind in stations), key=lambda at: (hexes.distance(at, h), at))
    return Sight((*names, *(("observer_corps",) if observed else ())), modifier, alone)


def _observed(world: World, p: DayPosition, h: Hex, angels: int) -> tuple[bool, bool]:
    """Whether the Observer Corps sees a hex, and whether only by sound (OPS-B5.5)."""
    reach = world.theatre.sensors.observers
    weather = at(world, p, h, angels)
    hidden = weather in CLOUD or any(at(world, p, h, low) in CLOUD for low in range(0, angels, 2))
    limit = reach["sound"] if hidden else reach["haze"] if weather in HAZE or at(world, p, h, 0) in HAZE else reach["fair"]
    return h in world.observed[limit], hidden or weather in BAD


def check(play: Play, target: Watched) -> None:
    """One detection check (OPS-B5.2): what no sensor could see makes none."""
    sight = seen(play.world, play.p, target)
    if sight is None:
        return
    figures = play.world.figures["detection"]
    total = play.roll("detection", by=RAF) + sight.modifier
    track = target.track
    level = track.level if track is not None else 0
    if total >= figures["raise_at"]:
        level = min(4, level + 1)
        if track is not None and len(target.groups) > 1 and level > figures["merged_most"]:
            # Seen so well they are not one: the number and its level stay with one of them (OPS-C2.2).
            target = Watched(track, (_parted(play, track, target.groups),))
            level = track.level
    elif total <= figures["lower_at"] and level > 0:
        level -= 1
    if level == 0:
        if track is not None:
            _strike(play, track)
        return
    if track is None:
        track = _new(play.p, target.lead.code, 0)
    track.level = level
    plot(play, target, track, sight.sources[0], alone=sight.rdf_alone)


def _new(p: DayPosition, group: str, level: int) -> Track:
    """A track under the next number; no number comes twice (OPS-C2.5)."""
    track = Track([group], p.next_track, level)
    p.next_track += 1
    p.tracks.append(track)
    return track


def plot(play: Play, target: Watched, track: Track, source: str, turn: int | None = None, alone: Hex | None = None) -> None:
    """Put a plot on the table: as wrong as its level allows (OPS-B5.1, OPS-B5.8, OPS-C2.1)."""
    figures = play.world.figures["detection"]
    level = track.level
    lead = target.lead
    far = level < 4 and alone is not None and hexes.distance(alone, lead.hex) > figures["aside_beyond"]
    h = lead.hex
    if far and alone is not None:
        h = _aside(play, alone, h)
    off = figures["error_hexes"][level]
    if off:
        around = [n for n in hexes.disc(h, off) if n in play.world.theatre.grounds]
        h = around[play.dice.roll("plot_place", 1, sides=len(around), by=RAF).total - 1] if around else lead.hex
    told_strength = told_angels = None
    if level >= 2:
        spread = figures["error_strength"][level]
        told_strength = target.strength
        if spread:
            told_strength = max(
                1,
                round(told_strength * (100 + (play.dice.roll("plot_strength", 1, sides=2 * spread + 1, by=RAF).total - 1 - spread)) / 100),
            )
        if level == 2:
            told_strength = next((band for band in BANDS if told_strength <= band), 150)
        wide = figures["error_angels"][level] // 2
        told_angels = lead.angels
        if wide:
            told_angels += 2 * (play.dice.roll("plot_height", 1, sides=2 * wide + 1, by=RAF).total - 1 - wide)
        if level < 4 and alone is not None and play.roll("plot_low", 1, by=RAF) <= figures["low_at"]:
            told_angels -= 2
        told_angels = min(34, max(0, told_angels))
    track.plots.append(Plot(play.p.turn if turn is None else turn, h, level, told_strength, told_angels, source))
    play.tell(
        "plotted",
        (RAF,),
        "OPS-B5.8",
        track=track.number,
        hex=h.label,
        level=level,
        strength=told_strength,
        angels=told_angels,
        source=source,
    )


def _aside(play: Play, station: Hex, h: Hex) -> Hex:
    """A far plot of RDF alone is moved across the line from the station (OPS-C2.1); it stays on the map."""
    off = ASIDE[play.roll("plot_aside", 1, by=RAF)]
    q, r = h.q - station.q, h.r - station.r
    # At a right angle to the line, to the right of who looks along it from the station; `size` makes it one hex long.
    size = math.sqrt(3 * (q * q + q * r + r * r))
    moved = hexes.rounded(h.q - off * (q + 2 * r) / size, h.r + off * (2 * q + r) / size)
    return moved if moved in play.world.theatre.grounds else h


def sighted(play: Play, group: Group, moved: bool = False) -> None:
    """A tally shows aircraft as they are: their track stands at level 4 (OPS-B5.8). After the move it shows the next turn's place."""
    p = play.p
    turn = p.turn + moved
    track = p.track_of(group.code)
    if track is None:
        track = _new(p, group.code, 4)
    elif len(track.groups) > 1:
        _part(p, track, group.code)
    track.level = 4
    if not track.plots or track.plots[-1].turn != turn or track.plots[-1].hex != group.hex:
        plot(play, Watched(track, (group,)), track, "tally", turn)


def tallied(p: DayPosition, group: Group) -> list[str]:
    """Who of those that tallied a group have it still in sight."""
    return [
        s.unit
        for s in p.squadrons.values()
        if s.box == "airborne" and s.tally == group.code and s.strength > 0 and hexes.distance(s.hex, group.hex) <= KEPT
    ]


def _strike(play: Play, track: Track) -> None:
    """Take a track from the table; what it stood for is nobody's until it is seen again, under a new number (OPS-C2.4, OPS-C2.5)."""
    if not track.faded:
        track.faded, track.level, track.groups = True, 0, []
        play.tell("track_faded", (RAF,), "OPS-C2.4", track=track.number)


def phase(play: Play) -> None:
    """The turn's detection (OPS-B4.2): who is one track, the checks that an event triggered or every second turn all, old plots."""
    p = play.p
    regular = p.turn % 2 == 0
    here = seen_together(p)
    _sort_out(play, here)
    for target in targets(p, here):
        seen_by = [g for g in target.groups if tallied(p, g)]
        for group in seen_by:
            sighted(play, group)
        if seen_by:
            continue
        detected = target.track is not None and target.track.level > 0
        if regular or (p.check_detected if detected else p.check_undetected):
            check(play, target)
    for track in p.tracks:
        if not track.faded and track.plots and p.turn - track.plots[-1].turn > play.world.figures["detection"]["fade"]:
            _strike(play, track)


def targets(p: DayPosition, here: list[Group]) -> list[Watched]:
    """What is checked as one: the groups of each track together, and each that is not on the table by itself."""
    found: list[Watched] = []
    taken: set[int] = set()
    for group in here:
        track = p.track_of(group.code)
        if track is None:
            found.append(Watched(None, (group,)))
        elif track.number not in taken:
            taken.add(track.number)
            found.append(Watched(track, tuple(g for g in here if g.code in track.groups)))
    return found


# ---- tracks that are taken for one (OPS-C2.2)


def _sort_out(play: Play, here: list[Group]) -> None:
    """Who is gone is nobody's track; who has drawn apart is parted; who is close together and seen no better becomes one track."""
    p, figures = play.p, play.world.figures["detection"]
    flying = {g.code: g for g in here}
    for track in p.tracks:
        track.groups = [code for code in track.groups if code in flying]
        parts = _clusters([flying[code] for code in track.groups], figures["part_hexes"], figures["part_angels"], [])
        if len(parts) > 1:
            kept = parts[_drawn(play, len(parts))]
            track.groups = [g.code for g in kept]
    rough = [g for g in here if (t := p.track_of(g.code)) is None or t.level <= figures["merged_most"]]
    for cluster in _clusters(rough, figures["merge_hexes"], figures["merge_angels"], p.parted):
        tracks = [t for t in p.tracks if any(g.code in t.groups for g in cluster)]
        if len(cluster) > 1 and tracks:
            _merge(play, tracks, [g.code for g in cluster])


def _clusters(here: list[Group], apart: int, angels: int, never: list[str]) -> list[list[Group]]:
    """Groups that are chained together by pairs so close to each other; no two that are never to be one."""
    found: list[list[Group]] = []
    for group in here:
        joined = [group]
        for cluster in list(found):
            close = any(hexes.distance(g.hex, group.hex) <= apart and abs(g.angels - group.angels) <= angels for g in cluster)
            if close and not any(_pair(a, b) in never for a in cluster for b in joined):
                found.remove(cluster)
                joined = [*cluster, *joined]
        found.append(joined)
    return found


def _pair(a: Group, b: Group) -> str:
    return "|".join(sorted((a.code, b.code)))


def _merge(play: Play, tracks: list[Track], codes: list[str]) -> None:
    """Tracks become one, with the lowest number and the highest level; orders to the others go over."""
    p, kept = play.p, tracks[0]
    for other in tracks[1:]:
        kept.level = max(kept.level, other.level)
        for squadron in p.squadrons.values():
            for name in ("vector", "ordered_off"):
                vector = getattr(squadron, name)
                if vector is not None and vector.track == other.number:
                    setattr(squadron, name, replace(vector, track=kept.number))
        other.faded, other.level = True, 0
        play.tell("track_merged", (RAF,), "OPS-C2.2", track=other.number, into=kept.number)
    kept.groups = list(dict.fromkeys([*(code for track in (kept, *tracks[1:]) for code in track.groups), *codes]))
    for other in tracks[1:]:
        other.groups = []


def _drawn(play: Play, count: int) -> int:
    """Which of so many keeps the number: an even chance for each, which nobody sees."""
    return play.dice.roll("parting", 1, sides=count, by=RAF).total - 1


def _parted(play: Play, track: Track, found: tuple[Group, ...]) -> Group:
    """Part what was taken for one; who keeps the number."""
    kept = found[_drawn(play, len(found))]
    _part(play.p, track, kept.code)
    return kept


def _part(p: DayPosition, track: Track, kept: str) -> None:
    """The track is of one of them alone from now on; the others are undetected, and they are never taken for one again."""
    codes = sorted(track.groups)
    p.parted.extend(pair for i, a in enumerate(codes) for b in codes[i + 1 :] if (pair := f"{a}|{b}") not in p.parted)
    track.groups = [kept]


def colour(p: DayPosition, made: int) -> str:
    """The colour of a plot by the five-minute segment of the Sector clock in which it was made (OPS-B5.9)."""
    minute = (p.start + 5 * (made - 1)) % 60
    return ("red", "yellow", "blue")[minute // 5 % 3]


def course(track: KnownTrack) -> tuple[float, float] | None:
    """How many columns and rows (axial) a track moves in a turn, from its last plots; None with fewer than two."""
    if len(track.plots) < 2:
        return None
    last = track.plots[-1]
    first = next((plot for plot in reversed(track.plots[:-1]) if last.turn - plot.turn >= 2), track.plots[0])
    turns = last.turn - first.turn
    if turns <= 0:
        return None
    return (last.hex.q - first.hex.q) / turns, (last.hex.r - first.hex.r) / turns
