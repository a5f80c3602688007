"""The office killed at any moment: what was ordered is given once, in its order, and nothing of it is lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bob.core.dice import Stream
from bob.core.game import REFEREE
from bob.day.state.orders import Done, Note, Readiness, SendTo
from tests.post.posted import Posted
from tests.sizes import fifth


class Killed(BaseException):
    """The office ends here."""


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Posted:
    """Two answers on their way: orders that are given, some that are refused, and the end of the turn."""
    posted = Posted.begun(tmp_path_factory.mktemp("kept")).planned()
    units = [s.unit for s in posted.sheet("raf").view.squadrons if s.box == "ready"]
    posted.answer(
        "raf", [Readiness(units[0], "available"), SendTo(units[1], 12, track=77), Readiness(units[1], "available"), Done()], go_on=True
    )
    posted.answer("luftwaffe", [Done()])
    return posted


def copied(kept: Posted, folder: Path) -> Posted:
    shutil.copytree(kept.folder, folder)
    return Posted(folder)


def state(posted: Posted) -> dict[str, Any]:
    """All that is to be the same in the end."""
    files = {str(path.relative_to(posted.out)): path.read_bytes() for path in sorted(posted.out.rglob("*")) if path.is_file()}
    return {"entries": posted.entries(), **files}


@pytest.mark.slow
def test_an_office_that_ends_after_any_step_goes_on_where_it_was(kept: Posted, tmp_path: Path) -> None:
    steps: list[str] = []
    whole = copied(kept, tmp_path / "whole")
    whole.call(steps.append)
    wanted = state(whole)
    assert {"taken", "given", "order", "answered", "done with", "sheet", "issued", "delivered"} <= set(steps)
    assert [order["code"] for _, order in whole.orders("raf")] == ["readiness", "readiness", "done"]
    for number in range(len(steps)):
        posted, left = copied(kept, tmp_path / f"{number}"), number

        def step(done: str) -> None:
            nonlocal left
            if left == 0:
                raise Killed
            left -= 1

        with pytest.raises(Killed):
            posted.call(step)
        posted.call()
        assert state(posted) == wanted, f"ended after step {number}: {steps[number]}"
        shutil.rmtree(posted.folder)


def test_an_office_that_ends_again_and_again_gets_on(kept: Posted, tmp_path: Path) -> None:
    """It never gets further than two steps at a time."""
    whole, posted = copied(kept, tmp_path / "whole"), copied(kept, tmp_path / "posted")
    whole.call()
    for _ in range(60):
        steps = iter(range(2))

        def step(done: str, steps: Iterator[int] = steps) -> None:
            if next(steps, None) is None:
                raise Killed

        try:
            posted.call(step)
        except Killed:
            continue
        break
    else:
        raise AssertionError("it does not get on")
    assert state(posted) == state(whole)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
def test_an_office_that_is_killed_loses_nothing_and_gives_nothing_twice(kept: Posted, tmp_path: Path) -> None:
    whole = copied(kept, tmp_path / "whole")
    whole.call()
    wanted, stream, killed = state(whole), Stream.of("1940", "post/kills"), 0
    command = [sys.executable, "-m", "tests.post.office_child", str(copied(kept, tmp_path / "first").folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as children:
        for number in range(fifth(24)):
            posted = copied(kept, tmp_path / f"{number}")
            for _ in range(1 + stream.below(3)):
                killed += killed_once(children, posted.folder, stream)
            posted.call()
            assert state(posted) == wanted, f"killed {number}"
            shutil.rmtree(posted.folder)
        assert children.stdin is not None
        children.stdin.close()
    assert killed > fifth(24)


def killed_once(children: subprocess.Popen[str], folder: Path, stream: Stream) -> bool:
    """Let an office begin, and kill it after some of its steps and a moment; whether that came before it was done."""
    assert children.stdin is not None and children.stdout is not None
    children.stdin.write(f"{folder}\n")
    children.stdin.flush()
    pid, steps = int(children.stdout.readline().split()[1]), stream.below(20)
    line = ""
    while steps and not line.startswith("ended"):
        line, steps = children.stdout.readline(), steps - 1
    if not line.startswith("ended"):
        until = time.monotonic() + 0.004 * stream.unit()
        while time.monotonic() < until:
            pass
        os.kill(pid, signal.SIGKILL)
    while not line.startswith("ended"):
        line = children.stdout.readline()
    return int(line.split()[1]) == signal.SIGKILL


def test_what_the_referee_does_between_two_calls_breaks_an_answer_off_and_it_is_told(kept: Posted, tmp_path: Path) -> None:
    posted = copied(kept, tmp_path / "posted")
    (posted.inbox / "luftwaffe-0002.orders.jsonl").unlink()

    def step(done: str) -> None:
        if done == "given":
            raise Killed

    with pytest.raises(Killed):
        posted.call(step)
    driver = posted.opened()
    driver.match.play(REFEREE, Note("raf", "Stand by"))
    driver.close()
    posted.call()
    assert [order["code"] for _, order in posted.orders("raf")] == ["readiness"]
    assert [note.split(",")[0] for note in posted.sheet("raf").notes] == ["Not given"] * 3
    assert all("referee changed the game" in note for note in posted.sheet("raf").notes)


def test_two_offices_of_one_game_do_not_work_at_once(kept: Posted, tmp_path: Path) -> None:
    from bob.files import SaveError

    posted = copied(kept, tmp_path / "posted")
    driver = posted.opened()
    with pytest.raises(SaveError):
        posted.call()
    driver.close()
    posted.call()
    assert len(posted.orders("luftwaffe")) == 2


def test_a_disk_that_is_full_when_a_sheet_is_written_costs_nothing(kept: Posted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from bob.core.errors import BobError
    from bob.post import office

    whole, posted = copied(kept, tmp_path / "whole"), copied(kept, tmp_path / "posted")
    whole.call()

    def full(path: Path, content: bytes) -> Path:
        raise BobError("error.write", path=str(path), why="No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(office, "put_file", full)
        assert [messages.key for messages in posted.call()].count("undelivered") == 2
    posted.call()
    assert state(posted) == state(whole)
