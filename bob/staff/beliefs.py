"""A Luftwaffe commander's beliefs about the ground and the own units, by the view alone (OPS-C4.1, OPS-C4.3)."""

from __future__ import annotations

from dataclasses import dataclass

from bob.day.state.sorties import most_sorties, serviceable
from bob.day.state.view import LuftwaffeView
from bob.staff.rules import Rules

KNOCKED_OUT = 2
"""The loss of capacity from which a field is held to be done with."""


@dataclass(slots=True)
class Belief:
    """The believed state of a target: the last reconnaissance, and the claims of crews since."""

    lost: int = 0
    off: bool = False
    seen: int = 0

    @property
    def done(self) -> bool:
        """Return whether it is not worth another raid."""
        return self.off or self.lost >= KNOCKED_OUT


def beliefs(view: LuftwaffeView) -> dict[str, Belief]:
    """By target, what there are reports of; reconnaissance puts claims right."""
    found: dict[str, Belief] = {}
    for report in sorted(view.reports, key=lambda r: r.seen):
        belief = found.setdefault(report.target, Belief())
        if report.by == "reconnaissance":
            belief.lost, belief.off, belief.seen = report.lost or 0, bool(report.off), report.seen
        else:
            belief.lost += report.lost or 0
            belief.off = belief.off or bool(report.off)
    return found


def fit(rules: Rules, view: LuftwaffeView, *, again: bool) -> dict[str, int]:
    """The units that could fly another raid, and with how many aircraft: those that are down and may fly again (OPS-C4.1); unless it is to
    be `again`, those too that have not flown."""
    units = rules.posted(view)
    flown: dict[str, int] = {}
    back: dict[str, int] = {}
    bound = {u.unit for box in view.patrols for u in box}
    for raid in view.raids:
        if not raid.units:
            bound.update(u.unit for u in raid.plan.units if raid.state != "ended")
        for unit in raid.units:
            flown[unit.unit] = flown.get(unit.unit, 0) + 1
            if unit.state == "landed":
                back[unit.unit] = unit.strength
            else:
                bound.add(unit.unit)
    found = {}
    for name, posted in units.items():
        kind = rules.world.types[posted.aircraft]
        if name in bound or flown.get(name, 0) >= most_sorties(rules.world, kind):
            continue
        if name in flown:
            found[name] = serviceable(rules.world, back.get(name, 0))
        elif not again:
            found[name] = posted.strength
    return found
