"""The card of a moment over the table, and the rings that run out from its place. It takes no keys and never hides a question."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, QTimer, QVariantAnimation, Signal
from PySide6.QtGui import QColor, QEnterEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bob.core.record import Entry
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.widgets.vignette import Vignette
from bob.desk.boards.event_cards.earlier_event_cards import EarlierMoments, MomentsButton
from bob.desk.map import PlottingTable
from bob.desk.session.answers import Floating
from bob.desk.session.decision_walk import DecisionWalk
from bob.desk.session.session import DeskSession
from bob.staff.advice.event_cards import Moment, bombers_in, moments

SHOWN = 4500
"""Milliseconds that a card stays without the pointer on it."""

AGAIN = 400
"""Milliseconds after which it is tried again whether a dialog is still over the table."""

CLEAR = 46
"""Pixels around the subject of a decision, and around the place of the moment, that the card leaves free."""

RINGS = 1600
"""Milliseconds that the rings run."""


class Rings(QWidget):
    """Rings that spread from the place of a moment; they cover the table and take no mouse."""

    def __init__(self, table: PlottingTable, settings: Settings) -> None:
        super().__init__(table)
        self.table, self.settings = table, settings
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.moment: Moment | None = None
        self._run = QVariantAnimation(self)
        self._run.setDuration(RINGS)
        self._run.setStartValue(0.0)
        self._run.setEndValue(1.0)
        self._run.valueChanged.connect(lambda _: self.update())
        table.installEventFilter(self)
        table.moved.connect(self.update)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.table and event.type() == QEvent.Type.Resize:
            self.resize(self.table.size())
        return False

    def show_moment(self, moment: Moment | None) -> None:
        """Mark the place of a moment, in movement where movement is shown; None takes the mark away."""
        self.moment = moment if moment is not None and moment.hex is not None else None
        self._run.stop()
        self.resize(self.table.size())
        self.setVisible(self.moment is not None)
        if self.moment is not None and self.settings.animate:
            self._run.start()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.moment is None or self.moment.hex is None:
            return
        tones = theme.look(self.settings)
        x, y = self.table.camera.to_screen(*self.table.world.theatre.middle(self.moment.hex))
        ink = QColor(tones.brass if self.moment.kind == "combat" else tones.red)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        moving = self._run.state() == QVariantAnimation.State.Running
        share = float(self._run.currentValue() or 0.0) if moving else 0.0
        for shift in (0.0, 0.33, 0.66) if moving else (0.0,):
            at = (share * 2 + shift) % 1.0
            radius = (16 + 44 * at) * self.settings.scale
            ink.setAlphaF(1.0 - at if moving else 1.0)
            painter.setPen(QPen(ink, 3))
            painter.drawEllipse(QPointF(x, y), radius, radius)
        painter.end()


class MomentCard(Floating):
    """Shows the moments of a turn one after the other. `place_asked` is emitted with a moment to show on the table."""

    place_asked = Signal(str, object)

    def __init__(
        self, session: DeskSession, settings: Settings, names: Names, decisions: DecisionWalk, table: PlottingTable, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.session, self.settings, self.names, self.decisions, self.table = session, settings, names, decisions, table
        self.waiting: deque[Moment] = deque()
        self.moment: Moment | None = None
        self._turn = 0
        self.rings = Rings(table, settings)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.forward)
        self.vignette = Vignette(settings)
        self.head = QLabel()
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.earlier = EarlierMoments(session, settings, names, parent)
        self.earlier.chosen.connect(self.reopen)
        self.button = MomentsButton(self.earlier, table, parent)
        self.where: Callable[[str, object], QPoint | None] = lambda kind, key: None
        """The position of a thing of the table on the widget under the card; set by the owner of a table."""
        self.show_button, self.next_button, self.skip_button = QPushButton(), QPushButton(), QPushButton()
        self.show_button.clicked.connect(self._locate)
        self.next_button.clicked.connect(self.forward)
        self.skip_button.clicked.connect(self.skip)
        for button in (self.show_button, self.next_button, self.skip_button):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Enter stays with the decision
            theme.kind(button, "flat")
        body = QVBoxLayout(self)
        body.setContentsMargins(16, 10, 12, 8)
        body.setSpacing(4)
        top, texts = QHBoxLayout(), QVBoxLayout()
        texts.addWidget(self.head)
        texts.addWidget(self.text)
        texts.addStretch()
        top.addWidget(self.vignette, 0, Qt.AlignmentFlag.AlignTop)
        top.addSpacing(8)
        top.addLayout(texts, 1)
        body.addLayout(top)
        row = QHBoxLayout()
        row.addWidget(self.show_button)
        row.addStretch()
        row.addWidget(self.next_button)
        row.addWidget(self.skip_button)
        body.addLayout(row)
        session.entry_added.connect(self._entry)
        decisions.changed.connect(self._covered)
        settings.language_changed.connect(self.skip)
        session.changed.connect(self._count)

    def _count(self) -> None:
        """Say at the corner how much there is to see again."""
        session = self.session
        there = self.settings.moments and session.live and not self.decisions.covered
        self.button.count(self.earlier.how_many() if there else 0)

    def reopen(self, moment: Moment) -> None:
        """Show a moment of before again, and its place."""
        self.waiting.clear()
        self.waiting.append(moment)
        self.forward()
        self._locate()

    def _entry(self, entry: Entry) -> None:
        if not self.settings.moments or self.session.looking_back or self.decisions.covered:
            return
        session, words = self.session, self.settings.words
        by = bombers_in(session.view(session.seat), self.names, words)
        found = moments(words, self.names, session.world.theatre, entry.events, by)
        if not found:
            return
        turn = self.session.turn
        if turn != self._turn:
            self._turn = turn
            self.waiting.clear()  # after several turns in a row only the newest are of interest
        self.waiting.extend(found)
        self._timer.start(0)  # the table shows the new turn first

    def _covered(self) -> None:
        if self.decisions.covered:
            self.skip()
        elif self.isVisible():
            self.place()

    def forward(self) -> None:
        """The next moment, or none; while a dialog is open it waits."""
        self._timer.stop()
        if self.waiting and (QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None):
            self.hide()
            self._timer.start(AGAIN)
            return
        if not self.waiting:
            self.moment = None
            self.rings.show_moment(None)
            self.hide()
            return
        self.moment = moment = self.waiting.popleft()
        words = self.settings.words
        self.head.setText(words(f"desk.moment.{moment.code}"))
        self.head.setFont(theme.font(self.settings, 16, bold=True))
        self.vignette.show_kind(moment.kind)
        self.text.setText("\n".join(moment.lines))
        self.text.setFixedWidth(round(236 * self.settings.scale))
        self.show_button.setText(words("desk.moment.show"))
        self.show_button.setVisible(moment.hex is not None)
        self.next_button.setText(words("desk.moment.next", count=len(self.waiting)))
        self.next_button.setVisible(bool(self.waiting))
        self.skip_button.setText(words("desk.box.close"))
        self.setAccessibleName(words("desk.moment.name"))
        self.setAccessibleDescription(f"{self.head.text()} {moment.text}")
        self.rings.show_moment(moment)
        self.show()
        self.place()
        self._timer.start(SHOWN)

    def skip(self) -> None:
        """Away with this one and those that wait."""
        self.waiting.clear()
        self.forward()

    def _locate(self) -> None:
        if self.moment is not None and self.moment.hex is not None:
            self.place_asked.emit("hex", self.moment.hex)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Keep the card open under the pointer."""
        self._timer.stop()
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        if self.moment is not None:
            self._timer.start(SHOWN // 2)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.forward()

    def place(self) -> None:
        """In the corner where it hides nothing that is asked about or has just happened: at the foot of the table, or at its head."""
        self.adjustSize()
        size, room, scale = self.sizeHint(), self.host.size(), self.settings.scale
        self.resize(min(size.width(), room.width() - 24), min(size.height(), room.height() - 24))
        foot = max(10, room.height() - self.height() - round(46 * scale))
        right = room.width() - self.width() - 12
        beside = self.button.geometry().right() + 10 if self.button.isVisible() else 12
        corners = [QRect(QPoint(x, y), self.size()) for x, y in ((12, foot), (right, foot), (beside, 10))]
        best = min(corners, key=self._hidden_by)
        self.move(best.topLeft())
        if size.height() > room.height() - 24 or any(best.intersects(page.geometry()) for page in self._pages()):
            self.hide()  # no corner has the room: the rings mark the place, and the list has it
        else:
            self.raise_()

    def _pages(self) -> list[QWidget]:
        """Return the other sheets over the table, a question first of all."""
        return [page for page in self.host.findChildren(Floating) if page is not self and page.isVisible()]

    def _hidden_by(self, box: QRect) -> int:
        """Return the area that a card in that box would hide: of sheets over the table, of the decision's subject, of the place."""
        found = [page.geometry() for page in self._pages()]
        if self.button.isVisible():
            found += [self.button.geometry()] * 4  # it is small, and has words
        first = self.decisions.first
        spots: list[tuple[str, object]] = [first.show] if first is not None and first.show is not None else []
        for name, _ in first.options if first is not None else ():
            spots.append(("track", int(name)) if name.isdigit() else ("squadron", name))
        if self.moment is not None and self.moment.hex is not None:
            spots.append(("hex", self.moment.hex))
        for at in (self.where(*spot) for spot in spots):
            if at is not None:
                found.append(QRect(at.x() - CLEAR, at.y() - CLEAR, 2 * CLEAR, 2 * CLEAR))
        middle = self.host.rect()
        middle.adjust(*(round(part / 3) for part in (middle.width(), middle.height(), -middle.width(), -middle.height())))
        hidden = [box.intersected(one) for one in (*found, middle)]
        return sum(one.width() * one.height() for one in hidden if one.isValid())
