"""Squadrons that are ordered together: a Wing as one (OPS-B2.6), and of many those whom an order is for."""

from __future__ import annotations

from collections.abc import Sequence

from bob.day.state.orders import Pancake
from bob.day.state.view import SquadronView
from bob.desk.session.session import DeskSession
from bob.staff.advice.map.counters import WING, short

FROM_THE_GROUND = ("ready", "available", "released", "scramble", "split")
IN_THE_AIR = ("vector", "pancake", "wing")


def squadrons_of(session: DeskSession, units: Sequence[str]) -> list[SquadronView]:
    """The squadrons of those names that there still are."""
    return [s for unit in units if (s := session.squadron(unit)) is not None and s.box != "gone"]


def leaders(session: DeskSession, found: Sequence[SquadronView]) -> list[SquadronView]:
    """Of squadrons those who fly alone, and of each Wing the first: who gets its orders."""
    return list({s.unit: s for each in found for s in session.stack(each)[:1]}.values())


def whole(session: DeskSession, found: Sequence[SquadronView]) -> list[SquadronView]:
    """Squadrons, each with all of its Wing."""
    return list({s.unit: s for each in found for s in session.stack(each)}.values())


def fitting_squadrons(order: str, found: Sequence[SquadronView]) -> list[SquadronView]:
    """Return the squadrons that an order could be for at all: squadrons in the air get no readiness, those on the ground no vector. All,
    when none is left."""
    if order in FROM_THE_GROUND:
        fit = [s for s in found if s.box != "airborne"]
    elif order in IN_THE_AIR:
        fit = [s for s in found if s.box == "airborne"]
    else:
        fit = [s for s in found if s.box == "airborne" or s.scrambling]
    return fit or list(found)


def group_title(session: DeskSession, s: SquadronView) -> str:
    """A squadron by its name, or the Wing that it flies in by its squadrons' numbers."""
    stack = session.stack(s)
    return s.unit if len(stack) < 2 else WING.join(short(each.unit) for each in stack)


def all_home(session: DeskSession, found: Sequence[SquadronView], field: str | None = None) -> list[Pancake]:
    """The orders that bring squadrons home, each with all of its Wing; or to another field."""
    return [Pancake(s.unit, None if field == s.station else field) for s in whole(session, found)]
