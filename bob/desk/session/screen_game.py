"""What a sheet gets of the game that it shows, be it a game of its own or a dogfight inside a day."""

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
    """A game as the seat at the screen may know it. What it cannot know is not asked of it.

    View, orders and events are the game's own, though it be one inside a day.
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
    """Whether it is a dogfight inside a day."""

    @property
    def sitting(self) -> str:
        """The seat whose eyes the screen has; empty while the screen changes hands."""
        raise NotImplementedError

    @property
    def view(self) -> Any:
        """The game as the seat at the screen sees it; None while the screen changes hands."""
        raise NotImplementedError

    @property
    def choices(self) -> Choices:
        """What the seat at the screen may order now, listed and described."""
        raise NotImplementedError

    @property
    def log(self) -> list[tuple[int, Event]]:
        """What the seat at the screen learnt, each with the number of its entry."""
        raise NotImplementedError

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, while the sheet still shows it."""
        raise NotImplementedError

    @property
    def is_past(self) -> bool:
        """Whether what is shown is the past."""
        return False

    @property
    def is_thinking(self) -> bool:
        """Whether a player of the program thinks, or is about to carry out what he thought of."""
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
        """What a dogfight inside a day is flown over; None for a game by itself."""
        return None

    @property
    def scale(self) -> int:
        """For how many aircraft a model stands."""
        return 1

    def airman_named(self, code: str) -> str:
        """An airman of the game by his name; a game by itself has no more than his code."""
        return code.partition("/")[0].replace("_", " ").title()

    def target_named(self, code: str) -> str | None:
        """What is attacked, by its name in a campaign; None where the game itself knows."""
        return None

    def teller(self, words: Words) -> Teller:
        """Who tells its orders and events; models go by their units as far as they are known."""
        raise NotImplementedError

    def play(self, order: Any) -> object:
        """Carry out an order of the seat at the screen; None, and `failed` tells why, when it cannot be."""
        raise NotImplementedError

    def refusal(self, order: Any) -> BobError | None:
        """Why an order of the seat at the screen would be refused now, as `play` would tell; None when it can be given."""
        raise NotImplementedError

    def advance(self) -> None:
        """Let the game go on: a player of the program thinks, or the next person is asked to the screen."""
        raise NotImplementedError

    def sit(self, seat: str) -> None:
        """The person of that seat sits down at the screen. Raises Refused for a seat that no person plays."""
        raise NotImplementedError

    def undo_reason(self) -> str | None:
        """Why the last order cannot be taken back (a key of the words), or None when it can."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take the last order back, if that is allowed; else `failed` tells why."""
        raise NotImplementedError
