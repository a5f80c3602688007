"""What the sheet of a card dogfight needs of the battle that it shows, be it a game of its own or one inside a day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from PySide6.QtCore import QObject, Signal

import bob.desk  # noqa: F401
from bob.desk.cards.pens import Pens
from bob.desk.settings import Settings
from bob.dogfight.cards.data import CardTables
from bob.dogfight.cards.position import CardTerms
from bob.dogfight.cards.view import CardTableView
from bob.game import Choices, Event, Outcome
from bob.words import Words


class Battle(QObject):
    """A battle as the seat at the screen may know it. What it cannot know is not asked of it."""

    changed = Signal()
    thinking = Signal(bool)
    handover = Signal(str)
    """The person of that seat is asked to the screen; until then `view` is None."""
    failed = Signal(object)
    """A BobError: an order was refused, or could not be kept."""

    close_key: ClassVar[str] = "desk_cards.close"
    """The words of the button that leaves the sheet."""

    @property
    def tables(self) -> CardTables:
        """The cards and the aircraft."""
        raise NotImplementedError

    @property
    def terms(self) -> CardTerms:
        """What it is fought under."""
        raise NotImplementedError

    @property
    def sitting(self) -> str:
        """The seat whose eyes the screen has; empty while the screen changes hands."""
        raise NotImplementedError

    @property
    def view(self) -> CardTableView | None:
        """The table as the seat at the screen sees it; None while the screen changes hands."""
        raise NotImplementedError

    @property
    def choices(self) -> Choices:
        """What the seat at the screen may order now."""
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
    def is_thinking(self) -> bool:
        """Whether a pilot thinks, or is about to carry out what he thought of."""
        raise NotImplementedError

    def named(self, view: CardTableView, words: Words) -> Mapping[int, str] | None:
        """The names of the aircraft by their numbers; None for those of their types."""
        return None

    def told(self, view: CardTableView, number: int, words: Words) -> tuple[str, ...]:
        """What else is known of an aircraft, in short lines: of what type it is, for how many it stands."""
        return ()

    def pens(self, settings: Settings) -> Pens:
        """Tones and words of the moment."""
        return Pens(settings, self.tables, self.named)

    def play(self, order: Any) -> object:
        """Carry out an order of the seat at the screen; None, and `failed` tells why, when it cannot be."""
        raise NotImplementedError

    def advance(self) -> None:
        """Let the battle go on: a pilot thinks, or the next person is asked to the screen."""
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
