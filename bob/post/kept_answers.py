"""Data of games by post on this machine: the invitations of one's seats, and the orders of answers that are not written yet. The files
are in a folder of the settings, readable by their owner only."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bob.core.atomic_files import put_file
from bob.core.codec import CodecError, decode, encode, parsed
from bob.core.errors import BobError
from bob.core.game import dumps
from bob.post import Invitation, PostError, TurnFile, read_invitation, write_invitation


@dataclass(slots=True)
class StoredAnswer:
    """The answer to the newest sheet opened: its number and digest, the orders so far, and the seat's drafts."""

    sheet: int = 0
    digest: str = ""
    orders: list[Any] = field(default_factory=list)
    written: list[Any] = field(default_factory=list)
    """The orders as they were written last."""
    drafts: dict[str, Any] = field(default_factory=dict)


class StoredPost:
    """The folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "post"

    def _path(self, post: str, seat: str, what: str) -> Path:
        return self.folder / f"{re.sub(r'[^A-Za-z0-9]', '_', f'{post[:64]}-{seat[:40]}')}.{what}.json"

    # ---- invitations

    def invitation(self, post: str, seat: str) -> Invitation | None:
        """Return the stored invitation of a seat."""
        try:
            found = read_invitation(self._path(post, seat, "invitation"))
        except PostError:
            return None
        return found if (found.post, found.seat) == (post, seat) else None

    def keep_invitation(self, one: Invitation) -> None:
        """Store an invitation; a new one to a seat replaces the last. Raises PostError for one of another office than the game's office
        known here, BobError when it cannot be stored."""
        known = self.invitation(one.post, one.seat)
        if known is not None and known.office != one.office:
            raise PostError("post.desk.other_office")
        self.folder.mkdir(parents=True, exist_ok=True)
        write_invitation(one, self._path(one.post, one.seat, "invitation"))

    def beside(self, path: Path, post: str, seat: str) -> Invitation | None:
        """Return the invitation of a seat in the folder of its sheet, where the office puts it."""
        for found in sorted(path.parent.glob("*invitation*.json"))[:20]:
            try:
                one = read_invitation(found)
            except PostError:
                continue
            if (one.post, one.seat) == (post, seat):
                return one
        return None

    # ---- answers

    def answer(self, post: str, seat: str) -> StoredAnswer:
        """Return the stored answer that a seat is working on."""
        try:
            found: StoredAnswer = decode(StoredAnswer, parsed(self._path(post, seat, "answer").read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError, CodecError):
            return StoredAnswer()
        return found

    def keep_answer(self, turn_file: TurnFile, answer: StoredAnswer) -> None:
        """Store the answer. Raises BobError."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BobError("error.write", path=self.folder, why=error.strerror or str(error)) from error
        put_file(self._path(turn_file.head.post, turn_file.seat, "answer"), dumps(encode(answer)), private=True)
