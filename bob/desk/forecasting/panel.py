"""The panel of the forecast: hills of the day's figures, the chances of a raid, what decides it, what other plans gain."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QMargins, Qt, QTimer
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from bob.desk.forecasting.engine import ForecastEngine
from bob.desk.forecasting.hills import HillRow, Hills
from bob.desk.game.session import Session
from bob.desk.looks.flow import WrappedRow
from bob.desk.looks.theme import kind
from bob.desk.settings import Settings
from bob.errors import BobError
from bob.forecast.asking import Forecast, Gain, gain
from bob.forecast.in_words import (
    DAY_FIGURES,
    chance_told,
    decider_told,
    figures_told,
    half_told,
    points_told,
    raid_chances,
    raid_figures,
    raid_told,
)
from bob.forecast.question import ENEMIES, ForecastQuestion, question
from bob.forecast.variants import PlanVariant, variants
from bob.operations.named import Names
from bob.operations.raid_plan import RaidPlan
from bob.operations.telling import fault_told
from bob.operations.view import LuftwaffeView, RafView

RUNS = 400
"""The days that a forecast is flown to by itself."""
REST = 350
"""Milliseconds for which a plan must rest before it is asked about."""
NARROW = 760
"""A panel narrower than this, in pixels of the usual text size, has its columns below each other."""
MIXED = "mixed"


class ForecastPanel(QWidget):
    """Asks about what the seat at the screen knows, while the panel is seen. `plans` gives the raids as they are drawn."""

    def __init__(self, session: Session, settings: Settings, parent: QWidget | None = None, engine: ForecastEngine | None = None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.names = Names(session.world.theatre)
        self.engine = engine if engine is not None else ForecastEngine(self)
        self.plans: Callable[[LuftwaffeView], Sequence[RaidPlan]] = lambda view: [raid.plan for raid in view.raids]
        self.raid: str | None = None
        """The raid that is told by itself; the first of bombers unless one is chosen."""
        self.found: Forecast | None = None
        self.held: Forecast | None = None
        """Another plan's, beside which this one is held."""
        self._seat = session.seat
        self._compared: list[tuple[PlanVariant, Gain | None]] = []
        self._to_compare: list[PlanVariant] = []
        self._trouble = ""
        kind(self, "panel")
        self._build()
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(REST)
        self._rest.timeout.connect(self.ask)
        self.engine.grew.connect(self._grew)
        self.engine.done.connect(self._done)
        self.engine.failed.connect(self._failed)
        self.destroyed.connect(self.engine.close)
        session.changed.connect(self.refresh)
        settings.language_changed.connect(self.retranslate)
        settings.text_size_changed.connect(self.retranslate)
        settings.theme_changed.connect(self.update)
        self.retranslate()

    def _build(self) -> None:
        self.status = QLabel()
        self.status.setWordWrap(True)
        kind(self.status, "caption")
        self.against = QComboBox()
        self.against.setObjectName("against")
        self.hold, self.compare, self.more, self.save = (QPushButton() for _ in range(4))
        self.hold.setCheckable(True)
        row = WrappedRow(QMargins(8, 4, 8, 2), 6)
        row.add_wide(self.status, 220)
        row.add(self.against, self.hold, self.compare, self.more, self.save)
        self.hills = Hills(self.settings)
        self.chances, self.reasons = QLabel(), QLabel()
        for label in (self.chances, self.reasons):
            label.setTextFormat(Qt.TextFormat.RichText)
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)
            label.setContentsMargins(8, 2, 8, 6)
        self.columns = QSplitter(Qt.Orientation.Horizontal)
        self.columns.setChildrenCollapsible(False)
        for widget in (self.hills, self.chances, self.reasons):
            self.columns.addWidget(widget)
        self.area = area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self.columns)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(row)
        layout.addWidget(area, 1)
        self.setFocusProxy(self.against)
        self.against.activated.connect(lambda _: self.ask())
        self.hold.toggled.connect(self._hold)
        self.compare.clicked.connect(self.compare_plans)
        self.more.clicked.connect(self.fly_more)
        self.save.clicked.connect(lambda: self.save_as())

    # ---- what is asked

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._rest.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._rest.stop()
        self.engine.stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = self.width() / self.settings.scale < NARROW
        self.columns.setOrientation(Qt.Orientation.Vertical if narrow else Qt.Orientation.Horizontal)

    def refresh(self) -> None:
        """What is known may have changed: ask anew when it has rested. Another seat finds nothing of this one's."""
        if self.session.seat != self._seat:
            self._seat = self.session.seat
            self.clear()
        if self.isVisible():
            self._rest.start()

    def choose(self, raid: str) -> None:
        """Tell of that raid by itself."""
        self.raid = raid
        self._tell()

    def clear(self) -> None:
        """Forget all that another seat must not see."""
        self.engine.stop()
        self.found = self.held = self.raid = None
        self._compared, self._to_compare, self._trouble = [], [], ""
        self.hold.setChecked(False)
        self.against.setCurrentIndex(0)
        self._fill_officers()
        self._tell()

    def ask(self) -> None:
        """Ask about what is known and drawn now, unless that is being answered already."""
        asked = self._asked()
        if asked is None:
            self.engine.stop()
            self.found = None
            self._tell()
            return
        if self.found is not None and self.found.asked.text == asked.text:
            if not self.engine.busy and len(self.found.days) < RUNS:
                self.engine.ask(self.found, RUNS)
            return
        self._compared, self._to_compare = [], []
        self.found = Forecast(asked)
        self.engine.ask(Forecast(asked), RUNS)
        self._tell()

    def _asked(self) -> ForecastQuestion | None:
        """The question, or None with what stands in its way told."""
        view, words = self.session.view(self.session.seat), self.settings.words
        self._trouble = ""
        if not isinstance(view, RafView | LuftwaffeView) or not self.session.live:
            self._trouble = words("desk_forecast.of_sides")
            return None
        name = self.against.currentData()
        against = dict.fromkeys(ENEMIES[view.seat], 1) if name == MIXED else {name: 1} if name in ENEMIES[view.seat] else None
        try:
            if isinstance(view, LuftwaffeView) and view.common.phase == "planning":
                plans = tuple(self.plans(view))
                faulty = next((p for p in plans if self.session.rules.faults(view, p, [o for o in plans if o is not p])), None)
                if faulty is not None:
                    self._trouble = words("desk_forecast.faults")
                    return None
                return question(view, against=against, plans=plans)
            return question(view, against=against)
        except BobError as error:
            self._trouble = error.told(words)
            return None

    # ---- what comes back

    def _grew(self, found: Forecast) -> None:
        if self._to_compare and self.found is not None and found.asked.text != self.found.asked.text:
            if len(found.days) >= len(self.found.days):
                self._compared.append((self._to_compare.pop(0), gain(self.found.days, found.days)))
        else:
            self.found = found
        self._tell()

    def _done(self) -> None:
        self._next_comparison()
        self._tell()

    def _failed(self, error: object) -> None:
        self._to_compare = []
        self._trouble = error.told(self.settings.words) if isinstance(error, BobError) else str(error)
        self._tell()

    def _hold(self, on: bool) -> None:
        self.held = self.found if on and self.found is not None and self.found.days else None
        if on and self.held is None:
            self.hold.setChecked(False)
        self._tell()

    def fly_more(self) -> None:
        """Fly as many days again."""
        if self.found is not None and self.found.days:
            self.engine.ask(Forecast(self.found.asked, list(self.found.days)), 2 * max(RUNS, len(self.found.days)))

    def compare_plans(self) -> None:
        """Hold other plans beside this one, by the same luck."""
        if self.found is None or not self.found.days or not isinstance(self.found.asked.view, LuftwaffeView):
            return
        found = list(variants(self.session.rules, self.found.asked))
        self._compared = [(variant, None) for variant in found if variant.faults]
        self._to_compare = [variant for variant in found if not variant.faults]
        self.engine.stop()
        self._next_comparison()
        self._tell()

    def _next_comparison(self) -> None:
        if self._to_compare and self.found is not None:
            self.engine.ask(Forecast(self._to_compare[0].asked), len(self.found.days))

    def save_as(self, path: Path | None = None) -> None:
        """Write the forecast as a picture, or its figures."""
        from bob.report.forecast import write

        if self.found is None or not self.found.days:
            return
        if path is None:
            title = self.save.text().replace("&", "")
            text, chosen = QFileDialog.getSaveFileName(self, title, "", "SVG (*.svg);;PDF (*.pdf);;PNG (*.png);;CSV (*.csv)")
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
            self._trouble = error.told(words)
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
        self.against.setCurrentIndex(max(0, self.against.findData(kept)))

    def _tell(self) -> None:
        words, found = self.settings.words, self.found
        days = len(found.days) if found is not None else 0
        for button in (self.hold, self.more, self.save):
            button.setEnabled(days > 0)
        planning = found is not None and found.asked.view.common.phase == "planning" and found.asked.seat != "raf"
        self.compare.setVisible(planning)
        self.compare.setEnabled(days > 0 and not self._to_compare)
        self.status.setText(self._status(days))
        if found is None or not days:
            self.hills.show_rows(())
            self.chances.setText("")
            self.reasons.setText("")
            return
        answer = found.answer
        rows = []
        for name in DAY_FIGURES:
            spread = answer.spreads[name]
            mean, half, low, middle, high = figures_told(spread, words)
            title = words(f"forecast.figure.{name}")
            told = words("desk_forecast.row", name=title, mean=mean, half=half, low=low, middle=middle, high=high, days=days)
            rows.append(HillRow(title, spread, f"{middle} ({low} … {high})", told, name == "points"))
        self.hills.show_rows(rows)
        self.chances.setText(self._raid_page(found))
        self.reasons.setText(self._reasons_page(found))

    def _status(self, days: int) -> str:
        words = self.settings.words
        if self._trouble:
            return self._trouble
        if self.found is None:
            return words("desk_forecast.waits")
        told = words("desk_forecast.days", days=days)
        if self._to_compare:
            return words("desk_forecast.comparing", left=len(self._to_compare))
        if self.engine.busy and days < RUNS:
            told = words("desk_forecast.growing", days=days, runs=RUNS)
        if self.held is not None and self.held is not self.found:
            made = gain(self.held.days, self.found.days)
            if made.points.runs > 1:
                told += " · " + words(
                    "desk_forecast.beside", gain=points_told(made.points.mean, words), half=words.figure(f"{made.points.half:.1f}")
                )
        return told

    def _raid_page(self, found: Forecast) -> str:
        """The raid chosen, as lines of a table."""
        answer, words = found.answer, self.settings.words
        chosen = answer.raid(self.raid or "") or max(answer.raids, key=lambda r: r.spreads["bombs"].mean, default=None)
        if chosen is None:
            return html.escape(words("desk_forecast.no_raid"))
        lines = [f"<b>{html.escape(raid_told(found.asked, chosen.code, words))}</b>", "<table cellspacing=2>"]
        for what, share in raid_chances(chosen, words):
            chance, between = chance_told(share, words)
            lines.append(_line(what, f"<b>{chance}</b>", between))
        common = found.asked.view.common
        for name, what, spread in raid_figures(chosen, words):
            _, _, low, middle, high = figures_told(spread, words, common if name == "met_at" else None)
            lines.append(_line(what, f"<b>{middle}</b>", f"{low} … {high}"))
        for unit, spread in chosen.units.items():
            _, _, low, middle, high = figures_told(spread, words)
            lines.append(_line(words("desk_forecast.unit", unit=unit), f"<b>{middle}</b>", f"{low} … {high}"))
        return "".join([*lines, "</table>"])

    def _reasons_page(self, found: Forecast) -> str:
        """What decides it, and what other plans gain."""
        answer, words = found.answer, self.settings.words
        lines = [f"<b>{words('forecast.deciders')}</b>"]
        lines += [html.escape(decider_told(found.asked, decider, words)) for decider in answer.deciders]
        if not answer.deciders:
            lines.append(html.escape(words("forecast.no_deciders")))
        if self._compared:
            lines.append(f"<b>{words('forecast.what_if')}</b>")
            rows = []
            for variant, made in self._compared:
                name = words(f"forecast.variant.{variant.name}", of=variant.of)
                if made is None:
                    why = fault_told(words, variant.faults[0], self.names)
                    rows.append(_line(name, "–", html.escape(why)))
                else:
                    rows.append(_line(name, f"<b>{points_told(made.points.mean, words)}</b>", half_told(made.points.half, words)))
            lines.append(f"<table cellspacing=2>{''.join(rows)}</table>")
        return "<br>".join(lines)

    def retranslate(self) -> None:
        """Tell everything in the language of the settings."""
        words = self.settings.words
        for name, button in (("hold", self.hold), ("compare", self.compare), ("more", self.more), ("save", self.save)):
            button.setText(words(f"desk_forecast.{name}"))
            button.setToolTip(words(f"desk_forecast.{name}_tip"))
        self.against.setAccessibleName(words("desk_forecast.against"))
        self.against.setToolTip(words("desk_forecast.against"))
        self.hills.setAccessibleName(words("desk_forecast.hills"))
        self.chances.setAccessibleName(words("desk_forecast.chances"))
        self.reasons.setAccessibleName(words("forecast.deciders"))
        self._fill_officers()
        self._tell()


def _line(what: str, figure: str, between: str) -> str:
    return f"<tr><td>{html.escape(what)}&nbsp;&nbsp;</td><td align=right>{figure}&nbsp;&nbsp;</td><td>{between}</td></tr>"
