"""The candidates against a raid, climb included: the free squadrons, with time and height of the meeting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bob.core.errors import Refused
from bob.core.hexes import Hex
from bob.day.rules.control import Meeting
from bob.day.rules.readiness import weight
from bob.day.rules.wings import leads_stack, stack_of
from bob.day.state.orders import Scramble, SendTo
from bob.day.state.view import RafView, SquadronView, TrackView
from bob.staff.advice.fighter_command.alert_ladder import HALF, Rung, waits
from bob.staff.rules import Rules, ordered_off, reported_angels

LATE = 8
"""Turns to the meeting within which a squadron is offered."""


class HomeOrders(Protocol):
    """The standing orders that limit squadrons to their own Sector."""

    def keeps_home(self, s: SquadronView, h: Hex) -> bool: ...


class AdvisedSession(Protocol):
    """The answers that a game at a face gives to this advice: all by the view of the seat that gives orders."""

    @property
    def rules(self) -> Rules: ...
    @property
    def hand(self) -> str: ...
    @property
    def book(self) -> HomeOrders: ...
    def ladder(self, view: RafView) -> list[Rung]: ...
    def ordered_height(self, s: SquadronView) -> int | None: ...
    def reach(self, unit: str, track: int, angels: int | None = None) -> Meeting | str: ...
    def reach_hex(self, unit: str, h: Hex, angels: int | None = None) -> int | str: ...
    def check(self, seat: str, order: object) -> Refused | None: ...


@dataclass(frozen=True, slots=True)
class Candidate:
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


def candidates(session: AdvisedSession, view: RafView, track: TrackView) -> list[Candidate]:
    """Return the free squadrons that meet a raid in time, the soonest first; for a gathering raid, in time at its crossing of the coast."""
    found = []
    post = next((rung.post for rung in session.ladder(view) if rung.number == track.number), None)
    for s in view.squadrons:
        if s.strength <= 0 or s.scrambling or s.tally is not None or _is_busy(session, view, s) or not leads_stack(view.squadrons, s):
            continue
        angels, was = height_for(session, s, track)
        if waits(s, post, None):
            continue
        met = session.reach(s.unit, track.number, angels) if post is None else _meeting_at(session, s, post, angels)
        if isinstance(met, str) or met.turns > LATE or session.book.keeps_home(s, met.hex):
            continue
        goal: dict[str, Any] = {"track": track.number} if post is None else {"hex": post}
        order = (Scramble if s.box == "ready" else SendTo)(s.unit, angels, **goal)
        if session.check(session.hand, order) is None:
            stack = stack_of(view.squadrons, s)
            found.append(Candidate(s, tuple(u.unit for u in stack), order, met.turns, angels, sum(map(weight, stack)), was, post))
    return sorted(found, key=lambda f: (f.turns, f.squadron.unit))


def _meeting_at(session: AdvisedSession, s: SquadronView, post: Hex, angels: int) -> Meeting | str:
    """Return when a squadron is at the place where it is to wait, or the key of the reason why it cannot be."""
    turns = session.reach_hex(s.unit, post, angels)
    return turns if isinstance(turns, str) else Meeting(post, turns)


def height_for(session: AdvisedSession, s: SquadronView, track: TrackView) -> tuple[int, int | None]:
    """Return the height at which to send a squadron, and the ordered one if that differs: no squadron is advised to stay below a raid."""
    ordered, figure = session.ordered_height(s), reported_angels(track)
    if ordered is None or (figure is not None and ordered < figure):
        advised = session.rules.suggested(s, track)
        return advised, ordered if ordered not in (None, advised) else None
    return ordered, None


def joint_candidates(session: AdvisedSession, view: RafView, found: Sequence[Candidate], lacking: float) -> list[Candidate]:
    """Return the soonest candidates that can all be sent at once, up to the lacking number."""
    best: list[Candidate] = []
    for candidate in found:
        if lacking <= HALF:
            break
        if session.rules.stands(view, candidate.order):
            best.append(candidate)
            lacking -= candidate.weight
            if isinstance(candidate.order, Scramble):
                view = ordered_off(view, candidate.squadron.unit)
    return best


def _is_busy(session: AdvisedSession, view: RafView, squadron: SquadronView) -> bool:
    """Return whether a squadron in the air is not free to be sent; one that follows a vanished raid is free."""
    if squadron.box != "airborne":
        return squadron.box != "ready"
    going = squadron.vector["kind"] if squadron.vector is not None else ""
    return squadron.ammo == "none" or going == "home" or (going == "raid" and not follows_in_vain(session, view, squadron))


def follows_in_vain(session: AdvisedSession, view: RafView, squadron: SquadronView) -> bool:
    """Return whether a squadron is led after a raid that it cannot meet any more: the raid goes home, or has long had no plot."""
    vector = squadron.vector or {}
    if squadron.box != "airborne" or squadron.tally is not None or vector.get("kind") != "raid":
        return False
    rung = next((rung for rung in session.ladder(view) if rung.number == vector["track"]), None)
    return rung is None or (rung.coast is None and isinstance(session.reach(squadron.unit, vector["track"], vector["angels"]), str))
