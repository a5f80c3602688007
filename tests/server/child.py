"""A host as a process of its own, that can be killed."""

from __future__ import annotations

import json
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Protocol

from bob.cli import main as main_of_bob


class Hosted(Protocol):
    """A host that runs as a process of its own."""

    pid: int

    def kill(self) -> None: ...
    def terminate(self) -> None: ...
    def ended(self) -> None:
        """Wait for its end."""
        ...


class _Whole:
    """A host as a user starts it."""

    def __init__(self, args: Sequence[str]) -> None:
        self._process = subprocess.Popen([sys.executable, "-m", "bob", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.pid, self.kill, self.terminate = self._process.pid, self._process.kill, self._process.terminate
        assert self._process.stdout is not None and self._process.stderr is not None
        line = self._process.stdout.readline()
        assert line, f"the host did not come back: {self._process.stderr.read()}"
        self.notice = json.loads(line)

    def ended(self) -> None:
        self._process.communicate()  # it waits, and closes the pipes


class _Forked:
    """A host that has read the program before it is born: it is there at once, so that more can be killed."""

    _nursery = multiprocessing.get_context("forkserver")
    _nursery.set_forkserver_preload(["tests.server.nursery"])

    def __init__(self, args: Sequence[str]) -> None:
        ear, mouth = self._nursery.Pipe(duplex=False)
        self._process = self._nursery.Process(target=_speaking, args=(mouth, tuple(args)))
        self._process.start()
        mouth.close()
        assert self._process.pid is not None
        self.pid, self.kill, self.terminate, self.ended = self._process.pid, self._process.kill, self._process.terminate, self._process.join
        with os.fdopen(os.dup(ear.fileno()), encoding="utf-8") as said:
            line = said.readline()
        ear.close()
        assert line, "the host did not come back"
        self.notice = json.loads(line)


def _speaking(mouth: Connection, args: tuple[str, ...]) -> None:
    """The host, in its own process: what it says goes into the pipe."""
    sys.stdout = os.fdopen(os.dup(mouth.fileno()), "w", encoding="utf-8")
    mouth.close()
    raise SystemExit(main_of_bob(args))


def hosted(folder: Path, port: int, *more: str, whole: bool = True) -> tuple[Hosted, dict[str, Any]]:
    """A host of the rooms of a folder, and what it says first; `whole`: begun as a user begins it."""
    made = (_Whole if whole else _Forked)(("serve", str(folder), "--port", str(port), "--json", *more))
    return made, made.notice
