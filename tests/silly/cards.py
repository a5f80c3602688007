"""Silly players of the card dogfight: each gives the legal orders worths of its own, and answers and pays as a sound pilot does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.core.game import Choices, Outcome
from bob.core.kit import Decision
from bob.tactical.cards import orders as o
from bob.tactical.cards.game import CardDogfight
from bob.tactical.cards.pilots import SoundCardPilot, Strong
from bob.tactical.cards.position import ACTIONS, ALTITUDE, NOBODY, CardPosition
from bob.tactical.cards.view import CardTableView
from tests.silly.arena import SOUND, STRONG, Arena

ATTACKS = (o.Attack, o.GunnerAttack, o.Barrage, o.PickBomber, o.AskBomber)


class CardFlierOf:
    """A player that takes the table from the first view that it is shown."""

    answers = True

    def __init__(self, seat: str, game: CardDogfight) -> None:
        self.seat, self.game = seat, game
        self.sound: SoundCardPilot | None = None

    def decide(self, view: CardTableView, choices: Choices) -> Decision:
        if self.sound is None or self.sound.reader.terms != view.terms:
            self.sound = SoundCardPilot(self.seat, view.terms, self.game.tables)
        listed = choices.listed
        if not self.answers and o.PASS in listed:
            return Decision(o.PASS, "silly")
        if len(listed) > 1 and view.chain is None and not view.following:
            position = self.sound.reader.read(view)
            wanted = self.wanted(position, listed)
            if wanted is not None:
                return Decision(wanted, "silly")
            listed = tuple(self.left(listed)) or listed
        return Decision(self.sound.decide(view, Choices(listed)), "silly")

    def wanted(self, position: CardPosition, listed: Sequence[Any]) -> Any:
        """The order that it wants above all."""
        return None

    def left(self, listed: Sequence[Any]) -> Sequence[Any]:
        """The orders that it thinks of at all."""
        return listed


class StrongCardFlier:
    """The strong pilot, which takes the terms from the first view that it is shown."""

    def __init__(self, seat: str, game: CardDogfight) -> None:
        self.seat, self.game = seat, game
        self.strong: Strong | None = None

    def decide(self, view: CardTableView, choices: Choices) -> Decision:
        if self.strong is None or self.strong.reader.terms != view.terms:
            self.strong = Strong(self.seat, "silly", view.terms, self.game)
        return Decision(self.strong.decide(view, choices), "silly")


class CardCoward(CardFlierOf):
    """Starts as far from everybody as can be, and flees to where nobody is; it never attacks."""

    def wanted(self, position: CardPosition, listed: Sequence[Any]) -> Any:
        starts = [order for order in listed if isinstance(order, o.StartAltitude)]
        if starts:
            return starts[-1]
        moves = [order for order in listed if isinstance(order, o.Stay | o.Climb | o.Dive)]
        if position.phase != ALTITUDE or not moves or position.active == NOBODY:
            return None
        craft = position.crafts[position.active]

        def away(order: Any) -> tuple[int, bool]:
            level = craft.altitude + {o.Climb: 1, o.Dive: -1}.get(type(order), 0)
            foes = [abs(foe.altitude - level) for foe in position.crafts if foe.party != craft.party and not foe.out]
            return min(foes, default=0), not isinstance(order, o.Climb)

        return max(moves, key=away)

    def left(self, listed: Sequence[Any]) -> Sequence[Any]:
        return [order for order in listed if not isinstance(order, (*ATTACKS, o.PlayManoeuvre))]


class CardTurtle(CardFlierOf):
    """Never attacks nor takes a position: it keeps all its cards for answers."""

    def left(self, listed: Sequence[Any]) -> Sequence[Any]:
        return [order for order in listed if not isinstance(order, (*ATTACKS, o.PlayManoeuvre, o.Tactic, o.Compare, o.SpeedStep))]


class CardRammer(CardFlierOf):
    """Goes to the height of the nearest enemy, fires every shot at once, without a position first, and answers nothing."""

    answers = False

    def wanted(self, position: CardPosition, listed: Sequence[Any]) -> Any:
        shots = [order for order in listed if isinstance(order, o.Attack)]
        if shots:
            return max(shots, key=lambda order: (position.deck.cards[order.card].hits, order.rank))
        if position.phase != ALTITUDE or position.active == NOBODY:
            return None
        craft = position.crafts[position.active]
        moves = [order for order in listed if isinstance(order, o.Stay | o.Climb | o.Dive)]

        def near(order: Any) -> int:
            level = craft.altitude + {o.Climb: 1, o.Dive: -1}.get(type(order), 0)
            return min((abs(foe.altitude - level) for foe in position.crafts if foe.party != craft.party and not foe.out), default=0)

        return min(moves, key=near, default=None)


class CardGreedy(CardFlierOf):
    """Plays whatever does most at once: shots, then positions; it keeps no card for an answer that it could play so."""

    def wanted(self, position: CardPosition, listed: Sequence[Any]) -> Any:
        if position.phase != ACTIONS:
            return None
        for kind in (o.Attack, o.GunnerAttack, o.PlayManoeuvre, o.PickBomber):
            found = [order for order in listed if isinstance(order, kind)]
            if found:
                return max(found, key=lambda order: (getattr(order, "steps", 0), self._hits(position, order), order.rank))
        return None

    def _hits(self, position: CardPosition, order: Any) -> int:
        card = getattr(order, "card", None)
        return position.deck.cards[card].hits if card in position.deck.cards else 0


def won(position: CardPosition, outcome: Outcome, side: str) -> bool | None:
    """Return whether a side has won: outcomes name a side, or in a fight of all against all a seat."""
    if outcome.winner is None:
        return None
    if outcome.winner in position.parties:
        return outcome.winner == side
    return position.parties[position.party_of[position.seats.index(outcome.winner)]] == side


def arena() -> Arena:
    """The scenarios of the card dogfight."""
    game = CardDogfight()
    kinds: dict[str, Any] = {
        SOUND: CardFlierOf,
        STRONG: StrongCardFlier,
        "coward": CardCoward,
        "turtle": CardTurtle,
        "rammer": CardRammer,
        "greedy": CardGreedy,
    }
    return Arena(
        "cards",
        game,
        tuple(game.scenarios),
        {name: lambda seat, kind=kind: kind(seat, game) for name, kind in kinds.items()},  # type: ignore[misc]
        lambda position: [position.parties[party] for party in position.party_of],
        won,
    )
