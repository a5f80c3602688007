"""The board of the hex dogfight: the sheet with all its contents, and the pointer on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from bob.chart.coast import Lie
from bob.core.game import Event
from bob.core.hexes import Hex, at_offset, centre, offset
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.hexes import board_layers as layers
from bob.desk.boards.hexes.camera import MatCamera, bounds
from bob.desk.boards.hexes.flights import film
from bob.desk.boards.shared.board import BoardWidget
from bob.desk.boards.shared.films import Film
from bob.desk.boards.shared.ground import Country, country_of
from bob.staff.advice.fights.hexes_lights import NO_LIGHTS, Lights
from bob.tactical.hexes.mat import on_mat
from bob.tactical.hexes.position import HexTerms
from bob.tactical.hexes.view import HexTableView


def country(terms: HexTerms, lie: Lie) -> Country:
    """The country of a fight that is flown over this: its coast keeps clear of the ships."""
    flown = "/".join(m.type for player in terms.players for m in player.aircraft[:2])
    area = bounds(terms.columns, terms.rows)
    room = area.left(), area.top(), area.right(), area.bottom()
    return country_of(room, tuple([centre(ship.at, 1.0) for ship in terms.ships]), f"{terms.columns}x{terms.rows}/{flown}", lie)


EDGE = 0.8
"""The room kept around the sheet for its column and row numbers, in hexes."""


class HexBoard(BoardWidget):
    """The sheet. It shows a view and lights, and emits signals for the pointed and clicked hexes; it knows of no orders.

    A click gives a Hex; the wished level is higher or lower, by the position of the pointer.
    """

    dark = NO_LIGHTS
    lights: Lights

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        camera = MatCamera()
        super().__init__(settings, camera, parent)
        self.camera = camera
        self.lie = Lie()
        """The terrain below."""
        self._over: Hex | None = None
        self.side: int | None = None
        """Towards which side of that hex the pointer is; None in its middle."""
        self._lit: QPixmap | None = None
        self._lit_of: QPixmap | None = None
        self._reach: tuple[Mapping[Hex, int], frozenset[Hex]] = ({}, frozenset())

    @property
    def over(self) -> Hex | None:
        return self._over

    # ---- contents

    def film_of(self, before: HexTableView, view: HexTableView, events: Sequence[Event]) -> Film:
        return film(before, view, events)

    def room_of(self, view: HexTableView) -> QRectF:
        return bounds(view.terms.columns, view.terms.rows).adjusted(-EDGE, -EDGE, EDGE, EDGE)

    def spot(self) -> tuple[QPointF, float]:
        assert self.over is not None
        return self.camera.to_screen(self.over), self.camera.scale * 1.15 + 8

    # ---- painting

    def ground_of(self, view: HexTableView) -> tuple[object, ...]:
        return view.terms.columns, view.terms.rows, country(view.terms, self.lie), view.terms.night

    def make_ground(self, view: HexTableView) -> QPixmap:
        """The country with the grid."""
        below, look = country(view.terms, self.lie), theme.look(self.settings)
        return layers.ground(self.size(), self.devicePixelRatioF(), self.camera, view.terms, look, self.settings, below)

    def lit_ground(self, ground: QPixmap) -> QPixmap:
        lights = self.lights
        if self._lit is None or self._lit_of is not ground or self._reach != (lights.reach, lights.places):
            self._lit, self._lit_of, self._reach = ground, ground, (lights.reach, lights.places)
            if lights.reach or lights.places:
                self._lit = ground.copy()
                upon = QPainter(self._lit)
                upon.setRenderHint(QPainter.RenderHint.Antialiasing)
                layers.reach(upon, layers.BoardScene(self.view, self.camera, theme.look(self.settings), lights, Film(), 0.0, False))
                upon.end()
        return self._lit

    def paint_view(self, painter: QPainter, view: HexTableView, now: float, keyed: bool) -> None:
        look = theme.look(self.settings)
        layers.paint(painter, layers.BoardScene(view, self.camera, look, self.lights, self.film, now, keyed))
        layers.paint_compass(painter, QRectF(self.rect()), view.terms, look, self.settings.scale)

    # ---- pointing

    def take_up(self, at: QPointF | None) -> bool:
        over, side = None, None
        if at is not None and self.view is not None:
            over = self.camera.to_hex(at)
            if on_mat(self.view.terms, over):
                side = self.camera.facing_at(at, over)
            else:
                over = None
        new = (over, side) != (self._over, self.side)
        self._over, self.side = over, side
        return new

    def point_at(self, at: Hex | None, side: int | None = None) -> None:
        """Point at a hex with the keys."""
        self._over, self.side, self.keyed = at, side, True
        if at is not None and self.camera.see(at):
            self.camera_moved()
        self.pointed.emit()
        self.update()

    def step_pointer(self, across: int, down: int) -> None:
        """Move the pointer by columns and rows; from the middle of the sheet when nothing is pointed at."""
        if self.view is None:
            return
        terms = self.view.terms
        column, row = offset(self.over) if self.over is not None else (terms.columns // 2, terms.rows // 2)
        column = min(max(0, column + across), terms.columns - 1)
        row = min(max(0, row + down), terms.rows - 1)
        self.point_at(at_offset(column, row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Comma and self.over is not None:
            self.point_at(self.over, ((self.side or 0) - 1) % 6)
        elif key == Qt.Key.Key_Period and self.over is not None:
            self.point_at(self.over, ((self.side if self.side is not None else -1) + 1) % 6)
        else:
            super().keyPressEvent(event)
