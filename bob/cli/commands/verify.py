"""`bob verify`: a check of the dice and seals of a finished game against the commitment made before it."""

from __future__ import annotations

import argparse
import json

from bob.cli import Parser, passphrases, truth
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", metavar=words("cli.play.file_meta"), help=words("cli.replay.file"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))
    truth.arguments(parser, words)
    passphrases.arguments(parser, words)


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.core.kit import marks_text
    from bob.driver import seats_held
    from bob.files import Save
    from bob.files.proof import committed, proofs, record
    from bob.games import games

    save, match = passphrases.opened(args, words, lambda key: Save.open(args.file, games(), read_only=True, key=key))
    with save:
        seats = seats_held(save, match)
    truth.asked(match, seats, args, words, args.file)
    over = not match.to_move
    found, marks = list(proofs(match) if over else record(match)), committed(match) if over else {}
    good = all(proof.holds or proof.what == "fair" for proof in found)
    if args.json:
        rows = [{"what": proof.what, "holds": proof.holds, **proof.values} for proof in found]
        values = {"file": args.file, "over": over, "good": good, "committed": marks, "proofs": rows}
        print(json.dumps(values, ensure_ascii=False))
        return 0 if good else 1
    if marks:
        print(words("cli.verify.marks", marks=marks_text(words, marks)))
    for proof in found:
        how = {True: "good", False: "bad", None: "not_there"}[proof.holds]
        print(words(f"cli.verify.{how}", what=words(f"cli.verify.{proof.what}", **proof.values)))
    if not over:
        print(words("cli.verify.running"))
    return 0 if good else 1
