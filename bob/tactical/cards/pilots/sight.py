"""The table rebuilt from a seat's view, with `HIDDEN` for every card that it does not see."""

from __future__ import annotations

from dataclasses import replace

from bob.tactical.cards.data import ALTITUDES, CardTables
from bob.tactical.cards.orders import ACE_MARKER
from bob.tactical.cards.position import (
    NOBODY,
    PAIR,
    PICK,
    CardMount,
    CardPosition,
    CardTerms,
    Chain,
    Craft,
    Following,
    Giving,
    Pending,
    Stall,
)
from bob.tactical.cards.setup import craft_of, new_position
from bob.tactical.cards.view import CardTableView, SeenChain, SeenCraft

HIDDEN = "?"
"""A card whose face the seat does not see."""


class BattleReader:
    """Rebuilds the table of one battle from the views of one seat. It knows the terms and the tables, which are public."""

    __slots__ = ("_blank", "_cast", "_types", "tables", "terms")

    def __init__(self, terms: CardTerms, tables: CardTables) -> None:
        self.terms = terms
        self.tables = tables
        self._blank = new_position(terms, tables)
        self._types: tuple[tuple[str, str | None], ...] = ()
        self._cast: list[Craft] = []

    def read(self, view: CardTableView) -> CardPosition:
        """The table as the seat sees it: a position of its own, whose hidden cards are HIDDEN and whose draw pile is only as long."""
        position = self._blank.copy()
        cast = self._known(view)
        position.crafts = [self._craft(fresh, seen) for fresh, seen in zip(cast, view.aircraft, strict=True)]
        position.phase, position.turn, position.active = view.phase, view.turn, view.active
        position.owing = view.owing
        position.pile = [HIDDEN] * view.pile
        position.discard = list(view.discard)
        position.score = list(view.score)
        position.speed_target, position.speed_points = view.speed_target, view.speed_points
        position.began, position.declared = view.began, view.declared
        position.drawn = True
        position.turrets = tuple([c.number for c in position.crafts if c.bomber and c.hand])
        position.order = list(range(len(cast)))
        if view.phase in (PICK, PAIR) and view.seat in position.seats:
            seat = position.seats.index(view.seat)
            position.picks[seat] = view.picks
        position.ready = [seat not in view.owing for seat in position.seats]
        if view.chain is not None:
            position.played = list(view.chain.played)
        position.pending = _pending(position, view)
        self._sides(position, view)
        return position

    def _known(self, view: CardTableView) -> list[Craft]:
        """The aircraft on the table as they came to it."""
        types = tuple([(a.type, a.pilot) for a in view.aircraft])
        if types == self._types:
            return self._cast
        mounts = {p.seat: [replace(m, count=1) for m in p.aircraft for _ in range(m.count)] for p in self.terms.players}
        made = []
        for seen in view.aircraft:
            seat = self._blank.seats.index(seen.seat)
            given = mounts[seen.seat]
            mount = given.pop(0) if given else CardMount(seen.type, seen.pilot)
            made.append(craft_of(seen.number, seat, self._blank.party_of[seat], mount, self.tables))
        self._types, self._cast = types, made
        return made

    def _craft(self, fresh: Craft, seen: SeenCraft) -> Craft:
        craft = fresh.copy()
        craft.now = craft.back if seen.damaged else craft.front
        craft.bomber, craft.loaded = seen.bomber, seen.loaded
        craft.altitude = NOBODY if seen.altitude is None else seen.altitude
        craft.hits, craft.own_hits, craft.damaged, craft.out = seen.hits, seen.own_hits, seen.damaged, seen.out
        craft.hand = seen.cards if seen.cards is not None else (HIDDEN,) * seen.hand
        craft.holds, craft.level, craft.picked = seen.holds, seen.level, seen.picked
        craft.bursts_used, craft.gunner_used, craft.agile_used = seen.bursts_used, seen.gunner_used, seen.agile_used
        craft.next_hits, craft.evasive, craft.acted, craft.markers = seen.next_hits, seen.evasive, seen.acted, seen.markers
        craft.leader, craft.wingman, craft.row, craft.column = seen.leader, seen.wingman, seen.row, seen.column
        return craft

    def _sides(self, position: CardPosition, view: CardTableView) -> None:
        """Derive the party to move, and the one that began the game turn: from the aircraft that have acted, unless the terms name it."""
        if view.active != NOBODY:
            position.party = position.crafts[view.active].party
        elif view.owing:
            position.party = position.party_of[position.seats.index(view.owing[0])]
        if len(position.parties) != 2 or position.party == NOBODY:
            return
        acted = [sum(c.acted for c in position.crafts if c.party == party) for party in (0, 1)]
        own, other = acted[position.party], acted[1 - position.party]
        ahead = own > other if view.active != NOBODY else own >= other
        position.first = position.party if ahead else 1 - position.party
        if self.terms.first is not None:
            position.first = position.parties.index(self.terms.first)


def _pending(position: CardPosition, view: CardTableView) -> Pending | None:
    if view.chain is not None:
        return chain_of(view.chain, position)
    if not view.following:
        return None
    first = view.following[0]
    if any(c.altitude != position.crafts[c.holds].altitude for c in position.crafts if c.holds != NOBODY):
        queue = [(n, position.crafts[n].holds) for n in view.following]
        return Following(view.climbing, queue, [view.active] if view.active != NOBODY else [])
    craft = position.crafts[first]
    return Giving(first, position.seats.index(view.owing[0])) if position.seats[craft.seat] not in view.owing else Stall(first)


def chain_of(seen: SeenChain, position: CardPosition) -> Chain:
    """Return the chain from its public view."""
    stopped = False
    if position.crafts[seen.target].bomber and seen.stage != "fire":
        answers = seen.played if seen.card in (None, ACE_MARKER) else seen.played[1:]
        stopped = bool(answers) and position.deck.cards[answers[0]].bomber.stop_fuel_tank
    return Chain(
        action=seen.action,
        actor=seen.actor,
        target=seen.target,
        card=seen.card,
        steps=seen.steps,
        key=seen.key,
        to=seen.to,
        stage=seen.stage,
        actor_last=seen.stage != "react" or seen.to == seen.target,
        bonus=seen.bonus,
        hits=seen.hits,
        less=seen.less,
        stopped=stopped,
        shot=seen.shot,
        saved=seen.saved,
    )


def level_of(name: str) -> int:
    """The index of an altitude."""
    return ALTITUDES.index(name)
