"""What stands in the place of the flight until it can be played: every flight is resolved by dice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bob.dogfight.cards.classic.data import ClassicTables, classic_tables
from bob.kit import WorldChange

FLIGHT_PILOTS = ("sound",)


class FlightGame:
    """No flight yet: its tables alone."""

    open_rolls: frozenset[str] = frozenset()
    own_rolls: frozenset[str] = frozenset()
    unthrown: frozenset[str] = frozenset()

    def __init__(self, tables: ClassicTables | None = None) -> None:
        self.tables = tables if tables is not None else classic_tables()

    def rules_by_game(self) -> dict[str, int]:
        return {}

    def __getattr__(self, name: str) -> Any:
        raise NotImplementedError(name)


def flight_hidden(game: FlightGame, seat: str) -> Mapping[str, WorldChange]:
    return {}
