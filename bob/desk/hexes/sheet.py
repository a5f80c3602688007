"""The sheet of a hex dogfight: the board, what must be decided, the shot, the orders, the hand, the dashboards, the log."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QSplitter, QVBoxLayout, QWidget

from bob.chart.coast import Lie
from bob.desk.hexes.action_hand import ActionHand
from bob.desk.hexes.board import HexBoard
from bob.desk.hexes.dashboards import DashboardRow
from bob.desk.hexes.decision import DecisionColumn
from bob.desk.hexes.naming import FIXED, LEAVE, LETTERS, card_of, place_of, teller_of
from bob.desk.hexes.pointing import Meaning, Pointing
from bob.desk.hexes.reaches import Reaches
from bob.desk.hexes.slips import Slips, dodges_told
from bob.desk.looks import theme
from bob.desk.played.lists import ORDER
from bob.desk.played.screen_game import ScreenGame
from bob.desk.played.sheet import GameSheet
from bob.desk.settings import Settings
from bob.dogfight.hexes import orders as o
from bob.dogfight.hexes.position import DODGE
from bob.dogfight.hexes.telling import HexTeller
from bob.dogfight.hexes.view import HexTableView
from bob.game import Event
from bob.hexes import Hex, from_label
from bob.kit import seat_told

KEYS = frozenset(LETTERS + LEAVE + "".join(FIXED.values()))


class HexSheet(GameSheet):
    """The table of a hex dogfight, by itself or within the day."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.pointing: Pointing | None = None
        self.meaning: Meaning | None = None
        self.looked = -1
        """The aircraft that is looked at: its card or itself was clicked."""
        self._level: int | None = None
        self._only_card = ""
        self._put_at: Hex | None = None
        """The hex pointed at last, whose orders are listed while something is put on the board."""
        self._busy = False
        """Whether orders of one click are being given, one after another."""
        self._strides: list[int] = []
        """How many orders each click gave that can still be taken back."""
        self._heard: tuple[str, int] = ("", 0)
        self._passed = -1
        self.coach: Any = None
        """The coach of the lesson, while there is one."""
        self.reaches = Reaches(self)
        self.reaches.ready.connect(lambda _: self._point())
        self._build()

    # ---- building

    def _build(self) -> None:
        settings = self.settings
        self.turn, self.who, self.score = QLabel(), QLabel(), QLabel()
        theme.kind(self.who, "quiet")
        self.head.addWidget(self.turn)
        self.head.addSpacing(16)
        self.head.addWidget(self.who)
        self.head.addStretch()
        self.head.addWidget(self.score)
        self.board = HexBoard(settings)
        self.board.pointed.connect(self._point)
        self.board.clicked.connect(self._clicked)
        self.board.doubled.connect(self._doubled)
        self.board.level_asked.connect(self._ask_level)
        self.board.left.connect(self._never_mind)
        self.hand = ActionHand(settings)
        self.hand.picked.connect(self._card_picked)
        self.hand.taken.connect(lambda _: self._take_only())
        self.row = DashboardRow(settings)
        self.row.cards.picked.connect(self._look_at)
        self.side = DecisionColumn(settings, self.table, self.notice)
        self.asked_title, self.shot, self.orders = self.side.asked_title, self.side.shot, self.side.orders
        self.auto, self.go, self.log = self.side.auto, self.side.go, self.side.log
        self.auto.setChecked(settings.remembered("hexes/auto", "yes") == "yes")
        self.auto.toggled.connect(self._auto_set)
        self.shot.dodged.connect(self._dodge_clicked)
        self.orders.currentRowChanged.connect(lambda _: self._row_changed())
        self.orders.itemDoubleClicked.connect(lambda item: self._play((item.data(ORDER),)))
        self.go.clicked.connect(lambda: self._take_current())
        bottom = QSplitter(Qt.Orientation.Horizontal)
        bottom.addWidget(self.hand)
        bottom.addWidget(self.row)
        bottom.setStretchFactor(0, 0)
        bottom.setStretchFactor(1, 1)
        left = QSplitter(Qt.Orientation.Vertical)
        left.addWidget(self.board)
        left.addWidget(bottom)
        left.setStretchFactor(0, 1)
        left.setStretchFactor(1, 0)
        self.bottom = bottom
        self._shares = True
        bottom.splitterMoved.connect(lambda *_: self._keep_shares())
        across = QSplitter(Qt.Orientation.Horizontal)
        across.addWidget(left)
        across.addWidget(self.side)
        across.setStretchFactor(0, 1)
        across.setStretchFactor(1, 0)
        for splitter in (bottom, left, across):
            splitter.setChildrenCollapsible(False)
        self.across = across
        page = QWidget()
        whole = QVBoxLayout(page)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self.strip)
        whole.addWidget(across, 1)
        self.lay(page)
        self.setTabOrder(self.orders, self.board)
        self.setTabOrder(self.board, self.hand)
        self.table.thinking.connect(lambda _: self._head())

    def sizeHint(self) -> QSize:
        return QSize(1280, 800)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for lines in (self.orders, self.log):
            lines.scheduleDelayedItemsLayout()

    def begin(self) -> None:
        """Let the game go on, and take the keys; the lesson brings its coach."""
        super().begin()
        from bob.desk.hexes.hex_lesson import HexCoach, is_lesson

        if self.coach is None and is_lesson(self.table):
            self.coach = HexCoach(self, self)
            self.coach.finished.connect(self._taught)

    def _taught(self) -> None:
        if self.coach is not None:
            self.coach.ring.deleteLater()
            self.coach.deleteLater()
            self.coach = None

    def start(self) -> None:
        """Take the keys."""
        self.orders.setFocus()

    def clear(self) -> None:
        """Hold nothing of the game."""
        self.reaches.show_view(None)
        self.board.show_view(None)

    # ---- words and showing

    def teller(self) -> HexTeller:
        view = self.table.view
        tables = self.table.game.tables  # type: ignore[attr-defined]
        if view is None:
            return HexTeller(self.settings.words, tables)
        return teller_of(self.settings.words, tables, view, self.table.models)

    def retranslate(self) -> None:
        words = self.settings.words
        for widget, name in ((self.board, "board"), (self.hand, "hand"), (self.row, "dashboards")):
            widget.setAccessibleName(words(f"desk_hexes.{name}"))
        self.side.retranslate()
        self.bottom.setFixedHeight(round(156 * self.settings.scale))
        super().retranslate()

    def refresh(self) -> None:
        """Show the game as it is now."""
        if self._busy:
            return
        super().refresh()
        view: HexTableView | None = self.table.view
        self.reaches.show_view(view)
        if view is None:
            self.pointing = self.meaning = None
            self._strides.clear()
            self.board.show_view(None)
            self.hand.show_hand((), frozenset(), "", None)
            self.row.cards.show_view(None, None)
            self.side.clear()
            self._head()
            self.side.fill_log(self.teller())
            self._heard = ("", 0)
            return
        listed = self.table.choices.listed
        if not listed:
            self._strides.clear()
        self._only_card = ""
        log = self.table.log
        self.pointing = Pointing(view, self.teller().tables, listed, self._trail(view, log))
        same = self._heard[0] == self.table.sitting and self._heard[1] <= len(log)
        events = [event for _, event in log[self._heard[1] :]] if same else []
        self._heard = self.table.sitting, len(log)
        self.board.lie = self._lie()
        self.board.show_view(view, events)
        self.board.setAccessibleDescription(self.row.cards.told())
        teller = self.teller()
        self.row.cards.show_view(view, teller)
        odds = dodges_told(view, self.settings.words, teller.tables, listed) if view.stage == DODGE and listed else {}
        self.shot.show_shot(view, teller, odds)
        self._head()
        self._fill()
        self.side.fill_log(teller)
        self.side.ask(teller)
        self._share()
        if view.go is not None and view.go.active:
            self.row.see(view.go.active[0])
        if listed and place_of(listed[0]) is not None and self.orders.hasFocus():
            self.board.setFocus()  # the arrows point there
        self._pass_alone()

    def _lie(self) -> Lie:
        """What is flown over: where the day has it, or as the mission says."""
        found = self.table.lie
        if found is not None:
            return found
        mission = self.table.game.missions.get(self.table.scenario)  # type: ignore[attr-defined]
        return Lie(mission.ground) if mission is not None else Lie()

    def _share(self) -> None:
        """Give hand and dashboards the room that each needs, until somebody has moved what lies between them."""
        room = self.bottom.width() - self.bottom.handleWidth()
        if self._shares and room > 0:
            hand = max(self.hand.minimumSizeHint().width(), min(self.hand.needed(), max(room // 2, room - self.row.cards.needed())))
            self.bottom.setSizes([hand, room - hand])

    def _keep_shares(self) -> None:
        self._shares = False

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._share)

    def _trail(self, view: HexTableView, log: list[tuple[int, Event]]) -> tuple[Hex, ...]:
        """The hexes flown through in the activation under way, as far as its owner's log tells."""
        if view.go is None or not view.go.active:
            return ()
        lead = view.go.active[0]
        found: list[Hex] = []
        for _, event in reversed(log):
            if event.code in ("activated", "ended", "flew"):
                break
            if event.code == "stepped" and event.data["aircraft"] == lead and event.data["at"]:
                found.append(from_label(event.data["at"]))
        if not found:
            return ()
        start = next((e.data for _, e in reversed(log) if e.code == "stepped" and e.data["aircraft"] == lead), None)
        return tuple(reversed(found)) if start is not None else ()

    def _head(self) -> None:
        view, words = self.table.view, self.settings.words
        self.turn.setFont(theme.font(self.settings, 15, bold=True))
        if view is None:
            for label in (self.turn, self.who, self.score):
                label.clear()
            return
        text = words("desk_hexes.turn", turn=view.turn, turns=view.terms.turns) if view.turn else words("desk_hexes.before")
        if view.turn and view.go is not None:
            text += " · " + words("desk_hexes.initiative", side=seat_told(words, view.sides[view.first]))
        self.turn.setText(text)
        handicap = view.terms.handicap
        points = "   ".join(
            f"{seat_told(words, side)} {score + handicap.get(side, 0)}" for side, score in zip(view.sides, view.score, strict=True)
        )
        self.score.setText(words("desk_hexes.score", points=points))
        if self.table.outcome is not None:
            said = ""
        elif self.table.is_thinking:
            said = words("desk_game.thinking")
        elif self.table.sitting in view.owing:
            said = words("desk_game.yours", seat=seat_told(words, self.table.sitting))
        else:
            said = ""
        self.who.setText(said)

    def _fill(self) -> None:
        """The legal orders, narrowed to the card that was picked."""
        self.side.fill(self.teller(), self._only_card, self._put_at)
        self._row_changed()

    # ---- pointing

    @property
    def armed(self) -> Any:
        """The order looked at in the list."""
        return self.side.armed

    def _row_changed(self) -> None:
        """Mark what the line of the list would do."""
        order, pointing = self.armed, self.pointing
        listed = self.table.choices.listed
        legal = frozenset(card_of(each) for each in listed) - {""}
        view = self.table.view
        if view is not None:
            self.hand.show_hand(view.searching or view.hand, legal, card_of(order) if order is not None else self._only_card, self.teller())
        self.shot.choose(order.speed if isinstance(order, o.Dodge) else -1)
        if pointing is not None:
            self._point()

    def _point(self) -> None:
        """Light what is pointed at, and say what it is."""
        pointing, board = self.pointing, self.board
        if pointing is None or self._busy:
            return
        over = board.over
        if over is not None and over != self._put_at:
            self._put_at = over
            if any(place_of(order) is not None for order in pointing.listed):
                self.side.fill(self.teller(), self._only_card, over)
        number = pointing.reach_of(over, self.looked)
        ways = self.reaches.ways(number) if number >= 0 else None
        lights = pointing.base(ways, self.looked, self.armed if over is None else None)
        if over is None:
            self.meaning = None
            board.light(lights)
            board.say("")
            self.row.cards.mark(lights.chosen)
            return
        self.meaning = pointing.read(lights, over, board.side, self._level, ways)
        board.light(self.meaning.lights)
        if self.meaning.orders and place_of(self.meaning.orders[0]) is not None and self.armed != self.meaning.orders[0]:
            self.side.arm(self.meaning.orders[0])
            return  # that points again
        teller = self.teller()
        slips = Slips(self.settings.words, teller, theme.look(self.settings))
        html = slips.told(pointing, over, self.meaning)
        board.say(html)
        if board.keyed:
            board.setAccessibleDescription(slips.plain(html))
        there = {self.meaning.aircraft} - {-1}
        self.row.cards.mark(lights.chosen | there)
        if self.meaning.aircraft >= 0:
            self.row.see(self.meaning.aircraft)

    def _look_at(self, number: int) -> None:
        """Look at an aircraft: its card was clicked. One that can be activated is."""
        view = self.table.view
        if view is None:
            return
        self.looked = -1 if self.looked == number else number
        if self.looked >= 0 and not view.aircraft[number].out:
            self.board.camera.see(view.aircraft[number].at)
        self._point()

    def _ask_level(self, step: int) -> None:
        """Wish a level higher or lower for the course pointed at."""
        view, meaning = self.table.view, self.meaning
        if view is None or not view.terms.altimeter:
            return
        now = meaning.way.level if meaning is not None and meaning.way is not None else self._level
        if now is None:
            now = view.aircraft[view.go.active[0]].level if view.go is not None and view.go.active else 2
        self._level = min(4, max(0, now + step))
        self._point()

    def _never_mind(self) -> None:
        self._only_card, self._level, self.looked = "", None, -1
        if self.table.view is not None:
            self._fill()

    # ---- choosing

    def _clicked(self, at: Hex) -> None:
        """A hex was clicked: do what it means, or mark it when it wants a second click."""
        meaning = self.meaning
        if meaning is None or not meaning.orders:
            if meaning is not None and meaning.aircraft >= 0:
                self._look_at(meaning.aircraft)
            return
        if meaning.firm and self.armed != meaning.orders[-1]:
            self.side.arm(meaning.orders[-1])
            return
        self._play(meaning.orders)

    def _doubled(self, at: Hex) -> None:
        meaning = self.meaning
        if meaning is not None and meaning.firm and meaning.orders:
            self._play(meaning.orders)

    def _play(self, orders: tuple[Any, ...]) -> None:
        """Give orders one after another; what is refused ends them."""
        if self._busy or not orders:
            return
        given = 0
        self._level = None
        self._busy = True
        try:
            for order in orders:
                if order is None or self.table.play(order) is None:
                    break
                given += 1
        finally:
            self._busy = False
        if given:
            self._strides.append(given)
            self.refresh()

    def give(self, order: Any) -> None:
        """Give an order, as if it had been chosen here."""
        self._play((order,))

    def undo(self) -> None:
        """Take back what the last click did."""
        count = self._strides.pop() if self._strides else 1
        self._busy = True
        self._passed = len(self.table.log)
        try:
            for _ in range(count):
                if self.table.undo_reason() is not None:
                    break
                self.table.undo()
        finally:
            self._busy = False
        self._passed = len(self.table.log)
        self.refresh()

    def _take_current(self) -> None:
        if self.table.outcome is not None:
            self.again.emit()
            return
        self._play((self.armed,))

    def _take_only(self) -> None:
        """A card was clicked twice: what it alone can mean is done."""
        if self.orders.count() == 1:
            self._take_current()

    def _card_picked(self, code: str) -> None:
        self._only_card = code
        self._fill()
        if not self.orders.count():
            self._only_card = ""
            self._fill()

    def _dodge_clicked(self, speed: int) -> None:
        order = o.Dodge(speed)
        if self.armed == order:
            self._play((order,))
        else:
            self.side.arm(order)

    # ---- passing by itself

    def _auto_set(self, on: bool) -> None:
        self.settings.remember("hexes/auto", "yes" if on else "no")
        self._pass_alone()

    def _pass_alone(self) -> None:
        """Where nothing but passing is left to the only person at the game, it is done."""
        alone = len(getattr(self.table, "persons", (self.table.sitting,))) == 1
        listed = self.table.choices.listed
        self.auto.setVisible(alone)
        if alone and self.auto.isChecked() and listed == (o.PASS,) and self._passed != len(self.table.log):
            QTimer.singleShot(0, self, self._pass_now)

    def _pass_now(self) -> None:
        if self.table.view is not None and self.table.choices.listed == (o.PASS,):
            self._strides.clear()
            self.table.play(o.PASS)

    # ---- the keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.stack.currentWidget() is self.blank:
            super().keyPressEvent(event)
            return
        if self.board.moving:
            self.board.finish()
        key, text = Qt.Key(event.key()), event.text().lower()
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():  # a key that is held ends a turn elsewhere
                self._take_current()
        elif key == Qt.Key.Key_Escape and (self._only_card or self.looked >= 0):
            self._never_mind()
        elif key == Qt.Key.Key_Escape and not self.orders.hasFocus():
            self.orders.setFocus()
        elif key == Qt.Key.Key_Backspace and self.undo_button.isEnabled():
            self.undo()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.orders.hasFocus():
            self.hand.setFocus()
            self.hand.keyPressEvent(event)
        elif plain and (key == Qt.Key.Key_Space or (len(text) == 1 and text in KEYS)):
            self._take_key(LEAVE if key == Qt.Key.Key_Space else text)
        else:
            super().keyPressEvent(event)

    def _take_key(self, key: str) -> None:
        """Carry out the order of a key."""
        item = self.orders.keyed(key)
        if item is not None:
            self._play((item.data(ORDER),))


SHEET = HexSheet
