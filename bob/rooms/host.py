"""The host that keeps rooms awake while members are in them. Each room has a thread of its own, so that a slow officer or disk delays no
other room; the messages to a room are handled one after another, and are on the disk before they are answered."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, TypeVar

from bob.core.dice import Throw
from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.driver import REST, DiceBrokenOff
from bob.files import SaveError
from bob.rooms.room import GameRoom
from bob.rooms.store import RoomStore

T = TypeVar("T")

LOG = logging.getLogger("bob.rooms")

IDLE = 60.0
"""Seconds after which an empty room goes to sleep."""
TICK = 1.0
_DICE_PATIENCE, _DICE_LOOK, _DICE_GONE = 600.0, 0.5, 5.0
"""Seconds for which the room waits for dice, between checks that the referee is still there, and for which it waits without a referee."""
_MOST_WAITING = 400
"""The most messages that wait for a line before it is cut; a client cut off for that returns and gets the whole state."""


class MemberStream:
    """A stream to one member: messages wait here until the network has taken them."""

    def __init__(self, loop: asyncio.AbstractEventLoop, member: str) -> None:
        self.member = member
        self.closed = False
        """True when it has ended, though the room may not have heard of it yet."""
        self.last: Any = None
        self.queue: asyncio.Queue[Mapping[str, Any] | None] = asyncio.Queue()
        self._loop = loop

    def send(self, *messages: Mapping[str, Any]) -> None:
        """Put messages on their way, from any thread."""
        self._loop.call_soon_threadsafe(self._put, messages)

    def _put(self, messages: Sequence[Mapping[str, Any]]) -> None:
        for message in messages:
            self._put_one(message)

    def _put_one(self, message: Mapping[str, Any]) -> None:
        if self.queue.qsize() >= _MOST_WAITING:
            message = {"type": "bye", "behind": True}
        self.queue.put_nowait(message)
        if message.get("type") == "bye":
            self.queue.put_nowait(None)


@dataclass(slots=True)
class _Dice:
    """Dice that a referee is asked for."""

    number: int = 0
    waiting: concurrent.futures.Future[str | None] | None = None


class _Asleep(Exception):
    """The room has gone to sleep before it did the work."""


@dataclass(slots=True)
class Awake:
    """A room that is awake, and its thread."""

    room: GameRoom
    thread: concurrent.futures.ThreadPoolExecutor
    used: float
    dice: _Dice = field(default_factory=_Dice)
    busy: int = 0
    telling: bool = False
    """True when all members will be updated after the work so far."""
    settling: bool = False
    asleep: bool = False


class Host:
    """The rooms of one process."""

    def __init__(self, store: RoomStore, *, idle: float = IDLE, tick: float = TICK, dice_gone: float = _DICE_GONE) -> None:
        self.store = store
        self.dice_gone = dice_gone
        self.idle = idle
        self.tick = tick
        self._awake: dict[str, asyncio.Future[Awake]] = {}
        self._closing: dict[str, asyncio.Future[None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    # ---- waking and sleeping

    async def awake(self, name: str) -> Awake:
        """A room, woken up if it sleeps. Raises BobError."""
        if self._closed:
            raise BobError("room.closing")
        while (closing := self._closing.get(name)) is not None:
            await asyncio.shield(closing)
        found = self._awake.get(name)
        if found is None:
            loop = asyncio.get_running_loop()
            found = self._awake[name] = loop.create_future()
            thread = concurrent.futures.ThreadPoolExecutor(1, thread_name_prefix=f"room-{name}")
            dice = _Dice()
            try:
                room = await loop.run_in_executor(thread, self._opened, name, dice, loop)
            except BaseException as error:
                self._awake.pop(name, None)
                thread.shutdown(wait=False)
                if isinstance(error, Exception):
                    found.set_exception(error)
                    found.exception()  # mark the exception as retrieved: other waiters get it, but there may be none
                else:
                    found.cancel()
                raise
            found.set_result(Awake(room, thread, time.monotonic(), dice))
            self._start_work(self._settle(found.result()))
        return await asyncio.shield(found)

    def is_awake(self, name: str) -> bool:
        """Return whether a room is awake in this process."""
        return name in self._awake

    async def has(self, name: str) -> bool:
        """Return whether there is a room of that name."""
        return self.is_awake(name) or await asyncio.get_running_loop().run_in_executor(None, self.store.has, name)

    async def elsewhere(self, name: str) -> str | None:
        """The address of another process that has that room."""
        return None if self.is_awake(name) else await asyncio.get_running_loop().run_in_executor(None, self.store.elsewhere, name)

    def _opened(self, name: str, dice: _Dice, loop: asyncio.AbstractEventLoop) -> GameRoom:
        driver = self.store.open(name, lambda throw: self._ask(name, dice, throw, loop))
        driver.snapshots = False
        try:
            return GameRoom.opened(driver, name)
        except BaseException:
            driver.close()
            raise

    async def sleep(self, name: str) -> None:
        """Let a room sleep: its game is closed. Its listeners are cut off, and return to a room that is woken again."""
        found = self._awake.pop(name, None)
        if found is None:
            return
        closed = self._closing[name] = asyncio.get_running_loop().create_future()
        try:
            await self._close(await found)
        finally:
            del self._closing[name]
            closed.set_result(None)

    async def _close(self, awake: Awake) -> None:
        awake.asleep = True
        for stream in list(awake.room.streams):
            stream.send({"type": "bye", "behind": True})
        if awake.dice.waiting is not None:
            awake.dice.waiting.set_result(None)
        await asyncio.get_running_loop().run_in_executor(awake.thread, awake.room.driver.close)
        awake.thread.shutdown(wait=False)

    async def close(self) -> None:
        """Let all rooms sleep."""
        self._closed = True
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for name in list(self._awake):
            await self.sleep(name)
        self.store.close()

    async def watch(self) -> None:
        """Look after clocks, deputies and rooms that may sleep, for ever."""
        while True:
            await asyncio.sleep(self.tick)
            now = time.monotonic()
            for name, found in list(self._awake.items()):
                if not found.done() or found.cancelled() or found.exception() is not None:
                    continue
                awake = found.result()
                if awake.room.streams:
                    awake.used = now
                    self._start_work(self._ticked(awake))
                elif now - awake.used > self.idle and not awake.busy and not awake.settling:
                    await self.sleep(name)

    async def _ticked(self, awake: Awake) -> None:
        if awake.busy or awake.settling:
            return
        await self._tell(awake, lambda room: room.tick(time.monotonic()))

    def _start_work(self, work: Coroutine[Any, Any, Any]) -> None:
        """Start work beside the request."""

        def done(task: asyncio.Task[Any]) -> None:
            self._tasks.discard(task)
            work.close()  # in case it was cancelled before it began

        task = asyncio.ensure_future(self._report_failure(work))
        self._tasks.add(task)
        task.add_done_callback(done)

    async def _report_failure(self, work: Awaitable[Any]) -> None:
        """Await work beside the request and log its error; the room stays as it was."""
        try:
            with suppress(_Asleep):
                await work
        except BobError as error:
            LOG.warning("%s", error.key)

    # ---- what is said in a room

    async def do(self, name: str, work: Callable[[GameRoom], T], *, spread: bool = True) -> T:
        """Do work in a room, after all earlier work there; then update all members, and let the players of the program go on. Raises the
        errors of the work."""
        while True:
            awake = await self.awake(name)
            awake.used = time.monotonic()
            try:
                return await self._said(awake, name, work, spread)
            except _Asleep:  # it fell asleep just now, and nothing was done: it is woken up again
                continue

    async def _said(self, awake: Awake, name: str, work: Callable[[GameRoom], T], spread: bool) -> T:
        try:
            return await self._do(awake, work, spread=spread)
        except SaveError as error:
            # The store is authoritative: the room is opened again, by this process or by another that has it now.
            LOG.warning("room %s: %s", name, error.key)
            self._start_work(self.sleep(name))
            raise

    def gone(self, name: str, line: MemberStream) -> None:
        """Handle the end of a line: update the members who stay."""
        line.closed = True
        found = self._awake.get(name)
        if found is not None and not self._closed:
            self._start_work(self._gone(found, line))

    async def _gone(self, found: asyncio.Future[Awake], line: MemberStream) -> None:
        awake = await found
        await self._do(awake, lambda room: room.go(line), spread=True)

    async def _do(self, awake: Awake, work: Callable[[GameRoom], T], *, spread: bool) -> T:
        awake.busy += 1
        try:
            found = await self._run(awake, work)
        finally:
            awake.busy -= 1
            if spread and not awake.telling:
                # The answer goes first: it does not wait for the news to others.
                awake.telling = True
                self._start_work(self._tell(awake))
        return found

    async def _run(self, awake: Awake, work: Callable[[GameRoom], T]) -> T:
        """Do something on the thread of a room. Raises _Asleep when that has ended."""
        if awake.asleep:
            raise _Asleep
        return await asyncio.get_running_loop().run_in_executor(awake.thread, work, awake.room)

    async def _tell(self, awake: Awake, before: Callable[[GameRoom], object] = lambda room: None) -> None:
        """Send all members the changes for them; then let the players of the program go on, where one is due."""

        def text_of(room: GameRoom) -> bool:
            awake.telling = False  # later changes need another update
            before(room)
            room.spread()
            return room.goes_on

        try:
            goes_on = await self._run(awake, text_of)
        finally:
            awake.telling = False
        if goes_on:
            await self._settle(awake)

    async def _settle(self, awake: Awake) -> None:
        """Let the players of the program order until a member has to."""
        if awake.settling:
            return
        awake.settling = True
        try:
            while await self._run(awake, GameRoom.stepped):
                pass
        finally:
            awake.settling = False

    # ---- dice

    def _ask(self, name: str, dice: _Dice, throw: Throw, loop: asyncio.AbstractEventLoop) -> str | None:
        """Ask the referee in the room for dice, on the thread of the room, which waits for the answer. The program rolls when the
        referee has been away for longer than the terms allow. Raises DiceBrokenOff when the referee is absent, or goes."""
        found = self._awake.get(name)
        room = found.result().room if found is not None and found.done() else None
        referees = [] if room is None else [s for s in room.streams if (m := room.book.member(s.member)) is not None and m.seat == REFEREE]
        if not referees:
            if room is not None and not room.waits_for_dice:
                return REST
            raise DiceBrokenOff
        dice.number += 1
        dice.waiting = concurrent.futures.Future()
        asked = {
            "type": "dice",
            "id": dice.number,
            "purpose": throw.purpose,
            "count": throw.count,
            "sides": throw.sides,
            "by": throw.by,
            "about": dict(throw.about),
        }
        for stream in referees:
            stream.send(asked)
        try:
            answer = self._awaited(dice.waiting, lambda: any(not getattr(stream, "closed", False) for stream in referees))
        finally:
            dice.waiting = None
        if answer is None:
            raise DiceBrokenOff
        return answer

    def _awaited(self, waiting: concurrent.futures.Future[str | None], there: Callable[[], bool]) -> str | None:
        """The dice, as soon as they are typed; None when the referee took too long, or went and did not come back at once."""
        began = seen = time.monotonic()
        while (now := time.monotonic()) - began < _DICE_PATIENCE and now - seen < self.dice_gone:
            if there():
                seen = now
            with suppress(concurrent.futures.TimeoutError):
                return waiting.result(min(_DICE_LOOK, self.dice_gone))
        return None

    async def dice(self, name: str, number: int, answer: str) -> bool:
        """The referee's dice, as text; whether they were asked for. Empty, the program rolls."""
        found = self._awake.get(name)
        awake = found.result() if found is not None and found.done() else None
        waiting = awake.dice.waiting if awake is not None and awake.dice.number == number else None
        if waiting is None or waiting.done():
            return False
        waiting.set_result(answer)
        return True
