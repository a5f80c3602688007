"""The evening: the sheet over the table when the day is over. Who won and from what, claims beside the truth, each unit, each raid."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QScrollArea,
    QTableWidget,
    QTableWidgetItem,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from bob.desk.game.background import Background, TellsProgress
from bob.desk.game.session import Session
from bob.desk.looks import theme
from bob.desk.looks.progress import Progress
from bob.desk.settings import Settings
from bob.desk.sheets.leaves import frozen, told_by
from bob.desk.window.answers import Floating, emptied
from bob.errors import BobError
from bob.game import REFEREE
from bob.operations.named import figure
from bob.words import Words

if TYPE_CHECKING:
    from bob.report.content import Content
    from bob.report.parts import Section, TablePart

ACCOUNTS = ("losses", "claims", "raids", "combats")
"""The parts of the report that have a leaf here, beside the points."""


def awards(session: Session, words: Words) -> list[tuple[str, str]]:
    """What the points came from, from the log of the seat at the screen."""
    sums: dict[str, float] = defaultdict(float)
    for _, event in session.log(session.seat):
        if event.code == "over":
            for point in event.data["came_from"]:
                sums[point["code"]] += point["points"]
    found = sorted(sums.items(), key=lambda pair: -abs(pair[1]))
    return [(words(f"ops.award.{code}"), figure(words, round(points, 2))) for code, points in found]


def table_of(settings: Settings, part: TablePart) -> QTableWidget:
    """A table of the report as a list that can be read, sorted by eye and copied."""
    made = QTableWidget(len(part.rows), len(part.heads))
    made.setHorizontalHeaderLabels(list(part.heads))
    made.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    made.setAlternatingRowColors(True)
    made.setShowGrid(False)
    made.setTabKeyNavigation(False)
    made.setWordWrap(True)
    made.verticalHeader().hide()
    for row, cells in enumerate(part.rows):
        for column, text in enumerate(cells):
            item = QTableWidgetItem(text)
            item.setToolTip(text)
            side = Qt.AlignmentFlag.AlignRight if column in part.right else Qt.AlignmentFlag.AlignLeft
            item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            made.setItem(row, column, item)
    head = made.horizontalHeader()
    head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    head.setSectionResizeMode(part.wide, QHeaderView.ResizeMode.Stretch)
    made.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    made.setMinimumHeight(round(110 * settings.scale))
    return made


class Ending(Floating):
    """The evening. What takes the whole day to tell is worked out on a thread of its own and comes when it is ready."""

    back_asked = Signal()
    film_asked = Signal()
    report_asked = Signal()
    new_asked = Signal()

    def __init__(self, session: Session, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.leaves: QTabWidget | None = None
        self._content: Content | None = None
        self._progress = Progress(settings)
        self._clerk = Background(self)
        self._clerk.ready.connect(self._told)
        self._clerk.told.connect(self._progress.put)
        self._progress.stop.clicked.connect(self._stop)
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(26, 20, 26, 18)
        settings.language_changed.connect(self._again)
        settings.text_size_changed.connect(self._again)

    def open(self) -> None:
        """Show the result."""
        outcome = self.session.outcome
        if outcome is None:
            return
        self._clerk.cancel()
        self._progress.setParent(None)
        emptied(self._body)
        words = self.settings.words
        head = QLabel(words("desk.ending.title"))
        theme.kind(head, "caption")
        result = words(f"ops.band.{outcome.code}")
        title = QLabel(result[:1].upper() + result[1:])
        theme.kind(title, "heading")
        points = QLabel(words("desk.ending.points", points=figure(words, outcome.points["luftwaffe"])))
        for label in (head, title, points):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self._body.addWidget(label)
        self.leaves = QTabWidget()
        self.leaves.setDocumentMode(True)
        self._body.addWidget(self.leaves, 1)
        self._body.addWidget(self._progress)
        self._points()
        row = QHBoxLayout()
        buttons: list[tuple[str, Any, bool]] = [
            ("film", self._film, True),
            ("back", self._back, False),
            ("report", self.report_asked.emit, False),
            ("new", self.new_asked.emit, False),
        ]
        for key, do, first in buttons:
            button = QPushButton(words(f"desk.ending.{key}"))
            button.setToolTip(words(f"desk.ending.{key}_tip"))
            button.clicked.connect(lambda _=False, do=do: do())
            if first:
                theme.kind(button, "primary")
                self.setFocusProxy(button)
            row.addWidget(button)
        close = QPushButton(words("desk.box.close"))
        close.clicked.connect(self.hide)
        row.addWidget(close)
        self._body.addLayout(row)
        self.show()
        self.place()
        self.setFocus()
        self._ask()

    # ---- the leaves

    def _points(self) -> None:
        """Where the points came from: known at once."""
        from bob.report.parts import TablePart

        words = self.settings.words
        rows = tuple(awards(self.session, words))
        heads = words("report.column.what"), words("report.column.vp")
        self._leaf(words("report.section.points"), [table_of(self.settings, TablePart(heads, rows, right=(1,)))])

    def _ask(self) -> None:
        """Have the day gone through for the rest."""
        if self._content is not None and self._content.words.language == self.settings.language:
            self._show(self._content)
            return
        held, words, theatre = frozen(self.session.match), self.settings.words, self.session.world.theatre
        seat = REFEREE if self.session.may_look(REFEREE) else self.session.seat

        def work(tell: TellsProgress) -> Content:
            return told_by(held, seat, words, theatre, tell)

        self._progress.begin()
        self._clerk.start("evening", work)

    def _told(self, _: str, found: object) -> None:
        self._progress.end()
        if isinstance(found, BobError):
            self._leaf(self.settings.words("report.section.losses"), [QLabel(found.told(self.settings.words))])
        elif isinstance(found, BaseException):
            raise found
        elif found is not None:
            self._content = found  # type: ignore[assignment]
            self._show(self._content)  # type: ignore[arg-type]

    def _show(self, content: Content) -> None:
        found = {section.code: section for section in content.sections()}
        for code in ACCOUNTS:
            if code in found:
                self._section(found[code])
        self.place()

    def _section(self, section: Section) -> None:
        widgets: list[QWidget] = []
        if section.note:
            note = QLabel(section.note)
            note.setWordWrap(True)
            theme.kind(note, "quiet")
            widgets.append(note)
        for caption, part in section.tables:
            if caption:
                label = QLabel(caption)
                theme.kind(label, "caption")
                widgets.append(label)
            widgets.append(table_of(self.settings, part))
        self._leaf(section.title, widgets)

    def _leaf(self, title: str, widgets: list[QWidget]) -> None:
        assert self.leaves is not None
        page = QWidget()
        body = QVBoxLayout(page)
        body.setContentsMargins(4, 8, 4, 4)
        for widget in widgets:
            body.addWidget(widget, int(isinstance(widget, QTableWidget)))
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(page)
        self.leaves.addTab(area, title)

    # ---- and away

    def stop(self) -> None:
        """Nobody waits for the evening any more."""
        self._clerk.stop()

    def _stop(self) -> None:
        self._clerk.cancel()
        self._progress.end()

    def _again(self) -> None:
        if self.isVisible():
            self.open()

    def _back(self) -> None:
        self.hide()
        self.back_asked.emit()

    def _film(self) -> None:
        self.hide()
        self.film_asked.emit()

    def place(self) -> None:
        """The middle of the table, as large as the leaves like."""
        room = self.host.size()
        width = min(round(880 * self.settings.scale), room.width() - 24)
        height = min(round(560 * self.settings.scale), room.height() - 24)
        self.resize(width, height)
        self.move((room.width() - width) // 2, max(10, (room.height() - height) // 3))
        self.raise_()
