"""Formations: joining, leaving, holding together, one speed for all (FIS-067 to FIS-082, FIS-284)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bob.core.errors import Refusal
from bob.core.hexes import distance
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.mat import Flying, HexMat, taken
from bob.tactical.hexes.position import NOBODY, HexAircraft, HexPosition

MOST = 6
"""Aircraft in a formation (FIS-069)."""


def of(mat: HexMat, a: Flying) -> list[Flying]:
    """The members of the formation of an aircraft; itself when it flies alone."""
    if a.formation == NOBODY:
        return [a]
    return [other for other in mat.aircraft if other.formation == a.formation and other.seat == a.seat]


def fits(one: Flying, other: Flying) -> bool:
    """Return whether two aircraft may be neighbours in a formation (FIS-068)."""
    return distance(one.at, other.at) == 1 and one.facing == other.facing and one.level == other.level


def groups(flying: Sequence[Flying]) -> list[list[Flying]]:
    """The connected groups among some aircraft, in the order of their lowest numbers."""
    left = list(flying)
    found: list[list[Flying]] = []
    while left:
        group = [left.pop(0)]
        for a in group:
            near = [b for b in left if fits(a, b)]
            group += near
            left = [b for b in left if b not in near]
        found.append(sorted(group, key=lambda a: a.number))
    return found


def join_refusal(mat: HexMat, seat: int, number: int, to: int) -> Refusal | None:
    """Return the reason why an aircraft may not join another, or its formation."""
    if not (0 <= number < len(mat.aircraft) and 0 <= to < len(mat.aircraft)) or number == to:
        return "no_aircraft", "FIS-079"
    a, other = mat.aircraft[number], mat.aircraft[to]
    if a.seat != seat or other.seat != seat or a.out or other.out:
        return "not_yours", "FIS-293"
    if a.formation != NOBODY:
        return "leave_first", "FIS-079"
    if not fits(a, other):
        return "not_adjacent", "FIS-068"
    if (a.speed > 0) != (other.speed > 0):
        return "speed_differs", "FIS-284"
    return ("too_many", "FIS-069") if len(of(mat, other)) >= MOST else None


def join(run: HexRun, number: int, to: int) -> None:
    """Form up; every counter goes to the lowest (FIS-077)."""
    position = run.position
    a, other = position.aircraft[number], position.aircraft[to]
    if other.formation == NOBODY:
        other.formation = min(number, to)
    a.formation = other.formation
    renumber(position, [b for b in position.aircraft if b.formation == a.formation])
    run.tell("joined", rule="FIS-079", aircraft=number, to=to)
    level(run, a.formation)


def leave_refusal(mat: HexMat, seat: int, number: int, active: Sequence[int] = ()) -> Refusal | None:
    """Return the reason why an aircraft may not leave its formation; one that flies with it must not be in a friend's hex (FIS-284)."""
    if not 0 <= number < len(mat.aircraft) or mat.aircraft[number].seat != seat:
        return "not_yours", "FIS-078"
    a = mat.aircraft[number]
    if a.formation == NOBODY:
        return "not_in_formation", "FIS-078"
    if number in active and any(taken(mat, mat.aircraft[n].at, active) for n in active):
        return "hex_shared", "FIS-284"
    return None


def leave(run: HexRun, number: int) -> None:
    """Let an aircraft leave; the rest stays a formation as far as it touches (FIS-078, FIS-284)."""
    position = run.position
    a = position.aircraft[number]
    formation, a.formation = a.formation, NOBODY
    run.tell("left_formation", rule="FIS-078", aircraft=number)
    regroup(run, formation)


def regroup(run: HexRun, formation: int) -> None:
    """Keep the connected parts of two or more of a formation as formations (FIS-284)."""
    if formation == NOBODY:
        return
    position = run.position
    left = [a for a in position.aircraft if a.formation == formation]
    for a in left:
        a.formation = NOBODY
    for group in groups(left):
        if len(group) > 1:
            renumber(position, [position.aircraft[a.number] for a in group])
    for a in left:
        if a.formation == NOBODY and not a.out and len(left) > 0:
            run.tell("out_of_formation", rule="FIS-284", aircraft=a.number)


def renumber(position: HexPosition, group: Iterable[HexAircraft]) -> None:
    """Give a formation the lowest number among its members."""
    flying = list(group)
    for a in flying:
        a.formation = min(b.number for b in flying)


def uneven(position: HexPosition) -> list[int]:
    """The formations whose counters differ, by number."""
    speeds: dict[int, set[int]] = {}
    for a in position.aircraft:
        if a.formation != NOBODY:
            speeds.setdefault(a.formation, set()).add(a.speed)
    return sorted(number for number, found in speeds.items() if len(found) > 1)


def level(run: HexRun, formation: int) -> None:
    """All counters of a formation to the lowest (FIS-076, FIS-077); a member at 0 while others have speed points is out (FIS-284)."""
    position = run.position
    flying = [a for a in position.aircraft if a.formation == formation]
    if any(a.speed for a in flying) and any(not a.speed for a in flying):
        for a in flying:
            if not a.speed:
                a.formation = NOBODY
                run.tell("out_of_formation", rule="FIS-284", aircraft=a.number)
        rest = [a for a in flying if a.formation != NOBODY]
        regroup(run, formation)
        for number in sorted({a.formation for a in rest if a.formation != NOBODY}):
            level(run, number)
        return
    if not flying:
        return
    least = min(a.speed for a in flying)
    if any(a.speed != least for a in flying):
        for a in flying:
            a.speed = least
        run.tell("levelled", rule="FIS-076", aircraft=tuple([a.number for a in flying]), speed=least)
