"""Victory bands from days by staff officers: the tenth, third, seventh and ninth tenths of the scores.

`python -m tools.bands 7_september_1940 one_raid --runs 120` prints them, `--write` puts them into the files of the days. Without a name:
all days but those drawn. With `--templates` no single raid by a template wins decisively in more than a quarter of the runs: the band is
raised to what the best of them score.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
from collections.abc import Sequence

from bob.core.workers import Workers, local
from bob.day.scenarios.scenario import find, scenarios
from bob.forecast import Job, many
from bob.forecast.measure import quantiles
from tools import blocks
from tools.search import templates

BANDS = ("raf_decisive", "raf_marginal", "luftwaffe_marginal", "luftwaffe_decisive")
SHARES = (0.1, 0.3, 0.7, 0.9)
OFFICERS = (("luftwaffe", "kesselring"), ("raf", "park"))
BLOCK = re.compile(r"# Designed: the tenth, [^\n]*\n\[bands\]\n(?:\w+ = [^\n]*\n){4}")


OFTEN = 0.75
"""The share of its runs in which a raid by a template does not win decisively."""
FIRST, BEST = 2, 6
"""Runs of each raid by a template, and how many of them are flown the whole number of runs."""


def bands(scenario: str, runs: int, workers: Workers, tried: bool = False) -> dict[str, int]:
    """The bands of a day, the two in the middle at least one point apart; by need against who tries one raid by each template, too."""
    scores = [result["vp"] for result in many([Job(scenario, f"bands/{i}", OFFICERS) for i in range(1, runs + 1)], workers)]
    found = dict(zip(BANDS, map(round, quantiles(scores, SHARES)), strict=True))
    found["luftwaffe_marginal"] = max(found["luftwaffe_marginal"], found["raf_marginal"] + 1)
    found["luftwaffe_decisive"] = max(found["luftwaffe_decisive"], found["luftwaffe_marginal"])
    if tried:
        best = [row for row in templates.tried(scenario, FIRST, BEST, runs, "bands", workers) if len(row.scores) == runs and row.key[1]]
        found["luftwaffe_decisive"] = max(found["luftwaffe_decisive"], *(held_off(row.scores) for row in best))
    return found


def held_off(scores: Sequence[float]) -> int:
    """The band that these scores reach in no more than a quarter of the runs."""
    beaten = sorted(scores)[math.ceil(OFTEN * len(scores)) - 1]
    return math.floor(beaten) + 1


def write(scenario: str, found: dict[str, int], runs: int, tried: bool = False) -> None:
    """Put the bands into the file of a day."""
    path = find(scenario).path
    reason = f"the tenth, third, seventh and ninth tenths of the scores of {runs} days played by staff officers (park against kesselring)"
    if tried:
        reason += ", the ninth raised against raids by template"
    block = f"# Designed: {reason}.\n[bands]\n" + "".join(f"{name} = {found[name]}\n" for name in reversed(BANDS))
    blocks.put(path, BLOCK, block, "bands")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.bands", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scenario", nargs="*", help="days by their codes")
    parser.add_argument("--runs", type=int, default=120, help="days to play for each")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--write", action="store_true", help="put the bands into the files")
    parser.add_argument("--templates", action="store_true", help="hold the decisive band against one raid by each template")
    asked = parser.parse_args(arguments)
    workers = local(asked.jobs)
    try:
        for scenario in asked.scenario or [code for code, day in scenarios().items() if not day.free]:
            found = bands(scenario, asked.runs, workers, asked.templates)
            print(scenario, found, flush=True)
            if asked.write:
                write(scenario, found, asked.runs, asked.templates)
    finally:
        workers.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
