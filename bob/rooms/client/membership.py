"""Rooms joined from this desk: the address of each, and the key to it. They are in a file that only its owner can read."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from bob.core.atomic_files import put_file
from bob.core.codec import CodecError, decode, encode, parsed
from bob.core.errors import BobError, UsageError
from bob.core.game import dumps

MOST = 12
_PORT = 1940


@dataclass(frozen=True, slots=True)
class Membership:
    """One member's place in a room."""

    url: str
    """The host, as `http://192.168.1.7:1940`."""
    room: str
    token: str
    member: str
    seat: str
    name: str
    game: str = ""
    scenario: str = ""
    over: bool = False
    file: str = ""
    """The file of the game, where this desk hosts it."""

    def is_same(self, other: Membership) -> bool:
        """Return whether this is the same member of the same room: a host may be found elsewhere another time."""
        return (self.room, self.member, self.token) == (other.room, other.member, other.token)

    @property
    def host(self) -> str:
        """The host as persons call it."""
        return urlsplit(self.url).netloc


@dataclass(frozen=True, slots=True)
class HostPlace:
    """The address of a room, and its code."""

    url: str
    code: str


def place_of(address: str, code: str) -> HostPlace:
    """Return the place in a pasted link, or in an address and a code. Raises UsageError for anything else."""
    text = address.strip()
    found = re.fullmatch(r"(?:(https?)://)?([^/\s]+)(?:/(?:join/)?([^/\s?#]*))?/?", text, re.IGNORECASE)
    if found is None:
        raise UsageError("desk_join.no_address")
    scheme, host, inside = (found[1] or "http").lower(), found[2], found[3] or ""
    try:
        split = urlsplit(f"{scheme}://{host}")
        known = split.port is not None or found[1] is not None
    except ValueError:
        raise UsageError("desk_join.no_address") from None
    if not split.hostname or split.username is not None:
        raise UsageError("desk_join.no_address")
    said = (code.strip() or inside).upper()
    if not said:
        raise UsageError("desk_join.no_code")
    return HostPlace(f"{scheme}://{host}" if known else f"{scheme}://{host}:{_PORT}", said)


class Memberships:
    """The rooms of a settings' folder, the latest first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "rooms.json"

    @property
    def all(self) -> list[Membership]:
        """The stored memberships; a file that cannot be parsed holds none."""
        try:
            found: list[Membership] = decode(list[Membership], parsed(self.path.read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, CodecError):
            return []
        return found[:MOST]

    @property
    def offered(self) -> list[Membership]:
        """Those to go on with: a game that this desk hosts is opened by its file, unless a host has that yet."""
        return [one for one in self.all if not one.file or Path(f"{one.file}.lock").exists()]

    def put(self, one: Membership) -> None:
        """Store a membership, before all others. Raises BobError."""
        self._write([one, *(other for other in self.all if not other.is_same(one))][:MOST])

    def forget(self, one: Membership) -> None:
        """Delete a membership. Raises BobError."""
        self._write([other for other in self.all if not other.is_same(one)])
        self._drafts(one).unlink(missing_ok=True)

    def _write(self, found: list[Membership]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        put_file(self.path, dumps(encode(found)), private=True)

    # ---- what a member keeps beside the game

    def _drafts(self, one: Membership) -> Path:
        return self.folder / f"room-{re.sub(r'[^A-Za-z0-9]', '_', f'{one.room}-{one.member}')}.json"

    def drafts(self, one: Membership) -> dict[str, Any]:
        """Return the member's private drafts: a plan in the making, standing orders."""
        try:
            found = parsed(self._drafts(one).read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, CodecError):
            return {}
        return found if isinstance(found, dict) else {}

    def keep_drafts(self, one: Membership, drafts: dict[str, Any]) -> None:
        """Store the drafts; ignore a disk error."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            put_file(self._drafts(one), dumps(drafts), private=True)
        except (OSError, BobError):
            return


def ended(one: Membership) -> Membership:
    """The same when its game is over."""
    return replace(one, over=True)
