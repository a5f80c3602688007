"""The steps of the Air Group Performance of land campaigns, from campaigns between sound officers: a draw is the middle fifth of the
differences, each major victory the outer sixth.

`python -m tools.steps london autumn --games 80` prints them, `--write` puts them into the sheets. Without a name: all sheets.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence

from bob.campaigns.land.campaign_data import PERFORMANCES
from bob.campaigns.land.kit import KIT
from bob.campaigns.land.position import AirWarPosition
from bob.campaigns.matches import played_campaign
from bob.core.resources import data_folder
from bob.core.workers import Workers, in_processes, local
from bob.tactical.matches import PilotMatch, jobs_of
from bob.words import Words
from tools import blocks

SHARES = (1 / 6, 2 / 5, 3 / 5, 5 / 6)
"""The shares of the campaigns that end below each step but the first."""
LEAST = -999
"""The first step holds every lower difference."""
BLOCK = re.compile(r"# Designed: the steps [^\[]*(?:\[\[performance\]\]\ncode = [^\n]*\nleast = [^\n]*\n\n){5}")


def difference(job: PilotMatch) -> int:
    """Play a campaign and return its Axis less Allied points."""
    position = played_campaign(KIT, job).position
    assert isinstance(position, AirWarPosition)
    return position.difference


def steps(campaign: str, games: int, workers: Workers) -> dict[str, int]:
    """The least difference of each performance, each step at least a point above the last."""
    found = sorted(in_processes(difference, jobs_of(campaign, ("sound", "sound"), games, "steps"), workers, 5))
    least = [LEAST, *(found[min(games - 1, int(share * games))] for share in SHARES)]
    for i in range(2, len(least)):
        least[i] = max(least[i], least[i - 1] + 1)
    return dict(zip(PERFORMANCES, least, strict=True))


def write(campaign: str, found: dict[str, int], games: int) -> None:
    """Put the steps into the sheet of a campaign."""
    path = data_folder("tables") / "campaign" / "land" / f"{campaign}.toml"
    block = (
        "# Designed: the steps of the Air Group Performance, Axis less Allied points, by "
        f"{games} campaigns of sound officers and pilots: a draw\n"
        "# is the middle fifth, each major victory the outer sixth (`python -m tools.steps`).\n"
    ) + "".join(f'[[performance]]\ncode = "{code}"\nleast = {least}\n\n' for code, least in found.items())
    blocks.put(path, BLOCK, block, "steps")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.steps", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("campaign", nargs="*", help="land campaigns by their codes")
    parser.add_argument("--games", type=int, default=80, help="campaigns to play for each sheet")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--write", action="store_true", help="put the steps into the sheets")
    asked = parser.parse_args(arguments)
    workers = local(asked.jobs)
    try:
        for campaign in asked.campaign or KIT.scenarios(Words("en")):
            found = steps(campaign, asked.games, workers)
            print(campaign, found, flush=True)
            if asked.write:
                write(campaign, found, asked.games)
    finally:
        workers.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
