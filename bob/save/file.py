"""The file of one game: making it, opening it, keeping its entries."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from bob import __version__
from bob import game as contract
from bob.codec import decode, encode
from bob.dice import Dice, SeededDice
from bob.errors import BobError
from bob.game import Entry, Game, Header, Match, entry_from_json
from bob.save.disk import DISK, FAULTS, Lock, SaveError, connect, existing, fresh, told_of, transaction
from bob.save.seals import Line, follows, seal, unseal

ENDING = ".bob1940"
FORMAT = 1
"""The version of the form of files."""

_APPLICATION = int.from_bytes(b"B194", "big")

_TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE entries (number INTEGER PRIMARY KEY, text TEXT NOT NULL)",
)
_DRAFTS = "CREATE TABLE drafts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"


def _from_0(con: sqlite3.Connection) -> None:
    """Files of form 0 had no drafts."""
    con.execute(_DRAFTS)


_UPGRADES: Mapping[int, Callable[[sqlite3.Connection], None]] = {0: _from_0}
"""What makes a file of one form a file of the next."""


def meta_line(con: sqlite3.Connection, kind: str) -> Line | None:
    """The line of the table `meta` of that kind, or None when it is not whole. Raises sqlite3.Error."""
    row = con.execute("SELECT value FROM meta WHERE key = ?", (kind,)).fetchone()
    return unseal(row[0], kind) if row else None


def _form(con: sqlite3.Connection, path: Path) -> int:
    """The form of a file. Raises SaveError when it is none that this program knows, and sqlite3.Error."""
    if con.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION:
        empty = path.stat().st_size == 0
        raise SaveError("save.empty" if empty else "save.foreign", path)
    line = meta_line(con, "format")
    form = json.loads(line.body) if line else None
    if not isinstance(form, int):
        raise SaveError("save.damaged_header", path)
    if form > FORMAT:
        raise SaveError("save.newer", path, found=form, known=FORMAT)
    return form


def _upgrade(con: sqlite3.Connection, path: Path, form: int) -> None:
    """Bring a file to the form of today, or leave it as it is. Raises SaveError."""
    try:
        with transaction(con):
            for version in range(form, FORMAT):
                _UPGRADES[version](con)
            con.execute("UPDATE meta SET value = ? WHERE key = 'format'", (seal("format", 0, FORMAT)[0],))
    except (sqlite3.Error, LookupError, TypeError, ValueError) as error:
        if getattr(error, "sqlite_errorcode", -1) & 0xFF in (*FAULTS, *DISK):
            raise
        raise SaveError("save.upgrade", path, found=form, why=error) from error


def header_of(line: Line | None, path: Path) -> Header:
    """The header of its line. Raises SaveError."""
    try:
        header: Header = decode(Header, json.loads(line.body) if line else None)
    except (BobError, ValueError) as error:
        raise SaveError("save.damaged_header", path) from error
    if header.format > contract.FORMAT:
        raise SaveError("save.newer", path, found=header.format, known=contract.FORMAT)
    return header


def _lines(con: sqlite3.Connection, path: Path, previous: str) -> list[Line]:
    """The lines of all entries, each checked against the one before. Raises SaveError and sqlite3.Error."""
    expected = con.execute("PRAGMA user_version").fetchone()[0]
    lines: list[Line] = []
    for number, text in con.execute("SELECT number, text FROM entries WHERE number >= 0 ORDER BY number"):
        line = unseal(text, "entry", len(lines)) if number == len(lines) else None
        if line is None or not follows(line, previous):
            raise SaveError("save.damaged_entry", path, number=len(lines))
        previous = line.sum
        lines.append(line)
    if len(lines) != expected:
        raise SaveError("save.damaged_count", path, expected=expected, found=len(lines))
    if not lines:
        raise SaveError("save.unfinished", path)
    return lines


def replay(game: Game[Any], header: Header, lines: Sequence[Line], path: Path, program: str) -> Match[Any]:
    """The match of these lines. Raises SaveError that names the first entry that does not follow."""
    number = 0

    def entries() -> Iterator[Entry]:
        nonlocal number
        for number, line in enumerate(lines):  # noqa: B007 - told in the error
            yield entry_from_json(json.loads(line.body), game)

    try:
        return Match.replayed(game, header, entries())
    except Exception as error:  # whatever a game of another version stumbles over
        raise SaveError("save.differs", path, number=number, here=__version__, version=program, why=_why(error)) from error


def _why(error: Exception) -> Any:
    return error if isinstance(error, BobError) else repr(error)[:160]


def _in_memory(con: sqlite3.Connection) -> sqlite3.Connection:
    """A copy that may be written, of a file that may not; the file is closed."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        memory.text_factory = bytes
        con.backup(memory)
    except BaseException:
        memory.close()
        raise
    con.close()
    return memory


class Save:
    """The file of one game, open. It is a `Keeper`, and a context manager that closes it."""

    def __init__(self, path: Path, con: sqlite3.Connection, lock: Lock | None, header: Header, program: str) -> None:
        self.path = path
        self.header = header
        self.program = program
        """The version of the program that began the game."""
        self._con = con
        self._lock = lock
        self._count = 0
        self._sum = ""

    @property
    def read_only(self) -> bool:
        return self._lock is None

    # ---- making and opening

    @classmethod
    def create(cls, path: str | os.PathLike[str], header: Header) -> Save:
        """A new file, for a match about to be set up. Raises SaveError, also when there is a file of that name."""
        return cls.written(path, header, __version__, (), ())

    @classmethod
    def written(
        cls, path: str | os.PathLike[str], header: Header, program: str, bodies: Iterable[str], drafts: Iterable[tuple[str, Any]]
    ) -> Save:
        """A new file with these entries, as the JSON of their lines, and drafts. Raises SaveError."""
        with fresh(path) as made, told_of(made):
            lock = Lock(made)
            con: sqlite3.Connection | None = None
            try:
                con = connect(made, "rw")
                save = cls(made, con, lock, header, program)
                text, save._sum = seal("header", 0, encode(header))
                meta = {"format": seal("format", 0, FORMAT)[0], "header": text, "program": seal("program", 0, program)[0]}
                with transaction(con):
                    con.execute(f"PRAGMA application_id={_APPLICATION}")
                    for table in (*_TABLES, _DRAFTS):
                        con.execute(table)
                    con.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
                    con.execute("INSERT INTO entries VALUES (-1, ?)", (text,))
                    for body in bodies:
                        save._insert(json.loads(body))
                    for key, value in drafts:
                        save._put_draft(key, value)
            except BaseException:
                if con is not None:
                    con.close()
                lock.release()
                raise
            return save

    @classmethod
    def begin(
        cls,
        path: str | os.PathLike[str],
        game: Game[Any],
        scenario: str,
        seed: int | str,
        options: Mapping[str, Any] | None = None,
        dice: Callable[[SeededDice], Dice] | None = None,
    ) -> tuple[Save, Match[Any]]:
        """A new file and its match, set up and kept. Raises SaveError, and what the setup raises; then there is no file."""
        save = cls.create(path, Header(game.name, scenario, str(seed), dict(options or {})))
        try:
            return save, Match.new(game, scenario, seed, options, keep=save, dice=dice)
        except BaseException:
            save.close()
            save.path.unlink(missing_ok=True)
            raise

    @classmethod
    def open(
        cls, path: str | os.PathLike[str], games: Mapping[str, Game[Any]], *, verify: bool = True, read_only: bool = False
    ) -> tuple[Save, Match[Any]]:
        """A file and its match, replayed, ready to go on. Raises SaveError.

        The checksums are always checked; `verify` has SQLite check its pages too. With `read_only` the match can be looked at while
        somebody plays; it takes no order.
        """
        found = existing(path)
        with told_of(found):
            lock = None if read_only else Lock(found)
            con: sqlite3.Connection | None = None
            try:
                con = connect(found, "ro" if read_only else "rw")
                form = _form(con, found)
                if verify and con.execute("PRAGMA quick_check(1)").fetchone()[0] != b"ok":
                    raise SaveError("save.damaged_file", found)
                if form < FORMAT:
                    con = _in_memory(con) if read_only else con
                    _upgrade(con, found, form)
                con.execute("BEGIN" if read_only else "BEGIN IMMEDIATE")
                line = meta_line(con, "header")
                header = header_of(line, found)
                program = meta_line(con, "program")
                lines = _lines(con, found, line.sum if line else "")
                if not read_only:
                    con.execute(f"PRAGMA user_version={len(lines)}")  # refused when the file may not be written
                con.execute("ROLLBACK")  # a player is not kept waiting while we replay
                if header.game not in games:
                    raise SaveError("save.no_game", found, game=header.game, choices=", ".join(sorted(games)))
                save = cls(found, con, lock, header, json.loads(program.body) if program else "?")
                save._count, save._sum = len(lines), lines[-1].sum
                match = replay(games[header.game], header, lines, found, save.program)
                match.keep = save
            except BaseException:
                if con is not None:
                    con.close()
                if lock is not None:
                    lock.release()
                raise
        return save, match

    def close(self) -> None:
        """Close the file. Closing twice does nothing."""
        with suppress(sqlite3.Error):
            if not self.read_only:
                self._con.execute("PRAGMA journal_mode=DELETE")  # takes the empty journal away
        self._con.close()
        if self._lock is not None:
            self._lock.release()
        self._lock = None

    def __enter__(self) -> Save:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- the keeper

    def append(self, entry: Entry) -> None:
        """Store an entry: it is on the disk when this returns. Raises SaveError; then it is not in the file."""
        self._writable()
        if entry.number != self._count:
            raise SaveError("save.step", self.path, number=entry.number, expected=self._count)
        before = self._count, self._sum
        try:
            with told_of(self.path), transaction(self._con):
                self._in_step(entry.number)
                self._insert(entry.as_json())
        except BaseException as error:
            self._count, self._sum = before
            if isinstance(error, UnicodeEncodeError):
                raise SaveError("save.text", self.path, number=entry.number) from error
            raise

    def drop(self, number: int) -> None:
        """Take the last entry out again, as durably. Raises SaveError; then it is still there."""
        self._writable()
        if number != self._count - 1 or number < 1:
            raise SaveError("save.step", self.path, number=number, expected=self._count)
        with told_of(self.path), transaction(self._con):
            self._in_step(number)
            row = self._con.execute("SELECT text FROM entries WHERE number = ?", (number - 1,)).fetchone()
            line = unseal(row[0] if row else None, "entry", number - 1)
            if line is None:
                raise SaveError("save.damaged_entry", self.path, number=number - 1)
            self._con.execute("DELETE FROM entries WHERE number >= ?", (number,))
            self._con.execute(f"PRAGMA user_version={number}")
        self._count, self._sum = number, line.sum

    def _insert(self, entry: Any) -> None:
        # A row of this number can only be one whose writing was interrupted before it was acknowledged: it never happened.
        text, self._sum = seal("entry", self._count, entry, self._sum)
        self._con.execute("INSERT OR REPLACE INTO entries VALUES (?, ?)", (self._count, text))
        self._count += 1
        self._con.execute(f"PRAGMA user_version={self._count}")

    def _in_step(self, number: int) -> None:
        """Raise SaveError when entries we know of are gone from the file: a Ctrl-C fell between the disk and us."""
        there: int = self._con.execute("PRAGMA user_version").fetchone()[0]
        if there < self._count:
            raise SaveError("save.step", self.path, number=number, expected=there)

    def _writable(self) -> None:
        if self.read_only:
            with told_of(self.path):
                self._con.total_changes  # noqa: B018 - raises when it is closed
            raise SaveError("save.watching", self.path)

    # ---- drafts

    def draft(self, key: str) -> Any:
        """The JSON value kept under that key, or None. Raises SaveError."""
        with told_of(self.path):
            row = self._con.execute("SELECT value FROM drafts WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        found = draft_of(row[0])
        if found is None or found[0] != key:
            raise SaveError("save.damaged_draft", self.path, name=key)
        return found[1]

    def drafts(self) -> tuple[str, ...]:
        """The keys of all drafts, sorted. Raises SaveError."""
        with told_of(self.path):
            return tuple([row[0].decode(errors="replace") for row in self._con.execute("SELECT key FROM drafts ORDER BY key")])

    def put_draft(self, key: str, value: Any) -> None:
        """Keep a JSON value under that key; None takes it away. Raises SaveError."""
        self._writable()
        with told_of(self.path), transaction(self._con):
            self._put_draft(key, value)

    def _put_draft(self, key: str, value: Any) -> None:
        self._con.execute("DELETE FROM drafts WHERE key = ?", (key,))
        if value is not None:
            self._con.execute("INSERT INTO drafts VALUES (?, ?)", (key, seal("draft", 0, {"key": key, "value": value})[0]))

    def copy_to(self, path: str | os.PathLike[str]) -> None:
        """Write a copy, drafts and all; this one stays open. Raises SaveError, also when there is a file of that name."""
        with fresh(path) as made, told_of(made), closing(connect(made, "rw")) as con:
            self._con.backup(con)
            con.execute("PRAGMA journal_mode=DELETE")


def draft_of(raw: Any) -> tuple[str, Any] | None:
    """The key and the value of a sealed draft, or None when it is not whole."""
    line = unseal(raw, "draft")
    if line is None:
        return None
    value = json.loads(line.body)
    return value["key"], value["value"]
