"""Changes of a position that a side of a land campaign cannot notice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from bob.campaigns.land import planning
from bob.campaigns.land.mission import unused
from bob.campaigns.land.position import PLAN, RESOURCE, AirGroup, AirWarPosition
from bob.campaigns.nested_worlds import nested_worlds
from bob.core.dice import Stream
from bob.core.kit import WorldChange, changes

if TYPE_CHECKING:
    from bob.campaigns.land.game import AirWar


def move_crews(seat: str, groups: Iterable[AirGroup], stream: Stream) -> None:
    """Put the other side's Crews into other aircraft of their groups."""
    for group in groups:
        if group.side != seat and group.crews:
            seats = list(range(group.count))
            group.crews = tuple([(seats.pop(stream.below(len(seats))), airman) for _, airman in group.crews])


def hidden(game: AirWar, seat: str, inner: Mapping[str, WorldChange]) -> Mapping[str, WorldChange]:
    """The changes by name; `inner` are those of the flight."""

    def resource(seat: str, position: AirWarPosition, stream: Stream) -> None:
        """The Resource that the other side has picked and not shown."""
        if position.phase == RESOURCE:
            for side in [side for side in position.picks if side != seat and position.picks[side] is not None]:
                position.picks[side] = stream.choose(unused(position, game.campaign(position), side))

    def plan(seat: str, position: AirWarPosition, stream: Stream) -> None:
        """Altitudes and loads of the other side's plan."""
        if position.phase != PLAN:
            return
        cards = game.classic.aircraft
        for group in position.groups:
            if group.side != seat:
                levels = planning.altitudes(position, group, cards)
                if levels:
                    planning.set_altitude(position, game.tables, cards, group.number, stream.choose((group.altitude, *levels)))
                loads = planning.loads(position, game.tables, cards, group)
                if loads:
                    group.load = stream.choose(loads)

    def crews(seat: str, position: AirWarPosition, stream: Stream) -> None:
        """In which aircraft the other side has put its Crews."""
        if position.phase == PLAN:
            move_crews(seat, position.groups, stream)

    return {**changes(seat, resource, plan, crews), **nested_worlds(inner, "flight")}
