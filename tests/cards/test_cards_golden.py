"""Whole battles as they were recorded: the rules still make the same of the same orders."""

from __future__ import annotations

import pytest

from bob.core.match import Match, first_difference
from tests.cards.goldens import RECORDS, read
from tests.cards.tabletop import GAME


@pytest.mark.parametrize("scenario", RECORDS)
def test_a_golden_record_plays_as_it_did(scenario: str) -> None:
    header, entries, end = read(scenario)
    assert header.scenario == scenario and header.options == RECORDS[scenario]
    match = Match.replayed(GAME, header, entries)
    assert match.to_move == () and GAME.dump(match.position) == end
    assert first_difference(GAME, header, entries) is None


def test_the_golden_records_show_the_whole_game() -> None:
    """Among them they hold nearly every kind of order and event."""
    orders: set[str] = set()
    events: set[str] = set()
    for scenario in RECORDS:
        for entry in read(scenario)[1]:
            orders.add(entry.order.code if entry.order is not None else "")
            events |= {e.code for e in entry.events}
    assert {"manoeuvre", "attack", "react", "pass", "fire", "evade", "redline", "speed_step", "follow", "tactic", "pick_aircraft"} <= orders
    assert {"hit", "flipped", "shot_down", "bomber_fires", "cancelled", "altitude", "drawn", "over"} <= events
