"""A seat's own copy of a game: its orders, events and views, and nothing that it may not know.

Lines of JSON. The first is the header: `type` seat_file, `form`, `game`, `seat`, `number`. Then follow, each with its number in the log
of the seat, an `order` of its own, an `event` that it heard, or a `view`: the fields of its view that differ from the view before.
Applied in turn, these give every view that the seat had. The file is made from messages to the seat alone, so it holds no secrets; and
it is no game: it cannot be played on.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bob.core.atomic_files import put_file
from bob.core.codec import CodecError, decode, encode, parsed
from bob.core.game import Event, dumps
from bob.files.disk import SaveError, existing, fresh, save_errors

if TYPE_CHECKING:
    from bob.driver.local import Driver

FORM = 1
_MOST = 1 << 28


def seat_lines(driver: Driver, seat: str) -> Iterator[dict[str, Any]]:
    """The lines of a seat's file. Raises BobError where a position of the past was not kept."""
    game, match = driver.match.game, driver.match
    yield {"type": "seat_file", "form": FORM, "game": game.name, "seat": seat, "number": driver.number(seat)}
    items = driver.items(seat)
    shown: Mapping[str, Any] = {}
    at = 0
    for entry, position in zip(match.entries, match.positions(), strict=True):
        first = at
        while at < len(items) and items[at].entry == entry.number:
            item = items[at]
            yield {"number": item.number} | ({"order": encode(entry.order)} if item.event is None else {"event": encode(item.event)})
            at += 1
        if at > first:
            view = encode(game.view(position, seat))
            yield {"number": items[at - 1].number, "view": {key: value for key, value in view.items() if shown.get(key, ...) != value}}
            shown = view


def write_seat_file(driver: Driver, seat: str, path: str | os.PathLike[str]) -> Path:
    """Write a seat's file. Raises BobError, also when there is a file of that name."""
    text = "".join(f"{dumps(line)}\n" for line in seat_lines(driver, seat))
    with fresh(path) as made, save_errors(made):
        return put_file(made, text)


@dataclass(frozen=True, slots=True)
class SeatFile:
    """A seat's file, read."""

    game: str
    seat: str
    number: int
    events: tuple[tuple[int, Event], ...]
    """The events that the seat heard, by their numbers."""
    views: tuple[tuple[int, Mapping[str, Any]], ...]
    """The views, by the number of the last order or event."""


def is_seat_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a file begins as one of a seat. Raises SaveError."""
    found = existing(path)
    with save_errors(found), found.open("rb") as stream:
        return b'"type":"seat_file"' in stream.read(400).partition(b"\n")[0]


def read_seat_file(path: str | os.PathLike[str]) -> SeatFile:
    """A seat's file. Raises SaveError."""
    found = existing(path)
    with save_errors(found):
        lines = found.read_bytes()[:_MOST].decode().splitlines()
    number = 0
    try:
        head, *rest = (parsed(line) for line in lines)
        if head["form"] > FORM:
            raise SaveError("save.newer", path, found=head["form"], known=FORM)
        texts, views, view = list[tuple[int, Event]](), list[tuple[int, Mapping[str, Any]]](), dict[str, Any]()
        for line in rest:
            number = int(line["number"])
            if "event" in line:
                texts.append((number, decode(Event, line["event"])))
            elif "view" in line:
                view = view | line["view"]
                views.append((number, view))
        return SeatFile(str(head["game"]), str(head["seat"]), int(head["number"]), tuple(texts), tuple(views))
    except (CodecError, LookupError, TypeError, ValueError) as error:
        raise SaveError("save.damaged_seat_file", path, number=number) from error
