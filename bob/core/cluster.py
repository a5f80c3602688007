"""A Dask cluster as workers: `pip install bob-1940[cluster]` on each machine, a scheduler, and as many `dask worker` as one likes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar
from urllib.parse import urlsplit

from bob.core.errors import UsageError
from bob.core.workers import AGAIN, AHEAD, WorkersLost, done_in_batch, fingerprint, sized

T = TypeVar("T")
R = TypeVar("R")

PROTOCOLS = ("tcp", "tls", "ucx", "ws", "wss")
PATIENCE = 20
"""For how many seconds a scheduler and its first worker are waited for."""
WANTED, MANY = 1.0, 100
"""The wished seconds of a batch, so that its dispatch costs next to nothing, and the number of workers up to which this holds; more get
longer ones, for a scheduler takes a thousandth of a second for each (docs/scale.md)."""


def _is_address(text: str) -> bool:
    """Return whether a text can be a scheduler's address: a host and a port, over one of Dask's protocols."""
    try:
        parts = urlsplit(text if "://" in text else f"tcp://{text}")
        return parts.scheme in PROTOCOLS and bool(parts.hostname) and parts.port is not None
    except ValueError:
        return False


def who() -> str:
    """Return the fingerprint of a worker's program and data."""
    return fingerprint()


def done_elsewhere(do: Callable[[T], R], batch: Sequence[T]) -> tuple[str, float, list[R]]:
    """Return the fingerprint of the worker, the duration, and the results of a batch."""
    began = time.perf_counter()
    found = done_in_batch(do, batch)
    return fingerprint(), time.perf_counter() - began, found


class Cluster:
    """The workers of the scheduler at an address such as `tcp://host:8786`."""

    def __init__(self, address: str, patience: float = PATIENCE) -> None:
        """Raises UsageError without Dask, a scheduler there, a worker, or where they are not the same program."""
        try:
            from distributed import Client
        except ImportError as error:
            raise UsageError("workers.no_dask") from error
        if not _is_address(address):  # Dask is slow to reject an invalid one, and then cannot release it
            raise UsageError("workers.no_scheduler", address=address[:80])
        try:
            self._client = Client(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError, TypeError) as error:
            raise UsageError("workers.no_scheduler", address=address) from error
        self.address = address
        try:
            self.wait(1, patience)
            self._check_versions()
        except BaseException:
            self.close()
            raise

    @property
    def count(self) -> int:
        """Return the number of tasks that the workers can run at once."""
        return max(1, int(sum(self._client.nthreads().values())))

    def wait(self, count: int, patience: float = PATIENCE) -> None:
        """Wait for a number of workers. Raises UsageError after the time limit."""
        try:
            self._client.wait_for_workers(count, timeout=patience)
        except TimeoutError as error:
            raise UsageError("workers.none", address=self.address) from error

    def _check_versions(self) -> None:
        """Raise UsageError unless every worker is this program with these data."""
        try:
            found: dict[str, Any] = self._client.run(who)
        except ModuleNotFoundError as error:
            raise UsageError("workers.not_installed", address=self.address, name=error.name) from error
        except AttributeError as error:
            raise UsageError("workers.other", worker=self.address, ours=fingerprint(), theirs="?") from error
        for worker, theirs in sorted(found.items()):
            self._hold(worker, theirs)

    def _hold(self, worker: str, theirs: str) -> None:
        if theirs != fingerprint():
            raise UsageError("workers.other", worker=worker, ours=fingerprint(), theirs=theirs)

    def each(self, do: Callable[[T], R], work: Iterable[T], at_once: int = 1) -> Iterator[R]:
        """Yield the result of each piece, in order. Batches grow until they take about a second; those of a dead worker are retried."""
        from distributed import KilledWorker

        left, size = iter(work), max(1, at_once)
        waiting: deque[tuple[list[T], Any]] = deque()
        again = 0
        try:
            while True:
                while len(waiting) < self.count * AHEAD and (batch := list(islice(left, size))):
                    waiting.append((batch, self._run_batch(do, batch)))
                if not waiting:
                    return
                batch, future = waiting[0]
                try:
                    theirs, took, found = future.result()
                except KilledWorker as error:
                    again += 1
                    if again > AGAIN:
                        raise WorkersLost("workers.lost", times=again) from error
                    waiting[0] = (batch, self._run_batch(do, batch))
                    continue
                self._hold(self.address, theirs)
                waiting.popleft()
                size = sized(size, took, len(batch), WANTED * max(1.0, self.count / MANY))
                yield from found
        finally:
            for _, future in waiting:
                future.cancel()

    def _run_batch(self, do: Callable[[T], R], batch: list[T]) -> Any:
        return self._client.submit(done_elsewhere, do, batch, pure=False)

    def close(self) -> None:
        self._client.close()
