"""The moments of the day in a quiet list: a small button at the table's corner opens it; each shows its card and its place again."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QListWidgetItem, QToolButton, QVBoxLayout, QWidget

from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.enter_key import ENTER, claims_enter
from bob.desk.boards.shared.lists import Headed, WrappedLines
from bob.desk.session.answers import Floating
from bob.desk.session.session import DeskSession
from bob.staff.advice.event_cards import Moment, bombers_in, moments, picked

KEPT = 60
"""As many moments of a day are listed, the latest first."""
MOMENT = Qt.ItemDataRole.UserRole


class MomentLines(WrappedLines):
    """The lines of the list: Enter opens one, and does not go on with the turn behind it; Escape is the list's own."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return claims_enter(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER and self.currentItem() is not None:
            self.itemActivated.emit(self.currentItem())
        else:
            super().keyPressEvent(event)


class EarlierMoments(Floating):
    """The list. `chosen` is emitted with a moment to show again."""

    chosen = Signal(object)

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QWidget) -> None:
        super().__init__(parent)
        self.session, self.settings, self.names = session, settings, names
        self.title = QLabel()
        self.lines = MomentLines()
        self.lines.setItemDelegate(Headed(self.lines))
        self.lines.itemActivated.connect(self._open)
        self.lines.itemClicked.connect(self._open)
        body = QVBoxLayout(self)
        body.setContentsMargins(12, 8, 12, 10)
        body.addWidget(self.title)
        body.addWidget(self.lines)
        self.setFocusProxy(self.lines)

    def found(self) -> list[Moment]:
        """The moments of the day as the seat at the screen knows of them, the latest first."""
        session, words = self.session, self.settings.words
        lines = [event for _, event in session.log(session.seat)]
        by = bombers_in(session.view(session.seat), self.names, words)
        return moments(words, self.names, session.world.theatre, lines, by, most=KEPT)[::-1]

    def how_many(self) -> int:
        """Return the number of moments, without their descriptions."""
        return len(picked([event for _, event in self.session.log(self.session.seat)]))

    def open(self) -> None:
        """Show the list, with the latest chosen."""
        words = self.settings.words
        self.title.setText(words("desk.moment.past"))
        self.title.setFont(theme.font(self.settings, 15, bold=True))
        self.setAccessibleName(words("desk.moment.past"))
        self.lines.setAccessibleName(words("desk.moment.past"))
        self.lines.clear()
        for moment in self.found():
            item = QListWidgetItem(f"{moment.clock}  {words(f'desk.moment.{moment.code}')}\n{moment.text}")
            item.setData(MOMENT, moment)
            self.lines.addItem(item)
        if not self.lines.count():
            self.lines.addItem(QListWidgetItem(words("desk.moment.none")))
        self.lines.setCurrentRow(0)
        self.show()
        self.place()
        self.lines.setFocus()

    def place(self) -> None:
        """At the left of the table, from its top."""
        scale, room = self.settings.scale, self.host.size()
        self.resize(min(round(380 * scale), room.width() - 24), min(round(420 * scale), room.height() - 60))
        self.move(12, 10)
        self.raise_()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _open(self, item: QListWidgetItem) -> None:
        moment = item.data(MOMENT)
        if isinstance(moment, Moment) and self.isVisible():
            self.hide()
            self.chosen.emit(moment)


class MomentsButton(QToolButton):
    """The button in the upper left corner of the table, visible after the first event; below any widget in that corner."""

    def __init__(self, earlier: EarlierMoments, table: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self.earlier, self.table = earlier, table
        self.corners: list[QWidget] = []
        self._count = 0
        table.installEventFilter(self)
        earlier.settings.language_changed.connect(self._refill)
        earlier.settings.text_size_changed.connect(self._refill)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.clicked.connect(self.turn)
        self.hide()

    def turn(self) -> None:
        """Open the list, or put it away."""
        if self.earlier.isVisible():
            self.earlier.hide()
        else:
            self.earlier.open()

    def count(self, count: int) -> None:
        """Say how much there is to see again; nothing, and there is no button."""
        words = self.earlier.settings.words
        self._count = count
        self.setText(words("desk.moment.button", count=count))
        self.setToolTip(words("desk.moment.past"))
        self.setAccessibleName(words("desk.moment.past"))
        self.setVisible(count > 0)
        self.place()
        self.raise_()
        if self.earlier.isVisible():
            self.earlier.raise_()

    def _refill(self) -> None:
        self.count(self._count)

    def keep_below(self, corner: QWidget) -> None:
        """Leave the corner to this while it is shown."""
        self.corners.append(corner)
        corner.installEventFilter(self)
        self.place()

    def place(self) -> None:
        """Place the button in the corner, or below a widget there."""
        self.adjustSize()
        shown = [corner for corner in self.corners if not corner.isHidden()]
        feet = [self.table.mapFromGlobal(corner.mapToGlobal(QPoint(0, corner.height()))) for corner in shown]
        top = max((foot.y() + 8 for foot in feet if foot.x() < 12 + self.width()), default=10)
        self.move(self.table.mapTo(self.earlier.host, QPoint(12, top)))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide):
            self.place()
        return False
