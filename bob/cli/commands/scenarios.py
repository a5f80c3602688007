"""`bob scenarios`: the days that can be played."""

from __future__ import annotations

import argparse
from pathlib import Path

from bob.cli import Parser, listed
from bob.core.text import neat
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", nargs="?", metavar=words("cli.play.file_meta"), help=words("cli.scenarios.file"))
    listed.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.day.scenarios.scenario import scenarios

    if args.file is not None:
        return _checked(args, words)

    found = sorted(scenarios().values(), key=lambda s: (s.free, s.date, s.turns))
    if listed.given(args, [s.as_json() for s in found]):
        return 0
    rows = [[s.code, words.of(s.title), str(s.turns or "–"), words.of(s.brief)] for s in found]
    print(neat([words(f"cli.scenarios.{head}") for head in ("code", "title", "turns", "brief")], rows, right=(2,), limit=150))
    return 0


def _checked(args: argparse.Namespace, words: Words) -> int:
    """Print a check of a day of one's own: its data, and the faults of its raids; return 1 where there are any. Raises BobError."""
    from bob.day.game import OperationalDay
    from bob.day.telling.period_names import Names
    from bob.day.telling.sentences import date_text, fault_place, fault_text, says_where

    game, code = OperationalDay().with_day(Path(args.file))
    day, (p, found) = game.days[code], game.try_day(code)
    if listed.given(args, [day.as_json()]):
        return 1 if found else 0
    names = Names(game.world.theatre)
    print(words.label(words.of(day.title), date_text(words, p.date.isoformat())))
    print(words("cli.scenarios.holds", turns=p.turns, squadrons=len(p.squadrons), raids=len(p.raids), convoys=len(p.convoys)))
    for raid, fault in found:
        text = fault_text(words, fault, names)
        text = text if says_where(words, fault, text) else words.label(fault_place(words, fault), text)
        print(words("cli.scenarios.fault", raid=raid, title=words.of(p.raids[raid].title), fault=text, by=fault.rule))
    print(words("cli.scenarios.faulty" if found else "cli.scenarios.good", file=args.file))
    return 1 if found else 0
