"""The hours of a day as a picture: a row for each raid and squadron, with plots, combats and bombs. Figures only, no words on drawing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bob.core.game import REFEREE
from bob.report.maps import raid_letters, raid_name
from bob.report.story import CombatAccount, Story
from bob.words import Words


@dataclass(frozen=True, slots=True)
class StoryBar:
    """A stretch of time, from the beginning of one turn to that of another, and what kind it is."""

    first: int
    last: int
    kind: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A moment: a plot (with its colour), combats (with their numbers, and the anchor of the first), bombs."""

    turn: int
    kind: str
    colour: str = ""
    anchor: str = ""
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StoryRow:
    """A line of the timeline."""

    name: str
    side: str
    bars: tuple[StoryBar, ...]
    ticks: tuple[Tick, ...]


def rows(tale: Story, words: Words) -> list[StoryRow]:
    """The rows: raids by their formation, or plots as the RAF has them; then squadrons by their first take-off."""
    found: list[StoryRow] = []
    plots = {t.number: t for t in tale.tracks}
    letters = raid_letters(tale)
    for raid in sorted((r for r in tale.raids if r.path), key=lambda r: (r.form_turn, r.code)):
        ticks: list[Tick] = []
        track = plots.get(raid.number) if raid.number is not None else None
        if track is not None:
            ticks += [Tick(p.turn, "plot", p.colour) for p in track.plots]
        ticks += _fight_ticks(c for c in tale.combats if c.luftwaffe is not None and c.luftwaffe["raid"] == raid.code)
        ticks += [Tick(h.turn, "bombs") for h in tale.happenings if h.event.code == "bombs" and h.event.data["raid"] == raid.code][:1]
        name = f"{letters[raid.code]}  {raid_name(raid, words)}"
        found.append(StoryRow(name, "luftwaffe", (StoryBar(raid.path[0].turn, raid.path[-1].turn + 1, "raid"),), tuple(ticks)))
    if not tale.luftwaffe:
        for track in tale.tracks:
            ticks = [Tick(p.turn, "plot", p.colour) for p in track.plots]
            ticks += _fight_ticks(c for c in tale.combats if c.raf is not None and c.raf["track"] == track.number)
            found.append(StoryRow(track.label, "luftwaffe", (StoryBar(track.plots[0].turn, track.last.turn + 1, "raid"),), tuple(ticks)))
    for s in sorted((s for s in tale.squadrons if s.sorties), key=lambda s: (s.sorties[0][0].turn, s.last.unit)):
        bars = tuple(StoryBar(sortie[0].turn, sortie[-1].turn + 1, "squadron") for sortie in s.sorties)
        fought = [c for c in tale.combats if c.raf is not None and any(unit == s.last.unit for unit, _ in c.raf["units"])]
        found.append(StoryRow(s.last.unit, "raf", bars, tuple(_fight_ticks(fought))))
    return found


def _fight_ticks(combats: Iterable[CombatAccount]) -> list[Tick]:
    """Engagements on the timeline, those of a turn in one place."""
    turns: dict[int, list[CombatAccount]] = {}
    for c in combats:
        turns.setdefault(c.turn, []).append(c)
    return [Tick(turn, "combat", anchor=here[0].anchor, numbers=tuple([c.number for c in here])) for turn, here in turns.items()]


def span(tale: Story, shown: list[StoryRow]) -> tuple[int, int]:
    """The first and the last turn that are drawn."""
    ends = [bar.last for row in shown for bar in row.bars]
    return 1, max([*ends, tale.last_turn if tale.seat == REFEREE or not ends else 2, 6])
