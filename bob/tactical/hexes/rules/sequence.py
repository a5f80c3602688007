"""The sequence of play: cards, initiative, goes and activations, the end of a turn, the end."""

from __future__ import annotations

from collections.abc import Callable

from bob.core.game import Outcome
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.position import (
    AFTER,
    AIM,
    ANSWER,
    BEFORE,
    CANCEL,
    CHOOSE,
    CLOUDS,
    COUNTER,
    DEAL,
    DEAL_SECOND,
    DICE,
    DODGE,
    DODGED,
    EXCHANGE,
    FINISH,
    FLY,
    GO,
    LEVEL,
    NAMED,
    NEXT,
    OVER,
    OVERHEAT,
    PHASE_4,
    PLACE,
    ROLL,
    SHOOTER,
    STEADY,
    TARGET,
    TURN,
    HexPosition,
)
from bob.tactical.hexes.rules import activations, cards, exchange_of_fire
from bob.tactical.hexes.rules.damage import end_of_turn
from bob.tactical.hexes.rules.flight import top_speed
from bob.tactical.hexes.setup import place_queue

DEALT = 4
"""The cards of a side with one player (FIS-018)."""
DEALT_EACH = 2
"""The cards of each player of a team (FIS-266 to FIS-269)."""


def proceed(run: HexRun, may_move: Callable[[HexPosition], bool]) -> None:
    """Run on until a seat owes a decision, or the battle is over. `may_move` says whether the active aircraft can do anything."""
    position = run.position
    while position.stage != OVER:
        if position.turn and ended(position):
            run.commit()
            finish(run)
            return
        to_move = activations.fly_step(run, may_move) if position.stage == FLY else _STEPS[position.stage](run)
        if to_move:
            position.owing = tuple([position.seats[seat] for seat in to_move])
            return


def ended(position: HexPosition) -> bool:
    """Return whether a side has no aircraft left, which ends a battle at once (FIS-D04, FIS-D42)."""
    sides = 0
    for a in position.aircraft:
        if not a.out:
            sides |= 1 << a.side
            if sides == 3:
                return False
    return True


def finish(run: HexRun) -> None:
    """The end: the higher score wins (FIS-D04)."""
    position = run.position
    handicap = position.terms.handicap
    score = [position.score[side] + handicap.get(name, 0) for side, name in enumerate(position.sides)]
    best = [side for side in (0, 1) if score[side] == max(score)]
    winner = position.sides[best[0]] if len(best) == 1 else None
    points = {seat: float(score[side]) for seat, side in zip(position.seats, position.side_of, strict=True)}
    code = "draw" if winner is None else "last" if ended(position) else "points"
    position.outcome = Outcome(f"hexes.outcome.{code}", points, winner)
    position.stage, position.go, position.shots, position.queue, position.owing = OVER, None, [], [], ()
    run.tell("over", rule="FIS-276", winner=winner, score=tuple(score))


# ---- before the battle


def _clouds(run: HexRun) -> list[int]:
    position = run.position
    if position.queue:
        return position.queue[:1]
    position.queue = place_queue(position)
    position.stage = PLACE
    return []


def _place(run: HexRun) -> list[int]:
    position = run.position
    if position.queue:
        number = position.queue[0]
        return [-1 - number if number < 0 else position.aircraft[number].seat]
    position.stage = TURN
    return []


def _exchange(run: HexRun) -> list[int]:
    """Go round the players of teams, each offering a card, until a round without an offer (FIS-271)."""
    position = run.position
    if not position.queue and position.offered:
        position.queue, position.offered = _in_teams(position), False
    position.queue = [seat for seat in position.queue if position.hands[seat]]
    if not position.queue:
        position.stage, position.offered = BEFORE, False
        return _ask_initiative(run)
    return position.queue[:1]


def _answer(run: HexRun) -> list[int]:
    """Ask the receiver for a card, then the giver whether they agree to it."""
    assert run.position.offer is not None
    giver, to, _ = run.position.offer
    return [giver if run.position.returned else to]


def _in_teams(position: HexPosition) -> list[int]:
    """The seats with others on their side, in order."""
    return [s for s in range(len(position.seats)) if position.side_of.count(position.side_of[s]) > 1]


# ---- phases 1 and 2


def _turn(run: HexRun) -> list[int]:
    """Counters back to their maximum, fuel down (FIS-016, FIS-228, FIS-294)."""
    position = run.position
    if position.turn >= position.terms.turns:
        finish(run)
        return []
    position.turn += 1
    position.go = None
    position.sun = [0] * len(position.seats)
    position.bonus = [0] * len(position.sides)
    run.tell("turn", rule="FIS-004", turn=position.turn)
    for a in position.flying():
        a.speed = top_speed(a)
        if position.terms.fuel:
            a.fuel = max(0, a.fuel - 1)
    activations.level(run, DEAL)
    return []


def order_of_sides(position: HexPosition) -> tuple[int, int]:
    """The sides, that which had the initiative last first (FIS-015)."""
    return position.first, 1 - position.first


def _deal(run: HexRun) -> list[int]:
    position = run.position
    position.carded = [False] * len(position.seats)
    _deal_side(run, order_of_sides(position)[0])
    position.stage, position.then = CHOOSE, DEAL_SECOND
    return []


def _deal_second(run: HexRun) -> list[int]:
    position = run.position
    _deal_side(run, order_of_sides(position)[1])
    position.stage, position.then = CHOOSE, EXCHANGE
    return []


def _deal_side(run: HexRun, side: int) -> None:
    """The cards of a side, those of its silver leaders, and who chooses one for a gold or historical leader (FIS-294)."""
    position = run.position
    seats = [seat for seat, of in enumerate(position.side_of) if of == side]
    for seat in seats:
        extra = position.terms.players[seat].cards if position.turn == 1 else 0
        run.draw(seat, (DEALT if len(seats) == 1 else DEALT_EACH) + extra)
    leaders = [a for a in position.flying() if a.side == side and a.rank is not None]
    for a in leaders:
        if a.rank is not None and not a.rank.chooses:
            run.draw(a.seat, 1)
    position.queue = [a.seat for a in leaders if a.rank is not None and a.rank.chooses]


def _choose(run: HexRun) -> list[int]:
    position = run.position
    if position.queue and not position.pile:
        run.refill()
    if position.queue and position.pile:
        return position.queue[:1]
    position.stage, position.then = position.then, ""
    teams = len(position.seats) > 2
    position.queue = []
    if position.stage == EXCHANGE:
        if position.turn == 1 and teams:
            position.queue = _in_teams(position)
        else:
            position.stage = BEFORE
            return _ask_initiative(run)
    return []


def _ask_initiative(run: HexRun) -> list[int]:
    """Start asking for initiative cards; none where a mission gives the initiative."""
    position = run.position
    if given(position):
        position.stage, position.queue = NEXT, []
        run.tell("initiative_given", side=position.sides[position.first])
        return []
    position.queue = _in_order(position)
    return []


def given(position: HexPosition) -> bool:
    """Return whether the mission gives the initiative of this turn."""
    return position.turn == 1 and position.terms.first is not None


def _in_order(position: HexPosition) -> list[int]:
    """All seats, those of the side that drew first first (FIS-D43)."""
    return [seat for side in order_of_sides(position) for seat, of in enumerate(position.side_of) if of == side]


def _begin(run: HexRun) -> list[int]:
    position = run.position
    position.queue = [seat for seat in position.queue if cards.window(position, seat)]
    if position.queue:
        return position.queue[:1]
    position.stage = DICE
    return []


def _dice(run: HexRun) -> list[int]:
    position = run.position
    for side in order_of_sides(position):
        position.dice[side] = run.die("initiative", position.side_of.index(side))
    run.tell("initiative_dice", rule="FIS-035", dice=tuple(position.dice), totals=tuple(totals(position)))
    played = [any(position.carded[s] for s, of in enumerate(position.side_of) if of == side) for side in (0, 1)]
    position.queue = [seat for seat in _in_order(position) if not played[position.side_of[seat]]]
    position.stage = AFTER
    return []


def totals(position: HexPosition) -> list[int]:
    """Die, kills of the last turn, cards (FIS-031, FIS-035, FIS-038)."""
    return [position.dice[side] + position.kills[side] + position.bonus[side] for side in (0, 1)]


def _finish(run: HexRun) -> list[int]:
    position = run.position
    position.queue = [seat for seat in position.queue if cards.window(position, seat)]
    if position.queue:
        return position.queue[:1]
    while (found := totals(position))[0] == found[1]:  # ties: dice again, bonuses kept, no more cards (FIS-032, FIS-D43)
        for side in order_of_sides(position):
            position.dice[side] = run.die("initiative", position.side_of.index(side))
    position.first = 0 if found[0] > found[1] else 1
    run.tell("initiative", rule="FIS-035", side=position.sides[position.first], totals=tuple(found))
    position.stage = NEXT
    return []


def _phase_4(run: HexRun) -> list[int]:
    position = run.position
    position.go = None
    end_of_turn(run)
    position.stage = TURN
    return []


_STEPS: dict[str, Callable[[HexRun], list[int]]] = {
    CLOUDS: _clouds,
    PLACE: _place,
    EXCHANGE: _exchange,
    ANSWER: _answer,
    TURN: _turn,
    LEVEL: activations.level_step,
    DEAL: _deal,
    DEAL_SECOND: _deal_second,
    CHOOSE: _choose,
    BEFORE: _begin,
    DICE: _dice,
    AFTER: _finish,
    NEXT: activations.next_step,
    GO: activations.go_step,
    NAMED: activations.named_step,
    OVERHEAT: activations.overheat_step,
    FINISH: activations.finish_step,
    COUNTER: exchange_of_fire.counter_step,
    SHOOTER: exchange_of_fire.shooter_step,
    TARGET: exchange_of_fire.target_step,
    ROLL: exchange_of_fire.roll_step,
    AIM: exchange_of_fire.aim_step,
    DODGE: exchange_of_fire.dodge_step,
    DODGED: exchange_of_fire.dodged_step,
    STEADY: exchange_of_fire.steady_step,
    CANCEL: exchange_of_fire.cancel_step,
    PHASE_4: _phase_4,
}
