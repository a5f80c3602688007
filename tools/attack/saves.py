"""What the attacks on saves share: a game of each kind played into a file, its entries as text, and what must hold of a file found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bob.core.dice import Stream
from bob.core.errors import BobError
from bob.core.game import Game, dumps
from bob.core.match import Match
from bob.core.record import Entry
from bob.files import Save, SaveError, recover
from bob.files.checksums import CHECKSUM_LINE
from bob.games import games

GAMES = ("hexes", "cards", "campaign", "day", "skies")
"""The games that are kept, in turn."""
SCENARIOS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "day": ("one_raid", {"engagements": "ask"}),
    "cards": ("teams", {}),
    "hexes": ("free_hunt", {}),
    "campaign": ("channel_convoys_1940", {}),
    "skies": ("pairs", {}),
}


@cache
def known() -> Mapping[str, Game[Any]]:
    """All games, made once."""
    return games()


@dataclass(frozen=True)
class Kept:
    """A sound file: its bytes, its entries as text, and the bytes that hold its header and each of its entries."""

    raw: bytes
    truth: list[str]
    header: bytes
    sealed: list[bytes]
    games: Mapping[str, Game[Any]] = field(default_factory=known)

    @classmethod
    def of(cls, raw: bytes, truth: list[str], of: Mapping[str, Game[Any]]) -> Kept:
        """The file of those bytes."""
        found = {(mark[1], int(mark[2])): raw[mark.start() : mark.end() + int(mark[3])] for mark in CHECKSUM_LINE.finditer(raw)}
        return cls(raw, truth, found[b"header", 0], [found[b"entry", number] for number in range(len(truth))], of)


def content(entry: Entry) -> str:
    """An entry as text."""
    return dumps(entry.as_json())


def contents(match: Match[Any]) -> list[str]:
    """The entries of a match as text."""
    return [content(entry) for entry in match.entries]


def begun(path: Path, name: str, seed: str) -> tuple[Save, Match[Any]]:
    """A new game of that name in a file."""
    scenario, options = SCENARIOS[name]
    return Save.begin(path, known()[name], scenario, seed, options)


def play_on(match: Match[Any], orders: int, stream: Stream, kept: Callable[[], None] = lambda: None) -> None:
    """So many orders at random, some taken back; `kept` is told after each."""
    for _ in range(orders):
        if not match.to_move:
            return
        seat = stream.choose(match.to_move)
        if stream.below(9) == 0 and match.undo_refused() is None:
            match.undo()
        else:
            match.play(seat, match.game.sample(match.position, seat, stream))
        kept()


def played(path: Path, name: str, orders: int, seed: str) -> Kept:
    """A closed file of a game with so many orders, and drafts."""
    save, match = begun(path, name, seed)
    with save:
        save.put_draft("plan/seat", {"raid": "Kenley", "angels": 12})
        play_on(match, orders, Stream.of(seed, "player"))
    return Kept.of(path.read_bytes(), contents(match), known())


# ---- what must hold


def faults(path: Path, broken: bytes, whole: Kept, *, verify: bool) -> list[str]:
    """What is wrong with how a damaged file is met: opening gives the whole record or an error that names the file, recovering what
    stands before the first bad entry, and the file itself is never touched by it."""
    found: list[str] = []
    for read_only in (True, False):
        path.write_bytes(broken)
        try:
            save, match = Save.open(path, whole.games, verify=verify, read_only=read_only)
        except BobError as error:
            if path.name not in str(error):
                found.append(f"opening says nothing of the file: {error!s:.200}")
        else:
            with save:
                if contents(match) != whole.truth:
                    found.append(f"opened with another record of {len(match.entries)} entries")
    path.write_bytes(broken)
    return found + _recovered(path, broken, whole)


def _recovered(path: Path, broken: bytes, whole: Kept) -> list[str]:
    out, first_bad, found = path.with_suffix(".new"), before_the_first_bad(broken, whole), []
    try:
        got = recover(path, out, whole.games)
    except SaveError as error:
        if out.exists() or error.key != "save.nothing" or first_bad:
            found.append(f"nothing recovered where {first_bad} entries are whole: {error!s:.200}")
    else:
        save, match = Save.open(out, whole.games)
        with save:
            if contents(match) != whole.truth[: got.entries_kept]:
                found.append("recovered another record")
            play_on(match, 1, Stream.of(1, "on"))
        out.unlink()
        if got.entries_kept < first_bad:
            found.append(f"recovered {got.entries_kept} entries where {first_bad} are whole")
        if got.entries_kept + got.entries_lost > len(whole.truth) or (got.why is None and got.entries_kept != len(whole.truth)):
            found.append(f"recovered {got.entries_kept} and told of {got.entries_lost} lost of {len(whole.truth)}: {got.why}")
    if path.read_bytes() != broken:
        found.append("recovering changed the damaged file")
    return found


def before_the_first_bad(broken: bytes, whole: Kept) -> int:
    """How many entries from the start on lie in the file whole; none when no copy of the header does."""
    if whole.header not in broken:
        return 0
    return next((number for number, text in enumerate(whole.sealed) if text not in broken), len(whole.sealed))
