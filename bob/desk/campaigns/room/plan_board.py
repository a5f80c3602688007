"""The plan of a mission: its aircraft in their bands of altitude, and the parts to drag onto them: loads, crews, aircraft that join."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.emblem import emblem
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, WRAPPED, mix, ring
from bob.desk.base.theme.plan_form import draw_plan
from bob.desk.campaigns.room.papers import CampaignPaper, PaperSpot
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.staff.advice.campaigns.room_state import ADDED, LEFT_BEHIND, PlanPart, PlanToken

BAND = 36
WIDEST = 250.0
RACK = 190.0
"""The width of the parts beside the plan."""


PART_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class PlanBoard(CampaignPaper):
    """Bands from the lowest up, each side's aircraft on its half; the unknown part of the other side is shown beside them, and so are
    the parts that can be dragged onto the plan. The arrows choose aircraft and move them, Enter takes a part for those chosen."""

    def __init__(self, settings: Settings, model: CampaignModel, parent: QWidget | None = None) -> None:
        super().__init__(settings, model, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.chosen = 0
        """The token that the keys move."""
        self._held: PlanToken | PlanPart | None = None
        self._from = QPointF()
        self._at = QPointF()
        self._bands: list[QRectF] = []
        self._boxes: list[tuple[PlanToken, QRectF]] = []
        self._parts: list[tuple[PlanPart, QRectF]] = []

    def refresh(self) -> None:
        state = self.model.state
        self.setAccessibleName(self.settings.words("desk_campaign.part.plan"))
        self.setAccessibleDescription("\n".join([*(token.hint for token in state.plan), *(part.hint for part in state.parts)]))
        self._held = None
        super().refresh()

    def sizeHint(self) -> QSize:
        return QSize(400, round((BAND * 5 + 24) * self.scale) + 14)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, round((BAND * 0.72 * 5 + 24) * self.scale) + 14)

    # ---- drawing

    def draw(self, painter: QPainter, box: QRectF) -> None:
        state, look = self.model.state, self.look
        self._bands, self._boxes, self._parts = [], [], []
        if not state.plan or not state.bands:
            return
        head = QRectF(box.left() + 10, box.top() + 3, box.width() - 20, 20 * self.scale)
        self.letter(painter, head, LEFT | BASE, state.plan_title, 12, look.quiet)
        letters = QFontMetricsF(theme.font(self.settings, 11))
        names = min(box.width() * 0.24, max(letters.horizontalAdvance(name) for name in state.bands) + 22)
        field = QRectF(box.left() + 8, head.bottom() + 1, box.width() - 16, box.bottom() - head.bottom() - 8)
        if state.parts:
            rack = QRectF(field.right() - min(field.width() * 0.24, RACK * self.scale), head.top(), 0, field.bottom() - head.top())
            rack.setRight(field.right())
            field.setRight(rack.left() - 8)
            self._rack(painter, rack)
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
        if self._held is not None and self._is_dragged:
            ghost = QRectF(0, 0, 150 * self.scale, 26 * self.scale)
            ghost.moveCenter(self._at)
            painter.setOpacity(0.75)
            if isinstance(self._held, PlanToken):
                self._token(painter, ghost, self._held)
            else:
                self._chip(painter, ghost, self._held)
            painter.setOpacity(1.0)

    def _rack(self, painter: QPainter, box: QRectF) -> None:
        """Draw the parts beside the plan, one under another; the place for aircraft left behind takes the rest."""
        state = self.model.state
        self.letter(painter, QRectF(box.left(), box.top(), box.width(), 20 * self.scale), LEFT | BASE, state.parts_title, 12)
        top = box.top() + 22 * self.scale
        step = min(40 * self.scale, (box.bottom() - top) / len(state.parts))
        for part in state.parts:
            stays = part.kind == LEFT_BEHIND
            chip = QRectF(box.left(), top, box.width(), (box.bottom() - top if stays else step) - 4)
            self._parts.append((part, chip))
            self._chip(painter, chip, part)
            top += step

    def _chip(self, painter: QPainter, box: QRectF, part: PlanPart) -> None:
        look = self.look
        stays, over = part.kind == LEFT_BEHIND, isinstance(self._held, PlanToken) and self._is_dragged and box.contains(self._at)
        painter.setPen(QPen(QColor(look.brass), 3 if over else 1.6, Qt.PenStyle.DashLine if stays else Qt.PenStyle.SolidLine))
        painter.setBrush(QColor(look.panel if stays else look.inset))
        painter.drawRoundedRect(box, 4, 4)
        left = box.left() + 6
        if part.aircraft:
            picture = QRectF(left, box.top() + 2, min(36 * self.scale, box.width() * 0.25), box.height() - 4)
            draw_plan(painter, picture, part.aircraft, QColor(look.ink), False)
            left = picture.right() + 5
        flags = MIDDLE | WRAPPED if stays else LEFT | BASE
        self.letter(painter, QRectF(left, box.top(), box.right() - left - 4, box.height()), flags, part.name, 12, bold=not stays)
        if any(order == self.model.armed for _, orders in part.drops for order in orders):
            ring(painter, box.adjusted(-1, -1, 1, 1), look.brass, 4, 5)
        self.spots.append(PaperSpot(box, part.hint))

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
        free = token in self._movable()
        held = self._held if isinstance(self._held, PlanPart) else None
        seats = dict(held.drops).get(token.number, ()) if held is not None else ()
        dimmed = held is not None and held.kind != ADDED and not seats
        painter.setOpacity(0.4 if dimmed and not look.plain else painter.opacity())
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
        if dimmed:
            painter.setOpacity(1.0)
        armed = any(order == self.model.armed for order in self._orders_of(token))
        keyed = self.hasFocus() and free and self._movable()[self.chosen % len(self._movable())].number == token.number
        if len(seats) > 1:  # which of its aircraft
            painter.setPen(QPen(QColor(look.brass), 1.6, Qt.PenStyle.DashLine))
            for i in range(1, len(seats)):
                x = box.left() + box.width() * i / len(seats)
                painter.drawLine(QPointF(x, box.top()), QPointF(x, box.bottom()))
        if seats or (free and held is None):
            ring(painter, box.adjusted(-1, -1, 1, 1), look.brass, 4 if armed or keyed or seats else 1.8, 5)
        self.spots.append(PaperSpot(box, token.hint))

    def _orders_of(self, token: PlanToken) -> list[Any]:
        """All that can be ordered of a token: where it flies, and what of the parts falls on it."""
        parts = [order for part in self.model.state.parts for number, orders in part.drops if number == token.number for order in orders]
        return [*(order for _, order in token.orders), *parts]

    def _movable(self) -> list[PlanToken]:
        return [token for token in self.model.state.plan if self._orders_of(token)]

    # ---- moving

    @property
    def _is_dragged(self) -> bool:
        """Return whether the held thing has left its place."""
        return (self._at - self._from).manhattanLength() > 5

    def _item_under(self, at: QPointF) -> PlanToken | PlanPart | None:
        """Return the thing there, if it can be dragged."""
        for token, box in reversed(self._boxes):
            if box.contains(at):
                return token if token in self._movable() else None
        return next((part for part, box in self._parts if box.contains(at) and part.kind != LEFT_BEHIND), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        found = self._item_under(event.position())
        if found is not None and event.button() == Qt.MouseButton.LeftButton:
            self._held, self._at, self._from = found, event.position(), event.position()
            if isinstance(found, PlanToken):
                self.chosen = self._movable().index(found)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._held is not None:
            self._at = event.position()
            self.update()
            return
        free = self._item_under(event.position()) is not None
        self.setCursor(Qt.CursorShape.OpenHandCursor if free else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        held, self._held = self._held, None
        if held is None:
            return
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._at = event.position()
        self.update()
        if isinstance(held, PlanToken):
            self._let_go(held, event.position())
        elif self._is_dragged:
            self._drop(held, event.position())
        elif held.drops:  # pointed at: it is looked at in the list
            self.model.picked.emit(held.drops[0][1][0])

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        held = self._item_under(event.position())
        event.accept()
        if isinstance(held, PlanPart) and held.kind == ADDED:
            self._take(held, "")

    def _let_go(self, token: PlanToken, at: QPointF) -> None:
        """Drop aircraft: in another band, or in the place of those left behind."""
        behind = next((part for part, box in self._parts if part.kind == LEFT_BEHIND and box.contains(at)), None)
        if behind is not None:
            self._take(behind, token.number)
        else:
            self._move(token, next((i for i, box in enumerate(self._bands) if box.contains(at)), -1))

    def _drop(self, part: PlanPart, at: QPointF) -> None:
        """A part was let go of: on aircraft, at one of them where that matters, or anywhere on the plan."""
        token, box = next(((token, box) for token, box in reversed(self._boxes) if box.contains(at)), (None, QRectF()))
        if part.kind == ADDED:
            if any(band.contains(at) for band in self._bands):
                self._take(part, "")
        elif token is not None:
            self._take(part, token.number, (at.x() - box.left()) / max(1.0, box.width()))

    def _take(self, part: PlanPart, number: str, across: float = 0.0) -> None:
        orders = dict(part.drops).get(number, ())
        if orders:
            self.model.taken.emit(orders[min(len(orders) - 1, int(across * len(orders)))])

    def _move(self, token: PlanToken, band: int) -> None:
        order: Any = dict(token.orders).get(band)
        if order is not None:
            self.model.taken.emit(order)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        movable, key = self._movable(), Qt.Key(event.key())
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key)
        rise = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(key)
        token = movable[self.chosen % len(movable)] if movable else None
        falls = [part for part in self.model.state.parts if token is not None and token.number in dict(part.drops)]
        if token is None or (step is None and rise is None and not (falls and key in PART_KEYS)):
            super().keyPressEvent(event)
        elif step is not None:
            self.chosen = (self.chosen + step) % len(movable)
            self.update()
        elif rise is not None:
            self._move(token, token.band + rise if token.band is not None else (0 if rise > 0 else len(self.model.state.bands) - 1))
        elif not event.isAutoRepeat():
            self._take(falls[0], token.number)
