"""The store of rooms that are asleep: a folder of saves."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol

from bob.core.codec import decode
from bob.core.errors import BobError, UsageError
from bob.driver import AskDice, Driver
from bob.driver.game_plan import GamePlan
from bob.files import ENDING, Save
from bob.files.checksums import checked
from bob.files.game_file import draft_in
from bob.games import game, games
from bob.rooms.book import BOOK, RoomBook
from bob.rooms.codes import fresh_room, is_name


class StoredElsewhere(BobError):
    """Another process has that room."""

    def __init__(self, room: str) -> None:
        super().__init__("room.elsewhere", room=room)


class RoomStore(Protocol):
    """Keeps rooms. One process at a time has a room."""

    named: list[str]
    """The rooms of the files that were named."""
    secret: str
    """The secret that authenticates the processes that share the store to each other."""

    def rooms(self) -> tuple[str, ...]:
        """The names of all rooms."""
        ...

    def has(self, room: str) -> bool:
        """Return whether there is a room of that name."""
        ...

    def create(self, new: GamePlan) -> str:
        """Make a game and a room for it; the room's name. Raises BobError."""
        ...

    def open(self, room: str, ask: AskDice) -> Driver:
        """The game of a room, which this process has from now on; its save is closed by the driver. Raises BobError: StoredElsewhere
        where another process has it."""
        ...

    def elsewhere(self, room: str) -> str | None:
        """The address of the process that has a room, where it is another one."""
        ...

    def text_at(self, address: str) -> None:
        """Make the address of this process known to the others."""
        ...

    def close(self) -> None:
        """Let go of all that is held."""
        ...


class FolderStore:
    """Saves in a folder, and files named one by one. A save without a room gets one when it is first hosted."""

    def __init__(self, folder: Path | None = None, files: tuple[Path, ...] = ()) -> None:
        """Register the saves. Raises SaveError for a named file that cannot be used."""
        self.folder = folder
        self._paths: dict[str, Path] = {}
        self.named: list[str] = []
        self.secret = ""
        for path in files:
            self.named.append(self._add(path))
        if folder is not None:
            for path in sorted(folder.glob(f"*{ENDING}")):
                if (name := _room_in(path)) is not None:
                    self._paths.setdefault(name, path)

    def _add(self, path: Path) -> str:
        """Take up a file, and give it a room where it has none. Raises SaveError."""
        save, _ = Save.open(path, games(), verify=False)
        try:
            book = save.draft_of_kind(BOOK, RoomBook)
            if book is None:
                book = RoomBook(fresh_room())
                save.put_draft(BOOK, {"room": book.room})
        finally:
            save.close()
        self._paths[book.room] = path
        return book.room

    def rooms(self) -> tuple[str, ...]:
        return tuple(sorted(self._paths))

    def has(self, room: str) -> bool:
        return room in self._paths

    def create(self, new: GamePlan) -> str:
        if self.folder is None:
            raise UsageError("room.no_folder")
        self.folder.mkdir(parents=True, exist_ok=True)
        room = fresh_room()
        path = self.folder / f"{new.scenario} {room}{ENDING}"
        made = Driver.new(game(new.game), new.scenario, new.seed, new.options, new.seats, path, ask=lambda throw: None, typed=new.typed)
        try:
            assert made.save is not None
            made.save.put_draft(BOOK, {"room": room})
        finally:
            made.close()
        self._paths[room] = path
        return room

    def open(self, room: str, ask: AskDice) -> Driver:
        if room not in self._paths:
            raise UsageError("room.none", room=room[:20])
        return Driver.open(self._paths[room], games(), ask=ask)

    def elsewhere(self, room: str) -> str | None:
        return None

    def text_at(self, address: str) -> None:
        pass

    def close(self) -> None:
        pass


def _room_in(path: Path) -> str | None:
    """The room that a save names; None where it names none or cannot be read. It may be in use, or have been cut off by a kill."""
    with suppress(BobError, sqlite3.Error, OSError):
        try:
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as con:
                con.text_factory = bytes
                row = con.execute("SELECT value FROM drafts WHERE key = ?", (BOOK,)).fetchone()
        except sqlite3.OperationalError:  # a transaction cut off by a kill must be rolled back first, which needs a writer
            with Save.open(path, games(), verify=False)[0] as save:
                book = save.draft_of_kind(BOOK, RoomBook)
                return book.room if book is not None else None
        found = draft_in(checked(row[0], "draft")) if row is not None else None
        if found is not None:
            name: RoomBook = decode(RoomBook, found[1])
            return name.room if is_name(name.room) else None
    return None
