"""Any game as an environment of PettingZoo (AEC): `pip install bob-1940[rl]`. How views become numbers stands in docs/environments.md."""

from __future__ import annotations

import math
import zlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import Refused, UsageError
from bob.core.game import dumps
from bob.core.match import Match
from bob.games import kit

NUMBERS = 1024
"""The number of figures of an encoded view."""
ACTIONS = 256
"""The most orders that are offered at once."""
DRAWN = 48
"""The most of them that are drawn from described forms."""
TRIES = 4
"""The number of times that a form is drawn for each of these."""


def encoded(view: Any) -> np.ndarray[Any, np.dtype[np.float32]]:
    """A view as numbers: every figure in it goes to the place that its path has, every other value counts one at the place of path and
    value. Lists give their members' paths a number, so that order is kept."""
    found = np.zeros(NUMBERS, dtype=np.float32)
    for path, value in _leaves("", encode(view)):
        if isinstance(value, int | float) and not isinstance(value, bool):
            place, sign = _place(path)
            found[place] += sign * math.asinh(value)
        elif value is not None:
            place, sign = _place(f"{path}={value}")
            found[place] += sign
    return found


@cache
def _place(path: str) -> tuple[int, float]:
    """Return the place and the sign of a path: two that meet in a place do not always add up."""
    digest = zlib.crc32(path.encode())
    return digest % NUMBERS, 1.0 if digest >> 31 else -1.0


def _leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, member in value.items():
            yield from _leaves(f"{path}.{key}", member)
    elif isinstance(value, list | tuple):
        yield f"{path}#", len(value)
        for i, member in enumerate(value):
            yield from _leaves(f"{path}[{i}]", member)
    else:
        yield path, value


class BattleEnvironment(AECEnv):  # type: ignore[misc]
    """One game. An agent is a seat; an action is the number of one of the orders that `infos[agent]["orders"]` lists, those that the mask
    lets pass. Who wins gets 1 at the end, who loses -1; a game that goes on for `most` decisions is broken off.

    An agent sees its view and nothing else; whoever has something to decide first is asked first.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "bob_1940", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, game: str = "cards", scenario: str | None = None, options: Mapping[str, Any] | None = None, most: int = 2000
    ) -> None:
        """A game by name, its usual scenario unless one is given. Raises BobError."""
        super().__init__()
        self.kit = kit(game)
        self.game = self.kit.make()
        self.scenario = scenario if scenario is not None else self.kit.usual
        self.options = dict(options or {})
        self.most = most
        self.render_mode = "ansi"
        self._seed = 0
        self._begin()
        self.possible_agents = list(self.game.seats(self.match.position))
        box = spaces.Box(-np.inf, np.inf, (NUMBERS,), np.float32)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": box, "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def _begin(self) -> None:
        self.match: Match[Any] = Match.new(self.game, self.scenario, f"environment/{self._seed}", self.options)
        self.orders: list[Any] = []
        self._asked: dict[str, int] = {}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew: with a seed that game, without one the next."""
        self._seed = seed if seed is not None else self._seed + 1
        self._begin()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask_next()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the view of an agent, and a mask of the orders that it may give now: none while another is asked."""
        mask = np.zeros(ACTIONS, dtype=np.int8)
        if agent == self.agent_selection and not self._has_ended:
            mask[: len(self.orders)] = 1
        return {"observation": encoded(self.match.view(agent)), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Give the order of that number. Raises UsageError for one that is not offered."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= int(action) < len(self.orders):
            raise UsageError("error.whole_number", option="action", least=0, most=len(self.orders) - 1, value=str(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.match.play(agent, self.orders[int(action)])
        self._ask_next()
        self._accumulate_rewards()

    @property
    def _has_ended(self) -> bool:
        return not self.match.to_move or len(self.match.entries) > self.most

    def _ask_next(self) -> None:
        """Find the seat with the next decision and its offered orders; or the result at the end."""
        if not self._has_ended:
            self.agent_selection = self.match.to_move[0]
            self._asked[self.agent_selection] = self._asked.get(self.agent_selection, 0) + 1
            self.orders = self._orders_offered(self.agent_selection)
            self.infos[self.agent_selection] = {"orders": [dumps(encode(order)) for order in self.orders]}
            return
        self.orders = []
        outcome = self.game.outcome(self.match.position)
        if outcome is None:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.terminations = dict.fromkeys(self.agents, True)
            points = {agent: outcome.points.get(agent, 0.0) for agent in self.agents}
            best, worst = max(points.values()), min(points.values())
            self.rewards = {agent: (points[agent] == best) * 1.0 - (points[agent] == worst) for agent in self.agents}
        self.agent_selection = self.agents[0]

    def _orders_offered(self, seat: str) -> list[Any]:
        """The orders that a seat may choose from: what is listed, and legal ones drawn from what is described, always the same ones. They
        are drawn by how often the seat was asked: how long the record is may hang on secret orders of the other side."""
        position, choices = self.match.position, self.game.choices(self.match.position, seat)
        found = list(choices.listed[:ACTIONS])
        known = {dumps(encode(order)) for order in found}
        stream = Stream.of(f"{self._seed}/{self._asked[seat]}", f"offered/{seat}")
        for _ in range(DRAWN * TRIES if choices.described else 0):
            if len(found) >= min(ACTIONS, len(choices.listed) + DRAWN):
                break
            order = self.game.draw(choices, stream)
            text = dumps(encode(order))
            if text in known:
                continue
            known.add(text)
            try:
                self.game.check(position, seat, order)
            except Refused:
                continue
            found.append(order)
        return found or [self.game.sample(position, seat, stream)]

    def render(self) -> str:
        """The view of whoever is asked, as a line of JSON."""
        return dumps(encode(self.match.view(self.agent_selection)))

    def close(self) -> None:
        """Nothing is held."""


def env(game: str = "cards", scenario: str | None = None, options: Mapping[str, Any] | None = None, most: int = 2000) -> BattleEnvironment:
    """The environment of a game. Raises BobError."""
    return BattleEnvironment(game, scenario, options, most)
