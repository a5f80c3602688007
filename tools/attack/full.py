"""Disks that fill up: a process that may write no more bytes than so many to a file keeps a game, or writes a map over an older one."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bob.cli import main as command_line
from bob.core.dice import Stream
from bob.files import Save, SaveError
from tools.attack import saves
from tools.attack.report import Report

TRIES, SHORT_TRIES = 6, 1
PATIENCE = 120.0
OLDER = b"the older file"


def attack(report: Report) -> None:
    """One round: a game kept until its disk is full and on when there is room again; files over older ones that no longer fit."""
    stream = Stream.of(report.key, "full")
    for number in range(SHORT_TRIES if report.short else TRIES):
        _kept(report, saves.GAMES[(report.round + number) % len(saves.GAMES)], stream)
        _as_text(report, stream.choose((".svg", ".pdf")), stream)


def _child(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tools.attack.full", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def _kept(report: Report, name: str, stream: Stream) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.bob1940"
        save, match = saves.begun(path, name, f"{report.key}/{stream.count}")
        save.close()
        truth = saves.contents(match)
        more = stream.choose((0, 100, 5000, 70_000, 200_000)) + stream.below(4096)
        done = _child("--keep", str(path), "--limit", str(path.stat().st_size + more), "--seed", f"{report.key}/{stream.count}")
        report.holds(done.returncode == 0, f"{name} with {more} bytes left: {done.stderr[-600:]}")
        for line in done.stdout.splitlines():
            number, _, content = line.partition(" ")
            truth[int(number) :] = [content]
        save, match = Save.open(path, saves.known())
        save.close()
        report.tried["games kept on a disk that fills up"] += 1
        found = saves.contents(match)
        report.holds(found == truth, f"{name} with {more} bytes left: {len(truth)} entries acknowledged, {len(found)} found")


def _as_text(report: Report, ending: str, stream: Stream) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"map{ending}"
        path.write_bytes(OLDER)
        limit = stream.choose((0, 1, 4096, 60_000))
        done = _child("--map", str(path), "--limit", str(limit))
        report.tried[f"maps ({ending}) on a disk that fills up"] += 1
        report.holds(done.returncode == 2, f"map{ending} with {limit} bytes left ended with {done.returncode}: {done.stderr[-400:]}")
        report.holds(path.read_bytes() == OLDER, f"map{ending} with {limit} bytes left destroyed the older file")
        report.holds([child.name for child in path.parent.iterdir()] == [path.name], f"map{ending} with {limit} bytes left leaves a part")


# ---- the child


def keep(path: Path, limit: int, seed: str) -> None:
    """Play until the file may grow no more, then on with room again; each order that is kept is told."""
    import resource

    stream = Stream.of(seed, "full")
    save, match = Save.open(path, saves.known())

    def text_of() -> None:
        sys.stdout.write(f"{len(match.entries) - 1} {saves.content(match.entries[-1])}\n")

    with save:
        none = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, none))
        before = saves.contents(match)
        try:
            while match.to_move and len(match.entries) < 400:
                before = saves.contents(match)
                seat = match.to_move[0]
                match.play(seat, match.game.sample(match.position, seat, stream))
                text_of()
        except SaveError as error:
            assert error.key == "save.disk" or error.key.startswith("save."), error
            assert saves.contents(match) == before, "what could not be kept has happened all the same"
        resource.setrlimit(resource.RLIMIT_FSIZE, (none, none))
        for _ in range(5):
            if match.to_move:
                seat = match.to_move[0]
                match.play(seat, match.game.sample(match.position, seat, stream))
                text_of()


def main(arguments: Sequence[str] | None = None) -> int:
    """The child's command."""
    parser = argparse.ArgumentParser(prog="python -m tools.attack.full")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--map", type=Path)
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args(arguments)
    sys.dont_write_bytecode = True  # what the limit cuts must not be found compiled by others
    if given.keep is not None:
        keep(given.keep, given.limit, given.seed)
        return 0
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (given.limit, resource.getrlimit(resource.RLIMIT_FSIZE)[1]))
    return command_line(["map", "--out", str(given.map)])


if __name__ == "__main__":
    raise SystemExit(main())
