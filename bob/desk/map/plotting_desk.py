"""The plotting table at work: shows the view of the seat at the screen, and turns requests into orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu, QWidget

from bob.core.hexes import Hex
from bob.day.state.orders import PatrolSweep
from bob.day.state.view import LuftwaffeView, RafView, RefereeView
from bob.day.telling.period_names import Names
from bob.desk.base.settings import Settings
from bob.desk.base.theme.greyed import greyed
from bob.desk.map import PlottingTable
from bob.desk.map.aiming import Vectoring
from bob.desk.panels.orders.menus import OrderMenus, head, popup
from bob.desk.panels.orders.overlay import DrawnLine, OrderOverlay
from bob.desk.session.foretold import foretell, foretold_text, order_for, ordered_ways
from bob.desk.session.groups import leaders, squadrons_of
from bob.desk.session.session import DeskSession
from bob.staff.advice.planning.radio_calls import calls

SWEEP_ANGELS = 20


def standing(view: Any) -> Any:
    """A view without what changes when nothing moves: who owes a decision."""
    if isinstance(view, RefereeView):
        return replace(view, raf=standing(view.raf), luftwaffe=standing(view.luftwaffe))
    return replace(view, common=replace(view.common, owing=()))


class PlottingDesk(QObject):
    """Connects a session and its table. `fixed` shows one room for any seat at the screen, for the referee's second table."""

    def __init__(
        self,
        session: DeskSession,
        settings: Settings,
        names: Names,
        table: PlottingTable,
        fixed: str | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent or table)
        self.session = session
        self.settings = settings
        self.names = names
        self.table = table
        self.fixed = fixed
        self._shown: Any = None
        self.lines: Callable[[], Sequence[DrawnLine]] = tuple
        """Returns the patrol lines; set by the part with the standing orders."""
        table.reach_text = self.reach_text
        table.targets = self.targets
        self.overlay = OrderOverlay(session.world, self)
        self.overlay.changed.connect(table.update)
        self.menus = OrderMenus(session, settings, names, self.overlay)
        table.orders, table.people = self.overlay, session.people
        table.vector_requested.connect(self._vector)
        table.context_requested.connect(self.context)
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the current view, unless nothing has moved."""
        seat = self.fixed or self.session.seat
        if not self.session.may_look(seat):
            self.table.show_view(None)
            self._shown = None
            return
        view = self.session.view(seat)
        bare = standing(view)
        if bare != self._shown:
            self._shown = bare
            self.table.show_view(view)
        self.show_orders()

    def show_orders(self) -> None:
        """Show the ways of squadrons ordered off, and the patrol lines."""
        shown = self.fixed is None or self.fixed == self.session.seat
        self.overlay.show_orders(ordered_ways(self.session) if shown else (), self.lines() if shown else ())

    def clear(self) -> None:
        """Clear the table for another person."""
        self._shown = None
        self.overlay.clear()
        self.table.show_view(None)

    def show(self, kind: str, key: object) -> None:
        """Choose something on the table and bring it into sight."""
        if kind == "hex" and isinstance(key, str):
            from bob.core import hexes
            from bob.core.errors import UsageError

            try:
                key = hexes.from_label(key)
            except UsageError:
                return
        self.table.select(kind, key, show=True)

    # ---- words

    def reach_text(self, unit: str, target: tuple[str, Any]) -> str:
        """Return the text for a squadron dragged to a target: its arrival, or the reason why it may not go."""
        words = self.settings.words
        kind, key = target
        if not self.session.live:
            return words("desk.status.past")
        seen = foretell(self.session, unit, kind, key)
        if isinstance(seen, str):
            self.overlay.preview(())
            return words(seen)
        self.overlay.preview((seen,))
        return foretold_text(words, self.names, self.session, seen)

    def targets(self, unit: str) -> Vectoring:
        """Return the permitted goals of a squadron: the game is asked for every track, and for the hexes within its fuel."""
        words = self.settings.words
        squadron, view = self.session.squadron(unit), self.session.view(self.session.seat)
        raf = view.raf if isinstance(view, RefereeView) else view
        if not isinstance(raf, RafView):
            return Vectoring(unit)
        if squadron is None or not self.session.live:
            never = words("desk.reach.no_squadron") if squadron is None else words("desk.status.past")
            return Vectoring(unit, dict.fromkeys((t.number for t in raf.tracks), never), never=never)
        refused = {
            t.number: self.menus.why_not(order_for(squadron, "track", t.number, max(2, self.session.height(squadron, t))))
            for t in raf.tracks
        }
        world = self.session.world
        at = squadron.hex if squadron.hex not in world.barred else world.fields[squadron.station].near
        here = self.menus.why_not(order_for(squadron, "hex", at, max(2, self.session.height(squadron))))
        area = self.session.reach_area(unit) - world.barred
        why_not = {number: why for number, why in refused.items() if why is not None}
        return Vectoring(
            unit, why_not, area, words("desk.reach.too_far"), here or "", barred=world.barred, shore=words("desk.reach.far_shore")
        )

    # ---- orders

    def _vector(self, unit: str, kind: str, key: Any) -> None:
        """Ask for the height after a squadron, or its Wing, was dropped on a track or a hex."""
        found = leaders(self.session, squadrons_of(self.session, (unit,)))
        if not found or not self.session.live:
            return
        menu = popup(self.table)
        self.menus.heights(menu, found, kind, key)
        if not menu.isEmpty():
            menu.exec(self.table.cursor().pos())
        self.overlay.preview(())
        menu.deleteLater()

    # ---- menus at the thing itself

    def context(self, kind: str, key: Any, h: Hex | None, at: QPoint, units: Sequence[str] = ()) -> None:
        """Show the menu of a thing at that place on the screen."""
        menu = self.menu(kind, key, h, units=units)
        if not menu.isEmpty():
            menu.exec(at)
        self.overlay.preview(())
        menu.deleteLater()

    def menu(self, kind: str, key: Any, h: Hex | None, parent: QWidget | None = None, units: Sequence[str] = ()) -> QMenu:
        """Return the menu of a thing on the table; entries that are refused give the reason."""
        menu = popup(parent or self.table)
        if not self.session.live:
            return menu
        view, truth = self.session.ordering, self.session.view(self.session.seat)
        if isinstance(truth, RefereeView) and isinstance(view, RafView) and kind == "raid":
            kind, key = ("track", truth.tracks[key]) if key in truth.tracks else ("hex", key)
        if isinstance(view, RafView):
            self.menus.fill(menu, kind, key, h, units)
        elif isinstance(view, LuftwaffeView):
            self._luftwaffe_menu(menu, view, kind, key, h)
        return menu

    def _item(self, menu: QMenu, text: str, order: Any) -> None:
        action = menu.addAction(text)
        greyed(action, text, self.menus.why_not(order))
        action.triggered.connect(lambda _=False: self.menus.give(order))

    def _luftwaffe_menu(self, menu: QMenu, view: LuftwaffeView, kind: str, key: Any, h: Hex | None) -> None:
        words = self.settings.words
        if kind == "raid":
            head(menu, self.names.title(words, key))
            raid = view.raid(key)
            for text, order in calls(words, self.names, view, raid) if raid is not None else ():
                self._item(menu, text, order)
        elif h is not None and view.common.phase == "orders":
            for box, units in enumerate(view.patrols, 1):
                if units:
                    text = words("desk.table.patrol", box=box, angels=SWEEP_ANGELS)
                    self._item(menu, text, PatrolSweep(box, h, SWEEP_ANGELS))
