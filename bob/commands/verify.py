"""`bob verify`: whether the dice and seals of a game that is over are what was committed to before."""

from __future__ import annotations

import argparse
import json

from bob.cli import Parser
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", metavar=words("cli.play.file_meta"), help=words("cli.replay.file"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.errors import UsageError
    from bob.games import games
    from bob.kit import marks_told
    from bob.proof import committed, proofs
    from bob.save import Save

    save, match = Save.open(args.file, games(), read_only=True)
    save.close()
    if match.owing:
        raise UsageError("cli.verify.goes_on", file=args.file)
    found = list(proofs(match))
    good = all(proof.holds is not False for proof in found)
    if args.json:
        rows = [{"what": proof.what, "holds": proof.holds, **proof.values} for proof in found]
        print(json.dumps({"file": args.file, "good": good, "committed": committed(match), "proofs": rows}, ensure_ascii=False))
        return 0 if good else 1
    marks = committed(match)
    if marks:
        print(words("cli.verify.marks", marks=marks_told(words, marks)))
    for proof in found:
        how = {True: "good", False: "bad", None: "not_there"}[proof.holds]
        print(words(f"cli.verify.{how}", what=words(f"cli.verify.{proof.what}", **proof.values)))
    return 0 if good else 1
