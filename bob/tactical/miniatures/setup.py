"""Before the battle: who deploys first, clouds, deployment, levels, deployment cards, starting hands (BRS-C10, BRS-C11, BRS-035)."""

from __future__ import annotations

from bob.core.dice import Dice
from bob.core.errors import Refusal
from bob.tactical.miniatures.data import MiniatureTables
from bob.tactical.miniatures.execution import ACE_FACE, MiniatureRun
from bob.tactical.miniatures.orders import Deploy, LayCloud
from bob.tactical.miniatures.position import (
    ADVANTAGED,
    CLOUDS,
    DEPLOYED,
    DISADVANTAGED,
    NEUTRAL,
    NOWHERE,
    PLACE,
    SKY_LEVELS,
    TURN,
    MiniatureAircraft,
    MiniatureForce,
    MiniaturePosition,
    MiniatureTerms,
)
from bob.tactical.miniatures.rules import decks
from bob.tactical.miniatures.rules.geometry import PER, Spot, on_table, within

ZONE = 6 * PER
"""The depth of a side's deployment from its edge (BRS-C11)."""
CLOUD_EDGE, CLOUD_APART = 6 * PER, 9 * PER
"""The least distances of clouds from the edges, and from each other (BRS-C53)."""


def begin(terms: MiniatureTerms, tables: MiniatureTables, dice: Dice) -> MiniatureRun:
    """A new position; it still has to be run on."""
    seats = tuple([force.seat for force in terms.forces])
    position = MiniaturePosition(terms, tables, seats)
    run = MiniatureRun(position, dice)
    for side, force in enumerate(terms.forces):
        for mount in force.aircraft:
            position.aircraft.append(
                MiniatureAircraft(
                    number=len(position.aircraft),
                    side=side,
                    type=tables.aircraft[mount.type],
                    skill=mount.skill,
                    ace=mount.ace,
                    at=mount.at.spot if mount.at is not None else NOWHERE,
                    heading=mount.heading,
                    level=SKY_LEVELS.index(mount.level),
                    loaded=mount.loaded,
                    guns=mount.guns,
                    leaves=mount.leaves,
                )
            )
    position.clouds = [cloud.spot for cloud in terms.clouds]
    position.hands, position.piles, position.discards = [(), ()], [[], []], [[], []]
    position.limits = [tables.sizes.hand_of(len(force.aircraft)) if terms.deck else 0 for force in terms.forces]
    if terms.deck:
        for side in (0, 1):
            decks.build(run, side)
    run.tell("drawn_up", seats=seats, aircraft=tuple([len(force.aircraft) for force in terms.forces]))
    position.first = _lower(run, "deployment", "BRS-C10")
    position.queue = [(position.first + i) % 2 for i in range(terms.cloud_count)]
    position.stage = CLOUDS
    return run


def _lower(run: MiniatureRun, purpose: str, rule: str) -> int:
    """Return the side that throws the lower die; ties are thrown again."""
    while True:
        dice = [run.throw(purpose, 1, side)[0] for side in (0, 1)]
        if dice[0] != dice[1]:
            lower = 0 if dice[0] < dice[1] else 1
            run.tell(purpose, rule=rule, seat=run.position.seats[lower], dice=tuple(dice))
            return lower


# ---- clouds


def cloud_refusal(position: MiniaturePosition, at: Spot) -> Refusal | None:
    """Return the reason why a cloud may not be placed there (BRS-C53)."""
    wide, high = position.terms.width * PER, position.terms.height * PER
    if not (CLOUD_EDGE <= at.x <= wide - CLOUD_EDGE and CLOUD_EDGE <= at.y <= high - CLOUD_EDGE):
        return "cloud_edge", "BRS-C53"
    if any(within(at, cloud, CLOUD_APART - 1) for cloud in position.clouds):
        return "cloud_apart", "BRS-C53"
    return None


def cloud_room(position: MiniaturePosition) -> list[Spot]:
    """The points, an inch apart, at which a cloud may be laid."""
    spots = (Spot(x * PER, y * PER) for x in range(position.terms.width + 1) for y in range(position.terms.height + 1))
    return [at for at in spots if cloud_refusal(position, at) is None]


def lay_cloud(run: MiniatureRun, order: LayCloud) -> None:
    position = run.position
    side = position.queue.pop(0)
    position.clouds.append(order.at)
    run.tell("cloud", rule="BRS-C53", seat=position.seats[side], at=order.at)


def clouds_step(run: MiniatureRun) -> list[int]:
    """Ask the next seat for a cloud; when there is no room left the rest are not placed."""
    position = run.position
    if position.queue and cloud_room(position):
        return position.queue[:1]
    first = position.first
    waiting = [a for a in position.aircraft if a.at == NOWHERE]
    position.queue = sorted((a.side for a in waiting), key=lambda side: side != first)
    position.stage = PLACE
    return []


# ---- deployment


def zone(terms: MiniatureTerms, force: MiniatureForce) -> tuple[Spot, Spot]:
    """The corners of the strip in which a force deploys."""
    wide, high = terms.width * PER, terms.height * PER
    west, north = (wide - ZONE if force.edge == "east" else 0), (high - ZONE if force.edge == "south" else 0)
    east, south = (ZONE if force.edge == "west" else wide), (ZONE if force.edge == "north" else high)
    return Spot(west, north), Spot(east, south)


def deploy_refusal(position: MiniaturePosition, side: int, order: Deploy) -> Refusal | None:
    """Return the reason why an aircraft may not be put there (BRS-C11, BRS-C30)."""
    if not 0 <= order.aircraft < len(position.aircraft):
        return "no_aircraft", "BRS-C11"
    a = position.aircraft[order.aircraft]
    if a.side != side or a.at != NOWHERE:
        return "not_waiting", "BRS-C11"
    first, last = zone(position.terms, position.terms.forces[side])
    on = on_table(order.at, position.terms.width * PER, position.terms.height * PER)
    if not (on and first.x <= order.at.x <= last.x and first.y <= order.at.y <= last.y and 0 <= order.heading < 360):
        return "outside_zone", "BRS-C11"
    return ("taken", "BRS-C30") if any(b.at == order.at for b in position.aircraft) else None


def deploy(run: MiniatureRun, order: Deploy) -> None:
    position = run.position
    a = position.aircraft[order.aircraft]
    a.at, a.heading = order.at, order.heading
    position.queue.remove(a.side)
    run.tell("deployed", rule="BRS-C11", aircraft=a.number, at=a.at, heading=a.heading)


def place_step(run: MiniatureRun) -> list[int]:
    """Ask the next seat to place its aircraft; then set the levels by dice where the terms say so, and ask for the first deployment card
    (BRS-037, BRS-038)."""
    position = run.position
    if position.queue:
        return position.queue[:1]
    if position.terms.setup_levels:
        for a in position.aircraft:
            face = run.throw("level", 1, a.side)[0]
            to = ADVANTAGED if face == ACE_FACE else DISADVANTAGED if face == 1 else NEUTRAL
            run.level(a.number, to, "setup", "BRS-C11")
    counts = [len(hand) for hand in position.hands]
    if all(counts):
        lower = _lower(run, "first_card", "BRS-038")
        order = [1 - lower, lower]
    else:
        order = [0, 1]
    position.queue = [side for i in range(max(counts)) for side in order if i < counts[side]]
    position.stage = DEPLOYED
    return []


def deployed_step(run: MiniatureRun) -> list[int]:
    """Ask the next seat for a deployment card; then deal the starting hands (BRS-050)."""
    position = run.position
    if position.queue:
        return position.queue[:1]
    for side in (0, 1):
        hand = position.limits[side]
        position.limits[side] = hand + position.terms.forces[side].cards * position.terms.deck
        run.draw(side)
        position.limits[side] = hand
    position.stage = TURN
    return []
