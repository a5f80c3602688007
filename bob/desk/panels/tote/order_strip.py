"""The order strip: opens at a squadron's row, gives its orders, and shows a refusal where it was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QBrush, QHideEvent, QKeyEvent
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QHBoxLayout, QLabel, QPushButton, QSpinBox, QVBoxLayout, QWidget

from bob.core import hexes
from bob.core.errors import BobError, UsageError
from bob.core.hexes import Hex
from bob.day.rules.control import Meeting
from bob.day.state.orders import BreakWing, FormWing, Pancake, Readiness, Scramble, SendTo, Split, Stance
from bob.day.state.view import RafView, RefereeView, SquadronView
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import refusal
from bob.desk.base.settings import Settings
from bob.desk.base.theme.panel_parts import colour
from bob.desk.base.theme.theme import inset, kind, look
from bob.desk.panels.tote.order_keys import AIR_ORDERS, GROUND_ORDERS, ORDERS, WITH_GOAL, key_text, meeting_text, order_of_key
from bob.desk.session.foretold import ReachForecast, foretell
from bob.desk.session.groups import all_home, fitting_squadrons, group_title, leaders
from bob.desk.session.session import DeskSession
from bob.staff.advice.fighter_command.stance_choices import stance_text, stances
from bob.staff.advice.fighter_command.tote_rows import number
from bob.staff.advice.map.counters import WING
from bob.words import Words

_NEAR = 12


def goals(session: DeskSession, words: Words, s: SquadronView, view: RafView) -> list[tuple[str, Any]]:
    """Tracks by the time to meet them, those out of reach last; then places to patrol."""
    reached: list[tuple[tuple[int, int], str, Any]] = []
    for t in view.tracks:
        if t.faded or t.level <= 0:
            continue
        met = session.reach(s.unit, t.number)
        if isinstance(met, Meeting):
            text = words("desk_tote.strip.meets", track=t.label, minutes=5 * met.turns, hex=met.hex.label)
            reached.append(((0, met.turns), text, ("track", t.number)))
        else:
            reached.append(((1, t.number), f"{t.label} – {words('desk_tote.strip.beyond')}", ("track", t.number)))
    found = [(text, data) for _, text, data in sorted(reached)]
    world = session.world
    places = [p for p in world.theatre.of_kind("sector_station", "town", "landmark") if p.hex is not None]
    near = sorted(places, key=lambda p: (hexes.distance(p.near, s.hex), p.name))[: _NEAR * 2]
    home = world.fields.get(s.sector)
    if home is not None:
        found.append((words("desk_tote.strip.patrol", place=home.name), ("hex", home.near)))
    seen = {home.name} if home is not None else set()
    for place in near:
        if place.name not in seen and len(seen) <= _NEAR:
            seen.add(place.name)
            found.append((words("desk_tote.strip.patrol", place=place.name), ("hex", place.near)))
    return found


def fields(session: DeskSession, s: SquadronView, view: RafView, *, home_first: bool) -> list[str]:
    world = session.world
    fields = [f.place for f in view.fields if f.place in world.fields]
    near = sorted(fields, key=lambda name: (hexes.distance(world.fields[name].near, s.hex), name))
    if home_first:
        near = [s.station, *(name for name in near if name != s.station)]
    return near[:_NEAR]


MOST_SHOWN = 4
"""Squadrons of a group whose meetings are shown."""


class OrderStrip(QFrame):
    """One squadron's orders, or those of several chosen at once."""

    done = Signal()
    """Closed, with or without an order: give the focus back."""
    aimed = Signal(str)
    """A place or a plot is being chosen for a squadron; empty when that is over."""
    foreseen = Signal(object)
    """The foreseen effect of the order in preparation, for each squadron; empty at its end."""

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = names
        self.units: tuple[str, ...] = ()
        self.order = ""
        self.setObjectName("sheet")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.title = QLabel()
        self.buttons: dict[str, QPushButton] = {}
        self.grid = QGridLayout()
        self.grid.setSpacing(4)
        for name in ORDERS:
            button = QPushButton(self)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, name=name: self.choose(name))
            self.buttons[name] = button
        self.goal = QComboBox()
        self.goal.setEditable(True)
        self.goal.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.goal.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.goal.setMinimumContentsLength(14)
        self.angels = QSpinBox()
        inset(self.angels)
        self.angels.setRange(2, 34)
        self.angels.setSingleStep(2)
        self.advise = QPushButton()
        self.advise.setAutoDefault(False)
        self.advise.clicked.connect(self._advise)
        self._own_height = False
        """True when the height was set by hand, for all; else each squadron keeps its own."""
        self.give = QPushButton()
        self.give.setAutoDefault(False)
        kind(self.give, "primary")
        self.notice = QLabel()
        self.notice.setWordWrap(True)
        self.goal.currentTextChanged.connect(self._goal_changed)
        self.angels.valueChanged.connect(self._height_set)
        self.give.clicked.connect(self.carry_out)
        typed = self.goal.lineEdit()
        assert typed is not None
        typed.returnPressed.connect(self.carry_out)
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(self.goal, 1)
        line.addWidget(self.angels)
        line.addWidget(self.advise)
        line.addWidget(self.give)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 5, 8, 6)
        layout.setSpacing(4)
        layout.addWidget(self.title)
        layout.addLayout(self.grid)
        layout.addLayout(line)
        layout.addWidget(self.notice)
        self.hide()
        self.retranslate()

    # ---- opening and closing

    def open(self, units: Sequence[str], order: str = "") -> bool:
        """Show the orders of these squadrons, one of them begun. False when there is nothing to order."""
        found = [s for unit in units if (s := self.session.squadron(unit)) is not None and s.box != "gone"]
        if not found:
            return False
        self.units = tuple(s.unit for s in found)
        self.order = ""
        self._dress(found)
        self._goal_shown(False)
        self._say("")
        self.show()
        self.raise_()
        if order:
            self.choose(order)
        else:
            fit = self._fitting(found)
            next((self.buttons[name] for name in fit if self.buttons[name].isEnabled()), self.buttons[fit[0]]).setFocus()
        self.adjustSize()
        return True

    def shut(self) -> None:
        """Close and give the focus back."""
        if self.isVisible():
            self.hide()
            self.done.emit()

    def clear(self) -> None:
        """Close and forget all: another seat must find nothing here."""
        self.hide()
        self.units, self.order = (), ""
        self.title.clear()
        self.notice.clear()
        self.goal.clear()
        self.goal.clearEditText()
        self.foreseen.emit(())
        for button in self.buttons.values():
            button.setToolTip("")

    def refresh(self) -> None:
        """Update the possible orders after a change of the view."""
        if self.isVisible():
            found = [s for unit in self.units if (s := self.session.squadron(unit)) is not None and s.box != "gone"]
            if len(found) != len(self.units):
                self.shut()
                return
            self._dress(found)

    def _fitting(self, found: Sequence[SquadronView]) -> tuple[str, ...]:
        """Return the orders for squadrons in the air, on the ground, or for both; a squadron ordered off can also be given a target."""
        up = any(s.box == "airborne" for s in found)
        if up:
            return AIR_ORDERS if all(s.box == "airborne" for s in found) else ORDERS
        return (*GROUND_ORDERS, "stance") if any(s.scrambling for s in found) else GROUND_ORDERS

    def _dress(self, found: Sequence[SquadronView]) -> None:
        words = self.settings.words
        first = found[0]
        led = leaders(self.session, found)
        head = group_title(self.session, led[0])
        if len(led) > 1:
            head = words("desk_tote.strip.several", units=", ".join(number(group_title(self.session, s)) for s in led))
        elif WING in head:
            head = words("desk_orders.menu.wing", units=head)
        else:
            head = f"{head}</b> · {self.names.aircraft(first.aircraft)} · {first.station}<b>"
        self.title.setText(f"<b>{head}</b>")
        while self.grid.count():
            self.grid.takeAt(0)
        fit = self._fitting(found)
        for name, button in self.buttons.items():
            button.setVisible(name in fit)
            if name in fit:
                at, across = fit.index(name), 2 if len(fit) == 4 else 3
                self.grid.addWidget(button, at // across, at % across)
        for name in fit:
            button = self.buttons[name]
            button.setText(self._caption(name, first))
            refused = self._quick_refusal(name, found)
            button.setEnabled(refused is None)
            button.setToolTip(words(f"desk_tote.order_tip.{name}") if refused is None else refusal(words, refused))

    def _caption(self, name: str, s: SquadronView) -> str:
        words = self.settings.words
        text = words("ops.order.break_wing" if name == "wing" and s.wing is not None else f"desk_tote.order.{name}")
        return f"{text}  {key_text(self.settings, name)}".rstrip()

    def _quick_refusal(self, name: str, found: Sequence[SquadronView]) -> BobError | None:
        """Return the refusal of an order for any goal, by the game's check with a goal close at hand; None when it may be given."""
        refused: BobError | None = None
        for s in fitting_squadrons(name, found) if name != "wing" else fitting_squadrons(name, found)[:1]:
            order = self._order(name, s, s.hex, None, 0)
            if name == "wing":
                units = tuple(u.unit for u in fitting_squadrons(name, found))
                order = BreakWing(s.unit) if s.wing is not None else FormWing(units, s.station)
            refused = self.session.check(self.session.hand, order)
            if refused is None or (name == "wing" and refused.key in ("ops.refused.wing_size", "ops.refused.wing_place")):
                return None
        return refused

    # ---- one order

    def _order(self, name: str, s: SquadronView, h: Hex | None, track: int | None, angels: int) -> Any:
        if name in ("ready", "available", "released"):
            return Readiness(s.unit, name)  # type: ignore[arg-type]
        if name == "scramble":
            return Scramble(s.unit, angels, h, track)
        if name == "vector":
            return SendTo(s.unit, angels, h, track)
        if name == "stance":
            return Stance(s.unit, "any_enemy")
        return Split(s.unit) if name == "split" else Pancake(s.unit)

    def choose(self, name: str) -> None:
        """Begin an order: at once, or with its goal."""
        found = self._intended(name)
        if not found:
            return
        self.order, self._own_height = name, False
        if name == "wing" and found[0].wing is not None:
            self._play([BreakWing(found[0].unit)])
            return
        if name not in WITH_GOAL:
            self._play([self._order(name, s, None, None, 0) for s in found])
            return
        for known, button in self.buttons.items():
            kind(button, "primary" if known == name else "")
            button.style().unpolish(button)
            button.style().polish(button)
        self._fill(found)
        self._goal_shown(True)
        self.adjustSize()
        self.goal.setFocus()
        line = self.goal.lineEdit()
        if line is not None:
            line.selectAll()
        self._foretell()

    def carry_out(self) -> None:
        """Give the order begun, with the goal shown."""
        found = self._intended(self.order)
        if not found or not self.order or not self.isVisible():
            return
        try:
            self._play(self._orders(found))
        except UsageError as error:
            self._say(refusal(self.settings.words, error), warning=True)

    def _orders(self, found: Sequence[SquadronView]) -> list[Any]:
        """Return the orders as entered. Raises UsageError for a goal that cannot be parsed."""
        what, value = self._shown_goal()
        if self.order == "pancake":
            home = len(found) > 1 and value == found[0].station  # several go each to its own field, as long as no other is named
            return list(all_home(self.session, found, None if home else str(value)))
        if self.order == "stance":
            return [Stance(s.unit, *value) for s in found]
        if self.order == "wing":
            return [FormWing(tuple(s.unit for s in found), str(value))]
        track = value if what == "track" else None
        h = value if what == "hex" else None
        return [self._order(self.order, s, h, track, self._height(s, track)) for s in found]

    def _intended(self, name: str) -> list[SquadronView]:
        """Those whom an order is for: a Wing gets its orders by its first."""
        found = [s for unit in self.units if (s := self.session.squadron(unit)) is not None]
        fit = fitting_squadrons(name, found)
        return leaders(self.session, fit) if name in ("vector", "stance") or (name == "wing" and fit and fit[0].wing is not None) else fit

    def _height(self, s: SquadronView, track: int | None) -> int:
        """The height of a squadron's order: the one set by hand, else its own."""
        own = self._own_height or len(self.units) == 1
        return self.angels.value() if own else self.session.height(s, self.session.track(track) if track is not None else None)

    def _play(self, orders: Sequence[Any]) -> None:
        """Give the orders; those that are refused stay here with their reasons, the others are given."""
        try:
            refused = self.session.play_all(self.session.hand, orders)
        except BobError as error:
            self._say(refusal(self.settings.words, error), warning=True)
            self.adjustSize()
            return
        if not refused:
            self.shut()
            return
        units = [unit for unit in self.units if any(getattr(order, "unit", unit) == unit for order, _ in refused)]
        self.units = tuple(units) or self.units
        self.refresh()
        self._say_refused([error for _, error in refused])

    # ---- the goal

    def _goal_shown(self, shown: bool) -> None:
        self.aimed.emit(self.units[0] if shown and self.order in ("scramble", "vector") else "")
        self.goal.setVisible(shown)
        self.give.setVisible(shown)
        for part in (self.angels, self.advise):
            part.setVisible(shown and self.order in ("scramble", "vector"))
        if not shown:
            self.foreseen.emit(())
        for button in self.buttons.values():
            if not shown:
                kind(button, "")
                button.style().unpolish(button)
                button.style().polish(button)

    def _fill(self, found: Sequence[SquadronView]) -> None:
        first = found[0]
        view = self._view()
        words = self.settings.words
        self.goal.blockSignals(True)
        self.goal.clear()
        if self.order == "stance":
            for stance in stances(view, first):
                self.goal.addItem(stance_text(words, stance.stance, stance.waits_for), ("stance", (stance.stance, stance.waits_for)))
        elif self.order in ("pancake", "wing"):
            for place in fields(self.session, first, view, home_first=self.order == "pancake"):
                self.goal.addItem(place, ("field", place))
        else:
            for label, data in goals(self.session, words, first, view):
                self.goal.addItem(label, data)
                met = self.session.reach(first.unit, data[1]) if data[0] == "track" else None
                if isinstance(met, str):
                    self.goal.setItemData(self.goal.count() - 1, QBrush(colour(look(self.settings).quiet)), Qt.ItemDataRole.ForegroundRole)
                    self.goal.setItemData(self.goal.count() - 1, words(met), Qt.ItemDataRole.ToolTipRole)
            self.angels.setMaximum(min(self.session.world.types[s.aircraft].ceiling for s in found))
            kind, key = self.goal.itemData(0) or ("", 0)
            self._put_height(self.session.height(first, self.session.track(key) if kind == "track" else None))
        now = self.goal.findText(stance_text(words, first.stance, first.waits_for)) if self.order == "stance" else 0
        self.goal.setCurrentIndex(max(0, now))
        self.goal.blockSignals(False)
        self.goal.setEditable(self.order != "stance")
        self.give.setText(words(f"desk_tote.order.{self.order}"))

    def _shown_goal(self) -> tuple[str, Any]:
        """The goal shown. Raises UsageError when it is no hex, plot or place."""
        text = self.goal.currentText().strip()
        index = self.goal.findText(text)
        if index >= 0:
            data: tuple[str, Any] = self.goal.itemData(index)
            return data
        if self.order in ("pancake", "wing"):
            return "field", text
        if self.order == "stance":
            return "stance", ("any_enemy", None)
        if text.isascii() and text.isdigit() and len(text) == 4:
            return "hex", hexes.from_label(text)
        digits = text[1:] if text[:1].upper() in ("H", "X") else ""
        if digits.isdigit():
            return "track", int(digits)
        return "hex", self.session.world.theatre.find(text).near

    def _foretell(self) -> None:
        """Meeting point and time, or the reason why not, before the order is given."""
        if not self.isVisible() or self.order not in WITH_GOAL:
            return
        words = self.settings.words
        found = self._intended(self.order)
        self.foreseen.emit(())
        try:
            orders = self._orders(found)
            what, value = self._shown_goal()
        except BobError as error:
            self._say(refusal(words, error), warning=True)
            return
        refused = [why for order in orders if (why := self.session.check(self.session.hand, order)) is not None]
        if refused and len(refused) == len(orders):
            self._say_refused(refused)
            return
        lines = []
        if self.order in ("scramble", "vector"):
            seen = [foretell(self.session, order.unit, what, value, order.angels) for order in orders]
            self.foreseen.emit(tuple(f for f in seen if isinstance(f, ReachForecast)))
            for order in orders[:MOST_SHOWN]:
                line = meeting_text(self.session, self.settings, self.names, order.unit, what, value, order.angels)
                lines.append(line if len(orders) == 1 else words("desk_tote.strip.line", unit=number(order.unit), told=line))
        elif found:
            lines.append(meeting_text(self.session, self.settings, self.names, found[0].unit, what, value))
        if asked := [s.group for s in found if s.on_request and self.order == "scramble"]:
            lines.append(words("desk_tote.strip.request", group=asked[0]))
        lines += [f"✕ {refusal(words, why)}" for why in refused]
        self._say("\n".join(line for line in lines if line))
        self.adjustSize()

    def _say_refused(self, errors: Sequence[BobError]) -> None:
        """Each reason once."""
        self._say("\n✕ ".join(dict.fromkeys(refusal(self.settings.words, error) for error in errors)), warning=True)
        self.adjustSize()

    # ---- heights

    def _put_height(self, angels: int) -> None:
        self.angels.blockSignals(True)
        self.angels.setValue(angels)
        self.angels.blockSignals(False)

    def _height_set(self) -> None:
        self._own_height = True
        self._foretell()

    def _goal_changed(self) -> None:
        """Set the height for the new goal, unless it was set by hand."""
        found = self._intended(self.order)
        if found and not self._own_height and self.order in ("scramble", "vector"):
            try:
                what, value = self._shown_goal()
            except BobError:
                what, value = "", None
            if what:
                self._put_height(self.session.height(found[0], self.session.track(value) if what == "track" else None))
        self._foretell()

    def _advise(self) -> None:
        """Take the height that is advised for the goal, in place of the one that was ordered."""
        found = self._intended(self.order)
        try:
            what, value = self._shown_goal()
        except BobError:
            return
        if found:
            track = self.session.track(value) if what == "track" else None
            self._put_height(self.session.rules.suggested(found[0], track))
            self._height_set()

    def _say(self, text: str, *, warning: bool = False) -> None:
        self.notice.setText(("✕ " if warning else "") + text)
        kind(self.notice, "warning" if warning else "")
        self.notice.style().unpolish(self.notice)
        self.notice.style().polish(self.notice)
        self.notice.setVisible(bool(text))

    def _view(self) -> RafView:
        view = self.session.view(self.session.seat)
        found = view.raf if isinstance(view, RefereeView) else view
        assert isinstance(found, RafView)
        return found

    def hideEvent(self, event: QHideEvent) -> None:
        """No goal is chosen any more."""
        self.aimed.emit("")
        self.foreseen.emit(())
        super().hideEvent(event)

    # ---- keys and words

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.shut()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focus = self.focusWidget()
            if isinstance(focus, QPushButton) and focus is not self.give:
                focus.click()
            else:
                self.carry_out()
            return
        name = order_of_key(self.settings, event)
        if name is not None:
            self.choose(name)
            return
        super().keyPressEvent(event)

    def retranslate(self) -> None:
        """Words have changed."""
        words = self.settings.words
        self.goal.setAccessibleName(words("desk_tote.strip.goal"))
        self.goal.setToolTip(words("desk_tote.strip.goal_tip"))
        self.angels.setPrefix(words("desk_tote.strip.angels"))
        self.angels.setAccessibleName(words("desk_tote.strip.angels_name"))
        self.advise.setText(words("desk_tote.strip.advise"))
        self.advise.setToolTip(words("desk_tote.strip.advise_tip"))
        for name in ORDERS:
            self.buttons[name].setAccessibleDescription(words(f"desk_tote.order_tip.{name}"))
        self.refresh()
