"""The evening: the sheet over the table when the day is over. Who won and from what, claims beside the truth, each unit, each raid."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QMargins, QMimeData, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
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

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.core.match import Match
from bob.day.telling.period_names import figure
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.flow import WrappedRow
from bob.desk.base.theme.progress import Progress
from bob.desk.base.widgets.background import Background, TellsProgress
from bob.desk.panels.network.joined import JoinedSession
from bob.desk.session.answers import Floating, emptied
from bob.desk.session.leaves import account_by, frozen, write
from bob.desk.session.seat_views import record_of
from bob.desk.session.session import DeskSession
from bob.words import Words

if TYPE_CHECKING:
    from bob.report.content import Content
    from bob.report.parts import Section, TablePart

ACCOUNTS = ("orders", "losses", "ground", "claims", "raids", "combats")
"""The parts of the report that have a leaf of their own here, beside the evening's first one and the points."""

WIDE = 900
"""A sheet wider than this, in pixels of the usual text size, has both sides beside each other."""
PENCILLED = 6
"""Lines of history that are seen at once, at the most."""


def awards(session: DeskSession, words: Words) -> list[tuple[str, str]]:
    """Return the sources of the points, from the log of the seat at the screen."""
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
    """The end of the day: a sheet over the whole room. Parts that need the whole day are computed on a separate thread and shown when
    ready. Before the day is over it does not open."""

    back_asked = Signal()
    luck_asked = Signal()
    film_asked = Signal()
    report_asked = Signal()
    new_asked = Signal()

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.leaves: QTabWidget | None = None
        self.facts: QLabel | None = None
        self._below: Callable[[], int] = int
        self.left = False
        """True after a visit from here to the film or to a turn, until the return."""
        self.shared: Path | None = None
        """The file that was shared last."""
        self._content: Content | None = None
        self._progress = Progress(settings)
        self._clerk = Background(self)
        self._clerk.ready.connect(self._describe)
        self._clerk.progressed.connect(self._progress.put)
        self._progress.stop.clicked.connect(self._stop)
        self._said = QLabel()
        self._said.setWordWrap(True)
        self._body = QVBoxLayout(self)
        self._body.setContentsMargins(26, 16, 26, 16)
        session.changed.connect(self._still_over)
        if isinstance(session, JoinedSession):
            session.revealed.connect(self._revealed)
        settings.language_changed.connect(self._play_again)
        settings.text_size_changed.connect(self._play_again)

    def _still_over(self) -> None:
        """Forget the end of the day when it was undone."""
        if not self.session.is_over and (self.isVisible() or self._content is not None):
            self._clerk.cancel()
            self._content = None
            self.left = False
            self.hide()

    def spread_over(self, host: QWidget, below: Callable[[], int]) -> None:
        """Cover a whole window, below the widgets on top of it."""
        self.host.removeEventFilter(self)
        self.host, self._below = host, below
        self.setParent(host)
        host.installEventFilter(self)
        self.hide()

    def open(self) -> None:
        """Show the result."""
        outcome = self.session.outcome
        if outcome is None:
            return
        self.left = False
        self._clerk.cancel()
        for kept in (self._progress, self._said):
            kept.setParent(None)
        emptied(self._body)
        words = self.settings.words
        head = QLabel(words("desk.ending.title"))
        theme.kind(head, "caption")
        result = words(f"ops.band.{outcome.code}")
        title = QLabel(result[:1].upper() + result[1:])
        theme.kind(title, "heading")
        points = QLabel(words("desk.ending.points", points=figure(words, outcome.points["luftwaffe"])))
        if self.session.may_look(REFEREE) and (bands := self.session.truth().position.bands):
            edges = {edge: figure(words, at) for edge, at in bands.items()}
            points.setText(f"{points.text()}\n{words('day_settings.victory.limits', **edges)}")
        self.facts = QLabel()
        self.facts.setWordWrap(True)
        self.facts.setAccessibleName(words("report.section.decided"))
        self.facts.hide()
        for label in (head, title, points):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self._body.addWidget(label)
        self._body.addWidget(self.facts)
        self.leaves = QTabWidget()
        self.leaves.setDocumentMode(True)
        self.leaves.setUsesScrollButtons(True)
        self._body.addWidget(self.leaves, 1)
        self._body.addWidget(self._said)
        self._said.setVisible(bool(self._said.text()))
        self._body.addWidget(self._progress)
        self._points()
        self._body.addWidget(self._buttons())
        self.show()
        self.place()
        self.setFocus()
        self._ask()

    def _buttons(self) -> WrappedRow:
        words = self.settings.words
        row = WrappedRow(QMargins(0, 4, 0, 0), 8)
        buttons: list[tuple[str, Callable[[], object], bool]] = [
            ("film", self._film, True),
            ("back", self._go_back, False),
            ("luck", self._luck, False),
            ("report", self.report_asked.emit, False),
            ("share", self.share, False),
            ("new", self.new_asked.emit, False),
        ]
        for key, do, first in buttons:
            button = QPushButton(words(f"desk.ending.{key}"))
            button.setToolTip(words(f"desk.ending.{key}_tip"))
            button.clicked.connect(lambda _=False, do=do: do())
            if first:
                theme.kind(button, "primary")
                self.setFocusProxy(button)
            row.add(button)
        close = QPushButton(words("desk.box.close"))
        close.clicked.connect(self.hide)
        row.add(close)
        return row

    # ---- the leaves

    def _points(self) -> None:
        """Show the sources of the points: known at once."""
        from bob.report.parts import TablePart

        words = self.settings.words
        rows = tuple(awards(self.session, words))
        heads = words("report.column.what"), words("report.column.vp")
        self._leaf(words("report.section.points"), [table_of(self.settings, TablePart(heads, rows, right=(1,)))])

    def _ask(self) -> None:
        """Start the computation of the remaining parts."""
        if not self.session.core.is_whole:
            self._wait_for_truth()
        if self._content is not None and self._content.words.language == self.settings.language:
            self._show(self._content)
            return
        words, theatre = self.settings.words, self.session.world.theatre
        try:
            found = record_of(self.session.core)
        except BobError as error:  # it is still coming
            self._said.setText(error.describe(words))
            self._said.show()
            return
        held = frozen(found) if isinstance(found, Match) else found
        seat = REFEREE if self.session.may_look(REFEREE) else self.session.seat

        def work(tell: TellsProgress) -> Content:
            return account_by(held, seat, words, theatre, tell)

        self._progress.begin()
        self._clerk.start("evening", work)

    def _wait_for_truth(self) -> None:
        """Show the state of the truth of a day played elsewhere; the rest follows when it has come."""
        words, session = self.settings.words, self.session
        if self.facts is not None and isinstance(session, JoinedSession):
            why = session.truth_lacks
            text = words("desk_join.truth_not", why=why.describe(words)) if why is not None else words("desk_join.evening")
            self.facts.setText(escape(text))
            self.facts.show()

    def _revealed(self) -> None:
        """The truth has come, or it is known why not."""
        if self.session.core.is_whole:
            self._content = None
        self._play_again()

    def _describe(self, what: str, found: object) -> None:
        self._progress.end()
        if isinstance(found, BaseException) and not isinstance(found, BobError):
            raise found
        if what == "share":
            self._came(found)
        elif isinstance(found, BobError):
            self._leaf(self.settings.words("report.section.losses"), [QLabel(found.describe(self.settings.words))])
        elif found is not None:
            self._content = found  # type: ignore[assignment]
            self._show(self._content)  # type: ignore[arg-type]

    def _show(self, content: Content) -> None:
        found = {section.code: section for section in content.sections()}
        if (evening := content.evening) is not None and self.facts is not None:
            self.facts.setText("<ul style='margin:0'>" + "".join(f"<li>{escape(fact)}</li>" for fact in evening.decided()) + "</ul>")
            self.facts.show()
        if "units" in found:
            self._claims(found["units"], found.get("history"))
        for code in ACCOUNTS:
            if code in found:
                self._section(found[code])
        self.place()

    def _claims(self, units: Section, past: Section | None) -> None:
        """Show claims beside the truth, a column for each side, and history's figures in pencil below; this is the first page."""
        assert self.leaves is not None
        columns = QHBoxLayout() if self.width() > WIDE * self.settings.scale else QVBoxLayout()
        for caption, part in units.tables:
            column = QVBoxLayout()
            label = QLabel(caption)
            theme.kind(label, "caption")
            column.addWidget(label)
            column.addWidget(table_of(self.settings, part), 1)
            columns.addLayout(column)
        page = QWidget()
        body = QVBoxLayout(page)
        body.setContentsMargins(4, 8, 4, 4)
        body.addWidget(self._note(units.note))
        body.addLayout(columns, 3)
        if past is not None:
            label = QLabel(past.title)
            theme.kind(label, "caption")
            body.addWidget(label)
            body.addWidget(self._note(past.note))
            pencil = table_of(self.settings, past.tables[0][1])
            lines = min(PENCILLED, pencil.rowCount()) + 1
            pencil.setMinimumHeight(round(lines * pencil.verticalHeader().defaultSectionSize() + 8))
            font = theme.font(self.settings)
            font.setItalic(True)
            for row in range(pencil.rowCount()):
                for column_ in (2, 3):
                    if (item := pencil.item(row, column_)) is not None:
                        item.setFont(font)
            body.addWidget(pencil, 2)
        self._put(page, units.title, 0)
        self.leaves.setCurrentIndex(0)

    def _note(self, text: str) -> QLabel:
        note = QLabel(text)
        note.setWordWrap(True)
        theme.kind(note, "quiet")
        return note

    def _section(self, section: Section) -> None:
        widgets: list[QWidget] = []
        if section.note:
            widgets.append(self._note(section.note))
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
        self._put(page, title, self.leaves.count())

    def _put(self, page: QWidget, title: str, at: int) -> None:
        assert self.leaves is not None
        theme.kind(page, "page")
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(page)
        self.leaves.insertTab(at, area, title)

    # ---- as one file

    def share(self) -> None:
        """Write the report as one HTML file beside the game: map, letters and pictures are in it, so that it opens wherever it is sent."""
        session, words = self.session, self.settings.words
        save = session.save
        stem = save.path.stem if save is not None else session.match.header.scenario
        folder = save.path.parent if save is not None else self.settings.games_folder
        file = folder / f"{stem}.html"
        try:
            making = session.report(words)
        except BobError as error:
            self._came(error)
            return

        def work(tell: TellsProgress) -> list[Path]:
            return write(making(tell), file, tell)

        self._clerk.cancel()
        self._progress.begin()
        self._clerk.start("share", work)

    def _came(self, found: object) -> None:
        """Put the written file on the clipboard, to be pasted into a message; show an error."""
        words = self.settings.words
        if isinstance(found, BobError):
            self._said.setText(found.describe(words))
        elif isinstance(found, list):
            self.shared = found[0]
            data = QMimeData()
            data.setUrls([QUrl.fromLocalFile(str(self.shared))])
            data.setText(str(self.shared))
            QApplication.clipboard().setMimeData(data)
            self._said.setText(words("desk.ending.shared", path=str(self.shared)))
        self._said.show()
        if self._content is None:
            self._ask()

    # ---- and away

    def stop(self) -> None:
        """Stop the computation."""
        self._clerk.stop()

    def _stop(self) -> None:
        self._clerk.cancel()
        self._progress.end()

    def _play_again(self) -> None:
        if self.isVisible():
            self.open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def come_back(self) -> None:
        """From the film, or from a turn, back to the evening."""
        if self.left:
            self.open()

    def _go_back(self) -> None:
        self.left = True
        self.hide()
        self.back_asked.emit()

    def _luck(self) -> None:
        self.hide()
        self.luck_asked.emit()

    def _film(self) -> None:
        self.left = True
        self.hide()
        self.film_asked.emit()

    def place(self) -> None:
        """Nearly all of the window below its strip."""
        top = self._below()
        room = self.host.size()
        width = min(round(1700 * self.settings.scale), room.width() - 24)
        height = min(round(1000 * self.settings.scale), room.height() - top - 20)
        self.resize(width, height)
        self.move((room.width() - width) // 2, top + max(10, (room.height() - top - height) // 3))
        self.raise_()
