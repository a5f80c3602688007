"""`bob report`: a day as a story, a campaign by its missions and pilots, as HTML or PDF."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bob.cli import Parser, passphrases, truth
from bob.core.atomic_files import put_file
from bob.core.errors import UsageError
from bob.core.match import Match
from bob.words import Words

if TYPE_CHECKING:
    from bob.day.game import OperationalDay


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", metavar=words("cli.play.file_meta"), help=words("cli.replay.file"))
    parser.add_argument("--out", required=True, metavar=words("cli.play.file_meta"), help=words("cli.report.out"))
    parser.add_argument("--seat", metavar="raf|luftwaffe|referee", help=words("cli.replay.seat"))
    truth.arguments(parser, words)
    passphrases.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.cli.commands.replay import opened
    from bob.day.game import OperationalDay
    from bob.report.campaign_content import save_text
    from bob.report.registry import account_of

    path = Path(args.out)
    ending = path.suffix.lower()
    if ending not in (".html", ".pdf"):
        raise UsageError("report.ending", path=args.out)

    def fits(game: str) -> None:
        if game != OperationalDay.name and account_of(game) is None:
            raise UsageError("game.no_report", file=args.file, name=game)

    match, seat = opened(args, words, fits)
    if isinstance(match.game, OperationalDay):
        _day(match, match.game, seat, words, path)
    elif (text_of := account_of(match.game.name)) is not None:
        save_text(text_of(match, seat, words), path)
    print(words("report.written", path=args.out))
    return 0


def _day(match: Match[Any], day: OperationalDay, seat: str, words: Words, path: Path) -> None:
    """The story of a day."""
    from bob.day.telling.period_names import Names
    from bob.report.content import Content
    from bob.report.story import story

    theatre = day.world.theatre
    content = Content(match, story(match, seat), words, Names(theatre, day.slot))
    if path.suffix.lower() == ".html":
        from bob.report.html import html

        put_file(path, html(content, theatre))
    else:
        from bob.report.paper import save_pdf

        save_pdf(content, theatre, path)
