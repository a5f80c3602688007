"""`bob report`: the day as a story, as HTML or PDF."""

from __future__ import annotations

import argparse
from pathlib import Path

from bob.cli import Parser
from bob.commands import passphrases, truth
from bob.errors import UsageError
from bob.words import Words
from bob.written import put_file


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", metavar=words("cli.play.file_meta"), help=words("cli.replay.file"))
    parser.add_argument("--out", required=True, metavar=words("cli.play.file_meta"), help=words("cli.report.out"))
    parser.add_argument("--seat", metavar="raf|luftwaffe|referee", help=words("cli.replay.seat"))
    truth.arguments(parser, words)
    passphrases.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.commands.replay import opened
    from bob.operations.day import OperationalDay
    from bob.operations.telling import Names
    from bob.report.content import Content
    from bob.report.story import story

    path = Path(args.out)
    ending = path.suffix.lower()
    if ending not in (".html", ".pdf"):
        raise UsageError("report.ending", path=args.out)
    match, seat = opened(args, words, only_days=True)
    game = match.game
    assert isinstance(game, OperationalDay)
    theatre = game.world.theatre
    content = Content(match, story(match, seat), words, Names(theatre, game.slot))
    if ending == ".html":
        from bob.report.html import html

        put_file(path, html(content, theatre))
    else:
        from bob.report.paper import save_pdf

        save_pdf(content, theatre, path)
    print(words("report.written", path=args.out))
    return 0
