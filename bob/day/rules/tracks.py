"""The tracks on the table: their numbers, which raids are taken for one (OPS-C2.2), and how they are struck (OPS-C2.4)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from bob.core import hexes
from bob.day.state.execution import Play
from bob.day.state.groups import Group
from bob.day.state.known import KnownTrack
from bob.day.state.position import RAF, DayPosition, Track, Vector

BANDS = (10, 30, 60, 100)
"""Upper bounds of the strength bands of a plot of level 2."""


@dataclass(frozen=True, slots=True)
class Watched:
    """The unit of checks and plots: a group, or the groups of one track (OPS-C2.2)."""

    track: Track | None
    groups: tuple[Group, ...]

    @property
    def lead(self) -> Group:
        """Return the largest group, for the place; the first of equals."""
        return max(self.groups, key=lambda g: g.strength)

    @property
    def strength(self) -> int:
        return sum(g.strength for g in self.groups)


class CountedPlot(Protocol):
    """A plot with the number of bombers, where they were counted."""

    @property
    def bombers(self) -> int | None: ...


def known_bombers(plots: Sequence[CountedPlot]) -> int | None:
    """Return the bombers of a raid as last counted by eye; None as long as they are not."""
    return next((plot.bombers for plot in reversed(plots) if plot.bombers is not None), None)


def number(p: DayPosition, track: Track) -> None:
    """Give a track the next number on the table; no number is used twice (OPS-C2.5)."""
    track.number = p.next_track
    p.next_track += 1
    p.tracks.append(track)


StruckWhy = Literal["faded", "lost", "identified"]
"""The reasons to remove a track from the table: its plot is old, its level fell to nothing, it was a friend."""


def strike(play: Play, track: Track, why: StruckWhy = "faded") -> None:
    """Remove a track from the table; its aircraft are without a track until seen again, under a new number (OPS-C2.5). Squadrons sent to
    it patrol the last meeting point (OPS-C2.4)."""
    track.faded, track.level, track.groups = True, 0, []
    _sent(play.p, track.number, lambda vector: replace(vector, kind="hex", track=None))
    if why == "lost":
        play.tell("track_lost", (RAF,), "OPS-B5.2", track=track.number)
    elif why == "identified":
        play.tell("track_identified", (RAF,), "OPS-C2.3", track=track.number)
    else:
        play.tell("track_faded", (RAF,), "OPS-C2.4", track=track.number)


def _sent(p: DayPosition, number: int, change: Callable[[Vector], Vector]) -> None:
    """Change the vectors of all squadrons sent to a track; none is ordered off while tracks change."""
    for squadron in p.squadrons.values():
        if squadron.vector is not None and squadron.vector.track == number:
            squadron.vector = change(squadron.vector)


def targets(p: DayPosition, here: list[Group]) -> list[Watched]:
    """Return the units of checks: the groups of each track together, by number, then each group without a track by itself."""
    found: list[Watched] = []
    taken: set[int] = set()
    for group in here:
        track = p.track_of(group.code)
        if track is None:
            found.append(Watched(None, (group,)))
        elif track.number not in taken:
            taken.add(track.number)
            found.append(Watched(track, tuple(g for g in here if g.code in track.groups)))
    return sorted(found, key=lambda w: w.track.number if w.track is not None else math.inf)


# ---- tracks that are taken for one (OPS-C2.2)


def sort_out(play: Play, here: list[Group]) -> None:
    """Update the tracks: remove vanished groups, split separated ones, and merge those close together and seen no better."""
    p, figures = play.p, play.world.figures["detection"]
    flying = {g.code: g for g in here}
    for track in p.tracks:
        track.groups = [code for code in track.groups if code in flying]
        parts = _clusters([flying[code] for code in track.groups], figures["part_hexes"], figures["part_angels"], [])
        if len(parts) > 1:
            kept = parts[_chance(play, len(parts))]
            track.groups = [g.code for g in kept]
    rough = [g for g in here if (t := p.track_of(g.code)) is None or t.level <= figures["merged_most"]]
    close = [[g.code for g in c] for c in _clusters(rough, figures["merge_hexes"], figures["merge_angels"], p.parted) if len(c) > 1]
    for codes in sorted(close, key=lambda codes: [t.number for t in _tracks_of(p, codes)]):
        if tracks := _tracks_of(p, codes):
            _merge(play, tracks, codes)


def _tracks_of(p: DayPosition, codes: list[str]) -> list[Track]:
    """The tracks of any of those, by number."""
    return [t for t in p.tracks if any(code in t.groups for code in codes)]


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
        if other.plots[-1].turn > kept.plots[-1].turn:
            kept.plots.append(other.plots[-1])
        _sent(p, other.number, lambda vector: replace(vector, track=kept.number))
        other.faded, other.level = True, 0
        play.tell("track_merged", (RAF,), "OPS-C2.2", track=other.number, into=kept.number)
    kept.groups = list(dict.fromkeys([*(code for track in (kept, *tracks[1:]) for code in track.groups), *codes]))
    for other in tracks[1:]:
        other.groups = []


def _chance(play: Play, count: int) -> int:
    """Return the part that keeps the number: an even chance for each, hidden from both sides."""
    play.about()
    return play.dice.roll("parting", 1, sides=count, by=RAF).total - 1


def parted(play: Play, track: Track, found: tuple[Group, ...]) -> Group:
    """Split a merged track; return the part that keeps the number."""
    kept = found[_chance(play, len(found))]
    part(play.p, track, kept.code)
    return kept


def part(p: DayPosition, track: Track, kept: str) -> None:
    """The track is of one of them alone from now on; the others are undetected, and they are never taken for one again."""
    codes = sorted(track.groups)
    p.parted.extend(pair for i, a in enumerate(codes) for b in codes[i + 1 :] if (pair := f"{a}|{b}") not in p.parted)
    track.groups = [kept]


def course(track: KnownTrack) -> tuple[float, float] | None:
    """Return the move of a track in a turn, in columns and rows (axial), from its last plots; None with fewer than two."""
    if len(track.plots) < 2:
        return None
    last = track.plots[-1]
    first = next((plot for plot in reversed(track.plots[:-1]) if last.turn - plot.turn >= 2), track.plots[0])
    turns = last.turn - first.turn
    if turns <= 0:
        return None
    return (last.hex.q - first.hex.q) / turns, (last.hex.r - first.hex.r) / turns
