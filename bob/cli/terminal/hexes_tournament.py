"""`bob tournament --game hexes`: missions of the hex dogfight between pilots."""

from __future__ import annotations

import argparse
from pathlib import Path

from bob.cli.match_tournament import Matches, run_matches
from bob.tactical.hexes.game import HexDogfight
from bob.tactical.hexes.options import RANDOM_MISSION, terms
from bob.tactical.hexes.pilots import KINDS
from bob.tactical.hexes.pilots.matches import results
from bob.words import Words


def run(args: argparse.Namespace, words: Words) -> int:
    """Play the games and print the results. Raises BobError."""
    return run_matches(args, words, matches, "hexes")


def matches(folder: str) -> Matches:
    """Return the hex dogfight's part in a tournament. Raises BobError."""
    game = HexDogfight.over(Path(folder)) if folder else HexDogfight()
    return Matches(
        called="mission",
        usual="duel,free_hunt",
        pilots=tuple(KINDS),
        names={code: mission.name for code, mission in game.missions.items()},
        drawn=RANDOM_MISSION,
        known=lambda code: terms(code, {}, game.missions, game.tables),
        fly=results,
    )
