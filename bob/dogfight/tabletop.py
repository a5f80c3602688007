"""An engagement set out for people who play it themselves, without dice: by cards, by hexes, or with miniatures (OPS-B8.4, OPS-B8.5).

Cards and hexes are set out as `by_cards` and `by_hexes` do; Blood Red Skies with its extended rules (`skies`) by `tabletop_figures`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bob.dogfight import by_cards, by_hexes
from bob.dogfight.cards.data import CardTables, shipped
from bob.dogfight.cards.position import CardMount
from bob.dogfight.cards.setup import craft_of
from bob.dogfight.engagement import POSTURES, SIDES, Engagement, Force, enemy
from bob.dogfight.hexes.data import shipped as hex_tables
from bob.dogfight.hexes.options import cost
from bob.dogfight.hexes.position import HexMount
from bob.dogfight.slot import Drawn
from bob.dogfight.tabletop_figures import ACE, Type, figures
from bob.units import LEVELS, Side
from bob.weathers import CLOUD


@dataclass(frozen=True, slots=True)
class Models:
    """One unit at the table: how many models it has, and what each game makes of it.

    By cards `card` is the aircraft card and `hand` the opening hand of each fighter, `turrets` the Defence and Support Turret of each
    bomber; `mounts` are its models by hexes; with miniatures `skill` is that of its pilots, an `ace` among them, `dice` what its attacks
    lose, `leaves` the last game turn it can stay.
    """

    force: Force
    count: int
    type: Type
    card: str
    hand: int
    bursts: int
    turrets: tuple[int, int]
    mounts: tuple[HexMount, ...]
    hex_points: int
    standing: str
    skill: int
    ace: bool
    dice: int
    leaves: int | None
    sky_points: int


@dataclass(frozen=True, slots=True)
class Tabletop:
    """An engagement at the table. `cards` and `hexes` are those dogfights as the program sets them out."""

    scale: int
    cards: Drawn
    hexes: Drawn
    models: tuple[Models, ...]
    ahead: Side | None
    approach: str
    sky_turns: int
    sky_distance: int
    sky_hand: Mapping[str, int]
    sky_clouds: int

    def of(self, side: str) -> tuple[Models, ...]:
        """The units of one side."""
        return tuple(m for m in self.models if m.force.side == side)

    def points(self, side: str) -> tuple[int, int]:
        """What a side is worth by hexes and with miniatures."""
        return sum(m.hex_points for m in self.of(side)), sum(m.sky_points for m in self.of(side))


def laid_out(engagement: Engagement, cards: CardTables | None = None) -> Tabletop:
    """The engagement set out for each of the three games, the same each time."""
    fig = figures()
    drawn, sheet = by_cards.on_paper(engagement), by_hexes.on_paper(engagement)
    best = max((engagement.posture, engagement.posture_of("luftwaffe")), key=POSTURES.index)
    ahead: Side | None = next((side for side in SIDES if engagement.posture_of(side) in ("bounce", "advantage")), None)
    hidden = engagement.weather in CLOUD
    missing = {side: engagement.surprise == enemy(side) for side in SIDES}
    given = cards if cards is not None else shipped()
    models: list[Models] = []
    for side, by_card, by_hex in zip(SIDES, drawn.terms.players, sheet.terms.players, strict=True):
        first = 0
        for force in engagement.of(side):
            own = slice(first, first + drawn.models.count(force.unit))
            models.append(_models(engagement, force, by_hex.aircraft[own], by_card.aircraft[own], given))
            first = own.stop
    return Tabletop(
        scale=drawn.scale,
        cards=drawn,
        hexes=sheet,
        models=tuple(models),
        ahead=ahead,
        approach=fig.approach[best],
        sky_turns=max(1, fig.skies.turns * engagement.length - hidden * fig.skies.turns_hidden),
        sky_distance=fig.skies.distance[best],
        sky_hand={side: max(0, fig.skies.hand - missing[side] * fig.skies.surprised) for side in SIDES},
        sky_clouds=fig.skies.clouds[engagement.weather],
    )


def _models(engagement: Engagement, force: Force, mounts: tuple[HexMount, ...], dealt: tuple[CardMount, ...], cards: CardTables) -> Models:
    fig, count = figures(), len(mounts)
    kind = fig.type_of(force.aircraft)
    quality = LEVELS[max(0, LEVELS.index(force.experience) - (force.disruption >= fig.tired))]
    skill = fig.skies.skill[quality]
    ace = force.fighter and quality == LEVELS[-1] and count >= fig.skies.ace_models
    short = force.fighter and force.fuel < engagement.length
    craft = craft_of(0, 0, 0, dealt[0], cards) if dealt else None
    posture = engagement.posture_of(force.side)
    return Models(
        force=force,
        count=count,
        type=kind,
        card=cards.aircraft[dealt[0].aircraft].name if dealt else "",
        hand=craft.now.performance + craft.extra_cards if craft is not None and force.fighter else 0,
        bursts=craft.now.bursts if craft is not None else 0,
        turrets=(craft.now.dt, craft.now.st) if craft is not None and not force.fighter else (0, 0),
        mounts=mounts,
        hex_points=cost(mounts, hex_tables()),
        standing=(fig.skies.level if force.fighter else fig.skies.level_bombers)[posture],
        skill=skill,
        ace=ace,
        dice=fig.skies.low_ammo if force.fighter and force.ammo == "low" else 0,
        leaves=max(fig.skies.leaves_least, fig.skies.turns * force.fuel) if short else None,
        sky_points=count * (kind.skies + fig.skies.points[skill]) + ace * (fig.skies.points[ACE] - fig.skies.points[skill]),
    )


def up_sun(engagement: Engagement) -> Side | None:
    """The side that comes out of the sun, as far as its posture shows: more than height and surprise alone would give it (OPS-B8.3)."""
    mine, theirs = engagement.of(engagement.attackers), engagement.of(enemy(engagement.attackers))
    bombers = [f.angels for f in theirs if not f.fighter]
    gap = max(f.angels for f in mine) - (min(bombers) if bombers else max(f.angels for f in theirs))
    edge = (gap >= 2) - (gap <= -2) + (engagement.surprise == engagement.attackers)
    posture = engagement.posture_of(engagement.attackers)
    shown = {"bounce": 2, "advantage": 1, "even": 0}.get(posture, -1)
    return engagement.attackers if 0 <= edge < shown else None


def last_turn(engagement: Engagement, count: int, turn: int) -> int:
    """The last of `count` game turns that falls into one of the turns of the day that the engagement takes."""
    return max(1, turn * count // engagement.length)
