"""The menu of a squadron, a plot, an airfield, a Sector: the same at every place. Refused entries give the reason."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from bob.core.errors import BobError
from bob.core.hexes import Hex
from bob.day.state.orders import BreakWing, FormWing, Pancake, Readiness, Split, Stance
from bob.day.state.position import StanceKind
from bob.day.state.view import RafView, SquadronView
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import refusal
from bob.desk.base.settings import Settings
from bob.desk.base.theme.greyed import WHOLE, greyed
from bob.desk.panels.orders.overlay import OrderOverlay
from bob.desk.session.foretold import ReachForecast, foretell, foretold_text, order_for, raf_view
from bob.desk.session.groups import all_home, fitting_squadrons, group_title, leaders, squadrons_of
from bob.desk.session.session import DeskSession
from bob.staff.advice.fighter_command.candidates import candidates, joint_candidates
from bob.staff.advice.fighter_command.squadron_people import introduced
from bob.staff.advice.fighter_command.stance_choices import stance_text, stances
from bob.staff.advice.map.counters import WING, short

MOST_ANGELS = 7
"""Heights of one goal that a menu offers."""
SOONEST = 8
"""Squadrons that a menu names before it leads to all of them."""
NEVER = 99
"""Turns to a meeting that is impossible at the ordered height."""
FIELDS = ("sector_station", "raf_airfield")
"""The places of the map with squadrons."""


class OrderMenus:
    """Fills menus for the RAF's seat. A list of all squadrons, a map to draw on, and standing orders can be set from outside."""

    def __init__(self, session: DeskSession, settings: Settings, names: Names, overlay: OrderOverlay) -> None:
        self.session, self.settings, self.names, self.overlay = session, settings, names, overlay
        self.every: Callable[[str, Any], object] | None = None
        """Shows the list of all squadrons for a track or a hex."""
        self.line: Callable[[Hex, str], object] | None = None
        """Begins a patrol line at a hex, for a squadron or for any."""
        self.always: Callable[[str, StanceKind], object] | None = None
        """Makes rules of engagement a standing order of a Sector."""
        self.standing: Callable[[str], object] | None = None
        """Shows the standing orders of a Sector."""

    # ---- giving

    def give(self, *orders: Any) -> None:
        """Give orders; a refused one stops none of the others, and the session reports it."""
        self.overlay.preview(())
        try:
            if len(orders) == 1:
                self.session.play(self.session.hand, orders[0])
            else:
                self.session.play_all(self.session.hand, orders)
        except BobError:
            return

    def why_not(self, order: Any) -> str | None:
        """Return the reason why an order would be refused, in words; None when it may be given."""
        error = self.session.check(self.session.hand, order)
        return None if error is None else refusal(self.settings.words, error, self.names)

    def _item(self, menu: QMenu, text: str, *orders: Any) -> QAction:
        """Return an entry that gives orders; it is enabled when one of them may be given, and gives the reasons for the others."""
        action = menu.addAction(text)
        refused = [why for order in orders if (why := self.why_not(order)) is not None]
        reasons = "\n".join(dict.fromkeys(refused))
        greyed(action, text, reasons if len(refused) == len(orders) else None, reasons)
        action.triggered.connect(lambda _=False: self.give(*orders))
        return action

    def _seen(self, action: QAction, kind: str, key: Any, sent: Sequence[tuple[SquadronView, int]]) -> None:
        """Show on the table the foreseen effect of an entry, while it is chosen."""
        seen = [f for s, angels in sent if isinstance(f := foretell(self.session, s.unit, kind, key, angels), ReachForecast)]
        action.hovered.connect(lambda: self.overlay.preview(seen))
        if seen and action.isEnabled():
            action.setToolTip("\n".join(foretold_text(self.settings.words, self.names, self.session, f) for f in seen))

    # ---- menus

    def fill(self, menu: QMenu, kind: str, key: Any, h: Hex | None = None, units: Sequence[str] = ()) -> None:
        """Fill the menu of a squadron (or of several), a track, a place, a Sector, a hex."""
        menu.setToolTipsVisible(True)
        menu.aboutToHide.connect(lambda: self.overlay.preview(()))
        view = raf_view(self.session)
        if view is None:
            return
        if kind == "squadron":
            self._squadrons(menu, view, units or (str(key),))
        elif kind == "track":
            self._track(menu, view, key)
        elif kind == "sector":
            self._sector(menu, view, str(key))
        elif kind == "place" and str(key).partition(":")[0] in FIELDS:
            self._field(menu, view, str(key))
        elif h is not None:
            self._senders(menu, view, "hex", h)
            self._line(menu, h)

    # ---- squadrons

    def _squadrons(self, menu: QMenu, view: RafView, units: Sequence[str]) -> None:
        words = self.settings.words
        found = leaders(self.session, squadrons_of(self.session, units))
        if not found:
            return
        names = [group_title(self.session, s) for s in found]
        one = found[0] if len(found) == 1 else None
        if one is None:
            head(menu, words("desk_orders.menu.squadrons", units=", ".join(short(name) for name in names)))
        else:
            wing = WING in names[0]
            head(menu, words("desk_orders.menu.wing", units=names[0]) if wing else names[0])
            people = self.session.people()
            for s in self.session.stack(one):
                if s.unit in people:
                    for line in introduced(words, people[s.unit]).split(" · ", 1):
                        menu.addAction(line).setEnabled(False)
        self._goals(menu, view, found)
        self._bringing(menu, view, found)
        up = [s for s in found if s.box == "airborne"]
        wings = [s for s in up if s.wing is not None]
        for s in wings:
            self._item(menu, words("ops.order.break_wing"), BreakWing(s.unit))
        if len(up) > 1 and not wings:
            place = up[0].station
            self._item(menu, words("desk_orders.menu.form", field=place), FormWing(tuple(s.unit for s in up), place))
        if len(found) == 1 and wings:
            for unit in units:
                self._item(menu, words("desk_orders.menu.alone", unit=unit), Pancake(unit))
        if any(s.box == "airborne" or s.scrambling for s in found):
            self._stances(menu.addMenu(words("ops.order.stance")), view, fitting_squadrons("stance", found))

    def _goals(self, menu: QMenu, view: RafView, found: Sequence[SquadronView]) -> None:
        """Against each track on the table, the soonest meeting first, and to patrol at home."""
        words, one = self.settings.words, found[0]
        meets: list[tuple[int, int, str]] = []
        barred: list[tuple[str, str]] = []
        for track in view.tracks:
            if track.faded or track.level <= 0:
                continue
            all_seen = (foretell(self.session, s.unit, "track", track.number) for s in found)
            turns = [seen.turns for seen in all_seen if isinstance(seen, ReachForecast)]
            why = self.why_not(order_for(one, "track", track.number, self.session.height(one, track)))
            if why is None or turns:
                meets.append((min(turns, default=NEVER), track.number, track.label))
            else:
                barred.append((track.label, why))
        for soonest, number, label in sorted(meets):
            text = words("desk.table.against_late", track=label)
            if soonest < NEVER:
                text = words("desk.table.against", track=label, minutes=5 * soonest)
            self.heights(menu.addMenu(text), found, "track", number)
        for label, why in barred:
            greyed(menu.addAction(""), words("desk.table.against_not", track=label), why, room=WHOLE)
        base = self.session.world.fields.get(one.sector)
        if base is not None and any(s.box in ("airborne", "ready") for s in found):
            inner = menu.addMenu(words("desk_orders.menu.patrol", place=base.name))
            self.heights(inner, [s for s in found if s.box in ("airborne", "ready")], "hex", base.near)
            if self.line is not None and len(found) == 1:
                begin = self.line
                text = words("desk_orders.menu.line_of", unit=group_title(self.session, one))
                menu.addAction(text).triggered.connect(lambda _=False: begin(base.near, one.unit))
        menu.addSeparator()

    def _bringing(self, menu: QMenu, view: RafView, found: Sequence[SquadronView]) -> None:
        """Home, or to another state of readiness."""
        words = self.settings.words
        up, down = [s for s in found if s.box == "airborne"], [s for s in found if s.box != "airborne"]
        if up:
            self._item(menu, words("desk.table.pancake"), *all_home(self.session, up))
        if down:
            for box in ("released", "available", "ready"):
                text = words("desk.table.readiness", box=words(f"ops.box.{box}"))
                self._item(menu, text, *[Readiness(s.unit, box) for s in down])
            self._item(menu, words("ops.order.split"), *[Split(s.unit) for s in down])

    def _stances(self, menu: QMenu, view: RafView, found: Sequence[SquadronView]) -> None:
        """The rules of engagement that squadrons may be given; those in force are ticked (OPS-C3.3)."""
        words, menu_words = self.settings.words, stance_text
        menu.setToolTipsVisible(True)
        for stance in stances(view, found[0]):
            if stance.waits_for is not None and len(found) > 1:
                continue
            orders = [Stance(s.unit, stance.stance, stance.waits_for) for s in found]
            action = self._item(menu, menu_words(words, stance.stance, stance.waits_for), *orders)
            action.setCheckable(True)
            action.setChecked(all((s.stance, s.waits_for) == (stance.stance, stance.waits_for) for s in found))

    # ---- heights

    def heights(self, menu: QMenu, found: Sequence[SquadronView], kind: str, key: Any) -> None:
        """Add the possible heights of squadrons: the ordered one first, then the advised ones; without any, one entry with the reason.
        Several squadrons are first sent each at its own height."""
        words = self.settings.words
        menu.setToolTipsVisible(True)
        track = self.session.track(key) if kind == "track" else None
        if len(found) > 1:
            sent = [(s, self.session.height(s, track)) for s in found]
            action = self._item(menu, words("desk_orders.menu.own_heights"), *[order_for(s, kind, key, a) for s, a in sent])
            self._seen(action, kind, key, sent)
            menu.setDefaultAction(action)
        ceiling = min(self.session.world.types[each.aircraft].ceiling for s in found for each in self.session.stack(s))
        first, advised = self.session.height(found[0], track), self.session.rules.suggested(found[0], track)
        ordered = self.session.ordered_height(found[0]) is not None
        choices = [a for a in dict.fromkeys((first, advised, *_heights_about(advised))) if 2 <= a <= ceiling]
        refused = None
        for angels in choices[:MOST_ANGELS]:
            orders = [order_for(s, kind, key, angels) for s in found]
            refusals = [self.why_not(order) for order in orders]
            refused = next((why for why in refusals if why is not None), None)
            if all(refusals):
                break
            seen = foretell(self.session, found[0].unit, kind, key, angels)
            text = words("desk_orders.menu.late", angels=angels)
            if isinstance(seen, ReachForecast):
                text = words("desk_orders.menu.height", angels=angels, minutes=5 * seen.turns, time=seen.clock)
            if ordered and angels == first:
                text = words("desk_orders.menu.as_ordered", told=text)
            elif angels == advised:
                text = words("desk_orders.menu.advised", told=text)
            action = self._item(menu, text, *orders)
            self._seen(action, kind, key, [(s, angels) for s in found])
            if angels == first and len(found) == 1:
                menu.setDefaultAction(action)
        if refused is not None and menu.isEmpty():
            menu.addAction(refused).setEnabled(False)

    # ---- tracks, hexes, places

    def _track(self, menu: QMenu, view: RafView, number: int) -> None:
        words, track = self.settings.words, self.session.track(number)
        if track is None:
            return
        head(menu, track.label)
        rung = next((r for r in self.session.ladder(view) if r.number == number), None)
        lacking = rung.need - rung.have if rung is not None else 0.0
        best = joint_candidates(self.session, view, candidates(self.session, view, track), lacking)
        if len(best) > 1:
            text = words("desk_orders.menu.together", units=", ".join(group_title(self.session, s.squadron) for s in best))
            action = self._item(menu, text, *[s.order for s in best])
            self._seen(action, "track", number, [(s.squadron, s.angels) for s in best])
        self._senders(menu, view, "track", number)

    def _senders(self, menu: QMenu, view: RafView, kind: str, key: Any) -> None:
        """The squadrons that come soonest, and the way to all of them."""
        words = self.settings.words
        found: list[tuple[int, str, SquadronView]] = []
        for s in leaders(self.session, view.squadrons):
            if s.box in ("ready", "airborne") and s.strength > 0 and not s.scrambling:
                seen = foretell(self.session, s.unit, kind, key)
                if isinstance(seen, ReachForecast):
                    found.append((seen.turns, s.unit, s))
        people = self.session.people()
        for turns, unit, s in sorted(found, key=lambda f: f[:2])[:SOONEST]:
            inner = menu.addMenu(words("desk.table.send", unit=group_title(self.session, s), minutes=5 * turns))
            if unit in people:
                inner.menuAction().setToolTip(introduced(words, people[unit]))
            self.heights(inner, [s], kind, key)
        if not found:
            menu.addAction(words("desk.table.nobody")).setEnabled(False)
        if self.every is not None:
            show = self.every
            menu.addAction(words("desk_orders.menu.every")).triggered.connect(lambda _=False: show(kind, key))

    def _line(self, menu: QMenu, h: Hex) -> None:
        if self.line is not None and h not in self.session.world.barred:
            begin = self.line
            menu.addAction(self.settings.words("desk_orders.menu.line")).triggered.connect(lambda _=False: begin(h, ""))

    def _field(self, menu: QMenu, view: RafView, key: str) -> None:
        """Fill the menu of an airfield: the squadrons there, those due to land there, those that patrol over it; for a Sector station
        the whole Sector."""
        words, name = self.settings.words, key.partition(":")[2]
        place = self.session.world.fields.get(name)
        if place is None:
            return
        head(menu, name)
        here = [s for s in view.squadrons if s.station == name and s.box not in ("airborne", "gone")]
        for s in here:
            inner = menu.addMenu(f"{s.unit} · {words(f'ops.box.{s.box}')}")
            self._squadrons(inner, view, (s.unit,))
        self._all_ready(menu, here)
        inner = menu.addMenu(words("desk_orders.menu.patrol", place=name))
        self._senders(inner, view, "hex", place.near)
        up = sorted((s for s in leaders(self.session, view.squadrons) if s.box == "airborne" and s.sector == name), key=lambda s: s.unit)
        for s in up[:SOONEST]:
            text = words("desk_orders.menu.land", unit=group_title(self.session, s))
            self._item(menu, text, *all_home(self.session, [s], name))
        self._line(menu, place.near)
        if key.startswith("sector_station"):
            menu.addSeparator()
            self._sector(menu, view, name)

    # ---- Sectors

    def _all_ready(self, menu: QMenu, found: Sequence[SquadronView]) -> None:
        orders = [order for s in found if self.why_not(order := Readiness(s.unit, "ready")) is None]
        if orders:
            units = ", ".join(short(order.unit) for order in orders)
            self._item(menu, self.settings.words("desk_orders.menu.all_ready", units=units), *orders)

    def _sector(self, menu: QMenu, view: RafView, name: str) -> None:
        """A Sector: all to Ready, rules of engagement for all at once, now or always (OPS-C3.3)."""
        words = self.settings.words
        found = [s for s in view.squadrons if s.sector == name and s.box != "gone"]
        head(menu, words("desk_orders.menu.sector", sector=name))
        self._all_ready(menu, found)
        flying = [s for s in leaders(self.session, found) if s.box == "airborne" or s.scrambling]
        inner = menu.addMenu(words("desk_orders.menu.engage"))
        if flying:
            self._stances(inner, view, flying)
        if self.always is not None:
            make = self.always
            inner.addSeparator()
            for found_stance in stances(view, found[0]) if found else ():
                if found_stance.waits_for is None:
                    text = words("desk_orders.menu.engage_always", stance=stance_text(words, found_stance.stance, None))
                    inner.addAction(text).triggered.connect(lambda _=False, stance=found_stance.stance: make(name, stance))
        if self.standing is not None:
            show = self.standing
            menu.addAction(words("desk_orders.menu.standing")).triggered.connect(lambda _=False: show(name))


def _heights_about(angels: int) -> list[int]:
    """The heights about another, the nearest first."""
    return [angels + off for off in (2, 4, -2, -4, 6, -6)]


def head(menu: QMenu, text: str) -> None:
    """Add the subject of a menu above its entries; some styles leave out the words of a section."""
    action = menu.addAction(text)
    font = action.font()
    font.setBold(True)
    action.setFont(font)
    action.setEnabled(False)


def popup(parent: QWidget) -> QMenu:
    """A menu of its own at a widget."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    return menu
