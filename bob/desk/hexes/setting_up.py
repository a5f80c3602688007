"""The dialog that sets a hex dogfight up: a mission or a battle of one's own, its forces and options, and who plays each seat."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from bob.chart.coast import Lie
from bob.codec import encode
from bob.desk.hexes.board import HexBoard
from bob.desk.hexes.forces import ForceEditor
from bob.desk.hexes.hex_lesson import lesson_plan
from bob.desk.looks import theme
from bob.desk.played.lists import ORDER, WrappedLines
from bob.desk.played.plan import GamePlan
from bob.desk.settings import Settings
from bob.dice import SeededDice, Stream
from bob.dogfight.hexes.game import HexDogfight
from bob.dogfight.hexes.options import RANDOM_MISSION, check_terms, terms
from bob.dogfight.hexes.position import HexPosition, HexTerms
from bob.dogfight.hexes.setup import aircraft_of, new_position
from bob.dogfight.hexes.telling import HexTeller
from bob.errors import BobError
from bob.game import REFEREE
from bob.games import kit
from bob.kit import HUMAN, seat_told
from bob.save import ENDING
from bob.seeds import fresh_seed

OWN = "own"
BASE = "free_hunt"
"""The mission that a battle of one's own begins with."""
SWITCHES = ("altimeter", "altitude_fire", "above", "deflection", "slip_limit", "fuel", "night", "new_clouds", "named", "wep_once")
UNWRITTEN = {RANDOM_MISSION: "hexes.mission.random", OWN: "desk_hexes.setup.own"}
"""What is in no mission's file, with what it is called."""
NUMBERS = {"turns": (1, 40), "cloud_count": (0, 12), "structure": (0, 10)}


class HexSetup(QDialog):
    """What to fight, and who flies. Once it was accepted, `path` is the battle to go on with, or else `plan()` the new one."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self.kit = kit(HexDogfight.name)
        game = self.kit.make()
        assert isinstance(game, HexDogfight)
        self.game = game
        self.path: Path | None = None
        self.learning = False
        """Whether the lesson was chosen."""
        self._asked: dict[str, str] = {}
        self.seats: dict[str, QComboBox] = {}
        self.forces: dict[str, ForceEditor] = {}
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(self._preview)
        self._build()
        settings.language_changed.connect(self.retranslate)
        self.retranslate()
        theme.size_box(self, settings, 1120, 720)

    # ---- building

    def _build(self) -> None:
        self.missions = WrappedLines()
        self.missions.setMinimumWidth(round(300 * self.settings.scale))
        self.missions.currentRowChanged.connect(lambda _: self._chosen())
        self.missions.itemDoubleClicked.connect(lambda _: self._go())
        self.lesson = QPushButton()
        self.lesson.clicked.connect(lambda: self._learn())
        self.caption = QLabel()
        theme.kind(self.caption, "caption")
        self.brief = QLabel()
        self.brief.setWordWrap(True)
        self.board = HexBoard(self.settings)
        self.board.setMinimumSize(300, 220)
        self.board.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.board.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        seats = QWidget()
        theme.kind(seats, "page")
        self.seats_form = QFormLayout(seats)
        self.forces_page = QWidget()
        self.forces_column = QVBoxLayout(self.forces_page)
        held = QScrollArea()
        held.setWidgetResizable(True)
        held.setWidget(self.forces_page)
        self.tabs = QTabWidget()
        self.tabs.addTab(seats, "")
        self.tabs.addTab(self._options(), "")
        self.tabs.addTab(held, "")
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        theme.kind(self.fault, "warning")
        self.go, self.cancel, self.resume = QPushButton(), QPushButton(), QPushButton()
        theme.kind(self.go, "primary")
        self.go.setDefault(True)
        self.go.clicked.connect(lambda: self._go())
        self.cancel.clicked.connect(self.reject)
        self.resume.clicked.connect(lambda: self._resume())
        left, right = QVBoxLayout(), QVBoxLayout()
        for widget in (self.lesson, self.caption, self.missions):
            left.addWidget(widget)
        right.addWidget(self.brief)
        right.addWidget(self.board, 3)
        right.addWidget(self.tabs, 2)
        right.addWidget(self.fault)
        columns = QHBoxLayout()
        columns.setSpacing(16)
        columns.addLayout(left, 3)
        columns.addLayout(right, 6)
        foot = QHBoxLayout()
        foot.addWidget(self.resume)
        foot.addStretch()
        foot.addWidget(self.cancel)
        foot.addWidget(self.go)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 12)
        whole.addLayout(columns, 1)
        whole.addLayout(foot)

    def _options(self) -> QWidget:
        page = QWidget()
        theme.kind(page, "page")
        grid = QGridLayout(page)
        self.labels: dict[str, QLabel] = {}
        self.numbers: dict[str, QSpinBox] = {}
        self.switches = {name: QCheckBox() for name in SWITCHES}
        self.wind, self.force = QComboBox(), QSpinBox()
        self.force.setRange(1, 3)
        self.seed = QLineEdit()
        fields: list[tuple[str, QWidget]] = []
        for name, (least, most) in NUMBERS.items():
            box = QSpinBox()
            box.setRange(least, most)
            theme.inset(box)
            self.numbers[name] = box
            fields.append((name, box))
        theme.inset(self.force)
        fields += [("wind", self.wind), ("force", self.force), ("seed", self.seed)]
        for i, (name, field) in enumerate(fields):
            self.labels[name] = QLabel()
            self.labels[name].setBuddy(field)
            grid.addWidget(self.labels[name], i // 3, i % 3 * 2)
            grid.addWidget(field, i // 3, i % 3 * 2 + 1)
        for i, switch in enumerate(self.switches.values()):
            grid.addWidget(switch, 2 + i // 3, i % 3 * 2, 1, 2)
            switch.toggled.connect(lambda _: self._changed())
        for number in (*self.numbers.values(), self.force):
            number.valueChanged.connect(lambda _: self._changed())
        self.wind.activated.connect(lambda _: self._changed())
        return page

    # ---- words

    def retranslate(self) -> None:
        words = self.settings.words
        teller = HexTeller(words, self.game.tables)
        self.setWindowTitle(words("desk_game.title.hexes"))
        self.lesson.setText(words("desk_hexes.setup.lesson"))
        self.lesson.setToolTip(words("desk_hexes.setup.lesson_tip"))
        self.caption.setText(words("desk_game.setup.scenario"))
        for i, key in enumerate(("desk_game.setup.seats", "desk_hexes.setup.options", "desk_hexes.setup.forces")):
            self.tabs.setTabText(i, words(key))
        for name, label in self.labels.items():
            label.setText(words(f"desk_hexes.setup.{name}") if name in ("force", "seed") else teller.option(name))
        for name, switch in self.switches.items():
            switch.setText(teller.option(name))
        chosen = self.wind.currentData()
        self.wind.clear()
        self.wind.addItem(words("desk_hexes.setup.no_wind"), -1)
        for facing in range(6):
            self.wind.addItem(words("desk_hexes.setup.wind_to", facing=teller.facing(facing)), facing)
        self.wind.setCurrentIndex(max(0, self.wind.findData(chosen)))
        self.seed.setPlaceholderText(words("desk.start.seed"))
        self.go.setText(words("desk_game.setup.go"))
        self.cancel.setText(words("desk.box.cancel"))
        self.resume.setText(words("desk_game.setup.resume"))
        self._list()

    def _list(self) -> None:
        """The missions, each with a line about it."""
        words = self.settings.words
        row = self.missions.currentRow()
        self.missions.blockSignals(True)
        self.missions.clear()
        codes = sorted(self.game.missions, key=lambda code: (code != self.kit.usual, code))
        for code in (*codes, RANDOM_MISSION, OWN):
            if code in UNWRITTEN:
                text = f"{words(UNWRITTEN[code])}\n{words(f'desk_hexes.setup.{code}_text')}"
            else:
                mission = self.game.missions[code]
                text = f"{mission.name.get(words.language, code)}\n{mission.text.get(words.language, '')}"
            item = QListWidgetItem(text)
            item.setData(ORDER, code)
            self.missions.addItem(item)
        self.missions.setAccessibleName(words("desk_game.setup.scenario"))
        self.missions.blockSignals(False)
        self.missions.setCurrentRow(max(0, row))
        self._name_seats()

    def _name_seats(self) -> None:
        words = self.settings.words
        for seat, box in self.seats.items():
            label = self.seats_form.labelForField(box)
            if isinstance(label, QLabel):
                side = self.forces[seat].player().side
                label.setText(seat_told(words, seat) if side == seat else f"{seat_told(words, side)}, {seat_told(words, seat)}")
            for i in range(box.count()):
                name = box.itemData(i)
                key = f"pilots.name.{name}"
                told = words(key) if words.has(key) else str(name).capitalize()
                box.setItemText(i, words("desk_game.setup.human") if name == HUMAN else told)
        for force in self.forces.values():
            force.retranslate()

    # ---- choosing

    @property
    def code(self) -> str:
        item = self.missions.currentItem()
        return str(item.data(ORDER)) if item is not None else self.kit.usual

    @property
    def mission(self) -> str:
        """The mission whose terms the battle has."""
        return BASE if self.code == OWN else self.code

    def _chosen(self) -> None:
        """Another mission was chosen: its seats, forces and usual options."""
        made = self._base()
        drawn = self.code == RANDOM_MISSION
        self.tabs.setTabEnabled(2, not drawn)
        for field in (*self.numbers.values(), *self.switches.values(), self.wind, self.force):
            field.setEnabled(not drawn)
        for field in (*self.numbers.values(), *self.switches.values(), self.wind, self.force):
            field.blockSignals(True)
        for name, box in self.numbers.items():
            box.setValue(getattr(made, name))
        for name, switch in self.switches.items():
            switch.setChecked(bool(getattr(made, name)))
        self.wind.setCurrentIndex(self.wind.findData(made.wind.to if made.wind is not None else -1))
        self.force.setValue(made.wind.force if made.wind is not None else 1)
        for field in (*self.numbers.values(), *self.switches.values(), self.wind, self.force):
            field.blockSignals(False)
        while self.seats_form.rowCount():
            self.seats_form.removeRow(0)
        for force in self.forces.values():
            force.hide()
            force.deleteLater()
        self.seats, self.forces = {}, {}
        usual = self.kit.casting(self.game, self.mission, {}).alone
        for player in made.players:
            seat_box = QComboBox()
            for name in (HUMAN, *self.kit.players(player.seat)):
                seat_box.addItem("", name)
            seat_box.setCurrentIndex(max(0, seat_box.findData(self._asked.get(player.seat, usual[player.seat]))))
            seat_box.activated.connect(partial(self._seat_asked, player.seat))
            self.seats[player.seat] = seat_box
            self.seats_form.addRow(QLabel(), seat_box)
            force = ForceEditor(self.settings, self.game.tables, player)
            force.changed.connect(self._changed)
            self.forces[player.seat] = force
            self.forces_column.addWidget(force)
        self._name_seats()
        if self.code == OWN:
            self.tabs.setCurrentIndex(2)
        self._changed()

    def _seat_asked(self, seat: str, _: int) -> None:
        self._asked[seat] = str(self.seats[seat].currentData())

    def _changed(self) -> None:
        """Something of the form has changed: say what is wrong with it, and show it."""
        self.fault.clear()
        self._later.start(30)

    def _base(self) -> HexTerms:
        """The terms of the mission as it stands; of one that is drawn, its seats are what counts."""
        return self.game.terms_of(self.mission, {}, SeededDice(Stream.of(0, "form")))

    def options(self) -> dict[str, Any]:
        """What the form lays over the mission; nothing over one that is drawn."""
        if self.code == RANDOM_MISSION:
            return {}
        base = self._base()
        found: dict[str, Any] = {name: box.value() for name, box in self.numbers.items()}
        found |= {name: switch.isChecked() for name, switch in self.switches.items()}
        wind = self.wind.currentData()
        found["wind"] = {"to": wind, "force": self.force.value()} if wind is not None and wind >= 0 else None
        found = {name: value for name, value in found.items() if value != encode(getattr(base, name))}
        if any(force.is_changed for force in self.forces.values()):
            players = [force.player() for force in self.forces.values()]
            found["players"] = [encode(player) for player in players]
            if base.limit:
                found["limit"] = 0
        return found

    def _made(self) -> HexTerms:
        """The terms of the form. Raises BobError."""
        if self.code == RANDOM_MISSION:
            return self._base()
        made = terms(self.mission, self.options(), self.game.missions, self.game.tables)
        check_terms(made, self.game.tables)
        return made

    def _preview(self) -> None:
        """Show the sheet as it will be."""
        try:
            made = self._made()
        except BobError as error:
            self.fault.setText(error.told(self.settings.words))
            return
        words = self.settings.words
        text = f"desk_hexes.setup.{self.code}_text" if self.code in UNWRITTEN else ""
        self.brief.setText(words(text) if text else self.game.missions[self.code].text.get(words.language, ""))
        drawn = self.code == RANDOM_MISSION
        self.board.lie = Lie() if drawn else Lie(self.game.missions[self.mission].ground)
        self.board.show_view(None if drawn else self.game.view(_shown(made, self.game), REFEREE))

    def plan(self) -> GamePlan:
        """What the form says."""
        if self.learning:
            return lesson_plan()
        seats = {seat: str(box.currentData()) for seat, box in self.seats.items()}
        return GamePlan(self.game.name, self.mission, self.seed.text().strip() or fresh_seed(), seats, self.options())

    def _go(self) -> None:
        """Accept what can be fought; say what cannot."""
        try:
            self._made()
        except BobError as error:
            self.fault.setText(error.told(self.settings.words))
            return
        self.accept()

    def _learn(self) -> None:
        self.learning = True
        self.accept()

    def _resume(self) -> None:
        """Choose the file of a battle to go on with."""
        title = self.settings.words("desk_game.setup.resume")
        found, _ = QFileDialog.getOpenFileName(self, title, str(self.settings.games_folder), f"*{ENDING}")
        if found:
            self.path = Path(found)
            self.accept()


def _shown(made: HexTerms, game: HexDogfight) -> HexPosition:
    """A position of terms with nothing thrown: aircraft, clouds and ships where the mission puts them."""
    position = new_position(made, game.tables)
    for seat, player in enumerate(made.players):
        first = len(position.aircraft)
        for mount in player.aircraft:
            number = len(position.aircraft)
            a = aircraft_of(number, seat, position.side_of[seat], mount, first, made, game.tables)
            a.speed = a.dash.speed
            position.aircraft.append(a)
    position.clouds = sorted(made.clouds)
    position.ships = [ship.structure for ship in made.ships]
    return position


SETUP = HexSetup
