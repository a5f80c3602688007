"""The short form of `python -m tests.silly`: no coward wins."""

from __future__ import annotations

import pytest

from tests.silly.arenas import ARENAS

CORNERS = {"hexes": ("free_hunt", "among_clouds", "night"), "skies": ("pairs",), "cards": ("first_match",), "flight": ("elements",)}
"""A few missions of each game; those of the hexes were once won by flying off."""


@pytest.mark.parametrize(("game", "mission"), [(game, mission) for game, missions in CORNERS.items() for mission in missions])
def test_no_coward_wins(game: str, mission: str) -> None:
    arena = ARENAS[game]()
    for side in arena.side_names(mission):
        found = arena.score(mission, side, "coward", 3)
        assert not found.won, (game, mission, side)
