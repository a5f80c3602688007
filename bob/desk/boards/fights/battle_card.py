"""The battle card on the screen and on its way to the printer: the pages of the report's own, painted."""

from __future__ import annotations

from PySide6.QtCore import QMarginsF, QSize, Qt
from PySide6.QtGui import QColor, QPageLayout, QPageSize, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

import bob.desk  # noqa: F401
from bob.chart.marks import ChartPage
from bob.chart.qt import Painting
from bob.desk.session.leaves import ReportLeaves
from bob.report.battle_card import Facts
from bob.tactical.engagement import Engagement
from bob.words import Words

GAP = 10


def card_pages(engagement: Engagement, where: Facts, words: Words) -> list[ChartPage]:
    """The pages of the cards of all tables."""
    from bob.report.battle_card.page import all_pages

    return all_pages(engagement, where, words)


class CardLeaves(ReportLeaves):
    """The pages of the card for the printer: A5, upright."""

    @property
    def layout(self) -> QPageLayout:
        return QPageLayout(QPageSize(QPageSize.PageSizeId.A5), QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0))


class _Pages(QWidget):
    """The pages one below the other, as wide as there is room."""

    def __init__(self) -> None:
        super().__init__()
        self.paintings: list[Painting] = []
        self._made: list[QPixmap] = []

    def show_pages(self, pages: list[ChartPage]) -> None:
        self.paintings = [Painting(page) for page in pages]
        self._made = []
        self._measure()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._made = []
            self._measure()

    def _height(self, painting: Painting) -> int:
        return round(self.width() * painting.page.height / painting.page.width)

    def _measure(self) -> None:
        self.setMinimumHeight(sum(self._height(p) + GAP for p in self.paintings))

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._made:
            self._made = [self._picture(p) for p in self.paintings]
        painter = QPainter(self)
        y = 0
        for picture in self._made:
            painter.drawPixmap(0, y, picture)
            y += round(picture.height() / picture.devicePixelRatio()) + GAP
        painter.end()

    def _picture(self, painting: Painting) -> QPixmap:
        ratio = self.devicePixelRatioF()
        made = QPixmap(QSize(round(self.width() * ratio), round(self._height(painting) * ratio)))
        made.setDevicePixelRatio(ratio)
        made.fill(QColor("#FFFFFF"))
        painter = QPainter(made)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        unit = self.width() / painting.page.width
        painter.scale(unit, unit)
        painting.draw(painter)
        painter.end()
        return made


class CardView(QScrollArea):
    """The card as it will come from the printer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumWidth(260)
        self.pages = _Pages()
        self.setWidget(self.pages)

    def show_card(self, pages: list[ChartPage], text: str) -> None:
        """Show the pages; `text` is the card in words for a screen reader."""
        self.pages.show_pages(pages)
        self.setAccessibleDescription(text)
        self.verticalScrollBar().setValue(0)

    def clear(self) -> None:
        """Hold nothing."""
        self.show_card([], "")
