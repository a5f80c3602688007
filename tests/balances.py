"""How the scenarios of a tactical game stand between its sides, flown by pilots: a draw counts half."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from bob.tactical.matches import MatchCount, PilotMatch, PilotMatchResult, jobs_of

BALANCED = (0.45, 0.55)
"""The share of the first side within which a scenario is balanced."""
ONE_SIDED = {"en": "One-sided", "fr": "Déséquilibré"}
"""With these words the text of a scenario says that it is not, and for whom."""

Results = Callable[[Sequence[PilotMatch], int], Iterator[PilotMatchResult]]


def counted_by(results: Results, scenario: str, games: int, jobs: int = 1, seed: str = "balance", pilot: str = "sound") -> MatchCount:
    """So many games of a scenario."""
    count = MatchCount(scenario, (pilot, pilot))
    todo = jobs_of(scenario, (pilot, pilot), games, seed)
    for job, found in zip(todo, results(todo, jobs), strict=True):
        count.add(job, found)
    return count


def print_balances(
    doc: str | None, called: str, texts: Mapping[str, str], results: Results, within: tuple[float, float] = BALANCED
) -> None:
    """Play the scenarios that the command line names, or all, and print how each stands; `texts` are what they say of themselves,
    `within` what share of the first side is balance."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument(f"--{called}", default=",".join(texts), dest="scenarios")
    parser.add_argument("--pilot", default="sound")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    for scenario in args.scenarios.split(","):
        began = time.perf_counter()
        count = counted_by(results, scenario, args.games, args.jobs, pilot=args.pilot)
        score = count.by_side
        low, high = score.interval
        one_sided = ONE_SIDED["en"] in texts[scenario]
        said = "one-sided" if one_sided else "balanced" if within[0] <= score.share <= within[1] else "NOT BALANCED"
        print(
            f"{scenario:<18} {count.sides[0]} {score.won} won {score.drawn} drawn {score.lost} lost: {100 * score.share:.1f} % "
            f"({100 * low:.1f}-{100 * high:.1f}) {said}, {(time.perf_counter() - began) / args.games:.2f} s a game",
            flush=True,
        )
