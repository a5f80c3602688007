"""The post office's record of a game, kept in the file of the game: its key, the seats' public ones, the sheets sent and the answers
taken."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from bob.core.codec import encode
from bob.files import Save

LEDGER, TAKING, TURN_FILE = "post", "post/answer", "post/sheet"
"""The drafts: the ledger, the answer that is being carried out, and by seat the sheet that it has in hand."""


@dataclass(frozen=True, slots=True)
class SeatPost:
    """The post of one seat. `waits` is true while its last sheet waits for an answer; `moment` is the subject of that sheet's question."""

    key: str
    """The public key of the seat."""
    language: str
    sheet: int = 0
    digest: str = ""
    number: int = 0
    """The length of the seat's log at that sheet."""
    moment: Any = None
    waits: bool = False
    notes: tuple[str, ...] = ()
    """The notes for the next sheet."""
    taken: Mapping[str, str] = field(default_factory=dict)
    """The digests of the answers, by those of the sheets."""
    sheets: Mapping[str, int] = field(default_factory=dict)
    """The numbers of all sheets sent, by their digests."""
    seconds: tuple[str, ...] = ()
    """The digests of other answers to those sheets: they came too late, and that was said."""


@dataclass(frozen=True, slots=True)
class Taking:
    """An answer that is being carried out: the number of orders done, and the number of entries in the record before the next one."""

    seat: str
    sheet: str
    answer: str
    go_on: bool
    orders: tuple[Any, ...]
    done: int
    entries: int
    moment: Any
    refused: tuple[str, ...] = ()
    """The notes on orders refused, in words, or left out."""
    ended: bool = False
    """True when the rest is not to be given."""


@dataclass(frozen=True, slots=True)
class PostLedger:
    """The office's whole record. `post` names the game by post: it is drawn by chance."""

    post: str
    key: str
    seats: Mapping[str, SeatPost]

    def of(self, seat: str, **changed: Any) -> PostLedger:
        """The ledger with something of a seat's changed."""
        return replace(self, seats={**self.seats, seat: replace(self.seats[seat], **changed)})


@dataclass(frozen=True, slots=True)
class StoredTurnFile:
    """The sheet that a seat has in hand, with the text of its file."""

    sheet: int
    text: str


def stored_ledger(save: Save) -> PostLedger | None:
    """The ledger of a game; None for one that is not played by post. Raises SaveError."""
    return save.draft_of_kind(LEDGER, PostLedger)


def keep_ledger(save: Save, ledger: PostLedger) -> None:
    save.put_draft(LEDGER, encode(ledger))


def stored_taking(save: Save) -> Taking | None:
    """The answer that is being carried out. Raises SaveError."""
    return save.draft_of_kind(TAKING, Taking)


def keep_taking(save: Save, taking: Taking | None) -> None:
    save.put_draft(TAKING, None if taking is None else encode(taking))


def stored_turn_file(save: Save, seat: str) -> StoredTurnFile | None:
    """The sheet that a seat has in hand. Raises SaveError."""
    return save.draft_of_kind(f"{TURN_FILE}/{seat}", StoredTurnFile)


def keep_turn_file(save: Save, seat: str, kept: StoredTurnFile) -> None:
    save.put_draft(f"{TURN_FILE}/{seat}", encode(kept))
