"""Views for the tests of the table: the busiest turn of a real 15 September, made once."""

from __future__ import annotations

from functools import cache

from bob.core.dice import Stream
from bob.core.match import Match
from bob.day.game import OperationalDay
from bob.day.state.orders import Done, Seal
from bob.day.state.position import DayPosition
from bob.day.state.view import LuftwaffeView, RafView, RefereeView

LAST = 75


@cache
def played() -> tuple[tuple[RafView, LuftwaffeView, RefereeView], ...]:
    """The views of all seats at the beginning of each turn; the RAF orders at random, the Luftwaffe keeps to its plan."""
    game = OperationalDay()
    match: Match[DayPosition] = Match.new(game, "15_september_1940", 1)
    stream = Stream.of(1, "bot")
    found: dict[int, tuple[RafView, LuftwaffeView, RefereeView]] = {}
    while match.position.phase != "over" and match.position.turn < LAST:
        seat = match.to_move[0]
        order = game.sample(match.position, seat, stream)
        if seat == "luftwaffe":
            order = next((o for o in game.choices(match.position, seat).listed if isinstance(o, Done | Seal)), order)
        match.play(seat, order)
        if match.position.phase == "orders":
            found[match.position.turn] = (match.view("raf"), match.view("luftwaffe"), match.view("referee"))
    return tuple(found[turn] for turn in sorted(found))


def weight(view: RafView) -> int:
    """How much is on the table."""
    return 2 * sum(not t.faded for t in view.tracks) + sum(s.box == "airborne" for s in view.squadrons)


def grown(before: RafView, now: RafView) -> int:
    """How many tracks have one plot more than they had."""
    plots = {t.number: len(t.plots) for t in before.tracks if not t.faded}
    return sum(not t.faded and len(t.plots) == plots.get(t.number, -9) + 1 for t in now.tracks)


def busiest() -> tuple[RafView, LuftwaffeView, RafView]:
    """The busiest turn for both sides in which plots grew, and the RAF's view of the turn before."""
    turns = played()
    best = max(range(1, len(turns)), key=lambda i: (grown(turns[i - 1][0], turns[i][0]) > 0, weight(turns[i][0])))
    return turns[best][0], turns[best][1], turns[best - 1][0]


def referee() -> RefereeView:
    """The referee's view of the busiest turn."""
    return max(played(), key=lambda views: weight(views[0]))[2]
