"""The page of an engagement that is fought at the players' own table: the battle card to print, the form that takes the result back."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from bob.chart.marks import ChartPage
from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.day.rules.fight_orders import ways
from bob.day.state.orders import EnterResult, Resolve
from bob.day.state.view import EngagementView
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import misfit_text
from bob.day.telling.situation import headline
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.base.theme.enter_key import FIELDS
from bob.desk.boards.fights.battle_card import CardLeaves, CardView, card_pages
from bob.desk.boards.fights.result_form import ResultForm
from bob.desk.session.printing import PieceWriter
from bob.desk.session.session import DeskSession
from bob.report.battle_card import Facts, save, text
from bob.report.pieces import save_fought
from bob.report.registry import for_engagements
from bob.tactical.slot import TABLE, how_text

DRAFT = "own_table"
KEPT_AFTER = 400
"""Milliseconds after the last change until the typed data is saved in the file."""


class OwnTablePage(QFrame):
    """The players' own table."""

    map_asked = Signal()

    def __init__(self, session: DeskSession, settings: Settings, names: Names, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings, self.names = session, settings, names
        self.shown: EngagementView | None = None
        self._confirmed = False
        self.setObjectName("sheet")
        self.caption, self.title, self.notice, self.summary, self.doubt = (QLabel() for _ in range(5))
        theme.kind(self.caption, "caption")
        theme.kind(self.title, "heading")
        theme.kind(self.notice, "quiet")
        theme.kind(self.doubt, "warning")
        for label in (self.title, self.notice, self.doubt):
            label.setWordWrap(True)
        self.card = CardView()
        self.form = ResultForm(settings, names)
        self.form.edited.connect(self._edited)
        self.print_button, self.save_button, self.map, self.enter = (QPushButton() for _ in range(4))
        self.pieces = {game: QPushButton() for game in for_engagements() if game in names.slot}
        """The pieces to print and cut, of each game that has some."""
        self.writer = PieceWriter(settings, self)
        self.writer.changed.connect(self._name_pieces)
        self.writer.notice.connect(lambda text, _: self.notice.setText(text))
        for game, button in self.pieces.items():
            button.clicked.connect(partial(self._save_pieces, game))
        self.others = {way: QPushButton() for way in ways(names.slot) if way != TABLE}
        """The other ways to resolve it, for the referee."""
        theme.kind(self.enter, "primary")
        self.print_button.clicked.connect(self._print)
        self.save_button.clicked.connect(self._save)
        for way, button in self.others.items():
            button.clicked.connect(partial(self._resolve, way))
        self.map.clicked.connect(self.map_asked.emit)
        self.enter.clicked.connect(self.submit)
        self._keeper = QTimer(self)
        self._keeper.setSingleShot(True)
        self._keeper.setInterval(KEPT_AFTER)
        self._keeper.timeout.connect(self._keep)
        self._build()
        settings.language_changed.connect(self.retranslate)
        settings.text_size_changed.connect(self.retranslate)

    def _build(self) -> None:
        left = QWidget()
        held = QVBoxLayout(left)
        held.setContentsMargins(0, 0, 8, 0)
        held.addWidget(self.card, 1)
        row = QHBoxLayout()
        row.addWidget(self.print_button)
        row.addWidget(self.save_button)
        for button in self.pieces.values():
            row.addWidget(button)
        row.addStretch()
        held.addLayout(row)
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(8, 0, 0, 0)
        column.addWidget(self.form, 1)
        column.addWidget(self.doubt)
        last = QHBoxLayout()
        self.summary.setFont(theme.font(self.settings, 15, bold=True))
        last.addWidget(self.summary, 1)
        last.addWidget(self.enter)
        column.addLayout(last)
        self.across = QSplitter(Qt.Orientation.Horizontal)
        self.across.addWidget(left)
        self.across.addWidget(right)
        self.across.setChildrenCollapsible(False)
        self.across.setStretchFactor(0, 5)
        self.across.setStretchFactor(1, 6)
        foot = QHBoxLayout()
        foot.addWidget(self.notice, 1)
        for button in (*self.others.values(), self.map):
            foot.addWidget(button)
        body = QVBoxLayout(self)
        body.setContentsMargins(22, 16, 22, 14)
        body.setSpacing(8)
        body.addWidget(self.caption)
        body.addWidget(self.title)
        body.addWidget(self.across, 1)
        body.addLayout(foot)

    # ---- showing

    def show_situation(self, shown: EngagementView) -> None:
        """Show an engagement, with its data typed before."""
        again = self.shown is None or (self.shown.number, self.shown.seat) != (shown.number, shown.seat)
        self.shown = shown
        if again and shown.sheet is not None:
            self._confirmed = False
            self.form.show_engagement(shown.sheet, self.session.draft(DRAFT))
            self.retranslate()
            self.start()

    def start(self) -> None:
        """Begin with the first cell."""
        if self.form.rows:
            self.form.rows[0].destroyed.setFocus()
            self.form.rows[0].destroyed.selectAll()

    def clear(self) -> None:
        """Hold nothing of any engagement."""
        self._keeper.stop()
        self.writer.stop()
        self.shown = None
        self.form.clear()
        self.card.clear()
        for label in (self.caption, self.title, self.summary, self.doubt):
            label.clear()

    def retranslate(self) -> None:
        s, words = self.shown, self.settings.words
        self.print_button.setText(words("desk_fights.table.print"))
        self.save_button.setText(words("desk_fights.table.save"))
        self.map.setText(words("desk_fights.to_map"))
        self._name_pieces()
        referee = self.session.seated == REFEREE
        for way, button in self.others.items():
            button.setText(words("desk_fights.table.instead", how=how_text(words, way, self.names.slot)))
            button.setVisible(referee)
        self.notice.setText(words("desk_fights.table.mind" if referee else "desk_fights.table.final"))
        self.card.setAccessibleName(words("desk_fights.table.card"))
        self.summary.setFont(theme.font(self.settings, 15, bold=True))
        if s is None or s.sheet is None:
            return
        self.caption.setText(words("desk_fights.table.caption", number=s.number, clock=s.clock))
        self.title.setText(headline(s, words, self.names))
        self.card.show_card(self._pages(), text(s.sheet, self._facts(), words))
        self.form.retranslate()
        self._refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        form = self.form.wanted + 16
        card = max(self.card.minimumWidth(), min(self.across.width() - form, round(self.across.height() * 0.78)))
        self.across.setSizes([card, max(1, self.across.width() - card)])

    def _edited(self) -> None:
        self._confirmed = False
        self._refresh()
        self._keeper.start()

    def _refresh(self) -> None:
        words = self.settings.words
        faults, asks = self.form.faults, self.form.asks
        self.summary.setText(self.form.summary())
        self.enter.setEnabled(not faults)
        self.enter.setText(words("desk_fights.table.confirm" if self._confirmed and asks else "desk_fights.table.enter"))
        self.enter.setToolTip(words("desk_fights.table.faults", count=len(faults)) if faults else "")
        self.doubt.setText("\n".join(misfit_text(words, m) for m in asks) if self._confirmed else "")
        self.doubt.setVisible(bool(self.doubt.text()))

    def _keep(self) -> None:
        if self.shown is not None and self.form.engagement is not None:
            self.session.put_draft(DRAFT, self.form.as_json())

    # ---- the battle card

    def _facts(self) -> Facts:
        return Facts.of(self.session.view(self.session.seat), self.session.world)

    def _pages(self) -> list[ChartPage]:
        assert self.shown is not None and self.shown.sheet is not None
        return card_pages(self.shown.sheet, self._facts(), self.settings.words)

    def save_card(self, path: Path) -> bool:
        """Write the battle card into a file; whether it could be."""
        s = self.shown
        if s is None or s.sheet is None:
            return False
        try:
            save(s.sheet, self._facts(), self.settings.words, path)
        except BobError as error:
            self.notice.setText(error.describe(self.settings.words))
            return False
        self.notice.setText(self.settings.words("desk_fights.table.saved", name=path.name))
        return True

    def card_file(self) -> Path:
        """Return the default path of the card: beside the game."""
        kept = self.session.save
        folder = kept.path.parent if kept is not None else self.settings.games_folder
        stem = kept.path.stem if kept is not None else self.session.match.header.scenario
        number = self.shown.number if self.shown is not None else 0
        return folder / self.settings.words("desk_fights.table.file", stem=stem, number=number)

    def _save(self) -> None:
        name, _ = QFileDialog.getSaveFileName(self, self.save_button.text(), str(self.card_file()), "PDF (*.pdf);;SVG (*.svg);;(*.txt)")
        if name:
            self.save_card(Path(name))

    def _name_pieces(self) -> None:
        words, busy = self.settings.words, self.writer.busy
        for game, button in self.pieces.items():
            button.setText(
                words("desk_game.pieces_busy") if busy else words("desk_fights.table.pieces", how=how_text(words, game, self.names.slot))
            )
            button.setToolTip(words("desk_fights.table.pieces_tip"))
            button.setEnabled(not busy)

    def _save_pieces(self, game: str, _: bool = False) -> None:
        """Ask for a path, and write the printable pieces for this engagement."""
        s, words = self.shown, self.settings.words
        if s is None or s.sheet is None:
            return
        page, where = s.sheet, self._facts()
        usual = self.card_file().with_name(words("desk_fights.table.pieces_file", stem=self.card_file().stem))
        self.writer.ask(self.pieces[game].text(), usual, lambda path: save_fought(game, page, where, words, path))

    def _print(self) -> None:
        """Show the card as it will come from the printer, and print it from there."""
        from bob.desk.panels.prints import preview

        if self.shown is not None and self.shown.sheet is not None:
            title = self.settings.words("desk_fights.table.card")
            try:
                if not preview(CardLeaves(title, self._pages()), self):
                    self.notice.setText(self.settings.words("desk.sheets.no_printer"))
            except BobError as error:
                self.notice.setText(error.describe(self.settings.words))

    # ---- the result

    def submit(self) -> None:
        """Enter the result, after confirmation of the doubtful parts."""
        form = self.form
        if form.engagement is None or form.faults:
            return
        if form.asks and not self._confirmed:
            self._confirmed = True
            self._refresh()
            self.enter.setFocus()
            return
        self._keeper.stop()
        try:
            self.session.play(self.session.seated, EnterResult(form.losses(), form.turns.value()))
        except BobError:
            return  # the session has reported it
        self.session.put_draft(DRAFT, None)

    def _resolve(self, how: str, _: bool = False) -> None:
        try:
            self.session.play(self.session.seated, Resolve(how))
        except BobError:
            return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focus = QApplication.focusWidget()
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.submit()
            elif isinstance(focus, QPushButton):
                focus.click()
            elif isinstance(focus, FIELDS) or focus in [cell for row in self.form.rows for cell in row.cells()]:
                self.focusNextChild()
            else:
                self.submit()
        else:
            super().keyPressEvent(event)
