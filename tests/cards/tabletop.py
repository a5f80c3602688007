"""Positions made by hand, and a table on which tests play them."""

from __future__ import annotations

from typing import Any

from bob.core.dice import SECRET_COUNT, ScriptedDice
from bob.core.game import Event
from bob.core.resources import data_folder
from bob.tactical.cards import CardDogfight
from bob.tactical.cards.data import ALTITUDES, load_tables
from bob.tactical.cards.execution import CardRun
from bob.tactical.cards.orders import ORDER_TYPES, NoAnswer
from bob.tactical.cards.position import ACTIONS, NOBODY, CardMount, CardPosition, CardSeat, CardTerms, Craft
from bob.tactical.cards.sequence import proceed
from bob.tactical.cards.setup import craft_of, new_position
from tests.tabletops import PlayedTable, codes, describe

FOLDER = data_folder("tables") / "cards"
TABLES = load_tables(FOLDER, ("aircraft_examples.toml",))
GAME = CardDogfight(TABLES)
SHUFFLE = (7,) * SECRET_COUNT
"""The faces of one shuffle."""


class Fly:
    """An aircraft of a position made by hand: its type, its hand, and any value of a Craft."""

    def __init__(
        self, type: str = "spitfire_i", hand: str = "", side: str = "", pilot: str | None = None, loaded: bool = False, **values: Any
    ):
        self.mount = CardMount(type, pilot=pilot, loaded=loaded, **{k: values.pop(k) for k in ("dt", "st", "gunner") if k in values})
        self.hand = tuple(hand.split())
        self.side = side
        self.values = values


def battle(
    *flying: Fly,
    draws: str = "",
    phase: str = ACTIONS,
    active: int = 0,
    turn: int = 1,
    discard: str = "",
    pile: str | None = None,
    **terms: Any,
) -> CardPosition:
    """A position of these aircraft; the first is acting. `draws` lie on top of the draw pile; the sides are blue and red unless named.

    An aircraft that holds a position is given as `holds=number, level=1 or 2`; altitude is Medium unless given by name.
    """
    sides = [f.side or ("blue" if i == 0 else "red") for i, f in enumerate(flying)]
    if not terms.get("free_for_all"):
        names = list(dict.fromkeys(sides))
        players = tuple(CardSeat(s, s, tuple(f.mount for f, own in zip(flying, sides, strict=True) if own == s)) for s in names)
    else:
        names = [f.side or f"s{i}" for i, f in enumerate(flying)]
        sides = names
        players = tuple(CardSeat(s, s, (f.mount,)) for s, f in zip(names, flying, strict=True))
    position = new_position(CardTerms(players, **terms), TABLES)
    left = TABLES.deck.pile(position.terms.decks, position.terms.theatre)
    top = draws.split()
    for i, f in enumerate(flying):
        seat = names.index(sides[i])
        craft = craft_of(i, seat, position.party_of[seat], f.mount, TABLES)
        values = dict(f.values)
        craft.altitude = craft.start = ALTITUDES.index(values.pop("altitude", "medium"))
        for name, value in values.items():
            setattr(craft, name, value)
        if craft.hits >= craft.front.airframe:
            craft.damaged, craft.now = True, craft.back
        craft.hand = f.hand
        for card in f.hand:
            left.remove(card)
        position.crafts.append(craft)
    for card in [*top, *discard.split()]:
        left.remove(card)
    position.discard = discard.split()
    position.pile = left + list(reversed(top))
    if pile == "empty":
        position.discard, position.pile = position.discard + left, list(reversed(top))
    position.turn, position.active, position.phase = turn, active, phase
    position.party = position.crafts[active].party if active != NOBODY else 0
    position.first = 0
    position.order = list(range(len(flying))) if position.terms.free_for_all else []
    if active != NOBODY:
        position.crafts[active].acted = True
        position.began = position.crafts[active].altitude
    run = CardRun(position, ScriptedDice([1] * 99))
    proceed(run)
    GAME.invariants(position)
    return position


class Table(PlayedTable):
    """Dice that are not named show a one."""

    game = GAME
    blank = 1
    position: CardPosition

    def __getitem__(self, number: int) -> Craft:
        return self.position.crafts[number]

    def passes(self) -> list[Event]:
        return self.do(NoAnswer())

    def relation(self, one: int = 0, other: int = 1) -> int:
        return self.position.relation(one, other)

    def hands(self) -> tuple[int, ...]:
        return tuple(len(c.hand) for c in self.position.crafts)


__all__ = ["FOLDER", "GAME", "ORDER_TYPES", "TABLES", "Fly", "Table", "battle", "codes", "describe"]
