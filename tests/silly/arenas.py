"""All games in which silly players are tried."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.silly import cards, flights, hexes, miniatures
from tests.silly.arena import Arena

ARENAS: Mapping[str, Callable[[], Arena]] = {
    "hexes": hexes.arena,
    "skies": miniatures.arena,
    "cards": cards.arena,
    "flight": flights.arena,
}
"""The arenas of the tactical games, by the name of the game."""
