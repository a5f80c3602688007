"""Much work done at once: in this process, by processes of this machine, or by the workers of a cluster.

The results come in the order of the work, and are the same however many do it.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future, ProcessPoolExecutor
from functools import cache, partial
from itertools import islice
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Protocol, TypeVar

from bob import __version__
from bob.core.errors import BobError
from bob.core.resources import data_folder

T = TypeVar("T")
R = TypeVar("R")

AT_ONCE = 25
"""The default limit of pieces of work in a batch."""
AHEAD = 2
"""The number of batches queued for each process, so that none is idle and little is wasted when work is cancelled."""
AGAIN = 5
"""The number of retries for work whose process died."""


class Workers(Protocol):
    """The interface of worker pools."""

    @property
    def count(self) -> int:
        """Return the number of parallel workers."""
        ...

    def each(self, do: Callable[[T], R], work: Iterable[T], at_once: int = AT_ONCE) -> Iterator[R]:
        """Yield the result of each piece of work, in order and as it comes; a worker gets at most `at_once` pieces together. Closing the
        iterator cancels the rest."""
        ...

    def close(self) -> None:
        """Let the workers go."""
        ...


class WorkersLost(BobError):
    """Work whose processes die again and again."""


def done_in_batch(do: Callable[[T], R], batch: Sequence[T]) -> list[R]:
    """Return the results of a batch."""
    return [do(piece) for piece in batch]


class Here:
    """This process alone."""

    count = 1

    def each(self, do: Callable[[T], R], work: Iterable[T], at_once: int = AT_ONCE) -> Iterator[R]:
        yield from map(do, work)

    def close(self) -> None:
        pass


class Processes:
    """Processes of this machine. They start with the first work, and stay ready for the next until they are released."""

    def __init__(self, count: int, *, modest: bool = False) -> None:
        """With `modest` they come after everything else that the machine does."""
        self.count = count
        self._begin = partial(_process_begins, modest)
        self._pool: ProcessPoolExecutor | None = None
        self._leash: Connection | None = None
        """Open as long as the processes are wanted."""
        self._let_go = 0

    def each(self, do: Callable[[T], R], work: Iterable[T], at_once: int = AT_ONCE) -> Iterator[R]:
        batches, waiting, again = _batches(work, at_once), deque[tuple[list[T], Future[list[R]]]](), 0
        let_go = self._let_go
        try:
            while True:
                if let_go != self._let_go:
                    raise WorkersLost("workers.lost", times=again)
                for batch in islice(batches, self.count * AHEAD - len(waiting)):
                    waiting.append((batch, self._given(do, batch)))
                if not waiting:
                    return
                try:
                    found = waiting[0][1].result()
                except (BrokenExecutor, CancelledError) as error:
                    again += 1
                    if let_go != self._let_go:
                        raise WorkersLost("workers.lost", times=again) from error
                    self._drop()
                    if again > AGAIN:
                        raise WorkersLost("workers.lost", times=again) from error
                    waiting = deque((batch, self._given(do, batch)) for batch, _ in waiting)
                    continue
                waiting.popleft()
                yield from found
        finally:
            for _, future in waiting:
                future.cancel()

    def _given(self, do: Callable[[T], R], batch: Sequence[T]) -> Future[list[R]]:
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            held, self._leash = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self.count, context, self._begin, (held,))
        try:
            return self._pool.submit(done_in_batch, do, batch)
        except BrokenExecutor:  # one of its processes died since
            self._drop()
            return self._given(do, batch)

    def _drop(self) -> None:
        """The processes go at once, in the middle of their work."""
        pool, leash, self._pool, self._leash = self._pool, self._leash, None, None
        if leash is not None:
            leash.close()
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Let the processes go at once; whoever still waits for their work hears that they are lost."""
        self._let_go += 1
        self._drop()


def _process_begins(modest: bool, held: Connection) -> None:
    """This process goes with the one that it works for, however that ends, and when it is let go; modest, it comes after others, where
    the system can."""
    if modest and hasattr(os, "nice"):
        os.nice(5)
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_go_with, args=(parent.sentinel, held), daemon=True).start()


def _go_with(sentinel: int, held: Connection) -> None:
    """Wait for the end of another process, or to be let go, and end: who waits for work from a queue whose writer was killed waits for
    ever."""
    wait([sentinel, held])
    os._exit(1)


def _batches(work: Iterable[T], at_once: int) -> Iterator[list[T]]:
    """The work in batches: small ones first, so that something comes soon."""
    left, size = iter(work), 1
    while batch := list(islice(left, min(size, at_once))):
        yield batch
        size *= 2


def local(count: int | None = None) -> Workers:
    """Return workers on this machine, by default one for each core."""
    count = count if count is not None else multiprocessing.cpu_count()
    return Here() if count <= 1 else Processes(count)


def in_processes(play: Callable[[T], R], jobs: Sequence[T], by: int | Workers = 1, at_once: int = 25) -> Iterator[R]:
    """Yield the result of each job, in their order and as it comes, from `by` processes of this machine or workers; each gets at most
    `at_once` jobs at a time."""
    if not isinstance(by, int):
        yield from by.each(play, jobs, at_once)
        return
    workers = local(min(by, len(jobs)))
    try:
        yield from workers.each(play, jobs, max(1, min(at_once, len(jobs) // (4 * workers.count))))
    finally:
        workers.close()


# ---- whether workers elsewhere are the same program


@cache
def fingerprint() -> str:
    """Return a fingerprint of program and data in sixteen letters: workers with others would give other results."""
    digest = hashlib.sha256(__version__.encode())
    package = Path(__file__).parent.parent
    for folder, patterns in ((package, ("*.py", "*.toml")), (data_folder("tables"), ("*",)), (data_folder("maps"), ("*",))):
        for path in sorted(path for pattern in patterns for path in folder.rglob(pattern) if path.is_file()):
            if "__pycache__" not in path.parts and "_shipped" not in path.relative_to(folder).parts:
                digest.update(path.relative_to(folder).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def sized(at_once: int, took: float, pieces: int, wanted: float) -> int:
    """Return the batch size that takes the wished time, at most twice the former one."""
    if took <= 0:
        return 2 * at_once
    return max(1, min(2 * at_once, round(pieces * wanted / took)))
