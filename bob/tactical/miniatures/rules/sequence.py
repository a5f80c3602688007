"""The sequence of play: whose activation it is, its steps, the end of a turn, the end (BRS-C12 to BRS-C19, BRS-C48 to BRS-C56)."""

from __future__ import annotations

from collections.abc import Callable

from bob.core.game import Outcome
from bob.tactical.miniatures import setup
from bob.tactical.miniatures.execution import MiniatureRun
from bob.tactical.miniatures.orders import KeepCards
from bob.tactical.miniatures.position import (
    ACTION,
    ANSWER,
    APPLY,
    BEGIN,
    CHECK,
    CHOOSE,
    CLOUDS,
    DEFEND,
    DEPLOYED,
    DODGED,
    FINISH,
    FIRING,
    FLY,
    FOLLOW,
    KEEP,
    LATE,
    MOVED,
    MULTIS,
    NEXT,
    OVER,
    PLACE,
    REACT,
    ROLL,
    TAIL,
    TARGETED,
    THROW,
    TURN,
    MiniatureAircraft,
    MiniatureGo,
    MiniaturePosition,
)
from bob.tactical.miniatures.rules import attack, cards, movement, standing
from bob.tactical.miniatures.rules.geometry import passes
from bob.tactical.miniatures.rules.standing import BOMBING


def proceed(run: MiniatureRun) -> None:
    """Run on until a seat owes a decision, or the battle is over."""
    position = run.position
    while position.stage != OVER:
        to_move = _STEPS[position.stage](run)
        if to_move:
            position.owing = tuple([position.seats[side] for side in to_move])
            return


# ---- the order of activation


def _turn(run: MiniatureRun) -> list[int]:
    position = run.position
    position.turn += 1
    run.tell("turn", rule="BRS-C12", turn=position.turn)
    position.stage = NEXT
    return []


def rank(position: MiniaturePosition, a: MiniatureAircraft) -> tuple[int, ...]:
    """Return the sort key of activation, the highest first (BRS-C13 to BRS-C15); in the first turn a side may come before the other."""
    ahead = position.turn == 1 and position.terms.first == position.seats[a.side]
    return a.level, ahead, a.ps, a.mph


def _next_aircraft(run: MiniatureRun) -> list[int]:
    """Return the next aircraft, searched again after each activation (BRS-C17); ties between sides by dice, within a side by its owner
    (BRS-C16)."""
    position = run.position
    waiting = [a for a in position.aircraft if not a.out and not a.zoom]
    if not waiting:
        position.queue = [position.first, 1 - position.first]
        position.stage = LATE
        return []
    best = max(rank(position, a) for a in waiting)
    first = [a for a in waiting if rank(position, a) == best]
    sides = {a.side for a in first}
    side = first[0].side if len(sides) == 1 else _tie(run)
    mine = [a.number for a in first if a.side == side]
    if len(mine) == 1:
        activate(run, mine[0])
        return []
    position.candidates, position.stage = tuple(mine), CHOOSE
    return []


def _tie(run: MiniatureRun) -> int:
    while True:
        dice = [run.throw("order", 1, side)[0] for side in (0, 1)]
        if dice[0] != dice[1]:
            side = 0 if dice[0] > dice[1] else 1
            run.tell("order", rule="BRS-C16", seat=run.position.seats[side], dice=tuple(dice))
            return side


def _choose(run: MiniatureRun) -> list[int]:
    position = run.position
    return [position.aircraft[position.candidates[0]].side]


def activate(run: MiniatureRun, number: int) -> None:
    position = run.position
    position.candidates, position.go = (), MiniatureGo(number)
    run.tell("activated", rule="BRS-C12", aircraft=number)
    position.stage = BEGIN


def _begin(run: MiniatureRun) -> list[int]:
    """Ask for the active player's cards before the enemy's reaction; where none is possible, they are played while flying (BRS-135)."""
    position = run.position
    a = position.active
    if not may_react(position):
        position.stage = FLY
        return []
    if position.hands[a.side]:
        return [a.side]
    position.stage = REACT
    return []


def may_react(position: MiniaturePosition) -> bool:
    """Return whether the enemy of the active player might play Fearsome Reputation, by open facts (BRS-D38)."""
    other = 1 - position.active.side
    return bool(position.hands[other]) and standing.near_ace(position, other, position.active)


def _react(run: MiniatureRun) -> list[int]:
    position = run.position
    assert position.go is not None
    if may_react(position) and not position.go.reacted:
        return [1 - position.active.side]
    position.go.reacted, position.stage = True, FLY
    return []


def _active(run: MiniatureRun) -> list[int]:
    return [run.position.active.side]


def _judge_tailing(run: MiniatureRun) -> list[int]:
    """Tailing is judged between the move and the pilot action (BRS-C19, BRS-C38)."""
    position = run.position
    if position.active.out:
        position.stage = FINISH
        return []
    position.candidates = standing.can_tail(position, position.active)
    if len(position.candidates) == 1:
        movement.tail(run, position.candidates[0])
        position.candidates = ()
    position.stage = TAIL
    return []


def _tail(run: MiniatureRun) -> list[int]:
    if run.position.candidates:
        return _active(run)
    run.position.stage = ACTION
    return []


def _action(run: MiniatureRun) -> list[int]:
    position = run.position
    go = position.go
    assert go is not None
    if not go.acted and can_act(position):
        return _active(run)
    position.stage = DEFEND
    return []


def can_act(position: MiniaturePosition) -> bool:
    """Return whether the active aircraft has any pilot action (BRS-C19)."""
    a = position.active
    if standing.climb_refusal(position, a) is None or standing.targets(position, a) or bombable(position, a):
        return True
    return any(standing.outmanoeuvre_refusal(position, a, b) is None for b in standing.enemies(position, a))


def bombable(position: MiniaturePosition, a: MiniatureAircraft) -> list[int]:
    """The targets that an aircraft may bomb or fire at: its normal move passed them (BRS-C58)."""
    strike, go = position.terms.strike, position.go
    if strike is None or go is None or strike.seat != position.seats[a.side]:
        return []
    if not (a.loaded or (strike.strafe and a.firepower)):
        return []
    return [i for i, target in enumerate(strike.targets) if any(passes(start, end, target.spot, BOMBING) for start, end in go.ways)]


def _follow(run: MiniatureRun) -> list[int]:
    """After High-Altitude Performance an outmanoeuvre, where one can be tried (BRS-D23)."""
    position = run.position
    a = position.active
    if any(standing.outmanoeuvre_refusal(position, a, b) is None for b in standing.enemies(position, a)):
        return _active(run)
    position.stage = DEFEND
    return []


def _defend(run: MiniatureRun) -> list[int]:
    position = run.position
    if not position.active.out and any(attack.can_defend(position, position.active)):
        return _active(run)
    position.stage = FINISH
    return []


# ---- after an activation


def _finish(run: MiniatureRun) -> list[int]:
    """A Zoom chit; then both see which cards they keep, and draw (BRS-057 to BRS-059)."""
    position = run.position
    a = position.active
    a.zoom, a.borrowed, a.cowed = True, 0, False
    position.queue = [a.side, 1 - a.side]
    position.stage = KEEP
    return []


def _keep(run: MiniatureRun) -> list[int]:
    position = run.position
    while position.queue:
        side = position.queue[0]
        if cards.keepable(position, side):
            return [side]
        close_keep(run, cards.NOTHING_KEPT)
    assert not position.played
    for side in (0, 1):
        run.draw(side)
    position.go, position.stage = None, NEXT
    return []


def close_keep(run: MiniatureRun, order: KeepCards) -> None:
    position = run.position
    cards.keep(run, position.queue.pop(0), order)


# ---- the end of a turn


def _late(run: MiniatureRun) -> list[int]:
    """Cards of the end phase: the side that deployed first begins (BRS-135, BRS-C51)."""
    position = run.position
    while position.queue:
        side = position.queue[0]
        if position.hands[side] and any(cards.relieved(position, side, which) for which in (0, 1)):
            return [side]
        position.queue.pop(0)
    position.stage = CHECK
    return []


def _check(run: MiniatureRun) -> list[int]:
    """Break-off tests of both sides at once, the victory check, the turn limit (BRS-C48 to BRS-C52, BRS-C54)."""
    position = run.position
    for a in position.flying():
        if a.leaves and position.turn >= a.leaves:
            a.out = "safe"
            run.tell("goes_home", rule="OPS-B8.4", aircraft=a.number)
    breaking = []
    for side in (0, 1):
        for which in standing.squadrons(position, side):
            if not position.broken[side][which]:
                gone = not any(a.out in ("", "safe") for a in standing.squadron(position, side, which))
                chits, strength = position.chits[side][which], standing.strength(position, side, which)
                if gone or chits > strength:
                    rule = "BRS-C54" if gone else "BRS-118" if which == MULTIS else "BRS-C48"
                    breaking.append((side, which, rule, chits, strength))
    for side, which, rule, chits, strength in breaking:
        position.broken[side][which] = True
        run.tell("breaks_off", rule=rule, seat=position.seats[side], squadron=which, chits=chits, strength=strength)
        for a in standing.squadron(position, side, which):
            if not a.out:
                a.out = "broke"
    if not _is_over(run):
        position.queue = [position.first, 1 - position.first]
        position.stage = THROW
    return []


def _is_over(run: MiniatureRun) -> bool:
    """The victory check (BRS-C50, BRS-C52, BRS-D44)."""
    position = run.position
    lost = [all(position.broken[side][which] for which in standing.squadrons(position, side)) for side in (0, 1)]
    if any(lost):
        _end_battle(run, None if all(lost) else 1 - lost.index(True), "draw" if all(lost) else "broke", "BRS-C50")
        return True
    strike, limit = position.terms.strike, position.turn >= position.terms.turns
    bombing = [a for a in standing.strikers(position) if not a.out]
    if strike is not None:
        if limit or not bombing:
            attacker = position.seats.index(strike.seat)
            done = position.hits >= strike.hits
            _end_battle(run, attacker if done else 1 - attacker, "bombed" if done else "held", "BRS-D44")
            return True
        return False
    empty = [not any(a.side == side for a in position.flying()) for side in (0, 1)]
    if limit or any(empty):
        chits = verdict(position)
        winner = None if chits[0] == chits[1] else 0 if chits[1] > chits[0] else 1
        _end_battle(run, winner, "draw" if winner is None else "chits", "BRS-C52")
        return True
    return False


def verdict(position: MiniaturePosition) -> tuple[int, int]:
    """The Boom chits of each side as they count at the turn limit, broken squadrons too (BRS-C52)."""
    handicap = position.terms.handicap
    first, second = [sum(position.chits[side]) + handicap.get(seat, 0) for side, seat in enumerate(position.seats)]
    return first, second


def _end_battle(run: MiniatureRun, winner: int | None, code: str, rule: str) -> None:
    position = run.position
    chits = verdict(position)
    points = {seat: float(chits[1 - side]) for side, seat in enumerate(position.seats)}
    name = position.seats[winner] if winner is not None else None
    position.outcome = Outcome(f"skies.outcome.{code}", points, name)
    position.stage, position.go, position.attack, position.queue, position.candidates, position.owing = OVER, None, None, [], (), ()
    run.tell("over", rule=rule, winner=name, how=code, chits=chits, hits=position.hits)


def _throw(run: MiniatureRun) -> list[int]:
    """Let each player with cards discard and draw; Zoom chits go (BRS-060, BRS-C18)."""
    position = run.position
    while position.queue:
        side = position.queue[0]
        if position.hands[side]:
            return [side]
        position.queue.pop(0)
        run.draw(side)
    for a in position.aircraft:
        a.zoom = a.carded = a.traited = a.gifted = False
    position.stage = TURN
    return []


_STEPS: dict[str, Callable[[MiniatureRun], list[int]]] = {
    CLOUDS: setup.clouds_step,
    PLACE: setup.place_step,
    DEPLOYED: setup.deployed_step,
    TURN: _turn,
    NEXT: _next_aircraft,
    CHOOSE: _choose,
    BEGIN: _begin,
    REACT: _react,
    FLY: _active,
    MOVED: _judge_tailing,
    TAIL: _tail,
    ACTION: _action,
    FOLLOW: _follow,
    DEFEND: _defend,
    ANSWER: attack.answer_step,
    FIRING: attack.firing_step,
    TARGETED: attack.targeted_step,
    ROLL: attack.roll_step,
    DODGED: attack.dodged_step,
    APPLY: attack.apply_step,
    FINISH: _finish,
    KEEP: _keep,
    LATE: _late,
    CHECK: _check,
    THROW: _throw,
}
