"""The shares of a side among several people: Sectors of Fighter Command, Geschwader of the Luftwaffe."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bob.day.state.orders import FIGHT_ORDERS, PlanRaid
from bob.day.state.view import LuftwaffeView, RafView

CLOSING = ("done", "seal")
"""The orders that end the orders of a side: of several people each gives one, and the last counts."""


def shares_of(view: Any) -> tuple[str, ...]:
    """Return the possible shares of a side: the Sectors of its squadrons, the Geschwader of its raids; nothing for a game without
    shares."""
    if isinstance(view, RafView):
        return tuple(sorted({squadron.sector for squadron in view.squadrons}))
    if isinstance(view, LuftwaffeView):
        return tuple(sorted({_geschwader(u.unit) for raid in view.raids for u in raid.plan.units}))
    return ()


def strange(view: Any, order: Any, share: Sequence[str]) -> str | None:
    """The first unit or raid of an order that is not of this share of its side; None where all are, and for orders that name none."""
    if not share:
        return None
    return next((name for name, owner in _named_shares(view, order) if owner not in share), None)


def _named_shares(view: Any, order: Any) -> Iterable[tuple[str, str]]:
    """Yield each own unit or raid that an order names, with its share."""
    if isinstance(view, RafView):
        sectors = {squadron.unit: squadron.sector for squadron in view.squadrons}
        for unit in (getattr(order, "unit", None), *getattr(order, "units", ())):
            if unit in sectors:
                yield unit, sectors[unit]
    elif isinstance(view, LuftwaffeView):
        plans = {raid.plan.code: raid.plan for raid in view.raids}
        units = [u.unit for u in order.plan.units] if isinstance(order, PlanRaid) else list(getattr(order, "units", ()))
        for code in (order.plan.code if isinstance(order, PlanRaid) else getattr(order, "raid", None), getattr(order, "to", None)):
            if code in plans:
                mine = [_geschwader(u.unit) for u in plans[code].units]
                yield code, mine[0] if mine else ""
        yield from ((unit, _geschwader(unit)) for unit in units)


def fighting_shares(view: Any, order: Any) -> set[str]:
    """Return the shares whose units are in the engagement in hand, for an order about it; nothing for any other order."""
    if not isinstance(view, RafView | LuftwaffeView) or view.engagement is None or not isinstance(order, FIGHT_ORDERS):
        return set()
    units = [force.unit for force in view.engagement.own]
    if isinstance(view, LuftwaffeView):
        return {_geschwader(unit) for unit in units}
    sectors = {squadron.unit: squadron.sector for squadron in view.squadrons}
    return {sectors[unit] for unit in units if unit in sectors}


def _geschwader(unit: str) -> str:
    """The Geschwader of a unit by its name: KG 76 of III./KG 76."""
    return unit.rpartition("/")[2]
