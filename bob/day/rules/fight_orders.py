"""Orders about the current engagement (OPS-B8.4): the ways to resolve it, and the options in each."""

from __future__ import annotations

from bob.core.errors import Refused
from bob.day.state.known import KnownFight
from bob.day.state.orders import EnterResult, Fly, Resolve
from bob.tactical.engagement import Misfit, misfits
from bob.tactical.slot import QUICK, TABLE, Slot


class Impossible(Refused):
    """A result that cannot be, with all that doesn't add up."""

    def __init__(self, found: list[Misfit]) -> None:
        super().__init__("ops.refused.result", rule="OPS-B8.6", count=len(found), first=found[0].key)
        self.misfits = found


def ways(slot: Slot) -> tuple[str, ...]:
    """The ways in which an engagement can be resolved."""
    return QUICK, *slot, TABLE


def check_ways(known: tuple[str, ...], *hows: str) -> None:
    """Raise Refused for a way to resolve an engagement that there is not."""
    for how in hows:
        if how not in known:
            raise Refused("ops.refused.no_way", rule="OPS-B8.4", found=how[:40], choices=", ".join(known))


def laid_open(fight: KnownFight) -> bool:
    """Return whether all of both sides is revealed on the players' own table: from then on it is fought out there (OPS-B8.4)."""
    return fight.how == TABLE and fight.sheet is not None


def check_fight(fight: KnownFight | None, slot: Slot, order: Resolve | EnterResult | Fly, *, referee: bool = False) -> None:
    """Raise Refused unless that order about the current engagement is legal; the caller has checked that the seat is to move.

    `referee`: the referee, who knows all of it anyway, may take it from the players' own table; a side that has seen the table may not.
    A `Fly` gets here only when no dogfight is flown, and is refused: while one is, its game checks the order.
    """
    if fight is None or isinstance(order, Fly):
        raise Refused("ops.refused.no_fight", rule="OPS-B8.4")
    if isinstance(order, Resolve):
        check_ways(ways(slot), order.how)
        if laid_open(fight) and not referee:
            raise Refused("ops.refused.laid_open", rule="OPS-B8.4")
        return
    if not laid_open(fight) or fight.sheet is None:
        raise Refused("ops.refused.not_at_table", rule="OPS-B8.4")
    found = list(misfits(fight.sheet, order.losses, order.turns))
    if found:
        raise Impossible(found)
