"""The card dogfight's random play beside catanatron's, in turns on one core: `python -m tests.bench.beside_catanatron`.

Wants catanatron installed (`pip install` from its repository); the best of many short turns each, so that another's load weighs on both.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

from tests.bench.test_bench_cards import SCENARIOS, by_sample, from_the_list, random_battles, rate

GOALS = {"by sample": 2.2, "from the list": 2.0, "checked, in all scenarios": 2.2}
TURNS = 12


def catanatron(games: int, players: int) -> int:
    """Games of its random players; how many actions."""
    its = importlib.import_module("catanatron")
    actions = 0
    for seed in range(games):
        game = its.Game([its.RandomPlayer(colour) for colour in list(its.Color)[:players]], seed=seed)
        game.play()
        records = getattr(game.state, "action_records", None)
        actions += len(records if records is not None else game.state.actions)
    return actions


def main() -> None:
    theirs: dict[str, Callable[[], int]] = {f"catanatron, {n} players": lambda n=n: catanatron(6, n) for n in (2, 4)}
    ours: dict[str, Callable[[], int]] = {
        "by sample": lambda: random_battles(60, ("first_match",), by_sample),
        "from the list": lambda: random_battles(60, ("first_match",), from_the_list),
        "checked, in all scenarios": lambda: random_battles(30, SCENARIOS),
    }
    best = dict.fromkeys((*theirs, *ours), 0.0)
    for _ in range(TURNS):
        for name, work in (theirs | ours).items():
            best[name] = max(best[name], rate(work))
    yardstick = max(best[name] for name in theirs)
    for name, figure in best.items():
        goal = f", {figure / yardstick:.2f} of catanatron's best; the goal is {GOALS[name]}" if name in GOALS else ""
        print(f"{name}: {figure:,.0f} a second{goal}")


if __name__ == "__main__":
    main()
