"""Agents of a duel by cards: one that plays at random, the program's own sound pilot, and one that learns which kinds of order pay.

    pip install 'bob-1940[rl]'
    python docs/agents.py 200

It plays so many duels against the one at random while it learns, and tells the share that each agent wins against it afterwards.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Callable

import numpy as np

from bob.core.codec import encode
from bob.core.game import dumps
from bob.driver.players import player
from bob.environments import BattleEnvironment, env

Agent = Callable[[BattleEnvironment, str], int]
"""Chooses an action for the seat that is asked."""


def at_random(chance: np.random.Generator) -> Agent:
    """Any order that the mask lets pass."""

    def choose(game: BattleEnvironment, seat: str) -> int:
        return int(chance.choice(game.observe(seat)["action_mask"].nonzero()[0]))

    return choose


def sound(game: BattleEnvironment, seat: str) -> int:
    """What the program's sound pilot would do, by its number."""
    pilot = player(game.game, "sound", seat, "1")
    assert pilot is not None
    orders = pilot.orders(game.match.view(seat), game.game.choices(game.match.position, seat), len(game.match.entries))
    return int(game.infos[seat]["orders"].index(dumps(encode(orders[0].order))))


class Learner:
    """Plays the kind of order that has paid best so far, now and then another."""

    def __init__(self, chance: np.random.Generator, curious: float = 0.2) -> None:
        self.chance, self.curious = chance, curious
        self.paid: dict[str, float] = defaultdict(float)
        self.tried: dict[str, int] = defaultdict(int)
        self.played: list[str] = []

    def __call__(self, game: BattleEnvironment, seat: str) -> int:
        kinds = [kind(line) for line in game.infos[seat]["orders"]]
        if self.chance.random() < self.curious:
            action = int(self.chance.integers(len(kinds)))
        else:
            worth = [self.paid[k] / (1 + self.tried[k]) for k in kinds]
            action = int(self.chance.choice(np.flatnonzero(np.isclose(worth, max(worth)))))
        self.played.append(kinds[action])
        return action

    def learn(self, reward: float) -> None:
        """A duel is over: all that was played in it shares what came of it."""
        for played in self.played:
            self.paid[played] += reward
            self.tried[played] += 1
        self.played.clear()


def kind(line: str) -> str:
    """The kind of an order: its code and what it names in letters, without the numbers of cards and aircraft."""
    order = json.loads(line)
    return " ".join(str(value) for value in order.values() if isinstance(value, str))


def duel(game: BattleEnvironment, seed: int, first: Agent, second: Agent) -> float:
    """Play a duel; what the first agent gets: 1, 0 or -1. They change seats with every seed."""
    game.reset(seed=seed)
    seats = game.possible_agents if seed % 2 else game.possible_agents[::-1]
    agents = dict(zip(seats, (first, second), strict=True))
    got = 0.0
    for seat in game.agent_iter():
        _, reward, ended, broken_off, _ = game.last()
        got += reward if seat == seats[0] else 0.0
        game.step(None if ended or broken_off else agents[seat](game, seat))
    return got


def main(games: int) -> None:
    """Learn, and tell what each agent wins against the one at random."""
    game, chance = env("cards"), np.random.default_rng(1)
    other, learner = at_random(chance), Learner(chance)
    for seed in range(games):
        learner.learn(duel(game, seed, learner, other))
    learner.curious = 0.0
    agents: dict[str, Agent] = {"random": at_random(chance), "learner": learner, "sound": sound}
    for name, agent in agents.items():
        won = sum(duel(game, games + seed, agent, other) for seed in range(games)) / games
        learner.played.clear()
        print(f"{name:8} wins {50 * (1 + won):5.1f} %")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
