"""The dialog for a new low-level raid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QWidget

from bob.campaigns.low_raid.game import LowRaid
from bob.campaigns.low_raid.position import LowRaidTerms
from bob.campaigns.low_raid.telling import LowRaidTeller
from bob.desk.base.settings import Settings
from bob.desk.campaigns.low_raid.low_raid_panel import RaidDesk
from bob.desk.campaigns.room.setting_up import CampaignSetup, coded
from bob.driver.game_plan import GamePlan
from bob.games import kit
from bob.staff.advice.campaigns.room_state import CampaignState


class LowRaidSetup(CampaignSetup):
    """A low-level raid: whether its waves may come back with their guns, whether the defence is surprised."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(kit(LowRaid.name), settings, parent)
        options = self.options_group.layout()
        assert isinstance(options, QFormLayout)
        options.addRow(self.typed)

    @property
    def raid(self) -> LowRaid:
        assert isinstance(self.game, LowRaid)
        return self.game

    def made_fields(self) -> Mapping[str, QWidget]:
        self.typed, strafing = QCheckBox(), QCheckBox()
        strafing.setChecked(True)
        return {"alarm": coded("sheet", "alerted"), "strafing": strafing}

    def option_named(self, name: str) -> str:
        return self.settings.words(f"desk_low_raid.option.{name}")

    def name_codes(self) -> None:
        alarm = self.fields["alarm"]
        assert isinstance(alarm, QComboBox)
        for i in range(alarm.count()):
            alarm.setItemText(i, self.settings.words(f"desk_low_raid.alarm.{alarm.itemData(i)}"))

        self.typed.setText(self.settings.words("desk_game.setup.typed"))

    def usual_options(self) -> LowRaidTerms:
        return LowRaidTerms()

    def state_shown(self, view: Any) -> CampaignState:
        teller = self.kit.teller(self.settings.words, self.raid, self.code)
        assert isinstance(teller, LowRaidTeller)
        return RaidDesk(self.raid, view, (), teller).state()

    def about_text(self) -> str:
        mission, words = self.raid.tables.campaigns[self.code], self.settings.words
        aircraft = sum(len(self.raid.raiders_of(mission, number)) for number in range(1, len(mission.wave) + 1))
        return words(
            "desk_low_raid.setup_about",
            waves=len(mission.wave),
            aircraft=aircraft,
            targets=len(mission.target),
            why=words.of(mission.brief),
        )

    def plan(self) -> GamePlan:
        return replace(super().plan(), typed=self.typed.isChecked())
