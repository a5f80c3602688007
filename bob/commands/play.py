"""`bob play`: a game in the terminal, at one seat or both, or over lines of JSON."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
from typing import Any

from bob.cli import Parser
from bob.commands.session import OUTSIDE, SEATS, Session, Typed
from bob.dice import Dice, SeededDice, TypedDice, parse_faces
from bob.errors import DiceError, UsageError
from bob.game import REFEREE
from bob.words import Words

_DIE = 6
"""Only such dice are asked for: nobody has one of 91 sides."""


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("game", metavar="GAME", help=words("cli.play.game"))
    parser.add_argument("scenario", nargs="?", metavar=words("cli.simulate.scenario_meta"), help=words("cli.play.scenario"))
    parser.add_argument("--seats", metavar="raf=WHO,luftwaffe=WHO", help=words("cli.play.seats"))
    parser.add_argument("--seed", metavar="S", help=words("cli.play.seed"))
    parser.add_argument("--save", metavar=words("cli.play.file_meta"), help=words("cli.play.save"))
    parser.add_argument("--open", metavar=words("cli.play.file_meta"), help=words("cli.play.open"))
    parser.add_argument("--dice", metavar="typed", help=words("cli.play.dice"))
    parser.add_argument("--switch", action="append", default=[], metavar="N=R", help=words("cli.play.switch"))
    parser.add_argument("--period", metavar="1-5", help=words("cli.simulate.period"))
    parser.add_argument("--jsonl", action="store_true", help=words("cli.play.jsonl"))


def run(args: argparse.Namespace, words: Words) -> int:
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    from bob.games import game

    played = game(args.game)
    dice = _dice(args, words)
    session = _opened(args, played, dice) if args.open is not None else _begun(args, played, dice)
    try:
        if args.jsonl or "jsonl" in session.seats.values():
            from bob.commands.jsonl import serve

            serve(session, sys.stdin, lambda line: print(line, flush=True), words)
            return 0
        from bob.commands.terminal import Terminal

        return Terminal(session, words).run()
    finally:
        session.close()


def seats_of(text: str | None, jsonl: bool) -> dict[str, str]:
    """Who plays which seat. Raises UsageError."""
    seats = {"raf": "human", "luftwaffe": "kesselring"} if text is None else {}
    for part in (text or "").split(","):
        if not part.strip():
            continue
        seat, equals, who = part.partition("=")
        seat, who = seat.strip(), who.strip()
        if not equals or seat not in ("raf", "luftwaffe", REFEREE) or seat in seats or not who:
            raise UsageError("play.seats_form", text=part[:60])
        seats[seat] = who
    for seat, usual in (("luftwaffe", "kesselring"), ("raf", "park")):
        seats.setdefault(seat, usual)
    over_lines = jsonl or "jsonl" in seats.values()
    if over_lines:
        seats = {seat: "jsonl" if who == "human" else who for seat, who in seats.items()}
    if REFEREE in seats and seats[REFEREE] != "jsonl":
        raise UsageError("play.referee_seat")
    return seats


def _options(args: argparse.Namespace) -> dict[str, Any]:
    from bob.commands.simulate import number

    options: dict[str, Any] = {}
    if args.period is not None:
        options["period"] = number(args.period, "--period", 1, 5)
    if args.switch:
        options["switches"] = _switches(args.switch)
    return options


def _switches(texts: list[str]) -> dict[str, str]:
    from bob.tables import Table, Tables

    tables = Tables.shipped()
    rolled = [table for table in map(tables.__getitem__, tables.names) if isinstance(table, Table)]
    known = {switch.name: switch.readings for table in rolled for switch in table.switches}
    found = {}
    for text in texts:
        name, equals, reading = text.partition("=")
        if not equals:
            raise UsageError("error.switch_form", text=text[:60])
        if name not in known:
            raise UsageError("play.no_switch", name=name[:60], choices=", ".join(sorted(known)))
        if reading not in known[name]:
            raise UsageError("error.reading", name=name, choices=", ".join(known[name]), value=reading[:60])
        found[name] = reading
    return found


def _begun(args: argparse.Namespace, played: Any, dice: Typed | None) -> Session:
    from bob.game import Match
    from bob.save import Save
    from bob.staff.runner import officer

    seats = seats_of(args.seats, args.jsonl)
    seed = args.seed if args.seed is not None else str(secrets.randbelow(10**9))
    for seat, who in seats.items():
        if who not in OUTSIDE:
            officer(who, seed, seat)
    scenario = args.scenario if args.scenario is not None else "lesson"
    options = _options(args)
    if args.save is None:
        return Session(Match.new(played, scenario, seed, options, dice=dice), seats, None, dice)
    save, match = Save.begin(args.save, played, scenario, seed, options, dice)
    save.put_draft(SEATS, seats)
    return Session(match, seats, save, dice)


def _opened(args: argparse.Namespace, played: Any, dice: Typed | None) -> Session:
    from bob.save import Save

    for option, given in (("SCENARIO", args.scenario), ("--seed", args.seed), ("--save", args.save), ("--period", args.period)):
        if given is not None:
            raise UsageError("play.open_alone", option=option)
    if args.switch:
        raise UsageError("play.open_alone", option="--switch")
    save, match = Save.open(args.open, {played.name: played})
    try:
        kept = save.draft(SEATS)
        text = args.seats
        if text is None and isinstance(kept, dict):
            text = ",".join(f"{seat}={who}" for seat, who in kept.items() if args.jsonl or who != "jsonl")
        seats = seats_of(text, args.jsonl)
        session = Session(match, seats, save, dice)
        save.put_draft(SEATS, seats)
        return session
    except BaseException:
        save.close()
        raise


def _dice(args: argparse.Namespace, words: Words) -> Typed | None:
    """Typed dice, when the referee wants to roll. Raises UsageError."""
    if args.dice is None:
        return None
    if args.dice != "typed":
        raise UsageError("error.one_of", option="--dice", choices="typed", value=args.dice)
    if args.jsonl or "jsonl" in (args.seats or ""):
        raise UsageError("play.dice_and_lines")

    def ask(purpose: str, count: int, sides: int, by: str) -> str | None:
        """What the referee types, asked again until it can fall so; nothing lets the program roll."""
        if sides != _DIE:
            return None
        said = words(f"play.dice.{purpose}") if words.has(f"play.dice.{purpose}") else purpose.replace("_", " ")
        while True:
            print(words("play.dice_ask", count=count, purpose=said), end=" ", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            if not line.strip():
                return None
            try:
                parse_faces(line, count, sides)
                return line
            except DiceError as error:
                print(error.told(words), file=sys.stderr)

    def dress(seeded: SeededDice) -> Dice:
        return TypedDice(ask, seeded)

    return dress


def terminal_colour() -> bool:
    """Whether the terminal shows colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bare_terminal() -> bool:
    """Whether the terminal knows plain letters only."""
    return not (sys.stdout.encoding or "utf-8").lower().startswith("utf")
