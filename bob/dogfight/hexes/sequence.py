"""The sequence of play: cards, initiative, goes and activations, the end of a turn, the end."""

from __future__ import annotations

from collections.abc import Callable

from bob.dogfight.hexes import cards, formations, shooting
from bob.dogfight.hexes import orders as o
from bob.dogfight.hexes.damage import end_of_turn
from bob.dogfight.hexes.flight import top_speed
from bob.dogfight.hexes.movement import overheats, stay_active
from bob.dogfight.hexes.position import (
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
    NOBODY,
    OVER,
    OVERHEAT,
    PHASE_4,
    PLACE,
    ROLL,
    SHOOTER,
    STEADY,
    TARGET,
    TURN,
    Go,
    Position,
)
from bob.dogfight.hexes.setup import place_queue
from bob.dogfight.hexes.table import Run
from bob.game import Outcome

DEALT = 4
"""The cards of a side with one player (FIS-018)."""
DEALT_EACH = 2
"""The cards of each player of a team (FIS-266 to FIS-269)."""
OFFERS = 2
"""How often each player of a team may offer a card before the first turn (FIS-271)."""


def proceed(run: Run, may_move: Callable[[Position], bool]) -> None:
    """Run on until a seat owes a decision, or the battle is over. `may_move` says whether the active aircraft can do anything."""
    position = run.position
    while position.stage != OVER:
        if position.turn and ended(position):
            run.commit()
            finish(run)
            return
        owing = _fly(run, may_move) if position.stage == FLY else _STEPS[position.stage](run)
        if owing:
            position.owing = tuple([position.seats[seat] for seat in owing])
            return


def ended(position: Position) -> bool:
    """Whether a side has no aircraft left, which ends a battle at once (FIS-D04, FIS-D42)."""
    sides = 0
    for a in position.aircraft:
        if not a.out:
            sides |= 1 << a.side
            if sides == 3:
                return False
    return True


def finish(run: Run) -> None:
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


def _clouds(run: Run) -> list[int]:
    position = run.position
    if position.queue:
        return position.queue[:1]
    position.queue = place_queue(position)
    position.stage = PLACE
    return []


def _place(run: Run) -> list[int]:
    position = run.position
    if position.queue:
        number = position.queue[0]
        return [-1 - number if number < 0 else position.aircraft[number].seat]
    position.stage = TURN
    return []


def _exchange(run: Run) -> list[int]:
    position = run.position
    position.queue = [seat for seat in position.queue if position.hands[seat]]
    if not position.queue:
        position.stage = BEFORE
        return _ask_initiative(run)
    return position.queue[:1]


def _answer(run: Run) -> list[int]:
    assert run.position.offer is not None
    return [run.position.offer[1]]


# ---- phases 1 and 2


def _turn(run: Run) -> list[int]:
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
    level(run, DEAL)
    return []


def level(run: Run, then: str) -> None:
    """Ask the owners of formations whose counters differ who leaves, then go on (FIS-284)."""
    position = run.position
    uneven = formations.uneven(position)
    position.stage = then
    if uneven:
        position.stage, position.then, position.queue = LEVEL, then, uneven


def _level(run: Run) -> list[int]:
    position = run.position
    uneven = formations.uneven(position)
    position.queue = [number for number in position.queue if number in uneven]
    if not position.queue:
        position.stage, position.then = position.then, ""
        if position.go is not None and position.go.active:
            stay_active(run)
        return []
    return [position.aircraft[position.queue[0]].seat]


def order_of_sides(position: Position) -> tuple[int, int]:
    """The sides, that which had the initiative last first (FIS-015)."""
    return position.first, 1 - position.first


def _deal(run: Run) -> list[int]:
    position = run.position
    position.carded = [False] * len(position.seats)
    _deal_side(run, order_of_sides(position)[0])
    position.stage, position.then = CHOOSE, DEAL_SECOND
    return []


def _deal_second(run: Run) -> list[int]:
    position = run.position
    _deal_side(run, order_of_sides(position)[1])
    position.stage, position.then = CHOOSE, EXCHANGE
    return []


def _deal_side(run: Run, side: int) -> None:
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


def _choose(run: Run) -> list[int]:
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
            seats = [s for s in range(len(position.seats)) if position.side_of.count(position.side_of[s]) > 1]
            position.queue = [s for s in seats for _ in range(OFFERS)]
        else:
            position.stage = BEFORE
            return _ask_initiative(run)
    return []


def _ask_initiative(run: Run) -> list[int]:
    """Start asking for initiative cards; none where a mission gives the initiative."""
    position = run.position
    if given(position):
        position.stage, position.queue = NEXT, []
        run.tell("initiative_given", side=position.sides[position.first])
        return []
    position.queue = _in_order(position)
    return []


def given(position: Position) -> bool:
    """Whether the mission gives the initiative of this turn."""
    return position.turn == 1 and position.terms.first is not None


def _in_order(position: Position) -> list[int]:
    """All seats, those of the side that drew first first (FIS-D43)."""
    return [seat for side in order_of_sides(position) for seat, of in enumerate(position.side_of) if of == side]


def _before(run: Run) -> list[int]:
    position = run.position
    position.queue = [seat for seat in position.queue if cards.window(position, seat)]
    if position.queue:
        return position.queue[:1]
    position.stage = DICE
    return []


def _dice(run: Run) -> list[int]:
    position = run.position
    for side in order_of_sides(position):
        position.dice[side] = run.die("initiative", position.side_of.index(side))
    run.tell("initiative_dice", rule="FIS-035", dice=tuple(position.dice), totals=tuple(totals(position)))
    played = [any(position.carded[s] for s, of in enumerate(position.side_of) if of == side) for side in (0, 1)]
    position.queue = [seat for seat in _in_order(position) if not played[position.side_of[seat]]]
    position.stage = AFTER
    return []


def totals(position: Position) -> list[int]:
    """Die, kills of the last turn, cards (FIS-031, FIS-035, FIS-038)."""
    return [position.dice[side] + position.kills[side] + position.bonus[side] for side in (0, 1)]


def _after(run: Run) -> list[int]:
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


# ---- phase 3


def _next(run: Run) -> list[int]:
    """The next side's go; phase 4 when every counter stands at 0 (FIS-009, FIS-010)."""
    position = run.position
    if position.go is None:
        position.kills = [0] * len(position.sides)
    if not any(a.speed for a in position.aircraft):
        position.stage = PHASE_4
        return []
    side = position.first if position.go is None else 1 - position.go.side
    position.go = Go(side)
    position.carded = [False] * len(position.seats)
    position.stage = GO
    return []


def _go(run: Run) -> list[int]:
    position = run.position
    go = position.go
    assert go is not None
    if go.seat != NOBODY:
        return [go.seat]
    able = [seat for seat, of in enumerate(position.side_of) if of == go.side and seat not in go.done and _may_act(position, seat)]
    if able:
        return able
    position.stage = NEXT
    return []


def _may_act(position: Position, seat: int) -> bool:
    """Whether a seat has an aircraft to activate, or might play a card that gives it one (FIS-012, FIS-285)."""
    mine = [a for a in position.aircraft if a.seat == seat and not a.out]
    return any(a.speed for a in mine) or (bool(mine) and cards.window(position, seat))


def activate(run: Run, seat: int, number: int) -> None:
    """An aircraft or a formation begins its activation (FIS-041)."""
    position = run.position
    go = position.go
    assert go is not None
    go.seat = seat
    go.active = tuple([a.number for a in formations.of(position, position.aircraft[number])])
    go.flown, go.twice = go.active, twice(position, seat)
    run.tell("activated", rule="FIS-041", aircraft=go.active)
    position.stage = FLY
    if position.terms.named:
        position.stage = NAMED
        position.queue = [s for s, of in enumerate(position.side_of) if of != go.side]


def _named(run: Run) -> list[int]:
    position = run.position
    position.queue = [seat for seat in position.queue if cards.window(position, seat)]
    if position.queue:
        return position.queue[:1]
    position.stage = FLY
    return []


def _fly(run: Run, may_move: Callable[[Position], bool]) -> list[int]:
    position = run.position
    go = position.go
    assert go is not None
    if not go.active:
        position.stage = FINISH
        return []
    if not may_move(position):
        # Nothing is left to do: the counters drop to 0 and the activation ends (FIS-171, FIS-283).
        run.commit()
        for n in go.active:
            position.aircraft[n].speed = 0
        run.tell("stuck", rule="FIS-283", aircraft=go.active)
        position.stage = FINISH
        return []
    return [go.seat]


def _overheat(run: Run) -> list[int]:
    """Whoever flies by WEP may throw the die again, if he may play a card."""
    position = run.position
    go = position.go
    assert go is not None
    if cards.window(position, go.seat):
        return [go.seat]
    overheat(run)
    return []


def overheat(run: Run) -> None:
    run.position.stage = FLY
    overheats(run)


def _finish(run: Run) -> list[int]:
    """The activation ends; a historical leader's player may activate a second single aircraft (FIS-191, FIS-291)."""
    position = run.position
    go = position.go
    assert go is not None
    run.commit()
    seat, flown = go.seat, go.flown
    single = len(flown) == 1 and not go.singles
    run.tell("ended", aircraft=flown)
    fresh = Go(go.side, go.done)
    position.go = fresh
    if not any(a.speed for a in position.aircraft):
        position.stage = PHASE_4
        return []
    position.stage = GO
    if single and go.twice and seconds(position, seat, flown):
        fresh.seat, fresh.singles = seat, flown
        return []
    fresh.done = (*go.done, seat)
    return []


def twice(position: Position, seat: int) -> bool:
    """Whether a leader lets a player activate two single aircraft (FIS-191, FIS-265)."""
    return any(a.rank is not None and a.rank.aircraft > 1 for a in position.flying() if a.seat == seat)


def seconds(position: Position, seat: int, flown: tuple[int, ...]) -> list[int]:
    """The single aircraft that may be activated second."""
    return [a.number for a in position.flying() if a.seat == seat and a.speed and a.formation == NOBODY and a.number not in flown]


# ---- a shot


def _counter(run: Run) -> list[int]:
    position = run.position
    shot = position.shots[-1]
    able = shooting.wingmen(position, shot)
    attacker = position.aircraft[shot.shooter]
    able = [a for a in able if next(shooting.counters(position, a, attacker), None) is not None]
    if able:
        return sorted({a.seat for a in able})[:1]
    position.stage = ROLL if shot.into else SHOOTER
    return []


def _shooter(run: Run) -> list[int]:
    position = run.position
    seat = position.aircraft[position.shots[-1].shooter].seat
    if cards.window(position, seat):
        return [seat]
    position.stage = TARGET
    return []


def _target(run: Run) -> list[int]:
    position = run.position
    seat = position.aircraft[position.shots[-1].target].seat
    if cards.window(position, seat):
        return [seat]
    position.stage = ROLL
    return []


def _roll(run: Run) -> list[int]:
    shooting.roll(run)
    return []


def _aim(run: Run) -> list[int]:
    position = run.position
    shooter = position.aircraft[position.shots[-1].shooter]
    if cards.window(position, shooter.seat) or (shooter.rule == "aim" and not shooter.rule_used):
        return [shooter.seat]
    position.stage = DODGE
    return []


def _dodge(run: Run) -> list[int]:
    position = run.position
    shot = position.shots[-1]
    if shooting.no_dodge(position, shot):
        shooting.apply(run, o.Cancel(0, 0))
        settle(run)
        return []
    target = position.aircraft[shot.target]
    decides = shooting.most_converted(position, target) or target.formation != NOBODY or shooting.helpers(position, shot)
    if decides or cards.window(position, target.seat):
        return [target.seat]
    position.stage = DODGED
    return []


def _dodged(run: Run) -> list[int]:
    shooting.dodge(run)
    return []


def _steady(run: Run) -> list[int]:
    position = run.position
    target = position.aircraft[position.shots[-1].target]
    if cards.window(position, target.seat) or (target.rule == "aim" and not target.rule_used):
        return [target.seat]
    position.stage = CANCEL
    return []


def _cancel(run: Run) -> list[int]:
    position = run.position
    shot = position.shots[-1]
    found = shooting.cancels(position, shot)
    if len(found) > 1:
        return [position.aircraft[shot.target].seat]
    shooting.apply(run, found[0])
    settle(run)
    return []


def settle(run: Run) -> None:
    """After a shot the owners of uneven formations say who leaves (FIS-082, FIS-284)."""
    level(run, run.position.stage)


def _phase_4(run: Run) -> list[int]:
    position = run.position
    position.go = None
    end_of_turn(run)
    position.stage = TURN
    return []


_STEPS: dict[str, Callable[[Run], list[int]]] = {
    CLOUDS: _clouds,
    PLACE: _place,
    EXCHANGE: _exchange,
    ANSWER: _answer,
    TURN: _turn,
    LEVEL: _level,
    DEAL: _deal,
    DEAL_SECOND: _deal_second,
    CHOOSE: _choose,
    BEFORE: _before,
    DICE: _dice,
    AFTER: _after,
    NEXT: _next,
    GO: _go,
    NAMED: _named,
    OVERHEAT: _overheat,
    FINISH: _finish,
    COUNTER: _counter,
    SHOOTER: _shooter,
    TARGET: _target,
    ROLL: _roll,
    AIM: _aim,
    DODGE: _dodge,
    DODGED: _dodged,
    STEADY: _steady,
    CANCEL: _cancel,
    PHASE_4: _phase_4,
}
