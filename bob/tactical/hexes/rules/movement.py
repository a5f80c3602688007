"""Carrying out what `flight` allows: steps, rotations, manoeuvres, forcing a way."""

from __future__ import annotations

from typing import Any

from bob.core.hexes import Hex
from bob.tactical.hexes.data import SPECIAL
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.orders import Advance, ForceThrough, Manoeuvre, Rotate
from bob.tactical.hexes.position import COUNTER, NOBODY, OVERHEAT, Go, HexAircraft, Shot
from bob.tactical.hexes.rules import flight
from bob.tactical.hexes.rules.damage import destroy, leave_mat
from bob.tactical.hexes.rules.geometry import AHEAD, TURN, around


def flying(run: HexRun) -> tuple[Go, list[HexAircraft]]:
    go = run.position.go
    assert go is not None
    return go, [run.position.aircraft[n] for n in go.active]


def stepped(run: HexRun, step: str) -> None:
    """Send the owner a step; the others learn of it when it can no longer be taken back."""
    go, active = flying(run)
    go.path = (*go.path, step)
    for a in active:
        data: dict[str, Any] = {
            "aircraft": a.number,
            "step": step,
            "at": a.at.label if on_mat(run.position.terms, a.at) else "",
            "facing": a.facing,
            "level": a.level,
            "speed": a.speed,
        }
        run.tell_only(go.seat, "stepped", **data)


def advance(run: HexRun, order: Advance) -> None:
    """One hex; WEP throws its die (FIS-150)."""
    move_on(run, order)
    if order.by == flight.WEP:
        run.commit()
        _overheat(run)


def move_on(run: HexRun, order: Advance) -> None:
    """One hex for the aircraft or for every member of the formation (FIS-046, FIS-071)."""
    position = run.position
    run.remember()
    go, active = flying(run)
    terms = position.terms
    gone: list[tuple[HexAircraft, Hex]] = []
    free_slip = False
    for a in active:
        price = flight.step_price(position, go, a, order.way, order.climb, order.by)
        free_slip = free_slip or (order.by == flight.PAY and order.way != AHEAD and price == max(0, order.climb - 1))
        fuel = flight.step_fuel(terms, a, order.climb, order.by)
        at = around(a.at)[(a.facing + TURN[order.way]) % 6]
        if not on_mat(terms, at):
            gone.append((a, a.at))
        a.at = at
        a.level += order.climb
        a.speed -= price
        a.fuel -= fuel
        a.tail = a.tail or order.by == flight.TAIL
        go.spent = go.spent or price > 0
    go.displaced = go.turnable = True
    go.free_slip = go.free_slip or free_slip
    go.slips += order.way != AHEAD
    go.weps += order.by == flight.WEP
    go.tail_hexes += order.by == flight.TAIL
    go.paid = order.by == flight.PAY or (go.paid and order.by == flight.TAIL)
    stepped(run, _step(order))
    if gone:
        run.commit()
        for a, start in gone:
            leave_mat(run, a, start)
        stay_active(run)


def _step(order: Advance) -> str:
    climb = "" if not order.climb else f"{order.climb:+d}"
    return f"{order.way}{climb}" + ("" if order.by == flight.PAY else f"/{order.by}")


def stay_active(run: HexRun) -> None:
    """After some have gone or left: the largest formation among the active goes on, else the first of them (FIS-281, FIS-284)."""
    position = run.position
    go, active = flying(run)
    left = [a for a in active if not a.out]
    if len(active) > 1:
        parts: dict[int, list[int]] = {}
        for a in left:
            parts.setdefault(a.formation, []).append(a.number)
        alone = parts.pop(NOBODY, [])
        best = max(parts.values(), key=len, default=alone[:1])
        go.active = tuple(best)
    else:
        go.active = tuple([a.number for a in left])
    go.before = tuple([place for place in go.before if not position.aircraft[place.number].out])


def _overheat(run: HexRun) -> None:
    """One die for the aircraft or the whole group (FIS-150, FIS-156)."""
    position = run.position
    go, active = flying(run)
    face = run.names(run.throw("wep", 1, go.seat))[0]
    run.tell("wep", rule="FIS-150", aircraft=go.active, face=face)
    if face == SPECIAL and active:
        position.stage = OVERHEAT
        position.queue = [go.seat]


def overheats(run: HexRun) -> None:
    """Every active aircraft gets an overheat marker; a second one destroys it (FIS-151, FIS-152, FIS-157)."""
    _, active = flying(run)
    for a in active:
        a.overheat += 1
        run.tell("overheated", rule="FIS-151", aircraft=a.number, markers=a.overheat)
    for a in active:
        if a.overheat >= 2:
            destroy(run, a, "overheated")
    stay_active(run)


def rotate(run: HexRun, order: Rotate) -> None:
    """One hex side (FIS-060, FIS-063), a formation about a member (FIS-075)."""
    position = run.position
    run.remember()
    go, active = flying(run)
    hexes: tuple[Hex, ...] = (active[0].at,)
    price = 0 if go.hard_turn else flight.rotation_price(active[0])
    if len(active) > 1:
        wheeled = flight.wheel(position, go, order.way, order.pivot)
        assert wheeled is not None
        price, hexes = wheeled
    for a, at in zip(active, hexes, strict=True):
        a.at = at
        a.facing = (a.facing + TURN[order.way]) % 6
        a.speed -= price
    go.spent = go.spent or price > 0
    go.turnable = go.hard_turn = go.paid = False
    stepped(run, f"turn_{order.way}")


def manoeuvre(run: HexRun, order: Manoeuvre) -> None:
    """A special manoeuvre: its price, its end, its marker (FIS-136, FIS-140, FIS-161, FIS-163)."""
    position = run.position
    run.remember()
    go, (a,) = flying(run)
    price = flight.manoeuvre_price(a, order.kind, go.aerobatics)
    a.fuel -= flight.fuel_price(a, position.terms, price)
    a.speed -= price
    a.at, a.facing, a.level = flight.end_of(a.at, a.facing, a.level, order.kind, order.levels, position.terms.altimeter)
    a.shocked += flight.shocks(a, order.kind)
    go.displaced = go.spent = True
    go.turnable = go.paid = False
    go.aerobatics = 0
    stepped(run, order.kind + (f"{order.levels}" if order.levels else ""))


def force(run: HexRun, order: ForceThrough) -> None:
    """Two dice against the enemy in the way (FIS-166); the hexes in and out are paid (FIS-165)."""
    position = run.position
    run.commit()
    go, (a,) = flying(run)
    target = position.aircraft[order.target]
    out = around(target.at)[(a.facing + TURN[order.out]) % 6]
    a.speed -= 2
    go.slips += (order.way != AHEAD) + (order.out != AHEAD)
    go.spent = go.displaced = True
    position.shots.append(Shot(a.number, order.target, "", into=(out,)))
    position.stage = COUNTER
    run.tell("forces", rule="FIS-165", aircraft=a.number, target=order.target, to=out.label)


def forced_through(run: HexRun, a: HexAircraft, out: Hex) -> None:
    """Move the aircraft beyond the enemy, once the way is free (FIS-169)."""
    go, _ = flying(run)
    a.at = out
    go.turnable, go.paid = True, True
    run.tell("through", rule="FIS-169", aircraft=a.number, to=out.label)
