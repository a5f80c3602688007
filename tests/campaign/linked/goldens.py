"""Golden records: `python -m tests.campaign.linked.goldens` writes them anew."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bob.campaigns.linked.position import BATTLE
from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.game import dumps
from bob.core.match import Match
from bob.core.record import Entry, Header, entry_from_json
from tests.campaign.linked.build import GAME

FOLDER = Path(__file__).parent / "golden"
RECORDS: dict[str, tuple[str, dict[str, Any]]] = {
    "poland_by_cards": ("poland_1939", {"bonus_cards": True}),
    "london_by_dice": ("london_1940", {"quick": True, "scale": 2}),
}
"""The records, each with its campaign and options."""

DULL = ("discard", "give_up", "climb", "change_altitude", "dive", "redline")


def played(name: str) -> Match[Any]:
    """A campaign of officers that choose at random, in dogfights keenly, so that something happens."""
    campaign, options = RECORDS[name]
    match = Match.new(GAME, campaign, 1940, options)
    bots = Stream.of(1940, name)
    while match.to_move:
        seat = match.to_move[0]
        listed = GAME.choices(match.position, seat).listed
        if match.position.phase == BATTLE:
            listed = tuple(x for x in listed if x.code not in DULL and getattr(x, "altitude", "medium") == "medium") or listed
            listed = tuple(x for x in listed if x.code == "attack") or listed
        match.play(seat, bots.choose(listed))
    return match


def page(match: Match[Any]) -> str:
    """A record as lines of JSON: the header, every entry, the last position."""
    lines: Sequence[Any] = [encode(match.header), *[e.as_json() for e in match.entries], {"end": GAME.dump(match.position).splitlines()}]
    return "".join(dumps(line) + "\n" for line in lines)


def read(name: str) -> tuple[Header, list[Entry], str]:
    """The header, the entries and the last position of a golden record."""
    head, *lines, end = [json.loads(line) for line in (FOLDER / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
    header = Header(head["game"], head["scenario"], head["seed"], head["options"], head["format"])
    return header, [entry_from_json(line, GAME) for line in lines], "\n".join(end["end"]) + "\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in RECORDS:
        (FOLDER / f"{each}.jsonl").write_text(page(played(each)), encoding="utf-8")
