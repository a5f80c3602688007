"""The dialog that sets a hex dogfight up: a mission or a battle of one's own, its forces and options, and who plays each seat."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
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

from bob.chart.coast import Lie
from bob.codec import encode
from bob.desk.hexes.board import HexBoard
from bob.desk.hexes.forces import ForceEditor
from bob.desk.hexes.hex_lesson import lesson_plan
from bob.desk.looks import theme
from bob.desk.played.game_setup import GameSetup
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
from bob.kit import seat_told

OWN = "own"
BASE = "free_hunt"
"""The mission that a battle of one's own begins with."""
SWITCHES = ("altimeter", "altitude_fire", "above", "deflection", "slip_limit", "fuel", "night", "new_clouds", "named", "wep_once")
UNWRITTEN = {RANDOM_MISSION: "hexes.mission.random", OWN: "desk_hexes.setup.own"}
"""What is in no mission's file, with what it is called."""
NUMBERS = {"turns": (1, 40), "cloud_count": (0, 12), "structure": (0, 10)}


class HexSetup(GameSetup):
    """What to fight, and who flies."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(kit(HexDogfight.name), settings, parent)
        game = self.kit.make()
        assert isinstance(game, HexDogfight)
        self.game = game
        self.learning = False
        """Whether the lesson was chosen."""
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
        seats.setLayout(self.seats_form)
        self.forces_page = QWidget()
        self.forces_column = QVBoxLayout(self.forces_page)
        held = QScrollArea()
        held.setWidgetResizable(True)
        held.setWidget(self.forces_page)
        self.tabs = QTabWidget()
        self.tabs.addTab(seats, "")
        self.tabs.addTab(self._options(), "")
        self.tabs.addTab(held, "")
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
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 14, 16, 12)
        whole.addLayout(columns, 1)
        whole.addLayout(self.foot)

    def _options(self) -> QWidget:
        page = QWidget()
        theme.kind(page, "page")
        grid = QGridLayout(page)
        self.labels: dict[str, QLabel] = {}
        self.numbers: dict[str, QSpinBox] = {}
        self.switches = {name: QCheckBox() for name in SWITCHES}
        self.wind, self.force = QComboBox(), QSpinBox()
        self.force.setRange(1, 3)
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
        super().retranslate()
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
        self.name_seats()

    def seat_named(self, seat: str) -> str:
        words, side = self.settings.words, self.forces[seat].player().side
        return seat_told(words, seat) if side == seat else f"{seat_told(words, side)}, {seat_told(words, seat)}"

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
        for force in self.forces.values():
            force.hide()
            force.deleteLater()
        self.forces = {}
        usual = self.kit.casting(self.game, self.mission, {}).alone
        self.cast({player.seat: usual[player.seat] for player in made.players})
        for player in made.players:
            force = ForceEditor(self.settings, self.game.tables, player)
            force.changed.connect(self._changed)
            self.forces[player.seat] = force
            self.forces_column.addWidget(force)
        self.name_seats()
        if self.code == OWN:
            self.tabs.setCurrentIndex(2)
        self._changed()

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
        return GamePlan(self.game.name, self.mission, self.seed_asked(), self.seated(), self.options())

    def check(self) -> None:
        self._made()

    def _learn(self) -> None:
        self.learning = True
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
