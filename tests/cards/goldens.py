"""Golden records: `python -m tests.cards.goldens` writes them anew."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.game import dumps
from bob.core.match import Match
from bob.core.record import Entry, Header, entry_from_json
from bob.tactical.cards.orders import Redline
from tests.cards.tabletop import GAME

FOLDER = Path(__file__).parent / "golden"
RECORDS: dict[str, dict[str, Any]] = {
    "first_match": {},
    "pairs": {"bonus_cards": True},
    "teams": {},
    "free_for_all": {"vp_limit": 12, "year": 1941},
    "raid": {},
}
"""The scenarios recorded, and their options."""


DULL = ("discard", "give_up", "climb", "change_altitude")


def played(scenario: str, options: dict[str, Any]) -> Match[Any]:
    """A match of officers that choose at random, but keenly, so that something happens."""
    match = Match.new(GAME, scenario, 1940, options)
    bots = Stream.of(1940, scenario)
    while match.to_move:
        seat = match.to_move[0]
        listed = GAME.choices(match.position, seat).listed
        keen = [x for x in listed if x.code not in DULL and getattr(x, "altitude", "medium") == "medium"]
        keen = [x for x in keen if not isinstance(x, Redline) or x.aircraft is None]
        fighting = [x for x in keen if x.code in ("attack", "gunner_attack", "compare", "speed_step", "manoeuvre", "react", "fire")]
        match.play(seat, bots.choose(fighting if fighting and bots.below(3) else keen or listed))
    return match


def page(match: Match[Any]) -> str:
    """A record as lines of JSON: the header, every entry, the last position."""
    lines: Sequence[Any] = [encode(match.header), *[e.as_json() for e in match.entries], {"end": GAME.dump(match.position).splitlines()}]
    return "".join(dumps(line) + "\n" for line in lines)


def read(scenario: str) -> tuple[Header, list[Entry], str]:
    """The header, the entries and the last position of a golden record."""
    head, *lines, end = [json.loads(line) for line in (FOLDER / f"{scenario}.jsonl").read_text(encoding="utf-8").splitlines()]
    header = Header(head["game"], head["scenario"], head["seed"], head["options"], head["format"])
    return header, [entry_from_json(line, GAME) for line in lines], "\n".join(end["end"]) + "\n"


if __name__ == "__main__":
    for name, laid_over in RECORDS.items():
        (FOLDER / f"{name}.jsonl").write_text(page(played(name, laid_over)), encoding="utf-8")
