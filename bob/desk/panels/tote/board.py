"""The tote itself: head, filter, board, and the order strip at a row."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QMargins, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QDrag, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLabel, QLineEdit, QTreeView, QVBoxLayout, QWidget

from bob.day.state.view import RafView, RefereeView
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.theme.columns import Columns
from bob.desk.base.theme.flow import WrappedRow
from bob.desk.base.theme.panel_parts import colour, draw_silhouette, letters
from bob.desk.base.theme.theme import kind, look
from bob.desk.panels.tote.delegate import WIDTHS, ToteDelegate
from bob.desk.panels.tote.header import ToteHead
from bob.desk.panels.tote.model import LAMP_OF, PEOPLE, STATE, SectorRole, ToteColumn, ToteModel
from bob.desk.panels.tote.order_keys import order_of_key
from bob.desk.panels.tote.order_strip import OrderStrip
from bob.desk.session.session import DeskSession
from bob.staff.advice.fighter_command.tote_rows import GROUP_ORDER, SHOWN, SORTS, SectorRow, Wanted, labels, number, rows

_DROPPED = (ToteColumn.AMMO, ToteColumn.RADIO, ToteColumn.ANGELS, ToteColumn.TYPE, ToteColumn.BASE, ToteColumn.SIGN)
"""The columns that give way when the board is narrow, the least worth first."""
SIDES = {"state": PEOPLE, "people": STATE}
"""The two displays, each with the columns hidden then: the state of squadrons, or their people."""


class ToteBoard(QTreeView):
    """The view of the tote's model: draws Sector titles across, drags squadrons, leaves letters to the tote."""

    asked = Signal()
    """Enter, Space or a double click on a row."""
    letter = Signal(str)
    resized = Signal()

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setUniformRowHeights(True)
        self.setExpandsOnDoubleClick(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setDragEnabled(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragOnly)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.header().setSectionsMovable(False)
        self.header().setMinimumSectionSize(16)
        self.header().setStretchLastSection(True)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and order_of_key(self.settings, event) is not None:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        sector = index.isValid() and not index.parent().isValid()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            if sector:
                self.setExpanded(index, not self.isExpanded(index))
            else:
                self.asked.emit()
            return
        if sector and event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.setExpanded(index, event.key() == Qt.Key.Key_Right)
            return
        name = order_of_key(self.settings, event)
        if name is not None and index.isValid():
            self.letter.emit(name)
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and not index.parent().isValid() and event.button() == Qt.MouseButton.LeftButton:
            head = index.siblingAtColumn(0)
            self.setExpanded(head, not self.isExpanded(head))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and index.parent().isValid():
            self.asked.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        delegate, model = self.itemDelegate(), self.model()
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row in range(model.rowCount()):
            index = model.index(row, 0)
            rect = self.visualRect(index)
            found = index.data(SectorRole)
            if rect.isValid() and isinstance(delegate, ToteDelegate) and isinstance(found, SectorRow):
                wide = QRectF(rect)
                wide.setWidth(self.viewport().width() * 0.7)
                delegate.paint_title(painter, wide, found)
                self._fold(painter, rect, self.isExpanded(index))
        current = self.currentIndex()
        if self.hasFocus() and current.isValid():
            rect = self.visualRect(current.siblingAtColumn(0))
            painter.setPen(QPen(colour(look(self.settings).ink), 1, Qt.PenStyle.DotLine))
            painter.drawRect(QRectF(1, rect.y() + 1, self.viewport().width() - 3, rect.height() - 3))
        painter.end()

    def _fold(self, painter: QPainter, rect: Any, open_: bool) -> None:
        """Draw a sign at the right edge that shows whether a Sector is folded."""
        painter.setPen(QPen(colour(look(self.settings).quiet), 1.6))
        x, y = self.viewport().width() - 14, rect.center().y()
        d = 3.5
        points = (
            [(x - d, y - d / 2), (x, y + d / 2), (x + d, y - d / 2)] if open_ else [(x - d / 2, y - d), (x + d / 2, y), (x - d / 2, y + d)]
        )
        for (ax, ay), (bx, by) in itertools.pairwise(points):
            painter.drawLine(round(ax), round(ay), round(bx), round(by))

    def startDrag(self, actions: Qt.DropAction) -> None:
        index = self.currentIndex()
        model = self.model()
        if not isinstance(model, ToteModel) or (s := model.squadron(index)) is None:
            return
        drag = QDrag(self)
        drag.setMimeData(model.mimeData([index]))
        drag.setPixmap(self.stand(s.unit, s.aircraft))
        drag.setHotSpot(QPoint(10, 30))
        drag.exec(Qt.DropAction.CopyAction)

    def stand(self, unit: str, aircraft: str) -> QPixmap:
        """Return the little stand that is dragged: silhouette and number."""
        p = look(self.settings)
        ratio = self.devicePixelRatioF()
        made = QPixmap(round(76 * ratio), round(32 * ratio))
        made.setDevicePixelRatio(ratio)
        made.fill(colour(p.inset))
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour(p.brass), 2))
        painter.drawRect(QRectF(1, 1, 74, 30))
        draw_silhouette(painter, QRectF(4, 4, 24, 24), aircraft, colour(p.ink))
        painter.setPen(colour(p.ink))
        painter.setFont(letters(self.settings, 15, "bold"))
        painter.drawText(QRectF(32, 0, 42, 32), Qt.AlignmentFlag.AlignVCenter, number(unit))
        painter.end()
        return made


class Tote(QWidget):
    """The readiness board. Emits `selected` with a squadron's name when it is chosen here; `select` chooses it from elsewhere."""

    selected = Signal(str)
    aimed = Signal(str)
    """A goal is being chosen for a squadron; empty when that is over."""
    foreseen = Signal(object)
    """The foreseen effect of an order in preparation, for each squadron."""
    menu_asked = Signal(str, object, object, object)
    """The menu of a squadron or a Sector: its kind, its key, the place on the screen, the squadrons chosen."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = Names(session.world.theatre)
        self.wanted = Wanted()
        self._letters = {a.extra.get("station", a.name): str(a.extra.get("letter", "")) for a in session.world.theatre.sectors}
        self._quiet = False
        kind(self, "panel")
        self.header = ToteHead(settings)
        self.groups = QComboBox()
        self.shown = QComboBox()
        self.sorting = QComboBox()
        self.side = QComboBox()
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.empty = QLabel()
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        kind(self.empty, "quiet")
        self.model = ToteModel(settings, self.names, self)
        self.board = ToteBoard(settings, self)  # first of all: Tab enters a panel at its focus proxy, and goes on from there
        self.board.header().setObjectName("lamps")
        self.board.setModel(self.model)
        self.columns = Columns("tote", self.board, settings, [column.name.lower() for column in ToteColumn], _DROPPED)
        self.delegate = ToteDelegate(settings, {}, self.board)
        self.board.setItemDelegate(self.delegate)
        self.strip = OrderStrip(session, settings, self.names, self.board.viewport())
        line = WrappedRow(QMargins(8, 4, 8, 4), 5)
        for box in self._boxes:
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            line.add(box)
        line.add_wide(self.search, round(86 * settings.scale))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.header)
        layout.addWidget(line)
        layout.addWidget(self.board, 1)
        layout.addWidget(self.empty, 1)
        self.setFocusProxy(self.board)
        self._connect()
        self.retranslate()

    @property
    def _boxes(self) -> tuple[QComboBox, ...]:
        return self.groups, self.shown, self.sorting, self.side

    def _connect(self) -> None:
        self.board.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.board.customContextMenuRequested.connect(self._menu)
        self.strip.foreseen.connect(self.foreseen)
        self.side.activated.connect(lambda _: self.restyle())
        self.board.selectionModel().selectionChanged.connect(self._chosen)
        self.board.resized.connect(self._resized)
        self.columns.changed.connect(self._resized)
        self.board.asked.connect(lambda: self.open_strip())
        self.board.letter.connect(self.open_strip)
        self.strip.done.connect(self.board.setFocus)
        self.strip.aimed.connect(self.aimed)
        self.board.verticalScrollBar().valueChanged.connect(lambda _: self._place_strip())
        self.groups.activated.connect(lambda _: self._want())
        self.shown.activated.connect(lambda _: self._want())
        self.sorting.activated.connect(lambda _: self._want())
        self.search.textChanged.connect(lambda _: self._want())
        self.session.changed.connect(self.refresh)
        self.settings.language_changed.connect(self.retranslate)
        self.settings.theme_changed.connect(self.restyle)
        self.settings.text_size_changed.connect(self.restyle)
        self.settings.keys_changed.connect(self.strip.refresh)

    # ---- view

    def refresh(self) -> None:
        """Show the view of the seat at the screen; nothing for a seat without a tote."""
        view = self._view()
        self.board.setVisible(view is not None)
        self.header.setVisible(view is not None)
        self.empty.setVisible(view is None)
        if view is None:
            self.strip.clear()
            self.header.clear()
            self.model.show((), {})
            return
        chosen = self.chosen()
        folded = {s.sector for i, s in enumerate(self.model.sectors) if not self.board.isExpanded(self.model.index(i, 0))}
        self.names.learn(view)
        self.header.show_view(view)
        tracks = labels(view)
        self.delegate.tracks = tracks
        if self.model.show(rows(view, self.wanted, self._letters), tracks, self.session.people()):
            for i, sector in enumerate(self.model.sectors):
                self.board.setExpanded(self.model.index(i, 0), sector.sector not in folded)
            self._choose(chosen)
        self.strip.refresh()
        self._place_strip()

    def _view(self) -> RafView | None:
        view = self.session.view(self.session.seat)
        found = view.raf if isinstance(view, RefereeView) else view
        return found if isinstance(found, RafView) else None

    def _want(self) -> None:
        group = self.groups.currentData()
        sort = str(self.sorting.currentData())
        self.wanted = Wanted(group, str(self.shown.currentData()), self.search.text(), sort, falling=sort == "strength")
        self.refresh()

    # ---- choosing

    def chosen(self) -> tuple[str, ...]:
        """The squadrons chosen, the current one first."""
        found = [s.unit for index in self.board.selectionModel().selectedRows() if (s := self.model.squadron(index)) is not None]
        current = self.model.squadron(self.board.currentIndex())
        if current is not None and current.unit in found:
            found.remove(current.unit)
            found.insert(0, current.unit)
        return tuple(found)

    def select(self, unit: str) -> None:
        """Choose a squadron from elsewhere; an unknown name chooses nothing. Emits nothing."""
        if self.chosen()[:1] == (unit,):
            return
        self._choose((unit,))
        index = self.model.index_of(unit)
        if index.isValid():
            self.board.setExpanded(index.parent(), True)
            self.board.scrollTo(index)

    def _choose(self, units: Sequence[str]) -> None:
        self._quiet = True
        try:
            selection = QItemSelection()
            found = [index for unit in units if (index := self.model.index_of(unit)).isValid()]
            for index in found:
                selection.select(index, index.siblingAtColumn(ToteColumn.DOING))
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            if found:
                self.board.selectionModel().setCurrentIndex(found[0], QItemSelectionModel.SelectionFlag.NoUpdate)
            self.board.selectionModel().select(selection, flags)
        finally:
            self._quiet = False

    def _chosen(self) -> None:
        units = self.chosen()
        if self.strip.isVisible() and units[:1] != self.strip.units[:1]:
            self.strip.hide()
        head = self._head()
        if not units and head is not None and head.wing:
            units = (head.squadrons[0].unit,)
        if units and not self._quiet:
            self.selected.emit(units[0])

    # ---- orders

    def fitting(self) -> tuple[str, ...]:
        """The squadrons that an order is for: those chosen, or all of the Sector or the Wing whose head is chosen."""
        head = self._head()
        return self.chosen() or (tuple(s.unit for s in head.squadrons) if head is not None else ())

    def _head(self) -> SectorRow | None:
        index = self.board.currentIndex()
        found = index.siblingAtColumn(0).data(SectorRole) if index.isValid() and not index.parent().isValid() else None
        return found if isinstance(found, SectorRow) else None

    def _menu(self, at: QPoint) -> None:
        """Show the menu of the row there; by key, of the chosen row."""
        index = self.board.indexAt(at)
        if not index.isValid() or not self.board.viewport().rect().contains(at):
            index = self.board.currentIndex()
        place = self.board.viewport().mapToGlobal(at)
        s, head = self.model.squadron(index), self._head()
        if s is not None:
            chosen = self.chosen()
            self.menu_asked.emit("squadron", s.unit, place, chosen if s.unit in chosen else (s.unit,))
        elif head is not None:
            units = tuple(s.unit for s in head.squadrons)
            self.menu_asked.emit(*(("squadron", units[0]) if head.wing else ("sector", head.sector)), place, units[:1] if head.wing else ())

    def open_strip(self, order: str = "") -> None:
        """Open the order strip at the squadrons chosen, with an order begun."""
        units = self.fitting()
        if units and self.strip.open(units, order):
            self._place_strip()

    def _place_strip(self) -> None:
        """At the row, below it where there is room, else above."""
        if not self.strip.isVisible() or not self.strip.units:
            return
        rect = self.board.visualRect(self.model.index_of(self.strip.units[0]))
        port = self.board.viewport()
        width = min(port.width() - 8, max(380, round(430 * self.settings.scale)))
        self.strip.setFixedWidth(width)
        self.strip.adjustSize()
        high = self.strip.height()
        top = rect.bottom() + 2
        if top + high > port.height():
            top = max(0, rect.top() - high - 2)
        self.strip.move(max(2, (port.width() - width) // 2), top)

    # ---- looks and words

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        self._refill(
            self.groups, [(words("desk_tote.filter.groups"), None), *((words("desk_tote.group", group=g), g) for g in self._groups())]
        )
        self._refill(self.shown, [(words(f"desk_tote.filter.{name}"), name) for name in SHOWN])
        self._refill(self.sorting, [(words(f"desk_tote.sort.{name}"), name) for name in SORTS])
        self._refill(self.side, [(words(f"desk_tote.side.{name}"), name) for name in SIDES])
        self.side.setAccessibleName(words("desk_tote.side.name"))
        self.groups.setAccessibleName(words("desk_tote.filter.by_group"))
        self.shown.setAccessibleName(words("desk_tote.filter.by_state"))
        self.sorting.setAccessibleName(words("desk_tote.filter.by_order"))
        self.search.setPlaceholderText(words("desk_tote.filter.search"))
        self.search.setAccessibleName(words("desk_tote.filter.search"))
        self.board.setAccessibleName(words("desk_tote.title"))
        self.empty.setText(words("desk_tote.none"))
        self.header.retranslate()
        self.model.retranslate()
        self.strip.retranslate()
        self.restyle()

    def _groups(self) -> list[int]:
        view = self._view()
        found = {s.group for s in view.squadrons} if view is not None else set()
        return sorted(found, key=lambda g: GROUP_ORDER.index(g) if g in GROUP_ORDER else g)

    def left(self) -> tuple[tuple[int, ...], str]:
        """Return the current filters and search, to restore them later."""
        return tuple(box.currentIndex() for box in self._boxes), self.search.text()

    def take_up(self, left: tuple[tuple[int, ...], str] | None) -> None:
        """Restore filters and search; None shows all."""
        self.strip.clear()
        chosen, search = left or ((0,) * len(self._boxes), "")
        for box, index in zip(self._boxes, chosen, strict=True):
            box.setCurrentIndex(index)
        self._widths()
        self.search.setText(search)
        self._want()

    def _refill(self, box: QComboBox, entries: Sequence[tuple[str, object]]) -> None:
        at = max(0, box.currentIndex())
        box.blockSignals(True)
        box.clear()
        for text, data in entries:
            box.addItem(text, data)
        box.setCurrentIndex(min(at, box.count() - 1))
        box.blockSignals(False)

    def restyle(self) -> None:
        """Theme or text size has changed."""
        self.board.header().setFont(letters(self.settings, 11.5, "semibold"))
        self.header.retranslate()
        self._widths()
        self.refresh()
        self.board.doItemsLayout()
        self.board.viewport().update()

    def _widths(self) -> None:
        """Columns as wide as they need; some give way when the board is narrow."""
        scale = self.settings.scale
        room = self.board.viewport().width()
        hidden = self.columns.hidden(
            {int(c): float(width) for c, width in WIDTHS.items()}, room / scale, SIDES[str(self.side.currentData() or "state")]
        )
        over = sum(width * scale for c, width in WIDTHS.items() if c not in hidden) - room
        lamps = max(17.0 * scale, WIDTHS[ToteColumn.READY] * scale - max(0.0, over) / max(1, sum(c not in hidden for c in LAMP_OF)))
        self.side.setToolTip(self.settings.words("desk_tote.side.tip"))
        for column, width in WIDTHS.items():
            self.board.setColumnHidden(column, column in hidden)
            if column != ToteColumn.DOING:
                self.board.setColumnWidth(column, int(lamps) if column in LAMP_OF else round(width * scale))

    def _resized(self) -> None:
        self._widths()
        self._place_strip()
