"""The sheet of a card dogfight: the air, the hand, the question, the legal orders, the log; for the mouse and for the keyboard."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from bob.core.game import Event
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.cards.arena import Arena
from bob.desk.boards.cards.hand import Hand, Reaction, outcome_text
from bob.desk.boards.cards.pens import Pens, decides
from bob.desk.boards.shared.carrying import ANSWERED, DISCARDS
from bob.desk.boards.shared.lists import GoButton, LogList, OrderList
from bob.desk.boards.shared.narrowing import NarrowingPanel
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.fights.card_consequences import Consequences
from bob.staff.advice.fights.card_order_lines import aircraft_of, cards_of, family_of, fold_text, keyed, order_text
from bob.staff.advice.fights.choice_keys import LEAVE
from bob.staff.advice.fights.folded_orders import FoldedOrders, folded
from bob.tactical.cards import orders as o
from bob.tactical.cards.data import ActionCard
from bob.tactical.cards.orders import PickAircraft
from bob.tactical.cards.view import CardTableView

ANSWERS = (o.React, o.Evade, o.BomberFire)
THROWN = (o.Discard, o.StallDiscard, o.Climb, o.Follow)


def laid_for(order: Any) -> str:
    """The card that is laid down for an order: the one it plays, or the first it is paid with; empty for none."""
    card = getattr(order, "card", None)
    paid = getattr(order, "cards", ())
    return str(card or (paid[0] if paid else ""))


def places_of(order: Any, view: CardTableView) -> frozenset[int]:
    """Return the places for the card of an order: its target, the answered action, the discards, or the own aircraft."""
    if found := aircraft_of(order):
        return frozenset(found[:1])
    own = decides(view)
    if isinstance(order, ANSWERS):
        chain = view.chain
        return frozenset({ANSWERED, own, *((chain.actor, chain.target) if chain is not None else ())})
    return frozenset({own, DISCARDS}) if isinstance(order, THROWN) else frozenset({own})


def tries(code: str, card: ActionCard | None, place: int, view: CardTableView) -> list[Any]:
    """Return the possible meanings of a card dropped there, the likeliest first."""
    if view.chain is not None:
        return [o.React(code)]
    if view.following:
        return [o.Follow((code,))]
    own = decides(view)
    if place == DISCARDS:
        return [o.Discard(code)]
    if place == ANSWERED or card is None or own < 0:
        return [o.React(code)]
    if place == own or view.aircraft[place].seat == view.seat:
        kinds = {"altitude": o.ChangeAltitude(code, False), "redline": o.Redline(code, aircraft=place if place != own else None)}
        return [kinds.get(card.action, o.Tactic(code))]
    at_enemy = {"attack": o.Attack, "barrel_roll": o.BarrelRoll, "scissors": o.Scissors}
    likely = [at_enemy[card.action](code, place)] if card.action in at_enemy else []
    return [*likely, o.PlayManoeuvre(code, place, 1)]


LOUD = ("game_turn", "turn", "shot_down", "over", "flipped")
"""Highlighted events of the log."""


LOW_PANEL = 480
"""A sheet lower than this, in pixels of the usual text size, explains the keys in the tooltip of its list."""


class CardPanel(NarrowingPanel):
    """The table of a battle."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.lay(self._build())

    # ---- building

    def _build(self) -> QWidget:
        self.arena = Arena(self.settings, self.table)
        self.arena.picked.connect(self.aircraft_picked)
        self.arena.taken.connect(lambda _: self.take_only())
        self.hand_part = Hand(self.settings, self.table)
        self.take_hand(self.hand_part)
        self.reaction = Reaction(self.settings, self.table)
        self.take_lists(OrderList(), GoButton(), LogList())
        self.orders.currentRowChanged.connect(lambda _: self._looked_at())
        self.orders_title, self.hint, self.log_title = QLabel(), QLabel(), QLabel()
        for label in (self.orders_title, self.hint, self.log_title):
            theme.kind(label, "caption")
            label.setWordWrap(True)
        side = QWidget()
        theme.kind(side, "panel")
        column = QVBoxLayout(side)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(6)
        for widget in (self.reaction, self.notice, self.orders_title):
            column.addWidget(widget)
        column.addWidget(self.orders, 5)
        column.addWidget(self.go)
        column.addWidget(self.hint)
        column.addWidget(self.log_title)
        column.addWidget(self.log, 2)
        left = QSplitter(Qt.Orientation.Vertical)
        left.addWidget(self.arena)
        left.addWidget(self.hand)
        left.setStretchFactor(0, 5)
        left.setStretchFactor(1, 2)
        left.setChildrenCollapsible(False)
        left.setSizes([5100, 2500])
        self.across = QSplitter(Qt.Orientation.Horizontal)
        self.across.addWidget(left)
        self.across.addWidget(side)
        self.across.setStretchFactor(0, 11)
        self.across.setStretchFactor(1, 5)
        self.across.setChildrenCollapsible(False)
        side.setMinimumWidth(300)
        self.setTabOrder(self.orders, self.hand)
        return self.across

    def begin(self) -> None:
        """Let the game go on, and take the keys; the lesson brings its coach."""
        super().begin()
        from bob.desk.boards.cards.lesson import CardCoach, is_card_lesson

        if self.coach is None and is_card_lesson(self.table):
            self.teach(CardCoach(self, self))

    # ---- words and showing

    def retranslate(self) -> None:
        words = self.settings.words
        self.orders_title.setText(words("desk_game.orders"))
        self.log_title.setText(words("desk_game.log"))
        self.hint.setText(words("desk_cards.keys"))
        for widget, name in ((self.arena, "arena"), (self.hand, "hand")):
            widget.setAccessibleName(words(f"desk_cards.{name}"))
        super().retranslate()

    def refresh(self) -> None:
        """Show the table as it is now."""
        super().refresh()
        self.widen()
        self.show_head()
        self.hint.setVisible(self.height() / self.settings.scale >= LOW_PANEL)  # the list is worth more
        self.orders.setToolTip(self.hint.text())
        self.reaction.refresh()
        self.fill()
        view = self.table.view
        pens = Pens.of(self.settings, self.table)
        self.log.follow(self.settings, self.table, pens.named(view).event, LOUD)
        self.arena.setAccessibleDescription(
            "\n".join(self.arena.aircraft_text(a, view, pens).replace("\n", ", ") for a in view.aircraft) if view is not None else ""
        )
        self.hand.setAccessibleDescription(self.hand_part.describe())

    def turn_text(self, view: CardTableView) -> str:
        pens = Pens.of(self.settings, self.table)
        return pens.words("desk_cards.turn", turn=max(1, view.turn), turns=view.turns, phase=pens.teller.phase(view.phase))

    def score_text(self, view: CardTableView) -> str:
        pens = Pens.of(self.settings, self.table)
        points = "   ".join(f"{pens.seat(party)} {score}" for party, score in zip(view.parties, view.score, strict=True))
        return pens.words("desk_cards.score", points=points)

    def ended_text(self) -> str:
        return outcome_text(self.table, Pens.of(self.settings, self.table))

    def name_on_table(self, number: int) -> str:
        return Pens.of(self.settings, self.table).named(self.table.view).name(number)

    def fallen(self, event: Event) -> str:
        if event.code != "shot_down":
            return ""
        view, pens = self.table.view, Pens.of(self.settings, self.table)
        seen = view.aircraft[event.data["aircraft"]]
        return f"{pens.tables.pilots[seen.pilot].name}, {pens.named(view).name(seen.number)}" if seen.pilot in pens.tables.pilots else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.reaction.refresh()

    def fill(self) -> None:
        """The legal orders, narrowed to the card and the aircraft that were picked."""
        words, view = self.settings.words, self.table.view
        pens = Pens.of(self.settings, self.table)
        names = pens.named(view)
        then = Consequences(view, decides(view), words, names, pens.tables) if view is not None else None
        self.orders.blockSignals(True)
        self.orders.clear()
        best = -1
        for key, order in keyed(self._offered()):
            text = fold_text(order, words, names) if isinstance(order, FoldedOrders) else order_text(order, words, names, then)
            self.orders.add(order, text, key)
            best = self.orders.count() - 1 if key == LEAVE or best < 0 else best
        self.orders.keys_follow()
        self.orders.setCurrentRow(0 if self.narrowed or best < 0 else best)
        self.orders.blockSignals(False)
        self.go.tell(self.settings, self.table, self.orders)
        self._looked_at()

    def _offered(self) -> tuple[Any, ...]:
        """Return the legal orders of the picked card or aircraft; a large family as one."""
        if self.only_fold is not None:
            return self.only_fold.orders
        card, number = self.only_card, self.only_aircraft
        listed = [o for o in self.table.choices.listed if not card or card in cards_of(o)]
        return tuple(folded([o for o in listed if number < 0 or number in aircraft_of(o)], family_of, cards_of))

    # ---- carrying a card

    def with_card(self, card: str) -> list[Any]:
        return [order for order in self.table.choices.listed if laid_for(order) == card]

    def places_of(self, order: Any) -> frozenset[int]:
        return places_of(order, self.table.view)

    def place_at(self, at: QPoint) -> int | None:
        if self.reaction.rect().contains(self.reaction.mapFromGlobal(at)):
            return ANSWERED
        within = self.arena.mapFromGlobal(at)
        return self.arena.place_at(QPointF(within)) if self.arena.rect().contains(within) else None

    def light_places(self, lit: frozenset[int], over: int | None) -> None:
        self.arena.light(lit)
        self.reaction.light(ANSWERED in lit)

    def tries(self, card: str, place: int) -> list[Any]:
        pens = Pens.of(self.settings, self.table)
        return tries(card, pens.tables.deck.cards.get(card), place, self.table.view)

    def order_line(self, order: Any) -> str:
        pens, view = Pens.of(self.settings, self.table), self.table.view
        names = pens.named(view)
        return order_text(order, pens.words, names, Consequences(view, decides(view), pens.words, names, pens.tables))

    def _looked_at(self) -> None:
        """Mark the targets of the chosen line on the table."""
        order = self.armed
        listed = self.table.choices.listed
        preview = order.aircraft if isinstance(order, PickAircraft) else ""
        self.arena.show_orders(order, frozenset(n for o in listed for n in aircraft_of(o)), preview)
        chosen = cards_of(order) if order is not None else ()
        if self.only_card and not chosen:
            chosen = (self.only_card,)
        self.hand_part.show_orders(frozenset(c for o in listed for c in cards_of(o)), chosen)

    def sizeHint(self) -> QSize:
        return QSize(1280, 800)
