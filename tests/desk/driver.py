"""Drives the desk as a person does: a screen of its own (Xvfb), mouse and keys (xdotool), and what is on the disk."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0
NEEDED = ("Xvfb", "xdotool")

GRAB = """
import sys
from PySide6.QtGui import QGuiApplication
app = QGuiApplication(sys.argv)
app.primaryScreen().grabWindow(0).save(sys.argv[1])
"""
"""Takes a picture of the whole screen."""
Seen = dict[str, Any]
"""Something on the screen: `kind`, `text`, `name`, `box` (x, y, width, height) and more, as tests/desk/probe.py tells it."""


class Failed(Exception):
    """The desk did not do what a person would expect."""


def missing() -> list[str]:
    """The programs that driving needs and that are not here."""
    return [name for name in NEEDED if shutil.which(name) is None]


@contextmanager
def screen(size: str = "1600x1000x24") -> Iterator[str]:
    """A screen of one's own: the name of its display."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-noreset"]
    program = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as account:
            yield f":{account.readline().strip()}"
    finally:
        program.terminate()
        program.wait()


class Desk:
    """The program on a screen of its own, with a home of its own."""

    def __init__(self, display: str, home: Path, keep: Path | None = None) -> None:
        self.home = home
        self.keep = keep
        self.language = "en"
        self.env = dict(os.environ, DISPLAY=display, HOME=str(home), LANG="en_GB.UTF-8", QT_QPA_PLATFORM="xcb", NO_AT_BRIDGE="1")
        self.env["XDG_CONFIG_HOME"] = str(home / "config")
        self.env["XDG_DATA_HOME"] = str(home / "data")
        self.env.pop("WAYLAND_DISPLAY", None)
        self.program: subprocess.Popen[bytes] | None = None
        self.window = ""
        self._socket = home / "probe"
        self._asking: Any = None
        self._pictures = 0
        self._hand: tuple[int, int] | None = None
        """Where the mouse is."""
        self.prefer()

    # ---- the program

    def prefer(self, **settings: str) -> None:
        """Settings as they were chosen before the program starts, which is not its first start."""
        kept = self.home / "config" / "bob-1940" / "bob-1940.conf"
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("".join(["[General]\nwelcomed=yes\n", *(f"{name}={value}\n" for name, value in settings.items())]), "utf-8")

    def start(self, *arguments: str, title: str = "1940") -> float:
        """Start it and wait for its window; the seconds that took."""
        began = time.monotonic()
        command = [sys.executable, "-m", "tests.desk.probe", str(self._socket), "desk", *arguments, "--lang", self.language]
        self._socket.unlink(missing_ok=True)
        self._asking = None
        self.program = subprocess.Popen(command, cwd=ROOT, env=self.env)
        self.wait("the window", lambda: self.windows(title))
        took = time.monotonic() - began
        self.window = self.windows(title)[0]
        self.focus(self.window)
        return took

    def kill(self) -> None:
        """End it as a power cut does."""
        assert self.program is not None
        self.program.send_signal(signal.SIGKILL)
        self.program.wait()

    def quit(self) -> None:
        """Close it as a person does. Raises Failed when it does not end well."""
        assert self.program is not None
        self.key("ctrl+q")
        try:
            self.program.wait(timeout=20)
        except subprocess.TimeoutExpired:
            raise Failed("the program does not end") from None
        if self.program.returncode != 0:
            raise Failed(f"the program ended with {self.program.returncode}")
        if list((self.home / "data").rglob("*.lock")):
            raise Failed("the game was not closed as it should be")

    # ---- hands

    def tool(self, *arguments: str) -> str:
        return subprocess.run(["xdotool", *arguments], env=self.env, capture_output=True, text=True, check=False).stdout

    def windows(self, name: str) -> list[str]:
        """The windows that are seen with that in their title."""
        return self.tool("search", "--onlyvisible", "--name", name).split()

    def focus(self, window: str) -> None:
        """Give a window the keys; a screen without a window manager does not do it by itself."""
        self.tool("windowfocus", "--sync", window)

    def key(self, *keys: str) -> None:
        for key in keys:
            self.tool("key", "--clearmodifiers", key)

    def type(self, text: str) -> None:
        self.tool("type", "--delay", "12", text)

    def click(self, what: Seen | tuple[int, int], button: int = 1) -> None:
        x, y = middle(what)
        sync = () if (x, y) == self._hand else ("--sync",)  # a mouse that is there already would be waited for in vain
        self._hand = x, y
        self.tool("mousemove", *sync, str(x), str(y), "click", str(button))

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 6) -> None:
        """Press at one place, move, let go at another."""
        self.tool("mousemove", "--sync", str(start[0]), str(start[1]), "mousedown", "1")
        self._hand = end
        for i in range(1, steps + 1):
            x, y = (round(a + (b - a) * i / steps) for a, b in zip(start, end, strict=True))
            self.tool("mousemove", "--sync", str(x), str(y))
        self.tool("mouseup", "1")

    # ---- eyes

    def wait(self, what: str, ready: Callable[[], Any], patience: float = PATIENCE) -> Any:
        """What `ready` gives as soon as it gives something. Raises Failed."""
        until = time.monotonic() + patience
        while True:
            found = ready()
            if found:
                return found
            if self.program is not None and self.program.poll() is not None:
                raise Failed(f"the program ended with {self.program.returncode} while waiting for {what}")
            if time.monotonic() > until:
                raise Failed(f"waited in vain for {what}")
            time.sleep(0.03)

    def ask(self, question: str, *of: Any) -> Any:
        """What the program tells of its screen; None while it is not ready to tell."""
        try:
            if self._asking is None:
                line = socket.socket(socket.AF_UNIX)
                line.settimeout(PATIENCE)
                line.connect(str(self._socket))
                self._asking = line.makefile("rwb")
            self._asking.write((json.dumps({"ask": question, "of": of}) + "\n").encode())
            self._asking.flush()
            answer = json.loads(self._asking.readline() or "null")
        except (OSError, ValueError):
            self._asking = None
            return None
        if isinstance(answer, dict) and "fault" in answer:
            raise Failed(str(answer["fault"]))
        return answer

    def look(self, text: str = "", *, kind: str = "", name: str = "", inside: str = "", **more: Any) -> list[Seen]:
        """What is on the screen with these words in its text and its name; `inside` a widget of that class."""

        def fits(seen: Seen) -> bool:
            return (
                text in seen.get("text", "")
                and kind in ("", seen["kind"])
                and name in seen.get("name", "")
                and (not inside or inside in seen.get("inside", ()))
                and all(seen.get(key) == value for key, value in more.items())
            )

        return [seen for seen in self.ask("widgets") or [] if fits(seen)]

    def find(self, text: str = "", patience: float = PATIENCE, **more: Any) -> Seen:
        """The first thing on the screen that fits; waits for it. Raises Failed."""
        wording = " ".join(str(part) for part in (repr(text), *(f"{k}={v!r}" for k, v in more.items())))
        found: Seen = self.wait(f"{wording} on the screen", lambda: self.look(text, **more), patience)[0]
        return found

    def press(self, text: str, **more: Any) -> None:
        """Click a button, a tab, an entry that can be used, found by its words, once it lies still: what has just come may be moved on."""
        before: list[int] = []

        def still() -> Seen | None:
            nonlocal before
            found = self.look(text, enabled=True, **more)
            last, before = before, found[0]["box"] if found else []
            return found[0] if found and before == last else None

        wording = " ".join(str(part) for part in (repr(text), *(f"{k}={v!r}" for k, v in more.items())))
        self.click(self.wait(f"{wording} on the screen", still))

    def choose(self, field: str, entry: str) -> None:
        """Open the list of a field, found by its label, and click an entry."""
        self.press("", kind="QComboBox", name=field)
        self.press(entry, kind="cell")
        self.find(entry, kind="QComboBox", name=field)

    def place(self, name: str) -> tuple[int, int]:
        """Where a place of the map is seen. Raises Failed."""
        x, y = self.wait(f"{name} on the map", lambda: self.ask("place", name))
        return x, y

    def hex(self, label: str) -> tuple[int, int]:
        """Where a hex of the map is seen. Raises Failed."""
        x, y = self.wait(f"hex {label} on the map", lambda: self.ask("hex", label))
        return x, y

    def picture(self, name: str) -> None:
        """Keep a picture of the screen, where pictures are wanted."""
        if self.keep is not None:
            self._pictures += 1
            path = self.keep / f"{self._pictures:02d}-{name}.png"
            subprocess.run([sys.executable, "-c", GRAB, str(path)], env=self.env, check=False)

    # ---- what is on the disk

    def games(self) -> list[Path]:
        """The files of games, the latest last."""
        return sorted((self.home / "data").rglob("*.bob1940"), key=lambda path: path.stat().st_mtime)

    def entries(self, game: Path | None = None) -> list[Any]:
        """The record of a game (the latest), read beside the program."""
        games = [game] if game is not None else self.games()
        if not games:
            return []
        try:
            with sqlite3.connect(f"{games[-1].as_uri()}?mode=ro", uri=True) as con:
                rows = con.execute("SELECT text FROM entries WHERE number >= 0 ORDER BY number").fetchall()
        except sqlite3.Error:
            return []
        return [json.loads(text[text.index("{") :]) for (text,) in rows]

    def turn(self, game: Path | None = None) -> int:
        """The turn that a record has come to."""
        return max(
            (event["data"]["turn"] for entry in self.entries(game) for event in entry["events"] if event["code"] == "turn"), default=0
        )

    # ---- what a person does often

    def play_to(self, turn: int, patience: float = PATIENCE) -> None:
        """Walk through the decisions with Enter until that turn. Raises Failed when it does not come."""
        until = time.monotonic() + patience
        while self.turn() < turn:
            before = len(self.entries())
            self.key("Return")
            soon = time.monotonic() + 0.4
            while len(self.entries()) == before and time.monotonic() < soon:
                time.sleep(0.02)
            if time.monotonic() > until:
                raise Failed(f"turn {turn} does not come")


def middle(what: Seen | tuple[int, int]) -> tuple[int, int]:
    """The middle of something seen."""
    if isinstance(what, tuple):
        return what
    x, y, width, height = what["box"]
    return x + width // 2, y + height // 2
