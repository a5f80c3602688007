"""Detection (OPS-B5): who sees a raid, what the RAF is told of it, and how a plot grows old."""

from __future__ import annotations

from dataclasses import dataclass

from bob import hexes
from bob.hexes import Hex
from bob.operations.chain import holding
from bob.operations.known import KnownTrack
from bob.operations.play import Play
from bob.operations.position import RAF, DayPosition, Plot, Raid, Track
from bob.operations.weather import at
from bob.operations.world import World
from bob.weathers import BAD, CLOUD, HAZE

BANDS = (10, 30, 60, 100)
"""Upper bounds of the strengths that a plot of level 2 tells apart."""


KEPT = 3
"""Within how many hexes a squadron keeps the sight of what it has tallied."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What sees a raid now: the sensors by kind, and the modifier to the check."""

    sources: tuple[str, ...]
    modifier: int


def strength(raid: Raid) -> int:
    """The aircraft that still fly with a raid."""
    return sum(u.strength for u in raid.units if u.state == "with_raid")


def gruppen(raid: Raid, staffel_most: int) -> tuple[int, int]:
    """How many Gruppen and how many Staffeln still fly with a raid, by what is left of each unit."""
    flying = [u.strength for u in raid.units if u.state == "with_raid"]
    return sum(n > staffel_most for n in flying), sum(0 < n <= staffel_most for n in flying)


def seen(world: World, p: DayPosition, raid: Raid) -> Sight | None:
    """What could see a raid where it is, or None (OPS-B5.3 to OPS-B5.6)."""
    figures = world.figures["detection"]
    h, angels = raid.hex, raid.angels
    working = holding(world, p).stations
    stations: list[tuple[str, float]] = []
    kinds = 0
    for kind in ("chain_home", "chain_home_low"):
        here = [s for s in world.seeing(kind, angels).get(h, ()) if f"{kind}:{s[0]}" in working]
        kinds += bool(here)
        stations.extend(here)
    observed, by_sound = _observed(world, p, h, angels)
    if not stations and not observed:
        return None
    kinds += observed
    modifier = 0
    groups, singles = gruppen(raid, world.figures["units"]["staffel_most"])
    if groups > 1:
        modifier += figures["gruppe_mod"] * ((groups - 1) // figures["per_gruppen"])
    if groups == 0 and singles <= 1:
        modifier += figures["staffel_mod"]
    if kinds >= 2:
        modifier += figures["two_kinds"]
    if len(stations) >= 3:
        modifier += figures["three_stations"]
    if stations and not observed and all(share > 0.75 for _, share in stations):
        modifier += figures["outer_quarter"]
    if raid.plan.type == "low_level" and world.ground(h).terrain != "sea":
        modifier += figures["low_over_land"]
    if by_sound and not stations:
        modifier += figures["sound"]
    names = tuple(name for name, _ in sorted(stations, key=lambda s: (s[1], s[0])))
    return Sight((*names, *(("observer_corps",) if observed else ())), modifier)


def _observed(world: World, p: DayPosition, h: Hex, angels: int) -> tuple[bool, bool]:
    """Whether the Observer Corps sees a hex, and whether only by sound (OPS-B5.5)."""
    reach = world.theatre.sensors.observers
    weather = at(world, p, h, angels)
    hidden = weather in CLOUD or any(at(world, p, h, low) in CLOUD for low in range(0, angels, 2))
    limit = reach["sound"] if hidden else reach["haze"] if weather in HAZE or at(world, p, h, 0) in HAZE else reach["fair"]
    return h in world.observed[limit], hidden or weather in BAD


def check(play: Play, raid: Raid) -> None:
    """One detection check (OPS-B5.2): a raid that no sensor could see makes none."""
    sight = seen(play.world, play.p, raid)
    if sight is None:
        return
    figures = play.world.figures["detection"]
    total = play.roll("detection", by=RAF) + sight.modifier
    track = play.p.tracks.get(raid.plan.code)
    level = track.level if track is not None else 0
    if total >= figures["raise_at"]:
        level = min(4, level + 1)
    elif total <= figures["lower_at"] and level > 0:
        level -= 1
    if level == 0:
        if track is not None:
            track.level = 0
            _fade(play, track)
        return
    if track is None:
        track = Track(raid.plan.code, play.p.next_track, 0)
        play.p.next_track += 1
        play.p.tracks[raid.plan.code] = track
    track.level = level
    plot(play, raid, track, sight.sources[0])


def plot(play: Play, raid: Raid, track: Track, source: str, turn: int | None = None) -> None:
    """Put a plot on the table: as wrong as its level allows (OPS-B5.1, OPS-B5.8)."""
    figures = play.world.figures["detection"]
    level = track.level
    h = raid.hex
    off = figures["error_hexes"][level]
    if off:
        around = [n for n in hexes.disc(h, off) if n in play.world.theatre.grounds]
        h = around[play.dice.roll("plot_place", 1, sides=len(around), by=RAF).total - 1]
    told_strength = told_angels = None
    if level >= 2:
        spread = figures["error_strength"][level]
        told_strength = strength(raid)
        if spread:
            told_strength = max(
                1,
                round(told_strength * (100 + (play.dice.roll("plot_strength", 1, sides=2 * spread + 1, by=RAF).total - 1 - spread)) / 100),
            )
        if level == 2:
            told_strength = next((band for band in BANDS if told_strength <= band), 150)
        wide = figures["error_angels"][level] // 2
        told_angels = raid.angels
        if wide:
            told_angels = min(34, max(0, told_angels + 2 * (play.dice.roll("plot_height", 1, sides=2 * wide + 1, by=RAF).total - 1 - wide)))
    track.plots.append(Plot(play.p.turn if turn is None else turn, h, level, told_strength, told_angels, source))
    track.faded = False
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


def sighted(play: Play, raid: Raid, moved: bool = False) -> None:
    """A tally shows a raid as it is: its track stands at level 4 (OPS-B5.8). What is seen after the move is the next turn's place."""
    p = play.p
    turn = p.turn + moved
    track = p.tracks.get(raid.plan.code)
    if track is None:
        track = Track(raid.plan.code, p.next_track, 4)
        p.next_track += 1
        p.tracks[raid.plan.code] = track
    track.level = 4
    if not track.plots or track.plots[-1].turn != turn or track.plots[-1].hex != raid.hex:
        plot(play, raid, track, "tally", turn)


def tallied(p: DayPosition, raid: Raid) -> list[str]:
    """Who of those that tallied a raid have it still in sight."""
    return [
        unit
        for unit in raid.tallied_by
        if (s := p.squadrons.get(unit)) is not None
        and s.box == "airborne"
        and s.tally == raid.plan.code
        and hexes.distance(s.hex, raid.hex) <= KEPT
    ]


def _fade(play: Play, track: Track) -> None:
    if not track.faded:
        track.faded = True
        play.tell("track_faded", (RAF,), "OPS-B5.8", track=track.number)


def phase(play: Play) -> None:
    """The turn's detection checks: those an event triggered, then every second turn all (OPS-B4.0, OPS-B5.2)."""
    p = play.p
    regular = p.turn % 2 == 0
    for raid in p.raids.values():
        raid.tallied_by = tallied(p, raid)
    for raid in in_the_air(p):
        track = p.tracks.get(raid.plan.code)
        detected = track is not None and track.level > 0
        if raid.tallied_by:
            sighted(play, raid)
        elif regular or (p.check_detected if detected else p.check_undetected):
            check(play, raid)
    for track in p.tracks.values():
        if track.plots and p.turn - track.plots[-1].turn >= play.world.figures["detection"]["fade"]:
            _fade(play, track)


def in_the_air(p: DayPosition) -> list[Raid]:
    """The raids that fly, in the order of their codes."""
    return [raid for raid in p.raids.values() if raid.state in ("flying", "over_target", "returning") and strength(raid) > 0]


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
