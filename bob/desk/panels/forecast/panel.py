"""The panel of the forecast: hills of the day's figures, the chances of a raid, what decides it, what other plans or orders gain; and of a
day that is over, where it fell and what of that was luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QMargins, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFileDialog,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.core.text import capital
from bob.day.state.orders import Done
from bob.day.state.position import RAF
from bob.day.state.raid_plan import RaidPlan
from bob.day.state.view import LuftwaffeView, RafView
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import fault_text
from bob.desk.base.settings import Settings
from bob.desk.base.theme.flow import WrappedRow
from bob.desk.base.theme.theme import kind
from bob.desk.panels.forecast.engine import ForecastEngine
from bob.desk.panels.forecast.heat import HeatOverlay
from bob.desk.panels.forecast.hills import Hills
from bob.desk.panels.forecast.rows import day_rows, evening_rows
from bob.desk.session.leaves import frozen
from bob.desk.session.session import DeskSession
from bob.forecast.asking import Forecast, gain
from bob.forecast.in_words import half_text
from bob.forecast.looking_back import LookedBack, PlacedDay, WeighedPart
from bob.forecast.pages import ComparedLine, back_page, beside_page, parts_page, placed_page, raid_page, reasons_page
from bob.forecast.question import ENEMIES, ForecastQuestion, question
from bob.forecast.question_pairs import comparable, is_sealed
from bob.forecast.variants import variants

RUNS = 400
"""The days of a forecast without further requests."""
REST = 350
"""Milliseconds without a change of the plan before a question."""
NARROW, WIDE = 600, 1000
"""A panel narrower than the first, in pixels of the usual text size, has all below each other; from the second on it has three columns."""
MIXED = "mixed"
HEATS = ("", "met", "lost", "flak")
"""The figures of a forecast that can be shown on the table; none at first."""
BESIDE = 2
"""Number of other plans compared with the drawn one."""
BACK_RUNS = 40
"""Runs of each part of a finished day to weigh it."""
TO_COMPARE = 100
"""Least days of a plan before others are compared with it: gains are known from the days that both have."""
STATUS_LINES = 3
"""Visible lines of the status text; the tooltip has the whole of a longer fault."""


class ForecastPanel(QWidget):
    """Asks for forecasts from the view of the seat at the screen, while the panel is visible. `plans` gives the raids as they are drawn."""

    heated = Signal(object)
    """The drawing to show on the table (a HeatOverlay), or None."""

    def __init__(
        self, session: DeskSession, settings: Settings, parent: QWidget | None = None, engine: ForecastEngine | None = None
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = Names(session.world.theatre)
        self.engine = engine if engine is not None else ForecastEngine(self, lambda: ForecastEngine.usual(settings.cluster))
        self.plans: Callable[[LuftwaffeView], Sequence[RaidPlan]] = lambda view: [raid.plan for raid in view.raids]
        self.raid: str | None = None
        """The raid with its own page; the first of bombers unless one is chosen."""
        self.found: Forecast | None = None
        self.held: list[Forecast] = []
        """Those of other plans, beside which this one is held, two at most."""
        self._before: Forecast | None = None
        """The previous forecast: it stays, faded, until the first days of the current question are flown."""
        self.back: LookedBack | None = None
        """The analysis of the finished day."""
        self.foretold: Forecast | None = None
        """The forecast of the plan as it was sealed, beside which the evening is held."""
        self._weighs = False
        """True while the finished day is weighed: the panel must not cancel that when it appears."""
        self._placed: PlacedDay | None = None
        self._parts: list[WeighedPart] = []
        self._seat = session.seat
        self._compared: list[ComparedLine] = []
        self._to_compare: list[tuple[str, ForecastQuestion]] = []
        self._wanted = RUNS
        """The days to which the forecast grows."""
        self._trouble = ""
        self._heated = self._left = False
        kind(self, "panel")
        self._build()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self.ask)
        self.engine.grew.connect(self._grew)
        self.engine.done.connect(self._done)
        self.engine.failed.connect(self._failed)
        self.engine.looked.connect(self._looked)
        self.destroyed.connect(self.engine.close)
        session.changed.connect(self.refresh)
        settings.language_changed.connect(self.retranslate)
        settings.text_size_changed.connect(self.retranslate)
        settings.theme_changed.connect(self.update)
        settings.cluster_changed.connect(self._other_workers)
        self.retranslate()

    def _build(self) -> None:
        self.status = QLabel()
        self.status.setWordWrap(True)
        self.status.setContentsMargins(8, 2, 8, 0)
        kind(self.status, "caption")
        self.against = QComboBox()
        self.against.setObjectName("against")
        self.heat = QComboBox()
        for name in HEATS:
            self.heat.addItem("", name)
        self.hold, self.let_go, self.compare, self.more, self.save, self.look = (QPushButton() for _ in range(6))
        for chosen, letters in ((self.against, 16), (self.heat, 14)):
            chosen.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            chosen.setMinimumContentsLength(letters)
        row = WrappedRow(QMargins(8, 4, 8, 2), 6)
        row.add(self.against, self.heat, self.hold, self.compare, self.more, self.save, self.look, self.let_go)
        self.hills = Hills(self.settings)
        self.beside, self.chances, self.reasons = QLabel(), QLabel(), QLabel()
        for label in (self.beside, self.chances, self.reasons):
            kind(label, "figures")
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
            label.setContentsMargins(8, 2, 8, 6)
        body = QWidget()
        self.columns, self.pages = QBoxLayout(QBoxLayout.Direction.LeftToRight), QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self.columns.setContentsMargins(0, 0, 0, 0)
        self.columns.addWidget(self.hills, 2, Qt.AlignmentFlag.AlignTop)
        self.columns.addLayout(self.pages, 3)
        for label in (self.beside, self.chances, self.reasons):
            self.pages.addWidget(label, 1, Qt.AlignmentFlag.AlignTop)
        inside = QVBoxLayout(body)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(row)  # in a low panel it scrolls out of sight, to leave room for the pages
        inside.addLayout(self.columns)
        inside.addStretch(1)
        self.area = area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(body)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.status)
        layout.addWidget(area, 1)
        self.setFocusProxy(self.against)
        self.against.activated.connect(lambda _: self.ask())
        self.heat.activated.connect(lambda _: self._tell())
        self.hold.clicked.connect(self.hold_beside)
        self.let_go.clicked.connect(self.let_plans_go)
        self.look.clicked.connect(self.look_back)
        self.compare.clicked.connect(self.compare_or_stop)
        self.more.clicked.connect(self.fly_more)
        self.save.clicked.connect(lambda: self.save_as())

    # ---- questions

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.engine.warm()
        if self._left:
            self._left = False
            self._tell()
        self._rest.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._rest.stop()
        self.engine.stop()
        self._weighs, self._left = False, True
        self._lay_heat(None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width, beside, below = self.width() / self.settings.scale, QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self.columns.setDirection(below if width < NARROW else beside)
        home: QBoxLayout = self.columns if width < NARROW else self.pages
        if home.indexOf(self.beside) != 0:  # in a narrow panel it is the first of all: who moves an escort looks there
            (self.pages if home is self.columns else self.columns).removeWidget(self.beside)
            home.insertWidget(0, self.beside, 0 if home is self.columns else 1, Qt.AlignmentFlag.AlignTop)
        self.pages.setDirection(beside if width >= WIDE else below)

    def refresh(self) -> None:
        """Ask again, after a pause, when the view may have changed. Another seat sees nothing of this one's forecast."""
        if self.session.seat != self._seat:
            self._seat = self.session.seat
            self.clear()
        if self.isVisible():
            self._rest.start()

    def choose(self, raid: str) -> None:
        """Show the page of that raid."""
        self.raid = raid
        self._tell()

    def clear(self) -> None:
        """Forget all that another seat must not see."""
        self.engine.stop()
        self.found = self._before = self.foretold = self._placed = self.back = self.raid = None
        self.held, self._parts, self._weighs = [], [], False
        self._compared, self._to_compare, self._trouble = [], [], ""
        self.against.setCurrentIndex(-1)
        self.heat.setCurrentIndex(0)
        self._fill_officers()
        self._tell()

    def ask(self) -> None:
        """Ask about the current view and plan, unless that question is already being answered."""
        if self.session.is_over:
            self._over()
            return
        self.back, self._placed, self._parts = None, None, []
        asked = self._asked()
        if asked is None:
            self.engine.stop()
            self.found = self._before = None
            self._tell()
            return
        if self.found is not None and self.found.asked.text == asked.text:
            if not self.engine.busy:
                self._go_on()
            return
        self._compared, self._to_compare, self._wanted = [], [], RUNS
        if self.found is not None and not comparable(self.found.asked, asked):
            self.held = []
        if self.found is not None and self.found.days:
            self._before = self.found
            if is_sealed(self.found.asked, asked):
                self.foretold = self.found
        self.found = Forecast(asked)
        self._go_on()
        self._tell()

    def _asked(self) -> ForecastQuestion | None:
        """Return the question, or show the obstacle and return None."""
        view, words = self.session.view(self.session.seat), self.settings.words
        self._trouble = ""
        if not isinstance(view, RafView | LuftwaffeView) or not self.session.live:
            self._trouble = words("desk_forecast.of_sides")
            return None
        name = self.against.currentData()
        against = dict.fromkeys(ENEMIES[view.seat], 1) if name == MIXED else {name: 1} if name in ENEMIES[view.seat] else None
        days = self.session.days
        try:
            if isinstance(view, LuftwaffeView) and view.common.phase == "planning":
                plans = tuple(self.plans(view))
                faulty = next((p for p in plans if self.session.rules.faults(view, p, [o for o in plans if o is not p])), None)
                if faulty is not None:
                    self._trouble = words("desk_forecast.faults")
                    return None
                return question(view, against=against, plans=plans, days=days)
            return question(view, against=against, days=days)
        except BobError as error:
            self._trouble = capital(error.describe(words))
            return None

    def _over(self) -> None:
        """The day is over: there is nothing left to forecast, but a day to look back upon."""
        if self._weighs or self._parts or self.back is not None:
            return
        self.engine.stop()
        self.found, self._before, self.held = None, None, []
        self._trouble = self.settings.words("desk_forecast.over" if self.session.may_look(REFEREE) else "desk_forecast.of_sides")
        self._tell()

    # ---- what comes back

    def _grew(self, found: Forecast) -> None:
        assert self.found is not None
        text = found.asked.text
        if text == self.found.asked.text:
            self.found, self._before = found, None
        if self._to_compare and text == self._to_compare[0][1].text:
            name, _ = self._to_compare[0]
            line = (name, gain(self.found.days, found.days), "")
            self._compared = [line if other[0] == name else other for other in self._compared]
            if len(found.days) >= len(self.found.days):
                self._to_compare.pop(0)
        self.held = [found if each.asked.text == text else each for each in self.held]
        self._tell()

    def _done(self) -> None:
        self._go_on()
        self._tell()

    def _go_on(self) -> None:
        """Fly the days still missing: of the drawn plan as many as comparing needs, plans still to be compared, those compared already,
        and the rest."""
        if self.found is None:
            return
        days, few = len(self.found.days), min(TO_COMPARE, RUNS)
        short = next((each for each in self.held if len(each.days) < days), None)
        if days < few and (self._to_compare or self.held):
            self.engine.ask(self._extended(self.found), few)
        elif self._to_compare:
            self.engine.ask(Forecast(self._to_compare[0][1]), days)
        elif short is not None and (len(short.days) < few or days >= self._wanted):
            self.engine.ask(self._extended(short), days)
        elif days < self._wanted:
            self.engine.ask(self._extended(self.found), self._wanted)

    @staticmethod
    def _extended(found: Forecast) -> Forecast:
        """The same days, to which others are flown."""
        return Forecast(found.asked, found.days.copy())

    def _failed(self, error: object) -> None:
        self._to_compare = []
        self._trouble = error.describe(self.settings.words) if isinstance(error, BobError) else str(error)
        self._tell()

    def _other_workers(self) -> None:
        """Use another cluster of the settings for the next question."""
        self.engine.forget_workers()
        self.found = None
        if self.isVisible():
            self._rest.start()

    @property
    def answers(self) -> bool:
        """True when orders can be compared with a forecast."""
        return self.session.seat == RAF and self.session.live and not self.session.is_over

    # ---- plans side by side

    def hold_beside(self) -> None:
        """Hold this plan's forecast beside those that are drawn next; of more than two the oldest goes."""
        if self.found is not None and self.found.days and all(each.asked.text != self.found.asked.text for each in self.held):
            self.held = [*self.held, self.found][-BESIDE:]
            self._tell()

    def let_plans_go(self) -> None:
        """Hold none any more."""
        self.held = []
        self._tell()

    # ---- a day that is over

    def look_back(self) -> None:
        """Weigh the parts of the finished day; a second call cancels."""
        if self.engine.busy:
            self.engine.stop()
            self._weighs, self._placed, self._parts = False, None, []
            self._over()
            return
        if not self.session.is_over or not self.session.may_look(REFEREE):
            return
        self._trouble, self._placed, self._parts, self.back = "", None, [], None
        try:
            self.engine.look_back(frozen(self.session.truth()), BACK_RUNS)
            self._weighs = True
        except BobError as error:
            self._trouble = error.describe(self.settings.words)
        self._tell()

    def _looked(self, found: object) -> None:
        if isinstance(found, PlacedDay):
            self._placed = found
        elif isinstance(found, WeighedPart):
            self._parts.append(found)
        elif isinstance(found, LookedBack):
            self.back, self._weighs = found, False
            self.names.learn(self.session.truth().view(REFEREE))
        self._tell()

    def fly_more(self) -> None:
        """Fly as many days again."""
        if self.found is not None and self.found.days:
            self._wanted = 2 * max(RUNS, len(self.found.days))
            self.engine.stop()
            self._go_on()
            self._tell()

    def compare_or_stop(self) -> None:
        """Compare other plans with this one; while they are flown, cancel instead: their results so far stay."""
        if not self._to_compare:
            self.compare_plans()
            return
        self.engine.stop()
        self._to_compare = []
        self._compared = [line for line in self._compared if line[1] is not None or line[2]]
        self._go_on()
        self._tell()

    def compare_plans(self) -> None:
        """Compare other plans with this one, by the same luck; for Fighter Command with sending no more squadrons this turn."""
        if self.found is None or not self.found.days:
            return
        words = self.settings.words
        if self.found.asked.seat == RAF:
            self._compare([(words("desk_forecast.nobody"), self._question_from((Done(),)))])
            return
        found = list(variants(self.session.rules, self.found.asked))
        named = [(words(f"forecast.variant.{variant.name}", of=variant.of), variant) for variant in found]
        self._compared = [(name, None, fault_text(words, v.faults[0], self.names)) for name, v in named if v.faults]
        self._compare([(name, v.asked) for name, v in named if not v.faults])

    def compare_orders(self, orders: Sequence[Any], text: str) -> None:
        """Show the gain of giving these orders now and sending no more squadrons this turn, beside the officer's choice."""
        if not self.answers:
            return
        self.ask()
        if self.found is not None:
            self._compare([(self.settings.words("desk_forecast.these", units=text), self._question_from(tuple(orders)))])

    def _question_from(self, first: tuple[Any, ...]) -> ForecastQuestion:
        assert self.found is not None
        return replace(self.found.asked, first=first)

    def _compare(self, others: Sequence[tuple[str, ForecastQuestion]]) -> None:
        """Fly these too, and show the gain of each."""
        names = {name for name, _ in others}
        self._compared = [*((name, None, "") for name, _ in others), *(line for line in self._compared if line[0] not in names)]
        self._to_compare = [*others]
        self.engine.stop()
        self._go_on()
        self._tell()

    def save_as(self, path: Path | None = None) -> None:
        """Write the forecast as a picture, or its figures."""
        from bob.report.forecast import write

        if self.found is None or not self.found.days:
            return
        if path is None:
            title = self.save.text().replace("&", "")
            usual = self.settings.games_folder / f"{self.settings.words('desk_forecast.file')}.svg"
            text, chosen = QFileDialog.getSaveFileName(self, title, str(usual), "SVG (*.svg);;PDF (*.pdf);;PNG (*.png);;CSV (*.csv)")
            if not text:
                return
            path = Path(text)
            if not path.suffix:
                path = path.with_name(f"{path.name}.{chosen[:3].lower()}")
        words = self.settings.words
        self._trouble = ""
        try:
            write(self.found, path, words)
        except BobError as error:
            self._trouble = error.describe(words)
        self._tell()
        if not self._trouble:
            self.status.setText(words("desk_forecast.saved", path=path.name))

    # ---- telling

    def _fill_officers(self) -> None:
        words, seat = self.settings.words, self.session.seat
        kept = self.against.currentData()
        self.against.clear()
        for name in (*ENEMIES.get(seat, ()), MIXED):
            self.against.addItem(words("desk_forecast.mixed") if name == MIXED else words(f"staff.officer.{name}"), name)
        self.against.setCurrentIndex(max(0, self.against.findData(kept if kept is not None else self._opposite())))

    def _opposite(self) -> str | None:
        """Return the officer who leads the other side of this game, as is known at the screen where it was made."""
        seats = {seat: who for seat, who in self.session.core.seats.items() if seat not in (self.session.seat, REFEREE)}
        return next(iter(seats.values()), None)

    def _tell(self) -> None:
        words, found = self.settings.words, self.found
        days = len(found.days) if found is not None else 0
        over = self.session.is_over
        for button in (self.hold, self.more, self.save):
            button.setEnabled(days > 0)
        for widget in (self.against, self.heat, self.hold, self.more, self.save):
            widget.setVisible(not over)
        self.look.setVisible(over and self.session.may_look(REFEREE))
        self.look.setText(words("desk_forecast.stop" if over and self.engine.busy else "desk_forecast.look"))
        self.let_go.setVisible(bool(self.held))
        planning = found is not None and found.asked.view.common.phase == "planning"
        self.compare.setVisible(found is not None and (planning or found.asked.seat == RAF))
        self.compare.setEnabled(days > 0)
        stops = bool(self._to_compare)
        self.compare.setText(self.settings.words("desk_forecast.stop" if stops else "desk_forecast.compare"))
        self.status.setText(self._status(days))
        self.status.setToolTip(self._trouble)
        self.status.setMaximumHeight(STATUS_LINES * self.status.fontMetrics().lineSpacing())
        if not days:
            found, days = self._before, len(self._before.days) if self._before is not None else 0
        for page in (self.hills, self.chances, self.reasons):
            page.setEnabled(over or found is self.found)  # those of the plan before are faded
        self._lay_heat(found)
        self.beside.setText(beside_page(found, self.held, self._compared, words) if found is not None and found is self.found else "")
        self.beside.setVisible(bool(self.beside.text()))
        if over:
            self._tell_back()
            return
        if found is None:
            self.hills.show_rows(())
            self.chances.setText("")
            self.reasons.setText("")
            return
        answer = found.answer
        self.hills.show_rows(day_rows(found, words))
        chosen = answer.raid(self.raid or "") or max(answer.raids, key=lambda r: r.spreads["bombs"].mean, default=None)
        self.chances.setText(raid_page(found, chosen, words))
        self.reasons.setText(reasons_page(found, words))

    def _tell_back(self) -> None:
        """Show the place of the day, the parts as they are weighed, and at last the share of dice."""
        words, back, placed = self.settings.words, self.back, self._placed
        may = self.session.may_look(REFEREE)
        points = float(self.session.truth().position.score) if may else 0.0
        foretold = self.foretold.answer.spreads["points"] if may and self.foretold is not None else None
        self.beside.setText(placed_page(points, foretold, placed, words))
        self.beside.setVisible(bool(self.beside.text()))
        self.chances.setText(parts_page(self._parts, words) if self._parts else "")
        self.reasons.setText(back_page(back, words, self.names) if back is not None else "")
        self.hills.show_rows(evening_rows(points, foretold, placed, words))

    def _lay_heat(self, found: Forecast | None) -> None:
        """Show the chosen figure of the forecast on the table, as long as there is a forecast and the panel is not left."""
        name = self.heat.currentData()
        heat = found.answer.heat[name] if found is not None and name and not self._left else {}
        if heat or self._heated:
            self._heated = bool(heat)
            self.heated.emit(HeatOverlay(self.session.world, heat) if heat else None)

    def _status(self, days: int) -> str:
        words = self.settings.words
        if self._trouble:
            return self._trouble
        if self.session.is_over:
            if self.back is not None:
                return words("desk_forecast.looked_back")
            if self._placed is None:
                return words("desk_forecast.placing")
            return words("desk_forecast.looking", parts=len(self._parts), of=self._placed.to_weigh)
        if self.found is None:
            return words("desk_forecast.waits")
        common = self.found.asked.view.common
        if not days:
            again = "anew" if common.phase == "planning" else "known_anew"
            return words(f"desk_forecast.{again if self._before is not None else 'begins'}")
        text = words("desk_forecast.days_sure", days=days, half=self._uncertainty()) if days > 1 else words("desk_forecast.days", days=days)
        if self._to_compare:
            text = words("desk_forecast.comparing", left=len(self._to_compare), name=self._to_compare[0][0])
        elif self.engine.busy and days < self._wanted:
            text = words("desk_forecast.growing", days=days, runs=self._wanted, half=self._uncertainty())
        return text if common.phase == "planning" else words("desk_forecast.to_come", clock=common.clock, told=text)

    def _uncertainty(self) -> str:
        """Return the uncertainty of the mean of the points."""
        assert self.found is not None
        return half_text(self.found.answer.spreads["points"].half, self.settings.words)

    def retranslate(self) -> None:
        """Update the texts to the language of the settings."""
        words = self.settings.words
        named = {"hold": self.hold, "let_go": self.let_go, "compare": self.compare, "more": self.more, "save": self.save, "look": self.look}
        for name, button in named.items():
            button.setText(words(f"desk_forecast.{name}"))
            button.setToolTip(words(f"desk_forecast.{name}_tip"))
        self.against.setAccessibleName(words("desk_forecast.against"))
        self.against.setToolTip(words("desk_forecast.against"))
        for i, name in enumerate(HEATS):
            self.heat.setItemText(i, words(f"desk_forecast.heat.{name or 'none'}"))
        self.heat.setAccessibleName(words("desk_forecast.heat.about"))
        self.heat.setToolTip(words("desk_forecast.heat.about"))
        self.hills.setAccessibleName(words("desk_forecast.hills"))
        self.beside.setAccessibleName(words("desk_forecast.side_by_side"))
        self.chances.setAccessibleName(words("desk_forecast.chances"))
        self.reasons.setAccessibleName(words("forecast.deciders"))
        self._fill_officers()
        self._tell()
