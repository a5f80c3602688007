"""`bob tournament --game hexes`: missions of the hex dogfight between pilots, with win shares and their intervals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from bob.dogfight.hexes.game import HexDogfight
from bob.dogfight.hexes.options import RANDOM_MISSION, terms
from bob.dogfight.hexes.pilots import KINDS
from bob.dogfight.hexes.pilots.matches import results
from bob.dogfight.matches import MatchCount, jobs_of
from bob.dogfight.score import Score, share_told
from bob.errors import UsageError
from bob.kit import RANDOM, seat_told
from bob.text import neat
from bob.words import Words

USUAL_MISSIONS = "duel,free_hunt"


def run_missions(args: argparse.Namespace, words: Words) -> int:
    """Play the missions and print what they came to. Raises BobError."""
    from bob.commands.simulate import number
    from bob.commands.tournament import option, progress

    games = number(option(args, "games", "200"), "--games", 1, 1_000_000)
    jobs = number(option(args, "jobs", "1"), "--jobs", 1, 256)
    pilots = _pilots(option(args, "pilots", "sound"))
    folder = option(args, "hexes", "")
    game = HexDogfight.over(Path(folder)) if folder else HexDogfight()
    missions = _missions(option(args, "missions", USUAL_MISSIONS), game)
    counts: list[MatchCount] = []
    done = 0
    for mission in missions:
        count = MatchCount(mission, pilots)
        todo = jobs_of(mission, pilots, games, option(args, "seed", "1"), folder)
        for job, found in zip(todo, results(todo, jobs), strict=True):
            count.add(job, found)
            done += 1
            progress(done, games * len(missions))
        if getattr(args, "json", False):
            print(json.dumps(count.as_json("mission")), flush=True)
        counts.append(count)
    if not getattr(args, "json", False):
        print(_told(counts, pilots, game, words))
    return 0


def _pilots(text: str) -> tuple[str, str]:
    """One kind of pilot against its like, or two kinds. Raises UsageError."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    known = (RANDOM, *KINDS)
    for name in names:
        if name not in known:
            raise UsageError("error.one_of", option="--pilots", choices=", ".join(known), value=name[:60])
    if not 1 <= len(names) <= 2:
        raise UsageError("pilots.pilots_form", text=text[:60])
    return names[0], names[-1]


def _missions(text: str, game: HexDogfight) -> list[str]:
    """The missions by code; `all` is every one. Raises UsageError."""
    if text.strip() == "all":
        return list(game.missions)
    found = [part.strip() for part in text.split(",") if part.strip()]
    for mission in found:
        if mission != RANDOM_MISSION:
            terms(mission, {}, game.missions, game.tables)
    return found


def _told(counts: Sequence[MatchCount], pilots: tuple[str, str], game: HexDogfight, words: Words) -> str:
    two = pilots[0] != pilots[1]
    heads = [words(f"pilots.head.{head}") for head in ("mission", "side", "won", "drawn", "lost", "share_side")]
    if two:
        heads.append(words(f"pilots.name.{pilots[0]}"))
    rows = []
    flown = Score()
    for count in counts:
        score = count.by_side
        named = game.missions[count.scenario].name if count.scenario in game.missions else {}
        row = [named.get(words.language, count.scenario), seat_told(words, count.sides[0])]
        row += [str(score.won), str(score.drawn), str(score.lost), share_told(score)]
        rows.append([*row, share_told(count.by_pilot)] if two else row)
        flown.plus(count.by_pilot)
    lines = [neat(heads, rows, right=tuple(range(2, len(heads)))), ""]
    if two:
        one, other = (words(f"pilots.name.{name}") for name in pilots)
        figures = {"won": flown.won, "drawn": flown.drawn, "lost": flown.lost, "share": share_told(flown)}
        lines.append(words("pilots.pilot_total", one=one, other=other, **figures))
    lines.append(words("pilots.note"))
    return "\n".join(lines)


TOURNAMENT = run_missions
