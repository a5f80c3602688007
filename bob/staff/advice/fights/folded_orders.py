"""Long lists of orders made short: orders that differ only in the card they are paid or played with are one line, which opens on them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any

MOST = 15
"""As many lines as are listed one by one."""


@dataclass(frozen=True, slots=True)
class FoldedOrders:
    """Orders as one line: their action, target and cards."""

    family: Hashable
    orders: tuple[Any, ...]
    cards: tuple[str, ...]

    @property
    def code(self) -> str:
        return str(self.orders[0].code)

    @property
    def target(self) -> int | None:
        """Return the target of the orders, if any."""
        return getattr(self.orders[0], "target", None)


def folded(listed: Iterable[Any], family: Callable[[Any], Hashable], cards: Callable[[Any], tuple[str, ...]]) -> list[Any]:
    """Return the orders, those of a family as one line in the place of the first, if the list would be long. `family` is None for an
    order on its own."""
    orders = list(listed)
    if len(orders) <= MOST:
        return orders
    groups: dict[Hashable, list[Any]] = {}
    for order in orders:
        groups.setdefault(family(order), []).append(order)
    made: list[Any] = []
    for order in orders:
        whose = family(order)
        group = groups[whose]
        if whose is None or len(group) == 1:
            made.append(order)
        elif group[0] is order:
            made.append(FoldedOrders(whose, tuple(group), tuple(dict.fromkeys(card for each in group for card in cards(each)))))
    return made
