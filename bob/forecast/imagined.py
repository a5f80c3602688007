"""Days as they may be, as far as a seat knows: all that its view shows is as it shows it, all else is drawn for each.

Nothing but the view goes in, so two truths that look alike to the seat give the same days.
"""

from __future__ import annotations

from bob.core.dice import Stream
from bob.day.game import OperationalDay
from bob.day.rules.planning import SWEEPS
from bob.day.state.directives import known_directive
from bob.day.state.efforts import EFFORTS, weights_in
from bob.day.state.position import LUFTWAFFE, RAF, DayPosition, Effort, Raid
from bob.day.state.view import LuftwaffeView, RafView
from bob.forecast.flying import fly
from bob.forecast.imagined_luftwaffe import put_raids_behind_plots
from bob.forecast.leaders import Idle, PlanFollower, leader, opponent
from bob.forecast.luck import PlacedDice
from bob.forecast.overlaid import put_luftwaffe, put_own_patrols, put_patrols, put_raf, put_sightings, put_sky, started
from bob.forecast.question import ForecastQuestion
from bob.staff.officer import Officer

EXPECTED, LESS, MORE = 32, 8, 1
"""The weights of the effort that Fighter Command expects, of the one below it, and of the one above it: a day rather turns out smaller."""
ORDERS_STEP = 2
"""The step of a turn at which both sides give their orders."""


def enemy_of(asked: ForecastQuestion, number: int) -> str:
    """The officer who leads the other side in the day of that number."""
    names = [name for name, weight in asked.against for _ in range(weight)]
    return Stream.of(f"{asked.seed}/{number}", "enemy").choose(names)


def imagine(game: OperationalDay, asked: ForecastQuestion, number: int) -> tuple[DayPosition, dict[str, Officer]]:
    """A day as it may be, and who leads its sides from now on. The day of a number is drawn with the same luck whatever the plan."""
    seed = f"{asked.seed}/{number}"
    enemy = opponent(asked, enemy_of(asked, number), seed)
    view = asked.view
    p = started(game, asked.scenario, view, seed)
    _orders(p, view, seed)
    put_sky(game, p, view.common, seed)
    if isinstance(view, LuftwaffeView):
        _as_the_luftwaffe_knows(game, p, view, enemy, seed)
    else:
        _as_the_raf_knows(game, p, view, enemy, seed)
    return p, {asked.seat: leader(asked, seed), enemy.seat: enemy}


def _orders(p: DayPosition, view: LuftwaffeView | RafView, seed: str) -> None:
    """Put in the orders and the effort of the Luftwaffe (OPS-D2, OPS-D6.2): its own, or those that controllers know and expect."""
    if isinstance(view, LuftwaffeView):
        p.directive, p.effort = view.directive, view.effort
        return
    p.effort = _as_expected(view, p.period, seed)
    if p.directive is not None:
        p.directive = known_directive(p.settings.order_of_battle)


def _as_expected(view: RafView, period: int, seed: str) -> Effort:
    """An effort that Fighter Command may meet: the one expected, at times the one below or above it; without one as usual in the period."""
    weights = dict(weights_in(period))
    if view.expected is not None:
        at = EFFORTS.index(view.expected)
        beside = {effort: MORE if i > at else LESS for i, effort in enumerate(EFFORTS) if abs(i - at) == 1}
        weights = {view.expected: EXPECTED} | beside
    return Stream.of(seed, "effort").choose([effort for effort, weight in weights.items() for _ in range(weight)])


def _as_the_luftwaffe_knows(game: OperationalDay, p: DayPosition, view: LuftwaffeView, enemy: Officer, seed: str) -> None:
    """Fighter Command has met the raids so far in a way of its own; they are as they are known to be. Channel patrols that were sent off
    are of no plan that could be sealed: they come to it last."""
    planned = [r for r in view.raids if not r.code.startswith(SWEEPS)]
    p.raids = {r.code: Raid(r.plan, dict(r.title), form_turn=r.plan.form_turn, added=r.added) for r in planned}
    put_own_patrols(game.world_of(p), p, view)
    put_sightings(game.world_of(p), p, view, seed)
    if view.common.phase == "planning":
        return
    _fly_to(game, p, view.common.turn, {LUFTWAFFE: PlanFollower(), RAF: enemy}, seed)
    put_sky(game, p, view.common, seed)
    put_luftwaffe(game.world_of(p), p, view, seed)


def _as_the_raf_knows(game: OperationalDay, p: DayPosition, view: RafView, enemy: Officer, seed: str) -> None:
    """Put in a plan of the Luftwaffe's officer; the raids on the table fly where they are plotted, and go on as they may."""
    p.raids = {}
    put_patrols(game.world_of(p), p, seed)
    _fly_to(game, p, view.common.turn, {LUFTWAFFE: enemy, RAF: Idle(RAF)}, seed)
    put_sky(game, p, view.common, seed)
    put_raf(game.world_of(p), p, view)
    put_raids_behind_plots(game.world_of(p), p, view, Stream.of(seed, "plots"))


def _fly_to(game: OperationalDay, p: DayPosition, turn: int, officers: dict[str, Officer], seed: str) -> None:
    """Fly a day up to the orders of a turn, and clear its score: a forecast is of the rest alone."""
    dice = PlacedDice(f"{seed}/past")
    fly(game, p, officers, dice, None, lambda at: at.phase == "orders" and at.turn >= turn, dice.begin)
    if p.phase == "over" or p.turn != turn:
        p.phase, p.step, p.turn, p.choices = "orders", ORDERS_STEP, turn, []
    p.points, p.done, p.bombed = [], [], {}
