"""The raids of the day as a model: each with its bar on the clock, its state, its faults; and the scale of turns across a width."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, Qt

import bob.desk  # noqa: F401
from bob.day.state.view import Common
from bob.day.telling.period_names import code_word
from bob.desk.base.settings import Settings
from bob.staff.advice.planning.back_timing import RaidTimes

_Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
RaidRole = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class RaidBar:
    """A raid on the clock: its state, the turns of formation, bombing and return, and whether its plan is changed or faulty. A `movable`
    raid can be shifted in time; `held` means that its time over target was given. `times` are None while unknown."""

    code: str
    title: str
    kind: str
    state: str
    form: int
    bombs: int | None
    end: int
    changed: bool
    faults: int
    times: RaidTimes | None = None
    movable: bool = False
    held: bool = False

    @property
    def off(self) -> int:
        """The turn in which its first unit takes off."""
        return min(self.form, self.times.off) if self.times is not None else self.form


class RaidsModel(QAbstractTableModel):
    """The raids; the second column is the clock."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.bars: list[RaidBar] = []
        self.common: Common | None = None
        self.shifted: tuple[str, int] | None = None
        """The raid whose bar is being dragged, and its shift in turns."""
        self.taker: str | None = None
        """The raid on which the dragged units would be dropped."""

    def later(self, code: str) -> int:
        """Return the shift of a raid's bar against its plan, in turns."""
        return self.shifted[1] if self.shifted is not None and self.shifted[0] == code else 0

    def show(self, bars: Sequence[RaidBar], common: Common) -> None:
        """Show these raids."""
        same = [b.code for b in bars] == [b.code for b in self.bars]
        if not same:
            self.beginResetModel()
        self.bars, self.common = list(bars), common
        if not same:
            self.endResetModel()
        elif bars:
            self.dataChanged.emit(self.index(0, 0), self.index(len(bars) - 1, 1))

    def clear(self) -> None:
        """Forget all."""
        self.beginResetModel()
        self.bars, self.common, self.shifted, self.taker = [], None, None, None
        self.endResetModel()

    def rowCount(self, parent: _Index = _NONE) -> int:
        return 0 if parent.isValid() else len(self.bars)

    def columnCount(self, parent: _Index = _NONE) -> int:
        return 0 if parent.isValid() else 2

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = 0) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self.settings.words("desk_planner.raids") if section == 0 else ""
        return None

    def data(self, index: _Index, role: int = 0) -> Any:
        if not index.isValid():
            return None
        bar = self.bars[index.row()]
        if role == RaidRole:
            return bar
        if role == Qt.ItemDataRole.DisplayRole:
            return bar.title if index.column() == 0 else ""
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.describe(bar)
        return None

    def clock(self, bar: RaidBar, later: int = 0) -> str:
        """Return the times of a raid by the clock, `later` turns later."""
        words, c = self.settings.words, self.common
        assert c is not None
        if bar.times is not None:
            return bar.times.later(later).describe(words, c)
        return words("desk_planner.span", start=c.time_of(bar.form + later), end=c.time_of(bar.end + later))

    def describe(self, bar: RaidBar) -> str:
        """A raid in words."""
        words, c = self.settings.words, self.common
        assert c is not None
        parts = [
            f"{bar.title} · {code_word(words, 'type', bar.kind)} · {code_word(words, 'state', bar.state)}",
            self.clock(bar),
        ]
        if bar.held:
            parts.append(words("desk_planner.held"))
        if bar.changed:
            parts.append(words("desk_planner.not_on_plan"))
        if bar.faults:
            parts.append(words("desk_planner.faults", count=bar.faults))
        return "\n".join(parts)


class TurnScale:
    """The scale of turns across a width."""

    def __init__(self, model: RaidsModel) -> None:
        self.model = model

    def span(self) -> tuple[int, int]:
        c = self.model.common
        last = max([c.turns if c is not None else 1, *(b.end for b in self.model.bars)])
        return 1, last + 1

    def x(self, box: QRectF | QRect, turn: float) -> float:
        first, last = self.span()
        return box.x() + 4 + (box.width() - 12) * (turn - first) / max(1, last - first)

    def turns(self, box: QRectF | QRect, pixels: float) -> int:
        """Return the number of whole turns in a width of pixels."""
        first, last = self.span()
        return round(pixels * max(1, last - first) / max(1.0, box.width() - 12.0))
