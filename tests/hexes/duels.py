"""Pilots against each other: `python -m tests.hexes.duels [--mission M] [--games N] [--first sound] [--second random]`."""

from __future__ import annotations

import argparse
import time
from typing import Any

from bob.dice import SeededDice, Stream
from bob.dogfight.hexes.game import HexDogfight
from bob.dogfight.hexes.kit import KIT
from bob.kit import RANDOM


def fight(
    game: HexDogfight, mission: str, by_side: dict[str, str], seed: str, options: dict[str, Any] | None = None
) -> tuple[str | None, int]:
    """The side that wins a mission, None for a draw, and how many orders it took."""
    dice, chance = SeededDice(Stream.of(seed, "duel")), Stream.of(seed, "random")
    position, _ = game.setup(mission, options or {}, dice)
    side_of = {player.seat: player.side for player in position.terms.players}
    flying = {seat: None if by_side[side] == RANDOM else KIT.player(by_side[side], seat, seed, game) for seat, side in side_of.items()}
    number = 0
    while owing := game.owing(position):
        seat, number = owing[0], number + 1
        player = flying[seat]
        if player is None:
            order = game.sample(position, seat, chance)
        else:
            order = player.orders(game.view(position, seat), game.choices(position, seat), number)[0].order
            game.check(position, seat, order)
        game.apply(position, seat, order, dice)
    outcome = game.outcome(position)
    assert outcome is not None
    return outcome.winner, number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mission", default="duel")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first", default="sound")
    parser.add_argument("--second", default=RANDOM)
    parser.add_argument("--same", action="store_true", help="keep the sides: the balance of a mission")
    args = parser.parse_args()
    game = HexDogfight()
    terms, _ = game.setup(args.mission, {}, SeededDice(Stream.of(0, "sides")))
    sides = terms.sides
    won = {args.first: 0, args.second: 0, "draw": 0}
    by_side = dict.fromkeys((*sides, "draw"), 0)
    began, orders = time.perf_counter(), 0
    for number in range(args.games):
        pair = sides if args.same or number % 2 == 0 else sides[::-1]
        pilots = dict(zip(pair, (args.first, args.second), strict=True))
        winner, count = fight(game, args.mission, pilots, f"{args.mission}/{number}")
        orders += count
        won["draw" if winner is None else pilots[winner]] += 1
        by_side["draw" if winner is None else winner] += 1
    taken = time.perf_counter() - began
    print(args.mission, args.games, won, by_side, f"{orders / args.games:.0f} orders and {taken / args.games:.2f} s a game")


if __name__ == "__main__":
    main()
