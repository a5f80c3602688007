"""The doubtful readings of the rules on the first screen, each a switch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QFormLayout, QLabel, QScrollArea, QWidget

from bob.data.tables import Table, Tables
from bob.day.state.scenario_lines import SWITCH_RULES, SWITCHES
from bob.day.state.scenario_lines import reading as day_reading
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme


class Readings(QScrollArea):
    """The switches of a new day; hidden until asked for."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.switches: dict[str, QComboBox] = {}
        self.setWidgetResizable(True)
        self.setMinimumHeight(120)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        inner = QWidget()
        theme.kind(inner, "page")
        self.form = QFormLayout(inner)
        self.setWidget(inner)

    @property
    def chosen(self) -> dict[str, str]:
        """Return the readings by switch, without those left to the day."""
        return {name: box.currentData() for name, box in self.switches.items() if box.currentData() is not None}

    def fill(self, of_day: Mapping[str, str]) -> None:
        """Read the switches when they are first asked for: it takes the tables. `of_day` are the readings of the day that is chosen."""
        if not self.switches:
            shipped = Tables.shipped()
            for table in (shipped[name] for name in shipped.names):
                for switch in table.switches if isinstance(table, Table) else ():
                    if switch.name not in self.switches:
                        self._add(switch.name, switch.readings, switch.rule).setCurrentIndex(switch.readings.index(switch.default))
            for name, readings in SWITCHES.items():
                self._add(name, (None, *readings), SWITCH_RULES[name])
        self.retranslate(of_day)

    def _add(self, name: str, readings: Sequence[str | None], rule: str) -> QComboBox:
        """Add a switch with its readings; None is the default of the day."""
        box = QComboBox()
        for reading in readings:
            box.addItem("", reading)
        box.setProperty("rule", rule)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(12)
        self.switches[name] = box
        self.form.addRow(QLabel(), box)
        return box

    def retranslate(self, of_day: Mapping[str, str]) -> None:
        """Name the switches and their readings, for a day that has the rules read so."""
        words = self.settings.words
        for i, (name, box) in enumerate(self.switches.items()):
            item = self.form.itemAt(i, QFormLayout.ItemRole.LabelRole)
            label = item.widget() if item is not None else None
            assert isinstance(label, QLabel)
            label.setText(words(f"desk.switch.{name}" if name in SWITCHES else f"tables.switch.{name}"))
            label.setWordWrap(True)
            box.setAccessibleName(label.text())
            rule = box.property("rule")
            label.setToolTip(words.label(str(rule), words(f"rules.{rule}")) if words.has(f"rules.{rule}") else str(rule))
            for n in range(box.count()):
                box.setItemText(n, self._reading(name, box.itemData(n), of_day))
            box.setToolTip(box.currentText())

    def _reading(self, name: str, reading: str | None, of_day: Mapping[str, str]) -> str:
        """Describe a reading of a switch; None by the default of the day."""
        words = self.settings.words
        if name not in SWITCHES:
            return words(f"tables.reading.{name}.{reading}")
        if reading is not None:
            return words(f"desk.reading.{name}.{reading}")
        return words("desk.reading.of_day", reading=words(f"desk.reading.{name}.{day_reading(of_day, name)}"))

    def fold(self, crowded: bool) -> None:
        """Put each switch below its name where there is little room."""
        policy = QFormLayout.RowWrapPolicy
        self.form.setRowWrapPolicy(policy.WrapAllRows if crowded else policy.DontWrapRows)
