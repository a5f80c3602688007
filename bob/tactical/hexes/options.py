"""Missions, and the options laid over them: the terms of a battle."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bob.core.codec import CodecError, decode
from bob.core.errors import BobError, DataError, Phrase, UsageError, phrase
from bob.core.resources import data_folder
from bob.data.toml_files import read_toml
from bob.tactical.hexes.data import CLASSES, HexTables
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.position import NOBODY, HexMount, HexSeat, HexTerms
from bob.tactical.hexes.rules import formations
from bob.tactical.hexes.setup import CLOUD_COLUMNS, EDGE, aircraft_of

OPTIONS = tuple(f.name for f in dataclasses.fields(HexTerms))
RANDOM_MISSION = "random"
"""The mission that is drawn by the dice."""
WORDS = ("name", "text")
COAST = "coast"
GROUNDS = ("sea", COAST, "land")
"""The kinds of ground below a mission; the ground is painted so, and has no effect."""
"""The keys of a mission that are words: a table of `en` and `fr` each."""


@dataclass(frozen=True, slots=True)
class HexMission:
    """A mission: its terms as its file gives them, its name and description in both languages, its ground, and the file."""

    code: str
    terms: Mapping[str, Any]
    name: Mapping[str, str]
    text: Mapping[str, str]
    file: Path
    ground: str = COAST


def load_mission(path: Path, tables: HexTables) -> HexMission:
    """The mission of a file, checked. Raises DataError."""
    data = dict(read_toml(path).data)
    words: dict[str, Mapping[str, str]] = {}
    for key in WORDS:
        found = data.pop(key, {})
        if not isinstance(found, dict) or (found and set(found) != {"en", "fr"}) or not all(isinstance(t, str) for t in found.values()):
            raise DataError(path, key, phrase("hexes.expect.words"), found)
        words[key] = found
    ground = data.pop("ground", COAST)
    if ground not in GROUNDS:
        raise DataError(path, "ground", phrase("expect.one_of", choices=", ".join(GROUNDS)), ground)
    try:
        check_terms(decode(HexTerms, data), tables)
    except CodecError as error:
        raise DataError(path, error.values["place"], error.values["expected"], error.values["found"]) from error
    except TermsError as error:
        raise DataError(path, error.place, error.expected) from error
    return HexMission(path.stem, data, words["name"], words["text"], path, ground)


def load_missions(folder: Path, tables: HexTables) -> dict[str, HexMission]:
    """The missions of a folder by code, which is the name of the file. Raises DataError."""
    return {path.stem: load_mission(path, tables) for path in sorted(folder.glob("*.toml"))}


@cache
def shipped_missions() -> Mapping[str, HexMission]:
    """The missions that ship with the program."""
    from bob.tactical.hexes.data import shipped

    return load_missions(data_folder("tables") / "hexes" / "missions", shipped())


def terms(mission: str, options: Mapping[str, Any], missions: Mapping[str, HexMission], tables: HexTables) -> HexTerms:
    """Return the terms of a mission with options laid over it. Raises BobError for an unknown value or terms that cannot be fought."""
    if mission not in missions:
        raise UsageError("hexes.error.no_mission", found=mission, choices=", ".join(sorted(missions)))
    for name in options:
        if name not in OPTIONS:
            raise UsageError("hexes.error.no_option", found=name, choices=", ".join(OPTIONS))
    made: HexTerms = decode(HexTerms, {**missions[mission].terms, **options})
    check_terms(made, tables)
    if made.limit and {"players", "limit"} & set(options):
        check_limit(made, tables)
    return made


def advice(terms: HexTerms) -> list[str]:
    """Return the doubts about terms that can be fought, as keys of the words: the game is made for 2 to 6 players (FIS-001)."""
    return ["hexes.advice.players"] if len(terms.players) > 6 else []


class TermsError(BobError):
    """Terms that cannot be fought, with the entry and the expected value."""

    def __init__(self, place: str, expected: Phrase) -> None:
        super().__init__("hexes.error.terms", place=place, expected=expected)
        self.place = place
        self.expected = expected


def need(ok: bool, place: str, expected: str, **values: object) -> None:
    """Raise TermsError at that place unless it is so; `expected` is a key of the words in `hexes.expect`."""
    if not ok:
        raise TermsError(place, phrase(f"hexes.expect.{expected}", **values))


def check_terms(terms: HexTerms, tables: HexTables) -> None:
    """Raise TermsError when a battle of these terms cannot be fought."""
    seats = [player.seat for player in terms.players]
    need(len(set(seats)) == len(seats) and all(seats) and "referee" not in seats, "players", "seats")
    need(2 <= len(seats) <= 12, "players", "seat_count")
    sides = list(dict.fromkeys(player.side for player in terms.players))
    need(len(sides) == 2 and all(sides), "players", "two_sides")
    either = ", ".join(sides)
    need(terms.first is None or terms.first in sides, "first", "one_of", choices=either)
    for name in terms.handicap:
        need(name in sides, f"handicap.{name}", "one_of", choices=either)
    for i, at in enumerate(terms.clouds):
        need(on_mat(terms, at) and at not in terms.clouds[:i], f"clouds[{i}]", "own_hex", columns=terms.columns, rows=terms.rows)
    room = max(0, terms.columns - 2 * CLOUD_COLUMNS) * terms.rows - len(terms.clouds)
    need(terms.cloud_count <= max(0, room), "cloud_count", "room", most=max(0, room))
    for i, ship in enumerate(terms.ships):
        need(on_mat(terms, ship.at), f"ships[{i}].at", "hex", columns=terms.columns, rows=terms.rows)
        need(ship.side in sides, f"ships[{i}].side", "one_of", choices=either)
    for i, aim in enumerate(terms.aims):
        need(aim.side in sides, f"aims[{i}].side", "one_of", choices=either)
    _check_players(terms, tables)


def _check_players(terms: HexTerms, tables: HexTables) -> None:
    taken: set[Any] = set()
    for p, player in enumerate(terms.players):
        place = f"players[{p}]"
        need(1 <= len(player.aircraft) <= 24, f"{place}.aircraft", "aircraft_count")
        for i, mount in enumerate(player.aircraft):
            here = f"{place}.aircraft[{i}]"
            _check_mount(mount, here, player, terms, tables)
            need(mount.at is None or mount.at not in taken, f"{here}.at", "own_hex", columns=terms.columns, rows=terms.rows)
            taken.add(mount.at)
        _check_formations(player, place, terms, tables)
    for side in dict.fromkeys(player.side for player in terms.players):
        waiting = sum(m.at is None for player in terms.players if player.side == side for m in player.aircraft)
        need(waiting <= terms.rows * EDGE, "players", "set_up", most=terms.rows * EDGE)


def cost(mounts: Sequence[HexMount], tables: HexTables) -> int:
    """The points of aircraft with their leaders and wingmen (FIS-174, FIS-178, FIS-182, FIS-192, FIS-261)."""
    ranks = [tables.leader_class(mount.leader) for mount in mounts]
    leaders = sum(rank.points for rank in ranks if rank is not None)
    wingmen = sum(mount.wingman_of is not None for mount in mounts)
    return sum(tables.aircraft[mount.type].points for mount in mounts) + leaders + wingmen * tables.wingman


def check_limit(terms: HexTerms, tables: HexTables) -> None:
    """Raise TermsError unless the forces keep to the points agreed, with a leader for each three aircraft begun and a wingman for each
    leader (FIS-260, FIS-D42)."""
    for side in dict.fromkeys(player.side for player in terms.players):
        mounts = [mount for player in terms.players if player.side == side for mount in player.aircraft]
        spent = cost(mounts, tables)
        need(spent <= terms.limit, "players", "points", side=side, most=terms.limit, found=spent)
        leaders = sum(bool(mount.leader) for mount in mounts)
        need(leaders <= (len(mounts) + 2) // 3, "players", "leaders", side=side)
        led = [(player.seat, m.wingman_of) for player in terms.players if player.side == side for m in player.aircraft]
        wingmen = [pair for pair in led if pair[1] is not None]
        need(len(set(wingmen)) == len(wingmen), "players", "wingmen", side=side)


def _check_mount(mount: HexMount, place: str, player: HexSeat, terms: HexTerms, tables: HexTables) -> None:
    need(mount.type in tables.aircraft, f"{place}.type", "one_of", choices=", ".join(tables.aircraft))
    need(mount.at is None or on_mat(terms, mount.at), f"{place}.at", "hex", columns=terms.columns, rows=terms.rows)
    leaders = (*CLASSES[:2], *tables.leaders)
    need(not mount.leader or mount.leader in leaders, f"{place}.leader", "one_of", choices=", ".join(leaders))
    if mount.leader in tables.leaders:
        flies = tables.leaders[mount.leader].aircraft
        need(not flies or mount.type in flies, f"{place}.leader", "his_type", choices=", ".join(flies))
    if mount.wingman_of is not None:
        led = mount.wingman_of
        ok = 0 <= led < len(player.aircraft) and bool(player.aircraft[led].leader)
        need(ok and not mount.leader, f"{place}.wingman_of", "leader")


def _check_formations(player: HexSeat, place: str, terms: HexTerms, tables: HexTables) -> None:
    """Formations of a mission hold together (FIS-068, FIS-069)."""
    flying = [aircraft_of(i, 0, 0, mount, 0, terms, tables) for i, mount in enumerate(player.aircraft)]
    for formation in sorted({m.formation for m in player.aircraft} - {NOBODY}):
        group = [a for a, m in zip(flying, player.aircraft, strict=True) if m.formation == formation]
        ok = 2 <= len(group) <= formations.MOST and all(player.aircraft[a.number].at is not None for a in group)
        need(ok and len(formations.groups(group)) == 1, f"{place}.aircraft", "formation", number=formation)
