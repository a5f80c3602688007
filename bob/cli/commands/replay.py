"""`bob replay`: a kept game looked at again, by the eyes of one seat."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

from bob.cli import Parser, passphrases, truth
from bob.core.codec import encode
from bob.core.errors import Refused, UsageError
from bob.core.game import REFEREE, Event
from bob.core.match import Match
from bob.core.text import width
from bob.files import SaveError
from bob.files.proof import first_forged
from bob.words import Words


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", metavar=words("cli.play.file_meta"), help=words("cli.replay.file"))
    parser.add_argument("--turn", metavar="N", help=words("cli.replay.turn"))
    parser.add_argument("--seat", metavar="SEAT", help=words("cli.replay.seat"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))
    truth.arguments(parser, words)
    passphrases.arguments(parser, words)


def opened(args: argparse.Namespace, words: Words, fits: Callable[[str], None] = lambda game: None) -> tuple[Match[Any], str]:
    """The match of a file, and the seat by whose eyes it may be looked at; `fits` raises for a game that is not meant. Raises BobError."""
    from bob.driver import SEATS, seats_held
    from bob.files import Save
    from bob.games import games

    path = args.file
    save, match = passphrases.opened(args, words, lambda key: Save.open(path, games(), read_only=True, key=key))
    with save:
        kept, seats = save.draft(SEATS), seats_held(save, match)
    fits(match.game.name)
    seat = seat_of(match, args.seat, kept if isinstance(kept, dict) else {}, path)
    if seat == REFEREE:
        truth.asked(match, seats, args, words, path)
    if first_forged(match) is not None:
        print(words("locks.forged", file=path), file=sys.stderr)
    return match, seat


def _of_a_seat(args: argparse.Namespace, words: Words) -> int:
    """Show a seat's own file: its events, and its last view. Raises BobError."""
    from bob.driver import read_seat_file
    from bob.games import game, kit, names
    from bob.report.plain_view import figures

    found = read_seat_file(args.file)
    if found.game not in names():
        raise SaveError("save.no_game", args.file, game=found.game, choices=", ".join(names()))
    if args.seat not in (None, found.seat):
        raise Refused("play.not_your_side", seat=args.seat, choices=found.seat)
    events = found.events
    begun = {event.data["turn"]: number for number, event in events if _begins(event)}
    last = _turn(begun, args.turn) if args.turn is not None else found.number
    view: Mapping[str, Any] = next((view for number, view in reversed(found.views) if number <= last), {})
    texts = [(number, event) for number, event in events if number <= last]
    if args.json:
        heard = [{"number": number, "event": encode(event)} for number, event in texts]
        print(json.dumps({"seat": found.seat, "number": last, "events": heard, "view": view}, ensure_ascii=False))
        return 0
    teller = kit(found.game).teller(words, game(found.game), "")
    lines: list[str] = []
    try:
        lines += [teller.event(event) for _, event in texts]
        page = [*figures(view, words, found.game)]
    except Exception as error:  # whatever a forged file makes a teller stumble over
        raise SaveError("save.damaged_seat_file", args.file, number=texts[0][0] if texts else last) from error
    for line in (*lines, "", *page):
        print(textwrap.fill(line, width(), subsequent_indent="    "))
    return 0


def seat_of(match: Match[Any], asked: str | None, kept: Mapping[str, str], path: str) -> str:
    """The seat by whose eyes a game may be looked at: while it goes on its players see their own side only; the referee may always
    look. Raises UsageError, Refused."""
    from bob.driver import OUTSIDE

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
    from bob.cli.registry import terminal_parts_of
    from bob.cli.terminal.books import blocks, game_book
    from bob.driver import SeatLog, is_seat_file

    if is_seat_file(args.file):
        return _of_a_seat(args, words)
    match, seat = opened(args, words)
    last = _cut(match, args.turn)
    log = SeatLog(seat, match.entries[: last + 1])
    view = match.game.view(match.at(last), seat)
    if args.json:
        texts = [{"number": number, "event": encode(event)} for number, event in log.events()]
        print(json.dumps({"seat": seat, "number": log.number, "events": texts, "view": encode(view)}, ensure_ascii=False))
        return 0
    replay = terminal_parts_of(match.game.name).replay
    if replay is not None:
        lines, page = replay.load()(match, log, last, words)
    else:
        book = game_book(words, match)
        book.look(view)
        lines, page = [text for _, text in book.describe(log.events())], f"── {book.head(view)}\n{blocks(book.page(view))}"
    for line in lines:
        print(textwrap.fill(line, width(), subsequent_indent="    "))
    print()
    print(page)
    return 0


def _begins(event: Event) -> bool:
    """Return whether a turn begins with an event, which then has its number."""
    return event.code in ("turn", "game_turn") and isinstance(event.data.get("turn"), int)


def _cut(match: Match[Any], asked: str | None) -> int:
    """The entry with which a turn begins; the last one when no turn is asked for. Raises UsageError."""
    if asked is None:
        return len(match.entries) - 1
    begun = {event.data["turn"]: entry.number for entry in match.entries for event in entry.events if _begins(event)}
    return _turn(begun, asked)


def _turn(begun: Mapping[int, int], asked: str) -> int:
    """The number with which a turn begins. Raises UsageError."""
    turn = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else -1
    if turn not in begun:
        raise UsageError("play.no_turn", last=max(begun, default=0), turn=asked[:40])
    return int(begun[turn])
