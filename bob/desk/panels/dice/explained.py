"""A throw explained, with the table that it was thrown on."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from bob.core.text import signed
from bob.data.tables import ListTable, Lookup, Table
from bob.desk.base.settings import Settings
from bob.desk.base.theme.theme import kind
from bob.desk.panels.dice.faces import Faces
from bob.desk.panels.dice.grid import PrintedTable
from bob.desk.panels.dice.lookups import Thrown
from bob.staff.advice.table_wording import condition_text, purpose, result_text, rule_text, worth


class Explained(QWidget):
    """A throw explained: dice, modifiers one by one with the rule and its words, total, result, and the table lit."""

    rule_asked = Signal(str)

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.title = QLabel()
        self.title.setWordWrap(True)
        self.faces = Faces(settings)
        self.reasons = QLabel()
        self.reasons.setWordWrap(True)
        self.reasons.setTextFormat(Qt.TextFormat.RichText)
        self.reasons.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.reasons.linkActivated.connect(self.rule_asked)
        self.result = QLabel()
        self.result.setWordWrap(True)
        kind(self.result, "heading")
        self.grid = PrintedTable(settings)
        body = QWidget()
        kind(body, "page")
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(3)
        for widget in (self.title, self.faces, self.result, self.reasons):
            column.addWidget(widget)
        column.addStretch(1)
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(body)
        self.area.setAccessibleName(settings.words("desk.dock.dice"))
        self.row = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.addWidget(self.area, 4)
        self.row.addWidget(self.grid, 5)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A wide panel has its table beside, a high one below."""
        wide = self.width() > 1.45 * self.height() and self.width() > 520 * self.settings.scale
        self.row.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        super().resizeEvent(event)

    def show_lookup(self, table: Table | ListTable, lookup: Lookup | None, head: str = "") -> None:
        """Show a table and the lookup in it."""
        words = self.settings.words
        title = words(f"tables.title.{table.name}")
        self.area.setAccessibleName(title)
        self.title.setText(f"<b>{title}</b> {self._link(table.rule)}" + (f"<br>{head}" if head else ""))
        self.faces.setVisible(lookup is not None and bool(lookup.dice))
        self.result.setVisible(lookup is not None)
        if lookup is None:
            self.reasons.setText(self._modifiers(table) if isinstance(table, Table) else "")
        else:
            assert isinstance(table, Table)
            added = sum(m.value for m in lookup.modifiers)
            total = "" if lookup.total is None else str(lookup.total)
            shown = signed(added) if lookup.modifiers and table.acts_on == "roll" else ""
            self.faces.show_throw(lookup.dice, table.sides, shown, total)
            self.reasons.setText(self._reasons(table, lookup))
            self.result.setText(result_text(lookup, words))
        self.reasons.setVisible(bool(self.reasons.text()))
        self.grid.setVisible(True)
        self.grid.show_table(table, lookup)

    def show_roll(self, thrown: Thrown, head: str) -> None:
        """Show a roll without a table."""
        words, roll = self.settings.words, thrown.roll
        self.title.setText(f"<b>{purpose(words, roll.purpose)}</b><br>{head}")
        self.area.setAccessibleName(purpose(words, roll.purpose))
        self.faces.setVisible(True)
        self.faces.show_throw(roll.faces, roll.sides, "", str(roll.total))
        self.reasons.setText("")
        self.reasons.setVisible(False)
        self.result.setVisible(False)
        self.grid.setVisible(False)

    def clear(self) -> None:
        """Forget all."""
        for label in (self.title, self.reasons, self.result):
            label.clear()
        self.faces.show_throw((), 6, "", "")
        self.grid.clear()
        self.grid.setRowCount(0)

    def _link(self, rule: str) -> str:
        return f'<a href="{rule}"><small>[{rule}]</small></a>'

    def _reasons(self, table: Table, lookup: Lookup) -> str:
        words = self.settings.words
        lines = [f"<b>{signed(m.value)}</b>&nbsp;&nbsp;{rule_text(words, m.rule)} {self._link(m.rule)}" for m in lookup.modifiers]
        if not lines and table.modifiers:
            lines.append(words("desk_dice.no_modifiers"))
        if lookup.becomes is not None:
            lines.append(f"{rule_text(words, lookup.becomes)} {self._link(lookup.becomes)}")
        for face in table.faces:
            if lookup.details.get(face.triggers):
                lines.append(f"{words(f'tables.trigger.{face.triggers}')} {self._link(face.rule)}")
        if lookup.rule != table.rule and (text := rule_text(words, lookup.rule)):
            lines.append(f"{text} {self._link(lookup.rule)}")
        return "<br>".join(lines)

    def _modifiers(self, table: Table) -> str:
        """All modifiers of a table with when they count."""
        words = self.settings.words
        by_rule: dict[str, list[str]] = {}
        for m in table.modifiers:
            text = worth(m)
            if (when := condition_text(words, m.when)) and not rule_text(words, m.rule):
                text += f" ({when})"
            if text not in by_rule.setdefault(m.rule, []):
                by_rule[m.rule].append(text)
        return "<br>".join(f"<b>{' '.join(v)}</b>&nbsp;&nbsp;{rule_text(words, rule)} {self._link(rule)}" for rule, v in by_rule.items())
