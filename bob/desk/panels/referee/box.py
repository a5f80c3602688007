"""The referee's boxes: corrections with their reason, random events that are chosen, messages for a side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.day.corrections import CORRECTIONS, DAY, GROUND, fitting, stands
from bob.day.corrections_of_raids import RAIDS
from bob.day.corrections_of_squadrons import SQUADRONS
from bob.day.phases.events import EVENTS
from bob.day.state.orders import Correct, Correctable, Note, NoteSender
from bob.day.state.position import LUFTWAFFE, RAF
from bob.day.telling.corrections_wording import thing_text, value_text
from bob.day.telling.period_names import Names
from bob.day.telling.sentences import refusal
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.panels.network.joined import JoinedSession
from bob.desk.panels.network.slip_form import place_names
from bob.desk.session.session import DeskSession

GROUPS = (SQUADRONS, RAIDS, GROUND, DAY)
SENDERS: tuple[NoteSender, ...] = ("referee", "filter_room", "higher")


class _OrderBox(QDialog):
    """A small form that gives an order, or shows its refusal."""

    def __init__(self, session: DeskSession, settings: Settings, title: str, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.session = session
        self.settings = settings
        self.setWindowTitle(title)
        self.form = QFormLayout()
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        theme.kind(self.fault, "warning")
        self.buttons = QDialogButtonBox()
        self.go = self.buttons.addButton(settings.words("desk.box.give"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.addButton(settings.words("desk.box.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        theme.kind(self.go, "primary")
        self.buttons.accepted.connect(self._give)
        self.buttons.rejected.connect(self.reject)
        body = QVBoxLayout(self)
        body.addLayout(self.form)
        body.addWidget(self.fault)
        body.addWidget(self.buttons)
        self.setMinimumWidth(round(460 * settings.scale))

    def order(self) -> Any:
        raise NotImplementedError

    def _give(self) -> None:
        try:
            self.session.play(REFEREE, self.order())
        except BobError as error:
            self.fault.setText(refusal(self.settings.words, error))
            return
        self.accept()


class CorrectBox(_OrderBox):
    """Corrects a value, with the reason that the log will hold. The present value is shown above the new one."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        words = settings.words
        super().__init__(session, settings, words("desk.correct.title"), parent)
        self.what = QComboBox()
        for group in GROUPS:
            if self.what.count():
                self.what.insertSeparator(self.what.count())
            for what in group:
                if what != "random_event":  # which has a box of its own
                    self.what.addItem(words(f"desk.correct.of_{what}"), what)
        self.what.setMaxVisibleItems(40)
        self.what.currentIndexChanged.connect(lambda _: self._names())
        self.name = QComboBox()
        self.name.setEditable(True)
        self.value = QComboBox()
        self.value.setEditable(True)
        self.reason = QLineEdit()
        self.was, self.hint = QLabel(), QLabel()
        self.hint.setWordWrap(True)
        theme.kind(self.hint, "quiet")
        self.names = Names(session.world.theatre)
        self.names.learn(session.view(REFEREE))
        self.name.currentTextChanged.connect(lambda _: self._show_now())
        rows = (("what", self.what), ("name", self.name), ("was", self.was), ("value", self.value))
        for key, field in rows:
            self.form.addRow(words(f"desk.correct.{key}"), field)
        self.form.addRow("", self.hint)
        self.form.addRow(words("desk.correct.reason"), self.reason)
        self._names()

    def choose(self, what: Correctable, name: str = "") -> None:
        """Begin with a thing, and one of that kind."""
        self.what.setCurrentIndex(self.what.findData(what))
        if (at := self.name.findData(name)) >= 0:
            self.name.setCurrentIndex(at)

    @property
    def _subject(self) -> Any:
        found: Correctable | None = self.what.currentData()
        return found

    def _names(self) -> None:
        """Offer what there is of that kind."""
        what, session, words = self._subject, self.session, self.settings.words
        if what is None:  # the line between two groups
            return
        one = CORRECTIONS[what]
        names = one.names(session.world, session.truth().position) if one.names is not None else ()
        alone = list(names) == [""]
        self._fill(self.name, [(name, thing_text(words, self.names, what, name)) for name in names if not alone])
        self.name.setEnabled(not alone)
        self._fill(self.value, [(value, value_text(words, self.names, what, value)) for value in one.values])
        if not one.values:
            self.value.setEditText("")
        self._show_now()

    def _fill(self, box: QComboBox, options: Sequence[tuple[str, str]]) -> None:
        box.blockSignals(True)
        box.clear()
        for option, text in options:
            box.addItem(text, option)
        box.blockSignals(False)

    def _stands(self) -> str | None:
        session = self.session
        return stands(session.world, session.truth().position, self._subject, self._picked(self.name))

    def _show_now(self) -> None:
        """Show the value before the change, and the values that it may take."""
        words, found = self.settings.words, self._stands()
        self.hint.setText("" if CORRECTIONS[self._subject].values else self._hint())
        self.was.setText(words("desk.correct.was_none") if not found else value_text(words, self.names, self._subject, found))

    def _hint(self) -> str:
        """Return the form of a typed value: a hex, or a figure within its range for the thing chosen."""
        words, what, session = self.settings.words, self._subject, self.session
        if what == "plot_false" or what.endswith("_hex"):
            return words("desk.correct.hint_plot_false" if what == "plot_false" else "desk.correct.hint_hex")
        name = self._picked(self.name)
        figures, unknown = fitting(session.world, session.truth().position, what, name)
        if not figures:
            return words("desk.correct.hint_free")
        key = "hint_even" if figures[1:2] == [figures[0] + 2] else "hint_range"
        text = words(f"desk.correct.{key}", least=figures[0], most=figures[-1])
        return words("desk.correct.hint_or_none", text=text) if unknown else text

    def _picked(self, box: QComboBox) -> str:
        at = box.findText(box.currentText())
        return str(box.itemData(at)) if at >= 0 else box.currentText().strip()

    def order(self) -> Correct:
        return Correct(self._subject, self._picked(self.name), self._picked(self.value), self.reason.text(), self._stands())


class EventBox(_OrderBox):
    """Chooses the random event of the turn from the table's list, each with its effect."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        words = settings.words
        super().__init__(session, settings, words("desk.event.title"), parent)
        about = QLabel(words("desk.event.about"))
        about.setWordWrap(True)
        self.list = QListWidget()
        self.list.setAccessibleName(words("desk.event.title"))
        for roll, event in enumerate(EVENTS, 2):
            item = QListWidgetItem(words("desk.event.row", roll=roll, name=words(f"tables.result.random_event.{event}")))
            item.setData(Qt.ItemDataRole.UserRole, event)
            item.setToolTip(words(f"desk.event.does_{event}"))
            self.list.addItem(item)
        self.list.setFixedHeight(self.list.sizeHintForRow(0) * len(EVENTS) + 8)
        self.does = QLabel()
        self.does.setWordWrap(True)
        self.reason = QLineEdit()
        self.form.addRow(about)
        self.form.addRow(self.list)
        self.form.addRow(self.does)
        self.form.addRow(words("desk.event.reason"), self.reason)
        self.list.currentRowChanged.connect(lambda _: self.does.setText(words(f"desk.event.does_{self.chosen}")))
        self.list.setCurrentRow(EVENTS.index("nothing"))
        self.does.setMinimumHeight(2 * self.does.fontMetrics().lineSpacing())

    @property
    def chosen(self) -> str:
        """The event chosen."""
        return str(self.list.currentItem().data(Qt.ItemDataRole.UserRole))

    def order(self) -> Correct:
        return Correct("random_event", "", self.chosen, self.reason.text())


class FalsePlotBox(_OrderBox):
    """Puts a false plot on the table of the RAF; it is a correction, with its reason for the log."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        words = settings.words
        super().__init__(session, settings, words("desk.false_plot.title"), parent)
        about = QLabel(words("desk.false_plot.about"))
        about.setWordWrap(True)
        theme.kind(about, "quiet")
        self.place, self.many, self.reason = QLineEdit(), QLineEdit("?"), QLineEdit(words("desk.false_plot.usual"))
        known = QCompleter(place_names(session.world.theatre), self)
        known.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.place.setCompleter(known)
        self.form.addRow(about)
        for name, field in (("place", self.place), ("many", self.many), ("reason", self.reason)):
            self.form.addRow(words(f"desk.false_plot.{name}"), field)

    def order(self) -> Correct:
        place = self.session.world.theatre.label_of(self.place.text().strip())
        return Correct("plot_false", place, self.many.text().strip(), self.reason.text().strip())


class NoteBox(_OrderBox):
    """A message for one side, as from the referee, the Filter Room or higher command."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        words = settings.words
        super().__init__(session, settings, words("desk.note.title"), parent)
        self.to, self.as_from = QComboBox(), QComboBox()
        for seat in (RAF, LUFTWAFFE):
            self.to.addItem(words(f"ops.seat.{seat}"), seat)
        self.to.currentIndexChanged.connect(lambda _: self._senders())
        self.text = QPlainTextEdit()
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(round(90 * settings.scale))
        self.form.addRow(words("desk.note.to"), self.to)
        self.form.addRow(words("desk.note.sender"), self.as_from)
        self.form.addRow(words("desk.note.text"), self.text)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._senders()

    def _senders(self) -> None:
        """List the senders of a note to that side."""
        words, chosen = self.settings.words, max(0, self.as_from.currentIndex())
        self.as_from.clear()
        for sender in SENDERS:
            key = f"from_{sender}" if sender == "referee" else f"from_{sender}_{self.to.currentData()}"
            self.as_from.addItem(words(f"desk.note.{key}"), sender)
        self.as_from.setCurrentIndex(chosen)

    def order(self) -> Note:
        return Note(self.to.currentData(), self.text.toPlainText().strip(), self.as_from.currentData())


class LateBox(NoteBox):
    """A report that goes out when a turn begins, in a room."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(session, settings, parent)
        words = settings.words
        self.setWindowTitle(words("desk.late.title"))
        self.turn = QComboBox()
        common = session.view(RAF).common
        for turn in range(session.turn + 1, common.turns + 1):
            self.turn.addItem(words("pages.turn_of", time=common.time_of(turn), turn=turn), turn)
        self.form.addRow(words("desk.late.turn"), self.turn)
        self.as_from.setCurrentIndex(SENDERS.index("filter_room"))

    def _give(self) -> None:
        note, session = self.order(), self.session
        if self.turn.currentData() is None:
            self.fault.setText(self.settings.words("desk.late.no_turn"))
        elif not note.text:
            self.fault.setText(self.settings.words("room.no_text"))
        elif isinstance(session, JoinedSession):
            said = {"seat": note.seat, "text": note.text, "sender": note.sender, "turn": self.turn.currentData()}
            session.joined.say("later", said)
            self.accept()
