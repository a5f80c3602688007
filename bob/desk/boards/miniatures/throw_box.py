"""The tray at the edge of the cloth: the dice of an attack with their reasons, falling into view, and what came of it."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.chart.tones import Look
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.lettering import BASE, LEFT, TOP, WRAPPED, fitted
from bob.desk.panels.dice.faces import draw_die
from bob.staff.advice.fights.miniatures_naming import reason_text
from bob.staff.advice.fights.miniatures_throws import ShownAttack, ShownThrow
from bob.staff.advice.fights.tooltips import percent
from bob.tactical.miniatures.execution import ACE_FACE
from bob.tactical.miniatures.telling import MiniatureTeller

FALL, AFTER = 320, 70
"""Milliseconds that a die falls, and how much later each next one does."""
HEAD, ROW, DICE, LINE = 26.0, 15.0, 30.0, 17.0


class ThrowBox(QWidget):
    """It is there while there is an attack or another throw to be seen."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.shown: ShownAttack | None = None
        self.teller: MiniatureTeller | None = None
        self._fallen: dict[str, tuple[int, ...]] = {}
        self._clock = QElapsedTimer()
        self._ticks = QTimer(self)
        self._ticks.setInterval(16)
        self._ticks.timeout.connect(self._tick)
        self.hide()

    def show_throws(self, shown: ShownAttack | None, teller: MiniatureTeller | None) -> None:
        """Show an attack; dice that are new fall into view."""
        self.shown, self.teller = shown, teller
        self.setVisible(shown is not None)
        if shown is None:
            self._fallen = {}
            return
        faces = {what: throw.faces for what, throw in shown.throws.items() if throw.faces is not None}
        if faces != self._fallen:
            self._fallen = faces
            if faces and self.settings.animate:
                self._clock.restart()
                self._ticks.start()
        self.setFixedHeight(round(self._high(shown) * self.settings.scale) + 12)
        self.setAccessibleDescription(self.describe())
        self.update()

    @property
    def falling(self) -> bool:
        return self._ticks.isActive()

    def finish(self) -> None:
        """Skip the falling of dice."""
        self._ticks.stop()
        self.update()

    def _tick(self) -> None:
        most = max((len(faces) for faces in self._fallen.values()), default=0)
        if self._clock.elapsed() > FALL + AFTER * most:
            self._ticks.stop()
        self.update()

    def _pairs(self, shown: ShownAttack) -> list[list[ShownThrow]]:
        throws = list(shown.throws.values())
        return [throws[i : i + 2] for i in range(0, len(throws), 2)]

    def _high(self, shown: ShownAttack) -> float:
        high = HEAD
        for pair in self._pairs(shown):
            rows = max(len(throw.reasons) for throw in pair)
            high += 19 + rows * (ROW + 1) + (DICE if any(throw.faces is not None for throw in pair) else 0) + 3
        lines = self._lines(shown)
        return high + sum(LINE * (2 if len(line) > 46 else 1) for line in lines) + 2

    def _lines(self, shown: ShownAttack) -> list[str]:
        """Return the lines below the dice: the chance before the throw, the result after."""
        words = self.settings.words
        found = [words("desk_skies.box.deflection")] if shown.deflection and not shown.fallen else []
        if shown.chance is not None and not shown.fallen:
            found.append(words("desk_skies.box.chance", chance=percent(shown.chance)))
        return found + [line[:1].upper() + line[1:] for line in shown.came[-4:]]

    def _head(self, shown: ShownAttack, teller: MiniatureTeller) -> str:
        words = self.settings.words
        return words(f"desk_skies.box.{shown.head}", name=teller.name(shown.by), target=teller.name(shown.at) if shown.at >= 0 else "–")

    def describe(self) -> str:
        """The throws in words."""
        shown, teller = self.shown, self.teller
        if shown is None or teller is None:
            return ""
        lines = [self._head(shown, teller)]
        for throw in shown.throws.values():
            text = self.settings.words(f"desk_skies.box.{throw.what}", count=throw.dice)
            lines.append(teller.words.label(text, teller.dice(throw.faces)) if throw.faces is not None else text)
        return "\n".join([*lines, *self._lines(shown)])

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, scale = theme.look(self.settings), self.settings.scale
        shown, teller = self.shown, self.teller
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setPen(QPen(QColor("#5E432A") if not look.plain else QColor("#000000"), 2))
        felt = QColor("#35523F") if not look.plain and not look.dark else QColor(look.inset)
        felt.setAlpha(28 if not look.dark and not look.plain else 255)
        painter.setBrush(QColor(look.inset))
        painter.drawRoundedRect(box, 6, 6)
        painter.setBrush(felt)
        painter.drawRoundedRect(box, 6, 6)
        if shown is None or teller is None:
            return
        inner = box.adjusted(9, 5, -9, -4)
        y = inner.top()
        fitted(
            painter, QRectF(inner.left(), y, inner.width(), 22 * scale), LEFT | BASE, self._head(shown, teller), 14 * scale, look.ink, True
        )
        y += HEAD * scale
        half = inner.width() / 2 - 5
        for pair in self._pairs(shown):
            ends = [self._throw(painter, QRectF(inner.left() + i * (half + 10), y, half, 0), throw, look) for i, throw in enumerate(pair)]
            y = max(ends) + 3 * scale
        for line in self._lines(shown):
            high = LINE * (2 if len(line) > 46 else 1) * scale
            tone = look.red if shown.fallen else look.ink
            fitted(painter, QRectF(inner.left(), y, inner.width(), high), LEFT | TOP | WRAPPED, line, 12.5 * scale, tone, shown.fallen)
            y += high

    def _throw(self, painter: QPainter, box: QRectF, throw: ShownThrow, look: Look) -> float:
        """One throw: how many dice, why, and the dice."""
        scale, y = self.settings.scale, box.top()
        head = self.settings.words(f"desk_skies.box.{throw.what}", count=throw.dice)
        fitted(painter, QRectF(box.left(), y, box.width(), 18 * scale), LEFT | BASE, head, 13 * scale, look.ink, True)
        y += 19 * scale
        for reason in throw.reasons:
            row = QRectF(box.left(), y, box.width(), ROW * scale)
            fitted(painter, QRectF(row.left(), y, 24 * scale, row.height()), LEFT | BASE, f"{reason.dice:+d}", 12 * scale, look.ink, True)
            text = f"{reason_text(self.settings.words, reason)}  {reason.rule}"
            fitted(painter, row.adjusted(26 * scale, 0, 0, 0), LEFT | BASE, text, 12 * scale, look.quiet)
            y += (ROW + 1) * scale
        if throw.faces is not None:
            size = min(24 * scale, box.width() / max(5, len(throw.faces)) - 3)
            for i, face in enumerate(throw.faces):
                self._die(painter, QRectF(box.left() + i * (size + 3), y + 3, size, size), i, face, look)
            y += DICE * scale
        return y

    def _die(self, painter: QPainter, box: QRectF, place: int, face: int, look: Look) -> None:
        """A die; while it falls it comes from above and turns."""
        if self.falling:
            share = min(1.0, max(0.0, (self._clock.elapsed() - AFTER * place) / FALL))
            if share <= 0:
                return
            painter.save()
            painter.setOpacity(share)
            painter.translate(box.center() - QPointF(0, (1 - share) ** 2 * 60))
            painter.rotate((1 - share) * (160 if place % 2 else -200))
            painter.translate(-box.center())
            draw_ace_die(painter, box, face if share > 0.75 else 1 + (face + place + int(share * 9)) % 6, self.settings, look)
            painter.restore()
            return
        draw_ace_die(painter, box, face, self.settings, look)


def draw_ace_die(painter: QPainter, box: QRectF, face: int, settings: Settings, look: Look) -> None:
    """A die with an ace of spades in place of its six."""
    if face != ACE_FACE:
        draw_die(painter, box, face, 6, settings)
        return
    painter.setPen(QPen(QColor(look.ink), 1.6))
    painter.setBrush(QColor(look.brass if not look.plain else "#000000"))
    painter.drawRoundedRect(box, box.width() * 0.18, box.width() * 0.18)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor("#14110A" if not look.plain else "#FFFFFF"))
    painter.drawPath(spade(box.center(), box.width() * 0.36))


def spade(at: QPointF, r: float) -> QPainterPath:
    """An ace of spades."""
    path = QPainterPath(at + QPointF(0, -r))
    path.cubicTo(at + QPointF(r * 0.3, -r * 0.45), at + QPointF(r, -r * 0.2), at + QPointF(r, r * 0.3))
    path.cubicTo(at + QPointF(r, r * 0.8), at + QPointF(r * 0.35, r * 0.8), at + QPointF(r * 0.12, r * 0.42))
    path.lineTo(at + QPointF(r * 0.32, r))
    path.lineTo(at + QPointF(-r * 0.32, r))
    path.lineTo(at + QPointF(-r * 0.12, r * 0.42))
    path.cubicTo(at + QPointF(-r * 0.35, r * 0.8), at + QPointF(-r, r * 0.8), at + QPointF(-r, r * 0.3))
    path.cubicTo(at + QPointF(-r, -r * 0.2), at + QPointF(-r * 0.3, -r * 0.45), at + QPointF(0, -r))
    return path
