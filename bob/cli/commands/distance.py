"""`bob distance`: the distance between two places, and the time that each aircraft takes."""

from __future__ import annotations

import argparse
import json

from bob.cli import Parser
from bob.core.text import neat
from bob.words import Words

_HIGH = 16


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("a", metavar="A", help=words("cli.distance.place"))
    parser.add_argument("b", metavar="B", help=words("cli.distance.place"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.data.theatre import Theatre
    from bob.data.units import aircraft_types

    theatre = Theatre.load()
    a, b = theatre.position(args.a), theatre.position(args.b)
    apart, miles = theatre.hexes_between(a, b), theatre.miles(a, b)
    turns = {code: (-(-apart // t.points(0)), -(-apart // t.points(_HIGH))) for code, t in aircraft_types().items()}
    if args.json:
        ends = [
            {"name": name, "hex": h.label if (h := theatre.hex_at(*spot)) is not None else None}
            for name, spot in ((args.a, a), (args.b, b))
        ]
        print(
            json.dumps(
                {
                    "from": ends[0],
                    "to": ends[1],
                    "hexes": apart,
                    "miles": round(miles, 1),
                    "turns": {code: {"low": low, "high": high} for code, (low, high) in turns.items()},
                },
                ensure_ascii=False,
            )
        )
        return 0
    print(words("cli.distance.answer", a=args.a, b=args.b, hexes=apart, miles=f"{miles:.0f}"))
    same: dict[tuple[str, int, int], list[str]] = {}
    for code, (low, high) in turns.items():
        kind = aircraft_types()[code]
        same.setdefault((kind.side, low, high), []).append(kind.name)
    rows = [
        [str(low), str(high), f"{low * 5}-{high * 5}" if low != high else str(low * 5), ", ".join(names)]
        for (_, low, high), names in same.items()
    ]
    print(neat([words(f"cli.distance.{head}") for head in ("turns", "turns_high", "minutes", "aircraft")], rows, right=(0, 1, 2)))
    return 0
