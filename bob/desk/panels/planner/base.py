"""The knowledge of the planning room: the raids of the view, the drafts beside them, the busy units, the faults."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from bob.core.codec import CodecError, decode, encode
from bob.data.units import Posting
from bob.day.rules.planning import Fault, busy, span
from bob.day.rules.timetable import Step, legs, timetable, types_of
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import LuftwaffeView, RaidView, RefereeView
from bob.day.state.world import World
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import fault_text
from bob.desk.base.settings import Settings
from bob.desk.session.session import DeskSession
from bob.staff.advice.planning.back_timing import RaidTimes, times
from bob.staff.advice.planning.mending import Bench
from bob.staff.advice.planning.route_survey import Survey
from bob.staff.advice.planning.undo_steps import PlanSteps

DRAFTS = "plans"
"""The key of the drafts stored beside the record."""

HELD = "plan_times"
"""The key of the held times over target."""


class PlanWidget(QWidget):
    """A widget over the Luftwaffe's plan. `drafts` are changed plans by the code of the raid, `code` is the raid chosen, `held` the turns
    in which raids are to be over their targets whatever else of them is changed."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = Names(session.world.theatre)
        self.drafts: dict[str, RaidPlan] = {}
        self.code: str | None = None
        self.held: dict[str, int] = {}
        self.steps = PlanSteps()
        self.survey: Survey | None = None
        self.remarks: list[Fault] = []
        self._taken = False

    @property
    def faults(self) -> list[Fault]:
        """The remarks that forbid the plan."""
        return [remark for remark in self.remarks if remark.stage != "warning"]

    def view(self) -> LuftwaffeView | None:
        """The Luftwaffe's view, if the seat at the screen has it."""
        view = self.session.view(self.session.seat)
        found = view.luftwaffe if isinstance(view, RefereeView) else view
        return found if isinstance(found, LuftwaffeView) else None

    @staticmethod
    def lies_open(view: LuftwaffeView) -> bool:
        """Return whether the plan is drawn up, or changed on a full hour (OPS-C4.1)."""
        return view.common.phase == "planning" or view.plan_open

    @property
    def planning(self) -> bool:
        """True when the player at the screen may change the plan now."""
        view = self.view()
        return view is not None and self.lies_open(view) and self.session.live and view.seat == self.session.hand

    @property
    def editing(self) -> bool:
        """True when the chosen raid may be changed: of a sealed plan only raids added on this hour."""
        view = self.view()
        return self.planning and view is not None and (self.code is None or not self._sealed(view, self.code))

    @staticmethod
    def _sealed(view: LuftwaffeView, code: str) -> bool:
        """Return whether a raid is on the sealed plan."""
        raid = view.raid(code)
        return raid is not None and view.common.phase != "planning" and not (view.plan_open and raid.added == view.turn)

    def raids(self, view: LuftwaffeView) -> dict[str, RaidView | None]:
        """The raids on the plan by code, and the drafts of raids that are not (None)."""
        found: dict[str, RaidView | None] = {raid.plan.code: raid for raid in view.raids}
        for code in self.drafts:
            found.setdefault(code, None)
        return found

    def plan(self) -> RaidPlan | None:
        """The raid chosen, as drawn."""
        view = self.view()
        if view is None or self.code is None:
            return None
        raid = next((r for r in view.raids if r.plan.code == self.code), None)
        return self.drafts.get(self.code) or (raid.plan if raid is not None else None)

    def _remarks(self, view: LuftwaffeView, plan: RaidPlan) -> list[Fault]:
        return self.session.remarks(plan) if self.lies_open(view) and not self._sealed(view, plan.code) else []

    def _others(self, view: LuftwaffeView, plan: RaidPlan) -> list[RaidPlan]:
        return [r.plan for r in view.raids if r.plan.code != plan.code]

    def drawn_beside(self, view: LuftwaffeView, code: str | None) -> list[RaidPlan]:
        """All other raids as they are drawn: those on the plan, and the drafts of them and of new ones."""
        return [p for c, r in self.raids(view).items() if c != code and (p := self.drafts.get(c) or (r.plan if r is not None else None))]

    def _check(self, plan: RaidPlan) -> Sequence[Fault]:
        view = self.view()
        return self._remarks(view, plan) if view is not None else ()

    def _busy(self, view: LuftwaffeView, plan: RaidPlan) -> list[str]:
        """The units that other raids or the Channel patrols use while this one is out."""
        posted = self.session.rules.posted(view)
        drawn = self.survey is not None and self.survey.turns
        out = self._span(view, plan) if drawn else (plan.form_turn, plan.form_turn + 20)
        others = [other for other in self._others(view, plan) if _stands(self.session.world, posted, other)]
        return list(busy(self.session.world, view, plan.code, out, others))

    def _steps(self, plan: RaidPlan, posted: Mapping[str, Any]) -> list[Step]:
        """Return a plan turn by turn; nothing while a way-point is off the map."""
        world = self.session.world
        on_map = all(h in world.theatre.grounds for h in (plan.form_at, *(leg.hex for leg in legs(world, plan)[0])))
        view = self.view()
        wind = view.head_wind if view is not None else None
        return timetable(world, plan, types_of(world, posted, plan), wind) if on_map else []

    def times_of(self, view: LuftwaffeView, plan: RaidPlan) -> RaidTimes | None:
        """Return the times of a plan; None while unknown."""
        return times(self.session.world, view, self.session.rules.posted(view), plan)

    def _span(self, view: LuftwaffeView, plan: RaidPlan) -> tuple[int, int]:
        if not _stands(self.session.world, self.session.rules.posted(view), plan):
            return plan.form_turn, plan.form_turn
        return span(self.session.world, view, plan)

    def _bench(self, view: LuftwaffeView, plan: RaidPlan) -> Bench:
        posted = self.session.rules.posted(view)
        busy = frozenset(self._busy(view, plan))
        others = tuple(self._others(view, plan))
        return Bench(self.session.world, posted, busy, view.common.turns, others, view.common.skies, view.head_wind)

    def title_of(self, raid: RaidView | None, plan: RaidPlan) -> str:
        """Return the title of a raid."""
        if raid is not None and (title := self.settings.words.of(self.names.titles.get(raid.code, raid.title))):
            return title
        return self.names.title(self.settings.words, plan.code)

    @property
    def target_row(self) -> int | None:
        """The row of the target in the route, formation first."""
        found = self.survey
        return found.target + 1 if found is not None and found.target is not None else None

    def _fault_rows(self) -> dict[int, str]:
        """Faults by row of the route."""
        words = self.settings.words
        found: dict[int, str] = {}
        for fault in self.faults:
            row: int | None = 0 if fault.place == "form" else None
            if fault.place.startswith("leg:"):
                row = int(fault.place[4:]) + 1
            elif fault.place in ("primary", "secondary"):
                row = self.target_row
            if row is not None:
                found.setdefault(row, fault_text(words, fault, self.names))
        return found

    def _fault_units(self) -> dict[str, str]:
        """Return the faults by unit."""
        found: dict[str, str] = {}
        for fault in self.faults:
            head, _, name = fault.place.partition(":")
            if head == "unit":
                found.setdefault(name, fault_text(self.settings.words, fault, self.names))
        return found

    def _keep_drafts(self) -> None:
        self.session.put_draft(DRAFTS, {code: encode(plan) for code, plan in self.drafts.items()} or None)
        self.session.put_draft(HELD, dict(self.held) or None)

    def _take_drafts(self) -> None:
        if self.view() is None:
            return
        kept = self.session.draft(DRAFTS)
        for code, data in (kept if isinstance(kept, dict) else {}).items():
            try:
                plan: RaidPlan = decode(RaidPlan, data)
            except CodecError:
                continue
            self.drafts[str(code)] = plan
        held = self.session.draft(HELD)
        self.held = {str(code): turn for code, turn in (held if isinstance(held, dict) else {}).items() if isinstance(turn, int)}


def _stands(world: World, posted: Mapping[str, Posting], plan: RaidPlan) -> bool:
    """Return whether every known unit of a plan has a field on the far shore."""
    return all(posted[u.unit].station in world.far_fields for u in plan.units if u.unit in posted)
