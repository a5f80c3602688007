"""Kills a player in the middle of writing, again and again, and looks at what its file still holds.

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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from bob.core.dice import Stream
from bob.core.game import Game
from bob.core.match import Match
from bob.day.state.orders import Resolve
from bob.driver import driver_among
from bob.files import Save, SaveError
from tools.attack import saves
from tools.attack.report import Report

KILLS, SHORT_KILLS, TO_A_FILE = 20, 2, 10


@dataclass(frozen=True)
class Victim:
    """What the killed players play, and the command by which a child does."""

    game: Game[Any]
    scenario: str
    options: Mapping[str, Any]
    games: Mapping[str, Game[Any]]
    command: tuple[str, ...]
    waits_for: str = ""
    """The code of the order after which it is killed, and which it gives whenever it can; empty: after so many."""
    until: Callable[[Match[Any]], bool] | None = None
    """Officers play a day on until it is so; the killed begin there."""


DODGES = ("hexes_dodge", "day_dodge")
"""Dogfights by hexes, alone and within a day, whose players are killed while somebody is to dodge."""
_BY_HEXES = Resolve("hexes")


def victim(name: str) -> Victim:
    """A game that ships; or one of `DODGES`."""
    command = (sys.executable, "-m", "tools.attack.killed", "--game", name)
    known = saves.known()
    if name == "hexes_dodge":
        return Victim(known["hexes"], "duel", {"players": _close(), "structure": 8, "turns": 12}, known, command, "fire")
    if name == "day_dodge":
        scenario, options = saves.SCENARIOS["day"]
        return Victim(known["day"], scenario, options, known, command, "fire", lambda match: match.position.phase == "engagement")
    scenario, options = saves.SCENARIOS[name]
    return Victim(known[name], scenario, options, known, command)


def _close() -> list[dict[str, Any]]:
    """Three a side, in range of each other from the first turn on."""
    return [
        {"seat": side, "side": side, "aircraft": [{"type": kind, "at": f"{column:02}{row:02}", "facing": facing} for row in (3, 5, 7)]}
        for side, kind, column, facing in (("raf", "spitfire_i", 8, 2), ("luftwaffe", "bf_109e", 11, 5))
    ]


def _brought_on(path: Path, seed: str, of: Victim, until: Callable[[Match[Any]], bool]) -> list[str]:
    """A file that officers have played on; the contents of its entries."""
    save, match = Save.begin(path, of.game, of.scenario, seed, of.options)
    with save:
        driver_among(match, {"raf": "park", "luftwaffe": "kesselring"}).advance(lambda: until(match))
        return saves.contents(match)


def attack(report: Report) -> None:
    """One round: some kills of players of one game."""
    name = saves.GAMES[report.round % len(saves.GAMES)]
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = kill(SHORT_KILLS if report.short else KILLS, Path(folder), victim(name), report.key)
        except AssertionError as error:
            report.found(f"{name}: {error!s:.900}")
            return
    report.tried.update({f"kills of {name}: {what}": count for what, count in found.items()})


def kill(kills: int, folder: Path, of: Victim, seed: str = "1940") -> Counter[str]:
    """Kill that many players, ten to a file, and count what was found. Raises AssertionError at the first loss."""
    stream, found = Stream.of(seed, "kills"), Counter[str]()
    truth: list[str] = []
    for number in range(kills):
        path = folder / f"{number // TO_A_FILE}.bob1940"
        if number % TO_A_FILE == 0:
            truth = _brought_on(path, seed, of, of.until) if of.until is not None else []
        found[kill_once(path, truth, f"{seed}/{number}", stream, of)] += 1
    return found


def kill_once(path: Path, truth: list[str], seed: str, stream: Stream, of: Victim) -> str:
    """Let a child play on from the record `truth`, kill it, and check the file; `truth` is then the record as it stands in the file.

    Says what was found: `kept`, `one more` (an order under way was on the disk already), `one less` (so was an undo), or how far a
    child had come that was killed before it told anything.
    """
    early = stream.below(6 if truth else 2) == 0  # kill it while it starts
    lines = 0 if early else stream.below(120) + 1  # else when it has told so much
    delay = stream.unit() * (0.25 if early else 0.004)  # and a moment later
    with subprocess.Popen([*of.command, "--child", str(path), "--seed", seed], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        text = _read_until(child.stdout, of.waits_for) if of.waits_for else b"".join([child.stdout.readline() for _ in range(lines)])
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
        found = saves.contents(match)
        drift = len(found) - len(truth)
        assert abs(drift) <= 1, f"seed {seed}: told {len(truth)} entries, found {len(found)}"
        assert found[: len(truth)] == truth[: len(found)], f"seed {seed}: the entries are others"
        assert drift >= 0 or '"free":true' in truth[-1], f"seed {seed}: the last entry is lost"
        if match.to_move:
            seat = match.to_move[0]
            match.play(seat, of.game.sample(match.position, seat, stream))
        truth[:] = saves.contents(match)
    said = "kept" if drift == 0 else "one more" if drift > 0 else "one less"
    return said if not of.waits_for or not any(_has(line, of.waits_for) for line in acknowledged) else f"{said} after {of.waits_for}"


def _read_until(lines: IO[bytes], code: str) -> bytes:
    """What is told until an order of that code is, or nothing more."""
    found = b""
    for line in lines:
        found += line
        if _has(line.decode(), code):
            break
    return found


def _has(line: str, code: str) -> bool:
    """Whether a line tells an order of that code, or one that carries it to a game within the game."""
    return f'"code":"{code}"' in line


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
        assert len(match.entries) == 1, f"{len(match.entries)} entries and none was told"
        truth[:] = saves.contents(match)
    return "one more"


# ---- the child


def play(path: Path, seed: str, of: Victim) -> None:
    """Open or begin a game, and play it until killed, or over. Every line that it writes is an acknowledgement."""
    save, match = Save.open(path, of.games) if path.exists() else Save.begin(path, of.game, of.scenario, seed, of.options)
    stream = Stream.of(seed, "player")
    _tell(match)
    with save:
        while match.to_move:
            seat = match.to_move[0]
            if stream.below(8) == 0 and match.undo_refused() is None:
                match.undo()
            else:
                match.play(seat, _eager(match, seat, of) or of.game.sample(match.position, seat, stream))
            _tell(match)


def _eager(match: Match[Any], seat: str, of: Victim) -> Any:
    """The order that the victim waits for, when the seat may give it, and what leads there; None for any other."""
    listed = of.game.choices(match.position, seat).listed if of.waits_for else ()
    if _BY_HEXES in listed:
        return _BY_HEXES
    return next((order for order in listed if getattr(order, "order", order).code == of.waits_for), None)


def _tell(match: Match[Any]) -> None:
    """One line that names the last entry and its content."""
    os.write(1, f"{len(match.entries) - 1} {saves.content(match.entries[-1])}\n".encode())


def main(arguments: Sequence[str] | None = None) -> int:
    """The child's command."""
    parser = argparse.ArgumentParser(prog="python -m tools.attack.killed")
    parser.add_argument("--child", type=Path, required=True)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--game", choices=(*saves.GAMES, *DODGES), default=saves.GAMES[0])
    given = parser.parse_args(arguments)
    play(given.child, given.seed, victim(given.game))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
