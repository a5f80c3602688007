"""The look of the desk: tones of a room for each palette and side, fonts, the style sheet, tabular figures, drawn icons."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPainter, QPalette
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QLineEdit, QWidget

from bob.chart.svg import FONTS, font_file
from bob.chart.tones import LOOKS, Look
from bob.desk.base.settings import Settings
from bob.desk.base.theme.style import style_sheet

TEXT = 13
"""The usual height of letters, in pixels."""


def look(settings: Settings) -> Look:
    """The look of the theme chosen."""
    return LOOKS[settings.theme]


# ---- fonts


@cache
def family() -> str:
    """The family of the shipped letters, loaded once; the system's sans when they cannot be."""
    names = [QFontDatabase.applicationFontFamilies(QFontDatabase.addApplicationFont(str(font_file(face)))) for face in FONTS]
    return next((found[0] for found in names if found), "sans-serif")


def font(settings: Settings, size: float = TEXT, *, bold: bool = False, italic: bool = False, spaced: bool = False) -> QFont:
    """The letters of the desk; `size` in pixels before the text size chosen, `spaced` for capitals as on a map."""
    made = QFont(family())
    made.setPixelSize(max(8, round(size * settings.scale)))
    made.setWeight(QFont.Weight.DemiBold if bold else QFont.Weight.Normal)
    made.setItalic(italic)
    if spaced:
        made.setCapitalization(QFont.Capitalization.AllUppercase)
        made.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 112)
    return made


def figures_width(text: str, metrics: QFontMetricsF) -> float:
    """Return the width of a text with all its figures as wide as the widest."""
    cell = max(metrics.horizontalAdvance(d) for d in "0123456789")
    return sum(cell if c.isdigit() else metrics.horizontalAdvance(c) for c in text)


def draw_figures(painter: QPainter, box: QRectF, text: str, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignRight) -> None:
    """A text with tabular figures, in the painter's font and pen, in the middle of a box's height."""
    metrics = QFontMetricsF(painter.font())
    cell = max(metrics.horizontalAdvance(d) for d in "0123456789")
    width = figures_width(text, metrics)
    x = {
        Qt.AlignmentFlag.AlignLeft: box.left(),
        Qt.AlignmentFlag.AlignHCenter: box.center().x() - width / 2,
    }.get(align, box.right() - width)
    y = box.center().y() + (metrics.ascent() - metrics.descent()) / 2
    for c in text:
        own = metrics.horizontalAdvance(c)
        step = cell if c.isdigit() else own
        painter.drawText(QPointF(x + (step - own) / 2, y), c)
        x += step


# ---- the application


def dress(app: QApplication, settings: Settings) -> None:
    """Put the look of the theme on everything."""
    tones = look(settings)
    if not app.styleSheet():  # not dressed before
        app.setStyle("Fusion")
    app.setFont(font(settings))
    app.setPalette(qt_palette(tones))
    app.setStyleSheet(style_sheet(tones, settings.scale))


def qt_palette(tones: Look) -> QPalette:
    """Return the tones for the parts beyond the style sheet."""
    made = QPalette()
    roles = {
        QPalette.ColorRole.Window: tones.room, QPalette.ColorRole.WindowText: tones.ink, QPalette.ColorRole.Base: tones.inset,
        QPalette.ColorRole.AlternateBase: tones.panel, QPalette.ColorRole.Text: tones.ink, QPalette.ColorRole.Button: tones.panel,
        QPalette.ColorRole.ButtonText: tones.ink, QPalette.ColorRole.Highlight: tones.chosen,
        QPalette.ColorRole.HighlightedText: tones.on_chosen, QPalette.ColorRole.ToolTipBase: tones.inset,
        QPalette.ColorRole.ToolTipText: tones.ink, QPalette.ColorRole.PlaceholderText: tones.quiet,
        QPalette.ColorRole.Link: tones.chart.slate,
        QPalette.ColorRole.Mid: tones.line, QPalette.ColorRole.Dark: tones.line, QPalette.ColorRole.Light: tones.inset,
    }  # fmt: skip
    for role, tone in roles.items():
        made.setColor(role, QColor(tone))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(tones.quiet))
    return made


def size_box(box: QWidget, settings: Settings, width: float, height: float) -> None:
    """Give a window of its own so much room before the text size chosen, and never more than its screen has."""
    screen = box.screen().availableSize()
    box.resize(min(round(width * settings.scale), screen.width() - 40), min(round(height * settings.scale), screen.height() - 60))


def inset(field: QAbstractSpinBox) -> None:
    """Keep the figures of a spin box off its border: a style sheet that dresses its buttons leaves them no room."""
    for line in field.findChildren(QLineEdit):
        line.setTextMargins(5, 0, 0, 0)


def kind(widget: QWidget, name: str) -> QWidget:
    """Mark a widget for the style sheet: `primary`, `quiet`, `heading` and the like."""
    widget.setProperty("kind", name)
    return widget
