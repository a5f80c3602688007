"""A card on its way from the hand to its place: the card at the pointer, and a slip with the effect of a drop."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.lettering import BASE, LEFT, WRAPPED, fitted

SIZE = QSize(104, 148)
SLIP = QSize(290, 58)
"""The card and the slip, before the text size chosen."""

Face = Callable[[QPainter, QRectF], None]
"""Draws a card into a box."""

DISCARDS, ANSWERED = -2, -3
"""Places that a card is taken to beside aircraft, who go by their numbers: the discards, and the action that is to be answered."""


class CarriedCard(QWidget):
    """The card at the pointer. It takes no mouse."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings, self.host = settings, parent
        self.text, self.good = "", False
        self._face: Face | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_card(self, face: Face, text: str, good: bool, at: QPoint) -> None:
        """Show a card below a place of the parent, and say what letting it go there would do, or why it would do nothing."""
        self._face, self.text, self.good = face, text, good
        scale = self.settings.scale
        size = QSize(round(max(SIZE.width(), SLIP.width()) * scale), round((SIZE.height() + SLIP.height() + 6) * scale))
        self.resize(size)
        room = self.host.size()
        x = min(max(0, at.x() + 14), max(0, room.width() - size.width()))
        y = at.y() + 16 if at.y() + 16 + size.height() <= room.height() else max(0, at.y() - size.height() - 10)
        self.move(x, y)
        self.setAccessibleName(text)
        self.show()
        self.raise_()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._face is None:
            return
        look, scale = theme.look(self.settings), self.settings.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.92)
        slip = QRectF(1, 1, SLIP.width() * scale - 2, SLIP.height() * scale - 2)
        self._face(painter, QRectF(3, slip.bottom() + 6, SIZE.width() * scale, SIZE.height() * scale))
        painter.setOpacity(1.0)
        painter.setPen(QPen(QColor(look.brass if self.good else look.red), 2))
        painter.setBrush(QColor(look.inset))
        painter.drawRoundedRect(slip, 4, 4)
        fitted(painter, slip.adjusted(8, 3, -8, -3), LEFT | BASE | WRAPPED, self.text, 13 * scale, look.ink if self.good else look.red)
