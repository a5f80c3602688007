"""The dialog for a new game of a kind that has no dialog of its own: the scenario, who plays each seat, the dice."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from bob.core.errors import BobError
from bob.core.kit import HUMAN, Kit
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.shared.game_setup import GameSetup
from bob.desk.boards.shared.lists import ORDER
from bob.driver.game_plan import GamePlan


class PlainSetup(GameSetup):
    """The choice of the game and its players."""

    def __init__(self, kit: Kit, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(kit, settings, parent)
        self.game = kit.make()
        words = settings.words
        self.scenario = QListWidget()
        self.scenario.setAccessibleName(words("desk_game.setup.scenario"))
        for code, title in kit.scenarios(words).items():
            item = QListWidgetItem(title)
            item.setData(ORDER, code)
            self.scenario.addItem(item)
            if code == kit.usual:
                self.scenario.setCurrentItem(item)
        self.scenario.currentRowChanged.connect(lambda _: self._cast())
        self.typed = QCheckBox(words("desk_game.setup.typed"))
        last = QFormLayout()
        last.addRow(words("desk_game.setup.seed"), self.seed)
        last.addRow("", self.typed)
        column = QVBoxLayout(self)
        for caption, part in (("scenario", self.scenario), ("seats", self.seats_form)):
            label = QLabel(words(f"desk_game.setup.{caption}"))
            theme.kind(label, "caption")
            column.addWidget(label)
            column.addWidget(part) if isinstance(part, QWidget) else column.addLayout(part)
        column.addLayout(last)
        column.addWidget(self.fault)
        column.addLayout(self.foot)
        self.setMinimumWidth(round(480 * settings.scale))
        self._cast()
        self.retranslate()

    @property
    def code(self) -> str:
        """The scenario that is chosen."""
        item = self.scenario.currentItem()
        return str(item.data(ORDER)) if item is not None else self.kit.usual

    def _cast(self) -> None:
        """The seats of the scenario, as they are usually played."""
        self.fault.clear()
        try:
            self.cast(self.kit.casting(self.game, self.code, {}).alone)
        except BobError as error:
            self.cast({})
            self.fault.setText(error.describe(self.settings.words))
        self.name_seats()

    def plan(self) -> GamePlan:
        seats = self.seated()
        options = self.kit.settled(self.code, {}, [seat for seat, who in seats.items() if who == HUMAN])
        return GamePlan(self.kit.name, self.code, self.seed_asked(), seats, options, self.typed.isChecked())

    def check(self) -> None:
        self.kit.casting(self.game, self.code, {})
