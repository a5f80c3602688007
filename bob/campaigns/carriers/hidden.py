"""Changes of a position that a side of a carrier campaign cannot notice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bob.campaigns.carriers import forming
from bob.campaigns.carriers.orders import AddToCap
from bob.campaigns.carriers.position import FORM, PLAN, RESOURCE, CarrierPosition, TurnPlan
from bob.campaigns.carriers.sequence import plans_open, resources_open
from bob.campaigns.land import orders as war
from bob.campaigns.land.hidden import move_crews
from bob.campaigns.nested_worlds import nested_worlds
from bob.core.dice import ScriptedDice, Stream
from bob.core.kit import WorldChange, changes

if TYPE_CHECKING:
    from bob.campaigns.carriers.game import Carriers


def hidden(game: Carriers, seat: str, inner: Mapping[str, WorldChange]) -> Mapping[str, WorldChange]:
    """The changes by name; `inner` are those of the flight."""

    def plan(seat: str, position: CarrierPosition, stream: Stream) -> None:
        """The Tactic and the Operation that the other side has recorded and not shown."""
        if position.phase == PLAN:
            for side in [side for side in position.plans if side != seat]:
                position.plans[side] = TurnPlan(*stream.choose(plans_open(position, game.campaign(position), side)))

    def resource(seat: str, position: CarrierPosition, stream: Stream) -> None:
        """The Resource that the other side has chosen and not shown."""
        if position.phase == RESOURCE:
            for side in [side for side in position.picks if side != seat]:
                position.picks[side] = stream.choose(resources_open(position, game.campaign(position), side))

    def formed(seat: str, position: CarrierPosition, stream: Stream) -> None:
        """Altitudes and loads of the other side's aircraft."""
        if position.phase != FORM:
            return
        crafts = game.flights.tables.aircraft
        for group in position.groups:
            if group.side != seat and group.count:
                levels = [o for o in forming.orders(position, game.tables, crafts, group.side) if isinstance(o, war.SetAltitude)]
                chosen = [o for o in levels if o.group == group.number]
                if chosen:
                    forming.set_altitude(position, game.tables, crafts, group.number, stream.choose(chosen).altitude)
                loads = forming.loads(position, game.tables, crafts, group)
                if loads:
                    group.load = stream.choose(loads)
        move_crews(seat, position.groups, stream)

    def staying(seat: str, position: CarrierPosition, stream: Stream) -> None:
        """Change the aircraft that the other side leaves behind, and the number that it has still to name."""
        if position.phase == FORM:
            for side in [side for side in position.fewer if side != seat and side not in position.ready]:
                for _ in range(position.fewer[side] and stream.below(position.fewer[side] + 1)):
                    going = [group.number for group in position.own_groups(side) if group.count]
                    forming.leave_behind(position, side, stream.choose(going))

    def extra_cap(seat: str, position: CarrierPosition, stream: Stream) -> None:
        """The Element of its choice that the other side has put up, or not."""
        if position.phase == FORM:
            campaign, crafts = game.campaign(position), game.flights.tables.aircraft
            for side in [side for side, more in position.more.items() if side != seat and more and not position.fewer.get(side)]:
                code = stream.choose((None, *forming.cap_choices(position, campaign, crafts, side)))
                game.apply(position, side, AddToCap(code), ScriptedDice(()))

    return {**changes(seat, plan, resource, formed, staying, extra_cap), **nested_worlds(inner, "flight")}
