"""The answer to a sheet: orders as lines of JSON, signed with the key of the seat."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from bob.core.atomic_files import put_file
from bob.core.codec import CodecError, decode, encode
from bob.core.errors import Refused
from bob.core.ranges import Whole
from bob.games import kit
from bob.post.keys import Invitation, SigningKey
from bob.post.signed import PostError, SignedLines, as_text, opened, raw_of, signed
from bob.post.turn_file import TurnFile

FORM = 1
KIND = "post answer"
ENDING = ".orders.jsonl"
_TYPE = "bob_post_answer"
MOST_ORDERS = 1000


@dataclass(frozen=True, slots=True)
class PostAnswer:
    """Orders in answer to a sheet. Of several answers to one sheet the one of the highest `version` counts, as long as none was taken.

    `go_on` says that the turn goes on even where one of the orders is refused.
    """

    post: str
    seat: str
    sheet: Annotated[int, Whole(1, 10**9)]
    digest: str
    """The digest of the sheet."""
    version: Annotated[int, Whole(1, 10**9)]
    go_on: bool
    orders: tuple[Any, ...] = field(default=())
    """Their JSON values."""


def answer_name(turn_file: TurnFile) -> str:
    """Return the usual name of the file of an answer."""
    return f"{turn_file.seat}-{turn_file.head.sheet:04}{ENDING}"


def write_answer(
    turn_file: TurnFile, orders: Sequence[Any], path: str | os.PathLike[str], invitation: Invitation, *, go_on: bool = False
) -> Path:
    """Write the answer to a sheet: orders of the game, or their JSON values. It replaces an answer already there, as a later version.
    Raises BobError; then nothing is written: Refused for an invalid order, PostError for another's invitation, too many orders, or a
    file there that is no answer of this seat's to this sheet."""
    if (turn_file.head.post, turn_file.seat) != (invitation.post, invitation.seat):
        raise PostError("post.bad.game", path)
    if turn_file.over:
        raise PostError("post.over", path)
    if len(orders) > MOST_ORDERS:
        raise PostError("post.bad.many", path, most=MOST_ORDERS)
    game = kit(turn_file.game).make()
    values = [encode(game.order(encode(order))) for order in orders]
    place = Path(path)
    version = 1
    if place.exists():
        before, _ = read_answer(place)
        if (before.post, before.seat, before.sheet) != (turn_file.head.post, turn_file.seat, turn_file.head.sheet):
            raise PostError("post.other_there", path)
        version = before.version + 1
    head = PostAnswer(turn_file.head.post, turn_file.seat, turn_file.head.sheet, turn_file.digest, version, go_on)
    first = {key: value for key, value in encode(head).items() if key != "orders"}
    lines = [{"type": _TYPE, "form": FORM, **first}, *({"order": value} for value in values)]
    text, _ = signed(KIND, lines, SigningKey(invitation.key).sign)
    return put_file(place, text)


def read_answer(path: str | os.PathLike[str]) -> tuple[PostAnswer, SignedLines]:
    """An answer from its file, and the lines that carry its signature, which is for the reader to look at. Raises PostError."""
    try:
        return answer_of(raw_of(path))
    except PostError as error:
        raise PostError(error.key, path, **error.more) from error


def answer_of(raw: bytes) -> tuple[PostAnswer, SignedLines]:
    """The answer in the bytes of a file. Raises PostError, which names no file."""
    lines = opened(KIND, as_text(raw))
    first, *rest = lines.lines or ({},)
    if not isinstance(first, dict) or first.get("type") != _TYPE:
        raise PostError("post.bad.no_answer")
    if first.get("form") != FORM:
        raise PostError("post.bad.form")
    if len(rest) > MOST_ORDERS:
        raise PostError("post.bad.many", most=MOST_ORDERS)
    if not all(isinstance(line, dict) and line.keys() == {"order"} for line in rest):
        raise PostError("post.bad.no_answer")
    head = {key: value for key, value in first.items() if key not in ("type", "form")}
    try:
        return decode(PostAnswer, head | {"orders": [line["order"] for line in rest]}), lines
    except CodecError as error:
        raise PostError("post.bad.no_answer") from error


def doubts(turn_file: TurnFile, orders: Sequence[Any]) -> list[tuple[Any, Refused]]:
    """Return the orders that the sheet itself shows to be against the rules, as far as each can be judged without those before it."""
    of_game = kit(turn_file.game)
    game = of_game.make()
    return [(order, why) for order in orders if (why := of_game.doubt(game, turn_file.view, order)) is not None]
