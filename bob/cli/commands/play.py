"""`bob play`: any game in the terminal, at one seat or more, or over lines of JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bob.cli import Parser, passphrases
from bob.cli.keyboard import vocabulary
from bob.core.dice import Throw, parse_faces
from bob.core.errors import DiceError, UsageError
from bob.core.game import REFEREE
from bob.core.kit import Casting
from bob.core.seeds import fresh_seed
from bob.core.text import plain
from bob.data.units import SIDES
from bob.driver import OUTSIDE, SEATS, AskDice, DiceBrokenOff, Driver
from bob.driver.drawn_cards import DRAWS, pattern_of
from bob.files import Cipher, FileKey, Save
from bob.files.proof import first_forged
from bob.games import games, kit, names
from bob.staff.fliers import Fliers
from bob.tactical.slot import shipped
from bob.words import Words

FAIR = "fair"
WAYS_OUT = ("undo", "save", "quit")
"""The commands that may be typed in place of dice: the order is not given then."""
_DIE = 6
"""The number of sides of the dice asked for; all others are rolled by the program."""


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help=words("cli.play.game", games=", ".join(names())))
    parser.add_argument("scenario", nargs="?", metavar=words("cli.simulate.scenario_meta"), help=words("cli.play.scenario"))
    parser.add_argument("--seats", metavar="SEAT=WHO,...", help=words("cli.play.seats"))
    parser.add_argument("--seed", metavar="S", help=words("cli.play.seed"))
    parser.add_argument("--save", metavar=words("cli.play.file_meta"), help=words("cli.play.save"))
    parser.add_argument("--open", metavar=words("cli.play.file_meta"), help=words("cli.play.open"))
    parser.add_argument("--lock", action="store_true", help=words("cli.play.lock"))
    passphrases.arguments(parser, words)
    parser.add_argument("--dice", metavar="typed|fair", help=words("cli.play.dice"))
    parser.add_argument("--switch", action="append", default=[], metavar="N=R", help=words("cli.play.switch"))
    optional = words("cli.play.option", games=", ".join(with_flag("option")))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=optional)
    parser.add_argument(
        "--engagements", metavar="HOW", help=words("cli.play.engagements", games=", ".join(shipped()), first=next(iter(shipped())))
    )
    parser.add_argument("--chooser", metavar="raf|luftwaffe", help=words("cli.play.chooser"))
    parser.add_argument("--pilots", metavar="SEAT=WHO,...", help=words("cli.play.pilots"))
    for name in with_flag():
        text = words(f"cli.play.{name}") if words.has(f"cli.play.{name}") else words("cli.play.own_folder", game=name)
        parser.add_argument(f"--{name}", metavar=words("cli.folder_meta"), help=text)
    parser.add_argument("--period", metavar="1-5", help=words("cli.simulate.period"))
    parser.add_argument("--ground-from", metavar=words("cli.play.file_meta"), help=words("cli.play.ground_from"))
    parser.add_argument("--effort", metavar=words("cli.simulate.effort_meta"), help=words("cli.simulate.effort"))
    parser.add_argument("--jsonl", action="store_true", help=words("cli.play.jsonl"))
    parser.add_argument("--tournament", action="store_true", help=words("cli.play.tournament", games=", ".join(with_flag("tournament"))))
    parser.add_argument("--games", metavar="N", help=words("cli.tournament.games"))
    parser.epilog = f"{parser.epilog}\n\n{scenario_list(words)}"


def with_flag(flag: str | None = None) -> list[str]:
    """The games that take an option of their own; or, of no name, a folder of the user's own data, by an option of the game's name."""
    return [name for name in names() if (flag or name) in kit(name).flags]


def scenario_list(words: Words) -> str:
    """The scenarios of every game, for the help."""

    lines = []
    for name in names():
        lines += [
            words("cli.play.scenarios_list", game=name),
            *[f"  {code:<22}{title}" for code, title in kit(name).scenarios(words).items()],
        ]
    return "\n".join(lines)


def run(args: argparse.Namespace, words: Words) -> int:
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")

    if args.game is None:
        args.game = _game_in(args, words)
    _check_only(not args.tournament, "--games" if args.games is not None else "", args.game)
    if args.tournament:
        from bob.cli.commands.tournament import run_tournament

        _check_only("tournament" not in kit(args.game).flags, "--tournament", args.game)
        fought = argparse.Namespace(games=args.games, seed=args.seed, json=args.jsonl)
        setattr(fought, args.game, getattr(args, args.game, None))
        return run_tournament(fought, words, args.game)
    found = kit(args.game)
    for folder in with_flag():
        _check_only(folder not in found.flags, f"--{folder}" if getattr(args, folder) is not None else "", args.game)
    laid_over = getattr(args, args.game, None)
    played = found.make(Path(laid_over) if laid_over is not None else None)
    if args.scenario is not None and args.scenario.endswith(".toml") and args.open is None:
        played, args.scenario = found.with_file(played, Path(args.scenario))
    dice = _dice(args, words)
    driver = _opened(args, played, dice, words) if args.open is not None else _begun(args, played, dice, words)
    if args.open is not None and first_forged(driver.match) is not None:
        print(words("locks.forged", file=args.open), file=sys.stderr)
    persons = [seat for seat, who in driver.seats.items() if who == "human" and seat != REFEREE]
    if args.seed is not None and persons:
        print(words("play.seed_practice" if len(persons) < 2 else "play.seed_two"), file=sys.stderr)
    try:
        if args.jsonl or "jsonl" in driver.seats.values():
            from bob.cli.jsonl import serve

            serve(driver, sys.stdin, lambda line: print(line, flush=True), words)
            return 0
        from bob.cli.registry import terminal_parts_of
        from bob.cli.terminal.cards_text import terminal

        declared = terminal_parts_of(played.name).terminal
        return (declared.load()(driver, words) if declared is not None else terminal(driver, words)).run()
    finally:
        driver.close()


def _game_in(args: argparse.Namespace, words: Words) -> str:
    """Return the name of the game in the file to be opened, and keep the file's key. Raises UsageError without a file."""
    if args.open is None:
        raise UsageError("error.required", what="GAME", command="play")

    def opening(key: FileKey | None) -> str:
        save, match = Save.open(args.open, games(), read_only=True, key=key)
        save.close()
        args.key = key
        return match.game.name

    return passphrases.opened(args, words, opening)


def pilots_of(text: str, seats: Mapping[str, str], fliers: Fliers, known: Sequence[str]) -> None:
    """Set the pilot for each seat in dogfights from now on: one that is `known`, or the person at the seat (`me`). Raises UsageError."""
    for part in text.split(","):
        seat, equals, who = (piece.strip() for piece in part.partition("="))
        if not equals or seat not in SIDES or who not in (*known, "me"):
            raise UsageError("play.pilots_form", text=part[:60], choices=", ".join(known))
        if who == "me" and seats[seat] not in OUTSIDE:
            raise UsageError("play.nobody_there", seat=seat)
        fliers.choose(seat, who if who in known else None, None)


def seats_of(text: str | None, jsonl: bool, cast: Casting, players: Sequence[str] = ()) -> dict[str, str]:
    """Return the player of each seat. Raises UsageError."""
    seats = dict(cast.alone) if text is None else {}
    for part in (text or "").split(","):
        if not part.strip():
            continue
        seat, equals, who = (piece.strip() for piece in part.partition("="))
        choices, said = ", ".join(cast.alone), part.strip()[:60]
        if not equals or not seat:
            raise UsageError("play.seat_unnamed", choices=choices, text=said)
        if seat not in (*cast.alone, REFEREE):
            raise UsageError("play.seat_unknown", choices=choices, seat=seat[:40])
        if not who:
            raise UsageError("play.seat_empty", seat=seat, players=", ".join(players), text=said)
        if seat in seats:
            raise UsageError("play.seat_twice", seat=seat, first=seats[seat][:40], second=who[:40])
        seats[seat] = who
    for seat, usual in cast.others.items():
        seats.setdefault(seat, usual)
    over_lines = jsonl or "jsonl" in seats.values()
    if over_lines:
        seats = {seat: "jsonl" if who == "human" else who for seat, who in seats.items()}
    if REFEREE in seats and seats[REFEREE] != "jsonl":
        raise UsageError("play.referee_seat")
    return seats


def _options(args: argparse.Namespace, game: str) -> dict[str, Any]:
    from bob.cli.worker_options import number, one_of

    flags = kit(game).flags
    for option in ("period", "effort", "switch", "option", "engagements", "chooser", "pilots", "ground_from"):
        _check_only(option not in flags, f"--{option.replace('_', '-')}" if getattr(args, option) not in (None, []) else "", game)
    options: dict[str, Any] = {}
    if args.engagements is not None:
        options["engagements"] = args.engagements
    if args.chooser is not None:
        options["chooser"] = one_of(args.chooser, "--chooser", SIDES)
    options |= typed_options(args.option)
    if args.period is not None:
        options["period"] = number(args.period, "--period", 1, 5)
    if args.effort is not None:
        options["effort"] = args.effort
    if args.switch:
        options["switches"] = _switches(args.switch)
    return options


def typed_options(texts: Sequence[str]) -> dict[str, Any]:
    """The options of a scenario as typed, `NAME=VALUE` each. Raises UsageError."""
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise UsageError("play.option_form", text=text[:60])
        options[name.strip()] = _value(value)
    return options


def _check_only(wrong: bool, option: str, game: str) -> None:
    """Raise UsageError for an option that is of another game."""
    if wrong and option:
        raise UsageError("play.other_game", option=option, game=game)


def _value(text: str) -> Any:
    """The value of an option: true, false, a number or other JSON, else the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _cast_of(match: Any) -> Casting:
    """The seats of a game that goes on."""

    return kit(match.game.name).casting(match.game, match.header.scenario, match.header.options)


def _seats(args: argparse.Namespace, text: str | None, cast: Casting) -> dict[str, str]:
    """Return the player of each seat of a game of this command line. Raises UsageError."""

    players = dict.fromkeys(name for seat in cast.alone for name in kit(args.game).players(seat))
    return seats_of(text, args.jsonl, cast, tuple(players))


def _switches(texts: list[str]) -> dict[str, str]:
    from bob.data.tables import Table, Tables
    from bob.day.state.scenario_lines import SWITCHES

    tables = Tables.shipped()
    rolled = [table for table in map(tables.__getitem__, tables.names) if isinstance(table, Table)]
    known = {**SWITCHES, **{switch.name: switch.readings for table in rolled for switch in table.switches}}
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


def _begun(args: argparse.Namespace, played: Any, dice: AskDice | None, words: Words) -> Driver:
    options = _options(args, played.name)
    found = kit(played.name)
    scenario = args.scenario if args.scenario is not None else found.usual
    if args.ground_from is not None:
        from bob.staff.loaded import after

        played = after(played, scenario, Path(args.ground_from))
    seats = _seats(args, args.seats, found.casting(played, scenario, options))
    seed = args.seed if args.seed is not None else fresh_seed()
    options = found.settled(scenario, options, [seat for seat, who in seats.items() if who in OUTSIDE])
    fliers = Fliers()
    pilots_of(args.pilots, seats, fliers, found.pilots(played)) if args.pilots is not None else None
    fair, lock = args.dice == FAIR, _lock(args, seats, words)
    return Driver.new(
        played, scenario, seed, options, seats, args.save, ask=dice, typed=dice is not None, fair=fair, fliers=fliers, cipher=lock
    )


def _lock(args: argparse.Namespace, seats: Mapping[str, str], words: Words) -> Cipher | None:
    """The lock of a new game's file, where one is asked for. Raises BobError."""
    if not args.lock:
        return None
    sides = [seat for seat, who in seats.items() if who in OUTSIDE and seat != REFEREE]
    if len(sides) < 2:
        raise UsageError("locks.two")
    if args.save is None:
        raise UsageError("locks.needs_save")
    return passphrases.made(passphrases.given(args), words, sides)


def _opened(args: argparse.Namespace, played: Any, dice: AskDice | None, words: Words) -> Driver:
    if args.dice == FAIR:
        raise UsageError("play.fair_from_the_start")
    alone = ("scenario", "seed", "save", "period", "effort", "engagements", "chooser")
    for option, given in (("SCENARIO" if name == "scenario" else f"--{name}", getattr(args, name)) for name in alone):
        if given is not None:
            raise UsageError("play.open_alone", option=option)
    if args.switch:
        raise UsageError("play.open_alone", option="--switch")
    if args.ground_from is not None:
        raise UsageError("play.open_alone", option="--ground-from")
    if args.option:
        raise UsageError("play.open_alone", option="--option")
    if args.lock:
        raise UsageError("play.open_alone", option="--lock")
    known = {**games(), played.name: played}
    if "key" in args:
        save, match = Save.open(args.open, known, key=args.key)
    else:
        save, match = passphrases.opened(args, words, lambda key: Save.open(args.open, known, key=key))
    try:
        if match.game.name != played.name:
            raise UsageError("play.open_other", file=args.open, name=match.game.name, game=played.name)
        if getattr(args, played.name, None) is not None and match.header.own != played.own:
            print(words("play.own_kept"), file=sys.stderr)
        if dice is not None and match.header.fair:
            raise UsageError("play.fair_untyped")
        kept = save.draft(SEATS)
        text = args.seats
        if text is None and isinstance(kept, dict):
            text = ",".join(f"{seat}={who}" for seat, who in kept.items() if args.jsonl or who != "jsonl")
        seats = _seats(args, text, _cast_of(match))
        driver = Driver.resumed(save, match, seats, ask=dice)
        driver.typed = driver.typed or dice is not None
        if args.pilots is not None:
            _check_only("pilots" not in kit(played.name).flags, "--pilots", played.name)
            pilots_of(args.pilots, seats, driver.fliers, kit(played.name).pilots(played))
        driver.keep_seats()
        return driver
    except BaseException:
        save.close()
        raise


def _dice(args: argparse.Namespace, words: Words) -> AskDice | None:
    """Return the function that asks for typed dice, if the option asks for it. Raises UsageError."""
    if args.dice is None or args.dice == FAIR:
        return None
    if args.dice != "typed":
        raise UsageError("error.one_of", option="--dice", choices=f"typed, {FAIR}", value=args.dice)
    if args.jsonl or "jsonl" in (args.seats or ""):
        raise UsageError("play.dice_and_lines")

    ways_out = vocabulary(WAYS_OUT)

    def ask(throw: Throw) -> str | None:
        """Return the text typed, asked for again until it fits the dice; an empty line lets the program roll. Raises DiceBrokenOff for a
        way out."""
        purpose, count, sides = throw.purpose, throw.count, throw.sides
        card = purpose in DRAWS
        if sides != _DIE and not card:
            return None
        keys = (purpose, f"play.dice.{purpose}", f"tables.title.{purpose}")
        said = next((words(key) for key in keys if words.has(key)), purpose.replace("_", " "))
        said = words("play.dice_subject", purpose=said, subject=subject) if (subject := dice_subject(words, throw)) else said
        while True:
            asked = words("play.card_ask" if card else "play.dice_ask", count=count, purpose=said, places=sides)
            print(asked, end=" ", file=sys.stderr, flush=True)
            line = sys.stdin.readline()
            if not line.strip():
                return None
            if (command := ways_out.get(plain(line.split()[0]))) is not None:
                raise DiceBrokenOff("" if command == "undo" else " ".join((command, *line.split(maxsplit=1)[1:])).strip())
            try:
                if card and not line.strip().isdigit():
                    return pattern_of(words, line)
                parse_faces(line, count, sides)
                return line
            except DiceError as error:
                print(error.describe(words), file=sys.stderr)

    return ask


def dice_subject(words: Words, throw: Throw) -> str:
    """Return the side and the units that dice are thrown for; empty where the units are not known."""
    unit, whom = throw.about.get("unit"), throw.about.get("against")
    if unit is None:
        return ""
    units = f"{unit} {words('desk.dice.subject_against', whom=whom)}" if whom else unit
    return words("desk.dice.whose", seat=words(f"desk.seat.{throw.by}"), purpose=units) if throw.by in SIDES else units


def terminal_colour() -> bool:
    """Return whether the terminal shows colours."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def bare_terminal() -> bool:
    """Return whether the terminal has plain letters only."""
    return not (sys.stdout.encoding or "utf-8").lower().startswith("utf")
