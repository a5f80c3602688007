"""Standing patrols: a few squadrons that are kept up over convoys and forward fields while nothing comes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bob import hexes
from bob.hexes import Hex
from bob.operations.orders import Scramble
from bob.operations.readiness import weight
from bob.operations.view import SquadronView
from bob.staff.rules import ordered_off

if TYPE_CHECKING:
    from bob.staff.controller import ControllerTurn

FORWARD = ("Hawkinge", "Manston", "Rochford", "Tangmere", "Westhampnett", "Warmwell", "Martlesham Heath")
"""The fields near the coast over which squadrons wait."""

PATROL_ANGELS = 14
KEPT_FREE = 0.75
"""The share of the Response Level that patrols leave for raids."""

AT_SEA = 3
"""Hexes from the shore up to which a convoy is given a patrol."""


@dataclass(frozen=True, slots=True)
class PatrolPost:
    """Where a squadron patrols: over a field by name, or a convoy."""

    hex: Hex
    place: str | None


def posts(turn: ControllerTurn) -> list[PatrolPost]:
    """Where patrols are wanted, the convoys first; other fields from hour to hour."""
    if not turn.doctrine.patrols:
        return []
    found = [
        PatrolPost(convoy.hex, None)
        for convoy in turn.view.convoys
        if convoy.state == "under_way" and turn.rules.from_shore(convoy.hex) <= AT_SEA and convoy.hex not in turn.rules.world.barred
    ]
    known = {field.place for field in turn.view.fields}
    fields = [name for name in FORWARD if name in known]
    first = turn.view.common.turn // 12
    for i in range(len(fields)):
        name = fields[(first + i) % len(fields)]
        found.append(PatrolPost(turn.rules.world.fields[name].near, name))
    return found


def stands(s: SquadronView, wanted: Sequence[PatrolPost]) -> bool:
    """Whether a squadron is on a patrol, or on its way to one; a convoy moves on under it."""
    if s.vector is None or s.vector["kind"] != "hex":
        return False
    return any(hexes.distance(hexes.from_label(s.vector["hex"]), post.hex) <= (0 if post.place is not None else 2) for post in wanted)


def keep_up(turn: ControllerTurn, wanted: Sequence[PatrolPost]) -> None:
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
        if post.hex.label not in taken and _send(turn, post):
            lacking -= 1


def _send(turn: ControllerTurn, post: PatrolPost) -> bool:
    near = sorted(
        (s for s in turn.view.squadrons if s.box == "ready" and not turn.second_line(s) and s.unit not in turn.busy),
        key=lambda s: (s.unit not in turn.sent, hexes.distance(s.hex, post.hex), s.unit),
    )
    for s in near:
        if hexes.distance(s.hex, post.hex) > 8 or (
            s.unit not in turn.sent and turn.budget - weight(s) < KEPT_FREE * turn.view.response_level
        ):
            continue
        if not turn.rules.heard(turn.view, s, post.hex) or not turn.rules.far_enough(s, post.hex):
            continue
        if not turn.rules.may_scramble(turn.after, s):
            continue
        angels = turn.rules.height(s, PATROL_ANGELS)
        turn.after = ordered_off(turn.after, s.unit)
        if s.unit not in turn.sent:
            turn.budget -= weight(s)
        turn.left[s.sector] -= 1
        if post.place is not None:
            turn.give(Scramble(s.unit, angels, hex=post.hex), "staff.why.standing_patrol", unit=s.unit, place=post.place, angels=angels)
        else:
            turn.give(Scramble(s.unit, angels, hex=post.hex), "staff.why.convoy_patrol", unit=s.unit, hex=post.hex.label, angels=angels)
        return True
    return False
