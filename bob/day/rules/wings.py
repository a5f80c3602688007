"""Wings and Balbos (OPS-B2.6): squadrons that fly as one stack with one vector until they are broken up or fight."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from bob.day.rules.movement import FlightGroup
from bob.day.state.execution import Play
from bob.day.state.known import KnownSquadron
from bob.day.state.position import RAF, Squadron

S = TypeVar("S", bound=KnownSquadron)
WING_MOST = 3
"""More squadrons than these are a Balbo."""


def stack_of(squadrons: Iterable[S], squadron: S) -> list[S]:
    """Those that fly as one with a squadron, the first of its Wing first; a squadron alone if it is in none."""
    if squadron.wing is None:
        return [squadron]
    first = squadron.wing.rpartition("/")[0]
    found = [s for s in squadrons if s.wing == squadron.wing]
    return sorted(found, key=lambda s: s.unit != first)


def leads_stack(squadrons: Iterable[S], squadron: S) -> bool:
    """Return whether a squadron flies alone or is the first of its Wing."""
    return squadron.wing is None or stack_of(squadrons, squadron)[0].unit == squadron.unit


def flown_as(count: int) -> FlightGroup:
    """Return the kind of climb of a number of squadrons together (OPS-A9.4, OPS-A9.6)."""
    return "single" if count < 2 else "wing" if count <= WING_MOST else "balbo"


def leave(play: Play, squadron: Squadron) -> None:
    """A squadron flies on by itself; one that stays behind alone is no Wing any more."""
    stack = stack_of(play.p.squadrons.values(), squadron)
    if len(stack) <= 2:
        break_up(play, squadron)
    else:
        squadron.wing, squadron.forming = None, 0


def break_up(play: Play, squadron: Squadron) -> None:
    """The Wing of a squadron is none any more: each of its squadrons flies on as it was sent."""
    if squadron.wing is None:
        return
    stack = stack_of(play.p.squadrons.values(), squadron)
    heard = any(each.last is None for each in stack)
    for each in stack:
        each.wing, each.forming = None, 0
    if heard:  # squadrons out of range do not report it (OPS-C8.1)
        play.tell("wing_broken", (RAF,), "OPS-B2.6", units=[s.unit for s in stack])
