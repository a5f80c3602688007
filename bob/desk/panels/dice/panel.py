"""The table panel: every roll that may be seen as it falls, and any table opened and rolled by hand."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from bob.core.dice import SeededDice, Stream, parse_faces
from bob.core.errors import BobError
from bob.core.seeds import fresh_seed
from bob.data.tables import Circumstance, ListTable, Lookup, Table
from bob.desk.base.settings import Settings
from bob.desk.base.theme.theme import inset, kind
from bob.desk.panels.dice.explained import Explained
from bob.desk.panels.dice.lookups import Lookups, Thrown
from bob.desk.session.session import DeskSession
from bob.staff.advice.table_wording import choice_text, owner, purpose, result_text

_SHOWN = 60
"""Entries with rolls that the list goes back."""


class _Halves(QSplitter):
    """Two halves beside one another, above one another where the panel is narrow."""

    def __init__(self, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.setChildrenCollapsible(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = self.width() < 560 * self.settings.scale and self.height() > self.width()
        self.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)
        super().resizeEvent(event)


class ByHand(QWidget):
    """Any table, its circumstances as controls, and dice: thrown by the program or typed."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.tables = session.world.tables
        self.lookup: Lookup | None = None
        self._dice = SeededDice(Stream.of(fresh_seed(), "by hand"))
        self._controls: dict[str, QWidget] = {}
        self.names = QComboBox()
        self.names.setMaxVisibleItems(22)
        self.form = QFormLayout()
        self.form.setContentsMargins(8, 4, 8, 4)
        self.form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        body = QWidget()
        kind(body, "page")
        body.setLayout(self.form)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setWidget(body)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.typed = QLineEdit()
        self.typed.setMaximumWidth(90)
        self.roll = QPushButton()
        kind(self.roll, "primary")
        self.error = QLabel()
        self.error.setWordWrap(True)
        kind(self.error, "warning")
        self.explained = Explained(settings)
        line = QHBoxLayout()
        line.setContentsMargins(8, 0, 8, 4)
        line.addWidget(self.typed)
        line.addWidget(self.roll, 1)
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 6, 0, 0)
        column.addWidget(self.names)
        column.addWidget(self.area, 1)
        column.addWidget(self.error)
        column.addLayout(line)
        self.splitter = _Halves(settings)
        self.splitter.addWidget(left)
        self.splitter.addWidget(self.explained)
        self.splitter.setSizes([280, 480])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.splitter)
        self.names.activated.connect(lambda _: self.open(str(self.names.currentData())))
        self.roll.clicked.connect(self.throw)
        self.typed.returnPressed.connect(self.throw)
        self.retranslate()

    @property
    def table(self) -> Table | ListTable:
        return self.tables[str(self.names.currentData())]

    def open(self, name: str) -> None:
        """Open a table. Raises UsageError for an unknown one."""
        table = self.tables[name]
        self.names.setCurrentIndex(self.names.findData(name))
        self.lookup = None
        self._build(table)
        self.explained.show_lookup(table, None)

    def _build(self, table: Table | ListTable) -> None:
        words = self.settings.words
        while self.form.rowCount():
            self.form.removeRow(0)
        self._controls = {}
        self.error.setVisible(False)
        rolled = isinstance(table, Table)
        self.roll.setEnabled(rolled)
        self.typed.clear()
        self.typed.setVisible(isinstance(table, Table) and table.dice_count > 0)
        if not isinstance(table, Table):
            return
        self.roll.setText(words("desk_dice.throw" if table.dice_count else "desk_dice.look_up"))
        self.typed.setPlaceholderText(words("desk_dice.typed", dice=f"{table.dice_count}d{table.sides}"))
        for name, circumstance in table.circumstances.items():
            default = table.defaults.get(name)
            control = self._control(circumstance, default, name in table.required)
            text = words(f"tables.circumstance.{name}")
            text = text[:1].upper() + text[1:]
            label = QLabel(text)
            label.setWordWrap(True)
            label.setBuddy(control)
            if isinstance(control, QCheckBox):
                line = QHBoxLayout()
                line.addWidget(control)
                line.addWidget(label, 1)
                self.form.addRow(line)
            else:
                self.form.addRow(label, control)
            control.setAccessibleName(text)
            self._controls[name] = control

    def _control(self, c: Circumstance, default: Any, required: bool) -> QWidget:
        words = self.settings.words
        if c.kind == "flag":
            box = QCheckBox()
            box.setChecked(default is True)
            return box
        if c.kind == "number":
            spin = QSpinBox()
            inset(spin)
            spin.setRange(c.least, c.most)
            spin.setSingleStep(c.step)
            spin.setValue(default if isinstance(default, int) and not isinstance(default, bool) else c.least)
            return spin
        found = QComboBox()
        found.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        found.setMinimumContentsLength(7)
        if not required:
            found.addItem(words("desk_dice.usual"), None)
        for choice in c.choices:
            found.addItem(choice_text(words, choice), choice)
        if isinstance(default, str) and (at := found.findData(default)) >= 0:
            found.setCurrentIndex(at)
        return found

    def given(self) -> dict[str, Any]:
        """The circumstances as set."""
        found: dict[str, Any] = {}
        for name, control in self._controls.items():
            if isinstance(control, QCheckBox):
                found[name] = control.isChecked()
            elif isinstance(control, QSpinBox):
                found[name] = control.value()
            elif isinstance(control, QComboBox) and control.currentData() is not None:
                found[name] = control.currentData()
        return found

    def throw(self) -> None:
        """Throw the dice, or take those typed, and look the result up."""
        table = self.table
        if not isinstance(table, Table):
            return
        try:
            if table.dice_count and self.typed.text().strip():
                faces = parse_faces(self.typed.text(), table.dice_count, table.sides)
                self.lookup = table.look_up(faces, None, **self.given())
            else:
                self.lookup = table.roll(self._dice, None, None, **self.given())
        except BobError as error:
            self.error.setText("✕ " + error.describe(self.settings.words))
            self.error.setVisible(True)
            return
        self.error.setVisible(False)
        self.explained.show_lookup(table, self.lookup, self.settings.words("desk_dice.by_hand"))

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        name = self.names.currentData() or self.tables.names[0]
        self.names.clear()
        for known in self.tables.names:
            self.names.addItem(words(f"tables.title.{known}"), known)
        self.names.setAccessibleName(words("desk_dice.which_table"))
        self.typed.setAccessibleName(words("desk_dice.typed_name"))
        self.open(str(name))


class DicePanel(QWidget):
    """The rolls of the game that the seat at the screen may see, and the tables. Emits `rule_asked` with a rule's ID."""

    rule_asked = Signal(str)

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.lookups = Lookups(session)
        self.thrown: list[Thrown] = []
        kind(self, "panel")
        self.list = QListWidget()
        self.list.setUniformItemSizes(True)
        self.explained = Explained(settings)
        self.none = QLabel()
        self.none.setWordWrap(True)
        self.none.setAlignment(Qt.AlignmentFlag.AlignCenter)
        kind(self.none, "quiet")
        rolls = _Halves(settings)
        rolls.addWidget(self.list)
        rolls.addWidget(self.explained)
        rolls.addWidget(self.none)
        rolls.setSizes([250, 500, 400])
        self.by_hand = ByHand(session, settings)
        self.tabs = QTabWidget()
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(rolls, "")
        self.tabs.addTab(self.by_hand, "")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)
        self._stale = True
        self._viewer = session.seat
        self.setFocusProxy(self.tabs)
        self.list.currentRowChanged.connect(self._show)
        self.explained.rule_asked.connect(self.rule_asked)
        self.by_hand.explained.rule_asked.connect(self.rule_asked)
        session.changed.connect(self._changed)
        settings.language_changed.connect(self.retranslate)
        settings.theme_changed.connect(self.restyle)
        settings.text_size_changed.connect(self.restyle)
        self.retranslate()

    def _changed(self) -> None:
        """Delay the update while hidden; but clear another seat's rolls at once."""
        self._stale = True
        if self._viewer != self.session.seat:
            self._viewer = self.session.seat
            self.clear()
        if self.isVisible():
            self.refresh()

    def clear(self) -> None:
        """Forget the rolls."""
        self.thrown = []
        self.list.clear()
        self.explained.clear()
        self.explained.setVisible(False)

    def left(self) -> str:
        """Return the table looked up by hand, to restore it later."""
        return str(self.by_hand.names.currentData())

    def take_up(self, left: str | None) -> None:
        """Restore a table; None opens the first."""
        self.by_hand.open(left or str(self.by_hand.names.itemData(0)))

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        if self._stale:
            self.refresh()

    def refresh(self) -> None:
        """Update the rolls, with the newest chosen."""
        self._stale = False
        before = self.thrown
        self.thrown = list(reversed(self.lookups.seen(last=_SHOWN)))
        if self.thrown != before or self.list.count() != len(self.thrown):
            self._fill()
        self.none.setVisible(not self.thrown)
        self.explained.setVisible(bool(self.thrown))

    def _fill(self) -> None:
        words = self.settings.words
        self.list.blockSignals(True)
        self.list.clear()
        for thrown in self.thrown:
            parts = f"{'+'.join(map(str, thrown.roll.faces))}  {purpose(words, thrown.roll.purpose)}"
            if thrown.lookup is not None:
                parts += f": {result_text(thrown.lookup, words)}"
            item = QListWidgetItem(parts)
            item.setToolTip(self.head(thrown))
            self.list.addItem(item)
        self.list.blockSignals(False)
        if self.thrown:
            self.list.setCurrentRow(0)
            self._show(0)

    def head(self, thrown: Thrown) -> str:
        """When a roll fell, for whom, and where its dice came from."""
        words = self.settings.words
        parts = [words("desk_dice.turn", turn=thrown.turn), owner(words, thrown.roll)]
        if thrown.roll.origin == "typed":
            parts.append(words("desk_dice.was_typed"))
        return " · ".join(part for part in parts if part)

    def _show(self, row: int) -> None:
        if not 0 <= row < len(self.thrown):
            return
        thrown = self.thrown[row]
        if thrown.lookup is not None:
            self.explained.show_lookup(self.session.world.tables[thrown.lookup.table], thrown.lookup, self.head(thrown))
        else:
            self.explained.show_roll(thrown, self.head(thrown))

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        self.tabs.setTabText(0, words("desk_dice.rolls"))
        self.tabs.setTabText(1, words("desk_dice.tables"))
        self.none.setText(words("desk_dice.none"))
        self.list.setAccessibleName(words("desk_dice.rolls"))
        self.by_hand.retranslate()
        self.thrown = []
        self._changed()

    def restyle(self) -> None:
        """Theme or text size has changed."""
        for explained in (self.explained, self.by_hand.explained):
            explained.faces.updateGeometry()
            explained.faces.update()
            explained.grid.restyle()
