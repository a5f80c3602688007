"""The plan of a mission: its aircraft in their bands of altitude. Those that may start elsewhere are dragged there."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from bob.desk.campaign_room.model import PlanToken, RoomModel
from bob.desk.campaign_room.papers import PaperSpot, RoomPaper
from bob.desk.looks import theme
from bob.desk.looks.emblem import emblem
from bob.desk.looks.lettering import BASE, LEFT, mix, ring
from bob.desk.looks.plan_form import draw_plan
from bob.desk.settings import Settings

BAND = 36
WIDEST = 250.0


class PlanBoard(RoomPaper):
    """Bands from the lowest up, each side's aircraft on its half; what is not known of the other side lies beside them."""

    def __init__(self, settings: Settings, model: RoomModel, parent: QWidget | None = None) -> None:
        super().__init__(settings, model, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.chosen = 0
        """The token that the keys move."""
        self._held: tuple[PlanToken, QPointF] | None = None
        self._at = QPointF()
        self._bands: list[QRectF] = []
        self._boxes: list[tuple[PlanToken, QRectF]] = []

    def refresh(self) -> None:
        state = self.model.state
        self.setAccessibleName(self.settings.words("desk_campaign.part.plan"))
        self.setAccessibleDescription("\n".join(token.told for token in state.plan))
        self._held = None
        super().refresh()

    def sizeHint(self) -> QSize:
        return QSize(400, round((BAND * 5 + 24) * self.scale) + 14)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, round((BAND * 0.72 * 5 + 24) * self.scale) + 14)

    # ---- drawing

    def draw(self, painter: QPainter, box: QRectF) -> None:
        state, look = self.model.state, self.look
        self._bands, self._boxes = [], []
        if not state.plan or not state.bands:
            return
        head = QRectF(box.left() + 10, box.top() + 3, box.width() - 20, 20 * self.scale)
        self.letter(painter, head, LEFT | BASE, state.plan_title, 12, look.quiet)
        letters = QFontMetricsF(theme.font(self.settings, 11))
        names = min(box.width() * 0.24, max(letters.horizontalAdvance(name) for name in state.bands) + 22)
        field = QRectF(box.left() + 8, head.bottom() + 1, box.width() - 16, box.bottom() - head.bottom() - 8)
        unknown = [token for token in state.plan if token.band is None]
        aside = min(field.width() * 0.26, WIDEST * self.scale) if unknown else 0.0
        high = field.height() / len(state.bands)
        for i, name in enumerate(state.bands):
            band = QRectF(field.left(), field.bottom() - (i + 1) * high, field.width() - aside, high)
            self._bands.append(band)
            painter.fillRect(band, QColor(look.panel) if look.plain else mix(look.chart.land, look.chart.sea, 0.2 * i))
            painter.setPen(QPen(QColor(look.line), 1))
            painter.drawLine(band.bottomLeft(), band.bottomRight())
            self.letter(painter, band.adjusted(6, 0, names - band.width(), 0), LEFT | BASE, name, 11, look.quiet)
            there = [token for token in state.plan if token.band == i]
            sides = sorted({token.side for token in state.plan}, reverse=True)  # the Axis on the left
            half = QRectF(band.left() + names, band.top(), (band.width() - names) / max(1, len(sides)), band.height())
            for side in sides:
                self._row(painter, half, [token for token in there if token.side == side])
                half = half.translated(half.width(), 0)
        if unknown:
            place = QRectF(field.right() - aside + 6, field.top(), aside - 6, field.height())
            above = QRectF(place.left(), place.top(), place.width(), 18 * self.scale)
            self.letter(painter, above, LEFT | BASE, state.plan_unknown, 11)
            step = min(high, (place.height() - 20 * self.scale) / len(unknown))
            for i, token in enumerate(unknown):
                chip = QRectF(place.left(), place.top() + 20 * self.scale + i * step, place.width() - 4, step - 3)
                self._boxes.append((token, chip))
                self._token(painter, chip, token)
        if self._held is not None:
            ghost = QRectF(0, 0, 150 * self.scale, 26 * self.scale)
            ghost.moveCenter(self._at)
            painter.setOpacity(0.75)
            self._token(painter, ghost, self._held[0])
            painter.setOpacity(1.0)

    def _row(self, painter: QPainter, half: QRectF, tokens: list[PlanToken]) -> None:
        if not tokens:
            return
        step = min(WIDEST * self.scale, half.width() / len(tokens))
        for i, token in enumerate(tokens):
            box = QRectF(half.left() + i * step, half.top() + 2, step - 5, half.height() - 4)
            self._boxes.append((token, box))
            self._token(painter, box, token)

    def _token(self, painter: QPainter, box: QRectF, token: PlanToken) -> None:
        look, tone = self.look, self.side_tone(token.side)
        free = bool(token.orders)
        painter.setPen(QPen(QColor(look.line), 1))
        painter.setBrush(QColor(look.inset))
        painter.drawRoundedRect(box, 4, 4)
        edge = QRectF(box.left(), box.top(), 22 * self.scale, box.height())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(tone)
        painter.drawRoundedRect(edge, 4, 4)
        emblem(painter, edge.center(), min(edge.width(), edge.height()) * 0.26, token.side, QColor(look.panel), tone)
        picture = QRectF(edge.right() + 3, box.top() + 2, min(36 * self.scale, box.width() * 0.2), box.height() - 4)
        draw_plan(painter, picture, token.aircraft, QColor(look.ink), token.side == "axis")
        rest = QRectF(picture.right() + 5, box.top(), box.right() - picture.right() - 8, box.height())
        below = " · ".join(part for part in (token.airman, token.note) if part)
        name = f"{token.count} × {token.name}" if token.count > 1 else token.name
        if below and rest.height() >= 24 * self.scale:
            half = rest.height() / 2
            self.letter(painter, QRectF(rest.left(), rest.top(), rest.width(), half + 1), LEFT | BASE, name, 12, bold=True)
            self.letter(painter, QRectF(rest.left(), rest.top() + half - 1, rest.width(), half), LEFT | BASE, below, 10, look.quiet)
        else:
            self.letter(painter, rest, LEFT | BASE, name if not below else f"{name} · {below}", 12, bold=True)
        armed = any(order == self.model.armed for _, order in token.orders)
        keyed = self.hasFocus() and free and self._movable()[self.chosen % len(self._movable())].number == token.number
        if free:
            ring(painter, box.adjusted(-1, -1, 1, 1), look.brass, 4 if armed or keyed else 1.8, 5)
        self.spots.append(PaperSpot(box, token.told))

    def _movable(self) -> list[PlanToken]:
        return [token for token in self.model.state.plan if token.orders]

    # ---- moving

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = next((t for t, box in reversed(self._boxes) if box.contains(event.position()) and t.orders), None)
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self._held, self._at = (found, event.position()), event.position()
            self.chosen = self._movable().index(found)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            self._at = event.position()
            self.update()
            return
        free = any(box.contains(event.position()) and token.orders for token, box in self._boxes)
        self.setCursor(Qt.CursorShape.OpenHandCursor if free else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        held, self._held = self._held, None
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.update()
        if held is not None:
            band = next((i for i, box in enumerate(self._bands) if box.contains(event.position())), -1)
            self._move(held[0], band)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def _move(self, token: PlanToken, band: int) -> None:
        order: Any = dict(token.orders).get(band)
        if order is not None:
            self.model.taken.emit(order)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        movable = self._movable()
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        rise = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if not movable or (step is None and rise is None):
            super().keyPressEvent(event)
        elif step is not None:
            self.chosen = (self.chosen + step) % len(movable)
            self.update()
        else:
            token = movable[self.chosen % len(movable)]
            assert rise is not None
            self._move(token, token.band + rise if token.band is not None else (0 if rise > 0 else len(self.model.state.bands) - 1))
