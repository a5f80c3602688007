"""`bob serve` as a process of its own: what it tells, how it ends, and what it refuses."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bob.rooms.client.program import Caller
from bob.rooms.serving import many_lines

EventMessage = Callable[..., tuple[int, str, str]]


def served(*argv: str) -> tuple[subprocess.Popen[str], dict[str, Any]]:
    """A host, and what it told of itself."""
    process = subprocess.Popen(
        [sys.executable, "-m", "bob", "serve", *argv, "--port", "0", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, process.stderr.read() if process.stderr is not None else ""
    return process, json.loads(line)


def ended(process: subprocess.Popen[str], how: signal.Signals) -> str:
    process.send_signal(how)
    _, err = process.communicate(timeout=60)
    return err


@pytest.mark.slow
def test_what_was_acknowledged_outlives_a_kill(tmp_path: Path) -> None:
    process, values = served(str(tmp_path), "--new", "day:lesson", "--seats", "raf=human,luftwaffe=human")
    codes = {made["seat"]: made["code"] for made in values["rooms"][0]["invitations"]}
    assert set(codes) == {"raf", "luftwaffe"}
    drops: list[str] = []
    keys: dict[str, Any] = {}

    async def first() -> None:
        async with aiohttp.ClientSession() as session:
            caller = await Caller.join(session, values["links"][0], codes["luftwaffe"], "Kesselring")
            keys.update(caller.joined)
            listening = asyncio.create_task(caller.listen())
            await caller.until(lambda c: bool(c.room))
            for raid in caller.state["view"]["raids"]:
                await caller.say("order", order={"code": "drop_raid", "raid": raid["plan"]["code"]})
                drops.append(raid["plan"]["code"])
            listening.cancel()

    asyncio.run(first())
    assert drops
    ended(process, signal.SIGKILL)
    process, values = served(str(tmp_path))
    assert values["rooms"] == []

    async def second() -> None:
        async with aiohttp.ClientSession() as session:
            caller = Caller(session, values["links"][0], keys)
            listening = asyncio.create_task(caller.listen())
            await caller.until(lambda c: bool(c.room))
            assert [item["order"]["raid"] for item in caller.state["items"] if "order" in item] == drops
            assert caller.state["view"]["raids"] == []
            listening.cancel()

    asyncio.run(second())
    assert ended(process, signal.SIGTERM) == ""


@pytest.mark.parametrize(
    ("argv", "part"),
    [
        (["."], "holds no room yet"),
        (["missing.bob1940"], "missing.bob1940"),
        ([".", "--new", "chess"], "GAME"),
        ([".", "--new", "day:nowhere"], "nowhere"),
        ([".", "--seed", "3"], "--new GAME"),
        ([".", "--new", "day", "--seats", "raf=nobody"], "nobody"),
        ([".", "--new", "day", "--dice", "typed"], "referee"),
        ([".", "--new", "day", "--port", "70000"], "--port"),
        ([".", "--new", "day:lesson", "--cert", "a.pem"], "--key"),
        ([".", "--new", "day:lesson", "--cert", "a.pem", "--key", "b.pem"], "a.pem"),
        ([".", "--new", "day:lesson", "--host", "203.0.113.7"], "203.0.113.7"),
        ([".", "--new", "day:lesson", "--slips"], "referee"),
        ([".", "--new", "day:lesson", "--invite", "navy"], "navy"),
    ],
)
def test_what_cannot_be_hosted_is_told_in_a_line(
    argv: list[str], part: str, bob: EventMessage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    code, out, err = bob("", "serve", *argv, *([] if "--port" in argv else ["--port", "0"]))
    assert code == 2 and part in err and err.count("\n") == 1, err
    assert out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows counts lines otherwise")
def test_a_host_takes_as_many_lines_as_the_system_grants() -> None:
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        many_lines()
        most = 65_536 if before[1] == resource.RLIM_INFINITY else min(before[1], 65_536)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (most, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
