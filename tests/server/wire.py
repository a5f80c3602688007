"""A line through this machine that can be cut and mended: what lies between a desk and its host."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any


class Wire:
    """Listens at a port of its own and carries everything to another one, until it is cut."""

    def __init__(self, to: int) -> None:
        self.to = to
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ends: set[asyncio.StreamWriter] = set()
        self._carrying: set[asyncio.Task[None]] = set()
        self._server: asyncio.Server | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.mend()

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    def mend(self) -> None:
        """Listen, at the same port as before."""
        self._do(self._listen())

    def cut(self) -> None:
        """Break off whatever is carried, and carry nothing more."""
        self._do(self._broken_off())

    def close(self) -> None:
        self.cut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)
        self._loop.close()

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._came, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def _broken_off(self) -> None:
        if self._server is not None:
            self._server.close()
        for end in list(self._ends):
            end.transport.abort()
        for task in list(self._carrying):
            task.cancel()
        await asyncio.gather(*self._carrying, return_exceptions=True)

    async def _came(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        self._ends.add(writing)
        far: asyncio.StreamWriter | None = None
        try:
            far_reading, far = await asyncio.open_connection("127.0.0.1", self.to)
            self._ends.add(far)
            both = [asyncio.create_task(_carried(reading, far)), asyncio.create_task(_carried(far_reading, writing))]
            self._carrying.update(both)
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            for task in both:
                task.cancel()
            self._carrying.difference_update(both)
        except OSError:
            pass
        finally:
            for end in (writing, far):
                if end is not None:
                    self._ends.discard(end)
                    end.close()


async def _carried(reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while piece := await reading.read(65536):
            writing.write(piece)
            await writing.drain()
