"""Lists for programs and spreadsheets: the table of a command as JSON (`--json`) or as CSV (`--csv`)."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bob.cli import Parser
from bob.core.text import csv_text
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    """The two options."""
    parser.add_argument("--json", action="store_true", help=words("cli.json"))
    parser.add_argument("--csv", action="store_true", help=words("cli.csv"))


def given(args: argparse.Namespace, records: Sequence[Mapping[str, Any]]) -> bool:
    """Print the records as one of the options has it; False when neither was asked for."""
    if args.json:
        print(json.dumps(records, ensure_ascii=False))
    elif args.csv:
        print(as_csv(records), end="")
    return bool(args.json or args.csv)


def as_csv(records: Sequence[Mapping[str, Any]]) -> str:
    """Return records as CSV: a column for each name that any has, members of a value under its path, a list in one cell separated by
    `|`."""
    flat = [dict(_cells(record)) for record in records]
    columns = list(dict.fromkeys(name for record in flat for name in record))
    return csv_text(columns, [[record.get(name) for name in columns] for record in flat])


def _cells(value: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, member in value.items():
        name = f"{path}.{key}" if path else str(key)
        if isinstance(member, Mapping):
            yield from _cells(member, name)
        elif isinstance(member, list | tuple):
            yield name, "|".join(m if isinstance(m, str) else json.dumps(m, ensure_ascii=False) for m in member)
        else:
            yield name, {True: "true", False: "false"}[member] if isinstance(member, bool) else member
