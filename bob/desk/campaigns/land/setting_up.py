"""The dialog for a new land campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from bob.campaigns.land.game import AirWar
from bob.campaigns.land.position import AirWarTerms
from bob.campaigns.land.telling import AirWarTeller
from bob.core.game import Choices
from bob.desk.base.settings import Settings
from bob.desk.campaigns.room.setting_up import CampaignSetup, coded, counted, team_sizes
from bob.games import kit
from bob.staff.advice.campaigns.land_state import AirWarDesk
from bob.staff.advice.campaigns.room_state import CampaignState


class LandSetup(CampaignSetup):
    """A land campaign: its period, how many missions, flights at the screen or by dice, what becomes of pilots and targets."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(kit(AirWar.name), settings, parent)

    @property
    def war(self) -> AirWar:
        assert isinstance(self.game, AirWar)
        return self.game

    def made_fields(self) -> Mapping[str, QWidget]:
        switches = {name: QCheckBox() for name in ("quick", "targets_keep_damage", "angle_of_attack")}
        return {"period": coded(), "missions": counted(0, 20), "pilots_lost": coded("return", "out"), **team_sizes(), **switches}

    def option_named(self, name: str) -> str:
        return self.settings.words(f"air_war.option.{name}")

    def campaign_chosen(self) -> None:
        """Show the periods of the sheet, and the number of missions for 0."""
        period, missions = self.fields["period"], self.fields["missions"]
        assert isinstance(period, QComboBox) and isinstance(missions, QSpinBox)
        campaign = self.war.tables.campaigns[self.code]
        codes = [found.code for found in campaign.period]
        if [period.itemData(i) for i in range(period.count())] != codes:
            period.clear()
            for code in codes:
                period.addItem("", code)
        missions.setSpecialValueText(self.settings.words("desk_air_war.all_missions", count=campaign.missions))

    def name_codes(self) -> None:
        words, campaign = self.settings.words, self.war.tables.campaigns[self.code]
        period, lost = self.fields["period"], self.fields["pilots_lost"]
        assert isinstance(period, QComboBox) and isinstance(lost, QComboBox)
        for i in range(period.count()):
            period.setItemText(i, words.of(campaign.period_of(str(period.itemData(i))).name))
        for i in range(lost.count()):
            lost.setItemText(i, words(f"desk_air_war.pilots_lost.{lost.itemData(i)}"))

    def usual_options(self) -> AirWarTerms:
        return AirWarTerms(period=self.war.tables.campaigns[self.code].period[0].code)

    def state_shown(self, view: Any) -> CampaignState:
        teller = self.kit.teller(self.settings.words, self.war, self.code)
        assert isinstance(teller, AirWarTeller)
        return AirWarDesk(self.war, view, Choices(), teller).map_alone()

    def about_text(self) -> str:
        campaign, words = self.war.tables.campaigns[self.code], self.settings.words
        missions = self.war.tables.campaigns[self.code].missions
        return words("desk_air_war.setup_about", missions=missions, resources=len(campaign.resources("axis")), why=words.of(campaign.brief))
