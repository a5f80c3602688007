"""Set-up of an engagement for the miniatures dogfight, and the dogfight's outcome as the engagement's (OPS-B8.4 to OPS-B8.6).

Set-up follows the figures of a battle card (`tabletop.skies` in tables/engagements.toml), losses those under `skies`. Posture gives the
places, surprise the first activations, cards more and a Theatre card, experience the Pilot Skills, ammunition the dice,
fuel the turn to leave, weather the clouds and with RDF the Theatre cards, length the game turns; bombers fly in formation for the far
edge. One aircraft on the table represents `scale` aircraft of the units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bob.core.dice import Dice
from bob.data.units import LEVELS, SIDES, Side
from bob.data.weathers import CLOUD
from bob.tactical import engagement_figures, fates
from bob.tactical.engagement import Engagement, Fate, FlownModel, Force, Result, enemy
from bob.tactical.miniatures.data import ACE, CLEAR_SKY, HOME_GROUND, NUMBERS, RADAR_SUPPORT, MiniatureTables, shipped
from bob.tactical.miniatures.position import (
    NO_ROUNDS,
    MiniatureAircraft,
    MiniatureExit,
    MiniatureForce,
    MiniatureMount,
    MiniaturePosition,
    MiniatureTerms,
    SkyEdge,
    TableSpot,
)
from bob.tactical.miniatures.rules.geometry import PER, Spot, forward, on_table, square, turned
from bob.tactical.scale import PAIR, scaled
from bob.tactical.slot import Drawn
from bob.tactical.tabletop_figures import MOST_TURNS, figures

WIDTH, HEIGHT = 48, 36
APART = 3 * PER // 2
"""The distance between models of a formation at set-up."""
COURSE = 90
"""The course of a side that is surprised: towards the eastern edge."""
MIDDLE = Spot(16 * PER, 18 * PER)


def drawn_up(engagement: Engagement, dice: Dice | None = None) -> Drawn:
    """Return the engagement at the table. Remainders of the scale go by the dice (OPS-B8.5), without dice to the units with the largest,
    and a few aircraft are a model each."""
    n, given = scaled(engagement, dice, PAIR if dice is not None else 1)
    fig, tables = figures().skies, shipped()
    flying = {side: [f for f, count in zip(engagement.of(side), given[side], strict=True) for _ in range(count)] for side in SIDES}
    spots = _spots(engagement, flying)
    forces = tuple([_force(engagement, side, given[side], spots[side], tables) for side in SIDES])
    exits = [
        MiniatureExit(side, "east", all(mount.multi for mount in bombers))
        for side in SIDES
        if (bombers := [tables.aircraft[_code(force, tables)] for force in flying[side] if not force.fighter])
    ]
    terms = MiniatureTerms(
        forces=forces,
        turns=fig.game_turns(engagement),
        width=_width(engagement),
        height=HEIGHT,
        cloud_count=fig.clouds[engagement.weather],
        first=engagement.surprise if engagement.surprise != "none" else None,
        saved_hit_chit=not engagement.bombers,
        formation_fire=True,
        exits=tuple(exits),
    )
    return Drawn(terms, tuple([force.unit for side in SIDES for force in flying[side]]), n)


def _width(engagement: Engagement) -> int:
    """Return the width of the table in inches: bombers have farther to go to its far edge."""
    return figures().skies.width_bombers if engagement.bombers else WIDTH


def _code(force: Force, tables: MiniatureTables) -> str:
    card = tables.stand_in(force.aircraft)
    assert card is not None, force.aircraft
    return card.code


# ---- where they begin


def _spots(engagement: Engagement, flying: Mapping[Side, Sequence[Force]]) -> dict[str, list[tuple[Spot, int]]]:
    """Return the starting place and heading of each aircraft of each side: bombers first, so that they fly in formation."""
    taken: set[Spot] = set()
    room = [Spot(x, y) for x in range(APART, _width(engagement) * PER, APART) for y in range(APART, HEIGHT * PER, APART)]
    places = _places(engagement)
    found: dict[str, dict[int, tuple[Spot, int]]] = {side: {} for side in SIDES}
    for bombers in (True, False):
        for side in SIDES:
            for i, force in enumerate(flying[side]):
                if force.fighter is not bombers:
                    anchor, heading = places[side, force.fighter]
                    at = min((square(spot, anchor), spot) for spot in room if spot not in taken)[1]
                    taken.add(at)
                    found[side][i] = at, heading
    return {side: [spots[i] for i in range(len(spots))] for side, spots in found.items()}


def _places(engagement: Engagement) -> dict[tuple[str, bool], tuple[Spot, int]]:
    """Return the starting places and headings of the bombers and the fighters of each side."""
    fig = figures()
    away = fig.skies.distance[engagement.better_posture] * PER
    coming = engagement.ahead_side or engagement.attackers
    met = enemy(coming)
    bombers = {side: any(not f.fighter for f in engagement.of(side)) for side in SIDES}
    found: dict[tuple[str, bool], tuple[Spot, int]] = {}
    middle, course = MIDDLE, COURSE
    if bombers[coming]:
        # Surprised fighters were on their way to the bombers, from the flank.
        found[coming, False] = MIDDLE, COURSE
        middle, course = forward(MIDDLE, 0, fig.skies.distance["advantage"] * PER), 180
    found[met, True] = found[met, False] = middle, course
    if bombers[met]:
        found[met, True] = forward(middle, turned(course, 180), 4 * PER), course
    way = turned(course, {"behind": 180, "flank": -90, "head_on": 0}[fig.approach_of(engagement)])
    at = forward(middle, way, away)
    found[coming, True] = at if on_table(at, _width(engagement) * PER, HEIGHT * PER) else MIDDLE, turned(way, 180)
    found.setdefault((coming, False), found[coming, True])
    return found


# ---- what they are


def _force(
    engagement: Engagement, side: Side, given: Sequence[int], spots: Sequence[tuple[Spot, int]], tables: MiniatureTables
) -> MiniatureForce:
    fig = figures().skies
    mounts: list[MiniatureMount] = []
    for force, count in zip(engagement.of(side), given, strict=True):
        for number in range(count):
            mounts.append(_mount(engagement, force, number, count, spots[len(mounts)], tables))
    edge: SkyEdge = "north" if side == "raf" else "south"
    cards = (engagement.surprise == side) * fig.surprised
    return MiniatureForce(side, tuple(mounts), edge, theatre=_theatre(engagement, side, tables.sizes.theatre), cards=cards)


def _theatre(engagement: Engagement, side: Side, count: int) -> tuple[str, ...]:
    """Return the Theatre cards of a side: Radar Support for the RAF when RDF has warned it, and for a side that has not been seen; the
    RAF's ground over England; a Clear Sky unless cloud hides all; Numbers."""
    hidden = engagement.weather in CLOUD
    wanted = {
        RADAR_SUPPORT: side == "raf" or engagement.surprise == side,
        HOME_GROUND: side == "raf" and engagement.over_england,
        CLEAR_SKY: not hidden,
        NUMBERS: True,
    }
    found = [card for card, wants in wanted.items() if wants]
    found += [card for card in (HOME_GROUND, NUMBERS) if card not in found]
    return tuple(sorted(found[i % len(found)] for i in range(count)))


def _mount(
    engagement: Engagement, force: Force, number: int, count: int, spot: tuple[Spot, int], tables: MiniatureTables
) -> MiniatureMount:
    """The model of that number of a unit."""
    fig = figures()
    quality = LEVELS[max(0, LEVELS.index(force.experience) - (force.disruption >= fig.tired))]
    ace = force.fighter and quality == LEVELS[-1] and count >= fig.skies.ace_models and number == 0
    at, heading = spot
    return MiniatureMount(
        type=_code(force, tables),
        skill=ACE if ace else fig.skies.skill[quality],
        at=TableSpot(at.x, at.y),
        heading=heading,
        level=fig.skies.level if force.fighter else fig.skies.level_bombers,
        guns={"full": 0, "low": fig.skies.low_ammo}.get(force.ammo, NO_ROUNDS) if force.fighter else 0,
        leaves=leaves_after(engagement, force),
    )


def leaves_after(engagement: Engagement, force: Force) -> int:
    """The game turn after which fighters must go home that cannot stay to the end; 0 for those that can."""
    fig = figures().skies
    if not force.fighter or force.fuel >= engagement.length:
        return 0
    return min(MOST_TURNS, max(fig.leaves_least, fig.turns * force.fuel))


# ---- what came of it


def result(engagement: Engagement, battle: MiniaturePosition, units: Sequence[str], dice: Dice) -> Result:
    """The outcome of a dogfight that is over: models lost and hit as aircraft of the units, remainders by the dice (OPS-B8.5)."""
    models = [FlownModel(unit, _fate(a)) for a, unit in zip(battle.aircraft, units, strict=True)]
    return fates.flown_out(engagement, engagement_figures.figures().skies, models, "skies", dice)


def _fate(a: MiniatureAircraft) -> Fate:
    if a.out == "down":
        return "down"
    return "hit" if a.chits else "left" if a.out else "stayed"
