"""The alert ladder as a panel: a rung for each raid, the most pressing on top. Enter asks for the squadrons to send."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from bob.core.text import capital, plain
from bob.day.state.view import RafView, RefereeView
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.enter_key import claims_enter
from bob.desk.session.session import DeskSession
from bob.staff.advice.fighter_command.alert_ladder import Rung
from bob.staff.advice.fighter_command.squadron_people import introduced
from bob.staff.advice.map.counters import short
from bob.words import Words

COLUMNS = ("raid", "strength", "height", "speed", "coast", "goal", "sent", "meet", "odds")
RIGHT = ("speed", "coast", "meet", "odds")
DROPPED = ("speed", "height", "odds", "meet")
"""The columns that give way first when the panel is narrow; the tooltip has them."""
WORDY = ("goal",)
"""The columns that may be cut off; the tooltip has these and the hidden ones, and repeats no other."""
TIP = 84
"""Letters of a line of the tooltip."""
SENT = 4
"""Squadrons that are named as sent; of more the rest is counted. The tooltip has all."""
KENTISH = "Dunkirk"
"""The village by Canterbury with an RDF station: unlike the port, it has no French name."""
OddsRole = int(Qt.ItemDataRole.UserRole) + 1
ROOM = 120
"""The least width in pixels for a raid's goal."""


class OddsBar(QStyledItemDelegate):
    """Draws under the figures of the odds which share of all aircraft is ours: solid where the raid's strength is known, else hatched."""

    def __init__(self, settings: Settings, parent: QTableWidget) -> None:
        super().__init__(parent)
        self.settings = settings

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().paint(painter, option, index)
        found = index.data(OddsRole)
        if not found:
            return
        share, sure = found
        tones = theme.look(self.settings)
        room = QRectF(option.rect).adjusted(4, 0, -4, -2)
        line = QRectF(room.left(), room.bottom() - 3, room.width(), 3)
        painter.fillRect(line, QColor(tones.line))
        ours = QRectF(line.left(), line.top(), line.width() * share, line.height())
        pattern = Qt.BrushStyle.SolidPattern if sure else Qt.BrushStyle.BDiagPattern
        painter.fillRect(ours, QBrush(QColor(tones.ink if share >= 0.5 else tones.red), pattern))


def odds(rung: Rung) -> tuple[float, bool] | None:
    """Return our share of the aircraft that would meet, and whether the raid's strength is sure; None without squadrons sent or a
    reported strength."""
    if not rung.sent or not rung.foes:
        return None
    return rung.aircraft / (rung.aircraft + rung.foes), rung.strength.isdigit()


class LadderTable(QTableWidget):
    """The rungs; Enter and a double click ask for one."""

    asked = Signal(int)
    resized = Signal()

    def __init__(self, rows: int, columns: int, parent: QWidget) -> None:
        super().__init__(rows, columns, parent)
        self.asks: Callable[[int], bool] = lambda row: True
        """Returns whether a rung has anything to decide; if not, Enter continues the turn as it does everywhere."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def event(self, event: QEvent) -> bool:
        """Enter is for the rung that is chosen, if anything can be done about it."""
        if event.type() == QEvent.Type.ShortcutOverride and self.currentRow() >= 0 and self.asks(self.currentRow()) and claims_enter(event):
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space ask for the rung chosen."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.currentRow() >= 0:
            self.asked.emit(self.currentRow())
        else:
            super().keyPressEvent(event)


class Ladder(QWidget):
    """The alert ladder. `selected` is emitted with a chosen raid, `asked` with a raid that needs a decision."""

    selected = Signal(str, object)
    asked = Signal(int)
    menu_asked = Signal(int, object)
    """The menu of a raid: its number, the place on the screen."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.kind(self, "panel")
        self.session, self.settings = session, settings
        self.rungs: list[Rung] = []
        self.may_ask: Callable[[int], bool] = lambda number: True
        """Returns whether a raid has anything to decide; set by the part that has the decisions."""
        self._quiet = False
        self.table = LadderTable(0, len(COLUMNS), self)
        self.table.asks = lambda row: row < len(self.rungs) and self.may_ask(self.rungs[row].number)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setAlternatingRowColors(True)
        self.table.setTabKeyNavigation(False)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.setWordWrap(False)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.resized.connect(self._fit)
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(COLUMNS.index("goal"), QHeaderView.ResizeMode.Stretch)
        head.setMinimumSectionSize(20)
        self.table.currentCellChanged.connect(lambda row, *_: self._chosen(row))
        self.table.asked.connect(self._ask)
        self.table.setItemDelegateForColumn(COLUMNS.index("odds"), OddsBar(settings, self.table))
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.table.customContextMenuRequested.connect(self._menu)
        self.table.cellDoubleClicked.connect(lambda row, _: self._ask(row))
        self.empty = QLabel()
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setWordWrap(True)
        theme.kind(self.empty, "quiet")
        body = QVBoxLayout(self)
        body.setContentsMargins(4, 2, 4, 2)
        body.addWidget(self.table, 1)
        body.addWidget(self.empty)
        self.setFocusProxy(self.table)
        session.changed.connect(self.refresh)
        settings.language_changed.connect(self.refresh)
        settings.theme_changed.connect(self.refresh)
        settings.text_size_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show what threatens now."""
        view = self.session.view(self.session.seat)
        raf = view.raf if isinstance(view, RefereeView) else view
        words = self.settings.words
        self.rungs = self.session.ladder(raf) if isinstance(raf, RafView) else []
        chosen = self.chosen()
        self._quiet = True
        self.table.setHorizontalHeaderLabels([words(f"desk.ladder.{column}") for column in COLUMNS])
        self.table.setRowCount(len(self.rungs))
        for row, rung in enumerate(self.rungs):
            self._row(row, rung, words)
        self._quiet = False
        if chosen is not None:
            self.select(chosen)
        self.table.verticalHeader().setDefaultSectionSize(round(24 * self.settings.scale))
        self._fit()
        self.empty.setVisible(not self.rungs)
        self.empty.setText(words("desk.ladder.none"))
        self.table.setAccessibleName(words("desk.dock.ladder"))

    def _fit(self) -> None:
        """Hide columns until there is room for a raid's goal."""
        head = self.table.horizontalHeader()
        wide = {name: max(self.table.sizeHintForColumn(i), head.sectionSizeHint(i)) for i, name in enumerate(COLUMNS)}
        left = self.table.viewport().width() - sum(width for name, width in wide.items() if name != "goal")
        for name in DROPPED:
            gone = left < ROOM * self.settings.scale
            self.table.setColumnHidden(COLUMNS.index(name), gone)
            left += wide[name] if gone else 0

    def _row(self, row: int, rung: Rung, words: Words) -> None:
        tones = theme.look(self.settings)
        ink = tones.red if rung.pressing else tones.quiet if rung.coast is None or rung.old else tones.ink
        values = cells(rung, words)
        unseen = [name for name in COLUMNS if values[name] and (name in WORDY or self.table.isColumnHidden(COLUMNS.index(name)))]
        lines = [words("desk.ladder.line", what=words(f"desk.ladder.{name}"), told=values[name]) for name in unseen]
        people = self.session.people()
        sent = [words.label(short(unit), introduced(words, people[unit])) for unit in rung.sent if unit in people]
        tip = "\n".join((*textwrap.wrap(sentence(rung, words), TIP), *lines, *sent))
        for column, name in enumerate(COLUMNS):
            item = QTableWidgetItem(values[name])
            item.setData(Qt.ItemDataRole.UserRole, rung.number)
            if name == "odds":
                item.setData(OddsRole, odds(rung))
            item.setForeground(QColor(ink))
            side = Qt.AlignmentFlag.AlignRight if name in RIGHT else Qt.AlignmentFlag.AlignLeft
            item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            item.setToolTip(tip)
            if rung.pressing:
                item.setFont(theme.font(self.settings, bold=True))
            self.table.setItem(row, column, item)

    def chosen(self) -> int | None:
        """The raid chosen here."""
        item = self.table.item(self.table.currentRow(), 0) if self.table.currentRow() >= 0 else None
        return item.data(Qt.ItemDataRole.UserRole) if item is not None else None

    def select(self, number: object) -> None:
        """Choose a raid from elsewhere. Emits nothing."""
        row = next((i for i, rung in enumerate(self.rungs) if rung.number == number), -1)
        self._quiet = True
        self.table.setCurrentCell(row, 0)
        self._quiet = False

    def left(self) -> int | None:
        """The raid chosen, for the person who comes back."""
        return self.chosen()

    def take_up(self, left: int | None) -> None:
        """Choose the raid that was chosen; none for who comes first."""
        self.select(left)

    def _chosen(self, row: int) -> None:
        if not self._quiet and 0 <= row < len(self.rungs):
            self.selected.emit("track", self.rungs[row].number)

    def _menu(self, at: QPoint) -> None:
        """Show the menu of the rung there; by key, of the chosen one."""
        index = self.table.indexAt(at)
        row = index.row() if index.isValid() else self.table.currentRow()
        if 0 <= row < len(self.rungs):
            self.table.setCurrentCell(row, 0)
            self.menu_asked.emit(self.rungs[row].number, self.table.viewport().mapToGlobal(at))

    def _ask(self, row: int) -> None:
        if 0 <= row < len(self.rungs):
            self.asked.emit(self.rungs[row].number)


def cells(rung: Rung, words: Words) -> dict[str, str]:
    """A rung in short words."""

    def minutes(turns: int) -> str:
        return words("desk.ladder.minutes", minutes=5 * turns)

    goals = ", ".join(_goal(rung, place, turns, words) for place, turns in rung.goals)
    coast = words("desk.ladder.away") if rung.coast is None else words("desk.ladder.inland") if rung.coast == 0 else minutes(rung.coast)
    if rung.coast is not None and rung.gathering:
        coast = words("desk.ladder.gathering")
    elif rung.coast and rung.guessed:
        coast = words("desk.ladder.guess", told=coast)
    named = ", ".join(short(unit) for unit in rung.sent[: SENT - 1 if len(rung.sent) > SENT else SENT])
    more = len(rung.sent) - SENT + 1
    sent = words("desk.ladder.more", named=named, more=more) if more > 1 else named or words("desk.ladder.nobody")
    meet = "" if rung.meet is None else words("desk.ladder.there") if rung.meet == 0 else minutes(rung.meet)
    if rung.low:
        meet = words("desk.ladder.low")
    elif rung.meet is None and rung.waiting:
        meet = words("desk.ladder.waits")
    elif rung.meet is None and rung.sent:
        meet = words("desk.ladder.nobody")
    odds = words("desk.ladder.odds_text", own=rung.aircraft, foes=rung.strength) if rung.sent else ""
    return {
        "raid": rung.label,
        "strength": rung.strength,
        "height": rung.height,
        "speed": "?" if rung.mph is None else str(rung.mph),
        "coast": coast,
        "goal": goals,
        "sent": sent,
        "meet": meet,
        "odds": odds,
    }


def _goal(rung: Rung, place: str, turns: int, words: Words) -> str:
    """Return the text about the goals on a raid's way. A guessed way has no times."""
    known = f"log.name.{plain(place)}"
    if words.has(known) and place != KENTISH:
        place = capital(words(known))
    if rung.guessed:
        return words("desk.ladder.guess", told=place)
    return words(f"desk.ladder.{'to' if turns else 'over'}", place=place, minutes=5 * turns)


def sentence(rung: Rung, words: Words) -> str:
    """Return a rung as a sentence: the strength needed, whether it is sent, and which parts are a guess."""
    if rung.coast is None:
        return words("desk.ladder.told_away", track=rung.label)
    key = "told_enough" if not rung.lacking else "told_spent" if rung.spent else "told_few" if rung.coming else "told_nobody"
    text = words(f"desk.ladder.{key}", track=rung.label, need=rung.need, sent=rung.coming)
    if rung.guessed:
        text += " " + words("desk.ladder.told_gathering" if rung.gathering else "desk.ladder.told_guess", minutes=5 * rung.coast)
    if rung.bombers is not None:
        text += " " + words("desk.ladder.told_bombers" if rung.bombers else "desk.ladder.told_no_bombers", bombers=rung.bombers)
    if rung.low:
        text += " " + words("desk.ladder.told_low")
    if rung.missed:
        text += " " + words("desk.ladder.told_missed", missed=rung.missed)
    if rung.old:
        text += " " + words("desk.ladder.told_old", minutes=5 * rung.age)
    return text
