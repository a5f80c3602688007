"""The strip at the top, which never moves: clock, date, phase, whose desk it is, the decision owed with its button."""

from __future__ import annotations

import re

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QIcon, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from bob.core.game import REFEREE
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.sentences import date_text, wind_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.icons import icon
from bob.desk.base.theme.panel_parts import LAMPS
from bob.desk.base.theme.progress import Progress
from bob.desk.panels.network.joined import JoinedSession
from bob.desk.panels.network.lamp import line_text
from bob.desk.panels.post.session import PostSession
from bob.desk.session.actions import Actions
from bob.desk.session.decision_walk import DecisionWalk
from bob.desk.session.open_decisions import status
from bob.desk.session.session import DeskSession
from bob.desk.window.clock import ClockDial
from bob.staff.advice.map.descriptions import sky_text
from bob.words import Words

CROWDED = 1100
"""The width in pixels of the usual text size below which the strip drops its dispensable parts."""
BROKEN = 0.2
"""The share of a crowded strip beyond which the words of its button go into two lines."""


class ElidedLine(QLabel):
    """One line of text, cut with an ellipsis where space is short, with the whole text in its tooltip."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.setFont(self.font())
        if self.wordWrap():
            painter.drawText(self.rect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap, self.text())
        else:
            text = QFontMetricsF(self.font()).elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(self.rect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


class SteadyFigures(QWidget):
    """A text with tabular figures that does not jump when they change."""

    def __init__(self, settings: Settings, size: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.size_ = size
        self.text = ""
        self.tone = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(theme.font(self.settings, self.size_, bold=True))
        return QSize(round(theme.figures_width("00:00", metrics)) + 2, round(metrics.height()))

    def set_text(self, text: str, tone: str) -> None:
        self.text, self.tone = text, tone
        self.setAccessibleName(text)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(theme.font(self.settings, self.size_, bold=True))
        painter.setPen(QColor(self.tone or "#000000"))
        theme.draw_figures(painter, QRectF(self.rect()), self.text, Qt.AlignmentFlag.AlignLeft)
        painter.end()


class Strip(QFrame):
    """The strip. It is filled again for each opened game."""

    def __init__(self, settings: Settings, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.actions_ = actions
        self.session: DeskSession | None = None
        self.decisions: DecisionWalk | None = None
        self.setObjectName("strip")
        self.clock = ClockDial(settings)
        self.time = SteadyFigures(settings, 30)
        self.date = QLabel()
        self.day = ElidedLine()
        theme.kind(self.day, "quiet")
        self.phase = ElidedLine()
        self.weather = ElidedLine()
        theme.kind(self.weather, "quiet")
        self.ask = QLabel()
        self.ask.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.ask.setWordWrap(True)
        self.more = QLabel()
        theme.kind(self.more, "quiet")
        self.more.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.line = QPushButton()
        theme.kind(self.line, "flat")
        self.line.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.line.clicked.connect(self._try_line)
        self.line.hide()
        self.progress = Progress(settings, on_strip=True)
        self.progress.stop.clicked.connect(lambda: actions["cancel"].trigger())
        self.progress.shown.connect(self.more.setHidden)
        self.decide = QPushButton()
        theme.kind(self.decide, "primary")
        self.decide.clicked.connect(lambda: actions["decide"].trigger())
        self.run = self._button("run")
        self.pause = self._button("pause")
        self.pen = QToolButton()
        self.pen.setIconSize(QSize(18, 18))
        self.pen.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.pen.setMenu(self._pens())
        self.pen.hide()
        self.run.setCheckable(True)
        self.pause.setCheckable(True)
        self.badge = QLabel()
        self.seat = QLabel()
        self.seat.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        theme.kind(self.seat, "quiet")
        self._arrange()
        settings.language_changed.connect(self.refresh)
        settings.theme_changed.connect(self.refresh)
        self.resize_text()

    def _button(self, code: str) -> QToolButton:
        button = QToolButton()
        button.setIconSize(QSize(18, 18))
        button.clicked.connect(lambda: self.actions_[code].trigger())
        return button

    def _pens(self) -> QMenu:
        """In whose name a referee may give orders."""
        menu = QMenu(self)
        menu.aboutToShow.connect(self.actions_.refresh)
        for seat in (RAF, LUFTWAFFE, REFEREE):
            menu.addAction(self.actions_[f"pen_{seat}"])
        return menu

    def _arrange(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 5, 12, 5)
        row.setSpacing(12)
        row.addWidget(self.clock)
        when = QVBoxLayout()
        when.setSpacing(0)
        when.addStretch()
        when.addWidget(self.time)
        when.addWidget(self.date)
        when.addStretch()
        row.addLayout(when)
        row.addSpacing(6)
        state = QVBoxLayout()
        state.setSpacing(1)
        state.addStretch()
        for label in (self.day, self.phase, self.weather):
            state.addWidget(label)
        state.addStretch()
        row.addLayout(state, 4)
        asked = QVBoxLayout()
        asked.setSpacing(1)
        asked.addStretch()
        asked.addWidget(self.ask)
        below = QHBoxLayout()
        below.setSpacing(10)
        below.addWidget(self.more, 1)
        below.addWidget(self.line, 0, Qt.AlignmentFlag.AlignRight)
        below.addWidget(self.progress, 0, Qt.AlignmentFlag.AlignRight)
        asked.addLayout(below)
        asked.addStretch()
        row.addLayout(asked, 4)
        row.addWidget(self.decide)
        row.addWidget(self.pen)
        row.addWidget(self.run)
        row.addWidget(self.pause)
        row.addSpacing(6)
        who = QVBoxLayout()
        who.setSpacing(0)
        who.addStretch()
        who.addWidget(self.badge, 0, Qt.AlignmentFlag.AlignHCenter)
        who.addWidget(self.seat)
        who.addStretch()
        row.addLayout(who)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._crowd()

    def _crowd(self) -> None:
        """Give space to the decision where the text is large for the window: the seat keeps its badge, whose tip names it."""
        crowded = self.width() / self.settings.scale < CROWDED
        self.seat.setVisible(not crowded)
        self.ask.setFont(theme.font(self.settings, 15 if crowded else 17, bold=True))
        self.decide.setMinimumWidth(round((96 if crowded else 150) * self.settings.scale))
        self._say(self.decide.accessibleName())
        metrics = self.weather.fontMetrics()
        long = crowded and metrics.horizontalAdvance(self.weather.text()) > self.weather.width()
        self.weather.setWordWrap(long)
        self.weather.setMinimumHeight(2 * metrics.lineSpacing() if long else 0)

    def resize_text(self) -> None:
        """Take up the size of text; after the style sheet, which would undo it."""
        self.phase.setFont(theme.font(self.settings, 15, bold=True))
        self.date.setFont(theme.font(self.settings, 13))
        self.seat.setFont(theme.font(self.settings, 11))
        self._crowd()
        self.clock.updateGeometry()
        self.time.updateGeometry()
        self.refresh()

    # ---- the game

    def show_game(self, session: DeskSession | None, decisions: DecisionWalk | None) -> None:
        """Show another game; None for none."""
        self.session, self.decisions = session, decisions
        if session is not None and decisions is not None:
            session.changed.connect(self.refresh)
            session.thinking.connect(self._thinking)
            session.thought.connect(self._thought)
            decisions.changed.connect(self.refresh)
        self.refresh()

    def _thinking(self, on: bool) -> None:
        if on:
            self.progress.begin()
        self.refresh()

    def _thought(self, done: int, whole: int) -> None:
        """Show the progress of the officer; while turns run automatically the turns are counted instead."""
        if self.decisions is not None and not self.decisions.running:
            self.progress.put(done, whole, self.settings.words("desk.progress.thought", done=done, whole=whole))

    def _progressed(self, session: DeskSession, decisions: DecisionWalk, turn: int, turns: int) -> None:
        """The bar: the turns while they run by themselves, else the thoughts of the officer."""
        if decisions.running:
            self.progress.begin(now=True)
            self.progress.put(min(turn, turns), turns, self.settings.words("desk.progress.turn", done=min(turn, turns), whole=turns))
        elif not session.is_thinking:
            self.progress.end()
        stop = self.actions_.entries["cancel"]
        stop.action.setEnabled(stop.why is None or stop.why() is None)

    def refresh(self) -> None:
        """Show the current state."""
        session, decisions = self.session, self.decisions
        if session is None or decisions is None:
            return
        words, tones = self.settings.words, theme.look(self.settings)
        view = session.view(session.seat)
        common = view.raf.common if session.seat == REFEREE else view.common
        self.clock.coloured = session.seat != LUFTWAFFE
        if self.property("side") != session.seat:
            self.setProperty("side", session.seat)
            self.style().unpolish(self)
            self.style().polish(self)
        self.clock.set_time(common.clock)
        self.time.set_text(common.clock, tones.strip_ink)
        self.date.setText(date_text(words, common.date))
        title = words.of(common.title)
        self.day.setText(title)
        self.day.setToolTip(title)
        phase = words(f"ops.phase.{common.phase}")
        self.phase.setText(words("desk.strip.phase", phase=phase, turn=min(common.turn, common.turns), turns=common.turns))
        self.phase.setToolTip(self.phase.text())
        skies = [common.weather[zone] for zone in common.weather]
        usual = max(sorted(set(skies)), key=skies.count)
        worse = [zone for zone, code in common.weather.items() if code != usual]
        sky = words(f"ops.weather.{usual}")
        if len(worse) == 1:
            other = words(f"ops.weather.{common.weather[worse[0]]}")
            text = words("desk.strip.sky_but_one", sky=sky, worse=other, zone=words(f"tables.zone.{worse[0]}"))
        else:
            text = words("desk.strip.sky_but", sky=sky, zones=len(worse)) if worse else words("desk.strip.sky", sky=sky)
        self.weather.setText(f"{text}, {words(f'ops.wind.{common.wind}')}")
        zones = [words.label(words(f"tables.zone.{zone}"), sky_text(words, common, zone)) for zone in common.weather]
        self.weather.setToolTip("\n".join([*zones, wind_text(words, common)]))
        self._crowd()
        self._asked(session, decisions, words)
        self._lined(session)
        self._progressed(session, decisions, common.turn, common.turns)
        for button, code, drawn in ((self.run, "run", "run"), (self.pause, "pause", "play" if session.paused else "pause")):
            button.setIcon(icon(drawn, tones.strip_ink))
            action = self.actions_[code]
            why = self.actions_.entries[code].why
            button.setEnabled(why is None or why() is None)
            button.setToolTip(action.toolTip())
            button.setAccessibleName(self.actions_.entries[code].text())
        self.run.setChecked(decisions.running)
        self.pause.setChecked(session.paused)
        self.badge.setPixmap(icon(session.seat, tones.strip_ink, 30).pixmap(30, 30))
        name = words(f"desk.seat.{session.seat}")
        if session.pen:
            name = words("desk.strip.pen", seat=words(f"desk.seat.{session.pen}"))
        self.seat.setText(name if session.live else words("desk.strip.looking", seat=name))
        self.pen.setVisible(session.seated == REFEREE and not session.is_over)
        self.pen.setIcon(icon("pen", tones.strip_ink))
        self.pen.setToolTip(words("desk.strip.pen_tip"))
        self.pen.setAccessibleName(words("desk.strip.pen_tip"))
        self.badge.setToolTip(self.seat.text())
        self.badge.setAccessibleName(self.seat.text())

    def _say(self, text: str) -> None:
        """Write on the button: in two lines, parted at a mark near the middle, where one is too long for a crowded strip."""
        self.decide.setAccessibleName(text)
        self.decide.setText(self._in_lines(text))

    def _in_lines(self, text: str) -> str:
        crowded = self.width() / self.settings.scale < CROWDED
        marks = [m.end() for m in re.finditer(r"[:,;] ", text)]
        if not crowded or not marks or self.decide.fontMetrics().horizontalAdvance(text) < BROKEN * self.width():
            return text
        at = min(marks, key=lambda end: abs(end - len(text) / 2))
        return f"{text[:at].rstrip()}\n{text[at:]}"

    def _lined(self, session: DeskSession) -> None:
        """Of a game that is played elsewhere: how the line is, where there is something to say of it."""
        text, tip = line_text(session.joined, self.settings) if isinstance(session, JoinedSession) else ("", "")
        lost = bool(tip)
        if isinstance(session, PostSession) and not session.is_over:
            key, words = "strip_written" if session.is_written and session.answering.orders else "strip", self.settings.words
            text, tip = words(f"desk_post.{key}"), words(f"desk_post.{key}_tip", count=len(session.answering.orders))
        self.line.setText(text)
        self.line.setIcon(icon("line", LAMPS["ready"][0]) if lost else QIcon())
        self.line.setToolTip(tip)
        self.line.setAccessibleName(text)
        self.line.setVisible(bool(text))

    def _try_line(self) -> None:
        if isinstance(self.session, JoinedSession):
            self.session.joined.line.try_now()
        elif isinstance(self.session, PostSession):
            self.actions_["write_answer"].trigger()

    def _asked(self, session: DeskSession, decisions: DecisionWalk, words: Words) -> None:
        queue, first = decisions.queue, decisions.first
        if first is None:
            self.ask.setText(status(session, words))
            self.more.setText("")
            watching = session.watching and not session.is_over and not session.looking_back
            person = decisions.next_person
            self.decide.setEnabled(watching or person is not None)
            if person is not None:
                self._say(words(f"desk.owed.hand_{person}"))
            else:
                self._say(words("desk.owed.step_button") if watching else words("desk.owed.nothing_button"))
            self.decide.setToolTip("")
            return
        self.ask.setText(first.text)
        rest = len(queue) - 1
        keys = self.actions_.keys("decide").partition(",")[0]
        self.more.setText(words("desk.strip.more", count=rest) if rest else "" if decisions.covered else words("desk.strip.last"))
        self.decide.setEnabled(not decisions.running)
        self._say(first.button)
        self.decide.setToolTip(words("desk.strip.decide", what=first.button, keys=keys))
