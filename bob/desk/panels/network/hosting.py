"""A game of this desk as others can join it: `bob serve` in a process of its own, on the game's own file."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QProcess, QTimer, Signal
from PySide6.QtNetwork import QHostAddress, QTcpServer

from bob.core.codec import CodecError, parsed
from bob.core.errors import BobError
from bob.driver import SEATS
from bob.files import Save

PORT = 1940
_ENDS = 4000
MOST_FALLS = 5
"""Limit of restarts of a host that fails."""


@dataclass(frozen=True, slots=True)
class SeatOffer:
    """An invitation whose code is known here."""

    id: str
    seat: str
    code: str
    share: tuple[str, ...] = ()

    def link(self, url: str) -> str:
        return f"{url.rstrip('/')}/join/{self.code}"


def missing() -> str | None:
    """Return the name of a package that is missing for hosting games, if any."""
    return next((name for name in ("aiohttp", "segno") if find_spec(name) is None), None)


def program() -> tuple[str, list[str]]:
    """Return the command that runs `bob`: in a bundle its own program, the one with an output, else Python."""
    if not getattr(sys, "frozen", False):
        return sys.executable, ["-m", "bob"]
    here = Path(sys.executable)
    talking = here.with_name(f"bob{here.suffix}")
    return str(talking if talking.exists() else here), []


def reseat(path: Path, seats: dict[str, str]) -> None:
    """Write the players of the seats to the file of a game that is not open. Raises BobError."""
    from bob.games import games

    save, _ = Save.open(path, games(), verify=False)
    try:
        save.put_draft(SEATS, seats)
    finally:
        save.close()


class Hosting(QObject):
    """The process."""

    ready = Signal()
    """Others can come: `links`, `room` and `offers` are known."""
    invited = Signal()
    """It fell, and goes on where it was: `offers` has more."""
    failed = Signal(object)
    """It could not begin, or ended by itself: a BobError."""
    ended = Signal()
    """The host has ended, as ordered."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.path = path
        self.links: tuple[str, ...] = ()
        """The addresses of this machine for others, the likeliest first."""
        self.room = ""
        self.port = 0
        self.offers: tuple[SeatOffer, ...] = ()
        self._heard, self._said = b"", False
        self._host = ""
        self._closing = False
        self._falls = 0
        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._finished)
        self._process.errorOccurred.connect(self._not_started)

    @property
    def url(self) -> str:
        """The host from this machine."""
        return f"http://127.0.0.1:{self.port}"

    def start(self, host: str, invite: Sequence[str], port: int = PORT, own: str = "") -> None:
        """Begin to host for the network of that address, with an invitation to each of these seats; at another port when that is in use.
        The invitation to one's `own` seat is for the keeper of the game."""
        self._host = host
        if not self.port and not QTcpServer().listen(QHostAddress(host), port):
            port = 0
        self._heard, self._said = b"", False
        name, first = program()
        invited = [part for seat in invite for part in ("--own" if seat == own else "--invite", seat)]
        self._process.start(name, [*first, "serve", str(self.path), "--host", host, "--port", str(port), "--json", *invited])

    def _read(self) -> None:
        self._heard += bytes(self._process.readAllStandardOutput().data())
        line, end, _ = self._heard.partition(b"\n")
        if self._said or not end:
            return
        self._said = True
        again = self.port != 0
        try:
            self._take(parsed(line.decode()))
        except (CodecError, UnicodeDecodeError, LookupError, TypeError, ValueError):
            self.failed.emit(BobError("desk_join.not_hosted", why=line.decode(errors="replace")[:200]))
            return
        self.invited.emit() if again else self.ready.emit()

    def _take(self, account: Any) -> None:
        (room, *_) = account["rooms"]
        self.links, self.room, self.port = tuple(map(str, account["links"])), str(room["room"]), int(account["port"])
        self.offers += tuple(SeatOffer(str(one["invitation"]), str(one["seat"]), str(one["code"])) for one in room["invitations"])

    def _finished(self) -> None:
        if self._closing:
            self.ended.emit()
            return
        why = bytes(self._process.readAllStandardError().data()).decode(errors="replace").strip()
        if self.port and self._falls < MOST_FALLS:  # all acknowledged orders are in the file, and players reconnect by themselves
            self._falls += 1
            self.start(self._host, (), self.port)
            return
        self.failed.emit(BobError("desk_join.not_hosted", why=why[-300:] or "–"))

    def _not_started(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.failed.emit(BobError("desk_join.not_hosted", why=self._process.errorString()))

    def stop(self) -> None:
        """End the host; `ended` is emitted when its file is free again."""
        self._closing = True
        if self._process.state() == QProcess.ProcessState.NotRunning:
            self.ended.emit()
            return
        self._process.terminate()
        QTimer.singleShot(_ENDS, self, self._process.kill)

    def stop_now(self) -> None:
        """End it before the program does."""
        self._closing = True
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.terminate()
            if not self._process.waitForFinished(_ENDS):
                self._process.kill()
                self._process.waitForFinished(_ENDS)
