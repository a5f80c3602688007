"""A seat's view of a carrier campaign."""

from __future__ import annotations

from dataclasses import dataclass

from bob.campaigns.carriers.campaign_data import CarrierTables
from bob.campaigns.carriers.position import (
    FLIGHT,
    FORM,
    OVER,
    PLAN,
    RESOURCE,
    CarrierPosition,
    FleetSortie,
    FlownSortie,
    TurnLine,
    TurnPlan,
)
from bob.campaigns.carriers.sequence import length, resources_open, victory_points
from bob.campaigns.land.position import AirGroup, Airman, airmen_of
from bob.campaigns.sides import SIDES
from bob.core.game import REFEREE
from bob.tactical.cards.linking import FlightGame, FlightView


@dataclass(frozen=True, slots=True)
class SeenBase:
    """A base and its track: the boxes ticked, and their current effect."""

    base: str
    side: str
    damage: int
    vp: int
    strike_less: int
    cap_less: int
    out: bool


@dataclass(frozen=True, slots=True)
class SeenFlyers:
    """A group of one's own for the flight in hand, or of the enemy's once both have taken off."""

    number: int
    side: str
    aircraft: str
    count: int
    element: bool
    extra: bool
    altitude: str
    load: str
    airman: Airman | None
    crews: tuple[tuple[int, Airman], ...]

    @property
    def airmen(self) -> tuple[Airman, ...]:
        """All Skilled Pilots and Crews of it that are known."""
        return airmen_of(self.airman, self.crews)


@dataclass(frozen=True, slots=True)
class CarrierView:
    """The campaign as a seat sees it. `plans` and `picks` are both sides' once shown, `own_plan` and `own_pick` one's own before that;
    `picked` is true after one's choice. The enemy's aircraft are hidden while they are being formed."""

    seat: str
    sheet: str
    phase: str
    owing: tuple[str, ...]
    turn: int
    turns: int
    plans: tuple[tuple[str, TurnPlan], ...]
    own_plan: TurnPlan | None
    picks: tuple[tuple[str, int | None], ...]
    own_pick: int | None
    picked: bool
    unused: tuple[tuple[str, tuple[int, ...]], ...]
    bases: tuple[SeenBase, ...]
    sortie: FleetSortie | None
    queue: tuple[FleetSortie, ...]
    fewer: int
    more: int
    groups: tuple[SeenFlyers, ...]
    waiting: tuple[Airman, ...]
    ready: bool
    gains: tuple[str, ...]
    history: tuple[TurnLine, ...]
    log: tuple[FlownSortie, ...]
    totals: tuple[tuple[str, int], ...]
    flight: FlightView | None
    secret_plans: tuple[tuple[str, TurnPlan], ...] = ()
    secret_picks: tuple[tuple[str, int | None], ...] = ()


def to_move(position: CarrierPosition, game: FlightGame) -> tuple[str, ...]:
    """The seats that owe a decision."""
    if position.phase == OVER:
        return ()
    if position.phase == PLAN:
        return tuple(side for side in SIDES if side not in position.plans)
    if position.phase == RESOURCE:
        return tuple(side for side in SIDES if side not in position.picks)
    if position.phase == FORM:
        return tuple(side for side in SIDES if side not in position.ready)
    assert position.flight is not None
    return tuple(game.to_move(position.flight))


def view(position: CarrierPosition, tables: CarrierTables, game: FlightGame, seat: str) -> CarrierView:
    """The campaign as that seat sees it; the referee sees all."""
    campaign, referee = tables.campaigns[position.sheet], seat == REFEREE
    planned = position.phase != PLAN
    picked = position.phase in (FORM, FLIGHT)
    own = (seat,) if seat in SIDES and position.phase == FORM and not referee else SIDES
    bases = []
    for base in campaign.base:
        damage, track = position.damage(base.code), base.track
        bases.append(
            SeenBase(
                base.code, base.side, damage, track.vp(damage), track.strike_less(damage), track.cap_less(damage), track.is_out(damage)
            )
        )
    return CarrierView(
        seat=seat,
        sheet=position.sheet,
        phase=position.phase,
        owing=to_move(position, game),
        turn=position.turn,
        turns=length(position, campaign),
        plans=tuple([(side, position.plans[side]) for side in SIDES]) if planned else (),
        own_plan=position.plans.get(seat),
        picks=tuple([(side, position.picks[side]) for side in SIDES]) if picked else (),
        own_pick=position.picks.get(seat),
        picked=seat in position.picks,
        unused=tuple([(side, tuple(n for n in resources_open(position, campaign, side) if n is not None)) for side in SIDES])
        if position.phase != OVER
        else (),
        bases=tuple(bases),
        sortie=position.sortie,
        queue=tuple(position.queue),
        fewer=position.fewer.get(seat, 0),
        more=position.more.get(seat, 0),
        groups=tuple([_group(group) for group in position.groups if group.side in own]),
        waiting=tuple([airman for side, airman in position.crews if side in own]),
        ready=seat in position.ready,
        gains=position.gains,
        history=tuple(position.turns),
        log=tuple(position.log),
        totals=tuple([(side, victory_points(position, campaign, side)) for side in SIDES]),
        flight=game.view(position.flight, seat) if position.flight is not None else None,
        secret_plans=tuple(sorted(position.plans.items())) if referee else (),
        secret_picks=tuple(sorted(position.picks.items())) if referee else (),
    )


def _group(group: AirGroup) -> SeenFlyers:
    return SeenFlyers(
        group.number,
        group.side,
        group.aircraft,
        group.count,
        group.element,
        group.extra,
        group.altitude,
        group.load,
        group.airman,
        group.crews,
    )
