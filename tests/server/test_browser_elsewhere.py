"""A browser at one host of many: its room may lie with another process, and it need not know."""

from __future__ import annotations

import asyncio
import signal

import pytest

from tests.server.postgres import programs, server
from tests.server.test_browser import Surfer
from tests.server.test_serve import ended, served

pytestmark = pytest.mark.skipif(programs() is None, reason="no PostgreSQL server is installed")


class _Address:
    """All that a browser has to know of a host."""

    def __init__(self, url: str) -> None:
        self.url = url


@pytest.mark.slow
def test_a_browser_plays_in_a_room_that_another_process_has() -> None:
    with server() as url:
        first, values = served("--store", url, "--new", "day:lesson")
        second, also = served("--store", url)
        room, codes = values["rooms"][0]["room"], {made["seat"]: made["code"] for made in values["rooms"][0]["invitations"]}

        async def play() -> None:
            here, there = (Surfer(_Address(found["links"][0])) for found in (values, also))  # type: ignore[arg-type]
            try:
                await here.join(room, codes["luftwaffe"], "Adolf")
                tree = await there.join(room, codes["raf"])
                assert there.status == 200 and "Adolf" in tree.text
                async with there.stream("seen=nothing") as event:
                    assert (await event())[0] == "page"
                    seal = next(b for b in here.tree.every("button") if "Seal" in b.text)
                    await here.say("order", listed=seal["value"])
                    while "sealed its plan" not in str(await event()):
                        pass
                await there.say("note", to="raf", text="all quiet")
                assert there.status == 200 and "all quiet" in there.tree.text
            finally:
                await here.session.close()
                await there.session.close()

        try:
            asyncio.run(play())
        finally:
            ended(second, signal.SIGTERM)
            ended(first, signal.SIGTERM)
