"""The dogfight of the engagement in hand, as the sheet of its game needs it: orders go through the session."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from PySide6.QtCore import QObject, QTimer

from bob.chart.coast import Lie, true_lie
from bob.core.errors import BobError
from bob.core.game import Choices, Event, Game, Outcome
from bob.core.hexes import from_label
from bob.core.kit import Teller
from bob.core.ranges import Described, Inner
from bob.data.theatre import Theatre
from bob.day.state.orders import Fly
from bob.day.state.view import EngagementView
from bob.day.telling.situation import behind
from bob.desk.session.screen_game import ScreenGame
from bob.desk.session.session import DeskSession
from bob.tactical.models import numbered
from bob.tactical.slot import Tactical
from bob.words import Words

SEEN_EVERY = 150
"""Milliseconds between two pictures of a dogfight that pilots fly without pauses."""


class DayBattle(ScreenGame):
    """A dogfight of one tactical game inside a day, seen from the seat at the screen. There is no view while none is in hand."""

    in_day = True

    def __init__(self, session: DeskSession, kit: Tactical, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session, self.tactical = session, kit
        self.kit = kit
        self.game: Game[Any] = kit.game
        self.out = False
        """True while the screen changes hands: then the dogfight is hidden."""
        self._log: tuple[tuple[str, int, int], list[tuple[int, Event]]] = (("", -1, -1), [])
        self._flier: str | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(SEEN_EVERY)
        self._later.timeout.connect(self.changed)
        session.moved.connect(self._moved)
        session.cockpit.busy_changed.connect(self._busy)

    def _moved(self) -> None:
        """Show every order that concerns a person; where only pilots fly, as many as the eye can follow."""
        flier = self.session.flier(self.session.seated)
        if self.session.waiting is not None or self.session.cockpit.pace or flier != self._flier:
            self._flier = flier
            self._later.stop()
            self.changed.emit()
        elif not self._later.isActive():
            self._later.start()

    def _busy(self, busy: bool) -> None:
        if self.session.waiting is not None or self.session.cockpit.pace:
            self.thinking.emit(busy)

    @property
    def situation(self) -> EngagementView | None:
        """The engagement in hand, as long as it is flown in this game and the present is shown."""
        session = self.session
        found: EngagementView | None = session.view(session.seat).engagement if session.live and session.aloft and not self.out else None
        return found if found is not None and found.how == self.kit.name else None

    @property
    def seated(self) -> str:
        return self.session.seated

    @property
    def alone(self) -> bool:
        return not self.session.core.two_sided

    @property
    def dogfight(self) -> tuple[int, int]:
        found = self.situation
        return (found.number, found.table.number if found.table is not None else 0) if found is not None else (0, 0)

    @property
    def view(self) -> Any:
        found = self.situation
        return found.battle if found is not None else None

    @property
    def choices(self) -> Choices:
        """Return the current options; none while a pilot plays."""
        session = self.session
        if self.situation is None or session.flier(session.seated) is not None:
            return Choices()
        return within(session.choices)

    @property
    def log(self) -> list[tuple[int, Event]]:
        """Return the events of this dogfight known to the seat at the screen."""
        found = self.situation
        if found is None:
            return []
        session = self.session
        key = (session.seat, found.number, session.shown)
        if self._log[0] != key:
            self._log = key, unwrapped(session.log(session.seat), found.number)
        return self._log[1]

    @property
    def outcome(self) -> Outcome | None:
        return None

    @property
    def is_thinking(self) -> bool:
        return self.session.cockpit.busy

    @property
    def models(self) -> tuple[str | None, ...]:
        found = self.situation
        return found.models if found is not None else ()

    @property
    def lie(self) -> Lie | None:
        found = self.situation
        return _lie(self.session.world.theatre, found.hex) if found is not None else None

    @property
    def scale(self) -> int:
        found = self.situation
        return found.scale if found is not None else 1

    def behind(self, number: int) -> tuple[int, int]:
        found = self.situation
        return behind(found, number) if found is not None else (1, 1)

    def teller(self, words: Words) -> Teller:
        models = self.models
        return self.tactical.dogfight_teller(words, lambda number: numbered(words, models, number))

    def play(self, order: Any) -> object:
        try:
            return self.session.play(self.session.seated, Fly(self.kit.name, order))
        except BobError as error:
            self.failed.emit(error)
            return None

    def refusal(self, order: Any) -> BobError | None:
        return self.session.check(self.session.seated, Fly(self.kit.name, order))

    def advance(self) -> None:
        self.session.advance()

    def hasten(self, on: bool) -> None:
        self.session.cockpit.hasten(on)

    def sit(self, seat: str) -> None:
        self.session.sit(seat)

    def undo_reason(self) -> str | None:
        return self.session.undo_reason()

    def undo(self) -> None:
        try:
            self.session.undo()
        except BobError as error:
            self.failed.emit(error)


@lru_cache(4)
def _lie(theatre: Theatre, label: str) -> Lie:
    """The true shore of a hex of the map."""
    return true_lie(theatre.land, theatre.middle(from_label(label)), theatre.across, label)


def within(choices: Choices) -> Choices:
    """The orders of a dogfight in hand, without the day's order around them."""
    listed = tuple([fly.order for fly in choices.listed if isinstance(fly, Fly)])
    described: list[Described] = []
    for form in choices.described:
        if form.code == Fly.code:
            described += [inner for field in form.fields if isinstance(field.kind, Inner) for inner in field.kind.forms]
    return Choices(listed, tuple(described))


def unwrapped(log: list[tuple[int, Event]], number: int) -> list[tuple[int, Event]]:
    """Return the events of the dogfight of that number in a seat's log, unwrapped; only the last one after a restart."""
    found: list[tuple[int, Event]] = []
    for entry, event in reversed(log):
        if event.code == "dogfight":
            data = {name: value for name, value in event.data.items() if name != "game"}
            found.append((entry, Event(data.pop("what"), data, event.to, event.rule)))
        elif event.code in ("met", "resolver", "next_table") and event.data.get("number") == number:
            break
    return found[::-1]
