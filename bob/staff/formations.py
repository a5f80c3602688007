"""A controller's combinations of squadrons: pairs, Wings, waits, and their rules of engagement (OPS-B2.6, OPS-C3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.core import hexes
from bob.core.kit import Decision
from bob.day.rules.readiness import weight
from bob.day.state.orders import FormWing, Scramble, Stance
from bob.day.state.position import StanceKind
from bob.day.state.view import SquadronView
from bob.staff.rules import ordered_off
from bob.staff.threats import Threat

if TYPE_CHECKING:
    from bob.staff.controller import ControllerTurn

GATHER = {10: "Middle Wallop", 11: "North Weald", 12: "Duxford"}
"""The field over which the squadrons of a Group form a Wing."""

PATIENCE = 5
"""Turns from take-off for which a squadron waits for its Wing."""

LARGEST = 5
"""The squadrons of the largest Wing."""

WORTH_A_WING = 30
"""The reported strength of a raid against which a Wing is gathered."""


def gathering(turn: ControllerTurn, s: SquadronView) -> bool:
    """Return whether a squadron still waits for the others of its Wing: a few turns, while there is a threat."""
    field = turn.rules.world.fields.get(GATHER.get(s.group, ""))
    if not turn.doctrine.wing or s.wing is not None or field is None or not any(t.inbound for t in turn.threats):
        return False
    waited = turn.rules.world.types[s.aircraft].endurance - s.fuel
    return s.vector is not None and s.vector["hex"] == field.near.label and waited <= PATIENCE


# ---- rules of engagement


def engagement(turn: ControllerTurn, s: SquadronView) -> None:
    """Set the targets of a squadron, or of a Wing by its first: for the Hurricanes, as a rule, the bombers (OPS-C3.3)."""
    if s.stance == "wait" or s.tally is not None or not turn.rules.controlled(turn.view, s):
        return
    wanted: StanceKind = turn.doctrine.hurricanes if s.aircraft.startswith("hurricane") else turn.doctrine.spitfires
    if s.stance != wanted and (s.vector or {}).get("kind") != "home":
        turn.out.append(Decision(Stance(s.unit, wanted), f"staff.why.{wanted}", {"unit": s.unit}))


def wait(turn: ControllerTurn, s: SquadronView, threat: Threat) -> None:
    """Let a squadron that comes first wait for the other of its pair when that is close behind (OPS-C3.3)."""
    if not turn.doctrine.pairs or s.wing is not None or s.stance == "wait" or s.tally is not None:
        return
    met = turn.met(s, threat)
    if met is None or met.turns != 2 or _awaited(turn, s):
        return
    for other in turn.view.squadrons:
        vector = other.vector or {}
        if other.unit == s.unit or other.box != "airborne" or other.wing is not None or other.stance == "wait":
            continue
        if other.silent or vector.get("track") != threat.number or not 2 <= hexes.distance(s.hex, other.hex) <= 4:
            continue
        behind = turn.met(other, threat)
        if behind is not None and behind.turns == met.turns + 1 and turn.rules.stands(turn.view, Stance(s.unit, "wait", other.unit)):
            values = {"unit": s.unit, "other": other.unit, "track": threat.track.label}
            turn.out.append(Decision(Stance(s.unit, "wait", other.unit), "staff.why.wait_for", values))
            return


def _awaited(turn: ControllerTurn, s: SquadronView) -> bool:
    """Return whether another squadron waits for this one, or has just been ordered to."""
    lines = (d.order.waits_for for d in turn.out if isinstance(d.order, Stance))
    return s.unit in lines or any(other.waits_for == s.unit for other in turn.view.squadrons)


# ---- pairs


def pairs(turn: ControllerTurn) -> None:
    """Let two squadrons that have just left fields side by side against one raid climb together, when there is time (OPS-B2.6)."""
    if not turn.doctrine.pair_time:
        return
    new: dict[tuple[int, int], list[SquadronView]] = {}
    for s in turn.view.squadrons:
        if s.box != "airborne" or s.wing is not None or s.unit in turn.busy or s.tally is not None or s.vector is None:
            continue
        fresh = s.fuel >= turn.rules.world.types[s.aircraft].endurance and s.hex == turn.rules.world.fields[s.station].near
        if fresh and turn.rules.controlled(turn.view, s) and (threat := turn.bound_for(s)) is not None:
            new.setdefault((s.group, threat.number), []).append(s)
    for (_, track), found in new.items():
        threat = turn.by_number[track]
        # The first leads: by its rules both engage, and by its height they climb.
        for first in sorted(found, key=lambda s: (not s.aircraft.startswith("hurricane"), s.unit)):
            second = next((s for s in found if s is not first and s.unit not in turn.busy and hexes.distance(s.hex, first.hex) <= 1), None)
            if first.unit not in turn.busy and second is not None:
                _pair(turn, first, second, threat)


def _pair(turn: ControllerTurn, first: SquadronView, second: SquadronView, threat: Threat) -> None:
    """Let two squadrons form over the first's field if they still come in time."""
    chance = turn.chance(first, threat)
    if chance is None or chance.turns < turn.doctrine.pair_time or not turn.rules.may_form(turn.view, [first, second], first.station):
        return
    units = (first.unit, second.unit)
    values = {"units": ", ".join(units), "place": first.station, "track": threat.track.label}
    turn.give(FormWing(units, first.station), "staff.why.pair", **values)
    turn.send(first, threat, chance)
    turn.busy.update(dict.fromkeys(units))


# ---- big wings


def wings(turn: ControllerTurn, wanting: list[Threat]) -> None:
    """Gather squadrons of a Group over one field when there is time, form them, and send them off together."""
    if not turn.doctrine.wing:
        return
    for group, place in GATHER.items():
        field = turn.rules.world.fields.get(place)
        if field is None or all(f.place != place for f in turn.view.fields):
            continue
        waiting = [
            s
            for s in turn.view.squadrons
            if s.box == "airborne"
            and s.group == group
            and s.unit not in turn.busy
            and (s.vector or {}).get("kind") == "hex"
            and s.vector is not None
            and s.vector["hex"] == field.near.label
        ]
        over = [s for s in waiting if s.wing is None and hexes.distance(s.hex, field.near) <= 1 and turn.rules.controlled(turn.view, s)]
        over = over[:LARGEST]
        if len(over) >= turn.doctrine.wing and turn.rules.may_form(turn.view, over, place):
            units = tuple(s.unit for s in over)
            turn.give(FormWing(units, place), "staff.why.wing", units=", ".join(units), place=place)
            turn.busy.update(dict.fromkeys(units))
        threat = max((t for t in wanting if t.strength >= WORTH_A_WING), key=lambda t: (t.strength, -t.number), default=None)
        if threat is None:
            continue
        come = next((i for i, h in enumerate(threat.way) if hexes.distance(h, field.near) <= 10), None)
        if come is not None and come >= turn.doctrine.wing_time:
            _gather(turn, group, place, threat, waiting)


def _gather(turn: ControllerTurn, group: int, place: str, threat: Threat, waiting: list[SquadronView]) -> None:
    """Scramble the squadrons that may still join a Wing over a field, as far as the raid justifies it."""
    over = turn.rules.world.fields[place].near
    for s in turn.view.squadrons:
        if len(waiting) >= LARGEST or threat.lacking <= 0:
            return
        if s.group != group or s.box != "ready" or turn.second_line(s) or s.unit in turn.busy:
            continue
        if hexes.distance(s.hex, over) > 8 or not turn.rules.may_scramble(turn.after, s):
            continue
        if s.unit not in turn.sent and turn.budget < weight(s):
            continue
        if not turn.rules.in_radio_range(s, over) or not turn.rules.far_enough(s, over):
            continue
        angels = turn.angels(s, threat)
        turn.after = ordered_off(turn.after, s.unit)
        if s.unit not in turn.sent:
            turn.budget -= weight(s)
        turn.left[s.sector] -= 1
        threat.have += weight(s)
        waiting.append(s)
        values = {"unit": s.unit, "place": place, "track": threat.track.label, "angels": angels}
        turn.give(Scramble(s.unit, angels, hex=over), "staff.why.gather", **values)
