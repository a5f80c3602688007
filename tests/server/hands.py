"""Hands that press for persons: by the keys of those who sit at desks and pages they say over the line what would only be *Done*."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import aiohttp

from bob.core.codec import encode
from bob.core.game import REFEREE
from bob.games import kit
from bob.rooms.client.program import Caller, RefusedThere
from bob.rooms.shares import CLOSING
from tests.server.players import the_game

OFFICERS = {"raf": "park", "luftwaffe": "kesselring"}


@dataclass(slots=True)
class Pressed:
    """What was pressed."""

    orders: int = 0
    refused: int = 0
    seconds: float = 0.0

    def __iadd__(self, more: Pressed) -> Self:
        self.orders, self.refused, self.seconds = self.orders + more.orders, self.refused + more.refused, self.seconds + more.seconds
        return self


def key_of_desk(settings: Path) -> dict[str, Any]:
    """The membership that a desk keeps in the folder of its settings: its latest room."""
    found: list[dict[str, Any]] = json.loads(next(settings.rglob("rooms.json")).read_text("utf-8"))
    return found[0]


def press(url: str, keys: Sequence[Mapping[str, Any]], turn: int = 10**6) -> Pressed:
    """Let officers order for the first of each side, and whoever shares it have no more orders, until that turn, or
    until the day is over.
    Where the referee is among them, what is handed in is passed on."""
    began = time.monotonic()
    done = asyncio.run(_press(url, keys, turn))
    done.seconds = time.monotonic() - began
    return done


async def _press(url: str, keys: Sequence[Mapping[str, Any]], turn: int) -> Pressed:
    done = Pressed()
    async with AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())
        callers = [Caller(session, url, key) for key in keys]
        listening = [asyncio.create_task(caller.listen()) for caller in callers]
        try:
            for caller in callers:
                await caller.until(lambda c: bool(c.room))
            by_seat: dict[str, list[Caller]] = {}
            for caller in callers:
                by_seat.setdefault(caller.joined["seat"], []).append(caller)
            referee = next(iter(by_seat.pop(REFEREE, ())), None)
            leads = [found[0] for found in by_seat.values()]
            while not all(_there(lead, turn) for lead in leads):
                asked = [lead for lead in leads if lead.state["asked"] and not _there(lead, turn)]
                if asked:
                    await _decide(asked[0], by_seat[asked[0].joined["seat"]][1:], referee, done)
                else:
                    await _news(leads)
        finally:
            for task in listening:
                task.cancel()
            await asyncio.gather(*listening, return_exceptions=True)
    return done


def _there(caller: Caller, turn: int) -> bool:
    state = caller.state
    return state["over"] is not None or int(state["view"]["common"]["turn"]) >= turn


async def _news(callers: Sequence[Caller]) -> None:
    """Wait until something has come to one of them."""
    for caller in callers:
        caller.changed.clear()
    waits = [asyncio.create_task(caller.changed.wait()) for caller in callers]
    try:
        await asyncio.wait(waits, timeout=60, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for wait in waits:
            wait.cancel()


async def _decide(lead: Caller, others: Sequence[Caller], referee: Caller | None, done: Pressed) -> None:
    """One decision of a seat: the orders of its officer."""
    state, seat = lead.state, lead.joined["seat"]
    game, number = the_game(state["game"]), state["number"]
    choices = game.read_choices(state["choices"])
    player = kit(state["game"]).player(OFFICERS[seat], seat, "afar", game)
    decisions = await asyncio.to_thread(player.orders, game.read_view(state["view"]), choices, number)
    orders = [decision.order for decision in decisions] or list(choices.listed[:1])
    ends = next((order for order in choices.listed if order.code in CLOSING), None)
    for order in orders:
        if not await _given(lead, others, referee, order, done):
            if ends is not None and order.code not in CLOSING:
                await _given(lead, others, referee, ends, done)
            break
    await lead.until(lambda c: c.state["number"] != number or c.state["over"] is not None, 120)


async def _given(lead: Caller, others: Sequence[Caller], referee: Caller | None, order: Any, done: Pressed) -> bool:
    """Give an order, or hand it in and have it passed on; whether it was taken."""
    said = encode(order)
    try:
        if order.code in CLOSING:
            for other in others:
                await other.say("order", order=said)
        answer = await lead.say("order", order=said)
        if referee is not None and "slip" in answer:
            await _passed(referee, answer["slip"], said)
    except RefusedThere:
        done.refused += 1
        return False
    done.orders += 1
    return True


async def _passed(referee: Caller, slip: int, said: Any) -> None:
    """The referee passes a slip on; one that cannot be carried out he turns down. Raises RefusedThere for that."""
    try:
        await referee.say("slip/answer", slip=slip, order=said, text="")
    except RefusedThere as why:
        await referee.say("slip/answer", slip=slip, order=None, text=str(why)[:200])
        raise
