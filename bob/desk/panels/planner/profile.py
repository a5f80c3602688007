"""The route in profile: height by time, who sees it, which guns reach it, and below it the fuel of each unit."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QToolTip, QWidget

from bob.core.hexes import Hex
from bob.day.state.view import Common
from bob.day.telling.period_names import Names, english, station
from bob.desk.base.settings import Settings
from bob.desk.base.theme.panel_parts import colour, elided, letters, mixed, rule_line
from bob.desk.base.theme.theme import look
from bob.staff.advice.planning.route_survey import Exposure, Fuel, Survey

_LEFT, _RIGHT, _AXIS = 34, 12, 18
_HIGH, _LEAST = 118, 66
_LINE = 19
_NAME = 104


class Profile(QWidget):
    """Painted from a survey. Arrow keys and the mouse move a cursor from turn to turn."""

    turn_chosen = Signal(Hex)

    def __init__(self, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.names = names
        self.survey: Survey | None = None
        self.common: Common | None = None
        self.at = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(False)

    def show_survey(self, survey: Survey | None, common: Common | None) -> None:
        """Show a route; None for no raid."""
        lines = len(survey.fuel) if survey is not None else 0
        before = len(self.survey.fuel) if self.survey is not None else 0
        self.survey, self.common = survey, common
        turns = len(survey.turns) if survey is not None else 0
        self.at = min(self.at, turns - 1)
        if lines != before:
            self.fit()
        self.setAccessibleName(self.settings.words("desk_planner.profile"))
        self.setAccessibleDescription(self.summary())
        self.update()

    def summary(self) -> str:
        """The route in a sentence or two."""
        s, c, words = self.survey, self.common, self.settings.words
        if s is None or c is None or not s.turns:
            return words("desk_planner.no_route")
        parts = []
        seen, bombs = s.first_seen, s.bombs
        if seen is not None:
            parts.append(words("desk_planner.first_seen", time=c.time_of(seen.turn), place=self.names.at(words, seen.hex.label)))
        else:
            parts.append(words("desk_planner.unseen"))
        if bombs is not None:
            key = "looks_at" if s.plan.type == "reconnaissance" else "bombs_at"
            parts.append(words(f"desk_planner.{key}", time=c.time_of(bombs.turn)))
        worst = max(s.turns, key=lambda t: t.guns)
        if worst.guns:
            parts.append(words("desk_planner.guns_at", area=station(words, worst.gun_area), factor=worst.guns, time=c.time_of(worst.turn)))
        for fuel in s.fuel:
            if fuel.escort and fuel.leaves is not None and fuel.leaves < len(s.turns) - 1:
                parts.append(words("desk_planner.turns_home", unit=fuel.unit, time=c.time_of(s.turns[max(0, fuel.leaves)].turn)))
        return " · ".join(parts)

    def fit(self) -> None:
        """Take the room that all units need where there is as much, and make do with less."""
        self.setMinimumHeight(round((_LEAST + _AXIS) * self.settings.scale))
        self.setMaximumHeight(self.sizeHint().height())
        self.updateGeometry()

    def _graph(self) -> float:
        """Return the height of the graph: it shrinks before a unit is left out."""
        lines = len(self.survey.fuel) if self.survey is not None else 0
        room = self.height() / self.settings.scale - _AXIS - 6 - _LINE * lines
        return max(_LEAST, min(_HIGH, room))

    def shown_fuel(self) -> list[Fuel]:
        """Return the units shown; those shortest of fuel first when there is no room for all."""
        fuel = list(self.survey.fuel) if self.survey is not None else []
        lines = int((self.height() / self.settings.scale - self._graph() - _AXIS) // _LINE)
        return fuel if len(fuel) <= lines else sorted(fuel, key=lambda f: f.spare)[: max(0, lines)]

    def sizeHint(self) -> QSize:
        lines = len(self.survey.fuel) if self.survey is not None else 0
        return QSize(420, round((_HIGH + _AXIS + _LINE * lines + 6) * self.settings.scale))

    def describe(self, t: Exposure) -> str:
        """A turn in words."""
        words, c = self.settings.words, self.common
        assert c is not None
        lines = [f"{c.time_of(t.turn)} · {self.names.at(words, t.hex.label)} · Angels {t.angels}"]
        if t.stations:
            shown = ", ".join(name.removesuffix(" CHL") for name in t.stations[:4])
            lines.append(words("desk_planner.seen_by", count=len(t.stations), stations=shown))
        if t.observed:
            lines.append(words("desk_planner.observed"))
        if t.guns:
            lines.append(words("desk_planner.guns", area=english(words, t.gun_area), factor=t.guns))
        if t.balloons:
            lines.append(words("desk_planner.balloons"))
        return "\n".join(lines)

    # ---- painting

    def _step(self) -> float:
        turns = len(self.survey.turns) if self.survey is not None else 0
        return (self.width() - self._start() - _RIGHT) / max(1, turns - 1)

    def _start(self) -> float:
        return max(_LEFT, _NAME) * self.settings.scale

    def _x(self, i: int) -> float:
        return self._start() + i * self._step()

    def paintEvent(self, event: QPaintEvent) -> None:
        p, scale = look(self.settings), self.settings.scale
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), QColor(p.inset))
        s, c = self.survey, self.common
        if s is None or c is None or not s.turns:
            painter.setPen(QColor(p.quiet))
            painter.setFont(letters(self.settings))
            painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, self.settings.words("desk_planner.no_route"))
        else:
            area = QRectF(self._start(), 4, self.width() - self._start() - _RIGHT, self._graph() * scale - 4)
            self._exposure(painter, area, s)
            self._heights(painter, area, s)
            self._axis(painter, area, s, c)
            for i, fuel in enumerate(self.shown_fuel()):
                top = (self._graph() + _AXIS + i * _LINE) * scale
                self._fuel(painter, QRectF(0, top, self.width(), _LINE * scale), fuel)
            if 0 <= self.at < len(s.turns):
                painter.setPen(QPen(QColor(p.brass), 2))
                x = self._x(self.at)
                painter.drawLine(QPointF(x, area.top()), QPointF(x, self.height() - 4))
        if self.hasFocus():
            painter.setPen(QPen(QColor(p.brass), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
        painter.end()

    def _exposure(self, painter: QPainter, area: QRectF, s: Survey) -> None:
        """Draw the observers of the raid as a tint with a figure, guns as hatching at the foot."""
        p, scale, step = look(self.settings), self.settings.scale, self._step()
        small = self._graph() / _HIGH
        painter.setFont(letters(self.settings, 10.5, "semibold"))
        for i, t in enumerate(s.turns):
            box = QRectF(self._x(i) - step / 2, area.top(), step, area.height()).intersected(area)
            if t.stations:
                share = min(1.0, 0.25 + len(t.stations) / 12)
                if p.plain:
                    painter.fillRect(box, Qt.BrushStyle.BDiagPattern)
                else:
                    painter.fillRect(box, colour(p.chart.slate, 0.10 + 0.26 * share))
                painter.setPen(QColor(p.chart.slate))
                head = QRectF(box.x(), box.y(), box.width(), 14 * scale)
                painter.drawText(head, Qt.AlignmentFlag.AlignCenter, str(len(t.stations)))
            if t.observed and small > 0.75:
                painter.setPen(QPen(QColor(p.chart.slate), 1.4))
                eye = QPointF(box.center().x(), box.y() + 20 * scale)
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(eye, 4.0, 2.6)
                painter.drawPoint(eye)
            if t.guns:
                high = (6 + 5 * t.guns) * scale * small
                foot = QRectF(box.x(), area.bottom() - high, box.width(), high)
                painter.fillRect(foot, colour(p.red, 0.18 if not p.plain else 0.0))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(QColor(p.red))
                painter.fillRect(foot, QBrush(QColor(p.red), Qt.BrushStyle.Dense6Pattern))
                painter.setPen(QColor(p.red))
                painter.drawText(
                    foot.adjusted(0, -13 * scale, 0, 0), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop, str(t.guns)
                )

    def _heights(self, painter: QPainter, area: QRectF, s: Survey) -> None:
        p, scale = look(self.settings), self.settings.scale
        top = max(26, max(t.angels for t in s.turns) + 12)

        def y(angels: float) -> float:
            return area.bottom() - area.height() * angels / top

        painter.setFont(letters(self.settings, 10.5))
        for angels in range(0, top - 6, 10):
            painter.setPen(QPen(rule_line(p), 1))
            painter.drawLine(QPointF(area.left(), y(angels)), QPointF(area.right(), y(angels)))
            painter.setPen(QColor(p.quiet))
            label = QRectF(area.left() - 34 * scale, y(angels) - 7 * scale, 28 * scale, 14 * scale)
            painter.drawText(label, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(angels))
        line = QPolygonF([QPointF(self._x(i), y(t.angels)) for i, t in enumerate(s.turns)])
        painter.setPen(QPen(QColor(p.ink), 2.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(line)
        painter.setFont(letters(self.settings, 11, "bold"))
        for i, t in enumerate(s.turns):
            at = line.at(i)
            reached = i > 0 and t.leg > s.turns[i - 1].leg
            if t.at_target:
                painter.setPen(QPen(QColor(p.red), 2))
                painter.drawLine(at - QPointF(5, 5) * scale, at + QPointF(5, 5) * scale)
                painter.drawLine(at - QPointF(5, -5) * scale, at + QPointF(5, -5) * scale)
            elif reached or i == 0:
                painter.setPen(QPen(QColor(p.ink), 1.6))
                painter.setBrush(QColor(p.inset))
                painter.drawEllipse(at, 3.6 * scale, 3.6 * scale)

    def _axis(self, painter: QPainter, area: QRectF, s: Survey, c: Common) -> None:
        p, scale, step = look(self.settings), self.settings.scale, self._step()
        every = next(n for n in (1, 2, 3, 6, 12, 24, 999) if n * step >= 44 * scale)
        painter.setFont(letters(self.settings, 10.5))
        painter.setPen(QPen(QColor(p.ink), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        for i, t in enumerate(s.turns):
            if i % every == 0:
                painter.setPen(QColor(p.quiet))
                box = QRectF(self._x(i) - 24 * scale, area.bottom() + 1, 48 * scale, 15 * scale)
                box.moveRight(min(box.right(), float(self.width())))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, c.time_of(t.turn))

    def _fuel(self, painter: QPainter, box: QRectF, fuel: Fuel) -> None:
        """Draw a unit: a bar for the part of the route from which its fuel brings it home, hatched beyond, and the turns to spare."""
        p, scale = look(self.settings), self.settings.scale
        font = letters(self.settings, 11.5)
        painter.setFont(font)
        painter.setPen(QColor(p.ink))
        name = QRectF(4, box.y(), self._start() - 40 * scale, box.height())
        painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, elided(font, fuel.unit, name.width()))
        leaves = fuel.leaves
        last = len(fuel.left) - 1
        good = last if leaves is None else max(0, leaves)
        high = box.height() * 0.42
        y = box.center().y() - high / 2
        start = self._x(0)
        painter.setPen(QPen(QColor(p.ink), 0.8))
        painter.setBrush(mixed(p.inset, p.chart.slate, 0.75) if not p.plain else QColor(p.ink))
        painter.drawRect(QRectF(start, y, max(2.0, self._x(good) - start), high))
        if leaves is not None:
            beyond = QRectF(self._x(good), y, self._x(last) - self._x(good), high)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.fillRect(beyond, QBrush(QColor(p.quiet if fuel.escort else p.red), Qt.BrushStyle.BDiagPattern))
            painter.setPen(QPen(QColor(p.quiet if fuel.escort else p.red), 1.2))
            painter.drawRect(beyond)
        painter.setFont(letters(self.settings, 11.5, "bold"))
        painter.setPen(QColor(p.red if fuel.spare < 0 and not fuel.escort else p.quiet if fuel.spare >= 0 else p.ink))
        spare = f"+{fuel.spare}" if fuel.spare >= 0 else f"−{-fuel.spare}"
        room = QRectF(self._start() - 38 * scale, box.y(), 32 * scale, box.height())
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, spare)

    # ---- the cursor

    def _index(self, x: float) -> int:
        turns = len(self.survey.turns) if self.survey is not None else 0
        return max(0, min(turns - 1, round((x - self._start()) / self._step()))) if turns else -1

    def _go(self, at: int) -> None:
        if self.survey is None or not self.survey.turns:
            return
        self.at = max(0, min(len(self.survey.turns) - 1, at))
        self.setToolTip("")
        self.turn_chosen.emit(self.survey.turns[self.at].hex)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._go(self._index(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._go(self._index(event.position().x()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Home: -999, Qt.Key.Key_End: 999}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        self._go(self.at + step)
        if self.survey is not None and 0 <= self.at < len(self.survey.turns):
            self.setAccessibleDescription(self.describe(self.survey.turns[self.at]))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent) and self.survey is not None and self.survey.turns:
            pos = event.pos()
            row = int((pos.y() / self.settings.scale - self._graph() - _AXIS) // _LINE)
            shown = self.shown_fuel()
            if 0 <= row < len(shown):
                QToolTip.showText(event.globalPos(), self.fuel_text(shown[row]), self)
            else:
                QToolTip.showText(event.globalPos(), self.describe(self.survey.turns[self._index(pos.x())]), self)
            return True
        return super().event(event)

    def fuel_text(self, fuel: Fuel) -> str:
        """A unit's fuel in words."""
        words, c, s = self.settings.words, self.common, self.survey
        assert c is not None and s is not None
        text = words("desk_planner.fuel", unit=fuel.unit, endurance=fuel.endurance, used=fuel.used, left=fuel.left[-1], home=fuel.home[-1])
        if fuel.leaves is not None:
            at = c.time_of(s.turns[max(0, fuel.leaves)].turn)
            text += "\n" + words("desk_planner.leaves" if fuel.escort else "desk_planner.too_far", time=at)
        return text
