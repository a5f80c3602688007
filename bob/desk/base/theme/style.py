"""The style sheet of a look. Widgets take part by their `objectName` or by the property `kind`."""

from __future__ import annotations

from bob.chart.tones import Look
from bob.desk.base.theme.icons import mark_file


def style_sheet(tones: Look, scale: float) -> str:
    """The style sheet of a look. Widgets take part by their `objectName` or by the property `kind`."""

    def px(n: float) -> str:
        return f"{max(1, round(n * scale))}px"

    def on_dark(tone: str, plain: str) -> str:
        """Return the focus ring for a filled widget: in black and white it must differ from the filling."""
        return f"{ring}px dashed {plain}" if tones.plain else f"{ring}px solid {tone}"

    down, up, tick = (mark_file(name, tones.ink) for name in ("down", "up", "tick"))
    edge, ring = (2, 4) if tones.plain else (1, 2)
    t = tones
    return f"""
QMainWindow, QDialog {{ background: {t.room}; }}
QMainWindow::separator {{ background: {t.room}; width: 5px; height: 5px; }}
QMainWindow::separator:hover {{ background: {t.brass}; }}
QToolTip {{ background: {t.inset}; color: {t.ink}; border: {edge}px solid {t.brass}; padding: 4px 6px; }}
QDockWidget {{ color: {t.ink}; }}
QLabel[kind="dock"] {{ background: {t.room}; padding: {px(2)} {px(5)}; font-size: {px(13)}; }}
QDockWidget > QWidget {{ background: {t.panel}; }}
QWidget[kind="panel"] {{ background: {t.panel}; }}
QLabel {{ background: transparent; }}
QLabel[kind="quiet"] {{ color: {t.quiet}; }}
QLabel[kind="heading"] {{ font-size: {px(20)}; font-weight: 600; }}
QLabel[kind="title"] {{ font-size: {px(34)}; font-weight: 600; }}
QLabel[kind="caption"] {{ color: {t.quiet}; font-size: {px(11)}; }}
QLabel[kind="pane"] {{ background: {t.panel}; font-weight: 600; border-bottom: {edge}px solid {t.brass}; }}
QLabel[kind="warning"] {{ color: {t.red}; font-weight: 600; }}
QPushButton, QToolButton {{
    background: {t.inset}; color: {t.ink}; border: {edge}px solid {t.line}; border-radius: 3px; padding: {px(4)} {px(11)};
}}
QPushButton:hover, QToolButton:hover {{ border-color: {t.brass}; }}
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked {{ background: {t.chosen}; color: {t.on_chosen}; }}
QPushButton:disabled, QToolButton:disabled {{ color: {t.quiet}; background: {t.panel}; border-style: dashed; }}
QPushButton:focus, QToolButton:focus {{ border: {ring}px solid {t.brass}; padding: {px(3)} {px(10)}; }}
QPushButton[kind="primary"] {{ background: {t.brass}; color: {t.on_brass}; border-color: {t.brass}; font-weight: 600; }}
QPushButton[kind="primary"]:hover {{ border-color: {t.ink}; }}
QPushButton[kind="primary"]:focus {{ border: {on_dark(t.ink, t.on_brass)}; }}
QPushButton:checked:focus, QToolButton:checked:focus {{ border: {on_dark(t.brass, t.on_chosen)}; }}
QPushButton[kind="primary"]:disabled {{ background: {t.panel}; color: {t.quiet}; border: {edge}px dashed {t.line}; }}
QPushButton[kind="flat"], QToolButton[kind="flat"] {{ background: transparent; border-color: transparent; text-align: left; }}
QPushButton[kind="flat"]:hover, QToolButton[kind="flat"]:hover {{ border-color: {t.brass}; }}
QPushButton[kind="flat"]:focus, QToolButton[kind="flat"]:focus {{ border: {ring}px solid {t.brass}; }}
QToolButton[kind="small"] {{ background: transparent; border-color: transparent; padding: {px(2)} {px(6)}; }}
QToolButton[kind="small"]:checked {{ background: {t.chosen}; color: {t.on_chosen}; }}
QToolButton[kind="small"]:hover {{ border-color: {t.brass}; }}
QToolButton[kind="small"]:focus {{ border: {ring}px solid {t.brass}; padding: {px(1)} {px(5)}; }}
QToolButton::menu-indicator {{ image: none; }}
QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox, QComboBox, QKeySequenceEdit {{
    background: {t.inset}; color: {t.ink}; border: {edge}px solid {t.line}; border-radius: 3px; padding: {px(3)} {px(6)};
    selection-background-color: {t.chosen}; selection-color: {t.on_chosen};
}}
QLineEdit:disabled, QAbstractSpinBox:disabled, QComboBox:disabled {{ background: {t.panel}; color: {t.quiet}; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus, QComboBox:focus {{ border: {ring}px solid {t.brass}; }}
QComboBox QAbstractItemView {{ background: {t.inset}; color: {t.ink}; border: {edge}px solid {t.line};
    selection-background-color: {t.chosen}; selection-color: {t.on_chosen}; outline: 0; }}
QAbstractItemView {{ background: {t.inset}; color: {t.ink}; alternate-background-color: {t.panel};
    border: {edge}px solid {t.line}; outline: 0; selection-background-color: {t.chosen}; selection-color: {t.on_chosen}; }}
QAbstractItemView:focus {{ border: {ring}px solid {t.brass}; }}
QAbstractItemView::item {{ padding: {px(2)} {px(4)}; }}
QAbstractItemView::item:selected {{ background: {t.chosen}; color: {t.on_chosen}; }}
QHeaderView::section {{ background: {t.panel}; color: {t.quiet}; border: 0; border-bottom: {edge}px solid {t.line};
    padding: {px(3)} {px(5)}; }}
#lamps::section {{ padding: {px(3)} {px(1)}; }}
QMenuBar {{ background: {t.room}; color: {t.ink}; }}
QMenuBar::item {{ padding: {px(3)} {px(9)}; background: transparent; }}
QMenuBar::item:selected {{ background: {t.chosen}; color: {t.on_chosen}; }}
QMenu {{ background: {t.inset}; color: {t.ink}; border: {edge}px solid {t.line}; padding: 4px; }}
QMenu::item {{ padding: {px(4)} {px(22)} {px(4)} {px(26)}; }}
QMenu::item:selected {{ background: {t.chosen}; color: {t.on_chosen}; }}
QMenu::item:disabled {{ color: {t.quiet}; }}
QMenu::separator {{ height: 1px; background: {t.line}; margin: 4px 8px; }}
QStatusBar {{ background: {t.room}; color: {t.quiet}; }}
QStatusBar::item {{ border: 0; }}
QTabBar::tab {{ background: transparent; color: {t.quiet}; padding: {px(4)} {px(12)}; border-bottom: 2px solid transparent; }}
QTabBar::tab:selected {{ color: {t.ink}; border-bottom: 2px solid {t.brass}; }}
QLabel[kind="figures"]:disabled {{ color: {t.quiet}; }}
QTabBar::tab:disabled {{ color: {t.line if not t.plain else t.quiet}; text-decoration: {"line-through" if t.plain else "none"}; }}
QTabBar::tab:focus {{ color: {t.ink}; text-decoration: underline; }}
QTabWidget::pane {{ border: 0; border-top: {edge}px solid {t.line}; }}
QGroupBox {{ border: 0; border-top: {edge}px solid {t.line}; margin-top: {px(16)}; padding-top: {px(6)}; font-weight: 600; }}
QGroupBox::title {{ subcontrol-origin: margin; left: 0; padding-right: 8px; color: {t.quiet}; }}
QScrollBar:vertical {{ background: transparent; width: 11px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: 11px; margin: 0; }}
QScrollBar::handle {{ background: {t.line}; border-radius: 4px; margin: 2px; min-height: 24px; min-width: 24px; }}
QScrollBar::handle:hover {{ background: {t.brass}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QSlider::groove:horizontal {{ height: 4px; background: {t.line}; border-radius: 2px; }}
QSlider::handle:horizontal {{ width: 12px; margin: -5px 0; background: {t.brass}; border: 1px solid {t.ink}; border-radius: 6px; }}
QSlider:focus {{ border: 1px dotted {t.brass}; }}
QComboBox::drop-down {{ border: 0; width: {px(22)}; }}
QComboBox::down-arrow {{ image: url({down}); width: {px(12)}; height: {px(12)}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ border: 0; background: transparent; width: {px(16)}; }}
QAbstractSpinBox[wrong="true"], QComboBox[wrong="true"], QCheckBox[wrong="true"] {{ border: 2px solid {t.red}; }}
QAbstractSpinBox::up-arrow {{ image: url({up}); width: {px(9)}; height: {px(9)}; }}
QAbstractSpinBox::down-arrow {{ image: url({down}); width: {px(9)}; height: {px(9)}; }}
QCheckBox::indicator, QMenu::indicator {{ width: {px(14)}; height: {px(14)}; border: {edge}px solid {t.quiet}; border-radius: 2px;
    background: {t.inset}; }}
QCheckBox::indicator:checked, QMenu::indicator:checked {{ image: url({tick}); }}
QMenu::indicator {{ margin-left: 4px; }}
QMenu::indicator:unchecked {{ border-color: {t.line}; }}
QCheckBox, QRadioButton {{ spacing: {px(7)}; background: transparent; border: {ring}px solid transparent; border-radius: 3px; }}
QCheckBox:focus, QRadioButton:focus {{ border-color: {t.brass}; }}
QLabel:focus {{ background: {t.chosen}; color: {t.on_chosen}; }}
QScrollArea {{ background: transparent; border: 0; }}
QScrollArea:focus {{ border: {ring}px solid {t.brass}; }}
QScrollArea > QWidget > QWidget[kind="page"] {{ background: transparent; }}
#strip {{ background: {t.strip}; border-bottom: 3px solid {t.brass}; }}
#strip[side="luftwaffe"] {{ background: {t.far_strip}; }}
#strip QLabel {{ color: {t.strip_ink}; }}
#strip QLabel[kind="quiet"] {{ color: {t.strip_quiet}; }}
#strip QPushButton, #strip QToolButton {{ background: transparent; color: {t.strip_ink}; border: {edge}px solid {t.strip_quiet}; }}
#strip QPushButton:hover, #strip QToolButton:hover {{ border-color: {t.brass}; }}
#strip QPushButton:focus, #strip QToolButton:focus {{ border: {ring}px solid {t.strip_ink}; }}
#strip QPushButton:checked, #strip QToolButton:checked {{ background: {t.strip_ink}; color: {t.strip}; }}
#strip QPushButton:disabled, #strip QToolButton:disabled {{ color: {t.strip_quiet}; border-style: dashed; background: transparent; }}
#strip QPushButton[kind="primary"] {{ background: {t.strip_ink if t.plain else t.brass}; color: {t.strip if t.plain else t.on_brass};
    border: {edge}px solid {t.brass}; padding: {px(7)} {px(18)}; font-size: {px(14)}; }}
#strip QPushButton[kind="primary"]:focus, #strip QToolButton:checked:focus {{ border: {on_dark(t.strip_ink, t.strip)}; }}
#strip QPushButton[kind="primary"]:disabled {{ background: transparent; color: {t.strip_quiet}; border: {edge}px dashed {t.strip_quiet}; }}
#bar {{ background: {t.chosen}; color: {t.on_chosen}; border-bottom: {edge}px solid {t.brass}; }}
#bar QLabel {{ color: {t.on_chosen}; }}
#card {{ background: {t.panel}; border: {edge}px solid {t.line}; border-radius: 4px; }}
#sheet {{ background: {t.panel}; border: {max(2, edge)}px solid {t.brass}; border-radius: 4px; }}
"""
