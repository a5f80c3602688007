"""The random officer: for the fuzzer alone, because it reads the game and the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bob.core.dice import Stream
from bob.core.game import Game
from bob.core.kit import Decision
from bob.staff.rules import Rules


class Fuzz:
    """Gives a random legal order. It needs the game and the position, so it may not have a real seat."""

    name = "random"
    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, seat: str, seed: int | str) -> None:
        self.seat = seat
        self.stream = Stream.of(seed, f"officer/{self.name}/{seat}")

    def sample(self, game: Game[Any], position: Any) -> Any:
        """One legal order."""
        return game.sample(position, self.seat, self.stream)

    def orders(self, view: Any, game_rules: Rules) -> list[Decision]:
        """Return nothing: the orders come from `sample`."""
        return []
