"""The board of a table: a cached picture of its ground, its contents, movement, a slip of paper beside the pointer."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QElapsedTimer, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QLabel, QWidget

from bob.core.game import Event
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.shared.camera import BoardCamera
from bob.desk.boards.shared.films import Film

FRAME = 16


class BoardWidget(QWidget):
    """A table that is looked at from above. A game's own board says what there is to paint and to point at; it knows of no orders."""

    pointed = Signal()
    """The pointed thing has changed."""
    clicked = Signal(object)
    """The pointed thing was clicked."""
    doubled = Signal(object)
    level_asked = Signal(int)
    """The wheel with Shift, and Page Up and Down: one more or one less of whatever the game has."""
    left = Signal()
    """The right button, or Escape: never mind."""

    dark: Any = None
    """The value without any lights."""

    def __init__(self, settings: Settings, camera: BoardCamera, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table_camera = settings, camera
        self.view: Any = None
        self.lights: Any = self.dark
        self.film = Film()
        self.keyed = False
        """True if the keys point, and not the mouse."""
        self._tabbed = False
        """True if the focus came here by Tab: then the edge shows it."""
        self._ground: QPixmap | None = None
        self._shown: QPixmap | None = None
        self._ground_at = QTransform()
        self._ground_key: tuple[object, ...] = ()
        self._clock = QElapsedTimer()
        self._ticks = QTimer(self)
        self._ticks.setInterval(FRAME)
        self._ticks.timeout.connect(self._tick)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(120)
        self._rest.timeout.connect(self._rested)
        self._pressed: QPointF | None = None
        self._dragged = False
        self.slip = QLabel(self)
        """The slip of paper beside the pointer with a description of the pointed thing."""
        self.slip.setTextFormat(Qt.TextFormat.RichText)
        self.slip.setWordWrap(True)
        self.slip.setObjectName("slip")
        self.slip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.slip.hide()
        self.setMinimumSize(420, 200)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        settings.theme_changed.connect(self._dressed)
        settings.text_size_changed.connect(self._dressed)
        self._dressed()

    def sizeHint(self) -> QSize:
        return QSize(940, 560)

    # ---- what a game's own board says

    @property
    def over(self) -> Any:
        """Return the pointed thing; None for nothing."""
        raise NotImplementedError

    def room_of(self, view: Any) -> QRectF:
        """The table of a view with its edge, in units of the table."""
        raise NotImplementedError

    def take_up(self, at: QPointF | None) -> bool:
        """Point at the thing under the mouse; return whether it changed."""
        raise NotImplementedError

    def spot(self) -> tuple[QPointF, float]:
        """Return the pixel of the pointed thing, and the distance for a slip."""
        raise NotImplementedError

    def ground_of(self, view: Any) -> tuple[object, ...]:
        """All that the picture of the ground depends on, but for where the camera is."""
        raise NotImplementedError

    def make_ground(self, view: Any) -> QPixmap:
        """The picture of the ground."""
        raise NotImplementedError

    def paint_view(self, painter: QPainter, view: Any, now: float, keyed: bool) -> None:
        """Paint the contents of the ground, at a moment of the animation."""
        raise NotImplementedError

    def film_of(self, before: Any, view: Any, events: Sequence[Event]) -> Film:
        """Return the events between two views as an animation."""
        raise NotImplementedError

    def step_pointer(self, across: int, down: int) -> None:
        """Move the pointer by steps with the keys."""
        raise NotImplementedError

    # ---- contents

    def show_view(self, view: Any, events: Sequence[Event] = ()) -> None:
        """Show a view; what happened since the one before is shown as movement, where movement is shown at all."""
        before, self.view = self.view, view
        if view is None:
            self.finish()
            self._ground = self._shown = None
            self._ground_key = ()
            self.say("")
            self.light(self.dark)
            return
        self.table_camera.show(self.room_of(view), QRectF(self.rect()))
        if before is not None and self.settings.animate and len(before.aircraft) == len(view.aircraft):
            made = self.film_of(before, view, events)
            if made.length > 0:
                self.film = made
                self._clock.restart()
                self._ticks.start()
        self.update()

    def light(self, lights: Any) -> None:
        """Set the lights."""
        if lights != self.lights:
            self.lights = lights
            self.update()

    @property
    def moving(self) -> bool:
        """Return whether an animation is running."""
        return self._ticks.isActive()

    def finish(self) -> None:
        """Skip the current animation."""
        self._ticks.stop()
        self.film = Film()
        self.update()

    def _tick(self) -> None:
        if self._clock.elapsed() >= self.film.length:
            self.finish()
        self.update()

    def say(self, html: str) -> None:
        """Put words on the slip beside the pointer; none take it away."""
        if not html or self.view is None:
            self.slip.hide()
            return
        self.slip.setText(html)
        self.slip.setFixedWidth(round(292 * self.settings.scale))
        self.slip.setMinimumHeight(0)
        self.slip.setFixedHeight(self.slip.heightForWidth(self.slip.width()))
        self._lay_slip()
        self.slip.show()
        self.slip.raise_()

    def _lay_slip(self) -> None:
        """Place the slip beside the pointed thing, on the side with space."""
        if self.over is None:
            return
        at, away = self.spot()
        width, height = self.slip.width(), self.slip.height()
        x = at.x() + away if at.x() + away + width < self.width() - 6 else at.x() - away - width
        if x < 6:
            x = 6 if at.x() > self.width() / 2 else self.width() - width - 6
        y = min(max(6.0, at.y() - height / 2), max(6.0, self.height() - height - 6.0))
        self.slip.move(QPoint(round(x), round(y)))

    # ---- painting

    def _dressed(self) -> None:
        look = theme.look(self.settings)
        self.slip.setStyleSheet(
            f"QLabel#slip {{ background: {look.inset}; color: {look.ink}; border: {2 if look.plain else 1}px solid "
            f"{look.brass if not look.plain else look.ink}; border-radius: 4px; padding: 6px 8px; }}"
        )
        self.slip.setFont(theme.font(self.settings, 12.5))
        self._ground_key = ()
        self.update()

    def _rested(self) -> None:
        """Repaint the ground with the next frame, after the table has stopped."""
        self._rest.stop()
        self.update()

    def lit_ground(self, ground: QPixmap) -> QPixmap:
        """The ground at rest, with the light on it that stays as it is while the pointer moves."""
        return ground

    def _paint_ground(self, painter: QPainter, view: Any) -> None:
        """The ground, kept as a picture while nothing of it changes."""
        camera, ratio = self.table_camera, self.devicePixelRatioF()
        look = theme.look(self.settings)
        same = (look.name, ratio, self.settings.scale, *self.ground_of(view))
        here = (*same, self.size().toTuple(), round(camera.scale, 3), round(camera.at.x()), round(camera.at.y()))
        moved = self._ground_key != here and not self._rest.isActive()
        if self._ground is None or moved or self._ground_key[: len(same)] != same:
            self._ground = self.make_ground(view)
            self._ground_at = camera.transform()
            self._ground_key = here
        if self._ground_key == here:
            self._shown = self.lit_ground(self._ground)
            painter.drawPixmap(0, 0, self._shown)
            return
        # While the table is being moved, the last picture of it does.
        painter.fillRect(self.rect(), QColor(look.chart.sea))
        inverse, _ = self._ground_at.inverted()
        painter.save()
        painter.setTransform(inverse * camera.transform())
        painter.drawPixmap(0, 0, self._shown if self._shown is not None else self._ground)
        painter.restore()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        look, view = theme.look(self.settings), self.view
        if view is None:
            painter.fillRect(self.rect(), QColor(look.room))
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, view)
        keyed = self.hasFocus() and self.keyed
        self.paint_view(painter, view, float(self._clock.elapsed()) if self.moving else math.inf, keyed)
        if keyed or (self.hasFocus() and self._tabbed):
            painter.setPen(QPen(QColor(look.brass), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.view is not None:
            self.table_camera.show(self.room_of(self.view), QRectF(self.rect()))
        self._rest.stop()
        self.update()

    # ---- the mouse

    def _point(self, at: QPointF | None) -> None:
        """Point at the thing under the mouse."""
        if self.take_up(at) or self.keyed:
            self.keyed = False
            self.pointed.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is not None and event.buttons() & (Qt.MouseButton.LeftButton | Qt.MouseButton.MiddleButton):
            by = at - self._pressed
            if self._dragged or math.hypot(by.x(), by.y()) > 7:
                self.dragged(by, at)
                self._dragged = True
                return
        self._point(at)

    def dragged(self, by: QPointF, at: QPointF) -> None:
        """The mouse was moved so far with its button down: that moves the table."""
        if not self.table_camera.fitted:
            self.table_camera.pan(by)
            self._pressed = at
            self.camera_moved()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.moving:
            self.finish()
        if event.button() == Qt.MouseButton.RightButton:
            self.left.emit()
            return
        self._pressed, self._dragged = event.position(), False
        self._point(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragged, self._pressed, self._dragged = self._dragged, None, False
        if event.button() == Qt.MouseButton.LeftButton and not dragged and self.over is not None:
            self.clicked.emit(self.over)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._point(event.position())
        if event.button() == Qt.MouseButton.LeftButton and self.over is not None:
            self.doubled.emit(self.over)

    def leaveEvent(self, event: object) -> None:
        self._point(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turn = event.angleDelta().y() or event.angleDelta().x()
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.level_asked.emit(1 if turn > 0 else -1)
            return
        self.zoom(2 ** (turn / 480), event.position())

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Nearer or farther."""
        self.table_camera.zoom(factor, about if about is not None else QRectF(self.rect()).center())
        self.camera_moved()

    def camera_moved(self) -> None:
        """React to a change of the table's placement."""
        self._rest.start()
        if self.slip.isVisible():
            self._lay_slip()
        self.update()

    # ---- the keys

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._tabbed = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}.get(key)
        if self.moving:
            self.finish()
        if step is not None:
            self.step_pointer(*step)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.over is not None and self.keyed and not event.isAutoRepeat():
            self.clicked.emit(self.over)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.level_asked.emit(1 if key == Qt.Key.Key_PageUp else -1)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1.25)
        elif key == Qt.Key.Key_Minus:
            self.zoom(0.8)
        else:
            event.ignore()
