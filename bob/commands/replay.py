"""`bob replay`: a kept game looked at again, by the eyes of one seat."""

from __future__ import annotations

import argparse
import json
import textwrap
from typing import Any

from bob.cli import Parser
from bob.codec import encode
from bob.errors import Refused, UsageError
from bob.game import REFEREE
from bob.match import Match
from bob.text import width
from bob.words import Words

_SEATS = ("raf", "luftwaffe", REFEREE)


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("file", metavar=words("cli.play.file_meta"), help=words("cli.replay.file"))
    parser.add_argument("--turn", metavar="N", help=words("cli.replay.turn"))
    parser.add_argument("--seat", metavar="raf|luftwaffe|referee", help=words("cli.replay.seat"))
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def opened(path: str, asked: str | None) -> tuple[Match[Any], str]:
    """The match of a file, and the seat by whose eyes it may be looked at. Raises BobError."""
    from bob.games import games, only_a_day
    from bob.save import Save
    from bob.sitting import SEATS

    if asked is not None and asked not in _SEATS:
        raise UsageError("error.one_of", option="--seat", choices=", ".join(_SEATS), value=asked)
    save, match = Save.open(path, games(), read_only=True)
    with save:
        kept = save.draft(SEATS)
    only_a_day(match, path)
    return match, _seat(match, asked, kept if isinstance(kept, dict) else {})


def _seat(match: Match[Any], asked: str | None, kept: dict[str, str]) -> str:
    """While a game goes on its players see their own side only; the referee may always look."""
    from bob.sitting import OUTSIDE

    if asked == REFEREE or match.game.outcome(match.position) is not None:
        return asked if asked is not None else REFEREE
    own = [seat for seat in _SEATS[:2] if kept.get(seat) in OUTSIDE]
    if asked is None:
        if len(own) != 1:
            raise UsageError("play.which_seat")
        return own[0]
    if own and asked not in own:
        raise Refused("play.not_your_side", seat=asked, choices=", ".join((*own, REFEREE)))
    return asked


def run(args: argparse.Namespace, words: Words) -> int:
    from bob.sitting import SeatLog

    match, seat = opened(args.file, args.seat)
    last = _cut(match, args.turn)
    log = SeatLog(seat, match.entries[: last + 1])
    position = match.at(last)
    view = match.game.view(position, seat)
    if args.json:
        told = [{"number": number, "event": encode(event)} for number, event in log.events()]
        print(json.dumps({"seat": seat, "number": log.number, "events": told, "view": encode(view)}, ensure_ascii=False))
        return 0
    from bob.commands.day_text import Pages
    from bob.commands.fights_text import Chronicle
    from bob.commands.play import bare_terminal, terminal_colour
    from bob.operations.day import OperationalDay
    from bob.operations.world import world

    pages = Pages(
        world(), words, match.game.slot if isinstance(match.game, OperationalDay) else None, colour=terminal_colour(), bare=bare_terminal()
    )
    pages.names.learn(view)
    fight = position.combat.now
    flown = fight.engagement.number if fight is not None and fight.battle is not None else -1

    def view_at(seat: str, number: int) -> Any:
        return match.game.view(match.at(log.entry_of(number)), seat)

    for line in Chronicle(view_at, words, pages.names, pages.fights).told(seat, log.events(), flown=lambda number: number == flown):
        print(textwrap.fill(line, width(), subsequent_indent="    "))
    print()
    print(pages.page(view))
    return 0


def _cut(match: Match[Any], asked: str | None) -> int:
    """The entry with which a turn begins; the last one when no turn is asked for. Raises UsageError."""
    if asked is None:
        return len(match.entries) - 1
    begun = {event.data["turn"]: entry.number for entry in match.entries for event in entry.events if event.code == "turn"}
    turn = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else -1
    if turn not in begun:
        raise UsageError("play.no_turn", last=max(begun, default=0), turn=asked[:40])
    return int(begun[turn])
