"""A game by itself that is played elsewhere, at the screen."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from bob.core.errors import BobError
from bob.core.record import Entry
from bob.desk.panels.network.joined import Joined, WantedView
from bob.desk.session.own_game import OwnGame
from bob.driver.remote import AnyRemoteDriver


class JoinedGame(OwnGame):
    """Orders are sent; what came of them is shown as it comes."""

    def __init__(self, joined: Joined, core: AnyRemoteDriver, parent: QObject | None = None) -> None:
        super().__init__(core, parent=parent)
        self.joined = joined
        self._wanted = WantedView(core)
        core.on_news = core.outbox.settled = self._news
        core.on_restored = lambda number: self.look(None)
        core.seen = self._view_came
        joined.turned_down.connect(self.failed)

    def close(self) -> None:
        self.joined.close()
        super().close()

    def _news(self) -> None:
        self._view = None
        self._settled()

    def play(self, order: Any) -> Entry | None:
        """Send an order and return the last entry so far. Return None, after emitting `failed` with the error, when it cannot be given."""
        try:
            self.core.give(self.seated, order)
        except BobError as error:
            self.failed.emit(error)
            return None
        return self.match.entries[-1]

    def look(self, number: int | None) -> None:
        """Show the game after the entry of that number, when its view is here."""
        if self._wanted.is_here(number, self.number):
            super().look(number)

    def _view_came(self, number: int) -> None:
        if number == self._wanted.number:
            self.look(number)
