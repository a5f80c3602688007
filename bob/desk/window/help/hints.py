"""Hints in the first games: one quiet line where something happens for the first time. Each is said once, and all can be switched off."""

from __future__ import annotations

from collections import deque

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from bob.core.record import Entry
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.flow import WholeText
from bob.desk.session.decision_walk import DecisionWalk
from bob.desk.session.session import DeskSession

EVENTS: dict[str, dict[str, str]] = {
    RAF: {
        "plotted": "plot",
        "took_off": "scramble",
        "control_lost": "out_of_hearing",
        "track_faded": "faded",
        "tally": "tally",
        "combat": "combat",
        "bombed": "bombed",
        "room_hit": "room_hit",
        "short_of_fuel": "fuel",
        "landed": "landed",
        "request_refused": "refused_group",
    },
    LUFTWAFFE: {
        "formed": "formed",
        "escort_missed": "escort_missed",
        "combat": "fought",
        "bombed": "target",
        "ground_report": "ground",
        "call_unheard": "unheard",
        "raid_ended": "home",
    },
}
"""The hint of each event, by the side that hears of it."""

DECISIONS: dict[str, dict[str, str]] = {
    RAF: {"choice": "choice", "raid": "pressing", "ready": "ready", "fight": "fight"},
    LUFTWAFFE: {"choice": "choice", "seal": "plan", "fight": "fight"},
}
"""The hint of each kind of decision that is owed first."""

STAYS = 2
"""Turns that a hint stays before the next one may take its place, or before one about a decision goes with it."""

LONGEST = 6
"""Turns after which a hint goes by itself: half an hour later it is of something else."""


def hints(side: str) -> tuple[str, ...]:
    """All hints that a side may be given."""
    return tuple(dict.fromkeys((*EVENTS[side].values(), *DECISIONS[side].values())))


class HintLine(QFrame):
    """The line below the table. It hides nothing, and is silent while a lesson teaches, in the past, and for the referee."""

    def __init__(self, session: DeskSession, settings: Settings, decisions: DecisionWalk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings, self.decisions = session, settings, decisions
        self.setObjectName("bar")
        self.waiting: deque[str] = deque()
        self.code = ""
        """The hint that is shown: its side and its name."""
        self._since = 0
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 3, 8, 3)
        self.text = WholeText()
        theme.kind(self.text, "quiet")
        self.off, self.shut = QPushButton(), QPushButton()
        for button, do in ((self.off, self.switch_off), (self.shut, self.close_hint)):
            theme.kind(button, "flat")
            button.clicked.connect(do)
        row.addWidget(self.text, 1)
        row.addWidget(self.off)
        row.addWidget(self.shut)
        session.entry_added.connect(self._entry)
        decisions.changed.connect(self._decided)
        settings.language_changed.connect(self.refresh)
        settings.hints_changed.connect(self._switched)
        self.hide()
        QTimer.singleShot(0, self, self._decided)  # the decisions owed from the start, once a lesson is known

    @property
    def _speaks(self) -> bool:
        session = self.session
        here = session.seated in EVENTS and session.live and session.gate is None and not session.is_over
        return here and self.settings.hints

    def _entry(self, entry: Entry) -> None:
        if not self._speaks:
            return
        known = EVENTS[self.session.seated]
        for event in entry.events:
            if event.code in known:
                self._on_first(known[event.code])
        self._show_next()

    def _decided(self) -> None:
        first = self.decisions.first
        if first is not None and self._speaks and first.code in (known := DECISIONS[self.session.seated]):
            self._on_first(known[first.code])
        if self._speaks:
            self._show_next()

    @property
    def _decision_past(self) -> bool:
        """Return whether the shown hint concerns a decision of some turns ago, or a sealed plan."""
        side, _, name = self.code.partition(".")
        codes = [code for code, hint in DECISIONS[side].items() if hint == name]
        owed = any(decision.code in codes for decision in self.decisions.queue)
        return bool(codes) and not owed and (name == "plan" or self.session.turn - self._since >= STAYS)

    def _on_first(self, name: str) -> None:
        """Something happens: for the first time?"""
        code = f"{self.session.seated}.{name}"
        if code not in self.settings.hints_seen and code not in self.waiting and code != self.code:
            self.waiting.append(code)

    def _show_next(self) -> None:
        """Show the next hint when none is shown, or the shown one has had its time; outdated hints are dropped."""
        turn = self.session.turn
        if self.code and (turn - self._since >= LONGEST or self._decision_past):
            self.code = ""
            self.refresh()
        if self.waiting and (not self.code or turn - self._since >= STAYS):
            self.code, self._since = self.waiting.popleft(), turn
            self.settings.see_hint(self.code)
            self.refresh()

    def refresh(self) -> None:
        """Say the hint in the language of now; nothing when there is none."""
        words = self.settings.words
        self.setVisible(bool(self.code))
        if self.code:
            side, _, name = self.code.partition(".")
            self.text.setText(words(f"desk_lessons.hint.{side}.{name}"))
        self.off.setText(words("desk_lessons.hints_off"))
        self.off.setToolTip(words("desk_lessons.hints_off_tip"))
        self.shut.setText("×")
        self.shut.setAccessibleName(words("desk_lessons.hint_close"))
        self.setAccessibleName(words("desk_lessons.hint_name"))

    def close_hint(self) -> None:
        """Away with this one; the next one may come."""
        self.code = ""
        self.refresh()
        if self._speaks:
            self._show_next()

    def switch_off(self) -> None:
        """No more of them: the settings have them again."""
        self.settings.set_hints(False)

    def _switched(self) -> None:
        if not self.settings.hints:
            self.clear()

    def clear(self) -> None:
        """Hide the hints: another person sits down, or they are switched off."""
        self.code = ""
        self.waiting.clear()
        self.refresh()
