"""The host's questions for dice, answered by the referee who joined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QObject, QTimer

from bob.core.codec import CodecError, decode
from bob.core.dice import Throw, parse_faces
from bob.core.errors import DiceError
from bob.desk.panels.network.joined import Joined
from bob.driver import ALIKE, REST, AskDice, DiceBrokenOff


class DiceAnswers(QObject):
    """Asks the person here for the dice that the host wants. The host rolls the dice that are left to the program."""

    def __init__(self, joined: Joined, ask: AskDice, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.joined, self.ask = joined, ask
        self._left: set[str] = set()
        """The rolls that are left to the program for the order under way: all of them, or those for one purpose."""
        joined.asks_dice.connect(self._asked)

    def order_done(self) -> None:
        """Forget which dice were left to the program, at the end of the order."""
        self._left.clear()

    def _asked(self, message: Mapping[str, Any]) -> None:
        # The messages that came with it are taken first: a dialog lets others come in between.
        QTimer.singleShot(0, self, lambda: self._answer(message))

    def _answer(self, message: Mapping[str, Any]) -> None:
        try:
            throw: Throw = decode(Throw, {name: message[name] for name in ("purpose", "count", "sides", "by", "about") if name in message})
        except CodecError:
            return
        self.joined.say("dice", {"id": message.get("id"), "faces": self._faces(throw)})

    def _faces(self, throw: Throw) -> list[int]:
        """Return the dice thrown; empty when the program rolls."""
        if not self._left.isdisjoint((REST, throw.purpose)):
            return []
        try:
            answer = self.ask(throw)
        except DiceBrokenOff:
            return []
        if answer in (REST, ALIKE):
            self._left.add(REST if answer == REST else throw.purpose)
            return []
        try:
            return list(parse_faces(answer or "", throw.count, throw.sides))
        except DiceError:
            return []
