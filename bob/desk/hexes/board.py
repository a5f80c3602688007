"""The sheet of hexes over a painted coast: what lies on it, what is lit on it, and the pointer on it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from PySide6.QtCore import QElapsedTimer, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QLabel, QWidget

from bob.chart.coast import Lie
from bob.desk.hexes import board_layers as layers
from bob.desk.hexes.camera import SheetCamera, bounds
from bob.desk.hexes.flights import Film, film
from bob.desk.hexes.ground import country
from bob.desk.hexes.lights import NO_LIGHTS, Lights
from bob.desk.looks import theme
from bob.desk.settings import Settings
from bob.dogfight.hexes.sheet import on_sheet
from bob.dogfight.hexes.view import HexTableView
from bob.game import Event
from bob.hexes import Hex, at_offset, offset

FRAME = 16
EDGE = 0.55
"""The room kept around the sheet for its column and row numbers, in hexes."""


class HexBoard(QWidget):
    """The sheet. It shows a view and what is lit, and tells of what is pointed at and clicked; it knows of no orders."""

    pointed = Signal()
    """What is pointed at has changed: `over` and `side`."""
    clicked = Signal(object)
    """A Hex."""
    doubled = Signal(object)
    level_asked = Signal(int)
    """Higher or lower, where the pointer is."""
    left = Signal()
    """The right button, or Escape: never mind."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.view: HexTableView | None = None
        self.lights: Lights = NO_LIGHTS
        self.lie = Lie()
        """What is flown over."""
        self.camera = SheetCamera()
        self.over: Hex | None = None
        self.side: int | None = None
        """Towards which side of that hex the pointer is; None in its middle."""
        self.keyed = False
        """Whether the keys point, and not the mouse."""
        self._ground: QPixmap | None = None
        self._ground_at = QTransform()
        self._ground_key: tuple[object, ...] = ()
        self._lit: QPixmap | None = None
        self._lit_key: tuple[object, ...] = ()
        self._reach: tuple[Mapping[Hex, int], frozenset[Hex]] = ({}, frozenset())
        self._film = Film()
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
        """The slip of paper beside the pointer that says what is there."""
        self.slip.setTextFormat(Qt.TextFormat.RichText)
        self.slip.setWordWrap(True)
        self.slip.setObjectName("slip")
        self.slip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.slip.hide()
        self.setMinimumSize(420, 300)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        settings.theme_changed.connect(self._dressed)
        settings.text_size_changed.connect(self._dressed)
        self._dressed()

    def sizeHint(self) -> QSize:
        return QSize(940, 560)

    # ---- what is shown

    def show_view(self, view: HexTableView | None, events: Sequence[Event] = ()) -> None:
        """Show a view; what happened since the one before is shown as movement, where movement is shown at all."""
        before, self.view = self.view, view
        if view is None:
            self.finish()
            self._ground, self._ground_key = None, ()
            self._lit, self._lit_key = None, ()
            self.light(NO_LIGHTS)
            self.say("")
            return
        terms = view.terms
        self.camera.show(bounds(terms.columns, terms.rows).adjusted(-EDGE, -EDGE, EDGE, EDGE), QRectF(self.rect()))
        if before is not None and self.settings.animate and len(before.aircraft) == len(view.aircraft):
            made = film(before, view, events)
            if made.length > 0:
                self._film = made
                self._clock.restart()
                self._ticks.start()
        self.update()

    def light(self, lights: Lights) -> None:
        """Light what is to be lit."""
        if lights != self.lights:
            self.lights = lights
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
        """Beside the hex pointed at, on the side where there is room."""
        if self.over is None:
            return
        at, away = self.camera.to_screen(self.over), self.camera.scale * 1.15 + 8
        width, height = self.slip.width(), self.slip.height()
        x = at.x() + away if at.x() + away + width < self.width() - 6 else at.x() - away - width
        if x < 6:
            x = 6 if at.x() > self.width() / 2 else self.width() - width - 6
        y = min(max(6.0, at.y() - height / 2), max(6.0, self.height() - height - 6.0))
        self.slip.move(QPoint(round(x), round(y)))

    @property
    def moving(self) -> bool:
        """Whether movement is being shown."""
        return self._ticks.isActive()

    def finish(self) -> None:
        """Skip what is being shown as movement."""
        self._ticks.stop()
        self._film = Film()
        self.update()

    def _tick(self) -> None:
        if self._clock.elapsed() >= self._film.length:
            self.finish()
        self.update()

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
        """The sheet has come to rest: its ground is painted anew with the next frame."""
        self._rest.stop()
        self.update()

    def _paint_ground(self, painter: QPainter, view: HexTableView) -> None:
        """The country with the grid, kept as a picture while nothing of it changes."""
        camera, ratio = self.camera, self.devicePixelRatioF()
        look = theme.look(self.settings)
        below = country(view.terms, self.lie)
        same = (look.name, view.terms.columns, view.terms.rows, below, view.terms.night, ratio, self.settings.scale)
        here = (*same, self.size().toTuple(), round(camera.scale, 3), round(camera.at.x()), round(camera.at.y()))
        moved = self._ground_key != here and not self._rest.isActive()
        if self._ground is None or moved or self._ground_key[: len(same)] != same:
            self._ground = layers.ground(self.size(), ratio, camera, view.terms, look, self.settings, below)
            self._ground_at = camera.transform()
            self._ground_key = here
        at_rest = self._ground_key == here
        if at_rest and (self._lit is None or self._lit_key is not self._ground_key or not self._same_reach()):
            # The light on what is in reach stays as it is while the pointer moves.
            lights = self.lights
            self._lit, self._lit_key, self._reach = self._ground, self._ground_key, (lights.reach, lights.places)
            if lights.reach or lights.places:
                self._lit = self._ground.copy()
                upon = QPainter(self._lit)
                upon.setRenderHint(QPainter.RenderHint.Antialiasing)
                layers.reach(upon, layers.BoardScene(view, camera, look, lights, Film(), math.inf, False))
                upon.end()
        shown = self._lit if self._lit is not None else self._ground
        if at_rest:
            painter.drawPixmap(0, 0, shown)
            return
        # While the sheet is being moved, the last picture of it does.
        painter.fillRect(self.rect(), QColor(look.chart.sea))
        inverse, _ = self._ground_at.inverted()
        painter.save()
        painter.setTransform(inverse * camera.transform())
        painter.drawPixmap(0, 0, shown)
        painter.restore()

    def _same_reach(self) -> bool:
        """Whether what is in reach is what was lit last."""
        reach, places = self._reach
        return reach == self.lights.reach and places == self.lights.places

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        look = theme.look(self.settings)
        view = self.view
        if view is None:
            painter.fillRect(self.rect(), QColor(look.room))
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, view)
        now = float(self._clock.elapsed()) if self.moving else math.inf
        keyed = self.hasFocus() and self.keyed
        layers.paint(painter, layers.BoardScene(view, self.camera, look, self.lights, self._film if self.moving else Film(), now, keyed))
        layers.paint_compass(painter, QRectF(self.rect()), view.terms, look, self.settings.scale)
        if keyed:
            painter.setPen(QColor(look.brass))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self.view is not None:
            terms = self.view.terms
            self.camera.show(bounds(terms.columns, terms.rows).adjusted(-EDGE, -EDGE, EDGE, EDGE), QRectF(self.rect()))
        self._rest.stop()
        self.update()

    # ---- the mouse

    def _point(self, at: QPointF | None) -> None:
        """Take up what the mouse is over."""
        over, side = None, None
        if at is not None and self.view is not None:
            over = self.camera.to_hex(at)
            if on_sheet(self.view.terms, over):
                side = self.camera.facing_at(at, over)
            else:
                over = None
        if (over, side) != (self.over, self.side) or self.keyed:
            self.over, self.side, self.keyed = over, side, False
            self.pointed.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._pressed is not None and event.buttons() & (Qt.MouseButton.LeftButton | Qt.MouseButton.MiddleButton):
            by = at - self._pressed
            if self._dragged or math.hypot(by.x(), by.y()) > 7:
                if not self.camera.fitted:
                    self.camera.pan(by)
                    self._pressed = at
                    self._moved()
                self._dragged = True
                return
        self._point(at)

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
        self.camera.zoom(factor, about if about is not None else QRectF(self.rect()).center())
        self._moved()

    def _moved(self) -> None:
        self._rest.start()
        if self.slip.isVisible():
            self._lay_slip()
        self.update()

    # ---- the keys

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def point_at(self, at: Hex | None, side: int | None = None) -> None:
        """Point at a hex with the keys."""
        self.over, self.side, self.keyed = at, side, True
        if at is not None and self.camera.see(at):
            self._moved()
        self.pointed.emit()
        self.update()

    def step_pointer(self, columns: int, rows: int) -> None:
        """Point so many columns and rows on; from the middle of the sheet when nothing is pointed at."""
        if self.view is None:
            return
        terms = self.view.terms
        column, row = offset(self.over) if self.over is not None else (terms.columns // 2, terms.rows // 2)
        column = min(max(0, column + columns), terms.columns - 1)
        row = min(max(0, row + rows), terms.rows - 1)
        self.point_at(at_offset(column, row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)}.get(key)
        if self.moving:
            self.finish()
        if step is not None:
            self.step_pointer(*step)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.over is not None and self.keyed and not event.isAutoRepeat():
            self.clicked.emit(self.over)
        elif key == Qt.Key.Key_Comma and self.over is not None:
            self.point_at(self.over, ((self.side or 0) - 1) % 6)
        elif key == Qt.Key.Key_Period and self.over is not None:
            self.point_at(self.over, ((self.side if self.side is not None else -1) + 1) % 6)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.level_asked.emit(1 if key == Qt.Key.Key_PageUp else -1)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1.25)
        elif key == Qt.Key.Key_Minus:
            self.zoom(0.8)
        else:
            event.ignore()
