"""A host that is killed in the middle of orders: nothing acknowledged is lost, and those who play go on by themselves.

python -m tests.server.kills --kills 200
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import socket
import tempfile
from pathlib import Path

import aiohttp

from bob.core.dice import Stream
from bob.files import Save
from bob.games import games
from bob.rooms.client.program import Caller, RefusedThere
from tests.server.child import hosted
from tests.server.players import Officer

_WHOLE = 10
"""Each so many hosts is begun as a user begins it; the others have read the program before."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Killed:
    """A day on a host that is killed again and again."""

    def __init__(self, folder: Path, seed: int, scenario: str) -> None:
        self.folder, self.chance, self.scenario = folder, Stream.of(seed, "kills"), scenario
        self.port = free_port()
        self.kills = 0
        self.acknowledged = 0
        self.days = 0

    async def run(self, kills: int) -> None:
        """So many kills, in days that begin anew when one is over. Raises AssertionError for whatever was lost."""
        for day in itertools.count():
            if self.kills >= kills:
                return
            await self._day(self.folder / str(day), kills)

    async def _day(self, folder: Path, kills: int) -> None:
        process, values = hosted(folder, self.port, "--new", f"day:{self.scenario}", "--seats", "raf=human,luftwaffe=human")
        url, room = values["links"][0], values["rooms"][0]
        officers: dict[str, Officer] = {}
        tasks: list[asyncio.Task[None]] = []
        async with aiohttp.ClientSession() as session:
            for made in room["invitations"]:
                caller = await Caller.join(session, url, made["code"], made["seat"])
                tasks.append(asyncio.create_task(caller.listen(0.05)))
                await caller.until(lambda c: bool(c.room))
                officers[made["seat"]] = Officer(caller, {"raf": "park", "luftwaffe": "kesselring"}[made["seat"]])
            playing = [asyncio.create_task(officer.play()) for officer in officers.values()]
            epochs: dict[str, str] = {}
            while self.kills < kills and not all(task.done() for task in playing):
                await self._lines_up(officers, epochs)
                await self._ordered(officers, self.chance.below(4))
                await asyncio.sleep(self.chance.below(200) / 1000)
                process.kill()
                await asyncio.to_thread(process.ended)
                self.kills += 1
                process, _ = await asyncio.to_thread(hosted, folder, self.port, whole=self.kills % _WHOLE == 0)
            for task in playing:
                if task.done() and task.exception() is not None:
                    raise AssertionError(f"{task.exception()!r}")
                task.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*playing, *tasks, return_exceptions=True)
        process.terminate()
        await asyncio.to_thread(process.ended)
        self._check(folder, officers)
        self.days += 1

    async def _lines_up(self, officers: dict[str, Officer], epochs: dict[str, str]) -> None:
        """Wait until each has heard from the host that runs now."""
        for seat, officer in officers.items():
            async with asyncio.timeout(60):
                while (epoch := str(officer.caller.mark).partition(".")[0]) == epochs.get(seat):
                    await asyncio.sleep(0.02)
            epochs[seat] = epoch

    async def _ordered(self, officers: dict[str, Officer], more: int) -> None:
        """Wait until so many more orders were acknowledged, or nobody has any for a while: a kill is to fall among them."""
        before = sum(len(officer.given) for officer in officers.values())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(20):
                while sum(len(officer.given) for officer in officers.values()) < before + more:
                    await asyncio.sleep(0.005)

    def _check(self, folder: Path, officers: dict[str, Officer]) -> None:
        """All that was acknowledged stands in the record, in its order."""
        save, match = Save.open(next(folder.glob("*.bob1940")), games())
        save.close()
        for seat, officer in officers.items():
            kept = [entry.as_json()["order"] for entry in match.entries if entry.seat == seat and entry.order is not None]
            rest = iter(kept)
            missing = [order for order in officer.given if not any(order == found for found in rest)]
            assert not missing, f"{seat}: {len(missing)} of {len(officer.given)} acknowledged orders are not kept, the first: {missing[0]}"
            self.acknowledged += len(officer.given)


def killed(kills: int, seed: int = 1940, scenario: str = "lesson") -> Killed:
    """The host killed so often."""
    with tempfile.TemporaryDirectory(prefix="bob-kills-") as folder:
        made = Killed(Path(folder), seed, scenario)
        asyncio.run(made.run(kills))
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1940)
    parser.add_argument("--scenario", default="18_august_1940")
    args = parser.parse_args()
    try:
        found = killed(args.kills, args.seed, args.scenario)
    except RefusedThere as refused:
        print(f"refused: {refused}")
        return 1
    print(f"{found.kills} kills in {found.days} days, {found.acknowledged} orders acknowledged, none lost")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
