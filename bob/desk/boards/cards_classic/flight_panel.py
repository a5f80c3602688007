"""The sheet of a flight: its track, the air, the hands, the question, the orders, the log."""

from __future__ import annotations

from time import monotonic
from typing import Any

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from bob.core.game import Event
from bob.desk.base.settings import Settings
from bob.desk.boards.cards_classic.bomb_watch import drawn_since, watched
from bob.desk.boards.cards_classic.flight_hand import FlightHand
from bob.desk.boards.cards_classic.flight_pens import FlightPens, aircraft_in, family_in, kinds_in
from bob.desk.boards.cards_classic.flight_sky import FlightSky
from bob.desk.boards.cards_classic.moment_box import MomentBox
from bob.desk.boards.cards_classic.phase_track import PhaseTrack
from bob.desk.boards.shared.decision import DecisionColumn
from bob.desk.boards.shared.narrowing import NarrowingPanel
from bob.desk.campaigns.room.bombing_scene import BombingScene, beats_of
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.choice_keys import KEYS, LEAVE
from bob.staff.advice.fights.flight_consequences import acts
from bob.staff.advice.fights.flight_orders import GRAVE, goes_for, in_order, is_answer, is_forced, tries
from bob.staff.advice.fights.folded_orders import FoldedOrders, folded
from bob.tactical.cards.flight import FIXED
from bob.tactical.cards.heights import height_means
from bob.tactical.cards.orders import Attack, StartAltitude
from bob.tactical.cards_classic.game import FlightGame
from bob.tactical.cards_classic.position import OVER
from bob.tactical.cards_classic.view import FlightView

LOUD = ("game_turn", "turn", "shot_down", "flipped", "results", "flight_over")
"""Highlighted events of the log."""
HOLD = 1400
"""Milliseconds that the target stays in sight when all has been seen."""
PAUSE = 900
"""Milliseconds that a card stays on the table before the only choice, to leave it, is taken."""
DEAF = 0.35
"""Seconds after that in which keys that leave a step are not heard: they were meant for it."""


class FlightColumn(DecisionColumn):
    """The decisions of a flight."""

    @property
    def is_over(self) -> bool:
        view = self.table.view
        return view is not None and bool(view.phase == OVER)

    def asks(self, teller: Any) -> tuple[str, str]:
        return FlightPens(self.settings, self.table).lines(self.table.view, self.table.choices.listed).asked()

    def word(self, name: str) -> str:
        return self.settings.words("desk_flight.moment" if name == "shot" else f"desk_flight.{name}")


class FlightPanel(NarrowingPanel):
    """A flight at the screen, by itself or in the room of a campaign."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self._known: tuple[str, int] | None = None
        """The events already shown: the seat, and their number; None before a flight is on the screen."""
        self._turn = -1
        """The place in the log of the start of the game turn shown over the target."""
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.setInterval(HOLD)
        self._hold.timeout.connect(self._look_up)
        self._alone = QTimer(self)
        self._alone.setSingleShot(True)
        self._alone.timeout.connect(self._go_on)
        self._went_on = 0.0
        """The time at which the only choice was taken last."""
        self.lay(self._build())

    def _build(self) -> QWidget:
        settings, table = self.settings, self.table
        self.track, self.sky, self.hand_part = PhaseTrack(settings, table), FlightSky(settings, table), FlightHand(settings, table)
        self.take_hand(self.hand_part)
        self.sky.picked.connect(self.aircraft_picked)
        self.sky.taken.connect(lambda _: self.take_only())
        self.moment = MomentBox(settings, table)
        self.column = FlightColumn(settings, table, self.notice, self.moment, LOUD)
        self.column.auto.hide()
        self.take_lists(self.column.orders, self.column.go, self.column.log)
        self.orders.currentRowChanged.connect(lambda _: self._looked_at())
        air = QSplitter(Qt.Orientation.Vertical)
        air.addWidget(self.sky)
        air.addWidget(self.hand)
        air.setStretchFactor(0, 5)
        air.setStretchFactor(1, 2)
        air.setChildrenCollapsible(False)
        air.setSizes([5100, 2300])
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.track)
        column.addWidget(air, 1)
        self.watch = BombingScene(settings, CampaignModel(self))
        self.watch.hint = "desk_flight.watch.skip"
        self.watch.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.watch.put_away.connect(self._look_up)
        self.watch.ended.connect(self._hold.start)
        self.sights = QStackedWidget()
        self.sights.addWidget(left)
        self.sights.addWidget(self.watch)
        self.across = QSplitter(Qt.Orientation.Horizontal)
        self.across.addWidget(self.sights)
        self.across.addWidget(self.column)
        self.across.setStretchFactor(0, 1)
        self.across.setChildrenCollapsible(False)
        self.setTabOrder(self.orders, self.hand)
        return self.across

    # ---- words and showing

    def retranslate(self) -> None:
        words = self.settings.words
        self.column.retranslate()
        self.sky.setAccessibleName(words("desk_cards.arena"))
        self.hand.setAccessibleName(words("desk_cards.hand"))
        super().retranslate()
        self.column.fit(self.width())

    def refresh(self) -> None:
        super().refresh()
        self.widen()
        view: FlightView | None = self.table.view
        if view is None:
            self._known = None
            self._look_up()
            self.column.clear()
            self.show_head()
            return
        self._watch()
        teller = FlightPens(self.settings, self.table).teller(view)
        self.fill()
        self.column.ask(teller)
        self.log.follow(self.settings, self.table, teller.event, LOUD)
        self.show_head()
        if self.is_forced:
            self._alone.start(PAUSE if self.settings.animate and is_answer(view) else 0)
        self.sky.setAccessibleDescription("\n".join(self.sky.aircraft_text(a, view).replace("\n", ", ") for a in view.aircraft))
        self.hand.setAccessibleDescription(self.hand_part.described())

    def _watch(self) -> None:
        """Show the cards drawn over the target since the last call; those at the start of a game are not shown again."""
        table, log, before = self.table, self.table.log, self._known
        begins = table.view.turn <= 1
        self._known = (table.seated, len(log))
        self.seen_live = self.seen_live and not begins
        if table.is_past or not self.settings.animate:
            self._look_up()
            return
        if before is None and not begins:  # gone on from a save
            return
        seen = before[1] if before is not None and before[0] == table.seated else 0 if begins else len(log)
        turn = drawn_since(log, seen)
        scene = watched(FlightPens(self.settings, table), table.view, log[slice(*turn)]) if turn is not None else None
        if turn is None or scene is None:
            if self.watch.is_over:
                self._look_up()
            return
        self._hold.stop()
        if turn[0] != self._turn or self.watch.scene is None:
            had = watched(FlightPens(self.settings, table), table.view, log[turn[0] : max(turn[0], seen)])
            self.watch.now = float(max(0, beats_of(had) - 1)) if had is not None else 0.0
        self._turn = turn[0]
        self.watch.extend(scene)
        self.sights.setCurrentWidget(self.watch)
        self.seen_live = True

    def _under_fire(self) -> bool:
        """Return whether an aircraft over the target has still to answer the Flak: its cards stay visible."""
        view = self.table.view
        return view is not None and view.passage is not None and bool(view.passage.flak)

    def _look_up(self) -> None:
        """From the target back to the sky."""
        self._hold.stop()
        if self._under_fire() and not self.table.is_past and self.settings.animate:
            return
        self.watch.stop()
        self.sights.setCurrentIndex(0)

    def turn_text(self, view: FlightView) -> str:
        words = self.settings.words
        if view.structure == FIXED:
            return words("desk_flight.turn_fixed", number=max(1, view.leg_turn), count=max(1, view.leg_turns))
        leg = words(f"flight.leg.{view.leg}")
        return words("desk_flight.turn", turn=max(1, view.turn), leg=leg, number=view.leg_turn, count=view.leg_turns)

    def ended_text(self) -> str:
        outcome = self.table.outcome
        return self.settings.words(outcome.code) if outcome is not None else ""

    def name_on_table(self, number: int) -> str:
        return FlightPens(self.settings, self.table).teller(self.table.view).name(number)

    def fallen(self, event: Event) -> str:
        if event.code != "shot_down":
            return ""
        view, pens = self.table.view, FlightPens(self.settings, self.table)
        seen = view.aircraft[event.data["aircraft"]]
        return f"{pens.airman(seen)}, {pens.teller(view).name(seen.number)}" if seen.airman else ""

    def fill(self) -> None:
        """The legal orders, narrowed to the card and the aircraft that were picked."""
        view: FlightView = self.table.view
        listed = list(self.only_fold.orders) if self.only_fold is not None else folded(self._narrowed(), family_in, kinds_in)
        rest, leaving = in_order(listed)
        rows = [(KEYS[i] if i < len(KEYS) else "", self.order_line(o), o) for i, o in enumerate(rest)]
        rows += [(LEAVE if i == 0 else "", self.order_line(o), o) for i, o in enumerate(leaving)]
        self.column.list_orders(rows, None if self.narrowed or not leaving else leaving[0])
        if is_answer(view) and rest and not self.narrowed:
            self.orders.setCurrentRow(-1)  # an answer is given, or left, by a choice
        self._looked_at()

    def _narrowed(self) -> list[Any]:
        """Return the legal orders of the picked card or aircraft."""
        card, number = self.only_card, self.only_aircraft
        listed = [o for o in self.table.choices.listed if not card or card in kinds_in(o)]
        return [o for o in listed if number < 0 or number in aircraft_in(o)]

    # ---- carrying a card

    def with_card(self, card: str) -> list[Any]:
        return [order for order in self.table.choices.listed if kinds_in(order)[:1] == (card,)]

    def places_of(self, order: Any) -> frozenset[int]:
        return frozenset(aircraft_in(order)[:1] or (acts(self.table.view),))

    def place_at(self, at: QPoint) -> int | None:
        within = self.sky.mapFromGlobal(at)
        return self.sky.place_at(QPointF(within)) if self.sky.isVisible() and self.sky.rect().contains(within) else None

    def light_places(self, lit: frozenset[int], over: int | None) -> None:
        self.sky.light(lit)

    def tries(self, card: str, place: int) -> list[Any]:
        known = FlightPens(self.settings, self.table).tables.deck.cards.get(card)
        return tries(self.table.view, card, known.title if known else "", known is not None and known.shoots, place)

    def why_not(self, card: str, place: int | None) -> str:
        """Return why a card cannot be dropped there, and whose reason it is."""
        if place is None:
            return ""
        go = goes_for(self.table.view, place)
        if go is not None and go in self.table.choices.listed:
            return self.settings.words("desk_flight.go_first", order=self.order_line(go))
        return self._owned(super().why_not(card, place))

    def _owned(self, reason: str) -> str:
        """Put the name of the acting aircraft before a reason."""
        view, number = self.table.view, acts(self.table.view)
        if not reason or number < 0 or view.exchange is not None:
            return reason
        name = FlightPens(self.settings, self.table).teller(view).name(number)
        return self.settings.words("desk_flight.own_reason", aircraft=name, reason=reason)

    def aircraft_picked(self, number: int) -> None:
        """Narrow to an aircraft; say why nothing can be done with it."""
        super().aircraft_picked(number)
        view = self.table.view
        if self.only_aircraft >= 0 or not self.table.choices.listed or view.active < 0:
            return
        order = goes_for(view, number) or Attack("", number)
        error = self.table.refusal(order) if view.aircraft[number].side != view.aircraft[view.active].side else None
        words = self.settings.words
        reason = error.describe(words) if error is not None and order.code != "attack" else words("desk_flight.nothing_now")
        self.notice.setText(words("desk_cards.drop.no", reason=self._owned(reason)))
        self.notice.show()

    def order_line(self, order: Any) -> str:
        """An order as a line with its effect; a starting altitude with its meaning."""
        pens, view, game = FlightPens(self.settings, self.table), self.table.view, self.table.game
        teller = pens.teller(view)
        if isinstance(order, FoldedOrders):
            cards = ", ".join(dict.fromkeys(teller.card(card) for card in order.cards))
            target = teller.name(order.target) if order.target is not None else ""
            return self.settings.words(f"desk_cards.fold.{order.code}", target=target, cards=cards)
        if not isinstance(order, StartAltitude) or not isinstance(game, FlightGame):
            return pens.lines(view, self.table.choices.listed).line(order)
        seen = view.aircraft[order.aircraft]
        card, draw = game.tables.aircraft[seen.type], pens.edition.altitude_draw
        return f"{teller.order(order)} · {height_means(self.settings.words, game.tables, card, seen.load, order.altitude, draw)}"

    # ---- decisions that are none, and those that decide much

    @property
    def is_forced(self) -> bool:
        """Return whether the only person at the game has nothing to decide: the only order leaves the step."""
        return self.table.alone and not self.table.is_past and self.table.view is not None and is_forced(self.table.choices.listed)

    def _go_on(self) -> None:
        """Take the only choice."""
        if self.is_forced:
            self._went_on = monotonic()
            self.give(self.table.choices.listed[0])

    def undo(self) -> None:
        """Take back the last order that was a choice."""
        super().undo()
        while self.is_forced and self.table.undo_reason() is None:
            super().undo()

    def is_grave(self, order: object) -> bool:
        return getattr(order, "code", "") in GRAVE

    def pressed(self, event: QKeyEvent) -> bool:
        leaves = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_0)
        if leaves and self.settings.animate and monotonic() - self._went_on < DEAF:
            return True
        return super().pressed(event)

    def _looked_at(self) -> None:
        """Mark the targets of the chosen line on the table."""
        order, listed = self.armed, self.table.choices.listed
        self.sky.show_orders(order, frozenset(n for o in listed for n in aircraft_in(o)))
        chosen = kinds_in(order) if order is not None else ()
        use = frozenset((getattr(o, "aircraft", -1), kind) for o in listed for kind in kinds_in(o))
        self.hand_part.show_orders(use, (getattr(order, "aircraft", -1), chosen or ((self.only_card,) if self.only_card else ())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.column.fit(self.width())

    def sizeHint(self) -> QSize:
        return QSize(1280, 800)
