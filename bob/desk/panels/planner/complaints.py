"""The faults and warnings of a plan, each at its place with its rule, and offers to mend it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from bob.day.rules.planning import Fault
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import Common
from bob.day.telling.period_names import Names, code_word, place_name
from bob.day.telling.sentences import fault_place, fault_text, says_where
from bob.desk.base.settings import Settings
from bob.desk.base.theme.theme import kind
from bob.staff.advice.planning.mending import Bench, MendedPlan, PlanCheck, around, escort, mended, offers

_LATER = 180
"""Milliseconds of rest before offers are computed."""


class Complaints(QScrollArea):
    """The faults of a plan and, when it has none, its warnings. Emits `mended` with a better plan, `asked` with a fault's place."""

    mended = Signal(object)
    asked = Signal(str)

    def __init__(self, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.names = names
        self.faults: tuple[Fault, ...] = ()
        self.offers: list[MendedPlan] = []
        self._plan: RaidPlan | None = None
        self._bench: Bench | None = None
        self._check: PlanCheck | None = None
        self._common: Common | None = None
        self._rows: list[QHBoxLayout] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.timer = QTimer(self)
        self.timer.setSingleShot(True)
        self.timer.setInterval(_LATER)
        self.timer.timeout.connect(self.work_out)

    def show_faults(
        self, plan: RaidPlan | None, faults: Sequence[Fault], bench: Bench | None, check: PlanCheck | None, common: Common
    ) -> None:
        """Show the faults of a plan at once, the offers a little later."""
        self._plan, self._bench, self._check, self._common = plan, bench, check, common
        self.faults = tuple(faults)
        self.offers = []
        words = self.settings.words
        grave = sum(fault.stage != "warning" for fault in faults)
        text = words("desk_planner.faults", count=grave) if grave else words("desk_planner.no_faults")
        self.setAccessibleName(text)
        self._rebuild()
        if plan is not None and bench is not None:
            self.timer.start()
        else:
            self.timer.stop()

    def clear(self) -> None:
        """Forget all."""
        self.timer.stop()
        self._plan = self._bench = self._check = self._common = None
        self.faults, self.offers = (), []
        self._rebuild()

    def _rebuild(self) -> None:
        words = self.settings.words
        body = QWidget()
        kind(body, "page")
        column = QVBoxLayout(body)
        column.setContentsMargins(8, 4, 8, 4)
        column.setSpacing(3)
        self._rows = []
        stands = all(fault.stage == "warning" for fault in self.faults)
        if self._plan is not None and stands:
            good = QLabel("✓ " + words("desk_planner.no_faults"))
            column.addWidget(good)
        grave = sum(fault.stage != "warning" for fault in self.faults)
        if self._bench is not None and grave > 1:
            every = QPushButton(words("desk_planner.mend_all"))
            every.setToolTip(words("desk_planner.mend_all_tip"))
            every.setAutoDefault(False)
            every.clicked.connect(self.mend_all)
            head = QHBoxLayout()
            head.addWidget(QLabel(words("desk_planner.faults", count=grave)))
            head.addStretch(1)
            head.addWidget(every)
            column.addLayout(head)
        for fault in self.faults:
            line = QVBoxLayout()
            line.setSpacing(1)
            mark = "⚠" if fault.stage == "warning" else "✕"
            where, what = fault_place(words, fault), fault_text(words, fault, self.names)
            said = f"<b>{where}</b>{what.removeprefix(where)}" if says_where(words, fault, what) else f"<b>{where}</b>: {what}"
            text = f"{mark} {said} <small>[{fault.rule}]</small>"
            label = QLabel(text)
            label.setWordWrap(True)
            label.setToolTip(words(f"rules.{fault.rule}") if words.has(f"rules.{fault.rule}") else "")
            label.setCursor(Qt.CursorShape.PointingHandCursor)
            label.mousePressEvent = lambda _, place=fault.place: self.asked.emit(place)  # type: ignore[method-assign, misc]
            line.addWidget(label)
            buttons = QHBoxLayout()
            buttons.setSpacing(4)
            buttons.addStretch(1)
            line.addLayout(buttons)
            self._rows.append(buttons)
            column.addLayout(line)
        if stands:
            buttons = QHBoxLayout()
            buttons.addStretch(1)
            column.addLayout(buttons)
            self._rows.append(buttons)
        column.addStretch(1)
        held, focus = self.widget(), QApplication.focusWidget()
        if held is not None and focus is not None and held.isAncestorOf(focus):
            self.setFocus()  # else the keys would go to whatever comes next: the button that seals the plan
        before = self.takeWidget()
        if before is not None:
            before.setParent(None)
            before.deleteLater()
        self.setWidget(body)

    def mend_all(self) -> None:
        """Mend one after another all that can be mended."""
        if self._plan is None or self._bench is None or self._check is None:
            return
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            made = mended(self._bench, self._plan, self._check)
        finally:
            QApplication.restoreOverrideCursor()
        if made != self._plan:
            self.mended.emit(made)

    def work_out(self) -> None:
        """Work out the offers now."""
        self.timer.stop()
        plan, bench, check = self._plan, self._bench, self._check
        if plan is None or bench is None or check is None:
            return
        self.offers = []
        for fault, buttons in zip(self.faults[:8], self._rows, strict=False):
            for offer in offers(bench, plan, fault, check):
                self._button(buttons, offer)
        if all(fault.stage == "warning" for fault in self.faults):
            for better in (escort(bench, plan, check), around(bench, plan, check)):
                if better is not None:
                    self._button(self._rows[-1], better)

    def _button(self, buttons: QHBoxLayout, offer: MendedPlan) -> None:
        self.offers.append(offer)
        button = QPushButton(self.describe(offer))
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self.mended.emit(offer.plan))
        buttons.insertWidget(buttons.count() - 1, button)

    def describe(self, offer: MendedPlan) -> str:
        """Return the text of an offer."""
        words = self.settings.words
        values = dict(offer.values)
        if "turn" in values and self._common is not None:
            values["time"] = self._common.time_of(int(values.pop("turn")))
        if "role" in values:
            values["role"] = code_word(words, "role", values["role"])
        if offer.key == "form_at":
            label = str(values.pop("hex"))
            spot = self.names.spot(label)  # short: two of these stand side by side
            values["place"] = f"{place_name(words, spot.name)} ({label})" if spot.kind == "over" else label
        if "raid" in values:
            values["raid"] = self.names.raid(words, str(values["raid"]))
        return words(f"desk_planner.mend.{offer.key}", **values)
