"""The dialog that sets a dogfight on a board up: a scenario or a battle of one's own, its forces and options, and who plays each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from bob.core.codec import encode
from bob.core.errors import BobError
from bob.core.kit import Kit
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.shared.board import BoardWidget
from bob.desk.boards.shared.game_setup import GameSetup
from bob.desk.boards.shared.lists import ORDER, Headed, WrappedLines
from bob.driver.game_plan import GamePlan

OWN = "own"
"""The scenario code of the user's own battle."""


class BoardSetup(GameSetup):
    """The choice of the battle and its players. `drawn` is the scenario drawn by the dice, `base` the start of the user's own battle,
    `forced` the option with the forces."""

    drawn: ClassVar[str]
    base: ClassVar[str]
    forced: ClassVar[str]
    switch_names: ClassVar[Sequence[str]]
    number_ranges: ClassVar[Mapping[str, tuple[int, int]]]

    def __init__(self, kit: Kit, settings: Settings, board: BoardWidget, parent: QWidget | None = None) -> None:
        super().__init__(kit, settings, parent)
        self.table_board = board
        self.learning = False
        """True if the lesson was chosen."""
        self.forces: dict[str, Any] = {}
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self.preview)
        self._build()
        settings.language_changed.connect(self.retranslate)
        self.retranslate()
        theme.size_box(self, settings, 1120, 720)

    # ---- what a game's own dialog says

    def word(self, name: str) -> str:
        """A sentence of the dialog's own."""
        raise NotImplementedError

    def option_text(self, name: str) -> str:
        """Return the name of an option."""
        raise NotImplementedError

    def codes(self) -> Sequence[str]:
        """The scenarios that are written, by their codes."""
        raise NotImplementedError

    def scenario_text(self, code: str) -> tuple[str, str]:
        """A scenario: its name, and a line about it."""
        raise NotImplementedError

    def terms_of(self, scenario: str, options: Mapping[str, Any]) -> Any:
        """The terms of a scenario with options laid over it, checked. Raises BobError."""
        raise NotImplementedError

    def players_of(self, terms: Any) -> Mapping[str, Any]:
        """The seats with their forces."""
        raise NotImplementedError

    def force_form(self, player: Any) -> Any:
        """The form of a seat's forces: a widget with `changed`, `is_changed`, `player` and `retranslate`."""
        raise NotImplementedError

    def show_terms(self, terms: Any) -> None:
        """Show the terms on the board; None where the dice draw them."""
        raise NotImplementedError

    def taught(self) -> GamePlan:
        """The fight that is taught."""
        raise NotImplementedError

    def more_fields(self) -> Sequence[tuple[str, QWidget]]:
        """Fields of its own among the options, made here."""
        return ()

    def fill_more(self, terms: Any) -> None:
        """Fill the fields of its own."""

    def more_options(self) -> Mapping[str, Any]:
        """Return the options of the form's own fields."""
        return {}

    # ---- building

    def _build(self) -> None:
        self.missions = WrappedLines()
        self.missions.setItemDelegate(Headed(self.missions))
        self.missions.setMinimumWidth(round(300 * self.settings.scale))
        self.missions.currentRowChanged.connect(lambda _: self._chosen())
        self.missions.itemDoubleClicked.connect(lambda _: self._go())
        self.lesson = QPushButton()
        self.lesson.clicked.connect(lambda: self._learn())
        self.caption = QLabel()
        theme.kind(self.caption, "caption")
        self.brief = QLabel()
        self.brief.setWordWrap(True)
        board = self.table_board
        board.setMinimumSize(300, 170)
        board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        board.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        seats = QWidget()
        theme.kind(seats, "page")
        seats.setLayout(self.seats_form)
        self.forces_page = QWidget()
        self.forces_grid = QGridLayout(self.forces_page)
        self.forces_grid.setContentsMargins(0, 0, 6, 0)
        held = QScrollArea()
        held.setWidgetResizable(True)
        held.setWidget(self.forces_page)
        self.tabs = QTabWidget()
        self.tabs.addTab(seats, "")
        self.tabs.addTab(self._options(), "")
        self.tabs.addTab(held, "")
        self.tabs.currentChanged.connect(self._share)
        left, right = QVBoxLayout(), QVBoxLayout()
        self._right = right
        for widget in (self.lesson, self.caption, self.missions):
            left.addWidget(widget)
        right.addWidget(self.brief)
        right.addWidget(board, 5)
        right.addWidget(self.tabs, 4)
        right.addWidget(self.fault)
        columns = QHBoxLayout()
        columns.setSpacing(16)
        columns.addLayout(left, 3)
        columns.addLayout(right, 6)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 12)
        whole.addLayout(columns, 1)
        whole.addLayout(self.foot)

    def _share(self, tab: int) -> None:
        """Give the forces more room than the board while they are put together."""
        building = tab == self.tabs.count() - 1
        self._right.setStretchFactor(self.table_board, 1 if building else 3)
        self._right.setStretchFactor(self.tabs, 3 if building else 2)

    def _options(self) -> QWidget:
        page = QWidget()
        theme.kind(page, "page")
        grid = QGridLayout(page)
        self.labels: dict[str, QLabel] = {}
        self.numbers: dict[str, QSpinBox] = {}
        self.switches = {name: QCheckBox() for name in self.switch_names}
        fields: list[tuple[str, QWidget]] = []
        for name, (least, most) in self.number_ranges.items():
            box = QSpinBox()
            box.setRange(least, most)
            theme.inset(box)
            box.valueChanged.connect(lambda _: self.changed())
            self.numbers[name] = box
            fields.append((name, box))
        self.more = dict(self.more_fields())
        fields += [*self.more.items(), ("seed", self.seed)]
        for i, (name, field) in enumerate(fields):
            self.labels[name] = QLabel()
            self.labels[name].setBuddy(field)
            grid.addWidget(self.labels[name], i // 3, i % 3 * 2)
            grid.addWidget(field, i // 3, i % 3 * 2 + 1)
        rows = -(-len(fields) // 3)
        for i, switch in enumerate(self.switches.values()):
            grid.addWidget(switch, rows + i // 3, i % 3 * 2, 1, 2)
            switch.toggled.connect(lambda _: self.changed())
        return page

    # ---- words

    def retranslate(self) -> None:
        super().retranslate()
        words = self.settings.words
        self.lesson.setText(self.word("lesson"))
        self.lesson.setToolTip(self.word("lesson_tip"))
        self.caption.setText(words("desk_game.setup.scenario"))
        for i, text in enumerate((words("desk_game.setup.seats"), self.word("options"), self.word("forces"))):
            self.tabs.setTabText(i, text)
        for name, label in self.labels.items():
            label.setText(words("desk_game.setup.seed") if name == "seed" else self.option_text(name))
        for name, switch in self.switches.items():
            switch.setText(self.option_text(name))
        self._list()

    def _describe(self, code: str) -> tuple[str, str]:
        if code == OWN:
            return self.word("own"), self.word("own_text")
        return self.scenario_text(code)

    def _list(self) -> None:
        """The scenarios, each with a line about it."""
        row = self.missions.currentRow()
        self.missions.blockSignals(True)
        self.missions.clear()
        codes = sorted(self.codes(), key=lambda code: (code != self.kit.usual, code))
        for code in (*codes, self.drawn, OWN):
            name, text = self._describe(code)
            item = QListWidgetItem(f"{name}\n{text}")
            item.setData(ORDER, code)
            self.missions.addItem(item)
        self.missions.setAccessibleName(self.settings.words("desk_game.setup.scenario"))
        self.missions.blockSignals(False)
        self.missions.setCurrentRow(max(0, row))
        self.name_seats()

    def name_seats(self) -> None:
        super().name_seats()
        for force in self.forces.values():
            force.retranslate()

    # ---- choosing

    @property
    def code(self) -> str:
        item = self.missions.currentItem()
        return str(item.data(ORDER)) if item is not None else self.kit.usual

    @property
    def scenario(self) -> str:
        """The scenario whose terms the battle has."""
        return self.base if self.code == OWN else self.code

    @property
    def is_drawn(self) -> bool:
        return self.code == self.drawn

    def _chosen(self) -> None:
        """Another scenario was chosen: its seats, forces and usual options."""
        made = self.terms_of(self.scenario, {})
        fields = [*self.numbers.values(), *self.switches.values(), *self.more.values()]
        self.tabs.setTabEnabled(2, not self.is_drawn)
        for field in fields:
            field.setEnabled(not self.is_drawn)
            field.blockSignals(True)
        for name, box in self.numbers.items():
            box.setValue(getattr(made, name))
        for name, switch in self.switches.items():
            switch.setChecked(bool(getattr(made, name)))
        self.fill_more(made)
        for field in fields:
            field.blockSignals(False)
        for force in self.forces.values():
            force.hide()
            force.deleteLater()
        self.forces = {}
        usual = self.kit.casting(self.kit.make(), self.scenario, {}).alone
        players = self.players_of(made)
        self.cast({seat: usual[seat] for seat in players})
        half = -(-len(players) // 2)
        for i, (seat, player) in enumerate(players.items()):
            force = self.force_form(player)
            force.changed.connect(self.changed)
            self.forces[seat] = force
            self.forces_grid.addWidget(force, i % half, i // half)  # one side beside the other
        self.name_seats()
        if self.code == OWN:
            self.tabs.setCurrentIndex(2)
        self.changed()

    def changed(self) -> None:
        """React to a change of the form: show its fault and its contents."""
        self.fault.clear()
        self._later.start(30)

    def options(self) -> dict[str, Any]:
        """Return the changes of the form to the scenario; none for a drawn one."""
        if self.is_drawn:
            return {}
        base = self.terms_of(self.scenario, {})
        found: dict[str, Any] = {name: box.value() for name, box in self.numbers.items()}
        found |= {name: switch.isChecked() for name, switch in self.switches.items()}
        found |= self.more_options()
        found = {name: value for name, value in found.items() if value != encode(getattr(base, name))}
        if any(force.is_changed for force in self.forces.values()):
            found[self.forced] = [encode(force.player()) for force in self.forces.values()]
            if base.limit and "limit" not in self.numbers:
                found["limit"] = 0
        return found

    def made(self) -> Any:
        """The terms of the form. Raises BobError."""
        return self.terms_of(self.scenario, self.options())

    def preview(self) -> None:
        """Show the board as it will be."""
        try:
            made = self.made()
        except BobError as error:
            self.fault.setText(error.describe(self.settings.words))
            return
        self.brief.setText(self._describe(self.code)[1])
        self.show_terms(None if self.is_drawn else made)

    def plan(self) -> GamePlan:
        """Return the plan of the form."""
        if self.learning:
            return self.taught()
        return GamePlan(self.kit.name, self.scenario, self.seed_asked(), self.seated(), self.options())

    def check(self) -> None:
        self.made()

    def _learn(self) -> None:
        self.learning = True
        self.accept()
