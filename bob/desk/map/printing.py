"""The map for paper and pictures: the visible part of the table, or all of it, drawn sharp into any painter."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from bob.chart.palette import Palette
from bob.chart.view_camera import Camera
from bob.desk.map.blocks import Blocks
from bob.desk.map.ground import GroundPainter
from bob.desk.map.names import growth
from bob.desk.map.names_layer import NamesLayer
from bob.desk.map.scene import Scene
from bob.staff.advice.map.counters import Counters

if TYPE_CHECKING:
    from bob.desk.map.canvas import Canvas


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """The choices for a printed map: the visible part or the whole; with counters, names, rose and scale or without."""

    whole: bool = False
    counters: bool = True
    rose: bool = True
    palette: Palette | None = None


def render(canvas: Canvas, painter: QPainter, area: QRectF, options: PrintOptions) -> None:
    """Draw the map of a canvas into a rectangle."""
    palette = options.palette or canvas.settings.palette
    seen = canvas.camera
    camera = Camera(seen.west, seen.north, seen.east, seen.south, seen.width, seen.height, seen.x, seen.y, seen.scale)
    if options.whole:
        camera.height = max(700, seen.height)
        camera.width = round(camera.height * (seen.east - seen.west) / (seen.south - seen.north))
        camera.fit()
    share = min(area.width() / camera.width, area.height() / camera.height)
    ground = canvas.ground if palette is canvas.settings.palette else GroundPainter(canvas.world, palette, canvas.settings.words)
    names = NamesLayer(canvas.world, ground, canvas.settings.words, palette, 1.0)
    blocks = Blocks(palette, growth(camera.step) * canvas.text_scale, max(1.0, share))
    scene = Scene(canvas.table if options.counters else Counters(), palette, blocks)
    scene.fields = canvas.scene.fields
    scene.stand_as(canvas.scene)
    scene.lay_out(camera)
    keep, canvas.camera, canvas.printing = canvas.camera, camera, True
    painter.save()
    try:
        while not names.work(canvas.names_key(), 1.0):
            pass
        painter.translate(area.left() + (area.width() - camera.width * share) / 2, area.top() + (area.height() - camera.height * share) / 2)
        painter.scale(share, share)
        frame = QRectF(0, 0, camera.width, camera.height)
        painter.setClipRect(frame)
        painter.fillRect(frame, QColor(ground.outside))
        ox, oy = camera.origin
        painter.save()
        ground.paint(painter, ox, oy, camera.width, camera.height, camera.scale, canvas.ground_state())
        painter.restore()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        canvas.draw_over(painter, camera, scene, names, True)
        if options.rose:
            canvas.draw_corner(painter, palette, frame)
    finally:
        canvas.camera, canvas.printing = keep, False
        painter.restore()
