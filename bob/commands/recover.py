"""`bob recover`: what is whole of a broken game, in a new file."""

from __future__ import annotations

import argparse

from bob.cli import Parser
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", metavar=words("cli.play.file_meta"), help=words("cli.replay.file"))
    parser.add_argument("--out", required=True, metavar=words("cli.play.file_meta"), help=words("cli.recover.out"))


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.games import games
    from bob.save import recover

    found = recover(args.file, args.out, games())
    if found.why is None:
        print(words("cli.recover.whole", out=args.out, kept=found.entries_kept))
        return 0
    print(words("cli.recover.kept", out=args.out, kept=found.entries_kept, lost=found.entries_lost))
    print(words("cli.recover.why", why=found.why.told(words)))
    return 0
