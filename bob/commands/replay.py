"""`bob replay`: a kept game looked at again, by the eyes of one seat."""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Mapping
from typing import Any

from bob.cli import Parser
from bob.codec import encode
from bob.errors import Refused, UsageError
from bob.game import REFEREE, Event
from bob.match import Match
from bob.text import width
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", metavar=words("cli.play.file_meta"), help=words("cli.replay.file"))
    parser.add_argument("--turn", metavar="N", help=words("cli.replay.turn"))
    parser.add_argument("--seat", metavar="SEAT", help=words("cli.replay.seat"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def opened(path: str) -> tuple[Match[Any], dict[str, str]]:
    """The match of a file, and who plays its seats as far as the file says. Raises BobError."""
    from bob.games import games
    from bob.save import Save
    from bob.sitting import SEATS

    save, match = Save.open(path, games(), read_only=True)
    with save:
        kept = save.draft(SEATS)
    return match, kept if isinstance(kept, dict) else {}


def seat_of(match: Match[Any], asked: str | None, kept: Mapping[str, str], path: str) -> str:
    """The seat by whose eyes a game may be looked at: while it goes on its players see their own side only; the referee may always
    look. Raises UsageError, Refused."""
    from bob.sitting import OUTSIDE

    playing = match.game.seats(match.position)
    if asked is not None and asked not in (*playing, REFEREE):
        seats = ", ".join((*playing, REFEREE))
        raise UsageError("play.no_such_seat", file=path, name=match.game.name, choices=seats, seat=asked[:40])
    if asked == REFEREE or match.game.outcome(match.position) is not None:
        return asked if asked is not None else REFEREE
    own = [seat for seat in playing if kept.get(seat) in OUTSIDE]
    if asked is None:
        if len(own) != 1:
            raise UsageError("play.which_seat", choices=", ".join(own or playing))
        return own[0]
    if own and asked not in own:
        raise Refused("play.not_your_side", seat=asked, choices=", ".join((*own, REFEREE)))
    return asked


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.commands.books import blocks, game_book, own
    from bob.sitting import SeatLog

    match, kept = opened(args.file)
    seat = seat_of(match, args.seat, kept, args.file)
    last = _cut(match, args.turn)
    log = SeatLog(seat, match.entries[: last + 1])
    view = match.game.view(match.at(last), seat)
    if args.json:
        told = [{"number": number, "event": encode(event)} for number, event in log.events()]
        print(json.dumps({"seat": seat, "number": log.number, "events": told, "view": encode(view)}, ensure_ascii=False))
        return 0
    module = own(f"{match.game.name}_replay")
    if module is not None:
        lines, page = module.told(match, log, last, words)
    else:
        book = game_book(words, match)
        book.look(view)
        lines, page = [text for _, text in book.told(log.events())], f"── {book.head(view)}\n{blocks(book.page(view))}"
    for line in lines:
        print(textwrap.fill(line, width(), subsequent_indent="    "))
    print()
    print(page)
    return 0


def _begins(event: Event) -> bool:
    """Whether a turn begins with it: such an event tells the number of the turn."""
    return event.code in ("turn", "game_turn") and "turn" in event.data


def _cut(match: Match[Any], asked: str | None) -> int:
    """The entry with which a turn begins; the last one when no turn is asked for. Raises UsageError."""
    if asked is None:
        return len(match.entries) - 1
    begun = {event.data["turn"]: entry.number for entry in match.entries for event in entry.events if _begins(event)}
    turn = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else -1
    if turn not in begun:
        raise UsageError("play.no_turn", last=max(begun, default=0), turn=asked[:40])
    return int(begun[turn])
