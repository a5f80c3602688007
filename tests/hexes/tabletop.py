"""Positions made by hand, and a table on which tests play them.

Places are counted from the middle of a wide sheet: `(0, 0)` is a hex far from every edge, as the examples have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from bob.core.dice import ScriptedDice
from bob.core.hexes import Hex
from bob.tactical.hexes import HexDogfight
from bob.tactical.hexes import orders as o
from bob.tactical.hexes.data import shipped
from bob.tactical.hexes.execution import HexRun
from bob.tactical.hexes.position import GO, TURN, Go, HexAircraft, HexMount, HexPosition, HexSeat, HexTerms
from bob.tactical.hexes.rules.legal import may_move
from bob.tactical.hexes.rules.sequence import proceed
from bob.tactical.hexes.setup import aircraft_of, new_position
from tests.tabletops import PlayedTable

TABLES = shipped()
GAME = HexDogfight(TABLES)
MIDDLE = Hex(30, 15)
WIDE = {"columns": 61, "rows": 61}

# Faces of the combat die.
C, D, S, B = 1, 2, 4, 5


def at(q: int, r: int) -> Hex:
    """A hex counted from the middle."""
    return Hex(MIDDLE.q + q, MIDDLE.r + r)


class Fly:
    """An aircraft of a position made by hand: type, place, facing; its side, its seat, and any value of an Aircraft."""

    def __init__(
        self, type: str = "spitfire_i", place: tuple[int, int] = (0, 0), facing: int = 0, side: str = "", seat: str = "", **values: Any
    ):
        self.mount = HexMount(type, at=at(*place), facing=facing, level=values.pop("level", 2), leader=values.pop("leader", ""))
        self.side = side
        self.seat = seat
        self.values = values


def battle(
    *flying: Fly,
    hands: Mapping[str, str] | None = None,
    clouds: Iterable[tuple[int, int]] = (),
    turn: int = 1,
    go: int | None = 0,
    pile: str = "",
    bag: str = "",
    **terms: Any,
) -> HexPosition:
    """A position of these aircraft in phase 3 with the first side's go; the sides are raf (the first aircraft's) and luftwaffe.

    Hands are empty unless given, so that nobody is asked for cards, and nobody is asked as aircraft are named unless the terms say so.
    `pile` and `bag` name what lies on top, drawn first to last. Without `go` it stands before phase 3 and nobody is asked yet.
    """
    sides = [f.side or ("raf" if i == 0 else "luftwaffe") for i, f in enumerate(flying)]
    seats = [f.seat or side for f, side in zip(flying, sides, strict=True)]
    names = list(dict.fromkeys(seats))
    order = sorted(names, key=lambda name: sides[seats.index(name)] != "raf")
    players = tuple(
        HexSeat(name, sides[seats.index(name)], tuple(f.mount for f, seat in zip(flying, seats, strict=True) if seat == name))
        for name in order
    )
    made_terms = HexTerms(players, **{**WIDE, "named": False, **terms})
    position = new_position(made_terms, TABLES)
    position.ships = [ship.structure for ship in made_terms.ships]
    for i, f in enumerate(flying):
        seat = order.index(seats[i])
        a = aircraft_of(i, seat, position.side_of[seat], f.mount, 0, made_terms, TABLES)
        a.speed = a.dash.speed
        for name, value in f.values.items():
            setattr(a, name, value)
        position.aircraft.append(a)
    position.clouds = sorted(at(*cloud) for cloud in clouds)
    left = TABLES.pile()
    for name, cards in (hands or {}).items():
        for card in cards.split():
            left.remove(card)
        position.hands[order.index(name)] = tuple(sorted(cards.split()))
    for card in pile.split():
        left.remove(card)
    position.pile = [*left, *reversed(pile.split())]
    markers = TABLES.bag()
    for a in position.aircraft:
        for marker in (*a.unseen, *a.criticals):
            markers.remove(marker)
    for marker in bag.split():
        markers.remove(marker)
    position.bag = [*markers, *reversed(bag.split())]
    position.turn, position.first = turn, 0
    if go is None:
        return position
    position.stage, position.go = GO, Go(go)
    proceed(HexRun(position, ScriptedDice([B] * 99)), may_move)
    GAME.invariants(position)
    return position


class Table(PlayedTable):
    """Dice that are not named are blank."""

    game = GAME
    blank = B
    position: HexPosition

    def __getitem__(self, number: int) -> HexAircraft:
        return self.position.aircraft[number]

    def passes(self, most: int = 40) -> Table:
        """Pass while there is nothing to do but pass or play cards."""
        while most and o.PASS in self.legal() and self.position.owing:
            self.do(o.PASS)
            most -= 1
        return self


def new_turn(
    *flying: Fly, faces: tuple[int, ...] = (), first: int = 0, turn: int = 1, kills: tuple[int, int] = (0, 0), **values: Any
) -> Table:
    """A table at the beginning of the turn after `turn`, run on until somebody is asked. Shuffles aside, the faces fall as named."""
    position = battle(*flying, go=None, **values)
    position.turn, position.first, position.kills = turn, first, list(kills)
    position.stage = TURN
    table = Table(position, faces)
    run = HexRun(position, table.dice)
    proceed(run, may_move)
    table.events += run.events
    return table


def activated(*flying: Fly, number: int = 0, faces: Iterable[int] = (), **values: Any) -> Table:
    """A table whose first side has activated that aircraft."""
    table = Table(battle(*flying, **values), faces)
    table.do(o.Activate(number))
    return table


def ahead(count: int = 1) -> list[Any]:
    return [o.Advance("ahead")] * count
