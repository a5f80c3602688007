"""The first screen: go on with a game, take the lesson, or set up a new one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.core.seeds import fresh_seed
from bob.data.units import Side
from bob.day.scenarios.scenario import Scenario
from bob.day.state.efforts import EFFORTS
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.briefings import briefed
from bob.day.telling.sentences import date_text
from bob.desk.base.settings import LANGUAGE_NAMES, Settings
from bob.desk.base.settings.courses import COURSES, LessonBook
from bob.desk.base.theme import theme
from bob.desk.base.theme.icons import icon
from bob.desk.boards.registry import apart
from bob.desk.panels.network.room_panel import room_text
from bob.desk.session.files import name_shown
from bob.desk.session.session import HUMAN, Setup
from bob.desk.window.start.backdrop import Backdrop
from bob.desk.window.start.offered import OfferedDays
from bob.desk.window.start.readings import Readings
from bob.desk.window.start.yesterday import YesterdayButton
from bob.driver.game_titles import start_text
from bob.rooms.client.membership import Membership, Memberships
from bob.staff.advice.seatings import ROOMS, SEATINGS, WAYS, chooser, fights, fights_text
from bob.staff.roster import OFFICERS

ROWS, ROWS_CROWDED = 7, 5
"""The number of scenarios visible at once in the list: usually, and where the text is large for the window."""


class StartScreen(QWidget):
    """The choice of the game and of the players of its seats."""

    begun = Signal(object)
    """A Setup."""
    shared = Signal(object)
    """A Setup of a game to which others are invited at once."""
    opened = Signal(object)
    """A Path."""
    browsed = Signal()
    lesson = Signal(str)
    join_asked = Signal()
    joined = Signal(object)
    """A Membership to go on with."""
    apart = Signal(str)
    """The name of a game that has a window of its own."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.courses = settings, LessonBook(settings)
        self.rooms = Memberships(settings.folder)
        self.days = OfferedDays(settings)
        self.backdrop = Backdrop(settings, self)
        self._build()
        settings.language_changed.connect(self.retranslate)
        settings.text_size_changed.connect(self.retranslate)
        settings.theme_changed.connect(self.retranslate)
        settings.recent_changed.connect(self._recent)
        self.retranslate()
        self.way.setCurrentIndex(0)
        self._sat()
        self.scenario.setCurrentRow(0)

    # ---- building

    def _build(self) -> None:
        self.title, self.subtitle = QLabel(), QLabel()
        theme.kind(self.title, "title")
        theme.kind(self.subtitle, "quiet")
        self.subtitle.setWordWrap(True)
        page = QWidget()
        theme.kind(page, "page")
        self.scroll_area = QScrollArea(self)
        self.scroll_area.setWidgetResizable(True)
        self.scroll_area.setWidget(page)
        self.scroll_area.viewport().setAutoFillBackground(False)
        self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.scroll_area)
        outer = QHBoxLayout(page)
        outer.setContentsMargins(28, 20, 28, 20)
        outer.setSpacing(26)
        left = QVBoxLayout()
        left.setSpacing(10)
        left.addWidget(self.title)
        left.addWidget(self.subtitle)
        left.addSpacing(8)
        left.addWidget(self._rescue())
        self.fault = QLabel()
        self.fault.setTextFormat(Qt.TextFormat.PlainText)  # in the host's words
        self.fault.setWordWrap(True)
        theme.kind(self.fault, "warning")
        self.fault.hide()
        left.addWidget(self.fault)
        self.lesson_button = QPushButton()
        lessons = QMenu(self.lesson_button)
        self.lessons = {course: lessons.addAction("") for course in COURSES}
        for course, entry in self.lessons.items():
            entry.triggered.connect(partial(self._learn, course))
        self.lesson_button.setMenu(lessons)
        self.games = {game: QPushButton() for game in apart()}
        for game, other in self.games.items():
            other.clicked.connect(partial(self._choose_other, game))
        self.join_button = QPushButton()
        self.join_button.clicked.connect(self.join_asked)
        self.open_button = QPushButton()
        self.open_button.clicked.connect(self.browsed.emit)
        for button in (self.lesson_button, *self.games.values()):
            left.addWidget(button)
        others = QHBoxLayout()
        others.addWidget(self.join_button, 1)
        others.addWidget(self.open_button, 1)
        left.addLayout(others)
        self.recent_title = QLabel()
        theme.kind(self.recent_title, "caption")
        left.addWidget(self.recent_title)
        self.recent = QListWidget()
        self.recent.itemActivated.connect(self._go_on)
        self.recent.installEventFilter(self)
        left.addWidget(self.recent)
        left.addSpacing(6)
        languages = QHBoxLayout()
        self.language_buttons: dict[str, QToolButton] = {}
        for language, name in LANGUAGE_NAMES:
            choice = QToolButton()
            choice.setText(name)
            choice.setCheckable(True)
            choice.clicked.connect(partial(self._speak, language))
            self.language_buttons[language] = choice
            languages.addWidget(choice)
        languages.addStretch()
        left.addLayout(languages)
        column = QFrame()
        column.setObjectName("card")
        column.setLayout(left)
        column.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._left = left
        self.column, self.card, self._outer = column, self._form(), outer
        outer.addStretch(1)
        outer.addWidget(column, 4, Qt.AlignmentFlag.AlignVCenter)
        outer.addWidget(self.card, 6, Qt.AlignmentFlag.AlignVCenter)
        outer.addStretch(1)

    def _rescue(self) -> QFrame:
        """The offer to go on with a game that the program ended without closing."""
        self.rescue = QFrame()
        self.rescue.setObjectName("sheet")
        body = QVBoxLayout(self.rescue)
        self.rescue_text = QLabel()
        self.rescue_text.setWordWrap(True)
        self.rescue_button = QPushButton()
        theme.kind(self.rescue_button, "primary")
        self.rescue_button.clicked.connect(self._rescued)
        self.report_text, self.report_button = QLabel(), QPushButton()
        self.report_text.setWordWrap(True)
        self.report_button.clicked.connect(self._report)
        for part in (self.rescue_text, self.rescue_button, self.report_text, self.report_button):
            body.addWidget(part)
        return self.rescue

    def _form(self) -> QFrame:
        card = QFrame()
        card.setObjectName("card")
        card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        body = QVBoxLayout(card)
        body.setContentsMargins(20, 14, 20, 16)
        body.setSpacing(8)
        self.new_title = QLabel()
        theme.kind(self.new_title, "heading")
        self.own_day = QToolButton()
        self.own_day.clicked.connect(self._browse_day)
        heading = QHBoxLayout()
        heading.addWidget(self.new_title, 1)
        heading.addWidget(self.own_day)
        self.yesterday = YesterdayButton(self.settings)
        heading.addWidget(self.yesterday)
        body.addLayout(heading)
        self.scenario = QListWidget()
        self.scenario.currentRowChanged.connect(lambda _: self._chosen())
        self.scenario.itemActivated.connect(lambda _: self.begin())
        body.addWidget(self.scenario, 0)
        self.brief = QLabel()
        self.brief.setWordWrap(True)
        self.brief.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.brief_scroll = QScrollArea()
        self.brief_scroll.setWidgetResizable(True)
        self.brief_scroll.setWidget(self.brief)
        body.addWidget(self.brief_scroll)
        form = QFormLayout()
        form.setHorizontalSpacing(14)
        form.setVerticalSpacing(6)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.way, self.raf, self.luftwaffe, self.fights, self.dice, self.period, self.effort = (QComboBox() for _ in range(7))
        for box in (self.way, self.raf, self.luftwaffe, self.fights, self.dice, self.period, self.effort):
            box.setMinimumWidth(120)
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.way.activated.connect(lambda _: self._sat())
        self.referee = QCheckBox()
        self.locked = QCheckBox()
        self.seed = QLineEdit()
        self.practice = QLabel()
        self.practice.setWordWrap(True)
        theme.kind(self.practice, "warning")
        self.practice.hide()
        self.labels: dict[str, QLabel] = {}
        for code, field in (
            ("way", self.way),
            ("raf", self.raf),
            ("luftwaffe", self.luftwaffe),
            ("referee", self.referee),
            ("locked", self.locked),
            ("fights", self.fights),
            ("dice", self.dice),
            ("seed", self.seed),
            ("period", self.period),
            ("effort", self.effort),
        ):
            label = QLabel()
            label.setBuddy(field)
            self.labels[code] = label
            form.addRow(label, field)
        body.addLayout(form)
        body.addWidget(self.practice)
        self.seed.textChanged.connect(lambda _: self._warn())
        for box in (self.raf, self.luftwaffe):
            box.currentIndexChanged.connect(lambda _: self._warn())
            box.currentIndexChanged.connect(lambda _: self._chosen())
        self.readings = Readings(self.settings)
        body.addWidget(self.readings, 2)
        row = QHBoxLayout()
        self.more = QToolButton()
        self.more.setCheckable(True)
        self.more.toggled.connect(self._show_more)
        row.addWidget(self.more)
        row.addStretch()
        self.go = QPushButton()
        theme.kind(self.go, "primary")
        self.go.setDefault(True)
        self.go.clicked.connect(self.begin)
        row.addWidget(self.go)
        body.addLayout(row)
        return card

    # ---- words

    def retranslate(self) -> None:
        words = self.settings.words
        self.title.setText(words("desk.start.title"))
        self.title.setWordWrap(True)
        self.subtitle.setText(words("desk.start.subtitle"))
        self.lesson_button.setText(words("desk.start.lesson"))
        for course, entry in self.lessons.items():
            entry.setText(self.courses.describe(course))
        for game, other in self.games.items():
            other.setText(start_text(words, game))
            tip = f"desk_game.start_tip.{game}"
            other.setToolTip(words(tip) if words.has(tip) else "")
        self.join_button.setText(words("desk_join.start"))
        self.open_button.setText(words("desk.start.open"))
        self.recent_title.setText(words("desk.start.recent"))
        self.recent.setAccessibleName(words("desk.start.recent"))
        self.new_title.setText(words("desk.start.new"))
        self.scenario.setAccessibleName(words("desk.start.new"))
        self.brief_scroll.setAccessibleName(words("desk.start.brief"))
        self.referee.setAccessibleName(words.label(words("desk.start.label_referee"), words("desk.start.referee")))
        for code, label in self.labels.items():
            label.setText(words(f"desk.start.label_{code}"))
        self.go.setText(words("desk.start.go"))
        self.more.setText(words("desk.start.more"))
        self.referee.setText(words("desk.start.referee"))
        self.locked.setText(words("locks.offer"))
        self.locked.setAccessibleName(words.label(words("desk.start.label_locked"), words("locks.offer")))
        self.seed.setPlaceholderText(words("desk.start.seed"))
        self._options(self.way, [(way, words(f"desk.start.way_{way}")) for way in WAYS])
        for box, seat in ((self.raf, RAF), (self.luftwaffe, LUFTWAFFE)):
            named = [(name, words(f"staff.officer.{name}")) for name in OFFICERS[seat]]
            self._options(box, [(HUMAN, words("desk.start.person")), *named])
        self._options(self.fights, [(rule, fights_text(words, rule)) for rule in fights()])
        self._options(self.dice, [(how, words(f"desk.start.dice_{how}")) for how in ("program", "typed", "fair")])
        periods = [(str(n), words("desk.start.period", number=n)) for n in range(1, 6)]
        self._options(self.period, [("", words("desk.start.any_period")), *periods])
        self._options(self.effort, [("", words("desk.start.any_period")), *((x, words(f"ops.effort.{x}")) for x in EFFORTS)])
        self.own_day.setText(words("desk.start.own_day"))
        self.own_day.setToolTip(words("desk.start.own_day_tip"))
        self.yesterday.retranslate()
        self._list_days(max(0, self.scenario.currentRow()))
        for language, button in self.language_buttons.items():
            button.setChecked(language == words.language)
        self.readings.retranslate(self._chosen_day().switches)
        self._recent()
        self._warn()
        self._measure()
        self.rescue_check()
        self.backdrop.update()

    def _list_days(self, row: int) -> None:
        words = self.settings.words
        self.scenario.clear()
        for scenario in self.days.found:
            item = QListWidgetItem(self.days.describe(scenario))
            if self.days.is_own(scenario):
                item.setToolTip(words("desk.start.own_day_from", path=str(scenario.path)))
            self.scenario.addItem(item)
        self.scenario.setCurrentRow(row)

    def _options(self, box: QComboBox, options: list[tuple[str, str]]) -> None:
        chosen = box.currentData()
        box.clear()
        for data, text in options:
            box.addItem(text, data)
        box.setCurrentIndex(max(0, box.findData(chosen)))

    def _recent(self) -> None:
        self.recent.clear()
        for one in self.rooms.offered:
            item = QListWidgetItem(icon("line", theme.look(self.settings).quiet), room_text(self.settings.words, one))
            item.setData(Qt.ItemDataRole.UserRole, one)
            item.setToolTip(self.settings.words("desk_join.go_on_tip"))
            self.recent.addItem(item)
        for path in self.settings.recent:
            item = QListWidgetItem(icon("raf", theme.look(self.settings).quiet), name_shown(path, self.settings.language))
            item.setData(Qt.ItemDataRole.UserRole, str(path))
            item.setToolTip(str(path))
            self.recent.addItem(item)
        there = self.recent.count() > 0
        self.recent.setVisible(there)
        self.recent_title.setVisible(there)

    def _go_on(self, item: QListWidgetItem) -> None:
        found = item.data(Qt.ItemDataRole.UserRole)
        if isinstance(found, Membership):
            self.joined.emit(found)
        else:
            self.opened.emit(Path(found))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The Delete key forgets a room."""
        if watched is self.recent and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            item = self.recent.currentItem()
            found = item.data(Qt.ItemDataRole.UserRole) if item is not None else None
            if event.key() == Qt.Key.Key_Delete and isinstance(found, Membership):
                self.forget(found)
                return True
        return super().eventFilter(watched, event)

    def forget(self, one: Membership) -> None:
        """Offer a room no more."""
        try:
            self.rooms.forget(one)
        except BobError as error:
            self.complain(error.describe(self.settings.words))
        self._recent()

    def rescue_check(self) -> None:
        """Offer the game that was open when the program last ended, and the report of what went wrong, if there are any."""
        path, report, words = self.settings.unfinished, self.settings.fault_report, self.settings.words
        self.rescue.setVisible(path is not None or report is not None)
        for part in (self.rescue_text, self.rescue_button):
            part.setVisible(path is not None)
        for part in (self.report_text, self.report_button):
            part.setVisible(report is not None)
        if path is not None:
            self.rescue_text.setText(words("desk.start.rescue", name=name_shown(path, self.settings.language)))
            self.rescue_button.setText(words("desk.start.rescue_button"))
        if report is not None:
            self.report_text.setText(words("desk_welcome.report.told", name=report.name))
            self.report_text.setToolTip(str(report))
            self.report_button.setText(words("desk_welcome.report.show"))

    def _report(self) -> None:
        """Show the report in the system's viewer of texts; it is not offered again."""
        report = self.settings.fault_report
        self.settings.set_fault_report(None)
        if report is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(report)))
        self.rescue_check()

    def complain(self, text: str, *, bad: bool = True) -> None:
        """Show a failure or a running action; clear the line without a text."""
        theme.kind(self.fault, "warning" if bad else "quiet")
        self.fault.style().unpolish(self.fault)
        self.fault.style().polish(self.fault)
        self.fault.setText(text)
        self.fault.setVisible(bool(text))

    def _rescued(self) -> None:
        path = self.settings.unfinished
        if path is not None:
            self.opened.emit(path)

    # ---- choosing

    def _speak(self, language: str, _: bool = False) -> None:
        self.settings.set_language(language)
        for code, button in self.language_buttons.items():
            button.setChecked(code == self.settings.language)

    def _show_more(self, on: bool) -> None:
        if on:
            self.readings.fill(self._chosen_day().switches)
        self.readings.setVisible(on)
        self.brief_scroll.setVisible(not on)

    def _chosen_day(self) -> Scenario:
        return self.days.found[max(0, self.scenario.currentRow())]

    def _browse_day(self) -> None:
        """Ask for a day's file of one's own and put it into the list."""
        words = self.settings.words
        name, _ = QFileDialog.getOpenFileName(self, words("desk.start.own_day"), str(self.settings.games_folder), "*.toml")
        if name:
            self.add_day(Path(name))

    def add_day(self, path: Path) -> None:
        """Add the user's own day to the list and choose it, or show the fault of its file."""
        self.complain("")
        try:
            row, faulty = self.days.add(path)
        except BobError as error:
            self.complain(error.describe(self.settings.words))
            return
        if faulty:
            self.complain(self.settings.words("cli.scenarios.faulty", file=path.name))
        self._list_days(row)
        self._measure()
        self.scenario.scrollToItem(self.scenario.currentItem())

    def _chosen(self) -> None:
        if not 0 <= self.scenario.currentRow() < len(self.days.found):
            return
        scenario = self._chosen_day()
        words = self.settings.words
        day = "" if scenario.free else f"{date_text(words, scenario.date.isoformat())}. "
        lines = [day + words.of(scenario.brief)]
        if (side := self.alone) is not None:
            lines.extend(briefed(words, scenario.code, side, {scenario.code: scenario}))
        self.brief.setText("\n\n".join(lines))
        self.readings.retranslate(scenario.switches)
        for field in (self.period, self.effort, self.labels["period"], self.labels["effort"]):
            field.setVisible(scenario.free)

    def _sat(self) -> None:
        """Fill in who sits where by the way chosen."""
        seats = SEATINGS[self.way.currentData()]
        self.raf.setCurrentIndex(self.raf.findData(seats[RAF]))
        self.luftwaffe.setCurrentIndex(self.luftwaffe.findData(seats[LUFTWAFFE]))
        self.referee.setChecked(REFEREE in seats)

    @property
    def alone(self) -> Side | None:
        """The side that a person plays against an officer."""
        raf, luftwaffe = self.raf.currentData() == HUMAN, self.luftwaffe.currentData() == HUMAN
        return None if raf == luftwaffe else RAF if raf else LUFTWAFFE

    @property
    def two(self) -> bool:
        """Return whether persons play both sides."""
        return {self.raf.currentData(), self.luftwaffe.currentData()} == {HUMAN}

    def _warn(self) -> None:
        """Warn two persons that a typed seed is for practice (one of them knows it), and offer to lock the file."""
        self.practice.setText(self.settings.words("desk.start.practice_two"))
        self.practice.setVisible(self.two and bool(self.seed.text().strip()))
        for part in (self.locked, self.labels["locked"]):
            part.setVisible(self.two)

    def setup(self) -> Setup:
        """Return the setup of the form."""
        scenario = self._chosen_day()
        seats = {RAF: self.raf.currentData(), LUFTWAFFE: self.luftwaffe.currentData()}
        if self.referee.isChecked() or HUMAN not in seats.values():
            seats[REFEREE] = HUMAN
        options: dict[str, Any] = {"engagements": self.fights.currentData(), "chooser": chooser(seats)}
        if switches := self.readings.chosen:
            options["switches"] = switches
        if scenario.free and self.period.currentData():
            options["period"] = int(self.period.currentData())
        if scenario.free and self.effort.currentData():
            options["effort"] = self.effort.currentData()
        dice, locked = self.dice.currentData(), self.two and self.locked.isChecked()
        own = scenario.path if self.days.is_own(scenario) else None
        seed = self.seed.text().strip() or fresh_seed()
        return Setup(scenario.code, seed, seats, options, dice == "typed", dice == "fair", locked, own, self.yesterday.chosen)

    def _learn(self, course: str, _: bool = False) -> None:
        self.lesson.emit(course)

    def _choose_other(self, game: str, _: bool = False) -> None:
        self.apart.emit(game)

    def sit(self, way: str) -> None:
        """Fill the form in for a way to sit down; a referee's players roll real dice, and fight on their own table."""
        self.way.setCurrentIndex(self.way.findData(way))
        self._sat()
        at_table = way == "referee"
        self.dice.setCurrentIndex(self.dice.findData("typed" if at_table else "program"))
        self.fights.setCurrentIndex(self.fights.findData("table") if at_table else 0)

    def begin(self) -> None:
        """Begin the game of the form."""
        (self.shared if self.way.currentData() == ROOMS and self.two else self.begun).emit(self.setup())

    def _measure(self) -> None:
        """Take up the size of text; where it is large for the window, the bare map at the sides gives way."""
        scale = self.settings.scale
        crowded = self.width() / scale < 1100
        self.column.setMaximumWidth(round(520 * scale))
        self.card.setMaximumWidth(round(820 * scale))
        for button in (self.lesson_button, *self.games.values(), self.join_button, self.open_button, self.go):
            button.setMinimumHeight(38 if crowded else max(38, round(30 * scale)))
        self._left.setSpacing(3 if crowded else 10)
        self._left.setContentsMargins(24, 6 if crowded else 18, 24, 6 if crowded else 16)
        self.recent.setFixedHeight(round(110 * scale) + 40)
        row = round((23 if crowded else 26) * scale)
        for i in range(self.scenario.count()):
            self.scenario.item(i).setSizeHint(QSize(0, row))
        self.scenario.setFixedHeight(row * min(ROWS_CROWDED if crowded else ROWS, self.scenario.count()) + 8)
        self.brief_scroll.setFixedHeight(max(110, round(84 * scale)))
        for i, stretch in enumerate((0, 4, 7, 0) if crowded else (1, 4, 6, 1)):
            self._outer.setStretch(i, stretch)
        self.readings.fold(crowded)
        side = 14 if crowded else 28
        self._outer.setContentsMargins(side, 12, side, 12)
        self._outer.setSpacing(side)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._measure()
        self.backdrop.setGeometry(self.rect())
        self.backdrop.lower()
