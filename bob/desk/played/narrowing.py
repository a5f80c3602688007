"""A sheet of cards and aircraft: whichever was picked narrows the list of orders to what it can do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from bob.desk.played.lists import KEYS, LEAVE
from bob.desk.played.screen_game import ScreenGame
from bob.desk.played.sheet import GameSheet
from bob.desk.settings import Settings


class NarrowingSheet(GameSheet):
    """It fills its list by what was picked (`fill`), and gives the arrows to its hand."""

    hand: QWidget

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.only_card, self.only_aircraft = "", -1

    @property
    def narrowed(self) -> bool:
        """Whether a card or an aircraft was picked."""
        return bool(self.only_card) or self.only_aircraft >= 0

    def widen(self) -> None:
        """Forget what was picked."""
        self.only_card, self.only_aircraft = "", -1

    def fill(self) -> None:
        """List the legal orders of what was picked. A game's own sheet does it."""
        raise NotImplementedError

    def card_picked(self, card: str) -> None:
        self.only_card = card
        self.fill()

    def aircraft_picked(self, number: int) -> None:
        """Narrow to an aircraft, unless nothing can be done with it."""
        self.only_aircraft = number
        self.fill()
        if not self.orders.count():
            self.only_aircraft = -1
            self.fill()

    def pressed(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        if super().pressed(event) or self.take_key(event, KEYS + LEAVE):
            return True
        if key == Qt.Key.Key_Escape and self.narrowed:
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
