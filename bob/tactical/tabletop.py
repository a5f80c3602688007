"""An engagement set out for people who play it themselves, without dice: by cards, by hexes, with miniatures, or as a classic flight
(OPS-B8.4, OPS-B8.5).

Each is set out as the program does, on one table or two (OPS-D1.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from bob.data.units import SIDES, Side
from bob.tactical.cards import resolver
from bob.tactical.cards.data import CardTables, shipped
from bob.tactical.cards.position import CardMount
from bob.tactical.cards.setup import craft_of
from bob.tactical.cards_classic import resolver as by_flight
from bob.tactical.engagement import Engagement, Force, enemy
from bob.tactical.hexes import resolver as by_hexes
from bob.tactical.hexes.data import shipped as hex_tables
from bob.tactical.hexes.options import cost
from bob.tactical.hexes.position import HexMount
from bob.tactical.miniatures import resolver as by_skies
from bob.tactical.miniatures.builder import cost as sky_cost
from bob.tactical.miniatures.data import shipped as sky_tables
from bob.tactical.miniatures.position import MiniatureMount
from bob.tactical.slot import Drawn
from bob.tactical.slot import shipped as shipped_games
from bob.tactical.tabletop_figures import Type, figures


@dataclass(frozen=True, slots=True)
class Models:
    """A unit at the table and its models in each game, `count` of them by cards.

    By cards `card` is the aircraft card and `hand` the opening hand of each fighter, `turrets` the Defence and Support Turret of each
    bomber; `mounts` are its models by hexes, `stands` with miniatures; there `dice` is what its attacks lose, `leaves` the last game
    turn it can stay.
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
    stands: tuple[MiniatureMount, ...]
    dice: int
    leaves: int | None
    sky_points: int

    @property
    def unarmed(self) -> bool:
        """Return whether it has no rounds."""
        return self.force.fighter and self.force.ammo == "none"

    @property
    def skill(self) -> int:
        """The Pilot Skill of its pilots but for an Ace; 0 for a unit without models."""
        return min((mount.skill for mount in self.stands), default=0)

    @property
    def ace(self) -> bool:
        """Return whether an Ace is among others."""
        return any(mount.skill > self.skill for mount in self.stands)


@dataclass(frozen=True, slots=True)
class Tabletop:
    """An engagement at the table: the dogfights as the program sets them out."""

    scale: int
    cards: Drawn
    hexes: Drawn
    skies: Drawn
    flight: Drawn
    models: tuple[Models, ...]

    @property
    def drawn(self) -> dict[str, Drawn]:
        """The dogfights by game."""
        return {"cards": self.cards, "hexes": self.hexes, "skies": self.skies, "flight": self.flight}

    def of(self, side: str) -> tuple[Models, ...]:
        """The units of one side."""
        return tuple(m for m in self.models if m.force.side == side)

    def points(self, side: str) -> tuple[int, int]:
        """Return the points of a side by hexes and with miniatures."""
        return sum(m.hex_points for m in self.of(side)), sum(m.sky_points for m in self.of(side))


_M = TypeVar("_M")
GAMES = ("cards", "hexes", "skies", "flight")


def tables(engagement: Engagement) -> list[dict[str, Engagement]]:
    """Return the tables of an engagement, one or two, each by game with the aircraft that find a target on it."""
    by_game = [shipped_games()[name].tables(engagement) for name in GAMES]
    return [dict(zip(GAMES, found, strict=True)) for found in zip(*by_game, strict=True)]


def laid_out(engagement: Engagement, cards: CardTables | None = None, others: Mapping[str, Engagement] | None = None) -> Tabletop:
    """A table of an engagement set out for each of the four games, the same each time; `others` has the table by game where it is another
    than by cards."""
    of = dict.fromkeys(GAMES, engagement) | dict(others or {})
    drawn, page, sky = resolver.drawn_up(engagement), by_hexes.drawn_up(of["hexes"]), by_skies.drawn_up(of["skies"])
    given = cards if cards is not None else shipped()
    dealt, mounted, placed = (
        _by_unit(drawn.models, [craft for player in drawn.terms.players for craft in player.aircraft]),
        _by_unit(page.models, [mount for player in page.terms.players for mount in player.aircraft]),
        _by_unit(sky.models, [mount for force in sky.terms.forces for mount in force.aircraft]),
    )
    models = [
        _models(engagement, force, mounted.get(force.unit, ()), placed.get(force.unit, ()), dealt.get(force.unit, ()), given)
        for force in met(of)
    ]
    return Tabletop(drawn.scale, drawn, page, sky, by_flight.drawn_up(of["flight"]), tuple(models))


def met(table: Mapping[str, Engagement]) -> list[Force]:
    """Return the units on a table in any game, those of the RAF first, as they are there by cards; of the others no aircraft."""
    here = {force.unit: force for force in table["cards"].forces}
    others = {force.unit: replace(force, count=0) for found in table.values() for force in found.forces if force.unit not in here}
    return [force for side in SIDES for force in (*here.values(), *others.values()) if force.side == side]


def _by_unit(units: Sequence[str], models: Sequence[_M]) -> dict[str, tuple[_M, ...]]:
    """Return the models of a dogfight by their units."""
    return {unit: tuple([model for of, model in zip(units, models, strict=True) if of == unit]) for unit in units}


def _models(
    engagement: Engagement,
    force: Force,
    mounts: tuple[HexMount, ...],
    stands: tuple[MiniatureMount, ...],
    dealt: tuple[CardMount, ...],
    cards: CardTables,
) -> Models:
    fig = figures()
    craft = craft_of(0, 0, 0, dealt[0], cards) if dealt else None
    return Models(
        force=force,
        count=len(dealt),
        type=fig.type_of(force.aircraft),
        card=cards.aircraft[dealt[0].aircraft].name if dealt else "",
        hand=craft.now.performance + craft.extra_cards if craft is not None and force.fighter else 0,
        bursts=max(0, craft.now.bursts) if craft is not None else 0,
        turrets=(craft.now.dt, craft.now.st) if craft is not None and not force.fighter else (0, 0),
        mounts=mounts,
        hex_points=cost(mounts, hex_tables()),
        stands=stands,
        dice=fig.skies.low_ammo if force.fighter and force.ammo == "low" else 0,
        leaves=by_skies.leaves_after(engagement, force) or None,
        sky_points=sky_cost(stands, sky_tables()),
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
