"""The raids of the day as a list and along the clock: each a bar from formation to home, the target marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from bob.desk.looks.panel_parts import elided, letters, mixed, rule_line
from bob.desk.looks.theme import look
from bob.desk.settings import Settings
from bob.operations.named import code_word
from bob.operations.view import Common

_Index = QModelIndex | QPersistentModelIndex
_NONE = QModelIndex()
RaidRole = int(Qt.ItemDataRole.UserRole)
_ROW = 25
_NAME = 188


@dataclass(frozen=True, slots=True)
class RaidBar:
    """A raid on the clock: turns of formation, bombing and coming home, what state it is in, whether its plan is changed or faulty."""

    code: str
    title: str
    kind: str
    state: str
    form: int
    bombs: int | None
    end: int
    changed: bool
    faults: int


class RaidsModel(QAbstractTableModel):
    """The raids; the second column is the clock."""

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.bars: list[RaidBar] = []
        self.common: Common | None = None

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
        self.bars, self.common = [], None
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
            return self.told(bar)
        return None

    def told(self, bar: RaidBar) -> str:
        """A raid in words."""
        words, c = self.settings.words, self.common
        assert c is not None
        parts = [
            f"{bar.title} · {code_word(words, 'type', bar.kind)} · {code_word(words, 'state', bar.state)}",
            words("desk_planner.span", start=c.time_of(bar.form), end=c.time_of(bar.end)),
        ]
        if bar.bombs is not None:
            key = "looks_at" if bar.kind == "reconnaissance" else "bombs_at"
            parts.append(words(f"desk_planner.{key}", time=c.time_of(bar.bombs)))
        if bar.changed:
            parts.append(words("desk_planner.not_on_plan"))
        if bar.faults:
            parts.append(words("desk_planner.faults", count=bar.faults))
        return "\n".join(parts)


class TurnScale:
    """Where a turn lies across a width."""

    def __init__(self, model: RaidsModel) -> None:
        self.model = model

    def span(self) -> tuple[int, int]:
        c = self.model.common
        last = max([c.turns if c is not None else 1, *(b.end for b in self.model.bars)])
        return 1, last + 1

    def x(self, box: QRectF | QRect, turn: float) -> float:
        first, last = self.span()
        return box.x() + 4 + (box.width() - 12) * (turn - first) / max(1, last - first)


class _Head(QHeaderView):
    """Heads with the hours over the clock."""

    def __init__(self, settings: Settings, model: RaidsModel, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.settings = settings
        self.raids = model
        self.scale_of = TurnScale(model)
        self.setStretchLastSection(True)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        if logicalIndex != 1 or self.raids.common is None:
            super().paintSection(painter, rect, logicalIndex)
            return
        p = look(self.settings)
        painter.save()
        painter.fillRect(rect, QColor(p.panel))
        painter.setFont(letters(self.settings, 10.5))
        first, last = self.scale_of.span()
        room = self.scale_of.x(rect, first + 12) - self.scale_of.x(rect, first)
        every = next(n for n in (3, 6, 12, 24, 48, 999) if n / 12 * room >= 40 * self.settings.scale)
        minute = int(self.raids.common.time_of(first)[3:])
        turn = first + (-(minute // 5)) % every if every <= 12 else first
        while turn <= last:
            x = self.scale_of.x(rect, turn)
            painter.setPen(QPen(rule_line(p), 1))
            painter.drawLine(QPointF(x, rect.bottom() - 4), QPointF(x, rect.bottom()))
            painter.setPen(QColor(p.quiet))
            box = QRectF(x - 24, rect.y(), 48, rect.height() - 3)
            box.moveRight(min(box.right(), float(rect.right())))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self.raids.common.time_of(turn))
            turn += every
        painter.restore()


class _Bars(QStyledItemDelegate):
    """Paints names and bars."""

    def __init__(self, settings: Settings, model: RaidsModel, parent: QObject) -> None:
        super().__init__(parent)
        self.settings = settings
        self.raids = model
        self.scale_of = TurnScale(model)

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(_NAME, round(_ROW * self.settings.scale))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        p = look(self.settings)
        bar: RaidBar = index.data(RaidRole)
        box = QRectF(option.rect)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(box, mixed(p.inset, p.brass, 0.12 if p.plain else 0.24) if chosen else QColor(p.inset))
        if index.column() == 0:
            self._name(painter, box, bar)
        else:
            self._bar(painter, box, bar, chosen)
        painter.setPen(QPen(QColor(p.brass), 2) if chosen else QPen(rule_line(p), 1))
        painter.drawLine(box.bottomLeft() - QPointF(0, 0.5), box.bottomRight() - QPointF(0, 0.5))
        painter.restore()

    def _name(self, painter: QPainter, box: QRectF, bar: RaidBar) -> None:
        p = look(self.settings)
        sign, ink = {"planned": ("○", p.quiet), "ended": ("–", p.quiet)}.get(bar.state, ("▲", p.ink))
        if bar.faults:
            sign, ink = "✕", p.red
        elif bar.changed:
            sign, ink = "●", p.chart.brass_ink
        painter.setPen(QColor(ink))
        painter.setFont(letters(self.settings, 13, "bold"))
        side = 22 * self.settings.scale
        painter.drawText(QRectF(box.x(), box.y(), side, box.height()), Qt.AlignmentFlag.AlignCenter, sign)
        font = letters(self.settings, 13, "semibold" if bar.state not in ("planned", "ended") else "regular")
        painter.setFont(font)
        painter.setPen(QColor(p.quiet if bar.state == "ended" else p.ink))
        room = box.adjusted(side, 0, -4, 0)
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, elided(font, bar.title, room.width()))

    def _bar(self, painter: QPainter, box: QRectF, bar: RaidBar, chosen: bool) -> None:
        p, common = look(self.settings), self.raids.common
        first, last = self.scale_of.span()
        painter.setPen(QPen(rule_line(p), 1))
        for turn in range(first, last, 12):
            x = self.scale_of.x(box, turn)
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        high = box.height() * 0.46
        a, b = self.scale_of.x(box, bar.form), self.scale_of.x(box, bar.end)
        span = QRectF(a, box.center().y() - high / 2, max(4.0, b - a), high)
        fill = p.red if bar.faults else p.chart.slate if bar.kind not in ("freie_jagd", "return_escort") else p.brass
        painter.setPen(QPen(QColor(p.ink), 1.6 if chosen else 1.0, Qt.PenStyle.DashLine if bar.changed else Qt.PenStyle.SolidLine))
        painter.setBrush(mixed(p.inset, fill, 0.25 if bar.state == "ended" else 0.7) if not p.plain else QColor(p.inset))
        painter.drawRect(span)
        if p.plain and bar.kind not in ("freie_jagd", "return_escort"):
            painter.fillRect(span, Qt.BrushStyle.BDiagPattern)
        if bar.bombs is not None:
            x = self.scale_of.x(box, bar.bombs)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(p.ink))
            y, d = box.center().y(), box.height() * 0.2
            painter.drawPolygon(QPolygonF([QPointF(x - d, y - d), QPointF(x + d, y - d), QPointF(x, y + d * 1.2)]))
        if common is not None and common.phase != "planning":
            x = self.scale_of.x(box, common.turn)
            painter.setPen(QPen(QColor(p.red), 1.6))
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))


class Gantt(QTreeView):
    """The raids. Emits `chosen` with a raid's code."""

    chosen = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.raids = RaidsModel(settings, self)
        self.setModel(self.raids)
        self.setHeader(_Head(settings, self.raids, self))
        self.setItemDelegate(_Bars(settings, self.raids, self))
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._quiet = False
        self.selectionModel().selectionChanged.connect(lambda *_: self._selected())
        self.restyle()

    def show_raids(self, bars: Sequence[RaidBar], common: Common, chosen: str | None) -> None:
        """Show these raids, one of them chosen."""
        self.raids.show(bars, common)
        self.choose(chosen)
        self.viewport().update()
        self.header().viewport().update()

    def choose(self, code: str | None) -> None:
        """Choose a raid from elsewhere. Emits nothing."""
        self._quiet = True
        row = next((i for i, b in enumerate(self.raids.bars) if b.code == code), None)
        if row is None:
            self.selectionModel().clear()
        elif self.code() != code:
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.selectionModel().setCurrentIndex(self.raids.index(row, 0), flags)
            self.scrollTo(self.raids.index(row, 0))
        self._quiet = False

    def code(self) -> str | None:
        """The code of the raid chosen."""
        rows = self.selectionModel().selectedRows()
        return self.raids.bars[rows[0].row()].code if rows else None

    def _selected(self) -> None:
        code = self.code()
        if code is not None and not self._quiet:
            self.chosen.emit(code)

    def restyle(self) -> None:
        """Text size, theme or language has changed."""
        self.setAccessibleName(self.settings.words("desk_planner.raids"))
        self.header().resizeSection(0, round(_NAME * self.settings.scale))
        self.raids.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 1)
        self.doItemsLayout()
        self.viewport().update()
