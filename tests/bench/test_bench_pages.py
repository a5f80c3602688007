"""How long a page takes, in the busiest turn of 18 August: `pytest tests/bench/test_bench_pages.py --benchmark-enable -n 0 -s`."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from bob.core.game import REFEREE
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.driver import play_out
from bob.rooms.pages import assets, fragments, page
from bob.rooms.pages.situation import Situation
from bob.staff.roster import OFFICERS
from tests.desk.table_views import weight
from tests.server.situations import room_text, situation

PAGE, UPDATE = 0.100, 0.050


def p95(times: list[float]) -> float:
    """The time that 95 of 100 keep."""
    return sorted(times)[math.ceil(len(times) * 0.95) - 1]


@cache
def match() -> Match[Any]:
    """18 August as officers play it, at its busiest turn."""
    game = OperationalDay()
    whole: Match[Any] = Match.new(game, "18_august_1940", 1)
    play_out(whole, {seat: officers[0] for seat, officers in OFFICERS.items()})
    turns = [entry.number for entry in whole.entries if any(event.code == "turn" for event in entry.events)]
    return whole.branch(max(turns, key=lambda n: weight(game.view(whole.at(n), "raf"))))


def timed(work: Callable[[], object]) -> list[float]:
    """What it takes of the processor, forty times."""
    times = []
    for _ in range(40):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return times


@pytest.mark.parametrize("seat", ["raf", "luftwaffe", REFEREE])
def test_a_page_is_made_at_once(seat: str) -> None:
    assets.warm()
    found = match()

    def now() -> Situation:
        return situation(found, seat, room=room_text(seat))

    whole, part = timed(lambda: page(now())), timed(lambda: fragments(now()))
    size = len(page(now()).encode())
    print(f"\n{seat}: a page of {size / 1000:.0f} KB in {p95(whole) * 1000:.0f} ms, what may change in {p95(part) * 1000:.0f} ms (p95)")
    assert p95(whole) < PAGE and p95(part) < UPDATE
