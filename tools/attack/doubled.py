"""Two writers to one save: its lock file is gone, or it has two names. Both play as fast as they can, and open it again when told."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bob.core.dice import Stream
from bob.files import Save, SaveError
from tools.attack import saves
from tools.attack.report import Report

GIVEN, SHORT_GIVEN = 25, 8
"""Orders that each writer gives."""
PATIENCE = 120.0
REFUSED = ("save.overtaken", "save.step", "save.busy", "save.in_use")


def attack(report: Report) -> None:
    """One round: two processes write into the same file; every order that either was told to be kept must be in it, and no other."""
    name = saves.GAMES[report.round % len(saves.GAMES)]
    given = SHORT_GIVEN if report.short else GIVEN
    how = ("two names", "lock gone")[report.round // len(saves.GAMES) % 2]
    with tempfile.TemporaryDirectory() as folder:
        path, other = Path(folder) / "a.bob1940", Path(folder) / "b.bob1940"
        save, match = saves.begun(path, name, report.key)
        begun = saves.contents(match)
        save.close()
        if how == "two names":
            os.link(path, other)
        else:
            other = path
        command = [sys.executable, "-m", "tools.attack.doubled", "--orders", str(given), "--seed", report.key]
        children = [
            subprocess.Popen([*command, "--as", who, str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for who, file in (("one", path), ("two", other))
        ]
        lines: list[tuple[int, str]] = []
        for child in children:
            out, err = child.communicate(timeout=4 * PATIENCE)
            report.holds(child.returncode == 0, f"{name}, {how}: a writer ended with {child.returncode}: {err[-600:]}")
            lines += [(int(number), content) for number, _, content in (line.partition(" ") for line in out.splitlines())]
        save, match = Save.open(path, saves.known())
        save.close()
        found = saves.contents(match)
        report.tried[f"orders of two writers, {how}"] += len(lines)
        numbers = [number for number, _ in lines]
        report.holds(len(set(numbers)) == len(numbers), f"{name}, {how}: two orders were acknowledged as the same entry")
        lost = [number for number, content in lines if number >= len(found) or found[number] != content]
        report.holds(not lost, f"{name}, {how}: acknowledged entries {lost[:9]} are not in the file of {len(found)}")
        report.holds(
            len(found) == len(begun) + len(lines), f"{name}, {how}: {len(lines)} acknowledged, {len(found) - len(begun)} in the file"
        )


def write(path: Path, orders: int, seed: str, who: str) -> None:
    """The child: give so many orders, each acknowledged on standard output with its number once it is kept."""
    stream, given = Stream.of(seed, who), 0
    until = time.monotonic() + PATIENCE
    while given < orders and time.monotonic() < until:
        try:
            save, match = Save.open(path, saves.known())
        except SaveError as error:
            if error.key not in REFUSED:
                raise
            time.sleep(0.01 * (1 + stream.below(5)))
            continue
        with save:
            Path(f"{path}.lock").unlink(missing_ok=True)
            try:
                while given < orders and match.to_move:
                    seat = match.to_move[0]
                    match.play(seat, match.game.sample(match.position, seat, stream))
                    given += 1
                    sys.stdout.write(f"{len(match.entries) - 1} {saves.content(match.entries[-1])}\n")
                    sys.stdout.flush()
                    time.sleep(0.002 * stream.below(4))
                if not match.to_move:
                    return
            except SaveError as error:
                if error.key not in REFUSED:
                    raise


def main(arguments: Sequence[str] | None = None) -> int:
    """The child's command."""
    parser = argparse.ArgumentParser(prog="python -m tools.attack.doubled")
    parser.add_argument("path", type=Path)
    parser.add_argument("--orders", type=int, default=GIVEN)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--as", dest="who", default="one")
    given = parser.parse_args(arguments)
    write(given.path, given.orders, given.seed, given.who)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
