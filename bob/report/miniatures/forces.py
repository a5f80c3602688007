"""The forces of a battle as they begin, each aircraft with the number on its base; their decks, and the pools dealt into them."""

from __future__ import annotations

from dataclasses import dataclass

from bob.report.pieces.naming import label_of
from bob.tactical.miniatures.builder import MiniatureCost, bill, known_deck
from bob.tactical.miniatures.data import DOCTRINE, THEATRE, MiniatureTables, MiniatureType
from bob.tactical.miniatures.position import MiniatureForce, MiniatureMount, MiniatureTerms
from bob.words import Words

IN = 25.4
"""Millimetres of an inch."""
_OTHER = {"raf": "luftwaffe", "luftwaffe": "raf"}


@dataclass(frozen=True, slots=True)
class FlownModel:
    """An aircraft of a force: its card, its mount, the number on its base, the side that gives its colours, its cost."""

    type: MiniatureType
    mount: MiniatureMount
    label: str
    seat: str
    side: str
    cost: MiniatureCost


@dataclass(frozen=True, slots=True)
class SetOut:
    """A force of a battle with its aircraft."""

    force: MiniatureForce
    side: str
    models: tuple[FlownModel, ...]

    @property
    def types(self) -> tuple[MiniatureType, ...]:
        """The types that it flies, each once."""
        return tuple({model.type.code: model.type for model in self.models}.values())

    @property
    def points(self) -> int:
        return sum(model.cost.points for model in self.models)


def set_out(terms: MiniatureTerms, tables: MiniatureTables, words: Words) -> tuple[SetOut, ...]:
    """Both forces. Numbers and colours differ, whatever the seats are called."""
    found: list[SetOut] = []
    for force in terms.forces:
        side = tables.aircraft[force.aircraft[0].type].side
        first = 1
        if found and found[0].side == side:
            side = _OTHER[side]
        if found and found[0].models[0].label == label_of(words, force.seat, 1):
            first += len(found[0].models)
        lines = zip(force.aircraft, bill(force.aircraft, tables), strict=True)
        models = tuple(
            [
                FlownModel(tables.aircraft[mount.type], mount, label_of(words, force.seat, number), force.seat, side, cost)
                for number, (mount, cost) in enumerate(lines, first)
            ]
        )
        found.append(SetOut(force, side, models))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class CardPool:
    """Cards from which `dealt` are dealt into a deck by chance; the rest stay out."""

    kind: str
    cards: tuple[str, ...]
    dealt: int


def deck_of(force: MiniatureForce, tables: MiniatureTables) -> tuple[list[str], list[CardPool]]:
    """Return the cards that are in a deck for certain, and the pools dealt into it besides: none comes again before all are out
    (BRS-D42)."""
    sure, pools = known_deck(force, tables), list[CardPool]()
    sizes = tables.sizes
    needed = ((DOCTRINE, force.doctrine, sizes.doctrines(len(force.aircraft))), (THEATRE, force.theatre, sizes.theatre))
    for kind, named, count in needed:
        every = tables.of_kind(kind)
        found = [card for card in sure if tables.card(card).kind == kind]
        while named is None and every and len(found) < count:
            fewest = min(found.count(card) for card in every)
            left = tuple([card for card in every if found.count(card) == fewest])
            if len(left) > count - len(found):
                pools.append(CardPool(kind, left, count - len(found)))
                break
            found += left
            sure += left
    return sure, pools
