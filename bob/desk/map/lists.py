"""All that is on the map as a table that can be sorted, searched and read aloud: plots, squadrons, raids, fields of the view."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHBoxLayout, QLineEdit, QTableView, QVBoxLayout, QWidget

from bob.core.text import plain
from bob.day.rules.raid_goals import first_aim
from bob.day.state.view import LuftwaffeView, RafView, RefereeView
from bob.day.telling.period_names import Names, code_word
from bob.day.telling.plot_figures import joined, known_height, known_kinds, known_strength
from bob.desk.base.settings import Settings
from bob.desk.base.theme.columns import Columns
from bob.desk.base.theme.theme import kind
from bob.desk.session.session import DeskSession
from bob.staff.advice.fighter_command.squadron_people import SquadronPeople, introduced
from bob.staff.advice.fighter_command.tote_rows import doing, labels
from bob.words import Words

COLUMNS = ("kind", "name", "place", "angels", "strength", "state", "course", "age", "who")
_WIDTHS = (78, 120, 190, 60, 74, 120, 150, 60, 420)
"""Pixels at 100 per cent; the place takes the rest."""
_DROPPED = tuple(COLUMNS.index(name) for name in ("who", "age", "kind", "state", "angels", "course"))
"""The columns that give way when the list is narrow, the least worth first."""
KINDS = ("plot", "squadron", "raid", "patrol", "convoy", "field")
_Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
SortRole = int(Qt.ItemDataRole.UserRole)
ThingRole = SortRole + 1


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing on the map. `cells` are its texts, `order` the values to sort by, in the order of the columns; `key` chooses it."""

    what: str
    key: str
    cells: tuple[str, ...]
    order: tuple[Any, ...]


def things(view: Any, words: Words, names: Names, people: Mapping[str, SquadronPeople] | None = None) -> list[Thing]:
    """Return everything in a view; squadrons with their pilots."""
    if isinstance(view, RefereeView):
        return [*things(view.raf, words, names, people), *things(view.luftwaffe, words, names)]
    if isinstance(view, RafView):
        return [
            *_plots(view, words, names),
            *_squadrons(view, words, names, people or {}),
            *_convoys(view, words, names),
            *_fields(view, words),
        ]
    return [*_raids(view, words, names), *_sightings(view, words, names)] if isinstance(view, LuftwaffeView) else []


def _thing(words: Words, what: str, key: str, cells: list[str], order: list[Any], who: str = "") -> Thing:
    return Thing(what, key, (words(f"desk_tote.list.{what}"), *cells, who), (KINDS.index(what), *order, who))


def _plots(view: RafView, words: Words, names: Names) -> list[Thing]:
    found = []
    for t in view.tracks:
        if t.faded or t.level <= 0:
            continue
        last = t.last
        state = words("desk_tote.list.level", level=t.level, source=last.source if last.source not in ("observer_corps", "tally") else
                      words(f"log.source.{last.source}"))  # fmt: skip
        course = words("desk_tote.list.course", degrees=bearing(t.course)) if t.course and any(t.course) else "?"
        course = joined(known_kinds(words, t.plots), course)
        found.append(
            _thing(
                words, "plot", str(t.number),
                [t.label, names.at(words, last.hex.label), known_height(t.plots), known_strength(t.plots), state, course,
                 words("desk_tote.list.minutes", minutes=5 * t.age)],
                [t.number, last.hex.label, last.angels if last.angels is not None else -1, last.strength or -1, t.level, course, t.age],
            )
        )  # fmt: skip
    return found


def bearing(step: tuple[float, float]) -> int:
    """The course of a step in hexes, in degrees from north."""
    import math

    q, r = step
    x, y = q * math.sqrt(3) / 2, r + q / 2
    return round(math.degrees(math.atan2(x, -y))) % 360


def _squadrons(view: RafView, words: Words, names: Names, people: Mapping[str, SquadronPeople]) -> list[Thing]:
    """Every squadron, those that are no more among them."""
    tracks = labels(view)
    found = []
    for s in view.squadrons:
        flying = s.box == "airborne"
        head = s.unit.split()[0]
        place = names.at(words, s.hex.label) if flying else s.station
        now = doing(words, s, tracks)
        age = words("desk_tote.list.minutes", minutes=5 * s.turns_to_next) if s.turns_to_next is not None else ""
        found.append(
            _thing(
                words, "squadron", s.unit,
                [s.unit, place, str(s.angels) if flying else "", str(s.strength), code_word(words, "box", s.box), now, age],
                [int(head) if head.isdigit() else 9999, place, s.angels, s.strength, s.box, now, s.turns_to_next or 0],
                introduced(words, people[s.unit]) if s.unit in people else "",
            )
        )  # fmt: skip
    return found


def _fields(view: RafView, words: Words) -> list[Thing]:
    return [
        _thing(
            words, "field", f.place,
            [f.place, f.place, "", words("desk_tote.list.capacity", open=max(0, f.capacity - f.damage - f.used), capacity=f.capacity),
             words("desk_tote.list.damage", damage=f.damage) if f.damage else "", "", ""],
            [f.place, f.place, 0, f.capacity - f.damage - f.used, f.damage, "", 0],
        )
        for f in view.fields
    ]  # fmt: skip


def _convoys(view: RafView, words: Words, names: Names) -> list[Thing]:
    return [
        _thing(
            words, "convoy", c.code,
            [names.convoy(words, c.code), names.at(words, c.hex.label), "", f"{c.ships - c.sunk}/{c.ships}",
             words(f"ops.convoy.{c.state}"), words("desk_tote.list.course", degrees=c.course), ""],
            [c.code, c.hex.label, 0, c.ships - c.sunk, c.state, c.course, 0],
        )
        for c in view.convoys
    ]  # fmt: skip


def _sightings(view: LuftwaffeView, words: Words, names: Names) -> list[Thing]:
    return [
        _thing(
            words, "convoy", str(c.number),
            [words("log.part.sighted", number=c.number), names.at(words, c.hex.label), "", f"~{c.ships}", "",
             words("desk_tote.list.course", degrees=c.course), words("desk_tote.list.minutes", minutes=5 * (view.turn - c.turn))],
            [c.number, c.hex.label, 0, c.ships, "", c.course, view.turn - c.turn],
        )
        for c in view.convoys
    ]  # fmt: skip


def _raids(view: LuftwaffeView, words: Words, names: Names) -> list[Thing]:
    found = []
    for r in view.raids:
        up = r.state not in ("planned", "ended")
        strength = sum(u.strength for u in r.units) if r.units else sum(u.aircraft for u in r.plan.units)
        at = r.hex if up else r.plan.form_at
        angels = r.angels if up else r.plan.form_angels
        against = first_aim(r.plan)
        target = names.target(words, against) if against else code_word(words, "type", r.plan.type)
        wait = words("desk_tote.list.minutes", minutes=5 * max(0, r.form_turn - view.common.turn)) if r.state == "planned" else ""
        name = words.of(names.titles.get(r.code, r.title)) or names.raid(words, r.plan.code)
        found.append(
            _thing(
                words, "raid", r.plan.code,
                [name, names.at(words, at.label) if r.state != "ended" else "", str(angels), str(strength),
                 code_word(words, "state", r.state), target, wait],
                [name, at.label, angels, strength, r.state, target, r.form_turn],
            )
        )  # fmt: skip
    for number, box in enumerate(view.patrols, 1):
        if box:
            strength = sum(u.strength for u in box)
            units = ", ".join(u.unit for u in box)
            name = words("desk_tote.list.box", number=number)
            found.append(
                _thing(words, "patrol", str(number), [name, units, "", str(strength), "", "", ""], [number, units, 0, strength, "", "", 0])
            )
    return found


class ThingsModel(QAbstractTableModel):
    """The things as a model; sorts by `SortRole`."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.things: list[Thing] = []

    def show(self, found: list[Thing]) -> None:
        """Show other things; the selection stays where the same rows are."""
        if [(t.what, t.key) for t in found] == [(t.what, t.key) for t in self.things]:
            self.things = found
            if found:
                self.dataChanged.emit(self.index(0, 0), self.index(len(found) - 1, len(COLUMNS) - 1))
            return
        self.beginResetModel()
        self.things = found
        self.endResetModel()

    def rowCount(self, parent: _Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.things)

    def columnCount(self, parent: _Index = _NONE) -> int:
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.settings.words(f"desk_tote.list_column.{COLUMNS[section]}")
        return None

    def data(self, index: _Index, role: int = 0) -> Any:
        if not index.isValid():
            return None
        found = self.things[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return found.cells[index.column()]
        if role == SortRole:
            return found.order[index.column()]
        if role == ThingRole:
            return found
        if role == Qt.ItemDataRole.TextAlignmentRole and COLUMNS[index.column()] in ("angels", "strength"):
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            words = self.settings.words
            return "\n".join(words.label(self.headerData(i, Qt.Orientation.Horizontal), cell) for i, cell in enumerate(found.cells) if cell)
        return None


class _Sorted(QSortFilterProxyModel):
    """Sorts by the value of a cell; numbers before words."""

    wanted = ""
    text = ""

    def want(self, what: str, text: str) -> None:
        """Show one kind, or all, with a piece of text in it."""
        self.beginResetModel()
        self.wanted, self.text = what, plain(text)
        self.endResetModel()

    def lessThan(self, left: _Index, right: _Index) -> bool:
        a, b = left.data(SortRole), right.data(SortRole)
        if type(a) is type(b):
            return bool(a < b)
        return isinstance(a, int) and not isinstance(b, int)

    def filterAcceptsRow(self, row: int, parent: _Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, ThingsModel)
        found = model.things[row]
        return (not self.wanted or found.what == self.wanted) and (not self.text or any(self.text in plain(cell) for cell in found.cells))


class Lists(QWidget):
    """The map's content as a table. Emits `selected(what, key)`: a plot's number, a squadron's name, a raid's code, a field."""

    selected = Signal(str, str)
    menu_asked = Signal(str, str, object)
    """The menu of a thing: its kind, its key, the place on the screen."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = Names(session.world.theatre)
        self.model = ThingsModel(settings, self)
        self.sorted = _Sorted(self)
        self.sorted.setSourceModel(self.model)
        self._quiet = False
        kind(self, "panel")
        self.kinds = QComboBox()
        self.kinds.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.table = QTableView(self)  # first of all: Tab enters a panel at its focus proxy, and goes on from there
        self.table.setModel(self.sorted)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setAlternatingRowColors(True)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.columns = Columns("lists", self.table, settings, COLUMNS, _DROPPED, COLUMNS.index("name"))
        self.columns.changed.connect(self._widths)
        self.table.viewport().installEventFilter(self)
        self.table.verticalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        line = QHBoxLayout()
        line.setContentsMargins(8, 6, 8, 4)
        line.addWidget(self.kinds)
        line.addWidget(self.search, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(line)
        layout.addWidget(self.table, 1)
        self.setFocusProxy(self.table)
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.kinds.activated.connect(lambda _: self._want())
        self.search.textChanged.connect(lambda _: self._want())
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._chosen())
        session.changed.connect(self.refresh)
        settings.language_changed.connect(self.retranslate)
        settings.text_size_changed.connect(self.restyle)
        settings.theme_changed.connect(self.restyle)
        self.retranslate()
        self.restyle()

    def refresh(self) -> None:
        """Show the view of the seat at the screen."""
        view = self.session.view(self.session.seat)
        self.names.learn(view)
        chosen = self.chosen()
        self.model.show(things(view, self.settings.words, self.names, self.session.people()))
        if chosen is not None:
            self.select(*chosen)

    def chosen(self) -> tuple[str, str] | None:
        """The kind and key of the chosen row."""
        rows = self.table.selectionModel().selectedRows()
        found = rows[0].data(ThingRole) if rows else None
        return (found.what, found.key) if isinstance(found, Thing) else None

    def select(self, what: str, key: str) -> None:
        """Choose a thing from elsewhere. Emits nothing."""
        for row in range(self.sorted.rowCount()):
            index = self.sorted.index(row, 0)
            found = index.data(ThingRole)
            if isinstance(found, Thing) and (found.what, found.key) == (what, key):
                self._quiet = True
                flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
                self.table.selectionModel().setCurrentIndex(index, flags)
                self._quiet = False
                self.table.scrollTo(index)
                return

    def _chosen(self) -> None:
        found = self.chosen()
        if found is not None and not self._quiet:
            self.selected.emit(*found)

    def _menu(self, at: QPoint) -> None:
        """Show the menu of the row there; by key, of the chosen row."""
        index = self.table.indexAt(at)
        found = index.data(ThingRole) if index.isValid() else None
        what, key = (found.what, found.key) if isinstance(found, Thing) else self.chosen() or ("", "")
        if what:
            self.menu_asked.emit(what, key, self.table.viewport().mapToGlobal(at))

    def _want(self) -> None:
        self.sorted.want(str(self.kinds.currentData() or ""), self.search.text())

    def left(self) -> tuple[int, str, int, Qt.SortOrder]:
        """Return the current list, search and order, to restore them later."""
        head = self.table.horizontalHeader()
        return self.kinds.currentIndex(), self.search.text(), head.sortIndicatorSection(), head.sortIndicatorOrder()

    def take_up(self, left: tuple[int, str, int, Qt.SortOrder] | None) -> None:
        """Restore a list, search and order; None shows all."""
        kind, search, column, order = left or (0, "", 0, Qt.SortOrder.AscendingOrder)
        self.kinds.setCurrentIndex(kind)
        self.search.setText(search)
        self._want()
        self.table.sortByColumn(column, order)

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        at = max(0, self.kinds.currentIndex())
        self.kinds.clear()
        self.kinds.addItem(words("desk_tote.list.all"), "")
        for what in KINDS:
            self.kinds.addItem(words(f"desk_tote.list_kinds.{what}"), what)
        self.kinds.setCurrentIndex(at)
        self.kinds.setAccessibleName(words("desk_tote.list.which"))
        self.search.setPlaceholderText(words("desk_tote.list.search"))
        self.search.setAccessibleName(words("desk_tote.list.search"))
        self.table.setAccessibleName(words("desk_tote.list.title"))
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        self.refresh()

    def restyle(self) -> None:
        """Text size or theme has changed."""
        self.table.verticalHeader().setDefaultSectionSize(round(25 * self.settings.scale))
        self._widths()

    def _widths(self) -> None:
        """Fit the columns to their contents; some give way when the list is narrow, and the place takes the rest."""
        scale = self.settings.scale
        widths = {i: width * scale for i, width in enumerate(_WIDTHS)}
        room = self.table.viewport().width()
        hidden = self.columns.hidden(widths, room)
        spare = room - sum(width for i, width in widths.items() if i not in hidden)
        for i, width in widths.items():
            self.table.setColumnHidden(i, i in hidden)
            more = max(0.0, spare) if COLUMNS[i] == "place" else 0.0
            self.table.setColumnWidth(i, round(width + more))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._widths()
        return False
