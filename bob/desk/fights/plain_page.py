"""The dogfight of a game that has no sheet of its own: what the seat sees field by field, its orders as buttons and forms."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from bob.desk.fights.order_form import OrderForm, inner_forms, whole
from bob.desk.game.session import Session
from bob.desk.looks import theme
from bob.desk.settings import Settings
from bob.errors import BobError
from bob.kit import Teller
from bob.operations.orders import Fly
from bob.operations.situation import headline
from bob.operations.telling import Names, sentence
from bob.operations.view import EngagementView
from bob.report.plain_view import figures

HEARD = 12
"""How many of the last events are shown."""


class PlainPage(QFrame):
    """A plain page of view and choices."""

    map_asked = Signal()

    def __init__(self, session: Session, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings, self.names = session, settings, names
        self.shown: EngagementView | None = None
        self.buttons: list[QPushButton] = []
        self.forms: list[OrderForm] = []
        self.setObjectName("sheet")
        self.caption, self.title, self.seen, self.heard = (QLabel() for _ in range(4))
        theme.kind(self.caption, "caption")
        theme.kind(self.title, "heading")
        for label in (self.title, self.seen, self.heard):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.map = QPushButton()
        self.map.clicked.connect(self.map_asked.emit)
        self.orders = QWidget()
        theme.kind(self.orders, "page")
        self.list = QVBoxLayout(self.orders)
        held = QScrollArea()
        held.setWidgetResizable(True)
        held.setWidget(self.orders)
        left = QVBoxLayout()
        left.addWidget(self.seen)
        left.addWidget(self.heard)
        left.addStretch()
        across = QHBoxLayout()
        across.addLayout(left, 1)
        across.addWidget(held, 1)
        column = QVBoxLayout(self)
        column.addWidget(self.caption)
        column.addWidget(self.title)
        column.addLayout(across, 1)
        column.addWidget(self.map, 0, Qt.AlignmentFlag.AlignLeft)
        settings.language_changed.connect(self.refresh)

    def show_situation(self, s: EngagementView) -> None:
        """Show a dogfight as the seat at the screen knows it, and what it may order."""
        self.shown = s
        self.names.models = s.models
        self.refresh()

    def clear(self) -> None:
        """Hold nothing."""
        self.shown = None
        self._emptied()
        for label in (self.caption, self.title, self.seen, self.heard):
            label.clear()

    def start(self) -> None:
        """Take the keys."""
        (self.buttons[0] if self.buttons else self.map).setFocus()

    def refresh(self) -> None:
        """Fill the page in the language of now."""
        s, words, session = self.shown, self.settings.words, self.session
        self.map.setText(words("desk_fights.to_map"))
        if s is None:
            return
        kit = self.names.slot[s.how]
        self.caption.setText(words("engagement.caption", number=s.number, clock=s.clock))
        self.title.setText(f"{headline(s, words, self.names)} – {kit.called(words)}")
        self.seen.setText("\n".join(figures(s.battle, words)))
        told = [sentence(words, event, self.names) for _, event in session.log(session.seat) if event.code == "dogfight"]
        self.heard.setText("\n".join(told[-HEARD:]))
        self._emptied()
        choices = session.choices
        teller = kit.dogfight_teller(words, lambda number: self.names.model(words, number))
        for order in choices.listed:
            button = QPushButton(self._told(teller, order))
            button.clicked.connect(partial(self._give, order))
            self.buttons.append(button)
            self.list.addWidget(button)
        for form, around in inner_forms(choices.described):
            made = OrderForm(form, form.code.replace("_", " "), partial(self._fill, around))
            self.forms.append(made)
            self.list.addWidget(made)
        self.list.addStretch()

    def _told(self, teller: Teller, order: Any) -> str:
        return teller.order(order.order, self.session.sitting) if isinstance(order, Fly) else str(order.code)

    def _emptied(self) -> None:
        self.buttons.clear()
        self.forms.clear()
        while (item := self.list.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()

    def _fill(self, around: dict[str, Any], order: dict[str, Any]) -> None:
        try:
            made = self.session.match.game.order(whole(around, order))
        except BobError as error:
            self.heard.setText(error.told(self.settings.words))
            return
        self._give(made)

    def _give(self, order: Any, _: bool = False) -> None:
        try:
            self.session.play(self.session.sitting, order)
        except BobError:
            return  # the session has told of it
