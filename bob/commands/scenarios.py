"""`bob scenarios`: the days that can be played."""

from __future__ import annotations

import argparse

from bob.cli import Parser
from bob.commands import listed
from bob.text import neat
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    listed.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.operations.scenario import scenarios

    found = sorted(scenarios().values(), key=lambda s: (s.free, s.date, s.turns))
    if listed.given(args, [s.as_json() for s in found]):
        return 0
    rows = [[s.code, words.of(s.title), str(s.turns or "–"), words.of(s.brief)] for s in found]
    print(neat([words(f"cli.scenarios.{head}") for head in ("code", "title", "turns", "brief")], rows, right=(2,), limit=150))
    return 0
