"""The dialog for a new carrier campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from bob.campaigns.carriers.game import Carriers
from bob.campaigns.carriers.position import CarrierTerms
from bob.campaigns.carriers.telling import CarrierTeller
from bob.core.game import Choices
from bob.desk.base.settings import Settings
from bob.desk.campaigns.room.setting_up import CampaignSetup, coded, counted, team_sizes
from bob.games import kit
from bob.staff.advice.campaigns.carriers_state import CarrierDesk
from bob.staff.advice.campaigns.room_state import CampaignState


class CarrierSetup(CampaignSetup):
    """A carrier campaign: how many turns, flights at the screen or by dice, what becomes of pilots."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(kit(Carriers.name), settings, parent)

    @property
    def carriers(self) -> Carriers:
        assert isinstance(self.game, Carriers)
        return self.game

    def made_fields(self) -> Mapping[str, QWidget]:
        switches = {name: QCheckBox() for name in ("quick", "angle_of_attack")}
        return {"turns": counted(0, 20), "pilots_lost": coded("return", "out"), **team_sizes(), **switches}

    def option_named(self, name: str) -> str:
        return self.settings.words(f"{'air_war' if name.endswith('_players') else 'desk_carriers'}.option.{name}")

    def name_codes(self) -> None:
        words, turns, lost = self.settings.words, self.fields["turns"], self.fields["pilots_lost"]
        assert isinstance(turns, QSpinBox) and isinstance(lost, QComboBox)
        turns.setSpecialValueText(words("desk_carriers.all_turns", count=self.carriers.tables.campaigns[self.code].turns))
        for i in range(lost.count()):
            lost.setItemText(i, words(f"desk_air_war.pilots_lost.{lost.itemData(i)}"))

    def usual_options(self) -> CarrierTerms:
        return CarrierTerms()

    def state_shown(self, view: Any) -> CampaignState:
        teller = self.kit.teller(self.settings.words, self.carriers, self.code)
        assert isinstance(teller, CarrierTeller)
        return CarrierDesk(self.carriers, view, Choices(), teller).state()

    def about_text(self) -> str:
        campaign, words = self.carriers.tables.campaigns[self.code], self.settings.words
        why = words.of(campaign.brief)
        return words("desk_carriers.setup_about", turns=campaign.turns, resources=len(campaign.resource), why=why)
