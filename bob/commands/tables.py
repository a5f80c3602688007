"""`bob tables`: the list of all tables."""

from __future__ import annotations

import argparse
import json

from bob.cli import Parser
from bob.tables import Table, Tables
from bob.text import neat
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def run(args: argparse.Namespace, words: Words) -> int:
    tables = Tables.shipped()
    listed = []
    for name in tables.names:
        table = tables[name]
        dice = f"{table.dice_count}d{table.sides}" if isinstance(table, Table) and table.dice_count else None
        listed.append(
            {"table": name, "title": words(f"tables.title.{name}"), "dice": dice, "rolled": isinstance(table, Table), "rule": table.rule}
        )
    if args.json:
        print(json.dumps(listed, ensure_ascii=False))
    else:
        heads = [words("cli.tables.name"), words("cli.tables.dice"), words("cli.tables.rule"), words("cli.tables.title")]
        print(neat(heads, [[str(e["table"]), str(e["dice"] or "–"), str(e["rule"]), str(e["title"])] for e in listed]))
    return 0
