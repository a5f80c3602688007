"""The file of one game: making it, opening it, keeping its entries."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

from bob import __version__
from bob.core.codec import CodecError, decode, encode
from bob.core.dice import Dice, SeededDice
from bob.core.game import Game
from bob.core.match import Match
from bob.core.position_history import StoredRow
from bob.core.record import Entry, Header
from bob.files.checksums import CHECKSUM_LINE, CheckedText, checked, with_checksum
from bob.files.cipher import Cipher, FileKey, cipher_of, hidden, lay_in, shown
from bob.files.disk import Lock, SaveError, connect, existing, fresh, save_errors, transaction
from bob.files.formats import FORMAT, convert, form_of, lay_out, meta_line
from bob.files.reading import entry_lines, game_of, header_of, match_of, position_rows

T = TypeVar("T")

ENDING = ".bob1940"


class Held(Protocol):
    """A lock that keeps a game for one writer."""

    def release(self) -> None: ...


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

    def __init__(
        self, path: Path, con: sqlite3.Connection, lock: Held | None, header: Header, program: str, cipher: Cipher | None = None
    ) -> None:
        self.path = path
        self.header = header
        self.program = program
        """The version of the program that began the game."""
        self.cipher = cipher
        """The key of a file that is locked by passphrases; none of a plain one."""
        self._con = con
        self._lock = lock
        self._count = 0
        self._sum = ""

    @property
    def read_only(self) -> bool:
        return self._lock is None

    # ---- making and opening

    @classmethod
    def create(cls, path: str | os.PathLike[str], header: Header, cipher: Cipher | None = None) -> Save:
        """A new file, for a match about to be set up. Raises SaveError, also when there is a file of that name."""
        return cls.written(path, header, __version__, cipher=cipher)

    @classmethod
    def of(
        cls, path: str | os.PathLike[str], match: Match[Any], drafts: Iterable[tuple[str, Any]] = (), cipher: Cipher | None = None
    ) -> Save:
        """A new file of a match under way, which keeps it from now on. Raises SaveError."""
        match.keep_history()
        rows = {entry.number: match.history.row(entry.number) for entry in match.entries}
        save = cls.written(path, match.header, __version__, [entry.as_json() for entry in match.entries], drafts, rows, cipher)
        match.keep = save
        return save

    @classmethod
    def written(
        cls,
        path: str | os.PathLike[str],
        header: Header,
        program: str,
        entries: Iterable[Any] = (),
        drafts: Iterable[tuple[str, Any]] = (),
        rows: Mapping[int, StoredRow | None] | None = None,
        cipher: Cipher | None = None,
    ) -> Save:
        """A new file with these entries, as the JSON values of their lines, drafts, and rows of positions. Raises SaveError."""
        with fresh(path) as made, save_errors(made):
            lock = Lock(made)
            con: sqlite3.Connection | None = None
            try:
                con = connect(made, "rw")
                save = cls(made, con, lock, header, program, cipher)
                text, save._sum = with_checksum("header", 0, encode(header))
                text = hidden(cipher, 0, text)
                meta = {"header": text, "program": hidden(cipher, 0, with_checksum("program", 0, program)[0])}
                with transaction(con):
                    lay_out(con)
                    if cipher is not None:
                        lay_in(con, cipher)
                    con.executemany("INSERT INTO meta VALUES (?, ?)", meta.items())
                    con.execute("INSERT INTO entries VALUES (-1, ?)", (text,))
                    for entry in entries:
                        save._insert(entry, (rows or {}).get(save._count))
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
        secrets: Mapping[str, str] | None = None,
        cipher: Cipher | None = None,
    ) -> tuple[Save, Match[Any]]:
        """A new file and its match, set up and kept; `secrets` of the seats make its dice fair, a `cipher` locks it. Raises SaveError,
        and what setup raises; then there is no file."""
        header = Header.of(game, scenario, seed, options, secrets)
        save = cls.create(path, header, cipher)
        try:
            return save, Match.begun(game, header, save, dice)
        except BaseException:
            save.close()
            save.path.unlink(missing_ok=True)
            raise

    @classmethod
    def open(
        cls,
        path: str | os.PathLike[str],
        games: Mapping[str, Game[Any]],
        *,
        verify: bool = True,
        read_only: bool = False,
        key: FileKey | None = None,
    ) -> tuple[Save, Match[Any]]:
        """Return a file and its match at its last position, ready to go on. Raises SaveError: Locked for a locked file without its `key`.

        The checksums are always checked; `verify` has SQLite check its pages too. With `read_only` the match can be examined while
        another process plays it; it takes no order. A game that was played by other rules than today's goes on by today's, and its log
        says so.
        """
        found = existing(path)
        with save_errors(found):
            lock = None if read_only else Lock(found)
            con: sqlite3.Connection | None = None
            try:
                con = connect(found, "ro" if read_only else "rw")
                form = form_of(con, found)
                if verify and con.execute("PRAGMA quick_check(1)").fetchone()[0] != b"ok":
                    raise SaveError("save.damaged_file", found)
                if form < FORMAT:
                    con = _in_memory(con) if read_only else con
                    convert(con, found, form)
                return cls.read(con, found, games, lock, key)
            except BaseException:
                if con is not None:
                    con.close()
                if lock is not None:
                    lock.release()
                raise

    @classmethod
    def read(
        cls, con: sqlite3.Connection, name: Path, games: Mapping[str, Game[Any]], lock: Held | None, key: FileKey | None = None
    ) -> tuple[Save, Match[Any]]:
        """Return the save and the match of a connection to a file of today's form, as `open` does; without a lock it takes no order.
        Raises SaveError and sqlite3.Error."""
        con.execute("BEGIN" if lock is None else "BEGIN IMMEDIATE")
        cipher = cipher_of(con, name, key)
        line = meta_line(con, "header", cipher)
        header = header_of(line, name)
        program = meta_line(con, "program", cipher)
        lines = entry_lines(con, name, line.sum if line else "", cipher)
        rows = position_rows(con, name, lines, cipher)
        if lock is not None:
            con.execute(f"PRAGMA user_version={len(lines)}")  # refused when the file may not be written
        con.execute("ROLLBACK")  # a player is not kept waiting meanwhile
        game = game_of(games, header, name)
        save = cls(name, con, lock, header, json.loads(program.body) if program else "?", cipher)
        save._count, save._sum = len(lines), lines[-1].sum
        match = match_of(game, header, lines, rows, name, save.program)
        match.keep = save
        if lock is not None:
            save._catch_up(match)
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

    def append(self, entry: Entry, row: StoredRow | None = None) -> None:
        """Store an entry and the row of its position: both are on the disk when this returns. Raises SaveError; then neither is."""
        self._writable()
        if entry.number != self._count:
            raise SaveError("save.step", self.path, number=entry.number, expected=self._count)
        before = self._count, self._sum
        try:
            with save_errors(self.path), transaction(self._con):
                self._in_step(entry.number)
                self._insert(entry.as_json(), row)
        except BaseException as error:
            written = self._sum
            self._count, self._sum = before
            if isinstance(error, UnicodeEncodeError):
                raise SaveError("save.text", self.path, number=entry.number) from error
            if not isinstance(error, Exception):
                self._unwrite(written)
            raise

    def replace(self, number: int, kept: Sequence[tuple[Entry, StoredRow | None]]) -> None:
        """Put these in the place of the entries from that number on, as durably. Raises SaveError; then all is as it was."""
        self._writable()
        if not 1 <= number < self._count:
            raise SaveError("save.step", self.path, number=number, expected=self._count)
        before = self._count, self._sum
        try:
            with save_errors(self.path), transaction(self._con):
                self._in_step(number)
                row = self._con.execute("SELECT text FROM entries WHERE number = ?", (number - 1,)).fetchone()
                line = checked(shown(self.cipher, row[0], number - 1) if row else None, "entry", number - 1)
                if line is None:
                    raise SaveError("save.damaged_entry", self.path, number=number - 1)
                self._delete(number)
                self._count, self._sum = number, line.sum
                for entry, position in kept:
                    self._insert(entry.as_json(), position)
        except BaseException:
            self._count, self._sum = before
            raise

    def _insert(self, entry: Any, row: StoredRow | None) -> None:
        text, self._sum = with_checksum("entry", self._count, entry, self._sum)
        self._con.execute("INSERT INTO entries VALUES (?, ?)", (self._count, hidden(self.cipher, self._count, text)))
        if row is not None:
            self._insert_row(self._count, row)
        self._count += 1
        self._con.execute(f"PRAGMA user_version={self._count}")

    def _insert_row(self, number: int, row: StoredRow) -> None:
        text = hidden(self.cipher, number, with_checksum("position", number, row, self._sum)[0])
        self._con.execute("INSERT INTO positions VALUES (?, ?)", (number, text))

    def _delete(self, number: int) -> None:
        """Take the entry of that number out, within a transaction."""
        for table in ("entries", "positions"):
            self._con.execute(f"DELETE FROM {table} WHERE number >= ?", (number,))
        self._con.execute(f"PRAGMA user_version={number}")

    def _in_step(self, number: int) -> None:
        """Raise SaveError when the file, within a transaction, does not end with the entry that we know as its last."""
        there: int = self._con.execute("PRAGMA user_version").fetchone()[0]
        if there < self._count:  # a Ctrl-C fell between the disk and an undo of ours
            raise SaveError("save.step", self.path, number=number, expected=there)
        if there > self._count or self._last_sum() != self._sum:
            raise SaveError("save.overtaken", self.path, number=number)

    def _last_sum(self) -> str:
        """The checksum of the last entry in the file, of the header when there is none; empty when it is not whole."""
        row = self._con.execute("SELECT number, text FROM entries ORDER BY number DESC LIMIT 1").fetchone()
        text = shown(self.cipher, row[1], max(0, row[0])) if row else None
        mark = CHECKSUM_LINE.match(text) if isinstance(text, bytes) else None
        return mark[5].decode() if mark else ""

    def _unwrite(self, written: str) -> None:
        """Remove an entry that was written when a Ctrl-C fell between the disk and us: it was never acknowledged."""
        with suppress(sqlite3.Error):
            if self._con.in_transaction:
                self._con.execute("ROLLBACK")
            with transaction(self._con):
                if self._last_sum() == written != self._sum:
                    self._delete(self._count)

    def _catch_up(self, match: Match[Any]) -> None:
        """Keep the last position of an older file that did not, and enter that other rules begin, if they do. Raises SaveError."""
        if match.history.last != self._count - 1:
            match.keep_history()
            row = match.history.row(self._count - 1)
            assert row is not None
            with transaction(self._con):
                self._in_step(self._count)
                self._insert_row(self._count - 1, row)
        if match.since == len(match.entries):
            match.begin_new_rules()

    def _writable(self) -> None:
        if self.read_only:
            with save_errors(self.path):
                self._con.total_changes  # noqa: B018 - raises when it is closed
            raise SaveError("save.watching", self.path)

    # ---- drafts

    def draft(self, key: str) -> Any:
        """The JSON value kept under that key, or None. Raises SaveError."""
        with save_errors(self.path):
            row = self._con.execute("SELECT value FROM drafts WHERE key = ?", (self._name(key),)).fetchone()
        if row is None:
            return None
        found = draft_in(checked(shown(self.cipher, row[0], 0), "draft"))
        if found is None or found[0] != key:
            raise SaveError("save.damaged_draft", self.path, name=key)
        return found[1]

    def draft_of_kind(self, key: str, kind: type[T]) -> T | None:
        """The value kept under that key, of that form, or None. Raises SaveError for another form too."""
        try:
            value = self.draft(key)
            return decode(kind, value) if value is not None else None
        except CodecError as error:
            raise SaveError("save.damaged_draft", self.path, name=key) from error

    def drafts(self) -> tuple[str, ...]:
        """The keys of all drafts, sorted; of a locked file those that are whole. Raises SaveError."""
        with save_errors(self.path):
            rows = self._con.execute("SELECT key, value FROM drafts ORDER BY key").fetchall()
        if self.cipher is None:
            return tuple([key.decode(errors="replace") for key, _ in rows])
        return tuple(sorted([found[0] for _, value in rows if (found := draft_in(checked(shown(self.cipher, value, 0), "draft")))]))

    def put_draft(self, key: str, value: Any) -> None:
        """Keep a JSON value under that key; None takes it away. Raises SaveError."""
        self._writable()
        with save_errors(self.path), transaction(self._con):
            self._put_draft(key, value)

    def _put_draft(self, key: str, value: Any) -> None:
        name = self._name(key)
        self._con.execute("DELETE FROM drafts WHERE key = ?", (name,))
        if value is not None:
            text = hidden(self.cipher, 0, with_checksum("draft", 0, {"key": key, "value": value})[0])
            self._con.execute("INSERT INTO drafts VALUES (?, ?)", (name, text))

    def _name(self, key: str) -> str:
        """The name in the file of the draft of that key."""
        return key if self.cipher is None else self.cipher.name(key)

    def copy_to(self, path: str | os.PathLike[str]) -> None:
        """Write a copy, drafts and all; this one stays open. Raises SaveError, also when there is a file of that name."""
        with fresh(path) as made, save_errors(made), closing(connect(made, "rw")) as con:
            self._con.backup(con)
            con.execute("PRAGMA journal_mode=DELETE")


def draft_in(line: CheckedText | None) -> tuple[str, Any] | None:
    """The key and the value of a draft's line, or None when it is none."""
    value = json.loads(line.body) if line is not None and line.kind == "draft" else None
    return (value["key"], value["value"]) if isinstance(value, dict) and value.keys() == {"key", "value"} else None
