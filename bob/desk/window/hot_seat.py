"""The hand-over at one screen: a blank page that only names the next person."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from bob.core.game import REFEREE
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.icons import icon


class Blank(QWidget):
    """The blank page. `taken` is emitted when the named person has sat down."""

    taken = Signal(str)
    referee_asked = Signal()
    """The referee would sit down instead."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.seat = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.badge = QLabel()
        self.text = QLabel()
        theme.kind(self.text, "heading")
        self.hint = QLabel()
        theme.kind(self.hint, "quiet")
        self.button = QPushButton()
        theme.kind(self.button, "primary")
        self.button.clicked.connect(lambda: self.taken.emit(self.seat))
        self.instead = QPushButton()
        theme.kind(self.instead, "flat")
        self.instead.clicked.connect(self.referee_asked)
        body = QVBoxLayout(self)
        body.setSpacing(14)
        body.addStretch()
        for widget in (self.badge, self.text, self.hint, self.button, self.instead):
            if isinstance(widget, QLabel):
                widget.setAlignment(Qt.AlignmentFlag.AlignCenter)
            body.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        body.addStretch()
        settings.language_changed.connect(self.retranslate)

    def ask(self, seat: str, refereed: bool = False) -> None:
        """Ask for the person of a seat; in a game that has one, the referee may sit down instead. No button is focused: a key still
        held must not uncover the table."""
        self.seat = seat
        self.instead.setVisible(refereed and seat != REFEREE)
        self.retranslate()
        self.setFocus()

    def retranslate(self) -> None:
        if not self.seat:
            return
        words = self.settings.words
        self.badge.setPixmap(icon(self.seat, theme.look(self.settings).ink, 64).pixmap(64, 64))
        self.text.setText(words(f"desk.hand_over.to_{self.seat}"))
        referee = self.seat == REFEREE  # the truth needs a deliberate act
        self.hint.setText(words("desk.hand_over.hint_referee" if referee else "desk.hand_over.hint"))
        self.button.setText(words("desk.hand_over.button_referee" if referee else "desk.hand_over.button"))
        self.instead.setText(words("desk.hand_over.instead"))
