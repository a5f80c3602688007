"""The candidates against a raid, climb included: the free squadrons, with time and height of the meeting."""

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
from bob.desk.session.session import DeskSession
from bob.staff.advice.fighter_command.alert_ladder import HALF, waits
from bob.staff.rules import ordered_off, reported_angels

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
    """The place to wait for a raid that is still gathering; None where the squadron is led to the raid."""


def senders(session: DeskSession, view: RafView, track: TrackView) -> list[Sender]:
    """Return the free squadrons that meet a raid in time, the soonest first; for a gathering raid, in time at its crossing of the coast."""
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


def _there(session: DeskSession, s: SquadronView, post: Hex, angels: int) -> Meeting | str:
    """When a squadron is at the place where it is to wait, or why it is not."""
    turns = session.reach_hex(s.unit, post, angels)
    return turns if isinstance(turns, str) else Meeting(post, turns)


def height_for(session: DeskSession, s: SquadronView, track: TrackView) -> tuple[int, int | None]:
    """Return the height at which to send a squadron, and the ordered one if that differs: no squadron is advised to stay below a raid."""
    ordered, figure = session.ordered_height(s), reported_angels(track)
    if ordered is None or (figure is not None and ordered < figure):
        advised = session.rules.suggested(s, track)
        return advised, ordered if ordered not in (None, advised) else None
    return ordered, None


def together(session: DeskSession, view: RafView, found: Sequence[Sender], lacking: float) -> list[Sender]:
    """Return the soonest candidates that can all be sent at once, up to the lacking number."""
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


def _busy(session: DeskSession, view: RafView, squadron: SquadronView) -> bool:
    """Return whether a squadron in the air is not free to be sent; one that follows a vanished raid is free."""
    if squadron.box != "airborne":
        return squadron.box != "ready"
    going = squadron.vector["kind"] if squadron.vector is not None else ""
    return squadron.ammo == "none" or going == "home" or (going == "raid" and not in_vain(session, view, squadron))


def in_vain(session: DeskSession, view: RafView, squadron: SquadronView) -> bool:
    """Return whether a squadron is led after a raid that it cannot meet any more: the raid goes home, or has long had no plot."""
    vector = squadron.vector or {}
    if squadron.box != "airborne" or squadron.tally is not None or vector.get("kind") != "raid":
        return False
    rung = next((rung for rung in session.ladder(view) if rung.number == vector["track"]), None)
    return rung is None or (rung.coast is None and isinstance(session.reach(squadron.unit, vector["track"], vector["angels"]), str))
