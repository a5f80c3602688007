"""The strong pilot: tries its orders on many positions that agree with its view, and plays each on with the sound pilot's judgement.

Every order is tried on the same guesses and the same draws. Those that fall behind are dropped after each round, and the sound pilot's
own choice wins unless another is better by more than chance.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bob.core.dice import SeededDice, Stream
from bob.core.game import Choices
from bob.tactical.cards import legal
from bob.tactical.cards import orders as o
from bob.tactical.cards.damage import points
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.game import CardDogfight
from bob.tactical.cards.pilots.pilot import thoughts
from bob.tactical.cards.pilots.sense import sensible
from bob.tactical.cards.pilots.sight import HIDDEN, BattleReader
from bob.tactical.cards.pilots.sound import Judgement
from bob.tactical.cards.pilots.weights import Weights
from bob.tactical.cards.position import ACTIONS, ALTITUDE, CHOOSE, NOBODY, OVER, CardPosition, CardTerms, Craft
from bob.tactical.cards.sequence import is_duel, proceed
from bob.tactical.cards.view import CardTableView


class Guesser:
    """Deals the unseen cards to the hidden hands and the draw pile. The table is a reader's; it is not changed."""

    __slots__ = ("_table", "_unseen")

    def __init__(self, table: CardPosition) -> None:
        self._table = table
        terms = table.terms
        left = Counter(table.deck.pile(terms.decks, terms.theatre))
        left.subtract(table.discard)
        left.subtract(table.played)
        for craft in table.crafts:
            left.subtract([card for card in craft.hand if card != HIDDEN])
        self._unseen = [card for card, count in sorted(left.items()) for _ in range(max(0, count))]

    @property
    def unseen(self) -> tuple[str, ...]:
        """Return the cards that are hidden in a hand or the pile, sorted."""
        return tuple(self._unseen)

    def world(self, stream: Stream) -> CardPosition:
        """One position that might be the true one."""
        position = self._table.copy()
        cards = self._unseen[:]
        stream.shuffle(cards)
        for craft in position.crafts:
            if HIDDEN in craft.hand:
                craft.hand = tuple([cards.pop() if card == HIDDEN else card for card in craft.hand])
            if craft.altitude == NOBODY and craft.start == NOBODY:
                craft.start = 1
        position.pile = cards
        if position.terms.free_for_all:
            stream.shuffle(position.order)
        return position


_NO_SEARCH = frozenset(("pick", "pair", "altitudes", "formation"))
_LONGEST = 400
"""No line is played on for more orders than this."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The limit of the strong pilot's search: lines played out for a decision, or seconds by a clock that the caller brings.

    With a clock its decisions may differ between machines.
    """

    sims: int = 48
    seconds: float | None = None
    clock: Callable[[], float] | None = None
    widest: int = 6
    """The most orders that are tried."""
    margin: float = 2.5
    """Orders that the sound pilot scores lower than its best by more than this, in hits, are not tried."""
    doubt: float = 0.5
    """The number of standard errors that another order must be better by."""
    turns: int = 2
    """The number of further turns of aircraft after which a line is scored."""


class _Quiet(CardRun):
    """Carries orders out without events."""

    __slots__ = ()

    def tell(self, what: str, /, rule: str | None = None, **data: Any) -> None:
        pass

    def tell_only(self, to: int, what: str, /, rule: str | None = None, **data: Any) -> None:
        pass


class Strong:
    """Searches over hidden cards. The same seed and the same views give the same orders."""

    __slots__ = ("_game", "_stream", "budget", "judgement", "reader", "seat")
    name = "strong"

    def __init__(
        self, seat: str, seed: int | str, terms: CardTerms, game: CardDogfight, budget: Budget | None = None, weights: Weights | None = None
    ) -> None:
        self.seat = seat
        self.reader = BattleReader(terms, game.tables)
        self.judgement = Judgement(game.tables, weights)
        self.budget = budget if budget is not None else Budget()
        self._game = game
        self._stream = thoughts(self.name, seat, seed)

    def decide(self, view: CardTableView, choices: Choices) -> Any:
        listed = choices.listed
        if len(listed) == 1:
            return listed[0]
        table = self.reader.read(view)
        seat = table.seats.index(self.seat)
        listed = tuple(_onwards(table, sensible(table, listed)))
        if len(listed) == 1:
            return listed[0]
        scores = self.judgement.scores(table, seat, listed)
        best = max(scores)
        if view.phase in _NO_SEARCH:
            return listed[scores.index(best)]
        ranked = sorted(range(len(listed)), key=lambda i: -scores[i])
        tried = [listed[i] for i in ranked[: self.budget.widest] if scores[i] >= best - self.budget.margin]
        if len(tried) == 1:
            return tried[0]
        return self._search(table, seat, tried)

    # ---- inside

    def _search(self, table: CardPosition, seat: int, tried: Sequence[Any]) -> Any:
        """Return the best of the orders, the sound pilot's first: rounds of guesses, the worse half dropped after each."""
        budget, guesser = self.budget, Guesser(table)
        left = list(range(len(tried)))
        values: list[list[float]] = [[] for _ in tried]
        rounds = max(1, math.ceil(math.log2(len(tried))))
        spent, start = 0, budget.clock() if budget.clock is not None else 0.0
        for number in range(rounds):
            share = budget.sims // rounds
            worlds = max(1, share // len(left))
            for _ in range(worlds):
                world = guesser.world(self._stream)
                key = self._stream.bits()
                for i in left:
                    values[i].append(self._line(world, seat, tried[i], key))
                spent += len(left)
                if budget.clock is not None and budget.seconds is not None and budget.clock() - start > budget.seconds:
                    return tried[self._best_choice(values, left)]
            if number + 1 < rounds:
                first = left[0]
                left.sort(key=lambda i: -sum(values[i]))
                kept = left[: max(2, (len(left) + 1) // 2)]
                left = sorted({first, *kept})
                for i in range(len(values)):
                    if i not in left:
                        values[i] = []
        return tried[self._best_choice(values, left)]

    def _best_choice(self, values: Sequence[Sequence[float]], left: Sequence[int]) -> int:
        """Return the best by its mean; the sound choice wins while the other's lead over it may be chance."""
        first = left[0]
        best = max(left, key=lambda i: (sum(values[i]), -i))
        if best == first:
            return first
        leads = [a - b for a, b in zip(values[best], values[first], strict=True)]
        n = len(leads)
        mean = sum(leads) / n
        spread = math.sqrt(sum([(x - mean) ** 2 for x in leads]) / max(1, n - 1))
        return best if mean > self.budget.doubt * spread / math.sqrt(n) else first

    def _line(self, world: CardPosition, seat: int, order: Any, key: int) -> float:
        """Carry the order out on a copy of the world, play on, and judge where it ends: 1 is won, 0 lost."""
        position = world.copy()
        run = _Quiet(position, SeededDice(Stream(key)))
        game, tables, choose = self._game, self._game.tables, self.judgement.choose
        party = position.party_of[seat]
        turns, acting = 0, position.active
        name = position.seats[seat]
        for _ in range(_LONGEST):
            game._carry_out(run, name, order)
            proceed(run)
            if position.phase == OVER:
                return _result(position, party)
            if position.active != acting and position.active != NOBODY:
                acting = position.active
                turns += 1
            if turns > self.budget.turns and position.pending is None and position.phase in (ALTITUDE, CHOOSE):
                return judged(position, party)
            name = position.owing[0]
            order = choose(position, position.seats.index(name), legal.orders(position, name, tables))
        return judged(position, party)


def _onwards(position: CardPosition, orders: Sequence[Any]) -> Sequence[Any]:
    """The orders without a card that takes an aircraft back to the altitude at which its turn began, unless it shakes off an enemy: that
    pays two cards for the one that the dive brought."""
    if position.phase != ACTIONS or position.pending is not None:
        return orders
    craft = position.crafts[position.active]
    if craft.altitude == position.began or any(foe.holds == craft.number for foe in position.crafts):
        return orders
    back = craft.altitude < position.began
    return [order for order in orders if type(order) is not o.ChangeAltitude or order.climb != back] or orders


def _result(position: CardPosition, party: int) -> float:
    """1 for a battle won, a half for a draw."""
    assert position.outcome is not None
    winner = position.outcome.winner
    if winner is None:
        return 0.5
    if winner in position.parties:
        return float(winner == position.parties[party])
    return float(position.party_of[position.seats.index(winner)] == party)


def judged(position: CardPosition, party: int) -> float:
    """Return the chance that the party wins, by the open cards at the beginning of a turn."""
    if is_duel(position) and position.active != NOBODY:
        mover = position.crafts[position.active]
        chance = _logistic(_duel(position, mover, position.crafts[1 - position.active]))
        return chance if mover.party == party else 1.0 - chance
    total = points(position)
    lead = float(total[party] - max([vp for p, vp in enumerate(total) if p != party], default=0))
    for craft in position.crafts:
        sign = 1.0 if craft.party == party else -1.0
        if not craft.out:
            worth = craft.vp + craft.pilot_vp
            lead += sign * (0.1 * len(craft.hand) + 0.3 * craft.level - 0.5 * worth * craft.hits / craft.back.airframe)
    return _logistic(0.25 * lead)


# Fitted to duels that sound pilots flew against each other: each figure as it stands, and divided by the game turns left.
_STANDING = (0.382, -0.2, 0.205, -0.896, 2.561, 0.702, 0.373, -0.294, -1.07, 0.085, 0.941, 1.054)
_HURRIED = (-0.497, 0.438, 0.601, 0.802, 0.87, -0.063, -0.018, 0.126, 0.234, 1.1, -0.987, -1.097)


def _duel(position: CardPosition, mover: Craft, foe: Craft) -> float:
    lead = foe.hits - mover.hits
    figures = (
        1.0,
        lead,
        (lead > 0) - (lead < 0),
        foe.damaged - mover.damaged,
        foe.hits / foe.back.airframe - mover.hits / mover.back.airframe,
        len(mover.hand) - len(foe.hand),
        position.relation(mover.number, foe.number),
        mover.altitude == foe.altitude,
        foe.altitude - mover.altitude,
        foe.acted,
        mover.now.performance - foe.now.performance,
        max(0, mover.now.bursts) + mover.now.firepower - max(0, foe.now.bursts) - foe.now.firepower,
    )
    share = 1.0 / (position.terms.turns - position.turn + 1)
    return sum([x * (a + b * share) for x, a, b in zip(figures, _STANDING, _HURRIED, strict=True)])


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-x)) if x > -40.0 else 0.0
