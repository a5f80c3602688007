"""The log: events as sentences, turn by turn, that lead to the table and to the rule; filtered and searched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QMargins,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QLabel,
    QLineEdit,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.core.game import Event
from bob.core.text import plain
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import in_context, sentence
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.flow import WrappedRow
from bob.desk.session.session import DeskSession
from bob.words import Words

KINDS: dict[str, tuple[str, ...]] = {
    "raids": (
        *(
            "plotted",
            "track_faded",
            "track_merged",
            "track_lost",
            "track_identified",
            "raid_took_off",
            "formation",
            "formed",
            "escort_missed",
            "return_escort_met",
            "escort_warns",
            "escort_left",
            "disrupted",
        ),
        *("jettisoned", "navigation", "diverted", "bombed", "bombs", "recalled", "patrol_sweep", "raider_landed", "raid_ended", "planned"),
        *("dropped", "sealed", "revealed", "unit_short", "plan_stands", "ground_report", "nothing_seen", "response_raised"),
        *("called", "call_heard", "call_late", "call_unheard", "escorts_lent"),
    ),
    "squadrons": (
        *("readiness_ordered", "readiness", "emergency", "scramble", "scramble_held", "took_off", "vector", "pancake", "stance", "split"),
        *(
            "wing_formed",
            "wing_broken",
            "wait_over",
            "sent_elsewhere",
            "request_answered",
            "control_lost",
            "control_regained",
            "short_of_fuel",
            "scattered",
            "scattered_home",
            "waits_to_land",
            "landed",
            "lost_landing",
        ),
    ),
    "combat": (
        *(
            "tally",
            "met",
            "resolver",
            "next_table",
            "engage",
            "combat",
            "patrol_attack",
            "flak",
            "balloons_hit",
            "balloons_shot",
            "broke_off",
            "squadron_destroyed",
        ),
        *("unit_destroyed", "station_damaged", "field_damaged", "room_hit", "hit_on_ground", "bombed"),
        *("others_hit", "hangars_hit", "field_repaired", "station_repaired", "emergency_room"),
        *("convoy_out", "convoy_in", "convoy_seen", "convoy_missed", "convoy_attacked", "bombs_on_convoy", "patrol_strafed"),
    ),
    "dogfights": ("dogfight",),
}
"""The kinds of events of each filter."""

HAND_OUTS_OWN = frozenset(("dogfight",))
"""Kinds of events on the sheet of an engagement: not among the rest, and found only with their filter on."""

PROOFS = {"checking": "locks.checking", "forged": "locks.forged_log", "former": "locks.former_log"}
"""The texts for a log without proof."""

HEADS = ("turn", "begun")
NOTES = ("note", "note_from", "corrected", "set_right", "in_name", "went_back", "went_forward", "new_rules", "over")
"""Events about the game itself."""
WEIGHTY = frozenset(
    (
        *("tally", "met", "combat", "bombed", "room_hit", "squadron_destroyed", "station_damaged", "over"),
        *("note", "note_from", "corrected", "set_right", "went_back", "went_forward"),
    )
)
Index = QModelIndex | QPersistentModelIndex


@dataclass(slots=True)
class LogLine:
    """One line of the log."""

    number: int
    event: Event
    clock: str
    text: str = ""
    fight: int = -1
    """The engagement whose dogfight it belongs to."""
    begun: int = -1
    """The number of the entry in which that dogfight began. Its text is made on demand."""


@dataclass(frozen=True, slots=True)
class LogPlace:
    """A person's filter of the log, and the entry at its top; None at the end."""

    kind: str = "all"
    search: str = ""
    number: int | None = None


def describe(words: Words, names: Names, event: Event) -> str:
    """An event as a sentence; one without words by its code."""
    try:
        return sentence(words, event, names)
    except KeyError:
        return event.code.replace("_", " ").capitalize()


class LogModel(QAbstractListModel):
    """The events that the seat at the screen has learnt, the latest last."""

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QObject) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = names
        self.lines: list[LogLine] = []
        self._key: tuple[Any, ...] = ()
        self._models: dict[int, tuple[str | None, ...]] = {}
        self._group = -1, -1

    def refresh(self) -> None:
        """Add the new events; rebuild all when the seat, the language or the time has changed."""
        session = self.session
        view = session.view(session.seat)
        if self._key[:1] != (session.seat,):
            self.names.titles, self.names.hostile = {}, None  # one room's knowledge is not shown in the other
        before = self.names.hostile, tuple(self.names.titles)
        self.names.learn(view)
        same_names = before == (self.names.hostile, tuple(self.names.titles))
        events = list(in_context(session.log(session.seat)))
        key = (session.seat, self.settings.language, session.seated)
        whole = [(line.number, line.event) for line in self.lines]
        if key == self._key and same_names and events[: len(whole)] == whole:
            new = events[len(whole) :]
            if new:
                self.beginInsertRows(QModelIndex(), len(self.lines), len(self.lines) + len(new) - 1)
                self._extend(new)
                self.endInsertRows()
            return
        self.beginResetModel()
        self._key = key
        self.lines = []
        self._models = {}
        self._group = -1, -1
        self._extend(events)
        self.endResetModel()

    def _extend(self, events: list[tuple[int, Event]]) -> None:
        clock = self.lines[-1].clock if self.lines else ""
        for number, event in events:
            if event.code == "turn":
                clock = str(event.data["clock"])
            elif event.code in ("met", "resolver", "next_table"):
                self._group = int(event.data["number"]), -1
            if event.code in HAND_OUTS_OWN:
                fight, begun = self._group
                self._group = fight, number if begun < 0 else begun
                self.lines.append(LogLine(number, event, clock, "", *self._group))
            else:
                self.lines.append(LogLine(number, event, clock, describe(self.settings.words, self.names, event)))

    def text(self, line: LogLine) -> str:
        """A line's sentence. The aircraft of a dogfight have the names that they had then."""
        if not line.text:
            self.names.models = self._models_of(line)
            line.text = describe(self.settings.words, self.names, line.event)
        return line.text

    def _models_of(self, line: LogLine) -> tuple[str | None, ...]:
        """The units of the aircraft of a dogfight, as the seat knew them when it began."""
        if line.begun not in self._models:
            try:
                fight = self.session.at(line.begun, self.session.seat).engagement
            except BobError:  # what was seen then has not been sent
                return ()
            self._models[line.begun] = fight.models if fight is not None and fight.number == line.fight else ()
        return self._models[line.begun]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - as Qt asks
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        line = self.lines[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(line)
        if role == Qt.ItemDataRole.ToolTipRole:
            rule = line.event.rule
            key = f"rules.{rule}"
            words = self.settings.words
            return words.label(rule, words(key)) if rule is not None and words.has(key) else self.text(line)
        if role == Qt.ItemDataRole.UserRole:
            return line
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{line.clock} {self.text(line)}"
        return None


class LogFilter(QSortFilterProxyModel):
    """Lines of one kind that hold all the words searched for, whatever their accents; the heads of turns stay where nothing is searched."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = "all"
        self.search: tuple[str, ...] = ()

    def set(self, kind: str, search: str) -> None:
        new = hasattr(self, "beginFilterChange")  # Qt 6.10 and later
        if new:
            self.beginFilterChange()
        self.kind, self.search = kind, tuple(plain(search).split())
        if new:
            self.endFilterChange()
        else:
            self.invalidateFilter()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, LogModel)
        line = model.lines[row]
        code = line.event.code
        if code in HAND_OUTS_OWN and self.kind not in KINDS:
            return False
        if self.search:
            text = plain(f"{line.clock} {model.text(line)}")
            if not all(word in text for word in self.search):
                return False
        elif code in HEADS:
            return True
        return self.kind == "all" or code in (NOTES if self.kind == "notes" else KINDS.get(self.kind, ()))


class _Delegate(QStyledItemDelegate):
    """A head of a turn as a rule with the time in it, an event as a sentence behind a mark."""

    def __init__(self, settings: Settings, view: QListView) -> None:
        super().__init__(view)
        self.settings = settings
        self.list = view

    def _indent(self) -> int:
        return round(16 * self.settings.scale)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        line: LogLine = index.data(Qt.ItemDataRole.UserRole)
        width = max(120, self.list.viewport().width() - self._indent() - 10)
        bold = line.event.code in WEIGHTY
        metrics = QFontMetrics(theme.font(self.settings, bold=bold))
        if line.event.code == "turn":
            return QSize(width, metrics.height() + 10)
        text = index.data(Qt.ItemDataRole.DisplayRole)
        box = metrics.boundingRect(QRect(0, 0, width, 10000), Qt.TextFlag.TextWordWrap, text)
        return QSize(width, box.height() + 5)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: LogLine = index.data(Qt.ItemDataRole.UserRole)
        tones = theme.look(self.settings)
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        if chosen:
            painter.fillRect(rect, QColor(tones.chosen))
        if line.event.code == "turn":
            painter.setFont(theme.font(self.settings, 12, bold=True))
            painter.setPen(QColor(tones.on_chosen if chosen else tones.quiet))
            width = round(52 * self.settings.scale)
            theme.draw_figures(
                painter, QRectF(rect.left() + 4, rect.top() + 4, width, rect.height() - 4), line.clock, Qt.AlignmentFlag.AlignLeft
            )
            painter.setPen(QColor(tones.line))
            y = rect.center().y() + 2
            painter.drawLine(rect.left() + width + 6, y, rect.right() - 4, y)
        else:
            bold = line.event.code in WEIGHTY
            painter.setFont(theme.font(self.settings, bold=bold))
            ink = tones.on_chosen if chosen else tones.red if line.event.code in ("combat", "room_hit", "squadron_destroyed") else tones.ink
            painter.setPen(QColor(ink))
            box = rect.adjusted(self._indent(), 2, -6, -2)
            painter.drawText(box, Qt.TextFlag.TextWordWrap, index.data(Qt.ItemDataRole.DisplayRole))
            if bold:
                painter.setBrush(QColor(ink))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawRect(QRectF(rect.left() + 5, rect.top() + 5, 3, rect.height() - 10))
        painter.restore()


class LogList(QListView):
    """The list itself; Enter and a double click show the place on the table."""

    opened = Signal(object)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()  # sentences wrap by the width

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Right) and self.currentIndex().isValid():
            self.opened.emit(self.currentIndex().data(Qt.ItemDataRole.UserRole))
            return
        super().keyPressEvent(event)


class LogPanel(QWidget):
    """The log with its filters and search."""

    place_asked = Signal(str, object)
    """Show on the table: `hex` and its label, `track` and its number, `squadron`, `raid`."""
    rule_asked = Signal(str)
    time_asked = Signal(int)
    """Show the game as it was after this entry."""

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.kind(self, "panel")
        self.session = session
        self.settings = settings
        self.model = LogModel(session, settings, names, self)
        self.filter = LogFilter()
        self.filter.setSourceModel(self.model)
        self.list = LogList(self)  # first of all: Tab enters a panel at its focus proxy, and goes on from there
        self.list.setModel(self.filter)
        self.list.setItemDelegate(_Delegate(settings, self.list))
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._menu)
        self.list.doubleClicked.connect(lambda index: self.open(index.data(Qt.ItemDataRole.UserRole)))
        self.list.opened.connect(self.open)
        self.search = QLineEdit()
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _: self._filtered())
        self.buttons: dict[str, QToolButton] = {}
        self._group = QButtonGroup(self)
        row = WrappedRow(QMargins(), 0)
        for kind in ("all", *KINDS, "notes"):
            button = QToolButton()
            button.setCheckable(True)
            theme.kind(button, "small")
            button.clicked.connect(lambda: self._filtered())
            self._group.addButton(button)
            self.buttons[kind] = button
            row.add(button)
        self.buttons["all"].setChecked(True)
        row.add_wide(self.search, round(80 * settings.scale))
        body = QVBoxLayout(self)
        body.setContentsMargins(6, 2, 6, 4)
        body.setSpacing(3)
        self.proof = QLabel()
        self.proof.setWordWrap(True)
        self.proof.hide()
        body.addWidget(row)
        body.addWidget(self.proof)
        body.addWidget(self.list, 1)
        self.setFocusProxy(self.list)
        self._at_end, self._filling = True, False
        bar = self.list.verticalScrollBar()
        bar.valueChanged.connect(self._scrolled)
        bar.rangeChanged.connect(lambda *_: self._ranged())
        session.changed.connect(self.refresh)
        settings.language_changed.connect(self.retranslate)
        settings.theme_changed.connect(self.list.viewport().update)
        settings.text_size_changed.connect(self.list.scheduleDelayedItemsLayout)
        self.retranslate()

    def retranslate(self) -> None:
        words = self.settings.words
        for kind, button in self.buttons.items():
            button.setText(words(f"desk.log.{kind}"))
        self.search.setPlaceholderText(words("desk.log.search"))
        self.search.setAccessibleName(words("desk.log.search"))
        self.list.setAccessibleName(words("desk.dock.log"))
        self.refresh()

    def refresh(self) -> None:
        """Show the new events, scroll to the end if the list was there, and show whether a log from a file is proved."""
        self._prove()
        before = len(self.model.lines)
        at_end, self._filling = self._at_end, True
        self.model.refresh()
        self._filling, self._at_end = False, at_end or len(self.model.lines) < before
        if self._at_end:
            self.list.scrollToBottom()

    def _prove(self) -> None:
        proof = self.session.proof
        theme.kind(self.proof, "warning" if proof == "forged" else "quiet")
        self.proof.style().unpolish(self.proof)
        self.proof.style().polish(self.proof)
        self.proof.setText(self.settings.words(PROOFS[proof]) if proof else "")
        self.proof.setVisible(bool(proof))

    def _scrolled(self, value: int) -> None:
        if not self._filling:
            self._at_end = value >= self.list.verticalScrollBar().maximum() - 4

    def _ranged(self) -> None:
        """Stay at the end, if the list was there, after a new layout."""
        if self._at_end:
            self.list.scrollToBottom()

    def _filtered(self) -> None:
        kind = next(kind for kind, button in self.buttons.items() if button.isChecked())
        self.filter.set(kind, self.search.text())
        self.list.scrollToBottom()

    def left(self) -> LogPlace:
        """Return the current filter and position, to restore them later."""
        top = self.list.indexAt(self.list.viewport().rect().topLeft())
        number = None if self._at_end or not top.isValid() else top.data(Qt.ItemDataRole.UserRole).number
        return LogPlace(self.filter.kind, self.search.text(), number)

    def take_up(self, left: LogPlace | None) -> None:
        """Restore a filter and position; None shows everything, at the end."""
        left = left or LogPlace()
        self.buttons[left.kind].setChecked(True)
        self.search.setText(left.search)
        self._filtered()
        self._at_end = left.number is None
        rows = range(self.filter.rowCount()) if left.number is not None else ()
        for index in (self.filter.index(row, 0) for row in rows):
            if index.data(Qt.ItemDataRole.UserRole).number == left.number:
                self.list.scrollTo(index, QListView.ScrollHint.PositionAtTop)
                return

    def open(self, line: LogLine) -> None:
        """Show the subject of a line on the table."""
        data = line.event.data
        for key, what in (("hex", "hex"), ("track", "track"), ("raid", "raid"), ("unit", "squadron")):
            if data.get(key) is not None:
                self.place_asked.emit(what, data[key])
                return

    def _menu(self, at: Any) -> None:
        index = self.list.indexAt(at)
        if not index.isValid():
            return
        line: LogLine = index.data(Qt.ItemDataRole.UserRole)
        words = self.settings.words
        menu = QMenu(self)
        menu.addAction(words("desk.log.locate"), lambda: self.open(line))
        if line.event.rule is not None:
            menu.addAction(words("desk.log.rule", code=line.event.rule), lambda: self.rule_asked.emit(line.event.rule))
        menu.addAction(words("desk.log.then"), lambda: self.time_asked.emit(line.number))
        menu.exec(self.list.viewport().mapToGlobal(at))
        menu.deleteLater()
