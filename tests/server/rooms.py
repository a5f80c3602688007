"""What tests of rooms share: a host in this process, with people who join it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bob.core.game import REFEREE
from bob.driver.game_plan import GamePlan
from bob.rooms.client.program import Caller
from bob.rooms.host import Host
from bob.rooms.serving import Address, serve
from bob.rooms.store import FolderStore
from bob.rooms.web import WebFace

TWO = {"raf": "human", "luftwaffe": "human"}
THREE = TWO | {REFEREE: "human"}


class House:
    """A host, its address, and who has come."""

    def __init__(self, host: Host, url: str, session: aiohttp.ClientSession) -> None:
        self.host = host
        self.url = url
        self.session = session
        self.listening: list[asyncio.Task[None]] = []

    async def invite(self, room: str, seat: str, **more: Any) -> str:
        """A code for a seat."""
        _, code = await self.host.do(room, lambda found: found.invite(seat, **more))
        return code

    async def caller(self, room: str, seat: str, name: str = "", **more: Any) -> Caller:
        """Somebody who has joined, and listens."""
        caller = await Caller.join(self.session, self.url, await self.invite(room, seat, **more), name or seat)
        self.listening.append(asyncio.create_task(caller.listen()))
        await caller.until(lambda c: bool(c.room))
        return caller


@asynccontextmanager
async def house(folder: Path, **host: Any) -> AsyncIterator[House]:
    """A host of a folder that listens at a free port."""
    made = Host(FolderStore(folder), **host)
    stop, found = asyncio.Event(), asyncio.get_running_loop().create_future()

    async def ready(port: int) -> None:
        found.set_result(port)

    serving = asyncio.create_task(serve(WebFace(made), Address(port=0), ready, stop))
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        home = House(made, f"http://127.0.0.1:{await found}", session)
        try:
            yield home
        finally:
            for task in home.listening:
                task.cancel()
            await asyncio.gather(*home.listening, return_exceptions=True)
            stop.set()
            await serving


def a_day(host: Host, seats: Mapping[str, str] = TWO, scenario: str = "lesson", **more: Any) -> str:
    """A new day; its room."""
    return host.store.create(GamePlan("day", scenario, "rooms", seats, **more))
