"""A new raid: what kind, against what, when over it; drawn up by the program, or an empty one to be drawn on the map."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimerEvent, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from bob.core import hexes
from bob.core.text import capital, plain
from bob.day.rules.convoys import SIGHTED
from bob.day.state.directives import GRADES
from bob.day.state.raid_plan import RaidPlan
from bob.day.telling.period_names import code_word
from bob.day.telling.sentences import fault_text
from bob.day.telling.target_notes import TargetNotes
from bob.desk.base.theme import theme
from bob.desk.panels.planner.fields import TimeBox, target_entries
from bob.desk.panels.planner.whole import PlanChanges
from bob.staff.advice.planning.back_timing import times
from bob.staff.advice.planning.plan_edits import TEMPLATES
from bob.staff.advice.planning.raid_templates import RaidTemplate, filled, goal_hex, goals, shipped_templates

_CODE = int(Qt.ItemDataRole.UserRole)
_NAME = _CODE + 1
_SETTLES = 150
"""Milliseconds after the last letter of a search until the raid is drawn up that it finds."""


class _Goals(QListWidget):
    """The possible goals of the raid."""


class _Kinds(QListWidget):
    """The templates. Letters typed there go to the search, and so does the focus after a click."""

    def __init__(self, search: QLineEdit) -> None:
        super().__init__()
        self.search = search

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self.search.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().strip() and event.text().isprintable() and not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier:
            self.search.setFocus()
            self.search.insert(event.text())
            return
        super().keyPressEvent(event)


class _Search(QLineEdit):
    """Searches a list below it: Up and Down go through that."""

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -8, Qt.Key.Key_PageDown: 8}.get(Qt.Key(event.key()))
        if step is not None:
            self.stepped.emit(step)
            return
        super().keyPressEvent(event)


class NewRaidBox(QDialog):
    """Asks for a template, a goal and a time, and shows the resulting raid. `drawn` is that raid, `empty` the type of an empty one;
    `there` is the chosen turn over its goal."""

    def __init__(self, planner: PlanChanges, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.planner = planner
        self.settings = planner.settings
        words = self.settings.words
        self.view = planner.view()
        self.template: RaidTemplate | None = None
        self.empty: str | None = None
        self._drawn: RaidPlan | None = None
        self._later = 0
        self._file = shipped_templates(planner.session.world)
        self.setWindowTitle(words("desk_planner.new.title"))
        self.about = QLabel()
        self.about.setWordWrap(True)
        theme.kind(self.about, "quiet")
        self.search = _Search()
        self.kinds = _Kinds(self.search)
        self.kinds.setAccessibleName(words("desk_planner.new.kind"))
        self.search.setClearButtonEnabled(True)
        self.search.setPlaceholderText(words("desk_planner.new.search"))
        self.search.setAccessibleName(words("desk_planner.new.goal"))
        self.goals = _Goals()
        self.goals.setAccessibleName(words("desk_planner.new.goal"))
        self.goals.setWordWrap(True)
        self.goals.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.soon = QCheckBox(words("desk_planner.new.soon"))
        self.soon.setChecked(True)
        self.time = TimeBox()
        self.time.setAccessibleName(words("desk_planner.new.there"))
        if self.view is not None:
            self.time.put(self.view.common.clock)
        self.preview = QLabel()
        self.preview.setWordWrap(True)
        self.preview.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.preview.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        theme.kind(self.ok, "primary")
        self._lay()
        self._fill_kinds()
        self.kinds.currentRowChanged.connect(lambda _: self._kind())
        self.search.textChanged.connect(lambda _: self._sift(at_once=False))
        self.search.stepped.connect(self._step)
        self.goals.currentRowChanged.connect(lambda _: self._show())
        self.goals.itemActivated.connect(lambda _: self._take())
        self.soon.toggled.connect(self._schedule)
        self.time.timeChanged.connect(lambda _: self._show())
        self.buttons.accepted.connect(self._take)
        self.buttons.rejected.connect(self.reject)
        self.kinds.setCurrentRow(0)
        self.search.setFocus()
        theme.size_box(self, self.settings, 760, 560)

    def _lay(self) -> None:
        words = self.settings.words
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        heads = [QLabel(words(f"desk_planner.new.{name}")) for name in ("kind", "goal")]
        for column, (head, field) in enumerate(zip(heads, (self.kinds, self.search), strict=True)):
            theme.kind(head, "quiet")
            head.setBuddy(field)
            grid.addWidget(head, 0, column)
        grid.addWidget(self.kinds, 1, 0, 2, 1)
        grid.addWidget(self.search, 1, 1)
        grid.addWidget(self.goals, 2, 1)
        for column, share in enumerate((2, 5)):
            grid.setColumnStretch(column, share)
        for shown in (self.kinds, self.goals):
            shown.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            shown.setTextElideMode(Qt.TextElideMode.ElideRight)
        row = QHBoxLayout()
        label = QLabel(words("desk_planner.new.there"))
        theme.kind(label, "quiet")
        label.setBuddy(self.time)
        row.addWidget(label)
        row.addWidget(self.time)
        row.addWidget(self.soon)
        row.addStretch(1)
        body = QVBoxLayout(self)
        body.setContentsMargins(18, 14, 18, 14)
        body.addWidget(self.about)
        body.addLayout(grid, 1)
        body.addLayout(row)
        body.addWidget(self.preview)
        body.addWidget(self.buttons)
        self.preview.setMinimumHeight(round(92 * self.settings.scale))

    def _fill_kinds(self) -> None:
        words = self.settings.words
        for template in self._file.template:
            item = QListWidgetItem(words.of(template.name.both()))
            item.setData(_CODE, template.code)
            item.setToolTip(words.of(template.about.both()))
            self.kinds.addItem(item)
        for kind in TEMPLATES:
            item = QListWidgetItem(words("desk_planner.new.empty", kind=code_word(words, "type", kind)))
            item.setData(_CODE, f"type:{kind}")
            item.setToolTip(words("desk_planner.new.empty_about"))
            self.kinds.addItem(item)

    def _kind(self) -> None:
        """List the goals of the newly chosen template."""
        code = str(self.kinds.currentItem().data(_CODE)) if self.kinds.currentItem() is not None else ""
        self.template = next((t for t in self._file.template if t.code == code), None)
        self.empty = code.removeprefix("type:") if code.startswith("type:") else None
        words = self.settings.words
        self.about.setText(words.of(self.template.about.both()) if self.template else words("desk_planner.new.empty_about"))
        before = self.goal
        self.goals.blockSignals(True)
        self.goals.clear()
        for text, name, note in self._entries():
            item = QListWidgetItem(f"{text}\n{note}" if note else text)
            item.setData(_CODE, name)
            item.setData(_NAME, text)
            item.setToolTip(item.text())
            self.goals.addItem(item)
            if name == before:
                self.goals.setCurrentItem(item)
        self.goals.blockSignals(False)
        for field in (self.search, self.goals, self.time, self.soon):
            field.setEnabled(self.template is not None)
        self._sift()

    def _entries(self) -> list[tuple[str, str, str]]:
        """The goals of the template in words, with their names and notes: convoys first, then by grade and distance; by name without a
        directive."""
        if self.template is None or self.view is None:
            return []
        world, words, view = self.planner.session.world, self.settings.words, self.view
        found = goals(world, view, self.template)
        known = [
            (words("desk_planner.convoy", number=c.number, ships=c.ships), f"{SIGHTED}{c.number}")
            for c in view.convoys
            if f"{SIGHTED}{c.number}" in found
        ]
        there = {(place.kind, place.name) for name in found if (place := world.targets.get(name)) is not None}
        aims = [
            (text, name)
            for text, name in target_entries(words, world.targets.items())
            if (world.targets[name].kind, world.targets[name].name) in there
        ]
        over = [(name.rpartition(":")[2], name, "") for name in found if name in self.template.over]
        notes = {h: TargetNotes(world, view, h) for h in [world.theatre.find(name).near for name in self._file.form_at]}
        ranked: list[tuple[bool, tuple[int, int], int, tuple[str, str, str]]] = []
        for text, name in (*known, *aims):
            at = goal_hex(world, view, name)
            nearest = min(notes, key=lambda h: (hexes.distance(h, at), h)) if at is not None else next(iter(notes))
            note = notes[nearest].of(name)
            if note is not None:
                rank = (GRADES.index(note.grade), note.miles) if note.grade is not None else (0, 0)
                ranked.append((not name.startswith(SIGHTED), rank, len(ranked), (text, name, note.text(words, view.turn, short=True))))
        return [*(entry for *_, entry in sorted(ranked, key=lambda entry: entry[:3])), *over]

    @property
    def drawn(self) -> RaidPlan | None:
        """The raid of the present choice."""
        self._settle()
        return self._drawn

    def _wait(self) -> None:
        """Put off the raid of a search."""
        if self._later:
            self.killTimer(self._later)
        self._later = 0

    def _settle(self) -> None:
        """Draw up a pending raid at once."""
        if self._later:
            self._show()

    def timerEvent(self, event: QTimerEvent) -> None:
        if event.timerId() == self._later:
            self._show()

    def _sift(self, at_once: bool = True) -> None:
        """Show the hits of the search; the only one is taken. The raid is drawn up at once, or at the end of the typing."""
        self.goals.blockSignals(not at_once)
        asked = plain(self.search.text()).split()
        shown = []
        for i in range(self.goals.count()):
            item = self.goals.item(i)
            fits = all(word in plain(item.data(_NAME)) for word in asked)
            item.setHidden(not fits)
            if fits:
                shown.append(item)
        now = self.goals.currentItem()
        if shown and (now is None or now.isHidden()) and asked:
            begins = [item for item in shown if plain(item.data(_NAME)).startswith(" ".join(asked))]
            self.goals.setCurrentItem((begins or shown)[0])
        elif now is not None and now.isHidden():
            self.goals.setCurrentRow(-1)
        if (now := self.goals.currentItem()) is not None:
            self.goals.scrollToItem(now)
        self.goals.blockSignals(False)
        if at_once:
            self._show()
        else:
            self.ok.setEnabled(self.empty is not None or self.goal is not None)
            self._wait()
            self._later = self.startTimer(_SETTLES)

    def _step(self, steps: int) -> None:
        shown = [item for i in range(self.goals.count()) if not (item := self.goals.item(i)).isHidden()]
        if shown:
            now = self.goals.currentItem()
            at = shown.index(now) + steps if now in shown else 0 if steps > 0 else len(shown) - 1
            self.goals.setCurrentItem(shown[max(0, min(len(shown) - 1, at))])

    @property
    def goal(self) -> str | None:
        """The chosen goal of the raid."""
        item = self.goals.currentItem()
        return str(item.data(_CODE)) if item is not None and not item.isHidden() else None

    @property
    def there(self) -> int | None:
        """The chosen turn over the goal; None for as soon as possible."""
        return None if self.soon.isChecked() or self.view is None else self.view.common.turn_of(self.time.clock)

    def _schedule(self, on: bool) -> None:
        self.time.setEnabled(not on or self.template is not None)
        self._show()

    def _show(self) -> None:
        """Show the resulting raid."""
        words, view, planner = self.settings.words, self.view, self.planner
        self._wait()
        self.ok.setText(words("desk_planner.new.draw" if self.empty else "desk_planner.new.take"))
        self._drawn = None
        if self.empty is not None or self.template is None or view is None or self.goal is None:
            self.ok.setEnabled(self.empty is not None)
            self.preview.setText(words("desk_planner.new.empty_hint" if self.empty else "desk_planner.new.choose"))
            return
        if self.sender() is self.time:
            self.soon.blockSignals(True)
            self.soon.setChecked(False)
            self.soon.blockSignals(False)
        desk = planner.template_desk(view)
        self._drawn = plan = filled(desk, self._file, self.template, self.goal, self.there)
        clock = times(desk.world, view, desk.posted, plan)
        if self.soon.isChecked() and clock is not None and clock.there is not None:
            self.time.put(view.common.time_of(clock.there))
        units = [
            words(
                "desk_planner.new.unit",
                unit=u.unit,
                aircraft=u.aircraft,
                type=desk.world.types[desk.posted[u.unit].aircraft].name,
                role=code_word(words, "role", u.role),
                angels=u.angels,
            )
            for u in plan.units
        ]
        lines = units or [words("desk_planner.new.nobody")]
        if clock is not None:
            lines.append(clock.describe(words, view.common))
        lines += [f"⚠ {capital(fault_text(words, fault, planner.names))}" for fault in desk.check(plan)[:2]]
        self.preview.setText("\n".join(lines))
        self.ok.setEnabled(True)

    def _take(self) -> None:
        self._settle()
        if self.ok.isEnabled():
            self.accept()
