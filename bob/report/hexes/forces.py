"""The aircraft of a mission as they begin, each with the number on its counter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bob.report.pieces.naming import label_of
from bob.tactical.hexes.data import HexTables
from bob.tactical.hexes.position import HexAircraft, HexTerms
from bob.tactical.hexes.setup import aircraft_of
from bob.words import Words


@dataclass(frozen=True, slots=True)
class FlownAircraft:
    """An aircraft with its side, its seat, the number on its counter, its leader in words, and its formation of that seat, -1 for none;
    in an engagement of the day its unit."""

    aircraft: HexAircraft
    side: str
    seat: str
    label: str
    leader: str
    formation: int
    unit: str = ""


def flown_of(terms: HexTerms, tables: HexTables, words: Words, units: Sequence[str] = ()) -> list[FlownAircraft]:
    """All aircraft of the terms, numbered by side as on a battle card; `units` are theirs by number."""
    found: list[FlownAircraft] = []
    sides = list(dict.fromkeys(player.side for player in terms.players))
    counts = dict.fromkeys(sides, 0)
    for seat, player in enumerate(terms.players):
        first = len(found)
        for mount in player.aircraft:
            counts[player.side] += 1
            label = label_of(words, player.side, counts[player.side])
            a = aircraft_of(len(found), seat, sides.index(player.side), mount, first, terms, tables)
            unit = units[a.number] if units else ""
            found.append(FlownAircraft(a, player.side, player.seat, label, _leader(a, tables, words), mount.formation, unit))
    return found


def _leader(a: HexAircraft, tables: HexTables, words: Words) -> str:
    """The class of a leader, or a historical one by name; empty for none."""
    if a.rank is None:
        return ""
    text = words(f"hexes.leader.{a.rank.code}")
    return words("hex_pieces.dash.named", name=tables.leaders[a.leader].name, leader=text) if a.leader in tables.leaders else text
