"""The room of a campaign: the desk with its papers, the flight, the bombing, the newspaper and the book as pages of one sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from bob.campaigns.land.heights import from_the_top
from bob.core.game import Event, Outcome
from bob.desk.base.settings import Settings
from bob.desk.boards.registry import panel_of
from bob.desk.boards.shared.decision import DecisionColumn
from bob.desk.boards.shared.game_panel import GamePanel
from bob.desk.boards.shared.lists import ORDER
from bob.desk.campaigns.room.bombing_scene import BombingScene
from bob.desk.campaigns.room.calendar_leaves import CalendarLeaves
from bob.desk.campaigns.room.desk_cards import DeskCards
from bob.desk.campaigns.room.flight import MissionFlight
from bob.desk.campaigns.room.mission_folder import MissionFolder
from bob.desk.campaigns.room.newspaper import Newspaper
from bob.desk.campaigns.room.papers import DeskTop
from bob.desk.campaigns.room.plan_board import PlanBoard
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.desk.campaigns.room.squadron_book import SquadronBook
from bob.desk.campaigns.room.theatre_map import TheatreMap
from bob.desk.campaigns.room.victory_track import VictoryTrack
from bob.desk.session.screen_game import ScreenGame
from bob.staff.advice.campaigns.plan_parts import Together, loads_together, together_text
from bob.staff.advice.campaigns.room_state import CampaignState
from bob.staff.advice.fights.choice_keys import KEYS, LEAVE

DESK, FLIGHT, SCENE, NEWS, BOOK = "desk", "flight", "scene", "news", "book"
PAGES = (DESK, FLIGHT, SCENE, NEWS, BOOK)
LEAVING = ("ready", "send_in")
"""The codes of the orders that accept a plan: they have the key to leave."""
CHANGED_BACK = ("set_altitude", "set_load", "set_crew", "allot")
"""The codes of orders that can be changed back until take-off. All others are given by a second press."""
LOW = 620
"""Below this height, before the text size chosen, the calendar makes room for the cards."""


@dataclass(frozen=True, slots=True)
class DeskLog:
    """The contents of the desk's log, and its seat."""

    seated: str
    log: list[tuple[int, Event]]


class CampaignColumn(DecisionColumn):
    """The decisions beside the desk. The room provides the question."""

    room: CampaignPanel

    @property
    def is_over(self) -> bool:
        return self.table.outcome is not None

    def asks(self, teller: Any) -> tuple[str, str]:
        return self.room.asked(self.table.view)

    def won_text(self, outcome: Outcome) -> str:
        text = self.settings.words(outcome.code)  # it names the side
        return f"{text[:1].upper()}{text[1:]}"

    def word(self, name: str) -> str:
        return "" if name == "shot" else self.settings.words(f"desk_campaign.{name}")


class CampaignPanel(GamePanel):
    """The room. A campaign implements its contents (`state_of`), the question, and the flight in its view."""

    loud: tuple[str, ...] = ()
    """Highlighted events of the log."""

    def __init__(self, settings: Settings, table: ScreenGame, parent: QWidget | None = None) -> None:
        super().__init__(settings, table, parent)
        self.model = CampaignModel(self)
        self.model.picked.connect(self._picked)
        self.model.taken.connect(self.give)
        self.flight = self.flight_of(table)
        self.flown: GamePanel | None = None
        if self.flight is not None:
            self.flown = panel_of(self.flight.kit)(settings, self.flight)
            self.flown.strip.hide()
        self._known: dict[str, int] = {}
        self._was_flying = False
        self._turning = False
        self._given = 1
        """The number of orders given by the last line."""
        self.lay(self._build())
        for i, name in enumerate(PAGES):
            short = QShortcut(QKeySequence(f"Ctrl+{i + 1}"), self)
            short.activated.connect(lambda name=name: self.open(name))

    # ---- what a campaign says

    def flight_of(self, table: ScreenGame) -> MissionFlight | None:
        """The flights of this campaign; None where they are never flown at the screen."""
        raise NotImplementedError

    def state_of(self, view: Any) -> CampaignState:
        """Return the room's contents for a view, with the selected order."""
        raise NotImplementedError

    def asked(self, view: Any) -> tuple[str, str]:
        """Return the current decision on the desk, and a hint for it."""
        raise NotImplementedError

    def desk_log(self, log: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
        """Return the part of a seat's log shown on the desk; the flight shows the rest on its own page."""
        raise NotImplementedError

    def log_teller(self) -> Callable[[Event], str]:
        """Return the describer of the desk's events, called one after another."""
        return self.table.teller(self.settings.words).event

    # ---- building

    def _build(self) -> QWidget:
        settings, model = self.settings, self.model
        self.map = TheatreMap(settings, model)
        self.folder = MissionFolder(settings, model)
        self.calendar = CalendarLeaves(settings, model)
        self.cards = DeskCards(settings, model)
        self.plan = PlanBoard(settings, model)
        self.track = VictoryTrack(settings, model)
        self.news = Newspaper(settings, model)
        self.book = SquadronBook(settings, model)
        self.scene = BombingScene(settings, model)
        nothing = QWidget()
        nothing.hide()
        self.column = CampaignColumn(settings, self.table, self.notice, nothing, self.loud)
        self.column.room = self
        self.column.auto.hide()
        self.take_lists(self.column.orders, self.column.go, self.column.log)
        self.orders.currentRowChanged.connect(lambda _: self._looked_at())
        self.top = DeskTop(settings)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.map, 5)
        middle.addWidget(self.folder, 3)
        left = QVBoxLayout(self.top)
        left.setContentsMargins(4, 2, 4, 2)
        left.setSpacing(0)
        left.addWidget(self.calendar)
        left.addLayout(middle, 1)
        self.tray = QStackedWidget()
        for paper in (self.cards, self.plan):
            self.tray.addWidget(paper)
        left.addWidget(self.tray)
        left.addWidget(self.track)
        desk = QWidget()
        row = QHBoxLayout(desk)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.top, 1)
        row.addWidget(self.column)
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        self.pages = QStackedWidget()
        lit = {SCENE: self.scene, NEWS: self.news, BOOK: self.book}
        for name in PAGES:
            self.tabs.addTab("")
            if name in lit:
                ground = DeskTop(settings)
                around = QVBoxLayout(ground)
                around.setContentsMargins(24, 8, 24, 8)
                around.addWidget(lit[name])
                self.pages.addWidget(ground)
            else:
                self.pages.addWidget(desk if name == DESK else self.flown or QWidget())
        self.tabs.currentChanged.connect(self._tab_chosen)
        self.scene.put_away.connect(lambda: self._scene_seen())
        self.scene.ended.connect(lambda: self.show_head())
        for page in (self.news, self.book):
            page.put_away.connect(self.close_page)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tabs)
        column.addWidget(self.pages, 1)
        for one, other in ((self.orders, self.cards), (self.cards, self.plan), (self.plan, self.map), (self.map, self.log)):
            self.setTabOrder(one, other)
        return body

    # ---- pages

    @property
    def page_open(self) -> str:
        """Return the open page."""
        return PAGES[self.pages.currentIndex()]

    def open(self, name: str) -> None:
        """Open a page, if there is anything on it."""
        index = PAGES.index(name)
        if not self.tabs.isTabEnabled(index):
            return
        if name == SCENE and (self.scene.scene is None or self.scene.is_over):
            self._begin_scene()
        self._turning = True
        self.tabs.setCurrentIndex(index)
        self._turning = False
        self.pages.setCurrentIndex(index)
        self.show_head()
        self.start()

    def close_page(self) -> None:
        """Back to where something is to be done: to the flight, or to the desk."""
        self.open(FLIGHT if self.model.state.flying else DESK)

    def _tab_chosen(self, index: int) -> None:
        if not self._turning and index >= 0:
            self.open(PAGES[index])

    def _scene_seen(self) -> None:
        self.news.number = -1
        self.open(NEWS)

    def _begin_scene(self) -> None:
        scene = next((scene for scene in reversed(self.model.state.scenes) if scene is not None), None)
        if scene is not None:
            self.scene.begin(scene)

    def start(self) -> None:
        """Take the keys where they are wanted."""
        wanted: dict[str, QWidget] = {SCENE: self.scene, NEWS: self.news, BOOK: self.book}
        if self.flown is not None:
            wanted[FLIGHT] = self.flown.orders
        wanted.get(self.page_open, self.orders).setFocus()

    def _turn_pages(self, state: CampaignState) -> None:
        """Show the news: the flight when it begins, the bombing and the newspaper when a mission is over."""
        there = {DESK: True, FLIGHT: state.flying, SCENE: any(state.scenes), NEWS: bool(state.news), BOOK: bool(state.book)}
        if not there[self.page_open]:
            self.open(DESK)
        self._turning = True
        for i, name in enumerate(PAGES):
            self.tabs.setTabEnabled(i, there[name])
        self._turning = False
        seat, count = self.table.seated, len(state.news)
        began, self._was_flying = state.flying and not self._was_flying, state.flying
        new = not self.table.is_past and count > self._known.setdefault(seat, count)
        if not self.table.is_past:
            self._known[seat] = count
        if new:
            self.news.number = -1
            if state.scenes[-1] is not None and not (self.flown is not None and self.flown.seen_live):
                self.scene.stop()
                self.open(SCENE)
            else:
                self.open(NEWS)
        elif began and self.page_open == DESK:
            self.open(FLIGHT)
        elif self.page_open == FLIGHT and not state.flying:
            self.open(DESK)

    # ---- words and showing

    def retranslate(self) -> None:
        words = self.settings.words
        for i, name in enumerate(PAGES):
            self.tabs.setTabText(i, words(f"desk_campaign.page.{name}"))
            self.tabs.setTabToolTip(i, f"Ctrl+{i + 1}")
        self.tabs.setAccessibleName(words("desk_campaign.pages"))
        self.column.retranslate()
        named = {"map": self.map, "folder": self.folder, "calendar": self.calendar, "track": self.track}
        for name, widget in (*named.items(), (SCENE, self.scene), (NEWS, self.news), (BOOK, self.book)):
            widget.setAccessibleName(words(f"desk_campaign.part.{name}"))
        super().retranslate()
        self._fit()

    def refresh(self) -> None:
        super().refresh()
        view = self.table.view
        if view is None:
            self.column.clear()
            self.scene.stop()
            self.model.show(CampaignState(), None)
            self.show_head()
            return
        teller = self.table.teller(self.settings.words)
        armed = self.model.armed if self.model.armed in self.table.choices.listed else self.first_armed()
        rows = self._rows(teller)
        self.column.list_orders(rows, armed)
        if armed is None and len(rows) > 1 and all(self.is_grave(order) for _, _, order in rows):
            self.orders.setCurrentRow(-1)  # nothing is chosen until a person points at it
        self.column.ask(teller)
        self.log.follow(self.settings, DeskLog(self.table.seated, self.desk_log(self.table.log)), self.log_teller(), self.loud)
        self.model.show(self._with_keys(self.state_of(view)), self.armed)
        self.show_head()
        self._turn_pages(self.model.state)
        self._fit()

    def _rows(self, teller: Any) -> list[tuple[str, str, Any]]:
        """Return the orders of the desk with their keys; those of a flight are on its own sheet."""
        if self.flight is not None and self.flight.view is not None:
            return []
        listed = self.in_order(self.table.choices.listed)
        rest = [order for order in listed if order.code not in LEAVING and self.numbered(order) != 0]
        lines = [(self.order_text(teller, order), order) for order in rest]
        lines += [(together_text(self.settings.words, all_), all_) for all_ in loads_together(rest)]
        rows = [(self._key(i, order), line, order) for i, (line, order) in enumerate(lines)]
        return rows + [(LEAVE[0], self.order_text(teller, order), order) for order in listed if order not in rest]

    def numbered(self, order: object) -> int | None:
        """Return the number of the chosen Resource, option or arrow, which gives the key; 0 for the choice of none, None without a number.

        Implemented by a campaign.
        """
        return None

    def _key(self, place: int, order: object) -> str:
        """Return the key of an order: by its number, or by its place in the list."""
        number = self.numbered(order)
        at = place if number is None else number - 1
        return KEYS[at] if at < len(KEYS) else ""

    def _with_keys(self, state: CampaignState) -> CampaignState:
        """The contents, with its key on each card that can be chosen."""
        keys = {item.data(ORDER): self.orders.key_of(item) for item in self.orders.lines()}
        cards = tuple([replace(card, key=keys.get(card.order, "")) if card.order is not None else card for card in state.cards])
        return replace(state, cards=cards)

    def first_armed(self) -> Any:
        """Return the order selected first: the one that accepts the plan; None where there is none of that sort."""
        return next((order for order in self.table.choices.listed if order.code in LEAVING), None)

    def in_order(self, listed: tuple[Any, ...]) -> list[Any]:
        """The orders as they are listed for a person."""
        return from_the_top(listed)

    def order_text(self, teller: Any, order: Any) -> str:
        """An order of the desk as a line."""
        return str(teller.order(order, self.table.seated))

    def turn_text(self, view: Any) -> str:
        title = self.model.state.title
        parts = f"{title[:1].upper()}{title[1:]}"
        if self.flight is None or self.flown is None or (flown := self.flight.view) is None:
            return parts
        return f"{parts} · {self.flown.turn_text(flown)}"

    def score_text(self, view: Any) -> str:
        """Return the standing; nothing before anything was flown."""
        state = self.model.state
        return state.track.said if state.track is not None and state.news else ""

    def show_head(self) -> None:
        """Show the turn, the deciding seat, and the score; no result before the scene has shown it."""
        super().show_head()
        if self.page_open == SCENE and self.scene.scene is not None and not self.scene.is_over:
            self.who.clear()
            self.score.clear()
            self.score.setToolTip("")

    def ended_text(self) -> str:
        outcome = self.table.outcome
        return self.table.kit.ended(self.settings.words, outcome) if outcome is not None else ""

    def _fit(self) -> None:
        """Give everything its room at this size."""
        self.column.fit(self.width())
        state = self.model.state
        paper = self.plan if state.plan else self.cards
        laid = bool(state.cards or state.plan)
        self.calendar.setVisible(not (laid and self.height() < LOW * self.settings.scale))
        self.tray.setCurrentWidget(paper)
        self.tray.setMaximumHeight(paper.sizeHint().height())
        self.tray.setVisible(laid)
        self.folder.setFixedWidth(round(min(340 * self.settings.scale, max(260.0, (self.width() - self.column.width()) * 0.42))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    # ---- choosing

    def give(self, order: Any) -> None:
        """Give an order; of a line for several, each that is still open."""
        orders = order.orders if isinstance(order, Together) else (order,)
        given = 0
        for one in orders:
            if not isinstance(order, Together) or one in self.table.choices.listed:
                super().give(one)
                given += 1
        self._given = given

    def undo(self) -> None:
        """Take back the last order, or all that one line gave."""
        count, self._given = max(1, self._given), 1
        for _ in range(count):
            if self.table.undo_reason() is None:
                super().undo()
        while getattr(self.flown, "is_forced", False) and self.table.undo_reason() is None:
            super().undo()  # what was no choice, with the choice before it

    def _picked(self, order: Any) -> None:
        self.orders.arm(order)

    def _looked_at(self) -> None:
        """Show the effect of the newly selected order on the map, in the folder and on the cards."""
        view = self.table.view
        if view is not None:
            self.model.show(self._with_keys(self.state_of(view)), self.armed)

    def is_grave(self, order: object) -> bool:
        """Return whether an order is final; the parts of a plan are not."""
        return getattr(order, "code", "") not in CHANGED_BACK and not isinstance(order, Together)

    def pressed(self, event: QKeyEvent) -> bool:
        if self.page_open != DESK:
            return False
        if super().pressed(event) or self.take_key(event, KEYS + LEAVE):
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.orders.setFocus()
            return True
        return False


__all__ = ["BOOK", "DESK", "FLIGHT", "NEWS", "PAGES", "SCENE", "CampaignColumn", "CampaignPanel"]
