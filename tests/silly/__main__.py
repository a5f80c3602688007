"""Results of silly players in every mission of the tactical games against a sound pilot, beside a sound pilot in the same seat.

python -m tests.silly --games 50 [--game hexes,skies] [--missions duel] [--against strong]    # the long form; a test runs a short one

Common seeds. The last column names who wins more games than the sound pilot in the same seat, by more than two standard errors.
"""

from __future__ import annotations

import argparse
import time
from math import sqrt

from bob.core.text import neat
from bob.tactical.score import Score
from tests.silly.arena import SILLY, SOUND
from tests.silly.arenas import ARENAS


def told(found: Score) -> str:
    """Return a score as won, drawn, lost."""
    return f"{found.won}-{found.drawn}-{found.lost}"


def is_better(silly: Score, usual: Score) -> bool:
    """Return whether a silly player wins more than the usual pilot by more than two standard errors of the difference."""
    chances = [score.won / score.games for score in (silly, usual)]
    error = sqrt(sum(chance * (1 - chance) / usual.games for chance in chances))
    return chances[0] - chances[1] > 2 * error


def main() -> None:
    about = "\n".join(f"  {name}: {does}" for name, does in SILLY.items())
    parser = argparse.ArgumentParser(description=__doc__, epilog=f"players:\n{about}", formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--game", default=",".join(ARENAS))
    parser.add_argument("--missions", default="")
    parser.add_argument("--against", default=SOUND, help="the pilot of the other seats: sound, or strong where a game has one")
    parser.add_argument("--players", default=",".join(SILLY))
    args = parser.parse_args()
    wanted, players = args.missions.split(",") if args.missions else [], args.players.split(",")
    for name in args.game.split(","):
        arena = ARENAS[name]()
        began, rows = time.perf_counter(), []
        for mission in arena.missions:
            if wanted and mission not in wanted:
                continue
            for side in arena.side_names(mission):
                usual = arena.score(mission, side, SOUND, args.games, args.against)
                found = [arena.score(mission, side, player, args.games, args.against) for player in players]
                better = [player for player, score in zip(players, found, strict=True) if is_better(score, usual)]
                rows.append([mission, side, told(usual), *map(told, found), " ".join(better)])
        if rows:
            print(f"{arena.name}, {args.games} games each, won-drawn-lost ({time.perf_counter() - began:.0f} s)", flush=True)
            print(neat(["mission", "side", SOUND, *players, "wins more than sound"], rows), flush=True)


if __name__ == "__main__":
    main()
