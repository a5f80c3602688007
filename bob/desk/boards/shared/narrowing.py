"""A sheet of cards and aircraft: a picked one narrows the list to its orders."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QWidget

from bob.desk.base.settings import Settings
from bob.desk.boards.shared.carrying import CarriedCard
from bob.desk.boards.shared.fan import Fan
from bob.desk.boards.shared.game_panel import GamePanel
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.choice_keys import KEYS, LEAVE
from bob.staff.advice.fights.folded_orders import FoldedOrders


class NarrowingPanel(GamePanel):
    """Fills its list by the picked thing (`fill`), and gives the arrows to its hand."""

    hand: Fan

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.only_card, self.only_aircraft = "", -1
        self.only_fold: FoldedOrders | None = None
        self.carried: CarriedCard | None = None
        self._meanings: QMenu | None = None

    def take_hand(self, hand: Fan) -> None:
        """The hand of the sheet: its cards are clicked, or carried to where they are to be played."""
        self.hand = hand
        hand.picked.connect(self.card_picked)
        hand.taken.connect(lambda _: self.take_only())
        hand.carried.connect(self._carry)
        hand.laid.connect(self._lay_down)
        hand.dropped.connect(self._put_back)

    # ---- carrying a card

    def places_of(self, order: Any) -> frozenset[int]:
        """Return the places to drop the card of an order. Implemented by a game's own sheet."""
        raise NotImplementedError

    def place_at(self, at: QPoint) -> int | None:
        """The place at a point of the screen: an aircraft by its number, or another that orders name; None for none."""
        raise NotImplementedError

    def light_places(self, lit: frozenset[int], over: int | None) -> None:
        """Let the places glow where the carried card may be laid; none when it is put back."""
        raise NotImplementedError

    def tries(self, card: str, place: int) -> list[Any]:
        """The orders that laying a card there could have meant, the likeliest first: the first says why it cannot be given."""
        raise NotImplementedError

    def order_line(self, order: Any) -> str:
        """An order as it is listed."""
        raise NotImplementedError

    def with_card(self, card: str) -> list[Any]:
        """The legal orders that a card is laid for."""
        raise NotImplementedError

    def _at_place(self, card: str, place: int | None) -> list[Any]:
        return [order for order in self.with_card(card) if place is not None and place in self.places_of(order)]

    def why_not(self, card: str, place: int | None) -> str:
        """Return why a card cannot be dropped there; empty without a place."""
        if place is None:
            return ""
        for order in self.tries(card, place):
            error = self.table.refusal(order)
            if error is not None:
                return error.describe(self.settings.words)
        return self.settings.words("desk_cards.drop.useless")

    def _carry(self, card: str, at: QPoint) -> None:
        words, place = self.settings.words, self.place_at(at)
        lit = frozenset(place for order in self.with_card(card) for place in self.places_of(order))
        here = self._at_place(card, place)
        if len(here) == 1:
            text = words("desk_cards.drop.here", order=self.order_line(here[0]))
        elif here:
            text = words("desk_cards.drop.several", count=len(here))
        else:
            reason = self.why_not(card, place)
            text = words("desk_cards.drop.no", reason=reason) if reason else words("desk_cards.drop.elsewhere")
        if self.carried is None:
            self.carried = CarriedCard(self.settings, self.page)
        self.carried.show_card(lambda painter, box: self.hand.draw_face(painter, card, box), text, bool(here), self.page.mapFromGlobal(at))
        self.light_places(lit, place)

    def _lay_down(self, card: str, at: QPoint) -> None:
        """Drop a card: carry out its only meaning there, ask among several; else show why not."""
        place = self.place_at(at)
        here = self._at_place(card, place)
        reason = "" if here else self.why_not(card, place)
        self._put_back()
        if len(here) == 1:
            self.give(here[0])
        elif here:
            if self._meanings is not None:
                self._meanings.deleteLater()
            self._meanings = menu = QMenu(self)
            for order in here:
                menu.addAction(self.order_line(order).replace("&", "&&")).triggered.connect(lambda _=False, order=order: self.give(order))
            menu.popup(at)
        elif reason:
            self.notice.setText(self.settings.words("desk_cards.drop.no", reason=reason))
            self.notice.show()

    def _put_back(self) -> None:
        if self.carried is not None:
            self.carried.hide()
        self.light_places(frozenset(), None)

    @property
    def narrowed(self) -> bool:
        """Return whether a card or an aircraft was picked, or a line opened."""
        return bool(self.only_card) or self.only_aircraft >= 0 or self.only_fold is not None

    def widen(self) -> None:
        """Drop the picked thing."""
        self.only_card, self.only_aircraft, self.only_fold = "", -1, None

    def give(self, order: Any) -> None:
        """Give an order; a line for several orders opens."""
        if isinstance(order, FoldedOrders):
            self.only_fold = order
            self.fill()
        else:
            super().give(order)

    def fill(self) -> None:
        """List the legal orders of the picked thing. Implemented by a game's own sheet."""
        raise NotImplementedError

    def card_picked(self, card: str) -> None:
        self.only_card, self.only_fold = card, None
        self.fill()

    def aircraft_picked(self, number: int) -> None:
        """Narrow to an aircraft, unless nothing can be done with it."""
        self.only_aircraft, self.only_fold = number, None
        self.fill()
        if not self.orders.count():
            self.only_aircraft = -1
            self.fill()

    def pressed(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if super().pressed(event) or self.take_key(event, KEYS + LEAVE):
            return True
        if key == Qt.Key.Key_Escape and self.carried is not None and self.carried.isVisible():
            self.hand.let_go()
        elif key == Qt.Key.Key_Escape and self.narrowed:
            self.widen()
            self.fill()
        elif key == Qt.Key.Key_Escape:
            self.orders.setFocus()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.hand.setFocus()
            self.hand.keyPressEvent(event)
        else:
            return False
        return True
