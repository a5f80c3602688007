"""`bob tournament` of a game whose pilots see a view and its choices: scenarios between them, with win shares and their intervals."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from bob.campaigns.matches import campaigns_out
from bob.cli import worker_options
from bob.cli.worker_options import number
from bob.core.errors import UsageError
from bob.core.kit import RANDOM, Kit, seat_text
from bob.core.text import neat
from bob.core.workers import Workers
from bob.tactical.matches import MatchCount, PilotMatch, PilotMatchResult, jobs_of
from bob.tactical.score import Score, share_text
from bob.words import LANGUAGES, Words


@dataclass(frozen=True, slots=True)
class Matches:
    """A game's part in a tournament.

    `called` is its word for a scenario, `usual` are those flown when none is named; `names` are the titles of its scenarios by code, in
    both languages; `known` raises BobError for an unknown one; `drawn` is the one drawn by the dice; `fly` plays games with workers.
    """

    called: str
    usual: str
    pilots: Sequence[str]
    names: Mapping[str, Mapping[str, str]]
    drawn: str
    known: Callable[[str], object]
    fly: Callable[[Sequence[PilotMatch], Workers], Iterable[PilotMatchResult]]


def run_matches(args: argparse.Namespace, words: Words, of: Callable[[str], Matches], own: str) -> int:
    """Play the games and print the results. `of` returns the game's part with a user's own data, from the folder of the option `own`.
    Raises BobError."""
    from bob.cli.commands.tournament import option

    games = number(option(args, "games", "200"), "--games", 1, 1_000_000)
    folder = option(args, own, "")
    if folder and getattr(args, "cluster", None) is not None:
        raise UsageError("workers.own_folder", option=f"--{own}")
    found = of(folder)
    pilots = _pilots(option(args, "pilots", "sound"), (RANDOM, *found.pilots))
    scenarios = _scenarios(option(args, "missions", found.usual), found)
    counts: list[MatchCount] = []
    done = 0
    with worker_options.open_workers(args, 1) as workers:
        for scenario in scenarios:
            count = MatchCount(scenario, pilots)
            todo = jobs_of(scenario, pilots, games, option(args, "seed", "1"), folder)
            for job, flown in zip(todo, found.fly(todo, workers), strict=True):
                count.add(job, flown)
                done += 1
                worker_options.progress(done, games * len(scenarios))
            if getattr(args, "json", False):
                print(json.dumps(count.as_json(found.called)), flush=True)
            counts.append(count)
    if not getattr(args, "json", False):
        print(_describe(counts, pilots, found, words))
    return 0


def campaigns(found: Kit) -> Callable[[str], Matches]:
    """Return the function for the part of a game of campaigns in a tournament."""

    def of(folder: str) -> Matches:
        game = found.make(Path(folder) if folder else None)
        titles = {language: found.scenarios(Words(language)) for language in LANGUAGES}
        seats = found.casting(game, found.usual, {}).alone
        return Matches(
            called="campaign",
            usual=found.usual,
            pilots=tuple(dict.fromkeys(name for seat in seats for name in found.players(seat) if name != RANDOM)),
            names={code: {language: titles[language][code] for language in LANGUAGES} for code in titles[LANGUAGES[0]]},
            drawn="",
            known=lambda code: _known(code, titles[LANGUAGES[0]]),
            fly=partial(campaigns_out, found),
        )

    return of


def _known(code: str, titles: Mapping[str, str]) -> None:
    """Raise UsageError for an unknown campaign."""
    if code not in titles:
        raise UsageError("error.one_of", option="--missions", choices=", ".join(titles), value=code[:60])


def _pilots(text: str, known: Sequence[str]) -> tuple[str, str]:
    """Return one kind of pilot against its like, or two kinds. Raises UsageError."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise UsageError("error.one_of", option="--pilots", choices=", ".join(known), value=name[:60])
    if not 1 <= len(names) <= 2:
        raise UsageError("pilots.pilots_form", text=text[:60])
    return names[0], names[-1]


def _scenarios(text: str, found: Matches) -> list[str]:
    """The scenarios by code; `all` is every one. Raises BobError."""
    if text.strip() == "all":
        return list(found.names)
    named = [part.strip() for part in text.split(",") if part.strip()]
    for code in named:
        if code != found.drawn:
            found.known(code)
    return named


def _describe(counts: Sequence[MatchCount], pilots: tuple[str, str], found: Matches, words: Words) -> str:
    two = pilots[0] != pilots[1]
    heads = [words(f"pilots.head.{head}") for head in (found.called, "side", "won", "drawn", "lost", "share_side")]
    if two:
        heads.append(words(f"pilots.name.{pilots[0]}"))
    rows: list[list[Any]] = []
    flown = Score()
    for count in counts:
        score = count.by_side
        row = [found.names.get(count.scenario, {}).get(words.language, count.scenario), seat_text(words, count.sides[0])]
        row += [str(score.won), str(score.drawn), str(score.lost), share_text(score)]
        rows.append([*row, share_text(count.by_pilot)] if two else row)
        flown.plus(count.by_pilot)
    lines = [neat(heads, rows, right=tuple(range(2, len(heads)))), ""]
    if two:
        one, other = (words(f"pilots.name.{name}") for name in pilots)
        figures = {"won": flown.won, "drawn": flown.drawn, "lost": flown.lost, "share": share_text(flown)}
        lines.append(words("pilots.pilot_total", one=one, other=other, **figures))
    lines.append(words("pilots.note"))
    return "\n".join(lines)
