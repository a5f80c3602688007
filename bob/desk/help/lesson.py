"""The lesson: coach marks that lead a newcomer through a first raid, one step at a time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bob.desk.game.session import Session
from bob.desk.looks import theme
from bob.desk.settings import Settings
from bob.operations.orders import Done, Scramble
from bob.operations.position import RAF


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step: its words `desk.lesson.CODE`, the widget it points at, and what must have happened to go on (None: the reader says so)."""

    code: str
    target: str
    until: Callable[[Session], bool] | None = None


def _plotted(session: Session) -> bool:
    return session.is_over or bool(session.view(RAF).tracks)


def _scrambled(session: Session) -> bool:
    return session.is_over or any(isinstance(entry.order, Scramble) for entry in session.match.entries if entry.seat == RAF)


def _ended_turn(session: Session) -> bool:
    orders = [entry.order for entry in session.match.entries if entry.seat == RAF]
    first = next((i for i, order in enumerate(orders) if isinstance(order, Scramble)), None)
    return session.is_over or (first is not None and any(isinstance(order, Done) for order in orders[first:]))


def _fought(session: Session) -> bool:
    return session.is_over or any(event.code in ("combat", "bombed") for _, event in session.log(RAF))


def _over(session: Session) -> bool:
    return session.is_over


STEPS = (
    LessonStep("welcome", "table"),
    LessonStep("clock", "strip"),
    LessonStep("table", "table"),
    LessonStep("first_plot", "decide", _plotted),
    LessonStep("plot", "table"),
    LessonStep("tote", "tote"),
    LessonStep("scramble", "card", _scrambled),
    LessonStep("end_turn", "decide", _ended_turn),
    LessonStep("wait", "decide", _fought),
    LessonStep("fight", "table"),
    LessonStep("log", "log"),
    LessonStep("finish", "decide", _over),
    LessonStep("end", "table"),
)


class _Ring(QWidget):
    """A brass frame around what the step speaks of; takes no input."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tones = theme.look(self.settings)
        painter.setPen(QPen(QColor(tones.brass), 4, Qt.PenStyle.DashLine if tones.plain else Qt.PenStyle.SolidLine))
        painter.drawRoundedRect(self.rect().adjusted(3, 3, -3, -3), 6, 6)
        painter.end()


class Lesson(QFrame):
    """The coach: a sheet with the step's words. `targets` gives the widget of a name, or None while it is not there."""

    finished = Signal()

    def __init__(self, session: Session, settings: Settings, window: QWidget, targets: Callable[[str], QWidget | None]) -> None:
        super().__init__(window)
        self.session = session
        self.settings = settings
        self.host = window
        self.targets = targets
        self.place_ = 0
        self.setObjectName("sheet")
        self.ring = _Ring(settings, window)
        self.count, self.head, self.text = QLabel(), QLabel(), QLabel()
        theme.kind(self.count, "caption")
        self.text.setWordWrap(True)
        self.next = QPushButton()
        theme.kind(self.next, "primary")
        self.next.clicked.connect(self.forward)
        self.back = QPushButton()
        self.back.clicked.connect(self.backward)
        self.skip = QPushButton()
        theme.kind(self.skip, "flat")
        self.skip.clicked.connect(self.stop)
        row = QHBoxLayout()
        row.addWidget(self.skip)
        row.addStretch()
        row.addWidget(self.back)
        row.addWidget(self.next)
        body = QVBoxLayout(self)
        body.setContentsMargins(16, 12, 16, 12)
        for widget in (self.count, self.head, self.text):
            body.addWidget(widget)
        body.addLayout(row)
        session.changed.connect(self.check)
        settings.language_changed.connect(self.show_step)
        settings.text_size_changed.connect(self.show_step)
        window.installEventFilter(self)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.timeout.connect(self._lay)
        self.show()
        self.show_step()

    @property
    def step(self) -> LessonStep:
        return STEPS[self.place_]

    def forward(self) -> None:
        """To the next step; over those whose condition holds already."""
        if self.place_ == len(STEPS) - 1:
            self.stop()
            return
        self.place_ += 1
        while (until := self.step.until) is not None and until(self.session) and self.place_ < len(STEPS) - 1:
            self.place_ += 1
        self.show_step()

    def backward(self) -> None:
        """To the last step that was read."""
        place = self.place_ - 1
        while place > 0 and STEPS[place].until is not None:
            place -= 1
        self.place_ = max(0, place)
        self.show_step()

    def check(self) -> None:
        """Go on when what the step waits for has happened."""
        until = self.step.until
        if until is not None and until(self.session):
            self.forward()
        else:
            self._settle.start(0)

    def stop(self) -> None:
        """Put the coach away."""
        self.session.changed.disconnect(self.check)
        self.settings.language_changed.disconnect(self.show_step)
        self.settings.text_size_changed.disconnect(self.show_step)
        self.host.removeEventFilter(self)
        self.ring.hide()
        self.hide()
        self.finished.emit()

    def show_step(self) -> None:
        """Show the words of the step beside what it speaks of."""
        words, step = self.settings.words, self.step
        self.setAccessibleName(words("desk.action.lesson").replace("&", ""))
        self.count.setText(words("desk.lesson.count", number=self.place_ + 1, count=len(STEPS)))
        self.head.setText(words(f"desk.lesson.head.{step.code}"))
        self.head.setFont(theme.font(self.settings, 16, bold=True))
        self.text.setText(words(f"desk.lesson.text.{step.code}"))
        self.text.setFixedWidth(round(340 * self.settings.scale))
        last = self.place_ == len(STEPS) - 1
        self.next.setText(words("desk.lesson.last" if last else "desk.lesson.next"))
        self.next.setVisible(step.until is None)
        self.back.setText(words("desk.lesson.back"))
        self.back.setVisible(self.place_ > 0)
        self.skip.setText(words("desk.lesson.skip"))
        self.skip.setVisible(not last)
        self._lay()
        if step.until is None:
            self.next.setFocus()

    def _lay(self) -> None:
        """Take a place beside the target, inside the window."""
        target = self.targets(self.step.target)
        self.adjustSize()
        host = self.host.rect()
        if target is None or not target.isVisible():
            self.ring.hide()
            self.move(host.center() - self.rect().center())
            self.raise_()
            return
        at = target.mapTo(self.host, QPoint(0, 0))
        around = QRect(at, target.size())
        self.ring.setGeometry(around.adjusted(-6, -6, 6, 6).intersected(host))
        self.ring.show()
        self.ring.raise_()
        self.move(self._beside(around, host))
        self.raise_()

    def _beside(self, around: QRect, host: QRect) -> QPoint:
        width, height = self.width(), self.height()
        gap = 14
        places = (
            QPoint(around.right() - width, around.bottom() + gap),
            QPoint(around.left() - width - gap, around.top() + 40),
            QPoint(around.right() + gap, around.top() + 40),
            QPoint(around.left() + 20, around.top() - height - gap),
        )
        for place in places:
            if host.contains(QRect(place, self.size())):
                return place
        return QPoint(around.left() + gap + 6, max(gap, around.bottom() - height - 40))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest) and watched is self.host:
            self._settle.start(0)
        return False
