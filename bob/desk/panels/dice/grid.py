"""A table as it is printed, with the row and the column of a lookup lit."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QBrush, QColor, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem, QWidget

from bob.data.tables import ListTable, Lookup, Table
from bob.desk.base.settings import Settings
from bob.desk.base.theme.panel_parts import letters, mixed
from bob.desk.base.theme.theme import look
from bob.staff.advice.table_wording import cell_text, column_text, entries, row_text


class PrintedTable(QTableWidget):
    """One table."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(True)
        self._measure = QTimer(self)
        self._measure.setSingleShot(True)
        self._measure.timeout.connect(self.resizeRowsToContents)
        self.verticalHeader().hide()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # a bar that depends on the rows never comes to rest
        self.lit: tuple[int, int] | None = None

    def show_table(self, table: Table | ListTable, lookup: Lookup | None) -> None:
        """Show a table, lit where the lookup found its result."""
        words = self.settings.words
        self.clear()
        self.lit = None
        self.setAccessibleName(words(f"tables.title.{table.name}"))
        if isinstance(table, ListTable):
            self._list(table)
        else:
            self._rolled(table, lookup)
        self.restyle()

    def _list(self, table: ListTable) -> None:
        words = self.settings.words
        lines = entries(table, words)
        self.setRowCount(len(lines))
        self.setColumnCount(3)
        self.setHorizontalHeaderLabels([words("desk_dice.rule"), "", words("desk_dice.result")])
        for row, cells in enumerate(lines):
            for column, text in enumerate(cells):
                self._put(row, column, text)

    def _rolled(self, table: Table, lookup: Lookup | None) -> None:
        words = self.settings.words
        first = f"{table.dice_count}d{table.sides}" if table.rows_by == "dice" else words(f"tables.circumstance.{table.rows_by}")
        self.setRowCount(len(table.rows))
        self.setColumnCount(1 + len(table.columns))
        self.setHorizontalHeaderLabels([first, *(column_text(table, c.label, words) for c in table.columns)])
        row_at = column_at = -1
        for r, row in enumerate(table.rows):
            self._put(r, 0, row_text(table, row.label, words))
            if lookup is not None and row.label == lookup.row and (lookup.rule in (row.rule or table.rule, table.rule)):
                row_at = r
            for c, cell in enumerate(row.cells):
                self._put(r, c + 1, cell_text(table.name, cell, words))
        if lookup is not None:
            labels = [c.label for c in table.columns]
            column_at = labels.index(lookup.column) + 1 if lookup.column in labels else 1
            if row_at >= 0:
                self.lit = (row_at, column_at)

    def _put(self, row: int, column: int, text: str) -> None:
        item = QTableWidgetItem(text)
        item.setToolTip(text)
        if column:
            item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setItem(row, column, item)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._measure.start()  # not at once: it may come in the midst of filling, where measuring brings Qt down

    def restyle(self) -> None:
        """Restyle the highlighted cells in the tones of the theme."""
        p = look(self.settings)
        strong, pale = (QColor("#000000"), QColor("#D8D8D8")) if p.plain else (QColor(p.brass), mixed(p.inset, p.brass, 0.28))
        for row in range(self.rowCount()):
            for column in range(self.columnCount()):
                item = self.item(row, column)
                if item is None:
                    continue
                here = self.lit is not None and (row == self.lit[0] or column == self.lit[1])
                cell = self.lit == (row, column)
                item.setBackground(QBrush(strong if cell else pale) if here else QBrush())
                ink = p.on_brass if cell else "#000000" if here and p.plain else p.ink
                item.setForeground(QBrush(QColor(ink)))
                item.setFont(letters(self.settings, 13 if column else 12.5, "bold" if cell or (here and column == 0) else "regular"))
        head = self.horizontalHeader()
        head.setMinimumSectionSize(round(46 * self.settings.scale))
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch if self.columnCount() <= 8 else QHeaderView.ResizeMode.ResizeToContents)
        if self.columnCount():
            head.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setDefaultAlignment(Qt.AlignmentFlag(int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)))
        long = max((len(item.text()) for c in range(self.columnCount()) if (item := self.horizontalHeaderItem(c)) is not None), default=0)
        head.setFixedHeight(round((40 if long > 14 else 25) * self.settings.scale))
        if self.lit is not None:
            item = self.item(*self.lit)
            if item is not None:
                self.scrollToItem(item, QAbstractItemView.ScrollHint.PositionAtCenter)
