"""The choice of squadrons for a raid or a place: each with its people and its time of arrival, or the reason why it cannot go. Several
may be sent at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from bob.core.text import plain
from bob.day.state.view import SquadronView
from bob.day.telling.period_names import code_word
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.orders.menus import OrderMenus
from bob.desk.session.foretold import ReachForecast, foretell, order_for, raf_view
from bob.desk.session.groups import group_title, leaders
from bob.staff.advice.fighter_command.squadron_people import SquadronPeople, who

COLUMNS = ("squadron", "minutes", "angels", "state", "strength", "type", "base", "commander", "kills", "lost", "fatigue", "why_not")
RIGHT = ("strength", "minutes", "angels", "kills", "lost", "fatigue")
LAST = 999
"""The place in the order of squadrons that cannot go."""


@dataclass(frozen=True, slots=True)
class WhoGoes:
    """A line: a squadron, or a Wing by its first, its foreseen order, and the reason why it cannot go."""

    squadron: SquadronView
    name: str
    order: Any
    seen: ReachForecast | None
    why_not: str | None


class WhoGoesBox(QDialog):
    """The list of all squadrons for one goal, with a filter."""

    foreseen = Signal(object, str)
    """Asks for a forecast of the gain when these orders are given and the others hold; the orders, and the names of the squadrons."""

    def __init__(self, menus: OrderMenus, settings: Settings, kind: str, key: Any, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.menus, self.session, self.settings = menus, menus.session, settings
        self.kind, self.key = kind, key
        self.lines: list[WhoGoes] = []
        words = settings.words
        track = self.session.track(key) if kind == "track" else None
        goal = track.label if track is not None else menus.names.at(words, getattr(key, "label", ""))
        self.setWindowTitle(words("desk_orders.who.title", goal=goal))
        self.search = QLineEdit()
        self.search.setPlaceholderText(words("desk_orders.who.search"))
        self.search.setAccessibleName(words("desk_orders.who.search"))
        self.search.setClearButtonEnabled(True)
        self.angels = QSpinBox()
        theme.inset(self.angels)
        self.angels.setRange(0, 34)
        self.angels.setSingleStep(2)
        self.angels.setPrefix(words("desk_tote.strip.angels"))
        self.angels.setSpecialValueText(words("desk_orders.menu.own_heights"))
        self.angels.setAccessibleName(words("desk_tote.strip.angels_name"))
        self.table = QTableWidget(0, len(COLUMNS))
        self.table.setHorizontalHeaderLabels([words(f"desk_orders.who.{name}") for name in COLUMNS])
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setTabKeyNavigation(False)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.verticalHeader().hide()
        self.table.setAccessibleName(self.windowTitle())
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setStretchLastSection(True)
        self.notice = QLabel()
        self.notice.setWordWrap(True)
        theme.kind(self.notice, "quiet")
        self.send, self.leave = QPushButton(words("desk_orders.who.send")), QPushButton(words("desk_orders.who.close"))
        theme.kind(self.send, "primary")
        self.send.setDefault(True)
        self.foresee = QPushButton(words("desk_orders.who.foresee"))
        self.foresee.setToolTip(words("desk_orders.who.foresee_tip"))
        self.foresee.hide()
        self._lay()
        self.search.textChanged.connect(lambda _: self.refresh())
        self.angels.valueChanged.connect(lambda _: self.refresh())
        self.table.itemSelectionChanged.connect(self._chosen)
        self.table.cellDoubleClicked.connect(lambda *_: self._send())
        self.send.clicked.connect(self._send)
        self.foresee.clicked.connect(self._foresee)
        self.leave.clicked.connect(self.reject)
        self.finished.connect(lambda _: menus.overlay.preview(()))
        self.refresh()
        theme.size_box(self, settings, 1240, 560)
        self.table.setFocus()

    def _lay(self) -> None:
        top, foot = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self.search, 1)
        top.addWidget(self.angels)
        foot.addWidget(self.notice, 1)
        foot.addWidget(self.foresee)
        foot.addWidget(self.leave)
        foot.addWidget(self.send)
        body = QVBoxLayout(self)
        body.addLayout(top)
        body.addWidget(self.table, 1)
        body.addLayout(foot)

    # ---- view

    def refresh(self) -> None:
        """Show every squadron that matches the words typed: those that can go first, the soonest of them on top."""
        chosen = {line.squadron.unit for line in self.chosen()}
        found, view, people = plain(self.search.text()), raf_view(self.session), self.session.people()
        lines = [self._line(s) for s in leaders(self.session, view.squadrons if view is not None else ()) if s.strength > 0]
        lines.sort(key=_order)
        values = {line.squadron.unit: self._cells(line, people.get(line.squadron.unit)) for line in lines}
        self.lines = [line for line in lines if not found or any(found in plain(cell) for cell in values[line.squadron.unit])]
        tones = theme.look(self.settings)
        self.table.setRowCount(len(self.lines))
        for row, line in enumerate(self.lines):
            for column, text in enumerate(values[line.squadron.unit]):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                side = Qt.AlignmentFlag.AlignRight if COLUMNS[column] in RIGHT else Qt.AlignmentFlag.AlignLeft
                item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
                if line.why_not is not None:
                    item.setForeground(QColor(tones.quiet))
                self.table.setItem(row, column, item)
        keep = [row for row, line in enumerate(self.lines) if line.squadron.unit in chosen]
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        self.table.clearSelection()
        for row in keep or ([0] if self.lines else []):
            self.table.selectionModel().select(self.table.model().index(row, 0), flags)
            self.table.setCurrentCell(row, 0, QItemSelectionModel.SelectionFlag.NoUpdate)

    def _line(self, s: SquadronView) -> WhoGoes:
        track = self.session.track(self.key) if self.kind == "track" else None
        angels = self.angels.value() or self.session.height(s, track)
        order = order_for(s, self.kind, self.key, angels)
        why = self.menus.why_not(order)
        seen = foretell(self.session, s.unit, self.kind, self.key, angels) if why is None else None
        if isinstance(seen, str):
            why, seen = self.settings.words(seen), None
        return WhoGoes(s, group_title(self.session, s), order, seen, why)

    def _cells(self, line: WhoGoes, p: SquadronPeople | None) -> list[str]:
        words, s = self.settings.words, line.squadron
        return [
            line.name,
            str(5 * line.seen.turns) if line.seen is not None else "",
            str(line.order.angels),
            words("desk_tote.scrambling") if s.scrambling else code_word(words, "box", s.box),
            str(sum(each.strength for each in self.session.stack(s))),
            self.menus.names.aircraft(s.aircraft),
            s.station,
            who(words, p) if p is not None else "",
            *((str(p.kills), str(p.lost), str(p.fatigue)) if p is not None else ("", "", "")),
            line.why_not or "",
        ]

    def chosen(self) -> list[WhoGoes]:
        """The lines that are chosen."""
        rows = sorted({index.row() for index in self.table.selectionModel().selectedRows()})
        return [self.lines[row] for row in rows if row < len(self.lines)]

    def _chosen(self) -> None:
        found = self.chosen()
        fit = [line for line in found if line.why_not is None]
        self.send.setEnabled(bool(fit))
        self.foresee.setEnabled(bool(fit))
        self.menus.overlay.preview([line.seen for line in fit if line.seen is not None])
        names = ", ".join(line.name for line in fit)
        self.notice.setText(
            self.settings.words("desk_orders.who.chosen", units=names) if fit else next((x.why_not or "" for x in found), "")
        )

    def may_foresee(self, answers: bool) -> None:
        """Set whether there is a forecast for comparing orders."""
        self.foresee.setVisible(answers)

    def _foresee(self) -> None:
        """Ask for the forecast of sending exactly the chosen squadrons now; no order is given."""
        fit = [line for line in self.chosen() if line.why_not is None]
        if fit:
            self.reject()
            self.foreseen.emit([line.order for line in fit], ", ".join(line.name for line in fit))

    def _send(self) -> None:
        fit = [line.order for line in self.chosen() if line.why_not is None]
        if fit:
            self.accept()
            self.menus.give(*fit)


def _order(line: WhoGoes) -> tuple[Any, ...]:
    """Return the sort key of a line: squadrons that can go, the soonest first; those already off; those that cannot go."""
    s = line.squadron
    return line.why_not is not None, s.scrambling, line.seen.turns if line.seen is not None else LAST, s.group, s.unit
