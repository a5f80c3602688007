"""`bob tournament`: dogfights between pilots, with win shares and their intervals: duels of aircraft by cards, missions by hexes,
scenarios with miniatures."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bob.cli import Parser, worker_options
from bob.cli.commands.play import with_flag
from bob.cli.match_tournament import campaigns, run_matches
from bob.cli.registry import terminal_parts
from bob.cli.worker_options import number
from bob.core.errors import UsageError
from bob.core.text import neat
from bob.games import kit
from bob.words import Words

if TYPE_CHECKING:
    from bob.tactical.cards.pilots.duels import DuelCount

CARDS = "cards"
_OF_CARDS, _OF_OTHERS = ("pairs", "strong_sims"), ("missions",)
"""The options of duels by cards, and of the scenarios of all others."""
USUAL_PAIRS = "spitfire_i:bf_109e_4,spitfire_i:spitfire_i,bf_109e_4:bf_109e_4"


def arguments(parser: Parser, words: Words) -> None:
    games = with_flag("tournament")
    parser.add_argument("--game", choices=games, default=CARDS, metavar="|".join(games), help=words("cli.tournament.game"))
    parser.add_argument("--games", metavar="N", default="200", help=words("cli.tournament.games"))
    parser.add_argument("--pairs", metavar="A:B,...|all", help=words("cli.tournament.pairs"))
    parser.add_argument("--missions", metavar="M,...|all", help=words("cli.tournament.missions"))
    for name in _own_folders():
        parser.add_argument(f"--{name}", metavar=words("cli.folder_meta"), help=words(f"cli.play.{name}"))
    parser.add_argument("--pilots", metavar="sound,random", default="sound", help=words("cli.tournament.pilots"))
    parser.add_argument("--strong-sims", metavar="N", help=words("cli.tournament.strong_sims"))
    parser.add_argument("--seed", metavar="S", default="1", help=words("cli.tournament.seed"))
    worker_options.arguments(parser, words)
    parser.add_argument("--json", action="store_true", help=words("cli.json"))


def _own_folders() -> list[str]:
    """The games that a tournament flies with a user's own data, by an option of the game's name."""
    return [name for name in with_flag() if name != CARDS and name in with_flag("tournament")]


def run(args: argparse.Namespace, words: Words) -> int:
    others = _OF_OTHERS if args.game == CARDS else _OF_CARDS
    for name in (*others, *(name for name in _own_folders() if name != args.game)):
        if getattr(args, name) is not None:
            raise UsageError("play.other_game", option=f"--{name.replace('_', '-')}", game=args.game)
    return run_tournament(args, words, args.game)


def run_tournament(args: argparse.Namespace, words: Words, game: str) -> int:
    """Fly a game's fights and print the results. Options that `args` lacks, or has as None, have their defaults. Raises BobError."""
    if game == CARDS:
        return _run_duels(args, words)
    found = kit(game)
    if "tournament" not in found.flags:
        raise UsageError("play.other_game", option="--tournament", game=game)
    declared = terminal_parts(found).tournament
    return declared.load()(args, words) if declared is not None else run_matches(args, words, campaigns(found), game)


def _run_duels(args: argparse.Namespace, words: Words) -> int:
    from bob.tactical.cards.pilots.duels import DuelCount, drawn_up, many

    games = number(option(args, "games", "200"), "--games", 1, 1_000_000)
    sims = option(args, "strong_sims", "")
    thinking = number(sims, "--strong-sims", 1, 1_000_000) if sims else None
    pilots = _pilots(option(args, "pilots", "sound"))
    pairs = _pairs(option(args, "pairs", USUAL_PAIRS))
    seed = option(args, "seed", "1")
    tallies: list[DuelCount] = []
    done = 0
    with worker_options.open_workers(args, 1) as workers:
        for pair in pairs:
            tally = DuelCount(pair, pilots)
            for flown in many(drawn_up(pair, pilots, games, seed, thinking), workers):
                tally.add(flown)
                done += 1
                worker_options.progress(done, games * len(pairs))
            if getattr(args, "json", False):
                print(json.dumps(tally.as_json()), flush=True)
            tallies.append(tally)
    if not getattr(args, "json", False):
        print(_describe(tallies, pilots, words))
    return 0


def option(args: argparse.Namespace, name: str, usual: str) -> str:
    """An option as it was given, or as usual."""
    value = getattr(args, name, None)
    return usual if value is None else str(value)


def _pilots(text: str) -> tuple[str, str]:
    """Return one kind of pilot against its like, or two kinds. Raises UsageError."""
    from bob.tactical.cards.pilots.pilot import NAMES

    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in NAMES:
            raise UsageError("error.one_of", option="--pilots", choices=", ".join(NAMES), value=name[:60])
    if not 1 <= len(names) <= 2:
        raise UsageError("pilots.pilots_form", text=text[:60])
    return names[0], names[-1]


def _pairs(text: str) -> list[tuple[str, str]]:
    """The pairings; `all` is every Allied fighter of 1940 against every Axis one. Raises UsageError."""
    from bob.tactical.cards.data import ALLIED, AXIS, shipped

    fighters = {code: a for code, a in shipped().aircraft.items() if not a.is_bomber}
    if text.strip() == "all":
        then = [a for a in fighters.values() if a.year <= 1940]
        sides = [sorted(a.code for a in then if a.side == side) for side in (ALLIED, AXIS)]
        return [(one, other) for one in sides[0] for other in sides[1]]
    pairs = []
    for part in text.split(","):
        one, colon, other = part.strip().partition(":")
        if not colon:
            raise UsageError("pilots.pairs_form", text=part.strip()[:60])
        for code in (one, other):
            if code not in fighters:
                raise UsageError("error.one_of", option="--pairs", choices=", ".join(sorted(fighters)), value=code[:60])
        pairs.append((one, other))
    return pairs


def _describe(tallies: Sequence[DuelCount], pilots: tuple[str, str], words: Words) -> str:
    from bob.tactical.cards.data import shipped
    from bob.tactical.cards.pilots.pilot import title_key
    from bob.tactical.score import Score, share_text

    names = {code: a.name for code, a in shipped().aircraft.items()}
    two = pilots[0] != pilots[1]
    heads = [words(f"pilots.head.{head}") for head in ("pairing", "won", "drawn", "lost", "share", "first")]
    if two:
        heads.append(words(title_key(pilots[0])))
    rows = []
    first, flown = Score(), Score()
    for tally in tallies:
        score = tally.by_aircraft
        row = [f"{names[tally.aircraft[0]]} – {names[tally.aircraft[1]]}", str(score.won), str(score.drawn), str(score.lost)]
        row += [share_text(score), share_text(tally.by_first)]
        if two:
            row.append(share_text(tally.by_pilot))
        rows.append(row)
        first.plus(tally.by_first)
        flown.plus(tally.by_pilot)
    lines = [neat(heads, rows, right=tuple(range(1, len(heads)))), ""]
    lines.append(words("pilots.first_total", share=share_text(first), games=first.games))
    if two:
        one, other = (words(title_key(name)) for name in pilots)
        lines.append(
            words("pilots.pilot_total", one=one, other=other, won=flown.won, drawn=flown.drawn, lost=flown.lost, share=share_text(flown))
        )
    lines.append(words("pilots.note"))
    return "\n".join(lines)
