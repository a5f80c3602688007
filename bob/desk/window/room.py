"""All widgets of one game: table, docks, bars, sheets. They are made when a game is opened and go with it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from bob.core.game import REFEREE
from bob.core.record import Entry
from bob.day.state.orders import Scramble, SendTo
from bob.day.state.position import LUFTWAFFE, RAF, StanceKind
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.sound.player import Sounds
from bob.desk.boards.event_cards.card import MomentCard
from bob.desk.boards.fights.standing_rule import slot_of
from bob.desk.map import Minimap, PlottingTable
from bob.desk.map.lists import Lists
from bob.desk.map.plotting_desk import PlottingDesk
from bob.desk.map.state import Standpoint
from bob.desk.panels.dice.panel import DicePanel
from bob.desk.panels.forecast import ForecastPanel
from bob.desk.panels.ladder.panel import Ladder
from bob.desk.panels.log.panel import LogPanel
from bob.desk.panels.log.time_machine import TimeBar
from bob.desk.panels.log.timeline import Timeline
from bob.desk.panels.network.joined import JoinedSession
from bob.desk.panels.network.room_panel import RoomPanel
from bob.desk.panels.network.slip_panel import SlipPanel
from bob.desk.panels.orders.line_drawing import LineDrawing
from bob.desk.panels.orders.overlay import DrawnLine
from bob.desk.panels.orders.standing_desk import StandingDesk
from bob.desk.panels.orders.standing_page import StandingOrders
from bob.desk.panels.orders.who_goes import WhoGoesBox
from bob.desk.panels.planner import Planner
from bob.desk.panels.planner.reports import Reports
from bob.desk.panels.planner.results import Results
from bob.desk.panels.referee.side_by_side import Pane, Sides
from bob.desk.panels.tote import Tote
from bob.desk.session.answers import BESIDE, AnswerCard, Notice
from bob.desk.session.decision_walk import DecisionWalk
from bob.desk.session.foretold import ReachForecast, foretell
from bob.desk.session.session import DeskSession
from bob.desk.session.standing import StandingOrder
from bob.desk.session.standing_wording import line_text
from bob.desk.window.ending import Ending
from bob.desk.window.help.hints import HintLine
from bob.rooms.order_wording import OrderWords, account_by

PANELS: Mapping[str, Callable[[DeskSession, Settings], QWidget]] = {
    "ladder": Ladder,
    "tote": Tote,
    "planner": Planner,
    "results": Results,
    "reports": Reports,
    "forecast": ForecastPanel,
    "dice": DicePanel,
    "lists": Lists,
    "orders": StandingOrders,
}
"""The panels around the table beside the log and the timeline."""


CORNER = "corner"
"""Under which name it is kept whether a person has the small map."""


class _Corner(QObject):
    """Keeps a small widget in the upper left corner of another, where there is room for it."""

    def __init__(self, small: QWidget, host: QWidget) -> None:
        super().__init__(host)
        self.small, self.host = small, host
        host.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.host:
            size = self.small.sizeHint()
            self.small.setGeometry(10, 10, size.width(), size.height())
            self.small.setVisible(self.wanted and self.host.width() > 4.5 * size.width() and self.host.height() > 2.4 * size.height())
        return False

    wanted = True


class DayArea(QWidget):
    """The centre of the window while a game is open: the table, or two of them, and what floats over it."""

    forecast_asked = Signal()
    """The forecast is to be seen."""
    orders_asked = Signal(str)
    """The standing orders of a Sector should be shown."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = Names(session.world.theatre, slot_of(session))
        self.decisions = DecisionWalk(session, settings, self.names, self)
        self.tables = QSplitter(Qt.Orientation.Horizontal)
        self.table = PlottingTable(session.world, settings)
        self.pane = Pane(self.table)
        self.tables.addWidget(self.pane)
        self.desk = PlottingDesk(session, settings, self.names, self.table)
        self.minimap = Minimap(self.table, self.table)
        self.corner = _Corner(self.minimap, self.table)
        self.sides: Sides | None = None
        self._stacked: bool | None = None
        self.cleared = False
        """True if the docks were hidden to make space for the sides."""
        self._left: dict[str, tuple[Standpoint, dict[str, Any]]] = {}
        """Each person's state of the table and the panels, restored for that person only."""
        self.time_bar = TimeBar(session, settings)
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.time_bar)
        self.area = QWidget()
        inner = QVBoxLayout(self.area)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.tables)
        body.addWidget(self.area, 1)
        self.hints = HintLine(session, settings, self.decisions)
        body.addWidget(self.hints)
        self.card = AnswerCard(settings, self.decisions, self.area)
        self.card.where = self._on_area
        self.card.foreseen.connect(self._foresee)
        self.card.in_the_way.connect(self._uncover)
        self.table.moved.connect(self.card.place)
        self.notice = Notice(settings, self.area)
        self.moments = MomentCard(session, settings, self.names, self.decisions, self.table, self.area)
        self.moments.place_asked.connect(self.show_thing)
        self.moments.where = self._on_area
        self.moments.button.keep_below(self.minimap)
        self.moments.button.keep_below(self.notice)
        self.moments.button.keep_below(self.card)
        self.notice.keep_clear(self.card)
        self.moments.keep_clear(self.card, self.notice)
        self.sounds = Sounds(settings, self)
        session.entry_added.connect(self._sound)
        self.ending = Ending(session, settings, self.area)
        self.standing = StandingDesk(session, settings, self.names, self)
        self.drawing = LineDrawing(session, settings, self.table, self.desk.menus, self)
        self._join_menus()
        self.panels: dict[str, QWidget] = {}
        self._make_panels()
        self.decisions.sealer = getattr(self.panels.get("planner"), "seal_plan", None)
        self.decisions.show.connect(self.show_thing)
        self.table.selected.connect(self._selected)
        session.changed.connect(self.lay_route)
        settings.language_changed.connect(self._caption)
        self.lay_route()

    def _sound(self, entry: Entry) -> None:
        """Play the sounds of an entry's visible events; none of the past, nor while the room is covered."""
        if not self.session.looking_back and not self.decisions.covered:
            self.sounds.hear(entry.events)

    def _make_panels(self) -> None:
        session, settings = self.session, self.settings
        self.panels["timeline"] = timeline = Timeline(session, settings, self.names)
        self.panels["log"] = log = LogPanel(session, settings, self.names)
        timeline.place_asked.connect(self.show_thing)
        log.place_asked.connect(self.show_thing)
        log.time_asked.connect(self.time_bar.to_number)
        for name in PANELS:
            self.panels[name] = panel = self._make(name)
            if isinstance(panel, Planner):
                self.panels["forces"] = panel.forces
        if isinstance(session, JoinedSession):
            self.panels["room"] = RoomPanel(session.joined, settings)
            self.panels["slips"] = SlipPanel(session.joined, settings, self._order_words)
        self._join_forecast()

    def _order_words(self) -> OrderWords:
        """Return the describer of orders by the names known to the seat at the screen."""
        session, words = self.session, self.settings.words
        game, scenario = session.match.game, session.match.header.scenario
        return OrderWords(words, game, account_by(words, game, scenario, session.at(session.number, session.seated)))

    def _join_forecast(self) -> None:
        """Connect the forecast with the drawn raids and the chosen one."""
        planner, forecast = self.panels["planner"], self.panels["forecast"]
        assert isinstance(planner, Planner)
        assert isinstance(forecast, ForecastPanel)
        forecast.plans = lambda view: planner.drawn_beside(view, None)
        planner.selected.connect(forecast.choose)
        planner.stepping.connect(forecast.refresh)
        forecast.heated.connect(self.table.set_heat)

    def _foresee_chosen(self) -> None:
        """Show the planner's raid in the forecast, also one that was not chosen there."""
        planner, forecast = self.panels["planner"], self.panels["forecast"]
        if isinstance(planner, Planner) and isinstance(forecast, ForecastPanel) and planner.code not in (None, forecast.raid):
            forecast.choose(planner.code)

    def _join_menus(self) -> None:
        """Connect the menus of a thing: the list of all squadrons, a patrol line, standing orders."""
        menus, book = self.desk.menus, self.session.book
        menus.every, menus.line = self._who_goes, self.drawing.begin
        menus.always = self._set_sector_rule
        menus.standing = self.orders_asked.emit
        self.desk.lines = lambda: [
            DrawnLine(o.a, o.b or o.a, line_text(self.settings.words, o)) for o in book.active("patrol") if o.a is not None
        ]
        self.standing.announced.connect(lambda text: self.notice.tell(text, bad=False))
        self.standing.changed.connect(self.desk.show_orders)
        self.drawing.made.connect(self.standing.again)
        self.drawing.drawing.connect(self.decisions.cover)

    def _who_goes(self, kind: str, key: Any) -> None:
        box = WhoGoesBox(self.desk.menus, self.settings, kind, key, self)
        forecast = self.panels["forecast"]
        assert isinstance(forecast, ForecastPanel)
        box.foreseen.connect(lambda *_: self.forecast_asked.emit())
        box.foreseen.connect(forecast.compare_orders)
        box.may_foresee(forecast.answers)
        box.exec()
        box.deleteLater()

    def _set_sector_rule(self, sector: str, stance: StanceKind) -> None:
        """Rules of engagement for all of a Sector, from now on."""
        self.session.book.add(StandingOrder("stance", sector, stance=stance, acts=True))
        self.standing.again()

    def _make(self, name: str) -> QWidget:
        """A panel, joined to the table."""
        panel = PANELS[name](self.session, self.settings)
        selected = getattr(panel, "selected", None)
        if selected is not None:
            selected.connect({"tote": self._from_tote, "planner": self._from_planner, "lists": self._from_lists}.get(name, self.show_thing))
        aimed = getattr(panel, "aimed", None)
        if aimed is not None:
            aimed.connect(self.table.aim_for)
        if isinstance(panel, Ladder):
            panel.asked.connect(self._asked)
            panel.may_ask = self.decisions.may_ask
            panel.menu_asked.connect(lambda number, at: self.desk.context("track", number, None, at))
        elif isinstance(panel, Tote):
            panel.foreseen.connect(self.desk.overlay.preview)
            panel.menu_asked.connect(lambda kind, key, at, units: self.desk.context(kind, key, None, at, units))
        elif isinstance(panel, StandingOrders):
            panel.remade.connect(self.standing.again)
            self.standing.changed.connect(panel.refresh)
        elif isinstance(panel, Lists):
            panel.menu_asked.connect(lambda what, key, at: self.desk.context(*self._listed(what, key), None, at))
        asked = getattr(panel, "hex_asked", None)
        if asked is not None:
            asked.connect(lambda h: self.show_thing("hex", h))
        return panel

    def _foresee(self, order: object) -> None:
        """Preview the effect of an offer on the table."""
        orders = order if isinstance(order, tuple) else (order,)
        sent = [one for one in orders if isinstance(one, Scramble | SendTo)]
        seen = [foretell(self.session, one.unit, "hex" if one.track is None else "track", one.hex or one.track, one.angels) for one in sent]
        self.desk.overlay.preview([f for f in seen if isinstance(f, ReachForecast)])

    def _uncover(self) -> None:
        """Move the map until the card does not hide its subject, where there is space beside it."""
        at, card, table = self.card.about(), self.card.geometry(), self.table
        before, behind = card.left(), self.area.width() - card.right()
        if at is not None and max(before, behind) >= 2 * BESIDE:
            middle = before // 2 if before > behind else self.area.width() - behind // 2
            table.centre_on(table.camera.x + (at.x() - middle) / table.camera.scale, table.camera.y)

    def _asked(self, number: int) -> None:
        """Show the decision about a raid of the ladder."""
        self.decisions.ask(number)
        if self.card.isVisible():
            self.card.setFocus()

    def _from_tote(self, unit: str) -> None:
        self.table.select("squadron", unit, tell=False, show=True)

    def _from_planner(self, code: str) -> None:
        self.table.select("raid" if code else "", code or None, tell=False)

    def _from_lists(self, what: str, key: str) -> None:
        self.show_thing(*self._listed(what, key))

    def _listed(self, what: str, key: str) -> tuple[str, object]:
        """Return the table's name of a line of the list."""
        if what == "plot":
            return "track", int(key)
        if what == "field":
            place = self.session.world.fields.get(key)
            return "place", f"{place.kind}:{place.name}" if place is not None else ""
        counted = what == "patrol" or (what == "convoy" and self.session.seat == LUFTWAFFE)
        return what, int(key) if counted else key

    def _on_area(self, kind: str, key: object) -> QPoint | None:
        """Return the position of a thing of the table on the area below the sheets."""
        at = self.table.where(kind, key)
        return self.table.mapTo(self.area, QPointF(*self.table.camera.to_screen(*at)).toPoint()) if at is not None else None

    def lay_route(self) -> None:
        """Lay the route of the planner on the table while the Luftwaffe plans, and only then; the forecast shows the same raid."""
        planner: Any = self.panels.get("planner")
        if planner is None:
            return
        session = self.session
        view = session.view(session.hand if session.live else session.seat)
        plans = view.seat == LUFTWAFFE and session.live and (view.common.phase == "planning" or view.plan_open)
        overlay = planner.overlay if plans else None
        if overlay is not self.table.route and self.drawing.route is None:
            self.table.set_route(overlay)
        self._foresee_chosen()

    # ---- choosing

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape puts away what floats over the table, then leaves the past."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
            return
        floating = next((page for page in (self.notice, self.ending, self.moments.earlier) if page.isVisible()), None)
        if floating is not None:
            floating.hide()
        elif self.moments.isVisible():
            self.moments.skip()
        elif self.time_bar.isVisible():
            self.time_bar.leave()

    def show_thing(self, kind: str, key: object) -> None:
        """Choose something on the table and bring it into sight."""
        self.desk.show(kind, key)

    def _selected(self, kind: str, key: object) -> None:
        panel = self.panels.get({"squadron": "tote", "raid": "planner", "track": "ladder"}.get(kind, ""))
        select = getattr(panel, "select", None)
        if select is not None:
            select(key)
            self._foresee_chosen()

    # ---- two tables

    def side_by_side(self, on: bool) -> None:
        """Show what each side sees beside the truth, for the referee; or one table again."""
        session = self.session
        if on and self.sides is None and all(session.may_look(seat) for seat in (RAF, LUFTWAFFE, REFEREE)):
            session.look_as(REFEREE)
            self.sides = Sides(session, self.settings, self.names, self.table)
            self.sides.folded.connect(self._folded)
            self.tables.addWidget(self.sides)
            self._caption()
        elif not on and self.sides is not None:
            self.sides.setParent(None)
            self.sides.deleteLater()
            self.sides, self._stacked = None, None
            self.pane.say("")
            session.look_as(session.seated)

    def _caption(self) -> None:
        """Label the truth beside the views of the sides."""
        if self.sides is not None:
            self.pane.say(self.settings.words("desk.beside.truth"))

    def _folded(self, stacked: bool) -> None:
        """The truth takes half of the room, or a third."""
        half = self.tables.width() // (2 if stacked else 3)
        if abs(self.tables.sizes()[0] - half) > 8 and stacked != self._stacked:
            self.tables.setSizes([half, self.tables.width() - half])
        self._stacked = stacked

    def clear(self) -> None:
        """Take everything off the tables before another person comes."""
        if self.table.view is not None:
            panels = {name: panel.left() for name, panel in self._looked_through()}
            self._left[self.session.seated] = self.table.standpoint(), {**panels, CORNER: self.corner.wanted}
        self.side_by_side(False)
        self.drawing.stop()
        self.table.set_heat(None)
        self.desk.clear()
        self.card.clear()
        self.notice.clear()
        self.ending.hide()
        self.hints.clear()
        self.moments.skip()
        self.moments.earlier.hide()
        self.moments.button.hide()
        self.sounds.stop()
        for _, panel in self._looked_through():
            panel.take_up(None)

    def _looked_through(self) -> list[tuple[str, Any]]:
        """The panels in which one looks for something of one's own."""
        return [(name, panel) for name, panel in self.panels.items() if hasattr(panel, "take_up")]

    def sit(self, seat: str) -> None:
        """Seat another person: restore that person's state, which shows nothing of the interests of others."""
        self.session.sit(seat)
        self.desk.refresh()
        standpoint, panels = self._left.get(seat, (None, {}))
        self.table.stand_at(standpoint)
        self.corner.wanted = panels.get(CORNER, True)
        self.minimap.setVisible(self.corner.wanted)
        for name, panel in self._looked_through():
            panel.take_up(panels.get(name))
