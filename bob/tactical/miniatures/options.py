"""Scenarios, and the options laid over them: the terms of a battle."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bob.core.codec import CodecError, decode
from bob.core.dice import Dice
from bob.core.errors import BobError, DataError, UsageError, phrase
from bob.core.resources import data_folder
from bob.data.toml_files import read_toml
from bob.tactical.miniatures.builder import (
    MiniatureFault,
    cost,
    faults,
    load_squadron,
    read_squadron,
    shipped_squadrons,
    squadron_files,
    wrong,
)
from bob.tactical.miniatures.data import CLEAR_SKY, MiniatureTables
from bob.tactical.miniatures.position import MiniatureForce, MiniatureTerms
from bob.tactical.miniatures.random_scenario import random_terms
from bob.tactical.miniatures.rules.decks import pack_of
from bob.tactical.miniatures.rules.geometry import PER, Spot, on_table, within

OPTIONS = tuple(f.name for f in dataclasses.fields(MiniatureTerms))
RANDOM_SCENARIO = "random"
"""The scenario that is drawn by the dice."""
WORDS = ("name", "text")
"""The keys of a scenario that are words: a table of `en` and `fr` each."""
CLOUD_EDGE, CLOUD_APART = 6 * PER, 9 * PER
"""The least distances of clouds from the edges, and from each other (BRS-C53)."""
UNEQUAL = 5
"""Forces that differ by more than one part in this many are called unequal."""


@dataclass(frozen=True, slots=True)
class MiniatureScenario:
    """A scenario: its terms as its file gives them, its name and description in both languages, the file, and those of squadrons that it
    names."""

    code: str
    terms: Mapping[str, Any]
    name: Mapping[str, str]
    text: Mapping[str, str]
    file: Path
    squadrons: tuple[Path, ...] = ()

    @property
    def own(self) -> dict[str, str]:
        """The texts of its file and of the squadrons that it names, by their names in a folder of one's own data."""
        files = {f"scenarios/{self.code}.toml": self.file, **{f"squadrons/{path.name}": path for path in self.squadrons}}
        return {name: path.read_bytes().decode("utf-8-sig", "replace") for name, path in files.items()}


def load_scenario(path: Path, tables: MiniatureTables, own: Path | None = None) -> MiniatureScenario:
    """Load the scenario of a file, checked. A squadron that it names is in `squadrons` beside it or beside its folder, in that folder of
    one's own data, or ships with the program. Raises DataError.

    A shipped scenario is not checked against tables of one's own here: that is done when it is chosen.
    """
    ours = bool(tables.own) and path.parent == data_folder("tables") / "skies" / "scenarios"
    data = dict(read_toml(path).data)
    words: dict[str, Mapping[str, str]] = {}
    for key in WORDS:
        found = data.pop(key, {})
        if not isinstance(found, dict) or (found and set(found) != {"en", "fr"}) or not all(isinstance(t, str) for t in found.values()):
            raise DataError(path, key, phrase("skies.expect.words"), found)
        words[key] = found
    known = shipped_squadrons()
    for folder in (own, path.parent.parent, path.parent):
        if folder is not None:
            known |= squadron_files(folder / "squadrons")
    data, used = _with_squadrons(data, path, known, tables, ours)
    try:
        made: MiniatureTerms = decode(MiniatureTerms, data)
        if not ours:
            check_terms(made, tables)
    except CodecError as error:
        raise DataError(path, error.values["place"], error.values["expected"], error.found) from error
    except MiniatureTermsError as error:
        raise wrong(path, error.fault) from error
    return MiniatureScenario(path.stem, data, words["name"], words["text"], path, used)


def _with_squadrons(
    data: dict[str, Any], path: Path, known: Mapping[str, Path], tables: MiniatureTables, ours: bool
) -> tuple[dict[str, Any], tuple[Path, ...]]:
    """Return the terms with the squadrons that forces name put in their place, and their files; an entry of the force itself comes
    first."""
    forces = data.get("forces")
    if not isinstance(forces, list):
        return data, ()
    used: list[Path] = []
    made: list[Any] = []
    for i, force in enumerate(forces):
        if isinstance(force, dict) and "squadron" in force:
            name = force["squadron"]
            if not isinstance(name, str) or name not in known:
                raise DataError(path, f"forces[{i}].squadron", phrase("expect.one_of", choices=", ".join(sorted(known))), name)
            used.append(known[name])
            own = {key: value for key, value in force.items() if key != "squadron"}
            squadron = read_squadron(known[name]) if ours else load_squadron(known[name], tables)
            made.append({**squadron.terms, **own})
        else:
            made.append(force)
    return {**data, "forces": made}, tuple(dict.fromkeys(used))


def load_scenarios(folder: Path, tables: MiniatureTables, own: Path | None = None) -> dict[str, MiniatureScenario]:
    """The scenarios of a folder by code, which is the name of the file. Raises DataError."""
    return {path.stem: load_scenario(path, tables, own) for path in sorted(folder.glob("*.toml"))}


@cache
def shipped_scenarios() -> Mapping[str, MiniatureScenario]:
    """The scenarios that ship with the program."""
    from bob.tactical.miniatures.data import shipped

    return load_scenarios(data_folder("tables") / "skies" / "scenarios", shipped())


def terms(
    scenario: str, options: Mapping[str, Any], scenarios: Mapping[str, MiniatureScenario], tables: MiniatureTables, dice: Dice
) -> MiniatureTerms:
    """Return the terms of a scenario with options laid over it; the random one is drawn by the dice. Raises BobError for an unknown
    value or terms that cannot be fought."""
    if scenario not in scenarios and scenario != RANDOM_SCENARIO:
        raise UsageError("skies.error.no_scenario", found=scenario, choices=", ".join(sorted((*scenarios, RANDOM_SCENARIO))))
    for name in options:
        if name not in OPTIONS:
            raise UsageError("skies.error.no_option", found=name, choices=", ".join(OPTIONS))
    drawn = random_terms(options, tables, dice) if scenario == RANDOM_SCENARIO else scenarios[scenario].terms
    made: MiniatureTerms = decode(MiniatureTerms, {**drawn, **options})
    check_terms(made, tables)
    return made


# ---- what can be fought


class MiniatureTermsError(BobError):
    """Terms that cannot be fought, with the entry, the expected value, and the rule."""

    def __init__(self, fault: MiniatureFault) -> None:
        super().__init__("skies.error.terms", rule=fault.rule or None, place=fault.place, expected=fault.expected)
        self.fault = fault


def _need(ok: bool, place: str, rule: str, expected: str, **values: object) -> None:
    """Raise SkyTermsError at that place unless it is so; `expected` is a key of the words in `skies.expect`."""
    if not ok:
        raise MiniatureTermsError(MiniatureFault(place, phrase(f"skies.expect.{expected}", **values), rule))


def check_terms(terms: MiniatureTerms, tables: MiniatureTables) -> None:
    """Raise SkyTermsError when a battle of these terms cannot be fought."""
    seats = [force.seat for force in terms.forces]
    _need(len(seats) == 2, "forces", "BRS-C08", "two_forces")
    _need(seats[0] != seats[1] and all(seats) and "referee" not in seats, "forces", "", "seats")
    _need(terms.forces[0].edge != terms.forces[1].edge, "forces[1].edge", "BRS-C11", "own_edge")
    either = ", ".join(seats)
    _need(terms.first is None or terms.first in seats, "first", "BRS-C16", "one_of", choices=either)
    for name in terms.handicap:
        _need(name in seats, f"handicap.{name}", "BRS-C52", "one_of", choices=either)
    for i, force in enumerate(terms.forces):
        for fault in faults(force, tables, terms.limit):
            raise MiniatureTermsError(MiniatureFault(f"forces[{i}].{fault.place}", fault.expected, fault.rule))
    _check_spots(terms)
    _check_clouds(terms)
    _check_aims(terms, seats, tables)


def _corner(terms: MiniatureTerms) -> Spot:
    return Spot(terms.width * PER, terms.height * PER)


def _check_spots(terms: MiniatureTerms) -> None:
    """Check that aircraft are on the table, no two at one point (BRS-C30, BRS-C31)."""
    far = _corner(terms)
    taken: set[Spot] = set()
    for f, force in enumerate(terms.forces):
        for i, mount in enumerate(force.aircraft):
            if mount.at is not None:
                place = f"forces[{f}].aircraft[{i}].at"
                _need(on_table(mount.at.spot, far.x, far.y), place, "BRS-C31", "spot", x=far.x, y=far.y)
                _need(mount.at.spot not in taken, place, "BRS-C30", "own_spot")
                taken.add(mount.at.spot)


def _check_clouds(terms: MiniatureTerms) -> None:
    """Check that clouds are off the edges and apart, and that there is room for all (BRS-C53)."""
    far = _corner(terms)
    spots = [cloud.spot for cloud in terms.clouds]
    for i, at in enumerate(spots):
        off = CLOUD_EDGE <= at.x <= far.x - CLOUD_EDGE and CLOUD_EDGE <= at.y <= far.y - CLOUD_EDGE
        _need(off, f"clouds[{i}]", "BRS-C53", "cloud_edge", inches=CLOUD_EDGE // PER)
        apart = all(not within(at, other, CLOUD_APART - 1) for other in spots[:i])
        _need(apart, f"clouds[{i}]", "BRS-C53", "cloud_apart", inches=CLOUD_APART // PER)
    across, down = ((side - 2 * CLOUD_EDGE) // CLOUD_APART + 1 for side in far)
    room = max(0, across * down - len(spots))
    _need(terms.cloud_count <= room, "cloud_count", "BRS-C53", "room", most=room)


def _check_aims(terms: MiniatureTerms, seats: list[str], tables: MiniatureTables) -> None:
    """Check that targets and exits belong to a seat, and can be reached (BRS-C58, BRS-C59)."""
    far, either = _corner(terms), ", ".join(seats)
    strike = terms.strike
    if strike is not None:
        _need(strike.seat in seats, "strike.seat", "BRS-C58", "one_of", choices=either)
        _need(bool(strike.targets), "strike.targets", "BRS-C58", "targets")
        for i, target in enumerate(strike.targets):
            _need(on_table(target.spot, far.x, far.y), f"strike.targets[{i}]", "BRS-C58", "spot", x=far.x, y=far.y)
        mounts = terms.forces[seats.index(strike.seat)].aircraft
        able = any(mount.loaded or (strike.strafe and tables.aircraft[mount.type].firepower) for mount in mounts)
        _need(able, "strike.seat", "BRS-C58", "strikers")
    for i, way in enumerate(terms.exits):
        _need(way.seat in seats, f"exits[{i}].seat", "BRS-C59", "one_of", choices=either)
        _need(way not in terms.exits[:i], f"exits[{i}]", "BRS-C59", "once")


# ---- doubtful terms


def advice(terms: MiniatureTerms, tables: MiniatureTables) -> list[str]:
    """Return the doubts about terms that can be fought, as keys of the words."""
    found: list[str] = []
    points = sorted(cost(force.aircraft, tables) for force in terms.forces)
    if terms.strike is None and not terms.exits and UNEQUAL * (points[1] - points[0]) > points[1]:
        found.append("skies.advice.points")
    if terms.deck and not terms.clouds and not terms.cloud_count and any(CLEAR_SKY in _theatre(force, tables) for force in terms.forces):
        found.append("skies.advice.clear_sky")
    if terms.strike is None and any(mount.loaded for force in terms.forces for mount in force.aircraft):
        found.append("skies.advice.loaded")
    return found


def _theatre(force: MiniatureForce, tables: MiniatureTables) -> tuple[str, ...]:
    """The Theatre cards that a force is known to have."""
    if force.theatre is not None:
        return force.theatre
    pack = pack_of(force, tables)
    return pack.theatre if pack is not None else ()
