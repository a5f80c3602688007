"""How the missions of the hex dogfight stand between the sides, flown by sound pilots: a draw counts half.

python -m tests.hex_balance --games 1000 [--missions duel,bombers] [--jobs 2]    # the long form; the tests run a short one
"""

from __future__ import annotations

import argparse
import time

from bob.dogfight.hexes.options import shipped_missions
from bob.dogfight.hexes.pilots.matches import results
from bob.dogfight.matches import MatchCount, jobs_of

BALANCED = (0.45, 0.55)
"""The share of the first side within which a mission is balanced."""
ONE_SIDED = {"en": "One-sided", "fr": "Déséquilibré"}
"""With these words the text of a mission says that it is not, and for whom."""


def counted(mission: str, games: int, jobs: int = 1, seed: str = "balance", pilot: str = "sound") -> MatchCount:
    """So many games of a mission."""
    count = MatchCount(mission, (pilot, pilot))
    todo = jobs_of(mission, (pilot, pilot), games, seed)
    for job, found in zip(todo, results(todo, jobs), strict=True):
        count.add(job, found)
    return count


def one_sided(mission: str) -> bool:
    """Whether a mission says of itself that it is one-sided."""
    return ONE_SIDED["en"] in shipped_missions()[mission].text["en"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--missions", default=",".join(shipped_missions()))
    parser.add_argument("--pilot", default="sound")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    for mission in args.missions.split(","):
        began = time.perf_counter()
        count = counted(mission, args.games, args.jobs, pilot=args.pilot)
        score = count.by_side
        low, high = score.interval
        said = "one-sided" if one_sided(mission) else "balanced" if BALANCED[0] <= score.share <= BALANCED[1] else "NOT BALANCED"
        print(
            f"{mission:<18} {count.sides[0]} {score.won} won {score.drawn} drawn {score.lost} lost: {100 * score.share:.1f} % "
            f"({100 * low:.1f}-{100 * high:.1f}) {said}, {(time.perf_counter() - began) / args.games:.2f} s a game",
            flush=True,
        )


if __name__ == "__main__":
    main()
