"""The dialog that sets a card dogfight up: a scenario or a battle of one's own, its options, and who plays each seat."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGridLayout,
    QGroupBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from bob.core.kit import HUMAN
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.cards.pens import Pens
from bob.desk.boards.cards.planes import Plane, draw_plane
from bob.desk.boards.shared.game_setup import GameSetup
from bob.driver.game_plan import GamePlan
from bob.games import kit
from bob.tactical.cards import CardDogfight
from bob.tactical.cards.data import ALLIED, AXIS
from bob.tactical.cards.options import terms

OWN = "own"
BATTLES = ("first_match", "duel", "pairs", "teams", "free_for_all", "raid", OWN)
SWITCHES = ("wingmen", "pilots", "balance", "bonus_cards", "oots_answered_as_ims")
USUAL = {ALLIED: "spitfire_i", AXIS: "bf_109e_4"}


def _fill(box: QComboBox, options: list[tuple[Any, str]]) -> None:
    """Put options into a box; keep the current choice."""
    chosen = box.currentData()
    box.clear()
    for data, text in options:
        box.addItem(text, data)
    box.setCurrentIndex(max(0, box.findData(chosen)))


class Preview(QWidget):
    """Both sides of an aircraft card."""

    def __init__(self, settings: Settings, game: CardDogfight, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings, self.game, self.code = settings, game, USUAL[ALLIED]
        self.setMinimumSize(300, 330)

    def sizeHint(self) -> QSize:
        return QSize(310, 400)

    def show_card(self, code: str) -> None:
        self.code = code
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        card = self.game.tables.aircraft.get(self.code)
        if card is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pens = Pens(self.settings, self.game.tables)
        height = min((self.height() - 24) / 2, self.width() * 0.62)
        width = min(self.width() - 8.0, height * 1.55)
        for i, side in enumerate((card.front, card.back)):
            box = QRectF((self.width() - width) / 2, 4 + i * (height + 12), width, height)
            plane = Plane(
                card.code,
                card.name,
                card.side,
                side,
                bool(i),
                0,
                card.is_bomber,
                marks=pens.words("desk_cards.worth", year=card.year, points=card.vp),
            )
            draw_plane(painter, box, plane, pens)


class SideBox(QGroupBox):
    """The aircraft of one side of a battle of one's own."""

    def __init__(self, settings: Settings, game: CardDogfight, side: str, preview: Preview) -> None:
        super().__init__()
        self.settings, self.game, self.side, self.preview = settings, game, side, preview
        self.mounts: list[dict[str, Any]] = [{"aircraft": USUAL[side]}]
        self.aircraft, self.pilot = QComboBox(), QComboBox()
        for box in (self.aircraft, self.pilot):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(13)
        for code, card in sorted(game.tables.aircraft.items(), key=lambda pair: (pair[1].side != side, pair[1].name)):
            self.aircraft.addItem(card.name, code)
        self.aircraft.setCurrentIndex(self.aircraft.findData(USUAL[side]))
        self.count = QSpinBox()
        self.count.setRange(1, 6)
        self.add, self.remove = QPushButton(), QPushButton()
        self.list = QListWidget()
        self.list.setFixedHeight(92)
        self.labels = [QLabel(), QLabel(), QLabel()]
        grid = QGridLayout(self)
        grid.addWidget(self.list, 0, 0, 1, 4)
        for i, (label, field) in enumerate(zip(self.labels, (self.aircraft, self.pilot, self.count), strict=True)):
            label.setBuddy(field)
            theme.kind(label, "caption")
            grid.addWidget(label, 1, i)
            grid.addWidget(field, 2, i)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addWidget(self.remove)
        row.addStretch()
        grid.addLayout(row, 3, 0, 1, 4)
        grid.setColumnStretch(0, 3)
        grid.setColumnStretch(1, 3)
        self.aircraft.currentIndexChanged.connect(lambda _: self._pilots())
        self.add.clicked.connect(lambda: self._add())
        self.remove.clicked.connect(lambda: self._remove())
        self.retranslate()

    def retranslate(self) -> None:
        words = self.settings.words
        for label, key in zip(self.labels, ("aircraft", "pilot", "count"), strict=True):
            label.setText(words(f"desk_cards.setup.{key}"))
        self.add.setText(words("desk_cards.setup.add"))
        self.remove.setText(words("desk_cards.setup.remove"))
        self._pilots()
        self._fill()

    def _pilots(self) -> None:
        """List the pilots for the chosen aircraft."""
        card = self.game.tables.aircraft[self.aircraft.currentData()]
        self.preview.show_card(card.code)
        self.pilot.clear()
        self.pilot.addItem(self.settings.words("desk_cards.setup.no_pilot"), None)
        for pilot in self.game.tables.pilots.values():
            if pilot.fits(card):
                self.pilot.addItem(f"{pilot.name} ({', '.join(pilot.abilities)})", pilot.code)

    def _add(self) -> None:
        mount: dict[str, Any] = {"aircraft": self.aircraft.currentData(), "count": self.count.value()}
        if self.pilot.currentData():
            mount["pilot"] = self.pilot.currentData()
        self.mounts.append(mount)
        self._fill()

    def _remove(self) -> None:
        row = self.list.currentRow() if self.list.currentRow() >= 0 else len(self.mounts) - 1
        if self.mounts:
            del self.mounts[row]
        self._fill()

    def _fill(self) -> None:
        tables, words = self.game.tables, self.settings.words
        self.list.clear()
        points = 0
        for mount in self.mounts:
            card, pilot = tables.aircraft[mount["aircraft"]], tables.pilots.get(mount.get("pilot", ""))
            count = mount.get("count", 1)
            points += count * (card.vp + (pilot.vp if pilot is not None else 0))
            many = f"{count} × " if count > 1 else ""
            self.list.addItem(f"{many}{card.name}" + (f", {pilot.name}" if pilot is not None else ""))
        name = Pens(self.settings, tables).seat(self.side)
        self.setTitle(words("desk_cards.setup.points", side=name, points=points))
        self.list.setAccessibleName(name)


class CardSetup(GameSetup):
    """The choice of the battle and its players."""

    def __init__(self, settings: Settings, parent: QWidget | None = None, game: CardDogfight | None = None) -> None:
        super().__init__(kit(CardDogfight.name), settings, parent)
        self.game = game if game is not None else CardDogfight()
        self._build()
        settings.language_changed.connect(self.retranslate)
        self.retranslate()
        self._battle()

    def _build(self) -> None:
        self.battle = QListWidget()
        self.battle.currentRowChanged.connect(lambda _: self._battle())
        self.preview = Preview(self.settings, self.game)
        self.sides = {side: SideBox(self.settings, self.game, side, self.preview) for side in (ALLIED, AXIS)}
        self.own_page = QWidget()
        own = QVBoxLayout(self.own_page)
        own.setContentsMargins(0, 0, 0, 0)
        for group in self.sides.values():
            own.addWidget(group)
        self.seats_group, self.options_group = QGroupBox(), QGroupBox()
        self.seats_group.setLayout(self.seats_form)
        options = QGridLayout(self.options_group)
        self.turns, self.decks, self.vp_limit, self.year = (QSpinBox() for _ in range(4))
        self.vp_limit.setRange(1, 99)
        self.year.setRange(1937, 1945)
        self.turns.setRange(1, 20)
        self.decks.setRange(1, 8)
        self.theatre, self.first, self.flip = QComboBox(), QComboBox(), QComboBox()
        self.switches = {name: QCheckBox() for name in SWITCHES}
        self.labels = {name: QLabel() for name in ("turns", "decks", "theatre", "first", "flip", "vp_limit", "year", "seed")}
        fields: tuple[tuple[str, QWidget], ...] = (
            ("turns", self.turns), ("first", self.first), ("decks", self.decks), ("theatre", self.theatre),
            ("vp_limit", self.vp_limit), ("year", self.year), ("flip", self.flip), ("seed", self.seed),
        )  # fmt: skip
        for i, (name, field) in enumerate(fields):
            self.labels[name].setBuddy(field)
            options.addWidget(self.labels[name], i // 2, i % 2 * 2)
            options.addWidget(field, i // 2, i % 2 * 2 + 1)
        for i, box in enumerate(self.switches.values()):
            options.addWidget(box, 4 + i, 0, 1, 4)
        self.card_title = QLabel()
        theme.kind(self.card_title, "caption")
        left, middle, right = QVBoxLayout(), QVBoxLayout(), QVBoxLayout()
        left.addWidget(self.battle)
        left.addWidget(self.seats_group)
        left.addStretch()
        middle.addWidget(self.own_page)
        middle.addWidget(self.options_group)
        middle.addStretch()
        middle.addWidget(self.fault)
        right.addWidget(self.card_title)
        right.addWidget(self.preview, 1)
        columns = QHBoxLayout()
        columns.setSpacing(18)
        for column, stretch in ((left, 4), (middle, 5), (right, 4)):
            columns.addLayout(column, stretch)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(18, 16, 18, 14)
        whole.addLayout(columns, 1)
        whole.addLayout(self.foot)

    def retranslate(self) -> None:
        super().retranslate()
        words = self.settings.words
        pens = Pens(self.settings, self.game.tables)
        self.setWindowTitle(words("desk_cards.setup.title"))
        row = max(0, self.battle.currentRow())
        self.battle.blockSignals(True)
        self.battle.clear()
        for code in BATTLES:
            self.battle.addItem(words("desk_cards.setup.own") if code == OWN else pens.teller.scenario(code))
        self.battle.setCurrentRow(row)
        self.battle.blockSignals(False)
        self.battle.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.battle.setFixedHeight(self.battle.sizeHintForRow(0) * len(BATTLES) + 12)
        self.battle.setMinimumWidth(self.battle.sizeHintForColumn(0) + 26)
        self.battle.setAccessibleName(words("desk_cards.setup.battle"))
        self.seats_group.setTitle(words("desk_game.setup.seats"))
        self.options_group.setTitle(words("desk_cards.setup.options"))
        for name, label in self.labels.items():
            label.setText(words(f"desk_cards.setup.{name}"))
        theatres = [(name, words(f"desk_cards.setup.theatre_{name}")) for name in ("both", "europe", "pacific")]
        _fill(self.theatre, theatres)
        _fill(self.flip, [(name, words(f"desk_cards.setup.flip_{name}")) for name in ("reach", "exceed")])
        _fill(self.first, [(None, words("desk_cards.setup.by_lot")), *[(side, pens.seat(side)) for side in (ALLIED, AXIS)]])
        for name, box in self.switches.items():
            text = pens.teller.option(name)
            box.setText(text[:1].upper() + text[1:])
        self.seed.setPlaceholderText(words("desk_cards.setup.any_seed"))
        self.card_title.setText(words("desk_cards.setup.card"))
        for group in self.sides.values():
            group.retranslate()

    # ---- choosing

    @property
    def code(self) -> str:
        return BATTLES[max(0, self.battle.currentRow())]

    def _battle(self) -> None:
        """Another battle was chosen: its seats and its usual options."""
        own = self.code == OWN
        self.own_page.setVisible(own)
        base = self.game.scenarios["first_match" if own else self.code]
        self.turns.setValue(base.get("turns", 6))
        self.decks.setValue(base.get("decks", 1))
        for name, switch in self.switches.items():
            switch.setChecked(bool(base.get(name, False)))
        self.vp_limit.setValue(base.get("vp_limit", 99))
        self.year.setValue(min(1945, base.get("year", 1945)))
        picks = any(p.get("picks") for p in base["players"]) and not own
        for field in (self.vp_limit, self.year, self.labels["vp_limit"], self.labels["year"]):
            field.setVisible(picks)
        self.first.setCurrentIndex(max(0, self.first.findData(base.get("first"))))
        self.first.setEnabled(not base.get("free_for_all", False))
        players: list[dict[str, Any]] = [{"seat": side, "side": side} for side in (ALLIED, AXIS)] if own else list(base["players"])
        players.sort(key=lambda p: p["side"] == AXIS)
        self.cast({player["seat"]: "sound" if i else HUMAN for i, player in enumerate(players)})
        self.name_seats()
        given = [m["aircraft"] for p in players for m in p.get("aircraft", ())]
        if given:
            self.preview.show_card(given[0])
        self.fault.clear()

    def seat_named(self, seat: str) -> str:
        return Pens(self.settings, self.game.tables).seat(seat)

    def plan(self) -> GamePlan:
        """Return the plan of the form."""
        options: dict[str, Any] = {"turns": self.turns.value(), "decks": self.decks.value(), "theatre": self.theatre.currentData()}
        options["flip"] = self.flip.currentData()
        options["first"] = self.first.currentData() if self.first.isEnabled() else None
        if not self.vp_limit.isHidden():
            options |= {"vp_limit": self.vp_limit.value(), "year": self.year.value()}
        options |= {name: box.isChecked() for name, box in self.switches.items()}
        scenario = self.code
        if scenario == OWN:
            scenario = "first_match"
            options["historical"] = False
            options["players"] = [{"seat": side, "side": side, "aircraft": group.mounts} for side, group in self.sides.items()]
        return GamePlan(CardDogfight.name, scenario, self.seed_asked(), self.seated(), options)

    def check(self) -> None:
        plan = self.plan()
        terms(plan.scenario, plan.options, self.game.scenarios, self.game.tables)
