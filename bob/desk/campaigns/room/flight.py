"""The flight of a mission as the sheet of its tactical game needs it: a game inside a campaign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject

from bob.campaigns.sides import side_of
from bob.core.errors import BobError
from bob.core.game import Choices, Event, Game, Outcome
from bob.core.kit import Kit, Teller
from bob.desk.session.screen_game import ScreenGame
from bob.words import Words


class MissionFlight(ScreenGame):
    """The tactical game of the mission in hand. There is no view while none is in the air."""

    def __init__(
        self,
        campaign: ScreenGame,
        game: Game[Any],
        of: Kit,
        seen: Callable[[Any], Any],
        text_of: Callable[[list[tuple[int, Event]]], list[tuple[int, Event]]],
        parent: QObject | None = None,
        airmen: Callable[[str], str] | None = None,
        targets: Callable[[str], str] | None = None,
    ) -> None:
        """Make the flight: `of` is its kit; `seen` gives the flight of a campaign's view, or None; `told` the part of a seat's log about
        it; `airmen` an airman's name by code, `targets` that of a target."""
        super().__init__(parent)
        self.campaign, self.game, self.kit = campaign, game, of
        self._seen, self._announce, self._airmen, self._targets = seen, text_of, airmen, targets
        campaign.changed.connect(self.changed)
        campaign.thinking.connect(self.thinking)
        campaign.failed.connect(self.failed)

    @property
    def seated(self) -> str:
        return side_of(self.campaign.seated)

    @property
    def alone(self) -> bool:
        return self.campaign.alone

    @property
    def view(self) -> Any:
        view = self.campaign.view
        return self._seen(view) if view is not None else None

    @property
    def choices(self) -> Choices:
        return self.campaign.choices if self.view is not None else Choices()

    @property
    def log(self) -> list[tuple[int, Event]]:
        return self._announce(self.campaign.log) if self.view is not None else []

    @property
    def outcome(self) -> Outcome | None:
        return None

    @property
    def is_past(self) -> bool:
        return self.campaign.is_past

    @property
    def is_thinking(self) -> bool:
        return self.campaign.is_thinking

    def airman_named(self, code: str) -> str:
        return self._airmen(code) if self._airmen is not None else super().airman_named(code)

    def target_named(self, code: str) -> str | None:
        return self._targets(code) if self._targets is not None else None

    def teller(self, words: Words) -> Teller:
        return self.campaign.teller(words)

    def play(self, order: Any) -> object:
        return self.campaign.play(order)

    def hasten(self, on: bool) -> None:
        self.campaign.hasten(on)

    def refusal(self, order: Any) -> BobError | None:
        return self.campaign.refusal(order)

    def advance(self) -> None:
        self.campaign.advance()

    def sit(self, seat: str) -> None:
        self.campaign.sit(seat)

    def undo_reason(self) -> str | None:
        return self.campaign.undo_reason()

    def undo(self) -> None:
        self.campaign.undo()
