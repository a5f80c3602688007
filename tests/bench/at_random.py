"""Whole games of random legal orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.core.dice import SeededDice, Stream
from bob.core.game import Game


def random_games(game: Game[Any], count: int, scenario: str, options: Mapping[str, Any]) -> int:
    """So many games, set-up and the check of each order included; how many orders they took."""
    orders = 0
    for number in range(count):
        dice, stream = SeededDice(Stream.of(number, "game")), Stream.of(number, "random")
        position, _ = game.setup(scenario, options, dice)
        while to_move := game.to_move(position):
            order = game.sample(position, to_move[0], stream)
            game.check(position, to_move[0], order)
            game.apply(position, to_move[0], order, dice)
            orders += 1
    return orders
