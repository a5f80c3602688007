"""The form of the chosen raid: its kind, the time and place of its formation, its targets, units and way-points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QLabel,
    QLineEdit,
    QWidget,
)

from bob.core import hexes
from bob.core.errors import UsageError
from bob.core.text import capital
from bob.day.rules.convoys import SIGHTED
from bob.day.rules.raid_goals import first_aim, sent_against
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import Common, LuftwaffeView
from bob.day.telling.period_names import Names, code_word, place_name
from bob.day.telling.target_notes import TargetNotes
from bob.desk.base.settings import Settings
from bob.desk.base.theme.flow import WholeText
from bob.desk.base.theme.theme import kind
from bob.desk.panels.planner.fields import AngelsBox, Picker, TimeBox, target_entries
from bob.desk.session.session import DeskSession
from bob.staff.advice.planning.back_timing import RaidTimes
from bob.staff.advice.planning.plan_edits import TEMPLATES, with_height

_NO = ""


class PlacePicker(Picker):
    """A place of the map: a field across the Channel, a landmark, or any hex."""

    def __init__(self, session: DeskSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session

    def understood(self, text: str) -> Any:
        text = text.strip()
        try:
            if text.isascii() and text.isdigit() and len(text) == 4:
                return hexes.from_label(text)
            return self.session.world.theatre.find(text).near if text else None
        except (UsageError, ValueError):
            return None


class RaidForm(QWidget):
    """The form of a raid. Emits `edited` with the new plan, `wanted` with the turn in which it should be over its target and whether
    that turn is held through other changes."""

    edited = Signal(object)
    wanted = Signal(int, bool)

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = names
        self.plan: RaidPlan | None = None
        self.common: Common | None = None
        self.labels: dict[str, QLabel] = {}
        self.code = QLineEdit()
        self.code.setMaxLength(40)
        self.type = QComboBox()
        self.form_at = PlacePicker(session)
        self.form_time = TimeBox()
        self.form_angels = AngelsBox()
        self.primary = Picker()
        self.secondary = Picker()
        self.joins = Picker()
        self.low = QCheckBox()
        self.there = TimeBox()
        self.hold = QCheckBox()
        self.clock = WholeText()
        kind(self.clock, "caption")
        self.note = WholeText()
        kind(self.note, "quiet")
        self._there: int | None = None
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(8, 6, 8, 6)
        self.grid.setHorizontalSpacing(8)
        self.grid.setVerticalSpacing(4)
        rows: Sequence[tuple[str, QWidget, int, int, int]] = (
            ("code", self.code, 0, 0, 1), ("type", self.type, 0, 2, 1),
            ("form_at", self.form_at, 1, 0, 1), ("form_time", self.form_time, 1, 2, 1),
            ("joins", self.joins, 2, 0, 1), ("form_angels", self.form_angels, 2, 2, 1),
            ("primary", self.primary, 3, 0, 3), ("there", self.there, 4, 0, 1), ("secondary", self.secondary, 5, 0, 3),
        )  # fmt: skip
        for name, widget, row, column, span in rows:
            label = QLabel()
            kind(label, "quiet")
            label.setBuddy(widget)
            self.labels[name] = label
            self.grid.addWidget(label, row, column)
            self.grid.addWidget(widget, row, column + 1, 1, span)
        self.grid.addWidget(self.low, 2, 0, 1, 2)
        self.grid.addWidget(self.hold, 4, 2, 1, 2)
        self.grid.addWidget(self.clock, 6, 0, 1, 4)
        self.grid.setColumnStretch(1, 3)
        self.grid.setColumnStretch(3, 2)
        self.grid.addWidget(self.note, 7, 0, 1, 4)
        self.grid.setRowStretch(8, 1)
        self.code.editingFinished.connect(self._named)
        self.type.activated.connect(lambda _: self._edit(type=self.type.currentData(), low=False))
        self.form_at.picked.connect(lambda h: self._edit(form_at=h))
        self.form_time.timeChanged.connect(lambda _: self._time())
        self.form_angels.changed_by_hand.connect(self._height)
        self.primary.picked.connect(self._aim)
        self.secondary.picked.connect(lambda name: self._edit(secondary=name or None))
        self.there.timeChanged.connect(lambda _: self._be_there(True))
        self.hold.clicked.connect(self._be_there)
        self.low.clicked.connect(lambda on: self._edit(low=on))
        self.joins.picked.connect(lambda code: self._edit(joins=code or None))

    def show_plan(
        self,
        plan: RaidPlan,
        view: LuftwaffeView,
        others: Sequence[tuple[str, str]],
        *,
        new: bool,
        title: str = "",
        times: RaidTimes | None = None,
        held: bool = False,
    ) -> None:
        """Show a plan with its clock, whose time over target may be `held`; `others` are the raids that a return escort may meet. The name
        of a raid on the plan stays: its `title` is shown."""
        common = view.common
        self.plan, self.common = plan, common
        notes = TargetNotes(self.session.world, view, plan.form_at)
        words = self.settings.words
        name = plan.code if new else title or plan.code
        if self.code.text() != name and not self.code.hasFocus():
            self.code.setText(name)
            self.code.setCursorPosition(0)
        self.code.setToolTip("" if new else name)
        self.code.setReadOnly(not new)
        if self.type.currentData() != plan.type:
            self.type.setCurrentIndex(max(0, self.type.findData(plan.type)))
        world = self.session.world
        fields = sorted({p.near: p.name for p in reversed(list(world.far_fields.values())) if p.off == 0}.items(), key=lambda item: item[1])
        entries: list[tuple[str, Any]] = [(f"{name} ({h.label})", h) for h, name in fields]
        if all(h != plan.form_at for h, _ in fields):
            spot = self.names.spot(plan.form_at.label)
            text = self.names.at(words, plan.form_at.label)
            entries.insert(0, (f"{place_name(words, spot.name)} ({plan.form_at.label})" if spot.kind == "over" else text, plan.form_at))
        self.form_at.fill(entries, plan.form_at)
        self.form_time.put(common.time_of(plan.form_turn))
        self.form_angels.put(plan.form_angels)
        targets = [(words("desk_planner.no_target"), _NO), *target_entries(words, world.targets.items(), notes.wanted)]
        known = [(words("desk_planner.convoy", number=c.number, ships=c.ships), f"{SIGHTED}{c.number}") for c in view.convoys]
        self.primary.fill([*known, *targets] if known else targets, first_aim(plan) or _NO)
        self.secondary.fill(targets, plan.secondary or _NO)
        note = notes.of(first_aim(plan) or "")
        self.note.setText(note.text(words, view.turn) if note is not None else "")
        self.joins.fill([(words("desk_planner.no_raid"), _NO), *((title, code) for code, title in others)], plan.joins or _NO)
        self.joins.setEnabled(plan.type == "return_escort" or plan.joins is not None)
        jabos = plan.type == "jabo"  # who meet no raid, but may attack low (OPS-C7.4)
        self.low.setVisible(jabos)
        self.low.setChecked(plan.low)
        for widget in (self.joins, self.labels["joins"]):
            widget.setVisible(not jabos)
        self._there = times.there if times is not None else None
        self.there.setEnabled(self._there is not None)
        self.hold.setEnabled(self._there is not None)
        self.there.put(common.time_of(self._there) if self._there is not None else "00:00")
        self.hold.setChecked(held)
        self.labels["there"].setText(words("desk_planner.field.there" if times is None or times.strikes else "desk_planner.field.out"))
        self.clock.setText(times.describe(words, common) if times is not None else words("desk_planner.no_clock"))

    def clear(self) -> None:
        """Forget all."""
        self.plan = self.common = None
        self._there = None
        self.code.clear()
        self.clock.clear()
        self.note.clear()
        self.hold.setChecked(False)
        self.there.put("00:00")
        self.code.setToolTip("")
        for picker in (self.form_at, self.primary, self.secondary, self.joins):
            picker.fill((), "")

    def _edit(self, **values: Any) -> None:
        if self.plan is not None:
            made = replace(self.plan, **values)
            if made != self.plan:
                self.edited.emit(made)

    def _named(self) -> None:
        """Take the new name of a raid."""
        if not self.code.isReadOnly():
            self._edit(code=self.code.text().strip())

    def _aim(self, name: str) -> None:
        if self.plan is not None:
            made = sent_against(self.plan, name or None)
            if made != replace(self.plan, aim=None):
                self.edited.emit(made)

    def _time(self) -> None:
        if self.common is not None:
            turn = self.common.turn_of(self.form_time.clock)
            if turn is not None:
                self._edit(form_turn=turn)

    def _be_there(self, hold: bool) -> None:
        """Set another time over target, or hold or release the same one."""
        turn = self.common.turn_of(self.there.clock) if self.common is not None else None
        if turn is not None and self._there is not None:
            self.wanted.emit(turn, hold)

    def _height(self, angels: int) -> None:
        if self.plan is not None:
            self.edited.emit(with_height(self.plan, -1, angels))

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        for name, label in self.labels.items():
            label.setText(words(f"desk_planner.field.{name}"))
        for name, widget in (("code", self.code), ("type", self.type), ("form_at", self.form_at), ("primary", self.primary)):
            widget.setAccessibleName(words(f"desk_planner.field.{name}"))
        self.code.setToolTip(words("desk_planner.code_tip"))
        self.joins.setToolTip(words("desk_planner.joins_tip"))
        self.there.setAccessibleName(words("desk_planner.field.there"))
        self.there.setToolTip(words("desk_planner.there_tip"))
        self.hold.setText(words("desk_planner.hold"))
        self.hold.setToolTip(words("desk_planner.hold_tip"))
        self.low.setText(words("desk_planner.low"))
        self.low.setToolTip(words("desk_planner.low_tip"))
        at = max(0, self.type.currentIndex())
        self.type.clear()
        for name in TEMPLATES:
            text = code_word(words, "type", name)
            self.type.addItem(capital(text), name)
        self.type.setCurrentIndex(at)
