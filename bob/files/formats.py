"""The forms of files by number, and the raw conversions from each to the next, which run before anything typed reads a file.

A new file is made in form 0 and walked up, so that every conversion runs each day. A conversion sees SQLite and JSON, never today's
classes: it must do the same for ever. One that changes sealed texts goes through `resealed`.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from bob.files.checksums import CheckedText, checked, with_checksum
from bob.files.cipher import Cipher, shown
from bob.files.disk import DISK, FAULTS, SaveError, transaction

FORMAT = 3
"""The version of the form of files."""

APPLICATION = int.from_bytes(b"B194", "big")

_FORM_0 = (
    f"PRAGMA application_id={APPLICATION}",
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE entries (number INTEGER PRIMARY KEY, text TEXT NOT NULL)",
)


def _from_0(con: sqlite3.Connection) -> None:
    """Files of form 0 had no drafts."""
    con.execute("CREATE TABLE drafts (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")


def _from_1(con: sqlite3.Connection) -> None:
    """Files of form 1 kept no positions."""
    con.execute("CREATE TABLE positions (number INTEGER PRIMARY KEY, text TEXT NOT NULL)")


def _from_2(con: sqlite3.Connection) -> None:
    """Files of form 2 could not be locked: a plain one is the same in form 3."""


CONVERSIONS: Mapping[int, Callable[[sqlite3.Connection], None]] = {0: _from_0, 1: _from_1, 2: _from_2}
"""The conversions from one form of file to the next."""


def lay_out(con: sqlite3.Connection) -> None:
    """Make an empty file, within a transaction, one of today's form. Raises sqlite3.Error."""
    for statement in _FORM_0:
        con.execute(statement)
    for form in range(FORMAT):
        CONVERSIONS[form](con)
    con.execute("INSERT INTO meta VALUES ('format', ?)", (with_checksum("format", 0, FORMAT)[0],))


def meta_line(con: sqlite3.Connection, kind: str, cipher: Cipher | None = None) -> CheckedText | None:
    """The line of the table `meta` of that kind, or None when it is not whole. Raises sqlite3.Error."""
    row = con.execute("SELECT value FROM meta WHERE key = ?", (kind,)).fetchone()
    return checked(shown(cipher, row[0], 0), kind) if row else None


def form_of(con: sqlite3.Connection, path: Path) -> int:
    """The form of a file. Raises SaveError when it is none that this program knows, and sqlite3.Error."""
    if con.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        empty = path.stat().st_size == 0
        raise SaveError("save.empty" if empty else "save.foreign", path)
    line = meta_line(con, "format")
    form = json.loads(line.body) if line else None
    if not isinstance(form, int):
        raise SaveError("save.damaged_header", path)
    if form > FORMAT:
        raise SaveError("save.newer", path, found=form, known=FORMAT)
    return form


def convert(con: sqlite3.Connection, path: Path, form: int) -> None:
    """Bring a file to the form of today, or leave it as it is. Raises SaveError."""
    try:
        with transaction(con):
            for number in range(form, FORMAT):
                CONVERSIONS[number](con)
            con.execute("UPDATE meta SET value = ? WHERE key = 'format'", (with_checksum("format", 0, FORMAT)[0],))
    except (sqlite3.Error, LookupError, TypeError, ValueError) as error:
        if getattr(error, "sqlite_errorcode", -1) & 0xFF in (*FAULTS, *DISK):
            raise
        raise SaveError("save.upgrade", path, found=form, why=error) from error


Raw = Callable[[Any], Any]
"""Makes of a JSON value of the form before that of the form after."""


def _as_it_is(value: Any) -> Any:
    return value


def resealed(con: sqlite3.Connection, header: Raw = _as_it_is, entry: Raw = _as_it_is, position: Raw = _as_it_is) -> None:
    """Convert the header, each entry and each kept position, and seal them again. Raises ValueError at the first that is not whole."""
    line = meta_line(con, "header")
    if line is None:
        raise ValueError("header")
    text, previous = with_checksum("header", 0, header(json.loads(line.body)))
    con.execute("UPDATE meta SET value = ? WHERE key = 'header'", (text,))
    con.execute("UPDATE entries SET text = ? WHERE number = -1", (text,))
    numbers = [number for (number,) in con.execute("SELECT number FROM entries WHERE number >= 0 ORDER BY number")]
    for number in numbers:
        text, previous = _sealed_again(con, "entries", "entry", number, entry, previous)
        if con.execute("SELECT 1 FROM positions WHERE number = ?", (number,)).fetchone():
            _sealed_again(con, "positions", "position", number, position, previous)


def _sealed_again(con: sqlite3.Connection, table: str, kind: str, number: int, change: Raw, previous: str) -> tuple[str, str]:
    row = con.execute(f"SELECT text FROM {table} WHERE number = ?", (number,)).fetchone()
    line = checked(row[0], kind, number)
    if line is None:
        raise ValueError(f"{kind} {number}")
    text, total = with_checksum(kind, number, change(json.loads(line.body)), previous)
    con.execute(f"UPDATE {table} SET text = ? WHERE number = ?", (text, number))
    return text, total
