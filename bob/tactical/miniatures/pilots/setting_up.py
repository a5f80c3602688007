"""The pilot's set-up: the places of clouds and aircraft before the battle, and the play of the deployment cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bob.tactical.miniatures import setup
from bob.tactical.miniatures.data import NUMBERS, RADAR_SUPPORT
from bob.tactical.miniatures.orders import Deploy, LayCloud
from bob.tactical.miniatures.position import ADVANTAGED, NOWHERE, MiniatureAircraft, MiniaturePosition
from bob.tactical.miniatures.rules.cards import code_of
from bob.tactical.miniatures.rules.geometry import PER, Spot, heading_of, square

ACROSS = {"north": (1, 0), "south": (1, 0), "west": (0, 1), "east": (0, 1)}
"""The axis of a line that faces from an edge."""
APART = 3 * PER
"""Between two aircraft of a line."""
DEPTH, LEADING = 3 * PER, 5 * PER
"""The distances from the edge at the start, of bombers and of fighters: the fighters before them."""


def cloud(position: MiniaturePosition, side: int) -> LayCloud:
    """A cloud near the middle: between the sides, where the table is widest."""
    room = setup.cloud_room(position)
    middle = Spot(position.terms.width * PER // 2, position.terms.height * PER // 2)
    wanted = Spot(middle.x + (9, -9, 0)[len(position.clouds) % 3] * PER, middle.y + (4, -4, 0)[len(position.clouds) % 3] * PER)
    return LayCloud(min(room, key=lambda at: (square(at, wanted), at)))


def deploy(position: MiniaturePosition, side: int) -> Deploy:
    """The next aircraft of a line that faces the enemy: fighters before, bombers in close order behind, the best pilots in the middle."""
    terms = position.terms
    mine = [a for a in position.aircraft if a.side == side]
    waiting = [a for a in mine if a.at == NOWHERE]
    rank = sorted((a for a in mine if terms.forces[side].aircraft[a.number - mine[0].number].at is None), key=_order)
    a = min(waiting, key=rank.index)
    bombers = [b for b in rank if _is_behind(b)]
    line = bombers if _is_behind(a) else [b for b in rank if not _is_behind(b)]
    place = line.index(a)
    gap = 2 * PER if _is_behind(a) else APART
    sideways = (place + 1) // 2 * gap * (1 if place % 2 else -1)
    edge = terms.forces[side].edge
    first, last = setup.zone(terms, terms.forces[side])
    middle = _line_middle(position, side)
    depth = DEPTH if _is_behind(a) else LEADING
    east, south = ACROSS[edge]
    x = {"west": depth, "east": last.x - depth}.get(edge, middle.x) + east * sideways
    y = {"north": depth, "south": last.y - depth}.get(edge, middle.y) + south * sideways
    at = Spot(min(max(x, first.x + PER), last.x - PER), min(max(y, first.y + PER), last.y - PER))
    heading = {"north": 180, "south": 0, "west": 90, "east": 270}[edge]
    if _is_behind(a) and terms.strike is not None and terms.strike.seat == position.seats[side]:
        heading = heading_of(at, min((t.spot for t in terms.strike.targets), key=lambda t: (square(t, at), t)))
    while any(b.at == at for b in position.aircraft):
        at = Spot(at.x + (1 if at.x < last.x else -1), at.y)
    return Deploy(a.number, at, heading)


def _is_behind(a: MiniatureAircraft) -> bool:
    return a.type.multi and a.type.firepower == 0


def _order(a: MiniatureAircraft) -> tuple[bool, int, int]:
    """Fighters first, each kind by Pilot Skill."""
    return _is_behind(a), -a.skill, a.number


def _line_middle(position: MiniaturePosition, side: int) -> Spot:
    """Return the centre of a line: opposite the enemies placed already, before one's bombers' target, else the table's middle."""
    terms = position.terms
    there = [b.at for b in position.aircraft if b.side != side and b.at != NOWHERE]
    strike = terms.strike
    if strike is not None and strike.seat == position.seats[side]:
        there = [t.spot for t in strike.targets]
    if not there:
        return Spot(terms.width * PER // 2, terms.height * PER // 2)
    return Spot(sum(at.x for at in there) // len(there), sum(at.y for at in there) // len(there))


def deployment_card(position: MiniaturePosition, side: int, listed: Sequence[Any]) -> Any:
    """One of the deployment cards: each is played before the battle; on the most skilled aircraft, for the larger squadron."""

    def key(order: Any) -> tuple[float, ...]:
        code = code_of(order.card)
        if code == RADAR_SUPPORT:
            chosen = [position.aircraft[n] for n in order.aircraft if position.aircraft[n].level < ADVANTAGED]
            return 2.0, sum(10 + a.skill - 4 * a.type.multi for a in chosen)
        if code == NUMBERS:
            mine = [a for a in position.aircraft if a.side == side and a.squadron == order.squadron]
            return 1.0, len(mine)
        return 0.0, 0.0

    return max(listed, key=key)
