"""Silly players of the classic flights: each hides some orders from the sound pilot, or takes others first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core.game import Choices, Outcome
from bob.core.kit import Decision
from bob.tactical.cards import orders as o
from bob.tactical.cards_classic import orders as f
from bob.tactical.cards_classic.game import FlightGame
from bob.tactical.cards_classic.pilots import StrongFlier, flown_by_rule
from bob.tactical.cards_classic.view import FlightView
from tests.silly.arena import SOUND, STRONG, Arena

ATTACKS = (o.Attack, o.GunnerAttack, o.PlayManoeuvre, f.GoFor, f.AttackFormations, f.TryPick, f.GainEdge, f.CounterFire)
BOMBS = (f.BombTarget, f.StrafeTarget, f.Release, f.DiveToBomb)


class FlightFlier:
    """The sound pilot of flights, as far as `left` lets it."""

    first: tuple[type, ...] = ()
    """The orders that it takes before all others."""
    answers = True

    def __init__(self, seat: str, game: FlightGame) -> None:
        self.game = game

    def decide(self, view: FlightView, choices: Choices) -> Decision:
        listed = choices.listed
        if not self.answers and o.PASS in listed:
            return Decision(o.PASS, "silly")
        for kind in self.first:
            for order in listed:
                if isinstance(order, kind):
                    return Decision(order, "silly")
        return flown_by_rule(view, Choices(tuple(self.left(listed)) or listed), self.game.tables)

    def left(self, listed: Sequence[Any]) -> Sequence[Any]:
        """The orders that it thinks of at all."""
        return listed


class FlightCoward(FlightFlier):
    """Throws its bombs away, keeps out of the target zone and goes home as soon as it may."""

    first = (f.QuitFlight, f.StandOff, f.Jettison)

    def left(self, listed: Sequence[Any]) -> Sequence[Any]:
        return [order for order in listed if not isinstance(order, (*ATTACKS, *BOMBS))]


class FlightTurtle(FlightFlier):
    """Never attacks and never bombs: it keeps all its cards for answers."""

    def left(self, listed: Sequence[Any]) -> Sequence[Any]:
        return [order for order in listed if not isinstance(order, (*ATTACKS, *BOMBS))]


class FlightRammer(FlightFlier):
    """Fires every shot and attacks everything at once, answers nothing, and never goes home."""

    answers = False

    first = (f.Overfly, o.Attack, o.GunnerAttack, f.AttackFormations, f.GoFor)

    def left(self, listed: Sequence[Any]) -> Sequence[Any]:
        return [order for order in listed if not isinstance(order, (f.QuitFlight, f.StandOff))]


class FlightGreedy(FlightFlier):
    """Does at once what scores: bombs, strafes, shots, Positions; it keeps no card for an answer."""

    first = (f.BombTarget, f.StrafeTarget, f.Release, o.Attack, o.GunnerAttack, o.PlayManoeuvre, f.GainEdge)


def arena() -> Arena:
    """The flights of the classic cards."""
    game = FlightGame()
    kinds: dict[str, Any] = {
        SOUND: FlightFlier,
        STRONG: lambda seat, game: StrongFlier("silly", game),
        "coward": FlightCoward,
        "turtle": FlightTurtle,
        "rammer": FlightRammer,
        "greedy": FlightGreedy,
    }

    def won(position: Any, outcome: Outcome, side: str) -> bool | None:
        return None if outcome.winner is None else outcome.winner == side

    return Arena(
        "flight",
        game,
        tuple(game.flights),
        {name: lambda seat, kind=kind: kind(seat, game) for name, kind in kinds.items()},
        lambda position: game.seats(position),
        won,
    )
