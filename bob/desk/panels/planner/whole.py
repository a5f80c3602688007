"""Actions on the plan as a whole: raids from templates, copy and paste, an officer's proposal, files, putting all on the plan or
striking them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QApplication, QFileDialog

from bob.core.atomic_files import put_file
from bob.core.dice import Stream
from bob.core.errors import BobError
from bob.day.rules.planning import Fault, aimed
from bob.day.scenarios.plan_files import ENDING, plan_toml, plans_pasted, plans_read, raid_toml
from bob.day.state.orders import DropRaid, PlanRaid
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import LuftwaffeView
from bob.day.telling.sentences import refusal
from bob.desk.base.widgets.background import Background, TellsProgress
from bob.desk.panels.planner.orders import PlanOrders
from bob.staff.advice.planning.plan_edits import with_unit
from bob.staff.advice.planning.raid_templates import RaidTemplate, TemplateDesk, filled, shipped_templates
from bob.staff.raid_planner import PROFILES, DrawnRaid, another, draft


class PlanChanges(PlanOrders):
    """Changes of the whole plan."""

    def prepare(self) -> None:
        """Prepare the background work."""
        self.proposed = 0
        """The number of proposals so far: the officer varies them."""
        self._officer = Background(self)
        self._officer.ready.connect(self._proposal)
        self._whole = False

    def put_aside(self) -> None:
        """Cancel an officer's work."""
        self._officer.cancel()

    # ---- all of it

    def put_all(self) -> None:
        """Order every raid as it is drawn, those that others meet before those that meet them; raids with faults stay drafts."""
        view = self.view()
        if view is None or not self.planning:
            return
        first, left = self.code, 0
        with self.step():
            for code in sorted(self.drafts, key=lambda c: (self.drafts[c].joins is not None, self.drafts[c].form_turn, c)):
                if self.session.check(self.session.hand, PlanRaid(self.drafts[code])) is not None:
                    left += 1
                elif self._play(PlanRaid(self.drafts[code])):
                    self.drafts.pop(code, None)
        self.code = first
        self._keep_drafts()
        self.refresh()
        if left:
            self.say(self.settings.words("desk_planner.left_drafts", count=left), warning=True)

    def clear_plan(self) -> None:
        """Strike every raid that may be struck, and discard every draft."""
        view = self.view()
        if view is None or not self.planning:
            return
        with self.step():
            self._strike_all(view)
        self._keep_drafts()
        self.refresh()

    def _strike_all(self, view: LuftwaffeView) -> None:
        self.drafts.clear()
        self.held.clear()
        self.drawing = None
        for raid in sorted(view.raids, key=lambda r: (r.plan.joins is None, r.code)):
            order = DropRaid(raid.code)
            if self.session.check(self.session.hand, order) is None:
                self._play(order)

    # ---- templates

    def template_desk(self, view: LuftwaffeView) -> TemplateDesk:
        """Return the data for filling a template in: the Luftwaffe's own and nothing else."""
        words, new = self.settings.words, [plan for code, plan in self.drafts.items() if view.raid(code) is None]

        def check(plan: RaidPlan) -> Sequence[Fault]:
            others = [*self._others(view, plan), *(other for other in new if other.code != plan.code)]
            rules = self.session.rules
            return rules.faults(view, plan, others) or rules.warnings(view, plan, others)

        def looks(target: str) -> str:
            return words("desk_planner.spot.look", target=target)

        return TemplateDesk(self.session.world, view, self.session.rules.posted(view), tuple(self.raids(view)), check, looks)

    def begin_from(self, template: RaidTemplate, goal: str, there: int | None = None) -> None:
        """A new raid from a template, over its goal in that turn or as soon as may be."""
        view = self.view()
        if view is not None and self.planning:
            self.take_drawn(filled(self.template_desk(view), shipped_templates(self.session.world), template, goal, there))

    def take_drawn(self, plan: RaidPlan) -> None:
        """Take a raid that was drawn up as a draft; its time over target is held."""
        view = self.view()
        if view is None or not self.planning:
            return
        found = self.times_of(view, plan)
        self.drawing = None
        self._begin(plan, found.there if found is not None else None)

    # ---- units

    def add_units(self, units: Iterable[str], code: str | None = None) -> None:
        """Units more for the raid chosen, or for another, each in the role and at the height that fit it."""
        view = self.view()
        if view is None or not self.planning:
            return
        if code is not None and code != self.code and code in self.raids(view):
            self.code = code
            self.selected.emit(code)
        plan, posted = self.plan(), self.session.rules.posted(view)
        if plan is None or not self.editing:
            self.refresh()
            return
        there = {u.unit for u in plan.units}
        for unit in units:
            if unit in posted and unit not in there:
                plan = with_unit(self.session.world, posted, plan, unit)
                there.add(unit)
        self.edit(plan)

    # ---- copies

    def copy_raid(self) -> None:
        """Put the chosen raid on the clipboard, as the text of a plan's file."""
        view, plan = self.view(), self.plan()
        if view is not None and plan is not None:
            QApplication.clipboard().setText(raid_toml(self.session.world, view, plan))
            self.say(self.settings.words("desk_planner.copied", raid=self.title_of(view.raid(plan.code), plan)))

    def paste_raid(self) -> None:
        """Take the raids on the clipboard as drafts, under new names: raids copied here or from a file."""
        view = self.view()
        if view is None or not self.planning:
            return
        words = self.settings.words
        try:
            found = plans_pasted(self.session.world, view, QApplication.clipboard().text(), words("desk_planner.clipboard"))
        except BobError as error:
            self.say(refusal(words, error, self.names), warning=True)
            return
        self._take_in(view, found, again=True)

    def _take_in(self, view: LuftwaffeView, plans: Sequence[RaidPlan], *, again: bool = False) -> None:
        """Take plans as drafts; a plan whose name is in use replaces the plan of that name, or gets a new name."""
        taken, renamed = set(self.raids(view)), {}
        for plan in plans:
            fixed = plan.code in taken and (again or self._sealed(view, plan.code))
            renamed[plan.code] = _free_code(plan.code, taken) if fixed else plan.code
            taken.add(renamed[plan.code])
        with self.step():
            for plan in plans:
                made = replace(plan, code=renamed[plan.code], joins=renamed.get(plan.joins, plan.joins) if plan.joins else None)
                if made.convoy is not None:
                    made = aimed(self.session.world, view, made)
                known = view.raid(made.code)
                if known is None or known.plan != made:
                    self.drafts[made.code] = made
                self.held.pop(made.code, None)
                self.code = made.code
        self.drawing = None
        self._keep_drafts()
        self.refresh()
        self.selected.emit(self.code or "")

    # ---- files

    def save_plan(self) -> None:
        """Ask for a file and write the plan as it is drawn, drafts and all."""
        words = self.settings.words
        name, _ = QFileDialog.getSaveFileName(self, words("desk_planner.file.save"), str(self._folder() / "plan.toml"), self._kinds())
        if name:
            self.save_to(Path(name) if Path(name).suffix else Path(f"{name}{ENDING}"))

    def load_plan(self) -> None:
        """Ask for a file and take its raids as drafts."""
        name, _ = QFileDialog.getOpenFileName(self, self.settings.words("desk_planner.file.load"), str(self._folder()), self._kinds())
        if name:
            self.load_from(Path(name))

    def _folder(self) -> Path:
        return self.settings.games_folder

    def _kinds(self) -> str:
        return f"{self.settings.words('desk_planner.file.kind')} (*{ENDING})"

    def save_to(self, path: Path) -> None:
        """Write the plan as it is drawn."""
        view, words = self.view(), self.settings.words
        if view is None:
            return
        plans = self.drawn_beside(view, None)
        try:
            put_file(path, plan_toml(self.session.world, view, plans))
        except BobError as error:
            self.say(refusal(words, error, self.names), warning=True)
            return
        self.say(words("desk_planner.file.saved", count=len(plans), name=path.name))

    def load_from(self, path: Path) -> None:
        """Take the raids of a file as drafts; report a faulty file and change nothing."""
        view, words = self.view(), self.settings.words
        if view is None or not self.planning:
            return
        try:
            found = plans_read(self.session.world, view, path)
        except BobError as error:
            self.say(refusal(words, error, self.names), warning=True)
            return
        self._take_in(view, found)
        self.say(words("desk_planner.file.loaded", count=len(found), name=path.name))

    # ---- an officer's proposal

    @property
    def is_proposing(self) -> bool:
        """True while an officer works on a proposal."""
        return self._officer.busy

    def propose(self, name: str, *, whole: bool) -> None:
        """Let an officer draw up a whole plan in place of the current one, or one more raid. The officer knows only this seat's view."""
        view = self.view()
        if view is None or not self.planning or self._officer.busy:
            return
        self.proposed += 1
        self._whole = whole
        rules, profile, stream = self.session.rules, PROFILES[name], Stream.of(self.proposed, f"proposal/{name}")
        beside = self.drawn_beside(view, None)

        def think(tell: TellsProgress) -> list[DrawnRaid]:
            if whole:
                return draft(rules, view, profile, stream, tell)
            return another(rules, view, profile, stream, beside)

        self._officer.start(name, think)
        self.say(self.settings.words("desk_planner.proposing", officer=self.settings.words(f"staff.officer.{name}")))
        self.stepped()

    def _proposal(self, name: str, found: object) -> None:
        view, words = self.view(), self.settings.words
        self.stepped()
        if isinstance(found, BaseException):
            raise found
        if view is None or not self.planning or not isinstance(found, list):
            return
        officer = words(f"staff.officer.{name}")
        if not found:
            self.refresh()
            self.say(words("desk_planner.nothing_proposed", officer=officer), warning=True)
            return
        with self.step():
            if self._whole:
                self._strike_all(view)
            self._take_in(self.view() or view, [drawn.plan for drawn in found], again=not self._whole)
            self.code = next((code for code in self.raids(self.view() or view)), None) if self._whole else self.code
        self.refresh()
        self.say(words("desk_planner.proposed", officer=officer, count=len(found)))


def _free_code(code: str, taken: Iterable[str]) -> str:
    """A name like that which no raid has."""
    known = set(taken)
    stem, _, number = code.rpartition("_" if "_" in code else " ")
    base, join = (stem, "_" if "_" in code else " ") if stem and number.isdigit() else (code, "_" if "_" in code else " ")
    return next(made for n in range(2, 1000) if (made := f"{base[:36]}{join}{n}") not in known)
