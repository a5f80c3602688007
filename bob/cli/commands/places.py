"""`bob places`: find any place on the map."""

from __future__ import annotations

import argparse
import re

from bob.cli import Parser, listed
from bob.core.errors import UsageError
from bob.core.text import neat, plain
from bob.data.map_files import KINDS, TARGETS
from bob.words import Words

GROUPS = {
    "airfield": ("sector_station", "raf_airfield", "luftwaffe_airfield"),
    "rdf": ("chain_home", "chain_home_low"),
    "target": TARGETS,
}
"""Words for several kinds."""


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("text", nargs="?", metavar=words("cli.places.text_meta"), help=words("cli.places.text"))
    parser.add_argument("--kind", metavar="K[,K]", help=words("cli.places.kind") + " " + ", ".join((*KINDS[:-1], *GROUPS)))
    parser.add_argument("--near", metavar=words("cli.places.near_meta"), help=words("cli.places.near"))
    parser.add_argument("--within", metavar=words("cli.places.within_meta"), help=words("cli.places.within"))
    listed.arguments(parser, words)


def kinds(text: str | None) -> tuple[str, ...]:
    """The kinds that a person asks for, groups unfolded. Raises UsageError."""
    if text is None:
        return KINDS
    found: list[str] = []
    for word in text.split(","):
        code = plain(word).replace(" ", "_")
        if code not in GROUPS and code not in KINDS[:-1]:
            raise UsageError("error.no_kind", name=word.strip(), choices=", ".join((*KINDS[:-1], *GROUPS)))
        found.extend(GROUPS.get(code, (code,)))
    return tuple(found)


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.data.theatre import Theatre

    wanted = kinds(args.kind)
    if args.within is not None and args.near is None:
        raise UsageError("error.within_alone")
    within = None
    if args.within is not None:
        if not re.fullmatch(r"[0-9]{1,3}", args.within) or int(args.within) > 200:
            raise UsageError("error.within_number", value=args.within)
        within = int(args.within)
    theatre = Theatre.load()
    found = theatre.of_kind(*wanted)
    if args.text is not None:
        text = plain(args.text)
        found = [p for p in found if any(text in plain(name) for name in (p.name, *p.extra.get("aka", ())))]
    away: dict[int, int] = {}
    if args.near is not None:
        spot = theatre.position(args.near)
        away = {id(p): theatre.hexes_between(spot, (p.x, p.y)) for p in found}
        limit = within if within is not None else 10
        found = sorted((p for p in found if away[id(p)] <= limit), key=lambda p: (away[id(p)], p.name))
    if listed.given(args, [p.as_json() | ({"hexes_away": away[id(p)]} if away else {}) for p in found]):
        return 0
    if not found:
        print(words("cli.places.none"))
        return 0
    heads = [
        words(f"cli.places.{head}") for head in ("hex", *(["away"] if away else []), "kind_head", "name", "latitude", "longitude", "source")
    ]
    rows = [
        [
            p.hex.label if p.hex is not None else words("cli.places.off"),
            *([str(away[id(p)])] if away else []),
            words(f"cli.kind.{p.kind}"),
            p.name,
            f"{p.latitude:.3f}",
            f"{p.longitude:.3f}",
            p.source,
        ]
        for p in found
    ]
    print(neat(heads, rows, right=(1, 4, 5) if away else (3, 4)))
    print(words("cli.places.count", count=len(found)))
    return 0
