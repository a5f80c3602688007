"""The desk as a person uses it, under Xvfb with xdotool: a new game, ten turns against an officer, kill -9, go on, export a PDF.

    python tests/desk/end_to_end.py [--keep FOLDER]

Prints what it does; 0 when all went well, 1 when not, 0 with `skipped` where Xvfb or xdotool are missing.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


class Desk:
    """The program on a screen of its own."""

    def __init__(self, display: str, home: Path) -> None:
        self.home = home
        self.env = dict(os.environ, DISPLAY=display, HOME=str(home), LANG="en_GB.UTF-8", QT_QPA_PLATFORM="xcb", NO_AT_BRIDGE="1")
        self.env["XDG_CONFIG_HOME"] = str(home / "config")
        self.env["XDG_DATA_HOME"] = str(home / "data")
        self.env.pop("WAYLAND_DISPLAY", None)
        self.program: subprocess.Popen[bytes] | None = None

    def start(self, *arguments: str) -> float:
        """Start it and wait for its window; the seconds that took."""
        began = time.monotonic()
        command = [sys.executable, "-m", "bob", "desk", *arguments, "--lang", "en"]
        self.program = subprocess.Popen(command, cwd=ROOT, env=self.env)
        self.wait("the window", lambda: self.windows("1940"))
        took = time.monotonic() - began
        self.window = self.windows("1940")[0]
        self.tool("windowfocus", self.window)
        return took

    def tool(self, *arguments: str) -> str:
        return subprocess.run(["xdotool", *arguments], env=self.env, capture_output=True, text=True, check=False).stdout

    def windows(self, name: str) -> list[str]:
        return self.tool("search", "--onlyvisible", "--name", name).split()

    def key(self, *keys: str) -> None:
        for key in keys:
            self.tool("key", key)
            time.sleep(0.05)

    def type(self, text: str) -> None:
        self.tool("type", "--delay", "15", text)

    def wait(self, what: str, ready: Callable[[], Any], patience: float = PATIENCE) -> Any:
        until = time.monotonic() + patience
        while time.monotonic() < until:
            found = ready()
            if found:
                return found
            if self.program is not None and self.program.poll() is not None:
                raise RuntimeError(f"the program ended with {self.program.returncode} while waiting for {what}")
            time.sleep(0.1)
        raise RuntimeError(f"waited in vain for {what}")

    def kill(self) -> None:
        assert self.program is not None
        self.program.send_signal(signal.SIGKILL)
        self.program.wait()

    def picture(self, path: Path) -> None:
        if shutil.which("import"):
            subprocess.run(["import", "-window", "root", str(path)], env=self.env, check=False)

    # ---- what is on the disk

    def games(self) -> list[Path]:
        return sorted((self.home / "data").rglob("*.bob1940"), key=lambda path: path.stat().st_mtime)

    def entries(self) -> list[Any]:
        """The record of the latest game, read beside the program."""
        games = self.games()
        if not games:
            return []
        try:
            with sqlite3.connect(f"{games[-1].as_uri()}?mode=ro", uri=True) as con:
                rows = con.execute("SELECT text FROM entries WHERE number >= 0 ORDER BY number").fetchall()
        except sqlite3.Error:
            return []
        return [json.loads(text[text.index("{") :]) for (text,) in rows]

    def turn(self) -> int:
        """The turn that the record has come to."""
        turns = [event["data"]["turn"] for entry in self.entries() for event in entry["events"] if event["code"] == "turn"]
        return max(turns, default=0)


def play(desk: Desk, home: Path, keep: Path | None) -> None:
    """The whole of it. Raises RuntimeError."""
    took = desk.start()
    print(f"window up after {took:.2f} s")
    time.sleep(0.5)
    desk.key("Return")  # the scenario that is chosen: one raid, as Fighter Command
    desk.wait("the first turn", lambda: desk.turn() >= 1)
    print("a new game")
    for turn in range(2, 12):
        until = time.monotonic() + PATIENCE
        while desk.turn() < turn:
            desk.tool("key", "Return")
            time.sleep(0.25)
            if time.monotonic() > until:
                raise RuntimeError(f"turn {turn} does not come")
    print(f"ten turns played, {len(desk.entries())} entries")
    if keep is not None:
        desk.picture(keep / "before-the-kill.png")
    before = desk.entries()
    desk.kill()
    desk.start()
    print("killed and started again")
    time.sleep(0.8)
    desk.tool("key", "ctrl+r")
    desk.wait("the game of before", lambda: any("One raid" in desk.tool("getwindowname", w) for w in desk.windows("One raid")))
    after = desk.entries()
    if after[: len(before)] != before:
        raise RuntimeError("the record is not what it was")
    turn = desk.turn()
    until = time.monotonic() + PATIENCE
    while desk.turn() <= turn:
        desk.tool("key", "Return")
        time.sleep(0.25)
        if time.monotonic() > until:
            raise RuntimeError("the game does not go on")
    print("the game goes on")
    desk.key("ctrl+p")
    desk.wait("the box of sheets", lambda: desk.windows("Print or export"))
    time.sleep(0.5)
    desk.key("Return")
    sheet = desk.wait("the PDF", lambda: list((home / "data").rglob("*.pdf")))[0]
    desk.wait("all of the PDF", lambda: sheet.read_bytes().rstrip().endswith(b"%%EOF"))
    print(f"exported {sheet.name}, {sheet.stat().st_size} bytes")
    desk.key("Escape")
    time.sleep(0.3)
    desk.tool("windowfocus", "--sync", desk.windows("One raid")[0])
    desk.key("ctrl+q")
    assert desk.program is not None
    desk.program.wait(timeout=20)
    if desk.program.returncode != 0:
        raise RuntimeError(f"the program ended with {desk.program.returncode}")
    if list((home / "data").rglob("*.lock")):
        raise RuntimeError("the game was not closed as it should be")
    print("closed")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="a folder for pictures of the screen")
    keep = parser.parse_args().keep
    missing = [name for name in ("Xvfb", "xdotool") if shutil.which(name) is None]
    if missing:
        print(f"skipped: {', '.join(missing)} not installed")
        return 0
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bob-desk-") as folder:
        reading, writing = os.pipe()
        screen = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
            pass_fds=(writing,),
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        desk = Desk(f":{number}", Path(folder))
        try:
            play(desk, Path(folder), keep)
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            if keep is not None:
                desk.picture(keep / "failed.png")
            print(f"FAILED: {error}", file=sys.stderr)
            return 1
        finally:
            if desk.program is not None and desk.program.poll() is None:
                desk.kill()
            screen.terminate()
            screen.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
