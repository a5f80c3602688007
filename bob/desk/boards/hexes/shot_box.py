"""The current shot: firer and target, the dice with their reasons, the result, and the dodge as a decision with its odds."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.chart.tones import Look
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.lettering import BASE, LEFT, fitted, mix
from bob.staff.advice.fights.tooltips import percent
from bob.tactical.hexes.rules.gunnery import Reason, total
from bob.tactical.hexes.telling import HexTeller
from bob.tactical.hexes.view import HexTableView, SeenShot
from bob.words import Words

Odds = dict[int, tuple[float, float, float]]


class ShotBox(QWidget):
    """Visible during a shot. `dodged` is emitted with the speed points of a clicked dodge."""

    dodged = Signal(int)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.view: HexTableView | None = None
        self.teller: HexTeller | None = None
        self.odds: Odds = {}
        self.chosen = -1
        self._rows: list[tuple[int, QRectF]] = []
        self.hide()

    def show_shot(self, view: HexTableView | None, teller: HexTeller | None, odds: Odds) -> None:
        """Show the shot of a view, if there is one, and the odds of the dodge where it is being decided."""
        self.view, self.teller, self.odds = view, teller, odds
        there = view is not None and bool(view.shots)
        self.setVisible(there)
        if there:
            shot = view.shots[-1] if view is not None else None
            assert shot is not None
            rows = max(len(shot.attack_reasons), len(shot.dodge_reasons) if shot.attack else 0)
            scale = self.settings.scale
            high = 34 + rows * 16 + (78 if shot.attack else 22) + len(odds) * 22 + (8 if odds else 0)
            self.setFixedHeight(round(high * scale))
            self.setAccessibleName(self.describe())
        self.update()

    def choose(self, speed: int) -> None:
        """Mark a way to dodge."""
        if speed != self.chosen:
            self.chosen = speed
            self.update()

    @property
    def shot(self) -> SeenShot | None:
        return self.view.shots[-1] if self.view is not None and self.view.shots else None

    def describe(self) -> str:
        """The shot in words."""
        shot, teller, words = self.shot, self.teller, self.settings.words
        if shot is None or teller is None:
            return ""
        lines = [self._head(shot, teller)]
        if shot.attack:
            lines.append(words("desk_hexes.shot_box.count", what=words("desk_hexes.shot_box.attack"), count=faces_text(shot.attack, words)))
            lines.append(words("desk_hexes.shot_box.result", criticals=shot.criticals, damages=shot.damages))
        if shot.dodge:
            lines.append(words("desk_hexes.shot_box.count", what=words("desk_hexes.shot_box.dodge"), count=faces_text(shot.dodge, words)))
        for speed, (whole, down, _) in self.odds.items():
            lines.append(words("desk_hexes.shot_box.odds", speed=speed, whole=percent(whole), down=percent(down)))
        return "\n".join(lines)

    def _head(self, shot: SeenShot, teller: HexTeller) -> str:
        key = "collides" if shot.collision else "fires"
        return self.settings.words(f"desk_hexes.shot_box.{key}", shooter=teller.name(shot.shooter), target=teller.name(shot.target))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, scale = theme.look(self.settings), self.settings.scale
        shot, teller = self.shot, self.teller
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor(look.red), 1.5))
        painter.setBrush(QColor(look.inset))
        painter.drawRoundedRect(box, 4, 4)
        self._rows = []
        if shot is None or teller is None:
            return
        inner = box.adjusted(9, 5, -9, -5)
        y = inner.top()
        top = QRectF(inner.left(), y, inner.width(), 24 * scale)
        fitted(painter, top, LEFT | BASE, self._head(shot, teller), 14 * scale, look.ink, True)
        y += 27 * scale
        half = inner.width() / 2 - 5
        sides = ((0, "attack", shot.attack_reasons, shot.attack), (1, "dodge", shot.dodge_reasons if shot.attack else (), shot.dodge))
        ends = []
        for i, name, reasons, faces in sides:
            ends.append(self._side(painter, QRectF(inner.left() + i * (half + 10), y, half, 0), name, reasons, faces, teller, look))
        y = max(ends)
        if shot.attack and not shot.collision:
            words = self.settings.words
            text = words("desk_hexes.shot_box.result", criticals=shot.criticals, damages=shot.damages)
            fitted(painter, QRectF(inner.left(), y, inner.width(), 18 * scale), LEFT | BASE, text, 13 * scale, look.red, True)
            y += 20 * scale
        for speed, odds in self.odds.items():
            row = QRectF(inner.left(), y, inner.width(), 20 * scale)
            self._rows.append((speed, row))
            self._odds(painter, row, speed, odds, look)
            y += 22 * scale

    def _side(
        self, painter: QPainter, box: QRectF, name: str, reasons: Sequence[Reason], faces: Sequence[str], teller: HexTeller, look: Look
    ) -> float:
        """The attack or the dodge: its reasons, then the dice thrown."""
        scale, words = self.settings.scale, self.settings.words
        y = box.top()
        if not reasons:
            return y
        count = max(1, total(reasons)) if name == "attack" else max(0, total(reasons))
        head = words("desk_hexes.shot_box.count", what=words(f"desk_hexes.shot_box.{name}"), count=count)
        fitted(painter, QRectF(box.left(), y, box.width(), 17 * scale), LEFT | BASE, head, 13 * scale, look.ink, True)
        y += 18 * scale
        for reason in reasons:
            row = QRectF(box.left(), y, box.width(), 15 * scale)
            fitted(painter, QRectF(row.left(), y, 24 * scale, row.height()), LEFT | BASE, f"{reason.dice:+d}", 12 * scale, look.ink, True)
            text = f"{teller.reason(reason.code)}  {reason.rule}"
            fitted(painter, row.adjusted(26 * scale, 0, 0, 0), LEFT | BASE, text, 12 * scale, look.quiet)
            y += 16 * scale
        if faces:
            size = min(24 * scale, box.width() / max(4, len(faces)) - 3)
            for i, face in enumerate(faces):
                draw_face(painter, QRectF(box.left() + i * (size + 3), y + 3, size, size), face, look)
            y += 30 * scale
        return y

    def _odds(self, painter: QPainter, row: QRectF, speed: int, odds: tuple[float, float, float], look: Look) -> None:
        """A way to dodge: a bar of unhurt, hurt and shot down."""
        whole, down, _ = odds
        scale = self.settings.scale
        chosen = speed == self.chosen
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(look.chosen))
            painter.drawRoundedRect(row.adjusted(-4, 0, 4, 0), 3, 3)
        ink = look.on_chosen if chosen else look.ink
        fitted(painter, QRectF(row.left(), row.top(), 26 * scale, row.height()), LEFT | BASE, f"−{speed}", 13 * scale, ink, True)
        bar = QRectF(row.left() + 30 * scale, row.top() + row.height() * 0.22, row.width() - 170 * scale, row.height() * 0.56)
        green = mix("#6E8B4E", look.inset, 0.1) if not look.plain else QColor("#FFFFFF")
        x = bar.left()
        for part, tone in ((whole, green), (1 - whole - down, QColor(look.brass)), (down, QColor(look.red))):
            wide = bar.width() * max(0.0, part)
            painter.fillRect(QRectF(x, bar.top(), wide, bar.height()), tone)
            x += wide
        painter.setPen(QPen(QColor(ink), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(bar)
        text = f"{percent(whole)}   ✝ {percent(down)}"
        beside = QRectF(bar.right() + 8, row.top(), row.right() - bar.right() - 8, row.height())
        fitted(painter, beside, LEFT | BASE, text, 12.5 * scale, ink)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for speed, row in self._rows:
            if row.contains(event.position()):
                self.dodged.emit(speed)


def faces_text(faces: Sequence[str], words: Words) -> str:
    """Faces in words."""
    return ", ".join(words(f"hexes.face.{face}") for face in faces)


def draw_face(painter: QPainter, box: QRectF, face: str, look: Look) -> None:
    """A face of the combat die."""
    painter.setPen(QPen(QColor(look.ink), 1))
    painter.setBrush(QColor(look.chart.paper))
    painter.drawRoundedRect(box, box.width() * 0.18, box.width() * 0.18)
    at, r = box.center(), box.width() * 0.32
    painter.setPen(Qt.PenStyle.NoPen)
    if face == "critical":
        path = QPainterPath()
        for i in range(16):
            size = r * 1.2 if i % 2 == 0 else r * 0.55
            turn = i * math.pi / 8
            point = QPointF(at.x() + size * math.sin(turn), at.y() - size * math.cos(turn))
            if i:
                path.lineTo(point)
            else:
                path.moveTo(point)
        path.closeSubpath()
        painter.setBrush(QColor(look.red))
        painter.drawPath(path)
    elif face == "damage":
        painter.setBrush(QColor(look.ink))
        painter.drawEllipse(at, r * 0.62, r * 0.62)
        painter.setPen(QPen(QColor(look.ink), max(1.0, r * 0.16)))
        for i in range(5):
            turn = i * math.tau / 5 + 0.4
            way = QPointF(math.sin(turn), math.cos(turn))
            painter.drawLine(at + way * (r * 0.7), at + way * (r * 1.15))
    elif face == "special":
        painter.setBrush(QColor(look.chart.slate))
        painter.drawEllipse(at, r, r)
        painter.setBrush(QColor(look.chart.paper))
        painter.drawEllipse(at, r * 0.66, r * 0.66)
        painter.setBrush(QColor(look.brass))
        painter.drawEllipse(at, r * 0.34, r * 0.34)
