"""`bob completion`: a shell's script to complete the lines of `bob`; and the manual page, made from the same parsers."""

from __future__ import annotations

import argparse

from bob.cli import Parser
from bob.core.errors import UsageError
from bob.words import Words

MAN = "man"
KINDS = ("bash", "zsh", "fish", MAN)


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("shell", metavar="|".join(KINDS), help=words("cli.completion.shell"))


def made(kind: str, words: Words) -> str:
    """The script of a shell, or the manual page."""
    from bob.cli.completing import SHELLS
    from bob.cli.described import described
    from bob.cli.manual import manual

    found = described(words)
    return manual(found, words) if kind == MAN else SHELLS[kind](found)


def run(args: argparse.Namespace, words: Words) -> int:
    if args.shell not in KINDS:
        raise UsageError("error.one_of", option="SHELL", choices=", ".join(KINDS), value=args.shell[:60])
    print(made(args.shell, words), end="")
    return 0
