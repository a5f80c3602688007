"""Actions on the plan: change a draft, begin one, put it on the plan, strike, recall, seal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal

from bob.core.errors import BobError
from bob.core.hexes import Hex
from bob.day.rules.hourly_plan import flown_again
from bob.day.rules.planning import aimed
from bob.day.rules.raid_goals import sent_against
from bob.day.state.orders import DropRaid, PlanRaid, Recall, Seal
from bob.day.state.raid_plan import Leg, RaidPlan
from bob.day.state.view import LuftwaffeView
from bob.day.telling.sentences import refusal
from bob.desk.panels.planner.base import PlanWidget
from bob.desk.panels.planner.route import moved, point_index
from bob.desk.session.open_decisions import needs_preview, seal_text
from bob.staff.advice.planning.back_timing import over_at
from bob.staff.advice.planning.plan_edits import TEMPLATES, duplicate, once_more, template, with_point, without_point
from bob.staff.advice.planning.undo_steps import Desktop, PlanStep

BOMBING_TYPES = ("main", "dive_bombing", "low_level", "jabo")
"""The raids that bomb."""

TARGET_TYPES = (*BOMBING_TYPES, "reconnaissance")
"""The raids that have a target to be shown on the map."""

_LATER = 12
"""Turns from the formation of a raid to that of its copy."""

_STEP = 3
"""Turns between the formations that are tried for a raid that is flown again."""


class PlanOrders(PlanWidget):
    """Changes of the plan; a subclass that shows it implements `refresh`, `say` and `begun`."""

    selected = Signal(str)

    sealing = False
    _stepping = False
    drawing: RaidPlan | None = None
    """The template of the raid whose way out is being drawn on the map, click by click."""

    def refresh(self) -> None:
        """Refresh the plan."""

    def say(self, text: str, *, warning: bool = False) -> None:
        """Show the outcome of an order."""

    def begun(self, plan: RaidPlan) -> None:
        """Show the form of a new raid."""

    def offered(self, h: Hex, plan: RaidPlan) -> bool:
        """Offer the actions at a hex with targets; return whether there was an offer."""
        return False

    # ---- steps

    def _desktop(self) -> Desktop:
        return Desktop(dict(self.drafts), self.code, dict(self.held))

    def _order_count(self) -> int:
        """Return the number of orders given by the seat at the screen; orders of other seats do not matter to the planner."""
        seat = self.session.hand
        return sum(entry.order is not None and entry.seat == seat for entry in self.session.match.entries)

    @contextmanager
    def step(self, *key: object) -> Iterator[None]:
        """Make one step of the changes within; consecutive steps with the same key are one."""
        if self._stepping:
            yield
            return
        before, first = self._desktop(), self._order_count()
        self._stepping = True
        try:
            yield
        finally:
            self._stepping = False
        after, last = self._desktop(), self._order_count()
        if (before.drafts, before.held, first) != (after.drafts, after.held, last):
            self.steps.keep(PlanStep(before, after, first, last, key or None))
            self.stepped()

    def stepped(self) -> None:
        """A step was made, taken back or done again."""

    @property
    def may_undo(self) -> bool:
        """True when a step at the planning table can be undone now."""
        return self.planning and self.steps.to_undo(self._order_count()) is not None

    @property
    def may_redo(self) -> bool:
        """True when a step can be redone now."""
        return self.planning and self.steps.to_redo(self._order_count()) is not None

    def undo(self) -> None:
        """Undo the last step: its drawing and its orders."""
        step = self.steps.to_undo(self._order_count()) if self.planning else None
        if step is not None and self._walk(step.orders, self.session.undo):
            self.steps.back()
            self._stand(step.before)

    def redo(self) -> None:
        """Redo the step that was undone last."""
        step = self.steps.to_redo(self._order_count()) if self.planning else None
        if step is not None and self._walk(step.orders, self.session.redo):
            self.steps.again()
            self._stand(step.after)

    def _walk(self, count: int, do: Any) -> bool:
        """Take orders back, or give them again; whether that could be done."""
        try:
            for _ in range(count):
                do()
        except BobError as error:
            self.steps.clear()
            self.say(refusal(self.settings.words, error, self.names), warning=True)
            return False
        return True

    def _stand(self, at: Desktop) -> None:
        self.drawing = None
        self.drafts, self.code, self.held = dict(at.drafts), at.code, dict(at.held)
        self._keep_drafts()
        self.refresh()
        self.stepped()
        self.selected.emit(self.code or "")

    # ---- drafts

    def edit(self, plan: RaidPlan, *key: object) -> None:
        """Take a changed plan as the draft of the chosen raid; nothing is ordered yet. A held time over target is kept."""
        view = self.view()
        if view is None or not self.editing or self.code is None:
            return
        before = self.plan()
        with self.step(*key):
            if plan.convoy is not None:
                plan = aimed(self.session.world, view, plan)
            if before is not None and before.form_turn != plan.form_turn:
                self.held.pop(self.code, None)  # another time of formation was given
            elif self.code in self.held:
                plan = over_at(self.session.world, view, self.session.rules.posted(view), plan, self.held[self.code])
            if plan.code != self.code:
                if plan.code in self.raids(view) or not plan.code:
                    plan = replace(plan, code=self.code)
                else:
                    self.drafts.pop(self.code, None)
                    if self.code in self.held:
                        self.held[plan.code] = self.held.pop(self.code)
                    self.code = plan.code
            known = next((r.plan for r in view.raids if r.plan.code == plan.code), None)
            if plan == known:
                self.drafts.pop(plan.code, None)
            else:
                self.drafts[plan.code] = plan
        self._keep_drafts()
        self.refresh()

    def shift(self, code: str, turns: int) -> None:
        """Shift a raid `turns` later or, below 0, earlier; its held time is shifted too."""
        view = self.view()
        if view is None:
            return
        if code != self.code and code in self.raids(view):
            self.code = code
            self.selected.emit(code)
        plan = self.plan()
        if plan is None or not self.editing:
            self.refresh()
            return
        turn = max(1, min(view.common.turns, plan.form_turn + turns))
        held = self.held.get(code)
        with self.step("shift", code):
            self.edit(replace(plan, form_turn=turn))
            if held is not None:
                self.held[code] = held + turn - plan.form_turn
                self._keep_drafts()
        self.refresh()

    def be_there(self, turn: int, *, hold: bool = True) -> None:
        """The raid chosen is to be over its target in that turn; all else of its clock is reckoned backwards from it."""
        view, plan = self.view(), self.plan()
        if view is None or plan is None or not self.editing:
            return
        with self.step("there", plan.code):
            self.edit(over_at(self.session.world, view, self.session.rules.posted(view), plan, turn))
            if hold:
                self.held[plan.code] = turn
            else:
                self.held.pop(plan.code, None)
            self._keep_drafts()
        self.refresh()

    def begin(self, raid_type: str) -> None:
        """A new raid from a template."""
        view = self.view()
        if view is None or not self.planning:
            return
        found = next(t for t in TEMPLATES if t == raid_type)
        joins = None
        if found == "return_escort":
            joins = next((r.plan.code for r in view.raids if any(u.role == "bomber" for u in r.plan.units)), None)
        earliest = 6 if view.common.phase == "planning" else view.turn + int(self.session.world.figures["again"]["notice"])
        turn = min(view.common.turns, max(earliest, (self.plan() or template(self.session.world, found, 12, ())).form_turn))
        made = template(self.session.world, found, turn, self.raids(view), joins)
        self.drawing = made
        self._begin(made)

    def duplicate(self) -> None:
        """Draft the chosen raid once more, an hour later."""
        view, plan = self.view(), self.plan()
        if view is not None and plan is not None and self.planning:
            self.drawing = None
            self._begin(self._once_more(view, plan))

    def _once_more(self, view: LuftwaffeView, plan: RaidPlan) -> RaidPlan:
        """The same raid later, called after it: with all that it has, or on the hour with what its units can send by then, as soon as
        they can."""
        raids = self.raids(view)
        return replace(self._postponed(view, plan), code=once_more(self.title_of(raids.get(plan.code), plan), (*raids, *view.struck_codes)))

    def _postponed(self, view: LuftwaffeView, plan: RaidPlan) -> RaidPlan:
        if view.common.phase == "planning":
            return duplicate(plan, self.raids(view), _LATER, view.common.turns)
        earliest = view.turn + int(self.session.world.figures["again"]["notice"])
        found = [flown_again(self.session.world, view, plan, turn) for turn in range(earliest, view.common.turns + 1, _STEP)]
        made = next((again for again in found if again.units and not self.session.faults(again, self._others(view, again))), None)
        return made or (found or [flown_again(self.session.world, view, plan, view.common.turns)])[0]

    def _begin(self, plan: RaidPlan, there: int | None = None) -> None:
        with self.step():
            self.drafts[plan.code] = plan
            self.code = plan.code
            if there is not None:
                self.held[plan.code] = there
        self._keep_drafts()
        self.refresh()
        self.begun(plan)
        self.selected.emit(plan.code)

    def put_on_plan(self) -> None:
        """Order the raid as drawn."""
        plan = self.plan()
        if plan is None:
            return
        with self.step():
            put = self._play(PlanRaid(plan))
            if put:
                self.drafts.pop(plan.code, None)
        if put:
            self._keep_drafts()
            self.refresh()

    def strike(self) -> None:
        """Strike the raid chosen from the plan, or forget it when it never was there."""
        view = self.view()
        if view is None or self.code is None or not self.planning:
            return
        code = self.code
        with self.step():
            struck = self.raids(view).get(code) is None or self._play(DropRaid(code))
            if struck:
                self.drafts.pop(code, None)
                self.held.pop(code, None)
        if struck:
            self._keep_drafts()
            self.refresh()

    def forget(self) -> None:
        """Discard the draft and go back to the raid on the plan."""
        if self.code in self.drafts:
            with self.step():
                self.drafts.pop(self.code, None)
                self.held.pop(self.code, None)
            self._keep_drafts()
            self.refresh()

    def call_back(self) -> None:
        """Call the raid chosen home."""
        if self.code is not None:
            self.call(Recall(self.code))

    def call(self, order: Any) -> None:
        """Radio something to a raid."""
        self._play(order)

    def seal_plan(self) -> None:
        """Name at the first call the plan to be sealed; seal it at the second. An hour's order without changes is given at once."""
        view = self.view()
        if view is None or not self.planning:
            return
        refused = self.session.check(self.session.hand, Seal())
        if refused is not None:
            self.say(refusal(self.settings.words, refused, self.names), warning=True)
            return
        if not self.sealing and (self.drafts or needs_preview(view)):
            self.sealing = True
            self.say(seal_text(self.session.world, view, self.settings.words, len(self.drafts)), warning=bool(self.drafts))
            return
        self.drafts.clear()
        self.held.clear()
        self.steps.clear()
        self._keep_drafts()
        self._play(Seal())

    def _play(self, order: Any) -> bool:
        try:
            self.session.play(self.session.hand, order)
        except BobError as error:
            self.say(refusal(self.settings.words, error, self.names), warning=True)
            return False
        return True

    def drag_point(self, row: int, h: Hex) -> None:
        """Show the effect of the way-point that is being dragged."""
        self._moved(row, h, "point", row)

    def move_point(self, row: int, h: Hex) -> None:
        """Move a way-point to a hex, at the end of a drag."""
        self._moved(row, h, "point", row)
        self.steps.close()

    def _moved(self, row: int, h: Hex, *key: object) -> None:
        plan = self.plan()
        made = moved(plan, row, self.target_row, h) if plan is not None and self.editing else None
        if made is not None and made != plan:
            self.edit(made, *key)

    def add_point(self, row: int, h: Hex) -> None:
        """Add a way-point to the route, before that row."""
        plan = self.plan()
        if plan is None or not self.editing:
            return
        if self.drawing is not None:
            if not (plan.type in TARGET_TYPES and plan.primary is None and self.offered(h, plan)):
                self.draw_to(h)
            return
        target = self.target_row
        if row == target:
            self.edit(with_point(plan, h, len(plan.route)))
        else:
            home = target is not None and row > target
            self.edit(with_point(plan, h, max(0, point_index(row, target)), home=home))

    def draw_to(self, h: Hex) -> None:
        """Add a way-point at the end of the way out. The first one replaces those of the template."""
        plan = self.plan()
        if plan is None or not self.editing:
            return
        if self.drawing is not None and plan.route == self.drawing.route:
            plan = replace(plan, route=())
        self.edit(with_point(plan, h))

    def aim_at(self, target: str, *, second: bool = False) -> None:
        """Take a target for the raid chosen; a first one ends the drawing."""
        plan = self.plan()
        if plan is not None and self.editing:
            if not second:
                self.drawing = None
            self.edit(replace(plan, secondary=target) if second else sent_against(plan, target))

    def form_over(self, h: Hex) -> None:
        """Set the formation point of the chosen raid."""
        self._moved(0, h)

    @property
    def drawing_from(self) -> tuple[Leg, ...] | None:
        """The way out that the first click will replace."""
        return self.drawing.route if self.drawing is not None else None

    def end_drawing(self) -> None:
        """The way out is drawn."""
        self.drawing = None
        self.refresh()

    def remove_point(self, row: int) -> None:
        """Remove a way-point."""
        plan = self.plan()
        if plan is not None and self.editing and row > 0 and row != self.target_row:
            self.edit(without_point(plan, point_index(row, self.target_row)))
