"""The bombing of a mission as a scene: bomber after bomber over the target, the fire of the guns, the hits. It can be skipped."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QLinearGradient, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, WRAPPED, mix
from bob.desk.base.theme.plan_form import draw_plan
from bob.desk.campaigns.room.papers import CampaignPaper, draw_mark
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.staff.advice.campaigns.room_state import BOMB_CARD, DESTROYED, SHOT_CARD, BombRun, BombScene

BEAT = 620
"""Milliseconds for one thing that is shown: a bomber, a shot, a card, the result."""
MOST = 14000
"""Milliseconds that a scene takes at the most: more is shown faster."""
TICK = 40
AT_SEA = "anchor"
"""The symbol of what floats."""
PER_CARD = 4
"""Bombs that are seen to fall for a card."""


class BombingScene(CampaignPaper):
    """The scene, played beat by beat. `put_away` is emitted when it was seen to its end and closed, `ended` when all has been shown."""

    put_away = Signal()
    ended = Signal()

    def __init__(self, settings: Settings, model: CampaignModel, parent: QWidget | None = None) -> None:
        super().__init__(settings, model, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.scene: BombScene | None = None
        self.now = 0.0
        """The number of beats shown."""
        self.hint = ""
        """The word of the hint; the scene's own if empty."""
        self._timer = QTimer(self)
        self._timer.setInterval(TICK)
        self._timer.timeout.connect(self._advance)

    def sizeHint(self) -> QSize:
        return QSize(860, 560)

    # ---- playing it

    @property
    def beats(self) -> int:
        """Return the number of beats to show."""
        return beats_of(self.scene) if self.scene is not None else 0

    @property
    def is_over(self) -> bool:
        return self.now >= self.beats

    @property
    def pace(self) -> float:
        """Milliseconds for a beat."""
        return min(float(BEAT), MOST / max(1, self.beats))

    def begin(self, scene: BombScene) -> None:
        """Show a scene from its beginning; all at once when nothing is to move."""
        self.now = 0.0
        self.extend(scene)

    def extend(self, scene: BombScene) -> None:
        """Go on with a scene to which more has come."""
        self.scene = scene
        self.now = min(self.now, float(self.beats)) if self.settings.animate else float(self.beats)
        if not self.is_over:
            self._timer.start()
        self.setAccessibleDescription("\n".join((scene.title, scene.flak, *(run.said for run in scene.runs), scene.result)))
        self.update()

    def stop(self) -> None:
        """Show nothing more."""
        self._timer.stop()
        self.scene = None

    def _advance(self) -> None:
        self.now += TICK / self.pace
        if self.is_over:
            self.finish()
        self.update()

    def finish(self) -> None:
        """All has been shown."""
        self._timer.stop()
        self.now = float(self.beats)
        self.update()
        self.ended.emit()

    def skip(self) -> None:
        """To the end; at the end, away."""
        if not self.is_over:
            self.finish()
        else:
            self.put_away.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.skip()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Escape):
            if not event.isAutoRepeat():
                self.skip()
        else:
            super().keyPressEvent(event)

    # ---- drawing

    def draw(self, painter: QPainter, box: QRectF) -> None:
        scene, look, s = self.scene, self.look, self.scale
        if scene is None:
            return
        inner = box.adjusted(16, 8, -16, -8)
        head = QRectF(inner.left(), inner.top(), inner.width(), 34 * s)
        self.letter(painter, head, LEFT | BASE, scene.title, 20, bold=True)
        self.letter(painter, head, int(Qt.AlignmentFlag.AlignRight) | BASE, scene.flak, 14, look.red)
        foot = QRectF(inner.left(), inner.bottom() - 92 * s, inner.width(), 92 * s)
        sky = QRectF(inner.left(), head.bottom() + 4, inner.width(), foot.top() - head.bottom() - 12)
        self._sky(painter, sky, scene)
        self._foot(painter, foot, scene)

    def _shown(self, scene: BombScene) -> list[tuple[BombRun, float]]:
        """The bombers that have come so far, and how many beats ago."""
        found: list[tuple[BombRun, float]] = []
        left = self.now
        for run in scene.runs:
            if left < 1 and found:
                break
            found.append((run, left - 1))
            left -= beats_of_run(run)
        return found if self.now >= 1 or self.is_over else []

    def _sky(self, painter: QPainter, box: QRectF, scene: BombScene) -> None:
        look, s = self.look, self.scale
        painter.save()
        painter.setClipRect(box)
        sky = QLinearGradient(box.topLeft(), box.bottomLeft())
        sky.setColorAt(0, QColor(look.panel) if look.plain else mix(look.chart.sea, look.chart.slate, 0.25))
        sky.setColorAt(1, QColor(look.panel) if look.plain else QColor(look.chart.sea))
        painter.fillRect(box, sky)
        ground = QRectF(box.left(), box.bottom() - 46 * s, box.width(), 46 * s)
        below = QColor(look.chart.land)
        if scene.symbol == AT_SEA:
            below = QColor(look.panel) if look.plain else QColor(look.chart.sea).darker(112)
        painter.fillRect(ground, below)
        painter.setPen(QPen(QColor(look.chart.coast), 2))
        painter.drawLine(ground.topLeft(), ground.topRight())
        shown = self._shown(scene)
        step = box.width() / max(3, len(scene.runs))
        for i in range(min(26, 4 + 5 * scene.guns) if shown else 0):
            at = QPointF(
                box.left() + box.width() * ((i * 61 + 13) % 97) / 97, box.top() + (ground.top() - box.top()) * ((i * 37 + 19) % 89) / 110
            )
            puff(painter, at, (9 + i * 7 % 9) * s, QColor(look.ink))
        start = box.center().x() - step * (len(scene.runs) - 1) / 2
        for i, (run, since) in enumerate(shown):
            self._run(painter, QPointF(start + i * step, box.top()), step, box, ground, run, since)
        middle = QPointF(box.center().x(), ground.top() - 4 * s)
        if self.is_over and scene.status:
            for i in range(14 if scene.status == DESTROYED else 7):
                puff(painter, middle + QPointF(i * 13 * s, -i * 15 * s), (16 + 4 * i) * s, QColor(look.ink))
        draw_mark(
            painter, scene.symbol, middle, 64 * s, QColor(look.red if self.is_over and scene.status else look.ink), QColor(look.panel)
        )
        painter.restore()
        painter.setPen(QPen(QColor(look.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(box)

    def _run(self, painter: QPainter, at: QPointF, step: float, sky: QRectF, ground: QRectF, run: BombRun, since: float) -> None:
        """Draw a bomber some beats after its arrival: its shots and cards one by one, each falling bomb, and the result."""
        look, s = self.look, self.scale
        fallen = since >= run.shots + len(run.cards)
        wide = min(step * 0.66, (sky.height() - 130 * s) * 0.5, 230 * s)
        high = wide * 0.86
        top = sky.top() + 44 * s
        place = QRectF(at.x() - wide / 2, top, wide, high)
        down = run.fate == "down"
        self.letter(
            painter,
            QRectF(at.x() - step / 2 + 4, sky.top() + 3, step - 8, 22 * s),
            MIDDLE,
            " · ".join(part for part in (run.name, run.way) if part),
            12,
            bold=True,
        )
        if fallen:
            said = QRectF(at.x() - step / 2 + 4, sky.top() + 23 * s, step - 8, 20 * s)
            self.letter(painter, said, MIDDLE, run.said, 12, look.red if run.fate else "", bold=bool(run.fate))
        painter.setOpacity(0.45 if down and fallen and not look.plain else 1.0)
        draw_plan(painter, place, run.aircraft, QColor(look.ink), False)
        painter.setOpacity(1.0)
        seen = run.cards[: max(0, int(since + 1))]
        shots = [card.struck for card in seen if card.kind == SHOT_CARD] or [True] * min(run.hits, max(0, int(since + 1)))
        for i, struck in enumerate(shots):
            spot = QPointF(place.left() + (i * 37 % 100) / 100 * wide, place.top() + (i * 61 % 100) / 100 * high)
            puff(painter, spot, 13 * s, QColor(look.ink))
            if struck:
                burst(painter, spot, 8 * s, QColor(look.red))
        if down and fallen:
            painter.setPen(QPen(QColor(look.red), 3))
            painter.drawLine(place.topLeft(), place.bottomRight())
            painter.drawLine(place.topRight(), place.bottomLeft())
        y = place.bottom() + 4
        high = min(18 * s, max(9 * s, (ground.top() - 60 * s - y) / max(1, len(run.cards)) - 2))
        for i, card in enumerate(seen):
            across = min(step - 12, 220 * s)
            slip = QRectF(at.x() - across / 2, y + i * (high + 2), across, high)
            harm = card.struck and card.kind == SHOT_CARD
            painter.setPen(QPen(QColor(look.red if harm else look.line), 2 if card.struck else 1))
            painter.setBrush(QColor(look.inset if card.kind == BOMB_CARD else look.panel))
            painter.drawRect(slip)
            self.letter(painter, slip.adjusted(4, 0, -4, 0), MIDDLE, card.hint, 11, look.red if harm else "", bold=card.struck)
        y += len(run.cards) * (high + 2)
        for i, card in enumerate(run.cards):
            if card.kind == BOMB_CARD and since >= i:
                self._bombs(painter, at, y, ground, wide, PER_CARD, since - i, i, card.struck)
        if run.bombs and not run.cards and fallen:
            self._bombs(painter, at, y, ground, wide, min(run.bombs, 24), since - run.shots, 0, True)

    def _bombs(
        self, painter: QPainter, at: QPointF, top: float, ground: QRectF, wide: float, many: int, share: float, turn: int, struck: bool
    ) -> None:
        """A stick of bombs on its way down: the share of its way that it has fallen, and where it struck."""
        look, s = self.look, self.scale
        for i in range(many):
            x = at.x() + (((i + turn * PER_CARD) * 29) % 60 - 30) * wide / 75
            part = share * 1.5 - 0.5 * i / many
            if part >= 1:
                end = QPointF(x, ground.top() + (2 + (i * 17 + turn * 5) % 14) * s)
                if struck:
                    burst(painter, end, 6 * s, QColor(look.red))
                else:
                    puff(painter, end, 4 * s, QColor(look.ink))
            elif part > 0:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(look.ink))
                painter.drawEllipse(QPointF(x, top + (ground.top() - top) * part * part), 3 * s, 6.5 * s)

    def _foot(self, painter: QPainter, box: QRectF, scene: BombScene) -> None:
        """The boxes of damage, the result, and what to do."""
        look, s, words = self.look, self.scale, self.settings.words
        over = self.is_over
        step = box.width() * 0.5 / max(1, len(scene.boxes))
        for i, level in enumerate(scene.boxes):
            cell = QRectF(box.left() + i * step, box.top() + 8, step - 6, 46 * s)
            struck = level.reached and over
            painter.setPen(QPen(QColor(look.red if struck else look.line), 3 if struck else 1))
            painter.setBrush(QColor(look.inset))
            painter.drawRect(cell)
            self.letter(painter, cell.adjusted(4, 2, -4, -cell.height() / 2), MIDDLE, level.name, 11, look.quiet)
            text = level.points if over or not level.before else level.before
            self.letter(painter, cell.adjusted(4, cell.height() / 2 - 2, -4, -2), MIDDLE, text, 14, look.red if struck else "", bold=True)
        rest = QRectF(box.left() + box.width() * 0.52, box.top() + 4, box.width() * 0.48, 54 * s)
        if over:
            self.letter(painter, rest, MIDDLE | WRAPPED, scene.result, 18, look.red if scene.status else "", bold=True)
        hint = QRectF(box.left(), box.bottom() - 22 * s, box.width(), 20 * s)
        self.letter(
            painter, hint, MIDDLE, words(self.hint or ("desk_campaign.scene_on" if over else "desk_campaign.scene_skip")), 12, look.quiet
        )


def beats_of_run(run: BombRun) -> int:
    """Its coming, each shot, each card, and what came of it."""
    return 2 + run.shots + len(run.cards)


def beats_of(scene: BombScene) -> int:
    """Return the number of beats of a scene: its bombers, and the result."""
    return sum(map(beats_of_run, scene.runs)) + 1


def puff(painter: QPainter, at: QPointF, r: float, ink: QColor) -> None:
    """A cloud of smoke."""
    painter.setPen(Qt.PenStyle.NoPen)
    for x, y, size, alpha in ((0, 0, 1.0, 46), (0.5, -0.3, 0.7, 54), (-0.5, 0.2, 0.65, 54), (0.1, 0.4, 0.6, 60)):
        tone = QColor(ink)
        tone.setAlpha(alpha)
        painter.setBrush(tone)
        painter.drawEllipse(at + QPointF(x, y) * r, r * size, r * size * 0.8)


def burst(painter: QPainter, at: QPointF, r: float, tone: QColor) -> None:
    """A shell that bursts."""
    painter.setPen(QPen(tone, 1.6))
    for x, y in ((1, 0), (0.7, 0.7), (0, 1), (-0.7, 0.7), (-1, 0), (-0.7, -0.7), (0, -1), (0.7, -0.7)):
        painter.drawLine(at + QPointF(x, y) * (r * 0.35), at + QPointF(x, y) * r)
