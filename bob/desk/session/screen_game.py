"""The interface of a sheet to the shown game: a game of its own or a dogfight inside a day."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal

import bob.desk  # noqa: F401
from bob.chart.coast import Lie
from bob.core.errors import BobError
from bob.core.game import Choices, Event, Game, Outcome
from bob.core.kit import Kit, Teller
from bob.words import Words


class ScreenGame(QObject):
    """A game as the seat at the screen may know it. Hidden state is never queried.

    View, orders and events are the game's own, also inside a day.
    """

    changed = Signal()
    """Anything that is shown may have changed."""
    thinking = Signal(bool)
    handover = Signal(str)
    """The person of that seat is asked to the screen; until then `view` is None."""
    failed = Signal(object)
    """A BobError: an order was refused, or could not be kept."""

    kit: Kit
    game: Game[Any]
    """The game with the tables that it is played by."""
    in_day = False
    """True for a dogfight inside a day."""

    @property
    def seated(self) -> str:
        """The seat whose eyes the screen has; empty while the screen changes hands."""
        raise NotImplementedError

    @property
    def alone(self) -> bool:
        """Return whether no other side is played by a person, here or elsewhere.

        Only then may the program give an order without alternative by itself: its speed would disclose that there was none.
        """
        raise NotImplementedError

    @property
    def dogfight(self) -> tuple[int, int]:
        """The number of the engagement that is shown, and of its table; two zeros for a game of its own."""
        return 0, 0

    @property
    def view(self) -> Any:
        """The game as the seat at the screen sees it; None while the screen changes hands."""
        raise NotImplementedError

    @property
    def choices(self) -> Choices:
        """Return the current options of the seat at the screen, listed and described."""
        raise NotImplementedError

    @property
    def log(self) -> list[tuple[int, Event]]:
        """Return the events known to the seat at the screen, each with the number of its entry."""
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome | None:
        """Return the outcome while the sheet still shows the finished game."""
        raise NotImplementedError

    @property
    def is_past(self) -> bool:
        """Return whether the past is shown."""
        return False

    @property
    def is_thinking(self) -> bool:
        """Return whether a player of the program is thinking, or about to give its decision."""
        raise NotImplementedError

    @property
    def models(self) -> tuple[str | None, ...]:
        """The unit of each model of a dogfight inside a day, by its number; None for those not known. Empty for a game by itself."""
        return ()

    @property
    def scenario(self) -> str:
        """The scenario of a game by itself; empty within a day."""
        return ""

    @property
    def lie(self) -> Lie | None:
        """Return the terrain under a dogfight inside a day; None for a game by itself."""
        return None

    @property
    def scale(self) -> int:
        """Return the number of aircraft for each model."""
        return 1

    def behind(self, number: int) -> tuple[int, int]:
        """Return the least and the greatest number of aircraft behind a model."""
        return 1, self.scale

    def airman_named(self, code: str) -> str:
        """Return the name of an airman; a game by itself has only the code."""
        return code.partition("/")[0].replace("_", " ").title()

    def target_named(self, code: str) -> str | None:
        """Return the campaign's name of the target; None where the game itself names it."""
        return None

    def teller(self, words: Words) -> Teller:
        """Return the describer of orders and events; models are named by their units as far as they are known."""
        raise NotImplementedError

    def play(self, order: Any) -> object:
        """Carry out an order of the seat at the screen; on an error return None and emit `failed`."""
        raise NotImplementedError

    def refusal(self, order: Any) -> BobError | None:
        """Return the error with which `play` would refuse an order now; None when it can be given."""
        raise NotImplementedError

    def advance(self) -> None:
        """Let the game go on: a player of the program thinks, or the next person is asked to the screen."""
        raise NotImplementedError

    def hasten(self, on: bool) -> None:
        """Have the orders of the program follow at once, or at the usual pace again. A table without a pace takes no notice."""
        return

    def sit(self, seat: str) -> None:
        """The person of that seat sits down at the screen. Raises Refused for a seat that no person plays."""
        raise NotImplementedError

    def undo_reason(self) -> str | None:
        """Return why the last order cannot be taken back (a key of the words), or None when it can."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take the last order back, if that is allowed; else emit `failed`."""
        raise NotImplementedError
