"""The folder of the planned mission: the target, its damage levels, the forces, the prospects."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen

from bob.desk.base.theme import theme
from bob.desk.base.theme.emblem import emblem
from bob.desk.base.theme.lettering import BASE, LEFT, MIDDLE, TOP, WRAPPED
from bob.desk.base.theme.plan_form import draw_plan
from bob.desk.campaigns.room.papers import CampaignPaper, PaperSpot, draw_mark
from bob.staff.advice.campaigns.room_state import CampaignForce, LevelBox, MissionProspect


class MissionFolder(CampaignPaper):
    """The folder; empty of all but a line where nothing is planned yet."""

    def sizeHint(self) -> QSize:
        return QSize(round(330 * self.scale), 420)

    def minimumSizeHint(self) -> QSize:
        return QSize(250, 200)

    def refresh(self) -> None:
        mission = self.model.state.mission
        lines = []
        if mission is not None:
            lines = [mission.head, mission.title, mission.said, *[f"{b.name}: {b.points}" for b in mission.boxes]]
            lines += [f"{f.title}: " + ", ".join(f"{r.count} {r.name} {r.note}".strip() for r in f.rows) for f in mission.forces]
            lines += [f"{p.title}: {p.said}" for p in mission.prospects] + list(mission.notes)
        self.setAccessibleDescription("\n".join(line for line in lines if line))
        super().refresh()

    def draw(self, painter: QPainter, box: QRectF) -> None:
        mission = self.model.state.mission
        words, look, s = self.settings.words, self.look, self.scale
        inner = box.adjusted(12, 8, -12, -8)
        if mission is None:
            key = "all_flown" if self.model.state.is_over else "nothing_planned" if self.model.state.routes else "nothing_in_hand"
            self.letter(painter, inner, MIDDLE | WRAPPED, words(f"desk_campaign.{key}"), 14, look.quiet)
            return
        rows = sum(1 + len(f.rows) + bool(f.note) for f in mission.forces)
        asks = 60 + 44 * bool(mission.boxes) + rows * 23 + len(mission.prospects) * 37 + len(mission.notes) * 18 + 16
        fit = min(s, max(0.6 * s, inner.height() / asks))  # too large contents are drawn smaller, never cut
        y = inner.top()

        def line(high: float) -> QRectF:
            nonlocal y
            made = QRectF(inner.left(), y, inner.width(), high * fit)
            y = made.bottom()
            return made

        def write(place: QRectF, flags: int, text: str, pixels: float, tone: str = "", *, bold: bool = False) -> None:
            self.letter(painter, place, flags, text, pixels * fit / s, tone, bold=bold)

        write(line(18), LEFT | BASE, mission.head, 12, look.quiet)
        head = line(26)
        draw_mark(
            painter, mission.symbol, QPointF(head.left() + 11 * fit, head.center().y()), 20 * fit, QColor(look.ink), QColor(look.panel)
        )
        write(head.adjusted(28 * fit, 0, 0, 0), LEFT | BASE, mission.title, 18, bold=True)
        write(line(18), LEFT | BASE, mission.said, 12, look.quiet)
        if mission.boxes:
            self._boxes(painter, line(42).adjusted(0, 5, 0, -4), mission.boxes)
        for force in mission.forces:
            y = self._force(painter, force, inner, y + 3, fit)
        y += 4
        for prospect in mission.prospects:
            self._prospect(painter, line(37), prospect, fit)
        letters = QFontMetricsF(theme.font(self.settings, round(12 * fit / s)))
        wants = [
            letters.boundingRect(QRectF(0, 0, inner.width() - 2, 999), LEFT | TOP | WRAPPED, note).height() + 3 for note in mission.notes
        ]
        share = min(1.0, (inner.bottom() - y) / max(1.0, sum(wants)))
        for note, high in zip(mission.notes, wants, strict=True):
            write(line(high * share / fit), LEFT | TOP | WRAPPED, note, 12, look.quiet)

    def _boxes(self, painter: QPainter, box: QRectF, boxes: tuple[LevelBox, ...]) -> None:
        """The levels of damage side by side; those reached are struck in red."""
        look = self.look
        step = box.width() / len(boxes)
        for i, level in enumerate(boxes):
            cell = QRectF(box.left() + i * step, box.top(), step - 5, box.height())
            painter.setPen(QPen(QColor(look.red if level.reached else look.line), 2 if level.reached else 1))
            painter.setBrush(QBrush(QColor(look.red), Qt.BrushStyle.BDiagPattern) if level.reached else QColor(look.inset))
            painter.drawRect(cell)
            half = cell.height() * 0.5
            self.letter(painter, QRectF(cell.left() + 4, cell.top(), cell.width() - 8, half), MIDDLE, level.name, 11, look.quiet)
            self.letter(
                painter, QRectF(cell.left() + 4, cell.top() + half - 2, cell.width() - 8, half), MIDDLE, level.points, 13, bold=True
            )

    def _force(self, painter: QPainter, force: CampaignForce, inner: QRectF, y: float, fit: float) -> float:
        look = self.look
        tone = self.side_tone(force.side)
        head = QRectF(inner.left(), y, inner.width(), 20 * fit)
        painter.fillRect(head, tone)
        emblem(painter, QPointF(head.left() + 10 * fit, head.center().y()), 5 * fit, force.side, QColor(look.panel), tone)
        self.letter(painter, head.adjusted(20 * fit, 0, -6, 0), LEFT | BASE, force.title, 12 * fit / self.scale, look.panel, bold=True)
        y = head.bottom()
        for row in force.rows:
            line = QRectF(inner.left(), y, inner.width(), 23 * fit)
            many = QRectF(line.left(), line.top(), 26 * fit, line.height())
            self.letter(painter, many, MIDDLE, f"{row.count} ×", 13 * fit / self.scale, bold=True)
            picture = QRectF(many.right() + 2, line.top() + 2, 34 * fit, line.height() - 4)
            draw_plan(painter, picture, row.aircraft, QColor(look.ink), force.side == "axis")
            rest = QRectF(picture.right() + 8, line.top(), line.right() - picture.right() - 8, line.height())
            share = 0.42 if row.note else 1.0
            self.letter(
                painter, QRectF(rest.left(), rest.top(), rest.width() * share, rest.height()), LEFT | BASE, row.name, 13 * fit / self.scale
            )
            if row.note:
                note = QRectF(rest.left() + rest.width() * share, rest.top(), rest.width() * (1 - share), rest.height())
                self.letter(painter, note, LEFT | BASE, row.note, 11 * fit / self.scale, look.quiet)
            self.spots.append(PaperSpot(line, f"{row.count} × {row.name}\n{row.note}".strip()))
            y = line.bottom()
        if force.note:
            line = QRectF(inner.left(), y, inner.width(), 20 * fit)
            self.letter(painter, line.adjusted(6, 0, 0, 0), LEFT | BASE, force.note, 12 * fit / self.scale, look.quiet)
            y = line.bottom()
        return y

    def _prospect(self, painter: QPainter, box: QRectF, found: MissionProspect, fit: float) -> None:
        """Draw the prospect: words, and a bar with the required value marked on it."""
        look = self.look
        head = QRectF(box.left(), box.top() + 1, box.width(), 17 * fit)
        wide = head.width() * 0.34
        self.letter(
            painter, QRectF(head.left(), head.top(), wide, head.height()), LEFT | BASE, found.title, 12 * fit / self.scale, bold=True
        )
        said = QRectF(head.left() + wide, head.top(), head.width() - wide, head.height())
        self.letter(painter, said, int(Qt.AlignmentFlag.AlignRight) | BASE, found.said, 12 * fit / self.scale)
        bar = QRectF(box.left(), head.bottom() + 3, box.width(), 9 * fit)
        tone = QColor(look.red if found.grave else look.chart.slate)
        painter.setPen(QPen(QColor(look.line), 1))
        painter.setBrush(QColor(look.inset))
        painter.drawRect(bar)
        painter.setPen(Qt.PenStyle.NoPen)
        at_best = QRectF(bar.left(), bar.top(), bar.width() * min(1.0, max(found.sure, found.at_best)), bar.height())
        painter.setBrush(QBrush(tone, Qt.BrushStyle.Dense6Pattern))
        painter.drawRect(at_best)
        painter.setBrush(tone)
        painter.drawRect(QRectF(bar.left(), bar.top(), bar.width() * min(1.0, found.sure), bar.height()))
        painter.setPen(QPen(QColor(look.ink), 2))
        for mark in found.marks:
            x = bar.left() + bar.width() * min(1.0, mark)
            painter.drawLine(QPointF(x, bar.top() - 3), QPointF(x, bar.bottom() + 3))
        self.spots.append(PaperSpot(box, found.hint))
