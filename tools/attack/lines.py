"""Spoilt lines of JSON, in every game: each is answered or refused in words, and what is refused changes nothing."""

from __future__ import annotations

import json
from typing import Any

from bob.cli.jsonl import Pipe
from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.game import dumps
from bob.core.match import Match
from bob.driver import Driver
from bob.games import kit, names
from bob.words import Words
from tools.attack.mutate import bitten, spoilt
from tools.attack.report import Report
from tools.attack.worlds import made
from tools.fuzz import setting_of

LINES, SHORT_LINES = 250, 25
KINDS = frozenset(("prompt", "accepted", "undone", "over", "view", "log", "saved", "refused", "bye"))
REQUESTS: tuple[dict[str, Any], ...] = (
    {"type": "view"},
    {"type": "log", "since": 3},
    {"type": "undo"},
    {"type": "save", "file": ""},
    {"type": "order"},
    {"order": None},
)


def attack(report: Report) -> None:
    """One round: a game of each kind, played by right lines between spoilt ones."""
    for name in names():
        stream = Stream.of(report.key, f"lines/{name}")
        setting = setting_of(kit(name).contest(), report.round)
        match: Match[Any] = Match.new(made(name), setting.scenario, f"attack/{report.key}", setting.options)
        pipe = Pipe(Driver(match, dict.fromkeys(match.game.seats(match.position), "jsonl")), Words("en"))
        pipe.begun()
        for _ in range(SHORT_LINES if report.short else LINES):
            if not match.to_move or pipe.closed:
                break
            _say(report, name, pipe, match, stream)


def _say(report: Report, name: str, pipe: Pipe, match: Match[Any], stream: Stream) -> None:
    seat = stream.choose(match.to_move)
    order = match.game.sample(match.position, seat, stream)
    whole: dict[str, Any] = {"seat": seat, "order": encode(order)}
    how = stream.below(6)
    if how == 0:
        line = json.dumps(whole)
    elif how == 1:
        line = bitten(json.dumps(whole).encode(), stream).decode("utf-8", "surrogateescape")
    elif how == 2:
        line = json.dumps(spoilt({"seat": seat, **stream.choose(REQUESTS)}, stream), default=str)
    else:
        line = json.dumps(spoilt(whole, stream, 3), default=str)
    if "save" in line and '"file"' in line:
        return  # it would be written wherever the line says
    before, count = match.game.dump(match.position) if how else "", len(match.entries)
    try:
        said = pipe.answered(line)
        kinds = [answer["type"] for answer in said]
        text = dumps(said)
    except Exception as error:
        report.found(f"{name}: {line!r:.900} raised {type(error).__name__}: {error!s:.300}")
        return
    report.tried[f"lines {kinds[0] if kinds else 'unanswered'}"] += 1
    report.holds(bool(kinds) and set(kinds) <= KINDS, f"{name}: {line!r:.600} is answered by {kinds}")
    report.holds(bool(text.encode("utf-8", "ignore")), f"{name}: {line!r:.600}: an answer that cannot be written")
    if how == 0:
        report.holds("refused" not in kinds, f"{name}: a sampled order is refused: {line} {said[:1]}")
    elif kinds and kinds[0] == "refused" and match.game.dump(match.position) != before:
        report.found(f"{name}: refused {line!r:.600} changed the position ({count} entries, now {len(match.entries)})")
