"""The RAF's answers to the choices that random events ask for."""

from __future__ import annotations

from typing import Any

from bob.core import hexes
from bob.core.hexes import Hex
from bob.core.kit import Decision
from bob.day.state.orders import Pick
from bob.day.state.view import RafView
from bob.staff.doctrine import Doctrine
from bob.staff.rules import Rules
from bob.staff.threats import threats

SECOND_LINE = ("heavy_fighter",)
"""Kinds that a controller sends by day only when no other can go."""

FEW = 8
"""Aircraft below which a squadron is passed over for a stronger one farther off."""


def answer(rules: Rules, view: RafView, doctrine: Doctrine) -> Decision:
    """The answer to a choice that an event asks for."""
    assert view.choice is not None
    kind, options, count = view.choice["kind"], list(view.choice["options"]), int(view.choice["count"])
    found = [t for t in threats(rules, view, doctrine) if t.inbound]
    if kind == "navigation_test":
        by_number = {str(t.number): t for t in threats(rules, view, doctrine)}
        options.sort(key=lambda n: (not by_number[n].inbound, -by_number[n].strength, int(n)) if n in by_number else (True, 0, int(n)))
        return Decision(Pick(tuple(options[:count])), "staff.why.navigation", {"track": by_number[options[0]].track.label})
    squadrons = {s.unit: s for s in view.squadrons}
    closed = {f.place for f in view.fields if f.damage >= f.capacity}

    def place(unit: str) -> tuple[Any, ...]:
        s = squadrons[unit]
        field = rules.world.fields[s.station].near
        second = rules.world.types[s.aircraft].kind in SECOND_LINE
        away = min((hexes.distance(field, h) for t in found[:3] for h in t.way[:8]), default=_from_gris_nez(rules, field))
        return (second, s.station in closed, s.becoming == "ready", s.strength < FEW, away, -s.strength, unit)

    options.sort(key=place)
    key = "staff.why.dash" if kind == "dispersal_dash" else "staff.why.turnaround"
    return Decision(Pick(tuple(options[:count])), key, {"unit": options[0]})


def _from_gris_nez(rules: Rules, h: Hex) -> int:
    """Return the distance of a hex from the usual crossing of the coast."""
    return hexes.distance(h, rules.world.theatre.find("Cap Gris-Nez").near)
