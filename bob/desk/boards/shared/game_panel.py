"""The interface of sheets to the desk. A game's own is declared in `bob.desk.boards.registry`, for a game alone and inside a day alike."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from bob.core.errors import BobError
from bob.core.game import Event
from bob.core.kit import seat_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.widgets.vignette import Vignette
from bob.desk.boards.shared.fast_forward import FastForward
from bob.desk.boards.shared.lists import ORDER, GoButton, LogList, OrderList
from bob.desk.boards.shared.shot_table import ShotBox
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.choice_keys import LEAVE
from bob.tactical.debrief import Shot, favour, rows, summary
from bob.tactical.slot import Tactical

SHOWN = 4500
"""Milliseconds that the slip stays."""


class LossNotice(QFrame):
    """The slip over the board at the fall of an ace. It takes no keys, and goes by itself or by a click."""

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        self.setObjectName("sheet")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.vignette, self.head, self.text = Vignette(settings), QLabel(), QLabel()
        self.text.setWordWrap(True)
        row, texts = QHBoxLayout(self), QVBoxLayout()
        row.addWidget(self.vignette, 0, Qt.AlignmentFlag.AlignTop)
        texts.addWidget(self.head)
        texts.addWidget(self.text)
        row.addLayout(texts, 1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SHOWN)
        self._timer.timeout.connect(self.hide)
        self.hide()

    def show_fallen(self, names: list[str], top: int) -> None:
        """Show the fallen, at the left below the head of the sheet."""
        words, scale = self.settings.words, self.settings.scale
        self.vignette.show_kind("lost")
        self.head.setFont(theme.font(self.settings, 15, bold=True))
        self.head.setText(words("desk_game.fallen"))
        self.text.setText("\n".join(names))
        self.text.setFixedWidth(round(190 * scale))
        self.setAccessibleName(f"{self.head.text()}: {', '.join(names)}")
        self.show()
        self.adjustSize()
        self.move(14, top + 12)
        self.raise_()
        self._timer.start()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.hide()


CRAMPED_HEAD = 1000
"""A sheet narrower than this, in pixels of the usual text size, shows less on top."""
SCORE = "   "
"""The wide gap between the label of a score and its figures."""


class GamePanel(QWidget):
    """A game on the screen. It follows `table` by its signals and gives its orders by it.

    It has a head with the turn and a legend of the keys. A game's own sheet makes its widgets, gives the lists to `take_lists` and its
    layout to `lay`, states its turn, and extends `refresh`.
    """

    closed = Signal()
    """Go back: close the game, or leave the dogfight for the map."""
    seen_live = False
    """True if hits on a target were shown as they fell."""
    again = Signal()
    """Another game, after one that is over."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.table = settings, table
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.strip = QFrame()
        self.strip.setObjectName("strip")
        self.head = QHBoxLayout(self.strip)
        """The text on top of a sheet, before the aside and the buttons."""
        self.head.setContentsMargins(14, 7, 10, 7)
        self.turn, self.who, self.score = QLabel(), QLabel(), QLabel()
        theme.kind(self.who, "quiet")
        self.who.setWordWrap(True)
        self.who.setMinimumWidth(90)
        self.head.addWidget(self.turn)
        self.head.addSpacing(18)
        self.head.addWidget(self.who, 1)
        self.head.addWidget(self.score)
        self.head.addSpacing(18)
        self.aside = QHBoxLayout()
        """Space in the head for the desk's own controls beside the game: the players, the speed."""
        self.forward = FastForward(settings, table)
        self.shots_button, self.undo_button, self.close_button = QPushButton(), QPushButton(), QPushButton()
        self.shots_button.clicked.connect(self.show_shots)
        self.undo_button.clicked.connect(lambda: self.undo())
        self.close_button.clicked.connect(self.closed.emit)
        self.notice = QLabel()
        """The reason for a refusal; placed by the sheet."""
        theme.kind(self.notice, "warning")
        self.notice.setWordWrap(True)
        self._next = ""
        self._looked: tuple[str, int] | None = None
        """Up to where the log has been looked at for aces that fell: whose log, and how many events; None before the first look."""
        self.coach: Any = None
        """The coach of the lesson, while there is one."""
        self.blank = self._blank_page()
        self.stack = QStackedLayout(self)

    def take_lists(self, orders: OrderList, go: GoButton, log: LogList) -> None:
        """Set the list of orders, its button, and the log."""
        self.orders, self.go, self.log = orders, go, log
        orders.itemDoubleClicked.connect(lambda item: self.give(item.data(ORDER)))
        go.clicked.connect(lambda: self.take_current())

    def lay(self, body: QWidget) -> None:
        """Put the game below the head, and let the sheet follow it; the lists have been taken."""
        self.head.addLayout(self.aside)
        self.head.addWidget(self.forward)
        self.head.addWidget(self.shots_button)
        self.head.addWidget(self.undo_button)
        self.head.addWidget(self.close_button)
        self.page = QWidget()
        column = QVBoxLayout(self.page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.strip)
        column.addWidget(body, 1)
        self.slip = LossNotice(self.settings, self.page)
        self.setFocusProxy(self.orders)
        self.stack.addWidget(self.page)
        self.stack.addWidget(self.blank)
        self.table.changed.connect(self.refresh)
        self.table.thinking.connect(lambda _: self.show_head())
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
        self.orders.setFocus()

    def teach(self, coach: Any) -> None:
        """Put a coach beside the sheet until it is finished."""
        self.coach = coach
        coach.finished.connect(self._taught)

    def _taught(self) -> None:
        if self.coach is not None:
            self.coach.ring.deleteLater()
            self.coach.deleteLater()
            self.coach = None

    def undo(self) -> None:
        """Take back the last order; a game's own sheet may take back all that one click gave."""
        self.forward.stop()
        self.table.undo()

    def refresh(self) -> None:
        """Show the game as it is now; nothing of it while there is no view. A game's own sheet extends it."""
        self.notice.hide()
        self.stack.setCurrentWidget(self.page if self.table.view is not None else self.blank)
        reason = self.table.undo_reason() if self.table.view is not None else None
        self.undo_button.setEnabled(reason is None)
        self.undo_button.setToolTip("" if reason is None else self.settings.words(reason))
        self._look_for_fallen()

    def fallen(self, event: Event) -> str:
        """Return the ace that falls by an event, with the aircraft; empty for any other event. Implemented by a game's own sheet."""
        return ""

    def _look_for_fallen(self) -> None:
        """Show for a moment which aces have fallen since the log was last looked at."""
        table, before = self.table, self._looked
        if table.view is None:
            self._looked = None
            self.slip.hide()
            return
        log = table.log
        self._looked = (table.seated, len(log))
        if before is None or before[0] != table.seated or table.is_past or not self.settings.moments:
            return
        names = [name for _, event in log[before[1] :] if (name := self.fallen(event))]
        if names:
            self.slip.show_fallen(names, self.strip.height())

    def retranslate(self) -> None:
        """Set all texts in the current language. A game's own sheet extends it, and calls it last."""
        words = self.settings.words
        self.undo_button.setText(words("desk_game.undo"))
        self.shots_button.setText(words("flown.debrief.title"))
        self.close_button.setText(words("desk_fights.to_map" if self.table.in_day else "desk_game.close"))
        self.orders.setAccessibleName(words("desk_game.orders"))
        self.log.setAccessibleName(words("desk_game.log"))
        self.blank_hint.setText(words("desk_game.blank_hint"))
        self.blank_button.setText(words("desk_game.blank_button"))
        if self._next:
            self._hand_over(self._next)
        self.refresh()

    def turn_text(self, view: Any) -> str:
        """Describe the turn, for the top. Implemented by a game's own sheet."""
        raise NotImplementedError

    def score_text(self, view: Any) -> str:
        """Describe the score, for the top; the part before a wide gap moves to the tip where space is short."""
        return ""

    def seat_title(self, seat: str) -> str:
        """Return the name of a seat, for the top and the hand-over."""
        return seat_text(self.settings.words, seat)

    def ended_text(self) -> str:
        """Describe the result, for the top."""
        return ""

    def show_head(self) -> None:
        """Show the turn, the deciding seat, and the score."""
        table, words = self.table, self.settings.words
        view = table.view
        self.forward.follow()
        self.shots_button.setVisible(table.outcome is not None and bool(self._shots()))
        narrow = self.width() / self.settings.scale < CRAMPED_HEAD
        self.turn.setFont(theme.font(self.settings, 13 if narrow else 15, bold=True))
        if view is None:
            for label in (self.turn, self.who, self.score):
                label.clear()
            return
        self.turn.setText(self.turn_text(view))
        text = self.score_text(view)
        self.score.setText(text.partition(SCORE)[2] or text if narrow else text)
        self.score.setToolTip(text)
        said = ""
        if table.outcome is not None:
            said = self.ended_text()
        elif table.is_past:
            said = words("desk_board.past")
        elif table.choices.listed or table.choices.described:  # also while the other side thinks over its own
            said = words("desk_game.yours_short") if narrow else words("desk_game.yours", seat=self.seat_title(table.seated))
        elif table.is_thinking:
            said = words("desk_game.thinking")
        self.who.setText(f"{said[:1].upper()}{said[1:]}")

    # ---- the debrief of a game by itself

    def name_on_table(self, number: int) -> str:
        """Return the name of an aircraft on the table. A game's own sheet says it as its log does."""
        return str(number + 1)

    def _shots(self) -> list[Shot]:
        """Return the shots of a game of aircraft; none for any other."""
        kit = self.table.kit
        return kit.debrief(self.settings.words, [event for _, event in self.table.log]) if isinstance(kit, Tactical) else []

    def _shooting_side(self, number: int) -> str:
        view = self.table.view
        side = view.aircraft[number].side
        return str(getattr(view, "sides", view.seats)[side] if isinstance(side, int) else side)

    def show_shots(self) -> None:
        """Open the box with the shots of a game that is over."""
        words, shots = self.settings.words, self._shots()
        said = summary(words, shots, favour(shots, self._shooting_side))
        ShotBox(self.settings, rows(words, shots, self.name_on_table), said, self).open()

    def _complain(self, error: object) -> None:
        if isinstance(error, BobError):
            self.notice.setText(error.describe(self.settings.words))
            self.notice.show()

    # ---- choosing

    @property
    def armed(self) -> Any:
        """The order looked at in the list."""
        return self.orders.armed

    def give(self, order: Any) -> None:
        """Give an order, as if it had been chosen here."""
        if order is not None:
            self.table.play(order)

    def take_current(self) -> None:
        """Give the order looked at; after the game is over, begin another."""
        if self.table.outcome is not None:
            self.again.emit()
        else:
            self.give(self.armed)

    def take_only(self) -> None:
        """Carry out the only order of a card or aircraft clicked twice."""
        if self.orders.count() == 1:
            self.take_current()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.stack.currentWidget() is self.blank:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.forward.start()
        elif not self.pressed(event):
            super().keyPressEvent(event)

    def pressed(self, event: QKeyEvent) -> bool:
        """Handle a key; return whether it was used. A game's own sheet extends it."""
        if event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return False
        if not event.isAutoRepeat():  # a key that is held ends a turn elsewhere
            self.take_current()
        return True

    def take_key(self, event: QKeyEvent, keys: Collection[str]) -> bool:
        """Give the order of the list whose key was pressed, if the key is one of these; whether it is."""
        key = LEAVE if event.key() == Qt.Key.Key_Space else event.text().lower()
        if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier) or len(key) != 1 or key not in keys:
            return False
        item = self.orders.keyed(key)
        if item is not None and self.is_grave(item.data(ORDER)) and self.armed != item.data(ORDER):
            self.orders.setCurrentItem(item)
            self.notice.setText(self.settings.words("desk_flight.again", order=self.orders.shown_text(item)))
            self.notice.show()
        elif item is not None:
            self.give(item.data(ORDER))
        return True

    def is_grave(self, order: object) -> bool:
        """Return whether a key only points at an order, and the same key or Enter gives it. A game's own sheet says which."""
        return False

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for lines in (self.orders, self.log):
            lines.scheduleDelayedItemsLayout()  # filled while nothing was known of their width

    # ---- the screen changes hands

    def _blank_page(self) -> QWidget:
        """Return the page for the hand-over of the screen: it only names the next person."""
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
        self.blank_text.setText(self.settings.words("desk_game.blank", seat=self.seat_title(seat)))
        self.stack.setCurrentWidget(self.blank)
        self.blank.setFocus()

    def _seated(self) -> None:
        seat, self._next = self._next, ""
        self.table.sit(seat)
        self.start()
