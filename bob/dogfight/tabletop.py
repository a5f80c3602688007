"""An engagement set out for people who play it themselves, without dice: by cards, by hexes, or with miniatures (OPS-B8.4, OPS-B8.5).

The cards are set out as `by_cards` does; the other two, Fighters in Sight (`hexes`) and Blood Red Skies with its extended rules (`skies`),
by the figures under `tabletop` in tables/engagements.toml, which are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bob.dogfight import by_cards
from bob.dogfight.by_cards import HIDING
from bob.dogfight.cards.data import CardTables, shipped
from bob.dogfight.cards.position import CardMount
from bob.dogfight.cards.setup import craft_of
from bob.dogfight.engagement import POSTURES, SIDES, Engagement, Force, enemy
from bob.dogfight.slot import Drawn
from bob.resources import data_folder
from bob.toml_files import Node, read_toml
from bob.units import LEVELS, Side, aircraft_types

AHEAD = ("bounce", "advantage", "even")
APPROACHES = ("behind", "flank", "head_on")
LEADERS = ("none", "silver", "gold")
STANDINGS = ("disadvantaged", "neutral", "advantaged")
WEATHERS = ("fair", "scattered", "haze", "cloudy", "dense_haze", "overcast", "fog", "rain")
TOP_LEVEL = 4
"""The highest level of the hex dogfight (FIS-214)."""
ACE = 5


@dataclass(frozen=True, slots=True)
class Type:
    """A type of the two games: its points in each, its fuel by hexes. `stands_in` when it is not the type it stands for."""

    name: str
    hexes: int
    fuel: int
    skies: int
    stands_in: bool


@dataclass(frozen=True, slots=True)
class HexFigures:
    """How an engagement becomes one of Fighters in Sight."""

    turns: int
    turns_hidden: int
    low: int
    per_level: int
    cards: int
    surprised: int
    ahead: int
    fuel_least: int
    fuel_per_turn: int
    low_ammo: int
    wingman: int
    distance: Mapping[str, int]
    clouds: Mapping[str, int]
    leader: Mapping[str, str]
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class SkyFigures:
    """How an engagement becomes one of Blood Red Skies."""

    turns: int
    turns_hidden: int
    hand: int
    surprised: int
    doctrine: int
    theatre: int
    low_ammo: int
    ace_models: int
    leaves_least: int
    distance: Mapping[str, int]
    level: Mapping[str, str]
    level_bombers: Mapping[str, str]
    clouds: Mapping[str, int]
    skill: Mapping[str, int]
    points: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class TabletopFigures:
    """The figures under `tabletop`. `types` are by our codes."""

    tired: int
    approach: Mapping[str, str]
    hexes: HexFigures
    skies: SkyFigures
    types: Mapping[str, Type]


def load(path: Path) -> TabletopFigures:
    """The figures of a file. Raises DataError."""
    node = read_toml(path).table("tabletop")
    approach = node.table("approach")
    made = TabletopFigures(
        tired=node.whole("tired", 1, 4),
        approach={key: approach.text(key, APPROACHES) for key in AHEAD},
        hexes=_hexes(node.table("hexes")),
        skies=_skies(node.table("skies")),
        types=_types(node),
    )
    approach.done()
    node.done()
    return made


def _wholes(node: Node, key: str, members: tuple[str, ...], least: int, most: int) -> dict[str, int]:
    inner = node.table(key)
    found = {member: inner.whole(member, least, most) for member in members}
    inner.done()
    return found


def _texts(node: Node, key: str, members: tuple[str, ...], choices: tuple[str, ...]) -> dict[str, str]:
    inner = node.table(key)
    found = {member: inner.text(member, choices) for member in members}
    inner.done()
    return found


def _hexes(node: Node) -> HexFigures:
    made = HexFigures(
        turns=node.whole("turns", 1, 20),
        turns_hidden=node.whole("turns_hidden", 0, 20),
        low=node.whole("low", 0, 34),
        per_level=node.whole("per_level", 1, 20),
        cards=node.whole("cards", 0, 12),
        surprised=node.whole("surprised", 0, 12),
        ahead=node.whole("ahead", 0, 6),
        fuel_least=node.whole("fuel_least", 1, 40),
        fuel_per_turn=node.whole("fuel_per_turn", 0, 40),
        low_ammo=node.whole("low_ammo", -4, 0),
        wingman=node.whole("wingman", 0, 100),
        distance=_wholes(node, "distance", AHEAD, 1, 18),
        clouds=_wholes(node, "clouds", WEATHERS, 0, 40),
        leader=_texts(node, "leader", LEVELS, LEADERS),
        points=_wholes(node, "points", LEADERS, 0, 100),
    )
    node.done()
    return made


def _skies(node: Node) -> SkyFigures:
    made = SkyFigures(
        turns=node.whole("turns", 1, 20),
        turns_hidden=node.whole("turns_hidden", 0, 20),
        hand=node.whole("hand", 0, 6),
        surprised=node.whole("surprised", 0, 6),
        doctrine=node.whole("doctrine", 0, 12),
        theatre=node.whole("theatre", 0, 12),
        low_ammo=node.whole("low_ammo", -4, 0),
        ace_models=node.whole("ace_models", 1, 7),
        leaves_least=node.whole("leaves_least", 1, 20),
        distance=_wholes(node, "distance", AHEAD, 1, 36),
        level=_texts(node, "level", POSTURES, STANDINGS),
        level_bombers=_texts(node, "level_bombers", POSTURES, STANDINGS),
        clouds=_wholes(node, "clouds", WEATHERS, 0, 40),
        skill=_wholes(node, "skill", LEVELS, 2, ACE - 1),
        points={int(skill): points for skill, points in _wholes(node, "points", ("2", "3", "4", "5"), 0, 500).items()},
    )
    node.done()
    return made


def _types(node: Node) -> dict[str, Type]:
    known = tuple(aircraft_types())
    found: dict[str, Type] = {}
    for entry in node.tables("type"):
        name, hexes, fuel, skies = (
            entry.text("name"),
            entry.whole("hexes", 1, 100),
            entry.whole("fuel", 1, 40),
            entry.whole("skies", 1, 200),
        )
        for key in ("is", "stand_in"):
            for code in entry.distinct(key, required=key == "is"):
                if code not in known or code in found:
                    entry.fail(key, "codes of aircraft.toml, each once", code)
                found[code] = Type(name, hexes, fuel, skies, key == "stand_in")
        entry.done()
    missing = [code for code in known if code not in found]
    if missing:
        node.fail("type", "a type for every aircraft", f"none for {missing[0]}")
    return found


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
    kind = fig.types[force.aircraft]
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
