"""The lessons in the window: which is taught beside the table, what its coach points at, and from one to the next."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QSize, QTimer
from PySide6.QtWidgets import QTabWidget, QWidget

from bob.core.errors import BobError
from bob.day.state.position import LUFTWAFFE, RAF
from bob.desk.base.settings.courses import DOGFIGHT, FIRST_RAID, PLANNING, LessonBook
from bob.desk.base.widgets.coach import Coach
from bob.desk.boards.registry import taught
from bob.desk.boards.shared.window import GameWindow, opened
from bob.desk.panels.forecast.panel import ForecastPanel
from bob.desk.panels.planner import Planner
from bob.desk.session.session import HUMAN, Setup
from bob.desk.window.help.lesson import Lesson
from bob.desk.window.help.planning_lesson import PlanningLesson
from bob.desk.window.room import DayArea
from bob.desk.window.start.offered import LESSON, SINGLE

if TYPE_CHECKING:
    from bob.desk.window.window import DeskWindow

LESSON_SEED = "lesson 50"
"""A day on which the RDF stations are awake and squadrons scrambled at once do meet the raid."""

PLANNING_SEED = "lesson 3"

SETUPS = {
    FIRST_RAID: Setup(LESSON, LESSON_SEED, {RAF: HUMAN, LUFTWAFFE: "kesselring"}, {}),
    PLANNING: Setup(SINGLE, PLANNING_SEED, {RAF: "park", LUFTWAFFE: HUMAN}, {"engagements": "quick"}),
}
"""The days that are taught at the table."""

IN_PLANNER = ("gantt", "new", "form", "units", "route", "tabs", "complaints", "put", "seal", "radio")
"""The parts of the planner that a lesson speaks of."""

AROUND = 46
"""Pixels around a counter that the coach rings, in the usual size of text."""


class Teaching(QObject):
    """The lessons of a window. A lesson that was left is taken up where it was left, also when its game is opened by any other way."""

    def __init__(self, window: DeskWindow) -> None:
        super().__init__(window)
        self.window = window
        self.courses = LessonBook(window.settings)
        self.coach: Lesson | PlanningLesson | None = None

    @property
    def room(self) -> DayArea | None:
        return self.window.room

    @property
    def path(self) -> Path | None:
        """The file of the game that is open."""
        session = self.window.session
        return session.save.path if session is not None and session.save is not None else None

    # ---- which

    def begin(self, course: str) -> None:
        """Begin a lesson, or take it up."""
        left = self.courses.game(course) if self.courses.step(course) else None
        if left is not None and left == self.path:
            self.opened()
        elif left is not None:
            self.window.open_path(left)
        elif course == DOGFIGHT:
            self._fight()
        elif course in SETUPS and self.window.begin(SETUPS[course]):
            self.courses.begin(course, self.path)
            self.opened()

    def _fight(self) -> None:
        """The dogfight that is taught, in a window of its own."""
        window = self.window
        try:
            core = window.files.begin(taught()())
        except BobError as error:
            window.tell(error)
            return
        self.opened_apart(opened(window.settings, window.files, core, window))

    def opened_apart(self, fight: GameWindow) -> None:
        """A game in a window of its own was opened: its coach leads on to the next lesson."""
        coach = fight.panel.coach
        if isinstance(coach, Coach):
            coach.next_asked.connect(partial(self._next_from, fight))
            coach.finished.connect(self.window.start.retranslate)

    def _next_from(self, fight: GameWindow, course: str) -> None:
        fight.panel.coach.stop()
        fight.close()
        self.begin(course)

    def opened(self) -> None:
        """Put the coach beside the table if the game that is open is that of a lesson."""
        course, room = self.courses.of(self.path), self.room
        if course not in SETUPS or room is None or self.coach is not None:
            return
        assert course is not None
        window, at = self.window, self.courses.step(course)
        parts: dict[str, Any] = {"at": at, "reveal": self._reveal, "clear": self._clear_area}
        if course == PLANNING:
            planner = room.panels["planner"]
            assert isinstance(planner, Planner)
            found = room.panels.get("forecast")
            parts["forecast"] = found if isinstance(found, ForecastPanel) else None
            self.coach = PlanningLesson(room.session, planner, window.settings, window, self._target, **parts)
        else:
            self.coach = Lesson(room.session, window.settings, window, self._target, **parts)
        self.coach.rest = room.table
        self.coach.reached.connect(partial(self.courses.reach, course))
        self.coach.finished.connect(partial(self._finished, course))
        self.coach.next_asked.connect(self._start_next)
        room.table.moved.connect(self.coach.settle)
        self.courses.reach(course, self.coach.step.code)

    def stop(self) -> None:
        """The game goes, and the coach with it."""
        if self.coach is not None:
            self.coach.stop()

    def _finished(self, course: str) -> None:
        """The coach has gone, at the end or before it."""
        coach = self.coach
        if coach is None:
            return
        if coach.is_last:
            self.courses.finish(course)
        coach.ring.deleteLater()
        coach.deleteLater()
        self.coach = None
        self.window.start.retranslate()
        self.window.actions_.refresh()

    def _start_next(self, course: str) -> None:
        """From one lesson to another."""
        self.stop()
        self.begin(course)

    # ---- what the coach points at

    def _target(self, name: str) -> QWidget | QRect | None:
        """A widget, or the counter of the raid on the table."""
        room, strip = self.room, self.window.strip
        if room is None:
            return None
        if name == "raid":
            return self._raid_seen(room)
        if name == "card":
            return room.card if room.card.isVisible() else strip.decide
        if name == "ending" and room.ending.isVisible() and room.ending.leaves is not None:
            top, leaves = room.ending, room.ending.leaves  # the winner and the reason; the coach may cover the leaves below
            return QRect(top.mapTo(self.window, QPoint(0, 0)), QSize(top.width(), leaves.y() + leaves.tabBar().height()))
        parts: dict[str, QWidget] = {"table": room.table, "strip": strip, "decide": strip.decide, "run": strip.run, "ending": room.ending}
        planner = room.panels["planner"]
        found = getattr(planner, name, None) if name in IN_PLANNER else None
        return found or parts.get(name) or room.panels.get(name)

    def _raid(self, room: DayArea) -> int | None:
        """The raid that was plotted first."""
        tracks = getattr(room.session.view(room.session.seat), "tracks", ())
        return int(tracks[0].number) if tracks else None

    def _raid_seen(self, room: DayArea) -> QRect | QWidget:
        """Return the place of the raid in the window; the table while it is out of sight."""
        number, table = self._raid(room), room.table
        at = table.where("track", number) if number is not None else None
        if at is None:
            return table
        spot = QPointF(*table.camera.to_screen(*at))
        if not table.rect().contains(spot.toPoint()):
            return table
        point = table.mapTo(self.window, spot.toPoint())
        reach = round(AROUND * self.window.settings.scale)
        around = QRect(point.x() - reach, point.y() - reach, 2 * reach, 2 * reach)
        box = table.box_of("track", number)
        return around.united(box.toAlignedRect().translated(table.mapTo(self.window, QPoint(0, 0)))) if box is not None else around

    def _reveal(self, name: str) -> None:
        """Show the next subject of the coach."""
        room = self.room
        if room is None:
            return
        if name == "raid":
            if (number := self._raid(room)) is not None:
                room.show_thing("track", number)
        elif name in room.panels:
            self.window.docks.reveal(name)
        elif name in IN_PLANNER:
            self.window.docks.reveal("planner")
            planner = room.panels["planner"]
            page, tabs = getattr(planner, name), getattr(planner, "tabs", None)
            if isinstance(tabs, QTabWidget):
                for i in range(tabs.count()):
                    leaf = tabs.widget(i)
                    if leaf is not None and (leaf is page or leaf.isAncestorOf(page)):
                        QTimer.singleShot(0, tabs, partial(self._turn_to, tabs, i))  # the planner is still showing the drawn raid

    def _turn_to(self, tabs: QTabWidget, leaf: int) -> None:
        tabs.setCurrentIndex(leaf)
        if self.coach is not None:
            self.coach.settle()

    def _clear_area(self) -> list[QRect]:
        """Return the areas that the coach leaves free beside its subject: time, decision and answers, refusals, the display of a combat,
        the raid of the lesson, and the planner's words on a plan."""
        room = self.room
        coach = self.coach
        if room is None or coach is None:
            return []
        raid = self._raid_seen(room)
        clear = [coach.part(widget) for widget in (self.window.strip, room.card, room.notice, room.moments)]
        planner = room.panels.get("planner")
        if isinstance(planner, Planner):
            clear += [coach.part(widget) for widget in (planner.profile, planner.complaints, planner.summary)]
        return [*clear, raid] if isinstance(raid, QRect) else clear
