"""Kills a player in the middle of writing, again and again, and looks at what its file still holds.

    python -m tests.kills --kills 500               # the long form; the tests run a short one
    python -m tests.kills --kills 500 --game day    # days whose engagements are resolved in every way, dogfights by cards among them

A child plays a game into a file and tells every acknowledged order on a pipe; it is killed by SIGKILL at a random moment. Then
the file must hold all that was told and at most the one step more that was under way, and play must go on from there.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bob.dice import Stream
from bob.game import Game, dumps
from bob.games import games
from bob.match import Match
from bob.save import Save, SaveError
from tests.toy import GAMES, TOY

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Victim:
    """What the killed players play."""

    name: str
    game: Game[Any]
    scenario: str
    options: Mapping[str, Any]
    games: Mapping[str, Game[Any]]


def victim(name: str) -> Victim:
    """The toy, or a day of many engagements."""
    if name == "toy":
        return Victim(name, TOY, "long", {}, GAMES)
    known = games()
    return Victim(name, known["day"], "one_raid", {"engagements": "ask"}, known)


def told(match: Match[Any]) -> str:
    """One line that names the last entry and its content."""
    return f"{len(match.entries) - 1} {dumps(match.entries[-1].as_json())}"


def play(path: Path, seed: int, of: Victim) -> None:
    """The child: open or begin a game, and play it until killed, or over. Every line it writes is an acknowledgement."""
    save, match = Save.open(path, of.games) if path.exists() else Save.begin(path, of.game, of.scenario, seed, of.options)
    stream = Stream.of(seed, "player")
    os.write(1, f"{told(match)}\n".encode())
    with save:
        while match.owing:
            seat = match.owing[0]
            if stream.below(8) == 0 and match.undo_refused() is None:
                match.undo()
            else:
                match.play(seat, of.game.sample(match.position, seat, stream))
            os.write(1, f"{told(match)}\n".encode())


def kill_once(path: Path, truth: list[str], seed: int, stream: Stream, of: Victim) -> str:
    """Let a child play on from the record `truth`, kill it, and check the file; `truth` is then the record as it stands in the file.

    Says what was found: `kept`, `one more` (an order under way was on the disk already), `one less` (so was an undo), or how far a
    child had come that was killed before it told anything.
    """
    command = [sys.executable, "-m", "tests.kills", "--child", str(path), "--seed", str(seed), "--game", of.name]
    early = stream.below(6 if truth else 2) == 0  # kill it while it starts
    lines = 0 if early else stream.below(120) + 1  # else when it has told so much
    delay = stream.unit() * (0.25 if early else 0.004)  # and a moment later
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as child:
        assert child.stdout is not None
        text = b"".join([child.stdout.readline() for _ in range(lines)])
        time.sleep(delay)
        child.kill()
        text += child.stdout.read()
    acknowledged = text.decode().split("\n")[:-1]
    if not acknowledged and not truth:
        return killed_at_birth(path, truth, of)
    for line in acknowledged:
        number, _, content = line.partition(" ")
        assert int(number) <= len(truth), f"seed {seed}: told {number} after {len(truth) - 1}"
        undone = int(number) < len(truth)
        assert not undone or truth[int(number)] == content, f"seed {seed}: entry {number} is another after an undo"
        truth[int(number) :] = [content]
    save, match = Save.open(path, of.games)
    with save:
        found = contents(match)
        drift = len(found) - len(truth)
        assert abs(drift) <= 1, f"seed {seed}: told {len(truth)} entries, found {len(found)}"
        assert found[: len(truth)] == truth[: len(found)], f"seed {seed}: the entries are others"
        assert drift >= 0 or '"free":true' in truth[-1], f"seed {seed}: the last entry is lost"
        if match.owing:
            seat = match.owing[0]
            match.play(seat, of.game.sample(match.position, seat, stream))
        truth[:] = contents(match)
    return "kept" if drift == 0 else "one more" if drift > 0 else "one less"


def contents(match: Match[Any]) -> list[str]:
    """The entries of a match as text."""
    return [dumps(entry.as_json()) for entry in match.entries]


def killed_at_birth(path: Path, truth: list[str], of: Victim) -> str:
    """Nothing was ever told: the file is not there, or says that it holds no game, or holds its setup and perhaps one entry."""
    if not path.exists():
        return "no file yet"
    try:
        save, match = Save.open(path, of.games)
    except SaveError as error:
        assert error.key in ("save.empty", "save.unfinished"), str(error)
        path.unlink()
        return "no game yet"
    with save:
        assert len(match.entries) == 1
        truth[:] = contents(match)
    return "one more"


def kill(kills: int, folder: Path, seed: int = 1940, game: str = "toy") -> Counter[str]:
    """Kill that many players, ten to a file, and count what was found. Raises AssertionError at the first loss."""
    stream, found, of = Stream.of(seed, "kills"), Counter[str](), victim(game)
    truth: list[str] = []
    for number in range(kills):
        if number % 10 == 0:
            truth = []
        found[kill_once(folder / f"{number // 10}.bob1940", truth, seed + number, stream, of)] += 1
    return found


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1940)
    parser.add_argument("--game", choices=("toy", "day"), default="toy")
    parser.add_argument("--child", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.child:
        play(args.child, args.seed, victim(args.game))
        return
    with tempfile.TemporaryDirectory() as folder:
        found = kill(args.kills, Path(folder), args.seed, args.game)
    print(", ".join(f"{what}: {number}" for what, number in sorted(found.items())))


if __name__ == "__main__":
    main()
