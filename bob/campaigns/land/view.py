"""A seat's view of a land campaign."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bob.campaigns.land import mission as m
from bob.campaigns.land import planning
from bob.campaigns.land.book import BookLine, TypeLine, book, types
from bob.campaigns.land.campaign_data import WarTables
from bob.campaigns.land.planning import ClassicCards
from bob.campaigns.land.position import NONE, OVER, PLAN, RESOURCE, AirGroup, Airman, AirWarPosition, FlownMission, airmen_of
from bob.campaigns.land.scoring import damage_before, standing
from bob.campaigns.land.sequence import length, period
from bob.campaigns.sides import SIDES
from bob.core.game import REFEREE
from bob.tactical.cards.linking import FlightGame, FlightView


@dataclass(frozen=True, slots=True)
class SeenGroup:
    """A group of the current mission. The enemy's plans are unknown before both sides are ready: no altitude that is free, no load where
    there is a choice, no aircraft of a Crew."""

    number: int
    side: str
    aircraft: str
    count: int
    element: bool
    extra: bool
    free: bool
    altitude: str | None
    load: str | None
    airman: Airman | None
    crews: tuple[tuple[int, Airman], ...]

    @property
    def airmen(self) -> tuple[Airman, ...]:
        """All Skilled Pilots and Crews of it that are known."""
        return airmen_of(self.airman, self.crews)


@dataclass(frozen=True, slots=True)
class AirWarView:
    """The campaign as a seat sees it. `picks` are both sides' Resources once shown, `own_pick` one's own before that; `secrets` are for
    the referee. `waiting` are one's own Crews that have no aircraft yet, `damage` the points on the target from earlier missions."""

    seat: str
    sheet: str
    period: str
    phase: str
    owing: tuple[str, ...]
    mission: int
    missions: int
    card: str
    target: int
    kind: str
    bombing: str
    target_sheet: str | None
    damage: int
    turns: tuple[int, ...]
    unused: tuple[tuple[str, tuple[int, ...]], ...]
    picks: tuple[tuple[str, int | None], ...]
    own_pick: int | None
    groups: tuple[SeenGroup, ...]
    waiting: tuple[Airman, ...]
    planned: bool
    log: tuple[FlownMission, ...]
    book: tuple[BookLine, ...]
    types: tuple[TypeLine, ...]
    totals: tuple[tuple[str, int], ...]
    standing: str
    flight: FlightView | None
    secrets: tuple[tuple[str, int | None], ...] = ()


def to_move(position: AirWarPosition, game: FlightGame) -> tuple[str, ...]:
    """The seats that owe a decision."""
    if position.phase == OVER:
        return ()
    if position.phase == RESOURCE:
        return tuple(side for side in SIDES if side not in position.picks)
    if position.phase == PLAN:
        return tuple(side for side in SIDES if side not in position.ready)
    return game.to_move(position.flight) if position.flight is not None else ()


def view(position: AirWarPosition, tables: WarTables, cards: ClassicCards, game: FlightGame, seat: str) -> AirWarView:
    """The campaign as that seat sees it; the referee sees all."""
    campaign = tables.campaigns[position.sheet]
    shown = position.phase not in (RESOURCE, OVER)
    entry = m.entry_of(position, tables) if position.phase != OVER else None
    return AirWarView(
        seat=seat,
        sheet=position.sheet,
        period=period(position, campaign).code,
        phase=position.phase,
        owing=to_move(position, game),
        mission=position.mission,
        missions=length(position, campaign),
        card=position.card,
        target=position.target,
        kind=entry.kind if entry is not None else "",
        bombing=entry.attacker if entry is not None else "",
        target_sheet=entry.sheet if entry is not None else None,
        damage=damage_before(position) if entry is not None else 0,
        turns=position.turns,
        unused=tuple([(side, tuple(m.unused(position, campaign, side))) for side in SIDES]),
        picks=tuple([(side, position.picks[side]) for side in SIDES]) if shown else (),
        own_pick=position.picks.get(seat),
        groups=tuple([_group(position, tables, cards, group, seat) for group in position.groups]),
        waiting=tuple([airman for side, airman in position.crews if seat in (side, REFEREE)]),
        planned=seat in position.ready,
        log=tuple(position.log),
        book=book(position.log, position.terms.pilots_lost),
        types=types(position.log),
        totals=tuple([(side, position.total(side)) for side in SIDES]),
        standing=standing(position, tables),
        flight=game.view(position.flight, seat) if position.flight is not None else None,
        secrets=tuple(sorted(position.picks.items())) if seat == REFEREE else (),
    )


def _group(position: AirWarPosition, tables: WarTables, cards: ClassicCards, group: AirGroup, seat: str) -> SeenGroup:
    seen = SeenGroup(
        group.number,
        group.side,
        group.aircraft,
        group.count,
        group.element,
        group.extra,
        group.free,
        group.altitude,
        group.load,
        group.airman,
        group.crews,
    )
    if seat in (group.side, REFEREE) or position.phase != PLAN:
        return seen
    if planning.starts_unseen(position, cards, group):
        seen = replace(seen, altitude=None)
    if planning.loads(position, tables, cards, group) or planning.load_hangs_on_altitude(position, tables, cards, group):
        seen = replace(seen, load=None)
    return seen if group.element else replace(seen, crews=())


def carries(group: SeenGroup) -> bool:
    """Return whether a group is known to carry a load."""
    return group.load not in (None, NONE)
