"""Golden playthroughs: `python -m tests.contract.goldens [GAME ...]` writes those of these games, or of all, anew.

For each way in which a game can end there is one: a game played at random, every order with a digest of the entry that it made and of
what every seat saw and could order then.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bob.core.codec import encode
from bob.core.dice import Stream
from bob.core.errors import BobError
from bob.core.game import REFEREE, dumps
from bob.core.kit import Kit
from bob.core.match import Match
from bob.games import kit, names, registered
from tests.pursuit.kit import KIT as PURSUIT
from tools.fuzz import setting_of

FOLDER = Path(__file__).parent / "golden"
MOST = 400
"""How many games are tried for the endings of one."""


def file_of(name: str, ending: str) -> Path:
    """The golden playthrough of a game that ends so."""
    return FOLDER / f"{name}_{ending.rpartition('.')[2]}.jsonl"


def played(found: Kit, number: int) -> Match[Any]:
    """A game of the fuzzer's, played at random to its end."""
    setting = setting_of(found.contest(), number)
    match = Match.new(found.make(), setting.scenario, f"golden/{number}", setting.options)
    stream = Stream.of(match.header.seed, "golden")
    while match.to_move:
        seat = stream.choose(match.to_move)
        match.play(seat, match.game.sample(match.position, seat, stream))
    return match


def digests(match: Match[Any], orders: list[tuple[str, Any]], every: int = 1) -> Iterator[str]:
    """The digest of each entry of a match, and of what every seat saw and could order after it, as these orders are played; of every so
    many entries and the last, with nothing for those between."""
    game = match.game
    seats = (*game.seats(match.position), REFEREE)
    for number in range(len(orders) + 1):
        if number:
            seat, order = orders[number - 1]
            match.play(seat, game.order(order))
        if number % every and number < len(orders):
            yield ""
            continue
        seen = [[encode(match.view(seat)), encode(game.choices(match.position, seat))] for seat in seats]
        yield hashlib.sha256(dumps([match.entries[-1].as_json(), seen]).encode()).hexdigest()[:16]


def again(path: Path, every: int = 1) -> str | None:
    """Where a golden playthrough differs when it is played again and looked at after every so many entries, or None."""
    head, *lines, end = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    match = Match.new(kit(head["game"]).make(), head["scenario"], head["seed"], head["options"])
    texts = digests(match, [(line["seat"], line["order"]) for line in lines], every)
    try:
        for number, line in enumerate([head, *lines]):
            if next(texts) not in ("", line["digest"]):
                return f"{path.name}: another digest at entry {number}: {dumps(line)}"
    except BobError as error:
        return f"{path.name}: {error} at entry {len(match.entries)}"
    ended = encode(match.game.outcome(match.position))
    return None if ended == end else f"{path.name}: ended {dumps(ended)}"


def write(match: Match[Any], ending: str) -> None:
    """Write the playthrough of a match that is over."""
    orders = [(entry.seat, encode(entry.order)) for entry in match.entries[1:]]
    header = match.header
    fresh = Match.new(match.game, header.scenario, header.seed, header.options)
    first, *others = digests(fresh, orders)
    head = {"game": header.game, "scenario": header.scenario, "seed": header.seed, "options": encode(header.options), "digest": first}
    lines = [{"seat": seat, "order": order, "digest": digest} for (seat, order), digest in zip(orders, others, strict=True)]
    end = encode(match.game.outcome(match.position))
    file_of(header.game, ending).write_text("".join(dumps(line) + "\n" for line in (head, *lines, end)), "utf-8")


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    with registered(PURSUIT):
        for name in wanted or names():
            found, missing = kit(name), set(kit(name).endings)
            for number in range(MOST):
                match = played(found, number)
                outcome = match.game.outcome(match.position)
                assert outcome is not None
                if outcome.code in missing:
                    missing.discard(outcome.code)
                    write(match, outcome.code)
                    print(name, outcome.code, number, len(match.entries), flush=True)
                if not missing:
                    break
            if missing:
                raise SystemExit(f"{name}: no game ended {', '.join(sorted(missing))}")


if __name__ == "__main__":
    main(sys.argv[1:])
