"""The order of battle beside the planning table: searched by filters, several units taken at once, dragged onto a raid or added.

A click chooses and never adds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QEvent, QMargins, QMimeData, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from bob.data.units import Posting
from bob.day.state.view import Common
from bob.day.state.world import World
from bob.day.telling.period_names import Names, code_word
from bob.desk.base.settings import Settings
from bob.desk.base.theme.enter_key import ENTER
from bob.desk.base.theme.flow import Tall, WrappedRow
from bob.desk.base.theme.theme import kind
from bob.desk.panels.planner.dragged import UNITS, in_hand
from bob.staff.advice.planning.forces_rows import ALL, KINDS, USES, ForceFilter, ForcesAsked, PostedRow, UnitTask, rows

COLUMNS = ("unit", "aircraft", "ready", "base", "fleet", "doing")
_WIDTHS = {0: 104, 1: 84, 2: 48, 3: 136, 4: 40}
_AT_FIRST = ForceFilter(use="free")
"""The first filter shows free units."""
_Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()


class ForcesModel(QAbstractTableModel):
    """The units shown, sorted by a column or by their distance. `cells` returns the words of a row."""

    def __init__(self, cells: Callable[[PostedRow], Sequence[str]], tip: Callable[[PostedRow], str], parent: QObject) -> None:
        super().__init__(parent)
        self.cells, self.tip = cells, tip
        self.heads: Sequence[str] = [""] * len(COLUMNS)
        self.shown: list[PostedRow] = []
        self._texts: list[Sequence[str]] = []
        self._by, self._falling = -1, False

    def show(self, found: Sequence[PostedRow]) -> None:
        """Show these units."""
        self.beginResetModel()
        self.shown = list(found)
        self._order()
        self.endResetModel()

    def _order(self) -> None:
        if self._by >= 0:
            self.shown.sort(key=self._key, reverse=self._falling)
        self._texts = [self.cells(row) for row in self.shown]

    def _key(self, row: PostedRow) -> Any:
        by = COLUMNS[self._by]
        if by == "ready":
            return row.posting.strength, row.posting.unit
        if by == "base":
            return row.hexes, row.posting.station
        return self.cells(row)[self._by]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.beginResetModel()
        self._by, self._falling = column, order == Qt.SortOrder.DescendingOrder
        self._order()
        self.endResetModel()

    def rowCount(self, parent: _Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.shown)

    def columnCount(self, parent: _Index = _NONE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.heads[section]
        return None

    def data(self, index: _Index, role: int = 0) -> Any:
        if not index.isValid():
            return None
        row = self.shown[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts[index.row()][index.column()]
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.tip(row)
        if role == Qt.ItemDataRole.TextAlignmentRole and COLUMNS[index.column()] in ("ready", "fleet"):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    def flags(self, index: _Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsDragEnabled

    def mimeTypes(self) -> list[str]:
        return [UNITS]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        return in_hand(dict.fromkeys(self.shown[i.row()].posting.unit for i in indexes))


class _List(QTableView):
    """The units. Enter asks for those chosen to be added, while it is `open` to that."""

    added = Signal()
    open = False

    def event(self, event: QEvent) -> bool:
        """Keep Enter from the window, which would continue the day."""
        if self.open and event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _is_enter(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_enter(event):
            self.added.emit()
            return
        super().keyPressEvent(event)


def _is_enter(event: QKeyEvent) -> bool:
    return event.key() in ENTER and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier


class Forces(QWidget):
    """The order of battle. Emits `added` with the units to fly with the chosen raid, `stale` when it is shown again."""

    added = Signal(object)
    stale = Signal()

    def __init__(self, world: World, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.world, self.settings, self.names = world, settings, names
        self.common: Common | None = None
        self.called: Callable[[str], str] = lambda code: names.raid(settings.words, code)
        """Returns the name of a raid; may be replaced by a better source."""
        self.rows: list[PostedRow] = []
        self._raid = ""
        self._editing = False
        kind(self, "panel")
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.boxes: dict[str, QComboBox] = {name: QComboBox() for name in ("fleet", "kind", "use", "base")}
        self.reach = QCheckBox()
        self.count = QLabel()
        kind(self.count, "quiet")
        self.add = QPushButton()
        kind(self.add, "primary")
        self.model = ForcesModel(self._cells, self._tip, self)
        self.list = _List()
        self.list.setModel(self.model)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setDragEnabled(True)
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.list.setShowGrid(False)
        self.list.setTabKeyNavigation(False)
        self.list.setAlternatingRowColors(True)
        self.list.verticalHeader().hide()
        self.list.setSortingEnabled(True)
        self.list.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.list.horizontalHeader().setSortIndicatorClearable(True)
        above = WrappedRow(QMargins(6, 4, 6, 2), 4)
        above.add_wide(self.search, round(150 * settings.scale))
        above.add(*self.boxes.values(), self.reach)
        below = WrappedRow(QMargins(6, 2, 6, 4), 6)
        below.add_wide(self.count, round(120 * settings.scale))
        below.add(self.add)
        inner = QWidget()
        kind(inner, "panel")
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(above)
        layout.addWidget(self.list, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(Tall(inner), 1)
        whole.addWidget(below)
        self.setFocusProxy(self.search)
        self.search.textChanged.connect(lambda _: self._sift())
        self.search.returnPressed.connect(self._to_list)
        for name, box in self.boxes.items():
            policy = QComboBox.SizeAdjustPolicy
            box.setSizeAdjustPolicy(policy.AdjustToMinimumContentsLengthWithIcon if name == "base" else policy.AdjustToContents)
            box.currentIndexChanged.connect(lambda _: self._sift())
        self.reach.toggled.connect(lambda _: self._sift())
        self.list.selectionModel().selectionChanged.connect(lambda *_: self._chosen())
        self.list.added.connect(self._add)
        self.add.clicked.connect(self._add)
        settings.language_changed.connect(self.retranslate)
        settings.text_size_changed.connect(self.retranslate)
        self.retranslate()
        self.take_up(None)

    # ---- view

    def show_forces(
        self,
        posted: Mapping[str, Posting],
        drawn: Mapping[str, Sequence[UnitTask]],
        asked: ForcesAsked,
        common: Common,
        raid: str,
        *,
        editing: bool,
    ) -> None:
        """Show the order of battle for a raid, which is called so and may be changed while `editing`."""
        self.common, self._raid, self._editing = common, raid, editing
        self.rows = rows(self.world, posted, drawn, asked)
        bases = sorted({row.posting.station for row in self.rows})
        if bases != [self.boxes["base"].itemData(i) for i in range(1, self.boxes["base"].count())]:
            self._fill("base", [(name, name) for name in bases])
        fleets = sorted({row.fleet for row in self.rows})
        if fleets != [self.boxes["fleet"].itemData(i) for i in range(1, self.boxes["fleet"].count())]:
            self._fill("fleet", [(self.settings.words("desk_planner.forces.fleet", number=number), number) for number in fleets])
        self._sift()

    def clear(self) -> None:
        """Forget all."""
        self.common, self.rows, self._raid, self._editing = None, [], "", False
        self.take_up(None)
        for name in ("base", "fleet"):
            self._fill(name, [])
        self._sift()

    def left(self) -> ForceFilter:
        """Return the current filter, to restore it later."""
        return self.filter

    def take_up(self, asked: ForceFilter | None) -> None:
        """Restore a filter; None is the first filter."""
        asked = asked or _AT_FIRST
        self.search.setText(asked.search)
        for name, box in self.boxes.items():
            box.setCurrentIndex(max(0, box.findData(getattr(asked, name))))
        self.reach.setChecked(asked.in_range)

    @property
    def filter(self) -> ForceFilter:
        """The current filter."""
        picked = {name: box.currentData() or ALL for name, box in self.boxes.items()}
        return ForceFilter(self.search.text(), picked["fleet"], picked["kind"], picked["base"], picked["use"], self.reach.isChecked())

    def _sift(self) -> None:
        asked, chosen = self.filter, set(self.units())
        found = [row for row in self.rows if asked.takes(row, self._aircraft(row))]
        if [self._row_key(row) for row in found] != [self._row_key(row) for row in self.model.shown] or not self.model.shown:
            self.model.show(found)
            self._choose(chosen)
        hidden = sum(replace(asked, use=ALL).takes(row, self._aircraft(row)) for row in self.rows) if not found and asked.use != ALL else 0
        words = self.settings.words
        if hidden:
            self.count.setText(words("desk_planner.forces.hidden", hidden=hidden, use=self.boxes["use"].currentText()))
        else:
            self.count.setText(words("desk_planner.forces.count", count=len(found), of=len(self.rows)))
        self._chosen()

    def _row_key(self, row: PostedRow) -> Any:
        return row, self.settings.language

    def _choose(self, units: set[str]) -> None:
        model = self.list.selectionModel()
        for i, row in enumerate(self.model.shown):
            if row.posting.unit in units:
                model.select(self.model.index(i, 0), model.SelectionFlag.Select | model.SelectionFlag.Rows)

    def units(self) -> list[str]:
        """The units chosen."""
        return [self.model.shown[i.row()].posting.unit for i in self.list.selectionModel().selectedRows()]

    def _chosen(self) -> None:
        words = self.settings.words
        units = self.units()
        if not self._raid:
            self.add.setText(words("desk_planner.forces.no_raid"))
        else:
            self.add.setText(words("desk_planner.forces.add", count=len(units), raid=self._raid))
        self.list.open = self._editing and bool(self._raid)
        self.add.setEnabled(bool(units) and self._editing and bool(self._raid))
        self.add.setToolTip(words("desk_planner.forces.add_tip"))

    def _to_list(self) -> None:
        """Enter in the search goes to the list, the first unit chosen; it adds nothing."""
        self.list.setFocus()
        if self.model.shown and not self.units():
            self.list.selectRow(0)

    def _add(self) -> None:
        units = self.units()
        if units and self.add.isEnabled():
            self.list.clearSelection()
            self.added.emit(units)

    def minimumSizeHint(self) -> QSize:
        """Return a small size: the contents scroll."""
        return QSize(round(200 * self.settings.scale), round(96 * self.settings.scale))

    def _make_less(self) -> None:
        """Hide the filters of fields and Luftflotten when there is little height: the search finds them, too."""
        low = self.height() < 230 * self.settings.scale
        for name in ("fleet", "base"):
            self.boxes[name].setVisible(not low or self.boxes[name].currentIndex() > 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()
        self._make_less()

    def _make_room(self) -> None:
        """Hide the column of the Luftflotte, then of the field, when there is little width: the tooltip and the filters have them."""
        self.list.setColumnHidden(COLUMNS.index("fleet"), self.width() < 640 * self.settings.scale)
        self.list.setColumnHidden(COLUMNS.index("base"), self.width() < 470 * self.settings.scale)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.stale.emit()

    # ---- words

    def _aircraft(self, row: PostedRow) -> str:
        return self.world.types[row.posting.aircraft].name

    def _task(self, task: UnitTask) -> str:
        words, common = self.settings.words, self.common
        if task.box:
            return words("desk_planner.forces.patrol", box=task.box)
        role, raid = code_word(words, "role", task.role), self.called(task.raid)
        if task.first is None or task.last is None or common is None:
            return words("desk_planner.forces.task", role=role, raid=raid)
        first, last = common.time_of(task.first), common.time_of(task.last)
        return words("desk_planner.forces.timed", role=role, raid=raid, first=first, last=last)

    def _cells(self, row: PostedRow) -> tuple[str, ...]:
        words, p = self.settings.words, row.posting
        base = words("desk_planner.forces.base", base=p.station, hexes=row.hexes) if self._raid else p.station
        doing = words.separated(self._task(task) for task in row.tasks)
        if not p.operational:
            doing = words("desk_planner.forces.resting")
        mark = "✓ " if row.aboard else ""
        return f"{mark}{p.unit}", self._aircraft(row), str(p.strength), base, row.fleet, doing

    def _tip(self, row: PostedRow) -> str:
        words, p = self.settings.words, row.posting
        parts = [f"{p.unit} · {self._aircraft(row)} · {words('desk_planner.strength', strength=p.strength)}"]
        parts.append(words("desk_planner.forces.at", base=p.station, number=row.fleet))
        if self._raid:
            parts.append(words("desk_planner.forces.from_form", hexes=row.hexes))
        parts += [self._task(task) for task in row.tasks]
        if row.aboard:
            parts.append(words("desk_planner.forces.aboard"))
        elif row.busy:
            parts.append(words("desk_planner.busy"))
        if row.reaches is not None:
            parts.append(words("desk_planner.forces.reaches" if row.reaches else "desk_planner.forces.too_far"))
        return "\n".join(parts)

    def _fill(self, name: str, entries: Sequence[tuple[str, str]]) -> None:
        """Fill one of the lists to filter by; the chosen entry stays chosen."""
        box = self.boxes[name]
        before = box.currentData()
        box.blockSignals(True)
        box.clear()
        box.addItem(self.settings.words(f"desk_planner.forces.any_{name}"), ALL)
        for text, value in entries:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(before)))
        box.blockSignals(False)

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words, scale = self.settings.words, self.settings.scale
        self.setAccessibleName(words("desk.dock.forces"))
        self.list.setAccessibleName(words("desk.dock.forces"))
        self.search.setPlaceholderText(words("desk_planner.forces.search"))
        self.search.setAccessibleName(words("desk_planner.forces.search"))
        self.reach.setText(words("desk_planner.forces.in_range"))
        self.reach.setToolTip(words("desk_planner.forces.in_range_tip"))
        for name, box in self.boxes.items():
            box.setAccessibleName(words(f"desk_planner.forces.any_{name}"))
        self.boxes["base"].setMinimumContentsLength(len(words("desk_planner.forces.any_base")))
        self._fill("kind", [(words(f"desk_planner.forces.kind.{name}"), name) for name in KINDS])
        self._fill("use", [(words(f"desk_planner.forces.use.{name}"), name) for name in USES])
        fleets = sorted({row.fleet for row in self.rows})
        self._fill("fleet", [(words("desk_planner.forces.fleet", number=number), number) for number in fleets])
        self._fill("base", [(name, name) for name in sorted({row.posting.station for row in self.rows})])
        self.model.heads = [words(f"desk_planner.forces.column.{name}") for name in COLUMNS]
        self.list.verticalHeader().setDefaultSectionSize(round(24 * scale))
        self.list.setMinimumHeight(round(84 * scale))
        head = self.list.horizontalHeader()
        head.setMinimumSectionSize(20)
        for column in range(len(COLUMNS)):
            fixed = column in _WIDTHS
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive if fixed else QHeaderView.ResizeMode.Stretch)
            if fixed:
                self.list.setColumnWidth(column, round(_WIDTHS[column] * scale))
        self._make_room()
        self.model.show(self.model.shown)
        self._sift()
