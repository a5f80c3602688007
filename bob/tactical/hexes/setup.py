"""Making the position of a mission: aircraft, deck, markers, clouds, and setting up by the players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from bob.core.dice import Dice
from bob.core.errors import Refusal
from bob.core.hexes import Hex, at_offset
from bob.tactical.hexes.data import HexTables
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.mat import on_mat, taken
from bob.tactical.hexes.orders import PlaceCloud, SetUp
from bob.tactical.hexes.position import CLOUDS, NOBODY, NOWHERE, HexAircraft, HexMount, HexPosition, HexTerms
from bob.tactical.hexes.rules import formations

CLOUD_COLUMNS = 4
"""Columns at either edge where no cloud is laid (FIS-D05)."""
EDGE = 2
"""Columns at either edge where aircraft are set up (FIS-D05)."""


def new_position(terms: HexTerms, tables: HexTables) -> HexPosition:
    """The position of the terms with nothing in it yet."""
    seats = tuple([player.seat for player in terms.players])
    sides = tuple(dict.fromkeys([player.side for player in terms.players]))
    side_of = tuple([sides.index(player.side) for player in terms.players])
    position = HexPosition(terms, tables, seats, sides, side_of)
    position.hands = [()] * len(seats)
    position.carded = [False] * len(seats)
    position.sun, position.dice = [0] * len(seats), [0] * len(sides)
    position.bonus, position.kills, position.score = ([0] * len(sides) for _ in range(3))
    return position


def aircraft_of(number: int, seat: int, side: int, mount: HexMount, first: int, terms: HexTerms, tables: HexTables) -> HexAircraft:
    """An aircraft of a mission; `first` is the number of its player's first aircraft."""
    dash = tables.aircraft[mount.type]
    rank = tables.leader_class(mount.leader)
    return HexAircraft(
        number,
        seat,
        side,
        dash,
        rank,
        tables.rule(mount.leader),
        at=mount.at if mount.at is not None else NOWHERE,
        facing=mount.facing,
        level=mount.level if terms.altimeter else 0,
        fuel=max(1, dash.fuel + mount.fuel),
        structure=max(1, dash.structure + terms.structure + mount.structure + (rank.structure if rank is not None else 0)),
        leader=mount.leader,
        wingman_of=NOBODY if mount.wingman_of is None else first + mount.wingman_of,
        guns=mount.guns,
        bombs=mount.bombs,
    )


def begin(terms: HexTerms, tables: HexTables, dice: Dice) -> HexRun:
    """The position of the terms; cards and markers shuffled, the first draw rolled for (FIS-015)."""
    position = new_position(terms, tables)
    for seat, player in enumerate(terms.players):
        first = len(position.aircraft)
        for mount in player.aircraft:
            number = len(position.aircraft)
            position.aircraft.append(aircraft_of(number, seat, position.side_of[seat], mount, first, terms, tables))
        mine = list(zip(position.aircraft[first:], player.aircraft, strict=True))
        for formation in sorted({mount.formation for _, mount in mine} - {NOBODY}):
            formations.renumber(position, [a for a, mount in mine if mount.formation == formation])
    run = HexRun(position, dice)
    position.pile, position.bag = tables.pile(), tables.bag()
    run.shuffle(position.pile, "shuffle")
    run.shuffle(position.bag, "bag")
    position.clouds = sorted(terms.clouds)
    position.ships = [ship.structure for ship in terms.ships]
    position.first = position.sides.index(terms.first) if terms.first is not None else first_draw(run)
    position.queue = cloud_queue(position)
    position.stage = CLOUDS
    return run


def first_draw(run: HexRun) -> int:
    """The side that draws first on turn 1: a die each, again while they are equal (FIS-015)."""
    while True:
        one, other = (run.die("first_draw", run.position.side_of.index(side)) for side in (0, 1))
        run.tell("first_draw", rule="FIS-015", dice=(one, other))
        if one != other:
            return 0 if one > other else 1


def cloud_queue(position: HexPosition) -> list[int]:
    """The seats that lay the clouds, alternately, the winner of the first roll first (FIS-D05)."""
    seats = [position.side_of.index(side) for side in (position.first, 1 - position.first)]
    return [seats[i % 2] for i in range(position.terms.cloud_count)]


def place_queue(position: HexPosition) -> list[int]:
    """The aircraft to be set up, the loser of the first roll first, and after each seat's own -1 - seat: it may form up (FIS-D05)."""
    queue: list[int] = []
    for side in (1 - position.first, position.first):
        for seat, of in enumerate(position.side_of):
            mine = [a.number for a in position.aircraft if a.seat == seat and a.at == NOWHERE and not a.out]
            if of == side and mine:
                queue += [*mine, -1 - seat]
    return queue


def cloud_refusal(position: HexPosition, at: Hex) -> Refusal | None:
    """Return the reason why no cloud may be placed on a hex."""
    if not on_mat(position.terms, at):
        return "off_sheet", "FIS-D05"
    if not CLOUD_COLUMNS <= at.q < position.terms.columns - CLOUD_COLUMNS:
        return "cloud_column", "FIS-D05"
    return ("cloud_there", "FIS-D05") if at in position.clouds else None


def west(position: HexPosition, side: int) -> bool:
    """Return whether a side sets up in the west: the RAF, or the first side of the mission (FIS-D05)."""
    return in_west(position.sides[side], position.sides)


def in_west(side: str, sides: Sequence[str]) -> bool:
    """The same of a mission's sides in their order."""
    return side == "raf" or ("raf" not in sides and side == sides[0])


def place_refusal(position: HexPosition, order: SetUp) -> Refusal | None:
    """Return the reason why an aircraft may not be set up there."""
    if not position.queue or order.aircraft != position.queue[0]:
        return "not_next", "FIS-D05"
    terms = position.terms
    in_west = west(position, position.aircraft[order.aircraft].side)
    if not on_mat(terms, order.at):
        return "off_sheet", "FIS-D05"
    if not (order.at.q < EDGE if in_west else order.at.q >= terms.columns - EDGE):
        return "own_edge", "FIS-D05"
    if order.facing not in ((1, 2) if in_west else (4, 5)):
        return "facing_in", "FIS-D05"
    return ("hex_taken", "FIS-054") if taken(position, order.at) else None


def place_candidates(position: HexPosition) -> list[Any]:
    """Every place that may do for the next aircraft."""
    number = position.queue[0]
    terms = position.terms
    return _places(number, west(position, position.aircraft[number].side), terms.columns, terms.rows)


@cache
def _places(number: int, in_west: bool, columns: int, rows: int) -> list[Any]:
    among = range(EDGE) if in_west else range(columns - EDGE, columns)
    return [SetUp(number, at_offset(c, r), f) for c in among for r in range(rows) for f in ((1, 2) if in_west else (4, 5))]


def cloud_candidates(position: HexPosition) -> list[Any]:
    """Every hex that may do for the next cloud."""
    return _cloud_hexes(position.terms.columns, position.terms.rows)


@cache
def _cloud_hexes(columns: int, rows: int) -> list[Any]:
    return [PlaceCloud(at_offset(c, r)) for c in range(CLOUD_COLUMNS, columns - CLOUD_COLUMNS) for r in range(rows)]


def lay_cloud(run: HexRun, order: PlaceCloud) -> None:
    position = run.position
    seat = position.queue.pop(0)
    position.clouds = sorted([*position.clouds, order.at])
    run.tell("cloud_laid", seat=position.seats[seat], at=order.at.label)


def set_up(run: HexRun, order: SetUp) -> None:
    position = run.position
    a = position.aircraft[position.queue.pop(0)]
    a.at, a.facing = order.at, order.facing
    run.tell("set_up", aircraft=a.number, at=order.at.label, facing=order.facing)
