"""Draws the badge in the sizes that systems ask for, from its one drawing: python packaging/icons.py"""

from __future__ import annotations

import os
from pathlib import Path

BADGE = Path(__file__).resolve().parents[1] / "bob" / "badge"
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    app = QGuiApplication([])
    drawing = QSvgRenderer(str(BADGE / "bob-1940.svg"))
    for size in SIZES:
        picture = QImage(size, size, QImage.Format.Format_ARGB32)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        drawing.render(painter)
        painter.end()
        picture.save(str(BADGE / f"bob-1940-{size}.png"))
    del app


if __name__ == "__main__":
    main()
