"""Detection (OPS-B5): the sight of a raid, its report to the RAF, and the aging of plots."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from bob.core import hexes
from bob.core.hexes import Hex
from bob.data.weathers import CLOUD, HAZE
from bob.day.rules.own_positions import fixed
from bob.day.rules.tracks import BANDS, Watched, number, part, parted, sort_out, strike, targets
from bob.day.rules.weather import at
from bob.day.state.command_network import holding
from bob.day.state.execution import Play
from bob.day.state.groups import Group, seen_together
from bob.day.state.position import RAF, DayPosition, Plot, Squadron, Track
from bob.day.state.world import World

KEPT = 3
"""The distance in hexes within which a squadron retains sight of its tally."""

ASIDE = {1: -2, 2: -1, 3: 0, 4: 0, 5: 1, 6: 2}
"""By a die, how many hexes to the right a far plot is moved (OPS-C2.1)."""


@dataclass(frozen=True, slots=True)
class Sight:
    """The current sight of aircraft: the sensors by name, the modifier to the check, the nearest RDF station unless others see them, too,
    the highest level to which a check raises them, and whether the Observer Corps sees them and does not only hear them."""

    sources: tuple[str, ...]
    modifier: int
    rdf_alone: Hex | None = None
    most: int = 4
    by_eye: bool = False


def gruppen(target: Watched, staffel_most: int) -> tuple[int, int]:
    """Return the numbers of Gruppen and of Staffeln that fly together, by the remaining strength of each unit."""
    flying = [u.strength for g in target.groups for u in g.units]
    return sum(n > staffel_most for n in flying), sum(0 < n <= staffel_most for n in flying)


def seen(world: World, p: DayPosition, target: Watched) -> Sight | None:
    """Return the sensors that could see a target at its place, or None (OPS-B5.3 to OPS-B5.6)."""
    figures = world.figures["detection"]
    lead = target.lead
    h, angels = lead.hex, lead.angels
    stations = _stations(world, p, h, angels)
    kinds = len({kind for _, _, kind in stations})
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
    names = tuple(name for _, name, _ in stations)
    if observed:
        return Sight((*names, "observer_corps"), modifier, by_eye=not by_sound)
    # By RDF alone place, height and strength come from the ranges of several Chain Home stations laid over each other (OPS-D4.11).
    chains, most = sum(kind == "chain_home" for _, _, kind in stations), figures["alone"]
    return Sight(names, modifier, _nearest_station(world, stations, h), most[chains] if chains < len(most) else 4)


def _stations(world: World, p: DayPosition, h: Hex, angels: int) -> list[tuple[float, str, str]]:
    """The RDF stations that see a hex at a height, each with its distance as a share of its range and its kind, the surest first."""
    working = holding(world, p).stations
    found = [
        (share, name, kind)
        for kind in ("chain_home", "chain_home_low")
        for name, share in world.seeing(kind, angels).get(h, ())
        if f"{kind}:{name}" in working and f"{kind}:{name}" not in p.mobile_stations
    ]
    for station in p.mobile_stations:
        kind, _, name = station.partition(":")
        near = world.seen_by_mobile(kind, name, angels).get(h)
        if near is not None and station in working:
            found.append((near, name, kind))
    return sorted(found)


def _nearest_station(world: World, stations: list[tuple[float, str, str]], h: Hex) -> Hex:
    return min((world.station_hexes[kind, name] for _, name, kind in stations), key=lambda at: (hexes.distance(at, h), at))


def _observed(world: World, p: DayPosition, h: Hex, angels: int) -> tuple[bool, bool]:
    """Return whether the Observer Corps sees a hex, and whether only by sound (OPS-B5.5)."""
    reach = world.theatre.sensors.observers
    weather = at(world, p, h, angels)
    hidden = weather in CLOUD or any(at(world, p, h, low) in CLOUD for low in range(0, angels, 2))
    limit = reach["sound"] if hidden else reach["haze"] if weather in HAZE or at(world, p, h, 0) in HAZE else reach["fair"]
    return h in world.observed[limit], hidden


def check(play: Play, target: Watched) -> Track | None:
    """Roll a detection check for aircraft in sight of a sensor (OPS-B5.2): raise, lower or strike their track, and plot it.

    Return a track that is new, for `enter` to number and plot; None for one on the table, or without detection.
    """
    sight = seen(play.world, play.p, target)
    if sight is None:
        return None
    figures = play.world.figures["detection"]
    track = target.track
    total = play.roll("detection", by=RAF, **_dice_subject(target)) + sight.modifier
    level = track.level if track is not None else 0
    if total >= figures["raise_at"]:
        level = max(level, min(sight.most, level + 1))
        if track is not None and len(target.groups) > 1 and level > figures["merged_most"]:
            # Seen so well they are not one: the number and its level stay with one of them (OPS-C2.2).
            target = Watched(track, (parted(play, track, target.groups),))
            level = track.level
            sight = seen(play.world, play.p, target)
    elif total <= figures["lower_at"] and level > 0:
        level -= 1
    if level == 0:
        if track is not None:
            strike(play, track, "lost")
        return None
    if track is not None:
        track.level = level
    if sight is None:
        return None
    made = drawn(play, target, level, sight)
    if track is None:
        return Track([target.lead.code], 0, level, [made])
    plot(play, track, made)
    return None


def _dice_subject(target: Watched) -> dict[str, Any]:
    """Return the subject of the dice about watched aircraft."""
    plotted = {"track": str(target.track.number)} if target.track is not None else {}
    return {"raid": target.lead.raid.plan.code, "hex": target.lead.hex.label, **plotted}


def enter(play: Play, fresh: Iterable[Track]) -> None:
    """Give new tracks the next numbers, by the places of their plots: nothing of their nature shows in them (OPS-C2.3, OPS-C2.5)."""
    for track in sorted(fresh, key=lambda t: (t.plots[-1].hex, t.plots[-1].source)):
        number(play.p, track)
        plot(play, track, track.plots.pop())


def drawn(play: Play, target: Watched, level: int, sight: Sight) -> Plot:
    """Return a plot of seen aircraft, with the error of its level (OPS-B5.1, OPS-B5.8, OPS-C2.1)."""
    figures = play.world.figures["detection"]
    lead, alone = target.lead, sight.rdf_alone if level < 4 else None
    play.about(**_dice_subject(target))
    h = placed(play, lead.hex, level, alone)
    reported_strength = reported_angels = None
    if level >= 2:
        spread = figures["error_strength"][level]
        reported_strength = target.strength
        if spread:
            error = _error(play, "plot_strength", spread)
            reported_strength = max(1, round(reported_strength * (100 + error) / 100))
        if level == 2:
            reported_strength = next((band for band in BANDS if reported_strength <= band), 150)
        wide = figures["error_angels"][level] // 2
        reported_angels = lead.angels
        if wide:
            reported_angels += 2 * _error(play, "plot_height", wide)
        if alone is not None and play.roll("plot_low", 1, by=RAF, **_dice_subject(target)) <= figures["low_at"]:
            reported_angels -= 2
        reported_angels = min(34, max(0, reported_angels))
    counted = sum(map(bombers_in, target.groups)) if level == 4 and sight.by_eye else None
    source = sight.sources[0] if counted is None else "observer_corps"
    return Plot(play.p.turn, h, level, reported_strength, reported_angels, source, counted)


def bombers_in(group: Group) -> int:
    """Return the number of bombers in a group, as eyes count them: a fighter with a bomb below it is a fighter (OPS-B5.1)."""
    return sum(u.strength for u in group.bombers)


def _error(play: Play, purpose: str, most: int) -> int:
    """Return an error by one die, up to `most` to either side."""
    return play.dice.roll(purpose, 1, sides=2 * most + 1, by=RAF).total - 1 - most


def placed(play: Play, h: Hex, level: int, alone: Hex | None) -> Hex:
    """Return the place of a plot of that level; by RDF alone, and far from its station, it is shifted as well (OPS-C2.1). Always on the
    map."""
    figures = play.world.figures["detection"]
    shifted = _shifted_plot(play, alone, h) if alone is not None and hexes.distance(alone, h) > figures["aside_beyond"] else h
    off = figures["error_hexes"][level]
    around = [n for n in hexes.disc(shifted, off) if n in play.world.theatre.grounds]
    return around[play.dice.roll("plot_place", 1, sides=len(around), by=RAF).total - 1] if off else shifted


def plot(play: Play, track: Track, made: Plot) -> None:
    """Put a plot on the table (OPS-B5.8)."""
    track.plots.append(made)
    play.tell(
        "plotted",
        (RAF,),
        "OPS-B5.8",
        track=track.number,
        hex=made.hex.label,
        level=made.level,
        strength=made.strength,
        angels=made.angels,
        source=made.source,
        **({"bombers": made.bombers} if made.bombers is not None else {}),
    )


def _shifted_plot(play: Play, station: Hex, h: Hex) -> Hex:
    """A far plot of RDF alone is moved across the line from the station (OPS-C2.1); it stays on the map."""
    off = ASIDE[play.dice.roll("plot_aside", 1, by=RAF).total]
    q, r = h.q - station.q, h.r - station.r
    # At a right angle to the line, to the right as seen from the station; `size` makes it one hex long.
    size = math.sqrt(3 * (q * q + q * r + r * r))
    moved = hexes.rounded(h.q - off * (q + 2 * r) / size, h.r + off * (2 * q + r) / size)
    return moved if moved in play.world.theatre.grounds else h


def sighted(play: Play, group: Group, moved: bool = False) -> None:
    """Set a tallied track to level 4: a tally shows aircraft as they are (OPS-B5.8). After the move it shows the next turn's place."""
    p = play.p
    turn = p.turn + moved
    track = p.track_of(group.code)
    if track is None:
        number(p, track := Track([group.code], 0, 4))
    elif len(track.groups) > 1:
        part(p, track, group.code)
    track.level = 4
    if not track.plots or track.plots[-1].turn != turn or track.plots[-1].hex != group.hex:
        plot(play, track, Plot(turn, group.hex, 4, group.strength, group.angels, "tally", bombers_in(group)))


def tallied(p: DayPosition, group: Group) -> list[str]:
    """Return the squadrons with a tally of a group that still have it in sight."""
    return [
        s.unit
        for s in p.squadrons.values()
        if s.box == "airborne" and s.tally == group.code and s.strength > 0 and hexes.distance(s.hex, group.hex) <= KEPT
    ]


def phase(play: Play) -> None:
    """Run the turn's detection (OPS-B4.2): merging of tracks, checks for an event or every second turn, X plots, old plots."""
    p = play.p
    regular = p.turn % 2 == 0
    here = seen_together(p)
    sort_out(play, here)
    fresh: list[Track] = []
    watched = targets(p, here)
    friends = [t for t in p.tracks if t.friend is not None and not t.faded and p.check_detected and not regular]
    for target in watched:
        while friends and (target.track is None or target.track.number > friends[0].number):
            _mistaken_again(play, friends.pop(0))
        in_sight = [g for g in target.groups if tallied(p, g)]
        for group in in_sight:
            sighted(play, group)
        if in_sight:  # the groups merged with it are checked separately
            watched.extend(Watched(None, (g,)) for g in target.groups if g not in in_sight)
            continue
        detected = target.track is not None and target.track.level > 0
        if (regular or (p.check_detected if detected else p.check_undetected)) and (new := check(play, target)) is not None:
            fresh.append(new)
    if regular:
        fresh += _mistaken(play)
    for track in friends:
        _mistaken_again(play, track)
    enter(play, fresh)
    for track in p.tracks:
        if not track.faded and p.turn - track.plots[-1].turn > play.world.figures["detection"]["fade"]:
            strike(play, track)


# ---- own fighters taken for a raid (OPS-C2.3)


def _by_rdf(play: Play, squadron: Squadron) -> Sight | None:
    """Return the RDF's sight of a squadron out over the sea, or None."""
    world, p = play.world, play.p
    if squadron.hex in world.inshore:
        return None
    stations = _stations(world, p, squadron.hex, squadron.angels)
    if not stations:
        return None
    return Sight(tuple(name for _, name, _ in stations), 0, _nearest_station(world, stations, squadron.hex))


def _mistaken(play: Play) -> list[Track]:
    """Identify the X plots of the last check turn, and return new ones: squadrons far out without a fix that are taken for raids."""
    world, p = play.world, play.p
    for track in p.tracks:
        if track.friend is not None and not track.faded:
            strike(play, track, "identified")
    fixes = fixed(world, p)
    found = []
    for squadron in p.squadrons.values():
        if squadron.box != "airborne" or squadron.crossed or (squadron.unit in fixes and not squadron.silent):
            continue
        sight = _by_rdf(play, squadron)
        if sight is None:
            continue
        squadron.crossed = True
        if play.roll("x_plot", by=RAF, unit=squadron.unit, hex=squadron.hex.label) >= world.figures["detection"]["x_at"]:
            found.append(Track([], 0, 1, [_plot_of(play, squadron, sight)], friend=squadron.unit))
    return found


def _mistaken_again(play: Play, track: Track) -> None:
    """When all that is detected is looked at out of turn, so is an X plot, which looks like any and comes in its turn by number."""
    squadron = play.p.squadrons.get(track.friend or "")
    if squadron is not None and squadron.box == "airborne" and (sight := _by_rdf(play, squadron)) is not None:
        plot(play, track, _plot_of(play, squadron, sight))


def _plot_of(play: Play, squadron: Squadron, sight: Sight) -> Plot:
    return Plot(play.p.turn, placed(play, squadron.hex, 1, sight.rdf_alone), 1, None, None, sight.sources[0])
