"""The corners of the table: the rose of sun and wind, the bar of miles. Each is drawn once for a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from bob.chart.palette import Palette
from bob.day.state.view import Common
from bob.desk.map.overlays import draw_rose, draw_scale, rose_box, scale_box

if TYPE_CHECKING:
    from bob.desk.map.canvas import Canvas


class Corner:
    """The corners of a canvas."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self._cache: dict[int, tuple[object, QPoint, QPixmap]] = {}

    def boxes(self) -> list[QRectF]:
        """Return the rectangles of the corners."""
        canvas = self.canvas
        area = QRectF(canvas.rect())
        rose = [rose_box(area, canvas.text_scale)] if canvas.common is not None else []
        return [*rose, scale_box(canvas.camera, area, canvas.text_scale)]

    def pictures(self, ratio: float) -> list[tuple[QPoint, QPixmap]]:
        """The pictures with their places: the rose drawn once for each state of the sky, the bar once for each scale."""
        canvas = self.canvas
        common, area, size = canvas.common, QRectF(canvas.rect()), canvas.text_scale
        looks = (canvas.size(), canvas.settings.palette, canvas.settings.words.language, size, ratio)
        sky = (common.sun, common.wind, common.head_wind) if common is not None else None
        wanted = (
            ((*looks, sky), rose_box(area, size), self._rose),
            ((*looks, canvas.camera.scale), scale_box(canvas.camera, area, size), self._bar),
        )
        for i, (key, box, draw) in enumerate(wanted):
            kept = self._cache.get(i)
            if kept is not None and kept[0] == key:
                continue
            around = box.toAlignedRect().adjusted(-3, -3, 3, 3)
            picture = QPixmap(around.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(-around.topLeft())
            draw(painter, canvas.settings.palette, area, common)
            painter.end()
            self._cache[i] = key, around.topLeft(), picture
        return [(place, picture) for _, place, picture in self._cache.values()]

    def draw(self, painter: QPainter, palette: Palette, area: QRectF, common: Common | None) -> None:
        """Draw rose and bar into an area."""
        self._rose(painter, palette, area, common)
        self._bar(painter, palette, area, common)

    def _rose(self, painter: QPainter, palette: Palette, area: QRectF, common: Common | None) -> None:
        if common is not None:
            draw_rose(painter, palette, self.canvas.settings.words, common, area, self.canvas.text_scale)

    def _bar(self, painter: QPainter, palette: Palette, area: QRectF, common: Common | None) -> None:
        draw_scale(painter, palette, self.canvas.settings.words, self.canvas.camera, area, self.canvas.text_scale)
