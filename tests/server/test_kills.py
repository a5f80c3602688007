"""A host that is killed in the middle of orders: a short form of `python -m tests.server.kills`."""

from __future__ import annotations

import pytest

from tests.server.kills import killed
from tests.sizes import fifth


@pytest.mark.smoke
def test_nothing_acknowledged_is_lost_and_those_who_play_go_on() -> None:
    kills = fifth(6)
    found = killed(kills)
    assert (found.kills, found.acknowledged > kills) == (kills, True)
