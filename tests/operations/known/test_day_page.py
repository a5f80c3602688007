"""What a day alone has to keep of the contract: its orders in JSON, and its pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from bob.core.codec import decode, encode
from bob.core.dice import Stream
from bob.core.errors import BobError, Refused
from bob.core.game import dumps
from bob.core.match import Match
from bob.day.state.orders import ORDERS, PlanRaid
from bob.day.state.position import DayPosition
from tests.operations.build import GAME, day, plan, raid, squadron, track


def played(scenario: str, seed: int, options: dict[str, Any]) -> Iterator[Match[DayPosition]]:
    """A random game, given back before each order and once more when it is over."""
    match: Match[DayPosition] = Match.new(GAME, scenario, seed, options)
    stream = Stream.of(seed, "contract")
    while match.to_move:
        yield match
        seat = stream.choose(match.to_move)
        match.play(seat, GAME.sample(match.position, seat, stream))
    yield match


def test_every_kind_of_order_goes_through_json() -> None:
    assert len({kind.code for kind in ORDERS}) == len(ORDERS)
    *_, match = played("free", 8, {"period": 2})
    for entry in match.entries[1:]:
        assert GAME.order(json.loads(dumps(encode(entry.order)))) == entry.order
    given = PlanRaid(plan())
    assert GAME.order(encode(given)) == given


@pytest.mark.parametrize(
    "data", [None, 5, {}, {"code": "fly"}, {"code": "done", "x": 1}, {"code": "stance", "unit": 5, "engage": True}, {"code": "pick"}]
)
def test_nonsense_is_no_order(data: Any) -> None:
    with pytest.raises(Refused):
        GAME.order(data)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"scenario": 5}', "null"])
def test_nonsense_is_no_position(text: str) -> None:
    with pytest.raises(BobError):
        GAME.parse(text)


def test_a_hand_made_position_dumps_to_a_page_with_a_line_for_each_thing() -> None:
    p = day(raids=[raid()], squadrons=[squadron(), squadron("2")], tracks=[track()])
    lines = GAME.dump(p).splitlines()
    assert sum('"unit":"79 Squadron"' in line for line in lines) == 1 and sum('"unit":"2"' in line for line in lines) == 1
    assert GAME.parse(GAME.dump(p)) == p
    assert decode(DayPosition, json.loads(GAME.dump(p))) == p
