"""`bob play`: a day, a card dogfight or a campaign in the terminal, at one seat or more, or over lines of JSON."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bob.cli import Parser
from bob.commands.day_commands import BOTH
from bob.commands.session import FLIERS, OUTSIDE, SEATS, Session, Typed, player
from bob.dice import Dice, SeededDice, TypedDice, fresh_seed, parse_faces
from bob.errors import DiceError, UsageError
from bob.game import REFEREE
from bob.staff.fliers import FOR_A_PERSON, Fliers
from bob.words import Words

_DIE = 6
"""Only such dice are asked for: nobody has one of 91 sides."""
_HUMAN_SIDE = "allied"
"""The side that the player takes of a dogfight or a campaign, if he says nothing."""


@dataclass(frozen=True, slots=True)
class Casting:
    """The seats of a game, and who plays them: where nobody is named, and where others are."""

    game: str
    alone: Mapping[str, str]
    others: Mapping[str, str] = field(default_factory=dict)


DAY = Casting("day", {"raf": "human", "luftwaffe": "kesselring"}, {"luftwaffe": "kesselring", "raf": "park"})
USUAL = {"day": "lesson", "cards": "first_match", "campaign": "channel_convoys_1940"}
"""The scenario of each game, if none is named."""


def casting(sides: Mapping[str, str], game: str) -> Casting:
    """The seats of a dogfight or a campaign by their side: the player's is the first of the Allies, sound pilots fly the rest."""
    own = next((seat for seat, side in sides.items() if side == _HUMAN_SIDE), next(iter(sides)))
    others = dict.fromkeys(sides, "sound")
    return Casting(game, others | {own: "human"}, others)


def arguments(parser: Parser, words: Words) -> None:
    parser.add_argument("game", metavar="GAME", help=words("cli.play.game"))
    parser.add_argument("scenario", nargs="?", metavar=words("cli.simulate.scenario_meta"), help=words("cli.play.scenario"))
    parser.add_argument("--seats", metavar="SEAT=WHO,...", help=words("cli.play.seats"))
    parser.add_argument("--seed", metavar="S", help=words("cli.play.seed"))
    parser.add_argument("--save", metavar=words("cli.play.file_meta"), help=words("cli.play.save"))
    parser.add_argument("--open", metavar=words("cli.play.file_meta"), help=words("cli.play.open"))
    parser.add_argument("--dice", metavar="typed", help=words("cli.play.dice"))
    parser.add_argument("--switch", action="append", default=[], metavar="N=R", help=words("cli.play.switch"))
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=words("cli.play.option"))
    parser.add_argument("--engagements", metavar="HOW", help=words("cli.play.engagements"))
    parser.add_argument("--chooser", metavar="raf|luftwaffe", help=words("cli.play.chooser"))
    parser.add_argument("--pilots", metavar="SEAT=WHO,...", help=words("cli.play.pilots"))
    parser.add_argument("--cards", metavar=words("cli.folder_meta"), help=words("cli.play.cards"))
    parser.add_argument("--period", metavar="1-5", help=words("cli.simulate.period"))
    parser.add_argument("--jsonl", action="store_true", help=words("cli.play.jsonl"))
    parser.add_argument("--tournament", action="store_true", help=words("cli.play.tournament"))
    parser.add_argument("--games", metavar="N", help=words("cli.tournament.games"))
    parser.epilog = f"{parser.epilog}\n\n{scenario_list(words)}"


def scenario_list(words: Words) -> str:
    """The scenarios of the dogfight and the campaigns, for the help; those of the day have a command of their own."""
    from bob.campaign.sheets import shipped_sheets
    from bob.dogfight.cards.data import shipped
    from bob.dogfight.cards.game import shipped_scenarios
    from bob.dogfight.cards.telling import Teller

    teller = Teller(words, shipped())
    cards = {code: teller.scenario(code) for code in shipped_scenarios()}
    campaigns = {code: sheet.name[words.language] for code, sheet in shipped_sheets().items()}
    lines = []
    for title, found in (("cli.play.cards_list", cards), ("cli.play.campaigns_list", campaigns)):
        lines += [words(title), *[f"  {code:<22}{name}" for code, name in found.items()]]
    return "\n".join(lines)


def run(args: argparse.Namespace, words: Words) -> int:
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    from bob.games import game

    _only(not args.tournament, "--games" if args.games is not None else "", args.game)
    if args.tournament:
        from bob.commands.tournament import run_tournament

        _only(args.game != "cards", "--tournament", args.game)
        return run_tournament(argparse.Namespace(games=args.games, seed=args.seed, json=args.jsonl), words)
    played = game(args.game)
    if args.cards is not None:
        from bob.dogfight.cards import CardDogfight
        from bob.dogfight.cards.data import laid_over

        _only(args.game != "cards", "--cards", args.game)
        played = CardDogfight(laid_over(Path(args.cards)))
    dice = _dice(args, words)
    session = _opened(args, played, dice) if args.open is not None else _begun(args, played, dice)
    try:
        if args.jsonl or "jsonl" in session.seats.values():
            from bob.commands.jsonl import serve

            serve(session, sys.stdin, lambda line: print(line, flush=True), words)
            return 0
        if played.name != "day":
            from bob.commands.cards_text import terminal

            return terminal(session, words).run()
        from bob.commands.terminal import Terminal

        return Terminal(session, words).run()
    finally:
        session.close()


def pilots_of(text: str, seats: Mapping[str, str], fliers: Fliers) -> None:
    """Who flies for each seat in dogfights by cards from now on: a pilot, or whoever sits there (`me`). Raises UsageError."""
    for part in text.split(","):
        seat, equals, who = (piece.strip() for piece in part.partition("="))
        if not equals or seat not in BOTH or who not in (*FOR_A_PERSON, "me"):
            raise UsageError("play.pilots_form", text=part[:60], choices=", ".join(FOR_A_PERSON))
        if who == "me" and seats[seat] not in OUTSIDE:
            raise UsageError("play.nobody_there", seat=seat)
        fliers.choose(seat, who if who in FOR_A_PERSON else None, None)


def seats_of(text: str | None, jsonl: bool, cast: Casting = DAY) -> dict[str, str]:
    """Who plays which seat. Raises UsageError."""
    seats = dict(cast.alone) if text is None else {}
    for part in (text or "").split(","):
        if not part.strip():
            continue
        seat, equals, who = part.partition("=")
        seat, who = seat.strip(), who.strip()
        if not equals or seat not in (*cast.alone, REFEREE) or seat in seats or not who:
            if cast.game == "day":
                raise UsageError("play.seats_form", text=part[:60])
            raise UsageError("play.table_seats_form", choices=", ".join(cast.alone), text=part[:60])
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
    from bob.commands.simulate import number, one_of

    _only(game != "day", "--period" if args.period is not None else "", game)
    _only(game != "day", "--switch" if args.switch else "", game)
    _only(game == "day", "--option" if args.option else "", game)
    for option in ("engagements", "chooser", "pilots"):
        _only(game != "day", f"--{option}" if getattr(args, option) is not None else "", game)
    options: dict[str, Any] = {}
    if args.engagements is not None:
        options["engagements"] = args.engagements
    if args.chooser is not None:
        options["chooser"] = one_of(args.chooser, "--chooser", BOTH)
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals or not name.strip():
            raise UsageError("play.option_form", text=text[:60])
        options[name.strip()] = _value(value)
    if args.period is not None:
        options["period"] = number(args.period, "--period", 1, 5)
    if args.switch:
        options["switches"] = _switches(args.switch)
    return options


def _only(wrong: bool, option: str, game: str) -> None:
    """Raise UsageError for an option that is of another game."""
    if wrong and option:
        raise UsageError("play.other_game", option=option, game=game)


def _value(text: str) -> Any:
    """The value of an option: true, false, a number or other JSON, else the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _cast(played: Any, scenario: str, options: Mapping[str, Any]) -> Casting:
    """The seats of a game that is to begin. Raises BobError for what it does not know."""
    from bob.campaign.position import SIDES
    from bob.dogfight.cards.options import terms

    if played.name == "day":
        return DAY
    if played.name == "campaign":
        return casting({side: side for side in SIDES}, played.name)
    return casting({p.seat: p.side for p in terms(scenario, options, played.scenarios, played.tables).players}, played.name)


def _cast_of(match: Any) -> Casting:
    """The seats of a game that goes on."""
    return _cast(match.game, match.header.scenario, match.header.options)


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

    options = _options(args, played.name)
    scenario = args.scenario if args.scenario is not None else USUAL[played.name]
    seats = seats_of(args.seats, args.jsonl, _cast(played, scenario, options))
    seed = args.seed if args.seed is not None else fresh_seed()
    for seat, who in seats.items():
        if who not in OUTSIDE:
            player(played.name, who, seed, seat)
    if played.name == "day" and args.chooser is None:
        first = next((seat for seat, who in seats.items() if who in OUTSIDE and seat in BOTH), BOTH[0])
        options |= {"chooser": first} if first != BOTH[0] else {}
    fliers = Fliers()
    pilots_of(args.pilots, seats, fliers) if args.pilots is not None else None
    if args.save is None:
        return Session(Match.new(played, scenario, seed, options, dice=dice), seats, None, dice, fliers)
    save, match = Save.begin(args.save, played, scenario, seed, options, dice)
    save.put_draft(SEATS, seats)
    save.put_draft(FLIERS, fliers.as_json())
    return Session(match, seats, save, dice, fliers)


def _opened(args: argparse.Namespace, played: Any, dice: Typed | None) -> Session:
    from bob.save import Save

    alone = ("scenario", "seed", "save", "period", "engagements", "chooser")
    for option, given in (("SCENARIO" if name == "scenario" else f"--{name}", getattr(args, name)) for name in alone):
        if given is not None:
            raise UsageError("play.open_alone", option=option)
    if args.switch:
        raise UsageError("play.open_alone", option="--switch")
    if args.option:
        raise UsageError("play.open_alone", option="--option")
    save, match = Save.open(args.open, {played.name: played})
    try:
        kept = save.draft(SEATS)
        text = args.seats
        if text is None and isinstance(kept, dict):
            text = ",".join(f"{seat}={who}" for seat, who in kept.items() if args.jsonl or who != "jsonl")
        seats = seats_of(text, args.jsonl, _cast_of(match))
        fliers = Fliers(save.draft(FLIERS))
        if args.pilots is not None:
            _only(played.name != "day", "--pilots", played.name)
            pilots_of(args.pilots, seats, fliers)
            save.put_draft(FLIERS, fliers.as_json())
        session = Session(match, seats, save, dice, fliers)
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
        key = purpose if words.has(purpose) else f"play.dice.{purpose}"
        said = words(key) if words.has(key) else purpose.replace("_", " ")
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
