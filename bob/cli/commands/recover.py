"""`bob recover`: the sound part of a broken game, in a new file."""

from __future__ import annotations

import argparse
from contextlib import suppress
from pathlib import Path

from bob.cli import Parser, passphrases, truth
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", metavar=words("cli.play.file_meta"), help=words("cli.replay.file"))
    parser.add_argument("--out", required=True, metavar=words("cli.play.file_meta"), help=words("cli.recover.out"))
    truth.arguments(parser, words)
    passphrases.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.driver import seats_held
    from bob.files import FileKey, Recovered, Save, SaveError, recover
    from bob.games import games

    def recovered(key: FileKey | None) -> Recovered:
        found = recover(args.file, args.out, games(), key)
        try:
            with suppress(SaveError):  # of a game unknown to this program no more can be shown
                save, match = Save.open(args.out, games(), read_only=True, key=key)
                with save:
                    truth.asked(match, seats_held(save, match), args, words, args.file)
        except BaseException:
            Path(args.out).unlink(missing_ok=True)
            raise
        return found

    found = passphrases.opened(args, words, recovered)
    if found.why is None:
        print(words("cli.recover.whole", out=args.out, kept=found.entries_kept))
        return 0
    print(words("cli.recover.kept", out=args.out, kept=found.entries_kept, lost=found.entries_lost))
    print(words("cli.recover.why", why=found.why.describe(words)))
    return 0
