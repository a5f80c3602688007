"""Many games at once: officers play them over the wire, with people who look on, and every order is timed until it is acknowledged.

    python -m tests.server.load --games 200 --pause 20 --minutes 3

Each game has four clients: both sides by officers who wait a while before they order, as persons do, an observer of one side, and one of
the truth two turns late. The host is a process of its own; the clients share another.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import sys
import tempfile
import time
from pathlib import Path

import aiohttp

from bob.driver.game_plan import GamePlan
from bob.rooms.client.program import Caller
from bob.rooms.room import GameRoom
from bob.rooms.store import FolderStore
from tests.server.child import hosted
from tests.server.kills import free_port
from tests.server.players import Officer

SEATS = (("raf", "", "park"), ("luftwaffe", "", "kesselring"), ("observer", "raf", ""), ("observer", "", ""))


def made(folder: Path, games: int, scenario: str) -> list[list[str]]:
    """So many games in a folder; for each the codes of its four seats."""
    store = FolderStore(folder)
    found = []
    for number in range(games):
        name = store.create(GamePlan("day", scenario, f"load/{number}", {"raf": "human", "luftwaffe": "human"}))
        driver = store.open(name, lambda throw: None)
        room = GameRoom.opened(driver, name)
        found.append([room.invite(seat, side=side, delay=0 if side or seat != "observer" else 2)[1] for seat, side, _ in SEATS])
        driver.close()
    return found


def memory(pid: int) -> float:
    """The memory of a process, in MB."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024


def spent(pid: int) -> float:
    """The seconds of processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


async def loaded(folder: Path, codes: list[list[str]], pause: float, minutes: float) -> None:
    port = free_port()
    process, values = hosted(folder, port)
    url, times, officers = values["links"][0], list[float](), list[Officer]()
    print(f"host with {len(codes)} games asleep: {memory(process.pid):.0f} MB")
    asleep = memory(process.pid)
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, 8192))
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        listening: list[asyncio.Task[None]] = []

        async def come(code: str, name: str, number: int) -> None:
            caller = await Caller.join(session, url, code, name or "observer")
            listening.append(asyncio.create_task(caller.listen()))
            await caller.until(lambda c: bool(c.room), 300)
            if name:
                # Nobody thinks exactly as long as another.
                officers.append(Officer(caller, name, pause=pause * (0.5 + (number * 37 % 100) / 100), timed=times.append))

        began = time.perf_counter()
        for start in range(0, len(codes), 10):
            some = [
                (code, seat[2], n)
                for n, game in enumerate(codes[start : start + 10], start)
                for code, seat in zip(game, SEATS, strict=True)
            ]
            await asyncio.gather(*[come(*one) for one in some])
        print(f"{4 * len(codes)} clients came in {time.perf_counter() - began:.1f} s; host: {memory(process.pid):.0f} MB")
        awake = memory(process.pid)
        before, began = spent(process.pid), time.perf_counter()
        playing = [asyncio.create_task(officer.play()) for officer in officers]
        await asyncio.wait(playing, timeout=60 * minutes)
        took, used = time.perf_counter() - began, spent(process.pid) - before
        for task in (*playing, *listening):
            task.cancel()
        broken = [task for task in playing if task.done() and not task.cancelled() and task.exception() is not None]
        await asyncio.gather(*playing, *listening, return_exceptions=True)
    times.sort()
    place = {share: 1000 * times[min(len(times) - 1, int(share * len(times)))] for share in (0.5, 0.95, 0.99)}
    print(f"{len(times)} orders acknowledged in {took:.0f} s, {len(times) / took:.1f} a second; {len(broken)} officers gave up")
    print(f"from order to acknowledgement: median {place[0.5]:.1f} ms, p95 {place[0.95]:.1f} ms, p99 {place[0.99]:.1f} ms")
    print(f"host: {used:.1f} s of processor, {1000 * used / max(1, len(times)):.1f} ms an order with all that is told of it")
    print(f"host: {memory(process.pid):.0f} MB now; a game awake with four clients {(awake - asleep) / len(codes):.1f} MB")
    process.terminate()
    await asyncio.to_thread(process.ended)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--pause", type=float, default=20.0)
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--scenario", default="one_raid")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bob-load-") as name:
        folder = Path(name)
        codes = made(folder, args.games, args.scenario)
        asyncio.run(loaded(folder, codes, args.pause, args.minutes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
