"""Work done at once gives what it gives in one process: however many workers, and if they are killed in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from bob.core import cluster
from bob.core.cluster import Cluster
from bob.core.errors import UsageError
from bob.core.workers import AHEAD, Here, Processes, WorkersLost, fingerprint, local, sized
from bob.tactical.cards.pilots.duels import drawn_up, many

KILL = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL
"""Ends a process at once; on Windows any signal does."""


def squared(n: int) -> int:
    return n * n


def killed_once(mark: str, n: int) -> int:
    """Square a number; whoever comes first to 7 is killed."""
    if n == 7 and not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), KILL)
    return n * n


def killed(n: int) -> int:
    os.kill(os.getpid(), KILL)
    return n


def failing(n: int) -> int:
    if n == 3:
        raise UsageError("workers.both")
    return n


@pytest.fixture(scope="module")
def processes() -> Iterator[Processes]:
    found = Processes(2)
    yield found
    found.close()


def test_one_worker_is_this_process() -> None:
    assert isinstance(local(1), Here)
    assert local(3).count == 3
    assert list(local(1).each(squared, range(5))) == [0, 1, 4, 9, 16]


def test_results_come_in_order(processes: Processes) -> None:
    assert list(processes.each(squared, range(200), 7)) == [n * n for n in range(200)]
    assert list(processes.each(squared, [])) == []


@pytest.mark.slow
def test_a_killed_process_is_replaced_and_nothing_is_counted_twice(processes: Processes, tmp_path: Path) -> None:
    assert list(processes.each(partial(killed_once, str(tmp_path / "mark")), range(40), 4)) == [n * n for n in range(40)]
    assert (tmp_path / "mark").exists()


@pytest.mark.smoke
def test_processes_that_always_die_are_told(processes: Processes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bob.core.workers.AGAIN", 1)
    with pytest.raises(WorkersLost, match="die again and again"):
        list(processes.each(killed, range(4)))


def own_number(_: int) -> int:
    return os.getpid()


def test_processes_go_with_the_one_they_work_for_even_when_it_is_killed() -> None:
    code = "import sys; from bob.core.workers import Processes; from tests.core.test_workers import own_number\n"
    code += "if __name__ == '__main__':\n    p = Processes(1); print(*p.each(own_number, [1]), flush=True); sys.stdin.read()"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])}
    parent = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    assert parent.stdout is not None
    assert int(parent.stdout.readline()) != parent.pid
    parent.kill()
    assert parent.stdout.read() == b"", "whoever lives still has the other end of it"
    parent.communicate()


def endless(fifo: str, n: int) -> int:
    """Say that one has begun, and never come to an end."""
    Path(fifo).write_text(str(n))
    threading.Event().wait()
    return n


def test_processes_are_let_go_in_the_middle_of_their_work(tmp_path: Path) -> None:
    fifo, found = tmp_path / "begun", Processes(1)
    os.mkfifo(fifo)
    heard: list[BaseException] = []

    def work() -> None:
        try:
            list(found.each(partial(endless, str(fifo)), [5]))
        except WorkersLost as error:
            heard.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    assert fifo.read_text() == "5"
    found.close()
    thread.join(20)
    assert not thread.is_alive() and len(heard) == 1
    assert list(found.each(squared, [3])) == [9], "who asks again has others"
    found.close()


def test_an_error_of_the_work_is_that_of_the_caller(processes: Processes) -> None:
    with pytest.raises(UsageError):
        list(processes.each(failing, range(8), 1))
    assert list(processes.each(squared, range(3))) == [0, 1, 4]


def test_work_that_is_broken_off_is_not_done_to_its_end(processes: Processes, tmp_path: Path) -> None:
    found = processes.each(partial(touched, str(tmp_path)), range(10_000), 1)
    assert next(found) == 0
    found.close()  # type: ignore[attr-defined]
    list(processes.each(squared, range(2)))
    assert len(list(tmp_path.iterdir())) <= 3 * AHEAD * processes.count


def touched(folder: str, n: int) -> int:
    (Path(folder) / str(n)).touch()
    return n


def test_batches_grow_to_the_time_wanted_and_never_too_fast() -> None:
    assert sized(1, 0.1, 1, 1.0) == 2
    assert sized(8, 0.8, 8, 1.0) == 10
    assert sized(8, 80.0, 8, 1.0) == 1
    assert sized(8, 0.0, 8, 1.0) == 16


def test_the_fingerprint_is_that_of_program_and_data() -> None:
    assert len(fingerprint()) == 16
    assert fingerprint() == fingerprint()


# ---- a cluster, its scheduler and workers as processes of their own


class DaskHere:
    """A scheduler and workers on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.started = [self._start("scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard", "--no-show")]
        self.workers: list[subprocess.Popen[bytes]] = []
        self.worker()
        self.worker()
        self._wait_for_address()

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        environment = os.environ | {"DASK_DISTRIBUTED__WORKER__DAEMON": "False", "PYTHONPATH": os.pathsep.join(sys.path)}
        command = [sys.executable, "-W", "ignore", "-m", "dask", words[0], "--scheduler-file", str(self.file), *words[1:]]
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env=environment, start_new_session=True)

    def worker(self) -> None:
        found = self._start("worker", "--nthreads", "1", "--no-dashboard", "--no-nanny", "--death-timeout", "30")
        self.workers.append(found)
        self.started.append(found)

    def _wait_for_address(self) -> None:
        import json

        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                self.address = json.loads(self.file.read_text())["address"]
                return
            except (OSError, ValueError):
                time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def close(self) -> None:
        for process in reversed(self.started):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskHere]:
    found = DaskHere(tmp_path_factory.mktemp("dask"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def workers(dask: DaskHere) -> Iterator[Cluster]:
    found = Cluster(dask.address, 60)
    found.wait(2)
    yield found
    found.close()


pytestmark = pytest.mark.filterwarnings("ignore:.*:DeprecationWarning", "ignore::ResourceWarning", "ignore:.*:FutureWarning")


@pytest.mark.slow
def test_a_cluster_gives_what_one_process_does(workers: Cluster) -> None:
    assert workers.count == 2
    assert list(workers.each(squared, range(300))) == [n * n for n in range(300)]
    jobs = drawn_up(("spitfire_i", "bf_109e_4"), ("random", "random"), 6, "1", None)
    assert list(many(jobs, workers)) == list(many(jobs, 1))


@pytest.mark.slow
def test_an_error_of_the_work_comes_back_from_a_cluster(workers: Cluster) -> None:
    with pytest.raises(UsageError):
        list(workers.each(failing, range(8)))


@pytest.mark.slow
def test_a_worker_of_a_cluster_that_is_killed_is_replaced_and_nothing_is_counted_twice(
    dask: DaskHere, workers: Cluster, caplog: pytest.LogCaptureFixture
) -> None:
    found = []
    for n in workers.each(slowly, range(60)):
        found.append(n)
        if len(found) == 5:
            dask.workers.pop(0).kill()
            dask.worker()
    caplog.clear()  # the client may say that what the killed one had done is done again
    assert found == [n * n for n in range(60)]


def slowly(n: int) -> int:
    time.sleep(0.02)
    return n * n


@pytest.mark.slow
def test_a_cluster_of_another_program_is_refused(dask: DaskHere, workers: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "fingerprint", lambda: "another")
    with pytest.raises(UsageError, match="has another program or other data"):
        Cluster(dask.address, 30)
    found = workers.each(squared, range(3))
    with pytest.raises(UsageError, match="has another program or other data"):
        list(found)


@pytest.mark.slow
def test_no_scheduler_and_no_worker_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no scheduler at tcp://127\.0\.0\.1:9"):
        Cluster("tcp://127.0.0.1:9", 1)
    with pytest.raises(UsageError, match="no scheduler at nonsense"):
        Cluster("nonsense", 1)
