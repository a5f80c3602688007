"""The standing rule for the resolution of dogfights and their players: a small editor, and a box for it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QGridLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from bob.core.errors import BobError
from bob.core.game import REFEREE
from bob.core.text import capital
from bob.day.game import OperationalDay
from bob.day.rules.fight_orders import ways
from bob.day.state.combat_state import Engaging
from bob.day.state.orders import Engage
from bob.day.telling.sentences import refusal
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.session.session import HUMAN, DeskSession
from bob.games import kit
from bob.staff.fliers import pilot_text
from bob.tactical.slot import ASK, Slot, how_text, shipped

MOST = 99


def rule_of(session: DeskSession) -> Engaging:
    """The standing rule as the seat at the screen knows it."""
    view = session.view(session.seat)
    found: Engaging = (view.raf if session.seat == REFEREE else view).common.engaging
    return found


def slot_of(session: DeskSession) -> Slot:
    """The tactical games of the day that is played."""
    game = session.match.game
    assert isinstance(game, OperationalDay)
    return game.slot


class RuleEditor(QWidget):
    """Small ones, those with bombers, all others: how each is resolved."""

    edited = Signal()

    def __init__(
        self, settings: Settings, rule: Engaging, *, across: bool = False, slot: Slot | None = None, parent: QWidget | None = None
    ) -> None:
        """`across` lays the fields side by side, each under its name; `slot` has the tactical games of the day."""
        super().__init__(parent)
        self.slot = slot if slot is not None else shipped()
        self.hows = (*ways(self.slot), ASK)
        self.settings = settings
        self.boxes: dict[str, QComboBox] = {}
        self._labels: dict[str, QLabel] = {}
        self.most = QSpinBox()
        self.most.setRange(0, MOST)
        self.most.valueChanged.connect(lambda _: self._changed())
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        for i, name in enumerate(("small_most", "small", "with_bombers", "others")):
            label = QLabel()
            self._labels[name] = label
            if name == "small_most":
                field: QWidget = self.most
            else:
                self.boxes[name] = box = QComboBox()
                for way in self.hows:
                    box.addItem("", way)
                box.currentIndexChanged.connect(lambda _: self._changed())
                field = box
            label.setBuddy(field)
            grid.addWidget(label, 0 if across else i, i if across else 0)
            grid.addWidget(field, 1 if across else i, i if across else 1)
            if not across:
                grid.setColumnStretch(1, 1)
        self.show_rule(rule)
        settings.language_changed.connect(self.retranslate)
        self.retranslate()

    def retranslate(self) -> None:
        words = self.settings.words
        for name, label in self._labels.items():
            label.setText(words(f"desk_fights.rule.{name}"))
        for box in self.boxes.values():
            for i, way in enumerate(self.hows):
                text = how_text(words, way, self.slot)
                box.setItemText(i, capital(text))

    def show_rule(self, rule: Engaging) -> None:
        """Put a rule into the fields."""
        self.most.setValue(min(MOST, rule.small_most))
        for name, box in self.boxes.items():
            box.setCurrentIndex(self.hows.index(getattr(rule, name)))
        self._changed()

    def order(self) -> Engage:
        """Return the order that sets the rule to the fields."""
        chosen = {name: box.currentData() for name, box in self.boxes.items()}
        return Engage(small_most=self.most.value(), **chosen)

    def _changed(self) -> None:
        self.boxes["small"].setEnabled(self.most.value() > 0)
        self.edited.emit()


class StickBox(QComboBox):
    """The player of a seat: the person, a pilot for the rest of the current dogfight, a pilot in all later ones."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.session, self.settings = session, settings
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the page
        self.activated.connect(lambda _: self._chosen())
        self._shown: object = None
        session.moved.connect(self.refresh)
        session.changed.connect(self.refresh)
        settings.language_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Offer what there is now, and show who flies."""
        session, words = self.session, self.settings.words
        seat = session.seated
        aloft = session.aloft
        flier, always = session.flier(seat), session.fliers.always(seat)
        key = (words.language, seat, aloft, flier, always)
        if key == self._shown:
            return
        self._shown = key
        self.clear()
        self.addItem(words("desk_fights.stick.person"), ("", False))
        for name in kit(session.match.game.name).pilots(session.match.game):
            pilot = pilot_text(words, name)
            if aloft:
                self.addItem(words("desk_fights.stick.rest", pilot=pilot), (name, False))
            self.addItem(words("desk_fights.stick.always", pilot=pilot), (name, True))
        held = (flier, always is not None) if flier is not None else ("", False)
        at = next((i for i in range(self.count()) if tuple(self.itemData(i)) == held), 0)
        self.setCurrentIndex(at)
        self.setToolTip(words("desk_fights.stick.tip"))
        self.setAccessibleName(words("desk_fights.stick.name"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys that write a sign to the page: there they are its ways and orders."""
        if event.text().strip() and event.text().isprintable():
            event.ignore()
            return
        super().keyPressEvent(event)

    def _chosen(self) -> None:
        name, always = self.currentData()
        self.session.let_fly(self.session.seated, name or None, always=always)


class RuleBox(QDialog):
    """The standing rule in a box of its own, to be changed at any time by whoever may."""

    def __init__(self, session: DeskSession, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        words = settings.words
        self.session, self.settings = session, settings
        self.setWindowTitle(words("desk_fights.rule.title"))
        rule = rule_of(session)
        self.editor = RuleEditor(settings, rule, slot=slot_of(session))
        may = session.check(session.seated, Engage(rule.small, rule.with_bombers, rule.others, rule.small_most))
        self.editor.setEnabled(may is None)
        self.notice = QLabel("" if may is None else refusal(words, may))
        self.notice.setWordWrap(True)
        theme.kind(self.notice, "warning")
        about = QLabel(words("desk_fights.rule.about"))
        about.setWordWrap(True)
        body = QVBoxLayout(self)
        body.addWidget(about)
        body.addWidget(self.editor)
        if session.seats.get(session.seated) == HUMAN and session.seated != REFEREE:
            flown = QLabel(words("desk_fights.stick.name"))
            theme.kind(flown, "caption")
            body.addWidget(flown)
            body.addWidget(StickBox(session, settings))
        body.addWidget(self.notice)
        self.buttons = QDialogButtonBox()
        self.go = self.buttons.addButton(words("desk_fights.rule.keep"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.go.setEnabled(may is None)
        theme.kind(self.go, "primary")
        self.buttons.addButton(words("desk.box.cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.buttons.accepted.connect(self._keep)
        self.buttons.rejected.connect(self.reject)
        body.addWidget(self.buttons)
        self.setMinimumWidth(round(440 * settings.scale))

    def _keep(self) -> None:
        order = self.editor.order()
        rule = rule_of(self.session)
        if order != Engage(rule.small, rule.with_bombers, rule.others, rule.small_most):
            try:
                self.session.play(self.session.seated, order)
            except BobError as error:
                self.notice.setText(refusal(self.settings.words, error))
                return
        self.accept()
