"""The names of aircraft and orders on the cloth, and the keys of orders."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bob.staff.advice.fights.choice_keys import LEAVE
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.data import MiniatureTables
from bob.tactical.miniatures.hints import DiceReason
from bob.tactical.miniatures.telling import MiniatureTeller, short_name
from bob.tactical.miniatures.view import MiniatureTableView
from bob.words import Words

LETTERS = "123456789bcfghijklnoprtuvxyz"
"""The keys of orders, in turn. The others steer the draft: w, s, a, d, and finely q, e; m measures."""
STEERING = {"w": (1, 0, False), "s": (-1, 0, False), "a": (0, -1, False), "d": (0, 1, False), "q": (0, -1, True), "e": (0, 1, True)}
MEASURE = "m"
PLAIN_ORDERS = (o.ShootAt, o.DropOn, o.GainHeight, o.Outmanoeuvre, o.TailEnemy, o.ActivateOne, o.AnswerFire, o.DefendWith, o.PlayAction)


def miniature_teller_of(
    words: Words, tables: MiniatureTables, view: MiniatureTableView | None, models: tuple[str | None, ...] = ()
) -> MiniatureTeller:
    """Return the describer of orders and events for a view."""
    if view is None:
        return MiniatureTeller(words, tables)
    return MiniatureTeller(words, tables, lambda number: short_name(view, tables, number, models))


def leaves(order: Any) -> bool:
    """Return whether an order ends the current choice without a further action."""
    return isinstance(order, o.NoMore) or (isinstance(order, o.KeepCards | o.ThrowAway) and not order.cards)


def _rank(order: Any) -> tuple[int, int]:
    place = next((i for i, kind in enumerate(PLAIN_ORDERS) if isinstance(order, kind)), len(PLAIN_ORDERS))
    if isinstance(order, o.PlayAction):
        return place, -len(order.aircraft)  # Radar Support for two aircraft before one, before none
    return (99, 0) if leaves(order) else (place, 0)


def ranked(listed: Sequence[Any]) -> list[Any]:
    """Return the listed orders in the order of display: those of an aircraft first, then cards, the one that leaves last."""
    return sorted(listed, key=_rank)


def with_keys(orders: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Each order with its key; the space bar for what leaves it."""
    letters = iter(LETTERS)
    spent = False
    for order in orders:
        if leaves(order) and not spent:
            spent = True
            yield LEAVE, order
        else:
            yield next(letters, ""), order


def card_in(order: Any) -> str:
    """The card that an order plays; empty for none."""
    return str(getattr(order, "card", "") or "")


def reason_text(words: Words, reason: DiceReason) -> str:
    """Describe the reason for dice; a weapon by its name."""
    if reason.name:
        key = f"skies.weapon.{reason.name}"
        return words(key) if words.has(key) else reason.name
    return words(f"desk_skies.reason.{reason.code}")
