"""The dialog for a new campaign of linked missions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget

from bob.campaigns.linked.game import Campaign
from bob.campaigns.linked.position import CampaignTerms
from bob.campaigns.linked.telling import CampaignTeller
from bob.core.game import Choices
from bob.desk.base.settings import Settings
from bob.desk.campaigns.room.setting_up import CampaignSetup, coded, counted
from bob.games import kit
from bob.staff.advice.campaigns.linked_state import CampaignDesk
from bob.staff.advice.campaigns.room_state import CampaignState


class LinkedSetup(CampaignSetup):
    """Linked missions: the scale, dogfights by cards or by dice, readings of the cards."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(kit(Campaign.name), settings, parent)

    @property
    def linked(self) -> Campaign:
        assert isinstance(self.game, Campaign)
        return self.game

    def made_fields(self) -> Mapping[str, QWidget]:
        switches = {name: QCheckBox() for name in ("quick", "wingmen", "bonus_cards", "oots_answered_as_ims")}
        return {"scale": counted(1, 6), "option_points": coded("scaled", "whole"), "flip": coded("reach", "exceed"), **switches}

    def option_named(self, name: str) -> str:
        return self.settings.words(f"campaign.option.{name}")

    def name_codes(self) -> None:
        for name, key in (("flip", "desk_cards.setup.flip"), ("option_points", "campaign.option.option_points")):
            field = self.fields[name]
            assert isinstance(field, QComboBox)
            for i in range(field.count()):
                field.setItemText(i, self.settings.words(f"{key}_{field.itemData(i)}"))

    def usual_options(self) -> CampaignTerms:
        return CampaignTerms()

    def state_shown(self, view: Any) -> CampaignState:
        teller = self.kit.teller(self.settings.words, self.linked, self.code)
        assert isinstance(teller, CampaignTeller)
        return CampaignDesk(self.linked, view, Choices(), teller, None).state()

    def about_text(self) -> str:
        campaign, words = self.linked.campaigns[self.code], self.settings.words
        side = words(f"campaign.side.{campaign.initiative}")
        return words(
            "desk_campaign.setup_about", missions=campaign.missions, turns=campaign.turns, side=side, targets=len(campaign.targets)
        )
