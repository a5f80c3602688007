"""The sheet of a land campaign: its room."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from bob.campaigns.land.game import AirWar
from bob.campaigns.land.heights import altitude_text
from bob.campaigns.land.orders import PickResource, SetAltitude, SetCrew, SetLoad
from bob.campaigns.land.position import FLIGHT
from bob.campaigns.land.telling import OWN_EVENTS, AirWarTeller
from bob.campaigns.land.view import AirWarView
from bob.campaigns.sides import side_of
from bob.core.game import Event
from bob.desk.campaigns.room.flight import MissionFlight
from bob.desk.campaigns.room.room import CampaignPanel
from bob.desk.session.screen_game import ScreenGame
from bob.games import kit
from bob.staff.advice.campaigns.land_missions import LoggedPages
from bob.staff.advice.campaigns.land_state import AirWarDesk, asked
from bob.staff.advice.campaigns.room_state import CampaignState


class LandPanel(CampaignPanel):
    """The room of the land campaigns."""

    loud = ("mission", "resources", "target", "mission_over", "campaign_over")

    @property
    def campaign(self) -> AirWar:
        game = self.table.game
        assert isinstance(game, AirWar)
        return game

    def flight_of(self, table: ScreenGame) -> MissionFlight:
        flights = self.campaign.flights
        return MissionFlight(table, flights, kit(flights.name), _flight_in_air, of_the_flight, self, self._airman, self._target_named)

    def _airman(self, key: str) -> str:
        """Return the name of a pilot or a crew's captain, by the code of a counter and its face."""
        code, _, face = key.partition("/")
        counter = next((c for c in self.campaign.tables.counters if c.code == code), None)
        return counter.faces[int(face)].name if counter is not None else code

    def _target_named(self, code: str) -> str:
        """Return the name of a target, by its sheet."""
        return self.settings.words.of(self.campaign.tables.targets[code].name)

    def _desk(self, view: AirWarView) -> AirWarDesk:
        teller = self.table.teller(self.settings.words)
        assert isinstance(teller, AirWarTeller)
        return AirWarDesk(self.campaign, view, self.table.choices, teller)

    def state_of(self, view: AirWarView) -> CampaignState:
        desk = self._desk(view)
        pages = LoggedPages(desk)
        return replace(desk.state(), news=pages.news(), scenes=pages.scenes(), book=pages.book())

    def asked(self, view: AirWarView) -> tuple[str, str]:
        return asked(self._desk(view))

    def desk_log(self, log: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
        return [(number, event) for number, event in log if event.code in OWN_EVENTS]

    def numbered(self, order: object) -> int | None:
        return order.number if isinstance(order, PickResource) else None

    def order_text(self, teller: Any, order: Any) -> str:
        words, desk = self.settings.words, self._desk(self.table.view)
        if isinstance(order, PickResource):
            name = words.of(desk.campaign.resources(side_of(self.table.seated))[order.number].name)
            return words("desk_air_war.order.resource", number=order.number, name=name)
        if isinstance(order, SetAltitude):
            group = desk.view.groups[order.group]
            return altitude_text(
                words, self.campaign.flights, order, desk.group_named(order.group), group.aircraft, group.load, wingman=group.count > 1
            )
        if isinstance(order, SetLoad):
            load = words(f"air_war.load.{order.load}")
            return words("desk_air_war.order.load", group=desk.group_named(order.group), load=load)
        if isinstance(order, SetCrew):
            return words("desk_air_war.order.crew", group=desk.group_named(order.group), aircraft=order.aircraft + 1)
        return super().order_text(teller, order)


def _flight_in_air(view: AirWarView) -> Any:
    """The flight of a mission that is in the air."""
    return view.flight if view.phase == FLIGHT else None


def of_the_flight(log: list[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """Return the log of the current flight: everything since the last take-off except the campaign's own events."""
    start = max((i for i, (_, event) in enumerate(log) if event.code in ("takes_off", "flak_alone")), default=len(log))
    return [(number, event) for number, event in log[start:] if event.code not in OWN_EVENTS]
