"""`bob tournament --game skies`: scenarios of the miniatures dogfight between pilots."""

from __future__ import annotations

import argparse
from pathlib import Path

from bob.cli.match_tournament import Matches, run_matches
from bob.core.dice import SeededDice, Stream
from bob.tactical.miniatures.game import MiniatureDogfight
from bob.tactical.miniatures.options import RANDOM_SCENARIO
from bob.tactical.miniatures.pilots import KINDS
from bob.tactical.miniatures.pilots.matches import all_flown
from bob.words import Words


def run(args: argparse.Namespace, words: Words) -> int:
    """Play the games and print the results. Raises BobError."""
    return run_matches(args, words, matches, "skies")


def matches(folder: str) -> Matches:
    """Return the miniatures dogfight's part in a tournament. Raises BobError."""
    game = MiniatureDogfight.over(Path(folder)) if folder else MiniatureDogfight()
    return Matches(
        called="scenario",
        usual="dogfight,bomber_run",
        pilots=tuple(KINDS),
        names={code: scenario.name for code, scenario in game.scenarios.items()},
        drawn=RANDOM_SCENARIO,
        known=lambda code: game.terms_of(code, {}, SeededDice(Stream.of(0, "tournament"))),
        fly=all_flown,
    )
