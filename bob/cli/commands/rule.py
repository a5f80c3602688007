"""`bob rule`: the text of a rule."""

from __future__ import annotations

import argparse
import difflib
import json
import textwrap

from bob.cli import Parser
from bob.core.errors import UsageError
from bob.core.text import width
from bob.words import Words, chapter


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("id", metavar=words("cli.rule.id_meta"), help=words("cli.rule.id"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def run(args: argparse.Namespace, words: Words) -> int:
    known = {key.removeprefix("rules."): entry[words.language] for key, entry in chapter("rules").items()}
    folded = {rule.casefold(): rule for rule in known}
    wanted = args.id.strip().casefold().removesuffix(".")
    exact = folded.get(wanted)
    found = (
        [exact]
        if exact
        else [
            rule
            for fold, rule in folded.items()
            if wanted and (fold.startswith(wanted + ".") or (fold.startswith(wanted) and not wanted[-1].isdigit()))
        ]
    )
    if not found:
        near = difflib.get_close_matches(wanted, folded, n=5, cutoff=0.5)
        raise UsageError("error.no_rule", name=args.id, near=", ".join(folded[n] for n in near) or "-")
    if args.json:
        print(json.dumps([{"rule": rule, "text": known[rule]} for rule in found], ensure_ascii=False))
        return 0
    for rule in found:
        print(textwrap.fill(known[rule], width(), initial_indent=f"{rule:<14}", subsequent_indent=" " * 14))
    return 0
