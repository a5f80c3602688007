"""`python -m tools.attack`: the program attacked as a cheat, a careless owner and a bad disk would, with counts and every finding."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from traceback import extract_tb

from tools.attack.report import MOST, OneRound, Report

CLASSES: Mapping[str, str] = {
    "seeds": "seeds drawn, small seeds tried, first views against what is hidden",
    "worlds": "two worlds alike to a seat stay alike: views, choices, refusals, lines, pages, askings",
    "played": "two worlds alike to a seat stay so while they are played on: whole fights of a day with other names, games with other hands",
    "desk": "the same at the desk: every text of its window, the sheets handed out (needs PySide6)",
    "files": "spoilt tables, maps, scenarios, cards, missions, sheets",
    "lines": "spoilt lines of JSON, in every game",
    "commands": "command lines out of what people type",
    "damaged": "saves with bytes flipped, cut, blanked, swapped",
    "doubled": "two writers to one save: its lock gone, or two names",
    "full": "disks that fill up while a game is kept or a file is written",
    "killed": "players killed while they write",
}
"""The classes of attacks, each a module of `attack`, and what is tried in each."""


def attack_of(name: str) -> OneRound:
    """The attack of a class. Raises ImportError where its libraries are not installed."""
    found: OneRound = import_module(f"tools.attack.{name}").attack
    return found


def run(name: str, seed: str, *, short: bool, minutes: float, first: int = 0, rounds: int | None = None) -> Report:
    """Run one class for so many rounds, or for so long. The rounds draw by the seed and their numbers."""
    report = Report(name, seed, short)
    attack = attack_of(name)
    until = time.monotonic() + 60 * minutes
    number = first
    while rounds is None or number < first + rounds:
        report.round = number
        try:
            attack(report)
        except ImportError:
            raise
        except Exception as error:
            at = " < ".join(f"{Path(f.filename).name}:{f.lineno}" for f in reversed(extract_tb(error.__traceback__)[-6:]))
            report.found(f"{type(error).__name__}: {error!s:.600} at {at}")
        number += 1
        if len(report.findings) >= MOST or (rounds is None and time.monotonic() > until):
            break
    report.tried["rounds"] = number - first
    return report


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the classes asked for; 1 when anything was found."""
    text = "\n".join(f"  {name}: {about}" for name, about in CLASSES.items())
    parser = argparse.ArgumentParser(
        prog="python -m tools.attack", description=__doc__, epilog=f"classes:\n{text}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--class", dest="classes", action="append", choices=tuple(CLASSES), default=[], help="only this class, again for more"
    )
    parser.add_argument("--seed", default="1", help="what the attacks draw by")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long, for all classes together")
    parser.add_argument("--first", type=int, default=0, help="the number of the first round")
    parser.add_argument("--rounds", type=int, help="rounds of each class, however long they take")
    parser.add_argument("--short", action="store_true", help="one small round of each class")
    given = parser.parse_args(arguments)
    classes = given.classes or list(CLASSES)
    rounds = 1 if given.short and given.rounds is None else given.rounds
    found = 0
    for name in classes:
        try:
            report = run(name, given.seed, short=given.short, minutes=given.minutes / len(classes), first=given.first, rounds=rounds)
        except ImportError as error:
            sys.stdout.write(f"{name}: left out, {error}\n")
            continue
        sys.stdout.write(report.summary() + "\n")
        sys.stdout.writelines(f"{finding.describe()}\n" for finding in report.findings)
        sys.stdout.flush()
        found += len(report.findings)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
