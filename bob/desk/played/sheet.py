"""What a sheet is to the desk. A game's own is the `SHEET` of `bob.desk.NAME.sheet`, and serves it by itself and inside a day alike."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from bob.desk.looks import theme
from bob.desk.played.screen_game import ScreenGame
from bob.desk.settings import Settings
from bob.errors import BobError
from bob.kit import seat_told


class GameSheet(QWidget):
    """A game on the screen. It follows `table` by its signals and gives its orders by it.

    A game's own sheet makes its widgets, lays them out on a page with `strip` on top, gives the page to `lay`, and has `refresh`
    and `start`.
    """

    closed = Signal()
    """Go back: close the game, or leave the dogfight for the map."""
    again = Signal()
    """Another game, after one that is over."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.strip = QFrame()
        self.strip.setObjectName("strip")
        self.head = QHBoxLayout(self.strip)
        """What a sheet tells on top, before the aside and the buttons."""
        self.head.setContentsMargins(14, 7, 10, 7)
        self.aside = QHBoxLayout()
        """Room in the head for what the desk puts beside the game: who flies, how fast it goes."""
        self.undo_button, self.close_button = QPushButton(), QPushButton()
        self.undo_button.clicked.connect(lambda: self.undo())
        self.close_button.clicked.connect(self.closed.emit)
        self.notice = QLabel()
        """Why something was refused; the sheet lays it out."""
        theme.kind(self.notice, "warning")
        self.notice.setWordWrap(True)
        self._next = ""
        self.blank = self._blank_page()
        self.stack = QStackedLayout(self)

    def lay(self, page: QWidget) -> None:
        """Put the page of the game on the sheet, and let the sheet follow the game."""
        self.head.addLayout(self.aside)
        self.head.addWidget(self.undo_button)
        self.head.addWidget(self.close_button)
        self.page = page
        self.stack.addWidget(page)
        self.stack.addWidget(self.blank)
        self.table.changed.connect(self.refresh)
        self.table.handover.connect(self._hand_over)
        self.table.failed.connect(self._complain)
        self.settings.language_changed.connect(self.retranslate)
        self.settings.theme_changed.connect(self.refresh)
        self.settings.text_size_changed.connect(self.retranslate)
        self.retranslate()

    def begin(self) -> None:
        """Let the game go on, and take the keys."""
        self.table.advance()
        self.start()

    def start(self) -> None:
        """Take the keys."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take back the last order; a game's own sheet may take back all that one click gave."""
        self.table.undo()

    def refresh(self) -> None:
        """Show the game as it is now; nothing of it while there is no view. A game's own sheet extends it."""
        self.notice.hide()
        self.stack.setCurrentWidget(self.page if self.table.view is not None else self.blank)
        reason = self.table.undo_reason() if self.table.view is not None else None
        self.undo_button.setEnabled(reason is None)
        self.undo_button.setToolTip("" if reason is None else self.settings.words(reason))

    def retranslate(self) -> None:
        """Tell all in the language of now. A game's own sheet extends it, and calls it last."""
        words = self.settings.words
        self.undo_button.setText(words("desk_game.undo"))
        self.close_button.setText(words("desk_fights.to_map" if self.table.in_day else "desk_game.close"))
        self.blank_hint.setText(words("desk_game.blank_hint"))
        self.blank_button.setText(words("desk_game.blank_button"))
        if self._next:
            self._hand_over(self._next)
        self.refresh()

    def _complain(self, error: object) -> None:
        if isinstance(error, BobError):
            self.notice.setText(error.told(self.settings.words))
            self.notice.show()

    # ---- the screen changes hands

    def _blank_page(self) -> QWidget:
        """The sheet while the screen changes hands: it tells nothing but who is to sit down."""
        blank = QWidget()
        blank.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        body = QVBoxLayout(blank)
        body.addStretch()
        self.blank_text, self.blank_hint, self.blank_button = QLabel(), QLabel(), QPushButton()
        theme.kind(self.blank_text, "heading")
        theme.kind(self.blank_hint, "quiet")
        theme.kind(self.blank_button, "primary")
        self.blank_button.clicked.connect(self._seated)
        for widget in (self.blank_text, self.blank_hint, self.blank_button):
            body.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        body.addStretch()
        return blank

    def _hand_over(self, seat: str) -> None:
        self._next = seat
        self.blank_text.setText(self.settings.words("desk_game.blank", seat=seat_told(self.settings.words, seat)))
        self.stack.setCurrentWidget(self.blank)
        self.blank.setFocus()

    def _seated(self) -> None:
        seat, self._next = self._next, ""
        self.table.sit(seat)
        self.start()
