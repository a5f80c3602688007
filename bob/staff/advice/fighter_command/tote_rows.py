"""The rows of the tote: squadrons by Group and Sector, sorted and filtered. Made from the RAF's view alone; no Qt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bob.core.text import plain
from bob.day.rules.readiness import weight
from bob.day.rules.wings import stack_of
from bob.day.state.view import RafView, SquadronView
from bob.day.telling.period_names import code_word, figure
from bob.staff.advice.fighter_command.squadron_people import SquadronPeople, record, who
from bob.staff.advice.fighter_command.stance_choices import stance_text
from bob.staff.advice.map.counters import WING, short
from bob.words import Words

LAMPS = ("released", "available", "ready", "airborne", "landed", "rearm_1", "rearm_2")
SORTS = ("unit", "state", "strength", "fuel", "next")
SHOWN = ("all", "ready", "airborne", "ground", "turnaround", "lost")
GROUP_ORDER = (11, 10, 12, 13)
FULL = 12
"""A whole squadron's aircraft."""

_FIRST = {"airborne": 0, "ready": 1, "available": 2, "rearm_2": 3, "rearm_1": 4, "landed": 5, "released": 6, "gone": 7}
_LONGEST = {"released": 12, "available": 3, "landed": 1, "rearm_1": 3, "rearm_2": 2}
"""Turns in each box until the next, as a rule (OPS-B7.2, OPS-B7.3): how far a ring is filled, nothing more."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter of the tote: a Group or all, a state, a piece of a name; and the order."""

    group: int | None = None
    shown: str = "all"
    text: str = ""
    sort: str = "unit"
    falling: bool = False


@dataclass(frozen=True, slots=True)
class SectorRow:
    """A Sector with the squadrons that are shown."""

    group: int
    sector: str
    letter: str
    squadrons: tuple[SquadronView, ...]
    room_hit: bool
    emergency: bool = False
    wing: bool = False
    """True for a Wing, whose squadrons fly as one (OPS-B2.6), instead of a Sector."""

    @property
    def title(self) -> str:
        return f"{self.letter} {self.sector}".strip()


@dataclass(frozen=True, slots=True)
class GroupTotal:
    """A Group in figures: squadrons, those Ready, those in the air, aircraft in all."""

    group: int
    squadrons: float
    ready: float
    airborne: float
    aircraft: int


def number(unit: str) -> str:
    """A squadron by its number, a flight with its letter, a unit without a number by its initials: `92`, `92 A`, `FIU`."""
    parts = [part for part in unit.split() if part != "Squadron"]
    return " ".join(parts) if parts[0].isdigit() else "".join(part[0] for part in parts)


def _by_number(s: SquadronView) -> tuple[int, str]:
    head = s.unit.split()[0]
    return (int(head) if head.isdigit() else 9999, s.unit)


def _key(s: SquadronView, sort: str) -> float:
    if sort == "state":
        return _FIRST[s.box]
    if sort == "strength":
        return s.strength
    if sort == "fuel":
        return s.fuel if s.box == "airborne" else 99
    if sort == "next":
        return s.turns_to_next if s.turns_to_next is not None else 99
    return 0


def _fits(s: SquadronView, wanted: Wanted) -> bool:
    if wanted.shown != "all" and (s.box == "gone") != (wanted.shown == "lost"):
        return False
    if wanted.group is not None and s.group != wanted.group:
        return False
    boxes = {"ready": ("ready",), "airborne": ("airborne",), "turnaround": ("landed", "rearm_1", "rearm_2")}.get(wanted.shown)
    if boxes is not None and s.box not in boxes:
        return False
    if wanted.shown == "ground" and s.box == "airborne":
        return False
    text = plain(wanted.text)
    return not text or any(text in plain(found) for found in (s.unit, s.station, s.sector, s.aircraft))


def rows(view: RafView, wanted: Wanted, letters: Mapping[str, str]) -> list[SectorRow]:
    """The Sectors with their squadrons, 11 Group first, and of each Group its Wings before them; Sectors without a fitting squadron are
    left out. A Wing is shown whole."""
    found: dict[tuple[int, str], list[SquadronView]] = {}
    wings: dict[tuple[int, str], list[SquadronView]] = {}
    for s in view.squadrons:
        if _fits(s, wanted):
            if s.wing is not None:
                wings.setdefault((s.group, s.wing), stack_of(view.squadrons, s))
                continue
            controlled = s.controlled if s.box == "airborne" else s.sector not in view.rooms_hit
            found.setdefault((s.group, s.sector), []).append(replace(s, controlled=controlled))

    def place(key: tuple[int, str]) -> tuple[int, str, str]:
        group, sector = key
        return (GROUP_ORDER.index(group) if group in GROUP_ORDER else group, letters.get(sector, "~"), sector)

    made = [
        SectorRow(group, WING.join(short(s.unit) for s in stack), "", tuple(stack), room_hit=False, wing=True)
        for (group, _), stack in sorted(wings.items())
    ]
    for group, sector in sorted(found, key=place):
        here = sorted(found[group, sector], key=_by_number)
        here.sort(key=lambda s: _key(s, wanted.sort), reverse=wanted.falling)
        made.append(
            SectorRow(group, sector, letters.get(sector, ""), tuple(here), sector in view.rooms_hit, sector in view.emergency_rooms)
        )
    return sorted(made, key=lambda row: (place((row.group, ""))[0], not row.wing))


def totals(view: RafView) -> list[GroupTotal]:
    """The Groups in figures, a flight as half a squadron."""
    made = []
    for group in sorted({s.group for s in view.squadrons}, key=lambda g: GROUP_ORDER.index(g) if g in GROUP_ORDER else g):
        here = [s for s in view.squadrons if s.group == group and s.box != "gone"]

        ready = [s for s in here if s.box == "ready" and not s.scrambling]
        flying = [s for s in here if s.box == "airborne"]
        standing, set_to_go, up = (float(sum(map(weight, found))) for found in (here, ready, flying))
        made.append(GroupTotal(group, standing, set_to_go, up, sum(s.strength for s in here)))
    return made


def due(s: SquadronView) -> float | None:
    """Return the progress to the next state, from 0 to 1; None when no change is due."""
    if s.becoming is None or s.turns_to_next is None:
        return None
    return 1.0 - s.turns_to_next / max(s.turns_to_next, _LONGEST.get(s.box, 3), 1)


def coming(words: Words, s: SquadronView) -> str:
    """The next state and the minutes to it, if one is coming."""
    if s.scrambling:
        return words("desk_tote.scrambling")
    if s.becoming is None or s.turns_to_next is None:
        return ""
    return words("desk_tote.coming", box=words(f"desk_tote.lamp.{s.becoming}"), minutes=5 * s.turns_to_next)


def labels(view: RafView) -> dict[int, str]:
    """The label of each track on the table."""
    return {t.number: t.label for t in view.tracks}


def doing(words: Words, s: SquadronView, tracks: Mapping[int, str]) -> str:
    """Return the current task of a squadron, in a few words: its vector, its tally, its trouble."""
    parts: list[str] = []
    if s.box == "gone":
        return words("desk_tote.lost")
    if s.tally is not None:
        parts.append(words("desk_tote.tally", track=tracks.get(s.tally, f"X{s.tally}")))
    elif s.vector is not None and s.box == "airborne":
        kind = s.vector["kind"]
        if kind == "home":
            parts.append(words("desk_tote.home", field=s.vector["field"]))
        elif kind == "raid":
            parts.append(words("desk_tote.raid", track=tracks.get(s.vector["track"], f"X{s.vector['track']}"), angels=s.vector["angels"]))
        else:
            parts.append(words("desk_tote.to_hex", hex=s.vector["hex"], angels=s.vector["angels"]))
    elif s.box == "airborne":
        parts.append(words("desk_tote.orbit"))
    if s.emergency and not s.scrambling and s.box != "airborne":
        parts.append(words("desk_tote.emergency"))
    if s.wing is not None:
        parts.append(words("desk_tote.in_wing"))
    if s.silent:
        parts.append(words("desk_tote.silent", minutes=5 * s.silence))
    if (s.box == "airborne" or s.scrambling) and s.stance != "any_enemy":
        parts.append(stance_text(words, s.stance, s.waits_for))
    if s.scrambling and s.on_request:
        parts.append(words("desk_tote.on_request", group=s.group))
    if s.ready_in is not None:
        parts.append(words("desk_tote.ready_ordered"))
    if s.disruption:
        parts.append(words("desk_tote.disrupted_short", level=s.disruption))
    return " · ".join(parts)


def describe(words: Words, s: SquadronView, tracks: Mapping[int, str], aircraft: str, people: SquadronPeople | None = None) -> str:
    """All about a squadron, a line each: for the tooltip and the screen reader."""
    lines = [
        f"{s.unit} · {aircraft} · {s.station}",
        words(
            "desk_tote.tip.strength", strength=s.strength, full=FULL, lost=s.lost, experience=code_word(words, "experience", s.experience)
        ),
        words("desk_tote.tip.box", box=code_word(words, "box", s.box)) + (f" · {text}" if (text := coming(words, s)) else ""),
        words("desk_tote.tip.radio", radio=s.radio.upper(), reach=s.radio_range)
        + ("" if s.controlled else f" · {words('desk_tote.uncontrolled')} [OPS-B6.2]"),
    ]
    if s.box == "airborne":
        lines.append(words("desk_tote.tip.air", angels=s.angels, fuel=s.fuel, minutes=5 * s.fuel))
        if not s.fixed:
            lines.append(words("desk_tote.tip.unheard" if s.silent else "desk_tote.tip.reckoned", ring=s.ring))
        if not s.controlled:
            lines.append(words("desk_tote.tip.by_itself"))
    lines.append(words("desk_tote.tip.ammo", ammo=code_word(words, "ammo", s.ammo)))
    if people is not None:
        lines[1:1] = [who(words, people), record(words, people)]
    if s.emergency:
        lines.append(words("desk_tote.emergency_told"))
    if s.disruption:
        lines.append(words("desk_tote.disrupted", level=s.disruption))
    if text := doing(words, s, tracks):
        lines.append(text)
    return "\n".join(lines)


def limits(words: Words, view: RafView) -> tuple[str, str]:
    """The scramble limit and the Response Level as sentences."""
    return (
        words("desk_tote.scrambles", used=figure(words, view.scrambled), limit=view.scramble_limit),
        words("desk_tote.response", committed=figure(words, view.committed), level=view.response_level),
    )
