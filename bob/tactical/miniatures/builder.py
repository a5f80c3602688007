"""Squadrons by points: a force from a user's file or from the dice, its cost, and everything about it that is not allowed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import DataError, Phrase, phrase
from bob.core.ranges import OneOf, Whole
from bob.core.resources import data_folder
from bob.data.toml_files import read_toml
from bob.data.units import SIDES
from bob.tactical.miniatures.data import ABILITY, ACE, AVERAGE, DOCTRINE, ROOKIE, THEATRE, Code, MiniatureTables, MiniatureType
from bob.tactical.miniatures.position import MiniatureForce, MiniatureMount
from bob.tactical.miniatures.rules.decks import pack_of, trait_cards

MOST_AIRCRAFT = 24
"""The most aircraft of a force."""
MOST_POINTS = 9999
SLOWEST = 5
"""The least Speed of the types that the dice draw: with guns in front, and no dive bombers."""
EACH_ACE = 6
"""The dice make an Ace of one pilot in this many, complete or begun: a squadron box has one disc of Skill 5 among its six."""


@dataclass(frozen=True, slots=True)
class MiniatureFlight:
    """Aircraft of one type with pilots of one Skill, as a squadron's file has them. Without a Skill: 5 for a named Ace, else 3."""

    type: Code
    skill: Annotated[int, Whole(ROOKIE, ACE)] | None = None
    ace: str = ""
    count: Annotated[int, Whole(1, MOST_AIRCRAFT)] = 1
    loaded: bool = False

    @property
    def mounts(self) -> list[MiniatureMount]:
        skill = self.skill if self.skill is not None else ACE if self.ace else AVERAGE
        return [MiniatureMount(self.type, skill, self.ace, loaded=self.loaded)] * self.count


@dataclass(frozen=True, slots=True)
class MiniatureSquadron:
    """A squadron as its file has it: its side, its aircraft, what goes into its deck, the points that it may cost (0: as many as you like).

    Doctrine and Theatre cards that are left out are those of the side's pack, or come by dice with `random`.
    """

    side: Annotated[str, OneOf(SIDES)]
    aircraft: tuple[MiniatureFlight, ...]
    name: Mapping[str, str] = field(default_factory=dict)
    limit: Annotated[int, Whole(0, MOST_POINTS)] = 0
    doctrine: tuple[str, ...] | None = None
    theatre: tuple[str, ...] | None = None
    abilities: tuple[str, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)
    random: bool = False
    unread: ClassVar[tuple[str, ...]] = ("origin", "source", "note")

    @property
    def force(self) -> MiniatureForce:
        """The squadron as a player's force."""
        mounts = tuple([mount for flight in self.aircraft for mount in flight.mounts])
        return MiniatureForce(self.side, mounts, "south", self.doctrine, self.theatre, self.abilities, self.extra, self.random)

    @property
    def terms(self) -> dict[str, Any]:
        """Return the entries of a force of a scenario that the squadron gives, as a file would have them."""
        force = encode(self.force)
        return {key: force[key] for key in ("aircraft", "doctrine", "theatre", "abilities", "extra", "random") if force[key] is not None}


# ---- cost


@dataclass(frozen=True, slots=True)
class MiniatureCost:
    """The cost of an aircraft of a force: itself and its pilot (BRS-C09, BRS-081)."""

    type: str
    skill: int
    ace: str
    aircraft: int
    pilot: int

    @property
    def points(self) -> int:
        return self.aircraft + self.pilot


def bill(mounts: Sequence[MiniatureMount], tables: MiniatureTables) -> list[MiniatureCost]:
    """Return the cost of each aircraft; one of an unknown type costs its pilot."""
    known = tables.aircraft
    return [
        MiniatureCost(m.type, m.skill, m.ace, known[m.type].points if m.type in known else 0, tables.sizes.pilots[m.skill - ROOKIE])
        for m in mounts
    ]


def cost(mounts: Sequence[MiniatureMount], tables: MiniatureTables) -> int:
    """The points of aircraft with their pilots."""
    return sum(line.points for line in bill(mounts, tables))


def known_deck(force: MiniatureForce, tables: MiniatureTables) -> list[str]:
    """The cards of a force's deck as far as they are known before the dice: traits, those named or of its side's pack, Ace Abilities."""
    pack = pack_of(force, tables)
    count = max(1, len(force.aircraft))
    doctrine = force.doctrine if force.doctrine is not None else pack.doctrine[: tables.sizes.doctrines(count)] if pack is not None else ()
    theatre = force.theatre if force.theatre is not None else pack.theatre[: tables.sizes.theatre] if pack is not None else ()
    mounts = tuple([mount for mount in force.aircraft if mount.type in tables.aircraft])
    extra = {code: trait for code, trait in force.extra.items() if code in tables.aircraft and trait in tables.aircraft[code].cards}
    return [*trait_cards(replace(force, aircraft=mounts, extra=extra), tables), *doctrine, *theatre, *force.abilities]


# ---- faults


@dataclass(frozen=True, slots=True)
class MiniatureFault:
    """A breach of the rules: the entry, the expected value, and the rule; empty for a rule of the file's form."""

    place: str
    expected: Phrase
    rule: str = ""


def _fault(place: str, rule: str, expected: str, **values: object) -> MiniatureFault:
    return MiniatureFault(place, phrase(f"skies.expect.{expected}", **values), rule)


def faults(force: MiniatureForce, tables: MiniatureTables, limit: int = 0) -> list[MiniatureFault]:
    """All that the rules do not allow of a force and its deck, in the order of its keys."""
    found = [*_of_aircraft(force, tables)]
    if limit and (spent := cost(force.aircraft, tables)) > limit:
        found.append(_fault("aircraft", "BRS-C09", "points", most=limit, found=spent))
    return [*found, *_of_deck(force, tables)]


def _of_aircraft(force: MiniatureForce, tables: MiniatureTables) -> Iterator[MiniatureFault]:
    if not 1 <= len(force.aircraft) <= MOST_AIRCRAFT:
        yield _fault("aircraft", "BRS-C08", "aircraft_count", most=MOST_AIRCRAFT)
    types = [tables.aircraft[mount.type] for mount in force.aircraft if mount.type in tables.aircraft]
    for i, mount in enumerate(force.aircraft):
        place = f"aircraft[{i}]"
        if mount.type not in tables.aircraft:
            yield _fault(f"{place}.type", "BRS-013", "one_of", choices=", ".join(tables.aircraft))
        elif tables.aircraft[mount.type].side != types[0].side:
            yield _fault(f"{place}.type", "BRS-C08", "one_side", name=types[0].name)
        if mount.ace:
            yield from _of_ace(mount, place, [other.ace for other in force.aircraft[:i]], tables)


def _of_ace(mount: MiniatureMount, place: str, before: Sequence[str], tables: MiniatureTables) -> Iterator[MiniatureFault]:
    ace = tables.aces.get(mount.ace)
    if ace is None:
        yield _fault(f"{place}.ace", "BRS-083", "one_of", choices=", ".join(tables.aces))
        return
    if mount.type not in ace.aircraft:
        yield _fault(f"{place}.ace", "BRS-D39", "his_type", choices=", ".join(ace.aircraft))
    if mount.skill != ACE:
        yield _fault(f"{place}.skill", "BRS-128", "ace_skill", skill=ACE)
    if mount.ace in before:
        yield _fault(f"{place}.ace", "BRS-083", "one_ace", name=ace.name)


def _of_deck(force: MiniatureForce, tables: MiniatureTables) -> Iterator[MiniatureFault]:
    sizes = tables.sizes
    count = max(1, len(force.aircraft))
    for key, kind, named, most, rule in (
        ("doctrine", DOCTRINE, force.doctrine, sizes.doctrines(count), "BRS-028"),
        ("theatre", THEATRE, force.theatre, sizes.theatre, "BRS-029"),
    ):
        if named is not None:
            yield from _of_kind(key, kind, named, "BRS-034", tables)
            if len(named) != most:
                yield _fault(key, rule, "cards", count=most, aircraft=count)
            if force.random:
                yield _fault(key, "BRS-025", "dealt_or_chosen")
    yield from _of_kind("abilities", ABILITY, force.abilities, "BRS-085", tables)
    aces = [mount for mount in force.aircraft if mount.skill == ACE]
    if force.abilities and not aces:
        yield _fault("abilities", "BRS-080", "no_abilities")
    elif len(force.abilities) > (most := sum(2 if ace.ace else 1 for ace in aces)):
        yield _fault("abilities", "BRS-130" if any(ace.ace for ace in aces) else "BRS-088", "abilities", most=most)
    flown = Counter(mount.type for mount in force.aircraft)
    for code, trait in force.extra.items():
        card = tables.aircraft.get(code)
        if card is None or code not in flown:
            yield _fault(f"extra.{code}", "BRS-019", "flown", choices=", ".join(flown))
        elif trait not in card.cards:
            yield _fault(f"extra.{code}", "BRS-019", "trait_of", name=card.name, choices=", ".join(card.cards) or "-")


def _of_kind(key: str, kind: str, named: Sequence[str], rule: str, tables: MiniatureTables) -> Iterator[MiniatureFault]:
    choices = tables.of_kind(kind)
    for i, code in enumerate(named):
        if code not in choices:
            yield _fault(f"{key}[{i}]", rule, "one_of", choices=", ".join(choices))


def squadron_faults(squadron: MiniatureSquadron, tables: MiniatureTables) -> list[MiniatureFault]:
    """All that the rules do not allow of a squadron; places are those of its file."""
    first: list[int] = []  # of each aircraft of the force, the entry of the file
    for i, flight in enumerate(squadron.aircraft):
        first += [i] * flight.count
    found: list[MiniatureFault] = []
    for fault in faults(squadron.force, tables, squadron.limit):
        head, bracket, rest = fault.place.removeprefix("aircraft[").partition("]")
        if fault.place.startswith("aircraft[") and bracket:
            fault = replace(fault, place=f"aircraft[{first[int(head)]}]{rest}")
        if fault not in found:
            found.append(fault)
    types = [tables.aircraft[flight.type] for flight in squadron.aircraft if flight.type in tables.aircraft]
    if types and types[0].side != squadron.side:
        found.append(_fault("side", "BRS-C08", "side_of", name=types[0].name, side=types[0].side))
    return found


# ---- files


def read_squadron(path: Path) -> MiniatureSquadron:
    """The squadron of a file, right in its form; whether it is allowed, `squadron_faults` says. Raises DataError."""
    squadron = read_toml(path).read(MiniatureSquadron)
    if squadron.name and set(squadron.name) != {"en", "fr"}:
        raise DataError(path, "name", phrase("skies.expect.words"), ", ".join(squadron.name))
    return squadron


def load_squadron(path: Path, tables: MiniatureTables) -> MiniatureSquadron:
    """The squadron of a file, which the rules allow. Raises DataError."""
    squadron = read_squadron(path)
    for fault in squadron_faults(squadron, tables):
        raise wrong(path, fault)
    return squadron


def wrong(path: Path, fault: MiniatureFault) -> DataError:
    """The error that a fault in a file is."""
    error = DataError(path, fault.place, fault.expected)
    error.rule = fault.rule or None
    return error


def squadron_files(folder: Path) -> dict[str, Path]:
    """The squadrons of a folder by code, which is the name of the file."""
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def shipped_squadrons() -> dict[str, Path]:
    """The files of the squadrons that ship with the program, by code."""
    return squadron_files(data_folder("tables") / "skies" / "squadrons")


def squadron_toml(squadron: MiniatureSquadron) -> str:
    """The squadron as the text of a file."""
    lines = []
    if squadron.name:
        lines.append(f"name = {_toml(squadron.name)}")
    lines.append(f"side = {_toml(squadron.side)}")
    if squadron.limit:
        lines.append(f"limit = {squadron.limit}")
    for key in ("doctrine", "theatre", "abilities", "extra", "random"):
        value = getattr(squadron, key)
        if value or (value is not None and key in ("doctrine", "theatre")):
            lines.append(f"{key} = {_toml(value)}")
    for flight in squadron.aircraft:
        lines += ["", "[[aircraft]]"]
        lines += [f"{key} = {_toml(value)}" for key, value in encode(flight).items() if value and (key, value) != ("count", 1)]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_toml(key)} = {_toml(member)}" for key, member in value.items()) + " }"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


# ---- by the dice


def _fighters(side: str, tables: MiniatureTables) -> list[MiniatureType]:
    found = [card for card in tables.aircraft.values() if card.side == side and card.firepower and not card.dive_bomber]
    return sorted((card for card in found if card.speed >= SLOWEST), key=_code)


def least_points(side: str, tables: MiniatureTables) -> int:
    """The points of the smallest squadron that the dice can draw: the cheapest fighter with a rookie."""
    return min(card.points for card in _fighters(side, tables)) + tables.sizes.pilots[0]


def random_squadron(side: str, points: int, tables: MiniatureTables, stream: Stream) -> MiniatureSquadron:
    """Return a squadron of one or two types of fighters for at most `points` points, which must suffice for one; its cards chosen by the
    dice."""
    rookie, usual = tables.sizes.pilots[0], tables.sizes.pilots[AVERAGE - ROOKIE]
    can = [card for card in _fighters(side, tables) if card.points + rookie <= points]
    types = [stream.choose(can), stream.choose(can)]
    wanted = min(MOST_AIRCRAFT, max(1, points // (types[0].points + usual)))
    flown = [types[0]]
    left = points - types[0].points - rookie
    while len(flown) < wanted and (more := [card for card in types if card.points + rookie <= left]):
        flown.append(stream.choose(more))
        left -= flown[-1].points + rookie
    skills = _trained(len(flown), left, tables, stream)
    pairs = Counter((card.code, skill) for card, skill in zip(sorted(flown, key=_code), skills, strict=True))
    flights = tuple([MiniatureFlight(code, skill, count=count) for (code, skill), count in sorted(pairs.items(), key=_best_pair)])
    return MiniatureSquadron(
        side,
        flights,
        limit=points,
        doctrine=_dealt(DOCTRINE, tables.sizes.doctrines(len(flown)), tables, stream),
        theatre=_dealt(THEATRE, tables.sizes.theatre, tables, stream),
        abilities=_dealt(ABILITY, skills.count(ACE), tables, stream),
    )


def _code(card: MiniatureType) -> str:
    return card.code


def _best_pair(pair: tuple[tuple[str, int], int]) -> tuple[str, int]:
    (code, skill), _ = pair
    return code, -skill


def _trained(count: int, points: int, tables: MiniatureTables, stream: Stream) -> list[int]:
    """Return the Skills of `count` pilots, rookies with `points` points spent on them."""
    skills, prices = [ROOKIE] * count, tables.sizes.pilots
    while True:
        aces = sum(skill == ACE for skill in skills)
        most = ACE if aces < -(-count // EACH_ACE) else ACE - 1
        can = [i for i, s in enumerate(skills) if s < most and prices[s + 1 - ROOKIE] - prices[s - ROOKIE] <= points]
        if not can:
            return skills
        i = stream.choose(can)
        points -= prices[skills[i] + 1 - ROOKIE] - prices[skills[i] - ROOKIE]
        skills[i] += 1


def _dealt(kind: str, count: int, tables: MiniatureTables, stream: Stream) -> tuple[str, ...]:
    """Deal `count` cards of a kind, none twice before all are out (BRS-025, BRS-D42)."""
    found: list[str] = []
    while len(found) < count:
        left = list(tables.of_kind(kind))
        stream.shuffle(left)
        found += left[: count - len(found)]
    return tuple(sorted(found))
