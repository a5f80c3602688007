"""A side's sheet: all that one seat may know when it is asked, as lines of JSON that the office has signed, within a page to read.

The lines are those of a seat's file (`bob.driver.seat_file`) with the one view of the moment, before them a head, after them the choices
(`asked`) or the result (`over`), and the office's remarks (`note`). They are made from the seat's view and log, and numbered for it
alone. The head has a checksum of the page around them, so that the page, too, cannot be changed unnoticed.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from bob.core.codec import CodecError, decode, encode
from bob.core.errors import BobError, Refused
from bob.core.game import Choices, Event, Game, Outcome
from bob.core.ranges import Whole
from bob.driver import Driver
from bob.driver.seat_file import FORM as SEAT_FORM
from bob.games import kit
from bob.post.keys import Invitation, SigningKey, signed_by
from bob.post.signed import PostError, SignedLines, as_text, opened, raw_of, signed

FORM = 1
KIND = "post sheet"
_TYPE = "bob_post_sheet"
MOST = 1 << 25
"""The most bytes of a sheet."""
BEGIN, END = '<pre id="bob-post">', "</pre>"
"""The marks around the lines on the page."""


@dataclass(frozen=True, slots=True)
class TurnFileHead:
    """The identity of a sheet: its game by post, seat, and number among the seat's sheets. `number` is the length of the seat's log,
    `since` its length at the sheet before."""

    post: str
    game: str
    scenario: str
    seat: str
    sheet: Annotated[int, Whole(1, 10**9)]
    number: int
    since: int
    language: str
    page: str


@dataclass(frozen=True, slots=True)
class TurnFile:
    """A side's sheet, read. `digest` identifies all of it; an answer names it. `choices` are empty when the game is over."""

    head: TurnFileHead
    view: Any
    orders: tuple[tuple[int, Any], ...]
    """The seat's own orders so far, each with its number."""
    log: tuple[tuple[int, Event], ...]
    """The events that the seat has heard, each with its number."""
    choices: Choices
    notes: tuple[str, ...]
    """The office's remarks, in the language of the sheet."""
    over: bool
    outcome: Outcome | None
    digest: str

    @property
    def seat(self) -> str:
        return self.head.seat

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.head.game

    @property
    def number(self) -> int:
        return self.head.number

    @property
    def fresh(self) -> tuple[tuple[int, Event], ...]:
        """The events that the seat has heard since its last sheet."""
        return tuple([(number, event) for number, event in self.log if number > self.head.since])


def lines_of(driver: Driver, head: TurnFileHead, notes: Sequence[str]) -> Iterator[dict[str, Any]]:
    """The lines of a seat's sheet of this moment."""
    match, seat = driver.match, head.seat
    yield {"type": _TYPE, "form": FORM, **encode(head)}
    yield {"type": "seat_file", "form": SEAT_FORM, "game": match.game.name, "seat": seat, "number": head.number}
    for item in driver.items(seat):
        own = {"order": encode(match.entries[item.entry].order)} if item.event is None else {"event": encode(item.event)}
        yield {"number": item.number} | own
    yield {"number": head.number, "view": encode(match.view(seat))}
    if driver.is_over:
        yield {"type": "over", "outcome": encode(driver.outcome)}
    else:
        yield {"type": "asked", "choices": encode(driver.choices(seat))}
    yield from ({"type": "note", "text": note} for note in notes)


def sealed(driver: Driver, head: TurnFileHead, notes: Sequence[str], page: str, key: SigningKey) -> tuple[str, str]:
    """The whole text of a sheet, and its digest: the lines, signed, within a page that has room for them between BEGIN and END."""
    before, after = page.split(f"{BEGIN}{END}")
    named = TurnFileHead(**(encode(head) | {"page": page_sum(before + after)}))
    text, lines = signed(KIND, list(lines_of(driver, named, notes)), key.sign)
    return f"{before}{BEGIN}\n{text}{END}{after}", lines.digest


def page_sum(text: str) -> str:
    """A checksum of a page, however its lines are broken."""
    return hashlib.sha256(re.sub(r"\s+", "", text).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class TurnFileClaim:
    """The identity that a file claims to have. It may be forged: `read_turn_file` verifies it."""

    post: str
    seat: str
    sheet: int


def claimed_turn_file(path: str | os.PathLike[str]) -> TurnFileClaim:
    """Return the identity that a file claims, to find the matching invitation. Raises PostError for a file that is no sheet."""
    try:
        first = opened(KIND, as_text(raw_of(path, MOST)).split(BEGIN)[1].split(END)[0]).lines[0]
        if first["type"] != _TYPE:
            raise PostError("post.bad.no_sheet")
        return decode(TurnFileClaim, {name: first[name] for name in ("post", "seat", "sheet")})
    except PostError as error:
        raise PostError(error.key, path, **error.more) from error
    except (BobError, LookupError, TypeError, ValueError) as error:
        raise PostError("post.bad.no_sheet", path) from error


def read_turn_file(path: str | os.PathLike[str], invitation: Invitation) -> TurnFile:
    """Return a side's sheet from its file, for the seat of the invitation. Raises PostError: for a file that is no sheet or incomplete,
    for one of another game or seat, and for one that was changed since the office signed it."""
    try:
        before, rest = as_text(raw_of(path, MOST)).split(BEGIN)
        inner, after = rest.split(END)
    except ValueError as error:
        raise PostError("post.bad.no_sheet", path) from error
    except PostError as error:
        raise PostError(error.key, path, **error.more) from error
    try:
        return _read(opened(KIND, inner), page_sum(before + after), invitation)
    except PostError as error:
        raise PostError(error.key, path, **error.more) from error
    except (BobError, LookupError, TypeError, ValueError, AttributeError) as error:
        raise PostError("post.bad.no_sheet", path) from error


def _read(lines: SignedLines, page: str, invitation: Invitation) -> TurnFile:
    first, _, *rest = lines.lines
    if first.pop("type") != _TYPE:
        raise PostError("post.bad.no_sheet")
    if first.pop("form") != FORM:
        raise PostError("post.bad.form")
    head: TurnFileHead = decode(TurnFileHead, first)
    if head.post != invitation.post:
        raise PostError("post.bad.game")
    if head.seat != invitation.seat:
        raise PostError("post.bad.other_seat", seat=head.seat[:40], own=invitation.seat)
    if not signed_by(invitation.office, lines.message, lines.signature) or head.page != page:
        raise PostError("post.bad.forged")
    game = kit(head.game).make()
    orders, log, notes = list[tuple[int, Any]](), list[tuple[int, Event]](), list[str]()
    view: Any = None
    choices, over = Choices(), False
    outcome: Outcome | None = None
    for line in rest:
        if "order" in line:
            orders.append((line["number"], _order(game, line["order"])))
        elif "event" in line:
            log.append((line["number"], decode(Event, line["event"])))
        elif "view" in line:
            view = game.read_view(line["view"])
        elif line["type"] == "asked":
            choices = game.read_choices(line["choices"])
        elif line["type"] == "over":
            over, outcome = True, decode(Outcome | None, line["outcome"])
        elif line["type"] == "note":
            notes.append(str(line["text"]))
    return TurnFile(head, view, tuple(orders), tuple(log), choices, tuple(notes), over, outcome, lines.digest)


def _order(game: Game[Any], data: Any) -> Any:
    """An order of its JSON value; that value where this program does not know it."""
    try:
        return game.order(data)
    except (Refused, CodecError):
        return data
