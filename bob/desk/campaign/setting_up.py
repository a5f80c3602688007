"""The dialog for a new campaign of linked missions: which, who plays, how the dogfights are fought; its map beside them."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QGroupBox, QHBoxLayout, QLabel, QListWidget, QSpinBox, QVBoxLayout, QWidget

from bob.campaign.linked.game import Campaign
from bob.campaign.linked.position import CampaignTerms
from bob.campaign.linked.telling import CampaignTeller
from bob.desk.campaign.desk_state import CampaignDesk
from bob.desk.campaign_room.model import RoomModel, RoomState
from bob.desk.campaign_room.theatre_map import TheatreMap
from bob.desk.looks import theme
from bob.desk.played.game_setup import GameSetup
from bob.desk.played.plan import GamePlan
from bob.desk.settings import Settings
from bob.dice import SeededDice, Stream
from bob.game import Choices
from bob.games import kit

SWITCHES = ("quick", "wingmen", "bonus_cards", "oots_answered_as_ims")
FLIPS = ("reach", "exceed")


class LinkedSetup(GameSetup):
    """What campaign, and who plays it."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(kit(Campaign.name), settings, parent)
        game = self.kit.make()
        assert isinstance(game, Campaign)
        self.game = game
        self.model = RoomModel(self)
        self._build()
        self.cast(self.kit.casting(game, self.kit.usual, {}).alone)
        settings.language_changed.connect(self.retranslate)
        self.retranslate()
        self.campaign.setCurrentRow(list(game.sheets).index(self.kit.usual))

    def _build(self) -> None:
        self.campaign = QListWidget()
        self.campaign.currentRowChanged.connect(lambda _: self._show())
        self.about = QLabel()
        self.about.setWordWrap(True)
        self.map = TheatreMap(self.settings, self.model)
        self.seats_group, self.options_group = QGroupBox(), QGroupBox()
        self.seats_group.setLayout(self.seats_form)
        self.size_, self.flip = QSpinBox(), QComboBox()
        self.size_.setRange(1, 6)
        theme.inset(self.size_)
        for name in FLIPS:
            self.flip.addItem("", name)
        self.switches = {name: QCheckBox() for name in SWITCHES}
        self.labels = {name: QLabel() for name in ("scale", "flip", "seed")}
        options = QFormLayout(self.options_group)
        for name, field in (("scale", self.size_), ("flip", self.flip), ("seed", self.seed)):
            self.labels[name].setBuddy(field)
            options.addRow(self.labels[name], field)
        for box in self.switches.values():
            options.addRow(box)
        left, right = QVBoxLayout(), QVBoxLayout()
        for widget in (self.campaign, self.seats_group, self.options_group):
            left.addWidget(widget)
        left.addStretch()
        left.addWidget(self.fault)
        right.addWidget(self.map, 1)
        right.addWidget(self.about)
        columns = QHBoxLayout()
        columns.setSpacing(18)
        columns.addLayout(left, 2)
        columns.addLayout(right, 3)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(18, 16, 18, 14)
        whole.addLayout(columns, 1)
        whole.addLayout(self.foot)
        theme.size_box(self, self.settings, 1040, 620)

    def retranslate(self) -> None:
        super().retranslate()
        words = self.settings.words
        row = max(0, self.campaign.currentRow())
        self.campaign.blockSignals(True)
        self.campaign.clear()
        for sheet in self.game.sheets.values():
            self.campaign.addItem(sheet.name[words.language])
        self.campaign.setCurrentRow(row)
        self.campaign.blockSignals(False)
        self.campaign.setFixedHeight(self.campaign.sizeHintForRow(0) * len(self.game.sheets) + 12)
        self.campaign.setAccessibleName(words("desk_game.setup.scenario"))
        self.map.setAccessibleName(words("desk_campaign.part.map"))
        self.setWindowTitle(words("desk_game.title.campaign"))
        self.seats_group.setTitle(words("desk_game.setup.seats"))
        self.options_group.setTitle(words("desk_cards.setup.options"))
        for name in ("scale", "flip"):
            text = words(f"campaign.option.{name}")
            self.labels[name].setText(f"{text[:1].upper()}{text[1:]}")
        self.labels["seed"].setText(words("desk_game.setup.seed"))
        for i, name in enumerate(FLIPS):
            self.flip.setItemText(i, words(f"desk_cards.setup.flip_{name}"))
        for name, box in self.switches.items():
            text = words(f"campaign.option.{name}")
            box.setText(f"{text[:1].upper()}{text[1:]}")
        self._show()

    @property
    def code(self) -> str:
        """The campaign that is chosen."""
        return list(self.game.sheets)[max(0, self.campaign.currentRow())]

    def _show(self) -> None:
        """The map of the campaign that is chosen, and what is to be known of it before."""
        sheet, words = self.game.sheets[self.code], self.settings.words
        position, _ = self.game.setup(self.code, {}, SeededDice(Stream.of("map", self.code)))
        view = self.game.view(position, sheet.initiative)
        teller = self.kit.teller(words, self.game, self.code)
        assert isinstance(teller, CampaignTeller)
        state = CampaignDesk(self.game, view, Choices(), teller, None).state()
        self.model.show(RoomState(targets=state.targets, routes=state.routes), None)
        self.about.setText(
            words(
                "desk_campaign.setup_about",
                missions=sheet.missions,
                turns=sheet.turns,
                side=words(f"campaign.side.{sheet.initiative}"),
                targets=len(sheet.targets),
            )
        )

    def plan(self) -> GamePlan:
        usual = CampaignTerms()
        chosen: dict[str, Any] = {"scale": self.size_.value(), "flip": self.flip.currentData()}
        chosen |= {name: box.isChecked() for name, box in self.switches.items()}
        options = {name: value for name, value in chosen.items() if value != getattr(usual, name)}
        return GamePlan(self.kit.name, self.code, self.seed_asked(), self.seated(), options)


SETUP = LinkedSetup
