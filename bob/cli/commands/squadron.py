"""`bob squadron`: a squadron of the miniatures dogfight by points: its cost, its deck, and its breaches of the rules."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections import Counter
from pathlib import Path
from typing import Any

from bob.cli import Parser
from bob.core.dice import Stream
from bob.core.errors import UsageError
from bob.core.text import neat
from bob.data.units import SIDES
from bob.tactical.miniatures.builder import (
    MOST_AIRCRAFT,
    MOST_POINTS,
    MiniatureFault,
    MiniatureFlight,
    MiniatureSquadron,
    bill,
    known_deck,
    least_points,
    random_squadron,
    read_squadron,
    shipped_squadrons,
    squadron_faults,
    squadron_files,
    squadron_toml,
)
from bob.tactical.miniatures.data import ACE, ROOKIE, MiniatureTables, laid_over, shipped
from bob.tactical.miniatures.names import MiniatureNames
from bob.tactical.miniatures.random_scenario import POINTS
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("wishes", nargs="*", metavar=words("cli.squadron.meta"), help=words("cli.squadron.wishes"))
    parser.add_argument("--side", metavar="raf|luftwaffe", help=words("cli.squadron.side"))
    parser.add_argument("--points", metavar="N", help=words("cli.squadron.points"))
    for key in ("doctrine", "theatre", "ability"):
        parser.add_argument(f"--{key}", metavar="A,B", help=words(f"cli.squadron.{key}"))
    parser.add_argument("--extra", metavar="TYPE=TRAIT", action="append", default=[], help=words("cli.squadron.extra"))
    parser.add_argument("--random", action="store_true", help=words("cli.squadron.random"))
    parser.add_argument("--seed", metavar="N", help=words("cli.squadron.seed"))
    parser.add_argument("--skies", metavar=words("cli.folder_meta"), help=words("cli.play.skies"))
    parser.add_argument("--toml", action="store_true", help=words("cli.squadron.toml"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def run(args: argparse.Namespace, words: Words) -> int:
    tables = laid_over(Path(args.skies)) if args.skies is not None else shipped()
    files = shipped_squadrons() | (squadron_files(Path(args.skies) / "squadrons") if args.skies is not None else {})
    if args.side is not None and args.side not in SIDES:
        raise UsageError("error.one_of", option="--side", choices=", ".join(SIDES), value=args.side)
    if not args.wishes and not args.random:
        return _list(files, args, words)
    squadron = _drawn(args, tables) if args.random and not args.wishes else _wished(args, tables, files)
    found = squadron_faults(squadron, tables)
    names = MiniatureNames(words, tables)
    if args.json:
        print(json.dumps(_as_json(squadron, found, tables, words), ensure_ascii=False))
    elif args.toml:
        print(squadron_toml(squadron), end="")
    else:
        print("\n\n".join(_describe(squadron, found, tables, names, words)))
    return 1 if found else 0


# ---- what is wished for


def _drawn(args: argparse.Namespace, tables: MiniatureTables) -> MiniatureSquadron:
    side = args.side or SIDES[0]
    points = _whole_number(args.points, "--points", least_points(side, tables), MOST_POINTS) if args.points is not None else POINTS
    return random_squadron(side, points, tables, Stream.of(args.seed if args.seed is not None else "0", "squadron"))


def _wished(args: argparse.Namespace, tables: MiniatureTables, files: dict[str, Path]) -> MiniatureSquadron:
    """Return the squadron of a file or of aircraft named, changed by the other options. Raises BobError."""
    named = [wish for wish in args.wishes if wish in files or wish.endswith(".toml")]
    if named and len(args.wishes) > 1:
        raise UsageError("skies.error.one_squadron")
    if named:
        squadron = read_squadron(files[named[0]] if named[0] in files else Path(named[0]))
    else:
        flights = tuple([_flight(wish, tables) for wish in args.wishes])
        squadron = MiniatureSquadron(args.side or tables.aircraft[flights[0].type].side, flights)
    changes: dict[str, Any] = {} if args.side is None else {"side": args.side}
    if args.points is not None:
        changes["limit"] = _whole_number(args.points, "--points", 0, MOST_POINTS)
    for key, value in (("doctrine", args.doctrine), ("theatre", args.theatre), ("abilities", args.ability)):
        if value is not None:
            changes[key] = tuple([code for code in value.split(",") if code])
    if args.extra:
        changes["extra"] = {type: trait for type, _, trait in (pair.partition("=") for pair in args.extra)}
    if args.random:
        changes["random"] = True
    return dataclasses.replace(squadron, **changes)


def _flight(wish: str, tables: MiniatureTables) -> MiniatureFlight:
    """Aircraft as they are typed: `spitfire_i`, `2xspitfire_i:4`, `bf_109e:galland`. Raises UsageError."""
    head, times, rest = wish.partition("x")
    counted = bool(times) and head.isascii() and head.isdigit() and len(head) <= 2 and 1 <= int(head) <= MOST_AIRCRAFT
    type, _, pilot = (rest if counted else wish).partition(":")
    if type not in tables.aircraft:
        raise UsageError("skies.error.wish", found=wish, choices=", ".join(tables.aircraft))
    count = int(head) if counted else 1
    if not pilot:
        return MiniatureFlight(type, count=count)
    if pilot in tables.aces:
        return MiniatureFlight(type, ACE, pilot, count)
    skills = [str(skill) for skill in range(ROOKIE, ACE + 1)]
    if pilot not in skills:
        raise UsageError("error.one_of", option=wish, choices=", ".join([*skills, *tables.aces]), value=pilot)
    return MiniatureFlight(type, int(pilot), count=count)


def _whole_number(text: str, option: str, least: int, most: int) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and least <= int(text) <= most):
        raise UsageError("skies.error.whole", option=option, least=least, most=most, value=text)
    return int(text)


# ---- for people


def _list(files: dict[str, Path], args: argparse.Namespace, words: Words) -> int:
    """The squadrons that there are. Raises DataError."""
    rows = [(code, read_squadron(path)) for code, path in sorted(files.items())]
    listed = [(code, squadron) for code, squadron in rows if args.side in (None, squadron.side)]
    if args.json:
        print(json.dumps([{"code": code, "side": s.side, "name": s.name, "limit": s.limit} for code, s in listed], ensure_ascii=False))
        return 0
    heads = [words("skies.roster_head.code"), words("skies.roster_head.name")]
    print(neat(heads, [[code, words.of(s.name, code)] for code, s in listed]))
    return 0


def _describe(
    squadron: MiniatureSquadron, found: list[MiniatureFault], tables: MiniatureTables, names: MiniatureNames, words: Words
) -> list[str]:
    """The roster, in parts."""
    lines = bill(squadron.force.aircraft, tables)
    spent = sum(line.points for line in lines)
    points = (
        words("skies.roster.points_of", points=spent, limit=squadron.limit)
        if squadron.limit
        else words("skies.roster.points", points=spent)
    )
    head = [
        *([words.of(squadron.name)] if squadron.name else []),
        words("skies.roster.side", side=words(f"cli.side.{squadron.side}")),
        words("skies.roster.aircraft", count=len(lines)),
        points,
        words("skies.roster.hand", count=tables.sizes.hand_of(len(lines))),
    ]
    parts = ["\n".join(head), _bill(squadron, tables, names, words)]
    if any(line.type in tables.aircraft for line in lines):
        parts += [_types(squadron, tables, names, words)]
    parts += [_deck(squadron, tables, names, words)]
    aces = [tables.aces[line.ace] for line in lines if line.ace in tables.aces]
    if aces:
        parts.append("\n".join(names.signature(ace) for ace in aces))
    if found:
        parts.append("\n".join([words("skies.roster.faults"), *(f"  {_fault(fault, words)}" for fault in found)]))
    else:
        parts.append(words("skies.roster.legal"))
    return parts


def _fault(fault: MiniatureFault, words: Words) -> str:
    if fault.rule:
        return words("skies.roster.fault_rule", place=fault.place, expected=fault.expected, by=fault.rule)
    return words("skies.roster.fault", place=fault.place, expected=fault.expected)


def _bill(squadron: MiniatureSquadron, tables: MiniatureTables, names: MiniatureNames, words: Words) -> str:
    rows = []
    for line, mount in zip(bill(squadron.force.aircraft, tables), squadron.force.aircraft, strict=True):
        type = names.type(line.type) + (f", {words('skies.roster.loaded')}" if mount.loaded else "")
        pilot = words("skies.roster.skill", skill=line.skill, name=names.skill(line.skill))
        rows.append([type, pilot, names.ace(line.ace) if line.ace else "", str(line.aircraft), str(line.pilot), str(line.points)])
    sums = [sum(int(row[i]) for row in rows) for i in (3, 4, 5)]
    rows.append([words("skies.roster.total"), "", "", *map(str, sums)])
    heads = [words(f"skies.roster_head.{key}") for key in ("aircraft", "pilot", "ace", "own", "skill", "points")]
    return neat(heads, rows, right=(3, 4, 5))


def _types(squadron: MiniatureSquadron, tables: MiniatureTables, names: MiniatureNames, words: Words) -> str:
    rows = []
    for code in dict.fromkeys(flight.type for flight in squadron.aircraft if flight.type in tables.aircraft):
        card = tables.aircraft[code]
        weapons = [
            words("skies.roster.weapon", name=names.weapon(w), arcs="/".join(map(names.arc, w.arcs)), dice=w.firepower)
            for w in card.weapons
        ]
        figures = [card.engines, card.speed, card.mph, card.agility, card.firepower]
        rows.append([card.name, *map(str, figures), names.traits(card) or words("skies.roster.none"), ", ".join(weapons)])
    keys = ("type", "engines", "speed", "mph", "agility", "firepower", "traits", "weapons")
    return neat([words(f"skies.roster_head.{key}") for key in keys], rows, right=(1, 2, 3, 4, 5))


def _deck(squadron: MiniatureSquadron, tables: MiniatureTables, names: MiniatureNames, words: Words) -> str:
    rows = []
    for held, count in Counter(_known(squadron, tables)).items():
        lines = [names.card(held), str(count), names.kind(held), names.retention(held), names.text(held)]
        rows.append(lines)
    always = dict.fromkeys(code for flight in squadron.aircraft for code in _permanent(flight.type, tables))
    rows += [[names.permanent(code), "", "", "", names.permanent_text(code)] for code in always]
    heads = [words(f"skies.roster_head.{key}") for key in ("card", "count", "kind", "retention", "text")]
    open_kinds = squadron.doctrine is None or squadron.theatre is None
    note = [] if not open_kinds else [words("skies.roster.dealt" if squadron.random else "skies.roster.pack")]
    return "\n".join([neat(heads, rows, right=(1,)), *note])


def _known(squadron: MiniatureSquadron, tables: MiniatureTables) -> list[str]:
    """The cards of the deck that there are, those of unknown types and codes left out."""
    return [card for card in known_deck(squadron.force, tables) if card.partition("@")[0] in tables.cards]


def _permanent(type: str, tables: MiniatureTables) -> list[str]:
    card = tables.aircraft.get(type)
    return [] if card is None else [*(t for t in card.traits if t not in card.cards), *card.negative]


# ---- for programs


def _as_json(squadron: MiniatureSquadron, found: list[MiniatureFault], tables: MiniatureTables, words: Words) -> dict[str, Any]:
    lines = bill(squadron.force.aircraft, tables)
    return {
        "name": squadron.name,
        "side": squadron.side,
        "points": sum(line.points for line in lines),
        "limit": squadron.limit,
        "aircraft": [{**dataclasses.asdict(line), "points": line.points, "own": line.aircraft} for line in lines],
        "deck": [
            {"card": held, "kind": tables.card(held).kind, "count": count} for held, count in Counter(_known(squadron, tables)).items()
        ],
        "hand": tables.sizes.hand_of(len(lines)),
        "legal": not found,
        "faults": [{"place": fault.place, "expected": fault.expected.describe(words), "rule": fault.rule} for fault in found],
    }
