"""Dice drawn as dice, and the sum that they and the modifiers make."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme.panel_parts import letters
from bob.desk.base.theme.theme import look

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def draw_die(painter: QPainter, box: QRectF, face: int, sides: int, settings: Settings) -> None:
    """A die of six sides with its pips, any other with its figure."""
    p = look(settings)
    painter.setPen(QPen(QColor(p.ink), 1.6))
    painter.setBrush(QColor("#FFFFFF" if p.plain else "#FBF6E6"))
    painter.drawRoundedRect(box, box.width() * 0.18, box.width() * 0.18)
    if sides != 6:
        painter.setPen(QColor("#1B1A17"))
        painter.setFont(letters(settings, box.width() * 0.42 / settings.scale, "bold"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(face))
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#000000" if p.plain else "#8C2F24" if face == 1 else "#1B1A17"))
    step, r = box.width() * 0.26, box.width() * (0.12 if face == 1 else 0.09)
    for x, y in _PIPS[face]:
        painter.drawEllipse(box.center() + QPointF(x * step, y * step), r, r)


class Faces(QWidget):
    """A throw: the dice in a row, their sum, the modifiers, the total."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.faces: tuple[int, ...] = ()
        self.sides = 6
        self.total: str = ""
        self.added: str = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_throw(self, faces: tuple[int, ...], sides: int, added: str, total: str) -> None:
        """Show a throw; without faces an empty tray."""
        self.faces, self.sides, self.added, self.total = faces, sides, added, total
        self.setAccessibleName(self.settings.words("desk_dice.dice"))
        self.setAccessibleDescription(" + ".join(map(str, faces)) + (f" {added} = {total}" if total else ""))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(280, round(60 * self.settings.scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        p, scale = look(self.settings), self.settings.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = 44 * scale
        x, y = 10.0, (self.height() - side) / 2
        for face in self.faces:
            draw_die(painter, QRectF(x, y, side, side), face, self.sides, self.settings)
            x += side + 8 * scale
        if self.faces:
            painter.setPen(QColor(p.ink))
            painter.setFont(letters(self.settings, 18, "semibold"))
            account = f"= {sum(self.faces)}" if len(self.faces) > 1 else ""
            for text, ink in ((account, p.quiet), (self.added, p.quiet), (f"= {self.total}" if self.added else "", p.ink)):
                if text:
                    painter.setPen(QColor(ink))
                    width = painter.fontMetrics().horizontalAdvance(text)
                    painter.drawText(QRectF(x + 6, 0, width + 8, self.height()), Qt.AlignmentFlag.AlignVCenter, text)
                    x += width + 12
        painter.end()
