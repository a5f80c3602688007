"""Who could be sent against a raid, the climb counted in: the squadrons that are free, when and at what height they would meet it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bob.core.hexes import Hex
from bob.day.rules.control import Meeting
from bob.day.rules.readiness import weight
from bob.day.rules.wings import leads_stack, stack_of
from bob.day.state.orders import Scramble, SendTo
from bob.day.state.view import RafView, SquadronView, TrackView
from bob.desk.session.session import Session
from bob.staff.advice.fighter_command.alert_ladder import HALF, waits
from bob.staff.rules import ordered_off, told_angels

LATE = 8
"""Turns to the meeting within which a squadron is offered."""


@dataclass(frozen=True, slots=True)
class Sender:
    """A squadron, or a Wing by its first, that could be sent: its order, when it meets the raid, at what height. `was` is the height that
    it was ordered to, where another is advised."""

    squadron: SquadronView
    units: tuple[str, ...]
    order: Scramble | SendTo
    turns: int
    angels: int
    weight: float
    was: int | None
    post: Hex | None = None
    """Where it is to wait for a raid that gathers; None where it is led to the raid."""


def senders(session: Session, view: RafView, track: TrackView) -> list[Sender]:
    """Who is free and meets a raid in time, or of one that still gathers is in time where it must cross the coast, the soonest first."""
    found = []
    post = next((rung.post for rung in session.ladder(view) if rung.number == track.number), None)
    for s in view.squadrons:
        if s.strength <= 0 or s.scrambling or s.tally is not None or _busy(session, view, s) or not leads_stack(view.squadrons, s):
            continue
        angels, was = height_for(session, s, track)
        if waits(s, post, None):
            continue
        met = session.reach(s.unit, track.number, angels) if post is None else _there(session, s, post, angels)
        if isinstance(met, str) or met.turns > LATE or session.book.keeps_home(s, met.hex):
            continue
        goal: dict[str, Any] = {"track": track.number} if post is None else {"hex": post}
        order = (Scramble if s.box == "ready" else SendTo)(s.unit, angels, **goal)
        if session.check(session.hand, order) is None:
            stack = stack_of(view.squadrons, s)
            found.append(Sender(s, tuple(u.unit for u in stack), order, met.turns, angels, sum(map(weight, stack)), was, post))
    return sorted(found, key=lambda f: (f.turns, f.squadron.unit))


def _there(session: Session, s: SquadronView, post: Hex, angels: int) -> Meeting | str:
    """When a squadron is at the place where it is to wait, or why it is not."""
    turns = session.reach_hex(s.unit, post, angels)
    return turns if isinstance(turns, str) else Meeting(post, turns)


def height_for(session: Session, s: SquadronView, track: TrackView) -> tuple[int, int | None]:
    """The height to send a squadron at, and the one that it was ordered to if that is another: below a raid nobody is advised to stay."""
    ordered, told = session.ordered_height(s), told_angels(track)
    if ordered is None or (told is not None and ordered < told):
        advised = session.rules.suggested(s, track)
        return advised, ordered if ordered not in (None, advised) else None
    return ordered, None


def together(session: Session, view: RafView, found: Sequence[Sender], lacking: float) -> list[Sender]:
    """The soonest of those found who can all be sent at once, as many as are lacking."""
    best: list[Sender] = []
    for sender in found:
        if lacking <= HALF:
            break
        if session.rules.stands(view, sender.order):
            best.append(sender)
            lacking -= sender.weight
            if isinstance(sender.order, Scramble):
                view = ordered_off(view, sender.squadron.unit)
    return best


def _busy(session: Session, view: RafView, squadron: SquadronView) -> bool:
    """Whether a squadron in the air has something better to do than to be sent; who follows a raid that is gone has not."""
    if squadron.box != "airborne":
        return squadron.box != "ready"
    going = squadron.vector["kind"] if squadron.vector is not None else ""
    return squadron.ammo == "none" or going == "home" or (going == "raid" and not in_vain(session, view, squadron))


def in_vain(session: Session, view: RafView, squadron: SquadronView) -> bool:
    """Whether a squadron is led after a raid that it can't meet any more: it goes home, or nobody has plotted it for long."""
    vector = squadron.vector or {}
    if squadron.box != "airborne" or squadron.tally is not None or vector.get("kind") != "raid":
        return False
    rung = next((rung for rung in session.ladder(view) if rung.number == vector["track"]), None)
    return rung is None or (rung.coast is None and isinstance(session.reach(squadron.unit, vector["track"], vector["angels"]), str))
