"""The sheet of a campaign of linked missions: its room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bob.campaigns.linked.game import Campaign
from bob.campaigns.linked.orders import PickArrow, PickBombing, PickOption
from bob.campaigns.linked.position import BATTLE
from bob.campaigns.linked.telling import OWN_EVENTS, CampaignTeller
from bob.campaigns.linked.view import CampaignView
from bob.core.game import Event
from bob.desk.campaigns.room.flight import MissionFlight
from bob.desk.campaigns.room.room import CampaignPanel
from bob.desk.session.screen_game import ScreenGame
from bob.games import kit
from bob.staff.advice.campaigns.linked_chronicle import MissionAccount, gather
from bob.staff.advice.campaigns.linked_missions import MissionPages
from bob.staff.advice.campaigns.linked_naming import NamingTeller
from bob.staff.advice.campaigns.linked_state import CampaignDesk, asked
from bob.staff.advice.campaigns.room_state import CampaignState

SHOWN = ("shot_down", "flipped", "went_home", "bombs_dropped")
"""The events of a flight shown on the desk."""


class LinkedPanel(CampaignPanel):
    """The room of the linked missions."""

    loud = ("mission", "arrow", "target", "scored", "campaign_over")
    _naming: NamingTeller | None = None
    _gathered: tuple[tuple[str, int], list[MissionAccount]] = (("", -1), [])

    @property
    def campaign(self) -> Campaign:
        game = self.table.game
        assert isinstance(game, Campaign)
        return game

    def flight_of(self, table: ScreenGame) -> MissionFlight:
        return MissionFlight(table, self.campaign.cards, kit(self.campaign.cards.name), _flown, of_the_flight, self)

    def _teller(self) -> CampaignTeller:
        teller = self.table.teller(self.settings.words)
        assert isinstance(teller, CampaignTeller)
        return teller

    def _flown(self) -> list[MissionAccount]:
        """Return the missions known to the seat at the screen; gathered again after new events."""
        log = self.table.log
        key = self.table.seated, len(log)
        if self._gathered[0] != key:
            self._gathered = key, gather(event for _, event in log)
        return self._gathered[1]

    def _desk(self, view: CampaignView) -> CampaignDesk:
        return CampaignDesk(self.campaign, view, self.table.choices, self._teller(), self.armed)

    def state_of(self, view: CampaignView) -> CampaignState:
        desk = self._desk(view)
        missions = MissionPages(desk, self._flown())
        return replace(desk.state(), news=missions.news(), scenes=missions.scenes(), book=missions.book())

    def asked(self, view: CampaignView) -> tuple[str, str]:
        return asked(self._desk(view))

    def desk_log(self, log: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
        return [(number, event) for number, event in log if event.code in OWN_EVENTS or event.code in SHOWN]

    def log_teller(self) -> Callable[[Event], str]:
        if self._naming is None or self._naming.teller.words is not self.settings.words:
            self._naming = NamingTeller(self._teller())
        self._naming.know(self._flown())
        return self._naming.event

    def numbered(self, order: object) -> int | None:
        if isinstance(order, PickArrow):
            return self.campaign.campaigns[self.table.view.campaign].arrows[order.arrow].number
        return (order.option or 0) if isinstance(order, PickOption) else None

    def order_text(self, teller: Any, order: Any) -> str:
        words = self.settings.words
        if isinstance(order, PickArrow):
            arrow = self.campaign.campaigns[self.table.view.campaign].arrows[order.arrow]
            return words("desk_campaign.order.arrow", target=teller.target(arrow.target), number=arrow.number)
        if isinstance(order, PickOption):
            if order.option is None:
                return words("desk_campaign.no_option")
            option = self.campaign.campaigns[self.table.view.campaign].options[self.table.seated][order.option]
            return words("desk_campaign.order.option", number=order.option, name=words.of(option.name))
        if isinstance(order, PickBombing):
            return self.settings.words("desk_campaign.pattern", pattern=self.settings.words(f"campaign.pattern.{order.pattern}"))
        return super().order_text(teller, order)


def _flown(view: CampaignView) -> Any:
    """The dogfight of a mission that is in the air."""
    return view.battle if view.phase == BATTLE else None


def of_the_flight(log: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """Return the log of the current dogfight."""
    start = max((i for i, (_, event) in enumerate(log) if event.code == "begins"), default=len(log)) + 1
    found = []
    for number, event in log[start:]:
        if event.code in OWN_EVENTS:
            break
        found.append((number, event))
    return found
