"""The route of a raid in a table: formation, way-points, target and way home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from bob.day.state.raid_plan import Leg, RaidPlan
from bob.day.state.view import Common
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.theme.theme import kind
from bob.desk.panels.planner.fields import AngelsBox
from bob.desk.panels.planner.units import EditTable
from bob.staff.advice.planning.plan_edits import with_height, with_moved_point, without_point
from bob.staff.advice.planning.route_survey import Survey


class RouteTable(QWidget):
    """Formation, way-points, target and way home, with heights and times. Emits `edited`, and `chosen` with the point's index."""

    edited = Signal(object)
    chosen = Signal(int)

    def __init__(self, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.names = names
        self.plan: RaidPlan | None = None
        self._form: tuple[Any, ...] = ()
        self.table = EditTable(5)
        self.hint = QLabel()
        self.hint.setWordWrap(True)
        kind(self.hint, "caption")
        self.hint.setContentsMargins(8, 0, 8, 0)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.hint)
        self.table.deleted.connect(self._drop)
        self.table.currentCellChanged.connect(lambda row, *_: self.chosen.emit(row))

    def rows(self) -> list[tuple[str, Leg, int | None]]:
        """Return the rows of the table: a word for each point, the point, and its index among those that can be changed (-1 the
        formation)."""
        plan, words = self.plan, self.settings.words
        if plan is None:
            return []
        found: list[tuple[str, Leg, int | None]] = [(words("desk_planner.point.form"), Leg(plan.form_at, plan.form_angels), -1)]
        found += [(str(i + 1), leg, i) for i, leg in enumerate(plan.route)]
        if self._target is not None:
            found.append((words("desk_planner.point.target"), self._target, None))
        out = len(plan.route)
        found += [(words("desk_planner.point.home"), leg, out + i) for i, leg in enumerate(plan.home)]
        return found

    _target: Leg | None = None

    def show_plan(self, plan: RaidPlan, survey: Survey | None, common: Common, faults: Mapping[int, str]) -> None:
        """Show a plan's route; `faults` by row."""
        self.plan = plan
        at = survey.target if survey is not None else None
        self._target = Leg(*survey.way[at]) if survey is not None and at is not None else None
        rows = self.rows()
        form = (len(plan.route), self._target is not None, len(plan.home), self.settings.language)
        if form != self._form:
            self._form = form
            self._build(rows)
        times = arrivals(survey, common)
        for row, (name, leg, _) in enumerate(rows):
            place = self.names.at(self.settings.words, leg.hex.label)
            fault = faults.get(row, "")
            self.table.put(row, 0, f"✕ {name}" if fault else name, fault)
            self.table.put(row, 1, place, fault or place)
            self.table.put(row, 3, times.get(row, ""), right=True)
            angels = self.table.cellWidget(row, 2)
            if isinstance(angels, AngelsBox):
                angels.put(leg.angels)
            else:
                self.table.put(row, 2, str(leg.angels), right=True)

    def clear(self) -> None:
        """Forget all."""
        self.plan, self._form, self._target = None, (), None
        self.table.empty()

    def _build(self, rows: Sequence[tuple[str, Leg, int | None]]) -> None:
        words = self.settings.words
        self.table.empty()
        self.table.setRowCount(len(rows))
        for row, (name, _, index) in enumerate(rows):
            if index is None:
                continue
            angels = AngelsBox()
            angels.setAccessibleName(words.label(name, words("desk_planner.route_column.2")))
            angels.changed_by_hand.connect(lambda value, index=index: self._height(index, value))
            self.table.setCellWidget(row, 2, angels)
            if index >= 0:
                cross = self.table.cross(words("desk_planner.take_out"))
                cross.clicked.connect(lambda _=False, row=row: self._drop(row))
                self.table.setCellWidget(row, 4, cross)

    def _height(self, index: int, angels: int) -> None:
        if self.plan is not None:
            self.edited.emit(with_height(self.plan, index, angels))

    def _drop(self, row: int) -> None:
        rows = self.rows()
        index = rows[row][2] if row < len(rows) else None
        if self.plan is not None and index is not None and index >= 0:
            self.edited.emit(without_point(self.plan, index))

    def choose(self, row: int) -> None:
        """Choose a point from elsewhere."""
        if row != self.table.currentRow() and row < self.table.rowCount():
            self.table.blockSignals(True)
            self.table.setCurrentCell(row, 1) if row >= 0 else self.table.clearSelection()
            self.table.blockSignals(False)

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        self._form = ()
        self.table.setHorizontalHeaderLabels([words(f"desk_planner.route_column.{i}") for i in range(4)] + [""])
        self.table.setAccessibleName(words("desk_planner.tab.route"))
        self.hint.setText(words("desk_planner.route_hint"))
        self.table.sizes(self.settings.scale, 1, {0: 92, 2: 60, 3: 52, 4: 30})


def arrivals(survey: Survey | None, common: Common) -> dict[int, str]:
    """By row of the route (0 the formation) the time at which the raid is there."""
    if survey is None or not survey.turns:
        return {}
    found = {0: common.time_of(survey.turns[0].turn)}
    for turn in survey.turns[1:]:
        for leg in range(turn.leg):
            found.setdefault(leg + 1, common.time_of(turn.turn))
    return found


def moved(plan: RaidPlan, row: int, target_row: int | None, h: Any) -> RaidPlan | None:
    """The plan with the point of a row of the route elsewhere; None for the target, which does not move."""
    if row == target_row:
        return None
    return with_moved_point(plan, point_index(row, target_row), h)


def point_index(row: int, target_row: int | None) -> int:
    """The index of a row's point among those that can be changed, -1 for the formation."""
    return row - 1 - (1 if target_row is not None and row > target_row else 0)
