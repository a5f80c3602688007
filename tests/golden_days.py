"""Whole days by staff officers, turn by turn: `python -m tests.golden_days` writes what they come to by today's rules.

Of every turn is kept a short digest of the truth and of what either seat sees and may order when orders are due, a letter for how each of
some odd orders would be answered, and one for each order and event that follow; of days that are drawn, a digest of their first positions.
Where a change of rules or officers is meant, the file is written anew, in a commit of its own; to see what has parted, `--show DAY TURN`
prints all of a turn, in two checkouts.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

from bob.core.codec import encode
from bob.core.dice import SeededDice, Stream
from bob.core.errors import Refused
from bob.core.game import Event, dumps
from bob.core.match import Match
from bob.core.record import Entry
from bob.day.game import OperationalDay
from bob.day.scenarios.scenario import scenarios
from bob.driver import driver_among
from bob.staff.loaded import DayTeller, DeskOfficer
from bob.staff.roster import OFFICERS, officer
from bob.words import Words
from tests.operations.odd_orders import nonsense

FILE = Path(__file__).parent / "golden" / "days.json"
SEED = "1940"
PERIODS = (1, 3, 5)
"""Of these a day is drawn."""
DRAWN = {f"drawn_{period}": period for period in range(1, 6)}
TRIED = 2
"""So many odd orders of each side are tried in a turn."""
SEEDS = 10
"""Of so many seeds the first position of each period's day is kept."""
PAIRS = tuple((raf, luftwaffe) for raf in OFFICERS["raf"] for luftwaffe in OFFICERS["luftwaffe"] if "random" not in (raf, luftwaffe))
STATES = ("the truth", "the RAF's view", "the Luftwaffe's view")
ANEW = "\nwhere the change is meant: `python -m tests.golden_days`, in a commit of its own"
AGAIN = f"""{ANEW}; to see all of a turn, and to lay it beside that of
another checkout: `python -m tests.golden_days --show {{name}} TURN`"""


@dataclass(frozen=True)
class Staffed:
    """A day and who plays it; the Luftwaffe's officer by the plan of the scenario, or one of his `own`."""

    scenario: str
    raf: str
    luftwaffe: str
    own: bool
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        options = "".join(f" {key}={value}" for key, value in self.options.items())
        return f"{self.scenario}{options}, {self.raf} against {self.luftwaffe}{' with a plan of his own' if self.own else ''}"


def _days() -> dict[str, Staffed]:
    """Every scenario, the pairs of officers in turn, every other one with a plan of the Luftwaffe's own."""
    asked: dict[str, tuple[str, dict[str, Any]]] = {}
    for code, s in scenarios().items():
        asked |= {f"{code}_{period}": (code, {"period": period}) for period in PERIODS} if s.free else {code: (code, {})}
    cases = zip(enumerate(asked.items()), PAIRS * len(asked), strict=False)
    return {name: Staffed(code, *pair, i % 2 == 1, options) for (i, (name, (code, options))), pair in cases}


DAYS = _days()


@dataclass
class Turn:
    """A turn from when its orders are due until those of the next are; before the first there is the planning, after the last the end."""

    number: int
    states: tuple[str, ...]
    """What is true and what either seat sees and may order, as text."""
    answers: tuple[str, ...] = ()
    """Some orders of either side, most of them odd, and how they would be answered."""
    entries: list[Entry] = field(default_factory=list)

    @property
    def happened(self) -> list[Event | Entry]:
        """The orders with their dice, each followed by its events."""
        return [what for entry in self.entries for what in (entry, *entry.events)]

    def kept(self) -> str:
        """As it is kept: its number, the digests of its states, a letter for each answer, and one for all that happened."""
        answers = "".join(_digest(answer)[0] for answer in self.answers)
        return " ".join((str(self.number), *(_digest(text)[:5] for text in self.states), answers, "".join(map(_letter, self.happened))))


def _digest(text: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _letter(what: Event | Entry) -> str:
    return _digest(dumps(encode(what) if isinstance(what, Event) else {**what.as_json(), "number": 0, "events": []}))[0]


def played(staffed: Staffed) -> Iterator[Turn]:
    """The turns of a day as they are played."""
    game = OperationalDay()
    match = Match.new(game, staffed.scenario, SEED, staffed.options)
    commander = DeskOfficer(officer(staffed.luftwaffe, SEED, "luftwaffe", plan=staffed.own), SEED, game)
    driver = driver_among(match, {"raf": staffed.raf, "luftwaffe": commander})
    driver.snapshots = False
    turn, entered = _now(match, 0), 0
    while match.to_move:
        if match.position.phase == "orders" and match.position.turn > turn.number:
            yield turn
            turn = _now(match, match.position.turn)
        driver.step()
        turn.entries += match.entries[entered:]
        entered = len(match.entries)
    yield turn
    yield _now(match, turn.number + 1)


def _now(match: Match[Any], number: int) -> Turn:
    game, p = match.game, match.position
    seen = [dumps(encode([game.view(p, seat), game.choices(p, seat)])) for seat in ("raf", "luftwaffe")]
    return Turn(number, (game.dump(p), *seen), tuple(_tried(match, Stream.of(number, "odd orders"))))


def _tried(match: Match[Any], stream: Stream) -> Iterator[str]:
    game, p = match.game, match.position
    for seat in match.to_move:
        for _ in range(TRIED):
            order = nonsense(p, stream)
            try:
                game.check(p, seat, order)
                answer = "may be given"
            except Refused as refused:
                answer = f"is refused, {refused.key}: {dumps({k: str(v) for k, v in refused.values.items()})} ({refused.rule})"
            yield f"{seat}: {order} {answer}"


def first_of(period: int, seed: int) -> str:
    """A digest of the first position of a day that is drawn."""
    game = OperationalDay()
    p, _ = game.setup("free", {"period": period}, SeededDice(Stream.of(seed, "drawn")))
    return _digest(game.dump(p))[:5]


def golden() -> dict[str, list[str]]:
    """Of every day the turns as they were kept; of those that are drawn, how they begin."""
    found: dict[str, list[str]] = json.loads(FILE.read_text("utf-8"))
    return found


def parting(staffed: Staffed, turns: Iterable[Turn], kept: Iterable[str]) -> str | None:
    """Where a day first parts from what was kept of it, in words; None when it does not."""
    before: Turn | None = None
    for turn, line in zip_longest(turns, kept):
        if turn is None or line is None:
            return (
                f"{staffed}: after turn {before.number if before else 0} it {'goes on' if line is None else 'is over'}, other than before"
            )
        if turn.kept() != line:
            return f"{staffed}, turn {turn.number}: {_parted(staffed, before, turn, line)}"
        before = turn
    return None


def _parted(staffed: Staffed, before: Turn | None, turn: Turn, line: str) -> str:
    number, *states, answers, letters = line.split(" ")
    now = turn.kept().split(" ")
    if now[0] != number:
        return f"orders are due now, where those of turn {number} were"
    parted = [name for name, old, new in zip(STATES, states, now[1:], strict=False) if old != new]
    if parted:
        last = f"; the last before that, and as it was: {describe(staffed, before.happened[-1])}" if before is not None else ""
        return f"as its orders are due, other than before {'is' if len(parted) == 1 else 'are'} {', '.join(parted)}{last}"
    other = next((i for i, (old, new) in enumerate(zip_longest(answers, now[-2])) if old != new), None)
    if other is not None:
        return f"an order is answered otherwise than before: {turn.answers[other] if other < len(turn.answers) else 'none was tried'}"
    alike = next((i for i, (old, new) in enumerate(zip(letters, now[-1], strict=False)) if old != new), min(len(letters), len(now[-1])))
    lines = [f"what happens parts at number {alike + 1} ({len(letters)} were, {len(now[-1])} are)"]
    if alike:
        lines.append(f"as before: {describe(staffed, turn.happened[alike - 1])}")
    lines.append(f"now:       {describe(staffed, turn.happened[alike]) if alike < len(turn.happened) else 'nothing more'}")
    return "\n  ".join(lines)


def describe(staffed: Staffed, what: Event | Entry) -> str:
    """An order or an event in words, for whom it was told."""
    teller = DayTeller(Words("en"), OperationalDay())
    if isinstance(what, Entry):
        rolled = "; ".join(f"{r.purpose} {'+'.join(map(str, r.faces))}{f' by {r.by}' if r.by else ''}" for r in what.rolls)
        ordered = f"{what.seat} orders: {teller.order(what.order, what.seat)}" if what.order is not None else "the day is set up"
        return f"{ordered} (dice: {rolled or 'none'})"
    try:
        text = teller.event(what)
    except KeyError:
        text = ""
    return f"{text} [{what.code} {dumps(encode(what.data))}, told to {', '.join(what.to) or 'nobody'}]"


def show(name: str, number: int) -> Iterator[str]:
    """All of a turn, line by line."""
    staffed = DAYS[name]
    for turn in played(staffed):
        if turn.number == number:
            for state, text in zip(STATES, turn.states, strict=True):
                yield f"== {state}"
                yield from (text if text.startswith("{") else json.dumps(json.loads(text), indent=1, ensure_ascii=False)).splitlines()
            yield "== how odd orders would be answered"
            yield from turn.answers
            yield "== what happened"
            yield from (describe(staffed, what) for what in turn.happened)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", nargs=2, metavar=("DAY", "TURN"), help="print a turn as it is played now; write nothing")
    asked = parser.parse_args().show
    if asked is not None:
        if asked[0] not in DAYS or not asked[1].isdigit():
            parser.error(f"a day of {', '.join(DAYS)}, and the number of a turn")
        print("\n".join(show(asked[0], int(asked[1]))))
        return
    before, found = golden() if FILE.exists() else {}, {}
    for name, staffed in DAYS.items():
        turns = list(played(staffed))
        found[name] = [turn.kept() for turn in turns]
        where = parting(staffed, turns, before[name]) if name in before else f"{staffed}: new"
        if where is not None:
            print(where)
    found |= {name: [first_of(period, seed) for seed in range(SEEDS)] for name, period in DRAWN.items()}
    FILE.write_text(json.dumps(found, indent=0) + "\n", "utf-8")


if __name__ == "__main__":
    main()
