"""The goals that a squadron may be sent to, while it is dragged or its goal is chosen: refused ones are dimmed, with the reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QWidget

from bob.chart.palette import Palette
from bob.chart.rim import rim
from bob.chart.view_camera import Camera
from bob.core.hexes import Hex
from bob.data.theatre import Theatre
from bob.day.state.view import DayView
from bob.day.state.world import World
from bob.desk.map.choosing import Choosing
from bob.desk.map.textures import colour

AimTarget = tuple[str, Any]
"""`("track", number)` or `("hex", Hex)`."""


@dataclass(frozen=True, slots=True)
class Vectoring:
    """The permitted goals of a squadron, as the game answers: the refused tracks with the reasons, and the permitted hexes.

    `shore` is the reason for a hex that is `barred`, `beyond` for any other; `never`, if set, for every goal.
    """

    unit: str
    tracks: Mapping[int, str] = field(default_factory=dict)
    area: frozenset[Hex] = frozenset()
    beyond: str = ""
    never: str = ""
    barred: frozenset[Hex] = frozenset()
    shore: str = ""

    def why_not(self, target: AimTarget) -> str:
        """Return the reason why the squadron may not be sent there; empty when it may."""
        kind, key = target
        if kind == "track":
            return self.tracks.get(key, "")
        return self.never or (self.shore if key in self.barred else "" if key in self.area else self.beyond)


class Veil:
    """Dims the map outside the hexes that a squadron may go to."""

    def __init__(self, theatre: Theatre, aim: Vectoring) -> None:
        self.aim = aim
        self._path = QPainterPath()
        self._path.setFillRule(Qt.FillRule.OddEvenFill)
        for part in () if aim.never else rim(theatre, aim.area, closed=True):
            self._path.addPolygon(QPolygonF([QPointF(x, y) for x, y in part]))
        self.whole = not aim.never and len(aim.area) == len(theatre.grounds)

    def draw(self, painter: QPainter, camera: Camera, palette: Palette) -> None:
        """Draw over the map, and under the counters."""
        if self.whole:
            return
        ox, oy = camera.origin
        edge = QTransform(camera.scale, 0, 0, camera.scale, -ox, -oy).map(self._path)
        dim = QPainterPath(edge)
        dim.setFillRule(Qt.FillRule.OddEvenFill)
        dim.addRect(QRectF(-2, -2, camera.width + 4, camera.height + 4))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        shade = {"night": colour("#000000", 0.5), "contrast": colour("#000000", 0.5)}.get(palette.name, colour(palette.ink, 0.3))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(shade, Qt.BrushStyle.Dense6Pattern if palette.patterns else Qt.BrushStyle.SolidPattern))
        painter.drawPath(dim)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour(palette.brass_ink), 1.0))
        painter.drawPath(edge)
        painter.restore()


class Aiming(Choosing):
    """A canvas that dims the goals that a squadron may not be sent to. `targets` is called once for each squadron and view."""

    def __init__(self, world: World, settings: Any, parent: QWidget | None = None) -> None:
        super().__init__(world, settings, parent)
        self.targets: Callable[[str], Vectoring] | None = None
        self.asked: str | None = None
        self._veil: Veil | None = None

    @property
    def aim(self) -> Vectoring | None:
        """The permitted goals while something is dimmed."""
        return self._veil.aim if self._veil is not None else None

    def aim_for(self, unit: str | None) -> None:
        """Dim the goals that a squadron may not be sent to while its goal is chosen elsewhere; None ends that."""
        self.asked = unit or None
        self.dim(self.asked)

    def dim(self, unit: str | None) -> None:
        """Dim the goals that a squadron may not be sent to; None dims nothing."""
        if (self.aim.unit if self.aim is not None else None) == unit:
            return
        aim = self.targets(unit) if unit is not None and self.targets is not None else None
        self._veil = Veil(self.world.theatre, aim) if aim is not None else None
        self.scene.faint = frozenset(aim.tracks) if aim is not None else frozenset()
        self.update()

    def show_view(self, view: DayView | None) -> None:
        """Show this view, and ask again which goals the squadron may be sent to."""
        super().show_view(view)
        unit = self.aim.unit if self.aim is not None and view is not None else None
        if view is None:
            self.asked = None
        self.dim(None)
        self.dim(unit)

    def target_at(self, at: QPointF) -> AimTarget | None:
        """Return the target that a squadron would be sent to from a place on the screen."""
        found = self.scene.hit(self.camera, at.x(), at.y())
        if found is not None and found.kind == "track":
            return "track", found.key
        h = self.hex_at(at)
        return ("hex", h) if h is not None else None

    def text_at(self, at: QPointF) -> str:
        """Return the text for a place on the screen, with the reason why the squadron whose goal is chosen may not be sent there."""
        text = super().text_at(at)
        target = self.target_at(at) if self.aim is not None else None
        why = self.aim.why_not(target) if self.aim is not None and target is not None else ""
        return f"{text}\n✕ {why}" if why else text

    def draw_veil(self, painter: QPainter, camera: Camera) -> None:
        """Draw what dims the map."""
        if self._veil is not None and not self.printing:
            self._veil.draw(painter, camera, self.settings.palette)
