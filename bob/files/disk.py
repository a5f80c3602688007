"""Files that one program writes at a time: SQLite opened for safety, one writer, and the errors of SQLite and the system in words."""

from __future__ import annotations

import errno
import getpass
import os
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from bob.core.atomic_files import sync_folder
from bob.core.errors import BobError

PAGE = 65536
SYNCHRONOUS = "FULL"
"""SQLite's wait for the disk at a commit. A program that need not outlive a power cut may set it to OFF."""
_PATIENCE = 10.0
"""Seconds to wait for a watcher that is reading."""


class SaveError(BobError):
    """A file of a game that cannot be used so: the file, the fault, the remedy. The operation has not happened."""

    def __init__(self, key: str, file: object, **values: Any) -> None:
        super().__init__(key, file=str(file), **values)

    def describe(self, words: Any) -> str:
        text: str = words(self.key, **{k: v.describe(words) if isinstance(v, BobError) else v for k, v in self.values.items()})
        return text


# ---- errors of SQLite and of the system

FAULTS = {
    sqlite3.SQLITE_FULL: "save.full",
    sqlite3.SQLITE_READONLY: "save.read_only",
    sqlite3.SQLITE_PERM: "save.read_only",
    sqlite3.SQLITE_BUSY: "save.busy",
    sqlite3.SQLITE_LOCKED: "save.busy",
    sqlite3.SQLITE_NOTADB: "save.foreign",
}
BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""The errors of reading a broken file: SQLite's message may quote bytes that are no text."""
DISK = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_NOMEM)


@contextmanager
def save_errors(path: Path) -> Iterator[None]:
    """Convert errors of SQLite and of the system to SaveError."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        if code is None and isinstance(error, sqlite3.ProgrammingError):
            raise SaveError("save.closed", path) from error
        if code in (sqlite3.SQLITE_READONLY_ROLLBACK, sqlite3.SQLITE_READONLY_RECOVERY):
            raise SaveError("save.interrupted", path) from error
        if code is not None and code & 0xFF in DISK:
            raise SaveError("save.disk", path, why=error.sqlite_errorname) from error
        raise SaveError(FAULTS.get((code or 0) & 0xFF, "save.damaged_file"), path) from error
    except UnicodeDecodeError as error:
        raise SaveError("save.damaged_file", path) from error
    except FileExistsError as error:
        raise SaveError("save.exists", path) from error
    except (FileNotFoundError, NotADirectoryError) as error:
        raise SaveError("save.no_folder", path) from error
    except PermissionError as error:
        raise SaveError("save.read_only", path) from error
    except OSError as error:
        key = {errno.EROFS: "save.read_only", errno.ENOSPC: "save.full", errno.EDQUOT: "save.full"}.get(error.errno or 0)
        raise SaveError(key or "save.disk", path, **({} if key else {"why": error.strerror})) from error


# ---- one writer at a time

if sys.platform == "win32":
    import msvcrt

    def _try_lock(file: int) -> None:
        os.lseek(file, 1 << 30, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

    def _unlock(file: int) -> None:
        os.lseek(file, 1 << 30, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_UNLCK, 1)
else:
    import fcntl

    def _try_lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _unlock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_UN)


def _myself() -> str:
    try:
        name = getpass.getuser()
    except (KeyError, OSError, ImportError):
        name = "?"
    return f"{name}@{socket.gethostname()}, process {os.getpid()}"


class Lock:
    """Keeps a game for one writer, by a file beside it that the system lets go of when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._path = Path(f"{path}.lock")
        while True:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o644)
            try:
                _try_lock(self._file)
                if self._is_there():
                    os.truncate(self._file, 0)
                    os.write(self._file, _myself().encode())
                    return
            except (BlockingIOError, PermissionError) as error:
                who = os.read(self._file, 200).decode(errors="replace").strip()
                os.close(self._file)
                raise SaveError("save.in_use", path, who=who or BobError("save.somebody")) from error
            except BaseException:
                os.close(self._file)
                raise
            os.close(self._file)

    def _is_there(self) -> bool:
        """Return whether the file we locked is still the one of that name: its last holder may have removed it meanwhile."""
        with suppress(OSError):
            return os.path.samestat(self._path.stat(), os.fstat(self._file))
        return False

    def release(self) -> None:
        with suppress(OSError):
            self._path.unlink()
        with suppress(OSError):
            _unlock(self._file)
        os.close(self._file)


# ---- opening


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """SQLite on a file that is there, to read it (`ro`) or to write it (`rw`) safely. Raises sqlite3.Error."""
    uri = f"{path.as_uri()}?mode={mode}"
    con = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_PATIENCE, check_same_thread=False)
    try:
        con.text_factory = bytes
        con.execute("PRAGMA trusted_schema=OFF")
        con.execute("PRAGMA cell_size_check=ON")
        if mode == "rw":
            con.execute(f"PRAGMA page_size={PAGE}")
            con.execute("PRAGMA journal_mode=TRUNCATE")
            con.execute(f"PRAGMA synchronous={SYNCHRONOUS}")
            con.execute("PRAGMA fullfsync=ON")
            con.execute("PRAGMA secure_delete=ON")  # `recover` must not find the entries taken back
    except BaseException:
        con.close()
        raise
    return con


def existing(path: str | os.PathLike[str]) -> Path:
    """The whole name of a file that is there. Raises SaveError."""
    found = Path(path).resolve()
    with save_errors(found):
        if not found.is_file():
            raise SaveError("save.not_a_file" if found.exists() else "save.missing", path)
    if not os.access(found, os.R_OK):
        raise SaveError("save.unreadable", path)
    return found


@contextmanager
def fresh(path: str | os.PathLike[str]) -> Iterator[Path]:
    """A new, empty file of that name, which is removed again when the body fails. Raises SaveError."""
    made = Path(path).resolve()
    with save_errors(made):
        os.close(os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644))
    try:
        yield made
    except BaseException:
        for name in (made, Path(f"{made}-journal")):
            name.unlink(missing_ok=True)
        raise
    sync_folder(made.parent)


@contextmanager
def transaction(con: sqlite3.Connection) -> Iterator[None]:
    """All of the body is on the disk when it ends, or none of it."""
    con.execute("BEGIN IMMEDIATE")
    try:
        yield
        con.execute("COMMIT")
    except BaseException:
        if con.in_transaction:
            with suppress(sqlite3.Error):
                con.execute("ROLLBACK")
        raise
