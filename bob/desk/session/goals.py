"""Possible goals of a squadron: plots by the time to meet them, places to patrol, fields to land on."""

from __future__ import annotations

from typing import Any

from bob.core import hexes
from bob.day.rules.control import Meeting
from bob.day.state.view import RafView, SquadronView
from bob.desk.session.session import DeskSession
from bob.words import Words

_NEAR = 12


def goals(session: DeskSession, words: Words, s: SquadronView, view: RafView) -> list[tuple[str, Any]]:
    """Tracks by the time to meet them, those out of reach last; then places to patrol."""
    reached: list[tuple[tuple[int, int], str, Any]] = []
    for t in view.tracks:
        if t.faded or t.level <= 0:
            continue
        met = session.reach(s.unit, t.number)
        if isinstance(met, Meeting):
            text = words("desk_tote.strip.meets", track=t.label, minutes=5 * met.turns, hex=met.hex.label)
            reached.append(((0, met.turns), text, ("track", t.number)))
        else:
            reached.append(((1, t.number), f"{t.label} – {words('desk_tote.strip.beyond')}", ("track", t.number)))
    found = [(text, data) for _, text, data in sorted(reached)]
    world = session.world
    places = [p for p in world.theatre.of_kind("sector_station", "town", "landmark") if p.hex is not None]
    near = sorted(places, key=lambda p: (hexes.distance(p.near, s.hex), p.name))[: _NEAR * 2]
    home = world.fields.get(s.sector)
    if home is not None:
        found.append((words("desk_tote.strip.patrol", place=home.name), ("hex", home.near)))
    seen = {home.name} if home is not None else set()
    for place in near:
        if place.name not in seen and len(seen) <= _NEAR:
            seen.add(place.name)
            found.append((words("desk_tote.strip.patrol", place=place.name), ("hex", place.near)))
    return found


def fields(session: DeskSession, s: SquadronView, view: RafView, *, home_first: bool) -> list[str]:
    world = session.world
    fields = [f.place for f in view.fields if f.place in world.fields]
    near = sorted(fields, key=lambda name: (hexes.distance(world.fields[name].near, s.hex), name))
    if home_first:
        near = [s.station, *(name for name in near if name != s.station)]
    return near[:_NEAR]
