"""The page of a dogfight that is flown here: the sheet of its game, and what belongs to a dogfight inside a day."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.day.state.orders import Resolve
from bob.day.telling.situation import table_facts
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.fights.day_battle import DayBattle
from bob.desk.boards.fights.standing_rule import StickBox
from bob.desk.boards.registry import panel_of
from bob.desk.session.session import HUMAN, DeskSession
from bob.tactical.slot import QUICK, Tactical

ROOMY = 560
"""The height of a sheet, in pixels of the usual text size, from which it says the terms of a dogfight on top."""


class FlownPage(QFrame):
    """The dogfights of one tactical game; the head of its sheet holds the players, the speed and the referee's way out."""

    hurried = Signal(bool)
    """Fly without pauses, or with them."""

    def __init__(self, session: DeskSession, settings: Settings, kit: Tactical, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings = session, settings
        self.setObjectName("sheet")
        self.battle = DayBattle(session, kit, self)
        self.panel = panel_of(kit)(settings, self.battle)
        frame = QVBoxLayout(self)
        frame.setContentsMargins(3, 3, 3, 3)
        frame.setSpacing(0)
        self.stakes = QLabel()
        self.stakes.setWordWrap(True)
        theme.kind(self.stakes, "caption")
        self.stakes.setContentsMargins(13, 2, 13, 0)
        frame.addWidget(self.stakes)
        frame.addWidget(self.panel, 1)
        self.stick = StickBox(session, settings)
        self.fast = QToolButton()
        self.fast.setCheckable(True)
        self.fast.toggled.connect(self.hurried.emit)
        self.end = QPushButton()
        self.end.clicked.connect(self._end)
        for widget in (self.end, self.fast, self.stick):
            self.panel.aside.addWidget(widget)
        settings.language_changed.connect(self._speak)
        self._speak()

    def _speak(self) -> None:
        words = self.settings.words
        self.fast.setText(words("desk_fights.fast"))
        self.fast.setToolTip(words("desk_fights.fast_tip"))
        self.end.setText(words("desk_fights.table.quick"))

    @property
    def _roomy(self) -> bool:
        """Return whether there is room for the terms; else the tip has them."""
        return self.height() / self.settings.scale >= ROOMY

    def start(self) -> None:
        """Take the keys."""
        self.panel.start()

    def refresh(self) -> None:
        """Show the dogfight as it is now, or nothing while none is in hand."""
        seated = self.session.seated
        self.stick.setVisible(seated != REFEREE and self.session.seats.get(seated) == HUMAN)
        self.end.setVisible(seated == REFEREE)
        self._show_terms()
        self.panel.refresh()

    def _show_terms(self) -> None:
        """Show the aircraft behind a model on top and, where there is room, the forces on the table and their terms."""
        found, words = self.battle.situation, self.settings.words
        lines = [*self.battle.tactical.stakes(words, found.scale)] if found is not None else []
        for name, text in table_facts(words, found) if found is not None else ():
            lines.append(words.label(name, text))
        self.stakes.setText("\n".join(lines if self._roomy else lines[:1]))
        self.stakes.setToolTip("\n".join(lines))
        self.stakes.setVisible(bool(lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_terms()

    def _end(self) -> None:
        """The referee has it resolved quickly instead."""
        try:
            self.session.play(REFEREE, Resolve(QUICK))
        except BobError:
            return  # the session has reported it
