"""The players of the program in one match, and their thoughts. A player is created for each thought, so that a game opened again goes on
as it would have, and that a thread may own the player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bob.core.dice import Stream
from bob.core.game import Game
from bob.core.kit import RANDOM, Decision, Player
from bob.core.match import Match
from bob.games import kit

Tell = Callable[[int, int], None]
"""A callback for the number of things a player has weighed and the number in all; it may raise to cancel the thought."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The task that the player of a seat is to think over, for a question of that seat. Thinking touches nothing of the match, so it may
    be done on another thread."""

    seat: str
    number: int
    think: Callable[[Tell | None], list[Decision]]
    """Returns all orders of the player, one after another."""


def player(game: Game[Any], name: str, seat: str, seed: str) -> Player | None:
    """Return the player of that name; None for `random`, for which the game itself draws orders. Raises UsageError for an unknown name."""
    return kit(game.name).player(name, seat, seed, game) if name != RANDOM else None


class Company:
    """The players of the program."""

    def __init__(self, match: Match[Any], names: Mapping[str, str], brought: Mapping[str, Player]) -> None:
        """Take the names of the seats' players; `brought` holds players for some seats. Raises UsageError for an unknown name."""
        self.match = match
        self.names = dict(names)
        self.brought = dict(brought)
        for seat, name in names.items():
            self.make(seat, name)

    def thought(self, seat: str, number: int, pilot: str | None = None) -> Thought:
        """Return the task for the player of a seat, or for its pilot, on the seat's question of that number."""
        match, seed = self.match, self.match.header.seed
        if pilot is not None:
            thinker: Player | None = kit(match.game.name).pilot(pilot, seat, seed, match.game)
        else:
            thinker = self.make(seat, self.names[seat])
        if thinker is None:
            decision = Decision(self._by_chance(seat), "staff.why.chance")
            return Thought(seat, number, lambda _: [decision])
        entries, view, choices = len(match.entries), match.view(seat), match.game.choices(match.position, seat)

        def think(tell: Tell | None) -> list[Decision]:
            thinker.on_entry = tell
            return thinker.orders(view, choices, entries)

        return Thought(seat, number, think)

    def make(self, seat: str, name: str) -> Player | None:
        """Return the player of a seat: a player set for it, or a new one of that name; none for `random`. Raises UsageError."""
        return self.brought.get(seat) or player(self.match.game, name, seat, self.match.header.seed)

    def anything(self, seat: str) -> Any:
        """The first order that a seat is offered, or any legal one where none is listed."""
        listed = self.match.game.choices(self.match.position, seat).listed
        return listed[0] if listed else self._by_chance(seat)

    def _by_chance(self, seat: str) -> Any:
        match = self.match
        stream = Stream.of(f"{match.header.seed}/{len(match.entries)}", f"player/{RANDOM}/{seat}")
        return match.game.sample(match.position, seat, stream)
