"""The content of a file, checked: its header, its lines, the rows of its positions, and the match built from them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bob import __version__
from bob.core import record
from bob.core.codec import decode, encode
from bob.core.dice import ScriptedDice
from bob.core.errors import BobError
from bob.core.game import REFEREE, Game
from bob.core.match import Match, NotFollowing
from bob.core.own_files import digest_of
from bob.core.position_history import PositionHistory, StoredRow
from bob.core.record import Entry, Header, entry_from_json, faces_of, goes_by, is_new_rules
from bob.files.checksums import CheckedText, checked, follows
from bob.files.cipher import Cipher, shown
from bob.files.disk import SaveError


def header_of(line: CheckedText | None, path: Path) -> Header:
    """The header of its line. Raises SaveError."""
    try:
        header: Header = decode(Header, json.loads(line.body) if line else None)
    except (BobError, ValueError) as error:
        raise SaveError("save.damaged_header", path) from error
    if header.format > record.FORMAT:
        raise SaveError("save.newer", path, found=header.format, known=record.FORMAT)
    if header.own_digest != digest_of(header.own):
        raise SaveError("save.damaged_header", path)
    return header


def game_of(games: Mapping[str, Game[Any]], header: Header, path: Path) -> Game[Any]:
    """The game of a header, with the user's own files that it holds and no others. Raises SaveError."""
    if header.game not in games:
        raise SaveError("save.no_game", path, game=header.game, choices=", ".join(sorted(games)))
    game = games[header.game]
    try:
        return game if header.own == game.own else game.with_own(header.own)
    except BobError as error:
        raise SaveError("save.own", path, why=error) from error


def entry_lines(con: sqlite3.Connection, path: Path, previous: str, cipher: Cipher | None = None) -> list[CheckedText]:
    """The lines of all entries, each checked against the one before. Raises SaveError and sqlite3.Error."""
    expected = con.execute("PRAGMA user_version").fetchone()[0]
    lines: list[CheckedText] = []
    for number, text in con.execute("SELECT number, text FROM entries WHERE number >= 0 ORDER BY number"):
        line = checked(shown(cipher, text, number), "entry", len(lines)) if number == len(lines) else None
        if line is None or not follows(line, previous):
            raise SaveError("save.damaged_entry", path, number=len(lines))
        previous = line.sum
        lines.append(line)
    if len(lines) != expected:
        raise SaveError("save.damaged_count", path, expected=expected, found=len(lines))
    if not lines:
        raise SaveError("save.unfinished", path)
    return lines


def position_rows(con: sqlite3.Connection, path: Path, lines: Sequence[CheckedText], cipher: Cipher | None = None) -> dict[int, StoredRow]:
    """The rows of the kept positions, each checked against its entry. Raises SaveError and sqlite3.Error."""
    rows: dict[int, StoredRow] = {}
    for number, text in con.execute("SELECT number, text FROM positions ORDER BY number"):
        known = isinstance(number, int) and 0 <= number < len(lines)
        line = checked(shown(cipher, text, number), "position", number) if known else None
        row = row_of(line, lines[number].sum) if line is not None else None
        if row is None or not (row.get("whole") or number - 1 in rows):
            raise SaveError("save.damaged_position", path, number=number)
        rows[number] = row
    return rows


def row_of(line: CheckedText, entry: str) -> StoredRow | None:
    """The row of a position's line, or None when it does not belong to the entry of that checksum."""
    row = json.loads(line.body) if follows(line, entry) else None
    return row if isinstance(row, dict) else None


def match_of(
    game: Game[Any], header: Header, lines: Sequence[CheckedText], rows: Mapping[int, StoredRow], path: Path, program: str
) -> Match[Any]:
    """The match of these lines, at their last position. Raises SaveError that names the first entry that does not follow."""
    raws = [json.loads(line.body) for line in lines]
    former = len(raws) if header.rules and not goes_by(header.rules, game) else 0
    for number, raw in enumerate(raws):
        if isinstance(raw, dict) and is_new_rules(raw.get("order")):
            former = number if goes_by(raw["order"].get("rules") or {}, game) else len(raws)
    entries: list[Entry] = []
    history = PositionHistory(rows)
    try:
        for raw in raws:
            entries.append(entry_from_json(raw, game, former=len(entries) < former))
        match = Match.opened(game, header, entries, history)
    except NotFollowing as error:
        raise _differs(error.number, error.why, path, program) from error
    except Exception as error:
        if len(entries) < len(raws):
            raise _differs(len(entries), error, path, program) from error
        raise SaveError("save.bad_position", path, number=history.last, why=_reason(error)) from error
    if rows and match.since == 0:
        _set_up_again(match, path, program)
    if rows:
        _look_over(match, path)
    return match


def _set_up_again(match: Match[Any], path: Path, program: str) -> None:
    """Raise SaveError when the header and the setup's own dice do not give the setup: the rest depends on them."""
    first = match.entries[0]
    try:
        dice = ScriptedDice(faces_of(first))
        position, events = match.set_up(dice)
        page = match.history.page(0)
        if dice.left or encode(events) != encode(first.events) or page not in (None, match.game.dump(position)):
            raise BobError("game.record_differs", number=0)
    except Exception as error:  # whatever a forged header makes a game stumble over
        raise _differs(0, error, path, program) from error


def _differs(number: int, error: Exception, path: Path, program: str) -> SaveError:
    return SaveError("save.differs", path, number=number, here=__version__, version=program, why=_reason(error))


def _look_over(match: Match[Any], path: Path) -> None:
    """Raise SaveError when the position cannot be played and looked at: it was kept, not played up to."""
    game, position = match.game, match.position
    try:
        game.invariants(position)
        game.outcome(position)
        for seat in (*game.seats(position), REFEREE):
            game.view(position, seat)
            game.choices(position, seat)
    except Exception as error:  # whatever a forged position makes a game stumble over
        raise SaveError("save.bad_position", path, number=match.history.last, why=_reason(error)) from error


def _reason(error: Exception) -> Any:
    return error if isinstance(error, BobError) else repr(error)[:160]
