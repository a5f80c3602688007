"""The units of a raid in a table; more are taken from the order of battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHeaderView, QPushButton, QTableWidget, QTableWidgetItem, QToolButton, QVBoxLayout, QWidget

from bob.data.units import Posting
from bob.day.state.raid_plan import PlannedUnit, RaidPlan
from bob.day.telling.period_names import Names, code_word
from bob.desk.base.settings import Settings
from bob.desk.base.theme.theme import kind
from bob.desk.panels.planner.fields import AngelsBox, CountBox
from bob.desk.session.session import DeskSession
from bob.staff.advice.planning.plan_edits import ROLES, with_changed_unit, without_unit
from bob.staff.advice.planning.route_survey import Survey


class EditTable(QTableWidget):
    """A table of widgets; Delete asks to take the current row out."""

    deleted = Signal(int)

    def __init__(self, columns: int, parent: QWidget | None = None) -> None:
        super().__init__(0, columns, parent)
        self.verticalHeader().hide()
        self.setShowGrid(False)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableWidget.SelectionMode.SingleSelection)
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.currentRow() >= 0:
            self.deleted.emit(self.currentRow())
            return
        super().keyPressEvent(event)

    def empty(self) -> None:
        """Take all rows out, and their widgets at once, so that nothing of them can be found."""
        for row in range(self.rowCount()):
            for column in range(self.columnCount()):
                widget = self.cellWidget(row, column)
                if widget is not None:
                    self.removeCellWidget(row, column)
                    widget.setParent(None)
                    widget.deleteLater()
        self.setRowCount(0)

    def put(self, row: int, column: int, text: str, tip: str = "", *, right: bool = False) -> None:
        """A cell of text."""
        item = self.item(row, column)
        if item is None:
            item = QTableWidgetItem()
            self.setItem(row, column, item)
        item.setText(text)
        item.setToolTip(tip or text)
        item.setTextAlignment((Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft) | Qt.AlignmentFlag.AlignVCenter)

    def sizes(self, scale: float, stretch: int, widths: Mapping[int, int]) -> None:
        """Set the widths of the columns; one takes the rest."""
        head = self.horizontalHeader()
        head.setMinimumSectionSize(20)
        self.verticalHeader().setDefaultSectionSize(round(30 * scale))
        for column in range(self.columnCount()):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch if column == stretch else QHeaderView.ResizeMode.Fixed)
            if column in widths:
                self.setColumnWidth(column, round(widths[column] * scale))

    def cross(self, tip: str) -> QToolButton:
        """A button that takes a row out."""
        button = QToolButton()
        button.setText("✕")
        kind(button, "small")
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return button


class UnitsTable(QWidget):
    """The units of a raid. Emits `edited` with the new plan, `asked` when more units are wanted."""

    edited = Signal(object)
    asked = Signal()

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = names
        self.plan: RaidPlan | None = None
        self._posted: Mapping[str, Posting] = {}
        self._form: tuple[Any, ...] = ()
        self.table = EditTable(7)
        self.add = QPushButton()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.add)
        self.table.deleted.connect(self._drop)
        self.add.clicked.connect(self.asked.emit)

    def show_plan(self, plan: RaidPlan, posted: Mapping[str, Posting], survey: Survey | None, faults: Mapping[str, str]) -> None:
        """Show a plan's units; `faults` are the faults by unit."""
        self.plan, self._posted = plan, posted
        form = (plan.type, tuple(u.unit for u in plan.units), self.settings.language)
        if form != self._form:
            self._form = form
            self._build(plan)
        spare = {f.unit: f.spare for f in survey.fuel} if survey is not None else {}
        for row, unit in enumerate(plan.units):
            self._fill(row, unit, spare.get(unit.unit), faults.get(unit.unit, ""))

    def clear(self) -> None:
        """Forget all."""
        self.plan, self._form = None, ()
        self.table.empty()

    def _build(self, plan: RaidPlan) -> None:
        words = self.settings.words
        self.table.empty()
        self.table.setRowCount(len(plan.units))
        for row in range(len(plan.units)):
            role = QComboBox()
            role.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            for name in dict.fromkeys((*ROLES[plan.type], plan.units[row].role)):
                role.addItem(code_word(words, "role", name), name)
            role.activated.connect(lambda _, row=row, box=role: self._change(row, role=box.currentData()))
            many, angels = CountBox(), AngelsBox()
            many.changed_by_hand.connect(lambda value, row=row: self._change(row, aircraft=value))
            angels.changed_by_hand.connect(lambda value, row=row: self._change(row, angels=value))
            cross = self.table.cross(words("desk_planner.take_out"))
            cross.clicked.connect(lambda _=False, row=row: self._drop(row))
            for column, widget in ((2, role), (3, many), (4, angels), (6, cross)):
                if column < 6:
                    widget.setAccessibleName(words.label(plan.units[row].unit, words(f"desk_planner.unit_column.{column}")))
                self.table.setCellWidget(row, column, widget)

    def _fill(self, row: int, unit: PlannedUnit, spare: int | None, fault: str) -> None:
        words = self.settings.words
        posting = self._posted.get(unit.unit)
        world = self.session.world
        name = world.types[posting.aircraft].name if posting is not None else "?"
        tip = f"{unit.unit} · {name}"
        if posting is not None:
            tip += f" · {posting.station} · {words('desk_planner.strength', strength=posting.strength)}"
        self.table.put(row, 0, f"✕ {unit.unit}" if fault else unit.unit, fault or tip)
        self.table.put(row, 1, name, tip)
        role, many, angels = (self.table.cellWidget(row, column) for column in (2, 3, 4))
        assert isinstance(role, QComboBox) and isinstance(many, CountBox) and isinstance(angels, AngelsBox)
        role.setCurrentIndex(max(0, role.findData(unit.role)))
        many.put(unit.aircraft)
        many.setToolTip(words("desk_planner.strength", strength=posting.strength) if posting is not None else "")
        angels.put(unit.angels)
        text = "" if spare is None else f"+{spare}" if spare >= 0 else f"−{-spare}"
        self.table.put(row, 5, text, words("desk_planner.spare_tip"), right=True)

    def _change(self, row: int, **values: object) -> None:
        if self.plan is not None and row < len(self.plan.units):
            made = with_changed_unit(self.plan, row, **values)
            if made != self.plan:
                self.edited.emit(made)

    def _drop(self, row: int) -> None:
        if self.plan is not None and row < len(self.plan.units):
            self.edited.emit(without_unit(self.plan, self.plan.units[row].unit))

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        self._form = ()
        self.table.setHorizontalHeaderLabels([words(f"desk_planner.unit_column.{i}") for i in range(6)] + [""])
        self.table.setAccessibleName(words("desk_planner.tab.units"))
        self.add.setText(words("desk_planner.add_units"))
        self.add.setToolTip(words("desk_planner.add_units_tip"))
        self.table.sizes(self.settings.scale, 0, {1: 84, 2: 118, 3: 58, 4: 58, 5: 42, 6: 30})
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Hide the type when there is little width: the unit's tooltip has it."""
        self.table.setColumnHidden(1, self.width() < 500 * self.settings.scale)
