"""Dice that depend on the moment of the day at which they are rolled: two plans flown with one seed share their luck."""

from __future__ import annotations

from bob.core.dice import Ledger, Roll, Stream, stream_key


class PlacedDice:
    """Dice that depend on a seed, the turn, the purpose, the roller, and the number of such rolls before in the turn.

    So a raid that is added, or an escort more, leaves the luck of everything else as it was. Rolls are entered in no record.
    """

    __slots__ = ("_rolled", "_seed", "ledger", "turn")

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._rolled: dict[tuple[str, str], int] = {}
        self.turn = 0
        self.ledger = Ledger()

    def begin(self, turn: int) -> None:
        """Begin a turn: the following dice are rolled in it."""
        if turn != self.turn:
            self.turn = turn
            self._rolled.clear()

    def roll(self, purpose: str, count: int = 2, *, sides: int = 6, by: str = "") -> Roll:
        place = self._rolled.get((purpose, by), 0)
        self._rolled[purpose, by] = place + 1
        stream = Stream(stream_key(self._seed, f"{self.turn}/{purpose}/{by}/{place}"))
        return Roll(purpose, tuple([stream.die(sides) for _ in range(count)]), sides, by)
