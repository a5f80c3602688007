"""An engagement set out for people who play it themselves, without dice: by cards, by hexes, or with miniatures (OPS-B8.4, OPS-B8.5).

The cards are set out as `by_cards` does; the other two, Fighters in Sight (`hexes`) and Blood Red Skies with its extended rules (`skies`),
by the figures under `tabletop` in tables/engagements.toml, which are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

from bob.codec import Key
from bob.dogfight import by_cards
from bob.dogfight.by_cards import HIDING
from bob.dogfight.cards.data import CardTables, shipped
from bob.dogfight.cards.position import CardMount
from bob.dogfight.cards.setup import craft_of
from bob.dogfight.engagement import POSTURES, SIDES, Engagement, Force, enemy
from bob.dogfight.slot import Drawn
from bob.errors import phrase
from bob.ranges import OneOf, Whole
from bob.resources import data_folder
from bob.toml_files import Keys, read_toml
from bob.units import LEVELS, Name, Side, aircraft_types

AHEAD = ("bounce", "advantage", "even")
APPROACHES = ("behind", "flank", "head_on")
LEADERS = ("none", "silver", "gold")
STANDINGS = ("disadvantaged", "neutral", "advantaged")
WEATHERS = ("fair", "scattered", "haze", "cloudy", "dense_haze", "overcast", "fog", "rain")
TOP_LEVEL = 4
"""The highest level of the hex dogfight (FIS-214)."""
ACE = 5


@dataclass(frozen=True, slots=True)
class HexFigures:
    """How an engagement becomes one of Fighters in Sight."""

    turns: Annotated[int, Whole(1, 20)]
    turns_hidden: Annotated[int, Whole(0, 20)]
    low: Annotated[int, Whole(0, 34)]
    per_level: Annotated[int, Whole(1, 20)]
    cards: Annotated[int, Whole(0, 12)]
    surprised: Annotated[int, Whole(0, 12)]
    ahead: Annotated[int, Whole(0, 6)]
    fuel_least: Annotated[int, Whole(1, 40)]
    fuel_per_turn: Annotated[int, Whole(0, 40)]
    low_ammo: Annotated[int, Whole(-4, 0)]
    wingman: Annotated[int, Whole(0, 100)]
    distance: Annotated[Mapping[str, Annotated[int, Whole(1, 18)]], Keys(AHEAD)]
    clouds: Annotated[Mapping[str, Annotated[int, Whole(0, 40)]], Keys(WEATHERS)]
    leader: Annotated[Mapping[str, Annotated[str, OneOf(LEADERS)]], Keys(LEVELS)]
    points: Annotated[Mapping[str, Annotated[int, Whole(0, 100)]], Keys(LEADERS)]


@dataclass(frozen=True, slots=True)
class SkyFigures:
    """How an engagement becomes one of Blood Red Skies."""

    turns: Annotated[int, Whole(1, 20)]
    turns_hidden: Annotated[int, Whole(0, 20)]
    hand: Annotated[int, Whole(0, 6)]
    surprised: Annotated[int, Whole(0, 6)]
    doctrine: Annotated[int, Whole(0, 12)]
    theatre: Annotated[int, Whole(0, 12)]
    low_ammo: Annotated[int, Whole(-4, 0)]
    ace_models: Annotated[int, Whole(1, 7)]
    leaves_least: Annotated[int, Whole(1, 20)]
    distance: Annotated[Mapping[str, Annotated[int, Whole(1, 36)]], Keys(AHEAD)]
    level: Annotated[Mapping[str, Annotated[str, OneOf(STANDINGS)]], Keys(POSTURES)]
    level_bombers: Annotated[Mapping[str, Annotated[str, OneOf(STANDINGS)]], Keys(POSTURES)]
    clouds: Annotated[Mapping[str, Annotated[int, Whole(0, 40)]], Keys(WEATHERS)]
    skill: Annotated[Mapping[str, Annotated[int, Whole(2, ACE - 1)]], Keys(LEVELS)]
    points: Annotated[Mapping[int, Annotated[int, Whole(0, 500)]], Keys(("2", "3", "4", "5"))]


@dataclass(frozen=True, slots=True)
class Type:
    """A type of the two games: its points in each, its fuel by hexes; which of our types it is, and which it only stands in for."""

    name: Name
    hexes: Annotated[int, Whole(1, 100)]
    fuel: Annotated[int, Whole(1, 40)]
    skies: Annotated[int, Whole(1, 200)]
    own: Annotated[tuple[str, ...], Key("is")]
    stand_in: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TabletopFigures:
    """The figures under `tabletop`."""

    tired: Annotated[int, Whole(1, 4)]
    approach: Annotated[Mapping[str, Annotated[str, OneOf(APPROACHES)]], Keys(AHEAD)]
    hexes: HexFigures
    skies: SkyFigures
    types: Annotated[tuple[Type, ...], Key("type")]

    def type_of(self, code: str) -> Type:
        """What one of our types is at the table."""
        return next(kind for kind in self.types if code in (*kind.own, *kind.stand_in))


def load(path: Path) -> TabletopFigures:
    """The figures of a file. Raises DataError."""
    node = read_toml(path).table("tabletop")
    made = node.read(TabletopFigures)
    known, found = aircraft_types(), set[str]()
    for i, kind in enumerate(made.types):
        for key, codes in (("is", kind.own), ("stand_in", kind.stand_in)):
            for code in codes:
                if code not in known or code in found:
                    node.fail(f"type[{i}].{key}", phrase("expect.aircraft_once"), code)
                found.add(code)
    missing = [code for code in known if code not in found]
    if missing:
        node.fail("type", phrase("expect.none_for", name=missing[0]), phrase("expect.nothing"))
    return made


@cache
def figures() -> TabletopFigures:
    """The shipped figures."""
    return load(data_folder("tables") / "engagements.toml")


# ---- an engagement at the table


@dataclass(frozen=True, slots=True)
class Models:
    """One unit at the table: how many models it has, and what each game makes of it.

    By cards `card` is the aircraft card and `hand` the opening hand of each fighter,
    `turrets` the Defence and Support Turret of each bomber; by hexes `fuel` is None but for fighters short of it,
    `dice` what its shots lose; with miniatures `skill` is that of its pilots, an `ace` among them, `leaves` the last game turn it can stay.
    """

    force: Force
    count: int
    type: Type
    card: str
    hand: int
    bursts: int
    turrets: tuple[int, int]
    level: int
    leader: str
    wingman: bool
    fuel: int | None
    dice: int
    hex_points: int
    standing: str
    skill: int
    ace: bool
    leaves: int | None
    sky_points: int


@dataclass(frozen=True, slots=True)
class Tabletop:
    """An engagement at the table. `cards` is the card dogfight; numbers of cards are those of the first turn by side."""

    scale: int
    cards: Drawn
    models: tuple[Models, ...]
    ahead: Side | None
    approach: str
    hex_turns: int
    hex_distance: int
    hex_cards: Mapping[str, int]
    hex_clouds: int
    hex_edge: int
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
    drawn = by_cards.on_paper(engagement)
    best = max((engagement.posture, engagement.posture_of("luftwaffe")), key=POSTURES.index)
    ahead: Side | None = next((side for side in SIDES if engagement.posture_of(side) in ("bounce", "advantage")), None)
    hidden = engagement.weather in HIDING
    missing = {side: engagement.surprise == enemy(side) for side in SIDES}
    given = cards if cards is not None else shipped()
    mounts = [iter(player.aircraft) for player in drawn.terms.players]
    models: list[Models] = []
    for side, found in zip(SIDES, mounts, strict=True):
        for force in engagement.of(side):
            count = drawn.models.count(force.unit)
            models.append(_models(engagement, force, count, next(found) if count else None, given))
    return Tabletop(
        scale=drawn.scale,
        cards=drawn,
        models=tuple(models),
        ahead=ahead,
        approach=fig.approach[best],
        hex_turns=max(1, fig.hexes.turns * engagement.length - hidden * fig.hexes.turns_hidden),
        hex_distance=fig.hexes.distance[best],
        hex_cards={side: max(0, fig.hexes.cards - missing[side] * fig.hexes.surprised) for side in SIDES},
        hex_clouds=fig.hexes.clouds[engagement.weather],
        hex_edge=fig.hexes.ahead if best == "advantage" else 0,
        sky_turns=max(1, fig.skies.turns * engagement.length - hidden * fig.skies.turns_hidden),
        sky_distance=fig.skies.distance[best],
        sky_hand={side: max(0, fig.skies.hand - missing[side] * fig.skies.surprised) for side in SIDES},
        sky_clouds=fig.skies.clouds[engagement.weather],
    )


def _models(engagement: Engagement, force: Force, count: int, mount: CardMount | None, cards: CardTables) -> Models:
    fig = figures()
    kind = fig.type_of(force.aircraft)
    quality = LEVELS[max(0, LEVELS.index(force.experience) - (force.disruption >= fig.tired))]
    leader = fig.hexes.leader[quality] if force.fighter and count else "none"
    wingman = leader == "gold" and count > 1
    low = force.fighter and force.ammo == "low"
    skill = fig.skies.skill[quality]
    ace = force.fighter and quality == LEVELS[-1] and count >= fig.skies.ace_models
    short = force.fighter and force.fuel < engagement.length
    fuel = min(kind.fuel, fig.hexes.fuel_least + fig.hexes.fuel_per_turn * max(0, force.fuel))
    craft = craft_of(0, 0, 0, mount, cards) if mount is not None else None
    posture = engagement.posture_of(force.side)
    return Models(
        force=force,
        count=count,
        type=kind,
        card=cards.aircraft[mount.aircraft].name if mount is not None else "",
        hand=craft.now.performance + craft.extra_cards if craft is not None and force.fighter else 0,
        bursts=craft.now.bursts if craft is not None else 0,
        turrets=(craft.now.dt, craft.now.st) if craft is not None and not force.fighter else (0, 0),
        level=level(engagement, force),
        leader=leader,
        wingman=wingman,
        fuel=fuel if force.fighter and fuel < kind.fuel else None,
        dice=fig.hexes.low_ammo if low else 0,
        hex_points=count * kind.hexes + fig.hexes.points[leader] + wingman * fig.hexes.wingman,
        standing=(fig.skies.level if force.fighter else fig.skies.level_bombers)[posture],
        skill=skill,
        ace=ace,
        leaves=max(fig.skies.leaves_least, fig.skies.turns * force.fuel) if short else None,
        sky_points=count * (kind.skies + fig.skies.points[skill]) + ace * (fig.skies.points[ACE] - fig.skies.points[skill]),
    )


def level(engagement: Engagement, force: Force) -> int:
    """The level of a unit by hexes: from that of the lowest, a step for so many Angels."""
    fig = figures().hexes
    lowest = min(f.angels for f in engagement.forces)
    return min(TOP_LEVEL, (lowest >= fig.low) + (2 * (force.angels - lowest) + fig.per_level) // (2 * fig.per_level))


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
