"""18 August with an engagement flown by hexes at the desk: clouds laid and aircraft flown by keys, a kill in the middle of a dodge."""

from __future__ import annotations

from bob.words import Words
from tests.desk.driver import Desk, Failed
from tests.desk.scenes_fights import (
    account_of,
    begin,
    cells,
    events,
    flown_on,
    kill_in_the_dogfight,
    meet,
    orders,
    owes,
    pilot_flies_the_rest,
)

FIGHTS = 12
"""As many engagements are met at most until one is hit."""
MOST = 400
"""More decisions than it takes until one is hit."""


def hardest_day_by_hexes(desk: Desk) -> None:
    """18 August: a raid met and flown by hexes, killed while the person decides how hard to dodge, gone on, flown to its end."""
    begin(desk)
    for _ in range(FIGHTS):
        meet(desk)
        if not fighters(desk):
            quickly(desk)
        else:
            by_hexes(desk)
            if to_a_dodge(desk):
                break
        account_of(desk)
    if not dodging(desk):
        raise Failed("nobody was hit in any of them")
    desk.picture("dodge")
    kill_in_the_dogfight(desk)
    if not dodging(desk):
        raise Failed("it is no dodge any more")
    desk.key(dodging(desk))
    owes(desk)
    if not any(given["order"]["code"] == "dodge" for given in orders(desk, "fly")):
        raise Failed("the dodge is not on the record")
    desk.picture("dodged")
    pilot_flies_the_rest(desk)
    account_of(desk)
    desk.quit()


def fighters(desk: Desk) -> bool:
    """Whether enemy fighters are met, who shoot back."""
    fight = [data for data in events(desk, "met") if "track" in data][-1]
    return any(kind.startswith("bf_1") for kind, _, _ in fight["foes"])


def quickly(desk: Desk) -> None:
    """Say by its key that this one is resolved quickly."""
    fought = len(events(desk, "combat"))
    desk.key("q")
    desk.wait("its end", lambda: len(events(desk, "combat")) > fought)


def by_hexes(desk: Desk) -> None:
    """Say by its key that this one is flown by hexes."""
    flown = len(orders(desk, "resolve"))
    desk.key("h")
    desk.wait("the sheet of hexes", lambda: flown_on(desk) == "HexPanel")
    desk.wait("something to decide", lambda: cells(desk, "OrderList") or laying(desk))
    desk.picture("by-hexes")
    if [order["how"] for order in orders(desk, "resolve")[flown:]] != ["hexes"]:
        raise Failed("the record does not say that it is flown by hexes")


def laying(desk: Desk) -> bool:
    """Whether a cloud is to be laid."""
    title = Words(desk.language)("desk_hexes.ask.clouds", left="|").partition("|")[0]
    return bool(desk.look(title, kind="QLabel", inside="HexPanel"))


def dodging(desk: Desk) -> str:
    """The key of the first way to dodge, where the person has to say how hard; empty where he has not."""
    wording = Words(desk.language)("hexes.order.dodge", speed="|").partition("|")[0]
    return next((text.split()[0] for text in cells(desk, "OrderList") if wording.casefold() in text.casefold()), "")


def to_a_dodge(desk: Desk) -> bool:
    """Lay clouds by the arrows, activate, fly ahead, end, pass, until one is hit and may dodge; False when it is over before."""
    for step in range(MOST):
        before = len(desk.entries())
        if laying(desk):
            desk.key(*["Right"] * (1 + step % 3), *["Down"] * (1 + step % 2), "Return")
        else:
            desk.wait("an order to give", lambda: cells(desk, "OrderList"))
            if dodging(desk):
                return True
            desk.key(chosen_key(cells(desk, "OrderList")))
        desk.wait("it on the record", lambda before=before: len(desk.entries()) > before or not flown_on(desk), 20)
        if not flown_on(desk):
            return False
        desk.wait("the person’s say", lambda: laying(desk) or cells(desk, "OrderList"), 60)
    raise Failed("no dodge")


def chosen_key(lines: list[str]) -> str:
    """Fly ahead as long as one may not end; else leave it, or take the first order."""
    keys = [line.split()[0] for line in lines]
    return "space" if "0" in keys else "w" if "w" in keys else keys[0]
