"""The dogfight by cards of the engagement in hand, as the card sheet needs it: orders go through the session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from PySide6.QtCore import QObject, QTimer

from bob.desk.cards.battle import Battle
from bob.desk.cards.pens import names_of
from bob.desk.game.session import Session
from bob.dogfight.cards import CardDogfight
from bob.dogfight.cards.data import CardTables, shipped
from bob.dogfight.cards.position import CardTerms
from bob.dogfight.cards.view import CardTableView
from bob.errors import BobError
from bob.game import REFEREE, Choices, Event, Outcome
from bob.operations.orders import Fly
from bob.operations.view import EngagementView
from bob.words import Words

SEEN_EVERY = 150
"""Milliseconds between two pictures of a dogfight that pilots fly without pauses."""


class DayBattle(Battle):
    """The dogfight in hand of a day, seen from the seat at the screen. There is no view while none is in hand."""

    close_key: ClassVar[str] = "desk_fights.to_map"

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.out = False
        """Whether the screen changes hands: then nothing is seen of the dogfight."""
        self._log: tuple[tuple[str, int, int], int, list[tuple[int, Event]]] = (("", -1, -1), 0, [])
        self._flier: str | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(SEEN_EVERY)
        self._later.timeout.connect(self.changed)
        session.moved.connect(self._moved)
        session.cockpit.busy_changed.connect(self._busy)

    def _moved(self) -> None:
        """Show every order that concerns a person; where only pilots fly, as many as the eye can follow."""
        flier = self.session.flier(self.session.sitting)
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
        """The engagement in hand, as long as the present is shown."""
        session = self.session
        found: EngagementView | None = session.view(session.seat).engagement if session.live and session.aloft and not self.out else None
        return found if found is not None and found.how == CardDogfight.name else None

    @property
    def tables(self) -> CardTables:
        return shipped()

    @property
    def terms(self) -> CardTerms:
        found = self.situation
        assert found is not None
        terms: CardTerms = found.battle.terms
        return terms

    @property
    def sitting(self) -> str:
        return self.session.sitting

    @property
    def view(self) -> CardTableView | None:
        found = self.situation
        return found.battle if found is not None else None

    @property
    def choices(self) -> Choices:
        """What may be ordered; nothing while a pilot flies."""
        session = self.session
        if self.situation is None or session.flier(session.sitting) is not None:
            return Choices()
        return Choices(tuple([fly.order for fly in session.choices.listed if isinstance(fly, Fly)]))

    @property
    def log(self) -> list[tuple[int, Event]]:
        """What happened in this dogfight, as the seat at the screen learnt it."""
        found = self.situation
        if found is None:
            return []
        session = self.session
        key = (session.seat, found.number, session.shown)
        if self._log[0] != key:
            self._log = key, found.number, unwrapped(session.log(session.seat), found.number)
        return self._log[2]

    @property
    def outcome(self) -> Outcome | None:
        return None

    @property
    def is_thinking(self) -> bool:
        return self.session.cockpit.busy

    def named(self, view: CardTableView, words: Words) -> Mapping[int, str] | None:
        """Own aircraft by their units, and by a number where there are several; the enemy's by their types."""
        found = self.situation
        names = names_of(view, self.tables)
        models = found.models if found is not None else ()
        for number, unit in enumerate(models):
            if unit is not None and number in names:
                among = [n for n, other in enumerate(models) if other == unit]
                names[number] = f"{unit} ({among.index(number) + 1})" if len(among) > 1 else unit
        return names

    def told(self, view: CardTableView, number: int, words: Words) -> tuple[str, ...]:
        """The type, the number within the unit, and for how many aircraft it stands."""
        found = self.situation
        if found is None:
            return ()
        unit = found.models[number] if number < len(found.models) else None
        name = self.tables.aircraft[view.aircraft[number].type].name
        lines = []
        if unit is not None:
            among = [n for n, other in enumerate(found.models) if other == unit]
            one = words("desk_fights.model_of", aircraft=name, number=among.index(number) + 1, count=len(among))
            lines.append(one if len(among) > 1 else name)
        if found.scale > 1:
            lines.append(words("desk_fights.stands_for", count=found.scale))
        return tuple(lines)

    def play(self, order: Any) -> object:
        try:
            return self.session.play(self.session.sitting, Fly(CardDogfight.name, order))
        except BobError as error:
            self.failed.emit(error)
            return None

    def advance(self) -> None:
        self.session.advance()

    def sit(self, seat: str) -> None:
        self.session.sit(seat)

    def undo_reason(self) -> str | None:
        return self.session.undo_reason()

    def undo(self) -> None:
        try:
            self.session.undo()
        except BobError as error:
            self.failed.emit(error)

    @property
    def both_hands(self) -> bool:
        """Whether the eyes at the screen see all hands."""
        return self.session.seat == REFEREE


def unwrapped(log: list[tuple[int, Event]], number: int) -> list[tuple[int, Event]]:
    """The events of the dogfight of that number in a seat's log, as the dogfight told them; only the last when it was begun anew."""
    found: list[tuple[int, Event]] = []
    for entry, event in reversed(log):
        if event.code == "dogfight":
            data = {name: value for name, value in event.data.items() if name != "game"}
            found.append((entry, Event(data.pop("what"), data, event.to, event.rule)))
        elif event.code in ("met", "resolver") and event.data.get("number") == number:
            break
    return found[::-1]
