"""A finished day in retrospect: its place among the days that it might have been, and the parts of luck and of decisions in that.

From the truth at the beginning of each part of the day, the rest is flown often: once led by officers from there on, once with the
orders given in the part and other dice. The first gives the value of the position, the second that of the orders; the further effect of
the true dice is luck. The parts with the most luck are taken apart turn by turn, with the rolls of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from typing import Any

from bob.core.errors import UsageError
from bob.core.game import REFEREE, Event
from bob.core.kit import Decision
from bob.core.match import Match
from bob.core.workers import Workers
from bob.day.game import OperationalDay
from bob.day.state.orders import given as by_whom
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition
from bob.forecast.answer import ForecastSpread
from bob.forecast.flying import fly
from bob.forecast.luck import PlacedDice
from bob.staff.officer import Officer
from bob.staff.roster import officer
from bob.staff.rules import Rules

PARTS_MOST = 12
"""The most parts into which a day is divided."""
SHORTEST = 6
"""The turns of a part, at least."""
LEADERS = {LUFTWAFFE: "kesselring", RAF: "park"}

HEAVY = 2
"""Number of parts taken apart turn by turn: those with the most luck."""
SHOWN_TURNS = 4
"""The most turns shown: those with the most luck, as far as it is certain."""
ROLLED = ("combat", "bombs", "flak", "navigation", "formed", "escort_missed", "lost_landing")
"""The codes of the events of a turn that are decided by dice."""

GivenOrders = Mapping[tuple[str, int], Sequence[Any]]
"""The orders given, by seat and turn, in order."""


@dataclass(frozen=True, slots=True)
class DayPart:
    """A part of a day as it was: the page of its beginning, the orders given in it, the turn with which it ends, and its turns one by one,
    each with its page and what dice decided in it."""

    begin: int
    end: int
    page: str
    given: GivenOrders
    turns: Mapping[int, tuple[str, tuple[Event, ...]]]


@dataclass(frozen=True, slots=True)
class WeighedPart:
    """The change of the points by the decisions of a part, and that by its dice, each with half of its 95 % interval."""

    begin: int
    end: int
    clock: str
    until: str
    choices: float
    choices_half: float
    luck: float
    luck_half: float


@dataclass(frozen=True, slots=True)
class WeighedTurn:
    """The change of the points by the dice of a turn, with half of its 95 % interval, and the events decided by them."""

    turn: int
    clock: str
    luck: float
    luck_half: float
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PlacedDay:
    """A day among the possible ones: its points, the share of them that scored less, and the number of parts still to be weighed."""

    points: float
    place: float
    foreseen: ForecastSpread
    to_weigh: int


@dataclass(frozen=True, slots=True)
class LookedBack:
    """A day among those that it might have been: its points, the share of them that scored less, its parts, and the turns that dice moved
    most."""

    points: float
    place: float
    foreseen: ForecastSpread
    parts: tuple[WeighedPart, ...]
    turns: tuple[WeighedTurn, ...] = ()

    @property
    def luck(self) -> float:
        return sum(part.luck for part in self.parts)

    @property
    def choices(self) -> float:
        return sum(part.choices for part in self.parts)


class _AsGiven:
    """Gives the orders that a seat gave, turn by turn, until a turn; then an officer leads on."""

    on_entry: Callable[[int, int], None] | None = None

    def __init__(self, seat: str, given: GivenOrders, until: int, then: Officer) -> None:
        self.name, self.seat = then.name, seat
        self._given, self._until, self._then = given, until, then
        self._said: set[int] = set()

    def orders(self, view: Any, game_rules: Rules) -> list[Decision]:
        turn = view.common.turn
        if turn >= self._until or view.choice is not None or turn in self._said:
            return self._then.orders(view, game_rules)
        self._said.add(turn)
        given = [Decision(order, "staff.why.chance") for order in self._given.get((self.seat, turn), ())]
        return given or self._then.orders(view, game_rules)


@cache
def _game() -> OperationalDay:
    return OperationalDay()


def ended(page: str, given: GivenOrders, until: int, seed: str, number: int) -> float:
    """The points at the end of a day that goes on from a page: by these orders until a turn, and by officers from there."""
    game = _game()
    p = game.parse(page)
    dice = PlacedDice(f"{seed}/{number}/back")
    leaders = {seat: officer(name, f"{seed}/{number}", seat) for seat, name in LEADERS.items()}
    led: dict[str, Officer] = {seat: _AsGiven(seat, given, until, leader) for seat, leader in leaders.items()}
    dice.begin(p.turn)
    fly(game, p, led, dice, begin=dice.begin)
    return p.score


def parts(match: Match[DayPosition]) -> list[DayPart]:
    """A whole day in its parts. Raises UsageError for one that is not over."""
    if match.position.phase != "over":
        raise UsageError("forecast.not_over")
    turns = match.position.turn - 1
    length = max(SHORTEST, -(-turns // PARTS_MOST))
    pages: dict[int, str] = {}
    given: dict[tuple[str, int], list[Any]] = {}
    rolled: dict[int, list[Event]] = {}
    turn, phase = 1, ""
    for entry, p in zip(match.entries, match.positions(), strict=True):
        seat, order = by_whom(entry.seat, entry.order)
        if seat != REFEREE and order is not None and phase == "orders":
            given.setdefault((seat, turn), []).append(order)
        rolled.setdefault(turn, []).extend(event for event in entry.events if event.code in ROLLED)
        turn, phase = p.turn, p.phase
        if p.phase == "orders" and p.turn not in pages and not p.done:
            pages[p.turn] = match.game.dump(p)
    begins = [turn for turn in range(1, turns + 1, length) if turn in pages]
    found = []
    for begin, end in pairwise([*begins, turns + 1]):
        own = {turn: (pages[turn], tuple(rolled.get(turn, ()))) for turn in range(begin, end) if turn in pages}
        found.append(DayPart(begin, end, pages[begin], given, own))
    return found


def looked_back(match: Match[DayPosition], runs: int, seed: str, workers: Workers) -> Iterator[PlacedDay | WeighedPart | LookedBack]:
    """Yield the place of a day, its parts as they are weighed, one by one, and the whole last. Raises UsageError for a day that is not
    over."""
    days = parts(match)
    p = match.position
    free = [_spread(day.page, {}, 0, runs, seed, workers) for day in days[:1]]
    spread, weighed = ForecastSpread.of(free[0]), list[WeighedPart]()
    yield PlacedDay(p.score, spread.place(p.score), spread, len(days))
    for i, day in enumerate(days):
        ordered = _spread(day.page, day.given, day.end, runs, seed, workers)
        later = _spread(days[i + 1].page, {}, 0, runs, seed, workers) if i + 1 < len(days) else [p.score] * runs
        choices = ForecastSpread.of(b - a for a, b in zip(free[-1], ordered, strict=True))
        luck = ForecastSpread.of(b - a for a, b in zip(ordered, later, strict=True))
        weighed.append(
            WeighedPart(day.begin, day.end - 1, p.clock(day.begin), p.clock(day.end), choices.mean, choices.half, luck.mean, luck.half)
        )
        yield weighed[-1]
        free.append(later)
    heavy = sorted(range(len(days)), key=lambda i: -abs(weighed[i].luck))[:HEAVY]
    turns = [turn for i in sorted(heavy) for turn in _turns(days[i], free[i + 1], match, runs, seed, workers)]
    sure = sorted((turn for turn in turns if abs(turn.luck) > turn.luck_half), key=lambda turn: -abs(turn.luck))[:SHOWN_TURNS]
    yield LookedBack(p.score, spread.place(p.score), spread, tuple(weighed), tuple(sure))


def _turns(
    part: DayPart, after: Sequence[float], match: Match[DayPosition], runs: int, seed: str, workers: Workers
) -> Iterator[WeighedTurn]:
    """The turns of a part: what each was worth with its orders and other dice, and with the dice that fell. `after` is the part's end."""
    turns = sorted(part.turns)
    for turn, following in zip(turns, [*turns[1:], None], strict=True):
        page, events = part.turns[turn]
        if not events:
            continue
        ordered = _spread(page, part.given, turn + 1, runs, seed, workers)
        later = _spread(part.turns[following][0], {}, 0, runs, seed, workers) if following is not None else after
        luck = ForecastSpread.of(b - a for a, b in zip(ordered, later, strict=True))
        yield WeighedTurn(turn, match.position.clock(turn), luck.mean, luck.half, events)


def _spread(page: str, given: GivenOrders, until: int, runs: int, seed: str, workers: Workers) -> list[float]:
    return list(workers.each(partial(ended, page, given, until, seed), range(runs)))
