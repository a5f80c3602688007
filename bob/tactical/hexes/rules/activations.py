"""Phase 3: the order of the goes, the activations, the end of an activation and of a go (FIS-040 to FIS-043, FIS-284, FIS-285, FIS-291,
FIS-293).

Each step returns the seats that are asked, none when play runs on.
"""

from __future__ import annotations

from collections.abc import Callable

from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.orders import Fire
from bob.tactical.hexes.position import FINISH, FLY, GO, LEVEL, NAMED, NEXT, NOBODY, PHASE_4, Go, HexPosition
from bob.tactical.hexes.rules import cards, formations, shooting
from bob.tactical.hexes.rules.movement import overheats, stay_active


def level(run: HexRun, then: str) -> None:
    """Ask the owners of formations whose counters differ for the members that leave, then go on (FIS-284)."""
    position = run.position
    uneven = formations.uneven(position)
    position.stage = then
    if uneven:
        position.stage, position.then, position.queue = LEVEL, then, uneven


def level_step(run: HexRun) -> list[int]:
    position = run.position
    uneven = formations.uneven(position)
    position.queue = [number for number in position.queue if number in uneven]
    if not position.queue:
        position.stage, position.then = position.then, ""
        if position.go is not None and position.go.active:
            stay_active(run)
        return []
    return [position.aircraft[position.queue[0]].seat]


def next_step(run: HexRun) -> list[int]:
    """Begin the next side's go; phase 4 when every counter is 0 (FIS-009, FIS-010)."""
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


def go_step(run: HexRun) -> list[int]:
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


def _may_act(position: HexPosition, seat: int) -> bool:
    """Return whether a seat has an aircraft to activate, or might play a card that gives it one (FIS-012, FIS-285)."""
    mine = [a for a in position.aircraft if a.seat == seat and not a.out]
    return any(a.speed for a in mine) or (bool(mine) and cards.window(position, seat))


def activate(run: HexRun, seat: int, number: int) -> None:
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


def aim(run: HexRun, order: Fire) -> None:
    """Declare a shot; where the other side may play a card before, it is asked first (FIS-020)."""
    position = run.position
    go = position.go
    assert go is not None
    asked = [s for s, of in enumerate(position.side_of) if of != go.side and cards.window(position, s)] if position.terms.named else []
    if not asked:
        shooting.fire(run, order)
        return
    run.commit()
    go.aims_at, go.aims_by = order.target, order.arc
    position.stage, position.queue = NAMED, asked
    run.tell("aims", rule="FIS-020", aircraft=go.active[0], target=order.target, arc=order.arc)


def named_step(run: HexRun) -> list[int]:
    """Ask the other side for cards; then the aircraft flies, or its shot is declared if it still has it."""
    position = run.position
    go = position.go
    assert go is not None
    position.queue = [seat for seat in position.queue if cards.window(position, seat)]
    if position.queue:
        return position.queue[:1]
    position.stage = FLY
    if go.aims_at != NOBODY:
        order = Fire(go.aims_at, go.aims_by)
        go.aims_at, go.aims_by = NOBODY, ""
        if shooting.fire_refusal(position, go, order) is None:
            shooting.fire(run, order)
        else:
            run.tell("shot_lost", rule="FIS-020", aircraft=go.active[0], target=order.target)
    return []


def fly_step(run: HexRun, may_move: Callable[[HexPosition], bool]) -> list[int]:
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


def overheat_step(run: HexRun) -> list[int]:
    """Offer the owner of an aircraft that flies by WEP to throw the die again, if they may play a card."""
    position = run.position
    go = position.go
    assert go is not None
    if cards.window(position, go.seat):
        return [go.seat]
    overheat(run)
    return []


def overheat(run: HexRun) -> None:
    run.position.stage = FLY
    overheats(run)


def finish_step(run: HexRun) -> list[int]:
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


def twice(position: HexPosition, seat: int) -> bool:
    """Return whether a leader lets a player activate two single aircraft (FIS-191, FIS-265)."""
    return any(a.rank is not None and a.rank.aircraft > 1 for a in position.flying() if a.seat == seat)


def seconds(position: HexPosition, seat: int, flown: tuple[int, ...]) -> list[int]:
    """The single aircraft that may be activated second."""
    return [a.number for a in position.flying() if a.seat == seat and a.speed and a.formation == NOBODY and a.number not in flown]
