"""The page of the very first start: language, size of text and theme, each at once on the page itself, and three ways to begin."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QToolButton, QVBoxLayout, QWidget

from bob.desk.base.settings import LANGUAGE_NAMES, TEXT_SIZES, THEMES, Settings
from bob.desk.base.theme import theme
from bob.desk.window.start.backdrop import Backdrop

LEARN, PLAY, OWN_TABLE, LOOK_ROUND = WAYS_IN = ("learn", "play", "own_table", "all")
"""A newcomer's first options: the lesson, one raid at once, a referee's day at a real table, or the start screen."""


FirstChoices = Callable[[str], None]


class LivePicture(Backdrop):
    """A corner of the table in the look that is chosen: coasts, a raid with its block, a squadron climbing to it."""

    def sizeHint(self) -> QSize:
        return QSize(round(420 * self.settings.scale), round(250 * self.settings.scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        tones, words = theme.look(self.settings), self.settings.words
        width, height = self.width(), self.height()
        raid, squadron = QPointF(width * 0.60, height * 0.55), QPointF(width * 0.40, height * 0.34)
        painter.setPen(QPen(QColor(tones.red), 2.4, Qt.PenStyle.DashLine if tones.plain else Qt.PenStyle.SolidLine))
        painter.drawLine(raid, QPointF(width * 0.80, height * 0.84))
        self._arrow(painter, raid, QColor(tones.red))
        painter.setPen(QPen(QColor(tones.chart.slate), 2.4))
        painter.drawLine(squadron, QPointF(width * 0.5, height * 0.48))
        painter.setBrush(QColor(tones.inset))
        painter.drawEllipse(squadron, 6, 6)
        self._block(painter, QPointF(width * 0.06, height * 0.72), [words("desk_welcome.raid"), words("desk_welcome.raid_height")])
        self._block(painter, QPointF(squadron.x() - width * 0.32, squadron.y() - height * 0.2), [words("desk_welcome.squadron")])
        painter.end()

    def _arrow(self, painter: QPainter, at: QPointF, tone: QColor) -> None:
        painter.setBrush(tone)
        painter.drawPolygon(QPolygonF([at + QPointF(-10, -10), at + QPointF(7, 0), at + QPointF(0, 7)]))

    def _block(self, painter: QPainter, at: QPointF, lines: list[str]) -> None:
        """A block with its lines, in the letters chosen."""
        tones = theme.look(self.settings)
        painter.setFont(theme.font(self.settings, 14, bold=True))
        metrics = painter.fontMetrics()
        wide = max(metrics.horizontalAdvance(line) for line in lines) + 16
        left = min(max(6.0, at.x() + 14), self.width() - wide - 6.0)
        box = QRectF(left, at.y() - 8, wide, metrics.height() * len(lines) + 10)
        painter.setPen(QPen(QColor(tones.brass), 2))
        painter.setBrush(QColor(tones.inset))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor(tones.ink))
        painter.drawText(box.adjusted(8, 5, -8, -5), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, "\n".join(lines))


class Welcome(QWidget):
    """The questions of the first start; none needs an answer."""

    chosen = Signal(str)
    """One of WAYS_IN."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.backdrop = Backdrop(settings, self)
        page = QWidget()
        theme.kind(page, "page")
        self.scroll_area = QScrollArea(self)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setWidget(page)
        self.scroll_area.viewport().setAutoFillBackground(False)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.scroll_area)
        middle = QHBoxLayout(page)
        middle.addStretch(1)
        middle.addWidget(self._card(), 6, Qt.AlignmentFlag.AlignVCenter)
        middle.addStretch(1)
        settings.language_changed.connect(self.retranslate)
        settings.text_size_changed.connect(self.retranslate)
        settings.theme_changed.connect(self.retranslate)
        self.retranslate()

    # ---- building

    def _card(self) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        body = QVBoxLayout(card)
        body.setContentsMargins(26, 20, 26, 20)
        body.setSpacing(12)
        self.title = QLabel()
        self.title.setWordWrap(True)
        theme.kind(self.title, "title")
        body.addWidget(self.title)
        upper = QHBoxLayout()
        upper.setSpacing(22)
        asked = QVBoxLayout()
        self.labels: dict[str, QLabel] = {}
        self.languages = self._choice(asked, "language", list(LANGUAGE_NAMES), self.settings.set_language)
        self.sizes = self._choice(asked, "size", [(str(n), f"{n} %") for n in TEXT_SIZES if n in SIZES], self._size)
        self.themes = self._choice(asked, "theme", [(name, "") for name in THEMES], self.settings.set_theme)
        asked.addStretch()
        self.later = QLabel()
        self.later.setWordWrap(True)
        theme.kind(self.later, "quiet")
        asked.addWidget(self.later)
        upper.addLayout(asked, 5)
        self.sample = LivePicture(self.settings, card)
        upper.addWidget(self.sample, 6)
        body.addLayout(upper)
        self.ways: dict[str, QPushButton] = {}
        self.notice: dict[str, QLabel] = {}
        row = QHBoxLayout()
        row.setSpacing(14)
        for way in (LEARN, PLAY, OWN_TABLE):
            column = QVBoxLayout()
            self.ways[way], self.notice[way] = QPushButton(), QLabel()
            self.notice[way].setWordWrap(True)
            self.notice[way].setAlignment(Qt.AlignmentFlag.AlignTop)
            theme.kind(self.notice[way], "quiet")
            column.addWidget(self.ways[way])
            column.addWidget(self.notice[way], 1)
            row.addLayout(column, 1)
        theme.kind(self.ways[LEARN], "primary")
        self.ways[LEARN].setDefault(True)
        body.addLayout(row)
        self.ways[LOOK_ROUND] = QPushButton()
        theme.kind(self.ways[LOOK_ROUND], "flat")
        body.addWidget(self.ways[LOOK_ROUND], 0, Qt.AlignmentFlag.AlignRight)
        for way, button in self.ways.items():
            button.clicked.connect(partial(self._taken, way))
        return card

    def _choice(self, into: QVBoxLayout, code: str, options: list[tuple[str, str]], chosen: FirstChoices) -> dict[str, QToolButton]:
        """Make a row of exclusive buttons."""
        self.labels[code] = QLabel()
        into.addWidget(self.labels[code])
        row = QHBoxLayout()
        group = QButtonGroup(self)
        made: dict[str, QToolButton] = {}
        for value, text in options:
            button = QToolButton()
            button.setText(text)
            button.setCheckable(True)
            button.clicked.connect(partial(self._set, chosen, value))
            group.addButton(button)
            row.addWidget(button)
            made[value] = button
        row.addStretch()
        into.addLayout(row)
        return made

    def _set(self, chosen: FirstChoices, value: str, _: bool = False) -> None:
        chosen(value)
        self.retranslate()

    def _size(self, size: str) -> None:
        self.settings.set_text_size(int(size))

    def _taken(self, way: str, _: bool = False) -> None:
        self.settings.set_welcomed()
        self.chosen.emit(way)

    # ---- words

    def retranslate(self) -> None:
        words = self.settings.words
        self.title.setText(words("desk_welcome.title"))
        self.later.setText(words("desk_welcome.later"))
        for code, label in self.labels.items():
            label.setText(words(f"desk.settings.{code}"))
        for name, button in self.themes.items():
            button.setText(words(f"desk.theme.{name}"))
        for buttons, code, now in (
            (self.languages, "language", words.language),
            (self.sizes, "size", str(self.settings.text_size)),
            (self.themes, "theme", self.settings.theme),
        ):
            for value, button in buttons.items():
                button.setChecked(value == now)
                button.setAccessibleName(words.label(words(f"desk.settings.{code}"), button.text()))
        for way, entrance in self.ways.items():
            entrance.setText(words(f"desk_welcome.{way}"))
        for way, label in self.notice.items():
            label.setText(words(f"desk_welcome.{way}_told"))
            self.ways[way].setAccessibleDescription(label.text())
        self.sample.setMinimumHeight(round(220 * min(1.4, self.settings.scale)))
        self.sample.update()
        self.backdrop.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.backdrop.setGeometry(self.rect())
        self.backdrop.lower()


SIZES = (90, 100, 125, 150)
"""The sizes of text that are offered at first; the settings have all."""
