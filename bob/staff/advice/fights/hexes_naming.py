"""The names of aircraft, seats and orders on the sheet, and the keys of orders."""

from __future__ import annotations

from typing import Any

from bob.core.hexes import Hex
from bob.core.kit import seat_text
from bob.staff.advice.fights.choice_keys import LEAVE
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.data import HexTables
from bob.tactical.hexes.rules.geometry import AHEAD, LEFT, RIGHT
from bob.tactical.hexes.telling import HexTeller, name_of
from bob.tactical.hexes.view import HexTableView
from bob.words import Words

FIXED: dict[Any, str] = {
    o.Advance(AHEAD): "w",
    o.Advance(LEFT): "q",
    o.Advance(RIGHT): "e",
    o.Rotate(LEFT): "a",
    o.Rotate(RIGHT): "d",
    o.Advance(AHEAD, 1): "r",
    o.Advance(AHEAD, -1): "f",
}
"""The orders of flying that always have the same key."""
LETTERS = "123456789bcghijklmnopstuvxyz"
"""The keys of all others, in turn."""


def seat_of_side(words: Words, seat: str, side: str) -> str:
    """A seat, after its side where the side has several."""
    return seat_text(words, seat) if seat == side else f"{seat_text(words, side)}, {seat_text(words, seat)}"


def teller_of(words: Words, tables: HexTables, view: HexTableView, models: tuple[str | None, ...] = ()) -> HexTeller:
    """Return the describer of orders and events for a view."""
    return HexTeller(words, tables, lambda number: name_of(view, number, models))


def is_leaving(order: Any) -> bool:
    return isinstance(order, o.Pass | o.End)


def place_of(order: Any) -> Hex | None:
    """The hex in which an order puts something, of those that are given on the board; None for any other."""
    return order.at if isinstance(order, o.PlaceCloud | o.SetUp) else None


_ORDER = (o.Fire, o.Strafe, o.Bomb, o.Counter, o.Dodge, o.Cancel, o.Activate, o.SetUp, o.Advance, o.Rotate, o.Manoeuvre, o.ForceThrough)


def _rank(order: Any) -> tuple[int, int, int, int]:
    """In which order they are shown: fire first, then flying (level before climbs), cards, formations; what leaves it last."""
    place = next((i for i, kind in enumerate(_ORDER) if isinstance(order, kind)), len(_ORDER))
    by = {"pay": 0, "tail": 1, "wep": 2}.get(getattr(order, "by", "pay"), 0) if isinstance(order, o.Advance) else 0
    way = {AHEAD: 0, LEFT: 1, RIGHT: 2}.get(getattr(order, "way", AHEAD), 3)
    climb = getattr(order, "climb", 0)
    steep = 2 * abs(climb) - (climb > 0)
    return (place + (20 if by == 2 else 0), by, way, steep) if not is_leaving(order) else (99, 0, 0, 0)


def keyed(listed: tuple[Any, ...]) -> list[tuple[str, Any]]:
    """The orders as they are shown, each with its key; none for those beyond the keys."""
    ranked = sorted(listed, key=_rank)
    taken = {FIXED[order] for order in ranked if order in FIXED}
    letters = iter([letter for letter in LETTERS if letter not in taken])
    left = [order for order in ranked if is_leaving(order)]
    found = []
    for order in ranked:
        if order in left:
            found.append((LEAVE if order is left[0] else next(letters, ""), order))
        else:
            found.append((FIXED[order] if order in FIXED else next(letters, ""), order))
    return found


def card_of(order: Any) -> str:
    """The card that an order plays or takes; empty for none."""
    card = getattr(order, "card", "")
    by = getattr(order, "by", "") if isinstance(order, o.Reroll) else ""
    return str(card or (by if by != "aim" else ""))
