"""Drawing of plaques and their stands, arrows of plots, and pips on the ground. Each plaque is drawn once and cached."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from bob.chart.livery import NOTCHES, Plaque, clock_colour, plaque
from bob.chart.palette import Palette
from bob.desk.map.sprites import face
from bob.desk.map.textures import colour
from bob.staff.advice.map.counters import BlockRow, CounterBlock, PlotArrow

MOST_ROWS = 5
"""A stack shows no more lines than this, the last of them saying how many more there are."""
SHIPS = ("convoy", "sighting")
"""The looks of blocks that are convoys: as they are, as they were seen."""
_PAD = 5


def rows_shown(block: CounterBlock, opened: bool = False) -> Sequence[BlockRow]:
    """The lines that a block shows; all of them when it is opened."""
    return block.rows if opened or len(block.rows) <= MOST_ROWS else block.rows[: MOST_ROWS - 1]


class Blocks:
    """The plaques of a palette at a size."""

    def __init__(self, palette: Palette, grow: float, ratio: float = 1.0) -> None:
        self.palette, self.grow, self.ratio = palette, grow, ratio
        self.title = face("bold", round(13.0 * grow))
        self.figure = face("semibold", round(12.5 * grow))
        self.small = face("semibold", round(10.5 * grow))
        self._title, self._figure, self._small = (QFontMetricsF(f) for f in (self.title, self.figure, self.small))
        self.line = round(17 * grow)
        self._cache: dict[tuple[CounterBlock, bool], QPixmap] = {}
        self._arrows: dict[tuple[str, int, bool], QPixmap] = {}
        self._digit = max(self._figure.horizontalAdvance(d) for d in "0123456789")

    # ---- sizes

    def _columns(self, block: CounterBlock, opened: bool) -> tuple[float, float, float, float]:
        """Widths of title, count, height and flag."""
        rows = rows_shown(block, opened)
        title = max(self._title.horizontalAdvance(r.title) for r in rows)
        count = max(self._width(r.count) for r in rows)
        high = max(self._width(r.height) for r in rows)
        flag = self._small.horizontalAdvance("00:00") + 2 if block.look in ("planned", "unheard") else 11 * self.grow
        return title, max(count, self._digit * 2), max(high, self._digit * 2), flag

    def size(self, block: CounterBlock, opened: bool = False) -> tuple[float, float]:
        """Width and height of a block."""
        title, count, high, flag = self._columns(block, opened)
        if block.look in ("hostile", "unknown"):
            sent = 9 * self.grow * min(4, max(1, block.sent)) + 3
            if block.flat:
                return round(title + count + high + sent + 32 * self.grow), self.line + 3
            return round(max(title + sent + 15 * self.grow, count + high + 22 * self.grow) + 6 * self.grow), 2 * self.line + 3
        if block.look in SHIPS:
            return round(title + count + 38 * self.grow), self.line + 3
        lines = len(rows_shown(block, opened)) + (1 if len(block.rows) > MOST_ROWS and not opened else 0)
        return round(title + count + high + flag + 26 * self.grow), lines * self.line + 3

    def row_at(self, block: CounterBlock, y: float, opened: bool = False) -> BlockRow | None:
        """Return the line at a height within a block; None on the line with the number of further lines."""
        if block.look in ("hostile", "unknown"):
            return block.rows[0]
        rows = rows_shown(block, opened)
        i = int((y - 1) // self.line)
        return rows[i] if 0 <= i < len(rows) else None

    def row_box(self, block: CounterBlock, key: tuple[str, object], opened: bool = False) -> QRectF | None:
        """Return the rectangle of a counter's line within its block."""
        width, high = self.size(block, opened)
        if block.look in ("hostile", "unknown"):
            return QRectF(0, 0, width, high) if (block.rows[0].kind, block.rows[0].key) == key else None
        for i, row in enumerate(rows_shown(block, opened)):
            if (row.kind, row.key) == key:
                return QRectF(0, i * self.line, width, self.line + 3) if len(block.rows) > 1 else QRectF(0, 0, width, high)
        return None

    # ---- the plaque

    def picture(self, block: CounterBlock, opened: bool = False) -> QPixmap:
        """A block as a picture, with a margin of `margin` all round."""
        key = block, opened
        if key not in self._cache:
            if len(self._cache) > 300:
                self._cache.clear()
            width, high = self.size(block, opened)
            made = QPixmap(round((width + 2 * _PAD) * self.ratio), round((high + 2 * _PAD) * self.ratio))
            made.setDevicePixelRatio(self.ratio)
            made.fill(Qt.GlobalColor.transparent)
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(_PAD, _PAD)
            self.draw(painter, block, opened)
            painter.end()
            self._cache[key] = made.copy()
        return self._cache[key]

    @property
    def margin(self) -> int:
        return _PAD

    def draw(self, painter: QPainter, block: CounterBlock, opened: bool = False) -> None:
        """Draw a block with its upper left corner at the painter's origin."""
        look = plaque(self.palette, block.look)
        width, high = self.size(block, opened)
        painter.save()
        painter.setOpacity(look.opacity)
        body = QRectF(0.5, 0.5, width - 1, high - 1)
        if block.look != "unheard":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("#000000", 0.32 if not self.palette.patterns else 0.0))
            painter.drawRoundedRect(body.translated(2, 2.5), 2, 2)
        edge = QPen(colour(look.edge), look.width + (1.5 if block.unanswered else 0))
        if look.dashed and not block.unanswered:
            edge.setDashPattern([4 / edge.widthF(), 2.5 / edge.widthF()])
        painter.setPen(edge)
        painter.setBrush(colour(look.ground))
        painter.drawRoundedRect(body, 2, 2)
        if look.double:
            painter.setPen(QPen(colour(look.edge, 0.55), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(body.adjusted(2, 2, -2, -2))
        if block.look in ("hostile", "unknown"):
            self._hostile(painter, block, look, width, high)
        elif block.look in SHIPS:
            self._ships(painter, block, look)
        else:
            self._lines(painter, block, look, width, opened)
        painter.restore()

    def _hostile(self, painter: QPainter, block: CounterBlock, look: Plaque, width: float, high: float) -> None:
        g, row, flat = self.grow, block.rows[0], block.flat
        stripe = QRectF(1.5, 1.5, 6 * g, high - 3)
        painter.setPen(QPen(colour(look.edge), 0.8))
        painter.setBrush(colour(clock_colour(self.palette, block.colour)))
        painter.drawRect(stripe)
        for k in range(NOTCHES.get(block.colour, 0)):
            y = stripe.top() + stripe.height() * (0.32 + 0.3 * k)
            painter.fillRect(QRectF(stripe.left() - 0.5, y, stripe.width() + 1, 3 * g), colour(look.ground))
            painter.drawLine(QPointF(stripe.left(), y), QPointF(stripe.right(), y))
            painter.drawLine(QPointF(stripe.left(), y + 3 * g), QPointF(stripe.right(), y + 3 * g))
        left = 11 * g
        beside = left + self._title.horizontalAdvance(row.title) + 5 * g
        if block.unanswered:
            right = beside - 2.5 * g if flat else width - 2.5
            painter.fillRect(
                QRectF(stripe.right() + 0.4, 1.5, right - stripe.right() - 0.4, high - 3 if flat else self.line - 1), colour(look.title)
            )
        title = look.ground if block.unanswered else look.title
        self._write(painter, self.title, title, QRectF(left, 1, width, self.line), row.title, Qt.AlignmentFlag.AlignLeft)
        self._senders(painter, block, look, width)
        painter.setPen(QPen(colour(look.edge, 0.45), 1))
        left, top = (beside, 1.0) if flat else (left, self.line + 1.0)
        if not flat:
            painter.drawLine(QPointF(left - 2, self.line + 0.5), QPointF(width - 3, self.line + 0.5))
        middle = left + self._width(row.count) + 5 * g
        lower = QRectF(left, top, width, self.line)
        self._write(painter, self.figure, look.ink, lower, row.count, Qt.AlignmentFlag.AlignLeft)
        painter.drawLine(QPointF(middle, top + 3), QPointF(middle, high - 3))
        self._write(painter, self.figure, look.ink, lower.adjusted(middle - left + 4 * g, 0, 0, 0), row.height, Qt.AlignmentFlag.AlignLeft)

    def _ships(self, painter: QPainter, block: CounterBlock, look: Plaque) -> None:
        """A small steamer, the name of the convoy, and its ships."""
        g, row = self.grow, block.rows[0]
        x, y = 13 * g, self.line / 2 + 2.5 * g
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(look.title))
        hull = ((-8, 0), (8, 0), (5.5, 3.6), (-6, 3.6))
        painter.drawPolygon(QPolygonF([QPointF(x + dx * g, y + dy * g) for dx, dy in hull]))
        painter.drawRect(QRectF(x - 4.5 * g, y - 3.4 * g, 5.5 * g, 3 * g))
        painter.drawRect(QRectF(x - 2.6 * g, y - 7.2 * g, 1.9 * g, 4 * g))
        painter.drawRect(QRectF(x + 4.6 * g, y - 6 * g, 0.9 * g, 6 * g))
        title = self._title.horizontalAdvance(row.title)
        left = 25 * g
        self._write(painter, self.title, look.title, QRectF(left, 1.5, title + 2, self.line), row.title, Qt.AlignmentFlag.AlignLeft)
        box = QRectF(left + title + 7 * g, 1.5, self._width(row.count), self.line)
        self._write(painter, self.figure, look.ink, box, row.count, Qt.AlignmentFlag.AlignLeft)

    def _senders(self, painter: QPainter, block: CounterBlock, look: Plaque, width: float) -> None:
        """Draw at the upper right a small aircraft for each squadron sent and a cross for a tally; on a band without either, an open
        ring."""
        g = self.grow
        y = self.line / 2 + 1
        if block.tallied:
            self.flag(painter, "tally", QPointF(width - 8 * g, y), look.title, look.ground)
            return
        if block.unanswered:
            painter.setPen(QPen(colour(look.title if block.flat else look.ground), 1.6 * g))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(width - 8.5 * g, y), 3.2 * g, 3.2 * g)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(plaque(self.palette, "friend").ground if self.palette.name != "night" else "#22485A"))
        for k in range(min(4, block.sent)):
            x = width - (8 + 9 * k) * g
            painter.drawPolygon(
                QPolygonF(
                    [QPointF(x - 4 * g, y + 3.5 * g), QPointF(x, y - 4 * g), QPointF(x + 4 * g, y + 3.5 * g), QPointF(x, y + 1.6 * g)]
                )
            )

    def _lines(self, painter: QPainter, block: CounterBlock, look: Plaque, width: float, opened: bool) -> None:
        g = self.grow
        title, count, high, flag = self._columns(block, opened)
        rows = rows_shown(block, opened)
        for i, row in enumerate(rows):
            top = i * self.line + 1.5
            if i:
                painter.setPen(QPen(colour(look.ink, 0.28), 1))
                painter.drawLine(QPointF(3, top - 0.5), QPointF(width - 3, top - 0.5))
            x = 5 * g
            self._write(painter, self.title, look.title, QRectF(x, top, title + 2, self.line), row.title, Qt.AlignmentFlag.AlignLeft)
            x += title + 6 * g
            self._write(painter, self.figure, look.ink, QRectF(x, top, count, self.line), row.count, Qt.AlignmentFlag.AlignRight)
            x += count + 4 * g
            painter.setPen(QPen(colour(look.ink, 0.5), 1))
            painter.drawLine(QPointF(x, top + 4 * g), QPointF(x, top + self.line - 4 * g))
            x += 3 * g
            self._write(painter, self.figure, look.ink, QRectF(x, top, high, self.line), row.height, Qt.AlignmentFlag.AlignRight)
            x += high + 4 * g
            if row.flag:
                self._write(painter, self.small, look.ink, QRectF(x, top, flag + 4, self.line), row.flag, Qt.AlignmentFlag.AlignLeft)
            elif row.task != "none":
                self.flag(painter, row.task, QPointF(x + flag / 2, top + self.line / 2), look.title, look.ground)
        more = len(block.rows) - len(rows)
        if more > 0:
            box = QRectF(0, len(rows) * self.line + 1, width, self.line)
            self._write(painter, self.small, look.ink, box, f"+ {more}", Qt.AlignmentFlag.AlignHCenter)

    def _write(self, painter: QPainter, letters: QFont, ink: str, box: QRectF, text: str, side: Qt.AlignmentFlag) -> None:
        painter.setFont(letters)
        painter.setPen(colour(ink))
        if text.startswith("~") and side == Qt.AlignmentFlag.AlignLeft:
            self._wave(painter, ink, box)
            box, text = box.adjusted(self._wave_width, 0, 0, 0), text[1:]
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, text)

    @property
    def _wave_width(self) -> float:
        return 8.5 * self.grow

    def _wave(self, painter: QPainter, ink: str, box: QRectF) -> None:
        """A tilde that cannot be taken for a minus."""
        g = self.grow
        x, y = box.left() + 0.5, box.center().y() + 0.5
        wave = QPainterPath(QPointF(x, y + 1.6 * g))
        wave.cubicTo(QPointF(x + 2.2 * g, y - 4.6 * g), QPointF(x + 4.4 * g, y + 4.6 * g), QPointF(x + 6.8 * g, y - 1.6 * g))
        painter.strokePath(wave, QPen(colour(ink), 1.4 * g, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))

    def _width(self, text: str) -> float:
        """Return the width of a figure, with its tilde."""
        if text.startswith("~"):
            return self._wave_width + self._figure.horizontalAdvance(text[1:])
        return self._figure.horizontalAdvance(text)

    def flag(self, painter: QPainter, task: str, at: QPointF, ink: str, ground: str) -> None:
        """Draw the task of a unit as a sign: a pennant, a ring, a cross in a ring, an arrow down to the ground, a question mark."""
        g = self.grow
        x, y = at.x(), at.y()
        painter.setPen(QPen(colour(ink), 1.5 * g, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if task == "patrol":
            painter.drawEllipse(QPointF(x, y), 3.4 * g, 3.4 * g)
        elif task == "tally":
            painter.drawEllipse(QPointF(x, y), 3.0 * g, 3.0 * g)
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                painter.drawLine(QPointF(x + dx * 1.6 * g, y + dy * 1.6 * g), QPointF(x + dx * 5 * g, y + dy * 5 * g))
        elif task == "home":
            painter.drawLine(QPointF(x, y - 5 * g), QPointF(x, y + 1.5 * g))
            painter.drawPolyline(QPolygonF([QPointF(x - 2.8 * g, y - 1 * g), QPointF(x, y + 2 * g), QPointF(x + 2.8 * g, y - 1 * g)]))
            painter.drawLine(QPointF(x - 4 * g, y + 4.8 * g), QPointF(x + 4 * g, y + 4.8 * g))
        elif task == "vector":
            painter.setBrush(colour(ink))
            painter.drawPolygon(QPolygonF([QPointF(x - 3.5 * g, y - 3.5 * g), QPointF(x + 4 * g, y), QPointF(x - 3.5 * g, y + 3.5 * g)]))
        elif task == "lost":
            self._write(painter, self.small, ink, QRectF(x - 6 * g, y - 8 * g, 12 * g, 16 * g), "?", Qt.AlignmentFlag.AlignHCenter)

    # ---- arrows

    def arrow(self, arrow: PlotArrow) -> QPixmap:
        """A plot as a picture, its place in the middle."""
        key = arrow.colour, round(arrow.turn / 5) * 5 % 360, arrow.directed
        if key not in self._arrows:
            side = round(30 * self.grow)
            made = QPixmap(round(side * self.ratio), round(side * self.ratio))
            made.setDevicePixelRatio(self.ratio)
            made.fill(Qt.GlobalColor.transparent)
            painter = QPainter(made)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.translate(side / 2, side / 2)
            painter.scale(self.grow, self.grow)
            painter.rotate(key[1])
            self._draw_arrow(painter, arrow)
            painter.end()
            self._arrows[key] = made.copy()
        return self._arrows[key]

    def _draw_arrow(self, painter: QPainter, arrow: PlotArrow) -> None:
        ink = colour(self.palette.ink if self.palette.name != "night" else "#0B0F0E")
        painter.setPen(QPen(ink, 1.0, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(colour(clock_colour(self.palette, arrow.colour)))
        if not arrow.directed:
            painter.drawEllipse(QPointF(0, 0), 5.5, 5.5)
            for k in range(NOTCHES.get(arrow.colour, 0)):
                painter.drawLine(QPointF(-5, -1.5 + 3 * k), QPointF(5, -1.5 + 3 * k))
            return
        path = QPainterPath()
        path.addPolygon(
            QPolygonF([QPointF(x, y) for x, y in ((11, 0), (1, 6.5), (1, 2.6), (-11, 2.6), (-11, -2.6), (1, -2.6), (1, -6.5), (11, 0))])
        )
        painter.drawPath(path)
        for k in range(NOTCHES.get(arrow.colour, 0)):  # feathers that stand out from shaft and sea alike, whatever the eye
            painter.drawRect(QRectF(-9.2 + 4.2 * k, -6, 2.4, 12))
