"""Try to break a day as a clever player would (OPS-D5), by common seeds against Park.

`python -m tools.search plans 7_september_1940 --minutes 15` changes the historical plan by chance and keeps what pays; `templates
one_raid` puts one raid of each template on each target that is worth anything; `doctrines` lets Fighter Command be led in other ways.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bob.core.text import neat
from bob.core.workers import Workers, local
from tools.search import doctrines, hunting, templates


def _plans(asked: argparse.Namespace, workers: Workers) -> None:
    for day in asked.day:
        hunting.hunt(day, asked.minutes, asked.seed, workers, asked.out)


def _templates(asked: argparse.Namespace, workers: Workers) -> None:
    for day in asked.day:
        rows = templates.tried(day, asked.first, asked.best, asked.runs, asked.seed, workers)
        print(
            day,
            neat(templates.HEADS, [row.cells for row in rows if row.vp.runs > asked.first], right=(3, 4, 5, 6, 7), limit=160),
            sep="\n",
            flush=True,
        )


def _doctrines(asked: argparse.Namespace, workers: Workers) -> None:
    for day in asked.day:
        rows = doctrines.tried(day, asked.runs, asked.seed, workers)
        print(day, neat(doctrines.HEADS, rows, right=(1, 2, 3, 4, 5, 6), limit=160), sep="\n", flush=True)


DEEDS: Mapping[str, Callable[[argparse.Namespace, Workers], None]] = {"plans": _plans, "templates": _templates, "doctrines": _doctrines}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.search", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("deed", choices=tuple(DEEDS))
    parser.add_argument("day", nargs="+", help="days by their codes")
    parser.add_argument("--minutes", type=float, default=15, help="plans: how long to search each day")
    parser.add_argument("--out", type=Path, default=Path("build/plans"), help="plans: the folder for the best as files")
    parser.add_argument("--first", type=int, default=2, help="templates: runs of each raid")
    parser.add_argument("--best", type=int, default=10, help="templates: raids that are flown the whole number of runs")
    parser.add_argument("--runs", type=int, default=100, help="templates, doctrines: runs by common seeds")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", default="search", help="of the runs and of chance in the search")
    asked = parser.parse_args(arguments)
    workers = local(asked.jobs)
    try:
        DEEDS[asked.deed](asked, workers)
    finally:
        workers.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
