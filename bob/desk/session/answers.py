"""The card under the strip: the orders that answer the open decision, given on the spot, and the last refusal with its reason."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.enter_key import ENTER, claims_enter
from bob.desk.session.decision_walk import DecisionWalk
from bob.desk.session.open_decisions import OpenDecision, OrderOffer

COLUMNS = 3
TALL = 260
BESIDE = 70
"""Pixels around a counter that the card leaves free."""
NARROWEST = 240
"""Pixels that a line of news needs beside a card; with less it is placed below the card."""
_MOVED = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide)


class Floating(QFrame):
    """A sheet that floats at the top right of its parent."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.host = parent
        self.setObjectName("sheet")
        self._others: tuple[QWidget, ...] = ()
        self.hide()
        parent.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        hosted = watched is self.host and event.type() == QEvent.Type.Resize
        moved = watched in self._others and event.type() in _MOVED and self.isVisible()
        if hosted or moved:
            self.place()
        return False

    def keep_clear(self, *others: QWidget) -> None:
        """Choose the place again whenever one of these widgets appears, disappears or moves: they have priority."""
        self._others += others
        for other in others:
            other.installEventFilter(self)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self.place()
        return done

    def place(self) -> None:
        """Take the place under the strip."""
        parent = self.host
        self.adjustSize()
        width = min(self.sizeHint().width(), parent.width() - 24)
        self.resize(width, min(self.sizeHint().height(), parent.height() - 24))
        self.move(parent.width() - self.width() - 12, 10)
        self.raise_()


def emptied(layout: QLayout) -> None:
    """Take everything out of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            widget.hide()  # one that a layout was about to show would else come up by itself
            widget.setParent(None)
            widget.deleteLater()
        elif (inner := item.layout()) is not None:
            emptied(inner)


class AnswerCard(Floating):
    """Answers to the first decision owed."""

    foreseen = Signal(object)
    """The order, or orders, of the offer that is looked at; None when there is none."""
    in_the_way = Signal()
    """There is a new question, and the card hides its subject in every place."""

    def __init__(self, settings: Settings, decisions: DecisionWalk, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        self.decisions = decisions
        self._shown: tuple[Any, ...] | None = None
        self.where: Callable[[str, Any], QPoint | None] = lambda kind, key: None
        """The position of a thing of the table on the widget under the card; set by the owner of a table."""
        self._offered: dict[QObject, OrderOffer] = {}
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(14, 10, 14, 12)
        self._body.setSpacing(6)
        decisions.changed.connect(self.refresh)
        settings.language_changed.connect(self.refresh)
        settings.text_size_changed.connect(self.refresh)

    def refresh(self) -> None:
        """Show the answers to the decision of now; nothing when it has none."""
        first = self.decisions.first
        words = self.settings.words
        self.setAccessibleName(words("desk.card.name"))
        running = self.decisions.running
        if first is None or running or self.decisions.covered or not (first.offers or first.options):
            if self._shown is not None:
                self.foreseen.emit(None)
            self.clear()
            return
        key = (first, words.language, self.settings.text_size)
        if key == self._shown and self.isVisible():
            return
        self._shown = key
        emptied(self._body)
        self._offered.clear()
        self.foreseen.emit(first.offers[0].order if first.offers else None)
        title = QLabel(first.text)
        title.setFont(theme.font(self.settings, 14, bold=True))
        title.setWordWrap(True)
        title.setMinimumWidth(round(330 * self.settings.scale))
        self._body.addWidget(title)
        if first.options:
            self._choice(first)
        else:
            for offer in first.offers:
                button = self._button(offer.text, partial(self.decisions.order, offer.order))
                button.setToolTip(offer.tip)
                self._offered[button] = offer
                self._body.addWidget(button)
            row = QHBoxLayout()
            if first.show is not None:
                locate = self._button(words("desk.card.locate"), self.decisions.locate)
                row.addWidget(locate)
            row.addStretch()
            if first.ends:
                row.addWidget(self._button(first.button, self.decisions.walk))
            else:
                row.addWidget(self._button(words("desk.owed.pass_button"), self.decisions.leave))
            self._body.addLayout(row)
        self.setFocusProxy(next(iter(self.findChildren(QPushButton)), None))  # type: ignore[arg-type]
        self.show()
        self.place()
        if self._hides():
            self.in_the_way.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Preview the effect of the offer under the pointer or with the focus; Enter presses the focused button."""
        if isinstance(watched, QPushButton):
            if claims_enter(event):
                return True
            if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in ENTER:
                watched.click()
                return True
        if watched in self._offered and event.type() in (QEvent.Type.Enter, QEvent.Type.FocusIn):
            self.foreseen.emit(self._offered[watched].order)
        return super().eventFilter(watched, event)

    def clear(self) -> None:
        """Hide the card and drop its offers."""
        self._shown = None
        self.setFocusProxy(None)  # type: ignore[arg-type]
        emptied(self._body)
        self.hide()

    def place(self) -> None:
        """Take the place under the strip; the other side where the card would hide its subject."""
        super().place()
        if self._hides():
            self.move(12, 10)

    def about(self) -> QPoint | None:
        """Return the position of the subject of the decision."""
        first = self.decisions.first
        return self.where(*first.show) if first is not None and first.show is not None else None

    def _hides(self) -> bool:
        at = self.about()
        return at is not None and self.geometry().adjusted(-BESIDE, -BESIDE, BESIDE, BESIDE).contains(at)

    def _button(self, text: str, do: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.installEventFilter(self)
        button.clicked.connect(lambda _=False: do())
        return button

    def _picked(self, name: str, _: bool = False) -> None:
        self.decisions.pick((name,))

    def _choice(self, first: OpenDecision) -> None:
        """Show the options of a choice: to take one, or to tick several."""
        words = self.settings.words
        page = QWidget()
        theme.kind(page, "page")
        grid = QGridLayout(page)
        grid.setContentsMargins(0, 0, 0, 0)
        columns = COLUMNS if len(first.options) > 4 else 1
        buttons: list[QPushButton] = []
        for i, (name, text) in enumerate(first.options):
            button = QPushButton(text)
            button.setProperty("name", name)
            if first.count == 1:
                button.clicked.connect(partial(self._picked, name))
            else:
                button.setCheckable(True)
                button.setChecked(name in first.advised)
            buttons.append(button)
            grid.addWidget(button, i // columns, i % columns)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the button that has the keys
        scroll.setWidget(page)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setMinimumWidth(page.sizeHint().width() + 16)
        scroll.setFixedHeight(min(TALL, page.sizeHint().height() + 4))
        self._body.addWidget(scroll)
        if first.count != 1:
            done = QPushButton(first.button)
            theme.kind(done, "primary")
            account = QLabel()
            theme.kind(account, "quiet")

            def counted() -> None:
                chosen = sum(b.isChecked() for b in buttons)
                account.setText(words("desk.card.chosen", chosen=chosen, count=first.count))
                done.setEnabled(chosen == first.count)

            for button in buttons:
                button.toggled.connect(lambda _: counted())
            done.clicked.connect(lambda: self.decisions.pick(tuple(b.property("name") for b in buttons if b.isChecked())))
            counted()
            row = QHBoxLayout()
            row.addWidget(account)
            row.addStretch()
            row.addWidget(done)
            self._body.addLayout(row)
        next((b for b in buttons if b.property("name") in first.advised), buttons[0]).setFocus()


class Notice(Floating):
    """One line about a refusal or an event, with its rule; it disappears with the next order."""

    rule_asked = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.settings = settings
        self._wide = 0
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.PlainText)  # what others write, or call themselves, is no markup
        self.text.setWordWrap(True)
        self.text.setFixedWidth(1)  # until it is placed
        self.rule = QPushButton()
        theme.kind(self.rule, "flat")
        self.rule.clicked.connect(lambda: self.rule_asked.emit(self.rule.property("rule")))
        self.close_button = QPushButton("×")
        theme.kind(self.close_button, "flat")
        self.close_button.clicked.connect(self.hide)
        row.addWidget(self.text, 1)
        row.addWidget(self.rule)
        row.addWidget(self.close_button)

    def tell(self, text: str, rule: str | None = None, *, bad: bool = True) -> None:
        """Show a line; `rule` can be read by a click."""
        theme.kind(self.text, "warning" if bad else "plain")
        self.text.style().unpolish(self.text)
        self.text.style().polish(self.text)
        self.text.setText(text)
        self._wide = round(min(420, 7 * len(text)) * self.settings.scale)
        self.rule.setVisible(rule is not None)
        self.rule.setText(rule or "")
        self.rule.setProperty("rule", rule or "")
        self.setAccessibleName(self.settings.words("desk.notice.name"))
        self.close_button.setAccessibleName(self.settings.words("desk.notice.close"))
        self.show()
        self.place()

    def clear(self) -> None:
        """Hide the line and drop its text before another person sits down."""
        self.hide()
        self.text.clear()
        self.rule.setText("")

    def place(self) -> None:
        """Place the line at the upper left: beside a card with a question, or below a card in the same place."""
        room, top = self.host.width() - 24, 10
        for other in self._others:
            card = other.geometry()
            if not other.isVisible():
                continue
            if card.left() >= round(NARROWEST * self.settings.scale):
                room = min(room, card.left() - 24)
            else:
                top = max(top, card.bottom() + 8)
        around = self.sizeHint().width() - self.text.minimumWidth()
        self.text.setFixedWidth(max(1, min(self._wide, room - around)))
        self.adjustSize()
        self.resize(min(self.sizeHint().width(), room), self.sizeHint().height())
        self.move(12, top)
        self.raise_()
