"""One legality for the truth and for what a side sees of it: each order has the same answer, and what is hidden changes none (OPS-B4.1).

`BOB_LONG=1` judges 2,000 orders of each day that ships, played by officers; without it, fewer of one recorded day.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bob.core.dice import Stream
from bob.core.errors import BobError, Refused
from bob.core.game import Choices, dumps, secret_free
from bob.core.match import Match
from bob.day.scenarios.scenario import scenarios
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.driver import play_out
from bob.files import Save
from bob.games import games
from tests.operations.build import GAME
from tests.operations.known.test_secrecy import HIDDEN
from tests.operations.odd_orders import nonsense
from tests.sizes import LONG
from tests.staff.scenes import staff_rules

GOLDEN = sorted((Path(__file__).parents[2] / "golden" / "saves").glob("day.*.bob1940"))[-1]
DAYS = tuple(code for code, s in scenarios().items() if not s.free) if LONG else ("recorded",)
PAIRS = 2000 if LONG else 500
MOMENTS = 40 if LONG else 16


@cache
def record(day: str) -> Match[DayPosition]:
    """A whole day: the one that is kept, or one that officers play now."""
    if day == "recorded":
        save, match = Save.open(GOLDEN, games(), read_only=True)
        save.close()
        return match
    match = Match.new(GAME, day, "known", {"engagements": "table"} if day == "lesson" else {})
    play_out(match, {RAF: "park", LUFTWAFFE: "kesselring"})
    return match


@cache
def moments(day: str) -> tuple[DayPosition, ...]:
    """Positions of a day, spread over it, at which somebody owes a decision; the planning is among them."""
    match = record(day)
    step = max(1, len(match.entries) // MOMENTS)
    found = [copy.deepcopy(match.at(n)) for n in range(0, len(match.entries), step)]
    return tuple(p for p in found if GAME.to_move(p))


def orders(match: Match[DayPosition], p: DayPosition, seat: str, stream: Stream) -> Iterator[Any]:
    """Listed, described, stale and nonsense orders, without end."""
    given = [entry.order for entry in match.entries[1:]]
    choices = GAME.choices(p, seat)
    while True:
        kind = stream.below(5)
        if kind == 0 and choices.listed:
            yield stream.choose(choices.listed)
        elif kind in (1, 2) and choices != Choices():
            try:
                yield GAME.draw(choices, stream)
            except BobError:
                continue
        elif kind == 3:
            yield stream.choose(given)
        else:
            yield nonsense(p, stream)


def describe(refusal: Refused | None) -> tuple[Any, ...] | None:
    """A refusal as it is told to a person."""
    return None if refusal is None else (refusal.key, refusal.rule, dumps({k: str(v) for k, v in refusal.values.items()}))


def by_the_core(p: DayPosition, seat: str, order: Any) -> Refused | None:
    try:
        GAME.check(p, seat, order)
    except Refused as refusal:
        return refusal
    return None


def flown(p: DayPosition) -> bool:
    return p.combat.now is not None and p.combat.now.battle is not None


def pairs(day: str) -> Iterator[tuple[DayPosition, str, list[Any]]]:
    """Moments of a day and orders for each seat, so many in all."""
    found = [(p, seat) for p in moments(day) if not flown(p) for seat in (RAF, LUFTWAFFE)]
    stream = Stream.of(day, "known")
    for p, seat in found:
        source = orders(record(day), p, seat, stream)
        yield p, seat, [next(source) for _ in range(PAIRS // len(found) + 1)]


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.parametrize("day", DAYS)
def test_the_view_gives_the_answer_of_the_core(day: str) -> None:
    judged: Counter[tuple[str, bool]] = Counter()
    for p, seat, given in pairs(day):
        view = GAME.view(p, seat)
        for order in given:
            truth, seen = by_the_core(p, seat, order), staff_rules().refusal(view, order)
            if truth is not None and truth.hidden:
                assert not truth.values and seen is None, order
            else:
                assert describe(truth) == describe(seen), (seat, order)
            judged[getattr(order, "code", "?"), truth is None] += 1
    assert sum(judged.values()) >= PAIRS
    for code in ("readiness", "scramble", "vector", "pancake", "plan_raid"):
        assert judged[code, False], code
    for code in ("readiness", "scramble", "vector", "seal", "done"):
        assert judged[code, True], (code, judged)


@pytest.mark.rule("OPS-B4.1")
@pytest.mark.rule("OPS-B5.8")
@pytest.mark.parametrize("day", DAYS)
def test_what_is_hidden_from_a_side_changes_no_answer(day: str) -> None:
    changed: Counter[str] = Counter()
    stream = Stream.of(day, "hidden")
    for p, seat, given in pairs(day):
        seen = secret_free(GAME.view(p, seat))
        other = copy.deepcopy(p)
        stream.choose([change for name, change in HIDDEN[seat].items() if name != "foes"])(other, stream)
        if secret_free(GAME.view(other, seat)) != seen:
            continue
        changed[seat] += 1
        for order in given:
            first, second = by_the_core(p, seat, order), by_the_core(other, seat, order)
            hidden = [r for r in (first, second) if r is not None and r.hidden]
            assert hidden or describe(first) == describe(second), (seat, order)
    assert changed[RAF] > 3 and changed[LUFTWAFFE] > 3
