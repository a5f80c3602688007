"""A coach: sheets that lead a newcomer through a game, one step at a time, each beside its subject."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.enter_key import ENTER, FIELDS


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step: the code of its words, its target, and the condition for the next (None: the reader goes on), called with the coach's
    subject. The lesson returns to a step that is to be `kept` when its action is taken back."""

    code: str
    target: str
    until: Callable[[Any], bool] | None = None
    kept: bool = False


class _Ring(QWidget):
    """A brass frame around the subject of the step; takes no input."""

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
    """A sheet with a step's words. `targets` gives the named things, a widget or a part of the window, or None while it is absent;
    `changed` reports a change of the lesson's subject.

    While a step is only to be read, Enter goes on whatever has the focus: nothing behind the sheet moves. The sheet takes the place
    where it hides the least of the step's subject and of the areas of `clear_area`; it can be moved.
    """

    finished = Signal()
    reached = Signal(str)
    """The code of the step that is shown."""
    next_asked = Signal(str)
    """Another lesson is asked for, at the end of this one."""

    def __init__(
        self,
        steps: Sequence[LessonStep],
        subject: Any,
        changed: SignalInstance,
        settings: Settings,
        window: QWidget,
        targets: Callable[[str], QWidget | QRect | None],
        *,
        at: str = "",
    ) -> None:
        super().__init__(window)
        self.steps, self.subject, self.changed = tuple(steps), subject, changed
        self.settings = settings
        self.host = window
        self.targets = targets
        self.place_ = next((i for i, step in enumerate(self.steps) if step.code == at), 0)
        self.rest: QWidget | None = None
        """The widget to focus for a step with a task."""
        self._focus: QWidget | None = None
        self._grip: QPoint | None = None
        self._pushed = False
        self.setObjectName("sheet")
        self.ring = _Ring(settings, window)
        self.count, self.head, self.text = QLabel(), QLabel(), QLabel()
        theme.kind(self.count, "caption")
        self.text.setWordWrap(True)
        self.head.setWordWrap(True)
        self.next = QPushButton()
        theme.kind(self.next, "primary")
        self.next.clicked.connect(self.forward)
        self.back = QPushButton()
        self.back.clicked.connect(self.backward)
        self.skip = QPushButton()
        theme.kind(self.skip, "flat")
        self.skip.clicked.connect(self.stop)
        self.row = QHBoxLayout()
        self.row.addWidget(self.skip)
        self.row.addStretch()
        self.row.addWidget(self.back)
        self.row.addWidget(self.next)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(16, 12, 16, 12)
        for widget in (self.count, self.head, self.text):
            self.body.addWidget(widget)
        self.body.addLayout(self.row)
        changed.connect(self.check)
        settings.language_changed.connect(self.show_step)
        settings.text_size_changed.connect(self.show_step)
        window.installEventFilter(self)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focused)
        self._focused(None, app.focusWidget())
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.timeout.connect(self._lay)
        self.show()
        self.show_step()

    @property
    def step(self) -> LessonStep:
        return self.steps[self.place_]

    @property
    def is_last(self) -> bool:
        """Return whether the last step is shown."""
        return self.place_ == len(self.steps) - 1

    @property
    def reads(self) -> bool:
        """Return whether the step is only to be read."""
        return self.step.until is None

    def describe(self, part: str, code: str) -> str:
        """The heading (`head`) or the words (`text`) of a step."""
        raise NotImplementedError

    def last_text(self) -> str:
        """Return the text of the last step's button."""
        return self.settings.words("desk_lessons.last")

    def prepare(self, step: LessonStep) -> None:
        """Show the subject of a step."""

    def offer(self) -> None:
        """Show the offers of a step beside its words."""

    def clear_area(self) -> Sequence[QRect]:
        """Return parts of the window that the sheet should not hide, beside the step's subject."""
        return ()

    def settle(self) -> None:
        """Place the sheet again after a move of its target."""
        self._settle.start(0)

    def forward(self) -> None:
        """To the next step; over those whose condition holds already."""
        if self.is_last:
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
        """Go on when the step's condition is met; go back to a step whose action was taken back."""
        lost = next(
            (i for i, s in enumerate(self.steps[: self.place_]) if s.kept and s.until is not None and not s.until(self.subject)), None
        )
        until = self.step.until
        if lost is not None:
            self.place_ = lost
            self.show_step()
        elif until is not None and until(self.subject):
            self.forward()
        else:
            self._settle.start(0)

    def stop(self) -> None:
        """Put the coach away."""
        if self.isHidden():
            return
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.disconnect(self._focused)
        self._focused(None, None)
        self.changed.disconnect(self.check)
        self.settings.language_changed.disconnect(self.show_step)
        self.settings.text_size_changed.disconnect(self.show_step)
        self.host.removeEventFilter(self)
        self._settle.stop()
        self.ring.hide()
        self.hide()
        self.finished.emit()

    def show_step(self) -> None:
        """Show the words of the step beside its subject."""
        words, step = self.settings.words, self.step
        focus = QApplication.focusWidget()
        held = focus is None or self.isAncestorOf(focus)
        self.offer()
        self.setAccessibleName(words("desk_lessons.coach"))
        self.count.setText(words("desk_lessons.count", number=self.place_ + 1, count=len(self.steps)))
        self.head.setText(self.describe("head", step.code))
        self.head.setFont(theme.font(self.settings, 16, bold=True))
        self.text.setText(self.describe("text", step.code))
        wide = round(340 * self.settings.scale)
        self.head.setFixedWidth(wide)
        self.text.setFixedWidth(wide)
        last = self.is_last
        self.next.setText(self.last_text() if last else words("desk_lessons.next"))
        self.back.setText(words("desk_lessons.back"))
        self.skip.setText(words("desk_lessons.skip"))
        self.skip.setVisible(not last)
        if self.reads:
            self.next.setVisible(True)
            self.next.setFocus()
        elif held and self.rest is not None:
            self.rest.setFocus()
        self.next.setVisible(self.reads)
        self.back.setVisible(self.place_ > 0)
        self._pushed = False
        self.prepare(step)
        self._lay()
        self.reached.emit(step.code)

    # ---- where it lies

    def part(self, widget: QWidget) -> QRect:
        """Return the place of a widget in the window; empty while it is hidden."""
        if not widget.isVisible() or widget.window() is not self.host.window():
            return QRect()
        return QRect(self.host.mapFromGlobal(widget.mapToGlobal(QPoint(0, 0))), widget.size())

    def _lay(self) -> None:
        """Take a place beside the target, inside the window."""
        found = self.targets(self.step.target)
        around = found if isinstance(found, QRect) else self.part(found) if found is not None else QRect()
        around = around.intersected(self.host.rect())
        self.body.activate()
        width = self.body.totalSizeHint().width()
        body = self.body
        self.resize(width, max(body.totalHeightForWidth(width), body.totalSizeHint().height(), body.totalMinimumSize().height()))
        host = self.host.rect()
        if around.isEmpty():
            self.ring.hide()
        else:
            self.ring.setGeometry(around.adjusted(-6, -6, 6, 6).intersected(host))
            self.ring.show()
            self.ring.raise_()
        if not self._pushed:
            self.move(self._beside(around, host) if not around.isEmpty() else self._free(around, host))
        self.raise_()

    def _beside(self, around: QRect, host: QRect) -> QPoint:
        return self._free(around, host)

    def _free(self, around: QRect, host: QRect) -> QPoint:
        """Return the place that hides the least: of the target first, then of the areas to keep free; the nearest of those."""
        width, height, gap = self.width(), self.height(), 14
        room = host.adjusted(4, 4, -4, -4)
        lefts = {room.left(), (room.left() + room.right() - width) // 2, room.right() - width + 1}
        tops = {room.top(), (room.top() + room.bottom() - height) // 2, room.bottom() - height + 1}
        if not around.isEmpty():
            lefts |= {around.left() - width - gap, around.right() + gap, around.left() + gap, around.right() - width - gap}
            tops |= {around.top() - height - gap, around.bottom() + gap, around.top() + gap, around.bottom() - height - gap}
        clear = [r for r in self.clear_area() if not r.isEmpty()]
        for r in clear:
            lefts |= {r.left() - width - gap, r.right() + gap}
            tops |= {r.top() - height - gap, r.bottom() + gap}
        middle = around.center() if not around.isEmpty() else room.center()

        def cost(at: QPoint) -> tuple[float, float, int]:
            box = QRect(at, self.size())
            apart = box.center() - middle
            return round(_shared(box, around), 2), round(sum(_shared(box, r) for r in clear), 2), apart.manhattanLength()

        places = [
            QPoint(min(max(x, room.left()), room.right() - width + 1), min(max(y, room.top()), room.bottom() - height + 1))
            for x in sorted(lefts)
            for y in sorted(tops)
        ]
        return min(places, key=cost)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._grip = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """The sheet is pushed aside; it stays there until the next step."""
        if self._grip is not None:
            at = self.mapToParent(event.position().toPoint()) - self._grip
            room = self.host.rect()
            self.move(min(max(at.x(), 0), room.width() - self.width()), min(max(at.y(), 0), room.height() - self.height()))
            self._pushed = True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._grip = None

    # ---- the keys

    def _focused(self, _: QWidget | None, now: QWidget | None) -> None:
        """Listen for Enter where the keys go."""
        if self._focus is not None and isValid(self._focus):
            self._focus.removeEventFilter(self)
        mine = now is not None and now.window() is self.host.window() and now is not self.host
        self._focus = now if mine else None
        if self._focus is not None:
            self._focus.installEventFilter(self)

    def _claims(self, event: QEvent) -> bool:
        """Return whether Enter belongs to the coach: while its step is to be read, or one of its buttons has the focus."""
        if not isinstance(event, QKeyEvent) or event.key() not in ENTER or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        held = self._focus is not None and self.isAncestorOf(self._focus)
        return held or (self.reads and not isinstance(self._focus, FIELDS))

    def _enter(self) -> None:
        button = self._focus
        if isinstance(button, QPushButton) and self.isAncestorOf(button):
            button.click()
        else:
            self.forward()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.ShortcutOverride and self._claims(event):
            event.accept()
            return True
        if kind == QEvent.Type.KeyPress and self._claims(event):
            assert isinstance(event, QKeyEvent)
            if not event.isAutoRepeat():
                self._enter()
            return True
        if watched is self.host and kind in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.settle()
        return False


def _shared(box: QRect, part: QRect) -> float:
    """Return the share of a part under a box, from 0 to 1."""
    both = box.intersected(part)
    return both.width() * both.height() / (part.width() * part.height()) if not both.isEmpty() else 0.0
