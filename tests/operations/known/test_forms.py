"""The described orders of a day: whatever is legal fits them, and what is drawn from them is legal or refused in words."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from bob.core.codec import decode, encode
from bob.core.dice import Stream
from bob.core.errors import Refused
from bob.core.game import Choices, dumps
from bob.core.match import Match
from bob.core.ranges import Described
from bob.day.game import OperationalDay
from bob.day.state.position import DayPosition
from bob.driver import play_out
from tests.operations.build import GAME


@pytest.mark.parametrize(
    ("scenario", "seed", "options"),
    [("one_raid", 2, {}), ("free", 6, {"period": 3}), ("one_raid", 4, {"engagements": "table"})],
)
def test_what_is_legal_fits_and_what_is_drawn_is_an_order(scenario: str, seed: int, options: dict[str, Any]) -> None:
    match: Match[DayPosition] = Match.new(GAME, scenario, seed, options)
    stream = Stream.of(seed, "forms")
    drawn, legal = Counter[str](), Counter[str]()
    while match.to_move:
        seat = stream.choose(match.to_move)
        for who in (seat, "referee") if len(match.entries) % 9 < 2 else ():
            choices = GAME.choices(match.position, who)
            for _ in range(6):
                order = GAME.draw(choices, stream)
                choices.check(order)
                drawn[order.code] += 1
                try:
                    GAME.check(match.position, who, order)
                except Refused:
                    continue
                legal[order.code] += 1
        order = GAME.sample(match.position, seat, stream)
        GAME.choices(match.position, seat).check(order)
        match.play(seat, order)
    assert {"plan_raid", "note", "correct", "engage", "done", "seal", "readiness", "scramble", "vector"} <= drawn.keys()
    assert {"readiness", "note", "engage", "stance"} <= legal.keys()


class Strict(OperationalDay):
    """A day that lets pass only what its choices offer."""

    name = "day"

    def check(self, position: DayPosition, seat: str, order: Any) -> None:
        super().check(position, seat, order)
        self.choices(position, seat).check(order)


def test_the_officers_orders_fit() -> None:
    match: Match[DayPosition] = Match.new(Strict(), "one_raid", 3)
    report = play_out(match, {"raf": "park", "luftwaffe": "kesselring"})
    assert report.orders > 50 and report.refused == 0


def test_the_forms_go_to_a_client_and_come_back() -> None:
    match: Match[DayPosition] = Match.new(GAME, "free", 6, {"period": 3})
    for seat in ("luftwaffe", "referee"):
        described = GAME.choices(match.position, seat).described
        assert decode(tuple[Described, ...], json.loads(dumps(encode(described)))) == described
    assert GAME.choices(match.position, "raf") == Choices()
