"""The dialog for a new campaign: which, who plays, how it is played; its map beside them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QGroupBox, QHBoxLayout, QLabel, QListWidget, QSpinBox, QVBoxLayout, QWidget

from bob.campaigns.flight_campaign import FlightCampaign
from bob.campaigns.sides import MOST_PLAYERS, SIDES
from bob.core.dice import SeededDice, Stream
from bob.core.game import Game
from bob.core.kit import Kit
from bob.desk.base.settings import Settings
from bob.desk.base.theme import theme
from bob.desk.boards.shared.game_setup import GameSetup
from bob.desk.campaigns.room.room_model import CampaignModel
from bob.desk.campaigns.room.theatre_map import TheatreMap
from bob.driver.game_plan import GamePlan
from bob.staff.advice.campaigns.room_state import CampaignState


class CampaignSetup(GameSetup):
    """The choice of a campaign and its players. A campaign defines the options (`field`s by their names) and the contents of the map."""

    def __init__(self, kit: Kit, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(kit, settings, parent)
        self.game: Game[Any] = kit.make()
        self.model = CampaignModel(self)
        self.codes = tuple(kit.scenarios(settings.words))
        self.fields = self.made_fields()
        self._build()
        self.cast(kit.casting(self.game, kit.usual, {}).alone)
        settings.language_changed.connect(self.retranslate)
        self.retranslate()
        self.campaign.setCurrentRow(self.codes.index(kit.usual))

    # ---- what a campaign says

    def made_fields(self) -> Mapping[str, QWidget]:
        """A field for each option that may be chosen, by its name: spin boxes, boxes to tick, lists of codes."""
        raise NotImplementedError

    def option_named(self, name: str) -> str:
        """Return the name of an option."""
        raise NotImplementedError

    def name_codes(self) -> None:
        """Write the names of the codes in lists."""

    def state_shown(self, view: Any) -> CampaignState:
        """Return the map's contents before the campaign begins."""
        raise NotImplementedError

    def about_text(self) -> str:
        """Describe the chosen campaign."""
        raise NotImplementedError

    def usual_options(self) -> Any:
        """The options as they are when nothing is said."""
        raise NotImplementedError

    def campaign_chosen(self) -> None:
        """React to the choice of another campaign, as fields may depend on it."""

    def player_named(self, name: str) -> str:
        """Return the name of an officer, as the leader of the campaign."""
        words, key = self.settings.words, f"desk_campaign.officer.{name}"
        return words(key) if words.has(key) else super().player_named(name)

    # ---- building

    def _build(self) -> None:
        self.campaign = QListWidget()
        self.campaign.currentRowChanged.connect(lambda _: self._show())
        self.about = QLabel()
        self.about.setWordWrap(True)
        self.map = TheatreMap(self.settings, self.model)
        self.seats_group, self.options_group = QGroupBox(), QGroupBox()
        self.seats_group.setLayout(self.seats_form)
        self.labels = {name: QLabel() for name in (*self.fields, "seed")}
        options = QFormLayout(self.options_group)
        for name, field in (*self.fields.items(), ("seed", self.seed)):
            if isinstance(field, QCheckBox):
                options.addRow(field)
                continue
            if isinstance(field, QSpinBox):
                theme.inset(field)
            self.labels[name].setBuddy(field)
            options.addRow(self.labels[name], field)
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
        titles = self.kit.scenarios(words)
        self.campaign.blockSignals(True)
        self.campaign.clear()
        for code in self.codes:
            self.campaign.addItem(titles[code])
        self.campaign.setCurrentRow(row)
        self.campaign.blockSignals(False)
        self.campaign.setFixedHeight(self.campaign.sizeHintForRow(0) * len(self.codes) + 12)
        self.campaign.setAccessibleName(words("desk_game.setup.scenario"))
        self.map.setAccessibleName(words("desk_campaign.part.map"))
        self.setWindowTitle(words(f"desk_game.title.{self.kit.name}"))
        self.seats_group.setTitle(words("desk_game.setup.seats"))
        self.options_group.setTitle(words("desk_campaign.setup_options"))
        for name, field in self.fields.items():
            text = self.option_named(name)
            text = f"{text[:1].upper()}{text[1:]}"
            field.setText(text) if isinstance(field, QCheckBox) else self.labels[name].setText(text)
        self.labels["seed"].setText(words("desk_game.setup.seed"))
        self._show()

    # ---- choosing

    @property
    def code(self) -> str:
        """The campaign that is chosen."""
        return self.codes[max(0, self.campaign.currentRow())]

    def _show(self) -> None:
        """Show the map and the description of the chosen campaign."""
        self.campaign_chosen()
        self.name_codes()
        position, _ = self.game.setup(self.code, {}, SeededDice(Stream.of("map", self.code)))
        state = self.state_shown(self.game.view(position, self.game.seats(position)[0]))
        self.model.show(CampaignState(targets=state.targets, routes=state.routes), None)
        self.about.setText(self.about_text())

    def chosen(self) -> dict[str, Any]:
        """Return the fields by the names of the options; without those at their default."""
        usual, found = self.usual_options(), {}
        for name, field in self.fields.items():
            value: Any = None
            if isinstance(field, QCheckBox):
                value = field.isChecked()
            elif isinstance(field, QSpinBox):
                value = field.value()
            elif isinstance(field, QComboBox):
                value = field.currentData()
            if value != getattr(usual, name):
                found[name] = value
        return found

    def plan(self) -> GamePlan:
        options = self.chosen()
        return GamePlan(self.kit.name, self.code, self.seed_asked(), self.whole_teams(self.seated(), options), options)

    def whole_teams(self, seats: Mapping[str, str], options: Mapping[str, object]) -> dict[str, str]:
        """Give the further players of a team to whom its first is given."""
        sides = self.game.teams_of(options) if isinstance(self.game, FlightCampaign) else {}
        return {**seats, **{seat: seats[side] for seat, side in sides.items()}}


def coded(*codes: str) -> QComboBox:
    """A list of codes, named later."""
    box = QComboBox()
    for code in codes:
        box.addItem("", code)
    return box


def counted(least: int, most: int) -> QSpinBox:
    """A number between two."""
    box = QSpinBox()
    box.setRange(least, most)
    return box


def team_sizes() -> dict[str, QWidget]:
    """Return the fields for how many players each side has."""
    return {f"{side}_players": counted(1, MOST_PLAYERS) for side in SIDES}
