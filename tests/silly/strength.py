"""The strong pilot's wins in every mission of the tactical games, in the seats of either side and in both together.

python -m tests.silly.strength --games 20 [--game hexes,flight] [--missions duel] [--against sound,greedy] [--player strong]

Common seeds: in each game of a mission both sides have the same cards and dice. The share of both seats counts a draw as a half.
"""

from __future__ import annotations

import argparse
import time

from bob.core.text import neat
from bob.tactical.score import Score, share_text
from tests.silly.__main__ import told
from tests.silly.arena import SOUND, STRONG
from tests.silly.arenas import ARENAS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20, help="of each side of a mission")
    parser.add_argument("--game", default=",".join(ARENAS))
    parser.add_argument("--missions", default="")
    parser.add_argument("--player", default=STRONG)
    parser.add_argument("--against", default=f"{SOUND},greedy")
    parser.add_argument("--seed", default="strength")
    args = parser.parse_args()
    wanted = args.missions.split(",") if args.missions else []
    for name in args.game.split(","):
        arena = ARENAS[name]()
        for other in args.against.split(","):
            began, rows, whole = time.perf_counter(), [], Score()
            for mission in arena.missions:
                if wanted and mission not in wanted:
                    continue
                both, sides = Score(), []
                for side in arena.side_names(mission):
                    found = arena.score(mission, side, args.player, args.games, other, args.seed)
                    both.plus(found)
                    sides.append(f"{side} {told(found)}")
                whole.plus(both)
                rows.append([mission, "  ".join(sides), told(both), share_text(both)])
            if rows:
                rows.append(["all", "", told(whole), share_text(whole)])
                print(f"{name}: {args.player} against {other} ({time.perf_counter() - began:.0f} s)", flush=True)
                print(neat(["mission", "won-drawn-lost by side", "both seats", "share"], rows), flush=True)


if __name__ == "__main__":
    main()
