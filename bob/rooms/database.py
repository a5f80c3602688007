"""Rooms in a PostgreSQL database, for a host larger than one machine. Any number of processes share it.

The database holds the sealed lines of a save. A process holds a room by a lease: as long as its heart beats, and with a number (`epoch`)
that every change has to name. A process that is dead, or was delayed for too long, has lost its rooms; the database refuses its late
writes, so that no game is ever played twice.
"""

from __future__ import annotations

import re
import sqlite3
import tempfile
import threading
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import psycopg
from psycopg_pool import ConnectionPool

from bob.core.errors import BobError, UsageError
from bob.core.seeds import fresh_seed
from bob.driver import AskDice, Driver
from bob.driver.game_plan import GamePlan
from bob.files import Save, SaveError
from bob.files.formats import FORMAT, convert, form_of, lay_out
from bob.games import games
from bob.rooms.store import FolderStore, StoredElsewhere

BEAT = 1.5
"""Seconds between two beats of a process's heart."""
PATIENCE = 6
"""Seconds without a beat after which a process counts as dead."""
_TABLES = ("meta", "entries", "positions", "drafts")

_LAYOUT = """
CREATE TABLE IF NOT EXISTS bob_processes (id text PRIMARY KEY, address text NOT NULL, seen timestamptz NOT NULL);
CREATE TABLE IF NOT EXISTS bob_rooms (room text PRIMARY KEY, name text NOT NULL, count integer NOT NULL, holder text,
    epoch bigint NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS bob_meta (room text NOT NULL REFERENCES bob_rooms ON DELETE CASCADE, key text, value bytea,
    PRIMARY KEY (room, key));
CREATE TABLE IF NOT EXISTS bob_drafts (room text NOT NULL REFERENCES bob_rooms ON DELETE CASCADE, key text, value bytea,
    PRIMARY KEY (room, key));
CREATE TABLE IF NOT EXISTS bob_entries (room text NOT NULL REFERENCES bob_rooms ON DELETE CASCADE, number integer, text bytea,
    PRIMARY KEY (room, number));
CREATE TABLE IF NOT EXISTS bob_positions (room text NOT NULL REFERENCES bob_rooms ON DELETE CASCADE, number integer, text bytea,
    PRIMARY KEY (room, number));
CREATE TABLE IF NOT EXISTS bob_secret (one boolean PRIMARY KEY DEFAULT true CHECK (one), secret text NOT NULL);
"""

_WRITES = re.compile(r"(?P<verb>INSERT INTO|DELETE FROM) (?P<table>meta|entries|positions|drafts)\b(?P<rest>.*)", re.S)
_COUNT = re.compile(r"PRAGMA user_version=(\d+)")


class Mirror:
    """A save in memory whose every transaction is in the database before it is done here: to a `Save` it is its file.

    It replaces a connection of SQLite, and passes on to that all that it does not define itself.
    """

    def __init__(self, con: sqlite3.Connection, pool: ConnectionPool, room: str, holder: str, epoch: int) -> None:
        self._con = con
        self._pool = pool
        self._key = room, holder, epoch
        self._written: list[tuple[str, tuple[Any, ...]]] = []
        self._count: int | None = None

    def execute(self, sql: str, values: Any = ()) -> sqlite3.Cursor:
        """Execute a statement. Raises sqlite3.Error, also for a write that the database refuses."""
        if sql == "COMMIT":
            self._send()
        found = self._con.execute(sql, values)
        if sql in ("COMMIT", "ROLLBACK"):
            self._written.clear()
            self._count = None
        elif (write := _WRITES.fullmatch(sql)) is not None:
            self._written.append((_translated(write), (self._key[0], *_plain_values(values))))
        elif (count := _COUNT.fullmatch(sql)) is not None and self._con.in_transaction:
            self._count = int(count[1])
        return found

    def executemany(self, sql: str, many: Any) -> None:
        for values in many:
            self.execute(sql, values)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._con, name)

    def _send(self) -> None:
        """Write the new lines, if the room is still ours. Raises sqlite3.OperationalError; then nothing is written."""
        if not self._written:
            return
        try:
            with self._pool.connection() as connection, connection.transaction():
                ours = connection.execute(
                    "SELECT count FROM bob_rooms WHERE room = %s AND holder = %s AND epoch = %s FOR UPDATE", self._key
                ).fetchone()
                if ours is None:
                    raise _overtaken()
                for sql, values in self._written:
                    connection.execute(sql.encode(), values)
                if self._count is not None:
                    connection.execute("UPDATE bob_rooms SET count = %s WHERE room = %s", (self._count, self._key[0]))
        except psycopg.Error as error:
            failed = sqlite3.OperationalError(str(error))
            failed.sqlite_errorcode, failed.sqlite_errorname = sqlite3.SQLITE_IOERR, type(error).__name__
            raise failed from error


def _overtaken() -> sqlite3.OperationalError:
    """Return the error that a file raises when another program has written it."""
    error = sqlite3.OperationalError("overtaken")
    error.sqlite_errorcode, error.sqlite_errorname = sqlite3.SQLITE_BUSY, "SQLITE_BUSY"
    return error


def _translated(write: re.Match[str]) -> str:
    """A statement of a save as the database takes it, with the room as its first value."""
    rest = write["rest"].replace("?", "%s")
    if write["verb"] == "INSERT INTO":
        key = "key, value" if write["table"] in ("meta", "drafts") else "number, text"
        values = rest.partition("VALUES (")[2]
        return f"INSERT INTO bob_{write['table']} (room, {key}) VALUES (%s, {values}"
    return f"DELETE FROM bob_{write['table']} WHERE room = %s AND{rest.partition('WHERE')[2]}"


def _plain_values(values: Any) -> tuple[Any, ...]:
    """Values for the database: the sealed lines as bytes."""
    return tuple(values[:1]) + tuple(v.encode() if isinstance(v, str) else v for v in values[1:])


class Lease:
    """Keeps a room for one process until it lets go."""

    def __init__(self, pool: ConnectionPool, room: str, holder: str, epoch: int) -> None:
        self._pool = pool
        self._key = room, holder, epoch

    def release(self) -> None:
        with suppress(psycopg.Error), self._pool.connection() as connection:
            connection.execute("UPDATE bob_rooms SET holder = NULL WHERE room = %s AND holder = %s AND epoch = %s", self._key)


class DatabaseStore:
    """Rooms in a database that several processes share; each makes its `address` known to the others."""

    def __init__(self, url: str, address: str = "") -> None:
        """Connect to the database. Raises BobError when it is out of reach."""
        self.process = fresh_seed(8)
        self.address = address
        self.named: list[str] = []
        self._dead = threading.Event()
        self._pool: ConnectionPool = ConnectionPool(url, min_size=1, max_size=8, open=False, timeout=PATIENCE, kwargs={"autocommit": True})
        try:
            psycopg.connect(url, connect_timeout=PATIENCE).close()  # fails at once, and quietly, for a bad address
            self._pool.open(wait=True, timeout=PATIENCE)
            with self._pool.connection() as connection, connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(19400918)")
                connection.execute(_LAYOUT)
                connection.execute("INSERT INTO bob_secret (secret) VALUES (%s) ON CONFLICT DO NOTHING", (fresh_seed(24),))
                row = connection.execute("SELECT secret FROM bob_secret").fetchone()
            self.secret: str = row[0] if row is not None else ""
            self._beat()
        except psycopg.Error as error:
            self._pool.close()
            raise BobError("room.no_database", why=str(error).splitlines()[0] if str(error) else type(error).__name__) from error
        self._heart = threading.Thread(target=self._beats, name="heart", daemon=True)
        self._heart.start()

    def text_at(self, address: str) -> None:
        """Make the address of this process known to the others. Raises psycopg.Error."""
        self.address = address
        self._beat()

    def _beat(self) -> None:
        with self._pool.connection() as connection:
            connection.execute(
                "INSERT INTO bob_processes VALUES (%s, %s, now()) ON CONFLICT (id) DO UPDATE SET address = EXCLUDED.address, seen = now()",
                (self.process, self.address),
            )

    def _beats(self) -> None:
        while not self._dead.wait(BEAT):
            with suppress(psycopg.Error):  # one that fails for long is dead to the others, and its writes are refused
                self._beat()

    def rooms(self) -> tuple[str, ...]:
        with self._pool.connection() as connection:
            return tuple(row[0] for row in connection.execute("SELECT room FROM bob_rooms ORDER BY room"))

    def has(self, room: str) -> bool:
        with self._pool.connection() as connection:
            return connection.execute("SELECT 1 FROM bob_rooms WHERE room = %s", (room,)).fetchone() is not None

    def create(self, new: GamePlan) -> str:
        with tempfile.TemporaryDirectory(prefix="bob-room-") as folder:
            store = FolderStore(Path(folder))
            room = store.create(new)
            self.bring(next(Path(folder).iterdir()))
        return room

    def bring(self, path: Path) -> str:
        """Bring a save into the database; its room. Raises BobError."""
        room = FolderStore(files=(path,)).named[0]
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as con:
            con.text_factory = bytes
            if (form := form_of(con, path)) < FORMAT:
                memory = sqlite3.connect(":memory:", isolation_level=None)
                memory.text_factory = bytes
                con.backup(memory)
                convert(memory, path, form)
                con = memory
            count = con.execute("PRAGMA user_version").fetchone()[0]
            rows = {table: con.execute(f"SELECT * FROM {table}").fetchall() for table in _TABLES}
        try:
            with self._pool.connection() as connection, connection.transaction():
                connection.execute("INSERT INTO bob_rooms (room, name, count) VALUES (%s, %s, %s)", (room, path.stem, count))
                for table, found in rows.items():
                    with connection.cursor() as cursor:
                        cursor.executemany(
                            f"INSERT INTO bob_{table} VALUES (%s, %s, %s)".encode(),
                            [(room, key.decode() if isinstance(key, bytes) else key, value) for key, value in found],
                        )
        except psycopg.errors.UniqueViolation as error:
            raise UsageError("room.there_already", room=room) from error
        return room

    def open(self, room: str, ask: AskDice) -> Driver:
        """Return the game of a room. Raises StoredElsewhere when another process has the room, SaveError, UsageError."""
        epoch, count, rows = self._leased(room)
        lease = Lease(self._pool, room, self.process, epoch)
        memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        try:
            memory.text_factory = bytes
            _laid(memory, rows, count)
            mirror = Mirror(memory, self._pool, room, self.process, epoch)
            save, match = Save.read(mirror, Path(room), games(), lease)  # type: ignore[arg-type]
            return Driver.of_save(save, match, ask=ask)
        except sqlite3.Error as error:
            memory.close()
            lease.release()
            raise SaveError("save.damaged_file", room) from error
        except BaseException:
            memory.close()
            lease.release()
            raise

    def _leased(self, room: str) -> tuple[int, int, Mapping[str, list[tuple[Any, Any]]]]:
        """Take a room for this process; its epoch, its count and all that it holds. Raises StoredElsewhere, UsageError."""
        with self._pool.connection() as connection, connection.transaction():
            taken = connection.execute(
                """UPDATE bob_rooms SET holder = %(me)s, epoch = epoch + 1 WHERE room = %(room)s AND (holder IS NULL OR holder = %(me)s
                   OR holder NOT IN (SELECT id FROM bob_processes WHERE seen > now() - make_interval(secs => %(secs)s)))
                   RETURNING epoch, count""",
                {"me": self.process, "room": room, "secs": PATIENCE},
            ).fetchone()
            if taken is None:
                if not self.has(room):
                    raise UsageError("room.none", room=room[:20])
                raise StoredElsewhere(room)
            rows = {
                table: connection.execute(f"SELECT {key}, {value} FROM bob_{table} WHERE room = %s".encode(), (room,)).fetchall()
                for table, key, value in (("meta", "key", "value"), ("drafts", "key", "value"), *_NUMBERED)
            }
        return taken[0], taken[1], rows

    def elsewhere(self, room: str) -> str | None:
        with self._pool.connection() as connection:
            row = connection.execute(
                """SELECT p.address FROM bob_rooms r JOIN bob_processes p ON p.id = r.holder
                   WHERE r.room = %s AND r.holder <> %s AND p.seen > now() - make_interval(secs => %s)""",
                (room, self.process, PATIENCE),
            ).fetchone()
        return row[0] if row is not None and row[0] else None

    def close(self) -> None:
        self._dead.set()
        self._heart.join()
        with suppress(psycopg.Error), self._pool.connection() as connection:
            connection.execute("DELETE FROM bob_processes WHERE id = %s", (self.process,))
        self._pool.close()


_NUMBERED = (("entries", "number", "text"), ("positions", "number", "text"))


def _laid(memory: sqlite3.Connection, rows: Mapping[str, list[tuple[Any, Any]]], count: int) -> None:
    """Copy the rows of the database into a save in memory. Raises sqlite3.Error."""
    lay_out(memory)
    memory.execute("DELETE FROM meta")
    for table, found in rows.items():
        memory.executemany(f"INSERT INTO {table} VALUES (?, ?)", [(key, value.decode()) for key, value in found])
    memory.execute(f"PRAGMA user_version={count}")
