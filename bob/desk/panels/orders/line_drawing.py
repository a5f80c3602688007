"""A patrol line drawn on the map: a hex, the other end, a height; it becomes a standing order, and a squadron is sent."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from bob.core.hexes import Hex
from bob.day.state.view import SquadronView
from bob.desk.base.settings import Settings
from bob.desk.map.route import RouteOverlay, WayPoint
from bob.desk.map.widget import PlottingTable
from bob.desk.panels.orders.menus import OrderMenus
from bob.desk.session.foretold import order_for
from bob.desk.session.session import DeskSession
from bob.desk.session.standing import StandingOrder, sector_at

HEIGHTS = (10, 12, 14, 16, 18, 20, 22, 24)
USUAL = 16


class LineDrawing(QObject):
    """Draws patrol lines on a table."""

    made = Signal()
    """There is a new standing order."""
    drawing = Signal(bool)
    """A line is being drawn; or no longer."""

    def __init__(
        self, session: DeskSession, settings: Settings, table: PlottingTable, menus: OrderMenus, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.session, self.settings, self.table, self.menus = session, settings, table, menus
        self.route: RouteOverlay | None = None
        self.unit = ""

    def begin(self, h: Hex, unit: str = "") -> None:
        """Begin a line at a hex, for a squadron or for any of the Sector."""
        self.unit = unit
        self.route = route = RouteOverlay(self)
        route.drawing, route.hint = True, self.settings.words("desk_orders.standing.draw")
        route.set_route([WayPoint(h, fixed=True)])
        route.added.connect(lambda _, other: self.end(h, other))
        route.selected.connect(lambda _: self.end(h, h))
        route.ended.connect(self.stop)
        self.table.set_route(route)
        self.drawing.emit(True)
        self.table.setFocus()

    def stop(self) -> None:
        """Give the drawing up."""
        if self.route is not None and self.table.route is self.route:
            self.table.set_route(None)
            self.drawing.emit(False)
        self.route = None

    def end(self, a: Hex, b: Hex) -> None:
        """The line is drawn: ask for its height."""
        self.stop()
        s = self.session.squadron(self.unit) if self.unit else None
        ordered = self.session.ordered_height(s) if s is not None else None
        menu = QMenu(self.table)
        for angels in dict.fromkeys((*((ordered,) if ordered is not None else ()), USUAL, *HEIGHTS)):
            action = menu.addAction(self.settings.words("desk_orders.menu.line_height", angels=angels))
            action.triggered.connect(lambda _=False, angels=angels: self.make(a, b, angels))
            if menu.defaultAction() is None:
                menu.setDefaultAction(action)
        menu.exec(self.table.cursor().pos())
        menu.deleteLater()

    def make(self, a: Hex, b: Hex, angels: int) -> None:
        """Make it a standing order, and send the squadron named off or on its way there."""
        s = self.session.squadron(self.unit) if self.unit else None
        sector = s.sector if s is not None else sector_at(self.session.world, a)
        self.session.book.add(StandingOrder("patrol", sector, angels=angels, a=a, b=b, unit=self.unit))
        if s is not None and _free(s):
            self.menus.give(order_for(s, "hex", a, angels))
        self.made.emit()


def _free(s: SquadronView) -> bool:
    """Return whether a squadron can be sent to the line at once."""
    return (s.box == "ready" and not s.scrambling) or (s.box == "airborne" and s.tally is None and (s.vector or {}).get("kind") != "home")
