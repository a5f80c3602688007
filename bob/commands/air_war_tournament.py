"""`bob tournament --game air_war`: land campaigns between officers."""

from __future__ import annotations

import argparse

from bob.campaign.air_war.kit import AirWarKit
from bob.commands.match_tournament import campaigns, run_matches
from bob.words import Words


def run(args: argparse.Namespace, words: Words) -> int:
    """Play the campaigns and print what they came to. Raises BobError."""
    return run_matches(args, words, campaigns(AirWarKit), AirWarKit.name)


TOURNAMENT = run
"""By which the command line finds it."""
