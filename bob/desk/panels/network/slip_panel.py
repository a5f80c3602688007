"""Slips, hand-outs and the terms, beside the table: for the umpire the slips that came in, the sides that owe orders, and reports to
send; for a player the outcome of each own slip. Hand-outs can be opened again from here."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.core.text import capital
from bob.day.game import OperationalDay
from bob.day.telling.sentences import refusal
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.network.joined import Joined
from bob.desk.panels.network.room_panel import seat_text
from bob.desk.panels.network.slip_form import SlipForm
from bob.rooms.client.room_state import FarHandOut, FarSlip, LateReport
from bob.rooms.order_wording import OrderWords
from bob.rooms.terms_wording import time_text, turn_text

_MOST = 30
_ROWS, _HIGH = 6, 190
"""Visible rows of a list, and its greatest height."""


class SlipPanel(QWidget):
    """The slips of a room. `tell` returns the words for orders, by the names known now."""

    hand_out_asked = Signal(str)
    """A hand-out is to be opened."""
    terms_asked = Signal()
    push_asked = Signal()

    def __init__(self, joined: Joined, settings: Settings, tell: Callable[[], OrderWords], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.joined, self.settings, self.tell = joined, settings, tell
        self.referee = joined.membership.seat == REFEREE
        self._heard = time.monotonic()
        self._shown: tuple[Any, ...] = ()
        self.cards: dict[int, SlipCard] = {}
        self.to_move, self.empty = QLabel(), QLabel()
        self.to_move.setTextFormat(Qt.TextFormat.PlainText)
        self.to_move.setWordWrap(True)
        theme.kind(self.empty, "quiet")
        self.empty.setWordWrap(True)
        self.hold = QPushButton()
        self.hold.clicked.connect(self._hold)
        self.terms, self.push = QPushButton(), QPushButton()
        self.terms.clicked.connect(self.terms_asked)
        self.push.clicked.connect(self.push_asked)
        self.waiting = QVBoxLayout()
        self.waiting.setSpacing(8)
        self.titles = {name: QLabel() for name in ("slips", "done", "sheets", "later")}
        for title in self.titles.values():
            theme.kind(title, "caption")
        self.done, self.hand_outs, self.later = QListWidget(), QListWidget(), QListWidget()
        for found in (self.done, self.hand_outs, self.later):
            found.setWordWrap(True)
            found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.done.setSelectionMode(QListWidget.SelectionMode.NoSelection)
        self.hand_outs.itemActivated.connect(lambda item: self.hand_out_asked.emit(item.data(Qt.ItemDataRole.UserRole)))
        self.hand_outs.itemClicked.connect(lambda item: self.hand_out_asked.emit(item.data(Qt.ItemDataRole.UserRole)))
        self.drop, self.take_back = QPushButton(), QPushButton()
        self.drop.clicked.connect(self._drop)
        self.take_back.clicked.connect(self._take_back)
        self._lay()
        self._tick = QTimer(self)
        self._tick.setInterval(1000)
        self._tick.timeout.connect(self._preview)
        joined.room_changed.connect(self._came)
        settings.language_changed.connect(self._again)
        self._again()

    def _lay(self) -> None:
        head = QHBoxLayout()
        head.addWidget(self.to_move, 1)
        head.addWidget(self.hold)
        inside = QWidget()
        theme.kind(inside, "page")
        body = QVBoxLayout(inside)
        body.setContentsMargins(8, 6, 8, 6)
        body.setSpacing(6)
        body.addLayout(head)
        body.addWidget(self.titles["slips"])
        body.addWidget(self.empty)
        body.addLayout(self.waiting)
        for name, found in (("done", self.done), ("sheets", self.hand_outs), ("later", self.later)):
            body.addWidget(self.titles[name])
            body.addWidget(found)
            if name == "sheets":
                body.addWidget(self.take_back)
        body.addWidget(self.drop)
        body.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(inside)
        foot = QHBoxLayout()
        foot.setContentsMargins(8, 0, 8, 6)
        foot.addWidget(self.terms)
        foot.addWidget(self.push)
        foot.addStretch(1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(scroll, 1)
        whole.addLayout(foot)
        self.setFocusProxy(self.hand_outs)
        for part in (self.to_move, self.hold, self.push, self.take_back):
            part.setVisible(self.referee)

    # ---- showing

    def _came(self) -> None:
        self._heard = time.monotonic()
        self.refresh()

    def _again(self) -> None:
        words = self.settings.words
        self.setAccessibleName(words("desk.dock.slips"))
        for name, title in self.titles.items():
            title.setText(words(f"desk_join.slips.{name}" if self.referee or name != "sheets" else "desk_join.slips.received"))
        self.terms.setText(words("desk_join.slips.terms"))
        self.push.setText(words("desk_join.slips.push"))
        self.drop.setText(words("desk_join.slips.drop"))
        self.take_back.setText(words("desk_join.slips.take_back"))
        self._shown = ()
        for number in list(self.cards):
            self._remove(number)
        self.refresh()

    def refresh(self) -> None:
        """Show the slips as they are."""
        room, words = self.joined.room, self.settings.words
        self.hold.setText(words("desk_join.slips.go_on" if room.held else "desk_join.slips.hold"))
        self._preview()
        shown = (room.slips, room.hand_outs, room.later, room.terms.slips)
        if shown == self._shown:
            return
        self._shown = shown
        order_words = self.tell()
        waits = [slip for slip in room.slips if slip.state == "waiting"] if self.referee else []
        for number in set(self.cards) - {slip.number for slip in waits}:
            self._remove(number)
        for slip in waits:
            if slip.number not in self.cards:
                self._card(slip, order_words)
        self.empty.setText(words("desk_join.slips.none" if self.referee else "desk_join.slips.none_yours"))
        rest = [slip for slip in reversed(room.slips) if slip not in waits][:_MOST]
        self.empty.setVisible(not waits and (self.referee or not rest))
        self._fill(self.done, [(self._slip_outcome(order_words, slip), str(slip.number)) for slip in rest])
        self._fill(self.hand_outs, [(self._hand_out(one), one.id) for one in reversed(room.hand_outs)])
        late = [(self._report(report), str(n)) for n, report in enumerate(room.later)]
        self._fill(self.later, late)
        for name, found in (("done", self.done), ("sheets", self.hand_outs), ("later", self.later)):
            self.titles[name].setVisible(found.count() > 0)
            found.setVisible(found.count() > 0)
            found.setAccessibleName(self.titles[name].text())
            self._fit(found)
        QTimer.singleShot(0, self, self._fit_all)  # once they are as wide as they will be
        self.drop.setVisible(bool(late))
        self.take_back.setVisible(self.referee and bool(room.hand_outs))

    def _report(self, late: LateReport) -> str:
        """A report that is to go out."""
        words, core = self.settings.words, self.joined.core
        view = core.truth().view(REFEREE) if core is not None and core.is_whole else None
        when = capital(turn_text(words, view, late.turn))
        return words("pages.report_later", when=when, seat=seat_text(words, late.seat), text=late.text)

    def _fit(self, found: QListWidget) -> None:
        """Fit the height to the contents, within bounds."""
        found.doItemsLayout()  # by the width that it has now
        rows = sum(found.sizeHintForRow(row) for row in range(min(found.count(), _ROWS)))
        found.setFixedHeight(min(rows, round(_HIGH * self.settings.scale)) + 2 * found.frameWidth() + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_all()

    def _fit_all(self) -> None:
        for found in (self.done, self.hand_outs, self.later):
            self._fit(found)

    def _slip_outcome(self, order_words: OrderWords, slip: FarSlip) -> str:
        """Return the text of a slip with its outcome, and the umpire's words."""
        as_seen = {"state": slip.state, "order": slip.order, "given": slip.given, "seat": slip.seat, "text": slip.text}
        lines = [order_words.slip(as_seen), f"→ {order_words.became(as_seen)}", slip.answer]
        if self.referee:
            lines[0] = self.settings.words.label(slip.name, lines[0])
        return "\n".join(line for line in lines if line)

    def _hand_out(self, one: FarHandOut) -> str:
        words = self.settings.words
        lines = [words.of(one.title), words.of(one.moment)]
        if self.referee:
            person = next((member.name for member in self.joined.room.members if member.id == one.to), "")
            lines.append(words("hand_out.for", reader=person or seat_text(words, one.to)))
        return " · ".join(part for part in lines if part)

    def _fill(self, found: QListWidget, rows: list[tuple[str, str]]) -> None:
        chosen = found.currentItem().data(Qt.ItemDataRole.UserRole) if found.currentItem() is not None else None
        found.clear()
        for text, key in rows:
            item = QListWidgetItem(text)
            item.setData(Qt.ItemDataRole.UserRole, key)
            found.addItem(item)
            if key == chosen:
                found.setCurrentItem(item)

    def _card(self, slip: FarSlip, order_words: OrderWords) -> None:
        card = SlipCard(slip, self.settings, order_words, self._described(slip), self._theatre(), self)
        card.answered.connect(lambda body: self.joined.say("slip/answer", body))
        self.cards[slip.number] = card
        self.waiting.addWidget(card)

    def _remove(self, number: int) -> None:
        card = self.cards.pop(number)
        self.waiting.removeWidget(card)
        card.deleteLater()

    def _described(self, slip: FarSlip) -> Any:
        core = self.joined.core
        if core is None or not core.is_whole:
            return ()
        match = core.truth()
        return match.game.choices(match.position, slip.seat).described

    def _theatre(self) -> Any:
        core = self.joined.core
        game = core.match.game if core is not None else None
        return game.world.theatre if isinstance(game, OperationalDay) else None

    def _preview(self) -> None:
        """Show all sides in brief: who owes a decision and since when, and the members present."""
        if not self.referee:
            return
        words, room = self.settings.words, self.joined.room
        gone = time.monotonic() - self._heard
        lines = []
        for seat in dict.fromkeys(m.seat for m in room.members if m.seat not in (REFEREE, "observer")):
            there = ", ".join(m.name for m in room.members if m.seat == seat and m.present) or words("desk_join.slips.nobody")
            since = room.owing.get(seat)
            owes = words("desk_join.slips.owes_nothing")
            if since is not None:
                owes = words("desk_join.slips.owes", time=time_text(max(0, round(room.now - since + gone))))
            lines.append(words("desk_join.slips.side", seat=seat_text(words, seat), owes=owes, there=there))
        if room.held:
            lines.insert(0, words("desk_join.held"))
        self.to_move.setText("\n".join(lines))
        running = bool(room.owing) and not room.held
        if running != self._tick.isActive():
            self._tick.start() if running else self._tick.stop()

    # ---- saying

    def _hold(self) -> None:
        self.joined.say("go_on" if self.joined.room.held else "hold", {})

    def _drop(self) -> None:
        row = max(0, self.later.currentRow())
        if row < len(self.joined.room.later):
            one = self.joined.room.later[row]
            self.joined.say("later/drop", {"seat": one.seat, "text": one.text, "turn": one.turn})

    def _take_back(self) -> None:
        item = self.hand_outs.currentItem()
        if item is not None:
            self.joined.say("hand_out/take_back", {"id": item.data(Qt.ItemDataRole.UserRole)})


class SlipCard(QFrame):
    """A pending slip: its text, its editable fields, a word to go with it, and the umpire's actions."""

    answered = Signal(object)

    def __init__(self, slip: FarSlip, settings: Settings, order_words: OrderWords, described: Any, theatre: Any, parent: QWidget) -> None:
        super().__init__(parent)
        words = settings.words
        self.slip, self.settings = slip, settings
        self.setObjectName("sheet")
        as_seen = {"order": slip.order, "seat": slip.seat, "text": slip.text}
        self.what = QLabel(
            words.label(words("desk_join.room.person", name=slip.name, seat=seat_text(words, slip.seat)), order_words.slip(as_seen))
        )
        self.what.setWordWrap(True)
        self.what.setTextFormat(Qt.TextFormat.PlainText)  # what others write is no markup
        self.form = SlipForm(order_words, slip.order, described, theatre) if slip.order is not None else None
        self.word = QLineEdit()
        self.word.setMaxLength(2000)
        self.word.setPlaceholderText(words("desk_join.slips.word"))
        self.word.setAccessibleName(words("desk_join.slips.word"))
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        self.fault.hide()
        theme.kind(self.fault, "warning")
        self.send = QPushButton(words("desk_join.slips.send_on"))
        theme.kind(self.send, "primary")
        self.back = QPushButton(words("desk_join.slips.give_back" if slip.order is not None else "desk_join.slips.answer"))
        self.send.clicked.connect(self._send)
        self.back.clicked.connect(lambda: self._answer(None))
        row = QHBoxLayout()
        row.addWidget(self.back)
        row.addStretch(1)
        row.addWidget(self.send)
        body = QVBoxLayout(self)
        body.setContentsMargins(8, 6, 8, 6)
        body.setSpacing(5)
        body.addWidget(self.what)
        if self.form is not None:
            body.addWidget(self.form)
        body.addWidget(self.word)
        body.addWidget(self.fault)
        body.addLayout(row)
        self.send.setVisible(self.form is not None)
        self.setAccessibleName(self.what.text())

    def _send(self) -> None:
        assert self.form is not None
        try:
            order = self.form.order()
        except BobError as error:
            self.fault.setText(refusal(self.settings.words, error))
            self.fault.show()
            return
        self._answer(order)

    def _answer(self, order: Any) -> None:
        self.fault.hide()
        self.answered.emit({"slip": self.slip.number, "order": order, "text": self.word.text().strip()})
