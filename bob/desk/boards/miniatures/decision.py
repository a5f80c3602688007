"""The column beside the cloth: the decision, the tray of dice, the orders, the drafts, the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from PySide6.QtWidgets import QLabel

from bob.desk.base.settings import Settings
from bob.desk.boards.miniatures.throw_box import ThrowBox
from bob.desk.boards.shared.decision import DecisionColumn
from bob.desk.boards.shared.lists import ORDER
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.miniatures_asked import miniature_asked
from bob.staff.advice.fights.miniatures_drafts import MiniatureDraft, PlaceDraft
from bob.staff.advice.fights.miniatures_naming import card_in, leaves, ranked, with_keys
from bob.staff.advice.fights.tooltips import percent
from bob.tactical.miniatures import hints
from bob.tactical.miniatures import orders as o
from bob.tactical.miniatures.data import TESTS
from bob.tactical.miniatures.position import MiniaturePosition
from bob.tactical.miniatures.rules import cards
from bob.tactical.miniatures.rules.odds import any_ace
from bob.tactical.miniatures.telling import MiniatureTeller

LOUD = ("turn", "attacks", "hit", "down", "tailed", "breaks_off", "over", "left")
"""Highlighted events of the log."""


class Bundle:
    """Orders that are given together: all aircraft placed sensibly."""

    def __init__(self, orders: Sequence[Any]) -> None:
        self.orders = tuple(orders)


class MiniatureDecisionColumn(DecisionColumn):
    """The question, the dice, the orders, and the log."""

    def __init__(self, settings: Settings, table: ScreenGame, notice: QLabel) -> None:
        self.tray = ThrowBox(settings)
        super().__init__(settings, table, notice, self.tray, LOUD)

    def word(self, name: str) -> str:
        return self.settings.words(f"desk_skies.{name}")

    def asks(self, teller: MiniatureTeller) -> tuple[str, str]:
        return miniature_asked(self.table.view, self.settings.words, teller, self.table.choices.described)

    def clear(self) -> None:
        super().clear()
        self.tray.show_throws(None, None)

    # ---- the list

    def fill(self, teller: MiniatureTeller, position: MiniaturePosition, drafts: Sequence[MiniatureDraft], only_card: str = "") -> None:
        """List the drafts and the legal orders, or those of one card."""
        listed = ranked([order for order in self.table.choices.listed if not only_card or card_in(order) == only_card])
        drawn = [draft for draft in drafts if not only_card or draft.only("card") == only_card]
        rows: list[Any] = []
        # A flight begins with the plain move; a card that turns the target comes before passing it by.
        first = [draft for draft in drawn if draft.only("card") is None]
        rows += sorted(first, key=_flight_rank)
        if sum(isinstance(draft, PlaceDraft) for draft in first) > 1:
            rows.insert(0, Bundle([draft.order for draft in first]))
        rows += [order for order in listed if not leaves(order)]
        rows += [draft for draft in drawn if draft.only("card") is not None]
        rows += [order for order in listed if leaves(order)]
        best = next((row for row in rows if isinstance(row, MiniatureDraft)), None)
        if best is None:
            best = _sensible(rows) if not only_card else None
        self.list_orders(self._rows(teller, position, rows), best)

    def _rows(self, teller: MiniatureTeller, position: MiniaturePosition, rows: Sequence[Any]) -> Iterator[tuple[str, str, Any]]:
        for key, row in with_keys(rows):
            yield key, self.describe(teller, position, row), row

    def describe(self, teller: MiniatureTeller, position: MiniaturePosition, row: Any) -> str:
        """A line of the list."""
        words = self.settings.words
        if isinstance(row, Bundle):
            return words("desk_skies.place_all")
        if isinstance(row, MiniatureDraft):
            return teller.order(row.order)
        text = teller.order(row)
        odds = self.odds(position, row)
        return words("desk_skies.with_odds", order=text, chance=percent(odds)) if odds is not None else text

    def odds(self, position: MiniaturePosition, order: Any) -> float | None:
        """The chance that an order succeeds, where it is a matter of dice."""
        if isinstance(order, o.ShootAt):
            return hints.prospect(position, position.active, position.aircraft[order.target]).chance
        if isinstance(order, o.Outmanoeuvre):
            return hints.outmanoeuvre_chance(position, position.active, position.aircraft[order.target], order.card)[2]
        if isinstance(order, o.KeepCards) and len(order.cards) == 1:
            side = position.seats.index(self.table.seated)
            played = next((p for p in cards.keepable(position, side) if p.card == order.cards[0]), None)
            retention = position.tables.card(order.cards[0]).retention
            if played is None or played.doctrine_kept or retention not in TESTS:
                return None
            return any_ace(cards.skill_dice(position, position.aircraft[played.aircraft], retention))
        return None

    def retell(self, teller: MiniatureTeller, position: MiniaturePosition, draft: MiniatureDraft) -> None:
        """Update the line of a changed draft."""
        for row in range(self.orders.count()):
            item = self.orders.item(row)
            if item.data(ORDER) is draft:
                text = self.describe(teller, position, draft)
                item.setText(f"{item.text()[:2]}  {text[:1].upper()}{text[1:]}")


def _sensible(rows: Sequence[Any]) -> Any:
    """Return the first selected row without a draft: the try to keep all cards, which costs nothing; else the one that leaves."""
    kept = [row for row in rows if isinstance(row, o.KeepCards)]
    return max(kept, key=lambda row: len(row.cards)) if kept else next((row for row in rows if leaves(row)), None)


def _flight_rank(draft: MiniatureDraft) -> tuple[int, int]:
    """The plain move first, then the other ways to fly."""
    code, burn = draft.form.code, draft.only("burn")
    return ({"move": 0, "dive": 1, "turn_hard": 2}.get(code, 0), 0 if burn is None else 1)
