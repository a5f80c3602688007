"""The legend of the table's layers: a chip for each with its key, and the height of the RDF coverage."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QAbstractButton, QLabel, QSlider, QWidget

import bob.desk  # noqa: F401
from bob.desk.base.settings import keys
from bob.desk.map.layers import KEYS, LAYERS, LayerKind, Layers
from bob.desk.map.sprites import face
from bob.desk.map.textures import colour


class Chip(QAbstractButton):
    """A layer's chip: its key on a cap, its name, filled when it is shown."""

    def __init__(self, kind: LayerKind, layers: Layers, settings: Any, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind, self.settings = kind, settings
        self.cap = kind.key
        self.folded = False
        """True when the chip shows its key alone."""
        self._picture: tuple[object, QPixmap] | None = None
        self.setCheckable(True)
        self.setChecked(layers.is_shown(kind.name))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.clicked.connect(lambda on: layers.set_shown(kind.name, on))
        layers.toggled.connect(lambda name, on: self.setChecked(on) if name == kind.name else None)

    def say(self) -> None:
        """Take the words of the language, and the key in force."""
        words = self.settings.words
        code = f"table.{self.kind.name}"
        self.cap = keys.shown(self.settings, code, KEYS[code])
        self.setText(words(f"desk_table.layer.{self.kind.name}"))
        about = words(f"desk_table.layer_about.{self.kind.name}")
        account = words("desk_table.chip.told", about=about, letter=self.cap) if self.cap else about
        self.setToolTip(words("desk_table.chip.named", name=self.text(), told=account))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(about)

    @property
    def _size(self) -> float:
        return float(getattr(self.settings, "scale", 1.0))

    @property
    def _cap_width(self) -> float:
        """The width of the cap: a letter's cap is as wide as it is high, a longer key takes the width that it needs."""
        letters = QFontMetricsF(face("bold", 11 * self._size)).horizontalAdvance(self._sign)
        return max(15 * self._size, letters + 6 * self._size)

    @property
    def _sign(self) -> str:
        """The text on the cap: the key, or the beginning of the name when folded without one."""
        return self.cap or (self.text()[:3] if self.folded else "")

    def sizeHint(self) -> QSize:
        """As wide as key and name; as the key when it is folded."""
        if self.folded:
            return QSize(round(self._cap_width + 6), round(20 * self._size))
        width = QFontMetricsF(face("semibold", 11.5 * self._size)).horizontalAdvance(self.text())
        return QSize(round(width + self._cap_width + 13 * self._size), round(20 * self._size))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw cap, name, and a frame that shows whether the layer is on; drawn once for each state."""
        key = (
            self.isChecked(),
            self.underMouse(),
            self.text(),
            self._sign,
            self.folded,
            self.settings.palette.name,
            self._size,
            self.size(),
            self.devicePixelRatioF(),
        )
        if self._picture is None or self._picture[0] != key:
            made = QPixmap(self.size() * self.devicePixelRatioF())
            made.setDevicePixelRatio(self.devicePixelRatioF())
            made.fill(Qt.GlobalColor.transparent)
            self._draw(made)
            self._picture = key, made.copy()
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture[1])
        painter.end()

    def _draw(self, picture: QPixmap) -> None:
        p, s = self.settings.palette, self._size
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        on = self.isChecked()
        painter.setPen(QPen(colour(p.ink, 0.75 if on else 0.35), 1.4 if self.underMouse() else 1))
        painter.setBrush(colour(p.paper, 0.96 if on else 0.72))
        painter.drawRoundedRect(box, 3, 3)
        cap = QRectF(3, 3, self._cap_width, box.height() - 5)
        painter.setBrush(colour(p.ink if on else p.paper, 0.9))
        painter.drawRoundedRect(cap, 2, 2)
        painter.setPen(colour(p.paper if on else p.ink))
        painter.setFont(face("bold", 11 * s))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self._sign)
        if self.folded:
            painter.end()
            return
        painter.setPen(colour(p.ink, 1.0 if on else 0.62))
        painter.setFont(face("semibold" if on else "regular", 11.5 * s))
        name = QRectF(cap.right() + 5 * s, 0, box.width(), box.height() + 1)
        painter.drawText(name, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, self.text())
        painter.end()


class Fold(QAbstractButton):
    """At the end of the chips: folds them to their keys, or unfolds them."""

    def __init__(self, settings: Any, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        self.folded = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def say(self, folded: bool) -> None:
        """Name the effect of a click."""
        self.folded = folded
        account = self.settings.words("desk_table.chip.unfold" if folded else "desk_table.chip.fold")
        self.setToolTip(account)
        self.setAccessibleName(account)
        self.update()

    def sizeHint(self) -> QSize:
        """A small square, as high as the chips."""
        side = round(20 * float(getattr(self.settings, "scale", 1.0)))
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Two arrows, outward when the chips are folded."""
        p = self.settings.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(colour(p.ink, 0.75 if self.underMouse() else 0.35), 1))
        painter.setBrush(colour(p.paper, 0.9))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QPen(colour(p.ink), 1.6))
        c, d = box.center(), box.height() / 6
        way = d if self.folded else -d
        for x in (c.x() - d, c.x() + d):
            painter.drawPolyline(
                [QPointF(x - way / 2, c.y() - 1.5 * d), QPointF(x + way / 2, c.y()), QPointF(x - way / 2, c.y() + 1.5 * d)]
            )
        painter.end()


class Chips(QWidget):
    """The chips at the lower left of the table: in one row with their names if there is room, else folded to their keys. A choice by the
    player overrides this."""

    arranged = Signal()
    """They take another room than before."""

    def __init__(self, layers: Layers, settings: Any, parent: QWidget) -> None:
        super().__init__(parent)
        self.layers, self.settings = layers, settings
        self.wanted: bool | None = None
        """The player's choice to fold them; None before any choice."""
        self.folded = False
        self.chips = [Chip(kind, layers, settings, self) for kind in LAYERS]
        self.fold = Fold(settings, self)
        self.fold.clicked.connect(self._turn)
        self.height_label = QLabel(self)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setRange(0, 17)
        self.slider.setValue(layers.angels // 2)
        self.slider.setPageStep(2)
        self.slider.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.slider.valueChanged.connect(lambda n: layers.set_angels(2 * n))
        layers.height_changed.connect(self._height)
        layers.toggled.connect(lambda *_: self.arrange())
        changed = getattr(settings, "keys_changed", None)
        if changed is not None:
            changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        """Take the words of the language, and the colours."""
        for chip in self.chips:
            chip.say()
        p = self.settings.palette
        self.height_label.setFont(face("semibold", 11.5 * float(getattr(self.settings, "scale", 1.0))))
        self.height_label.setStyleSheet(f"color: {p.ink}; background: {p.paper}; padding: 1px 5px; border-radius: 3px;")
        groove = f"height: 4px; background: {p.paper}; border: 1px solid {p.ink};"
        handle = f"width: 10px; margin: -7px 0; background: {p.brass}; border: 1px solid {p.ink}; border-radius: 2px;"
        self.slider.setStyleSheet(
            f"QSlider {{ background: transparent; }} QSlider::groove:horizontal {{ {groove} }} QSlider::handle:horizontal {{ {handle} }}"
        )
        self.slider.setAccessibleName(self.settings.words("desk_table.layer_about.rdf"))
        self._height(self.layers.angels)
        self.arrange()

    def _height(self, angels: int) -> None:
        self.slider.setValue(angels // 2)
        self.height_label.setText(self.settings.words("desk_table.chip.height", angels=angels))

    def arrange(self) -> None:
        """Lay the chips out for the width of the table, and go to its lower left corner."""
        table = self.parentWidget()
        assert table is not None
        room = max(200, table.width() - 190)
        rows = self._rows(room, False)
        self.folded = self.wanted if self.wanted is not None else len(rows) > 1
        if self.folded:
            rows = self._rows(room, True)
        self.fold.setVisible(self.wanted is not None or self.folded)
        self.fold.say(self.folded)
        y = 0
        shown = self.layers.is_shown("rdf")
        self.slider.setVisible(shown)
        self.height_label.setVisible(shown)
        if shown:
            hint = self.height_label.sizeHint()
            label, high = max(82, hint.width()), max(20, hint.height())
            self.height_label.setGeometry(0, 0, label, high)
            self.slider.setGeometry(label + 6, 0, 170, high)
            y = high + 4
        wide = self.slider.geometry().right() + 2 if shown else 0
        for row in rows:
            x = 0
            for chip in row:
                hint = chip.sizeHint()
                chip.setGeometry(x, y, hint.width(), hint.height())
                x += hint.width() + 4
            if row is rows[-1] and self.fold.isVisibleTo(self):
                self.fold.setGeometry(x, y, self.fold.sizeHint().width(), row[0].sizeHint().height())
                x += self.fold.width() + 4
            wide = max(wide, x)
            y += rows[0][0].sizeHint().height() + 4
        before = self.geometry()
        self.setGeometry(10, table.height() - y - 6, wide, y)
        if self.geometry() != before:
            self.arranged.emit()

    def _rows(self, room: int, folded: bool) -> list[list[Chip]]:
        """The chips in rows of a width."""
        rows: list[list[Chip]] = [[]]
        x = 0
        for chip in self.chips:
            chip.folded = folded
            width = chip.sizeHint().width()
            if x + width > room and rows[-1]:
                rows.append([])
                x = 0
            rows[-1].append(chip)
            x += width + 4
        return rows

    def _turn(self) -> None:
        """Fold the chips, or unfold them."""
        self.wanted = not self.folded
        for chip in self.chips:
            chip.update()
        self.arrange()
