"""Movement: what each step, rotation and manoeuvre costs, and why it is not legal. Shared by the list, the check and the screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from bob.core.errors import Refusal
from bob.core.hexes import Hex, distance
from bob.tactical.hexes.data import DIVE, IMMELMANN, LOOP, ROLL_LEFT, ROLL_RIGHT, SPLIT_S, ZOOM
from bob.tactical.hexes.mat import Activation, Flying, HexMat, enemy_at, on_mat, taken
from bob.tactical.hexes.position import TOP, HexTerms
from bob.tactical.hexes.rules.geometry import AHEAD, LEFT, RIGHT, TURN, around, moved

PAY, WEP, TAIL = "pay", "wep", "tail"
"""The ways of paying for a hex: with a speed point, by war emergency power, by a tailwind."""
SLIPS = 3
"""The hexes of wing slip in one activation, when they are limited (FIS-212)."""
ALTITUDE_CHANGE = {IMMELMANN: 2, SPLIT_S: -2}


def members(mat: HexMat, active: Sequence[int]) -> list[Flying]:
    return [mat.aircraft[n] for n in active]


# ---- prices


def top_speed(a: Flying) -> int:
    """The maximum of its speed counter, after engine hits (FIS-016, FIS-D20)."""
    return max(0, a.dash.speed - a.criticals.count("engine"))


def rotation_price(a: Flying) -> int:
    """The speed points of one hex side (FIS-060 to FIS-062, FIS-177, FIS-186)."""
    less = a.rank.rotation if a.rank is not None else 0
    return max(0, a.dash.rotation - less + a.criticals.count("controls"))


def manoeuvre_price(a: Flying, kind: str, aerobatics: int = 0) -> int:
    """The speed points of a special manoeuvre; 0 for one that it cannot fly (FIS-137, FIS-181, FIS-185)."""
    price: int = getattr(a.dash.costs, _COST[kind])
    if not price:
        return 0
    return max(1, price - (a.rank.manoeuvre if a.rank is not None else 0) - aerobatics)


KINDS = (LOOP, ROLL_LEFT, ROLL_RIGHT, IMMELMANN, SPLIT_S, ZOOM, DIVE)
_COST = {LOOP: "loop", ROLL_LEFT: "roll", ROLL_RIGHT: "roll", IMMELMANN: "immelmann", SPLIT_S: "split_s", ZOOM: "zoom", DIVE: "dive"}


def fuel_price(a: Flying, terms: HexTerms, price: int) -> int:
    """The fuel of a manoeuvre, a conversion or a use of WEP of that price (FIS-229 to FIS-233)."""
    return price + a.criticals.count("tank") if terms.fuel else 0


def tail_bonus(terms: HexTerms) -> int:
    """The free hexes of a tailwind (FIS-243, FIS-249, FIS-252, FIS-254)."""
    return max(0, terms.wind.force - 1) if terms.wind is not None else 0


def head_bonus(terms: HexTerms, facing: int) -> int:
    """The levels more that a headwind gives a climbing aircraft (FIS-244, FIS-250, FIS-253, FIS-256)."""
    wind = terms.wind
    return wind.force - 1 if wind is not None and facing == (wind.to + 3) % 6 else 0


# ---- steps


def step_fuel(terms: HexTerms, a: Flying, climb: int, by: str) -> int:
    """The fuel of one hex: a use of WEP, and each level more of a headwind (FIS-231, FIS-255)."""
    if not terms.fuel:
        return 0
    return (climb - 1 if climb > 1 else 0) + (fuel_price(a, terms, 1) if by == WEP else 0)


def step_price(page: HexMat, go: Activation, a: Flying, way: str, climb: int, by: str) -> int:
    """The speed points of one hex, with the levels of a headwind (FIS-046, FIS-255)."""
    extra = climb - 1 if climb > 1 else 0
    free = by != PAY or (way != AHEAD and a.rule == "slip" and not go.free_slip and len(go.active) == 1)
    return extra if free else 1 + extra


def step_refusal(mat: HexMat, go: Activation, way: str, climb: int, by: str) -> Refusal | None:
    """Return the reason why the active aircraft may not enter the next hex that way, climbing by `climb` levels, paid so."""
    terms = mat.terms
    active = go.active
    if way != AHEAD and terms.slip_limit and go.slips >= SLIPS:
        return "slip_limit", "FIS-212"
    flying = [mat.aircraft[n] for n in active]
    lead = flying[0]
    if climb:
        why = _climb_refusal(terms, lead, climb)
        if why is not None:
            return why
    for a in flying:
        why = _pay_refusal(mat, go, a, way, climb, by)
        if why is not None:
            return why
    turn = lead.facing + TURN[way]
    level = lead.level + climb
    stays: list[Hex] = []
    for a in flying:
        at = around(a.at)[turn % 6]
        if not on_mat(terms, at):
            continue
        if enemy_at(mat, a.side, at, level) is not None:
            return "enemy_there", "FIS-053"
        stays.append(at)
    for at in stays:
        if taken(mat, at, active):
            left = min(a.speed for a in flying) - step_price(mat, go, lead, way, climb, by)
            slips = go.slips + (way != AHEAD)
            # Engines may fail on the way: a formation does not use WEP into a friend's hex, where a part of it would have to stay.
            apart = len(stays) != len(flying) or (by == WEP and len(flying) > 1)
            if apart or not can_go_on(mat, flying, stays, lead.facing, level, left, True, slips):
                return "friend_there", "FIS-283"
            break
    return None


def _climb_refusal(terms: HexTerms, a: Flying, climb: int) -> Refusal | None:
    if not terms.altimeter:
        return "no_altimeter", "FIS-214"
    if not 0 <= a.level + climb <= TOP:
        return "altimeter_limit", "FIS-214"
    if climb < -1 or climb > 1 + head_bonus(terms, a.facing):
        return "one_level", "FIS-216"
    return None


def _pay_refusal(mat: HexMat, go: Activation, a: Flying, way: str, climb: int, by: str) -> Refusal | None:
    price = step_price(mat, go, a, way, climb, by)
    if price > a.speed:
        return "no_speed", "FIS-045"
    terms = mat.terms
    if a.fuel < step_fuel(terms, a, climb, by):
        return "no_fuel", "FIS-232"
    if by == PAY:
        return None if a.speed else ("no_speed", "FIS-045")
    if by == WEP:
        return wep_refusal(mat, go, a)
    if not tail_bonus(terms) or terms.wind is None or a.facing != terms.wind.to:
        return "no_tailwind", "FIS-256"
    if go.tail_hexes >= tail_bonus(terms) or (a.tail and not go.tail_hexes):
        return "tailwind_used", "FIS-256"
    return None if a.speed or go.paid else ("no_speed", "FIS-256")


def wep_refusal(mat: HexMat, go: Activation, a: Flying) -> Refusal | None:
    """Return the reason why an aircraft may not use war emergency power now."""
    if not a.speed:
        return "no_speed", "FIS-158"
    if "engine" in a.criticals:
        return "engine_hit", "FIS-154"
    if mat.terms.wep_once and go.weps:
        return "wep_once", "FIS-296"
    return None


def can_go_on(
    mat: HexMat, flying: Sequence[Flying], at: Sequence[Hex], facing: int, level: int, speed: int, turnable: bool, slips: int
) -> bool:
    """Return whether hexes and rotations paid with `speed` speed points bring the aircraft on to empty hexes of the map (FIS-165, FIS-283).

    A formation is looked ahead without rotations.
    """
    terms = mat.terms
    numbers = [a.number for a in flying]
    side = flying[0].side
    if turnable and len(flying) == 1:
        price = rotation_price(flying[0])
        if price < speed:
            for turn in (1, 5):
                if can_go_on(mat, flying, at, (facing + turn) % 6, level, speed - price, False, slips):
                    return True
    if speed < 1:
        return False
    for way in (AHEAD, LEFT, RIGHT):
        slipped = slips + (way != AHEAD)
        if terms.slip_limit and slipped > SLIPS:
            continue
        on = [around(h)[(facing + TURN[way]) % 6] for h in at]
        if not all(on_mat(terms, h) for h in on):
            continue
        for climb in (0, 1, -1) if terms.altimeter else (0,):
            there = level + climb
            if not 0 <= there <= TOP or any(enemy_at(mat, side, h, there) is not None for h in on):
                continue
            if not any(taken(mat, h, numbers) for h in on):
                return True
            if can_go_on(mat, flying, on, facing, there, speed - 1, True, slipped):
                return True
    return False


# ---- rotations


def rotation_refusal(mat: HexMat, go: Activation, way: str, pivot: int) -> Refusal | None:
    """Return the reason why the active aircraft may not turn one hex side; `pivot` is the member that a formation turns about."""
    if way == AHEAD:
        return "no_way", "FIS-063"
    if not go.turnable:
        return "advance_first", "FIS-064"
    flying = [mat.aircraft[n] for n in go.active]
    if len(flying) == 1:
        a = flying[0]
        if pivot not in (-1, a.number):
            return "no_pivot", "FIS-075"
        price = 0 if go.hard_turn else rotation_price(a)
        if price > a.speed:
            return "no_speed", "FIS-060"
        facing = (a.facing + TURN[way]) % 6
        if taken(mat, a.at, go.active) and not can_go_on(mat, flying, [a.at], facing, a.level, a.speed - price, False, go.slips):
            return "friend_there", "FIS-283"
        return None
    if pivot not in go.active:
        return "no_pivot", "FIS-075"
    wheeled = wheel(mat, go, way, pivot)
    if wheeled is None:
        return "backward", "FIS-075"
    price, hexes = wheeled
    if any(a.speed < price for a in flying):
        return "no_speed", "FIS-075"
    for a, at in zip(flying, hexes, strict=True):
        if not on_mat(mat.terms, at) or taken(mat, at, go.active) or not way_there(mat, a.side, a.level, a.at, at):
            return "wheel_blocked", "FIS-075"
    return None


def wheel(mat: HexMat, go: Activation, way: str, pivot: int) -> tuple[int, tuple[Hex, ...]] | None:
    """The price and the new hexes of a formation that turns about a member; None when that would carry one backward (FIS-075)."""
    flying = [mat.aircraft[n] for n in go.active]
    wheeled = wheel_about(tuple([a.at for a in flying]), mat.aircraft[pivot].at, flying[0].facing, way)
    if wheeled is None:
        return None
    price = 0 if go.hard_turn else max(rotation_price(a) for a in flying)
    return price + wheeled[0], wheeled[1]


def wheel_about(hexes: tuple[Hex, ...], about: Hex, facing: int, way: str) -> tuple[int, tuple[Hex, ...]] | None:
    """The longest way that a member flies, and the new hexes; None when that would carry one backward."""
    wedges = (facing + 3, facing + 4) if way == RIGHT else (facing + 1, facing + 2)
    turned: list[Hex] = []
    for at in hexes:
        q, r = offset = Hex(at.q - about.q, at.r - about.r)
        if offset != (0, 0) and not any(_in_wedge(offset, wedge) for wedge in wedges):
            return None
        turned.append(Hex(about.q - r, about.r + q + r) if way == RIGHT else Hex(about.q + q + r, about.r - q))
    return max(distance(at, to) for at, to in zip(hexes, turned, strict=True)), tuple(turned)


@cache
def _in_wedge(offset: Hex, wedge: int) -> bool:
    """Return whether an offset is between a direction and the next clockwise, both included."""
    q, r = offset
    for _ in range(wedge % 6):
        q, r = q + r, -q
    return q >= 0 and -r - q >= 0


def way_there(mat: HexMat, side: int, level: int, start: Hex, end: Hex) -> bool:
    """Return whether some shortest way is free of enemies at that level."""
    if start == end:
        return True
    left = distance(start, end)
    nearer = [at for at in around(start) if distance(at, end) == left - 1 and enemy_at(mat, side, at, level) is None]
    return any(way_there(mat, side, level, at, end) for at in nearer)


# ---- special manoeuvres


def end_of(at: Hex, facing: int, level: int, kind: str, levels: int, altimeter: bool) -> tuple[Hex, int, int]:
    """Return the end of a manoeuvre: hex, facing, level (FIS-141 to FIS-146, FIS-160, FIS-162)."""
    if kind == LOOP:
        return moved(at, (facing + 3, 2)), facing, level
    if kind == ROLL_LEFT:
        return moved(at, (facing + 4, 1), (facing + 5, 1)), facing, level
    if kind == ROLL_RIGHT:
        return moved(at, (facing + 2, 1), (facing + 1, 1)), facing, level
    if kind in ALTITUDE_CHANGE:
        return moved(at, (facing + 3, 3)), (facing + 3) % 6, level + (ALTITUDE_CHANGE[kind] if altimeter else 0)
    return at, facing, level + (levels if kind == ZOOM else -levels)


def shocks(a: Flying, kind: str) -> int:
    """The shocked markers of a manoeuvre (FIS-161, FIS-163, FIS-D16)."""
    return int(kind == ZOOM or (kind == DIVE and not a.dash.steady))


def manoeuvre_refusal(mat: HexMat, go: Activation, kind: str, levels: int) -> Refusal | None:
    """Return the reason why the active aircraft may not fly a special manoeuvre."""
    if len(go.active) != 1:
        return "formation_manoeuvre", "FIS-139"
    a = mat.aircraft[go.active[0]]
    price = manoeuvre_price(a, kind, go.aerobatics)
    if not price:
        return "cannot_fly", "FIS-137"
    if price > a.speed:
        return "no_speed", "FIS-135"
    if "surfaces" in a.criticals:
        return "surfaces_hit", "FIS-D20"
    terms = mat.terms
    if a.fuel < fuel_price(a, terms, price):
        return "no_fuel", "FIS-232"
    if kind in (ZOOM, DIVE):
        if not terms.altimeter:
            return "no_altimeter", "FIS-160"
        if not 2 <= levels <= 4:
            return "two_to_four", "FIS-160" if kind == ZOOM else "FIS-162"
        if a.shocked >= 2:
            return "shocked", "FIS-D02"
    elif levels:
        return "no_levels", "FIS-140"
    at, facing, level = end_of(a.at, a.facing, a.level, kind, levels, terms.altimeter)
    if not 0 <= level <= TOP:
        return "altimeter_limit", "FIS-147"
    if not on_mat(terms, at):
        return "off_sheet", "FIS-140"
    if taken(mat, at, go.active):
        if at == a.at and can_go_on(mat, [a], [at], facing, level, a.speed - price, False, go.slips):
            return None
        return "hex_taken", "FIS-140"
    return None


# ---- forcing a way


def force_ways(mat: HexMat, go: Activation) -> list[tuple[int, str, str]]:
    """Every enemy whose hex the active aircraft could force, the way in and the way out (FIS-165, FIS-171)."""
    a = mat.aircraft[go.active[0]]
    if len(go.active) != 1 or a.speed < 2:
        return []
    before = around(a.at)
    entries = {before[(a.facing + TURN[way]) % 6]: way for way in (AHEAD, LEFT, RIGHT)}
    barring = [other for other in mat.aircraft if other.at in entries and other.side != a.side and other.level == a.level]
    if not barring or can_go_on(mat, [a], [a.at], a.facing, a.level, a.speed, go.turnable, go.slips):
        return []
    terms = mat.terms
    found: list[tuple[int, str, str]] = []
    for enemy in barring:
        way = entries[enemy.at]
        for out in (AHEAD, LEFT, RIGHT):
            slips = go.slips + (way != AHEAD) + (out != AHEAD)
            at = around(enemy.at)[(a.facing + TURN[out]) % 6]
            if on_mat(terms, at) and not taken(mat, at, go.active) and not (terms.slip_limit and slips > SLIPS):
                found.append((enemy.number, way, out))
    return found


def force_refusal(mat: HexMat, go: Activation, target: int, way: str, out: str) -> Refusal | None:
    """Return the reason why the active aircraft may not force a way through that enemy."""
    if len(go.active) != 1:
        return "formation_force", "FIS-165"
    return None if (target, way, out) in force_ways(mat, go) else ("not_boxed_in", "FIS-165")


# ---- firing and ending


def attack_refusal(mat: HexMat, go: Activation) -> Refusal | None:
    """Return the reason why the active aircraft may not fire or bomb now, whatever the target: once, before it moves or after (FIS-049,
    FIS-050, FIS-070)."""
    if len(go.active) != 1:
        return "in_formation", "FIS-070"
    if go.shot:
        return "one_shot", "FIS-049"
    return end_refusal(mat, go) if go.displaced else None


def end_refusal(mat: HexMat, go: Activation) -> Refusal | None:
    """Return the reason why the activation may not end here."""
    if go.released:
        return None
    if not go.displaced:
        return "must_move", "FIS-051"
    if not go.spent:
        return "must_spend", "FIS-280"
    for n in go.active:
        if taken(mat, mat.aircraft[n].at, go.active):
            return "hex_shared", "FIS-054"
    return None
