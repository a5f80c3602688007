"""The cloth of the miniatures dogfight: its contents and lights, the pointer and the measuring stick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from bob.chart.coast import Lie
from bob.core.game import Event
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.miniatures import layers
from bob.desk.boards.miniatures.camera import EDGE, ClothCamera, cloth_of
from bob.desk.boards.miniatures.films import sky_film
from bob.desk.boards.shared.board import BoardWidget
from bob.desk.boards.shared.films import Film
from bob.staff.advice.fights.miniatures_lights import NO_SKY_LIGHTS, MiniatureLights
from bob.tactical.miniatures.position import NOWHERE
from bob.tactical.miniatures.rules.geometry import PER, Spot
from bob.tactical.miniatures.view import MiniatureTableView

NEAR = 1.15
"""The distance in inches at which the pointer selects an aircraft."""


class MiniatureBoard(BoardWidget):
    """The cloth. It shows a view and lights, and emits signals for the pointed and clicked spots; it knows of no orders.

    A click gives a Spot. While `steered` the arrows nudge the draft instead of the pointer.
    """

    nudged = Signal(int, int, bool)
    """Ahead and to the right by the arrows: steps, and whether finely."""
    swung = Signal(object)
    """The mouse was pressed and is dragged to a point while placing."""

    dark = NO_SKY_LIGHTS
    lights: MiniatureLights

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        camera = ClothCamera()
        super().__init__(settings, camera, parent)
        self.camera = camera
        self.lie = Lie()
        self.aces: Mapping[str, str] = {}
        """The names of named Aces, by their codes."""
        self.squadrons: tuple[tuple[int, int, int, str], ...] = ()
        """Side, squadron, Boom chits and label of each squadron at its edge."""
        self.steered = False
        self.placing = False
        """True if a drag turns the placed aircraft, instead of measuring."""
        self.measured: tuple[Spot, Spot] | None = None
        """The ends of the measuring stick on the cloth."""
        self._measuring = False
        self._over: Spot | None = None
        self._button = Qt.MouseButton.LeftButton

    @property
    def over(self) -> Spot | None:
        return self._over

    def aircraft_at(self, at: Spot | None) -> int:
        """The aircraft that is pointed at; -1 for none."""
        if at is None or self.view is None:
            return -1
        near = max(NEAR * PER, 14 / self.camera.scale * PER)
        there = [(_gap(a.at, at), a.number) for a in self.view.aircraft if not a.out and a.at != NOWHERE]
        found = min(there, default=(10**9, -1))
        return found[1] if found[0] <= near * near else -1

    # ---- contents

    def show_view(self, view: MiniatureTableView | None, events: Sequence[Event] = ()) -> None:
        if view is None:
            self.measured, self._measuring = None, False
        super().show_view(view, events)

    def film_of(self, before: MiniatureTableView, view: MiniatureTableView, events: Sequence[Event]) -> Film:
        return sky_film(before, view, events)

    def room_of(self, view: MiniatureTableView) -> QRectF:
        return cloth_of(view.terms).adjusted(-EDGE, -EDGE, EDGE, EDGE)

    def spot(self) -> tuple[QPointF, float]:
        assert self.over is not None
        ghost = self.lights.ghost
        at = self.camera.to_screen(ghost.at if ghost is not None else self.over)
        return at, self.camera.scale * 2.4 + 10

    # ---- painting

    def ground_of(self, view: MiniatureTableView) -> tuple[object, ...]:
        return view.terms.width, view.terms.height, view.terms.strike, self.lie

    def make_ground(self, view: MiniatureTableView) -> QPixmap:
        look = theme.look(self.settings)
        return layers.cloth(self.size(), self.devicePixelRatioF(), self.camera, view.terms, self.lie, look, self.settings)

    def paint_view(self, painter: QPainter, view: MiniatureTableView, now: float, keyed: bool) -> None:
        look, scale = theme.look(self.settings), self.settings.scale
        layers.paint(
            painter, layers.ClothScene(view, self.camera, look, self.lights, self.film, now, keyed, self.aces, scale, self.squadrons)
        )

    # ---- pointing and measuring

    def take_up(self, at: QPointF | None) -> bool:
        over: Spot | None = None
        if at is not None and self.view is not None:
            over = self.camera.to_spot(at)
            terms = self.view.terms
            if not (-PER <= over.x <= terms.width * PER + PER and -PER <= over.y <= terms.height * PER + PER):
                over = None
        new = over != self._over
        self._over = over
        if self._measuring and over is not None and self.measured is not None:
            self.measured = self.measured[0], over
        return new

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._button = event.button()
        super().mousePressEvent(event)

    def dragged(self, by: QPointF, at: QPointF) -> None:
        """Handle a drag: the left button places a stick or turns the placed aircraft, the middle one moves the cloth."""
        if self._button != Qt.MouseButton.LeftButton or self._pressed is None:
            super().dragged(by, at)
        elif self.placing:
            self.swung.emit(self.camera.to_spot(at))
        else:
            self.measured = self._snapped(self.camera.to_spot(self._pressed)), self._snapped(self.camera.to_spot(at))
            self._over = self.camera.to_spot(at)
            self.pointed.emit()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        swung = self._dragged and self.placing and event.button() == Qt.MouseButton.LeftButton
        super().mouseReleaseEvent(event)
        if swung and self.over is not None:
            self.clicked.emit(self.over)

    def _snapped(self, at: Spot) -> Spot:
        """The base that is pointed at, or the point itself."""
        number = self.aircraft_at(at)
        return self.view.aircraft[number].at if number >= 0 else at

    def measure(self) -> None:
        """Begin to measure from the pointed spot, or fix the stick."""
        if self._measuring:
            self._measuring = False
        elif self.over is not None:
            start = self._snapped(self.over)
            self.measured, self._measuring = (start, self.over), True
        self.pointed.emit()

    def put_stick_away(self) -> bool:
        """Put the stick away; whether one lay there."""
        there = self.measured is not None
        self.measured, self._measuring = None, False
        if there:
            self.pointed.emit()
        return there

    def point_at(self, at: Spot) -> None:
        """Point with the keys."""
        self._over, self.keyed = at, True
        if self._measuring and self.measured is not None:
            self.measured = self.measured[0], at
        if self.camera.see(at):
            self.camera_moved()
        self.pointed.emit()
        self.update()

    def step_pointer(self, across: int, down: int) -> None:
        """Half an inch on; from the middle of the table when nothing is pointed at."""
        if self.view is None:
            return
        terms = self.view.terms
        at = self.over if self.over is not None else Spot(terms.width * PER // 2, terms.height * PER // 2)
        x = min(max(0, at.x + across * PER // 2), terms.width * PER)
        self.point_at(Spot(x, min(max(0, at.y + down * PER // 2), terms.height * PER)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        step = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (1, 0), Qt.Key.Key_Down: (-1, 0)}.get(key)
        if self.steered and step is not None:
            self.finish()
            self.nudged.emit(*step, bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.steered:
            event.ignore()  # the sheet gives the draft
        else:
            super().keyPressEvent(event)


def _gap(a: Spot, b: Spot) -> int:
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2
