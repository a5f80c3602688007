"""Saves that every later version opens: `python -m tests.golden_saves` writes those of today's rules beside the older ones.

A file is named by what was played and a number that counts up: where the newest is of other rules than today's, one more is written. A
game that is new leaves the others' as they are. A file of rules that have left the house is never written again; while these have not,
`--again` writes the newest anew.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sqlite3
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.game import Game, dumps
from bob.core.match import Match
from bob.core.resources import data_folder
from bob.files import ENDING, Save
from bob.games import games
from tests.pursuit.kit import KIT as PURSUIT

FOLDER = Path(__file__).parent / "golden" / "saves"
TABLES = FOLDER / "tables.json"
"""By game and number of rules, the digest of the tables that they read."""

RULE_TABLES: Mapping[str, tuple[str, ...]] = {
    "day": ("operations/*.toml", "aircraft.toml", "directives.toml", "engagements.toml", "operational.toml", "quick.toml", "sensors.toml"),
    "cards": ("cards/aircraft.toml", "cards/deck.toml", "cards/pilots.toml"),
    "campaign": ("campaigns/*.toml",),
    "hexes": ("hexes/*.toml",),
    "skies": ("skies/*.toml",),
    "flight": ("cards/classic_*.toml", "cards/editions.toml"),
    "carriers": (
        "campaign/carriers/*.toml",
        "campaign/targets.toml",
        "campaign/pilots.toml",
        "cards/classic_*.toml",
        "cards/editions.toml",
    ),
    "low_raid": ("campaign/low_raid/*.toml", "cards/classic_*.toml"),
    "air_war": ("campaign/*.toml", "campaign/land/*.toml", "cards/classic_*.toml", "cards/editions.toml"),
}
"""The tables that are rules. Scenarios and orders of battle are not: their outcome lies in the first position of a record."""


def in_battle(match: Match[Any]) -> bool:
    """Whether a dogfight by cards has gone on for a while."""
    flown = [entry for entry in match.entries[-40:] if getattr(entry.order, "code", "") == "fly"]
    return len(flown) > 30 and match.position.phase == "engagement"


def is_over(match: Match[Any]) -> bool:
    return not match.to_move


@dataclass(frozen=True)
class Played:
    """What a golden save holds: a game played at random until so many entries, or until something has come about."""

    game: str
    scenario: str
    options: Mapping[str, Any] = field(default_factory=dict)
    until: Callable[[Match[Any]], bool] = is_over
    most: int = 900


SAVES: Mapping[str, Played] = {
    "day": Played("day", "one_raid"),
    "day_in_a_dogfight": Played("day", "one_raid", {"engagements": "cards"}, in_battle),
    "cards": Played("cards", "pairs", {"bonus_cards": True}),
    "hexes": Played("hexes", "duel", {"altimeter": True, "fuel": True}),
    "skies": Played("skies", "pairs"),
    "campaign": Played("campaign", "poland_1939", most=500),
    "flight": Played("flight", "rail_complex"),
    "air_war": Played("air_war", "channel_battle", {"missions": 2}, most=500),
    "carriers": Played("carriers", "convoys", {"turns": 2, "quick": True}),
    "low_raid": Played("low_raid", "croydon"),
    "pursuit": Played("pursuit", "even"),
}


@cache
def known() -> dict[str, Game[Any]]:
    """The games of today, and the one of the tests."""
    return {**games(), PURSUIT.name: PURSUIT.make(None)}


def played(name: str, path: Path) -> Match[Any]:
    """Play and keep a golden game in a new file."""
    of = SAVES[name]
    game, stream = known()[of.game], Stream.of(1940, name)
    save, match = Save.begin(path, game, of.scenario, 1940, of.options)
    with save:
        while match.to_move and not of.until(match) and len(match.entries) < of.most:
            match.play(match.to_move[0], game.sample(match.position, match.to_move[0], stream))
    return match


def files_of(name: str) -> list[Path]:
    """The golden saves of that name, the oldest first."""
    return sorted(FOLDER.glob(f"{name}.*{ENDING}"), key=lambda path: int(path.name.split(".")[1]))


def opened(path: Path) -> Match[Any]:
    """A golden save as it was kept."""
    save, match = Save.open(path, known(), read_only=True)
    save.close()
    return match


def due(name: str, again: bool) -> Path | None:
    """The file that is to be written of that name, if one is."""
    found = files_of(name)
    if found and opened(found[-1]).since == 0:
        return found[-1] if again else None
    return FOLDER / f"{name}.{len(found) + 1}{ENDING}"


def digest_of_tables(game: str) -> str:
    """A digest of what the tables of a game say; their comments do not count, nor what they call things in both languages, nor where a
    target is drawn on a map."""
    files = sorted(path for pattern in RULE_TABLES[game] for path in data_folder("tables").glob(pattern))
    read = {path.name: _without_names(encode(tomllib.loads(path.read_text("utf-8")))) for path in files}
    for table in read.values():
        for target in table.get("target", ()):
            target.pop("place", None)
    return hashlib.sha256(dumps(read).encode()).hexdigest()[:32]


def _without_names(table: Any) -> Any:
    """A table without what it calls things: those are words, and no rules."""
    if isinstance(table, dict):
        return {key: _without_names(value) for key, value in table.items() if not (isinstance(value, dict) and set(value) == {"en", "fr"})}
    return [_without_names(value) for value in table] if isinstance(table, list) else table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--again", action="store_true", help="write files of rules anew that have not left the house")
    again = parser.parse_args().again
    FOLDER.mkdir(exist_ok=True)
    digests = json.loads(TABLES.read_text("utf-8")) if TABLES.exists() else {}
    for game in RULE_TABLES:
        number = str(known()[game].rules)
        if again or number not in digests.setdefault(game, {}):
            digests[game][number] = digest_of_tables(game)
    TABLES.write_text(json.dumps(digests, indent=1, sort_keys=True) + "\n", "utf-8")
    for name in SAVES:
        path = due(name, again)
        if path is not None:
            with tempfile.TemporaryDirectory() as folder:
                match = played(name, Path(folder) / path.name)
                with closing(sqlite3.connect(Path(folder) / path.name)) as con:
                    con.execute("VACUUM")
                path.write_bytes((Path(folder) / path.name).read_bytes())
            print(path.name, len(match.entries), path.stat().st_size)


if __name__ == "__main__":
    main()
