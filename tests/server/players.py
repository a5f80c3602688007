"""Officers who play over the network: they read the view and the choices of their seat, think, and order."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import aiohttp

from bob.core.codec import encode
from bob.core.game import Game
from bob.games import kit
from bob.rooms.client.program import Caller, RefusedThere

Timed = Callable[[float], None]


@cache
def the_game(name: str) -> Game[Any]:
    return kit(name).make()


class Officer:
    """One who plays a seat over a line until the game is over, or he is told to stop. `given` holds what was acknowledged by an answer."""

    def __init__(self, caller: Caller, name: str, *, pause: float = 0.0, timed: Timed = lambda seconds: None) -> None:
        self.caller = caller
        self.name = name
        self.pause = pause
        self.timed = timed
        self.given: list[Any] = []

    async def play(self, most: int = 10**9) -> None:
        """Order whenever asked, most so many orders."""
        seat = self.caller.joined["seat"]
        while not self.caller.state["over"] and len(self.given) < most:
            await self.caller.until(lambda c: c.state["asked"] or c.state["over"] is not None, 3600)
            if self.caller.state["over"]:
                return
            await asyncio.sleep(self.pause)
            state = self.caller.state
            game = the_game(state["game"])
            number, view, choices = state["number"], game.read_view(state["view"]), game.read_choices(state["choices"])
            player = kit(state["game"]).player(self.name, seat, "afar", game)
            decisions = await asyncio.to_thread(player.orders, view, choices, number)
            orders = [decision.order for decision in decisions] or list(choices.listed[:1])
            for order in orders:
                if len(self.given) >= most or not await self.order(encode(order)):
                    break
            await self.caller.until(lambda c, number=number: c.state["number"] != number or c.state["over"] is not None, 3600)

    async def order(self, order: Any) -> bool:
        """Give an order until it is answered; whether it may have changed anything."""
        key = f"{self.name}/{len(self.given)}/{time.monotonic_ns()}"
        known = [item["number"] for item in self.caller.state["items"] if "order" in item]
        while True:
            began = time.perf_counter()
            try:
                await self.caller.say("order", order=order, key=key)
            except RefusedThere as refused:
                if refused.status in (429, 503):
                    await asyncio.sleep(0.1)
                    continue
                return True  # by the rules, or because the line broke when it had been given: the log says which
            except (aiohttp.ClientError, TimeoutError, ConnectionError):
                await asyncio.sleep(0.1)
                await self._back(known)
                if any(item["order"] == order for item in self.caller.state["items"] if "order" in item and item["number"] not in known):
                    return True  # it is kept, though the answer never came
                continue
            self.timed(time.perf_counter() - began)
            self.given.append(order)
            return True

    async def _back(self, known: list[int]) -> None:
        """Wait until the host is there again and has told how the game stands."""
        mark = self.caller.mark
        while self.caller.mark == mark:
            self.caller.changed.clear()
            try:
                async with asyncio.timeout(1):
                    await self.caller.changed.wait()
            except TimeoutError:
                return
