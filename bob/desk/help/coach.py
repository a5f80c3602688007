"""A coach: sheets that lead a newcomer through a game, one step at a time, each beside what it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from bob.desk.looks import theme
from bob.desk.settings import Settings


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step: the code of its words, the widget it points at, and what must have happened to go on (None: the reader says so); it is
    asked of the coach's subject."""

    code: str
    target: str
    until: Callable[[Any], bool] | None = None


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


class Coach(QFrame):
    """A sheet with a step's words. `targets` gives the widget of a name, or None while it is not there; `changed` tells that the subject
    of the lesson has changed."""

    finished = Signal()

    def __init__(
        self,
        steps: Sequence[LessonStep],
        subject: Any,
        changed: SignalInstance,
        settings: Settings,
        window: QWidget,
        targets: Callable[[str], QWidget | None],
    ) -> None:
        super().__init__(window)
        self.steps, self.subject, self.changed = tuple(steps), subject, changed
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
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(16, 12, 16, 12)
        for widget in (self.count, self.head, self.text):
            self.body.addWidget(widget)
        self.body.addLayout(row)
        changed.connect(self.check)
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
        return self.steps[self.place_]

    def told(self, part: str, code: str) -> str:
        """The heading (`head`) or the words (`text`) of a step."""
        raise NotImplementedError

    def last_told(self) -> str:
        """What the button of the last step says."""
        return self.settings.words("desk.lesson.last")

    def forward(self) -> None:
        """To the next step; over those whose condition holds already."""
        if self.place_ == len(self.steps) - 1:
            self.stop()
            return
        self.place_ += 1
        while (until := self.step.until) is not None and until(self.subject) and self.place_ < len(self.steps) - 1:
            self.place_ += 1
        self.show_step()

    def backward(self) -> None:
        """To the last step that was read."""
        place = self.place_ - 1
        while place > 0 and self.steps[place].until is not None:
            place -= 1
        self.place_ = max(0, place)
        self.show_step()

    def check(self) -> None:
        """Go on when what the step waits for has happened."""
        until = self.step.until
        if until is not None and until(self.subject):
            self.forward()
        else:
            self._settle.start(0)

    def stop(self) -> None:
        """Put the coach away."""
        self.changed.disconnect(self.check)
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
        self.count.setText(words("desk.lesson.count", number=self.place_ + 1, count=len(self.steps)))
        self.head.setText(self.told("head", step.code))
        self.head.setFont(theme.font(self.settings, 16, bold=True))
        self.text.setText(self.told("text", step.code))
        self.text.setFixedWidth(round(340 * self.settings.scale))
        last = self.place_ == len(self.steps) - 1
        self.next.setText(self.last_told() if last else words("desk.lesson.next"))
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
