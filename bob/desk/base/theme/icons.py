"""Icons, drawn."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QSize, Qt, QTemporaryDir
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

SHARP = 3
"""Pixels of a drawn icon for one of its size: enough for a screen of twice the usual density with text half as large again."""

_CROSS = ((9, 3), (15, 3), (15, 9), (21, 9), (21, 15), (15, 15), (15, 21), (9, 21), (9, 15), (3, 15), (3, 9), (9, 9), (9, 3))


def icon(name: str, colour: str, size: int = 18) -> QIcon:
    """A drawn icon: one of ICONS."""
    picture = QPixmap(size * SHARP, size * SHARP)
    picture.fill(Qt.GlobalColor.transparent)
    picture.setDevicePixelRatio(SHARP)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size / 24, size / 24)
    path, filled = _ICONS[name]()
    painter.setPen(QPen(QColor(colour), 2, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(QColor(colour) if filled else Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.end()
    return QIcon(picture)


@cache
def _folder() -> QTemporaryDir:
    return QTemporaryDir()


@cache
def mark_file(name: str, colour: str) -> str:
    """A drawn mark as a file, for a style sheet, which takes no other: one of ICONS, in a folder that goes with the program."""
    path = f"{_folder().path()}/{name}-{colour.strip('#')}.png"
    icon(name, colour, 14 * SHARP).pixmap(QSize(14 * SHARP, 14 * SHARP), 1.0).save(path, "PNG")
    return path


def _draw_down() -> tuple[QPainterPath, bool]:
    return _lines(((4, 8), (12, 17), (20, 8))), False


def _draw_up() -> tuple[QPainterPath, bool]:
    return _lines(((4, 16), (12, 7), (20, 16))), False


def _tick() -> tuple[QPainterPath, bool]:
    return _lines(((4, 12), (10, 19), (20, 5))), False


def _lines(*strokes: tuple[tuple[float, float], ...]) -> QPainterPath:
    path = QPainterPath()
    for stroke in strokes:
        path.moveTo(*stroke[0])
        for point in stroke[1:]:
            path.lineTo(*point)
    return path


def _play() -> tuple[QPainterPath, bool]:
    return _lines(((7, 4), (19, 12), (7, 20), (7, 4))), True


def _pause() -> tuple[QPainterPath, bool]:
    path = QPainterPath()
    path.addRect(6, 4, 4, 16)
    path.addRect(14, 4, 4, 16)
    return path, True


def _run() -> tuple[QPainterPath, bool]:
    return _lines(((4, 4), (12, 12), (4, 20), (4, 4)), ((12, 4), (20, 12), (12, 20), (12, 4))), True


def _undo() -> tuple[QPainterPath, bool]:
    path = _lines(((8, 4), (4, 8), (8, 12)))
    path.moveTo(4, 8)
    path.lineTo(14, 8)
    path.cubicTo(22, 8, 22, 19, 14, 19)
    path.lineTo(8, 19)
    return path, False


def _redo() -> tuple[QPainterPath, bool]:
    path = _lines(((16, 4), (20, 8), (16, 12)))
    path.moveTo(20, 8)
    path.lineTo(10, 8)
    path.cubicTo(2, 8, 2, 19, 10, 19)
    path.lineTo(16, 19)
    return path, False


def _pen() -> tuple[QPainterPath, bool]:
    return _lines(((4, 20), (6, 14), (17, 3), (21, 7), (10, 18), (4, 20)), ((14, 6), (18, 10)), ((6, 14), (10, 18))), False


def _eye() -> tuple[QPainterPath, bool]:
    path = QPainterPath(QPointF(2, 12))
    path.quadTo(12, 2, 22, 12)
    path.quadTo(12, 22, 2, 12)
    path.addEllipse(QPointF(12, 12), 3, 3)
    return path, False


def _roundel() -> tuple[QPainterPath, bool]:
    path = QPainterPath()
    for r in (9.0, 5.5, 2.0):
        path.addEllipse(QPointF(12, 12), r, r)
    return path, False


def _cross() -> tuple[QPainterPath, bool]:
    return _lines(_CROSS), False


def _scales() -> tuple[QPainterPath, bool]:
    pans = ((4, 7), (1, 14), (7, 14), (4, 7)), ((20, 7), (17, 14), (23, 14), (20, 7))
    return _lines(((12, 3), (12, 20)), ((7, 20), (17, 20)), ((4, 7), (20, 7)), *pans), False


def _line() -> tuple[QPainterPath, bool]:
    path = _lines(((8, 12), (11, 7), (13, 17), (16, 12)))
    for x in (5, 19):
        path.addEllipse(QPointF(x, 12), 3, 3)
    return path, False


_ICONS = {
    "play": _play, "pause": _pause, "run": _run, "undo": _undo, "redo": _redo, "eye": _eye, "pen": _pen,
    "raf": _roundel, "luftwaffe": _cross,
    "referee": _scales, "down": _draw_down, "up": _draw_up, "tick": _tick, "line": _line,
}  # fmt: skip
