"""Whole campaigns as they were recorded: the rules still make the same of the same orders."""

from __future__ import annotations

import pytest

from bob.core.match import Match, first_difference
from tests.campaign.linked.build import GAME
from tests.campaign.linked.goldens import RECORDS, read


@pytest.mark.parametrize("name", RECORDS)
def test_a_golden_record_plays_as_it_did(name: str) -> None:
    header, entries, end = read(name)
    assert (header.scenario, header.options) == RECORDS[name]
    match = Match.replayed(GAME, header, entries)
    assert match.to_move == () and GAME.dump(match.position) == end
    assert first_difference(GAME, header, entries) is None


def test_the_golden_records_show_the_whole_campaign() -> None:
    events = {event.code for name in RECORDS for entry in read(name)[1] for event in entry.events}
    wanted = {"campaign", "mission", "arrow", "options", "flak_laid", "begins", "bombing", "flak", "bombs", "target", "scored"}
    assert events >= wanted | {"controlled", "campaign_over", "shot_down", "hit"}
    assert {entry.order.code for name in RECORDS for entry in read(name)[1] if entry.order} >= {"pick_arrow", "lay_flak", "pick_bombing"}
