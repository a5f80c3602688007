"""The form that takes a result back from the players' own table: a row for each unit, checked while it is filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFrame, QGridLayout, QLabel, QScrollArea, QSpinBox, QVBoxLayout, QWidget

from bob.core.text import capital
from bob.data.units import SIDES
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import misfit_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.session.answers import emptied
from bob.tactical.engagement import AMMO, BOMB_CARRIERS, MOST_DISRUPTION, Engagement, Force, Loss, Misfit
from bob.tactical.result_draft import ResultDraft, summed

MOST = 99
COLUMNS = ("unit", "sent", "destroyed", "damaged", "crews", "shaken", "ammo", "jettisoned", "broke_off")
AT_CELL = {
    "too_many": ("destroyed", "damaged"),
    "below_nothing": ("destroyed", "damaged"),
    "crews": ("crews",),
    "disruption": ("shaken",),
    "ammo": ("ammo",),
    "no_bombs": ("jettisoned",),
}
"""The cells of a unit's row that show a fault."""


@dataclass(slots=True)
class UnitRow:
    """The cells of a unit."""

    force: Force
    destroyed: QSpinBox
    damaged: QSpinBox
    crews: QSpinBox
    shaken: QSpinBox
    ammo: QComboBox
    jettisoned: QCheckBox
    broke_off: QCheckBox
    note: QLabel

    def cells(self) -> tuple[QWidget, ...]:
        """In the order in which one goes through them."""
        return self.destroyed, self.damaged, self.crews, self.shaken, self.ammo, self.jettisoned, self.broke_off

    def put(self, loss: Loss) -> None:
        """Write a loss into the cells."""
        self.destroyed.setValue(loss.destroyed)
        self.damaged.setValue(loss.damaged)
        self.crews.setValue(loss.crews_lost)
        self.shaken.setValue(loss.disruption)
        self.ammo.setCurrentIndex(max(0, self.ammo.findData(loss.ammo)))
        self.jettisoned.setChecked(loss.jettisoned)
        self.broke_off.setChecked(loss.broke_off)


class ResultForm(QWidget):
    """The form. `edited` is emitted at every change."""

    edited = Signal()

    def __init__(self, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.names = settings, names
        self.draft: ResultDraft | None = None
        self.rows: list[UnitRow] = []
        self.turns = QSpinBox(self)
        self.turns.setMinimum(1)
        self.turns.setMaximum(MOST)
        self.turns.valueChanged.connect(self._turns_typed)
        self.turns_label = QLabel(self)
        self.turns_label.setBuddy(self.turns)
        self.general = QLabel()
        theme.kind(self.general, "warning")
        self.general.setWordWrap(True)
        inner = QWidget()
        theme.kind(inner, "page")
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(10)
        self.grid.setVerticalSpacing(3)
        self.grid.setColumnStretch(len(COLUMNS), 1)
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 6, 0)
        column.addLayout(self.grid)
        column.addStretch()
        body = QVBoxLayout(self)
        body.setContentsMargins(0, 0, 0, 0)
        self._inner = inner
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        body.addWidget(scroll, 1)
        body.addWidget(self.general)
        self._filling = False

    @property
    def wanted(self) -> int:
        """The width in which every cell is seen."""
        return self._inner.minimumSizeHint().width() + 24

    # ---- building

    @property
    def engagement(self) -> Engagement | None:
        """Return the engagement of the form."""
        return self.draft.engagement if self.draft is not None else None

    def show_engagement(self, engagement: Engagement, typed: object = None) -> None:
        """Take an engagement up; `typed` is what `as_json` gave of it before."""
        self.draft = ResultDraft(engagement, typed)
        self._build()

    def retranslate(self) -> None:
        """The same in another language or size of letters."""
        if self.draft is not None:
            self._build()

    def clear(self) -> None:
        """Hold nothing of any engagement."""
        self.draft = None
        self.rows = []
        self._emptied()
        self.general.clear()

    def _emptied(self) -> None:
        """Take all out of the grid; what every form has is kept aside."""
        for kept in (self.turns, self.turns_label):
            self.grid.removeWidget(kept)
            kept.setParent(self)
            kept.hide()
        emptied(self.grid)

    def _build(self) -> None:
        draft, words = self.draft, self.settings.words
        assert draft is not None
        engagement = draft.engagement
        self._filling = True
        self._emptied()
        self.rows = []
        line = 0
        for side in SIDES:
            name = words(f"ops.seat.{side}")
            head = QLabel(capital(name))
            head.setFont(theme.font(self.settings, 14, bold=True))
            self.grid.addWidget(head, line, 0)
            for i, code in enumerate(COLUMNS[1:], 1):
                if not (code == "jettisoned" and side == "raf"):
                    label = QLabel(words(f"engagement.form.{code}"))
                    theme.kind(label, "caption")
                    self.grid.addWidget(label, line, i, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom)
            line += 1
            for force in engagement.of(side):
                row = self._row(force, line)
                row.put(draft.loss(force.unit))
                self.rows.append(row)
                line += 2
        self.turns_label.setText(words("engagement.form.turns", most=engagement.length))
        self.turns.setValue(draft.turns)
        self.grid.addWidget(self.turns_label, line, 0, 1, 2)
        self.grid.addWidget(self.turns, line, 2)
        self.turns_label.show()
        self.turns.show()
        for row in self.rows:
            for before, after in zip(row.cells(), row.cells()[1:], strict=False):
                QWidget.setTabOrder(before, after)
        self._filling = False
        self._check()

    def _row(self, force: Force, line: int) -> UnitRow:
        words = self.settings.words
        name = QLabel(words("engagement.form.row", unit=force.unit, aircraft=self.names.aircraft(force.aircraft)))
        sent = QLabel(str(force.count))
        sent.setFont(theme.font(self.settings, bold=True))
        self.grid.addWidget(name, line, 0)
        self.grid.addWidget(sent, line, 1, Qt.AlignmentFlag.AlignHCenter)
        figures = [self._figure(code, MOST) for code in ("destroyed", "damaged", "crews")]
        figures.append(self._figure("shaken", MOST_DISRUPTION))
        ammo = QComboBox()
        for rounds in reversed(AMMO):
            ammo.addItem(words(f"ops.ammo.{rounds}"), rounds)
        ammo.setEnabled(force.fighter)
        ticks = [QCheckBox(), QCheckBox()]
        note = QLabel()
        theme.kind(note, "warning")
        note.setWordWrap(True)
        note.hide()
        row = UnitRow(force, figures[0], figures[1], figures[2], figures[3], ammo, ticks[0], ticks[1], note)
        for box, said in zip(figures, ("destroyed", "damaged", "crews_lost", "disruption"), strict=True):
            box.valueChanged.connect(lambda value, said=said: self._said(row, said, value))
        ammo.currentIndexChanged.connect(lambda _: self._said(row, "ammo", ammo.currentData()))
        for tick, said in zip(ticks, ("jettisoned", "broke_off"), strict=True):
            tick.toggled.connect(lambda on, said=said: self._said(row, said, on))
        for i, cell in enumerate(row.cells(), 2):
            cell.setAccessibleName(words("engagement.form.cell", unit=force.unit, what=words(f"engagement.form.{COLUMNS[i]}")))
            self.grid.addWidget(cell, line, i, Qt.AlignmentFlag.AlignHCenter)
        ticks[0].setVisible(force.role in BOMB_CARRIERS)
        self.grid.addWidget(note, line + 1, 0, 1, len(COLUMNS))
        return row

    def _figure(self, code: str, most: int) -> QSpinBox:
        box = QSpinBox()
        box.setRange(0, most)
        box.setFixedWidth(round(58 * self.settings.scale))
        return box

    # ---- values

    def losses(self) -> tuple[Loss, ...]:
        """Return the losses of each unit."""
        return self.draft.losses if self.draft is not None else ()

    def as_json(self) -> dict[str, Any]:
        """Return the typed data, for a save's drafts."""
        return self.draft.draft() if self.draft is not None else {}

    @property
    def faults(self) -> list[Misfit]:
        """All that cannot be."""
        return self.draft.faults if self.draft is not None else []

    @property
    def asks(self) -> list[Misfit]:
        """All that can be and yet is asked about."""
        return self.draft.asks if self.draft is not None else []

    def summary(self) -> str:
        """`The RAF lose 2 of 12, the Luftwaffe 3 of 30`."""
        if self.draft is None:
            return ""
        return self.settings.words("engagement.form.summary", **summed(self.draft.engagement, self.draft.losses))

    # ---- while it is filled in

    def _said(self, row: UnitRow, name: str, value: Any) -> None:
        """Store a cell; the untouched fields of the unit follow its losses."""
        if self._filling or self.draft is None:
            return
        self.draft.say(row.force.unit, **{name: value})
        self._filling = True
        row.put(self.draft.loss(row.force.unit))
        self._filling = False
        self._check()
        self.edited.emit()

    def _turns_typed(self, turns: int) -> None:
        if not self._filling and self.draft is not None:
            self.draft.turns = turns
            self._check()
            self.edited.emit()

    def _check(self) -> None:
        """Show each fault at its cell."""
        words = self.settings.words
        found = self.faults
        for row in self.rows:
            own = [m for m in found if m.unit == row.force.unit]
            bad = {cell for m in own for cell in AT_CELL.get(m.key.rpartition(".")[2], ())}
            text = "\n".join(misfit_text(words, m) for m in own)
            for code, cell in zip(COLUMNS[2:], row.cells(), strict=True):
                _mark(cell, code in bad)
                cell.setToolTip(text if code in bad else "")
            row.note.setText(text)
            row.note.setVisible(bool(text))
        rest = [m for m in found if not m.unit]
        _mark(self.turns, any(m.key.endswith(".turns") for m in rest))
        self.general.setText("\n".join(misfit_text(words, m) for m in rest))
        self.general.setVisible(bool(rest))


def _mark(cell: QWidget, bad: bool) -> None:
    """Show a cell as wrong, or as right again."""
    if bool(cell.property("wrong")) != bad:
        cell.setProperty("wrong", bad)
        cell.style().unpolish(cell)
        cell.style().polish(cell)
