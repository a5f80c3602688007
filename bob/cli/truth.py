"""A confirmation, asked for before a command shows the truth of a game in progress between two sides."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from typing import Any

from bob.cli import Parser
from bob.core.errors import UsageError
from bob.core.match import Match
from bob.core.text import plain
from bob.driver import two_sided
from bob.words import LANGUAGES, Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("--yes", action="store_true", help=words("cli.yes"))


def asked(match: Match[Any], seats: Mapping[str, str], args: argparse.Namespace, words: Words, file: str) -> None:
    """Ask whether the truth is to be shown, where two sides of a running game are played from outside. Raises UsageError unless it is:
    by `--yes`, or by a person at the terminal."""
    if not match.to_move or not two_sided(seats) or args.yes:
        return
    if not sys.stdin.isatty():
        raise UsageError("locks.truth_unconfirmed", file=file)
    print(words("locks.truth", file=file), end=" ", file=sys.stderr, flush=True)
    if plain(sys.stdin.readline().strip()) not in {plain(Words(language)("locks.truth_yes")) for language in LANGUAGES}:
        raise UsageError("locks.truth_declined")
