"""The newspaper after a mission: a page that can be turned back to those of the missions before."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QLinearGradient, QMouseEvent, QPainter, QPen, QRadialGradient
from PySide6.QtWidgets import QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.lettering import LEFT, MIDDLE, TOP, WRAPPED, mix
from bob.desk.base.theme.plan_form import draw_plan
from bob.desk.campaigns.room.papers import CampaignPaper, draw_mark, lay_paper
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.staff.advice.campaigns.room_state import DESTROYED, NewsPage

SHAPE = 0.98
"""Width to height of the page at most."""
TEXT = 17
"""The size of the letters of the columns."""


class Newspaper(CampaignPaper):
    """One page; the arrows turn to other missions. `put_away` is emitted when it is closed."""

    put_away = Signal()

    def __init__(self, settings: Settings, model: CampaignModel, parent: QWidget | None = None) -> None:
        super().__init__(settings, model, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.number = -1
        """The number of the top page, from 0; -1 for the last."""

    def sizeHint(self) -> QSize:
        return QSize(760, 640)

    @property
    def page(self) -> NewsPage | None:
        pages = self.model.state.news
        return pages[self.number] if pages and -len(pages) <= self.number < len(pages) else (pages[-1] if pages else None)

    def turn(self, step: int) -> None:
        """Turn to another mission's page."""
        count = len(self.model.state.news)
        if count:
            now = self.number if self.number >= 0 else count - 1
            self.number = max(0, min(count - 1, now + step))
            self.refresh()

    def refresh(self) -> None:
        page = self.page
        lines = [] if page is None else [page.headline, page.under, *(f"{c.head}: {c.text}" for c in page.columns)]
        self.setAccessibleDescription("\n".join(lines))
        super().refresh()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.put_away.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_PageUp: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_PageDown: 1}.get(Qt.Key(event.key()))
        if step is not None:
            self.turn(step)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Escape):
            if not event.isAutoRepeat():
                self.put_away.emit()
        else:
            super().keyPressEvent(event)

    # ---- drawing

    def lay(self, painter: QPainter, box: QRectF) -> None:
        """The page is a paper of its own."""

    def draw(self, painter: QPainter, box: QRectF) -> None:
        page, look, words = self.page, self.look, self.settings.words
        if page is None:
            self.letter(painter, box, MIDDLE, words("desk_campaign.no_news"), 15, look.quiet)
            return
        wide = min(box.width() - 40, (box.height() - 16) / SHAPE * 1.25)
        area = QRectF(box.center().x() - wide / 2, box.top() + 10, wide, box.height() - 20)
        unit = min(max(self.scale, area.height() / 760), area.height() / 560)  # a large page has larger letters
        paper = QColor(look.inset) if look.plain or look.dark else mix(look.inset, "#D9CDA8", 0.35)
        lay_paper(painter, area, look)
        painter.setPen(QPen(QColor(look.brass if self.hasFocus() else look.line), 2 if self.hasFocus() else 1))
        painter.setBrush(paper)
        painter.drawRect(area)
        inner = area.adjusted(26, 12, -26, -12)
        y = inner.top()

        def line(high: float) -> QRectF:
            nonlocal y
            made = QRectF(inner.left(), y, inner.width(), high * unit)
            y = made.bottom()
            return made

        def write(place: QRectF, flags: int, text: str, pixels: float, tone: str = "", *, bold: bool = False) -> None:
            self.letter(painter, place, flags, text, pixels * unit / self.scale, tone, bold=bold)

        write(line(44), MIDDLE, "\u2009".join(page.paper.upper()), 26, bold=True)
        rule = line(22)
        for at in (rule.top() + 1, rule.bottom() - 1):
            painter.setPen(QPen(QColor(look.ink), 1.4))
            painter.drawLine(QPointF(rule.left(), at), QPointF(rule.right(), at))
        write(rule, MIDDLE, page.date, 12)
        write(line(66), MIDDLE | WRAPPED, page.headline, 34, bold=True)
        write(line(30), MIDDLE | WRAPPED, page.under, 15)
        foot = inner.bottom() - 16 * unit
        table = (20 * len(page.table) + 12) * unit if page.table else 0.0
        text = min(self._text_height(page, inner.width(), unit), 0.5 * (foot - y))
        picture = line(max(0.3 * (foot - y), foot - y - table - text) / unit).adjusted(0, 6, 0, -8)  # what the columns leave
        self._picture(painter, picture, page)
        self._columns(painter, QRectF(inner.left(), y, inner.width(), foot - table - y), page, unit)
        if page.table:
            self._table(painter, QRectF(inner.left(), foot - table + 4, inner.width(), table - 8), page, unit)
        count = len(self.model.state.news)
        place = (self.number if self.number >= 0 else count - 1) + 1
        hint = words("desk_campaign.news_keys", number=place, count=count)
        write(QRectF(inner.left(), foot, inner.width(), 16 * unit), MIDDLE, hint, 11, look.quiet)

    def _text_height(self, page: NewsPage, width: float, unit: float) -> float:
        """Return the height of the longest column with its head."""
        letters = QFontMetricsF(theme.font(self.settings, TEXT * unit / self.scale))
        box = QRectF(0, 0, width / max(1, len(page.columns)) - 16, 10_000)
        return (
            max([letters.boundingRect(box, LEFT | TOP | WRAPPED, column.text).height() for column in page.columns], default=0) + 28 * unit
        )

    def _columns(self, painter: QPainter, box: QRectF, page: NewsPage, unit: float) -> None:
        step = box.width() / max(1, len(page.columns))
        for i, column in enumerate(page.columns):
            place = QRectF(box.left() + i * step, box.top(), step - 16, box.height())
            head = QRectF(place.left(), place.top(), place.width(), 20 * unit)
            self.letter(painter, head, LEFT | TOP, column.head.upper(), 12 * unit / self.scale, bold=True)
            rest = QRectF(place.left(), head.bottom(), place.width(), place.height() - head.height())
            self.letter(painter, rest, LEFT | TOP | WRAPPED, column.text, TEXT * unit / self.scale)
            if i:
                painter.setPen(QPen(QColor(self.look.line), 1))
                painter.drawLine(QPointF(place.left() - 9, place.top()), QPointF(place.left() - 9, place.bottom()))

    def _table(self, painter: QPainter, box: QRectF, page: NewsPage, unit: float) -> None:
        """The figures, under a rule."""
        painter.setPen(QPen(QColor(self.look.ink), 1))
        painter.drawLine(box.topLeft(), box.topRight())
        high = min(20 * unit, box.height() / len(page.table))
        first = box.width() * 0.4
        for r, row in enumerate(page.table):
            step = (box.width() - first) / max(1, len(row) - 1)
            y = box.top() + 3 + r * high
            for c, cell in enumerate(row):
                place = QRectF(box.left() + (first + (c - 1) * step if c else 0), y, step if c else first, high)
                flags = LEFT | 0x80 if c == 0 else MIDDLE
                self.letter(painter, place, flags, cell, 12 * unit / self.scale, self.look.quiet if r == 0 else "", bold=r > 0 and c == 0)

    def _picture(self, painter: QPainter, box: QRectF, page: NewsPage) -> None:
        """The raid over its target, in the ink of the paper."""
        look = self.look
        painter.save()
        painter.setClipRect(box)
        sky = QLinearGradient(box.topLeft(), box.bottomLeft())
        sky.setColorAt(0, mix(look.inset, look.ink, 0.0 if look.plain else 0.28))
        sky.setColorAt(1, mix(look.inset, look.ink, 0.0 if look.plain else 0.06))
        painter.fillRect(box, sky)
        ground = QRectF(box.left(), box.bottom() - box.height() * 0.2, box.width(), box.height() * 0.2)
        painter.fillRect(ground, mix(look.inset, look.ink, 0.45))
        at = QPointF(box.left() + box.width() * 0.7, ground.top() - box.height() * 0.06)
        if page.status:
            fire = QRadialGradient(at, box.height() * 0.5)
            glow = QColor(look.red)
            glow.setAlpha(0 if look.plain else 150)
            fire.setColorAt(0, glow)
            glow.setAlpha(0)
            fire.setColorAt(1, glow)
            painter.fillRect(box, fire)
            puffs = 9 if page.status == DESTROYED else 5
            painter.setPen(Qt.PenStyle.NoPen)
            for i in range(puffs):
                tone = QColor(look.ink)
                tone.setAlpha(max(24, 150 - 13 * i))
                painter.setBrush(tone)
                size = box.height() * (0.07 + 0.022 * i)
                painter.drawEllipse(at + QPointF(box.height() * 0.13 * i + (i % 3) * 5, -box.height() * 0.085 * i), size, size * 0.8)
        draw_mark(painter, page.symbol, at, box.height() * 0.34, QColor(look.ink), QColor(look.inset))
        for i, aircraft in enumerate(page.raiders[:9]):
            row, column = divmod(i, 3)
            size = box.height() * 0.3
            place = QRectF(
                box.left() + box.width() * 0.08 + column * size * 1.5 + row * size * 0.6,
                box.top() + 5 + row * size * 0.82,
                size,
                size * 0.8,
            )
            draw_plan(painter, place, aircraft, QColor(look.ink), False)
        painter.restore()
        painter.setPen(QPen(QColor(look.ink), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)
