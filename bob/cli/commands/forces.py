"""`bob forces`: the order of battle of a day."""

from __future__ import annotations

import argparse

from bob.cli import Parser, listed
from bob.core.errors import UsageError
from bob.core.text import neat
from bob.data.units import SIDES, aircraft_types, order_of_battle, parse_day
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("day", metavar=words("cli.forces.day_meta"), help=words("cli.forces.day"))
    parser.add_argument("--side", metavar="raf|luftwaffe", help=words("cli.forces.side"))
    listed.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    day = parse_day(args.day)
    if args.side is not None and args.side not in SIDES:
        raise UsageError("error.one_of", option="--side", choices=", ".join(SIDES), value=args.side)
    found = [p for p in order_of_battle(day) if args.side in (None, p.side)]
    if listed.given(args, [p.as_json() for p in found]):
        return 0
    from bob.data.theatre import Theatre

    theatre = Theatre.load()
    types = aircraft_types()
    for side in SIDES:
        units = [p for p in found if p.side == side]
        if not units:
            continue
        rows = []
        for p in units:
            field = theatre.find(p.station, ("sector_station", "raf_airfield", "luftwaffe_airfield"))
            above = field.extra["sector"] if side == "raf" else p.command or ""
            group = str(field.extra["group"]) if side == "raf" else ""
            strength = f"{p.strength}{'' if p.recorded else '*'}"
            notes = [] if p.operational else [words("cli.forces.training")]
            rows.append(
                [
                    group,
                    above,
                    p.station,
                    p.unit if p.call_sign is None else words("cli.forces.called", unit=p.unit, sign=p.call_sign),
                    types[p.aircraft].name,
                    strength,
                    (p.radio or "").upper(),
                    " ".join([p.commander or "", *notes]).strip(),
                ]
            )
        rows.sort(key=lambda row: (row[0], row[1], row[2]))
        heads = [
            words(f"cli.forces.{head}")
            for head in ("group", "sector" if side == "raf" else "command", "station", "unit", "aircraft", "strength", "radio", "commander")
        ]
        print(f"{words(f'cli.side.{side}')}, {day:%d.%m.%Y}")
        print(neat(heads, rows, right=(5,)))
        print()
    print(words("cli.forces.note"))
    return 0
