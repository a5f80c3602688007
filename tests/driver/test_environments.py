"""The games as environments of PettingZoo: its own tests, masks, secrets, agents that play to the end."""

from __future__ import annotations

import json
import runpy
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import UsageError
from bob.core.game import dumps
from bob.day.state.orders import Done, Seal
from bob.driver.players import player
from bob.environments import ACTIONS, NUMBERS, encoded, env
from bob.games import kit
from tests.sizes import some

GAMES = ("cards", "hexes", "skies", "day")


@pytest.mark.slow
@pytest.mark.parametrize("game", some(GAMES))
def test_pettingzoos_own_tests_pass(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(game, most=25), num_cycles=35)
        seed_test(lambda: env(game, most=12), num_cycles=16)


@pytest.mark.parametrize("game", ["cards", "hexes"])
def test_a_random_agent_plays_to_the_end_and_somebody_wins_or_nobody(game: str) -> None:
    environment = env(game)
    environment.reset(seed=3)
    stream, rewards = Stream.of(3, "agent"), dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        seen, reward, ended, broken, _ = environment.last()
        rewards[agent] += reward
        environment.step(None if ended or broken else stream.below(int(seen["action_mask"].sum())))
    assert environment.game.outcome(environment.match.position) is not None
    assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0])


def test_a_sound_pilot_plays_by_the_numbers_of_his_orders() -> None:
    environment = env("cards")
    environment.reset(seed=5)
    while environment.match.to_move:
        agent = environment.agent_selection
        pilot = player(environment.game, "sound", agent, "5")
        assert pilot is not None
        position = environment.match.position
        wanted = pilot.orders(environment.match.view(agent), environment.game.choices(position, agent), len(environment.match.entries))
        listed = environment.infos[agent]["orders"]
        environment.step(listed.index(dumps(encode(wanted[0].order))))
    assert environment.terminations == dict.fromkeys(environment.possible_agents, True)


@pytest.mark.slow
def test_the_agents_of_the_example_play_and_the_sound_one_wins(capsys: pytest.CaptureFixture[str]) -> None:
    example = runpy.run_path(str(Path(__file__).parents[2] / "docs" / "agents.py"))
    example["main"](6)
    values = dict(line.split(" wins ") for line in capsys.readouterr().out.splitlines())
    assert [name.strip() for name in values] == ["random", "learner", "sound"]
    assert float(values["sound   "].rstrip(" %")) > 60


def test_orders_are_listed_with_their_numbers_and_the_mask_lets_no_other_pass() -> None:
    environment = env("day", "one_raid")
    environment.reset(seed=1)
    agent = environment.agent_selection
    seen = environment.observe(agent)
    orders = environment.infos[agent]["orders"]
    assert int(seen["action_mask"].sum()) == len(orders) <= ACTIONS
    assert {json.loads(order)["code"] for order in orders} >= {"seal"}
    other = next(a for a in environment.agents if a != agent)
    assert not environment.observe(other)["action_mask"].any()
    with pytest.raises(UsageError, match="action takes a whole number from 0"):
        environment.step(len(orders))
    assert len(environment.match.entries) == 1


@pytest.mark.slow
def test_what_is_seen_is_the_view_in_numbers_and_nothing_else() -> None:
    """Two truths that look alike to a seat are alike in numbers too."""
    environment = env("day", "one_raid")
    environment.reset(seed=2)
    for _ in range(12):
        environment.step(0)
    position = environment.match.position
    for seat in environment.possible_agents:
        before = environment.observe(seat)["observation"]
        assert before.shape == (NUMBERS,)
        assert np.array_equal(before, encoded(environment.game.view(position, seat)))
        for name, change in kit("day").hidden(environment.game, seat).items():
            other: Any = environment.game.parse(environment.game.dump(position))
            change(other, Stream.of(1, name))
            assert np.array_equal(before, encoded(environment.game.view(other, seat))), name


def test_what_is_offered_hangs_on_no_secret_order_of_the_other_side() -> None:
    """However many orders the Luftwaffe gave before it was done, the RAF, which sees the same, is offered the same."""
    offered = []
    for secret in (0, 2):
        environment = env("day", "one_raid")
        environment.reset(seed=7)
        environment.step(next(i for i, order in enumerate(environment.orders) if isinstance(order, Seal)))
        for _ in range(secret):
            environment.step(next(i for i, order in enumerate(environment.orders) if not isinstance(order, Done)))
        assert environment.agent_selection == "luftwaffe"
        environment.step(environment.orders.index(Done()))
        assert environment.agent_selection == "raf" and len(environment.match.entries) == 3 + secret
        offered.append((environment.render(), environment.infos["raf"]["orders"]))
    assert offered[0] == offered[1] and len(offered[0][1]) > 2


def test_views_that_differ_are_told_apart() -> None:
    first, second = ({"a": 1, "b": ["x", "y"]}, {"a": 1, "b": ["y", "x"]})
    assert not np.array_equal(encoded(first), encoded(second))
    assert not np.array_equal(encoded({"a": 1}), encoded({"a": 2}))
    assert np.array_equal(encoded(first), encoded(dict(first)))
