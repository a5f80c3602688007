"""The games in which the silly players are tried: their missions, their sides, and the players of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bob.core.dice import SeededDice, Stream
from bob.core.game import Game, Outcome
from bob.tactical.flier import Decider
from bob.tactical.score import Score

SOUND, STRONG = "sound", "strong"
SILLY: Mapping[str, str] = {
    "coward": "flies off as soon as it can",
    "turtle": "never attacks",
    "rammer": "goes for collisions or head-on passes",
    "greedy": "looks one step ahead for the most damage",
}
"""The silly players that every game has, and what each does. A new one has a class and a line of `arena` in each module of a game."""


@dataclass(frozen=True)
class Arena:
    """A game for silly players: `players` makes each by its name for a seat, `sides` gives the side of each seat of a position,
    `won` whether that side has won (None: a draw)."""

    name: str
    game: Game[Any]
    missions: Sequence[str]
    players: Mapping[str, Callable[[str], Decider]]
    sides: Callable[[Any], Sequence[str]]
    won: Callable[[Any, Outcome, str], bool | None]

    def __post_init__(self) -> None:
        assert set(SILLY) <= set(self.players), self.name

    def side_names(self, mission: str) -> tuple[str, ...]:
        """The sides of a mission, each once."""
        return tuple(dict.fromkeys(self.sides(self.begun(mission, "sides")[0])))

    def begun(self, mission: str, seed: str) -> tuple[Any, SeededDice]:
        """A mission at its beginning, and its dice."""
        dice = SeededDice(Stream.of(seed, "duel"))
        return self.game.setup(mission, {}, dice)[0], dice

    def play(self, mission: str, side: str, player: str, seed: str, other: str = SOUND) -> bool | None:
        """Play a game of a player in the seats of a side against another in all others; return whether the side wins, None for a draw."""
        position, dice = self.begun(mission, seed)
        names = [player if own == side else other for own in self.sides(position)]
        pilots = {seat: self.players[name](seat) for seat, name in zip(self.game.seats(position), names, strict=True)}
        while to_move := self.game.to_move(position):
            seat = to_move[0]
            order = pilots[seat].decide(self.game.view(position, seat), self.game.choices(position, seat)).order
            self.game.check(position, seat, order)
            self.game.apply(position, seat, order, dice)
        outcome = self.game.outcome(position)
        assert outcome is not None
        return self.won(position, outcome, side)

    def score(self, mission: str, side: str, player: str, games: int, other: str = SOUND, seed: str = "silly") -> Score:
        """Return the score of a number of games of a player in the seats of a side against another in all others, by common seeds."""
        found = Score()
        for number in range(games):
            found.add(self.play(mission, side, player, f"{seed}/{mission}/{number}", other))
        return found
