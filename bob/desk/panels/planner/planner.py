"""The planning room: the raids along the clock, the form of the chosen one, its route, its profile, its faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QMargins, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QCursor, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QMenu,
    QPushButton,
    QSplitter,
    QTableWidget,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from bob.core.hexes import Hex
from bob.day.rules.in_flight import ALOFT
from bob.day.rules.raid_goals import first_aim
from bob.day.state.orders import DropRaid, Recall
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import Common, LuftwaffeView
from bob.day.telling.period_names import code_word
from bob.day.telling.sentences import refusal
from bob.day.telling.target_notes import bombers_line
from bob.desk.base.settings import Settings
from bob.desk.base.theme.enter_key import ENTER
from bob.desk.base.theme.flow import HighEnough, Tall, WholeText, WrappedRow
from bob.desk.base.theme.theme import kind
from bob.desk.map.route import RouteOverlay, WayPoint
from bob.desk.panels.planner.bars import RaidBar
from bob.desk.panels.planner.complaints import Complaints
from bob.desk.panels.planner.forces import Forces
from bob.desk.panels.planner.form import RaidForm
from bob.desk.panels.planner.gantt import Gantt
from bob.desk.panels.planner.menus import fill_plan_menu, fill_radio_menu
from bob.desk.panels.planner.new_raid import NewRaidBox
from bob.desk.panels.planner.orders import BOMBING_TYPES, TARGET_TYPES
from bob.desk.panels.planner.profile import Profile
from bob.desk.panels.planner.route import RouteTable, arrivals
from bob.desk.panels.planner.spots import spot_menu, targets_at
from bob.desk.panels.planner.timetable import Timetable
from bob.desk.panels.planner.units import UnitsTable
from bob.desk.panels.planner.whole import PlanChanges
from bob.desk.session.session import DeskSession
from bob.staff.advice.planning.back_timing import RaidTimes
from bob.staff.advice.planning.forces_rows import ForcesAsked, tasks
from bob.staff.advice.planning.radio_calls import radio_text
from bob.staff.advice.planning.route_survey import RDF, survey

TABS = ("raid", "units", "route", "timetable")
_BANDS = (0, 2, 4, 6, 8, 10, 14, 18, 22)
_REST = 200
"""Milliseconds between two bands of RDF coverage that are computed in advance."""


class Planner(PlanChanges):
    """The Luftwaffe's plan. `overlay` draws the route; `selected` and `select` carry a raid's code; `forces` is shown beside the plan."""

    hex_asked = Signal(object)
    """Show this hex on the map."""
    forces_asked = Signal()
    """Show the order of battle."""
    stepping = Signal()
    """The steps to undo or redo have changed."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(session, settings, parent)
        self.overlay = RouteOverlay(self)
        self._bars: dict[RaidPlan, tuple[RaidTimes | None, int | None, int]] = {}
        self.prepare()
        kind(self, "panel")
        self._build()
        self._warm = QTimer(self)
        self._cold = [(name, angels) for angels in _BANDS for name in RDF]
        self._warm.timeout.connect(self._warm_up)
        self._connect()
        self.retranslate()

    def _build(self) -> None:
        self.gantt = Gantt(self.settings)
        self.new, self.copy, self.drop, self.revert, self.recall, self.all = (QPushButton() for _ in range(6))
        self.radio, self.more = QToolButton(), QToolButton()
        for button in (self.radio, self.more):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
            button.setMenu(QMenu(button))
            button.menu().setToolTipsVisible(True)
        self.more.menu().aboutToShow.connect(lambda: fill_plan_menu(self, self.more.menu()))
        self.forces = Forces(self.session.world, self.settings, self.names)
        self.forces.called = self._called
        self.form = RaidForm(self.session, self.settings, self.names)
        self.units = UnitsTable(self.session, self.settings, self.names)
        self.route = RouteTable(self.settings, self.names)
        self.timetable = Timetable(self.settings, self.names)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        for widget in (self.form, self.units, self.route, self.timetable):
            self.tabs.addTab(widget, "")
        self.profile = Profile(self.settings, self.names)
        self.complaints = Complaints(self.settings, self.names)
        self.title = QLabel()
        self.exposure = WholeText()
        kind(self.exposure, "caption")
        self.put, self.seal = QPushButton(), QPushButton()
        kind(self.seal, "primary")
        self.summary = QLabel()
        self.summary.setWordWrap(True)
        self.none = QLabel()
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        kind(self.none, "quiet")
        self.title.setWordWrap(True)
        line = WrappedRow(QMargins(8, 4, 8, 2), 4)
        line.add_wide(self.title, round(390 * self.settings.scale))
        line.add(self.new, self.copy, self.drop, self.recall, self.radio, self.more)
        lower = HighEnough()
        kind(lower, "panel")
        column = QVBoxLayout(lower)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(line)
        column.addWidget(self.tabs, 3)
        column.addWidget(self.exposure)
        column.addWidget(self.profile, 6)
        column.addWidget(self.complaints, 1)
        self.exposure.setContentsMargins(8, 0, 8, 0)
        self.complaints.setMinimumHeight(46)
        foot = QFrame()
        below = QVBoxLayout(foot)
        below.setContentsMargins(8, 4, 8, 6)
        below.setSpacing(4)
        below.addWidget(self.summary)
        last = WrappedRow(QMargins(), 6)
        last.add_wide(QWidget())
        last.add(self.revert, self.put, self.all, self.seal)
        below.addWidget(last)
        self.splitter = QSplitter(Qt.Orientation.Vertical)
        self.splitter.addWidget(self.gantt)
        self.splitter.addWidget(lower)
        self.splitter.setStretchFactor(0, 2)
        self.splitter.setStretchFactor(1, 3)
        self.splitter.setSizes([230, 650])
        self.splitter.setChildrenCollapsible(False)
        self.foot = foot
        self.tall = Tall(self.splitter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.tall, 1)
        layout.addWidget(foot)
        layout.addWidget(self.none, 1)
        self.setFocusProxy(self.gantt)

    def _connect(self) -> None:
        self.gantt.chosen.connect(self._chosen)
        self.gantt.moved.connect(self.shift)
        self.gantt.dropped.connect(lambda code, units: self.add_units(units, code))
        self.form.wanted.connect(lambda turn, hold: self.be_there(turn, hold=hold))
        self.units.asked.connect(self.forces_asked)
        self.forces.added.connect(self.add_units)
        self.forces.stale.connect(self._forces)
        self.new.clicked.connect(self.ask_new)
        self.all.clicked.connect(self.put_all)
        for editor in (self.form, self.units, self.route):
            editor.edited.connect(self.edit)
        self.complaints.mended.connect(self.edit)
        self.complaints.asked.connect(self.go_to)
        self.route.chosen.connect(self.overlay.choose)
        self.overlay.selected.connect(self.route.choose)
        self.overlay.moved.connect(self.move_point)
        self.overlay.dragged.connect(self.drag_point)
        self.overlay.added.connect(self.add_point)
        self.overlay.removed.connect(self.remove_point)
        self.overlay.asked.connect(self._spot)
        self.overlay.ended.connect(self.end_drawing)
        self.profile.turn_chosen.connect(self.hex_asked)
        self.copy.clicked.connect(self.duplicate)
        self.drop.clicked.connect(self.strike)
        self.recall.clicked.connect(self.call_back)
        self.revert.clicked.connect(self.forget)
        self.put.clicked.connect(self.put_on_plan)
        self.seal.clicked.connect(self.seal_plan)
        self.session.changed.connect(self.refresh)
        self.settings.language_changed.connect(self.retranslate)
        self.settings.theme_changed.connect(self.restyle)
        self.settings.text_size_changed.connect(self.restyle)

    def refresh(self) -> None:
        """Show the plan of the current view."""
        view = self.view()
        self.tall.setVisible(view is not None)
        self.foot.setVisible(view is not None)
        self.none.setVisible(view is None)
        if view is None:
            self.clear()
            return
        if not self._taken:
            self._taken = True
            self._take_drafts()
            self._warm.start(_REST)
        self.names.learn(view)
        if not self.lies_open(view):
            self.drafts.clear()
            self.held.clear()
            self.steps.clear()
            self.put_aside()
        self.drafts = {c: p for c, p in self.drafts.items() if all(r.plan != p for r in view.raids)}
        raids = self.raids(view)
        if self.code not in raids:
            self.code = next(iter(raids), None)
        self._show(view)

    def clear(self) -> None:
        """Forget everything that another seat must not see, in hidden widgets too."""
        if not self._taken:
            return
        self.drafts, self.code, self.survey, self.remarks, self._taken = {}, None, None, [], False
        self.held, self.drawing = {}, None
        self.steps.clear()
        self.put_aside()
        self.forces.clear()
        self.more.menu().clear()
        self._bars.clear()
        self.overlay.set_route(())
        self.overlay.set_ghosts(())
        self.gantt.raids.clear()
        self.form.clear()
        self.units.clear()
        self.route.clear()
        self.timetable.table.setRowCount(0)
        self.profile.show_survey(None, None)
        self.complaints.clear()
        for label in (self.title, self.exposure, self.summary):
            label.setText("")
        for button in (self.put, self.recall, self.radio):
            button.setToolTip("")
        self.radio.menu().clear()

    def _show(self, view: LuftwaffeView) -> None:
        self.sealing = False
        plan = self.plan()
        posted = self.session.rules.posted(view)
        self.survey = survey(self.session.world, posted, plan, view.head_wind) if plan is not None else None
        self.remarks = self._remarks(view, plan) if plan is not None else []
        self._gantt(view)
        self._editors(view, plan, posted)
        self._route(view.common)
        self._forces()
        self.profile.show_survey(self.survey, view.common)
        flown = plan is not None and self.survey is not None and bool(self.survey.turns)
        self.exposure.setText(self.profile.summary() if flown else "")
        self.complaints.setMinimumHeight(round((118 if self.remarks else 46) * self.settings.scale))
        bench = self._bench(view, plan) if plan is not None and self.editing else None
        self.complaints.show_faults(
            plan if self.lies_open(view) and not self._sealed(view, self.code or "") else None,
            self.remarks,
            bench,
            self._check,
            view.common,
        )
        self._buttons(view, plan)

    def _gantt(self, view: LuftwaffeView) -> None:
        posted = self.session.rules.posted(view)
        bars = []
        for code, raid in self.raids(view).items():
            plan = self.drafts.get(code) or (raid.plan if raid is not None else None)
            assert plan is not None
            if plan not in self._bars:
                steps = self._steps(plan, posted)
                end = self._span(view, plan)[1] if steps else plan.form_turn + 4
                self._bars[plan] = (self.times_of(view, plan), next((s.turn for s in steps if s.at_target), None), end)
                if len(self._bars) > 400:
                    self._bars.pop(next(iter(self._bars)))
            clock, bombs, end = self._bars[plan]
            late = raid.form_turn - plan.form_turn if raid is not None and raid.state != "planned" else 0
            faults = len(self.faults) if code == self.code else 0
            bars.append(
                RaidBar(
                    code,
                    self.title_of(raid, plan),
                    plan.type,
                    raid.state if raid is not None else "planned",
                    plan.form_turn + late,
                    bombs + late if bombs is not None else None,
                    end + late,
                    code in self.drafts,
                    faults,
                    clock.later(late) if clock is not None else None,
                    self.planning and not self._sealed(view, code),
                    code in self.held,
                )
            )
        self.gantt.show_raids(bars, view.common, self.code)

    def _editors(self, view: LuftwaffeView, plan: RaidPlan | None, posted: Mapping[str, Any]) -> None:
        for editor in (self.form, self.units, self.route):
            editor.setEnabled(plan is not None and self.editing)
        self.route.hint.setVisible(self.editing)
        self.timetable.show_survey(self.survey, view.common)
        if plan is None:
            self.title.setText("")
            return
        raids = self.raids(view)
        others = [(self.title_of(r, r.plan), code) for code, r in raids.items() if r is not None and code != plan.code]
        self.title.setText(f"<b>{self.title_of(raids.get(plan.code), plan)}</b> · {code_word(self.settings.words, 'type', plan.type)}")
        raid = raids.get(plan.code)
        self.form.show_plan(
            plan,
            view,
            others,
            new=raid is None,
            title=self.title_of(raid, plan),
            times=self.times_of(view, plan),
            held=plan.code in self.held,
        )
        self.units.show_plan(plan, posted, self.survey, self._fault_units())
        self._tab_marks()
        self.route.show_plan(plan, self.survey, view.common, self._fault_rows())

    def _called(self, code: str) -> str:
        """Return the title of a raid, by its code."""
        view = self.view()
        raid = view.raid(code) if view is not None else None
        plan = self.drafts.get(code) or (raid.plan if raid is not None else None)
        return self.title_of(raid, plan) if plan is not None else code

    def _forces(self) -> None:
        """Update the order of battle for the chosen raid, while it is visible."""
        view = self.view()
        if view is None or not self.forces.isVisible():
            return
        posted, plan = self.session.rules.posted(view), self.plan()
        drawn = [(p, self._bars[p][0] if p in self._bars else None) for p in self.drawn_beside(view, None)]
        patrols = [[u.unit for u in box] for box in view.patrols]
        asked = ForcesAsked()
        if plan is not None:
            way = self.survey.way if self.survey is not None else ()
            at = self.survey.target if self.survey is not None else None
            goal = way[at][0] if at is not None else plan.route[-1].hex if plan.route and first_aim(plan) is None else None
            asked = ForcesAsked(plan, self.times_of(view, plan), goal, frozenset(self._busy(view, plan)))
        title = self._called(plan.code) if plan is not None else ""
        self.forces.show_forces(posted, tasks(drawn, patrols), asked, view.common, title, editing=self.editing)

    def _route(self, common: Common) -> None:
        drawn, plan = self.survey, self.plan()
        if drawn is None or plan is None:
            self.overlay.set_route(())
            self.overlay.set_ghosts(())
            return
        times, faults = arrivals(drawn, common), self._fault_rows()
        form = WayPoint(plan.form_at, plan.form_angels, times.get(0, common.time_of(plan.form_turn)), faults.get(0, ""), not self.editing)
        shown = [form]
        for i, (h, angels) in enumerate(drawn.way, 1):
            shown.append(WayPoint(h, angels, times.get(i, ""), faults.get(i, ""), i == self.target_row or not self.editing))
        self.overlay.stands = not self.editing
        draws = self.overlay.drawing = self.editing and self.drawing is not None and self.drawing.code == plan.code
        self.overlay.tail = len(plan.route) if draws and plan.route != self.drawing_from else 0 if draws else -1
        hint = "draw_bombs" if plan.type in BOMBING_TYPES else "draw_look" if plan.type in TARGET_TYPES else "draw"
        self.overlay.hint = self.settings.words(f"desk_planner.{hint}") if draws else ""
        self.overlay.set_route(shown, self.target_row, plan)
        at = {p.hex for p in shown}
        self.overlay.set_ghosts([(t.hex, common.time_of(t.turn)) for t in drawn.turns if t.hex not in at])

    def say(self, text: str, *, warning: bool = False) -> None:
        if self.sealing:
            self.seal.setText(self.settings.words("desk_planner.seal_now"))
        self.summary.setText(("✕ " if warning else "") + text)
        self.summary.setVisible(bool(text))
        kind(self.summary, "warning" if warning else "quiet")
        self.summary.style().unpolish(self.summary)
        self.summary.style().polish(self.summary)

    def _buttons(self, view: LuftwaffeView, plan: RaidPlan | None) -> None:
        words, planning, open_now = self.settings.words, self.planning, self.lies_open(view)
        raid = self.raids(view).get(self.code) if self.code is not None else None
        changed = self.code in self.drafts
        for button in (self.new, self.copy, self.drop, self.put, self.revert, self.seal, self.more):
            button.setVisible(open_now)
            button.setEnabled(planning)
        self.all.setVisible(open_now and len(self.drafts) > 1)
        self.all.setEnabled(planning)
        self.all.setText(words("desk_planner.button.all", count=len(self.drafts)))
        self.copy.setEnabled(planning and plan is not None)
        drop = self.session.check(self.session.hand, DropRaid(self.code)) if raid is not None and self.code is not None else None
        self.drop.setEnabled(planning and plan is not None and drop is None)
        self.drop.setToolTip(refusal(words, drop, self.names) if drop is not None else words("desk_planner.button_tip.drop"))
        self.copy.setText(words("desk_planner.button.again" if view.plan_open else "desk_planner.button.copy"))
        self.copy.setToolTip(words("desk_planner.button_tip.again" if view.plan_open else "desk_planner.button_tip.copy"))
        self.revert.setEnabled(planning and changed and raid is not None)
        self.put.setEnabled(planning and changed and not self.faults)
        self.put.setToolTip(words("desk_planner.put_faults", count=len(self.faults)) if self.faults else words("desk_planner.put_tip"))
        up = raid is not None and raid.state in ALOFT
        self.recall.setVisible(view.common.phase != "planning" and (up or not open_now))
        refused = self.session.check(self.session.hand, Recall(self.code)) if self.code is not None else None
        self.recall.setEnabled(refused is None and self.code is not None)
        self.recall.setToolTip(refusal(words, refused, self.names) if refused is not None else words("desk_planner.recall_tip"))
        fill_radio_menu(self, self.radio.menu(), view, raid)
        self.radio.setVisible(bool(self.radio.menu().actions()))
        self.radio.setEnabled(any(action.isEnabled() for action in self.radio.menu().actions()))
        self.radio.setToolTip((radio_text(words, view, raid) if raid is not None else "") or words("desk_planner.button_tip.radio"))
        self.seal.setText(words("desk_planner.hour" if view.plan_open else "desk_planner.seal"))
        on_plan = words("desk_planner.hour_open" if view.plan_open else "desk_planner.all_on_plan")
        radio = radio_text(words, view, raid) if raid is not None else ""
        if radio or not open_now:
            self.say(radio)
        elif view.plan_open and self._sealed(view, self.code or ""):
            over = raid is not None and raid.state == "ended"
            self.say(words("desk_planner.raid_over" if over else "desk_planner.sealed_raid"))
        else:
            drawn = words("desk_planner.drafts", count=len(self.drafts)) if self.drafts else on_plan
            self.say(f"{drawn} {bombers_line(words, self.session.world, view)}".rstrip())

    def offered(self, h: Hex, plan: RaidPlan) -> bool:
        """Offer the targets of a hex that was clicked while drawing; whether there are any."""
        if not targets_at(self, h):
            return False
        self._spot(h, QCursor.pos())
        return True

    def _spot(self, h: Hex, at: QPoint) -> None:
        plan = self.plan()
        if plan is not None and self.editing:
            menu = spot_menu(self, h, plan, self)
            menu.aboutToHide.connect(menu.deleteLater)
            menu.popup(at)

    def ask_new(self) -> None:
        """Ask for kind, goal and time of a new raid; draw it up, or let the player draw an empty one on the map."""
        if not self.planning:
            return
        box = NewRaidBox(self, self)
        if box.exec() == NewRaidBox.DialogCode.Accepted:
            if box.empty is not None:
                self.begin(box.empty)
            elif box.drawn is not None:
                self.take_drawn(box.drawn)
            self.gantt.setFocus()
        box.deleteLater()

    def stepped(self) -> None:
        self.stepping.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of the list of raids: begin a new one; strike, copy or paste the chosen one."""
        if self.gantt.hasFocus() and self.planning:
            if event.matches(QKeySequence.StandardKey.Copy):
                self.copy_raid()
            elif event.matches(QKeySequence.StandardKey.Paste):
                self.paste_raid()
            elif event.key() == Qt.Key.Key_Insert:
                self.ask_new()
            elif event.key() == Qt.Key.Key_Delete:
                if self.drop.isEnabled():
                    self.strike()
            elif event.key() in ENTER and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                if self.put.isEnabled():
                    self.put_on_plan()
            else:
                super().keyPressEvent(event)
            return
        super().keyPressEvent(event)

    def _chosen(self, code: str) -> None:
        self.code = code
        view = self.view()
        if view is not None:
            self._show(view)
        self.selected.emit(code)

    def select(self, code: str) -> None:
        """Choose a raid from elsewhere. Emits nothing."""
        view = self.view()
        if view is not None and code in self.raids(view) and code != self.code:
            self.code = code
            self._show(view)

    def go_to(self, place: str) -> None:
        """Show where a fault is."""
        head, _, name = place.partition(":")
        if head == "unit":
            self.tabs.setCurrentWidget(self.units)
            plan = self.plan()
            row = next((i for i, u in enumerate(plan.units) if u.unit == name), -1) if plan is not None else -1
            self.units.table.setCurrentCell(row, 0)
        elif head == "leg":
            self.tabs.setCurrentWidget(self.route)
            self.route.choose(int(name) + 1)
            self.overlay.choose(int(name) + 1)
        else:
            self.tabs.setCurrentWidget(self.form)
            {"primary": self.form.primary, "secondary": self.form.secondary}.get(head, self.form.form_at).setFocus()

    def _warm_up(self) -> None:
        """Work one band of the chain's coverage out, so that dragging never waits for it."""
        if not self._cold or self.view() is None:
            self._warm.stop()
            return
        self.session.world.seeing(*self._cold.pop())

    def _tab_marks(self) -> None:
        """Mark the tabs that contain faults with a cross."""
        words = self.settings.words
        places = {fault.place.partition(":")[0] for fault in self.faults}
        wrong = {"units": "unit" in places, "route": "leg" in places, "raid": bool(places & {"form", "primary", "secondary"})}
        for i, name in enumerate(TABS):
            text = words(f"desk_planner.tab.{name}")
            self.tabs.setTabText(i, f"✕ {text}" if wrong.get(name) else text)

    def begun(self, plan: RaidPlan) -> None:
        """A new raid was begun: show its form."""
        self.tabs.setCurrentWidget(self.form)

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        self._tab_marks()
        buttons = (
            ("new", self.new),
            ("copy", self.copy),
            ("drop", self.drop),
            ("revert", self.revert),
            ("put", self.put),
            ("recall", self.recall),
            ("radio", self.radio),
            ("more", self.more),
        )
        for name, button in buttons:
            button.setText(words(f"desk_planner.button.{name}"))
            button.setToolTip(words(f"desk_planner.button_tip.{name}"))
        self.none.setText(words("desk_planner.none"))
        self.all.setToolTip(words("desk_planner.button_tip.all"))
        self.form.retranslate()
        self.units.retranslate()
        self.route.retranslate()
        self.timetable.retranslate()
        self.restyle()

    def restyle(self) -> None:
        """Theme or text size has changed."""
        self.tabs.setMinimumHeight(round(226 * self.settings.scale))
        self.gantt.setMinimumHeight(round(104 * self.settings.scale))
        self.gantt.restyle()
        self.units.retranslate()
        self.route.retranslate()
        self.refresh()
        self.profile.fit()
        self.profile.update()


def tables(planner: Planner) -> list[QTableWidget]:
    """Return the tables of the form, for checks of their words."""
    return [planner.units.table, planner.route.table, planner.timetable.table]
