"""The tote as a model of Qt: Sectors, and in them squadrons, a column for each lamp and figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt

from bob.day.state.view import SquadronView
from bob.day.telling.period_names import Names, code_word
from bob.desk.base.settings import Settings
from bob.staff.advice.fighter_command.squadron_people import SquadronPeople
from bob.staff.advice.fighter_command.tote_rows import LAMPS, SectorRow, coming, describe, doing, number

MIME = "application/x-bob-squadron"
"""The type of a drag: the name of a squadron in UTF-8."""

_Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()


class ToteColumn(IntEnum):
    """The columns, from left to right."""

    UNIT = 0
    RELEASED = 1
    AVAILABLE = 2
    READY = 3
    AIRBORNE = 4
    LANDED = 5
    REARM_1 = 6
    REARM_2 = 7
    STRENGTH = 8
    ANGELS = 9
    FUEL = 10
    AMMO = 11
    RADIO = 12
    TYPE = 13
    BASE = 14
    COMMANDER = 15
    SIGN = 16
    KILLS = 17
    LOST = 18
    FATIGUE = 19
    DOING = 20


PEOPLE = tuple(ToteColumn(n) for n in range(ToteColumn.TYPE, ToteColumn.DOING))
"""The columns about a squadron's people."""
STATE = tuple(ToteColumn(n) for n in (*range(1, 8), *range(ToteColumn.FUEL, ToteColumn.TYPE)))
"""The columns about a squadron's readiness, which give way to those."""
LAMP_OF = {ToteColumn(1 + i): box for i, box in enumerate(LAMPS)}
SquadronRole = int(Qt.ItemDataRole.UserRole)
SectorRole = SquadronRole + 1


class ToteModel(QAbstractItemModel):
    """The rows of `rows` as a model. Data under SquadronRole and SectorRole are the rows themselves, for the delegate."""

    def __init__(self, settings: Settings, names: Names, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.names = names
        self.sectors: list[SectorRow] = []
        self.tracks: Mapping[int, str] = {}
        self.people: Mapping[str, SquadronPeople] = {}

    def show(self, sectors: Sequence[SectorRow], tracks: Mapping[int, str], people: Mapping[str, SquadronPeople] | None = None) -> bool:
        """Show other rows. Return True when the structure changed, so that selection and folds must be set again."""
        same_people = people is None or people == self.people
        self.people = {} if people is None else people

        def form(rows: Sequence[SectorRow]) -> list[tuple[str, list[str]]]:
            return [(r.sector, [s.unit for s in r.squadrons]) for r in rows]

        if form(sectors) == form(self.sectors):
            before, same = self.sectors, tracks == self.tracks and same_people
            self.sectors, self.tracks = list(sectors), tracks
            for row, sector in enumerate(self.sectors):
                if same and sector == before[row]:
                    continue
                head = self.index(row, 0)
                self.dataChanged.emit(head, head.siblingAtColumn(ToteColumn.DOING))
                last = len(sector.squadrons) - 1
                self.dataChanged.emit(self.index(0, 0, head), self.index(last, ToteColumn.DOING, head))
            return False
        self.beginResetModel()
        self.sectors, self.tracks = list(sectors), tracks
        self.endResetModel()
        return True

    def index_of(self, unit: str) -> QModelIndex:
        """Return the index of a squadron; an invalid index when it is not shown."""
        for row, sector in enumerate(self.sectors):
            for at, s in enumerate(sector.squadrons):
                if s.unit == unit:
                    return self.index(at, 0, self.index(row, 0))
        return QModelIndex()

    def squadron(self, index: _Index) -> SquadronView | None:
        """The squadron of an index; None for a Sector's."""
        if not index.isValid() or not index.internalId():
            return None
        return self.sectors[index.internalId() - 1].squadrons[index.row()]

    def retranslate(self) -> None:
        """Update the heads to the language of the settings."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(ToteColumn) - 1)

    # ---- what Qt asks

    def index(self, row: int, column: int, parent: _Index = _NONE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: _Index = _NONE) -> Any:
        if not index.isValid() or not index.internalId():
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: _Index = _NONE) -> int:
        if not parent.isValid():
            return len(self.sectors)
        return len(self.sectors[parent.row()].squadrons) if not parent.internalId() and parent.column() == 0 else 0

    def columnCount(self, parent: _Index = _NONE) -> int:
        return len(ToteColumn)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsDragEnabled if index.internalId() else flags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        name = ToteColumn(section).name.lower()
        words = self.settings.words
        if role == Qt.ItemDataRole.DisplayRole:
            return words(f"desk_tote.column.{name}")
        if role == Qt.ItemDataRole.ToolTipRole:
            return words(f"desk_tote.column_tip.{name}")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            left = section in (ToteColumn.UNIT, ToteColumn.DOING)
            return int((Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignHCenter) | Qt.AlignmentFlag.AlignVCenter)
        return None

    def data(self, index: _Index, role: int = 0) -> Any:
        if not index.isValid():
            return None
        s = self.squadron(index)
        if s is None:
            return self._sector(self.sectors[index.row()], index.column(), role)
        if role == SquadronRole:
            return s
        words = self.settings.words
        column = ToteColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(s, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return describe(words, s, self.tracks, self.names.aircraft(s.aircraft), self.people.get(s.unit))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if column == ToteColumn.UNIT:
                return describe(words, s, self.tracks, self.names.aircraft(s.aircraft), self.people.get(s.unit)).replace(
                    "\n", words.separated(("", ""))
                )
            return self.text(s, column)
        return None

    def _sector(self, row: SectorRow, column: int, role: int) -> Any:
        if role == SectorRole:
            return row
        words = self.settings.words
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole) and column == 0:
            if row.wing:
                return words("desk_tote.wing", group=row.group, units=row.sector)
            return words("desk_tote.sector", group=row.group, title=row.title)
        if role == Qt.ItemDataRole.ToolTipRole and row.room_hit:
            return words("desk_tote.room_hit_tip", sector=row.sector)
        if role == Qt.ItemDataRole.ToolTipRole and row.emergency:
            return words("desk_tote.emergency_room_tip", sector=row.sector)
        return None

    def text(self, s: SquadronView, column: ToteColumn) -> str:
        """A cell as plain text: for sorting by ear, for the clipboard, for tests."""
        words = self.settings.words
        if column in LAMP_OF:
            return code_word(words, "box", s.box) if LAMP_OF[column] == s.box else ""
        if column == ToteColumn.UNIT:
            return number(s.unit)
        if column == ToteColumn.STRENGTH:
            return str(s.strength)
        if column == ToteColumn.ANGELS:
            return str(s.angels) if s.box == "airborne" else ""
        if column == ToteColumn.FUEL:
            return str(s.fuel) if s.box == "airborne" else ""
        if column == ToteColumn.AMMO:
            return code_word(words, "ammo", s.ammo)
        if column == ToteColumn.RADIO:
            return s.radio.upper() + ("" if s.controlled else f" {words('desk_tote.uncontrolled')}")
        if column in PEOPLE:
            return self._person(s, column)
        return " · ".join(part for part in (coming(words, s), doing(words, s, self.tracks)) if part)

    def _person(self, s: SquadronView, column: ToteColumn) -> str:
        """Return the text of a cell about a squadron's people."""
        if column == ToteColumn.TYPE:
            return self.names.aircraft(s.aircraft)
        if column == ToteColumn.BASE:
            return s.station
        p = self.people.get(s.unit)
        if p is None:
            return ""
        if column == ToteColumn.COMMANDER:
            return p.commander or "–"
        if column == ToteColumn.SIGN:
            return p.call_sign or "–"
        return str({ToteColumn.KILLS: p.kills, ToteColumn.LOST: p.lost}.get(column, p.fatigue))

    # ---- dragging

    def mimeTypes(self) -> list[str]:
        return [MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        made = QMimeData()
        found = next((s for index in indexes if (s := self.squadron(index)) is not None), None)
        if found is not None:
            made.setData(MIME, found.unit.encode())
        return made

    def supportedDragActions(self) -> Qt.DropAction:
        return Qt.DropAction.CopyAction
