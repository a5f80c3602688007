"""Paints the cells of the tote: lamps, bars, silhouettes."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from bob.day.state.view import SquadronView
from bob.desk.base.settings import Settings
from bob.desk.base.theme.panel_parts import bar, board, colour, draw_silhouette, elided, lamp, letters, mixed, rule_line, stripe
from bob.desk.base.theme.theme import look
from bob.desk.panels.tote.model import LAMP_OF, PEOPLE, SectorRole, SquadronRole, ToteColumn
from bob.staff.advice.fighter_command.tote_rows import FULL, SectorRow, coming, doing, due, number

_Index = QModelIndex | QPersistentModelIndex
ROW = 26

WIDTHS: Mapping[ToteColumn, int] = {
    ToteColumn.UNIT: 74,
    **dict.fromkeys(LAMP_OF, 24),
    ToteColumn.STRENGTH: 40,
    ToteColumn.ANGELS: 32,
    ToteColumn.FUEL: 54,
    ToteColumn.AMMO: 40,
    ToteColumn.RADIO: 46,
    ToteColumn.TYPE: 84,
    ToteColumn.BASE: 92,
    ToteColumn.COMMANDER: 112,
    ToteColumn.SIGN: 72,
    ToteColumn.KILLS: 34,
    ToteColumn.LOST: 34,
    ToteColumn.FATIGUE: 34,
    ToteColumn.DOING: 90,
}
"""Pixels at 100 per cent; the last takes the rest."""

_FUEL_LOW = 4
_TANK = 17


class ToteDelegate(QStyledItemDelegate):
    """Paints the rows of the model in the palette of the settings."""

    def __init__(self, settings: Settings, tracks: Mapping[int, str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.tracks = tracks

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        return QSize(round(WIDTHS[ToteColumn(index.column())] * self.settings.scale), round(ROW * self.settings.scale))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        p = look(self.settings)
        box = QRectF(option.rect)
        state = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        sector = index.data(SectorRole)
        if isinstance(sector, SectorRow):
            self._sector(painter, box, sector, index.column())
        else:
            s = index.data(SquadronRole)
            chosen = bool(state & QStyle.StateFlag.State_Selected)
            painter.fillRect(box, self._ground(chosen, index.row()))
            painter.setPen(QPen(rule_line(p), 1))
            painter.drawLine(box.bottomLeft(), box.bottomRight())
            if (column := ToteColumn(index.column())) in PEOPLE:
                self._person(painter, box, index.data(), column)
            else:
                self._cell(painter, box, s, column)
            if chosen:
                painter.setPen(QPen(QColor(p.brass if not p.plain else p.ink), 2))
                painter.drawLine(box.topLeft() + QPointF(0, 1), box.topRight() + QPointF(0, 1))
                painter.drawLine(box.bottomLeft() - QPointF(0, 1), box.bottomRight() - QPointF(0, 1))
        painter.restore()

    def _ground(self, chosen: bool, row: int) -> QColor:
        p = look(self.settings)
        if chosen:
            return mixed(p.inset, p.brass, 0.1 if p.plain else 0.24)
        return board(p) if row % 2 == 0 else mixed(p.inset, p.ink, 0.0 if p.plain else 0.025)

    def _sector(self, painter: QPainter, box: QRectF, row: SectorRow, column: int) -> None:
        p, words = look(self.settings), self.settings.words
        painter.fillRect(box, stripe(p))
        painter.setPen(QPen(colour(p.ink, 0.55), 1))
        painter.drawLine(box.bottomLeft(), box.bottomRight())
        if column == ToteColumn.UNIT:
            painter.setClipping(False)
            side = box.height() * 0.68
            badge = QRectF(box.x() + 1, box.center().y() - side / 2, side, side)
            painter.setPen(QPen(QColor(p.ink), 1.2))
            painter.setBrush(board(p))
            painter.drawRect(badge)
            painter.setFont(letters(self.settings, 12, "bold"))
            painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, row.letter or ("+" if row.wing else "–"))
        elif column == ToteColumn.DOING and (row.room_hit or row.emergency):
            painter.setPen(QColor(p.red if row.room_hit else p.ink))
            painter.setFont(letters(self.settings, 12, "bold"))
            font, text = painter.font(), "desk_tote.room_hit" if row.room_hit else "desk_tote.emergency_room"
            painter.drawText(box.adjusted(4, 0, -4, 0), Qt.AlignmentFlag.AlignVCenter, elided(font, words(text), box.width() - 8))

    def paint_title(self, painter: QPainter, box: QRectF, row: SectorRow) -> None:
        """A Sector's name across its whole row; the view calls this after the cells."""
        p, words = look(self.settings), self.settings.words
        at = box.adjusted(box.height() * 0.9, 0, 0, 0)
        painter.setPen(QColor(p.ink))
        font = letters(self.settings, 13, "semibold")
        painter.setFont(font)
        painter.drawText(at, Qt.AlignmentFlag.AlignVCenter, row.sector)
        width = painter.fontMetrics().horizontalAdvance(row.sector)
        painter.setPen(QColor(p.quiet))
        painter.setFont(letters(self.settings, 11.5))
        beside = words("desk_tote.wing_beside", group=row.group) if row.wing else words("desk_tote.group", group=row.group)
        painter.drawText(at.adjusted(width + 9, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, beside)

    # ---- cells

    def _person(self, painter: QPainter, box: QRectF, text: str, column: ToteColumn) -> None:
        """Draw a cell about a squadron's people, in plain letters; figures to the right."""
        settings = self.settings
        figures = column in (ToteColumn.KILLS, ToteColumn.LOST, ToteColumn.FATIGUE)
        font = letters(settings, 13.5 if figures else 12.5, "semibold" if figures else "regular")
        painter.setFont(font)
        painter.setPen(QColor(look(settings).quiet if text in ("0", "–") else look(settings).ink))
        side = Qt.AlignmentFlag.AlignRight if figures else Qt.AlignmentFlag.AlignLeft
        painter.drawText(box.adjusted(4, 0, -6, 0), Qt.AlignmentFlag.AlignVCenter | side, elided(font, text, box.width() - 8))

    def _cell(self, painter: QPainter, box: QRectF, s: SquadronView, column: ToteColumn) -> None:
        p, words, settings = look(self.settings), self.settings.words, self.settings
        painter.setPen(QColor(p.ink))
        if column in LAMP_OF:
            kind = LAMP_OF[column]
            share = due(s) if s.becoming == kind else 0.5 if s.scrambling and kind == "airborne" else None
            lamp(painter, box, kind, words(f"desk_tote.letter.{kind}"), p, settings, lit=s.box == kind, due=share)
        elif column == ToteColumn.UNIT:
            size = box.height() - 5
            draw_silhouette(painter, QRectF(box.x() + 1, box.y() + 2.5, size, size), s.aircraft, QColor(p.ink if s.controlled else p.quiet))
            painter.setFont(letters(settings, 14.5, "bold"))
            painter.setPen(QColor(p.ink))
            painter.drawText(
                box.adjusted(size + 5, 0, 0, 0),
                Qt.AlignmentFlag.AlignVCenter,
                elided(painter.font(), number(s.unit), box.width() - size - 5),
            )
        elif column == ToteColumn.STRENGTH:
            self._strength(painter, box, s)
        elif column == ToteColumn.ANGELS and s.box == "airborne":
            painter.setFont(letters(settings, 13.5, "semibold"))
            painter.drawText(box.adjusted(0, 0, -7, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, str(s.angels))
        elif column == ToteColumn.FUEL and s.box == "airborne":
            low = s.fuel <= _FUEL_LOW
            room = box.adjusted(4, box.height() * 0.3, -24 * settings.scale, -box.height() * 0.3)
            bar(painter, room, s.fuel / _TANK, p, low=low)
            painter.setFont(letters(settings, 12.5, "bold" if low else "regular"))
            painter.setPen(QColor(p.red if low else p.ink))
            parts = f"{s.fuel}!" if low else f"{s.fuel} "
            painter.drawText(box.adjusted(0, 0, -3, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, parts)
        elif column == ToteColumn.AMMO:
            self._ammo(painter, box, s)
        elif column == ToteColumn.RADIO:
            painter.setFont(letters(settings, 11.5, "semibold" if s.controlled else "bold"))
            painter.setPen(QColor(p.quiet if s.controlled else p.red))
            text = s.radio.upper() if s.controlled else f"✕{s.radio.upper()}"
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        elif column == ToteColumn.DOING:
            self._doing(painter, box, s)

    def _strength(self, painter: QPainter, box: QRectF, s: SquadronView) -> None:
        """The figure, and twelve pips in two ranks, one for each aircraft."""
        p, settings = look(self.settings), self.settings
        whole = FULL // 2 if s.flight else FULL
        painter.setFont(letters(settings, 13.5, "semibold"))
        painter.setPen(QColor(p.red if s.strength * 2 <= whole else p.ink))
        half = box.width() * 0.5
        figure = QRectF(box.x(), box.y(), half, box.height())
        painter.drawText(figure, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, str(s.strength))
        step = min(3.4 * settings.scale, (half - 4) / 4)
        left, top = box.x() + half + 4, box.center().y() - 1.5 * step
        painter.setPen(Qt.PenStyle.NoPen)
        for i in range(FULL):
            painter.setBrush(QColor(p.ink) if i < s.strength else rule_line(p))
            if i >= whole and i >= s.strength:
                continue
            painter.drawRect(QRectF(left + (i % 4) * step, top + (i // 4) * step, step * 0.66, step * 0.66))

    def _ammo(self, painter: QPainter, box: QRectF, s: SquadronView) -> None:
        """Three rounds: all filled, one, or none."""
        p = look(self.settings)
        filled = {"full": 3, "low": 1, "none": 0}[s.ammo]
        scale = self.settings.scale
        wide, high, gap = 4.4 * scale, 11 * scale, 3 * scale
        left = box.center().x() - (3 * wide + 2 * gap) / 2
        ink = QColor(p.ink if filled == 3 else p.red)
        for i in range(3):
            round_ = QRectF(left + i * (wide + gap), box.center().y() - high / 2, wide, high)
            painter.setPen(QPen(ink, 1.0))
            painter.setBrush(ink if i < filled else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(round_, wide / 2, wide / 2)

    def _doing(self, painter: QPainter, box: QRectF, s: SquadronView) -> None:
        p, words, settings = look(self.settings), self.settings.words, self.settings
        soon, now = coming(words, s), doing(words, s, self.tracks)
        room = box.adjusted(6, 0, -4, 0)
        if now:
            face = letters(settings, 12.5, "semibold" if s.tally is not None or s.emergency else "regular")
            painter.setFont(face)
            painter.setPen(QColor(p.red if s.tally is not None else p.ink))
            text = elided(face, now, room.width())
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, text)
            room = room.adjusted(painter.fontMetrics().horizontalAdvance(text) + 8, 0, 0, 0)
        if soon and room.width() > 20:
            face = letters(settings, 12, "semibold" if s.scrambling else "regular")
            painter.setFont(face)
            painter.setPen(QColor(p.chart.brass_ink if s.scrambling else p.quiet))
            painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, elided(face, soon, room.width()))


def clear(palette: QPalette) -> None:
    """Take the highlight of the style away: the delegate draws its own."""
    palette.setColor(QPalette.ColorRole.Highlight, QColor(0, 0, 0, 0))
