"""24 August with an engagement flown with miniatures at the desk: steered by keys, a kill in the middle of a flight."""

from __future__ import annotations

from tests.desk.driver import Desk, Failed
from tests.desk.scenes_fights import (
    account_of,
    begin,
    cells,
    flown_on,
    kill_in_the_dogfight,
    meet,
    orders,
    owes,
    pilot_flies_the_rest,
)

DAY = "24_august_1940"
STEERED = 1
"""So many flights are steered by the keys before the kill."""
MOST = 200
"""More decisions than that takes."""


def attack_on_airfields_by_miniatures(desk: Desk) -> None:
    """24 August: a raid flown with miniatures, steered by keys, killed while a flight is drawn up, gone on, flown to its end."""
    begin(desk, DAY)
    meet(desk)
    with_miniatures(desk)
    steered = steer(desk, STEERED)
    kill_in_the_dogfight(desk)
    steered += steer(desk, 1)
    print(f"  {steered} flights steered")
    pilot_flies_the_rest(desk, mouse=True)
    account_of(desk)
    desk.quit()


def with_miniatures(desk: Desk) -> None:
    """Say by its key that this one is flown with miniatures."""
    flown = len(orders(desk, "resolve"))
    desk.key("k")
    desk.wait("the cloth", lambda: flown_on(desk) == "MiniaturePanel")
    owes(desk)
    desk.picture("with-miniatures")
    if [order["how"] for order in orders(desk, "resolve")[flown:]] != ["skies"]:
        raise Failed("the record does not say that it is flown with miniatures")


def flights(desk: Desk) -> int:
    """How many moves the person has flown."""
    return sum(given["order"]["code"] == "move" for given in orders(desk, "fly"))


def steer(desk: Desk, count: int) -> int:
    """Draw so many flights up by the keys, a turn to the right and half an inch less, and fly them; pass or take the first otherwise.

    Comes back when the next one is drawn up, or when the dogfight is over.
    """
    wanted, before = flights(desk) + count, flights(desk)
    for _ in range(MOST):
        if not flown_on(desk) or (flying(desk) and flights(desk) >= wanted):
            return flights(desk) - before
        entries = len(desk.entries())
        if flying(desk):
            desk.key("d", "s", "Return")
        else:
            keys = [line.split()[0] for line in cells(desk, "OrderList")]
            if not keys:  # the list is just being filled
                owes(desk)
                continue
            desk.key("space" if "0" in keys else keys[0])
        desk.wait("it on the record", lambda entries=entries: len(desk.entries()) > entries or not flown_on(desk))
        if flown_on(desk):
            desk.wait("the person’s say", lambda: cells(desk, "OrderList") or not flown_on(desk), 60)
            if flown_on(desk):
                owes(desk)
    raise Failed("nothing to fly")


def flying(desk: Desk) -> bool:
    """Whether a flight is drawn up: the first line of the list is a plain move."""
    lines = cells(desk, "OrderList")
    return bool(lines) and "″" in lines[0] and not lines[0].split()[0].isalpha()
