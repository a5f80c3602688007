"""The track of a flight: turns out, over the target, home; or the turns of a dogfight; and the damage of the target."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE
from bob.desk.boards.cards_classic.flight_pens import FlightPens
from bob.desk.session.screen_game import ScreenGame
from bob.tactical.cards_classic.view import FlightView

LEGS = ("target_bound", "ingress", "bomb_turn", "egress", "home_bound")
HIGH = 46


class PhaseTrack(QWidget):
    """Boxes of turns, leg by leg; the present one in brass, those past are pale."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        for signal in (table.changed, settings.theme_changed, settings.language_changed, settings.text_size_changed):
            signal.connect(self.refresh)
        self.refresh()

    def sizeHint(self) -> QSize:
        return QSize(600, round(HIGH * self.settings.scale))

    def refresh(self) -> None:
        self.setFixedHeight(round(HIGH * self.settings.scale))
        view = self.table.view
        self.setAccessibleName(self.describe(view) if view is not None else "")
        self.setToolTip(self.accessibleName())
        self.update()

    def describe(self, view: FlightView) -> str:
        """The track in words."""
        words = self.settings.words
        text = words("desk_flight.track_told", leg=words(f"flight.leg.{view.leg}"), turn=view.leg_turn, turns=view.leg_turns)
        return f"{text}\n{self.target_text(view)}".strip()

    def target_text(self, view: FlightView) -> str:
        """Describe the target: its Flak and its damage."""
        if view.target is None:
            return ""
        target = view.target
        key = "target_of_day" if self.table.in_day else "look_told" if view.looks and not view.points else "target_told"
        words = self.settings.words
        return words(f"desk_flight.{key}", area=target.area_flak, target=target.target_flak, points=view.points, looks=view.looks)

    def boxes(self, view: FlightView) -> list[tuple[str, str, bool, bool]]:
        """Return the boxes: the leg, the text, and flags for past and current. Turns home are known once they are counted."""
        at = max(1, view.leg_turn)
        if view.leg not in LEGS:
            return [("fight", str(turn), turn < at, turn == at) for turn in range(1, max(1, view.leg_turns) + 1)]
        now = LEGS.index(view.leg)
        made = []
        for i, leg in enumerate(LEGS):
            if i in (1, 2, 3):
                made.append((leg, self.settings.words(f"desk_flight.leg.{leg}"), i < now, i == now))
            elif i == now:
                made += [(leg, str(turn), turn < at, turn == at) for turn in range(1, max(1, view.leg_turns) + 1)]
            elif i > now:
                made.append((leg, self.settings.words("desk_flight.leg.home_bound"), False, False))
            else:
                made.append((leg, self.settings.words("desk_flight.leg.target_bound"), True, False))
        return made

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens, view = FlightPens(self.settings, self.table), self.table.view
        painter.fillRect(self.rect(), QColor(pens.look.panel))
        if view is None:
            return
        look, s = pens.look, self.settings.scale
        inner = QRectF(self.rect()).adjusted(10, 5, -10, -5)
        aside = min(inner.width() * 0.42, 330 * s) if view.target is not None else 0.0
        boxes = self.boxes(view)
        wide = inner.width() - aside - 10
        step = min(92 * s, wide / max(1, len(boxes)))
        for i, (leg, text, past, now) in enumerate(boxes):
            box = QRectF(inner.left() + i * step, inner.top(), step - 4, inner.height())
            painter.setPen(QPen(QColor(look.brass if now else look.line), 3 if now else 1))
            painter.setBrush(QColor(look.inset if not past else look.panel))
            painter.drawRect(box)
            over = leg in ("ingress", "bomb_turn", "egress")
            if over:
                painter.fillRect(QRectF(box.left() + 1, box.bottom() - 5, box.width() - 2, 4), QColor(look.red))
            pens.plain.text(painter, box.adjusted(3, 0, -3, -2), MIDDLE, text, 13 * s, look.quiet if past else look.ink, now)
        if aside:
            place = QRectF(inner.right() - aside, inner.top(), aside, inner.height())
            flags = int(Qt.AlignmentFlag.AlignRight) | BASE | int(Qt.TextFlag.TextWordWrap) if aside else LEFT
            pens.plain.text(painter, place, flags, self.target_text(view), 13 * s, look.ink)
