"""The base of the dialogs for a new game: the players of the seats, the seed, a fault, a file to continue."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QFormLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QWidget

from bob.core.errors import BobError
from bob.core.kit import HUMAN, Kit, seat_text
from bob.core.seeds import fresh_seed
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.driver.game_plan import GamePlan
from bob.files import ENDING


class GameSetup(QDialog):
    """A dialog for a new game. Once it was accepted, `path` is the game to go on with, or else `plan()` the new one."""

    def __init__(self, kit: Kit, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kit, self.settings = kit, settings
        self.path: Path | None = None
        self.seats: dict[str, QComboBox] = {}
        self.seats_form = QFormLayout()
        self._asked: dict[str, str] = {}
        self.seed = QLineEdit()
        self.fault = QLabel()
        self.fault.setWordWrap(True)
        theme.kind(self.fault, "warning")
        self.go, self.cancel, self.resume = QPushButton(), QPushButton(), QPushButton()
        theme.kind(self.go, "primary")
        self.go.setDefault(True)
        self.go.clicked.connect(lambda: self._go())
        self.cancel.clicked.connect(self.reject)
        self.resume.clicked.connect(lambda: self._resume())
        self.foot = QHBoxLayout()
        self.foot.addWidget(self.resume)
        self.foot.addStretch()
        self.foot.addWidget(self.cancel)
        self.foot.addWidget(self.go)

    def retranslate(self) -> None:
        words = self.settings.words
        self.seed.setPlaceholderText(words("desk.start.seed"))
        self.go.setText(words("desk_game.setup.go"))
        self.cancel.setText(words("desk.box.cancel"))
        self.resume.setText(words("desk_game.setup.resume"))
        self.name_seats()

    # ---- what the game's own dialog says

    def plan(self) -> GamePlan:
        """Return the plan of the form."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise BobError for a form that cannot be played."""

    def seat_named(self, seat: str) -> str:
        """A seat for a person."""
        return seat_text(self.settings.words, seat)

    def player_named(self, name: str) -> str:
        """A player of the program."""
        words, key = self.settings.words, f"pilots.name.{name}"
        return words(key) if words.has(key) else name.capitalize()

    # ---- players

    def cast(self, usual: Mapping[str, str]) -> None:
        """Make a box for each of these seats, with its usual player; keep former choices."""
        while self.seats_form.rowCount():
            self.seats_form.removeRow(0)
        self.seats = {}
        for seat, who in usual.items():
            box = QComboBox()
            for name in (HUMAN, *self.kit.players(seat)):
                box.addItem("", name)
            box.setCurrentIndex(max(0, box.findData(self._asked.get(seat, who))))
            box.activated.connect(partial(self._seat_asked, seat))
            self.seats[seat] = box
            self.seats_form.addRow(QLabel(), box)

    def _seat_asked(self, seat: str, _: int) -> None:
        self._asked[seat] = str(self.seats[seat].currentData())

    def name_seats(self) -> None:
        """Write the names of the seats and of their possible players."""
        words = self.settings.words
        for seat, box in self.seats.items():
            label = self.seats_form.labelForField(box)
            assert isinstance(label, QLabel)
            label.setText(self.seat_named(seat))
            label.setBuddy(box)
            for i in range(box.count()):
                name = box.itemData(i)
                box.setItemText(i, words("desk_game.setup.human") if name == HUMAN else self.player_named(str(name)))

    def seated(self) -> dict[str, str]:
        """Return the chosen player of each seat."""
        return {seat: str(box.currentData()) for seat, box in self.seats.items()}

    def seed_asked(self) -> str:
        """The seed that was typed, else one by chance."""
        return self.seed.text().strip() or fresh_seed()

    # ---- ending it

    def _go(self) -> None:
        """Accept a playable form; else show its fault."""
        try:
            self.check()
        except BobError as error:
            self.fault.setText(error.describe(self.settings.words))
            return
        self.accept()

    def _resume(self) -> None:
        """Choose the file of a game to go on with."""
        title = self.settings.words("desk_game.setup.resume")
        found, _ = QFileDialog.getOpenFileName(self, title, str(self.settings.games_folder), f"*{ENDING}")
        if found:
            self.path = Path(found)
            self.accept()
