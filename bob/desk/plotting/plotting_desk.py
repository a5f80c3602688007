"""The plotting table at work: shows the view of the seat at the screen, and turns what is asked of it into orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, QPoint
from PySide6.QtWidgets import QMenu, QWidget

from bob.desk.game.session import Session
from bob.desk.planner.calls import calls
from bob.desk.plotting import PlottingTable
from bob.desk.plotting.aiming import Vectoring
from bob.desk.settings import Settings
from bob.desk.tote.stances import stance_told, stances
from bob.errors import BobError
from bob.hexes import Hex
from bob.operations.named import Names
from bob.operations.orders import BreakWing, Pancake, PatrolSweep, Readiness, Scramble, SendTo, Split
from bob.operations.telling import refusal
from bob.operations.view import LuftwaffeView, RafView, RefereeView, SquadronView

SWEEP_ANGELS = 20
MOST_ANGELS = 7


def standing(view: Any) -> Any:
    """A view without what changes when nothing moves: who owes a decision."""
    if isinstance(view, RefereeView):
        return replace(view, raf=standing(view.raf), luftwaffe=standing(view.luftwaffe))
    return replace(view, common=replace(view.common, owing=()))


class PlottingDesk(QObject):
    """Between a session and its table. `fixed` shows one room whatever the eyes of the screen, for the referee's second table."""

    def __init__(
        self,
        session: Session,
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
        table.reach_text = self.reach_text
        table.targets = self.targets
        table.vector_requested.connect(self._vector)
        table.context_requested.connect(self._context)
        session.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Put the view of now on the table, unless nothing has moved."""
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

    def clear(self) -> None:
        """Take everything off the table: another person comes."""
        self._shown = None
        self.table.show_view(None)

    def show(self, kind: str, key: object) -> None:
        """Choose something on the table and bring it into sight."""
        if kind == "hex" and isinstance(key, str):
            from bob import hexes
            from bob.errors import UsageError

            try:
                key = hexes.from_label(key)
            except UsageError:
                return
        self.table.select(kind, key, show=True)

    # ---- words

    def reach_text(self, unit: str, target: tuple[str, Any]) -> str:
        """What is told while a squadron is drawn to a target: when it would be there, or why not."""
        words = self.settings.words
        kind, key = target
        if not self.session.live:
            return words("desk.status.past")
        if kind == "track":
            met = self.session.reach(unit, key)
            if isinstance(met, str):
                return words(met)
            return words("desk.reach.meet", minutes=5 * met.turns, place=self.names.at(words, met.hex.label))
        turns = self.session.reach_hex(unit, key)
        return words(turns) if isinstance(turns, str) else words("desk.reach.there", minutes=5 * turns)

    def targets(self, unit: str) -> Vectoring:
        """What a squadron may be sent to now, asked of the game for every track, and for the hexes as far as its fuel goes."""
        words = self.settings.words
        squadron, view = self.session.squadron(unit), self.session.view(self.session.seat)
        raf = view.raf if isinstance(view, RefereeView) else view
        if not isinstance(raf, RafView):
            return Vectoring(unit)
        if squadron is None or not self.session.live:
            never = words("desk.reach.no_squadron") if squadron is None else words("desk.status.past")
            return Vectoring(unit, dict.fromkeys((t.number for t in raf.tracks), never), never=never)
        refused = {
            t.number: self._why_not(self._order(squadron, "track", t.number, self._angels(squadron, "track", t.number)[0]))
            for t in raf.tracks
        }
        world = self.session.world
        at = squadron.hex if squadron.hex not in world.barred else world.fields[squadron.station].near
        here = self._why_not(self._order(squadron, "hex", at, self._angels(squadron, "hex", at)[0]))
        area = self.session.reach_area(unit) - world.barred
        why_not = {number: why for number, why in refused.items() if why is not None}
        return Vectoring(
            unit, why_not, area, words("desk.reach.too_far"), here or "", barred=world.barred, shore=words("desk.reach.far_shore")
        )

    def _why_not(self, order: Any) -> str | None:
        error = self.session.check(self.session.sitting, order)
        return None if error is None else refusal(self.settings.words, error, self.names)

    # ---- orders

    def give(self, order: Any) -> None:
        """Give an order; the session tells of a refusal."""
        try:
            self.session.play(self.session.sitting, order)
        except BobError:
            return

    def _vector(self, unit: str, kind: str, key: Any) -> None:
        """A squadron was set down on a track or a hex: ask for its height."""
        menu = QMenu(self.table)
        self._heights(menu, unit, kind, key)
        if menu.isEmpty():
            return
        menu.exec(self.table.cursor().pos())
        menu.deleteLater()

    def _heights(self, menu: QMenu, unit: str, kind: str, key: Any) -> None:
        """The heights that a squadron could be sent at, the one that suits first; one entry that says why not when there is none."""
        squadron = self.session.squadron(unit)
        if squadron is None:
            return
        words = self.settings.words
        choices = self._angels(squadron, kind, key)
        refused = None
        for angels in choices:
            order = self._order(squadron, kind, key, angels)
            refused = self._why_not(order)
            if refused is not None:
                break
            action = menu.addAction(words("desk.table.angels", unit=unit, angels=angels))
            action.triggered.connect(lambda _=False, order=order: self.give(order))
            if angels == choices[0]:
                menu.setDefaultAction(action)
        if refused is not None and menu.isEmpty():
            menu.addAction(refused).setEnabled(False)

    def _order(self, squadron: SquadronView, kind: str, key: Any, angels: int) -> Any:
        goal = {"track": key} if kind == "track" else {"hex": key}
        return (SendTo if squadron.box == "airborne" else Scramble)(squadron.unit, angels, **goal)

    def _angels(self, squadron: SquadronView, kind: str, key: Any) -> list[int]:
        """The heights at which a squadron could be sent to a goal, the one that suits first."""
        ceiling = self.session.world.types[squadron.aircraft].ceiling
        first = max(2, self.session.rules.suggested(squadron, self.session.track(key) if kind == "track" else None))
        found = [a for a in (first, first + 2, first + 4, first - 2, first - 4, first + 6, first - 6) if 2 <= a <= ceiling]
        return found[:MOST_ANGELS]

    # ---- menus at the thing itself

    def _context(self, kind: str, key: Any, h: Hex | None, at: QPoint) -> None:
        menu = self.menu(kind, key, h)
        if not menu.isEmpty():
            menu.exec(at)
        menu.deleteLater()

    def menu(self, kind: str, key: Any, h: Hex | None, parent: QWidget | None = None) -> QMenu:
        """What may be done with a thing on the table; what may not be says why."""
        menu = QMenu(parent or self.table)
        menu.setToolTipsVisible(True)
        if not self.session.live:
            return menu
        view = self.session.view(self.session.seat)
        if isinstance(view, RafView):
            if kind == "squadron":
                self._squadron_menu(menu, key)
            elif kind == "track":
                self._senders(menu, view, "track", key)
            elif h is not None:
                self._senders(menu, view, "hex", h)
        elif isinstance(view, LuftwaffeView):
            self._luftwaffe_menu(menu, view, kind, key, h)
        return menu

    def _item(self, menu: QMenu, text: str, order: Any) -> None:
        action = menu.addAction(text)
        why = self._why_not(order)
        action.setEnabled(why is None)
        action.setToolTip(why or text)
        action.triggered.connect(lambda _=False: self.give(order))

    def _squadron_menu(self, menu: QMenu, unit: str) -> None:
        words = self.settings.words
        squadron = self.session.squadron(unit)
        if squadron is None:
            return
        menu.addSection(unit)
        view = self.session.view(self.session.seat)
        aim = self.targets(unit)
        for track in view.tracks:
            if track.faded or track.level <= 0 or aim.never:
                continue
            met = self.session.reach(unit, track.number)
            if isinstance(met, str) or track.number in aim.tracks:
                barred = menu.addAction(words("desk.table.against_not", track=track.label))
                barred.setEnabled(False)
                barred.setToolTip(aim.tracks.get(track.number, ""))
            else:
                text = words("desk.table.against", track=track.label, minutes=5 * met.turns)
                self._heights(menu.addMenu(text), unit, "track", track.number)
        if squadron.box == "airborne":
            self._item(menu, words("desk.table.pancake"), Pancake(unit))
            if squadron.wing is not None:
                self._item(menu, words("ops.order.break_wing"), BreakWing(unit))
        else:
            for box in ("released", "available", "ready"):
                self._item(menu, words("desk.table.readiness", box=words(f"ops.box.{box}")), Readiness(unit, box))
            self._item(menu, words("ops.order.split"), Split(unit))
        if squadron.box == "airborne" or squadron.scrambling:
            self._stances(menu.addMenu(words("ops.order.stance")), view, squadron)

    def _stances(self, menu: QMenu, view: RafView, squadron: SquadronView) -> None:
        """The rules of engagement that a squadron may be given; those in force are ticked (OPS-C3.3)."""
        words = self.settings.words
        for order in stances(view, squadron):
            self._item(menu, stance_told(words, order.stance, order.waits_for), order)
            action = menu.actions()[-1]
            action.setCheckable(True)
            action.setChecked((order.stance, order.waits_for) == (squadron.stance, squadron.waits_for))

    def _senders(self, menu: QMenu, view: RafView, kind: str, key: Any) -> None:
        """The squadrons that could go, the nearest first; for a hex the one chosen only."""
        words = self.settings.words
        found: list[tuple[int, str]] = []
        for unit in self._candidates(view, kind):
            if kind == "track":
                met = self.session.reach(unit, key)
                turns = met.turns if not isinstance(met, str) else None
            else:
                away = self.session.reach_hex(unit, key)
                turns = away if not isinstance(away, str) else None
            if turns is not None:
                found.append((turns, unit))
        for turns, unit in sorted(found)[:8]:
            self._heights(menu.addMenu(words("desk.table.send", unit=unit, minutes=5 * turns)), unit, kind, key)
        if not found:
            menu.addAction(words("desk.table.nobody")).setEnabled(False)

    def _candidates(self, view: RafView, kind: str) -> Iterator[str]:
        chosen = self.table.selection
        for squadron in view.squadrons:
            up = squadron.box in ("ready", "airborne") and squadron.strength > 0 and not squadron.scrambling
            if up and (kind == "track" or chosen is None or chosen[0] != "squadron" or chosen[1] == squadron.unit):
                yield squadron.unit

    def _luftwaffe_menu(self, menu: QMenu, view: LuftwaffeView, kind: str, key: Any, h: Hex | None) -> None:
        words = self.settings.words
        if kind == "raid":
            menu.addSection(self.names.raid(words, key))
            raid = view.raid(key)
            for text, order in calls(words, self.names, view, raid) if raid is not None else ():
                self._item(menu, text, order)
        elif h is not None and view.common.phase == "orders":
            for box, units in enumerate(view.patrols, 1):
                if units:
                    text = words("desk.table.patrol", box=box, angels=SWEEP_ANGELS)
                    self._item(menu, text, PatrolSweep(box, h, SWEEP_ANGELS))
