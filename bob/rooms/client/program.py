"""A program at a room: joins, listens and speaks as `docs/protocol.md` says. Tests and officers over the network use it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Self

import aiohttp

from bob.driver.wire import patched


class RefusedThere(Exception):
    """A refusal by the host; `answer` is its message."""

    def __init__(self, status: int, answer: Mapping[str, Any]) -> None:
        super().__init__(str(answer.get("reason", status)))
        self.status = status
        self.answer = answer


class Caller:
    """One member of one room, with the state for that member. A broken line is resumed at the mark where it broke."""

    def __init__(self, session: aiohttp.ClientSession, url: str, joined: Mapping[str, Any]) -> None:
        self.session = session
        self.url = f"{url}/api/rooms/{joined['room']}"
        self.joined = joined
        self.headers = {"Authorization": f"Bearer {joined['token']}"}
        self.state: dict[str, Any] = {}
        """The state of the game; empty while nothing of it may be seen."""
        self.room: Mapping[str, Any] = {}
        self.mark: str | None = None
        self.changed = asyncio.Event()
        self.heard: Callable[[Mapping[str, Any]], None] = lambda message: None

    @classmethod
    async def join(cls, session: aiohttp.ClientSession, url: str, code: str, name: str) -> Self:
        """Join by a code. Raises RefusedThere."""
        async with session.post(f"{url}/api/join", json={"code": code, "name": name}) as response:
            return cls(session, url, await _answer(response))

    async def say(self, what: str, **said: Any) -> dict[str, Any]:
        """Say something; the answer. Raises RefusedThere, aiohttp.ClientError."""
        async with self.session.post(f"{self.url}/{what}", json=said, headers=self.headers) as response:
            return await _answer(response)

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """Yield the messages of one line until it breaks. Raises RefusedThere, aiohttp.ClientError."""
        params = {"since": self.mark} if self.mark is not None else {}
        timeout = aiohttp.ClientTimeout(total=None, sock_read=60)
        async with self.session.get(f"{self.url}/stream", headers=self.headers, params=params, timeout=timeout) as response:
            if response.status != 200:
                await _answer(response)
            data: list[str] = []
            async for raw in response.content:
                line = raw.decode().rstrip("\n")
                if line.startswith("data: "):
                    data.append(line[6:])
                elif not line and data:
                    yield json.loads("\n".join(data))
                    data.clear()

    def take(self, message: dict[str, Any]) -> None:
        """Take a message up. Raises WireError."""
        if message["type"] == "state":
            self.state = message
        elif message["type"] == "news":
            for key, change in message["changes"].items():
                self.state[key] = patched(self.state[key], change)
            self.state["items"] = [*self.state["items"], *message["items"]]
        elif message["type"] == "room":
            self.room = message
        if "mark" in message:
            self.mark = message["mark"]
        self.heard(message)
        self.changed.set()

    async def listen(self, pause: float = 0.2) -> None:
        """Listen until the host says goodbye; a line that breaks is taken up again."""
        while True:
            try:
                async for message in self.messages():
                    self.take(message)
                    if message["type"] == "bye":
                        return
            except (aiohttp.ClientError, TimeoutError, ConnectionError):
                pass
            except RefusedThere as refused:
                if refused.status == 401:
                    return
            await asyncio.sleep(pause)

    async def until(self, wanted: Callable[[Self], bool], patience: float = 30.0) -> None:
        """Wait until the game, or the room, fulfils a condition. Raises TimeoutError."""
        async with asyncio.timeout(patience):
            while not ((self.state or self.room) and wanted(self)):
                self.changed.clear()
                await self.changed.wait()


async def _answer(response: aiohttp.ClientResponse) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = await response.json(content_type=None)
    except ValueError:
        answer = {"reason": f"HTTP {response.status}"}
    if response.status != 200:
        raise RefusedThere(response.status, answer)
    return answer
