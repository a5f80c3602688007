"""The plotting table as a widget: mouse, keys, gestures and drops; the chosen thing, and the requests to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QGestureEvent, QPinchGesture, QToolTip, QWidget

import bob.desk  # noqa: F401
from bob.chart.palette import Palette
from bob.chart.view_camera import Camera
from bob.core.hexes import Hex
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import RafView, RefereeView
from bob.day.state.world import World
from bob.desk.base.settings import keys
from bob.desk.map.aiming import Aiming, AimTarget
from bob.desk.map.chips import Chips
from bob.desk.map.drawing import draw_focus, draw_hex, draw_rubber, draw_spot
from bob.desk.map.layers import KEYS
from bob.desk.map.route import RouteOverlay
from bob.desk.panels.orders.overlay import OrderOverlay
from bob.desk.panels.tote.model import MIME

_PAN = {Qt.Key.Key_Left: (-90, 0), Qt.Key.Key_Right: (90, 0), Qt.Key.Key_Up: (0, -90), Qt.Key.Key_Down: (0, 90)}


class DrawnBelow(Protocol):
    """A drawing on the table below the counters."""

    def draw(self, painter: QPainter, camera: Camera, palette: Palette, size: float) -> None:
        """Draw it."""
        ...


class PlottingTable(Aiming):
    """The operations room's table.

    Kinds in the signals: `track` (number), `squadron` (unit), `raid` (code), `patrol` (box), `place` (`kind:name`), `hex` (Hex), and ""
    with None when nothing is chosen any more. While a squadron is dragged, or its goal is chosen elsewhere (`aim_for`), `targets` is
    called once for the permitted goals, and the rest is dimmed; `reach_text` returns the text for the target under the mouse.
    """

    def __init__(self, world: World, settings: Any, parent: QWidget | None = None) -> None:
        super().__init__(world, settings, parent)
        self.reach_text: Callable[[str, AimTarget], str] | None = None
        self.route: RouteOverlay | None = None
        self.orders: OrderOverlay | None = None
        """The drawing of orders; set by the part that gives them."""
        self.heat: DrawnBelow | None = None
        """The drawing of a forecast on the hexes, below the counters."""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAcceptDrops(True)
        self.grabGesture(Qt.GestureType.PinchGesture)
        self.chips = Chips(self.layers, settings, self)
        self.chips.arranged.connect(self.make_room)
        self._press: QPointF | None = None
        self._panning = False
        self._carried: str | None = None
        self._from_tote = False
        self._rubber: tuple[QPointF, AimTarget | None, str, bool] | None = None
        self._hex: Hex | None = None
        self._says()

    def _says(self) -> None:
        self.setAccessibleName(self.settings.words("desk_table.name"))
        self.setAccessibleDescription(self.settings.words("desk_table.about"))
        self.chips.retranslate()

    def retheme(self, *_: object) -> None:
        """Redraw everything after a change of the palette, the size of the text or the language."""
        super().retheme()
        self._says()

    def set_route(self, overlay: RouteOverlay | None) -> None:
        """Set the route to edit; None removes it."""
        self.route = overlay
        if overlay is not None:
            overlay.attach(self)
        self.refresh_limits()

    def set_heat(self, overlay: DrawnBelow | None) -> None:
        """Set the heat map of a forecast; None removes it."""
        self.heat = overlay
        self.update()

    def drawn_plan(self) -> RaidPlan | None:
        """The plan that is being drawn on the table."""
        return self.route.plan if self.route is not None else None

    def lying_over(self) -> list[QRectF]:
        """The corners, the legend of the layers, and the small map."""
        standing = [child for child in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly) if child.isVisible()]
        over = [child for child in standing if not child.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)]
        return [*super().lying_over(), *[QRectF(child.geometry()) for child in over]]

    # ---- the mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose, or begin to carry or to pan."""
        self.skip_movement()
        if self.route is not None and self.route.press(event):
            self.update()
            return
        if event.button() == Qt.MouseButton.MiddleButton:
            self._press, self._panning, self._carried = event.position(), True, None
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton):
            return
        found = self.hit(event.position())
        if found is not None:
            self.select(found.kind, found.key)
        if event.button() == Qt.MouseButton.LeftButton:
            self._press = event.position()
            self._carried = found.key if found is not None and found.kind == "squadron" and isinstance(self.view, RafView) else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, drag a squadron, or look at the thing under the mouse."""
        at = event.position()
        if self.route is not None and self.route.move(event):
            self.update()
            return
        if self._press is not None:
            off = at - self._press
            if not self._panning and self._rubber is None and off.manhattanLength() >= QApplication.startDragDistance():
                if self._carried is None:
                    self._panning = True
                    self.setCursor(Qt.CursorShape.ClosedHandCursor)
                else:
                    self._aim(self._carried, at)
            if self._panning:
                self._press = at
                self.pan(-off.x(), -off.y())
            elif self._rubber is not None and self._carried is not None:
                self._aim(self._carried, at)
            return
        self._look(at)

    def _look(self, at: QPointF) -> None:
        found = self.scene.hit(self.camera, at.x(), at.y())
        over = (found.kind, found.key) if found is not None else None
        opened = found.block if found is not None and found.block is not None and len(found.block.rows) > 1 else None
        h = self.hex_at(at)
        if (over, opened, h) != (self.scene.hovered, self.scene.opened, self._hex):
            self.scene.hovered, self.scene.opened = over, opened
            self.update()
        if h != self._hex:
            self._hex = h
            self.hex_hovered.emit(h)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the dragged squadron, or choose a hex by a click on bare map."""
        if self.route is not None and self.route.release(event):
            self.update()
            return
        pressed, panned, rubber = self._press, self._panning, self._rubber
        unit = self._carried
        self._let_go()
        if rubber is not None and unit is not None:
            self._ask_vector(unit, rubber[1])
        elif pressed is not None and not panned and event.button() == Qt.MouseButton.LeftButton and self.hit(event.position()) is None:
            h = self.hex_at(event.position())
            if self.scene.selected is not None and self.scene.selected != ("hex", h):
                self.select("", None)
            elif h is not None:
                self.select("hex", h)

    def _let_go(self) -> None:
        self._press, self._panning, self._carried, self._rubber, self._from_tote = None, False, None, None, False
        self.unsetCursor()
        if self.orders is not None:
            self.orders.preview(())
        self.dim(self.asked)
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Activate the thing there; on bare map zoom in."""
        if self.route is not None and self.route.double_click(event):
            self.update()
            return
        found = self.hit(event.position())
        if found is not None:
            self.activated.emit(found.kind, found.key)
        elif event.button() == Qt.MouseButton.LeftButton:
            self.zoom(2.0, (event.position().x(), event.position().y()))

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the thing under the mouse."""
        self.scene.hovered = self.scene.opened = None
        if self._hex is not None:
            self._hex = None
            self.hex_hovered.emit(None)
        self.update()
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the thing there."""
        if self.route is not None and self.route.context(event):
            return
        at = QPointF(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._context_by_key()
            return
        found = self.hit(at)
        h = self.hex_at(at)
        kind, key = (found.kind, found.key) if found is not None else ("hex", h) if h is not None else ("", None)
        self.context_requested.emit(kind, key, h, event.globalPos())

    def _context_by_key(self) -> None:
        kind, key = self.scene.selected or ("", None)
        at = self.where(kind, key) if kind else None
        x, y = self.camera.to_screen(*at) if at is not None else (self.width() / 2, self.height() / 2)
        place = QPoint(max(0, min(self.width(), round(x))), max(0, min(self.height(), round(y))))
        self.context_requested.emit(kind, key, self.hex_at(QPointF(place)), self.mapToGlobal(place))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the mouse with a wheel; pan with a touchpad, and zoom with Ctrl."""
        at = (event.position().x(), event.position().y())
        touch = event.hasPixelDelta() and event.phase() != Qt.ScrollPhase.NoScrollPhase
        if touch and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pan(-event.pixelDelta().x(), -event.pixelDelta().y())
        else:
            turn = event.angleDelta().y() / 120
            if abs(turn) >= 0.5:
                self.zoom(2 ** (turn / 4), at)
            elif turn:
                self.zoom_freely(2 ** (turn / 4), at)
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Pinches and tooltips."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_freely(max(0.2, 1 + event.value()), (event.position().x(), event.position().y()))
            return True
        if isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                at = self.mapFromGlobal(pinch.hotSpot().toPoint()) if pinch.hasHotSpot() else self.rect().center()
                self.zoom_freely(max(0.2, pinch.scaleFactor()), (at.x(), at.y()))
                return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = "" if self._rubber is not None else self.text_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    # ---- carrying a squadron

    def _aim(self, unit: str, at: QPointF) -> None:
        self.dim(unit)
        target = self.target_at(at)
        if self._rubber is not None and self._rubber[1] == target:
            text, barred = self._rubber[2:]
        else:
            why = self.aim.why_not(target) if self.aim is not None and target is not None else ""
            text = why or (self.reach_text(unit, target) if self.reach_text is not None and target is not None else "")
            barred = bool(why)
        self._rubber = at, target, text, barred
        self.update()

    def _ask_vector(self, unit: str, target: AimTarget | None) -> None:
        if target is not None:
            self.vector_requested.emit(unit, target[0], target[1])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take a squadron from the tote."""
        if event.mimeData().hasFormat(MIME) and isinstance(self.view, RafView | RefereeView):
            self._carried = bytes(event.mimeData().data(MIME).data()).decode("utf-8", "replace")
            self._from_tote = True
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Show where it would go."""
        if self._carried is not None:
            self._aim(self._carried, event.position())
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """It has left the table again."""
        self._let_go()

    def dropEvent(self, event: QDropEvent) -> None:
        """Set it down."""
        unit = self._carried
        if unit is None:
            return
        self._aim(unit, event.position())
        target = self._rubber[1] if self._rubber is not None else None
        self._let_go()
        event.acceptProposedAction()
        self._ask_vector(unit, target)

    # ---- the keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the bound keys, the moving keys and the keys of the chosen counter."""
        self.skip_movement()
        if self.route is not None and self.route.key(event):
            self.update()
            return
        key, held = event.key(), event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        wide = 3 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        code = keys.pressed(self.settings, KEYS, event)
        if code is not None:
            self.carry_out(code)
        elif held:
            super().keyPressEvent(event)
        elif key in _PAN:
            dx, dy = _PAN[Qt.Key(key)]
            self.pan(dx * wide, dy * wide)
        elif key == Qt.Key.Key_Escape and (self._rubber is not None or self.scene.selected is not None):
            self._let_go()
            self.select("", None)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.scene.selected is not None:
            self.activated.emit(*self.scene.selected)
        elif key == Qt.Key.Key_Menu or (key == Qt.Key.Key_F10 and wide > 1):
            self._context_by_key()
        else:
            super().keyPressEvent(event)

    def carry_out(self, code: str) -> None:
        """Carry out an action of KEYS. Raises KeyError for another code."""
        name = code.removeprefix("table.")
        if name in ("nearer", "farther"):
            self.zoom(2**0.5 if name == "nearer" else 2**-0.5)
        elif name == "whole":
            self.fit()
        elif name in ("higher", "lower"):
            self.layers.set_shown("rdf", True)
            self.layers.set_angels(self.layers.angels + (2 if name == "higher" else -2))
        else:
            self.layers.toggle(name)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the frame of the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the frame of the focus."""
        super().focusOutEvent(event)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the chips in their corner."""
        super().resizeEvent(event)
        self.chips.arrange()

    # ---- drawing

    def draw_under_counters(self, painter: QPainter, camera: Camera) -> None:
        """Draw the hex under the mouse, and the chosen hex or place."""
        p = self.settings.palette
        self.draw_veil(painter, camera)
        if self.heat is not None and not self.printing:
            self.heat.draw(painter, camera, p, self.text_scale)
        if self._hex is not None and not self.printing and self.world.theatre.across * camera.scale >= 22:
            draw_hex(painter, camera, self.world, self._hex, p, chosen=False)
        chosen = self.scene.selected
        if chosen is not None and chosen[0] == "hex":
            draw_hex(painter, camera, self.world, chosen[1], p, chosen=True)
        elif chosen is not None and chosen[0] in ("place", "track", "squadron", "raid", "patrol"):
            at = self.where(*chosen)
            if at is not None:
                there = self.scene.at(chosen, at)
                draw_spot(painter, camera, there, p, 12.0 * self.scene.grow)

    def draw_over_counters(self, painter: QPainter, camera: Camera) -> None:
        """Draw the route being edited, the line of a dragged squadron, and the frame of the focus."""
        if self.orders is not None and not self.printing:
            self.orders.draw(painter, camera, self.settings.palette, self.text_scale, self.scene.boxes(camera))
        if self.route is not None:
            self.route.draw(painter, camera, self.settings.palette, self.text_scale)
        if self._rubber is not None and self._carried is not None:
            start = self.table.where("squadron", self._carried)
            at, target, text, barred = self._rubber
            goal = camera.to_screen(*self.world.theatre.middle(target[1])) if target is not None and target[0] == "hex" else None
            if target is not None and target[0] == "track":
                place = self.table.where(*target)
                goal = camera.to_screen(*place) if place is not None else None
            begin = camera.to_screen(*start) if start is not None else None
            draw_rubber(painter, self.settings.palette, begin, goal, (at.x(), at.y()), text, self.rect(), self.text_scale, barred)
        if self.hasFocus() and not self.printing:
            draw_focus(painter, self.settings.palette, self.rect())
