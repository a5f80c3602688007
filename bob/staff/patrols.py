"""Standing patrols: squadrons that are kept up over convoys near the shore while nothing comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from bob.core import hexes
from bob.core.hexes import Hex
from bob.day.rules.readiness import weight
from bob.day.state.orders import Scramble
from bob.day.state.view import SquadronView
from bob.staff.rules import ordered_off

if TYPE_CHECKING:
    from bob.staff.controller import ControllerTurn

PATROL_ANGELS = 14
MOVED_ON = 2
"""Hexes that a convoy may move on from under its patrol."""
KEPT_FREE = 0.75
"""The share of the Response Level that patrols leave for raids."""

AT_SEA = 3
"""Hexes from the shore up to which a convoy is given a patrol."""


def posts(turn: ControllerTurn) -> list[Hex]:
    """Return the places for patrols: over convoys that Fighter Command can cover."""
    if not turn.doctrine.patrols:
        return []
    return [
        convoy.hex
        for convoy in turn.view.convoys
        if convoy.state == "under_way" and turn.rules.from_shore(convoy.hex) <= AT_SEA and convoy.hex not in turn.rules.world.barred
    ]


def stands(s: SquadronView, wanted: Sequence[Hex]) -> bool:
    """Return whether a squadron is on a patrol, or on its way to one; a convoy moves on under it."""
    if s.vector is None or s.vector["kind"] != "hex":
        return False
    return any(hexes.distance(hexes.from_label(s.vector["hex"]), post) <= MOVED_ON for post in wanted)


def keep_up(turn: ControllerTurn, wanted: Sequence[Hex]) -> None:
    """Send squadrons up until as many patrol as the doctrine wants: those that flew before first, for they count no second time."""
    if any(t.inbound for t in turn.threats):
        return
    up = [s for s in turn.view.squadrons if s.box == "airborne" and s.unit not in turn.busy and stands(s, wanted)]
    up += [s for s in turn.view.squadrons if s.scrambling]
    taken = {s.vector["hex"] for s in up if s.vector is not None}
    lacking = turn.doctrine.patrols - len(up)
    for post in wanted:
        if lacking <= 0:
            return
        if post.label not in taken and _send(turn, post):
            lacking -= 1


def _send(turn: ControllerTurn, post: Hex) -> bool:
    near = sorted(
        (s for s in turn.view.squadrons if s.box == "ready" and not turn.second_line(s) and s.unit not in turn.busy),
        key=lambda s: (s.unit not in turn.sent, hexes.distance(s.hex, post), s.unit),
    )
    for s in near:
        if hexes.distance(s.hex, post) > 8 or (s.unit not in turn.sent and turn.budget - weight(s) < KEPT_FREE * turn.view.response_level):
            continue
        if not turn.rules.in_radio_range(s, post) or not turn.rules.far_enough(s, post):
            continue
        if not turn.rules.may_scramble(turn.after, s):
            continue
        angels = turn.rules.height(s, PATROL_ANGELS)
        turn.after = ordered_off(turn.after, s.unit)
        if s.unit not in turn.sent:
            turn.budget -= weight(s)
        turn.left[s.sector] -= 1
        turn.give(Scramble(s.unit, angels, hex=post), "staff.why.convoy_patrol", unit=s.unit, hex=post.label, angels=angels)
        return True
    return False
