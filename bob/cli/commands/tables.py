"""`bob tables`: the list of all tables."""

from __future__ import annotations

import argparse

from bob.cli import Parser, listed
from bob.core.text import neat
from bob.data.tables import Table, Tables
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    listed.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    tables = Tables.shipped()
    found = []
    for name in tables.names:
        table = tables[name]
        dice = f"{table.dice_count}d{table.sides}" if isinstance(table, Table) and table.dice_count else None
        found.append(
            {"table": name, "title": words(f"tables.title.{name}"), "dice": dice, "rolled": isinstance(table, Table), "rule": table.rule}
        )
    if not listed.given(args, found):
        heads = [words("cli.tables.name"), words("cli.tables.dice"), words("cli.tables.rule"), words("cli.tables.title")]
        print(neat(heads, [[str(e["table"]), str(e["dice"] or "–"), str(e["rule"]), str(e["title"])] for e in found]))
    return 0
