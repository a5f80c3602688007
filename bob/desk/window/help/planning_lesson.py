"""The lesson of the planner's table: a raid on an airfield with its escort, its time over the target, checked, forecast with and without
its escort, sealed and seen to go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from bob.core.errors import Refused
from bob.day.rules.in_flight import ALOFT
from bob.day.state.orders import Done, Seal
from bob.day.state.position import LUFTWAFFE
from bob.day.state.raid_plan import BOMBING_ROLES, ESCORT_ROLES, RaidPlan
from bob.day.state.view import RaidView
from bob.desk.base.settings import Settings
from bob.desk.base.settings.courses import DOGFIGHT, FIRST_RAID
from bob.desk.base.widgets.coach import Coach, LessonStep
from bob.desk.panels.forecast.panel import ForecastPanel
from bob.desk.panels.planner import Planner
from bob.desk.session.session import DeskSession
from bob.staff.advice.planning.raid_templates import goals, shipped_templates

TEMPLATE, GOAL = "airfield", "Hornchurch"
"""The raid that the coach draws for a player without a solution: so far inland that its escort is worth something."""

WAITING = ("planned", "forming", "gathering")
"""The states of a raid that has not set out."""

LATER = 1
"""The coach's change of a time over target, in turns."""


@dataclass(slots=True)
class PlanningDesk:
    """The game, its planner, and the raids that lay on the plan from the start."""

    session: DeskSession
    planner: Planner
    known: frozenset[str]
    forecast: ForecastPanel | None = None
    unforeseen: bool = False
    """True when no forecast could be had: the lesson goes on without."""
    there: int | None = None
    """The turn over target that the new raid had when its time began to be spoken of."""

    @property
    def over(self) -> bool:
        return self.session.is_over

    @property
    def code(self) -> str | None:
        """The new raid."""
        view = self.planner.view()
        raids = self.planner.raids(view) if view is not None else {}
        return next((code for code in raids if code not in self.known), None)

    @property
    def plan(self) -> RaidPlan | None:
        """The new raid as it is drawn, or as it was ordered."""
        code, raid = self.code, self.raid
        return self.planner.drafts.get(code or "") or (raid.plan if raid is not None else None)

    @property
    def raid(self) -> RaidView | None:
        """Return the new raid on the plan or in flight."""
        found = [raid for raid in self.session.view(LUFTWAFFE).raids if raid.code not in self.known]
        return found[0] if found else None

    @property
    def ordered(self) -> bool:
        raid = self.raid
        return raid is not None and raid.code not in self.planner.drafts

    @property
    def sealed(self) -> bool:
        return any(isinstance(entry.order, Seal) for entry in self.session.match.entries if entry.seat == LUFTWAFFE)


def _is_drawn(desk: PlanningDesk) -> bool:
    return desk.over or desk.sealed or desk.plan is not None


def _against_a_field(desk: PlanningDesk) -> bool:
    plan = desk.plan
    fields = desk.session.world.fields
    return desk.over or desk.sealed or (plan is not None and plan.primary in fields)


def _escorted(desk: PlanningDesk) -> bool:
    plan = desk.plan
    roles = {unit.role for unit in plan.units} if plan is not None else set()
    return desk.over or desk.sealed or (bool(roles & set(BOMBING_ROLES)) and bool(roles & set(ESCORT_ROLES)))


def _is_retimed(desk: PlanningDesk) -> bool:
    """Return whether the raid has a different time over target than at first."""
    now = desk.planner.held.get(desk.code or "")
    return desk.over or desk.sealed or desk.ordered or (desk.there is not None and now is not None and now != desk.there)


def _is_complete(desk: PlanningDesk) -> bool:
    """Return whether the new raid is selected and has no faults."""
    planner = desk.planner
    return desk.over or desk.sealed or desk.ordered or (planner.code == desk.code and desk.plan is not None and not planner.faults)


def _is_ordered(desk: PlanningDesk) -> bool:
    return desk.over or desk.sealed or desk.ordered


def _is_foreseen(desk: PlanningDesk) -> bool:
    """Return whether the forecast of the plan is held beside the next."""
    return desk.over or desk.sealed or desk.unforeseen or desk.forecast is None or bool(desk.forecast.held)


def _is_alone(desk: PlanningDesk) -> bool:
    """Return whether the raid is drawn without its escort."""
    return desk.over or desk.sealed or (desk.plan is not None and not any(unit.role in ESCORT_ROLES for unit in desk.plan.units))


def _is_escorted_again(desk: PlanningDesk) -> bool:
    """Return whether the raid is on the plan with an escort."""
    return desk.over or desk.sealed or (desk.ordered and _escorted(desk))


def _sealed(desk: PlanningDesk) -> bool:
    return desk.over or desk.sealed


def _goes(desk: PlanningDesk) -> bool:
    raid = desk.raid
    return desk.over or (desk.sealed and (raid is None or raid.state not in WAITING))


def _bombed(desk: PlanningDesk) -> bool:
    raid = desk.raid
    return desk.over or (desk.sealed and (raid is None or raid.bombed or raid.state not in (*WAITING, *ALOFT)))


STEPS = (
    LessonStep("welcome", "table"),
    LessonStep("plan", "gantt"),
    LessonStep("new", "new", _is_drawn, kept=True),
    LessonStep("goal", "form", _against_a_field, kept=True),
    LessonStep("drawn", "route"),
    LessonStep("escort", "units", _escorted),
    LessonStep("time", "form", _is_retimed),
    LessonStep("check", "complaints", _is_complete),
    LessonStep("put", "put", _is_ordered),
    LessonStep("forecast", "forecast", _is_foreseen),
    LessonStep("alone", "units", _is_alone),
    LessonStep("less", "forecast"),
    LessonStep("again", "units", _is_escorted_again, kept=True),
    LessonStep("gain", "forecast"),
    LessonStep("seal", "seal", _sealed),
    LessonStep("go", "decide", _goes),
    LessonStep("radio", "radio"),
    LessonStep("bombs", "run", _bombed),
    LessonStep("believe", "reports"),
    LessonStep("end", "table"),
)


def _draw(desk: PlanningDesk) -> None:
    planner, view = desk.planner, desk.planner.view()
    found = shipped_templates(desk.session.world).template
    template = next(t for t in found if t.code == TEMPLATE)
    if view is not None:
        goal = next((g for g in goals(desk.session.world, view, template) if g == GOAL), None)
        planner.begin_from(template, goal or goals(desk.session.world, view, template)[0])


def _restarted(desk: PlanningDesk) -> None:
    """A raid drawn by the program in place of one that will not do."""
    desk.planner.strike()
    if desk.plan is None:
        _draw(desk)


def _postpone(desk: PlanningDesk) -> None:
    if desk.code is not None and desk.planner.code != desk.code:
        desk.planner.select(desk.code)
    if desk.there is not None:
        desk.planner.be_there(desk.there + LATER, hold=True)


def _put(desk: PlanningDesk) -> None:
    if desk.code is not None and desk.planner.code != desk.code:
        desk.planner.select(desk.code)
    desk.planner.put_on_plan()


def _hold(desk: PlanningDesk) -> None:
    """Hold the forecast; without a day flown the lesson goes on without."""
    if desk.forecast is not None:
        desk.forecast.hold_beside()
        desk.unforeseen = not desk.forecast.held


def _strip(desk: PlanningDesk) -> None:
    """Draw the raid without its escort; the one on the plan stays."""
    if desk.code is not None and desk.planner.code != desk.code:
        desk.planner.select(desk.code)
    if desk.plan is not None:
        desk.planner.edit(replace(desk.plan, units=tuple([unit for unit in desk.plan.units if unit.role not in ESCORT_ROLES])))


def _restore(desk: PlanningDesk) -> None:
    """Draw the raid as the plan has it; one without an escort even there is drawn by the program."""
    if desk.code is not None and desk.planner.code != desk.code:
        desk.planner.select(desk.code)
    if desk.raid is not None:
        desk.planner.edit(desk.raid.plan)
    if not _escorted(desk):
        _restarted(desk)
    if not desk.ordered:
        desk.planner.put_on_plan()


def _seal(desk: PlanningDesk) -> None:
    desk.planner.seal_plan()
    if not desk.sealed:
        desk.planner.seal_plan()


DONE_FOR: Mapping[str, Callable[[PlanningDesk], None]] = {
    "new": _draw,
    "goal": _restarted,
    "escort": _restarted,
    "time": _postpone,
    "check": _restarted,
    "put": _put,
    "forecast": _hold,
    "alone": _strip,
    "again": _restore,
    "seal": _seal,
}
"""The coach's actions for a player without a solution, by the step."""


class PlanningLesson(Coach):
    """The coach at the planner's table. Nothing is sealed before the new raid is on the plan, and no turn ends behind an open text."""

    def __init__(
        self,
        session: DeskSession,
        planner: Planner,
        settings: Settings,
        window: QWidget,
        targets: Callable[[str], QWidget | QRect | None],
        *,
        at: str = "",
        reveal: Callable[[str], None] = lambda name: None,
        clear: Callable[[], Sequence[QRect]] = tuple,
        forecast: ForecastPanel | None = None,
    ) -> None:
        self.session, self.planner = session, planner
        self.reveal, self.clear = reveal, clear
        session.gate = self._refused
        self.do_it = QPushButton()
        self.do_it.clicked.connect(lambda: self._do())
        self.others = {course: QPushButton() for course in (FIRST_RAID, DOGFIGHT)}
        known = frozenset(raid.code for raid in session.at(0, LUFTWAFFE).raids)
        desk = PlanningDesk(session, planner, known, forecast)
        super().__init__(STEPS, desk, session.changed, settings, window, targets, at=at)
        planner.stepping.connect(self.check)
        planner.selected.connect(self._looked)
        if forecast is not None:
            forecast.hold.clicked.connect(self.check)
        for i, (course, button) in enumerate(self.others.items()):
            button.clicked.connect(partial(self.next_asked.emit, course))
            self.body.insertWidget(3 + i, button)
        self.row.insertWidget(2, self.do_it)
        self.show_step()

    def describe(self, part: str, code: str) -> str:
        return self.settings.words(f"desk_lessons.planning.{part}.{code}")

    def prepare(self, step: LessonStep) -> None:
        if step.code == "time" and self.subject.there is None:
            self.subject.there = self.planner.held.get(self.subject.code or "", 0)
        focus = QApplication.focusWidget()
        self.reveal(step.target)
        if step.until is None and focus is not None and focus.isVisible():
            focus.setFocus()  # a list that the subject begins with would take the Enter that turns the sheet

    def clear_area(self) -> Sequence[QRect]:
        return self.clear()

    def offer(self) -> None:
        """Offer help at a task; at the end, the other lessons."""
        words = self.settings.words
        for course, button in self.others.items():
            button.setText(words("desk_lessons.go_to", name=words(f"desk_lessons.{course}.name")))
            button.setVisible(self.is_last)
        self.skip.setToolTip(words("desk_lessons.skip_tip"))
        self.do_it.setText(words("desk_lessons.do_it"))
        self.do_it.setVisible(self.step.code in DONE_FOR)

    def check(self) -> None:
        """Go on; to the end when the day is over. The past teaches nothing."""
        if self.session.looking_back or self.session.seat != LUFTWAFFE:
            return
        if self.session.is_over and not self.is_last:
            self.place_ = len(STEPS) - 1
            self.show_step()
        else:
            super().check()

    def _looked(self, _: str) -> None:
        self.check()

    def _do(self) -> None:
        DONE_FOR[self.step.code](self.subject)
        self.check()

    def _refused(self, seat: str, order: Any) -> Refused | None:
        """Return why the plan may not be sealed, or the turn not end, yet."""
        if seat != LUFTWAFFE or not isinstance(order, Done | Seal):
            return None
        if self.reads:
            return Refused("desk_lessons.first_raid.held.read")
        early = STEPS.index(self.step) < next(i for i, step in enumerate(STEPS) if step.code == "seal")
        return Refused("desk_lessons.planning.held.seal") if early and not self.subject.sealed else None

    def stop(self) -> None:
        if not self.isHidden():
            self.session.gate = None
            self.planner.stepping.disconnect(self.check)
            self.planner.selected.disconnect(self._looked)
            if self.subject.forecast is not None:
                self.subject.forecast.hold.clicked.disconnect(self.check)
        super().stop()
