"""The raids of the day as a list and along the clock: each a bar from take-off to landing, the target marked. A bar is dragged in time,
with the mouse or by keys; units are dropped on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QTreeView,
    QWidget,
)

from bob.day.state.view import Common
from bob.desk.base.settings import Settings
from bob.desk.base.theme.panel_parts import elided, letters, mixed, rule_line
from bob.desk.base.theme.theme import look
from bob.desk.panels.planner.bars import RaidBar, RaidRole, RaidsModel, TurnScale
from bob.desk.panels.planner.dragged import units_of

_Index = QModelIndex | QPersistentModelIndex
_ROW = 25
LEAP = 6
"""Turns that a bar is moved with Shift held: half an hour."""
_NAME = 188


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
        chosen = bool(option.state & QStyle.StateFlag.State_Selected) or bar.code == self.raids.taker
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
        later = self.raids.later(bar.code)
        off, a, b = (max(box.left(), self.scale_of.x(box, turn + later)) for turn in (bar.off, bar.form, bar.end))
        if off < a:  # it gathers
            painter.setPen(QPen(QColor(p.quiet), 1.4, Qt.PenStyle.DotLine))
            painter.drawLine(QPointF(off, box.center().y()), QPointF(a, box.center().y()))
            painter.setPen(QPen(QColor(p.quiet), 1.4))
            painter.drawLine(QPointF(off, box.center().y() - high / 3), QPointF(off, box.center().y() + high / 3))
        span = QRectF(a, box.center().y() - high / 2, max(4.0, b - a), high)
        fill = p.red if bar.faults else p.chart.slate if bar.kind not in ("freie_jagd", "return_escort") else p.brass
        painter.setPen(QPen(QColor(p.ink), 1.6 if chosen else 1.0, Qt.PenStyle.DashLine if bar.changed else Qt.PenStyle.SolidLine))
        painter.setBrush(mixed(p.inset, fill, 0.25 if bar.state == "ended" else 0.7) if not p.plain else QColor(p.inset))
        painter.drawRect(span)
        if p.plain and bar.kind not in ("freie_jagd", "return_escort"):
            painter.fillRect(span, Qt.BrushStyle.BDiagPattern)
        if bar.bombs is not None:
            x = self.scale_of.x(box, bar.bombs + later)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(p.ink))
            y, d = box.center().y(), box.height() * 0.2
            painter.drawPolygon(QPolygonF([QPointF(x - d, y - d), QPointF(x + d, y - d), QPointF(x, y + d * 1.2)]))
            if bar.held:
                painter.setPen(QPen(QColor(p.ink), 1.6))
                painter.drawLine(QPointF(x, box.top() + 2), QPointF(x, box.bottom() - 3))
        if common is not None and common.phase != "planning":
            x = self.scale_of.x(box, common.turn)
            painter.setPen(QPen(QColor(p.red), 1.6))
            painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))


@dataclass(slots=True)
class _Grip:
    """A dragged bar: its raid, the place where it was taken, and the width over which it moves."""

    code: str
    x: float
    box: QRect


class Gantt(QTreeView):
    """The raids on the clock. Emits `chosen` with a raid's code, `moved` with the turns of the shift of its bar, `dropped` with units
    for it."""

    chosen = Signal(str)
    moved = Signal(str, int)
    dropped = Signal(str, object)

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
        self.viewport().setAcceptDrops(True)
        self.viewport().setMouseTracking(True)
        self._quiet = False
        self._grip: _Grip | None = None
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

    def bar(self) -> RaidBar | None:
        """The raid chosen."""
        rows = self.selectionModel().selectedRows()
        return self.raids.bars[rows[0].row()] if rows else None

    def _selected(self) -> None:
        code = self.code()
        if code is not None and not self._quiet:
            self.chosen.emit(code)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        for index in self.selectionModel().selectedRows():
            self.scrollTo(index)

    # ---- a bar in hand

    def bar_box(self, code: str) -> QRectF:
        """Return the rectangle of a raid's bar in the viewport."""
        row = next((i for i, b in enumerate(self.raids.bars) if b.code == code), None)
        if row is None:
            return QRectF()
        box, bar, scale = QRectF(self.visualRect(self.raids.index(row, 1))), self.raids.bars[row], TurnScale(self.raids)
        a, b = (scale.x(box, turn) for turn in (bar.off, bar.end))
        return QRectF(max(a, box.left()), box.top(), max(6.0, b - a), box.height())

    def _bar_under(self, at: QPointF) -> RaidBar | None:
        """Return the raid whose bar is there, if it can be moved."""
        index = self.indexAt(at.toPoint())
        bar = self.raids.bars[index.row()] if index.isValid() and index.column() == 1 else None
        return bar if bar is not None and bar.movable and self.bar_box(bar.code).adjusted(-4, 0, 4, 0).contains(at) else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        bar = self._bar_under(event.position()) if event.button() == Qt.MouseButton.LeftButton else None
        super().mousePressEvent(event)
        if bar is not None:
            box = self.visualRect(self.raids.index(self.raids.bars.index(bar), 1)) if bar in self.raids.bars else QRect()
            self._grip = _Grip(bar.code, event.position().x(), box if box.isValid() else self.viewport().rect())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is None:
            over = self._bar_under(event.position()) is not None and not event.buttons()
            self.viewport().setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.ArrowCursor)
            return
        self._pull(self._turns(event), event.globalPosition().toPoint())

    def _turns(self, event: QMouseEvent) -> int:
        assert self._grip is not None
        return TurnScale(self.raids).turns(self._grip.box, event.position().x() - self._grip.x)

    def _pull(self, turns: int, at: QPoint) -> None:
        """Shift the dragged bar by `turns`; show its times at the mouse."""
        grip = self._grip
        bar = next((b for b in self.raids.bars if grip is not None and b.code == grip.code), None)
        if bar is None:
            self._grip = None
            return
        self.raids.shifted = (bar.code, turns)
        self.viewport().update()
        QToolTip.showText(at, self.raids.clock(bar, turns), self.viewport())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        grip = self._grip
        if grip is None:
            super().mouseReleaseEvent(event)
            return
        turns = self._turns(event)
        self._let_go()
        if turns:
            self.moved.emit(grip.code, turns)

    def _let_go(self) -> None:
        self._grip, self.raids.shifted = None, None
        QToolTip.hideText()
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the bar of the chosen raid with Left and Right by a turn, with Shift by half an hour; release a dragged one with Escape."""
        bar, key = self.bar(), event.key()
        if key == Qt.Key.Key_Escape and self._grip is not None:
            self._let_go()
            return
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        ):
            if bar is not None and bar.movable:
                step = LEAP if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
                self.moved.emit(bar.code, step if key == Qt.Key.Key_Right else -step)
            return
        super().keyPressEvent(event)

    # ---- units dropped on a raid

    def _taker(self, event: QDropEvent) -> RaidBar | None:
        """Return the raid on which the dragged units would be dropped."""
        index = self.indexAt(event.position().toPoint())
        bar = self.raids.bars[index.row()] if index.isValid() and units_of(event.mimeData()) else None
        return bar if bar is not None and bar.movable else None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if units_of(event.mimeData()):
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        bar = self._taker(event)
        self.raids.taker = bar.code if bar is not None else None
        self.viewport().update()
        event.acceptProposedAction() if bar is not None else event.ignore()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.raids.taker = None
        self.viewport().update()

    def dropEvent(self, event: QDropEvent) -> None:
        bar = self._taker(event)
        self.raids.taker = None
        self.viewport().update()
        if bar is not None:
            event.acceptProposedAction()
            self.dropped.emit(bar.code, units_of(event.mimeData()))

    def restyle(self) -> None:
        """Text size, theme or language has changed."""
        self.setAccessibleName(self.settings.words("desk_planner.raids"))
        self.setAccessibleDescription(self.settings.words("desk_planner.raids_keys"))
        self.header().resizeSection(0, round(_NAME * self.settings.scale))
        self.raids.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 1)
        self.doItemsLayout()
        self.viewport().update()
