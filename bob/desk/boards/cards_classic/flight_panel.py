"""The sheet of a flight: its track, the air, the hands, the question, the orders, the log."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QStackedWidget, QVBoxLayout, QWidget

from bob.core.game import Event
from bob.desk.base.settings import Settings
from bob.desk.boards.cards_classic.bomb_watch import drawn_since, watched
from bob.desk.boards.cards_classic.flight_hand import FlightHand
from bob.desk.boards.cards_classic.flight_pens import FlightPens, acts, aircraft_in, family_in, kinds_in
from bob.desk.boards.cards_classic.flight_sky import FlightSky
from bob.desk.boards.cards_classic.moment_box import MomentBox
from bob.desk.boards.cards_classic.phase_track import PhaseTrack
from bob.desk.boards.shared.decision import DecisionColumn
from bob.desk.boards.shared.narrowing import NarrowingPanel
from bob.desk.campaigns.room.bombing_scene import BombingScene, beats_of
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.desk.session.own_game import OwnGame
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.choice_keys import KEYS, LEAVE
from bob.staff.advice.fights.folded_orders import FoldedOrders, folded
from bob.tactical.cards.heights import CLASSIC_DRAW, from_the_top, height_means
from bob.tactical.cards.orders import Attack, Scissors, StartAltitude
from bob.tactical.cards_classic.game import FlightGame
from bob.tactical.cards_classic.orders import FullThrottle, GainEdge, Respond
from bob.tactical.cards_classic.position import OVER
from bob.tactical.cards_classic.telling import FlightTeller
from bob.tactical.cards_classic.view import FlightView

LOUD = ("game_turn", "turn", "shot_down", "flipped", "results", "flight_over")
"""Highlighted events of the log."""
HOLD = 1400
"""Milliseconds that the target stays in sight when all has been seen."""
LEAVING = ("done", "pass", "stay", "end_attack", "let_name")
"""The orders that leave a step, by their codes; the first of them in this order has the key to leave."""


class FlightColumn(DecisionColumn):
    """The decisions of a flight."""

    @property
    def is_over(self) -> bool:
        view = self.table.view
        return view is not None and bool(view.phase == OVER)

    def asks(self, teller: Any) -> tuple[str, str]:
        view, words = self.table.view, self.settings.words
        title = words(f"flight.phase.{view.step}")
        if view.exchange is not None:
            title = words(f"flight.stage.{view.exchange.stage}")
        elif view.passage is not None:
            title = words(f"flight.stage.{view.passage.stage}")
        elif view.assault is not None:
            title = words(f"flight.stage.{view.assault.stage}")
        number = acts(view)
        if number < 0:
            return f"{title[:1].upper()}{title[1:]}", words("desk_flight.ask_how")
        return words("desk_flight.ask", what=title, aircraft=teller.name(number)), words("desk_flight.ask_how")

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
        leg = words(f"flight.leg.{view.leg}")
        return words("desk_flight.turn", turn=max(1, view.turn), leg=leg, number=view.leg_turn, count=view.leg_turns)

    def ended_text(self) -> str:
        outcome = self.table.outcome
        return self.settings.words(outcome.code) if outcome is not None else ""

    def fallen(self, event: Event) -> str:
        if event.code != "shot_down":
            return ""
        view, pens = self.table.view, FlightPens(self.settings, self.table)
        seen = view.aircraft[event.data["aircraft"]]
        return f"{pens.airman(seen)}, {pens.teller(view).name(seen.number)}" if seen.airman else ""

    def fill(self) -> None:
        """The legal orders, narrowed to the card and the aircraft that were picked."""
        view = self.table.view
        listed = list(self.only_fold.orders) if self.only_fold is not None else folded(self._narrowed(), family_in, kinds_in)
        teller = FlightPens(self.settings, self.table).teller(view)
        rest = from_the_top(o for o in listed if o.code not in LEAVING)
        leaving = sorted((o for o in listed if o.code in LEAVING), key=lambda o: LEAVING.index(o.code))
        rows = [(KEYS[i] if i < len(KEYS) else "", self._describe(teller, o), o) for i, o in enumerate(rest)]
        rows += [(LEAVE if i == 0 else "", teller.order(o), o) for i, o in enumerate(leaving)]
        self.column.list_orders(rows, None if self.narrowed or not leaving else leaving[0])
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
        view = self.table.view
        if view.exchange is not None or view.passage is not None:
            return [Respond(place, card)]
        known = FlightPens(self.settings, self.table).tables.deck.cards.get(card)
        if known is not None and known.shoots:
            return [Attack(card, place)]
        return [{"scissors": Scissors, "full_throttle": FullThrottle}.get(card, GainEdge)(card, place)]

    def order_line(self, order: Any) -> str:
        return self._describe(FlightPens(self.settings, self.table).teller(self.table.view), order)

    def _describe(self, teller: FlightTeller, order: Any) -> str:
        """Describe an order as a line; a starting altitude with its meaning."""
        if isinstance(order, FoldedOrders):
            cards = ", ".join(dict.fromkeys(teller.card(card) for card in order.cards))
            target = teller.name(order.target) if order.target is not None else ""
            return self.settings.words(f"desk_cards.fold.{order.code}", target=target, cards=cards)
        text, game = teller.order(order), self.table.game
        if not isinstance(order, StartAltitude) or not isinstance(game, FlightGame):
            return text
        seen = self.table.view.aircraft[order.aircraft]
        card, draw = game.tables.aircraft[seen.type], CLASSIC_DRAW
        if isinstance(self.table, OwnGame):
            header = self.table.match.header
            draw = game.terms(header.scenario, header.options).edition.altitude_draw
        return f"{text} · {height_means(self.settings.words, game.tables, card, seen.load, order.altitude, draw)}"

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
